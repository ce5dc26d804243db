"""The archive: a log store, the DuckDB file that indexes it, and what can be asked of them."""

import resource
from typing import Final

from upcard.schemas.errors import StorageError

LEAST_ADDRESS_SPACE: Final = 1 << 30
"""With less DuckDB and numpy end the process by a signal, some at once and some later, and nobody is told why."""


def _must_have_room() -> None:
    """Raises `StorageError` where this process may not have as much address space as an archive takes."""
    most, _ = resource.getrlimit(resource.RLIMIT_AS)
    if most not in {resource.RLIM_INFINITY, -1} and most < LEAST_ADDRESS_SPACE:
        says = f"an archive takes {LEAST_ADDRESS_SPACE >> 20} MB of address space; this process may have {most >> 20}"
        raise StorageError(says, hint="ulimit -v unlimited allows it")


_must_have_room()  # before anything here loads what would not tell
