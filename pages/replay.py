"""An evening to step through: one page with a table, a slider and keys; without script the whole course is there to read.

Of each step only the pieces of the table that change are kept, each piece once.
"""

import json
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby
from typing import Final, NamedTuple

from upcard.engine.scene import Scene, by_suit
from upcard.engine.session import Session
from upcard.pages.cards import BACK, back, card_text, face, symbols
from upcard.pages.document import document
from upcard.pages.table import cards_in, cards_of_scene, frame, pieces, written
from upcard.pages.templating import Markup, filled_piece_by_piece, in_page
from upcard.schemas.cards import RANK_NAMES, SUIT_GLYPHS, SUIT_NAMES
from upcard.schemas.findings import Finding
from upcard.schemas.wording import in_coins


class Found(NamedTuple):
    """A finding. who: whose it is, by name; stands: whether it is still found at the end of the log."""

    finding: Finding
    who: str
    stands: bool


class Step(NamedTuple):
    """After one event: its line and hand, what it says with cards as people write them, the table, what is newly found, and
    what else there is to say: what a hand came to, and what is found no longer.
    """

    line: int
    hand: int
    says: str
    scene: Scene
    found: tuple[Found, ...] = ()
    remarks: tuple[str, ...] = ()


class Evening(NamedTuple):
    """What a page tells. players: who sat there when it began; seen: what of the cards is shown, in words; bottom: the seat that is drawn nearest; unit: what is
    counted; coin: how many of the units of points make one of these; ended: what the whole came to.
    """

    title: str
    day: str
    players: tuple[str, ...]
    seen: str
    bottom: int
    unit: str
    coin: int
    steps: Sequence[Step]
    ended: Session


class Line(NamedTuple):
    """A step in the course. name: of its place in the page; about: the kinds of what is found of this line, here or later."""

    name: str
    step: Step
    says: Markup
    about: tuple[str, ...]


class Part(NamedTuple):
    """A hand in the course. name: of its place, empty if a hand of this number has one already; holdings: who holds what, as far as
    it is known when most of it is; data: the pieces that change.
    """

    name: str
    title: str
    hand: int
    lines: list[Line]
    holdings: list[tuple[str, Markup]]
    data: Markup


def replay(evening: Evening) -> Iterator[str]:
    """The page, piece by piece: each hand is drawn when its piece is asked for."""
    steps = evening.steps
    seats = max(len(step.scene.hands) for step in steps)
    rows = max(len(step.scene.rows) for step in steps)
    places = Places(steps)
    known: dict[str, int] = {}
    every = sorted({card for step in steps for card in cards_of_scene(step.scene)})
    body = filled_piece_by_piece(
        "replay.html",
        evening=evening,
        symbols=symbols(every),
        table=frame(seats, rows, bottom=evening.bottom),
        parts=_parts(evening, places, lambda scene: pieces(scene, seats, rows, bottom=evening.bottom), known),
        known=known,
        data=_as_data,
        faces=_as_data({"cards": {str(card): face(card) for card in every} | {_BACK: back()}, "words": _WORDS}),
        standing=[found for step in steps for found in step.found if found.stands],
        place=places.of,
        told=written,
        cards_in=cards_in,
        amount=partial(in_coins, scale=evening.coin),
        scores=list(_scores(evening, places)),
    )
    title = f"{evening.title}, {evening.day}" if evening.day else evening.title
    return document(title, body, styles=["table", "replay"], script="replay")


class Places:
    """Where in the page each line is told."""

    def __init__(self, steps: Sequence[Step]) -> None:
        self._lines = sorted(step.line for step in steps)
        self._names = {step.line: f"hand-{step.hand}-line-{step.line}" for step in steps}

    def nearest(self, line: int) -> int:
        """The line of a step; of a line that is none, such as the header, that of the step before it, or the first."""
        return self._lines[max(0, bisect_right(self._lines, line) - 1)]

    def of(self, line: int) -> str:
        """The name of its place."""
        return self._names[self.nearest(line)]


def _parts(
    evening: Evening, places: Places, drawn: Callable[[Scene], Sequence[Markup]], known: dict[str, int]
) -> Iterator[Part]:
    """The hands in the course, one by one. known: the pieces of tables that have been drawn, by their numbers; those of each hand are
    added to them.
    """
    about: dict[int, list[str]] = {}
    for step in evening.steps:
        for found in step.found:
            for line in {found.finding.at, step.line}:
                about.setdefault(places.nearest(line), []).append(found.finding.kind)
    taken: set[str] = set()
    for hand, some in groupby(evening.steps, key=lambda step: step.hand):
        own = list(some)
        name = "" if f"hand-{hand}" in taken else f"hand-{hand}"
        taken.add(name)
        yield Part(
            name=name,
            title=own[-1].scene.title if hand else "Before the first hand",
            hand=hand,
            lines=[
                Line(places.of(step.line), step, _spoken(step.says), tuple(about.get(step.line, ()))) for step in own
            ],
            holdings=_holdings(own),
            data=_as_data(list(_changes((drawn(step.scene) for step in own), known))),
        )


# ---- Words -------------------------------------------------------------------------------------------------------------

_GLYPH: Final = re.compile(r"(?:10|[A2-9JQK?])[♣♦♥♠]")
_SUITS: Final = {glyph: suit for suit, glyph in SUIT_GLYPHS.items()}
_WORDS: Final = {
    "ranks": {"10" if rank == "T" else rank: name for rank, name in RANK_NAMES.items()},
    "suits": {SUIT_GLYPHS[suit]: name for suit, name in SUIT_NAMES.items()},
}
"""What stands for the signs of cards where the page is heard."""


def _spoken(text: str) -> Markup:
    """What is said, cards in the colours of their suits."""
    parts: list[Markup] = []
    end = 0
    for found in _GLYPH.finditer(text):
        parts.append(in_page(text[end : found.start()]))
        parts.append(Markup('<span class="suit-{}">{}</span>').format(_SUITS[found[0][-1]], found[0]))
        end = found.end()
    return Markup().join([*parts, in_page(text[end:])])


def _holdings(steps: Sequence[Step]) -> list[tuple[str, Markup]]:
    """Who holds which cards, at the first step at which most of them are known."""
    fullest = max(steps, key=lambda step: sum(len(hand.cards) for hand in step.scene.hands)).scene
    told = []
    for hand in fullest.hands:
        if hand.cards:
            suits = (" ".join(map(card_text, some)) for some in by_suit(hand.cards))
            more = f" and {hand.unknown} not seen" if hand.unknown else ""
            told.append((hand.player or f"seat {hand.seat}", _spoken("  ".join(suits) + more)))
    return told


# ---- Scores ------------------------------------------------------------------------------------------------------------


class Score(NamedTuple):
    """What a hand brought each player. place: of its last line in the page."""

    hand: int
    place: str
    points: dict[str, int | None]
    says: str


def _scores(evening: Evening, places: Places) -> Iterator[Score]:
    for one in evening.ended.hands:
        points = dict(zip(one.players, one.result.points, strict=False))
        yield Score(one.hand, places.of(one.last), points, one.result.says)


# ---- Data --------------------------------------------------------------------------------------------------------------

_BACK: Final = "##"
_FACE: Final = re.compile(r'<svg class="card [^>]*><use href="#card-(\w+)"/></svg>')


def _changes(drawn: Iterable[Sequence[Markup]], known: dict[str, int]) -> Iterator[list[int]]:
    """Of each step the places whose pieces change, each followed by the number of its piece. The first step has all."""
    before: Sequence[Markup] = ()
    for step in drawn:
        changed: list[int] = []
        for place, piece in enumerate(step):
            if not before or piece != before[place]:
                changed += [place, known.setdefault(_compact(piece), len(known))]
        yield changed
        before = step


def _compact(piece: Markup) -> str:
    """A piece with two letters for each card: `<Qs>`, which no tag is and no text can hold."""
    return _FACE.sub(lambda found: f"<{_BACK if found[1] == BACK else found[1].replace('_', '?')}>", piece)


def _as_data(value: object) -> Markup:
    """A value as a script reads it, which ends no element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("</", "<\\/").replace("<!", "\\u003c!"))
