"""Evenings in which somebody takes the seat of another: one session of a sheet, in and out."""

from typing import Any

import pytest

from tests.games.test_seats import IN_TURN, evening
from tests.records.test_sheets_out_and_in import KEYS, again, comes_back
from tests.records.test_tables import faults, findings, logs
from upcard.engine.game import find
from upcard.engine.simulate import Setup, simulate
from upcard.records.importers.tables import read_table
from upcard.records.importers.wishes import Wishes
from upcard.schemas.events import HandStarted, Joined, Left

TAKEN = [Left(seat=3), Joined(seat=3, player="Eve")]
BIG = "Big Two\nDate,Ann,Bob,Cid,Dee\n5.6.2026,0,5,3,2\n"


def moves(text: str) -> list[Any]:
    """Who leaves and comes in the one session of a sheet, and how many hands are between them."""
    (log,) = logs(text, Wishes())
    assert log.header.seats == ("Ann", "Bob", "Cid", "Dee")
    return [
        event if isinstance(event, Left | Joined) else "hand"
        for _, event in log.events
        if isinstance(event, Left | Joined | HandStarted)
    ]


@pytest.mark.parametrize(
    "text",
    [
        f"{BIG}Eve for Dee\n,1,0,4,3\n",
        f"{BIG},Eve für Dee\n,1,0,4,3\n",
        f"{BIG}Date,Ann,Bob,Cid,Eve\n,1,0,4,3\n",
        "Big Two\nDate,5.6.2026\nPlayers,Ann,Bob,Cid,Dee\nHand,Ann,Bob,Cid,Dee\n1,0,5,3,2\nPlayers,Ann,Bob,Cid,Eve\n2,1,0,4,3\n",
        "Big Two\nDate,Ann,Bob,Cid,Dee,Eve\n5.6.2026,0,5,3,2,\n,1,0,4,,3\n",
        "Court Piece\nDate,Tricks Ann & Cid,Tricks Bob & Dee\n13.3.2026,6,7\nEve for Dee\n,7,6\n",
        "Court Piece\nDate,Tricks Ann & Cid,Tricks Bob & Dee\n13.3.2026,6,7\nDate,Tricks Ann & Cid,Tricks Bob & Eve\n,7,6\n",
        "Pope Joan\nStart,50\nDate,8 May 2026\nDeal,Ann,Bob,Cid,Dee\n1,-10,11,5,-10\nEve for Dee\n2,4,-4,-3,-4\n",
    ],
)
def test_who_takes_a_seat_in_the_evening_plays_on_in_it(text: str) -> None:
    assert moves(text) == ["hand", *TAKEN, "hand"]


def test_who_comes_back_and_who_sits_out_in_turn_is_one_session() -> None:
    assert moves(f"{BIG}Eve for Dee\n,1,0,4,3\nDee for Eve\n,1,0,4,3\n") == [
        *("hand", *TAKEN, "hand", Left(seat=3), Joined(seat=3, player="Dee"), "hand")
    ]
    in_turn = "Big Two\nDate,Ann,Bob,Cid,Dee,Eve\n5.6.2026,0,5,3,2,\n,1,0,4,,2\n,1,0,,4,3\n,0,,2,2,9\n"
    gone = [Left(seat=2), Joined(seat=2, player="Dee"), "hand", Left(seat=1), Joined(seat=1, player="Cid"), "hand"]
    assert moves(in_turn) == ["hand", *TAKEN, "hand", *gone]


def test_a_seat_that_was_empty_is_taken_by_another() -> None:
    text = "Last One\nDate,Ann,Bob,Cid,Dee\n5.6.2026,0,5,3,2\n,1,0,4,-\nEve for Dee\n,1,0,4,3\n"
    assert moves(text) == ["hand", TAKEN[0], "hand", TAKEN[1], "hand"]


def test_others_at_another_table_or_on_another_day_are_another_session() -> None:
    assert len(logs(f"{BIG}Date,Eve,Fay,Gus,Hal\n,1,0,4,3\n", Wishes())) == 2
    assert len(logs(f"{BIG}Date,Ann,Bob,Cid,Eve\n6.6.2026,1,0,4,3\n", Wishes())) == 2


def test_what_is_no_seat_taken_is_a_remark_and_a_remark_beside_a_number_is_asked_about() -> None:
    (log,) = logs(f"{BIG}Cake for Eve\n,1,0,4,3\n", Wishes())
    assert [event.note for _, event in log.events if event.note] == ["Cake for Eve"]
    head = "Big Two\nDate,Ann,Bob,Cid,Dee,Note\n5.6.2026,0,5,3,2,\n"
    (sheet,) = read_table("sheet.csv", f"{head},1,0,4,3,Eve for Dee\n".encode(), Wishes())
    assert any(
        one.startswith("row 4: 'Eve for Dee' is kept as a remark, and the number is Dee's") for one in sheet.told
    )
    ((cell, says, _),) = faults(f"{head}Eve for Dee\n,1,0,4,3,\n,1,0,4,3,Dee for Eve\n", Wishes())
    assert (cell, says) == ("F6", "Dee for Eve: in this hand alone, or from here on?")


def test_the_boards_of_a_session_go_on_and_the_seat_that_is_taken_is_told() -> None:
    text = "Hasenpfeffer\nDate,Points Ann & Cid,Points Bob & Dee,Ann & Cid total,Bob & Dee total\n5.6.2026,3,3,3,3\nEve for Dee\n,2,4,5,7\n"
    assert not findings(text, Wishes())
    (sheet,) = read_table("sheet.csv", text.encode(), Wishes())
    assert "row 4: Eve takes the seat of Dee" in sheet.told


@pytest.mark.parametrize("key", [key for key in KEYS if key in IN_TURN and find(key).sheet and find(key).seats[1] > 2])
def test_an_evening_in_which_seats_are_taken_comes_back_as_one_session(key: str) -> None:
    header = simulate(Setup(game=key, seed=3, seats=min(4, find(key).seats[1])), hands=1).header
    first, *_, last = range(len(header.seats))
    taken = [Left(seat=last), Joined(seat=last, player="new")]
    log = evening(header, key, 3, {1: taken, 2: [Left(seat=first), Joined(seat=first, player=header.seats[last])]})
    for kind in ("csv", "xlsx"):
        (found,) = again(log, kind)
        comes_back(log, kind)
        assert [event for _, event in found.events if isinstance(event, Left | Joined)] == [
            event for _, event in log.events if isinstance(event, Left | Joined)
        ]
