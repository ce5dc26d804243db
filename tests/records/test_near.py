"""Names that are nearly the same."""

import pytest

from upcard.records.near import near_pairs


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ann", "Ann"), ("ann", "anne"), ("Jürgen", "Juergen"), ("José", "JOSE"), ("Bob Smith", "smith, bob"),
        ("Bob", "Bob Smith"), ("Catherine", "Katherine"), ("Sara", "Sarah"), ("jon", "john"), ("lucy", "Lucie"),
        ("c", "C"), ("Zoe\u0301", "zoé"), ("Deirdre", "Deidre"),
    ],
)  # fmt: skip
def test_are_found(one: str, other: str) -> None:
    for names in ([[one], [other]], [["x", one], ["y y y", other]]):
        assert [two[:2] for two in near_pairs(names, 84)] == [(0, 1)]


@pytest.mark.parametrize(
    ("one", "other"),
    [("c", "ca"), ("Js", "Jj"), ("p1", "p2"), ("player 1", "player 2"), ("tim", "tom"), ("bob", "rob"), ("ann", "dan"),
     ("Bob Smith", "Bob Jones"), ("???", "!!!"), ("", "")],
)  # fmt: skip
def test_are_not(one: str, other: str) -> None:
    assert list(near_pairs([[one], [other]], 84)) == []


def test_each_two_once_with_the_best_of_their_names() -> None:
    people = [["Ann", "a1"], ["anne", "ann"], ["Bert"], ["ann", "Ann Other"]]
    assert list(near_pairs(people, 84)) == [(0, 1, 100), (0, 3, 100), (1, 3, 100)]


def test_a_thousand_people_take_no_minute() -> None:
    people = [[f"{first}{last}"] for first in "abcdefghijklmnopqrstuvwxyz" for last in map(str, range(40))]
    assert list(near_pairs(people, 84)) == []
