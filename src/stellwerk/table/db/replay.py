"""Playing stored steps again: quickly where their hash proves them, judged like new ones where it does not."""

from __future__ import annotations

import logging
from functools import partial
from typing import Any

from sqlalchemy import Row

from stellwerk.errors import BadInput, StellwerkError
from stellwerk.game import Game
from stellwerk.position import Position
from stellwerk.rules import Rules
from stellwerk.table.db.damage import OTHER, REFUSED, UNREADABLE, Damaged
from stellwerk.table.db.records import Logged, TableInfo
from stellwerk.table.db.store import unreadable_value

LOG = logging.getLogger(__name__)


def beginning_of_game(table: TableInfo, rules: Rules) -> Game:
    """The game before anything happened, draws not yet made."""
    return Game(rules, rules.new_position(table.players, table.seed), draws=False)


def standing_at(rules: Rules, position: Position) -> Game:
    """A game without a past; a draw that is due is not made, for it was made when the game was played."""
    game = Game(rules, position, draws=False)
    game.draws = True
    return game


def play_again(game: Game, row: Row[Any] | Logged, table: int, *, trust: bool = True) -> None:
    """Play a stored step and compare its hash; unless trusted, it is judged like a new one."""
    broken = partial(Damaged, table, row.number, expected=row.hash, before=row.parent)
    try:
        action = game.rules.shapes.actions.decode(as_action(row.action))
    except BadInput as error:
        raise broken(UNREADABLE, str(error)) from error
    if trust and game.retrace(action, row.hash):
        return
    try:
        game.replay((action,))
    except Exception as error:
        LOG.debug("Entry %d of table %d cannot be played", row.number, table, exc_info=True)
        why = str(error) if isinstance(error, StellwerkError) else f"{type(error).__name__}: {error}"
        raise broken(REFUSED, why) from error
    found = game.position.hash()
    if found != row.hash:
        raise broken(OTHER, found=found)


def as_action(stored: Any) -> Any:
    """An action as it is stored; what is no record at all is kept as one that nobody can play."""
    return stored if stored is None or isinstance(stored, dict) else unreadable_value(str(stored))
