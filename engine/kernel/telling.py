"""The findings of the cheapest readings: those they have in common as they are, and one neutral finding where they differ."""

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Final, NamedTuple, Self

import msgspec

from upcard.engine.kernel.charges import Charge
from upcard.engine.kernel.charges import Doubt as Open
from upcard.engine.kernel.reading import Reading
from upcard.engine.kernel.rules import places_of
from upcard.schemas.cards import cards_of
from upcard.schemas.findings import Doubt, Finding

_NUMBER: Final = re.compile(r"(?<!\w)(\d+)(?!\w)")
"""A number by itself: no rank of a card."""
_MISSING: Final = re.compile(r"(a line is missing before line [^(]*)\(([^()]*)\)")
"""That one line may be missing, and which."""
SAID: Final = 3
"""So many ways in which something may have been are said in full; the others are counted, and listed as alternatives."""


def told(readings: Sequence[Reading]) -> list[Finding]:
    """The findings of several readings that explain a record equally well, in the order in which they were found."""
    first = readings[0]
    plain = [one for one in first.charges if not (one.slip or one.given_up)]
    if len(readings) == 1 and len(plain) == len(first.charges):
        return [finding_of(one) for one in plain]
    found: list[Finding] = []
    common = set.intersection(*({_charge(one) for one in reading.charges} for reading in readings))
    unclear = {_one_thing(one.cures) for reading in readings for one in reading.charges if one.cures and one.given_up}
    neutral: dict[tuple[object, ...], tuple[Charge, list[list[Charge]]]] = {}
    said: dict[tuple[object, ...], set[str]] = {}
    for reading in readings:
        for one in reading.charges:
            said.setdefault(_charge(one), set()).add(one.says)
    for reading in readings:
        mine: dict[tuple[object, ...], list[Charge]] = {}
        for one in reading.charges:
            if _charge(one) in common and one.slip is None and one.given_up is None:
                if reading is first and _one_thing(one) not in unclear:
                    found.append(finding_of(alike(one, said[_charge(one)])))
                continue
            if one.slip is None and one.kind == "note":
                continue
            cause = one.cures or one
            if cause is not one and one.given_up is None and _charge(cause) in common:
                continue  # it is told already, and stays whether or not that slip was made
            neutral.setdefault(_one_thing(cause), (cause, []))
            mine.setdefault(_one_thing(cause), []).append(one)
        for thing, charges in mine.items():
            neutral[thing][1].append(charges)
    found += [neutral_of(cause, readings_of) for cause, readings_of in neutral.values()]
    return sorted(found, key=lambda one: (one.found_at, one.at))


def _charge(one: Charge) -> tuple[object, ...]:
    """The key by which charges of several readings are the same; those of one row may be of different figures."""
    testimony = one.kind == "testimony"
    return (*one.key, *(_starts([one.says]) if testimony else ()))


def _one_thing(cause: Charge) -> tuple[str, int]:
    """The key by which charges of several readings are of one fault, whichever seat they name; of a row one figure or another may be wrong."""
    return ("row" if cause.kind == "testimony" else cause.name, cause.at)


def alike(charge: Charge, said: Collection[str]) -> Charge:
    """The charge with what all readings say of it: where they differ in what follows, what the rule says stands for that."""
    if len(said) == 1:
        return charge
    starts = _starts(said)
    says = f"{starts.pop()}; {charge.rule.says}" if len(starts) == 1 else charge.rule.says
    return msgspec.structs.replace(charge, says=says)


def _starts(said: Collection[str]) -> set[str]:
    """What was written, of several sentences that say what was written and what follows."""
    return {one.partition("; ")[0] for one in said}


def finding_of(charge: Charge) -> Finding:
    """A charge as it is told."""
    return Finding(
        kind=charge.kind,
        name=charge.name,
        clause=charge.clause,
        says=charge.says,
        at=charge.at,
        found_at=charge.found_at,
        hand=charge.hand,
        seat=charge.seat,
        cards=tuple(cards_of(charge.cards)),
        against=charge.against,
    )


def neutral_of(cause: Charge, by_reading: Sequence[Sequence[Charge]]) -> Finding:
    """One finding that accuses nobody, with what may have been by each of the readings that differ; against: the other line, if there is one."""
    says = cause.says
    charges = [one for several in by_reading for one in several]
    found: dict[frozenset[str], str] = {}
    for way in (way for several in by_reading for way in ways_of(several)):
        found.setdefault(frozenset(way), " and ".join(way))
    ways = [way for slips, way in found.items() if not any(fewer < slips for fewer in found)]
    perhaps = in_words([one for one in ways if one != says])
    given_up = next((one.given_up for one in charges if one.given_up), None)
    lines = {one.at for one in charges} - {cause.at}
    other = lines.pop() if len(lines) == 1 else cause.at
    return msgspec.structs.replace(
        finding_of(cause),
        kind="testimony" if cause.kind == "testimony" else "contradiction",
        says="; ".join([says, *([f"perhaps {perhaps}"] if perhaps else []), *([given_up] if given_up else [])]),
        seat=None,
        against=other if cause.against is None and other != cause.at else cause.against,
        alternatives=tuple(ways),
    )


def ways_of(charges: Sequence[Charge]) -> Iterator[list[str]]:
    """The alternatives that one reading supposes: all its slips are one of them, as it takes them together."""
    slips = [one.slip for one in charges if one.slip and one.slip != one.given_up]
    if slips:
        yield slips
    yield from ([one.says] for one in charges if one.slip is None)


def in_words(ways: Sequence[str]) -> str:
    """The alternatives in words: the first few, and the number of the others. Those that are alike but for a number, or but for what
    may be missing before a line, are said together.

    >>> in_words(["a line is missing before line 4 (a pass)", "a line is missing before line 6 (a pass)", "line 6 is written twice"])
    'a line is missing before line 4 or 6 (a pass), or line 6 is written twice'
    """
    told = [_NUMBER.split(way) for way in ways]
    for place in range(1, max(map(len, told), default=0), 2):
        told = _joined(told, place)
    missing: dict[str, list[str]] = {}
    for whole in map("".join, told):
        found = _MISSING.fullmatch(whole)
        start, act = found.groups() if found else (whole, "")
        missing.setdefault(start, []).append(act)
    said = [start + (f"({_some(acts, ', or ', 's')})" if any(acts) else "") for start, acts in missing.items()]
    return _some(said, ", or ", " slips")


def _joined(told: Sequence[list[str]], place: int) -> list[list[str]]:
    """Texts, cut at their numbers, with those as one that are alike but for the number at this place."""
    like: dict[tuple[tuple[str, ...], tuple[str, ...]], list[str]] = {}
    for parts in told:
        like.setdefault((tuple(parts[:place]), tuple(parts[place + 1 :])), []).append("".join(parts[place : place + 1]))
    return [
        [*before, *([f"{', '.join(numbers[:-1])} or {numbers[-1]}"] if numbers[1:] else numbers), *after]
        for (before, after), numbers in like.items()
    ]


def _some(told: Sequence[str], between: str, what: str) -> str:
    """The first few of several, and the number of the others."""
    more = len(told) - SAID
    return between.join([*told[:SAID], *([f"one of {more} other{what}"] if more > 1 else told[SAID:])])


class InDoubt(NamedTuple):
    """What the record cannot tell at some point. doubts: of each reading; pool: the cards whose place was not known (a mask); unseen: how many more
    lay in each place; seats: how many there were.
    """

    doubts: tuple[Sequence[Open], ...]
    pool: int
    unseen: Sequence[int]
    seats: int

    @classmethod
    def in_all(cls, readings: Sequence[Reading]) -> Self:
        """What readings have in doubt now; in words it is put by `told`, if somebody asks."""
        state = readings[0].state
        doubts = tuple(tuple(one.doubts) for one in readings)
        return cls(doubts, state.places.pool, tuple(state.places.unseen), len(state.players))

    def told(self) -> Iterator[Doubt]:
        """The doubts that all readings have in common, each of the cards that have not come to light since; but for those of which all
        cards, or all hands, were known by then.
        """
        first, *others = self.doubts
        lines = [(one.rule, one.line) for one in first]
        for one in first:
            if not one.cards & self.pool or not any(self.unseen[place] for place in places_of(one.places)):
                continue
            if all(any(same(one, other) for other in doubts) for doubts in others):
                place, *others_may = places_of(one.places)
                several = lines.count((one.rule, one.line)) > 1
                yield Doubt(
                    id=f"{one.rule.clause}@{one.line}" + (f"/{place}" if several else ""),
                    name=one.rule.name,
                    clause=one.rule.clause,
                    says=one.rule.says,
                    at=one.line,
                    hand=one.hand,
                    seat=None if others_may or place >= self.seats else place,
                    cards=tuple(cards_of(one.cards & self.pool)),
                )


def same(one: Open, other: Open) -> bool:
    """Whether two readings have the same doubt."""
    return (one.rule.name, one.line, one.places) == (other.rule.name, other.line, other.places)
