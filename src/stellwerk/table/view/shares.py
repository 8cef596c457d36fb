"""The shares part of the table page."""

from __future__ import annotations

import msgspec

from stellwerk.table.view.scene import Pick, Scene


class Shares(msgspec.Struct, frozen=True):
    """To be made."""

    heading: str


def shares(scene: Scene, pick: Pick) -> Shares:
    """To be made."""
    return Shares(scene.say("Shares"))
