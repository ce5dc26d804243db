"""G-8, CA-2.1: the dealer of the first hand written wrongly, by every way that a hand of Calabrasella is opened."""

from collections.abc import Sequence

import pytest

from tests.games.calabrasella_tables import calabrasella, cax_6, exchange, one
from upcard.engine.audit import audit
from upcard.engine.log import Log
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.events import Base, CardNamed, Dealt, Elected, Gap, HandStarted, Passed, Scored, Voided
from upcard.schemas.findings import COUNTED

TOLD = ("contradiction", "wrong_dealer", "G-8", None)
BREACH = ("breach", "bid_order", "CA-2.1")


def found(log: Log) -> list[tuple[str, str, str, int | None]]:
    counted = [one for one in audit(log).findings if one.kind in COUNTED]
    return [(one.kind, one.name, one.clause, one.seat) for one in counted]


def hand(dealer: int | None = None) -> list[Base]:
    """A hand that begins."""
    return [HandStarted(dealer=dealer), Dealt(each=12)]


def passed(first: int) -> list[Base]:
    """All pass, from this seat on."""
    return [Passed(seat=(first + place) % 3) for place in range(3)]


def played(first: int) -> list[Base]:
    """This seat plays at once; how the hand came out is written on a sheet."""
    return [Elected(seat=first), CardNamed(seat=first, card=one("3c")), Scored(counts=(20, 15))]


def by_three(openers: Sequence[int], dealer: int | None = 0) -> list[Base]:
    """Hands that all pass, opened by these seats; the first dealer is written."""
    return [
        event for number, first in enumerate(openers) for event in [*hand(None if number else dealer), *passed(first)]
    ]


def of_two(log: Log) -> list[Log]:
    """The same as it was written, and as everybody at the table saw it."""
    return [log, redact_log(log, PUBLIC, "public")]


# ---- Told once -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("off", [1, 2])
@pytest.mark.parametrize("ways", [(passed, passed), (passed, played), (played, passed), (played, played)])
def test_ca_2_1_two_hands_opened_as_far_from_the_dealer_written_speak_against_it(off: int, ways: tuple) -> None:
    begun = [HandStarted(dealer=0), Dealt(each=12), *ways[0]((1 + off) % 3), *hand(), *ways[1]((2 + off) % 3)]
    for log in of_two(calabrasella(*begun, *by_three([off, (off + 1) % 3], None))):
        assert found(log) == [TOLD]
        (one_found,) = [one for one in audit(log).findings if one.kind in COUNTED]
        assert (one_found.hand, one_found.against) == (2, 2)
        dealers = [ended.result.dealer for ended in audit(log).results]
        assert dealers == [None, (1 + off) % 3, (2 + off) % 3, off % 3]


def test_ca_2_1_in_the_hand_that_tells_it_others_speak_in_their_turn() -> None:
    second = [*hand(), Passed(seat=0), Passed(seat=2), Voided()]
    assert found(calabrasella(*by_three([2]), *second)) == [TOLD, (*BREACH, 2)]
    assert found(calabrasella(*by_three([2]), *hand(), *passed(0))) == [TOLD]


def test_ca_2_1_a_hand_of_all_cards_after_it_is_played_as_ever() -> None:
    cax = [event for event in cax_6() if not isinstance(event, HandStarted)]
    log = calabrasella(*by_three([0, 1, 2, 0], 1), HandStarted(), *cax)  # s0 dealt first, s1 deals the last hand
    assert TOLD in found(log)
    right = calabrasella(*by_three([2, 0, 1, 2], 1), HandStarted(), *cax)
    assert audit(log).results[-1].result.points == audit(right).results[-1].result.points


# ---- A tie ---------------------------------------------------------------------------------------------------------


def test_ca_2_1_one_hand_opened_by_another_is_a_breach() -> None:
    assert found(calabrasella(*by_three([2]))) == [(*BREACH, 2)]
    assert found(calabrasella(*by_three([2, 2, 0]))) == [(*BREACH, 2)]  # the next is opened as due


def test_ca_2_1_two_hands_opened_by_seats_not_as_far_are_two_breaches() -> None:
    assert found(calabrasella(*by_three([2, 1]))) == [(*BREACH, 2), (*BREACH, 1)]


def test_ca_2_1_a_dealer_shown_right_stands() -> None:
    assert found(calabrasella(*by_three([1, 0, 1]))) == [(*BREACH, 0), (*BREACH, 1)]


def test_g_8_a_second_line_that_agrees_stands() -> None:
    twice = [*by_three([2]), *hand(1), *passed(0)]
    assert found(calabrasella(*twice)) == [(*BREACH, 2), (*BREACH, 0)]
    late = [*by_three([2]), Dealt(each=12), HandStarted(dealer=1), *passed(0)]
    assert [row for row in found(calabrasella(*late)) if row[0] == "breach"] == [(*BREACH, 2), (*BREACH, 0)]


def test_g_8_one_line_written_twice_is_one_line() -> None:
    doubled = [HandStarted(dealer=0), *by_three([2, 0, 1])]
    assert found(calabrasella(*doubled)) == [("contradiction", "begun_twice", "G-5", None), TOLD]
    agreed = [HandStarted(dealer=0), Dealt(each=12), *passed(1), HandStarted(dealer=1), *by_three([0], 1)]
    assert found(calabrasella(*agreed, *hand(), *passed(1)))[1:] == [(*BREACH, 0), (*BREACH, 1)]


# ---- Lines that name a dealer --------------------------------------------------------------------------------------


def test_ca_4_5_a_dealer_named_as_far_off_as_the_hand_before_was_opened_shows_the_line_before_wrong() -> None:
    assert found(calabrasella(*by_three([2]), *hand(2), *passed(0), *hand(), *passed(1))) == [TOLD]
    every = [event for dealer in (1, 2, 0, 1) for event in [*hand(dealer), *passed((dealer + 1) % 3)]]
    assert found(calabrasella(HandStarted(dealer=0), *every[1:])) == [TOLD]
    assert audit(calabrasella(HandStarted(dealer=0), *every[1:])).findings[0].against == 2


def test_ca_4_5_a_line_against_the_rotation_and_who_opens_is_wrong() -> None:
    log = calabrasella(*by_three([1]), *hand(2), *passed(2), *hand(), *passed(0))  # s1 dealt the second, s2 the third
    assert found(log) == [TOLD]
    assert [ended.result.dealer for ended in audit(log).results] == [0, 1, 2]
    late = calabrasella(*by_three([1]), Dealt(each=12), HandStarted(dealer=2), *passed(2), *hand(), *passed(0))
    assert [row for row in found(late) if row[0] == "breach" or row[1] == "wrong_dealer"] == [TOLD]


def test_ca_4_5_a_dealer_named_after_the_deal_is_compared_with_who_was_to_deal() -> None:
    late = calabrasella(*by_three([1]), Dealt(each=12), HandStarted(dealer=2), *passed(0))
    assert ("breach", "dealer_rotation", "CA-4.5", 2) in found(late)
    right = calabrasella(*by_three([1]), Dealt(each=12), HandStarted(dealer=1), *passed(2))
    assert not [row for row in found(right) if row[0] == "breach"]


def test_ca_4_5_a_line_against_the_rotation_that_who_opens_agrees_with_is_a_dealer_out_of_turn() -> None:
    rotation = ("breach", "dealer_rotation", "CA-4.5", 2)
    assert found(calabrasella(*by_three([1]), *hand(2), *passed(0), *hand(), *passed(1))) == [rotation]
    assert found(calabrasella(*by_three([1]), *hand(2), *passed(1), *hand(), *passed(1))) == [rotation, (*BREACH, 1)]


def test_ca_4_5_that_a_seat_dealt_out_of_turn_is_withdrawn_with_the_line_that_tells_it() -> None:
    assert found(calabrasella(*by_three([1]), *hand(2), *passed(1), *hand(), *passed(2))) == [TOLD]


# ---- Hands that tell nothing ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "between",
    [
        [HandStarted(), Voided()],
        [HandStarted(), Dealt(each=12), Voided()],
        [HandStarted(), Scored(counts=(20, 15), seat=0)],
        [HandStarted(), Dealt(each=12), CardNamed(seat=2, card=one("3c")), Voided()],
    ],
)
def test_g_8_a_hand_that_nobody_opened_tells_nothing(between: list[Base]) -> None:
    log = calabrasella(*by_three([2]), *between, *hand(), *passed(1), *hand(), *passed(2))
    rows = [row for row in found(log) if row[1] != "naming_order"]
    assert rows == [TOLD]


def test_ca_4_5_a_hand_thrown_in_and_dealt_again_by_the_same_names_the_dealer_once_more() -> None:
    again = [*hand(0), Voided(), *hand(0), *passed(2), *hand(), *passed(0)]
    assert found(calabrasella(*again)) == [(*BREACH, 2), (*BREACH, 0)]
    shown = [*by_three([1]), *hand(), Voided(), *hand(1), *passed(0), *hand(), *passed(1)]
    assert found(calabrasella(*shown)) == [TOLD]  # that s1 dealt again, one line tells


def test_g_8_after_a_gap_who_opens_tells_who_deals() -> None:
    for gap in (Gap(), Gap(hands=1)):
        log = calabrasella(*by_three([2]), gap, *hand(), *passed(1), *hand(), *passed(2), *hand(), *passed(0))
        assert found(log) == [(*BREACH, 2)]
        named = calabrasella(*by_three([1]), gap, *by_three([2, 0, 1], 0))
        assert found(named) == [TOLD]
    missed = [*hand(0), Gap(), *passed(2), *hand(), *passed(1), *hand(), *passed(2)]
    assert found(calabrasella(*missed)) == []


def test_g_8_a_row_before_the_bids_leaves_them_unjudged() -> None:
    early = [*hand(0), Scored(counts=(20, 15), seat=2), Passed(seat=2)]
    rows = found(calabrasella(*early, *hand(), *passed(0), *hand(), *passed(1)))
    assert ("contradiction", "bid_order", "G-5", 2) in rows


# ---- Who is written to play, and who names --------------------------------------------------------------------------


def test_ca_2_1_who_elects_may_be_written_wrongly_which_shows_the_dealer_right() -> None:
    first = [*hand(0), Elected(seat=2), CardNamed(seat=1, card=one("3c")), Scored(counts=(20, 15))]
    told = ("contradiction", "bid_order", "CA-2.1", None)
    rows = found(calabrasella(*first, *hand(), *passed(0), *hand(), *passed(1)))
    assert rows == [told, (*BREACH, 0), (*BREACH, 1)]


def test_ca_2_1_of_a_whole_exchange_nothing_is_found_but_the_dealer() -> None:
    again = [HandStarted(dealer=2), Dealt(each=12), *exchange()]
    log = calabrasella(*again, Voided(), *hand(), Elected(seat=2), CardNamed(seat=2, card=one("3c")), Voided())
    assert found(log) == [TOLD]
