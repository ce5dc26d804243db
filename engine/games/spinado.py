"""Spinado: stops with three pots and a dead hand; the ace of diamonds cuts a sequence.

The sections are those of the rules page. Places: the hands by seat, the table, the dead hand.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import product
from typing import Any, Final, Literal

from upcard.engine.due import Act
from upcard.engine.kernel.drawing import row_of
from upcard.engine.kernel.game import Column, Game
from upcard.engine.kernel.ledger import Way
from upcard.engine.kernel.numbers import only
from upcard.engine.kernel.results import Transfer
from upcard.engine.kernel.rules import DISORDER, TWO_LINES, Broken, Due, Rule
from upcard.engine.kernel.state import lasting
from upcard.engine.kernel.tricks import follow
from upcard.engine.kernel.usual import deal_rotates, ends_after, out_is_called, winner_is_called
from upcard.engine.mechanisms import pots, stops
from upcard.engine.mechanisms.pots import everybody, pool
from upcard.engine.mechanisms.pots import seat as purse
from upcard.engine.mechanisms.stops import Stops, dead, holder_of, successors
from upcard.engine.scene import Row, Scene
from upcard.schemas.cards import PACK_MASK, RANK_MASK, Card, cards_of, mask_of
from upcard.schemas.events import ChipsPassed, Gap, Joined, Laid, Opened, Played, Scored
from upcard.schemas.options import Options, option
from upcard.schemas.wording import were

# ---- SP-O Options ------------------------------------------------------------------------------------------------------


class SpinadoOptions(Options):
    """SP-O."""

    buy_in: int = option(0, "SP-1.2", "counters that every player begins with", ge=0)
    follow: Literal["must", "may"] = option("must", "SP-A1", "whether the next higher card has to be played")
    spinado_alone: bool = option(False, "SP-3.4", "true: the spinado may be laid alone while a sequence runs")
    pair_rule: Literal["any", "in_sequence"] = option(
        "any", "SP-3.5", "whether a pair may be played apart, or only one card right after the other"
    )
    hands: int | None = option(None, "SP-4.4", "the session ends after so many hands", ge=1)
    leftover_pots: Literal["unclaimed", "split_equal"] = option(
        "unclaimed", "SP-4.4", "what becomes of the pots left at the end"
    )
    insolvency: Literal["debt"] = option("debt", "C-3", "a purse may go below nothing")


@dataclass(slots=True, kw_only=True)
class Spinado(Stops):
    """exempt, victor: the seat that pays no ante in this hand, and in the next, -1: none, -2: nobody knows; anted: the pots that each seat
    was seen to pay into (masks); early: the same after the hand before. The card that payments hang on is the spinado.
    """

    options: SpinadoOptions
    exempt: int = -1
    victor: int = lasting(-1)
    anted: list[int] = field(default_factory=list)
    early: list[int] = lasting(list)

    def finish(self, how: str, out: int = -1, *, counts: bool = True) -> None:
        """The hand is over, and the deal passes to the left (SP-4.4); the winner is exempt from the next ante (SP-A6)."""
        self.victor, self.early = out if out >= 0 else pots.UNKNOWN, [0] * len(self.players)
        Stops.finish(self, how, out, counts=counts)


# ---- SP-1 Deck, seats --------------------------------------------------------------------------------------------------

PACK47: Final = PACK_MASK & ~RANK_MASK["2"] & ~Card("8d").bit
CARDS: Final = 47
SPINADO: Final = Card("Ad")
SUCCESSOR: Final = successors(PACK47)
POTS: Final = ("matrimony", "intrigue", "game")
PAIRS: Final = (("matrimony", Card("Qd"), Card("Kd")), ("intrigue", Card("Jd"), Card("Qd")))
"""Each pot of a pair: its lower and its upper card (SP-3.5)."""
PAIR_CARDS: Final = mask_of(Card(text) for text in ("Jd", "Qd", "Kd"))
FINE: Final = 2
"""The counters that the holder of the spinado pays for each card left (SP-4.2)."""

GAME = game = Game(
    "spinado",
    title="Spinado",
    source="document 004",
    family="stops",
    says="stops with three pots and a dead hand; the ace of diamonds cuts a sequence",
    seats=(3, 5),
    state=Spinado,
    options=SpinadoOptions,
    pack=PACK47,
    places=2,
    named={"dead": 1},
    impossible="SP-6",
    match="session",
    score="counter/counters",
    proves=(
        "With all hands: every card not played when it was due, at the card that was played instead.",
        "Without hands: the same at the first card that shows it.",
        "Without hands, too: that somebody did not follow, once more cards are missing than the dead hand holds.",
        "From any record: leads and dealers out of turn, a spinado laid alone, wrong sizes, cards in two places.",
        "From any record: antes, payments, purses and pots that do not follow from the play.",
        "Who held the spinado at the end, and so who paid, only if it was shown or all hands are known.",
        "From a score sheet: points that no hand can bring, totals that do not follow, and wrong dealers.",
    ),
    sheet=(
        *pots.columns("hand", "antes"),
        Column(
            "seat", "out", "who went out", "hand", also=("went out", "winner", "won by"), tells="winner", holds="out"
        ),
    ),
    matching=Rule("SP-6", "dead_overflow", "more cards were not played when due than the dead hand holds"),
    unfinished=Rule("SP-6", "count_mismatch", "a hand is played until somebody is out", "contradiction", DISORDER),
    ended=Rule("SP-6", "count_mismatch", "a card was played after somebody was out", "contradiction", DISORDER),
    counting=Rule("SP-6", "count_mismatch", "so many cards go to each hand", "contradiction", DISORDER),
    course={
        "Deal": "`hand_started`; the antes are paid, which nobody writes; `dealt` with the hands and a dead hand.",
        "Play": "A lead of the seat to the left of the dealer, and each next card of the suit `played` by who holds it, until one has no cards left. The spinado goes with"
        " another card: `laid`.",
        "End": "Who was seen to hold the spinado has it `shown`; a hand thrown in is `voided`. What the sheet has is `scored`, what"
        " somebody said `result_called`.",
        "Counters": "They pass by themselves. Payments seen are `chips_passed`, what was counted is `purse_counted` and"
        " `pool_counted`; `bought_in`, `cashed_out`, `joined`, and `closed` at the end.",
    },
    writes={"laid.cards": "the card played, and `Ad`"},
    endings={"share_of_the_pots": "what lay in the pots was shared at the close"},
    closing="SP-4.4",
)


@game.start
def start(s: Spinado, header: Opened) -> None:
    """A table before the first hand, with the counters bought and those left in the pots (SP-1.2)."""
    pots.opens(s, header, POTS, s.options.buy_in or None)
    s.early = [0] * len(header.seats)


# ---- SP-2 Ante and deal ------------------------------------------------------------------------------------------------


def deals(s: Spinado, dealer: int) -> None:
    """This seat deals; who pays no ante is settled, and no ante was seen yet. Left of the dealer leads (SP-3.1)."""
    s.exempt, s.anted = s.victor, [0] * len(s.players)
    stops.begins(s, dealer, ante)


def ante(s: Spinado) -> None:
    """Everybody but the winner of the hand before pays one into each pot (SP-2.1)."""
    if s.exempt != pots.UNKNOWN:
        s.ledger.pay(antes(s.taking_part(), s.exempt))
        return
    for name in POTS:  # who is exempt may have left
        s.ledger.move("board", pool(name), None if s.sitting_out else len(s.players) - 1, "ante")
    s.ledger.lose(everybody(s))


@lru_cache(1024)
def antes(seats: tuple[int, ...], exempt: int) -> tuple[Transfer, ...]:
    """The antes: from each of these seats but the exempt one a counter for each pot."""
    return tuple(Transfer(purse(seat), pool(name), 1, "ante") for name in POTS for seat in seats if seat != exempt)


def usual_size(s: Spinado) -> int:
    """Cards in each hand (SP-2.2)."""
    return CARDS // (len(s.taking_part()) + 1)


def sizes(s: Spinado) -> tuple[list[int], int]:
    """Cards by seat, and in the dead hand, which gets the rest (SP-2.2)."""
    size = usual_size(s)
    dealt = [0 if s.sitting_out >> seat & 1 else size for seat in range(len(s.players))]
    return dealt, CARDS - sum(dealt)


DEAL: Final = stops.dealt_with_dead_hand(game, "SP-6", sizes, ante)


# ---- SP-3 Play ---------------------------------------------------------------------------------------------------------


def may_act(s: Spinado, e: Played | Laid) -> bool:
    """Whether this card follows, or may follow, or is of the seat that leads if nobody follows; a spinado laid alone is a fault of its own."""
    if e.seat == s.run.leader:
        return True
    may_be, cards = 0, (e.card,) if isinstance(e, Played) else e.cards
    for card in cards:
        may_be |= card.could_be
    return bool(may_be & s.run.due) or (cards == (SPINADO,) and may_run(s))


def may_run(s: Spinado) -> bool:
    """Whether somebody may hold the next card (SP-3.2)."""
    due = s.run.due
    return bool(due) and (bool(due & s.places.pool) or holder_of(s, due) is not None)


LED: Final = (
    *((Due(Played, 1 << seat), Due(Laid, 1 << seat)) for seat in range(game.seats[1])),
    (Due(Played), Due(Laid)),
)
"""The lead that is due, a card, or a card with the spinado, by the seat; the last of them, from a seat that is not known (-1)."""
FOLLOWED: Final = (Due(Played, matches=may_act), Due(Laid, matches=may_act))
"""The play of whoever holds the next card, or, if nobody does, a lead."""


@game.turn
def turn(s: Spinado) -> Sequence[Due]:
    """The deal, then whoever holds the next card plays it, or, if nobody does, the last player leads (SP-3.1, SP-3.2)."""
    run = s.run
    if s.dealt:
        return FOLLOWED if run.due else LED[run.leader]
    return DEAL


MISSED = Rule("SP-6", "missed_follow", "who holds the next higher card plays it")
FOLLOW: Final = tuple(
    [follow(MISSED, SUCCESSOR, (1 << seats) - 1, instead=instead, slips=True) for seats in range(game.seats[1] + 1)]
    for instead in (0, SPINADO.bit)
)
"""What a card is held to, by whether the spinado may be played instead, the number of seats, and the card that has to follow."""


@game.obliges(Played | Laid)
def follows(s: Spinado, seat: int) -> Any:
    """Who holds the next higher card plays it (SP-3.1, SP-A1); of a spinado laid alone by another, that is the fault."""
    due = s.run.due
    if not due or s.options.follow == "may":
        return ()
    return FOLLOW[seat != s.run.leader or s.options.spinado_alone][len(s.players)][due]


@game.rule(Played | Laid, "SP-6", "spinado_alone_midsequence", "the spinado is laid with another card")
def spinado_has_company(s: Spinado, e: Played | Laid) -> Any:
    """While a sequence runs the spinado is laid with another card (SP-3.3, SP-3.4)."""
    card, leader = e.card if isinstance(e, Played) else only(e.cards), s.run.leader
    if card is not SPINADO or leader in {e.seat, -1} or s.options.spinado_alone or not may_run(s):
        return None
    says = "the spinado was laid alone while a sequence ran; it goes with another card"
    return Broken(seat=e.seat, cards=SPINADO.bit, says=says)


@game.rule(Laid, "SP-3.3", "too_many_cards", "one card, or one with the spinado", cost=TWO_LINES)
def one_card_or_two(_s: Spinado, e: Laid) -> Any:
    """One card is played, or one with the spinado (SP-3.3)."""
    if len(e.cards) == 1 or (len(e.cards) == 2 and any(card.could_be & SPINADO.bit for card in e.cards)):
        return None
    return f"{were(len(e.cards), 'card')} laid at once"


@game.on(Played | Laid, "SP-6", "lead_out_of_turn", "who played the last card leads", cost=TWO_LINES)
def play(s: Spinado, e: Played | Laid) -> None:
    """A card is played, the spinado perhaps with it: another must follow it, or its player leads anew."""
    seat, places, table = e.seat, s.places, len(s.players)
    for seen in (e.card,) if isinstance(e, Played) else sorted(e.cards, key=lambda card: card is SPINADO):
        card = seen if seen.bit else places.told(seen, seat)
        places.move_card(card, seat, table)
        if card.bit:
            s.run.put(seat, card, SUCCESSOR[card.index] & ~places.known[table])
            if card.bit & PAIR_CARDS:
                win_pairs(s, seat, card)
        else:
            s.run.put(seat, card, 0)  # nobody can tell who may follow it
            if card.could_be & PAIR_CARDS & places.pool:  # a pot may have been taken without our knowing
                s.ledger.lose((pool("matrimony"), pool("intrigue"), *everybody(s)))
    if not (places.known[seat] or places.unseen[seat]):
        go_out(s, seat)


def win_pairs(s: Spinado, seat: int, card: Card) -> None:
    """With this card one seat may have played both cards of a pair (SP-3.5)."""
    for name, lower, upper in PAIRS:
        other = lower if card is upper else upper
        has_both = card in {lower, upper} and s.run.played_by(other) == seat
        if has_both and (s.options.pair_rule == "any" or (card is upper and s.run.adjacent(lower))):
            s.ledger.take(pool(name), purse(seat), "pair")


# ---- SP-4 End ----------------------------------------------------------------------------------------------------------


def fined_if(s: Spinado, holder: int) -> Way:
    """The payment that is made if this seat holds the spinado."""
    if holder < 0 or holder == s.out or not s.left[holder]:
        return Way(holder, ())
    return Way(holder, (Transfer(purse(holder), purse(s.out), FINE * s.left[holder], "spinado"),))


SHARED: Final = "share_of_the_pots"
go_out: Final = stops.paid_by_holder(game, SPINADO, "the spinado", fined_if, SHARED)
"""Who is out takes game (SP-4.1); who holds the spinado unplayed pays two for each card in hand, the spinado included (SP-4.2)."""

stops.thrown_in(game, "SP-6")
deal_rotates(game, "SP-4.4", "the deal passes to the left", begins=deals)
ends_after(game, "hands", "SP-4.4", "late_hand", "a hand after the last of the session")


@game.missed
def miss(s: Spinado, e: Gap) -> None:
    """Of hands that were missed neither the counters nor the winner are known."""
    s.victor, s.early = pots.UNKNOWN, [0] * len(s.players)
    stops.hands_missed(s, e, POTS)


stops.session_closes(game, POTS, lambda s: s.options.leftover_pots == "split_equal", SHARED)


# ---- What may come next ------------------------------------------------------------------------------------------------


@game.offer(Played, "a card")
def plays(s: Spinado, _seat: int) -> Iterator[Act]:
    """The card that must follow, or a lead; and the spinado, where this house lets it cut a sequence alone (SP-3.4)."""
    yield from stops.plays_offered(game, s)
    seats = [seat for seat in range(len(s.players)) if s.places.possible(seat, PACK47) & SPINADO.bit]
    if s.options.spinado_alone and may_run(s) and seats:
        alone = tuple(Played(seat=seat, card=SPINADO) for seat in seats)
        yield Act(Played, only(seats), "the spinado alone", alone, optional=True, weight=0.2)


@game.offer(Laid, "a card with the spinado")
def lays(s: Spinado, _seat: int) -> Act | tuple[()]:
    """The cards that may be played, each with the spinado."""
    plays: list[Any] = [one for act in stops.plays_offered(game, s) for one in act.choices or ()]
    choices = tuple(
        Laid(seat=one.seat, cards=(one.card, SPINADO))
        for one in plays
        if one.card is not SPINADO and s.places.may_hold_all(one.seat, SPINADO.bit | one.card.bit)
    )
    who = only({one.seat for one in choices})
    return Act(Laid, who, "a card with the spinado", choices) if choices else ()


game.between(stops.may_show)


# ---- SP-6 Irregularities of antes and payments -------------------------------------------------------------------------

ALL_POTS: Final = (1 << len(POTS)) - 1


def pots_of(e: ChipsPassed) -> int:
    """The pots (a mask) that an ante goes into: all of them, if it was passed to the board."""
    return next((1 << number for number, name in enumerate(POTS) if pool(name) == e.to), ALL_POTS)


def ante_is_true(s: Spinado, e: ChipsPassed, seat: int) -> Any:
    """All but the winner of the hand before pay one into each pot (SP-2.1); between two hands, of either of them."""
    if seat == s.exempt and (s.on or seat == s.victor):
        return Broken(seat=seat, says=f"seat {seat} won the hand before and pays no ante", name="winner_anted")
    if s.on and s.anted[seat] & pots_of(e):
        return Broken(seat=seat, says=f"seat {seat} paid into {e.to} again")
    wanted = len(POTS) if e.to == "board" else 1
    return e.amount == wanted or Broken(seat=seat, says=f"seat {seat} paid {e.amount} into {e.to}; {wanted} was due")


def remember_ante(s: Spinado, e: ChipsPassed, seat: int) -> None:
    """An ante was seen."""
    (s.anted if s.on else s.early)[seat] |= pots_of(e)


@game.rule(Played | Laid | Scored, "SP-6", "ante_missing", "all but the last winner pay an ante", "testimony")
def antes_are_whole(s: Spinado, e: Played | Laid | Scored) -> Any:
    """Where one ante was written down, all are expected before the first card, or the row of the sheet (SP-A9)."""
    if s.run.cards or s.exempt == pots.UNKNOWN or not s.on or (isinstance(e, Scored) and e.void):
        return None
    if not any(s.anted) and not (s.hand == 1 and any(s.early)):  # later, those may be of the hand before
        return None
    return [Broken(seat=seat, says=f"seat {seat} was not seen to pay its antes") for seat in not_paid(s)]


def not_paid(s: Spinado) -> list[int]:
    """The seats that were not seen to pay all antes."""
    paid = [one | other for one, other in zip(s.anted, s.early, strict=True)]
    return [seat for seat in s.taking_part() if seat != s.exempt and paid[seat] != ALL_POTS]


BOARD: Final = pots.Board(
    POTS,
    "pot",
    payment=("SP-6", "wrong_payment", "payments follow from the play"),
    conserved=("SP-6", "not_conserved", "no counter is made or lost"),
    unproven=("SP-6", "unproven_spinado_fine", "only who was seen to hold the spinado pays for it"),
    card="the spinado",
    dressing=ante_is_true,
    too_early=lambda s: s.on and not s.run.cards,
    shared=SHARED,
    paid_in=remember_ante,
)
pots.money(game, BOARD)
winner_is_called(game, "SP-4.1", "who is out has won the hand")
out_is_called(game, "SP-6", "count_mismatch")


@game.on(Joined)
def sit_down(s: Spinado, e: Joined) -> None:
    """Another player has not won the hand before, and is not exempt from the next ante (SP-2.1). Nobody knows what lies in that purse."""
    pots.sit(s, e)
    if not s.on and s.victor == e.seat and s.sat(e.seat) != e.player:
        s.victor = -1


# ---- The score sheet ---------------------------------------------------------------------------------------------------


@game.outcomes
def outcomes(s: Spinado, e: Scored) -> Iterator[Any]:
    """The outcomes that a hand can have: antes, pots and a fine that come to the points written."""
    points = pots.points_written(s, e)
    if points is not None and not pots.can_be_paid(s, POTS, points):
        return
    if points is None or s.run.cards or s.exempt == pots.UNKNOWN or s.ledger.balances[pool("game")] is None:
        yield partial(row_settles, points=points, out=-1 if e.seat is None else e.seat, left=None)
        return
    for winner in s.taking_part() if e.seat is None else (e.seat,):
        left = {one for taken in set(pairs_brought(s, points, winner)) for one in may_be_left(s, taken)}
        if left:
            yield partial(row_settles, points=points, out=winner, left=only(left))


def pairs_brought(s: Spinado, points: Sequence[int], winner: int) -> Iterator[int]:
    """The counters that the pots of the pairs may have brought a seat, if this one is out: the queen is in both pairs, so that one seat
    takes them (SP-3.5), and one other may have paid for cards left with the spinado (SP-4.2).
    """
    others = [seat for seat in s.taking_part() if seat != winner]
    for payer, cards in [(winner, 0), *product(others, range(1, usual_size(s) + 1))]:
        rest = [more - (s.ledger.gain(account) or 0) for account, more in zip(everybody(s), points, strict=True)]
        rest[winner] -= (s.ledger.balances[pool("game")] or 0) + FINE * cards
        rest[payer] += FINE * cards
        taken = [amount for amount in rest if amount] or [0]
        if len(taken) == 1 and taken[0] >= 0:
            yield taken[0]


def may_be_left(s: Spinado, taken: int) -> list[tuple[int, int] | None]:
    """What may be left in the pots of the pairs of which so much was taken; None where nobody knows what lay in which."""
    matrimony, intrigue = (s.ledger.balances[pool(name)] for name in POTS[:2])
    if matrimony is None or intrigue is None:
        return [None]
    ways = product((matrimony, 0), (intrigue, 0))
    return [(first, second) for first, second in ways if first + second == matrimony + intrigue - taken]


def row_settles(s: Spinado, points: Sequence[int] | None, out: int, left: tuple[int, int] | None) -> None:
    """The hand came out as a row says; what lies in the pots after it, so far as it follows. Somebody took game (SP-4.3)."""
    pots.write_row(s, POTS, points, (*left, 0) if left is not None else (None, None, 0))
    s.finish("sheet", out)


game.figure("seat", "SP-6", "count_mismatch", "who is out has no card left")


# ---- How a hand came out, and what there is to see ---------------------------------------------------------------------


@game.draws
def scene(s: Spinado) -> Scene:
    """The table: hands, the cards played, the dead hand, the pots and the purses."""
    marks = {"dealer": s.dealer, "first": s.after(s.dealer), "no ante": s.exempt}
    return Scene(
        facts=(("next", what_follows(s)),) if s.on and s.dealt else (),
        hands=stops.seats_drawn(s, marks, playing=s.on and s.dealt),
        rows=(
            Row(title="Played", cards=tuple(s.run.cards), seats=tuple(s.run.seats)),
            row_of(s.places, dead(s), "Dead hand"),
        ),
        pots=pots.drawn(s, POTS),
    )


def what_follows(s: Spinado) -> str:
    """The card that is to be played next, in words."""
    if s.run.leader < 0 or s.blind:
        return "not known"
    return str(next(cards_of(s.run.due))) if may_run(s) else "a lead"
