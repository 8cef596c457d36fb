"""Runs in words: one line a train, for the strip under the board and for tiles that are tried."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from time import perf_counter

import msgspec
from msgspec import UNSET, UnsetType

from stellwerk.actions import Action
from stellwerk.errors import Illegal
from stellwerk.figures import FaceFigure
from stellwerk.position import Position
from stellwerk.routes import Answer
from stellwerk.rules import Rules
from stellwerk.rules.stages import find_act
from stellwerk.steps.loads import Loading
from stellwerk.steps.operating_round import OperatingTurn
from stellwerk.steps.running import RunTrains, best_for, running_trains, specs_of, worth_of
from stellwerk.table.view.game import standing_facts
from stellwerk.table.view.game.loading import Planned, areas_touched, plan_of
from stellwerk.table.view.scene import Pick, Scene

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
    squares: int | UnsetType = UNSET
    """Its room for loads."""
    load: int | UnsetType = UNSET
    """How many loads it carries."""
    goal: str | UnsetType = UNSET
    """Where they go."""
    gain: int | UnsetType = UNSET
    """What they bring; `value` is what the route brings without them."""


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
    planned: bool | UnsetType = UNSET
    """Has the reader planned what they carry? Then nothing is said about the best."""


class Shown(msgspec.Struct, frozen=True):
    """Runs to draw and to tell."""

    strip: Strip
    routes: tuple[tuple[str, ...], ...]
    values: tuple[int, ...]
    loads: tuple[int, ...] = ()
    """How many loads each of the runs carries."""
    goals: Mapping[str, int] = {}
    """Red hex to how many loads go there."""


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


def runs_shown(scene: Scene, pick: Pick | None = None) -> Shown | None:
    """What is drawn while a company has its turn: before it runs the best runs as things stand, then those it made.

    Where trains carry something it is what the reader has planned with what they carry, else the best.
    """
    turn = turn_of(scene.position)
    if turn is None:
        return None
    stages = scene.rules.stages(scene.position, turn.company)
    run_stage = next((i for i, stage in enumerate(stages) if stage.name == "run"), 0)
    past = turn.stage > run_stage
    plan = None if past else plan_of(scene, pick)
    if plan is not None and plan.answer.runs:
        return _tell_plan(scene, turn.company, plan)
    answer = last_run(scene, turn.company) if past else best_runs_in_time(scene.rules, scene.position, turn.company)
    heading = scene.say("Last run") if past else scene.say("Best runs now")
    if answer is None or not answer.runs:
        return None
    told = tell_runs(scene.rules, scene.position, turn.company, answer, heading, past)
    return _tell_carried(scene, turn.company, answer, told) if past else told


def _tell_plan(scene: Scene, company: str, plan: Planned) -> Shown:
    """Runs with loads that are planned."""
    heading = scene.say("Best runs now") if plan.best else scene.say("As planned")
    told = tell_runs(scene.rules, plan.game.position, company, plan.answer, heading)
    cards = [card for card, _ in running_trains(scene.rules, plan.game.position, company)]
    carried = [plan.loads.get(cards[run.train], (0, "")) for run in plan.answer.runs]
    planned = not plan.best or UNSET
    strip = msgspec.structs.replace(told.strip, proven=plan.proven, bound=plan.bound, planned=planned)
    ends = [areas_touched(scene.rules, plan.loading, run) for run in plan.answer.runs]
    return _with_loads(scene, msgspec.structs.replace(told, strip=strip), plan.loading, carried, ends, counted=True)


def _with_loads(
    scene: Scene,
    told: Shown,
    loading: Loading,
    carried: Sequence[tuple[int, str]],
    ends: Sequence[Mapping[str, str]],
    *,
    counted: bool,
) -> Shown:
    """Runs with what each carries; `counted` says whether their values have it in them."""
    lines, goals, values = [], dict[str, int](), []
    for line, (count, area), touched, route in zip(told.strip.lines, carried, ends, told.routes, strict=True):
        hexes = [node.partition(".")[0] for node in route if "." in node]
        gain = loading.pays[area] * count + loading.trip if count else 0
        alone = line.value - gain if counted else line.value
        face = scene.rules.cards.by_name[line.train]
        hex = touched.get(area, area)
        if count:
            goals[hex] = goals.get(hex, 0) + count
        values.append(alone)
        lines.append(
            msgspec.structs.replace(
                line,
                value=alone,
                path=" \u2013 ".join(hexes),
                bonuses=tuple(bonus for bonus in line.bonuses if not count or bonus[1] != gain),
                squares=face.loads or UNSET,
                load=count or UNSET,
                goal=hex if count else UNSET,
                gain=gain or UNSET,
            )
        )
    more = 0 if counted else sum(line.gain or 0 for line in lines)
    strip = msgspec.structs.replace(
        told.strip, lines=tuple(lines), total=told.strip.total + more, sum=told.strip.sum + more
    )
    return msgspec.structs.replace(
        told, strip=strip, values=tuple(values), loads=tuple(count for count, _ in carried), goals=goals
    )


def _tell_carried(scene: Scene, company: str, answer: Answer, told: Shown) -> Shown:
    """Runs that were made, with what the trains carried: it was named before the run."""
    act = find_act(scene.rules, RunTrains, scene.position, company)
    loading = act.loading(scene.rules, scene.position, company) if act is not None else None
    if act is None or loading is None:
        return told
    named = (act.loaded_by(action) for action in _actions_before_run(scene, company))
    loads = {card: (count, hex) for card, count, hex in filter(None, named)}
    cards = [card for card, _ in running_trains(scene.rules, scene.position, company)]
    carried = [loads.get(cards[run.train], (0, "")) for run in answer.runs]
    ends = [areas_touched(scene.rules, loading, run) for run in answer.runs]
    return _with_loads(scene, told, loading, carried, ends, counted=False)


def _actions_before_run(scene: Scene, company: str) -> Iterator[Action]:
    """What a company has done in its turn before it ran, the last first."""
    steps = [step.action for step in scene.line if step.action is not None]
    runs = [place for place, action in enumerate(steps) if action.get("type") == "run"]
    for action in reversed(steps[: runs[-1]] if runs else []):
        if action.get("company") != company or action.get("type") in ("run", "pass"):
            return
        yield scene.rules.shapes.actions.decode(dict(action))


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
