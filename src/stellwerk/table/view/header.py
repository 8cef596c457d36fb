"""The header part of the table page."""

from __future__ import annotations

import msgspec

from stellwerk.table.view.scene import Pick, Scene


class Header(msgspec.Struct, frozen=True):
    """To be made."""

    heading: str
    page_title: str = "Table"


def header(scene: Scene, pick: Pick) -> Header:
    """To be made."""
    return Header(scene.say("Header"))
