"""Who sat where in the hands of a sheet, and which hands are one session."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from difflib import get_close_matches
from itertools import groupby, pairwise
from typing import Any, Final, NamedTuple

import msgspec

from upcard.engine.game import find
from upcard.engine.kernel.game import Column, Game
from upcard.records.importers.faults import Faults, NotRead, quoted
from upcard.records.importers.found import Found, Hand, Remark, Sitting
from upcard.records.importers.grids import Cell, cell_name
from upcard.records.importers.values import is_blank, read_number
from upcard.records.importers.wishes import Wishes

_Kept = tuple[Column, str | int]
"""What is kept, and of whom."""
_Sums = Counter[_Kept]
_STAY: Final = 2
"""So many players stay at a table that goes on."""


def check_names(hands: Sequence[Hand], wishes: Wishes, faults: Faults) -> None:
    """Tell of names that stand there seldom, and look like one that is missing beside them."""
    often = Counter(name for hand in hands for name in hand.names)
    sure = {*wishes.players, *wishes.names.values()}
    for hand in hands:
        for name in hand.names:
            others = [other for other, count in often.items() if count >= 4 * often[name] and other not in hand.names]
            near = get_close_matches(name, others, n=1, cutoff=0.6)
            if near and name not in sure:
                at = hand.places.get(name)
                says = f"the name {name} stands here alone, and {near[0]}, who plays in {often[near[0]]} other hands, is missing"
                hint = f"did you mean {near[0]}? If they are two people: --players, with the names of all"
                faults.add(at.row if at else hand.row, at.column if at else 0, says, hint)


def check_sums(hands: Sequence[Hand], rows: Sequence[Sequence[Cell]], faults: Faults) -> None:
    """Tell of a row that says no more than what the rows above it add up to, where it is the last of an evening, stands before an
    empty one, or has a word where hands have their number: it is a total more likely than a hand.
    """
    for _, evening in groupby(hands, key=lambda hand: hand.sitting):
        listed = list(evening)
        for place, (hand, sums) in enumerate(_with_sums(listed)):
            ends = hand.number or hand is listed[-1] or not any(cell != "" for cell in rows[hand.row + 1])
            if place > 1 and hand.bare and ends and _adds_up(sums, hand):
                says = "the rows above add up to this one, and nothing says that it is a total"
                hint = "write total into its first cell; or, if a hand was like that, its number or its day"
                faults.add(hand.row, 0, says, hint)


def _adds_up(sums: _Sums, hand: Hand) -> bool:
    """Whether what a row has of each player is the sum of what the hands before it have."""
    numbers = _numbers(hand)
    return sum(map(bool, numbers.values())) > 1 and all(sums[which] == number for which, number in numbers.items())


def _with_sums(hands: Sequence[Hand]) -> Iterator[tuple[Hand, _Sums]]:
    """Each hand with what those before it add up to, which the next hand changes."""
    sums: _Sums = Counter()
    for hand in hands:
        yield hand, sums
        sums.update(_numbers(hand))


def _numbers(hand: Hand) -> dict[_Kept, int]:
    """What is kept of each player or side, but for totals, which are no sums of what is above them; nothing of a hand that does not
    count.
    """
    numbers: dict[_Kept, int] = {}
    if hand.void:
        return numbers
    for (column, whose), cells in hand.cells.items():
        if column.per in {"seat", "side"} and column.field != "totals":
            with suppress(NotRead):
                numbers[column, whose] = sum(read_number(one.cell).value for one in cells if not is_blank(one.cell))
    return numbers


def check_running(hands: Sequence[Hand], faults: Faults) -> None:
    """Tell of points that never fall from hand to hand, of nobody, where no total below says that they add up: they are totals after
    each hand more likely.
    """
    for _, evening in groupby(hands, key=lambda hand: hand.sitting):
        listed = list(evening)
        rows = [_numbers(hand) for hand in listed if not hand.void]
        totals = {which: found for which, found in listed[-1].totals.items() if which in rows[-1]} if rows else {}
        if len(rows) < (3 if totals else 4) or not rows[0] or not all(row.keys() == rows[0].keys() for row in rows):
            continue
        grows = all(before[which] <= row[which] for before, row in pairwise(rows) for which in row)
        sums = {which: sum(row[which] for row in rows) for which in rows[0]}
        added = totals and all(_is(found, sums[which]) for which, found in totals.items())
        if grows and not added and sum(rows[-1].values()) > sum(rows[0].values()) and all(map(_is_points, rows[0])):
            column, whose = next(iter(rows[0]))
            at = listed[-1].cells[column, whose][0]
            says = "nobody's number is ever smaller than in the hand before: are these totals after each hand?"
            hint = f"totals: say so in the headings, as {whose} total; {column.title} of single hands: a row Total below them, with their sums"
            faults.add(at.row, at.column, says, hint)


def _is_points(which: _Kept) -> bool:
    """Whether what is kept can only be gained or lost in a hand, as points, or cards that were left."""
    return which[0].field in {"points", "counts"}


def check_words(hands: Sequence[Hand], faults: Faults) -> None:
    """Tell of rows that have a word where most hands have a number; and of others with a word there that nearly add up what is above."""
    for _, block in groupby(hands, key=lambda hand: hand.sitting.block):
        listed = list(block)
        worded = [hand for hand in listed if hand.word is not None]
        numbered = [hand for hand in listed if hand.number and hand.word is None]
        for place, (hand, sums) in enumerate(_with_sums(listed)):
            if hand.word is None or hand.void:
                continue
            if len(numbered) > len(worded) or (place > 1 and _nearly_adds_up(sums, hand)):
                says = f"saw {quoted(hand.word.cell)} in a row of numbers: is it a hand, or what was added up so far?"
                hint = "what was added up: write subtotal there; a hand: its number, or leave that cell empty"
                faults.add(hand.word.row, hand.word.column, says, hint)


def _nearly_adds_up(sums: _Sums, hand: Hand) -> bool:
    """Whether most numbers of a row are the sums of those before it, two at least."""
    numbers = _numbers(hand)
    same = sum(bool(number) and sums[which] == number for which, number in numbers.items())
    return same > 1 and 2 * same >= len(numbers)


def check_totals(hands: Sequence[Hand], faults: Faults) -> None:
    """Take away what a row of totals has below tricks, of which nobody keeps any, and that they are not the sum is told; and what
    players gained in all, where they have counters, whose totals begin with those of the start.
    """
    for _, block in groupby(hands, key=lambda hand: hand.sitting.block):
        for hand, before in _with_sums(list(block)):
            sums = before.copy()
            sums.update(_numbers(hand))
            gained = {which: found for which, found in hand.totals.items() if which[0].field == "points"}
            if hand.sitting.buy_in and all(_is(found, sums[which]) for which, found in gained.items()):
                for which in gained:
                    del hand.totals[which]
            for column, whose in [which for which in hand.totals if which[0].field == "tricks"]:
                found = hand.totals.pop((column, whose))
                with suppress(NotRead):
                    total, sum_ = read_number(found.cell).value, sums[column, whose]
                    if total != sum_:
                        at = cell_name(found.row, found.column)
                        faults.told.append(
                            f"{at}: {total} {column.title} for {whose} in all; the rows add up to {sum_}"
                        )


def _is(found: Found, number: int) -> bool:
    """Whether a cell has this number."""
    try:
        return read_number(found.cell).value == number
    except NotRead:
        return False


class _Evening(NamedTuple):
    """Who is named in the hands of an evening, and who of them has nothing in any."""

    names: tuple[str, ...]
    silent: frozenset[str]


def _evening(hands: Sequence[Hand]) -> _Evening:
    names = tuple(dict.fromkeys(name for hand in hands for name in hand.names))
    said = [item for hand in hands for item in _spoken(hand).items()]
    heard = {name for name, says in said if says == "something"}
    kept = {name for name, _ in said}
    return _Evening(names, frozenset(kept - heard))


def _present(hand: Hand, evening: _Evening, game: Game) -> tuple[str, ...]:
    """Who played a hand: of those named all who have something in it; where seats are enough for all, an empty cell is a
    player without a number, unless the player has none the whole evening.
    """
    names, players = hand.names, hand.sitting.players
    if not game.sheet:  # of bets: who made none sits there all the same
        return tuple(dict.fromkeys((*players, *evening.names)))
    least, most = game.seats
    if players and set(names) <= set(players):
        names = players if len(names) < least else tuple(name for name in players if name in names)
    spoken = _spoken(hand)
    away = {name for name in names if spoken.get(name, "something") != "something"}
    if len(names) <= most:
        away = {name for name in away if spoken[name] == "dash" or name in evening.silent}
    here = tuple(name for name in names if name not in away)
    return here if len(here) >= least and here else names


def _evening_of(hand: Hand) -> tuple[Any, ...]:
    return hand.sitting.day, hand.sitting.session, hand.sitting.block


def _spoken(hand: Hand) -> dict[str, str]:
    """What the cells of each player say who has some of its own: something, a dash, or nothing."""
    spoken: dict[str, str] = {}
    for (column, whose), cells in hand.cells.items():
        if column.per == "seat" and isinstance(whose, str):
            for one in cells:
                says = "" if one.cell == "" else "dash" if is_blank(one.cell) else "something"
                if says > spoken.get(whose, ""):  # in the order of the alphabet, something comes last
                    spoken[whose] = says
                spoken.setdefault(whose, "")
    return spoken


class Session(msgspec.Struct):
    """Hands of one table as they follow one another, with remarks between them. seats: who sat on each seat first; seat_of: by player,
    whose seat that is, at the end.
    """

    sitting: Sitting
    seats: tuple[str, ...]
    items: list[Hand | Remark]
    seat_of: dict[str, str]

    @property
    def hands(self) -> list[Hand]:
        """Its hands."""
        return [item for item in self.items if isinstance(item, Hand)]

    def seated(self, hand: Hand) -> tuple[str, ...]:
        """Who sits on each seat in a hand; an empty seat has an empty name."""
        sits = {seat: name for name, seat in hand.seat_of.items()}
        return tuple(sits.get(seat, "") for seat in self.seats)


def sessions_of(found: Sequence[Hand | Remark], faults: Faults) -> list[Session]:
    """The sessions: a new one where the day, or anything else that goes for all hands changes, and where other players sit down."""
    sessions: list[Session] = []
    loose: list[Hand | Remark] = []
    hands = [one for one in found if isinstance(one, Hand)]
    by_evening: dict[tuple[Any, ...], list[Hand]] = {}
    for hand in hands:
        by_evening.setdefault(_evening_of(hand), []).append(hand)
    evenings = {which: _evening(listed) for which, listed in by_evening.items()}
    for one in found:
        if isinstance(one, Remark):
            (sessions[-1].items if sessions else loose).append(one)
            continue
        seats = one.here = _present(one, evenings[_evening_of(one)], find(one.sitting.game))
        one.seat_of = {name: name for name in seats}
        last = sessions[-1] if sessions else None
        if last is not None and last.sitting == one.sitting and last.seats == seats:
            last.items.append(one)
        else:
            sessions.append(Session(one.sitting, seats, [*loose, one], one.seat_of))
            loose = []
    _check_short(sessions, faults)
    return _with_who_came_and_left(sessions, {which: one.names for which, one in evenings.items()})


def _with_who_came_and_left(
    sessions: Sequence[Session], names: dict[tuple[Any, ...], tuple[str, ...]]
) -> list[Session]:
    """The sessions, as one where players left, or came, or took the seats of others, and the others played on. names: of an evening, as
    its columns stand.
    """
    whole: list[Session] = []
    for one in sessions:
        last = whole[-1] if whole else None
        if (
            last is None
            or not last.sitting.goes_on(one.sitting)
            or not _taken_in(last, one, names[_evening_of(one.hands[0])])
        ):
            whole.append(one)
    return whole


def _taken_in(last: Session, one: Session, names: Sequence[str]) -> bool:
    """Whether a session goes on with the hands of the next, which is then part of it: most players are the same."""
    least, most = find(one.sitting.game).seats
    before, hand = last.hands[-1].here, one.hands[0]
    gone, came = [name for name in before if name not in hand.here], [name for name in hand.here if name not in before]
    if len(before) - len(gone) < _STAY:
        return False
    seat_of = {name: _seat_of(name, hand, last) for name in hand.here}
    both = {*last.seats, *seat_of.values()}
    seats = tuple(name for name in names if name in both)
    in_turn = tuple(seat_of.values())
    each_a_column = not gone or not came or set(gone) <= set(hand.names)
    in_order = all(tuple(name for name in seats if name in some) == some for some in (last.seats, in_turn))
    if not (least < most and len(seats) <= most and each_a_column and in_order and len(set(in_turn)) == len(in_turn)):
        if len(gone) != len(came):
            return False
        taken = dict(zip(came, gone, strict=True))
        seat_of = {name: last.seat_of[taken.get(name, name)] for name in hand.here}
        if (not came and seat_of != last.hands[-1].seat_of) or (before != hand.here and not came):
            return False
        seats = last.seats
    for item in one.hands:
        item.seat_of = seat_of
    last.seats, last.seat_of = seats, {**last.seat_of, **seat_of}
    last.items += one.items
    return True


def _seat_of(name: str, hand: Hand, last: Session) -> str:
    """Whose seat a player of a hand has, if the session goes on: that of who had the same column, or the own."""
    owner = hand.column_of.get(name, name)
    return last.seat_of[owner] if owner in last.seat_of else last.seat_of.get(name, name)


def _check_short(sessions: Sequence[Session], faults: Faults) -> None:
    """Tell of hands that lack a player who sits in those before and after."""
    for before, one, after in zip(sessions, sessions[1:], [*sessions[2:], None], strict=False):
        same = before.sitting == one.sitting and (
            after is None or (after.sitting == one.sitting and set(one.seats) < set(after.seats))
        )
        if same and set(one.seats) < set(before.seats):
            hand = next(item for item in one.items if isinstance(item, Hand))
            spoken = _spoken(hand)
            missing = [name for name in before.seats if name not in one.seats and spoken.get(name) != "dash"]
            if missing:
                says = f"nothing of {' and '.join(missing)} in this hand, who sit in the one before"
                faults.add(hand.row, 0, says, "add what is missing; or write - for who was away")
