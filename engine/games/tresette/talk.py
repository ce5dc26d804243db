"""TR-3.2 Talk: what may be asked and told about cards while they are played, and whether it was true."""

from collections.abc import Iterator
from typing import NamedTuple

from upcard.engine.game import Answer, Broken, Verdict
from upcard.engine.games.tresette.deal import begin_play
from upcard.engine.games.tresette.melds import Seen, holding, newly_seen
from upcard.engine.games.tresette.table import HAND, Tresette
from upcard.engine.mechanisms.forty import SUITS_OF_FORTY
from upcard.engine.mechanisms.holdings import Holding
from upcard.engine.mechanisms.trick_play import open_cards
from upcard.schemas.cards import mask_of
from upcard.schemas.events import BestAsked, CountTold


class Said(NamedTuple):
    """A count told. suit: a mask, 0 for some suit not named; gone: the cards the seat had played before."""

    seat: int
    number: int
    suit: int
    gone: int
    line: int


def said_counts(s: Tresette) -> Iterator[Said]:
    """All counts told in this hand."""
    row = iter(s.said)
    return map(Said._make, zip(row, row, row, row, row, strict=True))


def ask(s: Tresette, _e: BestAsked) -> None:
    """The leader asks for the best card; nothing follows from it."""
    begin_play(s)


def tell_count(s: Tresette, e: CountTold) -> None:
    """A count is told, of the hand as it is now."""
    if e.seat < 4 and begin_play(s) and not s.gap and (e.any_suit or s.led):
        s.said += said(s, e)


def said(s: Tresette, e: CountTold) -> Said:
    """What a seat says, with the cards it has played."""
    gone = mask_of(card for card, seat in zip(s.cards, s.by, strict=True) if seat == e.seat)
    return Said(e.seat, e.count, 0 if e.any_suit else s.led, gone, s.line)


def leader(s: Tresette) -> int:
    """Who has led the trick in progress, or leads the next."""
    return s.by[s.first] if open_cards(s, 4) else s.turn


def talk_is_allowed(s: Tresette, e: BestAsked | CountTold) -> Answer:
    """There is talk only in a hand, by those who sit there, and where the table allows it (TR-3.2)."""
    if e.seat > 3:
        return Broken(says=f"no seat {e.seat} at this table", kind="contradiction", clause="G-5")
    if s.phase == "between":
        return Broken(seat=e.seat, says="talk about cards where no hand is on", kind="contradiction", clause="G-5")
    return None if s.options.talk_allowed else Broken(seat=e.seat, says="this table allows no talk")


def asker_leads(s: Tresette, e: BestAsked) -> Answer:
    """Only the leader asks; asking is of no use once the partner has played (TR-3.2)."""
    if s.phase != "play" or s.gap or e.seat > 3 or not s.options.talk_allowed:
        return None
    asked = leader(s)
    if asked not in {e.seat, -1}:
        return Broken(seat=e.seat, says=f"seat {e.seat} asked; seat {asked} is the leader")
    partner = (e.seat + 2) % 4
    if open_cards(s, 4) and partner in s.by[s.first :]:
        return Broken(seat=e.seat, says="the partner had played before the leader asked", kind="note")
    return None


def count_is_one(s: Tresette, e: CountTold) -> Answer:
    """A follower tells of the suit led, anybody 0, 1 or 2 of a suit not named (TR-3.2)."""
    if s.phase == "between" or s.gap or e.seat > 3 or not s.options.talk_allowed:
        return None
    if e.any_suit:
        return None if e.count <= 2 else Broken(seat=e.seat, says=f"{e.count} of some suit told; only 0, 1 or 2 may be")
    if not s.cards:
        return Broken(seat=e.seat, says="a count of the suit led before any suit was led")
    if e.seat == s.by[s.first]:
        return Broken(seat=e.seat, says="the leader told a count of the suit led; that is for those who follow")
    return None


# ---- TR-7 Whether it was so ------------------------------------------------------------------------------------------


def is_false(row: Said, held: Holding) -> bool:
    """Whether the hand cannot have been as it was told."""
    _, number, suit, gone, _ = row
    for one in (suit,) if suit else SUITS_OF_FORTY:
        least, most = held.bounds(one, gone)
        if least <= number <= most:
            return False
    return True


def count_is_true(s: Tresette, e: CountTold) -> Answer:
    """What is told is true, so far as that can be told at once (TR-7)."""
    if s.phase != "play" or s.gap or e.seat > 3 or not (e.any_suit or s.led):
        return None
    return Broken(seat=e.seat, says=false(e.count)) if is_false(said(s, e), holding(s, e.seat)) else None


def count_was_true(s: Tresette, e: Seen) -> Answer:
    """A card that comes to light may show that what was told was not so (TR-7)."""
    if not s.said:
        return None
    cards = newly_seen(s, e)
    if not cards:
        return None
    found: list[Verdict] = []
    for row in said_counts(s):
        held = holding(s, row.seat)
        now_false = is_false(row, held.after(cards, own=row.seat == e.seat))
        if now_false and not is_false(row, held):
            found.append(Broken(seat=row.seat, at=row.line, says=false(row.number)))
    return found


def false(count: int) -> str:
    """What is wrong with a count."""
    return f"{count} told; the hand was not so" if count <= HAND else f"{count} told, of {HAND} cards"
