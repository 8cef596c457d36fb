"""Normal forms of what the program says: equal for equal pages, however templates are laid out and classes called.

A page becomes a tree of lines, an element a line: its tag, its attributes by name, its text after a bar.
Left out are classes and what is new with every start: tokens, marks of static files. White space is folded; between
a text and its neighbours it counts, at the edges of blocks and between elements alone it does not.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

VOID = frozenset(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"])
BLOCKS = frozenset({
    "address", "article", "aside", "blockquote", "body", "br", "caption", "col", "colgroup", "dd", "details",
    "dialog", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "g", "h1", "h2", "h3", "h4",
    "h5", "h6", "head", "header", "hr", "html", "legend", "li", "main", "nav", "ol", "option", "p", "pre", "section",
    "select", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "title", "tr", "ul",
})  # fmt: skip
"""Elements at whose edges white space is not seen."""
EXACT = frozenset({"pre", "textarea"})
UNKEPT = frozenset({"class", "nonce"})
TOKEN = re.compile(r"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])")
MARK = re.compile(r"(/static/[^\"?\s]*)\?v=[0-9a-f]{12}")
CLASS = re.compile(r"\.[A-Za-z_][\w-]*")
SPACE = re.compile(r"\s+")
QUOTED_CLASS = re.compile(r' class=\\?"[^"\\]*\\?"')
"""A class of a drawing that stands in data or in a file."""
LETTERS = re.compile(r"(?<=\n)\d+ letters, (?=[0-9a-f]{16})")
"""How long a drawing is that is kept by its digest (which is one without classes)."""


class Element:
    """An element with what is in it: elements and texts."""

    __slots__ = ("attributes", "children", "tag")

    def __init__(self, tag: str, attributes: list[tuple[str, str | None]]):
        self.tag = tag
        self.attributes = attributes
        self.children: list[Element | str] = []


class Reader(HTMLParser):
    """Builds the tree of a page."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("#page", [])
        self.open = [self.root]

    def handle_decl(self, decl: str) -> None:
        """The line with the kind of document."""
        self.open[-1].children.append(Element(f"!{decl}", []))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element begins."""
        node = Element(tag, attrs)
        self.open[-1].children.append(node)
        if tag not in VOID:
            self.open.append(node)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element without content."""
        self.open[-1].children.append(Element(tag, attrs))

    def handle_endtag(self, tag: str) -> None:
        """An element ends; one that was never closed ends with it."""
        at = next((i for i in range(len(self.open) - 1, 0, -1) if self.open[i].tag == tag), None)
        if at is None:
            self.open[-1].children.append(Element(f"/{tag}", []))
        else:
            del self.open[at:]

    def handle_data(self, data: str) -> None:
        """A text; one that a comment cuts in two stays one."""
        children = self.open[-1].children
        if children and isinstance(children[-1], str):
            children[-1] += data
        else:
            children.append(data)


def unstamped(text: str) -> str:
    """A text without what is new with every start."""
    return TOKEN.sub("TOKEN", MARK.sub(r"\1", text))


def page_form(text: str) -> str:
    """The normal form of a page, a fragment or a drawing."""
    reader = Reader()
    reader.feed(unstamped(text))
    reader.close()
    return "\n".join(line for child in _parts(reader.root) for line in _lines(child, 0))


def sheet_form(text: str) -> str:
    """The normal form of a style sheet: names of classes do not count."""
    return CLASS.sub(".*", SPACE.sub(" ", text)).replace("}", "}\n").strip()


def json_form(text: str) -> str:
    """The normal form of data: as it was sent, white space and tokens apart."""
    return json.dumps(json.loads(unstamped(text)), ensure_ascii=False, separators=(",", ":"))


def unclassed(text: str) -> str:
    """An answer without the classes of drawings in its data, and how long they make a file: names do not count."""
    return LETTERS.sub("", QUOTED_CLASS.sub("", text))


def _lines(node: Element | str, depth: int) -> Iterator[str]:
    indent = " " * depth
    if isinstance(node, str):
        yield f"{indent}| {node}"
        return
    head = indent + node.tag + "".join(_attributes(node))
    parts = _parts(node)
    if len(parts) == 1 and isinstance(parts[0], str):
        yield f"{head} | {parts[0]}"
        return
    yield head
    for part in parts:
        yield from _lines(part, depth + 1)


def _attributes(node: Element) -> Iterator[str]:
    for name, value in sorted(node.attributes, key=lambda pair: pair[0]):
        if name not in UNKEPT:
            yield f' {name}="{SPACE.sub(" ", value).strip()}"' if value else f" {name}"


def _parts(node: Element) -> list[Element | str]:
    """What is in an element, texts folded; a space at a seam with an inline element stays, and stands in the text."""
    if node.tag in EXACT:
        return [
            child if isinstance(child, Element) else json.dumps(child, ensure_ascii=False) for child in node.children
        ]
    if node.tag == "style":
        return [sheet_form(child).replace("\n", " ") for child in node.children if isinstance(child, str)]
    if not any(isinstance(child, str) and not child.isspace() for child in node.children):
        return [child for child in node.children if isinstance(child, Element)]
    return list(_seamed(node.children))


def _seamed(children: list[Element | str]) -> Iterator[Element | str]:
    for at, child in enumerate(children):
        before = children[at - 1] if at else None
        after = children[at + 1] if at + 1 < len(children) else None
        if isinstance(child, Element):
            yield child
        elif child.isspace():
            if _is_inline(before) and _is_inline(after):
                yield "␣"
        else:
            left = "␣" if _is_inline(before) and (child[0].isspace() or _ends_with_space(before, -1)) else ""
            right = "␣" if _is_inline(after) and (child[-1].isspace() or _ends_with_space(after, 0)) else ""
            yield left + SPACE.sub(" ", child).strip() + right


def _is_inline(node: Element | str | None) -> bool:
    return isinstance(node, Element) and node.tag not in BLOCKS


def _ends_with_space(node: Element | str | None, end: int) -> bool:
    """Does an element begin (0) or end (-1) with white space?"""
    while isinstance(node, Element):
        if not node.children:
            return False
        node = node.children[end]
    return bool(node) and isinstance(node, str) and node[end].isspace()


def leaves(data: Any, path: str = "") -> Iterator[str]:
    """Data as lines, one for each leaf, so that differences can be shown."""
    if isinstance(data, dict) and data:
        for name, value in data.items():
            yield from leaves(value, f"{path}.{name}" if path else name)
    elif isinstance(data, list) and data:
        for number, value in enumerate(data):
            yield from leaves(value, f"{path}[{number}]")
    else:
        yield f"{path} = {json.dumps(data, ensure_ascii=False)}"
