"""Calabrasella: a judge who reads nothing but the page beside the audit, with all cards: every act of every seat."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.experiments import sessions
from tests.games.calabrasella_naive import FORTY, RATES, Naive, judged, session
from upcard.engine.audit import Audit, audit
from upcard.engine.log import Log
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.events import (
    Base,
    CardAbsent,
    CardNamed,
    Discarded,
    Elected,
    Gave,
    Passed,
    Played,
    Returned,
    Took,
    TurnedOver,
)

# ---- With all cards ------------------------------------------------------------------------------------------------


def all_is_found(numbers: Any) -> None:
    """With all cards each breach is found where it was done, and nothing else; chips are the same."""
    for number in numbers:
        log = session(number, rate=RATES[number % 3])
        done, naive = audit(log), judged(log)
        assert sorted((one.clause, one.seat or 0, one.at) for one in done.findings) == sorted(
            (clause, seat or 0, line) for clause, seat, line in naive.wrongs
        ), number
        assert all(one.found_at == one.at for one in done.findings), number
        assert [list(ended.result.points) for ended in done.results] == naive.told, number
        assert done.state.chips[:3] == naive.chips, number


def test_ca_7_with_all_cards_each_breach_is_found_where_it_was_done() -> None:
    all_is_found(range(24))


@pytest.mark.check
def test_ca_7_with_all_cards_each_breach_is_found_where_it_was_done_1000() -> None:
    all_is_found(range(100, 100 + sessions(1000)))


def out_of_turn(numbers: Any) -> None:
    """Of play out of turn each card is told of, and nothing that was not done: of the suits less may be sure."""
    for number in numbers:
        log = session(number, rate=RATES[1 + number % 2], turns=True)
        naive = judged(log)
        for viewer in (None, PUBLIC):
            done = audit(log if viewer is None else redact_log(log, viewer, "copy"))
            found = {(one.clause, one.seat, one.at) for one in done.findings if one.clause not in {"G-10", "CA-7"}}
            assert found <= set(naive.wrongs), (number, viewer)
            assert {row for row in naive.wrongs if row[0] == "G-13"} <= found, (number, viewer)
            assert [list(ended.result.points) for ended in done.results] == naive.told, (number, viewer)


def test_g_13_play_out_of_turn() -> None:
    out_of_turn(range(20))


@pytest.mark.check
def test_g_13_play_out_of_turn_600() -> None:
    out_of_turn(range(100, 100 + sessions(600)))


# ---- Every act of every seat (CA-2, CA-3) --------------------------------------------------------------------------


def missing(at: Naive) -> list[str]:
    """The clauses of the steps that should have been taken before a discard (CA-2.2, CA-2.3)."""
    steps = (("CA-2.2", not at.asked), ("CA-2.3", at.given >= 0 and not at.returned))
    return [clause for clause, open_step in steps if open_step] if at.declarer >= 0 else []


def before_widow(at: Naive) -> list[str]:
    """The same before the widow is turned (CA-2.4)."""
    owed = at.declarer >= 0 and not at.discarded and at.options["min_discards"]
    return missing(at) + ["CA-2.4"] * bool(owed)


def on_naming(at: Naive, e: CardNamed) -> set[str]:
    """CA-2.2: a three not held; there is no second call."""
    if at.declarer < 0:
        at.declarer = e.seat
        wrong = e.card not in at.names()
        at.declarer = -1
        return {"CA-2.1", "CA-2.2"} if wrong else {"CA-2.1"}
    second = {"CA-2.3"} if at.asked else set()
    if e.seat != at.declarer:
        return {"CA-2.1"} | second
    return second or (set() if e.card in at.names() else {"CA-2.2"})


def on_handing(at: Naive, e: Gave | CardAbsent | Returned) -> set[str]:
    """CA-2.3: the holder hands the named card over, and gets another back."""
    over = not at.asked or at.named is None or at.given >= 0 or at.nobody
    holders = [seat for seat in range(3) if seat != at.declarer and at.named in at.hands[seat]]
    if isinstance(e, CardAbsent):
        return {"CA-2.3"} if over or holders else set()
    if isinstance(e, Gave):
        right = not over and not at.discarded and e.to == at.declarer and e.card == at.named
        held = e.card in at.hands[e.seat] or at.given >= 0 or at.nobody or e.seat == at.declarer
        return ({"CA-2.3"} if not right else set()) | ({"G-5"} if not held else set())
    if e.seat != at.declarer:
        return {"CA-2.1"}
    return set() if at.given == e.to and not at.returned and e.card != at.named else {"CA-2.3"}


def on_discard(at: Naive, e: Discarded) -> set[str]:
    """CA-2.4: one to four cards, or as many as the table allows."""
    wrong = {"CA-2.1"} if e.seat != at.declarer else set()
    if at.discarded:
        return wrong | {"CA-2.4"}
    kept = at.asked and at.given < 0 and not at.nobody
    if kept and e.seat == at.declarer and any(at.named in hand for hand in at.hands if hand is not at.hands[e.seat]):
        wrong.add("CA-2.3")
    wrong |= set(missing(at)[:1])
    if not at.options["min_discards"] <= len(e.cards or ()) <= at.options["max_discards"]:
        wrong.add("CA-2.4")
    return wrong


def on_widow(at: Naive, e: TurnedOver | Took) -> set[str]:
    """CA-2.5: turned once, and as many taken as were discarded."""
    cards = e.cards or ()
    strange = {"G-5"} if not at.widow >= set(cards) else set()
    if isinstance(e, TurnedOver):
        if at.turned or at.taken:
            return {"CA-2.5"} | (strange if not at.turned else set())
        return set(before_widow(at)[:1]) | strange | ({"CA-1.1"} if len(cards) != 4 else set())
    wrong = {"CA-2.1"} if e.seat != at.declarer else set()
    if at.taken:
        return wrong | {"CA-2.5"}
    if before_widow(at):
        return wrong | strange | {before_widow(at)[0]}
    if len(cards) != at.size and at.declarer >= 0 and (at.discarded or e.seat == at.declarer):
        wrong.add("CA-2.5")
    return wrong | strange


def on_play(at: Naive, e: Played) -> set[str]:
    """CA-3: in turn, following suit, when all is exchanged."""
    if e.card not in at.hands[e.seat]:
        return {"G-5"}
    if at.declarer < 0:
        return set()
    steps = before_widow(at) + ["CA-2.5"] * bool(at.size and not at.taken)
    wrong = set(steps[:1]) if not at.trick and not at.tricks else set()
    if e.seat != at.turn:
        return wrong | {"G-13"}
    return wrong | ({"CA-3"} if e.card not in at.playable(e.seat) else set())


def verdict(at: Naive, e: Any) -> set[str]:
    """The clauses that an act breaks, as the page has them."""
    if not at.on:
        return {"G-5"}
    if isinstance(e, Passed | Elected):
        order = [(at.dealer + 1 + place) % 3 for place in range(3)]
        next_one = next(seat for seat in order if seat not in at.passed)
        return set() if at.declarer < 0 and e.seat == next_one else {"CA-2.1"}
    if isinstance(e, CardNamed):
        return on_naming(at, e)
    if isinstance(e, Gave | CardAbsent | Returned):
        return on_handing(at, e)
    if isinstance(e, Discarded):
        return on_discard(at, e)
    return on_play(at, e) if isinstance(e, Played) else on_widow(at, e)


def acts(at: Naive, rng: random.Random) -> Iterator[Base]:
    """Acts of every kind by every seat; cards are exchanged from hands that hold them."""
    yield CardAbsent()
    yield TurnedOver(cards=tuple(at.widow))
    yield TurnedOver(cards=tuple(at.widow)[:3])
    for seat in range(3):
        hand = sorted(at.hands[seat])
        yield from (Passed(seat=seat), Elected(seat=seat), CardNamed(seat=seat))
        yield from (CardNamed(seat=seat, card=card) for card in FORTY if card.rank in "32A")
        for to in {0, 1, 2} - {seat}:
            yield Gave(seat=seat, to=to, card=at.named or FORTY[0])
            for card in rng.sample(hand, min(2, len(hand))):
                yield Gave(seat=seat, to=to, card=card)
                if not (at.asked and at.given < 0 and not at.nobody):  # it may tell of one that was handed over
                    yield Returned(seat=seat, to=to, card=card)
        for size in range(min(5, len(hand)) + 1):
            yield Discarded(seat=seat, cards=tuple(rng.sample(hand, size)))
        for size in range(5):
            yield Took(seat=seat, place="widow", openly=True, cards=tuple(rng.sample(sorted(at.widow), size)))
        yield from (Played(seat=seat, card=card) for card in hand)


def every_act(numbers: Any, often: float) -> None:
    """What the page allows is accepted; all else is found, with the clauses that the page gives."""
    for number in numbers:
        rng, log = random.Random(number), session(number, hands=1)
        done, naive = Audit(Log(log.header, [])), Naive(log.header.options)
        for line, event in log.events:
            if rng.random() < (often / 5 if isinstance(event, Played) else often) and hasattr(naive, "widow"):
                for act in acts(naive, rng):
                    tried = done.copied()
                    tried.feed([(line, act)])
                    found = {one.clause for one in tried.findings if one.kind != "note"}
                    assert found == verdict(naive, act), (number, line, act)
            naive.follow(event, line)
            done.feed([(line, event)])


def test_ca_2_every_act_of_every_seat() -> None:
    every_act(range(8), 0.3)


@pytest.mark.check
def test_ca_2_every_act_of_every_seat_of_60_hands() -> None:
    every_act(range(100, 100 + sessions(60)), 0.5)
