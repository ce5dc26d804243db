"""What is found in many logs, in their order; by several processes if asked."""

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from concurrent.futures import Future

    from upcard.records.logfile import Read
    from upcard.records.parts import Part
    from upcard.schemas.errors import UpcardError


class How(NamedTuple):
    """as_of: read what stood after this line; doubts: tell what the record cannot tell yet too."""

    as_of: int | None = None
    doubts: bool = False


Rows = list[dict[str, Any]]


def judged(
    texts: Sequence[str], archive: Path | None, failed: "list[UpcardError]", how: How, jobs: int
) -> Iterator[Rows]:
    """What is found in each log. failed: what could not be read, also told."""
    from upcard.cli.logs import many_logs

    if jobs == 1:
        found: Iterable[Rows | None] = (_rows_or_told(how, read, failed) for read in many_logs(texts, archive, failed))
    else:
        found = _by_many(texts, archive, failed, how, jobs)
    return (rows for rows in found if rows is not None)


def _rows_or_told(how: How, read: "Read", failed: "list[UpcardError]") -> Rows | None:
    """What is found in a log; None if it cannot be judged, which is told and remembered."""
    from upcard.cli.logs import tell
    from upcard.schemas.errors import UpcardError

    try:
        return rows_of(how, read)
    except UpcardError as error:
        tell(error)
        failed.append(error)
        return None


def _by_many(
    texts: Sequence[str], archive: Path | None, failed: "list[UpcardError]", how: How, jobs: int
) -> Iterator[Rows | None]:
    """Files are cut into parts by their bytes, and read where they are judged. One with something wrong is read again
    here, as one process would, from the first log of that part on.
    """
    from concurrent.futures import ProcessPoolExecutor

    from upcard.cli.logs import many_logs

    waiting: deque[tuple[Part, Future[list[Rows] | None]]] = deque()
    done: Counter[str] = Counter()
    wrong: set[str] = set()

    def settled() -> Iterator[Rows | None]:
        part, future = waiting.popleft()
        if part.file in wrong:
            return
        found: Iterable[Rows | None] | None = future.result()
        if found is None:
            reads: Iterable[Read] | None = part.reads()
            if reads is None:
                wrong.add(part.file)
                reads = islice(many_logs([part.file], archive, failed), done[part.file], None)
            found = (_rows_or_told(how, read, failed) for read in reads)
        for rows in found:
            done[part.file] += 1
            yield rows

    with ProcessPoolExecutor(jobs) as pool:
        for part in _parts(texts, archive, failed):
            if part.file not in wrong:
                waiting.append((part, pool.submit(_judged, how, part)))
            if len(waiting) >= 4 * jobs:
                yield from settled()
        while waiting:
            yield from settled()


def _parts(texts: Sequence[str], archive: Path | None, failed: "list[UpcardError]") -> "Iterator[Part]":
    from upcard.cli.logs import is_path, many_logs
    from upcard.records.parts import Part, parts

    for text in texts:
        if is_path(text) and text != "-":
            yield from parts(text)
        else:
            yield from map(Part.of, many_logs([text], archive, failed))


def _judged(how: How, part: "Part") -> list[Rows] | None:
    """What is found in each log of a part; None if something is wrong with it."""
    from upcard.schemas.errors import UpcardError

    reads = part.reads()
    try:
        return None if reads is None else [rows_of(how, read) for read in reads]
    except UpcardError:
        return None


def rows_of(how: How, read: "Read") -> list[dict[str, Any]]:
    """The findings of a log as rows. Raises `UnreadableError` if its header is no table of its game."""
    from upcard.cli.logs import in_header
    from upcard.cli.names import named
    from upcard.cli.telling import told, told_doubt
    from upcard.engine.audit import audit
    from upcard.engine.effective import effective
    from upcard.engine.sitting import Sitting
    from upcard.schemas.errors import UsageError

    log = read.log if how.as_of is None else effective(read.log, how.as_of)
    try:
        done = audit(log)
    except UsageError as error:
        raise in_header(error, f"{read.place}:{read.line}") from None
    standing = effective(log)
    header, sitting = standing.header, Sitting(named(standing, read.names))
    where = f"log from line {read.line} on: " if read.line > 1 else ""
    rows = [
        {
            "place": read.place,
            "log": header.log,
            "game": header.game,
            **_plain(one),
            "text": where + told(one, sitting.at(one.at)),
        }
        for one in done.findings
    ]
    if how.doubts:
        rows += [
            {
                "place": read.place,
                "log": header.log,
                "game": header.game,
                "kind": "doubt",
                **_plain(one),
                "text": where + told_doubt(one, sitting.at(one.at)),
            }
            for one in done.doubts
        ]
    return rows


def _plain(value: Any) -> dict[str, Any]:
    import msgspec

    plain: dict[str, Any] = msgspec.to_builtins(value)
    return plain
