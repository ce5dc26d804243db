"""What may come next, and what there is to see."""

from upcard.engine.due import Act, Chance
from upcard.engine.games.hasenpfeffer.table import (
    DISCARD,
    HAND,
    JOKER,
    PACK,
    WIDOW,
    XR,
    Hasenpfeffer,
    unseen,
)
from upcard.engine.mechanisms.effective_suits import bowers
from upcard.engine.mechanisms.seats import seat_hand
from upcard.engine.mechanisms.trick_play import open_cards, trick_of
from upcard.engine.mechanisms.tricks import playable, trick_row
from upcard.engine.scene import Hand, Row, Scene
from upcard.engine.wording import counted
from upcard.schemas.cards import RANKS, SUIT_NAMES, SUITS, Card, cards_of
from upcard.schemas.events import (
    Bid,
    Closed,
    Corrected,
    Dealt,
    Discarded,
    HandStarted,
    Passed,
    Played,
    Scored,
    Shown,
    Took,
    TrumpNamed,
    Voided,
)

# ---- What may come next --------------------------------------------------------------------------------------------


def due(s: Hasenpfeffer) -> tuple[Act, ...]:
    """What may come next."""
    if s.closed:
        return ()
    match s.phase:
        case "between":
            return due_between(s)
        case "deal":
            return due_deal()
        case "bids":
            return due_bids(s)
        case "joker":
            return due_joker(s)
        case "widow":
            return due_widow(s)
    return due_play(s)


def due_between(s: Hasenpfeffer) -> tuple[Act, ...]:
    """The next hand, or the end; the witness of a hand that some know to be void; the score as it was written."""
    acts = [Act(Closed, None, "the end of the session", (Closed(),))]
    if s.winner < 0:
        dealers = s.may_deal or range(4)
        named = (HandStarted(),) if len(s.may_deal) == 1 else tuple(HandStarted(dealer=seat) for seat in dealers)
        acts.insert(0, Act(HandStarted, None, "the next hand", named))
    if s.quiet >= 0:
        said = (Voided(why="joker in the widow"),)
        acts.append(Act(Voided, None, "the joker lies in the widow: the hand is void", said, optional=True))
    if s.how == "void" and s.places.known[WIDOW] & XR & ~s.places.seen[-1]:
        turned = (Shown(place="widow", cards=(JOKER,)),)
        acts.append(Act(Shown, None, "the widow turned over", turned, optional=True, weight=0.2))
    if s.how == "played" and not s.written:
        acts.append(written_score(s))
    return tuple(acts)


def written_score(s: Hasenpfeffer) -> Act:
    """What the scorer wrote, as it ought to be."""
    asks = "the score as written"
    points = tuple(one for one in s.points if one is not None)
    totals = tuple(one for one in s.totals if one is not None)
    if len(points) < 2 or len(totals) < 2:
        return Act(Scored, None, asks, optional=True, weight=0.0)
    row = Scored(tricks=tuple(s.taken), points=points, totals=totals, seat=s.declarer)
    return Act(Scored, None, asks, (row,), optional=True, weight=0.05)


def due_deal() -> tuple[Act, ...]:
    """Six cards each, and the widow."""
    sizes = (HAND,) * 4 + (1,)
    chance = Chance(tuple(cards_of(PACK)), sizes, lambda hands: Dealt(hands=hands[:4], places={"widow": hands[4]}))
    sheet = Act(Scored, None, "bids, contract and tricks, if only the sheet is kept", optional=True, weight=0.0)
    return (Act(Dealt, None, "six cards to each seat, and the widow", chance=chance), sheet)


def due_bids(s: Hasenpfeffer) -> tuple[Act, ...]:
    """A pass, or a bid above the high bid."""
    waiting = [seat for seat in range(4) if s.bids[seat] < 0]
    seats = [s.turn] if s.turn >= 0 else waiting
    seat = s.turn if s.turn >= 0 else None
    higher = range(s.high + 1, 7)
    acts = [Act(Passed, seat, "a pass", tuple(Passed(seat=one) for one in seats), weight=2.0)]
    if higher:
        choices = tuple(Bid(seat=one, amount=amount) for one in seats for amount in higher)
        acts.insert(0, Act(Bid, seat, f"a bid of {s.high + 1} to 6", choices))
    return tuple(acts)


def due_joker(s: Hasenpfeffer) -> tuple[Act, ...]:
    """The joker, shown by whoever may hold it; or the word that it lies in the widow."""
    places = s.places
    holders = [seat for seat in range(4) if places.held(seat, XR)]
    if not holders:
        holders = [seat for seat in range(4) if places.held(seat, XR) is None]
    acts = []
    if holders:
        shown = tuple(Shown(seat=seat, cards=(JOKER,)) for seat in holders)
        acts.append(Act(Shown, holders[0] if len(holders) == 1 else None, "the joker, by its holder", shown))
    if places.held(WIDOW, XR) is not False:
        said = (Voided(why="joker in the widow"),)
        acts.append(Act(Voided, None, "the joker lies in the widow: the hand is void", said))
    return tuple(acts)


def due_widow(s: Hasenpfeffer) -> tuple[Act, ...]:
    """The high bidder takes the widow, names trump, puts a card away."""
    seat = s.taker if s.taker >= 0 else s.declarer
    if not s.trump:
        acts = []
        if not s.lifted:
            told = tuple(cards_of(s.places.known[WIDOW])) or None
            took = (Took(seat=seat, place="widow", cards=told),)
            acts.append(Act(Took, seat, "the widow, and which card it is", took, optional=True))
        named = tuple(TrumpNamed(seat=seat, suit=suit) for suit in SUITS)
        return (*acts, Act(TrumpNamed, seat, "the trump suit", named))
    choices = [Discarded(seat=seat, cards=(card,)) for card in cards_of(s.places.known[seat])]
    if s.places.most[seat]:
        choices.append(Discarded(seat=seat))
    return (Act(Discarded, seat, "the card put away, if it is known", tuple(choices)),)


def due_play(s: Hasenpfeffer) -> tuple[Act, ...]:
    """A card."""
    seat = s.turn if s.turn >= 0 else None
    seats = s.heirs if seat is None else [seat]
    choices = tuple(Played(seat=one, card=card) for one in seats for card in legal(s, one)) if seats else None
    acts = [Act(Played, seat, "a card", choices)]
    if s.options.same_trick_correction and open_cards(s, 4) > 1:
        acts.append(Act(Corrected, None, "a revoke put right", optional=True, weight=0.0))
    return tuple(acts)


def legal(s: Hasenpfeffer, seat: int) -> tuple[Card, ...]:
    """The cards a seat may play: those that the record does not show to be illegal."""
    led = s.led if open_cards(s, 4) else 0
    return tuple(cards_of(playable(s.places, seat, led, unseen(s, seat))))


# ---- What there is to see ------------------------------------------------------------------------------------------


def scene(s: Hasenpfeffer) -> Scene:
    """The table: hands, the trick, widow and discard, what each side has."""
    cards, seats = trick_of(s)
    full = len(cards) == 4
    number = len(s.winners) + (0 < len(cards) < 4)
    rows = [trick_row(number, cards, seats, s.winners[-1] if full and s.winners else -1)]
    rows += [pile(s, "Widow", WIDOW), pile(s, "Discard", DISCARD)]
    return Scene(
        title=f"Hasenpfeffer, hand {s.hand}",
        facts=facts(s),
        hands=tuple(seat_scene(s, seat) for seat in range(4)),
        rows=tuple(rows),
        pots=tuple((side_name(s, side), side_says(s, side)) for side in (0, 1)),
        says=outcome(s) if s.phase == "between" and s.ended else waiting_for(s),
    )


def pile(s: Hasenpfeffer, title: str, place: int) -> Row:
    """The widow or the discard."""
    return Row(title=title, cards=tuple(cards_of(s.places.known[place])), unknown=s.places.least[place])


def facts(s: Hasenpfeffer) -> tuple[tuple[str, str], ...]:
    """Trump and contract."""
    told = [("trump", SUIT_NAMES.get(s.trump, "not named"))]
    if s.contract > 0:
        told.append(("contract", f"{s.contract}, forced" if s.bids == [0] * 4 else str(s.contract)))
    return tuple(told)


def side_says(s: Hasenpfeffer, side: int) -> str:
    """Tricks and points of a side."""
    total = s.totals[side]
    tricks = s.taken[side]
    points = "? points" if total is None else f"{total} point{'' if total in {1, -1} else 's'}"
    if are_counted(s):
        return f"{counted(tricks, 'trick')}, {points}"
    return f"{tricks} or more tricks, {points}" if tricks else f"? tricks, {points}"


def are_counted(s: Hasenpfeffer) -> bool:
    """Whether it is known how many tricks each side has."""
    if sum(s.taken) == 6 or s.how == "void":
        return True
    missed = s.gap or -1 in s.winners
    return not missed and (s.phase != "between" or not s.how)


def waiting_for(s: Hasenpfeffer) -> str:
    """What the table waits for, where no card is to be played."""
    if s.phase == "joker":
        return "four passes: who holds the joker shows it"
    if s.phase == "widow" and not s.trump:
        return f"{s.players[s.declarer] or s.declarer} takes the widow and names trump"
    return ""


def outcome(s: Hasenpfeffer) -> str:
    """How the hand came out, in a sentence; what the game came to, if this hand ended it."""
    if s.how == "void":
        return "the hand is void"
    said = made_or_not(s) if s.made >= 0 and s.declarer >= 0 and None not in s.points else by_points(s)
    ended = s.winner >= 0 and s.won_before < 0
    return f"{said}; {side_name(s, s.winner)} win the game" if ended else said


def made_or_not(s: Hasenpfeffer) -> str:
    """Who made the contract, or failed it, and what that brought."""
    mine, theirs = s.points[s.declarer & 1], s.points[1 - (s.declarer & 1)]
    contract = s.contract if s.contract > 0 else "their contract"
    verb = "make" if s.made else "fail"
    return f"{side_name(s, s.declarer & 1)} {verb} {contract}: {mine:+} for them, {theirs:+} for the others"


def by_points(s: Hasenpfeffer) -> str:
    """What each side has gained, where it is not known whether the contract was made."""
    told = [f"{side_name(s, side)} {one:+}" for side, one in enumerate(s.points) if one is not None]
    left = {0: "what the hand brought cannot be told", 1: "what the others have cannot be told", 2: ""}[len(told)]
    return ", ".join([*told, left] if left else told)


def side_name(s: Hasenpfeffer, side: int) -> str:
    """A side by its players."""
    return f"{s.players[side] or side} & {s.players[side + 2] or side + 2}"


def seat_scene(s: Hasenpfeffer, seat: int) -> Hand:
    """One seat at the table."""
    marks = ["dealer"] if seat == s.dealer else []
    if seat == s.declarer and s.phase not in {"deal", "bids"}:
        marks.append("declarer")
    elif s.phase == "bids" and s.bids[seat] >= 0:
        marks.append(f"bids {s.bids[seat]}" if s.bids[seat] else "passes")
    if s.joker == seat:
        marks.append("showed the joker")

    def order(card: Card) -> tuple[int, int]:
        return by_suit(s.trump, card)

    return seat_hand(s.places, seat, s.players[seat], marks=marks, turn=seat == s.turn, order=order)


def by_suit(trump: str, card: Card) -> tuple[int, int]:
    """How a hand is sorted: trumps first, bowers where they count."""
    tops = (JOKER, *bowers(trump)) if trump else (JOKER,)
    if card in tops:
        return -1, tops.index(card)
    suit = -1 if card.suit == trump else SUITS.index(card.suit)
    return suit, 3 + (RANKS.index(card.rank) == 0) * -1 + (13 - RANKS.index(card.rank)) % 13
