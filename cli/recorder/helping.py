"""What the recorder tells: what can be typed here, findings, the log so far, how the session came out."""

import inspect
import re
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from typing import Any, Final

from upcard.cli.recorder.demanded import GENERAL, demands, foreign, one_of
from upcard.cli.recorder.fields import SUCH_AS, Field, NotRead, Seats, fields_of, usage_behind, written
from upcard.cli.recorder.offer import asks_who, cards_in, groups, is_automatic, said, sole
from upcard.cli.recorder.rows import explained
from upcard.cli.recorder.rows import wanted as row_wanted
from upcard.cli.recorder.spoken import is_card
from upcard.cli.recorder.whose import Table, places_of, said_alike, usual_seat
from upcard.cli.recorder.words import KINDS, Part, read, short_verb, verb
from upcard.cli.safe import safe_text
from upcard.engine.audit import Audit
from upcard.engine.due import Act
from upcard.engine.effective import effective
from upcard.engine.kernel.game import Game
from upcard.engine.log import Log, Numbered
from upcard.engine.scene import Scene
from upcard.schemas.cards import UNKNOWN, Card
from upcard.schemas.errors import TOLD, shortened
from upcard.schemas.events import (
    Amended,
    Base,
    BetPlaced,
    Closed,
    Dealt,
    Event,
    HandStarted,
    Inserted,
    Laid,
    Passed,
    Played,
    Retracted,
    Scored,
)
from upcard.schemas.events.base import tag
from upcard.schemas.findings import COUNTED, Finding
from upcard.schemas.wording import counted, with_names

_ALWAYS: Final = {
    "undo": ("[N]", "take back the last act, or N of them"),
    "redo": ("", "and do it again"),
    "fix": ("LINE ACT", "it was another act on that line"),
    "insert": ("LINE ACT", "an act was left out before that line"),
    "drop": ("LINE", "what stands on that line did not happen"),
    "refused": ("[ACT]", "the table did not let that act stand; alone: the last one, or the one just not stored"),
    "log": ("[N]", "what was written, with its lines"),
    "table": ("", "show the table"),
    "findings": ("", "what is found so far"),
    "doubts": ("", "what this record cannot tell yet"),
    "note": ("TEXT", "a remark; ACT # TEXT too"),
    "gap": ("[HANDS]", f"something was missed here; HANDS: {GENERAL['gap.hands']}"),
    "do": ("JSON", "any act, as it stands in a log"),
    "close": ("", "the session is over"),
    "quit": ("", "stop for now; the log stays open"),
    "?": ("WORD", "what a word means, such as ? undo"),
}
"""What can be typed at any time: a word, what is typed with it, what it does."""

_GUESTS: Final = ("Eve", "Flo", "Gus")
"""Names of whom an example has come to the table."""
_CARDS: Final = "Qs, 10h, Td, ♠A; ?? if not known; Qs 9s, Qs; 9s and Qs9s are two"
_JOKERS: Final = {"Xr": "the red joker, or the only one", "Xb": "the black joker"}
_BY_RANK: Final = "; ranks alone are enough: 34567, 77755, br for both jokers"
_SAMPLES: Final = {"card": "7h", "cards": "7h", "suit": "h", "rank": "7", "number": "2"}


def help_text(table: Table, sheet: bool, *, asked: bool) -> str:
    """What can be typed here: first what is wanted and how to type it, then all else."""
    due = _offered([act for act in table.acts if not act.optional], table)
    lines = [f"wanted  {wanted(table, sheet)}"]
    if asked:
        lines.append("type    the cards of a hand; several hands divided by /; - not seen, .. the rest not seen")
    elif sheet:
        lines += _headed("type", explained(table.game, table.seats))
        lines.append("        void: the hand does not count")
        lines.append("        a number with t behind it: that seat, in the column that has one; # TEXT: a remark")
        lines.append("        2024-01-05: the day of the rows that follow; Ann Bob Cid Dee: who sits there from now on")
    else:
        lines += _headed("type", due)
        lines += _headed("may be", _offered([act for act in table.acts if act.optional], table))
    if table.game.words:
        lines.append(f"words   {_words_of(table.game)}")
    lines += [
        f"seats   {_seated(table.seats)}; {_order(table)}",
        f"cards   {_CARDS}{_jokers(table.game)}{_BY_RANK * table.game.by_rank}",
        f"people  {_coming(table.seats)}",
    ]
    kinds = {act.event for act in table.acts}
    if kinds >= {Laid, Passed}:
        last, card = table.seats.name(len(table.seats.names) - 1), "2" if table.game.by_rank else "2h"
        several = "p" * max(2, len(table.seats.names) - 1)
        lines.append(
            f"passes  p, {several}; {last} {card}: those before {last} passed; out of turn: {last} lays {card}"
        )
    if BetPlaced in kinds:
        lines.append(
            f"bets    {table.seats.name(0)} r 10, 0r10; =: those of the deal before again; {table.seats.name(0)} ="
        )
        lines.append("rows    32 35, or 2 5: both at once; 2r 5, 2b 5: with the colour of the first card, red or black")
    if table.seats.coin > 1:
        lines.append(f"money   in coins: 10 or 2.50; a coin has {table.seats.coin:,} units")
    always = [f"{word} {more}".rstrip() for word, (more, _) in _ALWAYS.items()]
    return "\n".join([*lines, f"always  {', '.join(always)}"])


def _order(table: Table) -> str:
    """How to say who did something, with the names of this table."""
    taken = [seat for seat, name in enumerate(table.seats.names) if name]
    seat = taken[:2][-1] if taken else 0
    name, did = table.seats.name(seat), "5d" if table.game.acts.keys() & {Played, Laid} else "ACT"
    letter = name[:1].lower()
    short = f", {letter} {did} (a letter, if one name alone begins so)" if table.seats.of_letter(letter) == seat else ""
    return f"{name} {did}, {seat} {did}{short}; {name}: ACT also where another was to act"


def _coming(seats: Seats) -> str:
    """How to say who comes and goes, with the names of this table."""
    last = len(seats.names) - 1
    guest = next((name for name in _GUESTS if name not in seats.names), "Eve")
    empty = next((seat for seat, name in enumerate(seats.names) if not name), None)
    joins = f"{guest} joins {last if empty is None else empty}" + ", once nobody sits there" * (empty is None)
    sits = next((name for name in reversed(seats.names) if name), None)
    return f"{guest} for {sits}, {sits} leaves, {joins}" if sits else joins


def _jokers(game: Game) -> str:
    """How the jokers of a game are typed."""
    found = [f"{card}: {says}" for card, says in _JOKERS.items() if Card(card).bit & game.pack]
    return "".join(f"; {text}" for text in found) + "; Xr Qs: a joker that is to be the Qs" * (
        "played.stands_for" in game.writes
    )


def _words_of(game: Game) -> str:
    """The words of a game, those that mean the same together."""
    alike: dict[str, list[str]] = {}
    for word, stands_for in game.words.items():
        alike.setdefault(stands_for.replace("_", " "), []).append(word)
    return "; ".join(f"{', '.join(words)} = {stands_for}" for stands_for, words in alike.items())


def _headed(head: str, lines: Sequence[str]) -> list[str]:
    """Lines with a word in front of the first."""
    return [f"{head if not place else '':8}{line}" for place, line in enumerate(lines)]


def explained_word(word: str, table: Table) -> str:
    """What a word does, and how it is typed."""
    plain = word.strip().casefold()
    if plain in _ALWAYS:
        more, does = _ALWAYS[plain]
        return f"{plain} {more}".rstrip() + f": {does}"
    if plain == "=":
        return (
            "=: the bets of the deal before are placed again, of those who have not bet since; with a seat, of that one"
        )
    if plain in {"joins", "join", "for", "leaves", "leave"}:
        return f"who comes and goes: {_coming(table.seats)}"
    if plain in {"cards", "card", "jokers"} or is_card(plain.replace(" joker", "j").replace("red", "r")):
        return f"cards: {_CARDS}{_jokers(table.game)}"
    found = verb(plain.split(), table.game)
    if found is None or len(found[1]) > len(table.game.words.get(plain, "").split()):
        return _said_behind(plain, table) or f"{shortened(word)!r} means nothing here; ? lists the words that do"
    kind, rest = found
    if not table.game.uses(kind):
        return f"{shortened(word)!r}: nobody does that in {table.game.title}; ? lists what can be typed"
    does = " ".join(inspect.cleandoc(kind.__doc__ or "").partition("\n\n")[0].split())
    stands_for = " ".join([tag(kind), *rest])
    given = set(table.game.words) - {plain}
    others = sorted(other for other in given if table.game.words[other].split()[0] == tag(kind))
    more = f"; also: {', '.join(others)}" if others else ""
    needed = demands(kind, table.game).get(rest[0], ()) if rest else ()
    if kind is Scored:
        typed = f"{plain} and the row: {row_wanted(table.game, table.seats)}"
    else:
        typed = f"{plain} {usage_behind(kind, rest, needed, foreign(kind, table.game))}".rstrip()
    melds = f"\n  MELDS{SUCH_AS['melds']}" * any(field.kind == "melds" for field in fields_of(kind))
    return f"{plain}: {does}\n  typed as: {typed} (= {stands_for}){more}{melds}"


def _said_behind(word: str, table: Table) -> str:
    """How a word is typed that is said behind a verb: a place, a kind of bet, a colour. Nothing, if it is none."""
    lines = []
    for kind in filter(table.game.uses, KINDS.values()):
        for field in fields_of(kind):
            if word in _values_of(kind, field, table.game):
                words = [word if one is field else one.wanted for one in fields_of(kind) if one.kind != "other"]
                lines.append(" ".join([short_verb(kind, table.game), *words]))
    return "\n  ".join([f"{word}: said behind another word:", *lines]) if lines else ""


def _values_of(kind: type[Base], field: Field, game: Game) -> Sequence[Any]:
    """The words that a field takes, if they are few."""
    if field.name == "place":
        return game.names.get(kind, {}).get(field.name) or places_of(kind, game)
    return field.values if field.kind == "choice" else game.names.get(kind, {}).get(field.name, ())


def _offered(acts: Sequence[Act], table: Table) -> list[str]:
    """Acts that may come next, each with how to type it."""
    offered: dict[tuple[str, str], list[Act]] = {}
    for act in acts:
        offered.setdefault((act.asks or tag(act.event).replace("_", " "), _how(act, table)), []).append(act)
    return [_by_whom(name, how, alike, table) for (name, how), alike in offered.items()]


def _by_whom(name: str, how: str, alike: Sequence[Act], table: Table) -> str:
    """An act and how it is typed, with whose it is: before all, where that goes without saying, else where it is said."""
    seats = {act.seat for act in alike}
    if seats == {None}:
        return f"{name}: {how}"
    if len(seats) > 1:
        return f"{name}: SEAT {how}"
    who = table.seats.name(alike[0].seat)
    return f"{name}: {who} {how}" if _must_be_named(alike[0], table) else f"{who}: {name}: {how}"


def _must_be_named(act: Act, table: Table) -> bool:
    """Whether an act of one seat would be another's, or anybody's, without its name."""
    alike = [other for other in table.acts if other.event is act.event and (act.optional or not other.optional)]
    seats = {other.seat for other in alike if other.seat is not None}
    return len(seats) > 1 or (act.optional and usual_seat(act.event, table) != act.seat)


def _how(act: Act, table: Table) -> str:
    """How to type an act: Enter, the seat alone, its verb alone, the legal choices if they are few, else what its words are."""
    if not act.optional and act.event is not Closed and (enter := sole(table.acts, table.level)) is not None:
        unseen = act.chance is None and [
            field.wanted.strip("[]")
            for field in fields_of(act.event)
            if field.kind in {"card", "cards"} and not cards_in(getattr(enter, field.name, None))
        ]
        return f"Enter; {' '.join(unseen)}, if known" if unseen else "Enter"
    if asks_who(act) and act.choices:
        who = dict.fromkeys(getattr(one, "seat", None) for one in act.choices)
        return "who, such as " + " or ".join([*map(table.seats.name, who)][:2])
    verb_alone = short_verb(act.event, table.game)
    if act.chance is not None:
        if groups(act.chance, table.level, table.seats):
            return " ".join([verb_alone, " / ".join(["CARDS"] * len(act.chance.sizes))])
        letter = next((word for word, says in table.game.words.items() if says == tag(act.event)), verb_alone)
        return _sample(act, table) or letter
    if act.choices and not act.optional and len(act.choices) <= 14:
        return _listed(act.choices, act, table)
    alike = said_alike(act, table.game)
    fields = [
        field
        for field in fields_of(act.event)
        if not {field.name} & {*act.given, *alike}
        and field.kind != "other"
        and (act.seat is None or field.name != "seat")
    ]
    if act.event is Scored:
        return f"{verb_alone} and the row: {row_wanted(table.game, table.seats)}"
    must = [field for field in fields if field.required or (field.name == "seat" and _seats_differ(act))]
    told = must or [field for field in fields if act.given or (alike and field.kind in {"card", "cards"})]
    told += [one for one in fields if one not in told and f"{tag(act.event)}.{one.name}" in table.game.writes]
    words = list(_needed(act.event, told, table.game))
    verbs = [f"{tag(act.event)} {value}" for value in alike.values()]
    own = next((word for word, says in table.game.words.items() if says in verbs and len(word) > 1), None)
    verb_said = [own] if own else [verb_alone, *alike.values()]
    return " ".join(words if not act.optional and words else [*verb_said, *words])


def _needed(kind: type[Base], fields: Sequence[Field], game: Game) -> Iterator[str]:
    """What stands in the place of each field; of fields of which one is enough, the one or the other."""
    either = [field for field in fields if field.name in one_of(kind)]
    for field in fields:
        if len(either) > 1 and field is either[0]:
            yield "|".join(one.wanted.strip("[]") for one in either)
        elif field not in either:
            yield _wanted(kind, field, game)
        elif len(either) < 2:
            yield _wanted(kind, field._replace(required=True), game)


def _wanted(kind: type[Base], field: Field, game: Game) -> str:
    """What stands in the place of a field: the words it takes, if they are few."""
    values = "|".join(_values_of(kind, field, game))
    return field.wanted if not values else values if field.required else f"[{values}]"


def _listed(choices: Sequence[Event], act: Act, table: Table) -> str:
    """The legal choices one after another, that of which nothing is known last; of cards that nobody saw, how many they may be."""
    cards = [getattr(choice, "cards", None) or () for choice in choices]
    if all(set(hand) == {UNKNOWN} for hand in cards):
        return f"{', '.join(str(len(hand)) for hand in cards)} (how many), or CARDS"
    verb_alone = short_verb(act.event, table.game)
    words = list(dict.fromkeys(_choice(choice, table, act.given) for choice in choices))
    known = [word for word in words if word != verb_alone]
    return ", ".join([*known, *[f"{verb_alone} if it is not known"] * (verb_alone in words)]) if known else verb_alone


def _seats_differ(act: Act) -> bool:
    """Whether several may do this, so that it is said who."""
    if act.seat is not None:
        return False
    return "seat" in one_of(act.event) or len({getattr(choice, "seat", None) for choice in act.choices or ()}) > 1


def _seated(seats: Seats) -> str:
    return ", ".join(f"{seat} {name or 'nobody'}" for seat, name in enumerate(seats.names))


def _choice(event: Base, table: Table, without: Container[str] = ()) -> str:
    """A legal choice as it may be typed: without its verb and seat where they go without saying, and without what else does."""
    kind = type(event)
    values = [
        getattr(event, field.name) for field in fields_of(kind) if field.name not in without and field.name != "seat"
    ]
    given = [value for value in values if value is not None and value is not False]
    if not given:
        return short_verb(kind, table.game)
    if len(given) == 1:
        value = given[0]
        if isinstance(event, HandStarted):
            return table.seats.name(event.dealer)
        if isinstance(value, str) and " " in value:  # a remark, behind the verb alone
            return f"{short_verb(kind, table.game)} {value}"
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
        for line in _samples(act, table):
            try:
                read(Part(line), table)
            except NotRead:
                continue
            if line and line != refused:
                return f"`{line}`"
    return ""


def _samples(act: Act, table: Table) -> Iterator[str]:
    """How an act may be typed, the shortest first."""
    if not act.choices:
        yield _sample(act, table)
        return
    event = act.choices[0]
    fields = [field for field in fields_of(type(event)) if field.name not in act.given]
    values = [(field, getattr(event, field.name)) for field in fields]
    said = [(field, value) for field, value in values if value is not None and value is not False]
    words = [table.seats.name(value) if field.kind == "seat" else str(value) for field, value in said]
    if len(said) > 1:
        yield " ".join(words[said[0][0].name == "seat" :])
        yield " ".join(words)
    yield _choice(event, table, act.given)


def _sample(act: Act, table: Table) -> str:
    """Words as an act that takes many may have them."""
    if act.chance is not None:
        several = sum(other.event is Dealt for other in table.acts) > 1
        return "7" if act.event is Dealt and several else ""
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
    proven = "" if finding.found_at == finding.at else f", proven by line {finding.found_at}"
    act = (acts or {}).get(finding.at)
    done = f" ({said(act, seats)})" if act is not None and proven else ""
    says = _with_cards(shortened(with_names(finding.says, seats.name), TOLD), finding.cards)
    return safe_text(f"{finding.kind}, line {finding.at}{done}: {who}{says} [{finding.clause}]{proven}")


def _with_cards(says: str, cards: Sequence[str]) -> str:
    """What was found and the cards that it is about, unless it names them: before what may have been, of which they say nothing."""
    found, perhaps, ways = says.partition("; perhaps ")
    named = all(re.search(rf"\b{re.escape(card)}\b", found) for card in cards)
    return says if named else f"{found} ({' '.join(cards)}){perhaps}{ways}"


def doubts(audit: Audit, seats_at: Callable[[int], Seats]) -> list[str]:
    """What cannot be told yet."""
    return [
        safe_text(
            f"line {doubt.at}: {'' if doubt.seat is None else seats_at(doubt.at).name(doubt.seat) + ': '}{doubt.says}, "
            f"if {' or '.join(doubt.cards)} was held [{doubt.clause}]"
        )
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
        seats = seats_at(line)
        where = f" (before line {event.before})" if isinstance(event, Inserted) else ""
        became = " (taken back)" if now is None else "" if now == act else f" (now: {said(now, seats)})"
        text = "dealt, cards not seen" if is_automatic(act) else said(act, seats)
        lines.append(safe_text(f"{line:>5}  {text}{where}{became}"))
    return lines[-last:] or ["nothing yet"]


def left_within_a_hand(seat: int, seats: Seats) -> str:
    """What is to be said where somebody leaves while a hand is on."""
    who = next((name for place, name in seats.gone if place == seat), f"seat {seat}")
    return f"the hand goes on: `Eve for {who}`, if Eve plays it out; `void`, if it is given up; or `close`"


def summary(audit: Audit, raw: Sequence[Numbered]) -> str:
    """What the session came to."""
    kinds = [finding.kind for finding in audit.findings if finding.kind in COUNTED]
    found = ", ".join(f"{kinds.count(kind)} {_many(kind, kinds.count(kind))}" for kind in sorted(set(kinds)))
    hands = len(audit.results)
    begun = len(audit.hands) - hands
    open_ones = len(audit.doubts)
    parts = [
        counted(hands, "hand") + f", {begun} without an end" * bool(begun),
        counted(len(raw), "event"),
        found or "nothing found",
    ]
    if open_ones:
        parts.append(f"{counted(open_ones, 'thing')} this record cannot tell")
    return ", ".join(parts)


def _many(kind: str, count: int) -> str:
    if count == 1:
        return kind
    return {"breach": "breaches", "testimony": "testimonies that disagree"}.get(kind, f"{kind}s")
