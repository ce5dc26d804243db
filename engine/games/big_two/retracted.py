"""B2-7 A5: a play that the table had taken back, and what followed it."""

from upcard.engine.game import Answer, Broken, Cured
from upcard.engine.games.big_two.irregular import beats_the_table, passes_in_turn, plays_in_turn
from upcard.engine.games.big_two.table import NOBODY, BigTwo, pile
from upcard.engine.games.big_two.taking_back import another_meant, may_be_taken_back, play_meant, replay
from upcard.engine.games.big_two.turns import count_pass, lose_track
from upcard.schemas.cards import PACK_MASK
from upcard.schemas.events import Laid, Passed, TakenBack

# ---- B2-7 A5 A play taken back -------------------------------------------------------------------------------------


def was_played(s: BigTwo, e: TakenBack) -> Answer:
    """What is taken back was played in this hand (A5), as far as no gap hides it."""
    if e.seat >= len(s.players) or (s.gap and e.line is None):
        return None
    if play_meant(s, e) >= 0 and may_be_taken_back(s):
        return None
    return Broken(seat=e.seat, says="there was no play of this seat to take back")


def put_right(name: str, s: BigTwo, e: TakenBack) -> Answer:
    """What a play broke is put right when the table has it taken back (A5); so is what was laid on it, if it may lie
    on what was there before. name: of the rule.
    """
    place, another = play_meant(s, e), another_meant(s, e)
    instead = [Cured(s.acts[another][2])] if another >= 0 else []
    if place < 0 or not may_be_taken_back(s):
        return instead
    return [
        *instead,
        Cured(s.acts[place][2]),
        *(Cured(line) for line, broken in without(s, place) if name not in broken),
    ]


def without(s: BigTwo, place: int) -> list[tuple[int, set[str]]]:
    """What the acts that followed a play, up to the next one, break without it, by their lines."""
    laid = next((number for number in range(place + 1, len(s.acts)) if s.acts[number][1]), -1)
    if laid < 0:
        return []
    twin, found = s.copied(), []
    twin.phase = "play"
    replay(twin, twin.acts[:place])
    for seat, cards, line in s.acts[place + 1 : laid + 1]:
        if seat == NOBODY:
            lose_track(twin)
        elif cards:
            for card in cards:
                twin.places.take_back(card.bit & PACK_MASK, pile(twin), seat)  # it is judged as if not laid yet
            found.append((line, broken_by(twin, Laid(seat=seat, cards=cards))))
        else:
            found.append((line, {"out_of_turn"} if passes_in_turn(twin, Passed(seat=seat)) else set()))
            count_pass(twin, seat)
    return found


def broken_by(s: BigTwo, act: Laid) -> set[str]:
    """The names of what a play breaks, of turn and of height."""
    turn, height = plays_in_turn(s, act), beats_the_table(s, act)
    names = {turn.name or "out_of_turn"} if isinstance(turn, Broken) else set()
    return names | ({height.name or "not_higher"} if isinstance(height, Broken) else set())
