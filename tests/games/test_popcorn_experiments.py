"""Popcorn: one irregularity put in anywhere is found, and nothing else is, never before it can be known."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from tests.experiments import Course, Spoiled, Tamper, experiment, once, session, sessions
from upcard.engine.audit import audit
from upcard.engine.fold import frames
from upcard.engine.log import Log
from upcard.engine.simulate import Setup
from upcard.engine.state import decode_state, encode_state
from upcard.engine.view import PUBLIC, redact_log, view
from upcard.schemas.cards import PACK, RANKS, Card, cards_of
from upcard.schemas.events import (
    BluffCalled,
    Claimed,
    Closed,
    Dealt,
    Event,
    HandStarted,
    ResultCalled,
    Stood,
    Took,
    TurnedOver,
)

TABLES: tuple[tuple[int, dict[str, Any]], ...] = (
    (2, {}),
    (3, {"rank_step": "descending"}),
    (4, {}),
    (4, {"rank_step": "either", "direction": "right"}),
    (5, {"overplay": True}),
    (4, {"overplay": True, "overplay_limit": 1, "max_claim": 3}),
    (3, {"caller": "next_only", "start_rank": "7"}),
    (6, {"decks": 2}),
    (4, {"decks": 2, "overplay": True, "rank_step": "either"}),
    (12, {"decks": 2, "caller": "next_only"}),
)


def table(number: int) -> tuple[Setup, int]:
    """All tables in turn, one game each."""
    seats, options = TABLES[number % len(TABLES)]
    return Setup(game="popcorn", seats=seats, options=options), 1


# ---- A quick player ------------------------------------------------------------------------------------------------


def quick(state: Any, rng: random.Random) -> Event | None:
    """A legal act in the middle of a game, faster to find than all that are due; bold, so that games end."""
    if state.phase != "play":
        return None
    seats = len(state.players)
    if any(state.places.most):
        return Closed()
    if state.turned and not state.took_line and state.taker >= 0:
        return Took(seat=state.taker, place="pile", cards=tuple(cards_of(state.taken[0])))
    if state.open and state.caller not in {-1, state.layer}:
        return TurnedOver(cards=tuple(cards_of(state.places.known[seats + 1])))
    out = state.open and not state.places.known[state.layer]
    if state.open and rng.random() < (0.3 if out else 0.15):
        step = 1 if state.options.direction == "left" else -1
        after = (state.layer + step) % seats
        others = [seat for seat in range(seats) if seat != state.layer]
        return BluffCalled(seat=after if state.options.caller == "next_only" else rng.choice(others))
    return Stood() if out else claim(state, state.turn if state.turn >= 0 else rng.randrange(seats), rng)


def claim(state: Any, seat: int, rng: random.Random, rank: str | None = None) -> Claimed:
    """A claim of a seat: true if it can be, two times in three."""
    options, held = state.options, list(cards_of(state.places.known[seat]))
    rank = rank or rng.choice(due_ranks(state))
    true = [card for card in held if card.rank == rank]
    most = options.max_claim or 4 * options.decks
    from_ = true if true and rng.random() < 0.67 else held
    cards = tuple(rng.sample(from_, rng.randint(1, min(len(from_), most))))
    extra = 0
    if options.overplay and len(cards) > 1 and rng.random() < 0.2:
        extra = rng.randint(1, min(len(cards) - 1, options.overplay_limit or 9))
    return Claimed(seat=seat, rank=rank, count=len(cards) - extra, cards=cards)


def due_ranks(state: Any) -> list[str]:
    """The ranks that may be claimed, told anew."""
    options = state.options
    if state.rank == -1:
        return [options.start_rank]
    steps = {"ascending": (1,), "descending": (-1,), "either": (1, -1)}[options.rank_step]
    return [RANKS[(state.rank + step) % 13] for step in steps]


# ---- Irregular acts ------------------------------------------------------------------------------------------------


def lays(state: Any, event: Event) -> bool:
    """Whether this is a lay while nobody is out."""
    return state.phase == "play" and isinstance(event, Claimed) and state.turn >= 0


def wrong_rank(state: Any, event: Event, rng: random.Random) -> Event | None:
    if not lays(state, event):
        return None
    assert isinstance(event, Claimed)
    rank = rng.choice([rank for rank in RANKS if rank not in due_ranks(state)])
    return replace(event, rank=rank)


def out_of_turn(state: Any, event: Event, rng: random.Random) -> Event | None:
    if not lays(state, event):
        return None
    return claim(state, rng.choice([seat for seat in range(len(state.players)) if seat != state.turn]), rng)


def claim_range(state: Any, event: Event, rng: random.Random) -> Event | None:
    """More claimed than the house allows, and as many laid."""
    if not lays(state, event):
        return None
    held = list(cards_of(state.places.known[state.turn]))
    least = (state.options.max_claim or 4 * state.options.decks) + 1
    if len(held) < least:
        return None
    cards = tuple(rng.sample(held, rng.randint(least, len(held))))
    return Claimed(seat=state.turn, rank=rng.choice(due_ranks(state)), count=len(cards), cards=cards)


def short_lay(state: Any, event: Event, rng: random.Random) -> Event | None:
    """Fewer laid than claimed."""
    most = state.options.max_claim or 4 * state.options.decks
    if not lays(state, event) or len(event.cards) >= most:
        return None
    assert isinstance(event, Claimed)
    assert event.cards
    return replace(event, count=rng.randint(len(event.cards) + 1, most))


def over_lay(state: Any, event: Event, rng: random.Random) -> Event | None:
    """More laid than claimed, and than allowed."""
    limit = state.options.overplay_limit if state.options.overplay else 0
    if not lays(state, event) or limit is None or len(event.cards) < limit + 2:
        return None
    assert isinstance(event, Claimed)
    assert event.cards
    return replace(event, count=rng.randint(1, len(event.cards) - limit - 1))


def self_call(state: Any, event: Event, _rng: random.Random) -> Event | None:
    return BluffCalled(seat=state.layer) if isinstance(event, Claimed | Stood) and state.open else None


def late_call(state: Any, event: Event, rng: random.Random) -> Event | None:
    """A call of an earlier lay, by its line."""
    if not isinstance(event, Claimed | BluffCalled) or state.layer < 0 or state.laid_line < 6:
        return None
    return BluffCalled(seat=rng.randrange(len(state.players)), line=rng.randrange(4, state.laid_line))


def second_call(state: Any, event: Event, rng: random.Random) -> Event | None:
    if not isinstance(event, TurnedOver):
        return None
    return BluffCalled(seat=rng.choice([seat for seat in range(len(state.players)) if seat != state.layer]))


def wrong_caller(state: Any, event: Event, rng: random.Random) -> Event | None:
    if not isinstance(event, Claimed | Stood) or not state.open or state.options.caller == "any":
        return None
    return BluffCalled(
        seat=rng.choice([seat for seat in range(len(state.players)) if seat not in {state.layer, next_of(state)}])
    )


def next_of(state: Any) -> int:
    step = 1 if state.options.direction == "left" else -1
    return (state.layer + step) % len(state.players)


def wrong_taker(state: Any, event: Event, rng: random.Random) -> Event | None:
    if not isinstance(event, Took):
        return None
    return replace(event, seat=rng.choice([seat for seat in range(len(state.players)) if seat != event.seat]))


def false_out(state: Any, event: Event, rng: random.Random) -> Event | None:
    if state.phase != "play" or isinstance(event, TurnedOver | Took):
        return None
    holding = [seat for seat in range(len(state.players)) if state.places.known[seat]]
    return ResultCalled(result="out", seat=rng.choice(holding))


def after_win(state: Any, event: Event, rng: random.Random) -> Event | None:
    if not isinstance(event, Stood):
        return None
    return claim(state, rng.choice([seat for seat in range(len(state.players)) if seat != state.layer]), rng)


def wrong_verdict(state: Any, event: Event, _rng: random.Random) -> Event | None:
    return ResultCalled(result="bluff" if state.verdict else "true") if isinstance(event, Took) else None


def wrong_face(state: Any, event: Event, rng: random.Random) -> Event | None:
    """A card of another hand among those turned over."""
    if not isinstance(event, TurnedOver):
        return None
    laid = set(event.cards) | set(cards_of(state.places.known[state.layer]))
    elsewhere = [
        card for seat in range(len(state.players)) if seat != state.layer for card in cards_of(state.places.known[seat])
    ]
    strange = [card for card in elsewhere if card not in laid]
    return TurnedOver(cards=(rng.choice(strange), *event.cards[1:])) if strange else None


def uneven_deal(_state: Any, event: Event, rng: random.Random) -> Event | None:
    """One seat gets two cards of another."""
    if not isinstance(event, Dealt):
        return None
    hands = [list(hand or ()) for hand in event.hands or ()]
    giver, taker = rng.sample(range(len(hands)), 2)
    for _ in range(2):
        hands[taker].append(hands[giver].pop())
    return replace(event, hands=tuple(tuple(hand) for hand in hands))


KINDS: dict[str, tuple[str, Tamper]] = {
    "wrong_rank": ("PC-6.1", wrong_rank),
    "lay_out_of_turn": ("PC-6.1", out_of_turn),
    "claim_range": ("PC-6.1", claim_range),
    "short_lay": ("PC-6.1", short_lay),
    "over_lay": ("PC-6.1", over_lay),
    "self_call": ("PC-6.1", self_call),
    "late_call": ("PC-6.1", late_call),
    "second_call": ("PC-4.1", second_call),
    "wrong_caller": ("PC-A11", wrong_caller),
    "wrong_taker": ("PC-6.1", wrong_taker),
    "false_out": ("PC-6.1", false_out),
    "continued_after_win": ("PC-6.1", after_win),
    "reveal_verdict_mismatch": ("PC-6.3", wrong_verdict),
    "contradictory_reveal": ("PC-6.2", wrong_face),
    "uneven_deal": ("PC-2.1", uneven_deal),
}
"""The clause of each kind, and who does it."""


def due(kind: str, made: Spoiled, viewer: int | None) -> Course:
    """What an audit must find, and when: what is done in the open is known at once, a wrong face to who can tell."""
    seat = getattr(made.wrong, "seat", None)
    if kind in {"reveal_verdict_mismatch", "contradictory_reveal"}:
        seat = made.before.layer
    if kind == "contradictory_reveal" and viewer is not None and not tells(made, viewer):
        return []
    return once(KINDS[kind][0], kind, made.at, made.at, seat)


def tells(made: Spoiled, viewer: int) -> bool:
    """Whether a viewer knows that a card was not among those laid: it is in their hand, or where all saw it go."""
    assert isinstance(made.wrong, TurnedOver)
    strange, packs = made.wrong.cards[0], made.before.options.decks
    before = [event for line, event in made.log.events if line < made.at]
    hands: Counter[int] = Counter()
    pile = lay = 0
    layer = caller = -1
    own = {viewer} if viewer != PUBLIC else set()
    for event in before:
        if isinstance(event, Dealt):
            hands = Counter({viewer: (event.hands or ())[viewer].count(strange)} if own else {})
            pile = lay = 0
        elif isinstance(event, Claimed):
            pile, lay, layer = pile + lay, 0, event.seat
            if event.seat == viewer:
                lay = (event.cards or ()).count(strange)
                hands[viewer] -= lay
            else:
                hands[event.seat] = 0
        elif isinstance(event, BluffCalled):
            caller = event.seat
        elif isinstance(event, TurnedOver):
            lay = event.cards.count(strange)
        elif isinstance(event, Took):
            if event.seat == viewer:
                hands[viewer] += (event.cards or ()).count(strange)
            else:
                hands[event.seat] += pile + lay
            pile = lay = 0
    assert caller >= 0
    elsewhere = sum(hands.values()) - hands[layer] * (layer != viewer) + pile
    return elsewhere >= packs or (layer == viewer)


# ---- Experiments ---------------------------------------------------------------------------------------------------


def experiments(count: int, kinds: list[str]) -> None:
    """So many sessions of each kind, at all tables where it can be."""
    done = experiment(count, table, {kind: KINDS[kind][1] for kind in kinds}, due, quick)
    assert all(len(numbers) == count for numbers in done.values())


RARE = {"over_lay", "wrong_caller", "claim_range"}
"""What cannot be at all tables."""


def test_an_irregularity_is_found_where_it_is_and_nothing_else() -> None:
    experiments(6, [kind for kind in KINDS if kind not in RARE])
    for kind in RARE:
        experiments(6, [kind])


@pytest.mark.check
def test_an_irregularity_is_found_where_it_is_in_two_thousand_sessions() -> None:
    experiments(sessions(2000) // len(KINDS), list(KINDS))


@pytest.mark.torture
def test_an_irregularity_is_found_where_it_is_in_two_thousand_sessions_of_each_kind() -> None:
    experiments(2000, list(KINDS))


# ---- Legal play, and counts of our own -----------------------------------------------------------------------------


def legal(count: int) -> Iterator[Log]:
    """Legal sessions at all tables: the first of the random player of the library, the others of the quick one."""
    for number in range(count):
        setup, hands = table(number)
        yield session(setup, hands=hands, ordinal=number, player=quick if number >= 2 * len(TABLES) else None)


def legal_sessions(count: int) -> None:
    for number, log in enumerate(legal(count)):
        seats = len(log.header.seats)
        rng = random.Random(number)
        for viewer in (None, PUBLIC, rng.randrange(seats)):
            one = log if viewer is None else redact_log(log, viewer, "copy")
            assert [found for found in audit(one).findings if found.kind != "note"] == [], (number, viewer)


def test_legal_play_gives_no_finding() -> None:
    legal_sessions(20)


@pytest.mark.check
def test_legal_play_gives_no_finding_in_two_thousand_sessions() -> None:
    legal_sessions(sessions(2000))


def test_views_are_the_same_at_every_table() -> None:
    """Redact then replay is replay then view, with two packs and with overplay too."""
    for number, log in enumerate(legal(2 * len(TABLES))):
        viewer = random.Random(number).randrange(-1, len(log.header.seats))
        partial = redact_log(log, viewer, "copy")
        for (line, _, whole), (_, _, seen) in zip(frames(log), frames(partial), strict=True):
            assert view(whole, viewer) == seen, (number, viewer, line)


class Known:
    """PC-6.4 counted anew, card by card: what a viewer knows to be outside each hand."""

    def __init__(self, viewer: int, seats: int, packs: int) -> None:
        self.viewer, self.seats, self.packs = viewer, seats, packs
        self.own: list[Card] = []
        self.pile: list[Card] = []
        self.mine: list[Card] = []
        self.held = [Counter[str]() for _ in range(seats)]
        self.before = Counter[str]()
        self.layer = -1

    def can_tell(self, event: Claimed) -> bool:
        """Whether the claim cannot be true."""
        seen = sum(held[event.rank] for seat, held in enumerate(self.held) if seat not in {event.seat, self.viewer})
        own = [card for card in self.own + self.pile + self.mine if card.rank == event.rank]
        return event.seat != self.viewer and event.count > 4 * self.packs - seen - len(own)

    def see(self, event: Event) -> None:
        """Take note of what this viewer sees of an act."""
        if isinstance(event, Dealt):
            self.__init__(self.viewer, self.seats, self.packs)
            self.own = list((event.hands or ())[self.viewer] or ()) if self.viewer >= 0 else []
        elif isinstance(event, Claimed):
            self.pile += self.mine
            self.mine, self.layer = [], event.seat
            held = self.held[event.seat]
            self.before = held.copy()
            for rank in held:
                held[rank] = max(0, held[rank] - len(event.cards or ()))
            if event.seat == self.viewer:
                self.mine = list(event.cards or ())
                for card in self.mine:
                    self.own.remove(card)
        elif isinstance(event, TurnedOver):
            true = Counter(card.rank for card in event.cards)
            self.held[self.layer] = Counter({rank: max(0, n - true[rank]) for rank, n in self.before.items()})
            self.mine = list(event.cards)
        elif isinstance(event, Took):
            if event.seat == self.viewer:
                self.own += event.cards or ()
            else:
                self.held[event.seat].update(card.rank for card in self.pile + self.mine)
            self.pile, self.mine = [], []


def sure_bluffs(count: int) -> int:
    """Compare the notes of PC-6.4 with those counted anew; a sure bluff is one. How many there were."""
    total = 0
    for number, log in enumerate(legal(count)):
        seats = len(log.header.seats)
        viewer = random.Random(number).randrange(-1, seats)
        packs = (log.header.options or {}).get("decks", 1)
        known, public = (Known(one, seats, packs) for one in (viewer, PUBLIC))
        expected = []
        for line, event in log.events:
            if isinstance(event, Claimed) and (known.can_tell(event) or public.can_tell(event)):
                all_can = public.can_tell(event)
                expected.append((line, "everybody" if all_can else f"seat {viewer}"))
                assert (
                    any(card.rank != event.rank for card in event.cards or ()) or len(event.cards or ()) != event.count
                )
            known.see(event)
            public.see(event)
        found = audit(redact_log(log, viewer, "copy")).findings
        notes = [(one.at, one.says.split(" could")[0]) for one in found if one.clause == "PC-6.4"]
        assert notes == expected, (number, viewer)
        whole = audit(log).findings
        told = [(one.at, one.says.split(" could")[0]) for one in whole if one.clause == "PC-6.4"]
        assert [note for note in told if note[1] in {"everybody", f"seat {viewer}"}] == expected
        total += len(expected)
    return total


def test_pc_6_4_sure_bluffs_are_those_counted_anew() -> None:
    assert sure_bluffs(60) > 20


@pytest.mark.check
def test_pc_6_4_sure_bluffs_are_those_counted_anew_in_five_hundred_sessions() -> None:
    assert sure_bluffs(sessions(500)) > sessions(500) // 5


def test_states_come_back_as_they_were_with_two_packs_too() -> None:
    for log in legal(len(TABLES)):
        for _, _, state in frames(log):
            assert decode_state(type(state), encode_state(state)) == state


def test_the_first_out_wins_and_nobody_else() -> None:
    for log in legal(2 * len(TABLES)):
        hands: dict[int, Counter[Card]] = {}
        pile: list[Card] = []
        for _, event in log.events:
            if isinstance(event, Dealt):
                hands = {seat: Counter(hand or ()) for seat, hand in enumerate(event.hands or ())}
                packs = sum(sum(hand.values()) for hand in hands.values()) // len(PACK)
                assert sum((hand for hand in hands.values()), Counter()) == Counter(PACK * packs)
            elif isinstance(event, Claimed):
                hands[event.seat] -= Counter(event.cards or ())
                pile += event.cards or ()
            elif isinstance(event, Took):
                hands[event.seat] += Counter(pile)
                pile = []
            elif isinstance(event, HandStarted):
                pile = []
        out = [seat for seat, hand in hands.items() if not hand]
        winners = [seat for seat, won in enumerate(audit(log).results[-1].result.won) if won]
        assert out == winners
