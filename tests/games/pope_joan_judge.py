"""Pope Joan straight from its page, without the library's rules: what may be played, and what is found of the rest."""

import random
from collections.abc import Iterator, Sequence
from typing import Any

from tests.games.pope_joan_naive import PACK, RANKS, after, rules_of
from upcard.engine.log import Log
from upcard.schemas.cards import cards_of
from upcard.schemas.events import Dealt, Event, HandStarted, Played, Shown, TurnedUp, Voided

# ---- What may be played (PJ-4.1 to PJ-4.3) -------------------------------------------------------------------------


class Play:
    """The play of one hand, all cards known. due: the card that must follow; leader: who leads if nobody holds it."""

    def __init__(self, hands: Sequence[Sequence[str]], elder: int, apart: str, *, lowest: bool) -> None:
        self.hands = [list(hand) for hand in hands]
        self.leader, self.apart, self.lowest, self.due = elder, apart, lowest, ""
        self.gone = {apart}

    def wrong(self, seat: int, card: str) -> set[tuple[str, int]]:
        """The rules that a card of a hand breaks, and who breaks them."""
        if card == self.due:
            return set()
        faults = {("missed_follow", other) for other, hand in enumerate(self.hands) if self.due in hand}
        if seat != self.leader:
            faults.add(("lead_out_of_turn", seat))
        elif self.lowest and any(lower(one, card) for one in self.hands[seat]):
            faults.add(("not_lowest_lead", seat))
        return faults

    def put(self, seat: int, card: str) -> None:
        """The card is played."""
        self.hands[seat].remove(card)
        self.gone.add(card)
        self.leader, self.due = seat, after(card)
        if self.due in self.gone:
            self.due = ""


def lower(one: str, other: str) -> bool:
    """Whether a card is a lower one of the same suit."""
    return one[1] == other[1] and RANKS.index(one[0]) < RANKS.index(other[0])


def plays_of(log: Log) -> Iterator[tuple[int, Play]]:
    """What may be played at each card played, by its place in the log."""
    rules, seats, dealer = rules_of(log.header), len(log.header.seats), -1
    hands: list[list[str]] = []
    play = Play([], 0, "", lowest=False)
    for place, (_, event) in enumerate(log.events):
        if isinstance(event, HandStarted):
            dealer = event.dealer if event.dealer is not None else (dealer + 1) % seats
        elif isinstance(event, Voided):
            dealer -= 1
        elif isinstance(event, Dealt):
            hands = [[str(card) for card in hand or ()] for hand in event.hands or ()]
        elif isinstance(event, TurnedUp):
            apart = str(event.card) if rules["turnup_owner"] == "aside" else ""
            play = Play(hands, (dealer + 1) % seats, apart, lowest=rules["lead_rule"] == "lowest_of_suit")
        elif isinstance(event, Played):
            yield place, play
            play.put(event.seat, str(event.card))


# ---- What can be found of it, by what a viewer knows (PJ-6.1 to PJ-6.4, PJ-A15) ------------------------------------

Found = tuple[str, int | None, int, int]
"""Name, seat, the line it is about, the line that proves it."""


class Judge:
    """One hand as a viewer sees it. where: cards whose place is known: a seat, or -1 for the dead hand.

    doubts: cards that may lie in a hand: which, the seat (None: any), the line, the name. overflow: more of them than the
    dead hand has room for; among: the lines they are from.
    """

    def __init__(self, where: dict[str, int], in_dead: int, elder: int, apart: str, *, lowest: bool) -> None:
        self.where, self.leader, self.due, self.lowest = where, elder, "", lowest
        self.gone = {apart}
        self.room = in_dead - sum(place < 0 for place in where.values())
        self.doubts: list[tuple[set[str], int | None, int, str]] = []
        self.found: list[Found] = []
        self.overflow: Found | None = None
        self.among: set[int] = set()

    def see(self, seat: int, card: str, line: int) -> None:
        """A card is seen to have been in a hand all along."""
        for doubt in self.doubts[:]:
            cards, of, at, name = doubt
            if card in cards and of in {None, seat}:
                self.found.append((name, seat, at, line))
                self.doubts.remove(doubt)
                if of is None and at in self.among:
                    self.among.remove(at)
                    if len(self.among) <= self.room:  # that explains it; more is told anew
                        self.overflow, self.among = None, set()

    def play(self, seat: int, card: str, line: int) -> None:
        """One more card."""
        if card != self.due:
            if self.due and self.where.get(self.due, 0) >= 0:
                self.note({self.due}, None, line, "missed_follow")
            if seat != self.leader:
                self.found.append(("lead_out_of_turn", seat, line, line))
            elif self.lowest:
                self.note({one for one in PACK if lower(one, card)} - self.gone, seat, line, "not_lowest_lead")
        self.see(seat, card, line)
        self.gone.add(card)
        self.where.pop(card, None)
        self.leader, self.due = seat, after(card)
        if self.due in self.gone:
            self.due = ""
        self.count(line)

    def note(self, cards: set[str], seat: int | None, line: int, name: str) -> None:
        """Who held one of these cards broke a rule: known, or open."""
        holders = {self.where[card] for card in cards if card in self.where} - {-1}
        if seat is None and holders:
            self.found.append((name, holders.pop(), line, line))
        elif seat in holders and seat is not None:
            self.found.append((name, seat, line, line))
        else:
            self.doubts.append(({card for card in cards if card not in self.where}, seat, line, name))

    def count(self, line: int) -> None:
        """Whether the cards nobody followed with find room in the dead hand."""
        missing = {at for cards, seat, at, _ in self.doubts if seat is None and cards}
        if len(missing) > self.room and self.overflow is None:
            self.overflow, self.among = ("dead_overflow", None, line, line), missing

    @property
    def all_found(self) -> list[Found]:
        """All that is found so far."""
        return self.found + ([self.overflow] if self.overflow else [])


def plays_anything(state: Any, rng: random.Random) -> Event | None:
    """Now and then somebody plays any card."""
    if state.phase != "play" or rng.random() > 0.25:
        return None
    seat = rng.choice([seat for seat in range(state.seats) if state.places.known[seat]])
    return Played(seat=seat, card=rng.choice(list(cards_of(state.places.known[seat]))))


def judges(log: Log, viewer: int | None) -> Iterator[tuple[int, list[Found]]]:
    """What is found of a log by the end of each of its lines. viewer: None: all hands; -1: the public.

    The dealer is named once. Until a hand is opened in turn, or has hands of different sizes as he deals them, nothing else
    tells him: where another opens it, the card turned up may lie elsewhere than he dealt it (G-8).
    """
    rules, seats, dealer = rules_of(log.header), len(log.header.seats), -1
    alone, opened = True, False
    before: list[Found] = []
    judge = Judge({}, 0, 0, "", lowest=False)
    dealt, turned = Dealt(), ""
    for line, event in log.events:
        if isinstance(event, HandStarted):
            before += judge.all_found
            judge, opened = Judge({}, 0, 0, "", lowest=False), False
            dealer = event.dealer if event.dealer is not None else (dealer + 1) % seats
        elif isinstance(event, Dealt):
            dealt = event
            alone = alone and len({len(hand or ()) for hand in dealt.hands or ()}) == 1
        elif isinstance(event, TurnedUp):
            turned = str(event.card)
            hands = {str(card): seat for seat, hand in enumerate(dealt.hands or ()) for card in hand or ()}
            dead = {str(card): -1 for card in (dealt.places or {})["dead"]}
            if rules["turnup_owner"] == "dead":
                dead[turned] = -1
            where = {card: place for card, place in (hands | dead).items() if viewer in {None, place} or card == turned}
            if viewer == -1:
                where = {card: place for card, place in (hands | dead).items() if card == turned}
            apart = turned if rules["turnup_owner"] == "aside" else ""
            lowest = rules["lead_rule"] == "lowest_of_suit"
            judge = Judge(where, len(dead), (dealer + 1) % seats, apart, lowest=lowest)
        elif isinstance(event, Played):
            alone = alone and (opened or event.seat != (dealer + 1) % seats)
            if alone and not opened and 0 <= judge.where.get(turned, -1) != viewer is not None:
                del judge.where[turned]
            opened = True
            judge.play(event.seat, str(event.card), line)
        elif isinstance(event, Shown):
            for card in event.cards:
                judge.see(event.seat or 0, str(card), line)
        yield line, before + judge.all_found
