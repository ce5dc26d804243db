"""The kernel: how records of any card game are read, judged and explained. It knows tables, and no game.

`game` holds the declarations of a game, `rules` what rules are and what they answer, `places` the cards, `state` the state of a
session; `reading` judges one event, `frame` begins and ends hands, `sheet` compares rows, `explain` looks for the slip of the pen
that explains a fault as well, and `telling` makes findings of it. Callers use `upcard.engine.audit`.

A game of another package imports what is named here, and cards, events and options from `upcard.schemas.cards`,
`upcard.schemas.events` and `upcard.schemas.options`. Other names may change without notice.
"""

from upcard.engine.due import Act as Act
from upcard.engine.due import Chance as Chance
from upcard.engine.kernel.climbing import Climb as Climb
from upcard.engine.kernel.dealing import all_are as all_are
from upcard.engine.kernel.dealing import deal_hands as deal_hands
from upcard.engine.kernel.dealing import deal_packet as deal_packet
from upcard.engine.kernel.dealing import is_size as is_size
from upcard.engine.kernel.dealing import sizes_of as sizes_of
from upcard.engine.kernel.drawing import hands_drawn as hands_drawn
from upcard.engine.kernel.drawing import player as player
from upcard.engine.kernel.drawing import players as players
from upcard.engine.kernel.drawing import row_of as row_of
from upcard.engine.kernel.drawing import side_name as side_name
from upcard.engine.kernel.game import Column as Column
from upcard.engine.kernel.game import Game as Game
from upcard.engine.kernel.ledger import Ledger as Ledger
from upcard.engine.kernel.ledger import Way as Way
from upcard.engine.kernel.numbers import added as added
from upcard.engine.kernel.numbers import known_or_written as known_or_written
from upcard.engine.kernel.offering import accepts as accepts
from upcard.engine.kernel.places import Places as Places
from upcard.engine.kernel.results import Debt as Debt
from upcard.engine.kernel.results import Result as Result
from upcard.engine.kernel.results import Theory as Theory
from upcard.engine.kernel.results import Transfer as Transfer
from upcard.engine.kernel.rules import CHOICE as CHOICE
from upcard.engine.kernel.rules import DISORDER as DISORDER
from upcard.engine.kernel.rules import MISREAD as MISREAD
from upcard.engine.kernel.rules import OMISSION as OMISSION
from upcard.engine.kernel.rules import STATEMENT as STATEMENT
from upcard.engine.kernel.rules import AskAgain as AskAgain
from upcard.engine.kernel.rules import Broken as Broken
from upcard.engine.kernel.rules import Claim as Claim
from upcard.engine.kernel.rules import Cured as Cured
from upcard.engine.kernel.rules import Due as Due
from upcard.engine.kernel.rules import Holds as Holds
from upcard.engine.kernel.rules import Obliged as Obliged
from upcard.engine.kernel.rules import Rule as Rule
from upcard.engine.kernel.rules import says_only as says_only
from upcard.engine.kernel.rules import unwritten as unwritten
from upcard.engine.kernel.state import Scoring as Scoring
from upcard.engine.kernel.state import State as State
from upcard.engine.kernel.state import lasting as lasting
from upcard.engine.kernel.tricks import ACE_HIGH as ACE_HIGH
from upcard.engine.kernel.tricks import Suits as Suits
from upcard.engine.kernel.tricks import TrickPlay as TrickPlay
from upcard.engine.kernel.tricks import Tricks as Tricks
from upcard.engine.kernel.tricks import follow as follow
from upcard.engine.kernel.tricks import revokes_are_put_right as revokes_are_put_right
from upcard.engine.kernel.tricks import suits_of as suits_of
from upcard.engine.kernel.tricks import tricks_are_played as tricks_are_played
from upcard.engine.kernel.tricks import won_by as won_by
from upcard.engine.kernel.usual import begun_by as begun_by
from upcard.engine.kernel.usual import deal_rotates as deal_rotates
from upcard.engine.kernel.usual import dealers as dealers
from upcard.engine.kernel.usual import deals as deals
from upcard.engine.kernel.usual import dealt_at_once as dealt_at_once
from upcard.engine.kernel.usual import ends as ends
from upcard.engine.kernel.usual import ends_after as ends_after
from upcard.engine.kernel.usual import result_of as result_of
from upcard.engine.kernel.usual import winner_is_called as winner_is_called
from upcard.engine.scene import Hand as Hand
from upcard.engine.scene import Row as Row
from upcard.engine.scene import Scene as Scene
from upcard.schemas.wording import counted as counted
from upcard.schemas.wording import one_of as one_of
