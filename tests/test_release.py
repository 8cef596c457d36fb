"""The version is the same everywhere, the changelog tells of it, and the checks before a commit fetch nothing."""

from __future__ import annotations

import re
import tomllib
from datetime import date
from pathlib import Path

import stellwerk

ROOT = Path(__file__).resolve().parents[1]
HEADING = re.compile(r"^## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d)$", re.M)
KINDS = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
PROGRAMS = {"ruff", "djangofmt", "python", "mypy", "pytest"}


def read(name: str) -> str:
    """A file of the project."""
    return (ROOT / name).read_text(encoding="utf-8")


def test_the_version_is_that_of_the_newest_entry() -> None:
    project = tomllib.loads(read("pyproject.toml"))["project"]
    newest, _ = HEADING.findall(read("CHANGELOG.md"))[0]
    assert project["version"] == stellwerk.__version__ == newest


def test_entries_have_the_form_and_the_newest_comes_first() -> None:
    changelog = read("CHANGELOG.md")
    entries = HEADING.findall(changelog)
    assert len(entries) == len(re.findall(r"^## ", changelog, re.M)) >= 2
    days = [date.fromisoformat(day) for _, day in entries]
    numbers = [tuple(map(int, number.split("."))) for number, _ in entries]
    assert days == sorted(days, reverse=True) and numbers == sorted(numbers, reverse=True)
    assert set(re.findall(r"^### (.*)$", changelog, re.M)) <= KINDS


def test_checks_before_a_commit_are_local() -> None:
    hooks = read(".pre-commit-config.yaml")
    assert re.findall(r"repo: (.*)", hooks) == ["local"]
    assert re.findall(r"language: (.*)", hooks) == ["system"] * hooks.count("- id:")
    entries = [entry.split() for entry in re.findall(r"entry: (.*)", hooks)]
    assert {command.removeprefix(".venv/bin/") for command, *_ in entries} == PROGRAMS
    named = [word for entry in entries for word in entry if word.startswith("tests/")]
    assert named and all((ROOT / name).exists() for name in named)
