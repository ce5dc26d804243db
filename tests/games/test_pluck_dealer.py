"""Pluck: the dealer of the first hand written wrongly (G-8), by whom trump is named and who plucks whom."""

import random
from typing import Any

import pytest
from msgspec import structs

from tests.builders import fold, found, log_of
from tests.experiments import sessions
from tests.games.test_pluck import gave, pluck_log, returned
from tests.games.test_pluck_oracle import OPTIONS, Table, blurred
from upcard.engine.audit import audit
from upcard.engine.log import Log
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.events import Base, Dealt, Gap, HandStarted, Joined, Scored, TrumpNamed, Voided

WRONG = ("G-8", None)


def short(log: Log) -> list[tuple[str, int | None]]:
    """What an audit finds, but for when."""
    return [(clause, seat) for clause, _, _, seat in found(log)]


def called(seat: int, tricks: tuple[int, ...] | None = None, *plucks: Base, dealer: int | None = None) -> list[Base]:
    """A hand of which no card was seen: plucks, who named trump, the tricks."""
    row = [Scored(tricks=tricks)] if tricks else []
    return [HandStarted(dealer=dealer), Dealt(each=17), *plucks, TrumpNamed(seat=seat, suit="h"), *row]


def pair(giver: int, victim: int) -> list[Base]:
    """A pluck nobody saw the cards of."""
    return [gave(None, giver, victim), returned(None, victim, giver)]


# ---- Trump ---------------------------------------------------------------------------------------------------------


def test_g_8_trump_of_one_hand_named_by_another_is_a_breach() -> None:
    assert found(pluck_log(called(1, dealer=0))) == [("PL-2.3", 4, 4, 1)]
    log = pluck_log([*called(1, (7, 6, 4), dealer=0), *called(1, (4, 7, 6)), *called(2)])
    assert found(log) == [("PL-2.3", 4, 4, 1)]  # and the next by the dealer


def test_g_8_trump_of_two_hands_named_by_seats_as_far_off_shows_another_dealer() -> None:
    log = pluck_log([*called(1, (7, 6, 4), dealer=0), *called(2)])
    (finding,) = [one for one in audit(log).findings if one.kind != "note"]
    assert (finding.name, finding.kind, finding.clause, finding.seat) == ("wrong_dealer", "contradiction", "G-8", None)
    assert (finding.at, finding.against) == (8, 2)
    state = fold(log)
    assert (state.dealer, state.excess, state.totals, state.lone) == (2, [3, -1, -2], [3, 0, 0], 0)
    assert found(pluck_log([*called(1, (7, 6, 4), dealer=0), *called(2, (6, 4, 7)), *called(0)])) == found(log)


def test_g_8_trump_named_by_seats_not_as_far_off_are_breaches() -> None:
    log = pluck_log([*called(1, (7, 6, 4), dealer=0), *called(0, (4, 7, 6)), *called(1)])
    assert short(log) == [("PL-2.3", 1), WRONG]  # the second and the third agree
    log = pluck_log([*called(1, (7, 6, 4), dealer=0), *called(0)])
    assert short(log) == [("PL-2.3", 1), ("PL-2.3", 0)]


def test_g_8_a_dealer_named_again_stands() -> None:
    log = pluck_log([*called(1, (7, 6, 4), dealer=0), *called(2, dealer=1)])
    assert short(log) == [("PL-2.3", 1), ("PL-2.3", 2)]


def test_g_8_the_line_of_the_first_hand_written_twice_is_one() -> None:
    log = pluck_log([HandStarted(dealer=0), *called(1, dealer=0), Voided(), *called(0), Voided(), *called(1)])
    assert ("PL-2.3", 1) in short(pluck_log([HandStarted(dealer=0), *called(1, dealer=0)]))
    assert len([row for row in short(log) if row[0] == "PL-2.3"]) <= 1


def test_g_8_the_dealer_named_for_the_second_hand_agrees_with_who_named_trump() -> None:
    log = pluck_log([*called(1, (7, 6, 4), dealer=0), *called(2, dealer=2)])
    assert short(log) == [WRONG]
    assert fold(log).excess == [3, -1, -2]
    assert short(pluck_log([*called(0, (7, 6, 4), dealer=0), *called(2, dealer=2)])) == [("PL-2.5", 2)]


def test_g_8_a_hand_nobody_named_trump_of_is_passed_over() -> None:
    unnamed = [HandStarted(), Dealt(each=17), Scored(tricks=(4, 7, 6))]
    log = pluck_log([*called(1, (7, 6, 4), dealer=0), *unnamed, *called(0)])
    assert short(log) == [WRONG]
    assert fold(log).totals == [3, 3, 0]  # quotas 4 7 6, then 6 4 7


def test_g_8_after_a_hand_that_was_thrown_in() -> None:
    log = pluck_log([*called(1, dealer=0), Voided(), *called(2)])
    assert short(log) == [WRONG]  # 0 or 1, by the line; 1 or 2, by who named trump
    assert fold(log).dealer == 2
    assert short(pluck_log([*called(1, dealer=0), Voided(), *called(1)])) == [("PL-2.3", 1)]


def test_g_8_after_a_gap_between_hands_the_line_tells_nothing() -> None:
    log = pluck_log([*called(1, (7, 6, 4), dealer=0), Gap(hands=1), *called(2)])
    assert short(log) == [("PL-2.3", 1)]


def test_g_8_totals_that_were_written_stand() -> None:
    gap: list[Base] = [Gap(), Scored(totals=(5, 3, 1))]
    log = pluck_log([*called(1, (7, 6, 4), dealer=0), *gap, *called(2, (6, 4, 7), dealer=1), *called(0)])
    assert WRONG in short(log)
    assert fold(log).totals == [5, 3, 1]


def test_g_8_where_players_changed_seats_what_another_dealer_brought_is_not_known() -> None:
    moved = [Joined(seat=0, player="p2"), Joined(seat=1, player="p1")]
    log = pluck_log([*called(1, (7, 6, 4), dealer=0), *moved, *called(0, (7, 6, 4)), *called(1)])
    assert short(log) == [("PL-2.3", 1), WRONG]  # seats 1 and 2 may have dealt the second hand by the line
    assert fold(log).totals == [-1, -1, -1]
    plucked = pluck_log([*called(1, (7, 6, 4), dealer=0), *moved, *called(2, None, *pair(2, 1))])
    assert WRONG not in short(plucked)


# ---- Plucks --------------------------------------------------------------------------------------------------------


def test_g_8_plucks_right_only_by_who_named_trump_are_no_breaches_once_the_next_names_it() -> None:
    plucks = [*pair(0, 2), *pair(0, 1)]
    log = pluck_log([*called(1, (7, 6, 4), dealer=0), *called(2, None, *plucks)])
    assert short(log) == [WRONG]
    assert fold(log).excess == [3, -1, -2]
    log = pluck_log([*called(1, (7, 6, 4), dealer=0), *called(1, None, *plucks)])
    assert found(log) == [("PL-2.3", 4, 4, 1), ("PL-3.1", 8, 12, 0), ("PL-3.1", 10, 12, 0)]  # the line was right
    log = pluck_log([*called(1, (7, 6, 4), dealer=0), HandStarted(), Dealt(each=17), *plucks])
    assert short(log) == [("PL-2.3", 1)]  # nobody knows
    unnamed = [HandStarted(), Dealt(each=17), *plucks, Scored(tricks=(4, 7, 6))]
    assert short(pluck_log([*called(1, (7, 6, 4), dealer=0), *unnamed, *called(0)])) == [WRONG]


def test_g_8_a_pluck_right_by_neither_is_a_breach() -> None:
    log = pluck_log([*called(1, (7, 6, 4), dealer=0), *called(2, None, *pair(1, 2))])
    assert short(log) == [("PL-3.1", 1), WRONG]


def test_g_8_a_pluck_and_trump_of_one_hand_agree_on_another_dealer() -> None:
    first = [HandStarted(dealer=0), Dealt(each=17), Scored(tricks=(7, 6, 4))]
    assert short(pluck_log([*first, *called(1, None, *pair(0, 2))])) == [("PL-3.1", 0)]
    log = pluck_log([*first, *called(2, None, *pair(0, 2))])
    assert short(log) == [WRONG]
    assert fold(log).excess == [3, -1, -2]


def test_g_8_a_pluck_right_only_by_the_line_accuses_nobody() -> None:
    log = pluck_log([*called(1, (9, 4, 4), dealer=0), *called(2, None, *pair(0, 1))])
    assert short(log) == [WRONG]  # seat 1 was short by the line, by 2; with the other dealer by 3
    log = pluck_log([*called(1, (4, 7, 6), dealer=0), *called(2, None, *pair(2, 0))])
    assert fold(log, until=8).excess == [-3, 1, 2]
    assert found(log) == [("G-8", 10, 10, None)]  # with the other nobody has a pluck


def test_pl_3_6_duties_follow_the_dealer_who_dealt() -> None:
    log = pluck_log([*called(1, (4, 7, 6), dealer=0), *called(2)], pluck_optional=False)
    assert short(log) == [WRONG]
    log = pluck_log([*called(1, (7, 6, 4), dealer=0), *called(2)], pluck_optional=False)
    assert short(log) == [WRONG, ("PL-3.6", 0)]


def test_pl_3_6_duties_of_a_hand_before_are_withdrawn_with_who_named_trump() -> None:
    first = [HandStarted(dealer=0), Dealt(each=17), Scored(tricks=(7, 6, 4))]
    assert sorted(short(pluck_log([*first, *called(2, (5, 5, 7))], pluck_optional=False))) == [("PL-2.3", 2)]
    first = [HandStarted(dealer=0), Dealt(each=17), Scored(tricks=(9, 4, 4))]
    log = pluck_log([*first, *called(2, (6, 4, 7))], pluck_optional=False)
    assert sorted(short(log)) == [("PL-2.3", 2), ("PL-3.6", 0)]
    log = pluck_log([*first, *called(2, (6, 4, 7)), *called(0)], pluck_optional=False)
    assert short(log) == [WRONG]


def test_pl_5_2_no_hand_is_too_many_where_another_dealer_may_have_dealt() -> None:
    log = pluck_log([*called(1, (4, 7, 6), dealer=0), *called(2)], target=2)
    assert short(log) == [WRONG]
    log = pluck_log([*called(0, (4, 7, 6), dealer=0), *called(1)], target=2)
    assert [row[0] for row in short(log)] == ["PL-5.2"]


# ---- Whole sessions ------------------------------------------------------------------------------------------------


def table(seed: int) -> tuple[Table, dict[str, Any]]:
    """A session of legal play."""
    options = OPTIONS[seed % len(OPTIONS)]
    played = Table(seed, 0, options)
    for _ in range(4):
        played.play_hand()
    return played, {**options, "target": 1000}


def written_wrongly(played: Table, options: dict[str, Any], off: int) -> Log:
    """Its log, the first dealer written so many seats too far."""
    first, *rest = played.events
    assert isinstance(first, HandStarted)
    assert first.dealer is not None
    return log_of("pluck", [structs.replace(first, dealer=(first.dealer + off) % 3), *rest], seats=3, options=options)


def are_told_once(count: int) -> None:
    """One contradiction, and totals as they were; of what was half seen nobody is accused twice."""
    for seed in range(count):
        played, options = table(seed)
        for off in (1, 2):
            log = written_wrongly(played, options, off)
            for seen in (log, redact_log(log, PUBLIC, "copy"), redact_log(log, seed % 3, "copy")):
                assert short(seen) == [WRONG], (seed, off)
            assert audit(log).state.totals == played.totals, (seed, off)
            part = blurred(log, random.Random(seed))
            told = [one for one in audit(part).findings if one.kind in {"breach", "contradiction"}]
            assert sum(one.name == "wrong_dealer" for one in told) <= 1, (seed, off)
            assert len({one.hand for one in told}) <= 1, (seed, off, told)


def test_g_8_a_wrong_first_dealer_is_told_once_however_the_table_plays() -> None:
    are_told_once(14)


@pytest.mark.check
def test_g_8_a_wrong_first_dealer_is_told_once_however_the_table_plays_300() -> None:
    are_told_once(sessions(300))
