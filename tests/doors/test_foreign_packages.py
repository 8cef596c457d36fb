"""Packages of other people that bring titles: a broken or hostile one is named with a reason and left out."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests import tinykit

import stellwerk
from stellwerk import BadInput
from stellwerk.titles import origins, rules_of

SOURCE = Path(__file__).parents[2] / "src"

CZ = "from stellwerk.titles.t18cz import RULES as OURS, make as ours\n"
RULES = "from stellwerk.rules import Rules\nclass Own(Rules):\n    title = {title!r}\nRULES = Own\n"


def package(folder: Path, name: str, code: str, points: str, version: str = "1.0") -> None:
    """Write a package as an installer leaves it."""
    (folder / name).mkdir(parents=True)
    (folder / name / "__init__.py").write_text(code, encoding="utf-8")
    about = folder / f"{name}-{version}.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", encoding="utf-8")
    (about / "entry_points.txt").write_text(f"[stellwerk.titles]\n{points}\n", encoding="utf-8")


OURS = stellwerk.titles()

BROKEN = [
    ("import nothing_of_this_name\n", "X = {name}", "ModuleNotFoundError: No module named 'nothing_of_this_name'"),
    ("raise SystemExit('bye')\n", "X = {name}", "SystemExit: bye"),
    ("raise GeneratorExit\n", "X = {name}", "GeneratorExit"),
    ("def f(): f()\nf()\n", "X = {name}", "RecursionError: maximum recursion depth exceeded"),
    ("class E(Exception):\n    def __str__(self): raise E\nraise E\n", "X = {name}", "E"),
    ("raise ValueError('a\\n\\nb \\x1b[31m' + 'x' * 9999)\n", "X = {name}", "ValueError: a b ?[31mxxx"),
    ("thing = 5\n", "X = {name}:thing", "it has no RULES (a subclass of Rules) and no make(variant, program, edition)"),
    ("RULES = 5\nmake = 6\n", "X = {name}", "it has no RULES (a subclass of Rules) and no make("),
    (CZ + "RULES, make = OURS, ours\n", "X = {name}", "its rules are those of another title"),
    (
        RULES.format(title="X") + "def make(*_): return 5\n",
        "X = {name}",
        "what it makes for 'base' and",
    ),
    (RULES.format(title="X") + "def make(*_): raise KeyError('figures')\n", "X = {name}", "KeyError: 'figures'"),
    ("", "X = {name}.", "ModuleNotFoundError"),
    ("", "X = {name}:not:a.thing!", "AttributeError"),
    ("", "18CZ = {name}", "stellwerk itself has a title of this name"),
    ("", "18cz = {name}", "stellwerk itself has a title of this name"),
    ("", "two words = {name}", "a title is called by 1 to 30 letters, digits, dots, dashes and underscores"),
    ("", "../up = {name}", "a title is called by 1 to 30 letters"),
    ("", "x" * 5000 + " = {name}", "a title is called by 1 to 30 letters"),
]


@pytest.mark.parametrize(("code", "points", "reason"), BROKEN, ids=range(len(BROKEN)))
def test_a_broken_package_is_named_and_left_out(tmp_path: Path, code: str, points: str, reason: str) -> None:
    package(tmp_path, "broken_title", code, points.format(name="broken_title"), "3.1")
    with tinykit.beside_ours(tmp_path):
        (origin,) = origins()
        assert (origin.package, origin.version) == ("broken_title", "3.1")
        assert origin.left_out.startswith(reason) and "\n" not in origin.left_out and len(origin.left_out) < 250
        assert stellwerk.titles() == OURS
        assert stellwerk.new_game("18CZ", ["Ada", "Bo", "Cy"]).turn
        if origin.title == "X":
            with pytest.raises(BadInput, match="The title 'X' of broken_title is left out: "):
                rules_of("X")


def test_somebody_at_the_keyboard_may_end_the_program(tmp_path: Path) -> None:
    package(tmp_path, "slow_title", "raise KeyboardInterrupt\n", "X = slow_title")
    with tinykit.beside_ours(tmp_path), pytest.raises(KeyboardInterrupt):
        stellwerk.titles()


def test_of_two_packages_with_one_title_neither_is_taken(tmp_path: Path) -> None:
    package(tmp_path, "one_title", "", "X = one_title")
    package(tmp_path, "other_title", "", "x = other_title")
    with tinykit.beside_ours(tmp_path):
        reasons = {origin.left_out for origin in origins()}
        assert reasons == {"several titles have this name, in one_title, other_title"}


def test_what_a_package_says_of_itself_may_be_unreadable(tmp_path: Path) -> None:
    package(tmp_path, "odd_title", "", "no line of that kind\n[[[")
    about = tmp_path / "bare-1.dist-info"
    about.mkdir()
    (about / "entry_points.txt").write_bytes(b"\xff\xfe\x00[stellwerk.titles]")
    with tinykit.beside_ours(tmp_path):
        assert stellwerk.titles() == OURS


def test_nothing_of_others_is_imported_until_it_is_asked_for(tmp_path: Path) -> None:
    package(tmp_path, "noisy_title", "raise AssertionError('imported')\n", "X = noisy_title")
    with tinykit.beside_ours(tmp_path):
        rules_of("18CZ", "bohemia")
        stellwerk.new_game("18BL", ["Ada", "Bo"])
        assert "noisy_title" not in sys.modules
        with pytest.raises(BadInput, match="left out: AssertionError: imported"):
            stellwerk.new_game("X", ["Ada", "Bo"])


def test_the_command_line_names_what_is_left_out(tmp_path: Path) -> None:
    package(tmp_path, "broken_title", "raise SystemExit(3)\n", "X = broken_title", "0.7")
    path = {**os.environ, "PYTHONPATH": os.pathsep.join((str(SOURCE), str(tmp_path)))}
    done = subprocess.run([sys.executable, "-m", "stellwerk", "titles"], env=path, capture_output=True, text=True)
    assert done.returncode == 0 and "18Rhl" in done.stdout
    assert "Left out: X of broken_title 0.7, for SystemExit: 3." in done.stdout


def test_our_own_titles_are_listed_as_those_of_others_are() -> None:
    import tomllib

    project = tomllib.loads((SOURCE.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named, our_titles = project["entry-points"]["stellwerk.titles"], sys.modules["stellwerk.titles"]
    ours = our_titles._MODULES
    assert named == {title: f"stellwerk.titles.{folder}" for title, folder in ours.items()}
