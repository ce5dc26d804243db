"""Names that are nearly the same: ann and Anne, Jürgen and Juergen, `Smith, Bob` and `Bob Smith`."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Any, Final

from rapidfuzz import fuzz, process
from rapidfuzz.distance import JaroWinkler

_SHORT: Final = 3
"""Shorter words are alike only if they are the same but for capitals and accents: initials are all alike."""
_MARKS: Final = re.compile(r"[\W_]+")
_DIGITS: Final = re.compile(r"[0-9]+")


def near_pairs(people: Sequence[Sequence[str]], least: int) -> Iterator[tuple[int, int, int]]:
    """Two and two of these people, by their places, who have names as like as this or more, of a hundred. people: the names
    of each. Names that differ by a number alone, as `player 1` and `player 2`, are not alike.
    """
    words = [(plain(name), place) for place, names in enumerate(people) for name in dict.fromkeys(names)]
    words = [(text, place) for text, place in words if text]
    texts = [text for text, _ in words]
    found: dict[tuple[int, int], int] = {}
    for number, (text, place) in enumerate(words):
        for other, likeness in _like(text, texts[number + 1 :], least):
            two = (place, words[number + 1 + other][1])
            if two[0] != two[1]:
                found[min(two), max(two)] = max(likeness, found.get((min(two), max(two)), 0))
    yield from ((*two, likeness) for two, likeness in sorted(found.items()))


def plain(name: str) -> str:
    """A name without capitals, accents and marks, its words in the order of the alphabet.

    >>> plain("Smith, Zoë"), plain("zoe SMITH")
    ('smith zoe', 'smith zoe')
    """
    bare = "".join(sign for sign in unicodedata.normalize("NFKD", name) if not unicodedata.combining(sign))
    return " ".join(sorted(_MARKS.sub(" ", bare.casefold()).split()))


def _like(text: str, others: Sequence[str], least: int) -> Iterator[tuple[int, int]]:
    """Those of others that are like a text, by their places: as a whole, by the words they share, or, of a single word, by how
    it begins.
    """
    for place, other in enumerate(others):
        if other == text:
            yield place, 100
    if len(text) < _SHORT:
        return
    for scorer, scale in ((fuzz.token_set_ratio, 1), (JaroWinkler.normalized_similarity, 100)):
        matches: list[tuple[str, Any, int]] = process.extract(
            text, others, scorer=scorer, score_cutoff=least / scale, limit=None
        )
        for other, score, place in matches:
            if scale > 1 and (" " in text or " " in other):
                continue
            if len(other) >= _SHORT and other != text and _DIGITS.sub("", other) != _DIGITS.sub("", text):
                yield place, int(score * scale)
