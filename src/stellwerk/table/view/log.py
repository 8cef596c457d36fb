"""The log part of the table page."""

from __future__ import annotations

import msgspec

from stellwerk.table.view.scene import Pick, Scene


class Log(msgspec.Struct, frozen=True):
    """To be made."""

    heading: str


def log(scene: Scene, pick: Pick) -> Log:
    """To be made."""
    return Log(scene.say("Log"))
