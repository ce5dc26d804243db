"""A small archive of partial records of all games, and the same hands as plain rows, for counts that ask no database."""

import random
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

import msgspec

from upcard.engine.audit import Audit, audit
from upcard.engine.effective import effective
from upcard.engine.game import own_games
from upcard.engine.kernel.game import Game
from upcard.engine.kernel.results import Mark, Result
from upcard.engine.log import Log
from upcard.engine.session import hands_of
from upcard.engine.simulate import Setup, sessions
from upcard.engine.view import redact_log
from upcard.records.chain import sealed_bytes
from upcard.records.logfile import read_bytes
from upcard.schemas.events import Base, Closed, Gap, HandStarted, Laid, Played, Scored, Sealed

DAYS = ("2012-12-31", "2013-01-01", "2013-08-31", "2013-09-01", "2014-08-31", "2014-09-01")
NAMES = ("ann", "bob", "cid", "dee", "eve", "fay", "gus")


ROWS = {
    "big_two": Scored(counts=(0, 3, 11, 2)),
    "court_piece": Scored(side=1),
    "dou_dizhu": Scored(side=1),
    "hasenpfeffer": Scored(side=0, amount=4),
    "calabrasella": Scored(points=(4, -8, 4)),
    "tresette": Scored(points=(4, 7)),
    "pop": Scored(tricks=(4, 3)),
    "popcorn": Scored(seat=2),
}
"""Rows of sheets of which not all columns were filled in."""


class Part(NamedTuple):
    """What a person made of a hand that counts."""

    game: str
    day: str
    log: str
    hand: int
    seat: int
    player: str
    points: int | None
    won: bool | None
    side: int | None
    level: str

    @property
    def when(self) -> tuple[str, str, int]:
        return self.day, self.log, self.hand


class Counted(NamedTuple):
    """A hand that counts, with its result, what the game counts of it, and its log."""

    game: Game
    day: str
    log: Log
    hand: int
    players: Sequence[str]
    result: Result
    marks: list[Mark]
    done: Audit
    first: int
    last: int


@cache
def partial_logs(seed: int = 1) -> tuple[bytes, ...]:
    """Logs of all games, some of whose lines nobody saw, others of which are missed, with rows of sheets and people who change."""
    rng = random.Random(seed)
    made = [
        spoiled(rng, log, number)
        for game in own_games()
        for number, log in enumerate(sessions(Setup(game=game.key, seed=seed, seats=_seats(game)), hands=3, count=4))
    ]
    return tuple(sealed_bytes(log.header, [event for _, event in log.events]) for log in made)


def _seats(game: Game) -> int:
    least, most = game.seats
    return min(max(4, least), most)


def spoiled(rng: random.Random, log: Log, number: int) -> Log:
    """A log that is not known as a whole: as all saw it, as a seat did, with a gap, or from a sheet alone."""
    name = f"{log.header.game}-{number}-{rng.randrange(10**6)}"
    if number % 3 == 1:
        log = redact_log(log, rng.choice((-1, 0)), name)
    header = msgspec.structs.replace(
        log.header,
        log=name,
        derived_from=None,
        viewer=None,
        at=rng.choice((None, *DAYS)),
        names=None,
        seats=tuple(rng.sample(NAMES, len(log.header.seats))),
    )
    events: list[Base] = [event for _, event in log.events if type(event) not in {Sealed, Closed}]
    if number % 3 == 2 and len(events) > 12:
        first = rng.randrange(3, len(events) - 6)
        events[first : first + rng.randrange(2, 6)] = [Gap()]
    if number % 4 == 0:
        _break_a_rule(rng, events)
    if number % 4 == 3:
        events += [HandStarted(dealer=0), Scored(), HandStarted(dealer=1), ROWS.get(header.game, Scored())]
    return Log(header, [(line, event) for line, event in enumerate(events, start=2)])


def _break_a_rule(rng: random.Random, events: list[Base]) -> None:
    """A seat plays a card when another was due, and that when this one was: often a rule is broken by it."""
    plays = [place for place, event in enumerate(events) if isinstance(event, Played | Laid)]
    for _ in range(2 * (len(plays) > 8)):
        one, other = sorted(rng.sample(plays[: len(plays) // 2], 2))
        first, second = events[one], events[other]
        if type(first) is type(second) and first.seat == second.seat:
            events[one], events[other] = second, first


@cache
def audited(data: bytes) -> tuple[Log, Audit]:
    """A log with its audit."""
    log = read_bytes(data).log
    return log, audit(log)


@cache
def counted(data: tuple[bytes, ...]) -> tuple[Counted, ...]:
    """The hands of these logs that count."""
    return tuple(one for text in data for one in _hands(*audited(text)))


def _hands(log: Log, done: Audit) -> Iterator[Counted]:
    for one in hands_of(effective(log), done):
        if one.ended is not None and one.result.counts:
            day = (log.header.at or "")[:10]
            yield Counted(
                done.game, day, log, one.hand, one.players, one.result, one.ended.marks, done, one.first, one.last
            )


@cache
def played(data: tuple[bytes, ...]) -> tuple[Part, ...]:
    """What each person made of each hand that counts, in the order of time."""
    rows = [
        Part(
            one.game.key,
            one.day,
            one.log.header.log,
            one.hand,
            seat,
            one.players[seat],
            one.result.points[seat],
            one.result.won[seat],
            one.result.sides[seat] if one.result.sides else None,
            one.result.level,
        )
        for one in counted(data)
        for seat, player in enumerate(one.players)
        if player and seat not in one.result.absent  # of some hands nobody knows who sat in a seat
    ]
    return tuple(sorted(rows, key=lambda row: (row.when, row.seat)))
