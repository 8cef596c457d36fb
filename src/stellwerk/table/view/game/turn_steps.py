"""The line of steps: what of the turn is done, goes on, comes later."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from stellwerk.rules import Stage
from stellwerk.steps.base import Task
from stellwerk.steps.distribution import Distribution
from stellwerk.steps.operating_round import OperatingTurn
from stellwerk.steps.sell_buy_sell import SellBuySell
from stellwerk.steps.stock_round import StockRound
from stellwerk.table.view.game.choices import NOW, Group, task_of
from stellwerk.table.view.scene import Scene
from stellwerk.vocabulary import tag_of

DONE, AT, TO_COME, SKIPPED = "done", "now", "later", "skipped"
SHORT_NAME = 7
"""Names up to this length stand on the line of steps."""


class TurnStop(msgspec.Struct, frozen=True):
    """A stop on the line of steps; `at` is its place across, in hundredths of the line's 330 units."""

    name: str
    state: str
    at: float


def turn_of(scene: Scene) -> OperatingTurn | None:
    """The company's turn that goes on, whatever interrupts it."""
    return next((step for step in reversed(scene.position.agenda) if isinstance(step, OperatingTurn)), None)


def turn_stops(scene: Scene, groups: Sequence[Group]) -> tuple[TurnStop, ...]:
    """The steps of the turn: done, now, later; what was left out is not shown as done."""
    turn, task = turn_of(scene), task_of(scene)
    if turn is not None:
        return _place_stops(_operating_stops(scene, turn, groups))
    if task is not None and task.stages:
        return _place_stops(_stops_of_player(scene, task))
    if isinstance(task, Distribution):
        return _place_stops([(_name_at_stop(scene, name), state) for name, state in _visits(scene, task)])
    if isinstance(task, SellBuySell):
        return _place_stops(_sell_buy_sell_stops(scene, task, groups))
    if isinstance(task, StockRound):
        sells = any(group.kind == "sell" for group in groups)
        first = AT if sells else DONE if task.selling else SKIPPED
        last = DONE if task.has_bought else TO_COME if sells else AT
        return _place_stops([(scene.say("Sell any"), first), (scene.say("Buy one or pass"), last)])
    return ()


def _stops_of_player(scene: Scene, task: Task) -> list[tuple[str, str]]:
    """The stages of a player's turn; those before the present one are done or were left out."""
    now = int(getattr(task, "stage", 0))
    return [
        (scene.say.find(name), DONE if index < now else AT if index == now else TO_COME)
        for index, name in enumerate(task.stages)
    ]


def _visits(scene: Scene, task: Distribution) -> list[tuple[str, str]]:
    """The players in the order in which they buy."""
    order = scene.position.order
    return [(name, DONE if n < task.seat else AT if n == task.seat else TO_COME) for n, name in enumerate(order)]


def _name_at_stop(scene: Scene, name: str) -> str:
    """A player's name where there is little room."""
    return scene.say("you") if name == scene.me else name if len(name) <= SHORT_NAME else scene.letter(name)


def _sell_buy_sell_stops(scene: Scene, task: SellBuySell, groups: Sequence[Group]) -> list[tuple[str, str]]:
    """Sales, one purchase, more sales; what cannot be done now is not shown as done."""
    say, kinds = scene.say, {group.kind for group in groups}
    before = DONE if task.selling and not task.bought else AT if "sell" in kinds and not task.bought else SKIPPED
    buys = DONE if task.bought else AT if "buy" in kinds else SKIPPED
    first = SKIPPED if before == AT and buys == AT else before
    after = AT if task.bought else TO_COME
    return [(say("Sell"), first), (say("Buy one"), buys), (say("Sell more"), after), (say("End"), TO_COME)]


def _operating_stops(scene: Scene, turn: OperatingTurn, groups: Sequence[Group]) -> list[tuple[str, str]]:
    stages = [stage for stage in scene.rules.stages(scene.position, turn.company) if stage.acts and stage.name != "end"]
    now = stage_now(scene, turn, groups)
    done = _kinds_done(scene, turn)
    found = []
    for index, stage in enumerate(stages):
        tags = {tag_of(act.action) for act in stage.acts}
        state = TO_COME if index > now else DONE if tags & done else SKIPPED
        if state == SKIPPED and index != now and tags <= _tags_after(stages, index):
            continue  # what was not taken early comes again
        found.append((stage_name(scene, stage.name), AT if index == now else state))
    return found


def _tags_after(stages: Sequence[Stage], index: int) -> set[str]:
    """What may be done in later stages of a turn."""
    return {tag_of(act.action) for stage in stages[index + 1 :] for act in stage.acts}


def stage_now(scene: Scene, turn: OperatingTurn, groups: Sequence[Group]) -> int:
    """The stage that goes on: the first that has something on offer."""
    if task_of(scene) is not turn:
        return turn.stage
    kinds = {group.options[0].action["type"] for group in groups if group.when == NOW and group.options}
    for index, stage in enumerate(scene.rules.stages(scene.position, turn.company)[turn.stage :], turn.stage):
        if kinds & {tag_of(act.action) for act in stage.acts}:
            return index
    return turn.stage


def _kinds_done(scene: Scene, turn: OperatingTurn) -> set[str]:
    """What kinds of actions the company has taken in this turn."""
    found: set[str] = {"lay-tile"} if turn.laid else set()
    for step in reversed(scene.line):
        action: dict[str, Any] = step.action or {}
        if action.get("type") == "pass":
            break
        if action.get("company") == turn.company:
            found.add(str(action.get("type")))
    return found


def _place_stops(found: list[tuple[str, str]]) -> tuple[TurnStop, ...]:
    gap = 330 / max(1, len(found))
    return tuple(TurnStop(name, state, round(gap * (index + 0.5), 1)) for index, (name, state) in enumerate(found))


def stage_name(scene: Scene, stage: str) -> str:
    """A stage of a company's turn in one short word."""
    say = scene.say
    names = {
        "track": say("Track"), "station": say("Station"), "run": say("Run"), "dividend": say("Income"),
        "acquire": say("Acquire"), "trains": say("Trains"), "end": say("End"), "start": say("Early"),
    }  # fmt: skip
    return names[stage] if stage in names else say(stage.capitalize())
