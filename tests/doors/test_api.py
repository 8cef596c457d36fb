"""The page about Python says what is so: its examples run, and every public name is on it."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import stellwerk
from stellwerk.game import Game, Legal
from stellwerk.questions import Questions

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "api.md"


def named_on_page() -> set[str]:
    """Every word that stands in backquotes or in an example."""
    text = PAGE.read_text(encoding="utf-8")
    marked = re.findall(r"`([^`\n]+)`", text) + re.findall(r"^(?:>>>|\.\.\.) (.*)$", text, re.M)
    return {word for piece in marked for word in re.findall(r"\w+", piece)}


def public_names(owner: object) -> set[str]:
    """What a class or a module offers to others."""
    return {name for name in vars(owner) if not name.startswith("_")}


def test_every_example_of_the_page_gives_what_it_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    result = doctest.testfile(str(PAGE), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert result.attempted > 50 and result.failed == 0


def test_every_name_of_the_front_door_is_on_the_page_and_there() -> None:
    assert set(stellwerk.__all__) <= named_on_page()
    for name in stellwerk.__all__:
        assert getattr(stellwerk, name).__name__ == name


def test_every_question_is_in_the_table_of_questions() -> None:
    assert len(public_names(Questions)) > 25
    assert public_names(Questions) <= named_on_page()
    assert public_names(Legal) <= named_on_page()


def test_what_a_game_can_do_is_on_the_page_but_for_the_tools_of_importers() -> None:
    of_importers = {"check", "retrace", "read_action", "replay", "painter"}
    assert public_names(Game) - of_importers <= named_on_page()


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Gmae'"):
        getattr(stellwerk, "Gmae")  # noqa: B009
