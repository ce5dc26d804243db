"""How a hand came out, and what there is to see."""

from upcard.engine.game import Result, Transfer
from upcard.engine.games.dou_dizhu.settling import stake, transfers, winners
from upcard.engine.games.dou_dizhu.shapes import RANK, classify, describe
from upcard.engine.games.dou_dizhu.table import (
    HAND,
    LANDLORD,
    NOBODY,
    SEATS,
    WIDOW,
    DouDizhu,
    ranked_in,
    to_act,
)
from upcard.engine.mechanisms.seats import level_of, seat_hand
from upcard.engine.scene import Hand, Row, Scene
from upcard.schemas.cards import cards_of

# ---- How a hand came out -------------------------------------------------------------------------------------------


def result(s: DouDizhu) -> Result:
    """How the hand that just ended came out."""
    if s.how == "void":
        nothing = (0,) * SEATS
        return Result(points=nothing, won=(False,) * SEATS, counts=False, level=level(s), says="void")
    won: tuple[bool | None, ...] = (None,) * SEATS
    sides = tuple(int(seat == s.landlord) for seat in range(SEATS)) if s.landlord >= 0 else ()
    if s.side >= 0 and s.landlord >= 0:
        won = tuple((seat == s.landlord) == (s.side == LANDLORD) for seat in range(SEATS))
    passed = tuple(Transfer(f"seat:{a}", f"seat:{b}", amount, "stake") for a, b, amount, _ in transfers(s))
    says = "played" if s.missed else s.how
    return Result(points=tuple(s.points), won=won, sides=sides, level=level(s), says=says, transfers=passed)


def level(s: DouDizhu) -> str:
    """How much of the hand is in the record: all hands, some of them, what all saw, or the sheet alone."""
    if not s.acts and (s.how == "sheet" or not any(s.places.known + s.places.most)):
        return "sheet"
    found = level_of(s.places, [HAND] * SEATS)
    return "partial" if found == "public" and any(s.ranked) else found


# ---- What there is to see ------------------------------------------------------------------------------------------


def scene(s: DouDizhu) -> Scene:
    """The table: bid and stake, hands, what is to be beaten, the widow."""
    rows = [table_row(s)]
    widow = s.places.known[WIDOW], s.places.most[WIDOW]
    if any(widow):
        rows.append(Row(title="Widow", cards=tuple(cards_of(widow[0])), unknown=widow[1]))
    if s.upcard is not None and s.phase in {"deal", "auction"}:
        rows.append(Row(title="Face-up card", cards=(s.upcard,)))
    return Scene(
        title=f"Dou Dizhu, hand {s.hand}",
        facts=tuple(facts(s)),
        hands=tuple(seat_scene(s, seat) for seat in range(SEATS)),
        rows=tuple(rows),
        says=outcome(s),
    )


def facts(s: DouDizhu) -> list[tuple[str, str]]:
    """The bid, the bombs, and what is at stake."""
    told = [("bid", str(s.bid))] if s.bid else []
    if s.bombs:
        told.append(("bombs", str(s.bombs)))
    if s.bid and s.phase == "play":
        told.append(("at stake", "?" if s.unsure else str(stake(s.bid, s.bombs))))
    if s.value is not None:
        told.append(("stake", str(s.value)))
    if s.options.session_end != "open":
        told.append((s.options.session_end, str(s.options.session_number)))
    return told


def table_row(s: DouDizhu) -> Row:
    """What is to be beaten, and whose it is."""
    found = classify(s.table, s.shapes) if s.table else None
    title = f"On the table: {describe(found)}" if found else "On the table"
    cards = tuple(sorted(s.table, key=lambda card: RANK.get(card, -1)))
    return Row(title=title, cards=cards, seats=(s.owner,) * len(cards) if s.owner >= 0 else ())


def seat_scene(s: DouDizhu, seat: int) -> Hand:
    """One seat: its cards by rank, whether it is landlord or passed, and its scores."""
    passed = s.passed >> seat & 1 and s.phase == "play"
    landlord = seat == s.landlord and (s.phase in {"widow", "play"} or s.how in {"played", "sheet"})
    high = seat == s.landlord and s.phase == "auction"
    face_up = s.phase == "auction" and s.upcard is not None and (s.taker == seat)
    names = {"landlord": landlord, f"bid {s.bid}": high, "passed": passed, "face-up card": face_up}
    ranks = [f"{rank}" for rank in ranked(s, seat)]
    scores = [("total", told(s.totals[seat]))]
    if s.phase == "between" and s.how:
        scores.insert(0, ("points", told(s.points[seat])))
    marks = [name for name, is_so in names.items() if is_so]
    return seat_hand(
        s.places,
        seat,
        s.players[seat],
        marks=marks + ([f"by rank {''.join(ranks)}"] if ranks else []),
        scores=scores,
        turn=seat == to_act(s),
        order=lambda card: (RANK[card], card),
    )


def ranked(s: DouDizhu, seat: int) -> list[str]:
    """The ranks of the cards of which no more is known."""
    letters = "3456789TJQKA2"
    return [letters[rank] for rank, count in enumerate(ranked_in(s, seat)[: len(letters)]) for _ in range(count)]


def told(points: int | None) -> str:
    """An amount, if it is known."""
    return "?" if points is None else str(points)


def outcome(s: DouDizhu) -> str:
    """How the hand, or the session, came out, in a sentence."""
    if s.phase != "between" or not s.how:
        return "nobody bid; the cards are dealt anew" if s.none_bid and s.phase == "auction" else ""
    if s.how == "void":
        return "the hand is void"
    if s.side < 0:
        says = "who won cannot be told"
    elif s.side == LANDLORD:
        says = f"the landlord {named(s, s.landlord)} wins"
    else:
        says = f"the landlord {named(s, s.landlord)} loses"
    if s.out not in {NOBODY, s.landlord}:
        says += f"; {named(s, s.out)} is out of cards"
    if not s.over:
        return says
    best = " and ".join(named(s, seat) for seat in winners(s))
    return f"{says}; the session is over, {best or 'who'} {'won' if best else 'won cannot be told'}"


def named(s: DouDizhu, seat: int) -> str:
    """A player, or the seat if nobody is known to sit there."""
    return (s.players[seat] if 0 <= seat < SEATS else "") or f"seat {seat}"
