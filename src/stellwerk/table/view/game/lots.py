"""Private companies on offer in the share table: price, income, bids, what the reader may pick."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from stellwerk.actions import Bid, Choice
from stellwerk.position import OFFERING
from stellwerk.referee import Referee
from stellwerk.table.view.game import standing_facts
from stellwerk.table.view.scene import Pick, Scene


class ShareOffer(msgspec.Struct, frozen=True):
    """A bid on a lot."""

    player: str
    letter: str
    amount: int


class Lot(msgspec.Struct, frozen=True, kw_only=True):
    """A private company on offer: price, income, bids from the highest down; what the reader may pick."""

    id: str
    short: str
    name: str
    kind: str
    price: int
    income: int
    bids: tuple[ShareOffer, ...]
    auction: bool
    pick: str
    least: int
    """The least bid, where the choice is a bid."""
    chosen: bool


def lots_on_offer(scene: Scene, pick: Pick, offered: Mapping[str, Choice]) -> tuple[Lot, ...]:
    """The private companies nobody owns yet."""
    position = scene.position
    left = [private for private in scene.rules.privates if position.privates.get(private) == OFFERING]
    step = next((step for step in reversed(position.agenda) if hasattr(step, "lot")), None)
    spoken = step.lot if step is not None else ""
    return tuple(_make_lot(scene, pick, private, offered.get(private), private == spoken) for private in left)


def _make_lot(scene: Scene, pick: Pick, private: str, choice: Choice | None, auction: bool) -> Lot:
    figure = scene.rules.privates[private]
    group, least = "", 0
    if choice is not None:
        bids = isinstance(choice.action, Bid)
        group, least = f"{'bid' if bids else 'private'}:{private}", choice.low if bids else 0
    return Lot(
        id=private,
        short=standing_facts.private_label(scene.rules, private),
        name=scene.say.sentence(figure.name),
        kind=standing_facts.kind_of(scene, figure.size),
        price=_lot_price(scene, private),
        income=scene.rules.private_income(scene.position, private),
        bids=_bids_on_lot(scene, private),
        auction=auction,
        pick=group,
        least=least,
        chosen=bool(group) and pick.group == group,
    )


def _lot_price(scene: Scene, private: str) -> int:
    """What a lot costs now: the step that sells it may have made it cheaper."""
    for step in reversed(scene.position.agenda):
        priced: Any = getattr(step, "price", None)
        if callable(priced):
            return int(priced(Referee(scene.rules, scene.position), private))
    return scene.rules.privates[private].price


def _bids_on_lot(scene: Scene, private: str) -> tuple[ShareOffer, ...]:
    """The bids on a lot, wherever the agenda keeps them; an auction that goes on knows best."""
    for step in reversed(scene.position.agenda):
        bids: Any = getattr(step, "bids", None)
        if isinstance(bids, Mapping):
            made = bids.get(private, ())
        elif bids is not None and getattr(step, "lot", None) == private:
            made = bids
        else:
            continue
        return tuple(
            ShareOffer(who, scene.letter(who), amount) for who, amount in sorted(made, key=lambda bid: -bid[1])
        )
    return ()
