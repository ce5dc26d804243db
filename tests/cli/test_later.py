"""What a later line shows of an earlier one: told where people look, so that nothing withdrawn goes on accusing anybody."""

import json
from pathlib import Path

import pytest

from tests.builders import log_of
from tests.cli.test_commands import upcard
from tests.games.test_big_two import SWIFT
from upcard.engine.simulate import Setup, simulate
from upcard.records.logfile import sealed_bytes
from upcard.schemas.cards import PACK
from upcard.schemas.events import Dealt, HandStarted, Shown

GONE = "line 5: breach PJ-6.3 lead_out_of_turn: seat 0 p1: seat 0 led; seat 2 was to lead [As]"
NO_POINTS = "?, ?, ?, ?"


@pytest.fixture
def wrong_dealer(tmp_path: Path) -> str:
    """Three hands, the first dealer written wrongly: who opened the first was not out of turn, as the second hand shows."""
    log = simulate(Setup(game="pope_joan", seed=9), hands=3)
    events = [event for _, event in log.events]
    assert events[0] == HandStarted(dealer=3)
    events[0] = HandStarted(dealer=1)
    path = tmp_path / "dealer.jsonl"
    path.write_bytes(sealed_bytes(log.header, events))
    return str(path)


@pytest.fixture
def shown_late(tmp_path: Path) -> str:
    """A card of the first hand that was laid there before is shown as left over when the second was begun."""
    path = tmp_path / "late.jsonl"
    events = [*SWIFT, HandStarted(), Dealt(each=13), Shown(hand=1, seat=1, cards=PACK[13:14])]
    path.write_bytes(sealed_bytes(log_of("big_two", []).header, events))
    return str(path)


def test_replay_tells_what_is_no_longer_found_and_what_a_hand_comes_to_then(wrong_dealer: str) -> None:
    lines = upcard("replay", "--text", wrong_dealer)[0].splitlines()
    at = lines.index(f"      ! {GONE}")
    gone = next(place for place, line in enumerate(lines) if line.endswith(GONE) and place > at)
    told = [lines[gone], lines[gone + 1]]
    line = int(lines[gone - 2].split()[0])
    assert told == [f"      no longer found, by line {line}: {GONE}", f"      = hand 1 after line {line}: {NO_POINTS}"]
    drawn = upcard("replay", wrong_dealer)[0]
    assert all(" ".join(one.split()) in " ".join(drawn.split()) for one in told)


def test_the_replay_of_a_hand_ends_with_what_later_hands_show_of_it(wrong_dealer: str, shown_late: str) -> None:
    first = upcard("replay", "--text", "--hand", "1", wrong_dealer)[0].splitlines()
    assert first[-3].endswith(GONE)
    assert first[-3].startswith("      no longer found, by line")
    assert first[-1].endswith(NO_POINTS)
    assert "found" not in upcard("replay", "--text", "--hand", "3", wrong_dealer)[0]
    assert "B2-6.6" in upcard("replay", "--text", "--hand", "1", shown_late)[0]


def test_programs_are_told_it_too(wrong_dealer: str) -> None:
    frames = [json.loads(line) for line in upcard("replay", "--json", wrong_dealer)[0].splitlines()]
    (withdrawn,) = [one for frame in frames for one in frame["withdrawn"]]
    (revised,) = [one for frame in frames for one in frame["revised"]]
    assert (withdrawn["finding"]["name"], withdrawn["finding"]["at"]) == ("lead_out_of_turn", 5)
    assert revised == {"line": withdrawn["line"], "hand": 1, "points": [None] * 4}


def test_show_tells_whether_a_finding_stands_and_all_of_a_hand_that_is_named(
    wrong_dealer: str, shown_late: str
) -> None:
    hand = upcard("show", "--hand", "1", wrong_dealer)[0].splitlines()
    assert f"{GONE}; no longer found at the end of the log" in hand
    assert f"hand 1 at the end of the log: {NO_POINTS}" in hand
    assert f"{GONE}; no longer found at the end of the log" in upcard("show", "--at", "20", wrong_dealer)[0]
    end = upcard("show", wrong_dealer)[0]
    assert GONE not in end
    assert "at the end of the log" not in end
    assert "B2-6.6" in upcard("show", "--hand", "1", shown_late)[0]
    assert "B2-6.6" not in upcard("show", "--at", "10", shown_late)[0]
