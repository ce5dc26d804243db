"""PL-4 Play: the first lead, tricks, suits, and cards that cannot be where they were seen."""

from collections.abc import Sequence

from upcard.engine.game import Answer, Broken, InDoubt, Verdict
from upcard.engine.games.pluck.dealing import fill_hands, make_room
from upcard.engine.games.pluck.proofs import EXCUSES
from upcard.engine.games.pluck.scoring import settle
from upcard.engine.games.pluck.table import LOWEST, PACK, POWERS, SEATS, SIZE, TABLE, Pluck, suit_mask
from upcard.engine.mechanisms.impossible import impossible
from upcard.engine.mechanisms.trick_play import exchange, owed_to_leader, put, put_plainly, revoke_put_right
from upcard.engine.mechanisms.tricks import keeps_suit, out_of_turn, winner
from upcard.schemas.cards import Card, mask_of
from upcard.schemas.events import Corrected, Played, Shown


def play(s: Pluck, e: Played) -> None:
    """A card goes to the trick; three make it full."""
    seat, card = e.seat, e.card
    if s.phase != "play":
        if s.phase == "between":
            return
        fill_hands(s)
        make_room(s)
        s.phase = "play"
    bit = card.bit
    if seat >= SEATS:
        return
    if not bit & PACK:
        if bit:
            return
        s.places.forget(seat)  # it may be any of the hand
    may_lead = s.turn >= 0 or s.gap or not s.winners or may_have_won(s, seat)
    placed = put(s, seat, card, TABLE, SEATS)
    if placed:
        if placed == 1 and may_lead and owed_to_leader(s, seat):
            s.taken[seat] += 1
        go_on(s, seat, card, placed)


def play_plainly(s: Pluck, e: Played) -> bool:
    """The same of a card that needs no judging: in turn, of a suit that may be played or led, and nothing that was passed
    on or led before hangs on it.
    """
    seat, card = e.seat, e.card
    bit = card.bit
    if seat != s.turn or s.phase != "play" or not s.cards or not s.trump or len(s.early) > 1:
        return False
    if s.dark and not EXCUSES & ~s.places.located & ~bit:
        return False
    if bit & s.trumps and s.broke < 0 and len(s.cards) - s.first == SEATS:
        return False
    if bit & s.above[seat] and not bit & s.places.known[seat]:
        return False
    placed = put_plainly(s, seat, card, TABLE, PACK, SEATS)
    if placed == 1 and owed_to_leader(s, seat):
        s.taken[seat] += 1
    if placed:
        go_on(s, seat, card, placed)
    return placed > 0


def go_on(s: Pluck, seat: int, card: Card, placed: int) -> None:
    """What follows from a card that a seat played as such a one of its trick."""
    s.turn = (seat + 1) % SEATS
    if placed == 1:
        lead(s, card)
    bit = card.bit
    if s.broke < 0 and (not bit or (placed > 1 and bit & s.trumps and s.led != s.trumps)):
        s.broke = len(s.cards) - 1  # a card that nobody told us may have broken them
    if placed == SEATS:
        win_trick(s)


def lead(s: Pluck, card: Card) -> None:
    """A card is led; a trump that others had not broken may break them, or may have been led too early (PL-4.3)."""
    s.led = suit_mask(s, card)
    if card.bit & s.trumps and s.first and not are_broken(s):
        s.early.append(s.first)


def may_have_won(s: Pluck, seat: int) -> bool:
    """Whether a seat may have won the last trick, in which a card is not known: no card that is beats its own."""
    strength = POWERS[s.trump][s.led] if s.trump and s.cards[s.first].known else {}
    own = [
        strength.get(card, -1)
        for card, player in zip(s.cards[s.first :], s.by[s.first :], strict=True)
        if player == seat
    ]
    return not own or -1 in own or max(own) == max(strength[card] for card in s.cards[s.first :])


def win_trick(s: Pluck) -> None:
    """The highest card wins (G-4), if trump and all three cards are known."""
    won = -1
    if s.trump:
        won = winner(s.cards[s.first :], s.by[s.first :], POWERS[s.trump][s.led])
        if won >= 0:
            s.taken[won] += 1
    s.winners.append(won)
    s.turn = won
    if len(s.winners) == SIZE:
        settle(s, "played")


# ---- PL-4.1 The first lead, turns, suits ---------------------------------------------------------------------------


def holder(s: Pluck) -> int:
    """The seat that holds the lowest club and leads, or -1 if that cannot be told."""
    known = s.places.known
    return next((seat for seat in range(SEATS) if known[seat] & LOWEST.bit), -1)


def next_seat(s: Pluck) -> int:
    """Who is to play, or -1."""
    return s.turn if s.cards or s.gap else holder(s)


def turn_is_kept(s: Pluck, e: Played) -> Answer:
    """Who plays is who is next (PL-4.1, G-13)."""
    seat = e.seat
    if seat == s.turn and s.phase == "play":
        return None
    if seat >= SEATS:
        return Broken(says=f"no seat {seat} at this table", kind="contradiction", clause="G-5")
    if s.phase == "between":
        says = "no hand is on"
        return Broken(seat=seat, cards=e.card.bit, says=says, name="after_the_hand", clause="G-5", kind="contradiction")
    if s.gap:
        return None
    if not s.cards:
        return opener_in_turn(s, e)
    return out_of_turn(seat, s.turn, e.card) if s.turn >= 0 else None


def opener_in_turn(s: Pluck, e: Played) -> Answer:
    """Whoever leads first ought to hold the lowest club; another card first may mean that somebody else does."""
    first = holder(s)
    if first == e.seat or e.card == LOWEST or not e.card.bit:
        return None if first in {-1, e.seat} else out_of_turn(e.seat, first, e.card)
    if first >= 0:
        return out_of_turn(e.seat, first, e.card)
    if s.places.located & LOWEST.bit:
        return None
    if s.places.held(e.seat, LOWEST.bit) is False:
        return Broken(seat=e.seat, cards=e.card.bit, says=f"seat {e.seat} led; the holder of {LOWEST} leads first")
    says = f"seat {e.seat} led; the holder of {LOWEST} leads first"
    return [
        InDoubt(seat=seat, cards=LOWEST.bit, blames=e.seat, says=says)
        for seat in range(SEATS)
        if seat != e.seat and s.places.held(seat, LOWEST.bit) is None
    ]


def opens_rightly(s: Pluck, e: Played) -> Answer:
    """The holder of the lowest club leads it to the first trick, after trump was named (PL-4.1, PL-2.3)."""
    if s.cards or s.gap or s.phase == "between" or e.seat >= SEATS:
        return None
    verdicts: list[Verdict] = []
    if not s.trump:
        says = "a card was played before trump was named"
        verdicts.append(Broken(cards=e.card.bit, says=says, name="no_trump", clause="PL-2.3", kind="contradiction"))
    if e.card == LOWEST or not e.card.bit:
        return verdicts
    held = s.places.held(e.seat, LOWEST.bit)
    if held is None:
        verdicts.append(InDoubt(seat=e.seat, cards=LOWEST.bit))
    elif held:
        verdicts.append(Broken(seat=e.seat, cards=LOWEST.bit))
    return verdicts


def suit_is_kept(s: Pluck, e: Played) -> Answer:
    """Follow the suit that was led when you can; the jokers are trumps (PL-4.1, PL-1.3)."""
    if not s.led or e.card.bit & s.led or s.phase != "play":
        return None
    if len(s.cards) - s.first == SEATS or s.gap or e.seat >= SEATS:
        return None
    if not s.trump and e.card.rank == "X":
        return None  # what was led may be trumps
    return keeps_suit(s.places, e.seat, e.card, s.led)


# ---- PL-4.2, PL-4.3 Leading trumps ---------------------------------------------------------------------------------


def are_broken(s: Pluck) -> bool:
    """Whether trumps were broken by a trump that did not follow, or are from the start (PL-4.2)."""
    return s.broke >= 0 or (s.trump == "c" and s.options.clubs_trump_prebroken)


def had_plain(s: Pluck, lead: int) -> bool | None:
    """Whether the leader of this card (a place in the plays) had a card that is no trump, too; None: cannot be told."""
    seat, plain, unknown = s.by[lead], PACK & ~s.trumps, False
    for card, player in zip(s.cards[lead + 1 :], s.by[lead + 1 :], strict=True):
        if player == seat:
            if card.bit & plain:
                return True
            unknown |= not card.bit
    held = s.places.held(seat, plain)
    return None if unknown and held is False else held


def last_leads(s: Pluck, leads: Sequence[int]) -> dict[int, bool | None]:
    """By seat that led a trump, whether it had another card the last time it did."""
    return {seat: had_plain(s, lead) for seat, lead in {s.by[lead]: lead for lead in leads}.items()}


def trumps_are_open(s: Pluck) -> bool | None:
    """Whether a trump may be led by who has other cards: broken, by a discard or a seat that had nothing else."""
    if are_broken(s):
        return True
    had = last_leads(s, s.early).values()
    return True if False in had else None if None in had else False


def trump_may_be_led(s: Pluck, e: Played) -> Answer:
    """No trump is led until trumps are broken, but by who has nothing else (PL-4.2, PL-4.3).

    Who led one before had broken them with it, if it had nothing else; an irregular lead breaks nothing (PL-7.1).
    """
    if not e.card.bit & s.trumps:
        return earlier_trump_leads(s, e.seat, e.card.bit) if len(s.early) > 1 else None
    if s.broke >= 0 or not s.cards or len(s.cards) - s.first not in {0, SEATS}:
        return None
    if s.phase != "play" or s.gap or e.seat >= SEATS or are_broken(s):
        return None
    plain = PACK & ~s.trumps
    had = last_leads(s, s.early)
    had[e.seat] = s.places.held(e.seat, plain)
    if False in had.values():
        return None
    unknown = [seat for seat, held in had.items() if held is None]
    if not unknown:
        return Broken(seat=e.seat, cards=s.places.known[e.seat] & plain)
    if len(unknown) > 1:
        return None
    return InDoubt(seat=unknown[0], cards=plain & ~s.places.located, blames=e.seat)


def earlier_leads_hang(s: Pluck, e: Shown | Corrected) -> Answer:
    """A plain card that is shown, or put in the place of another, tells as much as one that is played."""
    if len(s.early) < 2 or (isinstance(e, Shown) and e.hand not in {None, s.hand}):
        return None
    return earlier_trump_leads(s, e.seat, mask_of(e.cards) if isinstance(e, Shown) else e.card.bit)


def earlier_trump_leads(s: Pluck, seat: int | None, came: int) -> Answer:
    """A plain card of who led a trump shows that this lead broke nothing: then the trump leads after it hang on one
    seat less.
    """
    plain, leads = PACK & ~s.trumps, s.early
    if s.phase != "play" or s.gap or not came & plain or all(s.by[lead] != seat for lead in leads):
        return None
    verdicts: list[Verdict] = []
    for place, lead in enumerate(leads):
        had = last_leads(s, leads[: place + 1])
        unknown = [other for other, held in had.items() if held is None]
        if seat is None or seat not in unknown or len(unknown) != 2 or False in had.values():
            continue
        other = sum(unknown) - seat
        doubtful = plain & ~s.places.located & ~came
        verdicts.append(InDoubt(seat=other, cards=doubtful, at=s.lines[lead], blames=s.by[lead]))
    return verdicts


# ---- What cannot be ------------------------------------------------------------------------------------------------


def card_is_possible(s: Pluck, e: Played | Corrected) -> Answer:
    """No card is seen twice, or where it cannot be (G-5)."""
    seat, bit, places = e.seat, e.card.bit, s.places
    if seat >= SEATS or places.known[seat] & bit or (bit & PACK and places.fits(bit, seat)):
        return None
    if s.phase in {"between", "deal"}:
        return None
    return impossible(places, seat, e.card, PACK)


def show(s: Pluck, e: Shown) -> None:
    """Cards shown are known to be where they were shown."""
    if e.seat is None or e.seat >= SEATS or (e.hand is not None and e.hand != s.hand):
        return
    fill_hands(s)
    for card in e.cards:
        if card.bit & PACK and impossible(s.places, e.seat, card, PACK) is None:
            s.places.show(card.bit, e.seat)


def shown_is_possible(s: Pluck, e: Shown) -> Answer:
    """What is shown was not seen elsewhere (G-5)."""
    if e.seat is None or e.seat >= SEATS or s.phase == "deal" or (e.hand is not None and e.hand != s.hand):
        return None
    faults = (impossible(s.places, e.seat, card, PACK) for card in e.cards)
    return [fault for fault in faults if fault is not None]


# ---- G-14 A revoke put right ---------------------------------------------------------------------------------------


def correct(s: Pluck, e: Corrected) -> None:
    """A card of the trick goes back to the hand, and another takes its place, whether or not the table allows it."""
    seats = s.by[s.first :]
    if s.phase != "play" or s.gap or e.seat not in seats or not e.card.bit & PACK:
        return
    place = seats.index(e.seat)
    at = s.first + place
    exchange(s, place, e.card, TABLE)
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


def broken_in_trick(s: Pluck) -> int:
    """Where in the last trick trumps were broken, or -1."""
    for at in range(s.first, len(s.cards)):
        bit = s.cards[at].bit
        if not bit or (at > s.first and bit & s.trumps and s.led != s.trumps):
            return at
    return -1


def correction_is_allowed(s: Pluck, e: Corrected) -> Answer:
    """Only where the table plays so may a revoker follow after all, while the trick is open (G-14)."""
    if s.gap:
        return None
    if s.phase != "play":
        return Broken(seat=e.seat, says="there was no card to change", clause="G-14")
    return revoke_put_right(s, e, SEATS, allowed=s.options.same_trick_correction)
