"""Titles in packages of their own: found by the entry point `stellwerk.titles`, as pytest finds its plugins.

What is installed is read once, and only when somebody asks for a title that is none of ours or for a list of all. A
package is imported then, and tried: each of its variants must begin. One that cannot is named with a reason and left
out, whatever it does.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import Distribution, EntryPoint, distributions
from typing import Any, NamedTuple

from stellwerk.errors import BadInput, StellwerkError
from stellwerk.rules import Rules

GROUP = "stellwerk.titles"
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,29}")
"""What a title may be called: its name stands in addresses and files."""
LONGEST = 200
"""So many characters of a reason are told."""


class Origin(NamedTuple):
    """Where a title comes from: its name, the package and its version; and why it is left out, if it is."""

    title: str
    package: str
    version: str
    left_out: str = ""


class Found(NamedTuple):
    """A title of another package: where it comes from, its entry point, and what that leads to."""

    origin: Origin
    point: EntryPoint
    folder: Any = None


@cache
def installed() -> Mapping[str, tuple[EntryPoint, ...]]:
    """The entry points of other packages by the titles they name; nothing is imported."""
    found: dict[str, tuple[EntryPoint, ...]] = {}
    packages: dict[str, Distribution] = {}
    for package in distributions():
        packages.setdefault(_name_of(package), package)
    for point in (point for package in packages.values() for point in _points_of(package)):
        if point.value.partition(":")[0].split(".")[0] != __package__.split(".")[0]:
            found[point.name] = (*found.get(point.name, ()), point)
    return found


def _name_of(package: Distribution) -> str:
    """What a package is called, as far as it can be read."""
    try:
        return str(package.name).lower()
    except Exception:
        return ""


def _points_of(package: Distribution) -> tuple[EntryPoint, ...]:
    """The titles a package names; none, if what it says of itself cannot be read."""
    try:
        return tuple(package.entry_points.select(group=GROUP))
    except Exception:
        return ()


@cache
def found(title: str, ours: frozenset[str]) -> Found | None:
    """A title of another package, imported and tried; nothing, if no package names it."""
    points = installed().get(title, ())
    if not points:
        return None
    taken = _taken(title, ours)
    if taken:
        return Found(_origin(points[0], taken), points[0])
    folder, reason = _load(points[0])
    return Found(_origin(points[0], reason), points[0], folder)


def all_found(ours: frozenset[str]) -> tuple[Found, ...]:
    """All titles of other packages, those that are left out too."""
    every = (found(title, ours) for title in sorted(installed()))
    return tuple(one for one in every if one is not None)


def make(one: Found, variant: str, program: str, edition: int) -> Rules:
    """The rules of a title of another package; whatever fails there is a refusal here."""
    try:
        rules = one.folder.make(variant, program, edition)
    except StellwerkError:
        raise
    except Exception as error:
        raise BadInput(f"The title {one.origin.title} cannot be had: {reason_of(error)}.") from error
    if not isinstance(rules, Rules):
        raise BadInput(f"The title {one.origin.title} cannot be had: what it makes is no rules.")
    return rules


def words_in(module: str) -> Any:
    """The module `words` beside a title's own: better words for the table; nothing, if there is none or it fails."""
    try:
        return import_module(f"{module}.words")
    except KeyboardInterrupt:
        raise
    except BaseException:
        return None


def _origin(point: EntryPoint, left_out: str) -> Origin:
    package = point.dist
    name, version = (package.name, package.version) if package is not None else ("", "")
    return Origin(_short(point.name, 40), _short(name, 60), _short(version, 30), left_out)


def _taken(title: str, ours: Collection[str]) -> str:
    """Why a title cannot be called so."""
    if not NAME.fullmatch(title):
        return "a title is called by 1 to 30 letters, digits, dots, dashes and underscores"
    if title.casefold() in {name.casefold() for name in ours}:
        return "stellwerk itself has a title of this name"
    alike = [point for name, points in installed().items() if name.casefold() == title.casefold() for point in points]
    if len(alike) > 1:
        packages = sorted({_origin(point, "").package for point in alike})
        return f"several titles have this name, in {', '.join(packages)}"
    return ""


def _load(point: EntryPoint) -> tuple[Any, str]:
    """What an entry point leads to, or why it is no title. Only somebody at the keyboard ends the program here."""
    try:
        folder = point.load()
        _try(point.name, folder)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        return None, reason_of(error)
    return folder, ""


def _try(title: str, folder: Any) -> None:
    """Is it a title of this name, and can each of its variants begin?"""
    answers, begin = getattr(folder, "RULES", None), getattr(folder, "make", None)
    if not (isinstance(answers, type) and issubclass(answers, Rules) and callable(begin)):
        raise BadInput("it has no RULES (a subclass of Rules) and no make(variant, program, edition)")
    if getattr(answers, "title", None) != title:
        raise BadInput("its rules are those of another title")
    for variant in answers.variants:
        for program in answers.programs:
            rules = begin(variant, program, answers.newest_edition)
            if not isinstance(rules, Rules) or (rules.title, rules.variant, rules.program) != (title, variant, program):
                raise BadInput(f"what it makes for {variant!r} and {program!r} is not that")
            rules.shapes.actions.decode({"type": "pass", "who": ""})
            rules.new_position([f"player {number}" for number in range(min(rules.figures.player_counts()))], 0).hash()


def reason_of(error: BaseException) -> str:
    """Why something failed, in one line."""
    try:
        said = str(error)
    except Exception:
        said = ""
    name = "" if isinstance(error, BadInput) else type(error).__name__
    return _short(": ".join(filter(None, (name, " ".join(said.split()).rstrip(".")))), LONGEST)


def _short(text: str, most: int) -> str:
    """A text in one line of printable characters."""
    shown = "".join(letter if letter.isprintable() else "?" for letter in str(text))
    return shown if len(shown) <= most else f"{shown[:most]}..."
