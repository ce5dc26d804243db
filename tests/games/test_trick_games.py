"""Court Piece, Tresette, Hasenpfeffer and Pluck on the kernel: the worked examples of their pages, and their clauses."""

from itertools import chain, combinations
from typing import Any

import msgspec
import pytest

from tests.builders import cards, fold, found, log_of, trick
from tests.games import test_court_piece as page
from tests.games.games import accusations, contradicts, numbers, session
from upcard.engine.audit import audit
from upcard.engine.game import find
from upcard.engine.log import Log
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import UNKNOWN, Card
from upcard.schemas.events import (
    Base,
    Bid,
    Corrected,
    CountTold,
    Dealt,
    Discarded,
    Gap,
    Gave,
    HandStarted,
    Joined,
    MeldCalled,
    MeldsTold,
    Passed,
    Played,
    Returned,
    Ruled,
    Scored,
    Shown,
    Stopped,
    Took,
    TrumpNamed,
    Voided,
)
from upcard.schemas.events.speaking import Meld


def result(log: Log, hand: int = 1) -> Any:
    """How a hand came out."""
    return next(one.result for one in audit(log).results if one.hand == hand)


def court(events: list[Base], **options: Any) -> Log:
    """A log of Court Piece."""
    return log_of("court_piece", events, options=options or None)


# ---- Court Piece -------------------------------------------------------------------------------------------------------


def test_cpx_1_full_hand() -> None:
    log = court(page.full_hand())
    came = result(log)
    assert found(log) == []
    assert (came.points, came.won, came.next_dealer) == ((0, 0, 0, 0), (True, False, True, False), 3)
    assert [one.winner for one in came.tricks] == [0, 2, 2, 3, 0, 1, 1, 2, 2, 1, 2, 1, 1]


def test_cpx_2_sweep_plays_on_and_loses_trick_8() -> None:
    deal = page.deal(page.CPX_2_HANDS, 0, "s")
    played = court(deal + page.tricks(page.CPX_2_TRICKS))
    stopped = court(deal + page.tricks(page.CPX_2_TRICKS[:7]) + [Stopped()])
    for log in (played, stopped):
        assert found(log) == []
        assert (result(log).points, result(log).next_dealer) == ((0, 1, 0, 1), 2)


def test_cpx_4_session() -> None:
    rows: list[Base] = []
    for row, *_ in page.CPX_4_HANDS:
        rows += [HandStarted(dealer=0) if not rows else HandStarted(), row]
    done = audit(court(rows))
    assert done.findings == []
    for ended, (_, courts, _, dealer) in zip(done.results, page.CPX_4_HANDS, strict=True):
        assert (list(ended.result.totals[:2]), ended.result.next_dealer) == (courts, dealer), ended.hand


def test_cpx_5_correction_and_change() -> None:
    start = [HandStarted(dealer=0), TrumpNamed(seat=1, suit="h"), *trick(1, "Qc 5d 2h")]
    right = [
        *start,
        Corrected(seat=2, card=Card("9c")),
        Corrected(seat=3, card=Card("7d")),
        Played(seat=0, card=Card("3c")),
    ]
    assert found(court(right)) == []
    wrong = [*start, Corrected(seat=2, card=Card("8s"))]
    assert [(clause, at) for clause, at, _, _ in found(court(wrong))] == [("CP-6.1", 7)]


def test_cpx_8_calls_out_of_order_are_told_and_accuse_nobody_that_a_slip_excuses() -> None:
    wrong = audit(court([HandStarted(dealer=3), TrumpNamed(seat=1, suit="h")])).findings
    assert [(one.clause, one.at, one.kind) for one in wrong] == [("CP-2.4", 3, "contradiction")]
    assert wrong[0].alternatives


@pytest.mark.parametrize(
    ("size", "says"), [(2, ["seat 0 was dealt 2 cards"]), (5, []), (6, ["seat 0 was dealt 6 cards"]), (13, [])]
)
def test_cp_2_1_a_packet_has_five_cards_for_each(size: int, says: list[str]) -> None:
    log = court(
        [HandStarted(dealer=0), Dealt(hands=((UNKNOWN,) * size, None, None, None)), TrumpNamed(seat=1, suit="h")]
    )
    assert [one.says.partition(";")[0] for one in audit(log).findings] == says


def test_cpx_10_thirteen_spades() -> None:
    suits = {seat: [rank + suit for rank in "AKQJT98765432"] for seat, suit in ((1, "s"), (2, "h"), (3, "d"), (0, "c"))}
    plays = [play for place in range(13) for play in trick(1, " ".join(suits[seat][place] for seat in (1, 2, 3, 0)))]
    log = court([HandStarted(dealer=0), TrumpNamed(seat=1, suit="s"), *plays])
    assert (result(log).points, result(log).next_dealer) == ((0, 52, 0, 52), 2)


def test_cp_6_3_and_cp_6_6_a_revoke_established_is_a_forfeit_and_is_compared_with_the_play() -> None:
    start = [
        HandStarted(dealer=0),
        TrumpNamed(seat=1, suit="h"),
        *trick(1, "Qc 5d 2c 3c"),
        Played(seat=1, card=Card("4d")),
    ]
    claimed = court([*start, Ruled(what="revoke", seat=2, trick=1, card=Card("9c"))])
    assert result(claimed).points == (0, 1, 0, 1)
    assert [(clause, at, seat) for clause, at, _, seat in found(claimed)] == [("CP-3.1", 5, 2)]
    seen = court([*start, *trick(2, "9c 3d 2h")[:1], Ruled(what="revoke", seat=2, trick=1, card=Card("9c"))])
    assert [(clause, at, seat) for clause, at, _, seat in found(seen)] == [
        ("CP-3.1", 5, 2)
    ]  # the card played proves it, and is one
    false = court([*start, Ruled(what="revoke", seat=3, trick=1)])
    assert [(clause, seat) for clause, _, _, seat in found(false)] == [("CP-6.6", 3)]
    assert result(false).points == (1, 0, 1, 0)


def test_cp_6_4_a_claim_after_the_hand_begins_no_other() -> None:
    swept = page.deal(page.CPX_2_HANDS, 0, "s") + page.tricks(page.CPX_2_TRICKS[:7])
    done = audit(court([*swept, Stopped(), Ruled(what="revoke", seat=1, trick=2)]))
    assert [(one.clause, one.at) for one in done.findings] == [("CP-6.4", 35), ("CP-6.6", 35)]
    assert [(one.hand, one.result.totals) for one in done.results] == [(1, (0, 1, 0, 1))]
    assert [row[0] for row in found(court([HandStarted(dealer=0), Ruled(what="revoke", seat=1)]))] == ["CP-6.3"]


def test_cp_6_4_a_claim_before_the_first_card_concerns_no_hand_that_has_begun() -> None:
    claim = Ruled(what="revoke", seat=1, trick=3)
    events = [HandStarted(dealer=0), TrumpNamed(seat=1, suit="h"), claim]
    assert [clause for clause, *_ in found(court(events))] == ["CP-6.3"]
    assert audit(court(events)).results == []


def test_cp_9_2_a_hand_played_on_after_the_sweep_that_ended_it() -> None:
    log = court(
        page.deal(page.CPX_2_HANDS, 0, "s") + page.tricks(page.CPX_2_TRICKS) + [HandStarted()], play_on_allowed=False
    )
    assert found(log) == [("CP-3.2", 34, 34, None)]
    assert (result(log).points, result(log).next_dealer) == ((0, 1, 0, 1), 2)


@pytest.mark.parametrize(("tricks", "agrees"), [((0, 7), True), ((3, 10), True), ((0, 13), False)])
def test_cp_9_2_the_row_of_a_hand_played_on_has_the_tricks_of_its_end_or_all(
    tricks: tuple[int, int], *, agrees: bool
) -> None:
    played = page.deal(page.CPX_2_HANDS, 0, "s") + page.tricks(page.CPX_2_TRICKS)
    rows = found(court([*played, Scored(tricks=tricks)], play_on_allowed=False))
    assert rows == [("CP-3.2", 34, 34, None), *[("CP-4", 58, 58, None)] * (not agrees)]


def test_g_9_a_revoke_is_found_when_the_suit_shows_and_not_before() -> None:
    full = page.full_hand()
    events: list[Any] = [event for event in full if not isinstance(event, Dealt)]
    plays = [at for at, event in enumerate(events) if isinstance(event, Played)]
    later = next(at for at in plays if events[at] == Played(seat=2, card=Card("6c")))
    other = next(at for at in plays if events[at] == Played(seat=2, card=Card("4s")))
    events[later], events[other] = events[other], events[later]
    shows = next(at for at in plays if events[at] == Played(seat=2, card=Card("Tc")))
    told = [(one.name, one.at, one.found_at, one.seat) for one in audit(court(events)).findings if one.kind == "breach"]
    assert told == [("revoke", later + 2, shows + 2, 2)]
    assert audit(court(events[:shows])).findings == []
    assert [doubt.seat for doubt in audit(court(events[:shows])).doubts if doubt.at == later + 2] == [2]


# ---- Tresette ----------------------------------------------------------------------------------------------------------

TRX_3_HANDS = (
    "As 5s 3s 2s Qh 4h Ac Jc 7c 5c",
    "Kh Jh Ad Kd 7d 6d 5d 4d Qc 3c",
    "Ks Qs 7s 6s 4s Ah 7h 5h Jd 3d",
    "Js 6h 3h 2h Qd 2d Kc 6c 4c 2c",
)
TRX_3_TRICKS = (
    (1, "Ad Jd Qd Jc"),
    (1, "Kd 3d 2d 5s"),
    (2, "Ah 6h Qh Jh"),
    (2, "7h 2h 4h Kh"),
    (3, "3h 3s 7d 5h"),
    (3, "Kc 5c Qc Ks"),
    (3, "2c Ac 3c Qs"),
    (1, "5d 4s 6c 2s"),
    (1, "4d 6s 4c As"),
    (1, "6d 7s Js 7c"),
)


def trx_3(**options: Any) -> Log:
    """The full hand of the page."""
    events: list[Base] = [HandStarted(dealer=0), Dealt(hands=tuple(map(cards, TRX_3_HANDS)))]
    events += [MeldCalled(seat=0), MeldCalled(seat=3)]
    for number, (lead, text) in enumerate(TRX_3_TRICKS, start=1):
        events += trick(lead, text)
        if number == 4:
            events.append(MeldsTold(seat=3, melds=(Meld(kind="three", rank="2"),)))
    return log_of("tresette", events, options=options or None)


def test_trx_3_full_hand() -> None:
    assert found(trx_3()) == []
    assert result(trx_3()).points == (2, 12, 2, 12)
    assert result(trx_3(score_unannounced_melds=True)).points == (5, 12, 5, 12)


def test_tr_2_2_good_play_said_too_late_scores_nothing_and_is_told_once() -> None:
    late = [event for _, event in trx_3().events if not isinstance(event, MeldCalled)]
    late.insert(6, MeldCalled(seat=3))
    log = log_of("tresette", late)
    assert found(log) == [("TR-2.2", 8, 8, 3)]
    assert result(log).points == (2, 9, 2, 9)


def test_trx_6_a_false_meld_is_proven_when_too_many_of_its_cards_were_seen() -> None:
    events = [event for _, event in redact_log(trx_3(), PUBLIC, "public").events]
    at = next(place for place, event in enumerate(events) if isinstance(event, MeldsTold))
    events[at] = MeldsTold(seat=3, melds=(Meld(kind="three", rank="3"),))
    told = [(one.name, one.at, one.seat) for one in audit(log_of("tresette", events)).findings if one.kind == "breach"]
    assert told == [("false_meld", at + 2, 3)]


@pytest.mark.parametrize("public", [False, True])
def test_tr_7_three_told_of_four_that_were_held_score_as_told_and_are_worth_a_remark(public: bool) -> None:
    whole = simulate(Setup(game="tresette", seed=2), hands=2, ordinal=165)
    log = redact_log(whole, PUBLIC, "public") if public else whole
    events = [event for _, event in log.events]
    four = (Meld(kind="four", rank="3"),)
    at = next(place for place, event in enumerate(events) if isinstance(event, MeldsTold) and event.melds == four)
    events[at] = msgspec.structs.replace(events[at], melds=(Meld(kind="three", rank="3"),))
    told = audit(Log.of(log.header, events))
    assert [(one.kind, one.name, one.at, one.says) for one in told.findings] == [
        ("note", "understated_meld", at + 2, "three threes told; all four were held")
    ]
    seat = events[at].seat % 2
    assert sum(one.result.points[seat] or 0 for one in audit(log).results) == 1 + sum(
        one.result.points[seat] or 0 for one in told.results
    )


@pytest.mark.parametrize(
    ("told", "clause"), [(Meld(kind="nap", suit="h"), "TR-7"), (Meld(kind="three", rank="2"), "TR-2.4")]
)
def test_tr_7_beside_a_false_meld_those_that_are_held_score(told: Meld, clause: str) -> None:
    events = [event for _, event in trx_3().events]
    place = next(at for at, event in enumerate(events) if isinstance(event, MeldsTold))
    events[place] = MeldsTold(seat=3, melds=(*events[place].melds, told))
    log = log_of("tresette", events)
    assert [one for one, *_ in found(log)] == [clause]
    assert result(log).points == (2, 12, 2, 12)


def test_tr_2_2_a_false_call_shows_at_the_end_of_a_hand_whose_deal_nobody_wrote_down() -> None:
    events = [event for _, event in trx_3().events if not isinstance(event, Dealt)]
    assert found(log_of("tresette", events)) == []
    told = [
        one
        for one in audit(log_of("tresette", [events[0], MeldCalled(seat=2), *events[1:]])).findings
        if one.kind != "note"
    ]
    assert [(one.name, one.at) for one in told] == [("false_call", 3)]


def test_tr_4_5_points_and_totals_that_disagree_are_one_finding() -> None:
    log = log_of("tresette", [HandStarted(dealer=0), Scored(points=(6, 8), totals=(6, 9))])
    told = audit(log).findings
    assert [(one.kind, one.at) for one in told] == [("testimony", 3)]
    assert told[0].alternatives == ("points 6 8 was written; 6 9 follows", "totals 6 9 was written; 6 8 follows")


def test_tr_2_2_a_false_call_accuses_nobody_where_the_line_may_be_of_another_seat() -> None:
    events = [event for _, event in redact_log(trx_3(), PUBLIC, "public").events]
    at = next(place for place, event in enumerate(events) if event == MeldCalled(seat=0))
    events[at] = MeldCalled(seat=2)  # seat 2 holds no meld; seat 0 does
    told = [one for one in audit(log_of("tresette", events)).findings if one.name == "false_call"]
    assert [(one.kind, one.at, one.seat) for one in told] == [("contradiction", at + 2, None)]
    assert f"line {at + 2} belongs to seat 0" in told[0].alternatives


def test_tr_7_a_meld_told_after_a_card_that_nobody_saw_is_not_proven_false_by_it() -> None:
    events: list[Any] = [event for _, event in trx_3().events]
    at = next(place for place, event in enumerate(events) if event == Played(seat=3, card=Card("Qd")))
    events[at] = Played(seat=3, card=Card("??"))
    assert found(log_of("tresette", events)) == []
    assert result(log_of("tresette", events)).points == (2, 12, 2, 12)


def test_tr_3_2_counts_that_may_be_so_are_offered_where_no_hand_is_known() -> None:
    log = log_of("tresette", [HandStarted(dealer=0), Dealt(), Played(seat=1, card=Card("4h"))])
    offered = [one for act in find("tresette").due(audit(log).state) for one in act.choices or ()]
    assert CountTold(seat=3, count=2, any_suit=True) in offered
    assert CountTold(seat=2, count=9) in offered
    assert CountTold(seat=1, count=2) not in offered


def test_trx_8_a_false_count_is_found_later() -> None:
    events: list[Base] = [HandStarted(dealer=0), Played(seat=1, card=Card("4h")), CountTold(seat=2, count=3)]
    events += [Played(seat=2, card=Card("7h")), Played(seat=3, card=Card("6h")), Played(seat=0, card=Card("5h"))]
    assert found(log_of("tresette", events)) == []
    full = trx_3()
    told = [event for _, event in full.events]
    place = next(at for at, event in enumerate(told) if event == Played(seat=2, card=Card("Jd")))
    told.insert(place, CountTold(seat=2, count=5))
    assert ("TR-7", place + 2, place + 2, 2) in found(log_of("tresette", told))


# ---- Hasenpfeffer ------------------------------------------------------------------------------------------------------

HPX_8_HANDS = ("9c Jc Qd Kc 9s Ah", "Jh Jd Tc Qs Th Ts", "Ac 9d Js As Td 9h", "Kd Qh Qc Xr Ks Kh")
HPX_8_TRICKS = (
    (1, "Th 9h Qh Ah"),
    (0, "9s Ts As Ks"),
    (2, "Ac Qc Jc Qs"),
    (2, "Td Kd Qd Ad"),
    (1, "Jd Js Xr 9c"),
    (3, "Kh Kc Jh 9d"),
)


def hpx_8(contract: int, *, known: bool = True) -> Log:
    """The full hand of the page, with all hands or with none."""
    events: list[Base] = [HandStarted(dealer=0)]
    if known:
        events.append(Dealt(hands=tuple(map(cards, HPX_8_HANDS)), places={"widow": cards("Ad")}))
    events += [Bid(seat=1, amount=contract), Passed(seat=2), Passed(seat=3), Passed(seat=0)]
    events += [Took(seat=1, place="widow")] * known + [TrumpNamed(seat=1, suit="h")]
    events += [Discarded(seat=1, cards=cards("Tc"))] * known
    return log_of("hasenpfeffer", events + [play for lead, text in HPX_8_TRICKS for play in trick(lead, text)])


def test_hpx_8_and_hpx_9_full_hand_with_and_without_hands() -> None:
    for known in (True, False):
        assert found(hpx_8(4, known=known)) == []
        assert result(hpx_8(4, known=known)).points == (3, -4, 3, -4)
        assert result(hpx_8(3, known=known)).points == (3, 3, 3, 3)


@pytest.mark.parametrize("bids", [(2, 1), (2, 2), (4, 3)])
def test_hpx_1_a_bid_is_above_the_high_bid(bids: tuple[int, int]) -> None:
    log = log_of("hasenpfeffer", [HandStarted(dealer=3), Bid(seat=0, amount=bids[0]), Bid(seat=1, amount=bids[1])])
    assert [(clause, at, seat) for clause, at, _, seat in found(log)] == [("HP-2.1", 4, 1)]


def test_hp_6_2_a_bid_that_is_not_higher_than_the_high_bid_so_far_leaves_the_contract() -> None:
    """Dealer and last to speak is seat 0, whose bid is as high as that of seat 1, or as no bid is."""
    for amount in (4, 7):
        spoken = [Bid(seat=1, amount=4), Passed(seat=2), Passed(seat=3), Bid(seat=0, amount=amount)]
        log = log_of("hasenpfeffer", [HandStarted(dealer=0), *spoken])
        assert found(log) == [("HP-2.1", 6, 6, 0)]
        assert (fold(log).declarer, fold(log).contract) == (1, 4)


@pytest.mark.parametrize(("contract", "clauses", "points"), [(6, [], (3, -6)), (5, ["HP-2.1"], (3, -5))])
def test_hpx_1_after_a_bid_of_six_the_rest_can_only_pass_which_records_may_leave_out(
    contract: int, clauses: list[str], points: tuple[int, int]
) -> None:
    whole = hpx_8(contract)
    log = Log.of(whole.header, [event for _, event in whole.events if not isinstance(event, Passed)])
    assert [clause for clause, *_ in found(log)] == clauses
    assert result(log).points[:2] == points


def test_hp_2_1_there_is_no_second_round_of_bids() -> None:
    spoken = [Bid(seat=0, amount=2), *(Passed(seat=seat) for seat in (1, 2, 3))]
    log = log_of("hasenpfeffer", [HandStarted(dealer=3), *spoken, Bid(seat=0, amount=4)])
    assert found(log) == [("HP-2.1", 7, 7, 0)]


def test_hpx_2_four_passes() -> None:
    passes: list[Base] = [HandStarted(dealer=0), *(Passed(seat=seat) for seat in (1, 2, 3, 0))]
    shown = log_of("hasenpfeffer", [*passes, Shown(seat=3, cards=cards("Xr")), TrumpNamed(seat=3, suit="s")])
    assert (found(shown), audit(shown).state.contract) == ([], 3)
    void = log_of("hasenpfeffer", [*passes, Voided(why="joker in the widow")])
    assert (found(void), result(void).counts, result(void).next_dealer) == ([], False, 1)


@pytest.mark.parametrize("kept", [(), (1,), (1, 2), (1, 2, 3)])
def test_hp_2_2_a_joker_that_is_shown_tells_of_passes_that_are_not_in_the_record(kept: tuple[int, ...]) -> None:
    """Its holder declares with a contract of three; where a bid follows it was a card that was seen, and no more."""
    spoken = [HandStarted(dealer=0), *(Passed(seat=seat) for seat in kept), Shown(seat=3, cards=cards("Xr"))]
    named = log_of("hasenpfeffer", [*spoken, TrumpNamed(seat=3, suit="s")])
    for of in (named, log_of("hasenpfeffer", [spoken[0], Dealt(each=6), *(event for _, event in named.events[1:])])):
        at = of.events[-2][0]
        assert [(one.kind, one.clause, one.at, one.seat) for one in audit(of).findings] == [
            ("contradiction", "HP-2.1", at, None)
        ]
        assert (audit(of).state.declarer, audit(of).state.contract) == (3, 3)
    bids = log_of("hasenpfeffer", [*spoken, Bid(seat=len(kept) + 1 & 3, amount=2)])
    assert audit(bids).state.high == 2


@pytest.mark.parametrize("number", [0, 3, 5])
def test_hp_2_2_a_joker_that_is_shown_tells_that_nobody_bid_of_whom_the_record_is_silent(number: int) -> None:
    """Without two or three of the four passes: a bid of six was supposed, after which the rest may be left out, with its points."""
    log = session("hasenpfeffer", number)
    events = [event for _, event in log.events]
    shown = next(at for at, event in enumerate(events) if isinstance(event, Shown))
    for gone in chain(combinations(range(shown - 4, shown), 2), combinations(range(shown - 4, shown), 3)):
        kept = Log.of(log.header, [event for at, event in enumerate(events) if at not in gone])
        for one in (kept, redact_log(kept, PUBLIC, "public")):
            done = audit(one)
            assert (accusations(done), contradicts(numbers(done), numbers(audit(log)))) == ([], []), gone


def test_hp_2_2_a_joker_that_is_shown_after_a_gap_tells_of_no_passes_that_are_missing() -> None:
    spoken = [HandStarted(dealer=1), Passed(seat=2), Gap(), Passed(seat=1), Shown(seat=0, cards=cards("Xr"))]
    assert found(log_of("hasenpfeffer", [*spoken, TrumpNamed(seat=0, suit="h")])) == []


def test_hp_2_2_the_joker_is_not_shown_where_somebody_bid() -> None:
    bids = [HandStarted(dealer=0), Bid(seat=1, amount=2), *(Passed(seat=seat) for seat in (2, 3, 0))]
    shown = [*bids, Shown(seat=3, cards=cards("Xr")), TrumpNamed(seat=1, suit="s")]
    done = audit(log_of("hasenpfeffer", shown))
    assert [(one.kind, one.clause, one.at, one.seat) for one in done.findings] == [("contradiction", "HP-2.2", 7, None)]
    assert (done.state.declarer, done.state.contract) == (1, 2)


@pytest.mark.parametrize("dealer", range(4))
def test_hp_2_1_passes_that_are_not_in_the_record_accuse_nobody(dealer: int) -> None:
    """Seat 1 bids, and none of the others is written."""
    whole = hpx_8(4).events
    events = [HandStarted(dealer=dealer), *(event for _, event in whole[1:] if not isinstance(event, Passed))]
    for known in (events, [events[0], *events[2:]]):
        done = audit(log_of("hasenpfeffer", known))
        assert {(one.kind, one.clause) for one in done.findings} == {("contradiction", "HP-2.1")}
        assert done.state.points[0] == 3


def test_hp_2_2_of_a_hand_thrown_in_for_another_reason_either_may_deal_next() -> None:
    fallen = [HandStarted(dealer=0), Voided(why="a card fell on the floor")]
    for dealer in (0, 1):
        assert (
            found(log_of("hasenpfeffer", [*fallen, HandStarted(dealer=dealer), Bid(seat=dealer + 1, amount=2)])) == []
        )
    assert [clause for clause, *_ in found(log_of("hasenpfeffer", [*fallen, HandStarted(dealer=2)]))] == ["HP-4.2"]


def test_hp_2_2_the_joker_was_shown_so_the_hand_is_not_void() -> None:
    passes = [Passed(seat=seat) for seat in (1, 2, 3, 0)]
    acts = [HandStarted(dealer=0), Dealt(each=6), *passes, Shown(seat=3, cards=cards("Xr")), Voided()]
    assert [one.says for one in audit(log_of("hasenpfeffer", acts)).findings] == [
        "the hand was declared void though the joker was shown"
    ]


def test_hp_2_3_the_trump_of_a_row_is_the_one_that_was_named() -> None:
    row = Scored(seat=3, amount=4, tricks=(3, 3), trump="s")
    right = hpx_8(4, known=True)
    trump = next(event.suit for _, event in right.events if isinstance(event, TrumpNamed))
    for suit in ("s", trump):
        log = log_of(
            "hasenpfeffer", [*(event for _, event in right.events), msgspec.structs.replace(row, seat=1, trump=suit)]
        )
        assert [clause for clause, *_ in found(log)] == (["HP-2.3"] if suit != trump else [])


def test_hp_2_1_no_row_has_a_contract_of_seven() -> None:
    row = Scored(seat=1, amount=7, tricks=(1, 5))
    assert found(log_of("hasenpfeffer", [HandStarted(dealer=0), row])) == [("HP-2.1", 3, 3, None)]


@pytest.mark.parametrize(
    ("row", "says"),
    [
        (Scored(seat=2, amount=4, tricks=(2, 4)), "bids 0 4 0 0 was written; ? ? 4 ? follows"),
        (Scored(seat=2, tricks=(2, 4), points=(-4, 4)), "bids 0 4 0 0 was written; 0 0 0 0 or ? ? 1 to 6 ? follows"),
        (Scored(seat=1, amount=5, tricks=(2, 4), points=(2, 4)), "amount 5 was written; 4 follows"),
    ],
)
def test_hp_2_1_bids_of_a_row_that_make_another_declarer_or_contract(row: Scored, says: str) -> None:
    (one,) = audit(
        log_of("hasenpfeffer", [HandStarted(dealer=0), msgspec.structs.replace(row, bids=(0, 4, 0, 0))])
    ).findings
    assert (one.kind, one.clause, one.at, one.says.partition("; perhaps")[0]) == ("testimony", "HP-2.1", 3, says)


def test_hp_2_1_bids_of_a_row_of_which_one_is_not_above_those_before_it() -> None:
    row = Scored(seat=2, amount=3, tricks=(3, 3), bids=(2, 2, 3, 0))
    assert found(log_of("hasenpfeffer", [HandStarted(dealer=3), row])) == [("HP-2.1", 3, 3, None)]


def test_hpx_6_declarers_win_with_fewer_points() -> None:
    row = Scored(seat=0, amount=4, tricks=(4, 2), totals=(10, 11))
    log = log_of(
        "hasenpfeffer",
        [
            HandStarted(dealer=0),
            Scored(seat=1, amount=3, tricks=(0, 6), totals=(0, 6)),
            HandStarted(),
            Scored(seat=0, amount=6, tricks=(6, 0), totals=(6, 6)),
            HandStarted(),
            Scored(seat=0, amount=3, tricks=(3, 3), points=(3, 3)),
            HandStarted(),
            row,
        ],
    )
    done = audit(log)
    assert find("hasenpfeffer").won_by(done.state) == (0, 2)


# ---- Pluck -------------------------------------------------------------------------------------------------------------


def test_plx_1_plucks_follow_from_the_tricks_of_the_last_hand() -> None:
    start = [HandStarted(dealer=0), Scored(tricks=(9, 4, 4))]
    plucks = [part for _ in range(2) for part in (Gave(seat=0, to=1), Returned(seat=1, to=0))]
    assert found(log_of("pluck", [*start, HandStarted(), *plucks, TrumpNamed(seat=1, suit="h")], seats=3)) == []
    third = [*start, HandStarted(), *plucks, Gave(seat=0, to=1)]
    assert [clause for clause, *_ in found(log_of("pluck", third, seats=3))] == ["PL-3.1"]


@pytest.mark.parametrize(
    ("batch", "order", "line"),
    [
        (False, "g r g r", 0),
        (False, "g g r r", 5),
        (True, "g g r r", 0),
        (True, "g r g r", 6),
        (True, "g g r g r r", 7),
    ],
)
def test_pl_3_4_gifts_and_returns_alternate_or_all_gifts_to_a_victim_come_first(
    batch: bool, order: str, line: int
) -> None:
    acts: dict[str, Base] = {"g": Gave(seat=0, to=1), "r": Returned(seat=1, to=0)}
    events: list[Base] = [HandStarted(dealer=0), Dealt(), *(acts[word] for word in order.split())]
    options = {"pluck_batch": batch, "pluck_optional": True}
    told = audit(
        log_of("pluck", [Gap(hands=1), *events, TrumpNamed(seat=0, suit="h")], seats=3, options=options)
    ).findings
    assert [(one.clause, one.name, one.at) for one in told] == [("PL-3.4", "pluck_not_completed", line + 1)] * bool(
        line
    )


def test_pl_3_6_a_pluck_after_trump_was_named_is_told_of_who_plucks() -> None:
    """Whoever was plucked has answered the gift, and the cards have passed: what came shows nothing of what was held."""
    events = [HandStarted(dealer=0), Scored(tricks=(9, 4, 4)), HandStarted(), TrumpNamed(seat=1, suit="h")]
    events += [Gave(seat=0, to=1, card=Card("5d")), Returned(seat=1, to=0, card=Card("Ad"))]
    events += [*trick(2, "2c 5c 6c", seats=3), *trick(1, "5d 6d Ad", seats=3)]
    assert found(log_of("pluck", events, seats=3)) == [("PL-3.6", 6, 6, 0)]


def test_pl_3_6_plucks_that_had_to_be_taken_and_were_not_are_told_once_and_the_hand_counts() -> None:
    whole = simulate(Setup(game="pluck", seed=4, options={"pluck_optional": False}), hands=2)
    events = [
        event for _, event in redact_log(whole, PUBLIC, "public").events if not isinstance(event, Gave | Returned)
    ]
    log = Log.of(whole.header, [*events, Scored(plucks=(0, 0, 0))])
    (told,) = audit(log).findings
    assert (told.kind, told.name, told.seat) == ("breach", "pluck_not_taken", None)
    assert isinstance(dict(log.events)[told.at], TrumpNamed)
    assert [one.result.points for one in audit(log).results] == [one.result.points for one in audit(whole).results]


@pytest.mark.parametrize(("who", "clauses"), [(None, ["PL-3.1"]), ("p2", ["PL-3.1"]), ("eve", [])])
def test_pl_3_1_plucks_belong_to_a_person(who: str | None, clauses: list[str]) -> None:
    rows = [HandStarted(dealer=0), Scored(tricks=(9, 4, 4))]
    sits = [Joined(seat=1, player=who)] if who else []
    plucked = [HandStarted(), Gave(seat=1, to=0), Returned(seat=0, to=1), TrumpNamed(seat=1, suit="h"), Gap()]
    log = log_of("pluck", [*rows, *sits, *plucked], seats=3)
    assert [clause for clause, *_ in found(log)] == clauses
    done = audit(log_of("pluck", [*rows, *sits, HandStarted(), Scored(tricks=(6, 7, 4))], seats=3))
    assert done.results[-1].result.totals == (4, 0, 0)  # points go on with the seat


@pytest.mark.parametrize(("optional", "clauses"), [(True, []), (False, ["PL-3.1"])])
def test_pl_3_6_a_row_has_as_many_plucks_as_must_be_taken(optional: bool, clauses: list[str]) -> None:
    events = [
        HandStarted(dealer=0),
        Scored(tricks=(9, 7, 1)),
        HandStarted(),
        Scored(tricks=(4, 7, 6), plucks=(2, 0, 0)),
    ]
    log = log_of("pluck", events, seats=3, options={"pluck_optional": optional})
    assert [clause for clause, *_ in found(log)] == clauses


@pytest.mark.parametrize(("gift", "answer", "right"), [("Kd", "Kd", True), ("3d", "Qd", True), ("3d", "Jd", False)])
def test_plx_4_the_highest_card_of_the_suit_is_returned(gift: str, answer: str, *, right: bool) -> None:
    hand = "Qd Jd 4d " + " ".join(rank + suit for suit in "sh" for rank in "AKQJT98")
    events: list[Base] = [HandStarted(dealer=0), Scored(tricks=(9, 4, 4)), HandStarted()]
    events += [Dealt(hands=(None, cards(hand), None)), Gave(seat=0, to=1, card=Card(gift))]
    log = log_of("pluck", [*events, Returned(seat=1, to=0, card=Card(answer))], seats=3)
    assert [clause for clause, *_ in found(log)] == ([] if right else ["PL-3.2"])


def test_pl_4_2_a_leader_with_more_cards_than_trumps_are_left_is_named_at_once() -> None:
    events: list[Base] = [HandStarted(dealer=0), TrumpNamed(seat=0, suit="h"), *trick(2, "2c 8c 4c", seats=3)]
    log = log_of("pluck", [*events, Played(seat=0, card=Card("Qh")), Played(seat=1, card=Card("3h"))], seats=3)
    told = [(one.kind, one.name, one.at, one.seat) for one in audit(log).findings]
    assert told == [("breach", "early_trump", 7, 0)]  # fifteen cards left, and thirteen trumps


def test_pl_7_1_an_early_lead_breaks_no_trumps_so_that_the_next_comes_too_early_as_well() -> None:
    hands = tuple(
        cards(hand)
        for hand in (
            "8c Qh Xr 4s Xb As Ks Qs Js Ts 9s 8s 7s 6s 5s Tc 9c",
            "4c 3h 4h Ah Kh Jh Th 9h 8h 7h 6h Ac Kc Qc Jc 5c 3c",
            "2c 5h 3s 7c 6c Ad Kd Qd Jd Td 9d 8d 7d 6d 5d 4d 3d",
        )
    )
    played = {one.card for one in two_early_leads() if isinstance(one, Played)}
    left = [tuple(card for card in hand if card not in played) for hand in hands]
    shown = [Shown(seat=seat, cards=rest) for seat, rest in enumerate(left)]
    log = log_of("pluck", [HandStarted(dealer=0), Dealt(hands=hands), *two_early_leads(), *shown], seats=3)
    told = [(one.kind, one.clause, one.at, one.found_at, one.seat) for one in audit(log).findings]
    assert told == [("breach", "PL-4.2", 8, 8, 0), ("breach", "PL-4.2", 11, 11, 0)]


def test_pl_7_1_one_card_misread_explains_two_early_leads_where_hands_are_not_known() -> None:
    log = log_of("pluck", [HandStarted(dealer=0), *two_early_leads()], seats=3)
    told = [(one.kind, one.clause, one.at, one.seat) for one in audit(log).findings]
    assert told == [("contradiction", "PL-4.2", 7, None)]
    assert "8c on line 5 was another card" in audit(log).findings[0].alternatives


def two_early_leads() -> list[Base]:
    """Seat 0 leads trumps twice before they are broken, and has a spade besides."""
    tricks = [*trick(2, "2c 8c 4c", seats=3), *trick(0, "Qh 3h 5h", seats=3), *trick(0, "Xr 4h 3s", seats=3)]
    return [TrumpNamed(seat=0, suit="h"), *tricks, Played(seat=0, card=Card("4s"))]


def test_plx_10_2c_is_led_first() -> None:
    events: list[Base] = [HandStarted(dealer=0), TrumpNamed(seat=0, suit="h"), *trick(1, "3c 4c 5c", seats=3)]
    log = log_of("pluck", [*events, Played(seat=0, card=Card("8d")), Played(seat=1, card=Card("2c"))], seats=3)
    assert ("PL-4.1", 4, 8, 1) in found(log)
