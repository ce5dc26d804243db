"""What can go wrong that is not the code's fault. Each error says where, what was seen, what was wanted.

UpcardError                  exit code
├── UsageError               2   what was asked for does not exist or does not fit
│   ├── OptionError              an option of a game: unknown name, or a value it does not take
│   └── UnknownGameError         a game key that no game has
├── UnreadableError          3   what was given cannot be read
│   ├── TornError                a last line that was not written whole
│   └── CorruptError             a log that does not agree with its seals
├── ForkedError              3   a log that does not continue what is already stored
├── StorageError             3   the disk or the system refused
├── BusyError                4   somebody else is writing
└── FaultError               5   a fault of Upcard: an error that nobody foresaw, such as in judging a log
"""

from typing import ClassVar, Final

QUOTED: Final = 160
"""As much of a text is quoted; of a longer one its beginning and its end."""
MAKE_ROOM: Final = "make room there, and try again; what was told as stored is there"
"""What to do where a disk takes no more."""
TOLD: Final = 1_000
"""The same of a whole message."""


def shortened(text: str, most: int = QUOTED) -> str:
    """The text; of a long one its beginning and its end, with how many letters are left out between them.

    >>> shortened("a" * 2_000, 8)
    'aaaaaa ... (1,992 letters) ... aa'
    """
    if len(text) <= most:
        return text
    end = most // 4
    return f"{text[: most - end]} ... ({len(text) - most:,} letters) ... {text[-end:]}"


class UpcardError(Exception):
    """An error a person can cause or meet. place: file, line, column; hint: what to do about it."""

    exit_code: ClassVar[int] = 3

    def __init__(self, message: str, *, place: str = "", hint: str = "") -> None:
        self.message = shortened(message, TOLD)
        super().__init__(self.message)
        self.place = place
        self.hint = hint

    def __str__(self) -> str:
        where = f"{self.place}: " if self.place else ""
        hint = f" ({self.hint})" if self.hint else ""
        return f"{where}{self.message}{hint}"

    def at(self, place: str) -> "UpcardError":
        """The same error, told where it was met; a place nearer to it is kept."""
        self.place = f"{place}:{self.place}" if self.place else place
        return self


class UsageError(UpcardError):
    """What was asked for does not exist or does not fit."""

    exit_code: ClassVar[int] = 2


class OptionError(UsageError):
    """An option that the game does not have, or a value it does not take."""


class UnknownGameError(UsageError):
    """A game key that no game has."""


class UnreadableError(UpcardError):
    """What was given cannot be read."""


class TornError(UnreadableError):
    """A last line that was not written whole."""


class CorruptError(UnreadableError):
    """A log that does not agree with its seals, or is damaged before its last line.

    lines: the first and the last line of the damaged span; offset: the byte at which it begins. All before is good.
    """

    def __init__(
        self, message: str, *, place: str = "", hint: str = "", lines: tuple[int, int] = (0, 0), offset: int = 0
    ) -> None:
        super().__init__(message, place=place, hint=hint)
        self.lines = lines
        self.offset = offset


class ForkedError(UpcardError):
    """A log that does not continue what is already stored."""


class StorageError(UpcardError):
    """The disk or the system refused."""


class BusyError(UpcardError):
    """Somebody else is writing."""

    exit_code: ClassVar[int] = 4


class FaultError(UpcardError):
    """A fault of Upcard: an error that nobody foresaw. It is its cause (`__cause__`)."""

    exit_code: ClassVar[int] = 5
