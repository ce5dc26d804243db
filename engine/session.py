"""What a session came to: each hand and why it ended, the standings, who has won, and what is still open.

All of it follows from the log and what the audit knows of it: whoever asks needs no field of any game's state.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from upcard.engine.audit import Audit, audit
from upcard.engine.effective import effective
from upcard.engine.kernel.ended import Ended
from upcard.engine.kernel.game import Game
from upcard.engine.kernel.results import WITHOUT_END, Debt, Result
from upcard.engine.log import Log, Numbered
from upcard.engine.sitting import Sitting
from upcard.schemas.events import Gap, HandStarted
from upcard.schemas.findings import Doubt


class Hand(msgspec.Struct, frozen=True, kw_only=True):
    """A hand that began. start, end: where its events begin and end among those in force; first, last: its lines, 0 if it has
    none; players: who sat where at its end; result: how it came out, or why it has no end; ended: that it ended, and with which
    states; None if it did not.
    """

    hand: int
    start: int
    end: int
    first: int
    last: int
    players: tuple[str, ...]
    result: Result
    ended: Ended | None = None


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """What the hands that count brought a player. seat: where the player sits now, None if nowhere; place: from 1, by the total, shared
    by those who have the same, None where one is not known; total: as the game counts it, from where it began; hands: in which
    the player had a part; won, points: of those of which it is known; unknown: of how many the points cannot be told.
    """

    player: str
    seat: int | None = None
    place: int | None = None
    total: int | None = None
    hands: int = 0
    won: int = 0
    points: int = 0
    unknown: int = 0


class Unsettled(msgspec.Struct, frozen=True, kw_only=True):
    """What is open. hand: the hand that is on, None if none is; next: what the record waits for, in words; doubts: what it cannot
    tell yet; debts: what waits to be paid or settled; missed: the numbers of hands that were played and are not in the record.
    """

    hand: int | None = None
    next: tuple[str, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    debts: tuple[Debt, ...] = ()
    missed: tuple[int, ...] = ()


class Session(msgspec.Struct, frozen=True, kw_only=True):
    """A session. players: who sits where now; standings: the best total first; closed: whether it was closed; clause: by which
    rule it is decided, empty if it is not; winners: the seats that have won it, nobody if it is drawn, None if it is not
    decided or the record cannot tell; says: who has won, in words; open: what is not settled.
    """

    game: str
    players: tuple[str, ...]
    hands: tuple[Hand, ...]
    standings: tuple[Standing, ...]
    closed: bool = False
    clause: str = ""
    says: str = ""
    winners: tuple[int, ...] | None = None
    open: Unsettled = Unsettled()


def session(log: Log, done: Audit | None = None) -> Session:
    """What a session came to. done: what an audit of this log knows, if there is one."""
    done = audit(log) if done is None else done
    hands = tuple(hands_of(effective(log), done))
    clause, winners = _decided(done)
    players = tuple(done.state.players)
    return Session(
        game=done.game.key,
        players=players,
        hands=hands,
        standings=_standings(done.game, hands, done.state),
        closed=done.state.closed,
        clause=clause,
        winners=winners,
        says=_who_won(clause, winners, players),
        open=_open(done),
    )


# ---- Hands -------------------------------------------------------------------------------------------------------------


def hands_of(log: Log, done: Audit) -> Iterator[Hand]:
    """All hands that began, in the order they began. log: in force."""
    return told_hands(log.events, Sitting(log), done.hands, done.results, done.state)


def told_hands(
    told: Sequence[Numbered],
    sitting: Sitting,
    spans: Sequence[tuple[int, int, int]],
    results: Sequence[Ended],
    state: Any,
    *,
    over: bool = True,
) -> Iterator[Hand]:
    """Hands in a row. told: their events; spans: number, and where among these each begins and ends; results: those that have ended;
    state: at the end; over: whether no hand follows.
    """
    ended = {one.hand: one for one in results}
    for number, start, end in spans:
        events = told[start:end]
        lines = [line for line, _ in events]
        last, one = max(lines, default=0), ended.get(number)
        yield Hand(
            hand=number,
            start=start,
            end=end,
            first=lines[0] if lines else 0,
            last=last,
            players=one.players if one is not None else tuple(sitting.at(last)),
            result=one.result if one is not None else _without_end(state, events, is_last=over and end == spans[-1][2]),
            ended=one,
        )


def _without_end(state: Any, events: Sequence[Numbered], *, is_last: bool) -> Result:
    """Of a hand that has no end nothing is known but why, and who dealt if it was written."""
    if any(type(event) is Gap for _, event in events):
        how = "missed"
    elif not is_last:
        how = "unfinished"
    else:
        how = "cut_off" if state.closed else "on" if state.on else "unfinished"
    dealers = [event.dealer for _, event in events if isinstance(event, HandStarted)]
    dealer = dealers[-1] if dealers else None
    none = (None,) * len(state.players)
    return Result(points=none, won=none, totals=none, dealer=dealer, counts=False, how=how, says=WITHOUT_END[how])


# ---- Standings ---------------------------------------------------------------------------------------------------------


def _standings(game: Game, hands: Sequence[Hand], state: Any) -> tuple[Standing, ...]:
    """Each player who sits at the table or has had a part in a hand that counts, the best total first."""
    results, players = [one.result for one in hands if one.ended is not None], tuple(state.players)
    seats = {player: seat for seat, player in enumerate(players) if player}
    totals = results[-1].totals if results else ()
    rows = [
        msgspec.structs.replace(
            one, seat=seats.get(one.player), total=totals[seats[one.player]] if one.player in seats and totals else None
        )
        for one in summed(hands, players).values()
    ]
    known = sorted((one.total for one in rows if one.total is not None), reverse=game.better(state) is max)
    placed = len(known) == sum(one.seat is not None for one in rows)
    rows = [
        msgspec.structs.replace(one, place=known.index(one.total) + 1) if placed and one.total is not None else one
        for one in rows
    ]
    return tuple(sorted(rows, key=lambda one: (one.place is None, one.place or 0)))


def summed(hands: Sequence[Hand], players: Sequence[str] = ()) -> dict[str, Standing]:
    """What the hands that count brought each player, without seats that had no part in them. players: who is told of anyhow."""
    counts: dict[str, Counter[str]] = {player: Counter() for player in players if player}
    for one in hands:
        result = one.result
        for seat, player in enumerate(one.players) if result.counts else ():
            if player and seat not in result.absent:
                points = result.points[seat]
                counts.setdefault(player, Counter()).update(
                    hands=1, won=int(result.won[seat] is True), points=points or 0, unknown=int(points is None)
                )
    return {player: Standing(player=player, **told) for player, told in counts.items()}


def _decided(done: Audit) -> tuple[str, tuple[int, ...] | None]:
    """The clause by which the session is decided, and which seats have won it, by all that belongs to its end, as far as all readings agree."""
    game, results = done.game, done.results
    for one in reversed(results):
        states = (one.after, *one.others)
        rules = [rule for state in states if (rule := game.over_of(state)) is not None]
        if len(rules) == len(states):
            return rules[0].clause, _winners(game, states)
    if game.closing and done.state.closed:
        return game.closing, _winners(game, (results[-1].after, *results[-1].others) if results else done.states)
    return "", None


def _who_won(clause: str, winners: Sequence[int] | None, players: Sequence[str]) -> str:
    """Who has won the session, in words."""
    if winners is None:
        return "who won cannot be told" if clause else "nothing is decided yet"
    names = [players[seat] or f"seat {seat}" for seat in winners]
    has = "has" if len(names) == 1 else "have"
    return f"{' and '.join(names)} {has} won" if names else "nobody has won: it is drawn"


def _winners(game: Game, states: Sequence[Any]) -> tuple[int, ...] | None:
    found = [game.won_by(state) for state in states]
    return None if found[0] is None or any(one != found[0] for one in found) else tuple(found[0])


# ---- What is open ------------------------------------------------------------------------------------------------------


def _open(done: Audit) -> Unsettled:
    """What is open, as all readings that are equally likely have it."""
    first, *others = done.states
    told = [_debts(done.game, state) for state in (first, *others)]
    acts = [] if first.closed else [act for act in done.game.due(first) if act.asks and not act.optional]
    return Unsettled(
        hand=first.hand if first.on and not first.closed else None,
        next=tuple(dict.fromkeys(act.asks for act in acts)),
        doubts=tuple(done.doubts),
        debts=tuple(debt for debt in told[0] if all(debt in some for some in told[1:])),
        missed=tuple(sorted(set(range(1, first.hand + 1)) - {hand for hand, *_ in done.hands})),
    )


def _debts(game: Game, state: Any) -> list[Debt]:
    """The debts that a game lists, and the payments that hang on a card nobody saw."""
    ledger = getattr(state, "ledger", None)
    hidden = [
        Debt(hand=one.hand, says="who held a card that payments hang on is not known")
        for one in (ledger.open if ledger is not None else ())
        if len(one.standing) > 1
    ]
    return [*game.owed_in(state), *hidden]
