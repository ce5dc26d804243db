"""How a hand came out, and what there is to see at the table."""

from upcard.engine.game import Result
from upcard.engine.games.last_one.melee import pips
from upcard.engine.games.last_one.scoring import dropped, in_game, over, sole, told, totals
from upcard.engine.games.last_one.table import CARDS, LastOne, pile, seats_in, stock, to_turn
from upcard.engine.mechanisms.seats import seat_hand
from upcard.engine.scene import Hand, Row, Scene
from upcard.schemas.cards import BY_INDEX, RANKS, SUIT_NAMES, UNKNOWN, Card

# ---- How the hand came out -----------------------------------------------------------------------------------------


def result(s: LastOne) -> Result:
    """The points of the hand that just ended, and who ended it."""
    seats = len(s.players)
    dealer = s.dealer if s.dealer >= 0 else None
    if s.how == "void":
        return Result(
            points=(0,) * seats, won=(False,) * seats, dealer=dealer, counts=False, level=level(s), says="void"
        )
    points = tuple(sole(told(s, s.places, 0, seat)[0]) for seat in range(seats))
    absent = tuple(seat for seat in range(seats) if not s.playing >> seat & 1 and not points[seat])
    return Result(points=points, won=tuple(won(s, points)), absent=absent, dealer=dealer, level=level(s), says=s.how)


def won(s: LastOne, points: tuple[int | None, ...]) -> list[bool | None]:
    """Who went out; on a sheet only one who scored nothing can have."""
    if s.how == "played":
        return [seat == s.out for seat in range(len(points))]
    could = [seat for seat, value in enumerate(points) if not value and s.playing >> seat & 1]
    sure = len(could) == 1 and points[could[0]] == 0
    return [None if seat in could and not sure else seat in could for seat in range(len(points))]


def level(s: LastOne) -> str:
    """How much of the hand is known: all cards, some that not all saw, what all saw, or the sheet alone."""
    places = s.places
    if s.top < 0 and not any(s.lines):
        return "sheet"
    hands = range(len(s.players))
    if not any(places.most[seat] > s.adrift[seat] for seat in hands):
        return "full"
    return "partial" if any(places.known[seat] & ~places.seen[-1] for seat in hands) else "public"


# ---- What there is to see ------------------------------------------------------------------------------------------


def scene(s: LastOne) -> Scene:
    """The table: the upcard and what it asks for, the stock, a melee, debts, hands and totals."""
    return Scene(
        title=f"Last One, hand {s.hand}",
        facts=tuple(facts(s)),
        hands=tuple(seat_scene(s, seat) for seat in range(len(s.players))),
        rows=(upcard_row(s),),
        pots=pots(s),
        says=outcome(s),
    )


def facts(s: LastOne) -> list[tuple[str, str]]:
    """What the upcard asks for, the direction, and a melee."""
    found = []
    if s.phase == "play":
        suit = SUIT_NAMES.get(s.suit, "a suit not known")
        found.append(("asks for", suit if s.demand else f"{suit} or {s.rank or '?'}"))
        found.append(("direction", {1: "left", -1: "right"}.get(s.way, "not known")))
        if s.run >= 0:
            found.append(("melee", f"{RANKS[s.run]}{s.run_suit}, seat {s.defender} would draw {pips(s)}"))
    return [*found, ("out at", str(s.options.threshold))]


def upcard_row(s: LastOne) -> Row:
    """The upcard, and the card that a joker stands for."""
    if s.phase not in {"play", "between"} or not s.hand or (s.top < 0 and not s.places.most[pile(s)]):
        return Row(title="Upcard")
    card = BY_INDEX[s.top] if s.top >= 0 else UNKNOWN
    stands = s.rank and s.suit and card.suit in "br"
    return Row(title=f"Upcard, stands for {Card(s.rank + s.suit)}" if stands else "Upcard", cards=(card,))


def pots(s: LastOne) -> tuple[tuple[str, str], ...]:
    """How many cards are left to draw, how many lie under the upcard, and who owes a draw."""
    if s.phase != "play" or s.gap:
        return ()
    place = stock(s)
    least, most = (count + s.places.known[place].bit_count() for count in (s.places.least[place], s.places.most[place]))
    under = to_turn(s)
    debts = ((f"{'somebody' if seat < 0 else f'seat {seat}'} owes", str(count)) for seat, count, _, _ in s.owed)
    there = str(most) if least == most else f"{least} to {most}"
    return ("stock", there), ("under the upcard", str(under or 0)), *debts


def seat_scene(s: LastOne, seat: int) -> Hand:
    """One seat: its cards, whether it must call, its points and total."""
    spans = totals(s)
    marks = [
        name
        for name, is_so in (
            ("dealer", seat == s.dealer and bool(s.hand)),
            ("aggressor", s.run >= 0 and seat == s.aggressor),
            ("defender", s.run >= 0 and seat == s.defender),
            ("has not called", bool(s.silent >> seat & 1)),
            ("out of the game", dropped(s, spans[seat]) is True),
        )
        if is_so
    ]
    scores = [("total", shown(spans[seat]))]
    if s.phase == "between" and s.how in {"played", "sheet"}:
        scores.insert(0, ("points", shown(told(s, s.places, 0, seat)[0])))
    turn = s.phase == "play" and bool(s.turn >> seat & 1) and s.turn != s.playing
    return seat_hand(s.places, seat, s.players[seat], marks=marks, scores=scores, turn=turn)


def shown(span: tuple[int, int]) -> str:
    """A number, or between which two it is."""
    low, high = span
    return str(low) if low == high else f"{low} to {high}" if high <= CARDS * CARDS else f"{low} or more"


def outcome(s: LastOne) -> str:
    """How the hand came out, or the game, in a sentence."""
    if s.phase != "between" or not s.how:
        return ""
    if s.how == "void":
        return "the hand is void"
    points = tuple(sole(told(s, s.places, 0, seat)[0]) for seat in range(len(s.players)))
    out = [seat for seat, yes in enumerate(won(s, points)) if yes]
    says = f"{s.players[out[0]] or f'seat {out[0]}'} is out of cards" if out else "who went out cannot be told"
    if not over(s):
        return says
    last = seats_in(in_game(s))
    names = [s.players[seat] or f"seat {seat}" for seat in last]
    return f"{says}; {names[0]} wins the game" if names else f"{says}; the game is over"
