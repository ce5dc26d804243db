"""How a deal of Pope Joan came out, and what there is to see at the table."""

from upcard.engine.game import Result, Transfer
from upcard.engine.games.pope_joan.options import POOLS
from upcard.engine.games.pope_joan.pope import points, purse, rates
from upcard.engine.games.pope_joan.settling import may_have_changed
from upcard.engine.games.pope_joan.state import BOARD, PACK51, WHYS, PopeJoan
from upcard.engine.mechanisms.held import held, may_hold, pending_of, told_of
from upcard.engine.mechanisms.ledger import rows_of
from upcard.engine.mechanisms.seats import seat_hand
from upcard.engine.mechanisms.stops_table import dead, how_it_ended, left_of, standing
from upcard.engine.scene import Hand, Row, Scene
from upcard.schemas.cards import BY_INDEX, SUIT_NAMES, UNKNOWN, cards_of

# ---- How the deal came out -----------------------------------------------------------------------------------------


def result(s: PopeJoan) -> Result:
    """The counters each seat gained or lost in this deal, the dressing included."""
    return Result(
        points=tuple(points(s)),
        won=tuple(None if winner_unknown(s) else seat == s.out for seat in range(s.seats)),
        dealer=None if s.dealer < 0 else s.dealer,
        trump=s.trump or None,
        counts=s.how != "void",
        level=level(s),
        says=says(s),
        transfers=transfers(s),
    )


def winner_unknown(s: PopeJoan) -> bool:
    """Whether nobody knows who won this deal: who was out, or who dealt where Pope turned up ended it (PJ-3.7)."""
    return s.how in {"not known", "sheet"} or (s.how == "pope turned up" and s.out < 0)


def says(s: PopeJoan) -> str:
    """How the deal ended, and whether somebody's word decided who held Pope."""
    record = pending_of(s, s.hand)
    if record is None or len(may_hold(record, said=False)) == 1:
        return s.how
    if told_of(record) >= 0:
        return f"{s.how}; who held Pope as it was said"
    return f"{s.how}; who held Pope is not known"


def level(s: PopeJoan) -> str:
    """How much of the deal is known: all cards, some that not all saw, or what all saw."""
    if s.how == "sheet" or not s.sequence:
        return "sheet" if s.how in {"sheet", "not known"} else known_cards(s)
    return known_cards(s)


def known_cards(s: PopeJoan) -> str:
    """Whose cards the record knows."""
    places = s.places
    if places.located == PACK51 and not any(places.most):
        return "full"
    return "partial" if places.located & ~places.seen[-1] else "public"


def transfers(s: PopeJoan) -> tuple[Transfer, ...]:
    """All transfers of this deal that can be told, oldest first."""
    accounts = BOARD.names(s.seats)
    rows = [
        Transfer(accounts[source], accounts[target], amount, WHYS[why])
        for source, target, amount, why in rows_of(s.rows)
    ]
    record = pending_of(s, s.hand)
    for seat in range(s.seats) if record else ():
        holds = held(record, seat) if record and seat != record.winner else None
        if record and holds is not None and record.counts[seat] * rates(s).of(holder=holds):
            amount = record.counts[seat] * rates(s).of(holder=holds)
            rows.append(Transfer(accounts[seat], accounts[record.winner], amount, "cards left"))
    return tuple(rows)


# ---- What there is to see ------------------------------------------------------------------------------------------


def scene(s: PopeJoan) -> Scene:
    """The table: hands, the cards played, the dead hand, the board and the purses."""
    facts = [("trump", SUIT_NAMES.get(s.trump, "not known"))]
    if s.turnup >= 0:
        facts.append(("turned up", str(BY_INDEX[s.turnup])))
    if s.phase == "play":
        in_hands = s.due & ~s.places.known[dead(s)]
        facts.append(("next", next(iter(cards_of(in_hands)), None) or "a lead"))
    return Scene(
        title=f"Pope Joan, deal {s.hand}",
        facts=tuple(facts),
        hands=tuple(seat_scene(s, seat) for seat in range(s.seats)),
        rows=(sequence(s), dead_row(s)),
        pots=tuple((name, pot(s, number)) for number, name in enumerate(POOLS)),
        says=outcome(s),
    )


def pot(s: PopeJoan, number: int) -> str:
    """What lies in a compartment, in words."""
    return "?" if may_have_changed(s) >> BOARD.pool(s, number) & 1 else BOARD.amount(s, number)


def sequence(s: PopeJoan) -> Row:
    """The cards played; with `turn_down_played` only those since the last stop lie face up (PJ-4.4)."""
    played = list(zip(s.sequence, s.players_of, strict=True))
    if s.options.turn_down_played and s.phase == "play":
        start = len(played)
        while start > 0 and (start == len(played) or played[start - 1][0] + 1 == played[start][0]):
            start -= 1
        played = played[start:]
        hidden = start
    else:
        hidden = 0
    played = [(card, seat) for card, seat in played if seat >= 0]  # others were missed
    cards = tuple(BY_INDEX[card] if card >= 0 else UNKNOWN for card, _ in played)
    return Row(title="Played", cards=cards, seats=tuple(seat for _, seat in played), unknown=hidden)


def dead_row(s: PopeJoan) -> Row:
    """The hand that takes no part, as far as it is known."""
    place = dead(s)
    return Row(title="Dead hand", cards=tuple(cards_of(s.places.known[place])), unknown=s.places.most[place])


def seat_scene(s: PopeJoan, seat: int) -> Hand:
    """One seat: its cards, its purse, and whether it leads."""
    amount = None if may_have_changed(s) >> seat & 1 else purse(s, seat)
    marks = [name for name, who in (("dealer", s.dealer), ("elder", left_of(s, s.dealer))) if who == seat and s.hand]
    return seat_hand(
        s.places,
        seat,
        s.players[seat],
        marks=marks,
        scores=(("counters", "?" if amount is None else str(amount)),),
        turn=s.phase == "play" and not s.due and seat == s.leader,
    )


def outcome(s: PopeJoan) -> str:
    """How the deal came out, or the session (PJ-5.5), in a sentence."""
    if s.closed:
        return standing(s, [purse(s, seat) for seat in range(s.seats)])
    return how_it_ended(s, "deal", points(s))
