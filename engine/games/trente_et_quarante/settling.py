"""TQ-4: what a hand brings, who goes to prison, and what is left when the session closes."""

from upcard.engine.games.trente_et_quarante import theory
from upcard.engine.games.trente_et_quarante.state import (
    AT_CLOSE,
    COULEUR,
    DONE,
    FREE,
    FRESH,
    IN_PLAY,
    INSURANCE,
    INSURANCE_BACK,
    INSURANCE_LOST,
    INSURANCE_PAID,
    INSURED,
    LATER,
    LEVEL,
    LOST,
    MAYBE,
    NOIR,
    NONE,
    NOT_KNOWN,
    OWNER,
    ROUGE,
    ROWS,
    STAKE_BACK,
    STATUS,
    WAITS,
    WIDTH,
    WON,
    TrenteEtQuarante,
    away,
    bank,
    cannot_tell,
    everybody,
    insurance_of,
    live,
    may_be_given_up,
    numbers,
    owner,
    pass_on_rows,
    pay,
    stake,
    stake_of,
    status,
    unknown,
)
from upcard.engine.mechanisms.ledger import halves, post, rows_of, undo
from upcard.schemas.events import Closed, Gap, Voided

# ---- TQ-3.2, TQ-2.1 Who wins ---------------------------------------------------------------------------------------


def winner(s: TrenteEtQuarante) -> int:
    """The row with the lower total; -1 at a tie (TQ-3.2)."""
    noir, rouge = s.totals
    return -1 if noir == rouge else NOIR if noir < rouge else ROUGE


def couleur_wins(s: TrenteEtQuarante, won: int) -> bool | None:
    """Whether the winning row has the colour of the first card of the hand, or of its own (TQ-2.1, TQ-A1)."""
    of_hand = s.options.couleur_reference == "first_of_hand"
    colour = s.colours[s.first if of_hand else won]
    return None if colour < 0 else colour == won  # noir is black, 0, and rouge is red, 1


def bet_wins(kind: int, won: int, *, couleur: bool | None) -> bool | None:
    """Whether a bet of this kind wins; None if the colour is not known."""
    if kind <= ROUGE:
        return kind == won
    return None if couleur is None else couleur == (kind == COULEUR)


# ---- TQ-4 Settlement -----------------------------------------------------------------------------------------------


def settle(s: TrenteEtQuarante) -> None:
    """Both rows are dealt: all bets in play are settled."""
    s.was, s.mark = s.bets[:], len(s.rows)
    if s.hazy:
        blur(s)
    if -1 in s.totals:
        lose_track(s)
        end(s, "not known")
        return
    won = winner(s)
    if won >= 0:
        decide(s, won)
        how = ROWS[won]
    elif s.totals[0] == theory.LEAST:
        refait(s)
        how = "refait"
    else:
        push(s)
        how = "push"
    end(s, how)
    count(s, 1)


def blur(s: TrenteEtQuarante) -> None:
    """Whose bets were missed nobody knows: from what is done with them anybody may gain or lose."""
    if s.hazy and not s.closed:
        cannot_tell(s, everybody(s.seats + 2))


def in_play(s: TrenteEtQuarante) -> list[int]:
    """The bets that this hand decides."""
    return [bet for bet, how in enumerate(s.bets[STATUS::WIDTH]) if how in IN_PLAY]


def drop(s: TrenteEtQuarante, bet: int, target: int, why: int) -> None:
    """A bet leaves the table, what lies on it goes to an account, and its insurance with it if any is left."""
    account, balances, bets = stake_of(s, bet), s.balances, s.bets
    post(balances, s.rows, (account, target, balances[account], why))
    if balances[account + 1]:
        post(balances, s.rows, (account + 1, target, balances[account + 1], why))
    bets[bet * WIDTH + STATUS], bets[bet * WIDTH + INSURANCE] = DONE, NONE


def take_insurance(s: TrenteEtQuarante, bet: int, target: int, why: int) -> None:
    """The insurance for this hand goes to an account; one that was placed late stays for the next."""
    if s.bets[bet * WIDTH + INSURANCE] == INSURED:
        pay(s, insurance_of(s, bet), target, s.balances[insurance_of(s, bet)], why)
        s.bets[bet * WIDTH + INSURANCE] = NONE


def finish(s: TrenteEtQuarante, bet: int, target: int, why: int) -> None:
    """A bet is decided; an insurance placed too late for it goes back (TQ-A9)."""
    if s.bets[bet * WIDTH + INSURANCE]:
        pay(s, insurance_of(s, bet), owner(s, bet), s.balances[insurance_of(s, bet)], INSURANCE_BACK)
    drop(s, bet, target, why)


def decide(s: TrenteEtQuarante, won: int) -> None:
    """A row has won: free bets are paid or lost, those in prison released or lost (TQ-4.1, TQ-4.5)."""
    couleur, bets, house = couleur_wins(s, won), s.bets, bank(s)
    for bet in in_play(s):
        whose, kind, _, level, insurance = bets[bet * WIDTH : (bet + 1) * WIDTH]
        wins = bet_wins(kind, won, couleur=couleur)
        if insurance:
            take_insurance(s, bet, house, INSURANCE_LOST)
        if wins is None:
            lose(s, bet, stays=level > 1)
        elif not wins:
            finish(s, bet, house, LOST)
        elif level > 1:
            bets[bet * WIDTH + LEVEL] = level - 1
        else:
            if not level:
                post(s.balances, s.rows, (house, whose, stake(s, bet), WON))
            finish(s, bet, whose, STAKE_BACK)
    if s.hazy or MAYBE in bets[STATUS::WIDTH]:
        settle_doubtful(s)


def settle_doubtful(s: TrenteEtQuarante) -> None:
    """Bets that may have been on the table before this hand are off it now; only what they brought is not known."""
    s.hazy = s.hazy and s.options.imprisoned_refait == "double"
    if MAYBE not in s.was[STATUS::WIDTH]:
        return
    for bet in numbers(s):
        if status(s, bet) == MAYBE and s.was[bet * WIDTH + STATUS] == MAYBE:
            cannot_tell(s, 1 << owner(s, bet) | 1 << bank(s))
            if s.options.imprisoned_refait != "double":
                drop(s, bet, unknown(s), NOT_KNOWN)


def push(s: TrenteEtQuarante) -> None:
    """A tie of 32 to 40: free bets go back or stand, those in prison stay or go free (TQ-4.2, TQ-4.6)."""
    for bet in in_play(s):
        free = not s.bets[bet * WIDTH + LEVEL]
        if free and s.options.push_bets == "stand":
            continue
        take_insurance(s, bet, owner(s, bet), INSURANCE_BACK)
        if free or s.options.imprisoned_push == "release":
            finish(s, bet, owner(s, bet), STAKE_BACK)
    blur_prison(s)


def refait(s: TrenteEtQuarante) -> None:
    """A tie at 31: insurance is paid, and all bets go to prison (TQ-4.3, TQ-4.7)."""
    again = s.options.imprisoned_refait
    for bet in in_play(s):
        insured = s.bets[bet * WIDTH + INSURANCE] == INSURED
        amount = s.balances[insurance_of(s, bet)] if insured else 0
        take_insurance(s, bet, owner(s, bet), INSURANCE_BACK)
        pay(s, bank(s), owner(s, bet), amount * s.options.insurance_odds, INSURANCE_PAID)
        level = s.bets[bet * WIDTH + LEVEL]
        if not level:
            s.bets[bet * WIDTH + STATUS] = FRESH
            s.bets[bet * WIDTH + LEVEL] = 1
        elif again == "double":
            s.bets[bet * WIDTH + LEVEL] = level + 1
        elif again == "lose":
            finish(s, bet, bank(s), LOST)
    blur_prison(s)


def blur_prison(s: TrenteEtQuarante) -> None:
    """Of bets that may be on the table nobody knows what a tie did to them."""
    for bet in numbers(s):
        if status(s, bet) == MAYBE:
            cannot_tell(s, 1 << owner(s, bet) | 1 << bank(s))


def lose(s: TrenteEtQuarante, bet: int, *, stays: bool) -> None:
    """The record does not tell what became of a bet. stays: whether it may still be on the table."""
    cannot_tell(s, 1 << owner(s, bet) | 1 << bank(s))
    if stays:
        s.bets[bet * WIDTH + STATUS] = MAYBE
    else:
        drop(s, bet, unknown(s), NOT_KNOWN)


def lose_track(s: TrenteEtQuarante) -> None:
    """How the hand came out is not known: any bet in play may have been paid, lost, given back or imprisoned."""
    for bet in in_play(s):
        lose(s, bet, stays=True)
    blur_prison(s)


def count(s: TrenteEtQuarante, sign: int) -> None:
    """Count a regular hand for the theory of totals, or take it out again (TQ-9.6)."""
    if not s.odd:
        won = winner(s)
        couleur = couleur_wins(s, won) if won >= 0 else None
        for place in theory.places(s.totals[0], s.totals[1], couleur=couleur):
            s.tally[place] += sign


# ---- The end of a hand ---------------------------------------------------------------------------------------------


def end(s: TrenteEtQuarante, how: str) -> None:
    """The hand is over; what was placed late is for the next."""
    s.phase, s.how, s.last, s.ended = "between", how, how, s.hand
    s.open_row, s.told = -1, False
    s.settled += 1
    bets = s.bets
    if WAITS in bets[STATUS::WIDTH]:
        bets[STATUS::WIDTH] = [FREE if how == WAITS else how for how in bets[STATUS::WIDTH]]
    if LATER in bets[INSURANCE::WIDTH]:
        bets[INSURANCE::WIDTH] = [INSURED if how == LATER else how for how in bets[INSURANCE::WIDTH]]


def abandon(s: TrenteEtQuarante) -> None:
    """The record of a hand breaks off: how it came out is not known."""
    s.was, s.mark = s.bets[:], len(s.rows)
    lose_track(s)
    end(s, "not known")


def void(s: TrenteEtQuarante, _e: Voided) -> None:
    """The hand is thrown in: free bets and insurances go back, bets in prison stay (TQ-A10).

    A hand just settled can be thrown in too, before anything is bet on the next: it is settled anew.
    """
    missed = s.gap and not s.last  # since this hand was over: it is about one that was missed
    if s.closed or s.how == "void" or (s.phase == "between" and (s.ended != s.hand or not s.hand or missed)):
        return
    if s.phase == "between":
        take_back(s)
    throw_in(s)


def take_back(s: TrenteEtQuarante) -> None:
    """What the hand had settled is as if it had not been. What was paid already passes once more, the other way."""
    if min(s.totals) > 0:
        count(s, -1)
    for seat in range(s.seats):
        if s.changed >> seat & 1:
            pass_on_rows(s, seat)
            s.was[OWNER::WIDTH] = [away(s) if whose == seat else whose for whose in s.was[OWNER::WIDTH]]
    tail = s.rows[s.mark :]
    for source, target, amount, why in rows_of(tail):
        s.undone += (source, target, amount, why, target, source, amount, why)
    undo(s.balances, tail)
    del s.rows[s.mark :]
    s.bets = s.was[:]


def throw_in(s: TrenteEtQuarante) -> None:
    """Free bets and insurances go back."""
    for bet in list(live(s)):
        pay(s, insurance_of(s, bet), owner(s, bet), s.balances[insurance_of(s, bet)], INSURANCE_BACK)
        s.bets[bet * WIDTH + INSURANCE] = NONE
        if not s.bets[bet * WIDTH + LEVEL]:
            drop(s, bet, owner(s, bet), STAKE_BACK)
    if s.options.push_bets == "stand" or s.hazy:
        blur_prison(s)
    end(s, "void")


# ---- TQ-4.10 The close ---------------------------------------------------------------------------------------------


def close(s: TrenteEtQuarante, _e: Closed) -> None:
    """The session ends: free bets go back, bets in prison as the house has it (TQ-4.10)."""
    if s.closed:
        return
    blur(s)
    s.closed = True
    if s.phase == "rows":
        abandon(s)
        return
    left = list(live(s))
    for bet in left:
        pay(s, insurance_of(s, bet), owner(s, bet), s.balances[insurance_of(s, bet)], INSURANCE_BACK)
        if not s.bets[bet * WIDTH + LEVEL]:
            drop(s, bet, owner(s, bet), STAKE_BACK)
        else:
            part = {"half": halves(stake(s, bet))[0], "return": stake(s, bet), "forfeit": 0}
            pay(s, stake_of(s, bet), owner(s, bet), part[s.options.imprisoned_at_close], AT_CLOSE)
            drop(s, bet, bank(s), AT_CLOSE)
    blur_prison(s)
    if s.phase == "bets":
        end(s, "not played")
    elif left or MAYBE in s.bets[STATUS::WIDTH]:
        s.settled += 1


# ---- Something was missed ------------------------------------------------------------------------------------------


def miss(s: TrenteEtQuarante, e: Gap) -> None:
    """Bets may have been placed or settled and the shoe shuffled without our knowing: purses cannot be told."""
    if s.closed:
        return
    everyone, given_up, over = everybody(s.seats + 2), may_be_given_up(s), s.phase == "between" and s.ended == s.hand
    vague = s.vague | given_up if over else everyone
    s.settled += bool(given_up)
    for bet in list(live(s)):
        lose(s, bet, stays=True)
    cannot_tell(s, everyone)
    s.vague = vague
    for seat, player in enumerate(s.players):
        if not player:  # somebody may have come
            s.met.append(s.who[seat])
            s.who[seat] = ""
    if s.phase == "rows" and e.hands:
        abandon(s)
    s.gap = s.hazy = s.unseen = True
    s.hand += e.hands or 0
    s.shoe, s.partly, s.dealt, s.exact, s.whole, s.hands = [0] * len(s.shoe), [], 0, False, False, 0
    s.cut_seen, s.past, s.odd, s.moved, s.last = False, False, True, [], ""
    if s.phase == "rows":
        s.totals = [total or -bool(cards) for total, cards in zip(s.totals, (s.noir, s.rouge), strict=True)]
