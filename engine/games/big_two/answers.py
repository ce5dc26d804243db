"""B2-6.1 How many cards a hand has: what was answered, and what shows later that it was not true."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from upcard.engine.game import Answer, Broken, Cured
from upcard.engine.games.big_two.table import HAND, BigTwo, seats_of
from upcard.engine.games.big_two.twice import repeats
from upcard.engine.mechanisms.climbing import bound, cards_in, may_come_from
from upcard.engine.wording import were
from upcard.schemas.cards import PACK_MASK, mask_of
from upcard.schemas.events import CountAsked, Laid, Played, Scored, Shown


class Said(NamedTuple):
    """An answer about a hand whose size the record does not tell. laid: the cards of that seat laid by then;
    whole: whether nothing was missed since; told: whether it was told that it goes with none of those before,
    or it goes only with such.
    """

    seat: int
    answer: int
    line: int
    laid: int
    whole: bool
    told: bool


# ---- B2-6.1 Counts -------------------------------------------------------------------------------------------------


def answers_truly(s: BigTwo, e: CountAsked) -> Answer:
    """Who is asked says how many cards are left (B2-6.1)."""
    seats = seats_of(s)
    if max(e.seat, e.of) >= seats:
        says = f"no seat {max(e.seat, e.of)} at this table"
        return Broken(says=says, name="no_such_seat", clause="B2-1.1", kind="contradiction")
    if (s.phase == "deal" and s.gap) or (s.phase == "between" and s.how not in {"played", "sheet"}):
        return None
    least, most = at_hand(s, e.of)
    if not least <= e.answer <= most:
        has = str(most) if least == most else f"{least} to {most}"
        says = f"seat {e.of} said {e.answer} when it held {has}"
        ended = s.phase == "between" and not most  # nobody asks who has no cards, nor is told of some
        line = None if ended else anothers(s, e.of, e.answer - most)
        seat = None if ended else e.of
        return Broken(seat=seat, says=says, kind="contradiction" if ended or line else None, against=line)
    if one := at_odds(s, e):
        says = f"seat {e.of} said {e.answer}, which does not go with the {one.answer} it had said before"
        return Broken(seat=e.of, says=says, against=one.line)
    return None


def at_odds(s: BigTwo, e: CountAsked) -> Said | None:
    """The first answer before this one, if it goes with none of them: nobody knows yet which is true."""
    wrong = against(s, e.of, e.answer, e.answer)
    return wrong[0] if wrong and len(wrong) == len(list(said(s, e.of))) else None


def judged(s: BigTwo, wrong: Sequence[Said]) -> Iterator[Cured]:
    """What was told of answers that these others, which are not true, did not go with."""
    for seat in {one.seat for one in wrong}:
        yield from (Cured(one.line, name="wrong_answer") for one in said(s, seat) if one.told and one not in wrong)


def at_hand(s: BigTwo, seat: int) -> tuple[int, int]:
    """How many cards a seat may hold: thirteen before it plays (B2-1.1); a play of one that was passed over may be missing, and one have been told twice."""
    if s.phase == "deal":  # nobody wrote that down, perhaps
        return HAND, HAND
    least, most = bound(s.places, seat)
    return 0 if s.missed >> seat & 1 else least, most + repeats(s, seat)


def anothers(s: BigTwo, seat: int, more: int) -> int | None:
    """The line of a play out of turn that may be written for the wrong seat, if its cards may be those that a seat has
    more; where the hand is known, they were of that hand.
    """
    if more <= 0 or not s.places.most[seat]:
        return None
    plays = (line for who, cards, line in s.acts if who == seat and line in s.strays and len(cards) >= more)
    return next(plays, None)


def said(s: BigTwo, seat: int) -> Iterator[Said]:
    """The answers of a seat that are still open."""
    return (Said(*one) for one in s.answers if one[0] == seat)


def against(s: BigTwo, seat: int, least: int, most: int) -> list[Said]:
    """The answers that are not true if a seat has from so many to so many cards now."""
    wrong = []
    for one in said(s, seat):
        since = s.laid[seat] - one.laid
        highest = since + most if one.whole and not s.missed >> seat & 1 else HAND
        if not since + least <= one.answer <= highest:
            wrong.append(one)
    return wrong


def shown_by(s: BigTwo, e: Laid | Played | Shown) -> list[Said]:
    """The answers that cards laid or shown prove untrue."""
    if not s.answers or s.phase == "deal" or e.seat is None or e.seat >= seats_of(s):
        return []
    seat = e.seat
    least, most = at_hand(s, seat)
    if isinstance(e, Shown):
        if e.place == "set_aside" or e.hand not in {None, s.hand}:
            return []
        cards: Sequence[int] = [card.bit for card in e.cards]
        new = sum(1 for bit in cards if not bit & s.places.known[seat])
        if len(set(cards)) < len(cards) or new > s.places.most[seat]:
            return []
        least = max(least, s.places.known[seat].bit_count() + new)
        return against(s, seat, least, len(cards) if e.all else most)
    laid = cards_in(e)
    if s.phase != "play" or (mask_of(laid) and not may_come_from(s.places, seat, laid, PACK_MASK)):
        return []
    return against(s, seat, max(least, min(len(laid), most)), most)


def was_answered_truly(s: BigTwo, e: Laid | Played | Shown) -> Answer:
    """Cards laid or shown later prove that an answer was not true (B2-6.1)."""
    wrong = shown_by(s, e)
    found = [
        Broken(seat=one.seat, at=one.line, says=f"seat {one.seat} said {one.answer}; it held other than that")
        for one in wrong
        if not one.told
    ]
    return [*judged(s, wrong), *found]


def row_goes_with_answers(s: BigTwo, e: Scored) -> Answer:
    """The cards left by a row are those that were told (B2-6.1)."""
    if e.counts is None or len(e.counts) != seats_of(s) or e.void or s.phase == "deal":
        return None
    faults: list[Cured | Broken] = []
    for seat, count in enumerate(e.counts):
        least, most = bound(s.places, seat)
        wrong = against(s, seat, count, count) if least <= count <= most else []
        faults += judged(s, wrong)
        for one in (one for one in wrong if not one.told):
            says = f"{were(count, 'card', ' left')} written for seat {seat}, which had said {one.answer}"
            faults.append(Broken(seat=seat, kind="contradiction", against=one.line, says=says))
    return faults


def drop_untrue(s: BigTwo, e: Laid | Played | Shown) -> None:
    """What is proven untrue is told once."""
    wrong = shown_by(s, e)
    if wrong:
        s.answers = [one for one in s.answers if Said(*one) not in wrong]


def hear(s: BigTwo, e: CountAsked) -> None:
    """Keep an answer that the record cannot judge yet."""
    if s.phase != "play" or max(e.seat, e.of) >= seats_of(s):
        return
    least, most = at_hand(s, e.of)
    if least == most or not least <= e.answer <= most:
        return
    wrong = against(s, e.of, e.answer, e.answer)
    told = bool(wrong) and all(one.told or one in wrong for one in said(s, e.of))
    s.answers.append((e.of, e.answer, s.line, s.laid[e.of], True, told))
