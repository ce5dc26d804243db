"""TQ-O: the house rules of Trente et Quarante, and which of them go together."""

from typing import Literal

from upcard.schemas.errors import OptionError
from upcard.schemas.options import Options, option

# ---- TQ-O Options --------------------------------------------------------------------------------------------------

PACK: int = 52


class TrenteEtQuaranteOptions(Options):
    """TQ-O."""

    decks: int = option(6, "TQ-1.1", "packs in the shoe", ge=1, le=100)
    cut_from_end: int = option(52, "TQ-1.3", "cards behind the cut card", ge=0)
    cut_card: Literal["finish_hand", "void_hand"] = option(
        "finish_hand", "TQ-1.3", "what becomes of the hand in which the cut card shows up"
    )
    bet_min: int | None = option(None, "TQ-1.2", "the least a bet may be, in units", ge=1)
    bet_max: int | None = option(None, "TQ-1.2", "the most a bet may be, in units", ge=1)
    half_surrender: bool = option(False, "TQ-4.4", "a bet may be given up for its half instead of being imprisoned")
    half_rounding: Literal["bank", "player"] = option("bank", "TQ-4.4", "who gets the odd unit of a bet given up")
    imprisoned_push: Literal["stay", "release"] = option(
        "stay", "TQ-4.6", "what a tie of 32 to 40 does to a bet in prison"
    )
    imprisoned_refait: Literal["stay", "double", "lose"] = option(
        "stay", "TQ-4.7", "what another tie at 31 does to a bet in prison: nothing, one more win needed, or it is lost"
    )
    insure_imprisoned: bool = option(True, "TQ-4.8", "a bet in prison may be insured")
    insurance_max_bp: int = option(
        100, "TQ-2.2", "the most of a bet that may be insured, in hundredths of a percent", ge=0
    )
    insurance_odds: int = option(49, "TQ-A3", "what an insurance pays for one", ge=1)
    couleur_reference: Literal["first_of_hand", "first_of_winning_row"] = option(
        "first_of_hand", "TQ-A1", "whose colour couleur compares with that of the winning row"
    )
    push_bets: Literal["returned", "stand"] = option(
        "returned", "TQ-4.2", "whether free bets go back at a tie of 32 to 40, or stand for the next hand"
    )
    imprisoned_at_close: Literal["half", "return", "forfeit"] = option(
        "half", "TQ-4.10", "what is paid back for bets in prison when the session closes"
    )
    surplus_card: Literal["next_row", "void"] = option(
        "next_row", "TQ-6", "where a card too many goes: it opens the next row, or is burned"
    )
    unit_scale: int = option(
        100, "TQ-2.3", "units in a coin: amounts are typed and shown in coins, kept in units", ge=1
    )

    @property
    def cards(self) -> int:
        """Cards in the shoe."""
        return self.decks * PACK


def check_options(options: TrenteEtQuaranteOptions, _seats: int) -> None:
    """Refuse what does not go together."""
    if options.cut_from_end > options.cards:
        raise OptionError(
            f"option cut_from_end = {options.cut_from_end}: there are {options.cards} cards in the shoe",
            hint="wanted fewer cards behind the cut card [TQ-1.3]",
        )
    if options.cut_card == "void_hand" and options.cut_from_end == options.cards:
        raise OptionError(
            "option cut_card = 'void_hand' with all cards behind the cut card: no hand could be played",
            hint="wanted a smaller cut_from_end [TQ-1.3]",
        )
    if options.bet_min is not None and options.bet_max is not None and options.bet_min > options.bet_max:
        raise OptionError(f"option bet_min = {options.bet_min} is more than bet_max = {options.bet_max}", hint="TQ-1.2")
