"""The kernel, plain or compiled: the same functions on lists, or on arrays once numba has compiled them.

Nothing is compiled unless somebody calls `warm_up`, before play or in the background; a search takes whichever
engine is there when it starts. numba keeps what it compiled beside the source, so that later processes only load it.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import Any

import msgspec

from stellwerk.routes import kernel, limits

FUNCTIONS = (
    "step", "relax", "bounds", "share", "from_root", "popcount", "extras", "counted", "chosen", "ending", "ceiling",
    "distinct", "is_free", "mark_node", "mark", "count_in_table", "count_stop", "enter", "undo_ferry", "leave",
    "record", "turn", "begin", "advance", "note", "search",
)  # fmt: skip
"""What is compiled, callees first."""


class Engine(msgspec.Struct, frozen=True):
    """The functions a search needs, and how it must lay out its numbers."""

    name: str
    array: Callable[[Sequence[int]], Any]
    filled: Callable[[int, int], Any]
    """So many numbers that are all the same."""
    bounds: Callable[..., None]
    from_root: Callable[..., None]
    begin: Callable[..., None]
    search: Callable[..., int]


PLAIN = Engine(
    "python", list, lambda count, number: [number] * count, limits.bounds, limits.from_root, kernel.begin, kernel.search
)

_ready: list[Engine] = []


def current() -> Engine:
    """The fastest engine there is now."""
    return _ready[-1] if _ready else PLAIN


def use(engine: Engine) -> None:
    """Take this engine from now on."""
    _ready.append(engine)


def warm_up() -> bool:
    """Compile the kernel, if numba is there; say whether it is. Takes seconds the first time, then little."""
    if _ready and _ready[-1] is not PLAIN:
        return True
    try:
        numba = importlib.import_module("numba")
        numpy = importlib.import_module("numpy")
    except ImportError:
        return False
    space = {**vars(limits), **vars(kernel)}
    for name in FUNCTIONS:
        space[name] = _compile(numba, space, name)

    def array(numbers: Sequence[int]) -> Any:
        return numpy.array(numbers, dtype=numpy.int64)

    def filled(count: int, number: int) -> Any:
        return numpy.full(count, number, dtype=numpy.int64)

    engine = Engine("numba", array, filled, *(space[n] for n in ("bounds", "from_root", "begin", "search")))
    _try(engine)
    _ready.append(engine)
    return True


def _compile(numba: Any, space: dict[str, Any], name: str) -> Any:
    """A copy of a kernel function that calls the compiled ones; kept on disk where that is possible."""
    source: FunctionType = space[name]
    copy = FunctionType(source.__code__, space, name, source.__defaults__)
    copy.__module__ = source.__module__
    try:
        return numba.njit(cache=True)(copy)
    except RuntimeError:
        return numba.njit(copy)


def _try(engine: Engine) -> None:
    """Run once on the smallest network, which makes numba compile everything."""
    from stellwerk.routes.seek import try_out

    try_out(engine)
