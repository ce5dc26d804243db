"""What a result tells of each hand and of the session, and that all who show a session show one state: over all games by what they
declare.
"""

import ast
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.games.games import GAMES, levels, session
from tests.games.slips import slipped
from tests.games.test_amended import amended, inserted, retracted
from upcard.cli.frames import frames_of
from upcard.engine.audit import Audit, audit
from upcard.engine.effective import effective
from upcard.engine.fold import begin, fold, frames
from upcard.engine.game import find
from upcard.engine.kernel.results import UNTOLD, WITHOUT_END, Result
from upcard.engine.kernel.state import State
from upcard.engine.log import Log
from upcard.engine.session import Session
from upcard.engine.session import session as told
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import UNKNOWN
from upcard.schemas.events import BetPlaced, Closed, Gap, Played, ResultCalled

each_game = pytest.mark.parametrize("game", GAMES)


STEPS = 12
"""So many events are stepped through, each of which is looked at: of a hand with a slip each look reads it anew."""


# ---- One state ---------------------------------------------------------------------------------------------------------


def variants(game: str, count: int) -> Iterator[Log]:
    """Sessions of one hand, as they were and with a slip, with all that is known and as all saw it, some of them amended."""
    mends: list[Any] = [None, amended, retracted, inserted]
    for number in range(count):
        rng = random.Random(f"{game} {number}")
        log = session(game, number, hands=1)
        log = slipped(rng, log)[1] if number % 2 else log
        mend = mends[number % 4]
        log = log if mend is None else mend(rng, log).log
        yield redact_log(log, PUBLIC, "copy") if number % 3 else log


@each_game
def test_fold_audit_show_and_replay_agree_on_one_state(game: str) -> None:
    scene = find(game).scene
    for number, log in enumerate(variants(game, 4)):
        done = audit(log)
        assert fold(log) == done.state, number
        assert fold(log, until=max(line for line, _ in log.events)) == done.state, number  # as `show` asks for its end
        some = Log(effective(log).header, effective(log).events[:STEPS])
        *_, (_, _, last) = frames(some)
        *_, shown = frames_of(some)
        looked = audit(some)
        assert last == looked.state, number
        assert (shown.scene, shown.hand) == (looked.scene(), looked.state.hand), number
        assert len(looked.states) > 1 or shown.scene == scene(looked.state), number


@each_game
def test_what_is_told_after_a_line_is_what_is_told_of_the_log_up_to_it(game: str) -> None:
    for number, log in enumerate(variants(game, 3)):
        standing = effective(log)
        going, events = Audit(standing), standing.events[: random.Random(number).randrange(len(standing.events)) + 1]
        for numbered in events:
            going.feed([numbered])
            _ = going.state  # whoever looks changes nothing
        part = audit(Log(standing.header, events))
        assert going.states == part.states, number
        assert going.findings == part.findings, number


def with_a_card_not_seen(game: str, number: int) -> Iterator[Log]:
    """The beginnings of a hand as all saw it, with one of its first cards not seen: who has won a trick may be open."""
    log = redact_log(session(game, number, hands=1), PUBLIC, "copy")
    plays = [at for at, (_, event) in enumerate(log.events) if isinstance(event, Played)]
    for at in plays[:4]:
        line, event = log.events[at]
        unseen: Any = msgspec.structs.replace(event, card=UNKNOWN)  # type: ignore[type-var]
        events = [*log.events[:at], (line, unseen), *log.events[at + 1 :]]
        yield from (Log(log.header, events[: at + more]) for more in (1, 4))


@each_game
def test_of_readings_that_are_equally_likely_the_first_is_the_state_and_a_table_shows_what_all_have(game: str) -> None:
    several = 0
    for number in range(2):
        for log in with_a_card_not_seen(game, number):
            done = audit(log)
            first, *others = done.states
            several += bool(others)
            *_, (_, _, last) = frames(log)
            *_, shown = frames_of(log)
            assert fold(log) == fold(log, until=log.events[-1][0]) == last == done.state == first
            assert shown.scene == done.scene()
    assert several or not hasattr(begin(session(game, 0)), "tricks")


# ---- Hands -------------------------------------------------------------------------------------------------------------


@each_game
def test_each_hand_says_how_it_ended_who_won_it_and_what_all_have_now(game: str) -> None:
    endings, seen = find(game).ends, set()
    for number in range(6):
        log = session(game, number)
        for _, one in levels(log):
            for hand in told(one).hands:
                result, seats = hand.result, len(log.header.seats)
                assert result.how in endings
                assert result.says
                assert hand.ended is not None
                assert {len(part) for part in (result.points, result.won, result.totals, hand.players)} == {seats}
                assert result.dealer is None or result.dealer < seats
                winners = {seat for seat in range(seats) if result.won[seat]}
                assert (result.winners is None) is (result.counts and None in result.won)
                assert result.winners is None or set(result.winners) == winners
                seen.add(result.how)
    assert seen - {UNTOLD}
    assert seen <= set(endings)


def cut_within_a_hand(log: Log) -> list[Any]:
    """The events of a session up to the middle of its first hand."""
    _, start, end = audit(log).hands[0]
    return [event for _, event in log.events[: (start + end) // 2]]


@each_game
def test_a_hand_without_an_end_says_why(game: str) -> None:
    log = session(game, 0, hands=1)
    part = cut_within_a_hand(log)
    for more, how in (
        ([], "on"),
        ([Closed(unfinished=True)], "cut_off"),
        ([Gap()], "missed"),
        ([Gap(), Closed()], "missed"),
    ):
        done = told(Log.of(log.header, [*part, *more]))
        result = done.hands[0].result
        if result.how != "not_played":  # the bank closed before any card was dealt
            assert (result.how, result.says) == (how, WITHOUT_END[how]), more
        assert result.points.count(None) == len(result.points) or how == "cut_off"
        assert done.open.hand == (None if done.closed else 1), more
        assert bool(done.open.next) or how != "on"


@each_game
def test_hands_that_were_missed_are_told_by_their_numbers(game: str) -> None:
    first, second = session(game, 0, hands=1), session(game, 2, hands=1)
    played = [event for _, event in first.events if not isinstance(event, Closed)]
    done = told(Log.of(first.header, [*played, Gap(hands=2), *(event for _, event in second.events)]))
    assert done.open.missed == (2, 3)
    assert [one.hand for one in done.hands] == [1, 4]
    assert told(first).open.missed == ()


@each_game
def test_what_was_missed_of_a_hand_hides_no_other_hand(game: str) -> None:
    """Also where more may follow than is followed, as who is out of the game after it, and who deals."""
    for number in (0, 4, 8):
        log = session(game, number, hands=3)
        events = [event for _, event in log.events]
        whole = audit(log).hands
        _, start, end = whole[0]
        cut = [*events[: start + 3], Gap(), *events[(start + 3 + end) // 2 :]]
        assert [hand for hand, *_ in audit(Log.of(log.header, cut)).hands] == [hand for hand, *_ in whole], number


# ---- The session -------------------------------------------------------------------------------------------------------


OWN_WINNERS = {"pop", "hasenpfeffer", "last_one"}
"""Games in which not always the best total wins the session."""


def summary(done: Session) -> dict[str, tuple[int | None, int | None]]:
    """Total and points of each player; no points where those of a hand are not known."""
    return {one.player: (one.total, None if one.unknown else one.points) for one in done.standings}


@each_game
def test_what_is_said_of_an_earlier_hand_by_its_number_is_compared_with_that_hand(game: str) -> None:
    log = simulate(Setup(game=game, seed=3), hands=2)
    events = [event for _, event in log.events if not isinstance(event, Closed)]
    (first, _, end), *_ = audit(log).hands
    said = [ResultCalled(result=word, seat=seat) for seat in range(len(log.header.seats)) for word in ("won", "noir")]
    wrong = 0
    for one in said:
        at_once = audit(Log.of(log.header, [*events[:end], one, *events[end:]]))
        later = audit(Log.of(log.header, [*events, msgspec.structs.replace(one, hand=first)]))
        assert [(one.name, one.seat, one.hand) for one in later.findings] == [
            (one.name, one.seat, one.hand) for one in at_once.findings
        ]
        wrong += any(one.kind == "testimony" for one in later.findings)
    assert 0 < wrong < len(said)


@each_game
def test_standings_and_winners_follow_from_the_hands_and_say_nothing_that_is_not_so(game: str) -> None:
    for number in range(6):
        log = session(game, number)
        truth = told(log)
        for level, one in levels(log):
            done = told(one)
            assert done.winners in {None, truth.winners}, (number, level)
            for player, known in summary(done).items():
                for part, true in zip(known, summary(truth)[player], strict=True):
                    assert part is None or part == true, (number, level, player)
        best = "least" if find(game).best == "least" else "most"
        placed = [one.total for one in truth.standings if one.place is not None]
        assert placed == sorted(placed, key=lambda total: total or 0, reverse=best == "most"), number
        assert bool(truth.clause) or truth.winners is None
        if truth.winners and game not in OWN_WINNERS:
            first = {one.seat for one in truth.standings if one.place == 1}
            assert set(truth.winners) == first, number


@each_game
def test_nothing_is_open_once_a_session_is_closed_but_what_the_record_cannot_tell(game: str) -> None:
    for number in range(4):
        done = told(session(game, number))
        assert done.closed
        assert (done.open.hand, done.open.next) == (None, ())


def test_some_sessions_are_decided_in_all_games_that_can_be() -> None:
    for game in GAMES:
        found = find(game)
        if found.closing:
            done = told(session(game, 0, hands=3))
            assert (done.clause, done.closed) == (found.closing, True) or done.clause, game
            assert done.winners is not None, game
            assert done.says, game


# ---- Who asks ----------------------------------------------------------------------------------------------------------

CALLERS = [
    path
    for folder in ("records", "pages", "cli", "api", "tools")
    for path in (Path(__file__).parents[2] / folder).rglob("*.py")
]


def test_nobody_who_tells_of_a_session_reads_a_field_of_the_state_of_a_game() -> None:
    """What all games have is the kernel's; all else is told by results, scenes and what is due."""
    known = set(dir(State))
    read = [
        (path.name, node.lineno, node.attr)
        for path in CALLERS
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute)
        and "state" in {getattr(node.value, "id", ""), getattr(node.value, "attr", "")}
    ]
    assert read
    assert [one for one in read if one[2] not in known] == []


# ---- Worked examples ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("won", "counts", "winners"),
    [
        ((True, False, True, False), True, (0, 2)),
        ((None, True), True, None),
        ((None, None), True, None),
        ((None, None), False, ()),
        ((False, False), True, ()),
    ],
)
def test_winners_are_told_where_all_is_known(won: Any, counts: bool, winners: Any) -> None:
    assert Result(points=(None,) * len(won), won=won, counts=counts).winners == winners


@pytest.mark.parametrize(
    ("game", "totals", "winners"),
    [
        ("court_piece", [3, 1], (0, 2)),
        ("court_piece", [2, 2], ()),
        ("court_piece", [None, 1], None),
        ("big_two", [12, 4, 101, 4], (1, 3)),
    ],
)
def test_who_has_the_best_total_has_won(game: str, totals: Any, winners: Any) -> None:
    ended = audit(simulate(Setup(game=game, seats=4), hands=1)).results[-1].after
    ended.totals = totals
    assert find(game).won_by(ended) == winners


def test_where_both_reach_the_target_who_won_the_round_has_won_the_match() -> None:
    ended = audit(session("pop", 0, hands=1)).results[-1].after
    ended.totals, ended.won_by = [ended.options.target, ended.options.target], 1
    assert find("pop").won_by(ended) == ((1,) if ended.options.both_reach_target == "round_winner" else None)


def open_at(log: Log, kind: type) -> list[Any]:
    """What was owed after the first event of a kind."""
    last = next(place for place, (_, event) in enumerate(log.events, start=1) if type(event) is kind)
    return list(told(Log(log.header, log.events[:last])).open.debts)


def test_a_bet_on_the_table_and_a_draw_that_is_owed_are_open() -> None:
    log = simulate(Setup(game="trente_et_quarante", seed=1), hands=3)
    (bet, *_) = open_at(log, BetPlaced)
    assert bet.seat is not None
    assert bet.amount
    assert bet.says.startswith("bet ")
    owed = [
        debt
        for seed in range(6)
        for _, _, state in frames(simulate(Setup(game="last_one", seed=seed), hands=1))
        for debt in find("last_one").owed_in(state)
    ]
    assert owed
    assert all(debt.amount and debt.says.endswith(" to draw") for debt in owed)


def test_payments_that_hang_on_a_card_nobody_saw_are_open() -> None:
    logs = (redact_log(simulate(Setup(game="pope_joan", seed=seed), hands=1), PUBLIC, "public") for seed in range(40))
    owed = [debt.says for log in logs for debt in told(log).open.debts]
    assert owed
    assert set(owed) == {"who held a card that payments hang on is not known"}
