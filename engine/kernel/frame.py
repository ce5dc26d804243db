"""The frame of a session, the same in every game: hands that begin, end, are thrown in or missed; who sits where; the close.

A game is asked only what belongs to its page: what beginning a hand does, what is not known after hands were missed, and
by which rule no further hand is played.
"""

from functools import partial
from typing import TYPE_CHECKING, Any, Final

import msgspec

from upcard.engine.kernel import sheet
from upcard.engine.kernel.rules import says_only
from upcard.schemas.events.base import Base, tag
from upcard.schemas.events.dealing import HandStarted, Joined, Left, Voided
from upcard.schemas.events.log import Closed, Gap, Noted, Opened, Sealed
from upcard.schemas.events.playing import Laid, Played, Shown
from upcard.schemas.events.staking import Scored

if TYPE_CHECKING:
    from upcard.engine.kernel.reading import Handling, Reading

STRAY: Final = 2
"""The cost of each further act where no hand is on, told once: the more acts there are, the less likely was the hand over."""

# ---- Hands that begin and end ------------------------------------------------------------------------------------------


def hand_started(reading: "Reading", event: HandStarted) -> Any:
    """A hand begins, with what the game does about it. A hand that was still on has not been finished."""
    state, game = reading.state, reading.game
    if state.closed:
        return told_after_close(reading)
    if state.blind and reading.passes_over():
        return None
    if state.on and not state.blind and game.beginning(state):  # it is of the hand that an act has begun
        reading.ask(reading.handlings[HandStarted].rules, event)
        return None
    if state.on:
        if not state.blind:
            ended = reading.finished(event)
            if ended:
                return [after for twin in ended for after in hand_started(twin, event) or [twin]]
            if reading.loses_track():
                return None
            if game.unfinished.check is None:
                reading.charge(game.unfinished)
            else:
                reading.ask((game.unfinished,), event)
        return abandon(reading, lambda twin: begin(twin, event))
    if state.blind:  # all that follows the gap is of this hand
        state.blind, reading.start = False, None
    return begin(reading, event)


def begin(reading: "Reading", event: HandStarted, then: Any = None) -> Any:
    """The next hand is on: cards are gathered in, and the game's rules of beginning it are asked. Where the session was decided
    before, that is told of the first hand that follows. then: what comes next, in each reading of how it began.
    """
    state, handling = reading.state, reading.handlings[HandStarted]
    decided = reading.game.over_of(state)
    if decided is not None:
        reading.charge(decided)
        state.played_on, reading.start = True, None
    state.sitting_out = state.vacant()
    if event.dealer is not None and event.dealer < len(state.players):
        state.sitting_out &= ~(1 << event.dealer)  # who deals sits there
    if handling.rules:
        reading.ask(handling.rules, event)
    put_on(reading)
    state.places.clear()
    reading.leave_in_doubt()
    reading.asked = ()
    reading.misfit = reading.row = None
    return reading.go_on(handling.do(state, event), then)


def put_on(reading: "Reading") -> None:
    """The next hand is on; the state before the event that begins it is kept."""
    state, began = reading.state, reading.start
    if began is None or began.step != state.step - 1:
        began = state.copied()
        began.step -= 1
    reading.began, reading.start = began, None
    state.hand += 1
    if not reading.begun or reading.begun[-1][0] < state.hand:
        reading.begun = [*reading.begun, (state.hand, state.step - 1, state.line)]
    state.on, state.void, state.source = True, False, False
    state.rows = state.listed = state.unlisted = 0


def abandon(reading: "Reading", then: Any) -> Any:
    """A hand that was on has no end in the record: what it came to is not known."""
    state = reading.state
    missed = Gap() if state.blind else Gap(hands=1)  # a gap within a hand may hide others
    state.on = state.blind = False
    reading.start = None
    return reading.go_on(reading.game.missed_of(state, missed), then) if then else None


def gap(reading: "Reading", event: Gap) -> Any:
    """Something was missed: of the hand that is on, or whole hands."""
    state = reading.state
    reading.leave_in_doubt()
    state.places.lose_track()
    state.blind = True
    if state.on and not event.hands:
        return None
    state.on = False
    state.hand += event.hands or 0
    return reading.go_on(reading.game.missed_of(state, event))


def voided(reading: "Reading", event: Voided) -> Any:
    """The hand was thrown in and does not count."""
    state, handling = reading.state, reading.handlings[Voided]
    if not state.on:
        if state.blind:
            state.hand += 1
        elif state.hand == 0:
            act = reading.game.acts.get(Voided)
            reading.charge(act.rule if act is not None and act.rule is not None else reading.everywhere("no_hand"))
            return None
        elif state.void:
            return None  # it followed from the play already, and this line agrees
    reading.ask(handling.rules, event)
    if handling.obliges is not None:
        for one in handling.obliges(state, -1):
            reading.hold(one, event, 0)
    state.void = True
    return reading.go_on(handling.do(state, event))


def closed(reading: "Reading", event: Closed) -> Any:
    """The session ends, and with it a hand that nothing more was to come of."""
    state, handling = reading.state, reading.handlings[Closed]
    if state.on and not state.blind:
        ended = reading.finished(event)
        if ended:
            return [after for twin in ended for after in closed(twin, event) or [twin]]
        if not event.unfinished and not reading.loses_track():
            reading.has_no_end()
    reading.ask(handling.rules, event)
    if event.unfinished:
        reading.charge(reading.everywhere("hand_unfinished"))
    state.closed = True
    return reading.go_on(handling.do(state, event))


# ---- Acts where no hand is on, or acts of it were missed ---------------------------------------------------------------


def act_outside_hands(reading: "Reading", told: "tuple[Handling, Any]") -> Any:
    """An act of a hand while no hand is on, or after a gap in the hand that is on."""
    handling, event = told
    state = reading.state
    if state.closed:
        return told_after_close(reading)
    if state.blind:
        return act_after_gap(reading, handling, event)
    if not state.on and reading.game.opens(state, event):
        return begin(reading, HandStarted(), lambda twin: twin.take_as(event))
    after_end = state.hand > 0 and state.ended == state.hand
    rule = reading.game.ended if after_end and reading.game.ended is not None else reading.everywhere("no_hand")
    told_of = next((one for one in reading.charges if one.rule is rule and one.hand == state.hand), None)
    if told_of is not None:
        reading.weigh(told_of, STRAY)
    elif rule.check is not None:
        reading.ask((rule,), event)
    else:
        reading.charge(rule, seat=event.seat if handling.seated else None)
    return None


def act_after_gap(reading: "Reading", handling: "Handling", event: Any) -> Any:
    """An act after a gap in its hand: nothing is known of it but its cards, none of which can be seen twice."""
    state = reading.state
    if reading.game.opens(state, event) and not reading.passes_over():
        begun = partial(begin, event=HandStarted(), then=lambda twin: twin.take_as(event))
        if reading.begun and reading.begun[-1] >= (state.hand, state.step - 3) and not state.listed | state.unlisted:
            state.hand -= 1  # it has just begun without a deal, so that this is the deal of it
        if state.on:
            return abandon(reading, begun)
        state.blind = False
        return begun(reading)
    if handling.ends or (handling.free and not state.on):
        return None  # the row of its hand may still tell what that came to
    if not state.on:
        put_on(reading)
        state.sitting_out = state.vacant()
    if isinstance(event, Played | Laid):
        for card in event.cards if isinstance(event, Laid) else (event.card,):
            if card.bit:
                state.places.move_card(card, event.seat, len(state.players))
        return reading.go_on(None)
    return None


def act_in_other_words(reading: "Reading", event: Base) -> Any:
    """An act written as another type of event than the game has for it."""
    return reading.take_as(reading.game.other_words[type(event)](event))


def act_without_use(reading: "Reading", event: Base) -> Any:
    """An act that the game has no use for."""
    says = f"{reading.game.key} has no use for `{tag(event)}`"
    reading.charge(reading.handlings[type(event)].rule, says=says)


def told_after_close(reading: "Reading") -> Any:
    """An act after the close: the first is told."""
    if not reading.state.went_on:
        reading.state.went_on = True
        reading.charge(reading.everywhere("after_close"))


# ---- Who sits where, what is shown, what is no act at the table --------------------------------------------------------


def joined(reading: "Reading", event: Joined | Left) -> Any:
    """Somebody takes a seat, or leaves it. Players who change places may be told one after the other."""
    state = reading.state
    players = state.players
    if event.seat >= len(players):
        reading.no_seat(event.seat)
        return
    coming = event.player if isinstance(event, Joined) else ""
    if coming and state.closed:
        told_after_close(reading)
        return
    elsewhere = [seat for seat, player in enumerate(players) if coming and player == coming and seat != event.seat]
    reading.handlings[type(event)].do(state, event)
    if coming:
        state.gone = {seat: player for seat, player in state.gone.items() if seat != event.seat}
    sat = players[event.seat]
    if sat and not coming:
        state.gone = {**state.gone, event.seat: sat}
    state.players = players = [*players[: event.seat], coming, *players[event.seat + 1 :]]
    if state.on and not getattr(state, "dealt", True):
        state.sitting_out = state.vacant()
    if (sat or coming) and state.on and not state.blind and not state.sitting_out >> event.seat & 1:
        tell_of_empty_seat(reading, event.seat, taken=bool(coming))
    rule = reading.everywhere("sits_already")
    named = [player for player in players if player]
    if len(set(named)) == len(named):
        for line in [one.at for one in reading.charges if one.rule is rule and one.hand == state.hand]:
            reading.cure(line)
    elif elsewhere and not state.blind:  # after a gap nobody knows who left
        says = f"who takes the place of seat {event.seat} has that of seat {elsewhere[0]} already"
        reading.charge(rule, at=state.line, choice=True, says=says)


def tell_of_empty_seat(reading: "Reading", seat: int, *, taken: bool) -> None:
    """A seat that takes part in the hand is given up in the middle of it; or it is taken again, and the note that told of it is withdrawn."""
    rule, hand = reading.everywhere("left_in_a_hand"), reading.state.hand
    told = [one.at for one in reading.charges if one.rule is rule and (one.seat, one.hand) == (seat, hand)]
    for line in told if taken else ():
        reading.cure(line)
    if not taken and not told:
        reading.charge(rule, seat=seat, choice=True)


def shown(reading: "Reading", event: Shown) -> Any:
    """Cards are shown, of the hand that is on or has just ended."""
    state, handling = reading.state, reading.handlings[Shown]
    place = event.seat
    if place is not None and place >= len(state.players):
        reading.no_seat(place)
        return None
    for due in reading.turn(state) if state.on and not state.blind else ():
        if due.skip is not None and reading.handlings[due.kind].deals:
            return reading.go_on(due.skip(state), partial(shown_undealt, event=event))
    reading.ask(handling.rules, event)
    known, late = len(reading.charges), reading.game.late
    if event.place not in {None, "hand"}:
        named = reading.game.named.get(event.place or "")
        place = None if named is None else len(state.players) + named
    if place is not None and (state.on or state.ended == state.hand):
        show_all(reading, event, place)
    after = reading.go_on(handling.do(state, event))
    if late is not None:
        reading.charges = [
            msgspec.structs.replace(one, clause=late) if place >= known and one.rule.name == "impossible_card" else one
            for place, one in enumerate(reading.charges)
        ]
    for one in after or (reading,):
        one.ask(handling.statements, event)
        sheet.compare_again(one)
    return after


def shown_undealt(reading: "Reading", event: Shown) -> Any:
    """Cards are shown of a hand of which nobody wrote the deal, which was made; nor the play, where all that is left of the hand is shown."""
    places = reading.state.places
    for seat in range(len(reading.state.players) if event.all else 0):
        places.loosen(seat, places.unseen[seat])
    return shown(reading, event)


def show_all(reading: "Reading", event: Shown, place: int) -> None:
    """Cards are seen to lie in a place; if these are all, no others do."""
    places, counting = reading.state.places, reading.game.counting
    fresh = places.copies_in(place, [card for card in event.cards if card.bit & places.pack])
    places.show(fresh & ~places.known[place], place)
    if not event.all or places.news:
        return
    lie, shown_ = places.count(place), fresh.bit_count() + sum(not card.bit for card in event.cards)
    if counting is not None and lie not in {None, shown_}:
        says = f"{shown_} cards were shown as all that lay there; there were {lie}"
        reading.charge(counting, seat=event.seat, says=says)
    places.limit(place, shown_, shown_)


FRAME_ACTS: dict[type[Base], Any] = {
    HandStarted: hand_started,
    Gap: gap,
    Voided: voided,
    Closed: closed,
    Joined: joined,
    Left: joined,
    Shown: shown,
    Noted: says_only,
    Sealed: says_only,
    Opened: says_only,
    Scored: sheet.row,
}
FRAME: Final = frozenset(FRAME_ACTS) - {Opened}
"""The acts of every game."""
