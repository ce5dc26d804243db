"""The log in force: amendments, and amendments of amendments."""

import pytest

from tests.builders import log_of
from upcard.engine.effective import effective, history, problems
from upcard.engine.fold import fold
from upcard.engine.log import Log
from upcard.schemas.events import (
    Amended,
    Base,
    Dealt,
    Event,
    HandStarted,
    Inserted,
    Noted,
    Opened,
    Retracted,
    Sealed,
    TrumpNamed,
)


def noted(text: str) -> Noted:
    """A remark."""
    return Noted(note=text)


def amended(*events: Base) -> Log:
    """A log with the remarks a and b on lines 2 and 3, and then these events."""
    return log_of("court_piece", [noted("a"), noted("b"), *events])


def standing(log: Log, as_of: int | None = None) -> list[tuple[int, str | None]]:
    """The lines in force and their remarks."""
    return [(line, event.note) for line, event in effective(log, as_of).events]


def test_the_last_word_on_a_line_counts() -> None:
    log = amended(Amended(line=2, event=noted("A")), Amended(line=2, event=noted("AA")))
    assert standing(log) == [(2, "AA"), (3, "b")]
    assert standing(log, as_of=4) == [(2, "A"), (3, "b")]
    assert standing(log, as_of=3) == [(2, "a"), (3, "b")]


def test_an_amendment_that_is_retracted_is_undone() -> None:
    log = amended(Amended(line=2, event=noted("A")), Retracted(line=4), Retracted(line=5))
    assert standing(log) == [(2, "A"), (3, "b")]
    assert standing(log, as_of=5) == [(2, "a"), (3, "b")]


def test_an_earlier_word_stands_again_when_the_later_is_undone() -> None:
    log = amended(Amended(line=2, event=noted("A")), Retracted(line=2), Retracted(line=5))
    assert standing(log, as_of=5) == [(3, "b")]
    assert standing(log) == [(2, "A"), (3, "b")]


def test_an_amendment_can_be_amended() -> None:
    log = amended(Amended(line=2, event=noted("A")), Amended(line=4, event=Amended(line=3, event=noted("B"))))
    assert standing(log) == [(2, "a"), (3, "B")]


def test_inserts_stand_in_the_order_they_were_made() -> None:
    log = amended(Inserted(before=3, event=noted("x")), Inserted(before=3, event=noted("y")))
    assert standing(log) == [(2, "a"), (4, "x"), (5, "y"), (3, "b")]


def test_an_insert_before_an_inserted_event() -> None:
    log = amended(Inserted(before=3, event=noted("y")), Inserted(before=4, event=noted("x")))
    assert standing(log) == [(2, "a"), (5, "x"), (4, "y"), (3, "b")]


def test_an_inserted_event_is_amended_in_its_place_and_retracted() -> None:
    log = amended(Inserted(before=3, event=noted("x")), Amended(line=4, event=noted("X")))
    assert standing(log) == [(2, "a"), (4, "X"), (3, "b")]
    assert standing(amended(Inserted(before=3, event=noted("x")), Retracted(line=4))) == [(2, "a"), (3, "b")]


def test_an_insert_before_a_retracted_line_stays() -> None:
    log = amended(Inserted(before=3, event=noted("x")), Retracted(line=3))
    assert standing(log) == [(2, "a"), (4, "x")]


def test_the_header_can_be_amended() -> None:
    log = amended()
    header = Opened(format="upcard/1", log="test", game="big_two", seats=("a", "b"))
    assert effective(Log(log.header, [*log.events, (4, Amended(line=1, event=header))])).header == header


def test_seals_are_not_among_the_events() -> None:
    assert standing(amended(Sealed(sha256="0" * 64))) == [(2, "a"), (3, "b")]


@pytest.mark.parametrize(
    "event",
    [Retracted(line=9), Retracted(line=1), Amended(line=5, event=noted("A")), Inserted(before=9, event=noted("x"))],
)
def test_amendments_that_cannot_be_are_named_and_change_nothing(event: Event) -> None:
    log = amended(event)
    assert [line for line, _ in problems(log)] == [4]
    assert standing(log) == [(2, "a"), (3, "b")]


def test_a_seal_cannot_be_amended() -> None:
    assert problems(amended(Sealed(sha256="0" * 64), Retracted(line=4))) == [(5, "a seal cannot be amended")]


def test_a_fold_up_to_a_line_counts_what_was_inserted_before_it() -> None:
    events = [HandStarted(dealer=0), TrumpNamed(seat=1, suit="h"), Inserted(before=3, event=Dealt(each=5))]
    state = fold(log_of("court_piece", events), until=3)
    assert (state.packets, state.trump) == (5, "h")


def test_history_tells_what_stood_on_a_line() -> None:
    log = amended(Amended(line=2, event=noted("A")), Retracted(line=2))
    assert [(line, event and event.note) for line, event in history(log, 2)] == [(2, "a"), (4, "A"), (5, None)]


def test_a_log_without_amendments_comes_back_as_it_is() -> None:
    log = amended()
    assert effective(log) is log
