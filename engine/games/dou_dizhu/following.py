"""DZ-4 Comparison and DZ-5 Play: who may act, and whether what is laid may be laid on what lies there (DZ-8.3)."""

import re
from typing import Final

from upcard.engine.game import Answer, Broken
from upcard.engine.games.dou_dizhu.dealing import redeal_is_due
from upcard.engine.games.dou_dizhu.outbid import leads_after_all, taken_for_another
from upcard.engine.games.dou_dizhu.shapes import (
    KINDS,
    ROCKET,
    Shape,
    beats,
    classify,
    describe,
    has_both_jokers,
    is_bomb,
    is_surely,
    readings,
)
from upcard.engine.games.dou_dizhu.slips import laid_again, passed_again
from upcard.engine.games.dou_dizhu.table import PILE, SEATS, DouDizhu, lacks_words
from upcard.engine.mechanisms.climbing import cards_in, doubled
from upcard.schemas.cards import Card, mask_of
from upcard.schemas.events import Laid, Passed, Played

_KIND: Final = re.compile("|".join(re.escape(kind) for kind in sorted(KINDS, key=len, reverse=True)))

# ---- DZ-5 Who may act ----------------------------------------------------------------------------------------------


def hand_is_on(s: DouDizhu, e: Laid | Played | Passed) -> Answer:
    """The hand ends when a hand is empty; nobody answers the last play (DZ-5.2)."""
    if s.phase != "between" or not s.how or s.astray or e.seat >= SEATS:
        return None
    if not isinstance(e, Passed) and laid_again(s, e):
        return None
    return Broken(seat=e.seat, says="the hand had ended")


def auction_is_over(s: DouDizhu, e: Laid | Played) -> Answer:
    """Nobody plays before the auction has ended (DZ-8.2), or in a hand that is to be dealt anew (DZ-1.4, DZ-2.3)."""
    if s.phase not in {"deal", "auction"} or s.gap or e.seat >= SEATS:
        return None
    if s.none_bid:
        if s.astray or lacks_words(s):
            return None  # told when somebody spoke after it, or out of turn
        return Broken(says="nobody bid, and the cards were not dealt anew", clause="DZ-2.3", name="no_redeal")
    if redeal_is_due(s) and s.opener < 0:  # else that was told of the first bidder
        says = "nobody drew the face-up card, and the cards were not dealt anew"
        return Broken(says=says, clause="DZ-1.4", name="no_redeal")
    if lacks_words(s):
        return None
    return Broken(seat=e.seat, says="cards were laid before the auction ended")


def plays_in_turn(s: DouDizhu, e: Laid | Played) -> Answer:
    """The landlord leads, play goes left, and after two passes the last player leads (DZ-5.1)."""
    seat = e.seat
    turn = s.landlord if s.phase == "widow" and not s.gap else s.turn if s.phase == "play" else -1
    if seat == turn or turn < 0 or seat >= SEATS or bombs_in(s, seat, cards_in(e)) or laid_again(s, e):
        return None
    if leads_after_all(s, seat):
        return taken_for_another(s, seat)
    if seat == s.owner:
        return Broken(seat=seat, says=f"seat {seat} played on its own cards; it was the turn of seat {turn}")
    return Broken(seat=seat, says=f"seat {seat} played; it was the turn of seat {turn}")


def bombs_in(s: DouDizhu, seat: int, cards: tuple[Card, ...]) -> bool:
    """Whether this may be a bomb out of turn, where the table allows it: not before the lead, nor on one's own play."""
    if s.options.bomb_out_of_turn == "no" or s.lead or s.phase != "play" or seat == s.owner:
        return False
    may_be = readings(cards, s.shapes)
    return may_be is None or any(map(is_bomb, may_be))


def passes_in_turn(s: DouDizhu, e: Passed) -> Answer:
    """A seat passes in its turn (DZ-5.1)."""
    seat = e.seat
    if s.phase != "play" or seat == s.turn or s.turn < 0 or seat >= SEATS or passed_again(s, e):
        return None
    return Broken(seat=seat, says=f"seat {seat} passed; it was the turn of seat {s.turn}")


def leader_plays(s: DouDizhu, e: Passed) -> Answer:
    """A leader may not pass (DZ-5.1)."""
    if s.phase != "play" or s.lead != 1 or e.seat != s.turn:
        return None
    return Broken(seat=e.seat, says="passed on lead")


# ---- DZ-4 What may be laid -----------------------------------------------------------------------------------------


def follows(s: DouDizhu, e: Laid | Played) -> Answer:
    """A shape; not on lead, one that beats what lies there (DZ-3, DZ-4)."""
    cards, rules = cards_in(e), s.shapes
    leads = bool(s.lead) or s.phase != "play" or e.seat == s.owner
    if may_follow(s, cards, () if leads else s.table):
        return None
    if e.seat >= SEATS or (s.phase == "between" and s.how) or clashes(s, cards) or laid_again(s, e):
        return None
    may_be = readings(cards, rules)
    if may_be is None:
        return None
    if not may_be:
        return no_shape(e.seat, cards)
    if leads or plays_in_turn(s, e) is not None:  # out of turn: what lay there may be missing
        return None
    return does_not_follow(s, e.seat, cards, may_be)


def may_follow(s: DouDizhu, cards: tuple[Card, ...], table: tuple[Card, ...]) -> bool:
    """Whether cards are a shape, and one that beats what lies on the table, if anything is to be beaten."""
    found = classify(cards, s.shapes)
    if found is None or not table:
        return found is not None
    lies = classify(table, s.shapes)
    return lies is not None and beats(found, lies)


def clashes(s: DouDizhu, cards: tuple[Card, ...]) -> bool:
    """Whether a card of a play was laid before, or is in it twice: one of them was written wrongly."""
    return bool(mask_of(cards) & s.places.known[PILE]) or bool(doubled(cards))


def no_shape(seat: int, cards: tuple[Card, ...]) -> Broken:
    """What is laid is none of the shapes of DZ-3."""
    if has_both_jokers(cards):
        says, name = "both jokers may only be laid alone", "both_jokers"
    else:
        says, name = f"{' '.join(cards) or 'nothing'} is no combination", "invalid_combination"
    return Broken(seat=seat, cards=mask_of(cards), says=says, name=name)


def does_not_follow(s: DouDizhu, seat: int, cards: tuple[Card, ...], may_be: frozenset[Shape]) -> Answer:
    """Why cards may not be laid on what lies there, as far as cards not known allow to tell."""
    table = readings(s.table, s.shapes)
    if not table or not is_surely(s.table, s.shapes) or any(beats(mine, theirs) for mine in may_be for theirs in table):
        return None
    mine, theirs = max(may_be, key=lambda shape: shape.key), min(table, key=lambda shape: shape.key)
    if theirs.kind == ROCKET:
        return Broken(seat=seat, cards=mask_of(cards), says="nothing beats the rocket", name="on_the_rocket")
    alike = any(mine[:2] == theirs[:2] for mine in may_be for theirs in table)
    if alike or (is_bomb(theirs) and is_bomb(mine)):
        says, name = f"{describe(mine)} is not higher than {describe(theirs)}", "not_higher"
    else:
        says, name = f"{describe(mine)} was laid on {describe(theirs)}", "wrong_shape"
    return Broken(seat=seat, cards=mask_of(cards), says=says, name=name)


def shape_was_declared(s: DouDizhu, e: Laid) -> Answer:
    """What a seat said that it laid is what it laid (DZ-3.11). Words that name no shape of ours are let pass."""
    said = _KIND.match(e.shape.lower()) if e.shape else None
    may_be = readings(e.cards, s.shapes) if said and e.cards else None
    if said is None or not may_be or any(shape.kind == said[0] for shape in may_be):
        return None
    return Broken(seat=e.seat, says=f"said to be {e.shape}; it is {describe(max(may_be))}", kind="testimony")
