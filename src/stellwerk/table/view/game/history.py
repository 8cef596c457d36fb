"""Where a position stands in its game's past: steps back and on, what may be undone, what is asked, private copies."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from stellwerk.table.db.records import REDO, UNDO, Logged
from stellwerk.table.service.history import stops_of
from stellwerk.table.service.undo import Way
from stellwerk.table.view.game.log import COMPANY, LogBlock, blocks_of
from stellwerk.table.view.scene import COPY, LIVE, OLD, Scene

MOST_HEADS = 6
"""So many turns a request names."""


class Tool(msgspec.Struct, frozen=True, kw_only=True):
    """A button that takes back or restores."""

    label: str
    title: str
    action: str = ""
    """Where it is sent; empty, if there is nothing to do."""
    at: int = 0
    seat: int = 0
    to: int | None = None
    asks: tuple[str, ...] = ()
    """The players who would be asked first."""


class Travel(msgspec.Struct, frozen=True, kw_only=True):
    """The line of positions one can look at, and where on it the reader is."""

    number: int
    """The entry after which this position stands."""
    live: int
    """The last entry of the game."""
    back: str | None
    """The address of the position before; None at the beginning."""
    forward: str | None
    now: str
    """The address of the running game."""
    here: str
    """The lasting address of this position."""
    stops: str
    """The entries one can look at, in runs: `1-10,14-300`."""
    index: int
    count: int
    behind: int
    """How many entries the game has gone on since."""
    branch: bool = False
    """Is this position one that was undone?"""


class ShownUndoRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A request to undo or redo that waits for answers."""

    id: int
    kind: str
    who: str
    text: str
    what: tuple[str, ...]
    """What would be taken back or restored, turn by turn, latest first."""
    target: int
    waiting: tuple[str, ...]
    """The players who have not answered."""
    answer_as: int | None = None
    """The reader's seat that is asked."""
    withdraw_as: int | None = None
    action: str = ""


class Copy(msgspec.Struct, frozen=True):
    """A private copy in the menu."""

    id: int
    address: str
    text: str
    here: bool


def make_travel(scene: Scene) -> Travel:
    """Where the shown position stands on the line of the game."""
    past, table = scene.past, f"/tables/{scene.table.id}"
    own = stops_of(scene.line)
    node = own[-1] if own else 0
    on_line = node in past.stops
    index = past.stops.index(node) if on_line else max(0, sum(stop < node for stop in past.stops) - 1)
    following = past.stops[index + 1] if on_line and index + 1 < len(past.stops) else None
    last = past.stops[-1] if past.stops else 0
    forward = None if following is None else table if following == last else f"{table}/at/{following}"
    return Travel(
        number=scene.number if scene.mode != COPY else node,
        live=scene.head.number,
        back=f"{table}/at/{own[-2]}" if len(own) > 1 else None,
        forward=forward if scene.mode == OLD else None,
        now=table,
        here=f"{table}/at/{node}",
        stops=number_ranges(past.stops),
        index=index,
        count=len(past.stops),
        behind=max(0, scene.head.number - scene.number) if scene.mode == OLD else 0,
        branch=scene.mode == OLD and bool(past.stops) and not on_line,
    )


def number_ranges(numbers: Sequence[int]) -> str:
    """Numbers in order, neighbours together: `1-10,14`."""
    found: list[list[int]] = []
    for number in numbers:
        if found and found[-1][1] == number - 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return ",".join(f"{first}-{last}" if last > first else str(first) for first, last in found)


def undo_tool(scene: Scene) -> Tool:
    """The button that takes the last action back."""
    say, way = scene.say, scene.past.ways.undo
    if scene.mode == COPY:
        tried = bool(scene.past.tried)
        title = say("Undo the last action on this copy") if tried else say("Undo: nothing was played on this copy yet")
        return Tool(label=say("Undo"), title=title, action=f"{scene.base}/undo" if tried else "", at=scene.number)
    if way is None or scene.mode != LIVE:
        return Tool(label=say("Undo"), title=say("Undo: there is nothing of yours to undo"))
    title = say.n("Undo your last action", "Undo your last action and what followed, {n} in all", len(way.steps))
    return _make_tool(scene, way, say("Undo") if way.free else say("Ask to undo"), title)


def restart_tool(scene: Scene) -> Tool | None:
    """The button that begins the turn anew."""
    way = scene.past.ways.restart if scene.mode == LIVE else None
    if way is None:
        return None
    say = scene.say
    title = say.n("Back to the start of this turn", "Back to the start of this turn, {n} actions", len(way.steps))
    return _make_tool(scene, way, say("Restart turn") if way.free else say("Ask to restart the turn"), title)


def redo_tool(scene: Scene) -> Tool | None:
    """The button that restores what was undone."""
    way = scene.past.ways.redo if scene.mode == LIVE else None
    if way is None:
        return None
    say = scene.say
    title = say.n("Restore the action that was undone", "Restore the {n} actions that were undone", len(way.steps))
    return _make_tool(scene, way, say("Redo") if way.free else say("Ask to redo"), title)


def _make_tool(scene: Scene, way: Way, label: str, title: str) -> Tool:
    if way.asked:
        title = scene.say("{what}; it is for {names} to agree", what=title, names=", ".join(way.asked))
    return Tool(
        label=label,
        title=title,
        action=f"{scene.base}/{way.kind}",
        at=scene.number,
        seat=way.seat,
        to=way.to if way.kind == UNDO else None,
        asks=way.asked,
    )


def make_undo_request(scene: Scene) -> ShownUndoRequest | None:
    """The request that waits for answers, as the reader is concerned by it."""
    request = scene.past.request
    if request is None or scene.mode != LIVE:
        return None
    say, seats = scene.say, scene.table.seats
    span = _steps_concerned(scene, request.kind, request.target)
    waiting = [seat for seat in request.asked if seat not in request.agreed]
    who = seats[request.seat].name
    if request.kind == REDO:
        text = say.n("{who} asks to restore {n} action.", "{who} asks to restore {n} actions.", len(span), who=who)
    elif scene.damage is not None and request.target == scene.stands:
        text = say("{who} asks to go on from here.", who=who)
    else:
        text = say.n("{who} asks to take back {n} action.", "{who} asks to take back {n} actions.", len(span), who=who)
    blocks = blocks_of(scene, [msgspec.structs.replace(step, undone_by=None) for step in span])
    heads = [_turn_in_one_line(block) for block in reversed(blocks)]
    return ShownUndoRequest(
        id=request.id,
        kind=request.kind,
        who=who,
        text=text,
        what=tuple(heads[:MOST_HEADS]),
        target=request.target,
        waiting=tuple(seats[seat].name for seat in waiting),
        answer_as=next((seat for seat in waiting if seat in scene.mine), None),
        withdraw_as=request.seat if request.seat in scene.mine else None,
        action=f"{scene.base}/requests/{request.id}",
    )


def _turn_in_one_line(block: LogBlock) -> str:
    """A turn in one line."""
    lines = "; ".join(line.text for line in block.lines)
    if not lines:
        return block.head
    return f"{block.id}: {lines}" if block.kind == COMPANY else lines


def _steps_concerned(scene: Scene, kind: str, target: int) -> list[Logged]:
    """The steps a request is about, in order."""
    if kind == UNDO:
        numbers = [step.number for step in scene.line]
        start = numbers.index(target) + 1 if target in numbers else 0
        return list(scene.line[start:])
    known = {entry.number: entry for entry in scene.past.entries}
    found: list[Logged] = []
    here = target
    while here != scene.head.node and here in known:
        found.insert(0, known[here])
        here = known[here].parent
    return found


def make_private_copies(scene: Scene) -> tuple[Copy, ...]:
    """The reader's private copies of this game."""
    here = scene.copied.id if scene.copied is not None else None
    say = scene.say
    return tuple(
        Copy(
            copy.id,
            f"/what-ifs/{copy.id}",
            say.n(
                "From action {number}, {n} played",
                "From action {number}, {n} played",
                len(copy.actions),
                number=copy.number,
            ),
            copy.id == here,
        )
        for copy in scene.past.copies
    )
