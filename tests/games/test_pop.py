"""Pop!: the examples of its page."""

import pytest

from tests.builders import cards, fold, found, judged
from tests.games.pop_tables import PX_2_TRICKS, begun, play, pop_log, px_2, px_2_popped, raised, trick, turned, up
from upcard.engine.game import find
from upcard.engine.games.pop.table import PACK34
from upcard.engine.view import redact_log
from upcard.schemas.cards import PACK, Card
from upcard.schemas.events import Base, Dealt, HandStarted, Played, Popped, Scored


def legal(events: list[Base], **options: object) -> set[str]:
    """The cards that may be played next."""
    state = fold(pop_log(events, **options))
    acts = [act for act in find("pop").due(state) if act.event is Played]
    return {str(choice.card) for act in acts for choice in act.choices or () if isinstance(choice, Played)}


def test_px_1_trumps_run_from_the_seven_to_the_red_joker() -> None:
    order = cards("7h 8h Th Qh Kh Ah Jd Jh Xb Xr")
    for place, low in enumerate(order):
        for high in order[place + 1 :]:
            mine = [HandStarted(dealer=0), up("9h"), *play(f"s1H:{low} s0H:{high}", areas=True)]
            rest = [card for card in ("7s", "7c") if card not in {low, high}]
            state = fold(pop_log([*mine, *play(f"s1D:{rest[0]} s0D:{rest[1]}", areas=True)]))
            assert state.winners == [0], (low, high)


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
    assert fold(pop_log([*events, *play("s1H:Jd s0D:Qc s1D:Qd")])).winners == [1]


def test_px_2_full_round() -> None:
    state = fold(pop_log(px_2_popped()))
    assert found(pop_log(px_2_popped())) == [("P-4.2", 43, 43, 1)]
    assert (state.taken, state.cube, state.totals, state.next_dealer) == ([4, 3], 3, [3, 1], 0)
    result = judged(pop_log(px_2_popped())).results[0].result
    assert (result.points, result.won, result.level, result.trump) == ((3, 1), (True, False), "full", None)
    assert [(one.leader, one.winner) for one in result.tricks] == [
        (1, 1), (1, 1), (1, 1), (1, 0), (0, 0), (0, 0), (0, 0)
    ]  # fmt: skip


@pytest.mark.parametrize(("first", "turns"), [(True, True), (False, True), (True, False), (False, False)])
def test_px_2_the_same_whether_or_not_the_cards_turned_are_written_down(first: bool, turns: bool) -> None:
    log = pop_log(px_2(first=first, turns=turns))
    assert found(log) == []
    state = fold(log)
    assert (state.taken, state.totals) == ([4, 3], [1, 1])
    assert state.places.most[:6] == [0] * 6


def test_px_2_face_up_and_face_down_cards_of_each_trick() -> None:
    counts, events = [], begun()
    for text in PX_2_TRICKS:
        places = fold(pop_log(events)).places
        counts.append([(places.known[2 + seat].bit_count(), places.known[4 + seat].bit_count()) for seat in (0, 1)])
        plays, _, after = text.partition("/")
        words = after.split()
        events += play(plays)
        for seat, card in zip(words[::2], words[1::2], strict=True):
            events += turned(int(seat[1]), card)
    assert counts == [[pair, pair] for pair in [(2, 5), (2, 4), (2, 3), (2, 2), (2, 1), (2, 0), (1, 0)]]


@pytest.mark.parametrize("viewer", [-1, 0, 1])
def test_px_2_as_it_was_seen(viewer: int) -> None:
    log = redact_log(pop_log(px_2_popped()), viewer, "copy")
    assert found(log) == [("P-4.2", 43, 43, 1)]
    assert fold(log).totals == [3, 1]


def test_px_4_the_cube_stops_at_six() -> None:
    events = [*begun(), *raised(0, 1, 0, 1)]
    assert fold(pop_log(events)).cube == 5
    events += raised(0)
    assert (fold(pop_log(events)).cube, found(pop_log(events))) == (6, [])
    for seat in (0, 1):
        refused = [*events, Popped(seat=seat)]
        line = len(refused) + 1
        assert found(pop_log(refused)) == [("P-4.2", line, line, seat)]
        assert fold(pop_log(refused)).cube == 6


def test_px_4_a_loser_with_two_tricks_scores_nothing() -> None:
    state = fold(pop_log([HandStarted(dealer=0), *raised(0, 1, 0, 1, 0), Scored(tricks=(5, 2))]))
    assert (state.gained, state.totals) == ([6, 0], [6, 0])
    state = fold(pop_log([HandStarted(dealer=0), Scored(tricks=(5, 2), amount=6)]))
    assert state.gained == [6, 0]


def test_px_4_not_twice_in_a_row() -> None:
    events = [*begun(), *raised(0), Popped(seat=0)]
    line = len(events) + 1
    assert found(pop_log(events)) == [("P-4.2", line, line, 0)]
    events += raised(1, 0)
    assert found(pop_log(events)) == [("P-4.2", line, line, 0)]
    assert fold(pop_log(events)).cube == 4


def test_px_4_card_between() -> None:
    at_once = [*begun(), *raised(0), Popped(seat=0)]
    line = len(at_once) + 1
    assert found(pop_log(at_once, pop_repeat="card_between")) == [("P-4.2", line, line, 0)]
    later = [*begun(), *raised(0), *play("s1D:Xr"), *raised(0)]
    assert found(pop_log(later, pop_repeat="card_between")) == []
    assert fold(pop_log(later, pop_repeat="card_between")).cube == 3


def sheet(*rows: Scored, dealer: int = 0) -> list[Base]:
    """Rows of a score sheet."""
    return [event for n, row in enumerate(rows) for event in (HandStarted(dealer=None if n else dealer), row)]


def test_px_6_the_loser_of_the_round_wins_the_match() -> None:
    rows = [Scored(seat=0, amount=4), Scored(seat=0, amount=2), Scored(tricks=(4, 3), amount=3)]
    state = fold(pop_log(sheet(*rows)))
    assert (state.totals, state.won_by, state.over) == ([3, 7], 0, 1)
    assert found(pop_log(sheet(*rows))) == []
    assert found(pop_log([*sheet(*rows), HandStarted()])) == [("P-6.4", 8, 8, None)]


def test_px_8_the_cube_starts_at_the_number_of_the_round() -> None:
    options = {"cube_start": "round_number", "target": 11}
    events: list[Base] = []
    for number in range(1, 7):
        events.append(HandStarted(dealer=0 if number == 1 else None))
        state = fold(pop_log(events, **options))
        assert state.cube == number
        if number == 4:
            popped = [*events, up("9c"), *raised(0, 1)]
            assert fold(pop_log(popped, **options)).cube == 6
            assert found(pop_log(popped, **options)) == []
        if number == 6:
            popped = [*events, up("9c"), Popped(seat=0)]
            assert found(pop_log(popped, **options)) == [("P-4.2", len(popped) + 1, len(popped) + 1, 0)]
        events.append(Scored(tricks=(7, 0) if number % 2 == 0 else (0, 7), amount=number))
    assert fold(pop_log(events, **options)).totals == [12, 9]
    assert found(pop_log(events, **options)) == []


def test_px_9_dealers() -> None:
    rounds = [
        (Scored(tricks=(3, 4), amount=3), [1, 3], 1),
        (Scored(seat=0, amount=2), [1, 5], 1),
        (Scored(tricks=(5, 2), amount=4), [5, 5], 0),
        (Scored(tricks=(4, 3), amount=2), [7, 6], 0),
    ]
    events: list[Base] = []
    for number, (row, totals, dealer) in enumerate(rounds):
        events += [HandStarted(dealer=0 if not number else None), row]
        state = fold(pop_log(events))
        assert (state.totals, state.next_dealer) == (totals, dealer)
    assert fold(pop_log(events)).over == 0
    assert found(pop_log(events)) == []


@pytest.mark.parametrize(
    ("trump", "winner"), [("9s", 1), ("8h", 1), ("8d", 0), ("Xb", 1)], ids=["spades", "hearts", "u", "none"]
)
def test_px_11_source_example(trump: str, winner: int) -> None:
    plays = play("s1D:Ts s0D:Qs s1H:Ks s0H:9d", areas=True)
    state = fold(pop_log([HandStarted(dealer=0), up(trump), *plays]))
    assert state.winners == [winner]


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
    assert found(pop_log(events)) == []
    assert [doubt.at for doubt in judged(pop_log(events)).doubts] == [REVOKE]
    events += play("s0H:Kh")
    assert found(pop_log(events)) == [("P-3.3", REVOKE, len(events) + 1, 0)]


def test_px_12_a_heart_turned_later_in_the_display_proves_nothing() -> None:
    events = px_12(*turned(0, "Kh"), *trick("s1H:As s0H:Ts s1D:7s s0D:Kh / s0 Tc s1 Ks"))
    assert found(pop_log(events)) == []
    assert all(Card("Kh") not in doubt.cards for doubt in judged(pop_log(events)).doubts)


def test_p_1_1_the_pack_has_34_cards() -> None:
    assert PACK34.bit_count() == 34
    assert all(bool(card.bit & PACK34) == (card.rank in "789TJQKA") for card in PACK)
