"""What may come next, worked out from what is due and what a choice is obliged to: for the recorder, the random player, and lost lines."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Final

import msgspec

from upcard.engine.due import Act
from upcard.engine.kernel.game import Game
from upcard.engine.kernel.numbers import only
from upcard.engine.kernel.places import room_beside
from upcard.engine.kernel.reading import Reading, mask
from upcard.engine.kernel.rules import Due, is_broken, places_of, says_only
from upcard.engine.kernel.sheet import row_of
from upcard.engine.kernel.state import State
from upcard.schemas.cards import SUITS, UNKNOWN, cards_of
from upcard.schemas.events.base import Base
from upcard.schemas.events.dealing import HandStarted, Joined, Left, Voided
from upcard.schemas.events.log import Closed
from upcard.schemas.events.playing import Laid, Passed, Played, Shown
from upcard.schemas.events.speaking import Accepted, BestAsked, Elected, Folded, MeleeClosed, Popped, TrumpNamed
from upcard.schemas.events.staking import Scored
from upcard.schemas.events.words import act_in_words

FEW: Final = 4
"""The most candidates for a lost line that are tried one by one."""
SKIPPED: Final = 2
"""The most acts that records leave out which are passed over to find an act that was lost."""


ASKS: Final[dict[type[Base], str]] = {
    Voided: "the hand thrown in",
    Passed: "a pass",
    Elected: "play",
    TrumpNamed: "the trump suit",
    BestAsked: "ask for the best",
    Popped: "a pop",
    Accepted: "accept",
    Folded: "fold",
    MeleeClosed: "the end of the melee",
}
"""The words in which an act is asked for, where a game has none of its own."""


def offered(game: Game, state: Any) -> Iterator[Act]:
    """The acts that are due, each with its legal choices."""
    if state.closed:
        return
    if not state.on:
        yield from between(game, state)
    elif state.blind:
        yield from after_gap(game, state)
    else:
        for due in (*game.turn_of(state), *game.beside_of(state)):
            yield from acts_of(game, state, due)


def after_gap(game: Game, state: State) -> Iterator[Act]:
    """The next hand, or cards of the one of which acts were missed, by whoever played them."""
    begins = tuple(HandStarted(dealer=seat) for seat in range(len(state.players)))
    yield Act(HandStarted, None, "the next hand", choices=begins)
    for kind in (Played, Laid):
        if kind in game.acts:
            yield Act(kind, None, says_of(game, Due(kind)), accepts=any_of(kind), optional=True, weight=0.0)


def any_of(kind: type[Base], seat: int = -1) -> Callable[[Base], bool]:
    """The test of acts of which it can only be told that they are of a type and a seat (-1: of any)."""
    return lambda event: isinstance(event, kind) and seat in {-1, getattr(event, "seat", seat)}


def between(game: Game, state: Any) -> Iterator[Act]:
    """The next hand, if the session is not decided; what the game allows between hands; the close."""
    if game.over_of(state) is None:
        offer = game.offers.get(HandStarted)
        found = offer(state, -1) if offer is not None else (HandStarted(),)
        if found:
            asks = game.asks.get(HandStarted) or "the next hand"
            yield found if isinstance(found, Act) else Act(HandStarted, None, asks, tuple(found))
    if Closed in game.offers:
        yield from acts_of(game, state, Due(Closed))
    else:
        yield Act(Closed, None, "the end of the session", (Closed(),))
    for due in game.next_of(state):
        yield from acts_of(game, state, due)


def acts_of(game: Game, state: Any, due: Due) -> Iterator[Act]:
    """The acts due from each seat; a card that one of several plays is one act."""
    offer = game.offers.get(due.kind)
    seats = [seat for seat in places_of(due.seats) if seat < len(state.players)] if due.seats > 0 else [-1]
    if due.kind is Scored and offer is None:
        yield row_due(game, state, due)
        return
    if due.kind is Played and offer is None:
        plays = tuple(Played(seat=seat, card=card) for seat in seats for card in cards_of(playable(game, state, seat)))
        if plays:
            yield Act(Played, only(seats), "a card", plays, optional=due.optional, weight=due.weight)
        return
    for seat in seats:
        who = None if seat < 0 else seat
        found = offer(state, seat) if offer is not None else plain(game, state, due.kind, seat)
        found = (found,) if isinstance(found, Act) else tuple(found)
        if found and not isinstance(found[0], Act):
            yield Act(due.kind, who, says_of(game, due), found, optional=due.optional, weight=due.weight)
            continue
        for act in found:
            seat_named, optional = who if act.seat is None else act.seat, due.optional or act.optional
            weight = act.weight if due.weight else 0.0
            yield msgspec.structs.replace(act, seat=seat_named, optional=optional, weight=weight)


def row_due(game: Game, state: Any, due: Due) -> Act:
    """The row of the hand that has ended as it ought to be written; or, while one is on, any of a hand of which only the sheet is kept."""
    if state.on:
        return Act(Scored, None, "the row, if only the sheet is kept", optional=True, weight=0.0)
    row = row_of(game, state)
    weight = 0.0 if row is None else due.weight
    return Act(Scored, None, "the score as written", None if row is None else (row,), optional=True, weight=weight)


def hand_shown(game: Game, state: Any, seat: int, asks: str, weight: float) -> Act:
    """The cards left in a hand, all of them; where not all are known, what the scribe writes of them."""
    if state.places.unseen[seat]:
        return Act(Shown, seat, asks, accepts=accepts(game, state, Shown, seat), weight=0.0)
    shown = Shown(cards=tuple(cards_of(state.places.known[seat])), seat=seat, all=True)
    return Act(Shown, seat, asks, (shown,), weight=weight)


def says_of(game: Game, due: Due) -> str:
    """The act to ask for, in words."""
    act = game.acts.get(due.kind)
    rules = [rule.says for rule in (due.rule, act.rule if act else None) if rule]
    return game.asks.get(due.kind) or ASKS.get(due.kind) or next(iter(rules), "")


def plain(game: Game, state: Any, kind: Any, seat: int) -> list[Any]:
    """The one act of a type that names nothing but its seat, if the rules let it be; of trump any suit may be named."""
    who: dict[str, Any] = {"seat": seat} if "seat" in kind.__struct_fields__ and seat >= 0 else {}
    try:
        acts = [TrumpNamed(**who, suit=suit) for suit in SUITS] if kind is TrumpNamed else [kind(**who)]
    except TypeError:
        return []
    return [act for act in acts if keeps_rules(game, state, act)]


def keeps_rules(game: Game, state: Any, event: Base) -> bool:
    """Whether no rule of the game speaks against an act."""
    rules = (rule for rule in game.rules_of.get(type(event), ()) if rule.kind != "note")
    return not any(is_broken(rule.check(state, event)) for rule in rules if rule.check)


def playable(game: Game, state: State, seat: int) -> int:
    """The cards that a seat may play: those that the record does not show to be illegal."""
    places, pack = state.places, game.pack
    could = places.possible(seat, pack)
    obliges = game.obligations.get(Played)
    for one in obliges(state, seat) if obliges is not None else ():
        others = [place for place in places_of(one.seats) if place != seat]
        if one.seats and any(places.holds(place, one.holding, pack) for place in others):
            could &= one.play  # another holds what is to be played
        if one.seats and room_beside(places, one.seats, one.holding) < 0:
            could &= one.play  # one of them holds it, and nobody else may play
        if one.seats and not one.seats >> seat & 1:
            continue
        if one.lowest:
            held = places.known[seat] & one.holding
            could &= one.play | ~(one.holding & -((held & -held) << 1)) if held else -1
        elif places.holds(seat, one.holding, pack):
            could &= one.play
    return could


def accepts(game: Game, state: State, kind: type[Base], seat: int) -> Callable[[Base], bool]:
    """The test of acts that cannot be listed: legal are those of a type and a seat (-1: of any) that nothing is charged for but notes."""

    def is_legal(event: Base) -> bool:
        if type(event) is not kind or (seat >= 0 and getattr(event, "seat", seat) != seat):
            return False
        reading = Reading(game, state.copied())
        after = reading.take(state.line, event) or [reading]
        return not any(charge.kind != "note" for one in after for charge in one.charges)

    return is_legal


def by_number(game: Game, state: State, choices: Sequence[Any], **told: Any) -> Act:
    """An act of which there are too many to show: a random player takes one of them by its number, and a scribe may write any that
    is legal. told: the parts of the `Act` that are told besides.
    """
    kind = type(choices[0])
    return Act(
        kind, least=0, most=len(choices) - 1, make=choices.__getitem__, accepts=accepts(game, state, kind, -1), **told
    )


def lost_acts(game: Game, states: Sequence[Any], event: Base, later: int) -> Iterator[tuple[Base, str]]:
    """Acts that may have been left out before an event: those that were due, of cards that do not show up later (a mask)."""
    for act in dict.fromkeys(act for state in states for act in candidates(game, state, type(event), later)):
        yield act, act_in_words(act)


def candidates(game: Game, state: Any, kind: type[Base], later: int) -> Iterator[Base]:
    """The acts that may have been lost before one of this type, in one state. later: the cards that show up later (a mask)."""
    if state.blind or state.closed:
        return
    if not state.on:
        yield HandStarted()
        if kind is HandStarted:
            yield from moves(state)
        return
    for act in (act for one in passed_over(game, state, kind) for act in offered(game, one)):
        if act.blank is not None:
            yield from act.blank if isinstance(act.blank, tuple) else (act.blank,)
        hardly_ever = (act.optional and not act.weight) or act.event is Closed  # after which nothing follows
        handler = game.acts.get(act.event)
        only_says = handler is not None and handler.do is says_only  # one that was lost explains nothing
        if act.choices is None or act.blank is not None or hardly_ever or only_says:
            continue
        yield from narrowed(act.choices, later)


def moves(state: State) -> Iterator[Joined | Left]:
    """Whoever may have left before a hand, or come back to a seat where nobody sits, where more or fewer may play."""
    sitting = sum(map(bool, state.players))
    for seat, player in enumerate(state.players if state.least else ()):
        if not player:
            yield Joined(seat=seat, player=state.sat(seat) or "somebody")
        elif sitting > state.least:
            yield Left(seat=seat)


def passed_over(game: Game, state: Any, kind: type[Base], depth: int = SKIPPED) -> Iterator[Any]:
    """The state, and the states after acts due here that records leave out as they please. kind: of the act that is in the record."""
    yield state
    for due in game.turn_of(state) if depth and state.on else ():
        if due.skip is None or due.cost or due.kind is kind:
            continue
        twin = state.copied()
        for way in due.skip(twin) or (None,):
            after = twin.copied()
            if way is not None:
                way(after)
            yield from passed_over(game, after, kind, depth - 1)


def narrowed(choices: Sequence[Any], later: int) -> Iterable[Base]:
    """A few candidates: those whose cards are not played later; one with cards not known for all, if they are many."""
    fresh = [one for one in choices if not (isinstance(one, Played | Laid) and mask(one) & later)]
    return fresh if len(fresh) <= FEW else islice(dict.fromkeys(map(_blank, choices)), 2 * FEW)


def _blank(event: Any) -> Any:
    """The act with cards that are not known."""
    if getattr(event, "card", None) is not None:
        return msgspec.structs.replace(event, card=UNKNOWN)
    if getattr(event, "cards", None):
        return msgspec.structs.replace(event, cards=(UNKNOWN,) * len(event.cards))
    return event
