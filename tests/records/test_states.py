"""Archives keep states: where these change, archives of before are of another version, and are made anew."""

import hashlib
import json
from operator import methodcaller
from pathlib import Path

import msgspec

from upcard.engine.audit import audit
from upcard.records.archive.schema import ARCHIVE_VERSION
from upcard.records.logfile import read_bytes

SAMPLES = Path(__file__).parents[2] / "sample_logs"
STATES = {26: "0fb00f3e4cef51ac2041c41fbc4c127d983ada13cbb8aa1d7e797a2d8ecdf46d"}
"""The digest of all states in which hands of the samples ended, by the version of archives that keep such states."""


def test_archives_of_a_version_keep_states_of_one_kind() -> None:
    digest = hashlib.sha256()
    for path in sorted(SAMPLES.rglob("*.jsonl")):
        for ended in audit(read_bytes(path.read_bytes()).log).results:
            told = msgspec.to_builtins(ended.after, order="deterministic", enc_hook=methodcaller("given"))
            digest.update(json.dumps(told).encode())
    assert STATES.get(ARCHIVE_VERSION) == digest.hexdigest(), "states have changed: archives want another version"
