"""Money on a board of pools (C-3, C-4): counters bought, and what was said of payments, purses and pools, beside what follows.

A game with a board declares with `money` what it breaks to say what is not so. Its state has a `ledger`, `purses_known` (a mask of
the seats whose purse is known from the start) and `held`: who held the card that payments of the last hand hung on; -1:
nobody; -2: nobody knows.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from typing import Any, Final, NamedTuple

from upcard.engine.kernel.game import Column, Game
from upcard.engine.kernel.ledger import Ledger, Open, Way
from upcard.engine.kernel.numbers import only
from upcard.engine.kernel.results import WITHOUT_END, Transfer
from upcard.engine.kernel.rules import AskAgain, Broken
from upcard.schemas.errors import OptionError
from upcard.schemas.events import BoughtIn, CashedOut, ChipsPassed, Joined, Opened, PoolCounted, PurseCounted, Scored
from upcard.schemas.wording import one_of

UNKNOWN: Final = -2
"""Nobody knows who held the card."""


@cache
def seat(number: int) -> str:
    """The purse of a seat."""
    return f"seat:{number}"


@cache
def seats_of(count: int) -> tuple[str, ...]:
    """The purses of all seats."""
    return tuple(map(seat, range(count)))


@cache
def pool(name: str) -> str:
    """A pool on the board."""
    return f"pool:{name}"


def opens(s: Any, header: Opened, pools: Sequence[str], buy_in: int | None = None) -> None:
    """All accounts as a session begins: counters bought, and what was left on the board. buy_in: what each begins with, where the
    header does not say it. Raises `OptionError` for a pool that the board does not have.
    """
    left, seats = header.board or {}, len(header.seats)
    each = buy_in if header.buy_in is None else header.buy_in
    s.purses_known = 0 if each is None else (1 << seats) - 1
    for name in left:
        if name not in pools:
            raise OptionError(f"no compartment {name!r} on the board", hint=f"there are: {', '.join(pools)}")
    balances: dict[str, int | None] = dict.fromkeys(seats_of(seats), each or 0)
    balances |= {pool(name): left.get(name, 0) for name in pools}
    s.ledger = Ledger({**balances, "board": 0, "bank": -sum(amount or 0 for amount in balances.values())})


def everybody(s: Any) -> tuple[str, ...]:
    """The purses at this table."""
    return seats_of(len(s.players))


def on_board(s: Any, pools: Sequence[str], *, then: bool = False) -> int | None:
    """The counters in all pools together, also where it is not known in which; then: when this hand began. None if not known."""
    known = s.ledger.total(map(pool, pools), then=then)
    if known is not None:
        return int(known)
    rest = s.ledger.total(("bank", *everybody(s)), then=then)
    return None if rest is None else -rest


# ---- What is said, where payments hang on a card nobody saw ------------------------------------------------------------


class Said(NamedTuple):
    """What was said of payments that hang on a card nobody saw. about: those payments; fits: whether it agrees with a way in which they may
    have been made; holders: who held the card in those ways; agrees: whether what was said before leaves one of them.
    """

    about: Open
    fits: Callable[[Way], bool]
    holders: set[int]
    agrees: bool


def said(s: Any, e: ChipsPassed | PurseCounted | Scored) -> Said | None:
    """What this says of payments that hang on a card nobody saw: of those of the last hand, or, as a purse, of the only ones that are open."""
    one, ledger = s.ledger.open_of(s.hand), s.ledger
    if isinstance(e, ChipsPassed):
        fits, speaks = payment_fits(passed(ledger.rows, e), e), one and any(passed(way.rows, e) for way in one.ways)
    elif isinstance(e, Scored):
        fits = amounts_fit(ledger.gain, dict(zip(everybody(s), e.points or (), strict=False)))
        speaks = not s.on and not s.source and len(e.points or ()) == len(s.players)
    else:
        one = ledger.open[0] if len(ledger.open) == 1 else None
        fits, speaks = amounts_fit(ledger.balances.get, {seat(e.seat): e.amount}), s.purses_known >> e.seat & 1
    if one is None or not speaks:
        return None
    ways = [way for way in one.ways if fits(way)]
    return Said(one, fits, {way.holder for way in ways}, any(way in one.standing for way in ways))


def passed(rows: Iterable[Transfer], e: ChipsPassed) -> list[int]:
    """The amounts that passed between the two accounts of this payment."""
    return [row.amount for row in rows if (row.source, row.target) == (e.from_, e.to)]


def payment_fits(sure: Sequence[int], e: ChipsPassed) -> Callable[[Way], bool]:
    """Whether a payment fits a way: it is one of those that passed, or all of them. sure: what passed in every way."""

    def fits(way: Way) -> bool:
        rows = passed(way.rows, e)
        return e.amount in {sum(rows), sum(sure) + sum(rows), *rows}

    return fits


def amounts_fit(known: Callable[[str], int | None], wrote: Mapping[str, int | None]) -> Callable[[Way], bool]:
    """Tells of a way whether it fits what was written of accounts, as far as the rest of their content is known."""
    amounts = [(account, known(account), amount) for account, amount in wrote.items()]
    told = [(account, amount - had) for account, had, amount in amounts if had is not None and amount is not None]
    return lambda way: all(way.gain(account) == more for account, more in told)


def hears(s: Any, e: ChipsPassed | PurseCounted | Scored) -> None:
    """A statement leaves only some of the ways in which a hand may have been paid."""
    one = said(s, e)
    if one is not None and s.ledger.hear(one.about, one.fits) and one.about.hand == s.hand:
        s.settled += 1


def compared(one: Said, fault: Broken) -> list[Any]:
    """The fault of a statement about an open hand, unless it fits a way that is left. It is asked again when the card is shown."""
    if not one.holders:
        return [fault]
    again = AskAgain(lambda s: None if s.held == UNKNOWN else s.held in one.holders or fault)
    return [again] if one.agrees else [fault, again]


def names_no_holder(s: Any, e: ChipsPassed | Scored, card: str) -> Any:
    """A payment, or a row, takes a seat for the holder of a card that nobody saw it hold; withdrawn when it is known who held it."""
    one = said(s, e)
    holder = only(one.holders) if one is not None and one.agrees else None
    if holder is None or holder < 0 or (isinstance(e, ChipsPassed) and e.from_ != seat(holder)):
        return None
    says = f"seat {holder} was taken for the holder of {card}, which nobody saw there"
    return [Broken(seat=holder, says=says, kind="note"), AskAgain(lambda s: None if s.held == UNKNOWN else True)]


# ---- What was written of a hand ----------------------------------------------------------------------------------------


def points_of(s: Any) -> list[int | None]:
    """The gain of each seat in this hand; None where it cannot be told."""
    return [only(s.ledger.may_be(account, s.hand)) for account in everybody(s)]


def purses_of(s: Any) -> list[int | None]:
    """The purse of each seat; None where it cannot be told."""
    return [only(s.ledger.may_be(account)) for account in everybody(s)]


def row_columns(s: Any, board: "Board") -> dict[str, Any]:
    """What a row should have of points and purses. Without an end, or after a share-out, it may be of the hand before."""
    bought = s.purses_known == (1 << len(s.players)) - 1
    points = s.ledger.together(everybody(s), s.hand)
    purses = s.ledger.together(everybody(s), None) if bought else None
    if s.how in {"", *WITHOUT_END, board.shared}:
        return {"points": None, "totals": purses, "void": None}
    return {"points": points, "totals": purses} | ({"void": None} if s.how == board.thrown_in else {})


# ---- The acts that are about money -------------------------------------------------------------------------------------


def columns(hand: str, stakes: str) -> tuple[Column, Column]:
    """The columns of a sheet that counters are written in. hand, stakes: as the page calls them."""
    gained = f"counters each seat gained or lost in the {hand}, the {stakes} included"
    return (
        Column("points", "counters", gained, also=("won or lost",)),
        Column("totals", "purse", f"counters each seat has after the {hand}", also=("has",)),
    )


class Board(NamedTuple):
    """The money of a game with pools. pools: their names; called: the page's word for one; payment, conserved, unproven: clause, name and words of three rules: on
    payments, on counts of purses and pools, and on a card's holder whom nobody saw; card: the card that payments hang on, in words; dressing: a rule, what is
    wrong with a payment of a seat into the board; too_early: whether the hand is so new that a payment or count may be of the time before it; shared: the key
    of the ending by which the board is shared out; thrown_in: the key of the ending of a hand whose payments count although its cards may
    be thrown in; paid_in: keeps in the state what a seat paid into the board.
    """

    pools: Sequence[str]
    called: str
    payment: tuple[str, str, str]
    conserved: tuple[str, str, str]
    unproven: tuple[str, str, str]
    card: str
    dressing: Callable[[Any, ChipsPassed, int], Any]
    too_early: Callable[[Any], bool]
    shared: str
    thrown_in: str = ""
    paid_in: Callable[[Any, ChipsPassed, int], None] = lambda _s, _e, _seat: None


def money(game: Game, board: Board) -> None:
    """Declare the acts about money: counters are bought and given back, pass, are counted, and are written in rows."""
    *first, last = [f"`{name}`" for name in board.pools]
    names = f"{', '.join(first)} or {last}"
    game.writes = {
        "opened": f"`buy_in`: counters that each begins with; `board`: what lies in which {board.called} at the start.",
        "chips_passed.from": f"`seat:0` and so on, `board` for the stakes, or `pool:` and a {board.called}: {names}",
        "pool_counted.pool": f"the {board.called}: {names}",
        **game.writes,
    }
    game.on(BoughtIn | CashedOut, free=True, blindly=True)(buy)
    game.on(Joined)(sit)
    game.on(PurseCounted, free=True)(hears)
    game.only_says(PoolCounted)
    game.only_says(Scored, *board.conserved[:2], "the board can have paid the scores")
    game.rule(ChipsPassed, *board.payment, "testimony")(partial(payment_follows, board=board))
    game.rule(PurseCounted, *board.conserved, "testimony")(partial(purse_follows, board=board))
    game.rule(PoolCounted, *board.conserved, "testimony")(partial(pool_follows, board=board))
    game.rule(ChipsPassed | Scored, *board.unproven, "note")(partial(names_no_holder, card=board.card))
    game.figure("points", *board.payment[:2], "scores follow from the play", alone=board.conserved)
    game.figure("totals", *board.conserved)
    game.adopts(hears)
    game.columns(lambda _before, s, _e: row_columns(s, board))

    @game.on(ChipsPassed, free=True)
    def pass_chips(s: Any, e: ChipsPassed) -> None:
        """A payment that was seen may tell who held the card it hangs on."""
        hears(s, e)
        if e.from_ in everybody(s) and not e.to.startswith("seat:"):
            board.paid_in(s, e, int(e.from_[5:]))


def buy(s: Any, e: BoughtIn | CashedOut) -> None:
    """Counters are added to a purse, or taken out of it. Once hands were played, that does not tell what it held before."""
    bought = isinstance(e, BoughtIn)
    s.ledger.buy(seat(e.seat), e.amount if bought else -e.amount)
    s.purses_known |= (bought and not s.hand and s.ledger.balances[seat(e.seat)] is not None) << e.seat


def sit(s: Any, e: Joined) -> None:
    """Once hands were played, nobody knows with how many counters somebody sits down, but where the purse is empty."""
    account = seat(e.seat)
    if s.hand and s.sat(e.seat) != e.player and 0 not in (s.ledger.may_be(account) or {0}):
        s.ledger.lose((account,), gains=False)
        s.purses_known &= ~(1 << e.seat)


def payment_follows(s: Any, e: ChipsPassed, board: Board) -> Any:
    """A payment that was seen is one that follows from the rules, or all of those between two accounts."""
    names = {*everybody(s), *map(pool, board.pools), "board"}
    for name in (e.from_, e.to):
        if name not in names and name not in {"bank", "unknown"}:
            return f"no account {name!r} at this table"
    if not s.hand or not {e.from_, e.to} <= names:
        return None
    giver = int(e.from_[5:]) if e.from_.startswith("seat:") else None
    if giver is not None and not e.to.startswith("seat:"):
        return board.dressing(s, e, giver)
    if board.too_early(s) or s.source:
        return None
    rows, one = passed(s.ledger.rows, e), said(s, e)
    ways = [()] if one is None else [way.rows for way in one.about.standing]
    due = one_of({sum(rows) + sum(passed(way, e)) for way in ways})
    fault = Broken(seat=giver, says=f"{e.amount} passed from {e.from_} to {e.to}; {due} was due")
    if one is not None:
        return compared(one, fault)
    known = None not in {s.ledger.gain(e.from_), s.ledger.gain(e.to)}
    return fault if known and e.amount not in {sum(rows), *rows} else None


def purse_follows(s: Any, e: PurseCounted, board: Board) -> Any:
    """A purse holds what the seat bought, gained and paid; before the cards are dealt, perhaps without its stake."""
    if not s.purses_known >> e.seat & 1:
        return None
    amounts = s.ledger.may_be(seat(e.seat))
    then = s.ledger.may_be(seat(e.seat), then=True) if board.too_early(s) and s.on else None
    if amounts is not None and e.amount not in amounts | (then or set()):
        return f"{e.amount} was counted; seat {e.seat} has {one_of(amounts)}"
    one = said(s, e)
    says = f"{e.amount} was counted for seat {e.seat}; it has another"
    return compared(one, Broken(seat=e.seat, says=says)) if one is not None and one.about.hand == s.hand else None


def pool_follows(s: Any, e: PoolCounted, board: Board) -> Any:
    """A pool holds what was paid into it and not taken; before the cards are dealt, perhaps without the stakes."""
    if e.pool not in board.pools:
        return f"no compartment {e.pool!r} on the board"
    account = pool(e.pool)
    amount, before = s.ledger.balances[account], s.ledger.before.get(account)
    if amount is None or e.amount == amount or (board.too_early(s) and s.on and e.amount == before):
        return None
    return f"{e.amount} was counted in {e.pool}; there are {amount}"


# ---- How a hand came out -----------------------------------------------------------------------------------------------


def in_doubt(s: Any, card: str) -> tuple[list[Transfer], str]:
    """Payments of the last hand in all ways left; in words, whether they hang on a card, or somebody's word decided."""
    one = s.ledger.open_of(s.hand)
    if one is None:
        return [], ""
    first, *others = [way.rows for way in one.standing]
    return [row for row in first if all(row in rows for rows in others)], (
        f"; who held {card} {'is not known' if others else 'as it was said'}"
    )


def share(s: Any, pools: Sequence[str], why: str = "share at the end") -> None:
    """The counters in the pools are shared out in equal whole shares; the remainder stays unclaimed."""
    if s.ledger.total(map(pool, pools)) is None:
        s.ledger.lose((*everybody(s), *map(pool, pools)))
        return
    each = max(0, on_board(s, pools) or 0) // len(s.taking_part())
    for partaker in s.taking_part():
        wanted = each
        for name in pools:
            part = min(wanted, max(0, s.ledger.balances[pool(name)]))
            s.ledger.move(pool(name), seat(partaker), part, why)
            wanted -= part


def points_written(s: Any, e: Scored) -> tuple[int, ...] | None:
    """The gain of each seat by a row; where only purses were written, by the purses before."""
    if e.points is not None:
        return e.points
    if e.totals is None or s.purses_known != (1 << len(s.players)) - 1:
        return None
    before = [only(s.ledger.may_be(account, then=True)) for account in everybody(s)]
    sure = [amount for amount in before if amount is not None]
    return tuple(total - had for total, had in zip(e.totals, sure, strict=True)) if len(sure) == len(before) else None


def can_be_paid(s: Any, pools: Sequence[str], points: Sequence[int]) -> bool:
    """Whether a board can have paid these points: no more than lay on it before this hand, and what lies in the last pool was taken."""
    before, now, game = on_board(s, pools, then=True), on_board(s, pools), s.ledger.balances[pool(pools[-1])]
    return before is None or now is None or game is None or before - now + game <= sum(points) <= before


def write_row(s: Any, pools: Sequence[str], points: Sequence[int] | None, left: Sequence[int | None]) -> None:
    """The hand brought these points, from pools that nobody told, and left so much in each pool, where that is known."""
    s.ledger.undo(s.hand)
    for account, amount in zip(everybody(s), [None] * len(s.players) if points is None else points, strict=True):
        if amount is None:
            s.ledger.lose((account,))
        else:
            s.ledger.move(*(("board", account) if amount > 0 else (account, "board")), abs(amount), "as written")
    for name, amount in zip(pools, left, strict=True):
        s.ledger.balances[pool(name)] = amount


def drawn(s: Any, pools: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """The pools as they are drawn: each with the counters that lie in it."""
    return tuple((name, in_words(s, s.ledger.balances[pool(name)])) for name in pools)


def in_words(s: Any, amount: int | None) -> str:
    """An amount in words, `?` where it is not known."""
    return "?" if amount is None or s.blind else str(amount)
