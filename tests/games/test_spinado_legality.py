"""Spinado: what may be played, by a naive check straight from the page, beside what is offered and what is found."""

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

import pytest

from tests.experiments import sessions
from upcard.engine.audit import Audit
from upcard.engine.fold import fold_on
from upcard.engine.games.spinado.offers import due
from upcard.engine.log import Log
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC, redact, view
from upcard.schemas.cards import Card
from upcard.schemas.events import Dealt, HandStarted, Laid, Played

RANKS = "A3456789TJQK"
Act = tuple[int, tuple[str, ...]]


class Table(NamedTuple):
    """hands: by seat; leader: who leads, if nobody follows; due: the card after the last one, if a sequence runs."""

    hands: list[list[str]]
    leader: int
    due: str


def after(card: str) -> str:
    """The next higher card of the suit that is in the pack, if there is one (SP-1.1, SP-3.2)."""
    if card[0] in "AK" or card == "7d":
        return ""
    return RANKS[RANKS.index(card[0]) + 1] + card[1]


def legal(at: Table, *, must: bool, alone: bool) -> Iterator[Act]:
    """Every legal act (SP-3.1 to SP-3.4, SP-A1, SP-A8)."""
    live = any(at.due in hand for hand in at.hands)
    for seat, hand in enumerate(at.hands):
        for card in hand:
            follows = live and card == at.due
            leads = seat == at.leader and not follows and not (live and must)
            if follows or leads:
                yield seat, (card,)
                if "Ad" in hand and card != "Ad":
                    yield seat, (card, "Ad")
            elif card == "Ad" and live and alone:
                yield seat, (card,)


def positions(log: Log) -> Iterator[tuple[int, Table]]:
    """The table before each act of play, by the place of the act in the log."""
    seats = len(log.header.seats)
    dealer, leader, due_card = -1, -1, ""
    hands: list[list[str]] = []
    for place, (_, event) in enumerate(log.events):
        if isinstance(event, HandStarted):
            dealer = event.dealer if event.dealer is not None else (dealer + 1) % seats
        elif isinstance(event, Dealt):
            hands = [[str(card) for card in cards or ()] for cards in event.hands or ()]
            leader, due_card = (dealer + 1) % seats, ""
        elif isinstance(event, Played | Laid):
            yield place, Table(hands, leader, due_card)
            cards = [str(card) for card in ((event.card,) if isinstance(event, Played) else event.cards)]
            for card in cards:
                hands[event.seat].remove(card)
            leader, due_card = event.seat, "" if "Ad" in cards else after(cards[0])


def act_of(event: object) -> Act:
    """An event in short."""
    assert isinstance(event, Played | Laid)
    return event.seat, (str(event.card),) if isinstance(event, Played) else tuple(map(str, event.cards))


def event_of(act: Act) -> Played | Laid:
    """An act as it is written down."""
    seat, cards = act[0], tuple(Card(card) for card in act[1])
    return Played(seat=seat, card=cards[0]) if len(cards) == 1 else Laid(seat=seat, cards=cards)


def all_acts(at: Table) -> set[Act]:
    """Every act that the cards allow, legal or not."""
    acts = {(seat, (card,)) for seat, hand in enumerate(at.hands) for card in hand}
    return acts | {(seat, (*cards, "Ad")) for seat, cards in acts if "Ad" in at.hands[seat] and cards != ("Ad",)}


def all_is_judged_rightly(ordinal: int) -> None:
    """With all hands known, exactly the legal acts are offered, and exactly the others are found to be breaches."""
    must, alone = divmod(ordinal % 4, 2)
    options = {"follow": "must" if must else "may", "spinado_alone": bool(alone)}
    log = simulate(Setup(game="spinado", seats=3 + ordinal % 3, options=options), hands=1, ordinal=ordinal)
    done, fed = Audit(Log(log.header, [])), 0
    for place, at in positions(log):
        done.feed(log.events[fed:place])
        fed = place
        wanted = set(legal(at, must=bool(must), alone=bool(alone)))
        assert {act_of(choice) for act in due(done.state) for choice in act.choices or ()} == wanted
        for act in all_acts(at):
            twin = done.copied()
            twin.feed([(log.events[place][0], event_of(act))])
            assert twin.clean == (act in wanted), (ordinal, place, act, twin.findings)
            assert twin.doubts == []


def test_sp_3_what_is_legal_is_offered_and_the_rest_is_found() -> None:
    for ordinal in range(8):
        all_is_judged_rightly(ordinal)


@pytest.mark.check
def test_sp_3_what_is_legal_is_offered_and_the_rest_is_found_often() -> None:
    for ordinal in range(sessions(200)):
        all_is_judged_rightly(ordinal)


def test_sp_3_what_was_played_is_offered_to_whoever_looks_on() -> None:
    for ordinal, viewer in product(range(12), (PUBLIC, 0)):
        log = simulate(Setup(game="spinado", seats=3 + ordinal % 3), hands=1, ordinal=ordinal)
        state = fold_on(Audit(Log(log.header, [])).state, [])
        for line, event in log.events:
            if isinstance(event, Played | Laid):
                offered = {act_of(choice) for act in due(view(state, viewer)) for choice in act.choices or ()}
                assert act_of(event) in offered, (ordinal, viewer, line)
            state = fold_on(state, [(line, redact(event, viewer))])
