"""Score sheets as `upcard import` takes them: what is told of them on the command line, and how they were understood."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from upcard.cli.output import ask, put, put_json, put_table, say
from upcard.schemas.wording import counted

if TYPE_CHECKING:
    from upcard.records.importers.tables import SheetRead
    from upcard.records.importers.wishes import Wishes
    from upcard.records.logfile import Read

MOST_BYTES = 64 << 20


class Told(NamedTuple):
    """What a command line tells of sheets. game: of all of them; wishes: the rest, which comes before what lies beside them;
    explain: whether each sheet is shown as it was understood; keep: whether that is written down beside it.
    """

    wishes: "Wishes"
    explain: bool
    keep: bool
    json: bool


def wishes_of(
    game: str | None,
    players: str | None,
    dates: str | None,
    columns: Sequence[str],
    option: Sequence[str],
    preset: str | None,
    tabs: Sequence[str],
) -> "Wishes":
    """What the command line tells of sheets. Raises `UsageError` for what is no way to tell it."""
    from upcard.cli.recorder.setup import read_options
    from upcard.engine.game import find
    from upcard.records.importers.game_names import key_told
    from upcard.records.importers.tables import order_of
    from upcard.records.importers.wishes import Wishes, read_columns
    from upcard.schemas.errors import UsageError

    if game is not None:
        game = key_told(game)
    options: dict[str, Any] = read_options(option, find(game or "big_two")) if game else dict(_pairs(option))
    if game is not None:
        found = find(game)
        found.house_rules(options, preset)
    names = tuple(" ".join(name.split()) for name in players.split(",")) if players else ()
    if not all(names):
        raise UsageError("a player has no name", hint="--players Ann,Bob,...")
    where, header = read_columns(list(columns)) if columns else ({}, None)
    return Wishes(
        game=game,
        preset=preset,
        options=options,
        players=names,
        dates=order_of(dates),
        columns=where,
        header=header,
        tabs=tuple(tabs),
    )


def _pairs(given: Sequence[str]) -> Iterator[tuple[str, str]]:
    """House rules as they were typed: what they are called in which game is known when a sheet is read."""
    from upcard.schemas.errors import UsageError

    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise UsageError(f"saw {text!r}, wanted name=value", hint="-O target=50")
        yield name.strip(), value


def logs_of(text: str, told: Told) -> "Iterator[Read]":
    """The logs of a sheet: of the plain kind, or a table. Raises `SheetError` with all that is wrong with it."""
    from upcard.records.importers.faults import SheetError
    from upcard.records.importers.tables import read_table
    from upcard.records.importers.wishes import wishes_beside

    data = _bytes(text)
    beside, file = wishes_beside(Path(text)) if text != "-" else wishes_beside(Path("sheet"))
    wishes = told.wishes.over(beside)
    if _is_plain(text, data, wishes):
        yield from _plain(text, data, wishes)
        return
    try:
        sheets = read_table(text, data, wishes, _asked)
    except SheetError as error:
        for sheet in error.sheets if told.explain else ():
            _explain(sheet, told.json)
        raise
    for sheet in sheets:
        if told.explain:
            _explain(sheet, told.json)
        elif not told.json:
            for remark in sheet.told:
                say(f"note: {sheet.place}: {remark}")
    if file is not None and told.explain:
        say(f"note: {text}: read as {file} tells")
    if told.keep and text != "-":
        _keep(Path(text), wishes, sheets)
    for sheet in sheets:
        yield from sheet.logs


def _is_plain(text: str, data: bytes, wishes: "Wishes") -> bool:
    """Whether a sheet is of the plain kind: days, names, and rows of cards left, with blanks between."""
    from upcard.records.importers import begins_like_sheet
    from upcard.records.importers.kinds import BEGINNING, is_table_name, is_table_start

    if is_table_name(text) or data.startswith(b"PK") or wishes.columns or wishes.game not in {None, "big_two"}:
        return False
    return begins_like_sheet(data[:BEGINNING]) or not is_table_start(data[:BEGINNING])


def _plain(text: str, data: bytes, wishes: "Wishes") -> "Iterator[Read]":
    from upcard.engine.game import find
    from upcard.records.importers import SheetRules, read_sheet

    game = find("big_two")
    options = {
        name: game.options.parse(name, value) if isinstance(value, str) else value
        for name, value in wishes.options.items()
    }
    game.house_rules(options, wishes.preset)
    yield from read_sheet(text, data, SheetRules(preset=wishes.preset, options=options))


def _bytes(text: str) -> bytes:
    from upcard.records.storage import opened
    from upcard.schemas.errors import UnreadableError

    if text == "-":
        data = sys.stdin.buffer.read(MOST_BYTES + 1)
    else:
        with opened(Path(text)) as file:
            data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise UnreadableError("a sheet of more than 64 MiB", place=text, hint="divide it, such as by years")
    return data


def _asked(question: str, answers: Sequence[str]) -> str | None:
    """The answer of whoever sits at the terminal; None if nobody does."""
    from upcard.cli.safe import safe_text

    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return None
    while True:
        say(question)
        answer = ask(f"{', '.join(answers)} > ")
        if not answer:
            return None
        if answer.strip().casefold() in answers:
            return answer.strip().casefold()
        say(f"saw {safe_text(answer.strip())!r}, wanted one of {', '.join(answers)}")


def _explain(sheet: "SheetRead", json: bool) -> None:
    """Show how a sheet was understood."""
    from upcard.cli.safe import safe_text
    from upcard.engine.game import find
    from upcard.schemas.events import HandStarted

    logs = [
        {
            "day": read.log.header.at,
            "players": list(read.log.header.seats),
            "hands": sum(isinstance(event, HandStarted) for _, event in read.log.events),
            "log": read.log.header.log,
            "place": read.place,
        }
        for read in sheet.logs
    ]
    if json:
        columns = [{name: getattr(one, name) for name in one.__struct_fields__} for one in sheet.columns]
        put_json(
            {
                "sheet": sheet.place,
                "game": sheet.game,
                "layout": sheet.layout,
                "columns": columns,
                "logs": logs,
                "told": [*sheet.details, *sheet.told],
            }
        )
        return
    if sheet.columns or sheet.logs:
        put(safe_text(f"{sheet.place}: {find(sheet.game).title} ({sheet.game}), {sheet.layout}"))
        rows = [(one.column, one.heading, one.taken_as, one.example) for one in sheet.columns]
        put_table(("column", "heading", "taken as", "first"), rows)
    else:
        put(safe_text(f"{sheet.place}: nothing is taken"))
    if logs:
        _put_logs(logs)
    for remark in (*sheet.details, *sheet.told):
        put(safe_text(f"  {remark}"))
    put("")


def _put_logs(logs: "Sequence[dict[str, Any]]") -> None:
    """Who sat where and when, and how many hands they played."""
    rows = [(log["day"] or "none", ", ".join(log["players"]), log["hands"], log["place"]) for log in logs]
    put_table(("day", "players", "hands", "from"), rows)


def _keep(path: Path, wishes: "Wishes", sheets: "Sequence[SheetRead]") -> None:
    """Write beside a sheet what was told of it, so that the next one needs no options."""
    import msgspec

    from upcard.records.importers.wishes import FILE_NAME, written
    from upcard.records.whole import write_whole

    games = {sheet.game for sheet in sheets}
    whole = msgspec.structs.replace(wishes, game=games.pop()) if len(games) == 1 else wishes
    file = path.parent / FILE_NAME
    if file.exists():
        say(f"note: {file} is there already and stays as it is")
        return
    write_whole(file, written(whole).encode())
    say(f"written: {file}, {counted(len(whole.columns), 'column')} told in it")
