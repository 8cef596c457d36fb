"""A program that plays bots on a table and says so after each move, until somebody kills it."""

from __future__ import annotations

import sys

from tests.table.tablekit import BOTS, bot_move

from stellwerk.bots.casual import Casual
from stellwerk.table.service import Service
from stellwerk.table.store import Store


def main(url: str, table: int, seed: int) -> None:
    """Play; every line is a move that was acknowledged: its entry, the number after it, the hash there."""
    service, bot = Service(Store(url)), Casual(seed)
    print("ready", service.head(table, actor=BOTS).number, flush=True)
    while (played := bot_move(service, table, bot)) is not None:
        print(played.number, played.now, played.hash, flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
