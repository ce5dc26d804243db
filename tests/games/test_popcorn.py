"""Popcorn: deal, turns, calls and the end, each test named for its clause or example."""

from typing import Any

import pytest

from tests.builders import cards, log_of
from tests.games.popcorn_tables import E1, HANDS, accused, acts, game, rest_of, rows, seen, sizes, start
from upcard.engine.audit import audit
from upcard.engine.fold import fold
from upcard.engine.game import find
from upcard.engine.games.popcorn import ranks_due
from upcard.engine.view import PUBLIC
from upcard.schemas.cards import PACK, RANKS
from upcard.schemas.errors import OptionError
from upcard.schemas.events import Claimed, Dealt, HandStarted, Scored, Voided

VIEWERS = (None, PUBLIC, 0, 1, 2)


def due(log: Any) -> tuple[int, str]:
    """Whose turn it is, and the ranks that may be claimed."""
    state: Any = fold(log)
    return state.turn, "".join(ranks_due(state))


# ---- PC-8 Worked examples ------------------------------------------------------------------------------------------

FIRST = "0 2A As Ad"
SECOND = f"{FIRST}, 1 3-2 2h 2d 4s, 0 call, turn 2h 2d 4s".replace("3-2", "32")
THIRD = f"{SECOND}, 2 23 3s 3c, 3 call, turn 3s 3c"


def test_pc_e1_two_aces() -> None:
    log = game(FIRST)
    assert rows(log) == []
    assert sizes(log) == ([11, 13, 13, 13], 2)


def test_pc_e1_a_bluff_is_called_and_who_laid_it_takes_five() -> None:
    log = game(SECOND)
    assert rows(log) == []
    assert sizes(log) == ([11, 15, 13, 13], 0)
    assert due(log) == (2, "3")


def test_pc_e1_a_true_claim_is_called_and_the_caller_takes_two() -> None:
    log = game(THIRD)
    assert rows(log) == []
    assert sizes(log) == ([11, 15, 11, 15], 0)
    assert due(log) == (3, "4")


def test_pc_e1_full_game() -> None:
    hand = [str(card) for card in cards(HANDS[3])]
    assert "4c" in hand
    log = game(f"{THIRD}, 3 14 4c, 0 15 5c")
    for viewer in VIEWERS:
        one = log if viewer is None else seen(log, viewer)
        assert rows(one) == []
        assert sizes(one) == ([10, 15, 11, 14], 2)
        assert due(one) == (1, "6")


def test_pc_e2_either() -> None:
    text = "3 1A, 0 1K, 1 1Q, 2 1K, 3 1A"
    log = game(text, None, first=3, rank_step="either")
    assert rows(log) == []
    assert due(log) == (0, "2K")
    assert rows(game(f"{text}, 0 1A", None, first=3, rank_step="either")) == [("PC-6.1", "wrong_rank", 9, 9)]


def fixture(first: str, last: str, text: str, **options: Any) -> Any:
    """PC-E4: hands of a few cards, the jack claimed before."""
    return game(text, (first, "2c 3c", last), seats=3, start_rank="Q", **options)


def in_play(log: Any) -> list[Any]:
    """What is found but for the deal, which is no whole pack."""
    return [row for row in rows(log) if row[2] != 3]


def test_pc_e4_overplay_of_a_mixture_is_a_bluff() -> None:
    log = fixture("Qs Qd 4h", "Qh Qc 7d", "0 2Q Qs Qd 4h, 2 call, turn Qs Qd 4h", overplay=True)
    assert in_play(log) == []
    assert sizes(log) == ([3, 2, 3], 0)
    assert due(log) == (1, "K")


def test_pc_e4_honest_overplay_is_a_bluff() -> None:
    log = fixture("Qs Qd Qh", "Qc 7d", "0 2Q Qs Qd Qh, 1 call, turn Qs Qd Qh", overplay=True)
    assert in_play(log) == []
    assert sizes(log) == ([3, 2, 2], 0)


def test_pc_e4_without_overplay_it_is_over_lay() -> None:
    log = fixture("Qs Qd 4h", "Qh Qc 7d", "0 2Q Qs Qd 4h, 2 call, turn Qs Qd 4h")
    assert in_play(log) == [("PC-6.1", "over_lay", 4, 4)]
    assert sizes(log) == ([3, 2, 3], 0)


def test_pc_e5_descending() -> None:
    ranks = "AKQJT98765432A"
    text = ", ".join(f"{turn % 4} 1{rank}" for turn, rank in enumerate(ranks))
    assert rows(game(text, None, rank_step="descending")) == []
    assert due(game(text, None, rank_step="descending"))[1] == "K"


def test_pc_e7_sizes_while_a_lay_is_not_counted() -> None:
    deal = {"hands": None, "seats": 3, "sizes": (18, 17, 17), "overplay": True}
    assert sizes(game("0 2A", **deal)) == ([(0, 16), 17, 17], (2, 18))
    called = "0 2A, 1 call, turn As Ad 5c 6c"
    assert sizes(game(called, **deal)) == ([18, 17, 17], 0)
    assert sizes(game("0 2A", **deal, overplay_limit=2)) == ([(14, 16), 17, 17], (2, 4))
    assert rows(game(called, **deal)) == []


TWICE = "0 17, 2 call, turn 7h, 1 18, 3 call, turn 7h"
"""PC-E8 as all saw it: the 7h of seat 0 is turned over and taken by seat 2; then seat 1 turns one over."""


def reveals(text: str, **options: Any) -> list[Any]:
    """The contradictions of a public record that begins with the sevens."""
    return [row for row in rows(game(text, None, start_rank="7", **options)) if row[0] == "PC-6.2"]


def test_pc_e8_a_card_that_is_certainly_in_another_hand() -> None:
    assert reveals(TWICE) == [("PC-6.2", "contradictory_reveal", 9, 9)]
    assert reveals(TWICE, decks=2) == []


def test_pc_e8_a_third_copy_of_two() -> None:
    text = "0 17, 3 call, turn 7h, 1 18, 3 call, turn 7h, 2 19, 3 call, turn 7h"
    assert reveals(text, decks=2) == [("PC-6.2", "contradictory_reveal", 12, 12)]


@pytest.mark.parametrize("turned", ["As", "As Ad 5c"])
def test_pc_6_2_as_many_cards_are_turned_over_as_were_laid(turned: str) -> None:
    """Two were listed, which a copy for others tells by their number; in the hand lies the third."""
    log = game(f"0 2A As Ad, 1 call, turn {turned}, 0 took")
    for one in (log, seen(log, PUBLIC)):
        assert rows(one) == [("PC-6.2", "contradictory_reveal", 6, 6)]


def test_pc_6_2_who_took_it_may_have_laid_it_since() -> None:
    """Seat 2 takes the 7h, lays a card face down, and seat 3 takes that."""
    text = "0 17, 2 call, turn 7h, 1 18, 2 19, 3 1T, 0 1J, 1 1Q, 2 1K, 3 call, turn 7h"
    assert reveals(text) == []


# ---- PC-1, PC-2 Deck, deal, start ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("decks", "seats", "share", "odd"),
    [
        (1, 2, 26, 0),
        (1, 3, 17, 1),
        (1, 5, 10, 2),
        (1, 7, 7, 3),
        (1, 10, 5, 2),
        (2, 3, 34, 2),
        (2, 9, 11, 5),
        (2, 15, 6, 14),
    ],
)
def test_pc_2_1_as_evenly_as_possible(decks: int, seats: int, share: int, odd: int) -> None:
    dealt = [HandStarted(dealer=1), Dealt()]
    state: Any = fold(log_of("popcorn", dealt, seats=seats, options={"decks": decks}))
    counts = [state.places.count(seat) for seat in range(seats)]
    assert sorted(counts) == [share] * (seats - odd) + [share + 1] * odd
    assert all(counts[(2 + place) % seats] == share + 1 for place in range(odd))


def test_pc_2_1_uneven() -> None:
    def found(sizes: tuple[int, ...], dealer: int | None = None) -> list[Any]:
        return rows(log_of("popcorn", [HandStarted(dealer=dealer), Dealt(sizes=sizes)], seats=len(sizes)))

    assert found((13, 13, 13, 13)) == []
    assert found((14, 12, 13, 13)) == [("PC-2.1", "uneven_deal", 3, 3)]
    assert found((13, 13, 13, 12)) == [("PC-6.7", "wrong_count", 3, 3)]
    assert found((17, 17, 18)) == []
    assert found((17, 17, 18), dealer=1) == []
    assert found((17, 17, 18), dealer=2) == [("PC-2.1", "uneven_deal", 3, 3)]
    assert found((18, 17, 17), dealer=2) == []


def test_pc_2_1_deal_order_goes_round_with_play() -> None:
    dealt = [HandStarted(dealer=1), Dealt(sizes=(18, 17, 17))]
    assert rows(log_of("popcorn", dealt, seats=3, options={"direction": "right"})) == []
    assert rows(log_of("popcorn", dealt, seats=3)) == [("PC-2.1", "uneven_deal", 3, 3)]


def test_pc_a8_who_got_the_odd_cards_is_open_without_the_dealer() -> None:
    log = log_of("popcorn", start(None), seats=3)
    assert sizes(log) == ([(17, 18)] * 3, 0)
    assert rows(log) == []


def test_pc_1_2_more_than_ten_want_two_packs() -> None:
    with pytest.raises(OptionError):
        fold(log_of("popcorn", [], seats=11))
    log = log_of("popcorn", start(None), seats=11, options={"decks": 2})
    notes = [(one.clause, one.kind) for one in audit(log).findings]
    assert notes == [("PC-1.2", "note")]
    assert audit(log_of("popcorn", start(None), seats=10)).findings == []


def test_pc_1_2_no_such_seat() -> None:
    for text in ("7 1A", "0 1A, 9 call", "0 1A, 1 call, turn Ac, 8 took"):
        assert [row[:2] for row in rows(game(text, None))] == [("PC-6.7", "no_such_seat")]


def test_pc_2_2_the_first_player_is_chosen() -> None:
    assert rows(game("2 1A", None, first=2)) == []
    assert rows(game("1 1A", None, first=2)) == [("PC-6.1", "lay_out_of_turn", 4, 4)]
    assert rows(game("3 1A, 0 12", None, first=None)) == []


def test_pc_2_2_to_the_right() -> None:
    assert rows(game("0 1A, 3 12, 2 13", None, direction="right")) == []
    assert rows(game("0 1A, 1 12", None, direction="right")) == [("PC-6.1", "lay_out_of_turn", 5, 5)]


def test_pc_2_3_what_is_hidden() -> None:
    log = game("0 2A As 5c, 1 12 2h")
    public: Any = fold(seen(log, PUBLIC))
    assert not any(public.places.known)
    own: Any = fold(seen(log, 0))
    assert own.places.known[4] == cards("As")[0].bit | cards("5c")[0].bit
    assert own.places.known[5] == own.places.known[1] == 0


# ---- PC-3 Turn -----------------------------------------------------------------------------------------------------


def test_pc_3_2_the_next_rank_also_after_a_call() -> None:
    assert due(game("0 1A, 1 12, 2 13", None)) == (3, "4")
    assert due(game("0 1A, 1 call, turn Ac", None)) == (1, "2")
    assert rows(game("0 1A, 1 13", None)) == [("PC-6.1", "wrong_rank", 5, 5)]


def test_pc_3_2_an_ace_follows_the_king() -> None:
    assert due(game("0 1K", None, start_rank="K")) == (1, "A")


@pytest.mark.parametrize(
    ("count", "decks", "wrong"), [(4, 1, False), (5, 1, True), (0, 1, True), (8, 2, False), (9, 2, True)]
)
def test_pc_3_3_range_of_a_claim(count: int, decks: int, *, wrong: bool) -> None:
    found = [row[:2] for row in rows(game(f"0 {count}A", None, decks=decks))]
    assert (("PC-6.1", "claim_range") in found) is wrong


def test_pc_3_3_most_that_may_be_claimed() -> None:
    assert [row[1] for row in rows(game("0 3A", None, max_claim=2))] == ["claim_range"]
    assert rows(game("0 5A", None, max_claim=5)) == []


@pytest.mark.parametrize(("step", "ranks"), [("ascending", "A23"), ("descending", "AKQ"), ("either", "A2A")])
def test_pc_3_5_steps(step: str, ranks: str) -> None:
    text = ", ".join(f"{seat} 1{rank}" for seat, rank in enumerate(ranks))
    assert rows(game(text, None, rank_step=step)) == []
    assert [row[1] for row in rows(game("0 1A, 1 1A", None, rank_step=step))] == ["wrong_rank"]


def test_pc_3_6_limit_of_overplay() -> None:
    hand = "0 1A As 5c 9h"
    assert rows(game(hand, overplay=True)) == []
    assert rows(game(hand, overplay=True, overplay_limit=2)) == []
    assert rows(game(hand, overplay=True, overplay_limit=1)) == [("PC-6.1", "over_lay", 4, 4)]
    assert rows(game(hand)) == [("PC-6.1", "over_lay", 4, 4)]


def test_pc_3_6_fewer_than_claimed_is_never_allowed() -> None:
    for overplay in (False, True):
        assert rows(game("0 3A As", overplay=overplay)) == [("PC-6.1", "short_lay", 4, 4)]
        assert rows(game("0 3A#1", None, overplay=overplay)) == [("PC-6.1", "short_lay", 4, 4)]


# ---- PC-4 Call -----------------------------------------------------------------------------------------------------


def test_pc_4_1_the_first_call_counts() -> None:
    log = game("0 1A 5c, 1 call, 2 call, turn 5c")
    assert rows(log) == [("PC-6.1", "late_call", 6, 6)]
    assert fold(log).calls_made == [0, 1, 0, 0]


def test_pc_4_1_there_must_be_a_lay() -> None:
    assert rows(game("1 call", None)) == [("PC-6.1", "late_call", 4, 4)]


def test_pc_4_2_the_caller_takes_the_whole_pile() -> None:
    log = game("0 1A As, 1 12 2h, 2 13 3s, 0 call, turn 3s")
    assert sizes(log) == ([15, 12, 12, 13], 0)
    assert fold(seen(log, 0)).places.known[0] & cards("3s")[0].bit


def test_pc_4_3_the_seat_after_the_layer() -> None:
    assert due(game("0 1A As, 3 call, turn As", None)) == (1, "2")


def test_pc_a11_only_the_next_may_call() -> None:
    log = game("0 1A 5c, 2 call, turn 5c", caller="next_only")
    assert rows(log) == [("PC-A11", "wrong_caller", 5, 5)]
    assert sizes(log) == ([13, 13, 13, 13], 0)
    assert rows(game("0 1A 5c, 1 call, turn 5c", caller="next_only")) == []
    assert rows(game("0 1A 5c, 3 call, turn 5c", caller="next_only", direction="right")) == []


# ---- PC-5 End ------------------------------------------------------------------------------------------------------

SHORT = ("As", "2c 3c", "Kd 4h")
"""Hands near the end of a game."""


def end(text: str, hands: tuple[str, ...] = SHORT, **options: Any) -> Any:
    """A game near its end; its deal is no whole pack."""
    return game(text, hands, seats=3, **options)


def test_pc_5_1_out_and_nobody_calls() -> None:
    log = end("0 1A As, stood")
    assert in_play(log) == []
    result = audit(log).results[0].result
    assert (result.points, result.won) == ((1, 0, 0), (True, False, False))


def test_pc_5_1_out_and_a_call_shows_it_true() -> None:
    log = end("0 1A As, 2 call, turn As")
    assert audit(log).results[0].result.won == (True, False, False)
    assert sizes(log) == ([0, 2, 3], 0)


@pytest.mark.parametrize(("taker", "points"), [(5, [1]), (2, [])])
def test_pc_5_1_who_took_the_pile_tells_whether_the_last_claim_was_true(taker: int, points: list[int]) -> None:
    """Seat 2 has laid its fifth card, and the card turned over is not in the record."""
    claims = ", ".join(f"{turn % 10} {4 if turn == 2 else 1}{RANKS[turn]}" for turn in range(13))
    log = game(f"{claims}, 5 call, {taker} took", None, 10, sizes=(6, 6) + (5,) * 8)
    assert rows(log) == []
    assert [one.result.points[2] for one in audit(log).results] == points


@pytest.mark.parametrize(("said", "taker"), [("true", 0), ("bluff", 1)])
def test_pc_a9_a_verdict_and_a_taker_that_do_not_agree_where_the_faces_are_not_in_the_record(
    said: str, taker: int
) -> None:
    log = game(f"0 1A, 1 call, says {said}, {taker} took, 1 12", None)
    assert [row[:2] for row in rows(log)] == [
        ("PC-6.3", "reveal_verdict_mismatch"),
        ("PC-6.1", "wrong_taker"),
    ]
    assert rows(game(f"0 1A, 1 call, says {said}, {1 - taker} took, 1 12", None)) == []


def test_pc_5_1_out_with_a_bluff_goes_on() -> None:
    log = end("0 1A Qs, 2 call, turn Qs, 1 12 2c", ("Qs", *SHORT[1:]))
    assert in_play(log) == []
    assert audit(log).results == []
    assert sizes(log) == ([1, 1, 2], 1)


def test_pc_5_2_nobody_went_out_so_nothing_ends() -> None:
    assert audit(end("0 1A As, stood", ("As Ad", *SHORT[1:]))).results == []
    assert rows(game("stood", None)) == [("PC-5.2", "nothing_to_stand", 4, 4)]
    assert rows(game("0 1A, 1 call, stood", None)) == [("PC-5.2", "nothing_to_stand", 6, 6)]


def test_pc_5_2_with_a_size_not_known_a_stood_lay_was_the_last() -> None:
    deal = {"hands": None, "seats": 3, "sizes": (18, 17, 17), "overplay": True}
    assert audit(game("0 2A, stood", **deal)).results[0].result.won == (True, False, False)
    assert rows(game("0 2A, stood, 1 12", **deal)) == []
    assert audit(game("0 2A, stood, 1 12", **deal)).results == []


def test_pc_5_3_a_match_counts_wins() -> None:
    row = [HandStarted(), Scored(seat=1), HandStarted(), Scored(seat=2), HandStarted(), Scored(seat=1)]
    state: Any = fold(log_of("popcorn", row, options={"match_deals": 3}))
    assert state.wins == [0, 2, 1, 0]
    assert "p2 wins the match" in find("popcorn").scene(state).says
    assert rows(log_of("popcorn", row, options={"match_deals": 2})) == [("PC-5.3", "past_the_match", 6, 6)]
    shared = log_of("popcorn", row[:4], options={"match_deals": 2})
    assert "p2 and p3 share the match" in find("popcorn").scene(fold(shared)).says


def test_pc_5_4_a_session_may_close_without_a_winner() -> None:
    log = game("0 1A, closed", None)
    assert (rows(log), audit(log).results) == ([], [])
    again = log_of("popcorn", [*start(None), *acts("0 1A"), HandStarted()])
    assert [(one.clause, one.kind) for one in audit(again).findings] == [("PC-5.4", "note")]


def test_pc_5_1_the_close_of_the_session_closes_the_window() -> None:
    assert audit(end("0 1A As, closed")).results[0].result.won == (True, False, False)


def test_a_game_thrown_in_has_no_winner() -> None:
    log = log_of("popcorn", [*start(), *acts("0 1A As"), Voided(), HandStarted()])
    assert rows(log) == []
    assert audit(log).results[0].result.counts is False
    assert rows(log_of("popcorn", [Voided()])) == [("PC-6.7", "no_hand", 2, 2)]


def test_a_row_of_the_sheet() -> None:
    log = log_of("popcorn", [HandStarted(dealer=3), Scored(seat=2)])
    assert rows(log) == []
    assert audit(log).results[0].result.level == "sheet"
    played = [*start(SHORT), *acts("0 1A As, stood"), Scored(seat=1)]
    assert ("PC-5.3", "wrong_winner", 6, 6) in rows(log_of("popcorn", played, seats=3))
    assert audit(log_of("popcorn", played, seats=3)).findings[-1].says == "seat 1 was written; seat 0 follows"


def test_play_without_a_deal_in_the_record() -> None:
    log = log_of("popcorn", acts("0 1A, 1 12"))
    assert rows(log) == []
    assert sizes(log) == ([12, 12, 13, 13], 2)


# ---- PC-6.6, PC-6.7 ------------------------------------------------------------------------------------------------


def test_the_pack_is_whole() -> None:
    assert sorted(" ".join(HANDS).split()) == sorted(PACK)
    assert rest_of(E1) == HANDS[3]
    assert Claimed(seat=0, rank="A", count=1) == acts("0 1A")[0]


# ---- What ends a game without a word of it, and deals of which not all is known ------------------------------------


def test_pc_2_1_hands_that_are_known_may_prove_an_uneven_deal() -> None:
    """PC-A8: of three hands one has the odd card, so that two of 18 are wrong whatever the third has."""

    def found(*counts: int | None) -> list[Any]:
        hands = tuple(None if count is None else cards("?? " * count) for count in counts)
        return rows(log_of("popcorn", [HandStarted(), Dealt(hands=hands)], seats=len(counts)))

    uneven = [("PC-2.1", "uneven_deal", 3, 3)]
    assert found(18, 18, None) == uneven
    assert found(18, 17, None) == found(17, 17, None) == found(None, 18, None) == []
    assert found(11, 11, 11, None, None) == uneven
    assert found(10, 10, 10, 10, None) == uneven
    assert found(11, 11, 10, None, None) == found(10, 10, 10, None, None) == []


def test_pc_5_3_a_row_for_a_seat_with_cards_declares_nobody_out() -> None:
    log = log_of("popcorn", [*start(None), *acts("0 1A"), Scored(seat=1)])
    assert rows(log) == [("PC-5.3", "wrong_winner", 5, 5)]


@pytest.mark.parametrize("taker", [0, 1])
def test_pc_6_3_a_card_known_of_a_lay_may_be_the_one_of_which_the_rank_alone_was_seen(taker: int) -> None:
    """The other may be a heart of another rank, so that nobody knows whether the claim was true."""
    log = game(f"0 2A ?? As, 1 call, turn ?h A?, {taker} took", None)
    assert rows(log) == []


# ---- Who is accused, and what else may explain it ------------------------------------------------------------------


def test_a_true_breach_that_nothing_cheaper_explains_names_its_seat() -> None:
    assert accused(game("0 1A As, 1 13 2h")) == [("wrong_rank", 1)]
    assert accused(game("0 2A As Ad 5c, 1 12 2h")) == [("over_lay", 0)]
    assert accused(game("0 1A 5c, 1 call, turn 5c, 0 took, 2 12 3s")) == [("lay_out_of_turn", 2)]


def test_who_lays_on_after_an_uncounted_lay_is_not_accused() -> None:
    log = game("0 4A, 1 12, 2 13, 0 14", None, seats=3, sizes=(18, 17, 17))
    assert rows(log) == []


def test_pc_2_1_an_uneven_deal_is_told_with_the_sizes_that_are_due() -> None:
    (told,) = audit(log_of("popcorn", [HandStarted(dealer=0), Dealt(sizes=(11, 11, 10, 10, 10))], seats=5)).findings
    assert "even is 10 11 11 10 10" in told.says
