"""All commands, and what becomes of errors: a clear message on stderr and a documented exit code, never a traceback.

0 clean, 1 findings (`verify`), 2 usage, 3 unreadable or corrupt, 4 archive busy, 5 a fault of Upcard,
6 shown and not done (`amend`, `people erase`), 130 interrupted.
"""

import io
import sys
from collections.abc import Sequence
from functools import cache
from typing import Annotated, Any

import typer

from upcard.cli.amend import amend
from upcard.cli.backup import backup
from upcard.cli.completing import whole_words
from upcard.cli.demo import demo
from upcard.cli.doctor import doctor
from upcard.cli.export import export
from upcard.cli.fairness import fairness
from upcard.cli.games import games
from upcard.cli.imports import import_logs
from upcard.cli.output import nobody_reads, put, say
from upcard.cli.people import people
from upcard.cli.query import query
from upcard.cli.rebuild import rebuild
from upcard.cli.record import record
from upcard.cli.replay import replay
from upcard.cli.report import report
from upcard.cli.restore import restore
from upcard.cli.schema import schema
from upcard.cli.sessions import sessions
from upcard.cli.show import show
from upcard.cli.simulate import simulate
from upcard.cli.verify import verify

INTERRUPTED = 130
BROKEN_PIPE = 141
USAGE: type[Exception] = typer.BadParameter.__mro__[2]
"""What every error of usage is at heart: some versions of typer bring their own click, some do not."""

app = typer.Typer(
    name="upcard",
    help="Record card games played at real tables, replay and audit the hands, and ask about years of them.",
    epilog="Exit codes: 0 clean, 1 findings (verify), 2 usage, 3 unreadable or corrupt, 4 archive busy, "
    "5 a fault of Upcard, 6 shown and not done (amend, people erase), 130 interrupted.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode=None,
)


def _version(asked: bool) -> None:
    """Tell it, and do nothing else."""
    if asked:
        from importlib.metadata import version

        put(f"upcard {version('upcard')}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """What stands before a command."""


COMMANDS: dict[str, Any] = {
    "demo": demo,
    "games": games,
    "record": record,
    "import": import_logs,
    "sessions": sessions,
    "people": people,
    "verify": verify,
    "show": show,
    "replay": replay,
    "query": query,
    "report": report,
    "export": export,
    "fairness": fairness,
    "amend": amend,
    "simulate": simulate,
    "schema": schema,
    "rebuild": rebuild,
    "backup": backup,
    "restore": restore,
    "doctor": doctor,
}
for name, command in COMMANDS.items():
    if isinstance(command, typer.Typer):
        app.add_typer(command, name=name)
    else:
        app.command(name)(command)


@cache
def _made() -> Any:
    """The command line as typer makes it of all commands: that takes longer than many a command."""
    return typer.main.get_command(app)


def run(arguments: Sequence[str]) -> int:
    """Run a command line. Returns the exit code."""
    if isinstance(sys.stdout, io.TextIOWrapper):  # a name that its encoding does not have is written out, and no fault
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        with whole_words():
            code = _made().main(args=list(arguments) or ["--help"], prog_name="upcard", standalone_mode=False)
        sys.stdout.flush()
    except typer.Exit as stop:
        return int(stop.exit_code)
    except USAGE as error:
        return _usage(error)
    except (typer.Abort, KeyboardInterrupt):
        say("interrupted")
        return INTERRUPTED
    except (BrokenPipeError, SystemExit) as end:  # typer and rich make an end of a broken pipe, and of completion
        if isinstance(end, SystemExit) and not end.code:
            return 0
        nobody_reads()
        return BROKEN_PIPE
    except Exception as error:  # noqa: BLE001 - told as an error of ours, or as one that nobody foresaw
        return _told(error, arguments)
    return code if isinstance(code, int) else 0


def _usage(error: Any) -> int:
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "upcard"
    say(f"error: {error.format_message()}")
    elsewhere = _command_called(getattr(error, "option_name", "").lstrip("-"))
    say(f"hint: {elsewhere or command} --help")
    return int(error.exit_code)


def _command_called(name: str) -> str:
    """The command, or part of one, that is called as an option that there is not: `upcard people merge` for `--merge`."""
    groups = {"upcard": _made(), **{f"upcard {group}": made for group, made in _made().commands.items()}}
    return next((f"{path} {name}" for path, made in groups.items() if name in getattr(made, "commands", ())), "")


def _told(error: Exception, arguments: Sequence[str]) -> int:
    """An error, told: of ours, of the system, or one that nobody foresaw."""
    from upcard.cli.logs import tell
    from upcard.cli.output import of_archive
    from upcard.schemas.errors import UpcardError

    met = error
    if isinstance(met, OSError):
        from upcard.records.storage import told

        met = told(met, met.filename or "")
    elif not isinstance(met, UpcardError):
        from upcard.records.unforeseen import fault

        met = fault(met)
        met.__cause__ = error
    met.hint = of_archive(met.hint, arguments)
    tell(met)
    return met.exit_code
