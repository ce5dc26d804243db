"""What may come next, and what there is to see."""

from collections.abc import Iterator

from upcard.engine.due import Act, Chance
from upcard.engine.games.court_piece.table import CourtPiece, caller, callers, swept
from upcard.engine.mechanisms.seats import seat_hand
from upcard.engine.mechanisms.tricks import playable, trick_row
from upcard.engine.scene import Hand, Scene
from upcard.engine.wording import counted
from upcard.schemas.cards import PACK_MASK, SUIT_NAMES, SUITS, Card, cards_of
from upcard.schemas.events import Closed, Dealt, HandStarted, Played, Shown, Stopped, TrumpNamed


def due(s: CourtPiece) -> tuple[Act, ...]:
    """What may come next."""
    if s.closed:
        return ()
    if s.phase == "between":
        return due_between(s)
    if s.phase == "deal" and not (s.trump and s.packets >= 13):
        return due_deal(s)
    seat = s.turn if s.turn >= 0 else None
    choices = tuple(Played(seat=seat, card=card) for card in legal(s, seat)) if seat is not None else None
    acts = [Act(Played, seat, "a card", choices)]
    if s.phase == "play" and len(s.winners) >= 7 and len(s.trick) in {0, 4} and swept(s) is True:
        acts.append(Act(Stopped, None, "stop after the sweep", (Stopped(),), optional=True, weight=0.5))
    return tuple(acts)


def due_between(s: CourtPiece) -> tuple[Act, ...]:
    """The next hand, or the end."""
    limit = s.options.hand_limit
    acts = [Act(Closed, None, "the end of the session", (Closed(),))]
    if limit is None or s.done < limit:
        known = len(s.may_deal) == 1 or (s.how == "void" and s.dealer >= 0)
        named = (HandStarted(),) if known else tuple(HandStarted(dealer=seat) for seat in s.may_deal or range(4))
        acts.insert(0, Act(HandStarted, None, "the next hand", named))
    return (*acts, *due_shown(s))


def due_shown(s: CourtPiece) -> Iterator[Act]:
    """The cards left in the hands when a hand was stopped."""
    for seat in range(4):
        cards = tuple(cards_of(s.places.known[seat] & ~s.places.seen[-1]))
        if cards and s.how == "stopped":
            yield Act(Shown, seat, "the cards left", (Shown(seat=seat, cards=cards),), optional=True, weight=0.3)


def due_deal(s: CourtPiece) -> tuple[Act, ...]:
    """A packet, or the call."""
    if s.packets and not s.trump:
        seat = caller(s)
        calls = tuple(TrumpNamed(seat=seat, suit=suit) for seat in callers(s) for suit in SUITS)
        return (Act(TrumpNamed, None if seat < 0 else seat, "the trump suit", calls),)
    packet = 8 if s.packets else 5
    pack = tuple(cards_of(PACK_MASK & ~s.places.located))
    chance = Chance(pack, (packet,) * 4, lambda hands: Dealt(hands=hands))
    return (Act(Dealt, None, f"{packet} cards to each seat", chance=chance),)


def legal(s: CourtPiece, seat: int) -> tuple[Card, ...]:
    """The cards a seat may play: those that the record does not show to be illegal."""
    led = s.led if len(s.trick) in {1, 2, 3} else 0
    return tuple(cards_of(playable(s.places, seat, led, PACK_MASK)))


def scene(s: CourtPiece) -> Scene:
    """The table: hands, the trick, what each side has."""
    hands = tuple(seat_scene(s, seat) for seat in range(4))
    number = len(s.winners) + (0 < len(s.trick) < 4)
    trick = trick_row(number, s.trick, s.trick_seats, s.winners[-1] if len(s.trick) == 4 and s.winners else -1)
    facts = [("trump", SUIT_NAMES.get(s.trump, "not named"))]
    if s.streak > 0:
        facts.append(("streak", f"{side_name(s, s.streak_side)} {s.streak}"))
    pots = tuple((side_name(s, side), f"{counted(s.taken[side], 'trick')}, {told(s.courts[side])}") for side in (0, 1))
    says = ""
    if s.phase == "between" and s.ended:
        says = "the hand is void" if s.how == "void" else outcome(s)
    return Scene(
        title=f"Court Piece, hand {s.hand}", facts=tuple(facts), hands=hands, rows=(trick,), pots=pots, says=says
    )


def outcome(s: CourtPiece) -> str:
    """How the hand came out, in a sentence."""
    if s.won_by < 0:
        return "who won the hand cannot be told"
    return f"{side_name(s, s.won_by)} win the hand, {told(s.gained[s.won_by])}"


def told(courts: int | None) -> str:
    """Courts in words."""
    return "courts not known" if courts is None else counted(courts, "court")


def side_name(s: CourtPiece, side: int) -> str:
    """A side by its players."""
    return f"{s.players[side] or side} & {s.players[side + 2] or side + 2}"


def seat_scene(s: CourtPiece, seat: int) -> Hand:
    """One seat at the table."""
    marks = [name for name, who in (("dealer", s.dealer), ("caller", caller(s))) if who == seat]
    return seat_hand(s.places, seat, s.players[seat], marks=marks, turn=seat == s.turn)
