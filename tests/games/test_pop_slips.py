"""Pop!: slips of the scribe: a play left out, written for the wrong seat, or two in the wrong order, accuse nobody twice."""

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from tests import slips as scribe
from tests.builders import fold
from tests.experiments import sessions
from tests.games.pop_tables import (
    PX_2_DISPLAYS,
    PX_2_HANDS,
    PX_2_TRICKS,
    begun,
    deal,
    play,
    pop_log,
    px_2,
    raised,
    trick,
    turned,
    up,
)
from tests.games.test_pop_clauses import rows
from tests.games.test_pop_experiments import OPTIONS
from upcard.engine.audit import Audit, audit
from upcard.engine.log import Log
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import Card
from upcard.schemas.events import (
    Accepted,
    Base,
    Dealt,
    Event,
    Folded,
    HandStarted,
    Played,
    Popped,
    Scored,
)

SIGNS = {"out_of_turn", "wrong_seat", "wrong_area", "turned_wrongly", "third_face_up", "round_not_finished"}
"""What the record shows of a slip; the first is all that is told."""


def wrong_seat(log: Log, at: int) -> Log:
    """One play, written for the other player."""
    line, event = log.events[at]
    assert isinstance(event, Played)
    wrong = msgspec.structs.replace(event, seat=1 - event.seat)
    return Log(log.header, [*log.events[:at], (line, wrong), *log.events[at + 1 :]])


def swapped(log: Log, at: int) -> Log:
    """Two plays of different players, in the wrong order."""
    (_, event), (_, other) = log.events[at : at + 2]
    if not isinstance(event, Played) or not isinstance(other, Played) or event.seat == other.seat:
        return log
    return Log.of(log.header, scribe.swapped(events_of(log), at))


def left_out(log: Log, at: int) -> Log:
    """Without one line."""
    return Log.of(log.header, scribe.left_out(events_of(log), at))


def doubled(log: Log, at: int) -> Log:
    """With one line there twice."""
    return Log.of(log.header, scribe.doubled(events_of(log), at))


def events_of(log: Log) -> list[Event]:
    """The events alone."""
    return [event for _, event in log.events]


def records(log: Log) -> Iterator[Log]:
    """With all hands, and as everybody saw it."""
    yield log
    for viewer in (PUBLIC, 0, 1):
        yield redact_log(log, viewer, "copy")


def judged(done: Audit, truth: Audit, told: object) -> None:
    """One sign of the slip, and no score that is not so."""
    names = [one.name for one in done.findings if one.kind != "note"]
    assert len(names) <= 1, (told, names)
    assert {*names} <= SIGNS, (told, names)
    for mine, right in zip(done.results, truth.results, strict=False):
        if mine.hand == right.hand:
            for said, is_so in zip(mine.result.points, right.result.points, strict=True):
                assert said in {None, is_so}, (told, mine.result.points, right.result.points)


def slips(count: int, seed: int) -> None:
    """Random matches with one slip each."""
    options = [one for one in OPTIONS if not {"pop_window", "pop_repeat"} & {*one}]  # there, pops lean on the plays
    for ordinal in range(count):
        log = simulate(Setup(game="pop", seed=seed, options=options[ordinal % len(options)]), hands=1, ordinal=ordinal)
        plays = [place for place, (_, event) in enumerate(log.events) if isinstance(event, Played)]
        if not plays:
            continue
        truth, rng = audit(log), random.Random(ordinal)
        for slip in (left_out, wrong_seat, swapped):
            at = rng.choice(plays[:23])  # after the sixth trick no card is turned that shows where it ended
            for record in records(slip(log, at)):
                judged(audit(record), truth, (slip.__name__, ordinal, at))


def test_g_13_a_slip_is_told_once_and_accuses_nobody_else() -> None:
    slips(60, 41)


@pytest.mark.check
def test_g_13_a_slip_is_told_once_and_accuses_nobody_else_at_length() -> None:
    slips(sessions(1200), 42)


# ---- Every line ----------------------------------------------------------------------------------------------------


def told_once(done: Audit, truth: Audit, told: object, most: int = 1) -> None:
    """So many findings, and no score that is not so."""
    names = [one.name for one in done.findings if one.kind != "note"]
    assert len(names) <= most, (told, names)
    right = {one.hand: one.result.points for one in truth.results}
    for mine in done.results:
        for said, is_so in zip(mine.result.points, right[mine.hand], strict=True):
            assert said in {None, is_so}, (told, mine.result.points, right[mine.hand])


def every_line(count: int, seed: int) -> None:
    """Random rounds with any line twice, and with a pop or an answer left out."""
    for ordinal in range(count):
        setup = Setup(game="pop", seed=seed, options=OPTIONS[ordinal % len(OPTIONS)])
        log = simulate(setup, hands=1, ordinal=ordinal)
        truth, rng = audit(log), random.Random(ordinal)
        lines = [place for place, (_, event) in enumerate(log.events) if not isinstance(event, HandStarted)]
        pops = [place for place in lines if isinstance(log.events[place][1], Popped | Accepted)]
        for slip, at in [(doubled, rng.choice(lines)), *((left_out, place) for place in pops)]:
            for record in records(slip(log, at)):
                told_once(audit(record), truth, (slip.__name__, ordinal, at), 1 if slip is doubled else 3)


def test_g_5_any_line_twice_or_a_pop_left_out_tells_no_wrong_score() -> None:
    every_line(60, 43)


@pytest.mark.check
def test_g_5_any_line_twice_or_a_pop_left_out_tells_no_wrong_score_at_length() -> None:
    every_line(sessions(1000), 44)


# ---- P-4 Pops and answers left out ---------------------------------------------------------------------------------

PLAYED = [event for text in PX_2_TRICKS for event in trick(text)]
"""The round of PX-2: four tricks to three."""


def totals(events: list[Base], **options: Any) -> list[int]:
    state: Any = fold(pop_log(events, **options))
    return list(state.totals)


def test_p_4_3_a_pop_that_was_not_answered_may_have_been_accepted() -> None:
    events = [*begun(), Popped(seat=0), *PLAYED]
    assert [row[2] for row in rows(events)] == ["pop_not_answered"]
    assert totals(events) == [-1, 1]
    assert totals([*events, Scored(points=(2, 1))]) == totals([*events, Scored(amount=2)]) == [2, 1]
    assert [row[2] for row in rows([*events, Scored(points=(2, 1), amount=2, bids=(0,))])] == ["pop_not_answered"]


@pytest.mark.parametrize("seat", [0, 1])
def test_p_4_2_who_pops_after_a_pop_that_was_not_answered_may(seat: int) -> None:
    events = [*begun(), *raised(1), Popped(seat=0), *play("s1D:Xr"), *raised(seat)]
    assert [row[2] for row in rows(events)] == ["pop_not_answered"]


def test_p_4_3_an_answer_that_came_late_is_one() -> None:
    events = [*begun(), Popped(seat=0), *PLAYED[:1], Accepted(seat=1), *PLAYED[1:]]
    assert [row[2] for row in rows(events)] == ["pop_not_answered"]
    assert totals(events) == [2, 1]
    folded = [*begun(), Popped(seat=0), *PLAYED[:1], Folded(seat=1)]
    assert totals(folded) == [1, 0]


def test_p_4_3_an_answer_without_a_pop_leaves_the_cube_open() -> None:
    events = [*begun(), Accepted(seat=1), *PLAYED]
    assert [row[2] for row in rows(events)] == ["wrong_answer"]
    assert totals(events) == [-1, 1]
    assert [row[2] for row in rows([*begun(), Accepted(seat=1), *raised(0)])] == ["wrong_answer"]


def test_p_4_2_a_pop_while_that_of_the_other_is_open_may_follow_an_answer_that_is_missing() -> None:
    events = [*begun(), Popped(seat=0), *raised(1), *PLAYED]
    assert [row[2] for row in rows(events)] == ["pop_not_allowed", "wrong_answer", "pop_not_answered"]
    assert totals(events) == [-1, 1]
    twice = [*begun(), Popped(seat=0), *raised(0), *PLAYED]
    assert [row[2] for row in rows(twice)] == ["pop_not_allowed"]
    assert totals(twice) == [2, 1]


def test_p_4_3_an_answer_written_twice_is_one_contradiction() -> None:
    events = [*begun(), *raised(0), Accepted(seat=1), *PLAYED]
    assert [row[2] for row in rows(events)] == ["wrong_answer"]
    assert totals(events) == [2, 1]
    again = [*begun(), *raised(0), Accepted(seat=1), Popped(seat=0)]
    assert [row[2] for row in rows(again)] == ["wrong_answer", "pop_not_allowed"]


def test_p_4_2_a_pop_that_may_be_missing_leaves_open_who_popped_last_in_the_match() -> None:
    events = [*begun(), *raised(0), Popped(seat=1), *PLAYED, *begun(0), Popped(seat=0)]
    assert [row[2] for row in rows(events, pop_memory="match")] == ["pop_not_answered"]


# ---- Plays, cards turned, and rounds -------------------------------------------------------------------------------


def test_g_5_a_play_written_twice_is_one_contradiction_and_no_play() -> None:
    for at in range(7, 35):
        events = px_2()
        if isinstance(events[at], Played):
            events.insert(at, events[at])
            assert [row[:1] for row in rows(events)] == [("contradiction",)], at
            assert totals(events) == [1, 1], at


def test_p_3_5_a_card_turned_before_the_trick_was_over_is_not_turned_again() -> None:
    """The trick is full when seat 0 has played; Tc stands a line too early."""
    events = px_2()
    at = events.index(turned(0, "Tc")[0])
    events[at - 1 : at + 1] = events[at - 1 : at + 1][::-1]
    assert [row[2:4] for row in rows(events)] == [("turned_wrongly", at + 1)]
    assert totals(events) == [1, 1]


def test_p_3_5_a_card_turned_after_it_was_played_is_one_finding() -> None:
    events = [*begun(), *trick(PX_2_TRICKS[0], turns=False), *turned(0, "Tc"), *play("s1D:7s"), *turned(1, "7s")]
    events += [*play("s0D:Tc s1H:Ts s0H:8s"), *turned(0, "Kd"), *turned(1, "Kc")]
    assert [row[2] for row in rows(events)] == ["turned_wrongly"]


def test_p_3_3_a_card_turned_that_is_written_twice_accuses_nobody_of_a_revoke() -> None:
    begin = [HandStarted(dealer=0), deal(PX_2_HANDS, PX_2_DISPLAYS), *turned(0, "9h Jh"), *turned(1, "Xr Jc"), up("7h")]
    events = [*begin, *play("s1H:9c s0H:7c s1D:Jc s0D:9h"), *turned(1, "7s"), *turned(1, "7s"), *turned(0, "Tc")]
    assert [row[2] for row in rows(events)] == ["turned_wrongly"]


def test_p_2_3_a_deal_whose_round_was_not_announced_begins_one() -> None:
    events = px_2()
    assert [row[2] for row in rows(events[1:])] == ["deal_not_due"]
    assert totals(events[1:]) == [1, 1]
    late = [events[1], events[0], *events[2:]]
    assert [row[2] for row in rows(late)] == ["deal_not_due"]
    state: Any = fold(pop_log(late))
    assert (state.hand, state.dealer, state.totals) == (1, 0, [1, 1])


def test_p_4_1_pops_and_answers_where_no_round_is_on_are_told_of_once() -> None:
    assert len(rows([*raised(0), *raised(1), Popped(seat=0), Folded(seat=1)])) == 1


def test_p_2_2_after_a_round_announced_twice_nobody_knows_how_the_cube_begins() -> None:
    events = [HandStarted(dealer=0), *begun(0)]
    assert fold(pop_log(events, cube_start="round_number")).cube == -1
    assert fold(pop_log(events)).cube == 1


# ---- Cards written wrongly -----------------------------------------------------------------------------------------


def test_p_3_5_a_card_turned_for_the_wrong_seat_is_of_the_pile_that_has_it() -> None:
    events = px_2()
    at = events.index(turned(0, "Tc")[0])
    events[at] = turned(1, "Tc")[0]
    assert [row[:3] for row in rows(events)] == [("contradiction", "G-5", "wrong_seat")]
    assert totals(events) == [1, 1]


def test_p_3_5_of_two_cards_turned_for_one_seat_nobody_knows_which_is_of_the_other() -> None:
    """Tc lies before seat 0; taken for a card of seat 1, it would prove a revoke when clubs are led."""
    begin = [HandStarted(dealer=0), Dealt(), *turned(0, "9h Jh"), *turned(1, "8h Jc"), up("7h")]
    events = [*begin, *play("s1H:9c s0H:7c s1D:Jc s0D:9h"), *turned(1, "Tc"), *turned(1, "7s")]
    events += play("s1H:Qc s0H:8c s1D:7s s0D:Tc")
    assert [(row[0], row[2]) for row in rows(events)] == [("contradiction", "third_face_up")]


def test_g_5_a_card_that_lies_elsewhere_leads_no_suit_and_wins_no_trick() -> None:
    """Xr was played to the first trick; nobody has to follow it in the third."""
    events = px_2()
    at = next(place for place, event in enumerate(events) if isinstance(event, Played) and event.card == "9c")
    events[at] = Played(seat=1, card=Card("Xr"))  # seen in the first trick
    assert {row[0] for row in rows(events)} == {"contradiction"}


def wrong_cards(count: int, seed: int) -> None:
    """Random rounds in which one card of a play is written as another that lies elsewhere: nobody is accused."""
    for ordinal in range(count):
        log = simulate(Setup(game="pop", seed=seed), hands=1, ordinal=ordinal)
        events, rng = events_of(log), random.Random(ordinal)
        plays = [place for place, event in enumerate(events) if isinstance(event, Played)]
        if len(plays) < 9:
            continue
        number = rng.randrange(4, len(plays))
        earlier: Any = events[rng.choice(plays[: number - 1])]  # the last one once more would be a line written twice
        at = plays[number]
        events[at] = msgspec.structs.replace(events[at], card=earlier.card)
        found = audit(Log.of(log.header, events)).findings
        assert {one.kind for one in found} == {"contradiction"}, (ordinal, at, found)


def test_g_5_a_card_written_as_one_that_was_played_accuses_nobody() -> None:
    wrong_cards(40, 45)


@pytest.mark.check
def test_g_5_a_card_written_as_one_that_was_played_accuses_nobody_at_length() -> None:
    wrong_cards(sessions(600), 46)
