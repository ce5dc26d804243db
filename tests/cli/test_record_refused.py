"""What a table did not let stand, typed at the recorder: it is kept, and changes nothing but what is known of the card shown."""

import pytest

from upcard.cli.recorder.completing import completions
from upcard.cli.recorder.fields import written
from upcard.cli.recorder.session import Session
from upcard.engine.game import find, keys
from upcard.schemas.cards import Card
from upcard.schemas.events import Amended, BetPlaced, Closed, Corrected, Event, Laid, Passed, Played, TrumpNamed

from .recording import events, kinds, recorder, take

STARTED = ("0 deals", "h", "Qc", "9c")


def due(session: Session) -> Event | None:
    """The first act that may come next of those that can be listed."""
    acts = [act for act in session.table.acts if act.event is not Closed]
    must = [act for act in acts if not act.optional] or acts
    return next((act.choices[0] for act in must if act.choices), None)


BEFORE: dict[str, tuple[str, ...]] = {
    "big_two": ("next",),
    "last_one": ("0 deals", "deal 5", "9s"),
    "popcorn": ("0 deals",),
    "trente_et_quarante": ("Ann n 5",),
}
"""What is typed first in games whose first acts cannot be listed."""
NEXT = {"big_two": "0: 3d", "last_one": "1: 9h", "popcorn": "1: claim A 2", "trente_et_quarante": "Bob r 10"}
"""An act of these games that may come then."""


@pytest.mark.parametrize("game", keys())
def test_a_refused_act_changes_nothing_in_any_game(game: str) -> None:
    least, most = find(game).seats
    session = recorder(game, " ".join(("Ann", "Bob", "Cid", "Dee")[: min(max(4, least), most)]))
    take(session, *BEFORE.get(game, ()))
    refused = 0
    for _ in range(8):
        event = due(session)
        if event is None and game not in NEXT:
            break
        line = NEXT.get(game) or written(event, session.seats.coin)
        if game in NEXT or (session.book.state.on and getattr(event, "seat", None) is not None):
            before = session.prompt()
            take(session, f"refused {line}")
            assert events(session)[-1].refused
            known = isinstance(event, Played) and due(session) == event
            assert session.prompt() == before or known
            refused += 1
        if game in NEXT:
            break
        take(session, line)
    assert refused
    assert session.book.audit.findings == []


@pytest.mark.parametrize("line", ["refused 7d", "refused 3 7d", "Dee 7d refused", "refused Dee plays 7d"])
def test_it_is_said_before_the_act_or_behind_it(line: str) -> None:
    session = recorder("court_piece")
    take(session, *STARTED, line)
    assert events(session)[-1] == Played(seat=3, card=Card("7d"), refused=True)
    assert "Dee: a card" in session.prompt().text


def test_alone_it_is_the_act_that_was_just_not_stored() -> None:
    session = recorder("court_piece")
    take(session, *STARTED, "7d", "0 7c")
    assert kinds(take(session, "9c", sure=False)) == ["declined"]
    assert "stored" in kinds(take(session, "refused"))
    assert events(session)[-1] == Played(seat=1, card=Card("9c"), refused=True)


def test_alone_it_is_else_the_last_act_and_undo_lets_that_stand_again() -> None:
    session = recorder("court_piece")
    take(session, *STARTED, "7c", "refused")
    change = events(session)[-1]
    assert isinstance(change, Amended)
    assert change.event == Played(seat=3, card=Card("7c"), refused=True)
    assert "Dee: a card" in session.prompt().text
    assert kinds(take(session, "refused")) == ["unread"], "it is refused already"
    take(session, "undo")
    assert "Ann: a card" in session.prompt().text


def test_there_must_be_an_act_to_refuse() -> None:
    session = recorder("court_piece")
    assert kinds(take(session, "refused")) == ["unread"]
    take(session, "0 deals")
    assert kinds(take(session, "refused")) == ["unread"]


def test_a_line_is_put_right_to_have_been_refused() -> None:
    session = recorder("court_piece")
    take(session, *STARTED, "7c")
    line = session.book.raw[-1][0]
    take(session, f"fix {line} refused")
    assert session.book.raw[-1][1] == Amended(
        line=line, event=Played(seat=3, card=Card("7c"), refused=True), why="fixed"
    )
    take(session, f"insert {line} refused 3 8d")
    assert session.book.raw[-1][1].event == Played(seat=3, card=Card("8d"), refused=True)


def test_who_played_last_is_not_who_was_refused() -> None:
    session = recorder("court_piece")
    take(session, *STARTED, "refused 0 7c", "correct 5c")
    assert events(session)[-1] == Corrected(seat=2, card=Card("5c"))


def test_nobody_has_passed_before_a_play_out_of_turn_that_was_refused() -> None:
    session = recorder("big_two")
    take(session, "next", "0: 3d", "refused 3 Kd")
    assert events(session)[-1] == Laid(seat=3, cards=(Card("Kd"),), refused=True)
    assert not any(isinstance(event, Passed) for event in events(session))


def test_a_refused_bet_is_not_placed_again() -> None:
    session = recorder("trente_et_quarante", "Ann Bob")
    take(session, "Ann r 10", "refused Bob n 5", "32 35", "=")
    placed = [event for event in events(session) if isinstance(event, BetPlaced) and not event.refused]
    assert [bet.seat for bet in placed] == [0, 0]


def test_within_a_deal_it_is_an_act_and_no_hand() -> None:
    session = recorder("court_piece", level=0)
    take(session, "0 deals")
    assert session.prompt().text.startswith("Ann: 5 cards")
    take(session, "refused 1 trump h")
    assert events(session)[-1] == TrumpNamed(seat=1, suit="h", refused=True)


def test_it_is_listed_and_names_come_on_tab_behind_it() -> None:
    session = recorder("court_piece")
    assert "refused [ACT]" in take(session, "?")[0].says
    assert "did not let that act stand" in take(session, "? refused")[0].says
    assert completions("refused B", ["Ann", "Bob"]) == ["Bob"]
