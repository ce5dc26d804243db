"""Calabrasella: three players, one against two, forty cards and a widow, no trump; chips by the difference in points.

The sections are those of the rules page. The sides are the declarer and the defenders.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import combinations, product
from typing import Any, Final, Literal

from upcard.engine.due import Act
from upcard.engine.kernel.drawing import hands_drawn, player, row_of
from upcard.engine.kernel.game import Column, Game
from upcard.engine.kernel.numbers import added, only
from upcard.engine.kernel.results import Mark, Result, Transfer
from upcard.engine.kernel.rules import DISORDER, MISREAD, Broken, Due, Holds, Obliged, Rule, places_of
from upcard.engine.kernel.state import Scoring
from upcard.engine.kernel.tricks import Tricks, revokes_are_put_right, tricks_are_played
from upcard.engine.kernel.usual import deal_rotates, dealt_at_once, ends, result_of, winner_is_called
from upcard.engine.mechanisms.forty_cards import FORTY, by_strength, order_of, without_trump
from upcard.engine.mechanisms.settling import gains, passed, payments_are_seen, purses_are_counted
from upcard.engine.scene import Scene
from upcard.schemas.cards import RANK_MASK, UNKNOWN, Card, cards_of, mask_of
from upcard.schemas.errors import OptionError
from upcard.schemas.events.dealing import Voided
from upcard.schemas.events.log import Opened
from upcard.schemas.events.playing import Discarded, Gave, Passed, Returned, Shown, Took, TurnedOver
from upcard.schemas.events.speaking import CardAbsent, CardNamed, Elected
from upcard.schemas.events.staking import BoughtIn, CashedOut, Scored
from upcard.schemas.options import Options, option
from upcard.schemas.wording import counted, or_unknown

SEATS: Final = range(3)
ALL: Final = 0b111
"""The three hands, as a mask of places."""
TABLE: Final = 3
"""The place after the hands: cards that were played."""
WIDOW: Final = 4
DEAD: Final = 5
"""The discards of the declarer."""
WIDOW_SIZE: Final = 4


class CalabrasellaOptions(Options):
    """CA-5."""

    starting_chips: int = option(0, "CA-4.5", "chips of each player at the start", ge=0)
    shutout_rule: Literal["exact_35", "all_points"] = option(
        "exact_35", "CA-4.4", "all_points: payments are doubled whenever the loser has no point"
    )
    dead_cards: Literal["dead", "last_trick"] = option(
        "dead", "CA-2.5", "last_trick: the dead cards go to the side that wins the last trick"
    )
    max_discards: int = option(4, "CA-2.4", "the most cards the declarer may discard", ge=0, le=4)
    min_discards: int = option(1, "CA-2.4", "the fewest cards the declarer must discard", ge=0, le=4)
    payment_double: int = option(2, "CA-4.4", "by how much a payment is multiplied after 35 to 0", ge=1)
    same_trick_correction: bool = option(False, "G-14", "true: a revoke may be put right while the trick is open")


Stage = Literal["bid", "name", "ask", "return", "discard", "turn", "take", "play"]
"""The steps of a hand, in their order (CA-2, CA-3)."""


@dataclass(slots=True, kw_only=True)
class Calabrasella(Scoring):
    """stage: the step that is due; spoken: the seats that have passed (a mask); declarer: the seat that plays against the others; named_card:
    the card named, none if there was none to name; naming: the line on which it was; giver: the seat that handed it over; absent: the line
    on which it was said to be with nobody; unwritten: whether nobody wrote what became of it; put_away: how many cards were
    discarded, -1 if that is not written; turned: whether the widow was; strayed: whether cards left it unseen; tricks: the cards
    played; card_points: points of declarer and defenders; payments_seen:
    payments that were seen since the hand ended. Points are the chips that each won or lost, totals those that each has.
    """

    options: CalabrasellaOptions
    stage: Stage = "bid"
    spoken: int = 0
    declarer: int = -1
    named_card: Card | None = None
    naming: int = field(default=-1, compare=False)
    giver: int = -1
    absent: int = -1
    unwritten: bool = False
    put_away: int = 0
    turned: bool = False
    strayed: bool = False
    tricks: Tricks = field(default_factory=lambda: Tricks(3))
    card_points: list[int] | None = None
    payments_seen: dict[str, tuple[int, int]] = field(default_factory=dict)


GAME = game = Game(
    "calabrasella",
    title="Calabrasella",
    source="document 004",
    family="tricks",
    says="one against two, a card named and exchanged, a widow, no trump, chips by the difference",
    seats=(3, 3),
    state=Calabrasella,
    options=CalabrasellaOptions,
    pack=FORTY,
    places=3,
    match="session",
    score="chip/chips",
    contest="sides",
    worth="4567JQKA23",
    proves=(
        "With all hands: every revoke, a card named that was held, a card kept or given back wrongly, where it was done.",
        "Without hands: each of them at the first card that shows it, and that somebody revoked before it is known who.",
        "When a card that nobody had is not in the widow: that it was kept or held, before it is known by whom.",
        "From any record: wrong dealers, bids, turns, discards and cards taken, and steps left out.",
        "From a score sheet: points that cannot be, and chips that do not follow or do not balance.",
    ),
    sheet=(
        Column(
            "counts",
            "points",
            "points of the declarer and of the defenders",
            "side",
            also=("card points",),
            parts=("declarer", "defenders"),
            holds="card_points",
        ),
        Column(
            "seat",
            "declarer",
            "the seat of the declarer; `void` for a hand that all passed",
            "hand",
            also=("solo", "soloist", "alone"),
            tells="declarer",
            holds="declarer",
        ),
        Column("points", "chips", "chips each won or lost", also=("won or lost", "payment", "payments")),
        Column("totals", "stacks", "chips each has", also=("stack",)),
    ),
    words={
        **dict.fromkeys(("elect", "elects"), "elected"),
        **dict.fromkeys(("name", "names"), "card_named"),
        **dict.fromkeys(("absent", "nobody"), "card_absent"),
        **dict.fromkeys(("take", "takes", "take widow", "takes widow"), "took widow openly"),
        "widow": "turned_over",
        "buy": "bought_in",
    },
    named={"widow": 1, "discards": 2},
    unfinished=Rule("CA-3", "hand_not_finished", "a hand is played out", "contradiction", 6),
    course={
        "Deal": "`hand_started`, then `dealt` with twelve cards each and a widow of four.",
        "Bids": "From the left of the dealer, each `passed`, until one `elected` to play.",
        "Exchange": "`card_named`; then `gave` and `returned`, or `card_absent`; then `discarded`, `turned_over`, `took`.",
        "Play": "Twelve tricks of three `played`, led by the seat to the left of the declarer. A card put right within the trick is `corrected`.",
        "End": "Dead cards that all saw are `shown`; a hand thrown in is `voided`. Payments seen are `chips_passed`, stacks counted"
        " `purse_counted`; chips come and go by `bought_in` and `cashed_out`. What the sheet has is `scored`, what somebody said"
        " `result_called`.",
    },
    writes={
        "opened": "`buy_in`: chips that each begins with, where purses are counted.",
        "took.place": "`widow`",
        "shown.place": "`dead`: the discards, and what is left of the widow",
        "chips_passed.from": "`seat:0`, `seat:1` or `seat:2`",
        "chips_passed.to": "likewise",
    },
    endings={"passed": "all passed"},
    closing="CA-6.1",
)


@game.checks_options
def check_options(options: CalabrasellaOptions, _seats: int) -> None:
    """Refuse options by which no number of cards may be discarded."""
    if options.min_discards > options.max_discards:
        raise OptionError("min_discards is more than max_discards", hint="0 to 4 cards, the fewest before the most")


# ---- CA-1 Deck, seats, ranking -----------------------------------------------------------------------------------------

ORDER: Final = order_of("4567JQKA23")
"""Queen over jack (CA-1.2)."""
IN_ORDER: Final = by_strength(ORDER)
THREES: Final = RANK_MASK["3"]
TWOS: Final = RANK_MASK["2"]


@game.start
def start(s: Calabrasella, header: Opened) -> None:
    """All begin with the same chips (CA-4.5)."""
    s.totals = [s.options.starting_chips if header.buy_in is None else header.buy_in] * 3


DEAL: Final = dealt_at_once(game, "CA-1.1", 12, "twelve cards to each seat, four to the widow", aside="widow")

# ---- CA-2.1 Pass or play -----------------------------------------------------------------------------------------------


@game.on(Passed, "CA-2.1", "bid_order", "each passes or plays in turn, until one plays", late=True)
def pass_by(s: Calabrasella, e: Passed) -> None:
    """A seat passes; when all three have, the hand is void and the seat to the left of the dealer deals."""
    s.spoken |= 1 << e.seat
    s.turn = next((seat % 3 for seat in range(e.seat + 1, e.seat + 4) if not s.spoken >> seat % 3 & 1), -1)
    if s.spoken == ALL:
        end_void(s)


@game.on(Elected, "CA-2.1", "bid_order", "each passes or plays in turn, until one plays", late=True)
def elect(s: Calabrasella, e: Elected) -> None:
    """The first who elects to play declares; the others defend together."""
    s.declarer, s.stage = e.seat, "name"


def bids_unwritten(s: Calabrasella) -> Any:
    """Any seat that has not passed may have elected to play; the seat that names a card has."""
    return [partial(elect, e=Elected(seat=seat)) for seat in SEATS if not s.spoken >> seat & 1]


def first_unwritten(s: Calabrasella) -> Any:
    """Where the first steps of the exchange are not written, or none is, they were done: a card may have come from each defender, and gone back."""
    for seat in places_of(defenders(s)):
        s.places.move_unseen((UNKNOWN,), seat, s.declarer)
        s.places.move_unseen((UNKNOWN,), s.declarer, seat)
    s.stage = "discard"
    return [lambda _s: None, partial(put_away, cards=None), rest_unwritten]


def rest_unwritten(s: Calabrasella) -> Any:
    """Where the rest of the exchange is not written, it was done: nothing is known of what was given back, put away and taken."""
    if s.stage == "return":
        give_back(s, Returned(seat=s.declarer, to=s.giver))
    if s.stage == "take":
        return not_taken(s)
    s.put_away = -1
    return [not_taken] if s.options.min_discards else [not_taken, partial(put_away, cards=())]


# ---- CA-2.2 Naming -----------------------------------------------------------------------------------------------------


@game.rule(
    CardNamed, "CA-2.2", "wrong_name", "the declarer names a three not held; a two only with all threes", cost=MISREAD
)
def name_is_legal(s: Calabrasella, e: CardNamed) -> Iterator[Any]:
    """A three; a two only by who holds all threes; none only by who holds all threes and twos."""
    seat, card = e.seat, e.card
    could = 0 if card is None else card.could_be & (THREES | TWOS)
    if card is None:
        says = "no card named, though the declarer does not hold all threes and twos"
        yield Holds(seat, ((THREES | TWOS, 8, 8),), says=says)
    elif not could:
        yield Broken(seat=seat, cards=card.bit & FORTY, says=f"{card} named; only a three or a two may be")
    elif not could & ~s.places.known[seat]:
        yield Broken(seat=seat, cards=card.bit, says=f"{card} named, which the declarer held")
    elif not could & THREES:
        says = f"{card} named, though the declarer does not hold all four threes"
        yield Holds(seat, ((THREES, 4, 4),), says=says)


def held_by_declarer(s: Calabrasella, place: int) -> Obliged:
    """The declarer has not named a card of his own; where nobody handed it over, it is looked for in his hand, and among what he put away."""
    rule = Rule("CA-2.2", "wrong_name", f"{s.named_card} named, which the declarer held")
    return Obliged(rule, named_bit(s), 0, seats=1 << place, by=None if place < 3 else s.declarer, at=s.naming)


@game.rule(CardNamed, "CA-2.2", "naming_order", "the declarer names a card, once, before the exchange", cost=DISORDER)
def is_named_once(s: Calabrasella, e: CardNamed) -> Any:
    """There is no second call, nor after nobody had the first card (CA-2.3)."""
    says = "there is no second call, where nobody has the card named" if s.absent >= 0 else None
    return s.naming < 0 or Broken(seat=e.seat, clause="CA-2.3" if says else None, says=says)


@game.on(CardNamed, "CA-2.2", "naming_order", "the declarer names a card, once, before the exchange", late=True)
def name_card(s: Calabrasella, e: CardNamed) -> Any:
    """A card is asked for; who holds all threes and twos asks for none, and there is no exchange. Of two cards named either may be
    the one that the table lets stand.
    """
    if e.seat != s.declarer or (s.naming >= 0 and e.card == s.named_card):
        return None  # what another names means nothing
    return ask_for(s, e) if s.naming < 0 else [lambda _s: None, partial(ask_for, e=e)]


def ask_for(s: Calabrasella, e: CardNamed) -> None:
    """This is the card that is asked for."""
    s.named_card, s.naming, s.absent = e.card, s.line, -1
    s.stage = "discard" if e.card is None else "ask"


@game.offer(CardNamed, "the card named")
def names(s: Calabrasella, seat: int) -> Iterator[CardNamed]:
    """A three that the declarer does not hold; a two, or none, if that may be."""
    if s.naming >= 0:
        return
    known = s.places.known[seat]
    may_be = THREES & ~known
    if s.places.may_hold_all(seat, THREES):
        may_be |= TWOS & ~known
    yield from (CardNamed(seat=seat, card=card) for card in cards_of(may_be))
    if s.places.may_hold_all(seat, THREES | TWOS):
        yield CardNamed(seat=seat)


# ---- CA-2.3 The card named, and the card given back --------------------------------------------------------------------


def named_bit(s: Calabrasella) -> int:
    """The card named, as a mask; 0 if there was none, or none is known."""
    return s.named_card.bit if s.named_card is not None else 0


def defenders(s: Calabrasella) -> int:
    """The seats that defend, as a mask."""
    return ALL & ~(1 << s.declarer)


@game.rule(Gave, "CA-2.3", "handing_order", "the named card is handed to the declarer", cost=MISREAD)
def named_is_given(s: Calabrasella, e: Gave) -> Any:
    """A defender hands over the card that was named, and no other."""
    given = e.card.bit if e.card is not None else 0
    if not given or s.stage != "ask" or e.seat == s.declarer or e.to != s.declarer or named_bit(s) in {0, given}:
        return None
    return Broken(seat=e.seat, cards=given & FORTY, says=f"{s.named_card} was named")


@game.on(Gave, "CA-2.3", "handing_order", "the named card is handed to the declarer")
def give(s: Calabrasella, e: Gave) -> None:
    """The holder gives the named card to the declarer, and all know it (CA-2.6)."""
    if e.seat != s.declarer and e.to == s.declarer:
        given = e.card if e.card is not None and e.card.bit else s.named_card or UNKNOWN
        s.places.move_card(given, e.seat, e.to)
        s.giver, s.stage = e.seat, "return"


def given_unwritten(s: Calabrasella) -> Any:
    """Nobody wrote who handed the card over: either defender who may have had it."""
    return [partial(give, e=Gave(seat=seat, to=s.declarer)) for seat in may_give(s)]


def may_give(s: Calabrasella) -> list[int]:
    """The defenders who may hold the card named."""
    named = named_bit(s) or FORTY
    return [seat for seat in places_of(defenders(s)) if s.places.holds(seat, named, FORTY) is not False]


@game.obliges(CardAbsent)
def nobody_keeps_it(s: Calabrasella, _seat: int) -> Any:
    """Whoever holds the named card must hand it over; nor has the declarer named a card of his own."""
    bit = named_bit(s)
    if s.stage != "ask" or not bit:
        return ()
    rule = Rule("CA-2.3", "kept_card", f"{s.named_card} was named and not handed over")
    kept = Obliged(rule, bit, 0, seats=defenders(s))
    return (kept,) if s.places.known[s.declarer] & bit else (held_by_declarer(s, s.declarer), kept)


@game.on(CardAbsent, "CA-2.3", "absence_order", "that nobody has it is said of a card named")
def say_absent(s: Calabrasella, _e: CardAbsent) -> None:
    """Nobody has the card named: there is no exchange, and no second call."""
    s.absent, s.stage = s.line, "discard"


def answer_unwritten(s: Calabrasella) -> None:
    """Nobody wrote what became of the card named: where it lies later proves nothing."""
    s.unwritten, s.stage = True, "discard"


@game.rule(Returned, "CA-2.3", "wrong_return", "one card is given back, not the one named")
def return_is_right(s: Calabrasella, e: Returned) -> Any:
    """The declarer gives a card back to whoever handed over the card named, and not that card itself."""
    if s.stage != "return":
        return None
    if e.to != s.giver:
        return f"a card given back to seat {e.to}; seat {s.giver} had handed one over"
    if e.card is None or not e.card.bit & named_bit(s):
        return None
    return Broken(seat=e.seat, cards=e.card.bit, says=f"{s.named_card} was handed over, and given back")


@game.on(Returned, "CA-2.3", "wrong_return", "one card is given back, not the one named")
def give_back(s: Calabrasella, e: Returned) -> None:
    """One card goes back face down; the third player does not see it."""
    if e.seat == s.declarer and e.to < 3 and e.to != e.seat:
        s.places.move_unseen((e.card or UNKNOWN,), e.seat, e.to)
        s.stage = "discard"


@game.statement(Returned, "CA-2.3", "wrong_return", "one card is given back, not the one named")
def was_another(s: Calabrasella, e: Returned) -> Any:
    """That the card named was itself given back: where nobody wrote which card was, the card named shows it in the other hand."""
    if e.seat != s.declarer or e.to != s.giver or not named_bit(s) & s.places.pool:
        return None
    rule = Rule("CA-2.3", "wrong_return", f"{s.named_card} was handed over, and given back")
    return Obliged(rule, named_bit(s), 0, seats=1 << e.to, by=e.seat)


@game.offer(Gave)
def handings(s: Calabrasella, _seat: int) -> Any:
    """The named card from who may hold it."""
    seats = may_give(s)
    gifts = tuple(Gave(seat=seat, to=s.declarer, card=s.named_card) for seat in seats)
    return Act(Gave, only(seats), "who hands it over", gifts, who=True) if gifts else ()


@game.offer(CardAbsent, "nobody has it")
def absences(s: Calabrasella, _seat: int) -> tuple[CardAbsent, ...]:
    """The word that nobody has the card, if no defender is known to have it."""
    return () if s.places.among(defenders(s)) & named_bit(s) else (CardAbsent(),)


@game.offer(Returned, "a card back")
def returns(s: Calabrasella, seat: int) -> Iterator[Returned]:
    """Any card of the hand but the one named."""
    known = s.places.known[seat] & ~named_bit(s)
    cards = [*cards_of(known), *([UNKNOWN] if s.places.unseen[seat] else [])]
    return (Returned(seat=seat, to=s.giver, card=card) for card in cards)


# ---- CA-2.4 The discards -----------------------------------------------------------------------------------------------


@game.rule(Discarded, "CA-2.4", "wrong_discard", "one to four cards are discarded before the widow is turned")
def size_is_allowed(s: Calabrasella, e: Discarded) -> Any:
    """As many cards as the table allows."""
    least, most = s.options.min_discards, s.options.max_discards
    if s.stage != "discard" or e.cards is None or least <= len(e.cards) <= most:
        return None
    return f"{counted(len(e.cards), 'card')} discarded; {least} to {most} may be"


@game.rule(Discarded, "CA-2.3", "kept_card", "whoever holds the named card hands it over", when="unwritten")
def silence_hides_nothing(s: Calabrasella, _e: Discarded) -> Any:
    """Where nobody wrote what became of the named card, a defender who is known to have it kept it."""
    bit, says = named_bit(s), f"{s.named_card} was named and not handed over"
    return [Broken(seat=seat, cards=bit, says=says) for seat in places_of(defenders(s)) if s.places.known[seat] & bit]


@game.on(Discarded, "CA-2.4", "wrong_discard", "one to four cards are discarded before the widow is turned")
def discard(s: Calabrasella, e: Discarded) -> Any:
    """Cards go face down to the dead ones; only the declarer sees them. Where nobody wrote how many, it may be none."""
    if e.seat != s.declarer:
        return None
    if e.cards is None and not s.options.min_discards:
        return [partial(put_away, cards=cards) for cards in (None, ())]
    return put_away(s, e.cards)


def put_away(s: Calabrasella, cards: Sequence[Card] | None) -> None:
    """These cards are put away; where nobody counted them, it shows how many they were when as many are taken from the widow."""
    s.put_away = -1 if cards is None else len(cards)
    s.places.move_unseen(cards or (), s.declarer, DEAD)
    s.stage = "turn" if s.put_away else "play"
    s.turn = s.after(s.declarer)


@game.statement(Discarded, "CA-2.2", "wrong_name", "the declarer names a card not held")
def was_not_put_away(s: Calabrasella, _e: Discarded) -> Any:
    """The declarer held a card that nobody had, if it is among those that were put away."""
    return held_by_declarer(s, DEAD) if s.absent >= 0 and named_bit(s) & s.places.pool else None


@game.offer(Discarded, "the discards")
def discards(s: Calabrasella, seat: int) -> Iterator[Discarded]:
    """As many cards as the table allows, any of the hand."""
    known = tuple(cards_of(s.places.known[seat]))
    for size in range(s.options.min_discards, s.options.max_discards + 1):
        groups: Iterable[tuple[Card, ...]] = combinations(known, size)
        if s.places.unseen[seat]:
            groups = ((UNKNOWN,) * size,)
        yield from (Discarded(seat=seat, cards=cards) for cards in groups)


# ---- CA-2.5 The widow --------------------------------------------------------------------------------------------------


@game.rule(TurnedOver, "CA-1.1", "wrong_turning", "the widow has four cards")
def four_are_turned(_s: Calabrasella, e: TurnedOver) -> Any:
    """All four cards are turned over."""
    return len(e.cards) == WIDOW_SIZE or f"{counted(len(e.cards), 'card')} turned over; the widow has {WIDOW_SIZE}"


@game.on(TurnedOver, "CA-2.5", "wrong_turning", "the widow is turned once, after the discard")
def turn_widow(s: Calabrasella, e: TurnedOver) -> None:
    """The widow lies face up, for all to see."""
    s.places.show(mask_of(e.cards[:WIDOW_SIZE]), WIDOW)
    s.places.know_rest()
    unturned(s)


def unturned(s: Calabrasella) -> None:
    """The widow was turned, whether or not that was written."""
    s.turned = True
    s.stage = "take" if s.put_away else "play"


@game.statement(CardAbsent | TurnedOver | Took | Shown, "CA-7", "absence", "a card that nobody has lies in the widow")
def absent_is_in_widow(s: Calabrasella, _e: Any) -> Any:
    """If the card that nobody had is not there, a defender kept it, or the declarer held it himself; who has it shows when the card does."""
    bit = named_bit(s)
    if not s.on or s.absent < 0 or s.strayed or s.places.unseen[WIDOW] or not bit & s.places.pool:
        return None
    says = f"{s.named_card} is not in the widow: a defender kept it, or the declarer named a card he held"
    return Broken(at=s.absent, cards=bit, says=says, kind="breach", cost=4, gives_way=True)


@game.rule(Took, "CA-2.5", "wrong_taking", "as many cards are taken from the widow as were discarded")
def as_many_are_taken(s: Calabrasella, e: Took) -> Any:
    """As many cards are taken as were discarded, from the widow and from nowhere else."""
    if e.place != "widow":
        return Broken(seat=e.seat, says=f"no place {e.place!r} to take from", kind="contradiction", clause="G-5")
    if e.cards is None or s.stage != "take" or s.put_away in {-1, len(e.cards)}:
        return None
    return f"{counted(len(e.cards), 'card')} taken for {s.put_away} discarded"


@game.on(Took, "CA-2.5", "wrong_taking", "as many cards are taken from the widow as were discarded")
def take_cards(s: Calabrasella, e: Took) -> None:
    """The declarer takes cards of the widow, openly; of discards that nobody counted there were as many."""
    if e.seat != s.declarer or e.place != "widow":
        return
    if e.cards is None:
        not_taken(s)
        return
    if s.put_away < 0:
        put_away(s, (UNKNOWN,) * len(e.cards))
    if all(card.bit for card in e.cards):
        s.places.move_set(e.cards, WIDOW, e.seat)
    else:
        s.places.move_unseen(e.cards, WIDOW, e.seat)
        s.strayed = True
    s.stage = "play"


def not_taken(s: Calabrasella) -> None:
    """Nobody wrote which cards were taken: any four of the widow and the hand are put away, or left."""
    s.strayed = True
    s.places.move_unseen((UNKNOWN,) * s.places.most(WIDOW), WIDOW, s.declarer)
    s.places.move_unseen((UNKNOWN,) * (WIDOW_SIZE - s.places.most(DEAD)), s.declarer, DEAD)
    s.stage, s.turn = "play", s.after(s.declarer)


@game.offer(TurnedOver, "the widow")
def widows(s: Calabrasella, _seat: int) -> Any:
    """The cards of the widow."""
    known = tuple(cards_of(s.places.known[WIDOW]))
    if len(known) == WIDOW_SIZE:
        return (TurnedOver(cards=known),)
    return Act(
        TurnedOver, None, "the widow", accepts=lambda e: isinstance(e, TurnedOver) and len(e.cards) == WIDOW_SIZE
    )


TAKES: Final = {"place": "widow", "openly": True}
"""The fields that go without saying where the declarer takes cards."""


@game.offer(Took)
def takings(s: Calabrasella, seat: int) -> Act:
    """As many cards from the widow as were discarded."""
    asks, known = "the cards taken from the widow", tuple(cards_of(s.places.known[WIDOW]))
    sizes = range(WIDOW_SIZE + 1) if s.put_away < 0 else (min(s.put_away, WIDOW_SIZE),)
    groups = [group for size in sizes for group in combinations(known, size)]
    if groups and not s.places.unseen[WIDOW]:
        choices = tuple(Took(seat=seat, place="widow", cards=cards, openly=True) for cards in groups)
        return Act(Took, seat, asks, choices, given=TAKES)
    return Act(Took, seat, asks, accepts=lambda e: isinstance(e, Took) and e.seat == seat, given=TAKES)


# ---- CA-3 Play ---------------------------------------------------------------------------------------------------------


BIDS: Final = Rule("CA-2.1", "bid_order", "each passes or plays in turn, until one plays", "breach", 6)
NAMED: Final = Rule("CA-2.2", "left_out", "no card was named", "breach", 6)
RETURNED: Final = Rule("CA-2.3", "left_out", "no card was given back for the one handed over", "breach", 6)
DISCARDED: Final = Rule("CA-2.4", "left_out", "the declarer had not discarded", "breach", 6)
TAKEN: Final = Rule("CA-2.5", "left_out", "the declarer had not taken cards from the widow", "breach", 6)

BID: Final = tuple(
    (Due(Elected, 1 << seat, BIDS, skip=bids_unwritten), Due(Passed, 1 << seat, BIDS, weight=0.7)) for seat in SEATS
)
NAME_AGAIN: Final = Due(CardNamed, optional=True, weight=0.0, matches=lambda s, e: e.seat == s.declarer)
ASK: Final = (
    Due(Gave, -1, skip=given_unwritten, matches=lambda s, e: e.seat != s.declarer and e.to == s.declarer),
    Due(CardAbsent, -1, skip=answer_unwritten),
    NAME_AGAIN,
)
TURN: Final = (Due(TurnedOver, -1, TAKEN, skip=unturned),)
STEPS: Final[dict[str, tuple[tuple[Due, ...], ...]]] = {
    "name": tuple((Due(CardNamed, 1 << seat, NAMED, skip=first_unwritten),) for seat in SEATS),
    "return": tuple((Due(Returned, 1 << seat, RETURNED, skip=rest_unwritten), NAME_AGAIN) for seat in SEATS),
    "discard": tuple((Due(Discarded, 1 << seat, DISCARDED, skip=rest_unwritten), NAME_AGAIN) for seat in SEATS),
    "take": tuple((Due(Took, 1 << seat, TAKEN, skip=rest_unwritten),) for seat in SEATS),
}
"""The acts due from the declarer, by the stage and the seat."""


@game.turn
def turn(s: Calabrasella) -> Sequence[Due]:
    """Bids, the card named, the exchange, discards, the widow, then twelve tricks."""
    stage = s.stage
    if stage == "play":
        return PLAY.due[s.turn] if s.put_away or s.tricks.cards else NONE_PUT_AWAY[s.declarer][s.turn]
    if stage in STEPS:
        return STEPS[stage][s.declarer]
    if stage == "bid":
        return BID[s.turn] if s.dealt else DEAL
    return ASK if stage == "ask" else TURN


REVOKE: Final = Rule("CA-3", "revoke", "keep the suit led when you can")
LEADS: Final = "left of the declarer leads, then the winner"
PLAY: Final = tricks_are_played(
    game, REVOKE, without_trump(ORDER), lambda s, _: settle_play(s) if len(s.tricks.winners) == 12 else None, says=LEADS
)
TURN_FOR_NONE: Final = Due(TurnedOver, optional=True, weight=0.0, matches=lambda s, _e: not s.turned)
TAKE_NONE: Final = tuple(
    Due(Took, 1 << seat, optional=True, weight=0.0, matches=lambda _s, e: e.cards == ()) for seat in SEATS
)
NONE_PUT_AWAY: Final = tuple(tuple((*due, TURN_FOR_NONE, none) for due in PLAY.due) for none in TAKE_NONE)
revokes_are_put_right(game, "CA-3", "a revoke is put right while the trick is open", PLAY.led)


@game.on(Shown, free=True)
def show(s: Calabrasella, e: Shown) -> None:
    """The dead cards are those that were put away, and what is left of the widow."""
    if e.place == "dead":
        cards = mask_of(e.cards) & ~s.places.known[WIDOW]
        more = (cards & ~s.places.known[DEAD]).bit_count() - s.places.unseen[DEAD]
        left = min(more, s.places.unseen[WIDOW])  # of a widow that nobody wrote down as turned
        s.places.move_unseen((UNKNOWN,) * left, WIDOW, DEAD)
        s.places.show(cards, DEAD)


# ---- CA-4 Scoring ------------------------------------------------------------------------------------------------------

ACES: Final = RANK_MASK["A"]
ONES: Final = sum(RANK_MASK[rank] for rank in "32KQJ") & FORTY
ALL_POINTS: Final = 35
LAST_TRICK: Final = 3


def value(cards: int) -> int:
    """The points of some cards: an ace three, three, two, king, queen and jack one (CA-4.1)."""
    return 3 * (cards & ACES).bit_count() + (cards & ONES).bit_count()


def settle_play(s: Calabrasella) -> Any:
    """The hand is played out. A card that nobody told us may be any of those that are nowhere else."""
    s.places.know_rest()
    may_be = s.places.pool | s.places.known[TABLE] & ~mask_of(s.tricks.cards)
    ways = {points_with(s, cards) for cards in s.tricks.in_each_way(may_be, WIDOW_SIZE, most=2)}
    if not ways:
        return settle(s, "played", None)
    return [partial(settle, how="played", counts=counts) for counts in sorted(ways)]


def points_with(s: Calabrasella, cards: Sequence[Card]) -> tuple[int, ...]:
    """The points of declarer and defenders, if these are the cards that were played (CA-4.1, CA-4.2)."""
    counts = captured(s, cards)
    last = int(s.tricks.winners[-1] != s.declarer)
    counts[last] += LAST_TRICK
    if s.options.dead_cards == "last_trick":
        counts[last] += value(FORTY & ~mask_of(cards))
    return tuple(counts)


def captured(s: Calabrasella, cards: Sequence[Card]) -> list[int]:
    """The points of the cards in the tricks of declarer and defenders."""
    return list(map(value, s.tricks.captured([int(seat != s.declarer) for seat in SEATS], cards)))


def payment(options: CalabrasellaOptions, counts: Sequence[int]) -> int:
    """The payment of each defender to the declarer; below 0, of the declarer to each (CA-4.3, CA-4.4)."""
    declarer, others = counts
    shutout = min(counts) == 0 and declarer != others
    if options.shutout_rule == "exact_35":
        shutout = shutout and max(counts) == ALL_POINTS
    return (declarer - others) * (options.payment_double if shutout else 1)


def settle(s: Calabrasella, how: str, counts: Sequence[int] | None, amount: int | None = None) -> None:
    """The hand ends with these points of declarer and defenders; each defender pays the difference, or gets it (CA-4.3)."""
    s.card_points = None if counts is None else list(counts)
    amount = amount if counts is None else payment(s.options, counts)
    ends(s, how, gains(3, s.declarer, amount))


def end_void(s: Calabrasella, how: str = "passed", *others: int) -> None:
    """The hand does not count, and no chips pass; the seat to the left of the dealer deals, or one of these others."""
    s.card_points = None
    ends(s, how, [0] * 3, [s.after(s.dealer), *others])
    s.void = True


@game.on(Voided)
def void(s: Calabrasella, _e: Any = None) -> None:
    """The hand is thrown in: the same dealer deals again, or the next. A row that says `void` is of a hand that all have passed."""
    if s.source:
        end_void(s)
    else:
        end_void(s, "void", s.dealer)


deal_rotates(game, "CA-4.5", "the deal passes to the left every hand")


# ---- CA-4.5 Chips ------------------------------------------------------------------------------------------------------


@game.on(BoughtIn | CashedOut, free=True, blindly=True)
def buy(s: Calabrasella, e: BoughtIn | CashedOut) -> None:
    """Chips are added to a stack, or taken off it."""
    more = [(e.amount if isinstance(e, BoughtIn) else -e.amount) * (seat == e.seat) for seat in SEATS]
    s.totals, s.before = added(s.totals, more), added(s.before, more)


def payments(s: Calabrasella) -> tuple[Transfer, ...]:
    """The payments for the last hand."""
    return passed(s, s.declarer, "payment")


purses_are_counted(game, "CA-4.5", "no chips are made or lost", lambda s, seat: s.totals[seat])
payments_are_seen(game, "CA-4.3", "the difference is paid", "the difference is paid", payments)


# ---- CA-4 Scoring: the score sheet -----------------------------------------------------------------------------------

game.figure("counts", "CA-4.2", "wrong_score", "declarer, defenders and dead cards have 35 points")
game.figure("seat", "CA-4", "wrong_score", "the declarer is who elected to play")
game.figure("points", "CA-4.3", "wrong_chips", "chips follow from the points")
game.figure("totals", "CA-4.5", "wrong_chips", "stacks follow from the chips")
game.only_says(Scored, "CA-4", "wrong_score", "the score follows from the play")


@cache
def scores(dead: Literal["dead", "last_trick"]) -> tuple[tuple[int, int], ...]:
    """The points of declarer and defenders: 35 less those of four dead cards, which are twelve at most, and never eleven (CA-4.2)."""
    most = 0 if dead == "last_trick" else 12
    numbers = range(ALL_POINTS + 1)
    return tuple((a, b) for a, b in product(numbers, numbers) if 0 <= ALL_POINTS - a - b <= most and a + b != 24)


@game.outcomes
def outcomes(s: Calabrasella, e: Scored) -> Iterator[Any]:
    """All that a hand can have brought, as far as the row tells: who declared, with which points, and what was paid (CA-4.2, CA-4.3)."""
    had = captured(s, s.tricks.cards)
    pairs = [
        one for one in scores(s.options.dead_cards) if e.counts in {None, one} and one[0] >= had[0] and one[1] >= had[1]
    ]
    amounts = {payment(s.options, one) for one in pairs}
    seats = [s.declarer] if s.declarer >= 0 else [e.seat] if e.seat is not None else SEATS
    for amount in sorted(amounts, key=abs):
        for seat in seats if amount or len(seats) == 1 else [-1]:
            if e.points is None or gains(3, seat, amount) == list(e.points):
                yield partial(row_settles, e=e, declarer=seat, amount=amount)
    if e.points == (0, 0, 0) and 0 not in amounts and e.counts is None:
        yield end_void  # none that was played out comes to nothing


def row_settles(s: Calabrasella, e: Scored, declarer: int, amount: int) -> None:
    """The hand came out as its row says."""
    s.declarer = declarer
    settle(s, "sheet", e.counts, amount)


winner_is_called(game, "CA-4.3", "who gets chips has won the hand")


# ---- CA-8 Events: how the hand came out, and what there is to see ----------------------------------------------------


@game.results
def result(s: Calabrasella) -> Result:
    """How the hand that just ended came out."""
    won = [None if gain is None else gain > 0 for gain in s.points]
    sides = [int(seat == s.declarer) for seat in SEATS] if s.declarer >= 0 else ()
    return result_of(game, s, won, sides, transfers=payments(s))


@game.marks(declarer="the seat that played against the others; a win, if it gained")
def counted_of(s: Calabrasella) -> Iterator[Mark]:
    """The seat that played alone; none, where all passed."""
    if s.how != "passed":
        yield Mark("declarer", s.declarer if s.declarer >= 0 else None)


@game.draws
def scene(s: Calabrasella) -> Scene:
    """The table: hands, the trick, the widow, the points and the chips."""
    rows = [s.tricks.drawn()]
    for place, title in ((WIDOW, "Widow"), (DEAD, "Discards")):
        row = row_of(s.places, place, title)
        if row.cards or row.unknown:
            rows.append(row)
    counts: Sequence[int | None] = captured(s, s.tricks.cards) if s.on else s.card_points or (None, None)
    titles = ("declarer", "defenders") if s.declarer >= 0 else ()
    marks = {"dealer": s.dealer, "declarer": s.declarer}
    return Scene(
        facts=tuple(facts(s)),
        hands=hands_drawn(s, marks, {"chips": list(map(or_unknown, s.totals))}, turn=acting(s), order=IN_ORDER),
        rows=tuple(rows),
        pots=tuple((title, f"{or_unknown(counts[side])} points") for side, title in enumerate(titles)),
    )


def facts(s: Calabrasella) -> Iterator[tuple[str, str]]:
    """The card named, and the seat that had it."""
    if named_bit(s):
        had = f", from {player(s, s.giver)}" if s.giver >= 0 else ", with nobody" if s.absent >= 0 else ""
        yield "named", f"{s.named_card}{had}"


def acting(s: Calabrasella) -> int:
    """The seat that is to bid, to exchange or to play; -1 where it is whoever holds the card named."""
    if not s.on or not s.dealt:
        return -1
    return s.turn if s.stage in {"bid", "play"} else s.declarer if s.stage in STEPS else -1


@game.tells
def outcome(s: Calabrasella) -> str:
    """How the hand came out, in a sentence."""
    if s.how == "passed":
        return "all passed"
    gain = s.points[s.declarer] if s.declarer >= 0 else s.points[0]
    if gain is None:
        return "what the hand came to cannot be told"
    paid = f"{gain:+} for the declarer" if gain else "nothing is paid"
    who = player(s, s.declarer) if s.declarer >= 0 else "the declarer"
    if s.card_points is None:
        return f"{who} against the others: {paid}" if gain else paid
    return f"{who} {s.card_points[0]}, the others {s.card_points[1]}: {paid}"
