"""A log, audited, as rows for the archive."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime
from typing import Any, NamedTuple

import msgspec

from upcard.engine.audit import Audit
from upcard.engine.effective import Standing, effective
from upcard.engine.fold import fold_on
from upcard.engine.kernel.ended import Ended
from upcard.engine.kernel.game import Result, Trick
from upcard.engine.kernel.state import encode_state
from upcard.engine.log import Log, Numbered
from upcard.engine.session import hands_of as told_hands
from upcard.engine.sitting import Sitting
from upcard.records.archive.blob import FOLDED, HAND, Lines, Parted, packed, words_of
from upcard.records.archive.plays import Coded, Placed, on_places, plays_in
from upcard.records.logfile import Read
from upcard.schemas.cards import SUITS
from upcard.schemas.codec import encode_line
from upcard.schemas.events import Joined, Opened


class Span(NamedTuple):
    """A hand in its log: its number, its lines, its end if it ended, its result, and where its events begin and end among those
    in force.
    """

    hand: int
    first: int
    last: int
    ended: Ended | None
    result: Result
    start: int
    end: int


Columns = list[list[Any]]
"""The rows of a table, a list for each of its columns; empty if there are none."""

Rows = dict[str, Columns]
"""Rows by table."""


def columns_of(rows: Iterable[tuple[Any, ...]]) -> Columns:
    """Rows as columns."""
    return [list(column) for column in zip(*rows, strict=True)]


def rows_of(read: Read, audit: Audit) -> tuple[Rows, Coded, list[Parted]]:
    """All rows of a log but for the plays that are codes and the blobs of its hands; these plays, and what the blobs are made of.
    audit: of the same log, all its events fed.
    """
    log = effective(read.log)
    spans = list(hands_of(log, audit, read.lines))
    lines = list(lines_of(read, log.events, spans))
    coded, others = sorted_out(log.events, spans, lines)
    name, day, src = log.header.log, day_of(log.header), first_src(others)
    names = log.header.names or {}
    ended = [(span.ended, span.result) for span in spans if span.ended is not None]
    rows: dict[str, Iterable[tuple[Any, ...]]] = {
        "logs": [log_row(read, audit, len(spans), day, src)],
        "seats": [(name, line, seat, player, names.get(player)) for line, seat, player in seated(log.header, others)],
        "words": [],
        "hands": hand_rows(log.header, spans, day),
        "findings": finding_rows(log, audit),
        "plays": plays_in(name, others),
    }
    told = {
        **{table: columns_of(some) for table, some in rows.items()},
        "scores": scores(log.header, ended, day, src),
        "tricks": tricks(name, ended),
        "transfers": transfers(name, ended),
    }
    return told, coded, list(parted(log, spans, lines))


def add_blobs(rows: Rows, game: str, hands: Sequence[Parted], words: dict[str, bytes]) -> None:
    """Put the blobs of the hands into the rows of a log. words: what the hands of each game are compressed with; those of a
    game met for the first time are added, and get a row.
    """
    if game not in words:
        words[game] = words_of(hands)
        rows["words"] = columns_of([(game, words[game])])
    if hands:
        rows["hands"][-1] = [packed(one, words[game]) for one in hands]


def led(trick: Trick) -> str | None:
    """The suit that was led, if it is known."""
    return trick.cards[0].suit if trick.cards and trick.cards[0].suit in SUITS else None


def tricks(name: str, ended: Sequence[tuple[Ended, Result]]) -> Columns:
    """The rows of the tricks, column by column: there are many."""
    taken = [trick for _, result in ended for trick in result.tricks]
    told: Columns = [
        [trick.number for trick in taken],
        [trick.leader for trick in taken],
        [trick.winner for trick in taken],
    ]
    told += [[led(trick) for trick in taken], [" ".join(trick.cards) for trick in taken]]
    hands = [one.hand for one, result in ended for _ in result.tricks]
    return [[name] * len(taken), hands, *told] if taken else []


def transfers(name: str, ended: Sequence[tuple[Ended, Result]]) -> Columns:
    """The rows of what passed between accounts, column by column: there are many."""
    moves = [move for _, result in ended for move in result.transfers]
    told: Columns = [[move.source for move in moves], [move.target for move in moves], [move.amount for move in moves]]
    hands = [one.hand for one, result in ended for _ in result.transfers]
    return [[name] * len(moves), hands, *told, [move.why for move in moves]] if moves else []


def scores(header: Opened, ended: Sequence[tuple[Ended, Result]], day: date | None, src: int | None) -> Columns:
    """The rows of the scores, column by column, each with what questions ask of its hand, so that none has to be joined; none
    of a seat that had no part in the hand.
    """
    told = [
        (one, result, seat) for one, result in ended for seat in range(len(one.players)) if seat not in result.absent
    ]
    if not told:
        return []
    log, *about = ([value] * len(told) for value in (header.log, header.game, day, moment_of(header), src))
    who: Columns = [
        [one.hand for one, _, _ in told],
        [seat for *_, seat in told],
        [one.players[seat] for one, _, seat in told],
    ]
    known: Columns = [[result.level for _, result, _ in told], [result.counts for _, result, _ in told]]
    points = [result.points[seat] for _, result, seat in told]
    won = [result.won[seat] for _, result, seat in told]
    sides = [result.sides[seat] if result.sides else None for _, result, seat in told]
    return [log, *who, *about, *known, points, won, sides]


def seated(header: Opened, others: Iterable[Placed]) -> Iterator[tuple[int, int, str]]:
    """Who sat down: line, seat and player. others: all events that are no coded plays."""
    for seat, player in enumerate(header.seats):
        yield 1, seat, player
    for _, (line, event) in others:
        if type(event) is Joined and event.seat < len(header.seats):
            yield line, event.seat, event.player


def first_src(others: Iterable[Placed]) -> int | None:
    """The first line of the paper or file that a log was taken from. others: all events that are no coded plays: these tell none."""
    return next((event.src for _, (_, event) in others if event.src is not None), None)


def log_row(read: Read, audit: Audit, hands: int, day: date | None, src: int | None) -> tuple[Any, ...]:
    """The row of the log itself."""
    log, head = effective(read.log), read.head
    header = log.header
    options = msgspec.json.encode(header.options).decode() if header.options else None
    where = (header.place, header.preset, options, header.source, header.derived_from, header.viewer)
    return (
        header.log,
        header.game,
        day,
        header.at,
        moment_of(header),
        *where,
        src,
        head.lines,
        head.sha256,
        hands,
        max(audit.state.hand, hands),
        len(log.events),
        audit.state.closed,
    )


def day_of(header: Opened) -> date | None:
    """The day a log was opened on, as its scribe's clock had it."""
    try:
        return date.fromisoformat(header.at[:10]) if header.at else None
    except ValueError:
        return None


def moment_of(header: Opened) -> datetime | None:
    """The time a log was opened at, in UTC, by which the sessions of a day are put in order."""
    try:
        moment = datetime.fromisoformat(header.at or "")
        return moment.astimezone(UTC).replace(tzinfo=None) if moment.tzinfo else None
    except (ValueError, OverflowError):
        return None


def hands_of(log: Log, audit: Audit, lines: int) -> Iterator[Span]:
    """The hands of a log, those too that did not end, by the numbers that the audit gives them."""
    events, first = log.events, 2
    for one in told_hands(log, audit):
        following = events[one.end][0] if one.end < len(events) else lines + 1
        yield Span(one.hand, first, max(first, following - 1), one.ended, one.result, one.start, one.end)
        first = following


def lines_of(read: Read, events: Sequence[Numbered], spans: Sequence[Span]) -> Iterator[Lines | None]:
    """Of each hand its lines; None of one that an amendment touches: what counts in it is not where it stands."""
    texts, told = read.texts(), read.log.events
    plain = type(told) is Standing
    for span in spans:
        kept = plain or not _touched(told, events[span.start : span.end], span)
        yield Lines.of(texts[span.first - 1 : span.last]) if kept else None


def parted(log: Log, spans: Sequence[Span], lines: Sequence[Lines | None]) -> Iterator[Parted]:
    """Of each hand its lines, none if these are left to the log store, and what it is folded on from: the header with the first,
    and now and then the state after the event that began a hand.
    """
    start, left = encode_line(log.header), FOLDED
    for span, of in zip(spans, lines, strict=True):
        cost = HAND + span.last - span.first
        if not start and left < cost and span.ended is not None:
            began = span.ended.began
            start = encode_state(fold_on(began.copied(), log.events[began.step : span.start + 1]))
            left = FOLDED
        left = left - cost if of else 0
        yield Parted(of.plays, of.rest, start) if of else Parted(b"", b"", start)
        start = b""


def sorted_out(
    events: Sequence[Numbered], spans: Sequence[Span], lines: Sequence[Lines | None]
) -> tuple[Coded, list[Placed]]:
    """The plays of a log that are codes, and all other events, each with its hand; those before the first are of none."""
    coded = Coded()
    others = [(0, one) for one in events[: spans[0].start if spans else None]]
    for span, of in zip(spans, lines, strict=True):
        some = events[span.start : span.end]
        if of and of.runs and span.first == some[0][0]:
            coded.add(span.hand, span.first, of)
            some = [*on_places(some, span.first, of.others)]
        others += [(span.hand, one) for one in some]
    return coded, others


def _touched(told: Sequence[Numbered], counts: Sequence[Numbered], span: Span) -> bool:
    """Whether what counts of a hand is not just what was told on its lines."""
    first = bisect_left(told, span.first, key=_line)
    return list(counts) != told[first : bisect_right(told, span.last, key=_line)]


def _line(numbered: Numbered) -> int:
    return numbered[0]


def hand_rows(header: Opened, spans: Sequence[Span], day: date | None) -> Iterator[tuple[Any, ...]]:
    """The rows of the hands, their blobs left empty."""
    for span in spans:
        key = (header.log, span.hand, header.game, day, span.first, span.last)
        told = span.result
        yield (
            *key,
            told.dealer,
            told.trump,
            told.level,
            told.counts,
            span.ended is not None,
            told.how,
            told.says,
            None,
        )


def finding_rows(log: Log, audit: Audit) -> Iterator[tuple[Any, ...]]:
    """The rows of the findings."""
    header, sitting = log.header, Sitting(log)
    for one in audit.findings:
        player = sitting.player(one.seat, one.at)
        about = (one.kind, one.name, one.clause, one.says, one.seat, player, " ".join(one.cards) or None)
        yield (header.log, one.hand, *about, one.at, one.found_at)
