"""Lines that a record has twice, each one contradiction that changes nothing; and lines that come late."""

from upcard.engine.game import Answer, Broken
from upcard.engine.games.big_two.combinations import beats, read
from upcard.engine.games.big_two.table import NOBODY, BigTwo, in_pack, pile, seats_of, set_aside
from upcard.engine.mechanisms.climbing import cards_in, may_come_from, passed_over
from upcard.schemas.cards import PACK_MASK, Card, mask_of
from upcard.schemas.events import Dealt, HandStarted, Laid, Passed, Played

# ---- B2-2.1 A hand begun twice, and dealt twice --------------------------------------------------------------------


def begun_twice(s: BigTwo, e: HandStarted) -> bool:
    """Whether a hand of which nothing is written yet is begun by the same dealer: after another the next would deal."""
    return s.phase == "deal" and e.dealer is not None and e.dealer == s.dealer


def dealt_as_before(s: BigTwo, e: HandStarted) -> bool:
    """Whether the last hand is only a row that may be the one before, written twice, as who deals now was to deal that hand."""
    return s.alike and e.dealer is not None and e.dealer == s.dealer != s.next_dealer


def dealt_twice(s: BigTwo, e: Dealt) -> bool:
    """Whether these are the cards dealt already, before anybody played."""
    if s.phase != "play" or s.acts or s.gap:
        return False
    return all(not cards & ~s.places.known[place] for place, cards in listed(s, e))


def dealt_fuller(s: BigTwo, e: Dealt) -> bool:
    """Whether these are the cards dealt already, before anybody played, with more of them told."""
    if s.phase != "play" or s.acts or s.gap:
        return False
    told = dict(listed(s, e))
    return all(not known & ~told.get(place, 0) for place, known in enumerate(s.places.known) if place != pile(s))


def dealt_late(s: BigTwo, e: Dealt) -> bool:
    """Whether these are the cards of this hand, though play had begun: no deal was written, and they fit what was laid in
    the first round.
    """
    if s.phase != "play" or s.dealt or s.gap or len(s.acts) > seats_of(s):
        return False
    laid = [(seat, mask_of(cards)) for seat, cards, _ in s.acts]
    told = [(place, cards) for place, cards in listed(s, e) if cards]
    return all(not cards & mask for seat, mask in laid for place, cards in told if place != seat)


def listed(s: BigTwo, e: Dealt) -> list[tuple[int, int]]:
    """Places and the cards listed for them."""
    hands = [(seat, in_pack(mask_of(cards or ()))) for seat, cards in enumerate((e.hands or ())[: seats_of(s)])]
    return [*hands, (set_aside(s), in_pack(mask_of((e.places or {}).get("set_aside", ()))))]


# ---- B2-6.3, B2-6.4 A play or a pass written twice -----------------------------------------------------------------


def laid_twice(s: BigTwo, e: Laid | Played) -> int | None:
    """The line on which this seat laid these very cards, if this is that line once more: the last act, or one that
    is not in turn. In its turn the seat laid something, though hardly that.
    """
    cards = cards_in(e)
    mask = mask_of(cards)
    if not mask or mask & ~PACK_MASK or mask & ~s.places.known[pile(s)] or not s.acts:
        return None
    only_last = e.seat == s.turn or s.phase == "between"
    acts = s.acts[-1:] if only_last else reversed(s.acts)
    lines = (line for seat, laid, line in acts if seat == e.seat and mask_of(laid) == mask)
    return next(lines, None) if len(cards) == mask.bit_count() else None


def repeats(s: BigTwo, seat: int) -> int:
    """How many cards a seat laid that it had laid before: it laid others, or those lines were one play."""
    if s.places.known[len(s.players)].bit_count() >= sum(s.laid):
        return 0  # all that was laid lies there
    known = [card for who, laid, _ in s.acts if who == seat for card in laid if card.bit]
    return len(known) - len(set(known))


def passed_twice(s: BigTwo, e: Passed) -> int | None:
    """The line of the pass that this seat made last, if this is that line once more."""
    if s.phase != "play" or s.turn in {NOBODY, e.seat} or not s.acts:
        return None
    seat, laid, line = s.acts[-1]
    if s.echo and passed_over(s.turn, e.seat, len(s.players)) == s.echo:
        return None
    return line if seat == e.seat and not laid else None


def comes_late(s: BigTwo, seat: int, cards: tuple[Card, ...]) -> bool:
    """Whether a play is one that the last play was laid on, written behind it: that seat was passed over, and what it
    lays is higher than what lay there before, and lower than what lies there now.
    """
    if not s.overtaken >> seat & 1 or not s.table or s.lead:
        return False
    top = s.options.low_straight_top
    mine, there, before = read(cards, top), read(s.table, top), read(s.under, top)
    if mine.least is None or mine.most is None or there.least is None or there.most is None:
        return False
    if not beats(there.most, mine.least) or beats(mine.least, there.most):
        return False
    return not s.under or (before.least is not None and beats(mine.most, before.least))


def ended_late(s: BigTwo, e: Laid | Played | Passed) -> bool:
    """Whether an act was before the play that ended the hand, and only its line comes after it."""
    if (
        s.phase != "between"
        or s.how != "played"
        or s.written
        or e.seat >= len(s.players)
        or not s.overtaken >> e.seat & 1
    ):
        return False
    if isinstance(e, Passed):
        return bool(s.doubtful >> e.seat & 1)
    cards = cards_in(e)
    return comes_late(s, e.seat, cards) and may_come_from(s.places, e.seat, cards, PACK_MASK) != 0


def written_again(s: BigTwo) -> None:
    """A line was written twice; or else the second is an act of the seat whose turn it was."""
    s.echo = 1 << s.turn if s.turn >= 0 else 0


def pass_is_new(s: BigTwo, e: Passed) -> Answer:
    """Nobody passes twice in a row (B2-6.3)."""
    line = passed_twice(s, e)
    if line is None:
        return None
    return Broken(seat=e.seat, kind="contradiction", against=line, says=f"a pass of seat {e.seat} was written twice")
