"""Stops with a board of pools (C-3, C-7): cards played up in suit, each followed by the next higher, until nobody can; a dead hand,
payments at the end that hang on one card, and the table as it is drawn.

A game of this kind has a state `Stops`, and three kinds of places: the hands by seat, the table, and the dead hand.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from upcard.engine.due import Act
from upcard.engine.kernel.copying import Part
from upcard.engine.kernel.dealing import Hands, deal_aside, deal_hands
from upcard.engine.kernel.drawing import hands_drawn, player
from upcard.engine.kernel.game import Game
from upcard.engine.kernel.ledger import Ledger, Way
from upcard.engine.kernel.numbers import only
from upcard.engine.kernel.offering import playable
from upcard.engine.kernel.results import UNTOLD, WITHOUT_END, Result
from upcard.engine.kernel.rules import DISORDER, Broken, Due, unwritten
from upcard.engine.kernel.state import State, after_hands, lasting
from upcard.engine.kernel.usual import result_of
from upcard.engine.mechanisms import pots
from upcard.engine.scene import Hand
from upcard.schemas.cards import BY_INDEX, Card, cards_of
from upcard.schemas.events import Closed, Dealt, Gap, Played, Shown, Voided
from upcard.schemas.wording import counted


@dataclass(slots=True)
class Run(Part):
    """cards, seats: all that was played in this hand, and by whom; due: the bit of the card that has to follow, 0 if none has;
    leader: who leads where none follows, -1 where that cannot be told, since a card was not seen; may_follow: what may follow such a card
    (a mask), if that is known: else its player, `seats[-1]`, leads.
    """

    cards: list[Card] = field(default_factory=list)
    seats: list[int] = field(default_factory=list)
    due: int = 0
    leader: int = -1
    may_follow: int = 0

    def put(self, seat: int, card: Card, following: int) -> None:
        """A seat has played a card. following: the bit of the next higher one, 0 if none can follow any more; of a card that was not
        seen, all that may follow.
        """
        self.cards.append(card)
        self.seats.append(seat)
        if card.bit:
            self.due, self.may_follow, self.leader = following, 0, seat
        else:
            self.due, self.may_follow, self.leader = 0, following, -1

    def played_by(self, card: Card) -> int:
        """The seat that played a card, or -1."""
        return self.seats[self.cards.index(card)] if card in self.cards else -1

    def adjacent(self, card: Card) -> bool:
        """Whether a card was played just before the last one."""
        return self.cards[-2:-1] == [card]

    def since_stop(self) -> int:
        """The index of the first of the cards that follow each other up to the last."""
        start = len(self.cards)
        while start and (start == len(self.cards) or self.cards[start - 1].index + 1 == self.cards[start].index):
            start -= 1
        return start


def successors(pack: int) -> tuple[int, ...]:
    """For each card by its index: the bit of the next higher card of its suit, 0 if the pack (a mask) has none.

    Ace low, king high. No card follows a king, nor the card below one that was taken out.

    >>> table = successors((1 << 52) - 1 - (1 << 20))
    >>> table[18] == 1 << 19, table[19], table[12]
    (True, 0, 0)
    """
    return tuple(0 if card.rank in {"K", "X"} else card.bit << 1 & pack for card in BY_INDEX)


@dataclass(slots=True, kw_only=True)
class Stops(State):
    """staked: the seats that took no part when stakes were paid (a mask); run: the cards played; ledger: all counters; purses_known:
    the seats whose purse is known from the start (a mask); out: the seat that went out in the last hand, -1 if none did; left: how
    many cards each seat had left then; held: the seat that had the card then that payments hang on, -1: none, -2: nobody knows.
    """

    staked: int = lasting(0)
    run: Run = field(default_factory=Run)
    ledger: Ledger = lasting(Ledger)
    purses_known: int = lasting(0)
    out: int = -1
    left: list[int] = field(default_factory=list)
    held: int = -1

    def finish(self, how: str, out: int = -1, *, counts: bool = True) -> None:
        """The hand is over, and the deal passes to the left. counts: whether it is one of the hands that are counted."""
        self.how, self.out, self.next_dealers = how, out, if_known(self.beside(self.dealer))
        self.count(counts)
        self.run.due, self.run.leader = 0, -1
        self.end()


dead = after_hands(1)
"""The place of the hand that takes no part."""


def if_known(seat: int) -> list[int]:
    """This seat as the only one that may be to deal; none, where it is not known."""
    return [seat] if seat >= 0 else []


# ---- The deal ----------------------------------------------------------------------------------------------------------


def begins(s: Any, dealer: int, stake: Callable[[Any], None]) -> None:
    """A hand of this dealer begins, and those who take part pay their stakes. What a game remembers of a hand is set beside this."""
    s.dealer = dealer
    s.ledger.begin()
    pay_stakes(s, stake)


def pay_stakes(s: Any, stake: Callable[[Any], None]) -> None:
    """Those who take part pay their stakes, and elder leads. stake: moves the counters, and nothing else: it is done again once the
    deal tells that others take part.
    """
    s.staked, s.run.leader = s.sitting_out, s.after(s.dealer)
    stake(s)


def dealt_with_dead_hand(
    game: Game, clause: str, sizes: Callable[[Any], tuple[Sequence[int], int]], stake: Callable[[Any], None]
) -> tuple[Due, ...]:
    """Declare the deal. Returns it as what is due: records may leave it out. sizes: how many cards go to each seat, by seat, and how
    many to the dead hand; stake: has those who take part pay for it, as `pay_stakes` takes it.
    """
    game.about(Dealt)(lambda s, e: Hands.of(e, *sizes(s)))

    @game.on(Dealt, clause, "no_deal_due", f"cards are dealt once a {game.hand}", fault="contradiction")
    def deal(s: Any, hands: Hands) -> None:
        """The cards are dealt; those that nobody wrote down as cards not known."""
        if s.staked != s.sitting_out:  # who takes part is known by the deal
            s.ledger.undo(s.hand)
            pay_stakes(s, stake)
        deal_hands(s, hands.line, hands.sizes)
        deal_aside(s, hands.line, "dead", dead(s), sum(hands.due) + hands.rest - sum(hands.sizes))
        s.dealt = True

    @game.rule(Dealt, clause, "count_mismatch", "so many cards go to each hand", "contradiction", cost=DISORDER)
    def sizes_are_right(_s: Any, hands: Hands) -> Any:
        """Each hand has the cards due to it; the dead hand may be listed with a card that is turned up later."""
        if hands.sizes != list(hands.due):
            return Broken(says=f"{listing(hands.sizes)} cards were dealt, not {listing(hands.due)}")
        listed = (hands.line.places or {}).get("dead")
        if listed is None or len(listed) in {hands.rest, game.pack.bit_count() - sum(hands.sizes)}:
            return None
        return Broken(says=f"{counted(len(listed), 'card')} listed in the dead hand, not {hands.rest}")

    @game.offer(Dealt, "the cards")
    def packets(s: Any, _seat: int) -> Act:
        """The cards that chance gives to the seats and to the dead hand."""
        usual, rest = sizes(s)
        return game.chance(s, usual, f"{listing(usual)} cards to the seats, {rest} to the dead hand", dead=rest)

    return (Due(Dealt, skip=unwritten(game.acts[Dealt].do, Dealt())),)


def listing(sizes: Sequence[int]) -> str:
    """Numbers of cards in words, one after the other."""
    return ", ".join(map(str, sizes))


# ---- What may be played next -------------------------------------------------------------------------------------------


def holder_of(s: Any, bit: int) -> int | None:
    """The seat that is known to hold a card."""
    place = s.places.place_of(bit) if bit else None
    return place if place is not None and place < len(s.players) else None


def who_may_hold(s: Any, bit: int) -> list[int]:
    """The seats that may hold a card, so far as the record tells; -1: nobody, since it was played or lies in no hand."""
    places, seats = s.places, len(s.players)
    if (known := places.place_of(bit)) is not None:
        return [known if known < seats else -1]
    found = {other: places.holds(other, bit, places.pack) for other in range(len(places.known))}
    may = [other for other, holds in found.items() if holds] or [other for other in found if found[other] is None]
    return sorted({other if other < seats else -1 for other in may}) or [-1]


def plays_offered(game: Game, s: Any) -> Iterator[Act]:
    """The card that has to follow, of the seat that holds it; or a lead. Both where nobody knows who holds the card: the seat that plays tells."""
    seats, due, leader = range(len(s.players)), s.run.due, s.run.leader
    holder, open_, card = holder_of(s, due), bool(due & s.places.pool), next(cards_of(due), None)
    if holder is not None and card is not None:
        yield Act(Played, holder, f"the {card}", (Played(seat=holder, card=card),))
    elif open_ and card is not None:
        may = [seat for seat in seats if s.places.possible(seat, game.pack) & due]
        yield Act(Played, None, f"who plays the {card}", tuple(Played(seat=seat, card=card) for seat in may), who=True)
    leads = tuple(
        Played(seat=seat, card=card)
        for seat in (seats if leader < 0 else (leader,))
        for card in cards_of(playable(game, s, seat) & ~due)
    )
    if leads:
        yield Act(Played, None if leader < 0 else leader, "a lead after a stop" if open_ else "a lead", leads)


# ---- Payments that hang on one card ------------------------------------------------------------------------------------


def paid_by_holder(
    game: Game, card: Card, name: str, paid_if: Callable[[Any, int], Way], *untold: str
) -> Callable[[Any, int], None]:
    """Declare that the payments at the end hang on who holds a card, which may be shown later, and what a hand came to. Returns the
    function by which a seat is out. name: of the card in words; paid_if: the payments if this seat holds it, -1: if nobody does;
    untold: further ends of a hand that leave it open who has won.
    """
    game.results(partial(result, game, card=name, untold=untold))
    game.tells(outcome)

    def settle(s: Any) -> None:
        """The payments pass, as far as it is known who holds the card."""
        ways = [paid_if(s, holder) for holder in who_may_hold(s, card.bit)]
        s.held = ways[0].holder if len(ways) == 1 else pots.UNKNOWN
        s.ledger.settle(s.hand, ways)

    def go_out(s: Any, out: int) -> None:
        """A seat has no card left: it takes game, and is paid for the cards that others have left."""
        s.ledger.take(pots.pool("game"), pots.seat(out), "out")
        s.out, s.left = out, [s.places.count(seat) or 0 for seat in range(len(s.players))]
        settle(s)
        s.finish("out", out)

    @game.on(Shown)
    def show(s: Any, _e: Shown) -> None:
        """Cards shown after the end may tell who held the card that payments hang on."""
        if not s.on and s.how == "out" and s.ledger.open_of(s.hand) is not None:
            settle(s)
            s.settled += 1

    @game.offer(Shown, f"who held {name}")
    def shows(s: Any, _seat: int) -> Act | tuple[()]:
        """Whoever may hold the card may show it."""
        seats = [seat for seat in who_may_hold(s, card.bit) if seat >= 0]
        if not seats:
            return ()
        choices = tuple(Shown(seat=seat, cards=(card,)) for seat in seats)
        return Act(Shown, seats[0] if len(seats) == 1 else None, f"who held {name}", choices, optional=True, weight=0.1)

    return go_out


def may_show(s: Any) -> Iterator[Due]:
    """After a hand that somebody won by going out, the card that payments hang on may be shown."""
    if s.how == "out":
        yield Due(Shown, optional=True, weight=0.1)


# ---- Hands thrown in or missed, and the end of the session -------------------------------------------------------------


def thrown_in(game: Game, clause: str, after: str = "") -> None:
    """Declare that a hand that is on may be thrown in: all counters that it moved go back, and the same dealer deals again. after: how
    it may have ended, and its cards be thrown in.
    """

    @game.rule(Voided, clause, "no_hand", f"only a {game.hand} that is on is thrown in", "contradiction", cost=DISORDER)
    def is_on(s: Any, _e: Voided) -> Any:
        """Only a hand that is on can be thrown in."""
        return s.on or s.blind or s.how in {"", after} or f"there was no {game.hand} to throw in"

    @game.on(Voided)
    def throw_in(s: Any, _e: Voided) -> None:
        """The hand is thrown in: the counters that it moved go back, and the same dealer deals again."""
        if s.on or not s.how:
            s.ledger.undo(s.hand)
            s.how, s.out, s.run, s.void = "void", -1, Run(), True
            s.next_dealers = if_known(s.dealer)
            s.end()


def hands_missed(s: Any, e: Gap, pools: Sequence[str]) -> None:
    """Nothing is known of the counters after hands that were missed, nor how many of them count, nor who deals next; of one alone,
    that the next seat does, or the same again, if it was thrown in.
    """
    dealer = only(s.next_dealers) if s.how else s.dealer
    s.ledger.lose((*pots.everybody(s), *map(pots.pool, pools)))
    s.ledger.open, s.purses_known, s.how, s.out, s.hands_done = [], 0, "", -1, None
    s.next_dealers = [s.after(dealer), dealer] if e.hands == 1 and dealer is not None and dealer >= 0 else []


def session_closes(game: Game, pools: Sequence[str], shared: Callable[[Any], bool], how: str) -> None:
    """Declare the close. shared: whether the counters left in the pools are shared out then; how: what such a share is called."""

    @game.on(Closed)
    def close(s: Any, _e: Closed) -> None:
        """The session ends, and the counters left in the pools may be shared out. Of a hand that was on nothing is known."""
        if s.on:
            without = "missed" if s.blind else "cut_off"
            game.missed_of(s, Gap())
            s.how = without
            s.end()
            return
        together = pots.on_board(s, pools)
        if s.hand and shared(s) and (together is None or together >= len(s.players) - s.vacant().bit_count()):
            s.hand += 1
            s.sitting_out = s.vacant()
            s.ledger.begin()
            s.run, s.how, s.out = Run(), how, -1
            pots.share(s, pools)
            s.end()


# ---- How a hand came out, and the table as it is drawn -----------------------------------------------------------------


def result(game: Game, s: Any, card: str, untold: Sequence[str]) -> Result:
    """The counters that each seat gained or lost in a hand. card, untold: as `paid_by_holder` has them."""
    told = s.out >= 0 or s.how not in {*WITHOUT_END, "sheet", *untold}
    how = "played" if s.how == "out" else s.how or UNTOLD
    rows, doubt = pots.in_doubt(s, card)
    return result_of(
        game,
        s,
        [seat == s.out if told else None for seat in range(len(s.players))],
        points=tuple(pots.points_of(s)),
        level="sheet" if s.how == "sheet" and not s.run.cards and s.places.pool == s.places.pack else game.level(s),
        how=how,
        says=game.ends[how] + doubt,
        transfers=(*s.ledger.rows, *rows),
        totals=tuple(pots.purses_of(s)),
    )


def seats_drawn(s: Any, marks: Mapping[str, int], *, playing: bool) -> tuple[Hand, ...]:
    """All seats: cards, purse, and who leads. marks: the seat that each mark belongs to; playing: whether a card is due."""
    counters = [pots.in_words(s, amount) for amount in pots.purses_of(s)]
    leader = s.run.leader if playing and not s.run.due else -1
    return hands_drawn(s, marks if s.hand else {}, {"counters": counters}, turn=leader)


def outcome(s: Any) -> str:
    """How a hand came out, in a sentence."""
    if s.how == "out":
        gained = pots.points_of(s)[s.out]
        return f"{player(s, s.out)} is out" + ("" if gained is None else f", {gained:+}")
    if s.how == "sheet":
        return f"{player(s, s.out)} is out" if s.out >= 0 else ""
    return "its end is not known" if s.how in WITHOUT_END else str(s.how).replace("_", " ")
