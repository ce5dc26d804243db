"""CP-2 Deal and trump."""

from upcard.engine.game import Answer, Broken, Cured
from upcard.engine.games.court_piece.listed import note_parts
from upcard.engine.games.court_piece.scoring import begins_anew, late_claim_counts, lose_count
from upcard.engine.games.court_piece.table import (
    CourtPiece,
    after,
    before,
    caller,
    callers,
    deal_moved,
    may_have_ended,
    no_hand,
    no_seat,
    swept,
    winner_of,
)
from upcard.engine.mechanisms.deals import deal_as_due, deal_faults, deal_hands, sizes_of
from upcard.engine.mechanisms.strays import settle_down
from upcard.engine.mechanisms.trick_play import clear, open_cards
from upcard.engine.places import Places
from upcard.schemas.cards import PACK_MASK, UNKNOWN, cards_of, mask_of
from upcard.schemas.events import Dealt, HandStarted, Played, TrumpNamed
from upcard.schemas.findings import FindingKind


def begin_hand(s: CourtPiece, e: HandStarted) -> None:
    """A new hand. What the one before brought is not known if it has no end in the record."""
    if begins_anew(s, e):
        begin_again(s, e)
        return
    dealers = [s.dealer] if s.how == "void" and s.dealer >= 0 else s.may_deal
    if s.phase != "between":
        lose_count(s)
        dealers = []
    s.kept, s.after_row = [without_kept(s)] if late_claim_counts(s) else [], s.how == "sheet"
    s.said, s.begun = -1 if e.dealer is None or e.dealer > 3 else e.dealer, s.line
    s.lone = s.lone if s.said < 0 else 0 if dealers == [s.said] else s.line
    s.hand += 1
    s.phase, s.gap, s.packets, s.whole, s.by_rows = "deal", False, 0, False, False
    s.dealer = s.said if s.said >= 0 else dealers[0] if len(dealers) == 1 else -1
    clear(s)
    s.changes = []
    s.turn, s.trump, s.won_by, s.how = caller(s), "", -1, ""
    settle_down(s)
    s.sure, s.late = -1, []
    s.changers, s.shown, s.taken, s.gained, s.owed = [], [], [0, 0], [None, None], -1
    s.split, s.offender, s.astray, s.unbegun, s.early, s.named = [], -1, False, False, 0, -1
    s.listed, s.parts, s.vague = (0, 0, 0, 0), (), False
    s.places = Places.empty(5, 4)


def begin_again(s: CourtPiece, e: HandStarted) -> None:
    """The hand is begun once more before anything was dealt: the last word on who deals counts."""
    s.begun = s.line
    if e.dealer is not None or s.dealer < 0:
        s.said = -1 if e.dealer is None else e.dealer
        s.lone = s.lone if s.said < 0 or s.may_deal == [s.said] else s.line
        s.dealer = s.said if s.said >= 0 else s.may_deal[0] if len(s.may_deal) == 1 else -1
    s.turn = caller(s)


def without_kept(s: CourtPiece) -> CourtPiece:
    """A copy of the state that keeps no hand before it."""
    copy = s.copied()
    copy.kept = []
    return copy


def hand_is_due(s: CourtPiece, e: HandStarted) -> Answer:
    """A hand is played out, and no hand follows the last (CP-3.2, CP-7.1)."""
    if begins_anew(s, e):
        return None if deal_moved(s) else Broken(says="this hand was begun before; nothing was dealt", kind="note")
    faults = []
    if s.phase != "between" and not s.gap:
        says = "the hand before has no end in this record; what it brought is not known"
        told = s.phase == "play" and s.sure < 0 and not may_be_over(s)
        faults.append(Broken(says=says, kind=None if told else "note"))
    return faults + after_the_last(s)


def after_the_last(s: CourtPiece) -> list[Broken]:
    """No hand follows the last (CP-7.1)."""
    limit = s.options.hand_limit
    if limit is None or s.done < limit:
        return []
    says = "a hand after the last of the session"
    return [Broken(says=says, clause="CP-7.1", name="hand_not_finished", kind="breach")]


def may_be_over(s: CourtPiece) -> bool:
    """Whether the hand may have ended here, if a stop or the last card of a trick is missing in the record."""
    cards = open_cards(s, 4)
    tricks = len(s.winners) + (cards == 3)
    return cards in {0, 3} and (tricks == 13 or (tricks > 6 and swept(s) is not False))


def fill_hands(s: CourtPiece) -> None:
    """Thirteen cards each, whether or not all of the deal was written down."""
    for seat in range(4):
        missing = 13 - s.places.known[seat].bit_count() - s.places.most[seat]
        if s.phase == "deal" and missing > 0:
            s.places.deal(seat, 0, missing, s.step, None)


def usual_packet(s: CourtPiece, e: Dealt) -> int:
    """Five cards, then eight; or both packets written as one hand of thirteen. Eight each after the call, or
    where something was missed, are the second packet, whether or not the first was written down.
    """
    if s.packets:
        return 8
    if not s.trump and e.each is None and e.sizes is None and e.hands and len(e.hands[0] or ()) == 5:
        return 5
    sizes = set(sizes_of(e, 4, [0] * 4))
    return 13 if 13 in sizes else 8 if (s.trump or s.gap) and sizes <= {0, 8} and sizes != {0} else 5


def is_first_again(s: CourtPiece, e: Dealt) -> bool:
    """Whether this is the first packet once more: a line written twice."""
    if s.packets != 5 or s.trump or sizes_of(e, 4, [8] * 4) != [5] * 4:
        return False
    return all(
        card.bit & s.places.known[seat] == card.bit for seat, cards in enumerate(e.hands or ()) for card in cards or ()
    )


def is_due(s: CourtPiece) -> bool:
    """Whether a packet is to be dealt."""
    return s.phase == "deal" and s.packets < 13


def deal(s: CourtPiece, e: Dealt) -> None:
    """A packet is dealt to every seat (CP-2.1, CP-2.3). Where something was missed, one that is not due is of another hand."""
    if is_first_again(s, e):
        return
    if s.gap and s.phase != "between" and not is_due(s):
        begin_hand(s, HandStarted())
    if not is_due(s):
        s.astray = s.unbegun = s.astray or s.phase == "between"
        return
    if is_whole_again(s, e):
        deal_rest(s, e)
        return
    packet, s.kept = usual_packet(s, e), []
    deal_hands(s.places, e, sizes_of(e, 4, [packet] * 4), PACK_MASK, s.step)
    note_parts(s, e)
    if packet == 8 and not s.trump:
        s.early = s.line
    s.packets = 13 if packet == 8 else s.packets + packet
    s.whole = packet == 13


def deal_plainly(s: CourtPiece, e: Dealt) -> bool:
    """The same of a packet that is due, with nothing to be said of it."""
    size = 8 if s.packets == 5 and s.trump else 0 if s.packets or s.trump else 5
    if not size or s.phase != "deal" or s.gap or e.places:
        return False
    if not deal_as_due(s.places, e, (size,) * 4, PACK_MASK, s.step):
        return False
    s.packets, s.kept, s.whole = s.packets + size, [], False
    return True


def is_whole_again(s: CourtPiece, e: Dealt) -> bool:
    """Whether hands of thirteen are written behind the first packet: the second, with the first in it once more (CP-10)."""
    sizes = set(sizes_of(e, 4, [0] * 4))
    return s.packets == 5 and 13 in sizes and sizes <= {0, 13}


def rest_of(s: CourtPiece, e: Dealt) -> Dealt:
    """The second packet of hands that were written whole: what was not known of the first."""
    known = s.places.known
    hands = tuple(
        None if cards is None else tuple(card for card in cards if seat > 3 or not card.bit & known[seat])
        for seat, cards in enumerate(e.hands or ())
    )
    return Dealt(hands=hands)


def deal_rest(s: CourtPiece, e: Dealt) -> None:
    """Hands are written whole behind their first five; that says nothing of when the rest was dealt."""
    places = s.places
    left = [13 - places.known[seat].bit_count() for seat in range(4)]
    for seat in range(4):
        places.least[seat] = places.most[seat] = 0
    deal_hands(places, rest_of(s, e), left, PACK_MASK, s.step)
    s.packets, s.whole, s.kept, s.parts = 13, True, [], ()


def whole_faults(s: CourtPiece, e: Dealt) -> list[Broken]:
    """What cannot be of hands written whole: each card of the first packet belongs to the same hand (CP-10)."""
    rest = rest_of(s, e)
    faults = deal_faults(s.places, rest, [len(cards or ()) for cards in rest.hands or ()][:4], PACK_MASK)
    for seat, cards in enumerate((e.hands or ())[:4]):
        gone = [card for card in cards_of(s.places.known[seat]) if card not in (cards or ())]
        told = any(seat in fault.lists for fault in faults)
        if cards is not None and not told and len(gone) > cards.count(UNKNOWN):
            says = f"the first five cards of seat {seat} are not all in its hand"
            faults.append(Broken(seat=seat, cards=mask_of(gone), says=says, lists=(seat,)))
    return faults


def packet_in_order(s: CourtPiece, e: Dealt) -> Answer:
    """Five cards each, the trump call, then eight each (CP-2.1 to CP-2.4)."""
    if s.phase == "between":
        return no_hand(s)
    if not is_due(s):
        return None if s.gap else Broken(says="a packet where none was due", kind="contradiction", clause="G-5")
    if is_first_again(s, e):
        return Broken(says="the first packet was written before", kind="contradiction", clause="G-5")
    if is_whole_again(s, e):
        return Broken(says="the second packet was written with the first in it", kind="note")
    packet = usual_packet(s, e)
    sizes = sizes_of(e, 4, [packet] * 4)
    faults = []
    if packet == 5 and s.trump and not s.gap:
        faults.append(Broken(says="the first packet was dealt after the trump call", clause="CP-2.2"))
    if packet == 8 and not s.trump and not s.gap:
        faults.append(Broken(seat=s.dealer if s.dealer >= 0 else None, clause="CP-2.4"))
    if sizes != [packet] * 4:
        says = f"{packet} cards were due to each seat, not {', '.join(map(str, sizes))}"
        faults.append(Broken(says=says, name="packet_size", clause="CP-2.1" if packet == 5 else "CP-2.3"))
    return faults


def deal_is_possible(s: CourtPiece, e: Dealt) -> Answer:
    """Each of the 52 cards is dealt once (CP-10)."""
    if not is_due(s) or is_first_again(s, e):
        return None
    if is_whole_again(s, e):
        return whole_faults(s, e)
    return deal_faults(s.places, e, sizes_of(e, 4, [usual_packet(s, e)] * 4), PACK_MASK)


def call_is_missing(s: CourtPiece, _e: Played) -> Answer:
    """Play begins though no call was written down: it is missing in the record, and nobody dealt too early (CP-2.4)."""
    if s.phase != "deal" or s.trump or not s.early:
        return None
    return [Cured(s.early), Broken(says="the trump call is not in this record", kind="note")]


def name_trump(s: CourtPiece, e: TrumpNamed) -> None:
    """Trump is named; the first call counts (CP-9.3)."""
    if s.phase == "between" or s.trump:
        s.astray = s.unbegun = s.astray or s.phase == "between"
        return
    s.trump, s.named, s.called, s.kept = e.suit, e.seat, s.line, []
    if s.winners and s.winners[-1] < 0 and len(s.trick) == 4 and not s.gap:  # now it can be told who won
        s.winners[-1] = s.turn = winner_of(s)
        if s.turn >= 0:
            s.taken[s.turn & 1] += 1
    if s.dealer < 0 and (e.seat in callers(s) or (deal_moved(s) and e.seat == after(s, s.said))):
        s.dealer = before(s, e.seat)
        if not s.cards and not s.gap:
            s.turn = e.seat
    if e.seat == caller(s):
        s.lone = 0


def trump_in_order(s: CourtPiece, e: TrumpNamed) -> Answer:
    """The caller, and nobody else, names trump from the first five cards, once (CP-2.2, CP-2.4)."""
    if s.phase == "between" or (e.seat < 4 and may_have_ended(s)):
        return no_hand(s, e.seat if e.seat < 4 else None)
    if e.seat > 3:
        return no_seat(e.seat)
    if s.trump:
        return called_again(s, e)
    faults = []
    if e.seat not in callers(s) and not (s.dealer < 0 and s.gap) and not (deal_moved(s) and e.seat == after(s, s.said)):
        due = " or ".join(map(str, callers(s)))
        faults.append(Broken(seat=e.seat, says=f"seat {e.seat} named trump; seat {due} is the caller"))
    if not s.gap and (s.phase == "play" or (s.packets > 5 and not s.whole)):
        faults.append(Broken(seat=e.seat, says="trump named after the second packet", name="late_call"))
    return faults


def called_again(s: CourtPiece, e: TrumpNamed) -> Broken:
    """A call after the first, which counts (CP-9.3). The caller has broken no rule where another had named trump."""
    in_time = s.phase == "deal" and (s.packets < 13 or s.whole)
    kind: FindingKind | None = None
    if e.seat == s.named and e.suit == s.trump and s.phase == "deal" and s.packets != 13:
        kind = "contradiction"
    elif in_time and s.named not in callers(s) and e.seat in callers(s):
        kind = "note"
    return Broken(seat=e.seat, says="trump was named before; the first call counts", clause="CP-9.3", kind=kind)
