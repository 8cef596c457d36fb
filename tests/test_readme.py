"""The README's examples run."""

import doctest
from pathlib import Path

import stellwerk


def test_every_example_of_the_readme_gives_what_it_shows() -> None:
    readme = Path(__file__).parents[1] / "README.md"
    result = doctest.testfile(str(readme), module_relative=False)
    assert result.attempted > 5
    assert result.failed == 0


def test_the_front_door_s_own_example_runs() -> None:
    assert doctest.testmod(stellwerk).failed == 0
