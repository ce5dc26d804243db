"""Dou Dizhu: what is a shape, and which is higher (DZ-3, DZ-4)."""

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

from tests.games.dou_dizhu_tables import RANKS, ranks
from upcard.engine.games.dou_dizhu.shapes import (
    COPIES,
    KINDS,
    Shape,
    ShapeRules,
    beats,
    classify,
    describe,
    is_surely,
    readings,
    sets_of,
    shape_of,
)
from upcard.schemas.cards import Card, read_cards

PAGE = ShapeRules()
CORE, EQUAL, GAPS = (ShapeRules(core_kickers=True), ShapeRules(equal_singles=True), ShapeRules(gaps=True))
ALL = ShapeRules(core_kickers=True, equal_singles=True, gaps=True)


def shape(text: str, rules: ShapeRules = PAGE) -> tuple[str, int, str] | None:
    """Kind, size, and the rank of the key."""
    found = classify(ranks(text), rules)
    return None if found is None else (found.kind, found.size, RANKS[found.key])


def higher(one: str, other: str) -> bool:
    first, second = classify(ranks(one), PAGE), classify(ranks(other), PAGE)
    assert first is not None
    assert second is not None
    return beats(first, second)


# ---- Worked examples -----------------------------------------------------------------------------------------------


def test_dzx_1_valid() -> None:
    assert shape("34567") == ("straight", 5, "7")
    assert shape("334455") == ("pairs_run", 3, "5")
    assert shape("333444") == ("trips_run", 2, "4")
    assert shape("7775") == ("trips+1", 1, "7")
    assert shape("77755") == ("trips+2", 1, "7")
    assert shape("3334449J") == ("trips_run+1", 2, "4")
    assert shape("55558K") == ("quad+1+1", 1, "5")
    assert shape("555588KK") == ("quad+2+2", 1, "5")
    assert shape("5555") == ("bomb", 1, "5")
    assert shape("br") == ("rocket", 1, "r")
    assert shape("2222") == ("bomb", 1, "2")
    assert shape("AAA2") == ("trips+1", 1, "A")
    assert shape("AAAb") == ("trips+1", 1, "A")
    assert shape("22233") == ("trips+2", 1, "2")
    assert shape("3334445b") == ("trips_run+1", 2, "4")
    assert shape("QQKKAA") == ("pairs_run", 3, "A")
    assert shape("55557799") == ("quad+2+2", 1, "5")


@pytest.mark.parametrize(
    "text",
    [
        *("3456", "JQKA2", "A2345", "234", "34", "345678r"),  # no straights
        *("3344", "KKAA22", "AAA222"),  # no runs
        *("333444567", "33344455", "333444556", "33334", "3333444", "3333444J"),  # wrong kickers to triplets
        *("555588", "5555b", "5555br"),  # wrong kickers to four of a kind
        *("77br", "777br", "333444br", "bb", "33333"),  # both jokers, and more cards than there are
    ],
)
def test_dzx_2_invalid(text: str) -> None:
    assert shape(text) is None


def test_dzx_3_triplets_with_a_gap() -> None:
    assert shape("44488877QQ") is None
    assert shape("44488877QQ", GAPS) == ("trips_run+2", 2, "8")
    for rules in (PAGE, GAPS):
        assert shape("77788844QQ", rules) == ("trips_run+2", 2, "8")


def test_dzx_4_which_is_higher() -> None:
    assert higher("7775", "444A")
    assert higher("777A", "4445")
    assert higher("77755", "444AA")
    assert not higher("456789", "34567")
    assert not higher("4445556677", "333444JA")


def test_dzx_6_a_run_of_four_triplets_is_no_run_of_three_with_kickers() -> None:
    for rules in (PAGE, CORE, GAPS, ALL):
        assert shape("333444555666", rules) == ("trips_run", 4, "6")


# ---- DZ-3 ----------------------------------------------------------------------------------------------------------


def test_dz_1_1_suits_have_no_role_and_ranks_are_enough() -> None:
    for text in ("7c 7d 7h 5s", "5? 7? 7? 7?", "7d 5? 7s 7?"):
        assert classify(read_cards(text), PAGE) == Shape("trips+1", 1, 4)


def test_dz_3_2_straights_have_five_to_twelve_cards_from_3_to_ace() -> None:
    assert shape("3456789TJQKA") == ("straight", 12, "A")
    assert shape("TJQKA") == ("straight", 5, "A")
    assert shape("3456789TJQKA2") is None


def test_dz_3_3_runs_of_pairs_and_triplets_within_twenty_cards() -> None:
    assert shape("33445566778899TTJJQQ") == ("pairs_run", 10, "Q")
    assert shape("333444555666777888") == ("trips_run", 6, "8")
    assert shape("3344556677889900TTJJQQKK".replace("0", "9")) is None


def test_dz_3_5_one_kicker_a_triplet_all_different_and_of_one_size() -> None:
    assert shape("333444555666777" + "89TJQ") == ("trips_run+1", 5, "7")
    assert shape("333444555666" + "7788" + "99TT") == ("trips_run+2", 4, "6")
    assert shape("33344455") is None  # two kickers of one rank
    assert shape("333444566") is None  # mixed
    assert shape("33344456") == ("trips_run+1", 2, "4")


def test_dz_3_6_a_kicker_of_the_rank_of_a_triplet() -> None:
    assert shape("33334445") is None
    assert shape("33334445", CORE) == ("trips_run+1", 2, "4")
    assert shape("33334444", CORE) == ("trips_run+1", 2, "4")


def test_dz_6_5_kickers_in_the_core_concern_runs_of_triplets_only() -> None:
    assert shape("3333", CORE) == ("bomb", 1, "3")
    assert shape("33335", CORE) is None


def test_dz_6_5_gap_cores_hold_no_twos_and_need_kickers() -> None:
    assert shape("AAA22233", GAPS) is None
    assert shape("AAA2223344", GAPS) is None
    assert shape("333555", GAPS) is None
    assert shape("33355579", GAPS) == ("trips_run+1", 2, "5")


def test_dz_3_7_two_singles_of_one_rank() -> None:
    assert shape("555588") is None
    assert shape("555588", EQUAL) == ("quad+1+1", 1, "5")
    assert shape("55558888", EQUAL) is None
    assert shape("5555br", EQUAL) is None


def test_dz_3_8_never_both_jokers_as_kickers() -> None:
    assert shape("333444555" + "br7") is None
    assert shape("555522KK") == ("quad+2+2", 1, "5")
    assert shape("55552r") == ("quad+1+1", 1, "5")


def test_dz_3_9_the_joker_pair_is_a_rocket_and_four_twos_a_bomb() -> None:
    assert shape("rb") == ("rocket", 1, "r")
    assert shape("2222") == ("bomb", 1, "2")


# ---- DZ-3.12 Counts ------------------------------------------------------------------------------------------------


def taken(counts: Counter[str], core: str, copies: int) -> Counter[str] | None:
    """What is left when so many of each rank of a core are taken out."""
    left = Counter(counts)
    for rank in core:
        left[rank] -= copies
    return None if min(left.values()) < 0 else +left


def naive(text: str, rules: ShapeRules) -> set[tuple[str, int, str]]:
    """Every reading of a set of ranks by the words of DZ-3, by taking cores out and looking at what is left."""
    counts, found = Counter(text), set()
    if any(count > COPIES[RANKS.index(rank)] for rank, count in counts.items()) or len(text) > 20:
        return set()
    if sorted(text) == ["b", "r"]:
        return {("rocket", 1, "r")}
    if "b" in text and "r" in text:
        return set()
    for rank in counts.keys() - {"b", "r"}:
        for copies, kind in ((2, "pair"), (3, "trips"), (4, "bomb")):
            if text == rank * copies:
                found.add((kind, 1, rank))
        left = taken(counts, rank, 3)
        if left is not None and rank not in left:
            found |= {("trips+1", 1, rank)} if list(left.values()) == [1] else set()
            found |= {("trips+2", 1, rank)} if list(left.values()) == [2] else set()
        left = taken(counts, rank, 4)
        if left is not None:
            alike = rules.equal_singles and list(left.values()) == [2]
            found |= {("quad+1+1", 1, rank)} if list(left.values()) == [1, 1] or alike else set()
            found |= {("quad+2+2", 1, rank)} if list(left.values()) == [2, 2] else set()
    if len(text) == 1:
        found.add(("single", 1, text))
    return found | naive_runs(counts, rules)


def naive_runs(counts: Counter[str], rules: ShapeRules) -> set[tuple[str, int, str]]:
    found = set()
    for core, ranks_of_core in cores(rules.gaps):
        if not counts.keys() >= ranks_of_core:
            continue
        size, key, in_run = len(core), core[-1], core in "3456789TJQKA"
        for copies, least, kind in ((1, 5, "straight"), (2, 3, "pairs_run"), (3, 2, "trips_run")):
            if in_run and size >= least and taken(counts, core, copies) == Counter():
                found.add((kind, size, key))
        left = taken(counts, core, 3) if 2 <= size <= 5 else None
        if left is None or len(left) != size or (set(core) & set(left) and not rules.core_kickers):
            continue
        if set(left.values()) == {1}:
            found.add(("trips_run+1", size, key))
        if set(left.values()) == {2} and size <= 4:
            found.add(("trips_run+2", size, key))
    return found


@cache
def cores(gaps: bool) -> list[tuple[str, frozenset[str]]]:
    """Runs within 3 to ace; up to five ranks with gaps, where the table takes them."""
    line = "3456789TJQKA"
    found = [line[first:last] for first, last in itertools.combinations(range(13), 2)]
    if gaps:
        found += ["".join(core) for size in range(2, 6) for core in itertools.combinations(line, size)]
    return [(core, frozenset(core)) for core in dict.fromkeys(found)]


def agree(text: str, rules: ShapeRules) -> None:
    """One shape at most, and the same as ours."""
    told = naive(text, rules)
    assert len(told) <= 1, (text, told)
    assert shape(text, rules) == (told.pop() if told else None), (text, rules)


def every_set(sizes: range) -> None:
    for size in sizes:
        for some in itertools.combinations_with_replacement(RANKS, size):
            agree("".join(some), PAGE)


def test_dz_3_11_every_set_of_up_to_four_cards_is_what_the_words_say() -> None:
    every_set(range(1, 5))


@pytest.mark.check
def test_dz_3_11_every_set_of_five_cards_is_what_the_words_say() -> None:
    every_set(range(5, 6))


def random_sets(count: int) -> Iterator[str]:
    """Sets that are shapes with a card or two changed, and sets of few ranks."""
    rng = random.Random("dou dizhu")
    pack = [rank for rank, copies in zip(RANKS, COPIES, strict=True) for _ in range(copies)]
    shapes = list(sets_of(COPIES, PAGE))
    for _ in range(count):
        if rng.random() < 0.5:
            text = [RANKS[rank] for rank in rng.choice(shapes)]
            for _ in range(rng.randint(0, 2)):
                text[rng.randrange(len(text))] = rng.choice(RANKS)
        else:
            few = rng.sample(RANKS, rng.randint(2, 8))
            held = [rank for rank in pack if rank in few]
            text = rng.sample(held, min(len(held), rng.randint(4, 20)))
        yield "".join(sorted(text, key=RANKS.index))


@pytest.mark.parametrize("rules", [PAGE, CORE, EQUAL, ALL])
def test_dz_3_11_larger_sets_are_what_the_words_say(rules: ShapeRules) -> None:
    for text in random_sets(400):
        agree(text, rules)


@pytest.mark.check
@pytest.mark.parametrize("rules", [PAGE, CORE, EQUAL, GAPS, ALL])
def test_dz_3_11_many_larger_sets_are_what_the_words_say(rules: ShapeRules) -> None:
    for text in random_sets(1000 if rules.gaps else 4000):
        agree(text, rules)


def counted() -> Counter[tuple[str, int]]:
    """How many sets of each shape the words of DZ-3 give, put together from cores and kickers by hand."""
    line, ranks13 = "3456789TJQKA", "3456789TJQKA2"
    made: set[tuple[str, int, str]] = set()

    def add(kind: str, size: int, *parts: str) -> None:
        made.add((kind, size, "".join(sorted("".join(parts), key=RANKS.index))))

    for copies, kind in enumerate(("single", "pair", "trips", "bomb"), start=1):
        for rank in RANKS if copies == 1 else ranks13:
            add(kind, 1, rank * copies)
    add("rocket", 1, "br")
    for copies, least, kind in ((1, 5, "straight"), (2, 3, "pairs_run"), (3, 2, "trips_run")):
        for first, last in itertools.combinations(range(13), 2):
            if least <= last - first <= 20 // copies:
                add(kind, last - first, *(rank * copies for rank in line[first:last]))
    for quad in ranks13:
        for some in itertools.combinations([rank for rank in RANKS if rank != quad], 2):
            if set(some) != {"b", "r"}:
                add("quad+1+1", 1, quad * 4, *some)
            if not set(some) & {"b", "r"}:
                add("quad+2+2", 1, quad * 4, *some, *some)
    runs = [line[a:b] for a, b in itertools.combinations(range(13), 2) if 2 <= b - a <= 5]
    for core in [*ranks13, *runs]:
        for some in itertools.combinations([rank for rank in RANKS if rank not in core], len(core)):
            prefix = "trips_run" if len(core) > 1 else "trips"
            if not {"b", "r"} <= set(some):
                add(f"{prefix}+1", len(core), core * 3, *some)
            if not {"b", "r"} & set(some) and len(core) < 5:
                add(f"{prefix}+2", len(core), core * 3, *some, *some)
    return Counter((kind, size) for kind, size, _ in made)


TOLD = {
    "single": 15, "pair": 13, "trips": 13, "bomb": 13, "rocket": 1, "straight": 36, "pairs_run": 52, "trips_run": 45,
    "trips+1": 182, "trips+2": 156, "trips_run+1": 847 + 2100 + 2646 + 1568, "trips_run+2": 605 + 1200 + 1134,
    "quad+1+1": 1170, "quad+2+2": 858,
}  # fmt: skip


def test_dz_3_12_counts_of_the_shapes() -> None:
    sets = list(sets_of(COPIES, PAGE))
    shapes = [shape_of(one, PAGE) for one in sets]
    ours = Counter((one.kind, one.size) for one in shapes if one is not None)
    assert ours == counted()
    assert Counter({kind: sum(n for (of, _), n in ours.items() if of == kind) for kind in KINDS}) == Counter(TOLD)
    assert len(set(sets)) == len(sets) == sum(ours.values()) == 12_654
    assert [ours["trips_run+1", n] for n in (2, 3, 4, 5)] == [847, 2100, 2646, 1568]
    assert [ours["trips_run+2", n] for n in (2, 3, 4)] == [605, 1200, 1134]


@pytest.mark.check
def test_dz_3_11_gaps_add_no_second_reading() -> None:
    """Two or three triplets with singles, two to four with pairs, in sequence or not."""
    sets = list(sets_of(COPIES, GAPS, ["trips_run+1", "trips_run+2"]))
    sizes = {8: "trips_run+1", 12: "trips_run+1", 10: "trips_run+2", 15: "trips_run+2", 20: "trips_run+2"}
    some = [one for one in sets if (found := shape_of(one, GAPS)) and sizes.get(len(one)) == found.kind]
    assert len(some) == len(set(some)) == 143_682


def test_sets_are_made_for_every_rule_and_are_what_they_are_made_as() -> None:
    rng = random.Random(5)
    pack = [rank for rank, copies in enumerate(COPIES) for _ in range(copies)]
    for rules in (PAGE, CORE, EQUAL, GAPS, ALL):
        for _ in range(20):
            hand = Counter(rng.sample(pack, 17))
            counts = [hand[rank] for rank in range(15)]
            for kind in KINDS:
                for one in sets_of(counts, rules, [kind]):
                    found = shape_of(one, rules)
                    assert found is not None
                    assert found.kind == kind
                    assert not Counter(one) - hand


@pytest.mark.parametrize("rules", [PAGE, CORE, EQUAL, ALL])
def test_every_shape_that_a_hand_can_make_is_made(rules: ShapeRules) -> None:
    hand = "333344556667b"
    subsets = {"".join(one) for size in range(1, len(hand) + 1) for one in itertools.combinations(hand, size)}
    counts = [hand.count(rank) for rank in RANKS]
    made = {"".join(RANKS[rank] for rank in one) for one in sets_of(counts, rules)}
    assert made == {text for text in subsets if shape(text, rules) is not None}


# ---- DZ-4 ----------------------------------------------------------------------------------------------------------


def test_dz_4_1_equal_keys_do_not_beat_and_kickers_do_not_count() -> None:
    assert not higher("7775", "777A")
    assert not higher("34567", "34567")
    assert higher("r", "b")
    assert higher("b", "2")
    assert higher("2", "A")


def test_dz_4_2_bombs_and_the_rocket() -> None:
    for other in ("2", "r", "34567", "5555KA", "555588KK", "3333"):
        assert higher("4444", other)
        assert higher("br", other)
        assert not higher(other, "br")
    assert not higher("3333", "4444")
    assert not higher("A", "3333")


def test_dz_4_3_four_with_kickers_beat_no_other_shape() -> None:
    assert not higher("AAAA34", "3")
    assert not higher("AAAA34", "33334455")
    assert higher("4444AK", "333379")


def test_beating_is_a_strict_order_within_a_shape() -> None:
    shapes = sorted({found for one in sets_of(COPIES, PAGE) if (found := shape_of(one, PAGE)) is not None})
    for one, other in itertools.product(shapes, repeat=2):
        assert not (beats(one, other) and beats(other, one))
        if one[:2] == other[:2] and one != other:
            assert beats(one, other) != beats(other, one)


# ---- Cards not wholly known ----------------------------------------------------------------------------------------


def test_cards_of_no_known_rank_may_be_any() -> None:
    assert readings(read_cards("5? ??"), PAGE) == {Shape("pair", 1, 2)}
    assert readings(read_cards("Xb X?"), PAGE) == {Shape("rocket", 1, 14)}
    assert len(readings(read_cards("??"), PAGE) or ()) == 15
    assert readings(read_cards("3? 9? ??"), PAGE) == frozenset()
    assert readings((Card("??"),) * 3, PAGE) is None
    assert readings(read_cards("X?"), PAGE) == {Shape("single", 1, 13), Shape("single", 1, 14)}
    assert len(readings(read_cards("?h"), PAGE) or ()) == 13


def test_cards_of_no_known_rank_are_surely_some_shape_or_not() -> None:
    assert [is_surely(read_cards(text), PAGE) for text in ("??", "X?", "7? 7? 7? ??", "7? 7? ??", "7? ??")] == [
        True,
        True,
        True,
        False,
        False,
    ]
    assert not is_surely((Card("??"),) * 3, PAGE)


def test_shapes_have_names_of_their_own() -> None:
    shapes = {found for one in sets_of(COPIES, PAGE) if (found := shape_of(one, PAGE)) is not None}
    assert len({describe(one) for one in shapes}) == len(shapes)
    assert describe(Shape("pair", 1, 3)) == "pair of sixes"
    assert describe(Shape("trips_run+2", 2, 5)) == "2 triplets up to the eight with pairs"
