"""Breaches injected from the declarations of each game, legal play after them: told at their line with their clause, and nobody
else is accused.
"""

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from tests.builders import log_of
from tests.experiments import few_or_many
from tests.games.breaches import (
    Broken,
    Table,
    acts_against_rules,
    acts_of_another_kind,
    acts_of_another_seat,
    added,
    broken,
    card_of,
    cards_against_obligations,
    comes_to_light,
    false_statements,
    may_have_changed_places,
    places_for,
    without_a_debt,
)
from tests.games.games import GAMES, IN_TURN, contradicts, numbers, session
from upcard.engine.audit import Audit, audit
from upcard.engine.game import find
from upcard.engine.kernel.places import bits_of
from upcard.engine.log import Log
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import Card
from upcard.schemas.events import HandStarted, Played, Shown, TrumpNamed
from upcard.schemas.findings import Finding

each_game = pytest.mark.parametrize("game", GAMES)
some_and_many = few_or_many(5, 40, 400)
quick_and_many = few_or_many(5, 40, 400, quick=True)


def injected(game: str, count: int, wrongs: Any, put: Any = broken) -> Iterator[tuple[int, Broken]]:
    """So many legal sessions, each with one of these breaches, where there is a place for one."""
    for number in range(count):
        rng = random.Random(f"{game} {number}")
        one = put(rng, session(game, number), wrongs)
        if one is not None:
            yield number, one


def told(one: Broken) -> list[Finding]:
    """What is found in it, but for notes."""
    return but_for_notes(audit(one.log))


def but_for_notes(done: Audit) -> list[Finding]:
    """What an audit has found that speaks against somebody or something."""
    return [finding for finding in done.findings if finding.kind != "note"]


def is_told_and_accuses_nobody_else(one: Broken) -> bool:
    """Whether something is found of the breach, and breaches are told of it alone and of whom it was."""
    findings = told(one)
    return any(finding.at in one.lines for finding in findings) and all(
        finding.kind != "breach"
        or (finding.at in one.lines and (finding.clause, finding.name, finding.seat) in one.wrong.names)
        for finding in findings
    )


@each_game
@quick_and_many
def test_a_card_against_an_obligation_is_told_at_its_line_with_its_clause(game: str, count: int) -> None:
    for number, one in injected(game, count, cards_against_obligations):
        ((clause, name, seat),) = one.wrong.names
        found = [(each.kind, each.clause, each.name, each.at, each.found_at, each.seat) for each in told(one)]
        if one.wrong.excused:
            assert is_told_and_accuses_nobody_else(one), (number, found)
        else:
            plainly = found == [("breach", clause, name, one.line, one.line, seat)]
            assert plainly or (may_have_changed_places(one) and is_told_and_accuses_nobody_else(one)), (number, found)


@each_game
@quick_and_many
def test_a_hidden_breach_is_found_when_a_card_that_proves_it_comes_to_light_and_not_before(
    game: str, count: int
) -> None:
    for number, one in injected(game, count, cards_against_obligations):
        proof, swapped = comes_to_light(one), may_have_changed_places(one)
        public = redact_log(one.log, PUBLIC, "public")
        done = Audit(Log(public.header, []))
        for line, event in public.events if proof and not one.wrong.excused else ():
            done.feed([(line, event)])
            breaches = named_breaches(game, done)
            accused = {(finding.clause, finding.name, finding.seat) for finding in breaches}
            assert accused <= one.wrong.names, (number, line)
            assert line > one.line or not accused or proof == one.line, (number, line)
            assert line < proof or accused or (swapped and is_open(one, done)), (number, line)
            assert {finding.at for finding in breaches} <= one.lines, (number, line)


def is_open(one: Broken, done: Audit) -> bool:
    """Whether the rule is told to be broken on that line, or the record to be wrong there."""
    return any(
        finding.kind == "contradiction" and (finding.clause, finding.at) == (clause, one.line)
        for clause, _, _ in one.wrong.names
        for finding in done.findings
    )


def named_breaches(game: str, done: Audit) -> list[Finding]:
    """The breaches found, but for that somebody has broken a rule of whom it is not known yet who."""
    nameless: Any = find(game)
    names = {nameless.matching.name} if nameless.matching is not None else set()
    return [one for one in done.findings if one.kind == "breach" and (one.seat is not None or one.name not in names)]


@each_game
@quick_and_many
def test_a_hidden_breach_is_found_where_the_card_is_shown(game: str, count: int) -> None:
    for number, one in injected(game, count, cards_against_obligations):
        ((clause, name, seat),) = one.wrong.names
        table = Table(one.log.header)
        events = [event for _, event in one.log.events[: one.line - 1]]
        for event in events:
            table.take(event)
        held = table.state.places.known[seat] & one.wrong.holding if seat is not None else 0
        if one.wrong.excused or not held or comes_to_light(one) == one.line:
            continue
        shows = Shown(seat=seat, cards=tuple(map(card_of, bits_of(held))))
        public = redact_log(Log.of(one.log.header, [*events, shows]), PUBLIC, "public")
        assert named_breaches(game, audit(Log(public.header, public.events[:-1]))) == [], number
        found = [
            (each.kind, each.clause, each.name, each.at, each.found_at, each.seat)
            for each in but_for_notes(audit(public))
        ]
        assert found == [("breach", clause, name, one.line, one.line + 1, seat)], number


@each_game
@some_and_many
def test_an_act_against_a_rule_is_told_at_its_line_with_its_clause(game: str, count: int) -> None:
    for number, one in injected(game, count, acts_against_rules):
        assert is_told_and_accuses_nobody_else(one), (number, one.line, one.wrong, told(one))


@each_game
@some_and_many
def test_an_act_of_another_seat_is_told_at_its_line_and_accuses_nobody_else(game: str, count: int) -> None:
    for number, one in injected(game, count, acts_of_another_seat):
        assert is_told_and_accuses_nobody_else(one), (number, one.line, told(one))


@each_game
@some_and_many
def test_a_card_where_something_else_is_due_is_told_at_its_line(game: str, count: int) -> None:
    for number, one in injected(game, count, acts_of_another_kind, added):
        assert is_told_and_accuses_nobody_else(one), (number, one.line, told(one))


@each_game
@quick_and_many
def test_a_debt_left_out_is_told_with_its_clause(game: str, count: int) -> None:
    for number in range(count):
        rng = random.Random(f"{game} {number}")
        one = without_a_debt(rng, session(game, number))
        if one is not None:
            assert is_told_and_accuses_nobody_else(one), (number, one.line, told(one))


@each_game
@some_and_many
def test_a_false_statement_is_testimony_and_changes_nothing(game: str, count: int) -> None:
    for number, one in injected(game, count, false_statements, added):
        findings = told(one)
        assert findings, (number, one.line, one.wrong)
        assert {finding.kind for finding in findings} == {"testimony"}, (number, one.line, findings)
        assert {(finding.clause, finding.name) for finding in findings} <= {name[:2] for name in one.wrong.names}


@pytest.mark.parametrize("game", IN_TURN)
def test_each_game_declares_much_that_can_be_broken(game: str) -> None:
    kinds = [
        (cards_against_obligations, broken),
        (acts_of_another_seat, broken),
        (acts_against_rules, broken),
        (acts_of_another_kind, added),
        (false_statements, added),
    ]
    assert sum(any(True for _ in injected(game, 8, wrongs, put)) for wrongs, put in kinds) >= 3


@each_game
@some_and_many
def test_acts_that_the_table_refused_are_told_at_their_lines_and_change_no_number(game: str, count: int) -> None:
    for number in range(count):
        rng = random.Random(f"{game} {number}")
        log = session(game, number)
        truth = audit(log)
        found = [one for wrongs in (acts_of_another_seat, acts_against_rules) for one in places_for(rng, log, wrongs)]
        events: list[Any] = [event for _, event in log.events]
        some = sorted(dict(rng.sample(found, min(len(found), 3))).items(), reverse=True)
        for at, wrong in some:
            events.insert(at, msgspec.structs.replace(wrong.event, refused=True))
        done = audit(Log.of(log.header, events))
        told = {at + 1 + len(some) - place: wrong for place, (at, wrong) in enumerate(some)}
        assert {one.at for one in but_for_notes(done)} == set(told), (number, some, done.findings)
        for one in but_for_notes(done):
            assert one.kind != "breach" or (one.clause, one.name, one.seat) in told[one.at].names, (number, some, one)
        assert contradicts(numbers(done), numbers(truth)) == [], (number, some)
        assert contradicts(numbers(truth), numbers(done)) == [], (number, some)


def test_a_card_that_was_handed_back_lies_in_that_hand_until_it_is_played() -> None:
    refused = Played(seat=3, card=Card("Qh"), refused=True)
    plays = [(3, "3s"), (0, "5s"), (1, "Qh")]
    log = log_of(
        "court_piece",
        [
            HandStarted(dealer=0),
            TrumpNamed(seat=1, suit="c"),
            *(Played(seat=seat, card=Card(card)) for seat, card in ((1, "Js"), (2, "4s"))),
            refused,
            *(Played(seat=seat, card=Card(card)) for seat, card in plays),
        ],
    )
    assert [(one.name, one.at) for one in but_for_notes(audit(log))] == [("impossible_card", 9)]


@each_game
def test_a_legal_act_that_the_table_refused_is_no_fault(game: str) -> None:
    rng = random.Random(game)
    for number in range(5):
        log = session(game, number)
        events: list[Any] = [event for _, event in log.events]
        places = [at for at, one in enumerate(events) if getattr(one, "seat", None) is not None]
        if not places:
            continue  # nobody has bet
        at = rng.choice(places)
        done = audit(
            Log.of(log.header, [*events[:at], msgspec.structs.replace(events[at], refused=True), *events[at:]])
        )
        assert but_for_notes(done) == [], number
        assert [one.result for one in done.results] == [one.result for one in audit(log).results], number
