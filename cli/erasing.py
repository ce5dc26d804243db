"""What an erasure does, told before it is asked and done."""

import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from upcard.cli.amender.deciding import NOT_STORED
from upcard.cli.output import ask, progress, put, put_json, say
from upcard.cli.safe import safe_text
from upcard.schemas.wording import counted

if TYPE_CHECKING:
    from collections.abc import Callable

    from upcard.records.archive.archive import Archive
    from upcard.records.archive.candidate import Report
    from upcard.records.archive.erasing import Plan
    from upcard.records.several import Processes

_SHOWN: Final = 20
"""So many remarks are shown."""


class Wishes(NamedTuple):
    """How it is to be done."""

    dry_run: bool
    yes: bool
    json: bool
    jobs: int


def erase_person(place: "Archive", who: str, *, logs: bool, instead: str, words: Sequence[str], wishes: Wishes) -> int:
    """Tell what is erased, and erase it if that is what is wanted. The exit code."""
    from upcard.records.archive.erasing import Erasure

    erasure = Erasure(place, who, logs=logs, instead=instead, words=words)
    plan = erasure.plan()
    tell = say if wishes.json else lambda text: put(safe_text(text))
    for text in told(plan):
        tell(text)
    if wishes.dry_run and plan.pseudonym and not instead:
        say(f"each run makes up another pseudonym; to have this one: --as {plan.pseudonym}")
    code = _decided(erasure.do, wishes)
    if wishes.json:
        put_json({"erased": code != NOT_STORED and not wishes.dry_run, **_as_data(plan)})
    return code


def erase_names(place: "Archive", wishes: Wishes) -> int:
    """The same for all names and merges."""
    from functools import partial

    from upcard.records.archive.erasing import erase_all_names

    say(
        f"all names and merges in {place.people_path} are erased: every id stands for itself, and logs stay as they are"
    )
    return _decided(partial(erase_all_names, place), wishes)


def told(plan: "Plan") -> Iterator[str]:
    """A plan in words."""
    one = plan.someone
    yield f"to be erased: {one.name}, known as {', '.join(one.ids)}: {counted(one.hands, 'hand')} in {counted(one.sessions, 'session')}"
    yield "from the register: the name, and which ids are theirs"
    if plan.namesakes:
        names = ", ".join(other.name for other in plan.namesakes)
        yield f"somebody else is called so: {names}; in remarks nobody can tell who is meant, and the name goes there, too"
    if not plan.pseudonym:
        stay = counted(len(plan.changed), "log")
        yield (
            f"{stay} will name them still, by an id or in a header; --logs erases that"
            if plan.changed
            else "no log names them"
        )
    else:
        yield from _told_of_logs(plan)
    for name in plan.gone:
        yield f"deleted, as the name is in it: {name}"
    for name in plan.questions:
        yield f"left as it is, and the name is in it: {name}, a question of your own; write it anew, or delete it"
    if plan.last is not None:
        yield f"backups hold the name still, such as {plan.last.file} ({plan.last.made.astimezone():%Y-%m-%d}); so do copies of logs elsewhere"
    else:
        yield "backups and copies of logs elsewhere hold the name still"


def _told_of_logs(plan: "Plan") -> Iterator[str]:
    yield f"from {counted(len(plan.changed), 'log')}: {plan.pseudonym} takes their place"
    remarks = [(one.log, remark) for one in plan.changed for remark in one.remarks]
    for log, remark in remarks[:_SHOWN]:
        yield f"  {log} line {remark.line}: {remark.was!r} becomes {remark.now!r}"
    if remarks[_SHOWN:]:
        yield f"  and {counted(len(remarks) - _SHOWN, 'remark')} more"
    if plan.doubtful:
        yield f"left as they are, though they may mean them, too ({len(plan.doubtful):,}); --also WORD erases a word there:"
        yield from (f"  {log} line {remark.line}: {remark.now!r}" for log, remark in plan.doubtful[:_SHOWN])
    for name in plan.dropped:
        yield f"deleted, as it cannot be read and the name is in it: {name}"
    if plan.changed:
        yield "these logs are sealed anew: a head of one that is kept elsewhere vouches for nothing any more, and must be taken anew"
        yield "who imports one of them again as it was is told that it differs; --replace would bring the name back"


def _decided(do: "Callable[[Processes | None, Callable[[int], None]], list[Report]]", wishes: Wishes) -> int:
    """Do it, if somebody says so."""
    from upcard.records.archive.candidate import NOT_TAKEN
    from upcard.records.several import processes

    if wishes.dry_run:
        say("nothing is erased: --dry-run")
        return 0
    asks = sys.stdin.isatty() and sys.stderr.isatty() and not wishes.yes
    sys.stdout.flush()
    if not wishes.yes and not (
        asks and ask("this cannot be undone. Erase it? [y/N] ").strip().casefold() in {"y", "yes"}
    ):
        say("nothing is erased" + ("" if asks else ": this cannot be undone; --yes does it"))
        return NOT_STORED
    with processes(wishes.jobs) as several, progress("making the archive anew") as told_of:
        refused = do(several, lambda done: told_of(str(done)))
    for report in refused:
        say(f"{report.status}: {report.place}: {report.why}")
    say("erased")
    return max((NOT_TAKEN[report.status] for report in refused), default=0)


def _as_data(plan: "Plan") -> dict[str, object]:
    """A plan for programs."""
    import msgspec

    data: dict[str, object] = msgspec.to_builtins(plan, enc_hook=str)
    return data
