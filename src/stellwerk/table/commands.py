"""Commands about files of games; their heavy imports live inside them."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--thorough", is_flag=True, help="Judge every step again, also where its hash fits.")
def verify(file: Path, thorough: bool) -> None:
    """Check all games of a file against this program; the file is only read.

    One line for each game that differs; then the exit code is 1.
    """
    from stellwerk.cli import needs_table

    with needs_table():
        from rich.console import Console
        from rich.progress import Progress

        from stellwerk.table.db.verification import verify_file
    games = steps = differing = 0
    shown = Progress(console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty())
    with keep_log_silent(), shown as progress:
        bar = progress.add_task("Checking games", total=None)
        for one in verify_file(file, thorough=thorough, begins=lambda total: progress.update(bar, total=total)):
            progress.advance(bar)
            games, steps, differing = games + 1, steps + one.steps, differing + (one.damage is not None)
            if one.damage is not None:
                click.echo(one.told())
    if differing:
        click.echo(f"{differing} of {games} games differ.")
        raise SystemExit(1)
    click.echo(f"{games} games with {steps} steps lead where they led.")


@contextmanager
def keep_log_silent() -> Iterator[None]:
    """Keep what the log would tell of a stopped game from being said beside the command's own line."""
    log = logging.getLogger("stellwerk.table")
    before = log.level
    log.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        log.setLevel(before)
