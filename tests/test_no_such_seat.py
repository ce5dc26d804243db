"""A line written for a seat that is not at the table: somebody of those who sit did it, and nobody can tell who. It is told
once, of that line, and accuses nobody; what went on after it is judged as after a gap (G-5).
"""

import msgspec
import pytest

from tests.builders import cards, found, log_of
from tests.experiments import points_by_hand, sessions, tells_no_others
from tests.test_every_game import any_sessions
from upcard.engine.audit import audit
from upcard.engine.game import keys
from upcard.engine.log import Log
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.events import Corrected, Dealt, Gave, HandStarted, Played, Returned, Shown, TrumpNamed

GAMES = keys()


def is_told_once(game: str, numbers: range) -> None:
    for number, rng, log in any_sessions(game, numbers, hands=2):
        places: dict[str, list[int]] = {}
        for at, (_, event) in enumerate(log.events):
            if getattr(event, "seat", None) is not None:
                places.setdefault(type(event).__name__, []).append(at)
        if not places or any(one.kind != "note" for one in audit(log).findings):
            continue
        at = rng.choice(places[rng.choice(sorted(places))])
        seats = len(log.header.seats)
        absent = rng.choice([seats, seats + 1, seats + 2, 20])
        named = rng.choice(["seat", "to"]) if isinstance(log.events[at][1], Gave | Returned) else "seat"
        truth = points_by_hand(audit(log))
        for seen in (log, redact_log(log, PUBLIC, "public")):
            events = [event for _, event in seen.events]
            events[at] = msgspec.structs.replace(events[at], **{named: absent})
            done = audit(Log.of(seen.header, events))
            (one,) = [one for one in done.findings if one.kind != "note"]
            assert (one.at, one.found_at) == (at + 2, at + 2), number
            assert one.kind in {"contradiction", "testimony"}, number
            assert one.seat in {None, absent}, number
            assert tells_no_others(done, truth), number


@pytest.mark.parametrize("game", GAMES)
def test_a_line_of_a_seat_that_is_not_there_is_told_once(game: str) -> None:
    is_told_once(game, range(20))


@pytest.mark.check
@pytest.mark.parametrize("game", GAMES)
def test_a_line_of_a_seat_that_is_not_there_is_told_once_in_many_sessions(game: str) -> None:
    is_told_once(game, range(20, sessions(300)))


def test_cp_6_1_a_card_changed_by_a_seat_that_is_not_there_may_put_a_revoke_right() -> None:
    hands = (cards("As 2h 3h 4h 5h"), cards("2d 2c 3c 4c 5c"), cards("3s 3d 4d 5d 6d"), cards("4s 6c 7c 8c 9c"))
    events = [
        HandStarted(dealer=3),
        Dealt(hands=(*hands[:1], None, None, None), each=5),
        TrumpNamed(seat=0, suit="d"),
        Dealt(each=8),
        Played(seat=0, card=cards("As")[0]),
        Played(seat=1, card=cards("2c")[0]),
        Corrected(seat=7, card=cards("2s")[0]),
        Shown(seat=1, cards=cards("5s")),
    ]
    assert [(name, at) for name, at, _, _ in found(log_of("court_piece", events))] == [("G-5", 8)]
