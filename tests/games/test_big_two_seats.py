"""Big Two: who leaves is passed over by play and deal, and three of four go on with thirteen cards set aside (B2-1.1)."""

import pytest

from tests.builders import cards, log_of
from tests.games.big_two_tables import HANDS, acts
from upcard.engine.audit import Audit, audit
from upcard.engine.game import find
from upcard.engine.log import Log
from upcard.schemas.events import FORMAT, Base, Dealt, HandStarted, Joined, Left, Opened, Passed, Scored

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
