"""Reading, writing and salvaging log files, by example and by law."""

import io
import os
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.harness.logs import HEADER, KINDS, any_event, log_bytes, session
from upcard.engine.effective import Standing
from upcard.engine.log import Log
from upcard.engine.simulate import Setup, simulate
from upcard.records.logfile import (
    LogWriter,
    check_head,
    head_of,
    read_bytes,
    read_log,
    read_logs,
    salvage,
    same_lines,
    sealed_bytes,
)
from upcard.records.reading import read_stream
from upcard.schemas.cards import Card
from upcard.schemas.codec import encode_line
from upcard.schemas.errors import BusyError, CorruptError, ForkedError, StorageError, TornError, UpcardError, UsageError
from upcard.schemas.events import Amended, Closed, Event, HandStarted, Noted, Opened, Played, Retracted, Sealed

AMENDING = {"amended", "retracted", "inserted"}
plain_kinds = [kind for kind in KINDS if kind not in {Opened, Sealed}]
events = st.builds(
    lambda seed, kind: any_event(random.Random(seed), kind), st.integers(0, 2**32), st.sampled_from(plain_kinds)
)


@given(st.lists(events, max_size=30))
@settings(deadline=None)
def test_what_is_written_is_read(written: list[Event]) -> None:
    read = read_bytes(sealed_bytes(HEADER, written))
    assert read.log.header == HEADER
    assert [event for _, event in read.log.events] == written
    assert read.torn is None
    lines = read.data.splitlines()
    assert all(lines[line - 1] == encode_line(event) for line, event in read.log.events)
    assert (type(read.log.events) is Standing) == all(e.__struct_config__.tag not in AMENDING for e in written)
    assert same_lines(read.log) == read.data


@given(st.lists(events, min_size=1, max_size=12), st.data())
@settings(deadline=None, max_examples=30)
def test_a_stream_of_logs_is_its_logs(written: list[Event], data: st.DataObject) -> None:
    logs = [sealed_bytes(HEADER, written[:size]) for size in range(len(written) + 1)]
    joined = io.BytesIO(b"".join(logs))
    most = data.draw(st.integers(1, 900))
    read = list(read_stream(lambda size: joined.read(min(size, most)), "x"))
    assert [one.data for one in read] == logs
    assert [one.offset for one in read] == [sum(map(len, logs[:number])) for number in range(len(logs))]
    assert [one.line for one in read] == [1 + sum(log.count(b"\n") for log in logs[:n]) for n in range(len(logs))]
    assert [one.log for one in read] == [read_bytes(log).log for log in logs]


@given(st.lists(events, max_size=20), st.randoms(use_true_random=False))
@settings(deadline=None)
def test_spaces_change_nothing_in_an_unsealed_log(written: list[Event], rng: random.Random) -> None:
    lines = [encode_line(event) for event in (HEADER, *written)]
    odd = [line.replace(b'{"do":', b'{ "do" : ', 1) if rng.random() < 0.3 else line for line in lines]
    assert read_bytes(b"\n".join(odd) + b"\n").log == read_bytes(b"\n".join(lines) + b"\n").log


def test_a_session_recorded_live_is_the_same_as_one_written_at_once(tmp_path: Path) -> None:
    played = session(random.Random(2), hands=3, plays=4)
    with LogWriter.create(tmp_path / "live.jsonl", HEADER) as writer:
        for event in played:
            writer.append(event, expect=writer.next_line)
        head = writer.head
    data = (tmp_path / "live.jsonl").read_bytes()
    assert data == sealed_bytes(HEADER, played)
    assert head == head_of(data)
    with LogWriter.open(tmp_path / "live.jsonl") as writer:
        assert writer.head == head
        assert writer.seal() is None


def test_a_line_expected_exactly_and_retries(tmp_path: Path) -> None:
    first, second = Played(seat=0, card=Card("As")), Played(seat=1, card=Card("Ks"), id="p-1")
    with LogWriter.create(tmp_path / "log.jsonl", HEADER) as writer:
        assert writer.append(first, expect=2) == 2
        assert writer.append(first, expect=2) == 2  # the answer was lost: asked again
        assert writer.append(first, expect=3) == 3  # the same act once more
        assert writer.append(second) == 4
        assert writer.append(second, expect=9) == 4
        assert writer.next_line == 5
        for wrong in (1, 3, 6):
            with pytest.raises(ForkedError):
                writer.append(Noted(note="x"), expect=wrong)
        with pytest.raises(ForkedError, match="id"):
            writer.append(Noted(note="x", id="p-1"))
        assert writer.next_line == 5


def test_seals_stand_between_hands_after_the_close_and_after_amendments(tmp_path: Path) -> None:
    with LogWriter.create(tmp_path / "log.jsonl", HEADER) as writer:
        told = [HandStarted(), Noted(note="a"), HandStarted(), Amended(line=3, event=Noted(note="b")), HandStarted()]
        lines = [writer.append(event) for event in [*told, Retracted(line=3), Closed()]]
        assert lines == [2, 3, 5, 6, 8, 9, 11]
        assert writer.append(HandStarted(), expect=5) == 5  # by one who does not know of the seal on line 4
        assert writer.append(told[2], expect=4) == 5
    assert read_log(tmp_path / "log.jsonl").seals == (4, 7, 10, 12)


def test_a_link_to_a_log_is_locked_with_the_log(tmp_path: Path) -> None:
    path, link = tmp_path / "log.jsonl", tmp_path / "link.jsonl"
    path.write_bytes(log_bytes(hands=1))
    link.symlink_to("log.jsonl")
    for first, second in ((path, link), (link, path)):
        with LogWriter.open(first), pytest.raises(BusyError):
            LogWriter.open(second)
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(StorageError):
        LogWriter.open(tmp_path / "loop")


def test_one_writer_at_a_time_and_it_is_named(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    with LogWriter.create(path, HEADER) as writer:
        with pytest.raises(BusyError, match=str(os.getpid())) as met:
            LogWriter.open(path)
        assert met.value.exit_code == 4
        assert met.value.place == str(path)
        writer.append(Noted(note="x"))
    LogWriter.open(path, wait_seconds=1).close()
    assert (tmp_path / "log.jsonl.lock").exists()


def test_a_torn_line_is_saved_cut_and_told(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    for number in (1, 2):
        path.write_bytes(log_bytes() + b'{"do":"pla')
        read = read_log(path)
        assert read.torn is not None
        assert (read.torn.line, read.torn.offset) == (read.lines + 1, len(read.data))
        with pytest.raises(TornError):
            read_log(path, whole=True)
        with LogWriter.open(path) as writer:
            assert writer.recovered is not None
            assert writer.recovered.saved.read_bytes() == b'{"do":"pla'
            assert writer.recovered.saved.name == f"log.jsonl.torn-{number}"
        assert path.read_bytes() == log_bytes()


def test_a_writer_of_a_damaged_log_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    bad = log_bytes().replace(b'"played"', b'"plaied"', 1) + b"torn"
    path.write_bytes(bad)
    with pytest.raises(CorruptError) as met:
        LogWriter.open(path)
    assert path.read_bytes() == bad
    assert (met.value.exit_code, met.value.lines, met.value.offset) == (3, (1, 56), bad.index(b'{"do":"plaied"'))
    assert "last good line is 3" in str(met.value)
    LogWriter.create(tmp_path / "other.jsonl", HEADER).close()  # and holds no lock


def test_a_file_changed_or_deleted_under_a_writer_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    with LogWriter.create(path, HEADER) as writer:
        with path.open("ab") as file:
            file.write(b"x")
        with pytest.raises(ForkedError):
            writer.append(Noted(note="x"))
        with pytest.raises(StorageError, match="anew"):
            writer.append(Noted(note="x"))
    path.unlink()
    with LogWriter.create(path, HEADER) as writer:
        path.unlink()
        with pytest.raises(UpcardError):
            writer.append(Noted(note="x"))


@pytest.mark.parametrize(
    "event",
    [
        Played(seat=-1, card=Card("As")),
        Noted(note="\ud800"),
        Noted(note="x" * (1 << 20)),
        Played(seat=0, card="Zz"),
        HEADER,
    ],
)
def test_what_no_log_can_hold_is_refused_and_writes_nothing(tmp_path: Path, event: Event) -> None:
    with LogWriter.create(tmp_path / "log.jsonl", HEADER) as writer:
        with pytest.raises(UsageError):
            writer.append(event)
        assert writer.append(Closed(), expect=2) == 2


def test_a_log_is_not_begun_over_another(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(log_bytes())
    with pytest.raises(UsageError, match="exists"):
        LogWriter.create(path, HEADER)
    assert path.read_bytes() == log_bytes()


def test_folders_are_read_by_name_and_errors_do_not_stop_the_others(tmp_path: Path) -> None:
    for name in ("b.jsonl", "a/z.jsonl", "a/y.jsonl", "notes.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(log_bytes(hands=1, plays=1))
    (tmp_path / "a" / "x.jsonl").write_bytes(b"no log\n")
    met: list[UpcardError] = []
    read = list(read_logs([tmp_path, tmp_path / "none"], failed=met.append))
    assert [Path(one.place).name for one in read] == ["b.jsonl", "y.jsonl", "z.jsonl"]
    assert [Path(error.place.split(":")[0]).name for error in met] == ["x.jsonl", "none"]
    with pytest.raises(UpcardError):
        list(read_logs([tmp_path]))


def test_a_file_of_several_logs_is_read_as_such_but_is_not_one(tmp_path: Path) -> None:
    path = tmp_path / "both.jsonl"
    path.write_bytes(log_bytes(1) + log_bytes(2))
    assert len(list(read_logs([path]))) == 2
    with pytest.raises(UsageError, match="several"):
        read_log(path)
    with pytest.raises(UsageError, match="several"):
        LogWriter.open(path)


def test_a_sealed_line_is_canonical() -> None:
    spaced = log_bytes(hands=1, plays=2).replace(b'"seat":0', b'"seat": 0', 1)
    with pytest.raises(CorruptError):
        read_bytes(spaced)
    body = spaced[: spaced.rindex(b'{"do":"sealed"')]
    foreign = body + encode_line(Sealed(sha256=head_of(body).sha256)) + b"\n"
    with pytest.raises(CorruptError, match="canonical"):
        read_bytes(foreign)
    assert read_bytes(body).torn is None


def test_a_kept_head_finds_what_seals_cannot(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(log_bytes(hands=2))
    head = read_log(path).head
    short = log_bytes(hands=2)
    short = short[: short.index(b'{"do":"hand_started"', 200)]
    path.write_bytes(short)
    assert read_log(path).torn is None  # whole sealed hands were cut off: no seal tells
    with pytest.raises(CorruptError, match="are gone"):
        read_log(path, head=head)
    check_head(log_bytes(hands=2), head)


def test_salvage_keeps_line_numbers_and_tells_what_it_left_out(tmp_path: Path) -> None:
    data = log_bytes(hands=2, plays=3)
    lines = data.splitlines(keepends=True)
    lines[4] = b"coffee\n"
    (tmp_path / "bad.jsonl").write_bytes(b"".join(lines) + b"torn")
    done = salvage(tmp_path / "bad.jsonl", tmp_path / "new.jsonl")
    assert [(one.line, one.size) for one in done.left_out] == [(5, 6), (len(lines) + 1, 4)]
    assert done.changed == ((1, 7),)
    new = read_log(tmp_path / "new.jsonl")
    assert new.lines == done.lines == len(lines)
    assert [line for line, event in new.log.events if type(event).__name__ == "Gap"] == [5]
    assert new.seals == read_bytes(data).seals
    with pytest.raises(UsageError):
        salvage(tmp_path / "bad.jsonl", tmp_path / "new.jsonl")


def test_same_lines_needs_lines_that_rise() -> None:
    with pytest.raises(UsageError):
        same_lines(Log(HEADER, [(3, Noted(note="x")), (2, Noted(note="y"))]))


def test_the_lines_of_an_error_are_those_of_the_file() -> None:
    data = log_bytes(hands=1, plays=1) + encode_line(HEADER) + b'\n{"do":"played","seat":"1","card":"As"}\n'
    with pytest.raises(UpcardError) as met:
        list(read_stream(io.BytesIO(data).read, "both.jsonl"))
    assert str(met.value).startswith("both.jsonl:8:16: line 2 of the log from line 7 on: expected `int`, got `str`")


def test_a_log_that_is_held_long_has_one_event_for_lines_that_are_alike() -> None:
    log = simulate(Setup(game="court_piece", seed=2), hands=6)
    read = read_bytes(sealed_bytes(log.header, [event for _, event in log.events]))
    shared = read.sharing()
    assert shared == read
    assert len({id(event) for _, event in shared.log.events}) == len(
        {read.data.split(b"\n")[at - 1] for at, _ in read.log.events}
    )
    assert len({id(event) for _, event in read.log.events}) == len(read.log.events)
