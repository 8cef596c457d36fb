"""The raw tables of a run, for everybody's own statistics: Parquet and CSV, by polars."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import polars as pl

from stellwerk.lab.plan import RunPlan
from stellwerk.lab.record import GameRecord, Timing

Row = dict[str, Any]
WHOLE, REAL, TEXT = pl.Int64, pl.Float64, pl.String

SCHEMAS: dict[str, dict[str, type[pl.DataType]]] = {
    "seats": {
        "game": WHOLE, "seed": WHOLE, "title": TEXT, "variant": TEXT, "edition": WHOLE,
        "players": WHOLE, "place": WHOLE, "player": TEXT,
        "bot": TEXT, "worth": WHOLE, "won": REAL, "moves": WHOLE, "seconds": REAL, "slowest": REAL, "faults": WHOLE,
        "rounds": WHOLE, "game_moves": WHOLE, "ended": TEXT, "hash": TEXT,
    },
    "worths": {"game": WHOLE, "round": WHOLE, "place": WHOLE, "bot": TEXT, "worth": WHOLE},
    "trains": {"game": WHOLE, "train": TEXT, "what": TEXT, "round": WHOLE},
    "companies": {
        "game": WHOLE, "company": TEXT, "started": WHOLE, "floated": WHOLE, "par": WHOLE, "paid": WHOLE, "kept": WHOLE,
        "payments": WHOLE, "runs": WHOLE, "trains": WHOLE, "acquired_by": TEXT,
    },
    "phases": {"game": WHOLE, "phase": TEXT, "round": WHOLE},
    "events": {"game": WHOLE, "event": TEXT, "times": WHOLE, "number": TEXT, "gained": WHOLE, "lost": WHOLE},
}  # fmt: skip
"""Name and columns of each table."""


FORMULA = r"^[=+\-@\t\r]"


def make_tables(plan: RunPlan, records: Sequence[GameRecord]) -> dict[str, pl.DataFrame]:
    """All tables of a run."""
    rows: dict[str, Iterable[Row]] = {
        "seats": (row for record in records for row in seat_rows(plan, record)),
        "worths": (row for record in records for row in worth_rows(record)),
        "trains": (row for record in records for row in train_rows(record)),
        "companies": (row for record in records for row in company_rows(record)),
        "phases": (row for record in records for row in phase_rows(record)),
        "events": (row for record in records for row in event_rows(record)),
    }
    return {name: pl.DataFrame(list(rows[name]), schema=schema) for name, schema in SCHEMAS.items()}


def seat_rows(plan: RunPlan, record: GameRecord) -> Iterator[Row]:
    """A row for each seat of a game."""
    for seat in record.seats:
        time = record.times.get(seat.player, Timing())
        yield {
            "game": record.game,
            "seed": record.seed,
            "title": plan.title,
            "variant": plan.variant,
            "edition": plan.edition,
            "players": len(record.seats),
            "place": seat.place,
            "player": seat.player,
            "bot": seat.bot,
            "worth": seat.worth,
            "won": seat.won,
            "moves": seat.moves,
            "seconds": time.seconds,
            "slowest": time.slowest,
            "faults": sum(fault.player == seat.player for fault in record.faults),
            "rounds": record.rounds,
            "game_moves": record.moves,
            "ended": record.ended,
            "hash": record.hash,
        }


def worth_rows(record: GameRecord) -> Iterator[Row]:
    """A row for each player after each operating round."""
    for number, worths in enumerate(record.worths, 1):
        for seat in record.seats:
            worth = worths.get(seat.player)
            yield {"game": record.game, "round": number, "place": seat.place, "bot": seat.bot, "worth": worth}


def train_rows(record: GameRecord) -> Iterator[Row]:
    """A row for each train that was bought from the bank or exported, and for each type that rusted."""
    for name, train in record.trains.items():
        rusted = [] if train.rusted is None else [train.rusted]
        for what, rounds in (("bought", train.bought), ("exported", train.exported), ("rusted", rusted)):
            yield from ({"game": record.game, "train": name, "what": what, "round": number} for number in rounds)


def company_rows(record: GameRecord) -> Iterator[Row]:
    """A row for each company that was started."""
    fields = [field for field in SCHEMAS["companies"] if field not in ("game", "company")]
    for name, company in record.companies.items():
        yield {"game": record.game, "company": name, **{field: getattr(company, field) for field in fields}}


def phase_rows(record: GameRecord) -> Iterator[Row]:
    """A row for each phase that began."""
    for phase, number in record.phases.items():
        yield {"game": record.game, "phase": phase, "round": number}


def event_rows(record: GameRecord) -> Iterator[Row]:
    """A row for each number of each kind of event, and one for a kind that has none."""
    for name, told in record.events.items():
        row = {"game": record.game, "event": name, "times": told.times}
        for number in sorted({*told.gained, *told.lost}) or [""]:
            yield {**row, "number": number, "gained": told.gained.get(number, 0), "lost": told.lost.get(number, 0)}


def write_tables(folder: Path, frames: dict[str, pl.DataFrame]) -> list[Path]:
    """Each table twice."""
    written: list[Path] = []
    for name, frame in frames.items():
        frame.write_parquet(folder / f"{name}.parquet")
        _defuse_formulas(frame).write_csv(folder / f"{name}.csv")
        written += [folder / f"{name}.parquet", folder / f"{name}.csv"]
    return written


def _defuse_formulas(frame: pl.DataFrame) -> pl.DataFrame:
    """Texts that a spreadsheet would take for formulas get an apostrophe in front."""
    texts = pl.col(pl.String)
    return frame.with_columns(pl.when(texts.str.contains(FORMULA)).then("'" + texts).otherwise(texts).name.keep())
