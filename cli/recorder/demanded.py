"""What an act must say to be stored: a record that leaves it out tells nothing, so it is asked for.

The keys that a type demands in any log are read by `fields`. Here stand those that a log may be without, and a scribe
may not: what a game demands besides is its own (`Game.needs`).
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

from upcard.cli.recorder.fields import NotRead, fields_of, usage_behind
from upcard.engine.kernel.game import Game
from upcard.schemas.events import Agreed, Base, Dealt, Noted, RowDealt, Ruled, Scored, Shown, Took
from upcard.schemas.events.base import tag

_ONE_OF: Final[Mapping[type[Base], tuple[str, ...]]] = {
    Dealt: ("hands", "each", "sizes", "places"),
    Noted: ("note",),
    RowDealt: ("cards", "total"),
    Scored: tuple(field.name for field in fields_of(Scored)),
    Shown: ("seat", "place"),
    Agreed: ("seats",),
}
"""Of these fields an act must have one."""

_IN_WORDS: Final[Mapping[type[Base], str]] = {
    Dealt: "how many cards each has, or the hands with `/` between them",
    RowDealt: "the cards of the row, or its total",
    Shown: "whose cards, or of which place",
    Agreed: "who agreed",
}
"""What that is, as it is asked for."""

_EVERYWHERE: Final[Mapping[type[Base], Mapping[str, tuple[str, ...]]]] = {Ruled: {"revoke": ("seat",)}}
"""What any game demands of an act by what it says it is."""


GENERAL: Final[Mapping[str, str]] = {
    "card_named.card": "",
    "claimed.cards": "",
    "discarded.cards": "",
    "drew.cards": "",
    "gave.card": "",
    "hand_started.dealer": "",
    "returned.card": "",
    "row_dealt.cards": "",
    "shuffled.cut_from_end": "",
    "took.cards": "",
    "bluff_called.line": "the line of the lay it meant, if not the last",
    "chips_passed.why": "in your own words",
    "dealt.each": "cards of each seat, where nobody wrote the hands down",
    "drew.count": "how many",
    "gap.hands": "how many whole hands were missed; without it, part of the hand that is on",
    "reshuffled.count": "how many cards the new stock has",
    "reshuffled.order": "the new stock from the top, if somebody knew it",
    "result_called.hand": "the number of the hand meant, if not the last",
    "result_called.seat": "who is meant",
    "shown.all": "if nothing else is left there",
    "shown.hand": "the number of the hand that they belonged to, if it is an earlier one",
    "shown.seat": "whose cards they are, if they lie in no place that has a name",
    "taken_back.line": "the line of the play, if not the last of that seat",
    "voided.why": "in your own words",
}
"""What may be said of an act in every game that has it, and what that is, where its name does not say it; what else need not be said is
some game's own (`Game.writes`).
"""


@cache
def foreign(kind: type[Base], game: Game) -> frozenset[str]:
    """The fields of an act that mean nothing in this game, though a log may have them: the display of another."""
    own = {*game.writes, *GENERAL, *(f"{tag(kind)}.{name}" for name in game.names.get(kind, {}))}
    placed = {"place"} if game.named and kind in {Shown, Took} else set()
    return frozenset(
        field.name
        for field in fields_of(kind)
        if not field.required and f"{tag(kind)}.{field.name}" not in own and field.name not in placed
    )


def demands(kind: type[Base], game: Game) -> Mapping[str, tuple[str, ...]]:
    """The fields that a game demands of an act, by what the act says it is."""
    return {**_EVERYWHERE.get(kind, {}), **game.needs.get(kind, {})}


def one_of(kind: type[Base]) -> tuple[str, ...]:
    """The fields of an act of which it must have one; none, where there are no such."""
    return _ONE_OF.get(kind, ())


def demand_whole(event: Base, game: Game, typed: str = "") -> None:
    """Raise `NotRead` for an act that leaves out what it must say. typed: how it is typed, if not by the name of its type."""
    lacking = next(_lacking(event, game), None)
    if lacking is not None:
        kind = type(event)
        typed = typed or f"{tag(kind)} {usage_behind(kind, (), (), foreign(kind, game))}".rstrip()
        raise NotRead("", f"{lacking}, as in `{typed}`", enough=True)


def _lacking(event: Base, game: Game) -> Iterator[str]:
    """What an act leaves out, in words; nothing if it is whole."""
    for field in fields_of(type(event)):
        value = getattr(event, field.name)
        if field.kind in {"word", "text"} and value is not None and not any(sign.isalnum() for sign in value):
            yield f"{field.name.strip('_').upper()} in letters or digits"
        if value is not None and field.required and field.kind in {"cards", "numbers", "seats", "melds"} and not value:
            yield field.wanted
    names = _ONE_OF.get(type(event), ())
    if names and not any(_is_there(getattr(event, name)) for name in names):
        yield _IN_WORDS.get(type(event)) or " or ".join(name.upper() for name in names[:4])
    for said, needed in _needed(event, game):
        yield from (f"{name.upper()} of the {said}" for name in needed if getattr(event, name) is None)


def _needed(event: Base, game: Game) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What this game demands of an act by what it says it is."""
    told = {getattr(event, field.name) for field in fields_of(type(event)) if field.kind in {"word", "text"}}
    for said, needed in demands(type(event), game).items():
        if said in told:
            yield said, needed


def _is_there(value: Any) -> bool:
    return value is not None and value is not False and value != ()
