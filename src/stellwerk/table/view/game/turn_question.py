"""The question the panel asks, and how many answers there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from stellwerk.actions import Dividend, LayTile
from stellwerk.position import value_or
from stellwerk.referee import Referee
from stellwerk.rules.stages import find_act
from stellwerk.steps.base import Task
from stellwerk.steps.deals import Consent
from stellwerk.steps.forced_purchase import ForcedSale
from stellwerk.steps.operating_round import OperatingTurn
from stellwerk.steps.running import DecideDividend
from stellwerk.steps.train_purchase import BuyFromBank
from stellwerk.table.view.game.choices import NOW, Group, legal_choices, task_of
from stellwerk.table.view.game.turn_steps import stage_name, stage_now
from stellwerk.table.view.own_words import in_step
from stellwerk.table.view.scene import Scene


def make_question(scene: Scene, groups: Sequence[Group]) -> tuple[str, str]:
    """What is to be decided, and how many ways there are."""
    task, say = task_of(scene), scene.say
    if task is None:
        return say("Nothing is to be decided"), ""
    if isinstance(task, OperatingTurn):
        return _stage_question(scene, task, groups), _how_many(scene, groups)
    return _asked_question(scene, task), _how_many(scene, groups)


def _asked_question(scene: Scene, task: Task) -> str:
    """What a step asks; an offer may be about leave to build, and a forced sale about so much money."""
    if isinstance(task, Consent) and isinstance(task.offer, LayTile):
        return scene.say("Allow or refuse it")
    if isinstance(task, ForcedSale):
        return _forced_question(scene, task)
    return in_step(scene, task, task.question)


def _forced_question(scene: Scene, task: ForcedSale) -> str:
    """How much a director has to raise."""
    short = scene.money(task.short(Referee(scene.rules, scene.position)))
    return scene.say("Sell shares for the {train}: {short} missing", train=task.train.face, short=short)


def _stage_question(scene: Scene, turn: OperatingTurn, groups: Sequence[Group]) -> str:
    say, company = scene.say, turn.company
    stage = scene.rules.stages(scene.position, company)[stage_now(scene, turn, groups)].name
    more = scene.rules.yellow_tiles(scene.position, company, turn.first) - len(turn.laid)
    asked = {
        "track": say("Lay two yellow tiles or promote one") if more > 1 else say("Lay or promote one tile"),
        "start": say("Buy a train early, or go on"),
        "station": say("Place a station"),
        "link": say("Build or extend a link"),
        "run": say("Run the trains of {company}", company=company),
        "dividend": _income_question(scene, turn),
        "acquire": say("Take over a company, buy trains, or end the turn"),
        "trains": say("Buy trains or end the turn"),
        "end": say("End the turn of {company}", company=company),
    }
    if stage == "track" and turn.laid:
        return say("Lay one more yellow tile")
    return asked.get(stage, stage_name(scene, stage))


def _income_question(scene: Scene, turn: OperatingTurn) -> str:
    """What may be done with a revenue."""
    act = find_act(scene.rules, DecideDividend, scene.position, turn.company)
    revenue = scene.money(act.income(turn) if act is not None else turn.revenue)
    if act is not None and any(
        isinstance(choice.action, Dividend) and choice.action.kind == "split" for choice in legal_choices(scene)
    ):
        return scene.say("Pay out {revenue}, or a part of it, or keep it", revenue=revenue)
    return scene.say("Pay out {revenue}, or keep it", revenue=revenue)


def _how_many(scene: Scene, groups: Sequence[Group]) -> str:
    """How many hexes, or choices, there are."""
    say, kinds = scene.say, Counter(group.kind for group in groups if group.when == NOW)
    if kinds["tile"]:
        return say.n("{n} hex possible", "{n} hexes possible", kinds["tile"])
    if kinds["station"]:
        return say.n("{n} city possible", "{n} cities possible", kinds["station"])
    return _trains_in_turn(scene) if kinds["train"] else ""


def _trains_in_turn(scene: Scene) -> str:
    """How many of the bank's trains may still be bought in this turn, where that is limited."""
    turn = task_of(scene)
    if not isinstance(turn, OperatingTurn):
        return ""
    act = find_act(scene.rules, BuyFromBank, scene.position, turn.company)
    most = act.most_in_turn(Referee(scene.rules, scene.position), turn.company) if act is not None else None
    if most is None:
        return ""
    return scene.say("{n} of {most} new trains this turn", n=value_or(turn.bought, 0), most=most)
