"""PC-3.4, PC-4.2 Cards that were turned over, as far as they were seen, and whether the claim was true."""

from upcard.engine.games.popcorn.table import OF_RANK, Popcorn, last_laid
from upcard.engine.mechanisms.copies import pick, spread
from upcard.schemas.cards import PACK_MASK, RANKS, SUIT_MASK, Card, mask_of

# ---- PC-4.2 Which cards these are ----------------------------------------------------------------------------------


def faces_turned(s: Popcorn, cards: tuple[Card, ...]) -> int:
    """The copies turned over: those known to lie there, then those that may, before those known to be in the hand."""
    if s.options.decks == 1:
        return mask_of(cards) & PACK_MASK
    places, hand, top = s.places, s.places.known[s.layer], last_laid(s)
    ours = [card for card in cards if card.bit & PACK_MASK]
    unseen = ~places.located
    return pick(ours, s.options.decks, places.known[top], unseen if places.most[top] else 0, hand, unseen)


def unread_faces(s: Popcorn, faces: int, unread: int) -> int:
    """Cards known to lie there that may be the faces nobody wrote down; none, if they are more than these."""
    others = s.places.known[last_laid(s)] & ~faces
    return others if others.bit_count() <= unread else 0


# ---- PC-3.4 The verdict --------------------------------------------------------------------------------------------


def verdict(s: Popcorn, cards: tuple[Card, ...]) -> int:
    """Whether the claim was true (PC-3.4): 1, or 0 for a bluff, or -1 if not all faces are known."""
    if len(cards) != s.claimed:
        return 0
    rank, unread = RANKS[s.rank], 0
    for card in cards:
        if card.rank == "?":
            unread += 1
        elif card.rank != rank:
            return 0
    if not unread:
        return 1
    if not can_be_of_rank(s, cards):
        return 0
    faces = faces_turned(s, cards)
    unread = len(cards) - faces.bit_count()  # those too of which the rank was seen: a card known may be one of these
    others = unread_faces(s, faces, unread)
    if others & ~OF_RANK[s.rank]:
        return 0
    return 1 if others.bit_count() == unread else -1


def can_be_of_rank(s: Popcorn, cards: tuple[Card, ...]) -> bool:
    """Whether cards, not all seen whole, may all be of the rank claimed, as many as there are of each suit (PC-1.1) that
    all did not see going elsewhere.
    """
    places, suits = s.places, [card.suit for card in cards]
    left = OF_RANK[s.rank] & ~(places.located & ~places.known[last_laid(s)] & places.seen[-1])
    room = {suit: (left & spread(of_suit, s.options.decks)).bit_count() for suit, of_suit in SUIT_MASK.items()}
    told = {card.suit for card in cards if card.rank == "?" != card.suit}
    return len(cards) <= sum(room.values()) and all(suits.count(suit) <= room[suit] for suit in told)


def verdict_unturned(s: Popcorn) -> int:
    """The same of cards that were not turned over: what the record knows of them."""
    places, top = s.places, len(s.players) + 1
    known, least, most = places.known[top], places.least[top], places.most[top]
    if known & ~OF_RANK[s.rank]:
        return 0
    unknown = s.claimed - known.bit_count()
    if not least <= unknown <= most:
        return 0
    return 1 if least == most == 0 else -1
