"""Generated pages: one a game, and the JSON Schemas of the log."""

import ast
import inspect
import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, get_args

import msgspec
import typer

from tools.writing import writing
from upcard.cli.app import COMMANDS, app
from upcard.cli.describing import option_rows, rule_rows, word
from upcard.cli.frames import transcript
from upcard.engine.effective import effective
from upcard.engine.game import own_games
from upcard.engine.kernel.game import Game
from upcard.records.archive.described import described
from upcard.records.logfile import read_log
from upcard.records.queries import Chart, questions
from upcard.schemas.codec import json_schema
from upcard.schemas.events import Base, Event
from upcard.schemas.events.base import tag
from upcard.schemas.findings import Doubt, Finding

SAMPLES = Path(__file__).resolve().parents[1] / "sample_logs"


TABLES_ARE = (
    'Generated from the comments of an archive, which SQL reads from `duckdb_columns()` too. `upcard query "SELECT ..."` and',
    "`upcard.open(...).query(...)` ask these; questions that have names: [questions.md](questions.md).",
    "",
    "A log is one session; a hand is named by its log and its number. `player` is an id in tables that are filled from logs: the view",
    "`players` says who that is, and the views `results` and `breaches` have the names.",
)
"""What stands above the tables."""


def pages() -> dict[str, Callable[[], str]]:
    """What is generated from the games and the vocabulary, by path."""
    made: dict[str, Callable[[], str]] = {f"docs/games/{game.key}.md": partial(game_page, game) for game in own_games()}
    made |= transcripts()
    made["docs/cli.md"] = cli_page
    made["docs/events.md"] = event_page
    made["docs/tables.md"] = table_page
    made["docs/questions.md"] = question_page
    made["schemas/json/event.json"] = lambda: schema(Event, "One line of an upcard/1 log")
    made["schemas/json/finding.json"] = lambda: schema(Finding, "A finding, as `upcard verify --json` prints it")
    made["schemas/json/doubt.json"] = lambda: schema(Doubt, "A doubt, as `upcard verify --doubts --json` prints it")
    return made


def schema(kind: Any, title: str) -> str:
    """The JSON Schema of a type."""
    text = {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title, **json_schema(kind)}
    return json.dumps(text, indent=1, ensure_ascii=False) + "\n"


def game_page(game: Game) -> str:
    """A game's reference: options, rules with their clauses, what an audit proves, samples."""
    least, most = game.seats
    seats = f"{least}" if least == most else f"{least} to {most}"
    lines = [
        f"# {game.title}",
        "",
        f"`{game.key}`: {game.says}. {seats} players; the {game.best} {game.score.split('/')[-1]} win.",
        "",
        "## What an audit can prove",
        *[f"- {sentence}" for sentence in game.proves],
        "",
        *writing(game),
        "## Options",
        *option_table(game),
        "",
        "## Rules",
        "| clause | name | says | asked at | finding |",
        "|---|---|---|---|---|",
        *rule_table(game),
        "",
        *closer_names(game),
        *ends_table(game),
        *sheet_table(game),
        *sample_list(game),
    ]
    return "\n".join(lines).rstrip() + "\n"


def closer_names(game: Game) -> Iterator[str]:
    """The names that findings have in place of that of their rule, where they say more closely what was wrong: `wrong_size`."""
    tree = ast.parse(inspect.getsource(inspect.getmodule(game.turn_of) or game.turn_of))
    calls = [one for one in ast.walk(tree) if isinstance(one, ast.Call) and getattr(one.func, "id", "") == "Broken"]
    values = [word.value for call in calls for word in call.keywords if word.arg == "name"]
    names = {value.value for value in values if isinstance(value, ast.Constant) and isinstance(value.value, str)}
    if closer := sorted(names - {row["name"] for row in rule_rows(game)}):
        told = ", ".join(f"`{name}`" for name in closer)
        yield from (f"Findings may also be called, by what was wrong more closely: {told}.", "")


def ends_table(game: Game) -> list[str]:
    """Why a hand ends, or has no end, as results tell it; and what decides a session."""
    rows = [f"| `{how}` | {says} |" for how, says in game.ends.items()]
    closing = [f"Who is ahead at the close has won ({game.closing}).", ""] if game.closing else []
    return [
        "## How a hand ends",
        "As `how` of a result has it:",
        "",
        "| key | in words |",
        "|---|---|",
        *rows,
        "",
        *closing,
        *marks_table(game),
    ]


def marks_table(game: Game) -> Iterator[str]:
    """What is counted of a hand besides points, if anything is."""
    if game.marked:
        yield from ("## What is counted", "The table `marks` of an archive has a row for each, by seat and hand:", "")
        yield from ("| name | what |", "|---|---|")
        yield from (f"| `{name}` | {says} |" for name, says in game.marked.items())
        yield ""


def table_page() -> str:
    """Every table and view of an archive with its columns."""
    lines = ["# Tables of the archive", "", *TABLES_ARE, ""]
    for table in described():
        lines += [f"## {'View' if table.is_view else 'Table'} `{table.name}`", "", table.says, ""]
        lines += ["| column | type | what |", "|---|---|---|"]
        lines += [f"| `{one.name}` | {kind_of(one.kind)} | {one.says} |" for one in table.columns] + [""]
    return "\n".join(lines).rstrip() + "\n"


QUESTIONS_ARE = (
    "Generated from the questions themselves. `upcard query NAME -p PARAMETER=VALUE` asks one, `upcard.open(...).query(NAME, PARAMETER=VALUE)`",
    "does the same from Python. With `--hands` it lists the hands behind its numbers, with `--columns` it says what its columns are.",
    "",
    "Hands that do not count are left out, and so are redacted copies of logs that are here as well. What a record cannot tell is in no",
    "number but in those that count the unknown, as `unknown` does.",
    "",
    "## Questions of your own",
    "",
    "A file `NAME.sql` in the folder `years.questions` beside `years.duckdb`, or in one that `--questions DIR` or `UPCARD_QUESTIONS` names, is a",
    "question like these: a header, SQL over the [tables](tables.md), and after a line `-- hands` the hands behind it. It may read the",
    "archive and nothing else. Parameters called `game`, `player`, `log`, `since`, `until` and `kind` are looked up as here, and others are",
    "texts, or what stands between brackets; with `since` and `until` come `season` and `begins`. A parameter not given is NULL.",
    "",
    "A line `-- chart: ...` says how `--chart` and a [report](report.md) draw the answer: `bars of FIGURE by NAME`, where the name may be of",
    "several columns, `by NAME and NAME`; or `curve of FIGURE by DAY for each NAME`, where what follows the day may be left out. There is a",
    "chart for each game where the header has a column `game`; a figure that is not known is not drawn. A report draws what can be asked of",
    "all that it is about: with `since` and `until` of a day or a season, with `log` of a session, with `player` of a person.",
    "",
    "```sql",
    "-- title: Fried: hands with so many points or more",
    "-- param game: only this game",
    "-- param since: from this day on",
    "-- param until: up to and with this day",
    "-- param most [number]: so many points; else 11",
    "-- column player: the person",
    "-- column times: how often",
    "-- chart: bars of times by player",
    "SELECT player, count(*) AS times FROM results",
    "WHERE points >= coalesce($most, 11) AND ($game IS NULL OR game = $game)",
    "  AND ($since IS NULL OR day >= $since::DATE) AND ($until IS NULL OR day <= $until::DATE)",
    "GROUP BY player ORDER BY times DESC, player",
    "-- hands",
    "SELECT game, day, log, hand, player, points FROM results",
    "WHERE points >= coalesce($most, 11) AND ($game IS NULL OR game = $game)",
    "  AND ($since IS NULL OR day >= $since::DATE) AND ($until IS NULL OR day <= $until::DATE)",
    "ORDER BY time_order, seat",
    "```",
)
"""What stands above the questions."""


def question_page() -> str:
    """Every named question with its parameters and columns."""
    lines = ["# Questions", "", *QUESTIONS_ARE, ""]
    for one in questions().values():
        lines += [f"## `{one.name}`", "", f"{one.title}.", "", "| parameter | takes | what |", "|---|---|---|"]
        lines += [f"| `{name}` | {taken(one.kinds[name])} | {says} |" for name, says in one.params.items()]
        lines += ["", "| column | what |", "|---|---|"]
        lines += [f"| `{name}` | {says} |" for name, says in one.columns.items()] + [""]
        lines += [f"`--chart` draws {drawn_as(one.chart)}.", ""] if one.chart else []
    return "\n".join(lines).rstrip() + "\n"


def drawn_as(chart: Chart) -> str:
    """What is drawn of an answer, in words."""
    what = f"`{chart.figure}` by {' and '.join(f'`{name}`' for name in chart.names)}"
    series = f", for each `{chart.series}`" if chart.series else ""
    return f"a curve of {what}{series}" if chart.curved else f"bars of {what}"


def taken(kind: str) -> str:
    """What a parameter takes, in words."""
    if "|" in kind:
        return ", ".join(f"`{word}`" for word in kind.split("|"))
    words = {
        "log": "an id, or its beginning",
        "player": "a name or id",
        "finding": "a kind of finding",
        "day": "`2026-11-20`",
    }
    return words.get(kind, f"a {kind}")


def kind_of(kind: str) -> str:
    """A type of DuckDB; what some versions call a struct and some a tuple is a row."""
    return "row" if kind.startswith(("STRUCT", "TUPLE")) else kind


def event_page() -> str:
    """Every event with what it means and its keys."""
    lines = [
        "# All events",
        "",
        "Generated from the types. What every event may carry is in [format.md](format.md).",
        "",
    ]
    for kind in sorted(get_args(Event), key=tag):
        config = kind.__struct_config__
        lines += [f"## `{config.tag}`", "", inspect.cleandoc(kind.__doc__), ""]
        own = [field for field in msgspec.structs.fields(kind) if field.name not in Base.__struct_fields__]
        if own:
            lines += ["| key | needed | default | seen by |", "|---|---|---|---|"]
            lines += [event_row(kind, field) for field in own] + [""]
    return "\n".join(lines).rstrip() + "\n"


def event_row(kind: Any, field: msgspec.structs.FieldInfo) -> str:
    """A key of an event."""
    needed = "yes" if field.required else ""
    default = "" if field.required else f"`{word(field.default).replace('none', 'null')}`"
    seen = {"seat": "its seat", "pair": "its seat and `to`", "each": "each seat its own", "nobody": "nobody"}
    return f"| `{field.encode_name}` | {needed} | {default} | {seen.get(kind.hidden.get(field.name), 'all')} |"


def option_table(game: Game) -> Iterator[str]:
    """A row an option, with its default in each preset."""
    rows = option_rows(game)
    yield f"What is not the default stands in the header by its name: `{house_rule(game)}`."
    yield ""
    yield f"| {' | '.join(rows[0])} |"
    yield "|---" * len(rows[0]) + "|"
    for row in rows:
        coded = {
            name: f"`{value}`" if name not in {"clause", "takes", "says"} else value for name, value in row.items()
        }
        yield f"| {' | '.join(coded.values())} |"


def house_rule(game: Game) -> str:
    """One option with another value than the usual one, as a header has it: the first that is a choice of words or of yes and no."""
    others = {
        name: value
        for name, field in game.options.fields.items()
        for value in (not field.default,) * isinstance(field.default, bool) or get_args(field.annotation)
        if isinstance(value, bool | str) and value != field.default
    }
    name = next(iter(others))
    return f'"options":{{"{name}":{json.dumps(others[name])}}}'


def rule_table(game: Game) -> Iterator[str]:
    """A row a rule, in the order of the clauses as they are asked."""
    for row in rule_rows(game):
        yield f"| {row['clause']} | `{row['name']}` | {row['says']} | `{row['asked_at']}` | {row['kind']} |"


def cli_page() -> str:
    """Every command with its arguments and options."""
    command: Any = typer.main.get_command(app)
    lines = ["# Command line", "", f"{command.help} {command.epilog}", ""]
    for name in COMMANDS:
        lines += command_section(f"upcard {name}", command.commands[name])
    return "\n".join(lines).rstrip() + "\n"


def command_section(name: str, one: Any) -> Iterator[str]:
    """What a command does, with its arguments and options; of a group of commands the same for each."""
    yield from (f"## `{name}`", "", inspect.cleandoc(one.help or ""), "")
    group = getattr(one, "commands", {})
    if not group:
        yield from ("| argument or option | what it is |", "|---|---|")
        yield from (f"| {called(param)} | {param.help or ''} |" for param in one.params if param.name != "help")
        yield ""
    for part, command in group.items():
        yield from command_section(f"{name} {part}", command)


def called(param: Any) -> str:
    """How an argument or option is written."""
    if param.param_type_name == "argument":
        return f"`{param.metavar or param.name.upper()}`"
    written = ", ".join([*param.opts, *param.secondary_opts])
    return f"`{written}`" if param.is_flag else f"`{written} {param.metavar or param.name.upper()}`"


def transcripts() -> dict[str, Callable[[], str]]:
    """A transcript beside each sample log."""
    return {
        f"sample_logs/{path.parent.name}/{path.stem}.txt": partial(transcribed, path)
        for path in sorted(SAMPLES.glob("*/*.jsonl"))
    }


def transcribed(path: Path) -> str:
    """A log in words, with what is found in it."""
    return "\n".join(transcript(effective(read_log(path).log))) + "\n"


def sheet_table(game: Game) -> Iterator[str]:
    """The columns of the score sheet, and of what else people keep."""
    if not game.sheet and not game.book:
        return
    yield from (
        "## Score sheet",
        "| column | is also called | key | per | what stands in it |",
        "|---|---|---|---|---|",
    )
    for column in (*game.sheet, *game.book):
        others = (f"{word} (all the others)" for word in column.others)
        also = ", ".join((*column.also, *(f"{part} ..." for part in column.parts), *others))
        name = f"`{tag(column.event)}.{column.field}`"
        yield f"| {column.title} | {also} | {name} | {column.per} | {column.says} |"
    yield ""


def sample_list(game: Game) -> Iterator[str]:
    """The sample logs of the game, with their transcripts."""
    logs = sorted((SAMPLES / game.key).glob("*.jsonl"))
    if not logs:
        return
    yield "## Samples"
    for path in logs:
        says = path.stem.replace("_", " ")
        yield f"- [{says}](../../sample_logs/{game.key}/{path.name}) and its [transcript](../../sample_logs/{game.key}/{path.stem}.txt)"
    yield ""
