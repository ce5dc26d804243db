"""The rows of a sheet, read one after another: headings, days, names, remarks, totals, and hands."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from itertools import pairwise
from typing import Any, Final

import msgspec

from upcard.engine.game import find
from upcard.engine.kernel.game import Column, Game
from upcard.records.importers.dates import Dates, lacks_year, year_in
from upcard.records.importers.faults import Faults, quoted
from upcard.records.importers.found import Found, Hand, Remark, Sitting
from upcard.records.importers.game_names import game_named
from upcard.records.importers.grids import Cell, Grid, column_name
from upcard.records.importers.headings import Known, heading_rows
from upcard.records.importers.labels import TOTALS, Label, counters, house_rules, is_carried, label_line, replaced
from upcard.records.importers.layouts import Layout, Target, read_layout, seated
from upcard.records.importers.titles import MINUTES, Heading, apart, key, pair_of, words_for
from upcard.records.importers.us_and_them import BY_WHOM
from upcard.records.importers.values import is_blank, is_dash, is_void, looks_like_number
from upcard.records.importers.wishes import Wishes

_WHOLE_NAME: Final = 3
"""What has fewer letters may be the beginning of a name."""


class Reader:
    """Reads the rows of one sheet. found: its hands and remarks; layouts: how it is laid out, one after another."""

    def __init__(self, grid: Grid, game: Game, wishes: Wishes, dates: Dates, faults: Faults, *, block: int = 0) -> None:
        self.rows, self._crossed_out = grid.rows, grid.crossed_out
        self.found: list[Hand | Remark] = []
        self.layouts: list[tuple[Layout, Game]] = []
        self.passed_over = 0
        self._without_numbers: list[Layout] = []
        self.rows_of_totals = 0
        self._wishes, self._dates, self._faults = wishes, dates, faults
        self._game = game
        self._layout: Layout | None = None
        self._begun = False
        self._sitting = Sitting(
            game.key, None, wishes.place, "", wishes.players, wishes.preset, (), wishes.buy_in, block
        )
        self._totals_above: tuple[int, Sequence[tuple[int, Cell]]] | None = None
        self._hand: Hand | None = None
        self._rows_a_hand = 0
        self._places: dict[str, Found] = {}
        self._instead: dict[str, str] = {}
        """Who sits in the place of the players that the headings name."""
        self._spellings = {name.casefold(): name for name in wishes.players}

    def read(self, day: str | None) -> None:
        """Read all rows. day: what the name of the sheet or the file says."""
        self._set(day=day)
        at, header = 0, self._wishes.header or 1
        if header > len(self.rows):
            says = f"there is no row {header}: this sheet has {len(self.rows)}"
            self._faults.add(header - 1, 0, says, "header=3 says that the third row has the headings")
        while at < len(self.rows):
            at += self._row(at)
        self._add_totals_above()

    @property
    def hands(self) -> list[Hand]:
        """The hands that were found."""
        return [one for one in self.found if isinstance(one, Hand)]

    @property
    def block(self) -> int:
        """How often the sheet began anew by now."""
        return self._sitting.block

    def _set(self, **changes: Any) -> None:
        """Something goes for the hands that follow."""
        self._sitting = msgspec.structs.replace(self._sitting, **changes)
        self._hand = None

    def _row(self, at: int) -> int:
        """Read a row. Returns how many rows that took."""
        row = self.rows[at]
        said = [(column, cell) for column, cell in enumerate(row) if cell != ""]
        if not said:
            return 1
        first = str(said[0][1])
        if first.startswith(("#", "//")) and (first != "#" or len(said) == 1):
            self._remark(at, " ".join(str(cell) for _, cell in said))
        elif (
            self._is_label(at, said)
            or self._is_totals(at, said)
            or (len(said) == 1 and self._takes_seat(at, said[0][1]))
            or self._names_winner(at, said)
        ):
            pass
        elif count := heading_rows(self.rows, at, self._known(), self._dates.read):
            self._headings(range(at, at + count))
            return count
        elif len(said) == 1 and self._is_alone(at, *said[0]):
            pass
        elif self._layout is None:
            self._before_headings(at, said)
        else:
            self._data(at, row)
        return 1

    def _known(self) -> Known:
        return Known(self._game, self._sitting.players, self._wishes.columns, self._wishes.header)

    def _remark(self, at: int, text: str) -> None:
        plain = text.lstrip("#/ ").strip()
        if plain and key(plain) not in {key(self._game.key.replace("_", " ")), key(self._game.title)}:
            self.found.append(Remark(at, plain))

    # ---- Lines that go for what follows ----------------------------------------------------------------------------

    def _is_label(self, at: int, said: Sequence[tuple[int, Cell]]) -> bool:
        """Take in a line such as `Players: Ann, Bob`, if it is one."""
        line = label_line(said, self._game, self._dates, below_headings=self._layout is not None)
        if line is not None and line.name == "players" and self._stands_above_names(said, at):
            return False
        if line is not None:
            self._take_label(line, at)
        if (
            line is not None
            and line.name == "players"
            and line.column > said[0][0]
            and (self._layout is None or self._layout.long)
            and self._stands_above_numbers(said, at)
        ):
            self.rows[at] = ["hand" if column == said[0][0] else cell for column, cell in enumerate(self.rows[at])]
            self._headings(range(at, at + 1))  # the names stand above their numbers
        return line is not None

    def _stands_above_numbers(self, said: Sequence[tuple[int, Cell]], at: int) -> bool:
        """Whether the row below these cells has a number below each, but for the first, so that they are its headings."""
        below = self.rows[at + 1] if at + 1 < len(self.rows) else []
        under = [below[column] if column < len(below) else "" for column, _ in said]
        numbered = under[0] == "" or looks_like_number(under[0]) or self._is_day(under[0])
        return numbered and all(map(looks_like_number, under[1:]))

    def _stands_above_names(self, said: Sequence[tuple[int, Cell]], at: int) -> bool:
        """Whether the row below has a word below the first of these cells, and a number below another: a row of each player."""
        below = self.rows[at + 1] if at + 1 < len(self.rows) else []
        first, *under = [below[column] if column < len(below) else "" for column, _ in said]
        named = isinstance(first, str) and not looks_like_number(first) and not is_blank(first)
        return named and bool(under) and all(looks_like_number(cell) and not self._is_day(cell) for cell in under)

    def _take_label(self, line: Label, at: int) -> None:
        values = line.values
        match line.name:
            case "date":
                self._set(day=self._day(at, line.column, line.cell))
            case "players":
                told = pair_of(values[0]) or values if len(values) == 1 else values
                names = [self._spelled(name) for name in told]
                if not self._take_seats(at, dict(zip(self._sitting.players, names, strict=False)), len(names)):
                    self._set(players=tuple(names), ids=())
                    self._instead = {}
                    self._layout = self._layout if self._layout and self._layout.long else None
            case "ids":
                self._take_ids(line, at)
            case "game":
                self._game = find(game_named(values[0]) or self._game.key)
                self._set(game=self._game.key, options=(), preset=None)
                self._layout = None
            case "options":
                rules = dict(house_rules(line, at, self._game, self._faults))
                self._set(options=tuple({**dict(self._sitting.options), **rules}.items()))
            case "buy_in":
                self._set(buy_in=counters(line, at, self._faults))
            case _:
                self._set(**{line.name: values[0]})

    def _take_ids(self, line: Label, at: int) -> None:
        """The ids of the players that were named last, in the same order."""
        players = tuple(map(self._now, self._sitting.players))
        if len(line.values) != len(players) or len(set(line.values)) < len(players):
            hint = "under the line with the players, an id for each of them"
            self._faults.add(at, line.column, f"wanted {len(players)} ids that differ, saw {len(line.values)}", hint)
            return
        self._set(ids=tuple(zip(players, line.values, strict=True)))

    # ---- Who takes whose seat ------------------------------------------------------------------------------------------

    def _takes_seat(self, at: int, cell: Cell) -> bool:
        """Take in a line such as `Eve for Dee`, if it is one: what stands below the name of Dee is Eve's from there on."""
        moved = self._moved(cell)
        if moved is None:
            return False
        coming, gone = moved
        at_first = next(name for name in self._at_first() if self._now(name) == gone)
        return self._take_seats(at, {at_first: coming}, len(self._at_first()))

    def _moved(self, cell: Cell) -> tuple[str, str] | None:
        """Who takes the seat of whom, where a cell says so: of those who sit there one, by somebody else."""
        named = replaced(cell) if isinstance(cell, str) else None
        if named is None or not (self._is_known(named[0]) or named[0].isalnum()) or not named[0][0].isalpha():
            return None
        sit = list(map(self._now, self._at_first()))
        coming, gone = self._wishes.names.get(named[0], named[0]), self._now(named[1])
        taken = coming.casefold() in {name.casefold() for name in sit}
        return (self._spellings.get(coming.casefold(), coming), gone) if gone in sit and not taken else None

    def _is_known(self, name: str) -> bool:
        """Whether somebody is called so elsewhere."""
        return name.casefold() in self._spellings or name in self._wishes.names

    def _at_first(self) -> list[str]:
        """The players as the headings name them; before these, as a line does. None where each row names its own."""
        if self._layout is not None and self._layout.long:
            return []
        return [self._spelled(name) for name in (self._layout.names if self._layout else ()) or self._sitting.players]

    def _take_seats(self, at: int, sits: Mapping[str, str], width: int) -> bool:
        """Put players in the place of those that the headings name, if of so many (width) some stay and others come; whether they do.
        sits: who sits there now, by who did at first.
        """
        at_first = self._at_first()
        now = {name: sits.get(name, self._now(name)) for name in at_first}
        moved = {name: coming for name, coming in now.items() if coming != self._now(name)}
        stay = [name for name in at_first if name not in moved]
        if self._layout is None or width != len(at_first) or not stay or len(set(now.values())) < width:
            return False
        if set(moved.values()) & set(map(self._now, at_first)):
            return False
        for name, coming in moved.items():
            self._faults.told.append(f"row {at + 1}: {coming} takes the seat of {self._now(name)}")
        self._instead |= moved
        self._hand = None
        return True

    def _now(self, whose: str) -> str:
        """A player or a pair as the headings name them, as who sits there now."""
        if not self._instead:
            return self._spelled(whose)
        pair = pair_of(whose)
        if pair:
            return " & ".join(map(self._now, pair))
        name = self._spelled(whose)
        begun = [one for one in self._at_first() if one.casefold().startswith(name.casefold())]
        at_first = name if name in self._instead or len(begun) != 1 else begun[0]
        return self._instead.get(at_first, name)

    def _names_winner(self, at: int, said: Sequence[tuple[int, Cell]]) -> bool:
        """Keep a line such as `Winner: Bob`, or with the name in the next cell, as a remark: below hands it is of none of them."""
        title, _, inside = str(said[0][1]).partition(":")
        texts = [text for text in (inside.strip(), *(str(cell) for _, cell in said[1:])) if text]
        if self._layout is None or len(texts) != 1 or key(title) not in words_for("winner"):
            return False
        if not all(map(self._is_known, pair_of(texts[0]) or texts)):
            return False
        self._remark(at, f"{title}: {texts[0]}")
        return True

    def _heads_changed(self, at: range) -> bool:
        """Take in headings that are those from before but for some names: others have taken these seats."""
        layout, row = self._layout, self.rows[at[0]]
        if layout is None or layout.long or len(at) > 1:
            return False
        sits: dict[str, str] = {}
        for column, target in layout.targets.items():
            text = str(row[column]) if column < len(row) else ""
            found = Heading(who=target.who) if text.casefold() == target.title.casefold() else apart(text, self._game)
            whose = pair_of(target.who) or (target.who,)
            names = pair_of(found.who) or (found.who,)
            same = text.casefold() == target.title.casefold() or not found.columns or target.column in found.columns
            if not same or found.standard or len(names) != len(whose) or bool(target.who) != bool(found.who):
                return False
            sits |= {self._spelled(was): self._spelled(sit) for was, sit in zip(whose, names, strict=True) if was}
        titles = {column for column, target in layout.targets.items() if target.title}
        return titles == {column for column, cell in enumerate(row) if cell != ""} and self._take_seats(
            at[0], sits, len(layout.names)
        )

    def _is_alone(self, at: int, column: int, cell: Cell) -> bool:
        """Take in what stands alone in its row: a day, a game, or words."""
        days = [cell] if isinstance(cell, date) else self._dates.found(str(cell)) if isinstance(cell, str) else []
        target = self._layout.targets.get(column) if self._layout else None
        if days and (target is None or target.kind != "remark"):
            self._set(day=self._day(at, column, cell))
            if isinstance(cell, str) and not self._dates.read(cell):
                self._remark(at, cell)
            return True
        if isinstance(cell, str) and not looks_like_number(cell) and not is_void(cell) and not is_blank(cell):
            if target is not None and target.kind in {"value", "mark"}:
                return False
            game = game_named(cell)
            if game not in {None, self._game.key} and self._wishes.game is None and self._layout is None:
                self._take_label(Label("game", [cell], column, cell), at)
            self._remark(at, cell)
            return True
        return False

    def _before_headings(self, at: int, said: Sequence[tuple[int, Cell]]) -> None:
        """A row that comes before anything says what its columns are: words and a day, or one that cannot be read."""
        days = [(column, cell) for column, cell in said if self._is_day(cell)]
        words = [str(cell) for column, cell in said if (column, cell) not in days]
        if len(days) > 1 or any(looks_like_number(word) and year_in(word) is None for word in words):
            says = "a row before any headings: what stands in its columns is not told"
            hint = "put headings above it, such as: date, Ann, Bob, ...; or tell it with --columns"
            self._faults.add(at, said[0][0], says, hint)
            return
        within = [(column, cell) for column, cell in said if isinstance(cell, str) and self._dates.found(cell)]
        for column, cell in days or within[:1]:
            self._set(day=self._day(at, column, cell))
        self._remark(at, ", ".join(words))

    def _is_day(self, cell: Cell) -> bool:
        return isinstance(cell, date) or (isinstance(cell, str) and bool(self._dates.read(cell)))

    def _headings(self, at: range) -> None:
        if self._heads_changed(at):
            self.passed_over += len(at)
            return
        if self._instead:
            self._set(players=tuple(map(self._now, self._sitting.players)))
        layout = read_layout(self.rows, at, self._known(), self._faults)
        self._begun = True
        if layout.same_as(self._layout):
            self.passed_over += len(at)
            return
        if self._layout is not None:
            self._add_totals_above()
        self._layout, self._rows_a_hand, self._instead = layout, 0, {}
        self._check_players(layout)
        self._check_twice(layout)
        self._check_counting(layout)
        self._places = dict(self._named(layout))
        self.layouts.append((layout, self._game))
        self._set(block=self._sitting.block + 1)

    def _check_players(self, layout: Layout) -> None:
        """A heading that may be a player's name or a title of numbers that are no player's is asked about."""
        for column, target in layout.targets.items():
            if target.kind == "value" and key(target.who) in MINUTES and target.who not in self._wishes.names:
                says = f"{quoted(target.who)}: a player, or minutes?"
                hint = f"minutes: --columns skip={column_name(column)}; a player: --players, with the names of all"
                if target.who not in self._sitting.players:
                    self._faults.add(layout.rows[-1], column, says, hint)

    def _check_twice(self, layout: Layout) -> None:
        """What stands above several columns, and is a title of none, is no player: two columns of one would say two things."""
        above: dict[tuple[Any, ...], list[int]] = {}
        for column, target in layout.targets.items():
            if target.kind in {"value", "mark"} and target.who:
                above.setdefault((target.column, target.who.casefold(), target.part), []).append(column)
        for columns in above.values():
            if len(columns) > 1:
                who = layout.targets[columns[0]].who
                says = f"{quoted(who)} stands above columns {', '.join(map(column_name, columns))}: what is the difference?"
                hint = (
                    f"upcard games {self._game.key} lists what may stand above a column; --columns tells it, or "
                    f"skip={column_name(columns[1])} leaves one out"
                )
                self._faults.add(layout.rows[-1], columns[1], says, hint)

    def _check_counting(self, layout: Layout) -> None:
        """A first column that counts 1, 2, 3 under a name that nobody told as a player's is asked about: it numbers hands more likely."""
        if layout.long or any(target.kind == "hand" for target in layout.targets.values()):
            return
        shared = [(column, one) for column, one in sorted(layout.targets.items()) if one.kind == "value" and one.who]
        column, target = shared[0] if shared else (0, Target(""))
        below = [
            row[column] for row in self.rows[layout.rows.stop :] if column < len(row) and looks_like_number(row[column])
        ]
        if target.who and target.who not in self._sitting.players and _counts(below):
            says = f"{quoted(target.title)}: a player, or the number of the hand? It counts 1, 2, 3 below"
            hint = f"the number: --columns hand={column_name(column)}; a player: --players, with the names of all"
            self._faults.add(layout.rows[-1], column, says, hint)

    def check(self) -> None:
        """Tell of rows below headings of which the game has none, and of a table of standings."""
        for layout in self._without_numbers[:1]:
            says = f"none of these headings is one of {self._game.title}: {', '.join(map(quoted, layout.titles))}"
            hint = (
                f"upcard games {self._game.key} lists what may stand above a column; --columns tells what stands where"
            )
            self._faults.add(layout.rows[-1], 0, says, hint)
        if self.hands and (why := self.no_hands):
            says = f"{why}: what is it?"
            hint = "one hand: a column Hand, with its number; standings are no hands, and are not taken"
            self._faults.add(self.hands[0].row, 0, says, hint)

    @property
    def no_hands(self) -> str:
        """Why what stands here are no hands, but a list of players: who they are, or what each came to. Empty if they may be hands."""
        targets = [target for layout, _ in self.layouts for target in layout.targets.values()]
        kinds = {target.kind for target in targets}
        dated = kinds & {"hand", "date", "void"} or ("session" in kinds and not self._has_ranks())
        if dated or not all(layout.long for layout, _ in self.layouts):
            return ""
        if self.layouts and kinds.isdisjoint({"value", "mark"}):
            return f"none of its headings is one of {self._game.title}"
        kept = [{target.column.field, target.column.title} for target in targets if target.column]
        rows = [player for hand in self.hands for player in hand.rows]
        each_once = len(set(rows)) == len(rows) > 1 and all(one & {"points", "totals"} for one in kept)
        return "each player stands there once, without a day or a hand, as in a table of standings" if each_once else ""

    def _has_ranks(self) -> bool:
        """Whether a column that is none of the game counts 1, 2, 3, as the first of a table of standings does."""
        return any(
            target.kind == "remark"
            and _counts([row[column] for row in self.rows[layout.rows.stop :] if column < len(row)])
            for layout, _ in self.layouts
            for column, target in layout.targets.items()
        )

    @property
    def not_understood(self) -> Iterator[tuple[int, str]]:
        """The columns, with what stands above them, that are kept as remarks, since their headings are not known."""
        for layout, _ in self.layouts:
            for column, target in sorted(layout.targets.items()):
                said = (row[column] for row in self.rows[layout.rows.stop :] if column < len(row))
                if target.kind == "remark" and target.title not in {"", BY_WHOM} and any(cell != "" for cell in said):
                    yield column, target.title

    @property
    def of_nobody(self) -> Iterator[tuple[int, str]]:
        """Those of them with numbers under a name, where it is told who plays and the name is none of these."""
        for column, title in self.not_understood if self._sitting.players else ():
            layouts = (layout for layout, _ in self.layouts if column in layout.targets)
            below = [
                cell for layout in layouts for row in self.rows[layout.rows.stop :] for cell in row[column : column + 1]
            ]
            filled = [cell for cell in below if not is_blank(cell)]
            if filled and all(map(looks_like_number, filled)):
                yield column, title

    def _named(self, layout: Layout) -> Iterator[tuple[str, Found]]:
        """The players that headings name, and where."""
        for column, target in layout.targets.items():
            if target.who and not pair_of(target.who):
                rows = [row for row in layout.rows if column < len(self.rows[row]) and self.rows[row][column] != ""]
                yield self._spelled(target.who), Found(rows[-1] if rows else layout.rows[-1], column, target.who)

    def _is_totals(self, at: int, said: Sequence[tuple[int, Cell]]) -> bool:
        """Take in a row of totals, if it is one: it goes with the hand above it, or above all hands with the last of them."""
        label = next((str(cell) for _, cell in said if isinstance(cell, str) and not looks_like_number(cell)), "")
        total = key(label) in TOTALS
        if not (total or is_carried(label)) or not any(looks_like_number(cell) for _, cell in said):
            return False
        if self._layout is None and not total:
            return False
        self.rows_of_totals += 1
        if all((at, column) in self._crossed_out for column, _ in said):
            return True
        if self._layout is None:
            self._totals_above = at, said
            return True
        self._add_totals(self._layout, at, said)
        if total:  # what follows is counted from nothing again
            self._set(block=self._sitting.block + 1)
        return True

    def _add_totals(self, layout: Layout, at: int, said: Sequence[tuple[int, Cell]]) -> None:
        """Add the cells of a row of totals to the last hand."""
        hand = next((one for one in reversed(self.found) if isinstance(one, Hand)), None)
        for column, cell in said:
            target = layout.targets.get(column)
            if (
                hand is not None
                and target is not None
                and target.kind in {"value", "mark"}
                and looks_like_number(cell)
                and target.column
            ):
                whose = _whose(target)
                whose = self._now(whose) if isinstance(whose, str) and whose else whose
                hand.totals.setdefault((target.column, whose), Found(at, column, cell))

    def _add_totals_above(self) -> None:
        """Totals above the headings are of all hands below these."""
        if self._totals_above is not None and self._layout is not None:
            self._add_totals(self._layout, *self._totals_above)
            self._totals_above = None

    # ---- Hands -----------------------------------------------------------------------------------------------------

    def _day(self, at: int, column: int, cell: Cell) -> str | None:
        """The day of a cell; what is wrong with it is told."""
        if isinstance(cell, date):
            return cell.isoformat()
        text = str(cell)
        days = self._dates.read(text) or self._dates.found(text)
        if len(days) == 1:
            return days[0].isoformat()
        if days:
            says = f"saw {quoted(text)}: {days[0]:%-d %B %Y} or {days[1]:%-d %B %Y}?"
            self._faults.add(at, column, says, "say which part comes first: --dates dmy or --dates mdy")
        elif lacks_year(text):
            self._faults.add(
                at,
                column,
                f"saw {quoted(text)}, a day without its year",
                "write the year, here or in the name of the file",
            )
        else:
            self._faults.add(
                at, column, f"saw {quoted(text)}, wanted a day that there is", "as in 2024-01-31 or 31 Jan 2024"
            )
        return None

    def _data(self, at: int, row: Sequence[Cell]) -> None:
        """Take in a row of a hand, or of a player in a hand."""
        layout = self._layout
        assert layout is not None
        cells = {column: cell for column, cell in enumerate(row) if cell != ""}
        kinds: dict[str, Found] = {}
        notes: list[str] = []
        word: Found | None = None
        for column, cell in cells.items():
            target = layout.targets.get(column) or self._without_heading(column, cell)
            if (column == 0 and column not in layout.targets) or target.kind == "hand":
                word = None if any(map(str.isdigit, str(cell))) else Found(at, column, cell)
            if target.kind not in {"value", "mark", "remark", "note", "skip"}:
                kinds[target.kind] = Found(at, column, cell)
            elif target.kind in {"note", "remark"} and not is_blank(cell):
                self._check_seat(at, column, cell, layout, row)
                notes.append(f"{target.title}: {cell}" if target.kind == "remark" and target.title else str(cell))
        values = {
            column: cell
            for column, cell in cells.items()
            if layout.targets.get(column, Target("")).kind in {"value", "mark"}
        }
        if (
            values
            and not layout.long
            and not any(_tells(layout.targets[column], cell) for column, cell in values.items())
        ):
            says = "nothing but dashes: passed over, as a hand that nobody played; if it was thrown in, void says so"
            self._faults.told.append(f"row {at + 1}: {says}")
            values = {}
        if "session" in kinds and "date" not in kinds and self._is_day(kinds["session"].cell):
            kinds["date"] = kinds.pop("session")  # which evening it was is told by its day
        if "date" in kinds:
            day = self._day(*kinds["date"])
            if day != self._sitting.day:
                self._set(day=day)
        for kind in ("place", "session"):
            if kind in kinds and str(kinds[kind].cell) != getattr(self._sitting, kind):
                self._set(**{kind: str(kinds[kind].cell)})
        if not values and not notes and "void" not in kinds and not kinds.keys() & {"player", "side"}:
            self.passed_over += 1  # prepared for a hand that was not played
        elif (
            not values
            and "void" not in kinds
            and not kinds.keys() & {"player", "side"}
            and not any(map(is_void, notes))
        ):
            self._remark(at, "; ".join(notes))
        else:
            self._take(at, row, layout, kinds, notes)
            if self._hand is not None and word is not None:
                self._hand.word = word

    def _check_seat(self, at: int, column: int, cell: Cell, layout: Layout, row: Sequence[Cell]) -> None:
        """Ask about a remark beside a hand that somebody without a column played it for somebody who has a number in it."""
        moved = self._moved(cell)
        if moved is None:
            return
        coming, gone = moved
        filled = [
            row[one] for one, target in layout.targets.items() if self._now(target.who) == gone and one < len(row)
        ]
        if all(map(is_blank, filled)):
            return
        if self._is_known(coming):
            says = f"{coming} for {gone}: in this hand alone, or from here on?"
            hint = f"write it into a line of its own above the first such hand, and {gone} for {coming} below the last"
            self._faults.add(at, column, says, hint)
        else:
            says = f"{quoted(cell)} is kept as a remark, and the number is {gone}'s; a line of its own above the hand gives it to {coming}"
            self._faults.told.append(f"row {at + 1}: {says}")

    def _without_heading(self, column: int, cell: Cell) -> Target:
        """What a cell is that nothing stands above: a day, the number of the hand in the first column, else a remark."""
        if self._is_day(cell):
            return Target("date")
        return Target("hand" if column == 0 and looks_like_number(cell) else "remark")

    def _take(self, at: int, row: Sequence[Cell], layout: Layout, kinds: dict[str, Found], notes: list[str]) -> None:
        player = ""
        found: Found | None = None
        crossed = self._crossed(at, row, layout)
        if layout.long:
            found = kinds.get("player") or kinds.get("side")
            if found is None and not self._is_of_all(row, layout, "hand" in kinds):
                self._faults.add(at, 0, "a row without a player", "write the player's name into every row")
                return
            player = self._spelled(str(found.cell)) if found is not None else ""
        if "void" not in kinds and not any(target.kind in {"value", "mark"} for target in layout.targets.values()):
            self._without_numbers.append(layout)
            return
        number = str(kinds["hand"].cell) if "hand" in kinds else ""
        hand = self._hand_for(at, layout, number, player)
        if found is not None:
            hand.places.setdefault(player, found)
        if "dealer" in kinds and hand.dealer is None:
            hand.dealer = kinds["dealer"]
        hand.bare &= not notes and not found and not any(map(_tells_of_a_hand, kinds.items()))
        hand.notes += [note for note in notes if note not in hand.notes]
        hand.void |= ("void" in kinds and not is_blank(kinds["void"].cell)) or any(map(is_void, notes))
        hand.void |= bool(crossed)
        hand.crossed_out = crossed
        for column, target in layout.targets.items():
            if target.kind not in {"value", "mark"} or target.column is None:
                continue
            found = Found(at, column, row[column] if column < len(row) else "")
            if is_void(found.cell):
                hand.void = True
            elif target.kind == "mark":
                hand.marks.append((target.column, self._now(target.who), found))
            elif player or not layout.long or target.column.per in {"hand", "list"}:
                whose = player if layout.long and target.column.per in {"seat", "side"} else _whose(target)
                self._put(hand, target.column, self._now(whose) if isinstance(whose, str) else whose, found)

    def _crossed(self, at: int, row: Sequence[Cell], layout: Layout) -> str:
        """The numbers of a hand, if a line goes through all of them, so that it does not count; through some, that is asked about."""
        said = [
            column
            for column, target in layout.targets.items()
            if target.kind in {"value", "mark"} and column < len(row) and row[column] != ""
        ]
        crossed = [column for column in said if (at, column) in self._crossed_out]
        if crossed and (len(crossed) < len(said) or layout.long):
            hint = "delete it if it does not count, or take the line away; through all numbers of a hand it says that the hand does not count"
            self._faults.add(at, crossed[0], f"a line goes through {quoted(row[crossed[0]])}", hint)
        elif crossed:
            numbers = " ".join(str(row[column]) for column in said)
            self._faults.told.append(f"row {at + 1} is crossed out: a hand that does not count ({numbers})")
            return numbers
        return ""

    def _is_of_all(self, row: Sequence[Cell], layout: Layout, numbered: bool) -> bool:
        """Whether a row without a player says only what goes for the whole hand."""
        said = [
            layout.targets[column].column for column, cell in enumerate(row) if cell != "" and column in layout.targets
        ]
        return numbered and all(column is None or column.per in {"hand", "list"} for column in said)

    def _put(self, hand: Hand, column: Column, whose: str | int, found: Found) -> None:
        """Put a cell into a hand. What goes for all of it may stand in each of its rows, if it is the same."""
        there = hand.cells.setdefault((column, whose), [])
        if there and column.per in {"hand", "list"}:
            if there[-1].cell == "":
                there[-1] = found
            elif found.cell not in {"", there[-1].cell}:
                says = f"saw {quoted(found.cell)}, and {quoted(there[-1].cell)} in another row of this hand"
                self._faults.add(found.row, found.column, says, "write the same, or write it once")
            return
        there.append(found)

    def _hand_for(self, at: int, layout: Layout, number: str, player: str) -> Hand:
        """The hand that a row is of: the one before, if rows are of players and this is another player of it."""
        hand = self._hand
        if layout.long and hand is not None and self._goes_on(hand, number, player):
            hand.rows += [player] * bool(player)
            hand.names = seated(hand.rows)
            return hand
        written = seated([player] * bool(player)) if layout.long else layout.names
        names = tuple(self._now(name) for name in written)
        players = tuple(map(self._now, self._sitting.players))
        sitting = msgspec.structs.replace(self._sitting, players=players)
        hand = self._hand = Hand(at, sitting, names or players, number)
        hand.rows += [player] * (layout.long and bool(player))
        hand.places = dict(self._places)
        hand.column_of = {now: name for name, now in self._instead.items() if now != name}
        self.found.append(hand)
        return hand

    def _goes_on(self, hand: Hand, number: str, player: str) -> bool:
        if number and hand.number:
            return number == hand.number
        if (
            hand.number and not self._game.sheet
        ):  # the number of a hand is written once, and who bets in it twice stands there twice
            return True
        if player in hand.rows:
            self._rows_a_hand = max(self._rows_a_hand, len(hand.rows))
            return False
        return len(hand.rows) < (self._rows_a_hand or len(self._sitting.players) or self._game.seats[1])

    def _spelled(self, name: str) -> str:
        """A name as it is to be: other ways to write it may be told, or it is the beginning of that of one player alone."""
        told = self._wishes.names.get(name, name)
        players = self._sitting.players
        if 0 < len(told) < _WHOLE_NAME and told not in players:
            begun = [player for player in players if player.casefold().startswith(told.casefold())]
            told = begun[0] if len(begun) == 1 else told
        return self._spellings.setdefault(told.casefold(), told)


def _counts(cells: Sequence[Cell]) -> bool:
    """Whether numbers count 1, 2, 3, and from 1 again with a new evening."""
    texts = [str(cell).strip(" .") for cell in cells]
    steps = [int(text) if text.isascii() and text.isdigit() and len(text) < 4 else -1 for text in texts]
    return len(steps) > 2 and max(steps) > 2 and all(now in {1, before + 1} for before, now in pairwise([0, *steps]))


def _tells(target: Target, cell: Cell) -> bool:
    """Whether a cell tells anything of a hand: a dash does so of a side, which scored nothing."""
    return not is_blank(cell) or (target.column is not None and target.column.per == "side" and is_dash(cell))


def _tells_of_a_hand(said: tuple[str, Found]) -> bool:
    """Whether a cell says that a row is of a hand: in the place of its number a word may stand, as before a total."""
    kind, found = said
    return kind != "hand" or any(map(str.isdigit, str(found.cell)))


def _whose(target: Target) -> str | int:
    return target.part if target.part is not None else target.who
