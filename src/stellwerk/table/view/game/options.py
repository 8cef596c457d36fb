"""Groups and options of the panel, from the choices: words, prices, first numbers; effects where they are in view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from msgspec import UNSET, UnsetType

from stellwerk import actions
from stellwerk.actions import Action, Choice
from stellwerk.errors import Illegal
from stellwerk.routes import Answer, best_runs
from stellwerk.rules.stages import find_act
from stellwerk.steps.operating_round import OperatingTurn
from stellwerk.steps.own_shares import BuyOwn, SellOwn
from stellwerk.steps.running import RunTrains, best_for, round_revenue, running_trains, specs_of, worth_of
from stellwerk.table.view.game import effects as made_by
from stellwerk.table.view.game import joining, offers
from stellwerk.table.view.game.choices import (
    ANY,
    LATER,
    NOW,
    ChoiceOption,
    Group,
    RunLine,
    by_group,
    key_of,
    stage_of_groups,
    task_of,
)
from stellwerk.table.view.game.loading import kind_of_loads
from stellwerk.table.view.game.parts import name_of_part
from stellwerk.table.view.game.warnings import given_up_line, list_warnings
from stellwerk.table.view.own_words import note_of
from stellwerk.table.view.scene import Scene
from stellwerk.table.view.words import choice_labels, group_labels

IN_VIEW = 12
"""Of how many options of a group the effects are told."""

NOTHING = Answer((), 0, True, 0)
"""No runs at all."""

OTHER_SETS = 6
"""How many other sets of runs are offered where the rules leave the choice."""


def make_groups(scene: Scene) -> tuple[Group, ...]:
    """Every group, its options without effects."""
    when = stage_of_groups(scene)
    first = min((stage for stage in when.values() if stage is not None), default=None)
    made = []
    for id, choices in by_group(scene).items():
        at = ANY if when[id] is None else NOW if when[id] == first else LATER
        made.append(_make_group(scene, id, choices, at))
    return tuple(made)


def _make_group(scene: Scene, id: str, choices: Sequence[Choice], when: str) -> Group:
    kind, about = key_of(choices[0].action)
    plain = tuple(make_option(scene, choice) for choice in choices)
    return Group(
        id=id,
        kind=kind,
        about=about,
        label=group_labels.label_group(scene, choices[0].action),
        hint=_group_hint(scene, kind, about, plain),
        when=when,
        own_deal=isinstance(choices[0].action, SellOwn | BuyOwn) or UNSET,
        section=_section_of(scene, choices[0].action),
        company=_group_company(scene, kind, about) or _company_of(choices[0].action),
        count=len(plain),
        options=plain,
    )


def _group_company(scene: Scene, kind: str, about: str) -> str:
    """The company whose token helps to find a group."""
    return about if about in scene.rules.companies and kind != "private" else ""


def _section_of(scene: Scene, action: actions.Action) -> str | UnsetType:
    """The heading a group stands below, where a step offers several ways."""
    return scene.say.find(action.section()) if action.section() else UNSET


def _company_of(action: actions.Action) -> str:
    """The company an action is about whose group is about something else."""
    return str(getattr(action, "company", "")) if action.section() else ""


def _group_hint(scene: Scene, kind: str, about: str, options: Sequence[ChoiceOption]) -> str:
    """What a group costs or brings, in short."""
    say = scene.say
    if kind == "tile":
        cost = scene.rules.lay_cost(scene.position, options[0].action["company"], about)
        words = scene.money(cost) if cost else say("free") if scene.rules.figures.has_money else ""
        joined = joining.joining_hexes(scene).get(about, ())
        names = ", ".join(name_of_part(scene, part) for part in joined)
        return say("{cost}; {parts} joins", cost=words, parts=names) if names else words
    if kind == "private" and about in scene.rules.privates and options[0].action["type"] == "buy-private":
        figure = scene.rules.privates[about]
        return say("{price}, income {income}", price=scene.money(options[0].price or 0), income=figure.income)
    if len(options) == 1 and kind == "swap":
        return options[0].short
    if kind == "train":
        sold = (option.action["face"] if option.field else option.short for option in options)
        return ", ".join(dict.fromkeys(sold))
    if len(options) == 1 and options[0].field:
        return say("{low} to {high}", low=options[0].low, high=scene.money(options[0].high))
    prices = sorted({abs(option.price) for option in options if isinstance(option.price, int)})
    if not any(prices) or kind in ("run", "answer", "pass"):
        return ""
    sign = "+" if all((option.price or 0) < 0 for option in options) else ""
    if len(prices) == 1:
        return sign + scene.money(prices[0])
    return sign + say("{low} to {high}", low=prices[0], high=scene.money(prices[-1]))


def make_option(scene: Scene, choice: Choice) -> ChoiceOption:
    """A choice in words, with its price."""
    free = choice.field if choice.field != "routes" else None
    number = first_number(scene, choice)
    said = choice_labels.label_choice(scene, choice, number)
    return ChoiceOption(
        action=actions.encode(choice.at(number) if free else choice.action),
        label=said.label,
        short=said.short or said.label,
        price=said.price if scene.rules.figures.has_money else UNSET,
        field=free or "",
        low=choice.low if free else 0,
        high=choice.high if free else 0,
        step=choice.step,
        value=number if free else 0,
        pattern=said.pattern if free else "",
    )


def first_number(scene: Scene, choice: Choice) -> int:
    """A sensible first number: what the other side suggested, else what is usual."""
    action = choice.action
    wanted = choice.low
    if not choice.field or choice.field == "routes":
        return wanted
    if isinstance(action, actions.Repay | actions.TakeOverPrivate):
        wanted = choice.high
    elif isinstance(action, actions.Run):
        wanted = best_for(scene.rules, scene.position, action.company).total
    elif isinstance(action, actions.BuyTrain):
        wanted = scene.rules.cards.by_name[action.face].price
    elif isinstance(action, actions.Acquire):
        wanted = scene.rules.price_of(scene.position, action.target) or 0
    suggested = offers.suggested_price(scene, action)
    wanted = suggested if suggested is not None else wanted
    steps = (min(max(wanted, choice.low), choice.high) - choice.low) // choice.step
    return choice.low + steps * choice.step


def open_group(scene: Scene, group: Group, chosen: int | None) -> Group:
    """A group with the effects of its options: of all if they are few, else of the chosen one."""
    choices = by_group(scene)[group.id]
    give_up = _given_up(scene)
    told = []
    for index, (plain, choice) in enumerate(zip(group.options, choices, strict=True)):
        if len(choices) <= IN_VIEW or index == chosen:
            told.extend(_with_effects(scene, plain, choice, give_up))
        else:
            told.append(plain)
    return msgspec.structs.replace(group, options=tuple(told))


def _given_up(scene: Scene) -> Mapping[str, Sequence[str]]:
    """Group id to the stages with something on offer that end with it."""
    task = task_of(scene)
    if not isinstance(task, OperatingTurn):
        return {}
    when = stage_of_groups(scene)
    open_stages = sorted({stage for stage in when.values() if stage is not None})
    names = [stage.name for stage in scene.rules.stages(scene.position, task.company)]
    return {id: [names[s] for s in open_stages if at is not None and s < at] for id, at in when.items()}


def _with_effects(
    scene: Scene, plain: ChoiceOption, choice: Choice, give_up: Mapping[str, Sequence[str]]
) -> list[ChoiceOption]:
    """An option told in full; where the rules leave the runs open, also the other sets of runs."""
    kind, about = key_of(choice.action)
    lost = give_up.get(f"{kind}:{about}" if about else kind, ())
    told = add_effects(scene, plain, choice, lost)
    if not isinstance(choice.action, actions.Run):
        return [told]
    best = best_for(scene.rules, scene.position, choice.action.company)
    runs = run_lines(scene, choice.action.company, best)
    told = msgspec.structs.replace(told, runs=runs, proven=best.proven)
    if choice.field != "routes":
        return [told]
    return [told, *other_runs(scene, choice.action, best, lost), *_no_run(scene, choice, lost)]


def add_effects(scene: Scene, plain: ChoiceOption, choice: Choice, lost: Sequence[str]) -> ChoiceOption:
    """An option with its effects and warnings."""
    made = made_by.try_action(scene, choice.at(plain.value) if plain.field else choice.action)
    said = list_warnings(scene, made, plain.label, lost)
    return msgspec.structs.replace(
        plain,
        note=note_of(scene, choice.action),
        effects=(*made_by.effects_of_choice(scene, choice), *given_up_line(scene, choice.action, lost)),
        warning=" ".join(warning.text for warning in said),
        loss=next((warning.loss for warning in said if warning.loss), ""),
        confirm=any(warning.confirm for warning in said),
    )


def run_lines(scene: Scene, company: str, answer: Answer) -> tuple[RunLine, ...]:
    """Runs with their stops by place."""
    trains = [face for _, face in running_trains(scene.rules, scene.position, company)]
    return tuple(
        RunLine(
            train=trains[run.train],
            value=run.value,
            stops=tuple((place_name(scene, node), value) for node, value in run.stops),
            bonuses=run.bonuses,
            number=index + 1,
        )
        for index, run in enumerate(answer.runs)
    )


def place_name(scene: Scene, node: str) -> str:
    """A stop by the name of its place, or of its hex."""
    hex = node.partition(".")[0]
    figure = scene.rules.board.hexes.get(hex)
    return figure.name if figure is not None and figure.name else hex


def other_runs(scene: Scene, best: actions.Run, first: Answer, lost: Sequence[str]) -> list[ChoiceOption]:
    """Other sets of runs, the best first: the next best of all, and those that leave one train out."""
    rules, position = scene.rules, scene.position
    network, specs = rules.network(position, best.company), specs_of(rules, position, best.company)
    sets = [*best_for(rules, position, best.company, k=3).others]
    for out in range(len(specs)) if len(specs) > 1 else ():
        rest = [spec for i, spec in enumerate(specs) if i != out]
        answer = best_runs(network, rest, supplies=rules.supplies(position, best.company))
        moved = tuple(msgspec.structs.replace(run, train=run.train + (run.train >= out)) for run in answer.runs)
        sets.append(msgspec.structs.replace(answer, runs=moved))
    act = find_act(rules, RunTrains, position, best.company)
    if act is not None and act.supplies_may_rest and rules.supplies(position, best.company):
        sets.append(best_runs(network, specs))
    found: dict[actions.Run, Answer] = {}
    for answer in sets:
        routes, claimed = _order_routes(answer, len(specs)), round_revenue(rules, answer.total)
        if routes and (routes, claimed) != (_order_routes(first, len(specs)), best.revenue):
            worth = worth_of(rules, position, best.company, routes, claimed)
            run = actions.Run(best.company, worth.total, routes)
            found.update({run: worth} if may_be_played(scene, run) else {})
    dearest = sorted(found.items(), key=lambda entry: -entry[0].revenue)[:OTHER_SETS]
    return [_other_run(scene, best, run, answer, lost) for run, answer in dearest if run.revenue]


def may_be_played(scene: Scene, action: Action) -> bool:
    """Is an action legal now? A set of runs may leave a train at home that must run."""
    try:
        scene.game.check(action)
    except Illegal:
        return False
    return True


def _order_routes(answer: Answer, trains: int) -> tuple[actions.Route, ...]:
    """Routes in the order of the trains; an empty one is a train that does not run."""
    nodes = {run.train: run.nodes for run in answer.runs}
    routes = [nodes.get(train, ()) for train in range(trains)]
    while routes and not routes[-1]:
        routes.pop()
    return tuple(routes)


def _other_run(scene: Scene, best: actions.Run, run: actions.Run, answer: Answer, lost: Sequence[str]) -> ChoiceOption:
    said = add_effects(scene, make_option(scene, Choice(run)), Choice(run), lost)
    less = best.revenue - run.revenue
    text = scene.say("The best runs earn {more} more.", more=scene.money(less)) if less else ""
    return msgspec.structs.replace(
        said, runs=run_lines(scene, run.company, answer), warning=" ".join(filter(None, (text, said.warning)))
    )


def _no_run(scene: Scene, choice: Choice, lost: Sequence[str]) -> list[ChoiceOption]:
    """Running nothing, where the rules allow it and something could run."""
    best = choice.action
    if not isinstance(best, actions.Run) or choice.low or not best.revenue:
        return []
    return [_other_run(scene, best, actions.Run(best.company, 0), NOTHING, lost)]


OPENS = ("run", "dividend", "answer", "city", "remove", "give", "return", "train")
"""Kinds of groups that open by themselves when nothing else is to be decided in a step."""


def pick_default(scene: Scene, made: Sequence[Group]) -> str:
    """The group that is open when nothing is picked: the only one of the present step."""
    now = [group for group in made if group.when == NOW and group.kind not in ("pass", kind_of_loads(scene))]
    own = len(now) == 1 and now[0].options[0].action["type"] not in actions.COMMON.by_tag
    if (
        len(now) == 1
        and not now[0].section
        and (own or now[0].kind in OPENS)
        and now[0].about not in scene.rules.companies
    ):
        return now[0].id
    return made[0].id if len(made) == 1 and not made[0].section else ""
