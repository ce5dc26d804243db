"""Dou Dizhu: a card written for another is one contradiction, and accuses nobody of what it explains (DZ-8.4)."""

from tests.builders import cards, log_of
from tests.games.dou_dizhu_tables import acts, called, hands, played
from upcard.engine.audit import audit
from upcard.engine.log import Log
from upcard.engine.view import redact_log
from upcard.schemas.cards import Card
from upcard.schemas.events import Dealt, HandStarted, Shown, TurnedUp

HANDS = (
    "3c 3d 4c 4d 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac 2c 5d 6d",
    "3h 3s 4h 4s 5h 6h 7h 8h 9h Th Jh Qh Kh Ah 2h 5s 6s",
)
"""Of seats 0 and 1; the rest is dealt to seat 2 and the widow."""


def listed(text: str) -> Log:
    """A hand with all cards known, from the first lead, on line 6, on; seat 0 is landlord."""
    return log_of("dou_dizhu", [HandStarted(), hands(*HANDS), *acts("0 b3, 0 w"), *acts(text)], seats=3)


def told(log: Log) -> list[tuple[str, str, int, int | None, int | None]]:
    """What is found: kind, name, line, seat, and the line it contradicts."""
    return [(one.kind, one.name, one.at, one.seat, one.against) for one in audit(log).findings if one.kind != "note"]


def test_dz_8_4_a_card_of_another_hand_proves_no_breach_of_who_laid_it() -> None:
    """Seat 1 laid an eight, written as 4d: no higher than the seven. Seat 0 holds that, and lays it later."""
    assert told(listed("0 7c, 1 4d, 2 9d, 0 p, 1 p, 2 Ts, 0 Qc, 1 p, 2 p, 0 4c 4d")) == [
        ("contradiction", "impossible_card", 7, 1, None)
    ]


def test_dz_8_4_a_card_seen_twice_proves_no_breach_on_either_line() -> None:
    """Seat 0 laid 3c 3d, written as 3c 7c: no pair. The 7c it lays later."""
    text = "0 3c 7c, 1 4h 4s, 2 p, 0 p, 1 5h, 2 p, 0 7c"
    once = [("contradiction", "seen_twice", 12, 0, 6)]
    assert told(listed(text)) == once
    assert told(played(text)) == once
    assert told(listed("0 7c, 1 3h, 2 9d, 0 p, 1 p, 2 Ts, 0 p, 1 Jh, 2 p, 0 p, 1 3h")) == [
        ("contradiction", "seen_twice", 16, 1, 7)
    ]


def test_dz_8_4_a_card_twice_in_one_play_is_no_combination_of_anybody() -> None:
    assert told(listed("0 3c 4c 5c 5c 7c, 1 p")) == [("contradiction", "impossible_card", 6, 0, None)]


def test_dz_8_3_a_breach_that_no_mistaken_card_explains_is_found_beside_it() -> None:
    found = told(listed("0 3c 7c, 1 4h 4s, 2 p, 0 p, 1 5h, 2 p, 0 7c, 1 8h, 2 7d"))
    assert found == [("contradiction", "seen_twice", 12, 0, 6), ("breach", "not_higher", 14, 2, None)]


def test_dz_6_1_a_bomb_that_may_have_been_none_leaves_the_stake_open() -> None:
    """Who laid all its cards won; whether with a bomb, nobody knows."""
    log = log_of("dou_dizhu", [*called(), *acts("0 3c 3d 3h 3s, 1 p, 2 p, 0 4c, 1 p, 2 3s")], seats=3)
    done = audit(log)
    assert [(one.kind, one.name) for one in done.findings if one.kind != "note"] == [("contradiction", "seen_twice")]
    assert (done.state.bombs, done.state.unsure & 2) == (0, 2)


def test_dz_8_4_a_card_shown_that_was_laid_before_proves_no_breach_there() -> None:
    """Seat 1 laid a ten, written as 7d, which seat 2 shows when the hand is thrown in, or when it has ended."""
    shown = Shown(seat=2, cards=cards("7d"))
    log = log_of("dou_dizhu", [*called(), *acts("0 9c, 1 7d, 2 p, 0 p"), shown], seats=3)
    assert told(log) == [("contradiction", "seen_twice", 10, 2, 7)]
    short = Dealt(sizes=(2, 17, 17), places={"widow": cards("3c 3d 3h")})
    ended = [HandStarted(), short, *acts("0 b3, 0 w, 0 9c, 1 7d, 2 p, 0 3c 3d 3h, 1 p, 2 p, 0 Jc"), shown]
    assert ("breach", "not_higher") not in {row[:2] for row in told(log_of("dou_dizhu", ended, seats=3))}


def test_dz_2_4_the_widow_written_for_another_seat_accuses_nobody() -> None:
    """Seat 0 had bid 3, and leads; another who took the widow would lead with it."""
    once = [("contradiction", "written_for_another", 5, None, None)]
    wrong = [("breach", "wrong_landlord", 5, 1, None)]
    for deal in (Dealt(each=17), hands(*HANDS)):
        begun = [HandStarted(), deal, *acts("0 b3, 1 w")]
        log = log_of("dou_dizhu", [*begun, *acts("0 3c, 1 4h, 2 p, 0 5c")], seats=3)
        assert (told(log), audit(log).state.landlord) == (once, 0)
        assert told(redact_log(log, 1, "copy")) == once
        log = log_of("dou_dizhu", [*begun, *acts("1 4h, 2 p, 0 5c")], seats=3)
        assert (told(log), audit(log).state.landlord) == (wrong, 1)


def test_dz_8_1_two_face_up_cards_prove_nothing_of_who_had_to_bid_first() -> None:
    """Seat 0 got 3c, and bids first; seat 1 holds 3h, which is written then, or was written before."""
    for cards_up in (("3c", "3h"), ("3h", "3c")):
        first, second = map(Card, cards_up)
        events = [HandStarted(), TurnedUp(card=first), hands(*HANDS), TurnedUp(card=second, seat=0), *acts("0 b3, 0 w")]
        log = log_of("dou_dizhu", events, seats=3)
        assert {row[0] for row in told(log)} == {"contradiction"}
