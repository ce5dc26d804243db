"""Pope Joan: true records with much left out of them accuse nobody, and what they tell is what the naive ledger says."""

import random
from collections.abc import Iterator

import msgspec
import pytest

from tests.builders import cards, log_of
from tests.experiments import sessions
from tests.games.pope_joan_examples import e4, plays
from tests.games.pope_joan_naive import POOLS, Ledger, session
from upcard.engine.audit import audit
from upcard.engine.games.pope_joan.pope import purse
from upcard.engine.games.pope_joan.state import BOARD
from upcard.engine.log import Log
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import PACK, Card
from upcard.schemas.events import (
    Base,
    ChipsPassed,
    Closed,
    Dealt,
    FinalDealt,
    Gap,
    HandStarted,
    Played,
    PoolCounted,
    PurseCounted,
    Scored,
    Shown,
    TurnedUp,
    Voided,
)

Hand = list[Base]


def hands_of(log: Log) -> list[Hand]:
    """The events of each hand, the final deal and the close apart."""
    hands: list[Hand] = []
    for _, event in log.events:
        if isinstance(event, HandStarted | FinalDealt) or not hands:
            hands.append([])
        hands[-1].append(event)
    return hands


def told_less(hand: Hand, rng: random.Random) -> Hand:
    """A hand with lists, cards and lines left out."""
    kept: Hand = []
    hidden = rng.choice([0, 0, 0.1, 0.5])
    deal, turn, show = rng.random(), rng.random(), rng.random()
    for event in hand:
        if isinstance(event, Dealt) and deal > 0.3:
            hands = tuple(None if rng.random() < 0.5 else cards for cards in event.hands or ())
            dead = event.places if rng.random() < 0.5 else None
            kept.append(msgspec.structs.replace(event, hands=hands, places=dead))
        elif isinstance(event, TurnedUp) and turn < 0.3:
            if turn > 0.1 or not any(isinstance(other, Played) for other in hand):
                kept.append(TurnedUp(card=Card("??" if turn < 0.2 else f"?{event.card.suit}")))
        elif isinstance(event, Played) and rng.random() < hidden:
            kept.append(Played(seat=event.seat, card=Card("??")))
        elif not isinstance(event, Dealt) and not (isinstance(event, Shown) and show < 0.5):
            kept.append(event)
    return kept


def with_a_gap(hand: Hand, rng: random.Random) -> Hand:
    """A hand of which a stretch of the play was missed."""
    plays = [place for place, event in enumerate(hand) if isinstance(event, Played)]
    if len(plays) < 3:
        return hand
    first, last = sorted(rng.sample(plays, 2))
    length = rng.choice([0, 1, last - first])
    return [*hand[:first], Gap(), *hand[min(last, first + length) :]]


def what_was_seen(hands: list[Hand], ledger: Ledger, rng: random.Random) -> Iterator[Base]:
    """The record of a session with less in it, and with counts and rows that are true."""
    fresh = Ledger(ledger.header)
    told = 0
    for hand in hands:
        for event in hand:
            fresh.hear(event)
        final = isinstance(hand[0], FinalDealt)
        way = 1.0 if final or not isinstance(hand[0], HandStarted) else rng.random()
        played = len(fresh.told) > told
        if way < 0.15 and played:
            void = any(isinstance(event, Voided) for event in hand)
            yield hand[0]
            yield Scored(void=True) if void else Scored(points=tuple(fresh.told[told][0]))
            yield from (event for event in hand if isinstance(event, Closed))
        elif way < 0.2 and played:
            yield Gap(hands=1)
            yield from (event for event in hand if isinstance(event, Closed))
        else:
            seen = told_less(hand, rng) if rng.random() < 0.7 else hand
            yield from with_a_gap(seen, rng) if rng.random() < 0.3 else seen
        if isinstance(hand[-1], FinalDealt | Closed):
            continue
        moves = [move for move in fresh.moves if move[2]]
        if rng.random() < 0.5 and moves and not (way < 0.2 and played):
            source, target, amount = rng.choice(moves)
            if source.startswith("pool:") or rng.random() < 0.5:
                amount = sum(more for one, other, more in moves if (one, other) == (source, target))
            yield ChipsPassed(from_=source, to=target, amount=amount)
        if rng.random() < 0.2 and played and not way < 0.2:
            void = any(isinstance(event, Voided) for event in hand)
            yield Scored(void=True) if void else Scored(points=tuple(fresh.told[told][0]))
        told = len(fresh.told)
        if rng.random() < 0.5:
            pool = rng.choice(POOLS)
            seat = rng.randrange(fresh.seats)
            if pool in fresh.board:
                yield PoolCounted(pool=pool, amount=fresh.board[pool])
            yield PurseCounted(seat=seat, amount=fresh.purses[seat])


def tells_the_truth(number: int) -> None:
    """Nothing is found, and what can be told is true."""
    rng = random.Random(number)
    log = session(number, hands=rng.choice([1, 2, 3]))
    ledger = Ledger(log.header)
    for _, event in log.events:
        ledger.hear(event)
    events = list(what_was_seen(hands_of(log), ledger, rng))
    seen = Log.of(log.header, events)
    viewer = rng.choice([None, PUBLIC, rng.randrange(ledger.seats)])
    done = audit(seen if viewer is None else redact_log(seen, viewer, "copy"))
    assert [one for one in done.findings if one.kind != "note"] == [], number
    for ended in done.results:
        gains = ledger.told[ended.hand - 1][0] if ended.hand <= len(ledger.told) else [0] * ledger.seats
        known = [gain if point is None else point for point, gain in zip(ended.result.points, gains, strict=True)]
        assert known == gains, (number, ended.hand, ended.result.points)
    state = done.state
    purses = [purse(state, seat) for seat in range(ledger.seats)]
    assert all(one in {None, two} for one, two in zip(purses, ledger.purses, strict=True)), number
    if "" not in ledger.board:
        for at, pool in enumerate(POOLS):
            if not state.unsure >> BOARD.pool(state, at) & 1:
                assert BOARD.contents(state)[at] == ledger.board[pool], (number, pool)


def test_what_is_left_out_is_not_guessed() -> None:
    for number in range(200):
        tells_the_truth(number)


@pytest.mark.check
def test_what_is_left_out_is_not_guessed_often() -> None:
    for number in range(sessions(5000)):
        tells_the_truth(number)


# ---- What each clause leaves open ----------------------------------------------------------------------------------


def names(events: list[Base], preset: str = "p001", seats: int = 3, **header: object) -> list[str]:
    """What is found, but for notes."""
    log = log_of("pope_joan", events, seats, preset=preset, **header)
    return [one.name for one in audit(log).findings if one.kind != "note"]


SIX_MISSING = "0:2c 0:4c 0:6c 0:8c 0:2s 1:3s 1:3h 1:5h"


@pytest.mark.parametrize("owner", ["aside", "dead"])
@pytest.mark.parametrize("turned", [[], [TurnedUp(card=Card("??"))]])
def test_pj_6_2_a_card_turned_up_that_nobody_wrote_down_is_not_in_a_hand(owner: str, turned: list[Base]) -> None:
    header = {"options": {"lead_rule": "any", "turnup_owner": owner}}
    events = [HandStarted(dealer=7), *turned, *plays(SIX_MISSING)]
    assert names(events, "p003", 8, **header) == []
    assert names([*events, *plays("1:7h")], "p003", 8, **header) == ["dead_overflow"]


def test_pj_6_5_a_card_turned_up_that_is_not_known_is_listed_nowhere_else() -> None:
    hands = (cards("3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc 2d 3d"), None, cards("2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah"))
    for card in ("??", "?s"):
        assert names([HandStarted(dealer=2), Dealt(hands=hands), TurnedUp(card=Card(card))], "p003") == []
    unknown_dealer: list[Base] = [HandStarted(), Dealt(hands=hands), TurnedUp(card=Card("2h"))]
    assert names(unknown_dealer, "p003") == []
    assert names([HandStarted(dealer=2), Dealt(hands=hands), TurnedUp(card=Card("3c"))], "p003") == ["impossible_card"]


def test_pj_3_5_a_card_turned_up_that_is_not_known_may_be_played_from_a_hand() -> None:
    """The queen that seat 0 plays may have brought the dealer its compartment before."""
    for card, told in (("?h", None), ("7h", -16 + 6)):
        done = audit(
            log_of("pope_joan", [HandStarted(dealer=2), TurnedUp(card=Card(card)), *plays("0:Qh")], 3, preset="p003")
        )
        assert purse(done.state, 0) == told
    apart = audit(log_of("pope_joan", [HandStarted(dealer=2), TurnedUp(card=Card("?h")), *plays("0:Qh")], 3))
    assert purse(apart.state, 0) == -4 + 1


@pytest.mark.parametrize("between", [[], [Gap()], plays("2:2c"), [Gap(), *plays("2:2c")]])
def test_pj_4_7_in_succession_nobody_knows_whether_a_gap_lay_between_two_cards(between: list[Base]) -> None:
    events = [HandStarted(dealer=2), TurnedUp(card=Card("7h")), *plays("0:Qh"), *between, *plays("0:Kh")]
    done = audit(log_of("pope_joan", events, 3, preset="p003"))
    account = BOARD.pool(done.state, 1)
    told = None if done.state.unsure >> account & 1 else done.state.counters[account]
    assert told == {0: 0, 1: None if between == [Gap()] else 6, 2: 6}[len(between)]


def final_deal() -> FinalDealt:
    """All cards in the order of the pack, in three hands."""
    pack = [card for card in PACK if card != "8d"]
    return FinalDealt(hands=(tuple(pack[:17]), tuple(pack[17:34]), tuple(pack[34:])))


def final(*before: Base) -> tuple[int | None, ...]:
    """What a final deal brings after these deals, the trump honours being in three hands."""
    done = audit(log_of("pope_joan", [*before, final_deal()], 3, preset="p003"))
    assert done.findings == []
    return done.results[-1].result.points


def test_pj_5_7_trump_of_the_last_deal_is_not_that_of_a_deal_before() -> None:
    whole = e4()
    assert final(*whole) == (6, 6, 0)
    assert final(*whole, HandStarted(), Voided()) == (6, 6, 0)
    assert None not in final(*whole, HandStarted(), TurnedUp(card=Card("7h")), Voided())
    for later in (
        [HandStarted(), Scored(points=(-16, 8, -16))],
        [HandStarted(), *plays("1:2c"), Gap()],
        [HandStarted(), TurnedUp(card=Card("??")), Voided()],
        [HandStarted(), Gap(), Voided()],
        [Gap(hands=1)],
        [Gap()],
    ):
        assert final(*whole, *later) == (None, None, None), later


def test_pj_5_4_game_is_empty_after_a_row_of_the_sheet() -> None:
    row = [HandStarted(dealer=2), Scored(points=(10, -12, -5))]
    assert names([*row, PoolCounted(pool="game", amount=0)], board={"game": 5}) == []
    assert names([*row, PoolCounted(pool="game", amount=5)], board={"game": 5}) == ["not_conserved"]


def test_pj_6_8_after_a_gap_somebody_may_be_out() -> None:
    begun = [HandStarted(dealer=2), TurnedUp(card=Card("7h")), *plays("0:2c")]
    counts: list[Base] = [
        PoolCounted(pool="game", amount=0),
        PurseCounted(seat=1, amount=20 - 4 - 12),
        ChipsPassed(from_="seat:1", to="seat:0", amount=12),
    ]
    assert names([*begun, Gap(), *counts], buy_in=20) == []
    assert len(names([*begun, *counts], buy_in=20)) == 3


def test_pj_6_7_a_card_that_is_not_known_may_have_been_pope() -> None:
    out = "0:2c 0:3c 0:4c 0:5c 0:6c 0:7c 0:8c 0:9c 0:Tc 0:Jc 0:Qc"
    begun = [HandStarted(dealer=2), TurnedUp(card=Card("7h"))]
    paid = ChipsPassed(from_="seat:1", to="seat:0", amount=5)
    assert names([*begun, *plays(f"{out} 0:??"), paid]) == []
    assert names([*begun, *plays(f"{out} 0:Kc"), paid]) == ["wrong_payment"]


def test_pj_3_7_a_card_turned_up_that_is_not_known_may_have_ended_the_deal() -> None:
    events = [HandStarted(dealer=2), TurnedUp(card=Card("??")), HandStarted()]
    assert names(events, "p003", options={"pope_turnup_ends_deal": True}) == []
    emptied = [*events[:2], PoolCounted(pool="game", amount=0), final_deal()]
    assert names(emptied, "p003", options={"pope_turnup_ends_deal": True}) == []
    assert names(emptied, "p003") == ["not_conserved", "final_deal_not_due"]
    assert names([*events[:2], *plays("0:2c"), HandStarted()], "p003") == ["count_mismatch"]


def test_pj_6_3_out_of_turn_a_card_is_judged_by_its_turn_alone() -> None:
    """The jack may have followed a ten that nobody wrote down."""
    events = [HandStarted(dealer=2), TurnedUp(card=Card("7h")), *plays("0:Ks 1:Jc 1:3c")]
    assert names(events, "p003") == ["lead_out_of_turn"]
    assert names([*events[:2], *plays("0:Ks 0:Jc 0:3c")], "p003") == ["not_lowest_lead"]


@pytest.mark.parametrize("preset", ["p001", "p003"])
def test_pj_3_5_an_honour_turned_up_brings_its_compartment_whatever_its_suit(preset: str) -> None:
    begun = [HandStarted(dealer=2), TurnedUp(card=Card("K?"))]
    for amount, expected in ((0, []), (1, ["not_conserved"])):
        counted = PoolCounted(pool="king", amount=amount)
        for events in ([*begun, counted], [*begun, *plays("0:2c"), counted]):
            done = audit(log_of("pope_joan", events, 3, preset=preset))
            assert [one.name for one in done.findings] == expected


def seen_in_part(card: str, part: str) -> list[Base]:
    """PJ-E4 with a card of which only this was seen."""
    return [
        Played(seat=one.seat, card=Card(part)) if isinstance(one, Played) and one.card == card else one for one in e4()
    ]


@pytest.mark.parametrize(
    ("card", "part", "expected"),
    [
        ("8s", "?s", ((14, -21, -5), [6, 0, 0, 6, 0, 0, 0, 0])),
        ("8s", "8?", ((14, -21, -5), [6, 0, 0, 6, 0, 0, 0, 0])),
        ("3d", "?d", ((None, None, None), [None, 0, 0, 6, 0, 0, 0, 0])),  # perhaps Pope
        ("8s", "??", ((None, None, None), [None, 0, 0, None, 0, 0, 0, 0])),
        ("Jc", "J?", ((None, None, None), [6, 0, None, 6, 0, 0, None, 0])),
    ],
)
def test_pj_4_5_a_card_seen_in_part_takes_only_what_it_can(card: str, part: str, expected: tuple[object, ...]) -> None:
    for hands in (True, False):
        events = seen_in_part(card, part)
        if not hands:
            events[1] = Dealt(sizes=(13, 13, 13))
            events.append(Shown(seat=0, cards=cards("9d")))
        done = audit(log_of("pope_joan", events, 3, preset="p003"))
        assert done.findings == []
        state = done.state
        sure = [not state.unsure >> BOARD.pool(state, at) & 1 for at in range(len(POOLS))]
        board = [amount if known else None for amount, known in zip(BOARD.contents(state), sure, strict=True)]
        assert (done.results[0].result.points, board) == expected


@pytest.mark.parametrize("part", ["2?", "X?"])
def test_pj_6_5_a_card_seen_in_part_that_the_hand_cannot_have(part: str) -> None:
    done = audit(log_of("pope_joan", seen_in_part("8s", part), 3, preset="p003"))
    assert [(one.name, one.at, one.seat) for one in done.findings] == [("impossible_card", 5, 0)]
    assert done.results[0].result.points == (None, None, None)
