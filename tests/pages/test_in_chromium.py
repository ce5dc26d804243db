"""The page in a real browser: it steps, hides and jumps, by keys, touch and slider, and fits a phone."""

from pathlib import Path
from typing import Any

import pytest

from tests.pages.reading import page_of
from tests.pages.test_replay import SAMPLES, played
from upcard.engine.game import keys
from upcard.engine.scene import Scene
from upcard.engine.view import PUBLIC
from upcard.pages.document import document
from upcard.pages.table import table
from upcard.records.logfile import read_log
from upcard.records.redacted import redacted_copy

pytestmark = [pytest.mark.check, pytest.mark.filterwarnings("default")]


class Seen:
    """A page in a browser. asked: what it asked for besides itself; told: its errors."""

    def __init__(self, browser: Any, path: Path, *, at: str = "", width: int = 1440, **settings: Any) -> None:
        self.asked: list[str] = []
        self.told: list[str] = []
        self.page = browser.new_page(viewport={"width": width, "height": 800}, **settings)
        self.page.on("request", lambda one: self.asked.append(one.url))
        self.page.on("console", lambda one: self.told.append(one.text))
        self.page.on("pageerror", lambda one: self.told.append(str(one)))
        self.page.goto(f"{path.as_uri()}{at}")
        self.asked.remove(f"{path.as_uri()}{at.partition('#')[0]}")

    def says(self) -> str:
        return str(self.page.inner_text("#says"))

    def at(self) -> str:
        return str(self.page.evaluate("location.hash"))

    def in_order(self) -> bool:
        """Nothing was asked for, no error, and nothing goes beyond the side of the screen."""
        wide = self.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        return not self.asked and not self.told and wide <= 0


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pages") / "evening.html"
    path.write_text(page_of(played("court_piece")), encoding="utf-8")
    return path


def test_keys_buttons_slider_and_swipes_step(browser: Any, evening: Path) -> None:
    seen = Seen(browser, evening, has_touch=True)
    first = seen.says()
    seen.page.keyboard.press("ArrowRight")
    second = seen.says()
    assert first != second
    assert seen.at().startswith("#hand-1-line-")
    seen.page.keyboard.press("ArrowLeft")
    assert seen.says() == first
    seen.page.click("#forward")
    assert seen.says() == second
    seen.page.focus("#slider")
    seen.page.keyboard.press("End")
    assert seen.page.input_value("#slider") == seen.page.get_attribute("#slider", "max")
    seen.page.keyboard.press("n")
    assert seen.at().startswith("#hand-2-line-")
    before = seen.says()
    swipe = """([from, to]) => {
        const table = document.querySelector(".table");
        const touch = (x) => new Touch({ identifier: 1, target: table, clientX: x, clientY: 300 });
        table.dispatchEvent(new TouchEvent("touchstart", { touches: [touch(from)] }));
        table.dispatchEvent(new TouchEvent("touchend", { changedTouches: [touch(to)] }));
    }"""
    seen.page.evaluate(swipe, [300, 100])
    assert seen.says() != before
    seen.page.evaluate(swipe, [100, 300])
    assert seen.says() == before
    seen.page.keyboard.press("p")
    seen.page.select_option("#hands", index=0)
    assert seen.says() == first
    assert seen.in_order()


def test_the_table_is_that_of_the_step_also_after_steps_back(browser: Any, evening: Path) -> None:
    seen = Seen(browser, evening)
    shown = []
    for _ in range(12):
        shown.append(seen.page.inner_html(".table"))
        seen.page.keyboard.press("ArrowRight")
    for before in reversed(shown):
        seen.page.keyboard.press("ArrowLeft")
        assert seen.page.inner_html(".table") == before
    assert seen.in_order()


def test_a_link_leads_to_its_moment(browser: Any, evening: Path) -> None:
    seen = Seen(browser, evening, at="#hand-2-line-80")
    assert seen.page.get_attribute("#here", "href") == "#hand-2-line-80"
    assert seen.page.inner_text(".course .now").startswith("80")
    seen.page.evaluate("location.hash = '#hand-1-line-20'")
    seen.page.wait_for_function("document.querySelector('.course .now').innerText.startsWith('20')")
    assert seen.in_order()


def test_findings_are_marks_that_one_jumps_to(browser: Any, tmp_path: Path) -> None:
    path = tmp_path / "revoke.html"
    path.write_text(page_of(read_log(SAMPLES / "court_piece" / "revoke_found_later.jsonl")), encoding="utf-8")
    seen = Seen(browser, path)
    assert seen.page.locator("#marks a.breach").count() == 2
    seen.page.keyboard.press("f")
    assert seen.at() == "#hand-1-line-15"
    seen.page.keyboard.press("f")
    assert seen.at() == "#hand-1-line-46"
    assert "keep the suit led" in seen.page.inner_text("#found")
    assert seen.in_order()


def test_a_page_for_all_shows_backs_and_screen_readers_hear_what_happens(browser: Any, tmp_path: Path) -> None:
    path = tmp_path / "public.html"
    path.write_text(page_of(redacted_copy(played("court_piece"), PUBLIC)), encoding="utf-8")
    seen = Seen(browser, path)
    for _ in range(4):
        seen.page.keyboard.press("ArrowRight")
    hands = seen.page.locator(".held svg")
    assert {hands.nth(place).get_attribute("aria-label") for place in range(hands.count())} == {"face down"}
    while " plays " not in seen.says():
        seen.page.keyboard.press("ArrowRight")
    heard = seen.page.text_content("#spoken")
    assert " of " in heard
    assert not set("♣♦♥♠") & set(heard)
    live = seen.page.locator("[aria-live]")
    assert live.get_attribute("aria-live") == "polite"
    unnamed = "[...document.querySelectorAll('button,input,select')].filter(e => !(e.ariaLabel || e.innerText || e.labels?.length))"
    assert seen.page.evaluate(f"{unnamed}.length") == 0
    assert seen.in_order()


STEPPING = """(most) => {
    const wrong = [];
    const says = document.querySelector("#says");
    for (let step = 0; step < most; step++) {
        document.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
        const root = document.documentElement, box = says.getBoundingClientRect();
        if (root.scrollWidth > root.clientWidth) wrong.push(location.hash + " is too wide");
        if (!says.textContent || box.top < 0 || box.bottom > innerHeight) wrong.push(location.hash + ": what happened is out of sight");
        for (const text of document.querySelectorAll(".table h3, .table dd, .table .mark, .table .score, .table .said"))
            if (text.scrollWidth > text.clientWidth + 1 && text.clientWidth) wrong.push(location.hash + " cuts: " + text.textContent);
    }
    const inside = document.createRange();
    for (const cell of document.querySelectorAll(".scores .number, .scores tbody th")) {
        inside.selectNodeContents(cell); // its row may be high by the words in it
        if (inside.getBoundingClientRect().height > 60) wrong.push("broken over lines: " + cell.textContent);
    }
    return wrong;
}"""
"""Steps, and tells where the page is wider than the screen, what happened is out of sight, or a text on the table is cut."""


@pytest.mark.parametrize("game", keys())
def test_every_game_fits_a_phone_and_a_wide_screen(browser: Any, tmp_path: Path, game: str) -> None:
    path = tmp_path / f"{game}.html"
    path.write_text(page_of(played(game, 1)), encoding="utf-8")
    for width in (360, 1440):
        seen = Seen(browser, path, width=width)
        last = int(seen.page.evaluate("document.querySelectorAll('.course li').length"))
        assert seen.page.evaluate(STEPPING, min(last, 80)) == []
        assert seen.in_order(), (width, seen.at(), seen.told)
        seen.page.close()


def test_without_script_the_whole_course_is_there_and_no_table(browser: Any, evening: Path) -> None:
    seen = Seen(browser, evening, java_script_enabled=False)
    assert not seen.page.is_visible("#play")
    lines = seen.page.locator(".course li")
    assert lines.first.is_visible()
    assert lines.last.is_visible()
    assert not seen.asked


def test_names_of_a_board_are_not_broken_in_a_drawing_on_a_phone(browser: Any, tmp_path: Path) -> None:
    pots = tuple((name, "12") for name in ("pope", "matrimony", "intrigue", "ace", "king", "queen"))
    path = tmp_path / "board.html"
    page = "".join(document("A board", table(Scene(title="Deal", hands=(), pots=pots)), styles=["table"]))
    path.write_text(page, "utf-8")
    seen = Seen(browser, path, width=320)
    heights = seen.page.evaluate(
        "[...document.querySelectorAll('.board dt')].map(e => e.getBoundingClientRect().height)"
    )
    assert len(heights) == 6
    assert len(set(heights)) == 1
