"""Tresette: lines lost, doubled, swapped, or written for another seat: nobody is accused of what was not done."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.builders import cards, found, trick
from tests.experiments import sessions
from tests.games.test_tresette_oracle import TABLES
from tests.games.tresette_tables import THREE_TWOS, TRX_3_TRICKS, dealt, tresette, tricks, trx_3
from tests.slips import doubled, left_out, swapped
from upcard.engine.audit import audit
from upcard.engine.fold import fold
from upcard.engine.log import Log
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import UNKNOWN
from upcard.schemas.events import (
    Base,
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
    Voided,
)
from upcard.schemas.events.speaking import Meld

Slip = Callable[[list[Any], int, random.Random], list[Any]]
"""What is wrong with the lines, at a play."""


def plays_swapped(events: list[Any], at: int, _rng: random.Random) -> list[Any]:
    """The line and the next play stand in the wrong order."""
    return swapped(events, at) if isinstance(events[at + 1], Played) else events


def misplaced(events: list[Any], at: int, rng: random.Random) -> list[Any]:
    """The play is written for another seat."""
    wrong = Played(seat=(events[at].seat + rng.randint(1, 3)) % 4, card=events[at].card)
    return [*events[:at], wrong, *events[at + 1 :]]


def faceless(events: list[Any], at: int, _rng: random.Random) -> list[Any]:
    """The card was not written down."""
    return [*events[:at], Played(seat=events[at].seat, card=UNKNOWN), *events[at + 1 :]]


def later(events: list[Any], at: int, rng: random.Random) -> list[Any]:
    """The line stands there again a little later."""
    then = min(len(events) - 1, at + rng.randint(2, 6))
    return [*events[:then], events[at], *events[then:]]


ABOUT_TURNS = {"out_of_turn", "hand_not_finished"}
SLIPS: dict[str, tuple[Slip, set[str], int]] = {
    "lost": (left_out, ABOUT_TURNS | {"count"}, 4),
    "doubled": (doubled, {"seen_twice", "after_the_hand"}, 1),
    "swapped": (plays_swapped, ABOUT_TURNS, 3),
    "misplaced": (misplaced, ABOUT_TURNS | {"impossible_card", "written_for_another"}, 4),
    "faceless": (faceless, set(), 0),
    "later": (later, ABOUT_TURNS | {"seen_twice", "after_the_hand", "impossible_card", "count", "deal_size"}, 3),
}
"""Each slip, what may be told of it, and in how many findings at the most."""


def slip(kind: str, count: int) -> None:
    """So many sessions with this slip: few findings, none that accuses; and no points are told but the true ones."""
    make, names, most = SLIPS[kind]
    for ordinal in range(count):
        rng = random.Random(ordinal)
        setup = Setup(game="tresette", seed=51, options=TABLES[ordinal % len(TABLES)] | {"target": 100})
        log = simulate(setup, hands=2, ordinal=ordinal)
        events: list[Any] = [event for _, event in log.events]
        at = rng.choice([at for at, event in enumerate(events) if isinstance(event, Played)])
        wrong = Log.of(log.header, make(events, at, rng))
        truth = {one.hand: one.result.points for one in audit(log).results}
        for viewer in (None, PUBLIC, ordinal % 4):
            record = wrong if viewer is None else redact_log(wrong, viewer, "copy")
            done = audit(record)
            told = [one.name for one in done.findings if one.kind != "note"]
            assert len(told) <= most, (ordinal, viewer, done.findings)
            assert set(told) <= names, (ordinal, viewer, done.findings)
            for one in done.results:
                assert one.result.points in {(None,) * 4, truth[one.hand]}, (ordinal, viewer)
            ended = [one.after.totals for one in audit(log).results]
            assert done.state.totals in [[-1, -1], [0, 0], *ended], (ordinal, viewer, done.findings)


@pytest.mark.parametrize("kind", SLIPS)
def test_slips_accuse_nobody(kind: str) -> None:
    slip(kind, 15)


@pytest.mark.check
@pytest.mark.parametrize("kind", SLIPS)
def test_slips_accuse_nobody_in_many_sessions(kind: str) -> None:
    slip(kind, sessions(100))


# ---- One by one ------------------------------------------------------------------------------------------------------


def begun(*events: Base) -> list[Base]:
    """A hand that seat 0 dealt."""
    return [HandStarted(dealer=0), *events]


def names(log: Log) -> list[tuple[str, int, int]]:
    """What an audit finds, notes as well."""
    return [(one.name, one.at, one.found_at) for one in audit(log).findings]


def test_g_5_a_play_written_twice_goes_nowhere() -> None:
    events = trx_3()
    events.insert(9, events[8])
    log = tresette(*events)
    assert found(log) == [("G-5", 11, 11, 1)]
    assert fold(log).totals == [2, 12]


def test_g_5_a_card_after_the_hand_is_told_of_once() -> None:
    stray = tricks([((lead + 1) % 4, text) for lead, text in TRX_3_TRICKS])
    assert [row[:2] for row in found(tresette(*trx_3(), *stray))] == [("G-5", 47)]
    again = tricks(TRX_3_TRICKS)
    assert [row[:2] for row in found(tresette(*trx_3(), *again))] == [("G-5", 47)]
    assert fold(tresette(*trx_3(), again[1], HandStarted())).totals == [2, 12]
    assert fold(tresette(*trx_3(), *stray, HandStarted())).totals == [-1, -1]  # a whole hand may be missing


def test_g_5_a_hand_begins_with_its_deal() -> None:
    rest = trx_3()[1:]
    log = tresette(*trx_3(), *rest)
    assert found(log) == [("G-5", 47, 47, None), ("G-13", 50, 50, 1)]  # seat 2 was to lead: the deal had passed on
    twice = tresette(Dealt(each=10), HandStarted(dealer=0), *tricks(TRX_3_TRICKS))
    assert found(twice) == [("G-5", 2, 2, None)]
    assert (fold(twice).hand, fold(twice).totals) == (1, [2, 9])


def test_g_5_good_play_written_before_the_deal() -> None:
    log = tresette(HandStarted(dealer=0), MeldCalled(seat=0), *trx_3()[1:])
    assert [row[0] for row in found(log)] == ["G-5"]
    assert fold(log).totals == [2, 12]
    assert audit(log).results[0].result.level == "full"


def test_tr_3_1_a_hand_begun_twice_is_one_where_the_dealer_is_written() -> None:
    log = tresette(HandStarted(dealer=0), *trx_3())
    assert names(log) == [("begun_twice", 3, 3)]
    assert (fold(log).hand, fold(log).totals) == (1, [2, 12])
    row = Scored(points=(6, 5))
    lost_row = tresette(HandStarted(dealer=0), row, HandStarted(), HandStarted(), row)
    assert names(lost_row) == [("begun_twice", 5, 5)]
    assert fold(lost_row).totals == [-1, -1]


def test_tr_3_1_points_of_a_hand_not_played_out_are_not_known() -> None:
    assert fold(tresette(*trx_3()[:9], HandStarted())).totals == [-1, -1]


def test_tr_4_7_after_a_hand_thrown_in_the_first_lead_shows_who_dealt() -> None:
    thrown = begun(*trick(1, "4s"), Voided(), HandStarted())
    for seat, dealer in ((1, 0), (2, 1)):
        log = tresette(*thrown, *trick(seat, "4s"))
        assert (found(log), fold(log).dealer) == ([], dealer)
    assert found(tresette(*thrown, *trick(3, "4s"))) == [("G-13", 6, 6, 3)]


def test_tr_3_1_a_lead_left_out_makes_no_revokes() -> None:
    """Seat 1 led a diamond, which is left out; seats 3 and 0 follow it after a club of seat 2."""
    log = tresette(*begun(dealt(HANDS), *trick(2, "4c 5d 6d"), *trick(3, "7d")))
    assert found(log) == [("G-13", 4, 4, 2), ("G-13", 7, 7, 3)]


HANDS = [
    "6d 7s Ks Qs Js 7h 6h 5h Kc Qc",
    "4d As 2s 3s Ah 2h 3h 4h 7c 6c",
    "4c Ad 2d 3d Ac 2c 3c 5c Jc 4s",
    "5d 7d Qd Jd Kd 6s 5s Kh Qh Jh",
]


def test_tr_3_1_a_play_that_nobody_wrote_down_may_have_been_the_last_of_the_suit() -> None:
    """Seat 2 holds one spade, by its list; which of its cards it played to the first trick nobody knows."""
    log = tresette(*begun(dealt(HANDS), *trick(1, "As ?? 6s 7s"), *trick(1, "2s Ac")))
    assert found(log) == []
    later_shown = tresette(*begun(dealt(HANDS), *trick(1, "As ?? 6s 7s"), *trick(1, "2s Ac 5s Js"), *trick(1, "3s 4s")))
    assert found(later_shown) == [("TR-3.1", 9, 13, 2)]


def test_tr_3_2_a_count_after_a_play_that_nobody_wrote_down() -> None:
    lead = begun(dealt(HANDS), *trick(1, "4d ?? 5d 6d"))
    assert found(tresette(*lead, CountTold(seat=2, count=0, any_suit=True))) == []  # that was its spade
    assert found(tresette(*lead, CountTold(seat=2, count=2, any_suit=True))) == []  # or one of three diamonds
    assert found(tresette(*lead, CountTold(seat=2, count=7, any_suit=True))) == [
        ("TR-3.2", 8, 8, 2),
        ("TR-7", 8, 8, 2),
    ]


def test_tr_7_talk_and_melds_before_a_gap_are_judged_by_cards_after_it() -> None:
    aces = MeldsTold(seat=1, melds=(Meld(kind="three", rank="A"),))
    log = begun(MeldCalled(seat=1), *trick(1, "Ad Jd Qd 4d"), aces, Gap(), *trick(2, "Ac"), *trick(3, "As"))
    assert found(tresette(*log)) == [("TR-7", 8, 11, 1)]
    count = begun(*trick(1, "4h"), CountTold(seat=2, count=0), *trick(2, "5s"), Gap(), *trick(2, "5h"))
    assert found(tresette(*count)) == [("TR-7", 4, 7, 2), ("TR-3.1", 5, 7, 2)]


def test_g_5_after_hands_that_were_missed_no_card_is_an_old_one() -> None:
    log = tresette(*trx_3()[:20], Gap(hands=1), *trick(1, "Ad Jd"), HandStarted(dealer=1), *tricks(TRX_3_TRICKS[:1]))
    assert found(log) == [("G-13", 26, 26, 1)]
    assert fold(log).hand == 3


def test_tr_2_3_the_same_melds_told_twice_count_once() -> None:
    nap = MeldsTold(seat=1, melds=(Meld(kind="nap"),))
    two_naps = "As 2s 3s Ah 2h 3h 4c 5c 6c 7c"
    others = ["Ks Js Qs 4h 5h 6h 7h 4d 5d 6d", "7s 6s 5s Kh Jh Qh 7d Jd Qd Kd", "4s Ad 2d 3d Ac 2c 3c Kc Jc Qc"]
    plays = begun(dealt([others[0], two_naps, *others[1:]]), MeldCalled(seat=1), *trick(1, "3s 7s 4s Ks"))
    assert names(tresette(*plays, nap, nap)) == [("told_again", 10, 10)]
    rest = [(1, "2s 6s 2d Js"), (1, "As 5s 3d Qs"), (1, "3h Kh Kc 4h"), (1, "2h Jh Ad 5h"), (1, "Ah Qh Ac 6h")]
    rest += [(1, "7c 7d 2c 4d"), (3, "3c 7h 6c Jd"), (3, "Jc 5d 5c Qd"), (3, "Qc 6d 4c Kd")]
    gained = [sum(fold(tresette(*plays, *told, *tricks(rest))).gained) for told in ([nap], [nap, nap])]
    assert gained == [14, 14]


def test_tr_7_melds_for_which_a_hand_has_no_room() -> None:
    told = tuple(Meld(kind="four", rank=rank) for rank in ("A", "2", "3"))
    log = begun(MeldCalled(seat=1), *trick(1, "Ad Jd Qd 4d"), MeldsTold(seat=1, melds=told))
    assert found(tresette(*log)) == [("TR-7", 8, 8, 1)]
    threes = tuple(Meld(kind="three", rank=rank) for rank in ("A", "2", "3"))  # nine cards
    log = begun(MeldCalled(seat=1), *trick(1, "Kd Jd Qd 4d"), MeldsTold(seat=1, melds=threes), *trick(1, "4c"))
    assert found(tresette(*log)) == [("TR-7", 8, 9, 1)]


def test_tr_7_cards_played_are_shown_when_the_hand_is_over() -> None:
    twos = cards("2s 2h")
    assert found(tresette(*trx_3(), Shown(seat=3, cards=twos[1:]))) == []
    assert found(tresette(*trx_3(), Shown(seat=3, cards=twos[:1]))) == [("G-5", 47, 47, 3)]


def test_tr_7_cards_of_an_earlier_hand_are_shown() -> None:
    nap = MeldsTold(seat=1, melds=(Meld(kind="nap", suit="d"),))
    hand = begun(MeldCalled(seat=1), *trick(1, "Ad Jd Qd 4d"), nap, CountTold(seat=3, count=0, any_suit=True), Voided())
    late = [*hand, HandStarted(dealer=1), *trick(2, "4s 5s")]
    log = tresette(*late, Shown(seat=2, cards=cards("3d"), hand=1), Shown(seat=2, cards=cards("2d"), hand=1))
    assert found(log) == [("TR-7", 8, 14, 1)]
    assert audit(log).findings[0].hand == 1
    assert found(tresette(*late, Shown(seat=3, cards=cards("5d 5s 5h 5c"), hand=1))) == [("TR-7", 9, 14, 3)]
    assert found(tresette(*late, Shown(seat=3, cards=cards("Ad 5s"), hand=1))) == [("G-5", 14, 14, 3)]


def test_g_14_a_card_that_nobody_wrote_down_is_taken_back() -> None:
    rows = tricks(TRX_3_TRICKS)
    put_right = Corrected(seat=2, card=cards("Jd")[0])
    events = begun(rows[0], Played(seat=2, card=UNKNOWN), put_right, *rows[2:])
    log = tresette(*events, same_trick_correction=True)
    assert found(log) == []
    assert fold(log).totals == [2, 9]


def test_g_14_a_change_that_is_wrong_whatever_was_led_stays_where_a_play_may_be_left_out() -> None:
    """s1 leads though s0 has won: a play may be left out. It explains neither a change that this table does not allow, nor
    that of a heart for a heart.
    """
    change = Corrected(seat=2, card=cards("6h")[0])
    events = begun(*trick(1, "4h 5h"), change, *trick(3, "7h Jh"), *trick(1, "4s"))
    for allowed in (False, True):
        log = tresette(*events, same_trick_correction=allowed)
        assert found(log) == [("G-14", 5, 5, 2), ("G-13", 8, 8, 1)]


def test_g_13_a_line_swapped_with_the_lead_changes_no_winner() -> None:
    """The lead stands after the card that followed it: seat 2 discarded, and won nothing."""
    rows: list[Any] = tricks([(1, "4d 4c 5d 6d"), (0, "7s")])
    rows[:2] = rows[1::-1]
    log = tresette(*begun(*rows))
    assert found(log) == [("G-13", 3, 3, 2)]
    assert fold(log).winners == [0]


def test_tr_3_2_who_was_passed_over_may_have_played_before_it_told() -> None:
    told = CountTold(seat=2, count=2)
    log = begun(dealt(HANDS), *trick(1, "4d"), told, *trick(3, "5d"))
    assert found(tresette(*log)) == [("G-13", 6, 6, 3)]


def test_tr_2_3_an_announcement_before_a_card_out_of_turn_may_have_been_due() -> None:
    """The fourth card is left out; seat 2 has won, announces and leads."""
    told = MeldsTold(seat=2, melds=(THREE_TWOS,))
    log = begun(MeldCalled(seat=2), *trick(1, "4d 3d 5d"), told, *trick(2, "7s"))
    assert found(tresette(*log)) == [("G-13", 8, 8, 2)]
