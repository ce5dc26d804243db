"""Whose seats are dealt to, in every game by what it declares: players leave and come between hands, and the others play on."""

import random
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import msgspec
import pytest

from tests.builders import log_of
from tests.experiments import few_or_many
from tests.games.games import GAMES, IN_TURN, accusations, contradicts, found, levels, numbers, setups
from tests.games.sheets import in_place, played, row_of, some_columns, with_rows, written
from upcard.engine.audit import Audit, audit
from upcard.engine.game import find
from upcard.engine.log import Log
from upcard.engine.session import hands_of
from upcard.engine.simulate import choose, simulate
from upcard.schemas.cards import Card
from upcard.schemas.events import (
    Dealt,
    Event,
    FinalDealt,
    Gap,
    HandStarted,
    Joined,
    Left,
    Opened,
    Played,
    Shown,
    Voided,
)

each_game = pytest.mark.parametrize("game", GAMES)
Moves = dict[int, list[Event]]
"""Who leaves and comes, by the number of hands that have ended before."""


def evening(header: Opened, seed: str, hands: int, moves: Moves) -> Log:
    """A session of random legal play in which players leave and come before the next hand begins."""
    game, rng, play = find(header.game), random.Random(seed), Audit(Log(header, []))
    events: list[Event] = []
    moves = dict(moves)

    def feed(event: Any) -> None:
        events.append(event)
        play.feed([(len(events) + 1, event)])

    while not (state := play.state).closed:
        event = choose(rng, game.due(state), done=state.ended >= hands)
        before = moves.pop(state.ended, None) if isinstance(event, HandStarted) else None
        for move in before or ():
            feed(move)
        if before is None:
            feed(event)
    return Log.of(header, events)


def changing(game: str, number: int) -> Log:
    """An evening: one leaves after the first hand, and somebody else takes that seat after the second; where all seats have to be
    played, at once. Later another leaves, or is replaced.
    """
    some = [one for one in setups(game) if (one.seats or 9) > max(2, find(game).seats[0])] or setups(game)
    header = simulate(msgspec.structs.replace(some[number % len(some)], seed=number), hands=1).header
    rng, seats = random.Random(f"{game} {number}"), len(header.seats)
    one, other = rng.sample(range(seats), 2) if seats > 1 else (0, 0)
    comes, follows = Joined(seat=one, player="new"), Joined(seat=other, player="other")
    if find(game).seats[0] < seats:
        moves: Moves = {1: [Left(seat=one)], 2: [comes], 3: [Left(seat=other)] if number % 2 else [follows]}
    else:
        moves = {1: [Left(seat=one), comes], 2: [follows], 3: [Left(seat=one)]}
    return evening(header, f"{game} {number}", 4, moves)


def unwritten(_rng: random.Random, log: Log) -> Log:
    """The log without its deals."""
    return Log.of(log.header, [event for _, event in log.events if not isinstance(event, Dealt)])


def partly(rng: random.Random, log: Log) -> Log:
    """The log with deals in which some hands were not written down, nor how many cards these were."""
    events: list[Any] = [event for _, event in log.events]
    for at, event in enumerate(events):
        if isinstance(event, Dealt) and event.hands is not None:
            hands = tuple(None if rng.random() < 0.5 else cards for cards in event.hands)
            events[at] = msgspec.structs.replace(event, hands=hands)
    return Log.of(log.header, events)


def as_it_is(_rng: random.Random, log: Log) -> Log:
    """The log."""
    return log


WRITTEN: tuple[Callable[[random.Random, Log], Log], ...] = (as_it_is, unwritten, partly)


class Judged(NamedTuple):
    """The record of an evening, in words which it is, and its audit, with the audit of all that happened."""

    what: str
    log: Log
    done: Audit
    truth: Audit


@cache
def records(game: str, count: int = 2) -> tuple[Judged, ...]:
    """Evenings in which players leave and come, with the deals written, not written and written in part, as all and as each saw
    them.
    """
    rng = random.Random(game)
    judged = []
    for number in range(count):
        log = changing(game, number)
        truth = audit(log)
        for write in WRITTEN:
            for level, one in levels(write(rng, log)):
                judged.append(Judged(f"{number} {write.__name__} {level}", one, audit(one), truth))
    return tuple(judged)


@each_game
def test_players_leave_and_come_between_hands_and_nothing_is_found(game: str) -> None:
    for one in records(game):
        assert [finding for finding in one.done.findings if finding.kind != "note"] == [], one.what
        assert contradicts(numbers(one.done), numbers(one.truth)) == [], one.what


VARYING = tuple(game for game in IN_TURN if find(game).seats[0] < find(game).seats[1])
"""The games in which more or fewer may play."""


@pytest.mark.parametrize("game", VARYING)
def test_a_seat_where_nobody_sits_has_no_part_in_a_hand(game: str) -> None:
    seen = 0
    for what, log, done, _ in records(game):
        for hand in hands_of(log, done):
            empty = {seat for seat, player in enumerate(hand.players) if not player}
            acts = [event for _, event in log.events[hand.start : hand.end] if not isinstance(event, Left | Joined)]
            assert not empty & {getattr(event, "seat", None) for event in acts}, what
            deals = [event.hands for event in acts if isinstance(event, Dealt) and event.hands]
            assert not any(cards for dealt in deals for seat, cards in enumerate(dealt) if seat in empty), what
            assert set(hand.result.absent) >= empty, what
            seen += bool(empty)
    assert seen


@pytest.mark.parametrize("game", VARYING)
def test_who_is_dealt_cards_takes_part_and_who_is_dealt_none_does_not_whoever_is_told_to_sit_there(game: str) -> None:
    for number in range(3):
        header = changing(game, number).header
        seats = header.seats
        one = random.Random(number).randrange(len(seats))
        empty = msgspec.structs.replace(header, seats=(*seats[:one], "", *seats[one + 1 :]))
        for told, true in ((empty, header), (header, empty)):
            log = evening(true, f"{game} {number}", 1, {})
            other = Log.of(told, [event for _, event in log.events])
            for level, copy in levels(other):
                told_of = {name for _, name, _, _ in found(copy)}
                assert told_of <= {"unequal_hands"}, (number, level)  # LO-9.9, as long as no line tells who left
                assert accusations(audit(copy)) == [], (number, level)
            assert numbers(audit(other)) == numbers(audit(log)), number


def with_zeros(row: Any, players: tuple[str, ...]) -> Any:
    """A row that leaves out the seats where nobody sits, with 0 for each of them."""
    figures = {name: getattr(row, name) for name in row.__struct_fields__}
    seated = sum(map(bool, players))
    full = {}
    for name, value in figures.items():
        if isinstance(value, tuple) and len(value) == seated:
            numbers_of = iter(value)
            full[name] = tuple(next(numbers_of) if player else 0 for player in players)
    return msgspec.structs.replace(row, **full)


@pytest.mark.parametrize("game", [game for game in VARYING if any(one.per == "seat" for one in find(game).sheet)])
@few_or_many(3, 30, 300)
def test_a_row_may_leave_out_the_seats_where_nobody_sits(game: str, count: int) -> None:
    """As a club strikes the column of who has left, or has 0 in it; whatever columns are written, and where a gap has made totals unknown."""
    seen = 0
    for number in range(count):
        rng, log = random.Random(f"{game} {number}"), played(changing(game, number))
        if any(isinstance(event, FinalDealt) for _, event in log.events):
            continue  # a line of a sheet cannot say that its deal divides the board
        rows = {one.hand: row_of(one, seated_only=True) for one in audit(log).results}
        rows = {hand: row for hand, row in rows.items() if written(row)}
        columns = [one for row in rows.values() for one in msgspec.structs.astuple(row) if isinstance(one, tuple)]
        seen += any(len(one) < len(log.header.seats) for one in columns)
        nothing = {
            one.hand: with_zeros(rows[one.hand], one.players) for one in hands_of(log, audit(log)) if one.hand in rows
        }
        for kept in (rows, nothing, {hand: some_columns(rng, row) for hand, row in rows.items()}):
            for one in (with_rows(log, kept)[0], in_place(log, kept, list(kept))[0]):
                assert found(one) == [], (number, kept)
                assert contradicts(numbers(audit(one)), numbers(audit(log))) == [], (number, kept)
            events = [event for _, event in one.events]
            audit(Log.of(log.header, [*events[:2], Gap(hands=1), *events[2:]]))
    assert seen


@pytest.mark.parametrize("game", IN_TURN)
def test_any_seat_may_deal_after_a_hand_thrown_in_of_which_nobody_saw_the_dealer(game: str) -> None:
    header = changing(game, 0).header
    for seats in [header.seats, *[(*header.seats[:-1], "")] * (game in VARYING)]:
        table = msgspec.structs.replace(header, seats=seats)
        for dealer in (None, *range(len(header.seats) - 1)):
            assert found(Log.of(table, [Gap(), Voided(), HandStarted(dealer=dealer)])) == [], (seats, dealer)


@pytest.mark.parametrize("game", IN_TURN)
def test_where_all_seats_have_to_be_played_somebody_of_whom_no_line_tells_plays_an_empty_one(game: str) -> None:
    """As where too few would be left to play: nothing is told otherwise, and no stake is paid that was not due."""
    least = find(game).seats[0]
    log = simulate(msgspec.structs.replace(setups(game)[0], seats=least), hands=3)
    events = [event for _, event in log.events]
    begins = [at for at, event in enumerate(events) if isinstance(event, HandStarted)]
    for seat in range(least):
        left = Log.of(log.header, [*events[: begins[1]], Left(seat=seat), *events[begins[1] :]])
        for level, one in levels(left):
            assert found(one) == [], (seat, level)
        assert numbers(audit(left)) == numbers(audit(log)), seat


@pytest.mark.parametrize("game", ["last_one", "pope_joan", "spinado"])
def test_a_lost_line_of_who_left_or_came_accuses_nobody(game: str) -> None:
    for number in range(2):
        log = changing(game, number)
        events = [event for _, event in log.events]
        for at, event in enumerate(events):
            if isinstance(event, Left | Joined):
                one = Log.of(log.header, [*events[:at], *events[at + 1 :]])
                assert accusations(audit(one)) == [], (number, at)


@pytest.mark.parametrize("late", [False, True], ids=["before the next hand", "after it has begun"])
def test_a_hand_is_of_those_who_sat_there_when_it_ended_whenever_its_cards_are_shown(late: bool) -> None:
    plays = [
        Played(seat=1, card=Card(card)) for card in ["Kc", "Ks", "Kh", "Kd", "Ac", "As", "Ah", "7d", "Qs", "Qh", "Qc"]
    ]
    shown = Shown(seat=0, cards=(Card("Ad"),), hand=1)
    after = [HandStarted(), shown] if late else [shown]
    events = [HandStarted(dealer=0), Dealt(each=11), *plays, Joined(seat=0, player="eve"), *after]
    log = log_of("spinado", events, 3)
    first = next(hands_of(log, audit(log)))
    assert (first.players, first.result.points) == (("p1", "p2", "p3"), (-25, 22, -3))
    assert late <= (first.result.totals == (-25, 22, -3))


@pytest.mark.parametrize("game", [game for game in VARYING if any(one.field == "points" for one in find(game).sheet)])
def test_points_written_for_a_seat_where_nobody_sits_are_wrong_in_the_row_of_a_hand_that_was_played(game: str) -> None:
    log = played(changing(game, 0))
    rows, done = {one.hand: row_of(one, seated_only=True) for one in audit(log).results}, audit(log)
    hand = next(one for one in hands_of(log, done) if "" in one.players and rows[one.hand].points)
    points = [*with_zeros(rows[hand.hand], hand.players).points]
    points[hand.players.index("")] = 7
    row = msgspec.structs.replace(rows[hand.hand], points=tuple(points), totals=None, counts=None, seat=None)
    (wrong,) = [one for one in audit(with_rows(log, {hand.hand: row})[0]).findings if one.kind != "note"]
    assert (wrong.kind, wrong.hand) == ("testimony", hand.hand)
