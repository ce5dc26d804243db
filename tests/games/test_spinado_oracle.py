"""Spinado: sessions at tables with any options, beside a naive ledger and a naive judge of the play."""

import pytest

from tests.experiments import sessions
from tests.games import stops_page
from tests.games.spinado_naive import POTS, judges, plays_anything, reckoned, session
from upcard.engine.audit import audit
from upcard.engine.games.spinado.table import BOARD, RATES
from upcard.engine.mechanisms import held
from upcard.engine.view import PUBLIC, redact_log

NAMES = {"missed_follow", "lead_out_of_turn", "spinado_alone_midsequence", "dead_overflow"}


def pays_as_the_page_says(number: int) -> None:
    """Each hand brings what the naive ledger says; who sees less knows no other amounts."""
    log = session(number)
    ledger = reckoned(log)
    stops_page.pays_as_reckoned(
        number, log, ledger, (BOARD, POTS, ledger.pots), lambda state, seat: held.purse(state, seat, RATES)
    )


def test_sp_2_to_sp_4_every_hand_brings_what_the_page_says() -> None:
    for number in range(120):
        pays_as_the_page_says(number)


@pytest.mark.check
def test_sp_2_to_sp_4_every_hand_brings_what_the_page_says_often() -> None:
    for number in range(sessions(3000)):
        pays_as_the_page_says(number)


def many_are_found(number: int) -> None:
    """Of one irregularity after another each is found when it can be known, whoever looks on."""
    log = session(number, hands=2, player=plays_anything)
    if stops_page.opened_alike(log):
        return
    stops_page.many_are_found(number, log, judges, NAMES)
    for viewer in (None, PUBLIC, number % len(log.header.seats)):
        done = audit(log if viewer is None else redact_log(log, viewer, "copy"))
        assert {one.name for one in done.findings if one.kind != "note"} <= NAMES, number
    ledger = reckoned(log)
    done = audit(log)
    assert [ended.result.points for ended in done.results] == [tuple(gains) for gains, _ in ledger.told], number


def test_sp_6_one_irregularity_after_another_is_found() -> None:
    for number in range(80):
        many_are_found(number)


@pytest.mark.check
def test_sp_6_one_irregularity_after_another_is_found_often() -> None:
    for number in range(sessions(2000)):
        many_are_found(number)


def test_sp_6_more_cards_than_the_dead_hand_holds_may_be_told_by_the_last_card_of_a_hand() -> None:
    many_are_found(703)
