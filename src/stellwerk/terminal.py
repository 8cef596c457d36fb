"""What every command does at the terminal: read a file, write one, show how far it is."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from stellwerk.errors import BadInput

if TYPE_CHECKING:
    from rich.console import Console

    from stellwerk.interop.files import Told


def console_of(stderr: bool = False) -> Console:
    """Where to print: as wide as the terminal, 120 characters into a file."""
    from rich.console import Console

    terminal = sys.stderr.isatty() if stderr else sys.stdout.isatty()
    return Console(stderr=stderr, highlight=False, width=None if terminal else 120)


def read_file(path: str) -> bytes:
    """The bytes of a file, or of standard input for `-`; no more than is ever accepted."""
    from stellwerk.interop.files import MOST_BYTES

    if path == "-":
        return sys.stdin.buffer.read(MOST_BYTES + 1)
    if "\0" in path:
        raise BadInput("A file's name holds no zero byte.")
    with Path(path).open("rb") as file:
        return file.read(MOST_BYTES + 1)


def write_file(path: str | Path, data: str | bytes) -> None:
    """Write a file, its folders too, and say so."""
    target = Path(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(data.encode() if isinstance(data, str) else data)
    click.echo(f"{target} written.", err=True)


@contextmanager
def show_progress(words: str) -> Iterator[Told]:
    """A bar on standard error that is gone when the work is done."""
    from rich.progress import Progress

    with Progress(console=console_of(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task(words)
        yield lambda done, of: bar.update(task, completed=done, total=of)
