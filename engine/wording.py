"""Numbers, and numbers of things, in what is said of a record."""

from collections.abc import Iterable


def counted(number: int, what: str) -> str:
    """A number of things: `1 card`, `2 cards`, `2,000 cards`."""
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


def were(number: int, what: str, more: str = "") -> str:
    """The same as the subject of a sentence: `1 card left was`, `2 cards left were`."""
    return f"{counted(number, what)}{more} {'was' if number == 1 else 'were'}"


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
