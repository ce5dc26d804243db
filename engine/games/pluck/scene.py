"""What may come next, and what there is to see."""

from collections.abc import Iterator

from upcard.engine.due import Act, Chance
from upcard.engine.games.pluck.dealing import next_dealers
from upcard.engine.games.pluck.leads import trumps_are_open
from upcard.engine.games.pluck.moves import unanswered
from upcard.engine.games.pluck.plucking import answered_gift
from upcard.engine.games.pluck.rights import losses_left, plucks_left
from upcard.engine.games.pluck.scoring import is_over, numbers
from upcard.engine.games.pluck.table import (
    GIFT,
    HIGHER,
    JOKERS,
    LOWEST,
    PACK,
    SEATS,
    SIZE,
    SUITS_IN_PACK,
    Pluck,
    dealers_of,
    next_seat,
    quotas,
)
from upcard.engine.mechanisms.seats import seat_hand
from upcard.engine.mechanisms.trick_play import open_cards, trick_of
from upcard.engine.mechanisms.tricks import has_some, playable, trick_row
from upcard.engine.scene import Hand, Row, Scene
from upcard.schemas.cards import BY_INDEX, SUIT_NAMES, SUITS, UNKNOWN, Card, cards_of
from upcard.schemas.events import Closed, Dealt, Gave, HandStarted, Played, Returned, TrumpNamed


def due(s: Pluck) -> tuple[Act, ...]:
    """What may come next."""
    if s.closed:
        return ()
    if s.phase == "between":
        return due_between(s)
    if s.phase == "deal":
        chance = Chance(tuple(cards_of(PACK)), (SIZE,) * SEATS, lambda hands: Dealt(hands=hands))
        return (Act(Dealt, None, "17 cards to each seat", chance=chance),)
    if not s.trump and not s.cards:
        return due_plucking(s)
    seat = next_seat(s)
    seats = range(SEATS) if seat < 0 else (seat,)
    choices = tuple(Played(seat=who, card=card) for who in seats for card in legal(s, who))
    told = seat >= 0 or not s.cards
    return (Act(Played, seat if seat >= 0 else None, "a card", choices if told and not s.gap else None),)


def due_between(s: Pluck) -> tuple[Act, ...]:
    """The next hand, or the end."""
    end = Act(Closed, None, "the end of the session", (Closed(),))
    if is_over(s):
        return (end,)
    dealers = next_dealers(s)
    named = (
        (HandStarted(),) if len(dealers) == 1 else tuple(HandStarted(dealer=seat) for seat in dealers or range(SEATS))
    )
    return (Act(HandStarted, None, "the next hand", named), end)


# ---- Plucking ------------------------------------------------------------------------------------------------------


def due_plucking(s: Pluck) -> tuple[Act, ...]:
    """A return that is owed, plucks that may be taken, and trump."""
    rows = s.moved
    waiting = unanswered(rows)
    acts = [] if waiting and not s.options.pluck_batch else list(due_gifts(s))
    for victim in dict.fromkeys(rows[place].target for place in waiting):
        owed = any(act.event is Gave and victim in targets(act) for act in acts)
        if not owed or s.options.pluck_optional:
            giver = rows[unanswered(rows, victim)[0]].source
            acts.append(Act(Returned, victim, "the card returned", returns(s, victim, giver)))
    must = s.told and not s.gap and not s.options.pluck_optional and any(act.event is Gave for act in acts)
    if not waiting and not must:
        seats = dealers_of(s) or range(SEATS)
        calls = tuple(TrumpNamed(seat=seat, suit=suit) for seat in seats for suit in SUITS)
        weight = 0.2 if acts else 1.0
        acts.append(Act(TrumpNamed, None if s.dealer < 0 else s.dealer, "the trump suit", calls, weight=weight))
    return tuple(acts)


def targets(act: Act) -> set[int]:
    """The victims that an act of giving may choose."""
    return {choice.to for choice in act.choices or () if isinstance(choice, Gave)}


def due_gifts(s: Pluck) -> Iterator[Act]:
    """The plucks that may be taken: by any plucker, or where the table plucks by quota, by those not yet passed over."""
    if s.hand == 1 and s.told:
        return
    if not s.told:
        yield from due_untold(s)
        return
    pluckers = [seat for seat in range(SEATS) if s.excess[seat] > 0]
    if s.options.pluck_order == "quota_desc" and s.dealer >= 0:
        pluckers.sort(key=lambda seat: -quotas(s.dealer)[seat])
        gave = [move.source for move in s.moved if move.answers == GIFT]
        begun = max((pluckers.index(seat) for seat in gave if seat in pluckers), default=0)
        pluckers = pluckers[begun:]
        if not s.options.pluck_optional:
            pluckers = [seat for seat in pluckers if plucks_left(s, seat)][:1]
    closed = {move.source for move in s.moved if move.answers != GIFT} if s.options.pluck_batch else set()
    victims = [seat for seat in range(SEATS) if losses_left(s, seat) and seat not in closed]
    for seat in pluckers:
        if plucks_left(s, seat) and victims:
            yield Act(Gave, seat, "a card to pluck with, and to whom", gifts_of(s, seat, victims), who=True)


def due_untold(s: Pluck) -> Iterator[Act]:
    """Where the tricks of the hand before are not known, anybody may have a right to pluck anybody."""
    for seat in range(SEATS):
        victims = [victim for victim in range(SEATS) if victim != seat]
        yield Act(Gave, seat, "a card to pluck with, and to whom", gifts_of(s, seat, victims), who=True, weight=0.1)


def gifts_of(s: Pluck, seat: int, victims: list[int]) -> tuple[Gave, ...]:
    """What a seat may give."""
    cards = could_pass(s, seat, PACK & ~JOKERS)
    return tuple(Gave(seat=seat, to=victim, card=card) for victim in victims for card in cards)


def returns(s: Pluck, victim: int, giver: int) -> tuple[Returned, ...]:
    """What a victim may return: the highest card of the suit, as far as the record tells."""
    asked = Returned(seat=victim, to=giver)
    rows = s.moved
    gift = rows[answered_gift(s, rows, asked)].card
    if gift < 0:
        cards = could_pass(s, victim, PACK & ~JOKERS)
    else:
        suit = SUITS_IN_PACK[BY_INDEX[gift].suit] if BY_INDEX[gift].rank != "X" else PACK & ~JOKERS
        known = s.places.known[victim] & suit
        cards = tuple(card for card in could_pass(s, victim, suit) if not card.known or not HIGHER[card.index] & known)
    return tuple(Returned(seat=victim, to=giver, card=None if card is UNKNOWN else card) for card in cards)


def could_pass(s: Pluck, seat: int, allowed: int) -> tuple[Card, ...]:
    """The cards a seat may have passed face down; with cards not known, first one that nobody told us."""
    places = s.places
    if not places.most[seat]:
        return tuple(cards_of(places.known[seat] & allowed))
    return (UNKNOWN, *cards_of(allowed & (places.known[seat] | ~places.located)))


# ---- Play ----------------------------------------------------------------------------------------------------------


def legal(s: Pluck, seat: int) -> tuple[Card, ...]:
    """The cards a seat may play: those that the record does not show to be illegal."""
    if not s.cards:
        return (LOWEST,) if s.places.held(seat, LOWEST.bit) is not False else ()
    follows = open_cards(s, SEATS) > 0
    could = playable(s.places, seat, s.led if follows else 0, PACK)
    plain = PACK & ~s.trumps
    if not follows and has_some(s.places, seat, plain, PACK) and trumps_are_open(s) is False:
        could &= plain
    return tuple(cards_of(could))


# ---- What there is to see ------------------------------------------------------------------------------------------


def scene(s: Pluck) -> Scene:
    """The table: hands, the trick, what was plucked, tricks made of the quota."""
    cards, seats = trick_of(s)
    number = len(s.winners) + (open_cards(s, SEATS) > 0)
    won = s.winners[-1] if s.winners and not open_cards(s, SEATS) else -1
    rows = [trick_row(number, cards, seats, won)]
    if s.phase == "pluck":
        rows += plucks(s)
    return Scene(
        title=f"Pluck, hand {s.hand}",
        facts=tuple(facts(s)),
        hands=tuple(seat_scene(s, seat) for seat in range(SEATS)),
        rows=tuple(rows),
        says=outcome(s) if s.phase == "between" and s.ended else "",
    )


def plucks(s: Pluck) -> Iterator[Row]:
    """Each pluck: the card given, and the card returned."""
    rows = s.moved
    answers = {move.answers: move for move in rows}
    for place, gift in enumerate(rows):
        if gift.answers == GIFT:
            passed = [gift, *([answers[place]] if place in answers else [])]
            cards = tuple(BY_INDEX[move.card] if move.card >= 0 else UNKNOWN for move in passed)
            yield Row(title=f"{who(s, gift.source)} plucks {who(s, gift.target)}", cards=cards)


def facts(s: Pluck) -> Iterator[tuple[str, str]]:
    """Trump, whether it may be led, and what may still be plucked."""
    yield "trump", SUIT_NAMES.get(s.trump, "not named")
    if s.phase == "play" and s.trump and not s.gap:
        told = s.broke < 0 or s.cards[s.broke].known
        yield "trumps broken", {True: "yes", False: "no", None: "not known"}[trumps_are_open(s) if told else None]
    if s.phase in {"deal", "pluck"} and not s.told:
        yield "plucks", "not known"
    elif s.phase in {"deal", "pluck"} and any(s.excess):
        plucks = [f"{who(s, seat)} {plucks_left(s, seat)}" for seat in range(SEATS) if s.excess[seat] > 0]
        most = "at most " if sum(s.excess) else ""
        losses = [f"{who(s, seat)} {most}{losses_left(s, seat)}" for seat in range(SEATS) if s.excess[seat] < 0]
        yield "plucks", f"{', '.join(plucks)} of {', '.join(losses)}"


def who(s: Pluck, seat: int) -> str:
    """A seat by its player."""
    named = s.players[seat] if seat < len(s.players) else ""
    return named or str(seat)


def outcome(s: Pluck) -> str:
    """How the hand came out, in a sentence."""
    if s.how == "void":
        return "the hand is void"
    if min(s.points) < 0:
        return "the points of the hand cannot be told" + (": nor who dealt it" if s.dealer < 0 else "")
    gained = [f"{who(s, seat)} {points}" for seat, points in enumerate(s.points) if points]
    says = f"tricks {numbers(s.taken)}; {', '.join(gained) or 'nobody'} above the quota"
    if not is_over(s):
        return says
    best = max(s.totals)
    winners = [who(s, seat) for seat in range(SEATS) if s.totals[seat] == best]
    return f"{says}; {' and '.join(winners)} won the game with {best}"


def seat_scene(s: Pluck, seat: int) -> Hand:
    """One seat at the table."""
    marks = ("dealer",) if seat == s.dealer else ()
    quota = f" of {quotas(s.dealer)[seat]}" if s.dealer >= 0 else ""
    total = str(s.totals[seat]) if s.totals[seat] >= 0 else "?"
    scores = (("tricks", f"{s.taken[seat]}{quota}"), ("points", total))
    turn = s.phase == "play" and seat == next_seat(s)
    return seat_hand(s.places, seat, who(s, seat), marks=marks, scores=scores, turn=turn)
