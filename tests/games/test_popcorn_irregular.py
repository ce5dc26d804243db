"""Popcorn: irregularities, testimony and deductions, each test named for its clause."""

from typing import Any

import pytest

from tests.builders import cards, log_of
from tests.games.popcorn_tables import HANDS, acts, game, rows, seen, sizes, start
from upcard.engine.audit import audit
from upcard.engine.fold import fold
from upcard.engine.log import Log
from upcard.engine.view import PUBLIC
from upcard.schemas.events import Claimed, Dealt, HandStarted, Shown, TurnedOver

SHORT = ("As", "2c 3c", "Kd 4h")


def notes(log: Log, clause: str) -> list[tuple[int, int, int | None, str]]:
    """The notes of a clause: the line, the line that shows it, seat, what it says."""
    found = [one for one in audit(log).findings if one.clause == clause]
    assert all(one.kind == "note" for one in found)
    return [(one.at, one.found_at, one.seat, one.says) for one in found]


def kinds(log: Log) -> list[tuple[str, str]]:
    """Name and kind of what is found, but for the deal."""
    return [(one.name, one.kind) for one in audit(log).findings if one.clause not in {"PC-2.1", "PC-6.4", "PC-6.5"}]


# ---- PC-6.1 --------------------------------------------------------------------------------------------------------


UNDEALT: tuple[Any, ...] = (None, 4)
"""No hands are known, of four seats."""


def test_pc_6_1_wrong_rank_and_the_cycle_goes_on_from_it() -> None:
    """PC-A10."""
    assert rows(game("0 1A, 1 15, 2 16", None)) == [("PC-6.1", "wrong_rank", 5, 5, 1)]
    assert kinds(game("0 1A, 1 15", None)) == [("wrong_rank", "breach")]


def test_pc_6_1_lay_out_of_turn_and_the_next_after_it() -> None:
    """PC-A10."""
    assert rows(game("0 1A, 2 12, 3 13", None)) == [("PC-6.1", "lay_out_of_turn", 5, 5, 2)]


@pytest.mark.parametrize("call", ["0 call", "0 call 4"])
def test_pc_6_1_self_call(call: str) -> None:
    assert rows(game(f"0 1A, {call}, 1 12", None)) == [("PC-6.1", "self_call", 5, 5, 0)]
    assert sizes(game(f"0 1A 5c, {call}, 1 12 2h")) == ([12, 12, 13, 13], 2)
    assert rows(game(f"0 1A, {call}, 1 call, turn 5c", None)) == [("PC-6.1", "self_call", 5, 5, 0)]
    turned = game(f"0 1A, {call}, turn As, 1 12", None)
    assert sizes(turned) == ([13, 12, 13, 13], 1)


def test_pc_6_1_late_call_has_no_effect() -> None:
    log = game("0 1A 5c, 1 12 2h, 2 call 4, 2 13 3s")
    assert rows(log) == [("PC-6.1", "late_call", 6, 6, 2)]
    assert sizes(log) == ([12, 12, 12, 13], 3)


def test_pc_6_1_a_call_of_the_last_lay_by_its_line() -> None:
    assert rows(game("0 1A 5c, 1 12 2h, 2 call 5, turn 2h")) == []
    assert rows(game("0 1A 5c, 1 call 9")) == [("PC-6.1", "no_such_lay", 5, 5, 1)]


def test_pc_6_1_a_call_after_the_lay_stood_is_late() -> None:
    log = game("0 1A As, stood, 1 call", SHORT, seats=3)
    assert rows(log)[-1] == ("PC-6.1", "late_call", 6, 6, 1)
    assert audit(log).results[0].result.won == (True, False, False)


def test_pc_6_1_wrong_taker_is_testimony() -> None:
    log = game("0 1A 5c, 1 call, turn 5c, 1 took 5c, 1 12 2h")
    assert rows(log) == [("PC-6.1", "wrong_taker", 7, 7, 1)]
    assert kinds(log) == [("wrong_taker", "testimony")]
    assert sizes(log) == ([13, 12, 13, 13], 1)
    assert rows(game("0 1A As, 1 call, turn As, 1 took As")) == []
    assert rows(game("1 took", None)) == [("PC-6.1", "nothing_to_take", 4, 4, 1)]


def test_pc_6_1_wrong_taker_where_no_cards_were_turned_over() -> None:
    assert rows(game("0 1A 5c, 1 call, 1 took")) == [("PC-6.1", "wrong_taker", 6, 6, 1)]
    assert rows(game("0 1A, 1 call, 1 took", None)) == []
    assert rows(game("0 1A, 1 call, 2 took", None)) == [("PC-6.1", "wrong_taker", 6, 6, 2)]


@pytest.mark.parametrize(("faces", "name"), [("As", "short_lay"), ("As Ad 5c", "over_lay")])
def test_pc_6_1_number_shown_when_turned_over(faces: str, name: str) -> None:
    """PC-A6: and it is a bluff."""
    log = game(f"0 2A, 1 call, turn {faces}", None)
    assert rows(log) == [("PC-6.1", name, 4, 6, 0)]
    assert sizes(log) == ([13, 13, 13, 13], 0)
    counted = game(f"0 2A#2, 1 call, turn {faces}", None)
    assert rows(counted) == [("PC-6.1", name, 4, 6, 0)]


def test_pc_6_1_number_counted_as_it_was_laid() -> None:
    log = game("0 2A#3, 1 call, turn As Ad Ac", None)
    assert rows(log) == [("PC-6.1", "over_lay", 4, 4, 0)]
    assert sizes(log) == ([13, 13, 13, 13], 0)


def test_pc_6_1_overplay_shown_when_turned_over() -> None:
    assert rows(game("0 2A, 1 call, turn As Ad Ac", None, overplay=True)) == []
    limit = game("0 2A, 1 call, turn As Ad Ac 5c 6c", None, overplay=True, overplay_limit=2)
    assert rows(limit) == [("PC-6.1", "over_lay", 4, 6, 0)]
    short = game("0 2A, 1 call, turn As", None, overplay=True)
    assert rows(short) == [("PC-6.1", "short_lay", 4, 6, 0)]


def test_pc_6_1_more_claimed_than_the_hand_has() -> None:
    assert ("PC-6.1", "short_lay", 4, 4, 0) in rows(game("0 2A", SHORT, seats=3))


def test_pc_6_1_false_out() -> None:
    log = game("0 1A As, 0 says out")
    assert rows(log) == [("PC-6.1", "false_out", 5, 5, 0)]
    assert ("PC-6.1", "false_out", 5, 5, 0) not in rows(game("0 1A As, 0 says out", SHORT, seats=3))
    vague = {"hands": None, "seats": 3, "sizes": (18, 17, 17), "overplay": True}
    assert rows(game("0 2A, 0 says out", **vague)) == []


def test_pc_6_1_continued_after_win() -> None:
    log = game("0 1A As, 1 12 2c, 2 13 Kd", SHORT, seats=3)
    assert rows(log)[1:] == [("PC-6.1", "continued_after_win", 5, 5, 1)]
    assert audit(log).results[0].result.won == (True, False, False)
    stood = game("0 1A As, stood, 1 12 2c", SHORT, seats=3)
    assert rows(stood)[1:] == [("PC-6.1", "continued_after_win", 6, 6, 1)]
    called = game("0 1A As, 1 call, turn As, 1 12 2c", SHORT, seats=3)
    assert rows(called)[1:] == [("PC-6.1", "continued_after_win", 7, 7, 1)]


# ---- PC-6.2 --------------------------------------------------------------------------------------------------------


def test_pc_6_2_faces_that_are_not_the_cards_laid() -> None:
    log = game("0 1A As, 1 call, turn 5c, 1 12 2h, 2 13 3s")
    assert rows(log) == [("PC-6.2", "contradictory_reveal", 6, 6, 0)]
    assert audit(log).findings[0].against == 4
    assert sizes(log) == ([13, 12, 12, 13], 2)
    state: Any = fold(log)
    assert state.places.known[0] & cards("As")[0].bit


def test_pc_6_2_faces_of_another_hand() -> None:
    log = game("0 1A As, 1 call, turn 2h, 1 12 2d, 2 13 3s, 3 14 4c")
    assert rows(log) == [("PC-6.2", "contradictory_reveal", 6, 6, 0)]
    assert rows(seen(log, PUBLIC)) == []
    assert rows(seen(log, 1)) == [("PC-6.2", "contradictory_reveal", 6, 6, 0)]


def test_pc_6_2_a_face_seen_in_part_that_no_card_is_left_for() -> None:
    lay = "0 4A#4, 2 call, turn 7s 7h 7d 7c, 1 12#1, 3 call, turn"
    for face in ("7?", "X?"):
        assert rows(game(f"{lay} {face}", *UNDEALT)) == [("PC-6.2", "contradictory_reveal", 9, 9, 1)]
    for face in ("?s", "??", "6?"):
        assert rows(game(f"{lay} {face}", *UNDEALT)) == []
    assert rows(game(f"{lay} 7?", *UNDEALT, decks=2)) == []


def test_pc_6_7_a_joker_seen_in_part_is_not_in_the_pack() -> None:
    wrong = [("PC-6.7", "impossible_card")]
    took = game("0 1A, 1 call, turn Ks, 0 took X?", *UNDEALT)
    shown = log_of("popcorn", [*start(None), Shown(seat=1, cards=cards("X?"))])
    for log in (game("0 1A X?", *UNDEALT), took, shown):
        assert [row[:2] for row in rows(log)] == wrong


def test_pc_6_2_a_joker_is_not_in_the_pack() -> None:
    assert rows(game("0 1A, 1 call, turn Xr", None)) == [("PC-6.2", "contradictory_reveal", 6, 6, 0)]


def test_pc_6_2_another_number_than_was_written_down() -> None:
    log = game("0 2A As Ad, 1 call, turn As")
    assert rows(log) == [("PC-6.2", "contradictory_reveal", 6, 6, 0)]
    assert sizes(log) == ([13, 13, 13, 13], 0)


def test_pc_6_2_nothing_to_turn_over() -> None:
    assert rows(game("turn As", None)) == [("PC-4.2", "no_call", 4, 4, None)]
    assert rows(game("0 1A, turn As", None)) == [("PC-4.2", "no_call", 5, 5, 0)]


# ---- PC-6.3 --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("faces", "said"), [("As", "bluff"), ("5c", "true")])
def test_pc_6_3_verdict_that_does_not_fit_the_faces(faces: str, said: str) -> None:
    after = game(f"0 1A, 1 call, turn {faces}, says {said}", None)
    assert rows(after) == [("PC-6.3", "reveal_verdict_mismatch", 7, 7, 0)]
    before = game(f"0 1A, 1 call, says {said}, turn {faces}", None)
    assert rows(before) == [("PC-6.3", "reveal_verdict_mismatch", 6, 7, 0)]
    other = {"bluff": "true", "true": "bluff"}[said]
    assert rows(game(f"0 1A, 1 call, says {other}, turn {faces}, says {other}", None)) == []
    assert kinds(after) == [("reveal_verdict_mismatch", "testimony")]


@pytest.mark.parametrize("faces", ["As ?s", "?s ?s", "?s As", "As Ks"])
def test_pc_3_4_suits_alone_tell_a_bluff(faces: str) -> None:
    lay = f"0 2A#2, 1 call, turn {faces}"
    wrong = [("PC-6.1", "wrong_taker", 7, 7, 1)]
    assert rows(game(f"{lay}, 1 took", *UNDEALT)) == wrong
    assert rows(game(f"{lay}, 0 took", *UNDEALT)) == []
    said = rows(game(f"0 2A#2, 1 call, says true, turn {faces}, 0 took", *UNDEALT))
    assert said == [("PC-6.3", "reveal_verdict_mismatch", 6, 7, 0)]
    two_packs = rows(game(f"{lay}, 1 took", *UNDEALT, decks=2))
    assert two_packs == ([] if "K" not in faces else wrong)


@pytest.mark.parametrize("faces", ["As ?h", "?s ?h", "?? ?s", "A? ?s", "A? A?"])
def test_pc_3_4_suits_that_four_aces_may_have_tell_nothing(faces: str) -> None:
    for taker in (0, 1) if faces != "A? A?" else (1,):
        assert rows(game(f"0 2A#2, 1 call, turn {faces}, {taker} took", *UNDEALT)) == []


def test_pc_3_4_suits_whose_card_all_saw_elsewhere_tell_a_bluff() -> None:
    lays = "0 1A#1, 1 12#1, 2 call, turn ?s"
    for taker in (1, 2):
        assert rows(game(f"{lays}, {taker} took", *UNDEALT)) == []
    events = [*start(None), Shown(seat=3, cards=cards("2s")), *acts(f"{lays}, 2 took")]
    assert rows(log_of("popcorn", events)) == [("PC-6.1", "wrong_taker", 9, 9, 2)]


def test_pc_6_3_taker_as_said() -> None:
    assert rows(game("0 1A, 1 call, turn 5c, 1 says took", None)) == [("PC-6.3", "reveal_verdict_mismatch", 7, 7, 1)]
    assert rows(game("0 1A, 1 call, turn 5c, 0 says took", None)) == []


def test_pc_5_3_who_is_said_to_have_won() -> None:
    assert rows(game("0 1A As, stood, 1 says won", SHORT, seats=3))[1:] == [("PC-5.3", "wrong_winner", 6, 6, 1)]
    assert rows(game("0 1A As, stood, 0 says won", SHORT, seats=3))[1:] == []


# ---- PC-6.4, PC-6.5 ------------------------------------------------------------------------------------------------


def test_pc_6_4_a_claim_that_all_can_tell_to_be_a_bluff() -> None:
    log = game("0 27, 3 call, turn 7h 7c, 1 18, 2 37", None, start_rank="7", rank_step="either")
    assert notes(log, "PC-6.4") == [(8, 8, 2, "everybody could tell that this is a bluff")]


def test_pc_6_4_a_lay_may_have_been_any_of_them() -> None:
    """Seat 3 lays one card: one of its two sevens may be gone; turned over, it was not."""
    text = "0 27, 3 call, turn 7h 7c, 1 16, 2 15, 3 14"
    either = {"start_rank": "7", "rank_step": "either"}
    assert notes(game(f"{text}, 0 15, 1 16, 2 37", None, **either), "PC-6.4") == []
    assert notes(game(f"{text}, 0 15, 1 16, 2 47", None, **either), "PC-6.4") != []
    turned = f"{text}, 0 call, turn 2c, 0 15, 1 16, 2 37"
    assert [row[:3] for row in notes(game(turned, None, **either), "PC-6.4")] == [(14, 14, 2)]


def test_pc_6_4_who_holds_two_knows_that_no_three_are_outside() -> None:
    log = game("0 1K Kd, 1 1A 2h, 2 3A 3s 3c 6c", start_rank="K")
    assert [says for *_, says in notes(log, "PC-6.4")] == ["seat 0 could tell that this is a bluff"]
    assert notes(seen(log, PUBLIC), "PC-6.4") == notes(seen(log, 1), "PC-6.4") == []
    assert len(notes(seen(log, 0), "PC-6.4")) == 1
    assert notes(game("0 1K Kd, 1 1A 2h, 2 2A 3s 3c", start_rank="K"), "PC-6.4") == []


def test_pc_6_4_own_cards_in_the_pile_are_known_to_be_outside() -> None:
    log = game("0 2A As Ad, 1 12 2h, 2 13 3s, 3 12 4c, 0 13 3d, 1 12 2d, 2 3A 6c 6d 7s", rank_step="either")
    assert [says for *_, says in notes(log, "PC-6.4")] == ["seat 0 could tell that this is a bluff"]


def test_pc_6_4_own_cards_in_the_pile_that_another_took() -> None:
    """Seat 1 takes the pile with two aces of seat 0, and may have laid one of them after its next turn."""
    dealt = Dealt(hands=(cards(HANDS[0])[:11], None, None, None, None), first=0)
    text = "0 2A As Ad, 1 12, 2 13, 1 call, turn 3s, 3 12, 4 3A"
    log = log_of("popcorn", [HandStarted(dealer=4), dealt, *acts(text)], seats=5, options={"rank_step": "either"})
    assert rows(log) == []
    assert [row[:3] for row in notes(log, "PC-6.4")] == [(10, 10, 4)]
    later = [HandStarted(dealer=4), dealt, *acts(f"{text}, 0 12 2s, 1 13, 2 12, 3 3A")]
    log = log_of("popcorn", later, seats=5, options={"rank_step": "either"})
    assert [row[:3] for row in notes(log, "PC-6.4")] == [(10, 10, 4)]


def test_pc_6_5_missed_sure_call() -> None:
    text = "0 27, 3 call, turn 7h 7c, 1 18, 2 37, {}"
    either: dict[str, Any] = {"start_rank": "7", "rank_step": "either"}
    missed = notes(game(text.format("3 18"), None, **either), "PC-6.5")
    assert [row[:3] for row in missed] == [(8, 9, 0), (8, 9, 1), (8, 9, 3)]
    assert notes(game(text.format("1 call"), None, **either), "PC-6.5") == []
    only = notes(game(text.format("3 18"), None, **either, caller="next_only"), "PC-6.5")
    assert [row[:3] for row in only] == [(8, 9, 3)]


# ---- PC-6.7 --------------------------------------------------------------------------------------------------------


def test_pc_6_7_a_card_of_another_hand_is_laid() -> None:
    log = game("0 1A 2h, 1 12 2d, 2 13 3s")
    assert rows(log) == [("PC-6.7", "impossible_card", 4, 4, 0)]
    assert sizes(log) == ([12, 12, 12, 13], 3)


def test_pc_6_7_a_card_is_laid_twice() -> None:
    log = game("0 1A As, 1 12 2h, 2 13 3s, 3 14 4c, 0 15 As")
    assert rows(log) == [("PC-6.7", "impossible_card", 8, 8, 0)]
    assert rows(game("0 2A As As")) == [("PC-6.7", "impossible_card", 4, 4, 0)]


def test_pc_6_7_a_card_is_dealt_twice() -> None:
    twice = (*HANDS[:3], HANDS[3].replace("4c", "As"))
    log = game("0 1A As, 1 12 2h", twice)
    assert rows(log) == [("PC-6.7", "impossible_card", 3, 3, 3)]


def test_pc_6_7_two_packs_have_each_card_twice() -> None:
    def found(*hands: str) -> list[Any]:
        dealt = tuple(cards(f"{hand} {'?? ' * 50}")[:26] for hand in hands)
        return rows(log_of("popcorn", [HandStarted(), Dealt(hands=dealt)], options={"decks": 2}))

    assert found("As", "As", "Ad", "Ac") == found("As As", "Ad", "Ac", "Ah") == []
    assert found("As As", "Ad", "As", "Ac") == [("PC-6.7", "impossible_card", 3, 3, 2)]


def test_pc_6_7_the_pile_taken_is_the_pile_laid() -> None:
    assert rows(game("0 1A 5c, 1 call, turn 5c, 0 took 5c 6c"))[0][:2] == ("PC-6.7", "wrong_count")
    assert rows(game("0 1A 5c, 1 call, turn 5c, 0 took 2h")) == [("PC-6.7", "impossible_card", 7, 7, 0)]
    assert rows(game("0 1A 5c, 1 call, turn 5c, 0 took 5c")) == []


def test_pc_6_7_cards_shown() -> None:
    begun = [*start(), *acts("0 1A As")]
    wrong = log_of("popcorn", [*begun, Shown(seat=1, cards=cards("3s"))])
    assert rows(wrong) == [("PC-6.7", "impossible_card", 5, 5, 1)]
    right = log_of("popcorn", [*begun, Shown(seat=1, cards=cards("2h"))])
    assert rows(right) == rows(seen(right, PUBLIC)) == []
    many = log_of("popcorn", [*start(None), Shown(seat=1, cards=cards(HANDS[0] + " 2h"))])
    assert rows(many) == [("PC-6.7", "wrong_count", 4, 4, 1)]


def test_cards_not_known_are_no_evidence() -> None:
    log = game("0 2A As ??, 1 call, turn As ??", None)
    assert rows(log) == []
    assert fold(log).verdict == -1
    told = game("0 2A As ??, 1 call, turn As ??, 1 took, 1 12", None)
    assert sizes(told) == ([11, 14, 13, 13], 1)
    open_ = game("0 2A As ??, 1 call, turn As ??, 1 12", None)
    assert sizes(open_) == ([(11, 13), (12, 14), 13, 13], 1)
    assert rows(log_of("popcorn", [*start(None), Claimed(seat=0, rank="A", count=1), TurnedOver(cards=())]))


def test_pc_3_3_none_claimed_and_none_laid_is_one_breach() -> None:
    for log in (game("0 0A", None), log_of("popcorn", [*start(), Claimed(seat=0, rank="A", count=0, cards=())])):
        assert rows(log) == [("PC-6.1", "claim_range", 4, 4, 0)]


def test_pc_6_1_without_a_call_in_the_record_anybody_else_may_have_called() -> None:
    """PC-A9: only what is proven is wrong."""
    for text in ("0 1A, turn As, 2 took", "0 1A, turn ??, 2 took", "0 1A, turn ??, 0 took", "0 1A, turn 5c, 0 took"):
        assert rows(game(text, None)) == [("PC-4.2", "no_call", 5, 5, 0)]
    for text, seat in (("0 1A, turn As, 0 took", 0), ("0 1A, turn 5c, 2 took", 2)):
        assert rows(game(text, None))[1:] == [("PC-6.1", "wrong_taker", 6, 6, seat)]


@pytest.mark.parametrize("hands", [HANDS, None])
def test_pc_6_7_a_card_that_all_saw_in_another_hand_stays_there(hands: Any) -> None:
    """Written down as laid by another seat it is a contradiction, and lies in one place all the same."""
    log = game("0 1A 5c, 1 call, turn 5c, 1 12 5c, 2 13 3s", hands)
    assert rows(log) == [("PC-6.7", "impossible_card", 7, 7, 1)]
    places = fold(log).places
    assert [bool(known & cards("5c")[0].bit) for known in places.known] == [True, False, False, False, False, False]
    assert sizes(log) == ([13, 12, 12, 13], 2)


def test_pc_6_7_no_card_is_made_where_a_lay_proves_a_list_wrong() -> None:
    log = game("0 2A As 2h, 1 12 As", HANDS)
    places = fold(game("0 2A As 2h")).places
    assert sum(cards.bit_count() for cards in places.known) + sum(places.most) == 52
    assert all(not cards & ~places.located for cards in places.known)
    assert [row[1] for row in rows(log)] == ["impossible_card", "impossible_card"]
