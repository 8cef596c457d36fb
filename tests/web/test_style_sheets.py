"""Templates and style sheets as code: in order, short lines, one palette, no class without use or without looks."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import tinycss2  # type: ignore[import-untyped, unused-ignore]
from tools.format_style_sheets import format_sheet

from stellwerk.draw import DARK, LIGHT
from stellwerk.draw.style import INK

SOURCE = Path(__file__).parents[2] / "src" / "stellwerk"
WEB = SOURCE / "table" / "web"
SHEETS = sorted((WEB / "static").glob("*.css"))
SCRIPTS = [path for path in sorted((WEB / "static").glob("*.js")) if not path.name.endswith(".min.js")]
TEMPLATES = [*sorted((WEB / "templates").rglob("*.html")), SOURCE / "lab" / "report.html"]
DRAWING = [*sorted((SOURCE / "draw").rglob("*.py")), *sorted((SOURCE / "table" / "view").rglob("*.py"))]
LONGEST = 140
OF_HTMX = {"htmx-request"}
OF_DRAWINGS = {"co-", "layer", "runs"}
"""What a page repeats from the drawings in it."""
COLOUR = re.compile(r"#[0-9a-fA-F]{3,8}\b|\b(?:rgb|hsl)a?\(")
CODE = re.compile(r"\{\{.*?\}\}|\{%.*?%\}", re.DOTALL)
CLASSES = re.compile(r'(?<![\w-])class="((?:\{\{.*?\}\}|\{%.*?%\}|[^"])*)"', re.DOTALL)
COMPARED = re.compile(r'(?:[!=]=|\bor)\s*"[^"]*"|\bin\s*\([^)]*\)')
"""Texts that are compared or stand in for a missing one: no classes."""
BODY = re.compile(r"\{% block bodyclass %\}(.*?)\{% endblock %\}")
QUOTED = re.compile(r'"([^"\n]*)"|\'([^\'\n]*)\'|`([^`]*)`')
NAME = re.compile(r"[A-Za-z][\w-]*")


def named(texts: Iterator[str]) -> set[str]:
    """The names in texts; one that ends with a hyphen is the beginning of names that are made while running."""
    return {name for text in texts for name in NAME.findall(text)}


# What is styled


def rules_of(nodes: list[Any]) -> Iterator[Any]:
    """The rules of a style sheet, those for some screens too."""
    for node in nodes:
        if node.type == "qualified-rule":
            yield node
        elif node.type == "at-rule" and node.content and node.lower_at_keyword in ("media", "supports", "container"):
            yield from rules_of(tinycss2.parse_rule_list(node.content))


def classes_in(tokens: list[Any]) -> Iterator[str]:
    """The classes a selector names."""
    for before, token in zip([None, *tokens], tokens, strict=False):
        if token.type == "ident" and before is not None and before == ".":
            yield token.value
        elif token.type == "function":
            yield from classes_in(token.arguments)


@cache
def styled() -> frozenset[str]:
    """Every class that a style sheet names."""
    sheets = [tinycss2.parse_stylesheet(path.read_text("utf-8")) for path in SHEETS]
    return frozenset(name for sheet in sheets for rule in rules_of(sheet) for name in classes_in(rule.prelude))


# What is used


def class_attributes(path: Path) -> Iterator[str]:
    """What can stand in the class attributes of a template: words, and texts in the code among them."""
    text = path.read_text("utf-8")
    for attribute in (*CLASSES.findall(text), *BODY.findall(text)):
        yield CODE.sub(" ", CODE.sub(lambda code: "" if code[0].startswith("{{") else " ", attribute))
        for code in CODE.findall(attribute):
            yield from re.findall(r'"([^"]*)"', COMPARED.sub("", code))


def texts_in_code(path: Path) -> Iterator[str]:
    """The texts in the code of a template: what macros are called with, and tables of looks."""
    for code in CODE.findall(path.read_text("utf-8")):
        yield from re.findall(r'"([^"]*)"', code)


def texts_in_script(path: Path) -> Iterator[str]:
    """The texts of a script; names of selectors stand in them too."""
    for found in QUOTED.finditer(path.read_text("utf-8")):
        yield found[1] or found[2] or found[3] or ""


def texts_in_module(path: Path) -> Iterator[str]:
    """The texts of a module, the constant parts of composed ones too."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


@cache
def scripted() -> frozenset[str]:
    """Every name in a text of a script."""
    return frozenset(named(text for path in SCRIPTS for text in texts_in_script(path)))


def is_among(name: str, known: set[str] | frozenset[str]) -> bool:
    """Is a name known, or does a known one end with a hyphen and begin it (or the other way round)?"""
    if name in known or (name.endswith("-") and any(other.startswith(name) for other in known)):
        return True
    return any(other.endswith("-") and name.startswith(other) for other in known)


# The tests


def test_every_class_of_the_style_sheets_is_used() -> None:
    found = named(text for path in TEMPLATES for text in (*class_attributes(path), *texts_in_code(path)))
    found |= named(text for path in DRAWING for text in texts_in_module(path)) | scripted() | OF_HTMX
    unused = sorted(name for name in styled() if not is_among(name, found))
    assert not unused, f"styled, but nowhere used: {unused}"


@pytest.mark.parametrize("path", TEMPLATES[:-1], ids=lambda path: path.relative_to(WEB / "templates").as_posix())
def test_every_class_of_a_template_is_styled_or_known_to_a_script(path: Path) -> None:
    used = named(class_attributes(path)) - OF_DRAWINGS
    idle = sorted(name for name in used if not is_among(name, styled()) and not is_among(name, scripted()))
    assert not idle, f"neither styled nor looked for by a script: {idle}"


def test_class_names_are_words() -> None:
    short = {name for name in styled() if len(name) < 3}
    assert short <= {"me", "on", "up"}, f"say what they style: {sorted(short)}"


@pytest.mark.parametrize("path", [*SHEETS, *TEMPLATES], ids=lambda path: path.name)
def test_lines_are_short(path: Path) -> None:
    long = [n for n, line in enumerate(path.read_text("utf-8").splitlines(), start=1) if len(line) > LONGEST]
    assert not long, f"{path.name}: lines {long} are longer than {LONGEST}"


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.name)
def test_style_sheets_are_in_order(path: Path) -> None:
    text = path.read_text("utf-8")
    assert format_sheet(text) == text, "make format"


def test_a_style_sheet_is_put_in_order() -> None:
    values = ", ".join(f"value-{n}" for n in range(30))
    made = format_sheet(f".a,.b{{color:red;list: {values}}}/* a,\n   b */")
    assert made.startswith(".a,\n.b {\n  color: red;\n  list:\n    value-0, value-1,")
    assert "/* a,\n   b */" in made
    assert format_sheet(made) == made
    assert max(map(len, made.splitlines())) <= 120


def test_colours_are_named_in_the_palette_and_nowhere_else() -> None:
    elsewhere = []
    for path in SHEETS:
        for line in re.sub(r"/\*.*?\*/", "", path.read_text("utf-8"), flags=re.DOTALL).splitlines():
            if COLOUR.search(line) and not line.strip().startswith("--") and not line.rstrip().endswith(("{", ",")):
                elsewhere.append(f"{path.name}: {line.strip()}")
    assert not elsewhere


def test_the_palette_stands_once_and_companies_bring_their_own_colours() -> None:
    text = (WEB / "static" / "stellwerk.css").read_text("utf-8")
    palette = re.findall(r"^  (--[\w-]+):", text[: text.index("}")], re.MULTILINE)
    assert len(palette) == len(set(palette)) > 60
    text += "\n".join(path.read_text("utf-8") for path in SHEETS)
    assert "prefers-color-scheme" not in text, "light-dark() knows both"
    assert not re.search(r"\.co-\w", text), "colours of companies come from /titles/.../colours.css"


def test_the_palette_is_that_of_the_drawings() -> None:
    text = (WEB / "static" / "stellwerk.css").read_text("utf-8")
    known = dict(re.findall(r"^  (--[\w-]+): (.+);$", text[: text.index("}")], re.MULTILINE))
    drawn = {f"--tile-{color}": (LIGHT.tiles[color], DARK.tiles[color]) for color in LIGHT.tiles}
    for name in ("table", "land", "land-line", "land-ink", "land-dim", "red-edge", "red-line", "river", "water-line"):
        drawn[f"--{name}"] = (getattr(LIGHT, name.replace("-", "_")), getattr(DARK, name.replace("-", "_")))
    for name in ("hill", "peak", "wood", "rail", "city", "lamp", "panel", "line", "ink"):
        drawn[f"--{name}"] = (getattr(LIGHT, name), getattr(DARK, name))
    drawn |= {f"--run{n + 1}": (LIGHT.runs[n], DARK.runs[n]) for n in range(4)}
    drawn["--print"] = (INK, INK)
    for name, (light, dark) in drawn.items():
        assert known[name] in (f"light-dark({light}, {dark})", light if light == dark else ""), name


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.name)
def test_no_rule_of_a_style_sheet_lies_inside_another(path: Path) -> None:
    """A brace that was lost makes rules of what follows that hold nowhere."""
    sheet = tinycss2.parse_stylesheet(path.read_text("utf-8"), skip_comments=True)
    nested = [rule.source_line for rule in rules_of(sheet) for node in rule.content if node.type == "{} block"]
    assert not nested, f"{path.name}: a rule within a rule in that of line {nested}"
