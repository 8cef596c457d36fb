"""The page of the whole log; also of a game of which no position can be shown."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from stellwerk.table.db.damage import Damaged
from stellwerk.table.db.records import Head, TableInfo
from stellwerk.table.service.history import Past
from stellwerk.table.view.game.chat import TalkPart, talk_at
from stellwerk.table.view.game.damage import Banner, stopped_asking, stopped_banner
from stellwerk.table.view.game.history import ShownUndoRequest
from stellwerk.table.view.game.log import LogBlock, bare_blocks, log_filters
from stellwerk.table.view.words.texts import Speech


class LogPage(msgspec.Struct, frozen=True, kw_only=True):
    """A page of the whole log."""

    table: int
    title: str
    name: str
    blocks: tuple[LogBlock, ...]
    before: int | None
    """The entry before which the next (older) page ends; None on the last."""
    kind: str
    filters: tuple[tuple[str, str], ...]
    talk: TalkPart
    tab: str
    damage: Banner | None = None
    """What is wrong with a game that can no longer be followed."""
    asking: ShownUndoRequest | None = None
    """The request that waits, where no position can be shown."""


def stopped_page(
    damage: Damaged, table: TableInfo, head: Head, mine: Sequence[int], past: Past, say: Speech, tab: str = ""
) -> LogPage:
    """The log of a game of which no position can be shown: every entry as it was written."""
    return LogPage(
        table=table.id,
        title=table.title,
        name=table.name,
        blocks=tuple(reversed(bare_blocks(past.entries, say))),
        before=past.older + 1 if past.older else None,
        kind="",
        filters=log_filters(say),
        talk=talk_at(table, past, mine),
        tab=tab,
        damage=stopped_banner(damage, table, head, mine, past, say),
        asking=stopped_asking(table, past, mine, say),
    )
