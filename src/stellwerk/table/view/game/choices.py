"""What may be played now, sorted into groups: a group is picked in one place of the page.

The groups together hold everything `Game.legal()` offers and nothing else. An action of a kind nobody has named here
makes a group of its own kind, so that the panel is complete for titles to come.
"""

from __future__ import annotations

from typing import Any
from weakref import WeakKeyDictionary

import msgspec
from msgspec import UNSET, UnsetType

from stellwerk import actions
from stellwerk.actions import Action, Choice
from stellwerk.game import Game
from stellwerk.position import Position
from stellwerk.referee import Referee
from stellwerk.steps.base import Task
from stellwerk.steps.operating_round import OperatingTurn
from stellwerk.table.view.own_words import Note
from stellwerk.table.view.scene import Scene
from stellwerk.vocabulary import tag_of

NOW, LATER, ANY = "now", "later", "any"
"""When a group belongs: to the present step, to a later one (which ends this one), or to any time of the turn."""


class Effect(msgspec.Struct, frozen=True):
    """One thing that an action changes."""

    label: str
    text: str
    tone: str = ""
    """`up` (good), `down` (bad), `warn`, or nothing."""
    clause: str = ""
    before: int | None = None
    after: int | None = None
    """The number before and after, where it is one."""


class RunLine(msgspec.Struct, frozen=True):
    """One train's run: the train, its stops by place with what each earns, bonuses, the sum."""

    train: str
    value: int
    stops: tuple[tuple[str, int], ...]
    bonuses: tuple[tuple[str, int], ...]
    number: int
    """Which of the runs on the board it is, from 1 on; its colour and dash."""


class ChoiceOption(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that may be played, with its price and what it does."""

    action: dict[str, Any]
    label: str
    """A verb with its object and price: what the button says."""
    short: str = ""
    """The same among its group, in a word or two."""
    price: int | UnsetType | None = None
    """What it costs; below zero: what it brings."""
    effects: tuple[Effect, ...] = ()
    field: str = ""
    """The field of the action that is free, if one is; then its range and a sensible first number."""
    low: int = 0
    high: int = 0
    step: int = 1
    value: int = 0
    pattern: str = ""
    """The label with `#` in the place of the free number."""
    warning: str = ""
    """What is given away, in a sentence."""
    loss: str = ""
    """What the button says instead when something is given away that will not come back."""
    confirm: bool = False
    """Must the player tick that he knows?"""
    runs: tuple[RunLine, ...] = ()
    proven: bool = False
    """Is it proved that no set of runs earns more?"""
    note: Note | UnsetType = UNSET
    """What the title says it would mean or bring."""


class Group(msgspec.Struct, frozen=True, kw_only=True):
    """Options that are picked together."""

    id: str
    kind: str
    about: str
    """The hex, company, private company, card or place it is about."""
    label: str
    hint: str = ""
    when: str = NOW
    own_deal: bool | UnsetType = UNSET
    """Does it stand with a company's deals in its own certificates?"""
    section: str | UnsetType = UNSET
    """The heading it stands below, where a step offers several ways."""
    company: str = ""
    """The company whose token stands beside it, if any."""
    count: int = 0
    options: tuple[ChoiceOption, ...] = ()
    """All of them; effects only where they are in view."""


def key_of(action: Action) -> tuple[str, str]:
    """The kind of group an action belongs to, and what the group is about."""
    kind, about = action.group
    return kind or tag_of(action), str(getattr(action, about)) if about else ""


def id_of(action: Action) -> str:
    """The group an action belongs to."""
    kind, about = key_of(action)
    return f"{kind}:{about}" if about else kind


_known: WeakKeyDictionary[Game, tuple[Position, tuple[Choice, ...]]] = WeakKeyDictionary()


def legal_choices(scene: Scene) -> tuple[Choice, ...]:
    """Everything that may be played now; several parts of a page ask for it."""
    game = scene.game
    known = _known.get(game)
    if known is None or known[0] is not game.position:
        known = (game.position, () if game.over else tuple(game.legal()))
        _known[game] = known
    return known[1]


def by_group(scene: Scene) -> dict[str, list[Choice]]:
    """Group id to its choices, in the order in which the rules name them."""
    sorted_: dict[str, list[Choice]] = {}
    for choice in legal_choices(scene):
        sorted_.setdefault(id_of(choice.action), []).append(choice)
    return sorted_


def task_of(scene: Scene) -> Task | None:
    """The present step of the game."""
    agenda = scene.position.agenda
    top = agenda[-1] if agenda else None
    return top if isinstance(top, Task) else None


def stage_of(scene: Scene, action: Action) -> int | None:
    """The stage of a company's turn that an action belongs to; None for what goes at any time."""
    task, referee = task_of(scene), Referee(scene.rules, scene.position)
    if task is None:
        return None
    act = next((act for act in task.acts(referee) if act.covers(referee, action)), None)
    if not isinstance(task, OperatingTurn):
        return None if act in scene.rules.any_time else task.stage_of_act(act) if act is not None else 0
    stages = scene.rules.stages(scene.position, task.company)
    return next((i for i, stage in enumerate(stages) if act in stage.acts), None)


def stage_of_groups(scene: Scene) -> dict[str, int | None]:
    """Group id to the earliest stage that its choices belong to."""
    found: dict[str, int | None] = {}
    for id, choices in by_group(scene).items():
        seen = {stage_of(scene, choice.action) for choice in _one_of_each(choices)}
        known = [stage for stage in seen if stage is not None]
        found[id] = min(known, default=None)
    return found


def _one_of_each(choices: list[Choice]) -> list[Choice]:
    """Choices that may belong to different acts: a group of many tiles is asked once for each tile and power."""
    kinds: dict[Any, Choice] = {}
    for choice in choices:
        action = choice.action
        key = (action.tile, action.private) if isinstance(action, actions.LayTile) else type(action)
        kinds.setdefault(key, choice)
    return list(kinds.values())
