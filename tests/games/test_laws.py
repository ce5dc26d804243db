"""Laws that hold in every game by what it declares: a game that is added is held to them untouched."""

import random
from dataclasses import fields
from typing import Any, get_type_hints

import msgspec
import pytest

from tests.experiments import sessions
from tests.games.games import GAMES, accusations, contradicts, found, levels, numbers, session
from tests.games.slips import KINDS, slip, with_slip
from tests.test_every_game import shuffled
from upcard.engine import audit as audits
from upcard.engine.audit import Audit, audit
from upcard.engine.game import find
from upcard.engine.kernel.places import Places
from upcard.engine.kernel.state import State
from upcard.engine.log import Log
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import UNKNOWN, cards_of, read_cards
from upcard.schemas.events import FORMAT, Closed, Gap, HandStarted, Opened, Played, Scored, Shown, Voided

each_game = pytest.mark.parametrize("game", GAMES)


def plain(state: Any) -> Any:
    """A state as plain values."""
    return msgspec.to_builtins(state, enc_hook=vars)


# ---- Legal play --------------------------------------------------------------------------------------------------------


@each_game
def test_legal_play_gives_no_finding_and_no_wrong_number_at_any_level_of_knowledge(game: str) -> None:
    for number in range(12):
        log = session(game, number)
        truth = numbers(audit(log))
        for level, one in levels(log):
            done = audit(one)
            assert [finding for finding in done.findings if finding.kind != "note"] == [], (number, level)
            assert contradicts(numbers(done), truth) == [], (number, level)


@pytest.mark.check
@each_game
def test_a_card_that_nobody_saw_accuses_nobody(game: str) -> None:
    rng = random.Random(game)
    for number in range(12):
        log = session(game, number)
        events: list[Any] = [event for _, event in log.events]
        plays = [at for at, one in enumerate(events) if isinstance(one, Played)]
        for at in rng.sample(plays, min(len(plays), 3)):
            events[at] = msgspec.structs.replace(events[at], card=UNKNOWN)
        for level, one in levels(Log.of(log.header, events)):
            assert accusations(audit(one)) == [], (number, level)


@each_game
def test_cards_are_shown_of_a_hand_whose_deal_nobody_wrote(game: str) -> None:
    """As those that were seen, or as all that was left where the play is not in the record either."""
    of = find(game)
    if game == "trente_et_quarante":
        return  # nobody has a hand
    seats = tuple(f"p{seat}" for seat in range(max(of.seats[0], min(3, of.seats[1]))))
    card = next(cards_of(of.pack))
    for all_ in (False, True):
        opened = Opened(format=FORMAT, log="test", game=game, seats=seats)
        done = audit(Log.of(opened, [HandStarted(dealer=0), Shown(seat=1, cards=(card,), all=all_)]))
        assert [one for one in done.findings if one.kind != "note"] == []
        assert done.state.places.known[1] == card.bit


# ---- One loop ----------------------------------------------------------------------------------------------------------


@each_game
def test_an_audit_in_parts_is_an_audit_in_one_and_a_copy_leaves_it_alone(game: str) -> None:
    for number in range(6):
        log = redact_log(session(game, number), PUBLIC, "copy")
        whole, parts = audit(log), Audit(Log(log.header, []))
        for at, numbered in enumerate(log.events):
            if at % 7 == 0:
                parts.copied().feed(log.events[at:])
            parts.feed([numbered])
        assert (parts.findings, parts.doubts, parts.hands) == (whole.findings, whole.doubts, whole.hands)
        assert numbers(parts) == numbers(whole)
        assert plain(parts.state) == plain(whole.state)


@each_game
def test_hands_that_stay_together_are_judged_as_each_by_itself(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(game)
    log = session(game, 0, hands=3)
    begun = [at for at, (_, event) in enumerate(log.events) if isinstance(event, HandStarted)]
    twice = with_slip(rng, log, "doubled", begun[-1]) if begun else log
    for one in (log, twice, slip(rng, log, rng.choice(KINDS)), with_cards_shown_late(log)):
        told = []
        for lines in (0, 60, 1000):
            monkeypatch.setattr(audits, "TOGETHER", lines)
            told.append(told_of(one))
        assert told[1:] == told[:-1]


@pytest.mark.parametrize("hand", [1, 9, 22])
def test_a_card_shown_of_a_short_hand_is_of_that_hand_though_a_slip_was_found_since(hand: int) -> None:
    log = session("court_piece", 0)
    *dealt, played = [event for _, event in log.events][:5]
    short: list[Any] = [*dealt, played, Voided()]
    shown = Shown(seat=(played.seat + 1) % 4, cards=(played.card,), hand=hand)
    done = audit(Log.of(log.header, [*short * 24, *dealt, played, played, Voided(), *dealt, shown]))
    assert [(one.name, one.hand) for one in done.findings] == [("impossible_card", hand), ("impossible_card", 25)]


def told_of(log: Log) -> list[Any]:
    """What an audit tells of a log once it is read, with what was told on the way, by one who looks after every thirtieth event."""
    live, on_the_way = Audit(Log(log.header, [])), []
    for place, event in enumerate(log.events):
        live.feed([event])
        if place % 30 == 29:
            on_the_way.append((live.findings, numbers(live), plain(live.state)))
    whole = [(numbers(one), one.doubts, one.findings, one.hands, plain(one.state)) for one in (audit(log), live)]
    return [*whole, *on_the_way, audit(log).doubts, audit(log).findings, audit(log).left()]


def with_cards_shown_late(log: Log) -> Log:
    """The log, in which behind the next hand but one a seat shows a card that it held in the first hand."""
    events: list[Any] = [event for _, event in log.events]
    begun = [at for at, one in enumerate(events) if isinstance(one, HandStarted)]
    played = next((one for one in events if isinstance(one, Played) and one.card.bit), None)
    if len(begun) < 3 or played is None:
        return log
    return Log.of(
        log.header,
        [*events[: begun[2] + 1], Shown(seat=played.seat, cards=(played.card,), hand=1), *events[begun[2] + 1 :]],
    )


def test_what_a_copy_is_shown_of_an_earlier_hand_the_audit_has_not_seen() -> None:
    log = redact_log(session("court_piece", 0, hands=2), PUBLIC, "copy")
    tried, told = ((log.events[-1][0] + 1, Shown(seat=0, cards=read_cards(cards), hand=1)) for cards in ("Ac 2c", "Kd"))
    done = audit(log)
    done.copied().feed([tried])
    done.feed([told])
    assert done.findings == audit(Log(log.header, [*log.events, told])).findings
    assert done.findings != audit(Log(log.header, [*log.events, tried, told])).findings


@pytest.mark.check
@pytest.mark.usefixtures("short_searches")
@each_game
def test_nothing_well_formed_is_refused(game: str) -> None:
    rng = random.Random(game)
    foreign = [event for other in GAMES for _, event in session(other, 0, hands=1).events]
    for number in range(sessions(6)):
        log = session(game, number)
        pool = [event for _, event in log.events] + (rng.sample(foreign, 5) if number % 2 else [])
        careless = Log.of(log.header, shuffled(rng, pool))
        for one in (careless, redact_log(careless, PUBLIC, "public")):
            done = audit(one)
            found_game: Any = find(game)
            found_game.due(done.state)
            found_game.scene(done.state)
            assert all(ended.result.points for ended in done.results)


def misplaced(places: Places) -> list[str]:
    """What is wrong with where cards are: one in two places or in none, or fewer than none."""
    wrong, seen = [], places.pool
    for place, cards in enumerate(places.known):
        wrong += [f"place {place} has a card of another"] if cards & seen else []
        seen |= cards
        fewer, unseen = places.fewer[place], places.unseen[place]
        wrong += [f"{fewer} fewer of {unseen} in place {place}"] if not 0 <= fewer <= unseen else []
        wrong += [f"place {place} is loose by {fewer}"] if places.loose >> place & 1 != (fewer > 0) else []
    return wrong + ([] if seen == places.pack else ["cards are nowhere"])


@each_game
def test_every_card_lies_in_one_place_whatever_was_written(game: str) -> None:
    rng = random.Random(game)
    for number in range(sessions(4)):
        log = session(game, number, hands=2)
        careless = Log.of(log.header, shuffled(rng, [event for _, event in log.events]))
        for one in (careless, redact_log(log, PUBLIC, "public"), slip(rng, log, rng.choice(KINDS))):
            for end in (rng.randrange(len(one.events)), len(one.events)):
                states = audit(Log(one.header, one.events[:end])).states
                assert [misplaced(state.places) for state in states] == [[]] * len(states), (number, end)


@each_game
def test_the_state_of_a_game_has_the_fields_of_the_kernel_in_the_sense_of_the_kernel(game: str) -> None:
    own = {name for name in find(game).state.__annotations__ if name in {one.name for one in fields(State)}}
    assert own <= {"options"}


def test_a_field_of_one_name_has_one_type_in_the_states_of_all_games() -> None:
    types: dict[str, dict[Any, list[str]]] = {}
    for game in GAMES:
        for name, of_type in get_type_hints(find(game).state).items():
            types.setdefault(name, {}).setdefault(of_type, []).append(game)
    differ = {name: told for name, told in types.items() if len(told) > 1}
    assert differ.keys() <= {"options"}, differ


@each_game
def test_a_log_of_its_header_alone_has_no_hands(game: str) -> None:
    done = audit(Log(session(game, 0, hands=1).header, []))
    assert (done.hands, done.results, done.findings) == ([], [], [])


@each_game
def test_the_first_act_after_the_close_is_told_and_no_more(game: str) -> None:
    log = session(game, 0, hands=1)
    again = [event for _, event in log.events if not isinstance(event, Closed | Shown)]
    told = found(Log.of(log.header, [*again, Closed(), *again[:8]]))
    assert [(name, at) for _, name, at, _ in told] == [("after_close", len(again) + 3)]


# ---- Gaps and slips ----------------------------------------------------------------------------------------------------


def with_gap(rng: random.Random, log: Log) -> tuple[Log, bool]:
    """The log with a stretch missing, within a hand or over its end, and a gap told in its place; whether acts of the same hand
    follow.
    """
    events: list[Any] = [event for _, event in log.events]
    first = rng.randrange(1, len(events) - 1)
    last = rng.randrange(first + 1, min(len(events), first + 40))
    within = not any(isinstance(event, HandStarted) for event in events[first:last])
    goes_on = within and not isinstance(events[last], HandStarted | Shown | Scored)
    return Log.of(log.header, [*events[:first], Gap(), *events[last:]]), goes_on


def gaps(game: str, count: int) -> None:
    """Stretches missing from sessions at each level of knowledge: nothing that is found may be wrong, and nothing is found at all in a
    hand whose end is there.
    """
    rng = random.Random(game)
    for number in range(count):
        log = session(game, number, hands=3)
        truth = numbers(audit(log))
        gap, goes_on = with_gap(rng, log)
        for level, one in levels(gap):
            done = audit(one)
            assert not goes_on or {found.kind for found in done.findings} <= {"note"}, (number, level)
            assert accusations(done) == [], (number, level)
            assert contradicts(numbers(done), truth) == [], (number, level)


@pytest.mark.check
@each_game
def test_a_gap_in_place_of_any_stretch_accuses_nobody(game: str) -> None:
    gaps(game, 8)


@each_game
def test_a_hand_that_began_before_a_gap_is_not_begun_by_the_acts_behind_it(game: str) -> None:
    log = session(game, 910)
    events = [event for _, event in log.events]
    for left in (3, 4, 6):
        done = audit(Log.of(log.header, [Gap(), *events[-left:]]))
        assert [one for one in done.findings if one.kind != "note"] == [], left


@pytest.mark.torture
@each_game
def test_a_gap_in_place_of_any_stretch_accuses_nobody_in_many_sessions(game: str) -> None:
    gaps(game, sessions(50))


# ---- Breaches ----------------------------------------------------------------------------------------------------------


@each_game
def test_a_hand_begun_by_another_dealer_is_told_at_its_line(game: str) -> None:
    game_of: Any = find(game)
    if not any(rule.name in {"dealer_rotation", "wrong_dealer"} for rule in game_of.rules_of.get(HandStarted, ())):
        pytest.skip("who deals is no rule of this game")
    told = 0
    for number in range(10):
        log = session(game, number)
        events: list[Any] = [event for _, event in log.events]
        starts = [at for at, one in enumerate(events) if isinstance(one, HandStarted)]
        if len(starts) > 1:
            done = audit(Log(log.header, log.events[: starts[1]]))
            due = done.results[-1].result.next_dealer
            if due is not None:
                events[starts[1]] = HandStarted(dealer=(due + 1) % len(log.header.seats))
                assert starts[1] + 2 in {one.at for one in audit(Log.of(log.header, events[: starts[1] + 1])).findings}
                told += 1
    assert told


def test_the_same_seed_gives_the_same_session() -> None:
    for game in GAMES:
        first, second = session(game, 3), session(game, 3)
        assert first == second
