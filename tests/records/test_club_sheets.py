"""Sheets as clubs write them: who declared, nothing scored, games by other names, tabs that hold no hands."""

from pathlib import Path

import pytest

from tests.records.test_tables import faults, logs, workbook
from upcard.records.importers.faults import SheetError
from upcard.records.importers.game_names import games_named, games_near
from upcard.records.importers.kinds import has_columns, is_sheet_start
from upcard.records.importers.tables import read_table
from upcard.records.importers.wishes import FILE_NAME, Wishes, wishes_beside
from upcard.schemas.errors import UnreadableError
from upcard.schemas.events import Scored


def rows(text: str, wishes: Wishes = Wishes(), name: str = "sheet.csv") -> list[Scored]:  # noqa: B008 - frozen
    """The rows of a sheet."""
    return [event for log in logs(text, wishes, name) for _, event in log.events if isinstance(event, Scored)]


def told(text: str, wishes: Wishes = Wishes()) -> list[str]:  # noqa: B008 - frozen
    """What is said of a sheet."""
    return [one for sheet in read_table("sheet.csv", text.encode(), wishes) for one in sheet.told]


# ---- Who did it ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("title", ["Who", "Player", "Name"])
@pytest.mark.parametrize(
    ("game", "cells", "seats"),
    [
        ("Calabrasella", "Ann Bob Cid", [0, 1, 2]),
        ("Dou Dizhu", "A B C", [0, 1, 2]),
        ("Spinado", "Cid Cid Ann", [2, 2, 0]),
    ],
)
def test_who_beside_columns_of_the_players_is_who_declared_or_won(
    title: str, game: str, cells: str, seats: list[int]
) -> None:
    below = "".join(f"{number},{who},4,-2,-2\n" for number, who in enumerate(cells.split(), 1))
    found = rows(f"{game}\nHand,{title},Ann,Bob,Cid\n{below}")
    assert [(row.seat, row.points) for row in found] == [(seat, (4, -2, -2)) for seat in seats]


@pytest.mark.parametrize("title", ["Bauern", "Peasants", "Farmers:", "\u519c\u6c11"])
@pytest.mark.parametrize("two", ["Bob & Cid", "Cid und Bob", "Bob, Cid", "B C", "Cid/Bob"])
def test_the_peasants_of_a_hand_tell_its_landlord(title: str, two: str) -> None:
    (row,) = rows(f"Dou Dizhu\nHand\t{title}\tBid\tAnn\tBob\tCid\n1\t{two}\t2\t4\t-2\t-2\n")
    assert (row.seat, row.amount, row.points, row.note) == (0, 2, (4, -2, -2), None)


@pytest.mark.parametrize(
    ("cells", "says"),
    [
        (",Bob", "saw 'Bob', wanted all but the landlord"),
        (",Ann & Bob & Cid", "saw 'Ann & Bob & Cid', wanted all but the landlord"),
        ("Bob,Bob & Cid", "saw 'Bob & Cid', which does not go with 'Bob'"),
    ],
)
def test_peasants_that_tell_no_landlord_or_another_are_told(cells: str, says: str) -> None:
    text = f"Dou Dizhu\nHand,Landlord,Peasants,Bid,Ann,Bob,Cid\n1,{cells},2,4,-2,-2\n"
    assert faults(text, Wishes())[0][1] == says


def test_who_in_a_game_in_which_nobody_declares_or_wins_is_a_remark_that_is_told() -> None:
    text = "Last One\nGame,Who,Ann,Bob,Cid\n1,Ann,0,5,7\n2,Cid,3,8,0\n"
    assert [(row.points, row.note) for row in rows(text)] == [((0, 5, 7), "Who: Ann"), ((3, 8, 0), "Who: Cid")]
    assert "kept as remarks, as these headings are not known: B 'Who'; --columns tells what stands there" in told(text)
    revokes = rows("Court Piece\nUs: Ann & Cid\nThem: Bob & Dee\nHand,Who,Us tricks,Them tricks\n1,Ann,7,6\n")
    assert [(row.seat, row.note) for row in revokes] == [(None, "Who: Ann")]


def test_a_player_of_each_row_stays_one_where_no_column_is_of_a_player() -> None:
    (row,) = rows("Last One\nHand,Who,Points\n1,Ann,0\n1,Bob,5\n")
    assert row.points == (0, 5)


def test_two_winners_of_a_hand_are_told() -> None:
    assert faults("Game,Ann,Bob,Cid\n1,x,,x\n", Wishes(game="popcorn")) == [
        (
            "D2",
            "Cid is marked here, and Ann is the winner of this hand as well",
            "one winner a hand: take one of them away",
        )
    ]
    ((cell, says, _),) = faults("Game,Winner,Ann,Bob\n1,Ann,,x\n", Wishes(game="popcorn"))
    assert (cell, says) == ("D2", "Bob is marked here, and 'Ann' is the winner of this hand as well")


# ---- Nothing scored ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dash", ["-", "\u2013", "\u2014", "\u2212", "./."])
def test_a_dash_of_a_side_is_nothing_scored(dash: str) -> None:
    text = f"Tressette\nUs: Ann & Cid\nThem: Bob & Dee\nHand,We,They\n1,11,{dash}\n2,{dash},11\n"
    assert [row.points for row in rows(text)] == [(11, 0), (0, 11)]
    ((cell, says, _),) = faults(f"{text}3,4,\n", Wishes())
    assert (cell, says) == ("C7", "no number of points for Bob & Dee")


def test_a_row_of_nothing_but_dashes_is_told() -> None:
    text = "Big Two\nGame,Ann,Bob,Cid\n1,0,4,5\n2,-,-,-\n3,0,2,1\n"
    assert [row.counts for row in rows(text)] == [(0, 4, 5), (0, 2, 1)]
    assert any(one.startswith("row 4: nothing but dashes: passed over") for one in told(text))


# ---- Games by their names ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("Tressette", "tresette"),
        ("Tre Sette", "tresette"),
        ("Tressette in tre", "calabrasella"),
        ("Terziglio", "calabrasella"),
        ("Calabresella", "calabrasella"),
        ("Pope-Joan", "pope_joan"),
        ("BIG 2", "big_two"),
        ("BigTwo", "big_two"),
        ("Deuces 5.6.2026", "big_two"),
        ("Dou di zhu", "dou_dizhu"),
        ("斗地主6月5日", "dou_dizhu"),
        ("Rouge et Noir", "trente_et_quarante"),
        ("30 et 40", "trente_et_quarante"),
        ("Rang", "court_piece"),
        ("Pop corn, at Ann's", "popcorn"),
        ("Pop!", "pop"),
    ],
)
def test_games_are_known_by_what_people_call_them(text: str, key: str) -> None:
    assert games_named(text) == [key]


@pytest.mark.parametrize("text", ["Bob rang at 8", "Members", "Place", "Pops", "Landlord", "the Deuces won"])
def test_words_that_stand_on_sheets_name_no_game(text: str) -> None:
    assert games_named(text) == []


def test_a_heading_is_near_no_game() -> None:
    assert games_near(["Dealer", "Points", "Landlord", "Court", "Tricks", "Who", "Trump"]) == []


def test_a_name_near_that_of_a_game_is_asked_about_and_so_are_two() -> None:
    def refused(first: str) -> tuple[str, str]:
        with pytest.raises(UnreadableError) as caught:
            rows(f"{first}\nHand,Ann & Cid,Bob & Dee\n1,4,7\n")
        return caught.value.message, caught.value.hint

    assert refused("Tresete") == (
        "nothing says which game this sheet is of",
        "did you mean tresette? Then: --game tresette",
    )
    assert refused("Pop and Pluck") == (
        "'Pop and Pluck' names pluck and pop: which is this sheet of?",
        "--game pluck, or the other",
    )


def test_a_game_is_told_by_any_of_its_names_in_the_file_beside(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_text('game = "Big 2"', encoding="utf-8")
    assert wishes_beside(tmp_path / "may.csv")[0].game == "big_two"
    (tmp_path / FILE_NAME).write_text('game = "Tresete"', encoding="utf-8")
    with pytest.raises(UnreadableError, match="no game 'Tresete'") as caught:
        wishes_beside(tmp_path / "may.csv")
    assert (caught.value.place, caught.value.hint) == (str(tmp_path / FILE_NAME), "did you mean tresette?")


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Popcorn 19 June 2026\nHand Ann Bob Cid\n1 x - -\n2 - - x\n", [("2026-06-19", [0, 2])]),
        ("Popcorn 19 June 2026\nHand,Ann,Bob,Cid\n1,x,,\n2,,,x\n", [("2026-06-19", [0, 2])]),
        (
            "Popcorn\n19 June 2026\nAnn Bob Cid\nx - -\n20 June 2026\n- x -\n",
            [("2026-06-19", [0]), ("2026-06-20", [1])],
        ),
    ],
)
def test_a_game_and_its_day_stand_in_one_line_above_the_sheet(text: str, found: list[tuple[str, list[int]]]) -> None:
    assert is_sheet_start(text.encode())
    assert has_columns(text.encode())
    read = [
        (log.header.at, [one.seat for _, one in log.events if isinstance(one, Scored)]) for log in logs(text, Wishes())
    ]
    assert read == found


def test_a_line_of_players_of_whom_one_is_called_like_a_game_stays_one() -> None:
    assert not has_columns(b"Mum Pop Ann Bob\n0 5 3 2\n1 0 4 2\n")
    assert is_sheet_start(b"Mum Pop Ann Bob\n0 5 3 2\n1 0 4 2\n")


def test_partners_may_be_joined_by_a_sign_between_blanks() -> None:
    (log,) = logs("Tresette\nUs: Ann & Cid\nThem: Bob & Dee\nWe They\n4 7\n11 -\n", Wishes(), "sheet.txt")
    assert log.header.seats == ("Ann", "Bob", "Cid", "Dee")


# ---- Workbooks of a club -------------------------------------------------------------------------------------------

PLACES: list[list[object]] = [
    ["Place", "Name", "Evenings", "Points"],
    *([place, name, 2, 9 - place] for place, name in enumerate(("Bob", "Ann", "Cid", "Dee"), 1)),
]
HANDS: list[list[object]] = [["Hand", "Ann", "Bob", "Cid"], [1, 0, 6, 4], [2, 2, 0, 6]]
NO_HANDS: list[tuple[str, list[list[object]], str]] = [
    ("Members", [["Name", "Phone", "Joined"], ["Ann", "0123", 2019]], "it is no evening by its name; --tab takes it"),
    (
        "Totals 2026",
        [["", "Ann", "Bob"], ["June", 10, 3], ["May", 4, 5]],
        "it is no evening by its name; --tab takes it",
    ),
    ("Table", PLACES, "each player stands there once, without a day or a hand, as in a table of standings"),
    ("Sheet4", [["Ideas"], ["cards", 2, "packs"]], "it has no headings, and no rows of numbers"),
]


@pytest.mark.parametrize(("name", "cells", "why"), NO_HANDS, ids=[name for name, _, _ in NO_HANDS])
def test_a_tab_without_hands_is_passed_over_with_the_reason(name: str, cells: list[list[object]], why: str) -> None:
    data = workbook((name, cells), ("5 June 2026", [["Last One"], *HANDS]), ("12 June 2026", HANDS))
    first, *evenings = read_table("club.xlsx", data, Wishes())
    assert (first.logs, first.told) == ([], [f"this sheet is passed over: {why}"])
    assert [(one.game, one.logs[0].log.header.at) for one in evenings] == [
        ("last_one", "2026-06-05"),
        ("last_one", "2026-06-12"),
    ]


def test_a_tab_of_no_game_beside_tabs_of_several_is_told_and_one_with_a_fault_is_not_passed_over() -> None:
    marks: list[list[object]] = [["Popcorn"], ["Hand", "Ann", "Bob", "Cid"], [1, "x", None, None]]
    bad: list[list[object]] = [["Last One"], ["Hand", "Ann", "Bob", "Cid"], [1, "1O", 6, 4]]
    with pytest.raises(SheetError) as caught:
        read_table("club.xlsx", workbook(("Table", PLACES), ("5", marks), ("12", HANDS), ("19", bad)), Wishes())
    assert [(one.place, one.message) for one in caught.value.problems] == [
        ("club.xlsx [12]: A1", "nothing says which game this sheet is of"),
        ("club.xlsx [19]: B3", "saw '1O', wanted a number"),
    ]


def test_a_place_that_is_a_number_is_no_place_where_people_play() -> None:
    ((cell, says, _),) = faults("Place,Name,Points\n1,Ann,9\n2,Bob,7\n3,Cid,1\n", Wishes(game="last_one"))
    assert (cell, says.partition(",")[0]) == ("A2", "each player stands there once")


# ---- In other languages --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "day", "wanted"),
    [
        (
            "斗地主 2026年6月5日\n局,地主,叫分,炸弹,赢家,小明,小红,阿强\n1,小明,2,1,地主,8,-4,-4\n2,阿强,3,0,农民,3,3,-6\n合计,,,,,11,-1,-10\n",
            "2026-06-05",
            [(0, 2, 1, 0, (8, -4, -4)), (2, 3, 0, 1, (3, 3, -6))],
        ),
        (
            "Dou Dizhu\nTag;Geber;Grundherr;Gebot;Bomben;Gewinner;Ada;Bea;Cem\n5.6.2026;;Ada;2;1;Grundherr;8;-4;-4\n;;Cem;3;0;Bauern;3;3;-6\n",
            "2026-06-05",
            [(0, 2, 1, 0, (8, -4, -4)), (2, 3, 0, 1, (3, 3, -6))],
        ),
    ],
)
def test_dou_dizhu_in_chinese_and_german(text: str, day: str, wanted: list[tuple[object, ...]]) -> None:
    (log,) = logs(text, Wishes())
    found = [one for _, one in log.events if isinstance(one, Scored)]
    assert log.header.at == day
    assert [(one.seat, one.amount, one.bombs, one.side, one.points) for one in found] == wanted


def test_calabrasella_and_tresette_in_italian() -> None:
    (row,) = rows("Terziglio\nGiro;Solista;Punti solista;Punti difensori;Ada;Bea;Cem\n1;Bea;19;16;-3;6;-3\n")
    assert (row.seat, row.counts, row.points) == (1, (19, 16), (-3, 6, -3))
    head = (
        "Mano;Figure Ada e Cem;Assi Ada e Cem;Accuse Ada e Cem;Figure Bea e Dan;Assi Bea e Dan;Accuse Bea e Dan;Ultima"
    )
    (row,) = rows(f"Tressette\nGiocatori;Ada;Bea;Cem;Dan\n{head}\n1;5;1;0;15;3;3;Bea e Dan\n")
    assert (row.counts, row.aces, row.melds, row.side) == ((5, 15), (1, 3), (0, 3), 1)


# ---- As secretaries write ------------------------------------------------------------------------------------------


def test_initials_in_headings_are_the_players_that_a_line_names() -> None:
    text = "Hasenpfeffer-Abend bei Jürgen\nSpieler;Jürgen;Käthe;Uwe;Rösi\nSpiel;Geber;Alleinspieler;Kontrakt;Stiche J/U;Stiche K/R\n1;Jürgen;Käthe;4;2;4\n"
    (log,) = logs(text, Wishes())
    assert log.header.seats == ("Jürgen", "Käthe", "Uwe", "Rösi")
    ((cell, says, hint),) = faults(text.replace("1;Jürgen;Käthe", "1;Jürgen;Kathe"), Wishes())
    assert (cell, says, hint) == ("C4", "saw 'Kathe', wanted one of Jürgen, Käthe, Uwe, Rösi", "did you mean Käthe?")


def test_a_game_and_a_place_beside_it_stand_above_the_sheet() -> None:
    assert told("Pope-Joan,at the vicarage\nStart,100\nDate,8 May 2026\nDeal,Ann,Bob,Cid\n1,-10,11,5\n") == []
    assert games_named("Rang at the Crown") == ["court_piece"]
    (log,) = logs("Rang at Crown\tclub\nUs:\tAnn & Cid\nThem:\tBob & Dee\nUs\tThem\n7\t6\n", Wishes())
    assert log.header.game == "court_piece"


def test_who_won_is_the_winner_whatever_the_game_calls_it() -> None:
    assert [row.seat for row in rows("Spinado\nDay,Ann,Bob,Cid,Who won\n15.5.26,-3,6,-3,Bob\n")] == [1]


@pytest.mark.parametrize(
    ("head", "row", "side"),
    [
        ("Grundherr;Gewinner;Ann;Bob;Cid", "Ann;Ann;4;-2;-2", 0),
        ("Grundherr;Gewinner;Ann;Bob;Cid", "Ann;Cid;-4;2;2", 1),  # one of those who have won, as who went out
        ("Bauern;Gewinner;Ann;Bob;Cid", "Bob und Cid;Bob und Cid;-4;2;2", 1),
        ("Gewinner;Ann;Bob;Cid", "Bob;-2;4;-2", 0),  # who alone has gained was the landlord
        ("Gewinner;Gebot;Ann;Bob;Cid", "Ann und Cid;1;;;", 1),
        ("Ann landlord;Bob landlord;Cid landlord;winner;Ann;Bob;Cid", "x;;;Bob;-4;2;2", 1),
    ],
)
def test_who_has_won_against_one_or_alone_may_be_told_by_name(head: str, row: str, side: int) -> None:
    (scored,) = rows(f"Dou Dizhu\nSpieler;Ann;Bob;Cid\n{head}\n{row}\n")
    assert scored.side == side


def test_a_name_tells_no_side_that_hangs_on_what_nobody_wrote() -> None:
    for row, says, hint in [
        ("2,Bob,,,", "saw 'Bob', no side", "who was the landlord? a column of that name tells it"),
        ("1,Ann & Bob,4,-2,-2", "saw 'Ann & Bob', no side", "wanted landlord or opponents"),
    ]:
        assert faults(f"Dou Dizhu\nPlayers,Ann,Bob,Cid\nbid,winner,Ann,Bob,Cid\n{row}\n", Wishes()) == [
            ("B4", says, hint)
        ]


@pytest.mark.parametrize("line", ["Gewinner: Bob", "Winner,Bob", "vainqueur : Bob,,"])
def test_a_line_below_hands_that_says_who_has_won_is_a_remark(line: str) -> None:
    (log,) = logs(f"Pluck\nAnn,Bob,Cid\n7,6,4\n5,8,4\n{line}\n,,\n6,7,4\n", Wishes())
    assert [type(event) for _, event in log.events].count(Scored) == 3
    assert any((getattr(event, "note", None) or "").endswith(": Bob") for _, event in log.events)


def test_nobody_declared_a_hand_in_which_all_passed() -> None:
    passed, played = rows("Terziglio\nMano,Chi,Ada,Bea,Cem,Note\n1,Nessuno,,,,tutti passano\n2,Cem,3,3,-6,\n")
    assert (passed.void, passed.seat, played.seat) == (True, None, 2)


def test_columns_that_are_told_are_of_the_players_that_are_told_whatever_stands_above_them() -> None:
    wishes = Wishes(
        game="big_two", players=("Ann", "Bob", "Cid"), columns={"date": 1, "left": "2-4"}, header=1, dates="dmy"
    )
    (row,) = rows("when;who sat north;;\n03/04/2026;0;5;3\n", wishes)
    assert row.counts == (0, 5, 3)
