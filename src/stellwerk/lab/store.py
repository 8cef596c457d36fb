"""The folder of a run: its manifest, and its games as lines of JSON in the order they were finished.

Lines are only ever added. A process that is killed may leave half a line at the end: it is cut off when the run goes
on, and that game is played again.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType

import msgspec

from stellwerk.errors import BadInput
from stellwerk.lab.plan import RunPlan
from stellwerk.lab.record import GameRecord, decoder, encoder

MANIFEST = "manifest.json"
GAMES = "games.jsonl"
FORMAT = "stellwerk-lab"
SYNC_SECONDS = 5.0
"""So often what was written is made to last."""


class Manifest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What a folder says of itself."""

    format: str
    version: int = 1
    plan: RunPlan


def read_plan(folder: Path) -> RunPlan | None:
    """The plan of a folder; None if it holds no run."""
    path = folder / MANIFEST
    if not path.exists():
        return None
    try:
        manifest = msgspec.json.decode(path.read_bytes(), type=Manifest)
    except msgspec.MsgspecError as error:
        raise BadInput(f"{path} is no manifest of the laboratory: {error}.") from None
    if (manifest.format, manifest.version) != (FORMAT, 1):
        raise BadInput(f"{path} is no manifest this version can read.")
    return manifest.plan


def write_plan(folder: Path, plan: RunPlan) -> None:
    """Write the manifest; whoever reads it sees the old one or the new one."""
    folder.mkdir(parents=True, exist_ok=True)
    new = folder / f"{MANIFEST}.new"
    data = msgspec.json.encode(Manifest(format=FORMAT, plan=plan))
    with new.open("wb") as file:
        file.write(msgspec.json.format(data) + b"\n")
        file.flush()
        os.fsync(file.fileno())
    new.replace(folder / MANIFEST)


def read_games(folder: Path) -> tuple[list[GameRecord], int]:
    """The whole games of a folder, each number once, and how many bytes of the file they fill."""
    path = folder / GAMES
    data = path.read_bytes() if path.exists() else b""
    records: dict[int, GameRecord] = {}
    good = 0
    torn: int | None = None
    for number, line in enumerate(data.splitlines(keepends=True), 1):
        record = read_line(line)
        if record is None:
            torn = torn or number
        elif torn is not None:
            raise BadInput(f"Line {torn} of {path} cannot be read, and more follow it; something has damaged the file.")
        else:
            records.setdefault(record.game, record)
            good += len(line)
    return list(records.values()), good


def read_line(line: bytes) -> GameRecord | None:
    """A game from its line; None if the line is not whole."""
    if not line.endswith(b"\n"):
        return None
    try:
        return decoder.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None


class RunFolder:
    """A folder that one process writes to."""

    def __init__(self, folder: Path, plan: RunPlan):
        self.folder = folder
        self.plan = plan
        folder.mkdir(parents=True, exist_ok=True)
        self.file = (folder / GAMES).open("ab")
        try:
            self._lock()
            self._agree()
            self.records, good = read_games(folder)
            self.file.truncate(good)
        except BaseException:
            self.file.close()
            raise
        self.done = {record.game for record in self.records}
        self._synced = time.monotonic()

    def _lock(self) -> None:
        try:
            fcntl.flock(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BadInput(f"Another run is writing to {self.folder} now.") from None

    def _agree(self) -> None:
        """The manifest is written, or holds the same plan (the number of games may grow)."""
        old = read_plan(self.folder)
        if old is None:
            if self.file.tell() or (self.folder / GAMES).stat().st_size:
                raise BadInput(f"{self.folder} holds games but no {MANIFEST}; name another folder.")
            write_plan(self.folder, self.plan)
            return
        difference = old.difference(self.plan)
        if difference is not None:
            raise BadInput(f"{self.folder} holds another run: {difference}. Name another folder, or the same settings.")
        if old.games < self.plan.games:
            write_plan(self.folder, self.plan)

    def missing(self) -> Iterable[int]:
        """The games that are still to be played."""
        return (number for number in range(self.plan.games) if number not in self.done)

    def add(self, record: GameRecord) -> bool:
        """Write a game down; a game that is there already is not written again."""
        if record.game in self.done:
            return False
        self.done.add(record.game)
        self.records.append(record)
        self.file.write(encoder.encode(record) + b"\n")
        self.file.flush()
        if time.monotonic() - self._synced > SYNC_SECONDS:
            self.sync()
        return True

    def sync(self) -> None:
        """Make what was written last."""
        os.fsync(self.file.fileno())
        self._synced = time.monotonic()

    def __enter__(self) -> RunFolder:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.sync()
        self.file.close()
