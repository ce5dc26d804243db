"""A game's options and rules as rows, for the terminal and for the generated pages."""

from typing import Any

from upcard.engine.common import RULES, rules_of
from upcard.engine.game import Game, Rule
from upcard.schemas.options import describe


def option_rows(game: Game) -> list[dict[str, str]]:
    """A row an option: name, clause, what it takes, its default in each preset, what it does."""
    rows = []
    for name, field in game.options.model_fields.items():
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


def _rule_row(rule: Rule, asked: str) -> dict[str, str]:
    return {"clause": rule.clause, "name": rule.name, "says": rule.says, "asked_at": asked, "kind": rule.kind}


def rule_rows(game: Game) -> list[dict[str, str]]:
    """A row a rule, as they are asked: clause, name, what it says, at which event, what kind of finding."""
    rows = []
    for kind in dict.fromkeys([*game.rules, *RULES]):
        config = getattr(kind, "__struct_config__", None)
        tag = config.tag if config is not None else None
        asked = str(tag) if tag else {"HandEnded": "end of a hand"}.get(kind.__name__, "close")
        rows += [_rule_row(rule, asked) for rule in rules_of(game, kind) if not rule.late]
    often = {rule: None for kind in game.rules for rule in rules_of(game, kind) if rule.late}
    rows += [_rule_row(rule, "every act, told once") for rule in often]
    if game.matching is not None:
        one = game.matching
        rows.append(
            {"clause": one.clause, "name": one.name, "says": one.says, "asked_at": "every card seen", "kind": "breach"}
        )
    return rows
