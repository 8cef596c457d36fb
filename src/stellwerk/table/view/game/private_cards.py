"""Private companies as cards inside their owner's card: side, income, what lies on them, where their marker is."""

from __future__ import annotations

import msgspec

from stellwerk.position import OUT
from stellwerk.rules import CardSign
from stellwerk.table.view.game.choices import by_group
from stellwerk.table.view.scene import Pick, Scene

FREE, WITH, GONE = "free", "with", "gone"
"""A marker is with nobody yet, with a company, or has left the game."""


class CardMarker(msgspec.Struct, frozen=True):
    """The marker of a card: how it stands, with which company, and the same in words."""

    state: str
    company: str
    text: str


class PrivateCard(msgspec.Struct, frozen=True, kw_only=True):
    """A private company as a card."""

    id: str
    sign: str
    name: str
    back: bool
    income: int
    cubes: int
    power: str
    marker: CardMarker | None
    """None where it has none."""
    mine: bool
    pick: str = ""
    """The group of choices that gives its marker away, if the reader may do that now."""
    chosen: bool = False


def make_private_cards(scene: Scene, owner: str, pick: Pick) -> tuple[PrivateCard, ...]:
    """The cards of a player whose certificates show more than their name."""
    signs, privates = scene.rules.signs(scene.position).cards, scene.position.privates
    return tuple(
        _make_card(scene, private, signs[private], owner, pick)
        for private, place in privates.items()
        if place == owner and private in signs
    )


def _make_card(scene: Scene, private: str, sign: CardSign, owner: str, pick: Pick) -> PrivateCard:
    figure, group = scene.rules.privates[private], _marker_group(scene, private)
    return PrivateCard(
        id=private,
        sign=sign.sign,
        name=scene.say.sentence(figure.name),
        back=sign.back,
        income=scene.rules.private_income(scene.position, private),
        cubes=sign.cubes,
        power=scene.say.sentence(figure.power) if figure.power else "",
        marker=_make_marker(scene, sign.marker) if sign.marker is not None else None,
        mine=owner == scene.me,
        pick=group,
        chosen=bool(group) and pick.group == group,
    )


def _make_marker(scene: Scene, place: str) -> CardMarker:
    say = scene.say
    if not place:
        return CardMarker(FREE, "", say("marker not assigned"))
    if place == OUT:
        return CardMarker(GONE, "", say("marker has left the game"))
    return CardMarker(WITH, place, say("marker with {company}", company=place))


def _marker_group(scene: Scene, private: str) -> str:
    """The group of choices in which the marker of a card is assigned."""
    group = f"marker:{private}"
    return group if scene.decides and group in by_group(scene) else ""
