"""What an audit makes of the answers of rules: findings, doubts that it keeps, and what it hears late."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Self

import msgspec

from upcard.engine.game import VERDICTS, Broken, Cured, Game, InDoubt, Rule, Unproven
from upcard.engine.mechanisms.deals import without_lists
from upcard.engine.mechanisms.mistaken import TELLS_CARDS, without_cards
from upcard.engine.places import Places
from upcard.engine.state import State
from upcard.schemas.cards import cards_of
from upcard.schemas.events import Dealt, Event, Shown
from upcard.schemas.findings import Doubt, Finding


class Open(msgspec.Struct, eq=False):
    """A doubt while it is watched: the rule, where it arose, and the cards that would break it."""

    rule: Rule
    line: int
    step: int
    hand: int
    cards: int
    seat: int | None
    says: str
    blames: int | None = None

    @classmethod
    def of(cls, rule: Rule, doubt: InDoubt, state: State) -> Self:
        """A doubt about the event that is being judged."""
        line, says = doubt.at or state.line, doubt.says or rule.says
        return cls(rule, line, state.step, state.hand, doubt.cards, doubt.seat, says, doubt.blames)

    @staticmethod
    def unwatched(doubts: "Iterable[Open]", doubt: InDoubt, hand: int) -> int:
        """The cards of a new doubt that no doubt of this hand about the same seat watches."""
        fresh = doubt.cards
        for known in doubts:
            if known.seat == doubt.seat and known.hand == hand:
                fresh &= ~known.cards
        return fresh


class Misfit(msgspec.Struct, frozen=True):
    """A matching that failed: its finding, and the state and the open doubts of that moment, but for those decided."""

    finding: Finding
    state: State
    doubts: tuple[Open, ...]


def answered(doubts: Sequence[Open], fresh: int, places: Places, seats: int) -> list[tuple[Open, int, int]]:
    """Watch cards known now no longer. Returns the doubts that are proven, the cards that prove them, and whose they were.

    A card proves something of a hand only if no card came to that hand face down since the doubt arose.
    """
    proven = []
    for holder, been in enumerate(places.been):
        came = been & fresh
        if not came:
            continue
        entered = places.entered[holder]
        for doubt in doubts:
            if entered > doubt.step:
                continue
            seat = doubt.seat
            if holder != seat and (seat is not None or holder >= seats):
                doubt.cards &= ~came
            elif doubt.cards & came:
                proven.append((doubt, doubt.cards & came, holder))
                doubt.cards = 0
    return proven


def as_evidence(game: Game, state: State, event: Event, wrong: Collection[Unproven]) -> Event:
    """The event without the lists of cards that were proven wrong, and without cards that may have been written for others."""
    if wrong and isinstance(event, TELLS_CARDS):
        cards = 0
        for one in wrong:
            cards |= one[1] if isinstance(one, tuple) and one[0] in {0, state.line} else 0
        return without_cards(event, cards)
    if not wrong or not isinstance(event, Dealt):
        return event
    named = {name: len(state.players) + place for name, place in game.dealt_places.items()}
    return without_lists(event, [one for one in wrong if isinstance(one, int)], named)


def found_by(rule: Rule, broken: Broken, state: State, at: int | None = None, hand: int | None = None) -> Finding:
    """The finding that a rule is broken, shown by the line being judged. at, hand: where it was, if not there."""
    return Finding(
        kind=broken.kind or rule.kind,
        name=broken.name or rule.name,
        clause=broken.clause or rule.clause,
        says=broken.says or rule.says,
        at=broken.at or at or state.line,
        found_at=state.line,
        hand=state.hand if hand is None else hand,
        seat=broken.seat,
        cards=tuple(cards_of(broken.cards)) + broken.odd,
        against=broken.against,
    )


def told(doubt: Open) -> Doubt:
    """A doubt as it is told to people."""
    return Doubt(
        id=f"{doubt.rule.clause}@{doubt.line}",
        name=doubt.rule.name,
        clause=doubt.rule.clause,
        says=doubt.says,
        at=doubt.line,
        hand=doubt.hand,
        seat=doubt.seat,
        cards=tuple(cards_of(doubt.cards)),
    )


def judged_late(
    game: Game, states: Iterable[State], event: Shown, now: Iterable[Finding]
) -> Iterator[tuple[Rule, Broken | Cured]]:
    """What the rules say of cards shown late, with the states that their hand ended with. now: what these cards have
    proven already, which is not told again, nor cured.
    """
    told, proven = {(one.name, one.seat) for one in now}, {one.at for one in now}
    for state in states:
        for rule in game.rules.get(Shown, ()):
            answer = rule.check(state, event)
            for verdict in (answer,) if isinstance(answer, VERDICTS) else answer or ():
                if isinstance(verdict, Cured):
                    if verdict.line not in proven:
                        yield rule, verdict
                elif isinstance(verdict, Broken) and (verdict.name or rule.name, verdict.seat) not in told:
                    yield rule, verdict


def never(_state: State, _event: Event) -> None:
    """What a rule has to say that is not asked."""
    return
