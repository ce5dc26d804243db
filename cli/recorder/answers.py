"""Words without a verb as an answer to what is asked: what is legal before what is not, and nothing that was not said.

A seat alone says an act only where a seat is asked for. What may happen beside what is due is taken without its verb
only if cards, a suit or a rank say it.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final

import msgspec

from upcard.cli.recorder.fields import NotRead, Seats, fields_of, read_event
from upcard.cli.recorder.offer import asks_who
from upcard.cli.recorder.phrases import answers_in_full
from upcard.cli.recorder.spoken import is_card, read_count, read_number
from upcard.cli.recorder.whose import (
    IN_TURN,
    Table,
    WhoWasIt,
    follow,
    in_full,
    said_alike,
    takes,
    usual_seat,
    who_it_was,
)
from upcard.engine.due import Act
from upcard.engine.kernel.game import Game
from upcard.schemas.cards import UNKNOWN, read_cards
from upcard.schemas.events import FORMAT, Base, Closed, Dealt, Event, HandStarted, Laid, Opened, Played, Scored, Voided
from upcard.schemas.events.base import tag

_TELLING: Final = frozenset({"card", "cards", "suit", "rank", "melds", "choice", "flag"})
"""Kinds of words that say what happened by themselves; numbers, seats and names may be meant for anything."""


def answer(words: Sequence[str], table: Table, seat: int | None, fallback: int | None) -> Event:
    """The event that words without a verb say. Raises `NotRead`."""
    counted = by_number(words, table, seat)
    if counted is not None:
        return counted
    in_full_words = answers_in_full(words, table.acts)
    if in_full_words is not None and in_full_words.choices and seat in {None, in_full_words.seat}:
        return in_full_words.choices[0]
    named = next((event for act in table.acts if (event := _who(act, words, table.seats, seat)) is not None), None)
    if named is not None:
        return named
    readings: list[Event] = []
    due: set[Event] = set()
    trouble: NotRead | None = None
    unsure: WhoWasIt | None = None
    fits = False
    for act in sorted(table.acts, key=lambda act: act.optional):
        if act.event in {Closed, Scored, Voided} or act.chance is not None or not fields_of(act.event):
            continue
        try:
            read = _readings(act, words, table, seat, fallback)
            readings += read
            due.update(read if not act.optional else ())
            fits = fits or any(takes(act, event) for event in read)
        except NotRead as problem:
            unsure = problem if isinstance(problem, WhoWasIt) else unsure
            nobodys = seat is not None and "seat" not in act.event.__struct_fields__
            trouble = trouble or (None if act.optional or nobodys else _as_asked(problem, act, table))
    if unsure is not None and not fits:
        raise unsure
    legal = [event for event in readings if table.takes(event)]
    distinct = list(dict.fromkeys(legal or readings))
    given = (act.asks for act in table.acts if act.given and distinct and act.event is type(distinct[0]))
    alike = list(dict.fromkeys(given))
    if len(alike) > 1 and sum(type(event) is type(distinct[0]) for event in distinct) > 1:
        raise NotRead(" ".join(words), "which it was: " + " or ".join(alike))
    if distinct:
        return _of_one(
            distinct[0], [event for event in distinct if event in due], " ".join(words), table.seats, fallback
        )
    played = _played_anyway(words, table, seat)
    if played is not None:
        return played
    alone = len(words) == (seat is None) and all(seat_of_word(word, table.seats) is not None for word in words)
    if trouble is not None and not alone:
        raise trouble
    seated = [
        act
        for act in table.acts
        if seat is not None and any(field.name == "seat" and field.required for field in fields_of(act.event))
    ]
    if seated and all(act.optional for act in seated):
        raise NotRead("", " or ".join(dict.fromkeys(act.asks for act in seated)), enough=True)
    raise NotRead("", asked(table) or "a verb, such as `play`, `pass` or `close`; ? lists them")


def _of_one(event: Event, due: Iterable[Event], said: str, seats: Seats, fallback: int | None) -> Event:
    """The event, if only one seat may be due with it: where several may, who it was must be said."""
    alike = {getattr(other, "seat", None): other for other in due if _alike(other, event)}
    if len(alike) < 2:
        return event
    if fallback not in alike:
        raise who_it_was(said, seats)
    return alike[fallback]


def by_number(words: Sequence[str], table: Table, seat: int | None, kind: type[Base] | None = None) -> Event | None:
    """The act of which a number alone says enough: how many cards are dealt to each, how many were put away that nobody else
    saw. None if no such act is due. kind: of the verb, if there was one.
    """
    number = read_count(words[0]) if len(words) == 1 and words[0].isalnum() else None
    if not number:
        return None
    cards = table.game.pack.bit_count()
    due = [act for act in table.acts if not act.optional and kind in {None, act.event}]
    if sum(act.event is Dealt and act.chance is not None for act in due) > 1:
        return Dealt(each=number)
    for act in due:
        unseen = act.choices and all(set(getattr(choice, "cards", None) or ()) == {UNKNOWN} for choice in act.choices)
        if number <= cards and unseen and act.choices and len(act.choices) > 1 and seat in {None, act.seat}:
            changed: Event = msgspec.structs.replace(act.choices[0], cards=(UNKNOWN,) * number)
            return changed
    return None


def _as_asked(problem: NotRead, act: Act, table: Table) -> NotRead:
    """What does not answer an act, told by what was asked where how it is typed would be none of it."""
    one = act.choices is not None and len(act.choices) == 1
    beside = problem.wanted.startswith("a seat from") and not act.who and (one or "seat" in act.event.__struct_fields__)
    unlike = problem.wanted.startswith(_AS_CARDS) and not _like_a_card(problem.saw)
    if act.asks and (beside or unlike or problem.wanted.isupper() or problem.wanted.startswith(f"`{tag(act.event)}")):
        return NotRead(problem.saw, asked(table) or act.asks)
    return problem


_AS_CARDS: Final = "rank then suit"


def _like_a_card(word: str) -> bool:
    """Whether a word may be a card that was typed wrongly, and no word of another kind."""
    return any(sign.isdigit() or sign == "?" for sign in word) or len(word) == 2


def asked(table: Table) -> str:
    """What is due, in the words of the game."""
    return " or ".join(
        dict.fromkeys(act.asks for act in table.acts if act.asks and not act.optional and act.event is not Closed)
    )


def asks_whom(table: Table) -> bool:
    """Whether a seat is asked for that is not whose turn it is: to whom a card goes."""
    return any(act.who and act.seat is not None for act in table.acts)


def _played_anyway(words: Sequence[str], table: Table, seat: int | None) -> Event | None:
    """Cards that a seat put on the table though no card was due: it happened."""
    usual = usual_seat(Played, table) if seat is None else seat
    try:
        cards = read_cards(" ".join(words))
    except ValueError:
        return None
    singly = Played in table.game.acts and len(cards) == 1
    if usual is None or not cards or not (singly or Laid in table.game.acts):
        return None
    return Played(seat=usual, card=cards[0]) if singly else Laid(seat=usual, cards=cards)


def _readings(act: Act, words: Sequence[str], table: Table, seat: int | None, fallback: int | None) -> list[Event]:
    """What the words say if they answer this act. Raises `NotRead` if they do not, or whose act it is stays open."""
    others = follow(act.event, [act])
    asked_for = {} if act.who and words else others
    if seat is not None or act.seat is not None or "seat" not in act.event.__struct_fields__:
        event = in_full(_fields(act, words, table, seat, others), table.game)
        _says_it(act, event, asked_for, table)
        told = act.seat is None or getattr(event, "seat", act.seat) is not None
        return [event if told else msgspec.structs.replace(event, seat=act.seat)]
    guesses = [read_event(act.event, words, table.seats, usual=n, given=act.given, follow=others) for n in (0, 1)]
    guess = in_full(guesses[0], table.game)
    _says_it(act, guess, asked_for, table)
    if guesses[0] == guesses[1]:
        return [guess]
    might = {seat for seat in range(len(table.seats.names)) if takes(act, msgspec.structs.replace(guess, seat=seat))}
    if len(might) == 1 or (fallback is not None and (fallback in might or not might)):
        found = might.pop() if len(might) == 1 else fallback
        return [msgspec.structs.replace(guess, seat=found)]
    raise who_it_was(" ".join(words), table.seats)


def _fields(act: Act, words: Sequence[str], table: Table, seat: int | None, others: dict[str, int]) -> Event:
    """The event of an act that words say; where it asks to whom, a seat among them is that one."""
    seats = table.seats
    if act.who and act.seat is not None and seat in {None, act.seat}:
        in_order = sorted(words, key=lambda word: seat_of_word(word, seats) is None)
        return read_event(act.event, in_order, seats, seat=act.seat, given=act.given, follow=others)
    try:
        return read_event(act.event, words, seats, seat=seat, usual=act.seat, given=act.given, follow=others)
    except NotRead:
        alike = said_alike(act, table.game)
        cards = bool(words) and all(is_card(word) and not is_seat(word, seats) for word in words)
        if not alike or not cards:
            raise
        given = {**act.given, **alike}
        event = read_event(act.event, words, seats, seat=seat, usual=act.seat, given=given, follow=others)
        if not takes(act, event) and table.game.acts.keys() & {Played, Laid}:
            raise  # they were played
        return event


def _who(act: Act, words: Sequence[str], seats: Seats, seat: int | None) -> Event | None:
    """The act of the seat that was named, where only that was asked: who got the card."""
    if not asks_who(act) or not act.choices or len(words) + (seat is not None) != 1:
        return None
    who = seat_of_word(words[0], seats) if words else seat
    acts = {msgspec.structs.replace(choice, seat=0) for choice in act.choices if _has_seat(choice)}
    return msgspec.structs.replace(acts.pop(), seat=who) if who is not None and len(acts) == 1 else None


def _has_seat(choice: Base) -> bool:
    return getattr(choice, "seat", None) is not None


def seat_of_word(word: str, seats: Seats) -> int | None:
    """The seat of a word; None if it is none, also if there is no such seat at this table."""
    try:
        return seats.read(word)
    except NotRead:
        return None


def is_seat(word: str, seats: Seats) -> bool:
    """Whether a word is a seat of this table, by number or name."""
    return seat_of_word(word, seats) is not None


def _says_it(act: Act, event: Event, others: Mapping[str, int], table: Table) -> None:
    """Raise `NotRead` where the words said only who it was, or no more than might be meant for anything. others: seats
    that go without saying.
    """
    silent = {"seat", *act.given, *others, *(name for name, sees in _hidden(act.event) if sees == "nobody")}
    if act.event is HandStarted and not _has_dealers(table.game):
        silent.add("dealer")
    names = table.game.names.get(act.event, {})
    said = {
        "choice" if getattr(event, field.name) in names.get(field.name, ()) else field.kind
        for field in fields_of(act.event)
        if field.name not in silent and _is_said(field.kind, getattr(event, field.name), table)
    }
    free = act.optional and act.event not in IN_TURN
    if free and act.choices is not None and not any(_alike(event, choice) for choice in act.choices):
        said = set()
    if not (said & _TELLING if free else said) or (said == {"word"} and not takes(act, event)):
        raise NotRead("", asked(table) or act.asks)


@cache
def _has_dealers(game: Game) -> bool:
    """Whether hands of this game have a dealer: who it is has to be said of the first one."""
    players = tuple(f"p{seat}" for seat in range(game.seats[0]))
    first = game.due(game.table(Opened(format=FORMAT, log="", game=game.key, seats=players)))
    choices = [choice for act in first for choice in act.choices or ()]
    return any(isinstance(choice, HandStarted) and choice.dealer is not None for choice in choices)


def _hidden(kind: type[Base]) -> Iterable[tuple[str, str]]:
    return getattr(kind, "hidden", {}).items()


def _alike(event: Base, choice: Base) -> bool:
    """Whether two events differ at most in who did it."""
    if type(event) is not type(choice) or not hasattr(event, "seat"):
        return event == choice
    return event == msgspec.structs.replace(choice, seat=event.seat)


def _is_said(kind: str, value: Any, table: Table) -> bool:
    """Whether a value says something. A seat or a number is no word."""
    if kind in {"word", "text"} and value is not None:
        return seat_of_word(value, table.seats) is None and read_number(value) is None
    return value is not None and value is not False
