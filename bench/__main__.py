"""`make bench`: a table on the screen, and bench/results.json."""

from __future__ import annotations

from pathlib import Path

import msgspec
from rich.console import Console
from rich.table import Table

from bench import engine
from bench.measure import Figure


def show(figures: list[Figure]) -> None:
    """The table."""
    table = Table(title="Benchmarks (median of several runs; low and high beside it)")
    for head in ("what", "median", "low", "high", "unit", "ratio", "against", "memory"):
        table.add_column(head, justify="left" if head in ("what", "unit", "against") else "right")
    for row in figures:
        memory = f"{row.memory_kb:,.0f} KB" if row.memory_kb else ""
        cells = (f"{row.value:,.0f}", f"{row.low:,.0f}", f"{row.high:,.0f}")
        table.add_row(row.name, *cells, row.unit, f"{row.ratio:,.1f}", row.baseline, memory)
    Console(width=140).print(table)


def main() -> None:
    """Run everything."""
    figures = engine.run()
    show(figures)
    Path(__file__).with_name("results.json").write_bytes(msgspec.json.format(msgspec.json.encode(figures)))


if __name__ == "__main__":
    main()
