"""DZ-2.4 The widow, written as taken by another than the highest bidder, who leads all the same: one line was written for
another seat.
"""

from upcard.engine.game import Broken, Cured, Verdict
from upcard.engine.games.dou_dizhu.table import NOBODY, SEATS, WIDOW_SIZE, DouDizhu, ranked_at
from upcard.schemas.cards import cards_of


def leads_after_all(s: DouDizhu, seat: int) -> bool:
    """Whether this is the lead of the highest bidder, of whose widow it is written that another took it."""
    return seat == s.outbid >= 0 and s.turn == s.landlord and s.phase == "play" and not s.acts and not s.gap


def taken_for_another(s: DouDizhu, seat: int) -> list[Verdict]:
    """Then nobody took the widow whose it was not (DZ-2.4)."""
    says = f"the widow was written for seat {s.landlord}; seat {seat}, which had to take it, led"
    told = Broken(at=s.took_at, says=says, name="written_for_another", kind="contradiction", clause="G-5")
    return [Cured(s.took_at, name="wrong_landlord"), told]


def give_widow(s: DouDizhu, seat: int) -> None:
    """The widow is in the hand of the highest bidder, who is landlord."""
    places, taker = s.places, s.landlord
    face_up = s.upcard.bit if s.upcard is not None else 0
    for_all = places.known[taker] & places.seen[-1] & ~face_up
    told = [card.bit for card in cards_of((s.widow & places.known[taker]) | for_all)][:WIDOW_SIZE]
    for bit in told + [0] * (WIDOW_SIZE - len(told)):
        viewers = range(SEATS + 1) if bit & for_all else (taker,)
        places.pass_face_down(bit, taker, seat, s.step, tuple(viewers))
    s.ranked[ranked_at(taker, 0) : ranked_at(taker + 1, 0)] = [0] * ranked_at(1, 0)
    s.landlord = s.turn = seat
    s.outbid, s.holed, s.widow, s.unforced = NOBODY, False, 0, 0
