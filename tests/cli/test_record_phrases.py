"""What people say at a table is taken as they say it, and what could be taken for something else is not stored as that."""

import pytest

from tests.cli.recording import events, kinds, recorder, take
from upcard.cli.recorder.session import Session
from upcard.schemas.events import BetPlaced, Claimed, Dealt, Discarded, Laid, Left, Passed, Played, TrumpNamed


def after(game: str, *lines: str, players: str = "Ann Bob Cid Dee") -> Session:
    """A session in which these lines were taken."""
    session = recorder(game, players)
    take(session, *lines)
    return session


@pytest.mark.parametrize(
    "said", ["Ann bets 10 on red", "Ann puts 10 on rouge", "Ann 10 red", "10 on red Ann", "Ann rouge 10", "Ann r 10"]
)
def test_a_bet_is_said_in_any_order_and_is_no_row(said: str) -> None:
    session = after("trente_et_quarante", said, players="Ann Bob")
    (bet,) = [event for event in events(session) if isinstance(event, BetPlaced)]
    assert (bet.seat, bet.kind, bet.amount) == (0, "rouge", 1000)
    assert len(events(session)) == 1


def test_totals_of_both_rows_begin_a_hand_without_bets() -> None:
    session = after("trente_et_quarante", "32 to 35", players="Ann Bob")
    assert [event.total for event in events(session)] == [32, 35]  # type: ignore[union-attr]


@pytest.mark.parametrize(("game", "players"), [("last_one", "Ann Bob Cid"), ("big_two", "Ann Bob Cid Dee")])
@pytest.mark.parametrize("said", ["7 each", "7 cards each", "seven apiece"])
def test_so_many_each_are_dealt(game: str, players: str, said: str) -> None:
    session = after(game, "Ann deals", said, players=players)
    assert [event.each for event in events(session) if isinstance(event, Dealt)] == [7]


def test_sets_are_said_in_words() -> None:
    session = after("dou_dizhu", "Ann deals", "Ann bids 3", "", players="Ann Bob Cid")
    take(session, "a pair of fours", "pair of fives", "rocket", "p p", "Ann plays a bomb of sevens")
    laid = [" ".join(map(str, event.cards)) for event in events(session) if isinstance(event, Laid)]
    assert laid[:3] == ["4? 4?", "5? 5?", "Xb Xr"]
    session = after("big_two", "Ann deals", "Ann 3d 3c", "Bob plays a pair of fours")
    assert [len(event.cards) for event in events(session) if isinstance(event, Laid)] == [2, 2]


def test_a_claim_of_another_rank_is_that_claim_and_nobody_elses() -> None:
    session = after("popcorn", "Ann deals", "Bob says three aces", players="Ann Bob Cid")
    claims = [(event.seat, event.rank, event.count) for event in events(session) if isinstance(event, Claimed)]
    assert claims == [(1, "A", 3)]
    take(session, "Cid: one three")
    claims = [(event.seat, event.rank, event.count) for event in events(session) if isinstance(event, Claimed)]
    assert claims == [(1, "A", 3), (2, "3", 1)]


@pytest.mark.parametrize("said", ["hearts are trumps", "trump is hearts", "Bob calls hearts", "Bob says hearts"])
def test_trump_is_said_in_words(said: str) -> None:
    session = after("court_piece", "Ann deals", said)
    assert [event.suit for event in events(session) if isinstance(event, TrumpNamed)] == ["h"]


def test_cards_are_played_in_the_words_of_tricks() -> None:
    session = after(
        "court_piece", "Ann deals", "h", "Bob leads the Qc", "Cid follows 9c", "Dee ruffs 3h", "Ann throws the 3d"
    )
    assert [str(event.card) for event in events(session) if isinstance(event, Played)] == ["Qc", "9c", "3h", "3d"]


def test_cards_behind_a_verb_that_takes_several_are_its_own() -> None:
    session = after("hasenpfeffer", "Ann deals", "Bob bids 3", "all pass", "hearts", "Bob discards 9c 9d")
    assert [event.seat for event in events(session) if isinstance(event, Passed)] == [2, 3, 0]
    assert [event.cards for event in events(session) if isinstance(event, Discarded)] == [("9c", "9d")]
    assert not any(isinstance(event, Played) for event in events(session))
    assert "nobody passes now" in take(session, "everybody passes")[0].says


def test_who_has_it_is_said_in_words_and_so_is_that_nobody_has() -> None:
    begun = ("Ann deals", "Bob plays alone", "Bob asks for 3s")
    assert kinds(take(after("calabrasella", *begun, players="Ann Bob Cid"), "nobody has it")) == ["stored"]
    assert "gave" in take(after("calabrasella", *begun, players="Ann Bob Cid"), "Cid has it")[0].says
    session = after("pope_joan", "Ann deals", "9d", "Bob plays 4c", "Cid has the five")
    assert [str(event.card) for event in events(session) if isinstance(event, Played)] == ["4c", "5c"]


@pytest.mark.parametrize(
    ("game", "lines", "said", "says"),
    [
        ("last_one", ["Ann deals"], "Bob bets 10 on red", "there is no `bets` in Last One"),
        ("court_piece", ["Ann deals", "h", "Qc"], "Cid takes it", "no place of Court Piece (Rang) has a name"),
        ("last_one", ["Ann deals"], "deal", "how many cards each has, or the hands"),
        ("trente_et_quarante", [], "=", "there are none of the deal before"),
    ],
)
def test_what_is_not_taken_says_so_in_plain_words(game: str, lines: list[str], said: str, says: str) -> None:
    session = after(game, *lines, players="Ann Bob Cid" if game == "last_one" else "Ann Bob Cid Dee")
    before = events(session)
    (outcome,) = take(session, said)
    assert says in outcome.says
    assert events(session) == before


def test_who_leaves_within_a_hand_is_told_what_may_follow() -> None:
    session = after("court_piece", "Ann deals", "h", "Qc 9c")
    assert [one.says for one in take(session, "Dee leaves")][-1].startswith("the hand goes on: `Eve for Dee`")
    assert "this seat is empty" in take(session, "Dee left")[0].says
    assert kinds(take(session, "Eve for Dee")) == ["stored", "cured"]
    assert sum(isinstance(event, Left) for event in events(session)) == 1
