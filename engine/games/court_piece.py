"""Court Piece (Rang): four players in two sides, trump called from five cards, thirteen tricks, scored in courts."""

from collections.abc import Sequence
from functools import cache
from typing import Literal

import msgspec


from upcard.engine.common import COMMON
from upcard.engine.due import Act, Chance
from upcard.engine.game import Answer, Broken, Column, Cured, Game, Matching, Result, Rule, Trick, Verdict
from upcard.engine.mechanisms.deals import deal_faults, deal_hands, sizes_of
from upcard.engine.mechanisms.impossible import impossible
from upcard.engine.mechanisms.matching import PLENTY
from upcard.engine.mechanisms.tricks import ACE_HIGH, Void, keeps_suit, powers, unseen_slack
from upcard.engine.places import Places
from upcard.engine.scene import Hand, Row, Scene
from upcard.engine.state import State
from upcard.schemas.cards import PACK, PACK_MASK, SUIT_MASK, SUIT_NAMES, SUITS, Card, cards_of
from upcard.schemas.events import (

    Closed,
    Corrected,
    Dealt,
    Gap,
    HandStarted,
    Opened,
    Played,
    Ruled,
    Scored,
    Shown,
    Stopped,
    TrumpNamed,
    Voided,
)
from upcard.schemas.options import Options, option

SUITS_OF_PACK = tuple(SUIT_MASK.values())
TABLE = 4
"""The place of all cards played, after the four hands."""

# ---- CP-1 Deck, seats, ranking -------------------------------------------------------------------------------------


class CourtPieceOptions(Options):
    """CP-8."""

    hand_limit: int | None = option(None, "CP-7.1", "the session ends after so many hands", ge=1)
    streak_length: int = option(7, "CP-4.4", "hands won in a row that earn a court", ge=1)
    slam_courts: int = option(52, "CP-4.2", "courts for all thirteen tricks", ge=0)
    slam_includes_sweep: bool = option(True, "CP-4.2", "false: the court for the first seven comes on top")
    play_on_allowed: bool = option(True, "CP-3.2", "false: a sweep of the first seven always stops the hand")
    streak_on_court: Literal["count", "reset", "ignore"] = option(
        "count", "CP-4.5", "whether a hand that brings a court counts for the streak, empties it, or leaves it"
    )
    revoke_window: Literal["trick_open", "before_next_lead"] = option(
        "trick_open", "CP-6.2", "how long a revoke may be corrected"
    )
    late_revoke: Literal["stands", "until_next_deal"] = option(
        "stands", "CP-6.4", "whether a revoke may be claimed after the hand"
    )
    own_court_deal: Literal["left", "partner"] = option(
        "left", "CP-5.1", "who deals after the dealer's side won a court by play"
    )
    direction: Literal["left", "right"] = option("left", "CP-8", "the way turn, call and deal go round")


class CourtPiece(State, kw_only=True):
    """One session. Numbers below 0 stand for what the record does not tell.

    way: 1 if play goes to the left, else 3; trick: the cards of the trick in progress, or of the last one until the next lead; played, players_of: those of
    the tricks before; taken, courts, gained: by side; streak_side, streak: who has won how many hands in a row;
    may_deal: who may deal next, none if nothing is known; whole: the deal was written as hands of thirteen;
    changers: who may still change a card; undo: courts and streak before the last hand was settled.
    """

    options: CourtPieceOptions
    way: int = 1
    phase: Literal["between", "deal", "play"] = "between"
    dealer: int = -1
    may_deal: list[int] = []
    packets: int = 0
    whole: bool = False
    trump: str = ""
    turn: int = -1
    led: int = 0
    trick: list[Card] = []
    trick_seats: list[int] = []
    trick_lines: list[int] = []
    played: list[Card] = []
    played_by: list[int] = []
    played_at: list[int] = []
    winners: list[int] = []
    changers: list[int] = []
    taken: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    courts: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    gained: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    undo: list[int] = []
    streak_side: int = -1
    streak: int = 0
    won_by: int = -1
    how: str = ""


def start(header: Opened, options: CourtPieceOptions) -> CourtPiece:
    """An empty table."""
    return CourtPiece(
        game="court_piece",
        options=options,
        way=1 if options.direction == "left" else 3,
        players=list(header.seats),
        places=Places.empty(5, 4),
    )


def after(s: CourtPiece, seat: int) -> int:
    """The next seat in turn (CP-1.1)."""
    return (seat + s.way) & 3


def caller(s: CourtPiece) -> int:
    """The seat that calls trump and leads (CP-2.2)."""
    return after(s, s.dealer) if s.dealer >= 0 else -1


# ---- CP-2 Deal and trump -------------------------------------------------------------------------------------------


def begin_hand(s: CourtPiece, e: HandStarted) -> None:
    """A new hand; one that was not finished is void (CP-7.1)."""
    s.hand += 1
    s.phase, s.gap, s.packets, s.whole = "deal", False, 0, False
    if e.dealer is not None and e.dealer < 4:
        s.dealer = e.dealer
    else:
        s.dealer = s.may_deal[0] if len(s.may_deal) == 1 else -1
    s.turn, s.trump, s.led, s.won_by, s.how = caller(s), "", 0, -1, ""
    s.trick, s.trick_seats, s.trick_lines, s.winners, s.changers = [], [], [], [], []
    s.played, s.played_by, s.played_at = [], [], []
    s.taken, s.gained = [0, 0], [0, 0]
    s.places = Places.empty(5, 4)


def dealer_rotates(s: CourtPiece, e: HandStarted) -> Answer:
    """The losers deal (CP-5); a dealer of the side that holds the streak has broken the rotation (CP-5.2)."""
    if e.dealer is not None and e.dealer > 3:
        return Broken(says=f"no seat {e.dealer} at this table", kind="contradiction", clause="G-5")
    if e.dealer is None or not s.may_deal or e.dealer in s.may_deal:
        return None
    usual = s.options.own_court_deal == "left" and s.options.streak_on_court != "ignore"
    holds = usual and s.streak > 0 and e.dealer % 2 == s.streak_side
    says = f"seat {e.dealer} dealt; seat {' or '.join(map(str, s.may_deal))} was to deal"
    return Broken(seat=e.dealer, says=says, clause="CP-5.2" if holds else "CP-5")


def hand_is_due(s: CourtPiece, _e: HandStarted) -> Answer:
    """A hand is played out, and no hand follows the last (CP-3.2, CP-7.1)."""
    faults = []
    if s.phase == "play":
        faults.append(Broken(says="the hand before was not played out; it is void"))
    limit = s.options.hand_limit
    if s.closed or (limit is not None and s.ended >= limit):
        faults.append(Broken(says="a hand after the last of the session", clause="CP-7.1"))
    return faults


def usual_packet(s: CourtPiece, e: Dealt) -> int:
    """Five cards, then eight; or both packets written as one hand of thirteen."""
    hands = [cards for cards in e.hands or () if cards is not None]
    whole = s.packets == 0 and (e.each == 13 or (bool(hands) and all(len(cards) == 13 for cards in hands)))
    return 13 if whole else 8 if s.packets else 5


def deal(s: CourtPiece, e: Dealt) -> None:
    """A packet is dealt to every seat (CP-2.1, CP-2.3)."""
    if s.phase != "deal":
        return
    packet = usual_packet(s, e)
    deal_hands(s.places, e, sizes_of(e, 4, [packet] * 4), PACK_MASK, s.step)
    s.packets += packet
    s.whole = packet == 13


def packet_in_order(s: CourtPiece, e: Dealt) -> Answer:
    """Five cards each, the trump call, then eight each (CP-2.1 to CP-2.4)."""
    if s.phase != "deal" or s.packets >= 13:
        return Broken(says="a packet where none was due", kind="contradiction", clause="G-5")
    packet = usual_packet(s, e)
    sizes = sizes_of(e, 4, [packet] * 4)
    faults = []
    if packet == 8 and not s.trump:
        faults.append(Broken(seat=max(s.dealer, 0) if s.dealer >= 0 else None, clause="CP-2.4"))
    if sizes != [packet] * 4:
        says = f"{packet} cards were due to each seat, not {', '.join(map(str, sizes))}"
        faults.append(Broken(says=says, name="packet_size", clause="CP-2.1" if packet == 5 else "CP-2.3"))
    return faults


def deal_is_possible(s: CourtPiece, e: Dealt) -> Answer:
    """Each of the 52 cards is dealt once (CP-10)."""
    if s.phase != "deal":
        return None
    return deal_faults(s.places, e, sizes_of(e, 4, [usual_packet(s, e)] * 4), PACK_MASK)


def name_trump(s: CourtPiece, e: TrumpNamed) -> None:
    """Trump is named; the first call counts (CP-9.3)."""
    if s.phase == "between" or s.trump:
        return
    s.trump = e.suit
    if s.dealer < 0 and e.seat < 4:
        s.dealer = after(s, after(s, after(s, e.seat)))
        s.turn = e.seat


def trump_in_order(s: CourtPiece, e: TrumpNamed) -> Answer:
    """The caller, and nobody else, names trump from the first five cards, once (CP-2.2, CP-2.4)."""
    if s.phase == "between":
        return Broken(seat=e.seat, says="trump named where no hand is played", kind="contradiction", clause="G-5")
    if s.trump:
        return Broken(seat=e.seat, says="trump was named before; the first call counts", clause="CP-9.3")
    faults = []
    if s.dealer >= 0 and e.seat != caller(s):
        faults.append(Broken(seat=e.seat, says=f"seat {e.seat} named trump; seat {caller(s)} is the caller"))
    if s.phase == "play" or (s.packets > 5 and not s.whole):
        faults.append(Broken(seat=e.seat, says="trump named after the second packet", name="late_call"))
    return faults


# ---- CP-3 Play -----------------------------------------------------------------------------------------------------


def play(s: CourtPiece, e: Played) -> None:
    """A card goes to the trick; four make it full."""
    seat, card = e.seat, e.card
    if s.phase != "play" and not begin_play(s):
        return
    bit = card.bit
    if seat > 3 or bit > PACK_MASK:
        return
    if bit:
        s.places.move(bit, seat, TABLE)
    else:
        s.places.move_unknown(seat, TABLE, s.step)
    if s.gap:
        return
    count = len(s.trick)
    if count == 4 or not count:
        lead(s, seat, card)
        count = 0
    s.trick.append(card)
    s.trick_seats.append(seat)
    s.trick_lines.append(s.line)
    if s.changers:
        s.changers = []
    if count == 3:
        win_trick(s)
    else:
        s.turn = (seat + s.way) & 3


def begin_play(s: CourtPiece) -> bool:
    """Play begins, with thirteen cards each whether or not the deal was written down. False: no hand is on."""
    if s.phase == "between":
        return False
    for seat in range(4):
        missing = 13 - s.places.known[seat].bit_count() - s.places.most[seat]
        if missing > 0:
            s.places.deal(seat, 0, missing, s.step, None)
    s.phase = "play"
    return True


def lead(s: CourtPiece, seat: int, card: Card) -> None:
    """A new trick. Who leads it has won the last, if that could not be told (CP-3.1)."""
    if s.winners and s.winners[-1] < 0:
        s.winners[-1] = seat
        s.taken[seat & 1] += 1
    s.played += s.trick
    s.played_by += s.trick_seats
    s.played_at += s.trick_lines
    s.trick, s.trick_seats, s.trick_lines = [], [], []
    s.led = SUIT_MASK.get(card.suit, 0)


@cache
def strengths(led: int, trump: str) -> tuple[int, ...]:
    """The strength of each card in a trick (CP-1.2)."""
    return powers(led, SUIT_MASK[trump], ACE_HIGH)


def win_trick(s: CourtPiece) -> None:
    """The highest card wins (G-4), if trump and all four cards are known."""
    won = -1
    cards = [card.index for card in s.trick]
    if s.trump and min(cards) >= 0:
        strength = strengths(s.led, s.trump)
        ranks = [strength[card] for card in cards]
        won = s.trick_seats[ranks.index(max(ranks))]
        s.taken[won & 1] += 1
    s.winners.append(won)
    s.turn = won
    tricks = len(s.winners)
    if tricks == 13:
        settle(s, "played")
    elif tricks == 7 and not s.options.play_on_allowed and sweeper(s) >= 0:
        settle(s, "stopped")


def sweeper(s: CourtPiece) -> int:
    """The side that took the first seven tricks, or -1."""
    first = s.winners[:7]
    swept = len(first) == 7 and min(first) >= 0 and len({seat & 1 for seat in first}) == 1
    return first[0] & 1 if swept else -1


def turn_is_kept(s: CourtPiece, e: Played) -> Answer:
    """Who plays is who is next (CP-3.1, G-13)."""
    seat = e.seat
    if seat == s.turn and s.phase == "play":
        return None
    if seat > 3:
        return Broken(says=f"no seat {seat} at this table", kind="contradiction", clause="G-5")
    if s.phase == "between":
        swept = s.ended and s.how == "stopped" and not s.options.play_on_allowed
        clause, kind = ("CP-3.2", "breach") if swept else ("G-5", "contradiction")
        return Broken(seat=seat, cards=e.card.bit, name="after_the_hand", says="no hand is on", clause=clause, kind=kind)  # type: ignore[arg-type]
    if s.turn < 0 or s.gap or seat == s.turn:
        return None
    return Broken(seat=seat, cards=e.card.bit, says=f"seat {seat} played; it was the turn of seat {s.turn}")


def card_is_possible(s: CourtPiece, e: Played | Corrected) -> Answer:
    """No card is seen twice, or where it cannot be (G-5)."""
    if e.seat > 3 or s.places.known[e.seat] & e.card.bit:
        return None
    if s.phase == "between" or (s.phase == "deal" and not s.packets):
        return None
    return impossible(s.places, e.seat, e.card, PACK_MASK)


def suit_is_kept(s: CourtPiece, e: Played) -> Answer:
    """Keep the suit that was led when you can (CP-3.1)."""
    if not s.led or e.card.bit & s.led or s.phase != "play":
        return None
    if len(s.trick) == 4 or s.gap or e.seat > 3:
        return None
    return keeps_suit(s.places, e.seat, e.card, s.led)


def stop(s: CourtPiece, _e: Stopped) -> None:
    """The hand is stopped where the table stopped it."""
    if s.phase == "play":
        settle(s, "stopped")


def stop_is_allowed(s: CourtPiece, _e: Stopped) -> Answer:
    """Only a side that took the first seven may stop, between two tricks (CP-3.2, CP-3.3)."""
    if s.phase == "between" and s.how == "stopped" and s.ended:
        return None
    if s.phase != "play":
        return Broken(says="there was no hand to stop", kind="contradiction", clause="G-5")
    if s.gap:
        return None
    open_trick = 0 < len(s.trick) < 4
    told = all(won >= 0 for won in s.winners[:7])
    if open_trick or len(s.winners) < 7 or (told and sweeper(s) < 0):
        return Broken(says="the hand was stopped without a sweep of the first seven tricks")
    return None


# ---- CP-4 Scoring per hand, CP-5 Next dealer -----------------------------------------------------------------------


def settle(s: CourtPiece, how: str, offenders: int = -1) -> None:
    """The hand ends: who won, what courts it brought, who deals next."""
    s.undo = [*s.courts, s.streak_side, s.streak, s.dealer]
    won, courts = (1 - offenders, 1) if how == "forfeit" else play_courts(s)
    award(s, won, courts, how)


def play_courts(s: CourtPiece) -> tuple[int, int]:
    """The side that won by tricks and its courts (CP-4.1, CP-4.2); -1 for what cannot be told."""
    won = 0 if s.taken[0] > 6 else 1 if s.taken[1] > 6 else -1
    if won >= 0 and s.taken[won] == 13:
        return won, s.options.slam_courts + (0 if s.options.slam_includes_sweep else 1)
    if any(seat < 0 for seat in s.winners[:7]) or s.gap:
        return won, -1
    swept = sweeper(s)
    return (swept, 1) if swept >= 0 else (won, 0)


def award(s: CourtPiece, won: int, courts: int, how: str) -> None:
    """Courts, streak and dealer after a hand. won, courts: -1 where the record cannot tell."""
    s.phase, s.how, s.won_by, s.turn, s.ended = "between", how, won, -1, s.hand
    s.settled += 1
    s.gained = [0, 0]
    if won < 0:
        s.gained, s.streak_side, s.streak, s.may_deal = [-1, -1], -1, -1, []
        return
    streak_court = move_streak(s, won, courts)
    if courts < 0 or streak_court < 0:
        s.gained[won] = -1
    else:
        s.gained[won] = courts + streak_court
        s.courts[won] += courts + streak_court
    s.may_deal = dealers_after(s, won, courts, streak_court)


def move_streak(s: CourtPiece, won: int, courts: int) -> int:
    """Count the hand for the streak (CP-4.4 to CP-4.6): the courts it brought, -1 if that cannot be told."""
    if courts and s.options.streak_on_court != "count":
        if courts < 0:
            s.streak_side, s.streak = -1, -1
        elif s.options.streak_on_court == "reset":
            s.streak_side, s.streak = -1, 0
        return 0
    if s.streak < 0 and s.streak_side in {-1, won}:
        s.streak_side = won
        return -1
    s.streak = s.streak + 1 if s.streak_side == won else 1
    s.streak_side = won
    if s.streak < s.options.streak_length:
        return 0
    s.streak_side, s.streak = -1, 0
    return 1


def dealers_after(s: CourtPiece, won: int, courts: int, streak_court: int) -> list[int]:
    """Who may deal next: one seat; two where it hangs on a court that cannot be told; none if nothing is known (CP-5)."""
    if s.dealer < 0:
        return []
    partner, left = (s.dealer + 2) % 4, after(s, s.dealer)
    if won == s.dealer % 2:
        if s.options.own_court_deal == "left" or s.how == "forfeit":
            return [left]
        return [left, partner] if courts < 0 else [partner if courts else left]
    if courts < 0 or streak_court < 0:
        return [s.dealer, partner]
    return [partner] if courts + streak_court else [s.dealer]


def void(s: CourtPiece, _e: Voided) -> None:
    """The hand is thrown in and dealt again by the same dealer; nothing is scored."""
    if s.phase == "between":
        return
    s.phase, s.how, s.won_by, s.turn, s.ended = "between", "void", -1, -1, s.hand
    s.may_deal, s.gained, s.undo = [s.dealer] if s.dealer >= 0 else [], [0, 0], []


def miss(s: CourtPiece, _e: Gap) -> None:
    """Something was missed: turns, tricks and counts of this hand prove nothing any more, and streaks neither."""
    s.gap = True
    s.trick, s.trick_seats, s.trick_lines, s.turn, s.led = [], [], [], -1, 0
    for seat in range(4):
        s.places.loosen(seat)
    if s.phase == "between":
        s.may_deal, s.streak_side, s.streak = [], -1, -1


# ---- CP-6 Revoke ---------------------------------------------------------------------------------------------------


def correct(s: CourtPiece, e: Corrected) -> None:
    """A seat's card in the trick is replaced; the old one is known to be in its hand from then on (CP-6.1)."""
    if e.seat not in s.trick_seats or s.gap or not e.card.bit & PACK_MASK:
        return
    place = s.trick_seats.index(e.seat)
    if s.phase == "between" and not reopen(s):
        return
    if place in s.changers:
        s.changers = [other for other in s.changers if other > place]
    else:
        s.changers = list(range(place + 1, len(s.trick)))
    old = s.trick[place]
    s.places.take_back(old.bit, TABLE, e.seat)
    s.places.move(e.card.bit, e.seat, TABLE)
    s.trick[place], s.trick_lines[place] = e.card, s.line
    if place == 0:
        s.led = SUIT_MASK[e.card.suit]
    if len(s.trick) == 4:
        last = s.winners.pop()
        if last >= 0:
            s.taken[last & 1] -= 1
        win_trick(s)


def reopen(s: CourtPiece) -> bool:
    """Take back a settlement that the rules made at the end of a trick which is now corrected."""
    if s.ended != s.hand or not s.undo or s.how == "forfeit" or s.options.revoke_window == "trick_open":
        return False
    unsettle(s)
    s.phase = "play"
    return True


def unsettle(s: CourtPiece) -> None:
    s.courts, (s.streak_side, s.streak, s.dealer) = s.undo[:2], s.undo[2:]


def correction_is_allowed(s: CourtPiece, e: Corrected) -> Answer:
    """A revoker may follow after all while the trick is open; then those who played later may change (CP-6.1)."""
    if e.seat not in s.trick_seats or s.gap:
        return None if s.gap else Broken(seat=e.seat, says="there was no card of this seat to correct")
    place = s.trick_seats.index(e.seat)
    verdicts: list[Verdict] = []
    if len(s.trick) == 4 and not (s.options.revoke_window == "before_next_lead" or place in s.changers):
        verdicts.append(Broken(seat=e.seat, says="the trick was closed", clause="CP-6.2"))
    old = s.trick[place]
    if place in s.changers:
        verdicts.append(Cured(s.trick_lines[place]))
        verdicts += change_keeps_suit(s, e, old)
    elif place and not old.bit & s.led and e.card.bit & s.led:
        verdicts.append(Cured(s.trick_lines[place]))
    elif place == 0 or old.bit & s.led:
        verdicts.append(Broken(seat=e.seat, says=f"{old} was no revoke and may not be changed"))
    else:
        verdicts.append(Broken(seat=e.seat, says=f"{e.card} does not follow either"))
    return verdicts


def change_keeps_suit(s: CourtPiece, e: Corrected, old: Card) -> list[Verdict]:
    if e.card.bit & s.led:
        return []
    if old.bit & s.led:
        return [Broken(seat=e.seat, cards=old.bit, name="revoke", clause="CP-3.1", says="a card that followed was changed")]
    answer = keeps_suit(s.places, e.seat, e.card, s.led)
    return [answer] if answer is not None else []


def rule_revoke(s: CourtPiece, e: Ruled) -> None:
    """The table established a revoke: the hand is forfeit (CP-6.3); the first one counts (CP-6.5)."""
    if e.what != "revoke" or e.seat is None or e.seat > 3:
        return
    if s.phase == "play":
        settle(s, "forfeit", e.seat & 1)
    elif late_claim_counts(s):
        unsettle(s)
        settle(s, "forfeit", e.seat & 1)
        if s.phase == "deal":
            s.dealer = s.may_deal[0]


def late_claim_counts(s: CourtPiece) -> bool:
    """Whether a revoke of the last hand may still be claimed (CP-6.4)."""
    return s.options.late_revoke == "until_next_deal" and s.phase == "between" and s.how in {"played", "stopped"} and bool(s.undo)


def claim_is_timely(s: CourtPiece, e: Ruled) -> Answer:
    """A revoke is claimed while the hand runs, about an earlier trick, once (CP-6.3 to CP-6.5, CP-9.1)."""
    if e.what != "revoke":
        return None
    if s.phase != "play":
        if s.how == "forfeit" and s.ended:
            return Broken(seat=e.seat, says="the hand was forfeit before; the first revoke counts", clause="CP-6.5", kind="note")
        if late_claim_counts(s):
            return None
        return Broken(seat=e.seat, says="a revoke claimed after the hand: the result stands", clause="CP-6.4")
    number = len(s.winners) + (0 < len(s.trick) < 4)
    closing = len(s.trick) == 4 and s.options.revoke_window == "before_next_lead"
    if e.trick == number and (0 < len(s.trick) < 4 or closing):
        clause = "CP-9.1" if closing else "CP-6.1"
        return Broken(seat=e.seat, says="a revoke in the open trick is corrected, not claimed", clause=clause)
    return None


def claim_is_true(s: CourtPiece, e: Ruled) -> Answer:
    """A claim is checked: proven, disproven, or it cannot be told (CP-6.6)."""
    if e.what != "revoke" or e.seat is None or e.seat > 3 or e.trick is None or s.gap or not s.winners:
        return None
    cards, seats = s.played + s.trick, s.played_by + s.trick_seats
    first = 4 * (e.trick - 1)
    trick = dict(zip(seats[first : first + 4], cards[first : first + 4], strict=True))
    if e.seat not in trick:
        return Broken(seat=e.seat, says=f"seat {e.seat} has no card in trick {e.trick}")
    led, card = SUIT_MASK.get(cards[first].suit, 0), trick[e.seat]
    if not led or not card.bit:
        return None
    if card.bit & led:
        return Broken(seat=e.seat, cards=card.bit, says=f"{card} followed suit in trick {e.trick}")
    earlier = mask_before(cards, seats, e.seat, first)
    held = s.places.been[e.seat] & led & ~earlier
    if held or (e.card is not None and e.card.bit & led & ~s.places.located):
        return None
    unseen = led & ~s.places.located
    if unseen and s.places.most[e.seat]:
        return None
    return Broken(seat=e.seat, says=f"seat {e.seat} had no {SUIT_NAMES[cards[first].suit]} in trick {e.trick}")


def mask_before(cards: list[Card], seats: list[int], seat: int, end: int) -> int:
    mask = 0
    for card, player in zip(cards[:end], seats[:end], strict=True):
        mask |= card.bit if player == seat else 0
    return mask


def unseen_room(s: CourtPiece, doubts: Sequence[Void]) -> int:
    """The cards not seen must fit into the hands of seats that, not following, said that they had none (G-10)."""
    if s.gap or s.phase != "play":
        return PLENTY
    return unseen_slack(s.places, 4, doubts, SUITS_OF_PACK, PACK_MASK)


def show(s: CourtPiece, e: Shown) -> None:
    """Cards shown are known to be where they were shown."""
    if e.seat is None or e.seat > 3 or (e.hand is not None and e.hand != s.hand):
        return
    for card in e.cards:
        if card.bit & PACK_MASK and impossible(s.places, e.seat, card, PACK_MASK) is None:
            s.places.show(card.bit, e.seat)


def shown_is_possible(s: CourtPiece, e: Shown) -> Answer:
    """What is shown was not seen elsewhere (G-5)."""
    if e.seat is None or e.seat > 3 or (e.hand is not None and e.hand != s.hand):
        return None
    faults = (impossible(s.places, e.seat, card, PACK_MASK) for card in e.cards)
    return [fault for fault in faults if fault is not None]


# ---- CP-7 Session, and score sheets --------------------------------------------------------------------------------


def score(s: CourtPiece, e: Scored) -> None:
    """A row of the score sheet settles a hand that was not played out in the record."""
    if s.phase == "between" or e.tricks is None or len(e.tricks) != 2:
        return
    s.trump = s.trump or e.trump or ""
    s.taken = [max(0, e.tricks[0]), max(0, e.tricks[1])]
    if e.seat is not None and e.seat < 4:
        settle(s, "forfeit", e.seat & 1)
    else:
        s.undo = []
        award(s, *sheet_courts(s, e), "sheet")


def sheet_courts(s: CourtPiece, e: Scored) -> tuple[int, int]:
    """The winners and their courts by the split alone: a sweep that was played on and lost does not show in it,
    so there the courts as written are taken, if they were written.
    """
    taken, options = s.taken, s.options
    won = 0 if taken[0] > 6 else 1 if taken[1] > 6 else -1
    if won < 0:
        return -1, -1
    if taken[won] == 13:
        return won, options.slam_courts + (0 if options.slam_includes_sweep else 1)
    if sum(taken) < 13:
        return won, 1
    written = by_side(e.points)
    if written is None or s.streak < 0:
        return won, -1
    last_of_streak = s.streak_side == won and s.streak + 1 == options.streak_length
    return won, max(0, written[won] - last_of_streak)


def by_side(points: tuple[int, ...] | None) -> tuple[int, int] | None:
    """Points by side, from points by side or by seat."""
    return None if points is None or len(points) not in {2, 4} else (points[0], points[1])


def sheet_is_true(s: CourtPiece, e: Scored) -> Answer:
    """A row's split is one that can be, and agrees with the play as far as that is in the record."""
    faults = [Broken(says=says) for says in split_faults(s, e)]
    if s.phase == "between" and s.ended and s.how not in {"sheet", "void"}:
        faults += compare(s, e)
    elif s.phase == "play" and e.tricks is not None and len(e.tricks) == 2:
        faults += [
            Broken(says=f"side {side} has {written} tricks on the sheet; the play shows {s.taken[side]} already")
            for side, written in enumerate(e.tricks)
            if written < s.taken[side]
        ]
    return faults


def split_faults(s: CourtPiece, e: Scored) -> list[str]:
    """What is wrong with a split of tricks: 13 in all, or 7 to 12 where a sweep was stopped."""
    if e.tricks is None:
        return []
    if len(e.tricks) != 2 or min(e.tricks) < 0:
        return ["tricks are written for two sides, none below 0"]
    total = sum(e.tricks)
    if e.seat is None and (total > 13 or total < 7 or max(e.tricks) < 7):
        return [f"{e.tricks[0]} and {e.tricks[1]} tricks cannot be: 13 in all, or 7 to 12 after a sweep"]
    if total > 13 or (total == 13 and not s.options.play_on_allowed and 0 in e.tricks):
        return [f"{e.tricks[0]} and {e.tricks[1]} tricks cannot be"]
    return []


def compare(s: CourtPiece, e: Scored) -> list[Broken]:
    """Where the row differs from what follows from the play."""
    faults = []
    if e.tricks is not None and s.how != "forfeit" and list(e.tricks) != s.taken:
        faults.append(Broken(says=f"tricks {list(e.tricks)} were written; the play gives {s.taken}"))
    if e.trump is not None and s.trump and e.trump != s.trump:
        faults.append(Broken(says=f"trump {SUIT_NAMES[e.trump]} was written; {SUIT_NAMES[s.trump]} was named"))
    written = by_side(e.points)
    if written is not None and min(s.gained) >= 0 and list(written) != s.gained:
        faults.append(Broken(says=f"courts {list(written)} were written; the play gives {s.gained}"))
    totals = by_side(e.totals)
    if totals is not None and s.streak >= 0 and list(totals) != s.courts:
        faults.append(Broken(says=f"totals {list(totals)} were written; they are {s.courts}"))
    return faults


def result(s: CourtPiece) -> Result:
    """How the hand that just ended came out. A side's courts stand at both its seats."""
    points = tuple(None if s.gained[seat & 1] < 0 else s.gained[seat & 1] for seat in range(4))
    won = tuple(None if s.won_by < 0 else seat & 1 == s.won_by for seat in range(4))
    cards, seats = s.played + s.trick, s.played_by + s.trick_seats
    tricks = tuple(
        Trick(number + 1, seats[4 * number], won_trick if won_trick >= 0 else None, tuple(cards[4 * number : 4 * number + 4]))
        for number, won_trick in enumerate(s.winners)
        if 4 * number < len(seats)
    )
    return Result(
        points=points,
        won=won,
        dealer=None if s.dealer < 0 else s.dealer,
        trump=s.trump or None,
        counts=s.how != "void",
        level="sheet" if s.how == "sheet" and not cards else level(s),
        says=s.how,
        tricks=tricks,
    )


def level(s: CourtPiece) -> str:
    """How much of the hand is in the record: all hands, some of them, or what all saw."""
    listed = [s.places.seen[seat].bit_count() for seat in range(4)]
    return "full" if min(listed) == 13 else "partial" if any(listed) else "public"


# ---- What may come next, and what there is to see ------------------------------------------------------------------


def due(s: CourtPiece) -> tuple[Act, ...]:
    """What may come next."""
    if s.closed:
        return ()
    if s.phase == "between":
        return due_between(s)
    if s.phase == "deal" and not (s.trump and s.packets >= 13):
        return due_deal(s)
    seat = s.turn if s.turn >= 0 else None
    choices = tuple(Played(seat=seat, card=card) for card in playable(s, seat)) if seat is not None else None
    acts = [Act(Played, seat, "a card", choices)]
    if s.phase == "play" and len(s.winners) >= 7 and len(s.trick) in {0, 4} and sweeper(s) >= 0:
        acts.append(Act(Stopped, None, "stop after the sweep", (Stopped(),), optional=True, weight=0.5))
    return tuple(acts)


def due_between(s: CourtPiece) -> tuple[Act, ...]:
    limit = s.options.hand_limit
    acts = [Act(Closed, None, "the end of the session", (Closed(),))]
    if limit is None or s.ended < limit:
        known = len(s.may_deal) == 1
        named = (HandStarted(),) if known else tuple(HandStarted(dealer=seat) for seat in s.may_deal or range(4))
        acts.insert(0, Act(HandStarted, None, "the next hand", named))
    return tuple(acts)


def due_deal(s: CourtPiece) -> tuple[Act, ...]:
    if s.packets and not s.trump:
        seat = caller(s)
        seats = range(4) if seat < 0 else (seat,)
        calls = tuple(TrumpNamed(seat=seat, suit=suit) for seat in seats for suit in SUITS)  # type: ignore[arg-type]
        return (Act(TrumpNamed, None if seat < 0 else seat, "the trump suit", calls),)
    packet = 8 if s.packets else 5
    pack = tuple(cards_of(PACK_MASK & ~s.places.located))
    chance = Chance(pack, (packet,) * 4, lambda hands: Dealt(hands=hands))
    return (Act(Dealt, None, f"{packet} cards to each seat", chance=chance),)


def playable(s: CourtPiece, seat: int) -> list[Card]:
    """The cards a seat may play: those that the record does not show to be illegal."""
    places = s.places
    known = places.known[seat]
    could = known | (PACK_MASK & ~places.located if places.most[seat] else 0)
    led = s.led if len(s.trick) in {1, 2, 3} else 0
    must = led and (known & led)
    return list(cards_of(could & led if must else could))


def scene(s: CourtPiece) -> Scene:
    """The table: hands, the trick, what each side has."""
    hands = tuple(seat_scene(s, seat) for seat in range(4))
    marked = ()
    if len(s.trick) == 4 and s.winners and s.winners[-1] in s.trick_seats:
        marked = (s.trick_seats.index(s.winners[-1]),)
    number = len(s.winners) + (0 < len(s.trick) < 4)
    trick = Row(title=f"Trick {number}" if number else "Trick", cards=tuple(s.trick), seats=tuple(s.trick_seats), marks=marked)
    facts = [("trump", SUIT_NAMES.get(s.trump, "not named"))]
    if s.streak > 0:
        facts.append(("streak", f"{side_name(s, s.streak_side)} {s.streak}"))
    pots = tuple((side_name(s, side), f"{s.taken[side]} tricks, {s.courts[side]} courts") for side in (0, 1))
    says = ""
    if s.phase == "between" and s.ended:
        says = "the hand is void" if s.how == "void" else outcome(s)
    return Scene(title=f"Court Piece, hand {s.hand}", facts=tuple(facts), hands=hands, rows=(trick,), pots=pots, says=says)


def outcome(s: CourtPiece) -> str:
    """How the hand came out, in a sentence."""
    if s.won_by < 0:
        return "who won the hand cannot be told"
    gained = s.gained[s.won_by]
    courts = "courts not known" if gained < 0 else f"{gained} court{'' if gained == 1 else 's'}"
    return f"{side_name(s, s.won_by)} win the hand, {courts}"


def side_name(s: CourtPiece, side: int) -> str:
    """A side by its players."""
    return f"{s.players[side] or side} & {s.players[side + 2] or side + 2}"


def seat_scene(s: CourtPiece, seat: int) -> Hand:
    marks = [name for name, who in (("dealer", s.dealer), ("caller", caller(s))) if who == seat]
    return Hand(
        seat=seat,
        player=s.players[seat],
        cards=tuple(cards_of(s.places.known[seat])),
        unknown=s.places.least[seat],
        most=s.places.most[seat],
        marks=tuple(marks),
        turn=seat == s.turn,
    )


GAME = Game(
    key="court_piece",
    title="Court Piece (Rang)",
    source="document 004",
    family="tricks",
    says="partners, trump called from five cards, thirteen tricks, scored in courts",
    seats=(4, 4),
    options=CourtPieceOptions,
    start=start,
    transitions={
        **COMMON,
        HandStarted: begin_hand,
        Dealt: deal,
        TrumpNamed: name_trump,
        Played: play,
        Corrected: correct,
        Stopped: stop,
        Ruled: rule_revoke,
        Voided: void,
        Gap: miss,
        Shown: show,
        Scored: score,
    },
    rules={
        HandStarted: (
            Rule("CP-5", "dealer_rotation", "the losers deal", dealer_rotates),
            Rule("CP-3.2", "hand_not_finished", "a hand is played out", hand_is_due),
        ),
        Dealt: (
            Rule("CP-2.1", "packet_order", "five cards each, the trump call, then eight each", packet_in_order),
            Rule("G-5", "impossible_card", "each card is dealt once", deal_is_possible, "contradiction"),
        ),
        TrumpNamed: (
            Rule("CP-2.4", "wrong_call", "the caller names trump from the first five cards", trump_in_order),
        ),
        Played: (
            Rule("G-13", "out_of_turn", "cards are played in turn; the winner leads", turn_is_kept),
            Rule("G-5", "impossible_card", "no card is in two places", card_is_possible, "contradiction"),
            Rule("CP-3.1", "revoke", "keep the suit led when you can", suit_is_kept),
        ),
        Corrected: (
            Rule("G-5", "impossible_card", "no card is in two places", card_is_possible, "contradiction"),
            Rule("CP-6.1", "revoke", "a revoke is put right within the trick", correction_is_allowed),
        ),
        Stopped: (Rule("CP-3.2", "stopped_early", "stop only after the first seven tricks", stop_is_allowed),),
        Ruled: (
            Rule("CP-6.3", "late_claim", "a revoke is claimed while the hand runs", claim_is_timely),
            Rule("CP-6.6", "false_claim", "a claim agrees with the play", claim_is_true, "testimony"),
        ),
        Shown: (Rule("G-5", "impossible_card", "no card is in two places", shown_is_possible, "contradiction"),),
        Scored: (Rule("CP-4", "wrong_score", "the score follows from the play", sheet_is_true, "testimony"),),
    },
    matching=Matching("G-10", "unseen_do_not_fit", "somebody has revoked; it is not known yet who", unseen_room),
    due=due,
    result=result,
    scene=scene,
    score="court/courts",
    proves=(
        "With all hands: every revoke at the card that was played.",
        "Without hands: a revoke at the first card that shows it, and that somebody revoked before it is known who.",
        "From any record: wrong dealers, calls, turns, stops and corrections, and cards that were in two places.",
        "From a score sheet: splits that cannot be, wrong dealers, streaks, and courts that do not follow.",
    ),
    sheet=(
        Column("tricks", "tricks", "tricks of each side", "side"),
        Column("trump", "trump", "the trump suit", "hand"),
        Column("seat", "revoke", "the seat whose revoke forfeited the hand", "hand"),
        Column("points", "courts", "courts of each side, as written", "side"),
    ),
    words={"stop": "stopped", "revoke": "ruled revoke", "take back": "corrected"},
)
