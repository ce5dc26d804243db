"""What may come next, how a hand came out, and what there is to see."""

from upcard.engine.due import Act, Chance
from upcard.engine.game import Result
from upcard.engine.games.big_two.combinations import SIZES, all_of, classify, describe, lowest
from upcard.engine.games.big_two.irregular import (
    beats_the_table,
    cards_are_possible,
    plays_in_turn,
)
from upcard.engine.games.big_two.opening import opens_rightly
from upcard.engine.games.big_two.scoring import winner_of, winners
from upcard.engine.games.big_two.table import (
    CARDS,
    HAND,
    BigTwo,
    low_card_opens,
    seated_from,
    seats_of,
    set_aside,
    to_act,
)
from upcard.engine.mechanisms.climbing import recogniser, remainders
from upcard.engine.mechanisms.seats import seat_hand
from upcard.engine.scene import Hand, Row, Scene
from upcard.schemas.cards import PACK, PACK_MASK, Card, cards_of
from upcard.schemas.events import (
    Closed,
    CountAsked,
    Dealt,
    HandStarted,
    Laid,
    Passed,
    Scored,
    TakenBack,
    Voided,
)

_CHECKS = (cards_are_possible, opens_rightly, plays_in_turn, beats_the_table)
"""What a play of a hand that is not wholly known is asked."""


# ---- What may come next --------------------------------------------------------------------------------------------


def due(s: BigTwo) -> tuple[Act, ...]:
    """What may come next."""
    if s.closed:
        return ()
    if s.phase == "between":
        return due_between(s)
    if s.phase == "deal":
        seats = seats_of(s)
        sizes = tuple(0 if s.away >> seat & 1 else HAND for seat in range(seats))
        chance = Chance(PACK, (*sizes, CARDS - sum(sizes)), lambda hands: _deal(hands, seats))
        sheet = Act(Scored, None, "the cards left in each hand, if only the sheet is kept", optional=True, weight=0.0)
        return (Act(Dealt, None, "thirteen cards to each seat", chance=chance), sheet)
    return due_play(s)


def _deal(hands: tuple[tuple[Card, ...], ...], seats: int) -> Dealt:
    aside = {"set_aside": hands[seats]} if hands[seats] else None
    return Dealt(hands=hands[:seats], places=aside)


def due_between(s: BigTwo) -> tuple[Act, ...]:
    """The next hand, the end, or what is still to be told of the last hand."""
    acts = [Act(Closed, None, "the end of the session", (Closed(),))]
    if not s.over:
        told = s.next_dealer >= 0
        named = (HandStarted(),) if told else tuple(HandStarted(dealer=seat) for seat in may_deal(s))
        acts.insert(0, Act(HandStarted, None, "the next hand", named))
    if s.how == "played":
        acts += remainders(s.places, seats_of(s))
        acts += [] if s.written else [written_score(s)]
    return tuple(acts)


def may_deal(s: BigTwo) -> tuple[int, ...]:
    """Who may deal where that does not follow: after a hand thrown in the same seat or the next, else any."""
    seats = seats_of(s)
    may = (s.dealer, (s.dealer + 1) % seats) if s.how == "void" and s.dealer >= 0 else range(seats)
    return tuple(dict.fromkeys(seated_from(s, seat) for seat in may))


def written_score(s: BigTwo) -> Act:
    """What the scorer wrote, as it ought to be."""
    asks = "the score as written"
    counts, points, totals = (known(column) for column in (s.counts, s.points, s.totals))
    if counts is None or points is None or totals is None:
        return Act(Scored, None, asks, optional=True, weight=0.0)
    row = Scored(counts=counts, points=points, totals=totals)
    return Act(Scored, None, asks, (row,), optional=True, weight=0.05)


def known(column: list[int | None]) -> tuple[int, ...] | None:
    """A column, if all of it is known."""
    values = tuple(value for value in column if value is not None)
    return values if len(values) == len(column) else None


def due_play(s: BigTwo) -> tuple[Act, ...]:
    """A combination of the seat whose turn it is, or of any that may be; or a pass."""
    turn = to_act(s)
    seats = [seat for seat in range(seats_of(s)) if not s.away >> seat & 1] if turn < 0 else [turn]
    acts = []
    for seat in seats:
        acts += due_seat(s, seat)
    acts += [*passes_of_locked(s), ask(s)]
    acts += [
        Act(TakenBack, None, "a play that the table had taken back", optional=True, weight=0.0),
        Act(Voided, None, "the hand thrown in", (Voided(),), optional=True, weight=0.0),
    ]
    return tuple(acts)


def due_seat(s: BigTwo, seat: int) -> list[Act]:
    """What one seat may do."""
    acts = []
    asks = "the opening combination" if not s.opened else "a combination"
    if s.places.most[seat]:
        acts.append(Act(Laid, seat, asks, accepts=recogniser(s, seat, _CHECKS)))
    else:
        choices = legal(s, seat)
        if choices:
            acts.append(Act(Laid, seat, asks, choices, weight=2.0))
    may_pass = s.options.lead_pass == "allow"  # noqa: S105 - a lead that is passed
    if s.lead != 1 or (s.opened and may_pass) or not acts:
        acts.append(Act(Passed, seat, "a pass", (Passed(seat=seat),), weight=0.1 if s.lead == 1 else 1.0))
    return acts


def passes_of_locked(s: BigTwo) -> list[Act]:
    """The pass of who is locked out and passed over, where others wait for a lead or go on: it may be written (B2-7.2)."""
    seats = seats_of(s)
    if s.turn < 0 or not s.options.pass_lock or not s.acts:
        return []
    last, out = (s.turn, s.overtaken) if s.lead == 1 else (s.acts[-1][0], s.locked)
    between = [(last + step) % seats for step in range(1, (s.turn - last - 1) % seats + 1)] if last >= 0 else []
    asks = "a pass of who is locked out, if it was said"
    return [
        Act(Passed, seat, asks, (Passed(seat=seat),), optional=True, weight=0.0) for seat in between if out >> seat & 1
    ]


def legal(s: BigTwo, seat: int) -> tuple[Laid, ...]:
    """Every play that a hand known in full may make (B2-2.2, B2-2.3)."""
    mask = s.places.known[seat] & PACK_MASK
    sizes = SIZES if s.lead else (len(s.table),)
    plays = [Laid(seat=seat, cards=cards) for size in sizes if size in SIZES for cards in all_of(mask, size)]
    if not s.opened and low_card_opens(s):
        low = lowest(mask)
        plays = [play for play in plays if low in play.cards]
    return tuple(play for play in plays if beats_the_table(s, play) is None)


def ask(s: BigTwo) -> Act:
    """Anybody may ask how many cards somebody has (B2-6.1)."""
    counts = [s.places.count(seat) for seat in range(seats_of(s))]
    questions = tuple(
        CountAsked(seat=asker, of=seat, answer=count)
        for seat, count in enumerate(counts)
        for asker in range(seats_of(s))
        if asker != seat and count is not None
    )
    asks = "a question for the number of cards"
    return Act(CountAsked, None, asks, questions or None, optional=True, weight=0.02 if questions else 0.0)


# ---- How a hand came out -------------------------------------------------------------------------------------------


def result(s: BigTwo) -> Result:
    """How the hand that just ended came out."""
    if s.how == "void":
        seats = seats_of(s)
        return Result(
            points=(0,) * seats, won=(False,) * seats, dealer=_dealer(s), counts=False, level=level(s), says="void"
        )
    out = winner_of(s.counts)
    won = tuple(seat == out if out >= 0 else None if not count else False for seat, count in enumerate(s.counts))
    empty = tuple(seat for seat, count in enumerate(s.counts) if count is None and s.away >> seat & 1)
    return Result(points=tuple(s.points), won=won, absent=empty, dealer=_dealer(s), level=level(s), says=s.how)


def _dealer(s: BigTwo) -> int | None:
    return s.dealer if s.dealer >= 0 else None


def level(s: BigTwo) -> str:
    """How much of the hand is known: all cards held, those of some hands, what all saw, or the sheet alone."""
    if not any(s.laid):
        return "sheet"
    places = s.places
    left = [seat for seat in range(seats_of(s)) if places.known[seat] or places.most[seat]]
    told = [seat for seat in left if not places.most[seat]]
    if len(told) == len(left) and not places.most[seats_of(s)]:
        return "full"
    return "partial" if any(places.known[seat] for seat in left) else "public"


# ---- What there is to see ------------------------------------------------------------------------------------------


def scene(s: BigTwo) -> Scene:
    """The table: hands, the combination to beat, who passed, points and totals."""
    hands = tuple(seat_scene(s, seat) for seat in range(seats_of(s)))
    rows = [table_row(s)]
    aside = s.places.known[set_aside(s)], s.places.most[set_aside(s)]
    if any(aside):
        rows.append(Row(title="Set aside", cards=tuple(cards_of(aside[0])), unknown=aside[1]))
    facts = [("target", "none" if s.options.zero_sum_payout else str(s.options.target))]
    return Scene(title=f"Big Two, hand {s.hand}", facts=tuple(facts), hands=hands, rows=tuple(rows), says=outcome(s))


def table_row(s: BigTwo) -> Row:
    """The combination on the table, and whose it is."""
    found = classify(s.table, s.options.low_straight_top) if s.table else None
    title = f"On the table: {describe(found)}" if found else "On the table"
    return Row(title=title, cards=s.table, seats=(s.owner,) * len(s.table))


def seat_scene(s: BigTwo, seat: int) -> Hand:
    """One seat: its cards lowest first, whether it passed, and its scores."""
    passed = (s.passed | s.locked) >> seat & 1 and s.phase == "play"
    takes_all = seat == s.offender and s.phase == "between"
    there = (("dealer", seat == s.dealer), ("passed", passed), ("takes all", takes_all))
    marks = [name for name, is_so in there if is_so]
    scores = [("total", _told(s.totals[seat]))]
    if s.phase == "between" and s.how:
        scores.insert(0, ("points", _told(s.points[seat])))
    return seat_hand(
        s.places,
        seat,
        s.players[seat],
        marks=marks,
        scores=scores,
        turn=seat == to_act(s),
        order=lambda card: classify((card,)) or (),
    )


def _told(points: int | None) -> str:
    return "?" if points is None else str(points)


def outcome(s: BigTwo) -> str:
    """How the hand, or the game, came out, in a sentence."""
    if s.phase != "between" or not s.how:
        return ""
    if s.how == "void":
        return "the hand is void"
    out = winner_of(s.counts)
    says = "who went out cannot be told" if out < 0 else f"{s.players[out] or f'seat {out}'} is out of cards"
    if not s.over:
        return says
    best = " and ".join(s.players[seat] or f"seat {seat}" for seat in winners(s))
    return f"{says}; the game is over, {best or 'who'} {'won' if best else 'won cannot be told'}"
