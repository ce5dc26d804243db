"""PC-6.1, PC-6.3 What was said and written: verdicts, takers, who is out, who won; and cards shown."""

from upcard.engine.game import Answer, Broken
from upcard.engine.games.popcorn.call import (
    bits,
    call_withdrawn,
    close_window,
    could_take,
    due_taker,
    may_have_called,
    settled,
    size_set,
    win,
    won_already,
)
from upcard.engine.games.popcorn.deal import void
from upcard.engine.games.popcorn.faces import verdict, verdict_unturned
from upcard.engine.games.popcorn.irregular import impossible_cards
from upcard.engine.games.popcorn.table import NOBODY, Popcorn, pile, size, tidy
from upcard.engine.mechanisms.copies import pick
from upcard.engine.wording import counted
from upcard.schemas.cards import PACK_MASK
from upcard.schemas.events import Claimed, HandStarted, ResultCalled, Scored, Shown, Took, TurnedOver, Voided

VERDICTS = {"true": 1, "honest": 1, "bluff": 0, "false": 0}
"""How people say a verdict."""
TAKES = frozenset({"took", "takes", "taker", "pile", "took_pile"})
OUT = frozenset({"out"})
WON = frozenset({"won", "wins", "winner"})


def about_now(s: Popcorn, e: ResultCalled) -> bool:
    """Whether something is said of the hand that is on, or was last."""
    return e.hand is None or e.hand == s.hand


def hear(s: Popcorn, e: ResultCalled) -> None:
    """A verdict said before the cards are turned over is kept until they are."""
    word = e.result.casefold()
    if word in VERDICTS and about_now(s, e) and not s.turned and s.caller >= 0 and s.taker < 0:
        s.said[VERDICTS[word]] = s.said[VERDICTS[word]] or s.line


def verdict_as_said(s: Popcorn, e: TurnedOver | Took | Claimed) -> Answer:
    """What was said of the verdict before fits the faces, or else who took the pile (PC-6.3)."""
    if not any(s.said):
        return None
    derived = verdict_shown(s, e)
    line = 0 if derived < 0 else s.said[1 - derived]
    return wrong_verdict(s, derived, line) if line else None


def verdict_shown(s: Popcorn, e: TurnedOver | Took | Claimed) -> int:
    """The verdict of the latest lay, if this act is the first to tell it; else -1."""
    if isinstance(e, TurnedOver):
        return verdict(s, e.cards) if s.open and not s.turned else -1
    if s.taker >= 0 or (s.turned and s.verdict >= 0) or not (s.turned or s.caller not in {NOBODY, s.layer}):
        return -1
    derived = s.verdict if s.turned else verdict_unturned(s)
    if derived < 0 and isinstance(e, Took) and e.seat in could_take(s):
        return int(e.seat != s.layer)
    return derived


def wrong_verdict(s: Popcorn, derived: int, line: int | None = None) -> Broken:
    """A verdict that does not fit the faces."""
    says = f"the claim of seat {s.layer} was {'true' if derived else 'a bluff'}"
    return Broken(seat=s.layer, says=says, at=line, against=s.laid_line)


def said_rightly(s: Popcorn, e: ResultCalled) -> Answer:
    """Verdict, taker, who is out and who won, as they follow from the play (PC-6.1, PC-6.3)."""
    word = e.result.casefold()
    if not about_now(s, e):
        return None
    if word in VERDICTS:
        wrong = (s.turned or s.taker >= 0) and s.verdict not in {-1, VERDICTS[word]}
        return wrong_verdict(s, s.verdict) if wrong else None
    if e.seat is None:
        return None
    if e.seat >= len(s.players):
        return Broken(
            says=f"no seat {e.seat} at this table", kind="contradiction", clause="PC-1.2", name="no_such_seat"
        )
    if word in TAKES:
        return taker_as_said(s, e.seat)
    if word in OUT:
        return really_out(s, e.seat)
    return winner_as_said(s, e.seat) if word in WON else None


def taker_is_right(s: Popcorn, e: Took) -> Answer:
    """Who called a true claim takes the pile, or who laid a bluff (PC-4.2, PC-A9)."""
    if e.seat >= len(s.players) or (s.gap and s.layer < 0):
        return None
    if s.layer < 0 or (s.caller < 0 and not s.turned):
        return Broken(seat=e.seat, says="no pile was to be taken", kind="contradiction", name="nothing_to_take")
    due = s.taker
    if due < 0:
        due = due_taker(s) if s.turned or s.caller == s.layer else due_unturned(s)
    may = [due] if due >= 0 else could_take(s)
    if e.seat in may:
        return None
    if s.verdict > 0 and due == s.caller and may_have_called(s, e.seat) and not may_have_called(s, s.caller):
        says = f"seat {e.seat} took the pile, as who had called; the call was written for seat {s.caller}"
        return [*call_withdrawn(s), Broken(says=says, against=s.called_line, kind="contradiction", name="call_misread")]
    who = " or ".join(f"seat {seat}" for seat in may)
    return Broken(seat=e.seat, says=f"seat {e.seat} took the pile; {who} had to", against=s.laid_line)


def due_unturned(s: Popcorn) -> int:
    """Who takes the pile by what is known of cards that were not turned over."""
    derived = verdict_unturned(s)
    return NOBODY if derived < 0 else s.caller if derived else s.layer


def taker_as_said(s: Popcorn, seat: int) -> Answer:
    """Who was said to take the pile is who has to (PC-6.3)."""
    if s.layer < 0 or (s.caller < 0 and not s.turned):
        return None
    due = s.taker if s.taker >= 0 else due_taker(s) if s.turned else due_unturned(s)
    if due in {NOBODY, seat}:
        return None
    return Broken(seat=seat, says=f"seat {seat} was said to take the pile; seat {due} has to", against=s.laid_line)


def really_out(s: Popcorn, seat: int) -> Answer:
    """Who declares to be out has no card left (PC-6.1)."""
    if s.phase == "deal" or (s.phase == "between" and s.how != "played"):
        return None
    least, _ = size(s, seat)
    if not least:
        return None
    return Broken(
        seat=seat,
        says=f"seat {seat} declared to be out with {counted(least, 'card')}",
        clause="PC-6.1",
        name="false_out",
    )


def winner_as_said(s: Popcorn, seat: int) -> Answer:
    """Who is said to have won was out first (PC-5.3)."""
    if s.phase == "between":
        least, most = size(s, seat)
        if s.winner in {NOBODY, seat} or s.unsure or least == 0 < most:
            return None
        return Broken(seat=seat, says=f"seat {s.winner} won", clause="PC-5.3", name="wrong_winner")
    winner, (least, most) = won_already(s), size(s, seat)
    if winner >= 0 and least == 0 < most:
        return None  # it may have been out before
    if winner in {NOBODY, seat}:
        left = size(s, seat)[0] if s.phase == "play" else 0
        says = f"seat {seat} is said to have won, but has {counted(left, 'card')} left"
        return Broken(seat=seat, says=says, clause="PC-5.3", name="wrong_winner") if left else None
    return Broken(seat=seat, says=f"seat {winner} was out first", clause="PC-5.3", name="wrong_winner")


# ---- The score sheet -----------------------------------------------------------------------------------------------


def score(s: Popcorn, e: Scored) -> None:
    """A row is a game of its own, if it was not played out in the record."""
    if won_already(s) >= 0:
        close_window(s)  # nobody called the last lay, so that the play tells who won
    if s.phase == "between":
        return
    if e.void:
        void(s, Voided())
    else:
        win(s, e.seat if e.seat is not None and e.seat < len(s.players) else NOBODY)
        s.how = "sheet"


def row_is_true(s: Popcorn, e: Scored) -> Answer:
    """A row names who was out first (PC-5.3), as the play has it."""
    if e.void:
        winner = won_already(s)
        if winner < 0 and e.seat is not None:
            says = f"a void row names seat {e.seat} as the winner"
            return Broken(seat=e.seat, says=says, name="impossible_row", kind="contradiction")
        return Broken(seat=winner, says=f"the row is void, but seat {winner} won") if winner >= 0 else None
    if e.seat is None or e.seat >= len(s.players):
        says = "the row does not say who won" if e.seat is None else f"no seat {e.seat} at this table"
        return Broken(says=says, name="impossible_row", kind="contradiction")
    if s.phase == "between" and not s.how:
        if s.gap:
            return None
        return Broken(says="a row where no game was played", name="impossible_row", kind="contradiction")
    if s.phase == "between" and s.how == "void":
        return Broken(seat=e.seat, says="the row names a winner, but the game was thrown in")
    if s.phase == "between" and s.how == "sheet" and s.winner == e.seat:
        return Broken(seat=e.seat, says="a second row of this game", name="impossible_row", kind="contradiction")
    return winner_as_said(s, e.seat)


def hand_was_won(s: Popcorn, _e: HandStarted) -> Answer:
    """A game that nobody won, as the table left it (PC-5.4)."""
    if s.phase != "play":
        return None
    winner = won_already(s)
    if winner < 0:
        return Broken(says="the game before was left without a winner")
    says = f"seat {winner} was out, but that its last lay stood is not in the record"
    return Broken(seat=winner, says=says, clause="PC-5.2", name="no_stood")


# ---- Cards shown ---------------------------------------------------------------------------------------------------


def place_shown(s: Popcorn, e: Shown) -> int | None:
    """The place that cards are shown of; None if it is none of this hand."""
    if s.phase == "deal" or not s.hand or (e.hand is not None and e.hand != s.hand):
        return None
    if e.place == "pile":
        return pile(s)
    return e.seat if e.seat is not None and e.seat < len(s.players) else None


def copies_shown(s: Popcorn, e: Shown, place: int) -> int:
    """The copies that are shown."""
    ours = [card for card in e.cards if card.bit & PACK_MASK]
    return pick(ours, s.options.decks, s.places.known[place], ~s.places.located)


def show(s: Popcorn, e: Shown) -> None:
    """Cards are shown to lie in a hand or in the pile; all: and no more than these."""
    place = place_shown(s, e)
    if place is None:
        return
    for card in bits(copies_shown(s, e, place)):
        if s.places.fits(card, place):
            s.taken[1] |= card & ~s.places.seen[-1] if s.turned or s.caller >= 0 else 0
            s.places.show(card, place)
    least, most = size(s, place)
    if e.all and least < most and least <= len(e.cards) <= most:
        size_set(s, place, len(e.cards), len(e.cards))
    tidy(s)


def shown_is_possible(s: Popcorn, e: Shown) -> Answer:
    """What is shown is not in another hand, and is no more than there was (PC-6.7)."""
    place, s = place_shown(s, e), settled(s)
    if place is None:
        return None
    faults = impossible_cards(s, place, e.cards, copies_shown(s, e, place))
    least, most = size(s, place)
    if not faults and (len(e.cards) > most or (e.all and len(e.cards) < least)):
        says = f"{counted(len(e.cards), 'card')} shown, where {least if len(e.cards) < least else most} were"
        return Broken(seat=e.seat, says=says, name="wrong_count")
    return faults
