"""A log, audited, as rows for the archive."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime
from itertools import chain
from typing import Any, Final, NamedTuple

import msgspec

from upcard.engine.audit import Audit
from upcard.engine.effective import Standing, effective
from upcard.engine.fold import fold_on
from upcard.engine.game import find
from upcard.engine.kernel.ended import Ended
from upcard.engine.kernel.game import Game
from upcard.engine.kernel.results import Result, Trick
from upcard.engine.kernel.state import State, encode_state
from upcard.engine.log import Log, Numbered
from upcard.engine.session import told_hands
from upcard.engine.sitting import Sitting
from upcard.records.archive.blob import FOLDED, HAND, Lines, Parted, packed, words_of
from upcard.records.archive.plays import PLAYS, Coded, Placed, on_places, plays_in
from upcard.records.logfile import Head, Read
from upcard.schemas.cards import SUITS, Card
from upcard.schemas.codec import encode_line
from upcard.schemas.events import Dealt, Joined, Opened
from upcard.schemas.findings import Finding

_NOT_KNOWN: Final = frozenset(card for card in Card if not card.known)
_IN_ROWS: Final = PLAYS | {Dealt, Joined}
"""The events of which there are rows."""


class Span(NamedTuple):
    """A hand in its log: its number, its lines, its end if it ended, its result, and where its events begin and end among those
    of its stretch.
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


class Stretch(NamedTuple):
    """Hands in a row that were judged. events: in force, from the place `step` among all of the log on; told: what stands there;
    hands: number, and where among these events each begins and ends; texts: lines from `line` on; first, end: the line after
    that of the stretch before, and the one after its last; state: after its events; over: whether they are the last of the log.
    """

    events: Sequence[Numbered]
    told: Sequence[Numbered]
    step: int
    hands: Sequence[tuple[int, int, int]]
    results: Sequence[Ended]
    findings: Sequence[Finding]
    texts: Sequence[bytes]
    line: int
    first: int
    end: int
    state: State
    over: bool


class Facts:
    """The rows of a log, made of one stretch after another. log: in force, or of it those who sat down and left; src: the first line
    of the paper or file that it was taken from.
    """

    def __init__(self, log: Log, src: int | None) -> None:
        self.log, self.src = log, src
        self.day, self.sitting = day_of(log.header), Sitting(log)
        self.hands = self.events = 0
        self._joined: list[Numbered] = []
        self._start, self._left = encode_line(log.header), FOLDED

    def of(self, some: Stretch) -> tuple[Rows, Coded, list[Parted]]:
        """The rows of a stretch but for its plays that are codes and the blobs of its hands; these plays, and what the blobs are
        made of.
        """
        spans = list(hands_of(some, self.sitting))
        self.hands += len(spans)
        self.events += len(some.events)
        lines = list(lines_of(some, spans))
        coded, others = sorted_out(some.events, spans, lines)
        self._joined += [one for _, one in others if type(one[1]) is Joined]
        header = self.log.header
        name = header.log
        ended = [(span.ended, span.result) for span in spans if span.ended is not None]
        rows = {
            "words": [],
            "games": [],
            "hands": columns_of(hand_rows(header, spans, self.day)),
            "findings": columns_of(finding_rows(header, self.sitting, some.findings)),
            "plays": columns_of(plays_in(name, others)),
            "scores": scores(header, ended, self.day, self.src),
            "tricks": tricks(name, ended),
            "transfers": transfers(name, ended),
            "dealt": columns_of(dealt_in(name, others)),
            "marks": columns_of(mark_rows(name, ended)),
        }
        return rows, coded, list(self._parted(some, spans, lines))

    def of_all(self, head: Head, state: State) -> Rows:
        """The rows of the log itself, once all stretches are told. state: at its end."""
        name, names = self.log.header.log, self.log.header.names or {}
        sat = seated(self.log.header, self._joined)
        return {
            "logs": columns_of([self._row(head, state)]),
            "seats": columns_of((name, line, seat, player, names.get(player)) for line, seat, player in sat),
        }

    def _parted(self, some: Stretch, spans: Sequence[Span], lines: Sequence[Lines | None]) -> Iterator[Parted]:
        """Of each hand its lines, none if these are left to the log store, and what it is folded on from: the header with the
        first, and now and then the state after the event that began a hand.
        """
        for span, of in zip(spans, lines, strict=True):
            cost = HAND + span.last - span.first
            if not self._start and self._left < cost and span.ended is not None and span.ended.began.step >= some.step:
                began = span.ended.began
                events = some.events[began.step - some.step : span.start + 1]
                self._start = encode_state(fold_on(began.copied(), events))
                self._left = FOLDED
            self._left = self._left - cost if of else 0
            yield Parted(of.plays, of.rest, self._start) if of else Parted(b"", b"", self._start)
            self._start = b""

    def _row(self, head: Head, state: State) -> tuple[Any, ...]:
        header = self.log.header
        options = msgspec.json.encode(header.options).decode() if header.options else None
        where = (header.place, header.preset, options, header.source, header.derived_from, header.viewer)
        return (
            header.log,
            header.game,
            self.day,
            header.at,
            moment_of(header),
            *where,
            self.src,
            head.lines,
            head.sha256,
            self.hands,
            max(state.hand, self.hands),
            self.events,
            state.closed,
        )


def rows_of(read: Read, done: Audit) -> tuple[Rows, Coded, list[Parted]]:
    """The same of a whole log. done: of the same log, all its events fed."""
    log = effective(read.log)
    facts = Facts(log, next((event.src for _, event in log.events if event.src is not None), None))
    some = Stretch(
        events=log.events,
        told=read.log.events,
        step=0,
        hands=done.hands,
        results=done.results,
        findings=done.findings,
        texts=read.texts(),
        line=1,
        first=2,
        end=read.lines + 1,
        state=done.state,
        over=True,
    )
    rows, plays, hands = facts.of(some)
    return {**facts.of_all(read.head, done.state), **rows}, plays, hands


def add_blobs(rows: Rows, game: str, hands: Sequence[Parted], words: dict[str, bytes]) -> None:
    """Put the blobs of the hands into the rows of a log. words: what the hands of each game are compressed with; those of a
    game met for the first time are added, and get a row, as the game itself does.
    """
    if game not in words:
        words[game] = words_of(hands)
        rows["words"] = columns_of([(game, words[game])])
        rows["games"] = columns_of([game_row(find(game))])
    if hands:
        rows["hands"][-1] = [packed(one, words[game]) for one in hands]


def game_row(game: Game) -> tuple[Any, ...]:
    """The row of a game."""
    return (game.key, game.title, game.score.partition("/")[2], game.best, game.measure, game.contest)


def dealt_in(name: str, events: Iterable[Placed]) -> Iterator[tuple[Any, ...]]:
    """The rows of the hands that were dealt, of those seats of which each packet was written down. name: the log."""
    deals: dict[int, list[Dealt]] = {}
    for hand, (_, event) in events:
        if type(event) is Dealt and not event.refused:
            deals.setdefault(hand, []).append(event)
    for hand, packets in deals.items():
        for seat, given in enumerate(zip(*(packet.hands or () for packet in packets), strict=False)):
            if not all(given):
                continue
            cards = [*chain.from_iterable(given)]
            each = {*cards}
            # Of two packs a card may be there twice in a packet, but not in two of them.
            twice = len(each) < len(cards) and len(each) < sum(len({*one}) for one in given)
            if _NOT_KNOWN.isdisjoint(each) and not twice:
                yield name, hand, seat, " ".join(cards)


def mark_rows(name: str, ended: Sequence[tuple[Ended, Result]]) -> Iterator[tuple[Any, ...]]:
    """The rows of what a game counts besides points, of hands that count."""
    for one, result in ended:
        for mark in one.marks if result.counts else ():
            yield name, one.hand, mark.seat, mark.name, mark.amount


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


def seated(header: Opened, joined: Iterable[Numbered]) -> Iterator[tuple[int, int, str]]:
    """Who sat down: line, seat and player. joined: the events that tell of it."""
    seats = header.seats
    for seat, player in enumerate(seats):
        yield 1, seat, player
    for line, event in joined:
        if isinstance(event, Joined) and event.seat < len(seats):
            yield line, event.seat, event.player


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


def hands_of(some: Stretch, sitting: Sitting) -> Iterator[Span]:
    """The hands of a stretch, those too that did not end, by the numbers that the audit gives them."""
    events, first = some.events, some.first
    for one in told_hands(events, sitting, some.hands, some.results, some.state, over=some.over):
        following = events[one.end][0] if one.end < len(events) else some.end
        yield Span(one.hand, first, max(first, following - 1), one.ended, one.result, one.start, one.end)
        first = following


def lines_of(some: Stretch, spans: Sequence[Span]) -> Iterator[Lines | None]:
    """Of each hand its lines; None of one that an amendment touches: what counts in it is not where it stands."""
    plain = type(some.told) is Standing
    for span in spans:
        kept = plain or not _touched(some.told, some.events[span.start : span.end], span)
        yield Lines.of(some.texts[span.first - some.line : span.last + 1 - some.line]) if kept else None


def sorted_out(
    events: Sequence[Numbered], spans: Sequence[Span], lines: Sequence[Lines | None]
) -> tuple[Coded, list[Placed]]:
    """The plays of a log that are codes, and all others, what was dealt and who joined, each with its hand; those before the first are
    of none.
    """
    coded = Coded()
    others = [(0, one) for one in events[: spans[0].start if spans else None] if type(one[1]) in _IN_ROWS]
    for span, of in zip(spans, lines, strict=True):
        some = events[span.start : span.end]
        if of and of.runs and span.first == some[0][0]:
            coded.add(span.hand, span.first, of)
            some = [*on_places(some, span.first, of.others)]
        others += [(span.hand, one) for one in some if type(one[1]) in _IN_ROWS]
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


def finding_rows(header: Opened, sitting: Sitting, findings: Iterable[Finding]) -> Iterator[tuple[Any, ...]]:
    """The rows of the findings."""
    for one in findings:
        player = sitting.player(one.seat, one.at)
        about = (one.kind, one.name, one.clause, one.says, one.seat, player, " ".join(one.cards) or None)
        yield (header.log, one.hand, *about, one.at, one.found_at)
