"""What is due may be done: no rule speaks against it, whatever is known of the hands and whatever was missed."""

import random
from collections.abc import Iterator
from itertools import islice

import msgspec
import pytest

from tests.experiments import sessions
from tests.games.games import setups
from tests.test_every_game import each_game, viewers
from upcard.engine.audit import Audit
from upcard.engine.due import Act
from upcard.engine.game import find
from upcard.engine.log import Log
from upcard.engine.simulate import Setup, played, simulate
from upcard.engine.view import redact_log
from upcard.schemas.events import Event, HandStarted, Voided


def offered(act: Act, rng: random.Random) -> Iterator[Event]:
    """Some of the events that an act offers. A hand thrown in is offered whenever a table might, with cause or not."""
    if act.choices and act.event is not Voided:
        yield from rng.sample(act.choices, min(3, len(act.choices)))
    elif act.least is not None and act.make:
        yield act.make(act.least)
        yield act.make(act.least + 3 if act.most is None else act.most)


def refused(audit: Audit, event: Event, line: int) -> list[str]:
    """What is found of an event if it comes next. That hands do not fit all together is more than an offer is asked."""
    after = audit.copied()
    after.feed([(line, event)])
    matching = audit.game.matching.name if audit.game.matching else ""
    return [one.name for one in after.findings if one.at == line and one.kind != "note" and one.name != matching]


def held(game: str, count: int) -> None:
    """Sessions at each level of knowledge, some with a gap, at some of their lines."""
    rng = random.Random(game)
    all_setups = setups(game)
    for number in range(count):
        log = simulate(msgspec.structs.replace(rng.choice(all_setups), seed=number), hands=2)
        for viewer in (None, *viewers(log)):
            seen = log if viewer is None else redact_log(log, viewer, "copy")
            audit, at = Audit(Log(log.header, [])), 0
            for place in sorted(rng.sample(range(len(seen.events)), min(4, len(seen.events)))):
                audit.feed(seen.events[at:place])
                at = place
                for act in find(game).due(audit.state):
                    for event in offered(act, rng):
                        assert refused(audit, event, place + 2) == [], (number, viewer, place, event)


def test_a_random_session_comes_act_by_act() -> None:
    rules = {"hand_limit": 10**9}
    header, acts = next(played(Setup(game="court_piece", options=rules), hands=10**9))
    assert header.options == rules
    some = list(islice(acts, 100))
    assert [type(act) for act in some].count(HandStarted) == 2


@each_game
def test_what_is_due_brings_no_finding(game: str) -> None:
    held(game, 5)


@pytest.mark.check
@each_game
def test_what_is_due_brings_no_finding_in_many_sessions(game: str) -> None:
    held(game, sessions(50))
