"""Logs that an archive cannot hold: each is refused by itself, and those beside it are taken."""

from pathlib import Path

import pytest

from tests.cli.test_commands import upcard
from tests.records.archives import new_archive, simulated, take
from upcard.records.archive.importing import import_logs, rebuild
from upcard.records.archive.verifying import not_indexed, verify_archive
from upcard.records.logfile import read_bytes
from upcard.records.long import Bytes
from upcard.records.questions import ask

MOST = 2**53 - 1
ROW = b'{"do":"scored","counts":[1,0,2,3]}\n'
BETS = b'{"do":"hand_started"}\n{"do":"bet_placed","seat":0,"bet":"a","kind":"noir","amount":%d}\n'
ROWS = b'{"do":"row_dealt","row":"noir","total":31,"colour":"black"}\n{"do":"row_dealt","row":"rouge","total":32}\n'


def log(lines: bytes, *, game: bytes = b"big_two", name: bytes = b"odd", seats: bytes = b'"a","b","c","d"') -> bytes:
    """A log of these lines."""
    head = b'{"do":"opened","format":"upcard/1","log":"%b","game":"%b","seats":[%b]}\n' % (name, game, seats)
    return head + lines


UNFIT = {
    "hands_missed": log(b'{"do":"gap","hands":%d}\n' % MOST + ROW),
    "hands_missed_again_and_again": log(b'{"do":"gap","hands":%d}\n' % MOST * 3000 + ROW),
    "a_line_of_its_source": log(b'{"do":"scored","counts":[1,0,2,3],"src":%d}\n' % MOST),
    "a_bet": log(BETS % MOST + ROWS, game=b"trente_et_quarante", seats=b'"a","b"'),
    "no_id": log(ROW, name=b""),
    "a_long_id": log(ROW, name=b"x" * 300),
}


@pytest.mark.check
@pytest.mark.parametrize("name", UNFIT)
def test_what_the_archive_cannot_hold_is_refused_alone(name: str, tmp_path: Path) -> None:
    archive = new_archive(tmp_path)
    first, second = simulated(games=["big_two"]), simulated(games=["court_piece"])
    data = [*first, UNFIT[name], *second]
    tried = list(import_logs(archive, (read_bytes(one, "memory") for one in data), dry_run=True))
    done = take(archive, data)
    assert done == tried
    assert [report.status for report in done] == ["new", "refused", "new"]
    assert "at most" in done[1].why or "is no id" in done[1].why
    assert not_indexed(archive) == 0
    assert list(verify_archive(archive)) == []
    assert rebuild(archive) == []


@pytest.mark.check
def test_points_that_no_hand_can_bring_are_told_and_not_known(tmp_path: Path) -> None:
    lines = b'{"do":"hand_started","dealer":0}\n{"do":"scored","points":[%d,-%d,0]}\n' % (MOST, MOST)
    archive = new_archive(tmp_path)
    (done,) = take(archive, [log(lines, game=b"pope_joan", seats=b'"a","b","c"')])
    assert (done.status, done.findings) == ("new", 1)
    with archive.reading() as connection:
        assert connection.execute("SELECT DISTINCT points FROM scores").fetchall() == [(None,)]
    assert list(verify_archive(archive)) == []


def test_what_was_put_into_the_store_all_the_same_does_not_stop_a_rebuild(tmp_path: Path) -> None:
    archive = new_archive(tmp_path, simulated(games=["big_two"]))
    archive.store.put({"odd": Bytes.of(UNFIT["hands_missed"])})
    (refused,) = rebuild(archive)
    assert refused.why.startswith("numbered 9,007,199,254,740,992; the archive holds 2,147,483,647 at most (")
    assert len(ask(archive, "sessions", {}).rows) == 1


def test_seats_and_sums_that_may_be_written_are_held(tmp_path: Path) -> None:
    rows = [
        ROW.replace(b"}", b',"src":5000000000}'),
        b'{"do":"passed","seat":200}\n',
        b'{"do":"gap","hands":20000000}\n',
    ]
    bets = log(BETS % 5_000_000_000 + ROWS, game=b"trente_et_quarante", name=b"bets", seats=b'"a","b"')
    archive = new_archive(tmp_path)
    assert [report.status for report in take(archive, [log(b"".join([*rows, ROW])), bets])] == ["new", "new"]
    (finding,) = ask(archive, "findings", {"game": "big_two"}, hands=True).rows
    assert "no seat 200 at this table" in finding
    assert ask(archive, "streaks", {}).rows
    points = [row[7] for row in ask(archive, "standings", {"game": "trente_et_quarante"}).rows]
    assert max(map(abs, filter(None, points))) == 5_000_000_000
    assert list(verify_archive(archive)) == []


def test_an_id_that_steers_a_terminal_is_written_out_where_an_archive_is_verified(tmp_path: Path) -> None:
    archive = new_archive(tmp_path, [log(ROW, name=b"\\u001b[31mred")])
    next(archive.store.paths()).unlink()
    out, _ = upcard("verify", "--archive", str(archive.path), code=1)
    assert "\x1b" not in out
    assert "\\u{1b}[31mred" in out
