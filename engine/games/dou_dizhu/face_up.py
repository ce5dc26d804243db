"""DZ-8.1 The face-up card: who got it, and what that says of who spoke first."""

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from msgspec import structs

from upcard.engine.game import Answer, Broken, Cured, InDoubt, Verdict
from upcard.engine.games.dou_dizhu.dealing import drawn_at, drawn_by, show, take
from upcard.engine.games.dou_dizhu.shapes import RANK
from upcard.engine.games.dou_dizhu.table import (
    NOBODY,
    NOT_KNOWN,
    PILE,
    SEATS,
    WIDOW,
    WIDOW_SIZE,
    DouDizhu,
    first_bidder,
    is_untold,
    taken_by,
    was_drawn,
)
from upcard.engine.mechanisms.climbing import cards_in
from upcard.schemas.cards import Card, mask_of
from upcard.schemas.events import Bid, Dealt, Laid, Passed, Played, Shown, Took, TurnedUp

# ---- DZ-1.3, DZ-6.6 Who is said to have got it ---------------------------------------------------------------------


def taker_agrees(s: DouDizhu, e: Dealt) -> Answer:
    """Who got the face-up card is told by the hands, by where it was put, or by the record (DZ-1.3, DZ-6.6)."""
    hands = lists_of(e)
    drawn = drawn_by(s if e.first is None or e.first >= SEATS else replace(s, drawer=e.first))
    said = [place for place in (s.taker, NOT_KNOWN if e.taker is None else e.taker) if 0 <= place <= WIDOW]
    holder = None
    if s.upcard is not None and s.upcard in RANK:
        holder = next((place for place, cards in enumerate(hands) if s.upcard.bit and s.upcard in (cards or ())), None)
        place = next((place for place in (drawn, *reversed(said)) if place is not None), None)
        if holder is None and (absent := not_there(s.upcard, place, hands)):
            return absent
    if drawn is not None and holder not in {None, drawn}:
        says = f"by where it was put {whose(drawn)} drew the face-up card; {whose(holder)} has it"
        return Broken(says=says, kind="contradiction")
    told = next((place for place in (holder, drawn, *said) if place is not None), None)
    wrong = next((place for place in said if place != told), None)
    if wrong is None:
        return None
    wholly = all(cards and all(card.known for card in cards) for cards in hands[:SEATS])
    says = f"{whose(wrong)} was said to have got the face-up card; {whose(told)} did"
    return Broken(seat=wrong if wrong < SEATS else None, says=says, kind="testimony" if wholly else "contradiction")


def lists_of(e: Dealt) -> list[tuple[Card, ...] | None]:
    """The lists of a deal, by place: the hands, the widow."""
    hands = [*(e.hands or ())[:SEATS], None, None, None][:SEATS]
    return [*hands, (e.places or {}).get("widow")]


def not_there(card: Card, place: int | None, hands: list[tuple[Card, ...] | None]) -> Answer:
    """Whether the hand that must have the face-up card is wholly listed without it."""
    listed = hands[place] if place is not None else None
    if not listed or any(one not in RANK or may_be(one, card) for one in listed):
        return None
    return Broken(says=f"{card} was drawn by {whose(place)}, whose cards are listed without it", kind="contradiction")


def may_be(one: Card, other: Card) -> bool:
    """Whether two cards, of either of which perhaps no more than the rank is known, may be the same."""
    return one == other if one.bit and other.bit else RANK[one] == RANK[other]


def whose(place: int | None) -> str:
    """A seat or the widow in words."""
    return "nobody" if place == WIDOW else f"seat {place}"


def taker_is_known(s: DouDizhu, e: TurnedUp) -> Answer:
    """It is seen once who got the face-up card, and no list says otherwise (DZ-8.1)."""
    if e.seat is not None and e.seat >= SEATS:  # which is told by itself
        return None
    place = WIDOW if e.place == "widow" else e.seat
    if place is None and e.position is not None:
        place = drawn_at(e.position, s.drawer)
    if place is None or s.phase != "auction" or place > WIDOW:
        return None
    was = taken_by(s)
    if was == place:
        return None
    if was >= 0:
        return Broken(says=f"{whose(place)} was seen to have the face-up card; {whose(was)} has it")
    if e.card.bit and not s.places.fits(e.card.bit, place):
        return Broken(says=f"{whose(place)} cannot have {e.card}")
    if s.opener < 0 or s.gap:
        return None
    if e.card.bit and place != WIDOW:  # what is seen settles what was in doubt
        return excused(s) if place != s.opener else None
    return told_now(s, {place})


# ---- DZ-1.2, DZ-8.1 Who had to speak first -------------------------------------------------------------------------


def taker_speaks_first(s: DouDizhu, e: Bid | Passed) -> Answer:
    """Who got the face-up card speaks first (DZ-1.2); if nobody did, the cards are dealt anew or who drew first does."""
    seat = e.seat
    if s.phase != "auction" or s.gap or s.opener >= 0 or seat >= SEATS:
        return None
    first = first_bidder(s)
    if first == NOBODY:
        return no_redeal()
    if first < 0:
        opened = replace(s, opener=seat, opened_at=s.line)
        known = wrongly_opened(opened, may_have_got_it(s)) if is_untold(opened) else []
        return known or may_be_elsewhere(s, seat)
    if seat == first:
        return None
    if taken_by(s) == WIDOW:
        says = f"seat {seat} spoke first; nobody drew the face-up card, and seat {first} drew the first card"
        return Broken(seat=seat, says=says, clause="DZ-1.4")
    return Broken(seat=seat, says=f"seat {seat} spoke first; seat {first} got the face-up card")


def no_redeal(at: int | None = None) -> Broken:
    """The face-up card lay in the widow, and the hand went on."""
    says = "nobody drew the face-up card, and the cards were not dealt anew"
    return Broken(says=says, at=at, clause="DZ-1.4", name="no_redeal")


def may_be_elsewhere(s: DouDizhu, seat: int) -> list[InDoubt]:
    """Whether another seat than the one that spoke first got the face-up card shows when it is laid (DZ-8.1)."""
    bit = s.upcard.bit if s.upcard is not None else 0
    if not bit or bit & s.places.located:
        return []
    others = [other for other in range(SEATS) if other != seat and s.places.most[other]]
    says = f"seat {seat} spoke first; another got the face-up card"
    return [InDoubt(cards=bit, seat=other, blames=seat, says=says) for other in others]


# ---- DZ-8.1 What shows later ---------------------------------------------------------------------------------------


def may_have_got_it(s: DouDizhu) -> set[int]:
    """The places to which the face-up card may have been dealt, as far as the record tells."""
    bit, places = s.upcard.bit if s.upcard is not None else 0, s.places
    if bit & s.widow:
        return {WIDOW}
    found = {place for place in range(WIDOW + 1) if places.been[place] & bit}
    if WIDOW in found:
        found = {WIDOW}
    elif not found and not bit & places.located:
        found = {place for place in range(WIDOW + 1) if places.most[place] or places.most[PILE]}
    if s.landlord in found and has_widow(s) and not widow_seen(s):
        found.add(WIDOW)
    return found - {WIDOW} if was_drawn(s) and len(found) > 1 else found


def has_widow(s: DouDizhu) -> bool:
    """Whether the landlord has the widow in hand, or had until the hand ended."""
    return s.landlord >= 0 and (s.phase == "play" or (s.phase == "between" and s.how == "played"))


def widow_seen(s: DouDizhu) -> bool:
    """Whether the three cards of the widow were seen: by all, or by the landlord, as the record has them."""
    return (s.widow | s.places.been[WIDOW] & s.places.seen[-1]).bit_count() == WIDOW_SIZE


def wrongly_opened(s: DouDizhu, places: Collection[int], cards: int = 0) -> list[Verdict]:
    """What follows if the face-up card was dealt to one of these places; the widow: nobody drew it. With a new deal
    due for that (DZ-1.4), it is no matter of who spoke first alone, and nobody is named. cards: what shows it.
    """
    if s.opener in places or not places:
        return []
    told = [Cured(line=s.opened_at), *excused(s)]  # the doubts
    at, seat = s.opened_at, s.opener
    if WIDOW not in places:
        who = whose(next(iter(places))) if len(places) == 1 else "another"
        says = f"seat {seat} spoke first; {who} got the face-up card"
        return [*told, Broken(seat=seat, cards=cards, says=says, at=at, clause="DZ-8.1", name="wrong_first_bidder")]
    if s.options.upcard_in_widow == "redeal":
        if len(places) == 1:
            return [Cured(line=at), no_redeal(at)]
        says = f"seat {seat} spoke first; another got the face-up card, or nobody, and the cards were not dealt anew"
        return [*told, Broken(cards=cards, says=says, at=at, clause="DZ-8.1", name="wrong_first_bidder")]
    if s.drawer in {NOBODY, seat}:
        return []
    says, clause = f"seat {seat} spoke first, who neither got the face-up card nor drew the first", "DZ-8.1"
    if len(places) == 1:
        clause = "DZ-1.4"
        says = f"seat {seat} spoke first; nobody drew the face-up card, and seat {s.drawer} drew the first card"
    return [*told, Broken(seat=seat, cards=cards, says=says, at=at, clause=clause, name="wrong_first_bidder")]


UNSAID: Final = ("auction_not_ended", "after_the_auction", "wrong_landlord", "redeal_without_cause", "no_redeal")
"""What is found of an auction that words left out may explain."""


def excused(s: DouDizhu) -> list[Cured]:
    """Another had to speak first: words of the auction may be missing, so that what was done after it was due, by this
    act too.
    """
    return [Cured(line=line, name=name) for line in (*s.unsaid, s.line) for name in UNSAID]


def told_now(s: DouDizhu, places: Collection[int], cards: Collection[Card] = ()) -> Answer:
    """What is known now that the face-up card was dealt to one of these places, and was not before."""
    bit = s.upcard.bit if s.upcard is not None and s.upcard in cards else 0
    before = may_have_got_it(s)
    wrong = [] if wrongly_opened(s, before) else wrongly_opened(s, places, bit)
    return [*wrong, *forced_now(s, before, places, bit)]


# ---- DZ-2.3 Who is forced ------------------------------------------------------------------------------------------


def took_unforced(s: DouDizhu, e: Took) -> Answer:
    """Nobody bid, and another than who spoke first is landlord: wrong if it was for that seat to speak first (DZ-2.3),
    which the face-up card may tell later.
    """
    if not is_untold(s):
        return forced_other(s, e.seat)
    places = may_have_got_it(s)
    places = places & may_have_got_it(seen_after(s, e)) or places
    if places <= rightly_opened(s):
        return forced_other(s, e.seat)
    bit = s.upcard.bit if s.upcard is not None and s.opener in places else 0
    return InDoubt(cards=bit, seat=s.opener, blames=e.seat, says=forced_other(s, e.seat).says) if bit else None


def forced_other(s: DouDizhu, seat: int) -> Broken:
    """Who spoke first was forced to be landlord, and this seat took the widow."""
    return Broken(seat=seat, says=f"seat {seat} took the widow; nobody bid, and seat {s.opener} spoke first")


def rightly_opened(s: DouDizhu) -> set[int]:
    """The places of the face-up card with which who spoke first did so rightly, or nobody was to speak (DZ-1.4)."""
    widow = s.options.upcard_in_widow == "redeal" or s.drawer == s.opener
    return {s.opener, WIDOW} if widow else {s.opener}


def forced_now(s: DouDizhu, before: set[int], places: Collection[int], cards: int) -> list[Verdict]:
    """What follows for who took the widow, if it is known now that who spoke first did so rightly."""
    right = rightly_opened(s)
    if not s.unforced or not places or before <= right or not right.issuperset(places):
        return []
    told = structs.replace(
        forced_other(s, s.landlord), at=s.unforced, cards=cards, clause="DZ-2.4", name="wrong_landlord"
    )
    return [Cured(line=s.unforced, name="wrong_landlord"), told]


# ---- What is laid and shown ----------------------------------------------------------------------------------------


def card_tells(s: DouDizhu, e: Laid | Played) -> Answer:
    """Who lays the face-up card had it from the deal, or from the widow; and who lays all cards without it never had
    it (DZ-8.1).
    """
    seat, cards = e.seat, cards_in(e)
    if not is_untold(s) or s.phase not in {"auction", "widow", "play"} or seat >= SEATS:
        return None
    located = s.places.located
    face_up = s.upcard.bit  # type: ignore[union-attr]  # `is_untold` asks for it
    if face_up & (located | s.widow) or any(face_up & been for been in s.places.been):
        return None  # nothing new
    if mask_of(cards) & located & ~s.places.known[seat]:
        return None  # written wrongly
    if s.upcard not in cards:
        gone = {seat, WIDOW} if seat == s.landlord else {seat}
        return told_now(s, may_have_got_it(s) - gone) if is_last(s, seat, cards) else None
    from_widow = seat == s.landlord and s.phase != "auction" and not widow_seen(s)
    return told_now(s, {seat, WIDOW} if from_widow and not was_drawn(s) else {seat}, cards)


def is_last(s: DouDizhu, seat: int, cards: tuple[Card, ...]) -> bool:
    """Whether a seat lays the last of its cards of which it is not known what they are."""
    most = 0 if s.places.most[PILE] else s.places.most[seat]
    return all(card.bit for card in cards) and 0 < most <= sum(not card.bit & s.places.known[seat] for card in cards)


def showing_tells(s: DouDizhu, e: Shown | Took) -> Answer:
    """Cards that are shown, and the widow as it is taken, may tell who got the face-up card (DZ-1.4, DZ-8.1)."""
    if not is_untold(s) or (isinstance(e, Shown) and e.hand not in {None, s.hand}):
        return None
    after = seen_after(s, e)
    return told_now(s, may_have_got_it(after), e.cards or ()) if after.hand == s.hand else None


def seen_after(s: DouDizhu, e: Shown | Took) -> DouDizhu:
    """How the table stands once cards were shown, or the widow was taken."""
    after = s.copied()
    after.line = s.line
    if isinstance(e, Shown):
        show(after, e)
    else:
        take(after, e)
    return after
