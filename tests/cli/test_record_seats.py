"""A name or a seat alone is an answer where a seat is asked for, and nowhere else: an act must be said to be stored."""

import contextlib

import pytest

from upcard.cli.recorder.fields import NotRead
from upcard.cli.recorder.offer import asks_who, is_automatic
from upcard.cli.recorder.session import Session
from upcard.cli.recorder.whose import Table
from upcard.cli.recorder.words import Part, read
from upcard.engine.game import find, keys
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import Card, read_cards
from upcard.schemas.codec import encode_line
from upcard.schemas.events import (
    FORMAT,
    Amended,
    Bid,
    Discarded,
    Event,
    Gave,
    HandStarted,
    Joined,
    Laid,
    Left,
    Opened,
    Passed,
    Played,
    Returned,
    RowDealt,
    Ruled,
    Scored,
    TurnedUp,
)

from .recording import events, kinds, of_header, recorder, take

THREE, FOUR = "Ann Bob Cid", "Ann Bob Cid Dee"


@pytest.mark.parametrize(
    ("game", "players", "before", "line", "wanted"),
    [
        ("big_two", FOUR, ["ann", "bob: 3d"], "bob", "a combination or a pass"),
        ("big_two", FOUR, ["ann", "bob: 3d", "cid: p"], "2", "a combination or a pass"),
        ("big_two", FOUR, ["ann", "bob: 3d"], "1:", "a combination or a pass"),
        ("big_two", FOUR, ["ann", "bob: 3d"], "bob 2", "rank then suit"),
        ("hasenpfeffer", FOUR, ["ann"], "bob", "a bid"),
        ("tresette", FOUR, ["ann"], "bob", "a card"),
        ("tresette", FOUR, ["ann"], "1", "a card"),
        ("calabrasella", THREE, ["ann"], "bob", "play or a pass"),
        ("calabrasella", THREE, ["ann", "p", "play"], "cid", "the card named"),
        ("calabrasella", THREE, ["ann", "p", "play", "3d", "nobody"], "cid", "the discards"),
        ("calabrasella", THREE, ["ann", "p", "play", "3d", "bob"], "cid", "a card back"),
        ("dou_dizhu", THREE, ["hand", "7h", "cid"], "bob", "a bid"),
        ("court_piece", FOUR, ["ann"], "bob", "the trump suit"),
        ("pop", "Ann Bob", ["ann", "Xr", "Jc", "ann 9h"], "bob", "the card turned in the display"),
        ("popcorn", THREE, ["ann"], "bob", "how many aces"),
        ("tresette", FOUR, ["ann"], "c", "a card"),
        ("trente_et_quarante", THREE, ["hand"], "bob", "the noir row"),
    ],
)
def test_a_seat_alone_is_no_act(game: str, players: str, before: list[str], line: str, wanted: str) -> None:
    session = recorder(game, players)
    assert "unread" not in kinds(take(session, *before))
    stored = events(session)
    outcomes = take(session, line)
    assert kinds(outcomes) == ["unread"], outcomes
    assert events(session) == stored
    assert outcomes[0].says.startswith(f"{line!r} is not taken: ")
    assert f"wanted {wanted}" in outcomes[0].says


def ways(seat: int, name: str) -> list[str]:
    return [name, f"s{seat}", f"{seat}:", f"{name}:", str(seat)]


def answers(event: Event, line: str, table: Table) -> bool:
    """Whether a seat was asked for (who deals, who got a card, to whom one goes, who plays the card that is due), or the
    words are a card or a number.
    """
    who = [choice for act in table.acts if asks_who(act) for choice in act.choices or ()]
    if isinstance(event, HandStarted | TurnedUp | Gave) or event in who:
        return True
    if line[0] == "s":  # a card, its suit first
        return f"{line[1]}s" in encode_line(event).decode()
    numbers = {getattr(event, name, None) for name in ("amount", "total", "count", "each")}
    if isinstance(event, Discarded):
        numbers.add(len(event.cards or ()))
    if isinstance(event, RowDealt):
        numbers.add((event.total or 0) % 10)
    return line.isdigit() and int(line) in numbers


@pytest.mark.parametrize("game", keys())
def test_no_game_takes_a_seat_for_an_act(game: str) -> None:
    for preset in find(game).presets or (None,):
        log = simulate(Setup(game=game, seed=3, preset=preset), hands=2)
        session = of_header(log.header)
        for _, event in redact_log(log, PUBLIC, "copy").events[:60]:
            if is_automatic(event):
                continue
            for seat, name in enumerate(session.seats.names):
                for line in ways(seat, name):
                    with contextlib.suppress(NotRead):
                        said = read(Part(line), session.table)
                        assert answers(said, line, session.table), (session.prompt(), line, said)
            session._store([event], lambda *_: True)


def test_a_name_answers_who_got_the_face_up_card() -> None:
    session = recorder("dou_dizhu", THREE)
    take(session, "hand", "7h", "1")
    assert events(session)[-1] == TurnedUp(card=Card("7h"), seat=1)
    take(session, "1", "Cid: p")
    assert events(session)[-2:] == [Bid(seat=1, amount=1), Passed(seat=2)]


def test_a_name_answers_who_hands_a_card_over_and_the_card_back_goes_there() -> None:
    session = recorder("calabrasella", THREE)
    take(session, "Ann", "p", "play", "3d", "Bob", "5d")
    assert events(session)[-2:] == [Gave(seat=1, to=2, card=Card("3d")), Returned(seat=2, to=1, card=Card("5d"))]
    take(session, "undo", "returned 6d", "fix 8 returned 7d")
    assert session.book.audit.findings == []
    assert [e for e in events(session) if isinstance(e, Returned)][-1] == Returned(seat=2, to=1, card=Card("6d"))


@pytest.mark.parametrize("game", keys())
def test_an_example_is_a_line_that_would_be_taken(game: str) -> None:
    log = redact_log(simulate(Setup(game=game, seed=5), hands=2), PUBLIC, "copy")
    session = of_header(log.header)
    for _, event in log.events[:60]:
        if is_automatic(event):
            continue
        says = take(session, "nonsense")[0].says
        if "for instance `" in says:
            read(Part(says.split("for instance `")[1].split("`")[0]), session.table)
        session._store([event], lambda *_: True)


def test_what_is_due_is_wanted_and_not_what_may_be_said_beside_it() -> None:
    session = recorder("last_one", FOUR)
    assert take(session, "ann", "lots")[-1].says == (
        "'lots' is not taken: wanted how many cards are dealt to each; for instance `7`"
    )


def test_an_example_does_not_say_again_what_was_refused() -> None:
    session = recorder("pope_joan", FOUR, preset="p001")
    outcomes = take(session, "cid", "6H", "Kh", "3h", "4s 5s 6s")
    assert "who it was, such as `0: 5s` or `Ann 5s`" in outcomes[-1].says
    assert "for instance" not in outcomes[-1].says
    assert "for instance" not in take(session, "fix 2 hand bob", "undo 20", "fix 2 hand bob")[-1].says


@pytest.mark.parametrize(
    ("before", "line", "says"),
    [
        (["hand"], "hello", "saw 'hello', wanted the noir row"),
        (["hand"], "ann bets noir", "wanted AMOUNT, as in `bets SEAT KIND AMOUNT`"),
        (["hand", "Kh 9s 8c 5d", "31", "noir 14"], "77", "saw '77', wanted a card to the "),
    ],
)
def test_what_is_wanted_is_what_was_asked_or_how_the_verb_is_said(before: list[str], line: str, says: str) -> None:
    session = recorder("trente_et_quarante", "Ann Bob")
    take(session, *before)
    assert says in take(session, line)[0].says


@pytest.mark.parametrize("before", [["bob"], ["bob", "cid 3d", "4d", "gap"]])
def test_cards_of_nobody_are_asked_for_whose_they_are(before: list[str]) -> None:
    session = recorder("big_two", FOUR)
    take(session, *before)
    stored = events(session)
    outcomes = take(session, "5d")
    assert kinds(outcomes) == ["unread"]
    assert "wanted who it was, such as `0: 5d` or `Ann 5d`" in outcomes[0].says
    assert events(session) == stored
    assert "unread" not in kinds(take(session, "dee 5d"))
    assert events(session)[-1] == Laid(seat=3, cards=read_cards("5d"))


def named(game: str, *players: str, sheet: bool = False) -> Session:
    return of_header(Opened(format=FORMAT, log="test", game=game, seats=players), sheet=sheet)


FOUR_NAMES = ("Ann Lee", "Bob Ross", "Ann", "Dee van Dyk")


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("Bob Ross: 5d", Played(seat=1, card=Card("5d"))),
        ("bob ross 5d", Played(seat=1, card=Card("5d"))),
        ("Bob Ross plays 5d", Played(seat=1, card=Card("5d"))),
        ("play Bob Ross 5d", Played(seat=1, card=Card("5d"))),
        ("Ann: 5d", Played(seat=2, card=Card("5d"))),
        ("ann lee: 5d", Played(seat=0, card=Card("5d"))),
        ("revoke Dee van Dyk 1", Ruled(what="revoke", seat=3, trick=1)),
        ("Dee van Dyk leaves", Left(seat=3)),
        ("left Dee van Dyk", Left(seat=3)),
        ("join 3 Eve Smith", Joined(seat=3, player="Eve Smith")),
        ("Ann Lee deals", HandStarted(dealer=0)),
    ],
)
def test_names_with_blanks_are_names_at_the_prompt(line: str, event: Event) -> None:
    session = named("court_piece", *FOUR_NAMES)
    take(session, "Dee van Dyk", "h")
    assert events(session)[0] == HandStarted(dealer=3), "the name that is offered is an answer"
    assert read(Part(line), session.table) == event


def test_names_with_blanks_where_a_line_has_several_acts_or_is_put_right() -> None:
    session = named("court_piece", *FOUR_NAMES)
    take(session, "Dee van Dyk", "h", "Ann Lee: 5d 6d 7d", "fix 6 Bob Ross 8d")
    assert [event for event in events(session) if isinstance(event, Played)] == [
        Played(seat=0, card=Card("5d")),
        Played(seat=1, card=Card("6d")),
        Played(seat=2, card=Card("7d")),
    ]
    assert events(session)[-1] == Amended(line=6, event=Played(seat=1, card=Card("8d")), why="fixed")


@pytest.mark.parametrize("sheet", [False, True])
@pytest.mark.parametrize("line", ["left Jj", "Jj left", "Jj leaves", "leaves Jj", "s3 leaves", "3: left"])
def test_who_leaves_is_told_from_the_cards_left(line: str, sheet: bool) -> None:
    session = named("big_two", "C", "S", "H", "Jj", sheet=sheet)
    take(session, line, "join 3 Zoe van Dyk", "left 1 1 5 0")
    assert events(session)[:2] == [Left(seat=3), Joined(seat=3, player="Zoe van Dyk")]
    assert events(session)[-1] == Scored(counts=(1, 1, 5, 0))


def test_what_somebody_did_is_not_said_of_who_has_the_seat_now() -> None:
    session = recorder("court_piece")
    take(session, "Ann", "h", "Ac", "2d", "leave Cid", "join 2 Eve Smith", "3c")
    [doubt] = [one.says for one in take(session, "doubts")]
    assert doubt.startswith("line 7: Cid: keep the suit led")
    assert take(session, "log 5")[0].says.splitlines() == [
        "    6  Bob played Ac",
        "    7  Cid played 2d",
        "    8  Cid left",
        "    9  Eve Smith joined in seat 2",
        "   10  Dee played 3c",
    ]
    told = [one.says for one in take(session, "4c", "5c", "Eve Smith: 6c") if one.kind == "finding"]
    assert told[0].startswith("breach, line 7 (Cid played 2d): Cid: keep the suit led")
    assert take(session, "findings")[0].says.startswith("breach, line 7: Cid: keep the suit led")
    assert "amended" in kinds(take(session, "drop 8"))
