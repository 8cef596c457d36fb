"""Certificates that are taken off stacks, where there is no money: each stack, and what was set aside for good."""

from __future__ import annotations

from collections import Counter

import msgspec
from msgspec import UNSET, UnsetType

from stellwerk.position import OFFERING, POOL
from stellwerk.table.view.game import standing_facts
from stellwerk.table.view.game.choices import by_group
from stellwerk.table.view.scene import Pick, Scene

TAKE, ASIDE = "take:{company}", "aside:offering-{company}"
"""The groups in which the top of a stack is taken, or set aside."""


class StackOnDisplay(msgspec.Struct, frozen=True, kw_only=True):
    """The certificates of a company on display: the top one, how many are left, what a share would bring now."""

    company: str
    name: str
    percent: int
    """Of the top one; 0 where none is left."""
    directs: bool
    """Is the top one the director's certificate?"""
    left: int
    share: int | UnsetType = UNSET
    """What 10 % would bring if the game ended now; nothing while nobody directs the company."""
    pick: str = ""
    """The group of choices that is about the top one."""
    aside: bool = False
    """Would picking it set it aside?"""
    chosen: bool = False


class SetAside(msgspec.Struct, frozen=True):
    """Certificates out of the game: so many of a company with so many percent."""

    company: str
    percent: int
    count: int


class Display(msgspec.Struct, frozen=True):
    """All stacks, those that are empty last; `left`: how many certificates there are in all, and so many turns."""

    stacks: tuple[StackOnDisplay, ...]
    left: int
    aside: tuple[SetAside, ...]


def make_display(scene: Scene, pick: Pick) -> Display | None:
    """The stacks, in a game without money as long as it is played."""
    if scene.rules.figures.has_money or not standing_facts.in_stock_round(scene):
        return None
    stacks = [_make_stack(scene, company, pick) for company in scene.rules.companies]
    stacks.sort(key=lambda stack: (not stack.left, -(stack.share or 0) if stack.left else 0))
    return Display(tuple(stacks), sum(stack.left for stack in stacks), _list_aside(scene))


def _make_stack(scene: Scene, company: str, pick: Pick) -> StackOnDisplay:
    rules, position = scene.rules, scene.position
    top = next(iter(rules.register.on_sale(position, company, OFFERING)), None)
    left = sum(1 for card in rules.register.of[company] if position.certificates[card.id] == OFFERING)
    incomes = rules.incomes_if_over(position)
    group = _group_of(scene, company)
    return StackOnDisplay(
        company=company,
        name=rules.companies[company].name,
        percent=top.percent if top is not None else 0,
        directs=top is not None and top.director,
        left=left,
        share=incomes[company] // 10 if company in incomes else UNSET,
        pick=group,
        aside=group == ASIDE.format(company=company),
        chosen=bool(group) and pick.group == group,
    )


def _group_of(scene: Scene, company: str) -> str:
    """The choices about the top certificate of a stack."""
    if not scene.decides:
        return ""
    names = (group.format(company=company) for group in (TAKE, ASIDE))
    return next((group for group in names if group in by_group(scene)), "")


def _list_aside(scene: Scene) -> tuple[SetAside, ...]:
    """What was set aside."""
    places, register = scene.position.certificates, scene.rules.register
    gone = Counter(
        (card.company, card.percent) for cards in register.of.values() for card in cards if places[card.id] == POOL
    )
    return tuple(SetAside(company, percent, count) for (company, percent), count in gone.items())
