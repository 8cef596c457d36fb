"""Runs over the board: from node names to one line along the track, and the box with its value."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from stellwerk.draw import capsules, geometry
from stellwerk.draw.geometry import Point, TrackArc
from stellwerk.draw.hex_parts import path_data
from stellwerk.draw.hex_plan import OFFBOARD_END, HexPlan, PlannedStop
from stellwerk.draw.markup import escape_text, make_element, make_group, shift_transform, write_attributes, write_text
from stellwerk.draw.style import DASHES, INK, Theme
from stellwerk.errors import BadInput

BOX_DASHES = {1: "7 4", 2: "1.5 4", 3: "9 3 2 3"}
"""The frame of the box of the second, third and fourth run."""

_NODE = re.compile(r"([A-Z]{1,2}-?\d{1,3})(?:\.(t)?(\d+)|\.(o)|/([0-5]))")


class Node(NamedTuple):
    """A node of a run: `kind` is city, town, offboard or side; `number` counts within the hex."""

    hex: str
    kind: str
    number: int


class RunSite(NamedTuple):
    """A hex as runs see it: its middle on the board and its plan."""

    at: Point
    plan: HexPlan


def node_named(name: str) -> Node:
    """A node from its name: `E11.0` a city, `E13.t0` a town, `A3.o` an off-board area, `E11/5` a hex side."""
    match = _NODE.fullmatch(name)
    if match is None:
        raise BadInput(f"{name!r} is not a node of a run.")
    place, town, stop, offboard, side = match.groups()
    if side:
        return Node(place, "side", int(side))
    if offboard:
        return Node(place, "offboard", 0)
    return Node(place, "town" if town else "city", int(stop))


def draw_runs(
    routes: Sequence[Sequence[str]],
    worths: Sequence[int],
    sites: Mapping[str, RunSite],
    layout: str,
    theme: Theme,
    loads: Sequence[int] = (),
) -> tuple[list[str], list[str]]:
    """The lines of the runs, and the boxes with their values and what they carry."""
    lines, boxes = [], []
    taken: list[Point] = []
    for number, run in enumerate(routes):
        arcs = run_arcs(run, sites, layout)
        lines.append(run_line(number, arcs, run, theme))
        point = box_point(arcs, stop_points(run, sites), taken)
        if number < len(worths) and point is not None:
            taken.append(point)
            boxes.append(run_value(number, worths[number], point, theme))
            if number < len(loads) and loads[number]:
                boxes.append(capsules.draw_loads(number, loads[number], point, theme, box_dash(number)))
    return lines, boxes


def run_arcs(run: Sequence[str], sites: Mapping[str, RunSite], layout: str) -> list[TrackArc]:
    """The pieces of track of a run, in order, on the board."""
    nodes = [node_named(name) for name in run]
    arcs: list[TrackArc] = []
    for first, second in pairwise(nodes):
        arcs += _track_of_leg(first, second, sites, layout)
    return arcs


def _track_of_leg(first: Node, second: Node, sites: Mapping[str, RunSite], layout: str) -> list[TrackArc]:
    """The track between two nodes that follow each other: inside the hex they share."""
    shared = [view for view in _names_of_node(first, layout) if view.hex in sites]
    for here in shared:
        there = next((view for view in _names_of_node(second, layout) if view.hex == here.hex), None)
        if there is not None and there != here:
            site = sites[here.hex]
            return [arc.moved(site.at) for arc in _track_inside(here, there, site.plan)]
    if any(view in _names_of_node(second, layout) for view in shared):
        return []
    raise BadInput(
        f"A run cannot go from {_describe_node(first)} to {_describe_node(second)}: they share no hex of this board."
    )


def _names_of_node(node: Node, layout: str) -> list[Node]:
    """A node as it is named from every hex it belongs to."""
    views = [node]
    if node.kind == "side":
        beyond = geometry.hex_beyond(node.hex, node.number, layout)
        views += [Node(beyond, "side", (node.number + 3) % 6)] if beyond else []
    return views


def _describe_node(node: Node) -> str:
    return f"{node.hex} {node.kind} {node.number}"


def _track_inside(here: Node, there: Node, plan: HexPlan) -> list[TrackArc]:
    """The track between two nodes of one hex."""
    if here.kind == "side" and there.kind == "side":
        return _track_across(here.number, there.number, plan)
    if here.kind == "side":
        return [_to_stop(here.number, there, plan)]
    if there.kind == "side":
        return [_to_stop(there.number, here, plan).back()]
    return [TrackArc(_point_of_stop(here, plan), _point_of_stop(there, plan))]  # a link inside the hex


def _track_across(first: int, second: int, plan: HexPlan) -> list[TrackArc]:
    """From side to side: by plain track, else through a stop that has both, else straight on."""
    plain = any({first, second} == set(pair) for pair in (*plan.shape.track, *plan.shape.second.track))
    through = [stop for stop in plan.stops for exits in (stop.exits, stop.second) if {first, second} <= set(exits)]
    stop = next(iter(through), None)
    if plain or stop is None:
        return list(plan.plain(first, second))
    return [plan.way(stop, first), plan.way(stop, second).back()]


def _to_stop(edge: int, node: Node, plan: HexPlan) -> TrackArc:
    if node.kind == "offboard":
        return plan.spoke(edge, OFFBOARD_END)
    return geometry.arc_from_edge(edge, _point_of_stop(node, plan), plan.layout)


def _point_of_stop(node: Node, plan: HexPlan) -> Point:
    """Where a stop lies in its hex."""
    stop: PlannedStop | None = plan.town(node.number) if node.kind == "town" else plan.city(node.number)
    if node.kind == "offboard":
        return 0.0, 0.0
    if stop is None:
        raise BadInput(f"There is no {_describe_node(node)} for a run to stop at.")
    return stop.at


def run_line(number: int, arcs: Sequence[TrackArc], run: Sequence[str], theme: Theme) -> str:
    """One run: a white casing and a line in the run's own colour and dash."""
    data = path_data(arcs)
    if not data:
        return ""
    dash = DASHES[number % len(DASHES)]
    color = theme.runs[number % len(theme.runs)]
    round_ends = write_attributes(stroke_linejoin="round", stroke_linecap="round")
    if dash in ("13 9", "18 7 2 7"):
        line_ends = write_attributes(stroke_linejoin="round", stroke_linecap="butt")
    else:
        line_ends = round_ends
    return make_group(
        make_element("title", escape_text(f"Run {number + 1}: {' – '.join(_stops_of(run))}")),
        make_element("path", class_="case", d=data, stroke="#ffffff", stroke_width=12, **round_ends),
        make_element(
            "path",
            class_="line",
            d=data,
            stroke=color,
            stroke_width=6.5,
            stroke_dasharray=dash or None,
            **line_ends,
        ),
        class_=f"run run-{number + 1}",
        data_run=number + 1,
        data_nodes=" ".join(run),
        fill="none",
    )


def _stops_of(run: Sequence[str]) -> list[str]:
    """The hexes in which a run stops."""
    return [node.hex for node in map(node_named, run) if node.kind != "side"]


def box_point(arcs: Sequence[TrackArc], stops: Sequence[Point], boxes: Sequence[Point]) -> Point | None:
    """A point on a run for its value: near its middle, away from stops and other boxes."""
    half = sum(arc.length for arc in arcs) / 2
    gone, best, least = 0.0, None, math.inf
    for arc in arcs:
        for part in (0.5, 1.0):
            point = arc.at(part)
            cost = abs(gone + part * arc.length - half) / 3
            cost += sum(4 * max(0.0, 60 - math.dist(point, stop)) for stop in stops)
            cost += sum(20 * max(0.0, 40 - math.dist(point, box)) for box in boxes)
            if cost < least:
                best, least = point, cost
        gone += arc.length
    return best


def stop_points(run: Sequence[str], sites: Mapping[str, RunSite]) -> list[Point]:
    """The middles of the stops of a run, which its value must not cover."""
    nodes = [node_named(name) for name in run]
    stops = [node for node in nodes if node.kind in ("city", "town") and node.hex in sites]
    covered = []
    for node in stops:
        site, at = sites[node.hex], _point_of_stop(node, sites[node.hex].plan)
        covered.append((site.at[0] + at[0], site.at[1] + at[1]))
    return covered


def box_dash(number: int) -> str | None:
    """The dash of the frame around a run's value."""
    return BOX_DASHES.get(number % len(DASHES))


def run_value(number: int, worth: int, at: Point, theme: Theme) -> str:
    """The value of a run in a box on its line, framed in the run's colour and dash."""
    text = str(worth)
    half = 6.5 + 4.3 * len(text)
    box = make_element(
        "rect",
        x=-half,
        y=-11,
        width=2 * half,
        height=22,
        rx=5,
        fill="#ffffff",
        stroke=theme.runs[number % len(theme.runs)],
        stroke_width=3,
        stroke_dasharray=box_dash(number),
    )
    label = write_text(text, 0, 5, font_size=14, font_weight=700, text_anchor="middle", fill=INK)
    return make_group(
        make_element("title", escape_text(f"Run {number + 1}: {text}")),
        box,
        label,
        class_=f"run-end run-{number + 1}",
        data_run=number + 1,
        data_value=worth,
        transform=shift_transform(*at),
    )
