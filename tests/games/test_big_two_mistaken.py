"""Big Two: a card or a seat written for another is one contradiction, and accuses nobody of what either explains."""

import random
from typing import Any

import msgspec
import pytest

from tests.builders import cards, log_of
from tests.experiments import sessions
from tests.games.big_two_tables import acts, start
from tests.games.test_big_two_random import TABLES
from upcard.engine.audit import audit
from upcard.engine.log import Log
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.events import Base, CountAsked, HandStarted, Laid, Scored, Shown

Told = list[tuple[str, str, int, int | None, int | None]]


def told(*events: Base, seats: int = 4) -> Told:
    """What is found: kind, name, line, seat, and the line it contradicts."""
    found = audit(log_of("big_two", events, seats=seats)).findings
    return [(one.kind, one.name, one.at, one.seat, one.against) for one in found]


def test_b2_6_4_a_card_that_another_hand_has_proves_no_breach_of_who_laid_it() -> None:
    listed = "0 3d, 1 4d, 2 6c, 3 p, 0 8h, 1 7h, 2 p, 3 p, 0 Kd, 1 p, 2 p, 3 p, 0 3c, 1 4c, 2 7h, 3 9d"
    assert told(*start(), *acts(listed)) == [("contradiction", "impossible_card", 9, 1, None)]
    assert told(*start(), *acts("0 3d, 1 p, 2 p, 3 p, 0 3c 3h, 1 4c 6c, 2 7c 7h, 3 9d 9h")) == [
        ("contradiction", "impossible_card", 9, 1, None)
    ]


def test_b2_6_4_a_card_seen_twice_proves_no_breach_on_either_line() -> None:
    seen = "0 3d, 1 4d, 2 6c, 3 p, 0 8h, 1 7h, 2 p, 3 p, 0 Kd, 1 p, 2 p, 3 p, 0 3c, 1 4c, 2 7h, 3 9d"
    found = told(*start(None), *acts(seen))
    assert found == [("contradiction", "seen_twice", 18, 2, 9)]
    assert told(*start(None), *acts("0 3s, 1 4d, 2 6c, 3 3s")) == [("contradiction", "seen_twice", 7, 3, 4)]
    alone = told(*start(None), *acts("0 3d, 1 8d, 2 7h, 3 9d, 0 p, 1 p, 2 Th, 3 p, 0 p, 1 p, 2 7h 7c"))
    assert alone == [("contradiction", "seen_twice", 14, 2, 6)]


def test_b2_6_6_a_card_shown_late_withdraws_what_it_had_proven() -> None:
    played = "0 3d, 1 8d, 2 7h, 3 7s, 0 8c, 1 p, 2 p, 3 p, 0 3c, 1 p, 2 p, 3 p"
    rest = "0 4h 5h 6h 8h Th, 1 p, 2 p, 3 p, 0 9c 9d 9h Ac Ad"
    before = told(*start(None), *acts(f"{played}, {rest}"))
    assert [(name, at) for _, name, at, *_ in before] == [("not_higher", 6)]
    assert told(*start(None), *acts(f"{played}, {rest}"), Shown(seat=1, cards=cards("7h"))) == [
        ("contradiction", "seen_twice", 21, 1, 6)
    ]


def test_b2_6_3_a_line_with_the_cards_of_another_seat_proves_no_turn() -> None:
    for text in ("0 3d, 2 4d, 2 6c, 3 7s, 0 8h", "0 3d, 0 4d, 2 6c, 3 7s, 0 8h"):
        assert [one[:3] for one in told(*start(), *acts(text))] == [("contradiction", "impossible_card", 5)]
    assert told(*start(), *acts("2 3d, 1 4d, 2 6c, 3 7s, 0 8h")) == [("contradiction", "impossible_card", 4, 2, None)]
    five = told(*start(), *acts("0 3d, 1 p, 2 p, 3 p, 0 5d, 3 7d 8d 6d"))
    assert [one[:3] for one in five if one[0] == "contradiction"] == [("contradiction", "impossible_card", 9)]


def test_b2_6_4_a_breach_that_no_mistaken_card_explains_is_found_beside_it() -> None:
    found = told(*start(), *acts("0 3d, 1 5s, 2 6c, 3 3s"))
    assert found == [("contradiction", "impossible_card", 5, 1, None), ("breach", "not_higher", 7, 3, None)]


def test_b2_6_4_a_joker_was_written_wrongly_and_is_no_combination_of_anybody() -> None:
    for joker in ("Xr", "X?", "Xr 4d"):
        found = told(*start(None), *acts(f"0 3d, 1 p, 2 p, 3 p, 0 {joker}, 1 2d"))
        assert [one[:3] for one in found if one[1] != "wrong_size"] == [("contradiction", "impossible_card", 8)]


# ---- Slips anywhere ------------------------------------------------------------------------------------------------


def mistaken(event: Laid, others: list[Laid], seats: int, rng: random.Random, what: str) -> Laid:
    """A play with one card of another play, or of another seat."""
    if what == "seat":
        return msgspec.structs.replace(event, seat=rng.choice([seat for seat in range(seats) if seat != event.seat]))
    foreign = [card for other in others for card in other.cards if card not in event.cards]
    place = rng.randrange(len(event.cards))
    return msgspec.structs.replace(event, cards=(*event.cards[:place], rng.choice(foreign), *event.cards[place + 1 :]))


def slips(count: int, what: str, slip_in_public: bool) -> None:
    for number in range(count):
        options, seats = TABLES[number % len(TABLES)]
        log, rng = (
            simulate(Setup(game="big_two", seats=seats, options=options, seed=number), hands=1),
            random.Random(number),
        )
        events: list[Any] = [event for _, event in log.events]
        plays = [at for at, event in enumerate(events) if isinstance(event, Laid)]
        for at in rng.sample(plays, min(3, len(plays))):
            others = [events[other] for other in plays if other != at]
            wrong = mistaken(events[at], others, seats, rng, what)
            bad = Log.of(log.header, [*events[:at], wrong, *events[at + 1 :]])
            for one in (bad, redact_log(bad, PUBLIC, "copy")) if slip_in_public else (bad,):
                kinds = {found.kind for found in audit(one).findings if found.kind != "note"}
                assert kinds == {"contradiction"}, (number, at, wrong)


def test_b2_6_4_a_card_mistaken_for_another_accuses_nobody() -> None:
    slips(36, "card", slip_in_public=True)


def test_b2_6_3_a_play_of_a_hand_that_is_known_written_for_another_seat_accuses_nobody() -> None:
    slips(36, "seat", slip_in_public=False)


@pytest.mark.check
@pytest.mark.parametrize(("what", "in_public"), [("card", True), ("seat", False)])
def test_a_card_or_a_seat_mistaken_for_another_accuses_nobody_in_many_hands(what: str, in_public: bool) -> None:
    slips(sessions(600), what, in_public)


# ---- Cards seen in part --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line", "seat"),
    [
        ("0 3d, 1 7?, 2 7?, 3 7?, 0 7?, 1 p, 2 p, 3 p, 0 7?", 12, 0),
        ("0 3d 3c, 1 3? 3?, 2 3? 3?", 6, 2),
        ("0 3d 3c, 1 4d 4c, 2 4h 4s, 3 4? 4?", 7, 3),
        ("0 3d, 1 ?d, 2 ?d, 3 ?d, 0 ?d, 1 ?d, 2 ?d, 3 ?d, 0 ?d, 1 ?d, 2 ?d, 3 ?d, 0 ?d, 1 ?d", 17, 1),
    ],
)
def test_b2_6_4_more_cards_of_a_rank_or_suit_than_there_are(text: str, line: int, seat: int) -> None:
    assert told(*start(None), *acts(text)) == [("contradiction", "impossible_card", line, seat, None)]
    assert told(*start(None), *acts(text.rpartition(", ")[0])) == []


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("0 3d 3s, 1 3h 3c", "pair of threes (hearts) is not higher than pair of threes (spades)"),
        ("0 3d, 1 4s, 2 4h", "single four (hearts) is not higher than single four (spades)"),
        (
            "0 3d 4d 5d 6d 7s, 1 3c 4c 5c 6c 7d",
            "straight 34567 (diamonds) is not higher than straight 34567 (spades)",
        ),
        (
            "0 3d 5d 7d 9d Kd, 1 4d 6d 8d Td Jd",
            "flush in diamonds (jack) is not higher than flush in diamonds (king)",
        ),
        ("0 3d, 1 5s, 2 4h", "single four is not higher than single five"),
    ],
)
def test_b2_3_11_what_decides_is_told_where_the_words_are_alike(text: str, says: str) -> None:
    done = audit(log_of("big_two", [*start(None), *acts(text)]))
    assert [found.says for found in done.findings] == [says]


# ---- A line of the wrong seat, hands not known ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("0 3d, 2 4d, 2 6c, 3 7d, 0 8h", 5),
        ("0 3d, 0 4d, 2 6c, 3 7d, 0 8h", 5),
        ("0 3d, 3 4d, 2 6c, 3 7d, 0 8h", 5),
        ("0 3d, 2 p, 2 6c, 3 7d, 0 8h", 5),
    ],
)
def test_b2_6_3_the_act_that_follows_tells_that_a_line_is_of_the_wrong_seat(text: str, line: int) -> None:
    assert [one[:3] for one in told(*start(None), *acts(text))] == [("contradiction", "out_of_turn", line)]


def test_b2_6_3_where_the_hand_is_known_so_is_who_acted() -> None:
    found = told(*start(), *acts("0 3d, 2 6c, 2 6h, 3 7s"))
    assert [one[:4] for one in found] == [("breach", "out_of_turn", 5, 2), ("breach", "out_of_turn", 6, 2)]
    assert told(*start(None), *acts("0 3d, 2 6c, 3 7s, 0 8h")) == [("breach", "out_of_turn", 5, 2, None)]


SWIFT = "0 3d 4d 5d 6d 8d, 1 p, 2 p, 3 p, 0 3c 4c 5c 6c 8c, 1 p, 2 p, 3 p, 0 9d 9c 9h"
"""Seat 0 is out of cards on line 12."""


def test_b2_2_6_who_was_out_and_acts_on_was_not_and_nobody_acted_after_the_end() -> None:
    for more in ("0 Kd", "0 p"):
        events = [*start(None), *acts(f"{SWIFT}, 1 Td Tc Th, 2 p, 3 p, {more}, 1 p")]
        assert [one[:4] for one in told(*events)] == [("contradiction", "after_the_end", 16, None)]
        row = Scored(counts=(2, 10, 0, 4))
        done = audit(log_of("big_two", [*events, row, HandStarted()]))
        assert (done.state.totals, done.state.hand) == ([2, 20, 0, 4], 2)
        assert [one.kind for one in done.findings] == ["contradiction"]
    assert told(*start(None), *acts(f"{SWIFT}, 1 Td Tc Th, 2 p")) == [("breach", "after_the_end", 13, 1, None)]


def test_b2_6_1_who_is_out_of_cards_and_told_of_some_is_a_contradiction() -> None:
    asked = CountAsked(seat=1, of=0, answer=3)
    assert told(*start(None), *acts(SWIFT), asked) == [("contradiction", "wrong_answer", 13, None, None)]
