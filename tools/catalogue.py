"""The catalogues of other languages: collect every text the pages say, keep what is translated, tell what is missing.

`python tools/catalogue.py` brings the catalogues up to date; with `--check` nothing is written, and the exit code is 1
if a text has no translation or blanks differ.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po
from jinja2 import Environment, nodes

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "stellwerk"
LOCALES = SOURCE / "table" / "view" / "locale"
PAGES = SOURCE / "table"
LANGUAGES = ("de",)

REFUSALS = {"refuse": 1, "Illegal": 1, "BadInput": 0, "Offered": 2, "Notice": 0}
"""Calls whose argument is a sentence for people, and which argument it is."""
TEXTS = {"going_on", "SENTENCES", "REASONS"}
"""Names that hold sentences or words of the engine: a text, or a dictionary of texts."""
FIELD = re.compile(r"\{[^{}]*\}")

Found = tuple[str | None, str | tuple[str, str], str]
"""A context (None: a page's own text), the text (or both forms of it), and where it stands."""


def texts() -> Iterator[Found]:
    """Every text there is."""
    for path in sorted(PAGES.rglob("*.py")):
        yield from in_python(path)
    for path in sorted(PAGES.rglob("*.html")):
        yield from in_template(path)
    for path in sorted(SOURCE.rglob("*.py")):
        if "interop" not in path.parts and path.name != "cli.py":
            yield from in_engine(path)


def in_python(path: Path) -> Iterator[Found]:
    """`say("...")` and `say.n("...", "...", n)` in a module."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            words = [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
            yield from _said(name, _owner(node.func), words, _where(path, node.lineno))


def _owner(function: ast.expr) -> str:
    value = getattr(function, "value", None)
    return getattr(value, "id", getattr(value, "attr", ""))


def _said(name: str, owner: str, words: list[str], where: str) -> Iterator[Found]:
    if name in ("say", "N_") and words:
        yield None, words[0], where
    elif name == "n" and owner == "say" and len(words) >= 2:
        yield None, (words[0], words[1]), where


def in_template(path: Path) -> Iterator[Found]:
    """The same in a template."""
    tree = Environment().parse(path.read_text(encoding="utf-8"))
    for node in tree.find_all(nodes.Call):
        name = getattr(node.node, "name", getattr(node.node, "attr", ""))
        owner = getattr(getattr(node.node, "node", None), "name", "")
        words = [arg.value for arg in node.args if isinstance(arg, nodes.Const) and isinstance(arg.value, str)]
        yield from _said(name, owner, words, _where(path, node.lineno))


def in_engine(path: Path) -> Iterator[Found]:
    """The sentences of refusals and offers, their blanks numbered; and the words that stand in their blanks."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    sentences = _assigned(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.AnnAssign) and getattr(node.target, "id", "") in TEXTS and node.value is not None:
            yield from _listed(node.value, _where(path, node.lineno))
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        place = REFUSALS.get(name)
        if place is None or len(node.args) <= place:
            continue
        for sentence in _values(node.args[place], sentences):
            yield from _sentence(sentence, _where(path, node.lineno))


def _listed(node: ast.expr, where: str) -> Iterator[Found]:
    values = node.values if isinstance(node, ast.Dict) else [node]
    for value in values:
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            yield "engine", value.value, where


def _assigned(tree: ast.Module) -> dict[str, list[ast.expr]]:
    """Names that were given a text before it is passed on."""
    found: dict[str, list[ast.expr]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            found.setdefault(node.targets[0].id, []).append(node.value)
    return found


def _values(node: ast.expr, sentences: dict[str, list[ast.expr]]) -> list[ast.expr]:
    """The texts an argument can be."""
    if isinstance(node, ast.Name):
        return [value for given in sentences.get(node.id, []) for value in _values(given, {})]
    if isinstance(node, ast.IfExp):
        return _values(node.body, sentences) + _values(node.orelse, sentences)
    return [node] if isinstance(node, ast.JoinedStr) or _is_text(node) else []


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _sentence(node: ast.expr, where: str) -> Iterator[Found]:
    if isinstance(node, ast.Constant):
        if " " in node.value:
            yield "engine", node.value, where
        return
    assert isinstance(node, ast.JoinedStr)
    text, blanks = "", 0
    for part in node.values:
        if isinstance(part, ast.Constant):
            text += part.value
            continue
        text += f"{{{blanks}}}"
        blanks += 1
        for inner in ast.walk(part):
            if isinstance(inner, ast.IfExp):
                yield from _words(inner, where)
    if text.strip("{}0123456789 "):
        yield "engine", text, where


def _words(node: ast.IfExp, where: str) -> Iterator[Found]:
    for word in (node.body, node.orelse):
        if isinstance(word, ast.Constant) and isinstance(word.value, str) and word.value.strip():
            yield "engine", word.value, where


def _where(path: Path, line: int) -> str:
    return f"{path.relative_to(ROOT).as_posix()}:{line}"


def renewed(language: str) -> Catalog:
    """The catalogue of a language with exactly the texts there are, translated where it was."""
    old = catalogue(language)
    new = Catalog(locale=language, project="Stellwerk", header_comment=f"# Stellwerk, {language}", fuzzy=False)
    for context, text, where in texts():
        known = old.get(text, context)
        string: Any = known.string if known is not None else None
        message = new.get(text, context)
        if message is None:
            new.add(text, string, context=context, locations=[(where.rsplit(":", 1)[0], 0)])
    return new


def catalogue(language: str) -> Catalog:
    """A catalogue as it lies there."""
    path = LOCALES / f"{language}.po"
    if not path.exists():
        return Catalog(locale=language)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def faults(language: str) -> list[str]:
    """What is missing or wrong in a catalogue, a line each."""
    return [fault for message in renewed(language) if message.id for fault in fault_of(message)]


def fault_of(message: Message) -> Iterator[str]:
    """A text without translation, or one whose blanks differ."""
    ids = (message.id,) if isinstance(message.id, str) else tuple(message.id)
    said = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
    if not said or not all(said):
        yield f"not translated: {ids[0]!r}"
        return
    for english, other in zip(ids, said, strict=False):
        if set(FIELD.findall(english)) - {"{n}"} != set(FIELD.findall(other)) - {"{n}"}:
            yield f"other blanks: {english!r} / {other!r}"


def main() -> int:
    """Renew the catalogues, or check them."""
    wrong = 0
    for language in LANGUAGES:
        if "--check" not in sys.argv:
            LOCALES.mkdir(parents=True, exist_ok=True)
            with (LOCALES / f"{language}.po").open("wb") as file:
                write_po(file, renewed(language), width=110, omit_header=False, include_lineno=False, sort_output=True)
        found = faults(language)
        for fault in found:
            print(f"{language}: {fault}")
        wrong += len(found)
    print(f"{wrong} to do")
    return 1 if wrong and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
