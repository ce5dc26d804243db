"""How is a rule said, and what may it answer? Acts that are due, obligations of a choice of cards, statements, and what is broken."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, Final

import msgspec

from upcard.schemas.events import Base
from upcard.schemas.findings import FindingKind

# ---- Costs: how unlikely each fault is, against the slips of `explain` -------------------------------------------------

CHOICE: Final = 4
"""A card, bid or answer that the rules do not allow."""
DISORDER: Final = 6
"""An act out of its order."""
MISREAD: Final = 7
"""A card or a list written wrongly, which may be what makes an act seem out of its order."""
IMPOSSIBLE: Final = 8
"""A card in two places: less likely than a card written for another, which it always is."""
STATEMENT: Final = 3
"""Something said or written that is not so."""
TWO_LINES: Final = 7
"""A fault that rests on two lines, far from each other, either of which may have been misread."""
OMISSION: Final = 3
"""An act left out that the page of the game counts among its irregularities."""

NOT_FOLLOWED: Final = "too much is out of order by now: this hand is followed no further, which would take too long"
"""The note on a hand that is taken as if something of it had been missed."""


class Rule(msgspec.Struct, frozen=True):
    """One rule of a page: its clause, its name, what it says, the kind of finding that tells of a breach, and how unlikely one is. A rule that
    matters only sometimes names a field: `check` is asked only where this has a value, in the event or what `Game.about` makes of it (where), or in the state (when).
    """

    clause: str
    name: str
    says: str
    kind: FindingKind = "breach"
    cost: int = CHOICE
    check: Callable[[Any, Any], Any] | None = None
    where: str = ""
    when: str = ""


EVERYWHERE: Final[Mapping[str, tuple[str, FindingKind, int, str]]] = {
    "impossible_card": ("no card is in two places", "contradiction", IMPOSSIBLE, "every card seen"),
    "no_such_seat": ("there is such a seat", "contradiction", DISORDER, "every act"),
    "sits_already": ("nobody sits in two seats", "contradiction", DISORDER, "joined"),
    "no_hand": ("a hand is on", "contradiction", DISORDER, "every act"),
    "no_such_act": ("the game has a use for the act", "contradiction", CHOICE, "every act"),
    "after_close": ("the session was closed before", "contradiction", DISORDER, "every act, told once"),
    "hand_unfinished": ("a hand was left unfinished, and does not count", "note", 0, "closed"),
    "left_in_a_hand": ("a player left in the middle of a hand, and nobody took the seat", "note", 0, "left"),
    "not_followed": (NOT_FOLLOWED, "note", 0, "every act"),
}
"""The rules of every game by their names: what each says, its kind, how unlikely it is that it is broken, and the act it is asked at."""


@cache
def everywhere(clause: str, name: str) -> Rule:
    """A rule of every game, cited by the clause that one game has for events that cannot be."""
    says, kind, cost, _ = EVERYWHERE[name]
    return Rule(clause, name, says, kind, cost)


class Obliged(msgspec.Struct, frozen=True):
    """Whoever holds one of `holding` has to play one of `play` (masks). seats: who is obliged, as a mask of places; 0: whoever
    acts. lowest: a card of `holding` may be played, too, but the lowest of those held (in the order of the pack). Kept or broken
    where hands are known; in doubt where they are not, until one of `holding` comes to light. by: the seat that breaks it by
    its act, whichever of these places holds the card. slips: whether a slip of the pen may explain as well that it is broken,
    since who acts hangs on it; else it is a mere choice. at: the line of the choice, if that was made before.
    """

    rule: Rule
    holding: int
    play: int
    seats: int = 0
    by: int | None = None
    slips: bool = False
    lowest: bool = False
    at: int | None = None


class Due(msgspec.Struct, frozen=True):
    """An act that is due: its type, from which seats (a mask; -1: from nobody in particular).
    rule: the rule that an act of another type breaks in its place (None: that act breaks its own rule), or, with a cost, the rule that leaving
    it out breaks. skip: how play goes on if it is left out, where it may be; cost: how unlikely that is, 0 where records
    leave it out as they please and nothing is told of it. matches: which acts of that type are meant, if not all.
    """

    kind: type[Base]
    seats: int = -1
    rule: Rule | None = None
    skip: Callable[[Any], Any] | None = None
    cost: int = 0
    optional: bool = False
    matches: Callable[[Any, Any], bool] | None = None
    weight: float = 1.0


class Broken(msgspec.Struct, frozen=True, gc=False):
    """The rule is broken. A rule that answers in words alone is broken by the seat that acts, a row of the sheet by nobody, and the
    cards that were played or laid show it; otherwise: by which seat, if one is to be named; which cards show it (a mask); at which line, if not this;
    says, clause, name, kind: instead of the rule's own; against: the line of the other fact; gives_way: whether it is not known
    yet who has broken it, so that it gives way to the finding that names who did, once one of those cards comes to light; choice:
    whether it is a mere choice, which changes nothing of what follows, so that no slip of the pen is looked for.
    """

    seat: int | None = None
    cards: int = 0
    at: int | None = None
    says: str | None = None
    clause: str | None = None
    name: str | None = None
    kind: FindingKind | None = None
    against: int | None = None
    cost: int | None = None
    gives_way: bool = False
    choice: bool = False


class Claim(msgspec.Struct, frozen=True):
    """A statement that a seat has broken a rule of this name (on one of these lines, if any are named)."""

    name: str
    seat: int
    lines: tuple[int, ...] = ()


class Holds(msgspec.Struct, frozen=True):
    """A statement about a hand: it holds at least and at most so many cards of a mask, in one of these ways. place: whose; also:
    cards that count, though they have left the hand; more: how many unseen cards that left it count. Compared as cards
    come to light; false, once none of the ways can be so.
    """

    place: int
    ways: tuple[tuple[int, int, int], ...]
    also: int = 0
    more: int = 0
    says: str | None = None


class AskAgain(msgspec.Struct, frozen=True):
    """What was said hangs on something not known yet: this is asked of the state in its stead, once what the hand came to is
    settled anew: `Broken`, kept (True), or still open (None). What the rule found on that line before is withdrawn then.
    """

    check: Callable[[Any], Any]


class Cured(msgspec.Struct, frozen=True):
    """What was found, or is in doubt, of the choice on that line is withdrawn. undone: it did not stand, so all of it."""

    line: int
    undone: bool = False


Ways = Sequence[Callable[[Any], Any]] | None
"""How play may go on, each a change of the state; None: in the one way that the act has made."""


def unwritten(do: Callable[[Any, Any], Any], event: Base) -> Callable[[Any], Any]:
    """How play goes on where nobody wrote an act down: as after this event, which tells nothing of its cards."""

    def done(state: Any) -> Any:
        """It was done, and nothing is known of its cards."""
        return do(state, event)

    return done


def says_only(_state: Any, _event: Base) -> None:
    """The effect of an act that only says something: none."""


def is_broken(answer: Any) -> bool:
    """Whether a rule answered, if only among other things, that it is broken, and by more than what is worth a note."""
    if isinstance(answer, list | tuple | Iterator):
        return any(map(is_broken, answer))
    return answer is False or isinstance(answer, str) or (isinstance(answer, Broken) and answer.kind != "note")


@lru_cache(1024)
def places_of(mask: int) -> tuple[int, ...]:
    """The places of a mask, lowest first."""
    return tuple(place for place in range(mask.bit_length()) if mask >> place & 1)
