"""Hasenpfeffer: each irregularity put into random sessions is found, and nothing else is, never before it can be known."""

import random
from typing import Any, Final

import msgspec
import pytest

from tests.builders import found
from tests.experiments import Course, Spoiled, experiment, once, played_on, session, sessions, step, tampered, this_hand
from tests.test_every_game import plain
from upcard.engine.audit import audit
from upcard.engine.fold import fold, frames
from upcard.engine.game import find
from upcard.engine.log import Log, Numbered
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC, redact, redact_log, view
from upcard.schemas.cards import Card, cards_of
from upcard.schemas.events import (
    Bid,
    Corrected,
    Dealt,
    Discarded,
    Event,
    HandStarted,
    Passed,
    Played,
    Shown,
    Took,
    TrumpNamed,
    Voided,
)

OPTIONS: list[dict[str, Any]] = [
    {},
    {"defenders_win_only_if_set": True},
    {"forced_bid": 1, "target": 3},
    {"same_trick_correction": True},
]
XR: Final = Card("Xr")
PACK: Final = {Card(rank + suit) for rank in "AKQJT9" for suit in "cdhs"} | {XR}
SAME_COLOUR: Final = {"c": "s", "s": "c", "h": "d", "d": "h"}
SEATS: Final = range(4)
DISCARD: Final = 4


def suit_of(card: Card, trump: str) -> str:
    """The effective suit, from the page alone (HP-1.2, HP-1.3)."""
    return trump if card == XR or card == "J" + SAME_COLOUR[trump] else card.suit


# ---- Irregularities ------------------------------------------------------------------------------------------------


def revoke(state: Any, event: Event, rng: random.Random) -> Event | None:
    """A card of another suit, by a seat that could follow."""
    if not isinstance(event, Played) or not state.trump or len(state.cards) % 4 == 0:
        return None
    hand = list(cards_of(state.places.known[event.seat]))
    led = suit_of(state.cards[len(state.cards) // 4 * 4], state.trump)
    others = [card for card in hand if suit_of(card, state.trump) != led]
    return Played(seat=event.seat, card=rng.choice(others)) if 0 < len(others) < len(hand) else None


def low_bid(state: Any, event: Event, rng: random.Random) -> Event | None:
    """A bid that is not above the high bid."""
    spoke = isinstance(event, Bid | Passed) and state.high
    return Bid(seat=event.seat, amount=rng.randint(1, state.high)) if spoke else None


def bid_out_of_turn(state: Any, event: Event, rng: random.Random) -> Event | None:
    """Another seat that has not spoken does."""
    waiting = [seat for seat in SEATS if state.bids[seat] < 0]
    if not isinstance(event, Bid | Passed) or len(waiting) < 2:
        return None
    seat = rng.choice([seat for seat in waiting if seat != event.seat])
    return Passed(seat=seat) if isinstance(event, Passed) else Bid(seat=seat, amount=event.amount)


def silent(_state: Any, event: Event, rng: random.Random) -> Event | None:
    """Four passes, and the hand is thrown in though a seat has the joker."""
    joker = isinstance(event, Shown) and event.seat is not None
    return Voided(why=rng.choice((None, "joker in the widow"))) if joker else None


def wrong_dealer(state: Any, event: Event, rng: random.Random) -> Event | None:
    """The deal goes elsewhere than to the left."""
    wrong = [seat for seat in SEATS if seat not in state.may_deal]
    return HandStarted(dealer=rng.choice(wrong)) if isinstance(event, HandStarted) and state.may_deal else None


def wrong_declarer(_state: Any, event: Event, rng: random.Random) -> Event | None:
    """Another than the high bidder names trump."""
    if not isinstance(event, TrumpNamed):
        return None
    return TrumpNamed(seat=(event.seat + rng.randint(1, 3)) % 4, suit=event.suit)


def early_trump(_state: Any, event: Event, rng: random.Random) -> Event | None:
    """Trump is named while the bidding goes on, by who then has the high bid."""
    seat = event.seat if isinstance(event, Bid | Passed) else 0
    return TrumpNamed(seat=seat, suit=rng.choice("cdhs")) if isinstance(event, Bid | Passed) else None


def early_discard(state: Any, event: Event, rng: random.Random) -> Event | None:
    """A card is put away before trump is named."""
    if not isinstance(event, TrumpNamed):
        return None
    return Discarded(seat=event.seat, cards=(rng.choice(list(cards_of(state.places.known[event.seat]))),))


def play_out_of_turn(state: Any, event: Event, rng: random.Random) -> Event | None:
    """A seat that is not next leads."""
    if not isinstance(event, Played) or len(state.cards) % 4:
        return None
    seat = (event.seat + rng.randint(1, 3)) % 4
    return Played(seat=seat, card=rng.choice(list(cards_of(state.places.known[seat]))))


def void_hand(state: Any, event: Event, _rng: random.Random) -> Event | None:
    """A hand is thrown in for no reason though somebody bid."""
    return Voided() if isinstance(event, TrumpNamed) and state.high else None


KINDS: Final[dict[str, Any]] = {
    "revoke": revoke,
    "low_bid": low_bid,
    "bid_out_of_turn": bid_out_of_turn,
    "silent": silent,
    "wrong_dealer": wrong_dealer,
    "wrong_declarer": wrong_declarer,
    "early_trump": early_trump,
    "early_discard": early_discard,
    "play_out_of_turn": play_out_of_turn,
    "void_hand": void_hand,
}
RULES: Final = {
    "low_bid": ("HP-2.1", "low_bid"),
    "bid_out_of_turn": ("HP-2.1", "out_of_turn"),
    "wrong_declarer": ("HP-2.3", "not_high_bidder"),
    "early_trump": ("HP-2.3", "before_the_bidding_ended"),
    "early_discard": ("HP-2.3", "discard_order"),
    "play_out_of_turn": ("G-13", "out_of_turn"),
    "void_hand": ("HP-2.2", "void_without_cause"),
}

# ---- When it can be known: by the cards alone ----------------------------------------------------------------------


def expected(kind: str, made: Spoiled, viewer: int | None) -> Course:
    """What an audit must find, and when."""
    seat = getattr(made.wrong, "seat", None)
    if kind == "revoke":
        return expected_revoke(made, viewer)
    if kind == "silent":
        holder = made.legal.seat
        return once("HP-2.2", "joker_not_shown", made.at, made.at, holder) if viewer in {None, holder} else []
    if kind == "wrong_dealer":
        clause = "HP-2.2" if made.before.how == "void" else "HP-4.2"
        return once(clause, "dealer_rotation", made.at, made.at, made.wrong.dealer)
    clause, name = RULES[kind]
    return once(clause, name, made.at, made.at, seat)


def expected_revoke(made: Spoiled, viewer: int | None) -> Course:
    """Before the revoker is known, it may be known that somebody revoked."""
    seat = made.wrong.seat
    if viewer is None or (viewer == seat and knows_own(made, viewer)):
        return once("HP-3.1", "revoke", made.at, made.at, seat)
    proof, misfit = Record(made, viewer).judge()
    told: Course = []
    if misfit and misfit < proof:
        told += [(misfit, [("G-10", "unseen_do_not_fit", misfit, misfit, None)])]
    return told + once("HP-3.1", "revoke", made.at, proof, seat)


def knows_own(made: Spoiled, viewer: int) -> bool:
    """Whether the revoker's own record has a card of the suit: all but a widow that nobody wrote down."""
    written: set[Card] = set()
    for _, event in this_hand(made):
        if isinstance(event, Dealt):
            written |= set((event.hands or ())[viewer] or ())
        elif isinstance(event, Took) and event.seat == viewer:
            written |= set(event.cards or ())
    state = made.before
    led = suit_of(state.cards[len(state.cards) // 4 * 4], state.trump)
    return any(suit_of(card, state.trump) == led for card in cards_of(state.places.known[viewer]) if card in written)


class Record:
    """One hand as a viewer knows it: the cards that are not located, and how many each place still has."""

    def __init__(self, made: Spoiled, viewer: int) -> None:
        self.made, self.viewer = made, viewer
        self.unseen, self.room = set(PACK), [6, 6, 6, 6, 0]
        self.barred: list[set[Card]] = [set() for _ in range(5)]
        self.trump = ""
        self.holder: int | None = None
        self.trick: list[Played] = []

    def judge(self) -> tuple[int, int]:
        """The line that proves who revoked, and the first on which the cards fit nowhere (0: none)."""
        misfit = 0
        for line, event in this_hand(self.made):
            if not isinstance(event, Played):
                self.prepare(redact(event, self.viewer))
                continue
            led = self.led(event)
            if line == self.made.at:
                self.suit = led
            if line > self.made.at and event.seat == self.made.wrong.seat and self.follows(event.card):
                return line, misfit
            if led and suit_of(event.card, self.trump) != led:
                watched = {card for card in self.unseen if suit_of(card, self.trump) == led} - self.barred[event.seat]
                if line == self.made.at and len(watched) > self.room_elsewhere(event.seat):
                    return line, 0
                self.barred[event.seat] |= {card for card in PACK if suit_of(card, self.trump) == led}
            if event.card in self.unseen:
                self.unseen.discard(event.card)
                self.room[event.seat] -= 1
            if line >= self.made.at and not misfit and not self.fits():
                misfit = line
        raise AssertionError("every revoke is proven when all cards are played")

    def room_elsewhere(self, seat: int) -> int:
        """How many cards but the joker, where it was shown by another seat, fit into all other places."""
        joker = XR in self.unseen and self.holder not in {None, seat}
        return sum(self.room) - self.room[seat] - joker

    def follows(self, card: Card) -> bool:
        """Whether a card is of the suit that was not followed."""
        return suit_of(card, self.trump) == self.suit

    def led(self, event: Played) -> str:
        """The suit this card should follow; none if it is led."""
        self.trick = [*self.trick, event] if len(self.trick) % 4 else [event]
        return suit_of(self.trick[0].card, self.trump) if len(self.trick) > 1 else ""

    def prepare(self, event: Event) -> None:
        """The deal, the joker shown, widow, trump and discard, as far as the viewer saw them."""
        if isinstance(event, Dealt):
            for seat in SEATS:
                self.locate(seat, (event.hands or ())[seat] or ())
        elif isinstance(event, Shown):
            assert event.seat is not None
            self.locate(event.seat, event.cards)
            self.holder = event.seat
            for place in {*SEATS} - {event.seat}:
                self.barred[place].add(XR)
        elif isinstance(event, Took):
            self.room[event.seat] += 1
            self.locate(event.seat, event.cards or ())
            self.room[DISCARD] = -1  # the widow is taken
        elif isinstance(event, TrumpNamed):
            self.trump = event.suit
            if self.room[DISCARD] == 0:
                self.room[event.seat] += 1
        elif isinstance(event, Discarded):
            self.put_away(event)

    def put_away(self, event: Discarded) -> None:
        """The viewer who puts a card away knows it; for others any card of that hand may lie there."""
        self.room[DISCARD] = 0
        if self.viewer == event.seat:
            self.locate(event.seat, event.cards or ())
            return
        if any(XR in places for places in self.barred) and XR not in self.unseen:
            self.unseen.add(XR)
            self.room[event.seat] += 1
        self.room[event.seat] -= 1
        self.room[DISCARD] = 1

    def locate(self, seat: int, cards: tuple[Card, ...]) -> None:
        """Cards that the viewer knows to be in a hand."""
        for card in cards:
            if card in self.unseen:
                self.unseen.discard(card)
                self.room[seat] -= 1

    def fits(self) -> bool:
        """Whether no set of places is asked to hold more cards than it has room for."""
        takers = [sum(1 << place for place in range(5) if card not in self.barred[place]) for card in self.unseen]
        for group in range(32):
            room = sum(self.room[place] for place in range(5) if group >> place & 1)
            if sum(mask & ~group == 0 for mask in takers) > room:
                return False
        return True


# ---- Experiments ---------------------------------------------------------------------------------------------------


def one_hand(number: int) -> tuple[Setup, int]:
    """All house rules in turn, in sessions of one hand."""
    return Setup(game="hasenpfeffer", seed=11, options=OPTIONS[number % len(OPTIONS)]), 1


def two_hands(number: int) -> tuple[Setup, int]:
    """All house rules in turn, in sessions of two hands."""
    return Setup(game="hasenpfeffer", seed=12, options=OPTIONS[number % len(OPTIONS)]), 2


def hasty(state: Any, rng: random.Random) -> Event | None:
    """Who likes to pass at every other table, and to throw a hand in once it is being played."""
    passes = state.options.forced_bid == 1 or state.options.same_trick_correction
    if state.phase == "bids" and passes and state.turn >= 0 and rng.random() < 0.8:
        return Passed(seat=state.turn)
    if state.phase == "play" and rng.random() < 0.4:
        return Voided(why="a card was seen")
    return None


def experiments(count: int) -> None:
    """So many sessions with each irregularity."""
    apart = {"revoke", "wrong_dealer"}
    experiment(count, one_hand, {"revoke": revoke}, expected)
    experiment(count, two_hands, {"wrong_dealer": wrong_dealer}, expected, hasty)
    experiment(count, one_hand, {kind: KINDS[kind] for kind in sorted(KINDS.keys() - apart)}, expected, hasty)


def clean(sessions: int) -> None:
    """Legal play gives no finding, whoever writes it down; nor where nobody told what was put away."""
    for ordinal in range(sessions):
        setup = Setup(game="hasenpfeffer", seed=13, options=OPTIONS[ordinal % len(OPTIONS)])
        log = simulate(setup, hands=1 + ordinal % 4 // 3, ordinal=ordinal)
        for viewer in (None, PUBLIC, ordinal % 4):
            assert audit(log if viewer is None else redact_log(log, viewer, "copy")).findings == [], (ordinal, viewer)
        assert audit(untold(log)).findings == [], ordinal


def untold(log: Log) -> Log:
    """The record of a scribe who has all hands, but not what was put away."""
    return Log(
        log.header,
        [(line, Discarded(seat=e.seat) if isinstance(e, Discarded) else e) for line, e in log.events],
    )


def careless(log: Log, rng: random.Random) -> Log:
    """A legal session by a scribe who saw some hands, and wrote down only some of what need not be written."""
    events: list[Numbered] = []
    for line, event in log.events:
        told = event
        if isinstance(event, Dealt):
            hands = tuple(hand if rng.random() < 0.5 else None for hand in event.hands or ())
            told = Dealt(hands=hands, places=event.places if rng.random() < 0.5 else None)
        elif isinstance(event, Took | Discarded) and rng.random() < 0.4:
            told = msgspec.structs.replace(event, cards=None)
        if isinstance(event, Took | Discarded | Shown | Voided | Dealt) and rng.random() < 0.3:
            continue
        events.append((line, told))
    return Log(log.header, events)


def written_in_part(sessions: int) -> None:
    """What a scribe did not see or leaves to be derived proves nothing against anybody."""
    for ordinal in range(sessions):
        rng = random.Random(ordinal)
        log = session(Setup(game="hasenpfeffer", seed=17), hands=2, ordinal=ordinal, player=rng.choice((None, passing)))
        for _ in range(4):
            done = audit(careless(log, rng))
            assert [one for one in done.findings if one.kind != "note"] == [], ordinal
            ends = [one.result for one in done.results]
            points = {ended.hand: ended.result.points for ended in audit(log).results}
            assert all(one.points == points[end.hand] for one, end in zip(ends, done.results, strict=True)), ordinal


def test_a_legal_session_written_in_part_is_clean_and_comes_out_the_same() -> None:
    written_in_part(60)


@pytest.mark.check
def test_a_legal_session_written_in_part_is_clean_and_comes_out_the_same_1000() -> None:
    written_in_part(sessions(1000))


def test_a_revoke_is_found_though_nobody_told_what_was_put_away() -> None:
    """Of a seat that put nothing away at once; of the declarer at once if it had two cards of the suit, else when it
    shows the one.
    """
    both = [0, 0]
    for ordinal in range(120):
        made = tampered(Setup(game="hasenpfeffer", seed=15), revoke, hands=1, ordinal=ordinal)
        if made is None:
            continue
        assert isinstance(made.wrong, Played)
        state, seat = made.before, made.wrong.seat
        led = suit_of(state.cards[len(state.cards) // 4 * 4], state.trump)
        mine = [card for card in cards_of(state.places.known[seat]) if suit_of(card, state.trump) == led]
        rows = found(untold(made.log))
        away = next(cards_of(state.places.known[DISCARD]))
        if seat != state.declarer or len(mine) + (suit_of(away, state.trump) == led) > 1:
            assert rows == [("HP-3.1", made.at, made.at, seat)], ordinal
            both[0] += 1
        else:
            shown = next(line for line, e in made.log.events if isinstance(e, Played) and e.card in mine)
            assert rows == [("HP-3.1", made.at, shown, seat)], ordinal
            both[1] += 1
    assert min(both) > 3


def corrected(ordinal: int) -> Log | None:
    """A session in which a revoke is put right at once."""
    setup = Setup(game="hasenpfeffer", seed=14, options={"same_trick_correction": True})
    made = tampered(setup, revoke, hands=1, ordinal=ordinal, play_on=False)
    if made is None or len(made.before.cards) % 4 == 3:
        return None
    assert isinstance(made.legal, Played)
    game, rng = find("hasenpfeffer"), random.Random(ordinal)
    state: Any = fold(made.log)
    events = [*made.log.events, step(game, state, Corrected(seat=made.legal.seat, card=made.legal.card))]
    return Log(made.log.header, [*events, *played_on(game, state, rng, 1)])


def test_g_14_a_revoke_put_right_within_the_trick_leaves_nothing_behind() -> None:
    logs = [log for log in map(corrected, range(60)) if log is not None]
    assert len(logs) > 20
    for log in logs:
        for viewer in (None, PUBLIC, 0, 1, 2, 3):
            assert found(log if viewer is None else redact_log(log, viewer, "copy")) == []


def passing(state: Any, rng: random.Random) -> Event | None:
    """Who mostly passes, so that the joker decides; and likes to put it away."""
    if state.phase == "bids" and rng.random() < 0.9:
        return Passed(seat=state.turn)
    if state.phase == "widow" and state.trump and state.places.known[state.declarer] & XR.bit and rng.random() < 0.4:
        return Discarded(seat=state.declarer, cards=(XR,))
    return None


def views(count: int) -> None:
    """Redact then replay is replay then view, where four passes are common; and nothing is found."""
    void = away = 0
    for ordinal in range(count):
        log = session(Setup(game="hasenpfeffer", seed=16), hands=3, ordinal=ordinal, player=passing)
        for viewer in (PUBLIC, *SEATS):
            partial = redact_log(log, viewer, "copy")
            assert audit(partial).findings == []
            for (line, _, whole), (_, _, seen) in zip(frames(log), frames(partial), strict=True):
                assert plain(view(whole, viewer)) == plain(seen), (ordinal, viewer, line)
                void += whole.quiet >= 0
                away += bool(whole.places.known[DISCARD] & XR.bit)
    assert min(void, away) > count // 20


def test_what_a_viewer_knows_is_what_its_own_record_tells() -> None:
    views(25)


@pytest.mark.check
def test_what_a_viewer_knows_is_what_its_own_record_tells_100() -> None:
    views(sessions(100))


def test_each_irregularity_is_found_from_every_record() -> None:
    experiments(12)


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
