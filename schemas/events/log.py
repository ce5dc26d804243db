"""The header, the seals, the amendments, and the union of all events."""

from typing import Annotated, Final

import msgspec

from upcard.schemas.events.base import Base, Count, Int, Ints, Line
from upcard.schemas.events.dealing import (
    Agreed,
    CutReached,
    Dealt,
    FinalDealt,
    HandStarted,
    Joined,
    Left,
    Reshuffled,
    Shuffled,
    TurnedUp,
    Voided,
)
from upcard.schemas.events.playing import (
    Claimed,
    Corrected,
    Discarded,
    Drew,
    Gave,
    Laid,
    Passed,
    Played,
    Returned,
    Shown,
    Stopped,
    TakenBack,
    Took,
    TurnedOver,
)
from upcard.schemas.events.speaking import (
    Accepted,
    BestAsked,
    Bid,
    BluffCalled,
    CardAbsent,
    CardNamed,
    CountAsked,
    CountTold,
    Elected,
    Folded,
    LastCalled,
    MeldCalled,
    MeldsTold,
    MeleeClosed,
    Popped,
    Ruled,
    Stood,
    TrumpNamed,
)
from upcard.schemas.events.staking import (
    BetInsured,
    BetPlaced,
    BetSurrendered,
    BetWithdrawn,
    BoughtIn,
    CashedOut,
    ChipsPassed,
    PoolCounted,
    PurseCounted,
    ResultCalled,
    RowDealt,
    Scored,
)

FORMAT = "upcard/1"
"""The format this version writes. Logs of every `upcard/1` are read for ever."""

OptionValue = bool | Int | str | Ints | None


class Opened(Base, frozen=True, tag="opened"):
    """The header: line 1 of every log.

    log: its id; seats: player ids in table order; names: how people called them; game: the key of its rules
    page; preset, options: the house rules; buy_in, board: counters a seat and in the pools at the start;
    place: where; source: what file it was made from; derived_from: the log this is a redacted copy of,
    viewer: for whom (a seat, or -1 for the public).
    """

    format: Annotated[str, msgspec.Meta(extra_json_schema={"enum": [FORMAT]})]
    log: str
    game: str
    seats: tuple[str, ...]
    names: dict[str, str] | None = None
    preset: str | None = None
    options: dict[str, OptionValue] | None = None
    buy_in: Count | None = None
    board: dict[str, Count] | None = None
    place: str | None = None
    source: str | None = None
    derived_from: str | None = None
    viewer: Annotated[int, msgspec.Meta(ge=-1, le=255)] | None = None


class Sealed(Base, frozen=True, tag="sealed"):
    """A seal over the last seal and all lines since: SHA-256 in hexadecimal."""

    sha256: Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]


class Gap(Base, frozen=True, tag="gap"):
    """Something was missed here. hands: how many whole hands, if any."""

    hands: Count | None = None


class Noted(Base, frozen=True, tag="noted"):
    """A remark of the scribe, in `note`."""


class Closed(Base, frozen=True, tag="closed"):
    """The session ended. unfinished: in the middle of a hand, which was left and does not count."""

    unfinished: bool = False


class Amended(Base, frozen=True, tag="amended"):
    """The scribe had written line `line` wrongly: this event stands there instead."""

    line: Line
    event: "Event"
    why: str | None = None


class Retracted(Base, frozen=True, tag="retracted"):
    """The scribe had written line `line` though it did not happen."""

    line: Line
    why: str | None = None


class Inserted(Base, frozen=True, tag="inserted"):
    """The scribe had left something out: this event stands before line `before`."""

    before: Line
    event: "Event"
    why: str | None = None


Event = (
    Opened
    | Sealed
    | Gap
    | Noted
    | Closed
    | Amended
    | Retracted
    | Inserted
    | Joined
    | Left
    | HandStarted
    | Dealt
    | FinalDealt
    | TurnedUp
    | Agreed
    | Voided
    | Shuffled
    | Reshuffled
    | CutReached
    | Played
    | Laid
    | Claimed
    | Passed
    | Corrected
    | TakenBack
    | Stopped
    | Gave
    | Returned
    | Took
    | Discarded
    | Drew
    | TurnedOver
    | Shown
    | Bid
    | Elected
    | CardNamed
    | CardAbsent
    | TrumpNamed
    | Popped
    | Accepted
    | Folded
    | BluffCalled
    | Stood
    | LastCalled
    | MeleeClosed
    | MeldCalled
    | MeldsTold
    | BestAsked
    | CountTold
    | CountAsked
    | Ruled
    | BoughtIn
    | CashedOut
    | BetPlaced
    | BetWithdrawn
    | BetInsured
    | BetSurrendered
    | RowDealt
    | Scored
    | ChipsPassed
    | PurseCounted
    | PoolCounted
    | ResultCalled
)

OF_EARLIER: Final = frozenset({Shown, ResultCalled, Ruled})
"""The events that may be of an earlier hand: they name its number, or, as a ruling, tell it by when it was made."""
APART: Final = OF_EARLIER | {HandStarted}
"""The events that are looked at before they are read: with them a hand begins, or they are of an earlier one."""
