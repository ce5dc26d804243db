"""Audits leave nothing to the garbage collector: what it has to walk through takes a sixth of their time."""

import gc

import pytest

from upcard.engine.audit import audit
from upcard.engine.game import all_games
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC, redact_log


@pytest.mark.parametrize("key", [game.key for game in all_games()])
def test_an_audit_is_gone_when_nobody_holds_it(key: str) -> None:
    log = simulate(Setup(game=key, seed=4), hands=3)
    logs = [log, redact_log(log, PUBLIC, "public")]
    for one in logs:
        audit(one)
    gc.disable()
    gc.freeze()  # what was there before is not looked through
    try:
        for one in logs:
            audit(one)
        assert gc.collect() == 0
    finally:
        gc.unfreeze()
        gc.enable()
