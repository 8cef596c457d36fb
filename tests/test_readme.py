"""The README's examples run, its contents are complete, its picture is small."""

import doctest
import re
from pathlib import Path

import stellwerk

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
MOST_BYTES = 300_000


def test_every_example_of_the_readme_gives_what_it_shows() -> None:
    result = doctest.testfile(str(README), module_relative=False)
    assert result.attempted > 5
    assert result.failed == 0


def test_the_front_door_s_own_example_runs() -> None:
    assert doctest.testmod(stellwerk).failed == 0


def test_every_chapter_is_in_the_table_of_contents() -> None:
    text = README.read_text(encoding="utf-8")
    chapters = re.findall(r"^## (.*)$", text, re.M)
    assert chapters == [name for name, _ in re.findall(r"\[([^\]]+)\]\(#([\w-]+)\)", text)]


def test_the_picture_is_small_enough_to_load_at_once() -> None:
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", README.read_text(encoding="utf-8"))
    assert pictures
    for picture in pictures:
        assert (ROOT / picture).stat().st_size < MOST_BYTES
