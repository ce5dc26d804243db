"""A typed line into acts: seats alone, cards alone, and whole acts one after another, with or without `;` between them.

Of the words that are left the next act takes as many as make one that may come next; what comes after is read against the
table as it stands then. So `2 0 1` are three who play the card that is due, `Kd 9d 2d 4d` a trick, `p p 4d` two passes and a
play. What a seat that was named could not do yet, others passing before it, they passed: `3 Kd` (`Step.events`).

Nothing of a piece between `;` is stored before all of it can be read.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final, NamedTuple

from upcard.cli.recorder.answers import is_seat
from upcard.cli.recorder.demanded import demand_whole
from upcard.cli.recorder.fields import NotRead, fields_of
from upcard.cli.recorder.phrases import all_pass
from upcard.cli.recorder.position import Position
from upcard.cli.recorder.seating import demand_room
from upcard.cli.recorder.spoken import by_ranks, is_card
from upcard.cli.recorder.whose import Table, WhoWasIt
from upcard.cli.recorder.words import (
    Part,
    read,
    read_refused,
    read_words,
    seat_before,
    typed_as,
    verb,
    verbatim,
    with_note,
    words_of,
)
from upcard.schemas.cards import read_cards
from upcard.schemas.events import BetPlaced, Closed, Event, Joined, Laid, Passed, Played

_AGAIN: Final = "="
_SEVERAL: Final = re.compile(r"([pP])\1+")
_ENDS: Final = re.compile(r"(.+)!")
_BET: Final = re.compile(r"(\d*)([a-zA-Z])(\d+(?:\.\d+)?)")
_TOTAL: Final = re.compile(r"(\d+)([a-zA-Z])")
_MOST_READ: Final = 100_000
"""Words that are read of a line, each as often as a cut of the line reads it. No line that anybody types needs more; a line of
numbers alone that can be cut in many ways may.
"""


class EitherOf(NotRead):
    """Words that say two things, both of what may come next."""


class Step(NamedTuple):
    """An act of a line. text: as it was typed; events: what it says, what goes without saying first; plain: whether it was
    said in words, not as it stands in a log; seat: who was named.
    """

    text: str
    events: tuple[Event, ...]
    plain: bool = True
    seat: int | None = None


def pieces(line: str) -> list[str]:
    """The parts of a line between `;`. A remark, or what is taken as it stands, is one."""
    if verbatim(line) or line.startswith("#"):
        return [line]
    text, mark, note = line.partition("#")
    found = [piece.strip() for piece in text.split(";") if piece.strip()]
    if mark and found:
        found[-1] += f" #{note}"
    return found


def steps_of(piece: str, position: Position) -> list[Step]:
    """The acts of one piece of a line. Raises `NotRead`, if any of it says none."""
    if verbatim(piece) or piece.startswith("#"):
        return [Step(piece, (read(Part(piece), position.table),), plain=False)]
    text, _, note = piece.partition("#")
    words = list(apart(words_of(text, position.table), position.table))
    if not words:
        raise NotRead("", "an act")
    refused = read_refused(words, position.table)
    if refused is not None:  # whose turn it would have been, nobody passed before it
        demand_whole(refused, position.table.game)
        return [Step(piece, (with_note(refused, note),))]
    try:
        steps = _Reader(due=True).steps(words, position, None)
    except EitherOf:
        raise
    except NotRead:  # something else happened than what may come next
        steps = _Reader(due=False).steps(words, position, None)
    last = steps[-1]
    steps[-1] = last._replace(events=(*last.events[:-1], with_note(last.events[-1], note)))
    return steps


def apart(words: Sequence[str], table: Table) -> Iterator[str]:
    """The words one by one where people write them together: `Kd9d2d`, `ppp`, `2!`."""
    for word in words:
        ends = _ENDS.fullmatch(word)
        if word in table.seats.names or is_card(word) or is_seat(word, table.seats):
            yield word
        elif parts := _of_seat(word, table) or _of_bet(word, table) or _of_total(word, table) or _of_ranks(word, table):
            yield from parts
        elif _SEVERAL.fullmatch(word):
            yield from word
        elif ends and "!" in table.game.words:
            yield from (ends[1], "!")
        elif len(word) > 3 and not verb([word], table.game) and _cards(word):
            yield from _cards(word)
        else:
            yield word


def _of_seat(word: str, table: Table) -> list[str]:
    """`2:5d` as a seat and what it did."""
    seat, _, rest = word.partition(":")
    named = is_seat(seat, table.seats) or table.seats.of_letter(seat) is not None
    return [f"{seat}:", rest] if rest and named else []


def _of_bet(word: str, table: Table) -> list[str]:
    """`0r10` and `r10` as a seat, what is bet on by the letter that it begins with, and an amount."""
    found = _BET.fullmatch(word)
    kinds = table.game.names.get(BetPlaced, {}).get("kind", ())
    named = found is not None and any(kind.startswith(found[2].casefold()) for kind in kinds)
    if not (found and named):
        return []
    seat, kind, amount = found.groups()
    if seat and is_seat(seat, table.seats):
        return [f"{seat}:", "bets", kind, amount]  # where a row is due, `0r` might be read as its total
    return [part for part in (seat, kind, amount) if part]


def _of_ranks(word: str, table: Table) -> list[str]:
    """`34567` as cards, where suits have no role; a rank alone where cards are due."""
    said = word.casefold() in {name.casefold() for name in table.seats.names} or verb([word], table.game)
    if not table.game.by_rank or said or table.seats.of_letter(word) is not None:
        return []
    return by_ranks(word) if len(word) > 1 or any(act.event is Laid for act in table.acts) else []


def _of_total(word: str, table: Table) -> list[str]:
    """`32r` as a number and the choice that the letter begins, where what is due has such a choice."""
    found = _TOTAL.fullmatch(word)
    if not found:
        return []
    choices = {
        value
        for act in table.acts
        for field in fields_of(act.event)
        if field.kind == "choice"
        for value in field.values
    }
    meant = [value for value in choices if value.startswith(found[2].casefold())]
    return [found[1], meant[0]] if len(meant) == 1 else []


def _cards(word: str) -> list[str]:
    try:
        return [str(card) for card in read_cards(word)]
    except ValueError:
        return []


class _Reader:
    """Reads the words of one piece, and counts them each time, so that it comes to an end. due: whether only acts count that may
    come next.
    """

    def __init__(self, *, due: bool) -> None:
        self.due = due
        self.read = 0

    def steps(self, words: list[str], position: Position, seat: int | None) -> list[Step]:
        """The acts of these words. seat: who was named before them. Raises `NotRead` of the word that was come to last."""
        problem: NotRead | None = None
        found: list[tuple[int, Step]] = []
        for length in _lengths(words, position.table):
            self.read += length
            if self.read > _MOST_READ:
                raise NotRead(" ".join(words), "fewer acts on a line, or `;` between them", enough=True)
            try:
                step = _step(words[:length], position, seat)
            except NotRead as one:
                problem = one if problem is None or isinstance(one, WhoWasIt) else problem
            else:
                found += [(length, step)] if not self.due or all(_is_due(step, position)) else []
        numbered = self.due and words[0].isdigit()
        read: dict[int, list[Step]] = {}
        for length, step in found if self.due else _as_played(words, found, position.table):
            named = step.seat if step.seat is not None else seat
            try:
                rest = self.steps(words[length:], position.after(step.events), named) if length < len(words) else []
            except NotRead as one:
                problem = one
                continue
            read[length] = [step, *rest]
            if not numbered or length > 2:
                return read[length]
        if {1, 2} <= read.keys():
            raise _either(words, position.table)
        if read:
            return next(iter(read.values()))
        raise problem or NotRead(" ".join(words), "an act")


def _lengths(words: Sequence[str], table: Table) -> Iterator[int]:
    """How many words the next act may take, most first: cards that are laid together are one act, and a seat goes with the
    card or the verb behind it.
    """
    sets = any("cards" in act.event.__struct_fields__ for act in table.acts if not act.optional)
    for length in range(len(words), 0, -1):
        if length == len(words) or (
            _may_end(words[length - 1], words[length], table, sets=sets)
            and not _goes_on(words[:length], words[length], table)
        ):
            yield length


def _goes_on(words: Sequence[str], following: str, table: Table) -> bool:
    """Whether a card goes with the verb before it: `discards 9c 9d`."""
    if not is_card(following):
        return False
    cards = len(list(takewhile(is_card, reversed(words))))
    behind = words[: len(words) - cards][-2:]
    verbs = (verb(behind[place:], table.game) for place in range(len(behind)))
    return any(
        found is not None and not found[1] and any(one.kind == "cards" for one in fields_of(found[0]))
        for found in verbs
    )


def _may_end(word: str, following: str, table: Table, *, sets: bool) -> bool:
    card = is_card(following)
    if is_card(word) and card:
        return not sets
    if word.endswith(":"):
        return False
    said = (
        verb([following], table.game) is not None and not word.isdigit()
    )  # a number may be a bid, and a pass behind it
    letter = table.seats.of_letter(word) is not None and verb([word], table.game) is None
    return not ((letter or is_seat(word, table.seats)) and (card or said))


def _either(words: Sequence[str], table: Table) -> EitherOf:
    """What to say of a number that may be a seat with what is behind it, or an act of its own."""
    first, second = words[:2]
    either = f"`{first}: {second}` ({table.seats.name(int(first))}), or `{first}; {second}`"
    return EitherOf(f"{first} {second}", f"which it was: {either}", enough=True)


def _as_played(words: Sequence[str], found: Sequence[tuple[int, Step]], table: Table) -> list[tuple[int, Step]]:
    """The readings but those of cards laid together, where cards are played one by one and nobody said otherwise."""
    single = any(act.event is Played for act in table.acts if not act.optional)
    laid = single and verb(words[:1], table.game) is None
    return [one for one in found if not (laid and isinstance(one[1].events[-1], Laid))]


def _is_due(step: Step, position: Position) -> Iterator[bool]:
    """Of each event of a step, whether it is among what may come next there."""
    for event in step.events:
        yield position.table.takes(event)
        if event is not step.events[-1]:
            position = position.after([event])


def _step(words: list[str], position: Position, fallback: int | None) -> Step:
    """The act that these words say, with what must have come before it. Raises `NotRead`."""
    table, text = position.table, " ".join(words)
    if all_pass(words):
        return Step(text, _all_passed(position))
    seat, rest = _seat_named(words, table)
    if rest == [_AGAIN]:
        return Step(text, _bets_again(seat, position), seat=seat)
    said = verb(rest, table.game) is not None
    try:
        event = read_words(words, table, fallback if is_card(words[0]) else None)
        demand_whole(event, table.game, typed_as(words, table) if said else "")
    except NotRead:
        if seat is None or said:
            raise
        implied = _others_passed(words, seat, position)
        if implied is None:
            raise
        return Step(text, implied, seat=seat)
    if isinstance(event, Joined):
        demand_room(event, words, table.seats)
    if seat is not None and not said and isinstance(event, Laid | Played) and not table.takes(event):
        return Step(text, _others_passed(words, seat, position) or (event,), seat=seat)
    return Step(text, (event,), seat=seat)


def _seat_named(words: list[str], table: Table) -> tuple[int | None, list[str]]:
    """The seat that the words begin with, also by its letter, and the words after it."""
    seat, rest = seat_before(words, table)
    if seat is None and len(words) > 1 and (found := table.seats.of_letter(words[0])) is not None:
        return found, words[1:]
    return seat, rest


def _others_passed(words: list[str], seat: int, position: Position) -> tuple[Event, ...] | None:
    """The passes of those before a seat, and what it played then; None where it could not have played then either."""
    passes: list[Event] = []
    while (passed := _pass_due(position.table)) is not None and passed.seat != seat:
        if len(passes) == len(position.table.seats.names):
            return None
        passes.append(passed)
        position = position.after([passed])
        try:
            event = read_words(words, position.table)
        except NotRead:
            continue
        if isinstance(event, Laid | Played) and position.table.takes(event):
            return (*passes, event)
    return None


def went_without_saying(passes: Sequence[Event], event: Event, position: Position) -> bool:
    """Whether these passes need not be typed where this is what came next: each was due of the only one who might act, who was
    another than who did this.
    """
    for passed in passes:
        if passed != _pass_due(position.table) or getattr(passed, "seat", None) == getattr(event, "seat", None):
            return False
        position = position.after([passed])
    return isinstance(event, Laid | Played) and position.table.takes(event)


def _all_passed(position: Position) -> tuple[Event, ...]:
    """The passes of all who may pass before somebody must do something else. Raises `NotRead` where nobody may."""
    passes: list[Event] = []
    while (passed := _pass_due(position.table)) is not None and len(passes) < len(position.table.seats.names):
        passes.append(passed)
        position = position.after([passed])
    if not passes:
        raise NotRead("", "an act of somebody: nobody passes now", enough=True)
    return tuple(passes)


def _pass_due(table: Table) -> Passed | None:
    """The pass of the one whose turn it is, if it may pass and no more than one may act."""
    acts = [act for act in table.acts if not act.optional and act.event is not Closed]
    if len({act.seat for act in acts}) != 1:
        return None
    choices = [choice for act in acts if act.event is Passed for choice in act.choices or ()]
    return choices[0] if len(choices) == 1 and isinstance(choices[0], Passed) else None


def _bets_again(seat: int | None, position: Position) -> tuple[Event, ...]:
    """The bets of the deal before once more, each by a name of its own. Raises `NotRead` where there are none."""
    again: list[Event] = []
    for bet in position.table.bets.again(seat):
        act = next((act for act in position.table.acts if act.event is BetPlaced), None)
        if act is None:
            raise NotRead(_AGAIN, "no bets here: they are closed", enough=True)
        event = BetPlaced(seat=bet.seat, kind=bet.kind, amount=bet.amount, bet=act.given.get("bet", bet.bet))
        again.append(event)
        position = position.after([event])
    if not again:
        raise NotRead(_AGAIN, "a bet: there are none of the deal before to be placed again", enough=True)
    return tuple(again)
