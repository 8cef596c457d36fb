"""Phases: which comes after which, and what is open in the present one."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from stellwerk.position import Position
    from stellwerk.rules.arranged_figures import Arranged


def rank_of_phase(rules: Arranged, phase: str) -> int:
    """How late in the game a phase comes."""
    return list(rules.phases).index(phase)


def is_color_open(rules: Arranged, position: Position, color: str) -> bool:
    """Are tiles of this colour in use?"""
    return color in rules.phases[position.phase].tiles
