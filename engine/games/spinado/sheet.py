"""Rows of a score sheet: which hand may have brought them (SP-2.1, SP-3.5, SP-4.1, SP-4.2), and what they leave behind."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from upcard.engine.game import Answer, Broken
from upcard.engine.games.spinado.play import end
from upcard.engine.games.spinado.table import (
    BOARD,
    GAME_POT,
    INTRIGUE,
    MATRIMONY,
    PAIR,
    RATES,
    SHEET,
    Spinado,
    ante,
    lying_in_pairs,
    unproven,
    usual_size,
)
from upcard.engine.mechanisms import said, stops_table
from upcard.engine.mechanisms.board import open_hand, take_hand_back
from upcard.engine.mechanisms.ledger import nets, rows_of
from upcard.engine.wording import were
from upcard.schemas.events import Scored


class Story(NamedTuple):
    """A hand that brings the points written. left: what it leaves in matrimony and intrigue, None if not known."""

    winner: int
    left: tuple[int, int] | None


# ---- Which hand may have brought a row -----------------------------------------------------------------------------


def stories(s: Spinado, points: Sequence[int]) -> set[Story] | None:
    """The hands that may have brought these points; None if it is not known what lay in the pots, or which hand it is."""
    if s.sequence:
        return None if s.gap else stories_of_rest(s, points)
    if s.exempt == -2 or s.unsure >> BOARD.pool(s, GAME_POT) & 1:
        return None
    paid = nets(s.rows, len(s.counters))
    gains = [amount - paid[seat] for seat, amount in enumerate(points)]
    lying = BOARD.contents(s)
    found: set[Story] = set()
    for winner in range(s.seats):
        rest = more(gains, winner, -lying[GAME_POT])
        if not s.unsure >> s.seats & BOARD.everything:
            found.update(Story(winner, left) for left in what_is_left(s, rest, winner))
        elif (together := lying_in_pairs(s)) is None:
            return None
        else:
            found.update(Story(winner, left) for left in what_may_be_left(s, rest, winner, together))
    return found


def more(amounts: Sequence[int], seat: int, amount: int) -> list[int]:
    """The amounts with more for one seat; for nobody, if the seat is -1."""
    return [one + amount if at == seat else one for at, one in enumerate(amounts)]


def stories_of_rest(s: Spinado, points: Sequence[int]) -> set[Story] | None:
    """The same of a hand of which some cards were played here: a pot that was taken is not left."""
    taken = [source - s.seats for source, *_, why in rows_of(s.rows) if why == PAIR]
    found = stories(before_play(s), points)
    return found and {story for story in found if not story.left or not any(story.left[pot] for pot in taken)}


def before_play(s: Spinado) -> Spinado:
    """Where the hand stood before its first card."""
    before = s.copied()
    take_hand_back(before)
    before.sequence, before.players_of = [], []
    open_hand(before)
    ante(before)
    return before


def what_is_left(s: Spinado, rest: Sequence[int], winner: int) -> Iterator[tuple[int, int]]:
    """What may be left of two pots that are known, if the rest of the points comes from them and a fine. The queen is in
    both pairs, so that one seat takes both pots (SP-3.5).
    """
    matrimony, intrigue, _ = BOARD.contents(s)
    for first, second in product((0, 1), repeat=2):
        amount, cards = first * matrimony + second * intrigue, cards_of_pairs(first + second)
        for taker in range(s.seats) if amount else (-1,):
            room = more([usual_size(s)] * s.seats, taker, -cards)
            if is_fine(more(rest, taker, -amount), winner, room):
                yield matrimony * (1 - first), intrigue * (1 - second)


def cards_of_pairs(number: int) -> int:
    """How many cards take so many pots: two, or three for both."""
    return number + 1 if number else 0


def is_fine(rest: Sequence[int], winner: int, room: Sequence[int]) -> bool:
    """Whether these points are nothing, or what one seat pays the winner for the cards it holds (SP-4.2). room: how many
    each seat may have left.
    """
    fine = rest[winner]
    payers = [seat for seat, amount in enumerate(rest) if amount and seat != winner]
    if not fine or len(payers) != 1:
        return not fine and not payers
    return rest[payers[0]] == -fine and fine in range(0, RATES.holder * room[payers[0]] + 1, RATES.holder)


def what_may_be_left(s: Spinado, rest: Sequence[int], winner: int, together: int) -> Iterator[tuple[int, int] | None]:
    """The same of two pots of which only is known what lies in them together."""
    least = s.seats - (s.exempt >= 0)
    for holder, cards in [(-1, 0), *product(range(s.seats), range(1, usual_size(s) + 1))]:
        if holder == winner:
            continue
        fine = RATES.holder * cards
        taken = {seat: one for seat, one in enumerate(more(more(rest, holder, fine), winner, -fine)) if one}
        if not taken:
            yield None
        if len(taken) != 1:
            continue
        ((taker, amount),) = taken.items()
        room = usual_size(s) - (cards if taker == holder else 0)
        if amount == together and room >= cards_of_pairs(2):
            yield 0, 0
        elif least <= amount <= together - least and room >= cards_of_pairs(1):
            yield None


# ---- What is wrong with a row --------------------------------------------------------------------------------------


def score_is_true(s: Spinado, e: Scored) -> Answer:
    """A row of the sheet agrees with the play, or at least is such as a hand can bring."""
    if e.seat is not None and e.seat >= s.seats:
        return Broken(says=f"no seat {e.seat} at this table", kind="contradiction", name="no_such_seat")
    if e.points is not None and len(e.points) != s.seats:
        return Broken(says=f"{were(len(e.points), 'score')} written for {s.seats} players")
    if e.totals is not None and len(e.totals) != s.seats:
        return Broken(says=f"{were(len(e.totals), 'total')} written for {s.seats} players")
    if s.phase == "between":
        return [*played_faults(s, e), *totals_faults(s, e)]
    return [*(() if e.void else row_faults(s, e)), *totals_faults(s, e)]


def played_faults(s: Spinado, e: Scored) -> list[Broken]:
    """What is wrong with a row of a hand that has ended, here or by a row before."""
    if s.gap or s.how in {"not known", "share of the pots"}:
        return []
    if not s.hand:
        return [Broken(says="a score was written where no hand was on", name="no_hand", kind="contradiction")]
    if e.void and s.how != "void":
        return [Broken(says="the hand was written as thrown in; it was not")]
    faults = said.points_faults(s, RATES, e.points, unproven) if e.points is not None else []
    if e.seat is not None and e.seat != s.out and s.out >= 0:
        says = f"seat {e.seat} was written as out; seat {s.out} was"
        faults.append(Broken(seat=e.seat, says=says, name="count_mismatch"))
    return faults


def row_faults(s: Spinado, e: Scored) -> list[Broken]:
    """What is wrong with a row of a hand whose play is not in the record."""
    points = stops_table.points_of(s, RATES, e)
    found = None if points is None else stories(s, points)
    if found is None or points is None:
        return []
    winners = {story.winner for story in found}
    if e.seat in winners or (e.seat is None and winners):
        return []
    if winners:
        says = f"seat {e.seat} was written as out; by these points seat {' or '.join(map(str, sorted(winners)))} was"
        return [Broken(seat=e.seat, says=says)]
    began = before_play(s)
    paid = -sum(nets(began.rows, len(s.counters))[: s.seats]) - began.counters[BOARD.pool(s, GAME_POT)]
    least, most, total = -paid, (lying_in_pairs(began) or 0) - paid, sum(points)
    if least <= total <= most:
        return [Broken(says="no antes, pots and fine of one hand bring these points")]
    says = f"the players together have {total:+}; it must lie between {least:+} and {most:+}"
    return [Broken(says=says, name="not_conserved")]


def totals_faults(s: Spinado, e: Scored) -> Iterator[Broken]:
    """Totals that differ from what the purses hold."""
    row = None if s.phase == "between" else (0,) * s.seats if e.void else e.points
    if s.phase == "between" or row is not None:
        for seat, says in stops_table.totals_faults(s, BOARD, RATES, e.totals, row):
            yield Broken(seat=seat, says=says, name="not_conserved")


# ---- What a row does -----------------------------------------------------------------------------------------------


def hear_score(s: Spinado, e: Scored) -> None:
    """A row settles a hand that was not played out here; of one that was, it may say who held the spinado."""
    if s.phase == "between":
        stops_table.hear_points(s, RATES, e.points)
        return
    if e.void:
        stops_table.throw_in(s, end)
        return
    points = stops_table.points_of(s, RATES, e)
    written = None if points is None or len(points) != s.seats else points
    found = None if written is None else stories(s, written)
    take_hand_back(s)
    BOARD.write_points(s, written, SHEET)
    settle_pots(s, found)
    if found is not None and e.seat in {None, *range(s.seats)}:
        found = {story for story in found if e.seat in {None, story.winner}}
    winners = {story.winner for story in found or ()}
    out = e.seat if e.seat is not None and e.seat < s.seats else winners.pop() if len(winners) == 1 else -1
    end(s, "sheet", out)


def settle_pots(s: Spinado, found: set[Story] | None) -> None:
    """What lies in the pots after a row, so far as the hands that may have brought it tell."""
    left = {story.left for story in found or ()}
    amounts = left.pop() if len(left) == 1 else None
    pairs = 1 << BOARD.pool(s, MATRIMONY) | 1 << BOARD.pool(s, INTRIGUE)
    BOARD.set_pool(s, GAME_POT, 0, SHEET)  # somebody took it (SP-4.3)
    s.unsure &= ~(1 << BOARD.pool(s, GAME_POT))
    if amounts is not None:
        for number, amount in zip((MATRIMONY, INTRIGUE), amounts, strict=True):
            BOARD.set_pool(s, number, amount, SHEET)
        s.unsure &= ~pairs
        return
    s.unsure |= pairs
    if found is not None and not found:  # how many counters lie in the pots is not known any more
        s.unsure |= 1 << BOARD.unknown(s)
