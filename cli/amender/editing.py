"""A session at the prompt of `upcard amend`, without a terminal: what a line shows, and what it changes in the draft."""

import re
from collections.abc import Callable, Iterator
from typing import Final, Literal, NamedTuple

from upcard.cli.amender.comparing import Comparison, compared, outcomes
from upcard.cli.amender.draft import Draft
from upcard.cli.amender.entries import Entries, Entry
from upcard.cli.amender.places import Place, corrected, inserted, retracted, signed
from upcard.cli.amender.showing import came_to, edits, shown
from upcard.cli.recorder.amending import times
from upcard.cli.recorder.fields import NotRead, Seats
from upcard.cli.recorder.helping import history, told
from upcard.cli.recorder.rows import explained
from upcard.cli.telling import said_on
from upcard.engine.effective import history as stood
from upcard.engine.effective import says
from upcard.engine.sitting import Sitting
from upcard.records.unforeseen import judged
from upcard.schemas.errors import UpcardError, UsageError
from upcard.schemas.events import Amended, Event, Inserted, Retracted
from upcard.schemas.wording import counted

_ARROW: Final = " -> "
_LOG: Final = 20

HELP: Final = """\
To look:
  hands             the hands, their lines, and what they came to
  hand 3            the acts of hand 3 with their lines, and what is found in it; it is the hand you are in from then on
  trick 5           the acts of a trick of that hand
  log 20            the last lines as they were written
  findings          all that is found
  header            the game, who sat where, the day, the house rules
To change, in the words of the recorder:
  4 1 11 0          the row of the hand you are in; hand 3: 4 1 11 0 names another
  trick 5: Bob Kd   what Bob played to a trick; hand 3 trick 5: Bob Kd
  Bob Qd -> Bob Kd  an act as it stands, and as it should
  fix 14 Bob Kd     what stands on line 14
  insert 14 Bob Kd  what was left out before line 14
  drop 14           what did not happen; drop hand 3: a row that was written twice
  header date 2013-03-20   also place, rule, preset, buy-in, seat, name
  undo              take the last change of this sitting back
Then:
  changes           what all changes together bring: hands, points, totals, findings
  why TEXT, by NAME the reason, and who says so, for all that is not stored yet
  store             store the changes
  leave             leave; what is not stored is not changed"""


class Told(NamedTuple):
    """What comes of a line. kind: something shown, a change, an error (nothing changed), or that all is to be stored, or left."""

    kind: Literal["shown", "changed", "unread", "store", "leave"]
    texts: tuple[str, ...] = ()


class Editing:
    """draft: the changes so far; hand: the one that is looked at; why, by: of all changes."""

    def __init__(self, draft: Draft, why: str | None = None, by: str | None = None) -> None:
        self._why, self._by = why, by
        self._steps: list[int] = []
        self.hand: int | None = None
        self.use(draft)

    def use(self, draft: Draft) -> None:
        """Go on with a draft."""
        self.draft = draft
        self.entries = Entries(draft.log, draft.read.names)
        if not draft.staged:
            self._steps = []

    @property
    def question(self) -> str:
        """What stands before the cursor."""
        count = len(self._steps)
        where = [counted(count, "change")] * bool(count) + ([f"hand {self.hand}"] if self.hand is not None else [])
        return f"{', '.join(where) or 'amend'} > "

    @property
    def changes(self) -> int:
        """How many changes are not stored."""
        return len(self._steps)

    def signed_draft(self) -> Draft:
        """The draft with the reason, and who says so."""
        draft = Draft(self.draft.read)
        return draft.add(signed(self.draft.events, self._why, self._by)) if self.draft.staged else draft

    def take(self, line: str) -> Told:
        """Take a line: show what it asks for, or change the draft."""
        word, _, rest = line.strip().partition(" ")
        commands: dict[str, Callable[[str], Told]] = {
            "": self._where, "?": self._help, "help": self._help, "hands": self._hands, "hand": self._hand,
            "trick": self._trick, "log": self._log, "findings": self._findings, "header": self._header,
            "fix": self._fix, "insert": self._insert, "drop": self._drop, "undo": self._undo,
            "changes": self._changes, "why": self._reason, "by": self._author,
            "store": lambda _rest: Told("store"),
            **dict.fromkeys(("leave", "quit", "q", "exit"), lambda _rest: Told("leave")),
        }  # fmt: skip
        try:
            command = commands.get(word.casefold())
            return command(rest.strip()) if command else self._words(line.strip())
        except NotRead as problem:
            saw = f"saw {problem.saw!r}, " if problem.saw else ""
            return Told("unread", (f"{saw}wanted {problem.wanted}",))
        except UpcardError as error:
            where = f"{error.place}: " if error.place else ""
            hint = [f"hint: {_typed_here(error.hint)}"] if error.hint else []
            return Told("unread", (f"{where}{error.message}", *hint))

    # ---- Looking ---------------------------------------------------------------------------------------------------

    def opening(self) -> list[str]:
        """What is said first: the session, and its hands."""
        return [self._said_header(), *self.take("hands").texts]

    def _where(self, _rest: str) -> Told:
        return Told("shown", ("? for help",))

    def _help(self, _rest: str) -> Told:
        columns = explained(self.entries.game, self.entries.seats())
        return Told(
            "shown",
            (*HELP.splitlines(), *(["The row of a hand:", *(f"  {text}" for text in columns)] if columns else [])),
        )

    def _hands(self, rest: str) -> Told:
        _nothing_more("hands", rest)
        if not self.entries.hands:
            return Told("shown", ("no hand is in this log",))
        came = dict(outcomes(self.draft.log).values())
        texts = []
        for hand, acts in self.entries.hands.items():
            lines = [entry.line for entry in acts]
            result = came_to(came[hand], self.draft.log, self.draft.read.names)
            texts.append(f"hand {hand:>3}  lines {min(lines)}-{max(lines)}  {result}")
        return Told("shown", tuple(texts))

    def _hand(self, rest: str) -> Told:
        """A hand to look at, or a change in one."""
        number, text = _numbered(rest, "hand 3")
        if not text:
            self.entries.of_hand(number)
            self.hand = number
            return Told("shown", tuple(self._told_hand(number)))
        self.entries.of_hand(number)
        if text.split()[0].casefold() == "trick":
            return self._in_trick(number, text.partition(" ")[2])
        return self._corrected(Place(hand=number), text)

    def _trick(self, rest: str) -> Told:
        if self.hand is None and len(self.entries.hands) == 1:
            self.hand = next(iter(self.entries.hands))
        if self.hand is None:
            raise UsageError("which hand?", hint="hand 3 trick 5: Bob Kd, or hand 3 first")
        return self._in_trick(self.hand, rest)

    def _in_trick(self, hand: int, rest: str) -> Told:
        trick, text = _numbered(rest, "trick 5: Bob Kd")
        if text:
            return self._corrected(Place(hand=hand, trick=trick), text)
        return Told("shown", tuple(map(self._told_act, self.entries.of_trick(hand, trick))))

    def _told_hand(self, hand: int) -> Iterator[str]:
        """The acts of a hand in the order they count, each trick marked; what did not happen; what is found; how it came out."""
        entries = self.entries
        acts = entries.of_hand(hand)
        trick_of = {entry.line: trick for entry, trick in entries.tricks(hand)}
        last: int | None = None
        for entry in acts:
            trick = trick_of.get(entry.line)
            if trick is not None and trick != last:
                yield f"trick {trick}"
            last = trick if trick is not None else last
            yield self._told_act(entry)
        yield from self._gone({entry.line for entry in acts})
        seats_at = self._seats_at()
        for found in judged(self.draft.log, "").findings:
            if found.hand == hand:
                yield f"       ! {told(found, seats_at(found.at))}"
        came = dict(outcomes(self.draft.log).values())
        yield f"       = {came_to(came[hand], self.draft.log, self.draft.read.names)}"

    def _told_act(self, entry: Entry) -> str:
        """An act with its line, and what was written there at first."""
        past = stood(self.draft.log, entry.line)
        first = past[0].event if past else None
        differs = first is not None and first != entry.event
        was = f"  (was: {said_on(first, entry.players, self.entries.coin)})" if differs else ""
        put_in = "  (put in later)" if isinstance(dict(self.draft.log.events)[entry.line], Inserted) else ""
        return f"{entry.line:>5}  {self.entries.said(entry)}{was}{put_in}"

    def _gone(self, lines: set[int]) -> Iterator[str]:
        """What was written among these lines and did not happen."""
        standing = {entry.line for entry in self.entries.all}
        for line, event in self.draft.log.events:
            plain = not isinstance(event, Amended | Retracted | Inserted)
            if plain and line not in standing and min(lines) < line < max(lines):
                yield f"{line:>5}  (did not happen: {said_on(event, self.entries.players, self.entries.coin)})"

    def _log(self, rest: str) -> Told:
        return Told("shown", tuple(history(self.draft.log, self._seats_at(), times(rest or str(_LOG)))))

    def _findings(self, rest: str) -> Told:
        _nothing_more("findings", rest)
        seats_at = self._seats_at()
        found = tuple(told(one, seats_at(one.at)) for one in judged(self.draft.log, "").findings)
        return Told("shown", found or ("nothing is found",))

    def _seats_at(self) -> Callable[[int], Seats]:
        sitting = Sitting(self.entries.called)
        return lambda line: Seats(tuple(sitting.whose(line)), self.entries.coin)

    def _header(self, rest: str) -> Told:
        return self._corrected(Place(line=1), rest) if rest else Told("shown", (self._said_header(),))

    def _said_header(self) -> str:
        return said_on(self.entries.called.header, [], self.entries.coin)

    # ---- Changing --------------------------------------------------------------------------------------------------

    def _words(self, text: str) -> Told:
        """Words alone: an act as it stands and should, or what should stand in the hand that is looked at."""
        if _ARROW in text:
            was, _, now = text.partition(_ARROW)
            return self._corrected(Place(hand=self.hand, was=was.strip()), now.strip())
        return self._corrected(Place(hand=self.hand), text)

    def _fix(self, rest: str) -> Told:
        line, text = _numbered(rest, "fix 14 Bob Kd")
        return self._corrected(Place(line=line), text)

    def _corrected(self, place: Place, text: str) -> Told:
        if not text:
            raise UsageError("what should stand there?", hint="? for help")
        return self._change(corrected(self.entries, place, text))

    def _insert(self, rest: str) -> Told:
        line, text = _numbered(rest, "insert 14 Bob Kd")
        if not text:
            raise UsageError("what was left out?", hint="insert 14 Bob Kd")
        return self._change(inserted(self.entries, line, text))

    def _drop(self, rest: str) -> Told:
        if rest.split()[:1] == ["hand"]:
            hand, text = _numbered(rest.partition(" ")[2], "drop hand 3")
            return self._change(retracted(self.entries, Place(hand=hand), text))
        line, why = _numbered(rest, "drop 14")
        if not isinstance(says(self.draft.log, line), Amended | Retracted | Inserted):
            self.entries.on_line(line)
        return self._change([Retracted(line=line, why=why or "dropped")])

    def _change(self, events: list[Event]) -> Told:
        if not events:
            return Told("shown", ("it says so already",))
        before = self.draft
        after = before.add(events)
        change = Draft(before.read, after.staged[len(before.staged) :])
        self._steps.append(len(events))
        self.use(after)
        texts = [*edits(before.log, after.log, change.staged, before.read.names)]
        comparison = compared(before.log, after.log)
        return Told("changed", (*texts, *shown(comparison, before.log, after.log, before.read.names)))

    def _undo(self, rest: str) -> Told:
        _nothing_more("undo", rest)
        if not self._steps:
            raise UsageError("nothing is changed yet", hint="drop LINE takes back what was stored before")
        last = self._steps.pop()
        self.use(self.draft.without_last(last))
        return Told("changed", (f"taken back; {counted(len(self._steps), 'change')} left",))

    # ---- Storing ---------------------------------------------------------------------------------------------------

    def _changes(self, rest: str) -> Told:
        _nothing_more("changes", rest)
        if not self.draft.staged:
            return Told("shown", ("nothing is changed yet",))
        return Told("shown", tuple(self.summary()))

    def summary(self) -> Iterator[str]:
        """What all changes bring together."""
        draft = self.draft
        yield from edits(draft.read.log, draft.log, draft.staged, draft.read.names)
        yield from shown(self.comparison(), draft.read.log, draft.log, draft.read.names)

    def comparison(self) -> Comparison:
        """What all changes bring together, as data."""
        return compared(self.draft.read.log, self.draft.log)

    def _reason(self, rest: str) -> Told:
        self._why = rest or None
        return Told("shown", (f"the reason is: {rest}" if rest else "no reason is given",))

    def _author(self, rest: str) -> Told:
        self._by = rest or None
        return Told("shown", (f"it is said by: {rest}" if rest else "nobody in particular says so",))


_TYPED_HERE: Final = (
    (
        r"upcard amend LOG alone shows the acts, with their lines",
        r"`hand 3` shows the acts of a hand, with their lines",
    ),
    (r"upcard replay LOG --text shows the lines", r"`log 50` shows the last lines"),
    (r'"Bob Kd", with --trick or --at', r"`drop LINE`"),
    (r'--was "Bob Qd"', r"`Bob Qd -> Bob Kd`"),
    (r'--before (\d+) "(.*)"', r"`insert \1 \2`"),
    (r"--at 1 puts", r"`header` puts"),
    (r"--at LINE names any line, also that of the header", r"`fix LINE` names any line, `header` the first"),
    (r"--at (\d+|LINE) --retract", r"`drop \1`"),
    (r"--at (\d+|LINE)", r"`fix \1`"),
    (r"--hand N", r"`hand N`"),
)
"""What a command line takes, and what is typed at the prompt instead."""


def _typed_here(hint: str) -> str:
    """A hint as somebody at the prompt can follow it."""
    for option, typed in _TYPED_HERE:
        hint = re.sub(option, typed, hint)
    return hint


def _numbered(text: str, example: str) -> tuple[int, str]:
    """A number, perhaps with a colon behind it, and what follows."""
    head, _, rest = text.strip().partition(" ")
    number = head.removesuffix(":")
    if not (number.isascii() and number.isdigit() and len(number) < 10):
        raise NotRead(head, f"a number, such as `{example}`", enough=True)
    return int(number), rest.strip().removeprefix(":").strip()


def _nothing_more(word: str, rest: str) -> None:
    if rest:
        raise UsageError(f"`{word}` stands alone", hint="? for help")
