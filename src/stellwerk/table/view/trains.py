"""The trains part of the table page."""

from __future__ import annotations

import msgspec

from stellwerk.table.view.scene import Pick, Scene


class Trains(msgspec.Struct, frozen=True):
    """To be made."""

    heading: str


def trains(scene: Scene, pick: Pick) -> Trains:
    """To be made."""
    return Trains(scene.say("Trains"))
