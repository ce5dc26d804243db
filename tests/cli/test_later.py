"""What a later line shows of an earlier one: told where people look, so that nothing withdrawn goes on accusing anybody."""

import json
from io import StringIO
from pathlib import Path

import msgspec
import pytest
from rich.console import Console

from tests.builders import log_of
from tests.cli.test_commands import SAMPLES, upcard
from tests.games.test_big_two import SWIFT
from upcard.cli.amender.showing import edits
from upcard.cli.frames import Revised, frames_of
from upcard.cli.replay import drawn
from upcard.cli.telling import coin_of
from upcard.engine.log import Log
from upcard.engine.sitting import Sitting
from upcard.records.logfile import read_log, sealed_bytes
from upcard.schemas.cards import PACK
from upcard.schemas.events import Amended, BetPlaced, Dealt, HandStarted, Shown

WITHDRAWN = str(SAMPLES / "pluck" / "lowest_club_not_led_found_later.jsonl")
"""Cards that fit nowhere: somebody has broken a rule. Line 45 shows who."""
REVISED = str(SAMPLES / "spinado" / "a_fine_that_nobody_saw_cause_for.jsonl")
"""What a hand came to hangs on who held a card, which is told by a payment on line 46."""
GONE = "line 5: breach G-10 unseen_do_not_fit: somebody has broken a rule; it is not known yet who"


@pytest.fixture
def shown_late(tmp_path: Path) -> str:
    """A card of the first hand that was laid there before is shown as left over when the second was begun."""
    path = tmp_path / "late.jsonl"
    events = [*SWIFT, HandStarted(), Dealt(each=13), Shown(hand=1, seat=1, cards=PACK[13:14])]
    path.write_bytes(sealed_bytes(log_of("big_two", []).header, events))
    return str(path)


def test_replay_tells_what_is_no_longer_found_and_what_a_hand_comes_to_then() -> None:
    lines = upcard("replay", "--text", WITHDRAWN)[0].splitlines()
    gone = f"      no longer found, by line 45: {GONE}"
    assert lines.index(f"      ! {GONE}") < lines.index(gone)
    revised = "      = hand 2 after line 46: -21, 18, 7, -3"
    assert revised in upcard("replay", "--text", REVISED)[0].splitlines()
    for log, told in ((WITHDRAWN, gone), (REVISED, revised)):
        assert " ".join(told.split()) in " ".join(upcard("replay", log)[0].split())


def test_the_replay_of_a_hand_ends_with_what_later_hands_show_of_it(shown_late: str) -> None:
    second = upcard("replay", "--text", "--hand", "2", REVISED)[0].splitlines()
    assert "      = hand 2 after line 46: -21, 18, 7, -3" in second
    assert "after line" not in upcard("replay", "--text", "--hand", "1", REVISED)[0]
    assert "B2-6.6" in upcard("replay", "--text", "--hand", "1", shown_late)[0]


def test_money_that_changes_is_told_in_coins() -> None:
    log = read_log(str(SAMPLES / "trente_et_quarante" / "full_session.jsonl")).log
    *_, last = frames_of(log)
    changed = last._replace(revised=(Revised(last.line, 1, (-5000, -2550, 0)),))
    told = StringIO()
    Console(file=told, width=100).print(drawn(changed, Sitting(log), coin=coin_of(log.header), ascii_only=True))
    assert f"= hand 1 after line {last.line}: -50.00, -25.50, 0.00" in told.getvalue()
    (bet,) = [(line, event) for line, event in log.events if isinstance(event, BetPlaced) and event.bet == "b1"]
    amended = (log.events[-1][0] + 1, Amended(line=bet[0], event=msgspec.structs.replace(bet[1], amount=3050)))
    assert [*edits(log, Log(log.header, [*log.events, amended]), [amended], {})] == [
        f"line {bet[0]} was: seat 1 bob bets 25.00 on couleur, bet b1",
        f"line {bet[0]} is : seat 1 bob bets 30.50 on couleur, bet b1",
    ]


def test_programs_are_told_it_too() -> None:
    frames = [json.loads(line) for line in upcard("replay", "--json", WITHDRAWN)[0].splitlines()]
    (withdrawn,) = [one for frame in frames for one in frame["withdrawn"]]
    assert (withdrawn["finding"]["name"], withdrawn["finding"]["at"], withdrawn["line"]) == ("unseen_do_not_fit", 5, 45)
    frames = [json.loads(line) for line in upcard("replay", "--json", REVISED)[0].splitlines()]
    (revised,) = [one for frame in frames for one in frame["revised"]]
    assert revised == {"line": 46, "hand": 2, "points": [-21, 18, 7, -3]}


def test_show_tells_whether_a_finding_stands_and_all_of_a_hand_that_is_named(shown_late: str) -> None:
    assert f"{GONE}; no longer found at the end of the log" in upcard("show", "--at", "20", WITHDRAWN)[0]
    assert GONE not in upcard("show", WITHDRAWN)[0]
    assert "B2-6.6" in upcard("show", "--hand", "1", shown_late)[0]
    assert "B2-6.6" not in upcard("show", "--at", "10", shown_late)[0]
