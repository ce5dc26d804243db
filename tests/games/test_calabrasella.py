"""Calabrasella: the clauses and worked examples of its page, and what records may leave out."""

import random
from typing import Any

import pytest

from tests.builders import cards, found, log_of, trick
from tests.experiments import sessions
from upcard.engine.audit import audit
from upcard.engine.game import find
from upcard.engine.games.calabrasella import FORTY, value
from upcard.engine.log import Log
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import UNKNOWN, Card
from upcard.schemas.errors import OptionError
from upcard.schemas.events import (
    Base,
    BoughtIn,
    CardAbsent,
    CardNamed,
    CashedOut,
    ChipsPassed,
    Closed,
    Corrected,
    Dealt,
    Discarded,
    Elected,
    Gap,
    Gave,
    HandStarted,
    Passed,
    Played,
    PurseCounted,
    ResultCalled,
    Returned,
    Scored,
    Shown,
    Took,
    TurnedOver,
    Voided,
)

HANDS = (
    "6c Qs Ks 7d 7s 4s Kc Qd 3c 4d 3d 5h",
    "5d 4c Qh Kh 3h 2d 5s 5c Jc 2h Js Qc",
    "Ah 6h 7h 2s 6s 6d Ad Jh 2c Kd 4h As",
)
WIDOW = "Ac Jd 3s 7c"
TRICKS = (
    (2, "2s Ks 5s"),
    (2, "6d 4d 2d"),
    (1, "2h 4h 5h"),
    (1, "Qc 2c 6c"),
    (2, "Jh 7s Qh"),
    (1, "Jc 6h Kc"),
    (0, "Qs 3s As"),
    (1, "3c Ah 4c"),
    (1, "3h 7h Qd"),
    (1, "Js 6s 4s"),
    (1, "Kh Kd 7d"),
    (1, "5c Ad 3d"),
)
START = HandStarted(dealer=0)
DEAL = Dealt(hands=tuple(map(cards, HANDS)), places={"widow": cards(WIDOW)})
ELECTED = Elected(seat=1)
NEXT = HandStarted()


def log(*events: Base, **options: Any) -> Log:
    """A log of Calabrasella."""
    return log_of("calabrasella", events, seats=3, options=options or None)


def public(*events: Base, **options: Any) -> Log:
    """The log as the table saw it."""
    return redact_log(log(*events, **options), PUBLIC, "copy")


def card(text: str) -> Card:
    """A card."""
    return cards(text)[0]


def tricks(rows: Any) -> list[Base]:
    """The plays of several tricks."""
    return [play for lead, text in rows for play in trick(lead, text, seats=3)]


def took(text: str, seat: int = 1) -> Took:
    """Cards taken openly from the widow."""
    return Took(seat=seat, place="widow", cards=cards(text), openly=True)


def exchange() -> list[Base]:
    """Bids and exchange of CAX-6, lines 4 to 10. Seat 1 sits left of the dealer."""
    return [
        ELECTED,
        CardNamed(seat=1, card=card("3c")),
        Gave(seat=0, to=1, card=card("3c")),
        Returned(seat=1, to=0, card=card("4c")),
        Discarded(seat=1, cards=cards("5d")),
        TurnedOver(cards=cards(WIDOW)),
        took("3s"),
    ]


def cax_6() -> list[Base]:
    """CAX-6 with all hands."""
    return [START, DEAL, *exchange(), *tricks(TRICKS)]


def result(of: Log) -> Any:
    """How the last hand came out."""
    return audit(of).results[-1].result


def points(*events: Base, **options: Any) -> Any:
    """The chips of the last hand."""
    return result(log(*events, **options)).points


def kinds(of: Log) -> list[tuple[str, str, int, int | None]]:
    """What is found, but for notes: kind, clause, line, seat."""
    return [(one.kind, one.clause, one.at, one.seat) for one in audit(of).findings if one.kind != "note"]


# ---- CA-1, CA-3: the deal and the play ---------------------------------------------------------------------------------


def test_cax_6_full_hand() -> None:
    for record in (log(*cax_6()), public(*cax_6())):
        assert found(record) == []
        told = result(record)
        assert (told.points, told.won, told.sides) == ((-19, 38, -19), (False, True, False), (0, 1, 0))
        assert [(row.source, row.target, row.amount) for row in told.transfers] == [
            ("seat:0", "seat:1", 19),
            ("seat:2", "seat:1", 19),
        ]
        assert (told.dealer, told.next_dealer, [row.winner for row in told.tricks][:3]) == (0, 1, [2, 1, 1])
    assert (result(log(*cax_6())).level, result(public(*cax_6())).level) == ("full", "public")


def test_ca_2_5_dead_cards_shown_of_a_widow_that_nobody_wrote_down_as_turned() -> None:
    played = [ELECTED, *exchange()[1:4], Discarded(seat=1, cards=(UNKNOWN,)), took("3s"), *tricks(TRICKS)]
    assert found(log(START, *played, Shown(cards=cards("5d Ac Jd 7c"), place="dead", all=True))) == []
    assert found(log(START, *played, Shown(cards=cards("5d Ac Jd 7d"), place="dead", all=True))) != []  # 7d was played


def test_cax_11_queen_over_jack() -> None:
    hand = [START, *exchange()[:-1], took("3s"), *trick(2, "6s Qs Js", seats=3)]
    assert audit(log(*hand)).state.tricks.winners == [0]


def test_ca_1_1_deal() -> None:
    few = Dealt(hands=(cards(HANDS[0]), cards(HANDS[1]), cards(HANDS[2][:-3])), places={"widow": cards(WIDOW)})
    assert [row[:2] for row in found(log(START, few))] == [("CA-1.1", 3)]
    small = Dealt(hands=DEAL.hands, places={"widow": cards(WIDOW[:8])})
    assert [row[:2] for row in found(log(START, small))] == [("CA-1.1", 3)]
    twice = Dealt(hands=DEAL.hands, places={"widow": cards("Ac Jd 3s 6c")})
    assert {row[:2] for row in found(log(START, twice))} == {("G-5", 3)}


def test_ca_3_revoke_with_all_hands_and_without() -> None:
    rows = [(2, "2s 4d 5s"), (2, "6d 3d 2d"), (0, "Ks Js 6s")]
    events = [START, DEAL, *exchange(), *tricks(rows)]
    assert ("CA-3", 12, 12, 0) in found(log(*events))
    assert found(public(*events)) == [("CA-3", 12, 17, 0)]


def test_ca_6_1_a_card_taken_from_the_widow_proves_a_revoke_at_once() -> None:
    """Seat 1 took the three of spades for all to see, and does not follow a spade."""
    events = [START, DEAL, *exchange(), *trick(2, "2s Ks 2d", seats=3)]
    assert found(log(*events)) == found(public(*events)) == [("CA-3", 13, 13, 1)]


def test_g_10_unseen_cards_that_fit_nowhere() -> None:
    """Both others discard on the first spade: nine are left for eleven cards of the leader, and the one discarded."""
    events: list[Base] = [START, ELECTED, CardNamed(seat=1, card=card("3d")), CardAbsent()]
    events += [Discarded(seat=1, cards=(UNKNOWN,)), TurnedOver(cards=cards("3d 4c 5c 6c")), took("4c")]
    events += tricks([(2, "4s 4h 4d"), (2, "3h 5h 6h"), (2, "2h 7h Jh"), (2, "Ah Qh Kh")])
    assert found(log(*events)) == []
    assert found(log(*events, *trick(2, "3c", seats=3))) == [("G-10", 21, 21, None)]


def test_ca_3_the_hand_that_was_not_written_is_what_is_left() -> None:
    deal = Dealt(hands=(cards(HANDS[0]), cards(HANDS[1]), None), places={"widow": cards(WIDOW)})
    of = log(START, deal, *exchange(), *tricks([(2, "2s Ks 5s"), (2, "6d 4d 2d"), (1, "2h 6s")]))
    assert found(of) == [("CA-3", 18, 18, 2)]


# ---- CA-2.1: bids ------------------------------------------------------------------------------------------------------


def test_cax_8_three_passes() -> None:
    passes = [Passed(seat=seat) for seat in (0, 1, 2)]
    of = log(HandStarted(dealer=2), Dealt(each=12), *passes)
    assert found(of) == []
    assert (result(of).counts, result(of).points, result(of).next_dealer) == (False, (0, 0, 0), 0)
    assert found(log(HandStarted(dealer=2), *passes, Voided(why="all passed"), HandStarted(dealer=0))) == []


def test_cax_8_play_after_an_earlier_play() -> None:
    of = log(HandStarted(dealer=2), Elected(seat=0), Elected(seat=1), CardNamed(seat=0, card=card("3c")))
    assert found(of) == [("CA-2.1", 4, 4, 1)]
    assert audit(of).state.declarer == 0


def test_ca_2_1_one_turn_each_from_left_of_the_dealer() -> None:
    assert found(log(HandStarted(dealer=2), Passed(seat=0), Passed(seat=1), Elected(seat=2))) == []
    for wrong in ([Passed(seat=1)], [Passed(seat=0), Elected(seat=0)]):
        assert [row[0] for row in found(log(HandStarted(dealer=2), *wrong))] == ["CA-2.1"]


# ---- CA-2.2: naming ----------------------------------------------------------------------------------------------------


def test_ca_2_1_who_names_a_card_has_elected_to_play_though_nobody_wrote_it() -> None:
    for deal in ([DEAL], []):
        bare = [START, *deal, *(act for act in exchange() if not isinstance(act, Elected)), *tricks(TRICKS)]
        assert found(log(*bare)) == []
        assert (result(log(*bare)).points, audit(log(*bare)).state.declarer) == ((-19, 38, -19), 1)
    after_pass = [START, Passed(seat=1), CardNamed(seat=2, card=card("3d")), CardAbsent()]
    assert (found(log(*after_pass)), audit(log(*after_pass)).state.declarer) == ([], 2)


def hands_with(own: str) -> Dealt:
    """A deal in which seat 1 holds these cards, and as many others as it needs."""
    held = cards(own)
    left = [card(rank + suit) for rank in "4567QJKA23" for suit in "cdhs" if card(rank + suit) not in held]
    need = 12 - len(held)
    return Dealt(
        hands=(tuple(left[need : need + 12]), (*held, *left[:need]), tuple(left[need + 12 : need + 24])),
        places={"widow": tuple(left[need + 24 :])},
    )


@pytest.mark.parametrize(
    ("own", "name", "legal"),
    [
        ("3s 3h", "3d", True),
        ("3s 3h", "3c", True),
        ("3s 3h", "3s", False),
        ("3s 3h", "2d", False),
        ("3s 3h", "Ad", False),
        ("3s 3h", None, False),
        ("3s 3h 3d 3c 2s", "2h", True),
        ("3s 3h 3d 3c 2s", "2c", True),
        ("3s 3h 3d 3c 2s", "2s", False),
        ("3s 3h 3d 3c 2s", "3s", False),
        ("3s 3h 3d 3c 2s", None, False),
        ("3s 3h 3d 3c 2s 2h 2d 2c", None, True),
        ("3s 3h 3d 3c 2s 2h 2d 2c", "2d", False),
    ],
)
def test_cax_4_what_may_be_named(own: str, name: str | None, *, legal: bool) -> None:
    event = CardNamed(seat=1, card=card(name) if name else None)
    before = [START, hands_with(own), ELECTED]
    accused = 1 if name is None else None  # the card that was named may be written wrongly
    assert found(log(*before, event)) == ([] if legal else [("CA-2.2", 5, 5, accused)])
    (act,) = find("calabrasella").due(audit(log(*before)).state)
    assert (event in (act.choices or ())) == legal


def test_ca_2_2_no_naming_leads_to_the_discard_at_once() -> None:
    before = [START, hands_with("3s 3h 3d 3c 2s 2h 2d 2c"), ELECTED, CardNamed(seat=1)]
    (act,) = find("calabrasella").due(audit(log(*before)).state)
    assert act.event is Discarded
    assert found(log(*before, Discarded(seat=1, cards=cards("2c")))) == []


def two(*events: Base, name: str | None = "2d") -> Log:
    """Seat 1 names a two, or nothing; seat 0 hands it over and gets a card back."""
    given = [Gave(seat=0, to=1), Returned(seat=1, to=0)] if name else []
    done = [Discarded(seat=1, cards=(UNKNOWN,)), TurnedOver(cards=cards("7s 4s 5s 6s")), took("7s")]
    return log(START, ELECTED, CardNamed(seat=1, card=card(name) if name else None), *given, *done, *events)


def test_ca_2_2_a_two_named_without_all_threes_shows_when_threes_are_elsewhere() -> None:
    plays = [*trick(2, "4h 3h 5h", seats=3), *trick(0, "3c", seats=3)]
    assert found(two(*plays[:-1])) == []  # seat 0 was given a card back: it may be this one
    assert found(two(*plays)) == [("CA-2.2", 4, 13, None)]  # another card may have been named
    assert found(two(*plays, *trick(1, "6c 3d", seats=3))) == [("CA-2.2", 4, 13, None)]  # and once
    assert found(two(*trick(2, "3h", seats=3))) == [("CA-2.2", 4, 10, None)]


def test_ca_2_2_too_many_other_cards_of_the_declarer() -> None:
    """Who named nothing held eight cards, and four others."""
    rows = [(2, "Ac 4h 4c"), (2, "Kc 5h 5c"), (2, "Qc 6h 6c"), (2, "Ad 7h 4d")]
    assert found(two(*tricks(rows), name=None)) == []
    assert found(two(*tricks([*rows, (2, "Kd Jh 5d")]), name=None)) == [
        ("CA-2.2", 4, 22, None)
    ]  # or a card was misread
    assert found(two(*tricks([*rows, (2, "Kd Jh 7s")]), name=None)) == []  # it came from the widow


# ---- CA-2.3, CA-7: the card named --------------------------------------------------------------------------------------


def absent(*events: Base, widow: str = "2d Ac 7s 4c") -> Log:
    """Nobody wrote the cards; seat 1 names the three of diamonds, and nobody has it."""
    hidden = Discarded(seat=1, cards=(UNKNOWN, UNKNOWN))
    named = [START, ELECTED, CardNamed(seat=1, card=card("3d")), CardAbsent()]
    return log(*named, hidden, TurnedOver(cards=cards(widow)), *events)


def test_cax_5_the_named_card_in_the_widow() -> None:
    assert found(absent(took("3d Ac"), *trick(2, "5s 6s Qs", seats=3), widow="3d Ac 7s 4c")) == []


def test_ca_7_an_absent_card_that_is_not_in_the_widow() -> None:
    assert kinds(absent()) == [("breach", "CA-7", 5, None)]
    widow = Dealt(places={"widow": cards("4c 5c 6c 7c")})
    named = [ELECTED, CardNamed(seat=1, card=card("3d")), CardAbsent()]
    assert found(log(START, widow, *named)) == [("CA-7", 6, 6, None)]


@pytest.mark.parametrize(
    ("plays", "clause", "at", "line", "blamed"),
    [
        ("3d 4d 5d", "CA-2.3", 5, 9, 2),
        ("4d 3d 5d", "CA-2.3", 5, 10, 0),
        ("4d 5d 3d", "CA-2.2", 4, 11, 1),
    ],
)
def test_ca_7_who_had_the_absent_card_shows_when_it_is_played(
    plays: str, clause: str, at: int, line: int, blamed: int
) -> None:
    assert found(absent(took("2d Ac"), *trick(2, plays, seats=3))) == [(clause, at, line, blamed)]


def test_ca_7_who_had_the_absent_card_is_known_when_it_is_shown_or_put_away() -> None:
    assert found(absent(Shown(seat=2, cards=cards("3d")))) == [("CA-2.3", 5, 8, 2)]
    put_away = Discarded(seat=1, cards=cards("3d ??"))
    named = [START, ELECTED, CardNamed(seat=1, card=card("3d")), CardAbsent()]
    assert found(log(*named, put_away, TurnedOver(cards=cards("4c 5c 6c 7c")))) == [("CA-2.2", 4, 6, 1)]
    dead = Shown(seat=1, place="discards", cards=cards("3d"))
    assert found(absent(took("2d Ac"), dead)) == [("CA-2.2", 4, 9, 1)]


def test_ca_7_one_place_is_left_that_may_have_it() -> None:
    """All is written but the hand of seat 2; and at the end of a hand, but the discards."""
    hands = (cards(HANDS[0]), cards(HANDS[1]), None)
    named = [ELECTED, CardNamed(seat=1, card=card("3s")), CardAbsent(), Discarded(seat=1, cards=cards("5d"))]
    turned = TurnedOver(cards=cards("Ac Jd As 7c"))
    assert found(log(START, Dealt(hands=hands), *named, turned)) == [("CA-2.3", 6, 8, 2)]
    events = cax_6()
    events[3:6] = [CardNamed(seat=1, card=card("5d")), CardAbsent()]
    assert audit(public(*cax_6())).state.places.known[5] == card("5d").bit


def test_ca_2_3_a_card_kept_is_found_at_once_with_all_hands() -> None:
    said = [START, DEAL, *exchange()[:2], CardAbsent(), *exchange()[4:]]
    assert found(log(*said)) == [("CA-2.3", 6, 6, 0)]
    silent = [START, DEAL, *exchange()[:2], *exchange()[4:]]
    assert kinds(log(*silent)) == [("contradiction", "CA-2.3", 6, None)]  # a line may be missing: a card given back
    assert found(public(*silent)) == []


def test_ca_2_3_what_nobody_wrote_of_the_named_card_proves_nothing() -> None:
    events = [START, DEAL, *exchange()[:2], *exchange()[4:], *tricks([(2, "2s Ks 5s"), (2, "6d 4d 3c")])]
    assert [row for row in found(public(*events)) if row[0] == "CA-2.2"] == []


def test_ca_2_3_handing_over_follows_from_a_card_given_back() -> None:
    events = cax_6()
    del events[4]
    for record in (log(*events), public(*events)):
        assert (found(record), result(record).points) == ([], (-19, 38, -19))


def test_ca_2_3_the_named_card_given_back_shows_in_the_other_hand() -> None:
    hidden = Returned(seat=1, to=0)
    events = [START, *exchange()[:3], hidden, *exchange()[4:]]
    assert found(log(*events)) == []
    assert found(log(*events, *tricks([(2, "2s 3c")]))) == [("CA-2.3", 6, 11, 1)]


@pytest.mark.parametrize(
    ("events", "line"),
    [
        ([Gave(seat=0, to=1, card=card("4s"))], 6),
        ([Gave(seat=0, to=2, card=card("3c"))], 6),
        ([exchange()[2], exchange()[2]], 7),
        ([exchange()[2], CardAbsent()], 7),
        ([exchange()[2], Returned(seat=1, to=2, card=card("4c"))], 7),
        ([exchange()[2], Discarded(seat=1, cards=cards("5d"))], 7),
    ],
)
def test_ca_2_3_wrong_hands_and_steps_left_out_are_told_at_their_line(events: list[Base], line: int) -> None:
    told = found(log(START, DEAL, *exchange()[:2], *events))
    assert [row[:2] for row in told] == [("CA-2.3", line)]


# ---- CA-2.4, CA-2.5: discards and widow --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "legal"), [("", False), ("5d", True), ("5d 2d Js Qc", True), ("5d 2d Js Qc 2h", False)]
)
def test_cax_9_one_to_four_discards(text: str, *, legal: bool) -> None:
    told = found(log(START, DEAL, *exchange()[:4], Discarded(seat=1, cards=cards(text))))
    assert told == ([] if legal else [("CA-2.4", 8, 8, 1)])


@pytest.mark.parametrize("text", ["", "5d 5s 5c Jc Js"])
def test_cax_9_a_list_of_discards_that_all_that_follows_contradicts_accuses_nobody(text: str) -> None:
    at = 6
    events = [START, DEAL, *exchange(), *tricks(TRICKS)]
    events[at] = Discarded(seat=1, cards=cards(text))
    told = audit(log(*events)).findings
    assert [(one.kind, one.clause, one.at, one.seat) for one in told] == [("contradiction", "CA-2.4", 8, None)]
    assert told[0].alternatives == ("the cards on line 8 were not these",)
    assert result(log(*events)).points == (-19, 38, -19)


def test_ca_5_how_many_may_be_discarded() -> None:
    events = [START, DEAL, *exchange()[:4], Discarded(seat=1, cards=cards("5d 2d"))]
    assert found(log(*events, max_discards=1)) == [("CA-2.4", 8, 8, 1)]
    assert found(log(*events, min_discards=3)) == [("CA-2.4", 8, 8, 1)]
    assert found(log(*events, min_discards=2, max_discards=2)) == []
    none = [
        *events[:-1],
        Discarded(seat=1, cards=()),
        exchange()[5],
        Took(seat=1, place="widow", cards=(), openly=True),
    ]
    assert found(log(*none, *tricks(TRICKS[:1]), min_discards=0)) == []
    for wrong in ({"min_discards": 3, "max_discards": 2}, {"max_discards": 5}):
        with pytest.raises(OptionError):
            audit(log(**wrong))


@pytest.mark.parametrize(("text", "clause"), [("3s", "CA-2.5"), ("3s Ac Jd", "CA-2.5"), ("3s Kc", "G-5")])
def test_cax_9_as_many_taken_as_discarded_and_only_from_the_widow(text: str, clause: str) -> None:
    events = [START, DEAL, *exchange()[:4], Discarded(seat=1, cards=cards("5d 2d")), exchange()[5], took(text)]
    for record in (log(*events), public(*events)):
        assert [row[:2] for row in found(record)] == [(clause, 10)]


def test_cax_9_steps_out_of_order_are_told_at_their_line() -> None:
    before = [START, DEAL, *exchange()]
    early = [*before[:6], exchange()[5], exchange()[4], exchange()[6]]
    assert [row[:2] for row in found(log(*early))] == [("CA-2.4", 8)]
    assert [row[:2] for row in found(log(*before, took("3s")))] == [("CA-2.5", 11)]


def test_ca_2_5_a_widow_of_which_only_some_is_written() -> None:
    events = [START, DEAL, *exchange()[:5]]
    assert [row[:2] for row in found(log(*events, TurnedOver(cards=cards("Ac Jd 3s"))))] == [("CA-1.1", 9)]
    assert [row[:2] for row in found(log(*events, TurnedOver(cards=cards("Ac Jd 3s 4d"))))] == [("G-5", 9)]


def test_ca_7_discards_nobody_counted_are_as_many_as_were_taken() -> None:
    events = [START, DEAL, *exchange()[:4], Discarded(seat=1), *exchange()[5:], *tricks(TRICKS)]
    for record in (log(*events), public(*events)):
        assert (found(record), result(record).points) == ([], (-19, 38, -19))


# ---- CA-4: scoring -----------------------------------------------------------------------------------------------------


def paid(declarer: int, others: int, **options: Any) -> Any:
    """The chips for these points, seat 1 declaring."""
    return points(START, Scored(seat=1, counts=(declarer, others)), **options)


def test_cax_1_and_cax_2_payments() -> None:
    assert value(FORTY) == 32
    assert (paid(19, 16), paid(11, 24), paid(17, 17)) == ((-3, 6, -3), (13, -26, 13), (0, 0, 0))
    assert (paid(35, 0), paid(0, 35), paid(34, 0)) == ((-70, 140, -70), (70, -140, 70), (-34, 68, -34))
    assert paid(34, 0, shutout_rule="all_points") == (-68, 136, -68)
    assert paid(35, 0, payment_double=3) == (-105, 210, -105)


def test_ca_2_5_dead_cards_to_the_last_trick() -> None:
    assert points(*cax_6(), dead_cards="last_trick") == (-23, 46, -23)


def test_ca_4_5_deal_and_chips() -> None:
    assert found(log(*cax_6(), HandStarted(dealer=1))) == []
    assert [row[:2] for row in found(log(*cax_6(), HandStarted(dealer=0)))] == [("CA-4.5", 47)]
    bought = log(*cax_6(), BoughtIn(seat=0, amount=50), CashedOut(seat=1, amount=8), starting_chips=100)
    assert audit(bought).state.totals == [131, 130, 81]
    assert found(log(BoughtIn(seat=3, amount=1))) == [("G-5", 2, 2, None)]


def test_ca_6_1_most_chips_at_the_end_and_ties_share() -> None:
    def says(*events: Base) -> str:
        return find("calabrasella").scene(audit(log(*cax_6(), *events, Closed())).state).says

    assert says().endswith("; p2 wins the session with 38 chips")
    assert says(BoughtIn(seat=0, amount=57)).endswith("; p1 and p2 share the session with 38 chips")


def test_ca_4_3_purses_and_payments_are_compared() -> None:
    def pays(source: int, amount: int) -> ChipsPassed:
        return ChipsPassed(from_=f"seat:{source}", to="seat:1", amount=amount)

    good = [PurseCounted(seat=1, amount=38), pays(0, 10), pays(2, 19), pays(0, 9), NEXT]
    assert found(log(*cax_6(), *good)) == []
    assert found(log(*cax_6(), PurseCounted(seat=1, amount=37))) == [("CA-4.5", 47, 47, 1)]
    for wrong in (pays(0, 20), pays(1, 19), ChipsPassed(from_="seat:0", to="pool", amount=19)):
        assert [row[:2] for row in found(log(*cax_6(), wrong))] == [("CA-4.3", 47)]
    assert [row[1] for row in found(log(*cax_6(), pays(0, 19), pays(0, 19)))] == [48]
    assert [row[:2] for row in found(log(*cax_6(), pays(0, 10), NEXT))] == [("CA-4.3", 47)]
    assert [row[0] for row in found(log(*cax_6(), ResultCalled(seat=0, result="won")))] == ["CA-4.3"]


# ---- CA-4 on paper -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", [3, 4, 5])
def test_ca_2_2_a_card_named_again_breaks_the_rule_that_it_is_named_once(place: int) -> None:
    steps = exchange()
    again = CardNamed(seat=1, card=card("3d"))
    events = [START, DEAL, *steps[:place], again, *steps[place:], *tricks(TRICKS)]
    for one in (log(*events), public(*events)):
        assert found(one) == [("CA-2.2", place + 4, place + 4, 1)]


def test_ca_2_2_a_line_is_written_twice_only_where_another_is_like_it() -> None:
    steps = exchange()
    for first, says in (("3c", ("line 6 is written twice",)), ("3s", ())):
        events = [START, DEAL, steps[0], CardNamed(seat=1, card=card(first)), *steps[1:], *tricks(TRICKS)]
        assert set(says) == {one for one in audit(log(*events)).findings[0].alternatives if "line 6" in one}


@pytest.mark.parametrize(
    ("first", "clause"), [([], "CA-2.2"), ([CardAbsent()], "CA-2.3")], ids=["before an answer", "after nobody had it"]
)
def test_ca_2_2_ca_2_3_a_card_named_after_another_may_be_the_one_that_is_handed_over(
    first: list[Base], clause: str
) -> None:
    """That it was named is a breach; that it is handed over, and another given back, is none beside it."""
    said = [ELECTED, CardNamed(seat=1, card=card("3s")), *first]
    events = [START, DEAL, *said, *exchange()[1:], *tricks(TRICKS)]
    at = 6 + len(first)
    for one in (log(*events), public(*events)):
        assert found(one) == [(clause, at, at, 1)]
        assert result(one).points == (-19, 38, -19)


@pytest.mark.parametrize(
    ("row", "clause"),
    [
        (Scored(seat=1, counts=(30, 6)), "CA-4.2"),
        (Scored(seat=1, counts=(14, 10)), "CA-4.2"),
        (Scored(seat=3, counts=(19, 16)), "CA-4"),
        (Scored(seat=1, counts=(19, 16), tricks=(7, 5)), "CA-4"),
        (Scored(seat=1, counts=(19, 16), points=(-4, 8, -4)), "CA-4.3"),
        (Scored(seat=1, counts=(19, 16), points=(-3, 7, -3)), "CA-4.3"),
        (Scored(seat=1, counts=(17, 16), points=(0, 0, 0), totals=(0, 0, 0)), "CA-4.3"),
        (Scored(seat=1, counts=(19, 16), totals=(-3, 6, -2)), "CA-4.5"),
        (Scored(seat=1, points=(-3, 7, -3)), "CA-4.3"),
    ],
)
def test_ca_4_2_rows_that_cannot_be(row: Scored, clause: str) -> None:
    done = audit(log(START, row))
    assert [(one.kind, one.clause) for one in done.findings] == [("testimony", clause)]


def test_ca_4_rows_go_on() -> None:
    rows = [Scored(seat=1, counts=(19, 16), points=(-3, 6, -3), totals=(-3, 6, -3)), Scored(void=True)]
    rows.append(Scored(seat=0, counts=(11, 24), points=(-26, 13, 13), totals=(-29, 19, 10)))
    events = [event for row in rows for event in (NEXT, row)][1:]
    done = audit(log(START, *events))
    assert (done.findings, done.results[-1].result.totals, done.state.dealer) == ([], (-29, 19, 10), 2)


def test_ca_4_a_row_tells_who_declared_by_the_chips_and_leaves_open_what_it_does_not_tell() -> None:
    assert result(log(START, Scored(points=(-3, 6, -3)))).sides == (0, 1, 0)
    assert points(START, Scored(seat=1)) == (None, None, None)


def test_ca_4_a_row_of_a_hand_that_was_played_is_compared() -> None:
    right = Scored(seat=1, counts=(25, 6), points=(-19, 38, -19), totals=(-19, 38, -19))
    assert found(log(*cax_6(), right)) == []
    for wrong in (Scored(seat=0), Scored(counts=(24, 7)), Scored(points=(-18, 36, -18)), Scored(totals=(-18, 37, -19))):
        assert [row[1] for row in found(log(*cax_6(), wrong))] == [47], wrong


# ---- What records leave out, and slips ---------------------------------------------------------------------------------


def half_written(rng: random.Random, event: Base) -> Base | None:
    """A legal event as somebody may have written it who did not see, or not write, all of it; None: nothing of it."""
    if isinstance(event, Dealt):
        hands = tuple(rng.choice([None, hand, some(rng, hand or ())]) for hand in event.hands or ())
        places = rng.choice([None, event.places, {"widow": some(rng, (event.places or {})["widow"])}])
        return rng.choice([None, Dealt(hands=hands, places=places), Dealt(each=12)])
    if isinstance(event, Gave | Returned):
        hidden = Gave if isinstance(event, Gave) else Returned
        ways = [event, hidden(seat=event.seat, to=event.to), hidden(event.seat, event.to, UNKNOWN)]
        return rng.choice(ways + [None] * isinstance(event, Gave))  # it follows from what is given back
    if isinstance(event, Discarded):
        return rng.choice([event, Discarded(seat=event.seat), Discarded(event.seat, some(rng, event.cards or ()))])
    if isinstance(event, Took):
        written = rng.choice([None, event.cards, some(rng, event.cards or ())])
        return Took(seat=event.seat, place="widow", cards=written, openly=rng.random() < 0.5)
    return rng.choice([event, event, None]) if isinstance(event, TurnedOver) else event


def some(rng: random.Random, of: tuple[Card, ...]) -> tuple[Card, ...]:
    """Some of these cards, the others hidden."""
    return tuple(rng.choice([one, UNKNOWN]) for one in of)


OPTIONS: list[dict[str, Any]] = [
    {},
    {"dead_cards": "last_trick"},
    {"shutout_rule": "all_points", "payment_double": 3},
    {"max_discards": 2, "min_discards": 0},
]


def half_seen(count: int) -> None:
    """Legal play of which only some was written: nobody is accused, and the chips are what they were."""
    for ordinal in range(count):
        rng = random.Random(ordinal)
        setup = Setup(game="calabrasella", seed=22, options=OPTIONS[ordinal % len(OPTIONS)])
        whole = simulate(setup, hands=2, ordinal=ordinal)
        written = [(line, half_written(rng, event)) for line, event in whole.events]
        record = Log(whole.header, [(line, event) for line, event in written if event is not None])
        truth = [ended.result.points for ended in audit(whole).results]
        for viewer in (None, PUBLIC, ordinal % 3):
            done = audit(record if viewer is None else redact_log(record, viewer, "copy"))
            assert [one for one in done.findings if one.kind != "note"] == [], (ordinal, viewer)
            assert [ended.result.points for ended in done.results] == truth, (ordinal, viewer)


def test_legal_play_half_written_accuses_nobody() -> None:
    half_seen(20)


@pytest.mark.check
def test_legal_play_half_written_accuses_nobody_3000() -> None:
    half_seen(sessions(3000))


def test_of_bids_and_exchange_nothing_need_be_written() -> None:
    plays = tricks(TRICKS)
    assert (found(log(START, *plays)), points(START, *plays)) == ([], (-19, 38, -19))


@pytest.mark.parametrize("said", [[], [Passed(seat=1), Passed(seat=2)]], ids=["at once", "after two passes"])
def test_ca_8_what_comes_before_the_first_written_step_of_the_exchange_or_after_the_last_was_done(
    said: list[Base],
) -> None:
    """As by who writes that seat 1 plays, or which cards of the widow were taken, and then the tricks."""
    elected, named, gave, *later = exchange()
    dealer = HandStarted(dealer=1 if said else 0)
    who = [*([Passed(seat=2), Passed(seat=0)] if said else []), elected]
    kept = [[], *([named, gave, *later][:count] for count in range(1, 6)), *(later[count:] for count in range(1, 4))]
    for steps in kept:
        for one in (log(dealer, DEAL, *who, *steps, *tricks(TRICKS)), public(dealer, *who, *steps, *tricks(TRICKS))):
            assert (found(one), result(one).points) == ([], (-19, 38, -19)), steps


def test_ca_4_1_a_card_that_nobody_wrote_leaves_the_chips_open_where_they_hang_on_it() -> None:
    events = cax_6()
    events[-3] = Played(seat=1, card=UNKNOWN)  # the lead of the last trick: who has won it?
    assert (found(log(*events)), points(*events)) == ([], (None, None, None))
    assert found(public(*events)) == []


def test_a_gap_proves_less_and_never_more() -> None:
    for at in range(2, 44):
        events = cax_6()
        events[at : at + 3] = [Gap()]
        assert found(log(*events, HandStarted(dealer=2))) == [], at


@pytest.mark.parametrize("at", range(2, 9))
def test_an_act_of_the_exchange_written_twice_is_no_breach(at: int) -> None:
    events = cax_6()
    events.insert(at, events[at])
    told = kinds(log(*events))
    assert [row[0] for row in told] == ["contradiction"]
    assert points(*events) == (-19, 38, -19)


def test_g_14_a_revoke_put_right_in_the_open_trick() -> None:
    events = [START, DEAL, *exchange(), *tricks([(2, "2s 4d")]), Corrected(seat=0, card=card("Ks"))]
    rest = trick(1, "5s", seats=3)
    assert found(log(*events, *rest, same_trick_correction=True)) == []
    assert found(public(*events, *rest, same_trick_correction=True)) == []
    assert [row[0] for row in found(log(*events))] == ["CA-3", "G-14"]


def test_ca_3_what_a_hand_without_an_end_brought_is_not_known() -> None:
    assert [row[:2] for row in found(log(*cax_6()[:15], NEXT))] == [("CA-3", 17)]
    assert found(log(*cax_6()[:15], Voided(why="misdeal"), NEXT)) == []
    assert found(log(Voided())) == [("G-5", 2, 2, None)]


# ---- What there is to see ----------------------------------------------------------------------------------------------


def test_ca_2_who_is_to_bid_exchange_or_play_is_marked() -> None:
    """Seat 1 is the declarer; whoever holds the card named is not known by all."""
    marked = []
    for until in range(2, 10):
        scene = find("calabrasella").scene(audit(log(*cax_6()[:until])).state)
        marked.append([seat for seat, hand in enumerate(scene.hands) if hand.turn])
    assert marked == [[1], [1], [], [1], [1], [], [1], [2]]


def test_ca_4_the_outcome_names_only_what_is_known() -> None:
    def says(row: Scored) -> str:
        return find("calabrasella").scene(audit(log(START, row)).state).says

    assert says(Scored(counts=(17, 17))) == "the declarer 17, the others 17: nothing is paid"
    assert says(Scored(points=(-3, 6, -3))) == "p2 against the others: +6 for the declarer"
    assert says(Scored(points=(0, 0, 0))) == "nothing is paid"
    assert says(Scored(seat=1, counts=(19, 16))) == "p2 19, the others 16: +6 for the declarer"
