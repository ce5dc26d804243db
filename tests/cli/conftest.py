"""What every test of the command line holds: whoever runs the tests keeps the archive of their own as it is."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _own_archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UPCARD_ARCHIVE", str(tmp_path / "own" / "archive.duckdb"))
