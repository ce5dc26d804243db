"""A notable hand as it can be drawn: what was held before the first card was played, and what was done with it."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from upcard.engine.audit import Audit
from upcard.engine.game import find
from upcard.engine.log import Log, Numbered
from upcard.engine.scene import Scene
from upcard.engine.session import Hand, session
from upcard.pages.report.judging import Judged
from upcard.pages.report.numbers import MINUS, in_figures
from upcard.pages.table import cards_of_scene
from upcard.records.unforeseen import unforeseen
from upcard.schemas.cards import Card
from upcard.schemas.events import Claimed, Event, Laid, Played, RowDealt, TurnedOver
from upcard.schemas.events.words import act_of_seat
from upcard.schemas.wording import in_coins

PLAYS: Final = (Played, Laid, Claimed, RowDealt)
"""With one of these play begins."""
_MOST: Final = 200
"""Of a longer hand so many acts are drawn: its replay has them all."""


class Act(NamedTuple):
    """What somebody did: in words, with the cards that were seen of it. wrong: whether something was found of it."""

    player: str
    says: str
    cards: tuple[Card, ...]
    wrong: bool = False


class Taken(NamedTuple):
    """A trick: its cards by seat, None where a seat played none; leader, winner: seats."""

    number: int
    cards: tuple[Card | None, ...]
    leader: int
    winner: int | None


class Drawing(NamedTuple):
    """A hand. log, number: which it is; place: where it stands in the page; to: where its row stands; why: what is notable of it; table: as it stood before the
    first card was played, None where no card was known then; acts: those before tricks were played, or all; more: acts not shown.
    """

    log: str
    number: int
    place: str
    title: str
    to: str
    why: tuple[str, ...]
    table: Scene | None
    acts: tuple[Act, ...]
    more: int
    players: tuple[str, ...]
    tricks: tuple[Taken, ...]
    result: tuple[tuple[str, str, bool], ...]
    says: str

    @property
    def cards(self) -> set[Card]:
        """All cards that are shown."""
        shown = {card for one in self.acts for card in one.cards}
        shown |= set(cards_of_scene(self.table)) if self.table is not None else set()
        return shown | {card for trick in self.tricks for card in trick.cards if card is not None}


def drawn(one: Judged, number: int, names: Sequence[str], **told: Any) -> Drawing | None:
    """A hand of a log, None if it has no such hand. names: who sat where; told: its place, title, to and why."""
    with unforeseen(one.place, one.log):
        hand = next((hand for hand in session(one.log, one.done).hands if hand.hand == number), None)
        return None if hand is None else _drawing(one.log, one.done, hand, names, {"log": one.log.header.log, **told})


def _drawing(log: Log, done: Audit, hand: Hand, names: Sequence[str], told: Any) -> Drawing:
    events = log.events[hand.start : hand.end]
    first = next((at for at, (_, event) in enumerate(events) if isinstance(event, PLAYS)), len(events))
    players = tuple(
        (names[seat] if seat < len(names) else "") or player or f"seat {seat}"
        for seat, player in enumerate(hand.players)
    )
    before = _scene(log, hand.start + first, players)
    tricks = tuple(_tricks(hand, len(players)))
    wrong = {found.at for found in done.findings if found.kind != "note"}
    coin = find(log.header.game).coin_of(log.header)
    acts = list(_acts(events[:first] if tricks else events, players, wrong, coin))
    result = hand.result
    points = zip(players, result.points, result.won, strict=False)
    return Drawing(
        number=hand.hand,
        table=before if any(one.known for one in cards_of_scene(before)) else None,
        acts=tuple(acts[:_MOST]),
        more=max(0, len(acts) - _MOST),
        players=players,
        tricks=tricks,
        result=tuple((player, _amount(one, coin), won is True) for player, one, won in points) if result.counts else (),
        says=result.says,
        **told,
    )


def _scene(log: Log, end: int, players: Sequence[str]) -> Scene:
    """The table after so many events."""
    going = Audit(Log(log.header, []))
    going.feed(log.events[:end])
    scene = going.scene()
    hands = tuple(msgspec.structs.replace(one, player=players[one.seat], turn=False) for one in scene.hands)
    return msgspec.structs.replace(scene, hands=hands)


def _tricks(hand: Hand, seats: int) -> Iterator[Taken]:
    """The tricks, each card under who played it: in turn from the leader, as long as each seat played one."""
    for trick in hand.result.tricks:
        cards: list[Card | None] = [None] * seats
        if len(trick.cards) > seats:
            return
        for place, card in enumerate(trick.cards):
            cards[(trick.leader + place) % seats] = card
        yield Taken(trick.number, tuple(cards), trick.leader, trick.winner)


def _amount(points: int | None, coin: int) -> str:
    """What a hand brought: money in coins, as it was typed."""
    if points is None:
        return "?"
    return in_figures(points) if coin == 1 else in_coins(points, coin).replace("-", MINUS)


def _acts(events: Sequence[Numbered], players: Sequence[str], wrong: set[int], coin: int) -> Iterator[Act]:
    for line, event in events:
        act = _act(event, players, coin)
        if act is not None:
            yield act._replace(wrong=line in wrong)


def _act(event: Event, players: Sequence[str], coin: int) -> Act | None:
    """An act at the table in words, and the cards that all saw of it, which are drawn behind the words."""
    seat = getattr(event, "seat", None)
    who = players[seat] if isinstance(seat, int) and 0 <= seat < len(players) else ""
    match event:
        case TurnedOver(cards=cards):
            return Act(who, "turned over:", tuple(card for card in cards if card.bit))
        case RowDealt():
            total = "" if event.total is None else f"{event.total}"
            return Act(event.row, total, tuple(card for card in event.cards or () if card.bit))
        case Claimed():
            event = msgspec.structs.replace(event, cards=None, laid=event.laid or event.count)
    cards = getattr(event, "cards", None) or tuple(filter(None, [getattr(event, "card", None)]))
    drawn_behind = isinstance(event, Played | Laid) or any(card.bit for card in cards)
    does = act_of_seat(
        event, lambda one: players[one] if one < len(players) else f"seat {one}", cards=not drawn_behind, coin=coin
    )
    return Act(who, does, cards if drawn_behind else ()) if does else None
