"""TR-3.1 and the slips of the scribe: turns and suits, and what plays left out, doubled or in the wrong order leave certain
of tricks and of what was told. Where that explains what is seen as well as a breach does, nobody is accused.
"""

from collections.abc import Sequence
from functools import partial

from upcard.engine.game import Answer, Broken, Cured
from upcard.engine.games.tresette.deal import is_opening, lose_tricks, no_hand, off_by
from upcard.engine.games.tresette.table import SEATS, STRENGTHS, TABLE, Count, Tresette, after, said_counts
from upcard.engine.mechanisms.dealers import is_off_again, off_again
from upcard.engine.mechanisms.forty import FORTY, suit_led, swaps_lead, trick_winner
from upcard.engine.mechanisms.hands import may_leave
from upcard.engine.mechanisms.left_out import TrickRules, missing_from
from upcard.engine.mechanisms.strays import (
    closes_late,
    doubt_hands,
    goes_on_after,
    has_played,
    is_doubled,
    leads_wrongly,
    plays_twice,
    watch_turn,
)
from upcard.engine.mechanisms.trick_play import open_cards, trick_of
from upcard.engine.mechanisms.tricks import keeps_suit, out_of_turn, winner
from upcard.schemas.cards import Card
from upcard.schemas.events import Played


def is_written_before(s: Tresette, seat: int, card: Card) -> bool:
    """Whether a play was written before: by who just played, by who is not next, or before tricks were lost."""
    return bool(card.bit & s.places.known[TABLE]) and (s.gap or is_doubled(s, seat, card))


def was_doubled(s: Tresette, seat: int) -> bool:
    """Whether a seat plays once more after a card that it had played before: that line may have been written twice."""
    return s.repeated > 0 and not s.gap and s.lines[-1:] == [s.repeated] and s.by[-1] == seat


def may_be_ahead(s: Tresette, seat: int) -> bool:
    """Whether who led the last trick, or closed it, leads this one though another won it: the last card of that trick
    may have been a lead, and the card before it have been left out, or be written here.
    """
    return leads_wrongly(s, seat, SEATS) and seat in {s.by[s.first], s.by[-1]}


def ahead(s: Tresette, at: int, leader: int) -> list[int]:
    """The lines of cards that may belong to another trick, if a card was left out before: as long as each trick is led
    by the seat that led the one before, its last card may be a lead. at: where the trick of this leader begins.
    """
    lines: list[int] = [s.lines[at - 1]] if at and s.by[at - 1] == leader else []
    while at >= SEATS and s.by[at - SEATS] == leader:
        at -= SEATS
        further = at >= SEATS and s.by[at - SEATS] == leader
        lines += s.lines[at if further else at + SEATS - 1 : at + SEATS]
    return lines


def watch(s: Tresette, seat: int) -> None:
    """Note what shows that a play may be missing in the record; what was told then proves nothing."""
    s.wary = s.wary or s.turn >= 0
    if was_doubled(s, seat) or plays_twice(s, seat, SEATS):
        doubt_hands(s, seat)
        lose_tricks(s)
        s.slipped, s.said = True, []
    elif not s.gap:
        leads = not open_cards(s, SEATS)
        if leads or seat != s.turn:
            forget_said(s, seat)
        watch_turn(s, seat, s.turn, SEATS, s.way)
        if leads:
            s.passed = s.turn if is_strange(s, seat) else -1
        elif seat == s.passed != s.turn and len(s.cards) == 1:
            s.off = 0  # who was to lead plays right after the first card: those two lines may be in the wrong order


def forget_said(s: Tresette, seat: int) -> None:
    """What was told when a card may have been missing proves nothing."""
    told = said_in_doubt(s, seat) if s.said and is_strange(s, seat) else []
    if told:
        s.said = [number for row in said_counts(s) if row not in told for number in row]


def could_win(s: Tresette) -> set[int]:
    """Who may have won the last trick, if another of its cards was led than the record says."""
    cards, seats = trick_of(s)
    return {winner(cards, seats, STRENGTHS[suit_led(card)]) for card in cards}


def may_lead(s: Tresette, seat: int) -> bool:
    """Whether a seat leads that won the last trick if not the first card of it was led but another: where that trick
    began out of turn, two lines may have been swapped.
    """
    full = s.phase == "play" and not s.gap and s.turn >= 0 and len(s.cards) - s.first == SEATS
    return full and s.shaky and seat in could_win(s)


def may_be_swapped(s: Tresette, seat: int, card: Card) -> bool:
    """Whether the last card of a trick and the next lead, both of one seat, may stand in the wrong order: with this card
    that seat would have won the trick.
    """
    return swaps_lead(s, seat, card, STRENGTHS)


def is_strange(s: Tresette, seat: int) -> bool:
    """Whether a card of this seat is out of turn."""
    if seat == s.turn or s.turn < 0 or s.phase == "between" or may_lead(s, seat) or shows_dealer(s, seat):
        return False
    return not (seat == s.passed and open_cards(s, SEATS) == 1)  # who was to lead plays after all


def shows_dealer(s: Tresette, seat: int) -> bool:
    """Whether who leads first shows that the one line is wrong that says who dealt (G-8)."""
    return s.lone > 0 and is_opening(s) and is_off_again(s, off_by(s, seat))


def said_while_passed(s: Tresette) -> list[Count]:
    """The counts told since the last card by who was to play next and was passed over: that seat may have played."""
    last = s.lines[-1] if s.lines else 0
    between = len(s.cards) - s.first == SEATS  # of a lead left out they may have told already
    return [row for row in said_counts(s) if row[-1] > last and (row[0] == s.turn or (between and row[2]))]


def said_in_doubt(s: Tresette, seat: int) -> list[Count]:
    """The counts told when a card may have been missing in the record, as this one out of turn shows."""
    if not plays_twice(s, seat, SEATS) and not may_be_ahead(s, seat):
        return said_while_passed(s)
    sure = sure_until(s, seat)
    return [row for row in said_counts(s) if row[-1] > sure]


def sure_until(s: Tresette, seat: int) -> int:
    """The line of the last card after which a card may have been left out, as this one out of turn shows."""
    if plays_twice(s, seat, SEATS):
        in_doubt = [*s.lines[s.first :], *ahead(s, s.first, s.by[s.first])]
    elif may_be_ahead(s, seat):
        in_doubt = ahead(s, len(s.cards), seat)
    else:
        return s.lines[-1] if s.lines else 0
    place = s.lines.index(min(in_doubt))
    return s.lines[place - 1] if place else 0


# ---- What is wrong ---------------------------------------------------------------------------------------------------


def turn_is_kept(s: Tresette, e: Played) -> Answer:
    """Who plays is who is next; the winner of a trick leads (G-13)."""
    seat = e.seat
    if s.turn == seat and s.phase == "play":
        return None
    if seat >= SEATS:
        return Broken(says=f"no seat {seat} at this table", kind="contradiction", clause="G-5")
    if s.phase == "between":
        if s.astray and has_played(s, seat, e.card):
            return None
        return no_hand(s, seat, "a card was played", "after_the_hand", e.card.bit & FORTY)
    if shows_dealer(s, seat):
        asked = [line for by, line in s.asked if by == seat or line < s.off_at]
        return [*off_again(s, seat), *(Cured(line, name="asker") for line in asked)]
    if s.turn < 0:
        return leader_is_due(s, seat, e.card)
    if s.gap or not is_strange(s, seat) or goes_on_after(s, seat, SEATS, s.way) or s.strays:
        return None  # who was passed over plays after all, or the record was wrong where that was told
    doubled = is_written_before(s, seat, e.card) or was_doubled(s, seat)
    return None if doubled else out_of_turn(seat, s.turn, e.card)


def leader_is_due(s: Tresette, seat: int, card: Card) -> Broken | None:
    """Where the same dealer may have dealt again, or the next, one of two seats leads."""
    if s.gap or s.cards or s.dealer < 0:
        return None
    first = after(s, s.dealer)
    second = after(s, first)
    if seat in {first, second}:
        return None
    says = f"seat {seat} played; it was the turn of seat {first} or {second}"
    return Broken(seat=seat, cards=card.bit, says=says)


def missing_play(s: Tresette, cards: Sequence[Card], by: Sequence[int]) -> int:
    """Where in the plays one may have been left out, or -1."""
    tricks = TrickRules(partial(trick_winner, STRENGTHS), suit_led, FORTY, SEATS, s.way)
    return missing_from(cards, by, tricks, s.places)


def suit_is_kept(s: Tresette, e: Played) -> Answer:
    """Keep the suit led when you can (TR-3.1). What was said of cards that may have been written wrongly is withdrawn."""
    seat, bit, size = e.seat, e.card.bit, len(s.cards) - s.first
    if s.phase != "play" or s.gap or seat >= SEATS or (seat == s.turn and bit & s.led and not s.strays):
        return None
    strange = (seat != s.turn and is_strange(s, seat)) or bool(s.strays)
    if strange and not is_written_before(s, seat, e.card):
        if may_be_ahead(s, seat):
            return [Cured(line) for line in ahead(s, len(s.cards), seat)]
        if plays_twice(s, seat, SEATS):
            return [Cured(line) for line in (*s.lines[s.first :], *ahead(s, s.first, s.by[s.first]))]
    if not s.led or bit & s.led or size == SEATS or s.shaky or bit & ~FORTY or not may_leave(s.places, seat, e.card):
        return None  # also a card written wrongly, or held by another: it proves nothing of this hand
    if strange and (plays_twice(s, seat, SEATS) or closes_late(s, seat, SEATS, s.way)):
        return None
    return keeps_suit(s.places, seat, e.card, s.led)
