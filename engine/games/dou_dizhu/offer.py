"""What may come next."""

from collections.abc import Iterable
from dataclasses import replace

from upcard.engine.due import Act, Chance
from upcard.engine.games.dou_dizhu.dealing import redeal_is_due
from upcard.engine.games.dou_dizhu.face_up import may_have_got_it
from upcard.engine.games.dou_dizhu.following import follows, plays_in_turn
from upcard.engine.games.dou_dizhu.irregular import cards_are_possible
from upcard.engine.games.dou_dizhu.settling import transfers
from upcard.engine.games.dou_dizhu.shapes import (
    BOMB,
    KINDS,
    MASKS,
    ROCKET,
    Shape,
    beats,
    classify,
    is_bomb,
    sets_of,
    shape_of,
)
from upcard.engine.games.dou_dizhu.table import (
    HAND,
    MOST_BID,
    NOT_KNOWN,
    SEATS,
    WIDOW,
    WIDOW_SIZE,
    DouDizhu,
    taken_by,
    to_act,
)
from upcard.engine.mechanisms.climbing import recogniser, remainders
from upcard.schemas.cards import BY_INDEX, UNKNOWN, Card, cards_of
from upcard.schemas.events import (
    Bid,
    ChipsPassed,
    Closed,
    Dealt,
    HandStarted,
    Laid,
    Passed,
    Scored,
    Shown,
    Took,
    TurnedUp,
    Voided,
)

_TURNED = tuple(TurnedUp(card=card) for card in BY_INDEX)
_BACKS = (UNKNOWN,) * WIDOW_SIZE

_CHECKS = (cards_are_possible, plays_in_turn, follows)
"""What a play of a hand that is not wholly known is asked."""


def due(s: DouDizhu) -> tuple[Act, ...]:
    """What may come next."""
    if s.closed:
        return ()
    if s.phase == "between":
        return due_between(s)
    if s.phase == "deal":
        return due_deal(s)
    if s.phase == "auction":
        return due_auction(s)
    return due_widow(s) if s.phase == "widow" else due_play(s)


def due_between(s: DouDizhu) -> tuple[Act, ...]:
    """The next hand, the end, or what is still to be told of the last hand."""
    acts = [Act(Closed, None, "the end of the session", (Closed(),))]
    if not s.over:
        acts.insert(0, Act(HandStarted, None, "the next hand", (HandStarted(),)))
    if s.how == "played":
        acts += remainders(s.places, SEATS)
        acts += [] if s.written else [written_score(s)]
        paid = tuple(ChipsPassed(from_=f"seat:{a}", to=f"seat:{b}", amount=n) for a, b, n, _ in transfers(s) if n)
        if paid and not s.over:
            acts.append(Act(ChipsPassed, None, "chips that were paid", paid, optional=True, weight=0.02))
    return tuple(act for act in acts if act.weight or not s.over)


def written_score(s: DouDizhu) -> Act:
    """What the scorer wrote, as it ought to be."""
    asks = "the score as written"
    points = tuple(amount for amount in s.points if amount is not None)
    totals = tuple(amount for amount in s.totals if amount is not None)
    if len(points) < SEATS or len(totals) < SEATS:
        return Act(Scored, None, asks, optional=True, weight=0.0)
    row = Scored(seat=s.landlord, amount=s.bid, bombs=s.bombs, side=s.side, points=points, totals=totals)
    return Act(Scored, None, asks, (row,), optional=True, weight=0.05)


def due_deal(s: DouDizhu) -> tuple[Act, ...]:
    """The face-up card, then the deal."""
    chance = Chance(BY_INDEX, (HAND,) * SEATS + (WIDOW_SIZE,), _deal)
    turned = s.upcard is not None
    sheet = Act(Scored, None, "the row, if only the sheet is kept", optional=True, weight=0.0)
    deal = Act(
        Dealt, None, "seventeen cards to each seat", chance=chance, optional=not turned, weight=1.0 if turned else 0.0
    )
    return (deal, sheet) if turned else (Act(TurnedUp, None, "the face-up card", _TURNED), deal, sheet)


def _deal(hands: tuple[tuple[Card, ...], ...]) -> Dealt:
    return Dealt(hands=hands[:SEATS], places={"widow": hands[SEATS]})


def due_auction(s: DouDizhu) -> tuple[Act, ...]:
    """Who got the face-up card, bids and passes, or the new deal."""
    untold = s.opener < 0 and not s.gap and s.upcard is not None and s.upcard.known and s.taker == NOT_KNOWN
    acts = (
        [Act(TurnedUp, None, "who got the face-up card", takers(s, s.upcard), who=True)] if untold and s.upcard else []
    )
    weight = 0.0 if untold else 1.0
    if redeal_is_due(s):
        why = "all_passed" if s.none_bid else "upcard_in_widow"
        acts.append(Act(Voided, None, "a new deal", (Voided(why=why),), optional=untold, weight=weight))
        return tuple(acts)
    turn = to_act(s)
    for seat in may_speak(s) if turn < 0 else (turn,):
        bids = tuple(Bid(seat=seat, amount=amount) for amount in range(s.bid + 1, MOST_BID + 1))
        acts += [
            Act(Bid, seat, "a bid", bids, optional=untold, weight=weight),
            Act(Passed, seat, "a pass", (Passed(seat=seat),), optional=untold, weight=weight),
        ]
    if s.gap:
        acts += after_a_gap(s)
    return (*acts, Act(Voided, None, "the hand thrown in", (Voided(),), optional=True, weight=0.0))


def may_speak(s: DouDizhu) -> Iterable[int]:
    """Who may bid or pass where the record does not tell who must: first, who may have got the face-up card (DZ-1.2), or
    all, if nobody may have and the first who drew speaks (DZ-1.4).
    """
    if s.opener >= 0 or s.gap or s.upcard is None or not s.upcard.known:
        return range(SEATS)
    places = may_have_got_it(s)
    to_drawer = WIDOW in places and s.options.upcard_in_widow != "redeal"
    return range(SEATS) if to_drawer else places - {WIDOW} or range(SEATS)


def takers(s: DouDizhu, card: Card) -> tuple[TurnedUp, ...]:
    """Who may be seen to have got the face-up card."""
    place = taken_by(s)
    places = range(WIDOW + 1) if place < 0 else (place,)
    seats = [TurnedUp(card=card, seat=seat) for seat in places if seat < SEATS and s.places.fits(card.bit, seat)]
    return tuple(seats) + ((TurnedUp(card=card, place="widow"),) if s.places.fits(card.bit, WIDOW) else ())


def after_a_gap(s: DouDizhu) -> list[Act]:
    """The auction may be over."""
    acts = [Act(Took, seat, "the widow", (Took(seat=seat, place="widow", cards=_BACKS),)) for seat in range(SEATS)]
    return acts + [Act(Laid, seat, "a combination", accepts=recogniser(s, seat, _CHECKS)) for seat in range(SEATS)]


def due_widow(s: DouDizhu) -> tuple[Act, ...]:
    """The landlord takes the widow; at some tables all see it before (DZ-1.5, DZ-2.4)."""
    known, seat = s.places.known[WIDOW], s.landlord
    cards = tuple(cards_of(known)) if not s.places.most[WIDOW] else _BACKS
    took = Act(Took, seat, "the widow, taken", (Took(seat=seat, place="widow", cards=cards),))
    if s.options.widow_shown and known & ~s.places.seen[-1] | s.places.most[WIDOW] and not s.gap:
        asks = "the widow, shown to all"
        if s.places.most[WIDOW]:
            seen = Act(Shown, None, asks, accepts=lambda e: isinstance(e, Shown) and e.place == "widow")
        else:
            seen = Act(Shown, None, asks, (Shown(cards=cards, place="widow"),))
        return (seen, replace(took, optional=True, weight=0.0))
    acts = [took]
    if cards == _BACKS:
        told = Act(Took, seat, "the widow", accepts=lambda e: isinstance(e, Took) and e.seat == seat)
        acts.append(replace(told, optional=True, weight=0.0))
    if s.gap:
        acts += due_play(s)
    return tuple(acts)


def due_play(s: DouDizhu) -> tuple[Act, ...]:
    """A combination of the seat whose turn it is, or of any that may be; or a pass; or a bomb of another."""
    turn = s.turn
    acts = []
    for seat in range(SEATS) if turn < 0 else (turn,):
        acts += due_seat(s, seat)
    if s.options.bomb_out_of_turn == "yes" and s.lead == 0:
        acts += [act for seat in range(SEATS) if seat not in {turn, s.owner} for act in due_bomb(s, seat)]
    return (*acts, Act(Voided, None, "the hand thrown in", (Voided(),), optional=True, weight=0.0))


def due_seat(s: DouDizhu, seat: int) -> list[Act]:
    """What one seat may do."""
    acts = []
    if s.places.most[seat]:
        acts.append(Act(Laid, seat, "a combination", accepts=recogniser(s, seat, _CHECKS)))
    else:
        choices = legal(s, seat)
        if choices:
            acts.append(Act(Laid, seat, "a combination", choices, weight=2.0))
    if s.lead != 1 or not acts:
        acts.append(Act(Passed, seat, "a pass", (Passed(seat=seat),)))
    return acts


def due_bomb(s: DouDizhu, seat: int) -> list[Act]:
    """A bomb of a seat whose turn it is not (DZ-4.2)."""
    if s.places.most[seat]:
        return [Act(Laid, seat, "a bomb", accepts=recogniser(s, seat, _CHECKS), optional=True, weight=0.0)]
    rules = s.shapes
    bombs = tuple(play for play in legal(s, seat) if is_bomb(classify(play.cards, rules)))
    return [Act(Laid, seat, "a bomb", bombs, optional=True, weight=0.5)] if bombs else []


def legal(s: DouDizhu, seat: int) -> tuple[Laid, ...]:
    """The plays of a hand known in full, one for each set of ranks: suits have no role."""
    rules = s.shapes
    by_rank = [tuple(cards_of(s.places.known[seat] & mask)) for mask in MASKS]
    table = classify(s.table, rules) if s.lead == 0 else None
    plays = []
    for ranks in sets_of([len(cards) for cards in by_rank], rules, kinds_over(table)):
        shape = shape_of(ranks, rules)
        if table is None or (shape is not None and beats(shape, table)):
            cards = tuple(by_rank[rank][place - ranks.index(rank)] for place, rank in enumerate(ranks))
            plays.append(Laid(seat=seat, cards=cards))
    return tuple(plays)


def kinds_over(table: Shape | None) -> tuple[str, ...]:
    """The kinds of shapes that may beat what lies there."""
    if table is None:
        return KINDS
    if table.kind == ROCKET:
        return ()
    return tuple(dict.fromkeys((table.kind, BOMB, ROCKET)))
