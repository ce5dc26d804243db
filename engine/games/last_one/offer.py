"""What may come next."""

from collections.abc import Callable, Iterator, Sequence

from upcard.engine.due import Act, Chance
from upcard.engine.game import Broken
from upcard.engine.games.last_one.counts import card_is_possible
from upcard.engine.games.last_one.drawing import MELEE, TURN
from upcard.engine.games.last_one.irregular import (
    goes_on_with_melee,
    joker_is_good,
    matches,
    plays_in_turn,
    said,
)
from upcard.engine.games.last_one.melee import pips
from upcard.engine.games.last_one.scoring import Span, in_game, next_dealer, over, told, totals
from upcard.engine.games.last_one.table import (
    AGREED_SIZE,
    CARDS,
    JOKER,
    LARGEST,
    PACK,
    PACK_MASK,
    SMALLEST,
    LastOne,
    effect_of,
    lapsed,
    left,
    seats_in,
    stock,
    to_turn,
    top_of,
)
from upcard.schemas.cards import BY_INDEX, RANKS, SUITS, Card, cards_of
from upcard.schemas.cards import PACK as NATURAL
from upcard.schemas.events import (
    Agreed,
    Base,
    Closed,
    Dealt,
    Drew,
    HandStarted,
    LastCalled,
    MeleeClosed,
    Played,
    Reshuffled,
    Scored,
    Shown,
    TurnedUp,
    Voided,
)


def due(s: LastOne) -> tuple[Act, ...]:
    """What may come next."""
    if s.closed:
        return ()
    if s.phase == "between":
        return tuple(due_between(s))
    if s.phase == "deal":
        return tuple(due_deal(s))
    if s.phase == "upcard":
        return tuple(due_upcard(s))
    void = Act(Voided, None, "the hand thrown in", (Voided(),), optional=True, weight=0.0)
    return (*due_play(s), void)


# ---- LO-7 Between two hands ----------------------------------------------------------------------------------------


def due_between(s: LastOne) -> Iterator[Act]:
    """The cards left, shown to be counted; the next hand, or the end."""
    hidden = [seat for seat in seats_in(s.playing) if s.how == "played" and not_all_seen(s, seat)]
    if not over(s) or not s.how:
        named = (HandStarted(),) if next_dealer(s) >= 0 and s.how != "void" else dealers(s)
        yield Act(HandStarted, None, "the next hand", named, weight=0.0 if hidden else 1.0)
    yield Act(Closed, None, "the end of the session", (Closed(),))
    yield from (remainder(s, seat) for seat in hidden)
    if s.how == "played" and not s.said and not s.sums:
        yield written_score(s, told_already=not hidden)


def dealers(s: LastOne) -> tuple[HandStarted, ...]:
    """Whoever may deal, where the record cannot tell who does."""
    return tuple(HandStarted(dealer=seat) for seat in seats_in(in_game(s)))


def not_all_seen(s: LastOne, seat: int) -> bool:
    """Whether a hand holds cards that count and that not all have seen; a single one counts nothing."""
    places = s.places
    if places.known[seat].bit_count() + places.most[seat] <= 1:
        return False
    return bool(places.most[seat] or places.known[seat] & ~places.seen[-1])


def remainder(s: LastOne, seat: int) -> Act:
    """The cards left in a hand are shown (LO-8)."""
    asks = f"the cards left of seat {seat}"
    if s.places.most[seat]:
        shows = lambda e: isinstance(e, Shown) and e.seat == seat  # noqa: E731 - one line says it
        return Act(Shown, seat, asks, accepts=shows, optional=True, weight=0, given={"all": True})
    cards = tuple(cards_of(s.places.known[seat]))
    return Act(Shown, seat, asks, (Shown(cards=cards, seat=seat, all=True),), optional=True, weight=8.0)


def written_score(s: LastOne, *, told_already: bool) -> Act:
    """What the scorer wrote, as it ought to be."""
    seats = range(len(s.players))
    points = known([told(s, s.places, 0, seat)[0] for seat in seats])
    sums = known(totals(s))
    if points is None or sums is None or not told_already:
        return Act(Scored, None, "the points as written", optional=True, weight=0.0)
    row = Scored(points=points, totals=sums)
    return Act(Scored, None, "the points as written", (row,), optional=True, weight=0.2)


def known(spans: Sequence[Span]) -> tuple[int, ...] | None:
    """The numbers, if each can be only one."""
    numbers = [low for low, high in spans if low == high]
    return tuple(numbers) if len(numbers) == len(spans) else None


# ---- LO-1.2, LO-4 The deal and the upcard --------------------------------------------------------------------------


def due_deal(s: LastOne) -> Iterator[Act]:
    """Hands of the size that the dealer picks, for whom is in the game."""
    seats = seats_in(s.playing)
    nine = not s.playing & ~s.agreed
    for size in range(SMALLEST, LARGEST + 1 + nine):
        if size * len(seats) < CARDS:
            sizes = tuple(size if s.playing >> seat & 1 else 0 for seat in range(len(s.players)))
            yield Act(Dealt, None, "the hands, so many to each (`deal 7`)", chance=Chance(PACK, sizes, hands_dealt))
    if not nine and AGREED_SIZE * len(seats) < CARDS:
        yield Act(Agreed, None, "hands of nine", (Agreed(what="nine", seats=tuple(seats)),), optional=True, weight=0.3)
    yield Act(Scored, None, "the points, if only the sheet is kept", optional=True, weight=0.0)


def hands_dealt(hands: tuple[tuple[Card, ...], ...]) -> Dealt:
    """A deal, with the size that the dealer picked."""
    return Dealt(hands=hands, each=max(map(len, hands)))


def due_upcard(s: LastOne) -> Iterator[Act]:
    """The top card of the stock, with what the dealer names for it (LO-4)."""
    naming = s.options.first_8 == "dealer_names"
    turned: list[TurnedUp] = []
    for card in cards_of(PACK_MASK & ~s.places.located):
        if card.rank == JOKER:
            turned += [TurnedUp(card=card, stands_for=face) for face in NATURAL]
        elif card.rank == "8" and naming:
            turned += [TurnedUp(card=card, suit=suit) for suit in SUITS]
        else:
            turned.append(TurnedUp(card=card))
    yield Act(TurnedUp, None, "the upcard", tuple(turned))


# ---- LO-2, LO-5, LO-6 Play -----------------------------------------------------------------------------------------


def due_play(s: LastOne) -> Iterator[Act]:
    """What is owed comes first; then a melee, or the turn of somebody. Calls and reshuffles may come between."""
    if s.silent:
        calls = tuple(LastCalled(seat=seat) for seat in seats_in(s.silent))
        yield Act(LastCalled, None, "a call of the last card", calls, optional=True, weight=1.5)
    owed = s.owed if not lapsed(s) else []
    empty = left(s) == 0 and to_turn(s) != 0
    wanted = s.places.most[stock(s)] == 0 or empty
    if wanted and to_turn(s) != 0:
        shuffle = (Reshuffled(count=to_turn(s)),)
        yield Act(Reshuffled, None, "the discards shuffled back", shuffle, optional=not (owed and empty), weight=0.4)
    if owed:
        seat, count, why, _ = owed[0]
        if not empty:
            yield from draws(s, seat, count, why)
    elif s.run >= 0:
        yield from due_melee(s, empty=empty)
    else:
        yield from due_turn(s, empty=empty)


def due_melee(s: LastOne, *, empty: bool) -> Iterator[Act]:
    """Anybody may go on with the run; if nobody does, the defender draws (LO-5.2, LO-5.6)."""
    for seat in seats_in(s.playing):
        yield from plays(s, seat, weight=1.0)
    yield Act(MeleeClosed, None, "the end of the melee", (MeleeClosed(),), weight=0.4)
    if not empty:
        yield from draws(s, s.defender, pips(s), MELEE)


def due_turn(s: LastOne, *, empty: bool) -> Iterator[Act]:
    """A card, a card on the own 3, or a draw."""
    for seat in seats_in(s.turn):
        drawn = seat == s.drawer and s.turn.bit_count() == 2
        yield from plays(s, seat, weight=6.0)
        if not empty and not drawn:
            yield from draws(s, seat, 1, TURN)
    if s.stacker >= 0 and not s.turn >> s.stacker & 1:
        yield from plays(s, s.stacker, weight=3.0)


def plays(s: LastOne, seat: int, *, weight: float) -> Iterator[Act]:
    """The cards a seat may play; where its hand is not known, what is not known to be wrong."""
    asks = "the next card of the melee" if s.run >= 0 else "a card on the 3" if seat == s.stacker else "a card"
    if s.places.most[seat] > s.adrift[seat]:
        yield Act(Played, seat, asks, accepts=recogniser(s, seat))
    else:
        choices = tuple(legal(s, seat))
        if choices:
            yield Act(Played, seat, asks, choices, weight=weight)


def legal(s: LastOne, seat: int) -> Iterator[Played]:
    """Every way to play a card of a hand that is known."""
    for card in cards_of(s.places.known[seat]):
        for play in ways(s, seat, card):
            if not is_wrong(s, play):
                yield play


def ways(s: LastOne, seat: int, card: Card) -> Iterator[Played]:
    """A card with each suit or card that may be named for it."""
    stacked = seat == s.stacker
    bare = Played(seat=seat, card=card, stacked=stacked)
    if card.rank == JOKER:
        in_run = (Card(RANKS[s.run + 1] + s.run_suit),) if 0 <= s.run < top_of(s) else ()
        faces = in_run if s.run >= 0 else NATURAL
        yield from (Played(seat=seat, card=card, stands_for=face, stacked=stacked) for face in faces)
    elif card.rank == "8" and (
        s.options.melee_card_effect == "apply" if s.run >= 0 else effect_of(s, bare, stacked=stacked)
    ):
        yield from (Played(seat=seat, card=card, suit=suit, stacked=stacked) for suit in SUITS)
    else:
        yield bare


def is_wrong(s: LastOne, play: Played) -> bool:
    """Whether a play breaks a rule for certain."""
    checks = (matches, joker_is_good, plays_in_turn, goes_on_with_melee, card_is_possible)
    return any(isinstance(check(s, play), Broken) for check in checks)


def recogniser(s: LastOne, seat: int) -> Callable[[Base], bool]:
    """Tells the plays of a hand that are not known to be illegal."""

    def accepts(event: Base) -> bool:
        return isinstance(event, Played) and event.seat == seat and not is_wrong(s, event)

    return accepts


def draws(s: LastOne, seat: int, count: int, why: str) -> Iterator[Act]:
    """Cards drawn from the stock, as many as are there."""
    there = left(s)
    number = count if there is None else min(count, there)
    if seat < 0:
        for one in seats_in(s.playing):
            yield from draws(s, one, count, why)
        return
    could = (PACK_MASK & ~s.places.located) | s.places.known[stock(s)]
    if s.order:
        named = s.order[:number]
        could = sum(1 << index for index in named) if len(named) == number and min(named, default=-1) >= 0 else could
    elif s.back:
        could &= s.back
    asks = "a draw" if why == TURN else f"{number} drawn for {said(why)}"
    pack = tuple(BY_INDEX[card.index] for card in cards_of(could))
    if not number or len(pack) < number:
        yield Act(Drew, seat, asks, (Drew(seat=seat, count=number, why=why),), weight=0.7)
        return
    chance = Chance(pack, (number,), lambda hands: Drew(seat=seat, count=number, why=why, cards=hands[0]))
    yield Act(Drew, seat, asks, chance=chance, weight=0.7)
