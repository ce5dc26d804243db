"""What may come next, and what there is to see."""

from collections.abc import Iterable, Iterator
from itertools import combinations

from upcard.engine.due import Act, Chance
from upcard.engine.games.calabrasella.chips import hand_chips
from upcard.engine.games.calabrasella.exchange import named_bit
from upcard.engine.games.calabrasella.scoring import captured
from upcard.engine.games.calabrasella.steps import owed
from upcard.engine.games.calabrasella.table import (
    DEAD,
    DISCARDED,
    HAND,
    HANDED,
    NAMED,
    ORDER,
    RETURNED,
    SEATS,
    TAKEN,
    THREES,
    TURNED,
    TWOS,
    WIDOW,
    WIDOW_SIZE,
    Calabrasella,
    bidders,
)
from upcard.engine.mechanisms.forty import FORTY
from upcard.engine.mechanisms.seats import seat_hand
from upcard.engine.mechanisms.trick_play import open_cards, trick_of
from upcard.engine.mechanisms.tricks import playable, trick_row
from upcard.engine.scene import Hand, Row, Scene
from upcard.schemas.cards import BY_INDEX, SUITS, UNKNOWN, Card, cards_of
from upcard.schemas.events import (
    CardAbsent,
    CardNamed,
    Closed,
    Dealt,
    Discarded,
    Elected,
    Gave,
    HandStarted,
    Passed,
    Played,
    Returned,
    Took,
    TurnedOver,
    Voided,
)


def due(s: Calabrasella) -> tuple[Act, ...]:
    """What may come next."""
    if s.closed:
        return ()
    if s.phase == "between":
        return due_between(s)
    if s.phase == "deal":
        return (due_deal(),)
    missed = due_between(s) if s.gap else ()
    if s.cards or s.gap:
        return (due_card(s), *missed)
    return tuple(due_before_play(s))


def due_between(s: Calabrasella) -> tuple[Act, ...]:
    """The next hand, or the end."""
    dealers = (HandStarted(),) if s.dealer >= 0 else tuple(HandStarted(dealer=seat) for seat in range(SEATS))
    close = Act(Closed, None, "the end of the session", (Closed(),))
    return Act(HandStarted, None, "the next hand", dealers), close


def due_deal() -> Act:
    """Twelve cards to each seat, four to the widow."""

    def make(hands: tuple[tuple[Card, ...], ...]) -> Dealt:
        return Dealt(hands=hands[:-1], places={"widow": hands[-1]})

    chance = Chance(tuple(cards_of(FORTY)), (*(HAND,) * SEATS, WIDOW_SIZE), make)
    return Act(Dealt, None, "twelve cards to each seat, four to the widow", chance=chance)


def due_card(s: Calabrasella) -> Act:
    """A card to the trick."""
    if s.turn < 0:
        return Act(Played, None, "a card")
    led = s.led if open_cards(s, SEATS) else 0
    choices = tuple(Played(seat=s.turn, card=card) for card in cards_of(playable(s.places, s.turn, led, FORTY)))
    if not choices:
        return Act(Voided, None, "a hand without a card to play is thrown in", (Voided(),))
    return Act(Played, s.turn, "a card", choices)


# ---- CA-2: before play -----------------------------------------------------------------------------------------------


def due_before_play(s: Calabrasella) -> Iterator[Act]:
    """The next step of bidding and exchange."""
    if s.declarer < 0:
        yield from due_bid(s)
        return
    steps = owed(s)
    if steps & NAMED:
        yield due_name(s)
    elif not s.done & (HANDED | DISCARDED) and s.named != -2:
        yield from due_handing(s)
    elif steps & RETURNED:
        yield due_return(s)
    elif not s.done & (DISCARDED | TAKEN):
        yield due_discard(s)
    elif s.discards and not s.done & (TURNED | TAKEN):
        yield due_turning(s)
    elif steps & TAKEN:
        yield due_taking(s)
    else:
        yield due_card(s)


def due_bid(s: Calabrasella) -> Iterator[Act]:
    """Pass or play."""
    due = bidders(s)
    seats = due or range(SEATS)
    who = due[0] if len(due) == 1 else None
    yield Act(Elected, who, "play", tuple(Elected(seat=one) for one in seats))
    yield Act(Passed, who, "pass", tuple(Passed(seat=one) for one in seats), weight=0.7)


def due_name(s: Calabrasella) -> Act:
    """A three that the declarer does not hold; a two, or none, if that may be."""
    seat, known = s.declarer, s.places.known[s.declarer]
    open_hand = s.places.most[seat] > 0
    may_be = THREES & ~known
    if not may_be or (open_hand and may_hold(s, THREES)):
        may_be |= TWOS & ~known
    choices = [CardNamed(seat=seat, card=card) for card in cards_of(may_be)]
    if may_hold(s, THREES | TWOS):
        choices.append(CardNamed(seat=seat))
    return Act(CardNamed, seat, "the card named", tuple(choices))


def may_hold(s: Calabrasella, cards: int) -> bool:
    """Whether the declarer may hold all these cards."""
    missing = cards & ~s.places.known[s.declarer]
    return not missing & s.places.located and missing.bit_count() <= s.places.most[s.declarer]


def due_handing(s: Calabrasella) -> Iterator[Act]:
    """The named card from who may hold it, or nobody's."""
    bit = named_bit(s)
    card = BY_INDEX[s.named] if bit else UNKNOWN
    seats = [seat for seat in range(SEATS) if seat != s.declarer and s.places.held(seat, bit or FORTY) is not False]
    gifts = tuple(Gave(seat=seat, to=s.declarer, card=card) for seat in seats)
    if gifts:
        yield Act(Gave, seats[0] if len(seats) == 1 else None, "who hands it over", gifts, who=True)
    if not bit or not any(s.places.known[seat] & bit for seat in seats):
        yield Act(CardAbsent, None, "nobody has it", (CardAbsent(),))


def due_return(s: Calabrasella) -> Act:
    """A card back for it."""
    seat, known = s.declarer, s.places.known[s.declarer] & ~named_bit(s)
    cards = [*cards_of(known), *([UNKNOWN] if s.places.most[seat] else [])]
    return Act(Returned, seat, "a card back", tuple(Returned(seat=seat, to=s.giver, card=card) for card in cards))


def due_discard(s: Calabrasella) -> Act:
    """One to four cards, or as many as the table allows."""
    seat, sizes = s.declarer, range(s.options.min_discards, s.options.max_discards + 1)
    known = tuple(cards_of(s.places.known[seat]))
    if s.places.most[seat]:
        groups: Iterable[tuple[Card, ...]] = ((UNKNOWN,) * size for size in sizes)
    else:
        groups = (group for size in sizes for group in combinations(known, size))
    return Act(Discarded, seat, "the discards", tuple(Discarded(seat=seat, cards=cards) for cards in groups))


def due_turning(s: Calabrasella) -> Act:
    """The widow."""
    known = tuple(cards_of(s.places.known[WIDOW]))
    if len(known) == WIDOW_SIZE:
        return Act(TurnedOver, None, "the widow", (TurnedOver(cards=known),))
    return Act(
        TurnedOver,
        None,
        "the widow",
        accepts=lambda event: isinstance(event, TurnedOver) and len(event.cards) == WIDOW_SIZE,
    )


def due_taking(s: Calabrasella) -> Act:
    """As many cards from the widow as were discarded."""
    known = tuple(cards_of(s.places.known[WIDOW]))
    sizes = range(WIDOW_SIZE + 1) if s.discards < 0 else (min(s.discards, WIDOW_SIZE),)
    groups = [group for size in sizes for group in combinations(known, size)]
    choices = tuple(Took(seat=s.declarer, place="widow", cards=cards, openly=True) for cards in groups)
    if choices and not s.places.most[WIDOW]:
        return Act(Took, s.declarer, "cards taken", choices)
    return Act(Took, s.declarer, "cards taken", accepts=lambda event: isinstance(event, Took))


# ---- What there is to see --------------------------------------------------------------------------------------------


def scene(s: Calabrasella) -> Scene:
    """The table: hands, the trick, the widow, the points and the chips."""
    cards, seats = trick_of(s)
    full = bool(cards) and not open_cards(s, SEATS)
    number = len(s.winners) + (bool(cards) and not full)
    trick = trick_row(number, cards, seats, s.winners[-1] if full and s.winners else -1)
    rows = [trick]
    for place, title in ((WIDOW, "Widow"), (DEAD, "Discards")):
        lies = tuple(cards_of(s.places.known[place]))
        if lies or s.places.most[place]:
            rows.append(Row(title=title, cards=lies, unknown=s.places.most[place]))
    score = s.score if s.phase == "between" else captured(s)
    titles = ("declarer", "defenders") if s.declarer >= 0 else ()
    pots = tuple((title, f"{points(score[side])} points") for side, title in enumerate(titles))
    return Scene(
        title=f"Calabrasella, hand {s.hand}",
        facts=tuple(facts(s)),
        hands=tuple(seat_scene(s, seat) for seat in range(SEATS)),
        rows=tuple(rows),
        pots=pots,
        says=outcome(s) if s.phase == "between" and s.ended else "",
    )


def facts(s: Calabrasella) -> Iterator[tuple[str, str]]:
    """What was named, and who had it."""
    if s.named >= 0:
        had = f", from {player(s, s.giver)}" if s.giver >= 0 else ", with nobody" if s.absent else ""
        yield "named", f"{BY_INDEX[s.named]}{had}"


def outcome(s: Calabrasella) -> str:
    """How the hand came out, in a sentence."""
    if s.closed and not s.unsure:
        return most_chips(s)
    if s.how == "passed":
        return "all passed"
    if s.how == "void":
        return "the hand is void"
    gains = hand_chips(s)
    if gains is None:
        return "what the hand came to cannot be told"
    paid = f"{gains[s.declarer]:+} for the declarer" if any(gains) else "nothing is paid"
    who = player(s, s.declarer) if s.declarer >= 0 else "the declarer"
    if min(s.score) < 0:
        return f"{who} against the others: {paid}" if any(gains) else paid
    return f"{who} {s.score[0]}, the others {s.score[1]}: {paid}"


def most_chips(s: Calabrasella) -> str:
    """Who has most chips when the session is closed; ties share (CA-6.1)."""
    best = max(s.chips[:SEATS])
    first = [player(s, seat) for seat in range(SEATS) if s.chips[seat] == best]
    return f"most chips: {' & '.join(first)}, {best}"


def points(value: int) -> str:
    """Points in words."""
    return "?" if value < 0 else str(value)


def player(s: Calabrasella, seat: int) -> str:
    """Who sits there."""
    return s.players[seat] or f"seat {seat}"


def seat_scene(s: Calabrasella, seat: int) -> Hand:
    """One seat at the table."""
    marks = [name for name, who in (("dealer", s.dealer), ("declarer", s.declarer)) if who == seat]
    chips = "?" if s.unsure >> seat & 1 else str(s.chips[seat])
    return seat_hand(
        s.places, seat, s.players[seat], marks=marks, scores=(("chips", chips),), turn=seat in acting(s), order=in_order
    )


def acting(s: Calabrasella) -> list[int]:
    """Who is to bid, to exchange or to play; nobody, where it is whoever holds the card named."""
    if s.phase != "play" or s.cards or s.gap:
        return [s.turn]
    if s.declarer < 0:
        return bidders(s)
    act = next(due_before_play(s))
    return [act.seat] if act.event in {CardNamed, Returned, Discarded, Took, Played} and act.seat is not None else []


def in_order(card: Card) -> tuple[int, int]:
    """Cards by suit, the strongest first."""
    return SUITS.index(card.suit), -ORDER[card.index]
