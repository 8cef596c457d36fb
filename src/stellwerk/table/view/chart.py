"""The chart part of the table page."""

from __future__ import annotations

import msgspec

from stellwerk.table.view.scene import Pick, Scene


class Chart(msgspec.Struct, frozen=True):
    """To be made."""

    heading: str


def chart(scene: Scene, pick: Pick) -> Chart:
    """To be made."""
    return Chart(scene.say("Chart"))
