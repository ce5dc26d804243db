"""Logs of version 1 as they were once written: they are read for ever, and the same is found in them."""

import json
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from upcard.engine.audit import audit
from upcard.records.logfile import read_log
from upcard.records.seals import check_seals
from upcard.schemas.codec import decode_line, encode_line
from upcard.schemas.events import Event

GOLDEN = Path(__file__).parent / "golden"
LOGS = sorted(path for path in GOLDEN.glob("*.jsonl") if path.with_suffix(".json").is_file())


def test_the_golden_logs_are_there() -> None:
    assert len(LOGS) >= 20


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_the_same_is_found_as_ever(path: Path) -> None:
    done = audit(read_log(path).log)
    expected = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    findings = [
        [one.kind, one.name, one.clause, one.seat, [str(card) for card in one.cards], one.at, one.found_at, one.hand]
        for one in done.findings
    ]
    results = [[one.hand, one.line, list(one.result.points), list(one.result.won)] for one in done.results]
    assert {"findings": findings, "results": results} == expected


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.jsonl")), ids=lambda path: path.stem)
def test_the_seals_hold(path: Path) -> None:
    data = path.read_bytes()
    assert len(check_seals(data, path.name)) == data.count(b'{"do":"sealed"')


def test_every_event_with_every_field_comes_back_as_it_was() -> None:
    lines = (GOLDEN / "every_event.jsonl").read_bytes().splitlines()
    for line in lines:
        assert encode_line(decode_line(line)) == line
    kinds = {type(decode_line(line)) for line in lines}
    assert kinds == set(get_args(Event)), "a new event wants a line here"


def test_no_field_may_be_taken_away_or_moved() -> None:
    """Every key of a golden line is still known to its type, in the same order."""
    for line in (GOLDEN / "every_event.jsonl").read_bytes().splitlines():
        written = [key for key in json.loads(line) if key != "do"]
        kind = type(decode_line(line))
        known = [field.encode_name for field in msgspec.structs.fields(kind)]
        assert [key for key in known if key in written] == written
