"""PL-4 Play: what a card does that is played, and who wins a trick."""

from collections.abc import Mapping, Sequence

from upcard.engine.game import Stretch
from upcard.engine.games.pluck.dealing import fill_hands, make_room
from upcard.engine.games.pluck.leads import are_broken
from upcard.engine.games.pluck.moves import pass_unwritten
from upcard.engine.games.pluck.proofs import EXCUSES
from upcard.engine.games.pluck.scoring import settle
from upcard.engine.games.pluck.table import (
    LOWEST,
    PACK,
    POWERS,
    SEATS,
    SIZE,
    TABLE,
    Pluck,
    next_seat,
    suit_mask,
    winner_of,
)
from upcard.engine.mechanisms.corrections import (
    change,
    changed_nothing,
    exchange_missed,
    is_again,
    take_change_back,
    taken_for_play,
)
from upcard.engine.mechanisms.strays import is_settled, plays_twice, put_strange, watch, written_for, written_twice
from upcard.engine.mechanisms.trick_play import owed_to_leader, put, trick_of
from upcard.engine.mechanisms.trick_run import NONE, Tricks, run
from upcard.engine.mechanisms.tricks import winner
from upcard.schemas.cards import UNKNOWN, Card
from upcard.schemas.events import Corrected, Played


def play(s: Pluck, e: Played) -> None:
    """A card goes to the trick; three make it full. What cannot have been played stands for a card not known."""
    if s.changed and changed_nothing(s, e):
        take_back(s)
    if e.seat >= SEATS or not begin_play(s) or written_twice(s, e.seat, e.card, TABLE):
        return
    due = next_seat(s)
    seat, card = played_by(s, e, due), as_seen(s, e.card)
    if not card.bit:
        s.places.forget(seat)  # it may be any of the hand
    pass_unwritten(s, seat, card)
    may_lead = s.turn >= 0 or s.gap or not s.winners or may_have_won(s, seat)
    strange = 0 <= due != seat or plays_twice(s, seat, SEATS)
    if len(s.cards) - s.first == SEATS:
        s.blurred = strange and swaps_lead(s, seat, card)
        if s.blurred:
            decide(s, len(s.winners) - 1, -1)
    elif plays_twice(s, seat, SEATS):
        lose_winners(s)
    if strange or not is_settled(s):
        watch(s, seat, due, SEATS)
        s.early = [] if s.gap else s.early  # what was led is told no more
    elif not s.cards and card != LOWEST:
        s.shaky = due < 0  # the lead of the lowest club may have been left out
    placed = put_strange(s, seat, card, TABLE, SEATS) if strange else put(s, seat, card, TABLE, SEATS)
    if placed:
        after_card(s, seat, card, placed, may_lead=may_lead)
    s.unruly = s.blurred or not is_settled(s)


def play_on(s: Pluck, ahead: Stretch) -> int:
    """The same of cards that need no judging: in turn, of a suit that may be played or led, and nothing that was passed
    on or led before hangs on those that come to light.
    """
    shows = may_show(s)
    return run(s, ahead, TRICKS, shows, [s.trumps] * SEATS if s.broke < 0 else NONE) if shows else 0


def may_show(s: Pluck) -> Sequence[int]:
    """By seat, the cards that may come to light without a word; empty after something strange."""
    if s.phase != "play" or s.unruly or not s.cards or not s.trump or len(s.early) > 1:
        return ()
    if s.dark and not EXCUSES & ~s.places.located:
        return ()
    excuses = EXCUSES if s.dark else 0
    return [PACK & ~(higher | excuses) for higher in s.above]


def begin_play(s: Pluck) -> bool:
    """Play begins, whether or not deal and trump were written down. False: no hand is on."""
    if s.phase == "between":
        s.astray = True
        return False
    if s.phase != "play":
        fill_hands(s)
        make_room(s)
        s.phase = "play"
    return True


def played_by(s: Pluck, e: Played, due: int) -> int:
    """Who played a card: another than was written, if it is known in the hand of the seat whose turn it is."""
    return written_for(s.places, due, e)


def as_seen(s: Pluck, card: Card) -> Card:
    """The card as it can have been played. One that lay on the table before was written wrongly, now or then; the trick
    that it lay in then was won by who led the next.
    """
    if not card.bit & s.places.known[TABLE]:
        return card if not card.bit or card.bit & PACK else UNKNOWN
    if card in s.cards and not s.gap:
        at, s.unsure = s.cards.index(card), True
        if at >= s.first:
            s.cards[at] = UNKNOWN
        elif s.winners[at // SEATS] != s.by[at // SEATS * SEATS + SEATS]:
            decide(s, at // SEATS, s.by[at // SEATS * SEATS + SEATS])
    return UNKNOWN


def sure_winner(s: Pluck) -> int:
    """Who wins the trick, or -1 if who leads next must tell."""
    won = -1 if s.blurred else winner_of(s, s.first)
    return won if not s.shaky or won < 0 or won == winner_of(s, s.first, led=1) else -1


def lose_winners(s: Pluck) -> None:
    """A play was left out, nobody knows where: who won is not sure of tricks led by the seat that led this one, nor of the
    trick before them.
    """
    for trick in range(s.first - SEATS, -1, -SEATS):
        decide(s, trick // SEATS, -1)
        if s.by[trick] != s.by[s.first]:
            return


def swaps_lead(s: Pluck, seat: int, card: Card) -> bool:
    """Whether who played last to a trick leads the next out of turn with a card that would have won it: the two cards of
    this seat may have been written in the wrong order.
    """
    if not card.bit or seat != s.by[-1]:
        return False
    twin = s.copied()
    twin.cards[-1] = card
    return winner_of(twin, twin.first) == seat


def decide(s: Pluck, trick: int, won: int) -> None:
    """Another seat has won a trick than it seemed."""
    if s.winners[trick] >= 0:
        s.taken[s.winners[trick]] -= 1
    s.winners[trick] = won
    if won >= 0:
        s.taken[won] += 1


def after_card(s: Pluck, seat: int, card: Card, placed: int, *, may_lead: bool) -> None:
    """What the first, second or third card of a trick does."""
    if placed == 1:
        if may_lead:
            lead_in_turn(s, seat, card)
        else:
            lead(s, card)
    s.turn = SEATS - seat - s.by[s.first] if placed == SEATS - 1 else (seat + 1) % SEATS  # 2: the third of 0, 1 and 2
    bit = card.bit
    if s.shaky:
        s.unsure |= not bit or bool(bit & s.trumps)
    elif s.broke < 0 and (not bit or (placed > 1 and bit & s.trumps and s.led != s.trumps)):
        s.broke = len(s.cards) - 1  # a card that nobody told us may have broken them
    if placed == SEATS:
        win_trick(s)


def lead(s: Pluck, card: Card) -> None:
    """A card is led; a trump that others had not broken may break them, or may have been led too early (PL-4.3)."""
    s.led = suit_mask(s, card)
    if card.bit & s.trumps and s.first and not are_broken(s):
        s.early.append(s.first)


def lead_in_turn(s: Pluck, seat: int, card: Card) -> Mapping[Card, int] | None:
    """The same of who may have won the last trick: if that could not be told, it has. Returns how strong each card is."""
    if not s.blurred and owed_to_leader(s, seat):
        s.taken[seat] += 1
    lead(s, card)
    return powers(s)


def may_have_won(s: Pluck, seat: int) -> bool:
    """Whether a seat may have won the last trick, in which a card is not known: no card that is beats its own. Where it
    is not sure what was led, it has won whichever of two cards that was.
    """
    if s.shaky and s.trump:
        return seat in {winner_of(s, s.first), winner_of(s, s.first, led=1), -1}
    strength = POWERS[s.trump][s.led] if s.trump and s.cards[s.first].known else {}
    own = [
        strength.get(card, -1)
        for card, player in zip(s.cards[s.first :], s.by[s.first :], strict=True)
        if player == seat
    ]
    return not own or -1 in own or max(own) == max(strength[card] for card in s.cards[s.first :])


def powers(s: Pluck) -> Mapping[Card, int] | None:
    """How strong each card is in a trick, if it is clear what was led, and what is trump."""
    return POWERS[s.trump][s.led] if s.trump and not (s.unruly or s.shaky or s.blurred) else None


def win_trick(s: Pluck, won: int | None = None) -> None:
    """The highest card wins (G-4), if all three cards are known, and trump is, or makes no difference. won: by whom."""
    if won is None:
        strength = powers(s)
        won = sure_winner(s) if strength is None else winner(*trick_of(s), strength)
    if won >= 0:
        s.taken[won] += 1
    s.winners.append(won)
    s.turn = won
    if len(s.winners) == SIZE:
        settle(s, "played")


TRICKS = Tricks.of(TABLE, SEATS, (SIZE,), lead_in_turn, win_trick)


# ---- G-14 A revoke put right ---------------------------------------------------------------------------------------


def correct(s: Pluck, e: Corrected) -> None:
    """A card of the trick goes back to the hand, and another takes its place, whether or not the table allows it."""
    seats = s.by[s.first :]
    if s.phase != "play" or e.seat >= SEATS or e.card.bit & ~PACK or is_again(s, e):
        return
    if taken_for_play(s, e, SEATS, play):
        return
    if s.gap:
        exchange_missed(s, e.seat, e.card, TABLE)
    if s.gap or e.seat not in seats:
        return
    place = seats.index(e.seat)
    at = s.first + place
    change(s, place, e.card, TABLE)
    s.broke = -1 if s.broke >= s.first else s.broke
    if not place:
        s.early = [other for other in s.early if other != at]
        lead(s, e.card)
    if s.broke < 0:
        s.broke = broken_in_trick(s)
    if len(seats) == SEATS:
        last = s.winners.pop()
        if last >= 0:
            s.taken[last] -= 1
        win_trick(s)


def take_back(s: Pluck) -> None:
    """A change that was taken for a play was none (G-14)."""
    take_change_back(s, TABLE)
    s.broke = s.broke if s.broke < len(s.cards) else -1


def broken_in_trick(s: Pluck) -> int:
    """Where in the last trick trumps were broken, or -1."""
    for at in range(s.first, len(s.cards)):
        bit = s.cards[at].bit
        if not bit or (at > s.first and bit & s.trumps and s.led != s.trumps):
            return at
    return -1
