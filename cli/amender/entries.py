"""The acts of a log in the order they count, by hand and trick, and words read as one of them would be."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple

import msgspec

from upcard.cli.amender.headers import WORDS
from upcard.cli.logs import in_header
from upcard.cli.recorder.amending import read_like
from upcard.cli.recorder.fields import NotRead, Seats
from upcard.cli.recorder.offer import said
from upcard.cli.recorder.spoken import join_names
from upcard.cli.telling import coin_of
from upcard.engine.effective import effective, says
from upcard.engine.fold import begin, fold_on
from upcard.engine.game import find
from upcard.engine.kernel.game import Game
from upcard.engine.log import Log
from upcard.records.names import named, names_of
from upcard.records.unforeseen import judged, unforeseen
from upcard.schemas.errors import UsageError
from upcard.schemas.events import Amended, Event, Gap, Joined, Left, Played, Retracted

_TRICK: Final = re.compile(r"Trick(?: (\d+))?")


class Entry(NamedTuple):
    """An act that stands. place: where it comes among all that stand, from 0; players: who sat there before it, as they are
    called.
    """

    place: int
    line: int
    event: Event
    players: tuple[str, ...]


class Entries:
    """The acts of a log. names: what the archive that it is in calls its players; called: the log in force, with names for ids."""

    def __init__(self, log: Log, names: Mapping[str, str]) -> None:
        self.log = log
        self.standing = effective(log)
        self.names = names_of(self.standing, names)
        self.called = named(self.standing, names)
        players = self.called.header.seats
        self.all: list[Entry] = []
        for place, ((line, event), (_, told)) in enumerate(zip(self.standing.events, self.called.events, strict=True)):
            self.all.append(Entry(place, line, event, players))
            players = _after(players, told)
        self.players = players

    @property
    def people(self) -> set[str]:
        """All who sat there, as they are called."""
        return {player for players in (self.players, *(entry.players for entry in self.all)) for player in players}

    @cached_property
    def game(self) -> Game:
        """The game. Raises `UnreadableError` for one that this version does not have."""
        try:
            game: Game = find(self.standing.header.game)
        except UsageError as error:
            raise in_header(error, "line 1") from None
        return game

    @cached_property
    def coin(self) -> int:
        """Units in the coin in which money is typed and told; 1 where a game has none, or is not known here."""
        return coin_of(self.standing.header)

    @cached_property
    def hands(self) -> dict[int, list[Entry]]:
        """The acts of each hand, by its number, in the order they were played. Raises `UpcardError` for a log that cannot be judged."""
        try:
            done = judged(self.log, "")
        except UsageError as error:
            raise in_header(error, "line 1") from None
        return {hand: self.all[start:end] for hand, start, end in done.hands}

    def on_line(self, line: int) -> Entry:
        """The act that stands on a line. Raises `UsageError` where none does."""
        found = next((entry for entry in self.all if entry.line == line), None)
        if found is None:
            raise self._no_act(line)
        return found

    def _no_act(self, line: int) -> UsageError:
        """Why no act stands on a line."""
        if line == 1:
            return UsageError("line 1 is the header, and no act", hint=f"--at 1 puts it right: {WORDS}")
        written, now = dict(self.log.events).get(line), says(self.log, line)
        if isinstance(now, Amended | Retracted):
            hint = f"--at {now.line} names that line; --at {line} --retract undoes it"
            return UsageError(f"line {line} is no act, but puts line {now.line} right", hint=hint)
        if written is None:
            return UsageError(f"no act stands on line {line}", hint="upcard replay LOG --text shows the lines")
        return UsageError(
            f"what was written on line {line} does not stand any more",
            hint="--at LINE --retract of what retracted it undoes that",
        )

    def of_hand(self, hand: int) -> list[Entry]:
        """The acts of a hand. Raises `UsageError` if there is none of this number."""
        if hand in self.hands:
            return self.hands[hand]
        last = max(self.hands, default=0)
        gap = next((entry.line for entry in self.all if isinstance(entry.event, Gap) and entry.event.hands), None)
        if hand < last and gap is not None:
            raise UsageError(f"hand {hand} was missed: no act of it is in this log", hint=f"line {gap} says so")
        listed = ", ".join(map(str, self.hands)) if len(self.hands) < 10 else f"1 to {last}"
        raise UsageError(f"no hand {hand}", hint=f"it has {listed or 'none'}")

    def of_trick(self, hand: int, trick: int) -> list[Entry]:
        """The acts of a trick: its cards, and what was said meanwhile. Raises `UsageError` where the record does not have it,
        or does not tell which it is.
        """
        tricks = self.tricks(hand)
        if not tricks:
            raise UsageError(f"{self.game.title} has no tricks", hint='name the act as it stands: --was "Bob Qd"')
        places = [place for place, (_, number) in enumerate(tricks) if number == trick]
        if places:  # what stands among its cards is of it, though the table may not take it for one of them
            among = tricks[places[0] : places[-1] + 1]
            return [entry for entry, number in among if number in {trick, None}]
        last = max((number for _, number in tricks if number), default=0)
        unknown = next((entry.line for entry, number in tricks if number is None), None)
        if unknown is not None and trick > last:
            raise UsageError(
                f"hand {hand} does not tell which cards are of trick {trick}",
                hint=f"from line {unknown} on its tricks cannot be told; --at LINE names the line itself",
            )
        has = f"it has tricks 1 to {last}" if last else "no card of it is in this log"
        raise UsageError(f"no trick {trick} in hand {hand}", hint=has)

    def tricks(self, hand: int) -> list[tuple[Entry, int | None]]:
        """The acts of a hand from its first card on, each with the number of its trick, None where that cannot be told; empty
        if the game has no tricks.
        """
        entries = self.of_hand(hand)
        found: list[tuple[Entry, int | None]] = []
        with unforeseen("", self.log):
            state: Any = fold_on(begin(self.standing), self.standing.events[: entries[0].place])
            for entry in entries:
                state = fold_on(state, [(entry.line, entry.event)])
                rows = self.game.scene(state).rows
                title = _TRICK.fullmatch(rows[0].title) if rows else None
                if title is None:
                    return []
                if isinstance(entry.event, Played):
                    told = title[1] and not state.blind and rows[0].seats[-1:] == (entry.event.seat,)
                    found.append((entry, int(title[1]) if told else None))
                elif found:
                    found.append((entry, found[-1][1]))
        return found

    # ---- Words -----------------------------------------------------------------------------------------------------

    def seats(self, entry: Entry | None = None) -> Seats:
        """Who sat there before an act, or sits there at the end, by the names that are nobody else's."""
        players = self.players if entry is None else entry.players
        twice = _shared(players)
        return Seats(tuple("" if name.casefold() in twice else name for name in players), self.coin)

    def read(self, entry: Entry, text: str) -> Event:
        """Words as an act of the kind that stands there, and by the same seat, unless they say otherwise. Raises `NotRead`."""
        self.check_names(text, entry.players)
        return self.by_id(read_like(entry.event, text, self.game, self.seats(entry)))

    def check_names(self, text: str, players: Sequence[str]) -> None:
        """Raises `NotRead` if the words name somebody by a name that several have."""
        twice = _shared(players)
        for word in join_names(text.replace(":", ": ").replace(",", " ").split(), players) if twice else ():
            plain = word.removesuffix(":").casefold()
            if plain in twice:
                seats = [str(seat) for seat, name in enumerate(players) if name.casefold() == plain]
                raise NotRead(word, f"seat {' or '.join(seats)}, as both are called so", enough=True)

    def by_id(self, event: Event) -> Event:
        """An act that names a player by what people call them, with the player's id in that place."""
        if not isinstance(event, Joined):
            return event
        ids = {name.casefold(): player for player, name in self.names.items()}
        return msgspec.structs.replace(event, player=ids.get(event.player.casefold(), event.player))

    def said(self, entry: Entry) -> str:
        """An act in the words of the recorder."""
        return said(entry.event, Seats(entry.players, self.coin))


def _after(players: tuple[str, ...], event: Event) -> tuple[str, ...]:
    """Who sits there after an act."""
    if not isinstance(event, Joined | Left) or event.seat >= len(players):
        return players
    name = event.player if isinstance(event, Joined) else ""
    return (*players[: event.seat], name, *players[event.seat + 1 :])


def _shared(players: Sequence[str]) -> set[str]:
    """The names that several have, whatever their capitals."""
    return {name for name, count in Counter(map(str.casefold, players)).items() if count > 1 and name}
