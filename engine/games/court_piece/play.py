"""CP-3 Play: tricks, turns, suits, the stop after a sweep, and cards that cannot be where they were seen."""

from collections.abc import Mapping, Sequence

from msgspec import structs

from upcard.engine.game import Answer, Broken, Cured, InDoubt, Stretch
from upcard.engine.games.court_piece.deal import fill_hands
from upcard.engine.games.court_piece.listed import not_listed, note_lists, note_seen, still_holds
from upcard.engine.games.court_piece.scoring import lose_count, settle, unsettle
from upcard.engine.games.court_piece.slips import (
    as_known,
    call_was_right,
    certain,
    drop_doubtful,
    either_is_wrong,
    leads_after_all,
    leads_as_caller,
    lose_tricks,
    may_be_swapped,
    shifted_lines,
    take_dealer,
    watch,
)
from upcard.engine.games.court_piece.table import (
    POWERS,
    TABLE,
    CourtPiece,
    no_hand,
    no_seat,
    sides_of,
    swept,
    winner_of,
)
from upcard.engine.mechanisms.corrections import cures, may_go_back, take_back_missed, with_changes
from upcard.engine.mechanisms.impossible import impossible, none_left
from upcard.engine.mechanisms.matching import PLENTY
from upcard.engine.mechanisms.strays import (
    closes_late,
    goes_on_after,
    is_settled,
    leads_again,
    plays_twice,
    put_strange,
    with_its_player,
    written_twice,
)
from upcard.engine.mechanisms.trick_play import open_cards, owed_to_leader, put
from upcard.engine.mechanisms.trick_run import Tricks, run
from upcard.engine.mechanisms.tricks import Void, keeps_suit, out_of_turn, unseen_slack
from upcard.schemas.cards import PACK_MASK, SUIT_MASK, UNKNOWN, Card
from upcard.schemas.events import Corrected, Gap, Played, Stopped

# ---- CP-3.1 Tricks -------------------------------------------------------------------------------------------------


def play(s: CourtPiece, e: Played) -> None:
    """A card goes to the trick; four make it full. What is no card of the pack stands for one not known."""
    e = with_its_player(s, e)
    if s.dubious:
        e = as_known(s, e)
    seat, card = e.seat, e.card
    if seat > 3 or (s.phase != "play" and not begin_play(s)):
        if s.phase == "between" and seat < 4:
            play_astray(s, seat, card)
        return
    if leads_as_caller(s, seat):
        take_dealer(s, seat)
    if card.bit > PACK_MASK:
        card = UNKNOWN
    if written_twice(s, seat, card, TABLE):
        return
    strange = False
    if not card.bit:
        note_seen(s, card)
    if seat != s.turn or not is_settled(s):
        strange = 0 <= s.turn != seat or plays_twice(s, seat, 4)
        watch(s, seat, card)
    placed = put_strange(s, seat, card, TABLE, 4) if strange else put(s, seat, card, TABLE, 4)
    if placed:
        after_card(s, seat, card, placed)


def play_on(s: CourtPiece, ahead: Stretch) -> int:
    """The same of cards that need no judging: in turn, after nothing strange, and of a suit that may be played."""
    shows = may_show(s)
    if not shows or (s.phase == "deal" and not (fits_first(s, ahead) and begin_play(s))):
        return 0
    done = run(s, ahead, TRICKS[s.way], shows)
    if done and s.changers:
        s.changers = []
    return done


def may_show(s: CourtPiece) -> Sequence[int]:
    """By seat, the cards that may be played without a word: all, after nothing strange."""
    on = s.phase == "play" or (s.packets == 13 and s.trump and s.phase == "deal")
    return ANY if on and is_settled(s) and not (s.dubious or s.vague or s.parts) else ()


def fits_first(s: CourtPiece, ahead: Stretch) -> bool:
    """Whether the first card after the deal comes from who is to lead, and may be in that hand; all have thirteen."""
    e: Played = ahead.events[ahead.at][1]  # type: ignore[assignment]  # a run is of plays alone
    seat, card, places = e.seat, e.card, s.places
    if seat != s.turn or s.gap or not card.bit & PACK_MASK or not places.fits(card.bit, seat):
        return False
    return {cards.bit_count() + more for cards, more in zip(places.known[:4], places.most, strict=False)} == {13}


def after_card(s: CourtPiece, seat: int, card: Card, placed: int) -> None:
    """What follows from a card that a seat played as such a one of its trick."""
    if s.changers:
        s.changers = []
    if placed == 4:
        win_trick(s)
        return
    s.turn = (seat + s.way) & 3
    if placed == 1:
        lead(s, seat, card)


def play_astray(s: CourtPiece, seat: int, card: Card) -> None:
    """A card where no hand is on. It may be of a hand whose beginning is not in the record: then courts, streak and
    dealer are not known any more; a row that stood before it may have been of an earlier hand.
    """
    s.astray = True
    over = s.how == "played" and not written_twice(s, seat, card, TABLE)
    if not s.hand or (s.how and (over or s.unbegun)):
        if s.was and not s.cards:
            unsettle(s)
        s.how = ""
        lose_count(s)


def begin_play(s: CourtPiece) -> bool:
    """Play begins, with thirteen cards each whether or not the deal was written down. False: no hand is on."""
    if s.phase == "between":
        return False
    fill_hands(s)
    if s.parts:
        note_lists(s)
    s.phase, s.kept = "play", []
    return True


def lead(s: CourtPiece, seat: int, card: Card) -> Mapping[Card, int] | None:
    """A new trick. Who leads it has won the last, if that could not be told (CP-3.1). Returns how strong each card is in it."""
    if s.swapped:
        s.swapped, s.led = False, 0
        return None
    if s.winners and s.winners[-1] < 0 and sides_of(s)[-1] in {-1, seat & 1} and owed_to_leader(s, seat):
        s.taken[seat & 1] += 1
    s.led = SUIT_MASK.get(card.suit, 0)
    return POWERS[s.trump][s.led] if s.trump and s.led else None


def win_trick(s: CourtPiece, won: int | None = None) -> None:
    """The fourth card was played. The hand ends with the thirteenth trick, or as the table plays after a sweep. won: by whom."""
    won = winner_of(s) if won is None else won
    if won >= 0:
        s.taken[won & 1] += 1
    s.winners.append(won)
    s.turn = won
    tricks = len(s.winners)
    if tricks == 13:
        settle(s, "played")
    elif tricks == 7 and not s.options.play_on_allowed and swept(s) is True:
        settle(s, "stopped")


TRICKS = {way: Tricks.of(TABLE, 4, (7, 13), lead, win_trick, way) for way in (1, 3)}
ANY = (PACK_MASK,) * 4


# ---- Turns, cards and suits ----------------------------------------------------------------------------------------


def turn_is_kept(s: CourtPiece, e: Played) -> Answer:
    """Who plays is who is next (CP-3.1, G-13)."""
    seat = e.seat
    if seat == s.turn and s.phase == "play":
        return None
    if seat > 3:
        return no_seat(seat)
    if s.phase == "between":
        fault = no_hand(s, seat, e.card.bit & PACK_MASK)
        if fault is None or not ended_by_sweep(s):
            return fault
        says = "the hand had ended with the sweep of the first seven tricks"
        return structs.replace(fault, says=says, name="after_the_hand", clause="CP-3.2", kind="breach")
    if s.turn < 0 or s.gap or seat == s.turn or written_twice(s, seat, e.card, TABLE):
        return None
    if leads_as_caller(s, seat):
        return call_was_right(s, seat)
    if s.strays or goes_on_after(s, seat, 4, s.way):
        return None  # who was passed over plays after all, or the record was wrong where that was told
    return out_of_turn(seat, s.turn, e.card)


def card_is_possible(s: CourtPiece, e: Played | Corrected) -> Answer:
    """No card is seen twice, or where it cannot be (G-5)."""
    seat, bit, places = e.seat, e.card.bit, s.places
    fits = 0 < bit <= PACK_MASK and seat < 4 and places.fits(bit, seat)
    if seat > 3 or places.known[seat] & bit or (fits and not (s.vague or s.parts)):
        return None
    if s.phase == "between" and not (isinstance(e, Corrected) and s.ended == s.hand):
        return None
    if s.phase == "play" and s.strays and bit & PACK_MASK & ~places.located and plays_twice(s, seat, 4):
        return None  # the card before may not have been one of its own
    if s.line in s.dubious:
        return None
    if s.phase == "deal":
        s = s.copied()
        fill_hands(s)
        note_lists(s)
    fault = impossible(s.places, seat, e.card, PACK_MASK)
    if fault is None and not bit and not s.strays:
        fault = none_left(s.places, seat, e.card, PACK_MASK)
    if fault is None:
        return None if s.strays else not_listed(s, seat, e.card)
    return either_is_wrong(s, seat, e.card, fault)


def suit_is_kept(s: CourtPiece, e: Played) -> Answer:
    """Keep the suit that was led when you can (CP-3.1). What was said of cards that may have been written wrongly is
    withdrawn.
    """
    e = as_known(s, e)
    seat, bit, size = e.seat, e.card.bit, len(s.cards) - s.first
    if (seat == s.turn and bit & s.led and not s.strays) or s.phase != "play" or s.gap or seat > 3:
        return None
    if (seat != s.turn or s.strays) and not written_twice(s, seat, e.card, TABLE):
        if may_be_swapped(s, seat, e.card):
            return with_changes(s, Cured(s.lines[-1]))
        if leads_again(s, seat, 4):
            return with_changes(s, [Cured(line) for line in shifted_lines(s, seat)])
        if plays_twice(s, seat, 4):
            return with_changes(s, [Cured(line) for line in s.strays or shifted_lines(s, seat)])
    if not s.led or bit & s.led or size == 4 or s.shaky or leads_after_all(s, seat):
        return None
    if bit > PACK_MASK or (not s.places.fits(bit, seat) if bit else none_left(s.places, seat, e.card, PACK_MASK)):
        return None  # written wrongly, or held by another: it proves nothing of this hand
    if (seat != s.turn or s.strays) and (plays_twice(s, seat, 4) or closes_late(s, seat, 4, s.way)):
        return None
    answer = keeps_suit(s.places, seat, e.card, s.led)
    return must_hold(s, seat, answer.cards) if isinstance(answer, InDoubt) else answer


def must_hold(s: CourtPiece, seat: int, cards: int) -> Broken | InDoubt:
    """One of these cards is in the hand for certain if all other places together have no room for them, or if its list had
    more of the suit.
    """
    elsewhere = sum(s.places.most) - s.places.most[seat]
    sure = cards.bit_count() > elsewhere or still_holds(s, seat, s.led)
    return Broken(seat=seat, cards=cards) if sure else InDoubt(seat=seat, cards=cards)


def unseen_room(s: CourtPiece, doubts: Sequence[Void]) -> int:
    """The cards not seen must fit into the hands of seats that, not following, said that they had none (G-10), or be
    among those that were played and that nobody told us.
    """
    if s.gap or s.shaky or s.strays or s.phase != "play":
        return PLENTY
    return unseen_slack(s.places, TABLE + 1 if s.places.most[TABLE] else TABLE, doubts, PACK_MASK)


# ---- CP-3.2, CP-3.3 The stop ---------------------------------------------------------------------------------------


def stop(s: CourtPiece, _e: Stopped) -> None:
    """The hand is stopped where the table stopped it."""
    if s.phase == "play":
        if may_have_seven(s):
            drop_doubtful(s)
        if open_cards(s, 4) == 3:  # its last card may be missing in the record
            s.winners.append(-1)
        settle(s, "stopped")
    elif s.phase == "between" and not ended_by_sweep(s):
        s.astray = True


def ended_by_sweep(s: CourtPiece) -> bool:
    """Whether the hand has just ended by itself after a sweep, as this table plays; a stop may be written too (CP-9.2)."""
    return s.how == "stopped" and not s.options.play_on_allowed and not s.astray


def may_have_seven(s: CourtPiece) -> bool:
    """Whether the hand stands between two tricks, seven of them played, if the last card is missing in the record; or
    may stand there, if it shows that others are.
    """
    cards = open_cards(s, 4)
    return len(s.cards) > (26 if s.sure < 0 else 23) and (s.sure >= 0 or cards in {0, 3})


def stop_is_allowed(s: CourtPiece, _e: Stopped) -> Answer:
    """Only a side that took the first seven may stop, between two tricks (CP-3.2, CP-3.3)."""
    if s.phase == "between":
        return None if ended_by_sweep(s) else no_hand(s)
    if s.phase != "play":
        return Broken(says="there was no hand to stop", kind="contradiction", clause="G-5")
    early = not s.gap and not may_have_seven(s)
    if swept(certain(s)) is False or (early and len(s.winners) < 7):
        return Broken(says="the hand was stopped without a sweep of the first seven tricks")
    if not early:
        return None
    says = f"the hand was stopped in trick {len(s.winners) + 1}; it is stopped between two tricks"
    return Broken(says=says, clause="CP-3.3")


# ---- What was missed -----------------------------------------------------------------------------------------------


def changed_unseen(s: CourtPiece) -> list[int]:
    """Where in the plays those cards are that may be changed in a gap: of the open trick, or of the last until the next lead,
    if the table plays so (CP-6.1, CP-6.2).
    """
    return may_go_back(s, 5 if s.options.revoke_window == "before_next_lead" else 4, later=True)


def put_right_unseen(s: CourtPiece, _e: Gap) -> Answer:
    """A revoke may have been put right in a gap."""
    return with_changes(s, cures(s, changed_unseen(s), "CP-6.1")) if s.phase == "play" else None


def miss(s: CourtPiece, e: Gap) -> None:
    """Something was missed: turns, tricks and counts of this hand prove nothing any more; between hands, nor do courts
    and streaks.
    """
    if s.phase == "between" and e.hands == 0:
        return
    if s.phase == "play":
        take_back_missed(s, changed_unseen(s), 4, TABLE)
    lose_tricks(s)
    if s.phase == "between" or e.hands:
        s.hand += e.hands or 0
        s.done += e.hands or 0
        s.phase, s.how = "between", ""
        lose_count(s)
