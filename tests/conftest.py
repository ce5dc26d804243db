"""How hypothesis runs: a modest number of examples, more by UPCARD_EXAMPLES, fewer and the same ones each time in CI."""

import gc
import os
from pathlib import Path
from shutil import copyfile

import pytest
from hypothesis import HealthCheck, settings

from upcard.engine import audit
from upcard.records.archive import archive, connecting

settings.register_profile(
    "upcard",
    deadline=None,  # a busy machine is no failure
    max_examples=int(os.environ.get("UPCARD_EXAMPLES", "20" if os.environ.get("CI") else "50")),
    derandomize=bool(os.environ.get("CI")),
    suppress_health_check=[HealthCheck.too_slow],  # for the same reason
)
settings.load_profile("upcard")
for opened in (archive._CREATED, connecting._OPENED):
    opened["threads"] = 1  # archives of tests are small: one thread is done before several have begun


def pytest_collection_finish() -> None:
    """What was imported stays for good, and is not looked through for garbage again and again: a tenth of the time of all tests."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


@pytest.fixture(scope="session", autouse=True)
def _archives_begin_as_copies_of_one(tmp_path_factory: pytest.TempPathFactory) -> None:
    """An archive without a row is made once, and each other is a copy of its file: to make one takes a tenth of a second."""
    create, empty = archive._create, tmp_path_factory.mktemp("empty") / "archive.duckdb"

    def copied(path: Path) -> None:
        if not empty.exists():
            create(empty)
        copyfile(empty, path)

    archive._create = copied


@pytest.fixture
def short_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a log that makes no sense hands are given up on at once: for tests to which it is all the same what explains them."""
    monkeypatch.setattr(audit, "SPARE", 1_000)
