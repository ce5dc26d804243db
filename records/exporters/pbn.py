"""Games of tricks as Portable Bridge Notation (PBN 2.1): a board a hand, and a list of what that notation cannot hold.

The notation knows four players, a pack of 52, and thirteen tricks with a trump suit that stands in a contract. What else a hand
was stands in tags of our own (`Upcard...`), in notes on cards, and in comments.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields
from functools import reduce
from itertools import accumulate
from operator import and_
from textwrap import wrap
from typing import Any, Final, NamedTuple

import msgspec

from upcard.engine.audit import Audit
from upcard.engine.fold import begin
from upcard.engine.game import find, keys
from upcard.engine.kernel.ended import agreed
from upcard.engine.kernel.game import Game
from upcard.engine.kernel.results import Result
from upcard.engine.kernel.tricks import Tricks, tricks_of
from upcard.engine.log import Log, Numbered
from upcard.engine.session import Hand, told_hands
from upcard.engine.sitting import Sitting
from upcard.schemas.cards import JOKERS, PACK_MASK, SUITS, Card, cards_of, mask_of
from upcard.schemas.errors import UsageError
from upcard.schemas.events import Closed, Dealt, Event, HandStarted, Noted, Opened, Played, Scored, TrumpNamed
from upcard.schemas.events.base import tag
from upcard.schemas.findings import Finding
from upcard.schemas.safe import safe_text
from upcard.schemas.wording import counted, or_unknown

COMPASS: Final = "NESW"
"""Who sits where at a table of bridge, from one player to the next on the left."""
TRICKS: Final = 13
MOST_NOTES: Final = 32
"""So many notes a board may have."""
_LONGEST: Final = 200
"""Letters of a value: a line has 255."""
_WIDTH: Final = 78
_SAID: Final = frozenset({HandStarted, Dealt, Noted, Closed})
"""Acts that stand in the tags of a board, or that say no more than that a board begins or ends."""


class Words(NamedTuple):
    """How an act and a finding are told, with the players by seat at that time."""

    act: Callable[[Event, list[str]], str]
    finding: Callable[[Finding, list[str]], str]


class Boards(NamedTuple):
    """A log as boards. lost: what of it no board has, or in words alone, a sentence each."""

    text: str
    lost: tuple[str, ...]


# ---- Which games -------------------------------------------------------------------------------------------------------


def why_not(game: Game) -> str:
    """Why the hands of a game are no boards, in words; empty if they are.

    >>> why_not(find("court_piece")), why_not(find("pluck"))
    ('', 'it has 3 players, and a pack of 51 cards with jokers')
    """
    reasons = []
    least, most = game.seats
    if not any(one.name == "tricks" and one.type is Tricks for one in fields(game.state)):
        reasons.append("no tricks")
    if {least, most} != {len(COMPASS)}:
        reasons.append(f"{least if least == most else f'{least} to {most}'} players")
    if game.pack != PACK_MASK:
        jokers = " with jokers" if game.pack & mask_of(JOKERS) else ""
        reasons.append(f"a pack of {game.pack.bit_count()} cards{jokers}")
    return f"it has {', and '.join(reasons)}" if reasons else ""


def refuse_no_boards(game: Game) -> None:
    """Raise `UsageError` for a game whose hands are no boards."""
    if why := why_not(game):
        there = " and ".join(other.title for other in map(find, keys()) if not why_not(other))
        raise UsageError(
            f"PBN holds games of tricks for four players with 52 cards, and not {game.title}: {why}",
            hint=f"it takes {there}; --to html, text and csv take every game",
        )


# ---- A log -------------------------------------------------------------------------------------------------------------


def boards_of(log: Log, done: Audit, words: Words, *, amended: int = 0) -> Boards:
    """The boards of a log, and what is not in them. log: in force; done: what an audit knows of it; amended: by how many lines it
    was put right. Raises `UsageError` for a game whose hands are no boards.
    """
    refuse_no_boards(done.game)
    table = _Table(log, done, words)
    boards, last = [], begin(Log(log.header, []))
    for hand in table.hands:
        if hand.ended is None:
            going = Audit.going_on(last.copied())
            going.feed(table.events(hand))
            states = going.states
        else:
            last, states = hand.ended.after, [hand.ended.after, *hand.ended.others]
        boards.append(_Board(table, hand, states))
    between = list(table.between())
    lost = tuple(_lost(table, boards, amended))
    says = [f"{done.game.title}. Not in these boards, or in comments alone:", *lost]
    lines = ["% PBN 2.1", "%Content-type: text/x-pbn; charset=UTF-8", "%Creator: Upcard", *_comment([*says, *between])]
    for board in boards:
        lines += [*board.lines(), ""]
    return Boards("".join(f"{line}\n" for line in lines), lost)


class _Table:
    """A log as its boards ask for it. hands: all that began; findings: by the number of the hand."""

    def __init__(self, log: Log, done: Audit, words: Words) -> None:
        self.game, self.header, self._words, self._log = done.game, log.header, words, log
        self._sitting = Sitting(log)
        self.hands = list(told_hands(log.events, self._sitting, done.hands, done.results, done.state))
        numbers = {hand.hand for hand in self.hands}
        self.findings: dict[int, list[Finding]] = {}
        for found in done.findings:
            self.findings.setdefault(found.hand if found.hand in numbers else 0, []).append(found)

    def events(self, hand: Hand) -> Sequence[Numbered]:
        """What belongs to a hand, up to the beginning of the next."""
        return self._log.events[hand.start : hand.end]

    def said(self, events: Iterable[Numbered]) -> Iterator[str]:
        """Acts in words, and remarks."""
        for line, event in events:
            yield f"line {line}: {self._words.act(event, self._sitting.whose(line))}"

    def found(self, found: Finding) -> str:
        """A finding in words."""
        return self._words.finding(found, self._sitting.whose(found.at))

    def between(self) -> Iterator[str]:
        """What belongs to no hand: acts before the first, and findings."""
        events = self._log.events[: self.hands[0].start] if self.hands else self._log.events
        yield from self.said(one for one in events if is_told(one[1]))
        yield from map(self.found, self.findings.get(0, ()))

    def acts(self) -> Iterator[Event]:
        """All acts that were let stand."""
        return (event for _, event in self._log.events if not event.refused)


def is_told(event: Event) -> bool:
    """Whether an act has no place in a board, so that it is told in words."""
    return event.refused or bool(event.note) or type(event) not in _SAID


def _lost(table: _Table, boards: "Sequence[_Board]", amended: int) -> Iterator[str]:
    """What no board has, or in words alone."""
    yield "lines, times and who wrote them; ids and seals of the log"
    yield "bidding, of which there is none: the trump suit stands as a contract for seven tricks of who named it"
    if amended:
        yield f"{counted(amended, 'amendment')}: the boards have what stands since"
    told = Counter(tag(one) for board in boards for _, one in board.told if not one.refused)
    if told:
        yield f"acts told in comments: {', '.join(f'{name} {count}' for name, count in sorted(told.items()))}"
    if refused := sum(one.refused for board in boards for _, one in board.told):
        yield f"{counted(refused, 'act')} that the table did not let stand, told in comments"
    holdings = sum(cards is None for board in boards for cards in board.holdings)
    if holdings:
        yield f"{counted(holdings, 'holding')} not wholly known, a dash each"
    if unseen := sum(board.unseen for board in boards):
        yield f"{counted(unseen, 'card')} played that nobody wrote down, a dash each"
    if untold := sum(not board.result.counts or board.taken is None for board in boards):
        yield f"{counted(untold, 'result')} that cannot be told, or of no count"
    if found := sum(map(len, table.findings.values())):
        yield f"{counted(found, 'finding')}, in notes on cards and in comments"
    if any(_too_long(value) for board in boards for _, value in board.tags()):
        yield f"the middle of values longer than {_LONGEST} letters"
    if any(_too_long(value) for board in boards for _, value in board.noted()):
        yield f"the middle of notes longer than {_LONGEST} letters, which stand whole in comments"


# ---- A board -----------------------------------------------------------------------------------------------------------


class _Board:
    """A hand. places: where each seat sits; holdings: the cards dealt to each seat, None where not all are known; tricks: as they
    were played, None where the record leaves that open; unseen: how many cards of them are not known; taken: tricks of each side, if all are known; told: the acts that are told in words.
    """

    def __init__(self, table: _Table, hand: Hand, states: Sequence[Any]) -> None:
        self._table, self._hand = table, hand
        first = states[0]
        self.way = first.way
        self.places = [COMPASS[seat * self.way % len(COMPASS)] for seat in range(len(COMPASS))]
        self.result = hand.result if hand.ended else _unended(table.game, states, hand)
        self.row = next((event for _, event in reversed(table.events(hand)) if type(event) is Scored), Scored())
        self.trump = self.result.trump or self.row.trump or ""
        played = [tricks_of(one) or Tricks() for one in states]
        alike = all((one.cards, one.seats) == (played[0].cards, played[0].seats) for one in played)
        self.tricks = played[0] if alike else None  # who won the last of them may be open
        self._seen = [reduce(and_, (_held(state, seat) for state in states)) for seat in range(len(COMPASS))]
        self.holdings = _holdings(self._seen)
        shown = self._shown()
        self.lines_shown = set(self.tricks.lines[:shown]) if self.tricks else set()
        self.cards = self.tricks.cards[:shown] if self.tricks else []
        self.unseen = sum(not card.known for card in self.cards)
        self.taken = self._taken()
        self.declarer = self._declarer()
        self.told = [one for one in table.events(hand) if self._is_told(*one)]
        notes = [found for found in table.findings.get(hand.hand, ()) if found.at in self.lines_shown]
        self.notes = notes[:MOST_NOTES]

    def _shown(self) -> int:
        """How many cards can stand in the table of the play: those of a hand with trumps, as far as its tricks went round in order from
        who had won the one before.
        """
        if not self.tricks or self.trump not in SUITS:
            return 0
        seats, winners, size = self.tricks.seats, self.tricks.winners, len(COMPASS)
        for first in range(0, len(seats), size):
            leader = winners[first // size - 1] if first else seats[0]
            turns = [(leader + self.way * place) % size for place in range(size)]
            some = seats[first : first + size]
            if some != turns[: len(some)]:
                return first
        return len(seats)

    def _is_told(self, line: int, event: Event) -> bool:
        """Whether an act is told in words: one that no tag and no card of the board stands for."""
        if event.refused or event.note:
            return True
        match event:
            case Played():
                return line not in self.lines_shown
            case TrumpNamed():
                return (event.seat, event.suit) != (self.declarer, self.trump)
            case _:
                return is_told(event)

    def _declarer(self) -> int | None:
        """Who named trump; where nobody wrote it down, who had to, as the end of the hand tells. None without either."""
        named = [
            event.seat for _, event in self._table.events(self._hand) if type(event) is TrumpNamed and not event.refused
        ]
        marks = self._hand.ended.marks if self._hand.ended else ()
        called = [mark.seat for mark in marks if mark.name in {"caller", "declarer"}]
        return next(iter([*named, *called]), None)

    def _taken(self) -> tuple[int, int] | None:
        """The tricks of each side, of a hand that was played to its end or of which a row tells."""
        if self._hand.ended is None:
            return None
        if self.result.level == "sheet":
            row = self.row.tricks
            return (row[0], row[1]) if row is not None and len(row) == 2 else None
        winners = [trick.winner for trick in self.result.tricks]
        if len(winners) < TRICKS or None in winners:
            return None
        odd = sum((winner or 0) % 2 for winner in winners)
        return TRICKS - odd, odd

    # ---- Its lines -------------------------------------------------------------------------------------------------

    def lines(self) -> Iterator[str]:
        """The board as it is written."""
        yield from (_tag(name, value) for name, value in self.tags())
        yield from _comment(list(self._says()))
        if self.cards and self.tricks:
            yield _tag("Play", self.places[self.tricks.seats[0]])
            yield from self._play(self.tricks)
            yield from (_tag(name, value) for name, value in self.noted())

    def noted(self) -> Iterator[tuple[str, str]]:
        """The tags of the notes, each with a finding about the card that it stands on."""
        for place, one in enumerate(self.notes, start=1):
            yield "Note", f"{place}:{self._table.found(one)}"

    def tags(self) -> Iterator[tuple[str, str]]:
        """The tags that every board has, in their order, and those of our own."""
        header, hand, table = self._table.header, self._hand, self._table
        yield "Event", table.game.title
        yield "Site", header.place or "?"
        yield "Date", header.at[:10].replace("-", ".") if header.at else "????.??.??"
        yield "Board", str(hand.hand)
        players = dict(zip(self.places, hand.players, strict=False))
        for place, name in (("W", "West"), ("N", "North"), ("E", "East"), ("S", "South")):
            yield name, players.get(place, "")
        dealer = self.result.dealer
        yield "Dealer", "" if dealer is None else self.places[dealer]
        yield "Vulnerable", "None"
        yield "Deal", self._deal(0 if dealer is None else dealer)
        yield "Scoring", ""
        yield "Declarer", "?" if self.declarer is None else self.places[self.declarer]
        yield "Contract", f"1{self.trump.upper()}" if self.trump in SUITS else "?"
        yield "Result", "?" if self.taken is None or self.declarer is None else str(self.taken[self.declarer % 2])
        yield "UpcardEnd", hand.result.how
        yield "UpcardGame", table.game.key
        if hand.first:
            yield "UpcardLines", f"{hand.first}-{hand.last}"
        yield "UpcardLog", header.log
        points = zip(self.places, hand.result.points, strict=False)
        yield "UpcardPoints", " ".join(f"{place} {or_unknown(number)}" for place, number in points)
        if rules := _rules(header):
            yield "UpcardRules", rules
        if self.taken:
            yield "UpcardTricks", f"NS {self.taken[0]} EW {self.taken[1]}"

    def _deal(self, first: int) -> str:
        seats = [(first + self.way * place) % len(COMPASS) for place in range(len(COMPASS))]
        return f"{self.places[first]}:{' '.join(map(self._holding, seats))}"

    def _holding(self, seat: int) -> str:
        cards = self.holdings[seat]
        return "-" if cards is None else ".".join(_ranks(cards, suit) for suit in reversed(SUITS))

    def _play(self, tricks: Tricks) -> Iterator[str]:
        """A row a trick, each card below the seat that led first or sits so far to its left; a star ends what was not played to its end."""
        notes: dict[int, str] = {}
        places = {line: place for place, line in enumerate(tricks.lines)}
        for number, found in enumerate(self.notes, start=1):
            notes[places[found.at]] = f"{notes.get(places[found.at], '')} ={number}="
        size, leader = len(COMPASS), tricks.seats[0]
        columns = [(leader + self.way * place) % size for place in range(size)]
        for first in range(0, len(self.cards), size):
            row = range(first, min(first + size, len(self.cards)))
            told = {tricks.seats[place]: f"{_written(self.cards[place])}{notes.get(place, '')}" for place in row}
            yield " ".join(told.get(seat, "-") for seat in columns)
        if len(self.cards) < size * TRICKS:
            yield "*"

    def _says(self) -> Iterator[str]:
        """What a board has no tag for, in words."""
        hand, table = self._hand, self._table
        ended = table.game.scene(hand.ended.after).says if hand.ended and not hand.ended.others else ""
        yield "; ".join(filter(None, (hand.result.says, ended)))
        if not self.tricks:
            yield "the record leaves it open how the tricks went"
        for seat, place in enumerate(self.places):
            if self.holdings[seat] is None and self._seen[seat]:
                yield f"{place} was seen with {' '.join(map(str, cards_of(self._seen[seat])))}"
        yield from table.said(self.told)
        short = [one for one, (_, value) in zip(self.notes, self.noted(), strict=True) if not _too_long(value)]
        yield from (table.found(one) for one in table.findings.get(hand.hand, ()) if one not in short)


def _unended(game: Game, states: Sequence[Any], hand: Hand) -> Result:
    """What is known of a hand without an end: its tricks and its trump suit by its states, else what its result tells."""
    now = agreed([game.result(state) for state in states])
    dealer = now.dealer if hand.result.dealer is None else hand.result.dealer
    return msgspec.structs.replace(hand.result, trump=now.trump, tricks=now.tricks, dealer=dealer)


def _held(state: Any, seat: int) -> int:
    """The cards known to have been dealt to a seat, as a mask: those it has played, and those it has left."""
    tricks = tricks_of(state) or Tricks()
    played = (card for card, whose in zip(tricks.cards, tricks.seats, strict=True) if whose == seat)
    known: int = state.places.known[seat]
    return known | mask_of(played)


def _holdings(seen: Sequence[int]) -> list[int | None]:
    """The hands that are known; the last follows from three others. No card is in two of them."""
    twice = reduce(lambda both, pair: both | (pair[0] & pair[1]), _pairs(seen), 0)
    known = [cards if cards.bit_count() == TRICKS and not cards & twice else None for cards in seen]
    if known.count(None) == 1:
        rest = PACK_MASK & ~sum(cards for cards in known if cards)
        missing = known.index(None)
        if rest.bit_count() == TRICKS and not seen[missing] & ~rest:
            known[missing] = rest
    return known


def _pairs(seen: Sequence[int]) -> Iterator[tuple[int, int]]:
    return ((one, other) for place, one in enumerate(seen) for other in seen[:place])


# ---- How it is written -------------------------------------------------------------------------------------------------

_HIGH: Final = "AKQJT98765432"


def _ranks(cards: int, suit: str) -> str:
    """The ranks of a suit among these cards, the highest first."""
    return "".join(sorted((card.rank for card in cards_of(cards) if card.suit == suit), key=_HIGH.index))


def _written(card: Card) -> str:
    return f"{card.suit.upper()}{card.rank}" if card.known else "-"


def _rules(header: Opened) -> str:
    """The house rules that are not the usual."""
    return " ".join(
        [header.preset or "", *(f"{name}={value}" for name, value in (header.options or {}).items())]
    ).strip()


def _tag(name: str, value: str) -> str:
    """A tag and its value. A value that begins with # would be that of the board before: it has a blank in front."""
    text = "".join(_shortened(_signs(value)))
    return f'[{name} "{" " if text.startswith("#") else ""}{text}"]'


def _signs(value: str) -> list[str]:
    """The signs of a value as a tag has them: a quotation mark and a backslash have a backslash in front."""
    return [re.sub(r'(["\\])', r"\\\1", safe_text(sign)) for sign in value]


def _too_long(value: str) -> bool:
    """Whether a value, as a tag has it, is so long that its middle is left out."""
    return sum(map(len, _signs(value))) > _LONGEST


def _shortened(signs: Sequence[str]) -> Iterable[str]:
    """The signs; of too many the first and the last, each whole, with how many are left out between them."""
    if sum(map(len, signs)) <= _LONGEST:
        return signs
    last = _LONGEST // 4
    first, rest = _fitting(signs, _LONGEST - last), len(signs) - _fitting(signs[::-1], last)
    return *signs[:first], f" ... ({rest - first:,} letters) ... ", *signs[rest:]


def _fitting(signs: Sequence[str], most: int) -> int:
    """How many of the first signs have so many letters together, or fewer."""
    return sum(letters <= most for letters in accumulate(map(len, signs)))


def _comment(says: Sequence[str]) -> Iterator[str]:
    """Sentences as a comment, which nothing in them ends."""
    sentences = [safe_text(one).translate(_BRACES) for one in says if one]
    if not sentences:
        return
    yield "{"
    for one in sentences:
        yield from wrap(one, _WIDTH, initial_indent="  ", subsequent_indent="    ")
    yield "}"


_BRACES: Final = str.maketrans("{}", "()")
