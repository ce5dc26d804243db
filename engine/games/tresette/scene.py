"""What may come next, and what there is to see."""

from collections.abc import Iterable, Iterator
from typing import Any

from upcard.engine.due import Act, Chance
from upcard.engine.games.tresette.melds import (
    NAPS,
    RANKS,
    SETS,
    in_words,
    may_call,
    timely,
    told_melds,
)
from upcard.engine.games.tresette.scoring import captured
from upcard.engine.games.tresette.table import HAND, ORDER, UNTOLD, Tresette, after
from upcard.engine.games.tresette.talk import leader, played_by
from upcard.engine.games.tresette.truth import holding, may_hold_any
from upcard.engine.mechanisms.forty import FORTY, SUITS_OF_FORTY
from upcard.engine.mechanisms.seats import seat_hand
from upcard.engine.mechanisms.trick_play import open_cards, trick_of
from upcard.engine.mechanisms.tricks import playable, trick_row
from upcard.engine.scene import Hand, Scene
from upcard.schemas.cards import SUITS, Card, cards_of
from upcard.schemas.events import (
    BestAsked,
    Closed,
    CountTold,
    Dealt,
    HandStarted,
    MeldCalled,
    MeldsTold,
    Played,
    Voided,
)
from upcard.schemas.events.speaking import Meld


def due(s: Tresette) -> tuple[Act, ...]:
    """What may come next."""
    if s.closed:
        return ()
    if s.phase == "between":
        return (*due_between(s), *due_announcement(s))
    if s.phase == "deal":
        chance = Chance(tuple(cards_of(FORTY)), (HAND,) * 4, lambda hands: Dealt(hands=hands))
        return (Act(Dealt, None, "ten cards to each seat", chance=chance),)
    seat = s.turn if s.turn >= 0 else None
    led = s.led if open_cards(s, 4) else 0
    cards = cards_of(playable(s.places, s.turn, led, FORTY)) if seat is not None else ()
    choices = tuple(Played(seat=seat, card=card) for card in cards) if seat is not None else None
    missed = due_between(s) if s.gap else ()
    if choices == ():
        return (Act(Voided, None, "a hand without a card to play is thrown in", (Voided(),)),)
    return (Act(Played, seat, "a card", choices), *missed, *due_calls(s), *due_announcement(s), *due_talk(s))


def due_between(s: Tresette) -> tuple[Act, ...]:
    """The next hand, or the end."""
    close = Act(Closed, None, "the end of the session", (Closed(),))
    if s.over:
        return (close,)
    seats = (s.dealer, after(s, s.dealer)) if s.again and s.dealer >= 0 else range(4)  # after a hand thrown in
    known = s.dealer >= 0 and not s.again
    dealers = (HandStarted(),) if known else tuple(HandStarted(dealer=seat) for seat in seats)
    return Act(HandStarted, None, "the next hand", dealers), close


def due_calls(s: Tresette) -> Iterator[Act]:
    """Good play, by who may hold a meld (TR-2.2)."""
    for seat in range(4):
        if not s.calls[seat] and may_call(s, seat) and not s.gap and may_hold_any(holding(s, seat)):
            yield Act(MeldCalled, seat, "Good play", (MeldCalled(seat=seat),), optional=True, weight=0.3)


def due_announcement(s: Tresette) -> Iterator[Act]:
    """The melds of who has just won a first trick (TR-2.3)."""
    seat = s.winners[-1] if s.winners else -1
    if seat < 0 or s.calls[seat] <= 0 or timely(s, seat) or s.gap or any(row.seat == seat for row in told_melds(s)):
        return
    if s.phase == "between" and s.how != "played":
        return
    held = holding(s, seat)
    if held.room:
        yield Act(
            MeldsTold,
            seat,
            "the melds",
            accepts=lambda event: isinstance(event, MeldsTold) and event.seat == seat,
            optional=True,
        )
        return
    choices = tellings(seat, held.proven)
    if choices:
        yield Act(MeldsTold, seat, "the melds", choices, optional=True, weight=4.0)


def tellings(seat: int, hand: int) -> tuple[MeldsTold, ...]:
    """All melds of a hand as they may be told, the suits of naps named or not."""
    sizes = [(hand & cards).bit_count() for cards in SETS]
    names: Any = RANKS
    sets = [Meld(kind="four" if size == 4 else "three", rank=names[n]) for n, size in enumerate(sizes) if size >= 3]
    suits: Any = [suit for suit, nap in zip(SUITS, NAPS, strict=True) if hand & nap == nap]
    if not sets and not suits:
        return ()
    named = tuple(Meld(kind="nap", suit=suit) for suit in suits)
    plain = tuple(Meld(kind="nap") for _ in suits)
    ways = dict.fromkeys((named, plain))
    return tuple(MeldsTold(seat=seat, melds=(*sets, *naps)) for naps in ways)


def due_talk(s: Tresette) -> Iterator[Act]:
    """What may be asked and told (TR-3.2): the truth, where the record knows it."""
    if not s.options.talk_allowed or s.gap:
        return
    cards, seats = trick_of(s)
    in_trick = seats if open_cards(s, 4) else []
    asker = leader(s)
    if in_trick and (asker + 2) % 4 not in in_trick:
        yield Act(BestAsked, asker, "ask for the best", (BestAsked(seat=asker),), optional=True, weight=0.02)
    told = s.led if cards else 0
    for seat in range(4):
        may = may_be_held(s, seat)
        yield talk(seat, sorted({n for counts in may for n in counts if n < 3}), any_suit=True)
        if told and seat != seats[0]:
            yield talk(seat, may[SUITS_OF_FORTY.index(told)], any_suit=False)


def may_be_held(s: Tresette, seat: int) -> list[range]:
    """How many cards of each suit a seat may hold now."""
    if not s.places.most[seat]:
        counts = [(s.places.known[seat] & suit).bit_count() for suit in SUITS_OF_FORTY]
        return [range(count, count + 1) for count in counts]
    gone, held = played_by(s, seat), holding(s, seat)
    bounds = [held.bounds(suit, gone) for suit in SUITS_OF_FORTY]
    return [range(least, most + 1) for least, most in bounds]


def talk(seat: int, counts: Iterable[int], *, any_suit: bool) -> Act:
    """A seat may tell one of these counts."""
    choices = tuple(CountTold(seat=seat, count=count, any_suit=any_suit) for count in counts)
    asks = "cards of some suit" if any_suit else "cards of the suit led"
    return Act(CountTold, seat, asks, choices, optional=True, weight=0.01 if choices else 0.0)


# ---- What there is to see --------------------------------------------------------------------------------------------


def scene(s: Tresette) -> Scene:
    """The table: hands, the trick, what was announced, and what each side has captured."""
    cards, seats = trick_of(s)
    full = bool(cards) and not open_cards(s, 4)
    number = len(s.winners) + (bool(cards) and not full)
    trick = trick_row(number, cards, seats, s.winners[-1] if full and s.winners else -1)
    figures, aces = captured(s)
    pots = tuple(
        (side_name(s, side), f"{figures[side]} figures, {aces[side]} aces; {points(s.totals[side])} points")
        for side in (0, 1)
    )
    melds = {row.seat: [one for one in told_melds(s) if one.seat == row.seat] for row in told_melds(s)}
    told = [(player(s, seat), ", ".join(in_words(row.kind, row.what) for row in rows)) for seat, rows in melds.items()]
    return Scene(
        title=f"Tresette, hand {s.hand}",
        hands=tuple(seat_scene(s, seat) for seat in range(4)),
        rows=(trick,),
        pots=(*pots, *told),
        says=outcome(s) if s.phase == "between" and s.ended else "",
    )


def outcome(s: Tresette) -> str:
    """How the hand came out, in a sentence."""
    if s.how == "void":
        return "the hand is void"
    gained = " to ".join(map(points, s.gained))
    if not s.over:
        return f"the hand is {gained}"
    a, b = s.totals
    end = "the match is drawn" if a == b else f"{side_name(s, 0 if a > b else 1)} win the match"
    return f"the hand is {gained}; {end}, {a} to {b}"


def points(value: int) -> str:
    """Points in words."""
    return "?" if value == UNTOLD else str(value)


def player(s: Tresette, seat: int) -> str:
    """Who sits there."""
    return s.players[seat] or f"seat {seat}"


def side_name(s: Tresette, side: int) -> str:
    """A side by its players."""
    return f"{player(s, side)} & {player(s, side + 2)}"


def seat_scene(s: Tresette, seat: int) -> Hand:
    """One seat at the table."""
    marks = ["dealer"] if seat == s.dealer else []
    if s.calls[seat]:
        marks.append("Good play")
    return seat_hand(s.places, seat, s.players[seat], marks=marks, turn=seat == s.turn, order=in_order)


def in_order(card: Card) -> tuple[int, int]:
    """Cards by suit, the strongest first."""
    return SUITS.index(card.suit), -ORDER[card.index]
