"""Pop!: irregularities put into random sessions are found when the cards can tell, and nothing else is found."""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.builders import found
from tests.experiments import Course, Spoiled, Tamper, experiment, once, sessions, tampered, walk
from upcard.engine.fold import frames
from upcard.engine.game import find
from upcard.engine.log import Log, Numbered
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC, redact_log, view
from upcard.schemas.cards import BY_INDEX, Card, cards_of
from upcard.schemas.events import (
    Accepted,
    Dealt,
    Event,
    Folded,
    HandStarted,
    Played,
    Popped,
    Scored,
    Shown,
    TurnedUp,
)

OPTIONS: list[dict[str, Any]] = [
    {},
    {"target": 11, "cube_start": "round_number"},
    {"no_trump_joker": "may_not_lead", "pop_window": "own_turn"},
    {"no_trump_joker": "leader_wins", "pop_window": "between_tricks"},
    {"pop_repeat": "card_between", "both_reach_target": "play_on_if_equal"},
    {"pop_memory": "match", "same_trick_correction": True},
]
PACK = [card for card in BY_INDEX if card.rank in "789TJQKAX"]
COLOURS = ("cs", "dh")


def suit(card: Card, trump: str) -> str:
    """The suit a card counts as; a joker without trump is its own."""
    if card.rank == "X":
        return trump or "X"
    pair = next(colour for colour in COLOURS if card.suit in colour)
    return trump if card.rank == "J" and trump and trump in pair else card.suit


# ---- Irregularities ------------------------------------------------------------------------------------------------


def hand_revoke(state: Any, event: Event, rng: random.Random) -> Event | None:
    """A card of another suit from a hand that could follow."""
    return revoke(state, event, rng, display=False)


def display_revoke(state: Any, event: Event, rng: random.Random) -> Event | None:
    """A card of another suit from a display that could follow."""
    return revoke(state, event, rng, display=True)


def revoke(state: Any, event: Event, rng: random.Random, *, display: bool) -> Event | None:
    """A card of another suit from an area that could follow."""
    if not isinstance(event, Played) or (len(state.cards) - state.first) % 4 == 0 or not state.led:
        return None
    own = state.places.known[event.seat + 2 * display]
    others = list(cards_of(own & ~state.led))
    if not event.card.bit & own or not own & state.led or not others:
        return None
    return Played(seat=event.seat, card=rng.choice(others))


def wrong_area(state: Any, event: Event, rng: random.Random) -> Event | None:
    """A card from the area that is not due."""
    if not isinstance(event, Played) or (len(state.cards) - state.first) % 4 == 0:
        return None
    display = bool(event.card.bit & state.places.known[2 + event.seat])
    cards = list(cards_of(state.places.known[event.seat + 2 * (not display)]))
    return Played(seat=event.seat, card=rng.choice(cards)) if cards else None


def out_of_turn(state: Any, event: Event, rng: random.Random) -> Event | None:
    """A lead by who did not win the trick."""
    if not isinstance(event, Played) or (len(state.cards) - state.first) % 4:
        return None
    seat = 1 - event.seat
    cards = [card for card in cards_of(state.places.known[seat] | state.places.known[2 + seat]) if card.rank != "X"]
    return Played(seat=seat, card=rng.choice(cards)) if cards else None


def running(state: Any, event: Event) -> bool:
    """Whether the round is on, and no pop waits for an answer."""
    return isinstance(event, Played | TurnedUp) and state.phase == "play" and not state.must_answer


def popped_twice(state: Any, event: Event, _rng: random.Random) -> Event | None:
    """The player whose pop was accepted last pops again."""
    options = state.options
    if not running(state, event) or options.pop_window != "any_time" or state.cube == 6 or state.popper < 0:
        return None
    return Popped(seat=state.popper) if options.pop_repeat == "alternate" else None


def popped_at_six(state: Any, event: Event, rng: random.Random) -> Event | None:
    """A pop though the cube can go no higher."""
    if not running(state, event) or state.options.pop_window != "any_time" or state.cube != 6:
        return None
    return Popped(seat=rng.randrange(2))


def popped_over(state: Any, event: Event, rng: random.Random) -> Event | None:
    """A pop while another is open."""
    if not isinstance(event, Accepted | Folded) or state.options.pop_window != "any_time":
        return None
    return Popped(seat=rng.randrange(2))


def answered_itself(state: Any, event: Event, _rng: random.Random) -> Event | None:
    """The popper accepts."""
    return Accepted(seat=1 - event.seat) if isinstance(event, Accepted | Folded) and state.must_answer else None


def answered_nothing(state: Any, event: Event, rng: random.Random) -> Event | None:
    """Somebody folds though nobody popped."""
    return Folded(seat=rng.randrange(2)) if running(state, event) and state.offer < 0 else None


def played_over(state: Any, event: Event, rng: random.Random) -> Event | None:
    """A card is played instead of an answer: a legal one."""
    if not isinstance(event, Accepted | Folded) or (len(state.cards) - state.first) % 4 or any(state.owed):
        return None
    cards = [card for card in cards_of(state.places.known[state.turn]) if card.rank != "X"]
    return Played(seat=state.turn, card=rng.choice(cards)) if cards and state.turn >= 0 else None


def untimely_pop(state: Any, event: Event, _rng: random.Random) -> Event | None:
    """A pop in the other's turn, or within a trick, where the table does not allow it."""
    if not running(state, event) or state.cube == 6 or not isinstance(event, Played):
        return None
    window, seat = state.options.pop_window, 1 - event.seat
    amid = (len(state.cards) - state.first) % 4
    wrong = window == "own_turn" or (window == "between_tricks" and amid)
    return Popped(seat=seat) if wrong and state.popper != seat else None


def joker_led(state: Any, event: Event, _rng: random.Random) -> Event | None:
    """A joker is led without trump where that is forbidden."""
    if not isinstance(event, Played) or (len(state.cards) - state.first) % 4 or state.trump:
        return None
    held = state.places.known[event.seat] | state.places.known[2 + event.seat]
    jokers = [card for card in cards_of(held) if card.rank == "X"]
    forbidden = state.options.no_trump_joker == "may_not_lead"
    return Played(seat=event.seat, card=jokers[0]) if jokers and forbidden else None


def wrong_dealer(state: Any, event: Event, _rng: random.Random) -> Event | None:
    """The deal goes to who has less."""
    due = state.next_dealer
    return HandStarted(dealer=1 - due) if isinstance(event, HandStarted) and due >= 0 else None


def wrong_points(_state: Any, event: Event, rng: random.Random) -> Event | None:
    """The scorer writes other points for the winner."""
    if not isinstance(event, Scored) or event.points is None:
        return None
    won = event.points.index(max(event.points))
    points = list(event.points)
    points[won] = rng.choice([number for number in range(2, 7) if number != points[won]])
    return Scored(points=tuple(points)) if event.points[0] != event.points[1] else None


def no_end(state: Any, event: Event, _rng: random.Random) -> Event | None:
    """A new round, though the one before had no end."""
    return HandStarted(dealer=state.dealer) if running(state, event) and state.cards else None


AT_ONCE: dict[str, tuple[Tamper, str, str]] = {
    "display revoke": (display_revoke, "P-3.3", "revoke"),
    "wrong area": (wrong_area, "P-9.2", "wrong_area"),
    "out of turn": (out_of_turn, "G-13", "out_of_turn"),
    "popped twice": (popped_twice, "P-4.2", "pop_not_allowed"),
    "popped at six": (popped_at_six, "P-4.2", "cube_at_six"),
    "popped over": (popped_over, "P-4.2", "pop_not_allowed"),
    "answered itself": (answered_itself, "P-4.3", "wrong_answer"),
    "answered nothing": (answered_nothing, "P-4.3", "wrong_answer"),
    "played over": (played_over, "P-4.3", "pop_not_answered"),
    "untimely pop": (untimely_pop, "P-4.1", "untimely_pop"),
    "joker led": (joker_led, "P-5.5", "joker_led"),
    "wrong dealer": (wrong_dealer, "P-6.3", "wrong_dealer"),
    "no end": (no_end, "P-9.3", "round_not_finished"),
}
KINDS: dict[str, Tamper] = {"hand revoke": hand_revoke} | {kind: row[0] for kind, row in AT_ONCE.items()}


# ---- When each can be known: by the cards alone --------------------------------------------------------------------


def expected(kind: str, made: Spoiled, viewer: int | None) -> Course:
    """What an audit must find, and when: before the revoker is known, it may be known that somebody revoked."""
    seat = getattr(made.wrong, "seat", None)
    if kind in AT_ONCE:
        _, clause, name = AT_ONCE[kind]
        blamed = made.wrong.dealer if kind == "wrong dealer" else None if kind == "no end" else seat
        return once(clause, name, made.at, made.at, blamed)
    assert seat is not None
    if viewer in {None, seat}:
        return once("P-3.3", "revoke", made.at, made.at, seat)
    proof, misfit = first_shown(made, seat), first_misfit(made, viewer)
    told: Course = []
    if misfit and (not proof or misfit < proof):
        told += [(misfit, [("G-10", "unseen_do_not_fit", misfit, misfit, None)])]
    return told + (once("P-3.3", "revoke", made.at, proof, seat) if proof else [])


def this_round(made: Spoiled) -> list[Numbered]:
    """The events of the round in which the irregularity was."""
    rounds: list[list[Numbered]] = []
    for line, event in made.log.events:
        if isinstance(event, HandStarted):
            rounds.append([])
        rounds[-1].append((line, event))
    return next(one for one in reversed(rounds) if one[0][0] < made.at)


def trump_of(events: list[Numbered]) -> str:
    """The trump suit: none, if a joker was turned."""
    card = next(event.card for _, event in events if isinstance(event, TurnedUp) and event.seat is None)
    return "" if card.rank == "X" else card.suit


def suit_led(trick: list[Card], trump: str, rule: str) -> str:
    """The suit that a trick asks for."""
    joker = trick and trick[0].rank == "X" and not trump and rule != "leader_wins"
    cards = trick[1:] if joker else trick
    return suit(cards[0], trump) if cards else ""


def claims(events: list[Numbered], rule: str) -> Iterator[tuple[int, int, Card, str]]:
    """Every card played from a hand that did not follow: its line, its seat, the card, the suit that was led."""
    trump, plays, hands = trump_of(events), list[Card](), hands_of(events)
    for line, event in events:
        if isinstance(event, Played):
            trick = plays[len(plays) // 4 * 4 :]
            led = suit_led(trick, trump, rule)
            if event.card in hands[event.seat] and led and suit(event.card, trump) != led:
                yield line, event.seat, event.card, led
            plays.append(event.card)


def hands_of(events: list[Numbered]) -> list[set[Card]]:
    """The hands as they were dealt."""
    dealt = next(event for _, event in events if isinstance(event, Dealt))
    return [set(hand or ()) for hand in dealt.hands or ()]


def first_shown(made: Spoiled, seat: int) -> int:
    """The line on which the revoker first shows a card from the hand of the suit that was led, or 0 (G-9, P-9.1)."""
    events = this_round(made)
    led = next(led for line, _, _, led in claims(events, made.before.options.no_trump_joker) if line == made.at)
    hand, trump = hands_of(events)[seat], trump_of(events)
    for line, event in events:
        cards = (event.card,) if isinstance(event, Played) else event.cards if isinstance(event, Shown) else ()
        if line > made.at and any(card in hand and suit(card, trump) == led for card in cards):
            return line
    return 0


def first_misfit(made: Spoiled, viewer: int) -> int:
    """The line from which the cards not seen cannot lie so that both hands kept the rules, or 0 (G-10)."""
    events = this_round(made)
    trump, hands = trump_of(events), hands_of(events)
    void: list[set[str]] = [set(), set()]
    told = {line: (seat, led) for line, seat, _, led in claims(events, made.before.options.no_trump_joker)}
    unseen = set(PACK) - (hands[viewer] if viewer != PUBLIC else set())
    room = [0 if seat == viewer else 7 for seat in (0, 1)]
    last = max(line for line, event in events if isinstance(event, Played))
    for line, event in events:
        if isinstance(event, Played | TurnedUp):
            unseen.discard(event.card)
        if isinstance(event, Played):
            room[event.seat] -= event.seat != viewer and event.card in hands[event.seat]
            if line in told and told[line][0] != viewer:
                void[told[line][0]].add(told[line][1])
            over = line == last and len([1 for _, one in events if isinstance(one, Played)]) == 28
            if not over and line >= made.at and not fits(unseen, room, void, trump):
                return line
        elif isinstance(event, TurnedUp) and line > made.at and not fits(unseen, room, void, trump):
            return line
    return 0


def fits(unseen: set[Card], room: list[int], void: list[set[str]], trump: str) -> bool:
    """Whether each hand can be filled from the cards not seen without a suit it said it had not."""
    may = [{card for card in unseen if suit(card, trump) not in void[seat]} for seat in (0, 1)]
    both = may[0] | may[1]
    return len(may[0]) >= room[0] and len(may[1]) >= room[1] and len(both) >= sum(room)


# ---- The experiments -----------------------------------------------------------------------------------------------


def table(number: int) -> tuple[Setup, int]:
    """All house rules in turn, in sessions of one round and of two."""
    return Setup(game="pop", seed=21, options=OPTIONS[number % len(OPTIONS)]), 1 + number // len(OPTIONS) % 2


def joker_table(number: int) -> tuple[Setup, int]:
    """Long sessions without a joker led."""
    return Setup(game="pop", seed=22, options={"no_trump_joker": "may_not_lead", "target": 7 + number % 2 * 4}), 9


def window_table(number: int) -> tuple[Setup, int]:
    """Pops in the own turn, or between tricks."""
    window = ("own_turn", "between_tricks")[number % 2]
    return Setup(game="pop", seed=23, options={"pop_window": window}), 1 + number % 3


def bold(state: Any, rng: random.Random) -> Event | None:
    """Players who pop when they may, and accept."""
    if state.must_answer:
        return Accepted(seat=1 - state.offer)
    seats = [act.seat for act in find("pop").due(state) if act.event is Popped]
    return Popped(seat=seats[0]) if seats and seats[0] is not None and rng.random() < 0.4 else None


BOLD = ("popped at six", "popped twice", "popped over", "played over", "hand revoke")


def experiments(count: int) -> None:
    """So many sessions, half of them with a revoke from a hand, which takes longest to show, the others with each
    other kind in turn; some kinds need players who pop, or a table that forbids what they do.
    """
    each = max(3, count // 36)
    tables = {"joker led": joker_table, "untimely pop": window_table}
    usual = {kind: tamper for kind, tamper in KINDS.items() if kind not in {*tables, *BOLD[:2]}}
    experiment(count // 2, table, {"hand revoke": hand_revoke}, expected)
    experiment(each, table, usual, expected)
    experiment(each, table, {kind: KINDS[kind] for kind in BOLD}, expected, bold)
    for kind, special in tables.items():
        experiment(each, special, {kind: KINDS[kind]}, expected)


def card_seen(state: Any, event: Event, rng: random.Random) -> Event | None:
    """A card that was played before is written again."""
    return Played(seat=event.seat, card=rng.choice(state.cards)) if isinstance(event, Played) and state.cards else None


def turn_up_played(state: Any, event: Event, _rng: random.Random) -> Event | None:
    """The trump card is played."""
    return Played(seat=event.seat, card=BY_INDEX[state.upcard]) if isinstance(event, Played) else None


def third_face_up(state: Any, event: Event, rng: random.Random) -> Event | None:
    """A third card of a display is turned."""
    seat = rng.randrange(2)
    full = state.places.known[2 + seat].bit_count() == 2 and state.piles[7 * seat + min(6, state.turned[seat])] >= 0
    if not isinstance(event, Played) or not full or state.turned[seat] > 6:
        return None
    return TurnedUp(seat=seat, card=BY_INDEX[state.piles[7 * seat + state.turned[seat]]])


def pop_after_the_end(state: Any, event: Event, rng: random.Random) -> Event | None:
    """A pop between two rounds."""
    between = isinstance(event, HandStarted) and state.ended
    return Popped(seat=rng.randrange(2)) if between else None


def card_29(state: Any, event: Event, _rng: random.Random) -> Event | None:
    """A card after the 28th."""
    over = isinstance(event, HandStarted) and state.how == "played"
    return Played(seat=0, card=state.cards[0]) if over else None


@pytest.mark.parametrize(
    ("tamper", "clause"),
    [
        (card_seen, "G-5"),
        (turn_up_played, "P-9.2"),
        (third_face_up, "P-9.2"),
        (pop_after_the_end, "P-4.1"),
        (card_29, "P-9.2"),
        (wrong_points, "P-6."),
    ],
)
def test_what_cannot_be_is_found_where_it_is_from_every_record(tamper: Any, clause: str) -> None:
    done = 0
    for ordinal in range(40):
        made = tampered(Setup(game="pop", seed=12), tamper, hands=4, ordinal=ordinal, play_on=False)
        if made is None:
            continue
        done += 1
        for record in (made.log, *(redact_log(made.log, viewer, "copy") for viewer in (PUBLIC, 0, 1))):
            rows = found(record)
            assert rows, (ordinal, made.wrong)
            assert all(row[0].startswith(clause) and row[1] == row[2] == made.at for row in rows), (ordinal, rows)
    assert done > 10


def clean(sessions: int) -> None:
    """Legal play gives no finding, whoever writes it down, with or without the cards turned."""
    for ordinal in range(sessions):
        log = simulate(Setup(game="pop", seed=13, options=OPTIONS[ordinal % len(OPTIONS)]), hands=1, ordinal=ordinal)
        for record in (log, without_turns(log)):
            for viewer in (None, PUBLIC, ordinal % 2):
                assert found(record if viewer is None else redact_log(record, viewer, "copy")) == [], (ordinal, viewer)


def without_turns(log: Log, *, areas: bool = False) -> Log:
    """A session whose scribe left the cards turned in the displays out; areas: but wrote where each card came from."""
    events: list[Numbered] = []
    for line, before, event in walk(log):
        if isinstance(event, Played) and areas:
            display = event.card.bit & before.places.known[2 + event.seat]
            events.append((line, Played(seat=event.seat, card=event.card, area="display" if display else "hand")))
        elif not isinstance(event, TurnedUp) or event.seat is None:
            events.append((line, event))
    return Log(log.header, events)


def test_p_9_1_what_a_display_was_said_not_to_hold_counts_until_the_next_card_is_turned() -> None:
    log = simulate(Setup(game="pop", seed=13, options=OPTIONS[3]), hands=3, ordinal=123)
    assert found(redact_log(without_turns(log), 1, "copy")) == []
    for ordinal in range(30):
        log = without_turns(simulate(Setup(game="pop", seed=14), hands=1, ordinal=ordinal), areas=True)
        for viewer in (PUBLIC, 0, 1):
            assert found(redact_log(log, viewer, "copy")) == [], (ordinal, viewer)


def test_redact_then_replay_is_replay_then_view_without_the_cards_turned() -> None:
    for ordinal in range(6):
        log = without_turns(simulate(Setup(game="pop", seed=15), hands=1, ordinal=ordinal), areas=True)
        for viewer in (PUBLIC, 0, 1):
            partial = redact_log(log, viewer, "copy")
            for (line, _, whole), (_, _, seen) in zip(frames(log), frames(partial), strict=True):
                known = view(whole, viewer)
                known.places.been = seen.places.been  # who saw no card turned cannot tell the display from the pile
                assert known == seen, (ordinal, viewer, line)


def test_g_10_a_round_without_an_end_says_nothing_of_the_cards_of_the_next() -> None:
    def late(state: Any, event: Event, rng: random.Random) -> Event | None:
        return no_end(state, event, rng) if len(state.cards) > 23 else None

    for ordinal in range(80):
        made = tampered(Setup(game="pop", seed=16), late, hands=1, ordinal=ordinal)
        if made is not None:
            for viewer in (PUBLIC, 0, 1):
                rows = found(redact_log(made.log, viewer, "copy"))
                assert rows == [("P-9.3", made.at, made.at, None)], (ordinal, viewer)


def test_each_irregularity_is_found_from_every_record() -> None:
    experiments(150)


def test_hidden_legal_sessions_are_clean() -> None:
    clean(40)


@pytest.mark.check
def test_each_irregularity_is_found_from_every_record_2000() -> None:
    experiments(sessions(2000))


@pytest.mark.check
def test_hidden_legal_sessions_are_clean_2000() -> None:
    clean(sessions(2000))


@pytest.mark.torture
def test_each_irregularity_is_found_from_every_record_20000() -> None:
    experiments(20_000)
