"""Tricks: the cards of a hand as they were played, how strong each is, and who may have won.

Suits are masks of cards, so that a trump suit may hold jokers, or a jack of another suit (G-3).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count, islice, permutations
from typing import Any, NamedTuple

from upcard.engine.kernel.copying import Part
from upcard.engine.kernel.game import Game
from upcard.engine.kernel.results import Trick
from upcard.engine.kernel.rules import MISREAD, Broken, Cured, Due, Obliged, Rule
from upcard.engine.kernel.usual import each_way
from upcard.engine.scene import Row
from upcard.schemas.cards import UNKNOWN, Card, cards_of, mask_of
from upcard.schemas.events import Corrected, Played

NOT_TOLD = 99
"""The strength of a card that is not known, above that of all others; its remainder by itself is 0, the strength of one that cannot win."""
ACE_HIGH = tuple((index - 1) % 13 for index in range(52))
"""The strength of each card by its index, 2 lowest and ace highest in every suit."""


@dataclass(slots=True)
class Tricks(Part):
    """cards, seats, lines: all that was played in this hand, who played it and where it is written; winners: by trick; size: how many cards
    make a trick; last: how many of them the last one has.
    """

    size: int = 4
    cards: list[Card] = field(default_factory=list)
    seats: list[int] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)
    last: int = 0

    def put(self, seat: int, card: Card, line: int) -> int:
        """A card goes to the trick. Returns how many lie in it; the first after a full trick opens the next."""
        self.cards.append(card)
        self.seats.append(seat)
        self.lines.append(line)
        self.last = lying = self.last % self.size + 1
        return lying

    @property
    def first(self) -> int:
        """The index in `cards` where the last trick begins."""
        return len(self.cards) - self.last

    @property
    def trick(self) -> list[Card]:
        """The cards of the trick that is open, or of the last one until the next lead."""
        return self.cards[self.first :]

    @property
    def trick_seats(self) -> list[int]:
        """The seats that played the cards of the trick."""
        return self.seats[self.first :]

    @property
    def lying(self) -> int:
        """The number of cards in the open trick; 0 when the last trick is full."""
        return self.last % self.size

    def place_of(self, seat: int) -> int | None:
        """The index in `cards` of the card that a seat played to the last trick; None if it played none."""
        latest_first = range(len(self.cards) - 1, self.first - 1, -1)
        return next((place for place in latest_first if self.seats[place] == seat), None)

    def winners_by(self, powers: Mapping[int, Mapping[Card, int]], led: int) -> Sequence[int]:
        """The seats that may have won the last trick, by the strength of cards for each suit led (a mask): one where all that matters is
        known (G-4). Where it is not known which suit was led, each may have been.
        """
        if not led:
            return self._won_whatever_was_led(powers)
        best = winner = -1
        last, strength = self.last, powers[led]
        for card, seat in zip(self.cards[-last:], self.seats[-last:], strict=True):
            power = strength[card]
            if power > best:
                best, winner = power, seat
        return (winner,) if best < NOT_TOLD else self._may_have_won(strength)

    def _won_whatever_was_led(self, powers: Mapping[int, Mapping[Card, int]]) -> Sequence[int]:
        could = {seat for suit in powers if suit for seat in self.winners_by(powers, suit)}
        return [seat for seat in dict.fromkeys(self.trick_seats) if seat in could]

    def _may_have_won(self, strength: Mapping[Card, int]) -> Sequence[int]:
        """The seats that may have won where cards are not (wholly) known: each may be any card that has not been played."""
        gone, least, most = mask_of(self.cards), [], []
        for card in self.trick:
            could = [strength[card]]
            if could == [NOT_TOLD]:
                could = [strength[one] for one in cards_of(card.could_be & ~gone) if strength[one] < NOT_TOLD] or [0]
            least.append(min(could))
            most.append(max(could))
        bar = max(least)
        return tuple(dict.fromkeys(seat for seat, high in zip(self.trick_seats, most, strict=True) if high >= bar))

    def captured(self, sides: Sequence[int], cards: Sequence[Card] = ()) -> list[int]:
        """The cards that each side has captured, as masks. sides: of each seat; cards: all that was played, if more is known of it."""
        taken, played = [list[Card]() for _ in range(max(sides) + 1)], iter(cards or self.cards)
        for winner in self.winners:
            taken[sides[winner]] += islice(played, self.size)
        return list(map(mask_of, taken))

    def played_by(self, seat: int, cards: Sequence[Card]) -> list[Card]:
        """The cards that a seat has played. cards: all that was played, as it is in the record, or if more is known of it."""
        return [card for card, by in zip(cards, self.seats, strict=True) if by == seat]

    def in_each_way(self, may_be: int, others: int = 0, most: int = 3) -> list[list[Card]]:
        """All that was played, in each way in which cards of this mask may be those that nobody saw, all but a few of them (others); none
        where more than so many were not seen (most), or these cannot be they.
        """
        unseen = [place for place, card in enumerate(self.cards) if not card.bit]
        if not 0 <= may_be.bit_count() - len(unseen) <= others or len(unseen) > most:
            return []
        ways = []
        for order in permutations(cards_of(may_be), len(unseen)):
            left = iter(order)
            ways.append([card if card.bit else next(left) for card in self.cards])
        return ways

    def told(self) -> tuple[Trick, ...]:
        """The tricks as rows of facts."""
        played, size = tuple(self.cards), self.size
        sets = [played[first : first + size] for first in range(0, len(played), size)]
        return tuple(map(Trick, count(1), self.seats[::size], self.winners, sets))

    def drawn(self, strength: Mapping[Card, int] | None = None) -> Row:
        """The trick as it is drawn, the card that has won it marked. strength: of each card, where a seat plays more than one."""
        cards, seats, full = self.trick, self.trick_seats, bool(self.cards) and not self.lying
        number = len(self.winners) + (not full and bool(cards))
        own = [place for place, seat in enumerate(seats) if full and self.winners[-1:] == [seat]]
        marks = [max(own, key=lambda place: strength[cards[place]] % NOT_TOLD if strength else 0)] if own else []
        title = f"Trick {number}" if number else "Trick"
        return Row(title=title, cards=tuple(cards), seats=tuple(seats), marks=tuple(marks))


def powers(led: int, trumps: int, order: Sequence[int]) -> dict[Card, int]:
    """How strong each card is in a trick: trumps over the suit led (masks) over all else; one not known is `NOT_TOLD`, unless it can be neither."""
    return {card: _power(card, led, trumps, order) for card in Card}


def _power(card: Card, led: int, trumps: int, order: Sequence[int]) -> int:
    if not card.bit and led and not card.could_be & (led | trumps):
        return 0
    if not 0 <= card.index < len(order):
        return NOT_TOLD
    rank = order[card.index]
    return rank + 40 if card.bit & trumps else rank + 20 if card.bit & led else rank


def tricks_of(state: Any) -> Tricks | None:
    """The tricks of the hand that is on or was last, in a game that has tricks."""
    found: Tricks | None = getattr(state, "tricks", None)
    return found


def unseen_trick(s: Any) -> list[Played]:
    """The plays of the next trick, of cards that nobody saw; none, where a trick is open."""
    tricks = tricks_of(s)
    order = range(tricks.size) if tricks is not None and not tricks.lying else ()
    return [Played(seat=(s.turn + number * s.way) % len(order), card=UNKNOWN) for number in order]


class Suits(NamedTuple):
    """All suits of a hand. cards: of each suit (a mask); trumps: those that are trumps; led_by: the suit (a mask) that each card
    leads, 0 where that is not known; strength: of each card, by the mask of the suit led.
    """

    cards: Mapping[str, int]
    trumps: int
    led_by: Mapping[Card, int]
    strength: Mapping[int, Mapping[Card, int]]


def suits_of(
    cards: Mapping[str, int], trumps: int, order: Sequence[int], led_by: Mapping[Card, int] | None = None
) -> Suits:
    """The suits of these cards (masks). order: how strong each is, by its index; led_by: what it leads, if not its own."""
    own = {card: cards.get(card.suit, 0) for card in Card}
    return Suits(cards, trumps, led_by or own, {led: powers(led, trumps, order) for led in (0, *cards.values())})


def won_by(take: Callable[[Any, int], Any], s: Any, winners: Sequence[int]) -> Any:
    """The result of `take` for the seat that has won the trick; a way for each seat, where several may have won it."""
    return take(s, winners[0]) if len(winners) == 1 else each_way(take, winners)


def follow(
    rule: Rule, suits: Iterable[int], places: int = 0, *, instead: int = 0, slips: bool = False
) -> dict[int, tuple[Obliged, ...]]:
    """By the suit led, or the card that has to follow: who holds one of it plays one of it; nothing, where it is not known. places: where it
    lies (a mask), if not in the hand of who plays; instead: what may be played in its place (a mask); slips: as `Obliged` has it.
    """
    return {suit: (Obliged(rule, suit, suit | instead, places, slips=slips),) for suit in suits} | {0: ()}


class TrickPlay(NamedTuple):
    """due: the play that is due, by the seat whose turn it is; follow: what a play is held to, by the suit led (a mask); led: that suit, 0
    where no trick is open or it is not known; won: what the last trick brings, which is full, to whoever has won it.
    """

    due: tuple[tuple[Due, ...], ...]
    follow: Mapping[int, tuple[Obliged, ...]]
    led: Callable[[Any], int]
    won: Callable[[Any], Any]


def tricks_are_played(
    game: Game,
    rule: Rule,
    suits: Suits | Mapping[str, Suits],
    take: Callable[[Any, int], Any],
    *,
    clause: str = "G-13",
    says: str = "cards are played in turn; the winner leads",
    laid: Callable[[Any, Played, int], None] | None = None,
) -> TrickPlay:
    """Declare that the seats play a card each in turn, and follow the suit led if they can; who wins the trick leads the next.

    rule: broken by who does not follow; suits: of every hand, or by the trump that its state names; take: what a trick brings to the
    seat that has won it; clause, says: of the turn; laid: what else a card does that is laid, by the act and how many lie there.
    """
    seats = game.seats[0]
    game.matching = game.matching or Rule("G-10", "unseen_do_not_fit", "somebody has revoked; it is not known yet who")
    always = suits if isinstance(suits, Suits) else None
    by_trump: Mapping[str, Suits] = {"": suits} if isinstance(suits, Suits) else suits
    obliged = follow(rule, dict.fromkeys(cards for one in by_trump.values() for cards in one.cards.values()))
    by_lead = {trump: {card: obliged[suit] for card, suit in one.led_by.items()} for trump, one in by_trump.items()}
    always_by_lead = by_lead[""] if always else None

    @game.obliges(Played)
    def follows(s: Any, _seat: int) -> Sequence[Obliged]:
        """Follow suit if able."""
        tricks: Tricks = s.tricks
        lying = tricks.last
        return (always_by_lead or by_lead[s.trump])[tricks.cards[-lying]] if lying % seats else ()

    def led(s: Any) -> int:
        held = follows(s, -1)
        return held[0].holding if held else 0

    def takes(s: Any, seat: int) -> Any:
        s.tricks.winners.append(seat)
        s.turn = seat
        return take(s, seat)

    def won(s: Any) -> Any:
        tricks: Tricks = s.tricks
        one = always or by_trump[s.trump]
        return won_by(takes, s, tricks.winners_by(one.strength, one.led_by[tricks.cards[-seats]]))

    @game.on(Played, clause, "out_of_turn", says, cost=MISREAD)
    def play(s: Any, e: Played) -> Any:
        """A card goes to the trick; with the last one somebody has won it, who leads the next."""
        seat, card = e.seat, e.card
        s.places.move_card(card, seat, seats)
        lying = s.tricks.put(seat, card, s.line)
        if laid is not None:
            laid(s, e, lying)
        if lying == seats:
            return won(s)
        s.turn = (seat + s.way) % seats
        return None

    return TrickPlay(tuple((Due(Played, 1 << seat),) for seat in range(seats)), obliged, led, won)


# ---- Cards changed at the table (G-14) ----------------------------------------------------------------------------------


def change(s: Any, seat: int, card: Card, came: Callable[[Any, int], int] | None = None) -> None:
    """A seat changes its card of the last trick. came: the place a card was played from, if not the hand."""
    tricks: Tricks = s.tricks
    place, table = tricks.place_of(seat), len(s.players)
    if place is not None:
        source = seat if came is None else came(s, place)
        s.places.take_back(tricks.cards[place], table, source)
        s.places.move_card(card, source, table)
        tricks.cards[place] = card


def put_right(tricks: Tricks, place: int, card: Card, led: int) -> str | Cured:
    """Whether the card in this place was a revoke that another puts right, by the suit led (a mask; 0 where it is not known)."""
    old = tricks.cards[place]
    if place == tricks.first or old.could_be & ~led == 0:
        return f"{old} was no revoke"
    if led and not card.could_be & led:
        return f"{card} does not follow either"
    return Cured(tricks.lines[place])


def revokes_are_put_right(
    game: Game, clause: str, says: str, led: Callable[[Any], int], came: Callable[[Any, int], int] | None = None
) -> None:
    """Declare that a revoke may be put right within its trick, where the option `same_trick_correction` has it so (G-14).

    led: the suit led, as a mask, asked while a trick is open; came: from which place a card of the tricks was played, if not always
    from the hand.
    """
    means = "A card of the open trick is changed for another, where `same_trick_correction` allows it."
    game.writes = {"corrected": means, **game.writes}

    @game.rule(Corrected, clause, "revoke", says)
    def correction_is_allowed(s: Any, e: Corrected) -> Any:
        """A revoke is put right by who revoked, while the trick is open."""
        place = s.tricks.place_of(e.seat) if s.on and s.tricks.lying else None
        if not s.options.same_trick_correction:
            return Broken(seat=e.seat, says="this table lets no card be changed", clause="G-14")
        if place is None:
            return "there was no card of this seat to change in an open trick"
        return put_right(s.tricks, place, e.card, led(s))

    @game.on(Corrected, free=True)
    def correct(s: Any, e: Corrected) -> None:
        """A card of the open trick is changed for another."""
        if s.on and s.tricks.lying:
            change(s, e.seat, e.card, came)
