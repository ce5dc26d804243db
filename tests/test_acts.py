"""Acts in words: nothing of a line is left out, and a card player would say it so."""

from typing import Any

import pytest

from tests.builders import cards
from upcard.cli.telling import describe, described
from upcard.pages.cards import card_text
from upcard.schemas.cards import UNKNOWN, Card
from upcard.schemas.events import (
    FORMAT,
    Agreed,
    BetPlaced,
    CardNamed,
    ChipsPassed,
    Claimed,
    CountAsked,
    Drew,
    Gap,
    Gave,
    HandStarted,
    Meld,
    MeldsTold,
    Opened,
    Played,
    Reshuffled,
    ResultCalled,
    RowDealt,
    Ruled,
    Scored,
    Shown,
    Shuffled,
    Took,
    TurnedUp,
    Voided,
)
from upcard.schemas.events.words import act_in_words

PLAYERS = ("ann", "bob", "cid")


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (HandStarted(dealer=2), "a hand begins, seat 2 cid deals"),
        (Voided(why="all_passed"), "the hand is void: all passed"),
        (Gap(hands=1), "something was missed: 1 hand"),
        (Shuffled(cut_from_end=52), "the shoe is shuffled, 52 cards behind the cut card"),
        (TurnedUp(card=Card("7h"), place="rouge"), "7h is turned up in the rouge"),
        (TurnedUp(card=Card("7h"), position=3), "7h is turned up and put below 3 cards"),
        (RowDealt(row="noir", total=31, colour="red"), "the noir row is dealt, 31 in all, the first card red"),
        (Claimed(seat=0, rank="6", count=2, cards=cards("7c 8c")), "seat 0 ann lays 7c 8c face down, and says 2 sixes"),
        (Claimed(seat=0, rank="Q", count=1, laid=3), "seat 0 ann lays 3 cards face down, and says 1 queen"),
        (Claimed(seat=0, rank="T", count=1, cards=(UNKNOWN,)), "seat 0 ann lays 1 card face down, and says 1 ten"),
        (Drew(seat=1, count=2, why="missed_call", cards=cards("7c 8c")), "seat 1 bob draws 2 cards for a missed call: 7c 8c"),
        (Drew(seat=1, count=1, why="turn", cards=(UNKNOWN,)), "seat 1 bob draws 1 card"),
        (Gave(seat=0, to=1, card=Card("3h")), "seat 0 ann gives seat 1 bob 3h"),
        (Gave(seat=0, to=1), "seat 0 ann gives seat 1 bob a card"),
        (CardNamed(seat=0), "seat 0 ann names no card"),
        (CountAsked(seat=0, of=2, answer=3), "seat 0 ann asks seat 2 cid how many: 3"),
        (Took(seat=0, cards=(*cards("7c"), UNKNOWN), place="pile"), "seat 0 ann takes 7c and 1 card from the pile"),
        (MeldsTold(seat=0, melds=(Meld(kind="three", rank="A"), Meld(kind="nap", suit="s"))), "seat 0 ann announces three aces, nap of spades"),
        (Played(seat=0, card=Card("8d"), suit="c"), "seat 0 ann plays 8d and names clubs"),
        (Played(seat=0, card=Card("8d"), refused=True, note="no heart"), "seat 0 ann plays 8d (refused) (no heart)"),
        (Shown(cards=cards("8d"), place="widow"), "8d is shown in the widow"),
        (Shown(cards=cards("8d"), seat=1, hand=2, all=True), "seat 1 bob shows 8d of hand 2 and no more"),
        (Agreed(what="nine", seats=(0, 1)), "it is agreed: nine, by seat 0 ann, seat 1 bob"),
        (Ruled(what="revoke", seat=1, trick=2, card=Card("7c")), "it is ruled: revoke, seat 1 bob, trick 2, card 7c"),
        (Reshuffled(count=12), "the discards become the stock, 12 cards"),
        (ResultCalled(result="won", seat=1), "it is said: won, seat 1 bob"),
        (ChipsPassed(from_="seat:1", to="pool:pope", amount=5, why="ante"), "seat 1 bob pays the pool pope 5: ante"),
        (Scored(), "score sheet"),
        (Scored(tricks=(6, 7), seat=1, void=True), "score sheet: tricks 6 7, seat 1 bob, void"),
    ],
)  # fmt: skip
def test_all_that_a_line_says_is_told(event: Any, words: str) -> None:
    assert describe(event, PLAYERS) == words


def test_money_is_told_in_coins_where_a_coin_has_units() -> None:
    bet = BetPlaced(seat=0, bet="a", kind="noir", amount=1250)
    assert describe(bet, PLAYERS, coin=100) == "seat 0 ann bets 12.50 on noir, bet a"
    assert describe(bet, PLAYERS) == "seat 0 ann bets 1250 on noir, bet a"


def test_players_may_be_called_by_their_names_alone_and_cards_as_people_write_them() -> None:
    event = Gave(seat=0, to=1, card=Card("Th"))
    assert act_in_words(event, PLAYERS.__getitem__, card_text) == "ann gives bob 10♥"


def test_a_header_says_which_seats_are_empty() -> None:
    header = Opened(format=FORMAT, log="x", game="big_two", seats=("ann", "", "cid"), options={"target": 50})
    assert described(header) == "big_two: 0 ann, 1 (empty), 2 cid; target=50"
