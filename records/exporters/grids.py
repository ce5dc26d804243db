"""Logs as the cells of a score sheet: lines that say what goes for all hands, headings, and a row a hand, or a row an act."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

from upcard.engine.game import find
from upcard.engine.kernel.game import Column, Game
from upcard.records.exporters.hands import HandRow
from upcard.records.importers.labels import replaced
from upcard.records.importers.titles import apart, pair_of
from upcard.schemas.cards import SUIT_NAMES
from upcard.schemas.events import Event, Opened, Scored

Plain = str | int | Decimal
"""What is put into a cell; an empty one is the empty text."""


def grid_of(
    header: Opened, hands: Iterable[HandRow], ids: Mapping[str, str] | None = None, session: int = 1
) -> list[list[Plain]]:
    """The sheet of a log, of its header and its hands. ids: of those who are called otherwise in it, by name; session: its number
    among those of one day and table, which import would take for one otherwise.
    """
    game = find(header.game)
    if game.book:  # players come and go between hands, and their bets stay
        listed = list(hands)
        names = tuple(dict.fromkeys(name for hand in listed for name in hand.seats if name))
        return [*_lines(header, game, names or header.seats, ids or {}, session), [], *_booked(game, header, listed)]
    rows: list[list[Plain]] = []
    for seats, some in _tables(hands):
        rows += [[]] * bool(rows)
        names = tuple(filter(None, seats))
        rows += [*_lines(header, game, names, ids or {}, session), [], *_Scored(game, seats, some, ids or {}).rows()]
    return rows or list(_lines(header, game, header.seats, ids or {}, session))


def _tables(hands: Iterable[HandRow]) -> Iterator[tuple[tuple[str, ...], list[HandRow]]]:
    """The hands that one table can hold, and who sat on its seats first: others may take them, one after the other."""
    first: tuple[str, ...] = ()
    now: tuple[str, ...] = ()
    some: list[HandRow] = []
    for hand in hands:
        if some and _moves(now, hand.seats) is None:
            yield first, some
            some = []
        first = tuple(one or other for one, other in zip(first, hand.seats, strict=True)) if some else hand.seats
        now = tuple(other or one for one, other in zip(now, hand.seats, strict=True)) if some else hand.seats
        some.append(hand)
    if some:
        yield first, some


def _moves(now: Sequence[str], then: Sequence[str]) -> list[tuple[int, str]] | None:
    """Who takes which seat, in an order in which nobody sits on two; None if there is none, or a line could not say it."""
    sit, moves = list(now), []
    left = [(seat, name) for seat, name in enumerate(then) if name and sit[seat] and name != sit[seat]]
    while left:
        move = next(((seat, name) for seat, name in left if name not in sit), None)
        if move is None or replaced(f"{move[1]} for {sit[move[0]]}") != (move[1], sit[move[0]]):
            return None
        sit[move[0]] = move[1]
        moves.append(move)
        left.remove(move)
    return moves


def _lines(
    header: Opened, game: Game, seats: tuple[str, ...], ids: Mapping[str, str], session: int
) -> Iterator[list[Plain]]:
    """What goes for all hands."""
    yield ["Game", game.key]
    yield ["Players", *seats]
    if set(seats) & ids.keys():
        yield ["Ids of players", *(ids.get(name, name) for name in seats)]
    if header.at:
        yield ["Date", header.at[:10]]
    if session > 1:
        yield ["Session", session]
    if header.place:
        yield ["Place", header.place]
    if header.preset:
        yield ["Rules", header.preset]
    if header.options:
        yield ["House rules", *(f"{name}={_option(value)}" for name, value in header.options.items())]
    if header.buy_in is not None:
        yield ["Start", header.buy_in]


def _option(value: Any) -> str:
    """A house rule as it is typed."""
    if isinstance(value, list | tuple):
        return ",".join(map(str, value))
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)


class _Scored:
    """Hands as rows of their `scored`, a column for each player or side. seats: who sat there first; ids: of those who are called
    otherwise in the log.
    """

    def __init__(self, game: Game, seats: Sequence[str], hands: Sequence[HandRow], ids: Mapping[str, str]) -> None:
        self._game, self._hands, self._seats, self._ids = game, hands, seats, ids
        written = [hand.row for hand in hands if hand.row is not None]
        self._columns = [
            column for column in game.sheet if any(getattr(row, column.field) is not None for row in written)
        ]
        self._dealer = any(hand.dealer is not None for hand in hands) and not any(
            column.title == "dealer" for column in game.sheet
        )
        self._void = any(row.void for row in written)

    def rows(self) -> Iterator[list[Plain]]:
        """Headings, and a row a hand; a line says who takes whose seat."""
        headings: list[Plain] = ["Hand", *["Dealer"] * self._dealer]
        for column in self._columns:
            headings += self._headings(column)
        yield [*headings, *["Void"] * self._void, "Note"]
        for hand in self._hands:
            yield from self._taken(hand.seats)
            row = hand.row or Scored()
            cells: list[Plain] = [hand.number]
            if self._dealer:
                cells.append("" if hand.dealer is None else self._seats[hand.dealer])
            for column in self._columns:
                cells += self._cells(column, getattr(row, column.field), hand.seats)
            cells += ["void" if row.void else ""] * self._void
            yield [*cells, "; ".join(hand.notes)]

    def _taken(self, seats: Sequence[str]) -> Iterator[list[Plain]]:
        """Lines that say who takes whose seat, and the ids of all after them."""
        sit = list(self._seats)
        moves = _moves(sit, seats) or []
        for seat, name in moves:
            yield [f"{name} for {sit[seat]}"]
            sit[seat] = name
        self._seats = sit
        if moves and set(sit) & self._ids.keys():
            yield ["Ids of players", *(self._ids.get(name, name) for name in sit if name)]

    def _headings(self, column: Column) -> list[str]:
        if column.per in {"hand", "list"}:
            return [column.title]
        if column.parts:
            return [f"{part} {column.title}" for part in column.parts]
        whose = [" & ".join(self._seats[side::2]) for side in range(2)]
        if column.per == "seat":
            whose = [name for name in self._seats if name]
        named = [f"{who} {column.title}" for who in whose]
        if all(_is_clear(heading, who, column, self._game) for heading, who in zip(named, whose, strict=True)):
            return named
        return [column.title] * len(named)  # whose it is, is told by the order of the players

    def _cells(self, column: Column, value: Any, here: Sequence[str]) -> list[Plain]:
        if column.per == "seat":
            figures = iter(value or [""] * len(self._seats))
            return [next(figures) if sat else "away" for name, sat in zip(self._seats, here, strict=True) if name]
        width = 2 if column.per == "side" else 1
        if value is None:
            return [""] * width
        if column.per == "side":
            return list(value)
        if column.per == "list":
            return [", ".join(self._named(seat) for seat in value)]
        return [self._single(column, value)]

    def _single(self, column: Column, value: Any) -> Plain:
        if column.field == "seat":
            return self._named(value)
        if column.field == "side":
            words = [word for word, number in column.values if number == value]
            return words[0] if words else " & ".join(self._seats[value::2])
        return SUIT_NAMES.get(value, value) if isinstance(value, str) else int(value)

    def _named(self, seat: int) -> str:
        return self._seats[seat] if seat < len(self._seats) else str(seat)


def _is_clear(heading: str, who: str, column: Column, game: Game) -> bool:
    """Whether a heading will be read as what it is."""
    found = apart(heading, game)
    return column in found.columns and found.who == who and (column.per == "side") == bool(pair_of(who))


def _booked(game: Game, header: Opened, hands: Sequence[HandRow]) -> Iterator[list[Plain]]:
    """Hands as rows of what is in a book: a row for each act of a player, and what goes for the hand in the first of them."""
    scales = vars(game.house_rules(header.options, header.preset))
    yield ["Hand", "Player", *(column.title for column in game.book), "Note"]
    for hand in hands:
        whole: dict[Column, Plain] = {}
        acts: dict[tuple[int, str], dict[Column, Plain]] = {}
        for seat, event in hand.acts:
            filled = dict(_filled(game, event, scales))
            if seat is None:
                whole |= filled
            else:
                acts.setdefault((seat, getattr(event, "bet", "")), {}).update(filled)
        for place, ((seat, bet), cells) in enumerate(list(acts.items()) or [((-1, ""), {})]):
            filled = {**cells, **(whole if not place else {})}
            name = hand.seats[seat] if 0 <= seat < len(hand.seats) else ""
            told = [bet if column.field == "bet" else filled.get(column, "") for column in game.book]
            yield [hand.number, name, *told, "; ".join(hand.notes) if not place else ""]


def _filled(game: Game, event: Event, scales: Mapping[str, Any]) -> Iterator[tuple[Column, Plain]]:
    """What an act has of the columns of its kind."""
    for column in game.book:
        if column.event is type(event) and all(getattr(event, name) == value for name, value in column.given):
            value = getattr(event, column.field)
            if isinstance(value, str):
                yield column, value
            elif value is not None:
                scale = scales.get(column.scale, 1) if column.scale else 1
                yield column, value // scale if value % scale == 0 else Decimal(value) / scale
