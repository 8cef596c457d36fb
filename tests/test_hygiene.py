"""Housekeeping: short modules and functions, docstrings, nothing unfinished, nothing of one machine.

The checkers are plain functions of a name and a text; the last tests try them on small bad texts.
"""

from __future__ import annotations

import ast
import re
import subprocess
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "stellwerk"

MODULE_LINES = 400
MODULE_LINES_AT_MOST = 450
FUNCTION_LINES = 60
RECORDS_WITHOUT_DOCSTRINGS = "events.py"

UNFINISHED = re.compile(r"\b(?:TO" + r"DO|FIX" + r"ME|NotImplemented" + r"Error)\b")
MACHINE_PATH = re.compile(r"(?:(?<=file://)|(?<![\w.~</-]))/(?:work|root|home)\b(?!-)")
REGISTRY = re.compile(r"\b(?:pypi\.org|files\.pythonhosted\.org|deb\.debian\.org|registry\.npmjs\.org)\b")

NOT_OURS = {".git", ".venv", "__pycache__", "out", "build"}

Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def sources() -> dict[str, str]:
    """The Python modules of the package: path below src/stellwerk -> text."""
    files = sorted(SOURCE.rglob("*.py"))
    return {file.relative_to(SOURCE).as_posix(): file.read_text(encoding="utf-8") for file in files}


def files_git_knows() -> list[Path]:
    """Files git tracks, and new ones it does not ignore; outside git, all that are ours."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return [file for file in sorted(ROOT.rglob("*")) if not NOT_OURS & {*file.relative_to(ROOT).parts}]
    return [ROOT / name for name in found.stdout.split("\0") if name]


@cache
def texts() -> dict[str, str]:
    """Every text file of the project: path below its root -> text."""
    found: dict[str, str] = {}
    for file in files_git_knows():
        if not file.is_file():
            continue
        data = file.read_bytes()
        if b"\0" not in data[:8192]:
            found[file.relative_to(ROOT).as_posix()] = data.decode(encoding="utf-8", errors="replace")
    return found


def matches(pattern: re.Pattern[str], name: str, text: str) -> Iterator[str]:
    """Where a forbidden pattern stands."""
    for number, line in enumerate(text.splitlines(), 1):
        for match in pattern.finditer(line):
            yield f"{name}, line {number}: {match.group()}"


def functions(tree: ast.AST) -> Iterator[Function]:
    """All functions and methods, nested ones too."""
    return (node for node in ast.walk(tree) if isinstance(node, Function))


def long_functions(name: str, text: str) -> Iterator[str]:
    """Functions of more lines than a screen shows."""
    for node in functions(ast.parse(text)):
        lines = (node.end_lineno or node.lineno) - node.lineno + 1
        if lines > FUNCTION_LINES:
            yield f"{name}, line {node.lineno}: {node.name} has {lines} lines; {FUNCTION_LINES} are allowed"


def is_public(name: str) -> bool:
    """Whether a name is for others to use."""
    return not name.startswith("_")


def undocumented(name: str, text: str) -> Iterator[str]:
    """Public modules, classes, functions and methods without a docstring."""
    tree = ast.parse(text)
    if ast.get_docstring(tree) is None:
        yield f"{name}: the module has no docstring"
    if name != RECORDS_WITHOUT_DOCSTRINGS:
        yield from undocumented_in(name, tree)


def undocumented_in(name: str, parent: ast.Module | ast.ClassDef) -> Iterator[str]:
    """Public definitions without a docstring directly in a module or class."""
    for node in parent.body:
        if not isinstance(node, ast.ClassDef | Function) or not is_public(node.name):
            continue
        if ast.get_docstring(node) is None and not is_exempt(node):
            yield f"{name}, line {node.lineno}: {node.name} has no docstring"
        if isinstance(node, ast.ClassDef):
            yield from undocumented_in(name, node)


def is_exempt(node: ast.ClassDef | Function) -> bool:
    """Overloads, setters and overrides speak through the definition they belong to."""
    names = {ast.unparse(decorator).split(".")[-1] for decorator in node.decorator_list}
    return bool(names & {"overload", "override", "setter"})


def show(complaints: list[str]) -> str:
    """Complaints as one message, a line each."""
    return "\n" + "\n".join(complaints)


def test_modules_are_short() -> None:
    lengths = {name: len(text.splitlines()) for name, text in sources().items()}
    for name, lines in lengths.items():
        if MODULE_LINES < lines <= MODULE_LINES_AT_MOST:
            warnings.warn(f"{name} has {lines} lines; split it soon", stacklevel=1)
    found = [f"{name} has {lines} lines" for name, lines in lengths.items() if lines > MODULE_LINES_AT_MOST]
    assert not found, show(found)


def test_functions_are_short() -> None:
    found = [line for name, text in sources().items() for line in long_functions(name, text)]
    assert not found, show(found)


def test_what_is_public_has_a_docstring() -> None:
    found = [line for name, text in sources().items() for line in undocumented(name, text)]
    assert not found, show(found)


def test_nothing_is_left_unfinished() -> None:
    found = [line for name, text in sources().items() for line in matches(UNFINISHED, name, text)]
    assert not found, show(found)


def test_no_file_names_a_place_on_one_machine() -> None:
    found = [line for name, text in texts().items() for line in matches(MACHINE_PATH, name, text)]
    assert not found, show(found)


def test_no_file_names_a_registry() -> None:
    found = [line for name, text in texts().items() for line in matches(REGISTRY, name, text)]
    assert not found, show(found)


def test_there_is_something_to_check() -> None:
    assert "actions.py" in sources()
    assert {"Makefile", "pyproject.toml", "src/stellwerk/actions.py"} <= texts().keys()


@pytest.mark.parametrize("path", ["work/x", "root", "home/ada/.cache"])
@pytest.mark.parametrize("before", ["", "cd ", "'", "(", "file://", "="])
def test_checker_finds_machine_paths(before: str, path: str) -> None:
    assert list(matches(MACHINE_PATH, "x", f"{before}/{path}"))


@pytest.mark.parametrize("text", ["a/work/x", "../home", "/workshop", "</root>", "//home", "https://x.org/home"])
def test_checker_lets_other_paths_pass(text: str) -> None:
    assert not list(matches(MACHINE_PATH, "x", text))


def test_checker_finds_registries() -> None:
    host = ".".join(["registry", "npmjs", "org"])
    assert list(matches(REGISTRY, "x", f"see https://{host}/left-pad"))


def test_checker_finds_unfinished_work() -> None:
    bad = ["# TO" + "DO later", "raise NotImplemented" + "Error"]
    assert all(list(matches(UNFINISHED, "x", line)) for line in bad)
    assert not list(matches(UNFINISHED, "x", "return NotImplemented"))


def test_checker_finds_long_functions() -> None:
    body = "    x = 1\n"
    assert not list(long_functions("x", "def f():\n" + body * 59))
    assert list(long_functions("x", "class C:\n  def f():\n" + body * 60))


def test_checker_finds_missing_docstrings() -> None:
    bad = "class A:\n    def f(self): ...\n    def _g(self): ...\ndef h(): ...\ndef _i(): ...\n"
    assert len(list(undocumented("x.py", bad))) == 4
    assert len(list(undocumented("events.py", bad))) == 1
