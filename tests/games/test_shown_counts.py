"""G-5: as many cards are shown of a hand as it may have, and no fewer where all are shown, in every game with hands."""

import pytest

from tests.builders import log_of
from upcard.engine.audit import Audit, audit
from upcard.engine.log import Log
from upcard.engine.simulate import Setup, simulate
from upcard.schemas.cards import UNKNOWN, Card, cards_of
from upcard.schemas.events import Base, Dealt, HandStarted, Played, Shown, TrumpNamed

DEALT = {
    "big_two": (4, 13),
    "calabrasella": (3, 12),
    "court_piece": (4, 13),
    "dou_dizhu": (3, 17),
    "hasenpfeffer": (4, 6),
    "last_one": (4, 5),
    "pluck": (3, 17),
    "pop": (2, 7),
    "popcorn": (4, 13),
    "tresette": (4, 10),
}
"""Seats, and the cards of each."""


def begun(game: str) -> list[Base]:
    """A hand of which only the size of the hands is known."""
    seats, each = DEALT[game]
    if game == "court_piece":
        return [HandStarted(dealer=0), Dealt(each=5), TrumpNamed(seat=1, suit="h"), Played(seat=1, card=UNKNOWN)]
    return [HandStarted(dealer=seats - 1), Dealt(each=each)]


def told(game: str, count: int, *, whole: bool) -> list[str]:
    """What is found where so many cards of seat 0 are shown."""
    pack = tuple(cards_of(sum(card.bit for card in pack_of(game))))
    shown = Shown(seat=0, cards=pack[:count], all=whole)
    done = audit(log_of(game, [*begun(game), shown], seats=DEALT[game][0]))
    return [row.kind for row in done.findings if row.kind != "note"]


def pack_of(game: str) -> set[Card]:
    """The cards of a random session's first hand."""
    log = simulate(Setup(game=game, seed=1, seats=DEALT[game][0]), hands=1)
    return {card for _, one in log.events if isinstance(one, Dealt) for hand in one.hands or () for card in hand or ()}


@pytest.mark.parametrize("game", DEALT)
def test_g_5_as_many_cards_are_shown_as_the_hand_has(game: str) -> None:
    each = DEALT[game][1]
    for count, whole, wrong in (
        (each, True, False),
        (each, False, False),
        (2, False, False),
        (2, True, True),
        (0, True, True),
        (each + 1, False, True),
        (each + 1, True, True),
    ):
        assert told(game, count, whole=whole) == (["contradiction"] if wrong else []), (count, whole)


@pytest.mark.parametrize("game", sorted(set(DEALT) - {"popcorn"}))
def test_g_5_who_shows_all_cards_at_any_time_shows_what_the_hand_has(game: str) -> None:
    for seed in range(3):
        log = simulate(Setup(game=game, seed=seed), hands=2)
        done = Audit(Log(log.header, []))
        for line, event in log.events:
            done.feed([(line, event)])
            places = done.state.places
            for seat in range(len(log.header.seats)):
                if done.state.phase == "play" and places.known[seat] and not places.most[seat]:
                    cards = tuple(cards_of(places.known[seat]))
                    twin = done.copied()
                    twin.feed([(line + 1, Shown(seat=seat, cards=cards, all=True))])
                    assert [row for row in twin.findings if row.kind == "contradiction"] == [], (seed, line, seat)
