"""TQ-6: what is wrong with rows that were dealt, and with what is written beside their cards."""

from upcard.engine.game import Answer, Broken, Cured, Verdict
from upcard.engine.games.trente_et_quarante.dealing import begin_hand, deal_to_row
from upcard.engine.games.trente_et_quarante.options import PACK
from upcard.engine.games.trente_et_quarante.rows import (
    AGAIN,
    BEHIND,
    DEALS,
    MISSED,
    OVER,
    TWICE,
    bounds,
    cards_in,
    colour_of,
    is_plain,
    is_whole,
    may_be_full,
    meaning,
    read_row,
    reading,
    row_of,
    starts_wrong,
)
from upcard.engine.games.trente_et_quarante.shoe import FEWEST, are_left, copies_fault, is_before_cut, is_behind_cut
from upcard.engine.games.trente_et_quarante.state import (
    COLOURS,
    NOIR,
    ROUGE,
    ROWS,
    VALUES,
    TrenteEtQuarante,
)
from upcard.engine.games.trente_et_quarante.theory import MOST
from upcard.schemas.events import Closed, Gap, HandStarted, RowDealt, TurnedUp, Voided

# ---- TQ-6 Irregularities of dealing --------------------------------------------------------------------------------


def deal_row_plainly(s: TrenteEtQuarante, e: RowDealt) -> bool:
    """The row that is due, whole, of cards that are there, and nothing is written beside it."""
    if e.total is not None or e.colour is not None or not is_plain(s, e) or not are_left(s, e.cards or ()):
        return False
    deal_to_row(s, e, plain=True)
    return True


def deal_card_plainly(s: TrenteEtQuarante, e: TurnedUp) -> bool:
    """A card that is there, and goes to the row that is due."""
    if e.card.index >= PACK or not is_plain(s, e) or not are_left(s, (e.card,)):
        return False
    deal_to_row(s, e, plain=True)
    return True


def begin_plainly(s: TrenteEtQuarante, e: HandStarted) -> bool:
    """A hand begins after another has ended."""
    if s.phase != "between" or s.closed:
        return False
    begin_hand(s, e)
    return True


def row_exists(s: TrenteEtQuarante, e: RowDealt | TurnedUp) -> Answer:
    """There are two rows (TQ-3.1)."""
    name = e.row if isinstance(e, RowDealt) else e.place
    return None if name is None or name in ROWS or s.closed else Broken(says=f"there is no row {name!r}")


def row_is_due(s: TrenteEtQuarante, e: RowDealt | TurnedUp) -> Answer:
    """The noir row is dealt first, then the rouge row (TQ-3.1)."""
    row = row_of(s, e)
    if row < 0 or (not s.totals[row] if s.phase == "rows" else row == NOIR):
        return None
    what = meaning(s, e)
    if what == TWICE:
        return Broken(says=f"the {ROWS[row]} row was dealt already")
    if what == DEALS and starts_wrong(s, row):
        return Broken(says="the rouge row was dealt before the noir row")
    return None


def row_is_long_enough(s: TrenteEtQuarante, e: RowDealt | TurnedUp) -> Answer:
    """Cards are dealt until there are 31 (TQ-3.1). Said of a row when it is told whole, or left."""
    if is_plain(s, e) or meaning(s, e) != DEALS:
        return None
    row = row_of(s, e)
    found: list[Verdict] = []
    if s.phase == "rows" and s.open_row >= 0:
        if s.open_row == row and s.told:
            found.append(Cured(s.open_line))
        elif s.open_row != row and not s.told and not s.gap and not may_be_full(s):
            found.append(Broken(at=s.open_line, says=f"the {ROWS[s.open_row]} row was left before it had 31"))
    got = reading(s, e)
    if not got.total and is_whole(e):
        points = got.points if got.points >= 0 else f"{bounds(got.cards)[1]} at most"
        found.append(Broken(says=f"the {ROWS[row]} row has only {points}"))
    return found


def hand_is_dealt_out(s: TrenteEtQuarante, _e: HandStarted | Closed) -> Answer:
    """Both rows are dealt before anything else begins (TQ-3.1)."""
    if s.phase != "rows" or s.gap or s.told or s.closed:
        return None
    if s.open_row >= 0 and not may_be_full(s):
        return Broken(at=s.open_line, says=f"the {ROWS[s.open_row]} row was left before it had 31")
    missing = ROUGE if s.totals[NOIR] or s.open_row == NOIR else NOIR
    return Broken(says=f"the hand was left without a {ROWS[missing]} row")


def hand_begins_once(s: TrenteEtQuarante, _e: HandStarted) -> Answer:
    """A hand of which no card was dealt goes on, and its bets with it (TQ-7)."""
    if s.phase != "bets" or not s.named or s.gap or s.closed:
        return None
    return Broken(says=f"hand {s.hand} has begun already, and no row was dealt: it goes on")


def hand_is_there(s: TrenteEtQuarante, _e: Voided) -> Answer:
    """A hand that is thrown in has begun (TQ-A10)."""
    return None if s.hand or s.gap or s.closed else Broken(says="there is no hand to throw in")


def row_ends_here(s: TrenteEtQuarante, _e: Voided | Gap) -> Answer:
    """A row that was stopped, or of which something was missed, was not left too short (TQ-3.1)."""
    return Cured(s.open_line) if s.phase == "rows" and s.open_row >= 0 and s.told and not s.closed else None


def row_is_not_too_long(s: TrenteEtQuarante, e: RowDealt | TurnedUp) -> Answer:
    """No card is dealt to a row that has 31 (TQ-3.1)."""
    if is_plain(s, e):
        return None
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
    if is_plain(s, e):
        return copies_fault(s, cards_in(e), 0)
    what = meaning(s, e)
    if s.closed or what == AGAIN:
        return None
    if what in {DEALS, MISSED}:
        got = reading(s, e)
        return copies_fault(s, got.fresh, 0 if got.fresh else max(0, FEWEST - len(got.cards)))
    return copies_fault(s, cards_in(e), 0)


def hand_is_before_the_cut(s: TrenteEtQuarante, e: RowDealt | TurnedUp) -> Answer:
    """The shoe is shuffled once the cut card showed up (TQ-1.3)."""
    cards = len(e.cards or ()) if isinstance(e, RowDealt) else 1
    if is_before_cut(s, cards):
        return None
    what = meaning(s, e)
    if (what == BEHIND and not s.past) or (what == DEALS and is_behind_cut(s, cards)):
        return Broken()
    return None


# ---- TQ-A7 What is written of a row beside its cards ---------------------------------------------------------------


def total_is_true(s: TrenteEtQuarante, e: RowDealt) -> Answer:
    """A total that was called is that of the cards (TQ-A7)."""
    what = meaning(s, e)
    if e.total is None or not e.cards or what not in {DEALS, MISSED, AGAIN}:
        return None
    got = reading(s, e) if what != AGAIN else read_row((), e.cards, e.total, whole=True)
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
    what = meaning(s, e)
    if e.colour is None or what not in {DEALS, MISSED, AGAIN}:
        return None
    cards = reading(s, e).cards if what != AGAIN else e.cards or ()
    colour = colour_of(cards[0]) if cards else -1
    if colour < 0 or COLOURS[colour] == e.colour:
        return None
    return Broken(cards=cards[0].bit, says=f"the first card is {COLOURS[colour]}, not {e.colour}")
