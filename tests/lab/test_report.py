"""The report: statistics against known values, a page that stands alone, and tables that agree."""

from __future__ import annotations

import math
import re
from pathlib import Path
from xml.etree import ElementTree

import polars as pl
import pytest
from click.testing import CliRunner
from polars.testing import assert_frame_equal
from tests.lab.labkit import TITLE

from stellwerk.cli import main
from stellwerk.lab.plan import RunPlan
from stellwerk.lab.record import CRASH, Fault, GameRecord, SeatRecord, Timing
from stellwerk.lab.report import write_report
from stellwerk.lab.run import play_all
from stellwerk.lab.seated_bots import note_time
from stellwerk.lab.stats import NORMAL_95, quantile_of_times, tally_wins, wilson_interval
from stellwerk.lab.store import RunFolder
from stellwerk.lab.tables import SCHEMAS

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of four games with its report, a crash and a bot with an odd name among them."""
    path = tmp_path_factory.mktemp("run")
    play_all(RunPlan(title=TITLE, bots=("random",) * 3, games=3, seed=2), path, 1)
    plan = RunPlan(title=TITLE, bots=("random",) * 3, games=4, seed=2)
    odd = tuple(SeatRecord(name, "cmd:<b>&x", place) for place, name in enumerate(plan.players, 1))
    fault = Fault(odd[0].player, "cmd:<b>&x", 3, "crash", "It ended & <i>how</i>.")
    with RunFolder(path, plan) as store:
        store.add(GameRecord(game=3, seed=9, seats=odd, ended=CRASH, error="first\nBoom: <last>", faults=(fault,)))
    write_report(path)
    return path


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_gives_the_published_values(wins: int, games: int, low: float, high: float) -> None:
    """R. G. Newcombe, Statistics in Medicine 17 (1998), table I, method 3, to four places."""
    assert wilson_interval(wins, games) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize(("wins", "games"), [(1, 2), (3, 7), (50, 200), (0.5, 4)])
def test_the_ends_of_wilsons_interval_solve_its_equation(wins: float, games: float) -> None:
    for end in wilson_interval(wins, games):
        assert abs(wins / games - end) == pytest.approx(NORMAL_95 * math.sqrt(end * (1 - end) / games))


def test_wilson_is_exact_at_the_ends() -> None:
    assert wilson_interval(0, 10)[0] == 0.0 and wilson_interval(10, 10)[1] == 1.0
    assert wilson_interval(0, 10)[1] == pytest.approx(1 - wilson_interval(10, 10)[0])


def test_wilson_knows_nothing_without_games() -> None:
    assert wilson_interval(0, 0) == (0.0, 1.0)


def test_a_shared_win_counts_in_parts() -> None:
    seats = (SeatRecord("A", "x", 1, 10, 0.5), SeatRecord("B", "y", 2, 10, 0.5), SeatRecord("C", "x", 3, 5))
    records = [
        GameRecord(game=0, seed=0, seats=seats, ended="bank"),
        GameRecord(game=1, seed=1, seats=seats, ended=CRASH),
    ]
    first, second = tally_wins(records)
    assert (first.name, first.games, first.wins, first.rate, first.worth) == ("x", 2, 0.5, 0.25, 7.5)
    assert (second.name, second.games, second.rate) == ("y", 1, 0.5)
    assert [line.name for line in tally_wins(records, "place")] == ["1", "2", "3"]


def test_times_are_kept_to_a_fifth() -> None:
    timing = Timing()
    for _ in range(19):
        note_time(timing, 0.010)
    note_time(timing, 3.0)
    assert timing.slowest == 3.0 and timing.seconds == pytest.approx(3.19)
    assert 0.010 <= quantile_of_times(timing.spread, 0.5) <= 0.0120
    assert 3.0 <= quantile_of_times(timing.spread, 0.99) <= 3.6


def test_the_page_stands_alone(folder: Path) -> None:
    text = (folder / "report.html").read_text(encoding="utf-8")
    page = ElementTree.fromstring(re.sub(r"(<meta [^>]*[^/])>", r"\1/>", text))  # as HTML leaves it open
    sections = {section.get("id"): section for section in page.iter("section")}
    parts = {"bots", "places", "worth", "trains", "companies", "phases", "length", "ends", "events", "times", "faults"}
    assert parts == set(sections)
    pictures = [name for name, section in sections.items() if section.find(f".//{SVG}svg") is not None]
    assert set(pictures) == {"bots", "places", "worth", "trains", "companies", "length"}
    assert "<script" not in text and "<link" not in text and "<img" not in text
    assert not re.findall(r'(?:href|src)="(?!#)[^"]*"', text), "nothing is fetched"
    ids = re.findall(r'\bid="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    used = set(re.findall(r'(?:url\(#|href="#)([^")]+)', text))
    assert used <= set(ids)


def test_the_page_says_what_happened(folder: Path) -> None:
    text = (folder / "report.html").read_text(encoding="utf-8")
    assert "3 of 4 games ended by the rules; 1 crashed; bots failed 1 times." in text
    assert "95% interval" in text and "last round" in text and "crash" in text
    assert "&lt;i&gt;how&lt;/i&gt;" in text and "<b>&x" not in text and "Boom: &lt;last&gt;" in text


def test_parquet_and_csv_are_the_same_table(folder: Path) -> None:
    for name, schema in SCHEMAS.items():
        first = pl.read_parquet(folder / f"{name}.parquet")
        assert_frame_equal(first, pl.read_csv(folder / f"{name}.csv", schema=schema))
        assert first.schema == schema
    seats = pl.read_parquet(folder / "seats.parquet")
    assert seats.height == 12
    assert seats.filter(pl.col("ended") != CRASH)["won"].sum() == pytest.approx(3)


def test_a_report_needs_games(tmp_path: Path) -> None:
    refused = CliRunner().invoke(main, ["lab", "report", str(tmp_path)])
    assert refused.exit_code == 2 and "holds no run" in refused.output
    with RunFolder(tmp_path, RunPlan(title=TITLE, bots=("random",) * 3, games=1)):
        pass
    refused = CliRunner().invoke(main, ["lab", "report", str(tmp_path)])
    assert refused.exit_code == 2 and "no finished game" in refused.output


def test_a_run_without_a_finished_game_has_a_report(tmp_path: Path) -> None:
    play_all(RunPlan(title=TITLE, bots=("random",) * 3, games=2, most=5), tmp_path, 1)
    result = CliRunner().invoke(main, ["lab", "report", str(tmp_path)])
    assert result.exit_code == 0, result.output
    assert "0 of 2 games ended by the rules" in (tmp_path / "report.html").read_text(encoding="utf-8")
