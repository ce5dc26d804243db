"""PL-8 Audit: returns that cards seen later prove wrong, and cards that fit nowhere."""

from collections.abc import Iterator, Sequence

from upcard.engine.doubts import Open
from upcard.engine.game import Answer, Broken, Cured, Verdict
from upcard.engine.games.pluck.moves import missing
from upcard.engine.games.pluck.plucking import return_is_highest
from upcard.engine.games.pluck.table import GIFT, HIGHER, JOKERS, PACK, SEATS, SUITS_IN_PACK, TABLE, Move, Pluck
from upcard.engine.mechanisms.matching import PLENTY
from upcard.engine.mechanisms.tricks import unseen_slack
from upcard.schemas.cards import BY_INDEX, RANK_MASK, mask_of
from upcard.schemas.events import Gave, Played, Returned, Shown

ACES = RANK_MASK["A"]
EXCUSES = ACES | JOKERS
"""While nobody has seen one of these, a return that nobody saw may have been right: this ace, or what was given back for
this joker, to which no card answers.
"""


def return_is_right(s: Pluck, e: Returned) -> Answer:
    """A return is the highest card of its suit, and shows that those before it were."""
    answer = return_is_highest(s, e)
    return [*([answer] if answer else []), *earlier_returns(s, e)]


def earlier_plucks(s: Pluck, e: Played | Shown) -> Answer:
    """What a card seen now tells of the returns of this hand, seen by somebody or by nobody."""
    if not s.moved or e.seat is None or e.seat >= SEATS or s.phase == "between" or s.gap:
        return None
    if isinstance(e, Shown):
        if e.hand not in {None, s.hand}:
            return None
    elif not s.dark and not e.card.bit & s.above[e.seat] & ~s.places.known[e.seat]:
        return None  # told fast, as it is asked of every card played
    verdicts = earlier_returns(s, e) if s.above[e.seat] else []
    return verdicts + unseen_returns(s, e) if s.dark else verdicts


def earlier_returns(s: Pluck, e: Played | Shown | Gave | Returned) -> list[Verdict]:
    """A higher card of the suit that the victim still had, and that no later pluck brought, proves a return wrong.

    Where nothing came to the victim since, the audit's doubt finds it when the card is shown; here the cards that
    came by later plucks are told apart, as far as they are known, or counted.
    """
    if e.seat is None or e.seat >= SEATS or s.phase == "between" or s.gap:
        return []
    came = seen_in(e) & s.above[e.seat] & ~s.places.known[e.seat]  # what was known told it before
    if not came:
        return []
    face_down = isinstance(e, Gave | Returned)
    rows = s.moved
    verdicts: list[Verdict] = []
    for place, move in enumerate(rows):
        if move.source != e.seat or move.answers == GIFT or move.card < 0:
            continue
        if move.answers < 0 and not s.lost:
            continue  # a return of no gift
        gift = rows[move.answers].card if move.answers >= 0 else -1
        if gift < 0 <= move.answers and rows[move.answers].source != move.target:
            continue  # it may answer a joker
        if gift >= 0 and BY_INDEX[gift].suit != BY_INDEX[move.card].suit:
            continue  # found when it was returned, as are cards known to be higher
        if HIGHER[move.card] & brought(rows[:place], e.seat):
            continue
        if HIGHER[move.card] & came and (face_down or s.places.entered[e.seat] > move.step):
            verdicts += proof(s, rows[place:], e.seat, came)
    return verdicts


def seen_in(e: Played | Shown | Gave | Returned) -> int:
    """The cards of an event, as a mask."""
    if isinstance(e, Shown):
        return mask_of(e.cards) & PACK
    return e.card.bit & PACK if e.card is not None else 0


def brought(rows: list[Move], seat: int) -> int:
    """The cards that plucks brought to a seat, as long as it is known that it has them."""
    held = 0
    for move in rows:
        bit = 1 << move.card if move.card >= 0 else 0
        if move.target == seat:
            held |= bit
        elif move.source == seat:
            held = held & ~bit if bit else 0
    return held


def proof(s: Pluck, rows: list[Move], seat: int, came: int) -> list[Verdict]:
    """Whether these cards of the victim prove that the first of these moves, its return, was not the highest."""
    move, later = rows[0], rows[1:]
    arrived, unknown = 0, 0
    had = s.places.known[seat]
    for other in later:
        bit = 1 << other.card if other.card >= 0 else 0
        if other.target == seat:
            arrived |= bit
            unknown += not bit
        elif other.source == seat:
            had |= bit
    for card, player in zip(s.cards, s.by, strict=True):
        had |= card.bit & s.places.been[seat] if player == seat else 0
    higher = HIGHER[move.card] & ~arrived
    before, after = (had & higher).bit_count(), ((had | came) & higher).bit_count()
    if not before <= unknown < after:
        return []
    says = f"{BY_INDEX[move.card]} was returned; a higher card of the suit was kept"
    return [Cured(move.line), Broken(seat=seat, at=move.line, cards=(had | came) & higher, says=says)]


# ---- Returns of which nothing was seen -----------------------------------------------------------------------------


def unseen_returns(s: Pluck, e: Played | Shown) -> list[Verdict]:
    """A return nobody else saw is wrong if in no suit can a card above all that the victim kept have gone to the plucker."""
    came = seen_in(e)
    if s.phase != "play" or e.seat is None:
        return []
    if EXCUSES & ~s.places.located & ~came:
        return []
    seat = e.seat
    return [
        Broken(seat=move.source, at=move.line, says="no card that may have been returned was the highest of its suit")
        for move, passed_on in unseen(s)
        if not may_be_right(s, move, seat, came, passed_on=passed_on)
        and may_be_right(s, move, seat, 0, passed_on=passed_on)
    ]


def unseen(s: Pluck) -> Iterator[tuple[Move, bool]]:
    """Each return of which no card is known, nor its gift, and after which nothing came to the victim; and whether the
    plucker passed cards on later.
    """
    rows = s.moved
    for place, move in enumerate(rows):
        if move.answers < 0 or move.card >= 0 or rows[move.answers].card >= 0:
            continue
        later = rows[place + 1 :]
        if rows[move.answers].source == move.target and all(other.target != move.source for other in later):
            yield move, any(other.source == move.target for other in later)


def may_be_right(s: Pluck, move: Move, seat: int, came: int, *, passed_on: bool) -> bool:
    """Whether such a return may have been right, with these cards of a seat seen, too."""
    places = s.places
    kept = places.been[move.source] | (came if seat == move.source else 0)
    hidden = PACK & ~places.located & ~came
    hidden |= places.known[TABLE] & ~(places.been[0] | places.been[1] | places.been[2] | came)  # out of turn: anybody's
    if JOKERS & (kept | hidden):
        return True  # a joker may have been given, to which no card answers: then not the victim was wrong
    if passed_on:
        return has_return(kept, PACK & ~JOKERS & ~kept)
    return has_return(kept, (places.been[move.target] | hidden | (came if seat == move.target else 0)) & ~JOKERS)


def has_return(kept: int, candidates: int) -> bool:
    """Whether some suit has a card that goes before all the victim kept of it."""
    if candidates & ACES:
        return True
    for suit in SUITS_IN_PACK.values():  # without its ace, the higher card of a suit is the higher bit
        held = kept & suit
        if candidates & suit > held and not held & ACES:
            return True
    return False


# ---- G-10 Cards that fit nowhere -----------------------------------------------------------------------------------

OF_THE_LEAD = {"first_lead", "out_of_turn"}
"""Doubts about who has the lowest club."""


def unseen_room(s: Pluck, doubts: Sequence[Open]) -> int:
    """The cards not seen must fit into the hands of seats that, keeping the rules, cannot hold some of them (G-10).

    What a seat cannot have held when it made a return says nothing any more once another pluck brought it a card. That
    the lowest club was not led says nothing of who has it: that lead may have been left out.
    """
    if s.gap or s.shaky or s.strays or s.phase != "play" or s.places.most[TABLE]:
        return PLENTY
    if any(missing(s)):
        return PLENTY
    entered = s.places.entered
    voids = [
        doubt
        for doubt in doubts
        if doubt.seat is not None and entered[doubt.seat] <= doubt.step and doubt.rule.name not in OF_THE_LEAD
    ]
    return unseen_slack(s.places, SEATS, voids, PACK)
