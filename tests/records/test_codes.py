"""Plays as codes: a line and its code stand for each other, in any row of them; what has no code keeps its line."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.records.archives import simulated
from upcard.records.archive.blob import Lines, Parted, packed, unpacked, words_of
from upcard.records.archive.codes import codes_of, each, line_of
from upcard.schemas.cards import BY_INDEX, UNKNOWN, Card
from upcard.schemas.codec import decode_line, decode_lines, encode_line
from upcard.schemas.errors import UnreadableError
from upcard.schemas.events import Dealt, Event, Laid, Noted, Passed, Played

SEATS = st.integers(0, 7)
CARDS = st.sampled_from(BY_INDEX)
PLAYS = st.one_of(
    st.builds(Played, seat=SEATS, card=CARDS),
    st.builds(Passed, seat=SEATS),
    st.builds(Laid, seat=SEATS, cards=st.lists(CARDS, min_size=1, max_size=20).map(tuple)),
)
LISTS = st.builds(
    Dealt,
    hands=st.lists(st.lists(st.sampled_from((*BY_INDEX, UNKNOWN, Card("3?"))), max_size=6).map(tuple), max_size=4).map(
        tuple
    ),
)
NO_CODES: list[Event] = [
    Played(seat=8, card=BY_INDEX[0]),
    Played(seat=0, card=UNKNOWN),
    Played(seat=0, card=Card("?h")),
    Played(seat=0, card=BY_INDEX[0], src=5),
    Passed(seat=9),
    Passed(seat=1, note="slowly"),
    Laid(seat=8, cards=(BY_INDEX[0],)),
    Laid(seat=0, cards=(BY_INDEX[0], UNKNOWN)),
    Laid(seat=0, cards=(BY_INDEX[0],), src=5),
    Laid(seat=0, cards=(BY_INDEX[0],) * 201),
]
ODD = [
    b'{"do":"laid","seat":0,"cards":[]}',
    b'{"do":"laid","seat":0,"cards":["3d", "4d"]}',
    b'{"do":"laid","cards":["3d"],"seat":0}',
    b'{"do":"laid","seat":0,"cards":["\\u0033d"]}',
    b'{"do":"laid","seat":0,"cards":["3d","",""]}',
    b'{"do":"laid","seat":0,"cards":["=5"]}',
    b'{"do": "passed","seat":0}',
    b"=5",
    b"",
]


@given(st.lists(PLAYS, max_size=60))
def test_plays_are_their_codes_in_any_row(plays: list[Event]) -> None:
    lines = [encode_line(play) for play in plays]
    for _ in range(2):  # once met, lays are known
        codes, others = codes_of(lines)
        assert others == []
        told = [code for code in codes if code is not None]
        assert [line_of(code) for code in told] == lines
        assert [*each(b"".join(told))] == told


def test_what_says_more_than_a_play_has_no_code() -> None:
    lines = [encode_line(event) for event in NO_CODES] + ODD
    codes, others = codes_of(lines)
    assert others == [*range(len(lines))]
    assert set(codes) == {None}


@given(
    st.lists(
        st.one_of(PLAYS, LISTS, st.sampled_from(NO_CODES), st.builds(Noted, note=st.text(max_size=5))), max_size=40
    )
)
def test_a_hand_comes_out_of_its_blob_as_it_went_in(events: list[Event]) -> None:
    lines = [encode_line(event) for event in events]
    of = Lines.of(lines)
    assert len(of.sizes) == sum(count for _, count in of.runs) == len(lines) - len(of.others)
    one = Parted(of.plays, of.rest, b"state")
    words = words_of([one])
    assert unpacked(packed(one, words), words) == (b"".join(line + b"\n" for line in lines), b"state")


@given(
    st.lists(st.lists(st.sampled_from(["6c", "Xr", "??", "!!", "é", "", "3?", '\\"', "],"]), max_size=4), max_size=4)
)
def test_lists_come_out_of_a_blob_as_they_went_in_whatever_is_in_them(lists: list[list[str]]) -> None:
    line = b'{"do":"dealt","hands":%b}' % msgspec.json.encode(lists)
    one = Parted(b"", Lines.of([line, line]).rest, b"")
    assert unpacked(packed(one, b""), b"")[0] == line + b"\n" + line + b"\n"


def test_lists_of_cards_are_a_letter_a_card() -> None:
    line = b'{"do":"dealt","hands":[["6c","Kh"],["??","Xb"]]}'
    assert len(Lines.of([line]).rest) == len(b'{"do":"dealt","hands":[\2..-..\1]}\n')


def test_lines_decoded_in_one_go_are_those_decoded_one_by_one() -> None:
    for data in simulated(hands=2):
        lines = data.split(b"\n")
        lines[2] = b""
        assert decode_lines(b"\n".join(lines)) == [decode_line(line) for line in lines if line]
    for damaged in (b'{"do":"passed","seat":1}\n{"do":"pass', b'{"do":"noted","note":"\xff"}'):
        with pytest.raises(UnreadableError):
            decode_lines(damaged)
