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

from stellwerk.routes import bounds, kernel

FUNCTIONS = (
    "step_bound", "relax_bounds", "bounds_of_arm", "bound_of_both_arms", "from_root", "count_bits", "bonus_value",
    "value_counted", "value_chosen", "value_if_ended", "ceiling_of_frame", "ceiling_by_stops", "is_free", "mark_node",
    "mark_arc", "count_in_table", "count_stop", "enter_frame", "undo_ferry", "leave_frame", "record_route",
    "turn_to_second_arm", "begin_at_root", "advance_over_arc", "note_route", "search_on",
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
    "python",
    list,
    lambda count, number: [number] * count,
    bounds.bounds_of_arm,
    bounds.from_root,
    kernel.begin_at_root,
    kernel.search_on,
)

_ready: list[Engine] = []


def current_engine() -> Engine:
    """The fastest engine there is now."""
    return _ready[-1] if _ready else PLAIN


def use_engine(engine: Engine) -> None:
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
    space = {**vars(bounds), **vars(kernel)}
    for name in FUNCTIONS:
        space[name] = _compile_function(numba, space, name)

    def array(numbers: Sequence[int]) -> Any:
        return numpy.array(numbers, dtype=numpy.int64)

    def filled(count: int, number: int) -> Any:
        return numpy.full(count, number, dtype=numpy.int64)

    engine = Engine(
        "numba", array, filled, *(space[n] for n in ("bounds_of_arm", "from_root", "begin_at_root", "search_on"))
    )
    _try_engine(engine)
    _ready.append(engine)
    return True


def _compile_function(numba: Any, space: dict[str, Any], name: str) -> Any:
    """A copy of a kernel function that calls the compiled ones; kept on disk where that is possible."""
    source: FunctionType = space[name]
    copy = FunctionType(source.__code__, space, name, source.__defaults__)
    copy.__module__ = source.__module__
    try:
        return numba.njit(cache=True)(copy)
    except RuntimeError:
        return numba.njit(copy)


def _try_engine(engine: Engine) -> None:
    """Run once on the smallest network, which makes numba compile everything."""
    from stellwerk.routes.route_search import try_out

    try_out(engine)
