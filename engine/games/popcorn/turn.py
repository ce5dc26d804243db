"""PC-3 Turn: cards are laid face down and claimed to be so many of a rank."""

from upcard.engine.games.popcorn.call import close_window, reopen
from upcard.engine.games.popcorn.deal import add_up, begin_hand, deal, forget_lay, miss
from upcard.engine.games.popcorn.knowledge import note_lay
from upcard.engine.games.popcorn.slips import (
    doubt_last,
    doubt_sizes,
    in_last_call,
    is_belated,
    its_player,
    last_was_misread,
    lay_late,
    lay_unseen,
    left_out,
)
from upcard.engine.games.popcorn.table import OF_RANK, Popcorn, after, last_laid, ranks_due, size, tidy
from upcard.engine.mechanisms.copies import pick, spread
from upcard.engine.mechanisms.strays import with_its_player
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


def is_doubled(s: Popcorn, e: Claimed) -> bool:
    """Whether this is the latest lay, written twice: the same claim of the same seat, of cards that may be the same."""
    if e.seat != s.layer or not s.open or s.turned or s.caller >= 0:
        return False
    if RANKS.index(e.rank) != s.rank or e.count != s.claimed:
        return False
    top = last_laid(s)
    known, room = s.places.known[top], s.places.most[top] > 0
    copies = (spread(card.bit, s.options.decks) for card in e.cards or () if card.bit)
    return all(copy & known or (room and copy & ~s.places.located) for copy in copies)


def lay(s: Popcorn, e: Claimed) -> None:
    """The cards lie on the pile, the lay before can be called no more (PC-4.4), and the next seat is due. A slip of the
    scribe that the line shows is put right first.
    """
    if e.seat >= len(s.players) or is_doubled(s, e):
        return
    e = with_its_player(s, e, its_player)
    if is_belated(s, e):
        lay_late(s)
        return
    if last_was_misread(s, e):
        doubt_last(s)
    skipped = left_out(s, e)
    doubtful = in_last_call(s) if skipped else set()
    for seat in skipped:
        close_last(s)
        lay_unseen(s, seat, called=bool(doubtful))
    if doubtful:  # that call may have been of a lay that is missing
        doubt_sizes(s, {*skipped, *doubtful})
    rank = RANKS.index(e.rank)
    strays = s.turn >= 0 and not skipped and (e.seat == s.turn) != (rank in ranks_due(s))
    strayed = (s.turn, s.rank) if strays else ()
    missing = (skipped[0], s.rank) if len(skipped) == 1 else ()
    lay_as_written(s, e)
    s.strayed, s.skipped = strayed, missing


def close_last(s: Popcorn) -> None:
    """The lay before can be called no more; what a call of it left open is settled."""
    if s.caller >= 0 or s.turned or not (s.places.known[s.layer] or s.places.most[s.layer]):
        close_window(s)
        forget_lay(s)


def lay_as_written(s: Popcorn, e: Claimed) -> None:
    """A lay of the seat, and of the rank, that the record has."""
    seat, places = e.seat, s.places
    if s.phase != "play":
        if s.unsure:
            reopen(s)
        begin_play(s)
    close_last(s)
    if s.phase != "play":
        s.late = s.late or s.how == "played"
        put_down(s, e)
        forget_lay(s)
        tidy(s)
        return
    least, most = put_down(s, e)
    s.layer, s.laid_line, s.claimed, s.open = seat, s.line, e.count, True
    s.strayed = s.skipped = ()
    s.listed = e.cards is not None
    s.counted = s.listed or e.laid is not None
    s.faulted = s.counted and least != e.count and wrong_number(s, e.count, least) is not None
    s.turn, s.rank = after(s, seat), RANKS.index(e.rank)
    s.lays[seat] += 1
    known = places.known[len(s.players) + 1]
    s.told_lay = 0 < known.bit_count() == least == most
    if s.told_lay:
        s.told[seat] += 1
        if known & ~OF_RANK[s.rank] or least != e.count:
            s.bluffs[seat] += 1
    tidy(s)


def put_down(s: Popcorn, e: Claimed) -> tuple[int, int]:
    """The cards go from the hand to the pile; those laid before lie under them. How many, at least and at most."""
    seat, places, below = e.seat, s.places, len(s.players)
    if places.known[below + 1] or places.most[below + 1]:
        places.take_up(below + 1, below, s.step)
    held, cards = places.known[seat], cards_laid(s, e)
    number, known = held.bit_count(), cards.bit_count()
    s.sizes = (number + places.least[seat], number + places.most[seat])
    if cards & ~held:  # what all saw go to another hand is there still: one of the two is wrong
        cards &= held | ~places.seen[-1]
        known = cards.bit_count()
    least, most = number_laid(s, e)
    note_lay(s, seat, most)
    places.lay_down(cards, (least - known, most - known), seat, below + 1, s.step)
    if least != most:
        add_up(s)
    return least, most


def is_true(e: Claimed) -> bool:
    """Whether a claim is known to be true as it is made."""
    cards, rank = e.cards, e.rank
    if cards is None or len(cards) != e.count:
        return False
    for card in cards:  # noqa: SIM110 - asked for every lay
        if card.rank != rank:
            return False
    return True


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
