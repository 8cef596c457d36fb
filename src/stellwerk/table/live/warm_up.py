"""Everything that is read is tried once before threads do it at the same time.

msgspec learns the shape of a record when it first meets one, and does not bear two threads teaching it at once: a
server whose first two requests came together has crashed for that.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache

import msgspec

from stellwerk import actions
from stellwerk.errors import BadInput
from stellwerk.figures import BoardFigure
from stellwerk.interop.files import GameFile
from stellwerk.interop.position_fields import PositionFile
from stellwerk.position import Position
from stellwerk.table.live import programmed_choices
from stellwerk.titles import newest_edition, rules_of, titles


@cache
def read_everything_once() -> None:
    """Read every title in every variant and edition, a position of each, an action, a program, every kind of file."""
    programmed_choices.decode_program({})
    for shape in (GameFile, PositionFile, BoardFigure):
        with suppress(msgspec.ValidationError):
            msgspec.convert({}, type=shape)
    for title in titles():
        for variant in rules_of(title).variants:
            for program in rules_of(title, variant).programs:
                for edition in range(newest_edition(title), 0, -1):
                    _read_title_once(title, variant, program, edition)


def _read_title_once(title: str, variant: str, program: str, edition: int) -> None:
    try:
        rules = rules_of(title, variant, program, edition=edition)
    except BadInput:
        return  # an old edition need not have every variant
    players = [f"player {number}" for number in range(min(rules.figures.player_counts()))]
    rules.shapes.actions.decode(actions.encode(actions.Pass("nobody")))
    position = rules.new_position(players, 0)
    Position.from_json(position.as_json(), rules.shapes).hash()
