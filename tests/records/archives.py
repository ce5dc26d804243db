"""Short ways to make archives in tests."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory

from upcard.engine.simulate import Setup, sessions
from upcard.records.archive.archive import Archive
from upcard.records.archive.digest import Digests, digests
from upcard.records.archive.importing import Report, import_logs
from upcard.records.chain import sealed_bytes
from upcard.records.logfile import read_bytes
from upcard.records.queries import questions
from upcard.records.questions import Answer, ask

GAMES = ("court_piece", "big_two", "pope_joan")


def simulated(seed: int = 1, *, hands: int = 3, games: Iterable[str] = GAMES) -> list[bytes]:
    """The bytes of a few sessions of each game."""
    return [data for game in games for data in _simulated(game, seed, hands)]


@cache
def _simulated(game: str, seed: int, hands: int) -> tuple[bytes, ...]:
    logs = sessions(Setup(game=game, seed=seed), hands=hands)
    return tuple(sealed_bytes(log.header, [event for _, event in log.events]) for log in logs)


def take(archive: Archive, data: Iterable[bytes], *, replace: bool = False) -> list[Report]:
    """Import logs."""
    return list(import_logs(archive, (read_bytes(one, "memory") for one in data), replace=replace))


def new_archive(folder: Path, data: Iterable[bytes] = ()) -> Archive:
    """An archive with these logs: a copy of one that was made of them before, if there is one."""
    copytree(_made(tuple(data)), folder, dirs_exist_ok=True)
    return Archive(folder / "archive.duckdb")


@cache
def _made(data: tuple[bytes, ...]) -> Path:
    """The folder of an archive that is only copied."""
    folder = Path(_folder().name) / str(_made.cache_info().misses)
    take(Archive(folder / "archive.duckdb"), data)
    return folder


@cache
def _folder() -> TemporaryDirectory[str]:
    return TemporaryDirectory()  # it lasts as long as these tests


def answers(archive: Archive) -> dict[str, Answer]:
    """Every named question with its hands, answered."""
    given = {name: {"player": "p1"} if name == "player" else {} for name in questions()}
    with archive.reading():  # DuckDB opens the file once
        told = {name: ask(archive, name, params) for name, params in given.items()}
        return told | {f"{name} hands": ask(archive, name, params, hands=True) for name, params in given.items()}


def rows(archive: Archive) -> tuple[Digests, list[tuple[str, ...]]]:
    """Counts and digests of all rows of logs as they are now, and who everybody is: archives that have the same answer the same.

    To be told takes a fiftieth of the time that all answers take.
    """
    with archive.reading() as connection:
        return digests(connection), connection.execute("SELECT * FROM people ORDER BY ALL").fetchall()
