"""Dou Dizhu: random legal sessions at every level of knowledge, and one irregularity put in anywhere."""

import itertools
import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.experiments import Course, Spoiled, Tamper, experiment, once, sessions, sites
from tests.test_every_game import plain
from upcard.engine.audit import audit
from upcard.engine.fold import begin, fold, frames
from upcard.engine.game import find
from upcard.engine.games.dou_dizhu.offer import legal
from upcard.engine.games.dou_dizhu.shapes import beats, classify, is_bomb
from upcard.engine.games.dou_dizhu.table import first_bidder
from upcard.engine.log import Log
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC, redact, redact_log, view
from upcard.schemas.cards import Card, cards_of
from upcard.schemas.events import (
    Bid,
    ChipsPassed,
    Dealt,
    Event,
    Gap,
    HandStarted,
    Laid,
    Passed,
    Scored,
    Shown,
    Took,
    TurnedUp,
    Voided,
)

GAME = find("dou_dizhu")
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"upcard_in_widow": "first_drawer_bids"},
    {"widow_shown": True},
    {"opening_passes": "stop"},
    {"all_pass": "first_bidder_forced_1"},
    {"kicker_rank_in_core": "allow", "quad_equal_singles": "allow"},
    {"trips_gap_with_kickers": "allow"},
    {"bomb_out_of_turn": "yes"},
    {"spring": "double", "session_end": "hands", "session_number": 2},
    {"session_end": "target", "session_number": 3, "all_pass": "first_bidder_forced_1", "opening_passes": "stop"},
)


def table(number: int) -> tuple[Setup, int]:
    """All tables in turn."""
    return Setup(game="dou_dizhu", seed=number, options=OPTIONS[number % len(OPTIONS)]), 1


# ---- Legal play ----------------------------------------------------------------------------------------------------


def counted(log: Log) -> list[tuple[str, str, int, int]]:
    return [(one.clause, one.name, one.at, one.found_at) for one in audit(log).findings if one.kind != "note"]


def by_rank(event: Event) -> Event:
    """The event as a scribe writes it who leaves suits out."""
    if isinstance(event, Laid):
        return Laid(seat=event.seat, cards=tuple(map(rank_only, event.cards)))
    if isinstance(event, Dealt):
        hands = tuple(tuple(map(rank_only, hand or ())) for hand in event.hands or ())
        return Dealt(hands=hands, places={"widow": tuple(map(rank_only, (event.places or {})["widow"]))})
    if isinstance(event, Took):
        return Took(seat=event.seat, place="widow", cards=tuple(map(rank_only, event.cards or ())))
    if isinstance(event, TurnedUp):
        return TurnedUp(card=rank_only(event.card), seat=event.seat, place=event.place)
    return event


def rank_only(card: Card) -> Card:
    return card if card.rank in "X?" else Card(f"{card.rank}?")


def written_by_rank(rng: random.Random, log: Log) -> Log:
    """A log whose suits are left out: everywhere, in the hands, in the plays, or here and there."""
    kinds = rng.choice([(Laid,), (Dealt, Took), (Laid, Dealt, Took, TurnedUp), None])
    return Log(
        log.header,
        [
            (line, by_rank(event) if (rng.random() < 0.5 if kinds is None else isinstance(event, kinds)) else event)
            for line, event in log.events
            if not isinstance(event, Shown)
        ],
    )


def legal_sessions(count: int, hands: int) -> None:
    for number in range(count):
        setup, _ = table(number)
        log = simulate(setup, hands=hands)
        ranked = written_by_rank(random.Random(number), log)
        for one in (log, ranked):
            assert counted(one) == [], setup
            for viewer in (PUBLIC, number % 3):
                assert counted(redact_log(one, viewer, "copy")) == [], (setup, viewer)
        assert fold(ranked).totals == fold(log).totals


def test_legal_play_gives_no_finding_also_by_rank() -> None:
    legal_sessions(40, 2)


@pytest.mark.check
def test_legal_play_gives_no_finding_in_two_thousand_sessions() -> None:
    legal_sessions(sessions(2000), 1)


def test_a_seat_by_rank_knows_of_its_hand_what_the_whole_record_knows() -> None:
    for number in range(12):
        log = written_by_rank(random.Random(number), simulate(table(number)[0], hands=1))
        whole, own, public = (begin(log) for _ in range(3))
        for line, event in log.events:
            for state, seen in ((whole, event), (own, redact(event, 0)), (public, redact(event, PUBLIC))):
                state.line, state.step = line, state.step + 1
                GAME.transitions[type(event)](state, seen)
            for known in (own, public):
                assert [known.places.count(seat) for seat in range(3)] == [
                    whole.places.count(seat) for seat in range(3)
                ]
            assert own.ranked[:15] == whole.ranked[:15]
            assert not any(public.ranked)


def test_lines_left_out_and_gaps_prove_nothing() -> None:
    """Whole kinds of lines are missing, and something may have been missed anywhere."""
    for number in range(36):
        rng = random.Random(number)
        log = simulate(table(number)[0], hands=2)
        left_out = rng.choice([(Took,), (TurnedUp,), (Took, TurnedUp, Shown), (HandStarted,), (Dealt,), (Voided,)])
        events = [event for _, event in log.events if not isinstance(event, left_out)]
        if rng.random() < 0.3 and Took not in left_out:
            events.insert(rng.randrange(len(events)), Gap())
        careless = Log.of(log.header, events)
        for one in (careless, written_by_rank(rng, careless)):
            assert counted(one) == [], number
            for viewer in (PUBLIC, number % 3):
                assert counted(redact_log(one, viewer, "copy")) == [], (number, viewer)


def test_redact_then_replay_is_replay_then_view_also_by_rank() -> None:
    for number in range(16):
        setup, _ = table(number)
        log = written_by_rank(random.Random(number), simulate(setup, hands=1))
        for viewer in (PUBLIC, 0, 1, 2):
            partial = redact_log(log, viewer, "copy")
            for (_, event, whole), (_, _, seen) in zip(frames(log), frames(partial), strict=True):
                assert plain(view(whole, viewer)) == plain(seen), (number, viewer, event)


def test_chips_are_zero_sum_and_a_bomb_doubles() -> None:
    for number in range(60):
        log = simulate(table(number)[0], hands=2)
        for done in audit(log).results:
            points = [amount for amount in done.result.points if amount is not None]
            assert len(points) == 3
            assert sum(points) == 0
            after: Any = done.after
            if after.how == "played":
                times = max(map(abs, points)) // (2 * after.bid)
                laid = [cards for _, cards, _ in after.acts]
                bombs = sum(is_bomb(classify(cards, after.shapes)) for cards in laid)
                assert times in {1 << bombs, 2 << bombs if after.options.spring == "double" else 0}


def test_what_is_offered_is_what_the_rules_allow() -> None:
    """Every set of ranks of a hand is offered if, and only if, no rule is broken by it."""
    for number in range(20):
        session = simulate(table(number)[0], hands=1)
        rng = random.Random(number)
        for site in [one for one in sites(session) if one.before.phase == "play" and rng.random() < 0.05]:
            state, seat = site.before, site.before.turn
            hand = sorted(cards_of(state.places.known[seat]), key=lambda card: card.rank)
            rng.shuffle(hand)
            offered = {
                ranks_of(play.cards)
                for act in GAME.due(state)
                if act.event is Laid and act.seat == seat
                for play in act.choices or ()
            }
            few = hand[:11]
            sets = {ranks_of(one): one for size in range(1, 12) for one in itertools.combinations(few, size)}
            lawful = {one for one, cards in sets.items() if allowed(state, Laid(seat=seat, cards=cards))}
            assert lawful == {one for one in offered if one in sets}, (number, site.line)


def ranks_of(cards: tuple[Card, ...]) -> tuple[str, ...]:
    return tuple(sorted(card.suit if card.rank == "X" else card.rank for card in cards))


def allowed(state: Any, event: Laid) -> bool:
    return all(rule.check(state, event) in (None, []) for rule in GAME.rules[Laid])


# ---- Irregular acts ------------------------------------------------------------------------------------------------


def auction(state: Any, event: Event) -> bool:
    return state.phase == "auction" and isinstance(event, Bid | Passed)


def low_bid(state: Any, event: Event, rng: random.Random) -> Event | None:
    """A bid that is not higher."""
    return Bid(seat=event.seat, amount=rng.randint(1, state.bid)) if auction(state, event) and state.bid else None


def no_bid(state: Any, event: Event, rng: random.Random) -> Event | None:
    """A bid that there is not."""
    return Bid(seat=event.seat, amount=rng.choice([0, 4, 7])) if auction(state, event) else None


def bid_of_another(state: Any, event: Event, rng: random.Random) -> Event | None:
    """A seat speaks in another's turn."""
    if not auction(state, event) or state.opener < 0:
        return None
    seat = (state.turn + rng.choice([1, 2])) % 3
    passed = [Passed(seat=seat)] if seat != state.hushed else []  # else it was written twice
    return rng.choice([*passed, Bid(seat=seat, amount=rng.randint(state.bid + 1, 3))])


def wrong_opener(state: Any, event: Event, rng: random.Random) -> Event | None:
    """Another seat than the taker of the face-up card speaks first."""
    if not auction(state, event) or state.opener >= 0 or first_bidder(state) < 0:
        return None
    seat = (first_bidder(state) + rng.choice([1, 2])) % 3
    return rng.choice([Passed(seat=seat), Bid(seat=seat, amount=rng.randint(1, 3))])


def late_bid(state: Any, _event: Event, rng: random.Random) -> Event | None:
    """A bid after the auction."""
    seats = [seat for seat in range(3) if seat != state.landlord]  # whose bid may have been written twice
    return Bid(seat=rng.choice(seats), amount=3) if state.phase in {"widow", "play"} else None


def wrong_landlord(state: Any, event: Event, rng: random.Random) -> Event | None:
    """Another seat takes the widow."""
    if state.phase != "widow" or not isinstance(event, Took):
        return None
    return Took(seat=(state.landlord + rng.choice([1, 2])) % 3, place="widow", cards=event.cards)


def early_widow(state: Any, event: Event, _rng: random.Random) -> Event | None:
    """The highest bidder so far does not wait."""
    if not auction(state, event) or not state.bid:
        return None
    return Took(seat=state.landlord, place="widow", cards=tuple(cards_of(state.places.known[3])))


def early_play(state: Any, event: Event, rng: random.Random) -> Event | None:
    """A card before the auction ended."""
    if not auction(state, event) or not state.bid:
        return None
    seat = rng.randrange(3)
    return Laid(seat=seat, cards=(rng.choice(list(cards_of(state.places.known[seat]))),))


def no_cause(state: Any, event: Event, _rng: random.Random) -> Event | None:
    """The hand is thrown in, and goes on as another."""
    bidding = auction(state, event) and state.opener >= 0
    return Voided() if bidding or state.phase in {"widow", "play"} else None


def no_redeal(state: Any, event: Event, rng: random.Random) -> Event | None:
    """All passed, and somebody takes the widow all the same."""
    cards = tuple(cards_of(state.places.known[3]))
    return (
        Took(seat=rng.randrange(3), place="widow", cards=cards)
        if state.none_bid and isinstance(event, Voided)
        else None
    )


def play(state: Any, event: Event) -> bool:
    return state.phase == "play" and isinstance(event, Laid | Passed) and event.seat == state.turn


def hand_of(state: Any, seat: int) -> list[Card]:
    return list(cards_of(state.places.known[seat]))


def no_shape(state: Any, event: Event, rng: random.Random) -> Event | None:
    """Cards that are nothing."""
    if not play(state, event):
        return None
    hand = hand_of(state, state.turn)
    some = tuple(rng.sample(hand, min(len(hand), rng.randint(2, 8))))
    jokers = {"Xb", "Xr"} <= set(some)
    return Laid(seat=state.turn, cards=some) if classify(some, state.shapes) is None and not jokers else None


def both_jokers(state: Any, event: Event, rng: random.Random) -> Event | None:
    """Both jokers as kickers, or with anything else."""
    hand = hand_of(state, state.turn) if play(state, event) else []
    jokers = [card for card in hand if card.rank == "X"]
    others = [card for card in hand if card.rank != "X"]
    if len(jokers) < 2 or not others:
        return None
    return Laid(seat=state.turn, cards=(*jokers, *rng.sample(others, min(len(others), rng.randint(1, 4)))))


def not_beating(state: Any, event: Event, *, alike: bool, rng: random.Random) -> Event | None:
    """A shape that does not beat what lies there: of the same kind, or of another."""
    under = classify(state.table, state.shapes) if play(state, event) and not state.lead else None
    if under is None or under.kind == "rocket":
        return None
    free = state.copied()
    free.lead, free.table = 1, ()
    wrong = []
    for laid in legal(free, state.turn):
        mine = classify(laid.cards, state.shapes)
        if mine is not None and not beats(mine, under):
            same = mine[:2] == under[:2]
            wrong += [laid] if same == alike else []
    return rng.choice(wrong) if wrong else None


def not_higher(state: Any, event: Event, rng: random.Random) -> Event | None:
    return not_beating(state, event, alike=True, rng=rng)


def other_shape(state: Any, event: Event, rng: random.Random) -> Event | None:
    return not_beating(state, event, alike=False, rng=rng)


def on_the_rocket(state: Any, event: Event, rng: random.Random) -> Event | None:
    """Anything on the rocket."""
    under = classify(state.table, state.shapes) if play(state, event) and not state.lead else None
    hand = hand_of(state, state.turn) if under is not None and under.kind == "rocket" else []
    return Laid(seat=state.turn, cards=(rng.choice(hand),)) if hand else None


def out_of_turn(state: Any, event: Event, rng: random.Random) -> Event | None:
    """A pass, or cards that would do in another's turn."""
    if not play(state, event):
        return None
    seat = rng.choice([other for other in range(3) if other != state.turn])
    if rng.random() < 0.4 and not state.lead and seat != state.hushed:
        return Passed(seat=seat)
    cards = legal(state, seat) if seat != state.owner else ()
    quiet = [one for one in cards if not is_bomb(classify(one.cards, state.shapes))]
    return rng.choice(quiet) if quiet else None


def lead_passed(state: Any, event: Event, _rng: random.Random) -> Event | None:
    """A leader passes."""
    return Passed(seat=state.turn) if play(state, event) and state.lead == 1 else None


def after_the_end(state: Any, _event: Event, rng: random.Random) -> Event | None:
    """Somebody still plays, or passes."""
    if state.phase != "between" or state.how != "played":
        return None
    return Passed(seat=rng.randrange(3))


def past_the_end(state: Any, _event: Event, _rng: random.Random) -> Event | None:
    """A hand after the session had ended."""
    return HandStarted() if state.over and state.phase == "between" else None


def wrong_row(state: Any, _event: Event, rng: random.Random) -> Event | None:
    """The scorer counts a bomb too many, or pays the wrong way round."""
    if state.phase != "between" or state.how != "played":
        return None
    times = rng.choice([2, -1])
    points = tuple(times * amount for amount in state.points)
    return Scored(points=points) if list(points) != state.points else None


def wrong_bombs(state: Any, _event: Event, _rng: random.Random) -> Event | None:
    """The scorer counts a bomb too many."""
    return Scored(bombs=state.bombs + 1) if state.phase == "between" and state.how == "played" else None


def wrong_payment(state: Any, _event: Event, rng: random.Random) -> Event | None:
    """Too much is paid, or the wrong way round."""
    if state.phase != "between" or state.how != "played":
        return None
    other = (state.landlord + rng.choice([1, 2])) % 3
    pair = (other, state.landlord) if state.side == 0 else (state.landlord, other)
    amount = state.value
    if rng.random() < 0.5:
        pair = pair[::-1]
    else:
        amount = 2 * amount
    return ChipsPassed(from_=f"seat:{pair[0]}", to=f"seat:{pair[1]}", amount=amount)


KINDS: dict[str, tuple[str, str, Tamper]] = {
    "bid_not_higher": ("DZ-8.2", "bid_not_higher", low_bid),
    "no_such_bid": ("DZ-8.2", "no_such_bid", no_bid),
    "bid_of_another": ("DZ-8.2", "out_of_turn", bid_of_another),
    "wrong_first_bidder": ("DZ-8.1", "wrong_first_bidder", wrong_opener),
    "after_the_auction": ("DZ-8.2", "after_the_auction", late_bid),
    "wrong_landlord": ("DZ-2.4", "wrong_landlord", wrong_landlord),
    "early_widow": ("DZ-8.2", "auction_not_ended", early_widow),
    "early_play": ("DZ-8.2", "auction_not_ended", early_play),
    "redeal_without_cause": ("DZ-2.3", "redeal_without_cause", no_cause),
    "no_redeal": ("DZ-2.3", "no_redeal", no_redeal),
    "invalid_combination": ("DZ-8.3", "invalid_combination", no_shape),
    "both_jokers": ("DZ-8.3", "both_jokers", both_jokers),
    "not_higher": ("DZ-8.3", "not_higher", not_higher),
    "wrong_shape": ("DZ-8.3", "wrong_shape", other_shape),
    "on_the_rocket": ("DZ-8.3", "on_the_rocket", on_the_rocket),
    "out_of_turn": ("DZ-8.3", "out_of_turn", out_of_turn),
    "lead_passed": ("DZ-5.1", "lead_passed", lead_passed),
    "after_the_end": ("DZ-5.2", "after_the_end", after_the_end),
    "past_the_end": ("DZ-6.3", "past_the_end", past_the_end),
    "wrong_points": ("DZ-8.5", "wrong_points", wrong_row),
    "wrong_count": ("DZ-8.5", "wrong_count", wrong_bombs),
    "wrong_payment": ("DZ-8.5", "wrong_payment", wrong_payment),
}
"""Clause and name of each kind, and who does it."""
RARE = {"no_redeal", "both_jokers", "on_the_rocket", "past_the_end"}
"""What legal sessions seldom have a place for: fewer of these are made."""
NOBODYS = {"redeal_without_cause", "no_redeal", "past_the_end", "wrong_points", "wrong_count"}
"""What is laid at nobody's door."""


def due(kind: str, made: Spoiled, viewer: int | None) -> Course:
    """All these acts are seen by all, and so is what they break: but who has the face-up card may not be known."""
    clause, name, _ = KINDS[kind]
    wrong: Any = made.wrong
    seat = None if kind in NOBODYS else int(wrong.from_[-1]) if kind == "wrong_payment" else wrong.seat
    proof = made.at
    if kind == "wrong_first_bidder" and viewer is not None and untold(made):
        proof, seat = when_the_card_shows(made, viewer)
    elif kind == "wrong_landlord" and viewer is not None and made.before.none_bid and untold(made):
        proof = when_the_forced_is_known(made, viewer)
    return once(clause, name, made.at, proof, seat) if proof else []


def untold(made: Spoiled) -> bool:
    """Whether the record does not tell who got the face-up card."""
    return bool(made.before.taker < 0)


def when_the_card_shows(made: Spoiled, viewer: int) -> tuple[int, int | None]:
    """The line by which a viewer knows that who spoke first never got the face-up card, or 0; and who is named: nobody
    where it may have lain in the widow, so that a new deal was due.
    """
    redeal, bidder = made.before.options.upcard_in_widow == "redeal", made.wrong.seat
    for line, may_have in who_may_have_it(made, viewer):
        if bidder not in may_have and (redeal or 3 not in may_have):
            return line, None if 3 in may_have else bidder
    return 0, None


def when_the_forced_is_known(made: Spoiled, viewer: int) -> int:
    """The line by which a viewer knows that who spoke first had to, and so is forced to be landlord; or 0. No new deal
    was due, or else nobody had to.
    """
    before = made.before
    right = {before.opener, 3} if before.options.upcard_in_widow == "redeal" else {before.opener}
    return next((line for line, may_have in who_may_have_it(made, viewer) if may_have <= right), 0)


def who_may_have_it(made: Spoiled, viewer: int) -> Iterator[tuple[int, set[int]]]:
    """Where the face-up card may have been dealt for all that a viewer knows (3: the widow), after each line."""
    card = made.before.upcard
    own = made.before.places.known[viewer] if viewer >= 0 else 0
    may_have = {viewer} if own & card.bit else {0, 1, 2, 3} - {viewer}
    left, landlord, widow = dict.fromkeys(range(3), 17), -1, set()
    for line, event in made.log.events[made.at - 2 :]:
        if isinstance(event, HandStarted):
            break
        landlord = event.seat if isinstance(event, Took) else landlord
        seen = event.cards if isinstance(event, Laid | Shown) else ()
        if isinstance(event, TurnedUp):
            may_have = {event.seat}
        if (isinstance(event, Shown) and event.place == "widow") or (isinstance(event, Took) and viewer == landlord):
            may_have, widow = may_have - {3}, set(event.cards or ())
        elif card in seen:
            may_have &= {event.seat, 3} if event.seat == landlord else {event.seat}
        elif isinstance(event, Laid):
            left[event.seat] -= len(set(event.cards) - widow)
            gone = left[event.seat] + 3 * (event.seat == landlord and not widow) == 0
            may_have -= {event.seat, 3 if event.seat == landlord else event.seat} if gone else set()
        elif isinstance(event, Shown) and event.all:
            may_have -= {event.seat, 3 if event.seat == landlord else event.seat}
        yield line, may_have


def silent(state: Any, rng: random.Random) -> Event | None:
    """A player at a table where it is often not written down who got the face-up card."""
    if state.phase != "auction" or state.opener >= 0 or state.taker >= 0 or first_bidder(state) < 0:
        return None
    if rng.random() < 0.3:
        return None
    return rng.choice([Bid(seat=first_bidder(state), amount=rng.randint(1, 3)), Passed(seat=first_bidder(state))])


def experiments(count: int) -> None:
    """So many sessions of each kind, at all tables; fewer of what is rare."""
    kinds = {kind: tamper for kind, (_, _, tamper) in KINDS.items() if kind not in RARE}
    experiment(count, table, kinds, due, silent)
    experiment(max(4, count // 20), rare_table, {kind: KINDS[kind][2] for kind in RARE - {"past_the_end"}}, due, silent)
    experiment(max(4, count // 20), ending_table, {"past_the_end": past_the_end}, due, silent)


def rare_table(number: int) -> tuple[Setup, int]:
    return Setup(game="dou_dizhu", seed=number), 6


def ending_table(number: int) -> tuple[Setup, int]:
    return Setup(game="dou_dizhu", seed=number, options={"session_end": "hands", "session_number": 1}), 2


def test_an_irregularity_is_found_where_it_is_and_nothing_else() -> None:
    experiments(8)


@pytest.mark.check
def test_an_irregularity_is_found_where_it_is_in_thousands_of_sessions() -> None:
    experiments(sessions(200))


@pytest.mark.torture
def test_an_irregularity_is_found_where_it_is_in_tens_of_thousands_of_sessions() -> None:
    experiments(3000)
