"""How many sessions an experiment tries."""

import os


def sessions(count: int) -> int:
    """So many sessions of an experiment; a sixth of them where other machines wait for the answer (CI)."""
    return count // 6 if os.environ.get("CI") else count
