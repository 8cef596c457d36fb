"""The catalogues of other languages: collect every text the pages say, keep what is translated, tell what is missing.

`python tools/catalogue.py` brings the catalogues up to date; with `--check` nothing is written, and the exit code is 1
if a text has no translation or blanks differ.
"""

from __future__ import annotations

import ast
import itertools
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po, write_po
from jinja2 import Environment, nodes

from stellwerk.draw import sign_marks
from stellwerk.rules import Rules
from stellwerk.table.view.title.title_card import variant_label
from stellwerk.table.view.words.texts import Speech
from stellwerk.titles import rules_of, titles

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "stellwerk"
LOCALES = SOURCE / "table" / "view" / "locale"
PAGES = SOURCE / "table"
LANGUAGES = ("de",)

SPEAKERS = {"say", "words", "speech_of"}
"""What pages call the one who speaks."""
REFUSALS = {"refuse": 1, "Illegal": 1, "Unavailable": 1, "BadInput": 0, "RoundBegan": 0, "pay": 3, "charge": 2}
"""Calls whose argument is a sentence for people or a reason, and which argument it is."""
CHECKS = {"check_name": 1, "check_number": 1, "check_words": 1, "check_plain_object": 1}
"""Calls of `input_checks` that name what they measure; the name stands in a blank of the refusal."""
TEXTS = {"SENTENCES", "REASONS", "TEXTS", "COLORS"}
"""Names that hold sentences or words of the engine: a text, a list or a dictionary of texts."""
ROUND_WORDS = {"title", "phrase", "short", "heading"}
"""The words of a kind of round."""
SENTENCES = {"going_on", "sentence"}
"""What steps and events say of themselves as sentences of the engine."""
PAGE_TEXTS = {"question", "passing", "lost_by_passing", "label", "doing"}
"""What steps and actions say of themselves as texts of the page."""
TELLERS = {"words", "advice", "explain"}
"""Methods of the engine that return sentences."""
OWN_WORDS = "words.py"
"""A title's module of words brings its own languages."""
WORDY = re.compile(r"\b(of|the|train)\b")
"""A name with such a word is said in English; others are the same in every language."""
FIELD = re.compile(r"\{[^{}]*\}")

Given = dict[str, list[ast.expr]]
"""What names of a module were given."""
Found = tuple[str | None, str | tuple[str, str], str]
"""A context (None: a page's own text), the text (or both forms of it), and where it stands."""


def texts() -> Iterator[Found]:
    """Every text there is."""
    for path in sorted(PAGES.rglob("*.py")):
        yield from in_python(path)
    for path in sorted(PAGES.rglob("*.html")):
        yield from in_template(path)
    for path in sorted(SOURCE.rglob("*.py")):
        if not {"interop", "lab"} & set(path.parts) and path.name not in ("cli.py", OWN_WORDS):
            yield from in_engine(path)
            yield from in_classes(path)
    for title in titles():
        yield from in_title(title)


def in_title(title: str) -> Iterator[Found]:
    """What the figures of a title say: its own line, names of variants, signs on the board, powers, remarks."""
    where = f"src/stellwerk/titles/{title}:0"
    names = rules_of(title).variants
    labels = [variant_label(title, name, Speech("en")) for name in names if name != "base"]
    printed = dict.fromkeys(text for name in names for text in _printed(rules_of(title, name)))
    for text in (*labels, *printed):
        if text:
            yield "engine", text, where


def _printed(rules: Rules) -> Iterator[str]:
    figures = rules.figures
    yield str(getattr(figures, "about", ""))
    yield from figures.advice.values()
    for private in figures.privates:
        yield str(getattr(private, "power", ""))
        yield private.name if WORDY.search(private.name) else ""
    for board in figures.boards.values():
        yield board.note or ""
        for hex in board.hexes:
            yield from map(sign_marks.speak_sign, hex.icons)
            yield (hex.note or "") if hex.source and hex.source != board.source else ""
    yield from (sign.meaning for sign in sign_marks.ROUND.values())
    yield from (text for chapter in figures.facts.values() for text in chapter.values())
    yield from (text for texts in figures.sources.values() for text in texts)


def in_python(path: Path) -> Iterator[Found]:
    """`say("...")`, `say(request)("...")` and `say.n("...", "...", n)` in a module."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            name = _called(node.func.func if isinstance(node.func, ast.Call) else node.func)
            words = [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
            yield from _said(name, _owner(node.func), words, _where(path, node.lineno))


def _called(function: ast.expr) -> str:
    """The name of what is called; `words` only by itself, for methods of that name say other things."""
    if isinstance(function, ast.Name):
        return function.id
    name = str(getattr(function, "attr", ""))
    return "" if name == "words" else name


def _owner(function: ast.expr) -> str:
    value = getattr(function, "value", None)
    return getattr(value, "id", getattr(value, "attr", ""))


def _said(name: str, owner: str, words: list[str], where: str) -> Iterator[Found]:
    if name in (*SPEAKERS, "N_") and words:
        yield None, words[0], where
    elif name == "n" and owner in SPEAKERS and len(words) >= 2:
        yield None, (words[0], words[1]), where


def in_template(path: Path) -> Iterator[Found]:
    """The same in a template."""
    tree = Environment().parse(path.read_text(encoding="utf-8"))
    for node in tree.find_all(nodes.Call):
        name = getattr(node.node, "name", getattr(node.node, "attr", ""))
        owner = getattr(getattr(node.node, "node", None), "name", "")
        words = [arg.value for arg in node.args if isinstance(arg, nodes.Const) and isinstance(arg.value, str)]
        yield from _said(name, owner, words, _where(path, node.lineno))


def in_classes(path: Path) -> Iterator[Found]:
    """What the classes of a module say of themselves (`question: ClassVar[str] = "..."`)."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.AnnAssign) or node.value is None or "ClassVar" not in ast.unparse(node.annotation):
            continue
        name, where = getattr(node.target, "id", ""), _where(path, node.lineno)
        for value in _values(node.value, {}) if name in SENTENCES | PAGE_TEXTS else []:
            if isinstance(value, ast.Constant) and value.value and name in PAGE_TEXTS:
                yield None, str(value.value), where
            elif name in SENTENCES:
                yield from _sentence(value, {}, where)


def in_engine(path: Path) -> Iterator[Found]:
    """The sentences of refusals, events and offers, their blanks numbered; and the words that stand in their blanks."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    given = _assigned(tree)
    for node in ast.walk(tree):
        yield from _round_words(node, path)
        for text in _spoken(node, given):
            yield from _sentence(text, given, _where(path, getattr(node, "lineno", 0)))


def _round_words(node: ast.AST, path: Path) -> Iterator[Found]:
    """What a kind of round is called: pages say it."""
    if isinstance(node, ast.Call) and _called(node.func) == "RoundKind":
        for keyword in node.keywords:
            if keyword.arg in ROUND_WORDS and isinstance(keyword.value, ast.Constant):
                yield None, str(keyword.value.value), _where(path, node.lineno)


def _spoken(node: ast.AST, given: Given) -> Iterator[ast.expr]:
    """The texts for people that a piece of the program has by itself."""
    if isinstance(node, ast.AnnAssign | ast.Assign) and node.value is not None:
        target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
        if getattr(target, "id", "") in TEXTS:
            yield from _values(node.value, given)
    elif isinstance(node, ast.arguments):
        yield from (
            value for arg, value in zip(node.args[::-1], node.defaults[::-1], strict=False) if arg.arg == "what"
        )
    elif isinstance(node, ast.FunctionDef) and node.name in TELLERS:
        for inner in ast.walk(node):
            if isinstance(inner, ast.Return) and inner.value is not None:
                yield from _values(inner.value, given)
    elif isinstance(node, ast.Call):
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        place = (CHECKS if _owner(node.func) == "input_checks" else REFUSALS).get(name)
        if place is not None and len(node.args) > place:
            yield from _values(node.args[place], given)


def _assigned(tree: ast.Module) -> Given:
    """Names that were given a text before it is passed on."""
    found: Given = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            found.setdefault(node.targets[0].id, []).append(node.value)
    return found


def _values(node: ast.expr, given: Given) -> list[ast.expr]:
    """The texts an expression can be."""
    inner: list[ast.expr] = []
    if isinstance(node, ast.Name):
        return [value for text in given.get(node.id, []) for value in _values(text, {})]
    if isinstance(node, ast.IfExp):
        inner = [node.body, node.orelse]
    elif isinstance(node, ast.Dict):
        inner = node.values
    elif isinstance(node, ast.Tuple):
        inner = node.elts
    elif isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str)):
        return [node]
    return [value for text in inner for value in _values(text, given)]


def _sentence(node: ast.expr, given: Given, where: str) -> Iterator[Found]:
    """A text with its blanks numbered, and what the program itself puts into them."""
    text, blanks = "", 0
    for part in node.values if isinstance(node, ast.JoinedStr) else [node]:
        if isinstance(part, ast.Constant):
            own = str(part.value)
            text += own if isinstance(node, ast.JoinedStr) else _numbered(own)
            continue
        text += f"{{{blanks}}}"
        blanks += 1
        for inner in ast.walk(part):
            for word in _filled(inner, given):
                yield from _sentence(word, given, where)
    if re.search("[A-Za-z%]", FIELD.sub("", text)):
        yield "engine", text, where


def _numbered(text: str) -> str:
    """A text whose blanks have names, with numbers instead."""
    numbers = itertools.count()
    return FIELD.sub(lambda _: f"{{{next(numbers)}}}", text)


def _filled(node: ast.AST, given: Given) -> list[ast.expr]:
    """The words a blank can have: one of two, or one of a table."""
    if isinstance(node, ast.IfExp):
        return _values(node, {})
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
        return _values(node.value, given)
    return []


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
            new = renewed(language)  # reads the file that is about to be written
            with (LOCALES / f"{language}.po").open("wb") as file:
                write_po(file, new, width=110, omit_header=False, include_lineno=False, sort_output=True)
        found = faults(language)
        for fault in found:
            print(f"{language}: {fault}")
        wrong += len(found)
    print(f"{wrong} to do")
    return 1 if wrong and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
