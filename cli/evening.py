"""A log as a page to step through, with what a viewer may know of it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from upcard.cli.frames import Frame, frames_in, pointed
from upcard.cli.logs import standing
from upcard.cli.telling import describe, who
from upcard.engine.effective import effective
from upcard.engine.log import Log
from upcard.engine.session import session
from upcard.engine.sitting import Sitting
from upcard.engine.view import PUBLIC
from upcard.pages.cards import card_text
from upcard.pages.hindsight import with_hindsight
from upcard.pages.replay import Evening, Found, Step, replay
from upcard.pages.report.numbers import day_in_words
from upcard.records.archive.facts import day_of
from upcard.records.long import Bytes, laid_aside
from upcard.records.names import named
from upcard.records.unforeseen import InBlocks, each
from upcard.schemas.errors import UsageError
from upcard.schemas.events import Event, Opened
from upcard.schemas.findings import Finding
from upcard.schemas.wording import with_names

if TYPE_CHECKING:
    from upcard.records.logfile import Read

T = TypeVar("T")


def page_of(read: "Read", *, hindsight: bool = False) -> Bytes:
    """The page of a log, in a temporary file. hindsight: each hand with the cards of it that came to light later. Raises `UsageError` if
    it has no events.
    """
    log = named(effective(standing(read)), read.names)
    judging = InBlocks.held(log, read.place)
    frames = list(_sharing(each(frames_in(judging), judging)))
    if not frames:
        raise UsageError("there is nothing to replay", place=read.place, hint="this log has a header and no events")
    game = judging.audit.game
    scenes = [frame.scene for frame in frames]
    if hindsight:
        scenes = with_hindsight([(event, scene) for (_, event), scene in zip(log.events, scenes, strict=True)])
    with judging.foreseen():
        ended = session(log, judging.audit)
    coin = game.coin_of(log.header)
    steps = list(_steps(log, frames, _standing(frames, judging), coin))
    steps = [step._replace(scene=scene) for step, scene in zip(steps, scenes, strict=True)]
    day = day_of(log.header)
    evening = Evening(
        title=game.title,
        day="" if day is None else day_in_words(day),
        players=tuple(player for player in log.header.seats if player),
        seen=_seen(log.header, hindsight=hindsight),
        bottom=max(0, log.header.viewer or 0),
        unit="coins" if coin > 1 else game.score.partition("/")[2] or game.score,
        coin=coin,
        steps=steps,
        ended=ended,
    )
    return laid_aside(piece.encode() for piece in replay(evening))


def _sharing(frames: Iterable[Frame]) -> Iterator[Frame]:
    """The frames, in whose tables what is alike is held once: from one act to the next little changes."""
    kept: dict[Any, Any] = {}

    def once(value: T) -> T:
        found: T = kept.setdefault(value, value)
        return found

    for frame in frames:
        scene = msgspec.structs.replace(
            frame.scene,
            facts=once(frame.scene.facts),
            hands=tuple(map(once, frame.scene.hands)),
            rows=tuple(map(once, frame.scene.rows)),
            pots=once(frame.scene.pots),
        )
        yield frame._replace(scene=scene)


Standing = dict[tuple[int, tuple[object, ...]], Finding]
"""The findings that stand at the end, by the line at which each was told last, and by what it is told as."""


def _steps(log: Log, frames: Sequence[Frame], standing: Standing, coin: int) -> Iterator[Step]:
    """The steps of a log. What stands at the end is told as it is told there: later lines may have left less of it open."""
    sitting = Sitting(log)
    for (line, event), frame in zip(log.events, frames, strict=True):
        found = tuple(
            Found(
                _by_name(standing.get((line, one.told_as), one), sitting),
                _player(one.seat, sitting.whose(one.at)),
                (line, one.told_as) in standing,
            )
            for one in frame.findings
        )
        yield Step(
            line,
            frame.hand,
            _says(event, sitting.whose(line), coin),
            frame.scene,
            found,
            tuple(_remarks(frame, sitting, coin)),
        )


def _says(event: Event, players: Sequence[str], coin: int) -> str:
    """An event in a line, players by their names alone."""
    return describe(event, players, card_text, lambda seat: _player(seat, players), coin)


def _player(seat: int | None, players: Sequence[str]) -> str:
    """Who sits there."""
    if seat is None:
        return ""
    return (players[seat] if seat < len(players) else "") or who(seat, ())


def _by_name(finding: Finding, sitting: Sitting) -> Finding:
    """A finding with the players in place of their seats."""
    players = dict(enumerate(sitting.whose(finding.at)))
    may_be = tuple(with_names(other, players.get) for other in finding.alternatives)
    return msgspec.structs.replace(finding, says=with_names(finding.says, players.get), alternatives=may_be)


def _standing(frames: Sequence[Frame], judging: InBlocks) -> Standing:
    at = {found.told_as: frame.line for frame in frames for found in frame.findings}
    return {(at[found.told_as], found.told_as): found for found in judging.audit.findings if found.told_as in at}


def _remarks(frame: Frame, sitting: Sitting, coin: int) -> Iterator[str]:
    """What a hand came to, by now or after all, and what is found no longer."""
    players = sitting.at(frame.line)
    if frame.points is not None:
        said = f"; {frame.scene.says}" if frame.scene.says else ""
        yield f"{_brought(frame.points, players, coin)}{said}"
    for again in frame.revised:
        yield f"hand {again.hand} after all: {_brought(again.points, players, coin)}"
    for one in frame.withdrawn:
        finding = _by_name(one.finding, sitting)
        yield f"no longer found: {finding.kind} of line {finding.at}: {finding.says}"


def _brought(points: Sequence[int | None], players: Sequence[str], coin: int) -> str:
    """What each player came to."""
    return ", ".join(f"{_player(seat, players)} {pointed([one], coin)}" for seat, one in enumerate(points))


def _seen(header: Opened, *, hindsight: bool) -> str:
    """What is shown of the cards, in words."""
    later = "; each hand with the cards of it that came to light later" if hindsight else ""
    if header.viewer is None:
        return (
            f"all that was written down, as it was known then{later}"
            if not hindsight
            else f"all that was written down{later}"
        )
    if header.viewer == PUBLIC:
        return f"what everybody at the table saw{later}"
    return f"what {_player(header.viewer, header.seats)} saw{later}"
