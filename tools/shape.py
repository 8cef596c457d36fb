"""The shape of the house in figures: how much `Rules` is asked, how things are called, how long they are.

Prints one table; exit status 1 when a limit is missed. `LIMITS` is the only place where the limits stand, and a new
measure is a function in `MEASURES`.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parents[1]

LIMITS = {
    "methods of Rules": 85,
    "questions with one asker and one answer": 0,
    "one-word functions, %": 30,
    "class names used twice": 10,
    "title step names in views": 0,
    "template lines over 140": 0,
    "modules over 400 lines": 0,
    "functions over 60 lines": 0,
    "transactions of a move": 3,
}
LONGEST_TEMPLATE_LINE, LONGEST_MODULE, LONGEST_FUNCTION = 140, 400, 60

RULES = "Rules"
FIELDS = {"cached_property", "property"}
"""What makes a method a figure that is looked up, not a question."""


@dataclass(frozen=True)
class Measure:
    """One line of the table: what was counted, and where."""

    name: str
    value: int
    found: tuple[str, ...] = ()

    @property
    def limit(self) -> int:
        """How much there may be of it."""
        return LIMITS[self.name]

    @property
    def is_kept(self) -> bool:
        """Is it within its limit?"""
        return self.value <= self.limit


@dataclass(frozen=True)
class Question:
    """A public method of `Rules`: which modules ask it, which classes of titles answer it otherwise."""

    name: str
    askers: tuple[str, ...]
    answers: tuple[str, ...]

    @property
    def is_lonely(self) -> bool:
        """Does one module ask and one class answer?"""
        return len(self.askers) == len(self.answers) == 1


class Package:
    """The source of a package, read once."""

    def __init__(self, folder: Path):
        self.folder = folder
        paths = sorted(folder.rglob("*.py"))
        self.sources = {str(path.relative_to(folder)): path.read_text(encoding="utf-8") for path in paths}
        self.trees = {name: ast.parse(source) for name, source in self.sources.items()}

    def classes(self, under: str = "") -> Iterator[tuple[str, ast.ClassDef]]:
        """Module and class of all top-level classes."""
        for name, tree in self.trees.items():
            if name.startswith(under):
                yield from ((name, node) for node in tree.body if isinstance(node, ast.ClassDef))

    def heirs_of(self, name: str) -> set[str]:
        """The names of a class and of all that inherit from it, as far as their bases are named."""
        found, before = {name}, 0
        while len(found) > before:
            before = len(found)
            found |= {node.name for _, node in self.classes() if found & bases_of(node)}
        return found

    def parents_of(self, name: str) -> set[str]:
        """The names of a class and of all it inherits from."""
        bases = {node.name: bases_of(node) for _, node in self.classes()}
        found, new = {name}, {name}
        while new:
            new = {base for known in new for base in bases.get(known, ())} - found
            found |= new
        return found

    @cached_property
    def rules_classes(self) -> set[str]:
        """The classes in which `self` is the rules: `Rules`, what it is made of, and the titles'."""
        return self.parents_of(RULES) | self.heirs_of(RULES)

    @cached_property
    def templates(self) -> Mapping[str, str]:
        """The templates of pages."""
        paths = sorted(path for path in self.folder.rglob("templates/**/*") if path.is_file())
        return {str(path.relative_to(self.folder)): path.read_text(encoding="utf-8") for path in paths}


def bases_of(node: ast.ClassDef) -> set[str]:
    """The bases a class names."""
    return {base.attr if isinstance(base, ast.Attribute) else getattr(base, "id", "") for base in node.bases}


def functions_in(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """All functions and methods."""
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


# Questions


def public_methods(node: ast.ClassDef) -> Iterator[str]:
    """The methods of a class that others may call; figures that are looked up are none."""
    for method in node.body:
        if isinstance(method, ast.FunctionDef) and is_question(method):
            yield method.name


def is_question(method: ast.FunctionDef) -> bool:
    """Is a method public and called, not looked up?"""
    decorators = {getattr(decorator, "id", "") for decorator in method.decorator_list}
    return not method.name.startswith("_") and not FIELDS & decorators


def find_questions(package: Package) -> list[Question]:
    """The public methods of `Rules`, in the order of their names.

    Somebody asks where an attribute of that name is read off something that is the rules: a name or an attribute
    `rules` (`ref.rules`, `self.rules`, `RULES`), a call of `rules_of`, or `self` in a class of rules. A call of
    `super()` is part of an answer. An answer is a method of that name in a class of rules in a title's folder.
    """
    parts = package.parents_of(RULES)
    names = {name for _, node in package.classes("rules/") if node.name in parts for name in public_methods(node)}
    askers: dict[str, set[str]] = defaultdict(set)
    for module, tree in package.trees.items():
        for name in names_asked(tree, package.rules_classes):
            askers[name].add(module)
    answers: dict[str, list[str]] = defaultdict(list)
    for module, node in package.classes("titles/"):
        if node.name in package.rules_classes:
            for name in public_methods(node):
                answers[name].append(f"{module}:{node.name}")
    return [Question(name, tuple(sorted(askers[name])), tuple(answers[name])) for name in sorted(names)]


def names_asked(tree: ast.Module, rules_classes: set[str]) -> Iterator[str]:
    """The attributes that a module reads off the rules."""
    for part in tree.body:
        inside = isinstance(part, ast.ClassDef) and part.name in rules_classes
        for node in ast.walk(part):
            if isinstance(node, ast.Attribute) and is_rules(node.value, inside):
                yield node.attr


def is_rules(node: ast.expr, inside: bool) -> bool:
    """Is this expression the rules (`inside`: of a class of rules)?"""
    match node:
        case ast.Name(name):
            return name.lower() == "rules" or (inside and name == "self")
        case ast.Attribute(attr=name):
            return name == "rules"
        case ast.Call(ast.Name("rules_of")):
            return True
    return False


def measure_questions(package: Package) -> Measure:
    """How many questions `Rules` has."""
    questions = find_questions(package)
    return Measure("methods of Rules", len(questions), tuple(question.name for question in questions))


def measure_lonely_questions(package: Package) -> Measure:
    """How many of them one module asks and one class answers."""
    lonely = [q for q in find_questions(package) if q.is_lonely]
    found = tuple(f"{q.name}: {q.askers[0]} asks {q.answers[0]}" for q in lonely)
    return Measure("questions with one asker and one answer", len(found), found)


# Names


def measure_one_word_functions(package: Package) -> Measure:
    """The share of top-level functions whose name is one word."""
    named = [
        (module, node.name.strip("_"))
        for module, tree in package.trees.items()
        for node in tree.body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]
    short = tuple(f"{module}:{name}" for module, name in named if "_" not in name)
    return Measure("one-word functions, %", round(100 * len(short) / max(1, len(named))), short)


def measure_class_names(package: Package) -> Measure:
    """How many names of top-level classes stand for more than one class."""
    modules = Counter(node.name for _, node in package.classes())
    twice = tuple(f"{name} x {count}" for name, count in sorted(modules.items()) if count > 1)
    return Measure("class names used twice", len(twice), twice)


def title_steps(package: Package) -> dict[str, str]:
    """The steps that titles bring: class to tag."""
    steps = package.heirs_of("Task")
    return {
        node.name: str(keyword.value.value)
        for _, node in package.classes("titles/")
        if node.name in steps
        for keyword in node.keywords
        if keyword.arg == "tag" and isinstance(keyword.value, ast.Constant)
    }


def measure_title_steps_in_views(package: Package) -> Measure:
    """How often the pages name a step that only a title knows, by class or by tag."""
    steps = title_steps(package)
    common = {node.name for _, node in package.classes("steps/")}
    words = [rf"\b{re.escape(name)}\b" for name in steps.keys() - common]
    words += [rf"[\"']{re.escape(tag)}[\"']" for tag in steps.values()]
    if not words:
        return Measure("title step names in views", 0)
    pattern = re.compile("|".join(words))
    sources = {
        **{name: text for name, text in package.sources.items() if name.startswith("table/")},
        **package.templates,
    }
    found = tuple(f"{name}: {match.group()}" for name, text in sources.items() for match in pattern.finditer(text))
    return Measure("title step names in views", len(found), found)


# Lengths


def measure_template_lines(package: Package) -> Measure:
    """How many lines of templates are too long."""
    found = tuple(
        f"{name}:{number}"
        for name, text in package.templates.items()
        for number, line in enumerate(text.splitlines(), 1)
        if len(line) > LONGEST_TEMPLATE_LINE
    )
    return Measure("template lines over 140", len(found), found)


def measure_modules(package: Package) -> Measure:
    """How many modules are too long."""
    lengths = {name: len(source.splitlines()) for name, source in package.sources.items()}
    found = tuple(f"{name}: {length}" for name, length in lengths.items() if length > LONGEST_MODULE)
    return Measure("modules over 400 lines", len(found), found)


def measure_functions(package: Package) -> Measure:
    """How many functions are too long."""
    found = tuple(
        f"{module}:{node.name}"
        for module, tree in package.trees.items()
        for node in functions_in(tree)
        if (node.end_lineno or node.lineno) - node.lineno + 1 > LONGEST_FUNCTION
    )
    return Measure("functions over 60 lines", len(found), found)


MEASURES: tuple[Callable[[Package], Measure], ...] = (
    measure_questions,
    measure_lonely_questions,
    measure_one_word_functions,
    measure_class_names,
    measure_title_steps_in_views,
    measure_template_lines,
    measure_modules,
    measure_functions,
)


def measure_shape(folder: Path) -> list[Measure]:
    """All measures of a package, in the order of the table."""
    package = Package(folder)
    return [measure(package) for measure in MEASURES]


def measure_transactions() -> Measure:
    """The transactions of a move, sent as a browser sends it and answered with the parts of its page."""
    from tools.count_transactions import count_transactions  # the whole table: only when it is measured

    move, _ = count_transactions()
    return Measure("transactions of a move", move, ("tools/count_transactions.py",))


def print_shape(measures: list[Measure], console: Console) -> None:
    """The measures as one table."""
    table = Table("measure", "value", "limit", "")
    for measure in measures:
        kept = "[green]kept" if measure.is_kept else "[red]missed"
        table.add_row(measure.name, str(measure.value), str(measure.limit), kept)
    console.print(table)


@click.command(help=__doc__)
@click.option("--list", "listed", is_flag=True, help="Also print where each limit is missed.")
@click.argument(
    "folder", type=click.Path(exists=True, file_okay=False, path_type=Path), default=ROOT / "src" / "stellwerk"
)
def main(folder: Path, listed: bool) -> None:
    """Print the table."""
    measures, console = [*measure_shape(folder), measure_transactions()], Console()
    print_shape(measures, console)
    missed = [measure for measure in measures if not measure.is_kept]
    for measure in missed if listed else ():
        console.print(f"[bold]{measure.name}")
        console.print("\n".join(f"  {place}" for place in measure.found), highlight=False, markup=False)
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
