"""A company's deal in its own certificates, once in its turn: what it would bring, and why it is not possible."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from stellwerk.actions import Choice
from stellwerk.errors import Illegal
from stellwerk.position import OFFERING, POOL, value_or
from stellwerk.referee import Referee
from stellwerk.steps.operating_round import OperatingTurn
from stellwerk.steps.own_shares import BuyOwn, BuyOwnShare, SellOwn, SellOwnShare, percents_at
from stellwerk.table.view.game.choices import ChoiceOption, task_of
from stellwerk.table.view.game.effects import show_change, try_action
from stellwerk.table.view.game.options import make_option
from stellwerk.table.view.scene import Scene

DEALS: dict[type[SellOwn] | type[BuyOwn], str] = {SellOwn: OFFERING, BuyOwn: POOL}
"""The kinds of deals, and where the certificates of each lie before."""


class OwnDeal(msgspec.Struct, frozen=True, kw_only=True):
    """One deal: a choice with the treasury and the value of a share before and after; or why there is none."""

    heading: str
    option: ChoiceOption | None = None
    treasury: str = ""
    value: str = ""
    falls: bool = False
    """Does the value fall by it?"""
    why: str = ""
    clause: str = ""


class OwnDeals(msgspec.Struct, frozen=True):
    """Both kinds of deals; `done`: the company has dealt in this turn."""

    company: str
    done: bool
    deals: tuple[OwnDeal, ...]


def make_own_deals(scene: Scene) -> OwnDeals | None:
    """The deals in own certificates, in the turn of a company that may deal in them."""
    task = task_of(scene)
    if not isinstance(task, OperatingTurn) or not scene.decides:
        return None
    referee = Referee(scene.rules, scene.position)
    if not any(isinstance(act, SellOwnShare | BuyOwnShare) for act in task.acts(referee)):
        return None
    done = value_or(task.dealt, False)
    deals = () if done else tuple(_list_deals(scene, referee, task.company))
    return OwnDeals(task.company, done, deals)


def _list_deals(scene: Scene, referee: Referee, company: str) -> Iterator[OwnDeal]:
    """Each size that can be dealt in; of each kind without any the reason."""
    for kind, place in DEALS.items():
        sizes = percents_at(referee, company, place)
        deals = [_make_deal(scene, kind(company, percent)) for percent in sizes]
        possible = [deal for deal in deals if deal.option is not None]
        unit = scene.rules.register.unit[company]
        yield from possible or deals[:1] or [_make_deal(scene, kind(company, unit))]


def _make_deal(scene: Scene, action: SellOwn | BuyOwn) -> OwnDeal:
    """A deal as it would be."""
    option = make_option(scene, Choice(action))
    try:
        scene.game.check(action)
    except Illegal as refusal:
        why = scene.say.sentence(refusal.sentence)
        return OwnDeal(heading=option.label, why=why, clause=refusal.clause or "")
    made, company = try_action(scene, action), action.company
    before, after = (scene.rules.price_of(position, company) or 0 for position in (made.before, made.after))
    cash = made.before.cash[company], made.after.cash[company]
    value = scene.say("stays at {price}", price=scene.money(before))
    if before != after:
        value = show_change(scene, before, after)
    return OwnDeal(
        heading=option.label, option=option, treasury=show_change(scene, *cash), value=value, falls=after < before
    )
