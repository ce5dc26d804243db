"""Logs, what an audit tells of them, one hand of them, and a replay: as objects that a notebook shows."""

import os
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from upcard.api.drawing import scene_html
from upcard.api.tables import Table
from upcard.cli.frames import Frame, frames_in, pointed, transcribed
from upcard.cli.telling import coin_of, describe
from upcard.engine import session as sessions
from upcard.engine.audit import Audit as EngineAudit
from upcard.engine.audit import scene_of
from upcard.engine.effective import effective
from upcard.engine.game import find
from upcard.engine.log import Log as EngineLog
from upcard.engine.sitting import Sitting
from upcard.engine.view import PUBLIC
from upcard.records.logfile import Read, read_log
from upcard.records.names import named
from upcard.records.redacted import redacted
from upcard.records.unforeseen import InBlocks, each, judged, unforeseen
from upcard.schemas.errors import UsageError
from upcard.schemas.events.base import tag
from upcard.schemas.findings import COUNTED
from upcard.schemas.wording import counted


class Log:
    """One session of one game at one table, as it was written: read only.

    id, game, players, day, options: of its header; place: where it was read; raw: its events for the engine.
    """

    def __init__(self, raw: EngineLog, place: str = "") -> None:
        self.raw = raw
        self.place = place
        header = effective(raw).header
        self.id, self.game, self.players = header.log, header.game, tuple(header.seats)
        self.day = header.at[:10] if header.at else None
        self.options = dict(header.options or {})

    @classmethod
    def of(cls, read: Read) -> "Log":
        """A log as it was read, with the names that people use."""
        return cls(named(read.log, read.names), read.place)

    @property
    def events(self) -> Table:
        """What happened, line by line, amendments in force: line, do, seat, player, says."""
        standing = effective(self.raw)
        sitting, coin = Sitting(standing), coin_of(standing.header)
        rows = []
        for line, event in standing.events:
            seat = getattr(event, "seat", None)
            says = describe(event, sitting.at(line), coin=coin)
            rows.append((line, tag(event), seat, sitting.player(seat, line), says))
        return Table(("line", "do", "seat", "player", "says"), rows, title=repr(self))

    @cached_property
    def _judged(self) -> EngineAudit:
        return judged(self.raw, self.place)

    def audit(self) -> "Audit":
        """What an audit tells of it."""
        return Audit(self)

    def hand(self, number: int) -> "Hand":
        """One of its hands. Raises `UsageError` if it has no such hand."""
        return self.audit().hand(number)

    def seen_by(self, seat: "int | str") -> "Log":
        """The log as a seat saw it, by its number or who sits there; as all did by `public`."""
        if isinstance(seat, str) and seat != "public" and seat not in self.players:
            raise UsageError(f"no player {seat!r} at this table", hint=f"public, or one of {', '.join(self.players)}")
        viewer = PUBLIC if seat == "public" else self.players.index(seat) if isinstance(seat, str) else seat
        return Log(redacted(self.raw, viewer), self.place)

    def replay(self, hand: int | None = None) -> "Replay":
        """Its events one by one, with the table after each; of one hand, if one is named."""
        if hand is not None:
            self.hand(hand)
        return Replay(self, hand)

    def __repr__(self) -> str:
        return f"<Log {self.id[:8]}: {self.game}, {', '.join(self.players)}, {counted(len(self.raw.events), 'event')}>"

    def _repr_html_(self) -> str:
        return self.audit()._repr_html_()


class Audit:
    """What an audit tells of a log: tables of its hands, scores, standings and findings, who has won, and what is open.

    clean: whether nothing was found but notes; says: who has won, in words; winners: their names, nobody if it is drawn, None if
    it is not decided or cannot be told; clause: by which rule it is decided; closed: whether the session was closed.
    """

    def __init__(self, log: Log) -> None:
        self.log = log
        done = log._judged  # noqa: SLF001 - kept by its log, so that it is judged once
        self._done = done
        with unforeseen(log.place, log.raw):
            self.session = sessions.session(log.raw, done)
            self._found = done.findings
        standing = effective(log.raw)
        self._sitting, self._coin = Sitting(standing), coin_of(standing.header)
        self.closed, self.clause, self.says = self.session.closed, self.session.clause, self.session.says
        self.clean = not any(one.kind in COUNTED for one in self._found)
        self.winners = _names(self.session.winners, self.session.players)

    @property
    def hands(self) -> Table:
        """A row a hand, those too that have no end: its result, by seat where it is a tuple, and why it ended."""
        rows = [
            (
                one.hand,
                one.players,
                one.result.points,
                one.result.totals,
                _names(one.result.winners, one.players),
                _name(one.result.dealer, one.players),
                _name(one.result.next_dealer, one.players),
                one.result.how,
                one.result.says,
                one.result.counts,
                one.result.level,
                one.first,
                one.last,
            )
            for one in self.session.hands
        ]
        return Table(HANDS, rows, title=f"hands of {self.log.id[:8]}", says=HANDS)

    @property
    def scores(self) -> Table:
        """A row a hand and seat that had a part in it."""
        rows = [
            (one.hand, seat, player, one.result.points[seat], one.result.won[seat], total, one.result.counts)
            for one in self.session.hands
            if one.ended is not None
            for seat, (player, total) in enumerate(zip(one.players, one.result.totals, strict=True))
            if seat not in one.result.absent
        ]
        return Table(("hand", "seat", "player", "points", "won", "total", "counts"), rows)

    @property
    def standings(self) -> Table:
        """A row a player, the best total first."""
        rows = [
            (one.place, one.player, one.total, one.hands, one.won, one.points, one.unknown)
            for one in self.session.standings
        ]
        return Table(("place", "player", "total", "hands", "won", "points", "unknown"), rows, title=self.says)

    @property
    def findings(self) -> Table:
        """What was found: a row a finding, in the order in which it was found."""
        rows = [
            (
                one.hand,
                one.kind,
                one.clause,
                one.name,
                one.seat,
                self._sitting.player(one.seat, one.at),
                one.says,
                tuple(map(str, one.cards)),
                one.at,
                one.found_at,
                one.alternatives,
            )
            for one in self._found
        ]
        return Table(FINDINGS, rows, title=f"findings in {self.log.id[:8]}", says=FINDINGS)

    @property
    def open(self) -> Table:
        """What is not settled: the hand that is on, what is waited for, hands that were missed, debts, and what the record cannot tell."""
        told = self.session.open
        rows: list[tuple[Any, ...]] = [("hand", told.hand, None, "it is still on")] if told.hand is not None else []
        rows += [("next", told.hand, None, asks) for asks in told.next]
        rows += [("missed", hand, None, "it is not in the record") for hand in told.missed]
        rows += [("debt", one.hand, _name(one.seat, self.session.players), one.says) for one in told.debts]
        rows += [("doubt", one.hand, self._sitting.player(one.seat, one.at), one.says) for one in told.doubts]
        return Table(("what", "hand", "player", "says"), rows)

    def hand(self, number: int) -> "Hand":
        """One hand. Raises `UsageError` if there is no such hand."""
        for one in self.session.hands:
            if one.hand == number:
                return Hand(self, one)
        there = ", ".join(str(one.hand) for one in self.session.hands)
        raise UsageError(f"no hand {number}", place=self.log.place, hint=f"it has {there or 'none'}")

    def __repr__(self) -> str:
        found = counted(sum(one.kind in COUNTED for one in self._found), "finding")
        hands = counted(len(self.session.hands), "hand")
        return f"<Audit of {self.log.id[:8]}: {self.log.game}, {hands}, {found}, {self.says}>"

    def _repr_html_(self) -> str:
        found = self.findings._repr_html_() if self._found else "<p>nothing was found</p>"
        return f"<div><p>{_escaped(repr(self.log))}</p>{self.standings._repr_html_()}{found}</div>"


HANDS = {
    "hand": "its number",
    "players": "who sat where",
    "points": "by seat; None where the record cannot tell",
    "totals": "the same so far",
    "winners": "who won it",
    "dealer": "who dealt",
    "next_dealer": "who deals next",
    "how": "why it ended, as a key",
    "says": "the same in words",
    "counts": "whether it counts",
    "level": "how much is known: full, partial, public, sheet",
    "first_line": "its first line",
    "last_line": "its last line",
}
"""The columns of a table of hands, and what they mean."""
FINDINGS = {
    "hand": "the hand; 0 if it belongs to none",
    "kind": "breach, contradiction, testimony, or note",
    "clause": "the clause of the rules page",
    "name": "its short name",
    "seat": "whose act, if it is known",
    "player": "who sat there then",
    "says": "in words",
    "cards": "the cards it is about",
    "line": "the line it is about",
    "found_at": "the line that proves it",
    "alternatives": "what may have been, where the record cannot tell which",
}
"""The same of findings."""


class Hand:
    """One hand: its result, what was found in it, and its events. How it looks at its end is what a notebook shows.

    points, won, totals: by seat; winners, dealer, next_dealer: by name; how, says: why it ended; counts: whether it counts.
    """

    def __init__(self, audit: Audit, told: sessions.Hand) -> None:
        self._audit, self._told = audit, told
        result = told.result
        self.log, self.number, self.players = audit.log, told.hand, told.players
        self.points, self.won, self.totals = result.points, result.won, result.totals
        self.winners = _names(result.winners, told.players)
        self.dealer, self.next_dealer = _name(result.dealer, told.players), _name(result.next_dealer, told.players)
        self.trump, self.level, self.counts = result.trump, result.level, result.counts
        self.how, self.says = result.how, result.says
        self.first_line, self.last_line = told.first, told.last

    @property
    def tricks(self) -> Table:
        """A row a trick: number, leader, winner, cards; none in games without tricks."""
        rows = [
            (one.number, _name(one.leader, self.players), _name(one.winner, self.players), tuple(map(str, one.cards)))
            for one in self._told.result.tricks
        ]
        return Table(("trick", "leader", "winner", "cards"), rows)

    @property
    def transfers(self) -> Table:
        """A row for each time that counters passed."""
        rows = [(one.source, one.target, one.amount, one.why) for one in self._told.result.transfers]
        return Table(("source", "target", "amount", "why"), rows)

    @property
    def findings(self) -> Table:
        """What was found in it."""
        found = self._audit.findings
        return Table(
            found.columns, [row for row in found.rows if row[0] == self.number], title=found.title, says=found.says
        )

    @property
    def events(self) -> Table:
        """What happened in it, line by line."""
        events = self.log.events
        standing = effective(self.log.raw).events
        return Table(events.columns, events.rows[self._told.start : min(self._told.end, len(standing))])

    def replay(self) -> "Replay":
        """Its events one by one, with the table after each."""
        return Replay(self.log, self.number)

    def __repr__(self) -> str:
        coin = self._audit._coin  # noqa: SLF001 - of its own kind
        pairs = zip(self.players, self.points, strict=True)
        came = ", ".join(f"{player} {pointed([points], coin)}" for player, points in pairs)
        return f"<Hand {self.number} of {self.log.id[:8]}: {self.log.game}, {came}; {self.says}>"

    def _repr_html_(self) -> str:
        found = self.findings
        below = found._repr_html_() if len(found) else ""
        ended = self._told.ended
        states = (ended.after, *ended.others) if ended is not None else self._audit._done.states  # noqa: SLF001 - of its own kind
        scene = scene_of(find(self.log.game), states)
        return f"<div><p>{_escaped(repr(self))}</p>{scene_html(scene)}{below}</div>"


class Replay:
    """A log step by step. Each step is a `Frame`: line, hand, says, scene, findings, and points where a hand has ended."""

    def __init__(self, log: Log, hand: int | None) -> None:
        self.log, self.hand = log, hand

    def __iter__(self) -> Iterator[Frame]:
        judging = InBlocks.held(effective(self.log.raw), self.log.place)
        return each(frames_in(judging, self.hand), judging)

    @property
    def table(self) -> Table:
        """A row a step: line, hand, what happened, what was found, and what a hand came to."""
        coin = coin_of(effective(self.log.raw).header)
        rows = [
            (
                step.line,
                step.hand,
                step.says,
                tuple(found.says for found in step.findings),
                None if step.points is None else pointed(step.points, coin),
            )
            for step in self
        ]
        return Table(("line", "hand", "says", "found", "points"), rows, title=repr(self))

    def __str__(self) -> str:
        standing = effective(self.log.raw)
        return "\n".join(transcribed(standing.header, Sitting(standing), self))

    def __repr__(self) -> str:
        return f"<Replay of {self.log.id[:8]}" + (f", hand {self.hand}>" if self.hand is not None else ">")

    def _repr_html_(self) -> str:
        return self.table._repr_html_()


def read(path: Path | str) -> Log:
    """The one log of a file, or `-` for standard input. Raises `UpcardError` for what cannot be read, with the place and a hint."""
    return Log.of(read_log(os.fspath(path)))


def audit(log: "Log | Path | str") -> Audit:
    """What an audit tells of a log, or of the one log of a file."""
    return (log if isinstance(log, Log) else read(log)).audit()


def _name(seat: int | None, players: Sequence[str]) -> str | None:
    return players[seat] or f"seat {seat}" if seat is not None and seat < len(players) else None


def _names(seats: Sequence[int] | None, players: Sequence[str]) -> tuple[str, ...] | None:
    return None if seats is None else tuple(players[seat] or f"seat {seat}" for seat in seats)


def _escaped(text: str) -> str:
    from html import escape

    return escape(text)
