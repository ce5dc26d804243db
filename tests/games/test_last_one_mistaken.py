"""Last One: a card or a seat written for another is one contradiction, and accuses nobody, where all hands are known."""

import random
from typing import Any

import msgspec
import pytest

from tests.builders import cards
from tests.experiments import sessions
from tests.games.last_one_tables import table
from tests.test_every_game import varied
from tests.test_mistaken_card import looks_doubled
from upcard.engine.audit import Audit, audit
from upcard.engine.log import Log
from upcard.engine.simulate import simulate
from upcard.schemas.cards import BY_INDEX
from upcard.schemas.events import Played, Shown

HANDS = "5s 6s 7s Ts/8c As Kd 4s/9d Jc 3h 2d/Qs Qd 4d 5d"
"""Four hands of four; the upcard is 9s, and seat 1 begins."""


def told(text: str, *more: Any, upcard: str = "9s", **options: Any) -> list[tuple[str, str, int, int | None]]:
    """What is found but for notes: kind, name, line, seat. Acts begin on line 5."""
    log = table(upcard, text, hands=HANDS, each=4, **options)
    done = audit(Log.of(log.header, [*(event for _, event in log.events), *more]))
    return [(one.kind, one.name, one.at, one.seat) for one in done.findings if one.kind != "note"]


# ---- Another card --------------------------------------------------------------------------------------------------


def test_lo_9_9_a_card_of_another_hand_proves_no_breach_of_who_played_it() -> None:
    """Seat 1 played As; the direction turns, and seat 0 is next."""
    assert told("1 Qd, 0 Ts, 3 Qs") == [("contradiction", "impossible_card", 5, 1)]


def test_lo_9_9_a_card_seen_twice_withdraws_what_was_found_by_the_line_before() -> None:
    """Seat 1 has Kd, and plays it on line 13 and not on line 5."""
    hand = "1 Kd, 0 Ts, 3 Qs, 2 d Kh, 1 8c/d, 0 d 2h, 3 Qd, 2 d 6h"
    assert {one[0] for one in told(hand)} == {"breach"}
    assert told(f"{hand}, 1 Kd") == [("contradiction", "seen_twice", 13, 1)]


def test_lo_9_9_a_card_drawn_that_lies_among_the_discards_may_be_another_there() -> None:
    """Seat 1 had drawn cards that nobody saw; it played one of them, or As, and not Kh."""
    hand = "1 d2 missed, 1 Kh, 0 Ts, 3 Qs"
    assert ("breach", "no_match", 6, 1) in told(hand)
    assert [one[0] for one in told(f"{hand}, 2 d Kh") if one[1] != "needless_penalty"] == ["contradiction"]


def test_lo_9_1_the_next_known_card_tells_what_goes_on_it() -> None:
    slip = ("contradiction", "impossible_card", 5, 1)
    assert told("1 Qd, 0 Ts, 3 Jc") == [slip, ("contradiction", "impossible_card", 7, 3)]
    assert told("1 Qd, 0 Ts, 3 Qd") == [slip, ("breach", "no_match", 7, 3)]


def test_lo_9_9_cards_shown_after_the_end_tell_that_one_of_them_was_never_played() -> None:
    """Seat 1 played As, and not Kd, which it still has."""
    text = "1 Kd, 0 Ts, 3 Qs, 2 d Kh, 1 d 2s, 0 7s, 3 d 3s, 2 d 6h, 1 d 6c, 0 6s, 0 call, 3 d 3d, 2 d Jh, 1 d Ks, 0 5s"
    assert {"no_match", "out_of_turn"} <= {one[1] for one in told(text)}
    shown = Shown(seat=1, cards=cards("8c Kd 4s 2s 6c Ks"), all=True)
    assert told(text, shown) == [("contradiction", "seen_twice", 20, 1)]


def test_lo_9_a_breach_in_a_hand_that_shows_no_slip_is_a_breach() -> None:
    assert told("1 Kd, 2 d 2s") == [("breach", "no_match", 5, 1)]
    assert told("2 9d, 3 Qd") == [("breach", "out_of_turn", 5, 2)]


# ---- Another seat --------------------------------------------------------------------------------------------------


def test_lo_9_4_a_play_written_for_another_seat_accuses_nobody() -> None:
    for text in ("3 As, 0 Ts, 3 Qs", "2 As, 0 Ts, 3 Qs", "0 As, 0 Ts, 3 Qs"):
        assert told(text) == [("contradiction", "written_for_another", 5, None)]


def test_lo_9_4_a_breach_beside_a_play_written_for_another_seat_is_found() -> None:
    slip = ("contradiction", "written_for_another", 5, None)
    assert told("3 As, 0 Ts, 3 Qs, 1 4s") == [slip, ("breach", "out_of_turn", 8, 1)]


def test_lo_5_2_a_card_of_the_melee_is_of_who_has_it() -> None:
    """Seat 3 has 5d; seat 0 cannot have put a joker there. Seat 1 may, if it has one: then nobody knows who draws."""
    hand = "1 d 2s, 2 9d, 3 4d"
    assert told(f"{hand}, 0 5d, close, 3 d5 melee, 0 d Kh") == [("contradiction", "written_for_another", 8, None)]
    joker = hand.replace("2s", "Xr")
    assert told(f"{joker}, 0 5d, close, 3 d5 melee, 0 d Kh") == [("contradiction", "written_for_another", 8, None)]
    assert told(f"{joker}, 1 5d, close, 3 d5 melee, 0 d Kh") == [("contradiction", "impossible_card", 8, 1)]


def test_lo_9_4_where_both_may_have_played_nobody_knows_whose_play_it_was() -> None:
    """Seat 1 drew, and may play what it drew; seat 2 is next, and has the card: seat 1 may have played 2s, or seat 2 9d."""
    slip = [("contradiction", "impossible_card", 6, 1)]
    assert told("1 d 9h, 1 9d, 2 Jc", play_drawn="allow") == slip
    assert told("1 d 9h, 1 9d, 3 Qd", play_drawn="allow") == slip


# ---- After a reshuffle ---------------------------------------------------------------------------------------------


def test_lo_9_9_a_card_drawn_that_lies_in_a_hand_may_have_been_played_there_before_the_reshuffle() -> None:
    """Seat 2 played 9d, written as 3h: it was shuffled back, and seat 0 draws it."""
    rest = [card for card in BY_INDEX if card not in cards(HANDS.replace("/", " ")) and card != "9s"]
    draws = ", ".join(f"{place % 4} d {card}" for place, card in enumerate(rest[1:]))
    hand = f"1 d {rest[0]}, 2 3h, 3 Qd, {draws}, shuffle 2"
    assert told(hand) == [("breach", "no_match", 6, 2), ("breach", "no_match", 7, 3)]
    assert told(f"{hand}, 0 d 9d") == [("contradiction", "impossible_card", 45, 0)]
    assert told(f"{hand}, 0 d 9s") == told(hand)


# ---- Anywhere ------------------------------------------------------------------------------------------------------


def mistaken(event: Played, seats: int, rng: random.Random, what: str) -> Played:
    """A play with another card, or of another seat."""
    if what == "card":
        return msgspec.structs.replace(event, card=rng.choice([card for card in BY_INDEX if card is not event.card]))
    return msgspec.structs.replace(event, seat=rng.choice([seat for seat in range(seats) if seat != event.seat]))


def slips(numbers: range, what: str) -> None:
    setups = list(varied("last_one"))
    for number in numbers:
        rng = random.Random(f"{what} {number}")
        log = simulate(msgspec.structs.replace(rng.choice(setups), seed=number), hands=2)
        events: list[Any] = [event for _, event in log.events]
        at = rng.choice([at for at, event in enumerate(events) if isinstance(event, Played)])
        slip = mistaken(events[at], len(log.header.seats), rng, what)
        if what == "card" and looks_doubled(events, at, slip):
            continue
        events[at] = slip
        wrong = Log.of(log.header, events)
        done, one_by_one = audit(wrong), Audit(Log(wrong.header, []))
        for numbered in wrong.events:
            one_by_one.feed([numbered])
        assert (one_by_one.findings, one_by_one.state) == (done.findings, done.state), number
        assert {one.kind for one in done.findings} - {"note"} == {"contradiction"}, number
        truth = {one.hand: one.result.points for one in audit(log).results}
        for one in done.results:
            pairs = zip(one.result.points, truth[one.hand], strict=True)
            assert all(points in {None, right} for points, right in pairs), number


@pytest.mark.parametrize("what", ["card", "seat"])
def test_lo_9_9_a_card_or_a_seat_mistaken_for_another_accuses_nobody(what: str) -> None:
    slips(range(24), what)


@pytest.mark.check
@pytest.mark.parametrize("what", ["card", "seat"])
def test_lo_9_9_a_card_or_a_seat_mistaken_for_another_accuses_nobody_in_many_sessions(what: str) -> None:
    slips(range(24, sessions(600)), what)
