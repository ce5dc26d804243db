"""Rows of a score sheet: what they say is compared with the play, and is the source where nothing was played.

A game lists what a hand can have brought (`outcomes`), each a way to settle the state, and what a row then says
(`columns`); a row that calls the hand void is one of a hand thrown in, in every game. A figure that fits none of them is testimony: it is told at its row and left out. Where it is not known which
figure of a row is the wrong one, each is a reading of its own, and the rows that follow decide.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields
from functools import partial
from itertools import combinations, compress
from typing import TYPE_CHECKING, Any, Final

import msgspec

from upcard.engine.kernel.game import Game
from upcard.engine.kernel.numbers import in_words
from upcard.engine.kernel.rules import STATEMENT, Rule
from upcard.engine.kernel.state import brief
from upcard.schemas.events import Gap, HandStarted, Scored, Voided

if TYPE_CHECKING:
    from upcard.engine.kernel.reading import Reading

FIGURES: Final = tuple(name for name in Scored.__struct_fields__ if name not in {"at", "note", "by", "src", "id"})
OPEN: Final = 24
"""A row that may mean more than so many things tells nothing of what the hand came to."""
ADDED: Final = ("points", "totals")
"""Columns of which one figure alone is wrong: wrong points, and totals to which these were added."""
MOST: Final = 64
"""The most readings that are followed side by side."""
NOBODY: Final = -1
"""The seat that is due in a column which ought to name none."""
NO_HAND: Final = "no hand can have brought this row"
BESIDE: Final = "that cannot be beside the rest of the row"
NONE: Final[frozenset[Any]] = frozenset()
"""What is due in a column whose figure no hand can bring."""
_BLANK: Final = Scored()


def row(reading: "Reading", event: Scored) -> Any:
    """A row: of the hand that has ended, of the one that is on, or, on a sheet without beginnings, of one of its own."""
    state = reading.state
    if begins_hand(state) and not is_of_hand_before_gap(reading, event):
        if reading.passes_over():
            return None
        from upcard.engine.kernel.frame import begin

        state.blind = False
        return begin(reading, HandStarted(), lambda twin: taken(twin, event))
    return taken(reading, event)


def is_of_hand_before_gap(reading: "Reading", event: Scored) -> bool:
    """Whether a row after a gap says what the hand before the gap came to. Nothing of the play was missed then, and all is as it was."""
    state, last = reading.state, reading.results[-1] if reading.results else None
    if not state.blind or state.rows or last is None or last.hand != state.hand or None in last.result.points:
        return False
    before = last.after.copied()
    before.line, before.step = state.line, state.step
    if any(differences(reading, event, before)):
        return False
    reading.state = before
    return True


def begins_hand(state: Any) -> bool:
    """Whether a row that comes now begins a hand of its own."""
    return not state.on and ((state.rows and state.source) or not state.hand or state.blind or state.ended < state.hand)


def taken(reading: "Reading", event: Scored) -> Any:
    """Compare the row with what follows, and settle by it a hand that nothing else tells of."""
    state = reading.state
    event = well_formed(reading, event)
    state.rows += 1
    reading.ask(reading.handlings[Scored].rules, event)
    if state.on:
        ended = reading.finished(event) if state.listed | state.unlisted and not state.blind else []
        if not ended:
            if state.listed | state.unlisted:
                reading.loses_track()
            return settled_by(reading, event)
        return [after for twin in ended for after in compared(twin, event) or [twin]]
    return compared(reading, event)


def compared(reading: "Reading", event: Scored) -> Any:
    """Compare the row of a hand that has ended with what follows."""
    state = reading.state
    reading.row = (state.line, event)
    reading.handlings[Scored].do(state, event)
    ends = charged(reading, event, list(differences(reading, event, state)))
    return [after for end in ends for after in end.go_on(None) or [end]]


def given(event: Scored) -> list[str]:
    """The columns that a row has."""
    return [name for name in FIGURES if getattr(event, name) != getattr(_BLANK, name)]


def well_formed(reading: "Reading", event: Scored) -> Scored:
    """The row without columns that the game has not, or that are not those of its seats or sides."""
    per = {column.field: column.per for column in reading.game.sheet}
    seats, drop = len(reading.state.players), []
    event = with_empty_seats(reading, event, [name for name in given(event) if per.get(name) == "seat"])
    for name in given(event):
        value = getattr(event, name)
        wanted = {"seat": seats, "side": 2}.get(per.get(name, ""))
        wrong: dict[str, Any] = {}
        if isinstance(value, tuple) and wanted is not None and len(value) != wanted:
            wrong = {"says": f"{name} {list(value)} are not those of {wanted} {per[name]}s"}
        elif name not in per and name != "void":
            wrong = {"says": f"{reading.game.title} has no column `{name}`", "name": "no_such_column"}
        elif name == "seat" and value >= seats:
            wrong = {"says": f"no seat {value} at this table"}
        if wrong:
            reading.charge(wrong_score(reading), **wrong)
            drop.append(name)
    return without(event, drop)


def with_empty_seats(reading: "Reading", event: Scored, names: Sequence[str]) -> Scored:
    """The row with a place, of which nothing is told, for each seat where nobody sits, if its columns leave these out; a total of 0 tells as little there."""
    players, out = reading.state.players, reading.state.sitting_out
    full: dict[str, Any] = {}
    for name in names:
        figures = getattr(event, name)
        if isinstance(figures, tuple) and len(figures) == sum(map(bool, players)) < len(players):
            numbers = iter(figures)
            full[name] = tuple(next(numbers) if player else None for player in players)
        elif name == "totals" and len(figures) == len(players):
            seats = enumerate(zip(figures, players, strict=True))
            full[name] = tuple(one if one or player or not out >> seat & 1 else None for seat, (one, player) in seats)
    return msgspec.structs.replace(event, **full) if full else event


def filled(figures: Any, others: Any) -> Any:
    """A column in which others stand for the seats of which nothing is told, where they are known."""
    if not isinstance(figures, tuple) or None not in figures or not isinstance(others, tuple | list):
        return figures
    return tuple(other if one is None else one for one, other in zip(figures, others, strict=True))


def whole(reading: "Reading", event: Scored) -> Scored:
    """The row as a game reads it: a seat untold gets nothing, and keeps its total; without columns that are not known."""
    columns = {name: getattr(event, name) for name in given(event)}
    untold = [name for name, figures in columns.items() if isinstance(figures, tuple) and None in figures]
    if not untold:
        return event
    nothing = [0] * len(reading.state.players)
    had = follows(reading, event, reading.state).get("totals")
    full = {name: filled(columns[name], had if name == "totals" else nothing) for name in untold}
    unknown = [name for name, figures in full.items() if not all(type(one) is int for one in figures)]
    return without(msgspec.structs.replace(event, **full), unknown)


def without(event: Scored, names: Sequence[str]) -> Scored:
    """The row without some of its columns."""
    return msgspec.structs.replace(event, **{name: getattr(_BLANK, name) for name in names}) if names else event


def wrong_score(reading: "Reading", column: str = "", due: Any = ()) -> Rule:
    """The rule that a row breaks by a wrong figure in this column, "" for the row as a whole. due: what follows from the play; `NONE`: no hand brings it; None: not known."""
    figures = reading.game.alone if due == NONE else reading.game.figures
    if column in figures and due is not None:
        return figures[column]
    act = reading.game.acts.get(Scored)
    if act is not None and act.rule is not None:
        return act.rule
    return Rule(reading.game.impossible, "wrong_score", "the score follows from the play", "testimony", STATEMENT)


# ---- A hand that was played --------------------------------------------------------------------------------------------


def compare_again(reading: "Reading") -> None:
    """Cards were shown of the hand that has ended: what its row says is compared with what follows now."""
    if reading.row is None or reading.state.on:
        return
    line, event = reading.row
    untrue = list(differences(reading, event, reading.state))
    for name, value, due in untrue:
        rule = wrong_score(reading, name)
        if not any(one.rule == rule and one.at == line for one in reading.charges):
            reading.charge(rule, at=line, says=written(name, value, due, never(reading.game, rule)))
    adopt(reading, without(event, [name for name, _, _ in untrue]))
    reading.go_on(None)


def differences(reading: "Reading", event: Scored, state: Any) -> Iterator[tuple[str, Any, Any]]:
    """The columns whose figures do not follow: name, what was written, what is due."""
    if not reading.game.sheet:
        return
    columns = follows(reading, event, state)
    for name in given(event):
        value, due = getattr(event, name), columns.get(name)
        if not agrees(value, due):
            yield name, filled(value, due), due


def follows(reading: "Reading", event: Scored, state: Any) -> dict[str, Any]:
    """The figures that follow from what a state tells: nothing for who had no part in a hand that was played; totals as they go on from those written too large."""
    columns = columns_due(reading.game, reading.began, state, event)
    out = 0 if state.source else state.sitting_out
    for name in [one.field for one in reading.game.sheet if out and one.per == "seat" and one.field != "totals"]:
        if isinstance(due := columns.get(name), list | tuple):
            columns[name] = [0 if one is None and out >> seat & 1 else one for seat, one in enumerate(due)]
    totals = columns.get("totals")
    if state.total_errors and totals is not None:
        columns["totals"] = [shifted(one, more) for one, more in zip(totals, state.total_errors, strict=True)]
    return columns


def columns_due(game: Game, began: Any, state: Any, event: Scored) -> dict[str, Any]:
    """What stands in the columns: by their names in a state, what they hold (nothing if void), what a game tells."""
    usual = {name: getattr(state, name) for name in ("points", "totals") if hasattr(state, name)}
    usual |= {"void": state.void, "trump": getattr(state, "trump", None) or None}
    held = {column.field: getattr(state, column.holds) for column in game.sheet if column.holds and not state.void}
    known = {
        name: None if value == -1 or (isinstance(value, list) and -1 in value) else value
        for name, value in held.items()
    }
    return usual | known | dict(game.columns_of(began, state, event))


def row_of(game: Game, state: Any) -> Scored | None:
    """The row of the hand that has ended, with all that is known of it, and without the seats where nobody sits, if nothing is to be
    told of these; None where a list of figures has one that is not known.
    """
    figures = columns_due(game, state, state, _BLANK)
    found: dict[str, Any] = {}
    for name, per in {column.field: column.per for column in game.sheet}.items():
        value = figures.get(name)
        if per == "seat" and isinstance(value, list | tuple) and None in value:
            value = list(compress(value, state.players))
        listed = isinstance(value, list | tuple) and all(type(one) is int for one in value)
        if not listed and not isinstance(value, int | str | None):
            return None
        if value is not None and value != -1:
            found[name] = tuple(value) if listed else value
    return Scored(**found)


def shifted(due: Any, more: int) -> Any:
    """A figure that is due, as it follows from totals that were written too large by so much."""
    if isinstance(due, range):
        return range(due.start + more, due.stop + more)
    return None if due is None else due + more


def agrees(written: Any, due: Any) -> bool:
    """Whether a figure may be so: what is not known agrees with all. A set, or a range, holds all that may be."""
    if written is None or due is None:
        return True
    if isinstance(due, frozenset | set):
        return any(agrees(written, one) for one in due)
    if isinstance(due, range):
        return written in due
    if isinstance(written, tuple):
        return len(written) == len(due) and all(map(agrees, written, due))
    return bool(written == due)


def adopt(reading: "Reading", event: Scored) -> None:
    """Take from a row what is not known of the hand: the hand came to that, too."""
    state = reading.state
    if not event.void:
        reading.start, before = None, brief(state)
        reading.game.adopt_of(state, event)
        state.settled += state.ended == state.hand and before != brief(state)


def never(game: Game, rule: Rule) -> str:
    """That no hand brings a figure, and the rule of its column, if it has one."""
    return f"that cannot be: {rule.says}" if rule in game.alone.values() else "that cannot be"


def written(name: str, value: Any, due: Any, cannot_be: str) -> str:
    """What is wrong with a figure: what was written, and what follows. cannot_be: what is said where no hand brings it."""
    if name == "seat" and due == NOBODY:
        follows = "there was nobody"
    else:
        right = told(due, "seat " if name == "seat" else "")
        follows = BESIDE if due is None else cannot_be if due == NONE else f"{right} follows"
    return f"{name} {told(value)} was written; {follows}"


def told(value: Any, seat: str = "") -> str:
    """A figure as it is written. seat: the word before each, where it is the number of a seat."""
    if isinstance(value, frozenset | set):
        return " or ".join(sorted(told(one, seat) for one in value))
    if isinstance(value, range):
        return in_words((value.start, value.stop - 1))
    if isinstance(value, tuple | list):
        return " ".join(map(told, value)) or "nothing"
    return "?" if value is None else f"{seat}{value}"


# ---- A hand that only its row tells of ---------------------------------------------------------------------------------


def settled_by(reading: "Reading", event: Scored) -> Any:
    """Each way in which the hand can have come out as its row says; with as few wrong figures as can be."""
    if reading.game.outcomes_of is None:
        return None
    columns = given(event)
    steps, left = reading.steps, reading.steps.left
    for wrong in range(min(3, len(columns)) + 1):
        if wrong and steps.left < 0:
            break
        after = [one for names in combinations(columns, wrong) for one in fitting(reading, event, names)]
        if wrong == 1 and set(ADDED) <= set(columns):
            after += [one for one in fitting(reading, event, ADDED) if one.cost <= reading.cost + STATEMENT]
        if not wrong:
            steps.left = left  # to look at each way in which a hand may have come out is what every row takes
        if after:
            ways = unlike(sorted(after, key=untold))
            if len(ways) <= (OPEN if steps.left >= 0 else 1):
                return ways
            if wrong:
                told = {(one.charges[-1].rule, one.charges[-1].says.partition("; ")[0]) for one in ways}
                rule, start = told.pop() if len(told) == 1 else (wrong_score(reading), "")
                reading.charge(rule, says=f"{start}; {never(reading.game, rule)}" if start else NO_HAND)
            return left_open(reading, ways, _BLANK if wrong else event)
    reading.charge(wrong_score(reading), says=NO_HAND)
    return left_open(reading)


def left_open(reading: "Reading", ways: "Sequence[Reading]" = (), right: Scored = _BLANK) -> Any:
    """The row leaves open what the hand came to. ways: too many to follow, which tell who deals; right: the row, if no figure of it is wrong."""
    from upcard.engine.kernel.frame import abandon

    reading.state.source = True
    dealers = [one.state.next_dealers for one in ways]
    may_deal = sorted({seat for seats in dealers for seat in seats}) if all(dealers) else []
    return abandon(reading, partial(end_unknown, next_dealers=may_deal, row=right))


def end_unknown(reading: "Reading", next_dealers: list[int], row: Scored) -> Any:
    """The hand has ended, and what it came to is not known, but for what its row has of it."""
    reading.state.next_dealers = next_dealers
    reading.state.end()
    adopt(reading, row)
    return reading.go_on(None)


def fitting(reading: "Reading", event: Scored, wrong: Sequence[str]) -> "list[Reading]":
    """The readings in which all but these figures of the row are right, and these are not."""
    after: list[Reading] = []
    right = without(event, wrong)
    for way in ways_out(reading, right):
        twin = reading.copied()
        twin.state.source = True
        for end in twin.go_on(way(twin.state)) or [twin]:
            if any(True for _ in differences(end, right, end.state)):
                continue
            untrue = [one for one in differences(end, event, end.state) if one[0] in wrong]
            told = {name for name, _, _ in untrue}
            untrue += [(one, getattr(event, one), due_alone(reading, event, one)) for one in wrong if one not in told]
            after += [last for one in charged(end, event, untrue) for last in one.go_on(None) or [one]]
    return after


def due_alone(reading: "Reading", event: Scored, name: str) -> frozenset[Any] | None:
    """The values that a figure may have: none, if no hand brings this one, whatever else is in the row; else that is not known."""
    alone = without(event, [one for one in given(event) if one != name])
    return None if event.void or any(True for _ in ways_out(reading, alone)) else NONE


def ways_out(reading: "Reading", row: Scored) -> Iterable[Callable[[Any], Any]]:
    """The ways in which a hand can have come out as its row says, which may call it void."""
    outcomes_of: Any = reading.game.outcomes_of
    throw_in: Any = reading.handlings[Voided].do
    return (lambda s: throw_in(s, Voided()),) if row.void else outcomes_of(reading.state, whole(reading, row))


def untold(reading: "Reading") -> int:
    """The number of figures charged by the rule of the row alone: those that break a rule of their own column are told first."""
    rule = wrong_score(reading)
    return sum(one.rule == rule for one in reading.charges)


def charged(reading: "Reading", event: Scored, untrue: Sequence[tuple[str, Any, Any]]) -> "list[Reading]":
    """The reading charged with its wrong figures; and one in which all later totals go on from a wrong one."""
    for name, value, due in untrue:
        if name == "totals" and carries_on(untrue):
            continue
        rule = wrong_score(reading, name, due)
        reading.charge(rule, says=written(name, value, due, never(reading.game, rule)))
    adopt(reading, without(event, [name for name, _, _ in untrue]))
    totals = next((one for one in untrue if one[0] == "totals"), None)
    if totals is None or not totals[2] or isinstance(totals[2], frozenset | set) or reading.steps.left < 0:
        return [reading]
    other = reading.copied()
    before = other.state.total_errors or [0] * len(totals[1])
    other.state.total_errors = [
        wrote - due + was if isinstance(due, int) else was
        for wrote, due, was in zip(totals[1], totals[2], before, strict=True)
    ]
    return [reading, other]


def carries_on(untrue: Sequence[tuple[str, Any, Any]]) -> bool:
    """Whether wrong totals are no more than wrong points added up."""
    more = {
        name: [
            wrote - one if isinstance(one, int) and isinstance(wrote, int) else None
            for wrote, one in zip(value, due, strict=True)
        ]
        for name, value, due in untrue
        if name in {"points", "totals"} and isinstance(due, tuple | list)
    }
    points = more.get("points", [None])
    return None not in points and points == more.get("totals")


def unlike(readings: "Sequence[Reading]") -> "list[Reading]":
    """The readings that differ, the cheapest alone; of those that have come to the same, one, with the hands of all."""
    least = min(one.cost for one in readings)
    return distinct([one for one in readings if one.cost == least])


def distinct(readings: "Sequence[Reading]") -> "list[Reading]":
    """The readings that differ; of those that have come to the same, one, with the hands of all."""
    kept: list[Reading] = []
    like: dict[Any, list[Reading]] = {}
    for one in readings:
        others = like.setdefault(brief(one.state), [])
        twin = next((other for other in others if same(one, other)), None)
        if twin is None:
            others.append(one)
            kept.append(one)
        elif twin.results != one.results:
            twin.join(one)
    return kept


def same(one: "Reading", other: "Reading") -> bool:
    """Whether two readings have come to the same."""
    told = (other.cost, len(other.charges), other.state, other.doubts)
    return (one.cost, len(one.charges), one.state, one.doubts) == told and all(
        mine is theirs or mine.key == theirs.key for mine, theirs in zip(one.charges, other.charges, strict=True)
    )


def followed(line: int, readings: "Sequence[Reading]") -> "list[Reading]":
    """The readings to follow; of too many one, in which hands that have ended keep what all have in common."""
    kept = unlike(readings)
    return kept if len(kept) <= MOST else as_missed(line, kept)


def as_missed(line: int, readings: "Sequence[Reading]") -> "list[Reading]":
    """One reading in place of several: what they differ in is as if it had been missed."""
    first, *others = readings
    missed = first.state.copied()
    first.game.missed_of(missed, Gap())
    for one in others:
        first.join(one)
    for name in [one.name for one in fields(missed)] if first.state.on else ():
        if any(getattr(one.state, name) != getattr(first.state, name) for one in others):
            setattr(first.state, name, getattr(missed, name))
    first.state.step -= 1
    return unlike(first.take(line, Gap()) or [first])
