"""What a shell completes: games, presets, house rules, questions and their parameters, sessions, people.

A completion is asked for between two keys: whatever goes wrong, nothing is offered and nothing is said.
"""

import io
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, redirect_stdout, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import typer

from upcard.cli.output import put
from upcard.schemas.wording import counted

if TYPE_CHECKING:
    from upcard.engine.kernel.game import Game
    from upcard.records.archive.archive import Archive

Offers = Iterable[tuple[str, str]]
"""Words, each with what it means."""
MOST: Final = 200
"""So many sessions are offered, the latest first."""
NUMBERS: Final = ("5", "10", "20")
"""What is offered where any number may stand."""


def _completing(offer: Callable[[typer.Context, str], Offers]) -> Callable[[typer.Context, str], list[tuple[str, str]]]:
    """What is offered of these that begins as what is typed."""

    def complete(ctx: typer.Context, incomplete: str) -> list[tuple[str, str]]:
        with suppress(Exception):
            return [(value, says) for value, says in offer(ctx, incomplete) if value.startswith(incomplete)]
        return []

    return complete


@contextmanager
def whole_words() -> Iterator[None]:
    """What bash parted at `=`, for which it takes three words, is one word again where a completion is asked for. What stands before the
    last of these is not offered again, as bash goes on behind it.
    """
    before = _join_words() if os.environ.get("_UPCARD_COMPLETE") == "complete_bash" else ""
    if not before:
        yield
        return
    offered = io.StringIO()
    try:
        with redirect_stdout(offered):
            yield
    finally:
        for line in offered.getvalue().splitlines():
            put(line.removeprefix(before))


def _join_words() -> str:
    """Join the words that bash parted at `=`, in the environment variables in which a shell hands over the typed line. Returns the beginning of the
    word that is being typed, as far as bash takes it for a word before.
    """
    words = os.environ.get("COMP_WORDS", "").split("\n")
    at = int(os.environ.get("COMP_CWORD") or 0)
    if "=" not in words or at >= len(words):
        return ""
    joined: list[str] = []
    places = []
    for before, word in zip(["", *words], words, strict=False):
        if joined and "=" in {before, word}:
            joined[-1] += word
        else:
            joined.append(word)
        places.append(len(joined) - 1)
    os.environ["COMP_WORDS"] = "\n".join(joined)
    os.environ["COMP_CWORD"] = str(places[at])
    if words[at] == "=":
        return joined[places[at]]
    return joined[places[at]].removesuffix(words[at]) if words[at - 1] == "=" else ""


def _games(_ctx: typer.Context, _typed: str) -> Offers:
    """All games, those of other packages too."""
    from upcard.engine.game import all_games

    return ((game.key, game.title) for game in all_games())


def _game_of(ctx: typer.Context) -> "Game":
    from upcard.engine.game import find

    return find(_argument(ctx, "game"))


def _argument(ctx: typer.Context, name: str) -> str:
    """An argument that was typed before: where an option waits for its value, it is among what has not been read."""
    return str(ctx.params.get(name) or ctx.args[0])


def _presets(ctx: typer.Context, _typed: str) -> Offers:
    """The presets of the game that was typed."""
    return ((name, "a rule book") for name in _game_of(ctx).presets)


def _rules(ctx: typer.Context, typed: str) -> Offers:
    """The house rules of the game that was typed, and the values of one."""
    from upcard.schemas.options import flatten

    fields = _game_of(ctx).options.fields

    def values(name: str) -> Offers:
        kinds = list(flatten(fields[name].annotation))
        words = [word for kind in kinds for word in (("true", "false") if kind is bool else (kind,))]
        return [(value, fields[name].description or "") for value in words if isinstance(value, str)]

    return _named(typed, {name: field.description or "" for name, field in fields.items()}, values)


def _named(typed: str, names: Mapping[str, str], values: Callable[[str], Offers]) -> Offers:
    """Names with `=`, or the values of the one that was typed. The values also of the only name that fits, as a shell that finds
    one word alone puts a space behind it.
    """
    name, equals, _ = typed.partition("=")
    fitting = [name] if equals else [one for one in names if one.startswith(typed)]
    if len(fitting) == 1 and (told := list(values(fitting[0]))):
        return [(f"{fitting[0]}={value}", says) for value, says in told]
    return [(f"{one}=", says) for one, says in names.items()]


def _questions(ctx: typer.Context, _typed: str) -> Offers:
    """The named questions, one's own too."""
    from upcard.records.asking import own_questions
    from upcard.records.queries import questions

    own, _ = own_questions(_archive(ctx), ctx.params.get("questions"))
    return ((one.name, one.title) for one in [*questions().values(), *own.values()])


def _parameters(ctx: typer.Context, typed: str) -> Offers:
    """The parameters of the question that was typed, and the values of one, as far as they can be listed."""
    from upcard.records.asking import find_question

    question = find_question(_archive(ctx), _argument(ctx, "asked"), ctx.params.get("questions"))
    offers: dict[str, Callable[[typer.Context, str], Offers]] = {
        "game": _games,
        "log": _in_archive,
        "player": _people,
        "finding": _kinds,
        "day": _days,
        "season": _seasons,
        "number": lambda _ctx, _typed: ((number, "") for number in NUMBERS),
    }

    def values(name: str) -> Offers:
        kind = question.kinds[name]
        return [(word, "") for word in kind.split("|")] if "|" in kind else offers[kind](ctx, "")

    return _named(typed, question.params, values)


def _kinds(_ctx: typer.Context, _typed: str) -> Offers:
    from typing import get_args

    from upcard.schemas.findings import FindingKind

    return ((kind, "") for kind in get_args(FindingKind))


def _archive(ctx: typer.Context) -> "Archive":
    """The archive that was typed, or the usual one."""
    from upcard.cli.output import archive_path
    from upcard.records.archive.archive import Archive

    return Archive(archive_path(ctx.params.get("archive") or ctx.params.get("archive_path")))


def _asked(ctx: typer.Context, sql: str) -> Iterator[tuple[Any, ...]]:
    """Rows of the archive that was typed, or of the usual one; none while somebody writes."""
    with _archive(ctx).reading(wait_seconds=0) as connection:
        yield from connection.execute(sql).fetchall()


def _in_archive(ctx: typer.Context, _typed: str) -> Offers:
    """The sessions of the archive, the latest first."""
    sql = f"SELECT log, game, day FROM logs ORDER BY day DESC NULLS LAST, moment DESC, log LIMIT {MOST}"  # noqa: S608 - a number of ours
    return [(log, f"{game} {day or ''}".strip()) for log, game, day in _asked(ctx, sql)]


def _days(ctx: typer.Context, _typed: str) -> Offers:
    """The days of play of the archive, the latest first."""
    sql = f"SELECT day, count(*) FROM logs WHERE day IS NOT NULL GROUP BY day ORDER BY day DESC LIMIT {MOST}"  # noqa: S608 - a number of ours
    return [(day.isoformat(), counted(number, "session")) for day, number in _asked(ctx, sql)]


def _seasons(ctx: typer.Context, _typed: str) -> Offers:
    """The years of play of the archive, the latest first."""
    sql = "SELECT year(day) AS year, count(*) FROM logs WHERE day IS NOT NULL GROUP BY year ORDER BY year DESC"
    return [(f"{year:04}", counted(number, "session")) for year, number in _asked(ctx, sql)]


def _people(ctx: typer.Context, _typed: str) -> Offers:
    """The people of the archive, by name."""
    return [(name, person) for name, person in _asked(ctx, "SELECT DISTINCT name, person FROM players ORDER BY name")]


def _forms(_ctx: typer.Context, _typed: str) -> Offers:
    """What logs are exported to."""
    from upcard.cli.forms import FORMS
    from upcard.cli.lake import LAKE

    return [*((name, form.says) for name, form in FORMS.items()), (LAKE, "the whole archive, as Parquet files")]


def _logs(ctx: typer.Context, typed: str) -> Offers:
    """Logs and folders that begin so, then sessions of the archive."""
    folder = Path(typed).parent if "/" in typed else Path()
    before = typed[: typed.rfind("/") + 1]
    with suppress(OSError):
        for path in sorted(folder.iterdir()):
            if path.suffix == ".jsonl" or path.is_dir():
                yield f"{before}{path.name}" + "/" * path.is_dir(), ""
    if not before:
        yield from _in_archive(ctx, typed)


GAMES = _completing(_games)
PRESETS = _completing(_presets)
RULES = _completing(_rules)
QUESTIONS = _completing(_questions)
PARAMETERS = _completing(_parameters)
SESSIONS = _completing(_in_archive)
DAYS = _completing(_days)
SEASONS = _completing(_seasons)
LOGS = _completing(_logs)
FORMS = _completing(_forms)
PEOPLE = _completing(_people)
