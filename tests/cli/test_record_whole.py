"""No act is stored that leaves out what it must say, in any game; no hand is left unfinished unasked; money has one unit."""

import contextlib
import random
from collections.abc import Iterator

import pytest

from upcard.cli.amender.headers import header_like
from upcard.cli.recorder.fields import NotRead, fields_of
from upcard.cli.recorder.offer import is_automatic
from upcard.cli.recorder.session import Session
from upcard.cli.recorder.setup import opened
from upcard.cli.recorder.words import KINDS, SHORT, Part, read
from upcard.engine.audit import audit
from upcard.engine.game import find, keys
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.errors import UsageError
from upcard.schemas.events import (
    Base,
    BetPlaced,
    BoughtIn,
    Closed,
    Dealt,
    Event,
    HandStarted,
    Played,
    PurseCounted,
    ResultCalled,
    RowDealt,
    Ruled,
    Scored,
    Shown,
    TrumpNamed,
)

from .recording import events, kinds, of_header, recorder, take

FOUR = "Ann Bob Cid Dee"
NEEDS_SEAT = {
    "big_two": (Ruled, "takes_all"),
    **dict.fromkeys(("popcorn", "pope_joan", "spinado"), (ResultCalled, "out")),
}


def is_whole(event: Base, game: str) -> bool:
    """Whether an act says what it is about, told without the recorder's own list."""
    texts = [getattr(event, name, None) for name in ("what", "result", "why", "player", "bet", "kind", "pool", "row")]
    if any(text is not None and not any(sign.isalnum() for sign in text) for text in texts):
        return False
    said = {(type(event), text) for text in texts}
    if said & {(Ruled, "revoke"), NEEDS_SEAT.get(game)} and getattr(event, "seat", None) is None:
        return False
    match event:
        case Shown():
            return bool(event.cards) and (event.seat is not None or event.place is not None)
        case Dealt():
            return any(value is not None for value in (event.hands, event.each, event.sizes, event.places))
        case RowDealt():
            return bool(event.cards) or event.total is not None
        case Scored():
            return event != Scored(note=event.note)
    lists = [getattr(event, field.name) for field in fields_of(type(event)) if field.required]
    return () not in lists


def incomplete_lines(game: str, rng: random.Random) -> Iterator[str]:
    """Every verb of a game alone, with a question mark, with a seat, and with a word or two that may not be enough."""
    verbs = {*find(game).words, *SHORT, *KINDS} - {"close", "end", "closed", "note", "noted"}
    for verb in sorted(verbs):
        more = rng.choice(["0", "1 2", "7h", "h", "Bob 3", "revoke", "out", "x y", "12"])
        yield from (verb, f"{verb} ?", f"Bob: {verb}", f"{verb} {more}", f"{verb} -")
    yield from ("do {}", 'do {"do":"ruled"}', "noted", "note", "score")


def moments(game: str) -> Iterator[Session]:
    """A session at its beginning, and in the middle of its first and second hand."""
    log = redact_log(simulate(Setup(game=game, seed=2), hands=2), PUBLIC, "copy")
    for length in (0, len(log.events) // 4, len(log.events) * 3 // 4):
        session = of_header(log.header)
        for _, event in log.events[:length]:
            if not isinstance(event, Closed) and not is_automatic(event):
                session._store([event], lambda *_: True)
        yield session


@pytest.mark.parametrize("game", keys())
def test_no_act_of_any_game_is_stored_that_leaves_out_what_it_must_say(game: str) -> None:
    rng = random.Random(game)
    for session in moments(game):
        whole = 0
        for line in incomplete_lines(game, rng):
            with contextlib.suppress(NotRead):
                event = read(Part(line), session.table)
                assert is_whole(event, game), (line, event)
                whole += 1
        assert whole > 20


@pytest.mark.parametrize("line", ["revoke", "ruled revoke", "ruled ?", "revoke ?", 'do {"do":"ruled","what":"revoke"}'])
def test_a_ruling_that_is_not_whole_is_asked_for_and_ends_no_hand(line: str) -> None:
    session = recorder("court_piece")
    take(session, "Bob", "h", "Kd 9d")
    stored = events(session)
    outcomes = take(session, line)
    assert "stored" not in kinds(outcomes)
    assert events(session) == stored
    take(session, "revoke Dee")
    assert events(session)[-1] == Ruled(what="revoke", seat=3)


def test_what_is_missing_is_said_by_its_name() -> None:
    session = recorder("court_piece")
    take(session, "Bob", "h", "Kd")
    assert "wanted SEAT of the revoke, as in `revoke SEAT [TRICK] [CARD]`" in take(session, "revoke")[0].says


def test_a_session_is_not_closed_in_the_middle_of_a_hand_unasked() -> None:
    session = recorder("court_piece")
    take(session, "Bob", "h", "Kd 9d")
    asked: list[list[str]] = []

    def sure(_what: str, findings: list[object], _changes: object) -> bool:
        asked.append([found.says for found in findings])  # type: ignore[attr-defined]
        return len(asked) > 1

    assert kinds(session.take("close", sure))[0] == "declined"
    assert asked == [["a hand was left unfinished, and does not count"]]
    assert not session.book.state.closed
    outcomes = session.take("close", sure)
    assert kinds(outcomes)[:2] == ["stored", "finding"]
    assert events(session)[-1] == Closed(unfinished=True)
    assert [(one.kind, one.name) for one in audit(session.book.log).findings] == [("note", "hand_unfinished")]


@pytest.mark.parametrize("game", keys())
def test_every_game_tells_of_a_hand_that_was_left_unfinished_and_of_no_other(game: str) -> None:
    log = redact_log(simulate(Setup(game=game, seed=4), hands=1), PUBLIC, "copy")
    session = of_header(log.header)
    for _, event in log.events:
        if isinstance(event, Closed):
            break
        amid = session.book.state.hand > session.book.state.ended
        if not is_automatic(event):
            session._store([event], lambda *_: True)
            if amid and session.book.state.hand > session.book.state.ended:
                assert kinds(take(session, "close", sure=False)) == ["declined"]
    assert "stored" in kinds(take(session, "close", sure=False))
    assert events(session)[-1] == Closed()


def test_a_closed_session_that_goes_on_and_ends_its_hand_is_told_of_no_more() -> None:
    session = recorder("court_piece")
    take(session, "Bob", "h", "Kd 9d", "close", "undo")
    assert session.book.audit.findings == []
    assert session.prompt().text == "Ann: a card"


# ---- One unit of money ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scale", "said", "units", "shown"),
    [
        (100, "10", 1000, "10.00"),
        (100, "2.50", 250, "2.50"),
        (100, "2.5", 250, "2.50"),
        (100, "2,50", 250, "2.50"),
        (100, ".5", 50, "0.50"),
        (10, "2.5", 25, "2.5"),
        (1, "10", 10, "10"),
        (20, "30", 30, "30"),
    ],
)
def test_tq_2_3_money_is_typed_and_shown_in_one_unit(scale: int, said: str, units: int, shown: str) -> None:
    session = recorder("trente_et_quarante", "Ann Bob", options={"unit_scale": scale} if scale != 100 else None)
    outcomes = take(session, f"bet Ann a rouge {said}", f"buys Bob {said}", f"purse Ann {said}")
    assert events(session) == [
        BetPlaced(seat=0, bet="a", kind="rouge", amount=units),
        BoughtIn(seat=1, amount=units),
        PurseCounted(seat=0, amount=units),
    ]
    assert outcomes[0].says == f"Ann bet placed a rouge {shown}"
    assert dict(session.scene.pots)["a rouge"] == shown


@pytest.mark.parametrize("said", ["2.555", "x", "-1", "1.2.3", "."])
def test_an_amount_that_is_no_whole_number_of_units_is_not_taken(said: str) -> None:
    session = recorder("trente_et_quarante", "Ann Bob")
    assert kinds(take(session, f"bet Ann a rouge {said}")) == ["unread"]


def test_a_buy_in_is_of_games_with_counters_and_in_coins_where_there_are_coins() -> None:
    bank = opened(find("trente_et_quarante"), ("Ann",), None, {}, buy_in=1000)
    assert bank.buy_in == 100_000
    assert header_like(bank, "buy-in 500").buy_in == 50_000
    assert opened(find("spinado"), ("Ann", "Bob", "Cid"), None, {}, buy_in=50).buy_in == 50
    for game in ("court_piece", "pluck", "tresette", "popcorn", "big_two"):
        seats = ("Ann", "Bob", "Cid", "Dee")[: find(game).seats[1]]
        with pytest.raises(UsageError, match="nobody begins with counters"):
            opened(find(game), seats, None, {}, buy_in=50)
        with pytest.raises(NotRead, match="nobody begins with counters"):
            header_like(opened(find(game), seats, None, {}), "buy-in 50")


def test_counters_of_other_games_have_no_decimals() -> None:
    session = recorder("pope_joan", FOUR, preset="p001")
    assert kinds(take(session, "pay Ann bank 2.5")) == ["unread"]
    assert kinds(take(session, "pay Ann bank 2"))[0] == "stored"


def test_what_is_not_meant_here_stays_what_it_was() -> None:
    session = recorder("court_piece")
    take(session, "Bob", "h")
    assert [type(event) for event in events(session)] == [HandStarted, Dealt, TrumpNamed]
    take(session, "5d")
    last: Event = events(session)[-1]
    assert isinstance(last, Played)
