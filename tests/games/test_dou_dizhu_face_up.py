"""Dou Dizhu: who got the face-up card, told early or late, by the hands, by what is left, or by the widow (DZ-1, DZ-8.1)."""

import random
from typing import Any

import pytest

from tests.builders import fold, found, judged, log_of
from tests.experiments import sessions
from tests.games.dou_dizhu_tables import acts, hands, judge, ranks, turned, unseen
from tests.games.test_dou_dizhu import SWIFT, hand
from tests.test_every_game import plain
from upcard.engine.audit import audit
from upcard.engine.fold import frames
from upcard.engine.game import find
from upcard.engine.view import PUBLIC, redact_log, view
from upcard.schemas.cards import BY_INDEX, UNKNOWN, Card, read_cards
from upcard.schemas.events import Base, Bid, Dealt, HandStarted, Passed, PurseCounted, Scored, Shown, Took, Voided

DRAWER = {"upcard_in_widow": "first_drawer_bids"}
OPENED: list[Base] = [HandStarted(), turned("7h"), Dealt(each=17)]
LONG = "0 3c 4c 5c 6c 7c, 1 p, 2 p, 0 3d 4d 5d 6d 7d, 1 p, 2 p, 0 8h 9h Th Jh Qh, 1 p, 2 p, 0 8s 9s Ts Js Qs"
"""Twenty cards of seat 0, no 7h among them."""


def deal(*given: str, widow: str = "", hidden: str = "", **more: Any) -> Dealt:
    """A deal of which some lists are left out: `02w`."""
    whole = hands(*given, widow=widow)
    kept = tuple(None if str(seat) in hidden else cards for seat, cards in enumerate(whole.hands or ()))
    return Dealt(hands=kept, places=None if "w" in hidden else whole.places, **more)


# ---- DZ-1.3 Where it was put, and who has it -----------------------------------------------------------------------


def test_dz_8_1_who_got_it_was_said_before_the_deal_and_is_wrong() -> None:
    for start in (
        [turned("7h", seat=1, position=0), Dealt(each=17, first=0)],
        [turned("7h", seat=1), hands("7h")],
        [turned("7h", seat=1), Dealt(each=17, taker=2)],
        [turned("7h", place="widow"), Dealt(each=17, taker=2)],
    ):
        assert [row[:2] for row in judge([HandStarted(), *start])] == [("DZ-8.1", 4)]
    assert judge([HandStarted(), turned("7h", seat=1, position=1), Dealt(each=17, first=0, taker=1)]) == []


def test_dz_8_1_where_it_was_put_is_told_late_and_is_wrong() -> None:
    start = [HandStarted(), turned("7h"), Dealt(each=17, first=0, taker=1)]
    assert judge([*start, turned("7h", position=0)]) == [("DZ-8.1", 5, 5, None)]
    assert judge([*start, turned("7h", position=52)]) == [("DZ-8.1", 5, 5, None)]
    assert judge([*start, turned("7h", position=28)]) == []


def test_dz_1_3_a_card_known_by_rank_is_in_the_hand_of_its_taker() -> None:
    for listed, wrong in (("3333444455556666A", True), ("3333444455556666" + "7", False)):
        start = [HandStarted(), turned("7?", position=0), Dealt(first=0, hands=(ranks(listed), None, None))]
        assert [row[0] for row in judge(start)] == (["DZ-8.1"] if wrong else [])


def test_dz_1_4_a_widow_listed_alone_is_no_hand() -> None:
    start = [HandStarted(), turned("7h", position=52), Dealt(each=17, places={"widow": read_cards("7h 3c 4c")})]
    assert judge(start) == []


def test_dz_1_1_who_drew_first_or_got_the_card_sits_at_the_table() -> None:
    assert judge([HandStarted(), Dealt(each=17, first=3)]) == [("DZ-1.1", 3, 3, None)]
    assert judge([HandStarted(), turned("7h"), Dealt(each=17, taker=9)]) == [("DZ-1.1", 4, 4, None)]
    assert judge([*hand(SWIFT), PurseCounted(seat=3, amount=1)])[0][0] == "DZ-1.1"


def test_dz_2_4_cards_are_taken_from_the_widow_alone() -> None:
    log = log_of("dou_dizhu", [*unseen(), *acts("0 b3"), Took(seat=0, place="pile")], seats=3)
    assert [(one.clause, one.name, one.kind) for one in audit(log).findings] == [
        ("DZ-2.4", "no_such_place", "contradiction")
    ]


# ---- DZ-1.4, DZ-8.1 One place is left ------------------------------------------------------------------------------


def test_dz_1_4_in_no_hand_is_in_the_widow() -> None:
    start = [HandStarted(), turned("7h"), deal("3c", "4c", "5c", widow="7h", hidden="w", first=2)]
    assert judge([*start, Passed(seat=1)]) == [("DZ-1.4", 5, 5, None)]
    assert judge([*start, Passed(seat=1)], **DRAWER) == [("DZ-1.4", 5, 5, 1)]
    assert judge([*start, Passed(seat=2)], **DRAWER) == []


def test_dz_8_1_in_no_other_hand_and_not_in_the_widow() -> None:
    start = [HandStarted(), turned("7h"), deal("3c", "4c", "7h", hidden="2")]
    assert judge([*start, Passed(seat=1)]) == [("DZ-8.1", 5, 5, 1)]
    assert judge([*start, Passed(seat=2)]) == []


def test_dz_8_1_who_spoke_first_is_listed_without_it() -> None:
    start = [HandStarted(), turned("7h"), deal("3c", "4c", "7h", hidden="02w")]
    assert judge([*start, Passed(seat=1)]) == [("DZ-8.1", 5, 5, None)]
    assert judge([*start, Passed(seat=1)], **DRAWER) == []
    assert judge([*start, Passed(seat=0)]) == []
    start[-1] = deal("3c", "4c", "7h", hidden="02w", first=0)
    assert judge([*start, Passed(seat=1)], **DRAWER) == [("DZ-8.1", 5, 5, 1)]
    assert judge([*start, Passed(seat=0)], **DRAWER) == []


# ---- DZ-8.1 It shows later -----------------------------------------------------------------------------------------


def test_dz_8_1_the_landlord_lays_it_and_nobody_saw_the_widow() -> None:
    events = [*OPENED, *acts("0 b1, 1 b3, 1 w, 1 7h")]
    assert judge(events) == [("DZ-8.1", 5, 8, None)]
    assert judge(events, **DRAWER) == []
    events[2] = Dealt(each=17, first=2)
    assert judge(events, **DRAWER) == [("DZ-8.1", 5, 8, 0)]
    events[2] = Dealt(each=17, first=0)
    assert judge(events, **DRAWER) == []


def test_dz_8_1_the_landlord_lays_it_and_the_widow_was_seen() -> None:
    took = Took(seat=1, place="widow", cards=read_cards("3c 4c 5c"))
    for options in ({}, DRAWER):
        events = [*OPENED, *acts("0 b1, 1 b3"), took, *acts("1 7h")]
        assert judge(events, **options) == [("DZ-8.1", 5, 8, 0)]
        shown = Shown(place="widow", cards=read_cards("3c 4c 5c"))
        assert judge([*OPENED, *acts("0 b1, 1 b3"), shown, *acts("1 w, 1 7h")], **options) == [("DZ-8.1", 5, 9, 0)]
        assert judge([*OPENED, *acts("0 b1, 1 b3, 1 w, 1 8h"), shown, *acts("2 p, 0 p, 1 7h")], **options) == [
            ("DZ-8.1", 5, 12, 0)
        ]
        openly = Took(seat=1, place="widow", cards=read_cards("3c 4c 5c"), openly=True)
        assert judge([*OPENED, *acts("0 b1, 1 b3"), openly, *acts("1 7h")], **options) == [("DZ-8.1", 5, 8, 0)]


def test_dz_1_4_the_widow_is_shown_after_the_lead() -> None:
    shown = Shown(place="widow", cards=read_cards("3h 4h 7h"))
    events = [*OPENED, *acts("0 b1, 1 b3, 1 w, 1 8h"), shown]
    assert judge(events) == [("DZ-1.4", 5, 9, None)]
    assert judge(events, **DRAWER) == []
    assert judge([*events, *acts("2 p, 0 p, 1 7h")]) == [("DZ-1.4", 5, 9, None)]


def test_dz_8_1_all_cards_of_who_spoke_first_were_laid_without_it() -> None:
    events = [*OPENED, *acts("0 b3, 0 w, " + LONG)]
    assert judge(events) == [("DZ-8.1", 5, len(events) + 1, 0)]
    assert judge(events, **DRAWER) == [("DZ-8.1", 5, len(events) + 1, 0)]
    later = [*events, Shown(seat=1, cards=read_cards("7h"))]
    assert judge(later) == judge(events)
    assert judged(log_of("dou_dizhu", later, seats=3)).doubts == []
    with_it = [*OPENED, *acts("0 b3, 0 w, " + LONG.replace("7d", "7h").replace("3d 4d 5d 6d", "3h 4h 5h 6h"))]
    assert judge(with_it) == []


def test_dz_8_1_all_cards_of_the_landlord_were_laid_without_it_as_who_spoke_first_sees() -> None:
    """Only the hand of seat 1, who spoke first, is known: neither it nor the landlord nor the widow had the card."""
    held = [card for card in BY_INDEX if card.suit in "cd" and card.rank in "89TJQKA2"] + [Card("2h")]
    start = [HandStarted(), turned("7h"), Dealt(hands=(None, tuple(held), None))]
    events = [*start, *acts("1 p, 2 p, 0 b3, 0 w, " + LONG)]
    assert judge(events, **DRAWER) == [("DZ-8.1", 5, len(events) + 1, 1)]
    assert judge(events[:-1], **DRAWER) == []
    assert judge(events) == [("DZ-8.1", 5, 5, None)]
    with_it = acts("1 p, 2 p, 0 b3, 0 w, " + LONG.replace("7d", "7h").replace("3d 4d 5d 6d", "3h 4h 5h 6h"))
    assert judge([*start, *with_it], **DRAWER) == []


def test_dz_2_3_who_is_forced_hangs_on_who_had_to_speak_first() -> None:
    """All passed, and another than who spoke first took the widow: whose mistake it was the face-up card tells."""
    forced = {"all_pass": "first_bidder_forced_1"}
    events = [*OPENED, *acts("2 p, 0 p, 1 p, 1 w")]
    assert judge(events, **forced) == []
    doubt = judged(log_of("dou_dizhu", events, seats=3, options=forced)).doubts
    assert [(one.clause, one.at, one.seat) for one in doubt if one.clause == "DZ-2.4"] == [("DZ-2.4", 8, 2)]
    assert judge([*events, *acts("1 4h, 2 7h")], **forced) == [("DZ-2.4", 8, 10, 1)]
    assert judge([*events, *acts("1 4h, 2 p, 0 7h")], **forced) == [("DZ-8.1", 5, 11, 2)]
    told = [HandStarted(), turned("7h", seat=2), Dealt(each=17), *acts("2 p, 0 p, 1 p, 1 w")]
    assert judge(told, **forced) == [("DZ-2.4", 8, 8, 1)]
    wrong = [HandStarted(), turned("7h", seat=1), Dealt(each=17), *acts("2 p, 0 p, 1 p, 1 w")]
    assert judge(wrong, **forced) == [("DZ-8.1", 5, 5, 2)]


def test_dz_2_3_who_spoke_first_is_forced_where_nobody_had_to_speak() -> None:
    """The face-up card lay in the widow: no new deal, and then another landlord than who is forced, are two faults."""
    forced = {"all_pass": "first_bidder_forced_1", "opening_passes": "stop"}
    start = [HandStarted(), turned("7h"), hands("3c", widow="7h 3d 3h")]
    events = [*start, *acts("0 p, 1 p, 1 w")]
    assert judge(events, **forced) == [("DZ-1.4", 5, 5, None), ("DZ-2.4", 7, 7, 1)]
    seen = [*OPENED, *acts("0 p, 1 p"), Took(seat=1, place="widow", cards=read_cards("7h 3d 3h"))]
    assert sorted(judge(seen, **forced)) == [("DZ-1.4", 5, 7, None), ("DZ-2.4", 7, 7, 1)]
    later = [*OPENED, *acts("0 p, 1 p, 1 w, 1 8h"), Shown(place="widow", cards=read_cards("7h 3d 3h"))]
    assert judge(later, **forced) == [("DZ-1.4", 5, 9, None), ("DZ-2.4", 7, 9, 1)]
    assert judge([*start, *acts("0 p, 1 p, 0 w")], **forced) == [("DZ-1.4", 5, 5, None)]


def test_dz_2_3_only_who_is_forced_can_have_got_it() -> None:
    """The landlord, as seat 2 sees it, has laid all cards, and neither hand nor widow had the face-up card."""
    forced = {"all_pass": "first_bidder_forced_1"}
    held = [card for card in BY_INDEX if card.suit in "cd" and card.rank in "89TJQKA2"] + [Card("2h")]
    start = [HandStarted(), turned("7h"), Dealt(hands=(None, None, tuple(held)))]
    events = [*start, *acts("1 p, 2 p, 0 p, 0 w, " + LONG)]
    assert judge(events[:-1], **forced) == []
    assert judge(events, **forced) == [("DZ-2.4", 8, len(events) + 1, 0)]
    assert judge([*events, Shown(seat=1, cards=read_cards("7h"))], **forced) == judge(events, **forced)


def test_dz_8_2_what_words_left_out_explain_is_withdrawn_when_another_had_to_speak_first() -> None:
    """Who spoke first in the record never got the face-up card: a word before may be missing, and that is told once."""
    for text, told in (
        ("2 p, 0 p, 1 w", ("DZ-8.2", 7, 7, 1)),
        ("2 p, 0 p, 1 4h", ("DZ-8.2", 7, 7, 1)),
        ("2 p, 0 b1, 1 p, 0 w", ("DZ-8.2", 8, 8, 0)),
        ("2 b1, 0 p, 1 p, 0 b2, 0 w", ("DZ-8.2", 8, 8, 0)),
        ("2 b1, 0 p, 1 p, 0 w", ("DZ-2.4", 8, 8, 0)),
    ):
        events = [*OPENED, *acts(text)]
        third = 1 - told[3]  # neither who spoke first nor who is landlord
        assert judge(events)[:1] == [told], text
        shows = [*events, Shown(seat=third, cards=read_cards("7h"))]
        assert judge(shows) == [("DZ-8.1", 5, len(events) + 2, 2)], text
        kept = [*events, Shown(seat=2, cards=read_cards("7h"))]
        assert judge(kept)[:1] == [told], text


def test_dz_8_2_what_shows_another_to_speak_first_is_no_early_act_itself() -> None:
    assert judge([*OPENED, *acts("2 p, 0 p, 1 7h")]) == [("DZ-8.1", 5, 7, 2)]
    held = [card for card in BY_INDEX if card.suit in "cd" and card.rank in "89TJQKA2"] + [Card("2h")]
    start = [HandStarted(), turned("7h"), Dealt(hands=(None, None, tuple(held)))]
    took = Took(seat=1, place="widow", cards=read_cards("3c 4c 5c"))
    assert judge([*start, *acts("2 p, 0 p"), took], upcard_in_widow="first_drawer_bids") == [("DZ-8.1", 5, 7, 2)]


def test_dz_2_3_a_new_deal_without_cause_is_withdrawn_when_another_had_to_speak_first() -> None:
    events = [*OPENED, *acts("2 p, 0 p"), Voided()]
    assert judge(events) == [("DZ-2.3", 7, 7, None)]
    assert judge([*events, Shown(seat=1, cards=read_cards("7h"))]) == [("DZ-8.1", 5, 8, 2)]
    assert judge([*events, Shown(seat=2, cards=read_cards("7h"))]) == [("DZ-2.3", 7, 7, None)]
    late = Shown(seat=1, cards=read_cards("7h"), hand=1)
    assert judge([*events, *OPENED, late]) == [("DZ-8.1", 5, 11, 2)]


def test_dz_8_1_what_was_left_of_who_spoke_first_was_shown_without_it() -> None:
    events = [*OPENED, *acts("2 p, 0 b3, 0 w, " + LONG)]
    rest = [card for card in BY_INDEX if card.rank in "AK2"][:12] + list(read_cards("3h 3s 4h 4s 5h"))
    shown = Shown(seat=2, cards=tuple(rest), all=True)
    assert judge([*events, shown]) == [("DZ-8.1", 5, len(events) + 2, 2)]
    assert judge([*events, Shown(seat=2, cards=tuple(rest))]) == [("DZ-8.1", 5, len(events) + 2, 2)]
    assert judge([*events, Shown(seat=2, cards=tuple(rest[:12]))]) == []
    assert judge([*events, Shown(seat=2, cards=(*rest[:16], Card("7h")), all=True)]) == []


def test_dz_8_1_who_got_it_is_seen_after_the_first_word() -> None:
    start = [HandStarted(), turned("7?"), Dealt(each=17), *acts("0 b1")]
    assert judge([*start, turned("7?", seat=1)]) == [("DZ-8.1", 5, 6, 0)]
    assert judge([*start, turned("7?", seat=0)]) == []
    assert judge([*OPENED, *acts("0 b1"), turned("7h", seat=1)]) == [("DZ-8.1", 5, 6, 0)]
    assert judge([*OPENED, *acts("0 b1"), turned("7h", place="widow")]) == [("DZ-1.4", 5, 6, None)]


# ---- DZ-8.4 Cards that are shown -----------------------------------------------------------------------------------


def test_dz_8_4_the_widow_shown_after_the_hand_is_held_to_the_play() -> None:
    events = hand("0 4h, 1 5c, 2 p, 0 p, 1 6c")
    line = len(events) + 2
    for text, wrong in (("4h 3c 3d", False), ("5c 3c 3d", True), ("3c 3d 3h 3s", True), ("3c 3c 3d", True)):
        rows = judge([*events, Shown(place="widow", cards=read_cards(text))])
        assert rows == ([("DZ-8.4", line, line, None)] if wrong else []), text
    shown = Shown(place="widow", cards=read_cards("4h 8c 3d"))
    assert judge([*events, shown, *acts("2 8c")]) == [("DZ-8.4", line + 1, line + 1, 2)]


def test_dz_8_4_what_is_shown_by_rank_is_counted() -> None:
    events = [*hand("0 444, 1 555, 2 p, 0 p, 1 6")]
    line = len(events) + 2
    assert judge([*events, Shown(seat=2, cards=ranks("44"))]) == [("DZ-8.4", line, line, 2)]
    assert judge([*events, Shown(seat=2, cards=ranks("45"))]) == []
    assert judge([*unseen(), *acts("0 b3"), Shown(place="widow", cards=ranks("rr3"))]) == [("DZ-8.4", 5, 5, None)]
    start = [HandStarted(), hands("3c", widow="7h 8h 9h"), *acts("1 b3")]
    for text, wrong in (("789", False), ("78T", True)):
        rows = judge([*start, Took(seat=1, place="widow", cards=ranks(text))])
        assert [row[0] for row in rows] == (["DZ-8.4"] if wrong else [])


def test_dz_8_4_a_card_is_shown_once() -> None:
    events = hand("0 4h, 1 5c, 2 p, 0 p, 1 6c")
    assert [row[3] for row in judge([*events, Shown(seat=2, cards=read_cards("7h 7h"))])] == [2]


def test_dz_6_6_what_is_shown_of_a_hand_of_the_sheet_contradicts_nothing() -> None:
    events = [HandStarted(), Scored(seat=0, amount=2, bombs=0, side=0)]
    assert judge([*events, Shown(seat=1, cards=read_cards("7h 8h"), all=True)]) == []


@pytest.mark.parametrize("openly", [True, False])
def test_dz_1_5_a_widow_taken_openly_or_written_down_late_is_seen_by_those_who_saw_it(openly: bool) -> None:
    deal = hands("3c 4c", "5c", widow="7h 8h 9h")
    took = Took(seat=0, place="widow", cards=read_cards("7h 8h 9h"), openly=openly)
    for lines in ([took, *acts("0 3c, 1 5c, 2 p, 0 7h")], [*acts("0 3c"), took, *acts("1 5c, 2 p, 0 7h")]):
        log = log_of("dou_dizhu", [HandStarted(), deal, *acts("0 b3"), *lines], seats=3)
        assert found(log) == []
        for viewer in (PUBLIC, 0, 1, 2):
            partial = redact_log(log, viewer, "copy")
            assert found(partial) == []
            for (_, event, whole), (_, _, seen) in zip(frames(log), frames(partial), strict=True):
                assert plain(view(whole, viewer)) == plain(seen), (viewer, event)


# ---- A judge who tries every place ---------------------------------------------------------------------------------


class Guess:
    """A deal of which the record tells something, and all places to which the card may have gone for all it tells."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        pack = self.rng.sample(BY_INDEX, 54)
        self.lists = [tuple(pack[:17]), tuple(pack[17:34]), tuple(pack[34:51]), tuple(pack[51:])]
        self.holder = self.rng.choice([0, 1, 2, 3])
        self.card, self.drawer = self.rng.choice(self.lists[self.holder]), self.rng.randrange(3)
        self.hidden = [place for place in range(4) if self.rng.random() < 0.5]
        self.first = self.drawer if self.rng.random() < 0.5 else None
        self.position = self.put() if self.rng.random() < 0.3 else None
        self.taker = self.holder if self.holder < 3 and self.rng.random() < 0.2 else None

    def put(self) -> int:
        """A place in the pack from which the holder drew it."""
        fits = [one for one in range(54) if (3 if one > 50 else (self.drawer + one) % 3) == self.holder]
        return self.rng.choice(fits)

    def events(self, opener: int) -> list[Base]:
        given = tuple(None if seat in self.hidden else self.lists[seat] for seat in range(3))
        places = None if 3 in self.hidden else {"widow": self.lists[3]}
        dealt = Dealt(hands=given, places=places, first=self.first, taker=self.taker)
        return [HandStarted(), turned(self.card, position=self.position), dealt, Passed(seat=opener)]

    def places(self) -> set[int]:
        """DZ-1.3: tried one by one against all that was written down."""
        return {place for place in range(4) if self.may_be(place)}

    def may_be(self, place: int) -> bool:
        listed = [one for one in range(4) if one not in self.hidden]
        if any((self.card in self.lists[one]) != (one == place) for one in listed):
            return False
        if self.taker is not None and place != self.taker:
            return False
        if self.position is None:
            return True
        if self.position > 50:
            return place == 3
        return place < 3 and (self.first is None or (self.first + self.position) % 3 == place)

    def due(self, opener: int, options: dict[str, Any]) -> list[tuple[str, int, int, int | None]]:
        """DZ-1.2, DZ-1.4, DZ-8.1: what is broken wherever it went, if so much is certain."""
        places, drawer = self.places(), self.first
        wrong = {}
        for place in places:
            if place < 3:
                wrong[place] = place != opener
            else:
                wrong[place] = not options or drawer not in {None, opener}
        if not all(wrong.values()):
            return []
        clause = "DZ-1.4" if places == {3} else "DZ-8.1"
        return [(clause, 5, 5, None if 3 in places and not options else opener)]


def guesses(count: int) -> None:
    for seed in range(count):
        guess = Guess(seed)
        for options in ({}, DRAWER):
            for opener in range(3):
                log = log_of("dou_dizhu", guess.events(opener), seats=3, options=options or None)
                assert found(log) == guess.due(opener, options), (seed, opener, options)


def test_dz_8_1_the_first_word_is_wrong_wherever_the_card_may_have_gone() -> None:
    guesses(60)


@pytest.mark.check
def test_dz_8_1_the_first_word_is_wrong_in_hundreds_of_deals() -> None:
    guesses(sessions(900))


def test_dz_8_1_who_knows_the_own_hand_alone_tells_no_more_than_that() -> None:
    deal = hands("3c", "7h")
    log = log_of("dou_dizhu", [HandStarted(), turned("7h"), deal, *acts("0 b1")], seats=3)
    assert found(log) == [("DZ-8.1", 5, 5, 0)]
    assert found(redact_log(log, 1, "copy")) == [("DZ-8.1", 5, 5, 0)]
    assert found(redact_log(log, 0, "copy")) == [("DZ-8.1", 5, 5, None)]
    assert found(redact_log(log, 2, "copy")) == []
    assert len(audit(redact_log(log, 2, "copy")).doubts) == 1


def test_dz_8_1_who_is_known_not_to_have_got_the_face_up_card_is_not_offered_to_speak_first() -> None:
    """Seat 2 has all its cards before it, and the face-up card is none of them."""
    held = tuple(card for card in BY_INDEX if card is not Card("5d"))[:17]
    events = [HandStarted(), turned("5d"), Dealt(hands=((UNKNOWN,) * 17, (UNKNOWN,) * 17, held))]
    acts = find("dou_dizhu").due(fold(log_of("dou_dizhu", events, seats=3)))
    assert {act.seat for act in acts if act.event in {Bid, Passed}} == {0, 1}
