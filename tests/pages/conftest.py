"""A real browser, for tests of what pages look like in one."""

import os
import shutil
from collections.abc import Iterator
from typing import Any

import pytest

CHROMIUM = os.environ.get("CHROMIUM") or next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A Chromium. Tests of one are skipped where there is none, or nothing to drive it by."""
    if CHROMIUM is None:
        pytest.skip("there is no Chromium: install one, or name it by CHROMIUM")
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="pip install '.[browser]' brings what drives a browser"
    )
    with playwright.sync_playwright() as started:
        flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        one = started.chromium.launch(executable_path=CHROMIUM, args=flags)
        yield one
        one.close()
