"""What may come next in Trente et Quarante, and shorthand for it."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Final

from upcard.engine.due import Act
from upcard.engine.games.trente_et_quarante.rows import bounds, held, may_be_full, row_due, split
from upcard.engine.games.trente_et_quarante.shoe import LONGEST, limit
from upcard.engine.games.trente_et_quarante.state import (
    DONE,
    FREE,
    FRESH,
    INSURANCE,
    KINDS,
    NOIR,
    ROWS,
    VALUES,
    WAITS,
    WIDTH,
    TrenteEtQuarante,
    bet_of,
    live,
    owner,
    stake,
    status,
)
from upcard.engine.games.trente_et_quarante.theory import LEAST, MOST
from upcard.schemas.cards import PACK, Card
from upcard.schemas.events import (
    Base,
    BetInsured,
    BetPlaced,
    BetSurrendered,
    BetWithdrawn,
    BoughtIn,
    Closed,
    CutReached,
    HandStarted,
    Joined,
    Left,
    RowDealt,
    Shuffled,
    TurnedUp,
    Voided,
)

WORDS: Final = {
    "noir": "row_dealt noir",
    "rouge": "row_dealt rouge",
    "n": "row_dealt noir",
    "r": "row_dealt rouge",
    "card": "turned_up",
    "withdraw": "bet_withdrawn",
    "withdraws": "bet_withdrawn",
    "half": "bet_surrendered",
}

NAMES: Final[Mapping[type[Base], Mapping[str, Sequence[str]]]] = {
    BetPlaced: {"kind": KINDS},
    RowDealt: {"row": ROWS},
    TurnedUp: {"place": ROWS},
}

NUMBERS: Final[Mapping[type[Base], Mapping[str, Mapping[int, int]]]] = {
    RowDealt: {"total": {total % 10: total for total in range(LEAST, MOST + 1)}}
}
"""A row is called by the last digit of its total."""

OPENS: Final = frozenset({BetPlaced, RowDealt})
"""What begins a hand, where nobody wrote that it began."""

ENOUGH: Final = 60
"""Cards that are surely enough for a row, however small they are: of fewer their points are counted."""

STEPS: Final = (1, 2, 5, 10, 50, 100, 500)
"""What a random bettor bets, in the least that can be bet; a hundred coins, if the table has no limit."""


def due(s: TrenteEtQuarante) -> tuple[Act, ...]:
    """What may come next."""
    if s.closed:
        return ()
    if shows_cut(s):
        return (Act(CutReached, None, "the cut card", (CutReached(),)),)
    if s.phase == "rows":
        return tuple(due_rows(s))
    if s.phase == "bets":
        acts = [] if needs_shuffle(s) else list(due_rows(s))
        return (*acts, *due_bets(s)) if acts else (shuffle_act(s), *due_bets(s))
    begins = shuffle_act(s) if needs_shuffle(s) else Act(HandStarted, None, "the next hand", (HandStarted(),))
    first = () if needs_shuffle(s) else (*due_rows(s), *due_bets(s))
    opening = (replace(act, optional=True, weight=0.0) for act in first if act.event in OPENS)
    return (begins, *due_halves(s), *opening, *due_people(s), Act(Closed, None, "the end of the session", (Closed(),)))


# ---- TQ-1.3 The shoe -----------------------------------------------------------------------------------------------


def shows_cut(s: TrenteEtQuarante) -> bool:
    """Whether all cards before the cut card were dealt, and it was not told of."""
    return not s.cut_seen and 0 < limit(s) <= s.dealt and drawn(s) > 0


def drawn(s: TrenteEtQuarante) -> int:
    """The cards dealt since the shuffle, without those that lie there for the next hand."""
    return s.dealt - (0 if s.phase == "rows" else len(held(s, NOIR)))


def needs_shuffle(s: TrenteEtQuarante) -> bool:
    """Whether the shoe must be shuffled before another hand."""
    if s.cut_seen and (s.phase == "between" or s.hand > s.last_hand):
        return True
    return (limit(s) <= 0 and drawn(s) > 0) or not can_fill(s, row_due(s))


def shuffle_act(_s: TrenteEtQuarante) -> Act:
    """The shuffle."""
    return Act(Shuffled, None, "the shuffle", (Shuffled(),))


def copies_left(s: TrenteEtQuarante) -> list[int]:
    """How many copies of each card are in the shoe, at most."""
    packs = s.options.decks
    return [packs - seen for seen in s.shoe]


def can_fill(s: TrenteEtQuarante, row: int) -> bool:
    """Whether the cards left can fill a row."""
    if s.options.cards - s.dealt > ENOUGH:
        return True
    points = sum(VALUES[card.rank] * left for card, left in zip(PACK, copies_left(s), strict=True))
    return max(0, split(held(s, row))[0]) + points >= LEAST


# ---- TQ-3 Rows -----------------------------------------------------------------------------------------------------


def due_rows(s: TrenteEtQuarante) -> Iterator[Act]:
    """The row that is due, whole or card by card; the end of the hand if there are no cards for it."""
    row = row_due(s)
    if not can_fill(s, row):
        yield Act(Voided, None, "the end of the hand, for want of cards", (Voided(why="no cards left"),))
        return
    begun = s.open_row == row
    stops = s.options.cut_card == "void_hand" and limit(s) - s.dealt < max(LONGEST, LEAST)
    if may_be_full(s):  # cards may be of either row, and the scribe has to say of which
        yield whole_row(s, 1 - row)
        yield card_to(s, 1 - row, weight=1.0)
    if not (begun or stops):
        yield whole_row(s, row)
    yield card_to(s, row, weight=1.0 if begun or stops else 0.05)


def whole_row(s: TrenteEtQuarante, row: int) -> Act:
    """All cards of a row at once."""
    name, cards = ROWS[row], s.options.cards - sum(s.shoe)
    return Act(
        RowDealt,
        None,
        f"the {name} row",
        least=0,
        most=math.perm(cards, min(cards, LEAST)) - 1,
        make=lambda number: RowDealt(row=name, cards=row_by_number(s, row, number)),
        accepts=lambda event: is_legal_row(s, event, row),
        given={"row": name},
    )


def card_to(s: TrenteEtQuarante, row: int, weight: float) -> Act:
    """One card of a row."""
    name, left = ROWS[row], copies_left(s)
    return Act(
        TurnedUp,
        None,
        f"a card to the {name} row",
        least=0,
        most=sum(left) - 1,
        make=lambda number: TurnedUp(card=card_by_number(left, number), place=name),
        accepts=lambda event: isinstance(event, TurnedUp) and event.place == name and left_of(left, event.card) > 0,
        optional=weight < 1,
        weight=weight,
        given={"place": name},
    )


def left_of(left: list[int], card: Card) -> int:
    """How many copies of a card are left; of one that nobody saw there may be some."""
    return left[card.index] if 0 <= card.index < len(left) else int(not card.known)


def card_by_number(left: list[int], number: int) -> Card:
    """One card of those left, by its place among them."""
    for card, copies in zip(PACK, left, strict=True):
        if number < copies:
            return card
        number -= copies
    raise AssertionError("more than there are left")


def row_by_number(s: TrenteEtQuarante, row: int, number: int) -> tuple[Card, ...]:
    """A row by number: each digit, to the base of the cards left, is a card; as many as fill the row."""
    left, cards = copies_left(s), held(s, row)
    drawn: list[Card] = []
    total, there = split(cards)[0], sum(left)
    while total < LEAST:
        number, place = divmod(number, there)
        card = card_by_number(left, place)
        left[card.index] -= 1
        there -= 1
        total += VALUES[card.rank]
        drawn.append(card)
    return tuple(drawn)


def is_legal_row(s: TrenteEtQuarante, event: Base, row: int) -> bool:
    """Whether a row may lie like this: its cards fill it, or its total is one that a row can have."""
    if not isinstance(event, RowDealt) or event.row != ROWS[row]:
        return False
    if not event.cards:
        return event.total is not None and LEAST <= event.total <= MOST
    lies = (*held(s, row), *event.cards)
    points, used = split(lies)
    least, most, needed = (points, points, used) if points >= 0 else bounds(lies)
    if most < LEAST or needed != len(lies) or not (event.total is None or least <= event.total <= most):
        return False
    return all(left_of(copies_left(s), card) >= event.cards.count(card) for card in event.cards if card.known)


# ---- TQ-2 Bets -----------------------------------------------------------------------------------------------------


def due_bets(s: TrenteEtQuarante) -> Iterator[Act]:
    """Bets of those who sit there, insurance, and free bets taken back."""
    seats = [seat for seat in range(s.seats) if s.players[seat]]
    sizes = bet_sizes(s)
    if seats:
        yield Act(
            BetPlaced,
            None,
            "a bet",
            least=0,
            most=len(seats) * len(KINDS) * len(sizes) - 1,
            make=lambda number: bet_by_number(s, seats, sizes, number),
            accepts=lambda event: is_legal_bet(s, event),
            optional=True,
            weight=2.0,
            given={"bet": new_name(s)},
        )
    insured = tuple(
        BetInsured(bet=s.ids[bet], amount=amount)
        for bet in live(s)
        if not s.bets[bet * WIDTH + INSURANCE] and (s.options.insure_imprisoned or status(s, bet) in {FREE, WAITS})
        for amount in sorted({1, stake(s, bet) * s.options.insurance_max_bp // 10_000})
        if 0 < amount * 10_000 <= stake(s, bet) * s.options.insurance_max_bp
    )
    if insured:
        yield Act(BetInsured, None, "an insurance", insured, optional=True, weight=0.5)
    free = tuple(BetWithdrawn(bet=s.ids[bet]) for bet in live(s) if status(s, bet) == FREE)
    if free:
        yield Act(BetWithdrawn, None, "a bet taken back", free, optional=True, weight=0.1)
    yield from due_halves(s)


def bet_sizes(s: TrenteEtQuarante) -> list[int]:
    """What may be bet, a few amounts."""
    least, most = s.options.bet_min or 1, s.options.bet_max
    sizes = [least * step * (1 if most is not None else s.options.unit_scale) for step in STEPS]
    return [size for size in sizes if most is None or size <= most] or [least]


def bet_by_number(s: TrenteEtQuarante, seats: list[int], sizes: list[int], number: int) -> BetPlaced:
    """A bet by number: whose, which, how much. Its name is that of the line, or of the next that no bet on the table has."""
    number, seat = divmod(number, len(seats))
    number, kind = divmod(number, len(KINDS))
    return BetPlaced(seat=seats[seat], bet=new_name(s), kind=KINDS[kind], amount=sizes[number])


def new_name(s: TrenteEtQuarante) -> str:
    """A name for the next bet: that of its line, or of the next that no bet on the table has."""
    return next(name for line in count(s.line + 1) if bet_of(s, name := f"b{line}") < 0)


def is_legal_bet(s: TrenteEtQuarante, event: Base) -> bool:
    """Whether a bet may be placed."""
    if not isinstance(event, BetPlaced) or event.seat >= s.seats or event.kind not in KINDS:
        return False
    if not s.players[event.seat]:
        return False
    least, most = s.options.bet_min or 1, s.options.bet_max
    fits = least <= event.amount and (most is None or event.amount <= most)
    return fits and all(s.ids[bet] != event.bet or status(s, bet) == DONE for bet in range(len(s.ids)))


def due_halves(s: TrenteEtQuarante) -> Iterator[Act]:
    """Bets that may be given up for their half (TQ-4.4)."""
    fresh = tuple(BetSurrendered(bet=s.ids[bet]) for bet in live(s) if status(s, bet) == FRESH)
    if s.options.half_surrender and fresh:
        yield Act(BetSurrendered, None, "a bet given up for its half", fresh, optional=True)


# ---- TQ-1.2 People -------------------------------------------------------------------------------------------------


def due_people(s: TrenteEtQuarante) -> Iterator[Act]:
    """Bettors come and go, and buy money."""
    bets = {owner(s, bet) for bet in live(s)}
    going = tuple(Left(seat=seat) for seat in range(s.seats) if s.players[seat] and seat not in bets)
    coming = tuple(Joined(seat=seat, player=f"guest {s.line}") for seat in range(s.seats) if not s.players[seat])
    if going:
        yield Act(Left, None, "a bettor leaves", going, optional=True, weight=0.02)
    if coming:
        yield Act(Joined, None, "a bettor comes", coming, optional=True, weight=0.3)
    coins = 100 * s.options.unit_scale
    buying = tuple(BoughtIn(seat=seat, amount=coins) for seat in range(s.seats) if s.players[seat])
    if buying:
        yield Act(BoughtIn, None, "money for the table", buying, optional=True, weight=0.02)
