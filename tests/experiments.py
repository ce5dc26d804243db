"""How many sessions an experiment tries."""

import os


def sessions(count: int) -> int:
    """So many sessions of an experiment; a third of them where other machines wait for the answer (CI)."""
    return count // 3 if os.environ.get("CI") else count
