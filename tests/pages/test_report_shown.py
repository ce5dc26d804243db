"""The report as a real browser shows it: light, dark, on a phone and on paper."""

from pathlib import Path
from typing import Any

import pytest

from tests.pages.test_report import EVENING, LATER, NASTY, sheet
from tests.records.archives import new_archive, simulated
from upcard.pages.report import charts
from upcard.pages.report.gathering import Scope, gathered
from upcard.pages.report.page import drawings_of, page

pytestmark = pytest.mark.check


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("report")
    nasty = sheet("2026-04-02", (NASTY, "a" * 80, "cid", "dee"), (0, 4, 9, 2), log="nasty")
    archive = new_archive(folder / "club", [EVENING, LATER, nasty, *simulated(hands=2)])
    told = gathered(archive, Scope(kind="season", title="Season 2026", asked={}))
    made = folder / "season.html"
    made.write_text(page(told, drawings_of(told), with_charts=charts.available()), encoding="utf-8")
    return made


def shown(browser: Any, file: Path, width: int, scheme: str) -> tuple[Any, list[str]]:
    """The page, and what the browser complained of or asked for."""
    seen = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
    told: list[str] = []
    seen.on("console", lambda message: told.append(message.text))
    seen.on("request", lambda request: told.append(request.url) if request.url != file.as_uri() else None)
    seen.goto(file.as_uri())
    return seen, told


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (1280, "dark"), (360, "light"), (360, "dark")])
def test_nothing_is_asked_for_nothing_is_refused_and_nothing_runs_over_the_side(
    browser: Any, file: Path, width: int, scheme: str
) -> None:
    seen, told = shown(browser, file, width, scheme)
    assert told == []
    assert seen.evaluate("document.documentElement.scrollWidth") <= width
    ground = seen.evaluate("getComputedStyle(document.body).backgroundColor")
    light = sum(map(int, ground.removeprefix("rgb(").removesuffix(")").split(","))) > 3 * 128
    assert light == (scheme == "light")


def test_one_of_two_charts_is_shown_and_is_dark_on_dark(browser: Any, file: Path) -> None:
    if not charts.available():
        pytest.skip("needs the extra report")
    colours = []
    for width, scheme, name in ((1280, "light", "broad"), (1280, "dark", "broad"), (360, "light", "slim")):
        seen, _ = shown(browser, file, width, scheme)
        assert {one.get_attribute("class") for one in seen.query_selector_all(".chart") if one.is_visible()} == {
            f"chart {name}"
        }
        colours.append(
            seen.evaluate("getComputedStyle(document.querySelector('.chart path[stroke=\"#1f6b4c\"]')).stroke")
        )
    assert colours[0] == colours[2] != colours[1]


def test_a_figure_leads_to_its_hands(browser: Any, file: Path) -> None:
    seen, _ = shown(browser, file, 1280, "light")
    seen.click(".standings td a >> nth=0")
    place = seen.evaluate("location.hash.slice(1)")
    assert seen.locator(f"[id='{place}']").bounding_box()["y"] < 900
    seen.click(f"[id='{place}'] .behind a >> nth=1")
    assert seen.evaluate("document.querySelector(':target').tagName") == "TR"


def test_it_can_be_printed(browser: Any, file: Path, tmp_path: Path) -> None:
    seen, _ = shown(browser, file, 1280, "dark")
    seen.emulate_media(media="print", color_scheme="dark")
    assert seen.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert not seen.locator(".basis").first.is_visible()
    seen.pdf(path=str(tmp_path / "report.pdf"))
    assert (tmp_path / "report.pdf").stat().st_size > 10_000
