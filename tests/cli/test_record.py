"""A session line by line: what is asked, what is stored, what is said about breaches and slips."""

from typing import Any

import pytest

from upcard.cli.recorder.offer import FULL
from upcard.engine.effective import effective
from upcard.engine.game import find
from upcard.engine.scene import Scene
from upcard.schemas.cards import Card, read_cards
from upcard.schemas.events import (
    Amended,
    Closed,
    Dealt,
    HandStarted,
    Inserted,
    Noted,
    Played,
    Retracted,
    Ruled,
    Scored,
    Shown,
    Took,
    TrumpNamed,
    Voided,
)

from .recording import events, kinds, recorder, resumed, take


def says(session: Any, *lines: str) -> list[str]:
    return [outcome.says for outcome in take(session, *lines)]


def test_it_asks_for_what_is_due_one_thing_after_another() -> None:
    session = recorder("court_piece")
    asked = []
    for line in ("Bob", "h", "Kd 9d", "2d 4d"):
        asked.append(session.prompt()[:2])
        take(session, line)
    assert asked == [
        ("", "the next hand: who deals?"),
        ("", "Cid: the trump suit"),
        ("", "Cid: a card"),
        ("Trick 1: Kd 9d", "Ann: a card"),
    ]
    assert session.prompt()[:2] == ("", "Cid: a card")


def test_several_cards_on_a_line_are_several_plays_and_each_is_durable() -> None:
    session = recorder("court_piece")
    outcomes = take(session, "Bob", "h", "Kd 9d, 2d 4d")
    assert kinds(outcomes) == ["stored"] * 6 + ["progress"]
    assert outcomes[-1].says == "Trick 1: Kd 9d 2d 4d, to Cid"
    assert events(resumed(session)) == events(session)
    assert [event.seat for event in events(session) if isinstance(event, Played)] == [2, 3, 0, 1]


def test_several_cards_on_a_line_are_one_combination_where_sets_are_laid_and_a_semicolon_divides() -> None:
    session = recorder("big_two")
    take(session, "Ann", "Bob: 3d 3h; 4d 4h; p")
    assert [event.__struct_config__.tag for event in events(session)][2:] == ["laid", "laid", "passed"]
    assert [getattr(event, "seat", None) for event in events(session)][2:] == [1, 2, 3]


def test_what_is_no_card_does_not_throw_a_hand_in() -> None:
    session = recorder("dou_dizhu", "Ann Bob Cid")
    take(session, "hand", "7h", "dealt", "7h Bob", "Bob: 3", "widow 3c 4c 5c")
    assert events(session)[-1] == Took(seat=1, place="widow", cards=read_cards("3c 4c 5c"))
    assert kinds(take(session, "34z67")) == ["unread"]
    take(session, "3? 4? 5? 6? 7?", "p", "p", "redeal spilt")
    assert events(session)[-1] == Voided(why="spilt")


def test_enter_takes_what_alone_can_come_next() -> None:
    session = recorder("court_piece")
    take(session, "Bob", "h", *["Kd 9d 2d 4d"])
    assert session.prompt().enter is None
    assert kinds(take(session, "")) == ["progress"]
    take(session, "revoke Ann 1")
    assert session.prompt().enter == HandStarted()
    assert session.prompt().text == "the next hand [Enter]"
    assert kinds(take(session, ""))[0] == "stored"


def test_enter_takes_the_only_legal_card_where_hands_are_known() -> None:
    session = recorder("court_piece", level=FULL)
    take(session, "Bob", "2c 3c 4c 5c 6c / 2d 3d 4d 5d 6d / 2h 3h 4h 5h 6h / 2s 3s 4s 5s 6s", "h")
    take(
        session, "7c 8c 9c Tc Jc Qc Kc Ac / 7d 8d 9d Td Jd Qd Kd Ad / 7s 8s 9s Ts Js Qs Ks 7h / 8h 9h Th Jh Qh Kh Ah As"
    )
    take(session, "7h", "Ah")
    take(session, "7c", "7d")
    assert session.prompt().text == "Dee: a card"
    take(session, "2s 2c 2d")
    assert session.prompt().before == "Trick 2: 2s 2c 2d"
    assert session.book.audit.findings == []


def test_a_breach_is_asked_about_and_stored_only_if_somebody_is_sure() -> None:
    session = recorder("court_piece")
    take(session, "Bob", "h")
    asked: list[tuple[str, list[str]]] = []

    def sure(what: str, findings: Any, _changes: Any) -> bool:
        asked.append((what, [found.clause for found in findings]))
        return len(asked) > 1

    outcomes = session.take("Ann: Kd", sure)
    assert asked == [("Ann played Kd", ["G-13"])]
    assert kinds(outcomes) == ["declined"]
    assert events(session)[-1] == TrumpNamed(seat=2, suit="h")
    outcomes = session.take("Ann: Kd", sure)
    assert kinds(outcomes) == ["stored", "finding"]
    assert events(session)[-1] == Played(seat=0, card=Card("Kd"))


def test_of_a_line_whose_breach_is_not_stored_the_rest_is_not_taken_either() -> None:
    session = recorder("court_piece")
    take(session, "Bob", "h")
    outcomes = take(session, "Kd 9d Kd 4d", sure=False)
    assert kinds(outcomes) == ["stored", "stored", "declined", "unread"]
    assert outcomes[-1].says == "not taken either: 4d"


def test_a_finding_proven_later_is_told_when_it_is_and_is_no_reason_to_ask() -> None:
    session = recorder("court_piece")
    take(session, "Bob", "h", "Kd 9d 2s 4d")
    outcomes = take(session, "Kc Qc 5d 2c", sure=False)
    later = [outcome for outcome in outcomes if outcome.later]
    assert [outcome.finding.clause for outcome in later if outcome.finding] == ["CP-3.1"]
    assert (
        "line 8 (Ann played 2s): Ann: keep the suit led when you can (5d) [CP-3.1], proven by line 12" in later[0].says
    )
    gone = take(session, "undo 2")
    assert "cured" in kinds(gone)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("8h", "there is no 8h in the pack of this game; perhaps 8h on line 5 was another card [G-5]"),
        ("Dee 3d", "it was the turn of Cid (3d); perhaps "),
    ],
)
def test_the_card_of_a_finding_stands_before_what_may_have_been_and_is_told_once(line: str, says: str) -> None:
    session = recorder("tresette")
    take(session, "Ann", "3c")
    assert any(says in outcome.says for outcome in take(session, line))


def test_what_cannot_be_read_is_not_stored_and_says_what_was_wanted() -> None:
    session = recorder("court_piece")
    assert take(session, "17")[0].says.startswith("'17' is not taken: saw '17', wanted a seat from 0 to 3")
    take(session, "Bob", "h")
    outcomes = take(session, "1x")
    assert kinds(outcomes) == ["unread"]
    assert "saw '1x', wanted rank then suit" in outcomes[0].says
    assert len(events(session)) == 3


def test_who_must_be_said_where_nothing_tells_it() -> None:
    session = recorder("pope_joan")
    take(session, "Cid", "5d", "Dee: 2h")
    outcomes = take(session, "3h")
    assert kinds(outcomes) == ["unread"]
    assert "who it was, such as `0: 3h` or `Ann 3h`" in outcomes[0].says
    take(session, "Ann: 3h 4h 5h")
    assert [event.seat for event in events(session) if isinstance(event, Played)] == [3, 0, 0, 0]


def test_who_shows_a_card_must_be_said_where_several_may() -> None:
    session = recorder("hasenpfeffer")
    take(session, "Dee", "p", "p", "p", "p")
    for line in ("Xr", "joker", "shown Xr"):
        outcomes = take(session, line)
        assert kinds(outcomes) == ["unread"]
        assert f"who it was, such as `0: {line}`" in outcomes[0].says
    take(session, "2: joker")
    assert events(session)[-1] == Shown(seat=2, cards=(Card("Xr"),))


def test_a_void_hand_is_a_row_of_a_score_sheet() -> None:
    session = recorder("hasenpfeffer", sheet=True)
    assert kinds(take(session, "void", "4 0 0 0 4 2", "Void # again"))[-1] != "unread"
    rows = [event for event in events(session) if isinstance(event, Scored)]
    assert rows == [Scored(void=True), Scored(bids=(4, 0, 0, 0), tricks=(4, 2)), Scored(void=True, note="again")]


def test_cards_put_down_where_none_were_due_can_be_recorded() -> None:
    session = recorder("court_piece")
    assert kinds(take(session, "2: Kd")) == ["stored", "finding"]


def test_a_pass_at_the_end_of_a_round_is_of_who_is_locked_out() -> None:
    session = recorder("big_two", options={"pass_lock": True})
    outcomes = take(session, "Ann", "ann 3d", "p", "4d", "p", "p", "p", "5d", sure=False)
    assert "refused" not in kinds(outcomes)
    assert [event.seat for event in events(session)[2:]] == [0, 1, 2, 3, 0, 1, 2]
    assert session.book.audit.findings == []


def test_undo_takes_back_the_deal_that_was_written_along_and_only_that() -> None:
    session = recorder("court_piece")
    take(session, "Bob", "h")
    assert [type(event) for event in events(session)] == [HandStarted, Dealt, TrumpNamed]
    take(session, "undo")
    assert [event.line for event in events(session) if isinstance(event, Retracted)] == [4, 3]
    assert session.prompt().text == "Cid: the trump suit"
    take(session, "redo")
    assert session.prompt().text == "Cid: a card"
    assert says(session, "redo") == ["there is nothing to do again"]


def test_an_act_after_an_undo_leaves_nothing_to_do_again() -> None:
    session = recorder("court_piece")
    take(session, "Bob", "h", "undo", "s")
    assert says(session, "redo") == ["there is nothing to do again"]
    take(session, "undo", "undo")
    assert session.prompt().text == "the next hand: who deals?"
    assert says(session, "undo") == ["there is nothing to undo"]


def test_fix_insert_and_drop_amend_earlier_lines_and_can_be_undone() -> None:
    session = recorder("court_piece")
    take(session, "Bob", "h", "Kd 9d 2d 4d")
    take(session, "fix 7 8d")
    assert events(session)[-1] == Amended(line=7, event=Played(seat=3, card=Card("8d")), why="fixed")
    take(session, "insert 6 note they shuffled long", "drop 9 misheard")
    assert events(session)[-2:] == [
        Inserted(before=6, event=Noted(note="they shuffled long"), why="left out"),
        Retracted(line=9, why="misheard"),
    ]
    assert session.prompt()[:2] == ("Trick 1: Kd 8d 2d", "Bob: a card")
    take(session, "undo 3")
    assert session.prompt()[:2] == ("", "Cid: a card")
    assert session.scene.rows[0].cards == (Card("Kd"), Card("9d"), Card("2d"), Card("4d"))
    take(session, "redo 3")
    assert session.prompt()[:2] == ("Trick 1: Kd 8d 2d", "Bob: a card")


@pytest.mark.parametrize(
    "line", ["fix", "fix 99 5d", "fix x 5d", "insert 1 5d", "drop 99", "drop", "undo x", "fix 2 5d"]
)
def test_amendments_that_cannot_be_read_change_nothing(line: str) -> None:
    session = recorder("court_piece")
    take(session, "Bob", "h")
    before = events(session)
    assert kinds(take(session, line)) == ["unread"]
    assert events(session) == before


def test_a_hand_that_is_fixed_into_a_breach_is_asked_about() -> None:
    session = recorder("court_piece")
    take(session, "Bob", "h", "Kd 9d 2d 4d", "Kc")
    assert kinds(take(session, "fix 7 Kc", sure=False)) == ["declined"]
    assert kinds(take(session, "fix 7 Kc", sure=True)) == ["amended"]
    assert len(session.book.audit.findings) == 1


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("fix 3 1 5 0 3", ["hand 1, line 2: Ann 0 -> 1; ", "total of Ann: "]),
        ("drop 3", ["hand 1, line 2: ", "is not there then", "total of Bob: "]),
    ],
)
def test_what_an_amendment_brings_is_told_before_it_is_stored(line: str, told: list[str]) -> None:
    session = recorder("big_two", sheet=True)
    take(session, "0 5 12 3", "1 0 2 3")
    before, asked = events(session), list[str]()

    def sure(_what: str, _findings: Any, changes: Any) -> bool:
        assert events(session) == before
        asked.extend(changes)
        return False

    outcomes = session.take(line, sure)
    assert all(any(text in says for says in asked) for text in told)
    assert kinds(outcomes) == ["declined"]
    assert events(session) == before


def test_an_amendment_that_changes_no_result_is_told_of_and_stored_unasked() -> None:
    session = recorder("court_piece")
    take(session, "Bob", "h", "Kd 9d 2d 4d")
    outcomes = session.take("fix 7 8d", lambda *_: False)
    assert kinds(outcomes) == ["amended", "changed"]
    assert outcomes[1].says == "the findings are the same"


def test_hands_are_asked_for_one_by_one_if_all_are_written_down() -> None:
    session = recorder("court_piece", level=FULL)
    take(session, "Dee")
    assert session.prompt().text == "Ann: 5 cards"
    take(session, "2c 3c 4c 5c 6c")
    assert session.prompt().text == "Bob: 5 cards"
    assert "wanted" in says(session, "2c 3x")[0]
    take(session, "2d 3d ..", "-")
    assert len(events(session)) == 1
    take(session, "undo", "-", "2s 3s 4s 5s 6s")
    dealt = events(session)[-1]
    assert isinstance(dealt, Dealt)
    assert dealt.hands is not None
    assert [" ".join(hand or ()) for hand in dealt.hands] == [
        "2c 3c 4c 5c 6c", "2d 3d ?? ?? ??", "?? ?? ?? ?? ??", "2s 3s 4s 5s 6s",
    ]  # fmt: skip


def test_only_ones_own_hand_is_asked_for_behind_a_seat() -> None:
    session = recorder("court_piece", level=2)
    take(session, "Dee")
    assert session.prompt().text == "Cid: 5 cards"
    take(session, "2c 3c 4c 5c 6c")
    assert session.prompt().text == "Ann: the trump suit"


def test_rows_of_a_score_sheet_one_a_hand_with_totals() -> None:
    session = recorder("big_two", sheet=True, options={"takes_all": "on"})
    assert session.prompt().text == "hand 1, left: Ann Bob Cid Dee"
    outcomes = take(session, "0 5 12 3")
    assert outcomes[-1].says == "points/total: Ann 0/0, Bob 5/5, Cid 24/24, Dee 3/3"
    assert session.prompt().text == "hand 2, left: Ann Bob Cid Dee"
    take(session, "3t 0 1 2 # failed to announce")
    assert events(session)[-1] == Scored(counts=(3, 0, 1, 2), seat=0, note="failed to announce")
    assert kinds(take(session, "4 6 11 11", sure=False)) == ["declined"]
    assert kinds(take(session, "1 2 3")) == ["unread"]
    take(session, "undo")
    assert session.prompt().text == "hand 2, left: Ann Bob Cid Dee"
    take(session, "redo", "close")
    assert [type(event) for event in events(session)][-1] is Closed


@pytest.mark.parametrize("line", ["score 0 13", "score tricks=0,13", "0 13"])
def test_a_row_with_its_verb_opens_a_hand_as_a_bare_one_does(line: str) -> None:
    session = recorder("court_piece", sheet=True)
    take(session, "7 0", "undo", "7 0", line)
    standing = [event for _, event in effective(session.book.log).events]
    assert standing == [HandStarted(), Scored(tricks=(7, 0)), HandStarted(), Scored(tricks=(0, 13))]
    take(session, "undo")
    assert session.prompt().text.startswith("hand 2, ")


@pytest.mark.parametrize(
    ("game", "line", "row"),
    [
        ("court_piece", "revoke bob", Scored(seat=1)),
        ("court_piece", "Revoke 3 courts 1 0", Scored(seat=3, points=(1, 0))),
        ("court_piece", "trump h tricks 7 6", Scored(trump="h", tricks=(7, 6))),
        ("court_piece", "courts 0 1", Scored(points=(0, 1))),
        ("court_piece", "void", Scored(void=True)),
        ("dou_dizhu", "bid 3 landlord ann", Scored(amount=3, seat=0)),
        ("pop", "fold bob cube 2", Scored(seat=1, amount=2)),
    ],
)
def test_a_line_that_begins_with_a_column_is_a_row(game: str, line: str, row: Scored) -> None:
    """It is the next hand's, and no act about the hand before, such as the claim of a revoke."""
    session = recorder(game, " ".join(["Ann", "Bob", "Cid", "Dee"][: find(game).seats[1]]), sheet=True)
    take(session, line, line)
    standing = [event for _, event in effective(session.book.log).events]
    assert standing == [HandStarted(), row, HandStarted(), row]


def test_cp_6_3_rows_with_a_revoke_alone_are_hands_of_their_own() -> None:
    session = recorder("court_piece", sheet=True)
    take(session, "7 6 courts 0 0", "revoke bob", "revoke dee", "ruled revoke 1")
    kinds_of = [type(event) for event in events(session) if not isinstance(event, HandStarted)]
    assert kinds_of == [Scored, Scored, Scored, Ruled]
    assert session.book.state.totals == [2, 0]


def test_a_row_behind_a_hand_that_was_opened_opens_none() -> None:
    session = recorder("court_piece", sheet=True)
    take(session, "7 0", "hand", "score 0 13")
    assert events(session) == [HandStarted(), Scored(tricks=(7, 0)), HandStarted(), Scored(tricks=(0, 13))]


def test_a_row_that_a_crash_cut_in_two_goes_on_where_it_was() -> None:
    session = recorder("court_piece", sheet=True)
    session.book.write(HandStarted())
    session = resumed(session)
    take(session, "7 6 h")
    assert events(session) == [HandStarted(), Scored(tricks=(7, 6), trump="h")]


def test_a_closed_session_is_opened_again_by_undo() -> None:
    session = recorder("court_piece")
    outcomes = take(session, "Bob", "h", "close")
    assert outcomes[-1].says == "0 hands, 1 without an end, 4 events, nothing found"
    session = resumed(session)
    assert session.prompt().text == "the session is closed"
    take(session, "undo")
    assert session.prompt().text == "Cid: a card"


def test_the_begin_of_a_hand_and_the_close_carry_the_time() -> None:
    session = recorder("court_piece")
    session._clock = lambda: "2026-11-20T19:30:00+01:00"
    take(session, "Bob", "h", "close")
    assert [event.at for event in events(session)] == [
        "2026-11-20T19:30:00+01:00",
        None,
        None,
        "2026-11-20T19:30:00+01:00",
    ]


def test_help_tells_what_can_be_typed_here() -> None:
    session = recorder("court_piece")
    assert "the next hand: Ann, Bob, Cid, Dee" in says(session, "?")[0]
    take(session, "Bob")
    assert "Cid: the trump suit: c, d, h, s" in says(session, "?")[0]
    take(session, "h")
    assert "Cid: a card: CARD" in says(session, "help")[0]
    assert "revoke = ruled revoke" in says(session, "?")[0]
    assert "cards left in each hand, 4 numbers" in says(recorder("big_two", sheet=True), "?")[0]


def test_the_log_shows_what_became_of_each_line() -> None:
    session = recorder("court_piece")
    take(session, "Bob", "h", "Kd 9d 2d", "undo", "fix 7 8d")
    assert says(session, "log")[0].split("\n") == [
        "    2  hand started dealer Bob",
        "    3  dealt, cards not seen",
        "    4  Cid trump named h",
        "    5  dealt, cards not seen",
        "    6  Cid played Kd",
        "    7  Dee played 9d (now: Dee played 8d)",
        "    8  Ann played 2d (taken back)",
    ]
    assert says(session, "log 1") == ["    8  Ann played 2d (taken back)"]


def test_findings_and_doubts_can_be_asked_for() -> None:
    session = recorder("court_piece")
    assert says(session, "findings", "doubts") == ["nothing is found so far", "nothing is in doubt"]
    take(session, "Bob", "h", "Kd 9d 2s 4d")
    assert "[CP-3.1]" in says(session, "doubts")[0]
    assert isinstance(session.scene, Scene)


def test_help_begins_with_what_is_wanted_and_how_to_type_it() -> None:
    session = recorder("big_two")
    take(session, "Ann", "Bob: 3d")
    lines = says(session, "?")[0].split("\n")
    assert lines[:2] == ["wanted  a combination or a pass", "type    Cid: a combination: CARDS"]
    assert "people  Eve for Dee, Dee leaves, Eve joins 3, once nobody sits there" in lines


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("? undo", "undo [N]: take back the last act, or N of them"),
        ("? pass", "pass: A seat passed, in the auction or in play."),
        ("pass ?", "pass: A seat passed, in the auction or in play."),
        ("? joins", "who comes and goes: Eve for Dee, Dee leaves, Eve joins 3, once nobody sits there"),
        ("help quit", "quit: stop for now; the log stays open"),
    ],
)
def test_help_explains_a_word(line: str, told: str) -> None:
    session = recorder("big_two")
    before = events(session)
    outcomes = take(session, line)
    assert kinds(outcomes) == ["told"]
    assert outcomes[0].says.startswith(told)
    assert events(session) == before


@pytest.mark.parametrize("game", sorted(["court_piece", "big_two", "popcorn", "trente_et_quarante", "last_one"]))
def test_help_explains_every_word_of_a_game(game: str) -> None:
    session = recorder(game)
    for word in session.game.words:
        assert kinds(take(session, f"? {word}")) == ["told"], word


@pytest.mark.parametrize(
    ("game", "before", "wanted"),
    [
        ("popcorn", ["Ann"], "type    how many aces: SEAT COUNT [LAID]"),
        ("last_one", ["Ann"], "type    how many cards are dealt to each: 7"),
        ("last_one", ["Ann", "deal 7", "5d"], "        Bob: a draw: d"),
        ("dou_dizhu", [], "type    the next hand: Enter"),
        ("dou_dizhu", ["hand", "7h", "2", "1", "p", "p"], "type    Cid: the widow, taken: Enter; CARDS, if known"),
        ("pope_joan", ["Ann", "Kh", "b 3c"], "type    who plays the 4c: who, such as Ann or Bob"),
        ("trente_et_quarante", ["hand"], "bets    Ann r 10, 0r10; =: those of the deal before again; Ann ="),
        ("big_two", ["Ann", "Bob: 3d"], "passes  p, ppp; Dee 2h: those before Dee passed; out of turn: Dee lays 2h"),
    ],
)
def test_help_says_how_to_type_what_is_wanted(game: str, before: list[str], wanted: str) -> None:
    session = recorder(game, "Ann Bob Cid" if game == "dou_dizhu" else "Ann Bob Cid Dee")
    take(session, *before)
    assert wanted in says(session, "?")[0].split("\n")
