"""The players part of the table page."""

from __future__ import annotations

import msgspec

from stellwerk.table.view.scene import Pick, Scene


class Players(msgspec.Struct, frozen=True):
    """To be made."""

    heading: str


def players(scene: Scene, pick: Pick) -> Players:
    """To be made."""
    return Players(scene.say("Players"))
