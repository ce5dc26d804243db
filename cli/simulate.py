"""`upcard simulate`: sessions of random legal play."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from upcard.cli import completing
from upcard.cli.output import progress, put_bytes, say
from upcard.schemas.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from upcard.schemas.events import Event, Opened

OPTION = typer.Option(
    "-O",
    "--option",
    metavar="NAME=VALUE",
    help="A house rule; `upcard games GAME` lists them.",
    autocompletion=completing.RULES,
)
PRESET = typer.Option(
    "--preset", help="A rule book, where a game has more than one.", autocompletion=completing.PRESETS
)
PLAYERS = typer.Option("--players", min=1, help="How many play.")


def simulate(
    game: Annotated[str, typer.Argument(help="The game; `upcard games` lists them.", autocompletion=completing.GAMES)],
    hands: Annotated[
        int, typer.Option("--hands", min=1, help="Hands in all; a game that ends early is followed by another.")
    ] = 1,
    sessions: Annotated[int, typer.Option("--sessions", min=1, help="So many times over.")] = 1,
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same bytes.")] = 0,
    players: Annotated[int | None, PLAYERS] = None,
    option: Annotated[list[str] | None, OPTION] = None,
    preset: Annotated[str | None, PRESET] = None,
    hide: Annotated[
        str | None, typer.Option("--hide", metavar="hands|all-but:S", help="As all saw it, or as seat S did.")
    ] = None,
    out: Annotated[Path | None, typer.Option("-o", "--out", help="A folder: a file a session.")] = None,
) -> None:
    """Make sessions of random legal play. One stream of logs, or a file each.

    Example: upcard simulate big_two --hands 100 --seed 7 | upcard verify -
    """
    from upcard.cli.recorder.setup import read_options
    from upcard.engine.game import find
    from upcard.engine.simulate import Setup, played

    found = find(game)
    options = read_options(option or [], found)
    found.check_options(found.house_rules(options, preset), players or 4)
    setup = Setup(game=game, seed=seed, seats=players, preset=preset, options=options)
    viewer = _viewer(hide)
    count = 0
    with progress("playing") as told:
        for header, events in played(setup, hands=hands, count=sessions):
            count += 1
            told(str(count))
            _write(header, events, viewer, out)
    if out is not None:
        say(f"{counted(count, 'log')} in {out}")


def _viewer(hide: str | None) -> int | None:
    from upcard.schemas.errors import UsageError

    if hide is None:
        return None
    if hide == "hands":
        return -1
    seat = hide.removeprefix("all-but:")
    if seat != hide and seat.isdecimal():
        return int(seat)
    raise UsageError(f"--hide {hide!r}", hint="hands, or all-but:2")


def _write(header: "Opened", events: "Iterator[Event]", viewer: int | None, out: Path | None) -> None:
    """Write a session: to standard output as it is played."""
    from upcard.records.chain import sealed_lines
    from upcard.records.redacted import redacted_play
    from upcard.records.storage import make_folder
    from upcard.records.whole import write_whole

    if viewer is not None:
        header, events = redacted_play(header, events, viewer)
    lines = sealed_lines(header, events)
    if out is None:
        put_bytes(lines)
        return
    make_folder(out)
    write_whole(out / f"{header.log}.jsonl", b"".join(lines), named=False)
