"""Every title in every variant with every number of players: so many games of each, and whether all went well."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from stellwerk.lab.plan import RunPlan, check_plan, read_bots
from stellwerk.lab.record import CRASH, CUT, GameRecord
from stellwerk.lab.run import play_shown
from stellwerk.lab.stats import finished_games, tally_wins
from stellwerk.titles import newest_edition, rules_of, titles

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table


class Kind(NamedTuple):
    """A game that can be set up."""

    title: str
    variant: str
    players: int

    @property
    def name(self) -> str:
        """A name for people and folders."""
        return f"{self.title}-{self.variant}-{self.players}p"


def kinds_of_games(title: str | None = None, variant: str | None = None) -> Iterator[Kind]:
    """All there are, or those of one title or variant."""
    for name in titles() if title is None else (title,):
        for changed in rules_of(name).variants if variant is None else (variant,):
            yield from (Kind(name, changed, count) for count in rules_of(name, changed).figures.player_counts())


def plan_of(kind: Kind, bots: str, games: int, seed: int, seconds: float) -> RunPlan:
    """The games of one kind; the bots go round, as many as there are seats."""
    names = bots.split(",")
    seats = ",".join(names[place % len(names)] for place in range(kind.players))
    sitting = read_bots(seats, kind.title, kind.variant, kind.players)
    plan = RunPlan(title=kind.title, variant=kind.variant, bots=sitting, games=games, seed=seed, seconds=seconds)
    return check_plan(replace(plan, edition=newest_edition(kind.title)))


def play_missing(
    console: Console, wanted: Sequence[Kind], bots: str, games: int, seed: int, seconds: float,
    workers: int | None, out: Path,
) -> dict[Kind, list[GameRecord]]:  # fmt: skip
    """Play what is missing of every kind."""
    plans = {kind: plan_of(kind, bots, games, seed, seconds) for kind in wanted}
    return {kind: play_shown(console, plan, out / kind.name, workers, None) for kind, plan in plans.items()}


def is_faultless(records: Sequence[GameRecord]) -> bool:
    """Did every game end by its rules, and no bot fail?"""
    return len(finished_games(records)) == len(records) and not any(record.faults for record in records)


def summarise_sweep(found: dict[Kind, list[GameRecord]]) -> Table:
    """A line for each kind, and one for all."""
    from rich.table import Table

    heads = ("game", "games", "crashed", "cut off", "bots failed", "ended by", "rounds", "worth", "median move")
    table = Table(*heads)
    for kind, records in found.items():
        table.add_row(kind.name, *sweep_cells(records))
    table.add_section()
    table.add_row("all", *sweep_cells([record for records in found.values() for record in records]))
    return table


def sweep_cells(records: Sequence[GameRecord]) -> tuple[str, ...]:
    """What the summary says of some games; rounds and worths are medians of those that ended by the rules."""
    ends = Counter(record.ended for record in records)
    good = finished_games(records)
    worths = [seat.worth for record in good for seat in record.seats]
    middle = [1000 * line.median for line in tally_wins(records)]
    return (
        str(len(records)), str(ends[CRASH]), str(ends[CUT]), str(sum(len(record.faults) for record in records)),
        ", ".join(f"{end} {count}" for end, count in ends.most_common() if end not in (CRASH, CUT)),
        f"{statistics.median(record.rounds for record in good):.0f}" if good else "",
        f"{statistics.median(worths):.0f}" if worths else "",
        f"{statistics.median(middle):.1f} ms" if middle else "",
    )  # fmt: skip
