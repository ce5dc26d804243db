"""Big Two: what is a combination, and which is higher (B2-3)."""

import itertools
import time
from collections import Counter

import pytest

from tests.builders import cards
from upcard.engine.games.big_two.combinations import (
    RUNS,
    SIZES,
    STRENGTH,
    UPWARDS,
    Combination,
    all_of,
    beats,
    classify,
    describe,
    lower_than,
    read,
)
from upcard.schemas.cards import PACK, Card, mask_of

RANKS = "3456789TJQKA2"
SUITS = "dchs"


def kind(text: str, top: str = "sequence") -> Combination | None:
    return classify(cards(text), top)


def higher(one: str, other: str, top: str = "sequence") -> bool:
    first, second = kind(one, top), kind(other, top)
    assert first is not None
    assert second is not None
    assert beats(first, second) != beats(second, first)
    return beats(first, second)


def test_b2x_1_one_suit_of_two_ace_king_queen_jack_is_a_flush() -> None:
    assert kind("2d Ad Kd Qd Jd") == ("five", 2, (SUITS.index("d"), RANKS.index("2")))
    assert kind("2d Ad Kd Qd Jc") is None


def test_b2x_3_flushes_go_by_suit_first() -> None:
    assert higher("3s 4s 5s 7s 9s", "2h Kh Qh Th 9h")
    assert higher("5d 6d 9d Jd Kd", "3d 4d 7d 8d Qd")


def test_b2x_5_quads_and_full_houses() -> None:
    assert higher("4d 4c 4h 4s 3d", "As Ks Qs Js 9s")
    assert higher("5s 6s 7s 8s 9s", "4d 4c 4h 4s 3d")
    assert higher("Qd Qc Qh 9d 9c", "Td Tc Th Kd Kc")


def test_b2x_6_pairs_and_sets_that_are_nothing() -> None:
    assert higher("3d 3s", "3c 3h")
    assert higher("2d 2c", "As Ah")
    for nothing in ("3d 3c 3h 3s", "3d 3c 3h 4d 5d", "3d 4d"):
        assert kind(nothing) is None


def test_b2_1_2_the_pack_goes_from_the_three_of_diamonds_to_the_two_of_spades() -> None:
    assert [str(card) for card in UPWARDS[:5]] == ["3d", "3c", "3h", "3s", "4d"]
    assert str(UPWARDS[-1]) == "2s"
    assert lower_than(Card("3h")) == mask_of(cards("3d 3c"))


def test_b2_3_1_classes_are_not_comparable_and_other_numbers_are_nothing() -> None:
    single, pair = kind("2s"), kind("3d 3c")
    assert single is not None
    assert pair is not None
    assert not beats(single, pair)
    assert not beats(pair, single)
    assert kind("3d 3c 4d 4c") is None
    assert kind("3d 4d 5d 6d 7d 8d") is None
    assert classify(()) is None


def test_b2_3_1_a_card_twice_and_a_joker_are_nothing() -> None:
    assert kind("3d 3d") is None
    assert kind("Xr") is None


def test_b2_3_6_there_are_ten_runs() -> None:
    assert RUNS == ("A2345", "23456", "34567", "45678", "56789", "6789T", "789TJ", "89TJQ", "9TJQK", "TJQKA")
    for nothing in ("Jd Qc Kd Ad 2d", "Qd Kc Ad 2d 3d", "Kd Ac 2d 3d 4d"):
        assert kind(nothing) is None
    straights = [kind(" ".join(rank + suit for rank, suit in zip(run, "dcdcd", strict=True))) for run in RUNS]
    assert [found.key[0] for found in straights if found and found.category == 1] == list(range(10))


def test_b2_3_7_low_straight_top_sequence_or_by_card_rank() -> None:
    by_five, by_two = "Ad 2d 3d 4d 5s", "Ac 2s 3c 4c 5c"
    assert higher(by_five, by_two)
    assert higher(by_two, by_five, "by_card_rank")
    by_spade, by_club = "2d 3c 4h 5c 6s", "2s 3d 4d 5d 6c"
    assert higher(by_spade, by_club)
    assert higher(by_club, by_spade, "by_card_rank")
    assert higher("2d 3d 4d 5d 6c", by_two, "by_card_rank"), "the order of the runs stays (B2-7.1)"


def test_b2_3_8_royal_over_straight_flush_over_quads() -> None:
    assert higher("Td Jd Qd Kd Ad", "9s Ts Js Qs Ks")
    assert higher("Ts Js Qs Ks As", "Th Jh Qh Kh Ah")
    assert higher("4d 5d 6d 7d 8d", "3s 4s 5s 6s 7s")


def test_b2_3_9_four_three_two_ace_king_of_one_suit_is_a_flush_topped_by_the_two() -> None:
    assert kind("4h 3h 2h Ah Kh") == ("five", 2, (SUITS.index("h"), RANKS.index("2")))


def test_b2_3_10_the_fifth_card_of_quads_does_not_matter() -> None:
    assert kind("4d 4c 4h 4s 3d") == kind("4d 4c 4h 4s 2s")


def test_cards_not_known_are_read_as_far_as_they_tell() -> None:
    assert read(cards("3d 4?")).valid is False
    assert read(cards("?? ??")).valid is None
    assert read(cards("?? ?? ?? ??")).valid is False
    assert read(cards("3d ??")).most == kind("3d 3s")
    assert read(cards("3d ??")).least == kind("3d 3c")


def naive(five: tuple[Card, ...]) -> tuple[int, tuple[int, ...]] | None:
    """The page in other words, slowly: category and key of five cards."""
    ranks = Counter(card.rank for card in five)
    one_suit = len({card.suit for card in five}) == 1
    suit = SUITS.index(five[0].suit)
    runs = [number for number, run in enumerate(RUNS) if set(run) == set(ranks)]
    if len(ranks) == 5 and runs:
        number = runs[0]
        if one_suit:
            return (6, (suit,)) if number == 9 else (5, (number, suit))
        top = next(card for card in five if card.rank == RUNS[number][-1])
        return 1, (number, SUITS.index(top.suit))
    if one_suit:
        return 2, (suit, max(RANKS.index(rank) for rank in ranks))
    for rank, often in ranks.items():
        if often == 4:
            return 4, (RANKS.index(rank),)
        if often == 3 and len(ranks) == 2:
            return 3, (RANKS.index(rank),)
    return None


def compare(step: int) -> Counter[int]:
    counts: Counter[int] = Counter()
    for five in itertools.islice(itertools.combinations(PACK, 5), 0, None, step):
        found = classify.__wrapped__(five)
        expected = naive(five)
        assert (found[1:] if found else None) == expected, five
        counts[found.category if found else 0] += 1
    return counts


def test_b2_3_12_a_sample_of_all_hands_of_five_is_as_a_slow_reading_has_it() -> None:
    counts = compare(37)
    assert sum(counts.values()) == -(-2598960 // 37)
    assert set(counts) == set(range(6)) | ({6} & set(counts))


@pytest.mark.torture
def test_b2_3_12_counts_over_all_hands_of_five() -> None:
    counts = compare(1)
    assert counts == {0: 2598960 - 19716, 1: 10200, 2: 5108, 3: 3744, 4: 624, 5: 36, 6: 4}


def test_b2_3_12_every_combination_of_the_pack_is_listed_once() -> None:
    pack = mask_of(PACK)
    listed = [classify(five) for five in all_of(pack, 5)]
    counts = Counter(found.category for found in listed if found is not None)
    assert counts == {1: 10200, 2: 5108, 3: 3744, 4: 624, 5: 36, 6: 4}
    assert len(listed) == 19716
    assert [sum(1 for _ in all_of(pack, size)) for size in SIZES[:3]] == [52, 13 * 6, 13 * 4]


def test_what_is_listed_of_a_hand_is_what_is_a_combination() -> None:
    hand = cards("3d 3c 3h 4d 5d 6d 7d 7s Th Jh Qh Kh 2s")
    for size in SIZES:
        every = {tuple(sorted(some)) for some in itertools.combinations(hand, size) if classify(some) is not None}
        listed = [tuple(sorted(some)) for some in all_of(mask_of(hand), size)]
        assert sorted(listed) == sorted(every)


def test_b2_3_11_nothing_beats_itself() -> None:
    for text in ("3d", "3d 3c", "4d 4c 4h", "4d 4c 4h 4s 3d", "2d Ad Kd Qd Jd"):
        found = kind(text)
        assert found is not None
        assert not beats(found, found)


def test_b2_3_11_no_two_combinations_of_different_cards_are_equal_but_in_their_idle_cards() -> None:
    for size in (1, 2):
        keys = [classify(some) for some in all_of(mask_of(PACK), size)]
        assert len(set(keys)) >= len(keys) / size / 2
    assert sorted(STRENGTH) == list(range(52))


def test_a_combination_is_told_in_words() -> None:
    names = ["single three", "pair of sixes", "straight A2345", "flush in diamonds", "four of a kind, fours"]
    texts = ["3d", "6d 6c", "Ad 2d 3d 4d 5s", "2d Ad Kd Qd Jd", "4d 4c 4h 4s 3d"]
    assert [describe(found) for text in texts if (found := kind(text))] == names


def test_listing_a_hand_is_quick() -> None:
    began = time.perf_counter()
    for start in range(0, 39, 3):
        list(all_of(mask_of(PACK[start : start + 13]), 5))
    assert time.perf_counter() - began < 0.5
