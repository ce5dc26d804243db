"""Events and findings in words."""

from collections.abc import Callable, Sequence
from typing import Final

from upcard.cli.safe import safe_text
from upcard.engine.game import find
from upcard.engine.kernel.game import Game
from upcard.schemas.errors import TOLD, UpcardError, shortened
from upcard.schemas.events import Amended, Event, Inserted, Opened, Retracted
from upcard.schemas.events.words import Written, act_in_words
from upcard.schemas.findings import Doubt, Finding
from upcard.schemas.wording import in_coins, with_names


def describe(
    event: Event,
    players: Sequence[str],
    card: Written = str,
    seated: Callable[[int], str] | None = None,
    coin: int = 1,
) -> str:
    """An event in a line. seated: how a seat is called, if not by its number and name; coin: how many units a coin has."""
    says = act_in_words(event, seated or (lambda seat: who(seat, players)), card, whole=True, coin=coin)
    rest = ["(refused)"] * event.refused + [f"({event.note})"] * bool(event.note)
    return safe_text(" ".join([says, *rest]))


def described(header: Opened) -> str:
    """A header in a line: the game, who sits where, and the house rules that are not the usual."""
    seats = ", ".join(f"{seat} {player or '(empty)'}" for seat, player in enumerate(header.seats))
    rules = [header.preset or "", *(f"{name}={value}" for name, value in (header.options or {}).items())]
    said = " ".join(rules).strip()
    return safe_text(f"{header.game}: {seats}{f'; {said}' if said else ''}")


_TOLD: Final = frozenset({"format", "log", "game", "seats", "preset", "options"})


def coin_of(header: Opened) -> int:
    """Units in the coin in which money is typed and told; 1 where a game has none, or is not known here."""
    try:
        return int(find(header.game).coin_of(header))
    except UpcardError:
        return 1


def said_on(event: Event | None, players: Sequence[str], coin: int) -> str:
    """What a line says, also a header with all that is in it, or an amendment. coin: how many units a coin has."""
    match event:
        case None:
            return "nothing"
        case Opened():
            more = {name: getattr(event, name) for name in event.__struct_fields__ if name not in _TOLD}
            if event.buy_in is not None:
                more["buy_in"] = in_coins(event.buy_in, coin)
            rest = [
                safe_text(f"{name} {value}") for name, value in more.items() if value is not None and value is not False
            ]
            return "; ".join([described(event), *rest])
        case Amended():
            return f"line {event.line} is now: {said_on(event.event, players, coin)}"
        case Retracted():
            return f"line {event.line} did not happen"
        case Inserted():
            return said_on(event.event, players, coin)
    return describe(event, players, coin=coin)


def who(seat: int | None, players: Sequence[str]) -> str:
    """A seat with the name of who sits there."""
    if seat is None:
        return "somebody"
    name = players[seat] if seat < len(players) else ""
    return f"seat {seat} {name}" if name else f"seat {seat}"


def told(finding: Finding, players: Sequence[str]) -> str:
    """A finding in a line: its kind and clause, whose, what, and which line proves it."""
    cards = f" [{' '.join(finding.cards)}]" if finding.cards else ""
    proof = "" if finding.found_at == finding.at else f", proven by line {finding.found_at}"
    seat = f"{who(finding.seat, players)}: " if finding.seat is not None else ""
    says = shortened(_by_name(finding.says, players), TOLD)
    return safe_text(f"line {finding.at}: {finding.kind} {finding.clause} {finding.name}: {seat}{says}{cards}{proof}")


def told_doubt(doubt: Doubt, players: Sequence[str]) -> str:
    """A doubt in a line."""
    seat = who(doubt.seat, players) if doubt.seat is not None else "any hand"
    says = _by_name(doubt.says, players)
    return safe_text(f"line {doubt.at}: doubt {doubt.id}: {says}; broken if {seat} had one of {' '.join(doubt.cards)}")


def _by_name(says: str, players: Sequence[str]) -> str:
    """What is told, with the players in place of their seats."""
    return with_names(says, lambda seat: players[seat] if seat < len(players) else None)


def points(amount: int, game: Game) -> str:
    """An amount in the game's own unit."""
    one, _, many = game.score.partition("/")
    return f"{amount} {one if amount == 1 else many or one}"
