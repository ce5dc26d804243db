"""Calabrasella: what proves a breach of naming and exchange in records partly known, cards shown late, and slips of the
scribe that must accuse nobody.
"""

import random
from typing import Any

import pytest

from tests.builders import cards, fold, found, trick
from tests.experiments import sessions
from tests.games.calabrasella_naive import judged, session
from tests.games.calabrasella_tables import (
    CAX_6_HANDS,
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
from upcard.engine.log import Log, Numbered
from upcard.engine.view import PUBLIC, redact_log
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
    Returned,
    Shown,
    Took,
    TurnedOver,
)

START = HandStarted(dealer=0)
ELECTED = Elected(seat=1)
HIDDEN = Discarded(seat=1, cards=cards("?? ?? ?? ??"))


def absent(*events: Base, deal: Dealt | None = None) -> Log:
    """Seat 1 names the three of diamonds, and nobody has it."""
    first = [START, deal] if deal is not None else [START]
    return calabrasella(*first, ELECTED, CardNamed(seat=1, card=one("3d")), CardAbsent(), *events)


def public(*events: Base, **options: Any) -> Log:
    """The log as the table saw it."""
    return redact_log(calabrasella(*events, **options), PUBLIC, "copy")


# ---- CA-7 The card that nobody had -----------------------------------------------------------------------------------


def test_ca_7_a_card_said_to_be_absent_lies_among_the_discards() -> None:
    log = absent(Discarded(seat=1, cards=cards("3d ??")), TurnedOver(cards=cards("4c 5c 6c 7c")))
    assert found(log) == [("CA-2.2", 4, 6, 1)]
    for place in ("discards", "dead"):
        shown = Shown(seat=1, place=place, cards=cards("3d"))
        log = absent(Discarded(seat=1, cards=cards("??")), TurnedOver(cards=cards("4c 5c 6c 7c")), took("4c"), shown)
        assert found(log) == [("CA-2.2", 4, 9, 1)]


def test_ca_7_the_widow_was_written_with_the_deal() -> None:
    widow = Dealt(places={"widow": cards("4c 5c 6c 7c")})
    assert found(absent(deal=widow)) == [("CA-7", 6, 6, None)]
    log = absent(Discarded(seat=1), TurnedOver(cards=cards("4c 5c 6c 7c")), took("4c"), deal=widow)
    assert found(log) == [("CA-7", 6, 6, None)]


def test_ca_7_the_widow_is_known_when_its_last_card_is() -> None:
    assert found(absent(HIDDEN, took("4c 5c 6c 7c"))) == [("CA-7", 5, 7, None)]
    three = Discarded(seat=1, cards=cards("?? ?? ??"))
    assert found(absent(three, took("4c 5c 6c"))) == []
    part = TurnedOver(cards=cards("4c 5c 6c ??"))
    assert found(absent(HIDDEN, part, took("4c 5c 6c 7c"))) == [("CA-7", 5, 8, None)]
    assert found(absent(HIDDEN, Shown(place="widow", cards=cards("4c 5c 6c 7c")))) == [("CA-7", 5, 7, None)]


def test_ca_7_one_hand_is_left_that_may_have_it() -> None:
    """All is written but the hand of seat 2."""
    hands = (cards(CAX_6_HANDS[0]), cards(CAX_6_HANDS[1]), None)
    events = [ELECTED, CardNamed(seat=1, card=one("3s")), CardAbsent(), Discarded(seat=1, cards=cards("5d"))]
    turned = TurnedOver(cards=cards("Ac Jd As 7c"))
    assert found(calabrasella(START, Dealt(hands=hands), *events, turned)) == [("CA-2.3", 6, 8, 2)]
    widow = Dealt(hands=hands, places={"widow": turned.cards})
    assert found(calabrasella(START, widow, *events, turned)) == [("CA-2.3", 6, 6, 2)]


def test_ca_3_the_hand_that_was_not_written_is_what_is_left() -> None:
    hands = (cards(CAX_6_HANDS[0]), cards(CAX_6_HANDS[1]), None)
    deal = Dealt(hands=hands, places={"widow": cards(CAX_6_WIDOW)})
    log = calabrasella(START, deal, *exchange(), *tricks([(2, "2s Ks 5s"), (2, "6d 4d 2d"), (1, "2h 6s")]))
    assert found(log) == [("CA-3", 18, 18, 2)]


# ---- CA-2.2 What may be named ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("held", "card", "legal"), [("3s 3h 3d 3c", "3?", False), ("3s 3h 3d", "3?", True), ("3h 2h 3s", "?h", False)]
)
def test_ca_2_2_a_card_not_wholly_written_that_was_held_whichever_it_is(held: str, card: str, *, legal: bool) -> None:
    deal = Dealt(hands=(None, cards(held + " ??" * (12 - len(cards(held)))), None))
    log = calabrasella(START, deal, ELECTED, CardNamed(seat=1, card=one(card)))
    assert found(log) == ([] if legal else [("CA-2.2", 5, 5, 1)])


def two(*events: Base, card: str | None = "2d") -> Log:
    """Seat 1 names a two, or nothing; seat 0 hands it over and gets a card back."""
    name = CardNamed(seat=1, card=one(card) if card else None)
    given = [Gave(seat=0, to=1), Returned(seat=1, to=0)] if card else []
    done = [Discarded(seat=1, cards=cards("??")), TurnedOver(cards=cards("7s 4s 5s 6s")), took("7s")]
    return calabrasella(START, ELECTED, name, *given, *done, *events)


def test_ca_2_2_two_threes_of_whoever_got_one_card_back() -> None:
    plays = [*trick(2, "4h 3h 5h", seats=3), *trick(0, "3c", seats=3)]
    assert found(two(*plays[:-1])) == []
    assert found(two(*plays)) == [("CA-2.2", 4, 13, 1)]
    assert found(two(*plays, *trick(1, "6c 3d", seats=3))) == [("CA-2.2", 4, 13, 1)]  # and once


def test_ca_2_2_too_many_other_cards_of_the_declarer() -> None:
    """Who named nothing held eight cards, and four others."""
    rows = [(2, "Ac 4h 4c"), (2, "Kc 5h 5c"), (2, "Qc 6h 6c"), (2, "Ad 7h 4d")]
    assert found(two(*tricks(rows), card=None)) == []
    assert found(two(*tricks([*rows, (2, "Kd Jh 5d")]), card=None)) == [("CA-2.2", 4, 22, 1)]
    assert found(two(*tricks([*rows, (2, "Kd Jh 7s")]), card=None)) == []  # it came from the widow


def test_ca_2_2_what_was_told_when_it_was_named_is_not_told_again() -> None:
    """The holder of the two knows that the declarer lacks a three."""
    hands = (cards("3h 2d 4c 5c 6c 7c Jc Qc Kc 4d 5d 6d"), None, None)
    events = [event for _, event in two(*tricks([(2, "3s 3h")])).events]
    log = calabrasella(START, Dealt(hands=hands), *events[1:])
    assert found(log) == found(redact_log(log, 0, "copy")) == [("CA-2.2", 5, 5, 1)]
    assert found(redact_log(log, PUBLIC, "copy")) == [("CA-2.2", 5, 11, 1)]


def test_ca_2_1_a_card_named_by_another_seat_is_no_naming() -> None:
    wrong = [*cax_6_deal(), ELECTED, CardNamed(seat=0, card=one("3c"))]
    assert found(calabrasella(*wrong)) == [("CA-2.1", 5, 5, 0)]
    assert found(calabrasella(*wrong, *exchange()[1:])) == [("CA-2.1", 5, 5, 0)]


def test_ca_2_3_the_declarer_hands_nothing_over() -> None:
    turned_round = Gave(seat=1, to=0, card=one("3c"))
    events = [*cax_6_deal(), *exchange()[:2], turned_round, *exchange()[3:]]
    assert found(calabrasella(*events)) == [("CA-2.3", 6, 6, 1)]


# ---- CA-2.4, CA-2.5 Discards and widow -------------------------------------------------------------------------------


def test_ca_2_4_where_none_need_be_discarded_none_need_be_written() -> None:
    events = [*cax_6_deal(), *exchange()[:4]]
    assert found(calabrasella(*events, *trick(2, "2s", seats=3), min_discards=0)) == []
    late = [*events, exchange()[5], exchange()[4], exchange()[6]]
    assert found(calabrasella(*late, min_discards=0)) == [("CA-2.4", 9, 9, 1)]
    assert found(calabrasella(*events, exchange()[5], took("3s"), min_discards=0)) == [("CA-2.5", 9, 9, 1)]


def test_ca_2_4_the_number_of_a_second_discard_is_not_judged() -> None:
    events = [*cax_6_deal(), *exchange()[:5], Discarded(seat=1, cards=())]
    assert found(calabrasella(*events)) == [("CA-2.4", 9, 9, 1)]
    assert [row[0] for row in found(calabrasella(*cax_6(), Discarded(seat=1, cards=())))] == ["G-5"]


@pytest.mark.parametrize("least", [0, 1])
def test_ca_2_4_discards_that_nobody_wrote_accuse_nobody_of_a_revoke(least: int) -> None:
    for number in range(12):
        log = session(number, hands=1)
        events = [event for _, event in log.events if not isinstance(event, Discarded)]
        if any(isinstance(event, Took) for event in events):
            whole = calabrasella(*events, min_discards=least)
            for record in (whole, redact_log(whole, PUBLIC, "copy")):
                assert [row[0] for row in found(record)] == [["CA-2.5"], ["CA-2.4"]][least], number


# ---- Cards shown late ------------------------------------------------------------------------------------------------


def test_g_5_a_hand_shown_when_it_was_played_out() -> None:
    for hand in (None, 1):
        shown = [Shown(seat=seat, cards=cards(CAX_6_HANDS[seat]), hand=hand) for seat in (1, 2)]
        assert found(calabrasella(*cax_6(), shown[1])) == found(public(*cax_6(), shown[1])) == []
    strange = Shown(seat=2, cards=cards("Ks"))
    assert [row[0] for row in found(calabrasella(*cax_6(), strange))] == ["G-5"]


def test_g_5_the_widow_and_the_dead_cards_shown_late() -> None:
    for place, text in (("widow", CAX_6_WIDOW), ("dead", "5d Ac Jd 7c"), ("discards", "5d")):
        shown = Shown(seat=1, place=place, cards=cards(text))
        for events in ([*cax_6_deal(), *exchange()], cax_6()):
            assert found(calabrasella(*events, shown)) == found(public(*events, shown)) == [], place
    wrong = Shown(place="dead", cards=cards("2s"))
    assert [row[0] for row in found(calabrasella(*cax_6(), wrong))] == ["G-5"]


def test_g_14_a_card_put_right_that_nobody_wrote_is_not_said_to_be_another_revoke() -> None:
    events = [*cax_6_deal(), *exchange(), *trick(2, "2s 4d", seats=3), Corrected(seat=0, card=one("??"))]
    log = calabrasella(*events, same_trick_correction=True)
    assert fold(log).cards[1] == one("??")
    assert found(log) == []


# ---- Slips of the scribe ---------------------------------------------------------------------------------------------


def test_a_gap_in_the_exchange_leaves_room_for_every_card() -> None:
    """Who was given a card and has not given one back holds thirteen."""
    for at in range(2, 9):
        for more in range(1, 4):
            events = cax_6()
            events[at : at + more] = [Gap()]
            for record in (calabrasella(*events), public(*events)):
                assert found(record) == [], (at, more)


@pytest.mark.parametrize("at", range(2, 9))
def test_g_5_an_act_of_the_exchange_written_twice_is_no_breach(at: int) -> None:
    events = cax_6()
    events.insert(at, events[at])
    assert [row.kind for row in audit(calabrasella(*events)).findings] == ["contradiction"]


ACCUSED = {"revoke", "wrong_name", "kept_card", "absence", "unseen_do_not_fit", "wrong_return"}


def slips(numbers: Any) -> None:
    """A line left out or doubled: who broke no rule of naming, exchange and suits is not accused, a doubled line is at
    most one finding and changes nothing, and no hand brings anything else than it did.
    """
    for number in numbers:
        rng, log = random.Random(number), session(number)
        at, naive = rng.randrange(len(log.events) - 1), judged(log)
        before, line, after = log.events[:at], log.events[at : at + 1], log.events[at + 1 :]
        for twice, rows in ((False, before + after), (True, before + line + line + after)):
            record = renumbered(log, rows)
            for viewer in (None, PUBLIC):
                done = audit(record if viewer is None else redact_log(record, viewer, "copy"))
                rows_found = [one for one in done.findings if one.kind != "note"]
                blamed = [one for one in rows_found if one.name in ACCUSED and one.kind == "breach"]
                assert blamed == [], (number, twice, viewer)
                assert len(rows_found) <= (1 if twice else 3), (number, twice, viewer)
                told = [list(ended.result.points) for ended in done.results]
                assert all(gains in [*naive.told, [None] * 3] for gains in told), (number, twice, viewer)
                assert done.state.unsure or done.state.chips[:3] == naive.chips, (number, twice, viewer)


def renumbered(log: Log, rows: list[Numbered]) -> Log:
    """The events as they were written down."""
    return Log.of(log.header, [event for _, event in rows])


def test_a_line_left_out_or_doubled_accuses_nobody() -> None:
    slips(range(20))


@pytest.mark.check
def test_a_line_left_out_or_doubled_accuses_nobody_300() -> None:
    slips(range(100, 100 + sessions(300)))


def test_ca_1_1_all_hands_but_not_the_widow() -> None:
    hands = dealt(CAX_6_HANDS, CAX_6_WIDOW).hands
    events = [START, Dealt(hands=hands), *cax_6()[2:]]
    assert found(calabrasella(*events)) == found(public(*events)) == []
    assert fold(calabrasella(*events[:2])).places.count(4) == 4
