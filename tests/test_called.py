"""A law of every game with winners: who is called the winner of a hand is compared with who has won it."""

import random

import msgspec
import pytest

from tests.test_every_game import varied
from upcard.engine.audit import audit
from upcard.engine.game import keys
from upcard.engine.log import Log
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.events import Closed, Event, Gap, ResultCalled

GAMES = [game for game in keys() if game != "trente_et_quarante"]  # there the bank plays against each bettor


def wrong(log: Log, events: list[Event]) -> list[tuple[str, str, int | None]]:
    """What is found on the last line beyond notes: kind, name, seat."""
    found = audit(Log.of(log.header, events)).findings
    return [(one.kind, one.name, one.seat) for one in found if one.at == len(events) + 1 and one.kind != "note"]


@pytest.mark.parametrize("game", GAMES)
def test_who_is_called_the_winner_has_won(game: str) -> None:
    rng, told = random.Random(game), 0
    setups = list(varied(game))
    for seed in range(12):
        log = simulate(msgspec.structs.replace(rng.choice(setups), seed=seed), hands=1)
        events = [event for _, event in log.events if not isinstance(event, Closed)]
        (*_, hand) = audit(Log.of(log.header, events)).results
        public = [event for _, event in redact_log(Log.of(log.header, events), PUBLIC, "public").events]
        for seat, won in enumerate(hand.result.won):
            said = ResultCalled(result=rng.choice(["won", "Winner"]), seat=seat)
            found = [wrong(log, [*known, said]) for known in (events, public)]
            assert all(len(one) <= 1 and one[0][0] == "testimony" for one in found if one), found
            if won is not False:
                assert found == [[], []]
            assert not found[1] or found[0], "all saw what the whole record does not show"
            told += len(found[0])
            assert wrong(log, [*events, Gap(), said]) == []
            assert wrong(log, [*events, msgspec.structs.replace(said, hand=hand.hand + 7)]) == []
    assert told


@pytest.mark.parametrize("game", GAMES)
def test_a_winner_has_a_seat_at_the_table(game: str) -> None:
    log = simulate(Setup(game=game, seed=4), hands=1)
    events = [event for _, event in log.events if not isinstance(event, Closed)]
    ((_, name, _),) = wrong(log, [*events, ResultCalled(result="won", seat=9)])
    assert name == "no_such_seat"
