"""What `upcard amend` refuses: nothing is written then."""

from pathlib import Path

import pytest

from tests.cli.test_commands import upcard
from tests.records.archives import simulated
from upcard.records.logfile import read_log


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "log.jsonl"
    path.write_bytes(simulated(games=["big_two"])[0])
    return path


@pytest.mark.parametrize(
    ("event", "says"),
    [
        ('{"do":"retracted","line":200}', "line 200 was not written yet"),
        ('{"do":"retracted","line":8}', "line 8 was not written yet"),
        ('{"do":"inserted","before":9,"event":{"do":"noted"}}', "line 9 was not written yet"),
        ('{"do":"amended","line":1,"event":{"do":"closed"}}', "the header cannot become `closed`"),
    ],
)
def test_an_amendment_that_cannot_be_followed_takes_no_event_away(event: str, says: str, log: Path) -> None:
    before = log.read_bytes()
    err = upcard("amend", str(log), "--at", "8", "--with", event, code=2)[1]
    assert f"error: {log}:8: {says}" in err
    assert log.read_bytes() == before


def test_what_was_inserted_before_an_amendment_is_not_lost_with_it(log: Path) -> None:
    line = log.read_bytes().count(b"\n") + 1
    upcard("amend", str(log), "--before", "5", "--with", '{"do":"noted","note":"one"}')
    upcard("amend", str(log), "--at", "4", "--with", '{"do":"noted","note":"two"}', "--yes")
    upcard("amend", str(log), "--at", str(line + 2), "--with", '{"do":"laid","seat":3,"cards":["3d"]}', "--yes")
    upcard("amend", str(log), "--before", str(line + 2), "--with", '{"do":"noted","note":"three"}')
    before = log.read_bytes()
    back = '{"do":"amended","line":4,"event":{"do":"noted","note":"two"}}'
    err = upcard("amend", str(log), "--at", str(line + 2), "--with", back, code=2)[1]
    assert "amends another line; no event stands there" in err
    assert log.read_bytes() == before


def test_an_event_that_is_none_is_an_error_of_use(log: Path) -> None:
    before = log.read_bytes()
    for event in ("", "coffee", '{"do":"sneezed"}', '{"do":"played","seat":"x","card":"As"}', "\udcff"):
        assert "error: --with" in upcard("amend", str(log), "--at", "8", "--with", event, code=2)[1]
    assert log.read_bytes() == before


def test_a_torn_line_that_is_cut_off_is_told(log: Path) -> None:
    lines = log.read_bytes().count(b"\n")
    with log.open("ab") as file:
        file.write(b'{"do":"pla')
    err = upcard("amend", str(log), "--at", "8", "--with", '{"do":"passed","seat":3}')[1]
    assert f"note: line {lines + 1} was not written whole: its 10 bytes are in {log}.torn-1" in err


def test_a_log_that_cannot_be_judged_is_amended_all_the_same(log: Path) -> None:
    log.write_bytes(b"".join(line for line in log.read_bytes().splitlines(keepends=True) if b'"sealed"' not in line))
    log.write_bytes(log.read_bytes().replace(b'"game":"big_two"', b'"game":"big_toe"'))
    before = log.read_bytes()
    out = upcard("amend", str(log), "--at", "5", "--retract")[0]
    assert "it cannot be judged then: no game 'big_toe'" in out
    assert log.read_bytes().startswith(before + b'{"do":"retracted","line":5}\n')


def test_an_amendment_that_the_archive_cannot_hold_is_not_written(log: Path) -> None:
    upcard("import", str(log))
    name = read_log(log).log.header.log
    for event, code in (('{"do":"noted","src":9007199254740991}', 3), ('{"do":"noted","note":"hm"}', 0)):
        err = upcard("amend", name, "--at", "8", "--with", event, "--yes", code=code)[1]
        assert ("the archive holds" in err) == bool(code)
        assert "has all that its log store has" in upcard("verify", "--archive")[1]
    assert upcard("rebuild")[1].startswith("1 log")
