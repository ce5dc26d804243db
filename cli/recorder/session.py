"""A session of recording, without a terminal: it says what is asked, takes lines, and stores what they say.

Nothing that can be read is refused. A line is durable when `take` returns; what it says is judged before it is stored,
and whoever asks decides whether a breach is stored all the same.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

import msgspec

from upcard.cli.amender.comparing import compared
from upcard.cli.amender.showing import shown
from upcard.cli.recorder import amending, helping
from upcard.cli.recorder.answers import asked
from upcard.cli.recorder.archiving import Known
from upcard.cli.recorder.book import Amendment, Book, NotJudged, Outcome
from upcard.cli.recorder.fields import NotRead
from upcard.cli.recorder.lines import Step, pieces, steps_of, went_without_saying
from upcard.cli.recorder.offer import (
    Group,
    Prompt,
    automatic,
    chance_due,
    groups,
    is_automatic,
    level_of,
    prompt,
    read_group,
    said,
)
from upcard.cli.recorder.position import Position, Writing, bets_of
from upcard.cli.recorder.rows import begins_column, heading, read_row
from upcard.cli.recorder.sittings import NewSitting, read_sitting
from upcard.cli.recorder.untold import untold
from upcard.cli.recorder.whose import IN_TURN
from upcard.cli.recorder.words import REFUSED, begins_act
from upcard.engine.audit import scene_of
from upcard.engine.effective import effective
from upcard.engine.fold import begin, fold_on
from upcard.engine.kernel.state import State
from upcard.engine.log import Log
from upcard.engine.scene import Scene
from upcard.records.logfile import LogWriter
from upcard.schemas.cards import UNKNOWN, Card
from upcard.schemas.errors import shortened
from upcard.schemas.events import (
    Amended,
    BetPlaced,
    Claimed,
    Closed,
    Dealt,
    Event,
    Gap,
    HandStarted,
    Joined,
    Laid,
    Left,
    Noted,
    Passed,
    Played,
    Retracted,
    Scored,
    Voided,
)
from upcard.schemas.findings import Finding

Sure = Callable[[str, Sequence[Finding], Sequence[str]], bool]
"""Asked before something is stored that breaks a rule, or that changes what hands came to: what it is, the findings, and what
it changes.
"""

_PRESUMES_NO_DEAL = frozenset({Noted, Joined, Left, Gap, Voided, Scored, HandStarted, Closed, Dealt})


class Session:
    """writer: holds the log and its lock. level: whose hands are written down (FULL, a seat, PUBLIC).

    known: who is in the archive. sheet: whether rows of a score sheet are asked for. clock: the time to write on the begin of a hand and the close.
    """

    def __init__(
        self,
        writer: LogWriter,
        *,
        level: int | None = None,
        sheet: bool = False,
        clock: Callable[[], str] | None = None,
        known: Known = Known(),  # noqa: B008 - frozen
    ) -> None:
        self._known = known
        self.book = Book(writer, self._seen_from, known.names)
        self.game = self.book.audit.game
        self.level = level_of(self.book.raw) if level is None else level
        self.sheet = sheet
        self._clock = None if sheet else clock
        self._groups: list[tuple[Card, ...]] = []
        self._declined: Event | None = None
        self._implied: set[int] = set()
        self._resumed_after = self.book.raw[-1][0] if self.book.raw else 1
        self._look()

    @property
    def scene(self) -> Scene:
        """What there is to see, players by their names."""
        return scene_of(self.game, self._position.states, self.seats.names)

    @property
    def in_a_deal(self) -> bool:
        """Whether some hands of a deal were typed, and not all: none of them is stored yet."""
        return bool(self._groups)

    def prompt(self) -> Prompt:
        """What is asked for now."""
        if self.sheet and not self.book.state.closed:
            hand = self.book.state.hand + (self.book.state.ended == self.book.state.hand)
            return Prompt("", f"hand {hand}, {heading(self.game, self.seats)}")
        asked = self._asked()
        if asked:
            group = asked[len(self._groups)]
            return Prompt("", f"{group.name}: {group.size} cards")
        return prompt(self.table.acts, self.scene, self.seats, self.level)

    def take(self, line: str, sure: Sure = lambda _what, _findings, _changes: True) -> list[Outcome]:
        """Take a line: store what it says, or tell why not."""
        line = line.strip()
        word, _, rest = line.partition(" ")
        commands: dict[str, Callable[[str, Sure], list[Outcome]]] = {
            "undo": self._undo, "redo": self._redo, "fix": self._fix, "insert": self._insert, "drop": self._drop,
            "log": self._log, "table": self._table, "findings": self._findings, "doubts": self._doubts,
            "?": self._help, "help": self._help, "quit": self._quit, "exit": self._quit,
        }  # fmt: skip
        try:
            if rest.strip() == "?" and word.casefold() not in commands:
                return self._help(word, sure)
            if word.casefold() in commands:
                return commands[word.casefold()](rest, sure)
            if line.casefold() in REFUSED:
                return self._refused(sure)
            if not line:
                return self._enter(sure)
            if self.sheet and (sitting := read_sitting(line, self.table)) is not None:
                return self._sits(sitting)
            if self.sheet and self._is_row(line):
                return self._row(line, sure)
            if self._asked() and not begins_act(line, self.table) and not line.startswith(("do ", "{", "note ")):
                return self._deal(line, sure)
        except NotRead as problem:
            problem.enough = problem.enough or word.casefold() in commands
            return [self._unread(line, problem)]
        return self._acts(line, sure)

    # ---- Acts ------------------------------------------------------------------------------------------------------

    def _enter(self, sure: Sure) -> list[Outcome]:
        enter = self.prompt().enter
        if enter is not None:
            return self._store([enter], sure)
        if self._asked():
            return self._deal("-", sure)
        return [Outcome(kind="progress", says=f"{helping.wanted(self.table, self.sheet)} (? for help)")]

    def _acts(self, line: str, sure: Sure) -> list[Outcome]:
        """The acts of a line one by one; the first that is not stored keeps the rest from being taken."""
        outcomes: list[Outcome] = []
        left = pieces(line)
        while left:
            piece = left.pop(0)
            try:
                steps = steps_of(piece, self._position)
            except NotRead as problem:
                return [*outcomes, self._unread(piece, problem), *_not_taken(left)]
            while steps:
                step = steps.pop(0)
                try:
                    done = self._store(self._with_hand(step), sure)
                except NotRead as problem:
                    done = [self._unread(step.text, problem)]
                outcomes += done
                if done[-1].kind in {"unread", "fault", "declined"}:
                    return [*outcomes, *_not_taken([*(step.text for step in steps), *left])]
        return outcomes

    def _store(self, typed: list[Event], sure: Sure) -> list[Outcome]:
        """Judge what was typed, ask if it breaks a rule, and store it."""
        unseen = [] if type(typed[0]) in _PRESUMES_NO_DEAL else self._automatic()
        typed = [self._stamped(self._by_id(event)) for event in typed]
        book, what, self._declined = self.book, said(typed[-1], self.seats), None
        against = book.against([*unseen, *typed])
        if against and not sure(what, against, ()):
            self._declined = typed[-1]
            return [Outcome(kind="declined", says=what, event=typed[-1])]
        was, before, results, first = self.scene, list(book.audit.findings), len(book.audit.results), None
        left_out = "" if against else self._left_out(typed)
        for event in unseen:
            book.write(event)
        outcomes = []
        for event in typed:
            line = book.write(event)
            first = first or line
            if event is not typed[-1]:
                self._implied.add(line)
            says, implied = said(self._by_name(event), self.seats), line in self._implied
            outcomes.append(Outcome(kind="stored", says=says, line=line, event=event, implied=implied))
        self._look()
        outcomes += book.changes(before, first or 0)
        outcomes += self._progress(was, ended=len(book.audit.results) > results)
        if left_out:
            outcomes.append(Outcome(kind="progress", says=f"not written down, then: {left_out}"))
        if isinstance(typed[-1], Left) and book.state.hand > book.state.ended:
            outcomes.append(Outcome(kind="progress", says=helping.left_within_a_hand(typed[-1].seat, self.seats)))
        if isinstance(typed[-1], Closed):
            outcomes.append(Outcome(kind="closed", says=helping.summary(book.audit, book.raw)))
        return outcomes

    def _left_out(self, typed: Sequence[Event]) -> str:
        """What was due, where somebody did what comes behind it and nothing speaks against that: a record may leave it out."""
        event, due = typed[0], {act.event for act in self.table.acts}
        alike = {Played, Laid} if isinstance(event, Played | Laid) else {type(event)}
        behind = type(event) in IN_TURN and not event.refused and not alike & due
        return asked(self.table) if behind and len(typed) == 1 else ""

    def _by_id(self, event: Event) -> Event:
        """Who joins, by the id that the archive has for the name."""
        player = self._known.people.get(event.player) if isinstance(event, Joined) else None
        return event if player is None else msgspec.structs.replace(event, player=player)

    def _by_name(self, event: Event) -> Event:
        """Who joins, as people say."""
        name = self._known.names.get(event.player) if isinstance(event, Joined) else None
        return event if name is None else msgspec.structs.replace(event, player=name)

    def _stamped(self, event: Event) -> Event:
        state = self.book.state
        if isinstance(event, Closed) and not state.closed and state.hand > state.ended:
            event = msgspec.structs.replace(event, unfinished=True)
        if self._clock is None or event.at is not None or not isinstance(event, HandStarted | Closed):
            return event
        return msgspec.structs.replace(event, at=self._clock())

    def _progress(self, was: Scene, *, ended: bool) -> list[Outcome]:
        """Who took the trick, and how the hand came out."""
        scene, says = self.book.audit.scene(self.seats.names), []
        row = scene.rows[0] if scene.rows else None
        if row is not None and row.marks and row != (was.rows[0] if was.rows else None) and row.seats:
            says.append(f"{row.title}: {' '.join(row.cards)}, to {self.seats.name(row.seats[row.marks[0]])}")
        if ended:
            says += [text for text in (scene.says, helping.standing(scene, self.seats)) if text]
            says += untold(self.book.log, self.book.audit, self.seats)
        return [Outcome(kind="progress", says=text) for text in says]

    # ---- Deals and rows --------------------------------------------------------------------------------------------

    def _deal(self, line: str, sure: Sure) -> list[Outcome]:
        """Groups of a deal, divided by `/`; the deal is stored when the last is in."""
        asked = self._asked()
        given = list(self._groups)
        for text in line.split("/"):
            if len(given) == len(asked):
                raise NotRead(text.strip(), f"no more than {len(asked)} groups of cards")
            given.append(read_group(text, asked[len(given)].size))
        self._groups = given
        if len(given) < len(asked):
            return [Outcome(kind="progress", says=f"{len(given)} of {len(asked)}; stored when all are in")]
        chance = chance_due(self.table.acts)
        assert chance is not None
        hands = [(UNKNOWN,) * size for size in chance.sizes]
        for group, cards in zip(asked, given, strict=True):
            hands[group.place] = cards
        self._groups = []
        event: Event = chance.make(tuple(hands))
        return self._store([event], sure)

    def _is_row(self, line: str) -> bool:
        """Whether a line is a row of the sheet: it begins with a number, with the title of a column, or with no verb; or
        it is `void`, of the hand that is due.
        """
        if line.partition("#")[0].strip().casefold() == "void":
            return True
        number = line[0].isdigit() and ":" not in line
        return number or begins_column(self.game, line) or (line[0] not in "{#" and not begins_act(line, self.table))

    def _row(self, line: str, sure: Sure) -> list[Outcome]:
        text, _, note = line.partition("#")
        row = read_row(self.game, text.replace(",", " ").split(), self.seats)
        row = msgspec.structs.replace(row, note=note.strip() or None)
        return self._store(self._with_hand(Step(line, (row,))), sure)

    def _with_hand(self, step: Step) -> list[Event]:
        """A row of the sheet behind the hand that it opens, where one is due; any other act as it is."""
        due = any(act.event is HandStarted for act in self.table.acts)
        begins = self.sheet and step.plain and isinstance(step.events[-1], Scored) and due
        return [HandStarted(), *step.events] if begins else list(step.events)

    def _sits(self, sitting: NewSitting) -> list[Outcome]:
        """A day, or players, as a line of the sheet: of this log, if it has no row yet, else of one of its own."""
        header = effective(self.book.log).header
        day, players = sitting.day or header.at, sitting.players or self.seats.names
        if (day, players) == (header.at, self.seats.names):
            return [Outcome(kind="told", says="it is so already")]
        if amending.doings(self.book.raw) and self.book.state.hand:
            return [Outcome(kind="anew", says=sitting.says, sitting=sitting)]
        seats = sitting.players or header.seats
        other = msgspec.structs.replace(header, at=day, seats=seats, names=None if sitting.players else header.names)
        return self._amend([Amended(line=1, event=other, why="the sheet says so")], "amended", sitting.says)

    # ---- Amendments ------------------------------------------------------------------------------------------------

    def _undo(self, rest: str, _sure: Sure) -> list[Outcome]:
        if self._groups:
            self._groups.pop()
            return [Outcome(kind="undone", says="the last group of cards")]
        outcomes: list[Outcome] = []
        for _ in range(amending.times(rest)):
            changes = amending.undo(self.book.raw, self._carried)
            if not changes:
                return outcomes or [Outcome(kind="told", says="there is nothing to undo")]
            by_line = dict(self.book.raw)
            typed = next((c for c in changes if not is_automatic(by_line[c.line])), changes[0])
            outcomes += self._amend(changes, "undone", self._said_of_undone(by_line, typed.line, changes))
        return outcomes

    def _said_of_undone(self, by_line: Mapping[int, Event], typed: int, changes: Sequence[Retracted]) -> str:
        """What was taken back, with the passes that went along with it."""
        passes = [by_line[change.line] for change in reversed(changes) if change.line != typed]
        also = [said(one, self.seats) for one in passes if isinstance(one, Passed)]
        return ", ".join([said(by_line[typed], self.seats), *also])

    def _redo(self, rest: str, _sure: Sure) -> list[Outcome]:
        outcomes: list[Outcome] = []
        for _ in range(amending.times(rest)):
            changes = amending.redo(self.book.raw, self._carried)
            if not changes:
                return outcomes or [Outcome(kind="told", says="there is nothing to do again")]
            by_line = dict(self.book.raw)
            undone = by_line[changes[-1].line]
            assert isinstance(undone, Retracted)
            outcomes += self._amend(changes, "redone", said(by_line[undone.line], self.seats))
        return outcomes

    def _fix(self, rest: str, sure: Sure) -> list[Outcome]:
        return self._amend_if_sure(amending.fix(rest, self.book.log, self.game, self.seats), sure)

    def _refused(self, sure: Sure) -> list[Outcome]:
        """The act that was just not stored, or else the last that was, the table did not let stand."""
        if self._declined is not None:
            return self._store([msgspec.structs.replace(self._declined, refused=True)], lambda *_: True)
        return self._amend_if_sure(amending.refuse(self.book.log), sure)

    def _insert(self, rest: str, sure: Sure) -> list[Outcome]:
        return self._amend_if_sure(amending.insert(rest, self.book.log, self.game, self.seats), sure)

    def _drop(self, rest: str, sure: Sure) -> list[Outcome]:
        return self._amend_if_sure(amending.drop(rest, self.book.log), sure)

    def _amend_if_sure(self, change: Amendment, sure: Sure) -> list[Outcome]:
        """Tell what an amendment changes, as `upcard amend` does, and store it; asked, where that is more than a remark."""
        book = self.book
        against, what = book.against_amendment(change), helping.said_of_amendment(change, self.seats)
        after = Log(book.log.header, [*book.raw, (book.writer.next_line, change)])
        comparison = compared(book.log, after)
        says = list(shown(comparison, book.log, after, book.called))
        if not (against or comparison.weighty or comparison.accuses):
            told = [Outcome(kind="changed", says=text) for text in says]
            return [*self._amend([change], "amended", what)[:1], *told]
        if not sure(what, against, says):
            return [Outcome(kind="declined", says=what)]
        return self._amend([change], "amended", what)[:1]

    def _amend(
        self, changes: Sequence[Amendment], kind: Literal["undone", "redone", "amended"], says: str
    ) -> list[Outcome]:
        before, self._declined = list(self.book.audit.findings), None
        line = self.book.amend(changes)
        self._look()
        return [Outcome(kind=kind, says=says, line=line), *self.book.changes(before, line)]

    def _carried(self, line: int, event: Event, following: Event) -> bool:
        """Whether an event was stored along with the one that follows it."""
        rows = self.sheet and isinstance(event, HandStarted) and isinstance(following, Scored)
        return rows or line in self._implied or is_automatic(event) or self._was_implied(line, event)

    def _was_implied(self, line: int, event: Event) -> bool:
        """Whether a pass of a log that was resumed went without saying. Which were typed all the same, no log tells."""
        if not isinstance(event, Passed) or line > self._resumed_after:
            return False
        passes: list[Event] = []
        for one in (one for number, one in self.book.raw if number >= line and not isinstance(one, Amendment)):
            if not isinstance(one, Passed):
                return went_without_saying(passes, one, self._position_before(line))
            passes.append(one)
        return False

    def _position_before(self, line: int) -> Position:
        """Where the table stood when a line came to be written."""
        acts = effective(self.book.log, as_of=line - 1)
        return Position(self._writing(), fold_on(begin(acts), acts.events), None, bets_of([]))

    # ---- Telling ---------------------------------------------------------------------------------------------------

    def _log(self, rest: str, _sure: Sure) -> list[Outcome]:
        told = helping.history(self.book.log, self.book.seats_at(), amending.times(rest or "20"))
        return [Outcome(kind="told", says="\n".join(told))]

    def _table(self, _rest: str, _sure: Sure) -> list[Outcome]:
        return [Outcome(kind="table")]

    def _findings(self, _rest: str, _sure: Sure) -> list[Outcome]:
        seats_at = self.book.seats_at()
        found = [helping.told(finding, seats_at(finding.at)) for finding in self.book.audit.findings]
        return [Outcome(kind="told", says="\n".join(found) or "nothing is found so far")]

    def _doubts(self, _rest: str, _sure: Sure) -> list[Outcome]:
        found = helping.doubts(self.book.audit, self.book.seats_at())
        return [Outcome(kind="told", says="\n".join(found) or "nothing is in doubt")]

    def _help(self, rest: str, _sure: Sure) -> list[Outcome]:
        if rest.strip():
            return [Outcome(kind="told", says=helping.explained_word(rest, self.table))]
        return [Outcome(kind="told", says=helping.help_text(self.table, self.sheet, asked=bool(self._asked())))]

    def _quit(self, rest: str, _sure: Sure) -> list[Outcome]:
        if rest.strip():
            raise NotRead(rest.strip(), "`quit` alone; `close` ends the session", enough=True)
        return [Outcome(kind="quit")]

    def _unread(self, text: str, problem: NotRead) -> Outcome:
        if isinstance(problem, NotJudged):
            return Outcome(kind="fault", says=f"{shortened(text)!r} is not stored: {problem.says}")
        saw = f"saw {problem.saw!r}, " if problem.saw else ""
        wanted = f"{saw}wanted {problem.wanted}"
        example = "" if problem.enough or self._asked() else self._example(text)
        hint = f"; for instance {example}" if example else ""
        return Outcome(kind="unread", says=f"{shortened(text)!r} is not taken: {wanted}{hint}")

    def _example(self, refused: str) -> str:
        """A line that would be taken here, other than the one that was not."""
        if refused and self.prompt().enter is not None:
            return "Enter"
        return helping.example(self.table, self.sheet, refused)

    # ---- Where it stands -------------------------------------------------------------------------------------------

    def _look(self) -> None:
        """See anew what is due, the deals that nobody writes down taken for granted."""
        book = self.book
        bets = BetPlaced in self.game.acts
        acts = [event for _, event in effective(book.log).events] if bets else []
        self._position = Position(self._writing(), book.state, self._last(), bets_of(acts), book.audit.states[1:])
        self._ahead, self.table = self._position.state, self._position.table
        self.seats = self.table.seats

    def _writing(self) -> Writing:
        called = {**self._known.names, **(self.book.log.header.names or {})}
        return Writing(self.game, self.level, self.sheet, called, self.book.coin)

    def _seen_from(self, state: State) -> State:
        """The state with the deals that nobody writes down; what is due and what there is to see can be told of it."""
        ahead = self._writing().ahead(state)
        self.game.due(ahead)
        self.game.scene(ahead)
        return ahead

    def _automatic(self) -> list[Event]:
        return [] if self.sheet else automatic(self.game, self.book.state, self.level)

    def _asked(self) -> list[Group]:
        """The groups of cards of the deal that is due, if somebody saw them."""
        chance = None if self.sheet else chance_due(self.table.acts)
        return [] if chance is None else groups(chance, self.level, self.seats)

    def _last(self) -> int | None:
        """Who played last."""
        for _, event in reversed(amending.doings(self.book.raw)):
            if event.refused:
                continue
            if isinstance(event, HandStarted):
                return None
            if isinstance(event, Played | Laid | Claimed):
                return event.seat
        return None


def _not_taken(left: Sequence[str]) -> list[Outcome]:
    """What is said of the acts behind one that was not stored."""
    return [Outcome(kind="unread", says=f"not taken either: {shortened(' '.join(left))}")] if left else []
