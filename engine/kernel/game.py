"""What does a game declare? Which acts are due, the obligations of a choice of cards, the effect of each act, and all other rules."""

import difflib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from functools import cache, lru_cache, wraps
from operator import attrgetter
from types import UnionType
from typing import Any, Final, Literal, TypeVar, get_args

import msgspec

from upcard.engine.due import Act, Chance
from upcard.engine.kernel.drawing import players
from upcard.engine.kernel.numbers import known_or_written
from upcard.engine.kernel.places import Places
from upcard.engine.kernel.results import ENDINGS, UNTOLD, WITHOUT_END, Debt, Mark, Result, Theory
from upcard.engine.kernel.rules import CHOICE, DISORDER, STATEMENT, Due, Obliged, Rule, Ways, says_only
from upcard.engine.kernel.state import Scoring, State
from upcard.engine.scene import Scene
from upcard.schemas.cards import PACK_MASK, Card, cards_of
from upcard.schemas.errors import OptionError, UsageError
from upcard.schemas.events import Base, Dealt, Gap, Opened, Ruled, Scored
from upcard.schemas.findings import FindingKind
from upcard.schemas.options import Options
from upcard.schemas.wording import counted


@dataclass(slots=True)
class Handler:
    """What a game does with one type of event. free: it may come at any time, and is never out of order; late: out of order it has
    come too late, as a bid when the auction is over, and breaks its own rule, whatever was due instead; ends: it ends a hand, even
    one of which acts were missed; blindly: it means the same where acts were missed.
    """

    do: Callable[[Any, Any], Any]
    rule: Rule | None = None
    free: bool = False
    late: bool = False
    ends: bool = False
    blindly: bool = False


class Column(msgspec.Struct, frozen=True):
    """A column of a sheet. field: of the event; per: seat, side, hand, or list (of seats); also: other titles of it; others: titles of
    one that names all seats but the one that is meant; parts: the names of sides that are no pairs of seats; values: words for numbers; plain: it stands under a name without a title, else
    the first does; event, given: the act that it belongs to, and the fields that this act has besides; scale: the option that
    says how many units one is; implies: house rules without which nothing stands in it; tells: the part of a result that it
    gives, if not its field: winner, dealer, or declarer (the seat that is a side of its own); holds: the field of a state that has
    what stands in it (nothing is known where that is None, -1, or a list with one of them), else `Game.columns` tells it.
    """

    field: str
    title: str
    says: str
    per: str = "seat"
    also: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    values: tuple[tuple[str, int], ...] = ()
    plain: bool = False
    event: type[Base] = Scored
    given: tuple[tuple[str, Any], ...] = ()
    scale: str = ""
    implies: tuple[tuple[str, Any], ...] = ()
    tells: str = ""
    holds: str = ""


NOT_FINISHED: Final = Rule("", "hand_not_finished", "a hand is played out", "contradiction", DISORDER)
"""The rule of a game that has none of its own for a hand that has no end in the record."""

Check = Callable[[Any, Any], Any]
Kinds = type[Base] | UnionType
"""A type of events, or several: `Played | Laid`."""
F = TypeVar("F", bound=Callable[..., Any])


def each(kinds: Any) -> tuple[type[Base], ...]:
    """The types of events that are meant, one by one."""
    return get_args(kinds) or (kinds,)


def declares(field: str) -> Callable[[Any, F], F]:
    """A decorator of a game: the function that is declared stands in this field."""

    def declare(self: Any, function: F) -> F:
        setattr(self, field, function)
        return function

    return declare


def keeps(where: dict[type[Base], Any], kinds: Kinds) -> Callable[[F], F]:
    """A decorator: the function that is declared stands there for events of these types."""

    def declared(function: F) -> F:
        where.update(dict.fromkeys(each(kinds), function))
        return function

    return declared


def _adopt_totals(state: Any, event: Scored) -> None:
    """Totals as written, where none are known."""
    if event.totals is not None and hasattr(state, "totals"):
        state.totals = known_or_written(state.totals, event.totals)


def _no_result(state: Any) -> Result:
    seats = len(state.players)
    return Result(points=(None,) * seats, won=(None,) * seats)


def _missed(state: Any, event: Gap) -> None:
    """Hands were missed: of games in which points are added up none are known."""
    if isinstance(state, Scoring):
        state.forget(event.hands)


@dataclass(slots=True, eq=False, repr=False)
class Game:
    """A game: what its page says, declared in the order of the page.

    hand, match: the words of the page for one hand and for a session that somebody wins; score, best: what a score counts, in the
    singular and the plural, and whether the most or the least of it wins; turned: whether that is the other way round under the house rules of a state; measure: what
    ranks players over many hands, `points_per_hand`, or `won_rate` where points are few and far between; contest: who plays
    against whom: each against all others, sides, or each against the bank; proves: what a record proves, by how much of the hands it tells.

    pack: a mask of its cards; places: how many places there are after the hands; opened: those of them whose cards lie face
    up, as a mask counted from the first of them; the first is where played cards go; named: the places that a record may
    name (`dead`, `widow`), counted likewise; owners: whose each
    place is that belongs to a seat, as the display that lies before it.

    begins: whether an act begins a hand where no line says so; opening: acts that begin the first of a record, too; beginning:
    whether the hand that is on has only begun, so that a later line `hand_started` is of it; looks_back: whether a ruling is of the hand before the
    one that is on; impossible: the clause cited for events that cannot be; matching: the rule broken where
    the unseen cards fit into no hands; unfinished: the rule broken by a hand without an end, and ended by an act after the end
    of its hand; counting: the rule broken where the cards shown as all of a place are not as many as lie there; late: the clause
    cited for cards shown at the end that the player cannot have left.

    remedies: what the rules have follow on a finding, in words with the clause, by the name of the finding; where it is not named
    here they say nothing of it, and what was done stands.

    endings: why a hand ends, in words, besides `ENDINGS`; closing: the clause by which the close decides the session, so that
    who is ahead then has won.

    For those who record and import: sheet: the columns of `scored`; book: columns of other acts that people keep, in the order
    of the acts; sheet_options: house rules of sheets that tell no others (one that counts on from day to day has no target);
    words: shorthand of the recorder; names: the names that a field of an event takes, where there are few; numbers: what people
    call the numbers of a field, where they say less (`5` for a row of 35); needs: the fields that an act must have besides, by
    what it says it is (of a revoke that is ruled, the seat); coin: the option that says how many units are a coin; by_rank: whether
    suits have no role, so that cards may be told by their ranks alone.

    For those who ask whether deals are fair: worth: the ranks from the least to the most welcome in a hand that is dealt; empty
    where no card is better than another by itself; theory: how often what comes of a hand should come, if the page tells it.

    For those who write logs (`docs/games`): course: how a hand is written, part by part, the acts of each part in their order
    between backticks; writes: by act (`drew`), or act and field (`drew.why`), what the declarations do not say of it.
    """

    key: str
    _: KW_ONLY
    title: str
    source: str
    family: str
    says: str
    seats: tuple[int, int]
    state: type[State]
    options: type[Options]
    hand: str = "hand"
    match: str = "game"
    score: str = "point/points"
    best: str = "most"
    turned: Callable[[Any], bool] = lambda _s: False
    measure: str = "points_per_hand"
    contest: Literal["each", "sides", "bank"] = "each"
    proves: tuple[str, ...] = ()
    presets: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    pack: int = PACK_MASK
    places: int = 1
    opened: int = 1
    named: Mapping[str, int] = field(default_factory=dict)
    owners: Mapping[int, int] = field(default_factory=dict)

    begins: Check = lambda _s, e: isinstance(e, Dealt)
    opening: tuple[type[Base], ...] = ()
    beginning: Callable[[Any], bool] = lambda _s: False
    looks_back: Callable[[Any, Ruled], bool] = lambda _s, _e: False
    impossible: str = "G-5"
    matching: Rule | None = None
    unfinished: Rule = NOT_FINISHED
    ended: Rule | None = None
    counting: Rule | None = None
    late: str | None = None

    remedies: Mapping[str, str] = field(default_factory=dict)
    endings: Mapping[str, str] = field(default_factory=dict)
    closing: str = ""

    sheet: tuple[Column, ...] = ()
    book: tuple[Column, ...] = ()
    sheet_options: tuple[tuple[str, Any], ...] = ()
    words: Mapping[str, str] = field(default_factory=dict)
    names: Mapping[type[Base], Mapping[str, Sequence[str]]] = field(default_factory=dict)
    numbers: Mapping[type[Base], Mapping[str, Mapping[int, int]]] = field(default_factory=dict)
    needs: Mapping[type[Base], Mapping[str, tuple[str, ...]]] = field(default_factory=dict)
    coin: str = ""
    by_rank: bool = False

    worth: str = ""
    theory: Theory | None = None

    course: Mapping[str, str] = field(default_factory=dict)
    writes: Mapping[str, str] = field(default_factory=dict)

    # What its page declares, by the decorators below.
    acts: dict[type[Base], Handler] = field(default_factory=dict, init=False)
    obligations: dict[type[Base], Callable[[Any, int], Sequence[Obliged]]] = field(default_factory=dict, init=False)
    offers: dict[type[Base], Callable[[Any, int], Any]] = field(default_factory=dict, init=False)
    asks: dict[type[Base], str] = field(default_factory=dict, init=False)
    rules_of: dict[type[Base], list[Rule]] = field(default_factory=dict, init=False)
    statements_of: dict[type[Base], list[Rule]] = field(default_factory=dict, init=False)
    figures: dict[str, Rule] = field(default_factory=dict, init=False)
    alone: dict[str, Rule] = field(default_factory=dict, init=False)
    other_words: dict[type[Base], Callable[[Any], Base]] = field(default_factory=dict, init=False)
    abouts: dict[Any, Callable[[Any, Any], Any]] = field(default_factory=dict, init=False)
    start_of: Callable[[Any, Opened], Any] = field(default=lambda _s, _header: None, init=False)
    turn_of: Callable[[Any], Sequence[Due]] = field(default=lambda _s: (), init=False)
    overs: list[tuple[Rule, Callable[[Any], bool]]] = field(default_factory=list, init=False)
    beside_of: Callable[[Any], Iterable[Due]] = field(default=lambda _s: (), init=False)
    next_of: Callable[[Any], Iterable[Due]] = field(default=lambda _s: (), init=False)
    missed_of: Callable[[Any, Gap], Ways] = field(default=_missed, init=False)
    outcomes_of: Callable[[Any, Scored], Any] | None = field(default=None, init=False)
    columns_of: Callable[[Any, Any, Any], Mapping[str, Any]] = field(default=lambda _before, _s, _e: {}, init=False)
    result: Callable[[Any], Result] = field(default=_no_result, init=False)
    winners_of: Callable[[Any], Sequence[int] | None] | None = field(default=None, init=False)
    owed_in: Callable[[Any], Iterable[Debt]] = field(default=lambda _s: (), init=False)
    marked: Mapping[str, str] = field(default_factory=dict, init=False)
    marks_of: Callable[[Any], Iterable[Mark]] = field(default=lambda _s: (), init=False)
    told_of: Callable[[Any], str] = field(default=lambda _s: "", init=False)
    drawn_of: Callable[[Any], Scene] = field(default=lambda _s: Scene(), init=False)
    booked: Callable[[Any], Sequence[Base]] = field(default=lambda _state: (), init=False)
    check_options: Callable[[Any, int], None] = field(default=lambda _options, _seats: None, init=False)
    adopt_of: Callable[[Any, Scored], None] = field(default=_adopt_totals, init=False)

    def __post_init__(self) -> None:
        """A hand without an end cannot be, in most games."""
        if not self.unfinished.clause:
            self.unfinished = msgspec.structs.replace(self.unfinished, clause=self.impossible)

    # ---- Declaring -------------------------------------------------------------------------------------------------

    start = declares("start_of")
    """The function that sets in the first state what the header tells besides options and players."""
    turn = declares("turn_of")
    """The function that lists the acts that are due while a hand is on."""
    beside = declares("beside_of")
    """The function that lists acts that may come beside those due: they are offered, and nobody waits for them."""
    between = declares("next_of")
    """The function that lists the acts between two hands, besides the next hand and the close."""

    def over(self, clause: str, name: str, says: str) -> Callable[[F], F]:
        """Whether the session is decided: a further hand breaks this rule. Of several broken the first is told."""

        def declared(function: F) -> F:
            self.overs.append((Rule(clause, name, says), function))
            return function

        return declared

    missed = declares("missed_of")
    """The function that forgets what is not known once hands were missed; if none is declared, `Scoring.forget`."""
    outcomes = declares("outcomes_of")
    """All that a hand can have brought, as far as a row does not exclude it: ways to settle the state."""
    columns = declares("columns_of")
    """The function that gives what stands in columns which hold no field of the state, by the state before and after the hand."""

    def results(self, function: F) -> F:
        """How the hand that has ended came out. Why it ended is told in words by its key, if the result has no others."""

        def told(state: Any) -> Result:
            result: Result = function(state)
            if result.says:
                return result
            how = result.how or UNTOLD
            return msgspec.structs.replace(result, how=how, says=self.ends[how])

        self.result = told
        return function

    def marks(self, **named: str) -> Callable[[F], F]:
        """The function that lists what statistics of this game count, of the hand that has ended: `Mark`s. named: what each is."""

        def declared(function: F) -> F:
            self.marked, self.marks_of = named, function
            return function

        return declared

    winners = declares("winners_of")
    """Which seats have won a session that is decided, where that is not who has the best totals; None: that cannot be told."""
    owes = declares("owed_in")
    """The function that lists the payments and draws that wait to be settled: `Debt`s."""
    tells = declares("told_of")
    """The function that tells in words how a hand came out that has ended, and counts."""
    draws = declares("drawn_of")
    """The function that draws the table, but for its title and how the last hand came out."""
    books = declares("booked")
    """The function that lists the acts of the book (other than `scored`) which follow from the play of the hand that has ended."""
    checks_options = declares("check_options")
    """Refuses (`OptionError`) options that do not go together, or not with so many seats."""

    def on(
        self,
        kinds: Kinds,
        clause: str = "",
        name: str = "",
        says: str = "",
        *,
        fault: FindingKind = "breach",
        cost: int = DISORDER,
        **how: bool,
    ) -> Callable[[F], F]:
        """The effect of acts. The rule named with it is broken by one that is not due, or by a row. how: as a `Handler` has it."""

        def declared(function: F) -> F:
            rule = Rule(clause, name, says, fault, cost) if clause else None
            if rule and kinds is Scored:
                rule = msgspec.structs.replace(rule, kind="testimony", cost=STATEMENT)
            for kind in each(kinds):
                self.rules_of.setdefault(kind, [])  # which come in the order of the acts
                self.acts[kind] = Handler(self._told(kinds, function), rule, **how)
            return function

        return declared

    def rule(
        self,
        kinds: Kinds,
        clause: str,
        name: str,
        says: str,
        fault: FindingKind = "breach",
        cost: int | None = None,
        where: str = "",
        when: str = "",
    ) -> Callable[[F], F]:
        """A rule asked before acts take effect. True or None: kept; words, False, `Broken` or several: broken. It is asked only where a field
        of the event, or of what `about` works out of it, has a value (where), and when a field of the state has one (when).
        """

        def declared(function: F) -> F:
            usual = STATEMENT if fault == "testimony" else 0 if fault == "note" else CHOICE
            check = self._told(kinds, function, where, when)
            rule = Rule(clause, name, says, fault, usual if cost is None else cost, check, where, when)
            for kind in each(kinds):
                self.rules_of.setdefault(kind, []).append(rule)
            return function

        return declared

    def about(self, kind: type[Base]) -> Callable[[F], F]:
        """The function that works out, once an act, what its rules and its effect would each look up: they are told its result in place of
        the event. It is declared before them.
        """
        return keeps(self.abouts, kind)

    def _told(self, kinds: Kinds, function: Any, where: str = "", when: str = "") -> Any:
        """The rule or the effect as a function of the event, where it is told what `about` works out, or is not asked of each."""
        about = self.abouts.get(kinds, lambda _s, e: e)
        if where or when:
            told_has, state_has = (attrgetter(name) if name else lambda _one: True for name in (where, when))
            return wraps(function)(
                lambda s, e: function(s, told) if state_has(s) and told_has(told := about(s, e)) else None
            )
        return wraps(function)(lambda s, e: function(s, about(s, e))) if kinds in self.abouts else function

    def only_says(self, kinds: Kinds, clause: str = "", name: str = "", says: str = "", **told: Any) -> None:
        """Acts that only say something: they may come at any time, and change nothing. told: what else `on` takes."""
        self.on(kinds, clause, name, says, free=True, **told)(says_only)

    def statement(self, kinds: Kinds, clause: str, name: str, says: str) -> Callable[[F], F]:
        """A rule of what somebody said: asked after the act, when all that it showed is known."""

        def declared(function: F) -> F:
            rule = Rule(clause, name, says, "testimony", STATEMENT, function)
            for kind in each(kinds):
                self.statements_of.setdefault(kind, []).append(rule)
            return function

        return declared

    def means(self, kind: type[Base]) -> Callable[[F], F]:
        """The event of this game that another type may be written for: a set laid, for a card `played`."""
        return keeps(self.other_words, kind)

    adopts = declares("adopt_of")
    """Takes from a row what is not known; if nothing is declared, the `totals` of a state."""

    def opens(self, s: Any, e: Base) -> bool:
        """Whether an act begins a hand. Behind a gap only what begins any hand does: it may be of one that began before."""
        return self.begins(s, e) or (not s.hand and not s.blind and isinstance(e, self.opening))

    def figure(
        self, column: str, clause: str, name: str, says: str, *, alone: tuple[str, str, str] | None = None
    ) -> None:
        """The rule that a wrong figure in this column breaks. alone: that of one which no hand can bring, if another."""
        self.figures[column] = Rule(clause, name, says, "testimony", STATEMENT)
        self.alone[column] = Rule(*(alone or (clause, name, says)), "testimony", STATEMENT)

    def chance(self, s: Any, sizes: int | Sequence[int], asks: str = "", **places: int) -> Act:
        """A deal by chance of cards that lie nowhere: so many to each seat, alike or by seat, and to named places."""
        seats, pack = len(s.players), tuple(cards_of(s.places.pool))
        each_seat = (sizes,) * seats if isinstance(sizes, int) else tuple(sizes)

        def make(dealt: tuple[tuple[Card, ...], ...]) -> Dealt:
            aside = {name: cards for name, cards in zip(places, dealt[seats:], strict=True) if cards}
            return Dealt(hands=dealt[:seats], places=aside or None)

        chance = Chance(pack, (*each_seat, *places.values()), make)
        return Act(Dealt, None, asks or f"{each_seat[0]} cards to each seat", chance=chance)

    def level(self, s: Any) -> str:
        """How much of a hand is in the record: all hands, some of them, what all saw, or its row alone."""
        if s.source and not s.listed and s.places.pool == s.places.pack:
            return "sheet"
        return "public" if not s.listed else "partial" if s.unlisted else "full"

    def obliges(self, kinds: Kinds) -> Callable[[F], F]:
        """The function that lists the obligations of a choice of cards, by the seat that makes it."""
        return keeps(self.obligations, kinds)

    def offer(self, kind: type[Base], asks: str = "") -> Callable[[F], F]:
        """The acts of a type that a seat may choose: events, or an `Act` that tells them. asks: how a scribe is asked."""
        self.asks[kind] = asks
        return keeps(self.offers, kind)

    # ---- Asked by others -------------------------------------------------------------------------------------------

    def units_of_coin(self, options: Any) -> int:
        """How many units the coin has in which amounts are told under these options; 1 where the game has no coin."""
        return int(getattr(options, self.coin)) if self.coin else 1

    def coin_of(self, header: Opened) -> int:
        """How many units the coin has under the house rules of a header."""
        if not self.coin:
            return 1
        return self.units_of_coin(self.house_rules(header.options, header.preset))

    @property
    def scores_sides(self) -> bool:
        """Whether points are those of two sides, by its sheet."""
        return any(column.field == "totals" and column.per == "side" for column in self.sheet)

    @property
    def ends(self) -> Mapping[str, str]:
        """Why a hand ends, or has no end, in words."""
        return {**ENDINGS, **WITHOUT_END, **self.endings}

    def over_of(self, state: Any) -> Rule | None:
        """The rule by which no further hand is played, if the session is decided and no hand was played since; else None."""
        for rule, is_over in () if state.played_on else self.overs:
            if is_over(state):
                return rule
        return None

    def won_by(self, state: Any) -> Sequence[int] | None:
        """The seats that have won a decided session: the best total, nobody where all have the same; None: not known."""
        if self.winners_of is not None:
            return self.winners_of(state)
        empty = state.vacant()
        totals = [
            (seat, one)
            for seat, one in enumerate(self.result(state).totals)
            if state.sat(seat) or not empty >> seat & 1
        ]
        known = [total for _, total in totals if total is not None]
        if not known or len(known) < len(totals):
            return None
        best = self.better(state)(known)
        seats = tuple(seat for seat, total in totals if total == best)
        return () if 1 < len(seats) == len(known) else seats

    def better(self, state: Any) -> Callable[[Iterable[int]], int]:
        """The function that tells the best of several totals, under the house rules of a state."""
        return min if (self.best == "least") != self.turned(state) else max

    def outcome(self, state: Any) -> str:
        """How the hand that has ended came out, in a sentence, and who has won the session, if it is decided."""
        if state.on or not state.how:
            return ""
        says = f"the {self.hand} is void" if state.how == "void" else self.told_of(state)
        decided = self.over_of(state) is not None or (state.closed and self.closing)
        return "; ".join(filter(None, (says, self.session_won(state) if decided else "")))

    def session_won(self, state: Any) -> str:
        """Who has won a session that is decided, in words."""
        seats = self.won_by(state)
        if not seats:
            return f"the {self.match} is drawn" if seats is not None else f"who won the {self.match} cannot be told"
        total = self.result(state).totals[seats[0]]
        verb = "wins" if len(seats) == 1 else "win" if self.scores_sides else "share"
        won = "" if total is None else f" with {counted(total, self.score.partition('/')[0])}"
        return f"{players(state, seats)} {verb} the {self.match}{won}"

    def scene(self, state: Any) -> Scene:
        """The table as it is drawn: with its title, and how the last hand came out where there is nothing else to say."""
        drawn = self.drawn_of(state)
        title = drawn.title or f"{self.title.partition(' (')[0]}, {self.hand} {state.hand}"
        return msgspec.structs.replace(drawn, title=title, says=drawn.says or self.outcome(state))

    def seat_of(self, place: int, seats: int) -> int | None:
        """The seat that a place belongs to, at a table of so many seats; None if it belongs to no seat."""
        return place if place < seats else self.owners.get(place - seats)

    def uses(self, kind: type[Base]) -> bool:
        """Whether acts of this type belong to the game, by its rules or as one of every game."""
        from upcard.engine.kernel.frame import FRAME

        return kind in self.acts or kind in self.other_words or kind in FRAME

    def due(self, state: Any) -> tuple[Act, ...]:
        """The acts that may come next in this state."""
        from upcard.engine.kernel.offering import offered

        return tuple(offered(self, state))

    def table(self, header: Opened) -> Any:
        """The state before any event. Raises `UsageError` for players, and `OptionError` for house rules, that make no table of this game."""
        self.check_players(header.seats)
        state = before_start(self, self.house_rules(header.options, header.preset), len(header.seats)).copied()
        state.players = list(header.seats)
        state.sitting_out = state.vacant()
        self.start_of(state, header)
        return state

    def house_rules(self, agreed: Mapping[str, Any] | None, preset: str | None) -> Any:
        """The options of a table: what was agreed over those of a preset. Raises `OptionError` for what the game does not have."""
        return self.options.read(agreed, self.preset(preset)) if agreed else options_of(self, preset)

    def check_buy_in(self, header: Opened) -> None:
        """Raises `UsageError` if the header has a `buy_in` and the game knows no counters that players begin with."""
        more = msgspec.structs.replace(header, buy_in=(header.buy_in or 0) + 1)
        if header.buy_in is not None and self.table(more) == self.table(header):
            raise UsageError(f"nobody begins with counters in {self.title}", hint="without a buy-in")

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

    def preset(self, name: str | None) -> Mapping[str, Any]:
        """The options of a preset; of the first, if none is named. Raises `OptionError` naming those there are."""
        if name is None:
            return next(iter(self.presets.values()), {})
        if name not in self.presets:
            there = ", ".join(self.presets) or "none"
            near = "".join(f"; perhaps {one}" for one in difflib.get_close_matches(name, self.presets, n=1))
            raise OptionError(f"{self.key} has no preset {name!r}", hint=f"there are: {there}{near}")
        return self.presets[name]


@cache
def options_of(game: Game, preset: str | None) -> Any:
    """The options of a preset; of the first, if none is named."""
    return game.options.read({}, game.preset(preset))


@lru_cache(256)
def before_start(game: Game, options: Any, seats: int) -> Any:
    """The state before any event at a table of so many seats, before anybody sits there; nobody changes it."""
    game.check_options(options, seats)
    places = Places.empty(seats + game.places, game.opened << seats, game.pack)
    state = game.state(game=game.key, options=options, places=places)
    state.way = -1 if vars(options).get("direction") == "right" else 1
    state.least = game.seats[0] if game.seats[0] < game.seats[1] else 0
    if isinstance(state, Scoring):
        state.start(2 if game.scores_sides else seats)
    return state
