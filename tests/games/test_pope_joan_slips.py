"""Pope Joan: one slip of the scribe is one finding, and no score is told that hangs on it."""

import pytest

from tests.experiments import sessions
from tests.games.pope_joan_naive import reckoned, session
from tests.games.stops_slips import SLIPS, Slip, slip_is_one_finding


def is_one_finding(number: int, slip: Slip) -> None:
    """The slip is told once, and what is told of the scores is true."""
    log = session(number, hands=2)
    slip_is_one_finding(number, log, reckoned(log).told, slip)


@pytest.mark.parametrize("slip", SLIPS)
def test_pj_6_5_pj_6_6_a_slip_is_one_finding(slip: Slip) -> None:
    for number in range(80):
        is_one_finding(number, slip)


@pytest.mark.check
@pytest.mark.parametrize("slip", SLIPS)
def test_pj_6_5_pj_6_6_a_slip_is_one_finding_often(slip: Slip) -> None:
    for number in range(sessions(2000)):
        is_one_finding(number, slip)
