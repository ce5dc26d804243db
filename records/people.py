"""Who is who: player ids of logs to people, in a small file beside the archive that can be erased."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from glob import escape
from pathlib import Path
from typing import Final

import msgspec

from upcard.records.storage import refusals, text_of
from upcard.records.whole import write_whole
from upcard.schemas.errors import UnreadableError, UpcardError, UsageError

_LONGEST_NAME: Final = 200


class Person(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is known of a player id: the id of the person it stands for, and the name."""

    person: str
    name: str = ""


class People:
    """The table of people, read and written whole."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> dict[str, Person]:
        """Every player id that was named or merged."""
        if not self.path.is_file():
            return {}
        with refusals(self.path):
            data = self.path.read_bytes()
        try:
            return msgspec.json.decode(data, type=dict[str, Person])
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            hint = "restore it from a copy, or erase all names and merges: upcard people erase --all"
            raise UnreadableError(f"not a table of people: {error}", place=str(self.path), hint=hint) from None

    def ids_of(self, player: str) -> frozenset[str]:
        """All ids of the person behind an id."""
        people = self.read()
        person = people[player].person if player in people else player
        return frozenset({player, person, *(one for one, known in people.items() if known.person == person)})

    def name(self, player: str, name: str) -> None:
        """Give the person behind an id a name; an empty one takes it away."""
        if len(text_of(name)) > _LONGEST_NAME:
            raise UsageError(f"a name of {len(name)} letters; at most {_LONGEST_NAME}", hint="as tables should show it")
        people = self.read()
        person = people[player].person if player in people else player
        for one in self.ids_of(player):
            people[one] = Person(person, name)
        self.write(people)

    def merge(self, player: str, into: str) -> None:
        """Two ids are one person: all that stands under the first counts for the second."""
        if player == into:
            raise UsageError("an id cannot be merged with itself", hint="upcard people lists the ids")
        people = self.read()
        target = people.get(into, Person(into))
        if people.get(player, Person(player)).person == target.person:
            raise UsageError(f"{player} and {into} are one person already", hint="upcard people split makes them two")
        for one in {into, *self.ids_of(player)}:
            people[one] = target
        self.write(people)

    def split(self, player: str) -> None:
        """An id stands for itself again, without a name. Others that were merged into it stay one person."""
        people = self.read()
        gone = people.pop(player, Person(player))
        others = sorted(one for one, known in people.items() if known.person == gone.person)
        if gone.person == player:
            for one in others:
                people[one] = Person(others[0])
        self.write({one: known for one, known in people.items() if known != Person(one)})

    def erase(self) -> None:
        """Forget all names and merges."""
        self.write({})

    def rows(self) -> list[tuple[str, str, str | None]]:
        """Rows for the archive: id, person, name."""
        return [(player, known.person, known.name or None) for player, known in sorted(self.read().items())]

    @contextmanager
    def changing(self) -> Iterator[None]:
        """What is changed meanwhile is as it was before, if the rest of the work fails."""
        before = self.read()
        try:
            yield
        except BaseException:
            with suppress(UpcardError):
                if self.read() != before:
                    self.write(before)
            raise

    def write(self, people: dict[str, Person]) -> None:
        """Put a table in the place of the one that is there."""
        with refusals(self.path):
            self.path.parent.mkdir(parents=True, exist_ok=True)
        for left in self.path.parent.glob(f".{escape(self.path.name)}.*.new"):  # half made by one that was killed
            with refusals(left):
                left.unlink(missing_ok=True)
        text = msgspec.json.format(msgspec.json.encode(dict(sorted(people.items()))))
        write_whole(self.path, text + b"\n")
