"""TQ-3: hands begin, and their two rows are dealt, card by card or at once."""

from bisect import bisect

from upcard.engine.games.trente_et_quarante.rows import (
    AGAIN,
    BEHIND,
    DEALS,
    LOST,
    MISSED,
    OVER,
    cards_in,
    colour_of,
    held,
    is_plain,
    is_whole,
    may_be_full,
    meaning,
    read_row,
    reading,
    row_of,
    split,
    starts_wrong,
)
from upcard.engine.games.trente_et_quarante.settling import abandon, lose_track, settle
from upcard.engine.games.trente_et_quarante.shoe import FEWEST, count_cards, is_behind_cut
from upcard.engine.games.trente_et_quarante.state import (
    COLOURS,
    DONE,
    FRESH,
    NOIR,
    PRISON,
    ROWS,
    STATUS,
    WIDTH,
    TrenteEtQuarante,
    everybody,
    numbers,
    stake_of,
    status,
)
from upcard.engine.games.trente_et_quarante.theory import LEAST
from upcard.engine.mechanisms.ledger import WIDTH as ROW
from upcard.schemas.cards import UNKNOWN, Card
from upcard.schemas.events import HandStarted, RowDealt, TurnedUp

# ---- TQ-7 Hands ----------------------------------------------------------------------------------------------------


def begin_hand(s: TrenteEtQuarante, _e: HandStarted) -> None:
    """A hand begins; of one that was not dealt out nobody knows how it came out. A bet may have begun it already."""
    if s.closed:
        return
    if s.phase == "bets" and not (s.named and s.gap):
        s.named = True
        return
    if s.phase == "rows":
        abandon(s)
    elif s.phase == "between":
        s.last_hand = min(s.last_hand, s.hand)
    open_hand(s, named=True)


def open_hand(s: TrenteEtQuarante, *, named: bool = False) -> None:
    """Bets may be placed. A card too many of the hand before opens the noir row."""
    if s.ended == s.hand:
        s.since = len(s.rows)
        s.blurred |= s.vague
    if s.gap:
        s.blurred = everybody(s.seats + 2)
    s.vague = s.blurred if s.gap and not (named and s.ended == s.hand) else 0
    s.gap = s.gap and not named
    s.unseen = s.gap
    s.hand, s.changed = s.hand + 1, 0
    s.phase, s.named, s.how = "bets", named, ""
    s.noir, s.rouge, s.moved = s.moved, [], []
    s.totals, s.colours, s.first = [0, 0], [-1, -1], -1
    s.open_row, s.told, s.odd = -1, False, bool(s.noir) or s.gap
    if s.noir:
        s.first, s.colours[NOIR] = NOIR, colour_of(s.noir[0])


def first_card(s: TrenteEtQuarante) -> None:
    """Bets are closed; those imprisoned by the last hand can be given up no more."""
    standing = s.bets[STATUS::WIDTH]
    if FRESH in standing:
        for bet in numbers(s):
            if status(s, bet) == FRESH:
                s.bets[bet * WIDTH + STATUS] = PRISON
    s.phase = "rows"
    s.hands += 1
    s.hand_dealt = s.dealt
    del s.rows[: s.since]
    s.undone.clear()
    s.since = s.blurred = 0
    if DONE in standing:
        clear_table(s)


def clear_table(s: TrenteEtQuarante) -> None:
    """Bets that are off the table, and are not spoken of in this hand, are forgotten."""
    if DONE not in s.bets[STATUS::WIDTH]:
        return
    rows, base = s.rows, stake_of(s, 0)
    sources, targets = rows[::ROW], rows[1::ROW]
    used = {*sources, *targets}
    gone = []
    for bet, how in enumerate(s.bets[STATUS::WIDTH]):
        stake = base + 2 * bet
        if how == DONE and stake not in used and stake + 1 not in used:
            gone.append(stake)
    for stake in reversed(gone):
        bet = (stake - base) // 2
        del s.ids[bet], s.bets[bet * WIDTH : (bet + 1) * WIDTH], s.balances[stake : stake + 2]
    if gone and rows:  # each account comes down by two for each bet before it that is gone
        rows[::ROW] = [account - 2 * bisect(gone, account) for account in sources]
        rows[1::ROW] = [account - 2 * bisect(gone, account) for account in targets]


# ---- TQ-3.1 Dealing ------------------------------------------------------------------------------------------------


def deal(s: TrenteEtQuarante, e: RowDealt | TurnedUp) -> None:
    """Cards go to a row. A row that is full ends there; when both are full, the hand is settled."""
    deal_to_row(s, e, plain=is_plain(s, e))


def deal_to_row(s: TrenteEtQuarante, e: RowDealt | TurnedUp, *, plain: bool) -> None:
    """The same. plain: whether the row is the one that is due, whole, or the card one to it."""
    if not plain and not goes_to_row(s, e):
        return
    row = row_of(s, e)
    missed = s.unseen and not is_whole(e) and not held(s, row)
    irregular = not plain and (starts_wrong(s, row) or (s.phase == "rows" and s.open_row == 1 - row))
    if s.phase == "between":
        open_hand(s)
    cards = cards_in(e)
    if is_behind_cut(s, len(cards)):
        irregular = s.past = True
    surplus: tuple[Card, ...] = ()
    if plain and type(e) is RowDealt:
        lies, fresh, total = cards, cards, split(cards)[0]
    else:
        lies, fresh, surplus, total, _ = reading(s, e)
    if s.phase == "bets":
        first_card(s)
    if irregular or surplus:
        s.odd = True
    if fresh:
        count_cards(s, fresh, 0)
    else:
        count_cards(s, (), max(0, FEWEST - len(lies)))
        s.exact = False
    lay(s, e, row, lies, total)
    s.unseen = False
    if missed:
        s.totals[row] = s.colours[row] = -1
    if surplus:
        move_on(s, row, surplus)


def goes_to_row(s: TrenteEtQuarante, e: RowDealt | TurnedUp) -> bool:
    """Whether cards are dealt to their row; others come out of the shoe all the same."""
    what = meaning(s, e)
    if what == MISSED:
        abandon(s)
    if what == LOST and s.phase == "rows":  # for all we know they end the hand
        lose_track(s)
        if s.open_row >= 0:
            s.totals[s.open_row], s.open_row = -1, -1
    if what == AGAIN and s.phase == "rows" and isinstance(e, RowDealt) and row_of(s, e) == NOIR:
        tell_more(s, e)
    if what in {DEALS, MISSED} or s.closed or what == AGAIN:
        return what in {DEALS, MISSED}
    cards = cards_in(e)
    s.gap = s.gap or (what == LOST and isinstance(e, TurnedUp) and e.place is None)
    s.odd = s.odd or s.phase == "rows"
    s.past |= what == BEHIND
    count_cards(s, cards, 0)
    if what == OVER:
        move_on(s, row_of(s, e), cards)
    return False


def tell_more(s: TrenteEtQuarante, e: RowDealt) -> None:
    """The noir row is told again, perhaps with what was not known of it."""
    told = list(e.cards or s.noir)
    before = s.noir or [UNKNOWN] * min(FEWEST, len(told))
    s.noir = [one if one.known else seen for seen, one in zip([*before, *told[len(before) :]], told, strict=True)]
    more = [card for place, card in enumerate(s.noir) if card not in before[place : place + 1]]
    count_cards(s, more, 0)
    s.dealt = max(0, s.dealt - len(more) + len(told) - len(before))
    if s.colours[NOIR] < 0:
        s.colours[NOIR] = COLOURS.index(e.colour) if e.colour else colour_of(told[0]) if told else -1
    if s.totals[NOIR] < 0:
        total = split(tuple(s.noir))[0] if s.noir else -1
        s.totals[NOIR] = total if total >= LEAST else e.total or -1


def lay(s: TrenteEtQuarante, e: RowDealt | TurnedUp, row: int, cards: tuple[Card, ...], total: int) -> None:
    """The row lies as it was read; one that was left before it was full cannot be told."""
    totals, other = s.totals, 1 - row
    if s.first < 0:
        s.first = row
    if s.open_row == other:
        totals[other] = -1
    colour = colour_of(cards[0]) if cards else -1
    if colour < 0 and isinstance(e, RowDealt) and e.colour is not None:
        colour = COLOURS.index(e.colour)
    s.colours[row] = colour
    if row == NOIR:
        s.noir = list(cards)
    else:
        s.rouge = list(cards)
    totals[row] = total
    if total:
        s.open_row, s.told, s.open_line = -1, False, 0
    else:
        s.open_row, s.told, s.open_line = row, is_whole(e), s.line
    if totals[other]:
        if total:
            settle(s)
        elif may_be_full(s):
            totals[row] = -1
            settle(s)
            s.open_row = row


def move_on(s: TrenteEtQuarante, row: int, cards: tuple[Card, ...]) -> None:
    """Cards too many are burned, or open the next row, be it that of the next hand (TQ-6, TQ-A10)."""
    if s.options.surplus_card == "void":
        return
    other = 1 - row
    if s.phase != "rows" or s.totals[other]:
        moved = *s.moved, *cards
        s.moved += () if split(moved)[0] >= LEAST else cards  # a whole row is no card too many: it is let lie
        return
    got = read_row(held(s, other), cards, None, whole=False)
    s.colours[other] = colour_of(got.cards[0])
    if other == NOIR:
        s.noir = list(got.cards)
    else:
        s.rouge = list(got.cards)
    s.totals[other] = got.total
    s.moved += got.surplus
    if all(s.totals):
        settle(s)


def booked(s: TrenteEtQuarante) -> tuple[RowDealt, ...]:
    """The rows of the hand as a book has them: the total of each, and the colour of its first card."""
    told = zip(ROWS, s.totals, s.colours, strict=True)
    return tuple(
        RowDealt(row=row, total=total if total > 0 else None, colour=COLOURS[colour] if colour >= 0 else None)
        for row, total, colour in told
        if total > 0 or colour >= 0
    )
