"""Last One: acts of a seat that is out of the game are told of and disturb neither turn, hand end nor scores (LO-7.3)."""

import itertools
import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.builders import cards, found, log_of
from tests.experiments import sessions
from tests.games.last_one_tables import acts
from tests.games.test_last_one_experiments import OPTIONS, short
from upcard.engine.audit import audit
from upcard.engine.fold import begin, fold
from upcard.engine.game import find
from upcard.engine.log import Log
from upcard.engine.simulate import Setup
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import PACK, Card
from upcard.schemas.events import Base, Dealt, Drew, HandStarted, Played, Reshuffled, Scored, Shown, TurnedUp

HANDS = "6s 8h 2s 4d Jd//7s Ts 5s 3s Th/Ks Qs 6h 9h 3h"
"""Five cards to seats 0, 2 and 3."""


def out(text: str, upcard: str = "9s", *, hands: str = "", more: tuple[Base, ...] = (), **options: Any) -> Log:
    """Seat 1 is out of the game; seat 2 deals, and seat 3 begins. Acts begin on line 7."""
    dealt = Dealt(hands=tuple(cards(hand) for hand in hands.split("/"))) if hands else Dealt(each=5)
    begun = [HandStarted(dealer=0), Scored(points=(0, 260, 30, 5)), HandStarted(), dealt]
    turned = TurnedUp(card=cards(upcard)[0])
    return log_of("last_one", [*begun, turned, *acts(text), *more], 4, options=options or None)


def told(text: str, upcard: str = "9s", **table_of: Any) -> list[tuple[str, int, int | None]]:
    """What is found: clause, line, seat."""
    return [(clause, at, seat) for clause, at, _, seat in found(out(text, upcard, **table_of))]


def turns(text: str, **table_of: Any) -> list[int]:
    """Whose turn it is."""
    state: Any = fold(out(text, **table_of))
    return [seat for seat in range(4) if state.turn >> seat & 1]


@pytest.mark.parametrize("hands", ["", HANDS])
def test_lo_7_3_a_card_of_who_is_out_ends_no_hand(hands: str) -> None:
    log = out("3 Ks, 0 6s, 1 Qd, 2 Ts, 3 Qs", hands=hands)
    assert found(log) == [("LO-9.10", 9, 9, 1)]
    assert len(audit(log).results) == 1
    assert fold(log).phase == "play"


def test_lo_7_3_the_turn_stays_whatever_the_card() -> None:
    for card in ("Qd", "2d", "3d", "4d", "Jd", "Ad", "8d/s", "Xr=5h", "??"):
        assert turns(f"3 Ks, 0 6s, 1 {card}") == [2]
        assert told(f"3 Ks, 0 6s, 1 {card}, 2 Ts, 3 Qs") == [("LO-9.10", 9, 1)]
    for act in ("d", "d2 two", "d4 melee", "d2 missed", "call"):
        assert turns(f"3 Ks, 0 6s, 1 {act}") == [2]


def test_lo_9_1_a_card_of_who_is_out_is_the_upcard_unless_it_was_taken_back() -> None:
    assert told("3 Ks, 0 6s, 1 Qd, 2 Td") == [("LO-9.10", 9, 1)]
    assert told("3 Ks, 0 6s, 1 Qd, 2 6d") == [("LO-9.10", 9, 1)]
    assert told("3 Ks, 0 6s, 1 Qd, 2 Th") == [("LO-9.10", 9, 1), ("LO-9.1", 10, 2)]
    assert told("3 Ks, 0 6s, 1 Qd, 2 Td, 3 6h") == [("LO-9.10", 9, 1), ("LO-9.1", 11, 3)]


def test_lo_9_10_an_act_written_for_who_is_out_may_have_been_of_who_was_next() -> None:
    assert told("3 Ks, 0 6s, 1 7s, 3 Qs") == [("LO-9.10", 9, 1)]
    assert told("3 Ks, 0 6s, 1 Js, 0 4s") == [("LO-9.10", 9, 1), ("LO-9.4", 10, 0)]
    assert told("3 Ks, 0 6s, 1 2s, 3 d2 two, 0 Qs") == [("LO-9.10", 9, 1)]
    assert told("3 Ks, 0 6s, 1 As, 0 Qs") == [("LO-9.10", 9, 1)]
    assert told("3 Ks, 0 6s, 1 d, 3 Qs") == [("LO-9.10", 9, 1)]
    assert told("3 Ks, 0 2s, 1 d2 two, 3 Qs") == [("LO-9.10", 9, 1)]


def test_lo_9_2_what_another_owed_is_drawn_all_the_same() -> None:
    assert told("3 Ks, 0 2s, 1 d2 two, 2 d2 two, 3 Qs") == [("LO-9.10", 9, 1)]
    assert told("3 Ks, 0 2s, 1 Qd, 2 d2 two, 3 Qs") == [("LO-9.10", 9, 1)]
    assert told("3 Ks, 0 2s, 1 Qd, 3 Qs") == [("LO-9.10", 9, 1), ("LO-9.2", 10, 2)]


def test_lo_5_2_who_is_out_raises_no_melee() -> None:
    for raised in ("2 d5 melee", "2 d4 melee", "close, 2 d5 melee", "close, 2 d4 melee", "2 6s, close, 3 d6 melee"):
        assert told(f"3 Ks, 0 4s, 1 5s, {raised}") == [("LO-9.10", 9, 1)], raised
    assert told("3 Ks, 0 4s, 1 Qd, 2 5s, 0 d5 melee, 2 6s") == [("LO-9.10", 9, 1)]
    assert told("3 Ks, 0 4s, 1 d4 melee, 3 Qs") == [("LO-9.10", 9, 1)]
    assert told("3 Ks, 0 4s, 1 d, 2 5s, close, 0 d5 melee, 2 6s") == [("LO-9.10", 9, 1)]


LAST_OF_3 = "3 Ks, 0 6s, 2 7s, 3 Qs, 0 Ts, 2 5s, 3 5h, 0 6h, 2 7h, 3 Kh"
"""After these acts, each of them legal, seat 3 of those with five cards has one left."""


def test_lo_6_2_who_is_out_passes_no_deadline() -> None:
    for act in ("1 Kd", "1 d", "1 d2 missed"):
        assert told(f"{LAST_OF_3}, {act}, 3 call, 0 Th, 2 8h/h") == [("LO-9.10", 17, 1)], act
        late = [("LO-9.10", 17, 1), ("LO-9.7", 18, 3), ("LO-9.7", 19, 3)]
        assert told(f"{LAST_OF_3}, {act}, 0 Th, 2 8h/h") == late, act
        assert told(f"{LAST_OF_3}, {act}, 3 d2 missed, 0 Th, 2 8h/h") == [("LO-9.10", 17, 1)], act


@pytest.mark.parametrize("strange", ["1 Kd, 1 d", "1 d, 1 d", "1 d2 missed, 1 Jc", "1 call, 1 Xb=5d"])
def test_lo_7_1_the_hand_ends_as_if_who_is_out_had_done_nothing(strange: str) -> None:
    left = tuple(
        Shown(seat=seat, cards=cards(cards_left), all=True) for seat, cards_left in ((0, "2c 4c 9c"), (2, "8c"))
    )
    plain = audit(out(f"{LAST_OF_3}, 3 call, 0 d, 2 8h/h, 2 call, 3 9h", more=left))
    odd = audit(out(f"{LAST_OF_3}, 3 call, {strange}, 0 d, 2 8h/h, 2 call, 3 9h", more=left))
    assert {one.name for one in odd.findings} <= {"not_in_the_game", "false_call"}
    mine, right = odd.results[-1].result, plain.results[-1].result
    assert (mine.points, mine.won) == (right.points, right.won) == ((15, 0, 0, 0), (False, False, False, True))


def test_lo_9_9_a_card_known_in_another_hand_went_from_there() -> None:
    state: Any = fold(out("3 Ks, 0 6s, 1 7s", hands=HANDS))
    assert [state.places.count(seat) for seat in range(4)] == [4, 0, 4, 4]
    assert told("3 Ks, 0 6s, 1 7s, 3 Qs", hands=HANDS) == [("G-5", 9, None)]


def test_lo_9_9_a_card_on_the_pile_that_who_is_out_plays_again_is_no_act() -> None:
    assert told("3 Ks, 0 6s, 1 6s, 2 Ts") == [("LO-9.10", 9, 1)]


def test_lo_9_8_what_who_is_out_drew_may_have_been_put_back() -> None:
    begun = [HandStarted(dealer=0), Scored(points=(0, 260, 30, 5, 9, 9)), HandStarted(), Dealt(each=8)]
    draws = ["3 d", "4 d", "5 d", "0 d", "2 d"] * 2 + ["3 d", "4 d", "5 d"]
    for strange in ("1 d4 two", "1 Qd"):
        text = ", ".join([*draws[:2], strange, *draws[2:]])
        log = log_of("last_one", [*begun, TurnedUp(card=cards("9s")[0]), *acts(text)], 6)
        assert found(log) == [("LO-9.10", 9, 9, 1)]


def test_lo_9_8_what_who_is_out_draws_is_told_once() -> None:
    """More than there is, other cards than counted, or cards that lie elsewhere: that it drew at all is told."""
    begun = [HandStarted(dealer=0), Scored(points=(0, 260, 30, 5, 9, 9)), HandStarted(), Dealt(each=8)]
    turned = TurnedUp(card=cards("9s")[0])
    draws = ", ".join(f"{(3, 4, 5, 0, 2)[number % 5]} d" for number in range(11))
    for count, listed in ((5, None), (2, "Kd"), (1, "9s")):
        strange = Drew(seat=1, count=count, why="two", cards=cards(listed) if listed else None)
        log = log_of("last_one", [*begun, turned, *acts(draws), strange], 6)
        assert [one[0] for one in found(log)] == ["LO-9.10"], (count, listed)


def test_lo_5_2_a_melee_for_which_who_is_out_drew_goes_on_or_is_over() -> None:
    begun = [HandStarted(dealer=0), Scored(points=(0, 260, 30, 5)), HandStarted(), Dealt(each=5)]
    turned = TurnedUp(card=cards("9s")[0])
    for text in (
        "3 4s, 1 d4 melee, 2 5s, 3 d5 melee, 0 d",
        "3 4s, 1 d4 melee, 0 5s, 2 6s, 0 d6 melee, 2 d",
        "3 4s, 1 d4 melee, 2 5s, 3 d",
        "3 4s, 1 d4 melee, 2 5s, 3 5h, 0 d",
        "3 4s, 1 d4 melee, 0 d4 melee, 2 d",
    ):
        log = log_of("last_one", [*begun, turned, *acts(text)], 4)
        assert found(log) == [("LO-9.10", 8, 8, 1)], text


def test_lo_9_10_shown_and_before_the_upcard() -> None:
    shown = Shown(seat=1, cards=cards("Qd"))
    assert [one[0] for one in found(out("3 Ks, 0 6s", more=(shown, *acts("2 Ts, 3 Qs"))))] == ["LO-9.9"]
    begun = [HandStarted(dealer=0), Scored(points=(0, 260, 30, 5)), HandStarted(), Dealt(each=5)]
    turned = TurnedUp(card=cards("9s")[0])
    log = log_of("last_one", [*begun, *acts("1 Qd"), turned, *acts("3 Ks, 0 6s")], 4)
    assert found(log) == [("LO-9.10", 6, 6, 1)]


# ---- Anywhere in a session -----------------------------------------------------------------------------------------


def told_of(log: Log) -> tuple[list[tuple[str, int]], list[object]]:
    """What is found, and how the hands came out."""
    done = audit(log)
    rows = [(one.name, one.at) for one in done.findings if one.kind != "note"]
    return rows, [(one.result.points, one.result.won) for one in done.results]


def places_to_act(log: Log) -> Iterator[tuple[int, int, list[Card]]]:
    """Where a seat could act that is out: the place in the log, the seat, and cards not seen in this hand any more. Not
    before a reshuffle, which such a card would count for.
    """
    state: Any = begin(log)
    events = [event for _, event in log.events]
    for place, event in enumerate(events):
        if state.phase == "play" and state.out < 0 and not isinstance(event, Shown | HandStarted):
            rest = list(itertools.takewhile(lambda one: not isinstance(one, HandStarted), events[place:]))
            seen = {card for one in rest for card in getattr(one, "cards", None) or (getattr(one, "card", None),)}
            free = [card for card in PACK if not card.bit & state.places.located and card not in seen]
            if free and not any(isinstance(one, Reshuffled) for one in rest):
                yield from ((place, seat, free) for seat in range(len(state.players)) if not state.playing >> seat & 1)
        state.line, state.step = state.line + 1, state.step + 1
        find("last_one").transitions[type(event)](state, event)


def acts_of_who_is_out(numbers: range) -> None:
    tried = 0
    for number in numbers:
        options = {**OPTIONS[number % len(OPTIONS)], "threshold": 40}
        log = short(Setup(game="last_one", seed=number, seats=3 + number % 4, options=options), 300)
        rng = random.Random(number)
        sites = list(places_to_act(log))
        for place, seat, free in rng.sample(sites, min(3, len(sites))):
            count, why = rng.choice([(1, "turn"), (2, "two"), (4, "melee"), (2, "missed_call"), (5, None)])
            act = rng.choice([Played(seat=seat, card=rng.choice(free)), Drew(seat=seat, count=count, why=why)])
            events = [event for _, event in log.events]
            odd = Log.of(log.header, [*events[:place], act, *events[place:]])
            for plain, more in ((log, odd), (redact_log(log, PUBLIC, "c"), redact_log(odd, PUBLIC, "c"))):
                assert told_of(more) == ([("not_in_the_game", place + 2)], told_of(plain)[1]), (number, place, act)
                tried += 1
    assert tried > len(numbers)


def test_lo_7_3_acts_of_who_is_out_change_nothing_of_a_session() -> None:
    acts_of_who_is_out(range(24))


@pytest.mark.check
def test_lo_7_3_acts_of_who_is_out_change_nothing_of_many_sessions() -> None:
    acts_of_who_is_out(range(sessions(400)))
