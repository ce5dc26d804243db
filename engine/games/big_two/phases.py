"""B2-2 Phases: deal, play and passes, and the end of a hand."""

from collections.abc import Sequence

from upcard.engine.game import Broken
from upcard.engine.games.big_two.answers import drop_untrue
from upcard.engine.games.big_two.mistaken import as_known, of_nobody, on_the_table
from upcard.engine.games.big_two.opening import opens_rightly
from upcard.engine.games.big_two.scoring import acts_on, cards_left, record, settle, winner_of
from upcard.engine.games.big_two.shown import show_cards
from upcard.engine.games.big_two.table import (
    CARDS,
    HAND,
    NOBODY,
    NOT_KNOWN,
    BigTwo,
    in_pack,
    no_cards,
    pile,
    seated_from,
    seats_of,
    set_aside,
)
from upcard.engine.games.big_two.taking_back import miss_plays
from upcard.engine.games.big_two.turns import add_pass, clear_round, lay
from upcard.engine.games.big_two.twice import (
    begun_twice,
    dealt_as_before,
    dealt_fuller,
    dealt_late,
    dealt_twice,
    ended_late,
    laid_twice,
    passed_twice,
    written_again,
)
from upcard.engine.mechanisms.climbing import cards_in
from upcard.engine.mechanisms.deals import complete_last, deal_as_due, deal_hands, sizes_of
from upcard.engine.mechanisms.hands import put_unknown
from upcard.schemas.cards import PACK_MASK, Card, mask_of
from upcard.schemas.events import Dealt, Gap, HandStarted, Laid, Passed, Played, Voided

# ---- B2-2.1 Deal ---------------------------------------------------------------------------------------------------


def begin_hand(s: BigTwo, dealer: int | None = None) -> None:
    """A new hand. The points of one that was not finished are not known."""
    seats = seats_of(s)
    if s.phase != "between":  # the last hand may have been thrown in, and dealt again by the same seat
        s.totals = [None] * seats
        s.last_winner, s.next_dealer = NOT_KNOWN, NOBODY
    elif s.how in {"played", "sheet"}:
        s.last_winner = winner_of(s.counts)
    if s.last_winner >= 0 and (s.moved >> s.last_winner & 1 or not s.players[s.last_winner]):
        s.last_winner = NOT_KNOWN
    s.hand += 1
    s.phase, s.how, s.gap, s.offender = "deal", "", False, NOBODY
    s.dealer = s.next_dealer if dealer is None or dealer >= seats else dealer
    if dealer is None and s.dealer >= 0:
        s.dealer = seated_from(s, s.dealer)
    s.late, s.written, s.summed, s.idle = s.late or s.over, False, False, 0
    s.counts, s.points, s.laid = [None] * seats, [None] * seats, [0] * seats
    s.places = no_cards(seats)
    s.acts, s.answers, s.missed, s.moved, s.doubtful, s.dealt = [], [], 0, 0, 0, False
    s.strays, s.announced, s.alike = (), False, False
    clear_round(s)


def start_hand(s: BigTwo, e: HandStarted) -> None:
    """A new hand, announced."""
    if not begun_twice(s, e):
        if dealt_as_before(s, e):
            s.totals = [None] * seats_of(s)
        begin_hand(s, e.dealer)
        s.announced = True


def deal(s: BigTwo, e: Dealt) -> None:
    """Thirteen cards to each; the rest is set aside (B2-1.1)."""
    if dealt_twice(s, e):
        return
    if s.phase != "deal" and not dealt_fuller(s, e) and not dealt_late(s, e):
        begin_hand(s)
    seats = seats_of(s)
    s.places = no_cards(seats)
    sizes = sizes_of(e, seats, [HAND] * seats)
    deal_hands(s.places, e, sizes, PACK_MASK, s.step)
    listed = (e.places or {}).get("set_aside", ())
    aside = in_pack(mask_of(listed)) & ~s.places.located
    rest = max(0, CARDS - sum(sizes))
    s.places.deal(set_aside(s), aside, max(0, rest - aside.bit_count()), s.step, None)
    if s.away:
        leave_open(s, e, sizes)
    if rest:
        complete_last(s.places, set_aside(s), PACK_MASK)
    if s.gap:  # what was missed lies before the deal
        s.gap, s.acts = False, []
        clear_round(s)
    for seat, cards, _ in s.acts:
        move_each(s, seat, cards)
    s.phase, s.dealt = "play", True


def deal_plainly(s: BigTwo, e: Dealt) -> bool:
    """The same of thirteen cards to each of four, after the hand was begun, with nothing to be said of it."""
    if s.phase != "deal" or s.gap or s.acts or s.away or e.places or len(s.players) * HAND != CARDS:
        return False
    places = no_cards(len(s.players))
    if not deal_as_due(places, e, (HAND,) * len(s.players), PACK_MASK, s.step):
        return False
    s.places = places
    s.places.deal(set_aside(s), 0, 0, s.step, None)
    s.phase, s.dealt = "play", True
    return True


def leave_open(s: BigTwo, e: Dealt, sizes: Sequence[int]) -> None:
    """Where nobody sits, nobody is dealt cards, unless they were written down; or somebody sits there after all."""
    listed = [cards is not None for cards in e.hands or ()]
    for seat, size in enumerate(sizes):
        if s.away >> seat & 1 and size and not any(listed[seat : seat + 1]):
            s.places.loosen(seat)
            s.places.most[set_aside(s)] += size


def begin_play(s: BigTwo, seat: int) -> bool:
    """Play goes on, or begins though no deal was written down. False: no hand is on, which is told of once."""
    if s.phase == "play":
        return True
    if s.phase == "between" and s.hand and s.how:
        if acts_on(s, seat):
            doubt_end(s, seat)
        s.idle = s.idle or s.line
        return False
    gap = s.gap
    if s.phase == "between":
        begin_hand(s)
    deal(s, Dealt())
    s.dealt = False
    if gap:
        miss(s, Gap())
    return True


def doubt_end(s: BigTwo, seat: int) -> None:
    """Who was out of cards acts on: somewhere a line is of the wrong seat or too many, and who is out cannot be told."""
    seats = seats_of(s)
    s.idle = -1
    for other in range(seats):
        s.places.loosen(other)
    s.places.most[seat] = HAND
    if not s.written:
        record(s, [None] * seats, [None] * seats, [None] * seats)


def void(s: BigTwo, _e: Voided) -> None:
    """The hand is thrown in. Whether the same seat deals again, and who leads, the page leaves open."""
    if s.phase == "between":
        s.idle = s.idle or s.line
        return
    seats = seats_of(s)
    s.phase, s.how, s.ended, s.turn = "between", "void", s.hand, NOBODY
    s.settled += 1
    s.next_dealer = NOBODY
    if s.last_winner >= 0:
        s.last_winner = NOT_KNOWN
    s.counts, s.points = [None] * seats, [0] * seats


def miss(s: BigTwo, e: Gap) -> None:
    """Something was missed: turns and counts of this hand prove nothing now; between hands, a hand may be missing."""
    seats = seats_of(s)
    s.gap = True
    if s.phase == "between" or e.hands:
        s.hand += e.hands or 0
        s.phase, s.how, s.dealer, s.next_dealer, s.last_winner = "between", "", NOBODY, NOBODY, NOT_KNOWN
        s.totals, s.before, s.astray = [None] * seats, [None] * seats, []
        s.over = s.late = s.summed = False
        s.idle = 0
        s.acts = []
    elif s.phase == "deal":
        s.last_winner = NOT_KNOWN
    miss_plays(s)


# ---- B2-2.2 to B2-2.6 Play -----------------------------------------------------------------------------------------


def play(s: BigTwo, e: Laid | Played) -> None:
    """A seat lays cards. What is laid after the end of a hand only shows what the seat had left."""
    mask = 0
    for card in cards_in(e):
        mask |= card.bit
    if s.dubious or mask & ~PACK_MASK:
        if of_nobody(s, e):
            miss(s, Gap())
            return
        e = as_known(e)
        mask = mask_of(cards_in(e))
    seat, cards = e.seat, cards_in(e)
    if seat >= len(s.players) or not cards:
        return
    before = mask & s.places.known[len(s.players)]
    if mask and mask == before and laid_twice(s, e):
        written_again(s)
        return
    if ended_late(s, e):
        lay_late(s, seat, cards)
        return
    idle = s.idle
    if not begin_play(s, seat):
        if not idle:  # what comes after that belongs to a hand whose beginning is missing
            show_cards(s, seat, cards)
        return
    if s.answers:
        drop_untrue(s, e)
    if not s.opened:
        s.misopened = isinstance(opens_rightly(s, e), Broken)
    put_down(s, seat, cards, mask, on_the_table(cards, before) if before else cards)


def put_down(s: BigTwo, seat: int, cards: tuple[Card, ...], mask: int, faces: tuple[Card, ...]) -> None:
    """Cards leave a hand; the hand ends when they were its last. faces: what is to be beaten now."""
    known = s.places.known
    if mask and mask & known[seat] == mask and mask.bit_count() == len(cards):
        s.places.move(mask, seat, len(s.players))
    else:
        move_each(s, seat, cards)
    s.laid[seat] += len(cards)
    s.acts.append((seat, cards, s.line))
    lay(s, seat, faces)
    if not known[seat] and not s.places.most[seat]:
        settle(s, "played", cards_left(s))


def lay_late(s: BigTwo, seat: int, cards: tuple[Card, ...]) -> None:
    """A play that the last play of the hand was laid on, written behind it."""
    move_each(s, seat, cards)
    s.laid[seat] += len(cards)
    s.acts.append((seat, cards, s.line))
    s.overtaken &= ~(1 << seat)
    s.totals = s.before
    settle(s, "played", cards_left(s))


def move_each(s: BigTwo, seat: int, cards: tuple[Card, ...]) -> None:
    """Move cards that are not all known to be in the hand."""
    for card in cards:
        if card.bit & PACK_MASK:
            s.places.move(card.bit, seat, pile(s))
        else:
            put_unknown(s.places, seat, card, pile(s), s.step)


def pass_turn(s: BigTwo, e: Passed) -> None:
    """A seat passes."""
    if e.seat < len(s.players) and not ended_late(s, e) and (s.phase == "play" or begin_play(s, e.seat)):
        if passed_twice(s, e):
            written_again(s)
            return
        add_pass(s, e.seat)
