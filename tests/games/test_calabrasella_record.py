"""Calabrasella: records with lines left out, doubled or out of order, rows that say odd things: what they prove, and not."""

from typing import Any

import pytest

from tests.builders import cards, fold, found, trick
from tests.cli.recording import recorder, take
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
from tests.test_every_game import plain
from upcard.engine.audit import audit
from upcard.engine.fold import frames
from upcard.engine.log import Log
from upcard.engine.view import PUBLIC, redact_log, view
from upcard.schemas.events import (
    Base,
    CardAbsent,
    CardNamed,
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

START = HandStarted(dealer=0)


def public(log: Log) -> Log:
    """The log as the table saw it."""
    return redact_log(log, PUBLIC, "public")


def points(log: Log) -> list[tuple[int | None, ...]]:
    """The chips of each hand, by seat."""
    return [ended.result.points for ended in audit(log).results]


def without(at: int) -> list[Base]:
    """CAX-6 and the hand after it without one of its events, counted from 0."""
    events = cax_6()
    return [*events[:at], *events[at + 1 :], HandStarted()]


def both(events: list[Base]) -> list[Log]:
    """With all hands, and as the table saw it."""
    log = calabrasella(*events)
    return [log, public(log)]


# ---- What is left out of a record, doubled, or in another order ------------------------------------------------------


@pytest.mark.parametrize("at", range(1, 9))
def test_an_event_before_play_left_out_is_at_most_one_finding(at: int) -> None:
    for record in both(without(at)):
        assert len(found(record)) == (at in {2, 3, 5, 6, 8}), at


@pytest.mark.parametrize("at", sorted({*range(9, 45)} - {14, 23, 26, 28}))
def test_a_play_left_out_of_the_record_accuses_nobody_of_a_revoke(at: int) -> None:
    """What follows was played to other tricks than it seems. Left aside: where the lead of the seat whose play was left
    out looks like that play.
    """
    for record in both(without(at)):
        rows = found(record)
        assert {row[0] for row in rows if row[1] < 46} <= {"G-13"}
        assert 1 <= len(rows) <= 3
        assert fold(record).chips[:3] == [0, 0, 0]


@pytest.mark.parametrize("at", range(2, 45))
def test_a_line_written_twice_is_one_finding(at: int) -> None:
    events = cax_6()
    events.insert(at, events[at])
    for record in both([*events, HandStarted()]):
        assert len(found(record)) == 1
        assert points(record) == [(-19, 38, -19)]


@pytest.mark.parametrize("at", range(1, 8))
def test_two_lines_before_play_in_the_wrong_order_are_at_most_one_finding(at: int) -> None:
    events = cax_6()
    events[at : at + 2] = reversed(events[at : at + 2])
    for record in both(events):
        assert len(found(record)) <= 1, found(record)
        assert points(record) == [(-19, 38, -19)]


def test_g_5_what_is_written_where_no_hand_is_on_is_told_of_once() -> None:
    for events in (cax_6()[2:], cax_6()[20:], [*cax_6()[12:], Voided()]):
        assert [row[:2] for row in found(calabrasella(*events))] == [("G-5", 2)]
        again = [*events, *cax_6(), *cax_6()[20:]]
        assert [row[:2] for row in found(calabrasella(*again))] == [("G-5", 2), ("G-5", len(events) + 47)]


def test_g_5_cards_dealt_begin_a_hand_of_which_nobody_wrote_that_it_began() -> None:
    log = calabrasella(*cax_6()[1:], *cax_6()[1:20], *cax_6()[1:], HandStarted())
    assert [row[:2] for row in found(log) if row[0] == "G-5"] == [("G-5", 2), ("G-5", 46), ("G-5", 65)]
    assert points(log) == [(-19, 38, -19)] * 2
    assert points(calabrasella(*cax_6()[1:])) == [(-19, 38, -19)]


def test_after_a_gap_between_hands_nothing_tells_that_no_hand_is_on() -> None:
    for events in (cax_6()[1:], cax_6()[2:], cax_6()[20:], [Voided()], [Scored(seat=2, counts=(19, 16))]):
        assert found(calabrasella(*cax_6(), Gap(), *events)) == []


def test_a_gap_in_a_hand_may_hide_the_end_of_the_bidding() -> None:
    events = [*cax_6_deal(), Elected(seat=1), Gap(), Passed(seat=0), Elected(seat=2)]
    assert found(calabrasella(*events)) == []


def test_a_gap_before_the_deal_leaves_the_chips_open() -> None:
    events = [START, Gap(), HandStarted(dealer=1), PurseCounted(seat=0, amount=12)]
    assert found(calabrasella(*events)) == []


def test_a_card_seen_before_was_some_other_card() -> None:
    events = cax_6()
    events[17] = Played(seat=0, card=one("Ks"))  # 5h in the play; the king of spades went to the first trick
    for record in both(events):
        assert [row[0] for row in found(record)] == ["G-5"]
        assert points(record) == [(None,) * 3]


def test_any_card_may_be_the_one_that_nobody_wrote_down() -> None:
    """Seat 0 cannot follow hearts when its five was the card that was not told."""
    events = cax_6()
    events[17] = Played(seat=0, card=one("??"))
    for record in both(events):
        assert found(record) == []
        assert points(record) == [(None,) * 3]


# ---- CA-2.1 Bidding --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("order", "wrong"), [((1, 0, 2), [3]), ((1, 2, 0), [3]), ((0, 2, 1), [4]), ((2, 0, 1), [3]), ((0, 0, 1, 2), [4])]
)
def test_ca_2_1_one_who_speaks_out_of_turn_is_one_finding(order: tuple[int, ...], wrong: list[int]) -> None:
    passes = [Passed(seat=seat) for seat in order]
    log = calabrasella(HandStarted(dealer=2), *passes, HandStarted(dealer=0))
    assert [row[:2] for row in found(log)] == [("CA-2.1", line) for line in wrong]
    assert points(log) == [(0, 0, 0)]


@pytest.mark.parametrize("how", [[Voided()], [Scored(void=True)], [Passed(seat=seat) for seat in (0, 1, 2)]])
def test_ca_2_1_left_of_the_dealer_deals_after_a_void_hand(how: list[Base]) -> None:
    log = calabrasella(HandStarted(dealer=2), Dealt(each=12), *how, HandStarted())
    assert fold(log).dealer == 0


def test_a_hand_thrown_in_may_be_dealt_again() -> None:
    assert found(calabrasella(HandStarted(dealer=2), Dealt(each=12), Voided(), HandStarted(dealer=2))) == []


# ---- CA-2.2, CA-2.3 Naming and exchange ------------------------------------------------------------------------------


def test_ca_2_2_a_card_named_wrongly_stays_so_when_nobody_wrote_what_became_of_it() -> None:
    for card in ("Ad", "2d"):
        events: list[Base] = [START, Dealt(hands=(cards(CAX_6_HANDS[0]),)), Elected(seat=1)]
        events += [CardNamed(seat=1, card=one(card)), Discarded(seat=1, cards=(one("??"),))]
        assert found(calabrasella(*events)) == [("CA-2.2", 5, 5, 1)]


def two_named(*events: Base) -> Log:
    """Seat 1 names a two; nobody wrote the cards."""
    return calabrasella(START, Elected(seat=1), CardNamed(seat=1, card=one("2d")), *events)


def test_ca_2_2_either_defender_may_have_been_given_the_card_that_nobody_wrote_of() -> None:
    events = [Discarded(seat=1, cards=(one("??"),)), TurnedOver(cards=cards("7s 4s 5s 6s")), took("7s")]
    for text in ("3h", "4h 3h"):
        assert found(two_named(*events, *trick(2, text, seats=3))) == []


def test_ca_2_2_threes_that_come_to_light_in_any_way() -> None:
    done = [Gave(seat=0, to=1), Returned(seat=1, to=0), Discarded(seat=1, cards=(one("??"),))]
    assert found(two_named(*done, took("3s"))) == [("CA-2.2", 4, 8, 1)]
    assert found(two_named(*done, Shown(place="widow", cards=cards("3s")))) == [("CA-2.2", 4, 8, 1)]
    assert found(two_named(*done, Voided(), Shown(seat=2, cards=cards("3s")))) == [("CA-2.2", 4, 9, 1)]
    turned = [*done, TurnedOver(cards=cards("7s 4s 5s 6s")), took("7s")]
    log = two_named(*turned, *trick(1, "5d 4h", seats=3), Corrected(seat=2, card=one("3d")))
    assert ("CA-2.2", 4, 12, 1) in found(log)


def test_ca_2_2_cards_shown_of_an_earlier_hand_say_nothing_of_this_one() -> None:
    first: list[Base] = [HandStarted(dealer=2), *(Passed(seat=seat) for seat in (0, 1, 2))]
    second: list[Base] = [HandStarted(), Elected(seat=1), CardNamed(seat=1, card=one("2d")), Gave(seat=0, to=1)]
    log = calabrasella(*first, *second, Shown(seat=2, cards=cards("3s"), hand=1))
    assert found(log) == []


def kept(*events: Base) -> Log:
    """Seat 1 names the three of diamonds, which nobody has; it is not in the widow."""
    start: list[Base] = [START, Elected(seat=1), CardNamed(seat=1, card=one("3d")), CardAbsent()]
    start += [Discarded(seat=1, cards=cards("?? ??")), TurnedOver(cards=cards("2d Ac 7s 4c"))]
    return calabrasella(*start, *events)


def test_ca_7_cards_shown_of_an_earlier_hand_do_not_tell_who_kept_the_card() -> None:
    first: list[Base] = [HandStarted(dealer=2), *(Passed(seat=seat) for seat in (0, 1, 2))]
    events = [event for _, event in kept().events]
    log = calabrasella(*first, *events, Shown(seat=2, cards=cards("3d"), hand=1))
    assert found(log) == [("CA-7", 9, 11, None)]


@pytest.mark.parametrize("taking", [{}, {"cards": cards("?? ??")}, {"cards": cards("2d Ac")}])
def test_ca_7_who_takes_cards_that_all_saw_in_the_widow_gets_no_other(taking: Any) -> None:
    log = kept(Took(seat=1, place="widow", **taking), *trick(2, "4d 5d 3d", seats=3))
    assert found(public(log)) == [("CA-2.2", 4, 11, 1)]


def test_ca_7_a_widow_that_was_written_wrongly_proves_nothing_of_the_named_card() -> None:
    start: list[Base] = [START, Elected(seat=1), CardNamed(seat=1, card=one("3d")), CardAbsent()]
    start += [Discarded(seat=1, cards=cards("?? ??"))]
    for widow in ("2d 8c 7s 4c", "2d 7s 7s 4c"):
        assert [row[0] for row in found(calabrasella(*start, TurnedOver(cards=cards(widow))))] == ["G-5"]


def test_ca_2_3_a_card_goes_to_whom_it_was_given() -> None:
    events = [*cax_6_deal(), *exchange()[:2], Gave(seat=0, to=2, card=one("3c"))]
    state = fold(calabrasella(*events))
    assert state.places.known[2] & one("3c").bit
    assert not state.places.known[1] & one("3c").bit


def test_ca_2_3_a_card_given_back_to_who_had_nothing_to_give() -> None:
    events = [*cax_6_deal(), *exchange()[:2], Returned(seat=1, to=2, card=one("4c"))]
    assert found(calabrasella(*events)) == [("CA-2.3", 6, 6, 1)]
    assert fold(calabrasella(*events)).places.known[0] & one("3c").bit


def test_ca_2_3_what_is_named_after_it_was_handed_over_is_not_held_wrongly() -> None:
    events = [*cax_6_deal(), Elected(seat=1), exchange()[2], exchange()[1], *exchange()[3:], *tricks(CAX_6_TRICKS)]
    for record in both(events):
        assert found(record) == [("CA-2.3", 5, 5, 0)]


# ---- CA-2.5 The widow ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("taking", [None, cards("??"), cards("3s")])
@pytest.mark.parametrize("counted", [True, False])
def test_ca_2_5_cards_taken_that_nobody_wrote_down(taking: Any, *, counted: bool) -> None:
    """What all saw in the widow may be played by the declarer from then on."""
    events = cax_6()
    events[8] = Took(seat=1, place="widow", cards=taking)
    if not counted:
        events[6] = Discarded(seat=1)
    for record in both(events):
        assert found(record) == []
        assert points(record) == [(-19, 38, -19)]


def test_ca_2_5_a_widow_taken_unseen_is_the_same_for_all_who_look() -> None:
    for taking in (None, cards("3s")):
        events = cax_6()
        events[8] = Took(seat=1, place="widow", cards=taking)
        log = calabrasella(*events)
        for viewer in (PUBLIC, 0, 1, 2):
            seen_by = redact_log(log, viewer, "copy")
            for (_, _, whole), (_, _, seen) in zip(frames(log), frames(seen_by), strict=True):
                assert plain(view(whole, viewer)) == plain(seen)


def test_cards_shown_nowhere_are_told_of() -> None:
    done = audit(calabrasella(*cax_6_deal(), Shown(cards=cards("3c"))))
    assert [(one_.kind, one_.name) for one_ in done.findings] == [("note", "shown_nowhere")]
    assert found(calabrasella(*cax_6_deal(), Shown(seat=3, cards=cards("3c")))) == [("G-5", 4, 4, None)]


def test_discards_may_be_shown() -> None:
    log = calabrasella(*cax_6_deal(), *exchange(), Shown(place="discards", cards=cards("5d")))
    assert found(log) == found(public(log)) == []
    wrong = calabrasella(*cax_6_deal(), *exchange(), Shown(place="discards", cards=cards("2d")))
    assert [row[0] for row in found(wrong)] == ["G-5"]


# ---- CA-4 Rows of a score sheet --------------------------------------------------------------------------------------


def row(*events: Base, **options: Any) -> Log:
    """A hand of which only this is written."""
    return calabrasella(START, *events, **options)


@pytest.mark.parametrize(
    ("written", "clause"),
    [
        (Scored(points=(-3, 7, -4)), "CA-4.3"),
        (Scored(points=(-3, 0, 3)), "CA-4.3"),
        (Scored(seat=0, points=(-3, 6, -3)), "CA-4.3"),
        (Scored(points=(-35, 70, -35)), "CA-4.3"),
        (Scored(points=(-71, 142, -71)), "CA-4.3"),
        (Scored(totals=(-3, 7, -4)), "CA-4.3"),
        (Scored(void=True, points=(-3, 6, -3)), "CA-4"),
        (Scored(void=True, counts=(19, 16)), "CA-4"),
    ],
)
def test_ca_4_3_chips_that_no_hand_brings(written: Scored, clause: str) -> None:
    done = audit(row(written))
    assert [(one_.kind, one_.clause) for one_ in done.findings][:1] == [("testimony", clause)]
    assert points(row(written)) in ([(None,) * 3], [(0, 0, 0)])


def test_ca_4_4_chips_of_a_shutout_hang_on_the_house_rules() -> None:
    double = Scored(points=(-66, 132, -66))
    assert [one_[0] for one_ in found(row(double))] == ["CA-4.3"]
    assert found(row(double, shutout_rule="all_points")) == []
    assert found(row(Scored(points=(-105, 210, -105)), payment_double=3)) == []


@pytest.mark.parametrize(
    "written",
    [
        Scored(points=(-3, 6, -3)),
        Scored(seat=1, points=(-3, 6, -3)),
        Scored(totals=(-3, 6, -3)),
        Scored(counts=(19, 16), points=(-3, 6, -3)),
        Scored(counts=(19, 16), totals=(-3, 6, -3)),
    ],
)
def test_ca_4_3_chips_tell_who_declared_and_what_was_paid(written: Scored) -> None:
    log = row(written, HandStarted(), Scored(seat=2, counts=(16, 19)))
    assert found(log) == []
    assert points(log) == [(-3, 6, -3), (3, 3, -6)]


def test_a_row_without_the_declarer_leaves_the_chips_open_but_in_a_tie() -> None:
    assert points(row(Scored(counts=(19, 16)))) == [(None,) * 3]
    assert points(row(Scored(counts=(17, 17)))) == [(0, 0, 0)]
    assert audit(row(Scored(counts=(19, 16)))).results[0].result.won == (None,) * 3


def test_who_elected_is_the_declarer_whoever_a_row_names() -> None:
    log = row(Elected(seat=1), Scored(seat=2, counts=(19, 16)))
    assert [one_[:2] for one_ in found(log)] == [("CA-4", 4)]
    assert points(log) == [(-3, 6, -3)]


def test_a_second_row_of_a_hand_is_compared() -> None:
    first = Scored(seat=1, counts=(19, 16))
    assert found(row(first, first)) == []
    wrong = [Scored(seat=0), Scored(counts=(18, 17)), Scored(points=(-2, 4, -2)), Scored(void=True)]
    for second in wrong:
        assert [one_[1] for one_ in found(row(first, second))] == [4], second
    chips = Scored(points=(-3, 6, -3))
    assert [one_[1] for one_ in found(row(chips, Scored(points=(-2, 4, -2))))] == [4]


def test_a_row_of_a_void_hand_is_compared() -> None:
    passes = [Passed(seat=seat) for seat in (1, 2, 0)]
    for events in (passes, [Voided()], [Scored(void=True)]):
        line = 3 + len(events)
        assert found(row(*events, Scored(void=True))) == []
        assert [one_[:2] for one_ in found(row(*events, Scored(seat=1, counts=(19, 16))))] == [("CA-4", line)]
    played = calabrasella(*cax_6(), Scored(void=True))
    assert [one_[:2] for one_ in found(played)] == [("CA-4", 47)]


def test_rows_say_nothing_after_a_gap() -> None:
    assert found(calabrasella(*cax_6(), Gap(hands=1), Scored(seat=0, counts=(10, 20), points=(-20, 10, 10)))) == []


def test_dealt_twice_is_found_once() -> None:
    assert len(found(calabrasella(*cax_6_deal(), dealt(CAX_6_HANDS, CAX_6_WIDOW)))) == 1


def test_a_void_hand_is_a_row_of_its_own_in_a_sheet() -> None:
    session = recorder("calabrasella", "Ann Bob Cid", sheet=True)
    take(session, "19 16 declarer Bob", "void")
    assert [type(event) for _, event in session.book.raw] == [HandStarted, Scored, HandStarted, Scored]
    assert session.book.state.chips[:3] == [-3, 6, -3]


def test_ca_2_5_some_of_the_cards_taken_openly_were_not_written() -> None:
    start: list[Base] = [START, Elected(seat=1), CardNamed(seat=1, card=one("3d")), CardAbsent()]
    start += [Discarded(seat=1, cards=cards("4s 5s")), TurnedOver(cards=cards("3d Ac 7s 4c")), took("3d ??")]
    state = fold(calabrasella(*start))
    assert state.places.count(1) == 12
    plays = [Played(seat=1, card=card) for card in cards("3d Ac 4h 5h 6h 7h Jh Qh Kh Ah 2h 3h")]
    assert {row[0] for row in found(calabrasella(*start, *plays))} == {"G-13"}


def test_ca_2_2_a_named_card_taken_from_the_widow_was_not_held() -> None:
    start: list[Base] = [START, Elected(seat=1), CardNamed(seat=1, card=one("3d")), CardAbsent()]
    start += [Discarded(seat=1), took("3d Ac"), *trick(2, "4d 5d 3d", seats=3)]
    assert found(calabrasella(*start)) == []


def test_ca_2_4_where_no_card_must_be_discarded_none_may_have_been_taken() -> None:
    start = [*cax_6_deal(), *exchange()[:4], Discarded(seat=1), *trick(2, "2s", seats=3)]
    assert found(calabrasella(*start, min_discards=0)) == []
    assert found(calabrasella(*start)) == [("CA-2.5", 9, 9, 1)]


def test_g_5_a_card_that_all_saw_in_the_widow_is_there_whatever_was_discarded() -> None:
    wrong = Discarded(seat=1, cards=cards("Ac"))
    log = calabrasella(*cax_6_deal(), *exchange()[:4], exchange()[5], wrong)
    assert [row[0] for row in found(log)] == ["CA-2.4", "G-5"]
    for (_, _, whole), (_, _, seen) in zip(frames(log), frames(public(log)), strict=True):
        assert plain(view(whole, PUBLIC)) == plain(seen)


def test_g_5_what_all_see_in_the_widow_outweighs_what_was_said_to_be_discarded() -> None:
    events = [*cax_6_deal(), *exchange()[:4], Discarded(seat=1, cards=cards("3s")), *exchange()[5:]]
    log = calabrasella(*events)
    assert [row[:2] for row in found(log)] == [("G-5", 8), ("G-5", 9)]
    assert fold(log).places.known[1] & one("3s").bit
