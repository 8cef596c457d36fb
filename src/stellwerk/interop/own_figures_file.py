"""Own boards, charts and tile sets from files: read with care, checked against a title, made into rules.

docs/own-boards.md describes the file. Whatever is in one, a check answers with sentences; only figures without a
mistake become rules that can be played.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from stellwerk.board.own_figures import PARTS, Own, TileSetFigure, in_order, plain_file, read_own, unread_fields
from stellwerk.board.shapes import Problem
from stellwerk.errors import BadInput
from stellwerk.interop.careful_json import read_json
from stellwerk.rules import Rules
from stellwerk.rules.check_own_figures import problems_with
from stellwerk.titles import rules_of


class CheckedFigures(msgspec.Struct, frozen=True):
    """What a check found: the figures, if the file has the form of such a file, and every mistake."""

    rules: Rules | None
    """The printed rules it was checked against."""
    own: Own | None
    problems: tuple[Problem, ...]

    @property
    def good(self) -> bool:
        """Can it be played with?"""
        return not self.problems


def printed_own_file(rules: Rules, name: str = "", parts: tuple[str, ...] = PARTS) -> Own:
    """The figures of a title as a file of this format, to begin with."""
    figures = rules.figures
    board = rules.board.figure
    tiles = TileSetFigure(
        figures.tiles, tuple(tile for tile in figures.tile_definitions if tile.id in figures.tiles), figures.upgrades
    )
    own = Own(
        title=rules.title,
        variant=rules.variant,
        name=name or f"{rules.title} as printed here",
        source=board.source,
        board=board if "board" in parts else None,
        chart=figures.chart if "chart" in parts else None,
        tiles=tiles if "tiles" in parts else None,
    )
    return in_order(own)


def check_file(data: bytes | str | Mapping[str, Any], title: str = "", variant: str = "") -> CheckedFigures:
    """Check a file; never raises, whatever is in it. A bare board is read as one for `title`."""
    rules = None
    try:
        plain = plain_file(data, read_json, title)
        said, of = plain.get("title"), variant or plain.get("variant", "")
        rules = rules_of(said[:200] if isinstance(said, str) else "", of[:200] if isinstance(of, str) else "")
        own = read_own(plain)
    except BadInput as error:
        return CheckedFigures(rules, None, (Problem("", "unreadable", str(error), ""),))
    return CheckedFigures(rules, own, (*unread_fields(plain), *problems_with(rules, own)))


def checked_rules(title: str, variant: str, program: str, plain: object = None, edition: int | None = None) -> Rules:
    """The rules of a game: as printed, or with the own figures that came with it (plain data), which are checked."""
    if plain is None:
        return rules_of(title, variant, program, edition=edition)
    own = read_own(plain)
    found = problems_with(rules_of(title, variant, program, edition=edition), own)
    if found:
        where = f"{found[0].at}: " if found[0].at else ""
        raise BadInput(f"The own board of this game has mistakes. {where}{found[0].sentence}")
    return rules_of(title, variant, program, own, edition)
