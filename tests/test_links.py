"""Every link and every file named on the project's pages leads somewhere.

The checkers are plain functions of a page's name and text; the last tests try them on small bad texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.test_hygiene import show, texts

ROOT = Path(__file__).resolve().parents[1]

LINK = re.compile(r"!?\[[^\]\n]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ +(.*?) *#*$", re.M)
NAMED = re.compile(r"`((?:docs|src|tests|tools|bench|examples)/[\w./-]+)`")
PAGE_IN_CODE = re.compile(r"\bdocs/[\w-]+\.md\b")
FENCED = re.compile(r"^```.*?^```", re.M | re.S)


def pages() -> dict[str, str]:
    """The Markdown pages of the project."""
    return {name: text for name, text in texts().items() if name.endswith(".md")}


def anchor_of(heading: str) -> str:
    """What a heading is called in a link: lower case, no signs, hyphens for spaces."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def anchors_in(text: str) -> set[str]:
    """All anchors of a page."""
    return {anchor_of(heading) for heading in HEADING.findall(FENCED.sub("", text))}


def broken_links(name: str, text: str, found: dict[str, str]) -> Iterator[str]:
    """Links of a page to no file or no heading; addresses of the web are not followed."""
    for target in LINK.findall(FENCED.sub("", text)):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        file = (ROOT / name).parent / path if path else ROOT / name
        if not file.exists():
            yield f"{name}: there is no {target}"
        elif anchor and file.suffix == ".md":
            page = file.resolve().relative_to(ROOT).as_posix()
            if anchor not in anchors_in(found.get(page, text)):
                yield f"{name}: {path or 'the page'} has no heading #{anchor}"


def missing_files(name: str, text: str) -> Iterator[str]:
    """Files and folders a page names in backquotes that are not there."""
    for path in NAMED.findall(FENCED.sub("", text)):
        if not (ROOT / path).exists():
            yield f"{name}: there is no {path}"


def missing_pages(name: str, text: str) -> Iterator[str]:
    """Pages that code or a page speaks of and that are not there."""
    for path in PAGE_IN_CODE.findall(text):
        if not (ROOT / path).exists():
            yield f"{name}: there is no {path}"


def test_every_link_leads_somewhere() -> None:
    found = [line for name, text in pages().items() for line in broken_links(name, text, pages())]
    assert not found, show(found)


def test_every_file_that_is_named_is_there() -> None:
    found = [line for name, text in pages().items() for line in missing_files(name, text)]
    assert not found, show(found)


def test_every_page_that_is_named_is_there() -> None:
    ours = {name: text for name, text in texts().items() if name != "tests/test_links.py"}
    found = [line for name, text in ours.items() for line in missing_pages(name, text)]
    assert not found, show(found)


def test_every_page_is_named_in_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert not [name for name in pages() if name.startswith("docs/") and name not in readme]


def test_there_are_links_to_check() -> None:
    assert sum(len(LINK.findall(text)) for text in pages().values()) > 20
    assert sum(len(NAMED.findall(text)) for text in pages().values()) > 20


@pytest.mark.parametrize("bad", ["[x](none.md)", "[x](#none)", "![x](docs/none.png)", "[x](docs/api.md#none)"])
def test_checker_finds_a_broken_link(bad: str) -> None:
    assert list(broken_links("README.md", f"# Here\n{bad}", pages()))


@pytest.mark.parametrize(
    "good", ["[x](LICENSE)", "[x](#here-there)", "[x](docs/api.md#best-runs)", "[x](https://x.org)"]
)
def test_checker_lets_a_good_link_pass(good: str) -> None:
    page = {"README.md": f"# Here, there\n{good}", "docs/api.md": "## Best runs"}
    assert not list(broken_links("README.md", page["README.md"], page))


def test_checker_finds_what_is_not_there() -> None:
    assert list(missing_files("README.md", "look at `src/stellwerk/none.py`"))
    assert list(missing_pages("x.py", "# docs/" + "none.md says more"))
    assert not list(missing_files("README.md", "look at `src/stellwerk` and\n```\n`docs/x.md`\n```"))
