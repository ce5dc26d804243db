"""Rows of a score sheet (bids, declarer, contract, tricks, void), and how a hand came out."""

from upcard.engine.game import Answer, Broken, Result
from upcard.engine.games.hasenpfeffer.scoring import agrees, award, fitting, settle_void, shared, ways, winner_by
from upcard.engine.games.hasenpfeffer.table import HAND, XR, Hasenpfeffer, reopen
from upcard.engine.mechanisms.seats import by_side, level_of
from upcard.engine.mechanisms.tricks import tricks_of
from upcard.schemas.cards import SUIT_NAMES
from upcard.schemas.events import Scored

Ints = tuple[int, ...]

# ---- What a row says -----------------------------------------------------------------------------------------------


def declarer_of(s: Hasenpfeffer, e: Scored) -> int:
    """Who declared: as written, else as the bids or the play show; -1 if nothing shows it."""
    if e.seat is not None:
        return e.seat if e.seat < 4 else -1
    if e.bids and len(e.bids) == 4 and max(e.bids) > 0:
        return e.bids.index(max(e.bids))
    return s.declarer


def known_declarer(s: Hasenpfeffer) -> int:
    """Who declares, as the play shows: after four passes who has the joker; -1 if nothing shows it."""
    if s.phase != "joker":
        return s.declarer
    return next((seat for seat in range(4) if s.places.known[seat] & XR), -1)


def known_contract(s: Hasenpfeffer) -> int:
    """The contract, as the play shows; -1 if nothing shows it."""
    return s.options.forced_bid if s.phase == "joker" else s.contract


def contract_of(s: Hasenpfeffer, e: Scored) -> int:
    """The contract: as written, else the highest bid, or that of the joker's holder; -1 if nothing shows it."""
    if e.amount is not None:
        return e.amount if 1 <= e.amount <= 6 else -1
    if e.bids and len(e.bids) == 4:
        high = max(e.bids)
        return high if 1 <= high <= 6 else s.options.forced_bid if high == 0 else -1
    return known_contract(s)


def tricks_by_side(e: Scored, side: int) -> list[int] | None:
    """The tricks of both sides, from the declarers' tricks, or those of sides or seats; None if they cannot be."""
    tricks = e.tricks or ()
    if len(tricks) == 1 and side >= 0:
        split = [6 - tricks[0], 6 - tricks[0]]
        split[side] = tricks[0]
    elif len(tricks) == 2:
        split = list(tricks)
    elif len(tricks) == 4:
        split = [tricks[0] + tricks[2], tricks[1] + tricks[3]]
    else:
        return None
    return split if sum(split) == 6 and min(split) >= 0 and min(tricks) >= 0 else None


def score(s: Hasenpfeffer, e: Scored) -> None:
    """A row settles a hand that was not played out in the record, and tells what cannot be told otherwise."""
    reopen(s)
    if s.phase != "between":
        if e.void:
            settle_void(s, passed_out=not s.high and s.declarer < 0)
        else:
            settle_by_row(s, e)
    if not s.ended or s.ended != s.hand:
        return
    s.written = True
    if s.how == "void":
        return
    points, totals = by_side(e.points), by_side(e.totals)
    could = [] if points is None else fitting(ways(s), points)
    if points is not None and None in s.points and could and agrees(s.points, points):
        made = shared(way.made for way in could)
        s.points, s.made = list(points), -1 if made is None else int(made)
        s.settled += 1
    if totals is not None and None in s.totals and agrees(s.totals, totals):
        s.totals = list(totals)
        s.winner = winner_by(s) if s.winner < 0 else s.winner


def settle_by_row(s: Hasenpfeffer, e: Scored) -> None:
    """The hand ends with this row."""
    s.trump = s.trump or e.trump or ""
    s.declarer, s.contract = declarer_of(s, e), contract_of(s, e)
    side = s.declarer & 1 if s.declarer >= 0 else -1
    s.taken = tricks_by_side(e, side) or s.taken
    could, written = ways(s), by_side(e.points)
    if written is not None:
        could = fitting(could, written) or could
    award(s, "sheet", could)


# ---- Whether it is true --------------------------------------------------------------------------------------------


def sheet_is_true(s: Hasenpfeffer, e: Scored) -> Answer:
    """A row is one that can be, and agrees with the play as far as that is in the record."""
    if s.phase == "between" and not (s.how and s.ended == s.hand):
        return None if s.gap or s.hand else Broken(says="a row of a hand that was never begun")
    faults = [Broken(says=says, clause="HP-7") for says in row_faults(s, e)]
    faults += [Broken(says=says, clause="HP-2.1") for says in bid_faults(s, e)]
    return faults or compare(s, e)


def row_faults(s: Hasenpfeffer, e: Scored) -> list[str]:
    """Tricks that are not six in all, a contract or a declarer that cannot be, a void hand with points."""
    faults = []
    if e.seat is not None and e.seat > 3:
        faults.append(f"no seat {e.seat} at this table")
    if e.amount is not None and not 1 <= e.amount <= 6:
        faults.append(f"a contract of {e.amount}; contracts are 1 to 6")
    side = declarer_of(s, e)
    if e.tricks and tricks_by_side(e, side & 1 if side >= 0 else 0) is None:
        faults.append(f"tricks {list(e.tricks)} cannot be: the sides share six")
    if e.void and (any(e.points or ()) or any(e.tricks or ())):
        faults.append("a void hand brings nothing")
    for said, column in (("points", e.points), ("totals", e.totals)):
        if column and by_side(column) is None:
            faults.append(f"{said} {list(column)} are not those of two sides")
    return faults


def bid_faults(s: Hasenpfeffer, e: Scored) -> list[str]:
    """Bids that cannot be: each is higher than those before it, and the last is the contract."""
    if not e.bids or len(e.bids) != 4:
        return [f"{len(e.bids)} bids for four seats"] if e.bids else []
    if not all(0 <= bid <= 6 for bid in e.bids):
        return [f"bids {list(e.bids)}; bids are 1 to 6, or 0 for a pass"]
    made = [bid for bid in e.bids if bid]
    faults = ["two equal bids"] if len(set(made)) < len(made) else []
    if s.dealer >= 0 and not faults:
        turns = [e.bids[(s.dealer + place) & 3] for place in range(1, 5)]
        rising = [bid for bid in turns if bid]
        faults += ["a bid below one before it"] if rising != sorted(rising) else []
    if made and e.void:
        faults.append("void though somebody bid")
    if made and not faults:
        high = max(made)
        if e.amount is not None and e.amount != high:
            faults.append(f"a contract of {e.amount} was written; the high bid is {high}")
        if e.seat is not None and e.seat != e.bids.index(high):
            faults.append(f"seat {e.seat} was written as declarer; seat {e.bids.index(high)} bid {high}")
    elif not made and e.amount not in {None, s.options.forced_bid}:
        faults.append(f"a contract of {e.amount} after four passes; it is {s.options.forced_bid}")
    return faults


def compare(s: Hasenpfeffer, e: Scored) -> list[Broken]:
    """Where the row differs from what follows from the play, or from the row itself."""
    faults = []
    over = s.phase == "between"
    if over and s.how == "void" and not e.void and says_played(e):
        return [Broken(says="the hand is void")]
    if over and e.void and s.how != "void":
        return [Broken(says="the hand was played, and is not void")]
    if e.void and not over and (s.high or s.declarer >= 0):
        return [Broken(says="void though somebody bid", clause="HP-2.1")]
    faults += compare_contract(s, e)
    if e.trump is not None and s.trump and e.trump != s.trump:
        faults.append(Broken(says=f"{SUIT_NAMES[e.trump]} was written as trump; it was {SUIT_NAMES[s.trump]}"))
    return faults + compare_tricks(s, e) + compare_points(s, e)


def says_played(e: Scored) -> bool:
    """Whether a row tells of a hand that was played."""
    return e.seat is not None or bool(e.amount) or any(any(column or ()) for column in (e.bids, e.tricks, e.points))


def compare_contract(s: Hasenpfeffer, e: Scored) -> list[Broken]:
    """Bids, declarer and contract of the row against those that were told before."""
    faults = []
    if e.bids and any(0 <= bid != said for bid, said in zip(s.bids, e.bids, strict=True)):
        bids = told([None if bid < 0 else bid for bid in s.bids])
        return [Broken(says=f"bids {list(e.bids)} were written; they were {bids}")]
    was, declarer = known_declarer(s), declarer_of(s, e)
    if was >= 0 and declarer not in {-1, was} and s.phase not in {"deal", "bids"}:
        faults.append(Broken(says=f"seat {declarer} was written as declarer; it was seat {was}"))
    due, contract = known_contract(s), contract_of(s, e)
    if due >= 0 and contract != due and s.phase not in {"deal", "bids"}:
        faults.append(Broken(says=f"a contract of {contract} was written; it was {due}"))
    return faults


def compare_tricks(s: Hasenpfeffer, e: Scored) -> list[Broken]:
    """The split of the row against the tricks played."""
    declarer = declarer_of(s, e)
    split = tricks_by_side(e, declarer & 1 if declarer >= 0 else -1)
    if split is None:
        return []
    if s.phase == "between" and sum(s.taken) == 6 and split != s.taken:
        source = "play" if s.how == "played" else "row before"
        return [Broken(says=f"tricks {split} were written; the {source} gives {s.taken}")]
    return [
        Broken(says=f"side {side} has {written} tricks on the sheet; the play shows {s.taken[side]} already")
        for side, written in enumerate(split)
        if written < s.taken[side]
    ]


def compare_points(s: Hasenpfeffer, e: Scored) -> list[Broken]:
    """Points and totals of the row against those that follow: from the play, else from its own tricks."""
    after = s
    if s.phase != "between":
        after = s.copied()
        was = known_declarer(s)
        seat = was if e.seat is None and was >= 0 else e.seat
        score(after, Scored(tricks=e.tricks, seat=seat, amount=e.amount, bids=e.bids, void=e.void))
    points, totals = after.points, after.totals
    faults = []
    row, sums = by_side(e.points), by_side(e.totals)
    if row is not None and None in points and not fitting(ways(after), row):
        faults.append(Broken(says=f"points {row} cannot be: no contract and tricks bring them", clause="HP-7"))
    elif row is not None and not agrees(points, row):
        faults.append(Broken(says=f"points {row} were written; they are {told(points)}"))
        if sums is not None and follows(sums, totals, row, points):
            return faults
    if sums is not None and not agrees(totals, sums):
        faults.append(Broken(says=f"totals {sums} were written; they are {told(totals)}"))
    return faults


def told(amounts: list[int | None]) -> str:
    """Amounts as they are told, where some are not known."""
    return f"[{', '.join('?' if one is None else str(one) for one in amounts)}]"


def follows(sums: list[int], totals: list[int | None], row: list[int], points: list[int | None]) -> bool:
    """Whether the totals written are wrong by no more than the points written with them."""
    rows = zip(sums, totals, row, points, strict=True)
    return all(None in {total, due} or one - total == gained - due for one, total, gained, due in rows)  # type: ignore[operator]


# ---- How a hand came out -------------------------------------------------------------------------------------------


def result(s: Hasenpfeffer) -> Result:
    """How the hand that just ended came out. A side's points stand at both its seats; who made or beat it has won."""
    void = s.how == "void"
    won: list[bool | None] = [None, None]
    if s.made >= 0 and s.declarer >= 0:
        won[s.declarer & 1], won[1 - (s.declarer & 1)] = bool(s.made), not s.made
    elif void:
        won = [False, False]
    return Result(
        points=(*s.points, *s.points),
        won=(*won, *won),
        dealer=None if s.dealer < 0 else s.dealer,
        trump=s.trump or None,
        counts=not void,
        level="sheet" if s.written and s.how != "played" and not s.cards else level_of(s.places, [HAND] * 4),
        says="void" if void else {1: "made", 0: "set"}.get(s.made, s.how),
        tricks=tricks_of(s.cards, s.by, s.winners, 4),
    )
