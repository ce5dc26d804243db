"""Who plays, by which house rules, and where the log is kept: from the command line, or asked for where it is missing."""

import os
import re
import shlex
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final

import msgspec

from upcard.engine.kernel.game import Game
from upcard.records.ids import new_id
from upcard.records.importers.dates import Dates
from upcard.records.storage import make_folder
from upcard.schemas.errors import UpcardError, UsageError
from upcard.schemas.events import FORMAT, Opened

Ask = Callable[[str], str]
"""Puts a question to whoever sits at the terminal."""
Say = Callable[[str], None]
_NUMBER: Final = re.compile(r"-?\d+")
_CONTROLS: Final = {"\x1b": "ESC", "\x00": "NUL", "\x07": "BEL", "\x08": "BACKSPACE", "\x7f": "DELETE"}


def now() -> str:
    """The time with its offset, to the second."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


def read_players(text: str, game: Game) -> tuple[str, ...]:
    """Players as they sit, to the left: names divided by commas, or how many. Raises `UsageError`."""
    count = int(text) if _NUMBER.fullmatch(text.strip()) else None
    names = tuple(" ".join(name.split()) for name in text.split(","))
    try:
        game.check_seats(len(names) if count is None else count)
    except UsageError as error:
        raise UsageError(error.message, hint="--players Ann,Bob,...") from None
    players = names if count is None else tuple(f"p{seat + 1}" for seat in range(count))
    for place, name in enumerate(players):
        if not name:
            raise UsageError(f"player {place} has no name", hint="--players Ann,Bob,...")
        _check_signs(name)
        if name.casefold() in {other.casefold() for other in players[:place]}:
            raise UsageError(f"two players are called {name}", hint="tell them apart: Ann S, Ann T")
    return players


def _check_signs(name: str) -> None:
    """Raise `UsageError` for a name with a sign that shows nothing, or does something to a terminal."""
    bad = next((sign for sign in name if not sign.isprintable()), None)
    if bad is not None:
        what = unicodedata.name(bad, "") or _CONTROLS.get(bad, "")
        said = f"U+{ord(bad):04X}" + (f", {what}" if what else "")
        raise UsageError(f"player {name!a}: {said} is no sign for a name", hint="letters, digits, signs and spaces")


def read_options(given: Sequence[str], game: Game) -> dict[str, Any]:
    """House rules from `name=value`. Raises `UsageError`, or `OptionError` naming the nearest."""
    options: dict[str, Any] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise UsageError(f"saw {text!r}, wanted name=value", hint=f"there are: {', '.join(game.options.fields)}")
        options[name.strip()] = game.options.parse(name.strip(), value)
    return options


def opened(
    game: Game,
    players: tuple[str, ...],
    preset: str | None,
    options: Mapping[str, Any],
    buy_in: int | None = None,
) -> Opened:
    """The header of a new log. buy_in: in coins, where the game has them. Raises `OptionError` for house rules that the game does not have."""
    header = Opened(
        format=FORMAT,
        log=new_id(),
        game=game.key,
        seats=players,
        preset=preset,
        options=dict(options) or None,
        at=now(),
    )
    game.table(header)
    if buy_in is None:
        return header
    header = msgspec.structs.replace(header, buy_in=buy_in * game.coin_of(header))
    game.check_buy_in(header)
    return header


def asked_players(game: Game, ask: Ask, say: Say) -> tuple[str, ...]:
    """The players, asked for until they can be."""
    least, most = game.seats
    several = f"{least}" if least == most else f"{least} to {most}"
    while True:
        given = ask(f"Players as they sit, to the left ({several}, divided by commas) > ")
        if given.strip() == "?":
            names = ", ".join(("Ann", "Bob", "Cid", "Dee")[:most])
            say(f"names such as {names}, each the left neighbour of the one before; or how many play, such as {least}")
            continue
        try:
            return read_players(given, game)
        except UsageError as problem:
            say(str(problem))


def asked_preset(game: Game, ask: Ask, say: Say) -> str | None:
    """The rule book, where there is more than one."""
    books = list(game.presets)
    if len(books) < 2:
        return None
    while True:
        given = ask(f"Rules: {', '.join(books)} [Enter: {books[0]}] > ").strip()
        if not given or given in books:
            return given or books[0]
        say(f"saw {given!r}, wanted one of {', '.join(books)}")


def asked_options(game: Game, seats: int, preset: str | None, ask: Ask, say: Say) -> dict[str, Any]:
    """House rules, asked for until they go together."""
    while True:
        given = ask("House rules (name=value ..., ? lists them) [Enter: the usual] > ").strip()
        if given == "?":
            for line in listed(game, preset):
                say(line)
            continue
        try:
            options = read_options(shlex.split(given), game)
            game.check_options(game.house_rules(options, preset), seats)
        except (UpcardError, ValueError) as problem:
            say(str(problem))
        else:
            return options


def listed(game: Game, preset: str | None) -> list[str]:
    """The house rules of a game with what they are now."""
    usual = game.house_rules(None, preset)
    return [
        f"  {name}={str(getattr(usual, name)).lower()}  {field.description} ({game.options.wanted(name).removeprefix('wanted ')})"
        for name, field in game.options.fields.items()
    ]


def names_folder(out: str) -> bool:
    """Whether a path can only be a folder, as it ends in a slash."""
    return os.path.basename(out) in {"", "."}  # noqa: PTH119 - a path has no slash at its end


def read_day(text: str) -> str:
    """A day as a log has it, of what people write: `2026-11-20`, `20 Nov 2026`. Raises `UsageError`, also for what may be two."""
    found = [day.isoformat() for day in Dates().read(text)]
    if len(found) > 1:
        raise UsageError(f"{text!r} may be {' or '.join(found)}", hint="write the year first")
    if not found:
        raise UsageError(f"saw {text!r}, wanted a day, such as 2026-11-20", hint="year-month-day")
    return found[0]


def place_for(out: str | None, game: Game, day: str | None = None) -> Path:
    """The file of a new log: the one named, else one of its own in the folder named, else here, by its day. A folder that ends in a
    slash is made. Raises `UsageError` where a file stands in its place, `StorageError`.
    """
    folder = Path(out or "")
    if out and names_folder(out):
        if folder.is_file():
            raise UsageError(
                "this is a file; wanted a folder",
                place=out,
                hint="a name without a slash at its end is that of the log",
            )
        make_folder(folder)
    elif out and not folder.is_dir():
        return folder
    stem = f"{game.key}-{day[:10] if day else datetime.now().astimezone().strftime('%Y-%m-%d-%H%M')}"
    number = 1
    while (path := folder / f"{stem}{f'-{number}' if number > 1 else ''}.jsonl").exists():
        number += 1
    return path
