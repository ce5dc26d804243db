"""The recorder at a terminal, or at the end of a pipe: it asks, hands lines to the session, and tells what came of them."""

import contextlib
import io
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from types import ModuleType
from typing import TextIO

from rich.text import Text

from upcard.cli.draw import table
from upcard.cli.output import ask_at_terminal, console
from upcard.cli.recorder.archiving import Known
from upcard.cli.recorder.book import Outcome
from upcard.cli.recorder.completing import DIVIDERS, completions
from upcard.cli.recorder.helping import summary, told
from upcard.cli.recorder.offer import FULL, level_of
from upcard.cli.recorder.session import Session, Sure
from upcard.cli.recorder.sittings import NewSitting
from upcard.cli.safe import safe_text
from upcard.engine.view import PUBLIC
from upcard.schemas.errors import FaultError, UnreadableError
from upcard.schemas.events import Joined
from upcard.schemas.findings import Finding

_UNDO_ONE = frozenset({"undo", "undo 1"})
_STYLES = {
    "breach": "red",
    "contradiction": "magenta",
    "testimony": "yellow",
    "note": "cyan",
    "stored": "dim",
    "progress": "bold",
    "unread": "yellow",
    "fault": "red",
}


class Terminal:
    """talks: whether somebody sits there, who can be asked. drawing: whether the table is drawn after every line.

    known: who is in the archive; sitting: who plays next, of a sheet that goes on. interrupted: whether Ctrl-C was pressed
    last; instead: what was typed at a question for yes or no that is neither, the line that comes next.
    """

    def __init__(self, source: TextIO, *, sure: bool = False, drawing: bool = False) -> None:
        self.source = source
        self.talks = source.isatty()
        self.sure = sure
        self.drawing = drawing
        self.instead: str | None = None
        self.interrupted = False
        self.chatter = console(error=True)
        self.out = console()
        self.known = Known()
        self.sitting: NewSitting | None = None
        if self.talks:
            _readline()  # input() edits lines with it

    def ask(self, question: str) -> str:
        """The answer to a question. Raises `EOFError` if there is none."""
        if self.talks:
            return ask_at_terminal(question)
        line = self.source.readline()
        if not line:
            raise EOFError
        return line.rstrip("\r\n")

    def say(self, text: str, style: str = "", *, whole: bool = False) -> None:
        """Tell something that is no data, in a line. whole: it holds a command, to be copied as it stands: the line is not
        broken.
        """
        shown = Text(safe_text(text), style=style)
        self.chatter.print(shown, soft_wrap=whole or not self.chatter.is_terminal)

    def run(self, session: Session) -> int:
        """Record until the session is closed, or the lines end. The exit code."""
        with self.completing(lambda: {*self.known.people, *session.seats.names}):
            return self._run(session)

    def _run(self, session: Session) -> int:
        number = 0
        while True:
            try:
                number += 1
                line = self._next_line(session)
            except EOFError:
                code = self._ended(session)
                if code is not None:
                    return code
                continue
            except KeyboardInterrupt:
                self._interrupted()
                continue
            self.interrupted = False
            outcomes = session.take(line, self._confirm(session))
            self._tell(outcomes, session, number)
            kinds = {outcome.kind for outcome in outcomes}
            if "anew" in kinds and self._begins_anew(outcomes[-1], session):
                return 0
            if "quit" in kinds:
                self._stays_open(session)
                return 0
            if "closed" in kinds:
                self._closed(session)
                return 0
            if not self.talks and kinds & {"unread", "fault"}:
                first = f" and what line {number} says first" * any(one.kind == "stored" for one in outcomes)
                self.say(
                    f"all lines before line {number}{first} are stored; go on with: {resume_with(session)}", whole=True
                )
                return FaultError.exit_code if "fault" in kinds else UnreadableError.exit_code

    def _question(self, session: Session) -> str:
        if not self.talks:
            return ""
        asked = session.prompt()
        return f"{asked.before} | {asked.text} > " if asked.before else f"{asked.text} > "

    def _confirm(self, session: Session) -> Sure:
        """Asks before a breach is stored, or what changes results. Where nobody can be asked it is stored: what happened must
        not be lost.
        """

        def sure(what: str, findings: Sequence[Finding], changes: Sequence[str]) -> bool:
            for text in changes:  # these tell the findings, too
                self.say(text)
            if self.sure or not self.talks:
                return True
            seats_at = session.book.seats_at()
            for finding in [] if changes else findings:
                fresh = finding.at >= session.book.writer.next_line  # its line goes without saying
                says = told(finding, seats_at(finding.at))
                self.say(says.replace(f", line {finding.at}", "", 1) if fresh else says, _STYLES[finding.kind])
            stored = self._yes(f"{what}: store it all the same?")
            if (self.instead or "").casefold() in _UNDO_ONE:  # what was not stored is undone already
                self.instead = None
            return stored

        return sure

    def _yes(self, question: str) -> bool:
        """Whether the answer is yes. An act that is typed there means no, and what happened instead: it is taken next."""
        try:
            answer = self.ask(f"{question} [y/N] ").strip()
        except EOFError:
            return False
        except KeyboardInterrupt:
            self._interrupted()
            return False
        if answer.casefold() not in {"", "y", "yes", "n", "no"}:
            self.instead = answer
        return answer.casefold() in {"y", "yes"}

    def _begins_anew(self, outcome: Outcome, session: Session) -> bool:
        """Whether another sitting begins: the log of this one is closed then."""
        if self.talks and not self._yes(f"{outcome.says}: in a log of its own, this one closed?"):
            return False
        self._tell(session.take("close"), session, 0)
        self._closed(session)
        self.sitting = outcome.sitting
        return True

    @contextlib.contextmanager
    def completing(self, names: Callable[[], Iterable[str]]) -> Iterator[None]:
        """Tab completes these names, as they are when it is pressed."""
        readline = _readline() if self.talks else None
        if readline is None:
            yield
            return
        before = readline.get_completer(), readline.get_completer_delims()

        def complete(_text: str, place: int) -> str | None:
            found = completions(readline.get_line_buffer()[: readline.get_endidx()], names())
            return found[place] if place < len(found) else None

        readline.set_completer(complete)
        readline.set_completer_delims(DIVIDERS)
        readline.parse_and_bind("tab: complete")
        try:
            yield
        finally:
            readline.set_completer(before[0])
            readline.set_completer_delims(before[1])

    def _interrupted(self) -> None:
        """Ctrl-C clears what was typed; the second one, with nothing typed between, leaves. Raises `KeyboardInterrupt`."""
        if not self.talks or self.interrupted:
            raise KeyboardInterrupt
        self.interrupted = True
        self.say("")
        self.say("(cleared; Ctrl-C again leaves, and nothing is lost)")

    def _next_line(self, session: Session) -> str:
        """What was typed in answer to a question, else what is typed at the prompt. Raises `EOFError`."""
        line, self.instead = self.instead, None
        return self.ask(self._question(session)) if line is None else line

    def _tell(self, outcomes: Sequence[Outcome], session: Session, number: int) -> None:
        stored = [outcome for outcome in outcomes if outcome.kind == "stored"]
        if stored and self.talks:
            lines = f"{stored[0].line}" if len(stored) == 1 else f"{stored[0].line}-{stored[-1].line}"
            styles = (
                "not dim bold" if outcome.implied else "" for outcome in stored
            )  # what was not typed is to be seen
            pieces = [Text(safe_text(outcome.says), style) for outcome, style in zip(stored, styles, strict=True)]
            told = Text.assemble(f"{lines:>7}  ", Text(", ").join(pieces), style=_STYLES["stored"])
            self.chatter.print(told, soft_wrap=not self.chatter.is_terminal)
        for outcome in outcomes:
            self._tell_one(outcome, session, number)
            if isinstance(outcome.event, Joined) and outcome.kind == "stored":
                for warning in self.known.warnings([outcome.event.player]):
                    self.say(f"note: {warning}", "yellow")
        if self.drawing and any(outcome.kind in {"stored", "undone", "redone", "amended"} for outcome in outcomes):
            self.draw(session)

    def _tell_one(self, outcome: Outcome, session: Session, number: int) -> None:
        says, kind = outcome.says, outcome.kind
        if kind == "finding" and outcome.finding is not None:
            before = "proven now: " if outcome.later else ""
            if outcome.later or not self.talks or self.sure or outcome.finding.kind == "note":
                self.say(before + says, _STYLES[outcome.finding.kind])
        elif kind == "cured":
            self.say(f"no longer found: {says}", "green")
        elif kind == "changed":
            self.say(says)
        elif kind in {"undone", "redone", "amended"} and self.talks:
            self.say({"undone": "taken back: ", "redone": "done again: ", "amended": ""}[kind] + says, "green")
        elif kind == "declined":
            undone = getattr(outcome.event, "seat", None) is not None
            self.say(f"not stored: {says}" + "; type refused, if it was done and undone" * undone)
        elif kind in {"unread", "fault"}:
            self.say(says if self.talks else f"stdin:{number}: {says}", _STYLES[kind])
        elif kind == "progress" and self.talks:
            self.say(says, _STYLES[kind])
        elif kind == "told":
            self.out.print(Text(safe_text(says, lines=True)), soft_wrap=not self.out.is_terminal)
        elif kind == "table":
            self.draw(session)

    def draw(self, session: Session) -> None:
        """Draw the table as it stands."""
        self.out.print(table(session.scene))

    def _ended(self, session: Session) -> int | None:
        """No more lines. Somebody at a terminal may say that the session is over, or go on; else the log stays open. The
        exit code; None if it goes on.
        """
        if self.talks:
            self.say("")
            if not session.book.state.closed and session.book.raw:
                if self._yes("Is the session over?"):
                    outcomes = session.take("close", self._confirm(session))
                    self._tell(outcomes, session, 0)
                    if session.book.state.closed:
                        self._closed(session)
                        return 0
                if self.instead is not None:
                    return None
        self._stays_open(session)
        return 0

    def _stays_open(self, session: Session) -> None:
        if not session.book.state.closed:
            lost = "" if not session.in_a_deal else f"{broken_off(session)}; "
            self.say(f"{lost}the log is kept and stays open; go on with: {resume_with(session)}", whole=True)

    def _closed(self, session: Session) -> None:
        path = shlex.quote(str(session.book.writer.path))
        self.say(f"closed: {summary(session.book.audit, session.book.raw)}", "bold")
        if session.book.audit.doubts:
            self.say(f"what cannot be told: upcard verify {path} --doubts", whole=True)


def _readline() -> ModuleType | None:
    """What edits lines at a terminal, where Python has it."""
    try:
        import readline
    except ImportError:
        return None
    return readline


def resume_with(session: Session) -> str:
    """The command that goes on with this log."""
    book, level = session.book, session.level
    flags = [" --sheet" * session.sheet]
    if level != level_of(book.raw):  # which the log does not tell yet
        flags.append({FULL: " --full", PUBLIC: " --public"}.get(level, f" --seat {level}"))
    return f"upcard record --resume {shlex.quote(str(book.writer.path))}{''.join(flags)}"


def broken_off(session: Session) -> str:
    """What becomes of what was typed, where recording is broken off."""
    if session.in_a_deal:
        return "all that was stored is kept, but the deal is stored when its last hand is in: type it again"
    return "nothing is lost"


def standard_input() -> TextIO:
    """Where lines come from. Bytes that are no text come in escaped, not as an error."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="backslashreplace")
    return sys.stdin
