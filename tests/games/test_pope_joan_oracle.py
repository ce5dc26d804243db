"""Pope Joan: sessions at tables with any options, beside a naive ledger and a naive check of what may be played."""

import pytest

from tests.experiments import sessions
from tests.games import stops_page
from tests.games.pope_joan_judge import judges, plays_anything, plays_of
from tests.games.pope_joan_naive import dealt_round, reckoned, rules_of, session
from upcard.engine.audit import Audit
from upcard.engine.games.pope_joan.offers import due
from upcard.engine.games.pope_joan.options import POOLS
from upcard.engine.games.pope_joan.pope import purse
from upcard.engine.games.pope_joan.state import BOARD
from upcard.engine.log import Log
from upcard.schemas.cards import Card
from upcard.schemas.events import Dealt, HandStarted, Played, TurnedUp


def pays_as_the_page_says(number: int) -> None:
    """Each hand brings what the naive ledger says; who sees less knows no other amounts."""
    log = session(number)
    ledger = reckoned(log)
    stops_page.pays_as_reckoned(number, log, ledger, (BOARD, POOLS, ledger.board), purse)


def test_pj_2_to_pj_5_every_hand_brings_what_the_page_says() -> None:
    for number in range(150):
        pays_as_the_page_says(number)


@pytest.mark.check
def test_pj_2_to_pj_5_every_hand_brings_what_the_page_says_often() -> None:
    for number in range(sessions(3000)):
        pays_as_the_page_says(number)


def test_pj_3_cards_go_round_as_the_page_says() -> None:
    for number in range(200):
        log = session(number, hands=1)
        rules, seats = rules_of(log.header), len(log.header.seats)
        dealer = next(event.dealer for _, event in log.events if isinstance(event, HandStarted))
        dealt = next(event for _, event in log.events if isinstance(event, Dealt))
        turned = next(event.card for _, event in log.events if isinstance(event, TurnedUp))
        by_seat, in_dead, falls = dealt_round(rules, seats, dealer or 0)
        hands = [hand or () for hand in dealt.hands or ()]
        dead = (dealt.places or {})["dead"]
        assert [len(hand) for hand in hands] == by_seat, number
        assert len(dead) == in_dead - (rules["turnup_owner"] == "dead"), number
        where = next((seat for seat, hand in enumerate(hands) if turned in hand), -1 if turned in dead else -2)
        assert where == (falls if rules["turnup_owner"] == "recipient" else -2), number


# ---- PJ-4, PJ-6.1 to PJ-6.4 What may be played ---------------------------------------------------------------------


def is_judged_rightly(number: int) -> None:
    """With all hands known exactly the legal cards are offered, and of every other the rules it breaks are found."""
    log = session(number, hands=2)
    done, fed = Audit(Log(log.header, [])), 0
    for place, at in plays_of(log):
        done.feed(log.events[fed:place])
        fed = place
        every = {(seat, card): at.wrong(seat, card) for seat, hand in enumerate(at.hands) for card in hand}
        offered = {(one.seat, str(one.card)) for act in due(done.state) for one in act.choices or ()}
        assert offered == {play for play, wrong in every.items() if not wrong}, (number, place)
        for (seat, card), wrong in every.items():
            twin = done.copied()
            twin.feed([(log.events[place][0], Played(seat=seat, card=Card(card)))])
            found = {(one.name, one.seat) for one in twin.findings if one.kind != "note"}
            assert found == wrong, (number, place, seat, card)
            assert twin.doubts == []


def test_pj_4_what_is_legal_is_offered_and_the_rest_is_found() -> None:
    for number in range(12):
        is_judged_rightly(number)


@pytest.mark.check
def test_pj_4_what_is_legal_is_offered_and_the_rest_is_found_often() -> None:
    for number in range(sessions(300)):
        is_judged_rightly(number)


def many_are_found(number: int) -> None:
    """Of one irregularity after another each is found when it can be known, whoever looks on."""
    stops_page.many_are_found(number, session(number, hands=2, player=plays_anything), judges, NAMES)


NAMES = {"missed_follow", "lead_out_of_turn", "not_lowest_lead", "dead_overflow"}


def test_pj_6_one_irregularity_after_another_is_found() -> None:
    for number in range(60):
        many_are_found(number)


@pytest.mark.check
def test_pj_6_one_irregularity_after_another_is_found_often() -> None:
    for number in range(sessions(2000)):
        many_are_found(number)
