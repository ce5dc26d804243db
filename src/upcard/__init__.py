"""Upcard records card games played at real tables, replays and audits the hands, and answers questions about them.

    import upcard
    upcard.audit("evening.jsonl").standings
    with upcard.open("club.duckdb") as club:
        club.standings(game="big_two").df()

The names of `__all__` are what is promised; docs/python.md tells of them. They are imported when they are first asked for.
"""

import os

TYPE_CHECKING = False  # `typing` and `pathlib` would take longer to import than all that is done here
if TYPE_CHECKING:
    from upcard.api.archives import Archive, open  # noqa: A004
    from upcard.api.logs import Audit, Hand, Log, Replay, audit, read
    from upcard.api.recording import Writer, record
    from upcard.api.samples import samples
    from upcard.api.tables import Table
    from upcard.cli.frames import Frame
    from upcard.schemas.errors import UpcardError

    __version__: str

__all__ = [
    "Archive",
    "Audit",
    "Frame",
    "Hand",
    "Log",
    "Replay",
    "Table",
    "UpcardError",
    "Writer",
    "__version__",
    "audit",
    "open",
    "read",
    "record",
    "samples",
]

_HOMES = {
    "upcard.api.archives": ("Archive", "open"),
    "upcard.api.logs": ("Audit", "Hand", "Log", "Replay", "audit", "read"),
    "upcard.api.recording": ("Writer", "record"),
    "upcard.api.samples": ("samples",),
    "upcard.api.tables": ("Table",),
    "upcard.cli.frames": ("Frame",),
    "upcard.schemas.errors": ("UpcardError",),
}

_HERE = os.path.dirname(os.path.realpath(__file__))
if not os.path.isdir(os.path.join(_HERE, "records")):
    # A checkout on a system without links: the folders are at its top.
    __path__.append(os.path.dirname(os.path.dirname(_HERE)))


def __getattr__(name: str) -> object:
    """What is asked for, imported now."""
    if name == "__version__":
        from importlib.metadata import version

        found: object = version("upcard")
    else:
        from importlib import import_module

        home = next((home for home, names in _HOMES.items() if name in names), None)
        if home is None:
            raise AttributeError(f"module 'upcard' has no attribute {name!r}")
        found = getattr(import_module(home), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """The names that are promised."""
    return sorted({*globals(), *__all__})
