"""TR-3.2 Talk: what may be asked and told about cards while they are played, and whether it was true."""

from typing import NamedTuple

from upcard.engine.game import Answer, Broken, Cured
from upcard.engine.games.tresette.deal import begin_play, is_opening, no_hand
from upcard.engine.games.tresette.melds import told_melds
from upcard.engine.games.tresette.order import is_strange, is_written_before, said_in_doubt, sure_until
from upcard.engine.games.tresette.table import HAND, SEATS, TABLE, Count, Tresette, orderly, said_counts
from upcard.engine.games.tresette.truth import Seen, holding, holding_once, newly_seen, undealt
from upcard.engine.mechanisms.forty import SUITS_OF_FORTY, suit_led
from upcard.engine.mechanisms.holdings import Holding
from upcard.engine.mechanisms.trick_play import open_cards
from upcard.schemas.cards import Card
from upcard.schemas.events import BestAsked, CountTold, Played, Shown


class Said(NamedTuple):
    """A count told. suit: a mask, 0 for some suit not named; gone: the cards the seat had played before; untold: how many
    more it had played that nobody told us.
    """

    seat: int
    number: int
    suit: int
    gone: int
    untold: int
    line: int


def ask(s: Tresette, e: BestAsked) -> None:
    """The leader asks for the best card; nothing follows from it."""
    if begin_play(s):
        s.talked.append(s.line)
        if s.lone and is_opening(s):
            s.asked.append((e.seat, s.line))


def tell_count(s: Tresette, e: CountTold) -> None:
    """A count is told, of the hand as it is now."""
    if e.seat < SEATS and begin_play(s):
        s.said += said(s, e) or ()
        s.talked.append(s.line)


def said(s: Tresette, e: CountTold) -> Said | None:
    """What a seat says, with the cards it has played: of those that it has then, of a suit that was led. None, if the
    record does not tell of which cards that is, or if it says the same again: the line may be written twice.
    """
    suit = 0 if e.any_suit else s.led
    if not orderly(s) or not (suit or e.any_suit):
        return None
    row = Said(e.seat, e.count, suit, played_by(s, e.seat), not_told(s, e.seat), s.line)
    return None if s.said and row[:-1] in (other[:-1] for other in said_counts(s)) else row


def played_by(s: Tresette, seat: int) -> int:
    """The cards that a seat has played, as it is written."""
    return (s.places.been[seat] | s.odd[seat]) & s.places.known[TABLE]


def not_told(s: Tresette, seat: int) -> int:
    """How many of the cards that a seat has played nobody told us."""
    return (
        sum(by == seat and not card.bit for card, by in zip(s.cards, s.by, strict=True)) if s.places.most[TABLE] else 0
    )


def leader(s: Tresette) -> int:
    """Who has led the trick in progress, or leads the next."""
    return s.by[s.first] if open_cards(s, 4) else s.turn


def talk_is_allowed(s: Tresette, e: BestAsked | CountTold) -> Answer:
    """There is talk only in a hand, by those who sit there, and where the table allows it (TR-3.2)."""
    if e.seat > 3:
        return Broken(says=f"no seat {e.seat} at this table", kind="contradiction", clause="G-5")
    if s.phase == "between":
        return no_hand(s, e.seat, "talk about cards")
    return None if s.options.talk_allowed else Broken(seat=e.seat, says="this table allows no talk")


def asker_leads(s: Tresette, e: BestAsked) -> Answer:
    """Only the leader asks; asking is of no use once the partner has played (TR-3.2)."""
    if s.phase != "play" or not orderly(s) or e.seat > 3 or not s.options.talk_allowed:
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
    if e.seat == s.by[s.first] and orderly(s):
        return Broken(seat=e.seat, says="the leader told a count of the suit led; that is for those who follow")
    return None


def told_meanwhile(s: Tresette, e: Played) -> Answer:
    """What was said of talk and announcements since the last card is withdrawn with a card out of turn: a card may have
    been left out before them.
    """
    if e.seat == s.turn or not is_strange(s, e.seat) or is_written_before(s, e.seat, e.card):
        return None
    sure = sure_until(s, e.seat)
    lines = {row.line for row in told_melds(s)} | {row[-1] for row in said_counts(s)}
    return [Cured(line) for line in sorted(lines) if line > sure]


def hangs_on_plays(s: Tresette) -> dict[str, list[int]]:
    """The lines of talk, by the rules of it that ask who leads and what was led."""
    return {"asker": s.talked, "count": s.talked}


# ---- TR-7 Whether it was so ------------------------------------------------------------------------------------------


def count_is_true(s: Tresette, e: CountTold) -> Answer:
    """What is told is true, so far as that can be told at once (TR-7)."""
    row = said(s, e) if s.phase == "play" and e.seat < SEATS else None
    if row is None or may_be(holding(s, e.seat), row):
        return None
    return Broken(seat=e.seat, says=false(e.count))


def count_was_true(s: Tresette, e: Seen) -> Answer:
    """A card that comes to light may show that what was told was not so (TR-7)."""
    if not s.said:
        return None
    if e.seat != s.turn and isinstance(e, Played) and is_strange(s, e.seat):
        return [Cured(row[-1]) for row in said_in_doubt(s, e.seat)]
    cards = newly_seen(s, e)
    if not cards:
        return None
    rows = said_counts(s) if isinstance(e, Shown) else counts_in_question(s, e.seat, e.card)
    return [
        Broken(seat=row.seat, at=row.line, says=false(row.number))
        for row in map(Said._make, rows)
        if not may_be(holding_once(s, row.seat, cards, e.seat), row) and may_be(holding(s, row.seat), row)
    ]


def may_be(held: Holding, row: Said) -> bool:
    """Whether a count may have been so. What had been played that nobody told us may have been of the suit, or not."""
    suits = (row.suit,) if row.suit else SUITS_OF_FORTY
    if not row.untold:
        return held.may_be(row.number, suits, row.gone)
    return any(held.may_be(row.number + more, suits, row.gone) for more in range(row.untold + 1))


def counts_in_question(s: Tresette, by: int, card: Card) -> list[Count]:
    """The counts told that a card of this seat may show to be false when it comes to light. As all counts of a hand are
    asked about at every card, this has to be fast.

    A count that could be so before can be so still if this card is not the one too many or too few of its own suit, and
    there is room for what was told of another: in the hand, and for the rest of that suit in the other hands.
    """
    been, played = s.places.been, suit_led(card)
    unseen = undealt(s.places) & ~card.bit
    hidden, may = unseen.bit_count(), (unseen & played).bit_count()
    rows = []
    for row in said_counts(s):
        seat, number, suit, gone, untold, _ = row
        if untold:
            rows.append(row)
            continue
        room = HAND - been[seat].bit_count()
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
