"""The panel of runs with loads: each route with what it carries and what may be changed, and what it all brings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from stellwerk import actions
from stellwerk.actions import Action, Run
from stellwerk.errors import Illegal
from stellwerk.events import Paid, PriceMoved
from stellwerk.game import Game
from stellwerk.routes import RunResult
from stellwerk.rules import Rules
from stellwerk.rules.stages import find_act
from stellwerk.steps.loads import Loading
from stellwerk.steps.operating_round import OperatingTurn
from stellwerk.steps.running import DecideDividend, best_for, running_trains
from stellwerk.table.view.game.choices import Effect, Group
from stellwerk.table.view.game.loading import (
    Planned,
    areas_touched,
    loading_actions,
    one_more,
    plan_of,
    write_plan,
)
from stellwerk.table.view.scene import Pick, Scene


class LoadGoal(msgspec.Struct, frozen=True):
    """A red area on a train's route: what each load brings there, and the plan that chooses it."""

    hex: str
    place: str
    amount: int
    chosen: bool
    plan: str


class LoadedRun(msgspec.Struct, frozen=True, kw_only=True):
    """One train: its route, what it carries, and what may be changed."""

    number: int
    train: str
    squares: int
    """Room of its own."""
    stops: tuple[tuple[str, int], ...]
    bonuses: tuple[tuple[str, int], ...]
    value: int
    """What the route brings without loads."""
    count: int = 0
    most: int = 0
    room: str = ""
    """How much room there is, and by what, in words."""
    gain: int = 0
    goal: str = ""
    goals: tuple[LoadGoal, ...] = ()
    less: str = ""
    more: str = ""
    """The plan with one load less or more; nothing where that cannot be."""
    reason: str = ""
    """Why it carries nothing."""


class LoadPanel(msgspec.Struct, frozen=True, kw_only=True):
    """The decision about runs with loads."""

    heading: str
    supply_line: str
    runs: tuple[LoadedRun, ...]
    held: int
    supply: int
    what: str
    none: str = ""
    none_label: str = ""
    """The plan that carries nothing, and what it brings; nothing where that is the plan."""
    label: str
    first: tuple[dict[str, Any], ...]
    """Actions that load the trains; they are played before the run."""
    action: dict[str, Any]
    effects: tuple[Effect, ...]
    total: int
    proven: bool
    bound: int
    best: bool
    refused: str = ""
    kind: str = ""
    """The kind of group of the actions that load trains: it is not offered apart."""
    status: str = ""


def make_load_panel(scene: Scene, group: Group | None, pick: Pick) -> LoadPanel | None:
    """What is carried, where the group of runs is open and the company may carry something."""
    if group is None or group.kind != "run" or (pick.group == "run" and pick.tile.isdecimal()):
        return None
    plan = plan_of(scene, pick)
    if plan is None or not plan.answer.runs:
        return None
    company, say, loading = str(group.options[0].action["company"]), scene.say, plan.loading
    cards = [card for card, _ in running_trains(scene.rules, scene.position, company)]
    held = loading.supply - sum(n for card, (n, _) in plan.loads.items() if card not in loading.aboard)
    total, plain = plan.answer.total, best_for(scene.rules, scene.position, company).total
    run = _run_action(plan, company, len(cards))
    money, what = scene.money(total), say.sentence(loading.what)
    label = (
        say("Run for {revenue}, hold back {n}", revenue=money, n=held)
        if held
        else say("Run for {revenue}", revenue=money)
    )
    carries = held < loading.supply
    return LoadPanel(
        heading=say("Run, and carry {what}", what=what),
        supply_line=say.n("{n} cube to carry", "{n} cubes to carry", loading.supply),
        runs=tuple(_make_runs(scene, plan, cards)),
        held=held,
        supply=loading.supply,
        what=what,
        none=write_plan(cards, {}) if carries else "",
        none_label=say("Carry none: {revenue}", revenue=plain) if carries else "",
        label=label,
        first=tuple(map(actions.encode, _first_actions(scene, company, plan))),
        action=actions.encode(run),
        effects=tuple(_effects(scene, plan, run)),
        total=total,
        proven=plan.proven and plan.best,
        bound=plan.bound,
        best=plan.best,
        refused=plan.refused,
        kind=loading.kind,
        status=say("{label}; {sum}", label=label, sum=money),
    )


def _first_actions(scene: Scene, company: str, plan: Planned) -> list[Action]:
    loads = {card: load for card, load in plan.loads.items() if card not in plan.loading.aboard}
    return loading_actions(scene.rules, scene.position, company, loads)


def _run_action(plan: Planned, company: str, trains: int) -> Run:
    """The run with the routes that are shown, where they may be named; else for the same sum."""
    nodes = {run.train: run.nodes for run in plan.answer.runs}
    routes = [nodes.get(train, ()) for train in range(trains)]
    while routes and not routes[-1]:
        routes.pop()
    named = Run(company, plan.answer.total, tuple(routes))
    try:
        plan.game.check(named)
    except Illegal:
        return Run(company, plan.answer.total)
    return named


def _make_runs(scene: Scene, plan: Planned, cards: Sequence[str]) -> Iterator[LoadedRun]:
    for number, run in enumerate(plan.answer.runs, start=1):
        yield _make_run(scene, plan, cards, number, run)


def _make_run(scene: Scene, plan: Planned, cards: Sequence[str], number: int, run: RunResult) -> LoadedRun:
    card, loading, rules = cards[run.train], plan.loading, scene.rules
    count, goal = plan.loads.get(card, (0, ""))
    gain = loading.pays[goal] * count + loading.trip if count else 0
    line = LoadedRun(
        number=(number - 1) % 4 + 1,
        train=scene.position.trains[card][1],
        squares=loading.room.get(card, 0),
        stops=tuple((node.partition(".")[0], worth) for node, worth in run.stops),
        bonuses=tuple((name, amount) for name, amount in run.bonuses if not count or amount != gain),
        value=run.value - gain,
        count=count,
        gain=gain,
        goal=_place_of(scene, goal) if goal else "",
    )
    if card in loading.aboard:
        return msgspec.structs.replace(line, room=scene.say("loaded already"))
    areas = tuple(areas_touched(rules, loading, run))
    reason = _why_empty(scene, plan, card, run, areas)
    if reason and not count:
        return msgspec.structs.replace(line, reason=reason)
    hex = goal or max(areas, key=lambda area: loading.pays[area])
    return _with_choices(scene, plan, cards, card, line, hex, areas)


def _with_choices(
    scene: Scene, plan: Planned, cards: Sequence[str], card: str, line: LoadedRun, hex: str, areas: Sequence[str]
) -> LoadedRun:
    """A train with its stepper and its red areas."""
    loading = plan.loading
    mine = {c: load for c, load in plan.loads.items() if c not in loading.aboard}
    more, less = one_more(loading, plan.loads, card, hex), None
    if line.count:
        less = {c: load for c, load in {**mine, card: (line.count - 1, hex)}.items() if load[0]}
    goals = tuple(
        LoadGoal(area, _place_of(scene, area), loading.pays[area], area == hex,
                 write_plan(cards, {**mine, card: (max(1, line.count), area)}))
        for area in sorted(areas, key=lambda area: -loading.pays[area])
    )  # fmt: skip
    return msgspec.structs.replace(
        line,
        most=loading.most(card),
        room=_say_room(scene, loading, card, line, hex if len(goals) < 2 else ""),
        goals=goals if len(goals) > 1 else (),
        less=write_plan(cards, less) if less is not None else "",
        more=write_plan(cards, more) if more is not None else "",
    )


def _say_room(scene: Scene, loading: Loading, card: str, line: LoadedRun, hex: str) -> str:
    """How much a train can carry, by what; and to where, if there is only one area."""
    say, own = scene.say, loading.room.get(card, 0)
    told = say("of {n}", n=max(own, line.count))
    if line.count > own and own:
        told += ": " + say.n("{n} square", "{n} squares", own)
        told += say(", {more} by {what}", more=line.count - own, what=say.sentence(loading.more_by))
    elif line.count > own:
        told += say(", by {what}", what=say.sentence(loading.more_by))
    if hex:
        told += say(", to {place} at {amount}", place=_place_of(scene, hex), amount=loading.pays[hex])
    return told


def _why_empty(scene: Scene, plan: Planned, card: str, run: RunResult, areas: Sequence[str]) -> str:
    """Why a train carries nothing, whatever one might want."""
    say, loading = scene.say, plan.loading
    what = say.sentence(loading.what)
    if not loading.most(card):
        return say("no {what}: the train has no room", what=what)
    touched = {node.partition(".")[0] for node, _ in run.stops}
    if loading.through and loading.through not in touched:
        name = scene.rules.board.hexes[loading.through].name or loading.through
        return say("no {what}: the route misses {place}", what=what, place=name)
    if not areas:
        return say("no {what}: the route leads to no red area", what=what)
    return ""


def _place_of(scene: Scene, hex: str) -> str:
    """A red area by its first hex and the first part of its name."""
    name = scene.rules.board.hexes[hex].name or ""
    return f"{hex} {name.partition('-')[0]}".strip()


# What it brings


def _effects(scene: Scene, plan: Planned, run: Run) -> Iterator[Effect]:
    say, rules, total = scene.say, scene.rules, plan.answer.total
    gain = sum(plan.loading.pays[hex] * n + plan.loading.trip for n, hex in plan.loads.values())
    yield Effect(say("Income"), f"{total - gain} + {gain} = {total}" if gain else str(total))
    yield from if_paid(scene, rules, plan.game, run)


def if_paid(scene: Scene, rules: Rules, game: Game, run: Run) -> Iterator[Effect]:
    """What paying out would bring: to the holders, the treasury, the price, the reader."""
    then, say = game.copy(), scene.say
    then.draws = False
    then.play(run)
    turn = then.position.agenda[-1] if then.position.agenda else None
    act = find_act(rules, DecideDividend, then.position, run.company)
    if act is None or not isinstance(turn, OperatingTurn) or not turn.revenue:
        return
    paid = act.paid(rules, then.position, turn, "pay")
    why = act.explain(rules, then.position, run.company, paid)
    price = rules.price_of(then.position, run.company)
    unit, kept = rules.register.unit[run.company], act.income(turn) - paid
    told = then.play(actions.Dividend(run.company, "pay"))
    label = say("If paid: {paid}, and {kept} to the treasury", paid=paid, kept=kept) if kept else say("If paid")
    yield Effect(label, say("{amount} a share", amount=act.part(paid, unit)))
    moved = [event.price for event in told if isinstance(event, PriceMoved) and event.company == run.company]
    if price is not None:
        label = say("Price of {company}", company=run.company)
        label = f"{label}, {say.sentence(why)}" if why else label
        after = moved[-1] if moved else price
        tone = "up" if after > price else "down" if after < price else ""
        yield Effect(label, f"{price} → {after}" if after != price else say("stays"), tone, before=price, after=after)
    if scene.me is not None:
        mine = sum(event.amount for event in told if isinstance(event, Paid) and event.payee == scene.me)
        percent = rules.register.percent(then.position, run.company, scene.me)
        yield Effect(say("Your part, {percent}%", percent=percent), str(mine))
