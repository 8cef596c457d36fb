"""A program that plays bots on a table and says so after each move, until somebody kills it."""

from __future__ import annotations

import sys

from tests.table.tablekit import BOTS, bot_move

from stellwerk.bots.casual import CasualBot
from stellwerk.table.db.store import Store
from stellwerk.table.service.service import Service


def main(url: str, table: int, seed: int) -> None:
    """Play; every line is a move that was acknowledged: its entry, the number after it, the hash there."""
    service, bot = Service(Store(url)), CasualBot(seed)
    print("ready", service.games.head(table, actor=BOTS).number, flush=True)
    while (played := bot_move(service, table, bot)) is not None:
        print(played.number, played.now, played.hash, flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
