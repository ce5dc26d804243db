"""How is a log of a game written, act by act? The part of a game's page that says it, worked out from what the game declares,
from what is due in sessions, and from lines of logs in which nothing is found.
"""

import inspect
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import Any, Final, get_args

import msgspec

from upcard.cli.recorder.demanded import GENERAL
from upcard.cli.recorder.fields import Field, fields_of
from upcard.engine.audit import Audit, audit
from upcard.engine.effective import effective
from upcard.engine.kernel.game import Game
from upcard.engine.kernel.rules import Due, says_only
from upcard.engine.log import Log
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC, redact
from upcard.records.logfile import read_log
from upcard.schemas.cards import RANKS, SUITS, cards_of
from upcard.schemas.events import (
    FORMAT,
    Amended,
    Base,
    BetPlaced,
    Claimed,
    Corrected,
    Event,
    HandStarted,
    Inserted,
    Joined,
    Laid,
    Opened,
    Played,
    Retracted,
    Scored,
    Sealed,
    Shown,
    TakenBack,
    Took,
)
from upcard.schemas.events.base import tag

SAMPLES: Final = Path(__file__).resolve().parents[1] / "sample_logs"
SHAPES: Final = 4
"""So many lines of one act are shown, each with other fields."""
LONGEST: Final = 400
"""A line that is longer is shown only where there is none like it that is shorter."""
ALTERNATIVES: Final = 3
"""Where more acts than these may come in the place of one, it is written where it happened, and none is named."""

KINDS: Final[dict[str, type[Base]]] = {
    tag(kind): kind for kind in get_args(Event) if kind not in {Opened, Sealed, Amended, Inserted, Retracted}
}

TYPES: Final = {
    "seat": "a seat",
    "seats": "a list of seats",
    "card": "a card",
    "cards": "a list of cards",
    "number": "an integer",
    "numbers": "a list of integers",
    "money": "an integer",
    "suit": "`c`, `d`, `h` or `s`",
    "rank": "`A`, `2` to `9`, `T`, `J`, `Q` or `K`",
    "flag": "`true`",
    "account": "the name of an account",
    "melds": "a list of objects: `kind` (`three`, `four` or `nap`), `rank` of three or four, `suit` of a nap, if told",
    "word": "text",
    "text": "text",
}
"""What stands in a field, by the kind of words that it reads."""
OTHERS: Final = {
    "hands": "by seat, a list of cards or `null`",
    "places": "an object: by the name of a place, a list of cards",
}
"""The same, of fields that no words say."""
SEEN: Final = {
    "seat": "its seat alone sees {it}",
    "pair": "its seat and `to` see {it}",
    "each": "each seat sees its own",
}
"""Who sees a field, where not all do. it: what stands there, a card or several."""

SAYS: Final = {
    **GENERAL,
    "result_called.result": "`won` of who won the hand; other words are kept, and not judged",
    "scored.void": "for a hand that does not count",
    "ruled.what": "in a word",
    "chips_passed.to": "likewise",
    "closed.unfinished": "where the session ends in the middle of a hand, which then does not count",
    "gave.to": "who gets it",
    "returned.to": "who gets it",
    "count_told.count": "how many",
    "bet_insured.bet": "its name",
    "bet_withdrawn.bet": "its name",
    "bet_surrendered.bet": "its name",
    **{
        f"{act}.amount": "how many counters"
        for act in ("bought_in", "cashed_out", "chips_passed", "purse_counted", "pool_counted")
    },
    "joined.player": "who sits there from now on, by the id",
    "dealt.sizes": "cards by seat, where they are not as many",
    "dealt.hands": "`??` for each card that nobody saw, `null` for a hand that nobody wrote down",
}
"""What is said of the fields of acts in all games that say nothing else of them: of what may be typed for the recorder, what it says."""
ALWAYS: Final[dict[type[Base], str]] = {
    HandStarted: "Needed: every hand begins with it.",
    Scored: "A score sheet has no more than one behind each `hand_started`. Else written where somebody wrote it.",
}
"""Of acts that are not due by the play: whether they have to be written."""
EVERY_GAME: Final = (
    "`gap` where something was missed, `noted` for a remark, `joined` and `left` when people come and go, and `closed` at the"
    " end. [format.md](../format.md) says more of them."
)


@dataclass
class Seen:
    """What was seen of one act in sessions: the dues that were for it, each with all that was due then; whose act it was, and which
    seats'; the fields that stood in it; names of places in it; a line of each set of fields, how good it is to show, and how many there were.
    """

    dues: dict[Due, tuple[Due, ...]] = field(default_factory=dict)
    roles: set[str] | None = None
    seats: set[int] = field(default_factory=set)
    fields: set[str] = field(default_factory=set)
    places: set[str] = field(default_factory=set)
    lines: dict[tuple[str, ...], str] = field(default_factory=dict)
    ranks: dict[tuple[str, ...], tuple[bool, int, str]] = field(default_factory=dict)
    counts: Counter[tuple[str, ...]] = field(default_factory=Counter)


def writing(game: Game) -> Iterator[str]:
    """The section of a game's page: its hands part by part, each act with who writes it, its fields and lines of it."""
    seen = seen_of(game)
    yield from (
        "## Writing a log",
        "",
        pack(game),
        "The first line is the header.",
        *filter(None, [sides(game), house_rules(game), game.writes.get("opened")]),
        "",
    )
    yield from ("```jsonl", header(game), "```", "")
    path = f"../../sample_logs/{game.key}/acts_beside_the_play"
    yield from (f"[A log written by hand after this page]({path}.jsonl), and its [transcript]({path}.txt).", "")
    for part, says, acts in parts(game):
        yield from (f"### {part}", "", says, "") if says else (f"### {part}", "")
        for kind in acts:
            yield from act(game, kind, seen.get(tag(kind), Seen()))
    yield from unusual(game, seen)


def header(game: Game) -> str:
    """The shortest header that a log of this game may have, of four players if they can play it."""
    least, most = game.seats
    seats = ("ann", "bob", "cid", "dee", "eve")[: min(max(4, least), most)]
    buy_in = 50 if "buy_in" in game.writes.get("opened", "") else None
    log = "0193c2a0-0000-7000-8000-000000000001"
    return msgspec.json.encode(Opened(format=FORMAT, log=log, game=game.key, seats=seats, buy_in=buy_in)).decode()


def sides(game: Game) -> str:
    """Which seats play together, where partners sit opposite each other: lists by side have two figures, in this order."""
    return (
        "Side 0 is seats 0 and 2, side 1 is seats 1 and 3." if game.contest == "sides" and game.seats == (4, 4) else ""
    )


def house_rules(game: Game) -> str:
    """How the header names the book by which a table plays, where there are several."""
    first, *others = [f"`{name}`" for name in game.presets] or [""]
    if not others:
        return ""
    return f"`preset`: {' or '.join([first, *others])}, the book that the table plays by; {first} where it is left out."


def pack(game: Game) -> str:
    """The cards that a game is played with, in a sentence."""
    cards = [str(card) for card in cards_of(game.pack)]
    ranks = [rank for rank in RANKS if any(card[0] == rank for card in cards)]
    lacking = [f"`{rank}{suit}`" for suit in SUITS for rank in ranks if rank + suit not in cards]
    jokers = [f"`{card}`" for card in cards if card[0] == "X"]
    of_each = "all ranks" if ranks == list(RANKS) else " ".join(ranks)
    but = f" but {', '.join(lacking)}" if lacking else ""
    beside = f", and {' and '.join(jokers)}" if jokers else ""
    packs = " `decks` says how many packs there are." if "decks" in game.options.fields else ""
    return f"The pack has {len(cards)} cards: {of_each} of each suit{but}{beside}.{packs}"


def parts(game: Game) -> Iterator[tuple[str, str, list[type[Base]]]]:
    """The parts of a log with what is said of them and their acts, each act in the part that names it first."""
    told: set[type[Base]] = set()
    for part, says in game.course.items():
        yield part, says, [kind for kind in named_in(says) if kind not in told]
        told |= set(named_in(says))
    others = [kind for kind in KINDS.values() if kind in game.acts and kind not in told]
    if others:
        yield "Beside the play", "", others
    yield "In every game", EVERY_GAME, []


def named_in(says: str) -> list[type[Base]]:
    """The acts that a text names, in its order."""
    return list(dict.fromkeys(KINDS[name] for name in re.findall(r"`(\w+)`", says) if name in KINDS))


# ---- One act -----------------------------------------------------------------------------------------------------------


def act(game: Game, kind: type[Base], seen: Seen) -> Iterator[str]:
    """One act: what it is, what the game says of it, who does it, whether it is needed, its fields, and lines of it."""
    yield f"**`{tag(kind)}`** {described(kind)[0]}"
    yield from filter(None, (handled(game, kind), " ".join(filter(None, (who(kind, seen), needed(kind, seen))))))
    yield from (f"- {one}" for one in fields(game, kind, seen))
    yield ""
    if seen.lines:
        yield from ("```jsonl", *shown(seen), "```", "")


def described(kind: type[Base]) -> tuple[str, dict[str, str]]:
    """What a type of event says of itself, and of its fields: `cards: as seen` behind its first sentence."""
    text = " ".join(inspect.cleandoc(kind.__doc__ or "").split())
    names = "|".join(kind.__struct_fields__)
    pieces = re.split(rf"(?:^|[.;] )(?=(?:(?:{names})(?:, )?)+: )", text)
    says = {
        name: words.rstrip(".;")
        for piece in pieces[1:]
        for heads, _, words in [piece.partition(": ")]
        for name in heads.split(", ")
    }
    return pieces[0].rstrip(".;") + ".", says


def handled(game: Game, kind: type[Base]) -> str:
    """What the game says of the act: beside its declaration, or of what it does, with the rule of when it may come."""
    handler = game.acts.get(kind)
    says = game.writes.get(tag(kind), "")
    if handler is not None and handler.do is not says_only and not says:
        says = " ".join(inspect.cleandoc(handler.do.__doc__ or "").split())
    rule = handler.rule if handler is not None else None
    return f"{says} {rule.clause}: {rule.says}.".strip() if rule is not None else says


def who(kind: type[Base], seen: Seen) -> str:
    """Who does the act, in a few words."""
    if "seat" not in kind.__struct_fields__:
        return ""
    if len(seen.seats) > 1 and seen.roles:
        return f"By {min(seen.roles)}."
    single = bool(seen.dues) and all(due.seats > 0 and not due.seats & (due.seats - 1) for due in seen.dues)
    return "By the seat whose turn it is." if single else ""


def needed(kind: type[Base], seen: Seen) -> str:
    """Whether the act has to be written, and what its absence means."""
    if kind in ALWAYS:
        return ALWAYS[kind]
    needs = [due for due in seen.dues if not due.optional]
    allowed = list(dict.fromkeys(first_line(due.skip) for due in needs if due.skip is not None and not due.cost))
    told = [
        f"{first_line(due.skip)} An audit tells of it: {due.rule.says}."
        for due in needs
        if due.skip and due.cost and due.rule
    ]
    if allowed and not told:
        return f"May be left out, and is then read so: {' '.join(allowed)}"
    missing = f" Where it is missing, that is read so: {told[0]}" if told else ""
    others = {tag(other.kind) for due in needs for other in seen.dues[due] if not other.optional} - {tag(kind)}
    if not needs or len(needs) < len(seen.dues) or len(others) > ALTERNATIVES:
        return f"Written where it happened.{missing}"
    instead = ", ".join(f"`{name}`" for name in sorted(others))
    return (f"Needed, or in its place {instead}." if others else "Needed.") + missing


def first_line(function: Any) -> str:
    """The first sentence of a function's docstring, also of one with arguments given."""
    while isinstance(function, partial):
        function = function.func
    text = " ".join(inspect.cleandoc(function.__doc__ or "").split())
    return re.split(r"(?<=\.) (?=[A-Z])", text)[0]


def fields(game: Game, kind: type[Base], seen: Seen) -> Iterator[str]:
    """The fields that the act has in this game: what stands in each, and which must be there."""
    about = {name: says for name, says in described(kind)[1].items() if name != "places"}  # the lines tell which
    columns = {column.field: column.says for column in game.sheet if column.event is kind}
    for one in fields_of(kind):
        name = f"{tag(kind)}.{one.name.strip('_')}"
        used = one.required or name in game.writes or SAYS.get(name) or one.name in {*seen.fields, *columns}
        used = used or (kind in {Shown, Took} and one.name == "place" and bool(game.named))
        if not used or (kind is Scored and one.name not in {*columns, "void"} and name not in game.writes):
            continue
        says = game.writes.get(name) or in_json(columns.get(one.name, "")) or SAYS.get(name) or about.get(one.name, "")
        whose = SEEN.get(kind.hidden.get(one.name, ""), "").format(it="them" if one.kind == "cards" else "it")
        if whose and kind is Took and "openly" in seen.fields:
            whose += ", unless they are taken `openly`"
        optional = "" if one.required else " (may be left out)"
        told = "; ".join(filter(None, (stands(game, kind, one, seen), says, whose)))
        yield f"`{one.name.strip('_')}`{optional}: {told}"


def in_json(says: str) -> str:
    """What a column says of a figure, without the word that a sheet has in its place for a hand that does not count: that is a key."""
    return re.split(r"; .*`void`", says)[0]


def stands(game: Game, kind: type[Base], one: Field, seen: Seen) -> str:
    """What kind of value a field takes, or which words."""
    places = " or ".join(f"`{name}`" for name in sorted(seen.places))
    if one.name == "places" and places:
        return f"an object: by the name of a place ({places}), the cards that were dealt there; nobody sees them"
    if one.name == "place" and game.named and f"{tag(kind)}.place" not in game.writes:
        return " or ".join(f"`{name}`" for name in game.named)
    words = game.names.get(kind, {}).get(one.name, one.values if one.kind == "choice" else ())
    return " or ".join(f"`{word}`" for word in words) or TYPES.get(one.kind) or OTHERS.get(one.name, "")


# ---- What is unusual ---------------------------------------------------------------------------------------------------


def unusual(game: Game, seen: dict[str, Seen]) -> Iterator[str]:
    """What was not seen, who is not there, and what a table did not let stand, with a line of this game."""
    yield from ("### Not seen, not there, not let stand", "")
    yield "A card that nobody saw is `??`, a list that nobody wrote down is left out. An act that may be left out is left out"
    yield "where it was not seen; where any other was missed, `gap` stands in its place."
    yield from filter(None, (game.writes.get("empty seat") or taken(game),))
    if Joined not in game.acts:
        yield f"The {game.score.split('/')[-1]} of a seat go on with whoever sits there; standings over sessions give each player those won by that player."
    kind = next(kind for kind in (Played, Laid, Claimed, BetPlaced) if kind in game.acts and tag(kind) in seen)
    line = msgspec.json.decode(shown(seen[tag(kind)])[0])
    yield "What the table did not let stand, and was undone at once, is written as it was done, with `refused`: it breaks what it"
    yield "breaks, and changes nothing else. What was done in its place is the next line."
    others = [tag(other) for other in (Corrected, TakenBack) if other in game.acts]
    if others:
        names, change = " or ".join(f"`{name}`" for name in others), "those change" if others[1:] else "that changes"
        yield f"It is not the same as {names}: {change} what stood before, and what is put"
        yield "right as the table allows it is no breach any more."
    if TakenBack not in game.acts and kind is not BetPlaced:
        yield "No act of this game tells that a play was taken back when others had gone on: the lines of what was undone are"
        yield "`retracted`, and a `noted` says so."
    yield from ("", "```jsonl", msgspec.json.encode({**line, "refused": True}).decode(), "```", "")


def taken(game: Game) -> str:
    """What is said of seats in a game that has no empty ones while it is played."""
    least, most = game.seats
    goes = "Who leaves has `left`, and who comes has `joined`"
    if least != most:
        return f"A hand is dealt to the seats where somebody sits, if {least} or more do. {goes}; an empty seat has `[]` in `hands`, 0 in `sizes` and `points`, and in `totals` 0 or nothing."
    return f"All {most} seats are taken while a hand is on. {goes}, between hands."


# ---- What there is to see ----------------------------------------------------------------------------------------------


def shown(seen: Seen) -> list[str]:
    """Lines of an act, one of each set of fields, the usual ones first."""
    usual = [shape for shape, _ in seen.counts.most_common() if len(seen.lines[shape]) <= LONGEST]
    shapes = usual[:SHAPES] or [shape for shape, _ in seen.counts.most_common(1)]
    return [seen.lines[shape] for shape in shapes]


@cache
def seen_of(game: Game) -> dict[str, Seen]:
    """What there is to see of each act, in sample logs and in sessions played at random."""
    seen: dict[str, Seen] = {}
    for log in (*sessions(game), *samples(game)):
        found = {line for one in audit(log).findings for line in (one.at, one.found_at)}
        for line, event in log.events:
            if not isinstance(event, Sealed) and line not in found and not event.refused:
                note_line(seen.setdefault(tag(type(event)), Seen()), event)
    for log in sessions(game):
        note_dues(game, log, seen)
    return seen


def samples(game: Game) -> Iterator[Log]:
    """The sample logs."""
    for path in sorted((SAMPLES / game.key).glob("*.jsonl")):
        yield effective(read_log(path).log)


@cache
def sessions(game: Game) -> list[Log]:
    """Sessions of random play, with all hands known and as the table saw them."""
    whole = [
        simulate(Setup(game=game.key, seed=seed, preset=preset), hands=2)
        for preset in game.presets or (None,)
        for seed in range(2)
    ]
    public = [Log(log.header, [(line, redact(event, PUBLIC)) for line, event in log.events]) for log in whole]
    return [*whole, *public]


def note_line(seen: Seen, event: Base) -> None:
    """Remember the fields of a line, and the line itself if it is the shortest with these fields; one with a remark tells of
    something out of the usual, and gives way to any without.
    """
    bare = msgspec.structs.replace(event, at=None, by=None, src=None, id=None)
    there = {
        name: value
        for name in bare.__struct_fields__
        if (value := getattr(bare, name)) is not None and value is not False
    }
    note = there.pop("note", None)
    seen.fields |= set(there)
    seen.places |= set(getattr(event, "places", None) or {})
    line = msgspec.json.encode(bare).decode()
    shape = (*there, *["??"] * ("??" in line))
    seen.counts[shape] += 1
    rank = (note is not None, len(line), line)
    if shape not in seen.lines or rank < seen.ranks[shape]:
        seen.lines[shape], seen.ranks[shape] = line, rank


def note_dues(game: Game, log: Log, seen: dict[str, Seen]) -> None:
    """Remember what was due when, and from whom."""
    play = Audit(Log(log.header, []))
    for numbered in log.events:
        state = play.state
        turn = game.turn_of(state) if state.on and not state.closed else ()
        due = tuple(one for one in turn if one.weight or not one.optional)  # the others are kept, and never looked for
        for one in due:
            known = seen.setdefault(tag(one.kind), Seen())
            known.dues.setdefault(one, due)
            roles = roles_of(state, one.seats)
            known.roles = roles if known.roles is None else known.roles & roles
            known.seats.add(one.seats)
        play.feed([numbered])


def roles_of(state: Any, seats: int) -> set[str]:
    """What the one seat is called that an act is due from; nothing if it is due from several, or from nobody."""
    if seats < 1 or seats & (seats - 1):
        return set()
    called = {"the declarer": "declarer", "the landlord": "landlord", "the dealer": "dealer"}
    return {name for name, where in called.items() if getattr(state, where, -1) == seats.bit_length() - 1}
