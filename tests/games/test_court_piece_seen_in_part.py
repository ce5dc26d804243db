"""Court Piece: cards seen in part. What is known of them is enough to say that they do not follow, or can be none."""

import random

import pytest

from tests.builders import cards, fold, found, log_of, trick
from tests.experiments import sessions
from tests.games.test_court_piece import (
    CPX_1_HANDS,
    CPX_1_TRICKS,
    CPX_2_TRICKS,
    court_log,
    cpx_5,
    deal,
    full_hand,
    tricks,
)
from tests.games.test_court_piece_oracle import OPTIONS, Table
from tests.games.test_court_piece_partly_known import shown_by
from upcard.engine.audit import audit
from upcard.engine.fold import frames
from upcard.engine.state import encode_state
from upcard.engine.view import redact_log, view
from upcard.schemas.cards import Card
from upcard.schemas.events import Base, Corrected, Dealt, Gap, HandStarted, Played, Ruled, Scored, Shown, TrumpNamed

ONE_SUIT_EACH = [" ".join(f"{rank}{suit}" for rank in "23456789TJQKA") for suit in "csdh"]


def clubs_led(*plays: Base) -> list[Base]:
    """Seat 1 leads the queen of clubs with hearts as trump, hands not known."""
    return [HandStarted(dealer=0), TrumpNamed(seat=1, suit="h"), *trick(1, "Qc"), *plays]


def changed(seat: int, card: str) -> Corrected:
    return Corrected(seat=seat, card=cards(card)[0])


def test_cp_3_1_a_card_of_which_the_suit_was_seen_does_not_follow_another() -> None:
    held = deal(CPX_1_HANDS, 2, "d")
    assert found(court_log([*held, *trick(3, "5c ?s")])) == [("CP-3.1", 7, 7, 0)]
    assert found(court_log([*held, *trick(3, "5c 6?")])) == []
    later = clubs_led(*trick(2, "?d 4c 3c"), *trick(1, "Kc 9c"))
    assert found(court_log(later)) == [("CP-3.1", 5, 9, 2)]
    assert found(court_log(clubs_led(*trick(2, "5?"), Shown(seat=2, cards=cards("9c"))))) == []


def kept_back(*after: Base) -> list[tuple[str, int, int, int | None]]:
    """Seat 2 does not follow the clubs of trick 1; then this."""
    return found(court_log(clubs_led(*trick(2, "5d 4c 3c"), *after)))


def test_g_9_a_card_of_which_the_suit_was_seen_proves_that_it_was_kept_back() -> None:
    assert kept_back(*trick(1, "Kc ?c")) == [("CP-3.1", 5, 9, 2)]
    assert kept_back(Shown(seat=2, cards=cards("?c"))) == [("CP-3.1", 5, 8, 2)]
    missed = [*trick(1, "Kc"), Gap(), Scored(tricks=(7, 6)), HandStarted(dealer=1)]
    assert kept_back(*missed, Shown(seat=2, cards=cards("?c"), hand=1)) == [("CP-3.1", 5, 12, 2)]
    known = Shown(seat=2, cards=cards("9c"))
    assert kept_back(known, *trick(1, "Kc ?c")) == kept_back(known) == [("CP-3.1", 5, 8, 2)]
    assert kept_back(*trick(1, "Kc ?c"), known) == [("CP-3.1", 5, 9, 2)]
    both = [*trick(1, "2s 6s 7s 8s"), *trick(0, "9d 2d ?c 3d"), Shown(seat=2, cards=cards("Jd"))]
    assert [row for row in kept_back(*both) if row[0] == "CP-3.1"] == [("CP-3.1", 5, 14, 2), ("CP-3.1", 14, 16, 2)]


@pytest.mark.parametrize("seen", ["?d", "??", "9?"])
def test_g_9_a_card_that_may_be_of_another_suit_proves_nothing(seen: str) -> None:
    assert kept_back(*trick(1, f"Kc {seen}")) == []
    assert kept_back(Shown(seat=2, cards=cards(seen))) == []


def test_g_9_a_card_in_part_of_a_trick_that_is_not_certain_proves_nothing() -> None:
    astray = [
        HandStarted(dealer=0),
        TrumpNamed(seat=1, suit="h"),
        *trick(1, "Qc 4c 3c"),
        *trick(2, "5d"),
        *trick(1, "Kc ?c"),
    ]
    assert {clause for clause, *_ in found(court_log(astray))} <= {"G-13"}
    none_left = [*deal(CPX_1_HANDS, 2, "d"), *tricks(CPX_1_TRICKS), Shown(seat=1, cards=cards("?s"))]
    assert {clause for clause, *_ in found(court_log(none_left))} == {"G-5"}


def revokes_seen_in_part(count: int) -> None:
    """A revoke of which the suit alone was seen is found when a card shows it, and nobody else is accused."""
    for number in range(count):
        rng = random.Random(number)
        table = Table(rng, OPTIONS[number % len(OPTIONS)])
        table.chance = lambda share, rng=rng: rng.random() < {0.02: 0.06}.get(share, 0)
        due = rng.randrange(4)
        while len(table.events) < 100 and due >= 0:
            table.begin(due)
            due = table.count(*table.play_hand())
        true = {(line, seat) for clause, line, seat in table.faults if clause == "CP-3.1" and seat is not None}
        events: list[Base] = list(table.events)
        for line, seat in true:
            event = events[line - 2]
            assert isinstance(event, Played)
            events[line - 2] = Played(seat=seat, card=Card(f"?{event.card.suit}"))
        rows = audit(log_of("court_piece", events, options=table.options or None)).findings
        told = {(row.at, row.seat): row.found_at for row in rows if row.clause == "CP-3.1"}
        assert told.keys() <= true, number
        for line, seat in true:
            proof = shown_by(list(table.events), seat, line)
            assert not proof or told[line, seat] <= proof, (number, line)


def test_cp_3_1_revokes_seen_in_part() -> None:
    revokes_seen_in_part(20)


@pytest.mark.check
def test_cp_3_1_revokes_seen_in_part_2000() -> None:
    revokes_seen_in_part(sessions(2000))


def test_cp_6_1_a_change_seen_in_part_puts_right_what_it_can() -> None:
    proof = Shown(seat=2, cards=cards("3c"))
    assert found(court_log(cpx_5(changed(2, "?c"), proof))) == []
    wrong = [("CP-6.1", 7, 7, 2), ("CP-3.1", 5, 8, 2)]
    assert found(court_log(cpx_5(changed(2, "?s"), proof))) == wrong
    assert found(court_log(clubs_led(*trick(2, "?d 2h"), changed(2, "8s"), proof))) == wrong
    assert found(court_log(clubs_led(*trick(2, "?d 2h"), changed(2, "9c"), proof))) == []


@pytest.mark.parametrize(("was", "becomes"), [("?c", "3c"), ("5?", "3s"), ("?c", "?c")])
def test_cp_6_1_a_card_seen_in_part_that_was_no_revoke_or_is_changed_for_one(was: str, becomes: str) -> None:
    assert found(court_log(clubs_led(*trick(2, f"{was} 2h"), changed(2, becomes)))) == [("CP-6.1", 7, 7, 2)]


def test_cp_6_1_a_changed_card_seen_in_part_keeps_suit_too() -> None:
    events = cpx_5(changed(2, "9c"), changed(3, "?d"), Shown(seat=3, cards=cards("4c")))
    (row,) = audit(court_log(events)).findings
    assert (row.clause, row.at, row.seat, row.says) == ("CP-6.1", 8, 3, "a changed card keeps the suit led, too")


def test_cp_6_6_a_claim_about_a_card_seen_in_part() -> None:
    for seen, clauses in (("?c", ["CP-6.6"]), ("?d", []), ("5?", []), ("??", [])):
        claim = Ruled(what="revoke", seat=2, trick=1)
        log = court_log(clubs_led(*trick(2, f"{seen} 4c 3c"), *trick(1, "Kc"), claim))
        assert [clause for clause, *_ in found(log)] == clauses, seen


def test_g_4_a_card_that_can_be_neither_trump_nor_of_the_suit_led_does_not_win() -> None:
    assert fold(court_log(clubs_led(*trick(2, "?d 4c 3c")))).taken == [0, 1]
    assert fold(court_log(clubs_led(*trick(2, "?h 4h 3c")))).turn == -1
    assert fold(court_log(clubs_led(*trick(2, "5? 4c 3c")))).turn == -1


def test_g_5_a_card_seen_in_part_that_can_be_none() -> None:
    held = deal(ONE_SUIT_EACH, 0, "s")
    assert found(court_log([*held, *trick(1, "?h 2d")])) == [("G-5", 6, 6, 1)]
    rows = [(1, f"{rank}s {rank}d {rank}h {rank}c") for rank in "23456789TJQK"]
    seen = [*deal(ONE_SUIT_EACH, 0, "s"), *tricks(rows), *trick(1, "As ?s")]
    assert [row[0] for row in found(court_log([seen[0], seen[2], *seen[4:]]))] == ["G-5"]
    assert [row[:3] for row in found(court_log([*held, *trick(1, "2s"), Shown(seat=2, cards=cards("?h"))]))] == [
        ("G-5", 7, 7)
    ]


def test_g_5_a_card_seen_in_part_of_a_hand_seen_in_part_accuses_nobody() -> None:
    events = full_hand()
    for at, event in enumerate(events):
        if isinstance(event, Played):
            events[at] = Played(seat=event.seat, card=Card(f"?{event.card.suit}"))
    assert found(court_log(events)) == []


# ---- What is certain of a trick that was not all seen --------------------------------------------------------------


def seven(*played_on: Base, **seen: str) -> list[Base]:
    """CPX-2 as the table saw it, seven tricks for side 1, with some cards seen in part; then this."""
    rows = [(lead, " ".join(seen.get(card, card) for card in text.split())) for lead, text in CPX_2_TRICKS[:7]]
    return [HandStarted(dealer=0), TrumpNamed(seat=1, suit="s"), *tricks(rows), *played_on]


@pytest.mark.parametrize("seen", [{"Tc": "?c"}, {"Tc": "T?"}, {"9c": "??"}, {"5d": "5?"}, {"5d": "?d", "9c": "9?"}])
def test_cp_9_2_a_sweep_stops_where_its_last_trick_is_certain_though_not_all_of_it_was_seen(
    seen: dict[str, str],
) -> None:
    state = fold(court_log(seven(**seen), play_on_allowed=False))
    assert (state.how, state.courts, state.may_deal) == ("stopped", [0, 1], [2])
    after = court_log(seven(HandStarted(dealer=0), **seen), play_on_allowed=False)
    assert [row[0] for row in found(after)] == ["CP-5"]


def test_g_4_a_trump_wins_whichever_it_is_where_nobody_else_may_have_one() -> None:
    led = [HandStarted(dealer=0), TrumpNamed(seat=1, suit="h"), *trick(1, "Qc ?h")]
    assert fold(court_log([*led, *trick(3, "4c 3d")])).winners == [2]
    assert fold(court_log([*led, *trick(3, "2h 3d")])).winners == [2]
    for other in ("3h", "?h", "??", "3?"):
        assert fold(court_log([*led, *trick(3, f"{other} 3d")])).winners == [-1]


def test_g_4_who_leads_does_not_win_a_trick_that_the_other_side_has_for_certain() -> None:
    log = court_log([HandStarted(dealer=0), TrumpNamed(seat=1, suit="h"), *trick(1, "Qc 2c ?? 3c"), *trick(2, "4d")])
    assert (fold(log).winners, fold(log).taken) == ([-1], [0, 0])


def test_cp_6_4_a_claim_where_nobody_knows_whether_the_hand_had_ended_tells_no_courts() -> None:
    """The card that led the seventh trick was not seen; side 1 had six."""
    for late, courts in (("stands", [None, None]), ("until_next_deal", [1, 0])):
        log = court_log(
            seven(Ruled(what="revoke", seat=3, trick=3), HandStarted(dealer=2), **{"8s": "??"}),
            play_on_allowed=False,
            late_revoke=late,
        )
        assert fold(log).courts == courts
        assert [row[0] for row in found(log)] == (["CP-5.2"] if late == "until_next_deal" else [])
    called = court_log(seven(TrumpNamed(seat=0, suit="c"), **{"8s": "??"}), play_on_allowed=False)
    assert [row[0] for row in found(called)] == ["G-5"]


def test_cp_9_2_where_a_sweep_stops_all_thirteen_bring_one_court() -> None:
    rows = [(1, f"{rank}s {rank}d {rank}c {rank}h") for rank in "AKQJT98765432"]
    rows[6] = (1, "?? 8d 8c 8h")
    log = court_log([HandStarted(dealer=0), TrumpNamed(seat=1, suit="s"), *tricks(rows)], play_on_allowed=False)
    assert fold(log).courts == [0, 1]


@pytest.mark.parametrize(("last", "breaches"), [("?c", 12), ("??", 0), ("2?", 0)])
def test_cp_6_6_a_card_seen_in_part_may_be_the_one_that_was_kept_back(last: str, breaches: int) -> None:
    """Seat 2 keeps a club back in twelve tricks and plays it to the last."""
    ranks = "AKQJT9876543"
    rows = [(1, f"{club}c {other}d {other}h {other}s") for club, other in zip(ranks, ranks[::-1], strict=True)]
    plays = tricks([*rows, (1, f"2d {last} 2h 2s")])
    claim = Ruled(what="revoke", seat=2, trick=4)
    log = court_log([HandStarted(dealer=0), TrumpNamed(seat=1, suit="c"), *plays, claim], late_revoke="until_next_deal")
    clauses = [row[0] for row in found(log)]
    assert (clauses.count("CP-3.1"), "CP-6.6" in clauses) == (breaches, False)


# ---- What lists prove of which part was seen ------------------------------------------------------------------------


def listed(hand: str, *plays: Base) -> list[tuple[str, int, int, int | None]]:
    """What is found where seat 0 alone has a list, and seat 3 leads."""
    held = cards(hand)
    packets = [Dealt(hands=(part, None, None, None)) for part in (held[:5], held[5:])]
    return found(court_log([HandStarted(dealer=2), packets[0], TrumpNamed(seat=3, suit="d"), packets[1], *plays]))


def test_cp_3_1_a_suit_that_a_list_tells_is_kept() -> None:
    spades, revokes = "Js 6s Th 4h 5d As Ks 2s 3h", [("CP-3.1", 7, 7, 0)]
    assert listed(f"{spades} ?c 9c ?? ??", *trick(3, "5c 6s")) == revokes
    assert listed(f"{spades} ?c ?? ?? ??", *trick(3, "5c 6s")) == revokes
    assert listed(f"{spades} ?? ?? ?? ??", *trick(3, "5c 6s")) == []
    first = trick(3, "5c 7c 2c 3c")
    assert listed(f"{spades} ?c ?? ?? ??", *first, *trick(0, "6s 3s Ts 5s"), *trick(2, "Tc Kc 2s")) == []
    again = listed(f"{spades} ?c ?c ?? ??", *first, *trick(0, "6s 3s Ts 5s"), *trick(2, "Tc Kc 2s"))
    assert again == [("CP-3.1", 16, 16, 0)]


def test_cp_3_1_a_card_played_that_was_seen_in_part_leaves_the_others_of_its_list() -> None:
    full = "Js 6s Th 4h 5d As Ks 2s 3h Qc 9c 7c 4c"
    later = [*trick(3, "5s ?s Qs 8s"), *trick(1, "3s 7s 9s 4h")]
    assert listed(full, *later) == [("CP-3.1", 13, 13, 0)]
    assert listed("Js 6s Th 4h 5d Ah Kh 2h 3h Qc 9c 7c 4c", *trick(3, "5s ?s Qs 8s"), *trick(1, "3s 7s 9s 4h")) == [
        ("CP-3.1", 13, 13, 0)
    ]


@pytest.mark.parametrize("hand", ["?s " * 13, "As Ks Qs Js Ts 9s 8s 7s ?s ?s ?s ?s ?s", "?s ?s ?s ?s 2h " + "?d " * 8])
def test_g_5_a_card_that_a_list_has_no_room_for_is_one_contradiction_and_no_revoke(hand: str) -> None:
    first = trick(3, "5c 6s 2c 6c")
    assert listed(hand, *first, *trick(2, "9c Tc 7c")) == [("G-5", 12, 12, 0)]
    assert listed(hand, *first, Shown(seat=0, cards=cards("7c"))) == [("G-5", 10, 10, 0)]
    assert listed(hand, *first, *trick(2, "9c Tc ?c")) == [("G-5", 12, 12, 0)]


def test_g_5_a_card_taken_back_may_be_the_one_seen_in_part() -> None:
    plays = [*trick(3, "5c 6s"), changed(0, "7c"), *trick(1, "2c 9c"), *trick(2, "3s 2s ?s")]
    assert listed("6s ?c ?h ?h ?d ?d ?d ?d ?d ?d ?d ?d ?d", *plays) == []


@pytest.mark.parametrize("viewer", [-1, 0, 1])
def test_what_a_list_tells_in_part_is_its_seat_s_own(viewer: int) -> None:
    held = [
        tuple(Card(f"?{card.suit}") if number % 2 else card for number, card in enumerate(cards(hand)))
        for hand in CPX_1_HANDS
    ]
    packets = [Dealt(hands=tuple(hand[part] for hand in held)) for part in (slice(5), slice(5, 13))]
    log = court_log(
        [HandStarted(dealer=2), packets[0], TrumpNamed(seat=3, suit="d"), packets[1], *tricks(CPX_1_TRICKS[:2])]
    )
    assert found(log) == []
    for (*_, whole), (*_, copy) in zip(frames(log), frames(redact_log(log, viewer, "test")), strict=True):
        assert encode_state(view(whole, viewer)) == encode_state(copy)
