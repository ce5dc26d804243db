"""Popcorn: records in which something was not written down, written late or twice; each test named for its clause."""

from typing import Any

from tests.builders import cards, log_of
from tests.games.popcorn_tables import acts, game, rows, seen, sizes, start
from upcard.engine.audit import audit
from upcard.engine.fold import fold, frames
from upcard.engine.log import Log
from upcard.engine.view import view
from upcard.schemas.events import Dealt, Gap, HandStarted, Joined, Left, ResultCalled, Scored, Shown, Took, Voided

ODD: dict[str, Any] = {"hands": None, "seats": 3}


def in_play(log: Any) -> list[Any]:
    """What is found but for the deal, which is no whole pack."""
    return [row for row in rows(log) if row[0] != "PC-2.1"]


def test_pc_6_2_with_two_packs_the_card_shown_in_the_hand_is_not_the_one_turned_over() -> None:
    events = [*start(None), *acts("0 17"), Shown(seat=0, cards=cards("7h")), *acts("1 call, turn 7h")]
    log = log_of("popcorn", events, options={"decks": 2, "start_rank": "7"})
    assert rows(log) == []
    places = fold(log).places
    held = [(known & cards("7h")[0].bit * (1 + (1 << 54))).bit_count() for known in places.known]
    assert held == [1, 1, 0, 0, 0, 0]
    assert rows(log_of("popcorn", events, options={"start_rank": "7"})) == [("PC-6.2", "contradictory_reveal", 7, 7, 0)]


def test_pc_6_2_faces_that_nobody_wrote_down_are_those_listed_as_laid() -> None:
    assert rows(game("0 1A Ad, 1 call, turn ??")) == rows(game("0 2A Ad 5c, 1 call, turn ?? 5c")) == []
    assert sizes(game("0 1A Ad, 1 call, turn ??")) == ([12, 14, 13, 13], 0)
    assert sizes(game("0 1A 5c, 1 call, turn ??")) == ([13, 13, 13, 13], 0)
    assert rows(game("0 1A 5c, 1 call, turn ??, 1 took")) == [("PC-6.1", "wrong_taker", 7, 7, 1)]
    assert rows(game("0 1A 5c, 1 call, says true, turn ??")) == [("PC-6.3", "reveal_verdict_mismatch", 6, 7, 0)]
    assert rows(game("0 2A Ad 5c, 1 call, turn As ??")) == [("PC-6.2", "contradictory_reveal", 6, 6, 0)]


def test_pc_6_4_faces_that_nobody_wrote_down_may_have_left_that_hand() -> None:
    """Seat 2 has the sevens all saw, and lays them perhaps; seat 1 takes them."""
    text = "0 27, 2 call, turn 7h 7c, 1 18, 2 27, 1 call, turn {}, 1 took, 0 18, 1 37"
    for faces in ("?? ??", "7h ??", "7h 7c"):
        log = game(text.format(faces), **ODD, start_rank="7", rank_step="either")
        assert [row for row in audit(log).findings if row.clause == "PC-6.4"] == [], faces


def test_pc_6_1_who_called_may_have_taken_the_pile_before_it_lays() -> None:
    """The call has no end in the record: what seat 1 lays may be from the pile."""
    assert in_play(game("0 2A, 1 call, 1 32", **ODD, sizes=(3, 1, 3))) == []
    found = in_play(game("0 2A, 2 call, 1 32", **ODD, sizes=(3, 1, 3)))
    assert found == [("PC-6.1", "short_lay", 6, 6, 1)]


def test_pc_6_7_cards_of_a_pile_that_the_record_proves_to_be_taken() -> None:
    assert rows(game("0 1A As, 1 call, 1 22 As 2h")) == []
    shown = [*start(), *acts("0 1A As, 1 call"), Shown(seat=1, cards=cards("As 2h"))]
    assert rows(log_of("popcorn", shown)) == []
    bluff = game("0 1A 5c, 1 call, 1 22 5c 2h")
    assert rows(bluff) == [("PC-6.7", "impossible_card", 6, 6, 1)]


def taken_after(shown: str, took: str, before: str = "") -> Log:
    """Who called a true claim shows cards of its hand before the pile is written down, and perhaps before the call."""
    events = [*start(None), *acts("0 1A#1, 1 12#1, 2 13#1")]
    events += [Shown(seat=0, cards=cards(before))] if before else []
    events += [*acts("0 call, turn 3h"), Shown(seat=0, cards=cards(shown)), *acts(f"0 took {took}")]
    return log_of("popcorn", events, seats=3)


def test_pc_6_7_cards_shown_after_the_call_may_be_of_the_pile() -> None:
    assert rows(taken_after("Kd 3h", "As Kd 3h")) == []
    unturned = [*start(None), *acts("0 1A, 1 12, 0 call"), Shown(seat=0, cards=cards("Kd")), *acts("0 took As Kd")]
    assert rows(log_of("popcorn", unturned, seats=3)) == []


def test_pc_6_7_cards_known_in_the_hand_before_are_not_of_the_pile() -> None:
    wrong = [("PC-6.7", "impossible_card", 11, 11, 0)]
    assert rows(taken_after("Kd 3h", "As Kd 3h", before="Kd")) == wrong
    assert rows(taken_after("5d 3h", "As Kd 3h", before="Kd")) == wrong
    assert rows(taken_after("Kd 5d", "As 5d 3h", before="Kd")) == []


def test_pc_6_7_nothing_is_added_to_a_pile_that_is_known() -> None:
    events = [HandStarted(), Dealt(first=0), *acts("0 1A As, 1 12 2d, 0 call, turn 2d")]
    wrong = [*events, Shown(seat=0, cards=cards("Kd")), *acts("0 took As Kd")]
    assert [row[1] for row in rows(log_of("popcorn", wrong, seats=3))] == ["impossible_card"]


def test_pc_2_3_what_is_shown_of_a_hand_that_took_the_pile_does_not_tell_that_it_lay_there() -> None:
    events = [*start(), *acts("0 1A As, 1 12 5d, 2 13 6c, 3 call, turn 6c"), Shown(seat=2, cards=cards("As 3s"))]
    for openly in (True, False):
        log = log_of("popcorn", [*events, Took(seat=2, place="pile", cards=cards("As 5d 6c"), openly=openly)])
        assert rows(log) == []
        for viewer in (-1, 0, 1, 2, 3):
            assert rows(seen(log, viewer)) == []
            for (_, _, whole), (_, _, part) in zip(frames(log), frames(seen(log, viewer)), strict=True):
                assert view(whole, viewer) == part


def test_pc_5_3_each_deal_after_the_match_is_one_too_many() -> None:
    begun = [HandStarted(), Scored(seat=0), HandStarted(), Dealt(), HandStarted(), Dealt()]
    found = rows(log_of("popcorn", begun, options={"match_deals": 1}))
    assert found == [("PC-5.3", "past_the_match", 4, 4, None), ("PC-5.3", "past_the_match", 6, 6, None)]


def test_pc_5_3_a_row_for_a_seat_that_may_have_been_out_before() -> None:
    """How many cards seat 0 had left is not known: it may have been out with its first lay."""
    text = "0 1A, stood, 1 12, 2 13, 0 14"
    deal: dict[str, Any] = {"hands": None, "seats": 3, "sizes": (3, 1, 3), "overplay": True, "first": 0}
    log = game(text, **deal)
    events = [*(event for _, event in log.events), Scored(seat=0)]
    assert [row for row in rows(log_of("popcorn", events, seats=3, options={"overplay": True})) if row[2] > 8] == []


# ---- Gaps ----------------------------------------------------------------------------------------------------------


def test_after_a_gap_between_games_the_next_line_may_be_of_the_middle_of_one() -> None:
    for gap in (Gap(), Gap(hands=2)):
        for text in ("2 35, 3 16", "2 call", "turn 5c", "2 took 5c", "stood", "2 15, 3 call, turn As"):
            assert rows(log_of("popcorn", [gap, *acts(text)])) == [], text
            after = log_of("popcorn", [HandStarted(), Scored(seat=0), gap, *acts(text)])
            assert rows(after) == [], text


def test_pc_5_3_after_a_gap_between_games_a_row_or_a_word_is_of_a_game_that_was_missed() -> None:
    begun = [HandStarted(), Scored(seat=0), Gap()]
    for event in (Scored(seat=1), Voided(), ResultCalled(result="won", seat=1), Shown(seat=1, cards=cards("7h"))):
        assert rows(log_of("popcorn", [*begun, event])) == []
    assert rows(log_of("popcorn", [Gap(hands=1), Shown(seat=1, cards=cards("7h"))])) == []


def test_a_gap_may_hide_the_end_of_one_game_and_the_deal_of_the_next() -> None:
    short = [*start(("As", "2c 3c", "Kd 4h")), *acts("0 1A, gap")]
    log = log_of("popcorn", [*short, *acts("0 2J, 1 2Q, 2 3K, 0 4A, 1 42, 2 43, 0 14")], seats=3)
    assert in_play(log) == []
    deal = log_of("popcorn", [*short, Dealt(sizes=(18, 17, 17)), *acts("0 1A, 1 12")], seats=3)
    assert in_play(deal) == []


def test_pc_5_2_a_gap_after_a_lay_that_stood_is_a_gap_between_games() -> None:
    """It is not known whether seat 0 was out; what comes next may be of another game."""
    deal: dict[str, Any] = {"hands": None, "seats": 3, "sizes": (3, 1, 3), "overplay": True}
    assert in_play(game("0 1A, stood, gap, 1 47, 2 28", **deal)) == []


def test_pc_2_1_a_gap_before_the_deal_leaves_the_deal_as_it_is() -> None:
    dealt = Dealt(sizes=(17, 17, 18))
    log = log_of("popcorn", [HandStarted(dealer=2), Gap(), dealt, *acts("0 1A")], seats=3)
    assert rows(log) == []
    assert sizes(log) == ([16, 17, 18], 1)


# ---- Testimony -----------------------------------------------------------------------------------------------------


def test_pc_6_3_a_verdict_said_of_cards_that_nobody_turned_over() -> None:
    """What is known of the cards tells it, or who took the pile."""
    false = [("PC-6.3", "reveal_verdict_mismatch", 6, 7, 0)]
    assert rows(game("0 1A As, 1 call, says bluff, 1 took")) == false
    assert rows(game("0 1A As, 1 call, says bluff, 1 12 2h")) == false
    assert rows(game("0 1A, 1 call, says bluff, 1 took", None)) == false
    assert rows(game("0 1A, 1 call, says true, 1 took", None)) == []
    assert rows(game("0 1A, 1 call, says bluff, 1 12", None)) == []
    after = [("PC-6.3", "reveal_verdict_mismatch", 7, 7, 0)]
    assert rows(game("0 1A As, 1 call, 1 took, says bluff")) == after
    assert rows(game("0 1A, 1 call, 1 took, says bluff", None)) == after
    unread = game("0 1A, 1 call, says bluff, turn ??, 1 took", None)
    assert rows(unread) == [("PC-6.3", "reveal_verdict_mismatch", 6, 8, 0)]


def test_pc_6_3_of_two_verdicts_said_the_wrong_one_is_found() -> None:
    for text, line in (("says bluff, says true", 6), ("says true, says bluff", 7)):
        found = rows(game(f"0 1A, 1 call, {text}, turn As", None))
        assert found == [("PC-6.3", "reveal_verdict_mismatch", line, 8, 0)]


def test_pc_6_1_who_had_to_take_the_pile_is_heard_after_another_was_written_down() -> None:
    text = "0 1A, 1 12, 2 call, turn 5c, 2 took, 1 took {} 5c"
    assert rows(game(text.format("As"), None)) == [("PC-6.1", "wrong_taker", 8, 8, 2)]
    known = fold(game(text.format("As"), None)).places.known
    assert known[1] & cards("As")[0].bit
    assert rows(game("0 1A 5c, 1 call, turn 5c, 0 took 5c, 0 took 5c")) == []
    again = rows(game("0 1A 5c, 1 call, turn 5c, 0 took 5c, 0 took 6h"))
    assert again == [("PC-6.7", "impossible_card", 8, 8, 0)]


def test_pc_6_4_a_pile_taken_openly_is_seen_by_all() -> None:
    events = [*start(), *acts("0 2A As Ad, 1 12 5d, 2 call, turn 5d")]
    events += [
        Took(seat=1, place="pile", cards=cards("As Ad 5d"), openly=True),
        *acts("2 1A 3s, 3 12 4c, 0 3A 5c 9h Ts"),
    ]
    log = log_of("popcorn", events, options={"rank_step": "either"})
    assert rows(log) == []
    for viewer in (-1, 0, 1, 2):
        assert [row.says for row in audit(seen(log, viewer)).findings if row.clause == "PC-6.4"] == [
            "everybody could tell that this is a bluff"
        ]
        for (_, _, whole), (_, _, part) in zip(frames(log), frames(seen(log, viewer)), strict=True):
            assert view(whole, viewer) == part


# ---- Rows of the sheet, joins and leaves ---------------------------------------------------------------------------


def test_pc_5_3_rows_are_held_to_what_can_be() -> None:
    def found(*rows_: Scored) -> list[Any]:
        return rows(log_of("popcorn", [HandStarted(), *rows_]))

    assert found(Scored(seat=0), Scored(seat=0)) == [("PC-5.3", "impossible_row", 4, 4, 0)]
    assert found(Scored(seat=0), Scored(seat=1)) == [("PC-5.3", "wrong_winner", 4, 4, 1)]
    assert found(Scored(void=True), Scored(seat=1)) == [("PC-5.3", "wrong_winner", 4, 4, 1)]
    assert found(Scored(void=True, seat=1)) == [("PC-5.3", "impossible_row", 3, 3, 1)]
    assert found(Scored(void=True)) == found(Scored(seat=1)) == []


def test_pc_1_2_who_comes_and_goes_has_a_seat() -> None:
    for event in (Joined(seat=4, player="x"), Left(seat=4)):
        assert rows(log_of("popcorn", [*start(None), event])) == [("PC-7", "no_such_seat", 4, 4, None)]
    fine = log_of("popcorn", [*start(None), Left(seat=3), Joined(seat=3, player="x"), *acts("0 1A")])
    assert rows(fine) == []
