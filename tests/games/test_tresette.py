"""Tresette: the examples of its page, and its clauses."""

import itertools
from typing import Any

import msgspec
import pytest

from tests.builders import cards, fold, found, log_of, trick
from tests.games.tresette_tables import (
    THREE_TWOS,
    TRX_3_HANDS,
    TRX_3_TRICKS,
    dealt,
    one_hand,
    tresette,
    tricks,
    trx_3,
)
from upcard.engine.audit import audit
from upcard.engine.game import find
from upcard.engine.games.tresette.scoring import best_apart, held_melds, trick_points
from upcard.engine.log import Log
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import PACK, Card, mask_of
from upcard.schemas.errors import OptionError
from upcard.schemas.events import (
    Base,
    BestAsked,
    Closed,
    Corrected,
    CountTold,
    Dealt,
    Gap,
    HandStarted,
    MeldCalled,
    MeldsTold,
    Played,
    Scored,
    Shown,
    TrumpNamed,
    Voided,
)
from upcard.schemas.events.speaking import Meld


def points(log: Log) -> list[tuple[int | None, ...]]:
    """The points of each hand, by seat."""
    return [ended.result.points for ended in audit(log).results]


def public(log: Log) -> Log:
    """The log as the table saw it."""
    return redact_log(log, PUBLIC, "public")


# ---- TR-1, TR-3: deal, ranking, play ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("played", "won"), [("Qs Js 7s Kh", 2), ("As 2s 3s Ks", 3), ("4s Kh 3d Ac", 1), ("Qs 4d 3h Js", 0)]
)
def test_trx_1_who_wins(played: str, won: int) -> None:
    assert fold(tresette(HandStarted(dealer=0), *trick(1, played))).winners == [won]


def test_tr_1_2_ranking() -> None:
    order = ["3", "2", "A", "K", "J", "Q", "7", "6", "5", "4"]
    for high, low in itertools.pairwise(order):
        assert fold(tresette(HandStarted(dealer=0), *trick(1, f"{low}d {high}d 4s 5s"))).winners == [2]


def test_trx_3_full_hand() -> None:
    log = tresette(*trx_3())
    state = fold(log)
    assert state.winners == [1, 2, 2, 3, 3, 3, 1, 1, 1, 1]
    assert state.totals == [2, 12]
    assert found(log) == found(public(log)) == []
    assert points(log) == points(public(log)) == [(2, 12, 2, 12)]
    assert audit(log).results[0].result.won == (False, True, False, True)


def test_trx_3_with_unannounced_melds() -> None:
    assert fold(tresette(*trx_3(), score_unannounced_melds=True)).totals == [5, 12]
    assert fold(tresette(*trx_3(called=(3,)), score_unannounced_melds=True)).totals == [2, 12]


def test_tr_1_1_deal() -> None:
    short = [*TRX_3_HANDS[:3], TRX_3_HANDS[3][:-3]]
    assert found(tresette(HandStarted(dealer=0), dealt(short))) == [("TR-1.1", 3, 3, None)]
    assert found(tresette(HandStarted(dealer=0), Dealt(each=10), Dealt(each=10))) == [("G-5", 4, 4, None)]
    assert found(tresette(HandStarted(dealer=0), Dealt(each=9))) == [("TR-1.1", 3, 3, None)]


@pytest.mark.parametrize("card", [str(card) for card in PACK if card.rank in "89T"] + ["Xr"])
def test_trx_8_card_not_in_the_pack(card: str) -> None:
    log = tresette(HandStarted(dealer=0), *trick(1, f"4s {card}"))
    assert found(log) == [("G-5", 4, 4, 2)]
    assert audit(log).findings[0].kind == "contradiction"
    assert fold(log).turn == 3


def test_tr_3_1_left_of_the_dealer_leads_and_the_winner_after() -> None:
    assert found(tresette(HandStarted(dealer=0), *trick(2, "4s"))) == [("G-13", 3, 3, 2)]
    assert found(tresette(HandStarted(dealer=0), *trick(1, "4s 5s 6s 7s"), *trick(1, "4h"))) == [("G-13", 7, 7, 1)]


def test_tr_3_1_revoke_with_all_hands_and_without() -> None:
    rows = [(1, "Ad Ks Qd Jc"), (1, "Kd 3d 2d 5s")]
    log = tresette(HandStarted(dealer=0), dealt(TRX_3_HANDS), *tricks(rows))
    assert found(log) == [("TR-3.1", 5, 5, 2)]
    assert found(public(log)) == [("TR-3.1", 5, 9, 2)]


def test_trx_10_unseen_cards_that_fit_nowhere() -> None:
    events = [HandStarted(dealer=0), *trick(1, "4s 4h 4d 4c"), *trick(1, "5h")]
    assert found(tresette(*events)) == [("G-10", 7, 7, None)]
    later = [*events, *trick(2, "6h 7h 3h"), *trick(0, "5c 6c 7c 3c"), *trick(3, "7s")]
    assert found(tresette(*later)) == [("TR-3.1", 5, 15, 3)]


def test_tr_1_3_direction_mirrors_lead_turn_and_deal() -> None:
    hands = [TRX_3_HANDS[seat] for seat in (0, 3, 2, 1)]
    mirrored = [Played(seat=-e.seat % 4, card=e.card) for e in tricks(TRX_3_TRICKS) if isinstance(e, Played)]
    log = tresette(HandStarted(dealer=0), dealt(hands), *mirrored, HandStarted(), direction="right")
    assert found(log) == []
    assert fold(log).dealer == 3
    assert found(tresette(HandStarted(dealer=0), dealt(hands), *mirrored)) != []


# ---- TR-2: melds -----------------------------------------------------------------------------------------------------


def held(hand: str) -> int:
    """A hand as a mask."""
    return mask_of(cards(hand))


def test_trx_4_overlapping_melds() -> None:
    melds = held_melds(held("As 2s 3s Ah Ad Kd 7c 6c 5c 4c"))
    assert sum(choice[0][0] for choice in melds) == 6
    assert best_apart(melds) == 3


@pytest.mark.parametrize(
    ("hand", "overlap", "apart"),
    [
        ("As Ah Ad Ac 2s 3s 4c 5c 6c 7c", 7, 6),
        ("As 2s 3s Ah 2h 3h Ad 2d 3d 4c", 18, 9),
        ("As Ah Ad Ac 4s 4h 4d 4c 5s 5h", 4, 4),
        ("3s 3h 3d 3c 2s 2h 2d 2c As 4s", 11, 9),
        ("Ks Kh Kd Kc Js Jh Jd Jc 4s 5s", 0, 0),
    ],
)
def test_tr_6_1_best_total_with_each_card_in_one_meld(hand: str, overlap: int, apart: int) -> None:
    melds = held_melds(held(hand))
    assert sum(max(value for value, _ in choice) for choice in melds) == overlap
    assert best_apart(melds) == apart


def all_of_seat_1(hand: str, *told: Meld, **options: Any) -> Log:
    """Seat 1 holds this hand, wins the first trick and tells these melds; then all is played out in order."""
    hands = [list(cards(text)) for text in one_hand(hand)]
    events: list[Base] = [HandStarted(dealer=0), dealt(one_hand(hand)), MeldCalled(seat=1)]
    state: Any = fold(tresette(*events, **options))
    game, line = find("tresette"), len(events) + 1
    while state.phase == "play":
        seat = state.turn
        follows = [card for card in hands[seat] if len(state.cards) % 4 and card.bit & state.led]
        choice = (follows or hands[seat])[0]
        hands[seat].remove(choice)
        batch: list[Base] = [Played(seat=seat, card=choice)]
        if state.winners.count(1) == 0 and len(state.cards) % 4 == 3:
            batch.append(MeldsTold(seat=1, melds=told))
        for event in batch:
            probe = state.copied()
            line += 1
            state.line, state.step = line, state.step + 1
            game.transitions[type(event)](state, event)
            events.append(event)
            if isinstance(event, Played) and state.winners[len(probe.winners) :] not in ([], [1]):
                batch[1:] = []
    return tresette(*events, **options)


NAP_AND_ACES = "3s 2s As Ah Ad Kd 7c 6c 5c 4c"


def gained_by_melds(log: Log) -> int:
    """What seat 1's side gained beyond its share of eleven."""
    gained = fold(log).gained
    return int(sum(gained) - 11)


@pytest.mark.parametrize(
    ("told", "overlap", "apart"),
    [
        ((Meld(kind="nap", suit="s"), Meld(kind="three", rank="A")), 6, 3),
        ((Meld(kind="nap"), Meld(kind="three", rank="A")), 6, 3),
        ((Meld(kind="three", rank="A"),), 3, 3),
        ((Meld(kind="nap"),), 3, 3),
    ],
)
def test_tr_2_3_what_is_told_in_time_scores(told: tuple[Meld, ...], overlap: int, apart: int) -> None:
    log = all_of_seat_1(NAP_AND_ACES, *told)
    assert found(log) == found(public(log)) == []
    assert gained_by_melds(log) == gained_by_melds(public(log)) == overlap
    assert gained_by_melds(all_of_seat_1(NAP_AND_ACES, *told, meld_overlap=False)) == apart


@pytest.mark.parametrize(("jack", "proof"), [("Jd", 9), ("J?", 10), ("??", 10)])
def test_tr_2_3_who_had_won_no_trick_is_told_when_the_next_lead_shows_it(jack: str, proof: int) -> None:
    """Seat 3 announces after the first trick, which seat 1 has won."""
    events = trx_3(told=(), called=(3,))
    place = next(at for at, event in enumerate(events) if isinstance(event, Played) and event.card == Card("Jc"))
    events.insert(place + 1, MeldsTold(seat=3, melds=(Meld(kind="three", rank="2"),)))
    seen = [Played(seat=2, card=Card(jack)) if event == Played(seat=2, card=Card("Jd")) else event for event in events]
    log = tresette(*seen)
    assert [row for row in found(log) if row[0] == "TR-2.3"] == [("TR-2.3", 9, proof, 3)]
    assert points(log) == [(2, 9, 2, 9)]


def test_tr_2_4_four_is_one_meld_and_a_three_of_it_another_name_for_the_same_cards() -> None:
    four, three = Meld(kind="four", rank="A"), Meld(kind="three", rank="A")
    hand = "3s 2s As Ah Ad Ac 7c 6c 5c 4c"
    both = all_of_seat_1(hand, four, three)
    assert [row[0] for row in found(both)] == ["TR-2.4"]
    assert gained_by_melds(both) == 4
    assert gained_by_melds(all_of_seat_1(hand, four)) == 4
    assert gained_by_melds(all_of_seat_1(hand, four, Meld(kind="nap"), meld_overlap=False)) == 6


def test_tr_6_1_three_said_with_four_held_scores_as_said() -> None:
    log = all_of_seat_1("3s 2s As Ah Ad Ac 7c 6c 5c 4c", Meld(kind="three", rank="A"))
    assert gained_by_melds(log) == 3
    assert [(one.kind, one.name, one.clause) for one in audit(log).findings] == [("note", "understated_meld", "TR-7")]
    assert [one.name for one in audit(public(log)).findings] == ["understated_meld"]
    unsaid = all_of_seat_1("3s 2s As Ah Ad Ac 7c 6c 5c 4c", Meld(kind="three", rank="A"), score_unannounced_melds=True)
    assert gained_by_melds(unsaid) == 7


@pytest.mark.parametrize(
    "meld",
    [
        Meld(kind="four", rank="A"),
        Meld(kind="three", rank="2"),
        Meld(kind="nap", suit="h"),
        Meld(kind="four"),
    ],
)
def test_tr_7_false_meld_scores_nothing_and_is_found(meld: Meld) -> None:
    log = all_of_seat_1(NAP_AND_ACES, meld)
    at = next(line for line, event in log.events if isinstance(event, MeldsTold))
    assert found(log) == [("TR-7", at, at, 1)]
    assert gained_by_melds(log) == gained_by_melds(public(log)) == 0
    later = found(public(log))
    assert [(row[0], row[1], row[3]) for row in later] == [("TR-7", at, 1)]
    assert later[0][2] > at


def test_tr_7_second_nap_of_which_only_one_is_held() -> None:
    log = all_of_seat_1(NAP_AND_ACES, Meld(kind="nap"), Meld(kind="nap"))
    at = next(line for line, event in log.events if isinstance(event, MeldsTold))
    assert found(log)[-1] == ("TR-7", at, at, 1)
    assert gained_by_melds(log) == 3


def test_tr_2_1_three_kings_are_no_meld() -> None:
    log = all_of_seat_1(NAP_AND_ACES, Meld(kind="three", rank="K"))
    at = next(line for line, event in log.events if isinstance(event, MeldsTold))
    assert found(log) == found(public(log)) == [("TR-2.1", at, at, 1)]
    assert gained_by_melds(log) == 0


def test_trx_6_false_threes_are_proven_when_two_others_are_seen() -> None:
    """Seat 1 wins the second trick and tells three threes; the sixth trick shows the second three of another."""
    threes = Meld(kind="three", rank="3")
    log = tresette(
        HandStarted(dealer=0),
        MeldCalled(seat=1),
        *trick(1, "4d 7d 5d 6d"),
        *trick(2, "4h 5h 6h Ah"),
        MeldsTold(seat=1, melds=(threes,)),
        *trick(1, "4c 5c 6c 7c"),
        *trick(0, "2h Kh 7h Jh"),
        *trick(0, "Jd Kd 3d Qd"),
        *trick(2, "4s 5s 3s 6s"),
    )
    assert found(log) == [("TR-7", 12, 27, 1)]
    assert found(Log(log.header, log.events[:-2])) == []


def test_tr_2_2_several_may_call_and_nobody_must() -> None:
    calls = [MeldCalled(seat=seat) for seat in range(4)]
    assert found(tresette(HandStarted(dealer=0), *calls, *trick(1, "4s"))) == []
    assert found(tresette(*trx_3(told=(), called=()))) == []


def test_tr_2_2_until_ones_own_first_card() -> None:
    late = [HandStarted(dealer=0), *trick(1, "4s 5s"), MeldCalled(seat=2), MeldCalled(seat=3)]
    assert found(tresette(*late)) == [("TR-2.2", 5, 5, 2)]
    assert found(tresette(*late, declare_by="first_lead")) == [("TR-2.2", 5, 5, 2), ("TR-2.2", 6, 6, 3)]


def test_tr_2_2_late_call_is_worth_nothing() -> None:
    events = trx_3(called=())
    events.insert(2 + 4 * 3 + 3, MeldCalled(seat=3))
    log = tresette(*events)
    assert fold(log).totals == [2, 9]
    assert [row[0] for row in found(log)][:1] == ["TR-2.2"]


def test_tr_2_2_good_play_without_any_meld_is_found_as_soon_as_it_shows() -> None:
    log = tresette(*trx_3(called=(1, 3)))
    assert found(log) == [("TR-2.2", 4, 4, 1)]
    assert found(public(log)) == [("TR-2.2", 4, 32, 1)]  # the second ace of another seat, after twos and threes
    told_later = tresette(*trx_3(called=(1, 3)), MeldsTold(seat=0, melds=()))
    assert [row for row in found(told_later) if row[0] == "TR-2.2"] == [("TR-2.2", 4, 4, 1)]


def test_tr_2_3_announced_before_a_first_trick_scores_nothing() -> None:
    events = [*trx_3(told=())]
    events.insert(8, MeldsTold(seat=3, melds=(THREE_TWOS,)))
    log = tresette(*events)
    assert found(log) == [("TR-2.3", 10, 10, 3)]
    assert fold(log).totals == [2, 9]


def test_tr_2_3_announced_after_the_next_lead_scores_nothing() -> None:
    events = trx_3(told=())
    events.insert(21, MeldsTold(seat=3, melds=(THREE_TWOS,)))
    log = tresette(*events)
    assert found(log) == [("TR-2.3", 23, 23, 3)]
    assert fold(log).totals == [2, 9]
    assert fold(tresette(*events, score_unannounced_melds=True)).totals == [5, 12]


def test_tr_2_3_partners_trick_does_not_count() -> None:
    events = [*trx_3(told=())]
    events.insert(8, MeldsTold(seat=3, melds=(THREE_TWOS,)))  # seat 1, the partner, has just won the first trick
    assert found(tresette(*events)) == [("TR-2.3", 10, 10, 3)]


def test_tr_2_3_next_lead_is_ones_own_though_another_led_out_of_turn() -> None:
    events: list[Base] = [HandStarted(dealer=0), MeldCalled(seat=1), *trick(1, "Ad Jd Qd 4d"), *trick(2, "4c")]
    told = MeldsTold(seat=1, melds=(Meld(kind="three", rank="A"),))
    assert found(tresette(*events, told)) == [("G-13", 8, 8, 2)]
    after_lead = [*events, *trick(3, "5c 6c 7c"), *trick(1, "5d"), told]
    assert [row for row in found(tresette(*after_lead)) if row[0] != "G-13"] == [("TR-2.3", 13, 13, 1)]


def test_tr_2_3_late_announcement_after_a_trick_whose_winner_is_not_known() -> None:
    told = MeldsTold(seat=1, melds=(Meld(kind="three", rank="A"),))
    events = [HandStarted(dealer=0), MeldCalled(seat=1), *trick(1, "Ad Jd Qd 4d"), *trick(1, "4c ?? 5c 6c"), told]
    assert found(tresette(*events)) == [("TR-2.3", 12, 12, 1)]
    other = [HandStarted(dealer=0), MeldCalled(seat=2), *events[2:-1], msgspec.structs.replace(told, seat=2)]
    assert found(tresette(*other)) == []


def test_tr_2_3_melds_of_ranks_not_told_are_of_different_ranks() -> None:
    three = Meld(kind="three")
    hand = "As Ah Ad 2s 2h 2c 7c 6c 5c 4c"
    assert gained_by_melds(all_of_seat_1(hand, three, three)) == 6
    log = all_of_seat_1(hand, three, three, three)
    assert gained_by_melds(log) == 6
    assert [row[0] for row in found(log)] == [row[0] for row in found(public(log))] == ["TR-7"]
    four = all_of_seat_1("3s 2s As Ah Ad Ac 7c 6c 5c 4c", three, Meld(kind="four"))
    assert gained_by_melds(four) == 4
    assert [row[0] for row in found(four)] == ["TR-7"]


def test_tr_2_5_forgotten_announcement_is_remarked() -> None:
    done = audit(tresette(*trx_3(told=())))
    assert [(one.kind, one.clause, one.at, one.seat) for one in done.findings] == [("note", "TR-2.5", 22, 3)]
    assert fold(tresette(*trx_3(told=()))).totals == [2, 9]


def test_tr_2_5_nothing_is_forgotten_where_melds_score_untold() -> None:
    assert audit(tresette(*trx_3(told=()), score_unannounced_melds=True)).findings == []


def test_tr_7_announced_without_good_play() -> None:
    log = tresette(*trx_3(called=(0,)))
    assert found(log) == found(public(log)) == [("TR-7", 21, 21, 3)]
    assert fold(log).totals == [2, 9]
    assert fold(tresette(*trx_3(called=(0,)), score_unannounced_melds=True)).totals == [5, 9]


LAST_TRICK_HANDS = [
    "3h 2h Ah Kh Jh Qh 7h 6h 5h 4s",
    "4c 5c 6c 7c Jc Qc Kc 2s As 3s",
    "4h 5s 6s 7s Js Qs Ac 2c 3c Ks",
    "3d 2d Ad Kd Jd Qd 7d 6d 5d 4d",
]


def last_trick() -> list[Base]:
    """Seat 0 wins nine tricks, and seat 1, who has called, the last."""
    rows = zip(*(hand.split() for hand in LAST_TRICK_HANDS), strict=True)
    plays = tricks([(0, " ".join(row)) for row in rows])
    return [HandStarted(dealer=3), dealt(LAST_TRICK_HANDS), MeldCalled(seat=1), MeldCalled(seat=3), *plays]


def test_tr_6_1_announced_after_the_last_trick_belongs_to_that_hand() -> None:
    told = MeldsTold(seat=1, melds=(Meld(kind="nap"),))
    before, after = audit(tresette(*last_trick())), audit(tresette(*last_trick(), told))
    (a, b, *_), (c, d, *_) = (done.results[-1].result.points for done in (before, after))
    assert b is not None
    assert (c, d, len(after.results)) == (a, b + 3, 1)
    assert after.findings == []
    late = tresette(*last_trick(), MeldsTold(seat=3, melds=(Meld(kind="nap"),)))
    assert found(late) == [("TR-2.3", 46, 46, 3)]
    assert points(late) == points(tresette(*last_trick()))
    assert found(tresette(*last_trick(), HandStarted(), told)) == [("TR-7", 47, 47, 1)]


def test_tr_6_1_announcement_after_a_gap_does_not_touch_the_hand_before() -> None:
    told = MeldsTold(seat=1, melds=(Meld(kind="nap"),))
    log = tresette(*last_trick(), Gap(), told)
    assert (points(log), found(log)) == (points(tresette(*last_trick())), [])


def test_tr_6_1_announcement_after_the_hand_may_decide_the_match() -> None:
    told = MeldsTold(seat=1, melds=(Meld(kind="nap"),))
    sheet = [HandStarted(dealer=2), Scored(points=(0, 27))]
    before, after = fold(tresette(*sheet, *last_trick())), fold(tresette(*sheet, *last_trick(), told))
    assert (before.totals, before.over) == ([10, 28], False)
    assert (after.totals, after.over) == ([10, 31], True)


# ---- TR-3.2: talk ----------------------------------------------------------------------------------------------------


def heart_lead(*told: Base) -> list[Base]:
    """A heart led by seat 1; seat 2, who holds the seven and the ace of them, says something, and all is played."""
    rows = [(1, "3h 7h Jh 4h"), (1, "2h Ah Qh 5h"), (1, "Kh 4c 6c 6h"), (1, "As 5c 7c 4s"), (1, "2s Jd Jc 5s")]
    rows += [(1, "3s Qd Qc 6s"), (1, "4d Kd Kc 7s"), (2, "Ad Ac Js 5d"), (2, "2d 2c Qs 6d"), (2, "3d 3c Ks 7d")]
    plays = tricks(rows)
    return [HandStarted(dealer=0), plays[0], *told, *plays[1:]]


def test_trx_8_false_count_of_the_suit_led() -> None:
    log = tresette(*heart_lead(CountTold(seat=2, count=3)))
    rows = found(log)
    assert [(row[0], row[1], row[3]) for row in rows] == [("TR-7", 4, 2)]
    assert rows[0][2] > 9
    assert audit(log).findings[0].kind == "testimony"
    assert points(log) == points(tresette(*heart_lead()))
    assert found(tresette(*heart_lead(CountTold(seat=2, count=2)))) == []


def test_trx_8_count_is_that_of_the_hand_when_it_was_told() -> None:
    after_card = heart_lead()
    after_card.insert(3, CountTold(seat=2, count=1))
    assert found(tresette(*after_card)) == []
    after_card[3] = CountTold(seat=2, count=2)
    assert [row[:2] for row in found(tresette(*after_card))] == [("TR-7", 5)]


def test_trx_8_more_hearts_shown_than_told_prove_it_at_once() -> None:
    log = tresette(*heart_lead(CountTold(seat=2, count=1)))
    assert found(log) == [("TR-7", 4, 9, 2)]


def test_trx_8_who_may_ask_and_tell() -> None:
    assert found(tresette(*heart_lead(BestAsked(seat=1)))) == []
    assert found(tresette(*heart_lead(BestAsked(seat=2)))) == [("TR-3.2", 4, 4, 2)]
    assert [row[:2] for row in found(tresette(*heart_lead(CountTold(seat=1, count=2))))] == [("TR-3.2", 4)]
    assert ("TR-3.2", 4, 4, 0) in found(tresette(*heart_lead(CountTold(seat=0, count=3, any_suit=True))))
    asked_late = heart_lead()
    asked_late.insert(4, BestAsked(seat=1))
    late = audit(tresette(*asked_late)).findings
    assert [(one.kind, one.clause, one.at, one.seat) for one in late] == [("note", "TR-3.2", 6, 1)]
    assert found(tresette(HandStarted(dealer=0), CountTold(seat=0, count=1))) == [("TR-3.2", 3, 3, 0)]
    assert found(tresette(HandStarted(dealer=0), BestAsked(seat=1))) == []


@pytest.mark.parametrize(("seat", "count", "true"), [(0, 0, True), (0, 1, False), (1, 0, True), (3, 2, True)])
def test_tr_3_2_cards_of_some_suit(seat: int, count: int, *, true: bool) -> None:
    log = tresette(*heart_lead(CountTold(seat=seat, count=count, any_suit=True)))
    assert [row[:2] for row in found(log)] == ([] if true else [("TR-7", 4)])


def test_tr_3_2_no_talk_at_this_table() -> None:
    for talk in (BestAsked(seat=1), CountTold(seat=2, count=2), CountTold(seat=0, count=0, any_suit=True)):
        assert found(tresette(*heart_lead(talk), talk_allowed=False)) == [("TR-3.2", 4, 4, talk.seat)]


def test_tr_3_2_talk_where_no_hand_is_on() -> None:
    assert found(tresette(BestAsked(seat=1))) == [("G-5", 2, 2, 1)]
    assert found(tresette(CountTold(seat=1, count=1), MeldCalled(seat=0))) == [("G-5", 2, 2, 1), ("G-5", 3, 3, 0)]


# ---- TR-4: scoring and the match -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("figures", "floors"),
    [((10, 10), (3, 3)), ((11, 9), (3, 3)), ((12, 8), (4, 2)), ((20, 0), (6, 0)), ((2, 18), (0, 6)), ((1, 19), (0, 6))],
)
def test_trx_2_thirds(figures: tuple[int, int], floors: tuple[int, int]) -> None:
    assert (trick_points(figures[0], 0), trick_points(figures[1], 0)) == floors


def test_tr_4_5_eleven_points_at_every_split() -> None:
    for figures, aces in itertools.product(range(21), range(5)):
        assert trick_points(figures, aces) + trick_points(20 - figures, 4 - aces) + 1 == 11


def test_tr_4_6_match_ends_at_the_target() -> None:
    log = tresette(*trx_3(), target=12)
    assert fold(log).over
    assert found(tresette(*trx_3(), HandStarted(), target=12)) == [("TR-4.6", 47, 47, None)]
    assert found(tresette(*trx_3(), HandStarted())) == []
    assert find("tresette").due(fold(log))[0].event is Closed


def test_tr_4_7_deal_passes_on() -> None:
    assert fold(tresette(*trx_3(), HandStarted())).dealer == 1
    assert found(tresette(*trx_3(), HandStarted(dealer=1))) == []
    assert found(tresette(*trx_3(), HandStarted(dealer=2))) == [("TR-4.7", 47, 47, 2)]
    assert found(tresette(*trx_3(), HandStarted(dealer=7))) == [("G-5", 47, 47, None)]


def test_dealer_not_recorded_follows_from_the_first_lead() -> None:
    log = tresette(HandStarted(), *tricks(TRX_3_TRICKS), HandStarted())
    assert fold(log).dealer == 1
    assert found(log) == []


def test_unfinished_hand_is_void() -> None:
    log = tresette(*trx_3()[:9], HandStarted())
    assert found(log) == [("TR-3.1", 11, 11, None)]
    assert fold(log).dealer == 0


def test_hand_thrown_in_is_dealt_again() -> None:
    for dealer in (None, 0, 1):
        log = tresette(*trx_3()[:9], Voided(why="misdeal"), HandStarted(dealer=dealer))
        assert found(log) == []
        assert audit(log).results[0].result.counts is False
    assert found(tresette(*trx_3()[:9], Voided(), HandStarted(dealer=3))) == [("TR-4.7", 12, 12, 3)]
    assert found(tresette(Voided())) == [("G-5", 2, 2, None)]


# ---- G: corrections, contradictions, gaps ----------------------------------------------------------------------------


def test_g_14_revoke_put_right_in_the_open_trick() -> None:
    events = [HandStarted(dealer=0), *trick(1, "4h 5s"), Corrected(seat=2, card=cards("5h")[0]), *trick(3, "6h 7h")]
    log = tresette(*events, same_trick_correction=True)
    assert found(log) == []
    assert fold(log).winners == [0]
    assert found(tresette(*events)) == [("G-14", 5, 5, 2), ("TR-3.1", 4, 5, 2)]
    assert fold(tresette(*events)).winners == [0]


def test_g_14_only_a_revoke_and_only_while_the_trick_is_open() -> None:
    lead = [HandStarted(dealer=0), *trick(1, "4h 5s")]
    wrong = [Corrected(seat=1, card=cards("5h")[0]), Corrected(seat=2, card=cards("6s")[0])]
    for correction in wrong:
        log = tresette(*lead, correction, same_trick_correction=True)
        assert found(log) == [("G-14", 5, 5, correction.seat)]
    closed = [HandStarted(dealer=0), *trick(1, "4h 5s 6h 7h"), Corrected(seat=2, card=cards("Kh")[0])]
    log = tresette(*closed, same_trick_correction=True)
    assert found(log) == [("G-14", 7, 7, 2), ("TR-3.1", 4, 7, 2)]
    assert fold(log).winners == [2]


def test_g_9_card_taken_back_proves_a_revoke_at_once() -> None:
    events = [HandStarted(dealer=0), *trick(1, "4h 5s"), Corrected(seat=2, card=cards("5h")[0]), *trick(3, "6h 7h")]
    log = tresette(*events, *trick(0, "4s 6s 4d"), same_trick_correction=True)
    assert found(log) == [("TR-3.1", 10, 10, 2)]


def test_g_5_card_in_two_hands_is_one_contradiction() -> None:
    hands = [*TRX_3_HANDS]
    hands[1] = hands[1].replace("3c", "2c")
    log = tresette(HandStarted(dealer=0), dealt(hands), *tricks(TRX_3_TRICKS))
    assert {one.kind for one in audit(log).findings} == {"contradiction"}
    assert points(log)[0] == (2, 9, 2, 9)


def test_g_5_seen_twice_leaves_the_points_open() -> None:
    """Whether it lay in a trick of the one side or of the other, nobody knows; unless one side took both."""
    for last, brought in (("6d Ah Js 7c", (None,) * 4), ("Ad 7s Js 7c", (2, 9, 2, 9))):
        log = tresette(HandStarted(dealer=0), *tricks([*TRX_3_TRICKS[:9], (1, last)]))
        assert [row[0] for row in found(log)] == ["G-5"]
        assert points(log) == [brought]


def test_g_5_a_card_of_another_hand_proves_no_revoke_of_who_is_said_to_have_played_it() -> None:
    """Seat 3 followed hearts with 6h, written as Qs, which seat 2 holds; then with 2h, which shows no heart kept back."""
    rows = [*TRX_3_TRICKS]
    rows[2] = (2, "Ah Qs Qh Jh")
    log = tresette(HandStarted(dealer=0), dealt(TRX_3_HANDS), *tricks(rows))
    (told,) = audit(log).findings
    assert (told.kind, told.clause, told.at, told.against) == ("contradiction", "G-5", 13, None)
    assert points(log) == [(2, 9, 2, 9)]


def test_g_5_a_card_seen_twice_proves_no_revoke_and_a_real_one_beside_it_is_found() -> None:
    """Seat 3's 6h is written as 2h, which it plays a trick later. Seat 1 keeps the king of hearts back, and revokes."""
    rows = [*TRX_3_TRICKS]
    rows[2] = (2, "Ah 2h Qh Jh")
    log = tresette(HandStarted(dealer=0), dealt(TRX_3_HANDS), *tricks(rows))
    assert [(one.kind, one.name, one.at, one.against) for one in audit(log).findings] == [
        ("contradiction", "seen_twice", 17, 13)
    ]
    rows[2], rows[4] = (2, "Ah 2h Qh 7d"), (3, "3h 3s Jh 5h")
    log = tresette(HandStarted(dealer=0), dealt(TRX_3_HANDS), *tricks(rows))
    assert [(one.kind, one.name, one.at, one.seat) for one in audit(log).findings] == [
        ("breach", "revoke", 15, 1),
        ("contradiction", "seen_twice", 17, 3),
    ]


def test_tr_7_one_card_not_written_down_is_the_one_that_nobody_else_played() -> None:
    rows = [*TRX_3_TRICKS]
    rows[4] = (3, "3h ?? 7d 5h")
    log = tresette(HandStarted(dealer=0), MeldCalled(seat=3), *tricks(rows))
    assert found(log) == []
    assert points(log) == [(2, 9, 2, 9)]


def test_tr_4_2_cards_not_written_down_that_come_to_the_same_thirds() -> None:
    """Seat 0 played the queen to a trick of its side and the seven to another, or the other way round: one point."""
    rows = [*TRX_3_TRICKS]
    rows[2], rows[9] = (2, "Ah 6h ?? Jh"), (1, "6d 7s Js ??")
    log = tresette(HandStarted(dealer=0), MeldCalled(seat=3), *tricks(rows))
    assert points(log) == [(2, 9, 2, 9)]


def test_cards_not_written_down_leave_the_points_open_and_nothing_else() -> None:
    rows = [*TRX_3_TRICKS]
    rows[1], rows[6] = (1, "Kd 3d 2d ??"), (3, "2c ?? 3c Qs")
    log = tresette(HandStarted(dealer=0), MeldCalled(seat=3), *tricks(rows))
    assert found(log) == []
    assert points(log) == [(None,) * 4]
    assert fold(log).totals == [-1, -1]


def test_gap_proves_less_and_never_more() -> None:
    for at in range(2, 44):
        events = trx_3()
        events[at : at + 3] = [Gap()]
        assert found(tresette(*events, HandStarted(dealer=2))) == [], at


def test_shown_cards_prove_a_false_meld() -> None:
    events: list[Base] = [HandStarted(dealer=0), MeldCalled(seat=1), *trick(1, "Ad Jd Qd Jc")]
    told = MeldsTold(seat=1, melds=(Meld(kind="nap", suit="d"),))
    shown = Shown(seat=2, cards=cards("3d"))
    assert found(tresette(*events, told, shown)) == [("TR-7", 8, 9, 1)]
    assert found(tresette(*events, told, Shown(seat=1, cards=cards("3d")))) == []


def test_cards_put_right_prove_a_false_meld_a_false_call_and_a_false_count() -> None:
    """G-14: what a seat plays instead of a revoke comes to light as any card does."""
    told = MeldsTold(seat=1, melds=(Meld(kind="nap", suit="d"),))
    count = CountTold(seat=2, count=0)
    events = [HandStarted(dealer=0), MeldCalled(seat=1), *trick(1, "Ad 4d 5d 6d"), told, *trick(1, "7d"), count]
    right = [*events, *trick(2, "4c"), Corrected(seat=2, card=cards("3d")[0])]
    assert found(tresette(*right, same_trick_correction=True)) == [("TR-7", 8, 12, 1), ("TR-7", 10, 12, 2)]


def test_card_after_a_hand_thrown_in_proves_nothing_of_it() -> None:
    told = MeldsTold(seat=1, melds=(Meld(kind="nap", suit="d"),))
    events = [HandStarted(dealer=0), MeldCalled(seat=1), *trick(1, "Ad 4d 5d 6d"), told, Voided(), *trick(2, "3d")]
    assert found(tresette(*events)) == [("G-5", 10, 10, 2)]


def test_gap_before_the_deal_leaves_the_totals_open() -> None:
    log = tresette(*trx_3(), HandStarted(), Gap(), HandStarted())
    assert fold(log).totals == [-1, -1]
    assert found(log) == []


def test_shown_of_an_earlier_hand_settles_a_doubt() -> None:
    events = [HandStarted(dealer=0), *trick(1, "Ad Ks Qd Jc"), Voided(), HandStarted()]
    assert found(tresette(*events, Shown(seat=2, cards=cards("Jd"), hand=1))) == [("TR-3.1", 4, 9, 2)]


def test_seats_that_are_not_there() -> None:
    acts: list[Base] = [Played(seat=5, card=cards("4s")[0]), MeldCalled(seat=5), MeldsTold(seat=5, melds=())]
    acts += [BestAsked(seat=5), CountTold(seat=5, count=1)]
    log = tresette(HandStarted(dealer=0), *acts)
    assert [row[:2] for row in found(log)] == [("G-5", line) for line in range(3, 8)]


def test_acts_of_other_games() -> None:
    assert found(tresette(HandStarted(dealer=0), TrumpNamed(seat=1, suit="h"))) == [("G-5", 3, 3, None)]


def test_g_12_unknown_options() -> None:
    with pytest.raises(OptionError):
        fold(log_of("tresette", [], options={"targets": 21}))


def test_melds_of_each_seat_stand_on_a_line_of_their_own() -> None:
    told = MeldsTold(seat=1, melds=(Meld(kind="nap"),))
    drawn = find("tresette").scene(fold(tresette(*last_trick(), told)))
    assert drawn.facts == ()
    assert drawn.pots[2:] == (("p2", "a nap"),)


def test_facts() -> None:
    result = audit(tresette(*trx_3())).results[0].result
    assert [(one.leader, one.winner) for one in result.tricks][:4] == [(1, 1), (1, 2), (2, 2), (2, 3)]
    assert (result.dealer, result.level, result.trump) == (0, "full", None)
    assert audit(public(tresette(*trx_3()))).results[0].result.level == "public"
