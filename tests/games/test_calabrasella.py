"""Calabrasella: the examples of its page, and its clauses."""

import itertools
from typing import Any

import pytest

from tests.builders import cards, fold, found, trick
from tests.games.calabrasella_tables import (
    CAX_6_HANDS,
    CAX_6_TRICKS,
    CAX_6_WIDOW,
    calabrasella,
    cax_6,
    cax_6_deal,
    dealt,
    exchange,
    one,
    took,
    tricks,
)
from upcard.engine.audit import audit
from upcard.engine.game import find
from upcard.engine.games.calabrasella.scoring import value
from upcard.engine.log import Log
from upcard.engine.mechanisms.forty import FORTY
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.errors import OptionError
from upcard.schemas.events import (
    Base,
    BoughtIn,
    CardAbsent,
    CardNamed,
    CashedOut,
    ChipsPassed,
    Closed,
    Corrected,
    Dealt,
    Discarded,
    Elected,
    Gap,
    Gave,
    HandStarted,
    Passed,
    Played,
    PurseCounted,
    Returned,
    Scored,
    Shown,
    Took,
    TurnedOver,
    Voided,
)


def public(log: Log) -> Log:
    """The log as the table saw it."""
    return redact_log(log, PUBLIC, "public")


def points(log: Log) -> list[tuple[int | None, ...]]:
    """The chips of each hand, by seat."""
    return [ended.result.points for ended in audit(log).results]


def changed(at: int, *instead: Base) -> Log:
    """CAX-6 with other events instead of the one on a line."""
    events = cax_6()
    events[at - 2 : at - 1] = instead
    return calabrasella(*events)


# ---- CA-1, CA-3: cards and play --------------------------------------------------------------------------------------


def test_cax_11_queen_over_jack() -> None:
    assert fold(calabrasella(HandStarted(dealer=0), Elected(seat=1), *trick(2, "Js Qs 4s", seats=3))).winners == [0]


def test_ca_1_2_ranking() -> None:
    order = ["3", "2", "A", "K", "Q", "J", "7", "6", "5", "4"]
    for high, low in itertools.pairwise(order):
        log = calabrasella(HandStarted(dealer=0), Elected(seat=1), *trick(2, f"{low}d {high}d 3s", seats=3))
        assert fold(log).winners == [0]


def test_cax_6_full_hand() -> None:
    log = calabrasella(*cax_6(), HandStarted())
    state = fold(calabrasella(*cax_6()))
    assert state.winners == [2, 1, 1, 2, 1, 0, 1, 1, 1, 1, 1, 1]
    assert (state.score, state.chips[:3]) == ([25, 6], [-19, 38, -19])
    for viewer in (None, PUBLIC, 0, 1, 2):
        record = log if viewer is None else redact_log(log, viewer, "copy")
        assert found(record) == []
        assert points(record) == [(-19, 38, -19)]
        assert fold(record).dealer == 1
    result = audit(log).results[0].result
    assert [(row.source, row.target, row.amount) for row in result.transfers] == [
        ("seat:0", "seat:1", 19),
        ("seat:2", "seat:1", 19),
    ]
    assert (result.won, result.dealer, result.level) == ((False, True, False), 0, "full")


def test_ca_1_1_deal() -> None:
    short = [*CAX_6_HANDS[:2], CAX_6_HANDS[2][:-3]]
    assert found(calabrasella(HandStarted(dealer=0), dealt(short, CAX_6_WIDOW))) == [("CA-1.1", 3, 3, None)]
    few = dealt(CAX_6_HANDS, CAX_6_WIDOW[:8])
    assert found(calabrasella(HandStarted(dealer=0), few)) == [("CA-1.1", 3, 3, None)]
    twice = dealt(CAX_6_HANDS, "Ac Jd 3s 6c")
    assert [row[0] for row in found(calabrasella(HandStarted(dealer=0), twice))] == ["G-5"]
    nine = dealt(CAX_6_HANDS, "Ac Jd 3s 9c")
    assert [row[0] for row in found(calabrasella(HandStarted(dealer=0), nine))] == ["G-5"]


def test_ca_3_left_of_the_declarer_leads() -> None:
    events = [*cax_6_deal(), *exchange()]
    assert found(calabrasella(*events, Played(seat=0, card=one("Qs")))) == [("G-13", 11, 11, 0)]


def test_ca_3_revoke_with_all_hands_and_without() -> None:
    log = calabrasella(*cax_6_deal(), *exchange(), *tricks([(2, "2s 4d 5s"), (2, "6d 3d 2d"), (0, "Ks Js 6s")]))
    assert found(log)[0] == ("CA-3", 12, 12, 0)
    assert found(public(log)) == [("CA-3", 12, 17, 0)]


def test_ca_6_1_card_taken_from_the_widow_proves_a_revoke_at_once() -> None:
    """Seat 1 took the three of spades for all to see, and does not follow a spade."""
    log = calabrasella(*cax_6_deal(), *exchange(), *trick(2, "2s Ks 2d", seats=3))
    assert found(log) == found(public(log)) == [("CA-3", 13, 13, 1)]


@pytest.mark.parametrize("card", ["8s", "9d", "Th", "Xr"])
def test_g_5_card_not_in_the_pack(card: str) -> None:
    log = calabrasella(HandStarted(dealer=0), *trick(2, f"4s {card}", seats=3))
    assert found(log) == [("G-5", 4, 4, 0)]


def test_g_10_unseen_cards_that_fit_nowhere() -> None:
    """Both others discard on the first spade: nine are left for eleven cards of the leader, and the one discarded."""
    events: list[Base] = [HandStarted(dealer=0), Elected(seat=1), CardNamed(seat=1, card=one("3d")), CardAbsent()]
    events += [Discarded(seat=1, cards=(one("??"),)), TurnedOver(cards=cards("3d 4c 5c 6c")), took("4c")]
    events += tricks([(2, "4s 4h 4d"), (2, "3h 5h 6h"), (2, "2h 7h Jh"), (2, "Ah Qh Kh")])
    assert found(calabrasella(*events)) == []
    assert found(calabrasella(*events, *trick(2, "3c", seats=3))) == [("G-10", 21, 21, None)]


# ---- CA-2.1: bidding -------------------------------------------------------------------------------------------------


def test_cax_8_three_passes() -> None:
    passes = [Passed(seat=seat) for seat in (0, 1, 2)]
    log = calabrasella(HandStarted(dealer=2), Dealt(each=12), *passes, HandStarted())
    assert found(log) == []
    state = fold(log)
    assert (state.dealer, state.chips[:3]) == (0, [0, 0, 0])
    result = audit(log).results[0].result
    assert (result.counts, result.points) == (False, (0, 0, 0))
    assert found(calabrasella(HandStarted(dealer=2), *passes, Voided(why="all passed"), HandStarted(dealer=0))) == []


def test_cax_8_play_after_an_earlier_play() -> None:
    log = calabrasella(HandStarted(dealer=2), Elected(seat=0), Elected(seat=1))
    assert found(log) == [("CA-2.1", 4, 4, 1)]
    assert fold(log).declarer == 0
    assert found(calabrasella(HandStarted(dealer=2), Elected(seat=0), Passed(seat=1))) == [("CA-2.1", 4, 4, 1)]


def test_ca_2_1_one_turn_each_from_left_of_the_dealer() -> None:
    assert found(calabrasella(HandStarted(dealer=2), Passed(seat=0), Passed(seat=1), Elected(seat=2))) == []
    assert found(calabrasella(HandStarted(dealer=2), Passed(seat=1))) == [("CA-2.1", 3, 3, 1)]
    assert found(calabrasella(HandStarted(dealer=2), Passed(seat=0), Elected(seat=0))) == [("CA-2.1", 4, 4, 0)]
    assert found(calabrasella(HandStarted(dealer=2), Passed(seat=0), Passed(seat=1), Passed(seat=2), Passed(seat=0)))[
        0
    ] == ("G-5", 6, 6, 0)


# ---- CA-2.2: naming --------------------------------------------------------------------------------------------------


def hands_with(own: str) -> Dealt:
    """A deal in which seat 1 holds these cards, and as many others as it needs."""
    held = cards(own)
    left = [one(rank + suit) for rank in "4567JQKA23" for suit in "cdhs" if one(rank + suit) not in held]
    need = 12 - len(held)
    return Dealt(
        hands=(tuple(left[need : need + 12]), (*held, *left[:need]), tuple(left[need + 12 : need + 24])),
        places={"widow": tuple(left[need + 24 :])},
    )


def named(own: str, card: str | None) -> Log:
    """Seat 1 holds these cards and names one."""
    name = CardNamed(seat=1, card=one(card) if card else None)
    return calabrasella(HandStarted(dealer=0), hands_with(own), Elected(seat=1), name)


@pytest.mark.parametrize(
    ("own", "card", "legal"),
    [
        ("3s 3h", "3d", True),
        ("3s 3h", "3c", True),
        ("3s 3h", "3s", False),
        ("3s 3h", "2d", False),
        ("3s 3h", "Ad", False),
        ("3s 3h", None, False),
        ("3s 3h 3d 3c 2s", "2h", True),
        ("3s 3h 3d 3c 2s", "2d", True),
        ("3s 3h 3d 3c 2s", "2c", True),
        ("3s 3h 3d 3c 2s", "2s", False),
        ("3s 3h 3d 3c 2s", "3s", False),
        ("3s 3h 3d 3c 2s", None, False),
        ("3s 3h 3d 3c 2s 2h 2d 2c", None, True),
        ("3s 3h 3d 3c 2s 2h 2d 2c", "2d", False),
    ],
)
def test_cax_4_what_may_be_named(own: str, card: str | None, *, legal: bool) -> None:
    assert found(named(own, card)) == ([] if legal else [("CA-2.2", 5, 5, 1)])
    due = [act for act in find("calabrasella").due(fold(named(own, card), until=4)) if act.event is CardNamed]
    assert (CardNamed(seat=1, card=one(card) if card else None) in (due[0].choices or ())) == legal


def test_ca_2_2_no_naming_leads_to_the_discard_at_once() -> None:
    log = named("3s 3h 3d 3c 2s 2h 2d 2c", None)
    (act,) = find("calabrasella").due(fold(log))
    assert act.event is Discarded
    after = [*[event for _, event in log.events], Discarded(seat=1, cards=cards("2c"))]
    assert found(calabrasella(*after)) == []


def test_ca_2_2_two_named_without_all_threes_shows_when_a_three_is_elsewhere() -> None:
    events: list[Base] = [HandStarted(dealer=0), Elected(seat=1), CardNamed(seat=1, card=one("2d"))]
    events += [Gave(seat=0, to=1), Returned(seat=1, to=0), Discarded(seat=1, cards=(one("??"),))]
    turned = TurnedOver(cards=cards("3s 4s 5s 6s"))
    assert found(calabrasella(*events)) == []
    assert found(calabrasella(*events, turned)) == [("CA-2.2", 4, 8, 1)]
    other = [*events, TurnedOver(cards=cards("7s 4s 5s 6s")), took("7s")]
    assert found(calabrasella(*other, *trick(2, "3h", seats=3))) == [("CA-2.2", 4, 10, 1)]
    given_back = [*other, *trick(2, "4h 3h", seats=3)]
    assert found(calabrasella(*given_back)) == []  # seat 0 was given a card back: it may be this one


def test_ca_2_2_naming_is_compulsory_and_done_once() -> None:
    events = [*cax_6_deal(), Elected(seat=1), Discarded(seat=1, cards=cards("5d"))]
    assert found(calabrasella(*events)) == [("CA-2.2", 5, 5, 1)]
    again = [*cax_6_deal(), *exchange()[:3], CardNamed(seat=1, card=one("3d"))]
    assert found(calabrasella(*again)) == [("CA-2.3", 7, 7, 1)]
    assert found(calabrasella(*cax_6_deal(), CardNamed(seat=1, card=one("3c")))) == [("CA-2.1", 4, 4, 1)]
    wrong = [*cax_6_deal(), Elected(seat=1), CardNamed(seat=2, card=one("3c"))]
    assert found(calabrasella(*wrong)) == [("CA-2.1", 5, 5, 2)]


# ---- CA-2.3: the named card ------------------------------------------------------------------------------------------


def absent_log(widow: str, *after: Base) -> Log:
    """Nobody wrote the cards; seat 1 names the three of diamonds, and nobody has it."""
    events: list[Base] = [HandStarted(dealer=0), Elected(seat=1), CardNamed(seat=1, card=one("3d")), CardAbsent()]
    events += [Discarded(seat=1, cards=cards("?? ??")), TurnedOver(cards=cards(widow))]
    return calabrasella(*events, *after)


def test_cax_5_named_card_in_the_widow() -> None:
    log = absent_log("3d Ac 7s 4c", took("3d Ac"), *trick(2, "5s 6s Qs", seats=3))
    assert found(log) == []


def test_ca_7_absent_card_is_not_in_the_widow() -> None:
    assert found(absent_log("2d Ac 7s 4c")) == [("CA-7", 5, 7, None)]


@pytest.mark.parametrize(
    ("seat", "clause", "at", "blamed"), [(2, "CA-2.3", 5, 2), (0, "CA-2.3", 5, 0), (1, "CA-2.2", 4, 1)]
)
def test_ca_7_who_had_the_absent_card_shows_when_it_is_played(seat: int, clause: str, at: int, blamed: int) -> None:
    plays = {2: "3d 4d 5d", 0: "4d 3d 5d", 1: "4d 5d 3d"}
    log = absent_log("2d Ac 7s 4c", took("2d Ac"), *trick(2, plays[seat], seats=3))
    line = {2: 9, 0: 10, 1: 11}[seat]
    assert found(log) == [(clause, at, line, blamed)]


def test_ca_7_who_had_the_absent_card_is_known_when_it_is_shown() -> None:
    log = absent_log("2d Ac 7s 4c", Shown(seat=2, cards=cards("3d")))
    assert found(log) == [("CA-2.3", 5, 8, 2)]


def test_ca_2_3_card_kept_is_found_at_once_with_all_hands() -> None:
    events = [*cax_6_deal(), *exchange()[:2], CardAbsent(), *exchange()[4:]]
    assert found(calabrasella(*events)) == [("CA-2.3", 6, 6, 0)]
    silent = [*cax_6_deal(), *exchange()[:2], *exchange()[4:]]
    assert found(calabrasella(*silent)) == [("CA-2.3", 6, 6, 0)]
    assert found(public(calabrasella(*silent))) == []


def test_ca_2_3_what_nobody_wrote_of_the_named_card_proves_nothing() -> None:
    events = [*cax_6_deal(), *exchange()[:2], *exchange()[4:], *tricks([(2, "2s Ks 5s"), (2, "6d 4d 3c")])]
    assert [row for row in found(public(calabrasella(*events))) if row[0] == "CA-2.2"] == []


def test_ca_2_3_handing_over_follows_from_a_card_given_back() -> None:
    events = cax_6()
    del events[4]
    log = calabrasella(*events)
    for record in (log, public(log)):
        assert found(record) == []
        assert points(record) == [(-19, 38, -19)]


def test_ca_2_3_named_card_given_back() -> None:
    log = changed(7, Returned(seat=1, to=0, card=one("3c")))
    assert found(log)[0] == ("CA-2.3", 7, 7, 1)
    events = [*cax_6_deal(), *exchange()[:3], Returned(seat=1, to=0, card=one("3c")), *exchange()[4:]]
    seen = public(calabrasella(*events, *tricks([(2, "2s 3c")])))
    assert ("CA-2.3", 7, 12, 1) in found(seen)


@pytest.mark.parametrize(
    ("event", "seat"),
    [
        (Gave(seat=0, to=1, card=one("4s")), 0),
        (Gave(seat=0, to=2, card=one("3c")), 0),
    ],
)
def test_ca_2_3_wrong_card_or_wrong_hands(event: Gave, seat: int) -> None:
    assert found(calabrasella(*cax_6_deal(), *exchange()[:2], event)) == [("CA-2.3", 6, 6, seat)]


def test_ca_2_3_card_given_unasked_or_twice_or_back_to_another() -> None:
    assert found(calabrasella(*cax_6_deal(), Elected(seat=1), exchange()[2])) == [("CA-2.3", 5, 5, 0)]
    assert found(calabrasella(*cax_6_deal(), *exchange()[:3], exchange()[2])) == [("CA-2.3", 7, 7, 0)]
    to_2 = Returned(seat=1, to=2, card=one("4c"))
    assert found(calabrasella(*cax_6_deal(), *exchange()[:3], to_2)) == [("CA-2.3", 7, 7, 1)]
    after_absent = [CardNamed(seat=1, card=one("3s")), CardAbsent(), Returned(seat=1, to=0, card=one("4c"))]
    assert found(calabrasella(*cax_6_deal(), Elected(seat=1), *after_absent)) == [("CA-2.3", 7, 7, 1)]
    assert found(calabrasella(*cax_6_deal(), Elected(seat=1), CardAbsent())) == [("CA-2.3", 5, 5, None)]
    assert found(calabrasella(*cax_6_deal(), *exchange()[:3], CardAbsent())) == [("CA-2.3", 7, 7, None)]


def test_ca_2_3_no_card_given_back() -> None:
    events = [*cax_6_deal(), *exchange()[:3], *exchange()[4:]]
    assert found(calabrasella(*events)) == [("CA-2.3", 7, 7, 1)]


def test_g_5_card_handed_over_from_elsewhere() -> None:
    events = [*cax_6_deal(), *exchange()[:2], Gave(seat=2, to=1, card=one("3c"))]
    assert [row[0] for row in found(calabrasella(*events))] == ["G-5"]


# ---- CA-2.4, CA-2.5: discards and widow ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "legal"), [("", False), ("5d", True), ("5d 2d Js Qc", True), ("5d 2d Js Qc 2h", False)]
)
def test_cax_9_one_to_four_discards(text: str, *, legal: bool) -> None:
    log = calabrasella(*cax_6_deal(), *exchange()[:4], Discarded(seat=1, cards=cards(text)))
    assert found(log) == ([] if legal else [("CA-2.4", 8, 8, 1)])


def test_ca_2_4_options() -> None:
    events = [*cax_6_deal(), *exchange()[:4], Discarded(seat=1, cards=cards("5d 2d"))]
    assert found(calabrasella(*events, max_discards=1)) == [("CA-2.4", 8, 8, 1)]
    assert found(calabrasella(*events, min_discards=3)) == [("CA-2.4", 8, 8, 1)]
    assert found(calabrasella(*events, min_discards=2, max_discards=2)) == []
    with pytest.raises(OptionError):
        fold(calabrasella(min_discards=3, max_discards=2))
    with pytest.raises(OptionError):
        fold(calabrasella(max_discards=5))


@pytest.mark.parametrize(("text", "clause"), [("3s", "CA-2.5"), ("3s Ac Jd", "CA-2.5"), ("3s Kc", "G-5")])
def test_cax_9_as_many_taken_as_discarded_and_only_from_the_widow(text: str, clause: str) -> None:
    events = [*cax_6_deal(), *exchange()[:4], Discarded(seat=1, cards=cards("5d 2d")), exchange()[5], took(text)]
    for record in (calabrasella(*events), public(calabrasella(*events))):
        assert [row[:2] for row in found(record)] == [(clause, 10)]


def test_cax_9_widow_turned_before_the_discard() -> None:
    events = [*cax_6_deal(), *exchange()[:4], exchange()[5], exchange()[4], exchange()[6]]
    assert found(calabrasella(*events)) == [("CA-2.4", 8, 8, 1)]


def test_ca_2_5_turned_or_taken_twice_or_not_at_all() -> None:
    events = [*cax_6_deal(), *exchange()]
    assert found(calabrasella(*events[:-1], exchange()[5])) == [("CA-2.5", 10, 10, None)]
    assert found(calabrasella(*events, took("3s"))) == [("CA-2.5", 11, 11, 1)]
    assert found(calabrasella(*events[:-1], *tricks([(2, "2s")]))) == [("CA-2.5", 10, 10, 1)]
    assert found(calabrasella(*events[:-3], *tricks([(2, "2s")]))) == [("CA-2.4", 8, 8, 1)]
    assert found(calabrasella(*events[:-1], took("3s", seat=2))) == [("CA-2.1", 10, 10, 2)]
    hand = Took(seat=1, place="pile", cards=cards("3s"))
    assert found(calabrasella(*events[:-1], hand)) == [("G-5", 10, 10, 1)]


def test_ca_2_5_widow_of_which_only_some_is_written() -> None:
    events = [*cax_6_deal(), *exchange()[:5], TurnedOver(cards=cards("Ac Jd 3s"))]
    assert found(calabrasella(*events)) == [("CA-1.1", 9, 9, None)]
    other = [*cax_6_deal(), *exchange()[:5], TurnedOver(cards=cards("Ac Jd 3s 4d"))]
    assert [row[0] for row in found(calabrasella(*other))] == ["G-5"]


def test_ca_7_discards_nobody_counted_are_as_many_as_were_taken() -> None:
    events = [*cax_6_deal(), *exchange()[:4], Discarded(seat=1), *exchange()[5:], *tricks(CAX_6_TRICKS)]
    log = calabrasella(*events)
    assert found(log) == found(public(log)) == []
    assert points(log) == [(-19, 38, -19)]


# ---- CA-4: scoring ---------------------------------------------------------------------------------------------------


def paid(declarer: int, defenders: int, **options: Any) -> tuple[int | None, ...]:
    """The chips for these points, seat 1 declaring."""
    row = Scored(seat=1, counts=(declarer, defenders))
    return audit(calabrasella(HandStarted(dealer=0), row, **options)).results[0].result.points


def test_cax_1_source_payments() -> None:
    assert paid(19, 16) == (-3, 6, -3)
    assert paid(11, 24) == (13, -26, 13)


def test_cax_2_shutouts() -> None:
    assert paid(35, 0) == (-70, 140, -70)
    assert paid(0, 35) == (70, -140, 70)
    assert paid(34, 0) == (-34, 68, -34)
    assert paid(34, 0, shutout_rule="all_points") == (-68, 136, -68)
    assert paid(33, 0, shutout_rule="all_points") == (-66, 132, -66)
    assert paid(35, 0, payment_double=3) == (-105, 210, -105)


def test_ca_4_1_cards_are_worth_32() -> None:
    assert value(FORTY) == 32


def test_ca_4_3_equal_points() -> None:
    assert paid(17, 17) == (0, 0, 0)


def test_ca_2_5_dead_cards_to_the_last_trick() -> None:
    state = fold(calabrasella(*cax_6(), dead_cards="last_trick"))
    assert (state.score, state.chips[:3]) == ([29, 6], [-23, 46, -23])


def test_ca_4_5_deal_and_chips() -> None:
    assert found(calabrasella(*cax_6(), HandStarted(dealer=1))) == []
    assert found(calabrasella(*cax_6(), HandStarted(dealer=0))) == [("CA-4.5", 47, 47, 0)]
    state = fold(calabrasella(*cax_6(), BoughtIn(seat=0, amount=50), CashedOut(seat=1, amount=8), starting_chips=100))
    assert (state.chips[:3], sum(state.chips)) == ([131, 130, 81], 0)
    assert found(calabrasella(BoughtIn(seat=3, amount=1))) == [("G-5", 2, 2, None)]


def test_ca_6_1_most_chips_at_the_end_and_ties_share() -> None:
    scene = find("calabrasella").scene
    assert scene(fold(calabrasella(*cax_6(), Closed()))).says == "most chips: p2, 38"
    added = BoughtIn(seat=0, amount=57)
    assert scene(fold(calabrasella(*cax_6(), added, Closed()))).says == "most chips: p1 & p2, 38"


def test_ca_7_discards_are_known_by_elimination() -> None:
    state = fold(public(calabrasella(*cax_6())))
    assert (state.places.known[5], state.places.most[5]) == (one("5d").bit, 0)


def test_ca_4_5_purses_and_payments_are_compared() -> None:
    events = cax_6()
    good: list[Base] = [PurseCounted(seat=1, amount=38), ChipsPassed(from_="seat:0", to="seat:1", amount=19)]
    assert found(calabrasella(*events, *good)) == []
    assert found(calabrasella(*events, PurseCounted(seat=1, amount=37))) == [("CA-4.5", 47, 47, 1)]
    for wrong in (
        ChipsPassed(from_="seat:0", to="seat:1", amount=20),
        ChipsPassed(from_="seat:1", to="seat:0", amount=19),
        ChipsPassed(from_="seat:0", to="pool", amount=19),
    ):
        assert [row[:2] for row in found(calabrasella(*events, wrong))] == [("CA-4.3", 47)]


# ---- G: corrections, contradictions, gaps ----------------------------------------------------------------------------


def test_g_14_revoke_put_right_in_the_open_trick() -> None:
    events = [*cax_6_deal(), *exchange(), *tricks([(2, "2s 4d")]), Corrected(seat=0, card=one("Ks"))]
    log = calabrasella(*events, *trick(1, "5s", seats=3), same_trick_correction=True)
    assert found(log) == found(public(log)) == []
    assert [row[0] for row in found(calabrasella(*events))] == ["CA-3", "G-14"]


def test_g_5_card_in_two_hands_is_one_contradiction() -> None:
    hands = [*CAX_6_HANDS]
    hands[2] = hands[2].replace("4h", "3d")
    log = calabrasella(HandStarted(dealer=0), dealt(hands, CAX_6_WIDOW), *exchange(), *tricks(CAX_6_TRICKS))
    assert {one_.kind for one_ in audit(log).findings} == {"contradiction"}


def test_card_not_written_down_leaves_the_chips_open() -> None:
    events = cax_6()
    events[-3] = Played(seat=1, card=one("??"))
    log = calabrasella(*events)
    assert found(log) == []
    assert points(log) == [(None,) * 3]
    assert fold(log).unsure == 7


def test_gap_proves_less_and_never_more() -> None:
    for at in range(2, 44):
        events = cax_6()
        events[at : at + 3] = [Gap()]
        assert found(calabrasella(*events, HandStarted(dealer=2))) == [], at


def test_unfinished_hand_is_void() -> None:
    assert found(calabrasella(*cax_6()[:15], HandStarted())) == [("CA-3", 17, 17, None)]
    assert found(calabrasella(*cax_6()[:15], Voided(why="misdeal"), HandStarted())) == []
    assert found(calabrasella(Voided())) == [("G-5", 2, 2, None)]


def test_seats_that_are_not_there() -> None:
    acts: list[Base] = [Passed(seat=3), Elected(seat=4), CardNamed(seat=5, card=one("3s")), Gave(seat=3, to=1)]
    acts += [
        Returned(seat=1, to=7),
        Discarded(seat=9, cards=()),
        Took(seat=8, place="widow"),
        Played(seat=3, card=one("4s")),
    ]
    rows = found(calabrasella(HandStarted(dealer=0), *acts))
    assert {row[1] for row in rows} == set(range(3, 11))


# ---- Score sheets ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "clause"),
    [
        (Scored(seat=1, counts=(30, 6)), "CA-4.2"),
        (Scored(seat=1, counts=(12, 10)), "CA-4.2"),
        (Scored(seat=1, counts=(14, 10)), "CA-4.2"),
        (Scored(seat=1, counts=(14,)), "CA-4.2"),
        (Scored(seat=3, counts=(19, 16)), "CA-4"),
        (Scored(seat=1, counts=(19, 16), points=(-3, 7, -3)), "CA-4"),
        (Scored(seat=1, counts=(19, 16), points=(-4, 8, -4)), "CA-4.3"),
        (Scored(seat=1, counts=(19, 16), points=(6, -3, -3)), "CA-4.3"),
        (Scored(seat=1, counts=(19, 16), totals=(-3, 6, -2)), "CA-4.5"),
        (Scored(seat=1, counts=(19, 16), points=(-3, 6)), "CA-4"),
    ],
)
def test_rows_that_cannot_be(row: Scored, clause: str) -> None:
    done = audit(calabrasella(HandStarted(dealer=0), row))
    assert (done.findings[0].kind, done.findings[0].clause) == ("testimony", clause)


def test_rows_go_on() -> None:
    rows = [Scored(seat=1, counts=(19, 16), points=(-3, 6, -3), totals=(-3, 6, -3)), Scored(void=True)]
    rows += [Scored(seat=0, counts=(11, 24), points=(-26, 13, 13), totals=(-29, 19, 10))]
    events = [event for n, row in enumerate(rows) for event in (HandStarted(dealer=0 if n == 0 else None), row)]
    log = calabrasella(*events)
    assert found(log) == []
    assert (fold(log).chips[:3], fold(log).dealer) == ([-29, 19, 10], 2)


def test_row_without_points_leaves_the_chips_open() -> None:
    log = calabrasella(HandStarted(dealer=0), Scored(seat=1))
    assert points(log) == [(None,) * 3]


def test_row_of_a_hand_that_was_played_is_compared() -> None:
    right = Scored(seat=1, counts=(25, 6), points=(-19, 38, -19), totals=(-19, 38, -19))
    assert found(calabrasella(*cax_6(), right)) == []
    for wrong in (Scored(seat=0), Scored(counts=(24, 7)), Scored(points=(-18, 36, -18)), Scored(totals=(-18, 37, -19))):
        assert [row[1] for row in found(calabrasella(*cax_6(), wrong))] == [47], wrong
