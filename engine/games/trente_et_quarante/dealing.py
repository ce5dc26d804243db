"""TQ-3: the two rows, card by card or at once, and what is wrong with them."""

from functools import lru_cache
from typing import NamedTuple

from upcard.engine.game import Answer, Broken, Cured, Verdict
from upcard.engine.games.trente_et_quarante.settling import abandon, settle
from upcard.engine.games.trente_et_quarante.shoe import FEWEST, copies_fault, count_cards, limit
from upcard.engine.games.trente_et_quarante.state import (
    COLOURS,
    DONE,
    FRESH,
    NOIR,
    PRISON,
    RED,
    ROUGE,
    ROWS,
    STATUS,
    VALUES,
    WIDTH,
    TrenteEtQuarante,
    insurance_of,
    numbers,
    stake_of,
    status,
)
from upcard.engine.games.trente_et_quarante.theory import LEAST, MOST
from upcard.engine.mechanisms.ledger import rows_of
from upcard.schemas.cards import Card
from upcard.schemas.events import Closed, HandStarted, RowDealt, TurnedUp

# ---- TQ-7 Hands ----------------------------------------------------------------------------------------------------


def begin_hand(s: TrenteEtQuarante, _e: HandStarted) -> None:
    """A hand begins; of one that was not dealt out nobody knows how it came out. A bet may have begun it already."""
    if s.closed:
        return
    if s.phase == "bets" and not s.named:
        s.named = True
        return
    if s.phase == "rows":
        abandon(s)
    open_hand(s, named=True)


def open_hand(s: TrenteEtQuarante, *, named: bool = False) -> None:
    """Bets may be placed. A card too many of the hand before opens the noir row."""
    if s.ended == s.hand:
        s.since = len(s.rows)
        s.vague = 0 if named or not s.gap else s.vague
    s.gap = s.gap and not named
    s.hand += 1
    s.phase, s.named, s.how = "bets", named, ""
    s.noir, s.rouge, s.moved = s.moved, [], []
    s.totals, s.colours, s.first = [0, 0], [-1, -1], -1
    s.open_row, s.told, s.odd = -1, False, bool(s.noir)
    if s.noir:
        s.colours[NOIR] = colour_of(s.noir[0])


def first_card(s: TrenteEtQuarante) -> None:
    """Bets are closed; those imprisoned by the last hand can be given up no more."""
    for bet in numbers(s):
        if status(s, bet) == FRESH:
            s.bets[bet * WIDTH + STATUS] = PRISON
    s.phase = "rows"
    s.hands += 1
    s.hand_dealt = s.dealt
    del s.rows[: s.since]
    s.since = 0
    clear_table(s)


def clear_table(s: TrenteEtQuarante) -> None:
    """Bets that are off the table, and are not spoken of in this hand, are forgotten."""
    used = {account for source, target, _, _ in rows_of(s.rows) for account in (source, target)}
    kept = [
        bet for bet in numbers(s) if status(s, bet) != DONE or stake_of(s, bet) in used or insurance_of(s, bet) in used
    ]
    if len(kept) == len(s.ids):
        return
    base = stake_of(s, 0)
    place = {bet: new for new, bet in enumerate(kept)}
    for index in range(0, len(s.rows), 4):
        for at in (index, index + 1):
            if s.rows[at] >= base:
                old, side = divmod(s.rows[at] - base, 2)
                s.rows[at] = base + 2 * place[old] + side
    s.ids = [s.ids[bet] for bet in kept]
    s.bets = [number for bet in kept for number in s.bets[bet * WIDTH : (bet + 1) * WIDTH]]
    s.balances[base:] = [s.balances[base + 2 * bet + side] for bet in kept for side in (0, 1)]


# ---- TQ-3.1 Reading a row ------------------------------------------------------------------------------------------


class Row(NamedTuple):
    """A row as it lies after an event. cards: its own; fresh: dealt by the event; surplus: too many; total: 0 if it is
    not full, -1 if that cannot be told; points: of the cards so far.
    """

    cards: tuple[Card, ...]
    fresh: tuple[Card, ...]
    surplus: tuple[Card, ...]
    total: int
    points: int


def split(cards: tuple[Card, ...]) -> tuple[int, int]:
    """What cards come to, as far as the one that fills the row, and how many these are; -1 if not all are known.

    >>> split((Card("Kh"), Card("9s"), Card("8c"), Card("5d"), Card("2h")))
    (32, 4)
    """
    total = 0
    for number, card in enumerate(cards, start=1):
        value = VALUES.get(card.rank)
        if value is None:
            return -1, len(cards)
        total += value
        if total >= LEAST:
            return total, number
    return total, len(cards)


@lru_cache(maxsize=128)  # rules and the transition read the same row
def read_row(held: tuple[Card, ...], cards: tuple[Card, ...], written: int | None) -> Row:
    """The row that these cards make on top of those that lie there. A list may repeat what lay there."""
    if not cards:
        total = -1 if written is None or written > MOST else written if written >= LEAST else 0
        return Row(held, (), (), total, -1 if written is None else written)
    whole, fresh = held + cards, cards
    if held and cards[: len(held)] == held and is_full(cards) and not is_full(whole):
        whole, fresh = cards, cards[len(held) :]
    points, used = split(whole)
    if points < 0 and written is not None and LEAST <= written <= MOST:
        points = written
    return Row(whole[:used], fresh, whole[used:], points if not 0 <= points < LEAST else 0, points)


def is_full(cards: tuple[Card, ...]) -> bool:
    """Whether these cards make a row, the last of them filling it."""
    points, used = split(cards)
    return points >= LEAST and used == len(cards)


def colour_of(card: Card) -> int:
    """1 for red, 0 for black, -1 if not known."""
    return RED.get(card.suit, -1)


NOTHING, AGAIN, TWICE, OVER, BEHIND, MISSED, DEALS = range(7)
"""What cards to a row mean: nothing; what is known is told again; the row was full; one card too many; the hand was
void; a hand was missed in between; they are dealt.
"""


def row_of(s: TrenteEtQuarante, e: RowDealt | TurnedUp) -> int:
    """The row that is dealt to, or -1."""
    name = e.row if isinstance(e, RowDealt) else e.place
    if name is None:
        return row_due(s)
    return ROWS.index(name) if name in ROWS else -1


def row_due(s: TrenteEtQuarante) -> int:
    """The row that is to be dealt, or dealt on."""
    if s.phase != "rows":
        return NOIR
    return s.open_row if s.open_row >= 0 else NOIR if not s.totals[NOIR] else ROUGE


def meaning(s: TrenteEtQuarante, e: RowDealt | TurnedUp) -> int:
    """What these cards mean as the hand stands."""
    row = row_of(s, e)
    if row < 0 or s.closed:
        return NOTHING
    if s.phase == "rows" and s.totals[row]:
        if is_known(s, e, row):
            return AGAIN
        return OVER if isinstance(e, TurnedUp) else MISSED if s.gap else TWICE
    if s.phase == "between" and row == ROUGE and s.hand:
        if is_known(s, e, row):
            return AGAIN
        if s.how == "void" and s.cut_seen:
            return BEHIND
        return OVER if isinstance(e, TurnedUp) and s.rouge and s.how != "void" else DEALS
    return DEALS


def is_known(s: TrenteEtQuarante, e: RowDealt | TurnedUp, row: int) -> bool:
    """Whether a row is told again, card for card."""
    cards = s.noir if row == NOIR else s.rouge
    return isinstance(e, RowDealt) and bool(e.cards) and list(e.cards or ()) == cards


def held(s: TrenteEtQuarante, row: int) -> tuple[Card, ...]:
    """What lies in a row before cards are dealt to it."""
    if s.phase == "between":
        return tuple(s.moved) if row == NOIR else ()
    return tuple(s.noir if row == NOIR else s.rouge)


def reading(s: TrenteEtQuarante, e: RowDealt | TurnedUp) -> Row:
    """The row as it lies after these cards."""
    before = held(s, row_of(s, e))
    return read_row(before, e.cards or (), e.total) if isinstance(e, RowDealt) else read_row(before, (e.card,), None)


# ---- TQ-3.1 Dealing ------------------------------------------------------------------------------------------------


def deal(s: TrenteEtQuarante, e: RowDealt | TurnedUp) -> None:
    """Cards go to a row. A row that is full ends there; when both are full, the hand is settled."""
    what = meaning(s, e)
    if s.closed or what == AGAIN:
        return
    cards = (e.cards or ()) if isinstance(e, RowDealt) else (e.card,)
    if what in {NOTHING, TWICE, BEHIND, OVER}:
        s.odd = True
        s.past |= what == BEHIND
        count_cards(s, cards, 0)
        if what == OVER:
            move_on(s, row_of(s, e), cards)
        return
    if what == MISSED:
        abandon(s)
    row, before = row_of(s, e), s.phase
    irregular = starts_wrong(s, row) or is_behind_cut(s, len(cards))
    if s.phase == "between":
        open_hand(s)
    got = reading(s, e)
    s.past |= is_behind_cut(s, len(cards))
    if s.phase == "bets":
        first_card(s)
    s.odd |= irregular or bool(got.surplus) or (before == "rows" and s.open_row == 1 - row)
    count_cards(s, got.fresh, 0 if got.fresh else FEWEST)
    s.exact &= bool(got.fresh)
    lay(s, e, row, got)


def lay(s: TrenteEtQuarante, e: RowDealt | TurnedUp, row: int, got: Row) -> None:
    """The row lies as it was read; one that was left before it was full cannot be told."""
    s.first = row if s.first < 0 else s.first
    if s.open_row == 1 - row:
        s.totals[1 - row] = -1
    colour = colour_of(got.cards[0]) if got.cards else -1
    if colour < 0 and isinstance(e, RowDealt) and e.colour is not None:
        colour = COLOURS.index(e.colour)
    s.colours[row] = colour
    if row == NOIR:
        s.noir = list(got.cards)
    else:
        s.rouge = list(got.cards)
    s.totals[row] = got.total
    s.open_row, s.told, s.open_line = (-1, False, 0) if got.total else (row, is_whole(e), s.line)
    if all(s.totals):
        settle(s)
    if got.surplus:
        move_on(s, row, got.surplus)


def move_on(s: TrenteEtQuarante, row: int, cards: tuple[Card, ...]) -> None:
    """Cards too many are burned, or open the next row, be it that of the next hand (TQ-6, TQ-A10)."""
    if s.options.surplus_card == "void":
        return
    other = 1 - row
    if s.phase != "rows" or s.totals[other]:
        s.moved += cards
        return
    got = read_row(held(s, other), cards, None)
    s.colours[other] = colour_of(got.cards[0])
    if other == NOIR:
        s.noir = list(got.cards)
    else:
        s.rouge = list(got.cards)
    s.totals[other] = got.total
    s.moved += got.surplus
    if all(s.totals):
        settle(s)


# ---- TQ-6 Irregularities of dealing --------------------------------------------------------------------------------


def is_whole(e: RowDealt | TurnedUp) -> bool:
    """Whether a whole row is told, and not a card of it."""
    return isinstance(e, RowDealt) and len(e.cards or ()) != 1


def row_exists(s: TrenteEtQuarante, e: RowDealt | TurnedUp) -> Answer:
    """There are two rows (TQ-3.1)."""
    name = e.row if isinstance(e, RowDealt) else e.place
    return None if name is None or name in ROWS or s.closed else Broken(says=f"there is no row {name!r}")


def starts_wrong(s: TrenteEtQuarante, row: int) -> bool:
    """Whether a hand begins with the rouge row."""
    return row == ROUGE and s.phase != "rows" and not s.gap


def row_is_due(s: TrenteEtQuarante, e: RowDealt | TurnedUp) -> Answer:
    """The noir row is dealt first, then the rouge row (TQ-3.1)."""
    what = meaning(s, e)
    if what == TWICE:
        return Broken(says=f"the {ROWS[row_of(s, e)]} row was dealt already")
    if what == DEALS and starts_wrong(s, row_of(s, e)):
        return Broken(says="the rouge row was dealt before the noir row")
    return None


def row_is_long_enough(s: TrenteEtQuarante, e: RowDealt | TurnedUp) -> Answer:
    """Cards are dealt until there are 31 (TQ-3.1). Said of a row when it is told whole, or left."""
    if meaning(s, e) != DEALS:
        return None
    row = row_of(s, e)
    found: list[Verdict] = []
    if s.phase == "rows" and s.open_row >= 0:
        if s.open_row == row and s.told:
            found.append(Cured(s.open_line))
        elif s.open_row != row and not s.told and not s.gap:
            found.append(Broken(at=s.open_line, says=f"the {ROWS[s.open_row]} row was left before it had 31"))
    got = reading(s, e)
    if not got.total and is_whole(e):
        found.append(Broken(says=f"the {ROWS[row]} row has only {got.points}"))
    return found


def hand_is_dealt_out(s: TrenteEtQuarante, _e: HandStarted | Closed) -> Answer:
    """Both rows are dealt before anything else begins (TQ-3.1)."""
    if s.phase != "rows" or s.gap or s.told or s.closed:
        return None
    if s.open_row >= 0:
        return Broken(at=s.open_line, says=f"the {ROWS[s.open_row]} row was left before it had 31")
    missing = NOIR if not s.totals[NOIR] else ROUGE
    return Broken(says=f"the hand was left without a {ROWS[missing]} row")


def row_is_not_too_long(s: TrenteEtQuarante, e: RowDealt | TurnedUp) -> Answer:
    """No card is dealt to a row that has 31 (TQ-3.1)."""
    what = meaning(s, e)
    name = ROWS[row_of(s, e)] if what else ""
    if what == OVER and isinstance(e, TurnedUp):
        return Broken(cards=e.card.bit, says=f"the {name} row was full")
    if what not in {DEALS, MISSED}:
        return None
    if isinstance(e, RowDealt) and not e.cards and e.total is not None and e.total > MOST:
        return Broken(says=f"a total of {e.total}: a card was dealt to the {name} row after it was full")
    surplus = reading(s, e).surplus
    if not surplus:
        return None
    return Broken(cards=surplus[0].bit, says=f"the {name} row was full; {len(surplus)} dealt too many")


def cards_are_possible(s: TrenteEtQuarante, e: RowDealt | TurnedUp) -> Answer:
    """There are so many copies of a card in the shoe (TQ-1.1)."""
    what = meaning(s, e)
    if s.closed or what == AGAIN:
        return None
    if what in {DEALS, MISSED}:
        cards = reading(s, e).fresh
        return copies_fault(s, cards, 0 if cards else FEWEST)
    return copies_fault(s, (e.cards or ()) if isinstance(e, RowDealt) else (e.card,), 0)


def is_behind_cut(s: TrenteEtQuarante, cards: int) -> bool:
    """Whether cards dealt now lie behind the cut card and should not be dealt (TQ-1.3)."""
    if s.past:
        return False
    if s.cut_seen and s.phase != "rows":
        return s.phase == "between" or s.hand > s.last_hand
    before = limit(s)
    if before <= 0:
        return False
    if s.options.cut_card == "void_hand":
        return s.dealt + cards > before
    return s.phase != "rows" and s.dealt > before


def hand_is_before_the_cut(s: TrenteEtQuarante, e: RowDealt | TurnedUp) -> Answer:
    """The shoe is shuffled once the cut card showed up (TQ-1.3)."""
    what = meaning(s, e)
    cards = len(e.cards or ()) if isinstance(e, RowDealt) else 1
    if (what == BEHIND and not s.past) or (what == DEALS and is_behind_cut(s, cards)):
        return Broken()
    return None


# ---- TQ-A7 What is written of a row beside its cards ---------------------------------------------------------------


def total_is_true(s: TrenteEtQuarante, e: RowDealt) -> Answer:
    """A total that was called is that of the cards (TQ-A7)."""
    if e.total is None or not e.cards or meaning(s, e) not in {DEALS, MISSED}:
        return None
    got = reading(s, e)
    if got.points >= 0 and got.surplus == ():
        return None if got.points == e.total else Broken(says=f"{e.total} was called; the cards come to {got.points}")
    if got.points >= 0:
        all_of = got.points + sum(VALUES.get(card.rank, 0) for card in got.surplus)
        fits = e.total in {got.points, all_of}
        return None if fits else Broken(says=f"{e.total} was called; the cards come to {got.points}")
    least = sum(VALUES.get(card.rank, 1) for card in got.cards)
    most = sum(VALUES.get(card.rank, 10) for card in got.cards)
    if least <= e.total <= most:
        return None
    return Broken(says=f"{e.total} was called; the cards come to {least} to {most}")


def colour_is_true(s: TrenteEtQuarante, e: RowDealt) -> Answer:
    """The colour written is that of the first card (TQ-2.1)."""
    if e.colour is None or meaning(s, e) not in {DEALS, MISSED}:
        return None
    cards = reading(s, e).cards
    colour = colour_of(cards[0]) if cards else -1
    if colour < 0 or COLOURS[colour] == e.colour:
        return None
    return Broken(cards=cards[0].bit, says=f"the first card is {COLOURS[colour]}, not {e.colour}")
