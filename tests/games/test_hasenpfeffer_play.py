"""Hasenpfeffer: tricks, revokes and what proves them, corrections, cards that cannot be."""

from typing import Any

import pytest

from tests.builders import cards, fold, found, trick
from tests.games.hasenpfeffer_tables import HPX_8_HANDS, HPX_8_TRICKS, begun, bids, dealt, hpx_8, table, tricks
from upcard.engine.audit import Audit, audit
from upcard.engine.game import find
from upcard.engine.games.hasenpfeffer.table import DISCARD
from upcard.engine.log import Log
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import UNKNOWN, Card, cards_of
from upcard.schemas.events import (
    Base,
    Bid,
    Corrected,
    Dealt,
    Discarded,
    HandStarted,
    Played,
    Shown,
    Stopped,
    TrumpNamed,
)


def hidden(events: list[Base]) -> Any:
    """The log as the public wrote it."""
    return redact_log(table(events), PUBLIC, "copy")


def spoiled(number: int, text: str, *, deal: bool = True) -> list[Base]:
    """HPX-8 up to this trick, which is played so instead."""
    head = hpx_8(hands=deal)[: -4 * (7 - number)]
    return [*head, *trick(HPX_8_TRICKS[number - 1][0], text)]


# ---- HP-3.1, HP-3.2 ------------------------------------------------------------------------------------------------


def test_hp_3_1_the_high_bidder_leads() -> None:
    start = hpx_8()[:8]
    assert found(table([*start, *trick(2, "9h")])) == [("G-13", 10, 10, 2)]


def test_hp_3_2_the_winner_leads_the_next() -> None:
    events = [*hpx_8()[:-20], *trick(1, "Jd")]
    assert found(table(events)) == [("G-13", 14, 14, 1)]
    assert fold(table(events)).turn == 2


def test_hp_3_2_six_tricks() -> None:
    assert [row[0] for row in found(table([*hpx_8(), Played(seat=1, card=cards("Tc")[0])]))] == ["G-5"]


def test_hp_3_1_revoke_with_all_hands() -> None:
    """s3 throws Kd on the trump that s1 led, with Xr, Qh and Kh in hand."""
    rows = found(table(spoiled(1, "Th 9h Kd")))
    assert rows == [("HP-3.1", 12, 12, 3)]
    held = audit(table(spoiled(1, "Th 9h Kd"))).findings[0].cards
    assert set(held) == set(cards("Xr Qh Kh"))


def test_hp_3_1_the_left_bower_follows_trumps_and_not_its_printed_suit() -> None:
    assert found(table(spoiled(4, "Td Kd Qd Jd"))) == [("HP-3.1", 25, 25, 1)], "s1 has Ad for the diamond led"
    kept = [HandStarted(dealer=0), dealt(), *bids(1, 4, 0, 0, 0), TrumpNamed(seat=1, suit="h")]
    kept += [Discarded(seat=1, cards=cards("Tc")), *trick(1, "Jd 9d")]
    assert found(table(kept)) == [("HP-3.1", 11, 11, 2)], "a trump is led, and s2 has 9h"


def test_hp_3_1_revoke_found_later_without_hands() -> None:
    events = [*hpx_8(hands=False)[:7], *trick(1, "Th 9h Kd Ah"), *trick(0, "9s Ts As Ks")]
    assert found(table(events)) == []
    assert [one.at for one in audit(table(events)).doubts] == [11]
    assert found(table([*events, *trick(2, "Ac Qh")])) == [("HP-3.1", 11, 18, 3)]


def test_hp_7_the_discard_explains_a_suit_not_followed() -> None:
    """s1 has put its only spade but the two it plays away: that it does not follow is no revoke."""
    public = hidden(hpx_8())
    assert found(public) == []
    hands = ["9c Jc Qd Kc 9s Ah", "Jh Jd Tc Qs Th Ts", "Ac 9d Js As Td 9h", "Kd Qh Qc Xr Ks Kh"]
    start = [HandStarted(dealer=0), dealt(hands), *bids(1, 4, 0, 0, 0), TrumpNamed(seat=1, suit="h")]
    start.append(Discarded(seat=1, cards=cards("Tc")))
    rest = [*trick(1, "Th 9h Qh Ah"), *trick(0, "Kc Ad Ac Qc")]  # s1 has no club left: it lies with the discard
    for record in (table([*start, *rest]), hidden([*start, *rest])):
        assert found(record) == []
    assert len(audit(hidden([*start, *rest])).doubts) == 1
    whole = [*start, *rest, *trick(2, "Td Kd Qd Jd"), *trick(1, "Jh 9d Kh 9c"), *trick(1, "Qs Js Ks 9s")]
    whole += trick(3, "Xr Jc Ts As")
    done = audit(hidden(whole))
    assert (done.findings, done.doubts) == ([], [])
    assert list(cards_of(done.state.places.known[DISCARD])) == ["Tc"]


def test_hp_7_with_all_hands_and_a_discard_nobody_told() -> None:
    """s1 may have put one club away, but not two."""
    start = [HandStarted(dealer=0), dealt(), *bids(1, 4, 0, 0, 0), TrumpNamed(seat=1, suit="h"), Discarded(seat=1)]
    once = [*start, *trick(1, "Th 9h Qh Ah"), *trick(0, "9c Ts")]
    assert found(table(once)) == []
    assert [one.cards for one in audit(table(once)).doubts] == [cards("Tc")]
    shown = [*once, *trick(2, "Ac Qc"), *trick(2, "As Ks 9s Tc")]
    assert found(table(shown)) == [("HP-3.1", 15, 21, 1)]
    twice = [*start, *trick(1, "Th 9h Qh Ah"), *trick(0, "9s Tc")]
    assert found(table(twice)) == [("HP-3.1", 15, 15, 1)], "Ts and Qs: one of them is in the hand"


def test_g_10_unseen_cards_that_fit_nowhere() -> None:
    """Nobody follows clubs: the four left lie in the leader's hand, or one where the discard lies. Until the leader
    has but two cards.
    """
    events = begun(*trick(0, "Ac 9h Th Qh"), *trick(0, "Ad 9d Td Qd"), *trick(0, "As 9s Ts Qs"), trump="s")
    assert found(table(events)) == []
    assert found(table([*events, *trick(0, "Js")])) == [("G-10", 21, 21, None)]
    shown = [*events, *trick(0, "Js Kc")]
    assert found(table(shown)) == [("HP-3.1", 10, 22, 1)]


def test_a_card_not_known_leaves_the_trick_open_until_the_next_lead() -> None:
    rows = begun(Played(seat=0, card=cards("As")[0]), Played(seat=1, card=UNKNOWN), *trick(2, "Ts Qs"))
    assert fold(table(rows)).winners == [-1]
    state = fold(table([*rows, *trick(1, "Ah")]))
    assert (state.winners, state.taken) == ([1], [0, 1])


# ---- G-14 Corrections ----------------------------------------------------------------------------------------------


def test_g_14_a_correction_is_a_finding_where_the_table_does_not_play_so() -> None:
    right = [*spoiled(1, "Th 9h Kd"), Corrected(seat=3, card=cards("Qh")[0])]
    assert found(table(right)) == [("HP-3.1", 12, 12, 3), ("G-14", 13, 13, 3)]


def test_g_14_a_revoke_put_right_within_the_trick() -> None:
    option = {"same_trick_correction": True}
    right = [*spoiled(1, "Th 9h Kd"), Corrected(seat=3, card=cards("Qh")[0]), *trick(0, "Ah")]
    assert found(table(right, **option)) == []
    assert found(redact_log(table(right, **option), PUBLIC, "copy")) == []
    assert fold(table(right, **option)).winners == [0]
    late = [*spoiled(1, "Th 9h Kd Ah"), Corrected(seat=3, card=cards("Qh")[0])]
    assert found(table(late, **option)) == [("HP-3.1", 12, 12, 3), ("G-14", 14, 14, 3)]


@pytest.mark.parametrize(("seat", "card"), [(3, "Qc"), (1, "Jh")])
def test_g_14_what_may_not_be_corrected(seat: int, card: str) -> None:
    wrong = [*spoiled(1, "Th 9h Kd"), Corrected(seat=seat, card=cards(card)[0])]
    rows = found(table(wrong, same_trick_correction=True))
    assert ("HP-3.1", 12, 12, 3) in rows
    assert ("G-14", 13, 13, seat) in rows


@pytest.mark.parametrize(("seat", "card", "clause"), [(2, "9h", "G-5"), (0, "Ah", "G-14")])
def test_g_14_a_card_changed_for_itself_or_for_one_not_written_is_a_slip(seat: int, card: str, clause: str) -> None:
    """Seat 2 has played the 9h already; that seat 0 has played, whose turn it is, was left out."""
    wrong = table([*spoiled(1, "Th 9h Kd"), Corrected(seat=seat, card=cards(card)[0])], same_trick_correction=True)
    (told,) = [one for one in audit(wrong).findings if one.at == 13]
    assert (told.kind, told.clause) == ("contradiction", clause)


def test_g_9_a_card_taken_back_proves_a_revoke_at_once() -> None:
    option = {"same_trick_correction": True}
    events = [*spoiled(1, "Th 9h Kd"), Corrected(seat=3, card=cards("Qh")[0]), *trick(0, "Ah")]
    events += trick(0, "Qd Ad 9d Qc")
    public = redact_log(table(events, **option), PUBLIC, "copy")
    assert found(public) == [("HP-3.1", 18, 18, 3)]


# ---- Cards that cannot be ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", ["2c", "8d", "Xb"])
def test_hp_1_1_cards_that_are_not_in_the_pack(card: str) -> None:
    done = audit(table(begun(*trick(0, f"As {card} Ts Qs"))))
    assert [(one.kind, one.clause, one.at) for one in done.findings] == [("contradiction", "G-5", 10)]
    assert done.state.turn == -1, "who won it cannot be told"


def test_g_5_a_card_of_another_hand_is_a_contradiction() -> None:
    done = audit(table(spoiled(1, "Th Kh")))
    assert {(one.kind, one.clause, one.at) for one in done.findings} == {("contradiction", "G-5", 11)}


def test_a_card_that_was_put_away_is_a_contradiction_and_no_revoke() -> None:
    """s0 has Ah for the trump led, and what is written for it lies where the discard lies."""
    findings = audit(table(spoiled(1, "Th 9h Qh Tc"))).findings
    assert {(one.kind, one.clause, one.at) for one in findings} == {("contradiction", "G-5", 13)}


def test_shown_cards_prove_a_revoke() -> None:
    events = [*hpx_8(hands=False)[:7], *trick(1, "Th 9h Kd Ah"), Shown(seat=3, cards=cards("Kh"))]
    assert found(table(events)) == [("HP-3.1", 11, 13, 3)]
    wrong = [*hpx_8(hands=False)[:7], *trick(1, "Th 9h Qh Ah"), Shown(seat=3, cards=cards("9h"))]
    assert [row[0] for row in found(table(wrong))] == ["G-5"]


def test_a_discard_shown_after_all_must_be_the_one_put_away() -> None:
    right = Shown(place="discard", cards=cards("Tc"))
    wrong = Shown(place="discard", cards=cards("Qs"))
    for record in (hpx_8(), hpx_8(hands=False)):
        assert found(table([*record, right])) == []
        assert [row[0] for row in found(table([*record, wrong]))] == ["G-5"]


def test_acts_that_the_game_does_not_know_are_contradictions() -> None:
    assert [row[0] for row in found(table([*hpx_8(), Stopped()]))] == ["G-5"]


def test_any_play_out_of_turn_is_found_where_it_was_made() -> None:
    events = hpx_8()
    for at in range(8, 31):
        first, second = events[at], events[at + 1]
        if first.seat == second.seat:
            continue
        swapped = [*events[:at], second, first, *events[at + 2 :]]
        for record in (table(swapped), hidden(swapped)):
            assert any(row[0] == "G-13" and row[1] == at + 2 for row in found(record)), at


def test_every_card_of_another_hand_is_found() -> None:
    """With all hands written down, a play that was written with a card of the next seat contradicts them at once."""
    plays = tricks(HPX_8_TRICKS)
    for at, play in enumerate(plays):
        for other in HPX_8_HANDS[(play.seat + 1) % 4].split():
            wrong = [*hpx_8()[:8], *plays[:at], Played(seat=play.seat, card=cards(other)[0])]
            first = audit(table(wrong)).findings[0]
            assert (first.kind, first.at) == ("contradiction", 10 + at), (at, other)


@pytest.mark.parametrize("at", sorted({*range(8, 31)} - {11, 14, 16, 23}))
def test_a_play_left_out_of_the_record_accuses_nobody_of_a_revoke(at: int) -> None:
    """What follows was played to other tricks than it seems. Left aside: where the lead of the seat whose play was left
    out looks like that play.
    """
    events = [*hpx_8()[:at], *hpx_8()[at + 1 :]]
    for record in (table(events), hidden(events)):
        rows = found(record)
        assert rows
        assert {row[0] for row in rows} <= {"G-13"}
        assert len(rows) <= 3


# ---- The page alone ------------------------------------------------------------------------------------------------

PARTNER = {"c": "s", "s": "c", "h": "d", "d": "h"}


def suit_of(card: Card, trump: str) -> str:
    """HP-1.3."""
    return trump if str(card) in {"Xr", "J" + PARTNER[trump]} else card.suit


def strength(card: Card, trump: str, led: str) -> int:
    """HP-1.2, G-4."""
    tops = ["Xr", "J" + trump, "J" + PARTNER[trump]]
    if str(card) in tops:
        return 100 - tops.index(str(card))
    return "9TJQKA".index(card.rank) + (50 if card.suit == trump else 20 if card.suit == led else 0)


class Naive:
    """A hand as somebody plays it who knows the page only."""

    def __init__(self, deal: Dealt) -> None:
        self.hands = [set(hand or ()) for hand in deal.hands or ()]
        self.widow = (deal.places or {})["widow"][0]
        self.bids: dict[int, int] = {}
        self.declarer, self.contract, self.turn, self.trump = -1, 3, -1, ""
        self.trick: list[tuple[int, Card]] = []
        self.taken = [0, 0]

    def legal(self) -> set[Card]:
        hand = self.hands[self.turn]
        led = suit_of(self.trick[0][1], self.trump) if self.trick else ""
        return {card for card in hand if suit_of(card, self.trump) == led} or hand

    def follow(self, event: Base) -> None:
        if isinstance(event, Bid):
            self.declarer, self.contract = event.seat, event.amount
        elif isinstance(event, Shown) and event.seat is not None:
            self.declarer = event.seat
        elif isinstance(event, TrumpNamed):
            self.trump, self.turn = event.suit, self.declarer
            self.hands[self.declarer].add(self.widow)
        elif isinstance(event, Discarded):
            self.hands[self.declarer] -= set(event.cards or ())
        elif isinstance(event, Played):
            self.play(event)

    def play(self, event: Played) -> None:
        assert event.seat == self.turn
        self.hands[event.seat].discard(event.card)
        self.trick.append((event.seat, event.card))
        self.turn = (event.seat + 1) % 4
        if len(self.trick) == 4:
            led = suit_of(self.trick[0][1], self.trump)
            self.turn = max(self.trick, key=lambda one: strength(one[1], self.trump, led))[0]
            self.taken[self.turn % 2] += 1
            self.trick = []

    @property
    def points(self) -> list[int]:
        side = self.declarer % 2
        tricks = self.taken[side]
        mine, theirs = tricks if tricks >= self.contract else -self.contract, 6 - tricks
        return [theirs, mine] if side else [mine, theirs]


def by_the_page(count: int) -> None:
    """Every card of the hand in turn is tried at every play: what the page allows is due, and nothing else is kept."""
    game = find("hasenpfeffer")
    for ordinal in range(count):
        log = simulate(Setup(game="hasenpfeffer", seed=21), hands=2, ordinal=ordinal)
        done, naive = Audit(Log(log.header, [])), None
        for line, event in log.events:
            naive = Naive(event) if isinstance(event, Dealt) else naive
            if isinstance(event, Played) and naive is not None:
                legal = naive.legal()
                due = [choice for act in game.due(done.state) if act.event is Played for choice in act.choices or ()]
                assert {choice.card for choice in due} == legal
                for card in naive.hands[naive.turn]:
                    tried = done.copied()
                    tried.feed([(line, Played(seat=naive.turn, card=card))])
                    assert [one.clause for one in tried.findings] == ([] if card in legal else ["HP-3.1"])
            if naive is not None:
                naive.follow(event)
            done.feed([(line, event)])
            if isinstance(event, Played) and naive is not None and sum(naive.taken) == 6:
                assert done.state.points == naive.points


def test_legality_and_points_by_the_page_alone() -> None:
    by_the_page(15)


@pytest.mark.check
def test_legality_and_points_by_the_page_alone_300() -> None:
    by_the_page(300)
