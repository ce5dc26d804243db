"""Tresette: a judge of what is called and told, by the cards that a record shows, and of what hidden cards leave open.

It is written from TR-2 and TR-7 alone, tries all there is to try, and shares nothing with the library but its words.
"""

import itertools
import random
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from tests.games.forty_eyes import FORTY
from upcard.engine.log import Log
from upcard.schemas.cards import UNKNOWN, Card
from upcard.schemas.events import (
    Base,
    CountTold,
    Dealt,
    Gap,
    HandStarted,
    MeldCalled,
    MeldsTold,
    Played,
    Shown,
)
from upcard.schemas.events.speaking import Meld

SUITS: Any = "cdhs"
RANKS: Any = "A23"
ANY_MELD = [Meld(kind="three", rank=rank) for rank in RANKS] + [Meld(kind="nap", suit=suit) for suit in SUITS]
Proof = tuple[str, int, int, int]
"""What was false, its line, the line that shows it, and the seat."""


class Claim(NamedTuple):
    """What was said of a hand. gone, untold: what that seat had played, and how many of its plays nobody wrote down."""

    name: str
    line: int
    seat: int
    said: Any
    suits: str = ""
    gone: frozenset[Card] = frozenset()
    untold: int = 0


class Eyes:
    """What the record has shown of one hand so far. dealt: by seat, the cards that were dealt to it for certain."""

    def __init__(self) -> None:
        self.dealt: list[set[Card]] = [set() for _ in range(4)]
        self.played: list[list[Card]] = [[] for _ in range(4)]
        self.trick: list[Card] = []
        self.missed = False
        self.claims: list[Claim] = []

    def room(self, seat: int) -> int:
        """So many of its ten cards are not known."""
        return 10 - len(self.dealt[seat])

    def unseen(self) -> set[Card]:
        """The cards not known to be in any hand."""
        return set(FORTY).difference(*self.dealt)

    def may_hold(self, seat: int, melds: Sequence[Meld]) -> bool:
        """Whether a hand may hold all these melds together."""
        for chosen in itertools.product(*[list(cards_of_meld(meld)) for meld in melds]):
            wanted = set[Card]().union(*chosen) - self.dealt[seat]
            if wanted <= self.unseen() and len(wanted) <= self.room(seat):
                return True
        return False

    def may_count(self, claim: Claim) -> bool:
        """Whether a count may have been so of one of its suits."""
        unseen, room = self.unseen(), self.room(claim.seat)
        for suit in claim.suits:
            sure = sum(card.suit == suit for card in self.dealt[claim.seat] - claim.gone)
            of_suit = sum(card.suit == suit for card in unseen)
            least, most = max(0, room - len(unseen) + of_suit), min(room, of_suit)
            if sure + least - claim.untold <= claim.said <= sure + most:
                return True
        return False

    def stands(self, claim: Claim) -> bool:
        """Whether what was said may be so."""
        if claim.name == "false_call":
            return any(self.may_hold(claim.seat, [meld]) for meld in ANY_MELD)
        if claim.name == "false_meld":
            return self.may_hold(claim.seat, claim.said)
        return self.may_count(claim)


def cards_of_meld(meld: Meld) -> Iterator[tuple[Card, ...]]:
    """All ways to hold a meld."""
    if meld.kind == "nap":
        yield from (tuple(Card(rank + suit) for rank in RANKS) for suit in ([meld.suit] if meld.suit else SUITS))
    else:
        every = [Card(f"{meld.rank}{suit}") for suit in SUITS]
        yield from itertools.combinations(every, 4 if meld.kind == "four" else 3)


def proofs(log: Log) -> set[Proof]:
    """All that the record proves false of what was called and told, and when."""
    found: set[Proof] = set()
    hand = Eyes()
    for line, event in log.events:
        if isinstance(event, HandStarted):
            hand = Eyes()
        see(hand, event)
        claim = claim_of(hand, line, event)
        if claim is not None:
            hand.claims.append(claim)
        for one in hand.claims[:]:
            if not hand.stands(one):
                hand.claims.remove(one)
                found.add((one.name, one.line, line, one.seat))
    return found


def see(hand: Eyes, event: Base) -> None:
    """What an event shows."""
    match event:
        case Dealt(hands=tuple(hands)):
            for seat, listed in enumerate(hands):
                hand.dealt[seat] |= {card for card in listed or () if card.bit}
        case Played(seat=seat, card=card):
            if card.bit:
                hand.dealt[seat].add(card)
            hand.played[seat].append(card)
            hand.trick = [card] if len(hand.trick) == 4 else [*hand.trick, card]
        case Shown(seat=int(seat), cards=cards):
            hand.dealt[seat] |= set(cards)
        case Gap():
            hand.missed = True
        case _:
            pass


def claim_of(hand: Eyes, line: int, event: Base) -> Claim | None:
    """What an event says of a hand."""
    match event:
        case MeldCalled(seat=seat):
            return Claim("false_call", line, seat, None)
        case MeldsTold(seat=seat, melds=melds):
            return Claim("false_meld", line, seat, melds)
        case CountTold(seat=seat, count=count, any_suit=any_suit) if not hand.missed:
            suits = "".join(SUITS) if any_suit else hand.trick[0].suit if hand.trick else ""
            gone = hand.played[seat]
            untold = gone.count(UNKNOWN)
            return (
                Claim("false_talk", line, seat, count, suits, frozenset(gone), untold)
                if suits in {*SUITS, "cdhs"}
                else None
            )
        case _:
            return None


# ---- Records partly known --------------------------------------------------------------------------------------------


def with_claims(log: Log, rng: random.Random) -> Log:
    """The log with calls, announcements and counts put in, true or not, each seat saying the same only once a hand."""
    events: list[Base] = []
    said: set[Any] = set()
    for _, event in log.events:
        if isinstance(event, HandStarted):
            said = set()
        if isinstance(event, MeldCalled | MeldsTold | CountTold):
            continue
        if isinstance(event, Played) and rng.random() < 0.35:
            one = any_claim(rng)
            mark = (type(one), one.seat) if not isinstance(one, CountTold) else one
            events += [] if mark in said else [one]
            said.add(mark)
        events.append(event)
    return Log.of(log.header, events)


def any_claim(rng: random.Random) -> Any:
    """Something said of a hand."""
    seat = rng.randrange(4)
    kind = rng.choice(["call", "melds", "count", "count", "short"])
    if kind == "call":
        return MeldCalled(seat=seat)
    if kind == "melds":
        ranks = rng.sample(RANKS, rng.choice([0, 1, 1, 2, 3]))
        melds = [Meld(kind=rng.choice(["three", "three", "four"]), rank=rank) for rank in ranks]
        suits = rng.sample(SUITS, rng.choice([0, 0, 1, 2])) or ([] if melds else [None])
        return MeldsTold(seat=seat, melds=(*melds, *(Meld(kind="nap", suit=suit) for suit in suits)))
    return CountTold(seat=seat, count=rng.randrange(4 if kind == "count" else 3), any_suit=kind == "short")


def hidden(log: Log, rng: random.Random, *, faceless: int, gap: bool) -> Log:
    """The log with lists hidden, whole or in part, some plays without their card, cards shown, and a stretch missed."""
    events: list[Base] = [event for _, event in log.events]
    plays = [at for at, event in enumerate(events) if isinstance(event, Played)]
    for at in rng.sample(plays, faceless):
        events[at] = Played(seat=events[at].seat, card=UNKNOWN)
    hands: list[list[list[Card]]] = []
    for at, event in enumerate(events):
        if isinstance(event, Dealt):
            hands.append([list(cards or ()) for cards in event.hands or ()])
            shares = [rng.choice([0.0, 0.0, 0.5, 1.0]) for _ in range(4)]
            lists = [
                [card if rng.random() < share else UNKNOWN for card in cards]
                for cards, share in zip(hands[-1], shares, strict=True)
            ]
            events[at] = Dealt(hands=tuple(map(tuple, lists)))
    at, seat = rng.choice(plays[:28]), rng.randrange(4)
    before = {event.card for event in events[:at] if isinstance(event, Played)}
    left = [card for card in hands[0][seat] if card not in before]
    if not faceless:  # else it might have been played
        events.insert(at, Shown(seat=seat, cards=tuple(rng.sample(left, rng.randrange(1, 4)))))
    if gap:
        first = rng.choice(plays[1:30])
        last = (
            next(at for at, event in enumerate(events) if at > first and isinstance(event, HandStarted))
            if len(hands) > 1
            else len(events) - 1
        )
        events[first : min(last, first + rng.randrange(1, 9))] = [Gap()]
    return Log.of(log.header, events)
