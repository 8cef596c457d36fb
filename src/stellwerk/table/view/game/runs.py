"""Runs in words: one line a train, for the strip under the board and for tiles that are tried."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

import msgspec

from stellwerk.errors import Illegal
from stellwerk.figures import FaceFigure
from stellwerk.position import Position
from stellwerk.routes import Answer
from stellwerk.rules import Rules
from stellwerk.steps.operating_round import OperatingTurn
from stellwerk.steps.running import best_for, running_trains, specs_of, worth_of
from stellwerk.table.view.game import standing_facts
from stellwerk.table.view.scene import Scene

PATIENCE = 0.6
"""Seconds a page waits for the best runs; then it shows the best found and what no set can exceed."""


class ShownRunLine(msgspec.Struct, frozen=True):
    """One train's run."""

    number: int
    """Its colour and dash: the first, second, third or fourth."""
    train: str
    size: str
    """One letter for the kind of company the train is for, if the title has kinds."""
    stops: tuple[tuple[str, int], ...]
    """The places it stops at, by name, and what each earns."""
    bonuses: tuple[tuple[str, int], ...]
    value: int
    path: str
    """The places in one line."""
    pulls: tuple[str, ...] = ()
    """What it pulls that makes its stops earn more, as a trailer."""


class Strip(msgspec.Struct, frozen=True):
    """The runs shown on the board."""

    heading: str
    company: str
    lines: tuple[ShownRunLine, ...]
    total: int
    sum: int
    """What the runs earn together, before the rules round it."""
    proven: bool
    """Is it proved that no set of runs earns more?"""
    bound: int
    """What no set of runs can exceed."""
    past: bool = False
    """Are they the runs that were made, not those that could be?"""


class Shown(msgspec.Struct, frozen=True):
    """Runs to draw and to tell."""

    strip: Strip
    routes: tuple[tuple[str, ...], ...]
    values: tuple[int, ...]


def turn_of(position: Position) -> OperatingTurn | None:
    """The company's turn that goes on, if one does."""
    return next((step for step in reversed(position.agenda) if isinstance(step, OperatingTurn)), None)


def best_runs_in_time(rules: Rules, position: Position, company: str, patience: float = PATIENCE) -> Answer:
    """The best runs of a company that can be found in this time."""
    return best_for(rules, position, company, limit=patience, now=perf_counter)


def lines_of(rules: Rules, position: Position, company: str, answer: Answer) -> tuple[ShownRunLine, ...]:
    """The runs of an answer in words."""
    trains, specs = running_trains(rules, position, company), specs_of(rules, position, company)
    lines = []
    for number, run in enumerate(answer.runs, start=1):
        face = rules.cards.by_name[trains[run.train][1]]
        stops = tuple((stop_name(rules, node), worth) for node, worth in run.stops)
        mode = specs[run.train].modes[run.mode]
        lines.append(
            ShownRunLine(
                number=(number - 1) % 4 + 1,
                train=face.name,
                size=_frame_of_train(rules, face),
                stops=stops,
                bonuses=run.bonuses,
                value=run.value,
                path=" \u2013 ".join(name for name, _ in stops),
                pulls=tuple(name for name, _ in mode.uses if mode.factors),
            )
        )
    return tuple(lines)


def _frame_of_train(rules: Rules, face: FaceFigure) -> str:
    """The frame of a train in the strip: by the size of its company, or by its network where there are two."""
    if standing_facts.has_two_networks(rules):
        return standing_facts.train_frame(rules, face.size)
    return face.size[:1].upper()


def stop_name(rules: Rules, node: str) -> str:
    """The place of a stop: its name on the board, else its hex."""
    hex = node.split(".")[0].split("/")[0]
    figure = rules.board.hexes.get(hex)
    return figure.name if figure is not None and figure.name else hex


def runs_shown(scene: Scene) -> Shown | None:
    """What is drawn while a company has its turn: before it runs the best runs as things stand, then those it made."""
    turn = turn_of(scene.position)
    if turn is None:
        return None
    stages = scene.rules.stages(scene.position, turn.company)
    run_stage = next((i for i, stage in enumerate(stages) if stage.name == "run"), 0)
    past = turn.stage > run_stage
    answer = last_run(scene, turn.company) if past else best_runs_in_time(scene.rules, scene.position, turn.company)
    heading = scene.say("Last run") if past else scene.say("Best runs now")
    if answer is None or not answer.runs:
        return None
    return tell_runs(scene.rules, scene.position, turn.company, answer, heading, past)


def tell_runs(
    rules: Rules, position: Position, company: str, answer: Answer, heading: str, past: bool = False
) -> Shown:
    """An answer, to draw and to tell."""
    lines = lines_of(rules, position, company, answer)
    earned = sum(run.value for run in answer.runs) + sum(amount for _, amount in answer.bonuses)
    strip = Strip(heading, company, lines, answer.total, earned, answer.proven, answer.bound, past)
    return Shown(strip, tuple(run.nodes for run in answer.runs), tuple(run.value for run in answer.runs))


def last_run(scene: Scene, company: str) -> Answer | None:
    """The runs a company made last, as far as they are known: named with its claim, or the best that earn as much."""
    revenue = scene.position.revenues.get(company)
    if not revenue:
        return None
    actions = [step.action for step in scene.line if step.action is not None]
    ran = [a for a in actions if a.get("type") == "run" and a.get("company") == company]
    routes: Sequence[Sequence[str]] = ran[-1].get("routes", ()) if ran else ()
    if routes and ran[-1].get("revenue") == revenue:
        return _named_runs(scene, company, routes, revenue)
    answer = best_runs_in_time(scene.rules, scene.position, company)
    return answer if answer.total == revenue else None


def _named_runs(scene: Scene, company: str, routes: Sequence[Sequence[str]], revenue: int) -> Answer | None:
    """Runs that were named, with what they are worth."""
    if len(routes) > len(specs_of(scene.rules, scene.position, company)):
        return None
    try:
        return worth_of(scene.rules, scene.position, company, [tuple(route) for route in routes], revenue)
    except Illegal:
        return None
