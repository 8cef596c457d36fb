"""The service: everything the pages, the JSON twins and the bots ask for, in parts that threads may share.

Every method checks its input and asks permission (`permission.may`) before it does anything; refusals are `BadInput`
or `Illegal` with one sentence and, for programs, a code.
"""

from __future__ import annotations

import time
from typing import Any

from stellwerk.memory import Memory
from stellwerk.table.custom_boards.kept_boards import OwnBoards
from stellwerk.table.custom_boards.kept_figures import OwnFigures
from stellwerk.table.db.archive import Archive
from stellwerk.table.db.store import Store
from stellwerk.table.live.feed import Feed
from stellwerk.table.live.listening import Live
from stellwerk.table.live.sessions import OpenSessions
from stellwerk.table.service.accounts import Accounts
from stellwerk.table.service.chat import Chat, Notes
from stellwerk.table.service.front_desk import Clock, Desk
from stellwerk.table.service.game_import import GameImport
from stellwerk.table.service.games import Games
from stellwerk.table.service.history import History
from stellwerk.table.service.lobby_lists import Overviews
from stellwerk.table.service.moves import Moves
from stellwerk.table.service.permission import may
from stellwerk.table.service.program_store import Programs
from stellwerk.table.service.readings import Readings
from stellwerk.table.service.repair import Repair
from stellwerk.table.service.seat_transfer import SeatTransfers
from stellwerk.table.service.tables import Seats, Tables
from stellwerk.table.service.undo import Undoing
from stellwerk.table.service.what_if import WhatIfs

__all__ = ["Service", "may"]


class Service:
    """What the parts share (the store, the desk, the archive, the feed), and the parts."""

    def __init__(self, store: Store, clock: Clock = time.time):
        self.store = store
        self.desk = desk = Desk(store, clock)
        self.feed = feed = Feed()
        self.figures = figures = OwnFigures()
        self.archive = archive = Archive(figures)
        self.sessions = sessions = OpenSessions()

        self.accounts = Accounts(desk, sessions)
        self.tables = Tables(desk, archive, feed, figures)
        self.seats = Seats(desk, feed)
        self.seat_transfers = SeatTransfers(desk, feed)
        self.game_import = GameImport(desk)
        self.overviews = Overviews(desk, archive)
        self.boards = OwnBoards(desk, figures)
        self.games = Games(desk, archive, figures)
        self.moves = Moves(desk, archive, feed)
        self.undo = Undoing(desk, archive, feed)
        self.repair = Repair(desk, archive, feed, self.undo)
        self.what_ifs = WhatIfs(desk, archive, figures)
        self.programs = Programs(desk)
        self.chat = Chat(desk, feed)
        self.notes = Notes(desk)
        self.history = History(desk, archive, self.undo)
        self.readings = Readings(desk, archive, self.history, self.what_ifs)
        self.live = Live(desk, feed, sessions)

    @property
    def clock(self) -> Clock:
        """What says how late it is."""
        return self.desk.clock

    def memories(self) -> dict[str, Memory[Any, Any]]:
        """What is kept in memory, by name."""
        return {
            **self.archive.memories(),
            "own boards": self.figures.known,
            "sessions": self.accounts.recognised,
        }
