"""Reading pages as a browser does: a strict small parser, forms with what they would send, links."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from typing import NamedTuple

VOID = frozenset(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"])
RAW = frozenset({"script", "style"})


class Malformed(AssertionError):
    """A page that is not well-formed."""


class Node:
    """An element: its tag, attributes, children (elements and texts)."""

    def __init__(self, tag: str, attributes: dict[str, str] | None = None):
        self.tag = tag
        self.attributes = attributes or {}
        self.children: list[Node | str] = []

    def __contains__(self, name: str) -> bool:
        return name in self.attributes

    def get(self, name: str, other: str = "") -> str:
        """An attribute."""
        return self.attributes.get(name, other)

    def walk(self) -> Iterator[Node]:
        """This element and everything in it, in order."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += [child for child in reversed(node.children) if isinstance(child, Node)]

    def all(self, *tags: str) -> list[Node]:
        """The elements of some tags in it."""
        return [node for node in self.walk() if node.tag in tags]

    def by_id(self, id: str) -> Node | None:
        """The element with an id."""
        return next((node for node in self.walk() if node.get("id") == id), None)

    def having(self, attribute: str) -> list[Node]:
        """The elements with an attribute."""
        return [node for node in self.walk() if attribute in node.attributes]

    @property
    def text(self) -> str:
        """What it says."""
        return "".join(child if isinstance(child, str) else child.text for child in self.children)


class Reader(HTMLParser):
    """Builds the tree; an end tag that fits nothing, or an attribute given twice, is a mistake."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Node("#page")
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element begins."""
        self._add(tag, attrs, closed=tag in VOID)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element without content, as in drawings."""
        if tag not in VOID and not any(node.tag == "svg" for node in self.open) and tag != "svg":
            raise Malformed(f"line {self.getpos()[0]}: <{tag}/> outside a drawing")
        self._add(tag, attrs, closed=True)

    def _add(self, tag: str, attrs: list[tuple[str, str | None]], closed: bool) -> None:
        names = [name for name, _ in attrs]
        if len(set(names)) != len(names):
            raise Malformed(f"line {self.getpos()[0]}: <{tag}> has an attribute twice: {names}")
        bad = [name for name in names if any(sign in name for sign in "\"'<=")]
        if bad:
            raise Malformed(f"line {self.getpos()[0]}: <{tag}> has the attributes {bad}")
        node = Node(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(node)
        if not closed:
            self.open.append(node)

    def handle_endtag(self, tag: str) -> None:
        """An element ends: it must be the one that began last."""
        if self.open[-1].tag != tag:
            raise Malformed(f"line {self.getpos()[0]}: </{tag}> closes <{self.open[-1].tag}>")
        self.open.pop()

    def handle_data(self, data: str) -> None:
        """A text."""
        self.open[-1].children.append(data)


def parse(text: str) -> Node:
    """The tree of a page or fragment; refuses what is not well-formed."""
    reader = Reader()
    reader.feed(text)
    reader.close()
    if len(reader.open) > 1:
        raise Malformed(f"<{reader.open[-1].tag}> is not closed")
    return reader.root


class Form(NamedTuple):
    """A form of a page."""

    node: Node
    action: str
    method: str
    fields: list[tuple[str, str]]
    """What it would send as it stands."""

    def having(self, name: str) -> str:
        """What a field says now."""
        return next((value for key, value in self.fields if key == name), "")

    def choices(self, name: str) -> list[str]:
        """The values of a group of radio buttons or of a list."""
        radios = [node.get("value") for node in self.node.all("input") if _is_radio(node, name)]
        lists = [node for node in self.node.all("select") if node.get("name") == name]
        return radios + [option.get("value") for node in lists for option in node.all("option")]

    def filled(self, **texts: str) -> Form:
        """The form with other values in some of its fields; a field it does not have cannot be filled in."""
        known = {node.get("name") for node in self.node.walk() if "name" in node}
        assert set(texts) <= known, (set(texts) - known, known)
        kept = [(name, value) for name, value in self.fields if name not in texts]
        return self._replace(fields=[*kept, *texts.items()])


def _is_radio(node: Node, name: str) -> bool:
    return node.get("type") == "radio" and node.get("name") == name


def forms(page: Node) -> list[Form]:
    """The forms of a page with a button to send them."""
    found = []
    for node in page.all("form"):
        buttons = [button for button in node.all("button") if button.get("type", "submit") == "submit"]
        if buttons and node.get("method") != "dialog":
            found.append(Form(node, node.get("action"), node.get("method", "get").lower(), _fields(node)))
    return found


def form_to(page: Node, action: str) -> Form:
    """The form of a page that is sent to an address."""
    return next(form for form in forms(page) if form.action == action)


def _fields(form: Node) -> list[tuple[str, str]]:
    found = []
    for node in form.all("input", "select", "textarea"):
        name, kind = node.get("name"), node.get("type", "text")
        if not name or "disabled" in node or kind in ("submit", "button", "file"):
            continue
        if kind in ("radio", "checkbox"):
            if "checked" in node:
                found.append((name, node.get("value", "on")))
        elif node.tag == "select":
            found.append((name, _selected(node)))
        else:
            found.append((name, node.text.removeprefix("\n") if node.tag == "textarea" else node.get("value")))
    return found


def _selected(node: Node) -> str:
    options = node.all("option")
    chosen = [option for option in options if "selected" in option] or options
    return chosen[0].get("value", chosen[0].text)
