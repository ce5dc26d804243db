"""TQ-1: the shoe, the accounts, and where a session of Trente et Quarante stands."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, Literal

from upcard.engine.games.trente_et_quarante.options import PACK, TrenteEtQuaranteOptions
from upcard.engine.mechanisms.ledger import WIDTH as ROW
from upcard.engine.mechanisms.ledger import nets, post
from upcard.engine.places import Places
from upcard.engine.state import State
from upcard.engine.wording import in_coins
from upcard.schemas.cards import Card
from upcard.schemas.errors import OptionError
from upcard.schemas.events import Opened

# ---- TQ-1.1 Shoe ---------------------------------------------------------------------------------------------------

VALUES: Final = {rank: min(place, 10) for place, rank in enumerate("A23456789TJQK", start=1)}
"""What each rank counts."""

RED: Final = {"d": 1, "h": 1, "c": 0, "s": 0}
"""The colour of each suit."""

COLOURS: Final = ("black", "red")

# ---- TQ-2.1 Bets ---------------------------------------------------------------------------------------------------

ROWS: Final = ("noir", "rouge")
NOIR, ROUGE = range(2)
KINDS: Final = ("noir", "rouge", "couleur", "inverse")
KIND_OF: Final = {name: kind for kind, name in enumerate(KINDS)}
COULEUR, INVERSE = 2, 3

FREE, WAITS, FRESH, PRISON, MAYBE, DONE = range(6)
"""How a bet stands: free; placed late, for the next hand; imprisoned by the last hand; in prison before; not known,
it may be on the table; off the table.
"""

IN_PLAY: Final = frozenset({FREE, FRESH, PRISON})
"""The bets that a hand decides stand like this."""

NONE, INSURED, LATER = range(3)
"""How a bet is insured: not, for this hand, or only for the next."""

OWNER, KIND, STATUS, LEVEL, INSURANCE = range(5)
WIDTH: Final = 5
"""Ints a bet."""

# ---- TQ-1.2 Parties and accounts -----------------------------------------------------------------------------------

WHYS: Final = (
    "stake",
    "insurance",
    "stake back",
    "won",
    "lost",
    "insurance back",
    "insurance paid",
    "insurance lost",
    "given up",
    "at the close",
    "not known",
    "bought",
    "taken along",
)
(
    STAKED,
    INSURING,
    STAKE_BACK,
    WON,
    LOST,
    INSURANCE_BACK,
    INSURANCE_PAID,
    INSURANCE_LOST,
    GIVEN_UP,
    AT_CLOSE,
    NOT_KNOWN,
    BOUGHT,
    TAKEN_ALONG,
) = range(13)

OTHERS: Final = ("away", "bank", "cage", "unknown")
"""The accounts after the seats: of those who left, the bank, where money comes from, and what the record lost."""


@dataclass(slots=True, kw_only=True)
class TrenteEtQuarante(State):
    """One session. All cards are public, so nothing lies in `places`.

    seats: how many bettors; phase: between hands, bets are placed, or cards lie on the table; named: whether
    `hand_started` told of this hand (a bet or a card begins it too); how: how it ended, last: how the one before did.

    ids, bets: the bets, five ints each (see OWNER); balances: of the seats, the others, and two accounts a bet, its stake
    and its insurance; rows: transfers of this hand from `since` on, before them those of the hand before; undone: what was settled of it, and taken back; was, mark:
    the bets, and the rows, before the hand was settled; vague: accounts whose gain in this hand cannot be told, blurred:
    in the hand before, as long as that is remembered, unsure: whose balance cannot; hazy: whether bets that
    nobody told us of may be on the table; bought: seats whose purse is known from the start, had: who had
    money before they bought any; who: whose purse a seat's is, nobody's we know if a gap may have brought somebody; met: who else sat there,
    changed: seats that somebody else took since the hand ended.

    noir, rouge: the cards of the rows; totals: 0 while a row is dealt, -1 if it cannot be told; colours: of the first
    cards, -1 if not known; first: the row that was begun first; moved: cards too many, which open the next hand;
    open_row: a row that is not full, open_line: the line that dealt last to it, told: whether it was called short; unseen:
    whether first cards of the row that is due may have been missed.

    shoe: copies seen of each card since the last shuffle; partly: the cards seen in part since then (places in `FACES`);
    dealt: cards dealt since then, at least; exact: whether that
    is all, whole: whether every hand since then is in the record, hand_dealt: before this hand; cut: cards behind the cut
    card; cut_seen: it showed up, last_hand: the last hand it leaves; past: a hand was dealt behind it; hands: in this
    shoe, at least. odd: something was irregular about the dealing of this hand; tally: what came of all regular hands
    (see `theory`).
    """

    options: TrenteEtQuaranteOptions
    seats: int
    phase: Literal["between", "bets", "rows"] = "between"
    named: bool = False
    how: str = ""
    last: str = ""
    ids: list[str] = field(default_factory=list)
    bets: list[int] = field(default_factory=list)
    balances: list[int] = field(default_factory=list)
    rows: list[int] = field(default_factory=list)
    since: int = 0
    undone: list[int] = field(default_factory=list)
    was: list[int] = field(default_factory=list)
    mark: int = 0
    vague: int = 0
    blurred: int = 0
    unsure: int = 0
    hazy: bool = False
    bought: int = 0
    had: int = 0
    who: list[str] = field(default_factory=list)
    met: list[str] = field(default_factory=list)
    changed: int = 0
    noir: list[Card] = field(default_factory=list)
    rouge: list[Card] = field(default_factory=list)
    totals: list[int] = field(default_factory=list)
    colours: list[int] = field(default_factory=list)
    first: int = -1
    moved: list[Card] = field(default_factory=list)
    open_row: int = -1
    open_line: int = 0
    told: bool = False
    unseen: bool = False
    shoe: list[int] = field(default_factory=list)
    partly: list[int] = field(default_factory=list)
    dealt: int = 0
    exact: bool = False
    whole: bool = False
    hand_dealt: int = 0
    cut: int = 0
    cut_seen: bool = False
    last_hand: int = 0
    past: bool = False
    hands: int = 0
    odd: bool = False
    tally: list[int] = field(default_factory=list)


def start(header: Opened, options: TrenteEtQuaranteOptions) -> TrenteEtQuarante:
    """A table before the first hand, with the purses and the bank as they were bought in (TQ-7)."""
    seats = len(header.seats)
    board = header.board or {}
    for name in board:
        if name != "bank":
            raise OptionError(f"no account {name!r} at the start", hint="there is: bank")
    balances = [header.buy_in or 0] * seats + [0, board.get("bank", 0), 0, 0]
    balances[seats + 2] = -sum(balances)
    known = 0 if header.buy_in is None else everybody(seats)
    return TrenteEtQuarante(
        game="trente_et_quarante",
        options=options,
        seats=seats,
        players=list(header.seats),
        who=list(header.seats),
        places=Places.empty(0, seats),
        balances=balances,
        bought=known | (1 << seats + 1 if "bank" in board else 0),
        totals=[0, 0],
        colours=[-1, -1],
        shoe=[0] * PACK,
        cut=options.cut_from_end,
        tally=[0] * 16,
    )


def everybody(seats: int) -> int:
    """The mask of all seats."""
    return (1 << seats) - 1


def away(s: TrenteEtQuarante) -> int:
    """The account of bettors who are not at the table any more."""
    return s.seats


def bank(s: TrenteEtQuarante) -> int:
    """The account of the bank."""
    return s.seats + 1


def cage(s: TrenteEtQuarante) -> int:
    """The account that money is bought from."""
    return s.seats + 2


def unknown(s: TrenteEtQuarante) -> int:
    """The account of what the record does not tell."""
    return s.seats + 3


def stake_of(s: TrenteEtQuarante, bet: int) -> int:
    """The account of a bet's stake."""
    return s.seats + 4 + 2 * bet


def insurance_of(s: TrenteEtQuarante, bet: int) -> int:
    """The account of a bet's insurance."""
    return s.seats + 5 + 2 * bet


def names(s: TrenteEtQuarante) -> list[str]:
    """The names of all accounts, in order."""
    bets = [f"{what}:{name}" for name in s.ids for what in ("bet", "ins")]
    return [*(f"seat:{seat}" for seat in range(s.seats)), *OTHERS, *bets]


def holder(s: TrenteEtQuarante, account: int) -> int:
    """Whose money lies on an account: the owner's, if it is that of a bet."""
    bet = account - s.seats - 4
    return account if bet < 0 else s.bets[bet // 2 * WIDTH + OWNER]


def numbers(s: TrenteEtQuarante) -> range:
    """All bets, those off the table too."""
    return range(len(s.ids))


def bet_of(s: TrenteEtQuarante, name: str) -> int:
    """The bet of this name on the table, or -1."""
    ids = s.ids
    if name in ids:
        for bet in range(len(ids) - 1, -1, -1):
            if ids[bet] == name and s.bets[bet * WIDTH + STATUS] != DONE:
                return bet
    return -1


def status(s: TrenteEtQuarante, bet: int) -> int:
    """How a bet stands."""
    return s.bets[bet * WIDTH + STATUS]


def live(s: TrenteEtQuarante) -> Iterator[int]:
    """The bets on the table, as far as that is known."""
    return (bet for bet in numbers(s) if status(s, bet) < MAYBE)


def may_be_given_up(s: TrenteEtQuarante) -> int:
    """The accounts (a mask) for which the hand that is over may come out otherwise: its prisoners may be given up yet."""
    if not s.options.half_surrender or s.phase != "between":
        return 0
    owners = {1 << owner(s, bet) for bet in live(s) if status(s, bet) == FRESH}
    return sum(owners) | bool(owners) << bank(s)


def owner(s: TrenteEtQuarante, bet: int) -> int:
    """The account that a bet is played for."""
    return s.bets[bet * WIDTH + OWNER]


def seat_of(s: TrenteEtQuarante, bet: int) -> int | None:
    """The seat that a bet is played for, if it is one."""
    account = owner(s, bet)
    return account if account < s.seats else None


def stake(s: TrenteEtQuarante, bet: int) -> int:
    """What a bet came to be worth: what lies on it."""
    return s.balances[stake_of(s, bet)]


def pay(s: TrenteEtQuarante, source: int, target: int, amount: int, why: int) -> None:
    """Money passes in this hand."""
    post(s.balances, s.rows, (source, target, amount, why))


def pass_on_rows(s: TrenteEtQuarante, seat: int) -> None:
    """What passed in this hand was between the table and somebody who sits there no more."""
    for at in range(s.since, len(s.rows), ROW):
        s.rows[at : at + 2] = [away(s) if account == seat else account for account in s.rows[at : at + 2]]
    if s.vague >> seat & 1:
        s.vague = s.vague & ~(1 << seat) | 1 << away(s)


def cannot_tell(s: TrenteEtQuarante, accounts: int) -> None:
    """From here on these balances, and what they gain in this hand, are not known."""
    s.vague |= accounts
    s.unsure |= accounts


def gains(s: TrenteEtQuarante) -> list[int]:
    """What each purse gained in this hand, stakes on the table paid."""
    return nets(s.rows[s.since :], len(s.balances))[: s.seats]


def purse(s: TrenteEtQuarante, account: int) -> int | None:
    """What a seat or the bank has, counted from what it bought; None if that cannot be told."""
    return None if s.unsure >> account & 1 else s.balances[account]


def money(s: TrenteEtQuarante, amount: int | None) -> str:
    """An amount in coins: `12.50` where a coin has a hundred units."""
    return "?" if amount is None else in_coins(amount, s.options.unit_scale)
