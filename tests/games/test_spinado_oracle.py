"""Spinado: sessions at tables with any options, beside a naive ledger and a naive judge of the play."""

import pytest

from tests.experiments import sessions
from tests.games.spinado_naive import POTS, judges, plays_anything, reckoned, session
from upcard.engine.audit import Audit, audit
from upcard.engine.games.spinado.table import BOARD, RATES
from upcard.engine.log import Log
from upcard.engine.mechanisms import held
from upcard.engine.view import PUBLIC, redact_log

NAMES = {"missed_follow", "lead_out_of_turn", "spinado_alone_midsequence", "dead_overflow"}


def pays_as_the_page_says(number: int) -> None:
    """Each hand brings what the naive ledger says; who sees less knows no other amounts."""
    log = session(number)
    ledger = reckoned(log)
    for viewer in (None, PUBLIC, number % len(log.header.seats)):
        done = audit(log if viewer is None else redact_log(log, viewer, "copy"))
        assert [one for one in done.findings if one.kind != "note"] == [], (number, viewer)
        results = [ended.result for ended in done.results]
        assert len(results) == len(ledger.told), (number, viewer)
        for result, (gains, _) in zip(results, ledger.told, strict=True):
            known = [gain if point is None else point for point, gain in zip(result.points, gains, strict=True)]
            assert known == gains, (number, viewer, result)
            assert viewer is not None or None not in result.points
        purses = [held.purse(done.state, seat, RATES) for seat in range(ledger.seats)]
        assert all(one in {None, two} for one, two in zip(purses, ledger.purses, strict=True)), (number, viewer)
        assert sum(BOARD.contents(done.state)) == sum(ledger.pots.values())
        if "" not in ledger.pots:
            assert dict(zip(POTS, BOARD.contents(done.state), strict=True)) == ledger.pots, (number, viewer)


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
    for viewer in (None, PUBLIC, number % len(log.header.seats)):
        done = Audit(Log(log.header, []))
        seen = log if viewer is None else redact_log(log, viewer, "copy")
        for (line, wanted), event in zip(judges(log, viewer), seen.events, strict=True):
            done.feed((event,))
            breaches = [one for one in done.findings if one.kind == "breach" and one.name in NAMES]
            found = [(one.name, one.seat, one.at, one.found_at) for one in breaches]
            assert sorted(found, key=str) == sorted(wanted, key=str), (number, viewer, line)
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
