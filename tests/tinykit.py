"""The tiny title of docs/adding-a-title.md: its files read from the page, installed as a package beside ours."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from stellwerk import titles as titles_door
from stellwerk.table.view import own_words
from stellwerk.titles import packages

titles_room = sys.modules["stellwerk.titles"]
PAGE = Path(__file__).parents[1] / "docs" / "adding-a-title.md"
BLOCK = re.compile(r"`([\w./]+)`:\n\n```(?:json|python|toml)\n(.*?)```", re.DOTALL)
TITLE = "Tiny"


def files_of_page() -> dict[str, str]:
    """The files the page names, each with the block that follows it."""
    found = dict(BLOCK.findall(PAGE.read_text(encoding="utf-8")))
    assert {"pyproject.toml", "stellwerk_tiny/__init__.py", "stellwerk_tiny/Tiny.json"} <= set(found)
    return found


def install(source: Path, into: Path) -> Path:
    """Write the package of the page and install it into a folder, without a network."""
    for name, text in files_of_page().items():
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        (source / name).write_text(text, encoding="utf-8")
    words = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    done = subprocess.run([*words, "--target", str(into), str(source)], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return into


def forget() -> None:
    """What is known of other packages is looked up anew."""
    importlib.invalidate_caches()
    for known in (
        packages.installed,
        packages.found,
        titles_room._printed_rules,
        titles_room.words_of,
        own_words._spoken,
    ):
        known.cache_clear()


@contextmanager
def beside_ours(folder: Path) -> Iterator[None]:
    """In this process, too, the packages of a folder are installed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        forget()
        before = set(sys.modules)
        yield
        for name in set(sys.modules) - before:
            if str(folder) in str(getattr(sys.modules[name], "__file__", "")):
                del sys.modules[name]
    forget()


def known_titles() -> tuple[str, ...]:
    """The titles there are."""
    return titles_door()
