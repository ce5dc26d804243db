"""Pluck: each irregularity put into random sessions is found when it can be known, and nothing else is."""

import random
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec
import pytest

from tests.builders import found
from tests.experiments import Course, Spoiled, Tamper, once, session, sessions, sites, spoiled, watched, watchers
from upcard.engine.audit import audit
from upcard.engine.fold import frames
from upcard.engine.log import Log, Numbered
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC, redact_log, view
from upcard.schemas.cards import Card, cards_of
from upcard.schemas.events import Event, Gave, HandStarted, Played, Returned, TrumpNamed

OPTIONS: list[dict[str, Any]] = [
    {},
    {"pluck_order": "quota_desc"},
    {"pluck_batch": True},
    {"pluck_optional": False},
    {"clubs_trump_prebroken": False},
    {"pluck_order": "quota_desc", "pluck_optional": False},
    {"pluck_order": "quota_desc", "pluck_batch": True},
    {"target": 2, "tie_at_target": "shared"},
]
RANKS = "23456789TJQKA"
PACK = [Card(rank + suit) for suit in "cdhs" for rank in RANKS[1:]] + [Card("2c"), Card("Xr"), Card("Xb")]


def setup_of(number: int) -> tuple[Setup, int]:
    """All house rules in turn."""
    return Setup(game="pluck", seed=31, options=OPTIONS[number % len(OPTIONS)]), 2


def hand_of(state: Any, seat: int) -> list[Card]:
    """All cards of a hand, with all hands known."""
    return list(cards_of(state.places.known[seat]))


def rank(card: Card) -> int:
    """How high a card stands in its suit."""
    return RANKS.index(card.rank)


def suit(card: Card, trump: str) -> str:
    """The suit a card counts as."""
    return trump if card.rank == "X" else card.suit


def is_open(state: Any) -> bool:
    """Whether a trick is in progress."""
    return len(state.cards) % 3 > 0


# ---- Irregularities ------------------------------------------------------------------------------------------------


def revoke(state: Any, event: Event, rng: random.Random) -> Event | None:
    """A card of another suit, by a seat that could follow."""
    if not isinstance(event, Played) or not is_open(state):
        return None
    led = suit(state.cards[len(state.cards) // 3 * 3], state.trump)
    hand = hand_of(state, event.seat)
    others = [card for card in hand if suit(card, state.trump) != led]
    return Played(seat=event.seat, card=rng.choice(others)) if others and len(others) < len(hand) else None


def early_trump(state: Any, event: Event, rng: random.Random) -> Event | None:
    """A trump led by who has other cards, before any trump was played."""
    if not isinstance(event, Played) or len(state.cards) < 3 or is_open(state):
        return None
    clubs = state.trump == "c"
    if clubs and state.options.clubs_trump_prebroken:
        return None
    played = state.cards[3:] if clubs else state.cards
    if any(suit(card, state.trump) == state.trump for card in played):
        return None
    hand = hand_of(state, event.seat)
    trumps = [card for card in hand if suit(card, state.trump) == state.trump]
    return Played(seat=event.seat, card=rng.choice(trumps)) if trumps and len(trumps) < len(hand) else None


def first_lead(state: Any, event: Event, rng: random.Random) -> Event | None:
    """Another card than the lowest club, led first by its holder."""
    if not isinstance(event, Played) or state.cards:
        return None
    return Played(seat=event.seat, card=rng.choice([card for card in hand_of(state, event.seat) if card != "2c"]))


def wrong_leader(state: Any, event: Event, rng: random.Random) -> Event | None:
    """Somebody leads first who does not hold the lowest club."""
    if not isinstance(event, Played) or state.cards:
        return None
    seat = (event.seat + rng.choice((1, 2))) % 3
    return Played(seat=seat, card=rng.choice(hand_of(state, seat)))


def wrong_return(state: Any, event: Event, rng: random.Random) -> Event | None:
    """A lower card of the suit, or one of another suit."""
    if not isinstance(event, Returned) or event.card is None:
        return None
    others = [card for card in hand_of(state, event.seat) if card.rank != "X" and card != event.card]
    return Returned(seat=event.seat, to=event.to, card=rng.choice(others))


def lower_return(state: Any, event: Event, rng: random.Random) -> Event | None:
    """A lower card of the suit, if there is one."""
    if not isinstance(event, Returned) or event.card is None:
        return None
    lower = [card for card in hand_of(state, event.seat) if card.suit == event.card.suit and card != event.card]
    return Returned(seat=event.seat, to=event.to, card=rng.choice(lower)) if lower else None


def joker_given(state: Any, event: Event, rng: random.Random) -> Event | None:
    """A joker as a gift."""
    jokers = [card for card in hand_of(state, event.seat) if card.rank == "X"] if isinstance(event, Gave) else []
    return Gave(seat=event.seat, to=event.to, card=rng.choice(jokers)) if jokers and isinstance(event, Gave) else None


def no_right(state: Any, event: Event, rng: random.Random) -> Event | None:
    """A pluck of a seat that has none left."""
    if not isinstance(event, TrumpNamed) or (state.moved and state.options.pluck_batch):
        return None
    given = [sum(row[0] == seat for row in gifts(state)) for seat in range(3)]
    seats = [seat for seat in range(3) if max(0, state.excess[seat]) <= given[seat]]
    if not seats:
        return None
    seat = rng.choice(seats)
    cards = [card for card in hand_of(state, seat) if card.rank != "X"]
    return Gave(seat=seat, to=(seat + rng.choice((1, 2))) % 3, card=rng.choice(cards))


def gifts(state: Any) -> list[list[int]]:
    """The gifts of this hand."""
    return [row for row in state.moved if row[5] == -2]


def wrong_dealer(state: Any, event: Event, rng: random.Random) -> Event | None:
    """The deal goes to a seat that is not next."""
    if not isinstance(event, HandStarted) or not state.hand:
        return None
    return HandStarted(dealer=(state.may_deal[0] + rng.choice((1, 2))) % 3)


def wrong_caller(_state: Any, event: Event, rng: random.Random) -> Event | None:
    """Trump named by another than the dealer."""
    if not isinstance(event, TrumpNamed):
        return None
    return TrumpNamed(seat=(event.seat + rng.choice((1, 2))) % 3, suit=event.suit)


KINDS: dict[str, Tamper] = {
    "revoke": revoke,
    "early_trump": early_trump,
    "first_lead": first_lead,
    "wrong_leader": wrong_leader,
    "wrong_return": wrong_return,
    "lower_return": lower_return,
    "joker_given": joker_given,
    "no_right": no_right,
    "wrong_dealer": wrong_dealer,
    "wrong_caller": wrong_caller,
}


# ---- When it can be known: by the cards alone ----------------------------------------------------------------------


def expected(kind: str, made: Spoiled, viewer: int | None) -> Course:
    """What an audit must find, and when, but for what is known before it is known who."""
    at, wrong = made.at, made.wrong
    seat = getattr(wrong, "seat", None)
    knows = viewer in {None, seat}
    if kind in {"revoke", "early_trump", "first_lead"}:
        tells = TELLING[kind](made)
        at_once = knows or any(tells(card) for card in known_to(made, viewer, seat))
        at_once = at_once or has_no_room(made, viewer, seat, tells)
        proof = at if at_once else first_play(made, seat, tells)
        clause = {"revoke": "PL-4.1", "early_trump": "PL-4.2", "first_lead": "PL-4.1"}[kind]
        return once(clause, kind, at, proof, seat) if proof else []
    if kind == "wrong_leader":
        holder = made.legal.seat
        at_once = knows or viewer == holder or "2c" in known_to(made, viewer, holder)
        proof = at if at_once else first_play(made, holder, lambda card: card == "2c")
        return once("G-13", "out_of_turn", at, proof, seat)
    if kind in {"wrong_return", "lower_return"}:
        proof = return_proof(made, viewer)
        return once("PL-3.2", "wrong_return", at, proof, seat) if proof else []
    if kind == "joker_given":
        pair = {None, wrong.seat, wrong.to}
        return once("PL-3.3", "joker_plucked", at, at, seat) if viewer in pair else []
    if kind == "no_right":
        return once("PL-2.2" if made.before.hand == 1 else "PL-3.1", "no_right_to_pluck", at, at, seat)
    if kind == "wrong_dealer":
        return once("PL-2.5", "dealer_rotation", at, at, wrong.dealer)
    return once("PL-2.3", "wrong_call", at, at, seat)


def known_to(made: Spoiled, viewer: int | None, seat: int | None) -> set[Card]:
    """The cards that a viewer knows another seat to hold, from the plucks it took part in."""
    began = max(line for line, event in made.log.events if isinstance(event, HandStarted) and line <= made.at)
    known: list[set[Card]] = [set(), set(), set()]
    for line, event in made.log.events:
        if not began < line < made.at or not isinstance(event, Gave | Returned | Played):
            continue
        if isinstance(event, Played):
            known[event.seat].discard(event.card)
        elif viewer in {event.seat, event.to} and event.card is not None:
            known[event.seat].discard(event.card)
            known[event.to].add(event.card)
        else:
            known[event.seat].clear()
    return known[seat] if seat is not None else set()


def has_no_room(made: Spoiled, viewer: int | None, seat: int | None, tells: Callable[[Card], bool]) -> bool:
    """Whether more cards that show it are not known to a viewer than the hands of the others can hold."""
    hands = [set(hand_of(made.before, other)) for other in range(3)]
    known = [known_to(made, viewer, other) & hands[other] for other in range(3)]
    if viewer in range(3):
        known[viewer] = hands[viewer]
    unseen = [card for other in range(3) for card in hands[other] - known[other] if tells(card)]
    return len(unseen) > sum(len(hands[other]) - len(known[other]) for other in range(3) if other != seat)


TELLING: dict[str, Callable[[Spoiled], Callable[[Card], bool]]] = {
    "revoke": lambda made: lambda card: suit(card, trump_of(made)) == led_suit(made),
    "early_trump": lambda made: lambda card: suit(card, trump_of(made)) != trump_of(made),
    "first_lead": lambda _made: lambda card: card == "2c",
}
"""For each irregularity the cards that show it, once its seat plays one."""


def trump_of(made: Spoiled) -> str:
    """The trump suit of the hand in which it was."""
    trump: str = made.before.trump
    return trump


def led_suit(made: Spoiled) -> str:
    """The suit that was led."""
    cards = made.before.cards
    return suit(cards[len(cards) // 3 * 3], trump_of(made))


def this_hand(made: Spoiled) -> list[Numbered]:
    """The events of that hand, from the irregularity on."""
    after = [(line, event) for line, event in made.log.events if line > made.at]
    end = next((line for line, event in after if isinstance(event, HandStarted)), len(made.log.events) + 9)
    return [(line, event) for line, event in after if line < end]


def first_play(made: Spoiled, seat: int | None, tells: Callable[[Card], bool]) -> int:
    """The first line after it on which the seat plays such a card, or 0."""
    plays = ((line, event) for line, event in this_hand(made) if isinstance(event, Played) and event.seat == seat)
    return next((line for line, event in plays if tells(event.card)), 0)


def return_proof(made: Spoiled, viewer: int | None) -> int:
    """The line on which a viewer knows that a return was wrong, or 0."""
    wrong, gift = made.wrong, gift_of(made)
    assert isinstance(wrong, Returned)
    assert wrong.card is not None
    if viewer in {None, wrong.seat}:
        return made.at
    if viewer != wrong.to:
        return unseen_proof(made, viewer)
    kept = known_to(made, viewer, wrong.seat)  # the gift too, if nothing that was not seen went from there since
    if gift.suit != wrong.card.suit or any(not above(wrong.card, [card]) for card in kept - {wrong.card}):
        return made.at
    return plucker_proof(made, wrong, wrong.card)


def gift_of(made: Spoiled) -> Card:
    """The gift that was answered wrongly."""
    return find_gift(made, made.wrong.seat, made.wrong.to)


def find_gift(made: Spoiled, victim: int, giver: int) -> Card:
    """The oldest gift of this giver to this victim that was not answered before."""
    began = max(line for line, event in made.log.events if isinstance(event, HandStarted) and line < made.at)
    before = [event for line, event in made.log.events if began < line < made.at]
    given = [event.card for event in before if isinstance(event, Gave) and (event.seat, event.to) == (giver, victim)]
    answered = sum(isinstance(event, Returned) and (event.seat, event.to) == (victim, giver) for event in before)
    card = given[answered]
    assert card is not None
    return card


def plucker_proof(made: Spoiled, wrong: Returned, low: Card) -> int:
    """When the victim has shown the plucker more higher cards than may have come to it from the third player."""
    seen: set[Card] = set()
    came: set[Card] = set()
    unknown = 0
    for line, event in this_hand(made):
        if isinstance(event, Gave) and event.to == wrong.seat:
            if event.seat == wrong.to and event.card is not None:
                came.add(event.card)
            else:
                unknown += 1
        shows = isinstance(event, Played) or (isinstance(event, Returned) and event.to == wrong.to)
        if shows and event.seat == wrong.seat and event.card is not None:
            card: Card = event.card
            if card.rank != "X" and card.suit == low.suit and rank(card) > rank(low) and card not in came:
                seen.add(card)
                if len(seen) > unknown:
                    return line
    return 0


def unseen_proof(made: Spoiled, viewer: int | None) -> int:
    """When no card that the plucker may have got is above all that the victim has played of its suit, or 0."""
    wrong = made.wrong
    assert isinstance(wrong, Returned)
    events = this_hand(made)
    if any(isinstance(event, Gave | Returned) and event.to == wrong.seat for _, event in events):
        return 0
    passed_on = any(isinstance(event, Gave | Returned) and event.seat == wrong.to for _, event in events)
    plays = [(line, event) for line, event in events if isinstance(event, Played)]
    own = {event.card for _, event in plays if event.seat == viewer}
    kept: set[Card] = set()
    gone = set() if passed_on else own
    played: set[Card] = {card for card in own if card.rank == "X"}
    for line, event in plays:
        played.add(event.card)
        if event.seat == wrong.seat:
            kept.add(event.card)
        elif event.seat != wrong.to and not passed_on:
            gone.add(event.card)
        could = [card for card in PACK if card.rank != "X" and card not in kept | gone]
        jokers = {Card("Xr"), Card("Xb")}  # one that the victim has, or nobody has seen, may have been the gift
        if jokers <= played - kept and not any(above(card, kept) for card in could):
            return line
    return 0


def above(card: Card, kept: Iterable[Card]) -> bool:
    """Whether a card is higher than all these of its suit."""
    return all(rank(card) > rank(other) for other in kept if other.rank != "X" and other.suit == card.suit)


# ---- Experiments ---------------------------------------------------------------------------------------------------


def known_who(seen: Course, at: int) -> Course:
    """What is found without what only tells that somebody broke a rule, which must not come before anybody did."""
    changes: Course = []
    for line, told in seen:
        assert all(row[2] >= at for row in told if row[0] == "G-10"), told
        left = [row for row in told if row[0] != "G-10"]
        if left != (changes[-1][1] if changes else []):
            changes.append((line, left))
    return changes


def experiments(count: int, kinds: Mapping[str, Tamper] = KINDS) -> dict[str, int]:
    """So many sessions of each kind. Answers with how often somebody but the offender could tell."""
    done = dict.fromkeys(kinds, 0)
    told = dict.fromkeys(kinds, 0)
    for number in range(40 * count):
        left = [kind for kind, times in done.items() if times < count]
        if not left:
            return told
        setup, hands = setup_of(number)
        rng = random.Random(f"pluck/{number}")
        legal = session(setup, hands=hands, ordinal=number, player=None)
        places = sites(legal)
        tried = ((kind, spoiled(legal, places, kinds[kind], rng, hands=hands)) for kind in left)
        made = {kind: one for kind, one in tried if one is not None}
        for kind, one, viewer, seen in watched(legal, watchers(legal, made, rng), made):
            wanted = expected(kind, one, viewer)
            assert known_who(seen, one.at) == wanted, (setup, number, kind, viewer)
            told[kind] += bool(wanted) and viewer not in {None, getattr(one.wrong, "seat", None)}
        for kind in made:
            done[kind] += 1
    raise AssertionError(done)


def clean(count: int) -> None:
    """Legal play gives no finding, whoever writes it down, and keeps what the page says of its sums."""
    for ordinal in range(count):
        setup = Setup(game="pluck", seed=32, options=OPTIONS[ordinal % len(OPTIONS)])
        log = simulate(setup, hands=2, ordinal=ordinal)
        for viewer in (None, (PUBLIC, 0, 1, 2)[ordinal // len(OPTIONS) % 4]):
            assert found(log if viewer is None else redact_log(log, viewer, "copy")) == [], (ordinal, viewer)
        sums_hold(log)


def sums_hold(log: Log) -> None:
    """Seventeen tricks a hand; excess and shortage cancel; no more plucks than the hand before gave (PL-3.1, PL-8)."""
    rights, totals = [0, 0, 0], [0, 0, 0]
    given = [0, 0, 0]
    ended = {one.line: one for one in audit(log).results}
    for line, event in log.events:
        if isinstance(event, Gave):
            given[event.seat] += 1
        if line in ended:
            one = ended[line]
            assert all(took <= max(0, right) for took, right in zip(given, rights, strict=True))
            taken = [sum(trick.winner == seat for trick in one.result.tricks) for seat in range(3)]
            quota = [(7, 6, 4)[(seat - (one.result.dealer or 0)) % 3] for seat in range(3)]
            rights = [a - b for a, b in zip(taken, quota, strict=True)]
            points = [max(0, right) for right in rights]
            totals = [a + b for a, b in zip(totals, points, strict=True)]
            assert (sum(taken), sum(rights), list(one.result.points)) == (17, 0, points)
            assert one.after.totals == totals
            given = [0, 0, 0]


def test_each_irregularity_is_found_when_it_can_be_known() -> None:
    told = experiments(8)
    assert set(told) == set(KINDS)


def test_hidden_legal_sessions_are_clean() -> None:
    clean(32)


def plain(state: Any) -> Any:
    """A state as plain values."""
    return msgspec.to_builtins(state, enc_hook=lambda options: options.model_dump())


def test_pl_3_7_what_was_plucked_is_known_to_two() -> None:
    """Redact then replay = replay then view, where cards are given, returned and given on, rightly or not."""
    plucks = 0
    for number in range(16):
        setup, _ = setup_of(number)
        rng = random.Random(number)
        log = simulate(setup, hands=3, ordinal=number)
        made = spoiled(log, sites(log), (lower_return, joker_given, no_right, revoke)[number % 4], rng, hands=3)
        log = log if made is None else made.log
        plucks += sum(isinstance(event, Gave) for _, event in log.events)
        for viewer in (PUBLIC, 0, 1, 2):
            partial = redact_log(log, viewer, "copy")
            for (line, event, whole), (_, _, seen) in zip(frames(log), frames(partial), strict=True):
                if isinstance(event, Gave | Returned | Played) and line % 3:
                    assert plain(view(whole, viewer)) == plain(seen), (number, viewer, line, event)
    assert plucks > 50


def test_g_10_somebody_has_revoked_before_it_is_known_who() -> None:
    """In some sessions the cards not seen fit nowhere before the revoker shows the suit."""
    before = 0
    for number in range(60):
        setup, hands = setup_of(number)
        rng = random.Random(number)
        legal = simulate(setup, hands=hands, ordinal=number)
        one = spoiled(legal, sites(legal), revoke, rng, hands=hands)
        assert one is not None
        courses = [seen for _, _, _, seen in watched(legal, [PUBLIC], {"revoke": one})]
        before += any(row[0] == "G-10" for seen in courses for _, told in seen for row in told)
        assert all(row[0] != "G-10" for seen in courses if seen for row in seen[-1][1]), number
    assert before > 5


@pytest.mark.check
def test_each_irregularity_is_found_when_it_can_be_known_2000() -> None:
    told = experiments(sessions(200))
    assert (
        min(told[kind] for kind in ("revoke", "early_trump", "first_lead", "wrong_return", "lower_return"))
        > sessions(200) // 4
    )


@pytest.mark.check
def test_hidden_legal_sessions_are_clean_2000() -> None:
    clean(sessions(2000))


@pytest.mark.torture
def test_each_irregularity_is_found_when_it_can_be_known_20000() -> None:
    experiments(2000)
