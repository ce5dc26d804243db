"""What is known is not typed: seats, cards, counts and bets alone say what happened, in no game with more than three keys."""

import random
import re
from itertools import islice
from pathlib import Path

import pytest

from tests.cli.keys import as_scribed, mean_keys, median_keys, typed_lines, typed_session
from upcard.cli.recorder.offer import is_automatic
from upcard.cli.recorder.session import Session
from upcard.engine.effective import effective
from upcard.engine.simulate import Setup, simulate
from upcard.schemas.cards import Card, read_cards
from upcard.schemas.events import (
    BetInsured,
    BetPlaced,
    BetWithdrawn,
    BluffCalled,
    Claimed,
    Drew,
    Event,
    Gap,
    HandStarted,
    Joined,
    Laid,
    Left,
    MeldCalled,
    Passed,
    Played,
    Retracted,
    RowDealt,
    Took,
    TrumpNamed,
)

from .recording import each_game, events, kinds, of_header, recorder, resumed, take

THREE, FOUR = "Ann Bob Cid", "Ann Bob Cid Dee"
PAGE = Path(__file__).parents[2] / "docs" / "recording.md"


@pytest.mark.check
@each_game
def test_a_play_takes_at_most_three_keys_in_the_median(game: str) -> None:
    lines = typed_lines(game)
    assert sum(plays for _, plays in lines) >= 30
    assert median_keys(lines) <= 3.0
    stands = re.search(rf"^\| `{game}` \| ([0-9.]+) \| ([0-9.]+) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert stands is not None, f"docs/recording.md says nothing of {game}"
    assert (float(stands[1]), float(stands[2])) == (round(median_keys(lines), 1), round(mean_keys(lines), 1))


def standing(session: Session) -> list[Event]:
    """What counts of a log, as it was typed."""
    return [as_scribed(event) for _, event in effective(session.book.log).events if not is_automatic(event)]


def back_to(session: Session, before: list[Event]) -> None:
    """Take back what was stored by a slip."""
    for _ in range(9):
        if standing(session) == before:
            return
        take(session, "undo")
    raise AssertionError("nine times undo did not bring it back")


@each_game
def test_a_session_with_five_slips_in_it_comes_to_what_happened(game: str) -> None:
    rng = random.Random(game)
    hands = 5 if game == "trente_et_quarante" else 1
    typed = list(islice(typed_session(game, 3, hands), 30))
    lines = [line for line, _ in typed]
    session = of_header(simulate(Setup(game=game, seed=3), hands=hands).header)
    slips = dict(zip(sorted(rng.sample(range(1, len(lines) - 1), 5)), range(5), strict=True))
    for place, line in enumerate(lines):
        before = standing(session)
        match slips.get(place):
            case 0:  # a card that is none
                assert kinds(take(session, "Qx"))[-1] == "unread"
            case 1:  # the line before once more: asked about, or taken back
                take(session, lines[place - 1], sure=False)
            case 2:  # the end too early
                take(session, "close", sure=False)
            case 3:  # the right line, taken back, and once more
                take(session, line)
            case 4:  # an act that is not whole
                assert kinds(take(session, "ruled ?"))[-1] in {"told", "unread"}
        back_to(session, before)
        assert not {"unread", "declined"} & set(kinds(take(session, line))), (place, line)
    assert standing(session) == [as_scribed(event) for _, events_ in typed for event in events_]
    assert [found for found in session.book.audit.findings if found.kind != "note"] == []


# ---- Only what is not known is typed -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "said", ["wibble", "took wibble", "Cid wibble", "Cid takes wibble", "took place=wibble", "the"]
)
def test_what_is_no_place_of_the_game_is_not_taken_for_one(said: str) -> None:
    session = recorder("popcorn", THREE)
    take(session, "Cid deals", "Ann 1", "3", "Cid calls", "2d 2h 2s")
    before = events(session)
    assert kinds(take(session, said)) == ["unread"]
    assert events(session) == before


@pytest.mark.parametrize("said", ["2d 3h", "take 2d 3h", "Cid takes pile 2d 3h", "2d3h"])
def test_the_pile_is_taken_card_by_card(said: str) -> None:
    session = recorder("popcorn", THREE)
    take(session, "Cid deals", "Ann 1", "1", "Cid calls", "2d", said)
    assert events(session)[-1] == Took(seat=2, place="pile", cards=(Card("2d"), Card("3h")))


def test_the_widow_is_taken_card_by_card_and_more_cards_are_a_play() -> None:
    session = recorder("dou_dizhu", THREE)
    take(session, "hand", "7h", "Cid", "1", "p p", "8h 9h Kd")
    assert events(session)[-1] == Took(seat=2, place="widow", cards=(Card("8h"), Card("9h"), Card("Kd")))
    take(session, "undo", "34567")
    assert isinstance(events(session)[-1], Laid)


@pytest.mark.parametrize("game", ["pope_joan", "spinado"])
def test_a_letter_goes_with_the_card_behind_it_and_implies_no_other_play(game: str) -> None:
    session = recorder(game)
    take(session, "Ann", *["Kh"] * (game == "pope_joan"), "Bob 3d")
    stored = events(session)
    outcomes = take(session, "c 6d", sure=False)
    assert kinds(outcomes) == ["declined"]
    assert outcomes[0].event == Played(seat=2, card=Card("6d"))
    assert events(session) == stored


@pytest.mark.parametrize("said", ["", "pile", "pi", "took pile", "Cid takes the pile", "takes the pile"])
def test_the_pile_is_taken_in_few_words_or_many(said: str) -> None:
    session = recorder("popcorn", THREE)
    take(session, "Cid deals", "Ann 1", "3", "Cid calls", "2d 2h 2s", said)
    assert events(session)[-1] == Took(seat=2, place="pile")


def test_places_that_a_page_speaks_of_are_taken() -> None:
    session = recorder("hasenpfeffer")
    take(session, "0 deals", "shown jc place=discard")
    assert getattr(events(session)[-1], "place", None) == "discard"
    assert kinds(take(session, "shown jd place=pocket")) == ["unread"]


def test_popcorn_takes_the_count_alone_and_enter_for_the_pile() -> None:
    session = recorder("popcorn", THREE)
    take(session, "Ann", "Bob: 2")
    assert session.prompt()[:2] == ("Bob claims 2 aces", "Cid: how many twos")
    take(session, "3", "1", "2!")
    assert events(session)[-4:] == [
        Claimed(seat=1, rank="A", count=2),
        Claimed(seat=2, rank="2", count=3),
        Claimed(seat=0, rank="3", count=1),
        BluffCalled(seat=2),
    ]
    take(session, "3h")
    assert session.prompt().text == "Cid: the pile taken [Enter]"
    take(session, "")
    assert events(session)[-1] == Took(seat=2, place="pile")
    assert session.prompt().text == "Bob: how many fours"


def test_of_two_numbers_that_may_be_a_seat_or_two_counts_it_is_asked() -> None:
    session = recorder("popcorn", THREE)
    take(session, "Ann", "Bob: 2")
    stored = events(session)
    outcomes = take(session, "2 1")
    assert kinds(outcomes) == ["unread"]
    assert "which it was: `2: 1` (Cid), or `2; 1`" in outcomes[0].says
    assert events(session) == stored
    take(session, "2; 1")
    assert [event.count for event in events(session) if isinstance(event, Claimed)] == [2, 2, 1]


def test_pope_joan_takes_the_seat_alone_where_a_card_is_due() -> None:
    session = recorder("pope_joan", FOUR, preset="p001")
    take(session, "cid", "6H", "Dee: 3h")
    assert session.prompt().text == "who plays the 4h, or Dee: a lead after a stop"
    take(session, "1 0")
    played = [(event.seat, event.card) for event in events(session) if isinstance(event, Played)]
    assert played == [(3, Card("3h")), (1, Card("4h")), (0, Card("5h"))]
    assert session.prompt().text == "Ann: a lead"


def test_a_seat_goes_with_the_card_behind_it_also_where_seats_alone_say_something() -> None:
    session = recorder("pope_joan", FOUR, preset="p001")
    take(session, "cid", "Kh", "Dee: 3h")
    take(session, "1 0 5h 2")
    played = [(event.seat, event.card) for event in events(session) if isinstance(event, Played)]
    assert played == [(3, Card("3h")), (1, Card("4h")), (0, Card("5h")), (2, Card("6h"))]


def test_a_seat_that_plays_implies_the_passes_before_it_and_one_undo_takes_them_back() -> None:
    session = recorder("big_two", FOUR)
    take(session, "Ann", "Bob: 3d")
    before = session.prompt()
    assert [outcome.implied for outcome in take(session, "0 Kd")] == [True, True, False]
    assert events(session)[-3:] == [Passed(seat=2), Passed(seat=3), Laid(seat=0, cards=read_cards("Kd"))]
    take(session, "undo")
    assert [event.line for event in events(session) if isinstance(event, Retracted)] == [7, 6, 5]
    assert session.prompt() == before
    take(session, "redo")
    assert session.prompt().text.startswith("Bob: ")
    assert session.book.audit.findings == []


@pytest.mark.parametrize(
    ("game", "before", "line", "left_out"),
    [
        ("calabrasella", ["Ann"], "Ann 3d", "play or a pass"),
        ("dou_dizhu", ["hand", "7h", "Cid", "3"], "34567", "the widow, taken"),
    ],
)
def test_what_a_record_leaves_out_is_told_where_something_behind_it_is_typed(
    game: str, before: list[str], line: str, left_out: str
) -> None:
    session = recorder(game, THREE)
    take(session, *before)
    assert f"not written down, then: {left_out}" in [outcome.says for outcome in take(session, line)]


@pytest.mark.parametrize("line", ["Bob 3d", "Bob leads 3d", "Bob ??", "Bob lays 3d"])
def test_nothing_is_told_to_be_left_out_where_it_is_what_was_due(line: str) -> None:
    session = recorder("big_two", FOUR)
    take(session, "Ann")
    assert not [outcome for outcome in take(session, line) if "not written down" in outcome.says]


def test_no_passes_are_implied_where_somebody_must_lead() -> None:
    session = recorder("big_two", FOUR)
    take(session, "Ann", "Bob: 3d", "ppp")
    outcomes = take(session, "2 4d", sure=False)
    assert [(outcome.kind, outcome.event) for outcome in outcomes] == [
        ("declined", Laid(seat=2, cards=read_cards("4d")))
    ]


def test_one_undo_takes_back_what_one_line_said_also_where_the_log_is_resumed() -> None:
    session = recorder("big_two", FOUR)
    take(session, "Ann", "Bob: 3d")
    before = session.prompt()
    take(session, "0 Kd")
    session = resumed(session)
    undone = take(session, "undo")
    assert undone[0].says == "Ann laid Kd, Cid passed, Dee passed"
    assert session.prompt() == before
    session = resumed(session)
    take(session, "redo")
    session = resumed(session)
    assert [event for _, event in effective(session.book.log).events][-1] == Laid(seat=0, cards=read_cards("Kd"))
    assert session.prompt().text.startswith("Bob: ")
    take(session, "undo")
    assert session.prompt() == before


def test_a_pass_that_nothing_was_played_behind_or_that_was_remarked_is_taken_back_alone() -> None:
    session = recorder("big_two", FOUR)
    take(session, "Ann", "Bob: 3d", "p # slowly", "Ann Kd", "p", "p")
    session = resumed(session)
    take(session, "undo")
    assert events(session)[-1] == Retracted(line=9, why="undo")
    session = resumed(session)
    take(session, "undo", "undo")
    retracted = [event.line for event in events(session) if isinstance(event, Retracted)]
    assert retracted == [9, 8, 7, 6]  # the pass of Cid stays: it has a remark


def test_the_last_claim_is_told_by_the_name_of_who_made_it() -> None:
    session = recorder("popcorn", "a b c", names={"a": "Ann", "b": "Bob", "c": "Cid"})
    take(session, "Ann", "Bob: 2", "1")
    assert session.prompt()[:2] == ("Cid claims 1 two", "Ann: how many threes")


def test_of_who_says_good_play_too_late_the_turn_tells() -> None:
    session = recorder("tresette", FOUR)
    take(session, "Ann", "Bob 4c", "5c", "6c", "7c", "Ann 2d")
    turn = session.prompt().text.partition(":")[0]
    assert kinds(take(session, "good"))[0] == "stored"
    said_it = events(session)[-1]
    assert isinstance(said_it, MeldCalled)
    assert session.seats.name(said_it.seat) == turn
    assert session.book.audit.findings


def test_who_plays_out_of_turn_says_so_by_the_verb() -> None:
    session = recorder("big_two", FOUR)
    take(session, "Ann", "Bob: 3d", "0 lays Kd")
    assert events(session)[-2:] == [Laid(seat=1, cards=read_cards("3d")), Laid(seat=0, cards=read_cards("Kd"))]


@pytest.mark.parametrize("line", ["ppp 4d", "p p p 4d", "p; p; p; 4d", "1 4d", "Bob 4d", "b 4d", "b:4d", "1: 4d"])
def test_passes_and_the_play_behind_them_in_all_ways_to_say_it(line: str) -> None:
    session = recorder("big_two", FOUR)
    take(session, "Ann", "Bob: 3d", line)
    assert events(session)[-4:] == [*(Passed(seat=seat) for seat in (2, 3, 0)), Laid(seat=1, cards=read_cards("4d"))]


@pytest.mark.parametrize("line", ["h Kd 9d 2d 4d", "h; Kd9d2d4d", "h; Kd; 9d; Ann 2d Bob 4d", "h 2 Kd 3 9d 0 2d 1 4d"])
def test_a_whole_trick_in_all_ways_to_say_it(line: str) -> None:
    session = recorder("court_piece", FOUR)
    take(session, "Bob", line)
    assert [event for event in events(session) if isinstance(event, TrumpNamed | Played)] == [
        TrumpNamed(seat=2, suit="h"),
        Played(seat=2, card=Card("Kd")),
        Played(seat=3, card=Card("9d")),
        Played(seat=0, card=Card("2d")),
        Played(seat=1, card=Card("4d")),
    ]


def test_cards_that_are_laid_together_are_never_parted_unasked() -> None:
    session = recorder("big_two", FOUR)
    take(session, "Ann", "Bob: 3d 4c 5d 6d 8d", sure=False)
    assert not [event for event in events(session) if isinstance(event, Laid)]


def test_a_draw_is_a_letter_and_what_is_owed_is_enter() -> None:
    session = recorder("last_one", FOUR)
    take(session, "Ann", "deal 7", "5d", "d")
    assert events(session)[-1] == Drew(seat=1, count=1, why="turn", cards=read_cards("??"))
    take(session, "2d")
    assert "drawn for" in session.prompt().text
    drawn = session.prompt().enter
    if drawn is not None:
        take(session, "")
        assert events(session)[-1] == drawn


# ---- Trente et Quarante --------------------------------------------------------------------------------------------


def test_bets_are_named_by_the_recorder_and_placed_again_with_one_key() -> None:
    session = recorder("trente_et_quarante", THREE)
    take(session, "Ann r 10", "b n 2.50; 2i5", "32 35")
    placed = [event for event in events(session) if isinstance(event, BetPlaced)]
    assert [(bet.seat, bet.kind, bet.amount) for bet in placed] == [
        (0, "rouge", 1000),
        (1, "noir", 250),
        (2, "inverse", 500),
    ]
    assert len({bet.bet for bet in placed}) == 3
    assert [(row.row, row.total) for row in events(session) if isinstance(row, RowDealt)] == [
        ("noir", 32),
        ("rouge", 35),
    ]
    take(session, "Ann n 1", "=")
    again = [event for event in events(session) if isinstance(event, BetPlaced)][3:]
    assert [(bet.seat, bet.kind, bet.amount) for bet in again] == [
        (0, "noir", 100),
        (1, "noir", 250),
        (2, "inverse", 500),
    ]
    assert len({bet.bet for bet in [*placed, *again]}) == 6
    assert [found for found in session.book.audit.findings if found.kind != "note"] == []


def test_bets_again_are_none_where_none_were_or_where_they_are_closed() -> None:
    session = recorder("trente_et_quarante", THREE)
    assert kinds(take(session, "=")) == ["unread"]
    take(session, "Ann r 10", "32 35", "hand", "31")
    assert kinds(take(session, "=")) == ["unread"]


@pytest.mark.parametrize(
    ("line", "rows"),
    [
        ("32 35", [(32, None), (35, None)]),
        ("2 5", [(32, None), (35, None)]),
        ("2r 5", [(32, "red"), (35, None)]),
        ("31b; 40r", [(31, "black"), (40, "red")]),
        ("n 32 r 35", [(32, None), (35, None)]),
        ("32 red 35 black", [(32, "red"), (35, "black")]),
    ],
)
def test_both_rows_are_told_on_one_line(line: str, rows: list[tuple[int, str | None]]) -> None:
    session = recorder("trente_et_quarante", THREE)
    take(session, "hand", line)
    told = [(row.total, row.colour) for row in events(session) if isinstance(row, RowDealt)]
    assert told == rows


def test_help_says_where_ranks_are_enough_and_as_many_passes_as_may_come() -> None:
    ranks, cards = recorder("dou_dizhu", THREE), recorder("big_two", FOUR)
    take(ranks, "", "Qh", "Ann", "3", "", "34567")
    take(cards, "Ann", "Bob 3d")
    told, other = take(ranks, "?")[0].says, take(cards, "?")[0].says
    assert "ranks alone are enough" in told
    assert "passes  p, pp; Cid 2: those before Cid passed" in told
    assert "ranks alone" not in other
    assert "passes  p, ppp; Dee 2h: those before Dee passed" in other


@pytest.mark.parametrize("line", ["0r10", "1n20"])
def test_a_bet_in_one_word_is_one_act_also_where_a_row_is_due(line: str) -> None:
    session = recorder("trente_et_quarante", THREE)
    take(session, "hand", "4r")
    before = events(session)
    assert kinds(take(session, line, sure=False)) == ["declined"]
    assert events(session) == before
    take(session, line)
    assert isinstance(events(session)[-1], BetPlaced)


def test_a_bet_is_placed_for_the_next_hand_after_one_that_came_too_late() -> None:
    session = recorder("trente_et_quarante", THREE)
    take(session, "noir Kh 6d Ac 8h 8s", "Bob r 5", "rouge 7c 7c Ac As 3s 5s 4h Jh")
    assert kinds(take(session, "Ann r 10", "bet Cid noir 20")) == ["stored", "stored"]
    late, *others = [bet for bet in events(session) if isinstance(bet, BetPlaced)]
    assert [(bet.seat, bet.kind, bet.amount) for bet in others] == [(0, "rouge", 1000), (2, "noir", 2000)]
    assert len({bet.bet for bet in (late, *others)}) == 3


def test_a_bet_is_told_by_whose_it_is() -> None:
    session = recorder("trente_et_quarante", THREE)
    take(session, "Ann r 10", "Ann n 20", "Bob n 5")
    names = {(bet.seat, bet.kind): bet.bet for bet in events(session) if isinstance(bet, BetPlaced)}
    take(session, "insure Bob 0.05", "insure Ann r 0.10", "withdraw Ann n")
    assert events(session)[-3:] == [
        BetInsured(bet=names[1, "noir"], amount=5),
        BetInsured(bet=names[0, "rouge"], amount=10),
        BetWithdrawn(bet=names[0, "noir"]),
    ]
    take(session, "Ann n 20")
    assert "which bet: " in take(session, "withdraw Ann")[0].says


@pytest.mark.parametrize("game", ["trente_et_quarante", "dou_dizhu"])
def test_a_name_alone_deals_only_where_hands_have_a_dealer(game: str) -> None:
    session = recorder(game, "Ann Bob Cid")
    assert kinds(take(session, "Ann")) == ["unread"]
    assert events(session) == []
    take(session, "Ann deals")
    assert events(session) == [HandStarted(dealer=0)]
    other = recorder("big_two", "Ann Bob Cid")
    take(other, "Ann")
    assert events(other) == [HandStarted(dealer=0)]


@pytest.mark.parametrize(
    ("game", "line"), [("trente_et_quarante", "Zoe r 10"), ("spinado", "Zoe 5d"), ("big_two", "Zoe pass")]
)
def test_an_act_of_a_name_that_nobody_here_has_is_told_who_sits_there(game: str, line: str) -> None:
    session = recorder(game, "Ann Bob Cid")
    take(session, "Ann deals" if game != "trente_et_quarante" else "hand")
    (unread,) = take(session, line)
    assert "saw 'Zoe', wanted a player or a word for an act; at the table are Ann, Bob, Cid" in unread.says


# ---- Letters and people --------------------------------------------------------------------------------------------


def test_a_letter_is_a_seat_where_one_name_alone_begins_so_and_nothing_else_is_meant() -> None:
    session = recorder("court_piece", FOUR)
    take(session, "b")
    take(session, "d", "c Kd", "d 9d")  # diamonds are trump; Cid and Dee play
    assert [event for event in events(session) if isinstance(event, TrumpNamed | Played)] == [
        TrumpNamed(seat=2, suit="d"),
        Played(seat=2, card=Card("Kd")),
        Played(seat=3, card=Card("9d")),
    ]
    other = recorder("court_piece", "Ann Anna Cid Dee")
    assert kinds(take(other, "a")) == ["unread"]


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("Dee leaves; Eve joins 3", Joined(seat=3, player="Eve")),
        ("Dee leaves; Eve Miller joins seat 3", Joined(seat=3, player="Eve Miller")),
        ("Eve for Dee", Joined(seat=3, player="Eve")),
        ("Eve replaces 3", Joined(seat=3, player="Eve")),
        ("Dee leaves; join 3 Eve", Joined(seat=3, player="Eve")),
        ("Dee leaves; Dee joins 3", Joined(seat=3, player="Dee")),
        ("joined s3 Eve", Joined(seat=3, player="Eve")),  # as a log has it
        ("Dee leaves", Left(seat=3)),
        ("leave Dee", Left(seat=3)),
    ],
)
def test_people_come_and_go_in_the_words_people_use(line: str, event: object) -> None:
    session = recorder("court_piece", FOUR)
    take(session, line)
    assert events(session)[-1] == event
    assert len(events(session)) == len(line.split(";"))


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("Eve joins 3", "a seat where nobody sits: Dee has it; `Eve for Dee` takes it over"),
        ("join 3 Eve", "a seat where nobody sits: Dee has it; `Eve for Dee` takes it over"),
        ("ann joins 0", "somebody else: Ann sits there already"),
        ("Bob joins 2", "somebody who is not at the table: Bob has seat 1; `Bob leaves` comes first"),
        ("Bob for Cid", "somebody who is not at the table: Bob has seat 1; `Bob leaves` comes first"),
    ],
)
def test_nobody_takes_a_seat_that_somebody_has_nor_a_second_one(line: str, wanted: str) -> None:
    session = recorder("court_piece", FOUR)
    outcomes = take(session, "Ann", line)
    assert kinds(outcomes)[-1] == "unread"
    assert wanted in outcomes[-1].says
    assert len(events(session)) == 1


def test_a_seat_without_anybody_is_called_by_its_number_and_so_it_is_typed() -> None:
    session = recorder("court_piece", FOUR)
    told = take(session, "Ann", "Bob leaves")[-2].says
    assert told == "note, line 3: Bob: a player left in the middle of a hand, and nobody took the seat [G-5]"
    assert session.prompt().text == "seat 1: the trump suit"
    take(session, "seat 1: h", "seat 1 5d")
    assert events(session)[-1] == Played(seat=1, card=Card("5d"))
    assert "seats   0 Ann, 1 nobody, 2 Cid, 3 Dee; Cid 5d" in take(session, "?")[0].says


@pytest.mark.parametrize("line", ["Eve joins", "Eve joins 9", "Eve for Fay", "for Dee"])
def test_who_joins_must_have_a_seat(line: str) -> None:
    session = recorder("court_piece", FOUR)
    assert kinds(take(session, line)) == ["unread"]
    assert events(session) == []


def test_a_line_that_can_be_cut_in_a_thousand_ways_comes_to_an_end() -> None:
    session = recorder("popcorn", "Ann Bob Cid Dee Eve Fay")
    take(session, "Ann", "Bob: 1")
    assert kinds(take(session, "1 " * 400 + "x"))[0] in {"unread", "stored"}
    assert kinds(take(session, "x " * 4000)) == ["unread"]


def test_a_card_that_is_written_wrongly_is_no_name_of_a_combination() -> None:
    session = recorder("big_two", FOUR)
    take(session, "Ann")
    for line in ("Bob: 3d 3x", "Bob: 3d Qx", "Bob: 3d x"):
        assert kinds(take(session, line)) == ["unread"]
    assert len(events(session)) == 1
    take(session, "Bob: 3d 3c pair")
    assert events(session)[-1] == Laid(seat=1, cards=read_cards("3d 3c"), shape="pair")


def test_a_seat_alone_is_enough_where_all_that_may_come_next_is_one_card() -> None:
    session = recorder("pluck", THREE)
    take(session, "Ann", "c")
    assert session.prompt().text == "a card, 2c: whose?"
    take(session, "Bob")
    assert events(session)[-1] == Played(seat=1, card=Card("2c"))


def test_a_bet_that_comes_too_late_is_asked_about_and_has_a_name() -> None:
    session = recorder("trente_et_quarante", THREE)
    take(session, "Ann r 10", "32")
    assert kinds(take(session, "Bob bets n 5", sure=False)) == ["declined"]
    take(session, "Bob bets n 5")
    placed = [event for event in events(session) if isinstance(event, BetPlaced)]
    assert [(bet.seat, bet.amount) for bet in placed] == [(0, 1000), (1, 500)]
    assert placed[0].bet != placed[1].bet


def test_help_tells_what_may_be_said_of_a_gap() -> None:
    session = recorder("court_piece", FOUR)
    assert take(session, "? gap")[0].says.startswith(
        "gap [HANDS]: something was missed here; HANDS: how many whole hands"
    )
    take(session, "gap 3")
    assert events(session) == [Gap(hands=3)]


def test_what_a_colour_left_out_leaves_open_is_said_with_what_to_type() -> None:
    session = recorder("trente_et_quarante", "Ann Bob Cid", buy_in=10000)
    take(session, "Ann r 10", "Bob couleur 10")
    told = [outcome.says for outcome in take(session, "32 35")]
    assert told[-1] == "Bob: cannot be told without the colour on line 4: `fix 4 32 black` or `fix 4 32 red`"
    take(session, "fix 4 32 red")
    assert session.book.audit.results[-1].result.points == (-1000, -1000, 0)
    take(session, "=")
    assert not [outcome for outcome in take(session, "2r 5") if "cannot be told" in outcome.says]


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("fix 4 2r", RowDealt(row="noir", total=32, colour="red")),
        ("fix 4 33", RowDealt(row="noir", total=33)),
        ("fix 3 20", BetPlaced(seat=1, bet="b3", kind="couleur", amount=2000)),
        ("fix 3 n 20", BetPlaced(seat=1, bet="b3", kind="noir", amount=2000)),
        ("fix 3 Cid i 5", BetPlaced(seat=2, bet="b3", kind="inverse", amount=500)),
    ],
)
def test_what_stood_there_need_not_be_said_again(line: str, event: Event) -> None:
    session = recorder("trente_et_quarante", "Ann Bob Cid", buy_in=10000)
    take(session, "Ann r 10", "Bob couleur 10", "32 35", line)
    assert dict(effective(session.book.log).events)[int(line.split()[1])] == event
