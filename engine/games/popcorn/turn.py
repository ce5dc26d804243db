"""PC-3 Turn: cards are laid face down and claimed to be so many of a rank."""

from upcard.engine.games.popcorn.call import close_window, reopen
from upcard.engine.games.popcorn.deal import add_up, begin_hand, deal, forget_lay, miss
from upcard.engine.games.popcorn.knowledge import note_lay, who_knows
from upcard.engine.games.popcorn.table import NOBODY, OF_RANK, Popcorn, after, last_laid, pile, size, tidy
from upcard.engine.mechanisms.copies import pick
from upcard.schemas.cards import PACK_MASK, RANKS, mask_of
from upcard.schemas.events import Claimed, Dealt, Gap


def begin_play(s: Popcorn) -> bool:
    """Play goes on, or begins though no deal was written down. False: no game is on."""
    if s.phase == "play":
        return True
    if s.phase == "between" and s.how:
        return False
    gap = s.gap
    if s.phase == "between":
        begin_hand(s)
    deal(s, Dealt())
    if gap:
        miss(s, Gap())
    return True


def cards_laid(s: Popcorn, e: Claimed) -> int:
    """The cards of a lay as far as they are known: copies the seat is known to have before others (PC-1.1)."""
    if e.cards is None:
        return 0
    if s.options.decks == 1:
        return mask_of(e.cards) & PACK_MASK
    places = s.places
    held = places.known[e.seat]
    ours = [card for card in e.cards if card.bit & PACK_MASK]
    return pick(ours, s.options.decks, held & places.seen[e.seat], held, ~places.located)


def number_laid(s: Popcorn, e: Claimed) -> tuple[int, int]:
    """How many cards were laid, at least and at most: as listed, as counted, else as claimed (PC-3.3, PC-3.6); not
    more than the hand can have had.
    """
    if e.cards is not None:
        return len(e.cards), len(e.cards)
    held, limit = size(s, e.seat)[1], s.options.overplay_limit
    least = min(held, e.count if e.laid is None else e.laid)
    if e.laid is not None or not s.options.overplay:
        return least, least
    return least, held if limit is None else min(held, e.count + limit)


def lay(s: Popcorn, e: Claimed) -> None:
    """The cards lie on the pile, the lay before can be called no more (PC-4.4), and the next seat is due."""
    seat = e.seat
    if seat >= len(s.players):
        return
    if s.unsure and s.phase == "between":
        reopen(s)
    if begin_play(s) and s.layer >= 0:
        close_window(s)
    if s.phase != "play":
        s.late = s.late or s.how == "played"
        put_down(s, e)
        forget_lay(s)
        tidy(s)
        return
    rank = RANKS.index(e.rank)
    sure = 0 if is_true(e) else who_knows(s, seat, rank, e.count)
    least, most = put_down(s, e)
    s.layer, s.laid_line, s.claimed, s.open = seat, s.line, e.count, True
    s.listed, s.counted = e.cards is not None, e.cards is not None or e.laid is not None
    s.faulted = s.counted and wrong_number(s, e.count, least) is not None
    s.caller, s.turned, s.verdict, s.taker, s.took_line = NOBODY, False, -1, NOBODY, 0
    s.taken, s.taken_size, s.said, s.said_line, s.sure = [0], (0, 0), -1, 0, sure
    s.turn, s.rank = after(s, seat), rank
    s.lays[seat] += 1
    known = s.places.known[last_laid(s)]
    s.told_lay = 0 < known.bit_count() == least == most
    if s.told_lay:
        s.told[seat] += 1
        s.bluffs[seat] += bool(known & ~OF_RANK[rank]) or least != e.count
    tidy(s)


def put_down(s: Popcorn, e: Claimed) -> tuple[int, int]:
    """The cards go from the hand to the pile; those laid before lie under them. How many, at least and at most."""
    seat, places, top = e.seat, s.places, last_laid(s)
    places.take_up(top, pile(s), s.step)
    s.sizes = size(s, seat)
    cards = cards_laid(s, e)
    least, most = number_laid(s, e)
    known = cards.bit_count()
    note_lay(s, seat, most)
    places.lay_down(cards, (least - known, most - known), seat, top, s.step)
    if least != most:
        add_up(s)
    return least, most


def is_true(e: Claimed) -> bool:
    """Whether a claim is known to be true as it is made."""
    if e.cards is None or len(e.cards) != e.count:
        return False
    return all(card.rank == e.rank for card in e.cards)


def wrong_number(s: Popcorn, claimed: int, laid: int) -> str | None:
    """What a lay of so many cards is, if the number claimed does not allow it (PC-3.3, PC-3.6, PC-A6)."""
    if laid < claimed or laid < 1:
        return "short_lay"
    if laid == claimed:
        return None
    options = s.options
    if options.overplay and (options.overplay_limit is None or laid - claimed <= options.overplay_limit):
        return None
    return "over_lay"
