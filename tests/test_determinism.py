"""The same log folds to the same bytes and is the same page, whatever the process and its hash seed."""

import subprocess
import sys

import pytest

FOLD = """
import hashlib, sys
from upcard.engine.audit import audit
from upcard.engine.fold import frames
from upcard.engine.game import keys
from upcard.engine.simulate import Setup, simulate
from upcard.engine.kernel.state import encode_state
from upcard.cli.evening import page_of
from upcard.records.chain import sealed_bytes
from upcard.records.logfile import read_bytes
told = hashlib.sha256()
for game in keys():
    log = simulate(Setup(game=game, seed=3), hands=2)
    for _, _, state in frames(log):
        told.update(encode_state(state))
    told.update(repr(audit(log).findings).encode())
page = page_of(read_bytes(sealed_bytes(log.header, [event for _, event in log.events])))
for piece in page.pieces():
    told.update(piece)
print(told.hexdigest())
"""


def digest(seed: str) -> str:
    """The digest of every state of a session of each game, and of a page."""
    done = subprocess.run(
        [sys.executable, "-c", FOLD], env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
    )
    return done.stdout


@pytest.mark.check
def test_r11_three_runs_with_two_hash_seeds_give_the_same_bytes() -> None:
    assert digest("1") == digest("1") == digest("2")
