"""What the states of all games have in common: where the fold stands. Everything else belongs to the game."""

from collections.abc import Callable
from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from typing import Any, Final, Self, get_origin, get_type_hints

import msgspec

from upcard.engine.places import Places


@dataclass(slots=True, kw_only=True)
class State:
    """game: its key; line: the line being folded; step: how many events came before it; hand: the hand being played,
    0 before the first; ended: the number of the last hand that ended; settled: how often what a hand came to changed
    (it ended, was settled anew, or goes on after all); closed: whether the session has; players: who sits where, by
    seat; gap: whether something was missed in this hand; dubious, doubted: lines of this
    hand, and a mask of cards, that contradict others, where it is not known which is wrong (an audit tells); twice:
    the hand and line of each `joined` of somebody who sat in another seat already; places: where the cards are.
    """

    game: str
    line: int = 1
    step: int = 0
    hand: int = 0
    ended: int = 0
    settled: int = 0
    closed: bool = False
    gap: bool = False
    doubted: int = 0
    players: list[str] = field(default_factory=list)
    dubious: list[int] = field(default_factory=list)
    twice: list[tuple[int, int]] = field(default_factory=list)
    places: Places

    def copied(self) -> Self:
        """A copy that shares nothing that can change."""
        kind: Any = type(self)
        twin: Self = _copier(kind)(self)
        return twin

    def become(self, other: Self) -> None:
        """Take over all that another state holds, which is not used any more."""
        for one in fields(self):
            setattr(self, one.name, getattr(other, one.name))


@cache
def _copier(kind: type[Any]) -> Callable[[Any], Any]:
    """What copies the states of a game: every hand asks for it, and fields asked for by name take three times as long."""
    kinds = get_type_hints(kind)
    lines = ["def copier(state):", " twin = new(kind)"]
    for name, hint in kinds.items():
        shared = name != "places" and get_origin(hint) is not list
        lines.append(f" twin.{name} = state.{name}" + ("" if shared else ".copy()"))
    return _made("copier", [*lines, " return twin"], kind=kind, new=object.__new__)


@cache
def _teller(kind: type[Any]) -> Callable[[Any], dict[str, Any]]:
    """What asks the states of a game for the fields that are not as they are where nothing is said."""
    usual = [one.default if one.default_factory is MISSING else one.default_factory() for one in fields(kind)]
    lines = ["def teller(state):", " told = {}"]
    for place, one in enumerate(fields(kind)):
        lines.append(f" if (value := state.{one.name}) != usual[{place}]: told['{one.name}'] = value")
    return _made("teller", [*lines, " return told"], usual=usual)


def _made(name: str, lines: list[str], **known: Any) -> Callable[[Any], Any]:
    """The function of this name that these lines define, with what they know by name."""
    exec("\n".join(lines), known)  # noqa: S102 - of names of fields alone, as dataclasses do it
    function: Callable[[Any], Any] = known[name]
    return function


def encode_state(state: State) -> bytes:
    """A state as bytes, the same for equal states: as JSON, where masks of two packs are too large for MessagePack."""
    kind: Any = type(state)
    told = _teller(kind)(state)
    try:
        return _packer.encode(told)
    except OverflowError:
        return msgspec.json.encode(told, enc_hook=_options_out)


def decode_state(kind: type[State], data: bytes) -> State:
    """The state of these bytes. Raises `msgspec.DecodeError` if another version wrote them."""
    if data[:1] == b"{":
        return msgspec.json.decode(data, type=kind, dec_hook=_options_in)
    return msgspec.msgpack.decode(data, type=kind, dec_hook=_options_in)


def _options_out(options: Any) -> Any:
    return options.given()


_packer: Final = msgspec.msgpack.Encoder(enc_hook=_options_out)


def _options_in(kind: Any, given: Any) -> Any:
    values = {name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}
    return kind.model_validate(values)
