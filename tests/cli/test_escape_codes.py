"""No sign in any text of any log, sheet or file name can steer a terminal: each command is shown each, and its bytes are looked
at. All that leaves does so by `cli/output.py`.
"""

import ast
import itertools
import json
import os
import pty
import re
import subprocess
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from tests.cli.test_commands import ROOT, upcard
from tests.harness.logs import KINDS, any_event, can_be_read
from upcard.engine.game import find, keys
from upcard.schemas.codec import decode_line
from upcard.schemas.events import FORMAT, Amended, Base, Inserted, Opened, Retracted, Sealed
from upcard.schemas.safe import BAD_KINDS

pytestmark = pytest.mark.usefixtures("short_searches")
SIGNS = [chr(sign) for sign in (*range(0x20), *range(0x7F, 0xA0), 0xAD, 0x200B, 0x2028, 0x2029, 0xFEFF, 0xE0001)]
SIGNS += [*"\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069", "\ue000", "\U000f0000"]
NASTY = "x\x1b]0;PWNED\x07\x1b[2J\x9b31m\r\nFORGED\t" + "".join(SIGNS)
STEERS = re.compile(r"\x1b\[[0-9;]*m")
"""What rich says of colours, where it may."""


def is_safe(told: str, *, colours: bool = False) -> bool:
    """Whether no sign can steer a terminal, and nothing that stands in a text begins a line."""
    text = STEERS.sub("", told) if colours else told
    bad = {sign for sign in text if sign != "\n" and unicodedata.category(sign) in BAD_KINDS}
    forged = any(line.startswith("FORGED") for line in text.splitlines())
    assert not bad, (sorted(map(ascii, bad)), ascii(text)[:1_000])
    assert not forged, text
    return True


def said(*arguments: str, data: bytes = b"", env: dict[str, str] | None = None) -> str:
    """What a command tells, however it ends, but for a fault of ours."""
    from upcard.cli import app

    seen: list[int] = []
    real = app.run
    code = seen.append
    with pytest.MonkeyPatch.context() as patched:
        for name, value in ({"COLUMNS": "9999"} | (env or {})).items():
            patched.setenv(name, value)
        patched.setattr("tests.cli.test_commands.run", lambda given: (code(real(given)), 0)[1])
        out, err = upcard(*arguments, data=data)
    assert seen[0] != 5, (arguments, err)
    return out + err


def texts_of(kind: type[Base]) -> list[str]:
    """The fields of an event that take any text."""
    return [
        field.encode_name
        for field in msgspec.inspect.type_info(kind).fields  # type: ignore[attr-defined]
        if _takes_text(field.type)
    ]


def _takes_text(kind: Any) -> bool:
    match type(kind).__name__:
        case "StrType":
            return kind.pattern is None
        case "UnionType":
            return any(_takes_text(one) for one in kind.types)
        case "VarTupleType" | "ListType":
            return _takes_text(kind.item_type)
        case "DictType":
            return _takes_text(kind.key_type) or _takes_text(kind.value_type)
    return False


def line_with(kind: type[Base], *names: str) -> str:
    """A line of this type with such a text in each of these fields."""
    import random

    rng = random.Random(kind.__name__)
    raw = json.loads(msgspec.json.encode(any_event(rng, kind)))
    for name in names:
        raw = next((one for one in with_text(raw, name) if can_be_read(one)), None)
        assert raw is not None, f"no text for {kind.__name__}.{name}"
    return json.dumps(raw)


def with_text(raw: dict[str, Any], name: str) -> Iterator[dict[str, Any]]:
    """An event with such a text in a field, in each way in which a field may hold text."""
    for value in (NASTY, [NASTY], {NASTY: NASTY}, {NASTY: ["??"]}, {NASTY: 1}):
        yield raw | {name: value}


def header(game: str = "court_piece", **more: object) -> str:
    seats = [f"p{number}" for number in range(max(find(game).seats[0], min(4, find(game).seats[1])))]
    return json.dumps({"do": "opened", "format": FORMAT, "log": "id", "game": game, "seats": seats, **more})


def game_of(kind: type[Base]) -> str:
    """A game that has a use for such an event."""
    if kind in {Amended, Inserted, Retracted}:
        return "court_piece"
    return next((game for game in keys() if kind in find(game).acts), "court_piece")


COMMANDS = [
    ("verify", "LOG", "--doubts"), ("verify", "LOG", "--json"), ("show", "LOG"), ("show", "LOG", "--json"),
    ("show", "LOG", "--ascii", "--seat", "public"), ("replay", "LOG"), ("replay", "LOG", "--text"),
    ("replay", "LOG", "--json"), ("export", "LOG", "--public", "-o", "OUT"), ("import", "LOG", "--dry-run", "-v"),
    ("amend", "LOG", "--at", "2", "--retract", "--why", NASTY.replace("\0", ""), "--dry-run"),
]  # fmt: skip
ASKED = [
    ("import", "LOGS", "-v"), ("import", "LOGS", "--json"), ("sessions",), ("sessions", "--json"), ("query", "sessions"),
    ("query", "hands"), ("query", "standings"), ("query", "findings"), ("query", "findings", "--hands"),
    ("query", "standings", "--csv"), ("people", "list"), ("query", "SELECT * FROM logs"), ("verify", "--archive"),
    ("query", "SELECT * FROM seats", "--csv"), ("query", "SELECT * FROM findings"), ("doctor",), ("rebuild",),
]  # fmt: skip
KEPT = [
    ("backup", "FILE"), ("backup", "FILE"), ("restore", "FILE", "--check"), ("restore", "FILE", "--check", "--json"),
    ("restore", "FILE"), ("people", "near"), ("people", "near", "--json"), ("people", "list", "--json"),
    *[("people", "erase", who, "--logs", *more) for who in ("a", f"0{NASTY}", NASTY, "=1")
      for more in (("--dry-run",), ("--dry-run", "--json"), ("--yes", "--also", NASTY))],
    ("people", "merge", f"1{NASTY}", "d"), ("people", "name", f"1{NASTY}", NASTY), ("people", "split", f"1{NASTY}"),
    ("backup", "FILE", "--replace"), ("restore", "FILE", "--replace"), ("restore", "FILE", "--replace", "--json"),
    ("people", "erase", "--all", "--dry-run"), ("people", "erase", "--all", "--yes"), ("people", "list"), ("restore", "LOGS"),
]  # fmt: skip
"""What is kept and erased of the archive with all of these in it."""
BEGUN = '{"do":"hand_started"}'


def log_of_events(game: str) -> str:
    """A log of a game with each event that has any text, and each text of it full of such signs."""
    kinds = [kind for kind in KINDS if kind not in {Opened, Sealed} and texts_of(kind) and game_of(kind) == game]
    lines = [line_with(kind, *texts_of(kind)) for kind in kinds]
    return "\n".join([header(game, log=game), BEGUN, *lines, BEGUN, '{"do":"closed"}', ""])


def log_of_header(name: str) -> str:
    """A log with such signs in this text of its header."""
    raw = json.loads(header(log=f"of {name}"))
    raw[name] = json.loads(line_with(Opened, name))[name]
    if name == "seats":
        raw["seats"] = [f"{number}{NASTY}" for number in range(4)]
    if name == "names":
        raw |= {"seats": ["a", "b", "c", "d"], "names": {"a": NASTY, "b": "=1", NASTY: "c"}}
    play = '{"do":"played","seat":9,"card":"Qc"}'
    return "\n".join([json.dumps(raw), BEGUN, play, '{"do":"gap"}', '{"do":"closed"}', ""])


LOGS = {
    **{f"events of {game}": (log_of_events, game) for game in dict.fromkeys(map(game_of, KINDS))},
    **{f"header, {name}": (log_of_header, name) for name in texts_of(Opened)},
}


@pytest.mark.check
@pytest.mark.parametrize("name", LOGS)
def test_no_text_of_any_log_steers_a_terminal(name: str, tmp_path: Path) -> None:
    make, given = LOGS[name]
    path, copy = tmp_path / "log.jsonl", tmp_path / "recorded.jsonl"
    for one in (path, copy):
        one.write_text(make(given), encoding="utf-8")
    for command in COMMANDS:
        words = [{"LOG": str(path), "OUT": str(tmp_path / "out.jsonl")}.get(one, one) for one in command]
        assert is_safe(said(*words)), command
    assert is_safe(said("show", str(path), env={"FORCE_COLOR": "1"}), colours=True)
    typed = f"log\ntable\nfindings\ndoubts\nnote {NASTY.partition(chr(13))[0]}\nlog\n?\nundo\nredo\nundo\n"
    assert is_safe(said("record", "--resume", str(copy), data=typed.encode()))


@pytest.mark.check
def test_no_text_of_any_log_steers_a_terminal_by_way_of_the_archive(tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    folder.mkdir()
    for number, (make, given) in enumerate(LOGS.values()):
        (folder / f"{number}.jsonl").write_text(make(given), encoding="utf-8")
    for command in ASKED:
        assert is_safe(said(*(str(folder) if one == "LOGS" else one for one in command))), command
    assert json.loads(upcard("query", "SELECT count(*) AS logs FROM logs", "--json")[0])["logs"] > 12
    backup = tmp_path / NASTY.replace("\0", "").replace("/", "")[:60]
    there = {"LOGS": str(folder), "FILE": str(backup)}
    told = [said(*(there.get(one, one) for one in command)) for command in KEPT]
    assert all(map(is_safe, told))
    assert backup.exists()
    assert "erased\n" in "".join(told)


def log_file(tmp_path: Path, *lines: str) -> Path:
    path = tmp_path / "log.jsonl"
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def test_every_sign_is_tried() -> None:
    decoded = decode_line(line_with(get_args(Base)[0] if get_args(Base) else KINDS[1], "note").encode())
    assert decoded.note == NASTY
    assert set(SIGNS) <= set(NASTY)


def test_what_cannot_be_read_is_told_without_its_signs(tmp_path: Path) -> None:
    bad = json.dumps(NASTY)[1:-1]
    for line in (
        f'{{"do":"{bad}"}}', f'{{"do":"noted","{bad}":1}}', f'{{"do":"played","seat":1,"card":"{bad}"}}', NASTY,
        f'{{"do":"noted","note":"{NASTY}"}}', f'{{"do":"closed","at":"{bad}"}}', line_with(Sealed, *texts_of(Sealed)),
    ):  # fmt: skip
        path = log_file(tmp_path, header(), line, BEGUN)
        for command in ("verify", "show", "import", "record --resume"):
            assert is_safe(said(*command.split(), str(path)))
        assert is_safe(said("verify", "--salvage", str(tmp_path / f"new{len(line)}.jsonl"), str(path)))
        assert is_safe(said("verify", "-", data=path.read_bytes()))


@pytest.mark.check
def test_names_of_files_and_what_is_typed_on_the_command_line(tmp_path: Path) -> None:
    given = NASTY.replace("\0", "").replace("/", "")
    path = tmp_path / given[:60]
    path.write_text(header() + "\n" + '{"do":"played","seat":9,"card":"Qc"}\n')
    commands = ["verify", "show", "import", "import --format sheet", "record --resume", "export", "games", "schema"]
    for command, one in itertools.product([*commands, "query", "record"], [str(path), given]):
        assert is_safe(said(*command.split(), one)), command
    for arguments in (
        ("sessions", "--game", given), ("sessions", "--since", given), ("query", "standings", "-p", f"game={given}"),
        ("query", "hands", "-p", given), ("simulate", "big_two", "-O", given), ("show", str(path), "--seat", given),
        ("record", "big_two", "--players", given, "-o", str(tmp_path / "b.jsonl")), ("verify", "--jobs", given),
        (given,), ("verify", f"--{given}"), ("query", f'SELECT 1 AS "{given}"'), ("query", f"SELECT {given}"),
        ("query", f"SELECT '{given}' AS x"), ("query", f'SELECT 1 AS "{given}"', "--csv"),
        ("query", f'SELECT 1 AS "{given}"', "--json"),
    ):  # fmt: skip
        assert is_safe(said(*arguments)), arguments


@pytest.mark.check
def test_what_a_sheet_holds(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.txt"
    for text in (f"2013-03-19\nC S H J\n1 1 5 0 # {NASTY}\n", f"2013-03-19\nC {NASTY} S H\n1 1 5 0\n", f"F=11 {NASTY}"):
        sheet.write_text(text, encoding="utf-8")
        assert is_safe(said("import", "--format", "sheet", str(sheet)))
    for command in ASKED:
        assert is_safe(said(*command)), command


def at_a_terminal(*arguments: str) -> str:
    """What a command writes to a terminal."""
    host, end = pty.openpty()
    command = [sys.executable, "-m", "upcard.cli", *arguments]
    with subprocess.Popen(command, stdin=end, stdout=end, stderr=end, cwd=ROOT) as process:
        os.close(end)
        data = b"".join(_until_end(host))
    os.close(host)
    assert process.returncode in {0, 1}
    return data.decode().replace("\r\n", "\n")


def _until_end(host: int) -> Iterator[bytes]:
    while True:
        try:
            data = os.read(host, 65536)
        except OSError:  # the other end is closed
            return
        if not data:
            return
        yield data


@pytest.mark.check
def test_at_a_terminal_logs_that_are_exported_steer_nothing_either(tmp_path: Path) -> None:
    raw = json.loads(header()) | {"seats": [f"{number}{NASTY}" for number in range(4)]}
    path = tmp_path / "log.jsonl"
    path.write_text(json.dumps(raw, ensure_ascii=False) + "\n" + BEGUN + "\n", encoding="utf-8")
    assert is_safe(at_a_terminal("export", str(path)), colours=True)
    assert is_safe(at_a_terminal("show", str(path)), colours=True)
    assert path.read_bytes().decode() in said("export", str(path))


ONLY_DOOR = ROOT / "cli" / "output.py"


def test_all_text_leaves_by_one_door() -> None:
    """No other file of the command line writes to a stream, prints, asks, or makes a console of its own."""
    for path in sorted((ROOT / "cli").rglob("*.py")):
        if path == ONLY_DOOR:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            called = ast.unparse(node.func)
            wrong = called in {"print", "input", "Console"} or re.search(r"std(out|err)(\.buffer)?\.write", called)
            alone = called == "print" and ast.unparse(node.args[0]) == "'interrupted'"  # before anything is loaded
            assert not wrong or alone, f"{path}:{node.lineno}: {called}"
