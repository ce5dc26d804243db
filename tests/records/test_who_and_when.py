"""Who sat there, who is who, and what came before what, in the archive and its answers."""

import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import duckdb
import msgspec
import pytest

from tests.records.archives import new_archive, simulated, take
from upcard import sample_logs
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC, redact_log
from upcard.records.archive.archive import Archive
from upcard.records.archive.importing import import_logs, rebuild, refresh_people, remove_logs
from upcard.records.archive.register import clashes, merge_people, name_person, split_person
from upcard.records.archive.schema import VIEWS
from upcard.records.archive.verifying import not_indexed
from upcard.records.archive.who import whose
from upcard.records.chain import sealed_bytes
from upcard.records.logfile import read_bytes, read_logs
from upcard.records.long import Bytes
from upcard.records.questions import ask
from upcard.records.sandbox import run_sql
from upcard.schemas.codec import encode_line
from upcard.schemas.errors import UpcardError, UsageError
from upcard.schemas.events import (
    Amended,
    Base,
    Gap,
    HandStarted,
    Inserted,
    Joined,
    Left,
    Noted,
    Opened,
    Played,
    Scored,
    TrumpNamed,
)

pytestmark = pytest.mark.check

FOUR = ("ann", "bob", "cid", "dee")
SAMPLES = Path(sample_logs.__file__).parent / "court_piece"
WON = {"ann": (0, 1, 2, 3), "bob": (1, 0, 2, 3)}


def bare(header: Opened, *events: Base) -> bytes:
    """A log without seals."""
    return b"".join(encode_line(event) + b"\n" for event in (header, *events))


def evening(name: str, *rows: Any, at: str = "2026-01-05", **more: Any) -> bytes:
    """A sheet of Big Two: the winners of its hands, or events."""
    events: list[Base] = []
    for row in rows:
        events += [HandStarted(), Scored(counts=WON[row])] if isinstance(row, str) else [row]
    header = Opened(format="upcard/1", log=name, game="big_two", seats=FOUR, at=at, **more)
    return bare(header, *events)


LATER = (Left(seat=0), Joined(seat=0, player="eve"))


def named(archive: Archive, **names: str) -> None:
    for player, name in names.items():
        archive.people.name(player, name)
    told(archive)


def told(archive: Archive) -> None:
    with archive.writing() as connection:
        refresh_people(archive, connection)


def column(archive: Archive, question: str, of: str, **given: str) -> list[Any]:
    answer = ask(archive, question, given)
    return [row[answer.columns.index(of)] for row in answer.rows]


# ---- Who sat there -------------------------------------------------------------------------------------------------


def revoke(*before: Base, after: tuple[Base, ...] = ()) -> bytes:
    """A revoke of seat 3 of a table of Court Piece, which its spade of the next trick proves."""
    header = Opened(format="upcard/1", log="revoke", game="court_piece", seats=FOUR)
    tricks = ((1, "As"), (2, "3s"), (3, "2d"), (0, "4s"), (1, "Ks"), (2, "5s"), (3, "2s"))
    plays = [Played(seat=seat, card=card) for seat, card in tricks]
    return bare(header, *before, HandStarted(dealer=0), TrumpNamed(seat=1, suit="h"), *plays, *after)


@pytest.mark.parametrize(
    "data",
    [
        revoke(Joined(seat=3, player="zoe")),
        revoke(Joined(seat=3, player="zoe"), after=(Inserted(before=2, event=Noted(note="we began late")),)),
        revoke(after=(Inserted(before=2, event=Joined(seat=3, player="zoe")),)),
    ],
)
def test_a_finding_names_who_sat_there_whatever_was_inserted(data: bytes, tmp_path: Path) -> None:
    archive = new_archive(tmp_path, [data])
    assert [player for player in column(archive, "findings", "player") if player] == ["zoe"]
    assert column(archive, "findings", "clause", player="zoe") == ["CP-3.1"]
    assert column(archive, "sessions", "log", player="zoe") == ["revoke"]


def test_who_joined_later_sat_down_too(tmp_path: Path) -> None:
    archive = new_archive(tmp_path, [evening("one", "ann", *LATER, "bob")])
    assert column(archive, "sessions", "log", player="eve") == ["one"]
    assert column(archive, "sessions", "players") == ["ann bob cid dee eve"]


# ---- Who is who ----------------------------------------------------------------------------------------------------


def test_two_ids_are_one_person_without_a_name_as_well(tmp_path: Path) -> None:
    archive = new_archive(tmp_path, [evening("one", "ann", "ann", *LATER, "bob", "bob")])
    archive.people.merge("eve", "ann")
    told(archive)
    assert dict(zip(column(archive, "standings", "player"), column(archive, "standings", "hands"), strict=True)) == {
        "ann": 4,
        "bob": 4,
        "cid": 4,
        "dee": 4,
    }
    for player in ("ann", "eve"):
        assert column(archive, "player", "hands", player=player) == [4]


def test_the_id_that_others_were_merged_into_stands_for_itself_again(tmp_path: Path) -> None:
    archive = new_archive(tmp_path, [evening("one", "ann", "ann", *LATER, "bob", "bob")])
    archive.people.merge("ann", "eve")
    archive.people.merge("dee", "eve")
    named(archive, eve="Eve")
    archive.people.split("eve")
    told(archive)
    people = dict(archive.people.read())
    assert "eve" not in people
    assert people["dee"].person == "ann"
    assert sorted(column(archive, "standings", "player")) == ["ann", "bob", "cid", "eve"]
    archive.people.split("dee")
    assert archive.people.read() == {}


def test_findings_are_asked_by_id_and_by_name(tmp_path: Path) -> None:
    archive = new_archive(tmp_path, [revoke()])
    named(archive, dee="Dora")
    for player in ("dee", "Dora"):
        assert column(archive, "findings", "player", player=player) == ["Dora"]


def test_two_people_of_one_name_stay_two(tmp_path: Path) -> None:
    archive = new_archive(tmp_path, [evening("one", "ann", "ann", "bob")])
    named(archive, ann="Sam", bob="Sam")
    for name in ("player", "head-to-head", "hands", "findings", "streaks", "sessions"):
        with pytest.raises(UsageError, match="2 people are called Sam: ann, bob"):
            ask(archive, name, {"player": "Sam"})
    answers = [ask(archive, "head-to-head", {"player": one}).rows for one in ("ann", "bob")]
    rows = sorted((row[1], row[2], row[3], row[4]) for rows in answers for row in rows)
    ann, bob = "Sam (ann)", "Sam (bob)"
    assert rows == sorted(
        [
            (ann, bob, 3, 2),
            (bob, ann, 3, 1),
            *((ann, one, 3, 2) for one in FOUR[2:]),
            *((bob, one, 3, 1) for one in FOUR[2:]),
        ]
    )
    assert column(archive, "player", "won", player=ann) == [2]
    assert len(ask(archive, "head-to-head", {}).rows) == 6


def test_names_that_look_like_those_told_apart_are_told_apart_too(tmp_path: Path) -> None:
    archive = new_archive(tmp_path, [evening("one", "ann", "ann", "bob")])
    for names in (
        {"ann": "Sam", "bob": "Sam", "cid": "Sam (ann)", "dee": "Sam (bob)"},
        {"ann": "bob", "bob": "Sam", "cid": "Sam", "dee": "bob (ann)"},
        {"ann": "bob", "bob": "cid", "cid": "dee", "dee": "ann"},
        {"ann": "Sam (dee)", "bob": "Sam (dee)", "cid": "(dee)", "dee": "Sam"},
    ):
        named(archive, **names)
        told_apart = dict(zip(column(archive, "standings", "player"), column(archive, "standings", "won"), strict=True))
        assert len(told_apart) == 4, names
        for name, won in told_apart.items():
            assert column(archive, "player", "won", player=name) == [won], names


def test_merges_over_years(tmp_path: Path) -> None:
    """Somebody written as ann, then as anne, then as a.s.; a name that moved on to somebody else; and back again."""
    years = [("ann", 2011), ("anne", 2015), ("a.s.", 2019), ("ann", 2024)]
    seats = {year: (who, f"b{year}", f"c{year}", f"d{year}") for who, year in years}
    rows = [HandStarted(), Scored(counts=(0, 1, 2, 3))]
    logs = [
        bare(Opened(format="upcard/1", log=f"of {year}", game="big_two", seats=those, at=f"{year}-05-01"), *rows)
        for year, those in seats.items()
    ]
    archive = new_archive(tmp_path, logs)
    for one, other in (("ann", "anne"), ("a.s.", "anne")):
        merge_people(archive, one, other)
    name_person(archive, "a.s.", "Ann Smith")
    with archive.reading() as connection:
        someone = whose(connection, "Ann Smith")
    assert someone.ids == ("a.s.", "ann", "anne")
    assert (someone.sessions, someone.hands, str(someone.first), str(someone.last)) == (
        4,
        4,
        "2011-05-01",
        "2024-05-01",
    )
    assert column(archive, "streaks", "streak", player="ann") == [4]
    assert column(archive, "player", "month", player="Ann Smith") == ["2011-05", "2015-05", "2019-05", "2024-05"]
    rebuild(archive)
    assert column(archive, "streaks", "streak", player="ann") == [4]
    split_person(archive, ["ann"])
    assert column(archive, "streaks", "streak", player="ann") == [2]
    assert column(archive, "player", "month", player="Ann Smith") == ["2015-05", "2019-05"]
    merge_people(archive, "ann", "Ann Smith")
    assert column(archive, "streaks", "streak", player="anne") == [4]
    clash = Opened(format="upcard/1", log="of 2025", game="big_two", seats=("ann", "x", "anne", "y"), at="2025-05-01")
    take(archive, [bare(clash, *rows)])
    with archive.reading() as connection:
        assert [(one, other, [*map(str, met)]) for one, other, met in clashes(archive, connection)] == [
            ("ann", "anne", ["hand 1 of of 2025 (2025-05-01)"])
        ]
    with pytest.raises(UsageError, match="one person already"):
        merge_people(archive, "ann", "anne")
    split_person(archive, ["ann"])
    with pytest.raises(UsageError, match=r"ann and a\.s\. or anne sat at one table in 1 hand of 1 session"):
        merge_people(archive, "ann", "anne")


# ---- What came before what -----------------------------------------------------------------------------------------


def test_a_streak_goes_over_no_hand_that_was_missed_or_has_no_end(tmp_path: Path) -> None:
    archive = new_archive(tmp_path, [evening("one", "ann", "ann", Gap(hands=2), "ann", HandStarted(), Gap(), "ann")])
    assert column(archive, "streaks", "streak", player="ann") == [2]
    archive = new_archive(
        tmp_path / "end", [evening("one", "ann", Gap(hands=1)), evening("two", "ann", at="2026-01-06")]
    )
    assert column(archive, "streaks", "streak", player="ann") == [1]
    archive = new_archive(tmp_path / "none", [evening("one", "ann"), evening("two", "ann", at="2026-01-06")])
    assert column(archive, "streaks", "streak", player="ann") == [2]
    late = [evening("one", Gap(hands=1), "ann"), evening("two", "ann", at="2026-01-06")]
    assert column(new_archive(tmp_path / "late", late), "streaks", "streak", player="ann") == [2]


def test_sessions_of_a_day_are_in_the_order_of_time_not_of_its_text(tmp_path: Path) -> None:
    first = evening("b", "bob", "ann", at="2025-02-03T20:00:00+01:00")
    second = evening("a", "ann", "bob", at="2025-02-03T19:30:00Z")
    archive = new_archive(tmp_path, [second, first])
    assert column(archive, "sessions", "log") == ["b", "a"]
    assert column(archive, "streaks", "streak", player="ann") == [2]


def test_a_day_that_never_was_is_told(tmp_path: Path) -> None:
    (report,) = take(Archive(tmp_path / "a.duckdb"), [evening("one", "ann", at="2026-02-30")])
    assert report.why == "2026-02-30 is no day: questions about days leave it out"


# ---- What is counted -----------------------------------------------------------------------------------------------


def test_a_redacted_copy_is_counted_where_its_log_is_not(tmp_path: Path) -> None:
    log = simulate(Setup(game="court_piece", seed=3), hands=5)
    copy = redact_log(log, PUBLIC, "copy")
    whole, part = (sealed_bytes(one.header, [event for _, event in one.events]) for one in (log, copy))
    alone = ask(new_archive(tmp_path / "alone", [whole]), "standings", {}).rows
    archive = new_archive(tmp_path, [part])
    assert ask(archive, "standings", {}).rows == alone
    take(archive, [whole])
    for question in ("standings", "streaks", "head-to-head", "hands"):
        assert ask(archive, question, {}).rows == ask(Archive(tmp_path / "alone" / "archive.duckdb"), question, {}).rows
    remove_logs(archive, [log.header.log])
    assert ask(archive, "standings", {}).rows == alone


def test_of_two_copies_of_a_log_that_is_not_here_one_is_counted(tmp_path: Path) -> None:
    log = simulate(Setup(game="court_piece", seed=3), hands=5)
    copies = [redact_log(log, viewer, name) for viewer, name in ((PUBLIC, "a"), (2, "b"), (0, "c"))]
    public, second, first = (sealed_bytes(one.header, [event for _, event in one.events]) for one in copies)
    alone = new_archive(tmp_path / "alone", [second])
    archive = new_archive(tmp_path, [public])
    take(archive, [second, first])
    for question in ("standings", "streaks", "head-to-head", "hands", "findings"):
        assert ask(archive, question, {}).rows == ask(alone, question, {}).rows
        assert ask(archive, question, {}, hands=True).rows == ask(alone, question, {}, hands=True).rows


@pytest.mark.parametrize("names", ["ab", "abc"])
def test_of_logs_that_are_said_to_be_copies_of_one_another_one_is_counted(names: str, tmp_path: Path) -> None:
    log = simulate(Setup(game="court_piece", seed=3), hands=2)
    headers = [
        msgspec.structs.replace(log.header, log=name, derived_from=other, viewer=0)
        for name, other in zip(names, names[1:] + names[0], strict=True)
    ]
    copies = [sealed_bytes(header, [event for _, event in log.events]) for header in headers]
    archive, alone = new_archive(tmp_path, copies), new_archive(tmp_path / "alone", copies[:1])
    assert ask(archive, "standings", {}).rows == ask(alone, "standings", {}).rows != []


def copies_among(logs: Sequence[tuple[str, str | None]]) -> set[str]:
    """What the view `copies` says of logs, each with the one that it is a copy of."""
    with duckdb.connect() as connection:
        connection.execute("CREATE TABLE logs (log TEXT, derived_from TEXT, viewer INTEGER)")
        connection.execute(
            "INSERT INTO logs SELECT unnest($1), unnest($2), -1", [[*one] for one in zip(*logs, strict=True)]
        )
        return {log for log, _ in connection.execute(VIEWS["copies"][2]).fetchall()}


@pytest.mark.parametrize("first", [None, "29999"])
def test_a_long_chain_of_copies_and_a_ring_of_them_are_followed_in_no_time(first: str | None) -> None:
    names = [f"{at:05}" for at in range(30_000)]
    assert copies_among(list(zip(names, [first, *names], strict=False))) == set(names[1:])


def test_copies_of_a_ring_are_copies_and_one_of_the_ring_is_none() -> None:
    ring = [("b", "c"), ("c", "d"), ("d", "b")]
    tail = [("a", "e"), ("e", "d")]
    assert copies_among([*ring, *tail, ("x", "y"), ("y", None), ("z", "gone")]) == {"c", "d", "a", "e", "x"}


def test_what_is_found_in_a_log_and_in_its_copy_is_found_once(tmp_path: Path) -> None:
    log = read_bytes((SAMPLES / "revoke_established_by_the_table.jsonl").read_bytes()).log
    copy = redact_log(log, PUBLIC, "copy")
    whole, part = (sealed_bytes(one.header, [event for _, event in one.events]) for one in (log, copy))
    alone = ask(new_archive(tmp_path / "alone", [whole]), "findings", {}).rows
    archive = new_archive(tmp_path, [whole, part])
    assert alone
    assert ask(archive, "findings", {}).rows == alone
    assert len(ask(archive, "findings", {}, hands=True).rows) == sum(row[5] for row in alone)


def test_a_trial_of_a_log_told_many_times_says_what_an_import_does(tmp_path: Path) -> None:
    lines = evening("one", "ann", "bob", "ann").splitlines(keepends=True)
    stream = [b"".join(lines[:end]) for end in (3, 5, 3, 7, 7)]
    archive = Archive(tmp_path / "a.duckdb")
    reads = [read_bytes(data) for data in stream]
    tried = list(import_logs(archive, reads, dry_run=True))
    assert tried == list(import_logs(archive, reads))
    assert [one.status for one in tried] == ["new", "extended", "known", "extended", "known"]


def test_reports_tell_the_game_in_force(tmp_path: Path) -> None:
    (report,) = take(Archive(tmp_path / "a.duckdb"), [amended()])
    assert report.game == "last_one"


def amended() -> bytes:
    header = Opened(format="upcard/1", log="one", game="big_two", seats=FOUR)
    other = Opened(format="upcard/1", log="one", game="last_one", seats=FOUR)
    return bare(header, HandStarted(), Amended(line=1, event=other))


# ---- Files ---------------------------------------------------------------------------------------------------------


def test_archives_whose_names_have_dots_share_nothing(tmp_path: Path) -> None:
    old, new = Archive(tmp_path / "evenings.2024"), Archive(tmp_path / "evenings.2025")
    take(old, [evening("one", "ann")])
    take(new, [evening("two", "ann")])
    assert rebuild(old) == []
    assert column(old, "sessions", "log") == ["one"]
    assert Archive(tmp_path / "years.duckdb").store.folder == tmp_path / "years.logs"


def test_logs_under_the_name_that_a_store_had_before_are_not_overlooked(tmp_path: Path) -> None:
    archive = Archive(tmp_path / "club.2024")
    take(archive, [evening("one", "ann")])
    archive.store.folder.rename(tmp_path / "club.logs")
    with pytest.raises(UsageError, match=r"logs in club\.logs"):
        rebuild(archive)
    assert column(archive, "sessions", "log") == ["one"]


def test_a_log_whose_file_is_gone_can_be_removed(tmp_path: Path) -> None:
    archive = new_archive(tmp_path, [evening("one", "ann")])
    archive.store.path("one").unlink()
    assert remove_logs(archive, ["one", "one"]) == 1
    assert column(archive, "sessions", "log") == []


def test_a_log_removed_twice_is_kept_twice(tmp_path: Path) -> None:
    archive = new_archive(tmp_path)
    first, second = evening("one", "ann"), evening("one", "bob")
    for data in (first, second):
        take(archive, [data])
        remove_logs(archive, ["one"])
    kept = [path.read_bytes() for path in sorted(archive.store.folder.glob("*.removed"))]
    assert sorted(kept) == sorted([first, second])


def test_a_log_that_goes_on_and_was_not_indexed_is_told_of(tmp_path: Path) -> None:
    lines = evening("one", "ann", "bob").splitlines(keepends=True)
    archive = new_archive(tmp_path, [b"".join(lines[:3]), evening("two", "ann")])
    assert not_indexed(archive) == 0
    archive.store.put({"one": Bytes.of(b"".join(lines))})  # and the import is killed
    archive.store.put({"three": Bytes.of(evening("three", "ann"))})
    assert not_indexed(archive) == 2
    take(archive, [b"".join(lines)])
    assert not_indexed(archive) == 1
    rebuild(archive)
    assert not_indexed(archive) == 0


def test_logs_after_one_with_a_broken_seal_are_read(tmp_path: Path) -> None:
    (sealed,) = simulated(games=["big_two"])
    broken = sealed.replace(b'"seat":1', b'"seat":2', 1)
    stream = tmp_path / "stream.jsonl"
    stream.write_bytes(evening("one", "ann") + broken + evening("two", "ann"))
    failed: list[UpcardError] = []
    read = [one.log.header.log for one in read_logs([stream], failed=failed.append)]
    assert (read, len(failed)) == (["one", "two"], 1)


def test_sql_waits_for_who_has_just_begun_to_write(tmp_path: Path) -> None:
    archive = new_archive(tmp_path, [evening("one", "ann")])
    hold = f"import duckdb, time; c = duckdb.connect({str(archive.path)!r}); print(flush=True); time.sleep(1)"
    with subprocess.Popen([sys.executable, "-c", hold], stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        began = time.monotonic()
        assert run_sql(archive, "SELECT count(*) FROM logs").rows == [(1,)]
        assert time.monotonic() - began > 0.1
