"""What `stellwerk lab` does: the settings from the command line, a bar, and what came of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rich.console import Console

from stellwerk.errors import BadInput
from stellwerk.lab.plan import RunPlan, check_plan, read_bots
from stellwerk.lab.run import play_shown, summarise_records
from stellwerk.titles import first_variant, newest_edition, titles

OUT = Path("out") / "lab"
"""Runs go into a folder below this unless a place is named."""


def play_run(
    console: Console, title: str | None, bots: str, players: int | None, out: Path | None,
    workers: int | None, cluster: str | None, **settings: Any,
) -> None:  # fmt: skip
    """Play the games of a run that are missing, and say who won."""
    title = title or titles()[0]
    settings["variant"] = settings["variant"] or first_variant(title)
    seats = read_bots(bots, title, settings["variant"], players, settings["rules"])
    plan = check_plan(RunPlan(title=title, bots=seats, edition=newest_edition(title), **settings))
    folder = out or OUT / plan.folder_name()
    try:
        records = play_shown(console, plan, folder, workers, cluster)
    except KeyboardInterrupt:
        raise say_how_to_go_on(console, folder) from None
    console.print(summarise_records(records))
    console.print(f"The games are in {folder}; `stellwerk lab report {folder}` tells about them.", soft_wrap=True)


def play_sweep(
    console: Console, title: str | None, variant: str | None, bots: str, games: int, seed: int, seconds: float,
    workers: int | None, out: Path | None,
) -> None:  # fmt: skip
    """Play every kind of game there is; the command fails if anything went wrong."""
    from stellwerk.lab import sweep as sweeping

    folder = out or OUT / f"sweep-{bots.replace(',', '-')}-seed{seed}"
    kinds = tuple(sweeping.kinds_of_games(title, variant))
    try:
        found = sweeping.play_missing(console, kinds, bots, games, seed, seconds, workers, folder)
    except KeyboardInterrupt:
        raise say_how_to_go_on(console, folder) from None
    console.print(sweeping.summarise_sweep(found))
    if not all(map(sweeping.is_faultless, found.values())):
        raise SystemExit(1)


def say_how_to_go_on(console: Console, folder: Path) -> SystemExit:
    """Interrupted: say how to go on."""
    console.print(f"Stopped. The same command goes on where it was; the games are in {folder}.", soft_wrap=True)
    return SystemExit(130)


def write_report_of(console: Console, folder: Path) -> None:
    """Write the report."""
    try:
        from stellwerk.lab.report import write_report as write
    except ModuleNotFoundError as error:
        raise BadInput(f"The report needs {error.name}: pip install 'stellwerk[lab]' brings it.") from None
    written = write(folder)
    console.print(f"{written[0]} written, and {len(written) - 1} tables beside it.", soft_wrap=True)
