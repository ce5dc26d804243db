"""How a hand of Trente et Quarante came out, and what there is to see at the table."""

from upcard.engine.game import Result, Transfer
from upcard.engine.games.trente_et_quarante.settling import winner
from upcard.engine.games.trente_et_quarante.state import (
    COLOURS,
    FREE,
    FRESH,
    INSURANCE,
    KIND,
    KINDS,
    LATER,
    LEVEL,
    MAYBE,
    NOIR,
    PRISON,
    ROUGE,
    ROWS,
    WAITS,
    WHYS,
    WIDTH,
    TrenteEtQuarante,
    bank,
    gains,
    holder,
    insurance_of,
    live,
    money,
    names,
    numbers,
    owner,
    purse,
    stake,
    status,
)
from upcard.engine.games.trente_et_quarante.testimony import outcome
from upcard.engine.mechanisms.ledger import rows_of
from upcard.engine.scene import Hand, Row, Scene
from upcard.schemas.cards import Card

# ---- How the hand came out -----------------------------------------------------------------------------------------


def result(s: TrenteEtQuarante) -> Result:
    """What each purse gained or lost in this hand: a stake that lies in prison is paid, one that is released is won back.

    Who won has taken more from the bank than it took, bets on the table left alone.
    """
    nets, told = gains(s), [not s.vague >> seat & 1 for seat in range(s.seats)]
    taken, part = [0] * s.seats, {owner(s, bet) for bet in live(s)}
    for source, target, amount, _ in rows_of(s.rows[s.since :]):
        for account, gained in ((source, -amount), (target, amount)):
            whose = holder(s, account)
            part.add(whose)
            if whose < s.seats and bank(s) in {source, target}:
                taken[whose] += gained
    return Result(
        points=tuple(net if sure else None for net, sure in zip(nets, told, strict=True)),
        won=tuple(gain > 0 if sure else None for gain, sure in zip(taken, told, strict=True)),
        absent=tuple(seat for seat in range(s.seats) if seat not in part and told[seat]),
        counts=s.how != "void" and (s.how != "not played" or any(nets)),
        level=level(s),
        says=outcome(s),
        transfers=transfers(s),
    )


def level(s: TrenteEtQuarante) -> str:
    """How much of the rows is known: all cards, some, or their totals alone."""
    told = [bool(cards) and all(card.known for card in cards) for cards in (s.noir, s.rouge)]
    return "full" if all(told) else "partial" if s.noir or s.rouge else "public"


def transfers(s: TrenteEtQuarante) -> tuple[Transfer, ...]:
    """All transfers of this hand, oldest first."""
    accounts = names(s)
    return tuple(
        Transfer(accounts[source], accounts[target], amount, WHYS[why])
        for source, target, amount, why in rows_of(s.rows[s.since :])
    )


# ---- What there is to see ------------------------------------------------------------------------------------------


def scene(s: TrenteEtQuarante) -> Scene:
    """The table: the two rows, the purses, the bank, and every bet with its insurance."""
    facts = []
    if s.first >= 0 and s.colours[s.first] >= 0:
        facts.append(("first card", COLOURS[s.colours[s.first]]))
    bare = ((ROWS[row], str(s.totals[row])) for row in (NOIR, ROUGE) if s.totals[row] > 0 and not cards_of(s, row))
    facts += bare  # rows without cards are not drawn
    if s.cut_seen:
        facts.append(("cut card", "shown"))
    return Scene(
        title=f"Trente et Quarante, hand {s.hand}",
        facts=tuple(facts),
        hands=tuple(seat_scene(s, seat) for seat in range(s.seats)),
        rows=(row_scene(s, NOIR), row_scene(s, ROUGE)),
        pots=(
            ("bank", money(s, purse(s, bank(s)))),
            *(bet_scene(s, bet) for bet in numbers(s) if status(s, bet) <= MAYBE),
        ),
        says=says(s),
    )


def seat_scene(s: TrenteEtQuarante, seat: int) -> Hand:
    """A bettor with purse and bets."""
    placed = [s.ids[bet] for bet in numbers(s) if owner(s, bet) == seat and status(s, bet) <= MAYBE]
    marks = (f"bets {' '.join(placed)}",) if placed else ()
    return Hand(seat=seat, player=s.players[seat], marks=marks, scores=(("purse", money(s, purse(s, seat))),))


def cards_of(s: TrenteEtQuarante, row: int) -> list[Card]:
    """The cards of a row."""
    return s.noir if row == NOIR else s.rouge


def row_scene(s: TrenteEtQuarante, row: int) -> Row:
    """A row with its total; the card that fills it is marked if the row has won."""
    cards = cards_of(s, row)
    total = s.totals[row]
    title = f"{ROWS[row].capitalize()} {total}" if total > 0 else ROWS[row].capitalize()
    won = all(one > 0 for one in s.totals) and winner(s) == row
    return Row(title=title, cards=tuple(cards), marks=(len(cards) - 1,) if won and cards else ())


def bet_scene(s: TrenteEtQuarante, bet: int) -> tuple[str, str]:
    """A bet in words: whose it is by its name, on what, how much, and how it stands."""
    words = [money(s, stake(s, bet))]
    insured = s.balances[insurance_of(s, bet)]
    if insured:
        later = " from the next hand" if s.bets[bet * WIDTH + INSURANCE] == LATER else ""
        words.append(f"insured {money(s, insured)}{later}")
    stands = {FREE: "", WAITS: "for the next hand", FRESH: "in prison", PRISON: "in prison", MAYBE: "not known"}
    words += [stands[status(s, bet)]] if stands[status(s, bet)] else []
    wins = s.bets[bet * WIDTH + LEVEL]
    words += [f"needs {wins} wins"] if wins > 1 else []
    return f"{s.ids[bet]} {KINDS[s.bets[bet * WIDTH + KIND]]}", ", ".join(words)


def says(s: TrenteEtQuarante) -> str:
    """How the hand came out, or the session, in a sentence."""
    if not s.hand or s.phase != "between":
        return ""
    if not s.closed:
        return outcome(s)
    return f"{outcome(s)}; the bank closes with {money(s, purse(s, bank(s)))}"
