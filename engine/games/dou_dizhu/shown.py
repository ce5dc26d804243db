"""DZ-8.4 Cards shown, and the widow as it was taken: whether they can lie there."""

from typing import Final

from msgspec import structs

from upcard.engine.game import Answer, Broken, Cured
from upcard.engine.games.dou_dizhu.face_up import has_widow
from upcard.engine.games.dou_dizhu.irregular import named, ranks_are_possible, together
from upcard.engine.games.dou_dizhu.table import ALL_CARDS, PILE, SEATS, WIDOW, WIDOW_SIZE, DouDizhu
from upcard.engine.mechanisms.climbing import bound, doubled, line_laid
from upcard.engine.mechanisms.impossible import impossible
from upcard.engine.wording import counted
from upcard.schemas.cards import Card
from upcard.schemas.events import Shown, Took


def widow_is_possible(s: DouDizhu, e: Took) -> Answer:
    """The widow is three cards that nobody else has (DZ-8.4)."""
    cards = e.cards or ()
    if e.seat >= SEATS or e.place != "widow" or not cards:
        return None
    late = s.phase == "play" and e.seat == s.landlord and not s.taken
    if not late and s.phase not in {"auction", "widow"}:
        return None
    if len(cards) != WIDOW_SIZE or doubled(cards):
        return Broken(seat=e.seat, says=f"the widow has three cards; taken: {' '.join(cards)}")
    return landlords_now(s, cards) if late else in_widow(s, cards)


def in_widow(s: DouDizhu, cards: tuple[Card, ...]) -> list[Broken]:
    """What is wrong with these cards lying in the widow."""
    faults = at_place(s, WIDOW, cards) or ranks_are_possible(s, WIDOW, cards)
    return [
        structs.replace(fault, seat=None, says=(fault.says or "").replace("seat 3", "the widow")) for fault in faults
    ]


def at_place(s: DouDizhu, place: int, cards: tuple[Card, ...]) -> list[Broken]:
    """What is wrong with these cards lying in a place."""
    faults = [fault for card in cards if card.bit and (fault := impossible(s.places, place, card, ALL_CARDS))]
    if place == WIDOW:
        return together(faults)
    found = [named(s, fault, next(card for card in cards if card.bit & fault.cards)) for fault in faults if fault.cards]
    return together(found)


def landlords_now(s: DouDizhu, cards: tuple[Card, ...]) -> list[Broken]:
    """What is wrong with cards that the landlord took from the widow, and has or laid since."""
    been, pile = s.places.been, s.places.known[PILE]
    own = (s.landlord,) if s.places.known[s.landlord] and not s.places.most[s.landlord] else ()
    others = {card: seat for card in cards for seat in range(SEATS) if seat != s.landlord and been[seat] & card.bit}
    faults = [
        Broken(
            seat=seat,
            cards=card.bit,
            says=f"{card} of the widow was in the hand of seat {seat}",
            against=line_laid(s.acts, card.bit & pile),
            lists=() if card.bit & s.places.seen[-1] else (seat, *own),
        )
        for card, seat in others.items()
    ]
    return together(faults) + at_place(
        s, s.landlord, tuple(card for card in cards if card not in others and not card.bit & pile)
    )


def shown_is_possible(s: DouDizhu, e: Shown) -> Answer:
    """What is shown was not laid before, nor seen elsewhere, and is no more than the hand had (DZ-8.4)."""
    if (e.seat is not None and e.seat >= SEATS) or s.phase == "deal" or e.hand not in {None, s.hand}:
        return None
    if not any((*s.places.known, *s.places.most)):
        return None  # of a hand that only the sheet tells of
    if e.place == "widow":
        return widow_was_possible(s, e.cards)
    if e.seat is None:
        return None
    if doubled(e.cards):
        return Broken(seat=e.seat, says=f"shown: {' '.join(e.cards)}; no card is there twice")
    faults = at_place(s, e.seat, e.cards) or ranks_are_possible(s, e.seat, e.cards)
    if faults:
        return [*faults, *(told for fault in faults for told in laid_wrongly(fault))]
    least, most = bound(s.places, e.seat)
    if len(e.cards) > most or (e.all and len(e.cards) < least):
        says = f"{counted(len(e.cards), 'card')} shown of seat {e.seat}, which had {least if len(e.cards) < least else most}"
        return Broken(seat=e.seat, says=says, name="wrong_remainder")
    return None


OF_THE_CARDS: Final = ("not_higher", "wrong_shape", "invalid_combination", "both_jokers", "on_the_rocket")
"""What is said of cards laid, by the cards that they are."""


def laid_wrongly(fault: Broken) -> list[Cured]:
    """A card that is shown may have been written for another where it was laid before: that play was right, then."""
    return [Cured(fault.against, name=name) for name in OF_THE_CARDS] if fault.against else []


def widow_was_possible(s: DouDizhu, cards: tuple[Card, ...]) -> Answer:
    """The widow that is shown, at its time or later, is three cards that nobody else has or had."""
    late = has_widow(s) and (s.taken or not s.holed)  # else another may have been landlord
    if not late and s.phase not in {"auction", "widow"}:
        return None
    if len(cards) > WIDOW_SIZE or doubled(cards):
        return Broken(says=f"the widow has three cards; shown: {' '.join(cards)}")
    if late:
        return [structs.replace(fault, seat=None) for fault in landlords_now(s, cards)]
    return in_widow(s, cards)
