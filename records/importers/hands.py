"""Hands of a sheet as events: what stands in their cells, by seat and side, as the game declares its columns."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from upcard.engine.game import find
from upcard.engine.kernel.game import Column, Game
from upcard.records.importers.faults import Faults, NotRead, quoted
from upcard.records.importers.found import Found, Hand
from upcard.records.importers.grids import Cell
from upcard.records.importers.languages import languages_of, suits_by_letter
from upcard.records.importers.titles import OTHERS, key, pair_of, words_for
from upcard.records.importers.values import (
    NOBODY,
    UNITS,
    Kind,
    is_blank,
    is_dash,
    is_mark,
    kind_of,
    near,
    plain_word,
    read_number,
    read_word,
)
from upcard.schemas.events import Event, HandStarted, Noted, Scored

_CROSSED = re.compile(r"([^\s]*[0-9]\)?) ?([x*\u2713\u2714]|[a-z]+)", re.IGNORECASE)


def letters_for_suits(hands: Iterable[Hand], headings: Iterable[str]) -> dict[str, dict[str, str]]:
    """What the letters may mean that stand for suits in these hands."""
    words = {
        plain_word(one.cell)
        for hand in hands
        for (column, _), cells in hand.cells.items()
        if column.per == "hand" and kind_of(column, find(hand.sitting.game)).of_suits
        for one in cells
    }
    letters = {word for word in words if len(word) == 1 and word.isalpha()}
    return suits_by_letter(letters, languages_of([*headings, *words]))


class Table:
    """Who sits where, the game and its house rules, for the hands of a session; faults: is told what is wrong with them; letters:
    what those for suits may mean in this sheet.
    """

    def __init__(
        self,
        game: Game,
        seats: tuple[str, ...],
        options: Mapping[str, Any],
        faults: Faults,
        letters: Mapping[str, Mapping[str, str]],
    ) -> None:
        self.game, self.seats, self.faults = game, seats, faults
        self._at_first = seats
        self._scales, self._letters = options, letters
        self.implied: dict[str, Any] = {}
        self._alone: int | None = None
        """Who plays against all others in the hand that is read."""

    def events(self, hand: Hand, seated: Sequence[str], blank: int | None) -> list[Event]:
        """What a hand says. seated: who sits on each seat; blank: the number that an empty cell stands for, if it stands for one."""
        of_seats = zip(seated, self._at_first, strict=True)
        self.seats = tuple(name or ("" if first in hand.here else first) for name, first in of_seats)
        remarks: list[str] = []
        values = {} if hand.crossed_out else self._values(hand, blank, remarks)
        if hand.void:
            values["void"] = True
        played = list(self._acts(hand, remarks))
        crossed_out = [f"crossed out: {hand.crossed_out}"] if hand.crossed_out else []
        note = "; ".join([*crossed_out, *hand.notes, *remarks]) or None
        dealer = None
        if hand.dealer is not None and not is_blank(hand.dealer.cell):
            dealer = self._told(hand.dealer, lambda found: self._seat(str(found.cell)))
        begins = HandStarted(dealer=dealer, src=hand.row + 1 if played and not values else None)
        if values:
            return [begins, *played, Scored(**values, src=hand.row + 1, note=note)]
        return [begins, *played, *([Noted(note=note, src=hand.row + 1)] if note else [])] if played or note else []

    # ---- The row of `scored` ---------------------------------------------------------------------------------------

    def _values(self, hand: Hand, blank: int | None, remarks: list[str]) -> dict[str, Any]:
        """What stands in the columns of a hand; last whose side has won, as the side that a player is on hangs on the rest."""
        sides = [column for column in self.game.sheet if column.field == "side"]
        others = [column for column in self.game.sheet if column not in sides]
        values = {column.field: self._value(column, hand, blank, remarks) for column in others}
        values |= dict(self._marked(hand))
        seat, points = values.get("seat"), values.get("points") or ()
        self._alone = against_all(points) if seat is None else seat
        values |= {column.field: self._value(column, hand, blank, remarks) for column in sides}
        return {name: value for name, value in values.items() if value is not None}

    def _value(self, column: Column, hand: Hand, blank: int | None, remarks: list[str]) -> Any:
        found = {whose: cells[0] for (one, whose), cells in hand.cells.items() if one is column and cells}
        value: Any = None
        if column.per in {"seat", "side"}:
            value = self._numbers(hand, column, found, blank, remarks)
        elif column.per == "list":
            value = self._seats(next(iter(found.values()), None))
        elif said := [(whose, one) for whose, one in found.items() if not is_blank(one.cell)]:
            value = self._of_one(column, said, remarks)
        if value is not None:
            self.implied |= dict(column.implies)
        return value

    def _marked(self, hand: Hand) -> Iterator[tuple[str, int]]:
        """The seats that marks tell. Two that say different things, or a mark and a name, are told as wrong."""
        told: dict[str, tuple[int, str]] = {}
        for column, who, mark in hand.marks:
            if not self._told(mark, lambda one: is_mark(one.cell)):
                continue
            seat = self._told(mark, lambda _one, who=who: self._seat(who))
            named = next((one for one in hand.cells.get((column, ""), []) if not is_blank(one.cell)), None)
            if column.field not in told and named is not None and (said := self._single(column, named, [])) is not None:
                told[column.field] = said, quoted(named.cell)
            if seat is not None and told.setdefault(column.field, (seat, who))[0] != seat:
                says = f"{who} is marked here, and {told[column.field][1]} is the {column.title} of this hand as well"
                self.faults.add(mark.row, mark.column, says, f"one {column.title} a hand: take one of them away")
        yield from ((field, seat) for field, (seat, _) in told.items())

    def _numbers(
        self, hand: Hand, column: Column, found: dict[str | int, Found], blank: int | None, remarks: list[str]
    ) -> tuple[int, ...] | None:
        """The numbers of a column by seat or side; None if nobody wrote any."""
        width = len(self.seats) if column.per == "seat" else 2
        cells: list[Found | None] = [None] * width
        for whose, one in found.items():
            if (
                is_blank(one.cell)
                and isinstance(whose, str)
                and whose
                and not pair_of(whose)
                and not self._is_name(whose)
            ):
                continue  # a column of somebody who was not there
            place = self._told(one, lambda _one, whose=whose: self._place(column, whose))
            if place is not None and place < width:
                before = cells[place]
                if (
                    before is not None
                    and not is_blank(one.cell)
                    and not is_blank(before.cell)
                    and before.cell != one.cell
                ):
                    says = f"saw {quoted(one.cell)}, and {quoted(before.cell)} of the partner: {column.title} are of both together"
                    self.faults.add(one.row, one.column, says, "one column for a pair, headed Ann & Cid")
                cells[place] = one if before is None or is_blank(before.cell) else before
        totals = {whose: one for (total, whose), one in hand.totals.items() if total is column}
        if column.field == "totals" and not any(one and not is_blank(one.cell) for one in cells):
            return self._below(hand, totals)
        if not any(one is not None and (not is_blank(one.cell) or _scored_nothing(column, one)) for one in cells):
            return None
        numbers = [
            self._number(hand, column, place, one, blank, remarks)
            for place, one in enumerate(cells)
            if column.per != "seat" or self.seats[place] in hand.here
        ]
        return tuple(number for number in numbers if number is not None) if None not in numbers else None

    def _number(
        self, hand: Hand, column: Column, place: int, found: Found | None, blank: int | None, remarks: list[str]
    ) -> int | None:
        whose = self._called(column, place)
        if found is not None and _scored_nothing(column, found) and not hand.void:
            return 0
        if found is None or is_blank(found.cell):
            if blank is not None or hand.void:
                return None if hand.void else blank
            at = (found.row, found.column) if found else (hand.row, 0)
            hint = "write 0 if it is none, - if the player was not there; or tell what an empty cell is: blank = 0 in upcard-sheets.toml"
            self.faults.add(*at, f"no number of {column.title} for {whose}", hint)
            return None
        number = self._told(found, lambda one: read_number(self._unmarked(one.cell), self._scale(column), None))
        if number is not None and self._unmarked(found.cell) != found.cell:
            number = number._replace(marked=True)
        if number is None:
            return None
        if number.remark:
            remarks.append(f"{whose}: {number.remark}")
        if number.marked and column.per == "seat":
            hand.marks.append(
                (self._marked_column(column, found), self.seats[place], Found(found.row, found.column, "x"))
            )
        return int(number.value)

    def _unmarked(self, cell: Cell) -> Cell:
        """A number without the cross behind it, or the beginning of what that says, in games in which that marks who played against
        the others: `8x`, `-2 L` of a landlord.
        """
        seat = next((one for one in self.game.sheet if one.field == "seat" and one.per == "hand"), None)
        if seat is None or seat.implies or not isinstance(cell, str):
            return cell
        found = _CROSSED.fullmatch(cell)
        mark = found[2].casefold() if found else ""
        begins = mark and mark not in UNITS and any(word.startswith(mark) for word in (seat.title, *seat.also))
        return found[1] if found and (begins or not mark.isalpha() or mark == "x") else cell

    def _marked_column(self, column: Column, found: Found) -> Column:
        """The column that a `t` behind a number marks a seat for."""
        seat = next((one for one in self.game.sheet if one.field == "seat" and one.per == "hand"), None)
        if seat is None:
            self.faults.add(found.row, found.column, f"saw {quoted(found.cell)}, wanted a number")
            return column
        self.implied |= dict(seat.implies)
        return seat

    def _below(self, hand: Hand, own: dict[str | int, Found]) -> tuple[int, ...] | None:
        """The totals that a row below the hand tells, if it tells those of all who sit there."""
        totals = next(one for one in self.game.sheet if one.field == "totals")
        places: dict[int, Found] = {}
        for whose, one in (own or summed(self.game, hand)).items():
            place = self._told(one, lambda _one, whose=whose: self._place(totals, whose))
            if place is None:
                return None
            places[place] = one
        width = len(self.seats) if totals.per == "seat" else 2
        if set(places) != set(range(width)):
            return None
        numbers = [self._told(places[place], lambda one: read_number(one.cell, 1, None)) for place in range(width)]
        return tuple(one.value for one in numbers if one is not None) if None not in numbers else None

    def _of_one(self, column: Column, said: Sequence[tuple[str | int, Found]], remarks: list[str]) -> Any:
        """What the cells of a column by hand say, of which one may name all players but the one that is meant."""
        first, *more = [
            (self._left_out(column, one) if whose == OTHERS else self._single(column, one, remarks), one)
            for whose, one in said
        ]
        for value, one in more:
            if None not in {value, first[0]} and value != first[0]:
                says = f"saw {quoted(one.cell)}, which does not go with {quoted(first[1].cell)}"
                self.faults.add(one.row, one.column, says, f"one {column.title} a hand")
        return first[0]

    def _left_out(self, column: Column, found: Found) -> int | None:
        """The seat that a cell leaves out which names all others."""
        named = self._seats(found) or ()
        left = [seat for seat in range(len(self.seats)) if seat not in named]
        if len(left) == 1:
            return left[0]
        self.faults.add(found.row, found.column, f"saw {quoted(found.cell)}, wanted all but the {column.title}")
        return None

    def _single(self, column: Column, found: Found, remarks: list[str]) -> Any:
        return self._told(found, lambda one: self._read(column, one, remarks))

    def _read(self, column: Column, found: Found, remarks: list[str]) -> Any:
        """What a cell of a column by hand says. Raises `NotRead`."""
        if column.field == "seat":
            return None if key(str(found.cell)) in NOBODY else self._seat(str(found.cell))
        if column.field == "side":
            return self._side(column, str(found.cell))
        kind = kind_of(column, self.game)
        if kind.words:
            return read_word(found.cell, kind, self._letters)
        number = read_number(found.cell, self._scale(column), kind.least)
        if number.remark:
            remarks.append(f"{column.title}: {number.remark}")
        return number.value

    def _seats(self, found: Found | None) -> tuple[int, ...] | None:
        """A list of seats, by their names."""
        if found is None or is_blank(found.cell):
            return None
        text = " ".join(str(found.cell).replace(";", ",").split())
        names = (text,) if self._is_name(text) else pair_of(text) or text.split()
        seats = [self._told(found, lambda _one, name=name: self._seat(name)) for name in names]
        return tuple(seat for seat in seats if seat is not None)

    # ---- Other acts ------------------------------------------------------------------------------------------------

    def _acts(self, hand: Hand, remarks: list[str]) -> Iterator[Event]:
        """What stands in columns of other acts than `scored`, in the order of the acts."""
        for event, given in dict.fromkeys((column.event, column.given) for column in self.game.book):
            columns = [column for column in self.game.book if (column.event, column.given) == (event, given)]
            if all(column.per == "hand" for column in columns):
                values = {}
                for column in columns:
                    found = next(iter(hand.cells.get((column, ""), ())), None)
                    if found is not None and not is_blank(found.cell):
                        values[column.field] = self._single(column, found, remarks)
                if any(value is not None for value in values.values()):
                    yield event(**dict(given), **values, src=hand.row + 1)  # type: ignore[misc]
                continue
            called = next((column for column in self.game.book if column.field == "bet"), None)
            for seat, name in enumerate(self.seats):
                bets = hand.cells.get((called, name), []) if called is not None else []
                cells = [hand.cells.get((column, name), []) for column in columns]
                for place in range(max(map(len, cells), default=0)):
                    yield from self._act(
                        columns, [one[place] if place < len(one) else None for one in cells], seat, bets[place:]
                    )

    def _act(
        self, columns: Sequence[Column], cells: Sequence[Found | None], seat: int, bets: Sequence[Found]
    ) -> Iterator[Event]:
        """An act of a seat, of what stands in its cells. bets: the cells that name its bet, and those after it; a bet that
        has no name is named by its line and seat.
        """
        said = [
            (column, one)
            for column, one in zip(columns, cells, strict=True)
            if one is not None and not is_blank(one.cell) and column.field != "bet"
        ]
        if not said:
            return
        event, first = columns[0].event, said[0][1]
        values: dict[str, Any] = dict(columns[0].given)
        for column, one in said:
            values |= self._told(one, lambda found, column=column: self._fields(columns, column, found)) or {}
        fields = event.__struct_fields__
        if "seat" in fields:
            values["seat"] = seat
        if "bet" in fields:
            named = bets[0].cell if bets and not is_blank(bets[0].cell) else f"{first.row + 1}.{seat}"
            values["bet"] = str(named)
        lacking = [field.name for field in msgspec.structs.fields(event) if field.required and field.name not in values]
        if lacking:
            says = f"no {' and no '.join(_title(columns, name) for name in lacking)} beside it"
            self.faults.add(first.row, first.column, says, "write both, or neither")
            return
        yield event(**values, src=first.row + 1)  # type: ignore[misc]

    def _fields(self, columns: Sequence[Column], column: Column, found: Found) -> dict[str, Any]:
        """The fields that a cell fills: its own, and the next ones where words go on: `rouge 10`. Raises `NotRead`."""
        kind = kind_of(column, self.game)
        if not kind.words:
            return {column.field: read_number(found.cell, self._scale(column), kind.least).value}
        after = list(columns[list(columns).index(column) + 1 :])
        word, _, rest = str(found.cell).partition(" ")
        if not rest or not after:
            return {column.field: read_word(found.cell, kind, self._letters)}
        number = read_number(rest.strip(), self._scale(after[0]), kind_of(after[0], self.game).least)
        return {column.field: read_word(word, kind, self._letters), after[0].field: number.value}

    # ---- Seats and sides -------------------------------------------------------------------------------------------

    def _is_name(self, text: str) -> bool:
        return text.casefold() in {name.casefold() for name in self.seats}

    def _seat(self, text: str) -> int:
        """The seat of who is called so, or of the only one whose name begins so. Raises `NotRead`."""
        plain = text.casefold().strip(" .")
        names = [name.casefold() for name in self.seats]
        if plain in names:
            return names.index(plain)
        begun = [seat for seat, name in enumerate(names) if plain and name.startswith(plain)]
        if len(begun) == 1:
            return begun[0]
        known = [name for name in self.seats if name]
        raise NotRead(f"saw {quoted(text)}, wanted one of {', '.join(known)}", near(text, known))

    def _side(self, column: Column, text: str) -> int:
        """The side that is called so, that has such partners, or such a player. Raises `NotRead`."""
        for word, value in column.values:
            if key(text) in words_for(word):
                return value
        words = {side: word for word, side in reversed(column.values)}
        called = [words.get(side) or self._called(column, side) for side in range(2)]
        try:
            seats = [self._seat(name) for name in pair_of(text) or (text,)]
        except NotRead as problem:
            raise NotRead(f"saw {quoted(text)}, wanted {' or '.join(called)}", problem.hint) from None
        if not column.values:
            sides = {seat % 2 for seat in seats}
        elif self._alone is not None:
            sides = {int(seat != self._alone) for seat in seats}
        else:
            sides = {1} if len(seats) == len(self.seats) - 1 else set()
        if len(sides) != 1:
            hint = f"who was the {called[0]}? a column of that name tells it" if column.values and not sides else ""
            raise NotRead(f"saw {quoted(text)}, no side", hint or f"wanted {' or '.join(called)}")
        return sides.pop()

    def _place(self, column: Column, whose: str | int) -> int:
        """The seat or side that a column of a sheet is of. Raises `NotRead`."""
        if isinstance(whose, int):
            return whose
        return self._seat(whose) if column.per == "seat" else self._side_of(whose)

    def _side_of(self, text: str) -> int:
        sides = {self._seat(name) % 2 for name in pair_of(text) or (text,)}
        if len(sides) != 1:
            hint = "partners sit opposite each other: seats 1 and 3, seats 2 and 4"
            raise NotRead(f"{text} are no partners: the players sit as {', '.join(self.seats)}", hint)
        return sides.pop()

    def _called(self, column: Column, place: int) -> str:
        """Whose number it is, in words."""
        if column.per == "seat":
            return self.seats[place]
        if column.parts:
            return f"the {column.parts[place]}"
        return " & ".join(self.seats[place::2])

    def _scale(self, column: Column) -> int:
        return int(self._scales.get(column.scale, 1)) if column.scale else 1

    def _told(self, found: Found, read: Any) -> Any:
        """What is read from a cell; None if it cannot be, which is told."""
        try:
            return read(found)
        except NotRead as problem:
            self.faults.add(found.row, found.column, problem.says, problem.hint)
            return None


def against_all(points: Sequence[int]) -> int | None:
    """The seat that alone has gained, or alone has lost; None if there is none.

    >>> against_all((4, -2, -2)), against_all((1, 1, -2)), against_all((0, 0, 0))
    (0, 2, None)
    """
    gained = [number > 0 for number in points]
    return next((gained.index(one) for one in (True, False) if gained.count(one) == 1), None)


def _scored_nothing(column: Column, found: Found) -> bool:
    """Whether a dash says that a side scored nothing: other than a player, a side is always there."""
    return column.per == "side" and is_dash(found.cell)


def summed(game: Game, hand: Hand) -> dict[str | int, Found]:
    """The totals that a row below a hand tells: those under the totals, or the points, or what there is."""
    by_column: dict[Column, dict[str | int, Found]] = {}
    for (column, whose), one in hand.totals.items():
        by_column.setdefault(column, {})[whose] = one
    totals = next((one for one in game.sheet if one.field == "totals"), None)
    if totals is None:
        return {}
    same = [column for column in by_column if column.per == totals.per and column.event is Scored]
    named = [column for field in ("totals", "points") for column in same if column.field == field]
    chosen = named[:1] or (same if len(same) == 1 else [])
    return by_column[chosen[0]] if chosen else {}


def _title(columns: Sequence[Column], field: str) -> str:
    return next((column.title for column in columns if column.field == field), field)


__all__ = ["Kind", "Table", "summed"]
