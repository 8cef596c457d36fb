"""The page of a game of which no position can be shown: what is wrong, its log, and the way on.

Its address is the table's.
"""

from __future__ import annotations

import msgspec

from stellwerk.table.db.damage import Damaged
from stellwerk.table.db.records import Actor
from stellwerk.table.service.readings import seats_of
from stellwerk.table.service.service import Service
from stellwerk.table.view.game.log_page import LogPage, stopped_page
from stellwerk.table.view.words.texts import Speech

PAGE = 150
"""So many entries a page of the whole log tells."""


def stopped_log(
    service: Service, damage: Damaged, who: Actor, words: Speech, before: int | None = None, tab: str = ""
) -> LogPage:
    """The log of such a game before a number."""
    with service.desk.reading(who):
        table, head = service.tables.table(damage.table, actor=who), service.games.head(damage.table, actor=who)
        told = service.history.page_of(table.id, PAGE, before, actor=who)
        now = service.history.of_table(table.id, actor=who)
    merged = msgspec.structs.replace(now, entries=told.entries, older=told.older)
    mine = tuple(seat.seat for seat in seats_of(table, who))
    return stopped_page(damage, table, head, mine, merged, words, tab)
