"""Trente et Quarante: random sessions, with one irregularity put in or none; settled a second way, from totals too."""
# ruff: noqa: ARG001 - whoever tampers with a session is handed the state, the event and chance, and may need one

import random
from collections import defaultdict
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.experiments import Course, Spoiled, Tamper, once, session, sessions, sites, spoiled, watched
from tests.test_every_game import allowed, shuffled, varied
from upcard.engine.audit import audit
from upcard.engine.fold import begin
from upcard.engine.game import find
from upcard.engine.games.trente_et_quarante.state import FREE, FRESH, INSURANCE, PRISON, WIDTH, live, stake, status
from upcard.engine.log import Log
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC, redact, redact_log
from upcard.schemas.cards import PACK, Card
from upcard.schemas.events import (
    Base,
    BetInsured,
    BetPlaced,
    BetSurrendered,
    BetWithdrawn,
    BoughtIn,
    ChipsPassed,
    Closed,
    Event,
    Gap,
    HandStarted,
    Joined,
    Left,
    PurseCounted,
    ResultCalled,
    RowDealt,
    Shuffled,
    TurnedUp,
    Voided,
)

GAME = find("trente_et_quarante")
SETUPS = list(varied("trente_et_quarante"))
MORE: list[dict[str, Any]] = [
    {"decks": 1, "half_surrender": True},
    {"decks": 1, "cut_from_end": 40},
    {"decks": 2, "imprisoned_refait": "double", "imprisoned_push": "release"},
    {"bet_min": 10, "bet_max": 500, "insure_imprisoned": False},
    {"bet_min": 10, "bet_max": 500, "half_surrender": True, "push_bets": "stand"},
    {"imprisoned_refait": "lose", "imprisoned_at_close": "return", "couleur_reference": "first_of_winning_row"},
    {"decks": 2, "cut_from_end": 70, "cut_card": "void_hand", "surplus_card": "void"},
]


def table(number: int) -> Setup:
    """Options and seats in turn."""
    fixed = SETUPS[number % len(SETUPS)]
    options = MORE[number // 2 % len(MORE)] if number % 2 else fixed.options
    setup = Setup(game="trente_et_quarante", seed=number, seats=1 + number % 5, options=options)
    assert allowed(setup), setup
    return setup


# ---- Legal play, settled a second way ------------------------------------------------------------------------------

VALUE = {**{str(pips): pips for pips in range(2, 10)}, "A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}


class Croupier:
    """Settles a legal session bet by bet, with dictionaries instead of a ledger."""

    def __init__(self, log: Log) -> None:
        self.options = begin(log).options
        self.purses: dict[int, int] = defaultdict(int)
        self.guests: dict[int, str] = dict(enumerate(log.header.seats))
        self.bank = 0
        self.free: dict[str, dict[str, Any]] = {}
        self.prison: dict[str, dict[str, Any]] = {}
        self.rows: dict[str, list[Card]] = {"noir": [], "rouge": []}
        for _, event in log.events:
            self.see(event)

    def see(self, event: Base) -> None:
        """One event."""
        bets = {**self.free, **self.prison}
        match event:
            case BetPlaced():
                self.purses[event.seat] -= event.amount
                self.free[event.bet] = {
                    "seat": event.seat,
                    "kind": event.kind,
                    "stake": event.amount,
                    "ins": 0,
                    "wins": 1,
                }
            case BetInsured():
                bets[event.bet]["ins"] = event.amount
                self.purses[bets[event.bet]["seat"]] -= event.amount
            case BetWithdrawn():
                self.back(self.free.pop(event.bet))
            case BetSurrendered():
                bet = self.prison.pop(event.bet)
                odd = bet["stake"] % 2 if self.options.half_rounding == "player" else 0
                self.purses[bet["seat"]] += bet["stake"] // 2 + odd + bet["ins"]
                self.bank += bet["stake"] - bet["stake"] // 2 - odd
            case RowDealt():
                self.rows[event.row] += event.cards or ()
            case TurnedUp():
                self.rows[event.place or ""].append(event.card)
            case Voided():
                self.void()
            case Closed():
                self.close()
            case _ if type(event).__name__ == "CutReached":
                if self.options.cut_card == "void_hand" and any(self.rows.values()):
                    self.void()
        if all(self.total(row) >= 31 for row in self.rows):
            self.settle()
            self.rows = {"noir": [], "rouge": []}

    def total(self, row: str) -> int:
        return sum(VALUE[card[0]] for card in self.rows[row])

    def back(self, bet: dict[str, Any]) -> None:
        self.purses[bet["seat"]] += bet["stake"] + bet["ins"]

    def settle(self) -> None:
        noir, rouge = self.total("noir"), self.total("rouge")
        if noir == rouge == 31:
            self.refait()
        elif noir == rouge:
            self.push()
        else:
            self.decide("noir" if noir < rouge else "rouge")

    def decide(self, won: str) -> None:
        first = self.rows["noir" if self.options.couleur_reference == "first_of_hand" else won][0]
        couleur = (first[1] in "dh") == (won == "rouge")
        wins = {won, "couleur" if couleur else "inverse"}
        for bet in [*self.free.values(), *self.prison.values()]:
            self.bank += bet["ins"]
            bet["ins"] = 0
        for bet in self.free.values():
            gained = bet["stake"] if bet["kind"] in wins else -bet["stake"]
            self.purses[bet["seat"]] += bet["stake"] + gained
            self.bank -= gained
        self.free = {}
        for name, bet in list(self.prison.items()):
            if bet["kind"] not in wins:
                self.bank += self.prison.pop(name)["stake"]
                continue
            bet["wins"] -= 1
            if not bet["wins"]:
                self.back(self.prison.pop(name))

    def push(self) -> None:
        for bet in self.prison.values():
            self.purses[bet["seat"]] += bet["ins"]
            bet["ins"] = 0
        if self.options.push_bets == "returned":
            for bet in self.free.values():
                self.back(bet)
            self.free = {}
        if self.options.imprisoned_push == "release":
            for bet in self.prison.values():
                self.back(bet)
            self.prison = {}

    def refait(self) -> None:
        for bet in [*self.free.values(), *self.prison.values()]:
            self.purses[bet["seat"]] += bet["ins"] * (1 + self.options.insurance_odds)
            self.bank -= bet["ins"] * self.options.insurance_odds
            bet["ins"] = 0
        for bet in self.prison.values():
            bet["wins"] += self.options.imprisoned_refait == "double"
        if self.options.imprisoned_refait == "lose":
            self.bank += sum(bet["stake"] for bet in self.prison.values())
            self.prison = {}
        self.prison |= self.free
        self.free = {}

    def void(self) -> None:
        for bet in self.free.values():
            self.back(bet)
        for bet in self.prison.values():
            self.purses[bet["seat"]] += bet["ins"]
            bet["ins"] = 0
        self.free, self.rows = {}, {"noir": [], "rouge": []}

    def close(self) -> None:
        self.void()
        for bet in self.prison.values():
            part = {"half": bet["stake"] // 2, "return": bet["stake"], "forfeit": 0}[self.options.imprisoned_at_close]
            self.purses[bet["seat"]] += part
            self.bank += bet["stake"] - part


def legal_play(count: int, hands: int) -> None:
    """Nothing is found whoever wrote it down; the money is that of the croupier; none is made or lost."""
    for number in range(count):
        setup = table(number)
        log = simulate(setup, hands=hands, ordinal=number)
        done = audit(log)
        assert [one for one in done.findings if one.kind != "note"] == [], (setup, number)
        seats = range(len(log.header.seats))
        other = Croupier(log)
        nets = [sum(one.result.points[seat] or 0 for one in done.results) for seat in seats]
        assert nets == [other.purses[seat] for seat in seats], (setup, number)
        assert sum(nets) == -other.bank
        assert done.state.balances[len(seats) + 1] == other.bank
        assert sum(done.state.balances) == 0
        viewer = number % (len(seats) + 1) - 1
        assert audit(redact_log(log, viewer, "copy")).state == done.state


def test_legal_play() -> None:
    legal_play(150, 8)


@pytest.mark.check
def test_legal_play_often() -> None:
    legal_play(sessions(2000), 5)


@pytest.mark.torture
def test_legal_play_very_often() -> None:
    legal_play(20_000, 12)


# ---- Rows known by totals only -------------------------------------------------------------------------------------


def by_totals(log: Log) -> Log:
    """The log with the total and the first colour of each row instead of its cards."""
    events: list[Event] = []
    cards: dict[str, list[Card]] = {}
    for _, event in log.events:
        if isinstance(event, RowDealt | TurnedUp):
            row = event.row if isinstance(event, RowDealt) else event.place or ""
            lies = cards.setdefault(row, [])
            lies += (event.cards or ()) if isinstance(event, RowDealt) else [event.card]
            total = sum(VALUE[card[0]] for card in lies)
            if total >= 31:
                events.append(RowDealt(row=row, total=total, colour="red" if lies[0][1] in "dh" else "black"))
                cards[row] = []
        else:
            events.append(event)
    return Log.of(log.header, events)


def test_tq_7_totals_and_first_colours_settle_as_the_cards_do() -> None:
    for number in range(80):
        setup = table(number)
        if setup.options.get("cut_card") == "void_hand":  # where a row may end before it is full
            continue
        log = simulate(setup, hands=8, ordinal=number)
        done, other = audit(log), audit(by_totals(log))
        assert [one for one in other.findings if one.kind != "note"] == [], number
        assert [one.result.points for one in other.results] == [one.result.points for one in done.results], number
        assert [one.result.transfers for one in other.results] == [one.result.transfers for one in done.results]


# ---- Irregularities put in -----------------------------------------------------------------------------------------


def row_due(state: Any, event: Event, row: str) -> bool:
    """Whether this is a whole row."""
    return isinstance(event, RowDealt) and event.row == row


def bets(state: Any, *wanted: int, insured: bool | None = None) -> list[int]:
    """The bets that stand like this."""
    found = [bet for bet in live(state) if status(state, bet) in wanted]
    return [bet for bet in found if insured is None or bool(state.bets[bet * WIDTH + INSURANCE]) == insured]


def late_bet(state: Any, event: Event, rng: random.Random) -> Event | None:
    if not row_due(state, event, "rouge") or not any(state.players):
        return None
    seat = rng.choice([seat for seat, player in enumerate(state.players) if player])
    amount = state.options.bet_min or 1
    return BetPlaced(seat=seat, bet="late", kind=rng.choice(("noir", "rouge", "couleur", "inverse")), amount=amount)


def late_insurance(state: Any, event: Event, rng: random.Random) -> Event | None:
    able = (FREE, PRISON) if state.options.insure_imprisoned else (FREE,)
    found = [
        bet for bet in bets(state, *able, insured=False) if stake(state, bet) * state.options.insurance_max_bp >= 10_000
    ]
    return BetInsured(bet=state.ids[rng.choice(found)], amount=1) if row_due(state, event, "rouge") and found else None


def late_withdrawal(state: Any, event: Event, rng: random.Random) -> Event | None:
    found = bets(state, FREE)
    return BetWithdrawn(bet=state.ids[rng.choice(found)]) if row_due(state, event, "rouge") and found else None


def insured_too_much(state: Any, event: Event, rng: random.Random) -> Event | None:
    found = bets(state, FREE, insured=False)
    if state.phase != "bets" or not found:
        return None
    bet = rng.choice(found)
    most = stake(state, bet) * state.options.insurance_max_bp // 10_000
    return BetInsured(bet=state.ids[bet], amount=most + rng.randint(1, 5))


def insured_twice(state: Any, event: Event, rng: random.Random) -> Event | None:
    found = bets(state, FREE, insured=True)
    return BetInsured(bet=state.ids[rng.choice(found)], amount=1) if state.phase == "bets" and found else None


def bet_off_limits(state: Any, event: Event, rng: random.Random) -> Event | None:
    least, most = state.options.bet_min, state.options.bet_max
    if not isinstance(event, BetPlaced) or least is None or most is None or least < 2:
        return None
    amount = rng.choice((rng.randint(1, least - 1), most + rng.randint(1, 9)))
    return BetPlaced(seat=event.seat, bet=event.bet, kind=event.kind, amount=amount)


def prisoner_moved(state: Any, event: Event, rng: random.Random) -> Event | None:
    found = bets(state, FRESH, PRISON)
    if state.phase == "between" or not found:
        return None
    bet = rng.choice(found)
    name, seat = state.ids[bet], state.bets[bet * WIDTH]
    if seat >= state.seats or not state.players[seat] or rng.random() < 0.5:
        return BetWithdrawn(bet=name)
    return BetPlaced(seat=seat, bet=name, kind="noir", amount=state.options.bet_min or 1)


def prisoner_insured(state: Any, event: Event, rng: random.Random) -> Event | None:
    found = [bet for bet in bets(state, FRESH, PRISON, insured=False) if stake(state, bet) >= 100]
    if state.options.insure_imprisoned or state.phase != "bets" or not found:
        return None
    return BetInsured(bet=state.ids[rng.choice(found)], amount=1)


def half_not_offered(state: Any, event: Event, rng: random.Random) -> Event | None:
    found = bets(state, FRESH)
    if state.options.half_surrender or not found:
        return None
    return BetSurrendered(bet=state.ids[rng.choice(found)])


def half_too_late(state: Any, event: Event, rng: random.Random) -> Event | None:
    found = bets(state, PRISON)
    if not state.options.half_surrender or state.phase != "rows" or not found:
        return None
    return BetSurrendered(bet=state.ids[rng.choice(found)])


def card_too_few(state: Any, event: Event, rng: random.Random) -> Event | None:
    whole = isinstance(event, RowDealt) and len(event.cards or ()) > 2
    return RowDealt(row=event.row, cards=(event.cards or ())[:-1]) if whole else None


def row_left(state: Any, event: Event, rng: random.Random) -> Event | None:
    """The noir row is left before it is full."""
    return (
        RowDealt(row="rouge", total=rng.randint(31, 40))
        if state.open_row == 0 and isinstance(event, TurnedUp)
        else None
    )


def card_too_many(state: Any, event: Event, rng: random.Random) -> Event | None:
    if not isinstance(event, RowDealt) or state.options.cut_card == "void_hand":
        return None
    left = [card for card in PACK if state.shoe[card.index] + (event.cards or ()).count(card) < state.options.decks]
    return RowDealt(row=event.row, cards=(*(event.cards or ()), rng.choice(left))) if left else None


def rouge_first(state: Any, event: Event, rng: random.Random) -> Event | None:
    return RowDealt(row="rouge", cards=event.cards) if row_due(state, event, "noir") else None


def card_too_often(state: Any, event: Event, rng: random.Random) -> Event | None:
    gone = [card for card in PACK if state.shoe[card.index] >= state.options.decks]
    if not gone or not isinstance(event, RowDealt | TurnedUp):
        return None
    return TurnedUp(card=rng.choice(gone), place=event.row if isinstance(event, RowDealt) else event.place)


def past_the_cut(state: Any, event: Event, rng: random.Random) -> Event | None:
    left = [card for card in PACK if state.shoe[card.index] < state.options.decks]
    if not isinstance(event, Shuffled) or state.phase != "between" or not state.cut_seen or not left:
        return None
    return TurnedUp(card=rng.choice(left), place="noir")


def shuffle_between_rows(state: Any, event: Event, rng: random.Random) -> Event | None:
    return Shuffled() if row_due(state, event, "rouge") else None


def wrong_call(state: Any, event: Event, rng: random.Random) -> Event | None:
    if not isinstance(event, ResultCalled):
        return None
    if event.amount is not None:
        return ResultCalled(result=event.result, amount=rng.choice([n for n in range(31, 41) if n != event.amount]))
    return ResultCalled(result={"noir": "rouge", "rouge": "noir", "refait": "push", "push": "noir"}[event.result])


def wrong_total(state: Any, event: Event, rng: random.Random) -> Event | None:
    return wrong_call(state, event, rng) if getattr(event, "amount", None) is not None else None


def wrong_result(state: Any, event: Event, rng: random.Random) -> Event | None:
    return wrong_call(state, event, rng) if getattr(event, "amount", 0) is None else None


def wrong_payment(state: Any, event: Event, rng: random.Random) -> Event | None:
    if not isinstance(event, ChipsPassed):
        return None
    return ChipsPassed(from_=event.from_, to=event.to, amount=event.amount * 3 + 1_000_000_007)


def wrong_count(state: Any, event: Event, rng: random.Random) -> Event | None:
    return (
        PurseCounted(seat=event.seat, amount=event.amount + rng.choice((-1, 1)))
        if isinstance(event, PurseCounted)
        else None
    )


KINDS: dict[str, tuple[str, str, Tamper]] = {
    "late bet": ("TQ-6", "late_bet", late_bet),
    "late insurance": ("TQ-6", "late_insurance", late_insurance),
    "late withdrawal": ("TQ-2", "late_withdrawal", late_withdrawal),
    "over limit": ("TQ-6", "insurance_over_limit", insured_too_much),
    "double insurance": ("TQ-6", "double_insurance", insured_twice),
    "bet limit": ("TQ-6", "bet_limit", bet_off_limits),
    "prisoner moved": ("TQ-6", "imprisoned_moved", prisoner_moved),
    "prisoner insured": ("TQ-A8", "insurance_not_offered", prisoner_insured),
    "half not offered": ("TQ-6", "surrender_not_offered", half_not_offered),
    "half too late": ("TQ-6", "surrender_late", half_too_late),
    "card too few": ("TQ-6", "row_short", card_too_few),
    "row left": ("TQ-6", "row_short", row_left),
    "card too many": ("TQ-6", "row_over", card_too_many),
    "rouge first": ("TQ-6", "row_order", rouge_first),
    "card too often": ("TQ-6", "impossible_count", card_too_often),
    "past the cut": ("TQ-6", "dealt_past_cut", past_the_cut),
    "shuffle between rows": ("TQ-1.3", "shuffled_mid_hand", shuffle_between_rows),
    "wrong total": ("TQ-6", "wrong_total_called", wrong_total),
    "wrong result": ("TQ-6", "wrong_result_called", wrong_result),
    "wrong payment": ("TQ-6", "wrong_payment", wrong_payment),
    "wrong count": ("TQ-6", "not_conserved", wrong_count),
}


def tells(state: Any, rng: random.Random) -> Event | None:
    """Now and then somebody calls a result, writes a payment down, or counts a purse; bets are wanted before rows."""
    if state.closed or rng.random() > 0.3:
        return None
    if not state.step:
        return BoughtIn(seat=0, amount=10**6)
    if state.phase == "rows" and state.totals[0] > 0 and not state.rouge:
        return ResultCalled(result="noir", amount=state.totals[0])
    if state.phase != "between" or state.how not in {"noir", "rouge", "refait", "push"}:
        return None
    moved = [one for one in GAME.result(state).transfers if one.source == "bank"]
    if moved and rng.random() < 0.5:
        one = rng.choice(moved)
        return ChipsPassed(from_=one.source, to=one.target, amount=one.amount)
    if state.bought & 1 and rng.random() < 0.5:
        return PurseCounted(seat=0, amount=state.balances[0])
    return ResultCalled(result=state.how)


IN_PRISON = ("prisoner moved", "prisoner insured", "half not offered", "half too late")
"""Kinds that want a tie at 31, which is rare."""


def ties(state: Any, rng: random.Random) -> Event | None:
    """Every other hand with bets is a tie at 31, known by its totals."""
    row = next((act.make(0).row for act in GAME.due(state) if act.event is RowDealt and act.make), "")
    if (
        not row
        or (row == "noir" and (not state.ids or rng.random() < 0.5))
        or (row == "rouge" and state.totals[0] != 31)
    ):
        return None
    return RowDealt(row=row, total=31, colour=rng.choice(("red", "black")))


def prison(number: int) -> Setup:
    """Tables where bets in prison are treated in every way."""
    options = {"insure_imprisoned": number % 2 == 0, "half_surrender": number % 3 == 0}
    options |= {"imprisoned_refait": ("stay", "double", "lose")[number // 2 % 3], "bet_min": 100}
    return Setup(game="trente_et_quarante", seed=number, seats=1 + number % 3, options=options)


def small_shoe(number: int) -> Setup:
    """Tables where every hand may be the last of the shoe."""
    options = {"decks": 1 + number % 2, "cut_from_end": 44 + number % 8 + 52 * (number % 2)}
    return Setup(game="trente_et_quarante", seed=number, seats=1 + number % 3, options=options)


def expected(kind: str, made: Spoiled) -> Course:
    """All cards are public: what is wrong is found at once, by everybody."""
    clause, name, _ = KINDS[kind]
    at = made.at
    if kind == "row left":
        return once(clause, name, made.before.open_line, at, None)
    if kind == "card too few":  # the next card goes to the same row, which was not too short after all
        goes_on = next((line for line, event in made.log.events if line > at and isinstance(event, TurnedUp)), 0)
        return [*once(clause, name, at, at, None), (goes_on, [])]
    return once(clause, name, at, at, seat_of(made))


def seat_of(made: Spoiled) -> int | None:
    """Whose act it was, if it was a bettor's."""
    event, state = made.wrong, made.before
    if isinstance(event, BetPlaced) and event.bet not in state.ids:
        return event.seat
    if isinstance(event, PurseCounted):
        return event.seat
    if isinstance(event, ChipsPassed):
        return int(event.to[5:]) if event.to.startswith("seat:") else None
    name = getattr(event, "bet", None)
    if name is None:
        return None
    owner = state.bets[state.ids.index(name) * WIDTH]
    return owner if owner < state.seats else None


def experiments(count: int, hands: int) -> None:
    """So many sessions of each kind, through the eyes of the scribe, and in every tenth through those of another."""
    kinds = {kind: tamper for kind, (_, _, tamper) in KINDS.items()}
    rare = {kind: kinds.pop(kind) for kind in IN_PRISON}
    cut = {"past the cut": kinds.pop("past the cut")}
    for some, make, player, most in (
        (kinds, table, tells, hands),
        (rare, prison, ties, 2),
        (cut, small_shoe, tells, 2),
    ):
        done = dict.fromkeys(some, 0)
        for number in range(20 * count):
            left = [kind for kind, times in done.items() if times < count]
            if not left:
                break
            setup, rng = make(number), random.Random(number)
            legal = session(setup, hands=most, ordinal=number, player=player)
            places = sites(legal)
            tried = ((kind, spoiled(legal, places, some[kind], rng, hands=most, player=player)) for kind in left)
            made = {kind: one for kind, one in tried if one is not None}
            viewers = (None, rng.randrange(len(legal.header.seats) + 1) - 1) if number % 10 == 0 else (None,)
            for kind, one, viewer, seen in watched(legal, viewers, made):
                assert seen == expected(kind, one), (setup, number, kind, viewer)
            for kind in made:
                done[kind] += 1
        assert all(times == count for times in done.values()), list(done.items())


def test_all_is_public() -> None:
    for number in range(20):
        log = session(table(number), hands=3, ordinal=number, player=tells)
        assert all(redact(event, viewer) is event for _, event in log.events for viewer in (PUBLIC, 0))


def test_an_irregularity_is_found_where_it_is_and_nothing_else() -> None:
    experiments(12, 3)


@pytest.mark.check
def test_an_irregularity_is_found_where_it_is_in_ten_thousand_sessions() -> None:
    experiments(sessions(500), 2)


@pytest.mark.torture
def test_an_irregularity_is_found_where_it_is_in_two_thousand_sessions_of_each_kind() -> None:
    experiments(2000, 4)


@pytest.mark.torture
def test_an_irregularity_is_found_where_it_is_in_twenty_thousand_sessions_of_each_kind() -> None:
    experiments(20_000, 4)


# ---- Laws ----------------------------------------------------------------------------------------------------------


@given(st.integers(0, 10_000))
def test_c_3_every_unit_is_conserved_at_every_event_whatever_is_written(number: int) -> None:
    rng = random.Random(number)
    log = simulate(table(number), hands=4, ordinal=number)
    pool = [event for _, event in log.events]
    names = [event.bet for event in pool if isinstance(event, BetPlaced)] or ["a"]
    pool += [Gap(), Gap(hands=1), Voided(), RowDealt(row="noir"), RowDealt(row="rouge", total=43), Left(seat=0)]
    pool += [
        BetSurrendered(bet=rng.choice(names)),
        Joined(seat=0, player="x"),
        HandStarted(),
        RowDealt(row="noir", total=31),
    ]
    pool += [BetInsured(bet=rng.choice(names), amount=3), RowDealt(row="rouge", total=31), TurnedUp(card=Card("T?"))]
    state: Any = begin(log)
    for line, event in enumerate(shuffled(rng, pool), start=2):
        state.line, state.step = line, state.step + 1
        transition = GAME.transitions.get(type(event))
        if transition is not None:
            transition(state, event)
        assert sum(state.balances) == 0, event
        assert len(state.balances) == state.seats + 4 + 2 * len(state.ids)
        assert all(amount >= 0 for amount in state.balances[state.seats + 4 :])
        GAME.due(state), GAME.result(state), GAME.scene(state)


def test_session_of_tells_is_legal() -> None:
    for number in range(20):
        log = session(table(number), hands=5, ordinal=number, player=tells)
        assert [one for one in audit(log).findings if one.kind != "note"] == []
        assert audit(redact_log(log, PUBLIC, "copy")).clean
