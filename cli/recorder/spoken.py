"""Numbers, suits, ranks, melds and names as people say them."""

import re
from collections.abc import Sequence
from typing import Any, Final

from upcard.schemas.cards import RANK_NAMES, SUIT_NAMES, read_card
from upcard.schemas.events import Meld
from upcard.schemas.wording import decimals

_SUIT_SIGNS: Final = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}
_OF_FORTY: Final = {
    **dict.fromkeys(("coins", "coin", "denari", "ori"), "d"),
    **dict.fromkeys(("cups", "cup", "coppe"), "h"),
    **dict.fromkeys(("swords", "sword", "spade"), "s"),
    **dict.fromkeys(("batons", "baton", "bastoni"), "c"),
}
"""The suits of an Italian pack, as they are usually matched."""
_MELDS: Final = {"three": "three", "four": "four", "nap": "nap", "3": "three", "4": "four"}


def read_number(word: str) -> int | None:
    """The number of a word: `7`, `-3`, `+12`."""
    digits = word.removeprefix("-").removeprefix("+")
    return int(word) if digits.isascii() and digits.isdigit() and len(digits) < 17 else None


_IN_WORDS: Final = [
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
]


def read_count(word: str) -> int | None:
    """A number as people say how many: `2`, `two`."""
    plain = word.casefold()
    return _IN_WORDS.index(plain) if plain in _IN_WORDS else read_number(word)


def read_money(word: str, coin: int) -> int | None:
    """The units of an amount in coins of so many: `10`, `2.50`; None if it is none, or no whole number of units."""
    sign, digits = (-1, word[1:]) if word.startswith("-") else (1, word.removeprefix("+"))
    coins, point, rest = digits.partition(".")
    places = decimals(coin)
    if not places and not point:
        return read_number(word)
    rest = rest.rstrip("0") if places else rest
    number = read_number((coins or "0") + rest.ljust(places, "0")) if len(rest) <= places and (coins or rest) else None
    return None if number is None or number < 0 else sign * number


def is_card(word: str) -> bool:
    """Whether a word is a card."""
    try:
        read_card(word)
    except ValueError:
        return False
    return True


def read_suit(word: str) -> str | None:
    """The suit of a word: `h`, `hearts`, `heart`, `♥`."""
    plain = word.casefold().replace("\ufe0f", "")
    plain = _OF_FORTY.get(plain) or _SUIT_SIGNS.get(plain, plain)
    return next((suit for suit, name in SUIT_NAMES.items() if plain in {suit, name, name[:-1]}), None)


def read_rank(word: str) -> str | None:
    """The rank of a word: `7`, `10`, `T`, `ace`, `aces`, `sevens`."""
    plain = word.casefold().replace("10", "t")
    names = {rank: (rank.casefold(), name, f"{name}s", f"{name}es") for rank, name in RANK_NAMES.items()}
    return next((rank for rank, said in names.items() if plain in said), None)


def join_names(words: Sequence[str], names: Sequence[str]) -> list[str]:
    """The words, those of a name with blanks as one word, its colon with it: `Ann`, `Lee:` of Ann Lee are `Ann Lee:`."""
    called = sorted((name.casefold().split() for name in names if " " in name), key=len, reverse=True)
    joined: list[str] = []
    left = list(words)
    while left:
        plain = [word.casefold() for word in left]
        length = next((len(name) for name in called if _begin_with(plain, name)), 1)
        joined.append(" ".join(left[:length]))
        del left[:length]
    return joined


def _begin_with(words: Sequence[str], name: Sequence[str]) -> bool:
    return [*words[: len(name) - 1], *(word.removesuffix(":") for word in words[len(name) - 1 : len(name)])] == name


def join_seats(words: Sequence[str]) -> list[str]:
    """The words, a seat that is called by its number as one word: `seat 1:` is `s1:`."""
    joined: list[str] = []
    for word in words:
        if joined and joined[-1].casefold() == "seat" and word.removesuffix(":").isdigit():
            joined[-1] = f"s{word}"
        else:
            joined.append(word)
    return joined


_JOKERS: Final = {
    **dict.fromkeys(("red", "big", "high", "higher"), "Xr"),
    **dict.fromkeys(("black", "little", "small", "low", "lower"), "Xb"),
}


def join_jokers(words: Sequence[str]) -> list[str]:
    """The words, a joker that is told by two of them as one card: `black joker` is `Xb`."""
    joined: list[str] = []
    for word in words:
        which = _JOKERS.get(joined[-1].casefold()) if joined and word.casefold() == "joker" else None
        if which is None:
            joined.append(word)
        else:
            joined[-1] = which
    return joined


def join_cards(words: Sequence[str]) -> list[str]:
    """The words, a card that is told by its rank and its suit as one: `queen of clubs`, `the 7 of hearts`."""
    joined: list[str] = []
    left = list(words)
    while left:
        rank, suit = (read_rank(left[0]), read_suit(left[2])) if left[1:2] == ["of"] and left[2:] else (None, None)
        if rank is not None and suit is not None:
            if joined and joined[-1].casefold() in {"the", "a", "an"}:
                joined.pop()
            joined.append(rank + suit)
            del left[:3]
        else:
            joined.append(left.pop(0))
    return joined


MOST_OF_RANK: Final = 4
"""More cards of a rank are in no combination: so many nines are a number."""
_RANKS: Final = re.compile(r"10|[2-9tjqkarb]", re.IGNORECASE)


def by_ranks(word: str) -> list[str]:
    """The cards of a combination that is told by ranks alone: `7775`, `10JQKA`, `br`; nothing if the word is none."""
    ranks = _RANKS.findall(word)
    if not ranks or "".join(ranks) != word or max(map(ranks.count, ranks)) > MOST_OF_RANK:
        return []
    return [
        f"X{rank}" if rank in "rb" else ("T" if rank == "10" else rank.upper()) + "?" for rank in map(str.lower, ranks)
    ]


def read_melds(words: Sequence[str]) -> tuple[tuple[Meld, ...], int]:
    """The melds at the front of the words, and how many words they take: `three aces four 3 nap spades nap`."""
    melds: list[Meld] = []
    left = list(words)
    while left and left[0].casefold() in _MELDS:
        if left[0].isdigit() and (len(left) < 2 or read_rank(left[1]) is None):  # a number alone is no meld
            break
        kind: Any = _MELDS[left.pop(0).casefold()]
        word = left[0] if left and (left[0].isdigit() or left[0].casefold() not in _MELDS) else ""
        what: Any = read_suit(word) if kind == "nap" else read_rank(word)
        if what is not None:
            del left[0]
        melds.append(Meld(kind=kind, suit=what) if kind == "nap" else Meld(kind=kind, rank=what))
    return tuple(melds), len(words) - len(left)


def melds_in_words(melds: Sequence[Meld]) -> str | None:
    """How melds are typed; None if no words say them."""
    if not melds or any((one.suit if one.kind != "nap" else one.rank) is not None for one in melds):
        return None
    pieces = (one.suit if one.kind == "nap" else one.rank for one in melds)
    return " ".join(f"{one.kind} {piece}" if piece else one.kind for one, piece in zip(melds, pieces, strict=True))
