"""Pluck: lines of plucks that were left out, doubled, swapped or written for another seat (PL-3, G-5)."""

import random
from collections import Counter

import pytest
from msgspec import structs

from tests.builders import cards, fold, found, log_of, trick
from tests.experiments import sessions
from tests.games.test_pluck import gave, plucking, returned
from tests.games.test_pluck_plucking import NAMED, own, unseen
from tests.games.test_pluck_slips import Events, Slip, doubled, left_out, swapped, three_hands
from upcard.engine.audit import audit
from upcard.schemas.cards import Card
from upcard.schemas.events import Gave, Returned


def other_seat(events: Events, at: int, _rng: random.Random) -> Events:
    """A card that passed, written for the third seat."""
    event = events[at]
    seat = 3 - event.seat - event.to
    return [*events[:at], structs.replace(event, seat=seat), *events[at + 1 :]]


def names_of(slip: Slip, kind: type[Gave | Returned], count: int) -> Counter[tuple[str, ...]]:
    """The names of what is found of one slip in a pluck, with all hands, in each of so many sessions."""
    names: Counter[tuple[str, ...]] = Counter()
    for seed in range(count):
        table, options, rng = three_hands(seed)
        places = [at for at, event in enumerate(table.events) if isinstance(event, kind)]
        if places:
            log = log_of("pluck", slip(table.events, rng.choice(places), rng), seats=3, options=options)
            names[tuple(one.name for one in audit(log).findings)] += 1
    return names


SLIPS = [
    (left_out, Gave, {("wrong_answer",)}),
    (left_out, Returned, {("return_not_written",), ("pluck_not_completed",)}),
    (doubled, Gave, {("written_twice",)}),
    (doubled, Returned, {("written_twice",)}),
    (swapped, Gave, {("wrong_answer",)}),
    (swapped, Returned, {("pluck_not_completed",), ("gift_not_answered",), ()}),
    (other_seat, Gave, {("written_for_another",)}),
    (other_seat, Returned, {("written_for_another",)}),
]


@pytest.mark.parametrize(("slip", "kind", "told"), SLIPS)
def test_pl_3_a_line_written_wrongly_is_told_of_once(
    slip: Slip, kind: type[Gave | Returned], told: set[tuple[str, ...]]
) -> None:
    names = names_of(slip, kind, 10)
    assert sum(times for row, times in names.items() if row in told) >= names.total() * 2 / 3, names
    assert all(len(row) <= 4 for row in names), names


@pytest.mark.check
@pytest.mark.parametrize(("slip", "kind", "told"), SLIPS)
def test_pl_3_a_line_written_wrongly_is_told_of_once_200(
    slip: Slip, kind: type[Gave | Returned], told: set[tuple[str, ...]]
) -> None:
    names = names_of(slip, kind, sessions(200))
    assert sum(times for row, times in names.items() if row in told) >= names.total() * 2 / 3, names


def test_pl_3_2_a_return_that_nobody_wrote_shows_in_the_play() -> None:
    """s0 plays the Qd that s1 was dealt, and that answered its 3d: nobody failed to answer."""
    log = plucking(gave("3d"), NAMED, *trick(1, "2c Ah 4c", 3), *trick(0, "Qd 4d 6d", 3))
    done = audit(log)
    assert [(one.name, one.kind, one.at, one.found_at) for one in done.findings if one.name != "revoke"] == [
        ("return_not_written", "contradiction", 6, 11)
    ]
    assert found(plucking(gave("3d"), NAMED)) == [("PL-3.2", 6, 7, 1)]


def test_pl_3_2_a_hand_is_not_blamed_for_the_card_it_returned() -> None:
    """s1 may have given its only queen back: that it plays no diamond to the king proves nothing, but two would."""
    seats = ("Kd 3d 5d 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac 3h 4h 5h", "Qd 4h 5h 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As 2c 3c")
    third = "6d 7d 8d 9d Td Ad Jd 4d 6h 7h 8h 9h Th Jh Qh Kh Ah".replace("4d", "Xr")
    hands = (seats[0].replace("4h", "4d").replace("5h", "Xb"), seats[1], third)
    plays = [*trick(1, "2c 6h 4c", 3), *trick(0, "5d 3s", 3)]
    assert [row for row in found(plucking(gave("3d"), NAMED, *plays, seats=hands)) if row[0] == "PL-4.1"] != []
    alone = plucking(gave("Kc"), NAMED, *trick(1, "2c 6h 4c", 3), *trick(0, "5d 3s", 3), seats=hands)
    assert [row for row in found(alone) if row[0] == "PL-4.1"] == [("PL-4.1", 12, 12, 1)]


def test_pl_3_2_a_gift_that_nobody_wrote_and_that_came_straight_back() -> None:
    assert found(plucking(returned("Kd"), NAMED)) == [("G-5", 6, 6, 1)]
    assert fold(plucking(returned("Kd"), NAMED)).places.known[0] & Card("Kd").bit
    must = plucking(returned("Kd"), gave("3d"), returned("Qd"), NAMED, pluck_optional=False)
    assert found(must) == [("G-5", 6, 6, 1)], "two plucks were taken, one of them unwritten"


def test_pl_3_4_a_gift_is_told_of_once_however_many_follow() -> None:
    """Two gifts are open, and one of them is answered before the third."""
    log = unseen(gave(None), gave(None), returned(None), gave(None, 2, 1), split=(9, 4, 4))
    assert [row for row in found(log) if row[0] == "PL-3.4"] == [("PL-3.4", 7, 7, 0)]


def test_pl_3_4_which_of_two_open_gifts_is_answered_the_page_leaves_open() -> None:
    """3d and 4c are open together against the rule: the return of either suit is right if it is the highest of it."""
    for first, second in (("Qd", "4c"), ("4c", "Qd")):
        log = plucking(gave("3d"), gave("4c"), returned(first), returned(second), NAMED)
        assert found(log) == [("PL-3.4", 7, 7, 0)]
    elsewhere = plucking(gave("3d"), gave("4c"), returned("4c", 1, 2), gave("5d"))
    assert found(elsewhere) == [("PL-3.4", 7, 7, 0), ("PL-3.2", 8, 8, 1), ("PL-3.1", 9, 9, 0)]
    wrong = plucking(gave("3d"), gave("4c"), returned("Jd"), returned("4c"), NAMED)
    assert found(wrong) == [("PL-3.4", 7, 7, 0), ("PL-3.2", 8, 8, 1)]


def test_g_5_a_return_written_for_another_seat_accuses_nobody() -> None:
    log = plucking(gave("3d"), returned("Qd", 2, 0), NAMED)
    assert [(one.name, one.kind) for one in audit(log).findings] == [("written_for_another", "contradiction")]
    seen = plucking(gave("3d"), Returned(seat=2, to=0), NAMED)
    assert [(one.name, one.kind) for one in audit(seen).findings] == [("wrong_answer", "contradiction")]
    assert [one.kind for one in audit(own(log, 0)).findings] == ["contradiction"]


def test_g_5_a_gift_written_for_another_seat_accuses_nobody() -> None:
    log = plucking(gave("3d", 2, 1), returned("Qd", 1, 0), NAMED)
    assert [(one.name, one.kind) for one in audit(log).findings] == [("written_for_another", "contradiction")]
    assert fold(log).places.known[0] & cards("Qd")[0].bit
    public = unseen(gave(None, 2, 1), returned(None, 1, 0), NAMED)
    assert found(public) == [("PL-3.1", 6, 6, 2)], "and not s1 for an answer to whom it was due"
