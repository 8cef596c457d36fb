"""The layers of the house: imports go down only, the engine touches nothing outside, titles stay in titles.

`LEVELS` is the house plan. The checkers are plain functions of a module's name and source, so they are tried
on small bad sources at the end of this file.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parents[1] / "src" / "stellwerk"
PACKAGE = "stellwerk"

LEVELS = {
    5: ("cli", "board_commands", "terminal", "table", "lab", "__main__"),
    4: ("bots", "interop", "draw"),
    3: ("titles",),
    2: ("game", "questions", "steps", "referee", "rules"),
    1: ("routes", "board", "market", "trains", "certificates", "ledger", "round_kinds"),
    0: ("position", "actions", "events", "figures", "errors", "memory", "vocabulary"),
}
LEVEL = {room: level for level, rooms in LEVELS.items() for room in rooms}
ENGINE = 3
"""The engine is this level and all below it."""

FRONT_DOOR = "__init__"
FRONT_DOOR_LEVEL = 4
"""Who stands on this level or above may come in by `from stellwerk import new_game`."""

OUTSIDE = {"os", "sys", "io", "pathlib", "socket", "subprocess", "urllib", "logging", "threading", "asyncio"}
OUTSIDE |= {"random", "secrets", "time", "datetime"}
OUTSIDE_CALLS = frozenset({"open", "print", "input"})
RESOURCES = "importlib.resources"
MAY_READ_RESOURCES = "figures"
INSTALLED = "importlib.metadata"
MAY_READ_INSTALLED = "titles.packages"

TITLES = frozenset({"18cz", "18rhl", "18bl", "1881", "18do"})


def modules() -> Iterator[tuple[str, str]]:
    """Name (`steps.track`) and source of each module of the package."""
    for path in sorted(SOURCE.rglob("*.py")):
        yield ".".join(path.relative_to(SOURCE).with_suffix("").parts), path.read_text(encoding="utf-8")


def room(module: str) -> str:
    """The top-level module or package a module lies in."""
    return module.split(".")[0]


def package_of(module: str) -> list[str]:
    """The packages around a module, outermost first, as relative imports count them."""
    return [PACKAGE, *module.split(".")[:-1]]


def imports(module: str, source: str) -> Iterator[tuple[int, str]]:
    """Line and full dotted name of everything a module imports, wherever in the module it does."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            around = package_of(module)
            base = around[: len(around) - node.level + 1] if node.level else []
            parts = base + ([node.module] if node.module else [])
            yield from ((node.lineno, ".".join([*parts, alias.name])) for alias in node.names)


def imported_room(name: str) -> str | None:
    """The room of the house that an imported name lies in; None when it is not ours."""
    first, *rest = name.split(".")
    if first != PACKAGE:
        return None
    return rest[0] if rest and rest[0] in LEVEL else FRONT_DOOR


def level_of(name: str) -> int:
    """The level of a room."""
    return FRONT_DOOR_LEVEL if name == FRONT_DOOR else LEVEL[name]


def is_engine(module: str) -> bool:
    """Whether a module must do no I/O, read no clock and draw nothing."""
    return room(module) != FRONT_DOOR and LEVEL.get(room(module), 0) <= ENGINE


def unknown_rooms(module: str) -> Iterator[str]:
    """Complain of a module that the house plan does not know."""
    if room(module) != FRONT_DOOR and room(module) not in LEVEL:
        yield f"stellwerk.{room(module)}: add it to the layers (LEVELS in tests/test_layers.py)"


def upward_imports(module: str, source: str) -> Iterator[str]:
    """Complain of imports from a level above."""
    if room(module) not in LEVEL:
        return
    own = LEVEL[room(module)]
    for line, name in imports(module, source):
        other = imported_room(name)
        if other is not None and level_of(other) > own:
            yield (
                f"{module}, line {line}: level {own} imports {name} of level {level_of(other)}; imports go down only"
            )


def outside_imports(module: str, source: str) -> Iterator[str]:
    """Complain of imports that reach files, the clock, the network or chance."""
    if not is_engine(module):
        return
    for line, name in imports(module, source):
        reads = name == RESOURCES or name.startswith(RESOURCES + ".")
        asks = (name == INSTALLED or name.startswith(INSTALLED + ".")) and module != MAY_READ_INSTALLED
        if name.split(".")[0] in OUTSIDE or asks or (reads and module != MAY_READ_RESOURCES):
            yield f"{module}, line {line}: the engine imports {name}; it may touch nothing outside"


def outside_calls(module: str, source: str) -> Iterator[str]:
    """Complain of calls that read or write."""
    if not is_engine(module):
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in OUTSIDE_CALLS:
            yield f"{module}, line {node.lineno}: the engine calls {node.func.id}(); it does no I/O"


PLAYING = frozenset({"_play", "apply", "settle"})
"""What carries an action out, for the game and for the acts of steps among themselves."""
MAY_PLAY = frozenset({"game", "referee", "steps", "titles", "rules"})


def doors_beside(module: str, source: str) -> Iterator[str]:
    """Complain of an action that is carried out past the game: on a referee or an act, or by its inner function."""
    if room(module) in MAY_PLAY:
        return
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        called = node.func
        if called.attr not in PLAYING:
            continue
        owner = called.value.id if isinstance(called.value, ast.Name) else ""
        if called.attr == "apply" or owner in ("game", "referee", "ref", "copy", "act"):
            yield f"{module}, line {node.lineno}: calls {called.attr}(); an action is played by Game only"


def title_names(module: str, source: str) -> Iterator[str]:
    """Complain of a title's name as a string outside titles (docstrings may say what they like)."""
    if room(module) == "titles":
        return
    tree = ast.parse(source)
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or id(node) in prose:
            continue
        if str(node.value).strip().lower() in TITLES and isinstance(node.value, str):
            yield (
                f"{module}, line {node.lineno}: names the title {node.value!r}; "
                "what differs between titles belongs in titles/"
            )


def tags_of_titles() -> frozenset[str]:
    """The tags of the steps, actions and events that lie in folders of titles."""
    sources = [source for module, source in modules() if room(module) == "titles"]
    keywords = (word for source in sources for word in ast.walk(ast.parse(source)) if isinstance(word, ast.keyword))
    values = (word.value for word in keywords if word.arg == "tag")
    return frozenset(str(value.value) for value in values if isinstance(value, ast.Constant))


def named_tags(module: str, source: str, tags: frozenset[str]) -> Iterator[str]:
    """Complain of a step, action or event of a title that is named outside titles."""
    if room(module) == "titles":
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and node.value in tags:
            yield f"{module}, line {node.lineno}: names {node.value!r} of a title; it should say so itself"


def show(complaints: list[str]) -> str:
    """Complaints as one message, a line each."""
    return "\n" + "\n".join(complaints)


def test_every_module_is_on_a_level() -> None:
    found = sorted({line for module, _ in modules() for line in unknown_rooms(module)})
    assert not found, show(found)


def test_imports_go_down_only() -> None:
    found = [line for module, source in modules() for line in upward_imports(module, source)]
    assert not found, show(found)


def test_engine_imports_no_io_clock_or_chance() -> None:
    found = [line for module, source in modules() for line in outside_imports(module, source)]
    assert not found, show(found)


def test_engine_does_not_read_or_print() -> None:
    found = [line for module, source in modules() for line in outside_calls(module, source)]
    assert not found, show(found)


def test_titles_are_named_in_titles_only() -> None:
    found = [line for module, source in modules() for line in title_names(module, source)]
    assert not found, show(found)


def test_actions_are_played_by_the_game_only() -> None:
    found = [line for module, source in modules() for line in doors_beside(module, source)]
    assert not found, show(found)


def test_what_titles_bring_is_named_in_titles_only() -> None:
    tags = tags_of_titles()
    assert {"free-station", "home-build", "exchange-offer"} <= tags
    found = [line for module, source in modules() for line in named_tags(module, source, tags)]
    assert not found, show(found)
    assert len(list(named_tags("table.view.steps", "x = {'free-station': 1}", tags))) == 1


def test_there_is_something_to_check() -> None:
    assert {"position", "actions", "events"} <= {module for module, _ in modules()}


def test_checker_finds_an_unknown_room() -> None:
    assert "add it to the layers" in next(unknown_rooms("gadgets.lever"))
    assert not list(unknown_rooms("steps.track"))
    assert not list(unknown_rooms("__init__"))


@pytest.mark.parametrize(
    "bad",
    [
        "import stellwerk.game",
        "from stellwerk import game",
        "from stellwerk.steps.track import lay",
        "from ..steps import track",
        "from .. import steps",
        "def f():\n    from stellwerk.titles import load\n",
        "if x:\n    import stellwerk.cli as c\n",
        "from stellwerk import new_game",
        "import stellwerk",
    ],
)
def test_checker_finds_an_upward_import(bad: str) -> None:
    assert len(list(upward_imports("board.network", bad))) == 1


@pytest.mark.parametrize(
    ("module", "good"),
    [
        ("board.network", "from stellwerk.position import Position\nfrom stellwerk.routes import search"),
        ("board.network", "from .hexes import Hex\nfrom . import hexes\nfrom ..errors import BadInput"),
        ("board.__init__", "from .hexes import Hex\nfrom stellwerk.board.tiles import Tile"),
        ("board.network", "import stellwerkzeug, collections.abc"),
        ("cli", "from stellwerk import new_game\nfrom stellwerk.draw import board"),
        ("bots.greedy", "import stellwerk"),
        ("__init__", "def f():\n    from stellwerk.interop import files\n"),
    ],
)
def test_checker_lets_good_imports_pass(module: str, good: str) -> None:
    assert not list(upward_imports(module, good))


@pytest.mark.parametrize(
    "bad",
    [
        "import os.path",
        "from pathlib import Path",
        "def f():\n    import random\n",
        "from importlib import resources",
        "import importlib.resources as r",
        "from importlib.resources import files",
        "from importlib.metadata import entry_points",
        "from importlib import metadata",
    ],
)
def test_checker_finds_the_outside(bad: str) -> None:
    assert len(list(outside_imports("titles.cz.rules", bad))) == 1
    assert not list(outside_imports("cli", bad))


def test_only_figures_reads_resources() -> None:
    assert not list(outside_imports("figures", "from importlib import resources"))
    assert list(outside_imports("figures", "import io"))


def test_checker_finds_calls_that_read_or_print() -> None:
    bad = "def f():\n    print(open('x').read(), input())\n"
    assert len(list(outside_calls("game", bad))) == 3
    assert not list(outside_calls("draw.svg", bad))
    assert not list(outside_calls("game", "stack.open(3)"))


def test_checker_finds_a_title_by_name() -> None:
    bad = '"""About 18CZ."""\nif title == "18CZ":\n    """18DO"""\n    x = {"1881": 1}\n'
    assert len(list(title_names("steps.stock", bad))) == 2
    assert not list(title_names("titles.cz", bad))
    assert not list(title_names("steps.stock", 'clause = "18CZ/VII.3a"\nn = 1881\n'))


@pytest.mark.parametrize("bad", ["game._play(action)", "act.apply(referee, task, action)", "ref.settle()"])
def test_checker_finds_a_door_beside_the_game(bad: str) -> None:
    assert len(list(doors_beside("table.archive", bad))) == 1
    assert not list(doors_beside("steps.stock", bad))
    assert not list(doors_beside("table.archive", "game.play(action)"))
