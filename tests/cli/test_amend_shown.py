"""What an amendment changes is shown before it is stored; where it changes results or the kind of an act, somebody must say so."""

import json
from pathlib import Path

import pytest

from tests.cli.amending import SHEET
from tests.cli.terminal import at_terminal
from tests.cli.test_commands import SAMPLES, upcard
from upcard.cli.amender.comparing import Comparison, compared
from upcard.cli.amender.deciding import NOT_STORED
from upcard.cli.amender.draft import Draft
from upcard.engine.game import keys
from upcard.engine.log import Log
from upcard.engine.simulate import Setup, simulate
from upcard.records.chain import sealed_bytes
from upcard.records.logfile import LogWriter, read_bytes, read_log
from upcard.schemas.events import Amended, Event, HandStarted, Inserted, Noted, Retracted, Ruled, Scored

pytestmark = pytest.mark.check

ANOTHER_KIND = ["--at", "2", "--with", '{"do":"scored","counts":[1,1,5,0]}']
ANOTHER_ROW = ["--at", "3", "--with", '{"do":"scored","counts":[0,1,5,1]}']
A_REMARK = ["--before", "3", "--with", '{"do":"noted","note":"late"}']


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    path = tmp_path / "sheet.jsonl"
    path.write_bytes(SHEET)
    return path


def test_a_line_of_another_kind_alone_is_not_stored_unasked() -> None:
    log = simulate(Setup(game="court_piece", seed=2), hands=1)
    line = log.events[-1][0]
    old = Log(log.header, [*log.events, (line + 1, Noted(note="late"))])
    change = compared(old, Log(log.header, [*old.events, (line + 2, Amended(line=line + 1, event=Ruled(what="late")))]))
    assert (change.hands, change.totals, [one.after for one in change.kinds]) == ((), (), ["ruled"])
    assert change.weighty


# ---- What is told --------------------------------------------------------------------------------------------------


def test_another_kind_of_act_is_told_with_the_hand_that_it_adds_and_not_stored(sheet: Path) -> None:
    out, err = upcard("amend", str(sheet), *ANOTHER_KIND, code=NOT_STORED)
    assert out.splitlines() == [
        "line 2 was: a hand begins",
        "line 2 is : score sheet: counts 1 1 5 0",
        "line 2 becomes another kind of act: hand started -> scored",
        "hand 2, line 3: is there then: C 1, S 1, H 5, Jj 0",
        "total of C: 7 points in 2 hands -> 8 points in 3 hands",
        "total of S: 1 point in 2 hands -> 2 points in 3 hands",
        "total of H: 7 points in 2 hands -> 12 points in 3 hands",
        "total of Jj: 6 points in 2 hands -> 6 points in 3 hands",
        "the findings are the same",
    ]
    assert "nothing is stored" in err
    assert "--yes stores it" in err
    assert sheet.read_bytes() == SHEET


def test_a_result_that_changes_is_told_before_and_after_and_not_stored(sheet: Path) -> None:
    out = upcard("amend", str(sheet), *ANOTHER_ROW, code=NOT_STORED)[0]
    assert "hand 1, line 2: C 1 -> 0; Jj 0 -> 1; won by Jj -> C\n" in out
    assert "total of C: 7 points in 2 hands -> 6 points in 2 hands\n" in out
    assert "total of S" not in out
    assert sheet.read_bytes() == SHEET


def test_what_was_said_to_be_stored_is_stored(sheet: Path) -> None:
    err = upcard("amend", str(sheet), *ANOTHER_KIND, "--yes")[1]
    assert "stored on line 7" in err
    assert read_log(sheet).log.events[-1][0] == 7


def test_what_changes_no_result_is_stored_unasked(sheet: Path) -> None:
    out = upcard("amend", str(sheet), *A_REMARK)[0]
    assert out.splitlines()[-1] == "the findings are the same"
    assert len(read_log(sheet).log.events) == 6


@pytest.mark.parametrize("change", [ANOTHER_KIND, ANOTHER_ROW, A_REMARK])
@pytest.mark.parametrize("more", [[], ["--yes"], ["--json"]])
def test_nothing_is_stored_in_a_dry_run(change: list[str], more: list[str], sheet: Path) -> None:
    out, err = upcard("amend", str(sheet), *change, "--dry-run", *more)
    assert "nothing is stored: --dry-run" in err
    assert "stored" not in out or '"stored": false' in out
    assert sheet.read_bytes() == SHEET
    assert not sheet.with_name("sheet.jsonl.lock").exists()


def test_programs_are_told_the_same(sheet: Path) -> None:
    told = json.loads(upcard("amend", str(sheet), *ANOTHER_KIND, "--json", code=NOT_STORED)[0])
    assert (told["stored"], told["lines"], told["weighty"]) == (False, [], True)
    assert told["kinds"] == [{"line": 2, "before": "hand_started", "after": "scored"}]
    (hand,) = told["hands"]
    assert (hand["line"], hand["hand_before"], hand["before"], hand["hand_after"]) == (3, None, None, 2)
    assert hand["after"]["points"] == [1, 1, 5, 0]
    assert told["totals"][2] == {
        "player": "H",
        "before": {"hands": 2, "points": 7, "unknown": 0},
        "after": {"hands": 3, "points": 12, "unknown": 0},
    }
    told = json.loads(upcard("amend", str(sheet), *ANOTHER_ROW, "--json", "--yes")[0])
    assert (told["stored"], told["lines"], told["gone"], told["found"]) == (True, [7], [], [])
    assert told["events"] == [{"do": "amended", "line": 3, "event": {"do": "scored", "counts": [0, 1, 5, 1]}}]


def test_findings_that_come_and_go_are_told_for_people_and_programs(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    log.write_bytes((SAMPLES / "court_piece" / "revoke_found_later.jsonl").read_bytes())
    play = ["--at", "46", "--with", '{"do":"played","seat":3,"card":"2d"}']
    out = upcard("amend", str(log), *play, "--dry-run")[0]
    assert "no longer found: line 15: breach CP-3.1 revoke: seat 3 dee" in out
    assert "the findings are the same" not in out
    (gone,) = json.loads(upcard("amend", str(log), *play, "--dry-run", "--json")[0])["gone"]
    assert (gone["clause"], gone["at"], gone["found_at"], gone["hand"]) == ("CP-3.1", 15, 46, 1)


def test_what_takes_the_last_result_away_is_not_stored_unasked(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    log.write_bytes(SHEET)
    header = SHEET.partition(b"\n")[0].decode()
    before = log.read_bytes()
    out = upcard("amend", str(log), "--at", "1", "--with", header.replace("S", "Si"), code=NOT_STORED)[0]
    assert "hand 1, line 2: C 1, S 1, H 5, Jj 0 -> C 1, Si 1, H 5, Jj 0" in out
    assert "total of S: 1 point in 2 hands -> 0 points in 0 hands" in out
    assert log.read_bytes() == before


def test_names_stand_for_ids_where_people_read_and_ids_where_programs_do(sheet: Path) -> None:
    upcard("import", str(sheet))
    upcard("people", "name", "C", "Clara")
    out = upcard("amend", "x", *ANOTHER_ROW, code=NOT_STORED)[0]
    assert "Clara 1 -> 0" in out
    assert "total of Clara" in out
    assert "Clara" not in upcard("amend", "x", *ANOTHER_ROW, "--json", code=NOT_STORED)[0]
    assert "1 hand" not in upcard("amend", "x", *ANOTHER_ROW, "--json", code=NOT_STORED)[1]


def test_an_archive_follows_what_is_stored_and_nothing_else(sheet: Path) -> None:
    upcard("import", str(sheet))

    def standings() -> dict[str, int]:
        rows = [json.loads(line) for line in upcard("query", "standings", "--json")[0].splitlines()]
        return {row["player"]: row["points"] for row in rows}

    before = standings()
    upcard("amend", "x", *ANOTHER_ROW, code=NOT_STORED)
    upcard("amend", "x", *ANOTHER_ROW, "--dry-run")
    assert standings() == before == {"C": 7, "S": 1, "H": 7, "Jj": 6}
    upcard("amend", "x", *ANOTHER_ROW, "--yes")
    assert standings() == {"C": 6, "S": 1, "H": 7, "Jj": 7}
    upcard("verify", "--archive")


# ---- At a terminal -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "stored"), [("y\n", True), ("yes\n", True), ("n\n", False), ("\n", False), ("\x04", False)]
)
def test_somebody_at_a_terminal_is_asked_after_it_was_shown(typed: str, stored: bool, sheet: Path) -> None:
    code, seen = at_terminal(typed, "amend", str(sheet), *ANOTHER_KIND)
    before, _, after = seen.partition("store it? [y/N]")
    assert "hand 2, line 3: is there then" in before
    assert "total of H: 7 points in 2 hands -> 12 points in 3 hands" in before
    assert ("nothing is stored" in after, "stored on line 7" in after) == (not stored, stored)
    assert (code, len(read_log(sheet).log.events)) == ((0, 6) if stored else (NOT_STORED, 5))


def test_who_reads_json_at_a_terminal_is_asked_too(sheet: Path) -> None:
    code, seen = at_terminal("n\n", "amend", str(sheet), *ANOTHER_KIND, "--json")
    assert "total of H: 7 points in 2 hands -> 12 points in 3 hands\n" in seen.partition("store it?")[0]
    assert '"stored": false' in seen
    assert code == NOT_STORED


def test_who_would_be_accused_anew_is_asked_about_at_a_terminal(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    log.write_bytes((SAMPLES / "court_piece" / "revoke_found_later.jsonl").read_bytes())
    play = ["--at", "46", "--with", '{"do":"played","seat":3,"card":"2d"}']
    upcard("amend", str(log), *play, "--yes")
    line = read_log(log).lines - 1
    code, seen = at_terminal("n\n", "amend", str(log), "--at", str(line), "--retract")
    assert "found then: line 15: breach CP-3.1" in seen.partition("store it?")[0]
    assert code == NOT_STORED


# ---- The comparison ------------------------------------------------------------------------------------------------


def played(game: str, hands: int = 2) -> Log:
    log = simulate(Setup(game=game, seed=11), hands=hands)
    return read_bytes(sealed_bytes(log.header, [event for _, event in log.events])).log


def with_more(log: Log, *events: Event) -> Log:
    last = log.events[-1][0]
    return Log(log.header, [*log.events, *enumerate(events, last + 1)])


@pytest.mark.parametrize("game", keys())
def test_a_log_beside_itself_or_a_remark_changes_nothing(game: str) -> None:
    log = played(game)
    assert not compared(log, log).weighty
    change = compared(log, with_more(log, Inserted(before=3, event=Noted(note="late"))))
    assert (change.weighty, change.accuses, change.gone) == (False, False, ())


@pytest.mark.parametrize("game", keys())
def test_a_log_in_which_no_hand_has_begun_is_judged(game: str) -> None:
    empty = Log(played(game).header, [])
    remark = Log(empty.header, [(2, Noted(note="early"))])
    for old, new in [(empty, empty), (remark, remark), (empty, remark), (remark, empty)]:
        assert compared(old, new) == Comparison()


@pytest.mark.parametrize("game", keys())
def test_taking_the_end_of_a_hand_away_takes_its_points_from_the_totals(game: str) -> None:
    log = played(game)
    begins = [line for line, event in log.events if isinstance(event, HandStarted)]
    lines = [line for line, _ in log.events if begins[0] < line < begins[1]]
    change = compared(log, with_more(log, *(Retracted(line=line) for line in lines[len(lines) // 2 :])))
    assert change.weighty
    assert {one.line for one in change.hands} >= {begins[0]}
    first = next(one for one in change.hands if one.line == begins[0])
    assert first.before is not None
    assert first.before.finished
    moved = {
        one.player: (one.after.hands - one.before.hands, one.after.points - one.before.points) for one in change.totals
    }
    if first.after is not None and not first.after.finished and len(change.hands) == 1:
        assert moved == {
            player: (-1, -(points or 0))
            for player, points in zip(first.before.players, first.before.points, strict=True)
        }


def test_hands_behind_one_that_is_put_in_are_the_same_hands() -> None:
    log = read_bytes(SHEET).log
    row = Scored(counts=(0, 3, 3, 3))
    change = compared(log, with_more(log, Inserted(before=4, event=HandStarted()), Inserted(before=4, event=row)))
    (hand,) = change.hands
    assert (hand.hand_before, hand.hand_after) == (None, 2)
    assert hand.after is not None
    assert hand.after.points == (0, 3, 3, 3)
    change = compared(log, with_more(log, Retracted(line=2), Retracted(line=3)))
    (hand,) = change.hands
    assert (hand.hand_before, hand.hand_after, hand.after) == (1, None, None)


def test_amending_an_amendment_to_another_kind_is_told_of_the_line_it_is_about() -> None:
    log = read_bytes(SHEET).log
    log = with_more(log, Amended(line=3, event=Scored(counts=(0, 1, 5, 1))))
    line = log.events[-1][0]
    change = compared(log, with_more(log, Amended(line=line, event=Amended(line=2, event=Noted(note="x")))))
    assert [(kind.line, kind.before, kind.after) for kind in change.kinds] == [(2, "hand_started", "noted")]


# ---- The draft -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("closed", [True, False])
def test_a_draft_has_the_lines_that_its_events_get(closed: bool, tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(SHEET if closed else SHEET.replace(b'{"do":"closed"}\n', b""))
    events: list[Event] = [
        Noted(note="one"),
        Inserted(before=3, event=Noted(note="two")),
        Retracted(line=3),
        HandStarted(),
        Noted(note="three"),
        HandStarted(),
        Amended(line=2, event=HandStarted(dealer=1)),
    ]
    draft = Draft(read_log(path)).add(events)
    with LogWriter.open(path) as writer:
        lines = [writer.append(event) for event in events]
    assert [line for line, _ in draft.staged] == lines
    assert read_log(path).log == draft.log


def test_a_draft_of_a_log_that_grew_names_its_own_lines_anew(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    path.write_bytes(SHEET)
    draft = Draft(read_log(path)).add([Inserted(before=3, event=Noted(note="one"))])
    line = draft.staged[0][0]
    draft = draft.add([Amended(line=line, event=Noted(note="two")), Inserted(before=line, event=Noted(note="three"))])
    with LogWriter.open(path) as writer:
        writer.append(Noted(note="meanwhile"))
    grown = draft.on(read_log(path))
    assert grown.staged[0][0] == line + 1
    assert isinstance(grown.staged[1][1], Amended)
    assert grown.staged[1][1].line == line + 1
    with LogWriter.open(path) as writer:
        assert [writer.append(event) for event in grown.events] == [one for one, _ in grown.staged]
