"""Hasenpfeffer: records of which a part is known, beside a naive judge that places all 25 cards."""

import random

import pytest

from tests.builders import cards, fold, found, trick
from tests.experiments import session, sessions, sites, spoiled
from tests.games.hasenpfeffer_naive_table import Cards
from tests.games.hasenpfeffer_tables import HPX_8_HANDS, bids, dealt, hpx_8, table
from tests.games.test_hasenpfeffer_experiments import KINDS, careless, passing, revoke
from tests.test_every_game import plain
from upcard.engine.audit import Audit, audit
from upcard.engine.fold import frames
from upcard.engine.log import Log
from upcard.engine.simulate import Setup
from upcard.engine.view import PUBLIC, redact_log, view
from upcard.schemas.cards import Card, cards_of
from upcard.schemas.events import Base, Dealt, Discarded, Gap, HandStarted, Played, Shown, Took, TrumpNamed

XR = cards("Xr")
PASSES: list[Base] = [HandStarted(dealer=0), *bids(1, 0, 0, 0, 0)]


@pytest.mark.parametrize("card", ["??", "9d"])
def test_hp_2_3_a_discard_after_a_gap_over_the_deal_accuses_nobody(card: str) -> None:
    log = table([HandStarted(dealer=1), Gap(), Discarded(seat=3, cards=cards(card)), *trick(3, "Th Qh 9h Xr")])
    assert [one for one in audit(log).findings if one.kind != "note"] == []


# ---- HP-2.2 Who declares after four passes, where nobody wrote who showed the joker --------------------------------


@pytest.mark.parametrize("act", [Took(seat=2, place="widow"), TrumpNamed(seat=2, suit="h")])
def test_hp_2_2_who_declared_without_the_joker_is_found_when_another_shows_it(act: Base) -> None:
    start = [*PASSES, act, TrumpNamed(seat=2, suit="h")] if isinstance(act, Took) else [*PASSES, act]
    start += [Discarded(seat=2), *trick(2, "Th 9h")]
    line = len(start) + 2
    log = table([*start, Played(seat=0, card=XR[0])])
    assert found(log) == [("HP-2.2", 7, line, 2)], "a breach of who declared, and no contradiction"
    assert fold(log).contract == 3
    own = table([*start, *trick(0, "Qh Kh"), *trick(1, "9c"), Played(seat=2, card=XR[0])])
    assert (found(own), [one.name for one in audit(own).doubts]) == ([], ["revoke"])


def test_hp_2_2_the_joker_taken_up_with_the_widow_voids_the_hand() -> None:
    """As who took it wrote it down: nobody had the joker to show."""
    log = table([*PASSES, Took(seat=2, place="widow", cards=XR)])
    assert found(log) == [("HP-2.2", 7, 7, 2)]
    assert found(redact_log(log, PUBLIC, "public")) == []


def test_hp_2_2_who_showed_no_joker_is_not_drawn_as_who_did() -> None:
    state = fold(table([*PASSES, TrumpNamed(seat=2, suit="h")]))
    assert state.joker == -1
    assert fold(table([*PASSES, Shown(seat=2, cards=XR)])).joker == 2


# ---- What the cards left over tell ---------------------------------------------------------------------------------


@pytest.mark.parametrize("missing", range(4))
def test_hp_1_1_three_hands_and_the_widow_tell_the_fourth(missing: int) -> None:
    hands = ["" if seat == missing else hand for seat, hand in enumerate(HPX_8_HANDS)]
    state = fold(table([HandStarted(dealer=0), dealt(hands)]))
    assert set(cards_of(state.places.known[missing])) == set(cards(HPX_8_HANDS[missing]))
    events = [HandStarted(dealer=0), dealt(hands), *hpx_8()[2:8], *trick(1, "Th 9h Kd")]
    assert found(table(events)) == [("HP-3.1", 12, 12, 3)]


def test_g_5_a_wrong_card_in_one_of_three_hands_is_no_revoke() -> None:
    hands = [HPX_8_HANDS[0].replace("9c", "Kd"), HPX_8_HANDS[1], HPX_8_HANDS[2], ""]
    done = audit(table([HandStarted(dealer=0), dealt(hands), *hpx_8()[2:]]))
    assert {one.kind for one in done.findings} == {"contradiction"}


DECLARER: list[Base] = [
    HandStarted(dealer=0),
    Dealt(hands=(None, cards(HPX_8_HANDS[1]), None, None)),
    *bids(1, 4, 0, 0, 0),
    Took(seat=1, place="widow", cards=cards("Ad")),
    TrumpNamed(seat=1, suit="h"),
    Discarded(seat=1),
]
"""Jh Jd Tc Qs Th Ts and Ad, of which one was put away; the other hands are not known."""


def test_hp_7_of_the_seven_cards_of_the_declarer_all_but_one_are_still_there() -> None:
    """Two spades are no discard; one may be. What is none of the seven was written wrongly."""
    clubs_led = [*DECLARER, *trick(1, "Ad Td Kd Qd"), *trick(1, "Qs As Ks 9s"), *trick(2, "Js 9c Jc")]
    assert found(table([*clubs_led, Played(seat=1, card=cards("Tc")[0])])) == []
    trumps = [*DECLARER, *trick(1, "Ad Td Kd Qd"), *trick(1, "Qs As Ks 9s"), *trick(2, "9h Kh Ah")]
    assert found(table([*trumps, *trick(1, "Tc")])) == [("HP-3.1", 22, 22, 1)], "Jh Jd Th"
    other = audit(table([*DECLARER, *trick(1, "Ac")]))
    assert [(one.kind, one.clause, one.at) for one in other.findings] == [("contradiction", "G-5", 11)]
    theirs = audit(table([*DECLARER, *trick(1, "Ad Ts")]))
    assert [(one.kind, one.clause, one.at) for one in theirs.findings] == [("contradiction", "G-5", 12)]


def test_hp_7_what_the_declarer_has_others_have_not() -> None:
    """s2 does not follow spades: of those that are not seen, Qs and Ts lie with s1, and one of them may be away."""
    start = [*DECLARER, *trick(1, "Ad Td Kd Qd")]
    log = table([*start, *trick(1, "Ts 9c")])
    assert [set(one.cards) & set(cards("Qs Ts")) for one in audit(log).doubts] == [set()]


# ---- Beside a naive judge ------------------------------------------------------------------------------------------


def first_lines(record: Log) -> tuple[int, int]:
    """The first line on which a naive judge knows that somebody has revoked, and the first with a finding (0: none)."""
    naive, done, known, told = Cards(), Audit(Log(record.header, [])), 0, 0
    for line, event in record.events:
        naive.follow(event)
        done.feed([(line, event)])
        if isinstance(event, Played) and naive.voids and not known and not naive.fit():
            known = line
        if not told and not done.clean:
            told = line
    assert {one.clause for one in done.findings if one.kind != "note"} <= {"HP-3.1", "G-10"}
    return known, told


def in_part(count: int) -> list[int]:
    """Sessions written in part, half of them with a revoke: it is found on the line on which the cards seen prove that
    there was one; of the seat, at the latest when it shows a card of the suit.
    """
    made_of = [0, 0]
    for number in range(count):
        rng = random.Random(number)
        log = session(Setup(game="hasenpfeffer", seed=51), hands=1, ordinal=number, player=rng.choice((None, passing)))
        made = spoiled(log, sites(log), revoke, rng, hands=1) if number % 2 else None
        whole = made.log if made else log
        for record in (careless(whole, rng), redact_log(whole, rng.choice((PUBLIC, 0, 1, 2, 3)), "copy")):
            known, told = first_lines(record)
            assert known == told, (number, record.events)
            assert bool(known) == (made is not None), number
            if made is not None:
                seat = made.wrong.seat
                assert [(row[0], row[1], row[3]) for row in found(record)] == [("HP-3.1", made.at, seat)]
        made_of[made is not None] += 1
    return made_of


def test_revokes_in_records_in_part_beside_a_naive_judge() -> None:
    assert min(in_part(24)) > 6


@pytest.mark.check
def test_revokes_in_records_in_part_beside_a_naive_judge_300() -> None:
    in_part(sessions(300))


def viewed(count: int) -> None:
    """What a viewer knows of a record in part, with an irregularity or without, is what its own copy tells."""
    for number in range(count):
        rng = random.Random(number)
        setup = Setup(game="hasenpfeffer", seed=61)
        log = session(setup, hands=1 + number % 2, ordinal=number, player=rng.choice((None, passing)))
        made = spoiled(log, sites(log), KINDS[rng.choice(sorted(KINDS))], rng, hands=2) if number % 2 else None
        record = careless(made.log if made else log, rng)
        for viewer in (PUBLIC, rng.randrange(4)):
            for (line, _, whole), (_, _, seen) in zip(
                frames(record), frames(redact_log(record, viewer, "copy")), strict=True
            ):
                assert plain(view(whole, viewer)) == plain(seen), (number, viewer, line)


def test_views_of_records_in_part() -> None:
    viewed(16)


@pytest.mark.check
def test_views_of_records_in_part_200() -> None:
    viewed(sessions(200))


# ---- A card seen in part -------------------------------------------------------------------------------------------


def test_hp_3_1_two_cards_of_the_declarer_may_have_gone_unseen() -> None:
    """One put away, one played: that neither is anywhere else does not show that it was kept back."""
    hands = ["Jd Qd Jh As Js Qs", "Tc Kc Ad 9d Td Kh", "Ac 9c Qc Ah 9h Ks", "Jc Kd Th 9s Ts Xr"]
    deal = Dealt(hands=tuple(cards(hand) for hand in hands), places={"widow": cards("Qh")})
    start = [HandStarted(dealer=2), deal, *bids(3, 3, 0, 0, 0), TrumpNamed(seat=3, suit="h")]
    tricks = [*trick(3, "Qh Jh Kh 9h"), *trick(0, "Jd Ad Ah Th"), *trick(0, "As Tc Ks T?"), *trick(0, "Qs 9d Ac Kd")]
    assert found(table([*start, Discarded(seat=3, cards=cards("9?")), *tricks])) == []


@pytest.mark.parametrize("hands", [True, False])
def test_hp_3_2_a_card_seen_in_part_accuses_nobody(hands: bool) -> None:
    events = hpx_8(hands=hands)
    for at, event in enumerate(events):
        if isinstance(event, Played) and event.card.rank != "X":
            for told in ("??", f"{event.card.rank}?", f"?{event.card.suit}"):
                log = table([*events[:at], Played(seat=event.seat, card=Card(told)), *events[at + 1 :]])
                assert found(log) == [], (at, told)
