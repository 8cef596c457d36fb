"""The service: everything the pages, the JSON twins and the bots ask for, in one object that threads may share.

Every method checks its input and asks permission (`permission.may`) before it does anything; refusals are `BadInput`
or `Illegal` with one sentence and, for programs, a code.
"""

from __future__ import annotations

from stellwerk.table.accounts import Accounts
from stellwerk.table.bringing import Bringing
from stellwerk.table.handing import Handing
from stellwerk.table.moves import Moves
from stellwerk.table.overviews import Overviews
from stellwerk.table.ownboards import OwnBoards
from stellwerk.table.permission import may
from stellwerk.table.repair import Repair
from stellwerk.table.seating import Seating
from stellwerk.table.talk import Talk
from stellwerk.table.whatif import WhatIfs

__all__ = ["Service", "may"]


class Service(Accounts, Seating, Handing, Bringing, Overviews, Moves, Repair, WhatIfs, OwnBoards, Talk):
    """All parts in one: accounts, tables and seats, moves and log, undo, what-if, chat, notes and live news."""
