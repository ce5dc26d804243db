"""What becomes of amendments: what they change is told, then they are stored, or not."""

import sys
from typing import Final, NamedTuple

import msgspec

from upcard.cli.amender.comparing import Comparison, compared
from upcard.cli.amender.draft import Draft
from upcard.cli.amender.showing import as_data, edits, shown
from upcard.cli.amender.storing import Target
from upcard.cli.output import ask, put, put_json, say

NOT_STORED: Final = 6
"""The exit code of what was told and not stored, as nobody said that it should be."""


class Wishes(NamedTuple):
    """yes: store without asking; dry_run: store nothing; json: tell programs."""

    yes: bool = False
    dry_run: bool = False
    json: bool = False


def decide(target: Target, draft: Draft, wishes: Wishes) -> int:
    """Tell what the amendments of a draft change, and store them, if that is what is wanted. The exit code."""
    change = compared(draft.read.log, draft.log)
    asks = sys.stdin.isatty() and sys.stderr.isatty() and not wishes.yes and not wishes.dry_run
    tell = say if wishes.json else put
    if asks or not wishes.json:
        old, new, names = draft.read.log, draft.log, draft.read.names
        for text in (*edits(old, new, draft.staged, names), *shown(change, old, new, names)):
            tell(text)
        sys.stdout.flush()
    stored = not wishes.dry_run and (wishes.yes or _sure(change, asks=asks))
    lines = target.store(draft) if stored else []
    if wishes.json:
        _put_json(draft, change, lines, stored=stored)
    if wishes.dry_run:
        say("nothing is stored: --dry-run")
    elif stored:
        say(stored_on(lines))
    elif not asks:
        say("nothing is stored, as it changes what is told above: --yes stores it")
    else:
        say("nothing is stored")
    return 0 if stored or wishes.dry_run else NOT_STORED


def says_so_already(target: Target, draft: Draft, wishes: Wishes) -> None:
    """Tell that a draft changes nothing, and have the archive follow where it does not yet."""
    say("it says so already; nothing is stored")
    if wishes.json:
        _put_json(draft, Comparison(), [], stored=False)
    target.follow()


def _put_json(draft: Draft, change: Comparison, lines: list[int], *, stored: bool) -> None:
    events = [msgspec.to_builtins(event) for event in draft.events]
    put_json({"log": draft.read.log.header.log, "stored": stored, "lines": lines, "events": events, **as_data(change)})


def _sure(change: Comparison, *, asks: bool) -> bool:
    """Whether to store it: asked, where somebody can be, if it changes results, kinds of acts, or accuses somebody."""
    if not asks:
        return not change.weighty
    if not change.weighty and not change.accuses:
        return True
    return ask("store it? [y/N] ").strip().casefold() in {"y", "yes"}


def stored_on(lines: list[int]) -> str:
    """On which lines something was stored."""
    return f"stored on line{'s' * (len(lines) != 1)} {', '.join(map(str, lines))}"
