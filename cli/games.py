"""`upcard games`: the games, or one with its rules and options."""

from typing import TYPE_CHECKING, Annotated

import typer

from upcard.cli import completing
from upcard.cli.output import JSON, put, put_json, put_table, say

if TYPE_CHECKING:
    from upcard.engine.kernel.game import Game


def games(
    game: Annotated[
        str | None, typer.Argument(help="A game, to see its rules and options.", autocompletion=completing.GAMES)
    ] = None,
    json: Annotated[bool, JSON] = False,
) -> None:
    """List the games, or print the rules of one. Each rule with its clause, the options with defaults, and what audits can prove.

    Example: upcard games court_piece
    """
    from upcard.engine.game import all_games, find, keys
    from upcard.engine.installed import problems

    if game is not None:
        _one(find(game), json)
        return
    rows = [(one.key, one.title, one.family, _seats(one.seats), one.says) for one in all_games()]
    for problem in problems(keys()):
        say(f"skipped: {problem}")
    columns = ("game", "title", "family", "players", "says")
    if json:
        for row in rows:
            put_json(dict(zip(columns, row, strict=True)))
        return
    put_table(columns, rows)


def _one(game: "Game", json: bool) -> None:
    from upcard.cli.describing import option_rows, rule_rows

    options, rules = option_rows(game), rule_rows(game)
    if json:
        put_json(
            {
                "game": game.key,
                "title": game.title,
                "players": list(game.seats),
                "presets": list(game.presets),
                "proves": list(game.proves),
                "options": options,
                "rules": rules,
                "sheet": [
                    {"column": one.title, "field": one.field, "per": one.per, "says": one.says, "also": list(one.also)}
                    for one in (*game.sheet, *game.book)
                ],
            }
        )
        return
    put(
        f"{game.title} ({game.key}): {game.says}. {_seats(game.seats)} players; the {game.best} {game.score.split('/')[-1]} win."
    )
    put("")
    put("What an audit can prove:")
    for sentence in game.proves:
        put(f"  - {sentence}")
    if options:
        put_table(tuple(options[0]), [tuple(row.values()) for row in options], title="Options (-O name=value)")
    put_table(tuple(rules[0]), [tuple(row.values()) for row in rules], title="Rules")
    columns = [(one.title, ", ".join(one.also), one.per, one.says) for one in (*game.sheet, *game.book)]
    put_table(("column", "also called", "per", "says"), columns, title="Score sheet")


def _seats(seats: tuple[int, int]) -> str:
    least, most = seats
    return str(least) if least == most else f"{least} to {most}"
