"""`upcard amend` by the places that people know and in the recorder's words: a hand, its row, a trick, an act as it stands."""

import json
import random
from pathlib import Path

import pytest

from tests.cli.amending import SHEET
from tests.cli.test_commands import SAMPLES, upcard
from upcard.cli.amender.entries import Entries, Entry
from upcard.cli.amender.places import Place, corrected, inserted, retracted, the_act
from upcard.cli.recorder.fields import written
from upcard.engine.game import Game, find, keys
from upcard.engine.log import Log
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC, redact_log
from upcard.records.logfile import read_log
from upcard.schemas.cards import Card
from upcard.schemas.errors import UsageError
from upcard.schemas.events import (
    FORMAT,
    Amended,
    Closed,
    Event,
    Gap,
    HandStarted,
    Inserted,
    Joined,
    Noted,
    Opened,
    Played,
    Retracted,
    Scored,
)

FULL = SAMPLES / "court_piece" / "full_hand.jsonl"
TRICKS = [game for game in keys() if find(game).family == "tricks"]


def record(game: str, *, viewer: int | None = PUBLIC, seed: int = 3, hands: int = 3) -> Entries:
    log = simulate(Setup(game=game, seed=seed), hands=hands)
    return Entries(log if viewer is None else redact_log(log, viewer, "copy"), {})


def of_events(game: str, *events: Event, seats: str = "Ann Bob Cid Dee", **header: object) -> Entries:
    opened = Opened(format=FORMAT, log="x", game=game, seats=tuple(seats.split()), **header)
    return Entries(Log.of(opened, events), {})


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    path = tmp_path / "sheet.jsonl"
    path.write_bytes(SHEET)
    return path


@pytest.fixture
def played(tmp_path: Path) -> Path:
    path = tmp_path / "log.jsonl"
    path.write_bytes(FULL.read_bytes())
    return path


# ---- Of all games --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", keys())
@pytest.mark.parametrize("viewer", [None, PUBLIC])
def test_what_stands_there_says_so_already_and_is_found_by_what_it_says(game: str, viewer: int | None) -> None:
    entries = record(game, viewer=viewer, hands=2)
    rng = random.Random(1)
    for hand, acts in entries.hands.items():
        for entry in rng.sample(acts, min(len(acts), 8)):
            words = written(entry.event, entries.coin)
            assert corrected(entries, Place(line=entry.line), words) == []
            alike = [other for other in acts if other.event == entry.event]
            if len(alike) == 1:
                assert the_act(entries, Place(hand=hand, was=words)).line == entry.line
            else:
                with pytest.raises(UsageError, match=f"several acts of hand {hand}"):
                    the_act(entries, Place(hand=hand, was=words))


@pytest.mark.parametrize("game", TRICKS)
def test_a_card_of_a_trick_is_put_right_by_who_played_it(game: str) -> None:
    entries = record(game)
    size = len(entries.standing.header.seats)
    for hand in entries.hands:
        tricks: dict[int, list[Entry]] = {}
        for entry, trick in entries.tricks(hand):
            if isinstance(entry.event, Played):
                assert trick is not None
                tricks.setdefault(trick, []).append(entry)
        assert list(tricks) == list(range(1, len(tricks) + 1))
        assert {len(plays) for plays in list(tricks.values())[:-1]} == {4 if game == "pop" else size}
        for trick, plays in tricks.items():
            for entry in plays:
                assert isinstance(entry.event, Played)
                card = "Qs" if entry.event.card != "Qs" else "Ks"
                words = f"{entry.players[entry.event.seat]} {card}"
                if game == "pop":  # two cards of each: the one of them that is meant is told as it stands
                    was = f"{entry.event.seat}: {entry.event.card}"
                    (change,) = corrected(entries, Place(hand=hand, trick=trick, was=was), words)
                else:
                    (change,) = corrected(entries, Place(hand=hand, trick=trick), words)
                assert isinstance(change, Amended)
                assert (change.line, change.event.card, change.event.seat) == (entry.line, card, entry.event.seat)
                assert change.event.at == entry.event.at


@pytest.mark.parametrize("game", [game for game in keys() if game not in TRICKS])
def test_games_without_tricks_say_so(game: str) -> None:
    with pytest.raises(UsageError, match="has no tricks"):
        corrected(record(game), Place(hand=1, trick=1), "p1 Qs")


SHEETS = [game for game in keys() if find(game).sheet]


def rows_of(game: str) -> Entries:
    """The sample sheet of a game."""
    path = min((SAMPLES / game).glob("score_sheet*.jsonl"))
    return Entries(read_log(path).log, {})


def typed_row(game: Game, row: Scored) -> list[str]:
    """A row as people type it: the columns in their order, the numbers of the first bare."""
    words: list[str] = []
    for column in game.sheet:
        value = getattr(row, column.field)
        if value is not None and value is not False:
            bare = column.per in {"seat", "side"} and not words
            words += [*([] if bare else [column.title]), *map(str, value if isinstance(value, tuple) else [value])]
    return words


@pytest.mark.parametrize("game", SHEETS)
def test_a_row_of_a_sheet_is_put_right_by_its_hand(game: str) -> None:
    entries = rows_of(game)
    tried = 0
    for hand, acts in entries.hands.items():
        rows = [entry for entry in acts if isinstance(entry.event, Scored) and not entry.event.void]
        if len(rows) != 1:
            continue
        row = rows[0].event
        words = typed_row(find(game), row)
        assert corrected(entries, Place(hand=hand), " ".join(words)) == []
        place = next(place for place, word in enumerate(words) if word.lstrip("-").isdigit())
        words[place] = "0" if words[place] != "0" else "1"
        (change,) = corrected(entries, Place(hand=hand), " ".join(words))
        assert isinstance(change, Amended)
        assert (change.line, change.event.at, change.event.src) == (rows[0].line, row.at, row.src)
        assert typed_row(find(game), change.event) == words
        tried += 1
    assert tried


@pytest.mark.parametrize("game", [game for game in keys() if game not in SHEETS])
def test_games_without_a_sheet_have_no_rows(game: str) -> None:
    with pytest.raises(UsageError, match="no act of hand 1 may be meant by '1 2 3'"):
        corrected(record(game), Place(hand=1), "1 2 3")


# ---- Rows ----------------------------------------------------------------------------------------------------------


def test_a_row_is_put_right_from_the_command_line(sheet: Path) -> None:
    out = upcard("amend", str(sheet), "--hand", "2", "4 1 11 0", "--yes", "--by", "Cid", "--why", "read from the back")[
        0
    ]
    assert "line 5 is : score sheet: counts 4 1 11 0" in out
    assert "hand 2, line 4: C 6 -> 4; S 0 -> 1; H 2 -> 22; Jj 6 -> 0" in out
    (amended,) = [event for _, event in read_log(sheet).log.events if isinstance(event, Amended)]
    assert (amended.by, amended.why) == ("Cid", "read from the back")
    before = sheet.read_bytes()
    err = upcard("amend", str(sheet), "--hand", "2", "4", "1", "11", "0")[1]
    assert "it says so already" in err
    told = json.loads(upcard("amend", str(sheet), "--hand", "2", "4 1 11 0", "--json")[0])
    assert (told["stored"], told["events"], told["weighty"]) == (False, [], False)
    assert sheet.read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--hand", "3", "1 2 3 0"], "no hand 3"),
        (["1 2 3 0"], "which hand?"),
        (["--hand", "1", "1 2 3"], "wanted 4 numbers for left"),
        (["--hand", "1", "coffee"], "nobody here is called 'coffee'"),
        (["--hand", "1", "--trick", "1", "C Kd"], "Big Two has no tricks"),
        (["--hand", "1"], "what should stand there?"),
        (["--at", "1", "C Kd"], "wanted one of: date"),
        (["--at", "6", "--trick", "1", "C Kd"], "--at and --trick are two places"),
        (["--before", "4", "--hand", "1", "C Kd"], "--before goes with no other place"),
        (["--at", "9", "C Kd"], "no act stands on line 9"),
        (["--at", "3", "--hand", "2", "1 2 3 0"], "line 3 is not of hand 2"),
        (["--retract"], "what did not happen?"),
        (["--hand", "1", "1 2 3 0", "--with", "{}"], "one change at a time"),
    ],
)
def test_what_cannot_be_told_is_asked_for_and_nothing_is_stored(arguments: list[str], says: str, sheet: Path) -> None:
    out, err = upcard("amend", str(sheet), *arguments, "--yes", code=2)
    assert says in err
    assert not out
    assert sheet.read_bytes() == SHEET


def test_a_row_that_was_left_out_is_put_at_the_end_of_its_hand(played: Path) -> None:
    closed = read_log(played).log.events[-1][0]
    out = upcard("amend", str(played), "--hand", "1", "7 6")[0]
    assert f"line {closed}: the session is closed\nbefore it: score sheet: tricks 7 6" in out
    upcard("verify", str(played))


def test_a_row_that_was_left_out_of_a_log_that_is_open_is_written_at_its_end() -> None:
    entries = of_events("big_two", HandStarted(), Scored(counts=(1, 1, 5, 0)), HandStarted())
    assert corrected(entries, Place(hand=2), "6 0 2 6") == [Scored(counts=(6, 0, 2, 6))]
    entries = of_events("big_two", HandStarted(dealer=0), Gap(), HandStarted(dealer=1), Scored(counts=(1, 1, 5, 0)))
    assert corrected(entries, Place(hand=1), "6 0 2 6") == [
        Inserted(before=4, event=Scored(counts=(6, 0, 2, 6)), why="left out")
    ]


def test_a_hand_that_was_left_out_of_a_sheet_is_inserted_as_a_row(sheet: Path) -> None:
    out = upcard("amend", str(sheet), "--before", "4", "3 0 1 2", "--yes")[0]
    assert "hand 2, line 7: is there then: C 3, S 0, H 1, Jj 2" in out
    (_, second, _) = Entries(read_log(sheet).log, {}).hands.values()
    assert [type(entry.event) for entry in second] == [HandStarted, Scored]


def test_a_hand_that_is_a_row_twice_is_retracted_as_a_whole(sheet: Path) -> None:
    out = upcard("amend", str(sheet), "--hand", "1", "--retract", "--yes")[0]
    assert "hand 1, line 2: is not there then; it was: C 1, S 1, H 5, Jj 0" in out
    assert list(Entries(read_log(sheet).log, {}).hands) == [1]


def test_a_row_may_be_made_void_and_remarked_on() -> None:
    entries = rows_of("court_piece")
    hand = next(iter(entries.hands))
    (change,) = corrected(entries, Place(hand=hand), "8 5 # counted again")
    assert change.event.note == "counted again"
    (change,) = corrected(entries, Place(hand=hand), "void")
    assert change.event == Scored(void=True, src=change.event.src, at=change.event.at, note=change.event.note)


def test_two_rows_of_one_hand_are_told_apart_by_their_lines() -> None:
    rows = [Scored(tricks=(7, 6)), Scored(tricks=(6, 7))]
    log = read_log(FULL).log
    entries = Entries(Log.of(log.header, [*(event for _, event in log.events[:-1]), *rows]), {})
    with pytest.raises(UsageError, match="line 58: scored tricks 7 6; line 59: scored tricks 6 7"):
        corrected(entries, Place(hand=1), "8 5")
    (change,) = corrected(entries, Place(line=59), "8 5")
    assert change.line == 59


# ---- Cards ---------------------------------------------------------------------------------------------------------


def test_a_card_is_put_right_from_the_command_line(played: Path) -> None:
    out = upcard("amend", str(played), "--hand", "1", "--trick", "5", "cid 2h")[0]
    assert out.startswith("line 25 was: seat 2 cid plays 4s\nline 25 is : seat 2 cid plays 2h\n")
    (amended,) = [event for _, event in read_log(played).log.events if isinstance(event, Amended)]
    assert (amended.line, amended.event, amended.why) == (25, Played(seat=2, card="2h"), "fixed")


@pytest.mark.parametrize("words", ["cid 2h", "2: 2h", "s2 2h", "cid plays 2h", "Cid: 2h", "CID 2H"])
def test_words_are_those_of_the_recorder(words: str) -> None:
    entries = Entries(read_log(FULL).log, {})
    (change,) = corrected(entries, Place(hand=1, trick=5), words)
    assert (change.line, change.event) == (25, Played(seat=2, card="2h"))


@pytest.mark.parametrize(
    ("place", "words", "says"),
    [
        (Place(hand=1, trick=14), "cid 2h", "no trick 14 in hand 1"),
        (Place(hand=1, trick=5), "2h", "several acts of hand 1, trick 5 may be meant by '2h': line 22: dee played 7s"),
        (Place(hand=1, trick=5), "Zed 2h", "nobody here is called 'Zed'; at the table are ann, bob, cid, dee"),
        (Place(hand=1), "cid 2h", "several acts of hand 1 may be meant by 'cid 2h'"),
        (Place(hand=1, was="cid 5h"), "cid 2h", "no act of hand 1 may be meant by 'cid 5h'"),
        (Place(hand=1, trick=5), "7: 2h", "a seat from 0 to 3"),
        (Place(hand=1, trick=5), "cid 11x", "no act of hand 1, trick 5"),
    ],
)
def test_a_card_that_cannot_be_told_is_asked_for(place: Place, words: str, says: str) -> None:
    with pytest.raises(UsageError) as told:
        corrected(Entries(read_log(FULL).log, {}), place, words)
    assert says in str(told.value)


def test_other_acts_of_a_hand_are_put_right_by_what_they_are() -> None:
    entries = Entries(read_log(FULL).log, {})
    for words, line in (("trump h", 4), ("ann deals", 2), ("dee trump h", 4), ("ann trump h", 4)):
        (change,) = corrected(entries, Place(hand=1), words)
        assert change.line == line, words
    assert change.event.seat == 0  # somebody else named it


def test_an_act_is_told_as_it_stands_and_may_become_another() -> None:
    entries = Entries(read_log(FULL).log, {})
    (change,) = corrected(entries, Place(was="cid 4s"), "ann 4s")
    assert (change.line, change.event) == (25, Played(seat=0, card="4s"))
    (change,) = corrected(entries, Place(line=25, was="cid 4s"), "note it was not seen")
    assert change.event == Noted(note="it was not seen")
    with pytest.raises(UsageError, match="no act of line 25"):
        corrected(entries, Place(line=25, was="cid 5s"), "cid 2h")


def test_an_act_did_not_happen_by_its_words_or_who_did_it(played: Path) -> None:
    entries = Entries(read_log(FULL).log, {})
    for words in ("cid", "cid 4s", "2:"):
        assert retracted(entries, Place(hand=1, trick=5), words) == [Retracted(line=25, why="dropped")]
    with pytest.raises(UsageError, match="hand 1 was played: 56 acts"):
        retracted(entries, Place(hand=1), "")
    assert "found then: line 26" in upcard("amend", str(played), "--trick", "5", "cid", "--retract", "--dry-run")[0]


def test_an_act_that_was_left_out_is_inserted_in_words() -> None:
    entries = record("court_piece")
    line = entries.tricks(1)[5][0].line
    (change,) = inserted(entries, line, "p3 Kd")
    assert change == Inserted(before=line, event=Played(seat=2, card="Kd"), why="left out")
    for words in ("coffee", "p3 Zz", ""):
        with pytest.raises(UsageError, match="is not taken"):
            inserted(entries, line, words or "note ")


def test_a_card_that_nobody_wrote_down_is_told_where_it_belongs() -> None:
    tricks = [*hand("Qc", "2c", "3c", first=1), *hand("Qd", "5d", "2d", "3d", first=1)]
    tricks[1:3] = [Played(seat=3, card=Card("2c")), Played(seat=0, card=Card("3c"))]
    entries = of_events("court_piece", HandStarted(dealer=0), *tricks)
    (missing,) = [seat for seat in range(4) if seat not in {play.seat for play in tricks[:3]}]
    assert missing == 2
    with pytest.raises(UsageError) as told:
        corrected(entries, Place(trick=1), "Cid 9c")
    assert told.value.hint == 'if it was left out: --before 4 "Cid 9c"'
    (change,) = inserted(entries, 4, "Cid 9c")
    assert change == Inserted(before=4, event=Played(seat=2, card=Card("9c")), why="left out")


def test_a_remark_alone_is_one_on_the_act() -> None:
    entries = Entries(read_log(FULL).log, {})
    (change,) = corrected(entries, Place(line=25), "# after some thought")
    assert change.event == Played(seat=2, card="4s", note="after some thought")
    (change,) = corrected(entries, Place(line=25), "2h # misheard")
    assert change.event == Played(seat=2, card="2h", note="misheard")


# ---- What a record hides -------------------------------------------------------------------------------------------


def hand(*cards: str, first: int = 1) -> list[Event]:
    return [Played(seat=(first + place) % 4, card=Card(card)) for place, card in enumerate(cards)]


def test_a_gap_hides_which_trick_it_is() -> None:
    before = hand("Qc", "5c", "2c", "3c")
    after = hand("Qd", "5d", "2d", "3d")
    entries = of_events("court_piece", HandStarted(dealer=0), *before, Gap(), *after)
    (change,) = corrected(entries, Place(trick=1), "Cid 9c")
    assert change.line == 4
    with pytest.raises(UsageError, match="hand 1 does not tell which cards are of trick 2") as told:
        corrected(entries, Place(trick=2), "Cid 9d")
    assert "from line 8 on" in told.value.hint
    (change,) = corrected(entries, Place(was="Cid 5d"), "Cid 9d")
    assert change.line == 9


def test_hands_that_a_gap_hides_are_told_of() -> None:
    row = Scored(counts=(1, 1, 5, 0))
    entries = of_events("big_two", HandStarted(), row, Gap(hands=3), HandStarted(), row, Closed())
    assert list(entries.hands) == [1, 5]
    with pytest.raises(UsageError, match="hand 3 was missed") as told:
        corrected(entries, Place(hand=3), "1 2 3 0")
    assert told.value.hint == "line 4 says so"
    (change,) = corrected(entries, Place(hand=5), "1 2 3 0")
    assert change.line == 6
    with pytest.raises(UsageError, match="no hand 6"):
        corrected(entries, Place(hand=6), "1 2 3 0")


def test_what_the_table_does_not_take_for_a_card_of_a_trick_is_found_among_them() -> None:
    entries = of_events("court_piece", HandStarted(dealer=0), *hand("Qc", "5c", "2c", "3c", "Qd", "5c", "2d", "3d"))
    (change,) = corrected(entries, Place(trick=2), "Cid 9d")
    assert (change.line, change.event.card) == (8, "9d")


def test_two_of_one_name_are_told_apart_by_their_seats() -> None:
    entries = of_events("court_piece", HandStarted(dealer=0), *hand("Qc", "5c", "2c", "3c"), seats="Ann Bob ann Dee")
    with pytest.raises(UsageError, match="wanted seat 0 or 2, as both are called so"):
        corrected(entries, Place(trick=1), "Ann 9c")
    (change,) = corrected(entries, Place(trick=1), "2: 9c")
    assert change.line == 4
    (change,) = corrected(entries, Place(trick=1), "Dee 9c")
    assert change.line == 5


def test_who_sat_there_then_is_meant_and_not_who_sits_there_now() -> None:
    first = [HandStarted(dealer=0), *hand("Qc", "5c", "2c", "3c"), Gap()]
    events = [*first, Joined(seat=2, player="Eve"), HandStarted(dealer=1)]
    entries = of_events("court_piece", *events, *hand("Qd", "5d", "2d", "3d", first=2))
    (change,) = corrected(entries, Place(hand=1, trick=1), "Cid 9c")
    assert change.line == 4
    with pytest.raises(UsageError, match="hand 2, trick 1"):
        corrected(entries, Place(hand=2, trick=1), "Cid 9c")
    (change,) = corrected(entries, Place(hand=2, trick=1), "Eve 9c")
    assert change.line == 10


def test_names_of_the_archive_are_known_and_ids_are_written() -> None:
    events = [HandStarted(dealer=0), *hand("Qc", "5c", "2c", "3c"), Joined(seat=2, player="e1")]
    log = of_events("court_piece", *events).log
    entries = Entries(log, {"Cid": "Cidonia", "e1": "Eve", "Bob": "Robert Long"})
    (change,) = corrected(entries, Place(trick=1), "Cidonia 9c")
    assert change.line == 4
    (change,) = corrected(entries, Place(trick=1), "Robert Long 9c")
    assert change.line == 3
    (change,) = corrected(entries, Place(line=7), "joined 2 Robert Long")
    assert change.event == Joined(seat=2, player="Bob")


def test_lines_that_are_no_acts_say_what_they_are(played: Path) -> None:
    upcard("amend", str(played), "--trick", "5", "cid 2h")
    line = read_log(played).lines - 1
    err = upcard("amend", str(played), "--at", str(line), "cid 3h", code=2)[1]
    assert f"line {line} is no act, but puts line 25 right" in err
    upcard("amend", str(played), "--at", str(line), "--retract")
    assert "4s" in upcard("amend", str(played), "--at", "25", "cid 2h", "--dry-run")[0]


# ---- Headers -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "field", "value"),
    [
        ("date 2026-03-07", "at", "2026-03-07T20:10:00+01:00"),
        ("date 2026-03-07T19:00:00Z", "at", "2026-03-07T19:00:00Z"),
        ("place Town Hall", "place", "Town Hall"),
        ("rule late_revoke=stands", "options", None),
        ("seat 2 eve", "seats", ("ann", "bob", "eve", "dee")),
        ("name cid Cid Long", "names", {"cid": "Cid Long"}),
    ],
)
def test_a_header_is_put_right_in_words(words: str, field: str, value: object, played: Path) -> None:
    if field == "options":
        name, says = next(iter(find("court_piece").options.fields.items()))
        words, value = f"rule {name}={str(_other(says)).lower()}", {name: _other(says)}
    upcard("amend", str(played), "--at", "1", words, "--yes")
    assert getattr(Entries(read_log(played).log, {}).standing.header, field) == value
    assert "it says so already" in upcard("amend", str(played), "--at", "1", words, "--yes")[1]


def _other(field: object) -> object:
    default = getattr(field, "default")  # noqa: B009 - of pydantic
    return not default if isinstance(default, bool) else (default or 0) + 1


@pytest.mark.parametrize(
    "words",
    [
        "date yesterday",
        "date 2026-02-30",
        "rule taget=3",
        "rule",
        "seat 9 eve",
        "seat 1 ann",
        "name zed Zed",
        "coffee",
        "buy-in x",
        "{}",
    ],
)
def test_a_header_that_cannot_be_is_refused(words: str, played: Path) -> None:
    before = played.read_bytes()
    assert upcard("amend", str(played), "--at", "1", words, "--yes", code=2)[1].startswith("error: ")
    assert played.read_bytes() == before


# ---- Sessions of the archive ---------------------------------------------------------------------------------------


def test_a_session_is_named_by_its_id_its_beginning_or_its_day(sheet: Path) -> None:
    upcard("import", str(sheet), str(FULL))
    for name in ("2f06de15-3664-5eb3-9f0d-e9e9efff21e4", "2f06", "2f06de15-3664", "2026-03-06"):
        out = upcard("amend", name, "--trick", "5", "cid 2h", "--dry-run")[0]
        assert "line 25 is : seat 2 cid plays 2h" in out
    upcard("amend", "2013-03-19", "--hand", "2", "4 1 11 0", "--yes")
    rows = [json.loads(line) for line in upcard("query", "standings", "-p", "game=big_two", "--json")[0].splitlines()]
    assert {row["player"]: row["points"] for row in rows} == {"C": 5, "S": 2, "H": 27, "Jj": 0}
    assert "has all that its log store has" in upcard("verify", "--archive")[1]
    assert "no log '2013-03-20'" in upcard("amend", "2013-03-20", "--hand", "2", "4 1 11 0", code=2)[1]


def test_a_day_of_several_sessions_is_told_with_them(sheet: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.jsonl"
    other.write_bytes(SHEET.replace(b'"x"', b'"y"'))
    upcard("import", str(sheet), str(other))
    err = upcard("amend", "2013-03-19", "--hand", "2", "4 1 11 0", code=2)[1]
    assert "several sessions are of 2013-03-19" in err
    assert "x (big_two), y (big_two)" in err
