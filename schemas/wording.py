"""Numbers, and numbers of things, in what is said of a record."""

import re
from collections.abc import Callable, Iterable

from upcard.schemas.cards import RANK_NAMES


def counted(number: int, what: str) -> str:
    """A number of things: `1 card`, `2 cards`, `2,000 cards`."""
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


def if_known(number: int | None, what: str) -> str:
    """A number of things, none of which is known where it is None or below 0: `2 courts`, `courts not known`."""
    return f"{what}s not known" if number is None or number < 0 else counted(number, what)


def or_unknown(amount: int | None) -> str:
    """A number in words: `?` where it is not known."""
    return "?" if amount is None else str(amount)


def span(least: int, most: int) -> str:
    """A number that is known to lie between two: `3 to 5`, or `3`."""
    return str(least) if least == most else f"{least} to {most}"


def of_rank(rank: str, number: int) -> str:
    """So many cards of a rank: `queen`, `sixes`.

    >>> of_rank("Q", 1), of_rank("6", 2), of_rank("T", 0)
    ('queen', 'sixes', 'tens')
    """
    name = RANK_NAMES[rank]
    return name if number == 1 else name + ("es" if name.endswith("x") else "s")


def were(number: int, what: str) -> str:
    """A number of things as the subject of a sentence: `1 card was`, `2 cards were`."""
    return f"{counted(number, what)} {'was' if number == 1 else 'were'}"


def with_names(says: str, name: Callable[[int], str | None]) -> str:
    """A finding with the players in place of their seats, where it is known who sat there.

    >>> with_names("seat 3 played; it was the turn of seat 0, 1 or 2", ("Ann", "Bob", "Cid", "Dee").__getitem__)
    'Dee played; it was the turn of Ann, Bob or Cid'
    """

    def named(found: re.Match[str]) -> str:
        names = [name(int(seat)) for seat in re.findall(r"\d+", found[0])]
        if not all(names):
            return found[0]
        told = iter(names)
        return re.sub(r"\d+", lambda _seat: str(next(told)), found[1])

    return re.sub(r"\bseats? (\d+(?:(?:, | or | and )\d+)*)\b", named, says)


def in_coins(units: int, scale: int) -> str:
    """An amount of money as it is told: `12.50` where a coin has a hundred units; in units, where they are no decimals."""
    places = decimals(scale)
    if not places:
        return str(units)
    coins, rest = divmod(abs(units), scale)
    return f"{'-' if units < 0 else ''}{coins}.{rest:0{places}d}"


def decimals(scale: int) -> int:
    """How many digits behind the point the units of a coin are; 0 if they are told by themselves."""
    places = len(str(scale)) - 1
    return places if scale == 10**places else 0


def one_of(numbers: Iterable[int]) -> str:
    """Numbers of which one is right: `6`, `0 or 6`."""
    return " or ".join(map(str, sorted(numbers)))
