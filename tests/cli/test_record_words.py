"""What can be typed: cards, words and seats into events, and every event written so that it reads as what it was."""

import contextlib
import random
import re
from collections.abc import Iterable
from typing import get_args

import pytest

from tests.harness.logs import any_event
from upcard.cli.recorder.demanded import demand_whole
from upcard.cli.recorder.fields import NotRead, Seats, read_event, written
from upcard.cli.recorder.offer import said
from upcard.cli.recorder.rows import heading, read_row
from upcard.cli.recorder.spoken import read_melds, read_rank, read_suit
from upcard.cli.recorder.words import KINDS, Part, read, short_verb, verb
from upcard.engine.game import find, keys
from upcard.schemas.cards import Card, read_cards
from upcard.schemas.events import (
    Amended,
    Base,
    BetPlaced,
    Bid,
    ChipsPassed,
    Claimed,
    Corrected,
    CountAsked,
    Drew,
    Elected,
    Event,
    Gap,
    HandStarted,
    Laid,
    Meld,
    MeldsTold,
    Noted,
    Passed,
    Played,
    PurseCounted,
    ResultCalled,
    RowDealt,
    Ruled,
    Scored,
    Shown,
    TakenBack,
    Took,
    TrumpNamed,
    TurnedUp,
    Voided,
)

from .recording import events, kinds, recorder, take

SEATS = Seats(("Ann", "Bob", "Cid", "Dee"))


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("played 2 Qc", Played(seat=2, card=Card("Qc"))),
        ("Bob plays 10h", Played(seat=1, card=Card("Th"))),
        ("2: ♠A", Played(seat=2, card=Card("As"))),
        ("s2 as", Played(seat=2, card=Card("As"))),
        ("play 0 Qc # in a hurry", Played(seat=0, card=Card("Qc"), note="in a hurry")),
        ("correct 2 5d", Corrected(seat=2, card=Card("5d"))),
        ("show 2 Ah Kd", Shown(seat=2, cards=(Card("Ah"), Card("Kd")))),
        ("show Dee Ah,Kd all", Shown(seat=3, cards=(Card("Ah"), Card("Kd")), all=True)),
        ("revoke 1 3", Ruled(what="revoke", seat=1, trick=3)),
        ("revoke Bob 3 Ah", Ruled(what="revoke", seat=1, trick=3, card=Card("Ah"))),
        ("trump 2 hearts", TrumpNamed(seat=2, suit="h")),
        ("Cid: trump ♥", TrumpNamed(seat=2, suit="h")),
        ("pass 3", Passed(seat=3)),
        ("refused pass 3", Passed(seat=3, refused=True)),
        ("refused 2 Qc", Played(seat=2, card=Card("Qc"), refused=True)),
        ("Cid Qc refused # he took it back", Played(seat=2, card=Card("Qc"), note="he took it back", refused=True)),
        ("void Ann refused", Voided(why="Ann refused")),
        ("1: bid 5", Bid(seat=1, amount=5)),
        ("bid 1 5", Bid(seat=1, amount=5)),
        ("s1 claim K 2", Claimed(seat=1, rank="K", count=2)),
        ("s1 claim sevens 3", Claimed(seat=1, rank="7", count=3)),
        ("ask Ann Bob 4", CountAsked(seat=0, of=1, answer=4)),
        (
            "pay bob pope 3 dressing the board",
            ChipsPassed(from_="seat:1", to="pool:pope", amount=3, why="dressing the board"),
        ),
        ("purse 2 -40", PurseCounted(seat=2, amount=-40)),
        ("result_called out 2", ResultCalled(result="out", seat=2)),
        ("back 2", TakenBack(seat=2)),
        ("back 2 line=14", TakenBack(seat=2, line=14)),
        ("hand Bob", HandStarted(dealer=1)),
        ("Bob deals", HandStarted(dealer=1)),
        ("hand", HandStarted()),
        ("gap", Gap()),
        ("gap 2", Gap(hands=2)),
        ("note Cid went home; Eve came # late", Noted(note="Cid went home; Eve came # late")),
        ("# Cid went home", Noted(note="Cid went home")),
        ('do {"do":"passed","seat":1}', Passed(seat=1)),
        ('{"do":"passed","seat":1}', Passed(seat=1)),
        (
            "melds_told 3 three aces nap spades four 2 nap",
            MeldsTold(
                seat=3,
                melds=(
                    Meld(kind="three", rank="A"),
                    Meld(kind="nap", suit="s"),
                    Meld(kind="four", rank="2"),
                    Meld(kind="nap"),
                ),
            ),
        ),
        ("score 7 6 h", Scored(tricks=(7, 6), trump="h")),
    ],
)
def test_a_line_says_an_event(line: str, event: Event) -> None:
    table = recorder("court_piece").table._replace(acts=())
    assert read(Part(line), table) == event


@pytest.mark.parametrize(
    ("line", "saw", "wanted"),
    [
        ("play 2 1x", "1x", "rank then suit"),
        ("play 7 Qc", "7", "a seat from 0 to 3"),
        ("9: Qc", "9", "a seat from 0 to 3"),
        ("Eve: Qc", "Eve:", "a seat or a player"),
        ("purse 2", "", "AMOUNT"),
        ("trump 2 x", "x", "SUIT"),
        ("pass 2 3", "3", "passed SEAT"),
        ("note", "", "a remark"),
        ("do {", "{", "JSON"),
        ('do {"do":"sealed","sha256":"' + 64 * "0" + '"}', "sealed", "an act of the table"),
        ("back 2 lime=3", "lime=3", "seat, line"),
        ("closed now", "now", "closed"),
        ("2: close", "Cid", "no seat"),
        ("draw 2 -1", "-1", "COUNT"),
        ('"" Ann', "", "a verb"),
    ],
)
def test_what_cannot_be_read_says_what_was_seen_and_wanted(line: str, saw: str, wanted: str) -> None:
    table = recorder("court_piece").table._replace(acts=())
    with pytest.raises(NotRead) as problem:
        read(Part(line), table)
    assert problem.value.saw == saw
    assert wanted in problem.value.wanted


def test_every_event_is_written_so_that_it_reads_as_what_it_was() -> None:
    rng = random.Random(5)
    table = recorder("pope_joan", " ".join(f"p{seat}" for seat in range(10))).table._replace(acts=())
    worded = 0
    for kind in KINDS.values():
        for _ in range(40):
            event = any_event(rng, kind)
            line = written(event)
            try:
                demand_whole(event, table.game)
            except NotRead:
                continue
            assert read(Part(line), table) == event, line
            worded += not line.startswith("do ")
    assert worded > 200


def test_every_game_word_and_shorthand_names_an_event() -> None:
    for key in keys():
        game = find(key)
        for word in game.words:
            assert verb([*word.split(), "x"], game) is not None, (key, word)
        for kind in get_args(Event):
            if kind in KINDS.values():
                found = verb(short_verb(kind, game).split(), game)
                assert found is not None
                assert found[0] is kind


def test_melds_are_said_in_words() -> None:
    assert read_melds(["3", "aces", "nap"]) == ((Meld(kind="three", rank="A"), Meld(kind="nap")), 3)
    assert read_melds(["3"]) == ((), 0)
    told = MeldsTold(seat=1, melds=(Meld(kind="three", rank="A"), Meld(kind="nap", suit="d"), Meld(kind="nap")))
    assert said(told, SEATS) == "Bob melds told three aces, nap of diamonds, nap"
    assert said(Scored(melds=(0, 3)), SEATS) == "scored melds 0 3"


def test_suits_and_ranks_as_people_say_them() -> None:
    assert [read_suit(word) for word in ("h", "H", "hearts", "heart", "♥", "♥️", "x", "")] == [*"hhhhhh", None, None]
    assert [read_rank(word) for word in ("7", "10", "t", "ace", "Kings", "sixes", "1", "")] == [*"7TTAK6", None, None]


@pytest.mark.parametrize(
    ("game", "line", "row"),
    [
        ("big_two", "0 5 12 3", Scored(counts=(0, 5, 12, 3))),
        ("big_two", "3t 0 1 2", Scored(counts=(3, 0, 1, 2), seat=0)),
        ("big_two", "0 5 12 3 0 5 24 3", Scored(counts=(0, 5, 12, 3), points=(0, 5, 24, 3))),
        ("big_two", "0 5 12 3 totals 0 5 24 3", Scored(counts=(0, 5, 12, 3), totals=(0, 5, 24, 3))),
        ("big_two", "0 5 12 3 takes all Bob", Scored(counts=(0, 5, 12, 3), seat=1)),
        ("big_two", "points 0 5 24 3", Scored(points=(0, 5, 24, 3))),
        ("court_piece", "7 6 h", Scored(tricks=(7, 6), trump="h")),
        ("court_piece", "8 5 courts 1 0", Scored(tricks=(8, 5), points=(1, 0))),
        ("court_piece", "3 2 revoke Bob", Scored(tricks=(3, 2), seat=1)),
        ("pope_joan", "-5 +12 -3 -4", Scored(points=(-5, 12, -3, -4))),
        ("tresette", "5 15 1 3 0 3 2 12", Scored(counts=(5, 15), aces=(1, 3), melds=(0, 3), points=(2, 12))),
        ("tresette", "5 15 1 3 last 1", Scored(counts=(5, 15), aces=(1, 3), side=1)),
    ],
)
def test_rows_of_a_score_sheet(game: str, line: str, row: Scored) -> None:
    assert read_row(find(game), line.split(), SEATS) == row


@pytest.mark.parametrize(
    "line", ["", "1 2 3", "0 5 12 3 9", "0 5 12 x", "0 5 12 3 h", "takes all", "0 5 12 3 takes all Eve"]
)
def test_rows_that_cannot_be_read(line: str) -> None:
    with pytest.raises(NotRead):
        read_row(find("big_two"), line.split(), SEATS)


_WORDS = (
    "played", "2", "s2", "Bob", "Bob:", "Qc", "QcKd", "?", "??", "h", "=", "x=1", "#", ";", '"', "do", "{", "-1", "9999",
    "fix", "insert", "drop", "undo", "redo", "note", "/", "-", "..", "score", "t", "3t", "99999999999999999999", "log",
    "show", "deal", "5", "correct", "back", "gap", "\x1b[31m", "é", "void", "\ud83c", "table", "help", '""', "draw", "7", "Kd",
)  # fmt: skip


def any_words(game: str, numbers: Iterable[int]) -> None:
    """Evenings at which whatever words are typed, in turn of acts and of a sheet; and between them what is told that can be typed."""
    for number in numbers:
        rng = random.Random(f"{game} {number}")
        players = ["Ann", "Bob", "Cid", "Dee"][: find(game).seats[1]]
        session = recorder(game, " ".join(players), sheet=bool(number % 2))
        for _ in range(60):
            told = re.findall("`(.+?)`", take(session, "?")[0].says) if rng.random() < 0.3 else ()
            take(session, rng.choice(told or [" ".join(rng.choice(_WORDS) for _ in range(rng.randint(1, 5)))]))


@pytest.mark.parametrize("game", keys())
def test_no_words_whatever_bring_a_fault_of_ours(game: str) -> None:
    any_words(game, range(2))


@pytest.mark.check
@pytest.mark.parametrize("game", keys())
def test_no_words_whatever_bring_a_fault_of_ours_on_many_evenings(game: str) -> None:
    any_words(game, range(2, 10))


@pytest.mark.parametrize("kind", KINDS.values())
def test_fields_are_read_for_any_kind_of_event(kind: type[Base]) -> None:
    for words in ([], ["2"], ["Qc"], ["2", "Qc"], ["x", "y", "z"]):
        with contextlib.suppress(NotRead):
            assert isinstance(read_event(kind, words, SEATS), kind)


def test_names_in_the_heading_of_a_sheet_are_told_apart() -> None:
    game = find("big_two")
    assert heading(game, Seats(("C", "S", "H", "Jj"))) == "left: C S H Jj"
    assert heading(game, Seats(("C", "Sue Ann", "H", "Jj"))) == "left: C, Sue Ann, H, Jj"
    assert heading(game, Seats(("C", "", "H", "Jj"))) == "left: C, seat 1, H, Jj"


def test_a_column_of_seats_is_as_long_as_it_is() -> None:
    two = Seats(("Ann", "Bob"))
    for line, row in (
        ("5 2 pops Ann 1 0 points 4 0", Scored(tricks=(5, 2), bids=(0, 1, 0), points=(4, 0))),
        ("5 2 pops", Scored(tricks=(5, 2), bids=())),
    ):
        assert read_row(find("pop"), line.split(), two) == row


def test_a_card_turned_is_of_the_seat_that_was_asked() -> None:
    session = recorder("pop", "Ann Bob")
    take(session, "Ann", "Xr", "Jc", "ann 9h")
    turned = [event.seat for _, event in session.book.raw if isinstance(event, TurnedUp)]
    assert turned == [1, 1, 0]


def test_cards_alone_go_to_the_row_that_is_due() -> None:
    session = recorder("trente_et_quarante", "Ann Bob")
    take(session, "hand", "Ann bets a noir 100", "insure a 1", "Kh 9s 8c 5d; Td Qc 7s 8h", "", "33 red", "35", "")
    take(session, "Kh", "9s 8c", "5d", "r 33")
    king, nine, eight, five = (Card(name) for name in ("Kh", "9s", "8c", "5d"))
    dealt = [event for event in events(session) if isinstance(event, RowDealt | TurnedUp)]
    assert dealt == [
        RowDealt(row="noir", cards=(king, nine, eight, five)),
        RowDealt(row="rouge", cards=(Card("Td"), Card("Qc"), Card("7s"), Card("8h"))),
        RowDealt(row="noir", total=33, colour="red"),
        RowDealt(row="rouge", total=35),
        *(TurnedUp(card=card, place="noir") for card in (king, nine, eight, five)),
        RowDealt(row="rouge", total=33),
    ]


def test_what_need_not_be_said_is_not_asked_for() -> None:
    session = recorder("trente_et_quarante", "Ann Bob")
    take(session, "hand")
    assert "the noir row: CARDS|TOTAL [black|red]\n" in take(session, "?")[0].says


def test_a_card_that_nobody_saw_leaves_it_open_which_row_is_due_and_the_row_is_named() -> None:
    session = recorder("trente_et_quarante", "Ann Bob")
    take(session, "hand", "Kh", "??", "8c")
    assert take(session, "5d")[0].kind == "stored"
    take(session, "r Td Qc 7s 8h", "", "Kh ?? 9s 4d", "??", "Qc 7s 8h")
    rows = [(event.row, len(event.cards or ())) for event in events(session) if isinstance(event, RowDealt)]
    assert rows == [("rouge", 4), ("noir", 4)]
    assert session.book.audit.findings == []


def test_a_card_alone_is_asked_about_where_it_may_go_to_either_row() -> None:
    session = recorder("trente_et_quarante", "Ann Bob")
    take(session, "hand", "Kh", "??", "8c", "5d")
    outcomes = take(session, "Td")
    assert kinds(outcomes) == ["unread"]
    assert "which it was: a card to the rouge row or a card to the noir row" in outcomes[0].says
    assert kinds(take(session, "n 2d"))[0] == "stored"
    assert kinds(take(session, "r Td"))[0] == "stored"
    assert session.book.audit.findings == []


def test_who_plays_against_the_others_and_takes_the_widow_for_all_to_see() -> None:
    session = recorder("calabrasella", "Ann Bob Cid")
    take(session, "0", "", "play", "3d", "nobody", "discard ?? ??", "widow 3d Ac 7s 4c", "takes 3d Ac", "5s")
    written = [event for _, event in session.book.raw]
    assert written[2] == Elected(seat=1)
    assert written[7] == Took(seat=1, place="widow", cards=read_cards("3d Ac"), openly=True)
    assert written[8] == Played(seat=2, card=read_cards("5s")[0])


def test_flags_stand_anywhere() -> None:
    took = Took(seat=1, place="widow", cards=read_cards("3d Ac"), openly=True)
    for words in ("1 widow openly 3d Ac", "1 widow 3d Ac openly", "openly 1 widow 3d Ac"):
        assert read_event(Took, words.split(), SEATS) == took


def test_a_sheet_by_sides_of_three_players_says_what_stands_in_it() -> None:
    three = Seats(("Ann", "Bob", "Cid"))
    assert heading(find("calabrasella"), three) == "points of the declarer and of the defenders"
    line = "19 16 declarer Bob chips -3 6 -3"
    assert read_row(find("calabrasella"), line.split(), three) == Scored(counts=(19, 16), seat=1, points=(-3, 6, -3))


@pytest.mark.parametrize(
    "line",
    [
        *("{}", "Qx {}", "do {}", '{{"do":"{}"}}', "{}: Kd", "play {}=3", "fix 3 {}", "undo {}", "Qx; {}"),
        "Qx; " + "Kd; {}" * 9,
    ],
)
def test_what_is_not_taken_is_told_by_its_beginning_and_its_end_where_it_is_long(line: str) -> None:
    session = recorder("court_piece")
    take(session, "Bob", "h")
    outcomes = take(session, line.format(*["x" * 1_000_000] * 9))
    assert {outcome.kind for outcome in outcomes} == {"unread"}
    assert all(len(outcome.says) < 2_000 for outcome in outcomes)
    assert "letters) ... " in outcomes[-1].says


@pytest.mark.parametrize("line", ["{}: Kd", "s{} Kd", "{} deals", "deal {}", "fix {} Kd", "undo {}", "log {}"])
@pytest.mark.parametrize("digits", ["9" * 5_000, "\u00b2"])
def test_a_number_that_none_can_be_is_not_taken(line: str, digits: str) -> None:
    session = recorder("court_piece")
    assert {outcome.kind for outcome in take(session, line.format(digits))} == {"unread"}
    assert events(session) == []


@pytest.mark.parametrize("line", ["p p", "pass pass", "Cid: p p", "p; p", "pp", "Cid p Dee p", "2 p 3 p"])
def test_acts_stand_one_after_another_with_or_without_a_semicolon(line: str) -> None:
    session = recorder("big_two")
    take(session, "Ann", "Bob: 3d", line)
    assert events(session)[-2:] == [Passed(seat=2), Passed(seat=3)]


@pytest.mark.parametrize("line", ["p x", "p 1x", "p; p x", "Cid p nonsense"])
def test_of_words_between_semicolons_nothing_is_stored_if_one_says_nothing(line: str) -> None:
    session = recorder("big_two")
    take(session, "Ann", "Bob: 3d")
    before = len(events(session)) + line.startswith("p;")
    assert take(session, line)[-1].kind == "unread"
    assert len(events(session)) == before


@pytest.mark.parametrize(
    ("game", "before", "line"),
    [
        ("big_two", ["Ann", "Bob: 3d"], "play 4d 4d"),
        ("dou_dizhu", ["hand"], "2h 2h"),
    ],
)
def test_only_a_joker_stands_for_the_card_behind_it(game: str, before: list[str], line: str) -> None:
    session = recorder(game, "Ann Bob Cid" + " Dee" * (game in {"court_piece", "big_two"}))
    take(session, *before)
    stored = len(events(session))
    assert take(session, line)[-1].kind == "unread"
    assert len(events(session)) == stored


def test_a_joker_stands_for_the_card_behind_it() -> None:
    assert read_event(Played, ["Xr", "9h"], SEATS, seat=1) == Played(1, Card("Xr"), stands_for=Card("9h"))
    assert read_event(Played, ["??", "stands_for=9h"], SEATS, seat=1).stands_for == Card("9h")
    assert read_event(Played, ["9d", "stands_for=9h"], SEATS, seat=1).stands_for == Card("9h")


def test_a_card_that_nobody_saw_stands_for_none_and_the_next_is_another_act() -> None:
    session = recorder("tresette")
    take(session, "Dee", "?? 3d")
    assert events(session)[-2:] == [Played(0, Card("??")), Played(1, Card("3d"))]


def test_findings_call_players_by_their_names_and_say_of_a_card_that_it_is_not_in_the_pack() -> None:
    session = recorder("court_piece")
    take(session, "Ann", "h", "Ks")
    (finding, *_) = (one for one in take(session, "Dee 5h") if one.kind == "finding")
    assert "Dee played; it was the turn of Cid" in finding.says
    session = recorder("tresette")
    (finding, *_) = (one for one in take(session, "Dee", "8h") if one.kind == "finding")
    assert "there is no 8h in the pack of this game" in finding.says


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        ("n", "noir"),
        ("noi", "noir"),
        ("r", "rouge"),
        ("C", "couleur"),
        ("Inv", "inverse"),
        ("x", "x"),
        ("noire", "noire"),
    ],
)
def test_the_beginning_of_a_name_is_enough_where_there_are_few(said: str, kind: str) -> None:
    session = recorder("trente_et_quarante", "Ann Bob")
    as_json = f'do {{"do":"bet_placed","seat":1,"bet":"b2","kind":"{said}","amount":50}}'
    take(session, "hand", f"Ann bets b1 {said} 100", f"fix 3 bet Bob b1 {said} 100", as_json)
    bets = [event for event in events(session) if isinstance(event, BetPlaced)]
    assert [(bet.seat, bet.kind) for bet in bets] == [(0, kind), (1, said)]
    amended = next(event.event for event in events(session) if isinstance(event, Amended))
    assert amended == BetPlaced(seat=1, bet="b1", kind=kind, amount=10_000)


def test_the_beginning_of_a_row_is_enough() -> None:
    session = recorder("trente_et_quarante", "Ann Bob")
    take(session, "hand", "row n Kh 9s 8c 5d", "row Rou Td Qc 7s 8h", "", "card Kh n")
    rows = [event for event in events(session) if isinstance(event, RowDealt | TurnedUp)]
    assert [getattr(row, "row", None) or row.place for row in rows] == ["noir", "rouge", "noir"]
    assert session.book.audit.findings == []


@pytest.mark.parametrize(
    ("game", "before", "line", "kind"),
    [
        ("court_piece", "Ann dealt", "Bob calls hearts", "trump_named"),
        ("popcorn", "hand; 0 2", "Cid calls", "bluff_called"),
        ("last_one", "Ann deals; 5; 9h", "shuffle", "reshuffled"),
        ("trente_et_quarante", "", "shuffle", "shuffled"),
        ("big_two", "Ann", "thrown in", "voided"),
        ("last_one", "Ann deals; 5; 9h", "Bob says last one", "last_called"),
    ],
)
def test_a_word_that_has_several_meanings_has_the_one_of_the_game(game: str, before: str, line: str, kind: str) -> None:
    session = recorder(game, "Ann Bob Cid" if game != "court_piece" else "Ann Bob Cid Dee")
    take(session, *before.split("; "), line)
    assert events(session)[-1].__struct_config__.tag == kind


def test_cards_are_said_by_rank_and_suit_in_words() -> None:
    session = recorder("court_piece")
    take(session, "dealer Ann", "h", "Bob leads the queen of clubs", "10 of clubs", "a 2 of Hearts")
    assert [str(event.card) for event in events(session) if isinstance(event, Played)] == ["Qc", "Tc", "2h"]


def test_what_cards_were_drawn_for_is_one_of_the_reasons_there_are() -> None:
    session = recorder("last_one", "Ann Bob Cid")
    take(session, "Ann deals", "5", "9h", "Bob draws one", "Cid draws two missed")
    drawn = [(event.count, event.why) for event in events(session) if isinstance(event, Drew)]
    assert drawn == [(1, None), (2, "missed_call")]
    assert kinds(take(session, "Ann draws 1 thirst")) == ["unread"]


def test_dz_1_1_ranks_alone_say_a_combination_where_suits_have_no_role() -> None:
    session = recorder("dou_dizhu", "Ann Bob Cid")
    take(session, "Ann bids 3", "Ann 34567", "p p", "7775", "p p", "br")
    laid = [" ".join(map(str, event.cards)) for event in events(session) if isinstance(event, Laid)]
    assert laid == ["3? 4? 5? 6? 7?", "7? 7? 7? 5?", "Xb Xr"]
    assert kinds(take(recorder("big_two"), "Ann", "Bob 34567")) == ["stored", "unread"]


@pytest.mark.parametrize(
    ("game", "players", "rows", "last"),
    [
        ("spinado", "Ann Bob Cid Dee", ["-3 1 -3 -3", "12 -4 -4 -4"], Scored(points=(12, -4, -4, -4))),
        ("court_piece", "Ann Bob Cid Dee", ["7-6 h"], Scored(tricks=(7, 6), trump="h")),
        ("pluck", "Ann Bob Cid", ["10-4-3"], Scored(tricks=(10, 4, 3))),
        ("dou_dizhu", "Ann Bob Cid", ["lord Cid bid 2 bombs 1 won farmers"], Scored(seat=2, amount=2, bombs=1, side=1)),
        ("tresette", "Ann Bob Cid Dee", ["11 9 aces 2 2 last Dee"], Scored(counts=(11, 9), aces=(2, 2), side=1)),
        ("pop", "Ann Bob", ["folded Ann cube 2"], Scored(seat=0, amount=2)),
        ("popcorn", "Ann Bob Cid", ["Cid"], Scored(seat=2)),
    ],
)
def test_rows_as_people_write_them(game: str, players: str, rows: list[str], last: Scored) -> None:
    session = recorder(game, players, sheet=True)
    take(session, *rows)
    assert events(session)[-1] == last
    assert not any(isinstance(event, Amended) for event in events(session))


def test_a_row_tells_no_number_that_it_leaves_open() -> None:
    """Of eight tricks and five the first seven may have been a sweep, which is a court; of a revoke no tricks are known."""
    session = recorder("court_piece", sheet=True)
    said = [outcome.says for outcome in take(session, "8 5", "revoke Bob") if outcome.kind == "progress"]
    assert said == [
        "Ann & Cid win the hand",
        "Ann & Cid 8 tricks; Bob & Dee 5 tricks, 0 courts",
        "Ann & Cid win the hand, 1 court",
        "Ann & Cid tricks not known; Bob & Dee tricks not known, 0 courts",
    ]
    assert ("Bob & Dee", "tricks not known, 0 courts") in session.scene.pots


def test_a_row_of_tresette_shows_what_it_says_was_taken() -> None:
    session = recorder("tresette", sheet=True)
    says = [outcome.says for outcome in take(session, "11 9 aces 2 2 last 0") if outcome.kind == "progress"]
    assert says[-1].startswith("Ann & Cid 11 figures and 2 aces taken, 6 points in all")
