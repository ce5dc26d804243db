"""The prompt of `upcard amend`: one looks, changes, sees what that brings, and stores it or leaves."""

from typing import TextIO

from upcard.cli.amender.asked import HINT
from upcard.cli.amender.deciding import NOT_STORED, Wishes, stored_on
from upcard.cli.amender.draft import Draft
from upcard.cli.amender.editing import Editing
from upcard.cli.amender.storing import GrownError, Target
from upcard.cli.output import put
from upcard.cli.recorder.terminal import Terminal, standard_input
from upcard.records.logfile import Read
from upcard.schemas.errors import UnreadableError, UpcardError, UsageError
from upcard.schemas.wording import counted

_INTERRUPTED = 130


class Prompt(Terminal):
    """Somebody at a terminal, or lines from a pipe, and the session that is amended. wishes: what the command line says."""

    def __init__(self, source: TextIO, target: Target, editing: Editing, wishes: Wishes) -> None:
        super().__init__(source, sure=wishes.yes)
        self._target, self._editing, self._wishes = target, editing, wishes

    def edit(self) -> int:
        """Take lines until somebody leaves, or there are no more. The exit code."""
        with self.completing(lambda: self._editing.entries.people):
            return self._edit()

    def _edit(self) -> int:
        if self.talks:
            self._put(self._editing.opening())
            self.say("? for help, leave to leave; nothing is stored before you say `store`")
        number, interrupted = 0, False
        while True:
            number += 1
            try:
                line, self.instead = self.instead, None
                line = self.ask(self._editing.question if self.talks else "") if line is None else line
            except EOFError:
                if number == 1 and not self.talks:
                    raise UsageError("which change?", hint=HINT) from None
                if self._left():
                    return self._code()
                continue
            except KeyboardInterrupt:
                if interrupted:
                    self.say("")
                    if self._editing.changes:
                        self.say("nothing is stored")
                    return _INTERRUPTED
                interrupted = True
                self.say("")
                self.say("the line is dropped; Ctrl-C again leaves, and stores nothing")
                continue
            interrupted = False
            told = self._editing.take(line)
            if told.kind == "unread":
                where = "" if self.talks else f"stdin:{number}: "
                self.say(where + told.texts[0], "yellow")
                for hint in told.texts[1:]:
                    self.say(hint, "yellow")
                if not self.talks:
                    return self._broken_off()
            elif told.kind == "leave":
                if self._left():
                    return self._code()
            elif told.kind == "store":
                self._store()
            else:
                self._put(told.texts)

    def _put(self, texts: "list[str] | tuple[str, ...]") -> None:
        for text in texts:
            put(text)

    def _left(self) -> bool:
        """Whether it ends here: asked, where changes are not stored. What is typed there instead is taken next."""
        changes = self._editing.changes
        if not changes or self._wishes.dry_run or not self.talks:
            return True
        try:
            answer = self.ask(f"{counted(changes, 'change')} not stored: leave all the same? [y/N] ").strip()
        except EOFError:
            return True
        if answer.casefold() not in {"", "y", "yes", "n", "no"}:
            self.instead = answer
        return answer.casefold() in {"y", "yes"}

    def _code(self) -> int:
        if self._editing.changes and not self._wishes.dry_run:
            self.say("nothing is stored: `store` was not said")
            return NOT_STORED
        return 0

    def _broken_off(self) -> int:
        if self._editing.changes:
            self.say("nothing that was changed before this line is stored")
        return UnreadableError.exit_code

    def _store(self) -> None:
        """Store the changes, if that is wanted; what keeps them from being stored is told, and they stay as they are."""
        editing = self._editing
        if not editing.changes:
            self.say("nothing is changed yet")
            return
        change = editing.comparison()
        if self.talks:
            self._put(list(editing.summary()))
        if self._wishes.dry_run:
            self.say("nothing is stored: --dry-run")
        elif not self.talks and change.weighty and not self.sure:
            self._put(list(editing.summary()))
            self.say("nothing is stored, as it changes what is told above: --yes stores it")
        elif self.sure or not self.talks or not (change.weighty or change.accuses) or self._yes("store it?"):
            self._stored()
        else:
            self.say("nothing is stored")

    def _stored(self) -> None:
        editing = self._editing
        try:
            lines = self._target.store(editing.signed_draft())
            editing.use(Draft(self._target.read()))
        except GrownError:
            self._grown()
        except UpcardError as error:
            self.say(f"nothing is stored: {error}", "red")
        else:
            self.say(stored_on(lines), "green")

    def _grown(self) -> None:
        """Somebody wrote the log meanwhile: go on with what it is now, the changes on top."""
        editing, before = self._editing, self._editing.draft.read
        read = self._target.read()
        try:
            editing.use(_on(editing.draft, read))
        except UsageError as error:
            editing.use(Draft(read))
            self.say(f"the log is another than it was, and the changes fit no more: {error.message}", "red")
        else:
            self.say(
                f"the log has grown meanwhile by {counted(read.lines - before.lines, 'line')}; nothing is stored yet: "
                "look at `changes`, and `store` again",
                "yellow",
            )


def _on(draft: Draft, read: Read) -> Draft:
    """The same changes of a log that has grown. Raises `UsageError` if it is another, or they cannot be followed any more."""
    if not read.data.startswith(draft.read.data):
        raise UsageError(
            "it was replaced by another", hint="leave, and open it again: your changes are of the log that was there"
        )
    return draft.on(read)


def at_prompt(target: Target, wishes: Wishes, why: str | None, by: str | None) -> int:
    """Open a session at the prompt. The exit code."""
    if wishes.json:
        raise UsageError(
            "--json is for a change that the command line says", hint="upcard amend LOG --hand 3 WORDS --json"
        )
    editing = Editing(Draft(target.read()), why, by)
    prompt = Prompt(standard_input(), target, editing, wishes)
    return prompt.edit()
