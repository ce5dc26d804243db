"""Where the table stands for somebody who writes, and where it would stand after more acts: what each word of a line is read
against. Deals that nobody writes down are taken for granted.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple, Self

from upcard.cli.recorder.fields import Seats
from upcard.cli.recorder.offer import automatic
from upcard.cli.recorder.whose import Bets, Table
from upcard.cli.safe import safe_text
from upcard.engine.due import Act
from upcard.engine.fold import apply
from upcard.engine.kernel.game import Game
from upcard.engine.kernel.state import State
from upcard.schemas.events import Claimed, Event, HandStarted, Laid, Played


class Writing(NamedTuple):
    """What does not change while a line is read. level: whose hands are written down; sheet: whether rows are; called: player
    ids to names; coin: units in a coin.
    """

    game: Game
    level: int
    sheet: bool
    called: Mapping[str, str]
    coin: int

    def ahead(self, state: State) -> State:
        """The state with the deals that nobody writes down."""
        for event in [] if self.sheet else automatic(self.game, state, self.level):
            state = apply(state, event)
        return state


class Position:
    """A point of the table. state: with the deals that nobody writes down; states: this one, and where it may stand as well, as the
    record can be read (others); table: what a line is read against there.
    """

    def __init__(
        self, writing: Writing, state: State, last: int | None, bets: Bets, others: Iterable[State] = ()
    ) -> None:
        self.writing = writing
        self.state = writing.ahead(state)
        self.states = [self.state, *map(writing.ahead, others)]
        self.bets = bets
        names = (safe_text(writing.called.get(player, player)) for player in state.players)
        gone = ((seat, safe_text(writing.called.get(player, player))) for seat, player in state.gone.items())
        seats = Seats(tuple(names), writing.coin, tuple(gone))
        acts = writing.game.due(self.state)
        for other in self.states[1:]:
            acts += tuple(act for act in writing.game.due(other) if goes_elsewhere(act, acts))
        self.table = Table(writing.game, acts, seats, last, writing.level, bets)

    def after(self, events: Iterable[Event]) -> "Position":
        """Where the table would stand after these acts."""
        here: Self | Position = self
        for event in events:
            here = Position(
                self.writing, apply(here.state, event), last_player(here.table.last, event), here.bets.after(event)
            )
        return here


def goes_elsewhere(act: Act, acts: Iterable[Act]) -> bool:
    """Whether an act is one that is due with something else given: a card to another row, which must be said then."""
    given = [one.given for one in acts if one.event is act.event]
    return bool(act.given) and bool(given) and act.given not in given


def last_player(before: int | None, event: Event) -> int | None:
    """Who played last, after this act."""
    if isinstance(event, HandStarted):
        return None
    return event.seat if isinstance(event, Played | Laid | Claimed) else before


def bets_of(events: Iterable[Event]) -> Bets:
    """The bets of a log so far."""
    bets = Bets()
    for event in events:
        bets = bets.after(event)
    return bets
