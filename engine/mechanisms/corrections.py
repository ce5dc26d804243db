"""Cards of a trick that are taken back at the table: what lies there instead, and what a gap may hide of it (G-14, CP-6)."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial, reduce
from operator import or_
from typing import Any, Final, Protocol

from msgspec import structs

from upcard.engine.game import VERDICTS, Answer, Broken, Cured, Rule, Verdict
from upcard.engine.mechanisms.hands import leave_hand, return_to_hand
from upcard.engine.mechanisms.strays import Strayed, has_played
from upcard.engine.mechanisms.trick_play import TrickTable, open_cards, trick_of
from upcard.engine.mechanisms.tricks import cannot_follow, surely_follows
from upcard.engine.places import Places
from upcard.schemas.cards import Card
from upcard.schemas.events import Corrected, Gap, Played


def exchange(t: TrickTable, place: int, card: Card, table: int) -> Card:
    """The card at this place of the trick goes back to the hand, and this one takes its place (G-14). Returns the old."""
    at = t.first + place
    seat, old = t.by[at], t.cards[at]
    return_to_hand(t.places, seat, old, table)
    leave_hand(t.places, seat, card, table, t.step)
    t.cards[at], t.lines[at] = card, t.line
    return old


class Changed(Protocol):
    """changes: the lines of changes, each with the one whose findings go as those of this line do: of the card replaced."""

    changes: list[tuple[int, int]]


class ChangedTable(Strayed, Changed, Protocol):
    """changed: the line of the last change that was taken for a play left out; options: as below."""

    changed: int
    options: Any

    def copied(self) -> Any:
        """The same again, to try things on."""


def change(t: ChangedTable, place: int, card: Card, table: int) -> None:
    """The same where a card may be changed more than once: what was said of those before hangs on the last (G-14). One that
    was out of turn is so still.
    """
    line = t.lines[t.first + place]
    t.changes = [*t.changes, (t.line, line)]
    t.strays = [t.line if stray == line else stray for stray in t.strays]
    exchange(t, place, card, table)


def changed_from(t: Changed, line: int) -> Iterator[int]:
    """The lines of the cards that were changed, one after the other, for the card of this line: the last one first."""
    before = dict(t.changes)
    while line in before:
        line = before[line]
        yield line


def with_changes(t: Changed, answer: Answer) -> Answer:
    """What is withdrawn of a card is withdrawn of those that were changed for it, too."""
    if not t.changes or not answer:
        return answer
    verdicts: list[Verdict] = []
    for verdict in (answer,) if isinstance(answer, VERDICTS) else answer:
        verdicts.append(verdict)
        if isinstance(verdict, Cured):
            verdicts += [structs.replace(verdict, line=line, shown=False) for line in changed_from(t, verdict.line)]
    return verdicts


def exchange_missed(t: TrickTable, seat: int, card: Card, table: int) -> None:
    """A seat takes a card back where something was missed: nobody knows which of those it played."""
    seats = len(t.places.seen) - 1
    take_back_any(t.places, (other for other in range(seats) if other != seat), table)
    t.places.take_back_unknown(table, seat)
    leave_hand(t.places, seat, card, table, t.step)


def is_again(t: TrickTable, e: Corrected) -> bool:
    """Whether this seat has put this very card on the table already, and has no other to change: the line may be written
    twice.
    """
    if t.gap or not e.card.bit or not has_played(t, e.seat, e.card):
        return False
    here = (card for card, seat in zip(*trick_of(t), strict=True) if seat == e.seat)
    return all(card is e.card or card.bit & t.led for card in here)


def changes_unwritten(t: TrickTable, e: Corrected, size: int) -> bool:
    """Whether a seat changes its card in the open trick whose turn it was: that it had played may be left out of the record."""
    absent = bool(open_cards(t, size)) and e.seat == t.turn and e.seat not in t.by[t.first :]
    return absent and not t.gap and not is_again(t, e)


def stands_for_play(t: TrickTable, e: Corrected, size: int) -> bool:
    """Whether such a change is taken for the play. Not for the last card of a trick: once that is closed nothing may be
    changed, so that none is likelier to have been played.
    """
    return open_cards(t, size) < size - 1 and changes_unwritten(t, e, size)


def taken_for_play(t: Any, e: Corrected, size: int, play: Callable[[Any, Played], None]) -> bool:
    """Plays the card of such a change, and remembers its line (`ChangedTable`); False if it is none."""
    if not stands_for_play(t, e, size):
        return False
    t.changed = t.line
    play(t, Played(seat=e.seat, card=e.card))
    return True


def changed_nothing(t: ChangedTable, e: Played) -> bool:
    """Whether a seat plays to this trick whose change was taken for a play left out: there was no card of it to change."""
    last = t.changed > 0 and not t.gap and bool(t.cards) and t.lines[-1] == t.changed
    return last and t.by[-1] == e.seat


def take_change_back(t: ChangedTable, table: int) -> None:
    """The card of that change goes back to its hand, and its seat is to play."""
    seat, card = t.by.pop(), t.cards.pop()
    t.lines.pop()
    return_to_hand(t.places, seat, card, table)
    t.turn, t.changed = seat, 0


def change_was_none(t: ChangedTable, e: Played) -> list[Broken | Cured] | None:
    """What is said of that: nothing was left out, and the change is a breach, told already where the table allows none."""
    if not changed_nothing(t, e) or not t.options.same_trick_correction:
        return None
    says = "there was no card of this seat in an open trick"
    return [Cured(t.changed, name="left_out"), Broken(seat=e.seat, at=t.changed, name="wrong_change", says=says)]


CHANGED_NOTHING: Final = Rule("G-14", "revoke", "a card is changed while its trick is open", change_was_none)


def without_change(rules: Iterable[Rule], take_back: Callable[[Any], None]) -> tuple[Rule, ...]:
    """The rules of a play, asked as if the change that stands before it had not been taken for a play, where it was none."""
    return (*(replace(rule, check=partial(_asked, rule.check, take_back)) for rule in rules), CHANGED_NOTHING)


def _asked(check: Callable[[Any, Any], Answer], take_back: Callable[[Any], None], t: ChangedTable, e: Played) -> Answer:
    if t.changed and changed_nothing(t, e):
        t = t.copied()
        take_back(t)
    return with_changes(t, check(t, e)) if t.changes else check(t, e)


def revoke_put_right(
    t: ChangedTable, e: Corrected, size: int, pack: int, *, allowed: bool, sure: bool = True
) -> Answer:
    """Where the table allows it, a revoker may follow after all while the trick is open (G-14). What was seen of a card in
    part may not tell whether it follows, nor does one that the seat cannot have: then nobody is accused. sure: whether
    nothing speaks against the suit that was led.
    """
    cards, seats = trick_of(t)
    if is_again(t, e):
        return None  # that it was seen before is told by itself
    if not allowed:
        return wrong_change(e, "this table allows no card to be changed")
    if t.gap:
        return None
    if changes_unwritten(t, e, size):
        says = f"seat {e.seat} changed a card that is not in the record"
        return Broken(says=says, name="left_out", kind="contradiction", clause="G-14")
    if e.seat not in seats or not open_cards(t, size):
        return wrong_change(e, "there was no card of this seat in an open trick")
    place = seats.index(e.seat)
    unsure = not sure or any(line in t.strays for line in t.lines[t.first :])
    if unsure or (place and not t.led) or (e.card.bit and not t.places.fits(e.card.bit, e.seat)):
        # what was led was not seen, or this card was written wrongly
        return with_changes(t, Cured(t.lines[t.first + place]))
    if not place or surely_follows(cards[place], t.led, pack):
        return no_revoke(e, cards[place], t.led, pack, "G-14")
    if cannot_follow(e.card, t.led):
        return Broken(seat=e.seat, says=f"{e.card} does not follow either", clause="G-14")
    return with_changes(t, Cured(t.lines[t.first + place], keeps="G-14"))


def no_revoke(e: Corrected, old: Card, led: int, pack: int, clause: str | None = None) -> Broken:
    """A card is changed that kept the suit led, or was led itself. A card of its own suit instead puts nothing right, whatever
    was led.
    """
    same = surely_follows(old, led, pack) and surely_follows(e.card, led, pack)
    says = f"{old} was no revoke and may not be changed"
    return Broken(seat=e.seat, name="wrong_change" if same else None, says=says, clause=clause)


def wrong_change(e: Corrected, says: str) -> Broken:
    """A change that is wrong whatever was led: no slip that makes a revoke doubtful explains it (G-14)."""
    return Broken(seat=e.seat, name="wrong_change", says=says, clause="G-14")


# ---- Taken back where nobody wrote it ------------------------------------------------------------------------------


class ChangeTable(ChangedTable, Protocol):
    """phase: where the hand stands; options: whether the table lets a card be changed; players: by seat."""

    phase: Any
    players: list[str]


def may_go_back(t: TrickTable, size: int, *, later: bool = False) -> list[int]:
    """Where in the plays those cards of the open trick are that may be changed in a gap: whatever may not have followed.
    later: so may be those that were played after such a card.
    """
    if t.gap or not open_cards(t, size):
        return []
    kept = [bool(card.bit & t.led) for card in t.cards[t.first + 1 :]]
    wrong = [at for at, follows in enumerate(kept, start=t.first + 1) if not follows]
    return list(range(wrong[0], len(t.cards))) if later and wrong else wrong


def may_change(t: ChangeTable) -> bool:
    """Whether a card may be changed within the trick now (G-14)."""
    return t.phase == "play" and bool(t.options.same_trick_correction)


def put_right_unseen(t: ChangeTable, _e: Gap) -> Answer:
    """What was said of cards that may be put right in a gap is withdrawn."""
    return with_changes(t, cures(t, may_go_back(t, len(t.players)))) if may_change(t) else None


def cures(t: TrickTable, at: list[int], keeps: str = "G-14") -> list[Cured]:
    """What was said of these cards (places in the plays) is withdrawn, but for changes that were wrong (a clause)."""
    return [Cured(t.lines[place], keeps=keeps) for place in at]


def change_unseen(t: ChangeTable, table: int) -> None:
    """Something is missed: cards may have gone back to the hands that they came from."""
    size = len(t.players)
    if may_change(t):
        take_back_missed(t, may_go_back(t, size), size, table)


def take_back_missed(t: TrickTable, at: list[int], seats: int, table: int) -> None:
    """These cards (places in the plays) may be in the hands again that they came from; where tricks were not told any more,
    any that were played.
    """
    places = t.places
    for place in at:
        places.forget(table, t.cards[place].bit & places.known[table])
        places.most[t.by[place]] += 1
    if t.gap:
        take_back_any(places, (), table)
        for seat in range(seats):
            places.most[seat] += 1


def take_back_any(places: Places, others: Iterable[int], table: int) -> None:
    """Any card that was played may be in the hand again that it came from, if it is not known from these other places."""
    elsewhere = reduce(or_, (places.been[other] for other in others), 0)
    places.forget(table, places.known[table] & ~elsewhere)
