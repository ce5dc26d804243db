"""Sets of cards laid over one another: whose turn it is, what is to be beaten, and who leads when all others have passed.

A game says what a set of cards is (`recognise`: the shapes it has, none if it is no set of the game) and which shape beats
which. Cards not (wholly) known may be several shapes: what they may be is asked here, of any recogniser.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import product
from math import prod
from typing import Any, Final, NamedTuple

from upcard.engine import due
from upcard.engine.kernel.copying import Part
from upcard.engine.kernel.game import Game
from upcard.engine.kernel.offering import hand_shown
from upcard.engine.kernel.rules import OMISSION, Due, Rule
from upcard.engine.kernel.state import seats_around
from upcard.schemas.cards import UNKNOWN, Card, cards_of
from upcard.schemas.events import Laid, Passed, Played, Scored, Shown

Act = tuple[int, tuple[Card, ...], int]
"""A seat, the cards it laid (none: it passed), and the line."""
MOST_FACES: Final = 3000
"""A set whose unseen cards allow more sets of known cards than this may be anything."""

# ---- Rounds ------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Climb(Part):
    """seats: how many there are; away: a mask of those that do not play; lock: whether a seat that passes is out until the
    next lead; acts: all plays and passes of the hand; table, owner: the set to be beaten, none at a lead, and whose it is; turn: who
    is to act, -1 if that may be anybody; passed: the seats (a mask) that passed since the last play, or since the
    lead with `lock`; passed_over: the seats (a mask) that were passed over since, being out, and may say so.
    """

    seats: int = 4
    away: int = 0
    lock: bool = False
    acts: list[Act] = field(default_factory=list)
    table: tuple[Card, ...] = ()
    owner: int = -1
    turn: int = -1
    passed: int = 0
    passed_over: int = 0

    def begin(self, turn: int) -> None:
        """No set is laid yet. turn: the seat that opens, -1 if any seat may."""
        self.acts = []
        self.lead(turn)

    def lead(self, seat: int) -> None:
        """A seat may lay any set."""
        self.table, self.owner, self.turn, self.passed, self.passed_over = (), -1, seat, 0, 0

    def lay(self, seat: int, cards: tuple[Card, ...], line: int) -> None:
        """A set is laid, and is to be beaten from now on."""
        self.acts.append((seat, cards, line))
        if not self.lock or not self.table:
            self.passed = 0
        self.table, self.owner = cards, seat
        self._go_on(seat)

    def lay_unseen(self, seat: int, line: int) -> tuple[Card, ...]:
        """A seat laid a set as large as the last one, which it beat; no more is known of it. Returns its cards."""
        beaten, cards = self.table, (UNKNOWN,) * len(self.table)
        self.lay(seat, cards, line)
        if self.table:  # else it goes to whoever leads
            self.table = beaten
        return cards

    def pass_by(self, seat: int, line: int) -> None:
        """A seat passes. A lead that is passed goes to the next seat; a pass of a seat that is out changes nothing."""
        self.acts.append((seat, (), line))
        if self.passed_over >> seat & 1:
            self.passed_over &= ~(1 << seat)
            return
        self.passed |= 1 << seat
        if self.table:
            self._go_on(seat)
        else:
            self.turn = self.next_from(seat + 1)

    def next_from(self, seat: int) -> int:
        """The first seat that takes part in the play, from this one on."""
        return next(iter(seats_around(self.seats, seat, 1, self.away)), seat % self.seats)

    def _go_on(self, seat: int) -> None:
        """The next seat may beat the set; when all others have passed, its owner leads."""
        out = self.away | self.passed if self.lock else self.away
        passed_over, turn = 0, (seat + 1) % self.seats
        while turn != self.owner and out >> turn & 1:
            passed_over |= 1 << turn & ~self.away
            turn = (turn + 1) % self.seats
        if turn == self.owner:
            self.lead(self.next_from(turn))
        else:
            self.turn = turn
        self.passed_over = passed_over

    def replay(self, acts: Sequence[Act], turn: int) -> None:
        """The round as it stands after these acts. turn: the seat that opens."""
        self.begin(turn)
        for seat, cards, line in acts:
            if cards:
                self.lay(seat, cards, line)
            else:
                self.pass_by(seat, line)

    def taken_back(self, seat: int, line: int | None) -> int:
        """The place in `acts` of the play that a seat takes back, its last or the one on this line; -1 if there is none."""
        laid = [at for at, (who, cards, of) in enumerate(self.acts) if who == seat and cards and line in {None, of}]
        return laid[-1] if laid else -1

    def without(self, place: int) -> list[Act]:
        """All acts but one; if nobody has laid a set on that one, the passes on it are left out too, and acts supposed for its sake."""
        line = self.acts[place][2]
        last = not any(cards for _, cards, _ in self.acts[place + 1 :])
        acts = self.acts[:place] if last else self.acts[:place] + self.acts[place + 1 :]
        return [act for act in acts if act[2] != line]


class SetPlay(NamedTuple):
    """due: the set or pass due from some seats (a mask), who lead or beat; left_out: the rule broken where neither is written."""

    due: Callable[[int, bool], tuple[Due, ...]]
    left_out: Rule


def sets_are_laid(
    game: Game,
    clause: str,
    says: str,
    out: Callable[[Any, int], None],
    laid: Callable[[Any, Laid | None], None] = lambda _s, _e: None,
) -> SetPlay:
    """Declare that sets of cards are laid; a card played is a single. Where the act of the seat whose turn it is is not in the record, it
    passed, or laid a set as large as the one that lies there, if it may have so many cards. out: what follows where the hand of a
    seat is empty; laid: what else a set does, before it leaves the hand; None: one that nobody wrote down.
    """
    left_out = Rule(clause, "out_of_turn", "a pass, or a play, is not in the record", "contradiction", OMISSION)
    game.means(Played)(lambda e: Laid(seat=e.seat, cards=(e.card,), at=e.at, note=e.note, by=e.by, src=e.src, id=e.id))

    def leave_hand(s: Any, seat: int, cards: tuple[Card, ...]) -> None:
        places = s.places
        places.move_set(cards, seat, len(s.players))
        if not places.known[seat] and not places.unseen[seat]:
            out(s, seat)

    @game.on(Laid, clause, "out_of_turn", says)
    def lay(s: Any, e: Laid) -> None:
        """Cards leave a hand, and are to be beaten; the hand ends when they were its last."""
        seat, cards = e.seat, e.cards
        if cards:
            laid(s, e)
            s.climb.lay(seat, cards, s.line)
            leave_hand(s, seat, cards)

    def passes_unwritten(s: Any) -> None:
        s.climb.pass_by(s.climb.turn, s.line)

    def lays_unwritten(s: Any) -> None:
        laid(s, None)
        seat = s.climb.turn
        leave_hand(s, seat, s.climb.lay_unseen(seat, s.line))

    def ways(s: Any) -> Sequence[Callable[[Any], None]]:
        """The seat passed, or laid cards that nobody wrote down."""
        may_lay = s.places.most(s.climb.turn) >= len(s.climb.table)
        return (passes_unwritten, lays_unwritten)[: 1 + may_lay]

    @cache
    def due(seats: int, leads: bool) -> tuple[Due, ...]:
        passes = Due(Passed, seats, left_out, skip=ways, cost=OMISSION)
        return Due(Laid, seats, weight=2.0), Due(Passed, seats, weight=0.1) if leads else passes

    return SetPlay(due, left_out)


# ---- Cards left --------------------------------------------------------------------------------------------------------


def cards_left_are_shown(game: Game) -> Callable[[Any], Iterator[Due]]:
    """Declare that cards left may be shown. Returns what is due between hands. A state has `bared`, a mask of places."""

    @game.on(Shown, free=True)
    def show(s: Any, e: Shown) -> None:
        """Cards are seen to lie in a hand, or in a place that has a name."""
        named = game.named.get(e.place or "")
        place = len(s.players) + named if e.seat is None and named is not None else e.seat
        s.bared |= 0 if place is None else 1 << place

    @game.offer(Shown)
    def remainders(s: Any, seat: int) -> due.Act:
        """The cards left in a hand, if they were shown; those of a place that has a name, where no seat is due to show any."""
        if seat >= 0:
            return hand_shown(game, s, seat, "the cards left, if they were shown", 0.05)
        places = {name: len(s.players) + place for name, place in game.named.items()}
        asks = f"the {' or the '.join(places)}, shown to all"
        if any(s.places.unseen[place] for place in places.values()):
            return due.Act(Shown, None, asks, accepts=lambda e: isinstance(e, Shown) and e.place in places)
        known = {name: tuple(cards_of(s.places.known[place])) for name, place in places.items()}
        return due.Act(Shown, None, asks, tuple(Shown(cards=known[name], place=name, all=True) for name in places))

    def between(s: Any) -> Iterator[Due]:
        """The cards left may be shown, and the score written."""
        left = sum(1 << seat for seat in range(len(s.players)) if s.places.most(seat)) & ~s.bared
        if s.how == "played" and left:
            yield Due(Shown, left, optional=True)
        if s.how == "played" and not s.rows:
            yield Due(Scored, optional=True, weight=0.05)

    return between


# ---- What cards not known may be ---------------------------------------------------------------------------------------

Recogniser = Callable[[tuple[Card, ...], Hashable], Sequence[Any]]
"""The shapes of a set of cards under some house rules; none, if it is no set."""


def may_be(cards: tuple[Card, ...], recognise: Recogniser, rules: Hashable, pack: int) -> frozenset[Any] | None:
    """The shapes that a set may have, None among them: it may be none; None alone: that cannot be told. pack: a mask."""
    found = recognise(cards, rules)
    if found:
        return frozenset(found)
    if all(card.bit for card in cards):
        return frozenset((None,))
    return _partly_known(cards, recognise, rules, pack)


@lru_cache(maxsize=4096)
def _partly_known(cards: tuple[Card, ...], recognise: Recogniser, rules: Hashable, pack: int) -> frozenset[Any] | None:
    faces = [tuple(cards_of(card.could_be & pack)) for card in cards]
    if prod(map(len, faces)) > MOST_FACES:
        return None
    shapes: set[Any] = set()
    for way in product(*faces):
        if len(set(way)) == len(way):
            shapes.update(recognise(way, rules) or (None,))
    return frozenset(shapes) if shapes else None


def blanks(sizes: Sequence[int], most: int) -> list[tuple[Card, ...]]:
    """Sets of these sizes of which no card was seen, as far as a hand has so many."""
    return [(UNKNOWN,) * size for size in sizes if size <= most]
