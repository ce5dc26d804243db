"""The shell of pages, and the faces of cards."""

import base64
import hashlib
import re
import sys

import pytest

from tests.pages.reading import Page, whole_in_itself
from upcard.pages.cards import back, card_name, face, symbols
from upcard.pages.document import document
from upcard.pages.templating import in_page
from upcard.schemas.cards import Card
from upcard.schemas.errors import UsageError

NASTY = "</title><script>alert(1)</script>\"'><img src=x onerror=alert(1)>\u202e\x1b"


def test_every_card_has_a_face_a_name_and_a_symbol() -> None:
    cards = list(Card)
    page = Page("".join(document("Cards", [symbols(cards), *map(face, cards), back()])))
    whole_in_itself(page)
    shown = [one for one in page.all("svg") if one.get("role") == "img"]
    assert [one["aria-label"] for one in shown] == [*map(card_name, cards), "face down"]
    assert len({one["aria-label"] for one in shown}) == len(shown) == 74
    assert page.all("symbol")


def test_a_page_holds_no_face_that_it_does_not_show() -> None:
    drawn = re.findall(r'id="card-(\w+)"', symbols([Card("Qs"), Card("3?"), Card("Qs")], backs=False))
    assert drawn == ["3_", "Qs"]


def test_text_cannot_break_out_of_a_page() -> None:
    page = Page("".join(document(NASTY, [in_page(NASTY)])))
    whole_in_itself(page)
    assert not page.all("script")
    assert not page.all("img")
    assert page.texts["title"] == ["</title><script>alert(1)</script>\"'><img src=x onerror=alert(1)>\\u{202e}\\u{1b}"]


def test_the_policy_names_the_style_sheet_by_its_digest_unless_figures_bring_styles_of_their_own() -> None:
    page = Page("".join(document("Cards", ["<p>x</p>"])))
    policy = page.all("meta")[1]["content"]
    digest = base64.b64encode(hashlib.sha256("".join(page.texts["style"]).encode()).digest()).decode()
    assert f"style-src 'sha256-{digest}'; script-src 'none'" in policy
    assert "style-src &#39;unsafe-inline&#39;; script-src &#39;none&#39;" in "".join(
        document("Cards", [], figures=True)
    )


def test_a_page_without_the_library_for_it_is_refused_with_the_extra_that_brings_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "jinja2", None)
    for name in ("templating", "cards"):
        monkeypatch.delitem(sys.modules, f"upcard.pages.{name}")
    with pytest.raises(UsageError, match="Jinja2") as caught:
        __import__("upcard.pages.cards")
    assert "upcard[html]" in caught.value.hint
