"""Spinado: rows of a score sheet, beside a naive reckoning of the hands they come from."""

import random
from collections.abc import Sequence

import pytest

from tests.experiments import sessions
from tests.games.spinado_examples import E1, E1_PLAYS, E2, E2_PLAYS, hand, table
from upcard.engine.audit import Audit, audit
from upcard.engine.games.spinado.table import BOARD, RATES, lying_in_pairs
from upcard.engine.log import Log
from upcard.engine.mechanisms import held
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import Card
from upcard.schemas.events import (
    Base,
    ChipsPassed,
    Closed,
    Dealt,
    Gap,
    HandStarted,
    Laid,
    Played,
    PoolCounted,
    Scored,
    Voided,
)

Short = tuple[str, int | None]


def short(log: Log) -> list[Short]:
    """Findings but for notes: name and seat."""
    return [(one.name, one.seat) for one in audit(log).findings if one.kind != "note"]


def purses(done: Audit) -> list[int | None]:
    """What each seat has."""
    return [held.purse(done.state, seat, RATES) for seat in range(done.state.seats)]


def pots(done: Audit) -> list[int | None]:
    """What lies in the pots, as far as it is known."""
    state = done.state
    return [None if state.unsure >> state.seats + at & 1 else amount for at, amount in enumerate(BOARD.contents(state))]


def rows(*scores: Scored) -> list[Base]:
    """A hand begun for each row, dealt by seat 3 first."""
    return [one for at, row in enumerate(scores) for one in (HandStarted(dealer=None if at else 3), row)]


# ---- A naive scorer, straight from SP-2 to SP-4 --------------------------------------------------------------------


def reckoned(log: Log) -> list[tuple[list[int], int, list[int]]]:
    """For each hand: what each seat gained, who was out, and what lay in the pots afterwards."""
    seats, any_order = len(log.header.seats), (log.header.options or {}).get("pair_rule", "any") == "any"
    pool = {"matrimony": 0, "intrigue": 0}
    told, winner = [], None
    hands: list[list[Card]] = []
    gains: list[int] = []
    played: list[tuple[int, Card]] = []
    for _, event in log.events:
        if isinstance(event, Dealt):
            hands = [list(cards or ()) for cards in event.hands or ()]
            gains = [0 if seat == winner else -3 for seat in range(seats)]
            game = -sum(gains) // 3
            pool = {name: amount + game for name, amount in pool.items()}
            played = []
        if isinstance(event, Played | Laid):
            cards = [event.card] if isinstance(event, Played) else sorted(event.cards, key=lambda card: card == "Ad")
            for card in cards:
                hands[event.seat].remove(card)
                played.append((event.seat, card))
                for name, pair in (("matrimony", ("Qd", "Kd")), ("intrigue", ("Jd", "Qd"))):
                    if takes(played, event.seat, pair, any_order=any_order):
                        gains[event.seat] += pool[name]
                        pool[name] = 0
            if not hands[event.seat]:
                winner = event.seat
                gains[winner] += game
                for seat, left in enumerate(hands):
                    if "Ad" in left:
                        gains[seat] -= 2 * len(left)
                        gains[winner] += 2 * len(left)
                told.append((gains, winner, [pool["matrimony"], pool["intrigue"], 0]))
    return told


def takes(played: Sequence[tuple[int, Card]], seat: int, pair: tuple[str, str], *, any_order: bool) -> bool:
    """Whether the card just played by this seat is the second of a pair (SP-3.5)."""
    if any_order:
        own = [card for by, card in played if by == seat]
        return own[-1] in pair and set(pair) <= set(own)
    return len(played) > 1 and played[-2:] == [(seat, pair[0]), (seat, pair[1])]


def legal_rows(ordinal: int) -> None:
    """What the play comes to is what the naive scorer says, and a sheet of it is clean, whatever columns it has."""
    options = {"pair_rule": ("any", "in_sequence")[ordinal % 2]}
    log = simulate(Setup(game="spinado", seed=11, seats=3 + ordinal % 3, options=options), hands=6, ordinal=ordinal)
    seats, told = len(log.header.seats), reckoned(log)
    done = audit(log)
    assert [list(ended.result.points) for ended in done.results] == [gains for gains, _, _ in told]
    assert pots(done) == told[-1][2]
    for columns in (0, 1, 2, 3, 6, 7):
        sums, events = [50] * seats, []
        for at, (gains, winner, _) in enumerate(told):
            sums = [total + gain for total, gain in zip(sums, gains, strict=True)]
            out, totals = winner if columns & 1 else None, tuple(sums) if columns & 2 else None
            points = None if columns & 4 else tuple(gains)
            events += [HandStarted(dealer=None if at else 0), Scored(points=points, seat=out, totals=totals)]
        sheet = audit(table(events, seats, buy_in=50, options=options))
        assert [one for one in sheet.findings if one.kind != "note"] == [], (ordinal, columns)
        assert purses(sheet) == sums
        assert all(known in {None, amount} for known, amount in zip(pots(sheet), told[-1][2], strict=True))
        if columns & 1:
            assert lying_in_pairs(sheet.state) == sum(told[-1][2])
        won = [ended.result.won for ended in sheet.results]
        assert all(row.index(True) == one[1] for row, one in zip(won, told, strict=True) if True in row)


def test_sp_4_sheets_of_legal_play_are_clean() -> None:
    for ordinal in range(40):
        legal_rows(ordinal)


@pytest.mark.check
def test_sp_4_sheets_of_legal_play_are_clean_often() -> None:
    for ordinal in range(sessions(500)):
        legal_rows(ordinal)


def test_sp_6_a_point_too_many_is_found_in_the_first_row() -> None:
    """While it is known what lies in the pots, no row that is wrong by one is such as a hand can bring."""
    rng = random.Random(1)
    for ordinal in range(60):
        seats = 3 + ordinal % 3
        log = simulate(Setup(game="spinado", seed=12, seats=seats), hands=1, ordinal=ordinal)
        gains, winner, _ = reckoned(log)[0]
        gains[rng.randrange(seats)] += rng.choice((-1, 1))
        found = short(table([HandStarted(dealer=0), Scored(points=tuple(gains), seat=winner)], seats))
        assert len(found) == 1, (gains, winner)
        assert found[0][0] in {"wrong_payment", "not_conserved"}


# ---- Single rows ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "out", "expected"),
    [
        ((-3, -3, 1, -3), 2, []),
        ((-3, -3, 1, -3), None, []),
        ((-21, 19, -3, -3), 1, []),  # nine cards and the spinado among them
        ((1, -3, 5, -3), 2, []),  # both pots to seat 0, which pays for two cards
        ((-3, -3, 2, -3), 2, [("wrong_payment", None)]),
        ((-3, -3, 1, -3), 1, [("wrong_payment", 1)]),
        ((-23, 21, -3, -3), 1, [("wrong_payment", None)]),  # there are no ten cards to pay for
        ((-5, 3, -5, -1), 1, [("wrong_payment", None)]),  # two seats cannot both hold the spinado
        ((-3, -3, 1, 6), 2, [("not_conserved", None)]),
        ((-3, -3, 1, -3), 7, [("no_such_seat", None)]),
    ],
)
def test_sp_6_rows_are_such_as_a_hand_can_bring(
    points: tuple[int, ...], out: int | None, expected: list[Short]
) -> None:
    assert short(table(rows(Scored(points=points, seat=out)))) == expected


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        ((2, -3, 1, -3), []),
        ((6, -3, 1, -3), []),
        ((1, -3, 6, -3), [("wrong_payment", 2)]),  # the queen is in both pairs: one seat takes both pots, seat 0 is out
        ((-12, -3, 15, -3), []),  # five to seat 0, which holds seven cards
        ((-14, -3, 17, -3), [("wrong_payment", None)]),  # it cannot have played two of nine and hold eight
    ],
)
def test_sp_3_5_a_pair_takes_two_cards_of_one_seat(points: tuple[int, ...], expected: list[Short]) -> None:
    log = table(rows(Scored(points=points, seat=2)), board={"matrimony": 1})
    assert short(log) == expected


def test_sp_6_a_sheet_of_purses_alone_tells_what_was_won() -> None:
    sheet = rows(Scored(totals=(17, 17, 21, 17)), Scored(totals=(-4, 35, 28, 15)))
    done = audit(table(sheet, buy_in=20))
    assert [ended.result.points for ended in done.results] == [(-3, -3, 1, -3), (-21, 18, 7, -2)]
    assert [(one.name, one.at) for one in done.findings] == [("wrong_payment", 5)]
    assert audit(table(sheet)).results[0].result.points == (None,) * 4  # nobody knows what they began with


def test_sp_6_totals_are_as_many_as_players_and_a_hand_thrown_in_leaves_them() -> None:
    row = Scored(points=(-3, -3, 1, -3), totals=(17, 17, 21))
    assert short(table(rows(row), buy_in=20)) == [("wrong_payment", None)]
    assert short(table(rows(Scored(void=True, totals=(20, 20, 20, 20))), buy_in=20)) == []
    assert short(table(rows(Scored(void=True, totals=(20, 20, 20, 23))), buy_in=20)) == [("not_conserved", 3)]


def test_sp_4_3_game_is_empty_after_a_row() -> None:
    row = rows(Scored(points=(-3, -3, 6, -3), seat=2))
    assert short(table([*row, PoolCounted(pool="game", amount=0)], board={"game": 5})) == []
    assert short(table([*row, PoolCounted(pool="game", amount=5)], board={"game": 5})) == [("not_conserved", None)]
    both = rows(Scored(points=(-3, -3, 6, -3), seat=2), Scored(points=(-3, 0, 0, -3), seat=1))
    assert short(table(both, board={"game": 5})) == []


def test_sp_4_1_who_was_out_follows_where_only_one_seat_can_have_been() -> None:
    done = audit(table(rows(Scored(points=(-3, -3, 1, -3)), Scored(points=(-21, 18, 7, -3)))))
    assert [ended.result.won for ended in done.results] == [(False, False, True, False), (False, True, False, False)]
    assert lying_in_pairs(done.state) == 7


def test_sp_4_3_what_lies_in_each_pot_follows_where_only_one_hand_fits() -> None:
    none, both = Scored(points=(-3, -3, 1, -3), seat=2), Scored(points=(-3, -3, 17, -3), seat=2)
    assert pots(audit(table(rows(none)))) == [4, 4, 0]
    assert pots(audit(table(rows(none, both)))) == [0, 0, 0]
    one = Scored(points=(1, -3, 1, -3), seat=2)
    assert pots(audit(table(rows(one)))) == [None, None, 0]
    assert lying_in_pairs(audit(table(rows(one))).state) == 4


def test_sp_a10_pots_left_after_rows_of_a_sheet_are_shared() -> None:
    for row in (Scored(points=(-3, -3, 1, -3), seat=2), Scored(points=(1, -3, 1, -3), seat=2)):
        done = audit(table([*rows(row), Closed()], options={"leftover_pots": "split_equal"}, buy_in=10))
        share = (8 - sum(row.points or ()) - 8) // 4
        assert purses(done) == [10 + amount + share for amount in row.points or ()]
    unknown = audit(table([*rows(row), Gap(hands=1), Closed()], options={"leftover_pots": "split_equal"}))
    assert purses(unknown) == [None] * 4


def test_sp_6_totals_of_a_row_are_added_up() -> None:
    first = Scored(points=(-3, -3, 1, -3), totals=(17, 17, 21, 18))
    assert short(table(rows(first), buy_in=20)) == [("not_conserved", 3)]
    second = Scored(points=(-21, 18, 7, -3), totals=(-4, 35, 28, 15))
    assert short(table(rows(Scored(points=(-3, -3, 1, -3)), second), buy_in=20)) == [("not_conserved", 3)]
    assert short(table(rows(first))) == []  # nobody knows what they began with


# ---- Rows beside play, and rows that belong to no hand -------------------------------------------------------------


PLAYED = hand(3, E1, E1_PLAYS)


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        ([*PLAYED, Scored(points=(-3, -3, 1, -3), seat=2)], []),
        ([*PLAYED, Scored(points=(-3, -3, 1, -3), seat=1)], [("count_mismatch", 1)]),
        ([*PLAYED, Closed(), Scored(points=(-3, -3, 1, -3), seat=2)], []),
        ([*PLAYED, Closed(), Scored(points=(-3, -3, 2, -3), seat=2)], [("wrong_payment", 2)]),
        ([*PLAYED, Scored(void=True)], [("wrong_payment", None)]),
        ([HandStarted(dealer=3), Voided(), Scored(void=True)], []),
        ([HandStarted(dealer=3), Voided(), Scored(points=(0, 0, 1, -1))], [("wrong_payment", 2), ("wrong_payment", 3)]),
        ([Scored(points=(-3, -3, 1, -3))], [("no_hand", None)]),
        ([Gap(hands=1), Scored(points=(-3, -3, 1, -3))], []),
        (rows(Scored(points=(-3, -3, 1, -3)), Scored(points=(-21, 18, 7, -3)))[:2], []),
        (
            [*rows(Scored(points=(-3, -3, 1, -3))), Scored(points=(-3, 1, -3, -3))],
            [("wrong_payment", 1), ("wrong_payment", 2)],
        ),
    ],
)
def test_sp_6_a_row_belongs_to_the_hand_before_it(events: list[Base], expected: list[Short]) -> None:
    assert short(table(events)) == expected


def test_sp_6_only_a_hand_that_is_on_is_thrown_in() -> None:
    assert short(table([*PLAYED, Voided()])) == [("no_hand", None)]
    assert short(table([Gap(), Voided()])) == []


# ---- Antes, fines and gaps -----------------------------------------------------------------------------------------


def test_sp_a9_antes_of_a_hand_that_a_row_tells_are_told_all_or_none_too() -> None:
    ante = ChipsPassed(from_="seat:0", to="board", amount=3)
    row = Scored(points=(-3, -3, 1, -3), seat=2)
    assert short(table([HandStarted(dealer=3), ante, row])) == [("ante_missing", seat) for seat in (1, 2, 3)]
    assert short(table([HandStarted(dealer=3), ante, Scored(void=True)])) == []


def test_sp_2_1_nobody_pays_an_ante_twice() -> None:
    ante = ChipsPassed(from_="seat:0", to="pool:game", amount=1)
    assert short(table([HandStarted(dealer=3), ante, ante])) == [("wrong_payment", 0)]
    whole = ChipsPassed(from_="seat:0", to="board", amount=3)
    assert short(table([HandStarted(dealer=3), whole, ante])) == [("wrong_payment", 0)]
    unknown = ChipsPassed(from_="seat:0", to="pool:game", amount=2)
    assert short(table([Gap(), HandStarted(dealer=3), ante])) == []
    assert short(table([Gap(), HandStarted(dealer=3), unknown])) == [("wrong_payment", 0)]


def test_sp_4_2_only_one_seat_can_have_held_the_spinado() -> None:
    whole = table([*PLAYED, *hand(None, E2, E2_PLAYS)])
    fines = [ChipsPassed(from_="seat:0", to="seat:1", amount=18), ChipsPassed(from_="seat:3", to="seat:1", amount=12)]
    seen = redact_log(whole, PUBLIC, "copy")
    log = table([*(event for _, event in seen.events), *fines])
    assert [(one.name, one.seat) for one in audit(log).findings] == [
        ("unproven_spinado_fine", 0),
        ("wrong_payment", 3),
    ]


def test_a_hand_may_have_begun_in_a_gap() -> None:
    events = [*PLAYED, Gap(), *hand(3, E1, "Jc Qc Kc 6h")[2:]]
    done = audit(table([*events, PoolCounted(pool="game", amount=9)]))
    assert done.findings == []
    assert done.state.hand == 2
    assert purses(done) == [None] * 4
    more = audit(table([*events, Played(seat=2, card=Card("3c"))]))
    assert [one.name for one in more.findings] == ["lead_out_of_turn"]


def test_sp_2_2_a_card_left_out_of_a_list_is_one_finding() -> None:
    hands = ((E1.hands or ())[0], *(E1.hands or ())[1:])
    short_list = Dealt(hands=((hands[0] or ())[:-1], *hands[1:]), places=E1.places)
    assert short(table([HandStarted(dealer=3), short_list])) == [("count_mismatch", None)]
