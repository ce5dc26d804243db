"""What is wrong with a sheet: all of it at once, each with its cell and what to do about it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from upcard.records.importers.grids import cell_name
from upcard.schemas.errors import UnreadableError, shortened
from upcard.schemas.wording import counted

_MOST_TOLD: Final = 40
_MOST_ALIKE: Final = 3
_CELL_LETTERS: Final = 40


class NotRead(Exception):  # noqa: N818 - it is caught where the cell is known
    """A cell is not what stands in its column. says: what is wrong; hint: what to do about it."""

    def __init__(self, says: str, hint: str = "") -> None:
        super().__init__(says)
        self.says, self.hint = says, hint


class Fault(NamedTuple):
    """Something wrong in a cell."""

    row: int
    column: int
    says: str
    hint: str


class SheetError(UnreadableError):
    """All that is wrong with a file. problems: each with its place and hint; sheets: what was understood of it (`SheetRead`)."""

    def __init__(self, problems: list[UnreadableError], place: str, sheets: Sequence[Any] = ()) -> None:
        says = f"{counted(len(problems), 'fault')} in this sheet; nothing of it is taken"
        super().__init__(says, place=place, hint="put them right in the sheet, and import it again")
        self.problems, self.sheets = problems, sheets


class Faults:
    """What is found wrong while a sheet is read. place: the file, and the sheet of a workbook; told: what is to be said of it
    that keeps nothing of it out.
    """

    def __init__(self, place: str) -> None:
        self._place = place
        self._found: dict[tuple[int, int, str], Fault] = {}
        self.told: list[str] = []

    def __bool__(self) -> bool:
        return bool(self._found)

    def clear(self) -> None:
        """Nothing of it is to be told: what it was found in is passed over."""
        self._found.clear()
        self.told.clear()

    def add(self, row: int, column: int, says: str, hint: str = "") -> None:
        """Something is wrong in this cell, counted from 0."""
        self._found.setdefault((row, column, says), Fault(row, column, says, hint))

    def problems(self) -> list[UnreadableError]:
        """What was found, in the order of the sheet."""
        listed = list(self._unlike(sorted(self._found.values())))
        told = [self._told(fault) for fault in listed[:_MOST_TOLD]]
        if len(listed) > _MOST_TOLD:
            more = UnreadableError(
                f"and {counted(len(listed) - _MOST_TOLD, 'fault')} more",
                place=self._place,
                hint="told once these are put right",
            )
            told.append(more)
        return told

    def _unlike(self, listed: list[Fault]) -> Iterator[Fault]:
        """The faults, of those that say the same the first few alone, with how many there are."""
        alike = Counter((fault.says, fault.hint) for fault in listed)
        met: Counter[tuple[str, str]] = Counter()
        for fault in listed:
            what = fault.says, fault.hint
            met[what] += 1
            if alike[what] > _MOST_ALIKE and met[what] == _MOST_ALIKE:
                more = counted(alike[what] - _MOST_ALIKE, "other cell")
                yield fault._replace(says=f"{fault.says}; and so in {more}")
            elif met[what] < _MOST_ALIKE or alike[what] == met[what] == _MOST_ALIKE:
                yield fault

    def _told(self, fault: Fault) -> UnreadableError:
        where = f"{self._place}: {cell_name(fault.row, fault.column)}"
        return UnreadableError(fault.says, place=where, hint=fault.hint)


def quoted(text: object) -> str:
    """What stands in a cell, in quotation marks; of a long one its beginning and end."""
    return repr(shortened(str(text), _CELL_LETTERS))
