"""Court Piece: the examples of its page, and its clauses."""

from typing import Any

import pytest

from tests.builders import cards, fold, found, log_of, trick
from upcard.engine.audit import Audit, audit
from upcard.engine.log import Log
from upcard.engine.session import session
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import Card
from upcard.schemas.events import (
    Base,
    Closed,
    Corrected,
    Dealt,
    Gap,
    HandStarted,
    Played,
    Ruled,
    Scored,
    Shown,
    Stopped,
    TrumpNamed,
)

CPX_1_HANDS = [
    "Js 6s Th 4h 5d As Ks 2s 3h Qc 9c 7c 4c",
    "8s Kh Jh 2d Ac 3s 6h Jd 9d 8d 4d Jc 2c",
    "Ts 7h Qd Td 3c 4s Ah 2h Ad Kd 3d Tc 6c",
    "9s 9h 7d 6d 8c Qs 7s 5s Qh 8h 5h Kc 5c",
]
CPX_1_TRICKS = [
    (3, "5c 7c 2c 6c"),
    (0, "2s 3s Ts 5s"),
    (2, "Ah Qh 3h 6h"),
    (2, "Tc Kc 9c Jc"),
    (3, "7s Ks 8s 4s"),
    (0, "Qc Ac 3c 8c"),
    (1, "Kh 2h 8h Th"),
    (1, "9d Qd 7d 5d"),
    (2, "Ad 6d 6s 2d"),
    (2, "7h 9h 4h Jh"),
    (1, "4d Kd 9s 4c"),
    (2, "Td 5h As Jd"),
    (1, "8d 3d Qs Js"),
]
CPX_2_HANDS = [
    "6s Qh 7h Jd Td 8d 7d 6d Ac Kc Jc Tc 7c",
    "As Ks Qs Js Ts 9s 8s 3h 2h 3d 2d 3c 2c",
    "7s 4s 2s Jh Th 6h 4h Kd Qd 5d 4d 6c 4c",
    "5s 3s Ah Kh 9h 8h 5h Ad 9d Qc 9c 8c 5c",
]
CPX_2_TRICKS = [
    (1, "As 2s 3s 6s"),
    (1, "Ks 4s 5s 6d"),
    (1, "Qs 7s 5c 7c"),
    (1, "Js 4c 5h 7d"),
    (1, "Ts 4d 8c 7h"),
    (1, "9s 4h 8h 8d"),
    (1, "8s 5d 9c Tc"),
    (1, "3h 6h 9h Qh"),
    (0, "Ac 2c 6c Qc"),
    (0, "Kc 3c Th 9d"),
    (0, "Jd 2d Qd Ad"),
    (3, "Ah Td 2h Jh"),
    (3, "Kh Jc 3d Kd"),
]


def deal(hands: list[str], dealer: int, trump: str) -> list[Base]:
    """Both packets and the call."""
    seats = [cards(hand) for hand in hands]
    return [
        HandStarted(dealer=dealer),
        Dealt(hands=tuple(seat[:5] for seat in seats)),
        TrumpNamed(seat=(dealer + 1) % 4, suit=trump),
        Dealt(hands=tuple(seat[5:] for seat in seats)),
    ]


def tricks(rows: list[tuple[int, str]]) -> list[Base]:
    """The plays of several tricks."""
    return [play for lead, text in rows for play in trick(lead, text)]


def full_hand() -> list[Base]:
    """CPX-1 as recorded with all hands."""
    return deal(CPX_1_HANDS, 2, "d") + tricks(CPX_1_TRICKS)


def court_log(events: list[Base], **options: Any) -> Log:
    """A log of Court Piece."""
    return log_of("court_piece", events, options=options or None)


def hand(dealer: int | None, *plays: Base) -> list[Base]:
    """A hand nobody wrote the cards of, with hearts called by the caller."""
    return [HandStarted(dealer=dealer), *plays]


CPX_4_HANDS: list[tuple[Scored, list[int], tuple[int, int], int]] = [
    (Scored(tricks=(6, 7), points=(0, 0)), [0, 0], (1, 1), 0),
    (Scored(tricks=(6, 7), points=(0, 0)), [0, 0], (1, 2), 0),
    (Scored(tricks=(7, 6), points=(0, 0)), [0, 0], (0, 1), 1),
    *[(Scored(tricks=(8, 5), points=(0, 0)), [0, 0], (0, n), 1) for n in range(2, 7)],
    (Scored(tricks=(7, 6), points=(1, 0)), [1, 0], (-1, 0), 3),
    (Scored(tricks=(5, 8), points=(0, 0)), [1, 0], (1, 1), 0),
    (Scored(tricks=(7, 0)), [2, 0], (0, 1), 1),
    (Scored(tricks=(0, 13)), [2, 52], (1, 1), 2),
    (Scored(tricks=(2, 3), seat=1), [3, 52], (0, 1), 3),
    (Scored(tricks=(2, 3), seat=3), [4, 52], (0, 2), 1),
]
"""Each hand's row, then courts, streak (side, count) and next dealer after it. Hand 4 to 8: A wins, s1 deals."""


def cpx_4() -> list[Base]:
    """The session, as a score sheet."""
    rows = [row for row, *_ in CPX_4_HANDS]
    return [event for n, row in enumerate(rows) for event in (HandStarted(dealer=0 if n == 0 else None), row)]


def cpx_5(*after: Base) -> list[Base]:
    """CPX-5 up to the revoke: trump hearts, s1 leads Qc, s2 plays 5d, s3 plays 2h."""
    return [HandStarted(dealer=0), TrumpNamed(seat=1, suit="h"), *trick(1, "Qc 5d 2h"), *after]


def test_g_9_card_taken_back_proves_a_revoke_at_once() -> None:
    events = cpx_5(Corrected(seat=2, card=cards("9c")[0]), *trick(0, "3c"), *trick(3, "4d 5s 6d 8s"))
    assert found(court_log(events)) == [("CP-3.1", 12, 12, 2)]


def test_cp_9_1_claim_before_the_next_lead_is_a_finding() -> None:
    events = cpx_5(*trick(0, "3c"), Ruled(what="revoke", seat=2, trick=1))
    assert ("CP-9.1", 8, 8, None) in found(court_log(events, revoke_window="before_next_lead"))
    assert found(court_log(events)) == []


def test_cp_4_5_thirteen_tricks_as_the_seventh_win_in_a_row_are_53() -> None:
    rows = [Scored(tricks=(8, 5), points=(0, 0))] * 6 + [Scored(tricks=(13, 0))]
    events = [e for n, row in enumerate(rows) for e in (HandStarted(dealer=1 if n == 0 else None), row)]
    assert fold(court_log(events)).totals == [53, 0]
    assert fold(court_log(events, streak_on_court="reset")).totals == [52, 0]
    assert fold(court_log(events, streak_on_court="ignore")).streak == 6


def test_cp_3_2_stop_without_a_sweep() -> None:
    log = court_log(deal(CPX_1_HANDS, 2, "d") + tricks(CPX_1_TRICKS[:7]) + [Stopped()])
    assert [clause for clause, *_ in found(log)] == ["CP-3.2"]


def revoke_hand() -> list[Base]:
    """CPX-1 with s1 throwing 4d on the spades of trick 2 though it holds 3s and 8s."""
    rows = list(CPX_1_TRICKS)
    rows[1] = (0, "2s 4d Ts 5s")
    return deal(CPX_1_HANDS, 2, "d") + tricks(rows[:2])


def test_cp_3_1_revoke_is_found_at_once_with_all_hands() -> None:
    assert found(court_log(revoke_hand())) == [("CP-3.1", 11, 11, 1)]


def test_cp_3_1_revoke_is_found_later_without_hands() -> None:
    later = [*revoke_hand(), *trick(1, "Kh Ah Qh 3h"), *trick(2, "4s 7s Ks 8s")]
    public = redact_log(court_log(later), PUBLIC, "public")
    assert found(public) == [("CP-3.1", 11, 21, 1)]
    assert [doubt.at for doubt in audit(redact_log(court_log(revoke_hand()), PUBLIC, "p")).doubts] == [11]


def test_cp_6_4_late_claim_changes_the_result_of_the_hand() -> None:
    log = court_log([*full_hand(), Ruled(what="revoke", seat=0, trick=2)], late_revoke="until_next_deal")
    done = audit(log)
    assert [ended.result.points for ended in done.results] == [(0, 1, 0, 1)]


@pytest.mark.parametrize("named", [None, 3])
@pytest.mark.parametrize("option", ["until_next_deal", "stands"])
def test_cp_6_4_a_claim_before_the_next_packet_is_of_the_hand_before(option: str, named: int | None) -> None:
    """Seat 3 was to deal, whether or not that was written; once its opponents have revoked seat 0 is. After a packet, or the call that
    follows one, it comes too late.
    """
    claim, kept = Ruled(what="revoke", seat=0, trick=2), option == "stands"
    log = court_log([*full_hand(), HandStarted(dealer=named), claim, Dealt(each=5)], late_revoke=option)
    part = Audit(log)
    for one in log.events:
        part.feed([one])
    for done in (audit(log), part):
        assert [(one.clause, one.at, one.hand) for one in done.findings] == [("CP-6.4", 59, 1)] * kept + [
            ("CP-6.6", 59, 1)
        ]
        assert done.results[0].result.points == ((0, 0, 0, 0) if kept else (0, 1, 0, 1))
        assert (done.state.dealer, done.state.how) == (3 if kept else 0, "")
    for first in (Dealt(each=5), TrumpNamed(seat=0, suit="h")):
        late = court_log([*full_hand(), HandStarted(), first, claim], late_revoke=option)
        assert found(late) == [("CP-6.4", 60, 60, None)]
        assert audit(late).results[0].result.points == (0, 0, 0, 0)


def test_cp_6_6_claim_that_is_false() -> None:
    followed = court_log([*revoke_hand(), Ruled(what="revoke", seat=2, trick=2)])
    assert ("CP-6.6", 14, 14, 2) in found(followed)
    void = [*full_hand()[:16], Ruled(what="revoke", seat=1, trick=1)]
    assert ("CP-6.6", 18, 18, 1) in found(court_log(void))


def test_cp_6_6_claim_that_cannot_be_told() -> None:
    public = redact_log(court_log([*revoke_hand(), Ruled(what="revoke", seat=1, trick=2)]), PUBLIC, "public")
    assert found(public) == []


def test_g_10_unseen_cards_that_fit_nowhere() -> None:
    """Three seats that discard on the first spade leave twelve spades to the leader, who then shows a heart."""
    events = [HandStarted(dealer=0), TrumpNamed(seat=1, suit="h"), *trick(1, "4s 2c 2d 3d"), *trick(1, "5h")]
    assert found(court_log(events)) == [("G-10", 8, 8, None)]
    shown = [*events, *trick(2, "6h 7h 8h"), *trick(0, "9h"), *trick(1, "7c 3c 7s 9c")]
    assert [row for row in found(court_log(shown)) if row[0] != "G-13"] == [("CP-3.1", 6, 15, 3)]


def test_g_5_card_in_two_hands_is_one_contradiction_and_no_revoke() -> None:
    """The list of s1 has a card of s3: its list is no evidence any more, so nothing follows from it."""
    hands = [*CPX_1_HANDS]
    hands[1] = hands[1].replace("Jc", "Kc")
    log = court_log(deal(hands, 2, "d") + tricks(CPX_1_TRICKS))
    assert {finding.kind for finding in audit(log).findings} == {"contradiction"}
    wrong = [*CPX_1_HANDS]
    wrong[1] = wrong[1].replace("3s", "3c").replace("8s", "3d")
    wrong[2] = wrong[2].replace("3c", "3s").replace("3d", "8s")
    log = court_log(deal(wrong, 2, "d") + tricks(CPX_1_TRICKS))
    assert {finding.kind for finding in audit(log).findings} == {"contradiction"}


@pytest.mark.parametrize("split", [(5, 5), (7, 7), (14, 0), (3, 3), (-1, 14)])
def test_sheet_splits_that_cannot_be(split: tuple[int, int]) -> None:
    log = court_log([HandStarted(dealer=0), Scored(tricks=split)])
    assert [finding.kind for finding in audit(log).findings] == ["testimony"]


def test_sheet_compared_with_the_play() -> None:
    assert found(court_log([*full_hand(), Scored(tricks=(7, 6), points=(0, 0), totals=(0, 0), trump="d")])) == []
    for wrong in (Scored(tricks=(6, 7)), Scored(points=(1, 0)), Scored(totals=(1, 0)), Scored(trump="h")):
        assert found(court_log([*full_hand(), wrong])) == [("CP-4", 58, 58, None)]


def test_cp_7_1_hand_limit() -> None:
    events = [HandStarted(dealer=0), Scored(tricks=(7, 6), points=(0, 0)), HandStarted()]
    assert found(court_log(events, hand_limit=1)) == [("CP-7.1", 4, 4, None)]


def test_gap_proves_less_and_never_more() -> None:
    for at in range(5, 56):
        events = full_hand()
        events[at : at + 3] = [Gap()]
        assert found(court_log(events)) == [], at


@pytest.mark.parametrize("seen", ["??", "?d", "5?"])
def test_cp_3_1_a_card_seen_in_part_may_be_any_of_the_hand(seen: str) -> None:
    """Line 37 is the 5d of seat 0, whose hand is listed: it is not held afterwards."""
    events = full_hand()
    place = next(at for at, event in enumerate(events) if isinstance(event, Played) and event.card == Card("5d"))
    events[place] = Played(seat=0, card=Card(seen))
    assert found(court_log(events)) == []


def test_any_play_out_of_turn_is_found_where_it_was_made() -> None:
    events = full_hand()
    for at in range(4, 55):
        first, second = events[at], events[at + 1]
        if first.seat == second.seat:
            continue
        swapped = [*events[:at], second, first, *events[at + 2 :]]
        assert any(row[0] == "G-13" and row[1] == at + 2 for row in found(court_log(swapped))), at


def test_shown_of_an_earlier_hand_settles_a_doubt() -> None:
    first = redact_log(court_log(revoke_hand()), PUBLIC, "p").events
    events: list[Any] = [event for _, event in first]
    events += [Stopped(), HandStarted(dealer=3), Shown(seat=1, cards=cards("8s"), hand=1)]
    assert ("CP-3.1", 11, 16, 1) in found(court_log(events))


def test_cpx_8_the_packet_of_eight_is_not_the_first() -> None:
    first, call, last = full_hand()[1:4]
    play = full_hand()[4:]
    log = log_of("court_piece", [HandStarted(dealer=2), last, call, first, *play, Scored(tricks=(7, 6))])
    assert [clause for clause, *_ in found(log)] == ["CP-2.4", "CP-2.4"]
    unseen = [HandStarted(dealer=0), Dealt(each=8), TrumpNamed(seat=1, suit="h"), *trick(1, "Qc 5c 2c 3c"), Gap()]
    (only,) = audit(log_of("court_piece", unseen)).findings
    assert (only.clause, only.at, only.alternatives) == ("CP-2.4", 3, ("lines 3 and 4 changed places",))


def test_cp_7_1_a_session_of_one_unfinished_hand_is_drawn() -> None:
    told = session(court_log([*full_hand()[:30], Closed(unfinished=True)]))
    assert (told.winners, told.clause) == ((), "CP-7.1")
