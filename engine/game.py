"""What a game declares, and how games are found. A game is plain data: `GAME = Game(...)` in its file."""

import difflib
import importlib
import importlib.util
import pkgutil
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, NamedTuple, get_type_hints

import msgspec

import upcard.engine.anew
import upcard.engine.games
from upcard.engine import edition, installed
from upcard.engine.due import Act
from upcard.engine.log import Numbered
from upcard.engine.scene import Scene
from upcard.engine.state import State
from upcard.engine.strangers import with_strangers
from upcard.schemas.cards import Card, cards_of
from upcard.schemas.errors import OptionError, UnknownGameError, UsageError
from upcard.schemas.events import Base, Opened, Scored
from upcard.schemas.findings import FindingKind
from upcard.schemas.options import Options


class HandEnded(msgspec.Struct, frozen=True):
    """Rules under this key are asked when a hand has ended, with the state as it then stands."""


class SessionClosed(msgspec.Struct, frozen=True):
    """Rules under this key are asked when the session was closed."""


Unproven = int | tuple[int, int]
"""What is no evidence: the list of a place, or cards (a mask) on a line."""


class Broken(msgspec.Struct, frozen=True, kw_only=True):
    """The rule is broken. seat: by whom, if it is known; cards: a mask of the cards that show it; at: the line it
    is about, if not this one; says, name, clause, kind: instead of the rule's own; against: the other fact's
    line; lists: the places whose written list of cards is proven wrong by it; dubious, doubted: lines that may be wrong
    instead, and cards, which prove nothing when the hand is judged again without those lists; mistaken: lines with
    cards (a mask) that may stand for others there, on line 0 wherever they were played: the hand is judged again as if
    nobody knew them; misdealt: whether the line `against` names a dealer who is proven wrong.
    """

    seat: int | None = None
    cards: int = 0
    at: int | None = None
    says: str | None = None
    name: str | None = None
    clause: str | None = None
    kind: FindingKind | None = None
    against: int | None = None
    lists: tuple[int, ...] = ()
    dubious: tuple[int, ...] = ()
    doubted: int = 0
    mistaken: tuple[tuple[int, int], ...] = ()
    odd: tuple[Card, ...] = ()
    misdealt: bool = False

    def unproven(self) -> set[Unproven]:
        """What is no evidence when the hand is judged again."""
        return {*self.lists, *self.mistaken}


class InDoubt(msgspec.Struct, frozen=True, kw_only=True):
    """The record cannot tell yet. The rule is broken if one of these cards turns out to have been in the hand of
    the seat (in any hand, if none is named) at this event; kept once all are known to have been elsewhere.
    at: the line it is about, if not this one; blames: who broke it, if not the holder.
    """

    cards: int
    seat: int | None = None
    at: int | None = None
    says: str | None = None
    blames: int | None = None


class Cured(msgspec.Struct, frozen=True):
    """What was found or doubted by this rule about that line is withdrawn: the table put it right. shown: so is what the
    line showed of lines before it, and that cards fit nowhere since: it was written wrongly. name: of what is withdrawn,
    if not the rule's own; keeps: the clause of what has that name and stays.
    """

    line: int
    shown: bool = False
    name: str | None = None
    keeps: str | None = None


Verdict = Broken | InDoubt | Cured
VERDICTS = (Broken, InDoubt, Cured)
Answer = Verdict | Sequence[Verdict] | None
"""None: the rule is kept."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule, named by its clause. check: asked before the event takes effect (rules of `HandEnded` and
    `SessionClosed`: after); late: asked only when the session was closed, and told once.
    """

    clause: str
    name: str
    says: str
    check: Callable[[Any, Any], Answer]
    kind: FindingKind = "breach"
    late: bool = False


@dataclass(frozen=True, slots=True)
class Matching:
    """What follows when cards not seen fit nowhere any more. slack(state, open doubts of the hand): how many cards
    may still become known before that can happen, if no new doubt arises; below 0: it has happened. by_card: a new doubt
    takes no more of it than its cards.
    """

    clause: str
    name: str
    says: str
    slack: Callable[[Any, Sequence[Any]], int]
    by_card: bool = False


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a sheet. field: of the event; per: seat, side, hand, or list (of seats); also: other titles of it; parts: what
    the sides are called that are no pairs of seats; values: words for numbers; plain: it stands under a name without a title, else
    the first does; event, given: of which act it is, with what it says besides; scale: the option that says how many units one
    is; implies: house rules without which nothing stands in it; tells: what of a result it is, if not its field: winner, dealer,
    or declarer (the seat that is a side of its own).
    """

    field: str
    title: str
    says: str
    per: str = "seat"
    also: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    values: tuple[tuple[str, int], ...] = ()
    plain: bool = False
    event: type[Base] = Scored
    given: tuple[tuple[str, Any], ...] = ()
    scale: str = ""
    implies: tuple[tuple[str, Any], ...] = ()
    tells: str = ""


class Trick(msgspec.Struct, frozen=True, gc=False):
    """One trick for statistics: number in the hand, leader, winner, its cards in the order played."""

    number: int
    leader: int
    winner: int | None
    cards: tuple[Card, ...]


class Transfer(msgspec.Struct, frozen=True):
    """Counters that passed between two accounts (`seat:0`, `pool:pope`, `bank`), as derived."""

    source: str
    target: str
    amount: int
    why: str


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """How a hand came out: points and wins by seat (None where the record cannot tell), and its rows of facts.

    counts: False if the hand was void. level: full, partial, public, or sheet. sides: by seat, the side it played on; none
    if each plays for itself, or the record cannot tell. absent: seats that had no part in the hand.
    """

    points: tuple[int | None, ...]
    won: tuple[bool | None, ...]
    sides: tuple[int, ...] = ()
    absent: tuple[int, ...] = ()
    dealer: int | None = None
    trump: str | None = None
    counts: bool = True
    level: str = "public"
    says: str = ""
    tricks: tuple[Trick, ...] = ()
    transfers: tuple[Transfer, ...] = ()

    def without(self, names: Collection[str]) -> "Result":
        """The same, but for some of it that cannot be told."""
        blank = {"dealer": None, "points": (None,) * len(self.points), "won": (None,) * len(self.won), "transfers": ()}
        return msgspec.structs.replace(self, **{name: blank[name] for name in names})


@dataclass(slots=True)
class Stretch:
    """Events to be judged, from the place `at` on, and what ends a run of them: awaited, by seat, the cards that prove
    something if they come to light there (found: one did); slack: how many others may before `room` is asked how many more,
    counted from the cards known by then (counted). judge: whether the one rule that a run leaves to be asked (judged) is
    kept or in doubt, which may use up the slack. once: whether any card that comes to light ends the run; stuck: whether it
    ended since it could not do the event after it; blind: before this place the hands cannot be told from what is ahead.
    since, kept: the state where the hand begins, and the events from there on, but for those from the place `kept` on.
    """

    events: Sequence[Numbered]
    judge: "Callable[[Stretch, Any], bool]"
    room: "Callable[[Stretch], int]"
    at: int = 0
    awaited: Sequence[int] = ()
    slack: int = 0
    counted: int = 0
    judged: "tuple[Rule, Callable[[Any, Any], Answer]] | None" = None
    once: bool = False
    found: bool = False
    stuck: bool = False
    blind: int = 0
    since: "tuple[Any, Sequence[Numbered]]" = (None, ())
    kept: int = 0


class Run(NamedTuple):
    """play: does the events at the place `at` and after it, as far as one sees at a glance that no rule has anything to say
    of them, and returns how many; judges: the name of the rule that it leaves to be asked (`Stretch.judge`); shows: by seat,
    the cards that may come to light without a word; empty where no run may begin, None where the rest of a log cannot
    tell all hands; pack: all cards of the game; among: other acts that may stand among them to the end of a hand.
    """

    play: Callable[[Any, Stretch], int]
    judges: str
    shows: Callable[[Any], Sequence[int]] | None = None
    pack: int = 0
    among: frozenset[type[Base]] = frozenset()


@dataclass(frozen=True, slots=True)
class Game:
    """A game. `start` makes the first state from the header; `transitions` say what each event does; `rules` judge
    it; `due` says what may come next; `result` sums up the hand that just ended; `scene` says what to draw.
    """

    key: str
    title: str
    source: str
    family: str
    says: str
    seats: tuple[int, int]
    options: type[Options]
    start: Callable[[Opened, Any], Any]
    transitions: Mapping[type[Base], Callable[[Any, Any], None]]
    rules: Mapping[type, tuple[Rule, ...]]
    due: Callable[[Any], tuple[Act, ...]]
    result: Callable[[Any], Result]
    scene: Callable[[Any], Scene]
    score: str
    """What a point is called, one and many: `court/courts`."""
    best: str = "most"
    """Whether the most or the least points win."""
    proves: tuple[str, ...] = ()
    """What an audit can prove from which record, in sentences."""
    sheet: tuple[Column, ...] = ()
    book: tuple[Column, ...] = ()
    """Columns of other acts than `scored` that people keep, in the order of the acts."""
    booked: Callable[[Any], tuple[Base, ...]] = lambda _state: ()
    """What of its book follows from the play of the hand that just ended."""
    sheet_options: tuple[tuple[str, Any], ...] = ()
    """House rules of sheets that tell no others: one that counts on from day to day has no target."""
    words: Mapping[str, str] = field(default_factory=dict)
    """Shorthand of the recorder: word to what it stands for."""
    names: Mapping[type[Base], Mapping[str, Sequence[str]]] = field(default_factory=dict)
    """The names that a field of an event takes, where there are few: the recorder takes what one of them begins with."""
    numbers: Mapping[type[Base], Mapping[str, Mapping[int, int]]] = field(default_factory=dict)
    """What people call the numbers of a field, where they say less: `5` for a row of 35. The recorder takes it."""
    needs: Mapping[type[Base], Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    """The fields that an act must have besides, by what it says it is: of a revoke that is ruled, the seat. Logs may be
    without them; the recorder asks.
    """
    coin: str = ""
    """The option that says how many units are a coin, where the recorder takes amounts of money in coins."""
    presets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    dealt_places: Mapping[str, int] = field(default_factory=dict)
    """Where the places named in `dealt.places` are, counted from the first place after the hands."""
    plain: Mapping[type[Base], Callable[[Any, Any], bool]] = field(default_factory=dict)
    """Of events of which there are many: does what the event does and is True where one sees at a glance that no rule has
    anything to say of it; else it does nothing. Only to save time; the tests hold it to the rules and transitions.
    """
    runs: Mapping[type[Base], Run] = field(default_factory=dict)
    """The same of many events in a row. A run goes no further than an event that settles the hand or shows an awaited card."""
    impossible: str = "G-5"
    """The clause that an act which cannot be is cited under."""
    by_dealer: tuple[str, ...] = ("dealer",)
    """What of a result hangs on who dealt: it cannot be told where another dealt than was written."""
    matching: Matching | None = None
    unsettled: Callable[[Any], Sequence[int]] | None = None
    """The hands of which money hangs on a card that nobody saw: what was written is asked again when it is shown."""
    veil: Callable[[Any, int], None] = lambda _state, _viewer: None
    """Takes out of a copied state what a viewer cannot know, where it is not in `places`."""
    check_options: Callable[[Any, int], None] = lambda _options, _seats: None
    """Refuses (`OptionError`) values that do not go together, or not with so many seats."""

    def table(self, header: Opened) -> State:
        """The state before the first event. Raises `UsageError` for players who are no table of this game, `OptionError`
        for house rules it does not have.
        """
        self.check_players(header.seats)
        preset = self.preset(header.preset)
        options = self.options.read(header.options or {}, preset)
        self.check_options(options, len(header.seats))
        state: State = self.start(header, options)
        return state

    def check_players(self, players: Sequence[str]) -> None:
        """Raises `UsageError` if they are too many or too few, or one sits in two seats. Empty seats have no name."""
        self.check_seats(len(players))
        for place, player in enumerate(players):
            if player and player in players[:place]:
                raise UsageError(f"two players are called {player}", hint="tell them apart: Ann S, Ann T")

    def check_seats(self, count: int) -> None:
        """Raises `UsageError` if so many do not play this game."""
        least, most = self.seats
        if not least <= count <= most:
            several = f"{least}" if least == most else f"{least} to {most}"
            raise UsageError(f"{self.key} takes {several} players, not {count}")

    @property
    def state(self) -> type[State]:
        """The type of its states."""
        kind: type[State] = get_type_hints(self.start)["return"]
        return kind

    def preset(self, name: str | None) -> Mapping[str, Any]:
        """The options of a preset; of the first, if none is named. Raises `OptionError` naming those there are."""
        if name is None:
            return next(iter(self.presets.values()), {})
        if name not in self.presets:
            there = ", ".join(self.presets) or "none"
            raise OptionError(f"{self.key} has no preset {name!r}", hint=f"there are: {there}")
        return self.presets[name]


@cache
def keys() -> tuple[str, ...]:
    """The keys of all games of Upcard itself, by name."""
    paths = (*upcard.engine.games.__path__, *upcard.engine.anew.__path__)
    return tuple(sorted({module.name for module in pkgutil.iter_modules(paths)}))


def check_key(key: str) -> None:
    """Raises `UnknownGameError` with the nearest keys, if no game has this one."""
    if key not in keys() and key not in installed.offers():
        known = (*keys(), *installed.offers())
        near = difflib.get_close_matches(key, known, n=3, cutoff=0.4)
        hint = f"did you mean {' or '.join(near)}?" if near else f"there are: {', '.join(known)}"
        raise UnknownGameError(f"no game {key!r}", hint=hint)


def find(key: str) -> Any:
    """The game of a key, in the edition that is asked for, or of another package. Raises `UnknownGameError` with the nearest
    keys.
    """
    if key not in keys():
        of_another_package = installed.find(key)
        if of_another_package is not None:
            return of_another_package
    return _found(key, edition.is_anew())


@cache
def _found(key: str, anew: bool) -> Any:
    check_key(key)
    game: Game
    if anew and importlib.util.find_spec(f"upcard.engine.anew.{key}") is not None:
        game = importlib.import_module(f"upcard.engine.anew.{key}").GAME
        return game
    game = importlib.import_module(f"upcard.engine.games.{key}").GAME
    return replace(game, transitions=with_strangers(game.transitions))


def own_games() -> Iterable[Any]:
    """All games of Upcard itself, by key."""
    return (find(key) for key in keys())


def all_games() -> Iterable[Any]:
    """All games, by key; those of other packages that can be had come last."""
    yield from own_games()
    yield from installed.games(keys())


def shown(mask: int) -> str:
    """The cards of a mask in words: `6h 9h`."""
    return " ".join(cards_of(mask))
