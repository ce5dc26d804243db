"""What people say at a table, in the words that the recorder reads: `pair of fours`, `10 on red`, `hearts are trumps`, `7 each`."""

import itertools
from collections.abc import Callable, Sequence
from typing import Final

from upcard.cli.recorder.spoken import MOST_OF_RANK, is_card, read_count, read_money, read_rank, read_suit
from upcard.cli.recorder.whose import Table
from upcard.engine.due import Act
from upcard.schemas.cards import RANK_NAMES
from upcard.schemas.events import BetPlaced, Claimed, Dealt, Laid, Played, RowDealt, TrumpNamed, TurnedUp

_ARTICLES: Final = frozenset({"the", "a", "an"})
_EACH: Final = frozenset({"each", "apiece"})
_ARE: Final = frozenset({"is", "are"})
_TRUMPS: Final = frozenset({"trump", "trumps"})
_ALL: Final = frozenset({"all", "everybody", "everyone", "rest", "others"})
_PASS: Final = frozenset({"pass", "passes", "passed"})
_SETS: Final = {"pair": 2, "triple": 3, "trio": 3, "bomb": 4}
_BETS: Final = frozenset({"bets", "bet", "puts", "places", "stakes"})
_ON: Final = frozenset({"on", "upon"})
_COLOURS: Final = {"red": "rouge", "black": "noir", "colour": "couleur", "color": "couleur", "reverse": "inverse"}
"""What is bet on, as English has it."""
_HAS: Final = (("has", "it"), ("had", "it"), ("gives", "it"), ("hands", "it", "over"), ("got", "it"))
_LEAST: Final = 31
"""No row of cards has a smaller total."""
_CLAIMS: Final = frozenset({"claim", "claims", "says", "said", "plays", "lays"})
_HAS_IT: Final = frozenset({"has", "plays", "lays", "adds"})
_AREAS: Final = frozenset({"display", "hand"})
_RANK_WORDS: Final = {said for name in RANK_NAMES.values() for said in (name, f"{name}s", f"{name}es")}


def plainly(words: Sequence[str], table: Table) -> list[str]:
    """The words of an act as the recorder reads them, where people say it in others; else as they are."""
    plain = list(words)
    for law in _LAWS:
        plain = law(plain, table)
    return plain


def all_pass(words: Sequence[str]) -> bool:
    """Whether words say that all who are left passed: `all pass`, `the rest pass`.

    >>> all_pass(["everybody", "passes"]), all_pass(["Ann", "passes"])
    (True, False)
    """
    plain = [word.casefold() for word in words if word.casefold() not in _ARTICLES]
    return len(plain) == 2 and plain[0] in _ALL and plain[1] in _PASS


def _without_articles(words: list[str], table: Table) -> list[str]:
    """`the 5d`, `plays an ace`, `beats it with 6d`; where `a` begins a player's name it is that player, unless a verb stands before it."""
    plain = [word.casefold() for word in words]
    found: list[str] = []
    for place, (word, following) in enumerate(zip(words, [*plain[1:], ""], strict=False)):
        ahead = is_card(following) or following in _RANK_WORDS or following in _SETS
        named = table.seats.of_letter(word) is not None and (place == 0 or is_card(words[place - 1]))
        if (plain[place] in _ARTICLES and ahead and not named) or (plain[place] == "with" and ahead):
            continue
        if plain[place] == "it" and following == "with" and place:
            continue
        found.append(word)
    return found


def _dealt_each(words: list[str], table: Table) -> list[str]:
    """`7 each`, `7 cards each`."""
    said = [word for word in words if word.casefold() not in {"card", "cards"}]
    each = len(said) == 2 and said[1].casefold() in _EACH and read_count(said[0]) is not None
    return ["dealt", str(read_count(said[0]))] if each and table.game.uses(Dealt) else words


def _sets(words: list[str], table: Table) -> list[str]:
    """`pair of fours`, `bomb of sevens`, `rocket`, and where suits have no role `three sevens`."""
    if not table.game.uses(Laid) or table.game.uses(Claimed):
        return words
    found: list[str] = []
    left = list(words)
    while left:
        size = _SETS.get(left[0].casefold(), 0)
        of = left[1:2] == ["of"]
        if table.game.by_rank and not of and left[0].isalpha():
            size = size or read_count(left[0]) or 0
        rank = read_rank(left[1 + of]) if 1 < size <= MOST_OF_RANK and len(left) > 1 + of else None
        if rank is not None and left[1 + of].casefold() in _RANK_WORDS:
            found += [f"{rank}?"] * size
            del left[: 2 + of]
        elif table.game.by_rank and left[0].casefold() == "rocket":
            found += ["Xb", "Xr"]
            del left[0]
        else:
            found.append(left.pop(0))
    return found


def _claims(words: list[str], table: Table) -> list[str]:
    """`two aces` of somebody who lays cards face down, also of a rank that is not due: the rank first, as it is typed."""
    if not table.game.uses(Claimed):
        return words
    for place, (count, said) in enumerate(itertools.pairwise(words)):
        rank = read_rank(said) if said.casefold() in _RANK_WORDS else None
        if read_count(count) is not None and rank is not None:
            name = RANK_NAMES[rank]
            several = f"{name}es" if name.endswith("x") else f"{name}s"  # `three` alone may be how many
            before = [word for word in words[:place] if word.casefold() not in _CLAIMS]
            return [*before, "claim", several, str(read_count(count)), *words[place + 2 :]]
    return words


def _bets(words: list[str], table: Table) -> list[str]:
    """`Ann bets 10 on red`, `Ann 10 red`, `10 on rouge Ann`."""
    kinds = table.game.names.get(BetPlaced, {}).get("kind", ())
    if not kinds or not words:
        return words
    seat, rest = _first_seat(words, table)
    bets = bool(rest) and rest[0].casefold() in _BETS
    rest = [word for word in rest[bets:] if word.casefold() not in _ARTICLES]
    on = any(word.casefold() in _ON for word in rest)
    said = [_COLOURS.get(word.casefold(), word.casefold()) for word in rest if word.casefold() not in _ON]
    if len(said) != 2 or not (seat or bets or on):
        return words
    for amount, kind in (said, said[::-1]):
        meant = [one for one in kinds if one.startswith(kind)]
        if len(meant) == 1 and read_money(amount, table.seats.coin) is not None:
            return [*seat, "bets", meant[0], amount]
    return words


def _first_seat(words: list[str], table: Table) -> tuple[list[str], list[str]]:
    """Who is named at the beginning or the end of words, and the others."""
    names = {name.casefold() for name in table.seats.names}
    for place, rest in ((0, words[1:]), (-1, words[:-1])):
        name = words[place].removesuffix(":")
        if name.casefold() in names or (len(words) > 2 and place == 0 and table.seats.of_letter(name) is not None):
            return [words[place]], rest
    return [], words


def _trump(words: list[str], table: Table) -> list[str]:
    """`hearts are trumps`, `trump is hearts`; and `Cid trumps 6d`, who plays it."""
    places = [place for place, word in enumerate(words) if word.casefold() in _TRUMPS]
    if len(places) != 1:
        return words
    before, after = words[: places[0]], words[places[0] + 1 :]
    if len(after) == 1 and is_card(after[0]) and read_suit(after[0]) is None and table.game.uses(Played):
        return [*before, "plays", *after]
    left = [word for word in (*before, *after) if word.casefold() not in _ARE | _ARTICLES]
    if table.game.uses(TrumpNamed) and left and read_suit(left[-1]) is not None:
        return [*left[:-1], "trump", left[-1]]
    return words


def _turned_up(words: list[str], table: Table) -> list[str]:
    """`5d turned up`, `the 5d is turned up`."""
    plain = [word.casefold() for word in words if word.casefold() not in _ARE]
    up = len(plain) > 1 and is_card(words[0]) and plain[1:] in (["turned", "up"], ["turned"], ["up"])
    return ["turned_up", words[0]] if up and table.game.uses(TurnedUp) else words


def _both_rows(words: list[str], table: Table) -> list[str]:
    """`32 to 35`, of rows that are told by their totals; also where the hand has not begun."""
    rows = table.game.names.get(RowDealt, {}).get("row", ())
    said = [word for word in words if word.casefold() not in {"to", "and", "against"}]
    if len(rows) != 2 or len(said) != 2 or not all(word.isdigit() and int(word) >= _LEAST for word in said):
        return words
    due = any(act.event is RowDealt and not act.optional for act in table.acts)
    return said if due else [rows[0], said[0], rows[1], said[1]]


def _has_it(words: list[str], table: Table) -> list[str]:
    """`Cid has it`, `Cid plays the five`, where it is asked who does, and that is what is due."""
    asked = [act for act in table.acts if act.who]
    plain = tuple(word.casefold() for word in words)
    said = next((len(one) for one in _HAS if plain[-len(one) :] == one and len(plain) > len(one)), 0)
    due = {str(getattr(choice, "card", "??"))[0] for act in asked for choice in act.choices or ()}
    if len(plain) > 2 and plain[-2] in _HAS_IT and plain[-1] in _RANK_WORDS and due == {read_rank(plain[-1])}:
        said = 2
    return words[:-said] if said and asked else words


def _from_where(words: list[str], _table: Table) -> list[str]:
    """`6h from the display`: the place, as it is typed."""
    plain = [word.casefold() for word in words]
    if "from" not in plain or plain[-1] not in _AREAS:
        return words
    at = plain.index("from")
    return [*words[:at], words[-1]] if all(word in _ARTICLES | {"his", "her"} for word in plain[at + 1 : -1]) else words


def answers_in_full(words: Sequence[str], acts: Sequence[Act]) -> Act | None:
    """The act that is asked for in just these words, with one thing alone that it may be; None if there is none."""
    said = " ".join(word.casefold() for word in words if word.casefold() not in _ARTICLES)
    return next(
        (act for act in acts if act.choices is not None and len(act.choices) == 1 and said and _bare(act.asks) == said),
        None,
    )


def _bare(text: str) -> str:
    return " ".join(word for word in text.casefold().split() if word not in _ARTICLES)


_LAWS: Final[tuple[Callable[[list[str], Table], list[str]], ...]] = (
    _without_articles,
    _dealt_each,
    _sets,
    _claims,
    _bets,
    _trump,
    _turned_up,
    _both_rows,
    _has_it,
    _from_where,
)

__all__ = ["all_pass", "answers_in_full", "plainly"]
