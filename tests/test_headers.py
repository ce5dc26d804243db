"""A header is held against its game in one place: how many play, and that nobody sits in two seats."""

import msgspec
import pytest

from tests.builders import log_of
from upcard.engine.audit import audit
from upcard.engine.effective import effective, problems
from upcard.engine.fold import begin, fold
from upcard.engine.game import find, keys
from upcard.engine.kernel.state import encode_state
from upcard.engine.log import Log
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.errors import UsageError
from upcard.schemas.events import FORMAT, Amended, Closed, Event, Gap, HandStarted, Joined, Left, Noted, Opened
from upcard.schemas.findings import COUNTED, Finding


def header(game: str, seats: tuple[str, ...]) -> Opened:
    """A header with these seats."""
    return Opened(format=FORMAT, log="test", game=game, seats=seats)


def players(count: int) -> tuple[str, ...]:
    """So many of them."""
    return tuple(f"p{seat + 1}" for seat in range(count))


def found(log: Log) -> list[tuple[str, str, int, int | None]]:
    """The findings that count: name, kind, line, and who is named."""
    return [(one.name, one.kind, one.at, one.seat) for one in audit(log).findings if one.kind in COUNTED]


@pytest.mark.parametrize("game", keys())
def test_a_header_with_too_many_or_too_few_seats_is_no_table(game: str) -> None:
    least, most = find(game).seats
    several = f"{least}" if least == most else f"{least} to {most}"
    for count in {0, least - 1, most + 1, most + 40}:
        with pytest.raises(UsageError, match=rf"{game} takes {several} players, not {count}$"):
            begin(Log(header(game, players(count)), []))
    begin(Log(header(game, players(least)), []))


@pytest.mark.parametrize("game", keys())
def test_two_seats_of_one_player_are_no_table_but_empty_seats_are(game: str) -> None:
    count = max(2, find(game).seats[0])
    with pytest.raises(UsageError, match="two players are called p1"):
        find(game).table(header(game, (*players(count - 1), "p1")))
    find(game).table(header(game, ("",) * count))


@pytest.mark.parametrize("game", keys())
def test_a_session_leaves_nothing_behind_at_another_table_of_the_game(game: str) -> None:
    log = simulate(Setup(game=game, seed=3), hands=2)
    before = encode_state(find(game).table(log.header))
    assert encode_state(audit(log).state) != before
    assert encode_state(find(game).table(log.header)) == before


def test_recording_and_simulating_say_it_in_the_same_words() -> None:
    with pytest.raises(UsageError, match="court_piece takes 4 players, not 5"):
        simulate(Setup(game="court_piece", seats=5), hands=1)


@pytest.mark.parametrize(
    ("game", "seats", "says"),
    [
        ("court_piece", players(5), "court_piece takes 4 players, not 5"),
        ("court_piece", ("a", "b", "a", "d"), "two players are called a"),
        ("nothing", players(4), "no game 'nothing'"),
    ],
)
def test_an_amendment_that_would_make_the_header_wrong_is_a_problem_without_effect(
    game: str, seats: tuple[str, ...], says: str
) -> None:
    log = log_of("court_piece", [Noted(note="a"), Amended(line=1, event=header(game, seats))])
    assert problems(log) == [(3, says)]
    assert effective(log).header == log.header
    assert found(log) == [("amendment", "contradiction", 3, None)]
    assert fold(log).players == list(log.header.seats)


def test_an_amendment_may_put_a_wrong_header_right() -> None:
    right = header("court_piece", players(4))
    log = Log.of(header("court_piece", players(5)), [Amended(line=1, event=right)])
    assert effective(log).header == right
    assert found(log) == []


# ---- Joined: who sits already --------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", keys())
def test_somebody_who_sits_already_cannot_take_another_seat(game: str) -> None:
    log = Log.of(header(game, players(max(2, find(game).seats[0]))), [Joined(seat=1, player="p1"), Noted(note="on")])
    assert found(log) == [("sits_already", "contradiction", 2, None)]
    (finding,) = (one for one in audit(log).findings if one.kind in COUNTED)
    assert finding.says == "who takes the place of seat 1 has that of seat 0 already"
    assert finding.clause == find(game).impossible


@pytest.mark.parametrize("game", keys())
def test_who_left_or_sits_there_may_sit_down(game: str) -> None:
    left = [Left(seat=0), Joined(seat=1, player="p1")]
    same = [Joined(seat=0, player="p1"), Joined(seat=1, player="new"), Joined(seat=1, player="p2")]
    nobody = [Left(seat=0), Joined(seat=1, player="")]
    for events in (left, same, nobody):
        log = Log.of(header(game, players(max(2, find(game).seats[0]))), events)
        assert "sits_already" not in [one.name for one in audit(log).findings]


def test_players_who_change_places_may_be_told_one_after_the_other() -> None:
    two = [Joined(seat=0, player="p3"), Joined(seat=2, player="p1")]
    around = [Joined(seat=0, player="p2"), Joined(seat=1, player="p3"), Joined(seat=2, player="p1")]
    other_way = [Joined(seat=0, player="p2"), Joined(seat=2, player="p1"), Joined(seat=1, player="p3")]
    late = [Joined(seat=0, player="p3"), Noted(note="and"), Left(seat=2)]
    for events in (two, around, other_way, late):
        assert found(log_of("court_piece", events)) == [], events


def test_a_place_given_up_only_in_the_next_hand_excuses_nothing() -> None:
    log = log_of("court_piece", [Joined(seat=0, player="p3"), HandStarted(dealer=1), Left(seat=2)])
    assert found(log) == [("sits_already", "contradiction", 2, None)]


def test_who_left_while_nobody_wrote_may_sit_elsewhere() -> None:
    log = log_of("court_piece", [HandStarted(dealer=1), Gap(), Joined(seat=0, player="p3")])
    assert "sits_already" not in [one.name for one in audit(log).findings]


# ---- Left: in the middle of a hand -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", keys())
def test_who_leaves_in_the_middle_of_a_hand_is_told_of_unless_the_seat_is_taken_over(game: str) -> None:
    log = simulate(Setup(game=game, seed=2), hands=1)
    half = len(log.events) // 2
    seat = next(seat for seat, player in enumerate(log.header.seats) if player)
    acts = [event for _, event in log.events]

    def told(*events: Event, at: int = half) -> list[Finding]:
        changed = Log.of(log.header, [*acts[:at], *events, *acts[at:]])
        return [one for one in audit(changed).findings if one.name == "left_in_a_hand"]

    (note,) = told(Left(seat=seat))
    assert (note.kind, note.seat, note.clause) == ("note", seat, find(game).impossible)
    assert told(Left(seat=seat), Noted(note="who plays on?"), Joined(seat=seat, player="new")) == []
    assert told(Joined(seat=seat, player="new")) == []
    assert told(Left(seat=seat), at=0) == []
    assert told(Left(seat=seat), at=len(acts) - (isinstance(acts[-1], Closed))) == []


def test_a_redacted_copy_has_the_header_as_it_was_amended() -> None:
    log = simulate(Setup(game="court_piece", seed=1), hands=1)
    new = msgspec.structs.replace(log.header, seats=("w", "x", "y", "z"))
    line = log.events[-1][0] + 1
    wrong = Amended(line=1, event=msgspec.structs.replace(new, seats=("w",) * 4))
    for amendments in ([Amended(line=1, event=new)], [wrong, Amended(line=line, event=Amended(line=1, event=new))]):
        amended = Log(log.header, [*log.events, *enumerate(amendments, start=line)])
        copy = redact_log(amended, PUBLIC, "copy")
        assert problems(amended) == problems(copy) == []
        header = effective(copy).header
        assert (header.seats, header.log, header.derived_from) == (new.seats, "copy", log.header.log)
        assert header.viewer == PUBLIC
