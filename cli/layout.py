"""Lines of text laid out: in columns, side by side, in a frame. As wide as there is room for; what is wider is broken at blanks.

Each function takes and gives lines of rich's text, so that whoever only wants their letters need not have them rendered.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from rich.cells import cell_len
from rich.text import Text

Lines = list[Text]


def broken(text: Text, room: int) -> Lines:
    """A text in lines of that width."""
    if text.cell_len <= room:
        return [text]
    lines = list(text.divide(_breaks(text.plain, max(room, 1))))
    for line in lines:
        line.rstrip()
    return lines


def _breaks(text: str, room: int) -> Iterator[int]:
    """The places at which a text is broken: before words, and within one that has no room in a line."""
    used = 0
    for word in re.finditer(r"\S+\s*|^\s+", text):
        if used and used + cell_len(word[0].rstrip()) > room:
            yield word.start()
            used = 0
        for at, sign in enumerate(word[0]):
            if used and used + cell_len(sign) > room and not sign.isspace():
                yield word.start() + at
                used = 0
            used += cell_len(sign)


def fitted(widths: Sequence[tuple[int, int]], room: int) -> list[int] | None:
    """Columns as wide as there is room for, the widest narrowed first; None if there is no room for all. widths: of each how
    wide it must be, and how wide it is at ease.
    """
    if sum(least for least, _ in widths) > room:
        return None
    fits = [min(ease, max(room, least)) for least, ease in widths]
    while sum(fits) > room:
        widest = max(range(len(fits)), key=lambda place: (fits[place] > widths[place][0], fits[place]))
        fits[widest] -= 1
    return fits


def grid(rows: Sequence[Sequence[Text]], room: int, *, gap: int, justify: Sequence[str] = ()) -> Lines:
    """Cells below one another in columns. gap: blanks between two of these; justify: `left`, `center` or `right`, for each."""
    columns = list(zip(*rows, strict=True))
    widths = [max(cell.cell_len for cell in column) for column in columns]
    room = max(room - gap * (len(widths) - 1), len(widths))
    if sum(widths) > room:
        words = [max(_longest_word(cell) for cell in column) for column in columns]
        eased = list(zip(words, widths, strict=True))
        widths = fitted(eased, room) or fitted([(min(width, 1), width) for width in widths], room) or widths
    return [line for row in rows for line in _grid_lines(row, widths, gap, justify)]


def _grid_lines(row: Sequence[Text], widths: Sequence[int], gap: int, justify: Sequence[str]) -> Iterator[Text]:
    """The lines of one row of a grid: as many as its highest cell has."""
    cells = [broken(cell, width) for cell, width in zip(row, widths, strict=True)]
    for at in range(max(map(len, cells))):
        line, blanks = Text(), 0
        for place, (cell, width) in enumerate(zip(cells, widths, strict=True)):
            text = cell[at] if at < len(cell) else Text()
            spare = max(0, width - text.cell_len)
            before = {"right": spare, "center": spare // 2}.get(justify[place] if justify else "", 0)
            line.append(" " * (blanks + before)).append_text(text)
            blanks = spare - before + gap
        yield line


def _longest_word(text: Text) -> int:
    return max(map(cell_len, text.plain.split()), default=0)


def side_by_side(items: Sequence[Text], room: int, *, gap: int) -> Lines:
    """Items one beside the other, below one another where there is no room, as many in each line and in columns."""
    across = len(items)
    while across > 1:
        widths = [max(item.cell_len for item in items[place::across]) for place in range(across)]
        if sum(widths) + gap * (across - 1) <= room:
            break
        across -= 1
    whole = [*items, *[Text()] * (-len(items) % max(across, 1))]
    rows = [whole[at : at + across] for at in range(0, len(whole), max(across, 1))]
    return grid(rows, room, gap=gap) if rows else []


def framed(title: Text, lines: Iterable[Text], room: int, *, whole: bool, corners: Sequence[str]) -> Lines:
    """A frame around lines, its title in the upper side. whole: as wide as there is room, else as they are; corners: the four
    corners, and what its sides and its height are drawn of.
    """
    kept = list(lines)
    upper_left, upper_right, lower_left, lower_right, along, down = corners
    inner = max([title.cell_len + 2, *(line.cell_len for line in kept)], default=0)
    inner = max(room - 4, 1) if whole else min(inner, room - 4)
    title = title.copy()
    title.truncate(inner - 2, overflow="ellipsis")
    rest = along * (inner - 1 - title.cell_len) if title.plain else along * (inner + 1)
    top = Text(f"{upper_left}{along}")
    top = top.append(" ").append_text(title).append(" ") if title.plain else top
    sides = [_between(line, inner, down) for line in kept]
    return [top.append(rest + upper_right), *sides, Text(lower_left + along * (inner + 2) + lower_right)]


def _between(line: Text, width: int, side: str) -> Text:
    """A line between the sides of a frame."""
    return Text(f"{side} ").append_text(line).append(" " * max(0, width - line.cell_len) + f" {side}")
