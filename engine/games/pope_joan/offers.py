"""What may come next in Pope Joan, and shorthand for it."""

from typing import Final

from upcard.engine.due import Act, Chance
from upcard.engine.games.pope_joan.dealing import cards_dealt, turn_up_place, usual_sizes
from upcard.engine.games.pope_joan.figures import final_sizes
from upcard.engine.games.pope_joan.options import CARDS_DEALT
from upcard.engine.games.pope_joan.settling import may_hold_counters
from upcard.engine.games.pope_joan.state import LOWER, PACK51, POPE, PopeJoan
from upcard.engine.mechanisms.held import pending_of
from upcard.engine.mechanisms.stops_table import dead
from upcard.schemas.cards import Card, cards_of
from upcard.schemas.events import Closed, Dealt, FinalDealt, HandStarted, Played, Shown, TurnedUp

WORDS: Final = {
    "turn": "turned_up",
    "show": "shown",
    "pay": "chips_passed",
    "purse": "purse_counted",
    "pool": "pool_counted",
    "final": "final_dealt",
    "out": "result_called out",
}


def due(s: PopeJoan) -> tuple[Act, ...]:
    """What may come next."""
    if s.closed:
        return ()
    if s.phase == "between":
        return due_between(s)
    if s.phase == "deal":
        return (due_deal(s),)
    if s.phase == "turn":
        return (due_turn_up(s),)
    return due_play(s)


# ---- Between deals (PJ-5.4 to PJ-5.7) ------------------------------------------------------------------------------


def due_between(s: PopeJoan) -> tuple[Act, ...]:
    """The next deal, the final one, the close; and who held Pope may be shown."""
    acts = []
    limit = s.options.deals
    left = s.hand > 0 and not s.final and may_hold_counters(s)
    final = left and s.options.end_disposal == "final_deal"
    if not s.final and (limit is None or s.deals < limit):
        named = (HandStarted(),) if s.next_dealer >= 0 else tuple(HandStarted(dealer=seat) for seat in range(s.seats))
        acts.append(Act(HandStarted, None, "the next deal", named))
    acts += due_show(s)
    whole = not s.options.whole_rounds or s.deals < 0 or s.deals % s.seats == 0
    if final and whole:
        chance = Chance(
            tuple(cards_of(PACK51)), final_sizes(s.next_dealer, s.seats), lambda hands: FinalDealt(hands=hands)
        )
        acts.append(Act(FinalDealt, None, "the final deal", chance=chance, optional=True, weight=0.1))
    if whole:
        acts.append(Act(Closed, None, "the end of the session", (Closed(),), weight=0.05 if final else 1.0))
    return tuple(acts)


def due_show(s: PopeJoan) -> list[Act]:
    """Whoever may hold Pope may show it (PJ-5.2)."""
    record = pending_of(s, s.hand)
    if record is None:
        return []
    seats = [seat for seat in range(s.seats) if record.counts[seat] and s.places.held(seat, POPE.bit) is not False]
    if not seats:
        return []
    choices = tuple(Shown(seat=seat, cards=(POPE,)) for seat in seats)
    only = seats[0] if record.holder >= 0 else None
    return [Act(Shown, only, "who held Pope", choices, optional=True, weight=0.1)]


# ---- The deal (PJ-3) -----------------------------------------------------------------------------------------------


def due_deal(s: PopeJoan) -> Act:
    """Cards to all hands and to the dead hand."""
    sizes = usual_sizes(s)
    if sizes is None:
        return Act(Dealt, None, "cards to each seat", accepts=lambda event: isinstance(event, Dealt))
    by_seat, in_dead = sizes
    pack = tuple(cards_of(PACK51))

    def make(hands: tuple[tuple[Card, ...], ...]) -> Dealt:
        return Dealt(hands=hands[:-1], places={"dead": hands[-1]})

    asks = f"{', '.join(map(str, by_seat))} cards to the seats, {in_dead} to the dead hand"
    return Act(Dealt, None, asks, chance=Chance(pack, (*by_seat, in_dead), make))


def due_turn_up(s: PopeJoan) -> Act:
    """The card turned up: the one that is left, or one of whoever was dealt the last."""
    places = s.places
    cards = PACK51 & ~places.located
    if cards_dealt(s) >= CARDS_DEALT and s.options.turnup_owner == "recipient":
        place = turn_up_place(s, TurnedUp(card=POPE))
        own = sum(places.known[: dead(s) + 1]) if place < 0 else places.known[place]
        cards = own | (cards if place < 0 or places.most[place] else 0)
    choices = tuple(TurnedUp(card=card) for card in cards_of(cards))
    return Act(TurnedUp, None, "the card turned up", choices)


# ---- Play (PJ-4) ---------------------------------------------------------------------------------------------------


def due_play(s: PopeJoan) -> tuple[Act, ...]:
    """The card that must follow, or a lead; both where it is not known who holds the card."""
    places, must = s.places, s.due
    seats = range(s.seats)
    holder = next((seat for seat in seats if places.known[seat] & must), None)
    if holder is not None:
        asks = f"the {next(cards_of(must))}"
        return (Act(Played, holder, asks, tuple(Played(seat=holder, card=card) for card in cards_of(must))),)
    leaders = seats if s.leader < 0 else (s.leader,)
    leads = tuple(Played(seat=seat, card=card) for seat in leaders for card in cards_of(may_lead(s, seat) & ~must))
    if not must or must & places.located:
        return (Act(Played, s.leader if s.leader >= 0 else None, "a lead", leads),)
    follows = tuple(Played(seat=seat, card=card) for card in cards_of(must) for seat in seats if places.most[seat])
    follow = Act(Played, None, f"who plays the {next(cards_of(must))}", follows, who=must.bit_count() == 1)
    lead = Act(Played, s.leader if s.leader >= 0 else None, "a lead after a stop", leads)
    return (follow, lead) if leads else (follow,)


def may_lead(s: PopeJoan, seat: int) -> int:
    """The cards that a seat may lead, so far as the record tells (PJ-4.1)."""
    places = s.places
    known = places.known[seat]
    could = known | (PACK51 & ~places.located if places.most[seat] else 0)
    if s.options.lead_rule == "any":
        return could
    return sum(card.bit for card in cards_of(could) if not LOWER[card.index] & known)
