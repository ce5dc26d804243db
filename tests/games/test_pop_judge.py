"""Pop!: a table that plays as it likes, and a judge who sees all cards and reads nothing but the page."""

import random
from typing import Any

import pytest

from tests.experiments import sessions
from tests.games.pop_tables import pop_log
from tests.games.test_pop_oracle import OPTIONS, RANKS, Table, suit
from upcard.engine.audit import audit
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import Card
from upcard.schemas.events import Accepted, Base, Corrected, Dealt, Folded, HandStarted, Played, Popped, TurnedUp

PACK = [rank + kind for kind in "shdc" for rank in RANKS] + ["Xr", "Xb"]
Row = tuple[str, int, int, int | None]


class Wild(Table):
    """Rounds with breaches of every kind that leaves the order of the plays alone.

    lapsed: whether a card came instead of an answer; doubtful: whether a pop or an answer may be missing: either way
    nobody can tell from the record what the cube shows, nor who popped last.
    """

    def __init__(self, seed: int, wild: float, options: dict[str, Any]) -> None:
        super().__init__(options)
        self.rng, self.wild = random.Random(seed), wild
        self.events: list[Base] = []
        self.breaches: set[Row] = set()
        self.shown: set[Row] = set()
        """Revokes from a hand that the table can see, and when."""
        self.popper, self.between = -1, True

    def put(self, event: Base, *clauses: str, seat: int | None = None) -> int:
        """The next event, and what is wrong with it."""
        self.events.append(event)
        line = len(self.events) + 1
        self.breaches |= {(clause, line, line, seat) for clause in clauses}
        return line

    def errs(self, share: float = 1.0) -> bool:
        """Whether somebody does as they like now."""
        return self.rng.random() < self.wild * share

    def round(self) -> None:
        """One round."""
        known = self.dealer >= 0
        due = self.dealer if known else self.rng.randrange(2)
        dealer = 1 - due if known and self.errs() else due
        given = None if known and dealer == due else dealer
        clauses = ["P-6.3"] * (dealer != due) + ["P-6.4"] * (self.over >= 0)
        for clause in clauses:
            self.breaches.add(
                (clause, len(self.events) + 2, len(self.events) + 2, dealer if clause == "P-6.3" else None)
            )
        self.put(HandStarted(dealer=given))
        self.begin(dealer)
        pack = self.rng.sample(PACK, 34)
        lists = [tuple(Card(card) for card in pack[start : start + 7]) for start in (0, 7, 14, 21)]
        stock = tuple(Card(card) for card in pack[29:])
        dealt = Dealt(hands=tuple(lists[:2]), places={"display_0": lists[2], "display_1": lists[3], "stock": stock})
        self.put(dealt)
        self.deal(dealt)
        self.trump = "" if pack[28][0] == "X" else pack[28][1]
        self.turn_all([sorted(up) for up in self.up])
        self.put(TurnedUp(card=Card(pack[28])))
        self.offer, self.waits, self.folded = -1, False, False
        self.lapsed, self.doubtful, self.answered = False, False, (-1, -1)
        self.claims: list[tuple[int, int, str]] = []
        self.back: list[set[str]] = [set(), set()]
        if self.options.get("pop_memory") != "match":
            self.popper, self.between = -1, True
        while self.played < 28 and not self.folded:
            self.act()

    def turn_all(self, cards: list[list[str]]) -> None:
        """Cards turned in both displays."""
        for seat in (0, 1):
            order = [card for card in self.first[seat] if card in cards[seat]] or cards[seat]
            for card in order:
                self.put(TurnedUp(seat=seat, card=Card(card)))

    def deal(self, event: Dealt) -> None:
        self.first = [[str(card) for card in (event.places or {})[f"display_{seat}"]][:2] for seat in (0, 1)]
        super().deal(event)

    def act(self) -> None:
        """A pop, an answer, or a card."""
        if self.offer >= 0 and self.waits and not self.errs():
            self.answer(1 - self.offer)
        elif self.rng.random() < 0.08:
            self.pop(self.rng.randrange(2))
        elif self.errs(0.3) or (self.offer >= 0 and self.rng.random() < 0.5):
            self.answer(self.rng.randrange(2))
        else:
            self.card()

    # ---- P-4 ----

    def pop(self, seat: int) -> None:
        window = self.options.get("pop_window", "any_time")
        late = (window == "own_turn" and seat != self.turn) or (window == "between_tricks" and bool(self.open))
        again = not self.between if self.options.get("pop_repeat") == "card_between" else self.popper == seat
        not_now = self.waits or self.cube == 6 or (again and not self.lapsed and not self.doubtful)
        if (late or not_now) and not self.errs():
            return
        self.put(Popped(seat=seat), *["P-4.1"] * late, *["P-4.2"] * not_now, seat=seat)
        if not self.waits:
            self.doubtful, self.lapsed = self.doubtful or self.lapsed, False
            self.offer, self.waits = seat, not late and not not_now
        else:
            self.doubtful |= seat != self.offer

    def answer(self, seat: int) -> None:
        event = Folded if self.rng.random() < 0.06 else Accepted
        wrong = self.offer < 0 or seat == self.offer
        if wrong and not self.errs():
            return
        line = self.put(event(seat=seat), *["P-4.3"] * wrong, seat=seat)
        if wrong:
            self.doubtful |= event is Accepted and self.offer < 0 and self.answered != (seat, line - 1)
            return
        self.lapsed = False
        if event is Folded:
            self.folded, popper = True, self.offer
            self.score([0, self.cube] if popper else [self.cube, 0], popper)
        elif self.cube < 6:
            self.cube += 1
            self.popper, self.between = self.offer, False
        if event is Accepted:
            self.answered = (seat, line)
        self.offer, self.waits = -1, False

    def score(self, points: list[int], won: int) -> None:
        """P-6, but for what hangs on a cube that nobody knows."""
        if self.doubtful or self.lapsed:
            points[won], self.popper = -1, -1
        if -1 not in points + self.totals:
            super().score(points, won)
            return
        self.totals = [-1 if -1 in (a, b) else a + b for a, b in zip(self.totals, points, strict=True)]
        self.dealer = -1
        done = self.totals[won] >= self.options.get("target", 7)
        self.over = won if done and self.options.get("both_reach_target") != "play_on_if_equal" else -1

    # ---- P-3 ----

    def card(self) -> None:
        """A card from the area that is due."""
        seat, legal, led = self.turn, self.legal(), self.led() if self.open else ""
        holds = self.due()
        card = self.rng.choice(sorted(holds if self.errs() else legal))
        clauses = ["P-4.3"] * self.waits
        if card not in legal:
            clauses.append("P-3.3" if self.open else "P-5.5")
        self.lapsed |= self.waits
        self.waits, self.between = False, True
        line = self.put(Played(seat=seat, card=Card(card)), *clauses, seat=seat)
        from_hand = card in self.hands[seat]
        if from_hand:
            self.shows(seat, card, line)
        void = bool(self.open and led) and suit(card, self.trump) != led and from_hand
        known = {one for one in self.back[seat] if suit(one, self.trump) == led} - {card}
        if void and known:
            self.shown.add(("P-3.3", line, line, seat))
        elif void:
            self.claims.append((line, seat, led))
        before = [up.copy() for up in self.up]
        self.play(seat, card)
        if void and self.open and (self.errs() or self.options.get("same_trick_correction", False)):
            self.correct(seat, card, line)
        if not self.open and self.played < 28:
            self.turn_all([sorted(up - was) for up, was in zip(self.up, before, strict=True)])

    def due(self) -> set[str]:
        """The cards of the area from which the next card comes; of both, for a lead."""
        areas = (self.hands[self.turn], self.up[self.turn])
        if not self.open:
            return areas[0] | areas[1]
        first = self.open[0][2]
        area = first if len(self.open) == 1 else 1 - first
        return areas[area]

    def correct(self, seat: int, old: str, line: int) -> None:
        """A revoke from the hand is put right, or the player changes one wrong card for another, perhaps again."""
        led = suit(self.open[0][1], self.trump)
        held = self.hands[seat]
        if led == "X" or not held or self.rng.random() < 0.3:
            return
        new = self.rng.choice(sorted(held))
        follows = suit(new, self.trump) == led
        allowed: bool = self.options.get("same_trick_correction", False)
        if not (follows and allowed) and not self.errs():
            return
        at = self.put(Corrected(seat=seat, card=Card(new)), *["G-14"] * (not follows or not allowed), seat=seat)
        held ^= {old, new}
        self.open[-1] = (seat, new, 0)
        self.back[seat] = (self.back[seat] | {old}) - {new}
        if follows and allowed:
            self.breaches -= {("P-3.3", line, line, seat)}
            self.shown -= {row for row in self.shown if row[1] == line}
            self.claims = [claim for claim in self.claims if claim[0] != line]
        self.shows(seat, new, at)
        if not follows:
            self.correct(seat, new, line)

    def shows(self, seat: int, card: str, line: int) -> None:
        """A card from a hand shows that its player had it at every play before (G-9)."""
        kind = suit(card, self.trump)
        for claim in [one for one in self.claims if one[1:] == (seat, kind)]:
            self.shown.add(("P-3.3", claim[0], line, seat))
            self.claims.remove(claim)
        self.back[seat].discard(card)


WILD = [*OPTIONS, {"same_trick_correction": True}, {"same_trick_correction": True, "no_trump_joker": "leader_wins"}]


def judged(seed: int, options: dict[str, Any], wild: float) -> int:
    """A match, judged by the page and by the audit."""
    table = Wild(seed, wild, options)
    for _ in range(3):
        table.round()
    log = pop_log(table.events, **options)
    done = audit(log)
    found = {(one.clause, one.at, one.found_at, one.seat) for one in done.findings}
    assert found == table.breaches, (seed, options, sorted(found ^ table.breaches))
    assert done.state.totals == table.totals, (seed, options)
    public = audit(redact_log(log, PUBLIC, "copy")).findings
    revokes = {(one.clause, one.at, one.found_at, one.seat) for one in public if one.clause == "P-3.3"}
    hidden = {row for row in revokes if row not in table.breaches}
    assert hidden <= table.shown, (seed, options, sorted(hidden - table.shown))
    assert table.shown <= revokes, (seed, options, sorted(table.shown - revokes))
    others = {(one.clause, one.at, one.found_at, one.seat) for one in public if one.clause not in {"P-3.3", "G-10"}}
    assert others == {row for row in table.breaches if row[0] != "P-3.3"}, (seed, options)
    if not any(row[0] == "P-3.3" for row in table.breaches):
        assert not any(one.clause == "G-10" for one in public)
    return len(found)


@pytest.mark.parametrize("options", WILD)
def test_breaches_and_points_by_the_page(options: dict[str, Any]) -> None:
    assert sum(judged(seed, options, 0.02 + seed % 4 * 0.1) for seed in range(12)) > 40


@pytest.mark.check
@pytest.mark.parametrize("options", WILD)
def test_breaches_and_points_by_the_page_at_length(options: dict[str, Any]) -> None:
    for seed in range(100, 100 + sessions(200)):
        judged(seed, options, 0.02 + seed % 4 * 0.1)
