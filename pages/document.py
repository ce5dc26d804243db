"""The shell of a page: one HTML file that asks for nothing from anywhere, whatever is in it."""

import base64
import hashlib
from collections.abc import Iterable, Iterator
from typing import Final

from upcard.pages.templating import Markup, filled, text_of

_BODY: Final = Markup("\0")
"""Where the body comes in: no text of a page holds this sign."""


def document(
    title: str,
    body: Iterable[str],
    *,
    styles: Iterable[str] = (),
    script: str = "",
    lang: str = "en",
    figures: bool = False,
    four_colours: bool = False,
) -> Iterator[str]:
    """A whole page, piece by piece. body: what stands in it, safe as it is; styles: names of style sheets in `styles/` besides the one of all pages; script: the name of a script in
    `scripts/`; figures: whether drawings in it have styles of their own, as those of chart libraries do; four_colours: whether
    each suit has a colour, until the reader wants it otherwise.

    The page may run this script and no other, and load nothing: its policy names what is in it by its digest.
    """
    sheet = _inline("\n".join(text_of(f"styles/{name}.css") for name in ("base", *styles)))
    program = _inline(text_of(f"scripts/{script}.js")) if script else Markup()
    page = filled(
        "document.html",
        title=title,
        body=_BODY,
        sheet=sheet,
        program=program,
        policy=_policy(sheet, program, figures=figures),
        lang=lang,
        four_colours=four_colours,
    )
    before, _, after = page.partition(_BODY)
    yield before
    yield from body
    yield f"{after}\n"


def _inline(text: str) -> Markup:
    """A file of ours as it stands within its tag: no text from anywhere else is in it."""
    assert "</" not in text
    return Markup(f"\n{text.strip()}\n")


def _policy(sheet: str, program: str, *, figures: bool) -> str:
    """What the browser lets this page do."""
    rules = {
        "default-src": "'none'",
        "style-src": "'unsafe-inline'" if figures else _digest(sheet),
        "script-src": _digest(program) if program else "'none'",
        "img-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    return "; ".join(f"{name} {value}" for name, value in rules.items())


def _digest(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
