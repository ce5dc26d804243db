"""Big Two: who leaves is passed over by play and deal, and three of four go on with thirteen cards set aside (B2-1.1)."""

import pytest

from tests.builders import cards, log_of
from tests.games.big_two_tables import HANDS, acts
from upcard.engine.audit import Audit, audit
from upcard.engine.game import find
from upcard.engine.log import Log
from upcard.schemas.events import FORMAT, Base, Dealt, HandStarted, Joined, Left, Opened, Passed, Scored, TakenBack

LEFT = (HandStarted(dealer=2), Scored(counts=(0, 1, 2, 3), totals=(0, 1, 2, 3)), Left(seat=3))
"""Lines 2 to 4: a hand of four, after which one leaves."""


def judged(*events: Base, **options: object) -> Audit:
    """The audit of a hand of three, from line 5 on."""
    return audit(log_of("big_two", [*LEFT, *events], options=options or None))


def told(*events: Base, **options: object) -> list[tuple[str, int, int, int | None]]:
    return [(one.name, one.at, one.found_at, one.seat) for one in judged(*events, **options).findings]


def test_b2_2_3_play_passes_over_a_seat_where_nobody_sits() -> None:
    begun = (HandStarted(), Dealt(each=13))
    text = "0 3d, 1 4d, 2 5d, 0 6d, 1 p, 2 p, 0 7d 7c"
    assert told(*begun, *acts(text)) == []
    assert told(*begun, *acts(f"{text}, 2 8d 8c")) == [("out_of_turn", 14, 14, 2)]
    assert told(*begun, *acts("0 3d, 1 p, 2 5d, 0 6d, 2 p, 0 7d 7c, 1 8d 8c, 2 p, 0 p, 1 9d"), pass_lock=True) == []
    assert told(*begun, *acts("0 3d, 1 p, 2 p, 0 p, 1 9d"), lead_pass="allow") == []


@pytest.mark.parametrize(
    "dealt",
    [
        Dealt(each=13),
        Dealt(sizes=(13, 13, 13, 0)),
        Dealt(hands=tuple(cards(hand) for hand in HANDS[:3])),
        Dealt(hands=(*(cards(hand) for hand in HANDS[:3]), ())),
        Dealt(hands=tuple(cards(hand) for hand in HANDS[:3]), places={"set_aside": cards(HANDS[3])}),
    ],
)
def test_b2_1_1_what_is_dealt_where_nobody_sits_is_set_aside(dealt: Dealt) -> None:
    assert told(HandStarted(dealer=0), dealt, *acts("0 3d, 1 4d, 2 6c, 0 8h, 1 p, 2 p, 0 3c 3h")) == []


def test_b2_6_2_with_one_gone_a_lower_card_may_be_set_aside() -> None:
    begun = (HandStarted(), Dealt(each=13), *acts("0 3h, 1 4d, 2 5d, 0 6d, 1 p, 2 p"))
    assert told(*begun, *acts("0 7d")) == []
    assert told(*begun, *acts("0 3d")) == [("wrong_opener", 7, 13, 0)]


def test_b2_1_4_the_deal_passes_over_a_seat_where_nobody_sits() -> None:
    row = Scored(counts=(0, 1, 2))
    assert told(HandStarted(dealer=0), row, HandStarted(dealer=1), row) == []
    assert told(HandStarted(dealer=1), row) == [("wrong_dealer", 5, 5, 1)]
    assert judged(HandStarted()).state.dealer == 0


def test_b2_6_5_a_row_has_a_number_for_each_who_sits_or_for_each_seat() -> None:
    for row in (Scored(counts=(1, 0, 2), totals=(1, 1, 4)), Scored(counts=(1, 0, 2, 0), totals=(1, 1, 4, 3))):
        done = judged(HandStarted(), row)
        assert (done.findings, done.state.totals) == ([], [1, 1, 4, 3])
        assert (done.results[-1].result.points, done.results[-1].result.absent) == ((1, 0, 2, None), (3,))
        assert done.results[-1].result.won == (False, True, False, False)
    assert told(HandStarted(), Scored(counts=(1, 0, 0))) == [("impossible_row", 6, 6, None)]
    assert told(HandStarted(), Scored(points=(1, 0, 10))) == [("impossible_points", 6, 6, 2)]
    assert told(HandStarted(), Scored(counts=(1, 0, 2), points=(1, 0, 3))) == [("wrong_points", 6, 6, 2)]
    assert told(HandStarted(), Scored(counts=(1, 0, 2), totals=(1, 1, 5))) == [("wrong_totals", 6, 6, 2)]
    assert told(HandStarted(), Scored(counts=(1, 0))) == [("impossible_row", 6, 6, None)]


def test_b2_6_5_the_row_of_a_hand_written_when_one_has_left_is_of_all() -> None:
    done = audit(log_of("big_two", [HandStarted(dealer=0), Left(seat=3), Scored(counts=(1, 2, 3, 0))]))
    assert (done.findings, done.state.totals) == ([], [1, 2, 3, 0])
    assert done.results[-1].result.won == (False, False, False, True)


def test_b2_2_4_who_leaves_in_a_hand_is_passed_over() -> None:
    events = [HandStarted(dealer=0), Dealt(each=13), *acts("0 3d, 1 4d, 2 5d, 3 6d, 0 7d"), Left(seat=1)]
    assert audit(log_of("big_two", [*events, *acts("2 8d, 3 p, 0 p, 2 3c")])).findings == []
    back = [*events, Joined(seat=1, player="x"), Passed(seat=1), *acts("2 8d, 3 p, 0 p, 1 9d")]
    assert audit(log_of("big_two", back)).findings == []


def test_b2_2_3_who_plays_from_an_empty_seat_sits_there_after_all() -> None:
    assert told(HandStarted(), Dealt(each=13), *acts("0 3d, 1 4d, 2 5d, 3 6d, 0 7d, 1 p, 2 p, 3 p, 0 3c")) == []


def test_b2_1_1_a_table_may_have_empty_seats_from_the_beginning() -> None:
    header = Opened(format=FORMAT, log="test", game="big_two", seats=("a", "", "c", ""))
    done = audit(Log.of(header, [HandStarted(dealer=0), *acts("0 3d, 2 4d, 0 5d, 2 p, 0 6d, 2 7d")]))
    assert (done.findings, done.state.turn) == ([], 0)
    dealt = next(
        act.chance for act in find("big_two").due(audit(Log.of(header, [HandStarted(dealer=0)])).state) if act.chance
    )
    assert dealt.sizes == (13, 0, 13, 0, 26)


THREE = ("a", "b", "c", "")
"""A table of four where one seat is empty from the beginning."""


def of_three(*events: Base, **options: object) -> Audit:
    return audit(
        Log.of(Opened(format=FORMAT, log="test", game="big_two", seats=THREE, options=options or None), events)
    )


SUITED = tuple(cards(" ".join(rank + suit for rank in "3456789TJQKA2")) for suit in "dch")
"""Three hands of one suit each."""


@pytest.mark.parametrize("dealt", [Dealt(sizes=(13, 13, 13, 0)), Dealt(hands=(*SUITED, ())), Dealt(hands=SUITED), None])
def test_b2_2_6_who_was_dealt_no_cards_did_not_go_out(dealt: Dealt | None) -> None:
    rounds = ", ".join(f"0 {rank}d, 1 p, 2 p" for rank in "3456789TJQKA")
    hand = [HandStarted(dealer=0), *([dealt] if dealt else []), *acts(f"{rounds}, 0 2d")]
    played, paid = of_three(*hand), of_three(*hand, zero_sum_payout=True)
    assert played.findings == paid.findings == []
    assert (played.state.counts, played.state.points) == ([0, 13, 13, None], [0, 39, 39, None])
    assert (played.results[-1].result.won, played.results[-1].result.absent) == ((True, False, False, False), (3,))
    assert paid.state.points == [78, -39, -39, None]


def test_a5_a_play_taken_back_beside_an_empty_seat_ends_no_hand() -> None:
    begun = (HandStarted(dealer=0), Dealt(sizes=(13, 13, 13, 0)), *acts("0 3d, 1 4d 5d"))
    done = of_three(*begun, TakenBack(seat=1), *acts("1 4d, 2 5c, 0 6d"))
    assert [(one.name, one.at) for one in done.findings] == []
    assert (done.state.phase, done.state.turn) == ("play", 1)


ROWS = (
    Scored(counts=(0, 3, 5)),
    Scored(counts=(0, 3, 5, 0)),
    Scored(points=(8, -1, -7)),
    Scored(points=(8, -1, -7, 0)),
    Scored(counts=(0, 3, 5), points=(8, -1, -7), totals=(8, -1, -7)),
    Scored(totals=(8, -1, -7, 0)),
)


@pytest.mark.parametrize("row", ROWS)
def test_b2_7_4_where_nobody_sits_nobody_pays_or_is_paid(row: Scored) -> None:
    done = of_three(HandStarted(dealer=0), row, zero_sum_payout=True)
    assert (done.findings, done.state.counts, done.state.points) == ([], [0, 3, 5, None], [8, -1, -7, None])
    assert done.state.totals == [8, -1, -7, 0]


def test_b2_7_4_points_of_a_table_with_an_empty_seat_are_held_to_the_cards() -> None:
    row = Scored(counts=(0, 3, 5), points=(8, -1, -8))
    done = of_three(HandStarted(dealer=0), row, zero_sum_payout=True)
    assert [(one.name, one.seat) for one in done.findings] == [("wrong_points", 2)]
    none = of_three(HandStarted(dealer=0), Scored(points=(8, -2, -6)), zero_sum_payout=True)
    assert [(one.name, one.seat) for one in none.findings] == [("impossible_points", None)]


def test_b2_7_4_who_left_before_the_row_may_have_got_nothing() -> None:
    row = Scored(counts=(0, 1, 5, 2), points=(8, 4, -12, 0))
    done = audit(log_of("big_two", [HandStarted(dealer=0), Left(seat=3), row], options={"zero_sum_payout": True}))
    assert (done.findings, done.state.points) == ([], [8, 4, -12, 0])


@pytest.mark.parametrize("row", [Scored(counts=(0, 3, 5), seat=1), Scored(counts=(0, 3, 5, 0), points=(0, 8, 0, 0))])
def test_b2_7_3_who_takes_all_bears_the_penalties_of_those_who_sit_there(row: Scored) -> None:
    done = of_three(HandStarted(dealer=0), row, takes_all="on")
    assert (done.findings, done.state.points, done.state.offender) == ([], [0, 8, 0, None], 1)


def test_b2_7_3_the_points_of_who_left_tell_who_takes_all_as_those_of_the_others() -> None:
    row = Scored(counts=(4, 1, 5, 0), points=(10, 0, 0, 0))
    done = audit(log_of("big_two", [HandStarted(dealer=0), Left(seat=3), row], options={"takes_all": "on"}))
    assert (done.findings, done.state.offender) == ([], 0)


def test_b2_6_5_totals_alone_of_a_table_with_an_empty_seat() -> None:
    done = of_three(HandStarted(dealer=0), Scored(totals=(0, 3, 5, 0)), HandStarted(), Scored(totals=(2, 3, 8, 0)))
    assert (done.findings, done.state.points) == ([], [2, 0, 3, None])


def test_b2_4_2_a_seat_where_nobody_ever_sat_has_not_won() -> None:
    rows = [event for _ in range(3) for event in (HandStarted(), Scored(counts=(1, 0, 13)))]
    for options in ({}, {"tie": "extra_hand"}):
        done = of_three(*rows, **options)
        assert done.state.over
        assert find("big_two").scene(done.state).says == "b is out of cards; the game is over, b won"
    tied = (Scored(counts=(0, 3, 13)), Scored(counts=(3, 0, 13)), Scored(counts=(0, 1, 13)), Scored(counts=(1, 0, 13)))
    level = of_three(*(event for row in tied for event in (HandStarted(), row)), tie="extra_hand")
    assert not level.state.over


def test_b2_1_4_who_has_sat_down_left_of_the_dealer_deals() -> None:
    events = (HandStarted(dealer=2), Scored(counts=(0, 3, 5)), Joined(seat=3, player="d"))
    assert of_three(*events, HandStarted(dealer=3)).findings == []
    assert of_three(*events, HandStarted()).state.dealer == 3
