"""Drawings: boards, tiles, tile sheets and share charts as SVG text.

Every function here is pure: the same figures give the same text, to the byte. The drawings stand alone:
colours and faces are written into them as presentation attributes, nothing is fetched, and there is no style
element, so they may also stand in a page with a strict content policy. All tell in words what they show.
"""

from __future__ import annotations

from stellwerk.draw.board import board_svg
from stellwerk.draw.chart import chart_svg
from stellwerk.draw.style import DARK, LIGHT, Theme
from stellwerk.draw.tiles import tile_set_svg, tile_svg

__all__ = ["DARK", "LIGHT", "Theme", "board_svg", "chart_svg", "tile_set_svg", "tile_svg"]
