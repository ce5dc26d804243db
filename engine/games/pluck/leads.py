"""PL-4.2, PL-4.3 Leading trumps: whether they are broken, and leads that hang on earlier ones."""

from collections.abc import Sequence

from upcard.engine.game import Answer, Broken, Cured, InDoubt, Verdict
from upcard.engine.games.pluck.table import PACK, SEATS, Pluck, next_seat, place_before, told_by_room
from upcard.engine.mechanisms.strays import may_be_no_lead, plays_twice, suspects
from upcard.schemas.cards import mask_of
from upcard.schemas.events import Corrected, Played, Shown


def are_broken(s: Pluck) -> bool:
    """Whether trumps were broken by a trump that did not follow, or are from the start (PL-4.2)."""
    return s.broke >= 0 or (s.trump == "c" and s.options.clubs_trump_prebroken)


def had_plain(s: Pluck, lead: int) -> bool | None:
    """Whether the leader of this card (a place in the plays) had a card that is no trump, too; None: cannot be told."""
    seat, plain, unknown = s.by[lead], PACK & ~s.trumps, False
    for card, player in zip(s.cards[lead + 1 :], s.by[lead + 1 :], strict=True):
        if player == seat:
            if card.bit & plain & s.places.been[seat]:
                return True
            unknown |= not card.bit & s.places.been[seat]  # not told, or out of turn: it may have been another's
    held = s.places.held(seat, plain)
    return None if unknown and held is False else held


def last_leads(s: Pluck, leads: Sequence[int]) -> dict[int, bool | None]:
    """By seat that led a trump, whether it had another card the last time it did."""
    return {seat: had_plain(s, lead) for seat, lead in {s.by[lead]: lead for lead in leads}.items()}


def trumps_are_open(s: Pluck) -> bool | None:
    """Whether a trump may be led by who has other cards: broken, by a discard or a seat that had nothing else."""
    if are_broken(s):
        return True
    if s.unsure:
        return None
    had = last_leads(s, s.early).values()
    return True if False in had else None if None in had else False


def trump_may_be_led(s: Pluck, e: Played) -> Answer:
    """No trump is led until trumps are broken, but by who has nothing else (PL-4.2, PL-4.3).

    Who led one before had broken them with it, if it had nothing else; an irregular lead breaks nothing (PL-7.1).
    """
    before = place_before(s, e)
    if before >= 0:  # it may have been another card then, and have broken trumps
        return [Cured(line) for line in s.lines[before // SEATS * SEATS :: SEATS]]
    if s.phase == "play" and e.seat != s.turn and plays_twice(s, e.seat, SEATS):
        return [Cured(line) for line in suspects(s, e.seat, SEATS)]
    if not e.card.bit & s.trumps:
        told = len(s.early) > 1 and s.turn in {-1, e.seat}  # out of turn it may have been another's
        return earlier_trump_leads(s, e.seat, e.card.bit) if told else None
    if s.broke >= 0 or not s.cards or len(s.cards) - s.first not in {0, SEATS}:
        return None
    if s.phase != "play" or s.gap or e.seat >= SEATS or s.unsure or are_broken(s):
        return None
    if may_be_no_lead(s, e.seat, next_seat(s), SEATS) or not s.places.fits(e.card.bit, e.seat):
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
    return told_by_room(s.places, InDoubt(seat=unknown[0], cards=plain & ~s.places.located, blames=e.seat))


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
    if s.phase != "play" or s.gap or s.unsure or not came & plain or all(s.by[lead] != seat for lead in leads):
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
