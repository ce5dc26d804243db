"""LO-5 Melee: a run up from a 4, played on by anybody, paid for by whom the last card but one was played against."""

from upcard.engine.games.last_one.slips import go_on_after_the_end, lose_count
from upcard.engine.games.last_one.table import CARDS, NOBODY, LastOne, after, face_of, goes_on, top_of
from upcard.schemas.cards import RANKS, Card
from upcard.schemas.events import MeleeClosed, Played

FOUR = RANKS.index("4")


def open_melee(s: LastOne, seat: int, suit: str) -> None:
    """A 4 is played against the next seat (LO-5.1); the dealer's, if it is the first upcard (LO-4)."""
    s.run, s.run_suit, s.named = FOUR, suit or "?", ""
    s.aggressor = seat
    s.defender = after(s, seat) if seat >= 0 else NOBODY
    s.turn = 0


def is_next(s: LastOne, face: Card) -> bool:
    """Whether a card is the next one of the run."""
    return s.run_suit in {face.suit, "?"} and s.run < top_of(s) and face.rank == RANKS[s.run + 1]


def plays_on(s: LastOne, e: Played) -> bool:
    """Whether a card was put on the run, rightly or wrongly; else the table did not go on with the melee."""
    face = face_of(s, e)
    if face is None or not face.known:
        return True
    return s.run_suit in {face.suit, "?"} and RANKS.index(face.rank) > s.run


def play_on(s: LastOne, e: Played) -> None:
    """The aggressor is now the defender, and who played on the aggressor (LO-5.2, LO-5.4)."""
    face = face_of(s, e)
    if face is not None and face.known:
        s.run, s.run_suit = RANKS.index(face.rank), face.suit
    else:
        s.run = min(s.run + 1, top_of(s))
    s.aggressor, s.defender = e.seat, s.aggressor
    s.suit, s.rank, s.demand = s.run_suit.replace("?", ""), RANKS[s.run], False
    if s.options.melee_card_effect == "apply" and (e.card.rank == "8" or (e.card.rank == "?" and RANKS[s.run] == "8")):
        s.named = e.suit or "?"  # LO-9.0c


def pips(s: LastOne) -> int:
    """What the defender draws: the pips of the last card, ten for a face card (LO-5.5, LO-5.6)."""
    return min(s.run + 1, 10)


def close_melee(s: LastOne, _e: MeleeClosed | None = None) -> None:
    """Nobody goes on: the defender owes its draw, and the seat after it is next (LO-5.6)."""
    if s.run < 0:
        s.rest = [(NOBODY, CARDS, "melee", s.line)]  # its cards may be missing above
        go_on_after_the_end(s, NOBODY)
        return
    if not s.gap:
        s.owed.append((s.defender, pips(s), "melee", s.line))
    goes_on(s, s.defender)
    if s.defender >= 0 and s.rank == "J" and s.options.melee_card_effect == "apply":
        s.turn |= 1 << after(s, s.defender, 2)  # whether a jack of the run skips somebody too, the page leaves open
    if s.named:
        s.suit, s.demand, s.named = s.named.replace("?", ""), True, ""
    s.run = -1


def break_off(s: LastOne) -> None:
    """The table went on as if there were no melee. Its draw may be missing."""
    s.rest = [*s.rest, (s.defender, pips(s), "melee", s.line)]
    lose_count(s, 1 << s.defender if s.defender >= 0 else s.playing, pips(s))
    s.run, s.named = -1, ""
