"""What a report costs: a season of ten thousand hands as one HTML file, with its charts."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from bench.measure import Row, seconds
from upcard.engine.simulate import Setup, sessions
from upcard.pages.report.gathering import Scope, gathered
from upcard.pages.report.page import drawings_of, page
from upcard.records.archive.archive import Archive
from upcard.records.archive.importing import import_logs
from upcard.records.chain import sealed_bytes
from upcard.records.logfile import read_bytes

GAME = "court_piece"
SESSIONS = 500
HANDS = 20


def rows(folder: Path) -> Iterator[Row]:
    """The time of a report, and the size of its file."""
    archive = Archive(folder / "reported.duckdb")
    logs = sessions(Setup(game=GAME, seed=7), hands=HANDS, count=SESSIONS)
    data = (
        sealed_bytes(
            msgspec.structs.replace(log.header, at=f"2026-{1 + nth // 42:02}-{1 + nth % 28:02}"),
            [event for _, event in log.events],
        )
        for nth, log in enumerate(logs)
    )
    for _ in import_logs(archive, (read_bytes(one) for one in data)):
        pass
    made: list[str] = []
    took = seconds(lambda: made.append(_season(archive)))
    yield Row(f"report of a season, {SESSIONS * HANDS:,} hands", GAME, took, "s")
    yield Row(f"its file, {SESSIONS * HANDS:,} hands", GAME, len(made[0].encode()) / 1_000_000, "MB")


def _season(archive: Archive) -> str:
    told = gathered(archive, Scope(kind="season", title="2026", asked={"since": "2026-01-01", "until": "2026-12-31"}))
    return page(told, drawings_of(told))
