"""What `?` shows can be typed: each line of it, filled in, is read as it stands, at every point of sessions of every game."""

import re
from collections.abc import Iterator

import pytest

from upcard.cli.recorder.fields import NotRead
from upcard.cli.recorder.lines import EitherOf, steps_of
from upcard.cli.recorder.offer import is_automatic
from upcard.cli.recorder.session import Session
from upcard.engine.game import find, keys
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC, redact_log

from .recording import of_header, recorder, take

WORDS = {
    "AMOUNT": "5",
    "ANSWER": "3",
    "COUNT": "2",
    "LAID": "2",
    "MELDS": "nap",
    "OF": "1",
    "SEATS": "1",
    "STANDS_FOR": "Qs",
    "SUIT": "h",
    "TO": "2",
    "WHY": "late",
}
"""What may stand for the words in capitals; seats and cards are those of the table."""


def shown(session: Session) -> Iterator[str]:
    """The lines of `?` that say how acts are typed."""
    head = ""
    for line in session.take("?")[0].says.splitlines():
        head = line[:8].strip() or head
        if head in {"type", "may be"}:
            yield line[8:]


def filled(line: str, session: Session) -> Iterator[list[str]]:
    """The ways to type what a line shows; of several that stand together one must be taken."""
    says, _, how = line.rpartition(": ")
    acts = [act for act in session.table.acts if act.asks and act.asks in says]
    if " and the row: " in line:
        numbers = re.search(r"and the row: (\d+)", line)
        yield [f"score{' 1' * int(numbers[1])}"] if numbers else []
    elif " / " in how:
        chance = next(act.chance for act in acts if act.chance)
        pack = iter(map(str, chance.pack))
        yield [f"{how.split()[0]} " + " / ".join(" ".join(next(pack) for _ in range(size)) for size in chance.sizes)]
    elif how.startswith("Enter"):
        assert session.prompt().enter is not None
        cards = ["9d", "8d", "6c", "5c", "4c"]
        yield [" ".join(cards[:size]) for size in range(1, 6)] if "CARDS" in how else []
    elif "(how many)" in how:
        yield from ([one] for one in [*how.partition(" (")[0].split(", "), "7h"])
    elif ", " in how or " or " in how:
        seat = session.seats.name(0) if how.startswith("SEAT ") else ""
        rest = how.removeprefix("SEAT ").removeprefix("who, such as ").partition(" if ")[0]
        yield from ([f"{seat} {one}"] for one in re.split(", | or ", rest))
    else:
        yield from ([one] for one in _worded(how, acts, session))


def _worded(how: str, acts: list, session: Session) -> Iterator[str]:
    """What a line shows, its words in capitals filled in: without what may be left out, and with each of it."""
    choices = [choice for act in acts for choice in act.choices or ()]
    others = [choice for act in session.table.acts if act not in acts for choice in act.choices or ()]
    cards = {str(getattr(choice, "card", None)) for choice in choices} - {
        str(getattr(choice, "card", None)) for choice in others
    }
    card = min(cards - {"None", "??"}, default="7h")
    words = {**WORDS, "SEAT": session.seats.name(0), "CARD": card, "CARDS": card}
    must = [word for word in how.split() if not word.startswith("[")]
    for more in (None, *(word for word in how.split() if word.startswith("["))):
        parts = [word for word in how.split() if word in must or word is more]
        plain = [part.strip("[]").split("|")[0] for part in parts]
        yield " ".join("Xr" if more == "[STANDS_FOR]" and one == "CARD" else words.get(one, one) for one in plain)


def taken(line: str, session: Session) -> bool:
    """Whether a line is read, or it is asked which of two things it says."""
    try:
        steps_of(line.strip(), session._position)
    except EitherOf:
        return True
    except NotRead:
        return False
    return True


@pytest.mark.parametrize("game", keys())
def test_what_help_shows_can_be_typed(game: str) -> None:
    for preset in find(game).presets or (None,):
        log = redact_log(simulate(Setup(game=game, seed=5, preset=preset), hands=2), PUBLIC, "copy")
        session, seen = of_header(log.header), set()
        for _, event in log.events[:80]:
            if is_automatic(event):
                continue
            for line in [] if session._asked() else shown(session):
                kind = re.sub(r"\b[2-9TJQKA][cdhs]\b|p[0-9]", "", line)
                if kind in seen:
                    continue
                seen.add(kind)
                for ways in filled(line, session):
                    assert not ways or any(taken(way, session) for way in ways), (line, ways, session.prompt().text)
            session._store([event], lambda *_: True)


@pytest.mark.parametrize(
    ("game", "word", "typed"),
    [
        ("big_two", "lead", "lead SEAT CARD (= played)"),
        ("pop", "lead", "lead SEAT CARD [display|hand] (= played)"),
        ("last_one", "lead", "lead SEAT CARD [SUIT] [STANDS_FOR] [stacked] (= played)"),
        ("dou_dizhu", "score", "score and the row: 3 numbers, points: Ann Bob Cid (= scored)"),
        ("court_piece", "deal", "deal [EACH] (= dealt)"),
        ("court_piece", "revoke", "revoke SEAT [TRICK] [CARD] (= ruled revoke)"),
    ],
)
def test_a_word_is_explained_without_what_is_of_other_games(game: str, word: str, typed: str) -> None:
    session = recorder(
        game, "Ann Bob" if game == "pop" else "Ann Bob Cid" if game == "dou_dizhu" else "Ann Bob Cid Dee"
    )
    assert f"typed as: {typed}" in session.take(f"? {word}")[0].says


def test_what_help_shows_names_whose_act_it_is_where_the_words_would_say_anothers() -> None:
    session = recorder("last_one")
    take(session, "Ann", "7", "3d", "Bob 3c")
    assert "a card: Cid CARD" in session.take("?")[0].says
