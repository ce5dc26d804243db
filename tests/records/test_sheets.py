"""Score sheets of Big Two as text."""

import pytest

from upcard.engine.audit import audit
from upcard.records.importers import SheetRules, is_sheet, read_sheet
from upcard.schemas.errors import UnreadableError, UsageError
from upcard.schemas.events import Noted, Scored

SHEET = """# house rules
F=11
2013-03-19
C S H Jj  # at C's
1 1 5 0
0 11 13 2 # a bad one
T C H Jj
3t 0 1 2
2013-03-20
T C H Jj
# late
0 1 1 1
"""


def logs(text: str, **rules: object) -> list:
    """The logs of a sheet."""
    return [read.log for read in read_sheet("sheet.txt", text.encode(), SheetRules(**rules))]


def test_days_and_seats_make_sessions_with_their_lines() -> None:
    found = logs(SHEET)
    assert [(log.header.at, log.header.seats) for log in found] == [
        ("2013-03-19", ("C", "S", "H", "Jj")),
        ("2013-03-19", ("T", "C", "H", "Jj")),
        ("2013-03-20", ("T", "C", "H", "Jj")),
    ]
    rows = [(event.src, event.counts) for log in found for _, event in log.events if isinstance(event, Scored)]
    assert rows == [(5, (1, 1, 5, 0)), (6, (0, 11, 13, 2)), (8, (3, 0, 1, 2)), (12, (0, 1, 1, 1))]


def test_comments_are_kept_where_they_stood() -> None:
    notes = [
        (type(event), event.src, event.note) for log in logs(SHEET) for _, event in log.events if event.note is not None
    ]
    assert notes == [
        (Noted, 1, "house rules"),
        (Noted, 4, "at C's"),
        (Scored, 6, "a bad one"),
        (Noted, 11, "late"),
    ]


def test_marks_set_the_house_rules() -> None:
    first, second, _ = logs(SHEET)
    assert first.header.options is not None
    assert first.header.options["fry_thresholds"] == (11, 13)
    assert second.header.options is not None
    assert second.header.options["takes_all"] == "on"
    assert [ended.result.points for ended in audit(first).results] == [(1, 1, 5, 0), (0, 22, 39, 2)]
    assert [ended.result.points for ended in audit(second).results] == [(6, 0, 0, 0)]


def test_the_same_bytes_give_the_same_logs() -> None:
    assert [read.data for read in read_sheet("a", SHEET.encode())] == [
        read.data for read in read_sheet("b", SHEET.encode())
    ]


def test_rows_that_cannot_be_are_taken_and_found() -> None:
    (log,) = logs("a b c d\n4 6 11 11\n0 0 1 2\n0 14 1 1\n")
    assert {found.clause for found in audit(log).findings} == {"B2-6.5"}
    assert len(audit(log).results) == 3


@pytest.mark.parametrize(
    ("text", "place", "says"),
    [
        ("1 2 3 0\n", "sheet.txt:1:1", "before any line of names"),
        ("a b c d\n1 2 x 0\n", "sheet.txt:2:5", "'x' is no count"),
        ("a b c d\n1 2 0\n", "sheet.txt:2:1", "3 counts for 4 players"),
        ("a b c d\n1t 2t 0 0\n", "sheet.txt:2:4", "a second t"),
        ("a b b d\n", "sheet.txt:1:5", "the name 'b' stands twice"),
        ("a\n", "sheet.txt:1:1", "wanted 2 to 4 names"),
        ("a b c d\nl 1 5 0\n", "sheet.txt:2:1", "'1' is no name, and 'l 1 5 0' is no row of counts"),
        ("a b c d\n1O 0 1 1\n", "sheet.txt:2:1", "'1O' is no name"),
        ("a b c d\n-1 0 1 1\n", "sheet.txt:2:1", "'-1' is no name"),
        ("a b c d\n\u0663 0 1 1\n", "sheet.txt:2:1", "'0' is no name"),
        ("a b c d\n\uff13 \uff14 \uff10 \uff11\n", "sheet.txt:2:1", "'\uff13' is no name"),
        ("a b\n0 1234567890123456\n", "sheet.txt:2:3", "'1234567890123456' is no count"),
        ("a b\n0 " + "9" * 5000 + "\n", "sheet.txt:2:3", "is no count"),
        ("2013-03-19 home\na b c d\n", "sheet.txt:1:1", "'2013-03-19' is no name"),
        ("F=11 a b\n", "sheet.txt:1:1", "'F=11' is no name"),
        ("F=0\n", "sheet.txt:1:1", "'0' is no threshold"),
        ("F=" + "9" * 5000 + "\n", "sheet.txt:1:1", "is no threshold"),
        ("F = x\n", "sheet.txt:1:1", "'x' is no threshold"),
        ("2013-02-31\na b c d\n", "sheet.txt:1:1", "there is no day 2013-02-31"),
        ("a b c d\n1\n", "sheet.txt:2:1", "1 count for 4 players"),
        ("a, b, c, d\n1 2 3 0\n", "sheet.txt:1:1", "'a,' is no name"),
        ("a b; c; d\n1 2 3 0\n", "sheet.txt:1:1", "'b;' is no name"),
        ("2013-03-19\na | b\n0 1 2\n", "sheet.txt:2:1", "'\\|' is no name"),
        ("a - c d\n1 0 2 3\n", "sheet.txt:1:1", "'-' is no name"),
        ("a b ??? d\n1 0 2 3\n", "sheet.txt:1:1", "'\\?\\?\\?' is no name"),
    ],
)
def test_what_cannot_be_read_says_where_and_why(text: str, place: str, says: str) -> None:
    with pytest.raises(UnreadableError, match=says) as caught:
        logs(text)
    assert (caught.value.place, bool(caught.value.hint)) == (place, True)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_bytes_that_are_no_text_are_told_by_their_line(end: str) -> None:
    for code in (b"\xe9", b"\x00"):
        with pytest.raises(UnreadableError) as caught:
            list(read_sheet("sheet.txt", end.join(["a b", "0 1", "1 0 # "]).encode() + code))
        assert caught.value.place == "sheet.txt:3"


def test_a_day_or_a_threshold_told_again_is_the_same_session() -> None:
    (log,) = logs("2013-03-19\nF=11\na b c d\n0 1 1 11\n2013-03-19 # after the meal\nF=11\n1 0 1 1\n")
    assert audit(log).state.totals == [1, 1, 2, 23]
    assert [(event.src, event.note) for _, event in log.events if event.note] == [(5, "after the meal")]
    again = logs("2013-03-19\na b\n0 1\n2013-03-20\n0 1\n2013-03-19\n0 1\n")
    assert [log.header.at for log in again] == ["2013-03-19", "2013-03-20", "2013-03-19"]
    assert len({log.header.log for log in again}) == 3


def test_seats_stay_through_days_and_thresholds() -> None:
    first, second, third = logs("a b c d\n0 1 1 12\n2013-03-20\n1 0 1 1\nF=12\n# from now on\n0 1 1 11\n")
    assert [log.header.seats for log in (first, second, third)] == [("a", "b", "c", "d")] * 3
    assert [log.header.at for log in (first, second, third)] == [None, "2013-03-20", "2013-03-20"]
    assert [audit(log).state.totals for log in (first, second, third)] == [[0, 1, 1, 24], [1, 0, 1, 1], [0, 1, 1, 11]]


def test_seats_where_nobody_played_are_no_session() -> None:
    (log,) = logs("a b c d\n2013-03-20\n0 1 1 1\nb a c d\n")
    assert (log.header.at, audit(log).state.totals) == ("2013-03-20", [0, 1, 1, 1])
    (log,) = logs("a b c d\n# nobody came\nx b c d\n0 1 1 1\ny b c d # too late\n# the end\n")
    assert (log.header.seats, audit(log).state.totals) == (("x", "b", "c", "d"), [0, 1, 1, 1])
    assert [(event.src, event.note) for _, event in log.events if event.note] == [
        (2, "nobody came"),
        (5, "too late"),
        (6, "the end"),
    ]


@pytest.mark.parametrize("text", ["a b c d\n# only\n", "hello there\nthis is prose\n", "2013-03-20\n"])
def test_words_with_no_row_below_them_are_no_session(text: str) -> None:
    with pytest.raises(UnreadableError, match="no hands in this sheet"):
        logs(text)


def test_names_may_begin_with_a_numeral_that_is_a_word() -> None:
    (log,) = logs("\u4e00\u59b9 \u4e09\u54e5\n0 1\n")
    assert log.header.seats == ("\u4e00\u59b9", "\u4e09\u54e5")


def test_counts_that_cannot_be_are_kept_as_they_were_written() -> None:
    (log,) = logs("a b\n0 12345678\n")
    (finding,) = audit(log).findings
    assert finding.says.startswith("counts 0 12345678 was written; that cannot be: thirteen each")


def test_comments_of_days_and_thresholds_are_kept_to_the_last() -> None:
    (log,) = logs("F=11  # since March\n2013-03-19\na b c d\n0 1 1 1\n2013-03-20  # nobody came\n")
    assert [(event.src, event.note) for _, event in log.events if event.note] == [
        (1, "since March"),
        (5, "nobody came"),
    ]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_end_as_they_may(end: str) -> None:
    (log,) = logs(end.join(["# a sheet", "a b c d", "0 1 1 1", ""]))
    assert audit(log).state.totals == [0, 1, 1, 1]


def test_counts_are_read_to_their_last_digit() -> None:
    (log,) = logs("a b c d\n0000005 0 01 0000000000013\n")
    assert [event.counts for _, event in log.events if isinstance(event, Scored)] == [(5, 0, 1, 13)]


def test_frying_is_put_off_altogether_by_a_high_threshold() -> None:
    (log,) = logs("F=1000\na b c d\n0 12 1 13\n")
    assert audit(log).state.totals == [0, 12, 1, 13]


def test_bytes_that_are_no_text_are_told() -> None:
    with pytest.raises(UnreadableError, match="UTF-8"):
        list(read_sheet("sheet.txt", b"a b c d\n\xff\xfe\n"))


def test_other_games_have_no_sheet_format() -> None:
    with pytest.raises(UsageError):
        logs("a b c d\n", game="court_piece")


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (SHEET, True),
        ("\ufeff2013-03-19\n", True),
        ("a b c d\n0 1 1 1\n", True),
        ('{"do":"opened"}\n', False),
        ("x,y\n1,2\n", False),
        ("", False),
    ],
)
def test_a_sheet_is_told_by_its_content(text: str, answer: bool) -> None:
    assert is_sheet(text) is answer


def test_a_sheet_without_a_day_that_goes_on_is_the_same_session() -> None:
    (first,) = logs("a b c d\n0 1 2 3\n")
    (longer,) = logs("# a remark\na b c d\n0 1 2 3\n1 0 2 3\n")
    (other,) = logs("a b c d\n0 1 2 4\n")
    assert first.header.log == longer.header.log != other.header.log


@pytest.mark.parametrize("unseen", ["\x1b[31m", "\u200b", "\ufeff", "\u202e", "\x07"])
def test_names_that_look_alike_are_no_two_players(unseen: str) -> None:
    with pytest.raises(UnreadableError, match="has a character that cannot be seen"):
        logs(f"a{unseen} a b c\n0 1 2 3\n")
    with pytest.raises(UnreadableError, match="stands twice"):
        logs("A\u0301nn \u00c1nn b c\n0 1 2 3\n")
    (log,) = logs("\u0645\u06cc\u200c\u062e a b c\n0 1 2 3\n")
    assert log.header.seats[0] == "\u0645\u06cc\u200c\u062e"


@pytest.mark.parametrize("code", ["utf-16", "utf-16-le", "utf-16-be", "utf-32-be"])
def test_a_sheet_in_another_code_is_refused_and_says_so(code: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        list(read_sheet("sheet.txt", "a b c d\n0 1 2 3\n".encode(code)))
    assert (caught.value.place, caught.value.hint) == ("sheet.txt:1", "save the sheet as UTF-8")


def test_a_long_line_that_is_none_of_a_sheet_is_told_by_its_beginning() -> None:
    with pytest.raises(UnreadableError) as told:
        list(read_sheet("x", b"x" * 100_000 + b"\n", SheetRules()))
    assert told.value.message.startswith("1 word 'xxx")
    assert len(told.value.message) < 200
