"""A session of each game recorded without hands, in few keys, with five slips in it that are put right: it says what happened."""

import random
from itertools import islice

from tests.cli.keys import as_scribed, typed_session
from upcard.cli.recorder.session import Session
from upcard.engine.effective import effective
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.events import Event

from .recording import each_game, kinds, of_header, resumed, take


def standing(session: Session) -> list[Event]:
    """What stands of a session, its amendments in force; bets are named by their lines, which differ."""
    return [as_scribed(event) for _, event in effective(session.book.log).events]


def points(session: Session) -> list[tuple[int | None, ...]]:
    """What its hands came to."""
    return [ended.result.points for ended in session.book.audit.results]


def gibberish(session: Session, line: str) -> Session:
    """Something is typed that means nothing, and then what was meant."""
    assert kinds(take(session, "xyzzy 99z")) == ["unread"]
    take(session, line)
    return session


def taken_back(session: Session, line: str) -> Session:
    """A line too early, and undone."""
    take(session, line, "undo", line)
    return session


def done_again(session: Session, line: str) -> Session:
    """A line that was undone by mistake."""
    take(session, line, "undo", "redo")
    return session


def dropped(session: Session, line: str) -> Session:
    """A remark that is not wanted, and is dropped."""
    take(session, "note somebody sneezed")
    take(session, f"drop {session.book.raw[-1][0]}", line)
    return session


def crashed(session: Session, line: str) -> Session:
    """The recorder is killed, and goes on."""
    again = resumed(session)
    take(again, line)
    return again


SLIPS = (gibberish, taken_back, done_again, dropped, crashed)


@each_game
def test_five_slips_that_were_put_right_leave_what_happened(game: str) -> None:
    header = redact_log(simulate(Setup(game=game, seed=1), hands=2), PUBLIC, "copy").header
    lines = [line for line, _ in islice(typed_session(game, 1, 2), 20)]
    plain, session = of_header(header), of_header(header)
    take(plain, *lines)
    slips = dict(zip(sorted(random.Random(game).sample(range(1, len(lines) - 1), len(SLIPS))), SLIPS, strict=True))
    for place, line in enumerate(lines):
        if place in slips:
            session = slips[place](session, line)
        else:
            take(session, line)
    assert standing(session) == standing(plain)
    assert points(session) == points(plain)
