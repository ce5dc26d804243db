"""Court Piece: a table that breaks rules at random, judged by the page alone with all hands known."""

import random
from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.builders import log_of
from tests.experiments import sessions
from upcard.engine.audit import Audit, audit
from upcard.engine.log import Log
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import PACK, Card
from upcard.schemas.events import (
    Base,
    Closed,
    Corrected,
    Dealt,
    Gap,
    HandStarted,
    Played,
    Ruled,
    Scored,
    Stopped,
    TrumpNamed,
    Voided,
)

OPTIONS: list[dict[str, Any]] = [
    {},
    {"direction": "right"},
    {"play_on_allowed": False},
    {"revoke_window": "before_next_lead"},
    {"streak_length": 2, "own_court_deal": "partner"},
    {"streak_length": 2, "streak_on_court": "reset"},
    {"streak_length": 3, "streak_on_court": "ignore", "slam_includes_sweep": False},
    {"late_revoke": "until_next_deal"},
]
VALUES: dict[str, list[Any]] = {
    "streak_length": [1, 2, 3, 7],
    "slam_courts": [0, 1, 52],
    "slam_includes_sweep": [True, False],
    "play_on_allowed": [True, False],
    "streak_on_court": ["count", "reset", "ignore"],
    "revoke_window": ["trick_open", "before_next_lead"],
    "late_revoke": ["stands", "until_next_deal"],
    "own_court_deal": ["left", "partner"],
    "direction": ["left", "right"],
}
Row = tuple[str, int, int | None]


def house(rng: random.Random) -> dict[str, Any]:
    """House rules at random."""
    return {name: rng.choice(values) for name, values in VALUES.items()}


def beats(card: Card, best: Card, trump: str) -> bool:
    """Whether a card takes a trick from the best so far (CP-1.2)."""
    if card.suit == best.suit:
        return "23456789TJQKA".index(card.rank) > "23456789TJQKA".index(best.rank)
    return card.suit == trump


@dataclass
class Table:
    """People who play, and what the page says of each thing they do: clause, line, seat."""

    rng: random.Random
    options: dict[str, Any]
    events: list[Base] = field(default_factory=list)
    faults: list[Row] = field(default_factory=list)
    courts: list[int] = field(default_factory=lambda: [0, 0])
    streak: tuple[int, int] = (-1, 0)
    dealer: int = -1
    hands: list[list[Card]] = field(default_factory=list)
    tricks: list[list[tuple[int, Card, list[Card]]]] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)
    trump: str = ""
    gained: list[int] = field(default_factory=lambda: [0, 0])
    before: tuple[list[int], tuple[int, int]] = ([0, 0], (-1, 0))

    def option(self, name: str, usual: Any) -> Any:
        return self.options.get(name, usual)

    def after(self, seat: int) -> int:
        return (seat + (3 if self.option("direction", "left") == "right" else 1)) % 4

    def chance(self, share: float) -> bool:
        return self.rng.random() < share

    def write(self, event: Base) -> int:
        self.events.append(event)
        return len(self.events) + 1

    def fault(self, clause: str, line: int, seat: int | None) -> None:
        self.faults.append((clause, line, seat))

    # ---- CP-2 ------------------------------------------------------------------------------------------------------

    def begin(self, due: int, *, void: bool = False) -> None:
        self.dealer = due if not self.chance(0.1) else self.rng.randrange(4)
        line = self.write(HandStarted(dealer=self.dealer))
        if self.dealer != due:
            usual = (
                self.option("own_court_deal", "left") == "left" and self.option("streak_on_court", "count") != "ignore"
            )
            holds = usual and self.streak[1] and self.streak[0] == self.dealer % 2
            if holds or not void:
                self.fault("CP-5.2" if holds else "CP-5", line, self.dealer)
        pack = list(PACK)
        self.rng.shuffle(pack)
        if self.chance(0.3):  # long suits, so that sweeps are seen
            pack.sort(key=lambda card: (card.suit, self.rng.random() if self.chance(0.5) else 0))
        self.hands = [pack[13 * seat : 13 * seat + 13] for seat in range(4)]
        for hand in self.hands:
            self.rng.shuffle(hand)
        self.tricks, self.winners, self.gained = [], [], [0, 0]
        first, second = (
            Dealt(hands=tuple(tuple(hand[part]) for hand in self.hands)) for part in (slice(5), slice(5, 13))
        )
        self.write(first)
        caller, early = self.after(self.dealer), self.chance(0.05)
        if early:
            self.fault("CP-2.4", self.write(second), self.dealer)
        seat = caller if not self.chance(0.05) else self.rng.randrange(4)
        self.trump = self.rng.choice("cdhs")
        line = self.write(TrumpNamed(seat=seat, suit=self.trump))
        if seat != caller:
            self.fault("CP-2.4", line, seat)
        if early:
            self.fault("CP-2.4", line, seat)
        if self.chance(0.05):
            line = self.write(TrumpNamed(seat=caller, suit=self.rng.choice("cdhs")))
            if seat == caller or early:  # else it was the caller's to name, and the first call counts all the same
                self.fault("CP-9.3", line, caller)
        if not early:
            self.write(second)

    # ---- CP-3, CP-6.1 ----------------------------------------------------------------------------------------------

    def choose(self, seat: int, led: str) -> tuple[Card, bool]:
        """A card, and whether it is a revoke."""
        hand = self.hands[seat]
        follow = [card for card in hand if card.suit == led]
        others = [card for card in hand if card.suit != led]
        if led and follow and others and self.chance(0.02):
            return self.rng.choice(others), True
        return self.rng.choice(follow or hand), False

    def play_trick(self, leader: int) -> int:
        """Four cards, the first of them perhaps corrected. Returns the winner."""
        trick: list[tuple[int, Card, list[Card]]] = []
        self.tricks.append(trick)
        order = [leader]
        while len(order) < 4:
            order.append(self.after(order[-1]))
        if self.chance(0.03):
            order[1], order[2] = order[2], order[1]
            strange: int | None = order[1]
        else:
            strange = None
        corrected = False
        for place, seat in enumerate(order):
            led = trick[0][1].suit if trick else ""
            held = self.hands[seat][:]
            card, revoked = self.choose(seat, led)
            self.hands[seat].remove(card)
            line = self.write(Played(seat=seat, card=card))
            trick.append((seat, card, held))
            if seat == strange:
                self.fault("G-13", line, seat)
            if revoked:
                self.fault("CP-3.1", line, seat)
            in_time = place < 3 or self.option("revoke_window", "trick_open") == "before_next_lead"
            last = place == 3 and (len(self.tricks) == 13 or not self.option("play_on_allowed", True))
            if revoked and not corrected and in_time and not last and self.chance(0.5):
                corrected = True
                self.put_right(trick, place, line)
            elif place and not last and not corrected and self.chance(0.005):
                self.change_wrongly(trick)
        best = trick[0]
        for one in trick[1:]:
            best = one if beats(one[1], best[1], self.trump) else best
        return best[0]

    def swap(self, trick: list[tuple[int, Card, list[Card]]], place: int, card: Card) -> int:
        seat, old, held = trick[place]
        self.hands[seat].append(old)
        self.hands[seat].remove(card)
        trick[place] = (seat, card, held)
        return self.write(Corrected(seat=seat, card=card))

    def put_right(self, trick: list[tuple[int, Card, list[Card]]], place: int, line: int) -> None:
        seat, led = trick[place][0], trick[0][1].suit
        self.faults.remove(("CP-3.1", line, seat))
        self.swap(trick, place, self.rng.choice([card for card in self.hands[seat] if card.suit == led]))

    def change_wrongly(self, trick: list[tuple[int, Card, list[Card]]]) -> None:
        """A card that followed is changed for another that does."""
        place = self.rng.randrange(1, len(trick))
        seat, old, _ = trick[place]
        led = trick[0][1].suit
        cards = [card for card in self.hands[seat] if card.suit == led]
        if old.suit == led and cards:
            clause = "CP-6.1"
            if len(trick) == 4 and self.option("revoke_window", "trick_open") == "trick_open":
                clause = "CP-6.2"
            self.fault(clause, self.swap(trick, place, self.rng.choice(cards)), seat)

    # ---- CP-3.2, CP-6.3 --------------------------------------------------------------------------------------------

    def play_hand(self) -> tuple[str, int]:
        """How the hand ended, and whose revoke was established."""
        leader = self.after(self.dealer)
        while len(self.tricks) < 13:
            leader = self.play_trick(leader)
            self.winners.append(leader)
            swept = len(self.winners) >= 7 and len({seat % 2 for seat in self.winners[:7]}) == 1
            done = len(self.winners)
            if swept and done == 7 and not self.option("play_on_allowed", True):
                if self.chance(0.5):
                    self.write(Stopped())
                return "stopped", -1
            if done < 13 and (self.chance(0.3) if swept else self.chance(0.004)):
                line = self.write(Stopped())
                if not swept:
                    self.fault("CP-3.2", line, None)
                return "stopped", -1
            if done < 13 and self.chance(0.01):
                return "forfeit", self.claim(self.rng.randrange(4), self.rng.randrange(1, done + 1))
        return "played", -1

    def claim(self, seat: int, number: int) -> int:
        line = self.write(Ruled(what="revoke", seat=seat, trick=number))
        if not self.revoked(seat, number):
            self.fault("CP-6.6", line, seat)
        closing = self.option("revoke_window", "trick_open") == "before_next_lead"
        if number == len(self.tricks) and closing:
            self.fault("CP-9.1", line, None)
        return seat

    def revoked(self, seat: int, number: int) -> bool:
        trick = self.tricks[number - 1]
        led = trick[0][1].suit
        card, held = next((card, held) for player, card, held in trick if player == seat)
        return card.suit != led and any(one.suit == led for one in held)

    # ---- CP-4, CP-5 ------------------------------------------------------------------------------------------------

    def count(self, how: str, offender: int) -> int:
        """Courts and streak; the next dealer, -1 where the page does not say."""
        self.before = self.courts[:], self.streak
        taken = [sum(seat % 2 == side for seat in self.winners) for side in (0, 1)]
        swept = len(self.winners) >= 7 and len({seat % 2 for seat in self.winners[:7]}) == 1
        if how == "forfeit":
            won, courts = 1 - offender % 2, 1
        elif max(taken) < 7:
            return -1
        else:
            won = int(taken[1] > taken[0])
            slam = self.option("slam_courts", 52) + (not self.option("slam_includes_sweep", True))
            courts = slam if taken[won] == 13 else int(swept)
        bonus, mode = 0, self.option("streak_on_court", "count")
        if courts and mode == "reset":
            self.streak = (-1, 0)
        elif not courts or mode == "count":
            count = self.streak[1] + 1 if self.streak[0] == won else 1
            bonus = int(count == self.option("streak_length", 7))
            self.streak = (-1, 0) if bonus else (won, count)
        self.gained = [courts + bonus if side == won else 0 for side in (0, 1)]
        self.courts = [had + more for had, more in zip(self.courts, self.gained, strict=True)]
        if won == self.dealer % 2:
            own = self.option("own_court_deal", "left") == "partner" and courts + bonus and how != "forfeit"
            return (self.dealer + 2) % 4 if own else self.after(self.dealer)
        return (self.dealer + 2) % 4 if courts + bonus else self.dealer

    def write_row(self, how: str, offender: int) -> None:
        """The score of the hand, right or wrong."""
        tricks = [sum(seat % 2 == side for seat in self.winners) for side in (0, 1)]
        points, totals, trump = self.gained[:], self.courts[:], self.trump
        wrong = self.rng.choice(["", "", "tricks", "points", "trump"])
        if wrong == "tricks":
            tricks = [tricks[1], tricks[0]]
        elif wrong == "points":
            points = [points[0] + 1, points[1]]
        elif wrong == "trump":
            trump = "cdhs"[("cdhs".index(trump) + 1) % 4]
        seat = offender if how == "forfeit" else None
        row = Scored(tricks=tuple(tricks), points=tuple(points), totals=tuple(totals), trump=trump, seat=seat)
        line = self.write(row)
        if wrong and not (wrong == "tricks" and tricks[0] == tricks[1]):
            self.fault("CP-4", line, None)

    def after_hand(self) -> None:
        """What may be written where no hand is on: it changes nothing, and is told of once."""
        if self.chance(0.1):
            self.fault("G-5", self.write(self.rng.choice([Voided(), TrumpNamed(seat=0, suit="c")])), None)
            if self.chance(0.5):
                self.write(Dealt(each=5))

    def session(self, hands: int) -> Log:
        due, void = self.rng.randrange(4), False
        for number in range(hands):
            if number:
                self.begin(due, void=void)
            else:
                self.first(due)
            how, offender = self.play_hand()
            due = self.count(how, offender)
            void = due < 0
            if not void and self.chance(0.5):
                self.write_row(how, offender)
            if how in {"played", "stopped"} and not void and self.chance(0.1):
                due = self.late_claim(due)
            self.after_hand()
            due = self.dealer if void else due
        self.write(Closed())
        return log_of("court_piece", self.events, options=self.options or None)

    def first(self, dealer: int) -> None:
        """The first hand: whoever deals."""
        before = len(self.faults)
        self.begin(dealer)
        self.faults[before:] = [row for row in self.faults[before:] if row[0] not in {"CP-5", "CP-5.2"}]

    def late_claim(self, due: int) -> int:
        """A revoke claimed after the hand (CP-6.4)."""
        seat, number = self.rng.randrange(4), self.rng.randrange(1, len(self.tricks) + 1)
        line = self.write(Ruled(what="revoke", seat=seat, trick=number))
        if not self.revoked(seat, number):
            self.fault("CP-6.6", line, seat)
        if self.option("late_revoke", "stands") == "until_next_deal":
            self.courts, self.streak = self.before
            return self.count("forfeit", seat)
        self.fault("CP-6.4", line, None)
        return due


def rows(done: Audit) -> list[Row]:
    """Clause, line and seat of all that was found, but for notes; who wrote what where no hand is on does not matter."""
    return sorted(
        (one.clause, one.at, None if one.name == "no_hand" else one.seat) for one in done.findings if one.kind != "note"
    )


def judged(count: int) -> None:
    """The audit says what the page says, of each line and seat; courts, streak and dealers are the same."""
    for number in range(count):
        rng = random.Random(number)
        table = Table(rng, OPTIONS[number % len(OPTIONS)] if number % 3 else house(rng))
        log = table.session(4)
        done = audit(log)
        expected: list[Any] = sorted(table.faults, key=str)
        assert sorted(rows(done), key=str) == expected, number
        assert done.state.courts == table.courts, number
        if table.streak[1]:
            assert (done.state.streak_side, done.state.streak) == table.streak, number
        breaches = [row for row in expected if row[0] in {"CP-3.1", "CP-6.6", "CP-4"}]
        hidden = audit(redact_log(log, number % 5 - 1, "copy"))
        mine = [row for row in rows(hidden) if row[0] in {"CP-3.1", "CP-6.6", "CP-4"}]
        assert not [row for row in mine if row not in breaches], (number, "nobody is accused who knows less")
        assert hidden.state.courts == table.courts, number


def test_a_table_that_breaks_rules_is_judged_as_the_page_says() -> None:
    judged(60)


@pytest.mark.check
def test_a_table_that_breaks_rules_is_judged_as_the_page_says_3000() -> None:
    judged(sessions(3000))


def forgotten(count: int) -> None:
    """A line left out of legal play, or given to another seat, accuses nobody of a revoke."""
    quiet = {"streak_length": 7}
    for number in range(count):
        rng = random.Random(number)
        table = Table(rng, quiet)
        table.chance = lambda _share: False
        events = table.session(1).events
        plays = [at for at, (_, event) in enumerate(events) if isinstance(event, Played)]
        at = rng.choice(plays)
        written: list[Any] = [event for _, event in events]
        if number % 3 == 2:
            written[at] = Played(seat=(written[at].seat + rng.randrange(1, 4)) % 4, card=written[at].card)
        elif number % 3:
            written.insert(at, written[at])
        else:
            del written[at]
        log = log_of("court_piece", written)
        for viewer in (None, PUBLIC, rng.randrange(4)):
            done = audit(log if viewer is None else redact_log(log, viewer, "copy"))
            told = [one for one in done.findings if one.kind == "breach" and one.clause != "G-13"]
            assert not told, (number, viewer, at, told)


def test_a_line_left_out_accuses_nobody() -> None:
    forgotten(100)


@pytest.mark.check
def test_a_line_left_out_accuses_nobody_3000() -> None:
    forgotten(sessions(3000))


def test_what_is_hidden_makes_no_difference_to_a_view_where_rules_are_broken() -> None:
    for number in range(40):
        log = Table(random.Random(number), OPTIONS[number % len(OPTIONS)]).session(1)
        for viewer in (PUBLIC, number % 4):
            whole, copy = Audit(Log(log.header, [])), redact_log(log, viewer, "copy")
            seen = Audit(Log(copy.header, []))
            for one, other in zip(log.events, copy.events, strict=True):
                whole.feed([one])
                seen.feed([other])
                assert whole.state.places.view(viewer) == seen.state.places, (number, viewer, one)


# ---- Score sheets ----------------------------------------------------------------------------------------------------


def outcome(table: Table) -> tuple[str, int]:
    """How a hand comes out that nobody wrote the play of."""
    strong, share = table.rng.choice([(0, 0.5), (0, 0.9), (1, 0.9), (0, 1.0), (1, 1.0)])
    table.winners = []
    stop = table.rng.randrange(7, 14)
    for number in range(1, 14):
        side = strong if table.chance(share) else 1 - strong
        table.winners.append(side)
        if number < 13 and table.chance(0.02):
            return "forfeit", table.rng.randrange(4)
        swept = number >= 7 and len(set(table.winners[:7])) == 1
        if swept and number < 13 and (number == stop or not table.option("play_on_allowed", True)):
            return "stopped", -1
    return "played", -1


def row_of(table: Table, how: str, offender: int) -> Scored:
    """A true row, some columns of which nobody filled in."""
    tricks = (table.winners.count(0), table.winners.count(1))
    kept = [table.chance(share) for share in (0.8, 0.6, 0.3)]
    return Scored(
        tricks=tricks if kept[0] else None,
        points=tuple(table.gained) if kept[1] else None,
        totals=tuple(table.courts) if kept[2] else None,
        seat=offender if how == "forfeit" else None,
    )


def sheets(count: int) -> None:
    """True rows are never accused, whatever is left out, and nothing is told as known that is not."""
    for number in range(count):
        rng = random.Random(number)
        table = Table(rng, OPTIONS[number % len(OPTIONS)] if number % 3 else house(rng))
        due = table.rng.randrange(4)
        for _ in range(40):
            table.dealer = due
            table.write(HandStarted(dealer=due if table.chance(0.7) else None))
            how, offender = outcome(table)
            due = table.count(how, offender)
            table.write(row_of(table, how, offender))
            if table.chance(0.05):
                table.write(Gap(hands=table.rng.choice([None, 1])))
        done = Audit(log_of("court_piece", [], options=table.options or None))
        done.feed(list(enumerate(table.events, start=2)))
        assert rows(done) == [], number
        known = zip(done.state.courts, table.courts, strict=True)
        assert all(told in {None, had} for told, had in known), number
        if done.state.streak > 0:
            assert (done.state.streak_side, done.state.streak) == table.streak, number
        assert not done.state.may_deal or due in done.state.may_deal, number


def test_true_rows_are_never_accused() -> None:
    sheets(300)


@pytest.mark.check
def test_true_rows_are_never_accused_10000() -> None:
    sheets(sessions(10_000))
