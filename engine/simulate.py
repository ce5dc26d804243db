"""A random player, driven by what is `due`: sessions of any game, the same for the same seed."""

import random
import uuid
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from upcard.engine.audit import Audit
from upcard.engine.due import Act
from upcard.engine.game import find
from upcard.engine.kernel.game import Game
from upcard.engine.log import Log
from upcard.schemas.events import FORMAT, Base, Closed, Event, HandStarted, Opened

_NAMESPACE: Final = uuid.UUID("8c0f2f5e-6d0b-5f0c-9a53-757063617264")
_LONGEST: Final = 100_000
"""More events than any hand has: a game whose random hand does not end is a fault of ours."""


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a simulated session. The same setup and ordinal give the same bytes."""

    game: str
    seed: int = 0
    seats: int | None = None
    preset: str | None = None
    options: dict[str, Any] = {}


def simulate(setup: Setup, *, hands: int, ordinal: int = 0) -> Log:
    """One session of random legal play with all hands known, of at most so many hands; fewer if the game ends."""
    header = _header(find(setup.game), setup, ordinal)
    return Log(header, list(enumerate(_acts(setup, header, hands, ordinal), start=2)))


def sessions(setup: Setup, *, hands: int, count: int = 1) -> Iterator[Log]:
    """Sessions until there are so many hands, `count` times over: a game that ends early is followed by another."""
    return (Log(header, list(enumerate(acts, start=2))) for header, acts in played(setup, hands=hands, count=count))


def played(setup: Setup, *, hands: int, count: int = 1) -> Iterator[tuple[Opened, Iterator[Event]]]:
    """The same, the acts of each session as they are played; the next session is asked for when they have been."""
    game, ordinal = find(setup.game), 0
    for _ in range(count):
        left = hands
        while left > 0:
            header, begun = _header(game, setup, ordinal), Counter[type[Event]]()
            yield header, _counted(_acts(setup, header, left, ordinal), begun)
            ordinal += 1
            left -= max(1, begun[HandStarted])


def _counted(acts: Iterator[Event], kinds: "Counter[type[Event]]") -> Iterator[Event]:
    for event in acts:
        kinds[type(event)] += 1
        yield event


def _acts(setup: Setup, header: Opened, hands: int, ordinal: int) -> Iterator[Event]:
    game = find(setup.game)
    rng = random.Random(f"{setup.seed}/{ordinal}/{_named(setup)}")  # noqa: S311 - play, not secrets
    play = Audit(Log(header, []))
    began = 0
    while not (state := play.state).closed:
        event: Any = choose(rng, game.due(state), done=state.ended >= hands)
        began = state.step if isinstance(event, HandStarted) else began
        if state.step - began > _LONGEST:
            raise AssertionError(f"a random hand of {setup.game} does not end: {setup}, ordinal {ordinal}")
        play.feed([(state.step + 2, event)])
        play.let_go()
        yield event


def _header(game: Game, setup: Setup, ordinal: int) -> Opened:
    least, most = game.seats
    seats = setup.seats or min(max(4, least), most)
    game.check_seats(seats)
    return Opened(
        format=FORMAT,
        log=str(uuid.uuid5(_NAMESPACE, f"simulated/{_named(setup)}/{setup.seed}/{ordinal}")),
        game=game.key,
        seats=tuple(f"p{seat + 1}" for seat in range(seats)),
        preset=setup.preset,
        options=dict(setup.options) or None,
    )


def _named(setup: Setup) -> str:
    options = ",".join(f"{name}={value}" for name, value in sorted(setup.options.items()))
    return f"{setup.game}/{setup.preset}/{setup.seats}/{options}"


def choose(rng: random.Random, acts: tuple[Act, ...], *, done: bool) -> Base:
    """The next act of a random player. done: whether enough hands were played, so that the session ends as soon as it may."""
    ends = [act for act in acts if act.event is Closed]
    if done and ends:
        acts = tuple(act for act in acts if act.optional and act.event is not HandStarted) or tuple(ends)
        acts = (*acts, *ends)
    else:
        others = tuple(act for act in acts if act.event is not Closed)
        acts = others if any(not act.optional for act in others) else acts  # nothing has to come any more
    # Where hands are not known, some acts can only be recognised: none is made up of these.
    acts = tuple(act for act in acts if act.chance is not None or act.choices is not None or act.make is not None)
    act = rng.choices(acts, [act.weight for act in acts])[0]
    return _make(rng, act)


def _make(rng: random.Random, act: Act) -> Base:
    if act.chance is not None:
        pack = list(act.chance.pack)
        rng.shuffle(pack)
        hands, start = [], 0
        for size in act.chance.sizes:
            drawn = pack[start : start + size]
            hands.append(tuple(drawn if act.chance.in_order else sorted(drawn, key=lambda card: card.index)))
            start += size
        return act.chance.make(tuple(hands))
    if act.choices is not None:
        return rng.choice(act.choices)
    if act.least is not None and act.most is not None and act.make is not None:
        return act.make(rng.randint(act.least, act.most))
    raise AssertionError(f"nothing to choose from for {act}")
