"""The card that closes a trick and the next lead, both of one seat, may be written in the wrong order: where the lead is out
of turn, that is told, and no revoke. (Where both cards would win the trick, nothing is out of turn, and nobody can tell.)
"""

import pytest

from tests.slips import swapped
from upcard.engine.audit import audit
from upcard.engine.log import Log
from upcard.engine.simulate import Setup, simulate
from upcard.schemas.events import Played

SEATS = {"calabrasella": 3, "court_piece": 4, "hasenpfeffer": 4, "pluck": 3, "tresette": 4}


@pytest.mark.parametrize("game", SEATS)
def test_g_9_a_last_card_and_a_lead_in_the_wrong_order_prove_no_revoke(game: str) -> None:
    tried = 0
    for number in range(8):
        log = simulate(Setup(game=game, seed=number), hands=1)
        events = [event for _, event in log.events]
        plays = [at for at, event in enumerate(events) if isinstance(event, Played)]
        for at in plays[SEATS[game] - 1 : -1 : SEATS[game]]:
            last, lead = events[at : at + 2]
            if isinstance(last, Played) and isinstance(lead, Played) and last.seat == lead.seat:
                found = audit(Log.of(log.header, swapped(events, at))).findings
                if ("out_of_turn", at + 3) in {(one.name, one.at) for one in found}:
                    assert [one for one in found if one.name == "revoke"] == [], (number, at)
                    tried += 1
    assert tried > 4
