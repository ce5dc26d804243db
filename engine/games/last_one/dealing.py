"""LO-1.2, LO-1.3, LO-4: the deal, the first upcard and its effect; hands that begin, are thrown in, or have a gap."""

from upcard.engine.games.last_one.melee import open_melee
from upcard.engine.games.last_one.opening import await_opening, name_again, take_dealer
from upcard.engine.games.last_one.scoring import (
    add_up,
    awaits_row,
    dropped,
    forget,
    in_game,
    settle,
    totals,
)
from upcard.engine.games.last_one.table import (
    AGREED_SIZE,
    CARDS,
    JOKER,
    NOBODY,
    NOT_SHUFFLED,
    PACK_MASK,
    SMALLEST,
    UNSEEN,
    LastOne,
    after,
    goes_on,
    lose_thread,
    no_cards,
    pile,
    stock,
)
from upcard.engine.mechanisms.deals import deal_hands
from upcard.schemas.cards import Card
from upcard.schemas.events import Agreed, Dealt, Gap, HandStarted, TurnedUp, Voided

# ---- LO-7.3 A hand begins ------------------------------------------------------------------------------------------


def begin_hand(s: LastOne, dealer: int | None = None) -> None:
    """A new hand. What one that was not finished brought is not known."""
    add_up(s)
    seats = len(s.players)
    take_dealer(s, dealer)
    s.hand += 1
    s.phase, s.how, s.gap, s.missed = "deal", "", False, False
    s.places = no_cards(seats)
    s.lines, s.by = [0] * CARDS, [NOBODY] * CARDS
    clear_table(s)


def clear_table(s: LastOne) -> None:
    """Nothing was turned up or played yet."""
    s.way, s.turn, s.top, s.suit, s.rank, s.demand, s.below = 1, 0, -1, "", "", False, ""
    s.stacker, s.drawer, s.drawn, s.run, s.named = NOBODY, NOBODY, 0, -1, ""
    s.early = s.unopened = 0
    s.silent, s.out, s.back, s.shuffled, s.fetched = 0, NOBODY, 0, NOT_SHUFFLED, 0
    s.owed, s.rest, s.order, s.since = [], [], [], [0] * len(s.players)
    s.player, s.played_at, s.passed, s.behind, s.belated = NOBODY, 0, 0, NOBODY, False
    s.adrift, s.paid, s.fined = [0] * len(s.players), [0] * len(s.players), 0


def start_hand(s: LastOne, e: HandStarted) -> None:
    """A new hand, announced; announced again, it is the same."""
    if s.phase != "deal" or s.gap:
        begin_hand(s, e.dealer)
    else:  # or a row between the two is missing
        name_again(s, e.dealer)


def agree(s: LastOne, e: Agreed) -> None:
    """Hands of nine are agreed to (LO-1.2)."""
    if "nine" in e.what.casefold() or "9" in e.what:
        s.agreed |= sum(1 << seat for seat in set(e.seats))


# ---- LO-1.2 The deal -----------------------------------------------------------------------------------------------


def sizes_dealt(s: LastOne, e: Dealt) -> list[int | None]:
    """How many cards each seat was dealt: as written or listed; None where nobody said.

    Who is known to be out of the game is taken to get none.
    """
    hands, spans = e.hands or (), totals(s)
    sizes: list[int | None] = []
    for seat in range(len(s.players)):
        listed = hands[seat] if seat < len(hands) else None
        if e.sizes is not None and seat < len(e.sizes):
            sizes.append(max(0, e.sizes[seat]))
        elif listed is not None and (e.each is None or not listed):
            sizes.append(len(listed))
        elif dropped(s, spans[seat]) and not listed:
            sizes.append(0)
        else:
            sizes.append(e.each)
    others = {size for size in sizes if size}
    usual = others.pop() if len(others) == 1 else None
    return [usual if size is None else size for size in sizes]


def deal(s: LastOne, e: Dealt) -> None:
    """The same number of cards to each; the rest is the stock (LO-1.3)."""
    if s.phase == "upcard":  # dealt again, or written twice
        s.places = no_cards(len(s.players))
        s.playing = in_game(s) or (1 << len(s.players)) - 1
    elif s.phase != "deal":
        begin_hand(s)
    seats, places = len(s.players), s.places
    sizes = sizes_dealt(s, e)
    counts = [min(CARDS, SMALLEST if size is None else size) for size in sizes]
    deal_hands(places, e, counts, PACK_MASK, s.step)
    rest = max(0, CARDS - sum(counts))
    places.deal(stock(s), 0, rest, s.step, None)
    for seat, size in enumerate(sizes):
        if size is None:  # the dealer picked a size that nobody wrote down
            places.most[seat] += AGREED_SIZE - SMALLEST
            places.least[stock(s)] = max(0, places.least[stock(s)] - AGREED_SIZE + SMALLEST)
    s.playing = sum(1 << seat for seat in range(seats) if counts[seat]) or s.playing
    s.phase = "upcard"
    if e.hands is None and e.sizes is None and None in (dropped(s, span) for span in totals(s)):
        s.gap = True  # who was dealt in cannot be told
        lose_sight(s)


# ---- LO-4 First upcard ---------------------------------------------------------------------------------------------


def turn_up(s: LastOne, e: TurnedUp) -> None:
    """The top card of the stock is turned; it works as if the dealer had played it, where that is so ruled."""
    if s.phase in {"between", "deal"}:
        deal(s, Dealt())
    if s.phase != "upcard":
        return
    s.phase, s.agreed = "play", 0
    card = e.card
    if card.bit & PACK_MASK:
        s.places.move(card.bit, stock(s), pile(s))
        s.lines[card.index] = s.line
    else:
        s.places.move_unknown(stock(s), pile(s), s.step)
    s.top = card.index
    face = first_face(e)
    if face is not None:
        s.suit, s.rank = face.suit.replace("?", ""), face.rank.replace("?", "")
    if card.rank == "8" and s.options.first_8 == "dealer_names":
        s.suit = e.suit or ""
    goes_on(s, s.dealer)
    if s.options.first_upcard_effect == "apply":
        apply_first(s, e)
    await_opening(s)


def first_face(e: TurnedUp) -> Card | None:
    """What the first upcard counts as: of a joker, the card that the dealer names."""
    if e.card.rank != JOKER:
        return e.card
    return e.stands_for if e.stands_for is not None and e.stands_for.rank != JOKER else None


def apply_first(s: LastOne, e: TurnedUp) -> None:
    """The effect of the first upcard (LO-4)."""
    if s.gap:
        return
    rank = e.card.rank
    if rank == UNSEEN:
        lose_thread(s)
        return
    if rank == JOKER and s.options.joker_carries_effect == "yes" and e.stands_for is not None:
        rank = e.stands_for.rank.replace("8", "")
    dealer = s.dealer
    s.demand = rank == "8"
    if rank == "A":
        s.way = -1
        goes_on(s, dealer)
    elif rank == "J":
        goes_on(s, dealer, 2)
    elif rank == "2":
        s.owed.append((after(s, dealer) if dealer >= 0 else NOBODY, 2, "two", s.line))
        goes_on(s, dealer, 2)
    elif rank == "4":
        open_melee(s, dealer, s.suit)


def begin_play(s: LastOne) -> bool:
    """Play goes on, or begins though a deal or an upcard was not written down. False: no hand is on."""
    if s.phase == "play":
        return True
    if s.phase == "between" and s.how and not s.missed:
        return False
    missed = s.phase == "deal" and s.gap
    if s.phase != "upcard":
        deal(s, Dealt())
    if missed:  # the deal, and nobody knows how much of the play
        go_on_unseen(s)
        return True
    s.places.move_unknown(stock(s), pile(s), s.step)
    s.phase, s.turn = "play", s.playing
    if s.options.first_upcard_effect == "apply":  # nobody knows which, nor which way it goes
        lose_thread(s)
    return True


# ---- Hands thrown in, and gaps -------------------------------------------------------------------------------------


def void(s: LastOne, _e: Voided) -> None:
    """The hand is thrown in and counts nothing."""
    if s.phase != "between":
        settle(s, "void")


def miss(s: LastOne, e: Gap) -> None:
    """Something was missed. Cards are drawn and shuffled back all the time: nobody knows where any is now."""
    if awaits_row(s) and not e.hands:
        s.missed, s.fetched, s.below, s.rest = True, 0, "", []
        return
    if s.phase == "between" or e.hands:
        add_up(s)
        forget(s)
        s.hand += e.hands or 0
        s.phase, s.how, s.dealer, s.missed = "between", "", NOBODY, False
        clear_table(s)
        return
    s.gap = True
    if s.phase != "deal":
        go_on_unseen(s)


def go_on_unseen(s: LastOne) -> None:
    """A hand is on, and nothing that was done in it is certain."""
    lose_sight(s)
    clear_table(s)
    s.way, s.turn, s.phase = 0, s.playing, "play"


def lose_sight(s: LastOne) -> None:
    """No card can be told to lie anywhere, nor how many lie where."""
    places = len(s.places.known)
    s.places = no_cards(len(s.players))
    for place in range(places):
        s.places.most[place] = CARDS
        s.places.loosen(place)
