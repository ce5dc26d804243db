"""The kernel: how records of any card game are read, judged and explained. It knows tables, and no game.

`game` holds the declarations of a game, `rules` what rules are and what they answer, `places` the cards, `state` the state of a
session; `reading` judges one event, `frame` begins and ends hands, `sheet` compares rows, `explain` looks for the slip of the pen
that explains a fault as well, and `telling` makes findings of it. Callers use `upcard.engine.audit`.

A game of another package imports what is named here in `__all__`, and cards, events and options from `upcard.schemas.cards`,
`upcard.schemas.events` and `upcard.schemas.options`. Other names may change without notice.
"""

from upcard.engine.due import Act, Chance
from upcard.engine.kernel.climbing import Climb
from upcard.engine.kernel.dealing import all_are, deal_hands, deal_packet, is_size, sizes_of
from upcard.engine.kernel.drawing import hands_drawn, player, players, row_of, side_name
from upcard.engine.kernel.game import Column, Game
from upcard.engine.kernel.ledger import Ledger, Way
from upcard.engine.kernel.numbers import added, known_or_written
from upcard.engine.kernel.offering import accepts
from upcard.engine.kernel.places import Places
from upcard.engine.kernel.results import Debt, Result, Theory, Transfer
from upcard.engine.kernel.rules import (
    CHOICE,
    DISORDER,
    MISREAD,
    OMISSION,
    STATEMENT,
    AskAgain,
    Broken,
    Claim,
    Cured,
    Due,
    Holds,
    Obliged,
    Rule,
    says_only,
    unwritten,
)
from upcard.engine.kernel.state import Scoring, State, lasting
from upcard.engine.kernel.tricks import (
    ACE_HIGH,
    Suits,
    TrickPlay,
    Tricks,
    follow,
    revokes_are_put_right,
    suits_of,
    tricks_are_played,
    won_by,
)
from upcard.engine.kernel.usual import (
    begun_by,
    deal_rotates,
    dealer_is_due,
    dealers,
    deals,
    dealt_at_once,
    ends,
    ends_after,
    result_of,
    winner_is_called,
)
from upcard.engine.scene import Hand, Row, Scene
from upcard.engine.wording import counted, one_of

__all__ = [
    "ACE_HIGH",
    "CHOICE",
    "DISORDER",
    "MISREAD",
    "OMISSION",
    "STATEMENT",
    "Act",
    "AskAgain",
    "Broken",
    "Chance",
    "Claim",
    "Climb",
    "Column",
    "Cured",
    "Debt",
    "Due",
    "Game",
    "Hand",
    "Holds",
    "Ledger",
    "Obliged",
    "Places",
    "Result",
    "Row",
    "Rule",
    "Scene",
    "Scoring",
    "State",
    "Suits",
    "Theory",
    "Transfer",
    "TrickPlay",
    "Tricks",
    "Way",
    "accepts",
    "added",
    "all_are",
    "begun_by",
    "counted",
    "deal_hands",
    "deal_packet",
    "deal_rotates",
    "dealer_is_due",
    "dealers",
    "deals",
    "dealt_at_once",
    "ends",
    "ends_after",
    "follow",
    "hands_drawn",
    "is_size",
    "known_or_written",
    "lasting",
    "one_of",
    "player",
    "players",
    "result_of",
    "revokes_are_put_right",
    "row_of",
    "says_only",
    "side_name",
    "sizes_of",
    "suits_of",
    "tricks_are_played",
    "unwritten",
    "winner_is_called",
    "won_by",
]
