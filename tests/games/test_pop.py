"""Pop! on the kernel: the worked examples of its page, and its clauses."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.builders import cards, fold, found
from tests.games.games import contradicts, numbers, session
from tests.games.pop_tables import (
    PX_2_DISPLAYS,
    PX_2_HANDS,
    PX_2_TRICKS,
    begun,
    deal,
    play,
    pop_log,
    px_2,
    px_2_popped,
    raised,
    trick,
    turned,
    up,
)
from upcard.engine.audit import audit
from upcard.engine.game import find
from upcard.engine.log import Log
from upcard.engine.view import redact_log
from upcard.schemas.cards import Card
from upcard.schemas.codec import decode_line
from upcard.schemas.events import (
    Accepted,
    Base,
    Closed,
    Corrected,
    Dealt,
    Folded,
    Gap,
    HandStarted,
    Played,
    Popped,
    ResultCalled,
    Scored,
    TurnedUp,
    Voided,
)

DEFECTS = Path(__file__).parents[1] / "data" / "judged_wrongly"


def legal(events: list[Base], **options: object) -> set[str]:
    """The cards that may be played next."""
    state = fold(pop_log(events, **options))
    acts = [act for act in find("pop").due(state) if act.event is Played]
    return {str(choice.card) for act in acts for choice in act.choices or () if isinstance(choice, Played)}


def told(events: list[Base], **options: object) -> list[tuple[str, str, str, int, int | None]]:
    """Kind, clause, name, line and seat of all that is found."""
    done = audit(pop_log(events, **options))
    return [(one.kind, one.clause, one.name, one.at, one.seat) for one in done.findings]


def results(events: list[Base], **options: object) -> list[Any]:
    """How each round came out."""
    return [one.result for one in audit(pop_log(events, **options)).results]


# ---- P-11 Examples -----------------------------------------------------------------------------------------------------


def test_px_1_trumps_run_from_the_seven_to_the_red_joker() -> None:
    order = cards("7h 8h Th Qh Kh Ah Jd Jh Xb Xr")
    for place, low in enumerate(order):
        for high in order[place + 1 :]:
            mine = [HandStarted(dealer=0), up("9h"), *play(f"s1H:{low} s0H:{high}", areas=True)]
            rest = [card for card in ("7s", "7c") if card not in {low, high}]
            state = fold(pop_log([*mine, *play(f"s1D:{rest[0]} s0D:{rest[1]}", areas=True)]))
            assert state.tricks.winners == [0], (low, high)


def px_1(hand_1: str) -> list[Base]:
    """Nine of hearts turned up; seat 0 leads from its hand, seat 1 answers from its own."""
    dealt = Dealt(
        hands=(cards("Kh 8d 7h 8h 7c 8s 9s"), cards(hand_1)),
        places={"display_0": cards("Qc Kc Tc 9c Ts Qs Th"), "display_1": cards("Td Qd 9d Kd Ad Ac As")},
    )
    return [HandStarted(dealer=1), dealt, up("9h"), *turned(0, "Qc Kc"), *turned(1, "Td Qd")]


def test_px_1_the_little_jack_must_follow_trump() -> None:
    assert legal([*px_1("Jd Js 7d Jc 7s 8c Jh"), *play("s0H:Kh")]) == {"Jd", "Jh"}
    assert legal([*px_1("Jd Ks 7d Jc 7s 8c Js"), *play("s0H:Kh")]) == {"Jd"}


def test_px_1_the_little_jack_is_no_diamond_and_beats_one() -> None:
    events = [*px_1("Jd Jc 7s 8c Js Ks Jh"), *play("s0H:8d")]
    assert legal(events) == set(cards("Jd Jc 7s 8c Js Ks Jh"))
    assert found(pop_log([*events, *play("s1H:Jd")])) == []
    assert fold(pop_log([*events, *play("s1H:Jd s0D:Qc s1D:Qd")])).tricks.winners == [1]


def test_px_2_full_round() -> None:
    done = audit(pop_log(px_2_popped()))
    assert [(one.clause, one.at, one.seat) for one in done.findings] == [("P-4.2", 43, 1)]
    (came,) = [one.result for one in done.results]
    assert (came.points, came.won, came.level, came.trump) == ((3, 1), (True, False), "full", None)
    assert (came.totals, came.next_dealer) == ((3, 1), 0)
    assert [(one.leader, one.winner) for one in came.tricks] == [
        (1, 1), (1, 1), (1, 1), (1, 0), (0, 0), (0, 0), (0, 0)
    ]  # fmt: skip


@pytest.mark.parametrize(("first", "turns"), [(True, True), (False, True), (True, False), (False, False)])
def test_px_2_the_same_whether_or_not_the_cards_turned_are_written_down(first: bool, turns: bool) -> None:
    events = px_2(first=first, turns=turns)
    assert told(events) == []
    (came,) = results(events)
    assert (came.points, came.won) == ((1, 1), (True, False))


@pytest.mark.parametrize("viewer", [-1, 0, 1])
def test_px_2_as_it_was_seen(viewer: int) -> None:
    done = audit(redact_log(pop_log(px_2_popped()), viewer, "copy"))
    assert [(one.clause, one.at, one.seat) for one in done.findings] == [("P-4.2", 43, 1)]
    assert done.results[0].result.points == (3, 1)


def test_px_4_the_cube_stops_at_six() -> None:
    events = [*begun(), *raised(0, 1, 0, 1)]
    assert fold(pop_log(events)).cube == 5
    events += raised(0)
    assert (fold(pop_log(events)).cube, told(events)) == (6, [])
    for seat in (0, 1):
        refused: list[Base] = [*events, Popped(seat=seat)]
        assert told(refused) == [("breach", "P-4.2", "cube_at_six", len(refused) + 1, seat)]
        assert fold(pop_log(refused)).cube == 6


def test_px_4_a_loser_with_two_tricks_scores_nothing() -> None:
    popped: list[Base] = [HandStarted(dealer=0), *raised(0, 1, 0, 1, 0), Scored(tricks=(5, 2))]
    written: list[Base] = [HandStarted(dealer=0), Scored(tricks=(5, 2), amount=6)]
    for events in (popped, written):
        assert told(events) == []
        assert results(events)[0].points == (6, 0)


def test_px_4_not_twice_in_a_row() -> None:
    events: list[Base] = [*begun(), *raised(0), Popped(seat=0)]
    twice = ("breach", "P-4.2", "pop_not_allowed", len(events) + 1, 0)
    assert told(events) == [twice]
    events += raised(1, 0)
    assert told(events) == [twice]
    assert fold(pop_log(events)).cube == 4


def test_px_4_card_between() -> None:
    at_once: list[Base] = [*begun(), *raised(0, 0), *(event for text in PX_2_TRICKS for event in trick(text))]
    line = len([*begun(), *raised(0, 0)])
    assert told(at_once, pop_repeat="card_between") == [("breach", "P-4.2", "pop_not_allowed", line, 0)]
    later: list[Base] = [*begun(), *raised(0), *play("s1D:Xr"), *raised(0)]
    assert told(later, pop_repeat="card_between") == []
    assert fold(pop_log(later, pop_repeat="card_between")).cube == 3


def sheet(*rows: Scored) -> list[Base]:
    """Rows of a score sheet; seat 0 deals first."""
    return [event for n, row in enumerate(rows) for event in (HandStarted(dealer=None if n else 0), row)]


def test_px_6_the_loser_of_the_round_wins_the_match() -> None:
    events = sheet(Scored(seat=0, amount=4), Scored(seat=0, amount=2), Scored(tricks=(4, 3), amount=3))
    assert told(events) == []
    came = results(events)[-1]
    assert (came.totals, came.won) == ((3, 7), (True, False))
    assert told([*events, HandStarted()]) == [("breach", "P-6.4", "after_the_match", 8, None)]


def test_px_8_the_cube_starts_at_the_number_of_the_round() -> None:
    options = {"cube_start": "round_number", "target": 11}
    events: list[Base] = []
    for number in range(1, 7):
        events.append(HandStarted(dealer=0 if number == 1 else None))
        assert fold(pop_log(events, **options)).cube == number
        if number == 4:
            popped = [*events, up("9c"), *raised(0, 1)]
            assert fold(pop_log(popped, **options)).cube == 6
            assert told(popped, **options) == []
        if number == 6:
            popped = [*events, up("9c"), Popped(seat=0)]
            assert told(popped, **options) == [("breach", "P-4.2", "cube_at_six", len(popped) + 1, 0)]
        events.append(Scored(tricks=(7, 0) if number % 2 == 0 else (0, 7), amount=number))
    assert results(events, **options)[-1].totals == (12, 9)
    assert told(events, **options) == []


def test_px_9_dealers() -> None:
    rounds = [
        (Scored(tricks=(3, 4), amount=3), (1, 3), 1),
        (Scored(seat=0, amount=2), (1, 5), 1),
        (Scored(tricks=(5, 2), amount=4), (5, 5), 0),
        (Scored(tricks=(4, 3), amount=2), (7, 6), 0),
    ]
    events = sheet(*(row for row, _, _ in rounds))
    assert told(events) == []
    for came, (_, totals, dealer) in zip(results(events), rounds, strict=True):
        assert (came.totals, came.next_dealer) == (totals, dealer)
    wrong = [*events[:2], HandStarted(dealer=0)]
    assert told(wrong) == [("contradiction", "P-6.3", "wrong_dealer", 4, None)]  # or the other was written for this one


@pytest.mark.parametrize(
    ("trump", "winner"), [("9s", 1), ("8h", 1), ("8d", 0), ("Xb", 1)], ids=["spades", "hearts", "u", "none"]
)
def test_px_11_source_example(trump: str, winner: int) -> None:
    plays = play("s1D:Ts s0D:Qs s1H:Ks s0H:9d", areas=True)
    assert fold(pop_log([HandStarted(dealer=0), up(trump), *plays])).tricks.winners == [winner]


def px_12(*late: Base) -> list[Base]:
    """Trump clubs; in the second trick s1 leads a heart from the hand, and s0 answers with a spade from the hand."""
    return [
        HandStarted(dealer=0),
        up("8c"),
        *turned(0, "7d 9d"),
        *turned(1, "8d Td"),
        *trick("s1H:Ad s0H:Qd s1D:8d s0D:9d / s0 7h s1 7s"),
        *trick("s1H:Qh s0H:9s s1D:Td s0D:7h / s1 8s"),
        *late,
    ]


REVOKE = 15
"""The line of the nine of spades."""


def test_px_12_a_heart_from_the_hand_proves_the_revoke() -> None:
    events = px_12(
        *turned(0, "9c"),
        *trick("s1H:As s0H:Ts s1D:7s s0D:7d / s0 Tc s1 Ks"),
        *play("s1D:Ks s0D:9c s1H:Qs"),
    )
    assert told(events) == []
    assert told([*events, *play("s0H:Kh")]) == [("breach", "P-3.3", "revoke", REVOKE, 0)]


def test_px_12_a_heart_turned_later_in_the_display_proves_nothing() -> None:
    events = px_12(*turned(0, "Kh"), *trick("s1H:As s0H:Ts s1D:7s s0D:Kh / s0 Tc s1 Ks"))
    assert told(events) == []


# ---- Clauses -----------------------------------------------------------------------------------------------------------


def test_p_3_3_a_revoke_from_the_display_is_told_on_the_spot() -> None:
    events = [HandStarted(dealer=1), up("9c"), *turned(0, "7d 8s"), *turned(1, "Td Qs"), *play("s0D:7d s1D:Qs")]
    assert told(events) == [("breach", "P-3.3", "revoke", len(events) + 1, 1)]


def test_p_4_1_a_pop_after_the_round_is_told_of_it_and_changes_nothing() -> None:
    for round_ in (px_2(), [*begun(), Popped(seat=0), Folded(seat=1)]):
        late = [*round_, Popped(seat=1), HandStarted(), up("9h")]
        assert told(late) == [("breach", "P-4.1", "untimely_pop", len(round_) + 2, 1)]
        assert len(results(late)) == 1


@pytest.mark.parametrize("lines", [1, 2, 4, 6])
@pytest.mark.parametrize("answered", [True, False])
def test_p_4_1_a_pop_before_the_trump_card_is_turned_came_too_early(lines: int, answered: bool) -> None:
    events, pop = px_2(), raised(0) if answered else [Popped(seat=0)]
    found = audit(pop_log([*events[:lines], *pop, *events[lines:]]))
    (early,) = found.findings
    proven = len(pop) + (3 if lines == 1 else 8)
    assert (early.clause, early.at, early.found_at, early.seat) == ("P-4.1", lines + 2, proven, 0)
    assert found.results[0].result.points == (1 + answered, 1)


def test_p_4_3_a_fold_ends_the_round_and_the_cube_is_not_raised() -> None:
    events: list[Base] = [*begun(), *raised(0), Popped(seat=1), Folded(seat=0)]
    came = results(events)[0]
    assert (told(events), came.points, came.won, came.how) == ([], (0, 2), (False, True), "folded")


def test_p_4_3_nobody_answers_its_own_pop_and_a_pop_is_answered_first() -> None:
    own = [*begun(), Popped(seat=0), Accepted(seat=0)]
    assert [(one[0], one[1]) for one in told(own)] == [("contradiction", "P-4.3")]
    assert fold(pop_log([*begun(), Popped(seat=0), Accepted(seat=1)])).cube == 2
    early = [
        *begun(),
        Popped(seat=0),
        *play("s1D:Xr"),
        Accepted(seat=1),
    ]  # a card of the display, which all have seen there
    assert {one[1:3] for one in told(early)} == {("P-4.3", "pop_not_answered")}
    assert all(act.event in {Accepted, Folded} for act in find("pop").due(fold(pop_log([*begun(), Popped(seat=0)]))))


@pytest.mark.parametrize(("window", "lines"), [("any_time", 0), ("own_turn", 1), ("between_tricks", 1)])
def test_p_4_1_when_a_pop_may_be_called(window: str, lines: int) -> None:
    events: list[Base] = [*begun(), *play("s1D:Xr"), Popped(seat=1)]
    names = [one[2] for one in told(events, pop_window=window)]
    assert names == ["untimely_pop"] * lines


@pytest.mark.parametrize(("memory", "lines"), [("round", 0), ("match", 1)])
def test_p_7_whether_the_last_pop_counts_in_the_next_round(memory: str, lines: int) -> None:
    events: list[Base] = [*begun(), *raised(0), Popped(seat=1), Folded(seat=0), *begun(None), Popped(seat=0)]
    assert [one[2] for one in told(events, pop_memory=memory)] == ["pop_not_allowed"] * lines


@pytest.mark.parametrize(
    ("joker", "winner", "names"),
    [("next_card_sets_suit", 1, []), ("leader_wins", 0, []), ("may_not_lead", 1, ["joker_led"])],
)
def test_p_5_5_a_joker_led_without_trump(joker: str, winner: int, names: list[str]) -> None:
    events = [HandStarted(dealer=1), up("Xb"), *play("s0H:Xr s1H:7s s0D:8d s1D:9d", areas=True)]
    assert fold(pop_log(events, no_trump_joker=joker)).tricks.winners == [winner]
    assert [one[2] for one in told(events, no_trump_joker=joker)] == names


def test_p_6_6_both_reach_the_target() -> None:
    events = sheet(
        Scored(tricks=(0, 7), amount=6),
        Scored(seat=1, amount=5),
        Scored(seat=1, amount=1),
        Scored(tricks=(3, 4), amount=1),
    )
    assert results(events)[-1].totals == (7, 7)
    assert told([*events, HandStarted()])[0][:3] == ("breach", "P-6.4", "after_the_match")
    assert told([*events, HandStarted()], both_reach_target="play_on_if_equal") == []


def test_g_14_a_revoke_is_put_right_from_the_area_it_came_from() -> None:
    events = [HandStarted(dealer=1), up("9c"), *turned(0, "7d 8s"), *turned(1, "Td Qs"), *play("s0D:7d s1D:Qs")]
    right = [*events, Corrected(seat=1, card=cards("Td")[0])]
    assert told(right, same_trick_correction=True) == []
    state = fold(pop_log(right, same_trick_correction=True))
    assert state.places.place_of(cards("Qs")[0].bit) == 4
    assert ("breach", "G-14", "revoke", len(right) + 1, 1) in told(right)


@pytest.mark.parametrize(
    ("stock", "wrong"),
    [
        ("Td Qc Ad 7h Ah", False),
        ("?? ?? ?? ?? ??", False),
        ("Xb Td Qc Ad 7h Ah", False),
        ("Xb ?? ?? ?? ?? ??", False),
        ("Xb Td Qc Ad 7h", True),
        ("Xb ?? ?? ?? ??", True),
    ],
)
def test_p_2_3_the_card_that_is_turned_up_is_none_of_five_that_stay_in_the_stock(stock: str, *, wrong: bool) -> None:
    start, _, *rest = px_2()
    found_ = told([start, deal(PX_2_HANDS, PX_2_DISPLAYS, stock), *rest])
    assert found_ == ([("contradiction", "G-5", "impossible_card", 8, None)] if wrong else [])


def test_p_9_3_a_wrong_figure_is_told_at_its_row() -> None:
    right = Scored(tricks=(4, 3), amount=2, points=(2, 1), totals=(2, 1), bids=(0,))
    assert told(sheet(right)) == []
    assert told(sheet(Scored(tricks=(4, 3), amount=3, points=(2, 1), totals=(2, 1), bids=(0,)))) == [
        ("testimony", "P-9.3", "wrong_cube", 3, None)
    ]
    assert [one[:3] for one in told(sheet(Scored(tricks=(4, 3), amount=2, points=(2, 1), totals=(3, 1))))] == [
        ("testimony", "P-6.4", "wrong_totals")
    ]
    twice = sheet(Scored(tricks=(4, 3), bids=(0, 0)))
    assert told(twice) == [("testimony", "P-4.2", "pop_not_allowed", 3, None)]


def test_a_gap_accuses_nobody_and_a_void_round_is_dealt_again() -> None:
    events = px_2()
    for place in range(2, len(events)):
        assert told([*events[:place], Gap(), *events[place + 1 :]]) == []
    again: list[Base] = [*begun(), Voided(), HandStarted(), Closed()]
    assert next(one.counts for one in results(again)) is False
    assert fold(pop_log(again)).dealer == fold(pop_log(begun())).dealer


def test_p_6_1_who_was_called_the_winner() -> None:
    folded: list[Base] = [*begun(), Popped(seat=1), Folded(seat=0)]
    assert told([*folded, ResultCalled(seat=1, result="won")]) == []
    assert [one[:3] for one in told([*folded, ResultCalled(seat=0, result="won")])] == [
        ("testimony", "P-6.1", "wrong_result")
    ]


@pytest.mark.parametrize("number", range(12))
def test_a_trump_card_that_nobody_saw_may_be_of_any_suit(number: int) -> None:
    log = session("pop", number)
    events = [
        msgspec.structs.replace(event, card=Card("??")) if isinstance(event, TurnedUp) and event.seat is None else event
        for _, event in log.events
    ]
    done = audit(Log.of(log.header, events))
    assert done.findings == []
    assert contradicts(numbers(done), numbers(audit(log))) == []


def test_cards_after_a_lost_line_end_no_round_by_a_fold_that_nobody_wrote() -> None:
    events = px_2_popped()
    answered = events.index(Accepted(seat=1))
    slips = [*events[:answered], *events[answered + 1 :]]
    slips[-3] = Played(seat=1, card=Card("Xr"))
    (came,) = results(slips)
    assert came.how == "played"


# ---- Records that were once judged wrongly -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "right"),
    [
        ("pop-gap-before-first-card", []),
        ("pop-gap-before-first-card-accuses", []),
        ("pop-sheet-slip-becomes-breach", [("testimony", "P-9.3", 3)]),
    ],
)
def test_a_record_that_was_judged_wrongly(name: str, right: list[tuple[str, str, int]]) -> None:
    header, *events = (decode_line(line) for line in (DEFECTS / f"{name}.jsonl").read_bytes().splitlines())
    done = audit(Log.of(header, events))  # type: ignore[arg-type]
    assert [(one.kind, one.clause, one.at) for one in done.findings] == right
