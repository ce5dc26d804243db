"""B2-6.3 Acts out of turn that may be written for the wrong seat: what shows it, and the hand as it stands then."""

from collections.abc import Callable
from typing import Any

from upcard.engine.game import Answer, Broken, Cured
from upcard.engine.games.big_two.combinations import beats, classify
from upcard.engine.games.big_two.scoring import cards_left, settle
from upcard.engine.games.big_two.table import BigTwo, low_card_opens
from upcard.engine.games.big_two.taking_back import reopen, replay
from upcard.engine.games.big_two.twice import comes_late
from upcard.engine.mechanisms.climbing import bound
from upcard.schemas.cards import Card
from upcard.schemas.events import Scored, Shown

# ---- B2-2.3 What may follow ---------------------------------------------------------------------------------------


def may_follow(s: BigTwo, cards: tuple[Card, ...], table: tuple[Card, ...]) -> bool:
    """Whether cards are a combination, and higher than the one on the table, if one is to be beaten."""
    top = s.options.low_straight_top
    found = classify(cards, top)
    if found is None or not table:
        return found is not None
    lies = classify(table, top)
    return lies is not None and beats(found, lies)


# ---- What shows it -------------------------------------------------------------------------------------------------


def last_strayed(s: BigTwo) -> bool:
    """Whether the last act was out of turn, and may be that of the seat whose turn it was."""
    return bool(s.stray) and s.stray[0] == len(s.acts) and may_be_of(s, s.stray[2])


def may_be_of(s: BigTwo, due: int) -> bool:
    """Whether the last act may be of this seat: the hand of neither is known, and it has so many cards."""
    seat, cards, _ = s.acts[-1]
    if not cards:
        return s.places.most[seat] > 0
    return s.places.most[due] >= len(cards)


def is_anothers(s: BigTwo, seat: int, cards: tuple[Card, ...]) -> bool:
    """Whether a seat acts in turn if the act before, the only play out of turn in this hand, was that of the seat whose
    turn it was: one line for the wrong seat.
    """
    if len(s.strays) > 1 or not may_be_anothers(s, seat, cards) or not s.stray[4]:
        return False  # or who was passed over explains it
    laid = s.acts[-1][1]
    return not laid or may_follow(s, laid, s.under)


def may_be_anothers(s: BigTwo, seat: int, cards: tuple[Card, ...]) -> bool:
    """The same, whatever else is out of turn."""
    if not s.stray or seat == s.turn or not last_strayed(s) or s.stray[3] != seat or comes_late(s, seat, cards):
        return False
    return s.phase == "play" or (s.how == "played" and not s.written and not s.idle)


def written_for(s: BigTwo, seat: int, cards: tuple[Card, ...]) -> list[Cured | Broken] | None:
    """What to say if it is so."""
    return said_of_it(s, seat) if is_anothers(s, seat, cards) else None


def once_more(s: BigTwo, seat: int, cards: tuple[Card, ...]) -> list[Cured | Broken] | None:
    """The same of one line of several."""
    return said_of_it(s, seat) if s.phase == "play" and may_be_anothers(s, seat, cards) else None


def said_of_it(s: BigTwo, seat: int) -> list[Cured | Broken]:
    """That the act before is not of the seat that it is written for."""
    line, turn = s.stray[1:3]
    says = (
        f"seat {seat} acted as if this had been seat {turn}, not {s.acts[-1][0]}: it may be written for the wrong seat"
    )
    return withdrawn_for(line, says)


def withdrawn_for(line: int, says: str) -> list[Cured | Broken]:
    """An act out of turn is a line for the wrong seat, and no breach."""
    told = Broken(kind="contradiction", at=line, says=says, name="out_of_turn", clause="B2-6.3")
    return [Cured(line, name="out_of_turn"), Cured(line, name="locked_out"), told]


def too_many_for(s: BigTwo, seat: int, cards: tuple[Card, ...]) -> bool:
    """Whether a seat out of turn has not so many cards: they are another's, which is told."""
    return s.phase == "play" and len(cards) > bound(s.places, seat)[1]


def went_out(s: BigTwo) -> bool:
    """Whether the hand has ended with the last act, if a line was written for another than the seat that made it."""
    if s.phase != "play" or s.gap or not s.acts:
        return False
    seat, cards, _ = s.acts[-1]
    if last_strayed(s) and cards:
        seat, more = s.stray[2], len(cards)
        return not s.places.known[seat] and s.places.most[seat] == more
    if not cards or s.places.known[seat]:
        return False
    return any(one[1:] == (seat, s.places.most[seat]) for one in (s.either, s.opener))


def ended_unseen(s: BigTwo) -> list[Cured | Broken]:
    """What to say when the next hand begins after that, or the cards left are told."""
    if not last_strayed(s):
        return []
    line, turn = s.stray[1:3]
    says = f"the hand ended as if this had been seat {turn}, not {s.acts[-1][0]}: it may be written for the wrong seat"
    return withdrawn_for(line, says)


def tells_of_end(s: BigTwo, e: Scored | Shown) -> Answer:
    """The hand ended with the last act, as one line is of another seat."""
    return ended_unseen(s) if tells_end(s, e) else None


def tells_end(s: BigTwo, e: Scored | Shown) -> bool:
    """Whether a row, or a whole hand that is shown, tells that the hand has ended so."""
    if s.phase != "play" or not went_out(s):
        return False
    if isinstance(e, Shown):
        return e.all and e.hand in {None, s.hand}
    out = s.stray[2] if last_strayed(s) else s.acts[-1][0]
    column = e.counts or e.points or ()
    return len(column) == len(s.players) and (column[out] == 0 or (not e.counts and s.options.zero_sum_payout))


def when_ended(check: Any, s: BigTwo, e: Scored | Shown) -> Answer:
    """What a rule says of a row, or of cards shown, after the hand has ended so."""
    if s.phase == "play" and tells_end(s, e):
        s = s.copied()
        end_unseen(s)
    answer: Answer = check(s, e)
    return answer


def opener_unsure(s: BigTwo, seat: int) -> int:
    """Who may have opened the hand, if the second act is out of turn and right after that seat: that line, or the one before,
    may be of another; else -1.
    """
    if len(s.acts) != 1 or s.phase != "play" or s.turn < 0 or s.gap or not (low_card_opens(s) or s.last_winner < 0):
        return -1
    opener, cards, _ = s.acts[0]
    due = (seat - 1) % len(s.players)
    if due == opener or not cards or s.away or not s.places.most[opener]:
        return -1
    return due if s.places.most[due] >= len(cards) else -1


def goes_on(s: BigTwo) -> bool:
    """Whether play goes on after who may not have opened the hand is out of cards: then it did not."""
    if not s.opener or s.how != "played" or s.written or s.idle or len(s.strays) > 1:
        return False
    return s.counts[s.opener[0]] == 0


# ---- The hand as it stands then ------------------------------------------------------------------------------------


def give_back(s: BigTwo) -> None:
    """The last act is that of the seat whose turn it was. How many cards the two have left is not certain by that."""
    due = s.stray[2]
    seat, cards, line = s.acts[-1]
    if not cards:
        return
    if s.phase == "between":
        reopen(s)
    if len(s.acts) == 2:  # who opened the hand is not in doubt
        s.opener = ()
    strays, more = s.strays, len(cards)
    s.missed = s.doubtful = 0
    replay(s, [*s.acts[:-1], (due, cards, line)])
    s.strays = strays
    s.laid[seat] -= more
    s.laid[due] += more
    s.answers = [one for one in s.answers if one[0] not in {seat, due} or one[2] < line]
    loosen_either(s, seat, due, more)


def loosen_either(s: BigTwo, seat: int, due: int, more: int) -> None:
    """So many cards were laid by one of two seats, nobody knows which."""
    s.places.most[seat] += more
    s.places.least[due] = max(0, s.places.least[due] - more)
    s.either = (seat, due, more)


def doubt_opener(s: BigTwo, seat: int) -> None:
    """Who opened the hand may be another seat than written, if this one acts now."""
    due = opener_unsure(s, seat) if seat != s.turn else -1
    if due >= 0:
        s.opener = (s.acts[0][0], due, len(s.acts[0][1]))


def go_on_without(s: BigTwo) -> None:
    """Play goes on: who is said to have opened the hand did not."""
    turn = (s.acts[-1][0] + 1) % len(s.players)
    table, under = s.table, s.under
    reopen(s)
    s.turn, s.table, s.under = turn, table, under
    take_from_opener(s)


def take_from_opener(s: BigTwo) -> None:
    """What opened the hand was laid by another seat."""
    opener, due, more = s.opener
    s.places.most[opener] += more
    s.places.least[opener] = s.places.most[opener]
    s.places.most[due] = s.places.least[due] = max(0, s.places.most[due] - more)
    s.opener = ()


def more_than_written(s: BigTwo, seat: int, cards: tuple[Card, ...]) -> int:
    """How many cards more a seat may have than the record says, as it may not have opened the hand, or made the last play."""
    if s.stray and s.acts[-1][0] == seat and is_anothers(s, seat, cards):
        return len(s.acts[-1][1])
    return s.opener[2] if s.opener[:1] == (seat,) else 0


def settle_either(s: BigTwo) -> None:
    """A hand ends. One of two seats laid some cards; when one of them is out of cards, it is known which."""
    places, out = s.places, s.acts[-1][0]
    if s.opener and out not in s.opener[:2] and len(s.strays) <= 1:
        loosen_either(s, *s.opener)
        s.opener = ()
    if not s.either:
        return
    seat, due, more = s.either
    if not places.known[seat] and not places.most[seat]:
        places.most[due] = max(0, places.most[due] - more)
        places.least[due] = places.most[due]
    elif not places.known[due] and not places.most[due]:
        places.most[seat] = max(0, places.most[seat] - more)
        places.least[seat] = places.most[seat]


def out_together(s: BigTwo) -> None:
    """A card out of turn was the last of its seat, and may as well have been the last of the seat whose turn it was."""
    if not last_strayed(s):
        return
    seat, cards, _ = s.acts[-1]
    due, more = s.stray[2], len(cards)
    if cards and not s.places.known[due] and s.places.most[due] == more:
        loosen_either(s, seat, due, more)


def end_unseen(s: BigTwo) -> None:
    """The hand has ended with the last act, as one line is of another seat."""
    if last_strayed(s):
        give_back(s)
    out = s.acts[-1][0]
    if s.opener and s.opener[1] == out and s.either[1:2] != (out,):
        opener, due, more = s.opener
        loosen_either(s, opener, due, more)
        s.opener = ()
    seat, due, _ = s.either
    s.places.most[due] = s.places.least[due] = 0
    s.places.least[seat] = s.places.most[seat]
    settle(s, "played", cards_left(s))


def as_ended(do: Callable[[Any, Any], None]) -> Callable[[BigTwo, Scored | Shown], None]:
    """What a row does, or cards that are shown, after the hand has ended so."""

    def done(s: BigTwo, e: Scored | Shown) -> None:
        if s.phase == "play" and tells_end(s, e):
            end_unseen(s)
        do(s, e)

    return done
