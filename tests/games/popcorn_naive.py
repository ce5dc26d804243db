"""Popcorn at a table of its own: hands, pile and rules as the page has them, in lists; it shares nothing with the engine.

People play as they like, and the judge, who sees all cards, notes what a record of it must be found to break.
"""

import random
from collections import Counter
from typing import Any

from upcard.schemas.cards import Card
from upcard.schemas.events import (
    Base,
    BluffCalled,
    Claimed,
    Dealt,
    HandStarted,
    Noted,
    ResultCalled,
    Scored,
    Shown,
    Stood,
    Took,
    TurnedOver,
    Voided,
)

CYCLE = "A23456789TJQK"
Row = tuple[str, str, int, int, int | None]


def options(rng: random.Random) -> tuple[int, dict[str, Any]]:
    """Any number of seats, and any house rules that go together."""
    decks = rng.choice((1, 1, 2))
    drawn = {
        "decks": decks,
        "rank_step": rng.choice(("ascending", "descending", "either")),
        "overplay": rng.random() < 0.4,
        "overplay_limit": rng.choice((None, None, 0, 1, 2)),
        "max_claim": rng.choice((None, None, 1, 2, 3, 5)),
        "caller": rng.choice(("any", "any", "next_only")),
        "start_rank": rng.choice(CYCLE),
        "direction": rng.choice(("left", "right")),
        "match_deals": rng.choice((None, None, 1, 2)),
    }
    return rng.choice((2, 3, 4, 5, rng.randint(2, 10 if decks == 1 else 20))), drawn


class Table:
    """One session. state: the truth after each line: hands, cards laid before, cards laid last, who has won."""

    def __init__(self, seed: int, wild: float = 0.0, *, ends: bool = False) -> None:
        """ends: whether nobody lays any more when somebody has won."""
        self.rng, self.wild, self.ends = random.Random(seed), wild, ends
        self.seats, self.options = options(self.rng)
        self.decks: int = self.options["decks"]
        self.step = 1 if self.options["direction"] == "left" else -1
        self.events: list[Base] = []
        self.wrong: list[Row] = []
        self.truth: list[tuple[list[list[Card]], list[Card], list[Card]]] = []
        self.won: list[int | None] = []
        """By game: who was out first; None: nobody."""
        self.begin()

    # ---- What everybody can check --------------------------------------------------------------------------------

    def begin(self) -> None:
        self.hands: list[list[Card]] = [[] for _ in range(self.seats)]
        self.pile: list[Card] = []
        self.top: list[Card] = []
        self.layer = self.caller = self.turn = self.taker = -1
        self.rank, self.claimed, self.line = "", 0, 0
        self.open = self.turned = self.late = self.bad = False
        self.winner = -1
        self.strayed: tuple[int, str] | None = None

    def put(self, event: Base, *wrong: tuple[str, str, int | None]) -> int:
        """The next line, and what is wrong with it."""
        line = len(self.events) + 2
        self.events.append(event)
        self.wrong += [(clause, name, line, line, seat) for clause, name, seat in wrong]
        self.truth.append(([hand[:] for hand in self.hands], self.pile[:], self.top[:]))
        return line

    def errs(self, share: float = 1.0) -> bool:
        return self.rng.random() < self.wild * share

    def next_to(self, seat: int) -> int:
        return (seat + self.step) % self.seats

    def due(self) -> list[str]:
        """The ranks that may be claimed."""
        return self.after(self.rank)

    def after(self, rank: str) -> list[str]:
        """The ranks that may follow this one; none: that of the first turn."""
        if not rank:
            return [self.options["start_rank"]]
        place, way = CYCLE.index(rank), self.options["rank_step"]
        steps = {"ascending": (1,), "descending": (-1,), "either": (1, -1)}[way]
        return [CYCLE[(place + one) % 13] for one in steps]

    def two_on(self, ranks: list[str]) -> set[str]:
        """The ranks that may follow these."""
        return {later for rank in ranks for later in self.after(rank)}

    def keeps_one(self, seat: int, rank: str) -> bool:
        """Whether one of turn and rank is as due, and the other is not."""
        return self.turn >= 0 and (seat == self.turn) != (rank in self.due())

    def is_like_a_slip(self, seat: int, rank: str) -> bool:
        """Whether turn and rank are as if lays were left out of the record, or as if the lay before had been as was due."""
        if self.strayed:
            turn, before = self.strayed
            if self.layer != turn and seat == self.next_to(turn) != self.turn and rank in self.due():
                return True
            if self.layer == turn and seat == self.turn and rank not in self.due():
                return rank in self.two_on(self.after(before))
        if rank in self.due():
            return False
        if self.turn < 0:
            return not self.rank and rank in self.two_on(self.due())
        expected, ranks = self.turn, {*self.due()}
        while expected != seat:
            expected, ranks = self.next_to(expected), self.two_on(sorted(ranks))
        return seat != self.turn and rank in ranks

    def most(self) -> int:
        given: int | None = self.options["max_claim"]
        return 4 * self.decks if given is None else given

    def true(self) -> bool:
        """Whether the latest claim is (PC-3.4)."""
        return len(self.top) == self.claimed and all(card.rank == self.rank for card in self.top)

    def excess(self) -> int:
        """How many more than claimed may be laid."""
        if not self.options["overplay"]:
            return 0
        limit: int | None = self.options["overplay_limit"]
        return 999 if limit is None else limit

    def number_breach(self, claimed: int, laid: int) -> str | None:
        if laid < claimed:
            return "short_lay"
        return "over_lay" if laid - claimed > self.excess() else None

    # ---- A game ----------------------------------------------------------------------------------------------------

    def deal(self) -> None:
        """The whole pack, evenly; or few cards, so that the game ends soon."""
        self.begin()
        rng, seats = self.rng, self.seats
        played = sum(one is not None for one in self.won)
        past = self.options["match_deals"] is not None and played >= self.options["match_deals"]
        pack = [Card(rank + suit) for rank in CYCLE for suit in "shdc"] * self.decks
        rng.shuffle(pack)
        dealer = rng.choice((None, rng.randrange(seats)))
        self.put(HandStarted(dealer=dealer), *([("PC-5.3", "past_the_match", None)] if past else []))
        first = rng.choice((None, rng.randrange(seats)))
        small = rng.random() < 0.6
        each = [rng.randint(1, 4) for _ in range(seats)] if small else [len(pack) // seats] * seats
        if not small:
            start = rng.randrange(seats) if dealer is None else self.next_to(dealer)
            for number in range(len(pack) % seats):
                each[(start + self.step * number) % seats] += 1
        self.hands = [[pack.pop() for _ in range(count)] for count in each]
        self.turn = -1 if first is None else first
        dealt = Dealt(hands=tuple(tuple(hand) for hand in self.hands), first=first, sizes=tuple(each))
        self.put(dealt, *([("PC-2.1", "uneven_deal", None)] if self.uneven(each, dealer) else []))

    def uneven(self, each: list[int], dealer: int | None) -> bool:
        share, odd = divmod(52 * self.decks, self.seats)
        if dealer is None:
            return sorted(each) != [share] * (self.seats - odd) + [share + 1] * odd
        lucky = {(dealer + self.step * (1 + number)) % self.seats for number in range(odd)}
        return each != [share + (seat in lucky) for seat in range(self.seats)]

    def out(self) -> int:
        """Who has won if nobody calls any more."""
        return self.layer if self.open and self.layer >= 0 and not self.hands[self.layer] else -1

    def win(self, seat: int) -> None:
        self.winner, self.open = seat, False

    def drawn(self, held: list[Card], rank: str) -> list[Card]:
        """Cards of a hand to lay: true ones, if there are, more often than not."""
        true = [card for card in held if card.rank == rank]
        source = true if true and self.rng.random() < 0.6 else held
        top = self.most() if not self.errs() else len(source)
        return self.rng.sample(source, self.rng.randint(1, min(len(source), top)))

    def lay(self) -> bool:
        """Somebody lays; nobody can who has no card."""
        rng = self.rng
        seat = self.turn if self.turn >= 0 else rng.randrange(self.seats)
        if self.errs() and self.seats > 1:
            seat = rng.randrange(self.seats)
        held = self.hands[seat]
        if not held:
            return False
        wrong: list[tuple[str, str, int | None]] = []
        ended = self.winner if self.winner >= 0 else self.out()
        rank = rng.choice(self.due() if not self.errs() else list(CYCLE))
        if self.is_like_a_slip(seat, rank):
            return True
        if ended >= 0:
            if not self.late:
                wrong.append(("PC-6.1", "continued_after_win", seat))
            self.win(ended)
            self.late = True
        else:
            if self.turn not in {-1, seat}:
                wrong.append(("PC-6.1", "lay_out_of_turn", seat))
            if rank not in self.due():
                wrong.append(("PC-6.1", "wrong_rank", seat))
        laid = self.drawn(held, rank)
        count = len(laid)
        if self.options["overplay"] and rng.random() < 0.4:
            count = rng.randint(max(1, count - self.excess()), count)
        if self.errs():
            count = rng.randint(1, self.most() + 2)
        if self.open and (seat, rank, count) == (self.layer, self.rank, self.claimed):
            return True  # taken for a line written twice by whoever does not see the cards
        if not 1 <= count <= self.most():
            wrong.append(("PC-6.1", "claim_range", seat))
        name = self.number_breach(count, len(laid))
        self.bad = name is not None
        if name:
            wrong.append(("PC-6.1", name, seat))
        for card in laid:
            held.remove(card)
        self.pile, self.top = self.pile + self.top, laid
        self.strayed = (self.turn, self.rank) if ended < 0 and self.keeps_one(seat, rank) else None
        if ended < 0:
            self.layer, self.rank, self.claimed, self.turn = seat, rank, count, self.next_to(seat)
            self.caller = self.taker = -1
            self.open, self.turned = True, False
        else:
            self.layer = -1
        self.line = self.put(Claimed(seat=seat, rank=rank, count=count, cards=tuple(laid)), *wrong)
        return True

    def call(self) -> None:
        """A call that counts, the faces, the pile."""
        rng = self.rng
        others = [seat for seat in range(self.seats) if seat != self.layer]
        only = self.next_to(self.layer)
        strict = self.options["caller"] == "next_only"
        seat = only if strict and not self.errs() else rng.choice(others)
        self.caller = seat
        naming = rng.choice((None, self.line))
        self.put(
            BluffCalled(seat=seat, line=naming),
            *([("PC-A11", "wrong_caller", seat)] if strict and seat != only else []),
        )
        truth = self.true()
        words = {True: ("true", "honest"), False: ("bluff", "false")}
        early = None
        if self.errs():
            self.put(BluffCalled(seat=self.rng.choice(others)))
            self.wrong.append(("PC-4.1", "second_call", *[len(self.events) + 1] * 2, self.events[-1].seat))
        if rng.random() < 0.2:
            said = truth if not self.errs(3) else not truth
            line = self.put(ResultCalled(result=rng.choice(words[said])))
            early = line if said != truth else None
        turned = tuple(rng.sample(self.top, len(self.top)))
        self.turned, self.taker = True, seat if truth else self.layer
        self.hands[self.taker] += self.pile + self.top
        pile, self.pile, self.top = self.pile + self.top, [], []
        line = self.put(TurnedOver(cards=turned))
        if early:
            self.wrong.append(("PC-6.3", "reveal_verdict_mismatch", early, line, self.layer))
        self.open = False
        if truth and not self.hands[self.layer]:
            self.win(self.layer)
        if rng.random() < 0.6:
            if self.errs(2):
                false = rng.choice([one for one in range(self.seats) if one != self.taker])
                self.put(Took(seat=false, place="pile"), ("PC-6.1", "wrong_taker", false))
            self.put(Took(seat=self.taker, place="pile", cards=tuple(rng.sample(pile, len(pile)))))
        if rng.random() < 0.2:
            said = truth if not self.errs(3) else not truth
            self.put(
                ResultCalled(result=rng.choice(words[said]), seat=None),
                *([("PC-6.3", "reveal_verdict_mismatch", self.layer)] if said != truth else []),
            )
        if rng.random() < 0.2:
            who = self.taker if not self.errs(3) else rng.randrange(self.seats)
            self.put(
                ResultCalled(result="took", seat=who),
                *([("PC-6.3", "reveal_verdict_mismatch", who)] if who != self.taker else []),
            )

    def odd(self) -> None:
        """Something that is of no effect."""
        rng, seats = self.rng, self.seats
        what = rng.choice(("late", "self", "out", "won", "noted", "shown"))
        if what == "late" and self.errs(2) and self.layer >= 0 and self.line > 4:
            older = [n + 2 for n, one in enumerate(self.events) if isinstance(one, Claimed) and n + 2 < self.line]
            if older:
                seat = rng.randrange(seats)
                self.put(BluffCalled(seat=seat, line=rng.choice(older)), ("PC-6.1", "late_call", seat))
        elif what == "self" and self.errs(2) and self.open and self.caller < 0:
            self.put(BluffCalled(seat=self.layer), ("PC-6.1", "self_call", self.layer))
        elif what == "out":
            empty = [seat for seat in range(seats) if not self.hands[seat]]
            seat = rng.randrange(seats) if self.errs(2) else rng.choice(empty or [-1])
            if seat >= 0:
                false = bool(self.hands[seat])
                self.put(ResultCalled(result="out", seat=seat), *([("PC-6.1", "false_out", seat)] if false else []))
        elif what == "noted":
            self.put(Noted(note="x"))
        elif what == "shown" and rng.random() < 0.3:
            seat = rng.randrange(seats)
            if self.hands[seat]:
                whole = rng.random() < 0.3
                number = len(self.hands[seat]) if whole else rng.randint(1, len(self.hands[seat]))
                self.put(Shown(seat=seat, cards=tuple(rng.sample(self.hands[seat], number)), all=whole))

    def game(self) -> None:
        """One game, to its end or not."""
        self.deal()
        rng = self.rng
        calls = rng.choice((0.05, 0.2, 0.4))
        for _ in range(rng.choice((3, 30, 60))):
            if self.winner >= 0 and (self.ends or not self.errs(2)):
                break
            if self.open and self.layer >= 0 and rng.random() < calls:
                self.call()
            elif self.open and self.out() >= 0 and (self.ends or not self.errs()):
                self.win(self.out())
                self.put(Stood())
            elif not self.lay():
                break
            if rng.random() < 0.2:
                self.odd()
        self.finish()

    def finish(self) -> None:
        """The end, with a row of the sheet or without."""
        if self.out() >= 0:
            self.win(self.out())
            self.put(Stood())
        self.won.append(self.winner if self.winner >= 0 else None)
        if self.winner >= 0 and self.rng.random() < 0.4:
            seat = self.winner if not self.errs(2) else self.rng.randrange(self.seats)
            self.put(Scored(seat=seat), *([("PC-5.3", "wrong_winner", seat)] if seat != self.winner else []))
        elif self.winner < 0 and self.rng.random() < 0.3:
            self.put(Voided())


def ranks(cards: list[Card]) -> Counter[str]:
    """How many of each rank."""
    return Counter(card.rank for card in cards)
