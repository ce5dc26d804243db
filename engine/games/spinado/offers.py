"""What may come next in Spinado, how a hand came out, and what there is to see."""

from collections.abc import Iterator, Sequence

from upcard.engine.due import Act, Chance
from upcard.engine.game import Result, Transfer
from upcard.engine.games.spinado.irregular import certain_stop
from upcard.engine.games.spinado.table import BOARD, CARDS, PACK47, POTS, RATES, SPINADO, WHYS, Spinado, usual_size
from upcard.engine.mechanisms import held
from upcard.engine.mechanisms.ledger import rows_of
from upcard.engine.mechanisms.seats import level_of, seat_hand
from upcard.engine.mechanisms.stops_table import dead, how_it_ended, left_of, standing
from upcard.engine.scene import Hand, Row, Scene
from upcard.schemas.cards import BY_INDEX, UNKNOWN, Card, cards_of
from upcard.schemas.events import Closed, Dealt, HandStarted, Laid, Played, Shown

# ---- What may come next --------------------------------------------------------------------------------------------


def due(s: Spinado) -> tuple[Act, ...]:
    """What may come next."""
    if s.closed:
        return ()
    if s.phase == "between":
        return due_between(s)
    if s.phase == "deal":
        return (due_deal(s),)
    return tuple(due_play(s))


def due_between(s: Spinado) -> tuple[Act, ...]:
    """The next hand, or the end; and who held the spinado may be shown."""
    acts = []
    if s.options.hands is None or s.hands < s.options.hands:
        named = (HandStarted(),) if s.next_dealer >= 0 else tuple(HandStarted(dealer=seat) for seat in range(s.seats))
        acts.append(Act(HandStarted, None, "the next hand", named))
    return (*acts, *due_show(s), Act(Closed, None, "the end of the session", (Closed(),)))


def due_show(s: Spinado) -> Iterator[Act]:
    """Who pays for the spinado shows it (SP-4.2)."""
    record = held.pending_of(s, s.hand)
    if record is None:
        return
    seats = [seat for seat in record.losers if s.places.held(seat, SPINADO.bit) is not False]
    if seats:
        choices = tuple(Shown(seat=seat, cards=(SPINADO,)) for seat in seats)
        only = seats[0] if record.holder >= 0 else None
        yield Act(Shown, only, "who held the spinado", choices, optional=True, weight=2.0)


def due_deal(s: Spinado) -> Act:
    """Cards to all hands and to the dead hand."""
    each = usual_size(s)
    rest = CARDS - each * s.seats

    def make(hands: tuple[tuple[Card, ...], ...]) -> Dealt:
        return Dealt(hands=hands[:-1], places={"dead": hands[-1]})

    asks = f"{each} cards to each seat, {rest} to the dead hand"
    return Act(Dealt, None, asks, chance=Chance(tuple(cards_of(PACK47)), (*[each] * s.seats, rest), make))


def due_play(s: Spinado) -> Iterator[Act]:
    """The card that must follow, or a lead; both where it is not known who holds the card; the spinado with either."""
    following, leading_cards = follows(s), leads(s)
    plays = [*following, *leading_cards]
    asks = "a lead" if certain_stop(s) else f"the {next(cards_of(s.due))}" if s.due else "the next card"
    if following and s.due.bit_count() == 1 and not s.due & s.places.located:  # the seat alone tells it
        yield Act(Played, None, f"who plays {asks}", played(following), who=True)
        if leading_cards:
            yield Act(Played, only_seat(played(leading_cards)), "a lead after a stop", played(leading_cards))
    else:
        yield Act(Played, only_seat(played(plays)), asks, played(plays))
    pairs = tuple(
        Laid(seat=seat, cards=(card, SPINADO))
        for seat, card in plays
        if card is not SPINADO and could_hold_both(s, seat, card)
    )
    if pairs:
        yield Act(Laid, only_seat(pairs), "a card with the spinado", pairs, optional=True, weight=0.5)
    if s.options.spinado_alone and not certain_stop(s):
        leading = {seat for seat, card in plays if card is SPINADO}
        seats = [seat for seat in range(s.seats) if seat not in leading and could_hold(s, seat) & SPINADO.bit]
        alone = tuple(Played(seat=seat, card=SPINADO) for seat in seats)
        if alone:
            yield Act(Played, None, "the spinado alone", alone, optional=True, weight=0.2)


def played(plays: Sequence[tuple[int, Card]]) -> tuple[Played, ...]:
    """Cards, each played by a seat."""
    return tuple(Played(seat=seat, card=card) for seat, card in plays)


def only_seat(plays: Sequence[Played | Laid]) -> int | None:
    """Whose turn it is, if only one seat may play."""
    seats = {play.seat for play in plays}
    return seats.pop() if len(seats) == 1 else None


def follows(s: Spinado) -> list[tuple[int, Card]]:
    """Who may play the next card."""
    if certain_stop(s):
        return []
    return [(seat, card) for card in cards_of(s.due) for seat in range(s.seats) if could_hold(s, seat) & s.due]


def leads(s: Spinado) -> list[tuple[int, Card]]:
    """Who may lead which card: none, where it is known that somebody must follow."""
    live = s.due & s.places.located
    if live and not certain_stop(s) and s.options.follow == "must":
        return []
    seats = range(s.seats) if s.leader < 0 else (s.leader,)
    return [(seat, card) for seat in seats for card in cards_of(could_hold(s, seat) & ~s.due)]


def could_hold(s: Spinado, seat: int) -> int:
    """The cards that a seat may hold, so far as the record tells."""
    places = s.places
    return places.known[seat] | (PACK47 & ~places.located if places.most[seat] else 0)


def could_hold_both(s: Spinado, seat: int, card: Card) -> bool:
    """Whether a seat may hold the spinado beside a card that it may play."""
    unknown = ((card.bit | SPINADO.bit) & ~s.places.known[seat]).bit_count()
    return bool(could_hold(s, seat) & SPINADO.bit) and s.places.most[seat] >= unknown


# ---- How a hand came out -------------------------------------------------------------------------------------------


def result(s: Spinado) -> Result:
    """The counters each seat gained or lost in this hand, the antes included."""
    sheet = s.how in {"sheet", "not known"} and not s.sequence
    told = s.out >= 0 or s.how == "void"
    return Result(
        points=tuple(held.points(s, RATES)),
        won=tuple(seat == s.out if told else None for seat in range(s.seats)),
        dealer=None if s.dealer < 0 else s.dealer,
        counts=s.how != "void",
        level="sheet" if sheet else level_of(s.places, s.dealt),
        says=says(s),
        transfers=transfers(s),
    )


def says(s: Spinado) -> str:
    """How the hand ended, and whether somebody's word decided who held the spinado."""
    record = held.pending_of(s, s.hand)
    if record is None or len(held.may_hold(record, said=False)) == 1:
        return s.how
    return f"{s.how}; who held the spinado {'as it was said' if held.told_of(record) >= 0 else 'is not known'}"


def transfers(s: Spinado) -> tuple[Transfer, ...]:
    """All transfers of this hand that can be told, oldest first."""
    accounts = BOARD.names(s.seats)
    rows = [
        Transfer(accounts[source], accounts[target], amount, WHYS[why])
        for source, target, amount, why in rows_of(s.rows)
    ]
    record = held.pending_of(s, s.hand)
    for seat in record.losers if record else ():
        amount = held.payment(record, seat, RATES) if record else None
        if record and amount:
            rows.append(Transfer(accounts[seat], accounts[record.winner], amount, WHYS[RATES.why]))
    return tuple(rows)


# ---- What there is to see ------------------------------------------------------------------------------------------


def scene(s: Spinado) -> Scene:
    """The table: hands, the cards played, the dead hand, the pots and the purses."""
    facts = []
    if s.phase == "play":
        facts.append(("next", what_follows(s)))
    place = dead(s)
    lying = Row(title="Dead hand", cards=tuple(cards_of(s.places.known[place])), unknown=s.places.most[place])
    return Scene(
        title=f"Spinado, hand {s.hand}",
        facts=tuple(facts),
        hands=tuple(seat_scene(s, seat) for seat in range(s.seats)),
        rows=(sequence(s), lying),
        pots=tuple((name, BOARD.amount(s, number)) for number, name in enumerate(POTS)),
        says=outcome(s),
    )


def what_follows(s: Spinado) -> str:
    """What is to be played next, in words."""
    if s.sequence and s.leader < 0:
        return "not known"
    return "a lead" if certain_stop(s) else str(next(cards_of(s.due)))


def sequence(s: Spinado) -> Row:
    """The cards played in this hand, but for those that were missed."""
    played = [(card, seat) for card, seat in zip(s.sequence, s.players_of, strict=True) if seat >= 0]
    cards = tuple(BY_INDEX[card] if card >= 0 else UNKNOWN for card, _ in played)
    return Row(title="Played", cards=cards, seats=tuple(seat for _, seat in played))


def seat_scene(s: Spinado, seat: int) -> Hand:
    """One seat: its cards, its purse, and whether it leads."""
    amount = held.purse(s, seat, RATES)
    first = left_of(s, s.dealer)
    marks = [name for name, who in (("dealer", s.dealer), ("first", first)) if who == seat and s.hand]
    if seat == s.exempt and s.hand:
        marks.append("no ante")
    return seat_hand(
        s.places,
        seat,
        s.players[seat],
        marks=marks,
        scores=(("counters", "?" if amount is None else str(amount)),),
        turn=s.phase == "play" and not s.due and seat == s.leader,
    )


def outcome(s: Spinado) -> str:
    """How the hand came out, or the session (SP-4.4), in a sentence."""
    if s.closed:
        return standing(s, [held.purse(s, seat, RATES) for seat in range(s.seats)])
    return how_it_ended(s, "hand", held.points(s, RATES))
