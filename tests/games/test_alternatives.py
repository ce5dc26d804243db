"""Findings that accuse nobody tell in words what may have been, and where an explanation was not looked for to the end."""

import json
import random
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest

from tests.builders import cards, log_of
from tests.cli.test_commands import upcard
from tests.games.breaches import acts_of_another_seat, broken
from tests.games.games import IN_TURN, session
from upcard.engine import audit as audits
from upcard.engine.audit import audit
from upcard.engine.kernel import explain, telling
from upcard.engine.kernel.charges import charge_of
from upcard.engine.kernel.rules import Broken, Rule
from upcard.engine.log import Log
from upcard.schemas.cards import UNKNOWN, Card
from upcard.schemas.codec import encode_line
from upcard.schemas.events import (
    BestAsked,
    Bid,
    Closed,
    CountAsked,
    CountTold,
    Dealt,
    Drew,
    Gap,
    HandStarted,
    Laid,
    Meld,
    MeldCalled,
    MeldsTold,
    MeleeClosed,
    Passed,
    Played,
    ResultCalled,
    Scored,
    TrumpNamed,
    TurnedUp,
)
from upcard.schemas.events.words import PLAIN, VERBS, act_in_words
from upcard.schemas.findings import Finding


def findings(log: Log) -> list[Finding]:
    """What is found, but for notes."""
    return [one for one in audit(log).findings if one.kind != "note"]


@pytest.mark.parametrize(
    ("ways", "words"),
    [
        ([], ""),
        (["line 5 belongs to seat 1"], "line 5 belongs to seat 1"),
        (["line 5 belongs to seat 1", "line 5 belongs to seat 2"], "line 5 belongs to seat 1 or 2"),
        (
            ["line 5 belongs to seat 1", "line 6 belongs to seat 2"],
            "line 5 belongs to seat 1, or line 6 belongs to seat 2",
        ),
        (["Kh on line 8 was another card", "Kh on line 7 was another card"], "Kh on line 8 or 7 was another card"),
        (["3h on line 8 was another card", "4h on line 8 was another card"], None),
        (
            ["a line is missing before line 5 (seat 1 bids 1)", "a line is missing before line 5 (seat 1 passes)"],
            "a line is missing before line 5 (seat 1 bids 1, or seat 1 passes)",
        ),
        (
            [f"a line is missing before line 5 ({one}) and a line is missing before line 6 (a pass)" for one in "ab"],
            None,
        ),
        ([f"{word} was lost" for word in "abcde"], "a was lost, or b was lost, or c was lost, or one of 2 other slips"),
    ],
)
def test_alternatives_that_are_alike_stand_together(ways: list[str], words: str | None) -> None:
    assert telling.in_words(ways) == (", or ".join(ways) if words is None else words)


def test_a_card_turned_up_of_which_no_seat_is_written_was_of_one_of_them() -> None:
    events = [HandStarted(dealer=0), Dealt(each=7), TurnedUp(card=Card("9h")), TurnedUp(card=Card("Kd"))]
    (one,) = findings(log_of("pop", events, 2))
    assert (one.kind, one.clause, one.seat) == ("contradiction", "P-3.5", None)
    assert one.alternatives == ("line 5 belongs to seat 0", "line 5 belongs to seat 1")


def test_the_alternatives_of_one_fault_are_one_finding() -> None:
    wrong = findings(log_of("court_piece", [HandStarted(dealer=3), TrumpNamed(seat=1, suit="h")]))
    (one,) = wrong
    assert (one.kind, one.clause, one.seat) == ("contradiction", "CP-2.4", None)
    assert set(one.alternatives) == {"line 2 names the wrong dealer", "line 3 belongs to seat 0"}
    assert one.says.endswith("; perhaps " + ", or ".join(one.alternatives))


OUT: Final = Scored(points=(0, 30, 251), totals=(0, 30, 251))
"""A row of Last One by which the last seat is out of the game."""
BEGUN: Final = (HandStarted(dealer=0), OUT, HandStarted(), Dealt(sizes=(5, 5, 0)), TurnedUp(card=Card("5h")))
TURNS: Final = (
    *(Played(seat=at % 2, card=Card(card)) for at, card in enumerate(("5s", "6s", "2s"))),
    Drew(seat=1, count=2, why="two"),
)


def test_nobody_is_accused_of_what_a_line_says_only_if_it_belongs_to_another_seat() -> None:
    plays = [Played(seat=0, card=Card("4c")), Played(seat=0, card=Card("5c")), MeleeClosed()]
    draws = [Drew(seat=1, count=5, why="melee"), Played(seat=0, card=Card("9c"))]
    (one,) = findings(log_of("last_one", [*BEGUN, *TURNS, *plays, *draws], 3))
    assert (one.kind, one.name, one.seat) == ("contradiction", "no_match", None)
    assert one.alternatives == ("line 11 belongs to seat 1",)


def test_the_same_slips_in_another_order_are_one_way_and_more_of_them_none() -> None:
    cause = charge_of(Rule("G-9", "impossible_card", "a card is there once"), Broken(), 5, 4, 1)
    slip = partial(charge_of, Rule("", "slip", "", "note", explain.SLIP), Broken(at=5), 5, 4, 1, cures=cause)
    a, b, c = (slip(f"{name} was another card") for name in ("2c", "3c", "4c"))
    assert telling.neutral_of(cause, [[a, b], [b, a], [b, c, a], [c]]).alternatives == (
        "2c was another card and 3c was another card",
        "4c was another card",
    )


def test_the_same_slips_of_two_lines_are_one_way() -> None:
    plays = [Played(seat=0, card=Card("4c")), Played(seat=0, card=Card("5c")), MeleeClosed()]
    (one,) = findings(log_of("last_one", [*BEGUN, *TURNS, *plays, Drew(seat=1, count=5, why="melee")], 3))
    assert one.alternatives == (
        "a line is missing before line 11 (seat 0 plays a card) and line 11 belongs to seat 1",
        "4c on line 11 was another card and a line is missing before line 12 (seat 1 plays a card)",
    )


def test_slips_that_one_reading_takes_together_are_one_way() -> None:
    bids = [Bid(seat=1, amount=7), Passed(seat=2), Passed(seat=3), Passed(seat=0)]
    wrong = findings(log_of("hasenpfeffer", [HandStarted(dealer=0), *bids, TrumpNamed(seat=1, suit="h"), Gap()]))
    told = [way for one in wrong for way in one.alternatives if "line 3 is one too many" in way]
    assert all("and a line is missing before line 4 (seat 1 " in way for way in told), wrong
    assert len({one.at for one in wrong}) == len(wrong)


def test_a_slip_is_told_at_what_it_does_away_with_and_nothing_is_told_twice() -> None:
    play = [Played(seat=1, card=Card("4c")), MeldCalled(seat=1), BestAsked(seat=2), Played(seat=2, card=Card("5c"))]
    trick = [
        Played(seat=3, card=Card("6d"), refused=True),
        Played(seat=3, card=Card("6c")),
        Played(seat=0, card=Card("7c")),
    ]
    melds = [MeldsTold(seat=0, melds=(Meld(kind="three", rank="A"),)), Played(seat=0, card=Card("8c")), Gap(), Closed()]
    deal = [HandStarted(dealer=0), Dealt(each=10), CountTold(seat=0, count=3, any_suit=True)]
    wrong = [(one.name, one.at, one.kind) for one in findings(log_of("tresette", [*deal, *play, *trick, *melds]))]
    assert wrong[:3] == [("count", 4, "breach"), ("late_call", 6, "breach"), ("asker", 7, "breach")]
    assert wrong[3:] == [("no_call", 12, "contradiction"), ("impossible_card", 13, "contradiction")]


def test_a_hand_that_has_not_ended_by_another_explanation_has_no_result() -> None:
    """Seat 0 lays fifteen cards; if the last five were of another seat, the hand is still on."""
    laid = ["3d 4c 5d 6c 7d", "3c 4d 5c 6d 7c", "3h 4h 5h 6h 7s"]
    passes = [Passed(seat=seat) for seat in (1, 2, 3)]
    events = [event for text in laid for event in (Laid(seat=0, cards=cards(text)), *passes)][:-3]
    done = audit(log_of("big_two", [HandStarted(dealer=0), *events]))
    assert [(one.kind, one.name) for one in done.findings] == [("contradiction", "impossible_card")]
    assert done.results == []


def test_what_a_hand_before_left_open_does_not_count_where_a_hand_is_given_up_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def hand(unwritten: int = -1) -> list[Any]:
        """Seat 0 lays all its cards one by one, and seat 1 passes; one pass is perhaps not in the record."""
        laid = [Laid(seat=0, cards=cards(f"{rank}d")) for rank in "3456789TJQKA2"]
        return [
            one
            for place, lay in enumerate(laid)
            for one in (lay, *[Passed(seat=1)] * (place not in {unwritten, len(laid) - 1}))
        ]

    said = [CountAsked(seat=0, of=1, answer=0), ResultCalled(result="won", seat=1)]
    monkeypatch.setattr(explain, "STEPS", 3000)
    told = findings(log_of("big_two", [HandStarted(dealer=1), *hand(4), HandStarted(), *hand(), *said], seats=2))
    assert [(one.name, one.at) for one in told] == [("out_of_turn", 12), ("wrong_answer", 53), ("wrong_result", 54)]
    assert not any(one.says.endswith(explain.TOO_MUCH) for one in told)


def test_two_wrong_figures_of_a_row_are_told_both_where_a_slip_of_its_hand_is_told_too() -> None:
    whole = session("tresette", 4)
    events = [event for _, event in whole.events if not isinstance(event, Scored)]
    end = [place for place, event in enumerate(events) if isinstance(event, HandStarted)][1]
    row = Scored(counts=(9, 9), aces=(3, 3))
    done = audit(Log.of(whole.header, [*events[:20], events[19], *events[20:end], row, *events[end:]]))
    figures = [one.says.split()[0] for one in done.findings if one.kind == "testimony"]
    assert figures == ["counts", "aces"]


def test_a_figure_of_which_it_is_not_known_what_follows_is_told_by_its_rule() -> None:
    (told,) = findings(log_of("tresette", [HandStarted(dealer=0), Scored(points=(5, 7))]))
    assert told.says == "points 5 7 was written; eleven points and those of the melds"


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (Played(seat=1, card=UNKNOWN), "seat 1 plays a card"),
        (Played(seat=1, card=Card("7c")), "seat 1 plays 7c"),
        (Laid(seat=0, cards=(UNKNOWN, UNKNOWN)), "seat 0 lays 2 cards"),
        (Drew(seat=2, count=1), "seat 2 draws 1 card"),
        (Bid(seat=2, amount=3), "seat 2 bids 3"),
        (TrumpNamed(seat=0, suit="h"), "seat 0 names hearts trump"),
        (HandStarted(), "a hand begins"),
        (Dealt(each=5), "cards are dealt"),
    ],
)
def test_an_act_in_a_few_words(event: Any, words: str) -> None:
    assert act_in_words(event) == words
    assert type(event).__struct_config__.tag in VERBS | PLAIN


@pytest.mark.parametrize("game", IN_TURN)
def test_where_the_search_was_given_up_the_finding_says_so_and_accuses_nobody(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(explain, "STEPS", 1)
    told = 0
    for number in range(8):
        one = broken(random.Random(f"{game} {number}"), session(game, number), acts_of_another_seat)
        if one is not None:
            found = findings(one.log)
            assert {finding.kind for finding in found} == {"contradiction"}, (number, found)
            assert all(
                any(why in finding.says for why in (explain.TOO_LONG, explain.NOT_LOOKED_FOR)) for finding in found
            )
            told += 1
    assert told


def test_a_hand_of_a_log_without_steps_is_said_not_to_be_looked_into(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = [event for _, event in session("court_piece", 0, hands=1).events]
    log = log_of("court_piece", [*hand[:8], hand[7], *hand[8:16], hand[15], *hand[16:]])
    assert [one.says.partition("; ")[2] for one in findings(log)] == [
        "perhaps line 10 is written twice",
        "perhaps line 19 is written twice",
    ]
    monkeypatch.setattr(audits, "SPARE", -100)
    assert [one.says.partition("; ")[2] for one in findings(log)] == [explain.NOT_LOOKED_FOR]


@pytest.mark.check
@pytest.mark.parametrize("game", IN_TURN)
def test_a_hand_with_too_much_wrong_is_told_as_that_and_accuses_nobody(game: str) -> None:
    told = 0
    for number in range(2):
        rng = random.Random(f"{game} {number}")
        log = session(game, number, hands=1)
        acts = [event for _, event in log.events]
        log = Log.of(log.header, [*acts[:2], *rng.sample(acts[2:], len(acts) - 2)])
        found = findings(log)
        (*_, last) = found or [None]
        why = [one for one in (explain.TOO_MUCH, explain.NOT_LOOKED_FOR) if last is not None and one in last.says]
        if last is not None and why:
            assert [one.kind for one in found if one.hand == last.hand] == ["contradiction"], number
            assert why[0] not in last.alternatives
            told += 1
    assert told


def test_verify_tells_people_in_words_and_json_as_a_list(tmp_path: Path) -> None:
    log = log_of("court_piece", [HandStarted(dealer=3), TrumpNamed(seat=1, suit="h")])
    path = tmp_path / "wrong.jsonl"
    path.write_bytes(
        b"\n".join(encode_line(event) for event in (log.header, *(event for _, event in log.events))) + b"\n"
    )
    (row,) = upcard("verify", str(path), "--json", code=1)[0].splitlines()
    ways = json.loads(row)["alternatives"]
    assert ways == list(findings(log)[0].alternatives)
    (line,) = upcard("verify", str(path), code=1)[0].splitlines()
    assert f"perhaps {', or '.join(ways)}".replace("seat 0", "p1") in line
