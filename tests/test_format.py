"""The format as its page says it, checked without the code that writes it."""

import hashlib
import json
import re
from pathlib import Path

import pytest

from tests.builders import found
from upcard.engine.audit import audit
from upcard.engine.fold import fold
from upcard.engine.log import Log
from upcard.schemas.codec import decode_line, encode_line
from upcard.schemas.errors import UnreadableError
from upcard.schemas.events import Opened

PAGE = Path(__file__).parents[1] / "docs" / "format.md"
EXAMPLES = re.findall(r"```jsonl\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def read(text: str) -> Log:
    """A log from its text."""
    header, *events = [decode_line(line.encode()) for line in text.splitlines()]
    assert isinstance(header, Opened)
    return Log.of(header, events)


def seals_hold(text: str) -> int:
    """How many seals there are, all checked as the page says."""
    data, start, offset, count = text.encode(), 0, 0, 0
    for line in text.encode().splitlines(keepends=True):
        event = json.loads(line)
        if event["do"] == "sealed":
            assert event["sha256"] == hashlib.sha256(data[start:offset]).hexdigest()
            start, count = offset, count + 1
        offset += len(line)
    return count


def test_there_are_three_examples() -> None:
    assert len(EXAMPLES) == 3


@pytest.mark.parametrize("text", EXAMPLES)
def test_an_example_is_canonical_and_its_seals_hold(text: str) -> None:
    for line in text.encode().splitlines():
        assert encode_line(decode_line(line)) == line
    seals_hold(text)


def test_the_first_example_is_sealed_and_clean() -> None:
    assert seals_hold(EXAMPLES[0]) == 1
    assert found(read(EXAMPLES[0])) == []
    assert [ended.result.points for ended in audit(read(EXAMPLES[0])).results] == [(0, 0, 0, 0)]


def test_the_second_example_is_read_as_amended() -> None:
    assert seals_hold(EXAMPLES[1]) == 3
    log = read(EXAMPLES[1])
    assert [ended.result.points for ended in audit(log).results] == [(1, 1, 5, 0), (6, 0, 2, 7)]
    assert fold(log).closed


def test_the_third_example_shows_a_missed_follow() -> None:
    findings = audit(read(EXAMPLES[2])).findings
    assert ("missed_follow", 9) in [(finding.name, finding.found_at) for finding in findings]


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        (b'{"do":"hand_start","dealer":0}', "did you mean `hand_started`?"),
        (b'{"do":"hand_started","Dealer":0}', "did you mean `dealer`?"),
        (b'{"do":"amended","line":2,"event":{"do":"played","seat":0,"crad":"Ah"}}', "did you mean `card`?"),
        (b'{"do":"melds_told","seat":0,"melds":[{"kin":"nap"}]}', "a field or an event this version does not know"),
        (b'{"do":"hand_started","dealer":"ann"}', "a seat is its number, from 0 on"),
        (b'{"do":"closed","unfinish":true,"event":', "did you mean `unfinished`?"),
    ],
)
def test_a_name_that_is_not_known_is_answered_with_those_like_it_and_a_seat_by_name_with_what_it_is(
    line: bytes, hint: str
) -> None:
    with pytest.raises(UnreadableError) as raised:
        decode_line(line)
    assert (raised.value.hint or "").startswith(hint)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (b'{"do":"played","seat":1,"card":"Kx"}', "$.card"),
        (b'{"do":"played","seat":1}', "missing required field"),
        (b'{"do":"played","seat":1,"card":"Kd","suits":1}', "unknown field"),
        (b'{"do":"flew","seat":1}', "flew"),
        (b'{"do":"played","seat":-1,"card":"Kd"}', "saw -1, wanted a number of at least 0 - at `$.seat`"),
        (b'{"do":"scored","amount":9007199254740992}', "wanted a number of at most 9,007,199,254,740,991"),
        (b'{"do":"scored","amount":1.5}', "got `float`"),
        *(
            (b'{"do":"amended","line":1,"event":' * deep + b'{"do":"gap"}' + b"}" * deep, "nested")
            for deep in (101, 5000)
        ),
        (b'{"do":"noted","note":"\xff"}', "UTF-8"),
        (b"", "not a JSON object"),
        (b'{"do":"noted"' + b" " * (1 << 20) + b"}", "1,048,57"),
        (b'{"do":"opened","format":"upcard/2","log":"x","game":"y","seats":[]}', "later Upcard"),
        (b'{"do":"noted","at":"2026-11-20T19:30:00"}', "$.at"),
        (rb'{"do":"noted","at":"2026-11-20\n"}', "$.at"),
        ('{"do":"noted","at":"٢٠٢٦-11-20"}'.encode(), "$.at"),
        (b'{"do":"sealed","sha256":"' + b"a" * 64 + rb'\n"}', "$.sha256"),
        (rb'{"do":"noted","note":"\ud800"}', "not a JSON object"),
        (b'{"do":"noted","src":1.0}', "got `float`"),
    ],
)
def test_what_cannot_be_read_says_why(line: bytes, says: str) -> None:
    with pytest.raises(UnreadableError, match=re.escape(says)):
        decode_line(line, "here.jsonl:2")


def test_the_schema_knows_a_line_of_this_format_by_its_header() -> None:
    schema = json.loads((PAGE.parents[1] / "schemas" / "json" / "event.json").read_text(encoding="utf-8"))
    assert schema["$defs"]["Opened"]["properties"]["format"]["enum"] == ["upcard/1"]
