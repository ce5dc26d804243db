"""Dou Dizhu: its page, clause by clause; each test is named for its clause or worked example."""

from collections import Counter
from typing import Any

import pytest

from tests.builders import cards, found, log_of
from upcard.engine.audit import audit
from upcard.engine.fold import fold
from upcard.engine.game import find
from upcard.engine.log import Log
from upcard.engine.mechanisms.landlord_shapes import (
    COPIES,
    RANKS,
    Shape,
    ShapeRules,
    beats,
    recognise,
    sets_of,
    shape_of,
)
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import Card
from upcard.schemas.events import (
    Base,
    Bid,
    ChipsPassed,
    Closed,
    Dealt,
    Gap,
    HandStarted,
    Laid,
    Passed,
    Played,
    PurseCounted,
    ResultCalled,
    Scored,
    Shown,
    Took,
    TurnedUp,
    Voided,
)


def ranks(text: str) -> tuple[Card, ...]:
    """Cards by rank alone: `7775`, `br`."""
    return tuple(Card(f"X{one}") if one in "br" else Card(f"{one}?") for one in text)


def acts(text: str) -> list[Base]:
    """Words and plays: `0 b1, 1 p, 0 w, 0 34567`."""
    events: list[Base] = []
    for act in text.split(", "):
        seat, what = act.split(" ", 1)
        if what == "p":
            events.append(Passed(seat=int(seat)))
        elif what == "w":
            events.append(Took(seat=int(seat), place="widow"))
        elif what[0] == "b" and what[1:].isdigit():
            events.append(Bid(seat=int(seat), amount=int(what[1:])))
        else:
            events.append(Laid(seat=int(seat), cards=ranks(what)))
    return events


def played(text: str, **options: Any) -> Log:
    """A log of one hand of which no card was listed: its words and plays from line 4 on."""
    return log_of("dou_dizhu", [HandStarted(), Dealt(each=17), *acts(text)], seats=3, options=options or None)


def sheet(*rows: Scored, **options: Any) -> Log:
    """A score sheet."""
    return log_of("dou_dizhu", rows, seats=3, options=options or None)


def told(log: Log) -> list[tuple[str, str, str, int]]:
    """What is found: kind, clause, name, line."""
    return [(one.kind, one.clause, one.name, one.at) for one in audit(log).findings]


def points(log: Log) -> list[tuple[int | None, ...]]:
    """The points of each hand."""
    return [ended.result.points for ended in audit(log).results]


LANDLORD_OUT = "0 b2, 1 p, 2 p, 0 w, " + ", 1 p, 2 p, ".join(
    f"0 {one}" for one in ["34567", "TTTT", "br", "2", "9", "8", "J", "Q", "K", "A", "2", "9"]
)
"""The landlord lays twenty cards, a bomb and the rocket among them; nobody beats any."""


# ---- DZ-1 Material, DZ-2 Auction ---------------------------------------------------------------------------------------


def test_dz_1_2_seventeen_cards_each() -> None:
    assert found(log_of("dou_dizhu", [HandStarted(), Dealt(sizes=(17, 17, 16))], seats=3)) == [("DZ-1.2", 3, 3, None)]


def test_dz_1_3_who_drew_the_face_up_card_bids_first() -> None:
    for seat, clauses in ((0, []), (1, ["DZ-8.1"])):
        events = [
            HandStarted(),
            TurnedUp(card=Card("7h"), position=26),
            Dealt(each=17, first=1),
            Bid(seat=seat, amount=3),
        ]
        assert [one[0] for one in found(log_of("dou_dizhu", events, seats=3))] == clauses


def test_dz_1_3_who_is_said_to_have_got_the_face_up_card_is_who_drew_it() -> None:
    for taker, clauses in ((0, []), (2, ["DZ-8.1"])):
        events = [HandStarted(), TurnedUp(card=Card("7h"), position=26), Dealt(each=17, first=1, taker=taker)]
        assert [one[0] for one in found(log_of("dou_dizhu", events, seats=3))] == clauses


def test_dz_1_4_a_face_up_card_in_the_widow() -> None:
    events = [HandStarted(), TurnedUp(card=Card("7h"), position=52), Dealt(each=17, first=1)]
    assert found(log_of("dou_dizhu", [*events, Voided(why="upcard_in_widow")], seats=3)) == []
    first = [*events, Bid(seat=1, amount=3)]
    assert found(log_of("dou_dizhu", first, seats=3, options={"upcard_in_widow": "first_drawer_bids"})) == []


@pytest.mark.parametrize(
    ("text", "landlord", "bid"),
    [
        ("0 p, 1 b1, 2 p, 0 b2, 1 p, 2 p", 0, 2),
        ("0 p, 1 p, 2 b1, 0 p, 1 p", 2, 1),
        ("0 b1, 1 b2, 2 p, 0 b3", 0, 3),
    ],
)
def test_dzx_8_auctions(text: str, landlord: int, bid: int) -> None:
    log = played(text)
    assert found(log) == []
    assert (fold(log).landlord, fold(log).bid) == (landlord, bid)
    assert next(act.event for act in find("dou_dizhu").due(fold(log))) is Took


def test_dzx_8_a_bid_that_is_not_higher_counts_for_nothing() -> None:
    assert found(played("0 b2, 1 b1")) == [("DZ-8.2", 5, 5, 1)]
    assert [one[2] for one in told(played("0 b4, 1 b1"))] == ["no_such_bid"]


def test_dz_2_3_all_pass() -> None:
    three = played("0 p, 1 p, 2 p")
    assert [act.event for act in find("dou_dizhu").due(fold(three))] == [Voided]
    assert found(log_of("dou_dizhu", [*[e for _, e in three.events], Voided(why="all_passed")], seats=3)) == []
    assert fold(played("0 p, 1 p, 2 p", all_pass="first_bidder_forced_1")).landlord == 0
    assert [act.event for act in find("dou_dizhu").due(fold(played("0 p, 1 p", opening_passes="stop")))] == [Voided]
    assert [
        one[0] for one in found(log_of("dou_dizhu", [HandStarted(), Dealt(each=17), *acts("0 b1"), Voided()], seats=3))
    ] == ["DZ-2.3"]


def test_dz_2_3_play_goes_on_though_nobody_bid() -> None:
    assert told(played("0 p, 1 p, 2 p, 0 3")) == [("breach", "DZ-2.3", "no_redeal", 7)]


def test_dz_2_3_a_hand_thrown_in_for_a_reason_of_the_table_is_no_breach() -> None:
    bids = [HandStarted(), Dealt(each=17), *acts("0 b1")]
    assert found(log_of("dou_dizhu", [*bids, Voided(why="a card too many was dealt")], seats=3)) == []
    for why in ("all_passed", "Nobody bid", "no_bid", "redeal", "thrown in"):
        assert [one[0] for one in found(log_of("dou_dizhu", [*bids, Voided(why=why)], seats=3))] == ["DZ-2.3"], why


def test_dz_1_5_the_widow_may_be_shown_to_all_before_it_is_taken() -> None:
    due = find("dou_dizhu").due
    auction = played("0 b1, 1 p, 2 p", widow_shown=True)
    (shown,) = [act for act in due(fold(auction)) if act.event is Shown]
    widow = Shown(cards=ranks("35K"), place="widow", all=True)
    assert shown.accepts is not None
    assert shown.accepts(widow)
    assert [act.event for act in due(fold(played("0 b1, 1 p, 2 p")))] == [Took, Voided]
    later = Log.of(auction.header, [*(event for _, event in auction.events), widow])
    assert found(later) == []
    assert [act.event for act in due(fold(later))] == [Took, Voided]
    known = Dealt(hands=(None,) * 3, places={"widow": cards("3h 5h Kh")})
    log = log_of("dou_dizhu", [HandStarted(), known, *acts("0 b3")], seats=3, options={"widow_shown": True})
    (shown,) = [act for act in due(fold(log)) if act.event is Shown]
    assert shown.choices == (Shown(cards=cards("3h 5h Kh"), place="widow", all=True),)


def test_dz_2_4_the_highest_bidder_takes_the_widow() -> None:
    assert found(played("0 b1, 1 p, 2 p, 0 w, 0 3")) == []
    assert "DZ-2.4" in [clause for _, clause, _, _ in told(played("0 b1, 1 p, 2 p, 1 w"))]


# ---- DZ-3 Shapes, DZ-4 Comparison --------------------------------------------------------------------------------------


def shape(text: str, **rules: bool) -> Shape | None:
    return next(iter(recognise(ranks(text), ShapeRules(**rules))), None)


def higher(one: str, other: str) -> bool:
    (first,), (second,) = recognise(ranks(one), ShapeRules()), recognise(ranks(other), ShapeRules())
    return beats(first, second)


@pytest.mark.parametrize(
    "text",
    [
        "34567",
        "334455",
        "333444",
        "7775",
        "77755",
        "3334449J",
        "55558K",
        "555588KK",
        "5555",
        "br",
        "2222",
        "AAA2",
        "AAAb",
        "22233",
        "3334445b",
        "QQKKAA",
        "55557799",
    ],
)
def test_dzx_1_valid(text: str) -> None:
    assert shape(text) is not None


def test_dzx_3_triplets_with_a_gap() -> None:
    assert shape("44488877QQ") is None
    assert shape("44488877QQ", gaps=True) == ("trips_run+2", 2, RANKS.index("8"))
    assert shape("77788844QQ") == shape("77788844QQ", gaps=True) is not None


def test_dzx_4_comparison() -> None:
    assert higher("7775", "444A")
    assert higher("777A", "4445")
    assert higher("77755", "444AA")
    assert not higher("456789", "34567")
    assert not higher("4445556677", "333444JA")
    assert higher("3333", "2")
    assert higher("br", "2222")
    assert not higher("2222", "br")


def test_dzx_6_triplets_in_a_row() -> None:
    assert shape("333444555666") == ("trips_run", 4, RANKS.index("6"))


def test_dz_3_6_and_3_7_options() -> None:
    assert shape("33344435") is None
    assert shape("33334445", core_kickers=True) is not None
    assert shape("555588") is None
    assert shape("555588", equal_singles=True) == ("quad+1+1", 1, RANKS.index("5"))


def test_dz_3_8_never_both_jokers_with_others() -> None:
    assert shape("5555br") is None
    assert [one[2] for one in told(played("0 b3, 0 w, 0 5555br, 1 p"))] == ["both_jokers"]


def test_dz_3_12_every_shape_is_listed_once() -> None:
    listed = list(sets_of(COPIES, ShapeRules()))
    kinds = Counter(found.kind for one in listed if (found := shape_of(one, ShapeRules())) is not None)
    assert len(listed) == len(set(listed)) == sum(kinds.values()) == 12654
    assert (kinds["straight"], kinds["trips_run"], kinds["trips_run+1"], kinds["quad+2+2"]) == (36, 45, 7161, 858)


# ---- DZ-5 Play, DZ-6 Settlement ----------------------------------------------------------------------------------------


def test_dzx_10_a_pass_does_not_lock() -> None:
    log = played("0 b3, 0 w, 0 9, 1 p, 2 J, 0 Q, 1 K, 2 p, 0 p")
    assert (found(log), fold(log).climb.turn, fold(log).climb.table) == ([], 1, ())


def test_dz_5_1_a_leader_may_not_pass() -> None:
    assert [one[1:3] for one in told(played("0 b3, 0 w, 0 p"))] == [("DZ-5.1", "lead_passed")]


def test_dz_6_1_the_bid_doubled_for_each_bomb_and_rocket() -> None:
    log = played(LANDLORD_OUT)
    assert (found(log), points(log)) == ([], [(16, -8, -8)])
    assert [(one.source, one.target, one.amount) for one in audit(log).results[0].result.transfers] == [
        ("seat:1", "seat:0", 8),
        ("seat:2", "seat:0", 8),
    ]
    assert points(redact_log(log, PUBLIC, "copy")) == [(16, -8, -8)]


def test_dz_6_2_spring() -> None:
    assert points(played(LANDLORD_OUT, spring="double")) == [(32, -16, -16)]


def test_dz_6_3_the_session_ends() -> None:
    row = Scored(seat=0, amount=1, bombs=0, side=0)
    assert found(sheet(row, row, session_end="hands", session_number=1)) == [("DZ-6.3", 3, 3, None)]
    assert found(sheet(row, row, session_end="target", session_number=2)) == [("DZ-6.3", 3, 3, None)]


def test_dz_4_2_a_bomb_out_of_turn() -> None:
    text = "0 b3, 0 w, 0 9, 2 5555, 0 p"
    assert found(played(text, bomb_out_of_turn="yes")) == []
    assert [one[1] for one in told(played(text))] == ["DZ-8.3"]


def test_dz_6_6_rows() -> None:
    rows = sheet(
        Scored(seat=0, amount=3, bombs=1, side=0), Scored(seat=1, amount=2, side=1, bombs=0), Scored(void=True)
    )
    assert points(rows) == [(12, -6, -6), (2, -4, 2), (0, 0, 0)]
    assert found(rows) == []
    assert [one[0] for one in found(sheet(Scored(seat=0, amount=4, bombs=0, side=0)))] == ["DZ-6.6"]
    assert points(sheet(Scored(seat=0, side=1, points=(-6, 3, 3)))) == [(-6, 3, 3)]


def test_dz_8_5_what_was_written_is_compared_with_the_play() -> None:
    events = [event for _, event in played(LANDLORD_OUT).events]
    right = Scored(seat=0, amount=2, bombs=2, side=0, points=(16, -8, -8), totals=(16, -8, -8))
    assert found(log_of("dou_dizhu", [*events, right], seats=3)) == []
    wrong = told(log_of("dou_dizhu", [*events, Scored(seat=0, amount=2, bombs=1, side=0, points=(8, -4, -4))], seats=3))
    assert [one[:3] for one in wrong] == [
        ("testimony", "DZ-8.5", "wrong_points"),
        ("testimony", "DZ-8.5", "wrong_count"),
    ]


def test_dz_8_5_payments_in_parts() -> None:
    row = [HandStarted(), Scored(seat=0, amount=3, bombs=1, side=0)]
    half = ChipsPassed(from_="seat:1", to="seat:0", amount=3)
    assert found(log_of("dou_dizhu", [*row, half, half, Closed()], seats=3)) == []
    assert found(log_of("dou_dizhu", [*row, half, Closed()], seats=3)) == [("DZ-8.5", 4, 5, 1)]
    assert [one[0] for one in found(log_of("dou_dizhu", [*row, half, half, half], seats=3))] == ["DZ-8.5"]
    thrown_in = [HandStarted(), Dealt(), Voided(why="a card lay face up")]
    assert found(log_of("dou_dizhu", [*row, *thrown_in, half, half], seats=3)) == []  # for the hand before


def test_dz_6_1_purses() -> None:
    row = [HandStarted(), Scored(seat=0, amount=3, bombs=1, side=0)]
    for amount, clauses in ((62, []), (61, ["DZ-6.1"])):
        log = log_of("dou_dizhu", [*row, PurseCounted(seat=0, amount=amount)], seats=3, buy_in=50)
        assert [one[0] for one in found(log)] == clauses


def test_dz_5_2_who_is_called_the_winner() -> None:
    row = [HandStarted(), Scored(seat=0, amount=3, bombs=1, side=0)]
    for seat, clauses in ((0, []), (1, ["DZ-5.2"])):
        assert [
            one[0] for one in found(log_of("dou_dizhu", [*row, ResultCalled(result="won", seat=seat)], seats=3))
        ] == clauses


# ---- DZ-8 Irregularities -----------------------------------------------------------------------------------------------


def test_dz_8_3_shape_height_and_the_rocket() -> None:
    for text, name in (
        ("0 9, 1 8, 2 p", "not_higher"),
        ("0 9, 1 TT, 2 p", "wrong_shape"),
        ("0 9, 1 br, 2 2222, 0 p", "on_the_rocket"),
        ("0 9, 1 35, 2 p", "invalid_combination"),
    ):
        assert name in [one[2] for one in told(played("0 b3, 0 w, " + text))]


def test_dz_8_4_five_of_a_rank() -> None:
    log = played("0 b3, 0 w, 0 9, 1 T, 2 J, 0 p, 1 p, 2 99, 0 p, 1 p, 2 99")
    assert "too_many_of_a_rank" in [one[2] for one in told(log)]


def test_dz_8_4_cards_by_rank_alone_are_none_that_another_seat_has() -> None:
    events = [HandStarted(), TurnedUp(card=Card("7h")), Dealt(each=17, taker=2)]
    for text, clauses in (("2 b3, 2 w, 2 3, 0 7777", ["DZ-8.4"]), ("2 b3, 2 w, 2 7, 0 8, 1 2, 2 p, 0 p, 1 777", [])):
        assert [one[0] for one in found(log_of("dou_dizhu", [*events, *acts(text)], seats=3))] == clauses


def test_dz_3_11_a_declared_shape() -> None:
    events = [HandStarted(), Dealt(each=17), *acts("0 b3, 0 w"), Laid(seat=0, cards=ranks("34567"), shape="pair")]
    assert [one[1] for one in told(log_of("dou_dizhu", events, seats=3))] == ["DZ-3.11"]


def test_a_single_card_may_be_written_as_played_and_a_gap_accuses_nobody() -> None:
    start = [HandStarted(), Dealt(each=17), *acts("0 b3, 0 w"), Played(seat=0, card=Card("9?"))]
    assert found(log_of("dou_dizhu", [*start, *acts("1 T, 2 p")], seats=3)) == []
    assert found(log_of("dou_dizhu", [*start, Gap(), *acts("2 3, 1 4")], seats=3)) == []
    assert fold(log_of("dou_dizhu", start, seats=3)).climb.table == ranks("9")


def test_cards_laid_are_known_by_suit_where_they_were_written_so() -> None:
    events = [
        HandStarted(),
        Dealt(each=17),
        *acts("0 b3, 0 w"),
        Laid(seat=0, cards=cards("9h")),
        Laid(seat=1, cards=cards("9h")),
    ]
    assert "DZ-8.4" in [one[1] for one in told(log_of("dou_dizhu", events, seats=3))] or told(
        log_of("dou_dizhu", events, seats=3)
    )
