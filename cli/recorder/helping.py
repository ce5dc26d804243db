"""What the recorder tells: what can be typed here, findings, the log so far, how the session came out."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from upcard.cli.recorder.fields import NotRead, Seats, fields_of, tag, written
from upcard.cli.recorder.offer import cards_in, is_automatic, said
from upcard.cli.recorder.rows import explained
from upcard.cli.recorder.rows import wanted as row_wanted
from upcard.cli.recorder.whose import Table
from upcard.cli.recorder.words import Part, read, short_verb
from upcard.engine.audit import Audit
from upcard.engine.due import Act
from upcard.engine.effective import effective
from upcard.engine.log import Log, Numbered
from upcard.engine.scene import Scene
from upcard.engine.wording import counted
from upcard.schemas.errors import TOLD, shortened
from upcard.schemas.events import Amended, Base, Closed, Dealt, Event, HandStarted, Inserted, Left, Retracted
from upcard.schemas.findings import COUNTED, Finding

_ALWAYS = """\
always  undo [N]   take back the last act       redo          and do it again
        fix LINE ACT   it was another act       insert LINE ACT   an act left out before it
        drop LINE  it did not happen            log [N]       what was written
        table      show the table               findings      what is found;  doubts  what cannot be told
        note TEXT  a remark; [ACT] # TEXT too   gap           something was missed
        2: ACT     by seat 2, or by name        ACT; ACT      two acts on one line
        do JSON    any event                    close         the session is over"""


_SAMPLES: Final = {"card": "7h", "cards": "7h", "suit": "h", "rank": "7", "number": "2"}


def help_text(table: Table, sheet: bool, *, asked: bool) -> str:
    """What can be typed here."""
    lines = [f"wanted  {wanted(table, sheet)}"]
    if asked:
        lines.append("        the cards of a hand; several hands divided by /; - not seen, .. the rest not seen")
    if sheet:
        lines += [f"        {line}" for line in explained(table.game, table.seats)]
        lines.append("        a number with t behind it: that seat, in the column that has one; # TEXT: a remark")
    else:
        lines += _offered(table)
    words = ", ".join(f"{word} = {stands.replace('_', ' ')}" for word, stands in table.game.words.items())
    if words:
        lines.append(f"words   {words}")
    lines.append("cards   Qs, 10h, Td, ♠A; ?? if not known     seats   " + _seated(table.seats))
    return "\n".join([*lines, _ALWAYS])


def _offered(table: Table) -> list[str]:
    """What is due, each with how to type it."""
    offered: dict[str, set[str]] = {}
    for act in table.acts:
        who = "" if act.seat is None else f"{table.seats.name(act.seat)}: "
        name = act.asks or tag(act.event).replace("_", " ")
        line = f"{name}{' (if it happened)' if act.optional else ''}: {_how(act, table)}"
        offered.setdefault(line, set()).add(who)
    return [f"        {who.pop() if len(who) == 1 else ''}{line}" for line, who in offered.items()]


def _how(act: Act, table: Table) -> str:
    """How to type an act: the legal choices if they are few, else what its words are."""
    if act.choices and not act.optional and len(act.choices) <= 14:
        return ", ".join(dict.fromkeys(_choice(choice, table) for choice in act.choices))
    verb = short_verb(act.event, table.game)
    open_ = [field for field in fields_of(act.event) if field.name not in act.given and field.kind != "other"]
    fields = [field.wanted for field in open_ if field.required] or [field.wanted for field in open_ if act.given]
    if act.seat is not None:
        fields = fields[1:]
    bare = not act.optional and fields
    return " ".join(fields if bare else [verb, *fields])


def _seated(seats: Seats) -> str:
    return ", ".join(f"{seat} {name}" for seat, name in enumerate(seats.names))


def _choice(event: Base, table: Table) -> str:
    """A legal choice as it may be typed: without its verb and seat where they go without saying."""
    kind = type(event)
    values = [getattr(event, field.name) for field in fields_of(kind) if field.name != "seat"]
    given = [value for value in values if value is not None and value is not False]
    if not given:
        return short_verb(kind, table.game)
    if len(given) == 1:
        value = given[0]
        if isinstance(event, HandStarted):
            return table.seats.name(event.dealer)
        return " ".join(value) if isinstance(value, tuple) and cards_in(value) else str(value)
    return written(event, table.seats.coin)


def wanted(table: Table, sheet: bool) -> str:
    """What is asked for, in one line."""
    if sheet:
        return row_wanted(table.game, table.seats)
    must = [act for act in table.acts if not act.optional and act.event is not Closed] or list(table.acts)
    return " or ".join(dict.fromkeys(act.asks or tag(act.event) for act in must)) or "nothing: the session is closed"


def example(table: Table, sheet: bool, refused: str) -> str:
    """A line that would be taken here, other than the one that was not; nothing where none comes to mind."""
    if sheet:
        return ""
    due = [act for act in table.acts if not act.optional and act.event is not Closed]
    for act in due or table.acts:
        line = _choice(act.choices[0], table) if act.choices else _sample(act, table, refused)
        try:
            read(Part(line), table)
        except NotRead:
            continue
        if line and line != refused:
            return f"`{line}`"
    return ""


def _sample(act: Act, table: Table, refused: str) -> str:
    """Words as an act that takes many may have them."""
    if act.chance is not None:
        return f"deal {refused if refused.isdigit() else 7}" if act.event is Dealt else ""
    open_ = [
        field for field in fields_of(act.event) if field.name not in {"seat", *act.given} and field.kind != "other"
    ]
    needed = [field for field in open_ if field.required] or (open_[:1] if act.given else [])
    words = [_SAMPLES.get(field.kind, "") for field in needed]
    return " ".join(words) if words and all(words) else short_verb(act.event, table.game)


def told(finding: Finding, seats: Seats, acts: Mapping[int, Event] | None = None) -> str:
    """A finding in one line: where, who, what, the clause, and from where on it was provable. acts: to tell what was
    done there.
    """
    who = "" if finding.seat is None else f"{seats.name(finding.seat)}: "
    cards = f" ({' '.join(finding.cards)})" if finding.cards else ""
    proven = "" if finding.found_at == finding.at else f", proven by line {finding.found_at}"
    act = (acts or {}).get(finding.at)
    done = f" ({said(act, seats)})" if act is not None and proven else ""
    says = shortened(finding.says, TOLD)
    return f"{finding.kind}, line {finding.at}{done}: {who}{says}{cards} [{finding.clause}]{proven}"


def doubts(audit: Audit, seats_at: Callable[[int], Seats]) -> list[str]:
    """What cannot be told yet."""
    return [
        f"line {doubt.at}: {'' if doubt.seat is None else seats_at(doubt.at).name(doubt.seat) + ': '}{doubt.says}, "
        f"if {' or '.join(doubt.cards)} was held [{doubt.clause}]"
        for doubt in audit.doubts
    ]


def standing(scene: Scene, seats: Seats) -> str:
    """The scores as they stand."""
    titles = {tuple(title for title, _ in hand.scores) for hand in scene.hands}
    if len(titles) != 1 or titles == {()}:
        return "; ".join(f"{name} {amount}" for name, amount in scene.pots)
    scores = [f"{seats.name(hand.seat)} {'/'.join(amount for _, amount in hand.scores)}" for hand in scene.hands]
    return f"{'/'.join(titles.pop())}: {', '.join(scores)}"


def said_of_amendment(change: Event, seats: Seats) -> str:
    """An amendment in words."""
    if isinstance(change, Amended):
        return f"line {change.line} is now: {said(change.event, seats)}"
    if isinstance(change, Inserted):
        return f"before line {change.before}: {said(change.event, seats)}"
    return f"line {change.line} did not happen" if isinstance(change, Retracted) else said(change, seats)


def history(log: Log, seats_at: Callable[[int], Seats], last: int) -> list[str]:
    """The last acts with their lines, and what became of them."""
    stands = dict(effective(log).events)
    lines = []
    for line, event in log.events:
        if isinstance(event, Amended | Retracted):
            continue
        act = event.event if isinstance(event, Inserted) else event
        now = stands.get(line)
        seats = seats_at(line - isinstance(act, Left))
        where = f" (before line {event.before})" if isinstance(event, Inserted) else ""
        became = " (taken back)" if now is None else "" if now == act else f" (now: {said(now, seats)})"
        text = "dealt, cards not seen" if is_automatic(act) else said(act, seats)
        lines.append(f"{line:>5}  {text}{where}{became}")
    return lines[-last:] or ["nothing yet"]


def summary(audit: Audit, raw: Sequence[Numbered]) -> str:
    """What the session came to."""
    kinds = [finding.kind for finding in audit.findings if finding.kind in COUNTED]
    found = ", ".join(f"{kinds.count(kind)} {_many(kind, kinds.count(kind))}" for kind in sorted(set(kinds)))
    hands = len(audit.results)
    open_ones = len(audit.doubts)
    parts = [counted(hands, "hand"), counted(len(raw), "event"), found or "nothing found"]
    if open_ones:
        parts.append(f"{counted(open_ones, 'thing')} this record cannot tell")
    return ", ".join(parts)


def _many(kind: str, count: int) -> str:
    if count == 1:
        return kind
    return {"breach": "breaches", "testimony": "testimonies that disagree"}.get(kind, f"{kind}s")
