"""What an audit of a game of stops with a board must say, beside a naive ledger of the game's own."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from upcard.engine.audit import Audit, audit
from upcard.engine.log import Log
from upcard.engine.mechanisms.board import Board
from upcard.engine.view import PUBLIC, redact_log


class Reckoned(Protocol):
    """told: what each hand brought each seat, and more; purses: by seat, None where they cannot be told."""

    seats: int
    told: Any
    purses: Any


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


def is_one_finding(number: int, done: Audit, names: set[str], told: Sequence[Any]) -> None:
    """A slip of the scribe is found once, and no hand brings anything but what the ledger says or what is not known."""
    found = [one.name for one in done.findings if one.kind != "note"]
    assert len(found) == 1, (number, found)
    assert set(found) <= names, (number, found)
    for ended in done.results:
        points = ended.result.points
        gains = told[ended.hand - 1][0] if ended.hand <= len(told) else [None] * len(points)
        assert all(one in {None, two} for one, two in zip(points, gains, strict=True)), number
