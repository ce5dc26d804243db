"""Court Piece (Rang): four players in two sides, trump called from five cards, thirteen tricks, scored in courts.

The sections are those of the rules page. Side 0 is seats 0 and 2, side 1 is seats 1 and 3.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal

import msgspec

from upcard.engine.kernel.dealing import deal_packet, is_size, sizes_of
from upcard.engine.kernel.drawing import hands_drawn, side_name
from upcard.engine.kernel.game import Column, Game
from upcard.engine.kernel.results import Mark, Result
from upcard.engine.kernel.rules import DISORDER, MISREAD, STATEMENT, Broken, Claim, Cured, Due, Rule, unwritten
from upcard.engine.kernel.state import Scoring, lasting
from upcard.engine.kernel.tricks import ACE_HIGH, Tricks, change, put_right, suits_of, tricks_are_played
from upcard.engine.kernel.usual import begun_by, deal_rotates, deals, ends, ends_after, result_of, winner_is_called
from upcard.engine.scene import Scene
from upcard.schemas.cards import SUIT_MASK, SUIT_NAMES, mask_of
from upcard.schemas.events import Corrected, Dealt, Gap, HandStarted, Played, Ruled, Scored, Stopped, TrumpNamed, Voided
from upcard.schemas.options import Options, option
from upcard.schemas.wording import counted, if_known


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


@dataclass(slots=True, kw_only=True)
class CourtPiece(Scoring):
    """packets: cards dealt to each; tricks: the cards played; taken: tricks of each side; changers: places of the cards that may be
    changed after a correction (CP-6.1); won, offender: which side won the last hand, whose revoke forfeited it; holder, streak:
    which side has won how many hands in a row; streak_before: the same before the last hand. Points are the courts of each side.
    """

    options: CourtPieceOptions
    packets: int = 0
    trump: str = ""
    tricks: Tricks = field(default_factory=Tricks)
    taken: list[int] = field(default_factory=lambda: [0, 0])
    changers: list[int] = field(default_factory=list)
    won: int = -1
    offender: int = -1
    holder: int = lasting(-1)
    streak: int = lasting(0)
    streak_before: tuple[int, int] = lasting((-1, 0))


GAME = game = Game(
    "court_piece",
    title="Court Piece (Rang)",
    source="document 004",
    family="tricks",
    says="partners, trump called from five cards, thirteen tricks, scored in courts",
    seats=(4, 4),
    state=CourtPiece,
    options=CourtPieceOptions,
    match="session",
    score="court/courts",
    measure="won_rate",
    contest="sides",
    worth="23456789TJQKA",
    proves=(
        "With all hands: every revoke at the card that was played.",
        "Without hands: a revoke at the first card that shows it, and that somebody revoked before it is known who.",
        "From any record: wrong dealers, calls, turns, stops and corrections, and cards that were in two places.",
        "From a score sheet: splits that cannot be, wrong dealers, streaks, and courts that do not follow.",
    ),
    sheet=(
        Column("tricks", "tricks", "tricks of each side; `void` for a hand that does not count", "side", holds="taken"),
        Column("trump", "trump", "the trump suit", "hand", also=("rang",)),
        Column("seat", "revoke", "the seat whose revoke forfeited the hand", "hand", also=("revoked",)),
        Column("points", "courts", "courts of each side, as written", "side", also=("court",)),
        Column("totals", "totals", "courts of each side so far, as written", "side"),
    ),
    remedies={
        "revoke": "Put right before the trick is full, nothing follows. Found while the hand runs, the hand ends and the other side"
        " scores a court (CP-6.3, CP-4.3). Found after the hand, its result stands (CP-6.4).",
        "late_claim": "The result of the hand stands (CP-6.4).",
        "false_claim": "What the table ruled has its effect all the same (CP-6.6).",
        "wrong_call": "The first call counts (CP-9.3).",
    },
    words={"stop": "stopped", "revoke": "ruled revoke", "take back": "corrected"},
    begins=lambda _s, e: isinstance(e, TrumpNamed) or (isinstance(e, Dealt) and not is_size(e, 8)),
    looks_back=lambda s, e: e.what == "revoke" and s.on and not s.packets and not s.trump,
    unfinished=Rule("CP-3.2", "hand_not_finished", "a hand is played out", "contradiction", 6),
    course={
        "Deal and trump": "`hand_started`; `dealt` with five cards each; `trump_named` by the seat to the left of the"
        " dealer; `dealt` with eight each.",
        "Play": "Thirteen tricks of four `played`, led by who named trump, or fewer and `stopped`. A card put right within the trick is `corrected`.",
        "End": "Nothing, where the play tells all. A revoke that was claimed is `ruled`; a hand thrown in is `voided`. What the"
        " sheet has is `scored`, what somebody said `result_called`.",
    },
    writes={
        "corrected": "Before the last card of the trick, or before the next lead, as `revoke_window` has it.",
        "ruled": "A revoke was claimed and granted: the hand is forfeit.",
        "ruled.what": "`revoke`; other words are kept, and change nothing",
        "ruled.seat": "who has revoked",
        "ruled.trick": "in which trick, from 1",
        "ruled.card": "the card that proved it, as that seat played it or was found to hold it",
        "scored.seat": "the seat whose revoke forfeited the hand; `tricks` are left out then",
    },
    endings={"stopped": "it was stopped after a sweep", "forfeit": "a revoke forfeited it"},
    closing="CP-7.1",
)


# ---- CP-1 Deck, seats, ranking -----------------------------------------------------------------------------------------

SUITS_OF = {trump: suits_of(SUIT_MASK, trumps, ACE_HIGH) for trump, trumps in SUIT_MASK.items()}
"""The strength of each card (CP-1.2), by the trump suit."""


# ---- CP-2 Deal and trump -----------------------------------------------------------------------------------------------

PACKETS = Rule("CP-2.4", "packet_order", "five cards each, the trump call, then eight each", "breach", 6)
CALL = tuple((Due(TrumpNamed, 1 << seat, PACKETS),) for seat in range(4))


@game.turn
def turn(s: CourtPiece) -> Sequence[Due]:
    """Five cards each, the call, eight each, then thirteen tricks. Records may leave the packets out."""
    if s.trump and s.packets > 12:
        return PLAY.due[s.turn]
    if not s.packets:
        return PACKET
    return PACKET if s.trump else CALL[s.after(s.dealer)]


@game.on(HandStarted)
def begin(s: CourtPiece, e: HandStarted) -> Any:
    """Each hand has a dealer; where none is known, any of the four may be (G-8). The seat after it calls and leads (CP-2.2, CP-3.1)."""
    s.streak_before = s.holder, s.streak
    return begun_by(deals, s, e)


@game.rule(Dealt, "CP-2.4", "packet_order", "five cards each, the trump call, then eight each", cost=DISORDER)
def five_come_first(s: CourtPiece, e: Dealt) -> Any:
    """The packet of eight is not the first, and no packet is written with more cards or fewer (CP-2.1, CP-2.3)."""
    if not s.packets and is_size(e, 8):
        return Broken(says="eight cards were dealt before the five and the call")
    packet = packet_of(s, e)
    sizes = () if s.packets > 12 else enumerate(sizes_of(e, 4, [packet] * 4))
    wrong = [(seat, counted(size, "card")) for seat, size in sizes if size != packet]
    return [Broken(says=f"seat {seat} was dealt {cards}; {PACKETS.says}") for seat, cards in wrong]


def packet_of(s: CourtPiece, e: Dealt) -> int:
    """How many cards each seat gets with this deal."""
    return 8 if s.packets else 13 if is_size(e, 13) else 5


@game.on(Dealt, "CP-2.4", "packet_order", "five cards each, the trump call, then eight each")
def deal(s: CourtPiece, e: Dealt) -> None:
    """A packet of five, then one of the other eight; or both written as one hand of thirteen (CP-2.1, CP-2.3). Where
    the eight are written first, the five are read as dealt before them.
    """
    if s.packets > 12:
        for seat, cards in enumerate(e.hands or ()):
            s.places.show(mask_of(cards or ()), seat)
        return
    if not s.packets and is_size(e, 8):
        deal_packet(s, Dealt(), 5)
        s.packets = 5
    packet = packet_of(s, e)
    deal_packet(s, e, packet)
    s.packets += packet


PACKET = (Due(Dealt, -1, PACKETS, skip=unwritten(deal, Dealt())),)


@game.on(TrumpNamed, "CP-2.4", "wrong_call", "the caller names trump from the first five cards")
def name_trump(s: CourtPiece, e: TrumpNamed) -> None:
    """The first call counts (CP-9.3)."""
    s.trump = s.trump or e.suit


@game.offer(Dealt)
def packets(s: CourtPiece, _seat: int) -> Any:
    """A deal by chance: five cards to each seat, or eight."""
    return game.chance(s, 8 if s.packets else 5)


# ---- CP-3 Play ---------------------------------------------------------------------------------------------------------


def take(s: CourtPiece, seat: int) -> None:
    """The side of a seat has won a trick. The hand ends with the thirteenth (CP-3.3), or as the table plays."""
    if s.how == "stopped":  # a table that plays on all the same
        return
    s.taken[seat & 1] += 1
    made = len(s.tricks.winners)
    if made == 13:
        settle_play(s, "played")
    elif made == 7 and swept(s) >= 0 and not s.options.play_on_allowed:
        settle_play(s, "stopped")


def no_more_changes(s: CourtPiece, _e: Played, _lying: int) -> None:
    """Once a card is played, no other is changed for the sake of one that was corrected (CP-6.1)."""
    if s.changers:
        s.changers = []


REVOKE = Rule("CP-3.1", "revoke", "keep the suit led when you can")
PLAY = tricks_are_played(game, REVOKE, SUITS_OF, take, laid=no_more_changes)
STOP = (Due(Stopped, optional=True, weight=0.5),)


def swept(s: CourtPiece) -> int:
    """The side that took the first seven tricks, or -1."""
    sides = {seat & 1 for seat in s.tricks.winners[:7]}
    return sides.pop() if len(sides) == 1 and len(s.tricks.winners) > 6 else -1


def may_stop(s: CourtPiece) -> bool:
    """Whether the hand may be stopped: after a sweep, between two tricks (CP-3.2, CP-3.3)."""
    return len(s.tricks.winners) > 6 and not s.tricks.lying and swept(s) >= 0


@game.beside
def stops(s: CourtPiece) -> Sequence[Due]:
    """The stop after a sweep, which nothing waits for (CP-3.2)."""
    return STOP if may_stop(s) else ()


PLAYED_ON = tuple(tuple(msgspec.structs.replace(one, optional=True, weight=0.0) for one in due) for due in PLAY.due)


@game.between
def played_on(s: CourtPiece) -> Sequence[Due]:
    """Where a sweep always stops the hand, a table may play on all the same, and the hand is over (CP-9.2)."""
    if s.how != "stopped" or s.ended != s.hand or s.options.play_on_allowed or not 6 < len(s.tricks.winners) < 13:
        return ()
    return PLAYED_ON[s.tricks.winners[-1] if s.turn < 0 else s.turn]


@game.rule(Played, "CP-3.2", "played_on", "a sweep of the first seven tricks ends the hand")
def hand_is_on(s: CourtPiece, _e: Played) -> Any:
    """The first card played on is told."""
    return s.on or len(s.tricks.cards) > 28 or Broken()


@game.rule(Stopped, "CP-3.2", "stopped_early", "stop only after the first seven tricks", cost=MISREAD)
def stops_after_sweep(s: CourtPiece, _e: Stopped) -> Any:
    """A hand is stopped after a sweep of the first seven tricks, at the end of a trick."""
    return (not s.on and s.how == "stopped") or may_stop(s)


@game.on(Stopped, free=True, ends=True)
def stop(s: CourtPiece, _e: Stopped) -> None:
    """The table stops the hand. Before a side has seven tricks nothing is decided, and the hand is void (CP-7.1)."""
    if s.on:
        settle_play(s, "stopped")


# ---- CP-4 Scoring per hand ---------------------------------------------------------------------------------------------


def settle_play(s: CourtPiece, how: str) -> None:
    """The hand has ended by its play: who has seven tricks has won it, with courts for a sweep and a slam (CP-4.1, CP-4.2)."""
    side = 0 if s.taken[0] > 6 else 1 if s.taken[1] > 6 else -1
    if side < 0:
        settle_void(s)
        return
    settle(s, how, side, by_play(s, 13 in s.taken, swept(s) >= 0))


def by_play(s: CourtPiece, slam: bool, sweep: bool) -> int:
    """Courts for all thirteen tricks, or for the first seven."""
    if slam:
        courts: int = s.options.slam_courts
        return courts + (not s.options.slam_includes_sweep)
    return int(sweep)


def settle(s: CourtPiece, how: str, side: int, courts: int) -> None:
    """A side has won the hand: courts, streak and next dealer follow, also where it had come out in another way before."""
    if s.on:
        s.count()
    s.holder, s.streak = s.streak_before
    courts += count_streak(s, side, courts > 0)
    s.how, s.won = how, side
    ends(s, how, [courts if one == side else 0 for one in (0, 1)], [dealer_after(s, side, court=courts > 0)])


def count_streak(s: CourtPiece, side: int, court: bool) -> int:
    """The winner's streak grows, the other's is over (CP-4.4, CP-4.5). Returns the court that a full streak brings."""
    if court and s.options.streak_on_court == "ignore":
        return 0
    s.streak = s.streak + 1 if side == s.holder else 1
    s.holder = side
    if court and s.options.streak_on_court == "reset":
        s.holder, s.streak = -1, 0
        return 0
    if s.streak < s.options.streak_length:
        return 0
    s.holder, s.streak = -1, 0
    return 1


@game.on(Voided)
def settle_void(s: CourtPiece, _e: Any = None) -> None:
    """The hand does not count. Who deals after it the page does not say; if nobody is named, the same dealer."""
    s.won = -1
    ends(s, "void", [0, 0], [s.dealer])


# ---- CP-5 Next dealer --------------------------------------------------------------------------------------------------


def dealer_after(s: CourtPiece, side: int, *, court: bool) -> int:
    """The losers deal: the same dealer again, or the partner after a court (CP-5)."""
    if side != s.dealer & 1:
        return (s.dealer + 2) & 3 if court else s.dealer
    if court and s.how != "forfeit" and s.options.own_court_deal == "partner":
        return (s.dealer + 2) & 3
    return s.after(s.dealer)


def left_open(s: CourtPiece, other: Broken) -> Broken | None:
    """What is found where another seat deals than was to; after a void hand the page leaves the dealer open, but for CP-5.2."""
    usual = s.options.own_court_deal == "left" and s.options.streak_on_court != "ignore"
    holds = usual and s.streak > 0 and (other.seat or 0) & 1 == s.holder
    if s.how == "void" and not holds:
        return None
    return msgspec.structs.replace(other, clause="CP-5.2") if holds else other


deal_rotates(game, "CP-5", "the losers deal", told=left_open)


# ---- CP-6 Revoke -------------------------------------------------------------------------------------------------------


@game.on(Corrected, free=True)
def correct(s: CourtPiece, e: Corrected) -> Any:
    """A seat's card in the trick is replaced; the old one is known to be in its hand from then on (CP-6.1, CP-6.2)."""
    tricks = s.tricks
    place = tricks.place_of(e.seat)
    if place is None or not can_change(s):
        return None
    could = s.changers if place in s.changers else range(len(tricks.cards))
    s.changers = [other for other in could if other > place]
    change(s, e.seat, e.card)
    if tricks.lying:
        return None
    s.taken[tricks.winners.pop() & 1] -= 1
    return PLAY.won(s)


def can_change(s: CourtPiece) -> bool:
    """Whether cards lie that could be changed: the trick is open, or was the last one of a hand that ended by itself."""
    return bool(s.tricks.cards) and (s.on or (s.how == "played" and s.ended == s.hand))


@game.rule(
    Corrected,
    "CP-6.1",
    "wrong_change",
    "a revoke is put right within the trick; then those who played later may change",
)
def correction_is_allowed(s: CourtPiece, e: Corrected) -> Any:
    """Only a revoker may change a card, for one that follows; then, once and in turn, those who played after him."""
    tricks = s.tricks
    place = tricks.place_of(e.seat)
    if not s.on and s.how not in {"played", ""}:
        return Broken(seat=e.seat, says="a card was changed after the hand: the result stands", clause="CP-6.4")
    if place is None or not can_change(s):
        return "there was no card of this seat to correct"
    closed = not tricks.lying
    if closed and s.options.revoke_window == "trick_open" and place not in s.changers:
        return Broken(seat=e.seat, says="the trick was closed", clause="CP-6.2")
    old, led = tricks.cards[place], SUIT_MASK.get(tricks.cards[tricks.first].suit, 0)
    if place not in s.changers:
        return put_right(tricks, place, e.card, led)
    if led and not e.card.could_be & led and (old.bit | s.places.known[e.seat]) & led:
        return Broken(seat=e.seat, says="a changed card keeps the suit led, too", clause="CP-3.1", name="revoke")
    return Cured(tricks.lines[place])


@game.on(Ruled, free=True, blindly=True)
def rule_revoke(s: CourtPiece, e: Ruled) -> Any:
    """The table established a revoke: the hand is forfeit, one court to the others, nothing else (CP-6.3, CP-4.3)."""
    running = s.on and (s.tricks.cards or s.blind)
    if e.what != "revoke" or s.how == "forfeit" or not (running or claims_late(s)):
        return None
    if e.seat is None:  # whose revoke it was is not written
        return [partial(forfeit, offender=-1, side=side) for side in (0, 1)]
    if e.card and not s.blind and (e.seat, e.card) not in zip(s.tricks.seats, s.tricks.cards, strict=True):
        s.places.show(e.card.bit, e.seat)
    return forfeit(s, e.seat, (e.seat + 1) & 1)


def forfeit(s: CourtPiece, offender: int, side: int) -> None:
    """The side that did not revoke has won."""
    s.offender = offender
    settle(s, "forfeit", side, 1)


def claims_late(s: CourtPiece) -> bool:
    """Whether a revoke may still be claimed though the hand has ended (CP-6.4)."""
    return s.options.late_revoke == "until_next_deal" and s.how in {"played", "stopped", "sheet"}


@game.rule(Ruled, "CP-6.3", "late_claim", "a revoke is claimed while the hand runs", cost=STATEMENT)
def claim_is_timely(s: CourtPiece, e: Ruled) -> Any:
    """A revoke is claimed about an earlier trick, while the hand runs, once (CP-6.3 to CP-6.5, CP-9.1)."""
    if e.what != "revoke" or s.blind:
        return None
    if s.how == "forfeit" and not s.on:
        says = "the hand was forfeit before; the first revoke counts"
        return Broken(seat=e.seat, says=says, clause="CP-6.5", kind="note")
    if s.on and not s.tricks.cards:
        return Broken(says="a revoke was claimed before a card was played", clause="CP-6.4" if s.hand > 1 else None)
    if not s.on:
        return claims_late(s) or Broken(says="a revoke was claimed after the hand: the result stands", clause="CP-6.4")
    closing = bool(s.tricks.cards) and not s.tricks.lying and s.options.revoke_window == "before_next_lead"
    if e.trick == len(s.tricks.winners) + (s.tricks.lying > 0) and (s.tricks.lying or closing):
        clause = "CP-9.1" if closing else "CP-6.1"
        return Broken(says="a revoke in the open trick is corrected, not claimed", clause=clause)
    if e.seat is None:
        says = "whose revoke it was is not written; who has won is not known"
        return Broken(says=says, name="no_offender", kind="note")
    return None


@game.statement(Ruled, "CP-6.6", "false_claim", "a claim agrees with the play")
def claim_is_true(s: CourtPiece, e: Ruled) -> Any:
    """A claim is proven, disproven, or cannot be told."""
    if e.what != "revoke" or e.seat is None or not s.tricks.cards:
        return None
    tricks = s.tricks
    if e.trick is None:
        return Claim("revoke", e.seat)
    trick = list(zip(tricks.lines, tricks.seats, strict=True))[4 * (e.trick - 1) : 4 * e.trick]
    return Claim("revoke", e.seat, tuple(line for line, seat in trick if seat == e.seat) or (-1,))


# ---- CP-7 Session ------------------------------------------------------------------------------------------------------


ends_after(game, "hand_limit", "CP-7.1", "hand_not_finished", "a hand after the last of the session")


@game.missed
def miss(s: CourtPiece, e: Gap) -> Any:
    """Of hands that were missed neither the courts nor the next dealer are known, nor how long the streak is."""
    if not s.next_dealers and None in s.totals and e.hands != 1:
        return None
    if e.hands == 1:
        return [partial(one_missed, side=side) for side in (0, 1)]
    longest = s.options.streak_length
    kept = [(-1, 0)] + [(side, n) for side in (0, 1) for n in range(1, min(longest, 9))]
    return [partial(some_missed, holder=side, streak=n) for side, n in kept]


def one_missed(s: CourtPiece, side: int) -> None:
    """This side won the hand that was missed, with courts that are not known."""
    count_streak(s, side, court=False)
    some_missed(s, s.holder, s.streak)


def some_missed(s: CourtPiece, holder: int, streak: int) -> None:
    """Courts and dealer are not known after hands that were missed; the streak is one that may be."""
    s.totals, s.holder, s.streak, s.next_dealers, s.total_errors = [None, None], holder, streak, [], []


# ---- CP-10 Audit: the score sheet ------------------------------------------------------------------------------------


@game.outcomes
def outcomes(s: CourtPiece, e: Scored) -> Iterator[Any]:
    """All that a hand can have brought: thirteen tricks, or seven to twelve where a sweep was stopped; a forfeit; nothing."""
    if e.seat is not None:
        yield partial(row_settles, e=e)
        return
    for side, courts in splits(s, e.tricks):
        yield partial(row_settles, e=e, side=side, courts=courts)


def splits(s: CourtPiece, tricks: tuple[int, ...] | None) -> set[tuple[int, int]]:
    """Which side may have won, with which courts by play, if this is how the tricks were split."""
    slam = by_play(s, slam=True, sweep=True)
    if tricks is None:
        return {
            (side, courts) for side in (0, 1) for courts in (0, 1, slam) if courts != slam or s.options.play_on_allowed
        }
    if min(tricks) < 0 or any(wrote < had for wrote, had in zip(tricks, s.taken, strict=True)):
        return set()
    side = 0 if tricks[0] > 6 else 1
    most, rest = tricks[side], tricks[1 - side]
    if most == 13 and rest == 0:
        return {(side, slam)} if s.options.play_on_allowed else set()
    if most + rest == 13 and most > 6:
        return {(side, courts) for courts in range(1 + s.options.play_on_allowed)}
    if most > 6 and most + rest < 13 and (s.options.play_on_allowed or (most, rest) == (7, 0)):
        return {(side, 1)}
    return set()


def row_settles(s: CourtPiece, e: Scored, side: int = -1, courts: int = 0) -> None:
    """The hand came out as its row says: won by this side, or forfeit by the seat that it names."""
    s.taken = list(e.tricks) if e.tricks is not None else [-1, -1]
    s.trump = s.trump or e.trump or ""
    if e.seat is not None:
        forfeit(s, e.seat, (e.seat + 1) & 1)
    else:
        settle(s, "sheet", side, courts)


game.only_says(Scored, "CP-4", "wrong_score", "the score follows from the play")


@game.columns
def columns(_before: CourtPiece, s: CourtPiece, _e: Scored) -> dict[str, Any]:
    """What a row should have. A table that played on after a sweep may have written what that came to (CP-9.2)."""
    found: dict[str, Any] = {"seat": -1 if s.how != "forfeit" else None if s.offender < 0 else s.offender}
    if s.how == "stopped" and sum(s.taken) < len(s.tricks.winners):
        second = sum(seat & 1 for seat in s.tricks.winners)
        found["tricks"] = frozenset({tuple(s.taken), (len(s.tricks.winners) - second, second)})
    return found


winner_is_called(game, "CP-4.1", "the side with more tricks has won", leads=lambda _s, _seat: False)


# ---- CP-11 Events: how the hand came out, and what there is to see ---------------------------------------------------


@game.results
def result(s: CourtPiece) -> Result:
    """How the hand that just ended came out. A side's courts stand at both its seats."""
    return result_of(game, s, [None if s.won < 0 else side == s.won for side in (0, 1)], (0, 1, 0, 1))


@game.marks(caller="the seat that named trump, or had to")
def counted_of(s: CourtPiece) -> Iterator[Mark]:
    """The seat that called trump (CP-2.4)."""
    yield Mark("caller", s.after(s.dealer) if s.dealer >= 0 else None)


@game.draws
def scene(s: CourtPiece) -> Scene:
    """The table: hands, the trick, what each side has."""
    facts = [("trump", SUIT_NAMES.get(s.trump, "not named"))]
    if s.streak > 0:
        facts.append(("streak", f"{side_name(s, s.holder)} {s.streak}"))
    brought = [f"{if_known(s.taken[side], 'trick')}, {if_known(s.totals[side], 'court')}" for side in (0, 1)]
    return Scene(
        facts=tuple(facts),
        hands=hands_drawn(s, {"dealer": s.dealer, "caller": s.after(s.dealer)}, turn=s.turn),
        rows=(s.tricks.drawn(),),
        pots=tuple((side_name(s, side), says) for side, says in enumerate(brought)),
    )


@game.tells
def outcome(s: CourtPiece) -> str:
    """How the hand came out, in a sentence."""
    if s.won < 0:
        return "who won the hand cannot be told"
    return f"{side_name(s, s.won)} win the hand, {if_known(s.points[s.won], 'court')}"
