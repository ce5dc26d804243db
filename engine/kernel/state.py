"""The state of a session. A game adds what its own rules speak of, and no more."""

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import MISSING, dataclass, field, fields
from functools import cache, lru_cache
from operator import methodcaller
from types import NoneType
from typing import Any, Final, Self, get_args, get_origin, get_type_hints

import msgspec

from upcard.engine.kernel.copying import copier, made
from upcard.engine.kernel.places import Places


def lasting(default: Any, **missed: Any) -> Any:
    """A field of a game's state that goes on from hand to hand; all others are of one hand, and begin with it as they are declared.
    default: its first value, or what makes it, such as `list`; missed: what it is once hands were missed, if that is not known then.
    """
    told = {"lasting": True, **missed}
    return field(default_factory=default, metadata=told) if callable(default) else field(default=default, metadata=told)


@dataclass(slots=True, kw_only=True)
class State:
    """The record. game: its key; line: the line that was read last; step: the number of events read so far; closed: whether the session is
    closed; went_on: whether an act came after the close; played_on: whether a hand came after the session was decided.

    The hand. hand: the number of the hand that is on or was last, 0 before the first; on: whether one is on; ended: the number of the last hand
    that has ended; how: why that ended, a key of `ENDINGS`, `WITHOUT_END` or `Game.endings`; settled: how often the result of a hand was settled; void: whether
    the last hand does not count; blind: whether acts of this hand were missed; rows: the number of rows of a sheet written of it; source: whether its
    row alone tells the result; listed, unlisted: the seats (masks) of which the deal lists cards, and of which it leaves some out.

    The table. players: who sits where; gone: who sat last where nobody sits now; least: how many have to play, 0 where every seat has to be
    played; sitting_out: the seats (a mask) that take no part in the hand; dealer: of the hand, -1 if not known; next_dealers: the seats that may be
    to deal next, none if not known; way: play goes to the left (1) or right (-1); dealt: whether the cards of the hand that is on were dealt; turn:
    the seat that is to act, -1 for nobody, or if not known; hands_done: how many hands have counted, None if not known; total_errors: by how much written
    totals differ from those that follow; places: where the cards are.
    """

    game: str
    line: int = field(default=1, compare=False)
    step: int = field(default=0, compare=False)
    hand: int = 0
    on: bool = False
    ended: int = 0
    settled: int = 0
    void: bool = False
    blind: bool = False
    rows: int = 0
    listed: int = 0
    unlisted: int = 0
    source: bool = False
    closed: bool = False
    played_on: bool = False
    went_on: bool = False
    players: Sequence[str] = field(default_factory=list)
    gone: Mapping[int, str] = field(default_factory=dict)
    least: int = 0
    sitting_out: int = 0
    dealer: int = -1
    next_dealers: Sequence[int] = field(default_factory=list)
    way: int = 1
    dealt: bool = False
    turn: int = -1
    how: str = ""
    hands_done: int | None = 0
    total_errors: Sequence[int] = field(default_factory=list)
    places: Places
    options: Any

    def copied(self) -> Self:
        """A copy that shares nothing that can change."""
        kind: Any = type(self)
        twin: Self = copier(kind)(self)
        return twin

    def renew(self) -> None:
        """A hand begins: all that belongs to one hand is as it is declared."""
        kind: Any = type(self)
        renewer(kind)(self)

    def after(self, seat: int) -> int:
        """The next seat in turn, those that take no part in the hand passed over; -1 after a seat that is not known."""
        if seat < 0:
            return -1
        following = (seat + self.way) % len(self.players)
        return self.after(following) if self.sitting_out >> following & 1 else following

    def beside(self, seat: int) -> int:
        """The seat that lies next to one in the way that play goes, whoever sits there; -1 next to one that is not known."""
        return (seat + self.way) % len(self.players) if seat >= 0 else -1

    def vacant(self) -> int:
        """The seats where nobody sits (a mask), which get no hand; none, where too few would be left to play."""
        if not self.least or "" not in self.players:
            return 0
        empty = sum(1 << seat for seat, player in enumerate(self.players) if not player)
        return empty if len(self.players) - empty.bit_count() >= self.least else 0

    def taking_part(self) -> tuple[int, ...]:
        """The seats that take part in the hand, in the order of the table."""
        return seats_around(len(self.players), 0, 1, self.sitting_out)

    def in_turn_from(self, seat: int, sitting_out: int | None = None) -> tuple[int, ...]:
        """The seats that take part in the hand, in turn from this one on. sitting_out: in place of those who take none now (a mask)."""
        return seats_around(len(self.players), seat, self.way, self.sitting_out if sitting_out is None else sitting_out)

    def sat(self, seat: int) -> str:
        """Who sits in a seat, or sat there last."""
        return self.players[seat] or self.gone.get(seat, "")

    def count(self, hands: int = 1) -> None:
        """Further hands have counted."""
        if self.hands_done is not None:
            self.hands_done += hands

    def all_done(self, limit: int | None) -> bool:
        """Whether as many hands have counted as were agreed on; never, where no number was (None)."""
        return limit is not None and (self.hands_done or 0) >= limit

    def end(self) -> None:
        """The hand that is on has ended."""
        self.on = self.blind = False
        self.ended = self.hand
        self.settled += 1


@dataclass(slots=True, kw_only=True)
class Scoring(State):
    """The state of a game in which each hand brings points, by seat or by side, which are added up. points: of the hand that is on or
    was last, None where they are not known; before, totals: in all, before that hand and with it.
    """

    points: list[int | None] = lasting(list)  # noqa: RUF009 - a field
    before: list[int | None] = lasting(list)  # noqa: RUF009 - a field
    totals: list[int | None] = lasting(list)  # noqa: RUF009 - a field

    def start(self, scores: int) -> None:
        """So many seats or sides have no points yet."""
        self.points, self.before, self.totals = [None] * scores, [0] * scores, [0] * scores

    def renew(self) -> None:
        """A hand begins: its points are not known."""
        State.renew(self)
        self.points, self.before = [None] * len(self.totals), self.totals

    def forget(self, hands: int | None) -> None:
        """What hands that were missed brought is not known; who deals is, if their number is: it moves on by a seat."""
        first = self.next_dealers[0] if len(self.next_dealers) == 1 and hands is not None else None
        self.next_dealers = [] if first is None else [(first + self.way * (hands or 0)) % len(self.players)]
        self.totals, self.total_errors, self.how = [None] * len(self.totals), [], ""
        for one in fields(self):
            if "missed" in one.metadata:
                setattr(self, one.name, copy(one.metadata["missed"]))


@lru_cache(1024)
def seats_around(count: int, first: int, way: int, passed: int) -> tuple[int, ...]:
    """The seats of a table of so many from the first on, in this way round, those passed over (a mask) left out."""
    seats = ((first + way * step) % count for step in range(count))
    return tuple(seat for seat in seats if not passed >> seat & 1)


def after_hands(number: int) -> Callable[[Any], int]:
    """The place that comes so many places after the hands of a table, whatever its size."""
    return lambda s: len(s.players) + number


@cache
def renewer(kind: Any) -> Callable[[Any], None]:
    """The function that gives all fields of one hand the values that are declared."""
    frame = {one.name for one in fields(State)} - {"dealt", "turn", "how"}
    known: dict[str, Any] = {}
    lines = ["def renewer(state):", " pass"]
    for one in fields(kind):
        if one.name not in frame and not one.metadata.get("lasting"):
            call = one.default is MISSING
            known[one.name] = one.default_factory if call else one.default
            lines.append(f" state.{one.name} = {one.name}" + "()" * call)
    return made("renewer", lines, **known)


def brief(state: State) -> tuple[Any, ...]:
    """A key that equal states share and that can be looked up: their numbers and words, and lists of these."""
    kind: Any = type(state)
    told: tuple[Any, ...] = _briefer(kind)(state)
    return told


@cache
def _briefer(kind: Any) -> Callable[[Any], tuple[Any, ...]]:
    hints = get_type_hints(kind)
    parts = []
    for one in fields(kind):
        hint = hints[one.name]
        inner = get_args(hint)[0] if get_origin(hint) in {list, Sequence} else hint
        plain = {*(get_args(inner) or (inner,))} <= {int, bool, str, NoneType}
        if plain and one.compare and get_origin(inner) not in {dict, Mapping}:
            parts.append(f"tuple(state.{one.name})" if inner is not hint else f"state.{one.name}")
    return made("briefer", ["def briefer(state):", f" return ({', '.join(parts)},)"])


@cache
def _teller(kind: Any) -> Callable[[Any], dict[str, Any]]:
    """The function that gives the fields of a state which differ from their defaults."""
    usual = [one.default if one.default_factory is MISSING else one.default_factory() for one in fields(kind)]
    lines = ["def teller(state):", " told = {}"]
    for place, one in enumerate(fields(kind)):
        lines.append(f" if (value := state.{one.name}) != usual[{place}]: told['{one.name}'] = value")
    return made("teller", [*lines, " return told"], usual=usual)


def encode_state(state: State) -> bytes:
    """A state as bytes, the same for equal states: as JSON, where masks of two packs are too large for MessagePack."""
    kind: Any = type(state)
    told = _teller(kind)(state)
    try:
        return _packer.encode(told)
    except OverflowError:
        return msgspec.json.encode(told, enc_hook=_options_out)


def decode_state(kind: type[State], data: bytes) -> State:
    """The state of these bytes. Raises `msgspec.DecodeError` or `OptionError` if another version wrote them."""
    decode: Any = msgspec.json.decode if data[:1] == b"{" else msgspec.msgpack.decode
    state: State = decode(data, type=kind, dec_hook=lambda options, given: options.read(given))
    return state


_options_out: Final = methodcaller("given")
_packer: Final = msgspec.msgpack.Encoder(enc_hook=_options_out)
