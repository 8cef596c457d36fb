"""The operator's log: every line has its time, every request has one line, and no line holds a secret.

A line about a request names the path without what follows the question mark, and invitations only as `{token}`. What
is said again and again is said a few times a minute, with the number of times it was left out.
"""

from __future__ import annotations

import logging
import re
import sys
import threading
from datetime import datetime
from logging.handlers import WatchedFileHandler
from pathlib import Path
from typing import Any

from starlette.types import Scope

ACCESS = logging.getLogger("stellwerk.access")
LEVELS = ("debug", "info", "warning", "error")

SAYINGS = 5
"""So often the same is said in a minute."""
MINUTE = 60.0
KEPT = 1000
"""So many sayings are remembered."""
LONGEST = 200
QUIET = ("/static/", "/alive.json", "/health.json")
"""Requests that only the level `debug` tells of."""
SECRET = re.compile(r"[A-Za-z0-9_%-]{16,}")
"""What may be a token, where no page is known that would say so."""


class Lines(logging.Formatter):
    """Lines with the time to the millisecond, and where it is measured."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:  # noqa: N802
        """The time of a record."""
        return datetime.fromtimestamp(record.created).astimezone().isoformat(timespec="milliseconds")


class Sparing(logging.Filter):
    """Lets the same be said a few times a minute; requests are not the same."""

    def __init__(self) -> None:
        super().__init__()
        self._lock = threading.Lock()
        self._said: dict[tuple[str, str], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Is this to be said?"""
        if record.name == ACCESS.name:
            return True
        key = (record.name, str(record.msg)[:LONGEST])
        with self._lock:
            since, count = self._said.get(key, (record.created, 0))
            left_out = count - SAYINGS
            if record.created - since >= MINUTE:
                since, count = record.created, 0
            if len(self._said) >= KEPT:
                self._said.clear()
            self._said[key] = (since, count + 1)
        if count == 0 and left_out > 0:
            record.msg, record.args = f"{record.getMessage()} (and {left_out} times more before)", ()
        return count < SAYINGS


def set_up(level: str, file: Path | None = None) -> None:
    """Write the log of this process, on standard error or into a file, which may be moved away at any time."""
    handler: logging.Handler = logging.StreamHandler(sys.stderr) if file is None else WatchedFileHandler(file)
    handler.setFormatter(Lines())
    handler.addFilter(Sparing())
    root = logging.getLogger()
    root.addHandler(handler)
    for name in ("stellwerk", "uvicorn"):
        logging.getLogger(name).setLevel(level.upper())


def path_of(scope: Scope) -> str:
    """The path of a request as the log names it: without secrets, on one line, and not too long."""
    raw: bytes = scope.get("raw_path") or scope["path"].encode()
    path = raw.decode("ascii", "replace").partition("?")[0][:LONGEST]
    template = template_of(scope)
    if "{token}" in template:
        return template
    path = path if template else SECRET.sub("{secret}", path)
    return "".join(letter if letter.isprintable() else "?" for letter in path)


def template_of(scope: Scope) -> str:
    """The address of the page that answers, with its blanks: `/tables/{table}`; empty where there is none."""
    path: Any = getattr(scope.get("route"), "path", "")
    return re.sub(r"{(\w+):\w+}", r"{\1}", str(path))


def log_request(scope: Scope, status: int, seconds: float) -> None:
    """One line for a request that was answered."""
    level = logging.DEBUG if scope["path"].startswith(QUIET) else logging.INFO
    if not ACCESS.isEnabledFor(level):
        return
    client, account = scope.get("client"), scope.get("state", {}).get("account")
    who = f" account {account.id}" if account is not None else ""
    told = (client[0] if client else "-", scope["method"][:20], path_of(scope), status, 1000 * seconds, who)
    ACCESS.log(level, "%s %s %s %d %.0f ms%s", *told)
