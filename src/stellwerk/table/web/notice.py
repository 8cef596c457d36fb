"""The notice beside a store: which server runs on it. One server holds it at a time; a killed one lets go of it.

The notice is a file with the server's address, locked while the server runs. The lock ends with its process, whatever
ends that, so a notice left behind by a killed server says nothing.
"""

from __future__ import annotations

import hmac
import json
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO
from urllib.error import URLError
from urllib.request import ProxyHandler, build_opener

from stellwerk.errors import BadInput

try:
    import fcntl
except ImportError:  # not on Windows: there a server is found by asking it
    fcntl = None  # type: ignore[assignment]

SECRET_BYTES = 32
ANSWER_SECONDS = 2


def secret_beside(file: Path) -> bytes:
    """The secret of a store, kept beside it for its owner only."""
    place = file.with_name(file.name + ".secret")
    with suppress(FileExistsError):
        handle = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "wb") as new:
            new.write(secrets.token_bytes(SECRET_BYTES))
    found = place.read_bytes()
    if len(found) != SECRET_BYTES:
        raise BadInput(f"{place} does not hold a secret; remove it, and a new one is made.")
    return found


def proof_of_running(secret: bytes) -> str:
    """What a server says that runs on the store with this secret."""
    return hmac.new(secret, b"alive", "sha256").hexdigest()


def running_at(file: Path) -> str | None:
    """The address of the server that runs on a file already; it proves that by the store's secret."""
    try:
        address = str(json.loads(_notice_path(file).read_text(encoding="utf-8"))["address"])
        secret = secret_beside(file)
        with build_opener(ProxyHandler({})).open(f"{address}/alive.json", timeout=ANSWER_SECONDS) as answer:
            given = str(json.loads(answer.read(1000))["proof"])
    except (OSError, URLError, ValueError, KeyError, TypeError):
        return None
    return address if hmac.compare_digest(given.encode(), proof_of_running(secret).encode()) else None


class Notice:
    """The notice of the one server that holds a file."""

    def __init__(self, open_file: IO[str]):
        self._file = open_file

    def write_address(self, address: str) -> None:
        """Say where the server is."""
        self._file.seek(0)
        self._file.truncate()
        self._file.write(json.dumps({"address": address}))
        self._file.flush()


@contextmanager
def hold_file(file: Path) -> Iterator[Notice]:
    """Be the one server on a file; refuse if there is another."""
    running = running_at(file)
    if running is not None:
        raise BadInput(f"A server runs on {file} already: {running}. End it first.")
    held = _open_locked(file)
    try:
        yield Notice(held)
    finally:
        if fcntl is None:
            held.close()  # Windows removes no open file
        _notice_path(file).unlink(missing_ok=True)  # while it is locked: the next server makes its own
        held.close()


def _open_locked(file: Path) -> IO[str]:
    """The notice, open and locked."""
    while True:
        found = _notice_path(file).open("a+", encoding="utf-8")
        try:
            _lock_file(found)
            if _is_there(found, _notice_path(file)):
                return found
        except BlockingIOError:
            found.close()
            raise BadInput(f"A server runs on {file} already, or is about to. End it first.") from None
        found.close()  # its holder removed it meanwhile


def _lock_file(found: IO[str]) -> None:
    if fcntl is None:
        return
    try:
        fcntl.flock(found, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise
    except OSError:
        return  # a file system without locks: asking the other server has to do


def _is_there(found: IO[str], place: Path) -> bool:
    """Is this open file still the one at its place?"""
    try:
        return os.path.samestat(os.fstat(found.fileno()), place.stat())
    except FileNotFoundError:
        return False


def _notice_path(file: Path) -> Path:
    return file.with_name(file.name + ".server")
