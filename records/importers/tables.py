"""Sheets of any layout as logs: their cells, what their rows say, who sat where, and a log for each evening and table."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import PurePath
from typing import Any

import msgspec

from upcard.engine.audit import Audit, audit
from upcard.engine.game import find
from upcard.engine.kernel.game import Game
from upcard.engine.log import Log
from upcard.records.chain import sealed_bytes
from upcard.records.ids import derived_id, source_digest
from upcard.records.importers.beside import side_by_side
from upcard.records.importers.dates import ORDERS, Dates, Order, year_in
from upcard.records.importers.faults import Faults, NotRead, SheetError, quoted
from upcard.records.importers.found import Found, Hand, Remark, Sitting
from upcard.records.importers.grids import Grid, cell_name, column_name, read_text
from upcard.records.importers.hands import Table, letters_for_suits, summed
from upcard.records.importers.headings import turned_round
from upcard.records.importers.labels import names_no_hands
from upcard.records.importers.recognised import Recognised, games_of
from upcard.records.importers.rows import Reader
from upcard.records.importers.sheets import NO_HANDS, WHAT_A_SHEET_HAS
from upcard.records.importers.sittings import (
    Session,
    check_names,
    check_running,
    check_sums,
    check_totals,
    check_words,
    sessions_of,
)
from upcard.records.importers.titles import OTHERS, pair_of
from upcard.records.importers.us_and_them import with_partners
from upcard.records.importers.values import looks_like_number, read_number
from upcard.records.importers.wishes import Wishes
from upcard.records.importers.workbooks import read_workbook
from upcard.records.logfile import Read, read_bytes
from upcard.schemas.errors import UnreadableError, UsageError
from upcard.schemas.events import FORMAT, Closed, Event, HandStarted, Joined, Left, Noted, Opened
from upcard.schemas.wording import counted

Ask = Callable[[str, Sequence[str]], str | None]
"""Asks somebody a question that has few answers; None if nobody is there to answer."""


class ColumnRead(msgspec.Struct, frozen=True):
    """A column as it was understood: its letters, what stands above it, what it was taken for, and its first value."""

    column: str
    heading: str
    taken_as: str
    example: str


class SheetRead(msgspec.Struct, frozen=True, kw_only=True):
    """A sheet as it was understood: its game and layout, columns, its logs, what is to be said of it, and how it was read
    for whoever asks.
    """

    place: str
    game: str
    layout: str
    columns: list[ColumnRead]
    logs: list[Read]
    told: list[str]
    details: list[str]


def read_table(path: str, data: bytes, wishes: Wishes, ask: Ask = lambda _question, _answers: None) -> list[SheetRead]:
    """The sheets of a file, each with its logs, sealed; the same bytes and wishes give the same logs.

    Raises `SheetError` with all that is wrong with the file, `UnreadableError` for what is no sheet, `UsageError` for
    wishes that do not go with it.
    """
    grids = _grids(path, data, wishes)
    order = _order(grids, path, wishes, ask)
    problems: list[UnreadableError] = []
    found: list[SheetRead] = []
    seen: dict[tuple[Any, ...], int] = {}
    alone = len(grids) == 1 or bool(wishes.tabs)
    for grid, known in zip(grids, games_of(grids, path, wishes), strict=True):
        faults = Faults(place_of(path, grid.name))
        sheet = _sheet(grid, path, wishes, order, known, faults, seen, alone=alone)
        problems += faults.problems()
        found.append(sheet)
    if problems:
        raise SheetError(problems, path, found)
    if not any(sheet.logs for sheet in found):
        raise UnreadableError(NO_HANDS, place=path, hint=WHAT_A_SHEET_HAS)
    return found


def _grids(path: str, data: bytes, wishes: Wishes) -> list[Grid]:
    """The sheets of a file, of a workbook those that were asked for. Raises `UsageError` where there is none of that name."""
    if not data.startswith((b"PK", b"\xd0\xcf\x11\xe0")):
        grid = read_text(path, data)
        says = ("this is no workbook, and is taken whole: --tab is for sheets of workbooks",) * bool(wishes.tabs)
        return [msgspec.structs.replace(grid, told=(*grid.told, *says))]
    grids = read_workbook(path, data)
    names = {grid.name.casefold(): grid for grid in grids}
    for tab in wishes.tabs:
        if tab.casefold() not in names:
            listed = ", ".join(grid.name for grid in grids)
            raise UsageError(f"no sheet of this workbook is called {tab!r}", place=path, hint=f"there are: {listed}")
    return [names[tab.casefold()] for tab in wishes.tabs] or grids


def place_of(path: str, name: str) -> str:
    """A file, and the sheet of it, as faults are told."""
    return f"{path} [{name}]" if name else path


def _order(grids: Sequence[Grid], path: str, wishes: Wishes, ask: Ask) -> Dates:
    """How the days of a file are read: as told, as other days show, or as somebody answers."""
    dates = Dates(wishes.dates, year_in(PurePath(path).stem))
    stem = PurePath(path).stem
    texts = [cell for grid in grids for row in grid.rows for cell in row if isinstance(cell, str)]
    texts = [text for text in texts if any(map(str.isdigit, text))]
    names = [stem, *(grid.name for grid in grids)]
    unclear = next((days for text in texts if len(days := dates.read(text)) > 1), None)
    unclear = unclear or next((days for name in names if len(days := dates.found(name)) > 1), None)
    dates.learn([*(text for text in texts if dates.read(text)), *names])
    if unclear is None:
        dates.shown_by = ""  # nothing hung on it
    if dates.order is None and unclear is not None:
        first, second = unclear
        question = f"{path}: days such as {first:%d/%m/%Y}: {first:%-d %B %Y} (dmy) or {second:%-d %B %Y} (mdy)?"
        answer = ask(question, ORDERS)
        dates.order = next((order for order in ORDERS if order == answer), None)
    return dates


def _sheet(
    grid: Grid,
    path: str,
    wishes: Wishes,
    dates: Dates,
    known: Recognised,
    faults: Faults,
    seen: dict[tuple[Any, ...], int],
    *,
    alone: bool,
) -> SheetRead:
    """A sheet as it is understood; what is wrong with it is told. alone: whether it is the only one of its file, or asked for by name."""
    place = place_of(path, grid.name)
    game = known.game
    if (turned := turned_round(grid.rows)) is not None:
        hint = "turn it round: copy it, and paste it with the option Transpose, so that each player has a column"
        faults.add(turned, 0, "here each row is a player, and each column a hand", hint)
        grid = msgspec.structs.replace(grid, rows=grid.rows[:turned])
    grid = with_partners(grid, game, wishes.players, faults)
    as_it_stands = not faults
    names = Dates(dates.order, dates.year or year_in(grid.name), dates.shown_by)
    days = names.found(grid.name) or names.found(PurePath(path).stem)
    readers: list[Reader] = []
    for view in [grid] if wishes.columns else side_by_side(grid, game, names):
        reader = Reader(view, game, wishes, names, faults, block=readers[-1].block + 1 if readers else 0)
        reader.read(days[0].isoformat() if len(days) == 1 else None)
        readers.append(reader)
    found = [one for reader in readers for one in reader.found]
    hands = [one for one in found if isinstance(one, Hand)]
    if len(days) > 1 and any(hand.sitting.day is None for hand in hands):
        says = f"the name says {days[0]:%-d %B %Y} or {days[1]:%-d %B %Y}"
        faults.add(0, 0, says, "say which part comes first: --dates dmy or --dates mdy")
    passed_over = _why_no_hands(grid, readers) if as_it_stands and not alone else ""
    if passed_over or known.problem is not None:
        found, hands, readers = [], [], []
        faults.clear()
    if known.problem is not None and not passed_over:
        hint = "write its name above the headings, or into the name of the sheet; --game tells it of all sheets"
        faults.add(0, 0, known.problem.message, hint)
    check_names(hands, wishes, faults)
    check_running(hands, faults)
    for reader in readers:
        reader.check()
    for reader in readers:
        check_totals(reader.hands, faults)
        check_words(reader.hands, faults)
        check_sums(reader.hands, reader.rows, faults)
    letters = letters_for_suits(hands, _words_above(readers))
    logs = list(_logs(found, wishes, faults, place, seen, letters))
    told = [*grid.told, *_told(names, hands), *_letters_told(letters), *_not_understood(readers), *faults.told]
    if not logs and not faults:
        told = [f"this sheet is passed over: {passed_over or 'there are no hands in it'}"]
    details = [*grid.details, *known.why, *_details(readers)]
    layouts = [
        "a row a player and hand" if one.long else "a column a player"
        for reader in readers
        for one, _ in reader.layouts
    ]
    layout = " and ".join(dict.fromkeys(layouts)) or "no headings"
    return SheetRead(
        place=place, game=game.key, layout=layout, columns=_columns(readers), logs=logs, told=told, details=details
    )


def _why_no_hands(grid: Grid, readers: Sequence[Reader]) -> str:
    """Why a sheet of a workbook is none of hands: by its name, as it has no rows of them, or by its headings; empty if it may be one."""
    if names_no_hands(grid.name):
        return "it is no evening by its name; --tab takes it"
    figures = (sum(looks_like_number(cell) and not isinstance(cell, date) for cell in row) for row in grid.rows)
    if not any(reader.layouts for reader in readers) and max(figures, default=0) < 2:
        return "it has no headings, and no rows of numbers"
    return next((reader.no_hands for reader in readers if reader.no_hands), "")


def _told(dates: Dates, hands: Sequence[Hand]) -> Iterator[str]:
    if dates.shown_by:
        yield f"days are read as {dates.order}, since {dates.shown_by!r} can be read in no other way"
    if hands and all(hand.sitting.day is None for hand in hands):
        yield "no day: questions about days leave these hands out"


def _words_above(readers: Sequence[Reader]) -> Iterator[str]:
    """What stands above the columns, and before what goes for all that follows."""
    for reader in readers:
        yield from (title for layout, _ in reader.layouts for title in layout.titles)
        yield from (str(cell).partition(":")[0] for row in reader.rows for cell in row[:1])


def _letters_told(letters: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    """As which suits letters are read, where they are no English ones."""
    read = [
        f"{letter.upper()} {word} ({suit})"
        for letter, may_be in sorted(letters.items())
        for suit, word in may_be.items()
        if len(may_be) == 1 and word != suit
    ]
    if read:
        yield f"letters for suits are read as {', '.join(read)}"


def _not_understood(readers: Sequence[Reader]) -> Iterator[str]:
    kept = dict.fromkeys(one for reader in readers for one in reader.not_understood)
    left_out = dict.fromkeys(one for reader in readers for one in reader.of_nobody)
    if left_out:
        columns = _listed(left_out)
        yield f"numbers left out, as nobody who is said to play is called so: {columns}; name all who played, or skip the column"
    if remarks := [one for one in kept if one not in left_out]:
        yield f"kept as remarks, as these headings are not known: {_listed(remarks)}; --columns tells what stands there"


def _listed(columns: Iterable[tuple[int, str]]) -> str:
    return ", ".join(f"{column_name(column)} {quoted(title)}" for column, title in columns)


def _details(readers: Sequence[Reader]) -> Iterator[str]:
    if len(readers) > 1:
        yield f"{len(readers)} sets of columns beside one another, each read for itself"
    if passed_over := sum(reader.passed_over for reader in readers):
        rows = counted(passed_over, "row")
        yield f"{rows} passed over: headings again, or prepared for hands that were not played"
    if of_totals := sum(reader.rows_of_totals for reader in readers):
        yield f"{counted(of_totals, 'row')} of totals, held against the hands where they tell those of all"


def _columns(readers: Sequence[Reader]) -> list[ColumnRead]:
    """What each column was taken for, of each layout once."""
    found: dict[tuple[int, str], ColumnRead] = {}
    for rows, layout in ((reader.rows, layout) for reader in readers for layout, _ in reader.layouts):
        for column, target in sorted(layout.targets.items()):
            below = (row[column] for row in rows[layout.rows.stop :] if column < len(row) and row[column] != "")
            example = next(below, "")
            says = target.kind
            if target.column is not None:
                by_others = target.part == OTHERS
                whose = target.who or ("" if target.part is None or by_others else target.column.parts[target.part])
                whose = whose or (
                    "the player of the row" if layout.long and target.column.per in {"seat", "side"} else ""
                )
                says = f"{target.column.title}" + f" of {whose}" * bool(whose) + ", by the others" * by_others
            text = example.isoformat() if isinstance(example, date) else str(example)
            found.setdefault((column, says), ColumnRead(column_name(column), target.title, says, text))
    return list(found.values())


# ---- Logs ----------------------------------------------------------------------------------------------------------


def _logs(
    found: Sequence[Hand | Remark],
    wishes: Wishes,
    faults: Faults,
    place: str,
    seen: dict[tuple[Any, ...], int],
    letters: Mapping[str, Mapping[str, str]],
) -> Iterator[Read]:
    sessions = sessions_of(found, faults)
    blocks = Counter(session.sitting.block for session in sessions)
    gained: dict[int, Counter[str]] = {}
    for session in sessions:
        game = find(session.sitting.game)
        block = session.sitting.block
        spanning = [one for one in session.items if isinstance(one, Hand) and one.totals] if blocks[block] > 1 else []
        rows = [summed(game, hand) for hand in spanning]
        for hand in spanning:  # of several evenings, it is no total of the last one's log
            hand.totals = {}
        first = next(item for item in session.items if isinstance(item, Hand))
        if not session.seats:
            hint = "a line with their names, Players: Ann, Bob, ...; or --players Ann,Bob,..."
            faults.add(first.row, 0, "nobody is named who played this", hint)
            continue
        try:
            game.check_players(session.seats)
            options = _options(game, session.sitting, wishes)
        except UsageError as error:
            sit = ", ".join(session.seats)
            faults.add(
                first.row, 0, f"{error.message}: {sit}" if "option" not in error.message else error.message, error.hint
            )
            continue
        table = Table(game, session.seats, vars(options), faults, letters)
        played: list[tuple[Hand | Remark, list[Event]]] = [
            (
                one,
                table.events(one, session.seated(one), wishes.blank)
                if isinstance(one, Hand)
                else [Noted(note=one.text, src=one.row + 1)],
            )
            for one in session.items
        ]
        if not faults:
            given = {
                **dict(game.sheet_options),
                **table.implied,
                **dict(session.sitting.options),
                **_told_rules(game, wishes),
            }
            logs = list(_sealed(game, session, played, given, place, seen))
            if blocks[block] > 1:
                alone = gained_in(logs)
                gained.setdefault(block, Counter()).update(alone)
                for row in rows:
                    faults.told += _not_following(row, gained[block], alone)
            yield from logs


def _options(game: Game, sitting: Sitting, wishes: Wishes) -> Any:
    given = {**dict(game.sheet_options), **dict(sitting.options), **_told_rules(game, wishes)}
    return game.house_rules(given, sitting.preset)


def gained_in(logs: Sequence[Read]) -> Counter[str]:
    """What everybody gained in some logs, as far as it is known."""
    gained: Counter[str] = Counter()
    for read in logs:
        for one in audit(read.log).results:
            told = zip(one.players, one.result.points, strict=True)
            gained.update({player: points for player, points in told if points is not None})
    return gained


def _not_following(row: Mapping[str | int, Found], gained: Counter[str], alone: Counter[str]) -> Iterator[str]:
    """What a row of totals below several evenings says that follows neither from all of them nor from the last."""
    for whose, found in row.items():
        name = next(iter(pair_of(str(whose))), str(whose))
        try:
            total = read_number(found.cell).value
        except NotRead:
            continue
        if name in gained and total not in {gained[name], alone[name]}:
            cell = cell_name(found.row, found.column)
            yield f"{cell}: a total of {total} for {whose}; the hands of these evenings add up to {gained[name]}"


def _told_rules(game: Game, wishes: Wishes) -> dict[str, Any]:
    """House rules that are told beside the sheet: words are read as on a command line."""
    plain = {name: tuple(value) if isinstance(value, list) else value for name, value in wishes.options.items()}
    return {name: game.options.parse(name, value) if isinstance(value, str) else value for name, value in plain.items()}


def _sealed(
    game: Game,
    session: Session,
    played: Sequence[tuple[Hand | Remark, list[Event]]],
    options: dict[str, Any],
    place: str,
    seen: dict[tuple[Any, ...], int],
) -> Iterator[Read]:
    """The logs of a session: one, or one for each game that came to its end before the last row."""
    sitting, ids = session.sitting, {name: player for hand in session.hands for name, player in hand.sitting.ids}
    header = Opened(
        format=FORMAT,
        log="",
        game=game.key,
        seats=tuple(ids.get(name, name) for name in session.seats),
        names={player: name for name, player in ids.items() if player != name} or None,
        preset=sitting.preset,
        options=options or None,
        buy_in=sitting.buy_in,
        place=sitting.place,
        at=sitting.day,
    )
    for begun, items in _games(game, header, session, ids, played):
        events = [event for _, events in items for event in events]
        rows = source_digest(repr(events).encode())
        first = next(item for item, _ in items if isinstance(item, Hand))
        told = next((repr(events[1:]) for item, events in items if item is first), "")
        where = (game.key, sitting.day or told, session.seats, sitting.session)
        times = seen[where] = seen.get(where, 0) + 1
        name = derived_id("sheet", game.key, sitting.day or told, " ".join(session.seats), sitting.session, times)
        whole = msgspec.structs.replace(begun, log=name, source=f"score sheet, sha256 of these rows: {rows}")
        yield read_bytes(sealed_bytes(whole, [*events, Closed()]), f"{place}:{first.row + 1}")


def _games(
    game: Game,
    header: Opened,
    session: Session,
    ids: Mapping[str, str],
    played: Sequence[tuple[Hand | Remark, list[Event]]],
) -> Iterator[tuple[Opened, list[tuple[Hand | Remark, list[Event]]]]]:
    """The rows, cut where the game was over and another began; each with the header that tells who sits there first. ids: of players who
    have others than their names.
    """
    going: Audit | None = None
    begun, sit = header, header.seats
    items: list[tuple[Hand | Remark, list[Event]]] = []
    for item, events in played:
        begins = any(isinstance(event, HandStarted) for event in events)
        if begins and going is not None and not any(act.event is HandStarted for act in game.due(going.state)):
            yield begun, items
            going, items = None, []
        here = tuple(ids.get(name, name) for name in session.seated(item)) if isinstance(item, Hand) and begins else sit
        if going is None and begins:
            begun = msgspec.structs.replace(header, seats=here)
            going, sit = Audit(Log(begun, [])), here
        told = [*_moves(sit, here), *events]
        sit = here
        if going is not None:
            going.feed((0, event) for event in told)
        items.append((item, told))
    if any(isinstance(item, Hand) for item, _ in items):
        yield begun, items


def _moves(before: Sequence[str], now: Sequence[str]) -> Iterator[Event]:
    """Who leaves and who sits down between two hands."""
    changed = [(seat, was, sits) for seat, (was, sits) in enumerate(zip(before, now, strict=True)) if was != sits]
    yield from (Left(seat=seat) for seat, was, _ in changed if was)
    yield from (Joined(seat=seat, player=sits) for seat, _, sits in changed if sits)


def order_of(text: str | None) -> Order | None:
    """The order of days that was told. Raises `UsageError`."""
    found = next((order for order in ORDERS if order == text), None)
    if text is not None and found is None:
        raise UsageError(f"saw --dates {text}, wanted {', '.join(ORDERS)}", hint="dmy: 31/01/2024; mdy: 01/31/2024")
    return found


__all__ = ["Ask", "ColumnRead", "SheetRead", "order_of", "read_table"]
