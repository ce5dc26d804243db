"""A typed line into an event, read against what is due: `Qc`, `h`, `pass`, `2: 5d`, `correct 2 5d`, `revoke 1 3`.

A line begins with a seat if it must (`2:`, `s2`, `Bob`), then a verb (the name of an event, its shorthand, or a word
of the game), then the fields of the event. Without a verb it is an answer to what is asked.
"""

import re
import shlex
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from itertools import count, pairwise
from typing import Any, Final, NamedTuple, NoReturn, get_args

import msgspec

from upcard.cli.recorder.answers import answer, asked, asks_whom, by_number, is_seat, seat_of_word
from upcard.cli.recorder.demanded import demand_whole, demands, foreign
from upcard.cli.recorder.fields import NotRead, fields_of, read_event, usage_behind
from upcard.cli.recorder.phrases import plainly
from upcard.cli.recorder.rows import read_row
from upcard.cli.recorder.seating import comes_or_goes
from upcard.cli.recorder.spoken import is_card, join_cards, join_jokers, join_names, join_seats, read_number
from upcard.cli.recorder.whose import (
    Table,
    as_due,
    follow,
    in_full,
    places_of,
    said_alike,
    usual_seat,
    with_bet,
    with_seat,
)
from upcard.engine.kernel.game import Game
from upcard.schemas.cards import UNKNOWN, read_cards
from upcard.schemas.codec import decode_line
from upcard.schemas.errors import UnreadableError
from upcard.schemas.events import (
    Amended,
    Base,
    BetPlaced,
    Dealt,
    Drew,
    Elected,
    Event,
    FinalDealt,
    HandStarted,
    Inserted,
    Laid,
    Noted,
    Opened,
    Played,
    Retracted,
    Scored,
    Sealed,
)
from upcard.schemas.events.base import tag

KINDS: Final[dict[str, type[Base]]] = {
    tag(kind): kind for kind in get_args(Event) if kind not in {Opened, Sealed, Amended, Retracted, Inserted}
}

SHORT: Final = {
    "p": "passed", "pass": "passed", "passes": "passed", "play": "played", "plays": "played", "lead": "played",
    "leads": "played", "lay": "laid", "lays": "laid", "hand": "hand_started", "deals": "hand_started", "dealer": "hand_started", "trump": "trump_named", "bids": "bid",
    "pop": "popped", "pops": "popped", "accept": "accepted", "accepts": "accepted", "fold": "folded",
    "folds": "folded", "stop": "stopped", "correct": "corrected", "corrects": "corrected", "back": "taken_back",
    "take back": "taken_back", "show": "shown", "shows": "shown", "rule": "ruled", "void": "voided",
    "score": "scored", "turn": "turned_up", "turn over": "turned_over", "deal": "dealt", "final": "final_dealt",
    "call": "bluff_called|trump_named|", "calls": "bluff_called|trump_named|", "names": "trump_named|card_named",
    "throw in": "voided", "thrown in": "voided", "misdeal": "voided misdeal", "stand": "stood", "last": "last_called", "last card": "last_called", "meld": "meld_called",
    "best": "best_asked", "count": "count_told|count_asked", "ask": "count_asked", "asks": "count_asked", "claim": "claimed",
    "claims": "claimed", "draw": "drew", "draws": "drew", "give": "gave", "gives": "gave", "return": "returned",
    "returns": "returned", "take": "took", "takes": "took", "discard": "discarded", "discards": "discarded", "buries": "discarded",
    "join": "joined", "joins": "joined", "leave": "left", "leaves": "left", "pay": "chips_passed",
    "purse": "purse_counted", "pool": "pool_counted", "result": "result_called", "buy": "bought_in",
    "buys": "bought_in", "cash": "cashed_out", "bet": "bet_placed", "bets": "bet_placed", "insure": "bet_insured",
    "insures": "bet_insured", "row": "row_dealt",
    "shuffle": "shuffled|reshuffled", "reshuffle": "reshuffled", "cut": "cut_reached", "close": "closed", "end": "closed",
    "follows": "played|laid", "ruffs": "played|laid", "throws": "played|laid", "beats": "laid|played",
    "nobody": "stopped|", "alone": "elected|", "solo": "elected|", "plays alone": "elected|", "asks for": "card_named|count_asked",
    "agree": "agreed", "revoked": "ruled revoke", "revokes": "ruled revoke", "redeal": "voided redeal",
    "doubts": "bluff_called|", "doubt": "bluff_called|", "goes out": "result_called out", "went out": "result_called out",
}  # fmt: skip
"""Words for events in any game; a game's own words come first. Of several events the first is meant that the game has a use for;
where a list ends in nothing, none is meant in the other games.
"""
_UNSAID: Final[dict[type[Base], dict[str, Any]]] = {Drew: {"count": 1}}
"""What an act says where nothing is said of it: who draws draws one card."""


REFUSED: Final = frozenset({"refused", "refuse", "refuses"})
"""Before an act, or behind it: the table did not let it stand."""

_DEALS: Final = frozenset({"deals", "dealt"})
"""Behind a seat: it is the dealer."""
_DECIMAL: Final = re.compile(r"(?<=\d),(?=\d)")


class Part(NamedTuple):
    """One act of a line. fallback: the seat that was named before on this line, if nothing else tells whose act it is."""

    text: str
    fallback: int | None = None


def read(part: Part, table: Table) -> Event:
    """The event that one act of a line says. Raises `NotRead`."""
    text, _, note = part.text.partition("#") if not verbatim(part.text) else (part.text, "", "")
    if not text.strip() and note.strip():
        return Noted(note=note.strip())
    event = _verbatim(text.strip()) or read_refused(words_of(text, table), table)
    event = with_note(event or read_words(words_of(text, table), table, part.fallback), note)
    demand_whole(event, table.game)
    return event


def read_refused(words: Sequence[str], table: Table) -> Event | None:
    """The act that these words say the table did not let stand: `refused 2 Kd`, `2 Kd refused`; None if they say no such thing,
    as where the word ends a remark: `void Ann refused`. Raises `NotRead`.
    """
    act = without_refused(words)
    if not act:
        return None
    event = read_words(act, table)
    is_remark = act[0] == words[0] and any(field.kind == "text" for field in fields_of(type(event)))
    return None if is_remark else msgspec.structs.replace(event, refused=True)


def without_refused(words: Sequence[str]) -> list[str] | None:
    """The words but for the one, first or last, that says that an act was refused; None if none does."""
    if words and words[0].casefold() in REFUSED:
        return list(words[1:])
    return list(words[:-1]) if words and words[-1].casefold() in REFUSED else None


def with_note(event: Event, note: str) -> Event:
    """The event with a remark, if there is one."""
    return msgspec.structs.replace(event, note=note.strip()) if note.strip() else event


def verbatim(text: str) -> bool:
    """Whether a line is taken as it stands: as JSON, or a remark."""
    return text.startswith("{") or text.split(maxsplit=1)[:1] in (["do"], ["note"])


def _verbatim(text: str) -> Event | None:
    first, _, rest = text.partition(" ")
    if first == "do" or text.startswith("{"):
        return read_json(rest if first == "do" else text)
    if first == "note":
        return Noted(note=rest.strip()) if rest.strip() else _missing("a remark behind `note`")
    return None


def _without_articles(words: Sequence[str], table: Table) -> Sequence[str]:
    """The words without `the` before a place: `takes the pile`."""
    if not table.game.named:
        return words
    places = {word for act in table.acts for word in places_of(act.event, table.game)}
    return [word for word, after in pairwise([*words, ""]) if word != "the" or after not in places]


def _without_saying(words: Sequence[str], table: Table) -> Sequence[str]:
    """The words without the one for saying before what was said: `Ann says last one`, `Cid calls popcorn`."""
    return [
        word
        for place, word in enumerate(words)
        if not (place and word.casefold() in {"says", "said"})
        and (word.casefold() not in {"calls", "called"} or verb(words[place + 1 :], table.game) is None)
    ]


def read_words(words: Sequence[str], table: Table, fallback: int | None = None) -> Event:
    """The event that words say. fallback: the seat that was named before on this line. Raises `NotRead`."""
    words = _without_articles(_without_saying(words, table), table)
    try:
        coming = comes_or_goes(words, table.seats) if verb(words, table.game) is None else None
        event = coming or _read(list(words), table, fallback)
    except NotRead as problem:
        seat = table.seats.of_letter(words[0]) if words else None
        if seat is None:
            if _names_nobody(words, table):
                raise NotRead(words[0], f"a player or a word for an act; {_who_sits(table)}", enough=True) from None
            raise
        try:
            event = _read([f"{seat}:" if len(words) > 1 else table.seats.name(seat), *words[1:]], table, fallback)
        except NotRead as other:
            raise (problem if len(words) == 1 else other) from None
    return in_full(with_seat(event, table.acts, table.seats, " ".join(words)), table.game)


def _names_nobody(words: Sequence[str], table: Table) -> bool:
    """Whether the first word stands where a player is named, and is the name of nobody at this table: what is behind it is an act of
    somebody who is.
    """
    if len(words) < 2 or len(words[0]) < 2 or not words[0].isalpha() or is_card(words[0]):
        return False
    if seat_of_word(words[0], table.seats) is not None or verb(words, table.game) is not None:
        return False
    for seat in range(len(table.seats.names)):
        with suppress(NotRead):
            _read([f"s{seat}:", *words[1:]], table, None)
            return True
    return False


def _who_sits(table: Table) -> str:
    """Who sits at this table, as the end of a sentence; of a long table the seats alone."""
    names = [name for name in table.seats.names if name]
    last = len(table.seats.names) - 1
    return f"at the table are {', '.join(names)}" if last < 9 else f"the seats are 0 to {last}"


def _read(words: list[str], table: Table, fallback: int | None) -> Event:
    """The event that a verb says, or an answer to what is due, behind a seat or not."""
    said = words
    if not words:
        _missing("an act")
    found = verb(words, table.game)
    seat = None
    if found is None or words[0].endswith(":"):
        seat, words = seat_before(words, table)
        found = verb(words, table.game) if words else None
    if seat is not None and len(words) == 1 and words[0].casefold() in _DEALS:
        return HandStarted(dealer=seat)
    if found is None and len(words) > 1 and words[1].casefold() in _DEALS:
        found = (KINDS["hand_started"], [words[0]])
    if found is not None:
        return _said_so(words, found, table, seat, fallback)
    if seat is not None and not said[0].endswith(":") and (asks_whom(table) or said[0].isdigit()):
        with suppress(NotRead):
            return answer(said, table, None, fallback)
    return answer(words, table, seat, fallback)


def verb(words: Sequence[str], game: Game) -> tuple[type[Base], list[str]] | None:
    """The event that the first words name, and the words after them; None if they name none."""
    length, stands_for = _longest(words, game)
    if not length:
        return None
    name, *more = stands_for.split()
    return KINDS[name], more + list(words[length:])


def _longest(words: Sequence[str], game: Game) -> tuple[int, str]:
    """How many of the first words are a verb, 0 if none is, and what it stands for."""
    known, longest = _verbs(game)
    plain = [word.casefold() for word in words[:longest]]
    for length in range(len(plain), 0, -1):
        stands_for = known.get(tuple(plain[:length]))
        if stands_for is not None:
            return length, stands_for
    return 0, ""


def typed_as(words: Sequence[str], table: Table) -> str:
    """How an act is typed whose verb these words begin with: the verb as it stands here, and what follows it."""
    place = next(place for place in range(len(words)) if _longest(words[place:], table.game)[0])  # behind who did it
    length, stands_for = _longest(words[place:], table.game)
    name, *more = stands_for.split()
    kind = KINDS[name]
    needed = demands(kind, table.game).get(more[0], ()) if more else ()
    unsaid = {*_given(kind, table), *foreign(kind, table.game)}
    return " ".join([*words[place : place + length], usage_behind(kind, more, needed, unsaid)]).rstrip()


@cache
def _verbs(game: Game) -> tuple[dict[tuple[str, ...], str], int]:
    """What each verb stands for, word by word: a game's own come before those of any game. And how long the longest is."""
    known: dict[tuple[str, ...], str] = {}
    for said, stands_for in (*game.words.items(), *SHORT.items(), *zip(KINDS, KINDS, strict=True)):
        several = stands_for.split("|")
        used = next((one for one in several if one and game.uses(KINDS[one.split()[0]])), "")
        if used or several[-1]:
            known.setdefault(tuple(said.casefold().split()), used or several[0])
    return known, max(map(len, known))


def begins_act(line: str, table: Table) -> bool:
    """Whether a line begins with a verb, or with who did it and a verb, or is an act that was refused."""
    words = words_of(line, table)
    try:
        if without_refused(words) is not None or verb(words, table.game) is not None:
            return True
        if comes_or_goes(words, table.seats) is not None:
            return True
        seat, words = seat_before(words, table)
        return seat is not None and verb(words, table.game) is not None
    except NotRead:
        return False


def _said_so(
    words: list[str], found: tuple[type[Base], list[str]], table: Table, seat: int | None, fallback: int | None
) -> Event:
    """The act of a verb; where a game's word for one act is the name of another, or that of a choice or a card, that one if only it
    can be meant: `left 3 0 2 8` is a row, `left Bob` is not; `Ann r 10` is a bet on the row that `r` begins.
    """
    try:
        event = _with_verb(*found, table, seat)
    except NotRead as problem:
        own = KINDS.get(words[0].casefold(), found[0])
        if own is not found[0]:
            with suppress(NotRead):
                return _with_verb(own, words[1:], table, seat)
        nobodys = seat is not None and "seat" not in found[0].__struct_fields__
        if nobodys or not is_long_word(words[0]):
            with suppress(NotRead):
                return answer(words, table, seat, fallback)
        if asked(table) and not table.game.uses(found[0]):
            wanted = f"{asked(table)}; there is no `{words[0]}` in {table.game.title}"
            raise NotRead(words[0], wanted, enough=True) from None
        raise _as_typed(problem, words, table) from None
    if all(is_card(word) for word in words) and not table.takes(event):
        with suppress(NotRead):
            played = answer(words, table, seat, fallback)
            return played if table.takes(played) else event
    return event


def _as_typed(problem: NotRead, words: Sequence[str], table: Table) -> NotRead:
    """What is wrong with an act whose verb was said, with how it is typed."""
    if problem.enough or not problem.wanted.isupper():
        problem.enough = True
        return problem
    return NotRead(problem.saw, f"{problem.wanted}, as in `{typed_as(words, table)}`", enough=True)


def is_long_word(word: str) -> bool:
    """Whether a word cannot be a letter that stands for something else."""
    return len(word) > 1


def _with_verb(kind: type[Base], words: list[str], table: Table, seat: int | None) -> Event:
    if kind is Played and not words and any(act.event is Elected for act in table.acts):
        kind = Elected  # who says no more than that plays against the others
    cards = [word for word in words if is_card(word) and seat_of_word(word, table.seats) is None]  # `s2` may be either
    if kind is Played and table.game.uses(Laid) and len(cards) > 1 and (len({*cards}) > 1 or "?" in cards[0]):
        kind = Laid
    if kind is Scored and not any("=" in word for word in words):
        return read_row(table.game, words, table.seats)
    if kind in {Dealt, FinalDealt} and not any("=" in word for word in words):
        unseen = None if words else as_due(kind, seat, table)
        if words or unseen is not None:
            return unseen or _hands(kind, words, table)
    others = follow(kind, table.acts)
    counted = by_number(words, table, seat, kind)
    if counted is not None:
        return counted
    words, seat = with_bet(kind, words, table, seat)
    usual = usual_seat(kind, table)
    try:
        return read_event(kind, words, table.seats, seat=seat, usual=usual, follow=others)
    except NotRead as first:
        problem, sole = first, None if words else as_due(kind, seat, table)
        unsaid = {} if sole or not table.game.uses(kind) else _UNSAID.get(kind, {})
        alike = [said_alike(act, table.game) for act in table.acts if act.event is kind]
        same = alike[0] if alike and all(one == alike[0] for one in alike) else {}
        for given in _given(kind, table), unsaid, same:
            try:
                if given:
                    return read_event(kind, words, table.seats, seat=seat, usual=usual, follow=others, given=given)
            except NotRead as other:
                problem = other
        if sole is not None:
            return sole
        raise problem from None


def _given(kind: type[Base], table: Table) -> dict[str, Any]:
    """What goes without saying of the acts of this type that may come next, if it is the same of all."""
    given = [dict(act.given) for act in table.acts if act.event is kind]
    if kind is BetPlaced and not given:  # it comes too late, and has a name all the same
        return {"bet": next(name for place in count(1) if (name := f"b{place}") not in table.bets.by_name)}
    alike = kind is BetPlaced or all(one == given[0] for one in given)  # any new name is good for a bet
    return given[0] if given and alike else {}


def _hands(kind: type[Base], words: Sequence[str], table: Table) -> Event:
    """Groups of cards divided by `/`, as they are dealt; `-` for one that nobody saw; or how many cards each has."""
    each = read_number(words[0]) if words[0].isdigit() else None
    if len(words) == 1 and each is not None and kind is Dealt:
        return Dealt(each=each)
    try:
        hands = tuple(None if hand.strip() == "-" else read_cards(hand) for hand in " ".join(words).split("/"))
    except ValueError as error:
        raise NotRead(" ".join(words), str(error).partition("wanted ")[2]) from None
    chance = next((act.chance for act in table.acts if act.event is kind and act.chance), None)
    if chance is not None and len(hands) == len(chance.sizes):
        pairs = zip(hands, chance.sizes, strict=True)
        return chance.make(tuple((UNKNOWN,) * size if hand is None else hand for hand, size in pairs))
    if kind is FinalDealt:
        return FinalDealt(hands=tuple(hand or () for hand in hands))
    return Dealt(hands=hands)


def read_json(text: str) -> Event:
    """An event as JSON. Raises `NotRead`."""
    try:
        event = decode_line(text.strip().encode(errors="surrogatepass"))
    except UnreadableError as error:
        raise NotRead(text.strip(), f'an event as JSON, such as {{"do":"passed","seat":1}}: {error}') from None
    if tag(type(event)) not in KINDS:
        raise NotRead(tag(type(event)), "an act of the table; amendments are `undo`, `fix`, `insert`, `drop`")
    return event


def seat_before(words: list[str], table: Table) -> tuple[int | None, list[str]]:
    """The seat that a line begins with (`2:`, `s2`, `Bob`), and the words after it."""
    if len(words) < 2 and not (words and words[0].endswith(":")):
        return None, words
    word = words[0]
    if word.endswith(":"):
        seat = table.seats.read(word[:-1])
        seat = table.seats.of_letter(word[:-1]) if seat is None else seat
        if seat is None:
            raise NotRead(word, "a seat or a player before the colon")
        return seat, words[1:]
    if word[:1].casefold() == "s" and word[1:].isdigit():
        return table.seats.read(word), words[1:]
    if word.isdigit() and not words[1].isdigit() and is_seat(word, table.seats):
        return table.seats.read(word), words[1:]
    names = [name.casefold() for name in table.seats.names]
    return (names.index(word.casefold()), words[1:]) if word.casefold() in names else (None, words)


def words_of(text: str, table: Table) -> list[str]:
    """Words, those in quotes together, and those of a name. A comma parts them, but within an amount of coins."""
    if table.seats.coin > 1:
        text = _DECIMAL.sub(".", text)
    try:
        words = shlex.split(text) if '"' in text else (text if "=" in text else text.replace(",", " ")).split()
    except ValueError:
        words = text.split()
    return plainly(join_cards(join_jokers(join_seats(join_names(words, table.seats.names)))), table)


def _missing(wanted: str) -> NoReturn:
    raise NotRead("", wanted)


def short_verb(kind: type[Base], game: Game) -> str:
    """The word to type for an event: of the game, else of any, else its name."""
    name, meant = tag(kind), _verbs(game)[0]
    for known in (game.words, SHORT):
        words = [word for word in known if meant.get(tuple(word.casefold().split())) == name and len(word) > 1]
        if words:
            return words[0]
    return name
