"""How a game came out, what there is to see, and what a viewer cannot know."""

from upcard.engine.game import Result
from upcard.engine.games.popcorn.knowledge import veiled
from upcard.engine.games.popcorn.table import NOBODY, Popcorn, last_laid, match_over, pile, ranks_due, size, tidy
from upcard.engine.mechanisms.seats import seat_hand
from upcard.engine.scene import Hand, Row, Scene
from upcard.schemas.cards import RANK_NAMES, RANKS, cards_of

# ---- PC-5 How a game came out --------------------------------------------------------------------------------------


def result(s: Popcorn) -> Result:
    """How the game that just ended came out: who won has a point, the others none (PC-5.3)."""
    seats = range(len(s.players))
    if s.how == "void":
        none = (0,) * len(seats)
        return Result(
            points=none, won=(False,) * len(seats), dealer=dealer(s), counts=False, level=level(s), says="void"
        )
    told = s.winner >= 0
    return Result(
        points=tuple(int(seat == s.winner) if told else None for seat in seats),
        won=tuple(seat == s.winner if told else None for seat in seats),
        dealer=dealer(s),
        level=level(s),
        says=s.how,
    )


def dealer(s: Popcorn) -> int | None:
    """Who dealt, if it was recorded."""
    return s.dealer if s.dealer >= 0 else None


def level(s: Popcorn) -> str:
    """How much of the game is in the record: all cards, some hands, what all saw, or the sheet alone."""
    if s.how == "sheet" and not any(s.lays):
        return "sheet"
    if not any(s.places.most):
        return "full"
    return "partial" if any(s.places.seen[:-1]) else "public"


# ---- What there is to see ------------------------------------------------------------------------------------------


def scene(s: Popcorn) -> Scene:
    """The table: hands, the lay that may be called, the pile, and the rank due."""
    due = ranks_due(s) if s.phase == "play" else ()
    facts = []
    if due:
        facts.append(("rank due", " or ".join(RANKS[rank] for rank in due)))
    if s.options.match_deals is not None:
        facts.append(("games", f"{s.finished} of {s.options.match_deals}"))
    return Scene(
        title=f"Popcorn, game {s.hand}",
        facts=tuple(facts),
        hands=tuple(seat_scene(s, seat) for seat in range(len(s.players))),
        rows=(lay_row(s), pile_row(s)),
        says=outcome(s),
    )


def lay_row(s: Popcorn) -> Row:
    """The cards laid last, with the claim."""
    if s.layer < 0 or s.taker >= 0:
        return Row(title="Laid last")
    place = last_laid(s)
    least, most = size(s, place)
    title = f"{s.players[s.layer] or f'seat {s.layer}'} claims {claim(s)}"
    if least != most:
        title += f", laying {least} to {most}"
    if s.caller >= 0:
        title += f", called by {s.players[s.caller] or f'seat {s.caller}'}"
    return Row(title=title, cards=tuple(cards_of(s.places.known[place])), unknown=s.places.least[place])


def claim(s: Popcorn) -> str:
    """The last claim in words: `2 queens`."""
    name = RANK_NAMES[RANKS[s.rank]] if s.rank >= 0 else "card"
    return f"{s.claimed} {name}{'' if s.claimed == 1 else 'es' if name == 'six' else 's'}"


def pile_row(s: Popcorn) -> Row:
    """The cards laid before, none of them turned over."""
    least, most = size(s, pile(s))
    title = f"Pile of {least}" if least == most else f"Pile of {least} to {most}"
    return Row(title=title, cards=tuple(cards_of(s.places.known[pile(s)])), unknown=s.places.least[pile(s)])


def seat_scene(s: Popcorn, seat: int) -> Hand:
    """One seat: its cards, how many; how often it bluffed and called, as far as the record tells (PC-6.6)."""
    least, most = size(s, seat)
    marks = [name for name, is_so in (("dealer", seat == s.dealer), ("out", s.hand and not most)) if is_so]
    if s.winner == seat and s.phase == "between":
        marks.append("won")
    scores = [("cards", str(least) if least == most else f"{least} to {most}")] if s.phase == "play" else []
    if s.told[seat]:
        scores.append(("bluffs", f"{s.bluffs[seat]} of {s.told[seat]}"))
    if s.calls[seat]:
        scores.append(("right calls", f"{s.right[seat]} of {s.calls[seat]}"))
    if any(won != 0 for won in s.wins):
        scores.append(("games won", "?" if s.wins[seat] is None else str(s.wins[seat])))
    turn = s.phase == "play" and seat == s.turn
    return seat_hand(s.places, seat, s.players[seat], marks=marks, scores=scores, turn=turn)


def outcome(s: Popcorn) -> str:
    """How the game, or the match, came out, in a sentence."""
    if s.phase == "play" and s.turned and s.taker >= 0:
        who = s.players[s.taker] or f"seat {s.taker}"
        return f"{'true' if s.verdict > 0 else 'a bluff'}: {who} takes the pile"
    if s.phase != "between" or not s.how:
        return ""
    if s.how == "void":
        return "the game is void"
    winner = NOBODY if s.winner < 0 else s.winner
    says = f"{s.players[winner] or f'seat {winner}'} is out first" if winner >= 0 else "who won cannot be told"
    if not match_over(s):
        return says
    known = [won for won in s.wins if won is not None]
    if len(known) < len(s.wins):
        return f"{says}; who won the match cannot be told"
    best = [s.players[seat] or f"seat {seat}" for seat, won in enumerate(known) if won == max(known)]
    return f"{says}; {' and '.join(best)} {'wins' if len(best) == 1 else 'share'} the match"


# ---- PC-2.3 What is hidden -----------------------------------------------------------------------------------------


def veil(s: Popcorn, viewer: int) -> None:
    """A viewer does not know what others know, nor of lays that were not turned over whether they were true."""
    seats, places = len(s.players), s.places
    for seat in range(seats):
        if seat != viewer:
            places.seen[seat] = 0
            s.told[seat], s.bluffs[seat] = s.shown[seat], s.caught[seat]
    s.held = [veiled(held, seats, holder, viewer) for holder, held in enumerate(s.held)]
    s.held_before = veiled(s.held_before, seats, s.layer, viewer) if s.held_before else 0
    s.told_lay = s.told_lay and s.layer == viewer
    seen = places.seen[-1] & ~s.taken[1] | (places.seen[viewer] if viewer >= 0 else 0)
    s.taken[0] &= seen & places.located
    s.taken[2] &= seen & places.located
    tidy(s)
