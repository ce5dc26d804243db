"""Records that were once judged wrongly: of each what is to be told, who is to be left alone, and what the hands came to.

Where less is told than could be, the reason stands beside it.
"""

from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.games.games import GAMES, accusations, numbers
from upcard.engine.audit import Audit, audit
from upcard.engine.log import Log
from upcard.schemas.codec import decode_line

FOLDER = Path(__file__).parents[1] / "data" / "judged_wrongly"


class Right(NamedTuple):
    """How a record is to come out. told: kind, clause and line of each finding but notes; accused: the seats that breaches
    name; points: of the hands that matter, by their numbers; against: the line of the other fact, by the line of the finding.
    """

    told: list[tuple[str, str, int]] = []
    accused: tuple[int, ...] = ()
    points: dict[int, tuple[int | None, ...]] = {}
    against: dict[int, int] = {}


RIGHT: dict[str, Right] = {
    # Nobody kept 3s: the one list that has it has it in the widow. One card of the widow is misread, on one of two lines.
    "calabrasella-misread-widow-becomes-breach": Right([("contradiction", "G-5", 9)]),
    "calabrasella-row-17-16-no-payment-is-dropped": Right([("testimony", "CA-4.3", 5)]),
    # The slip is told at its own row; the hands after it are what their rows say.
    "calabrasella-row-after-slip-is-dropped": Right([("testimony", "CA-4.3", 13)], points={8: (2, -4, 2)}),
    "calabrasella-row-with-old-stacks-is-dropped": Right([("testimony", "CA-4.5", 5)], points={2: (-15, -15, 30)}),
    "court_piece-early_card_blames_caller": Right([("breach", "CP-2.4", 4)], (2,)),
    "court_piece-early_card_of_the_caller": Right([("breach", "CP-2.4", 4)], (1,)),
    "court_piece-impossible_fourth_card": Right([("contradiction", "G-5", 7)]),
    "court_piece-stop_after_gap": Right(),
    "dou_dizhu-bid_of_four_by_the_third_ends_the_auction": Right([("breach", "DZ-8.2", 6)], (0,)),
    "dou_dizhu-illegal_bid_counts_as_pass": Right([("breach", "DZ-8.2", 6)], (2,), {1: (6, -3, -3)}),
    "dou_dizhu-payment_in_two_parts": Right(points={1: (12, -6, -6)}),
    # The taker and the first bid cannot both be so. That the card proves who had it accuses nobody.
    "dou_dizhu-taker_written_wrong_leaves_bidder_accused": Right([("contradiction", "DZ-8.1", 5)], against={5: 4}),
    "hasenpfeffer-early_card_blames_declarer": Right([("breach", "HP-2.3", 8)], (2,)),
    "hasenpfeffer-early_card_in_the_bidding": Right([("breach", "HP-2.3", 6)], (3,)),
    "hasenpfeffer-impossible_fourth_card": Right([("contradiction", "G-5", 12)]),
    "last_one-hands_null_of_who_may_be_out": Right(points={1: (None, 0, None)}),
    "last_one-melee_wrong_suit_accuses_who_draws": Right([("breach", "LO-9.6", 6)], (3,)),
    "last_one-points_from_a_shown_card_that_was_played": Right([("contradiction", "LO-9.9", 13)], points={1: (57, 0)}),
    # Neutral: a lost line that begins the next hand explains a card after the end as well as a card played too late.
    "last_one-points_unknown_after_an_act_after_the_end": Right([("contradiction", "LO-7.1", 13)], points={1: (57, 0)}),
    # One finding for the row: the values of seat 0 and the ace of seat 1 are wrong in one column.
    "last_one-sheet_row_against_cards_shown": Right([("testimony", "LO-9.10", 5)], points={1: (20, 0, None)}),
    "last_one-total_after_a_hand_of_unknown_result": Right([("contradiction", "LO-7.1", 4)], points={2: (10, 15, 0)}),
    "pluck-card-not-in-pack-becomes-breach": Right([("contradiction", "G-5", 5)]),
    "pluck-sheet-slip-becomes-breach": Right([("testimony", "PL-5.1", 3)], points={1: (4, 0, 0), 3: (0, 0, 2)}),
    "pop-gap-before-first-card": Right(),
    "pop-gap-before-first-card-accuses": Right(),
    "pop-sheet-slip-becomes-breach": Right([("testimony", "P-9.3", 3)]),
    # No deal has these sizes: one was written wrongly, and who dealt has not dealt unevenly.
    "popcorn-53-cards-dealt": Right([("contradiction", "PC-6.7", 3)]),
    "popcorn-holder-named-after-a-face-misread": Right([("contradiction", "PC-6.2", 6)]),
    # Neutral: the faces prove a short lay, but not which one it was, this or one before.
    "popcorn-short-lay-disproved-by-the-faces": Right([("contradiction", "PC-6.1", 14)]),
    # Neutral: seat 2 was out by what it claimed, and lays on. The play that went on accuses nobody.
    "popcorn-who-lays-on-is-accused-after-an-uncounted-lay": Right([("contradiction", "PC-6.1", 15)]),
    "popcorn-winner-taken-from-who-was-out-of-cards-second": Right(
        [("contradiction", "PC-6.1", 15)], points={1: (0, 0, None, None, 0, 0, 0, 0, 0, 0)}
    ),
    # Neutral, with the rule's own clause: lists that were exchanged, or a card misread, explain what looked like a breach.
    "pope_joan-list-disproved-by-shown-after-the-deal": Right([("contradiction", "PJ-6.1", 27)], against={27: 3}),
    "pope_joan-play-disproved-by-shown-after-the-deal": Right([("contradiction", "PJ-6.1", 6)], against={6: 5}),
    "pope_joan-same-card-on-two-lines-running": Right([("contradiction", "PJ-6.1", 23)]),
    "spinado-list-disproved-by-shown-after-the-hand": Right([("contradiction", "SP-6", 8)], against={8: 3}),
    "spinado-play-disproved-by-shown-after-the-hand": Right([("contradiction", "SP-6", 11)]),
    "spinado-same-card-on-two-lines-running": Right([("contradiction", "SP-6", 15)]),
    "tresette-impossible_fourth_card": Right([("contradiction", "G-5", 6)]),
}
"""All records that were judged wrongly, and how each is right."""


def record(name: str) -> Log:
    """A record that was judged wrongly."""
    header, *events = [decode_line(line) for line in (FOLDER / f"{name}.jsonl").read_bytes().splitlines()]
    return Log.of(header, events)  # type: ignore[arg-type]  # a header comes first


def told(done: Audit) -> list[tuple[str, str, int]]:
    """Kind, clause and line of what is found, but for notes."""
    return [(one.kind, one.clause, one.at) for one in done.findings if one.kind != "note"]


def test_each_record_that_was_judged_wrongly_is_here() -> None:
    assert {path.stem for path in FOLDER.glob("*.jsonl")} == set(RIGHT)


@pytest.mark.parametrize("name", [name for name in RIGHT if name.split("-")[0] in GAMES])
def test_what_was_judged_wrongly_is_told_rightly(name: str) -> None:
    right, done = RIGHT[name], audit(record(name))
    came: dict[int, Any] = numbers(done)
    assert told(done) == right.told
    assert {seat for _, _, seat in accusations(done)} == set(right.accused)
    assert {hand: came.get(hand) for hand in right.points} == right.points
    assert {one.at: one.against for one in done.findings if one.at in right.against} == right.against


SHOWN_LATER = "-shown-after-"
"""In these records a list proves a breach until the cards shown at the end disprove the list."""


@pytest.mark.parametrize("name", [name for name in RIGHT if name.split("-")[0] in GAMES and SHOWN_LATER not in name])
def test_who_is_innocent_is_never_accused_while_the_record_grows(name: str) -> None:
    log, accused = record(name), set(RIGHT[name].accused)
    for end in range(len(log.events)):
        named = {seat for _, _, seat in accusations(audit(Log(log.header, log.events[:end])))}
        assert named <= accused, end


def test_an_early_card_is_told_at_once_and_accuses_when_no_lost_call_explains_it() -> None:
    log = record("court_piece-early_card_of_the_caller")
    told_when = [told(audit(Log(log.header, log.events[:end]))) for end in range(1, len(log.events) + 1)]
    assert told_when[2] == [("contradiction", "CP-2.4", 4)]  # the call may have been left out, until it comes
    assert told_when[-1] == [("breach", "CP-2.4", 4)]


def test_play_goes_on_with_a_seat_that_was_out_by_its_claims_alone() -> None:
    done = audit(record("popcorn-who-lays-on-is-accused-after-an-uncounted-lay"))
    assert done.state.on
    assert done.results == []


@pytest.mark.skipif("pop" not in GAMES, reason="not on the kernel yet")
def test_a_gap_before_the_first_card_is_within_the_round_that_is_on() -> None:
    done = audit(record("pop-gap-before-first-card"))
    assert (done.state.hand, done.state.dealer) == (1, 0)
