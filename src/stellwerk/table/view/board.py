"""The board part of the table page."""

from __future__ import annotations

import msgspec

from stellwerk.table.view.scene import Pick, Scene


class Board(msgspec.Struct, frozen=True):
    """To be made."""

    heading: str


def board(scene: Scene, pick: Pick) -> Board:
    """To be made."""
    return Board(scene.say("Board"))
