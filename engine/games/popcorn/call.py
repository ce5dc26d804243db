"""PC-4 Call and PC-5 End: a lay is called, its cards are turned over, somebody takes the pile; who is out first wins."""

from upcard.engine.common import close
from upcard.engine.game import Cured
from upcard.engine.games.popcorn.deal import add_up
from upcard.engine.games.popcorn.faces import faces_turned, unread_faces, verdict, verdict_unturned
from upcard.engine.games.popcorn.knowledge import note_seen, note_taken, note_turned
from upcard.engine.games.popcorn.table import NOBODY, Popcorn, after, last_laid, next_in_line, pile, size, tidy
from upcard.engine.mechanisms.copies import pick
from upcard.schemas.cards import PACK_MASK, Card, mask_of
from upcard.schemas.events import BluffCalled, Closed, Stood, Took, TurnedOver

# ---- PC-4.1 Who calls ----------------------------------------------------------------------------------------------


def counts_as_call(s: Popcorn, e: BluffCalled) -> bool:
    """Whether a call has an effect: the first of the latest lay, while it can be called (PC-4.1, PC-A10)."""
    if e.seat >= len(s.players) or not s.open or (e.line is not None and e.line != s.laid_line):
        return False
    return s.caller in {NOBODY, s.layer}


def call(s: Popcorn, e: BluffCalled) -> None:
    """A seat calls the latest lay."""
    if counts_as_call(s, e):
        s.caller, s.called_line = e.seat, s.line
        s.calls[e.seat] += 1


# ---- PC-4.2 Cards turned over --------------------------------------------------------------------------------------


def turn_over(s: Popcorn, e: TurnedOver) -> None:
    """The cards laid last are seen by all; the caller takes the pile if the claim was true, else who laid them."""
    if s.layer < 0 or s.turned or not s.open:
        return
    seat, places, top, number = s.layer, s.places, len(s.players) + 1, len(e.cards)
    faces = faces_turned(s, e.cards)
    unread = number - faces.bit_count()
    s.turned, s.verdict = True, verdict(s, e.cards)
    lying = faces | unread_faces(s, faces, unread)
    if size(s, top) != (number, number) or places.known[top] & ~lying:
        set_right(s, lying, number)
    fresh = faces & ~places.known[top]
    for face in bits(fresh) if fresh else ():
        give_up(s, face)
        places.show(face, top)
    places.seen[-1] |= faces
    note_turned(s, faces, unread)
    if s.verdict >= 0:
        count_truth(s, seat)
    take(s, due_taker(s))
    win_if_out(s)
    tidy(s)


def count_truth(s: Popcorn, seat: int) -> None:
    """Count a lay that was turned over, and the call (PC-6.6)."""
    bluff = s.verdict == 0
    if not s.told_lay:
        s.told[seat] += 1
        s.bluffs[seat] += bluff
    s.shown[seat] += 1
    s.caught[seat] += bluff
    if s.caller >= 0:
        s.right[s.caller] += bluff


def bits(mask: int) -> list[int]:
    """The single cards of a mask."""
    found = []
    while mask:
        found.append(mask & -mask)
        mask &= mask - 1
    return found


def give_up(s: Popcorn, card: int) -> None:
    """A card that all saw go elsewhere is here: it is not known any more what lies there instead."""
    if card & s.places.located:
        for place, known in enumerate(s.places.known):
            if known & card & s.places.seen[-1]:
                s.places.forget(place, card)


def set_right(s: Popcorn, faces: int, number: int) -> None:
    """What was turned over was laid: so many cards left the hand, and others that were written down did not."""
    seat, places, top = s.layer, s.places, last_laid(s)
    back = places.known[top] & ~faces
    places.known[top] ^= back
    places.known[seat] |= back
    there = faces & places.known[seat]
    places.known[seat] ^= there
    places.known[top] |= there
    places.been[seat], places.been[top] = places.known[seat], places.known[top]
    size_set(s, top, number, number)
    size_set(s, seat, s.sizes[0] - number, s.sizes[1] - number)
    add_up(s)


def size_set(s: Popcorn, place: int, least: int, most: int) -> None:
    """So many cards lie in a place."""
    known = s.places.known[place].bit_count()
    s.places.most[place] = max(0, most - known)
    s.places.least[place] = 0 if s.places.loose >> place & 1 else max(0, least - known)


# ---- PC-4.2, PC-4.3 The pile ---------------------------------------------------------------------------------------


def due_taker(s: Popcorn) -> int:
    """Who takes the pile by the verdict, or NOBODY if that cannot be told."""
    return s.caller if s.verdict > 0 else s.layer if s.verdict == 0 or s.caller == s.layer else NOBODY


def take(s: Popcorn, seat: int) -> None:
    """A seat takes the whole pile. Who has gone out by a true claim has won (PC-5.1)."""
    if seat < 0:
        return
    s.taker, s.open = seat, False
    note_taken(s, seat)
    places, below, top = s.places, pile(s), last_laid(s)
    (least, most), (least_below, most_below) = size(s, top), size(s, below)
    s.taken[0] = places.known[top] | places.known[below]
    s.taken[2] = places.known[seat] & ~s.taken[1]
    s.taken_size = (least + least_below, most + most_below)
    places.take_up(top, seat, s.step)
    places.take_up(below, seat, s.step)
    add_up(s)
    win_if_out(s)


def win_if_out(s: Popcorn) -> None:
    """Who laid its last cards and was shown to have claimed the truth has won, whoever takes them (PC-5.1)."""
    if s.verdict > 0 and s.phase == "play" and size(s, s.layer) == (0, 0):
        win(s, s.layer, unsure=bool(s.disputed >> s.layer & 1))


def take_by_hand(s: Popcorn, e: Took) -> None:
    """A seat takes the pile and looks at it. Where the record does not tell who had to, it is taken to be right."""
    if e.seat >= len(s.players) or s.layer < 0:
        return
    if s.taker < 0 and (s.turned or s.caller >= 0):
        settle_call(s)
        if s.taker < 0 and e.seat in could_take(s):
            s.verdict = 0 if e.seat == s.layer else 1
            take(s, e.seat)
    if s.taker >= 0:
        if e.seat != s.taker:
            s.claimants |= 1 << e.seat
        if e.seat == s.taker and e.cards:
            doubt_counts(s, len(e.cards))
            own = s.places.seen[e.seat]
            found = look(s, e.seat, e.cards)
            if e.openly:
                note_seen(s, e.seat, found)
                s.taken[1] &= ~found
                s.places.seen[e.seat] = own
        if e.seat == s.taker:
            s.took_line = s.took_line or s.line
    tidy(s)


def doubt_counts(s: Popcorn, number: int) -> None:
    """The pile that was taken has so many cards by the list of who took it: if these are more than were counted, or fewer,
    somebody laid more than was said, or fewer; or the list is wrong.
    """
    least, most = s.taken_size
    fewer, more = max(0, number - most), max(0, least - number)
    if not (fewer or more):
        return
    places = s.places
    for seat in range(len(s.players)):
        places.least[seat] = max(0, places.least[seat] - fewer)
        places.most[seat] += more
    places.most[s.taker] += fewer
    places.least[s.taker] = max(0, places.least[s.taker] - more)
    add_up(s)


def look(s: Popcorn, seat: int, cards: tuple[Card, ...]) -> int:
    """The cards taken are known to be in that hand, each unless it is known to be elsewhere. Answers with these."""
    places = s.places
    room = may_be_of_pile(s, seat)
    if s.options.decks == 1 and not room:
        found = mask_of(cards) & s.taken[0]
        places.look(found, seat)
        return found
    ours = [card for card in cards if card.bit & PACK_MASK]
    found = pick(ours, s.options.decks, s.taken[0], room) & (places.known[seat] | room)
    for face in bits(found & ~places.known[seat])[places.most[seat] :]:
        found ^= face
    places.look(found, seat)
    s.taken[0] |= found
    return found


def may_be_of_pile(s: Popcorn, seat: int) -> int:
    """The cards (a mask) that nobody knows to be of the pile this seat took, and that may be: those not seen anywhere, and
    those that came to light in its hand since.
    """
    if s.taken[0].bit_count() >= s.taken_size[1]:
        return 0
    places = s.places
    unseen = ~places.located if places.most[seat] else 0
    return unseen | s.taken[1] & places.known[seat] & ~s.taken[2]


def could_take(s: Popcorn) -> list[int]:
    """Who may have to take the pile, where the verdict is not known."""
    if s.caller >= 0:
        return [s.layer, s.caller]
    if s.verdict == 0:
        return [s.layer]
    return [seat for seat in range(len(s.players)) if seat != s.layer or s.verdict < 0]


def settle_call(s: Popcorn) -> None:
    """A call whose cards were not written down as turned over: what is known of them tells who takes the pile."""
    if s.taker >= 0 or s.caller in {NOBODY, s.layer}:
        return
    if not s.turned:
        s.verdict = verdict_unturned(s)
    take(s, due_taker(s))


def spread_pile(s: Popcorn) -> None:
    """Somebody took the pile, and the record does not tell who."""
    places = s.places
    takers = could_take(s)
    for place in (last_laid(s), pile(s)):
        least, most = size(s, place)
        places.forget(place, places.known[place])
        places.least[place] = places.most[place] = 0
        places.loose &= ~(1 << place)
        for seat in takers:
            places.most[seat] += most
            places.entered[seat] = s.step
            if len(takers) == 1:
                places.least[seat] += least
    s.open = False
    add_up(s)


def may_have_called(s: Popcorn, seat: int) -> bool:
    """Whether a seat had the right to call the latest lay (PC-4.1, PC-A11)."""
    next_only = s.options.caller == "next_only"
    return seat != s.layer and (not next_only or seat in next_in_line(s, after(s, s.layer)))


def call_withdrawn(s: Popcorn) -> list[Cured]:
    """Withdraws what was said of who called the latest lay."""
    return [Cured(line=s.called_line, name=name) for name in ("self_call", "wrong_caller") if s.called_line]


# ---- PC-4.4, PC-5 The window closes --------------------------------------------------------------------------------


def won_already(s: Popcorn) -> int:
    """Who has won, if nobody has called by now; NOBODY if that is not certain."""
    if s.phase == "between":
        return s.winner if s.how == "played" and not s.unsure else NOBODY
    if s.phase != "play" or s.layer < 0 or size(s, s.layer) != (0, 0) or s.disputed >> s.layer & 1:
        return NOBODY
    if s.open and s.caller in {NOBODY, s.layer} and not s.turned:
        return s.layer
    true = s.caller >= 0 and s.taker < 0 and not s.turned and verdict_unturned(s) > 0
    return s.layer if true else NOBODY


def close_window(s: Popcorn) -> None:
    """The latest lay can be called no more: the pile goes to whom it must, or a seat without cards has won."""
    called = s.caller not in {NOBODY, s.layer} or s.turned
    if called and s.taker < 0:
        settle_call(s)
        if s.taker < 0:
            spread_pile(s)
    if s.open and s.phase == "play" and size(s, s.layer) == (0, 0):
        win(s, s.layer, unsure=bool(s.disputed >> s.layer & 1))
    s.open = False


def settled(s: Popcorn) -> Popcorn:
    """The table as the next lay finds it: where a call was written down without an end, somebody has taken the pile."""
    if s.taker >= 0 or s.phase != "play" or not (s.turned or s.caller not in {NOBODY, s.layer}):
        return s
    after_call = s.copied()
    close_window(after_call)
    return after_call


def stand(s: Popcorn, _e: Stood) -> None:
    """Nobody calls the last lay: who laid the last card of its hand has won (PC-5.1, PC-5.2)."""
    if not s.open or s.turned or s.caller not in {NOBODY, s.layer}:
        return
    least, most = size(s, s.layer)
    s.open = False
    if not least:
        win(s, s.layer, unsure=most > 0 or bool(s.disputed >> s.layer & 1))


def win(s: Popcorn, seat: int, *, unsure: bool = False) -> None:
    """A seat is out first, and the game ends (PC-5.3)."""
    s.phase, s.how, s.ended, s.winner, s.turn, s.open = "between", "played", s.hand, seat, NOBODY, False
    s.unsure = unsure
    count_win(s, seat, 1)


def count_win(s: Popcorn, seat: int, number: int) -> None:
    """A game won, or taken off again."""
    won = s.wins[seat] if seat >= 0 else None
    if won is not None:
        s.wins[seat] = won + number
    s.finished += number
    s.settled += 1


def reopen(s: Popcorn) -> None:
    """Play goes on, so that the game was not won: the hand was not empty."""
    count_win(s, s.winner, -1)
    s.phase, s.how, s.ended, s.winner, s.unsure = "play", "", s.hand - 1, NOBODY, False


def close_session(s: Popcorn, e: Closed) -> None:
    """The session ends. Nobody can call the last lay any more."""
    if s.phase == "play" and s.layer >= 0:
        close_window(s)
    close(s, e)
