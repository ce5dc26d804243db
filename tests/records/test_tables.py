"""Score sheets as tables: cells, days, numbers, headings, and what is wrong with them."""

import io
from collections import Counter
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cli.test_commands import ROOT
from upcard.engine.audit import audit
from upcard.engine.log import Log
from upcard.records.importers import read_sheet, sittings
from upcard.records.importers.dates import Dates
from upcard.records.importers.faults import NotRead, SheetError
from upcard.records.importers.grids import Cell
from upcard.records.importers.kinds import has_columns
from upcard.records.importers.tables import read_table
from upcard.records.importers.values import Number, read_number
from upcard.records.importers.wishes import FILE_NAME, Wishes, read_columns, wishes_beside, written
from upcard.schemas.errors import UnreadableError, UpcardError, UsageError
from upcard.schemas.events import BetPlaced, HandStarted, Joined, Left, Noted, Scored
from upcard.schemas.findings import Finding

BIG = Wishes(game="big_two")


def logs(text: str, wishes: Wishes = BIG, name: str = "sheet.csv") -> list[Log]:
    """The logs of a sheet."""
    return [read.log for sheet in read_table(name, text.encode(), wishes) for read in sheet.logs]


def counts(text: str, wishes: Wishes = BIG, name: str = "sheet.csv") -> list[tuple[str | None, tuple[int, ...] | None]]:
    """The days and the rows of a sheet."""
    found = logs(text, wishes, name)
    return [(log.header.at, event.counts) for log in found for _, event in log.events if isinstance(event, Scored)]


def findings(text: str, wishes: Wishes = BIG) -> list[Finding]:
    """What is found in the logs of a sheet."""
    return [one for log in logs(text, wishes) for one in audit(log).findings]


def faults(text: str, wishes: Wishes = BIG, name: str = "sheet.csv") -> list[tuple[str, str, str]]:
    """What is wrong with a sheet: cells, what is said, hints."""
    with pytest.raises(SheetError) as caught:
        logs(text, wishes, name)
    return [(one.place.rpartition(" ")[2], one.message, one.hint) for one in caught.value.problems]


# ---- Days ----------------------------------------------------------------------------------------------------------

FIFTH = date(2024, 1, 5)


@pytest.mark.parametrize(
    "text",
    [
        "2024-01-05",
        "2024/1/5",
        "20240105",
        "5.1.2024",
        "5.1.24",
        "5 Jan 2024",
        "5-Jan-24",
        "5th January 2024",
        "January 5, 2024",
        "Friday, 5 January 2024",
        "Fri 05/01/2024",
        "5. Januar 2024",
        "5 janvier 2024",
        "5 de enero de 2024",
        "venerdì 5 gennaio 2024",
        "2024-01-05 19:30",
    ],
)
def test_days_are_read_as_people_write_them(text: str) -> None:
    assert Dates().read(text) == [FIFTH]
    assert Dates(order="dmy").read(text) == [FIFTH]


def test_a_day_that_may_be_two_is_both_until_it_is_told_or_shown() -> None:
    both = [FIFTH, date(2024, 5, 1)]
    assert Dates().read("05/01/2024") == both
    for row in ("12 -4 -4 -4", "12 -4 -4", "10-4-3"):  # numbers of players
        assert Dates().read(row) == []
    assert Dates("mdy").read("05/01/2024") == both[1:]
    shown = Dates()
    shown.learn(["05/01/2024", "25/01/2024"])
    assert (shown.order, shown.read("05/01/2024")) == ("dmy", [FIFTH])
    torn = Dates()
    torn.learn(["25/01/2024", "01/25/2024"])
    assert torn.order is None


@pytest.mark.parametrize("text", ["31/02/2024", "2024-13-01", "Ann", "7", "12 13", "Mar", "", "0/0/0000", "1.234.567"])
def test_what_is_no_day_is_none(text: str) -> None:
    assert Dates().read(text) == []


def test_days_stand_in_a_column_a_line_the_sheet_or_the_file() -> None:
    rows = "Ann,Bob\n0,1\n"
    assert counts("Date,Ann,Bob\n5 Jan 2024,0,1\n,2,0\n6 Jan 2024,0,3\n") == [
        ("2024-01-05", (0, 1)),
        ("2024-01-05", (2, 0)),
        ("2024-01-06", (0, 3)),
    ]
    assert counts(f"5 Jan 2024,\n{rows}6 Jan 2024,\n2,0\n") == [("2024-01-05", (0, 1)), ("2024-01-06", (2, 0))]
    assert counts(rows, name="club 2024-01-05.csv") == [("2024-01-05", (0, 1))]
    assert counts("Date,Ann,Bob\n5 Jan,0,1\n", name="scores 2024.csv") == [("2024-01-05", (0, 1))]
    assert counts(rows) == [(None, (0, 1))]
    assert counts("Evening,Ann,Bob\n5 Jan 2024,0,1\n") == [("2024-01-05", (0, 1))]
    assert counts("Evening,Ann,Bob\n5,0,1\n") == [(None, (0, 1))]


def test_an_ambiguous_day_is_asked_or_refused_with_the_option_to_tell_it() -> None:
    text = "Date,Ann,Bob\n05/01/2024,0,1\n"
    assert faults(text) == [
        (
            "A2",
            "saw '05/01/2024': 5 January 2024 or 1 May 2024?",
            "say which part comes first: --dates dmy or --dates mdy",
        )
    ]
    assert counts(text, Wishes(game="big_two", dates="mdy"))[0][0] == "2024-05-01"
    asked: list[str] = []

    def answer(question: str, _answers: object) -> str:
        asked.append(question)
        return "dmy"

    (sheet,) = read_table("sheet.csv", text.encode(), BIG, answer)
    assert sheet.logs[0].log.header.at == "2024-01-05"
    assert len(asked) == 1
    assert faults("Date,Ann,Bob\n31/02/2024,0,1\n")[0][1] == "saw '31/02/2024', wanted a day that there is"
    assert "without its year" in faults("Date,Ann,Bob\n5 Jan,0,1\n")[0][1]


# ---- Numbers -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cell", "number", "remark"),
    [
        ("7", 7, ""),
        ("-3", -3, ""),
        ("\u22123", -3, ""),
        ("+3", 3, ""),
        ("(3)", -3, ""),
        ("12,0", 12, ""),
        ("12.00", 12, ""),
        ("1.250", 1250, ""),
        ("1,250", 1250, ""),
        ("1.250,0", 1250, ""),
        ("5 pts", 5, ""),
        ("5 (late)", 5, "(late)"),
        ("0*", 0, "*"),
        (Decimal(4), 4, ""),
    ],
)
def test_numbers_are_read_as_people_write_them(cell: str | Decimal, number: int, remark: str) -> None:
    found = read_number(cell)
    assert (found.value, found.remark) == (number, remark)


@pytest.mark.parametrize("cell", ["", "x", "1O", "l2", "3 4", "1,5", Decimal("2.5"), "9" * 30, "1.2.3", "4x"])
def test_what_is_no_whole_number_is_told(cell: str | Decimal) -> None:
    with pytest.raises(NotRead):
        read_number(cell)


def test_what_is_mistyped_is_guessed_and_coins_are_counted_in_units() -> None:
    with pytest.raises(NotRead) as caught:
        read_number("1O")
    assert caught.value.hint == "perhaps 10"
    assert read_number("12,50", 100).value == 1250


# ---- Cells ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("separator", [",", ";", "\t", "|", " "])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
def test_text_of_any_make_is_read(separator: str, end: str, encoding: str) -> None:
    text = end.join([separator.join(row) for row in (["Zoë", "Bob"], ["0", "1"], ["2", "0"])])
    found = [read for sheet in read_table("sheet.csv", text.encode(encoding), BIG) for read in sheet.logs]
    assert [log.log.header.seats for log in found] == [("Zoë", "Bob")]
    assert [event.counts for _, event in found[0].log.events if isinstance(event, Scored)] == [(0, 1), (2, 0)]


def test_excel_tells_its_separator_and_cells_may_be_quoted() -> None:
    assert counts('sep=;\n"Ann";"Bob"\n"0";1\n') == [(None, (0, 1))]
    with pytest.raises(UnreadableError, match="not closed"):
        logs('Ann,Bob\n0,"1\n' + "2,0\n" * 60)


def test_src_is_the_row_and_remarks_are_kept() -> None:
    (log,) = logs("# spring\nAnn,Bob,Note\n0,1,first\n\n2 (late),0,\n// the end\n")
    assert [(type(event), event.src, event.note) for _, event in log.events if event.note] == [
        (Noted, 1, "spring"),
        (Scored, 3, "first"),
        (Scored, 5, "Ann: (late)"),
        (Noted, 6, "the end"),
    ]


# ---- Headings ------------------------------------------------------------------------------------------------------


def test_players_stand_in_headings_in_a_line_or_in_a_column() -> None:
    expected = [(None, (0, 1, 2))]
    assert counts("Ann,Bob,Cid\n0,1,2\n") == expected
    assert counts("Players: Ann, Bob, Cid\nleft,left,left\n0,1,2\n", Wishes(game="big_two")) == expected
    assert counts("left,left,left\n0,1,2\n", Wishes(game="big_two", players=("Ann", "Bob", "Cid"))) == expected
    assert counts("player,left\nAnn,0\nBob,1\nCid,2\n") == expected
    assert counts("Ann left,Bob left,Cid left,note\n0,1,2,\n") == expected
    assert counts("left,,,weather\nAnn,Bob,Cid\n0,1,2,fine\n") == expected


def test_names_above_titles_reach_over_empty_cells() -> None:
    (log,) = logs(",Ann,,,Bob,\nhand,left,points,,left,points\n1,0,0,,3,3\n")
    (row,) = [event for _, event in log.events if isinstance(event, Scored)]
    assert (row.counts, row.points) == ((0, 3), (0, 3))


def test_columns_can_be_told() -> None:
    columns, header = read_columns(["date=1,players=C-D", "note=Weather"])
    assert counts("When was it,x,Ann,Bob,Weather\n5.1.2024,9,0,1,fine\n", Wishes(game="big_two", columns=columns)) == [
        ("2024-01-05", (0, 1))
    ]
    assert header is None
    told = Wishes(game="big_two", header=2, columns={"players": "1-2"})
    assert counts("a,b\nAnn,Bob\n0,1\n", told) == [(None, (0, 1))]
    with pytest.raises(UsageError, match="no column is called"):
        logs("Ann,Bob\n0,1\n", Wishes(game="big_two", columns={"wheather": 1}))
    with pytest.raises(UsageError, match="no column is"):
        logs("Ann,Bob\n0,1\n", Wishes(game="big_two", columns={"note": "?"}))
    for bad in ("date", "date=", "=1", "header=x"):
        with pytest.raises(UsageError):
            read_columns([bad])


def test_who_leaves_and_who_comes_later_sit_at_one_table_and_others_at_another() -> None:
    rows = {"leaves": "5,0,3,1\n4,-,0,5\n", "comes": "5,0,3,-\n4,1,0,5\n", "others": "5,0,3,-\n4,-,0,5\n"}
    told = {name: logs(f"2024-01-05\nAnn,Bob,Cid,Dee\n{text}") for name, text in rows.items()}
    assert [log.header.seats for log in told["leaves"]] == [("Ann", "Bob", "Cid", "Dee")]
    assert [log.header.seats for log in told["comes"]] == [("Ann", "Bob", "Cid", "")]
    assert [log.header.seats for log in told["others"]] == [("Ann", "Bob", "Cid", "")]
    (left,), (came,) = told["leaves"], told["comes"]
    assert left.events[2][1] == Left(seat=1)
    assert came.events[2][1] == Joined(seat=3, player="Dee")
    assert [event.counts for log in (left, came) for _, event in log.events if isinstance(event, Scored)] == [
        (5, 0, 3, 1),
        (4, 0, 5),
        (5, 0, 3),
        (4, 1, 0, 5),
    ]


def test_a_game_of_last_one_goes_on_when_one_is_out_of_it_and_the_next_begins_with_all() -> None:
    first, second = logs(
        "2024-01-05\nAnn,Bob,Cid\n100,0,26\n160,0,50\n-,30,0\n-,0,180\n5,0,4\n", Wishes(game="last_one")
    )
    assert [one.result.totals for one in audit(first).results][-1] == (260, 30, 256)
    assert len(audit(second).results) == 1
    assert [one for log in (first, second) for one in audit(log).findings] == []


def test_who_sat_out_has_an_empty_cell_where_more_have_columns_than_sit_down() -> None:
    found = logs("A,B,C,D,E\n0,1,2,3,\n0,1,2,,3\n-,1,2,0,4\n")
    assert [log.header.seats for log in found] == [tuple("ABCD")]
    taken = [(3, "E"), (0, "D")]
    assert [(one.seat, one.player) for _, one in found[0].events if isinstance(one, Joined)] == taken
    assert [log.header.seats for log in logs("A,B,C\n0,1,\n2,0,\n")] == [("A", "B")]
    assert faults("A,B,C\n0,1,2\n0,1,\n") == [
        (
            "C3",
            "no number of left for C",
            "write 0 if it is none, - if the player was not there; or tell what an empty cell is: blank = 0 in upcard-sheets.toml",
        )
    ]
    assert counts("A,B,C\n0,1,2\n,1,2\n", Wishes(game="big_two", blank=0)) == [(None, (0, 1, 2)), (None, (0, 1, 2))]


def test_a_row_short_in_a_long_sheet_is_told() -> None:
    text = "player,left\n" + "A,0\nB,1\nC,2\n" * 2 + "A,0\nB,1\n" + "A,0\nB,1\nC,2\n"
    assert "nothing of C in this hand" in faults(text)[0][1]


def test_what_nothing_stands_above_is_a_day_a_number_or_a_remark() -> None:
    (log,) = logs(",Ann,Bob,,\n5.1.2024,0,1,,\n,2,0,,rain\n")
    assert log.header.at == "2024-01-05"
    assert [event.note for _, event in log.events if isinstance(event, Scored)] == [None, "rain"]
    (log,) = logs(",Ann,Bob\n1,0,1\n2,2,0\n")
    assert not [event for _, event in log.events if event.note]
    (sheet,) = read_table("sheet.csv", b",Ann,Bob\n5.1.2024,0,1\n", BIG)
    assert sheet.told == []
    (sheet,) = read_table("sheet.csv", b",Ann,Bob\n05/01/2024,0,1\n25/01/2024,0,1\n", BIG)
    assert sheet.told == ["days are read as dmy, since '25/01/2024' can be read in no other way"]


def test_a_name_misspelt_once_is_told_and_may_be_two_people() -> None:
    text = "player,left\n" + "Anna,0\nBob,1\n" * 4 + "Ana,0\nBob,1\n"
    (fault,) = faults(text)
    assert fault[:2] == ("A10", "the name Ana stands here alone, and Anna, who plays in 4 other hands, is missing")
    assert len(logs(text, Wishes(game="big_two", players=("Anna", "Ana", "Bob")))) == 2
    assert len(logs(text, Wishes(game="big_two", names={"Ana": "Anna"}))) == 1
    assert [log.header.seats for log in logs("player,left\nann,0\nBob,1\nAnn,2\nBOB,0\n")] == [("ann", "Bob")]


# ---- Hands ---------------------------------------------------------------------------------------------------------


def test_all_faults_of_a_sheet_are_told_at_once_in_order() -> None:
    found = faults("Ann,Bob,takes all\n0,x,\n1O,0,\n0,1,Bbo\n")
    assert [cell for cell, _, _ in found] == ["B2", "A3", "C4"]
    assert found[2][2] == "did you mean Bob?"


def test_like_faults_are_told_three_times_and_counted() -> None:
    found = faults("Ann,Bob\n" + "0,x\n" * 9 + "0,1\n" * 9)
    assert [cell for cell, _, _ in found] == ["B2", "B3", "B4"]
    assert found[2][1].endswith("and so in 6 other cells")


def test_totals_are_testimony_held_against_the_hands() -> None:
    good, bad = ("x,Ann,Bob\n1,0,1\n2,2,0\nTotal,2,1\n", "x,Ann,Bob\n1,0,1\n2,2,0\nTotal,2,5\n")
    told = Wishes(game="big_two", columns={"hand": 1})
    assert not audit(logs(good, told)[0]).findings
    (finding,) = audit(logs(bad, told)[0]).findings
    assert (finding.kind, any(way.startswith("totals 2 5") for way in (finding.says, *finding.alternatives))) == (
        "testimony",
        True,
    )


def test_totals_below_several_evenings_are_held_against_all_of_them() -> None:
    text = "Date,A,B,C\n5.1.2024,0,1,\n,2,0,\n6.1.2024,,0,3\nTotal,2,1,3\n"
    for totals, told in (
        ("2,1,3", []),
        (",0,3", []),
        ("2,1,4", ["D5: a total of 4 for C; the hands of these evenings add up to 3"]),
    ):
        (sheet,) = read_table("sheet.csv", text.replace("2,1,3", totals).encode(), BIG)
        assert sheet.told == told
        assert not [one for read in sheet.logs for one in audit(read.log).findings]


@pytest.mark.parametrize(
    ("rows", "place"),
    [
        ("5.1.2024,,0,5,2\n,,1,0,2\n,,0,1,1\n,,1,6,5\n", "A5"),
        ("5.1.2024,,0,5,2\n,,1,0,2\n,,1,5,4\n\n,,0,1,1\n", "A4"),
        ("5.1.2024,,0,5,2\n,,1,0,2\n,,1,5,4\n12.1.2024,,1,0,9\n", "A4"),
    ],
)
def test_a_row_that_adds_up_and_does_not_say_that_it_is_a_total_is_no_hand(rows: str, place: str) -> None:
    (fault,) = faults(f"Date,Hand,Ann,Bob,Cid\n{rows}")
    says = "the rows above add up to this one, and nothing says that it is a total"
    assert fault == (place, says, "write total into its first cell; or, if a hand was like that, its number or its day")


@pytest.mark.parametrize("word", ["Halfway", "At the break", "after 2 hands", "Carried over"])
@pytest.mark.parametrize("heading", ["Hand", ""])
def test_what_was_added_up_so_far_is_no_hand_and_is_held_against_those_above(word: str, heading: str) -> None:
    text = f"{heading},Ann,Bob,Cid\n,0,5,2\n,1,0,2\n{word},1,5,4\n,0,1,1\n"
    assert [row for _, row in counts(text)] == [(0, 5, 2), (1, 0, 2), (0, 1, 1)]
    assert not findings(text)
    (wrong,) = findings(text.replace("1,5,4", "1,6,4"))
    assert wrong.kind == "testimony"


@pytest.mark.parametrize(
    "rows", ["1,0,5,2\n2,1,0,2\nbefore tea,9,6,4\n3,0,1,1\n", ",0,5,2\n,1,0,2\nbefore tea,1,5,9\n,0,1,1\n"]
)
@pytest.mark.parametrize("heading", ["Hand", ""])
def test_a_word_where_hands_have_numbers_or_before_a_sum_is_asked_about(rows: str, heading: str) -> None:
    (fault,) = faults(f"{heading},Ann,Bob,Cid\n{rows}")
    assert fault[0] == "A4"
    assert fault[1] == "saw 'before tea' in a row of numbers: is it a hand, or what was added up so far?"
    assert "write subtotal there" in fault[2]


def test_a_word_before_other_numbers_is_a_remark() -> None:
    assert len(counts(",Ann,Bob,Cid\n,0,5,2\n,1,0,2\nCid late,3,0,1\n")) == 3


def test_totals_above_the_headings_are_held_against_all_hands_below() -> None:
    text = "Total,1,5,4\nDate,Ann,Bob,Cid\n5.1.2024,0,5,2\n,1,0,2\n"
    assert len(counts(text)) == 2
    assert not findings(text)
    assert [one.kind for one in findings(text.replace("1,5,4", "1,5,5"))] == ["testimony"]
    several = text.replace("\n,1,", "\n6.1.2024,1,")
    (sheet,) = read_table("sheet.csv", several.replace("1,5,4", "1,5,5").encode(), BIG)
    assert sheet.told == ["D1: a total of 5 for Cid; the hands of these evenings add up to 4"]


def test_tricks_that_were_added_up_are_no_totals_of_points_and_told_where_they_are_no_sum() -> None:
    text = "Dealer,Ann,Bob,Cid\nAnn,7,6,4\nBob,9,2,6\nTotal,16,8,10\n"
    assert not findings(text, Wishes(game="pluck"))
    (sheet,) = read_table("sheet.csv", text.replace("16,8", "16,9").encode(), Wishes(game="pluck"))
    assert sheet.told[-1] == "C4: 9 tricks for Bob in all; the rows add up to 8"


def test_what_was_gained_in_all_is_no_purse() -> None:
    text = "Start,50\nHand,Ann,Bob,Cid,Dee\n1,-3,1,-3,-3\n2,-3,0,-3,7\nTotal,-6,1,-6,4\n"
    assert not findings(text, Wishes(game="spinado"))
    assert findings(text.replace("-6,1", "-6,2"), Wishes(game="spinado"))


@pytest.mark.parametrize(
    "text",
    [
        "Date,Landlord,,,Bombs,Points,,\n,Ann,Bob,Cid,,Ann,Bob,Cid\n9 Apr 2026,x,,,1,8,-4,-4\n,,,x,0,3,3,-6\n",
        "Date,Ann,Ann landlord,Bob,Bob landlord,Cid,Cid landlord\n9 Apr 2026,8,x,-4,,-4,\n,3,,3,,-6,x\n",
        "Date,Ann,Bob,Cid\n9 Apr 2026,8x,-4,-4\n,3,3,-6 x\n",
    ],
)
def test_a_cross_says_who_was_the_landlord(text: str) -> None:
    (log,) = logs(text, Wishes(game="dou_dizhu"))
    rows = [event for _, event in log.events if isinstance(event, Scored)]
    assert [(row.seat, row.points) for row in rows] == [(0, (8, -4, -4)), (2, (3, 3, -6))]


def test_a_title_of_who_is_meant_may_have_other_words_beside_it() -> None:
    (log,) = logs("Landlord of the hand,Ann,Bob,Cid\nBob,-4,8,-4\n", Wishes(game="dou_dizhu"))
    assert [event.seat for _, event in log.events if isinstance(event, Scored)] == [1]


def test_minutes_that_may_be_a_player_are_asked_about() -> None:
    text = "Date,Ann,Bob,Min\n5.1.2024,0,5,25\n"
    (fault,) = faults(text)
    assert fault[:2] == ("D1", "'Min': a player, or minutes?")
    for told in (Wishes(game="big_two", columns={"skip": "D"}), Wishes(game="big_two", players=("Ann", "Bob"))):
        assert logs(text, told)[0].header.seats == ("Ann", "Bob")
    assert logs(text, Wishes(game="big_two", players=("Ann", "Bob", "Min")))[0].header.seats == ("Ann", "Bob", "Min")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "5 Jan 2024,,,,12 Jan 2024,,\nNo,Ann,Bob,,No,Ann,Cid\n1,0,5,,1,2,0\n2,4,0,,,,\nTotal,4,5,,Total,2,0\n",
            [("2024-01-05", ("Ann", "Bob"), [(0, 5), (4, 0)]), ("2024-01-12", ("Ann", "Cid"), [(2, 0)])],
        ),
        (
            "Date,Ann,Bob,Date,Ann,Bob\n5 Jan 2024,0,5,12 Jan 2024,2,0\n,4,0,,,\n",
            [("2024-01-05", ("Ann", "Bob"), [(0, 5), (4, 0)]), ("2024-01-12", ("Ann", "Bob"), [(2, 0)])],
        ),
        (
            "Date;5.1.2024\nTable 1;;;Table 2\nAnn;Bob;;Eve;Fay\n0;5;;1;0\n;;;0;2\n",
            [("2024-01-05", ("Ann", "Bob"), [(0, 5)]), ("2024-01-05", ("Eve", "Fay"), [(1, 0), (0, 2)])],
        ),
    ],
)
def test_evenings_and_tables_that_stand_side_by_side_are_read_each_for_itself(text: str, wanted: list[Any]) -> None:
    (sheet,) = read_table("sheet.csv", text.encode(), BIG)
    assert "2 sets of columns beside one another, each read for itself" in sheet.details
    found = [
        (read.header.at, read.header.seats, [one.counts for _, one in read.log.events if isinstance(one, Scored)])
        for read in sheet.logs
    ]
    assert found == wanted
    assert not [one for read in sheet.logs for one in audit(read.log).findings]


def test_what_is_wrong_in_the_second_of_two_evenings_has_its_own_cell() -> None:
    assert faults("5 Jan 2024,,,12 Jan 2024,\nAnn,Bob,,Ann,Cid\n0,5,,2,0\n,,,1,o\n")[0][0] == "E4"


@pytest.mark.parametrize(
    "text",
    [
        ",Points,,,Totals,\n,Ann,Bob,,Ann,Bob\n1,0,5,,0,5\n2,1,0,,1,5\n",
        "\n\nleft,points,,left,points\n0,0,,5,5\n1,1,,0,0\n",
    ],
)
def test_names_under_titles_are_no_evenings_side_by_side(text: str) -> None:
    (sheet,) = read_table("sheet.csv", text.encode(), Wishes(game="big_two", players=("Ann", "Bob")))
    assert len(sheet.logs) == 1
    assert not any("beside one another" in said for said in sheet.details)


def test_a_day_may_stand_between_names_and_numbers() -> None:
    assert logs("Ann,Bob\n5 Jan 2024,\n0,5\n1,0\n")[0].header.at == "2024-01-05"


def test_a_text_with_blanks_between_its_columns_is_a_sheet_below_the_name_of_its_game() -> None:
    assert has_columns(b"Calabrasella\n10 April 2026\nAnn Bob Cid\n-3 +6 -3\n13 13 -26\n")
    assert not has_columns(b"Some words\n10 April 2026\nAnn Bob Cid\n-3 +6 -3\n13 13 -26\n")


@pytest.mark.parametrize("told", ["5.1.2024,", ",3"])
def test_a_hand_that_is_like_the_sum_of_others_is_one_where_its_row_says_so(told: str) -> None:
    rows = counts(f"Date,Hand,Ann,Bob,Cid\n5.1.2024,,0,5,2\n,,1,0,2\n{told},1,5,4\n")
    assert [row for _, row in rows] == [(0, 5, 2), (1, 0, 2), (1, 5, 4)]


def test_a_number_sign_above_the_numbers_of_hands_is_a_heading_and_drinks_are_nobody() -> None:
    rows = counts("#,Ann,Bob,Drinks,Cid\n# all of it at Ann's\n1,0,5,2,4\n2,1,0,,2\n\u03a3,1,5,,6\n")
    assert [row for _, row in rows] == [(0, 5, 4), (1, 0, 2)]


def test_a_row_of_totals_ends_a_session_and_carried_ones_do_not() -> None:
    told = Wishes(game="big_two", columns={"hand": 1})
    assert len(logs("x,Ann,Bob\n1,0,1\nTotal,0,1\n2,2,0\n", told)) == 2
    assert len(logs("x,Ann,Bob\n1,0,1\ncarried forward,0,1\n2,2,0\n", told)) == 1


def test_a_game_that_is_over_is_followed_by_another() -> None:
    text = "A&C points,B&D points\n" + "6,-4\n" * 2 + "3,3\n"
    found = logs(text, Wishes(game="hasenpfeffer", players=tuple("ABCD")))
    assert [sum(isinstance(event, HandStarted) for _, event in log.events) for log in found] == [2, 1]


def test_a_t_marks_its_seat() -> None:
    (log,) = logs("A,B,C\n3t,0,1\n")
    (row,) = [event for _, event in log.events if isinstance(event, Scored)]
    assert (row.counts, row.seat, (log.header.options or {})["takes_all"]) == ((3, 0, 1), 0, "on")


def test_bets_stand_in_one_cell_or_in_two() -> None:
    one = logs("Ann,noir,rouge,first\nrouge 10,32,35,red\n", Wishes(game="trente_et_quarante"))
    two = logs("Ann bet,Ann stake,noir,rouge,first\nr,10,32,35,red\n", Wishes(game="trente_et_quarante"))
    for log in (*one, *two):
        (bet,) = [event for _, event in log.events if isinstance(event, BetPlaced)]
        assert (bet.seat, bet.kind, bet.amount) == (0, "rouge", 1000)
    assert "no stake beside it" in faults("Ann bet,noir,rouge\nr,32,35\n", Wishes(game="trente_et_quarante"))[0][1]


def test_the_same_sheet_gives_the_same_logs_and_a_row_put_right_keeps_their_ids() -> None:
    text = "Date,Ann,Bob\n5.1.2024,0,1\n"
    first, again, other = logs(text), logs(text), logs(text.replace("0,1", "0,2"))
    assert [log.header for log in first] == [log.header for log in again]
    assert first[0].header.log == other[0].header.log
    assert first[0].header.source != other[0].header.source


def test_a_sheet_that_says_no_game_is_refused_with_what_to_tell() -> None:
    with pytest.raises(UnreadableError, match="which game") as caught:
        logs("Ann,Bob\n0,1\n", Wishes())
    assert "--game" in caught.value.hint
    assert logs("Popcorn\nAnn,Bob\nx,\n", Wishes())[0].header.game == "popcorn"
    assert logs("landlord,bid,bombs,won,A,B,C\nA,1,0,landlord,2,-1,-1\n", Wishes())[0].header.game == "dou_dizhu"


def test_a_line_of_house_rules_adds_to_those_above_it_and_a_rule_told_anew_holds_from_there() -> None:
    told = "House rules,target=50\nHouse rules,tie=extra_hand; pass_lock=true\n"
    hands = "Date,A,B,C\n2024-01-05,0,1,2\n"
    first, second = logs(f"Big Two\n{told}{hands}House rules,target=30\n2024-01-12,3,0,1\n", Wishes())
    assert first.header.options == {"target": 50, "tie": "extra_hand", "pass_lock": True}
    assert second.header.options == {"target": 30, "tie": "extra_hand", "pass_lock": True}


# ---- What is told beside a sheet -----------------------------------------------------------------------------------


def test_what_is_told_is_kept_and_found(tmp_path: Path) -> None:
    told = Wishes(
        game="pluck",
        dates="dmy",
        players=("Ann", "Bö"),
        columns={"date": 1, "tricks": "B-C"},
        blank=0,
        options={"target": 5},
    )
    (tmp_path / FILE_NAME).write_text(written(told), encoding="utf-8")
    assert wishes_beside(tmp_path / "may.csv")[0] == told
    assert Wishes(game="pop").over(told).game == "pop"
    assert Wishes().over(told) == told
    for bad in ("game = ", "gmae = 'pop'", "dates = 'xyz'", "\xff"):
        (tmp_path / FILE_NAME).write_bytes(bad.encode("latin-1"))
        with pytest.raises(UnreadableError) as caught:
            wishes_beside(tmp_path / "may.csv")
        assert FILE_NAME in caught.value.place


# ---- What is not understood ----------------------------------------------------------------------------------------


def test_what_is_kept_as_a_remark_is_told_and_a_sheet_with_nothing_else_is_refused() -> None:
    (sheet,) = read_table("sheet.csv", b"Ann,Bob,Ofen\n0,1,warm\n", BIG)
    assert sheet.told[-1] == (
        "kept as remarks, as these headings are not known: C 'Ofen'; --columns tells what stands there"
    )
    ((cell, says, hint),) = faults("date,player,gold,silver\n2024-05-01,Ann,1,2\n2024-05-01,Bob,1,2\n")
    assert (cell, says) == ("A1", "none of these headings is one of Big Two: 'date', 'player', 'gold', 'silver'")
    assert "upcard games big_two" in hint


def test_numbers_under_a_name_that_nobody_who_plays_has_are_told_of() -> None:
    data = b"Date,Ann,Bob,Cid,Eve,Mood\n2024-02-05,0,5,12,7,good\n"
    told = read_table("sheet.csv", data, Wishes(game="big_two", players=("Ann", "Bob", "Cid")))[0].told
    assert told == [
        "numbers left out, as nobody who is said to play is called so: E 'Eve'; name all who played, or skip the column",
        "kept as remarks, as these headings are not known: F 'Mood'; --columns tells what stands there",
    ]


def test_headings_and_words_in_other_languages_are_known() -> None:
    told = "Spieler: Ada, Bea, Cem, Dan\nDatum;Runde;Geber;Stiche Ada/Cem;Stiche Bea/Dan;Trumpf;Bemerkung\n"
    (log,) = logs(f"{told}1.2.2026;1;Bea;8;5;Pik;spät\n", Wishes(game="court_piece"))
    assert [(event.dealer) for _, event in log.events if isinstance(event, HandStarted)] == [1]
    (row,) = [event for _, event in log.events if isinstance(event, Scored)]
    assert (row.tricks, row.trump, row.note) == ((8, 5), "s", "spät")
    text = "Joueur,Mise sur,Mise,Noir,Rouge\nAda,noir,10,32,35\n"
    (log,) = logs(text, Wishes(game="trente_et_quarante"))
    assert [event.amount for _, event in log.events if isinstance(event, BetPlaced)] == [1000]


@pytest.mark.parametrize(
    ("headings", "cells", "suits"),
    [
        ("Datum;Geber;Stiche Ada/Cem;Stiche Bea/Dan;Trumpf", "P H T", "s h c"),
        ("Data;Mazziere;Prese Ada/Cem;Prese Bea/Dan;Briscola", "P C Q F", "s h d c"),
        ("Fecha;Repartidor;Bazas Ada/Cem;Bazas Bea/Dan;Triunfo", "P C D T", "s h d c"),
        ("Datum;Gever;Slagen Ada/Cem;Slagen Bea/Dan;Troef", "S H R K", "s h d c"),
        ("Date;Donneur;Plis Ada/Cem;Plis Bea/Dan;Atout", "P T Coe Ca", "s c h d"),
        ("Date;Donneur;Plis Ada/Cem;Plis Bea/Dan;Atout", "C D H S", "c d h s"),
        ("Date;Dealer;Tricks Ada/Cem;Tricks Bea/Dan;Trump", "C D H S", "c d h s"),
        ("Date;Dealer;Tricks Ada/Cem;Tricks Bea/Dan;Trump", "P R", "s d"),
        ("Date;Dealer;Tricks Ada/Cem;Tricks Bea/Dan;Trump", "C Quadri F", "h d c"),
    ],
)
def test_letters_for_suits_are_of_the_language_of_the_sheet(headings: str, cells: str, suits: str) -> None:
    rows = "".join(f"1.2.2026;;7;6;{cell}\n" for cell in cells.split())
    (log,) = logs(f"{headings}\n{rows}", Wishes(game="court_piece", players=("Ada", "Bea", "Cem", "Dan")))
    assert [event.trump for _, event in log.events if isinstance(event, Scored)] == suits.split()


@pytest.mark.parametrize(
    ("headings", "cells", "says"),
    [
        (
            "Date;Donneur;Plis Ada/Cem;Plis Bea/Dan;Atout",
            "P C",
            "saw 'C', which may be carreau (diamonds) or coeur (hearts)",
        ),
        (
            "Datum;Geber;Stiche Ada/Cem;Stiche Bea/Dan;Trumpf",
            "H K",
            "saw 'K', which may be kreuz (clubs) or karo (diamonds)",
        ),
        (
            "Datum;Geber;Stiche Ada/Cem;Stiche Bea/Dan;Trumpf",
            "H S",
            "saw 'S', which may be schellen (diamonds) or schippen (spades)",
        ),
        (
            "Date;Dealer;Tricks Ada/Cem;Tricks Bea/Dan;Trump",
            "P C",
            "saw 'C', which may be carreau (diamonds) or corazones (hearts)",
        ),
    ],
)
def test_a_letter_that_may_be_two_suits_is_refused(headings: str, cells: str, says: str) -> None:
    rows = "".join(f"1.2.2026;;7;6;{cell}\n" for cell in cells.split())
    ((_, told, hint),) = faults(f"{headings}\n{rows}", Wishes(game="court_piece", players=("Ada", "Bea", "Cem", "Dan")))
    assert told == says
    assert hint == "write the whole word, or a sign such as \u2665"


def test_points_that_only_rise_are_asked_about_unless_a_total_adds_them_up() -> None:
    rows = "Ann,Bob,Cid\n5,9,0\n5,12,8\n11,12,20\n12,30,20\n"
    ((cell, says, _),) = faults(rows, Wishes(game="last_one"))
    assert (cell, says[-41:]) == ("A5", "before: are these totals after each hand?")
    assert logs(f"hand,{rows}".replace("\n", "\n1,", 4) + "total,33,63,48\n", Wishes(game="last_one"))


# ---- Workbooks -----------------------------------------------------------------------------------------------------


def workbook(*sheets: tuple[str, list[list[object]]], merged: str = "") -> bytes:
    """A workbook."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets:
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
        if merged:
            sheet.merge_cells(merged)
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


def test_a_workbook_has_a_sheet_for_each_evening() -> None:
    rows: list[list[object]] = [
        ["Pluck"],
        [None, "Ann", None, None, "Bob", None, None, "Cid"],
        ["hand", "tricks", "points", None, "tricks", "points", None, "tricks", "points"],
    ]
    rows += [[1, 7, 0, None, 6, 0.0, None, 4, 0]]
    data = workbook(("5 Jan 2024", rows), ("12 Jan 2024", rows), ("empty", []), merged="B2:C2")
    sheets = read_table("club.xlsx", data, Wishes())
    assert [(sheet.place, sheet.logs[0].log.header.at) for sheet in sheets] == [
        ("club.xlsx [5 Jan 2024]", "2024-01-05"),
        ("club.xlsx [12 Jan 2024]", "2024-01-12"),
    ]
    (row,) = [event for _, event in sheets[0].logs[0].log.events if isinstance(event, Scored)]
    assert (row.tricks, row.points, row.src) == ((7, 6, 4), (0, 0, 0), 4)


def test_days_and_faults_of_a_workbook() -> None:
    rows: list[list[object]] = [["date", "Ann", "Bob"], [date(2024, 5, 1), 0, 1.5]]
    with pytest.raises(SheetError) as caught:
        read_table("club.xlsx", workbook(("a", rows)), BIG)
    (problem,) = caught.value.problems
    assert (problem.place, problem.message) == ("club.xlsx [a]: C2", "saw '1.5', wanted a whole number")
    (sheet,) = read_table("club.xlsx", workbook(("a", [rows[0], [date(2024, 5, 1), 0, 1]])), BIG)
    assert sheet.logs[0].log.header.at == "2024-05-01"


def test_of_a_workbook_what_is_no_hand_is_passed_over_and_told() -> None:
    hands: list[list[object]] = [["date", "Ann", "Bob"], [date(2024, 5, 1), 0, 1]]
    tabs: list[tuple[str, list[list[object]]]] = [
        ("May", hands),
        ("Best", [["Player", "Points"], ["Ann", 120], ["Bob", 88]]),
        ("People", [["Name", "Matches"], ["Ann", 7], ["Bob", 7]]),
        ("House", [["Whoever is last fetches the cards."]]),
    ]
    sheets = read_table("club.xlsx", workbook(*tabs), BIG)
    assert [(len(sheet.logs), *sheet.told) for sheet in sheets[1:]] == [
        (
            0,
            "this sheet is passed over: each player stands there once, without a day or a hand, as in a table of standings",
        ),
        (0, "this sheet is passed over: none of its headings is one of Big Two"),
        (0, "this sheet is passed over: it has no headings, and no rows of numbers"),
    ]
    wishes = Wishes(game="big_two", tabs=("may",))
    assert [sheet.place for sheet in read_table("club.xlsx", workbook(*tabs), wishes)] == ["club.xlsx [May]"]
    with pytest.raises(UsageError, match="no sheet of this workbook is called 'June'") as caught:
        read_table("club.xlsx", workbook(*tabs), Wishes(game="big_two", tabs=("June",)))
    assert caught.value.hint == "there are: May, Best, People, House"
    (sheet,) = read_table("sheet.csv", b"Ann,Bob\n0,1\n", wishes)
    assert sheet.told[0].startswith("this is no workbook, and is taken whole")


def test_a_row_of_headings_that_is_not_there_is_told() -> None:
    ((cell, says, _),) = faults("Ann,Bob\n0,1\n", Wishes(game="big_two", header=9))
    assert (cell, says) == ("A9", "there is no row 9: this sheet has 2")


def test_a_row_that_is_crossed_out_is_a_hand_that_does_not_count() -> None:
    book = openpyxl.load_workbook(io.BytesIO(workbook(("May", [["Ann", "Bob"], [0, 1], [3, 0], [0, 5]]))))
    sheet = book.active
    for cell in sheet[3]:
        cell.font = openpyxl.styles.Font(strike=True)
    data = io.BytesIO()
    book.save(data)
    (read,) = read_table("club.xlsx", data.getvalue(), BIG)
    rows = [event for _, event in read.logs[0].log.events if isinstance(event, Scored)]
    assert [(row.counts, row.void, row.note) for row in rows][1] == (None, True, "crossed out: 3 0")
    assert "row 3 is crossed out: a hand that does not count (3 0)" in read.told
    sheet["B3"].font = openpyxl.styles.Font(strike=False)
    book.save(data := io.BytesIO())
    with pytest.raises(SheetError) as caught:
        read_table("club.xlsx", data.getvalue(), BIG)
    (problem,) = caught.value.problems
    assert (problem.place, problem.message) == ("club.xlsx [May]: A3", "a line goes through '3'")


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"PK\x03\x04nothing", "no workbook, or a damaged one"),
        (b"\xd0\xcf\x11\xe0" + b"\0" * 600, "of the old kind"),
        (workbook(("a", [["Ann", "Bob"], [0, "=1+1"]])), "a formula of which"),
        (workbook(("a", [["Ann", "Bob"], [0, 1], *[[]] * 3000, [1, 0]])), "far below the others"),
    ],
)
def test_workbooks_that_cannot_be_read_say_why(data: bytes, says: str) -> None:
    with pytest.raises(UnreadableError, match=says) as caught:
        read_table("club.xlsx", data, BIG)
    assert caught.value.hint


def test_a_missing_library_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "openpyxl", None)
    with pytest.raises(UsageError, match="openpyxl") as caught:
        read_table("club.xlsx", b"PK\x03\x04", BIG)
    assert "upcard[xlsx]" in caught.value.hint


# ---- Anything at all -----------------------------------------------------------------------------------------------

WORDS = st.sampled_from(
    [
        "Ann",
        "Bob",
        "date",
        "hand",
        "player",
        "left",
        "Ann points",
        "Ann & Bob",
        "total",
        "void",
        "",
        "",
        "0",
        "3",
        "-1",
        "1,5",
        "x",
        "5.1.2024",
        "05/01/2024",
        "Players",
        "Game",
        "pluck",
        "target=5",
        "\u2665",
        "-",
        "#",
        "Date:",
        "note",
        "2024-01-05",
        "\x1b[31m",
        "=1",
        "9" * 20,
    ]
)


@given(
    st.lists(st.lists(WORDS, max_size=6), max_size=10),
    st.sampled_from(["big_two", "pluck", "court_piece", "popcorn", "trente_et_quarante", "calabrasella", None]),
)
def test_whatever_stands_in_cells_is_read_or_told(rows: list[list[str]], game: str | None) -> None:
    text = "\n".join(";".join(row) for row in rows)
    try:
        found = logs(text, Wishes(game=game))
    except UpcardError:
        return
    for log in found:
        audit(log)


@given(st.binary(max_size=200))
def test_bytes_of_any_kind_are_read_or_told(data: bytes) -> None:
    for start in (b"", b"Ann,Bob\n0,1\n", b"PK", b"\xff\xfe"):
        try:
            read_table("sheet.csv", start + data, BIG)
        except UpcardError:
            continue


# ---- Real sheets ---------------------------------------------------------------------------------------------------

REAL = ROOT.parent / "shared" / "data" / "big_two_2013" / "big-two-2013.txt"


def gained(found: list[Log]) -> tuple[int, Counter[str]]:
    """How many hands there are, and what everybody has of them."""
    sums: Counter[str] = Counter()
    results = [one for log in found for one in audit(log).results]
    for one in results:
        sums.update({player: points or 0 for player, points in zip(one.players, one.result.points, strict=True)})
    return len(results), sums


def test_a_number_of_a_sheet_is_read_as_often_whether_few_rows_stand_above_it_or_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read: list[Cell] = []

    def counted(cell: Cell) -> Number:
        read.append(cell)
        return read_number(cell)

    monkeypatch.setattr(sittings, "read_number", counted)
    for rows in (50, 100):
        assert len(counts("Ann,Bob,Cid,Dee\n" + "0,1,2,3\n" * rows)) == rows
    assert len(read) < 100 * 4 * 10


@pytest.mark.skipif(not REAL.exists(), reason="the data is not here")
def test_a_year_of_real_games_comes_out_of_one_table_as_of_the_plain_sheet() -> None:
    plain = [read.log for read in read_sheet(REAL, REAL.read_bytes())]
    names = sorted({seat for log in plain for seat in log.header.seats})
    rows = [["Date", *names, "takes all"]]
    for log in plain:
        year, month, day = (log.header.at or "").split("-")
        for _, event in log.events:
            if isinstance(event, Scored):
                left = dict(zip(log.header.seats, event.counts or (), strict=True))
                offender = "" if event.seat is None else log.header.seats[event.seat]
                rows.append([f"{int(day)}/{int(month)}/{year}", *(str(left.get(name, "")) for name in names), offender])
    rules = {"fry_thresholds": [11, 13], "lead_rule": "winner_of_previous"}
    text = "\r\n".join(";".join(row) for row in rows)
    assert gained(logs(text, Wishes(game="big_two", options=rules))) == gained(plain)
    assert gained(plain)[0] == 1104
