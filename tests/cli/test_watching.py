"""A log that is not held in memory is shown and replayed as one that is."""

import gc
import tracemalloc
from collections.abc import Callable
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.cli.test_commands import upcard
from tests.records.test_facts import records
from upcard.cli import stepping
from upcard.cli.frames import frame_after, frames_in
from upcard.cli.replay import _moved
from upcard.cli.show import known, viewer_of
from upcard.cli.stepping import OfLog
from upcard.cli.watching import Watched, watched
from upcard.engine.audit import Audit
from upcard.engine.game import keys
from upcard.engine.log import Numbered
from upcard.engine.simulate import Setup, simulate
from upcard.records import blocks, reading
from upcard.records.chain import sealed_bytes
from upcard.records.logfile import read_log
from upcard.records.long import Long
from upcard.records.reading import read_one_long
from upcard.records.unforeseen import InBlocks
from upcard.schemas.errors import UsageError
from upcard.schemas.events import Joined, Shown

pytestmark = pytest.mark.check


@pytest.fixture(autouse=True)
def _short_ones_are_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "LONG", 600)
    monkeypatch.setattr(blocks, "_BLOCK_BYTES", 300)


def both(path: Path, seat: str | None = None) -> tuple[Watched, Watched]:
    """The log of a file, not held and held."""
    long = read_one_long(path)
    assert isinstance(long, Long)
    viewer = partial(viewer_of, seat)
    return watched(long, viewer), watched(read_log(path), viewer)


def of_hand(some: Watched, hand: int) -> tuple[int, int] | str:
    """The lines of a hand, or that there is none."""
    try:
        return some.hand(hand)
    except UsageError as error:
        return str(error)


@pytest.mark.usefixtures("short_searches")
@pytest.mark.check
@pytest.mark.parametrize("key", keys())
def test_what_is_watched_of_a_long_log_is_what_is_watched_of_a_short_one(key: str, tmp_path: Path) -> None:
    log = simulate(Setup(game=key, seed=5), hands=4)
    path = tmp_path / "log.jsonl"
    for number, events in enumerate(islice(records(log), None, None, 3)):
        path.write_bytes(sealed_bytes(log.header, events))
        seat = (None, "public", "1")[number % 3]
        long, held = both(path, seat)
        assert (long.header, long.lines, long.viewer) == (held.header, held.lines, held.viewer)
        for hand in (1, 3, 9):
            assert of_hand(long, hand) == of_hand(held, hand)
        line, hand = long.lines // 2, 2
        told = []
        for some in (long, held):
            judging = some.judging()
            then = known(judging, line, hand)
            scene = judging.audit.game.scene(judging.audit.state)
            last = known(judging, None, hand, then)
            told.append((scene, then.findings, then.points[-1:], last.findings, last.points[-1:]))
        assert told[0] == told[1]


@pytest.mark.usefixtures("short_searches")
def test_a_long_log_is_replayed_as_a_short_one_is(tmp_path: Path) -> None:
    log = simulate(Setup(game="court_piece", seed=5), hands=4)
    path = tmp_path / "log.jsonl"
    for number, events in enumerate(islice(records(log), None, None, 3)):
        path.write_bytes(sealed_bytes(log.header, events))
        long, held = both(path, (None, "2")[number % 2])
        for hand in (None, 2):
            assert list(frames_in(long.judging(), hand)) == list(frames_in(held.judging(), hand))


def test_a_long_log_is_drawn_with_the_names_of_its_header_and_in_the_archive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = simulate(Setup(game="court_piece", seed=5), hands=3)
    names = {player: f"Lady {player.upper()}" for player in (*log.header.seats, "new")}
    header = msgspec.structs.replace(log.header, names=names)
    events = [event for _, event in log.events]
    path = tmp_path / "log.jsonl"
    path.write_bytes(sealed_bytes(header, [*events[:-1], Joined(seat=1, player="new"), events[-1]]))
    upcard("import", str(path))
    commands = (["show"], ["show", "--hand", "2"], ["show", "--json"], ["replay", "--text"], ["replay", "--json"])
    long = [[upcard(*command, where)[0] for command in commands] for where in (str(path), header.log)]
    monkeypatch.setattr(reading, "LONG", 1 << 20)
    assert long[0] == long[1] == [upcard(*command, str(path))[0] for command in commands]
    assert "Lady NEW" in long[0][0]


def shown(some: Watched) -> InBlocks:
    """Show the table at a line near its end."""
    judging = some.judging()
    known(judging, some.lines - 5, None)
    return judging


def replayed(some: Watched) -> InBlocks:
    """Go over all frames."""
    judging = some.judging()
    for _ in frames_in(judging):
        pass
    return judging


@pytest.mark.parametrize("work", [shown, replayed])
def test_as_much_memory_is_held_after_many_hands_as_after_few(
    work: Callable[[Watched], InBlocks], tmp_path: Path
) -> None:
    held, sizes = [], []
    for times in (12, 42):  # the first hands fill what stays together
        log = simulate(Setup(game="court_piece", seed=5), hands=times)
        path = tmp_path / f"{times}.jsonl"
        path.write_bytes(sealed_bytes(log.header, (event for _, event in log.events)))
        sizes.append(path.stat().st_size)
        long = read_one_long(path)
        assert isinstance(long, Long)
        some = watched(long, partial(viewer_of, None))
        work(some)  # what is kept for the next log is no matter of this one
        least = []
        for _ in range(2):  # what else is kept for later in this process is less the second time
            tracemalloc.start()
            judging = work(some)
            gc.collect()  # Python keeps tuples that are not used any more for the next ones, until then
            least.append(tracemalloc.get_traced_memory()[0])
            tracemalloc.stop()
            assert judging.audit.state.hand == times
        held.append(min(least))
    assert held[1] - held[0] < (sizes[1] - sizes[0]) / 2, held


@pytest.mark.usefixtures("short_searches")
@pytest.mark.parametrize("late", [False, True])
def test_a_frame_that_is_jumped_to_is_what_is_stepped_to(
    late: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stepping, "EVERY", 7)
    log = simulate(Setup(game="court_piece", seed=5), hands=3)
    events = [event for _, event in log.events]
    swapped = [*events[:20], events[21], events[20], *events[22:]]  # something is found of it
    path = tmp_path / "log.jsonl"
    path.write_bytes(sealed_bytes(log.header, [*swapped, Shown(seat=0, cards=(), hand=1)] if late else swapped))
    some = watched(read_one_long(path), partial(viewer_of, None))
    frames = list(frames_in(some.judging()))
    jumped = OfLog(some.judging(), some.events())
    assert jumped.count == len(frames)
    for place in reversed(range(len(frames))):
        assert jumped[place] == frames[place]
        assert jumped.hand(place) == frames[place].hand
        assert jumped.tells(place) == bool(frames[place].findings or frames[place].withdrawn)
    assert any(map(jumped.tells, range(len(frames))))


def test_lines_are_judged_when_somebody_steps_there_and_drawn_when_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    judging = InBlocks.held(simulate(Setup(game="court_piece", seed=5), hands=3), "")
    drawn: list[int] = []

    def drawn_once(numbered: Numbered, *others: Any) -> Any:
        drawn.append(numbered[0])
        return frame_after(numbered, *others)

    monkeypatch.setattr(stepping, "frame_after", drawn_once)
    course = OfLog(judging, 170)
    assert course.hand(0) == 1
    assert judging.audit.state.step == 0
    first_of_third = _moved(course, _moved(course, 0, "n"), "n")
    assert course.hand(first_of_third) == 3
    assert course.hand(_moved(course, first_of_third, "p")) == 2
    assert _moved(course, _moved(course, first_of_third, "p"), "p") == 0
    assert not drawn
    assert _moved(course, 0, "G") == 169
    assert course[4].line == 6
    assert drawn == [6]


def test_a_step_costs_one_event_and_a_step_back_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stepping, "EVERY", 100)
    monkeypatch.setattr(stepping, "SEEN", 100)
    log = simulate(Setup(game="court_piece", seed=5), hands=2)
    first = [*islice(frames_in(InBlocks.held(log, "")), 80)]
    course, fed, feed = OfLog(InBlocks.held(log, ""), len(log.events)), [0], Audit.feed

    def counted(audit: Audit, events: Any) -> None:
        fed[0] += len(events)
        feed(audit, events)

    monkeypatch.setattr(Audit, "feed", counted)
    there = [course[place] for place in range(80)]
    assert [course[place] for place in reversed(range(80))] == there[::-1]
    assert (there, fed[0]) == (first, 80)
