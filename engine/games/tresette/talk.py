"""TR-3.2 Talk: what may be asked and told about cards while they are played, and whether it was true."""

from collections.abc import Iterator
from typing import NamedTuple

from upcard.engine.game import Answer, Broken, Verdict
from upcard.engine.games.tresette.deal import begin_play
from upcard.engine.games.tresette.melds import Seen, holding, holding_once, newly_seen
from upcard.engine.games.tresette.table import HAND, Tresette
from upcard.engine.mechanisms.forty import FORTY, SUITS_OF_FORTY, suit_led
from upcard.engine.mechanisms.trick_play import open_cards
from upcard.engine.places import Places
from upcard.schemas.cards import Card
from upcard.schemas.events import BestAsked, CountTold, Shown

Count = tuple[int, int, int, int, int]


class Said(NamedTuple):
    """A count told. suit: a mask, 0 for some suit not named; gone: the cards the seat had played before."""

    seat: int
    number: int
    suit: int
    gone: int
    line: int


def said_counts(s: Tresette) -> Iterator[Count]:
    """All counts told in this hand, as in `Said`."""
    row = iter(s.said)
    return zip(row, row, row, row, row, strict=True)


def ask(s: Tresette, _e: BestAsked) -> None:
    """The leader asks for the best card; nothing follows from it."""
    begin_play(s)


def tell_count(s: Tresette, e: CountTold) -> None:
    """A count is told, of the hand as it is now."""
    if e.seat < 4 and begin_play(s) and not s.gap and (e.any_suit or s.led):
        s.said += said(s, e)


def said(s: Tresette, e: CountTold) -> Said:
    """What a seat says, with the cards it has played."""
    return Said(e.seat, e.count, 0 if e.any_suit else s.led, played_by(s.places, e.seat), s.line)


def played_by(places: Places, seat: int) -> int:
    """The cards that a seat had and has no more."""
    return places.been[seat] & ~places.known[seat]


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


def count_is_true(s: Tresette, e: CountTold) -> Answer:
    """What is told is true, so far as that can be told at once (TR-7)."""
    if s.phase != "play" or s.gap or e.seat > 3 or not (e.any_suit or s.led):
        return None
    suits = SUITS_OF_FORTY if e.any_suit else (s.led,)
    if holding(s, e.seat).may_be(e.count, suits, played_by(s.places, e.seat)):
        return None
    return Broken(seat=e.seat, says=false(e.count))


def count_was_true(s: Tresette, e: Seen) -> Answer:
    """A card that comes to light may show that what was told was not so (TR-7)."""
    if not s.said:
        return None
    cards = newly_seen(s, e)
    if not cards:
        return None
    rows = said_counts(s) if isinstance(e, Shown) else counts_in_question(s, e.seat, e.card)
    found: list[Verdict] = []
    for seat, number, suit, gone, line in rows:
        suits = (suit,) if suit else SUITS_OF_FORTY
        now = holding_once(s, seat, cards, own=seat == e.seat)
        if not now.may_be(number, suits, gone) and holding(s, seat).may_be(number, suits, gone):
            found.append(Broken(seat=seat, at=line, says=false(number)))
    return found


def counts_in_question(s: Tresette, by: int, card: Card) -> list[Count]:
    """The counts told that a card of this seat may show to be false when it comes to light. As all counts of a hand are
    asked about at every card, this has to be fast.

    A count that could be so before can be so still if this card is not the one too many or too few of its own suit, and
    there is room for what was told of another: in the hand, and for the rest of that suit in the other hands.
    """
    been, most, played = s.places.been, s.places.most, suit_led(card)
    unseen = FORTY & ~s.places.located & ~card.bit
    hidden, may = unseen.bit_count(), (unseen & played).bit_count()
    rows = []
    for row in said_counts(s):
        seat, number, suit, gone, _ = row
        room = most[seat]
        if seat == by:
            sure = number < room and number != (been[seat] & ~gone & played).bit_count()
            stands = sure or fits(number, suit, been[seat] & ~gone | card.bit, room - 1, unseen)
        else:
            sure = number <= may and hidden - room >= HAND
            stands = sure or fits(number, suit, been[seat] & ~gone, room, unseen)
        if not stands:
            rows.append(row)
    return rows


def fits(number: int, suit: int, proven: int, room: int, unseen: int) -> bool:
    """Whether a count can be so of a hand of which nothing else is missing. proven: its cards that are known; room: how
    many more it has, all of the unseen.
    """
    hidden = unseen.bit_count()
    for one in (suit,) if suit else SUITS_OF_FORTY:
        more, may = number - (proven & one).bit_count(), (unseen & one).bit_count()
        if 0 <= more <= may and more <= room <= hidden - may + more:
            return True
    return False


def false(count: int) -> str:
    """What is wrong with a count."""
    return f"{count} told; the hand was not so" if count <= HAND else f"{count} told, of {HAND} cards"
