"""What is told of sheets beside what stands in them: on the command line, or in a small file that lies in their folder.

```toml
game = "court_piece"
dates = "dmy"
players = ["Ann", "Bob", "Cid", "Dee"]

[columns]
date = 1
tricks = "B-C"

[[sheet]]
files = "big*.xlsx"
game = "big_two"
```
"""

import tomllib
from fnmatch import fnmatch
from pathlib import Path
from typing import Any, Final

import msgspec

from upcard.records.importers.dates import Order
from upcard.records.importers.game_names import key_told
from upcard.records.storage import opened
from upcard.schemas.errors import UnknownGameError, UnreadableError, UsageError

FILE_NAME: Final = "upcard-sheets.toml"
_MOST_BYTES: Final = 1 << 20


class Wishes(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """What is told of a sheet. players: who sits where; dates: which part of a day in numbers comes first; columns: by what
    stands in them, where they are: `2`, `B`, `2-5`, `B+D`, or what stands above one; header: the row with the headings;
    names: people by how their names are written otherwise; blank: the number that an empty cell stands for; tabs: the sheets of a
    workbook that are taken, else all.
    """

    game: str | None = None
    preset: str | None = None
    options: dict[str, Any] = {}
    players: tuple[str, ...] = ()
    dates: Order | None = None
    columns: dict[str, str | int] = {}
    header: int | None = None
    place: str | None = None
    buy_in: int | None = None
    names: dict[str, str] = {}
    blank: int | None = None
    tabs: tuple[str, ...] = ()

    def over(self, other: "Wishes") -> "Wishes":
        """These wishes, and the others where these say nothing."""
        told = {name: value for name in self.__struct_fields__ if (value := getattr(self, name)) not in (None, (), {})}
        for name in ("options", "columns", "names"):
            told[name] = {**getattr(other, name), **getattr(self, name)}
        return msgspec.structs.replace(other, **told)


class _Part(Wishes, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is told of some of the sheets of a folder: those with such names."""

    files: str


class _File(Wishes, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is told of all sheets of a folder."""

    sheet: list[_Part] = []


def wishes_beside(path: Path) -> tuple[Wishes, Path | None]:
    """What the file beside a sheet tells of it, and that file, if it is there. Raises `UnreadableError`."""
    file = path.parent / FILE_NAME
    if not file.is_file():
        return Wishes(), None
    with opened(file) as stream:
        data = stream.read(_MOST_BYTES)
    try:
        found = msgspec.convert(tomllib.loads(data.decode()), _File)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError, RecursionError) as error:
        hint = f"it has {', '.join(Wishes.__struct_fields__)}, and [[sheet]] with files; see docs/import.md"
        raise UnreadableError(str(error), place=str(file), hint=hint) from None
    wishes = Wishes(**{name: getattr(found, name) for name in Wishes.__struct_fields__})
    for part in found.sheet:
        if fnmatch(path.name, part.files):
            wishes = Wishes(**{name: getattr(part, name) for name in Wishes.__struct_fields__}).over(wishes)
    try:
        game = wishes.game and key_told(wishes.game)
    except UnknownGameError as error:
        raise UnreadableError(error.message, place=str(file), hint=error.hint) from None
    return msgspec.structs.replace(wishes, game=game), file


def read_columns(given: list[str]) -> tuple[dict[str, str | int], int | None]:
    """Columns as they are told on a command line, `date=1,players=2-5`, and the row of the headings, `header=3`."""
    columns: dict[str, str | int] = {}
    header: int | None = None
    for piece in ",".join(given).split(","):
        name, equals, where = (part.strip() for part in piece.partition("="))
        if not (name and equals and where):
            raise UsageError(
                f"saw {piece!r}, wanted what stands in a column and where", hint="--columns date=1,players=2-5"
            )
        if name == "header":
            if not where.isascii() or not where.isdigit() or int(where) < 1:
                raise UsageError(f"saw header={where}, wanted the number of a row", hint="header=3")
            header = int(where)
        else:
            columns[name] = where
    return columns, header


def written(wishes: Wishes) -> str:
    """The file that tells the same."""
    plain = msgspec.to_builtins(wishes)
    lines = [f"{name} = {_toml(value)}" for name, value in plain.items() if not isinstance(value, dict)]
    for name, table in plain.items():
        if isinstance(table, dict) and table:
            lines += ["", f"[{name}]", *(f"{_toml(key)} = {_toml(value)}" for key, value in table.items())]
    return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_toml, value))}]"
    return msgspec.json.encode(value).decode()  # numbers, truth and text in quotation marks are the same in both
