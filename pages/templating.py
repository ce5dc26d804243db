"""Templates, filled in with values that cannot break out of them: whatever is no `Markup` is text, made safe and escaped."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

from upcard.schemas.errors import UsageError
from upcard.schemas.safe import safe_text

try:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined
    from markupsafe import Markup, escape
except ImportError:
    raise UsageError("a page can be made with Jinja2 alone", hint="pip install 'upcard[html]' brings it") from None

__all__ = ["Markup", "filled", "filled_piece_by_piece", "in_page", "macros", "text_of"]

_FOLDER: Final = Path(__file__).parent
_AT_ONCE: Final = 512
"""So many values and texts between them are one piece."""


def filled(template: str, **values: Any) -> Markup:
    """A template of `templates/` with its values."""
    return Markup(_environment().get_template(template).render(**values))  # noqa: S704 - the template escapes


def filled_piece_by_piece(template: str, **values: Any) -> Iterator[str]:
    """The same as pieces that follow one another: what a value gives one by one is asked for when its place has come."""
    pieces = _environment().get_template(template).stream(**values)
    pieces.enable_buffering(_AT_ONCE)
    return iter(pieces)


@cache
def macros(template: str) -> Any:
    """What a template defines, to be filled in by itself."""
    return _environment().get_template(template).module


def in_page(text: str) -> Markup:
    """A text as it stands in a page."""
    return escape(safe_text(text))


@cache
def text_of(name: str) -> str:
    """A file beside the templates: a style sheet or a script."""
    return (_FOLDER / name).read_text(encoding="utf-8")


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(_FOLDER / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_shown,
    )


def _shown(value: Any) -> Any:
    return safe_text(value) if type(value) is str else value
