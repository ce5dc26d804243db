"""PJ-O: the house rules of Pope Joan, and which of them go together."""

from typing import Any, Final, Literal

from upcard.schemas.errors import OptionError
from upcard.schemas.options import Options, option

# ---- PJ-O Options --------------------------------------------------------------------------------------------------


class PopeJoanOptions(Options):
    """PJ-O. The defaults are those of p001."""

    dressing: Literal["shared", "dealer_alone", "two_each"] = option(
        "shared", "PJ-2.2", "who dresses the board: all with the dealer double, the dealer alone, or all alike"
    )
    stake_x: int | None = option(None, "PJ-2.2", "counters each pays in a shared dressing; none: the least", ge=1)
    deal: Literal["equal", "all_out"] = option("equal", "PJ-A12", "equal hands, or all cards dealt out")
    odd_cards: Literal["dead", "players"] = option("dead", "PJ-3.2", "where the odd cards of equal hands go")
    dead_position: Literal["last", "first"] = option("last", "PJ-3.3", "when the dead hand gets its cards")
    turnup_owner: Literal["aside", "recipient", "dead"] = option(
        "aside", "PJ-3.2", "whose the card turned up is: nobody's, whoever was dealt it, or the dead hand's"
    )
    pope_turnup_payment: Literal["none", "per_card"] = option(
        "per_card", "PJ-3.6", "whether all pay the dealer for each card dealt when Pope is turned up"
    )
    pope_turnup_cap: int | None = option(None, "PJ-3.6", "the most one player pays for it", ge=1)
    pope_turnup_ends_deal: bool = option(False, "PJ-3.7", "Pope turned up ends the deal; the dealer takes game too")
    lead_rule: Literal["any", "lowest_of_suit"] = option("any", "PJ-4.1", "which card of a suit may be led")
    pope_played_payment: Literal["none", "per_card"] = option(
        "per_card", "PJ-4.6", "whether all pay who plays Pope for each card they hold"
    )
    pope_played_cap: int | None = option(None, "PJ-4.6", "the most one player pays for it", ge=1)
    pope_lead_only: bool = option(False, "PJ-4.10", "no effect: Pope can only ever be led")
    pair_rule: Literal["any", "in_succession"] = option(
        "any", "PJ-4.7", "whether a pair may be played apart, or only one card after the other"
    )
    pair_split: Literal["off", "any", "sequential"] = option(
        "off", "PJ-4.8", "whether a pair from two seats shares the compartment"
    )
    odd_counter: Literal["queen", "second_player", "stays"] = option(
        "queen", "PJ-4.8", "who gets the odd counter of a shared compartment"
    )
    unplayed_pope: Literal["exempt", "double", "pays"] = option(
        "exempt", "PJ-5.2", "what the holder of Pope pays for the cards left"
    )
    turn_down_played: bool = option(True, "PJ-4.4", "played cards are turned down at each stop; display only")
    end_disposal: Literal["none", "split_equal", "final_deal"] = option(
        "none", "PJ-5.6", "what becomes of the counters left on the board at the end"
    )
    deals: int | None = option(None, "PJ-5.5", "the session ends after so many deals", ge=1)
    full_rounds_only: bool | None = option(
        None, "PJ-6.9", "everybody deals equally often; none: only if the dealer alone dresses"
    )

    @property
    def whole_rounds(self) -> bool:
        """Whether a session should end when all have dealt equally often (PJ-2.3, PJ-6.9)."""
        return self.dressing == "dealer_alone" if self.full_rounds_only is None else self.full_rounds_only


PRESETS: Final[dict[str, dict[str, Any]]] = {
    "p001": {},
    "p003": {
        "dressing": "two_each",
        "deal": "all_out",
        "turnup_owner": "recipient",
        "pope_turnup_payment": "none",
        "lead_rule": "lowest_of_suit",
        "pope_played_payment": "none",
        "pair_rule": "in_succession",
        "turn_down_played": False,
        "end_disposal": "final_deal",
        "full_rounds_only": False,
    },
}
"""The two rule books. The first is the default."""

MOST_SEATS: Final = {"p003": 8}
"""Seats a rule book allows, where it says so (PJ-1.4)."""

POOLS: Final = ("pope", "matrimony", "intrigue", "ace", "king", "queen", "jack", "game")
"""The compartments of the board (PJ-2.1)."""

CARDS_DEALT: Final = 51
"""The pack without the eight of diamonds (PJ-1.1)."""

LEAST_DRESSING: Final = 15
"""What a shared dressing comes to at least (PJ-2.2)."""


def check_options(options: PopeJoanOptions, seats: int) -> None:
    """Refuse what does not go together (PJ-A12) or does not come to a dressed board (PJ-2.2)."""
    if options.deal == "equal" and options.turnup_owner == "recipient":
        raise OptionError(
            "option turnup_owner = 'recipient' does not go with deal = 'equal': the card turned up is nobody's",
            hint="deal all_out, or turnup_owner aside or dead [PJ-A12]",
        )
    if options.whole_rounds and options.deals is not None and options.deals % seats:
        raise OptionError(
            f"option deals = {options.deals} are no whole rounds of {seats} dealers",
            hint="wanted a multiple of the players, or full_rounds_only = false [PJ-2.3]",
        )
    x = options.stake_x
    if options.dressing == "shared" and x is not None and x * (seats + 1) < LEAST_DRESSING:
        raise OptionError(
            f"option stake_x = {x} brings {x * (seats + 1)} counters from {seats} players",
            hint=f"wanted {LEAST_DRESSING} or more [PJ-2.2]",
        )


def check_seats(preset: str | None, seats: int) -> None:
    """Refuse more players than the rule book takes (PJ-1.4)."""
    most = MOST_SEATS.get(preset or "")
    if most is not None and seats > most:
        raise OptionError(f"preset {preset} takes at most {most} players, not {seats}", hint="PJ-1.4")
