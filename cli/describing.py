"""A game's options and rules as rows, for the terminal and for the generated pages."""

from typing import Any

from upcard.engine.kernel.game import Game
from upcard.engine.kernel.listing import rules_of
from upcard.schemas.options import describe


def option_rows(game: Game) -> list[dict[str, str]]:
    """A row an option: name, clause, what it takes, its default in each preset, what it does."""
    rows = []
    for name, field in game.options.fields.items():
        extra = field.json_schema_extra
        clause = str(extra.get("clause", "")) if isinstance(extra, dict) else ""
        defaults = {
            preset: word(game.presets.get(preset, {}).get(name, field.default))
            for preset in list(game.presets) or ["default"]
        }
        row = {"option": name, "clause": clause, "takes": describe(field.annotation), **defaults}
        rows.append({**row, "says": field.description or ""})
    return rows


def word(value: Any) -> str:
    """A value as it is typed on the command line."""
    if value is None or isinstance(value, bool):
        return str(value).lower()
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def rule_rows(game: Game) -> list[dict[str, str]]:
    """A row a rule: clause, name, what it says, at which event it is asked, what kind of finding breaks it."""
    return [
        {
            "clause": one.rule.clause,
            "name": one.rule.name,
            "says": one.rule.says,
            "asked_at": one.asked_at,
            "kind": one.rule.kind,
        }
        for one in rules_of(game)
    ]
