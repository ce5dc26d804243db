"""The sample logs that come with Upcard, to try things with."""

from importlib.util import find_spec
from pathlib import Path
from typing import Final


def _folder() -> Path:
    found = find_spec("upcard.sample_logs")
    assert found is not None
    return Path(next(iter(found.submodule_search_locations or ())))


samples: Final = _folder()
"""Their folder, with a folder for each game."""
