"""TQ-1.3: the shoe and the cut card, and which cards can still be in it."""

from collections.abc import Sequence

from upcard.engine.game import Answer, Broken, Cured
from upcard.engine.games.trente_et_quarante.options import PACK
from upcard.engine.games.trente_et_quarante.settling import throw_in
from upcard.engine.games.trente_et_quarante.state import TrenteEtQuarante
from upcard.engine.games.trente_et_quarante.theory import HANDS
from upcard.engine.wording import counted
from upcard.schemas.cards import PACK as PACK_CARDS
from upcard.schemas.cards import RANKS, SUITS, Card
from upcard.schemas.events import CutReached, Shuffled

FACES = tuple(Card(text) for text in (*(f"{rank}?" for rank in RANKS), *(f"?{suit}" for suit in SUITS)))
"""What may be seen of a card in part."""
FEWEST = 4
LONGEST = 31
"""The fewest and the most cards of a row: 28 with six packs (TQ-1.4), aces alone with eight or more."""

# ---- TQ-1.3 The shuffle and the cut card ---------------------------------------------------------------------------


def shuffle(s: TrenteEtQuarante, e: Shuffled) -> None:
    """All cards but those on the table are in the shoe again; bets in prison stay there (TQ-4.9)."""
    if s.closed:
        return
    if e.cut_from_end is not None and e.cut_from_end <= s.options.cards:
        s.cut = e.cut_from_end
    s.shoe, s.partly, s.dealt, s.exact, s.whole = [0] * PACK, [], 0, True, True
    s.cut_seen, s.past, s.hands = False, False, int(s.phase == "rows")
    s.odd |= s.phase == "rows"
    if s.phase == "between" or not s.gap:  # else they may be in the shoe again
        count_cards(s, tuple(s.moved) if s.phase == "between" else (*s.noir, *s.rouge), 0)
    s.hand_dealt = 0


def cut_is_in_the_shoe(s: TrenteEtQuarante, e: Shuffled) -> Answer:
    """The cut card lies behind some of the cards (TQ-1.3)."""
    if e.cut_from_end is None or e.cut_from_end <= s.options.cards or s.closed:
        return None
    return Broken(
        says=f"{counted(e.cut_from_end, 'card')} behind the cut card; there are {s.options.cards} in the shoe"
    )


def shuffle_is_due(s: TrenteEtQuarante, _e: Shuffled) -> Answer:
    """The hand is finished first, unless there are no cards left for it (TQ-1.3)."""
    if s.phase != "rows" or s.gap or s.dealt >= s.options.cards:
        return None
    return Broken()


def reach_cut(s: TrenteEtQuarante, _e: CutReached) -> None:
    """The cut card shows up: the hand is the last of the shoe, or is void (TQ-1.3)."""
    if s.closed or s.cut_seen:
        return
    voids = s.options.cut_card == "void_hand"
    s.cut_seen = True
    s.last_hand = s.hand if s.phase == "between" or not voids else s.hand - 1
    if s.phase == "between" and s.gap and not voids:
        s.last_hand += 1  # a hand may be under way
    if voids and s.phase == "rows":
        throw_in(s)


def cut_shows_up_once(s: TrenteEtQuarante, _e: CutReached) -> Answer:
    """There is one cut card in a shoe (TQ-1.3)."""
    return Broken(says="the cut card showed up before in this shoe") if s.cut_seen and not s.closed else None


def cut_ends_the_row(s: TrenteEtQuarante, _e: CutReached) -> Answer:
    """A row that the cut card ended, and with it the hand, was not too short (TQ-1.3)."""
    ends = s.options.cut_card == "void_hand" and s.phase == "rows" and not s.cut_seen
    return Cured(s.open_line) if ends and s.open_row >= 0 and s.told else None


def limit(s: TrenteEtQuarante) -> int:
    """How many cards lie before the cut card."""
    return s.options.decks * PACK - s.cut


def cut_is_where_it_was_put(s: TrenteEtQuarante, _e: CutReached) -> Answer:
    """A shoe lasts as long as the cards before the cut card, 23 to 27 hands with six packs (TQ-9.3)."""
    if s.cut_seen or not s.whole:
        return None
    if s.exact:
        if s.hand_dealt <= limit(s) <= s.dealt + LONGEST:
            return None
        return Broken(says=f"the cut card showed up after {counted(s.dealt, 'card')}; {limit(s)} lie before it")
    usual = (s.options.decks, s.cut) == (6, 52)
    if not usual or HANDS[0] <= s.hands <= HANDS[1]:
        return None
    return Broken(
        says=f"the cut card showed up after {counted(s.hands, 'hand')}; a shoe lasts {HANDS[0]} to {HANDS[1]}"
    )


def is_before_cut(s: TrenteEtQuarante, cards: int) -> bool:
    """Whether so many cards dealt now all lie before the cut card, for all the record shows."""
    return not s.cut_seen and s.dealt + cards <= limit(s)


def is_behind_cut(s: TrenteEtQuarante, cards: int) -> bool:
    """Whether cards dealt now lie behind the cut card and should not be dealt (TQ-1.3)."""
    if s.past or is_before_cut(s, cards):
        return False
    if s.cut_seen and s.phase != "rows":
        return s.hand + (s.phase == "between") > s.last_hand
    before = limit(s)
    if before <= 0:
        return False
    if s.options.cut_card == "void_hand":
        return s.dealt + cards > before
    return s.phase != "rows" and s.dealt > before


# ---- TQ-6 impossible_count -----------------------------------------------------------------------------------------


def count_cards(s: TrenteEtQuarante, cards: Sequence[Card], least: int) -> None:
    """Cards came out of the shoe, these or, if they are not known, at least so many. What cannot be is forgotten: one of two facts is wrong."""
    packs, shoe = s.options.decks, s.shoe
    wrong = False
    for card in cards:
        index = card.index
        if 0 <= index < PACK:
            shoe[index] = seen = shoe[index] + 1
            if seen > packs:
                wrong = True
        elif card in FACES:
            s.partly.append(FACES.index(card))
    wrong = wrong or (bool(s.partly) and kind_fault(s, ()) is not None)
    s.dealt += len(cards) or least
    if wrong or s.dealt > packs * PACK:
        s.shoe, s.partly, s.dealt, s.hand_dealt, s.exact, s.whole = [0] * PACK, [], 0, 0, False, False


def are_left(s: TrenteEtQuarante, cards: Sequence[Card]) -> bool:
    """Whether these cards are in the shoe, before the cut card."""
    return is_before_cut(s, len(cards)) and copies_fault(s, cards, 0) is None


def copies_fault(s: TrenteEtQuarante, cards: Sequence[Card], least: int) -> Answer:
    """Why these cards cannot have come out of the shoe, if they cannot."""
    packs, shoe = s.options.decks, s.shoe
    surely, partly = packs - len(cards), bool(s.partly)
    for card in cards:
        index = card.index
        if 0 <= index < PACK and shoe[index] <= surely:
            continue
        partly = partly or index < 0
        if card.rank == "X":
            return Broken(odd=(card,), says=f"{card} is not in the shoe")
        if index >= 0:
            copies = shoe[index] + cards.count(card)
            if copies > packs:
                return Broken(cards=card.bit, says=f"{card} was dealt {copies} times; there are {packs} in the shoe")
    dealt = s.dealt + (len(cards) or least)
    if dealt > packs * PACK:
        return Broken(says=f"{dealt} cards were dealt; there are {packs * PACK} in the shoe")
    return kind_fault(s, cards) if partly else None


def kind_fault(s: TrenteEtQuarante, cards: Sequence[Card]) -> Broken | None:
    """Why there are too many cards of a rank or a suit, with those of which only that was seen."""
    seen = [*s.shoe]
    for card in cards:
        if 0 <= card.index < PACK:
            seen[card.index] += 1
    faces = [*(FACES[number] for number in s.partly), *(card for card in cards if card in FACES)]
    for face in dict.fromkeys(faces):
        kind = [card.index for card in PACK_CARDS if card.rank == face.rank or card.suit == face.suit]
        number = sum(seen[index] for index in kind) + faces.count(face)
        if number > len(kind) * s.options.decks:
            most = len(kind) * s.options.decks
            return Broken(odd=(face,), says=f"{face} was dealt {number} times; there are {most} in the shoe")
    return None
