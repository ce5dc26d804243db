"""Court Piece: a line of a true record lost or written twice accuses nobody, and brings no number that is not so."""

import random
from typing import Any, NamedTuple

import pytest

from tests.builders import cards, found, log_of, trick
from tests.experiments import sessions
from tests.games.test_court_piece import (
    CPX_1_HANDS,
    CPX_1_TRICKS,
    CPX_2_HANDS,
    CPX_2_TRICKS,
    court_log,
    cpx_5,
    deal,
    full_hand,
    tricks,
)
from tests.games.test_court_piece_oracle import OPTIONS, Table
from upcard.engine.audit import Audit, audit
from upcard.engine.fold import frames
from upcard.engine.log import Log
from upcard.engine.state import encode_state
from upcard.engine.view import PUBLIC, redact_log, view
from upcard.schemas.events import (
    Base,
    Closed,
    Corrected,
    Dealt,
    HandStarted,
    Played,
    Scored,
    Shown,
    Stopped,
    TrumpNamed,
)
from upcard.schemas.findings import Finding


class Evening(NamedTuple):
    """A legal session, what each hand brought (courts of both sides, the winner), and the streak after the last."""

    options: dict[str, Any]
    events: list[Base]
    hands: list[tuple[list[int], int]]
    streak: tuple[int, int]

    def log(self, events: list[Base]) -> Log:
        """These events at that table."""
        return log_of("court_piece", events, options=self.options or None)


def evening(number: int, *, rows: bool, hands: int = 3) -> Evening:
    """Hands that nobody breaks a rule in, many of them with long suits; perhaps with a true row after each."""
    rng = random.Random(number)
    table, ended = Table(rng, OPTIONS[number % len(OPTIONS)]), []
    table.chance = lambda share: share == 0.3 and rng.random() < share
    due = rng.randrange(4)
    for _ in range(hands):
        table.begin(due)
        due = table.count(*table.play_hand())
        taken = [sum(seat % 2 == side for seat in table.winners) for side in (0, 1)]
        ended.append((table.gained, int(taken[1] > taken[0])))
        if rows:
            points, totals = tuple(table.gained), tuple(table.courts)
            table.write(Scored(tricks=tuple(taken), points=points, totals=totals, trump=table.trump))
    table.write(Closed())
    return Evening(table.options, table.events, ended, table.streak)


def nothing_wrong_is_told(one: Evening, done: Audit, where: object) -> None:
    """What is told of each hand, and of the streak after all, is so."""
    for ended in done.results:
        gained, won = one.hands[ended.hand - 1]
        result = ended.result
        assert result.counts, where
        assert all(told in {None, had} for told, had in zip(result.points[:2], gained, strict=True)), where
        assert result.won[:2] in {(None, None), (won == 0, won == 1)}, where
    last = done.state.ended == len(one.hands)
    assert not last or done.state.streak < 1 or (done.state.streak_side, done.state.streak) == one.streak, where


def seen(log: Log) -> list[Audit]:
    """The audits of a log with all hands, and as the public saw it."""
    return [audit(log), audit(redact_log(log, PUBLIC, "copy"))]


def told(done: Audit) -> list[Finding]:
    """What was found, but for notes and plays out of turn."""
    return [one for one in done.findings if one.kind != "note" and one.clause != "G-13"]


def plays_lost(count: int) -> None:
    """A play left out shows as one out of turn; no revoke, no stop and no row is told of for it."""
    for number in range(count):
        one = evening(number, rows=bool(number % 2))
        plays = [at for at, event in enumerate(one.events) if isinstance(event, Played)]
        for at in random.Random(number).sample(plays, 12):
            for done in seen(one.log([*one.events[:at], *one.events[at + 1 :]])):
                assert not told(done), (number, at)
                nothing_wrong_is_told(one, done, (number, at))


def test_a_play_left_out_of_an_evening_accuses_nobody_of_anything_else() -> None:
    plays_lost(4)


@pytest.mark.check
def test_a_play_left_out_of_an_evening_accuses_nobody_of_anything_else_60() -> None:
    plays_lost(sessions(60))


def hands_of(one: Evening) -> list[dict[int, Played]]:
    """The plays of each hand, by where they stand."""
    hands: list[dict[int, Played]] = []
    for at, event in enumerate(one.events):
        if isinstance(event, HandStarted):
            hands.append({})
        elif isinstance(event, Played):
            hands[-1][at] = event
    return hands


def cards_mistaken(evenings: int, plays: int) -> None:
    """A card written for another that is seen in the same hand too: one of the two lines is wrong, nobody knows which,
    and neither proves a revoke, wins a trick, or says who leads.
    """
    for number in range(evenings):
        one, rng = evening(number, rows=bool(number % 2)), random.Random(number)
        for hand in hands_of(one):
            for at in rng.sample(sorted(hand), plays):
                other = rng.choice(
                    [place for place in hand if abs(place - at) > 4 or hand[place].seat != hand[at].seat]
                )
                wrong = Played(seat=hand[at].seat, card=hand[other].card)
                for done in seen(one.log([*one.events[:at], wrong, *one.events[at + 1 :]])):
                    clauses = [(row.clause, row.kind) for row in done.findings if row.kind != "note"]
                    assert clauses == [("G-5", "contradiction")], (number, at, other)
                    nothing_wrong_is_told(one, done, (number, at, other))


def test_g_5_a_card_mistaken_for_another_is_one_contradiction_and_accuses_nobody() -> None:
    cards_mistaken(3, 3)


@pytest.mark.check
def test_g_5_a_card_mistaken_for_another_is_one_contradiction_and_accuses_nobody_40() -> None:
    cards_mistaken(sessions(40), 10)


def test_g_5_a_card_shown_that_another_plays_is_one_contradiction() -> None:
    """Whether it was shown or played there nobody knows: neither proves a revoke (CP-3.1), nor that somebody has (G-10)."""
    events = full_hand()
    wrong = court_log([*events[:20], Shown(seat=1, cards=cards("Js")), *events[20:]])
    for done in seen(wrong):
        assert [(row.clause, row.kind) for row in done.findings] == [("G-5", "contradiction")]
        assert [ended.result.points for ended in done.results] == [(0, 0, 0, 0)]


@pytest.mark.parametrize(("at", "lines"), [(16, [18, 19]), (35, [38])])
def test_g_13_two_plays_that_changed_places_show_as_out_of_turn_and_prove_no_revoke(at: int, lines: list[int]) -> None:
    """The lead of trick 4 and the card that followed it; the last card of trick 8 and the lead of its winner."""
    events = deal(CPX_2_HANDS, 0, "s") + tricks(CPX_2_TRICKS)
    events[at], events[at + 1] = events[at + 1], events[at]
    for done in seen(court_log(events)):
        assert [(row.clause, row.at) for row in done.findings] == [("G-13", line) for line in lines]
        assert done.state.courts == [0, 1]


# ---- Lines of other kinds --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [Dealt, TrumpNamed, Stopped, Scored, Closed])
def test_any_other_line_left_out_accuses_nobody(kind: type[Base]) -> None:
    for number in range(2):
        one = evening(number, rows=bool(number % 2))
        for at in (at for at, event in enumerate(one.events) if isinstance(event, kind)):
            for done in seen(one.log([*one.events[:at], *one.events[at + 1 :]])):
                assert not told(done), (number, at)
                nothing_wrong_is_told(one, done, (number, at))


def test_a_line_written_twice_is_at_most_one_contradiction() -> None:
    for number in range(3):
        one = evening(number, rows=bool(number % 2))
        for at in range(number, len(one.events), 3):
            if isinstance(one.events[at], HandStarted):
                continue
            for done in seen(one.log([*one.events[: at + 1], *one.events[at:]])):
                assert [row.kind for row in done.findings if row.kind != "note"] in ([], ["contradiction"]), (
                    number,
                    at,
                )
                nothing_wrong_is_told(one, done, (number, at))


def test_a_hand_whose_beginning_is_lost_is_one_contradiction_and_no_number() -> None:
    """Neither the dealer after it is accused, nor are rows compared with another hand (CP-5, CP-4)."""
    for number in range(6):
        one = evening(number, rows=bool(number % 2))
        for at in (at for at, event in enumerate(one.events) if isinstance(event, HandStarted)):
            for done in seen(one.log([*one.events[:at], *one.events[at + 1 :]])):
                assert [row.clause for row in done.findings if row.kind != "note"] == ["G-5"], (number, at)
                assert number % 2 or done.state.courts == [None, None], (number, at)
                streak = (done.state.streak_side, done.state.streak)
                assert done.state.streak < 1 or streak == one.streak, (number, at)


def test_a_row_written_after_the_next_hand_has_begun_settles_neither() -> None:
    """The play that follows shows that it was not the row of that hand."""
    row = Scored(tricks=(7, 6), points=(0, 0), totals=(0, 0))
    second = deal(CPX_2_HANDS, 3, "s")
    done = audit(court_log([*full_hand(), second[0], row, *second[1:], *tricks(CPX_2_TRICKS)]))
    assert [row.clause for row in done.findings] == ["G-5"]
    assert [ended.hand for ended in done.results] == [1]
    assert done.state.courts == [None, None]


# ---- CP-2 The deal ---------------------------------------------------------------------------------------------------


def test_cp_2_1_the_first_packet_written_twice_is_one_contradiction() -> None:
    events = full_hand()
    for record in (court_log([*events[:2], *events[1:]]), court_log([HandStarted(dealer=2), *[Dealt(each=5)] * 2])):
        assert found(record) == [("G-5", 4, 4, None)]
        assert [row.kind for row in audit(record).findings] == ["contradiction"]


def test_cp_2_3_the_second_packet_alone_is_no_packet_of_a_wrong_size() -> None:
    events = full_hand()
    record = court_log([events[0], *events[2:]])
    assert found(record) == []
    assert [part.result.points for part in audit(record).results] == [(0, 0, 0, 0)]


def test_cp_2_2_a_call_before_the_five_cards_is_told_of() -> None:
    events = full_hand()
    assert found(court_log([events[0], events[2], events[1], events[3]])) == [("CP-2.2", 4, 4, None)]


def test_cp_2_4_where_no_call_is_written_the_second_packet_was_not_early() -> None:
    events = full_hand()
    early = [*events[:2], events[3]]
    assert found(court_log(early)) == [("CP-2.4", 4, 4, 2)]
    assert found(court_log([*early, *events[4:]])) == []
    assert found(court_log([*early, events[2], *events[4:]])) == [("CP-2.4", 4, 4, 2), ("CP-2.4", 5, 5, 3)]


# ---- CP-3 The end of a hand, CP-6 corrections ------------------------------------------------------------------------


def test_cp_3_2_a_stop_whose_last_card_is_missing_was_not_early() -> None:
    """Side 1 has six tricks, and three cards of the seventh are written down."""
    events = deal(CPX_2_HANDS, 0, "s") + tricks(CPX_2_TRICKS[:7])
    done = audit(court_log([*events[:-1], Stopped()]))
    assert done.findings == []
    assert done.state.courts == [0, None]
    assert found(court_log([*events[:-2], Stopped()])) == [("CP-3.2", 32, 32, None)]


def test_cp_3_2_a_hand_after_a_sweep_may_have_been_stopped() -> None:
    events = deal(CPX_2_HANDS, 0, "s") + tricks(CPX_2_TRICKS[:7])
    assert found(court_log([*events, HandStarted()])) == []
    assert found(court_log([*events[:-1], HandStarted()])) == []
    assert found(court_log([*events[:-4], HandStarted()])) == [("CP-3.2", 30, 30, None)]


def test_cp_6_1_a_change_that_put_nothing_right_stays_told_when_the_revoke_is_put_right() -> None:
    """5d to clubs is a revoke; 8s does not follow either, 9c does."""
    wrong, right = (Corrected(seat=2, card=cards(card)[0]) for card in ("8s", "9c"))
    assert found(court_log(cpx_5(wrong, right, *trick(0, "3c")))) == [("CP-6.1", 7, 7, 2)]
    kept = cpx_5(wrong, *trick(0, "3c"), *trick(3, "2s Ad 3d 9c"))
    assert found(court_log(kept)) == [("CP-6.1", 7, 7, 2), ("CP-3.1", 5, 12, 2)]


def test_cp_6_1_a_change_written_twice_is_one_contradiction() -> None:
    change = Corrected(seat=2, card=cards("9c")[0])
    done = audit(court_log(cpx_5(change, change, Corrected(seat=3, card=cards("7d")[0]), *trick(0, "3c"))))
    assert [(row.clause, row.at, row.kind) for row in done.findings] == [("G-5", 8, "contradiction")]
    assert done.state.winners == [1]


def test_g_5_a_card_listed_in_packets_of_two_hands_is_one_contradiction() -> None:
    """Seat 0 has the jack of diamonds of seat 1 on its list: neither list is evidence, and the play goes on."""
    hands = [CPX_1_HANDS[0].replace("Js", "Jd"), *CPX_1_HANDS[1:]]
    assert found(court_log(deal(hands, 2, "d") + tricks(CPX_1_TRICKS))) == [("G-5", 5, 5, 1)]


def whole(hands: list[str]) -> list[Base]:
    """CPX-1 with the second packet written as whole hands, the first in them."""
    start, first, call, _ = deal(CPX_1_HANDS, 2, "d")
    return [start, first, call, Dealt(hands=tuple(cards(hand) for hand in hands)), *tricks(CPX_1_TRICKS)]


def test_cp_10_hands_written_whole_behind_their_first_five() -> None:
    start, first, call, second, *plays = whole(CPX_1_HANDS)
    for events in ([start, first, call, second, *plays], [start, first, second, call, *plays]):
        assert [one.kind for one in audit(court_log(events)).findings] == ["note"]
    assert found(court_log([start, Dealt(each=5), call, second, *plays[:1], *trick(0, "6s")])) == [("CP-3.1", 7, 7, 0)]
    some = Dealt(hands=(cards("?? " * 13), None, *second.hands[2:]))
    assert found(court_log([start, first, call, some, *plays])) == []
    assert found(court_log([start, first, call, some, *plays[:1], *trick(0, "6s")])) == []
    assert found(court_log([start, first, call, some, *plays[:2], *trick(1, "8s")])) == [("CP-3.1", 8, 8, 1)]


@pytest.mark.parametrize(("old", "new"), [("Js", "Jd"), ("Js", "Qs"), ("Th", "As")])
def test_cp_10_each_card_of_the_first_packet_belongs_to_the_same_hand(old: str, new: str) -> None:
    log = court_log(whole([CPX_1_HANDS[0].replace(old, new), *CPX_1_HANDS[1:]]))
    assert [row[:3] for row in found(log)] == [("G-5", 5, 5)]


@pytest.mark.parametrize("viewer", [PUBLIC, 0, 2])
def test_cp_10_hands_written_whole_are_seen_by_each_seat_as_its_own(viewer: int) -> None:
    log = court_log(whole(CPX_1_HANDS))
    hidden = redact_log(log, viewer, "hidden")
    for (_, _, seen), (_, _, told) in zip(frames(hidden), frames(log), strict=True):
        assert encode_state(seen) == encode_state(view(told, viewer))


def second_hand(caller: int) -> list[Base]:
    """Another hand of which only the call and the first trick are written."""
    return [HandStarted(), TrumpNamed(seat=caller, suit="h"), *trick(caller, "2h 3h 4h 5h")]


@pytest.mark.parametrize("wrong", [0, 1, 3])
def test_cp_2_2_who_named_trump_and_leads_shows_that_the_dealer_is_written_wrongly(wrong: int) -> None:
    log = court_log([HandStarted(dealer=wrong), *full_hand()[1:], *second_hand(0)])
    done = audit(log)
    assert [(one.name, one.kind, one.clause, one.at, one.against, one.found_at, one.seat) for one in done.findings] == [
        ("wrong_dealer", "contradiction", "G-8", 4, 2, 6, None),
    ]
    assert [one.result.dealer for one in done.results] == [2]


def test_cp_2_4_who_names_trump_for_another_that_leads_is_told_of_once_as_before() -> None:
    events = full_hand()
    events[2] = TrumpNamed(seat=1, suit="d")
    assert found(court_log([*events, *second_hand(0)])) == [("CP-2.4", 4, 4, 1)]


def test_cp_3_1_after_a_lead_against_the_dealer_that_one_line_names_either_may_have_dealt() -> None:
    """No call is in the record: who leads was not the caller, or the dealer is written wrongly."""
    events = [event for event in full_hand() if not isinstance(event, TrumpNamed | Dealt)]
    wrong = [HandStarted(dealer=1), *events[1:]]
    for caller in (0, 2):
        log = court_log([*wrong, Scored(points=(0, 0), trump="d"), *second_hand(caller)])
        assert [row[:2] for row in found(log)] == [("G-13", 3)], caller


def test_cp_2_4_a_call_against_a_dealer_that_another_hand_has_shown_is_a_breach() -> None:
    log = court_log([*full_hand(), *second_hand(1)])
    assert [(one.name, one.kind, one.seat) for one in audit(log).findings] == [
        ("wrong_call", "breach", 1),
        ("out_of_turn", "breach", 1),
    ]
