"""What may come next, and what there is to see."""

from collections.abc import Iterator

from upcard.engine.due import Act, Chance
from upcard.engine.games.pop.pops import may_not_pop, misplaced
from upcard.engine.games.pop.table import (
    HAND,
    JOKER_MASK,
    NOT_KNOWN,
    PACK34,
    PILE,
    POWERS,
    UP,
    Pop,
    open_cards,
    other,
)
from upcard.engine.games.pop.trick import area_due
from upcard.engine.games.pop.turning import next_of
from upcard.engine.mechanisms.seats import seat_hand
from upcard.engine.mechanisms.tricks import playable
from upcard.engine.scene import Hand, Row, Scene
from upcard.engine.wording import counted
from upcard.schemas.cards import BY_INDEX, SUIT_NAMES, Card, cards_of
from upcard.schemas.events import (
    Accepted,
    Closed,
    Dealt,
    Folded,
    HandStarted,
    Played,
    Popped,
    Scored,
    Shown,
    TurnedUp,
    Voided,
)

# ---- What may come next --------------------------------------------------------------------------------------------


def due(s: Pop) -> tuple[Act, ...]:
    """What may come next."""
    if s.closed:
        return ()
    if s.phase == "between":
        return due_between(s)
    if s.phase == "deal":
        return due_deal()
    if s.must_answer:
        return due_answer(s)
    return (*(due_turn(s) or due_play(s)), *due_pop(s), *due_other(s))


def due_between(s: Pop) -> tuple[Act, ...]:
    """The next round, or the end of the match; and what is still to be told of the last round."""
    acts = [Act(Closed, None, "the end of the session", (Closed(),))]
    if s.over < 0:
        named = (HandStarted(),) if s.next_dealer >= 0 else tuple(HandStarted(dealer=seat) for seat in (0, 1))
        acts.insert(0, Act(HandStarted, None, "the next round", named))
    if s.how in {"played", "folded"}:
        acts += due_shown(s)
        acts += [] if s.written else [written_score(s)]
    return tuple(acts)


def due_shown(s: Pop) -> Iterator[Act]:
    """The cards left in the hands after a fold."""
    for seat in (0, 1):
        cards = tuple(cards_of(s.places.known[seat] & ~s.places.seen[-1]))
        if cards:
            yield Act(Shown, seat, "the cards left", (Shown(seat=seat, cards=cards),), optional=True, weight=0.1)


def written_score(s: Pop) -> Act:
    """What the scorer wrote, as it ought to be."""
    if min(s.gained) < 0 or min(s.totals) < 0:
        return Act(Scored, None, "the score as written", optional=True, weight=0.0)
    row = Scored(points=tuple(s.gained), totals=tuple(s.totals), amount=s.cube, bids=tuple(s.pops))
    return Act(Scored, None, "the score as written", (row,), optional=True, weight=0.1)


def due_deal() -> tuple[Act, ...]:
    """Seven cards to each hand and to each pile, and five that stay in the stock under the trump card."""

    def make(hands: tuple[tuple[Card, ...], ...]) -> Dealt:
        held = tuple(tuple(sorted(hand, key=lambda card: card.index)) for hand in hands[:2])
        return Dealt(hands=held, places={"display_0": hands[2], "display_1": hands[3], "stock": hands[4]})

    chance = Chance(tuple(cards_of(PACK34)), (HAND, HAND, HAND, HAND, 5), make, in_order=True)
    sheet = Act(Scored, None, "how the round came out, if only the sheet is kept", optional=True, weight=0.0)
    return (Act(Dealt, None, "seven cards to each hand and each display", chance=chance), sheet)


def due_turn(s: Pop) -> tuple[Act, ...]:
    """Cards to be turned: of the displays, in any order, then the trump card; none while a trick is played."""
    acts: list[Act] = []
    unseen = PACK34 & ~s.places.located
    first = max(0, s.turn)
    for seat in (first, other(first)):
        if s.owed[seat] and not open_cards(s):
            card = next_of(s, seat)
            cards = cards_of(card.bit if card is not None else unseen | s.places.known[PILE + seat])
            asks = "the card turned in the display"
            choices = tuple(TurnedUp(card=card, seat=seat) for card in cards)
            acts.append(Act(TurnedUp, seat, asks, choices, optional=bool(acts)))
    if not acts and s.phase == "turn":
        acts.append(Act(TurnedUp, None, "the trump card", tuple(TurnedUp(card=card) for card in cards_of(unseen))))
    return tuple(acts)


def due_play(s: Pop) -> tuple[Act, ...]:
    """A card of the seat whose turn it is, or of either."""
    if s.gap:
        cards = tuple(Played(seat=seat, card=card) for seat in (0, 1) for card in cards_of(may_have(s, seat)))
        return (Act(Played, None, "a card", cards),)
    seats = (0, 1) if s.turn < 0 else (s.turn,)
    choices = tuple(choice for seat in seats for choice in legal(s, seat))
    place = area_due(s, s.turn) if s.turn >= 0 else -1
    asks = "a card" if place < 0 else "a card from the display" if place >= UP else "a card from the hand"
    return (Act(Played, s.turn if s.turn >= 0 else None, asks, choices),)


def may_have(s: Pop, seat: int) -> int:
    """The cards (a mask) that a seat may still have, in hand or before it, where plays were missed."""
    known = s.places.known
    own = known[seat] | known[UP + seat] | known[PILE + seat]
    return PACK34 & ~s.places.seen[-1] & (own | ~s.places.located)


def legal(s: Pop, seat: int) -> Iterator[Played]:
    """The cards that a seat may play, so far as the record tells; with the area, where the display is not known."""
    led = s.led if open_cards(s) else 0
    areas = (area_due(s, seat),) if open_cards(s) else (seat, UP + seat)
    for place in (seat, UP + seat) if areas == (-1,) else areas:
        cards = playable(s.places, place, led, PACK34)
        if not led and not open_cards(s) and s.trump == "" and s.options.no_trump_joker == "may_not_lead":
            cards &= ~JOKER_MASK
        if s.trump == NOT_KNOWN and led:
            cards = playable(s.places, place, 0, PACK34)
        for card in cards_of(cards):
            if s.places.most[UP + seat] and not card.bit & s.places.known[place]:
                yield Played(seat=seat, card=card, area="display" if place >= UP else "hand")
            else:
                yield Played(seat=seat, card=card)


def due_pop(s: Pop) -> Iterator[Act]:
    """Either seat may pop, where the rules of the table allow it (P-4.1, P-4.2); an answer to one that was not."""
    for seat in (0, 1) if s.phase == "play" else ():
        if misplaced(s, seat) or may_not_pop(s, seat):
            continue
        yield Act(Popped, seat, "a pop", (Popped(seat=seat),), optional=True, weight=0.07)
    for seat in (0, 1):
        if s.offer == other(seat) or (s.gap and s.offer < 0):
            yield Act(Accepted, seat, "a pop accepted", (Accepted(seat=seat),), optional=True, weight=0.0)
            yield Act(Folded, seat, "a fold", (Folded(seat=seat),), optional=True, weight=0.0)


def due_answer(s: Pop) -> tuple[Act, ...]:
    """The other player accepts or folds (P-4.3)."""
    seat = other(s.offer)
    return (
        Act(Accepted, seat, "accept", (Accepted(seat=seat),), weight=12.0),
        Act(Folded, seat, "fold", (Folded(seat=seat),)),
    )


def due_other(s: Pop) -> tuple[Act, ...]:
    """The round thrown in, or its row of the sheet, where the rest of it was not seen."""
    voided = Act(Voided, None, "the round thrown in", (Voided(),), optional=True, weight=0.0)
    row = Act(Scored, None, "how the round came out", optional=True, weight=0.0)
    return (voided, row) if s.gap else (voided,)


# ---- What there is to see ------------------------------------------------------------------------------------------


def scene(s: Pop) -> Scene:
    """The table: the trick, both displays, the cube, tricks and points."""
    rows = [trick_scene(s), *(display(s, seat) for seat in (0, 1))]
    trump = "not known" if s.trump == NOT_KNOWN else SUIT_NAMES.get(s.trump, "none")
    if s.upcard >= 0:
        trump += f" ({BY_INDEX[s.upcard]} turned up)"
    facts = (("trump", trump), ("cube", str(s.cube) if s.cube >= 0 else "not known")) if s.hand else ()
    pots = tuple((name(s, seat), f"{counted(s.taken[seat], 'trick')}, {told(s.totals[seat])}") for seat in (0, 1))
    return Scene(
        title=f"Pop!, round {s.hand}",
        facts=facts,
        hands=tuple(seat_scene(s, seat) for seat in (0, 1)),
        rows=tuple(rows),
        pots=pots,
        says=says(s),
    )


def trick_scene(s: Pop) -> Row:
    """The trick in progress, or the last one with the card that won it: each player has two cards in it."""
    cards, seats = tuple(s.cards[s.first :]), tuple(s.by[s.first :])
    marks: tuple[int, ...] = ()
    if s.winners and not open_cards(s) and s.winners[-1] >= 0 and s.led:
        strength = POWERS[s.trump].get(s.led, {})
        own = [place for place, seat in enumerate(seats) if seat == s.winners[-1]]
        marks = (max(own, key=lambda place: strength.get(cards[place], -1)),) if own else ()
    number = len(s.winners) + (open_cards(s) > 0)
    return Row(title=f"Trick {number}" if number else "Trick", cards=cards, seats=seats, marks=marks)


def told(points: int) -> str:
    """Points in words."""
    return "points not known" if points < 0 else counted(points, "point")


def name(s: Pop, seat: int) -> str:
    """A player's name."""
    return s.players[seat] or f"seat {seat}"


def display(s: Pop, seat: int) -> Row:
    """What lies before a seat: the cards face up, and how many face down."""
    known, up = s.places.known[UP + seat], s.places.most[UP + seat]
    down = s.places.known[PILE + seat].bit_count() + s.places.most[PILE + seat]
    return Row(title=f"{name(s, seat)}'s display", cards=(*cards_of(known), *(Card("??"),) * up), unknown=down)


def seat_scene(s: Pop, seat: int) -> Hand:
    """One seat at the table."""
    marks = [mark for mark, who in (("dealer", s.dealer), ("popped", s.offer)) if who == seat]
    turn = seat == (other(s.offer) if s.must_answer else s.turn)
    return seat_hand(s.places, seat, s.players[seat], marks=marks, turn=turn, order=lambda card: card.index)


def says(s: Pop) -> str:
    """What was said or came out last, in a sentence."""
    if s.phase != "between":
        return f"{name(s, s.offer)} pops: {name(s, other(s.offer))} accepts or folds" if s.must_answer else ""
    if not s.ended or s.how == "void":
        return "the round is void" if s.how == "void" else ""
    if s.won_by < 0:
        return "who won the round cannot be told"
    how = f"{name(s, other(s.won_by))} folds: " if s.how == "folded" else ""
    points = " to ".join("?" if one < 0 else str(one) for one in (s.gained[s.won_by], s.gained[other(s.won_by)]))
    match = f"; {name(s, s.over)} wins the match" if s.over >= 0 else ""
    return f"{how}{name(s, s.won_by)} wins the round, {points}{match}"
