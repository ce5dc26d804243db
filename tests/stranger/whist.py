"""Whist: four players in two sides, the last card dealt is trump, thirteen tricks, a point for each trick above six.

W-1 Deck, seats, ranking
- W-1.1 52 cards; ace high. Four players; side 0 is seats 0 and 2, side 1 is seats 1 and 3. Play goes to the left.
- W-1.2 A trick is won by the highest trump in it, else by the highest card of the suit led; who wins it leads the next.

W-2 Deal
- W-2.1 Thirteen cards to each. The last, which is the dealer's own, is turned up: its suit is trump.
- W-2.2 The deal passes to the left after every hand, also after one that is thrown in.

W-3 Play
- W-3.1 The seat left of the dealer leads first. Whoever can follow the suit led does; else any card may be played.
- W-3.2 A card played may be taken back for one that follows while its trick is open, where the table has it so.

W-4 Scoring
- W-4.1 The side with more tricks scores one point for each trick above six.
- W-4.2 The game ends when a side has the target: five in short whist, ten in long whist.

W-5 The score sheet
- W-5.1 A row has tricks, points and totals of each side, and trump; tricks are thirteen in all.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from upcard.engine.kernel import (
    ACE_HIGH,
    Column,
    Due,
    Game,
    Result,
    Rule,
    Scene,
    Scoring,
    Tricks,
    counted,
    deal_rotates,
    dealt_at_once,
    ends,
    hands_drawn,
    result_of,
    revokes_are_put_right,
    says_only,
    side_name,
    suits_of,
    tricks_are_played,
    winner_is_called,
)
from upcard.schemas.cards import SUIT_MASK, SUIT_NAMES, SUITS, cards_of
from upcard.schemas.events import Scored, TurnedUp, Voided
from upcard.schemas.options import Options, option

SEATS = range(4)


class WhistOptions(Options):
    """The house rules."""

    target: int = option(5, "W-4.2", "the game ends when a side has so many points", ge=1)
    same_trick_correction: bool = option(False, "W-3.2", "whether a revoke may be put right while the trick is open")


@dataclass(slots=True, kw_only=True)
class Whist(Scoring):
    """tricks: the cards played; taken: tricks of each side, -1 if not known."""

    options: WhistOptions
    trump: str = ""
    tricks: Tricks = field(default_factory=Tricks)
    taken: list[int] = field(default_factory=lambda: [0, 0])


GAME = game = Game(
    "whist",
    title="Whist",
    source="of another package",
    family="tricks",
    says="partners, the last card dealt is trump, a point for each trick above six",
    seats=(4, 4),
    state=Whist,
    options=WhistOptions,
    presets={"short": {"target": 5}, "long": {"target": 10}},
    proves=("With all hands: every revoke at its card; without: at the first card that shows it.",),
    sheet=(
        Column("tricks", "tricks", "tricks of each side; `void` for a hand that does not count", "side", holds="taken"),
        Column("points", "points", "points of each side in this hand", "side"),
        Column("totals", "totals", "points of each side so far", "side"),
        Column("trump", "trump", "the trump suit", "hand"),
    ),
    words={"trump": "turned_up"},
    matching=Rule("W-3.1", "unseen_do_not_fit", "somebody has revoked; it is not known yet who"),
)

# ---- W-1 Deck, seats, ranking ------------------------------------------------------------------------------------------

SUITS_OF = {trump: suits_of(SUIT_MASK, trumps, ACE_HIGH) for trump, trumps in SUIT_MASK.items()}
"""The strength of each card (W-1.2), by the trump suit."""

# ---- W-2 Deal ----------------------------------------------------------------------------------------------------------


deal_rotates(game, "W-2.2", "the deal passes to the left")


DEAL = dealt_at_once(game, "W-2.1", 13, "thirteen cards to each seat")
TURN_UP = tuple((Due(TurnedUp, 1 << seat),) for seat in SEATS)


@game.on(TurnedUp, "W-2.1", "wrong_turn_up", "the dealer's last card is turned up")
def turn_up(s: Whist, e: TurnedUp) -> Any:
    """The card lies in the dealer's hand, and its suit is trump. Where it was not seen, any suit may be."""
    if e.card.bit:
        s.places.show(e.card.bit, s.dealer)
    if e.card.suit in SUITS:
        return named(s, e.card.suit)
    return [partial(named, suit=suit) for suit in SUITS]


def named(s: Whist, suit: str) -> None:
    """This suit is trump."""
    s.trump = suit


@game.offer(TurnedUp, "the card that was turned up")
def turn_ups(s: Whist, seat: int) -> Iterator[TurnedUp]:
    """Any card that the dealer may have."""
    could = s.places.possible(seat, game.pack)
    return (TurnedUp(seat=seat, card=card) for card in cards_of(could))


# ---- W-3 Play ----------------------------------------------------------------------------------------------------------


@game.turn
def turn(s: Whist) -> Sequence[Due]:
    """The deal, which records may leave out; the card turned up; then thirteen tricks."""
    if s.trump:
        return PLAY.due[s.turn]
    return TURN_UP[s.dealer] if s.dealt else DEAL


def take(s: Whist, seat: int) -> None:
    """The side of a seat has won a trick; thirteen are a hand."""
    s.taken[seat & 1] += 1
    if len(s.tricks.winners) == 13:
        ends(s, "played", points_of(s.taken), [s.after(s.dealer)])


FOLLOW = Rule("W-3.1", "revoke", "follow the suit led when you can")
IN_TURN = "cards are played in turn; who wins a trick leads the next"
PLAY = tricks_are_played(game, FOLLOW, SUITS_OF, take, clause="W-3.1", says=IN_TURN)
revokes_are_put_right(game, "W-3.2", "a revoke is put right within its trick", PLAY.led)

# ---- W-4 Scoring -------------------------------------------------------------------------------------------------------


def points_of(tricks: Sequence[int]) -> list[int]:
    """One point for each trick above six (W-4.1)."""
    return [max(0, made - 6) for made in tricks]


@game.on(Voided)
def void(s: Whist, _e: Any = None) -> None:
    """The hand is thrown in and does not count; the deal passes (W-2.2)."""
    ends(s, "void", [0, 0], [s.after(s.dealer)])


@game.over("W-4.2", "game_over", "the game ends when a side has the target")
def is_over(s: Whist) -> bool:
    """No hand follows when a side has the target."""
    return max(total or 0 for total in s.totals) >= s.options.target


winner_is_called(game, "W-4.1", "the side with more tricks has won")


# ---- W-5 The score sheet -----------------------------------------------------------------------------------------------

game.on(Scored, "W-5.1", "wrong_score", "the score follows from the tricks", free=True)(says_only)


@game.outcomes
def outcomes(_s: Whist, e: Scored) -> Iterator[Any]:
    """All that a hand can have brought: thirteen tricks, shared as the row has it, or as they may be."""
    splits = [(mine, 13 - mine) for mine in range(14)]
    if e.tricks is not None:
        yield from (partial(row_settles, e=e, points=points_of(one)) for one in splits if one == tuple(e.tricks))
    else:
        could = [points_of(one) for one in splits]
        yield from (partial(row_settles, e=e, points=one) for one in could if e.points in {None, tuple(one)})


def row_settles(s: Whist, e: Scored, points: Sequence[int]) -> None:
    """The hand came out so."""
    s.taken, s.trump = list(e.tricks or (-1, -1)), s.trump or e.trump or ""
    ends(s, "sheet", points, [s.after(s.dealer)])


# ---- What there is to see ----------------------------------------------------------------------------------------------


@game.results
def result(s: Whist) -> Result:
    """How the hand came out. A side's points stand at both its seats."""
    known = None not in s.points
    won = [max(s.points) == one > 0 if known else None for one in s.points]
    return result_of(game, s, won, sides=(0, 1, 0, 1))


@game.draws
def scene(s: Whist) -> Scene:
    """The table: hands, the trick, what each side has."""
    sides = ((side_name(s, side), f"{counted(max(0, s.taken[side]), 'trick')}, {s.totals[side]}") for side in (0, 1))
    return Scene(
        facts=(("trump", SUIT_NAMES.get(s.trump, "not known")),),
        hands=hands_drawn(s, {"dealer": s.dealer}, turn=s.turn),
        rows=(s.tricks.drawn(),),
        pots=tuple(sides),
    )
