"""Where a game stands, in a few plain words for a list of games."""

from __future__ import annotations

from stellwerk.game import Game
from stellwerk.steps.operating_round import OperatingTurn
from stellwerk.table.db.records import TableStanding
from stellwerk.vocabulary import tag_of


def standing_of(game: Game) -> TableStanding:
    """Where a game stands: only what everybody at the table sees."""
    pos = game.position
    step = pos.agenda[-1] if pos.agenda else None
    tag = tag_of(step) if step is not None else ""
    named = game.rules.stages(pos, step.company)[step.stage].name if isinstance(step, OperatingTurn) else ""
    result = dict(pos.result) if pos.result is not None else None
    return TableStanding(game.turn, game.actor, pos.round, tag, named, result)
