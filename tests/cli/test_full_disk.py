"""Where a disk takes no more, every command that writes says so, has its exit code, and leaves what was there as it was."""

import io
import shutil
import sys
import tempfile
from pathlib import Path

import pytest

from tests.cli.test_commands import REVOKE, SAMPLES, upcard
from tests.records.test_archive_faults import files_no_longer_than
from upcard.cli.app import run
from upcard.records.logfile import read_log

pytestmark = pytest.mark.check

LOG = read_log(REVOKE).header.log
COMMANDS = {
    "import a log": "import SAMPLES/tresette",
    "import into a new archive": "import HERE/log.jsonl --archive HERE/new.duckdb",
    "import a sheet": "import HERE/sheet.csv",
    **{f"export to {form}": f"export {LOG} --to {form} -o HERE/out" for form in ("log", "csv", "xlsx", "html", "text", "pbn")},
    "export over a file": f"export {LOG} -o HERE/old.jsonl --force",
    "export a folder": "export HERE/club.logs -o HERE/logs/",
    "export a lake": "export --to lake HERE/lake",
    "export a copy": f"export {LOG} --public -o HERE/out",
    "amend a file": "amend HERE/log.jsonl --at 5 --retract --yes",
    "amend a session": f"amend {LOG} --at 5 --retract --yes",
    "report": "report -o HERE/out",
    "report with replays": "report -o HERE/out --replays HERE/pages",
    "rebuild": "rebuild",
    "backup": "backup HERE/new.zip",
    "backup over a file": "backup HERE/old.zip --replace",
    "restore": "restore HERE/old.zip --archive HERE/new.duckdb",
    "restore over an archive": "restore HERE/old.zip --replace",
    "people name": "people name ann Annabel",
    "people erase": "people erase ann --yes",
    "people erase logs": "people erase ann --logs --yes",
    "sessions remove": f"sessions --remove {LOG}",
    "simulate": "simulate big_two --hands 3 -o HERE/logs",
    "query to parquet": "query standings -o HERE/out.parquet",
    "query to csv": "query standings -o HERE/out.csv",
    "salvage": "verify HERE/damaged.jsonl --salvage HERE/out",
}  # fmt: skip
SIZES = {"export a lake": (1_500, 3_000)}
"""How long files may be, where others than for most commands tell something."""
STORED_FIRST = {"import a log", "import a sheet", "amend a session"}
"""Those that put logs into the log store, which the archive follows when there is room again."""
WHOLE = {"export a folder": "logs/", "export a lake": "lake/"}
"""Those that write many files, and into which folder: what was written whole by then is there."""
BESIDE = (
    "club.duckdb",
    "club.duckdb.wal",
    "club.digest.json",
    "club.people.json",
    "club.logs/.awaited",
    "lake/_upcard.json",
)
"""What may be there, or differ: DuckDB has its rows or not, by transactions, and a table of nobody is as good as none."""


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive with what lies beside it, a sheet, a backup, and logs."""
    folder = tmp_path_factory.mktemp("club")
    own = ("--archive", str(folder / "club.duckdb"))
    upcard("import", REVOKE, str(SAMPLES / "pope_joan"), *own)
    upcard("backup", str(folder / "old.zip"), *own)
    upcard("export", LOG, "--to", "csv", "-o", str(folder / "sheet.csv"), *own)
    (folder / "log.jsonl").write_bytes(Path(REVOKE).read_bytes())
    (folder / "old.jsonl").write_text("old\n")
    lines = Path(REVOKE).read_bytes().split(b"\n")
    (folder / "damaged.jsonl").write_bytes(b"\n".join([*lines[:9], b"####", *lines[10:]]))
    return folder


def there(folder: Path) -> dict[str, bytes]:
    """The files of a folder, but for locks."""
    files = (path for path in folder.rglob("*") if path.is_file() and path.suffix != ".lock")
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def told(arguments: list[str], stream: bytes = b"") -> tuple[int, str]:
    """The exit code of a command, and what it says of errors. stream: what comes on standard input."""
    before = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, sys.stdout, sys.stderr = (
        io.TextIOWrapper(io.BytesIO(data), encoding="utf-8") for data in (stream, b"", b"")
    )
    errors = sys.stderr
    try:
        code = run(arguments)
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
    errors.flush()
    assert isinstance(errors.buffer, io.BytesIO)
    return code, errors.buffer.getvalue().decode()


@pytest.mark.parametrize("name", COMMANDS)
def test_what_a_full_disk_takes_no_more_of_is_told_and_nothing_half_written_is_left(
    name: str, club: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = 0
    for size in SIZES.get(name, (0, 1_500, 50_000)):
        here = tmp_path / f"{size}"
        shutil.copytree(club, here)
        monkeypatch.setenv("UPCARD_ARCHIVE", str(here / "club.duckdb"))
        monkeypatch.setattr(tempfile, "tempdir", None)
        command = COMMANDS[name].replace("HERE", str(here)).replace("SAMPLES", str(SAMPLES)).split()
        before = there(here)
        with files_no_longer_than(size):
            code, says = told(command)
        monkeypatch.setattr(tempfile, "tempdir", None)
        if code == 0:
            continue
        refused += 1
        assert code == 3, says
        assert "error: " in says
        assert "no such file" not in says
        after = there(here)
        spared = set(BESIDE)
        if name in STORED_FIRST:
            spared |= {file for file in after if file.startswith("club.logs/")}
        left = {file for file in after.keys() - before.keys() - spared if not file.startswith(WHOLE.get(name, "-"))}
        assert not left, (size, says)
        assert not any(".new" in file for file in after), (size, after.keys())
        assert {file for file in before.keys() - spared if after.get(file) != before[file]} == set(), (size, says)
        again, says = told(command)
        assert again == 0, says
        assert told(["verify", "--archive"])[0] == 0
    assert refused, "it wrote nothing"


def test_where_a_stream_has_no_room_the_place_of_its_copy_is_told() -> None:
    with files_no_longer_than(1_500):
        code, says = told(["verify", "-"], Path(REVOKE).read_bytes())
    assert code == 3
    assert f"error: a temporary file in {tempfile.gettempdir()}: file too large" in says
