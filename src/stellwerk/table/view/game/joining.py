"""Tiles by which a part of a company is swallowed: known before they are laid."""

from __future__ import annotations

from stellwerk.actions import LayTile
from stellwerk.game import Game
from stellwerk.memory import Memory
from stellwerk.rules import Rules
from stellwerk.rules.parts import PartStanding, newly_reached
from stellwerk.table.view.game import parts
from stellwerk.table.view.game.choices import legal_choices
from stellwerk.table.view.game.proposals import let_everything_pass
from stellwerk.table.view.scene import Scene

_joined: Memory[tuple[Rules, str, LayTile], tuple[PartStanding, ...]] = Memory(2000)


def parts_joined(scene: Scene, lay: LayTile) -> tuple[PartStanding, ...]:
    """The parts that join the first one when the turn is over, if this tile is laid."""
    if parts.standing_around(scene, lay.company) is None:
        return ()
    key = (scene.rules, scene.position.hash(), lay)
    return _joined.get(key, lambda: _try(scene, scene.game, lay))


def _try(scene: Scene, game: Game, lay: LayTile) -> tuple[PartStanding, ...]:
    copy = game.copy()
    copy.draws = False
    copy.play(lay)
    let_everything_pass(copy)
    before = parts.standing_around(scene, lay.company)
    return newly_reached(before, parts.standing_around(scene, lay.company, copy.position))


def joining_hexes(scene: Scene) -> dict[str, tuple[PartStanding, ...]]:
    """The hexes on which some tile that may be laid now swallows parts, and which."""
    found: dict[str, tuple[PartStanding, ...]] = {}
    tried: set[tuple[str, str]] = set()
    for choice in legal_choices(scene):
        lay = choice.action
        if isinstance(lay, LayTile) and lay.hex not in found and (lay.hex, lay.tile) not in tried:
            tried.add((lay.hex, lay.tile))
            joined = parts_joined(scene, lay)
            if joined:
                found[lay.hex] = joined
    return found


def warn_of_joining(scene: Scene, lay: LayTile) -> str:
    """What is given away for good with a tile."""
    say = scene.say
    return " ".join(
        say(
            "{part} joins {first} when the last one is done, for good: {cash}, its trains and its stations pass to it.",
            part=_capital(parts.name_of_part(scene, part)),
            first=first_part(scene, part),
            cash=scene.money(scene.position.cash.get(part.company, 0)),
        )
        + (" " + say("{owner} keeps the certificate and its vote.", owner=part.owner) if part.owner else "")
        for part in parts_joined(scene, lay)
    )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def first_part(scene: Scene, part: PartStanding) -> str:
    """The part that others join."""
    standing = parts.standing_around(scene, part.company)
    return parts.name_of_part(scene, standing.parts[0]) if standing is not None else ""


def say_loss(scene: Scene, lay: LayTile) -> str:
    """What the button says then."""
    names = ", ".join(parts.name_of_part(scene, part) for part in parts_joined(scene, lay))
    return scene.say("Lay {tile} on {hex}, give up {parts}", tile=lay.tile, hex=lay.hex, parts=names) if names else ""
