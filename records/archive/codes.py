"""Plays as codes: lines that say which seat played a card, laid cards or passed are a few bytes each.

A code is a byte with the seat in its upper two bits and the index of the card below them; `PASSED` or `LAID` stand there
for no card, and what was laid follows: how many cards, and their indexes. `MORE` comes before a code of the seats 4 to 7.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from upcard.schemas.cards import BY_INDEX

LAID: Final = 0x3D
PASSED: Final = 0x3E
MORE: Final = 0x3F
_MOST_CARDS: Final = 200
_MOST_LAYS: Final = 100_000
"""So many lays are kept with their codes: tables lay the same cards again and again."""
_LAY: Final = b'{"do":"laid","seat":'
_LAID_LINE: Final = re.compile(rb'\{"do":"laid","seat":([0-7]),"cards":\["([^\\\]]*)"\]\}')
_INDEX: Final = {card.encode(): card.index for card in BY_INDEX}


def _code(seat: int, below: int) -> bytes:
    return bytes([MORE] if seat > 3 else []) + bytes([(seat & 3) << 6 | below])


_LINES: Final = {
    **{
        _code(seat, card.index): b'{"do":"played","seat":%d,"card":"%b"}' % (seat, card.encode())
        for seat in range(8)
        for card in BY_INDEX
    },
    **{_code(seat, PASSED): b'{"do":"passed","seat":%d}' % seat for seat in range(8)},
}
_CODES: Final = {line: code for code, line in _LINES.items()}


def codes_of(lines: Sequence[bytes]) -> tuple[list[bytes | None], list[int]]:
    """Of each line its code, None if it has none; and the places of those that have none."""
    codes = [*map(_CODES.get, lines)]
    others = [place for place, code in enumerate(codes) if code is None]
    lays = [place for place in others if lines[place].startswith(_LAY)]
    for place in lays:
        codes[place] = _lay(lines[place])
    return codes, [place for place in others if codes[place] is None] if lays else others


def _lay(line: bytes) -> bytes | None:
    """The code of cards laid; None if they are not all known, or too many."""
    told = _LAID_LINE.fullmatch(line)
    cards = told[2].split(b'","') if told else []
    if told is None or not all(card in _INDEX for card in cards) or len(cards) > _MOST_CARDS:
        return None
    code = _code(int(told[1]), LAID) + bytes([len(cards), *(_INDEX[card] for card in cards)])
    if len(_CODES) < _MOST_LAYS:
        _CODES[line] = code
    return code


def each(codes: bytes) -> Iterator[bytes]:
    """Codes in a row, one by one."""
    at = 0
    while at < len(codes):
        begin = at
        at += 1 + (codes[at] == MORE)
        if codes[at - 1] & 0x3F == LAID:
            at += 1 + codes[at]
        yield codes[begin:at]


def line_of(code: bytes) -> bytes:
    """The line that a code stands for."""
    if code in _LINES:
        return _LINES[code]
    more = code[0] == MORE
    cards = b'","'.join(BY_INDEX[card].encode() for card in code[more + 2 :])
    return b'{"do":"laid","seat":%d,"cards":["%b"]}' % ((code[more] >> 6) + 4 * more, cards)
