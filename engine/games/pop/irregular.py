"""P-9 Irregularities of play: turns, areas, suits, jokers led, and cards that cannot be where they were seen."""

from collections.abc import Sequence
from typing import Protocol

import msgspec

from upcard.engine.game import Answer, Broken, Cured, InDoubt
from upcard.engine.games.pop.table import (
    JOKER_MASK,
    MOVABLE,
    NOT_KNOWN,
    PACK34,
    PILE,
    STOCK,
    TABLE,
    UP,
    Pop,
    missed_between,
    open_cards,
    unsure,
)
from upcard.engine.games.pop.trick import area_due, is_doubled, is_misread, of_the_other, source, was_whole
from upcard.engine.games.pop.turning import display_of, owed_up, unseated
from upcard.engine.mechanisms.hands import may_leave
from upcard.engine.mechanisms.impossible import impossible
from upcard.engine.mechanisms.matching import PLENTY
from upcard.engine.mechanisms.mistaken import either_is_wrong
from upcard.engine.mechanisms.tricks import Void, cannot_follow, keeps_suit, out_of_turn, unseen_slack
from upcard.schemas.cards import Card, could_be
from upcard.schemas.events import Corrected, Played, TurnedUp

# ---- P-3.1 to P-3.3, P-5 Rules of play -----------------------------------------------------------------------------


def round_is_on(s: Pop, e: Played) -> Answer:
    """28 cards are played, or fewer if somebody folds (P-9.2, P-4.3)."""
    if s.phase != "between" or s.stray or e.seat > 1:
        return None
    if missed_between(s):
        return Broken(seat=e.seat, cards=e.card.bit, says="a card was played where no round is on", clause="G-5")
    if s.how == "folded":
        return Broken(
            seat=e.seat, cards=e.card.bit, says="a card was played after a fold", clause="P-4.3", kind="breach"
        )
    if s.how == "played":
        return Broken(seat=e.seat, cards=e.card.bit, says="a card was played after the 28th", name="card_29")
    return Broken(seat=e.seat, cards=e.card.bit, says="a card was played where no round is on", clause="G-5")


def turn_is_kept(s: Pop, e: Played) -> Answer:
    """The non-dealer leads, then who won the trick; then the players take turns (P-3.1, P-3.2, G-13)."""
    seat, turn = e.seat, s.turn
    if is_doubled(s, e) or seat == turn or turn < 0 or s.gap or s.phase == "between":
        return None
    if seat > 1:
        return Broken(says=f"no seat {seat} at this table", clause="G-5", kind="contradiction", name="no_such_seat")
    if of_the_other(s, seat, e.card):
        says = f"{e.card} was written for seat {seat}; seat {turn}, whose turn it was, has it"
        return Broken(seat=seat, cards=e.card.bit, says=says, kind="contradiction", name="wrong_seat")
    if s.muddled >= 0:
        return None
    return out_of_turn(seat, turn, e.card)


def in_doubt(s: Pop, seat: int) -> bool:
    """Whether plays may be missing before this one: it is out of turn, or another was (G-13)."""
    return unsure(s) or (s.turn >= 0 and s.turn != seat)


def area_is_right(s: Pop, e: Played) -> Answer:
    """A trick takes one card from each hand and each display, the opponent after the leader (P-3.2, P-9.2)."""
    seat, card = e.seat, e.card
    if seat > 1 or s.phase == "between" or in_doubt(s, seat) or is_doubled(s, e):
        return None
    bit, places = card.bit & PACK34, s.places
    due = area_due(s, seat)
    if e.area is None and (due < 0 or places.known[due] & bit):
        return None
    came = source(s, seat, card, e.area)
    if card.bit & ~PACK34 or (bit & places.located and not bit & (places.known[came] if came >= 0 else 0)):
        return None
    if e.area is not None and came >= 0 and (came >= UP) != (e.area == "display"):
        says = f"{card} was played from the {'display' if came >= UP else 'hand'}, not from the {e.area}"
        return Broken(seat=seat, cards=bit, says=says)
    if due < 0 or came < 0 or due == came:
        return None
    says = f"{card} was played from the {'display' if came >= UP else 'hand'}; the other area was due"
    if open_cards(s) == 2 and s.sources[s.first] < 0:  # or who followed had played from the wrong one
        return Broken(cards=bit, says=f"{says}, or for the card before it")
    if places.most[UP + seat]:
        return Broken(seat=seat, cards=bit, says=says, clause="P-3.2", kind="breach")
    return Broken(seat=seat, cards=bit, says=says)


def suit_is_kept(s: Pop, e: Played | Corrected) -> Answer:
    """Match the suit led if the area that is due holds one (P-3.3, P-5.2, P-5.3, P-9.1)."""
    led, bit = s.led, e.card.bit & PACK34
    if isinstance(e, Played) and (is_doubled(s, e) or is_misread(s, e.seat, e.card)):
        return None
    if s.turn == 1 - e.seat and s.cards and not open_cards(s) and not unsure(s) and not was_whole(s):
        return Cured(s.lines[-1])  # out of turn: that card may have been this lead, and the one before left out
    if not led or not open_cards(s) or s.phase != "play" or e.seat > 1 or e.card.bit & ~PACK34:
        return None
    if bit & led or not (bit or cannot_follow(e.card, led)):
        return None
    if unsure(s) or (isinstance(e, Played) and in_doubt(s, e.seat)):
        return None
    if s.trump == NOT_KNOWN and could_be(e.card) & MOVABLE:
        return None
    return follows(s, e.seat, e.card, e.area if isinstance(e, Played) else None)


def follows(s: Pop, seat: int, card: Card, area: str | None) -> Broken | InDoubt | None:
    """Whether a card that is not of the suit led may be played from where it came."""
    place, due = source(s, seat, card, area), area_due(s, seat)
    if (
        place < 0
        or due not in {-1, place}
        or not (card.bit or may_leave(s.places, place, card))
        or (card.bit & s.places.located and not card.bit & s.places.known[place])
    ):
        return None
    answer = keeps_suit(s.places, place, card, s.led)
    if answer is None or place < UP:
        return answer
    if isinstance(answer, Broken):
        return msgspec.structs.replace(answer, seat=seat)
    return msgspec.structs.replace(answer, blames=seat)


def whole_trick_keeps_suit(s: Pop, e: TurnedUp) -> Answer:
    """A trick of which it was in doubt whether it was whole: the cards turned after it show that it was, and what was
    played to it is judged now (P-3.3).
    """
    if s.muddled < 0:
        return None
    seat = display_of(s, e)
    if not 0 <= seat < 2 or not s.owed[seat] or s.phase != "play" or not s.led:
        return None
    verdicts: list[Broken | InDoubt] = []
    trick, by, places = s.cards[s.first :], s.by[s.first :], s.sources[s.first :]
    for at, (card, seat, place) in enumerate(zip(trick, by, places, strict=True)):
        area = places[0] >> 1 ^ (seat in by[:at])
        if (
            not at
            or min(place, places[0]) < 0
            or place >> 1 != area
            or (s.trump == NOT_KNOWN and could_be(card) & MOVABLE)
        ):
            continue
        answer, line = keeps_suit(s.places, place, card, s.led), s.lines[s.first + at]
        if isinstance(answer, Broken):
            verdicts.append(msgspec.structs.replace(answer, seat=seat, at=line))
        elif answer is not None:
            verdicts.append(msgspec.structs.replace(answer, blames=seat, at=line))
    return verdicts


def joker_may_lead(s: Pop, e: Played) -> Answer:
    """Where the table does not allow it, a joker is not led without trump (P-5.5, P-8.7)."""
    if s.trump or s.options.no_trump_joker != "may_not_lead" or s.phase != "play" or open_cards(s):
        return None
    if not e.card.bit & JOKER_MASK or e.seat > 1 or in_doubt(s, e.seat) or is_doubled(s, e):
        return None
    return Broken(seat=e.seat, cards=e.card.bit)


class Claim(Void, Protocol):
    """An open doubt, and the step it arose at."""

    step: int


def unseen_room(s: Pop, doubts: Sequence[Claim]) -> int:
    """The cards not seen must fit into hands that, not following, said that they had none, and the rest (G-10).
    What was said of a display holds until the next card is turned there.
    """
    places = s.places
    if s.muddled >= 0:
        return 0
    if s.gap or s.phase != "play" or places.loose or sum(places.most) < (PACK34 & ~places.located).bit_count():
        return PLENTY
    hidden = TABLE + 1 if places.most[TABLE] else TABLE
    entered = places.entered
    claims = [doubt for doubt in doubts if doubt.seat is not None and entered[doubt.seat] <= doubt.step]
    return unseen_slack(places, hidden, claims, PACK34)


# ---- P-9.2 Cards that cannot be ------------------------------------------------------------------------------------


def card_is_possible(s: Pop, e: Played | Corrected) -> Answer:
    """No card is seen twice, or where it cannot be (P-9.2, G-5)."""
    seat, bit, places = e.seat, e.card.bit, s.places
    if seat > 1 or s.phase in {"between", "deal"}:
        return None
    if (places.known[seat] | places.known[UP + seat]) & bit:
        return None
    if (bit & PACK34 & ~places.located and places.most[seat]) or of_the_other(s, seat, e.card):
        return None
    return cannot_play(s, seat, e.card, e.area if isinstance(e, Played) else None)


def cannot_play(s: Pop, seat: int, card: Card, area: str | None) -> Broken | None:
    """Why a seat cannot play a card, or None."""
    places, bit = s.places, card.bit
    if bit and places.known[STOCK] & bit & places.seen[-1]:
        says = f"{card} was turned up and is not in play"
        turned = Broken(seat=seat, cards=bit, says=says, clause="P-9.2", name="turn_up_played")
        return either_is_wrong(s, seat, card, turned)
    place = source(s, seat, card, area)
    if place >= UP and s.owed[seat] and not open_cards(s):
        known, unknown = owed_up(s, seat)
        if known & bit or (unknown and not bit & places.located & PACK34):
            return None
    if in_doubt(s, seat) and (not bit or bit & (places.known[PILE + seat] | PACK34 & ~places.located)):
        return None
    fault = unseated(impossible(places, seat if place < 0 else place, card, PACK34), max(place, seat))
    if fault is None:
        return None
    line = s.lines[s.cards.index(card)] if card in s.cards and bit & places.seen[-1] else None
    fault = msgspec.structs.replace(fault, seat=seat, against=line, dubious=(s.line,) if fault.lists else ())
    return either_is_wrong(s, seat, card, fault)
