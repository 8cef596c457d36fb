"""The panel part of the table page."""

from __future__ import annotations

import msgspec

from stellwerk.table.view.scene import Pick, Scene


class Panel(msgspec.Struct, frozen=True):
    """To be made."""

    heading: str


def panel(scene: Scene, pick: Pick) -> Panel:
    """To be made."""
    return Panel(scene.say("Panel"))
