"""A page as a browser reads it: its elements with what stands in them, and what of it could ask for something elsewhere."""

from html.parser import HTMLParser
from typing import Final

from upcard.cli import evening
from upcard.records.logfile import Read

VOID: Final = frozenset({"meta", "br", "hr", "input", "img", "link"})
ASKING: Final = frozenset(
    {"src", "srcset", "href", "xlink:href", "action", "formaction", "poster", "data", "ping", "background"}
)


class Page(HTMLParser):
    """Well-formed, or it fails. elements: each with its attributes; texts: by the element that they stand in."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.texts: dict[str, list[str]] = {}
        self._open: list[str] = []
        self.feed(text)
        self.close()
        assert not self._open, self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), (tag, attrs)
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag, (tag, self.getpos())

    def handle_data(self, data: str) -> None:
        self.texts.setdefault(self._open[-1] if self._open else "", []).append(data)

    def all(self, tag: str) -> list[dict[str, str]]:
        """The attributes of each element of this name."""
        return [attributes for name, attributes in self.elements if name == tag]

    def ids(self) -> list[str]:
        """The names of places in the page."""
        return [attributes["id"] for _, attributes in self.elements if "id" in attributes]


def whole_in_itself(page: Page) -> None:
    """It asks for nothing from elsewhere, runs nothing that its policy does not name, and its links lead to places in it."""
    ids = page.ids()
    assert len(ids) == len(set(ids))
    for tag, attributes in page.elements:
        assert tag not in {"link", "iframe", "object", "embed", "base", "form"}, tag
        for name, value in attributes.items():
            assert not name.startswith("on"), (tag, name)
            if name in ASKING:
                assert value.startswith("#") or (tag == "img" and value.startswith("data:")), (tag, name, value)
                assert value.startswith("data:") or value[1:] in ids, value
    policy = next(one["content"] for one in page.all("meta") if one.get("http-equiv") == "Content-Security-Policy")
    assert policy.startswith("default-src 'none'; ")
    assert "url(" not in "".join(page.texts["style"])
    assert "@import" not in "".join(page.texts["style"])


def page_of(read: Read, *, hindsight: bool = False) -> str:
    """The page that replays a log."""
    return b"".join(evening.page_of(read, hindsight=hindsight).pieces()).decode()
