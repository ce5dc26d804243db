"""TQ-2: bets and insurance."""

from upcard.engine.game import Answer, Broken
from upcard.engine.games.trente_et_quarante.dealing import open_hand
from upcard.engine.games.trente_et_quarante.settling import abandon, blur, drop
from upcard.engine.games.trente_et_quarante.state import (
    DONE,
    FREE,
    FRESH,
    GIVEN_UP,
    INSURANCE,
    INSURANCE_BACK,
    INSURANCE_LOST,
    INSURED,
    INSURING,
    KIND_OF,
    KINDS,
    LATER,
    MAYBE,
    NOIR,
    NONE,
    NOT_KNOWN,
    PRISON,
    ROUGE,
    STAKE_BACK,
    STAKED,
    WAITS,
    WIDTH,
    TrenteEtQuarante,
    away,
    bank,
    bet_of,
    cannot_tell,
    everybody,
    insurance_of,
    money,
    owner,
    pay,
    seat_of,
    stake,
    stake_of,
    status,
    unknown,
)
from upcard.engine.mechanisms.ledger import halves, post
from upcard.schemas.events import (
    BetInsured,
    BetPlaced,
    BetSurrendered,
    BetWithdrawn,
)
from upcard.schemas.findings import FindingKind

# ---- TQ-2.1 Bets, closed by the first card of the hand -------------------------------------------------------------


def place(s: TrenteEtQuarante, e: BetPlaced) -> None:
    """A stake goes on the table; after the first card it takes part from the next hand on (TQ-A9)."""
    bet, kind = bet_of(s, e.bet), KIND_OF.get(e.kind)
    if s.closed or kind is None or not e.amount or (bet >= 0 and status(s, bet) != MAYBE):
        return
    if bet >= 0:  # it may have stood on the table; now it does not
        drop(s, bet, unknown(s), NOT_KNOWN)
    if s.phase == "rows" and (s.gap or may_be_open(s)):
        abandon(s)  # the rest of that hand was missed, or it had ended, and the next has begun
    if s.phase == "between":
        open_hand(s)
    s.unseen = s.unseen and s.phase != "bets"
    whose = e.seat if e.seat < s.seats else away(s)
    s.ids.append(e.bet)
    s.bets += (whose, kind, WAITS if s.phase == "rows" else FREE, 0, NONE)
    account = len(s.balances)  # of the stake
    s.balances += (0, 0)
    s.had |= 1 << whose & ~s.bought
    post(s.balances, s.rows, (whose, account, e.amount, STAKED))
    if e.seat >= s.seats:  # one of them placed it
        cannot_tell(s, everybody(s.seats))


def place_plainly(s: TrenteEtQuarante, e: BetPlaced) -> bool:
    """A new bet of who sits there, in time, and at a table without limits."""
    if s.closed or s.phase == "rows" or e.seat >= s.seats or e.bet in s.ids:
        return False
    limited = s.options.bet_min is not None or s.options.bet_max is not None
    if e.amount <= 0 or limited or e.kind not in KIND_OF or not s.players[e.seat]:
        return False
    place(s, e)
    return True


def bet_is_one(_s: TrenteEtQuarante, e: BetPlaced) -> Answer:
    """There are four bets, and each has a stake (TQ-2.1)."""
    if e.kind not in KINDS:
        return Broken(seat=e.seat, says=f"{e.kind!r} is no bet; there are {', '.join(KINDS)}")
    return None if e.amount else Broken(seat=e.seat, says="a bet of nothing")


def bet_is_new(s: TrenteEtQuarante, e: BetPlaced) -> Answer:
    """A name stands for one bet on the table at a time (TQ-7)."""
    bet = bet_of(s, e.bet)
    if bet < 0 or status(s, bet) not in {FREE, WAITS}:
        return None
    return Broken(seat=e.seat, says=f"there is a bet {e.bet} on the table already")


def may_be_open(s: TrenteEtQuarante) -> bool:
    """Whether no card of this hand may have been dealt yet: nothing but a rouge row was, which the hand before was left without."""
    return s.last == "not known" and s.first == ROUGE and not s.noir and not s.totals[NOIR]


def bet_is_in_time(s: TrenteEtQuarante, e: BetPlaced) -> Answer:
    """Bets are closed by the first card of the hand (TQ-2)."""
    if s.phase != "rows" or s.gap or bet_of(s, e.bet) >= 0 or may_be_open(s):
        return None
    return Broken(seat=e.seat)


def bet_is_within_limits(s: TrenteEtQuarante, e: BetPlaced) -> Answer:
    """The table has limits, or none (TQ-1.2)."""
    least, most = s.options.bet_min, s.options.bet_max
    bet = bet_of(s, e.bet)
    if bet >= 0 and status(s, bet) != MAYBE:
        return None  # it is no bet of its own
    if least is not None and 0 < e.amount < least:
        return Broken(seat=e.seat, says=f"a bet of {money(s, e.amount)}; the least is {money(s, least)}")
    if most is not None and e.amount > most:
        return Broken(seat=e.seat, says=f"a bet of {money(s, e.amount)}; the most is {money(s, most)}")
    return None


def prisoner_is_not_raised(s: TrenteEtQuarante, e: BetPlaced) -> Answer:
    """Nothing is added to a bet in prison (TQ-4.3)."""
    return moved(s, e.bet, "raised")


def prisoner_is_not_taken(s: TrenteEtQuarante, e: BetWithdrawn) -> Answer:
    """A bet in prison is not taken back (TQ-4.3)."""
    return moved(s, e.bet, "taken back")


def moved(s: TrenteEtQuarante, name: str, how: str) -> Answer:
    """Whether a bet of this name is in prison."""
    bet = bet_of(s, name)
    if bet < 0 or status(s, bet) not in {FRESH, PRISON}:
        return None
    return Broken(seat=seat_of(s, bet), says=f"bet {name} is in prison and cannot be {how}")


def bet_is_there(s: TrenteEtQuarante, e: BetWithdrawn | BetInsured | BetSurrendered) -> Answer:
    """What is done with a bet is done with one that lies on the table (TQ-7)."""
    if s.closed or s.hazy or bet_of(s, e.bet) >= 0:
        return None
    return Broken(says=f"no bet {e.bet} is on the table")


def withdraw(s: TrenteEtQuarante, e: BetWithdrawn) -> None:
    """A free bet is taken back before the first card, and its insurance with it (TQ-A10)."""
    bet = bet_of(s, e.bet)
    if s.closed or bet < 0:
        blur(s)
        return
    if status(s, bet) == MAYBE:
        cannot_tell(s, 1 << owner(s, bet))
    elif status(s, bet) == WAITS or (status(s, bet) == FREE and s.phase != "rows"):
        if s.phase == "between":
            open_hand(s)
        pay(s, insurance_of(s, bet), owner(s, bet), s.balances[insurance_of(s, bet)], INSURANCE_BACK)
        drop(s, bet, owner(s, bet), STAKE_BACK)


def withdrawal_is_in_time(s: TrenteEtQuarante, e: BetWithdrawn) -> Answer:
    """A bet is taken back before the first card or not at all (TQ-2)."""
    bet = bet_of(s, e.bet)
    if s.phase != "rows" or s.gap or bet < 0 or status(s, bet) != FREE or may_be_open(s):
        return None
    return Broken(seat=seat_of(s, bet), says=f"bet {e.bet} was taken back after the first card")


# ---- TQ-2.2 Insurance ----------------------------------------------------------------------------------------------


def insure(s: TrenteEtQuarante, e: BetInsured) -> None:
    """An insurance goes beside a bet; after the first card it counts from the next hand on (TQ-A9)."""
    bet = bet_of(s, e.bet)
    if s.closed or bet < 0:
        blur(s)
        return
    if not e.amount or (s.bets[bet * WIDTH + INSURANCE] != NONE and status(s, bet) != MAYBE):
        return
    if s.phase == "between":
        open_hand(s)
    if status(s, bet) == MAYBE:
        cannot_tell(s, 1 << owner(s, bet))
        return
    late = s.phase == "rows" and status(s, bet) != WAITS
    s.bets[bet * WIDTH + INSURANCE] = LATER if late else INSURED
    pay(s, owner(s, bet), insurance_of(s, bet), e.amount, INSURING)


def insure_plainly(s: TrenteEtQuarante, e: BetInsured) -> bool:
    """A free bet is insured in time, for the first time, and as far as it may be."""
    bet = -1 if s.closed or s.phase == "rows" or not e.amount else bet_of(s, e.bet)
    if bet < 0 or status(s, bet) != FREE or s.bets[bet * WIDTH + INSURANCE]:
        return False
    if e.amount * 10_000 > stake(s, bet) * s.options.insurance_max_bp:
        return False
    insure(s, e)
    return True


def insurance_is_one(s: TrenteEtQuarante, e: BetInsured) -> Answer:
    """An insurance is of something (TQ-2.2)."""
    bet = bet_of(s, e.bet)
    return None if e.amount or bet < 0 else Broken(seat=seat_of(s, bet), says="an insurance of nothing")


def insurance_is_in_time(s: TrenteEtQuarante, e: BetInsured) -> Answer:
    """Insurance is placed before the first card (TQ-2.2)."""
    bet = bet_of(s, e.bet)
    if s.phase != "rows" or s.gap or bet < 0 or status(s, bet) in {WAITS, MAYBE} or may_be_open(s):
        return None
    return None if s.bets[bet * WIDTH + INSURANCE] else Broken(seat=seat_of(s, bet))


def insurance_is_within_limit(s: TrenteEtQuarante, e: BetInsured) -> Answer:
    """At most one percent of the bet is insured (TQ-2.2, TQ-A4)."""
    bet = bet_of(s, e.bet)
    if bet < 0 or status(s, bet) == MAYBE or s.bets[bet * WIDTH + INSURANCE]:
        return None
    if e.amount * 10_000 <= stake(s, bet) * s.options.insurance_max_bp:
        return None
    most = stake(s, bet) * s.options.insurance_max_bp // 10_000
    return Broken(
        seat=seat_of(s, bet),
        says=f"{money(s, e.amount)} on a bet of {money(s, stake(s, bet))}; the most is {money(s, most)}",
    )


def insurance_is_the_first(s: TrenteEtQuarante, e: BetInsured) -> Answer:
    """A bet is insured once (TQ-2.2)."""
    bet = bet_of(s, e.bet)
    if bet < 0 or status(s, bet) == MAYBE or not s.bets[bet * WIDTH + INSURANCE]:
        return None
    twice = s.balances[insurance_of(s, bet)] == e.amount  # the line may have been written twice
    kind: FindingKind = "contradiction" if twice else "breach"
    return Broken(seat=seat_of(s, bet), says=f"bet {e.bet} is insured already", kind=kind)


def insurance_is_offered(s: TrenteEtQuarante, e: BetInsured) -> Answer:
    """Whether a bet in prison may be insured is for the house to say (TQ-4.8, TQ-A8)."""
    bet = bet_of(s, e.bet)
    if s.options.insure_imprisoned or bet < 0 or status(s, bet) not in {FRESH, PRISON}:
        return None
    return Broken(seat=seat_of(s, bet), says=f"bet {e.bet} is in prison and cannot be insured here")


# ---- TQ-4.4 Half for a bet given up --------------------------------------------------------------------------------


def surrender(s: TrenteEtQuarante, e: BetSurrendered) -> None:
    """The bet is given up for its half. What the table paid is done, offered or not (TQ-A9)."""
    bet = bet_of(s, e.bet)
    if s.closed or bet < 0:
        blur(s)
        return
    whose = owner(s, bet)
    if status(s, bet) == MAYBE:
        cannot_tell(s, 1 << whose)
        return
    half, odd = halves(stake(s, bet))
    pay(s, stake_of(s, bet), whose, half + odd * (s.options.half_rounding == "player"), GIVEN_UP)
    lost = s.phase == "rows" and s.bets[bet * WIDTH + INSURANCE] == INSURED
    insured = s.balances[insurance_of(s, bet)]
    pay(
        s,
        insurance_of(s, bet),
        bank(s) if lost else whose,
        insured,
        INSURANCE_LOST if lost else INSURANCE_BACK,
    )
    drop(s, bet, bank(s), GIVEN_UP)
    s.settled += s.ended == s.hand


def surrender_is_offered(s: TrenteEtQuarante, e: BetSurrendered) -> Answer:
    """The half is offered where the house says so, for a bet the last hand imprisoned (TQ-4.4, TQ-A5)."""
    bet = bet_of(s, e.bet)
    if bet < 0 or status(s, bet) in {MAYBE, DONE}:
        return None
    seat = seat_of(s, bet)
    if not s.options.half_surrender:
        return Broken(seat=seat, says="the house does not offer the half")
    if status(s, bet) in {FREE, WAITS}:
        return Broken(seat=seat, says=f"bet {e.bet} is not in prison")
    if status(s, bet) == PRISON and s.phase != "rows" and s.last == "refait":
        return Broken(seat=seat, says=f"bet {e.bet} was in prison before the tie")
    return None


def surrender_is_in_time(s: TrenteEtQuarante, e: BetSurrendered) -> Answer:
    """The half is paid right after the tie, before the next first card (TQ-4.4)."""
    bet = bet_of(s, e.bet)
    if bet < 0 or not s.options.half_surrender or status(s, bet) != PRISON or s.gap:
        return None
    return Broken(seat=seat_of(s, bet)) if s.phase == "rows" or s.last != "refait" else None
