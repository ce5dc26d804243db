"""B2-7 A5: what taking a play back does: the cards go back to the hand, and the round is as it was without it."""

from upcard.engine.games.big_two.scoring import cards_left, settle
from upcard.engine.games.big_two.table import NOBODY, BigTwo, pile, seats_of
from upcard.engine.games.big_two.turns import clear_round, count_pass, lay, lose_track
from upcard.schemas.cards import PACK_MASK, Card
from upcard.schemas.events import TakenBack

# ---- B2-7 A5 A play taken back -------------------------------------------------------------------------------------


def play_meant(s: BigTwo, e: TakenBack) -> int:
    """Which of the acts a seat took back: the place in `acts`, or -1. Its last one may lie in a gap."""
    if e.line is None and s.back == e.seat:  # the line was written twice
        return -1
    for place in range(len(s.acts) - 1, -1, -1):
        seat, cards, line = s.acts[place]
        if seat == NOBODY and e.line is None:
            return -1
        if seat == e.seat and cards and e.line in {None, line}:
            return place
    return -1


def another_meant(s: BigTwo, e: TakenBack) -> int:
    """The play on the table that may be meant instead, where no line is told and it is of another seat: the place in
    `acts`, or -1. The seat may be written wrongly.
    """
    if e.line is not None or s.gap or s.phase != "play" or s.back == e.seat:
        return -1
    last = next((place for place in range(len(s.acts) - 1, -1, -1) if s.acts[place][1]), -1)
    return last if last >= 0 and s.acts[last][0] != e.seat else -1


def may_be_taken_back(s: BigTwo) -> bool:
    """A play can be taken back while the hand is on, and until the next one begins."""
    return s.phase == "play" or (s.phase == "between" and s.how == "played")


def take_back(s: BigTwo, e: TakenBack) -> None:
    """The cards go back to the hand. If nobody has played on it, the passes on it go too."""
    place, another = play_meant(s, e), another_meant(s, e)
    if place >= 0 and may_be_taken_back(s):
        take_cards_back(s, place, e.seat)
    if another >= 0 and s.phase == "play":
        miss_plays(s)


def take_cards_back(s: BigTwo, place: int, by: int) -> None:
    """The act at this place is undone."""
    if s.phase == "between":
        reopen(s)
    seat, cards, _ = s.acts[place]
    for card in cards:
        if card.bit & PACK_MASK:
            s.places.take_back(card.bit, pile(s), seat)
        else:
            s.places.move_unknown(pile(s), seat, s.step)
    s.laid[seat] -= len(cards)
    last = not any(laid for _, laid, _ in s.acts[place + 1 :])
    replay(s, s.acts[:place] + [act for act in s.acts[place + 1 :] if not last or act[0] == NOBODY])
    s.back = by
    if any(s.laid[other] and not (s.places.known[other] or s.places.most[other]) for other in range(seats_of(s))):
        settle(s, "played", cards_left(s))


def miss_plays(s: BigTwo) -> None:
    """Turns and counts of this hand prove nothing from here on: plays may be missing, or another have been taken back."""
    s.gap = True
    for seat in range(seats_of(s)):
        s.places.loosen(seat)
        s.places.forget(seat)  # what was listed may have been laid
    s.acts.append((NOBODY, (), s.line))
    s.answers = [(*answer[:4], False, answer[5]) for answer in s.answers]
    lose_track(s)


def reopen(s: BigTwo) -> None:
    """The hand that had ended goes on."""
    s.totals, s.written, s.summed, s.idle = s.before, False, False, 0
    s.phase, s.how, s.ended, s.over, s.turn = "play", "", s.hand - 1, False, NOBODY
    s.settled += 1
    s.counts, s.points = [None] * seats_of(s), [None] * seats_of(s)


def replay(s: BigTwo, acts: list[tuple[int, tuple[Card, ...], int]]) -> None:
    """The round as it stands after these acts."""
    clear_round(s)
    s.acts = acts
    for seat, cards, _ in acts:
        if seat == NOBODY:
            lose_track(s)
        elif cards:
            lay(s, seat, cards)
        else:
            count_pass(s, seat)
    s.stray = ()
