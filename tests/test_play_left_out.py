"""One play left out of the record shifts the cards after it to other tricks than it seems: once that shows, no card that did
not follow, and no trump led too early, accuses anybody (G-9, G-13); and at the end of the hand nothing of it is left.
"""

from collections.abc import Iterable

import pytest

from tests.experiments import sessions
from tests.slips import left_out
from tests.test_every_game import any_sessions
from upcard.engine.audit import audit
from upcard.engine.log import Log
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.events import Closed, HandStarted, Played, ResultCalled, Scored

GAMES = ("calabrasella", "court_piece", "hasenpfeffer", "pluck", "tresette")
PROVES_NOTHING = {"revoke", "early_trump", "asker", "count"}
ENDS = (Closed(), HandStarted(), ResultCalled(result="won", seat=1), Scored())


def proves_no_revoke(game: str, numbers: Iterable[int]) -> None:
    for number, rng, log in any_sessions(game, numbers, hands=1):
        plays = [at for at, (_, event) in enumerate(log.events) if isinstance(event, Played)]
        for seen in (log, redact_log(log, PUBLIC, "public")):
            events = [event for _, event in seen.events if not isinstance(event, Closed)]
            for at in plays:
                told = [*left_out(events, at), rng.choice(ENDS), Closed()]
                found = audit(Log.of(seen.header, told)).findings
                assert not [one for one in found if one.kind == "breach" and one.name in PROVES_NOTHING], (number, at)


@pytest.mark.parametrize("game", GAMES)
def test_g_9_a_play_left_out_proves_no_revoke(game: str) -> None:
    proves_no_revoke(game, range(4))


@pytest.mark.check
@pytest.mark.parametrize("game", GAMES)
def test_g_9_a_play_left_out_proves_no_revoke_in_many_sessions(game: str) -> None:
    proves_no_revoke(game, range(4, sessions(60)))


def test_tr_3_2_talk_after_a_play_left_out_accuses_nobody() -> None:
    proves_no_revoke("tresette", (8, 19))
