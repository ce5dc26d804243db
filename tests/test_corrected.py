"""G-14 in the games that may allow it: a card taken back within the trick, seen in part or after a gap, accuses nobody."""

import random
from typing import Any

import msgspec
import pytest

from tests.experiments import sessions
from tests.slips import left_out
from upcard.engine.audit import audit
from upcard.engine.fold import fold, frames
from upcard.engine.game import find, keys
from upcard.engine.log import Log
from upcard.engine.simulate import Setup, simulate
from upcard.engine.view import PUBLIC, redact_log
from upcard.schemas.cards import UNKNOWN, Card, cards_of
from upcard.schemas.events import Corrected, Event, Gap, Played

GAMES = [key for key in keys() if "same_trick_correction" in find(key).options.model_fields]


def changes(log: Log, rng: random.Random) -> tuple[int, Played, Card] | None:
    """A card that follows within an open trick, where another of that hand would not: its place, and that other."""
    found = []
    before: Any = None
    for place, (_, event, state) in enumerate(frames(log)):
        if isinstance(event, Played) and before is not None and 0 < open_now(before) < size_of(before) - 1:
            area = before.due if before.game == "pop" else event.seat
            others = [card for card in cards_of(before.places.known[area]) if not card.bit & before.led]
            if event.card.bit & before.led and others and not before.gap:
                found.append((place, event, rng.choice(others)))
        before = state.copied()
    return rng.choice(found) if found else None


def open_now(state: Any) -> int:
    return (len(state.cards) - state.first) % size_of(state) if state.phase == "play" else 0


def size_of(state: Any) -> int:
    return 4 if state.game == "pop" else len(state.players)


def accuses_nobody(game: str, numbers: range) -> None:
    tried = 0
    for number in numbers:
        rng = random.Random(f"{game} {number}")
        log = simulate(Setup(game=game, seed=number, options={"same_trick_correction": True}), hands=1)
        made = changes(log, rng)
        if made is None:
            continue
        place, event, other = made
        events: list[Event] = [event for _, event in log.events]
        first = next(at for at, one in enumerate(events) if isinstance(one, Played))
        put_right = Corrected(seat=event.seat, card=event.card)
        for wrong, missed in ((UNKNOWN, 0), (Card(f"{other.rank}?"), 0), (other, 2), (other, 0)):
            begun = [*events[:first], Gap(), *events[first + missed : place]] if missed else events[:place]
            if missed and place < first + 2 * len(log.header.seats):
                continue
            told = [*begun, Played(seat=event.seat, card=wrong), put_right, *events[place + 1 :]]
            found = [one for one in audit(Log.of(log.header, told)).findings if one.kind != "note"]
            assert not found, (number, wrong, missed, found)
            tried += 1
    assert tried > len(numbers)


@pytest.mark.parametrize("game", GAMES)
def test_a_card_put_right_within_the_trick_accuses_nobody(game: str) -> None:
    accuses_nobody(game, range(12))


@pytest.mark.check
@pytest.mark.parametrize("game", GAMES)
def test_a_card_put_right_within_the_trick_accuses_nobody_in_many_sessions(game: str) -> None:
    accuses_nobody(game, range(12, sessions(200)))


# ---- What is no revoke, and not to be withdrawn as one -----------------------------------------------------------------


def changed_and_back(game: str, number: int) -> tuple[Log, list[Event], int] | None:
    """A legal session of a table that allows no change, where a card is changed and changed back: the place of that card."""
    log = simulate(Setup(game=game, seed=number), hands=1)
    made = changes(log, random.Random(f"{game} {number}"))
    if made is None:
        return None
    place, event, other = made
    events: list[Event] = [one for _, one in log.events]
    back = [Corrected(seat=event.seat, card=other), Corrected(seat=event.seat, card=event.card)]
    return log, [*events[: place + 1], *back, *events[place + 1 :]], place


def keeps_changes(game: str, numbers: range) -> None:
    """Whatever other play is left out, and whatever that makes doubtful."""
    for number in numbers:
        made = changed_and_back(game, number)
        if made is None:
            continue
        log, events, place = made
        plays = [at for at, event in enumerate(events) if isinstance(event, Played) and at != place]
        for at in plays:
            first = place + 3 - (at < place)
            whole = Log.of(log.header, left_out(events, at))
            for seen in (whole, redact_log(whole, PUBLIC, "copy")):
                lines = {one.at for one in audit(seen).findings if one.clause == "G-14"}
                assert {first, first + 1} <= lines, (number, at, lines)


@pytest.mark.parametrize("game", GAMES)
def test_g_14_a_change_that_a_table_does_not_allow_stays_one(game: str) -> None:
    keeps_changes(game, range(4))


@pytest.mark.check
@pytest.mark.parametrize("game", GAMES)
def test_g_14_a_change_that_a_table_does_not_allow_stays_one_in_many_sessions(game: str) -> None:
    keeps_changes(game, range(4, sessions(60)))


def test_cp_6_2_a_change_in_a_closed_trick_stays_where_a_play_may_be_left_out() -> None:
    """Court Piece: a card is changed, and changed back, when the trick was closed; a play after it is left out."""
    for number in range(25, 45):
        log = simulate(Setup(game="court_piece", seed=number), hands=1)
        made = changes(log, random.Random(number))
        if made is None:
            continue
        place, event, other = made
        events: list[Event] = [one for _, one in log.events]
        plays = [at for at, one in enumerate(events) if isinstance(one, Played)]
        trick = plays.index(place) // 4 * 4
        closed = plays[trick + 3] + 1
        back = [Corrected(seat=event.seat, card=other), Corrected(seat=event.seat, card=event.card)]
        for at in plays[trick + 4 :]:
            told = [*events[:closed], *back, *left_out(events, at)[closed:]]
            late = {one.at for one in audit(Log.of(log.header, told)).findings if one.clause == "CP-6.2"}
            assert late == {closed + 2, closed + 3}, (number, at)


@pytest.mark.parametrize("game", ["court_piece", *GAMES])
def test_g_14_a_card_that_followed_was_changed_also_where_it_is_put_right_then(game: str) -> None:
    """A card that follows is changed for one that does not, and that for the first: the second change is right."""
    tried = 0
    for number in range(20):
        made = with_a_change(game, number, random.Random(f"{game} {number}"))
        if made is None:
            continue
        log, events, place = made
        wrong, right = events[place], events[place + 1]
        assert isinstance(wrong, Played)
        assert isinstance(right, Corrected)
        follows, fails = Played(seat=wrong.seat, card=right.card), Corrected(seat=wrong.seat, card=wrong.card)
        told = [*events[:place], follows, fails, *events[place + 1 :]]
        found = [
            (one.clause, one.at, one.seat) for one in audit(Log.of(log.header, told)).findings if one.kind != "note"
        ]
        clause = "G-14" if game in GAMES else "CP-6.1"
        assert found == [(clause, place + 3, wrong.seat)], number
        missed = [*told[: place + 2], Gap(), *told[place + 3 :]]
        assert told_of(log, missed) == [[(place + 3, wrong.seat, True)]] * 2, number
        tried += 1
    assert tried > 5


# ---- Put right at the second try -------------------------------------------------------------------------------------


def changed_twice(game: str, number: int, **options: Any) -> tuple[Log, list[Event], int] | None:
    """A legal session but for a card that does not follow, changed for another that does not, and that for one that does:
    the place of the first.
    """
    log = simulate(Setup(game=game, seed=number, options=options), hands=1)
    made = changes(log, random.Random(f"{game} {number}"))
    if made is None or not audit(log).clean:
        return None
    place, event, other = made
    events: list[Event] = [one for _, one in log.events]
    state = list(frames(Log.of(log.header, events[:place])))[-1][-1]
    area = state.due if game == "pop" else event.seat
    held = state.places.known[area] & ~state.led & ~other.bit
    if not held:
        return None
    changed = [Corrected(seat=event.seat, card=card) for card in (next(iter(cards_of(held))), event.card)]
    return log, [*events[:place], Played(seat=event.seat, card=other), *changed, *events[place + 1 :]], place


def told_of(log: Log, events: list[Event]) -> list[list[tuple[int, int | None, bool]]]:
    """What is found, with all hands known and with none: the line it is about, the seat, whether a change was wrong."""
    told = Log.of(log.header, events)
    return [
        [(one.at, one.seat, one.clause in {"G-14", "CP-6.1"}) for one in audit(seen).findings if one.kind != "note"]
        for seen in (told, redact_log(told, PUBLIC, "copy"))
    ]


def second_tries(game: str, numbers: range) -> None:
    tried = 0
    for number in numbers:
        made = changed_twice(game, number, **({"same_trick_correction": True} if game in GAMES else {}))
        if made is None:
            continue
        log, events, place = made
        seat = events[place].seat  # type: ignore[union-attr]
        change = (place + 3, seat, True)
        assert told_of(log, events) == [[change]] * 2, number
        assert told_of(log, [*events[: place + 2], Gap(), *events[place + 3 :]]) == [[change]] * 2, number
        assert told_of(log, events[: place + 2])[0] == [(place + 2, seat, False), change], number
        tried += 1
    assert tried > len(numbers) // 4


@pytest.mark.parametrize("game", ["court_piece", *GAMES])
def test_g_14_a_revoke_put_right_at_the_second_try_is_put_right(game: str) -> None:
    second_tries(game, range(20))


@pytest.mark.check
@pytest.mark.parametrize("game", ["court_piece", *GAMES])
def test_g_14_a_revoke_put_right_at_the_second_try_is_put_right_in_many_sessions(game: str) -> None:
    second_tries(game, range(20, sessions(200)))


def says_no_more(game: str, numbers: range) -> None:
    """Where another play is left out, a second try brings nothing but itself: all else is as with the first."""
    for number in numbers:
        made = changed_twice(game, number, **({"same_trick_correction": True} if game in GAMES else {}))
        if made is None:
            continue
        log, events, place = made
        plays = [at for at, event in enumerate(events) if isinstance(event, Played) and at != place]
        for at in plays:
            second = left_out(events, at)
            change = place + 1 - (at < place)
            first = told_of(log, [*second[:change], *second[change + 1 :]])
            for many, few in zip(told_of(log, second), first, strict=True):
                later = {(line - (line > change + 2), *row) for line, *row in many if line != change + 2}
                assert later <= {*few}, (number, at, later, few)


@pytest.mark.parametrize("game", ["court_piece", *GAMES])
def test_g_14_a_second_try_tells_no_more_where_a_play_is_left_out(game: str) -> None:
    says_no_more(game, range(3))


def test_cp_6_1_a_second_try_that_does_not_follow_either_is_doubted_with_the_suit_led() -> None:
    """Court Piece: where a play may be left out before it, it need not have been of that trick."""
    says_no_more("court_piece", range(52, 53))


@pytest.mark.check
@pytest.mark.parametrize("game", ["court_piece", *GAMES])
def test_g_14_a_second_try_tells_no_more_where_a_play_is_left_out_in_many_sessions(game: str) -> None:
    says_no_more(game, range(3, sessions(60)))


def out_of_turn(game: str, number: int) -> tuple[Log, list[Event], int, list[Card]] | None:
    """A session up to a lead that the seat after the next follows out of turn: that seat, and two cards of its hand that
    follow, and one that does not.
    """
    log = simulate(Setup(game=game, seed=number, options={"same_trick_correction": True}), hands=1)
    events: list[Event] = [one for _, one in log.events]
    before: Any = None
    for place, event in enumerate(events):
        if isinstance(event, Played) and before is not None and open_now(before) == 1 and before.turn == event.seat:
            seat = (2 * event.seat - before.by[-1]) % size_of(before)
            hand = before.places.known[seat]
            follow, fail = ([*cards_of(hand & before.led)], [*cards_of(hand & ~before.led)])
            if len(follow) > 1 and fail and seat != before.by[-1]:
                return log, events[:place], seat, [*follow[:2], fail[0]]
        before = fold(Log.of(log.header, events[: place + 1]))
    return None


@pytest.mark.parametrize("game", [game for game in GAMES if game != "pop"])
def test_g_14_a_card_out_of_turn_that_was_changed_is_one_still(game: str) -> None:
    """It may have been another's, and of another trick: no change of it, not the second either, is told of."""
    tried = 0
    for number in range(8):
        made = out_of_turn(game, number)
        if made is None:
            continue
        log, events, seat, (one, two, fails) = made
        for first, *others in ((fails, one, two), (fails, one, fails), (one, two, one), (one, fails, two)):
            told = [*events, Played(seat=seat, card=first), *(Corrected(seat=seat, card=card) for card in others)]
            found = [(row.clause, row.at) for row in audit(Log.of(log.header, told)).findings if row.kind != "note"]
            assert found == [("G-13", len(events) + 2)], (number, first, others)
        tried += 1
    assert tried > 3


# ---- What a gap hides, and what was seen in part -----------------------------------------------------------------------


def seen_in_part(card: Card, rng: random.Random) -> Card:
    return Card(rng.choice(["??", f"{card.rank}?", f"?{card.suit}"])) if card.rank != "X" else UNKNOWN


def with_a_change(game: str, number: int, rng: random.Random) -> tuple[Log, list[Event], int] | None:
    """A legal session with a card put right within its trick, and where the wrong card stands in it."""
    options = {"same_trick_correction": True} if game in GAMES else {}
    log = simulate(Setup(game=game, seed=number, options=options), hands=1)
    made = changes(log, rng)
    if made is None:
        return None
    place, event, other = made
    events: list[Event] = [one for _, one in log.events]
    events[place : place + 1] = [Played(seat=event.seat, card=other), Corrected(seat=event.seat, card=event.card)]
    return log, events, place


def hides_nothing(game: str, numbers: range) -> None:
    """A gap anywhere in the play, or cards seen in part, beside a card that was put right."""
    for number in numbers:
        rng = random.Random(f"{game} {number}")
        made = with_a_change(game, number, rng)
        if made is None:
            continue
        log, events, place = made
        missed = range(place - rng.randrange(4), place + 1 + rng.randrange(4))
        if isinstance(events[missed.start - 1], Played):
            told = [*events[: missed.start], Gap(), *events[missed.stop :]]
            assert clean(log, told), (number, missed)
        told = [
            msgspec.structs.replace(one, card=seen_in_part(one.card, rng))
            if isinstance(one, Played | Corrected) and (at in {place, place + 1} or rng.random() < 0.1)
            else one
            for at, one in enumerate(events)
        ]
        assert clean(log, told), number


def clean(log: Log, events: list[Event]) -> bool:
    """Whether nothing is found, with all hands known or none."""
    told = Log.of(log.header, events)
    return audit(told).clean and audit(redact_log(told, PUBLIC, "copy")).clean


CHANGED = ["court_piece", *GAMES]


@pytest.mark.parametrize("game", CHANGED)
def test_g_14_what_a_gap_hides_of_a_card_put_right_accuses_nobody(game: str) -> None:
    hides_nothing(game, range(20))


@pytest.mark.check
@pytest.mark.parametrize("game", CHANGED)
def test_g_14_what_a_gap_hides_of_a_card_put_right_accuses_nobody_in_many_sessions(game: str) -> None:
    hides_nothing(game, range(20, sessions(300)))


@pytest.mark.parametrize("game", CHANGED)
def test_g_14_a_suit_alone_shows_whether_a_card_follows(game: str) -> None:
    """A revoke is found, put right with a card of the suit, and not with one of another; a card of the suit is none."""
    number = next(number for number in range(50) if with_a_change(game, number, random.Random(number)) is not None)
    made = with_a_change(game, number, random.Random(number))
    assert made is not None
    log, events, place = made
    wrong: Any = events[place]
    right: Any = events[place + 1]

    def found(*told: Event) -> list[str]:
        done = audit(Log.of(log.header, [*events[:place], *told]))
        return [one.name for one in done.findings if one.kind == "breach" and one.seat == wrong.seat]

    follows, fails = Card(f"?{right.card.suit}"), Card(f"?{wrong.card.suit}")
    seat = wrong.seat
    assert found(wrong) == ["revoke"]
    assert found(Played(seat=seat, card=fails)) == ["revoke"]
    assert found(Played(seat=seat, card=fails), Corrected(seat=seat, card=follows)) == []
    assert found(wrong, Corrected(seat=seat, card=follows)) == []
    assert len(found(wrong, Corrected(seat=seat, card=fails))) == 2
    assert len(found(Played(seat=seat, card=follows), Corrected(seat=seat, card=fails))) == 1


def won_by_its_last_card(number: int) -> tuple[Log, int, Any] | None:
    """A session whose first trick was won by the seat that played last to it: the place of that card, the state after it."""
    log = simulate(Setup(game="hasenpfeffer", seed=number, options={"same_trick_correction": True}), hands=1)
    for place, (_, event, state) in enumerate(frames(log)):
        s: Any = state
        if isinstance(event, Played) and len(s.cards) == 4 and len(s.winners) == 1 and s.turn == event.seat:
            return log, place, s.copied()
    return None


def test_a_closed_trick_that_is_changed_is_won_by_who_then_has_the_best_card() -> None:
    """Hasenpfeffer: the change is told of; that its seat leads the next trick is not."""
    log, place, after = next(made for number in range(50) if (made := won_by_its_last_card(number)) is not None)
    events: list[Event] = [one for _, one in log.events]
    right: Any = events[place]
    other = next(iter(cards_of(after.places.known[right.seat])))
    told = [*events[:place], Played(seat=right.seat, card=other), Corrected(seat=right.seat, card=right.card)]
    names = {one.name for one in audit(Log.of(log.header, [*told, *events[place + 1 :]])).findings}
    assert "revoke" in names
    assert not names & {"out_of_turn", "seen_twice"}


def slips_accuse_nobody(game: str, numbers: range) -> None:
    """A card put right, where that line, or the play that it changes, was written wrongly."""
    tried, wrongly = 0, []
    for number in numbers:
        rng = random.Random(f"{game} {number}")
        log = simulate(Setup(game=game, seed=number, options={"same_trick_correction": True}), hands=1)
        made = changes(log, rng)
        if made is None:
            continue
        place, event, other = made
        events: list[Event] = [event for _, event in log.events]
        seen = [one.card for one in events[:place] if isinstance(one, Played) and one.card.suit != event.card.suit]
        wrong, right = Played(seat=event.seat, card=other), Corrected(seat=event.seat, card=event.card)
        before, after = events[:place], events[place + 1 :]
        slips = {
            "written twice": [*before, wrong, right, right, *after],
            "written again": [*before, wrong, right, *after[:2], right, *after[2:]],
            "play left out": [*before, right, *after],
            "another card": [*before, wrong, Corrected(seat=event.seat, card=rng.choice(seen)), *after] if seen else [],
        }
        for slip, told in slips.items():
            found = [one for one in audit(Log.of(log.header, told)).findings if one.kind != "note"]
            wrongly += [(number, slip, one) for one in found if one.kind != "contradiction"]
            tried += len(found)
    assert tried > len(numbers)
    assert {slip for _, slip, _ in wrongly} <= {"another card"}, wrongly
    assert len({number for number, *_ in wrongly}) <= len(numbers) // 50, (
        wrongly
    )  # of two lines the wrong one was taken


@pytest.mark.parametrize("game", [game for game in GAMES if game != "pop"])
def test_g_14_slips_about_a_card_put_right_accuse_nobody(game: str) -> None:
    slips_accuse_nobody(game, range(12))


@pytest.mark.check
@pytest.mark.parametrize("game", [game for game in GAMES if game != "pop"])
def test_g_14_slips_about_a_card_put_right_accuse_nobody_in_many_sessions(game: str) -> None:
    slips_accuse_nobody(game, range(12, sessions(200)))


@pytest.mark.parametrize("allowed", [True, False])
@pytest.mark.parametrize("game", [game for game in GAMES if game != "pop"])
def test_g_14_a_change_by_a_seat_that_has_not_played_yet_is_found_and_nothing_else(game: str, allowed: bool) -> None:
    """It changes a card of a trick that is over, or none: then it plays, so that no play of it was left out."""
    tried = 0
    for number in range(30):
        rng = random.Random(f"{game} {number}")
        log = simulate(Setup(game=game, seed=number, options={"same_trick_correction": allowed}), hands=1)
        made = changes(log, rng)
        if made is None or not audit(log).clean:
            continue
        place, event, other = made
        events: list[Event] = [one for _, one in log.events]
        for card in (other, event.card):
            told = Log.of(log.header, [*events[:place], Corrected(seat=event.seat, card=card), *events[place:]])
            for seen in (told, redact_log(told, PUBLIC, "copy")):
                done = audit(seen)
                found = [(one.kind, one.clause, one.at, one.seat) for one in done.findings if one.kind != "note"]
                assert found == [("breach", "G-14", place + 2, event.seat)], (number, card)
                truth = [one.result.points for one in audit(Log.of(log.header, events)).results]
                assert seen is not told or [one.result.points for one in done.results] == truth, (number, card)
        tried += 1
    assert tried > 5
