"""A header put right in words: `date 2013-03-20`, `place Town Hall`, `rule target=50`, `seat 2 eve`, `name eve Eve Long`."""

from collections.abc import Callable
from contextlib import suppress
from datetime import date
from typing import Final

import msgspec

from upcard.cli.recorder.book import check
from upcard.cli.recorder.fields import NotRead
from upcard.cli.recorder.setup import read_day, read_options
from upcard.cli.recorder.spoken import read_money, read_number
from upcard.engine.game import find
from upcard.schemas.codec import decode_line
from upcard.schemas.errors import UnreadableError, UpcardError, UsageError
from upcard.schemas.events import Opened

WORDS: Final = "date 2013-03-20, place Town Hall, rule target=50, preset NAME, buy-in 50, seat 2 eve, name eve Eve Long"


def header_like(header: Opened, text: str) -> Opened:
    """The header with what these words say instead; or the one that stands there as JSON. Raises `NotRead`."""
    if text.startswith("{"):
        return _as_json(text)
    word, _, rest = text.strip().partition(" ")
    readers: dict[str, Callable[[Opened, str], Opened]] = {
        "date": _date, "day": _date, "place": _place, "rule": _rule, "preset": _preset, "buy-in": _buy_in,
        "seat": _seat, "name": _name,
    }  # fmt: skip
    reader = readers.get(word.casefold())
    if reader is None:
        raise NotRead(word, f"one of: {WORDS}", enough=True)
    new = reader(header, rest.strip())
    check(new)
    return new


def _as_json(text: str) -> Opened:
    try:
        event = decode_line(text.encode(errors="surrogatepass"))
    except UnreadableError as error:
        raise NotRead(text, f"a header as JSON: {error}", enough=True) from None
    if not isinstance(event, Opened):
        raise NotRead(text, "a header: it begins with `opened`", enough=True)
    return event


def _date(header: Opened, text: str) -> Opened:
    """The day alone is put right where only that is said, in any way that people write days; the time of the day stays."""
    day, time = text[:10], text[10:]
    with suppress(ValueError):
        date.fromisoformat(day)
        return msgspec.structs.replace(header, at=day + (time or (header.at or "")[10:]))
    try:
        return msgspec.structs.replace(header, at=read_day(text) + (header.at or "")[10:])
    except UsageError as error:
        raise NotRead(text, f"a day, such as 2013-03-20: {error.message}", enough=True) from None


def _place(header: Opened, text: str) -> Opened:
    return msgspec.structs.replace(header, place=text or None)


def _rule(header: Opened, text: str) -> Opened:
    """House rules over those that are there; what a preset or the game has anyhow is left out."""
    if not text:
        raise NotRead("", "a house rule, such as target=50", enough=True)
    try:
        game = find(header.game)
        preset = game.preset(header.preset)
        given = {**(header.options or {}), **read_options(text.split(), game)}
        rules = game.options.read(given, preset)
        usual = game.options.read({}, preset)
    except UpcardError as error:
        raise NotRead(text, f"a house rule, such as target=50: {error}", enough=True) from None
    options = {name: value for name, value in vars(rules).items() if name in given and value != getattr(usual, name)}
    return msgspec.structs.replace(header, options=options or None)


def _preset(header: Opened, text: str) -> Opened:
    return msgspec.structs.replace(header, preset=text or None)


def _buy_in(header: Opened, text: str) -> Opened:
    """In coins, where the game has them."""
    try:
        game = find(header.game)
        number = read_money(text, game.coin_of(header)) if text else None
        new = msgspec.structs.replace(header, buy_in=number)
        game.check_buy_in(new)
    except UpcardError as error:
        raise NotRead(text, f"no buy-in: {error}", enough=True) from None
    if text and number is None:
        raise NotRead(text, "how many counters each player began with", enough=True)
    return new


def _seat(header: Opened, text: str) -> Opened:
    number, _, player = text.partition(" ")
    seat = read_number(number)
    if seat is None or not 0 <= seat < len(header.seats):
        raise NotRead(number, f"a seat from 0 to {len(header.seats) - 1}, and who sat there", enough=True)
    seats = (*header.seats[:seat], player.strip(), *header.seats[seat + 1 :])
    return msgspec.structs.replace(header, seats=seats)


def _name(header: Opened, text: str) -> Opened:
    player, _, name = text.partition(" ")
    if player not in {*header.seats, *(header.names or {})}:
        raise NotRead(player, f"the id of a player, of {', '.join(filter(None, header.seats))}", enough=True)
    names = {**(header.names or {}), player: name.strip()}
    kept = {one: called for one, called in names.items() if called}
    return msgspec.structs.replace(header, names=kept or None)
