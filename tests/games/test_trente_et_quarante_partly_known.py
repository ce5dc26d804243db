"""Trente et Quarante: legal sessions of which a scribe saw only some. Nobody is accused, and what is told is true."""

import random

import pytest

from tests.builders import cards, fold, found, log_of
from tests.experiments import sessions
from tests.games.test_trente_et_quarante_experiments import VALUE, table
from upcard.engine.audit import Audit, audit
from upcard.engine.log import Log
from upcard.engine.simulate import simulate
from upcard.schemas.cards import PACK, UNKNOWN, Card
from upcard.schemas.events import (
    BetInsured,
    BetPlaced,
    BoughtIn,
    ChipsPassed,
    Closed,
    Event,
    Gap,
    HandStarted,
    ResultCalled,
    RowDealt,
    TurnedUp,
)

# ---- What a scribe may miss ----------------------------------------------------------------------------------------


def dimmed(card: Card, rng: random.Random, share: float) -> Card:
    """A card that may have been seen in part, or not at all."""
    if rng.random() >= share:
        return card
    return rng.choice((UNKNOWN, Card(f"{card[0]}?"), Card(f"?{card[1]}")))


def told_otherwise(event: RowDealt, rng: random.Random, share: float) -> list[Event]:
    """A whole row as somebody else may have written it: by its total, card by card, with cards that nobody saw."""
    cards = event.cards or ()
    total = sum(VALUE[card[0]] for card in cards)
    colour = "red" if cards[0][1] in "dh" else "black"
    seen = tuple(dimmed(card, rng, share) for card in cards)
    match rng.randrange(6):
        case 0:
            return [RowDealt(row=event.row, total=total, colour=rng.choice((None, colour)))]
        case 1:
            return [RowDealt(row=event.row, cards=seen, total=rng.choice((None, total)))]
        case 2:
            return [RowDealt(row=event.row, cards=(card,)) for card in seen]
        case 3:
            return [TurnedUp(card=card) for card in seen]
        case 4:
            return [TurnedUp(card=card, place=rng.choice((None, event.row))) for card in seen]
    return [TurnedUp(card=card, place=event.row) for card in seen]


def retold(log: Log, rng: random.Random, share: float) -> list[Event]:
    """The same session as somebody else may have written it."""
    events: list[Event] = []
    for _, event in log.events:
        whole = isinstance(event, RowDealt) and sum(VALUE[card[0]] for card in event.cards or ()) >= 31
        events += told_otherwise(event, rng, share) if isinstance(event, RowDealt) and whole else [event]
    return events


def accused(done: Audit) -> list[object]:
    """What was found but for notes."""
    return [one for one in done.findings if one.kind != "note"]


def partly_known(count: int) -> None:
    """Nothing is found, and each gain that is told is the one of the full record."""
    for number in range(count):
        rng = random.Random(number)
        log = simulate(table(number), hands=4, ordinal=number)
        share = rng.choice((0.0, 0.1, 0.5))
        other = audit(Log.of(log.header, retold(log, rng, share)))
        assert accused(other) == [], number
        right = {one.hand: one.result.points for one in audit(log).results}
        for one in other.results:
            told = one.result.points  # a hand that the next one cuts short has no result
            assert all(gain in {None, true} for gain, true in zip(told, right[one.hand], strict=True)), (number, one)


def miss_some(events: list[Event], rng: random.Random) -> None:
    """A stretch or two that nobody wrote down: a gap, with or without the number of hands in it."""
    for _ in range(rng.randint(1, 2)):
        start = rng.randrange(len(events))
        missed = events[start : start + rng.randint(1, 12)]
        hands = sum(isinstance(event, HandStarted) for event in missed)
        events[start : start + len(missed)] = [Gap(hands=rng.choice((None, hands)))]


def with_gaps(count: int) -> None:
    """Whatever part of a legal session was missed, nobody is accused of what came before or after."""
    for number in range(count):
        rng = random.Random(number)
        log = simulate(table(number), hands=4, ordinal=number)
        events = retold(log, rng, rng.choice((0.0, 0.2)))
        miss_some(events, rng)
        done = audit(Log.of(log.header, events))
        # of a bet that was missed nobody knows that it was there
        assert [one for one in accused(done) if one.name != "no_such_bet"] == [], (number, events)


def test_what_a_scribe_missed_is_nobodys_fault() -> None:
    partly_known(150)


def test_what_was_missed_altogether_is_nobodys_fault() -> None:
    with_gaps(150)


@pytest.mark.check
def test_what_a_scribe_missed_is_nobodys_fault_often() -> None:
    partly_known(sessions(3000))
    with_gaps(sessions(3000))


# ---- Every card at every place -------------------------------------------------------------------------------------


def test_tq_3_1_every_card_is_legal_where_a_croupier_may_deal_it() -> None:
    for number in range(12):
        log = simulate(table(number), hands=3, ordinal=number)
        done = Audit(Log(log.header, []))
        dealt: dict[Card, int] = {}
        rows = {"noir": 0, "rouge": 0}
        for line, event in log.events:
            if isinstance(event, HandStarted):
                rows = {"noir": 0, "rouge": 0}
            phase = done.state.phase
            if isinstance(event, RowDealt | TurnedUp) and done.state.options.cut_card == "finish_hand":
                due = "noir" if rows["noir"] < 31 else "rouge"
                for card in PACK:
                    for place in rows:
                        tried = done.copied()
                        tried.feed([(line, TurnedUp(card=card, place=place))])
                        right = place == due and dealt.get(card, 0) < done.state.options.decks
                        assert (accused(tried) == accused(done)) == right, (number, line, card, place, phase)
                        acts = done.game.due(done.state)
                        offered = any(act.accepts and act.accepts(TurnedUp(card=card, place=place)) for act in acts)
                        assert offered == right, (number, line, card, place)
            done.feed([(line, event)])
            if type(event).__name__ == "Shuffled":
                dealt = {}
            for card in (event.cards or ()) if isinstance(event, RowDealt) else ():
                dealt[card] = dealt.get(card, 0) + 1
                rows[event.row] += VALUE[card[0]]
            if isinstance(event, TurnedUp):
                dealt[event.card] = dealt.get(event.card, 0) + 1
                rows[event.place or ""] += VALUE[event.card[0]]


def test_tq_2_1_every_bet_is_legal_where_it_may_be_placed() -> None:
    for number in range(20):
        log = simulate(table(number), hands=3, ordinal=number)
        done = Audit(Log(log.header, []))
        for line, event in log.events:
            least, limit = done.state.options.bet_min or 1, done.state.options.bet_max
            most = limit or 10**9
            for amount in (0, 1, least - 1, least, most, most + 1):
                for seat in range(len(log.header.seats) + 1):
                    bet = BetPlaced(seat=seat, bet=f"new{line}", kind="noir", amount=max(0, amount))
                    there = seat < len(log.header.seats) and bool(done.state.players[seat])
                    right = there and max(1, least) <= amount <= (limit or amount) and done.state.phase != "rows"
                    tried = done.copied()
                    tried.feed([(line, bet)])
                    assert (accused(tried) == accused(done)) == right, (number, line, bet)
            done.feed([(line, event)])


def test_tq_3_1_a_row_whose_first_cards_may_have_been_missed_has_no_total() -> None:
    """The hand is a push by a card that was missed: the bet waits in prison, and is lost with the next."""
    start = [
        BoughtIn(seat=0, amount=1000),
        HandStarted(),
        BetPlaced(seat=0, bet="x", kind="noir", amount=100),
        RowDealt(row="noir", cards=cards("Kc Ts Tc Ac")),
        RowDealt(row="rouge", cards=cards("Qd Td Ac Kd")),
        HandStarted(),
    ]
    seen = [TurnedUp(card=card, place="noir") for card in cards("Kc Ts 9c 2h")]
    rouge = RowDealt(row="rouge", cards=cards("Qd Td 2s Kd"))
    more = [
        HandStarted(),
        BetInsured(bet="x", amount=1),
        RowDealt(row="noir", cards=cards("Kc Ks Kd 4c")),
        RowDealt(row="rouge", cards=cards("Kh Qs Qd 3c")),
        ChipsPassed(from_="seat:0", to="bank", amount=100),
        Closed(),
    ]
    missed = log_of("trente_et_quarante", [*start, Gap(), *seen, rouge, ResultCalled(result="push"), *more], 2)
    assert found(missed) == []
    assert fold(Log(missed.header, missed.events[:12])).totals[0] == -1
    bets = [Gap(), BetPlaced(seat=0, bet="y", kind="rouge", amount=100)]
    after_it = log_of("trente_et_quarante", [*start, *bets, *seen, rouge], 2)
    assert fold(after_it).totals == [31, 32]
