"""The worked examples of the Pope Joan page as logs."""

from typing import Any

from tests.builders import cards, log_of
from upcard.engine.audit import Audit, audit
from upcard.engine.games.pope_joan import POOLS
from upcard.engine.log import Log
from upcard.engine.mechanisms.pots import purses_of
from upcard.schemas.cards import Card
from upcard.schemas.events import Base, Dealt, HandStarted, Played, TurnedUp

E1_HANDS = [
    "5d 7d 4h Jh Js Ks Ac Qc",
    "2d 3d 6d Ad 8h 9h 2s 3s",
    "3c Tc 5h Qh Kh 7s Ts Qs",
    "2c 9d Td Jd Qd 6h Ah 9s",
    "5c 6c 7c Jc 2h 3h 4s 8s",
]
E1_DEAD = "4c 8c 9c Kc 4d Kd Th As 5s 6s"
E1_PLAYS = "Js Qs Ks 5d 6d 7d Ac 2c 3c Qh Kh 7s 8s 9s Ts Tc Jc Qc Jh 4h"

E2_HANDS = [
    "7c 8c Qc Kd 3h Jh Qh Kh As 3s 4s Ks",
    "3c 6c 9c Ad 7d 9d Jd Qd 7h 6s 9s Ts",
    "Ac 2c 5c Jc Kc 3d 5d Ah 2h 9h 2s 5s",
]
E2_DEAD = "4c Tc 2d 4d 6d Td 4h 5h 8h Th 7s 8s Js Qs"
E2_PLAYS = "Kh 3h 4s 5s 6s Jd Qd Kd Jh Qh Qc Kc Ah 2h 9h 2c 3c Ad 9d 7h 6c 7c 8c 9c 9s Ts 7d"

E4_HANDS = [
    "4c 9c Jc Qc Kc 3d 9d Qd Th Qh Kh 8s Js",
    "8c Ad 4d 5d 6d Jd Ah 2h 5h Jh 4s 9s Ks",
    "3c 5c 6c Tc Td Kd 3h 6h 7h 8h 2s 5s 7s",
]
E4_DEAD = "Ac 2c 7c 2d 7d 4h 9h As 3s 6s Ts Qs"
E4_PLAYS = "8s 9s Ah 2h 3h 3c 4c 5c 6c Tc Jc Qc Kc 3d 4d 5d 6d 4s 5s Td Jd Qd Kd 6h 7h 8h 2s 7s"

E5_HANDS = [
    "2c Jc Qc Ad 6h Th Jh 3s 4s Ts Qs",
    "7c Kc 2d 4d 5d Qd 2h Qh 6s Js",
    "Ac 3c 5c 6c 7d Jd 7h Kh 7s Ks",
    "9c Tc 3d 6d Td Kd Ah 4h 8h As",
]
E5_DEAD = "4c 8c 9d 3h 5h 9h 2s 5s 8s 9s"
E5_PLAYS = "2c 3c 7h 8h 9c Tc Jc Qc Kc 2h 2d 3d 4d 5d 6d 7d Jd Qd Kd As Ah Td 4h"


def hand_of(hands: list[str], dead: str | None, dealer: int, turned: str, plays: str) -> list[Base]:
    """A deal with all hands known; whoever holds a card plays it."""
    owner = {card: seat for seat, hand in enumerate(hands) for card in cards(hand)}
    return [
        HandStarted(dealer=dealer),
        Dealt(
            hands=tuple(cards(hand) for hand in hands),
            places=None if dead is None else {"dead": cards(dead)},
        ),
        TurnedUp(card=Card(turned)),
        *(Played(seat=owner[card], card=card) for card in cards(plays)),
    ]


def e1() -> list[Base]:
    """PJ-E1."""
    return hand_of(E1_HANDS, E1_DEAD, 4, "7h", E1_PLAYS)


def e2() -> list[Base]:
    """PJ-E2."""
    return hand_of(E2_HANDS, E2_DEAD, 2, "6h", E2_PLAYS)


def e4() -> list[Base]:
    """PJ-E4."""
    return hand_of(E4_HANDS, E4_DEAD, 2, "6c", E4_PLAYS)


def e5() -> list[Base]:
    """PJ-E5."""
    return hand_of(E5_HANDS, E5_DEAD, 3, "Qc", E5_PLAYS)


def log(events: list[Base], seats: int, preset: str = "p001", **options: Any) -> Log:
    """A log of Pope Joan."""
    return log_of("pope_joan", events, seats, preset=preset, options=options or None)


def outcome(
    events: list[Base], seats: int, preset: str = "p001", **options: Any
) -> tuple[list[int | None], dict[str, int]]:
    """The nets of the last hand, and what lies on the board then, empty compartments left out."""
    done = audit(log(events, seats, preset, **options))
    assert [found for found in done.findings if found.kind != "note"] == []
    return list(done.results[-1].result.points), board_of(done)


def board_of(done: Audit) -> dict[str, int]:
    """What lies in the compartments that are not empty."""
    pots = dict(done.game.scene(done.state).pots)
    return {name: int(amount) for name, amount in pots.items() if amount != "0"}


def plays(text: str) -> list[Base]:
    """Plays from words such as `0:5c 1:6c`."""
    return [Played(seat=int(word.split(":")[0]), card=Card(word.split(":")[1])) for word in text.split()]


def purse(state: Any, seat: int) -> int | None:
    """What a seat has, if that can be told."""
    return purses_of(state)[seat]


def contents(state: Any) -> list[int | None]:
    """What lies in each compartment."""
    return [state.ledger.balances[f"pool:{name}"] for name in POOLS]
