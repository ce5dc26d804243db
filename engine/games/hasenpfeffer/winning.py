"""HP-3.2, G-4 Who has won a trick, or may have, as far as its cards are known."""

from collections.abc import Sequence
from functools import partial

from upcard.engine.game import Broken
from upcard.engine.games.hasenpfeffer.table import LED_BY, PACK, POWERS, Hasenpfeffer
from upcard.engine.mechanisms.left_out import TrickRules, missing_from
from upcard.engine.mechanisms.trick_play import trick_of
from upcard.engine.mechanisms.tricks import winner
from upcard.schemas.cards import UNKNOWN, Card


def may_have_won(s: Hasenpfeffer) -> list[int]:
    """Who may have won the trick on the table. Where one has led in the turn of another, the two lines may have changed
    places.
    """
    cards, seats = trick_of(s)
    heirs = winners_of(s, cards, seats)
    if s.ousted not in seats or not all(card.bit for card in cards):
        return heirs
    first = seats.index(s.ousted)
    return sorted({*heirs, *winners_of(s, [cards[first], *cards], [s.ousted, *seats])})


def winners_of(s: Hasenpfeffer, cards: Sequence[Card], seats: Sequence[int]) -> list[int]:
    """Who may have won these cards, as far as they are known; the first was led."""
    if not s.trump or not cards[0].bit:
        return sorted(seats)
    strength = POWERS[s.trump][LED_BY[s.trump][cards[0]]]
    if all(card.bit for card in cards):
        return [winner(cards, seats, strength)]
    best = max(strength[card] for card in cards)
    return sorted(seat for card, seat in zip(cards, seats, strict=True) if strength[card] in {-1, best})


def win_again(s: Hasenpfeffer, at: int, seat: int) -> None:
    """A card played before (its place among them) was written wrongly: who has won its trick is shown by who led next."""
    s.cards[at] = UNKNOWN
    first, number = at - at % 4, at // 4
    if number >= len(s.winners):
        s.led = s.led if at % 4 else 0
        return
    heirs = winners_of(s, s.cards[first : first + 4], s.by[first : first + 4])
    leader = s.by[first + 4] if len(s.by) > first + 4 else seat
    won = leader if leader in heirs else heirs[0] if len(heirs) == 1 else -1
    for one, more in ((s.winners[number], -1), (won, 1)):
        if one >= 0:
            s.taken[one & 1] += more
    s.winners[number] = won


def led_by_loser(s: Hasenpfeffer, seat: int, card: Card) -> Broken | None:
    """It is not known who won the last trick; but this seat did not."""
    if not s.heirs or seat in s.heirs:
        return None
    says = f"seat {seat} led; the last trick went to seat {' or '.join(map(str, s.heirs))}"
    return Broken(seat=seat, cards=card.bit, says=says)


def missing_play(s: Hasenpfeffer, cards: Sequence[Card], by: Sequence[int]) -> int:
    """Where in the plays one may have been left out, or -1."""
    tricks = TrickRules(partial(won_with, s), partial(suit_of_lead, s), PACK, size=4)
    return missing_from(cards, by, tricks, s.places, s.declarer)


def won_with(s: Hasenpfeffer, cards: Sequence[Card], seats: Sequence[int]) -> int:
    """Who wins a trick of these cards, or -1."""
    return winner(cards, seats, POWERS[s.trump][LED_BY[s.trump][cards[0]]]) if s.trump else -1


def suit_of_lead(s: Hasenpfeffer, card: Card) -> int:
    """The cards that follow this one when it is led; none if that cannot be told."""
    return LED_BY[s.trump][card] if s.trump else 0
