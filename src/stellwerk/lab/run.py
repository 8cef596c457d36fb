"""A run: games that are missing are played, here or on a cluster, and written down as they come."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from stellwerk.lab.local_workers import play_here, usable_cores
from stellwerk.lab.plan import RunPlan
from stellwerk.lab.record import CRASH, GameRecord
from stellwerk.lab.stats import Tally, tally_wins
from stellwerk.lab.store import RunFolder

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

Told = Callable[[GameRecord], None]
"""Is told of each game that is finished."""


def play_all(
    plan: RunPlan, folder: Path, workers: int | None = None, cluster: str | None = None, told: Told | None = None
) -> list[GameRecord]:
    """Play what is missing of a plan; returns all its games, in order."""
    with RunFolder(folder, plan) as store:
        for record in choose_source(plan, store, workers, cluster):
            if store.add(record) and told is not None:
                told(record)
        return sorted((r for r in store.records if r.game < plan.games), key=lambda record: record.game)


def choose_source(plan: RunPlan, store: RunFolder, workers: int | None, cluster: str | None) -> Iterator[GameRecord]:
    """Whoever plays."""
    if cluster is not None:
        from stellwerk.lab.cluster import play_there

        return play_there(plan, store.missing(), cluster)
    return play_here(plan, store.missing(), workers or usable_cores())


def play_shown(
    console: Console, plan: RunPlan, folder: Path, workers: int | None, cluster: str | None
) -> list[GameRecord]:
    """The same with a bar: games, games a second, time left; what went wrong is said at once."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeRemainingColumn(elapsed_when_finished=True),
    )
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        before = count_played(folder, plan)
        task = bar.add_task(plan.title, total=plan.games, completed=before, rate="")

        def told(record: GameRecord) -> None:
            for line in list_troubles(record):
                console.print(line, markup=False, soft_wrap=True)
            speed = bar.tasks[task].speed
            bar.update(task, advance=1, rate=f"{speed:.2f} games/s" if speed else "")

        return play_all(plan, folder, workers, cluster, told)


def count_played(folder: Path, plan: RunPlan) -> int:
    """How many games of a plan lie in its folder."""
    from stellwerk.lab.store import read_games, read_plan

    if read_plan(folder) is None:
        return 0
    return sum(record.game < plan.games for record in read_games(folder)[0])


def list_troubles(record: GameRecord) -> Iterator[str]:
    """What went wrong in a game, a line each."""
    for fault in record.faults:
        yield f"Game {record.game}, move {fault.move}: {fault.bot} ({fault.player}): {fault.kind}. {fault.sentence}"
    if record.ended == CRASH:
        last = (record.error or "").strip().splitlines()[-1:]
        yield f"Game {record.game} (seed {record.seed}) crashed: {''.join(last)}"


def summarise_records(records: list[GameRecord]) -> Table:
    """Who won how often."""
    from rich.table import Table

    table = Table("bot", "games", "won", "95% interval", "mean worth", "seconds a move", "faults")
    for line in tally_wins(records):
        table.add_row(*summary_cells(line))
    return table


def summary_cells(line: Tally) -> tuple[str, ...]:
    """A line of the summary."""
    interval = f"{line.low:.1%} to {line.high:.1%}"
    worth, seconds = f"{line.worth:.0f}", f"{line.seconds:.3f}"
    return (line.name, str(line.games), f"{line.rate:.1%}", interval, worth, seconds, str(line.faults))
