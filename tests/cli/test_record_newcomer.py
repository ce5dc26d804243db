"""Who knows no more than the prompt and `?` finds the words: what help shows can be typed, and what is not taken says what is wanted."""

import pytest

from tests.cli.recording import events, kinds, recorder, take
from upcard.cli.recorder.session import Session
from upcard.engine.game import keys
from upcard.schemas.cards import UNKNOWN, Card
from upcard.schemas.events import (
    BetPlaced,
    Closed,
    Dealt,
    Discarded,
    Drew,
    LastCalled,
    Played,
    Reshuffled,
    ResultCalled,
    Took,
)

GAMES = {"pop": "Xi Yo", "pluck": "Xi Yo Zoe", "calabrasella": "Xi Yo Zoe", "dou_dizhu": "Xi Yo Zoe"}


def says(session: Session, line: str) -> str:
    return "\n".join(outcome.says for outcome in take(session, line))


def at_the_table(game: str, *lines: str) -> Session:
    three = game in {"calabrasella", "dou_dizhu", "pluck"}
    session = recorder(game, "Ann Bob Cid" if three else "Ann Bob Cid Dee")
    assert not {"unread", "declined"} & set(kinds(take(session, *lines)))
    return session


@pytest.mark.parametrize("game", keys())
def test_the_examples_of_help_speak_of_this_table(game: str) -> None:
    session = recorder(game, GAMES.get(game, "Xi Yo Zoe Eve"))
    told = says(session, "?")
    assert not [name for name in ("Ann", "Bob", "Cid", "Dee", "Card.", "('") if name in told]
    guest, last = ("Eve", GAMES[game].split()[-1]) if game in GAMES else ("Flo", "Eve")
    seat = len(session.seats.names) - 1
    assert f"people  {guest} for {last}, {last} leaves, {guest} joins {seat}, once nobody sits there" in told
    for lines in ([f"{guest} for {last}", "undo"], [f"{last} leaves", f"{guest} joins {seat}"]):
        assert "unread" not in kinds(take(session, *lines))


@pytest.mark.parametrize(
    ("game", "before", "wanted"),
    [
        (
            "calabrasella",
            ["Cid", "p", "Bob plays", "3s", "Cid", "2c"],
            "Bob: the discards: 1, 2, 3, 4 (how many), or CARDS",
        ),
        ("calabrasella", ["Cid", "p", "elect"], "3s, name if it is not known"),
        (
            "calabrasella",
            ["Cid", "p", "elect", "3s", "Cid", "2c", "1", "4d 5d Kd 3h"],
            "from the widow: 4d, 5d, Kd, 3h",
        ),
        ("hasenpfeffer", ["Ann", "2", "p", "p", "p"], "which card it is: widow [CARDS]"),
        ("popcorn", [], "who deals"),
        ("last_one", ["Ann", "7", "5d"], "Bob: a card: CARD [SUIT] [STANDS_FOR] [stacked]"),
        ("last_one", ["Ann"], "hands of nine: nine SEATS"),
        ("dou_dizhu", [], "Xr: the red joker, or the only one; Xb: the black joker"),
        ("trente_et_quarante", ["hand"], "bet SEAT noir|rouge|couleur|inverse AMOUNT"),
        ("trente_et_quarante", ["hand"], "rows    32 35, or 2 5: both at once"),
    ],
)
def test_help_shows_what_may_stand_where_a_word_is_wanted(game: str, before: list[str], wanted: str) -> None:
    session = at_the_table(game, *before)
    assert wanted in says(session, "?") + session.prompt().text


@pytest.mark.parametrize(
    ("game", "before", "line", "told"),
    [
        ("popcorn", ["Ann", "Bob 1"], "Cid draws", "wanted how many twos; there is no `draws` in Popcorn"),
        ("popcorn", ["Ann", "Bob 1"], "popcorn", "wanted SEAT, as in `popcorn SEAT [LINE]`"),
        ("popcorn", ["Ann", "Bob 1"], "? pile", "take SEAT pile [CARDS]"),
        ("popcorn", ["Ann", "Bob 1"], "? draws", "nobody does that in Popcorn"),
        ("court_piece", ["Ann", "h"], "Bob leads them", "saw 'them'"),
        ("court_piece", ["Ann", "h"], "who", "saw 'who', wanted a card; for instance `Ac`"),
        ("court_piece", ["Ann", "h"], "5x", "wanted rank then suit"),
        ("court_piece", ["Ann"], "trump", "wanted SUIT, as in `trump SEAT SUIT`"),
        ("pluck", ["Ann", "h"], "score", "wanted 3 numbers, tricks: Ann Bob Cid"),
        ("last_one", ["Ann", "7", "5d"], "last card", "wanted SEAT, as in `last card SEAT`"),
        ("trente_et_quarante", ["hand"], "Ann green 10", "wanted a bet or money for the table"),
        ("trente_et_quarante", ["hand"], "? couleur", "bet SEAT BET couleur AMOUNT"),
        ("dou_dizhu", [], "nonsense", "for instance Enter"),
        ("last_one", ["Ann", "7", "5d"], "? Xb", "Xr Qs: a joker that is to be the Qs"),
        ("popcorn", ["Ann", "Bob 1"], "Ann for Eve", "`Ann for Bob`"),
    ],
)
def test_what_is_not_taken_says_what_is_wanted(game: str, before: list[str], line: str, told: str) -> None:
    session = at_the_table(game, *before)
    stored = events(session)
    found = says(session, line)
    assert told in found
    assert not ("as in" in found and "for instance" in found)
    assert events(session) == stored


@pytest.mark.parametrize(
    ("game", "before", "line", "event"),
    [
        ("last_one", ["Ann"], "7", Dealt(each=7)),
        ("last_one", ["Ann", "7", "5d"], "Cid draws", Drew(seat=2, count=1)),
        ("last_one", ["Ann", "7", "5d"], "Cid says last card", LastCalled(seat=2)),
        ("last_one", ["Ann", "7", "5d"], "Cid calls last card", LastCalled(seat=2)),
        ("last_one", ["Ann", "7", "5d"], "black joker", Played(seat=1, card=Card("Xb"))),
        ("hasenpfeffer", ["Ann", "2", "p", "p", "p", "d", ""], "joker", Played(seat=1, card=Card("Xr"))),
        ("trente_et_quarante", ["hand"], "Ann rouge 10", BetPlaced(seat=0, bet="b3", kind="rouge", amount=1000)),
        ("popcorn", ["Ann", "Bob 1"], "Cid is out", ResultCalled(result="out", seat=2)),
        ("court_piece", ["Ann", "h"], "Bob leads 5d", Played(seat=1, card=Card("5d"))),
        (
            "calabrasella",
            ["Cid", "p", "Bob plays", "3s", "Cid", "2c"],
            "discard 2",
            Discarded(seat=1, cards=(UNKNOWN, UNKNOWN)),
        ),
        (
            "calabrasella",
            ["Cid", "p", "Bob plays", "3s", "Cid", "2c", "2", "4d 5d Kd 3h"],
            "3h Kd",
            Took(seat=1, place="widow", cards=(Card("3h"), Card("Kd")), openly=True),
        ),
    ],
)
def test_it_is_taken_as_people_say_it(game: str, before: list[str], line: str, event: object) -> None:
    session = at_the_table(game, *before)
    take(session, line)
    assert events(session)[-1] == event


@pytest.mark.check
def test_where_nothing_but_a_shuffle_can_come_next_it_is_asked_for() -> None:
    from tests.cli.keys import typed_session  # here, as it simulates

    assert "" in [line for line, what in typed_session("last_one", 1, 3) if isinstance(what[0], Reshuffled)]


def test_the_end_tells_hands_without_an_end() -> None:
    session = at_the_table("popcorn", "Ann", "Bob 1")
    assert says(session, "close").splitlines()[-1].startswith("0 hands, 1 without an end")
    assert isinstance(events(session)[-1], Closed)
