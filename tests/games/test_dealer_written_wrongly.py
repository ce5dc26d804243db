"""G-8: who deals is written once, for the first hand. Where that is wrong, it is one slip of the scribe, and no breach in every hand."""

from collections.abc import Iterable

import msgspec
import pytest

from upcard.engine.audit import audit
from upcard.engine.fold import frames
from upcard.engine.game import find
from upcard.engine.log import Log
from upcard.engine.simulate import Setup, sessions
from upcard.engine.state import encode_state
from upcard.engine.view import PUBLIC, redact_log, view
from upcard.schemas.cards import Card
from upcard.schemas.events import Dealt, HandStarted, Opened, Played, TurnedUp
from upcard.schemas.findings import COUNTED, Finding

GAMES = ("calabrasella", "court_piece", "hasenpfeffer", "last_one", "pluck", "pope_joan", "spinado", "tresette")
WRONG = [("contradiction", "wrong_dealer", "G-8")]


def with_dealer(log: Log, off: int) -> Log:
    """The same, the dealer of the first hand written so many seats too far, and no other dealer."""
    first = next(event for _, event in log.events if type(event) is HandStarted and event.dealer is not None)
    assert first.dealer is not None
    wrong = msgspec.structs.replace(first, dealer=(first.dealer + off) % len(log.header.seats))
    return Log.of(log.header, [wrong if event is first else event for _, event in log.events])


def told(log: Log) -> list[Finding]:
    return [found for found in audit(log).findings if found.kind in COUNTED]


def short(found: Iterable[Finding]) -> list[tuple[str, str, str]]:
    return [(one.kind, one.name, one.clause) for one in found]


def evenings(game: str, *, preset: str | None = None, seats: int | None = None, count: int = 6) -> list[Log]:
    """Sessions of more than one hand."""
    logs = sessions(Setup(game=game, seed=5, preset=preset, seats=seats), hands=5, count=count)
    return [log for log in logs if sum(type(event) is HandStarted for _, event in log.events) > 1]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", ["full", "public"])
def test_g_8_a_dealer_written_wrongly_is_told_once_and_accuses_nobody(game: str, level: str) -> None:
    for log in evenings(game):
        for off in range(1, len(log.header.seats)):
            wrong = with_dealer(log, off)
            wrong = redact_log(wrong, PUBLIC, "public") if level == "public" else wrong
            found = told(wrong)
            assert short(found) == WRONG, (game, off)
            assert [one.seat for one in found] == [None]


@pytest.mark.parametrize("game", ["calabrasella", "hasenpfeffer", "last_one", "pope_joan", "spinado"])
def test_g_8_the_hands_after_it_have_the_dealer_who_dealt(game: str) -> None:
    for log in evenings(game):
        right, wrong = audit(log), audit(with_dealer(log, 1))
        dealers = [[ended.result.dealer for ended in one.results] for one in (right, wrong)]
        assert dealers[0][1:] == dealers[1][1:]
        assert dealers[0][0] != dealers[1][0]


@pytest.mark.parametrize("game", ["calabrasella", "hasenpfeffer", "pluck", "pope_joan", "spinado", "tresette"])
def test_g_8_a_dealer_who_is_named_as_the_hand_before_was_opened_speaks_against_the_line(game: str) -> None:
    for log in evenings(game):
        begun = [event for _, event in log.events if type(event) is HandStarted]
        second = audit(log).results[1].result.dealer
        if begun[1].dealer is None and second is not None:
            named = msgspec.structs.replace(begun[1], dealer=second)
            wrong = [named if event is begun[1] else event for _, event in with_dealer(log, 1).events]
            found = told(Log.of(log.header, wrong))
            assert short(found) == WRONG
            assert [(one.seat, one.hand) for one in found] in ([(None, 1)], [(None, 2)])


@pytest.mark.parametrize("seats", range(4, 9))
def test_g_8_so_many_cards_as_another_dealer_deals_tell_it_in_the_first_hand(seats: int) -> None:
    for log in evenings("pope_joan", preset="p003", seats=seats, count=3):
        for off in range(1, seats):
            found = told(with_dealer(log, off))
            assert short(found) == [("contradiction", "count_mismatch", "PJ-6.6")]
            assert (found[0].hand, found[0].against) == (1, 2)
            assert " dealt, they are right" in found[0].says


def test_g_8_where_the_cards_dealt_tell_another_dealer_either_may_lead() -> None:
    begin = [HandStarted(dealer=0), Dealt(sizes=(11, 10, 10, 10)), TurnedUp(card=Card("Kc"))]
    for leader in (1, 0):  # the elder by the line, and by the cards: seat 3 dealt
        game = Opened(format="upcard/1", log="g8", game="pope_joan", preset="p003", seats=tuple("abcd"))
        found = told(Log.of(game, [*begin, Played(seat=leader, card=Card("2h"))]))
        assert [one.name for one in found] == ["count_mismatch"], leader


def test_g_8_the_card_turned_up_fell_to_another_where_another_dealt() -> None:
    hands = set()
    for log in evenings("pope_joan", preset="p003", seats=3, count=12):
        for off in (1, 2):
            found = told(redact_log(with_dealer(log, off), PUBLIC, "public"))
            assert short(found) == WRONG
            assert [one.seat for one in found] == [None]
            hands.add(found[0].hand)
    assert hands == {1, 2}  # by who played it, or else by who opened the next hand


THREE = Opened(format="upcard/1", log="g8", game="pope_joan", preset="p003", seats=("ann", "bob", "cid"))
TURNED = [HandStarted(dealer=2), Dealt(sizes=(13, 13, 13)), TurnedUp(card=Card("9h"))]
"""Seat 0 leads, and 9h falls to seat 2, if seat 2 deals; if seat 1 does, seat 2 leads, and 9h falls to seat 1."""


def named(*plays: tuple[int, str]) -> list[tuple[str, int | None, int]]:
    """What is told of a hand that begins with these plays, whom it is told of, and the line it was found on."""
    played = [Played(seat=seat, card=Card(card)) for seat, card in plays]
    return [(one.name, one.seat, one.found_at) for one in told(Log.of(THREE, [*TURNED, *played]))]


def test_g_8_who_plays_the_card_turned_up_tells_with_who_opened_the_hand_who_dealt() -> None:
    assert named((2, "7h"), (0, "8h"), (1, "9h")) == [("wrong_dealer", None, 7)]
    assert named((2, "7h"), (0, "8h"), (2, "9h")) == [("lead_out_of_turn", 2, 5)]
    assert named((2, "7h"), (0, "8h"), (0, "9h")) == [("lead_out_of_turn", 2, 5)]
    assert named((0, "7h"), (0, "8h"), (1, "9h")) == [("impossible_card", 1, 7)]
    assert named((1, "9h")) == [("lead_out_of_turn", 1, 5)]
    assert named((0, "9h")) == [("impossible_card", 0, 5)]


def test_g_8_each_seat_sees_where_the_card_turned_up_lies_as_its_own_record_tells() -> None:
    for log in evenings("pope_joan", preset="p003", seats=3, count=6):
        one = opened_by_another(log, 1, 1)
        for viewer in (PUBLIC, 0, 1, 2):
            copy = redact_log(one, viewer, "copy")
            for (line, _, whole), (_, _, seen) in zip(frames(one), frames(copy), strict=True):
                assert encode_state(view(whole, viewer)) == encode_state(seen), (viewer, line)


def test_g_8_where_the_card_turned_up_is_listed_it_lies_whoever_opened_the_hand() -> None:
    for log in evenings("pope_joan", preset="p003", seats=3, count=6):
        begun, dealt, turned = (event for _, event in log.events[:3])
        assert isinstance(begun, HandStarted)
        assert isinstance(dealt, Dealt)
        assert isinstance(turned, TurnedUp)
        assert begun.dealer is not None
        assert dealt.hands is not None
        other = (begun.dealer + 2) % 3
        led = next(card for card in dealt.hands[other] or () if card is not turned.card)
        state = audit(Log.of(log.header, [begun, dealt, turned, Played(seat=other, card=led)])).state
        assert state.off == 1
        assert state.places.known[begun.dealer] & turned.card.bit


def test_pj_6_4_who_may_not_hold_the_card_turned_up_did_not_lead_a_higher_one_wrongly() -> None:
    assert named((2, "Th"), (2, "Jh"), (0, "Qh")) == [("lead_out_of_turn", 2, 5)]
    assert named((0, "5c"), (2, "6c"), (2, "Th")) == [("not_lowest_lead", 2, 7)]


@pytest.mark.parametrize("game", ["court_piece", "hasenpfeffer", "pope_joan", "spinado", "tresette"])
def test_g_8_it_is_told_once_where_its_hand_is_judged_again(game: str) -> None:
    for log in evenings(game):
        wrong = redact_log(with_dealer(log, 1), PUBLIC, "public")
        (first,) = told(wrong)
        events = [event for _, event in wrong.events]
        played = [at for at, event in enumerate(events[first.at :], first.at) if type(event) is Played]
        again = msgspec.structs.replace(events[played[5]], card=events[played[0]].card)
        found = told(Log.of(log.header, [*events[: played[5]], again, *events[played[5] + 1 :]]))
        assert len(found) > 1
        assert short(found).count(WRONG[0]) == 1


def test_g_8_who_paid_as_the_dealer_is_not_known_then() -> None:
    for log in evenings("pope_joan", preset="p001"):
        right, wrong = audit(log).results, audit(with_dealer(log, 1)).results
        assert wrong[1].result.points == (None,) * len(log.header.seats)
        assert [one.result.points for one in wrong[2:]] == [one.result.points for one in right[2:]]
    for log in evenings("spinado"):  # where nobody pays as the dealer
        right, wrong = audit(log).results, audit(with_dealer(log, 1)).results
        assert [one.result.points for one in right] == [one.result.points for one in wrong]


def opened_by_another(log: Log, hand: int, off: int) -> Log:
    """The same, so many hands opened by a card of a seat so far from who was to lead. Nothing else is made to fit."""
    events, number, opened = [], 0, False
    for _, event in log.events:
        number += type(event) is HandStarted
        if number == hand and not opened and type(event).__name__ in {"Played", "Laid"}:
            opened = True
            events.append(msgspec.structs.replace(event, seat=(event.seat + off) % len(log.header.seats)))
        else:
            events.append(event)
    return Log.of(log.header, events)


@pytest.mark.parametrize("game", ["pope_joan", "spinado"])
def test_g_8_one_hand_that_another_opened_is_a_breach_and_so_are_two_by_different_seats(game: str) -> None:
    (log, *_) = evenings(game, seats=5)
    public = redact_log(log, PUBLIC, "public")
    once = [one for one in told(opened_by_another(public, 1, 2)) if one.name == "lead_out_of_turn"]
    assert [(one.kind, one.hand) for one in once] == [("breach", 1)]
    twice = told(opened_by_another(opened_by_another(public, 1, 2), 2, 3))
    assert {one.hand for one in twice if one.name == "lead_out_of_turn"} == {1, 2}
    assert "wrong_dealer" not in [one.name for one in twice]
    alike = told(opened_by_another(opened_by_another(public, 1, 2), 2, 2))
    assert [one.hand for one in alike if one.name == "wrong_dealer"] == [2]
    assert not [one for one in alike if one.name == "lead_out_of_turn" and one.hand == 1]


@pytest.mark.parametrize("seats", range(4, 9))
def test_g_8_a_dealer_whom_the_cards_dealt_agree_with_stands(seats: int) -> None:
    (log, *_) = evenings("pope_joan", preset="p003", seats=seats)
    alike = opened_by_another(opened_by_another(redact_log(log, PUBLIC, "public"), 1, 2), 2, 2)
    found = [(one.kind, one.name, one.hand) for one in told(alike) if one.name in {"lead_out_of_turn", "wrong_dealer"}]
    assert found[:1] == [("breach", "lead_out_of_turn", 1)]
    assert {name for _, name, _ in found} == {"lead_out_of_turn"}


def test_g_8_a_dealer_written_twice_stands() -> None:
    (log, *_) = evenings("pope_joan", preset="p001", seats=4)
    seats, events = len(log.header.seats), []
    dealer = 0
    for _, event in with_dealer(log, 1).events:
        if type(event) is HandStarted:
            dealer = dealer if event.dealer is None else event.dealer
            events.append(msgspec.structs.replace(event, dealer=dealer))
            dealer = (dealer + 1) % seats
        else:
            events.append(event)
    found = told(Log.of(log.header, events))
    assert {one.name for one in found} == {"lead_out_of_turn"}
    assert [one.hand for one in found] == list(range(1, find("pope_joan").table(log.header).hand + len(found) + 1))
