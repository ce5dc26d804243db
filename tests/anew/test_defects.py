"""Records that were once judged wrongly: of each what is to be told, and who is to be left alone."""

from pathlib import Path

import pytest

from tests.anew.games import GAMES
from upcard.engine.audit import audit
from upcard.engine.log import Log
from upcard.schemas.codec import decode_line

FOLDER = Path(__file__).parents[3] / "shared" / "defects"

EXPECTED: dict[str, tuple[set[tuple[str, int]], set[int]]] = {
    "court_piece-early_card_blames_caller": ({("breach", 4)}, {2}),
    "court_piece-early_card_of_the_caller": ({("breach", 4)}, {1}),
    "court_piece-impossible_fourth_card": ({("contradiction", 7)}, set()),
    "court_piece-stop_after_gap": (set(), set()),
    "hasenpfeffer-early_card_blames_declarer": ({("breach", 8)}, {2}),
    "hasenpfeffer-early_card_in_the_bidding": ({("breach", 6)}, {3}),
    "hasenpfeffer-impossible_fourth_card": ({("contradiction", 12)}, set()),
    "pluck-card-not-in-pack-becomes-breach": ({("contradiction", 5)}, set()),
    "pluck-sheet-slip-becomes-breach": ({("testimony", 3)}, set()),
    "tresette-impossible_fourth_card": ({("contradiction", 6)}, set()),
}
"""Of each record: what is told, as kind and line; which seats a breach may name."""


@pytest.mark.parametrize("name", [name for name in EXPECTED if name.split("-")[0] in GAMES])
def test_what_was_judged_wrongly_is_told_rightly(name: str) -> None:
    path = FOLDER / f"{name}.jsonl"
    if not path.exists():
        pytest.skip("the records are kept beside the checkout")
    header, *events = [decode_line(line) for line in path.read_bytes().splitlines()]
    findings = [one for one in audit(Log.of(header, events)).findings if one.kind != "note"]  # type: ignore[arg-type]
    told, seats = EXPECTED[name]
    assert {(one.kind, one.at) for one in findings} == told
    assert {one.seat for one in findings if one.kind == "breach"} == seats
