"""A hand in a few bytes: its lines, and with some hands what they are folded on from: with the first of a log its header, with
others the state after the event that began them.

Lines that are plays are codes, and so are lists of cards in others: a letter a card. The rest is compressed with words that the
archive keeps for each game: those of a hand of the first log it was given.
"""

import re
import zlib
from collections.abc import Sequence
from functools import lru_cache
from itertools import islice
from typing import Any, Final, NamedTuple

from upcard.records.archive.codes import codes_of, each, line_of
from upcard.schemas.cards import BY_INDEX, UNKNOWN

_COMMON: Final = (
    b'{"do":"scored","counts":[{"do":"shown","cards":["{"do":"claimed","seat":{"do":"laid","seat":3,"cards":["'
    b'{"do":"passed","seat":1}\n{"do":"turned_up","card":"{"do":"trump_named","seat":0,"suit":"h"}\n'
)
_LETTERS: Final = {card.encode(): letter for letter, card in enumerate((*BY_INDEX, UNKNOWN, ""), start=0x20)}
_CARDS: Final = {letter: card for card, letter in _LETTERS.items()}
_NEXT: Final = (b'"],["', b'","","')
"""What stands between two lists of cards, and what would stand there in one with a card of no signs."""
_LISTS: Final = re.compile(rb'\["(..(?:"(?:,|\],\[)"..)*)"\]')
_LETTERED: Final = re.compile(rb"\x02([^\x01]*)\x01")
"""Lists of cards in a row, and what stands for them: no line holds a control character."""
_SEALED: Final = b'{"do":"sealed"'
_SEAL: Final = re.compile(rb"^%b[^\n]*" % re.escape(_SEALED), re.MULTILINE)
FOLDED: Final = 320
"""Of hands in a row that have so many lines together one has the state it began with, and the first after one that has no lines;
what lies between is folded on from there, or from the header: to make and keep a state takes longer than to fold a hand.
"""
HAND: Final = 24
"""So many lines more each of them counts for: it is unpacked, too."""


def without_seals(lines: bytes) -> bytes:
    """The same lines, empty where a seal stands: what it says follows from the others."""
    return _SEAL.sub(b"", lines)


class Lines(NamedTuple):
    """The lines of a hand: the codes of its plays and how long each is, the runs these stand in (the place of the first, how many),
    the places of the others, and these as text, `=52` where 52 plays stand in a row. What seals say is left out.
    """

    plays: bytes
    sizes: bytes
    runs: list[tuple[int, int]]
    others: list[int]
    rest: bytes

    @classmethod
    def of(cls, lines: Sequence[bytes]) -> "Lines":
        """Of lines without their line ends."""
        told = [*lines, b""]  # with what follows the last line end
        codes, others = codes_of(told)
        runs: list[tuple[int, int]] = []
        rest: list[bytes] = []
        end = 0
        for place in others:
            if place > end:
                runs.append((end, place - end))
                rest.append(b"=%d" % (place - end))
            rest.append(b"" if told[place].startswith(_SEALED) else told[place])
            end = place + 1
        plays = b"".join(filter(None, codes))
        alike = len(plays) == len(told) - len(others)
        sizes = b"\1" * len(plays) if alike else bytes(map(len, filter(None, codes)))
        return cls(plays, sizes, runs, others[:-1], _LISTS.sub(_in_letters, b"\n".join(rest)))


class Parted(NamedTuple):
    """A hand as it is compressed: the codes of its plays, its other lines, and what it is folded on from, or b""."""

    plays: bytes
    rest: bytes
    start: bytes


def words_of(hands: Sequence[Parted]) -> bytes:
    """What the hands of a game are compressed with, from some of them."""
    rest = hands[len(hands) // 2].rest if hands else b""
    starts = [one.start for one in hands if one.start][:2]  # a header and a state
    return _COMMON + b"".join(starts) + rest


def packed(one: Parted, words: bytes) -> bytes:
    """A hand in a few bytes."""
    press = _press(words).copy()
    size = len(one.start).to_bytes(4)
    pressed = press.compress(size + one.start + one.rest), press.flush()
    return b"".join((len(one.plays).to_bytes(4), one.plays, *pressed))


@lru_cache(maxsize=32)
def _press(words: bytes) -> Any:
    """What hands are compressed with, for each a copy: it is small, as hands are, and knows the words."""
    return zlib.compressobj(3, zlib.DEFLATED, 13, 5, zdict=words)


def unpacked(blob: bytes, words: bytes) -> tuple[bytes, bytes]:
    """The lines of a hand, and what it is folded on from, each b"" if it is not kept."""
    one = parted(blob, words)
    return _joined(one.plays, one.rest), one.start


def parted(blob: bytes, words: bytes) -> Parted:
    """A hand as it is compressed: its plays are codes still."""
    end = 4 + int.from_bytes(blob[:4])
    plain = zlib.decompressobj(zdict=words).decompress(blob[end:])
    size = 4 + int.from_bytes(plain[:4])
    return Parted(blob[4:end], plain[size:], plain[4:size])


def others(one: Parted) -> list[bytes]:
    """The lines of a hand that are no codes."""
    return [line for line in _spelt(one.rest).split(b"\n") if line[:1] not in {b"=", b""}]


def _joined(plays: bytes, rest: bytes) -> bytes:
    codes = each(plays)
    lines: list[bytes] = []
    for line in _spelt(rest).split(b"\n"):
        if line[:1] == b"=":
            lines += map(line_of, islice(codes, int(line[1:])))
        else:
            lines.append(line)
    return b"\n".join(lines)


def _in_letters(lists: re.Match[bytes]) -> bytes:
    """Lists of cards, a letter a card; other lists of texts of two signs as they are."""
    try:
        return b"\2%b\1" % bytes(map(_LETTERS.__getitem__, lists[1].replace(*_NEXT).split(b'","')))
    except KeyError:
        return lists[0]


def _spelt(rest: bytes) -> bytes:
    """Lines with their lists of cards as they stood."""
    return _LETTERED.sub(_as_lists, rest)


def _as_lists(letters: re.Match[bytes]) -> bytes:
    return b'["%b"]' % b'","'.join(map(_CARDS.__getitem__, letters[1])).replace(*_NEXT[::-1])
