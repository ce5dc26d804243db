"""How many sessions an experiment tries."""

import os


def sessions(count: int) -> int:
    """So many sessions of an experiment; a third of them where other machines wait for the answer (CI)."""
    return count // 3 if os.environ.get("CI") else count


def steps(count: int) -> int:
    """Of so many steps one is tried; of three times as many in CI."""
    return 3 * count if os.environ.get("CI") else count
