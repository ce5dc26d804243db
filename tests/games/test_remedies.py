"""What the rules have follow on a finding: each is of a finding that its game makes, and cites a clause of its own page."""

import inspect
import re

import pytest

from upcard.engine.game import find, keys
from upcard.engine.kernel.listing import rules_of

CLAUSE = re.compile(r"\b([A-Z][A-Z0-9]?)-[A-Z]?\d+")


def test_rules_are_listed_with_the_acts_they_are_asked_at_and_as_they_are_found() -> None:
    def asked(game: str, name: str) -> list[tuple[str, str]]:
        return [(one.asked_at, one.rule.kind) for one in rules_of(find(game)) if one.rule.name == name]

    assert asked("pluck", "revoke") == [("corrected, played", "breach")]
    assert asked("hasenpfeffer", "joker_not_shown") == [("voided", "breach")]
    assert asked("calabrasella", "bid_order") == [("passed, elected", "breach")]
    assert asked("big_two", "wrong_counts")[0] == ("scored", "testimony")  # a row is testimony, whatever it says


@pytest.mark.parametrize("game", keys())
def test_each_remedy_is_of_a_finding_of_the_game_and_cites_its_page(game: str) -> None:
    made = find(game)
    source = inspect.getsource(inspect.getmodule(made.turn_of))  # type: ignore[arg-type]
    page = {found[1] for one in rules_of(made) if (found := CLAUSE.match(one.rule.clause))} - {"G", "C", "K"}
    for name, says in made.remedies.items():
        assert source.count(f'"{name}"') > 1, name
        assert set(CLAUSE.findall(says)) == page, says
