"""Checking a whole file of games against this program: does every one still lead where it led when it was played?

The file is only read: what is checked is a copy of it, brought up to date if it is of an older version.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from sqlalchemy import select

from stellwerk.errors import BadInput
from stellwerk.table.db.damage import NO_RULES, Damaged
from stellwerk.table.db.migrations import copy_database
from stellwerk.table.db.records import OVER, PLAYING, Actor
from stellwerk.table.db.schema import tables
from stellwerk.table.db.store import Store
from stellwerk.table.service.service import Service

HEADER = b"SQLite format 3\0"
LOOKING = Actor(bot=True)


class CheckedGame(msgspec.Struct, frozen=True):
    """A game that was checked."""

    table: int
    title: str
    edition: int
    steps: int = 0
    damage: Damaged | None = None
    runs: bool = True
    """Can it be played on, because its position is stored after what differs?"""

    def told(self) -> str:
        """Where a game differs, in one line."""
        if self.damage is None:
            return f"table {self.table} ({self.title}): {self.steps} steps"
        damage = self.damage
        where = f"table {self.table} ({self.title}, edition {self.edition})"
        if damage.cause == NO_RULES:
            return f"{where}: {damage.why}"
        hashes = f"expected {damage.expected or 'no hash'}, found {damage.found or 'no position'}"
        still = "; its position is stored after that, so it goes on" if self.runs else ""
        return f"{where}: entry {damage.entry}: {hashes}{still}. {damage.why or damage.sentence}"


def verify_file(file: Path, *, thorough: bool = False, begins: Callable[[int], None]) -> Iterator[CheckedGame]:
    """Check every game of a file, one after the other; `begins` is told how many there are.

    A step whose hash fits is proof enough, unless it is to be `thorough`: then each is judged again like a new one.
    """
    with file.open("rb") as opened:
        if opened.read(len(HEADER)) != HEADER:
            raise BadInput(f"{file} is no file of games.")
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "games.sqlite"
        copy_database(file, copy)
        try:
            store = Store(f"sqlite:///{copy}", durable=False, keep_old=False)
        except BadInput as refusal:
            raise BadInput(str(refusal).replace(str(copy), str(file))) from None
        try:
            yield from _verify_all(Service(store), thorough, begins)
        finally:
            store.close()


def _verify_all(service: Service, thorough: bool, begins: Callable[[int], None]) -> Iterator[CheckedGame]:
    columns = (tables.c.id, tables.c.title, tables.c.edition)
    with service.store.reading() as connection:
        query = select(*columns).where(tables.c.state.in_((PLAYING, OVER))).order_by(tables.c.id)
        games = [CheckedGame(*row) for row in connection.execute(query)]
    begins(len(games))
    for game in games:
        try:
            steps = service.games.verify(game.table, trust=not thorough)
            yield msgspec.structs.replace(game, steps=steps)
        except Damaged as damage:
            runs = service.games.sound(game.table, actor=LOOKING).damage is None
            yield msgspec.structs.replace(game, damage=damage, runs=runs)
