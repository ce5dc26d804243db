"""What an audit of a game of stops with a board must say, beside a naive ledger of the game's own."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Protocol, TypeVar

from upcard.engine.audit import Audit, audit
from upcard.engine.log import Log
from upcard.engine.mechanisms.board import Board
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.events import HandStarted, Laid, Played


def opened_alike(log: Log) -> bool:
    """Whether two hands in a row were opened by seats as far from who was to lead: as if another had dealt (G-8)."""
    seats, leader, offs, opened = len(log.header.seats), 0, [0], True
    for _, event in log.events:
        if isinstance(event, HandStarted):
            leader, opened = (leader if event.dealer is None else event.dealer) + 1, False
        elif isinstance(event, Played | Laid) and not opened:
            offs.append((event.seat - leader) % seats)
            opened = True
    return any(off and off == other for off, other in pairwise(offs))


class Reckoned(Protocol):
    """told: what each hand brought each seat, and more; purses: by seat, None where they cannot be told."""

    seats: int
    told: Any
    purses: Any

    def hear(self, event: Any) -> None: ...


T = TypeVar("T", bound=Reckoned)


def heard(ledger: T, log: Log) -> T:
    """The ledger when it has heard all of a log."""
    for _, event in log.events:
        ledger.hear(event)
    return ledger


def pays_as_reckoned(
    number: int,
    log: Log,
    ledger: Reckoned,
    board: tuple[Board, Sequence[str], Mapping[str, int]],
    purse: Callable[[Any, int], int | None],
) -> None:
    """Each hand brings what the naive ledger says; who sees less knows no other amounts. board: the board, the names of
    its pools, and what lies in them by the ledger.
    """
    pools, names, contents = board
    for viewer in (None, PUBLIC, number % len(log.header.seats)):
        done = audit(log if viewer is None else redact_log(log, viewer, "copy"))
        assert [one for one in done.findings if one.kind != "note"] == [], (number, viewer)
        results = [ended.result for ended in done.results]
        assert len(results) == len(ledger.told), (number, viewer)
        for result, (gains, *_) in zip(results, ledger.told, strict=True):
            known = [gain if point is None else point for point, gain in zip(result.points, gains, strict=True)]
            assert known == gains, (number, viewer, result)
            assert viewer is not None or None not in result.points
        purses = [purse(done.state, seat) for seat in range(ledger.seats)]
        assert all(one in {None, two} for one, two in zip(purses, ledger.purses, strict=True)), (number, viewer)
        assert sum(pools.contents(done.state)) == sum(contents.values())
        if "" not in contents:
            assert dict(zip(names, pools.contents(done.state), strict=True)) == contents, (number, viewer)


def many_are_found(number: int, log: Log, judges: Callable[[Log, Any], Iterable[Any]], names: Collection[str]) -> None:
    """Of one irregularity after another each is found when it can be known, whoever looks on. judges: of each event of
    a log, as a viewer sees it, its line and what is to be found there: name, seat, at, found_at.
    """
    if opened_alike(log):
        return
    for viewer in (None, PUBLIC, number % len(log.header.seats)):
        done = Audit(Log(log.header, []))
        seen = log if viewer is None else redact_log(log, viewer, "copy")
        for (line, wanted), event in zip(judges(log, viewer), seen.events, strict=True):
            done.feed((event,))
            breaches = [one for one in done.findings if one.kind == "breach" and one.name in names]
            found = [(one.name, one.seat, one.at, one.found_at) for one in breaches]
            assert sorted(found, key=str) == sorted(wanted, key=str), (number, viewer, line)
