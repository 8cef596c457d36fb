"""The companies part of the table page."""

from __future__ import annotations

import msgspec

from stellwerk.table.view.scene import Pick, Scene


class Companies(msgspec.Struct, frozen=True):
    """To be made."""

    heading: str


def companies(scene: Scene, pick: Pick) -> Companies:
    """To be made."""
    return Companies(scene.say("Companies"))
