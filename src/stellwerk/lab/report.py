"""The report on a run: one page that needs nothing else, and the raw tables beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from html import escape
from importlib import resources
from pathlib import Path
from string import Template

import polars as pl

from stellwerk.errors import BadInput
from stellwerk.lab import plots
from stellwerk.lab.plan import RunPlan
from stellwerk.lab.record import CRASH, GameRecord
from stellwerk.lab.stats import Tally, finished_games, slowest_move, tally_wins
from stellwerk.lab.store import read_games, read_plan
from stellwerk.lab.tables import make_tables, write_tables
from stellwerk.titles import rules_of

PAGE = "report.html"
MOST_FAULTS = 20
"""So many faults are told in full."""


def write_report(folder: Path) -> list[Path]:
    """Write the report and the tables of a folder; returns what was written, the page first."""
    plan = read_plan(folder)
    if plan is None:
        raise BadInput(f"{folder} holds no run of the laboratory.")
    records = sorted(read_games(folder)[0], key=lambda record: record.game)
    if not records:
        raise BadInput(f"{folder} holds no finished game yet.")
    frames = make_tables(plan, records)
    written = write_tables(folder, frames)
    page = folder / PAGE
    page.write_text(Report(plan, records, frames).page(), encoding="utf-8")
    return [page, *written]


class Report:
    """The page, section by section."""

    def __init__(self, plan: RunPlan, records: list[GameRecord], frames: dict[str, pl.DataFrame]):
        self.plan = plan
        self.records = records
        self.good = finished_games(records)
        numbers = {record.game for record in self.good}
        self.frames = {name: frame.filter(pl.col("game").is_in(numbers)) for name, frame in frames.items()}
        self.rules = rules_of(plan.title, plan.variant, plan.rules, edition=plan.edition)

    def page(self) -> str:
        """All of it."""
        sections = [self.trouble()]
        if self.good:
            sections += [
                self.by_bot(),
                self.by_place(),
                self.worth(),
                self.trains(),
                self.companies(),
                self.phases(),
                self.length(),
                self.ends(),
                self.events(),
                self.times(),
            ]
        template = Template(resources.files("stellwerk.lab").joinpath(PAGE).read_text(encoding="utf-8"))
        return template.substitute(
            heading=escape(f"{self.plan.title}: {len(self.records)} games of {', '.join(sorted(set(self.plan.bots)))}"),
            settings=escape(self.settings()),
            summary=escape(self.summary()),
            sections="\n".join(section for section in sections if section),
            files=", ".join(f"<code>{name}.parquet</code> and <code>{name}.csv</code>" for name in self.frames) + ".",
        )

    def settings(self) -> str:
        """How the games were played."""
        plan = self.plan
        turn = "seats rotate from game to game" if plan.rotate else "every bot keeps its seat"
        who = f"{len(plan.bots)} players ({', '.join(plan.bots)}; {turn})"
        return (
            f"{plan.title} ({plan.variant}, rules {plan.rules}, edition {plan.edition}), {who}, "
            f"seed {plan.seed}, {plan.seconds:g} seconds a move for bots that "
            f"search, {plan.limit:g} for programs; Stellwerk {plan.version}."
        )

    def summary(self) -> str:
        """What was played, in a sentence."""
        missing = self.plan.games - len(self.records)
        faults = sum(len(record.faults) for record in self.records)
        crashes = sum(record.ended == CRASH for record in self.records)
        ended = f"{len(self.good)} of {len(self.records)} games ended by the rules"
        words = f"{ended}; {crashes} crashed; bots failed {faults} times."
        return words + (f" {missing} games of the plan are still to be played." if missing > 0 else "")

    def trouble(self) -> str:
        """Faults of bots and crashes of games."""
        lines = [
            f"Game {record.game}, move {fault.move}: {fault.bot}: {fault.kind}. {fault.sentence}"
            for record in self.records
            for fault in record.faults
        ]
        lines += [
            f"Game {record.game} (seed {record.seed}) crashed: {last_line(record.error)}"
            for record in self.records
            if record.ended == CRASH
        ]
        if not lines:
            return ""
        more = [f"... and {len(lines) - MOST_FAULTS} more."] if len(lines) > MOST_FAULTS else []
        told = "".join(f"<li>{escape(line)}</li>" for line in lines[:MOST_FAULTS] + more)
        return f'<section class="wrong" id="faults"><h2>What went wrong</h2><ul>{told}</ul></section>'

    def by_bot(self) -> str:
        """Who wins."""
        lines = tally_wins(self.records)
        picture = plots.plot_rates("rate-bot", lines, 1 / len(self.plan.bots), "bot")
        words = (
            f"A win shared by several counts in parts. By chance every seat would win {1 / len(self.plan.bots):.0%}."
        )
        return make_section("bots", "Wins by bot", words, picture, won_table("bot", lines))

    def by_place(self) -> str:
        """Which seat wins."""
        lines = tally_wins(self.records, "place")
        picture = plots.plot_rates("rate-place", lines, 1 / len(self.plan.bots), "place")
        return make_section("places", "Wins by seat", "Place 1 plays first.", picture, won_table("place", lines))

    def worth(self) -> str:
        """Worth over time."""
        words = "Cash and shares at their prices, less debts; the line is the median, in the shade lie 8 of 10 players."
        frame = self.frames["worths"]
        if frame.is_empty():
            return ""
        last = frame.group_by("bot", "round").agg(pl.col("worth").median()).sort("bot", "round")
        every = [(bot, str(number), f"{worth or 0:.0f}") for bot, number, worth in last.iter_rows()]
        rows = make_table(("bot", "after operating round", "median worth"), every)
        return make_section("worth", "Worth over time", words, plots.plot_worths("worths", frame), make_folded(rows))

    def trains(self) -> str:
        """When trains are bought and rust."""
        order = list(self.rules.cards.by_name)
        frame = self.frames["trains"]
        if frame.is_empty():
            return ""
        rows = [self.train_row(frame, train) for train in order if train in set(frame["train"])]
        heads = ("train", "bought a game", "first bought", "exported a game", "rusted in games", "rusted in round")
        words = "By the number of the operating round, 1 being the first; medians."
        return make_section(
            "trains", "Trains", words, plots.plot_trains("trains-plot", frame, order), make_table(heads, rows)
        )

    def train_row(self, frame: pl.DataFrame, train: str) -> tuple[str, ...]:
        """One type of train in figures."""
        mine = frame.filter(pl.col("train") == train)
        bought, exported, rusted = (mine.filter(pl.col("what") == what) for what in ("bought", "exported", "rusted"))
        games = len(self.good)
        first = bought.group_by("game").agg(pl.col("round").min())["round"].median()
        gone = rusted["round"].median()
        return (
            train,
            f"{bought.height / games:.1f}",
            show_number(first),
            f"{exported.height / games:.1f}",
            f"{rusted.height / games:.0%}",
            show_number(gone),
        )

    def companies(self) -> str:
        """Which companies float and pay."""
        frame = self.frames["companies"]
        if frame.is_empty():
            return ""
        names = [name for name in self.rules.companies if name in set(frame["company"])]
        rows = [self.company_row(frame.filter(pl.col("company") == name), name) for name in names]
        floated = [self.share(frame, name) for name in names]
        floats = frame.filter(pl.col("floated").is_not_null())
        means = dict(floats.group_by("company").agg(pl.col("paid").mean()).iter_rows())
        picture = plots.plot_companies("companies-plot", names, floated, [means.get(name) or 0.0 for name in names])
        heads = ("company", "started", "floated", "in round", "paid out", "kept", "pays in", "trains", "taken over")
        words = "Paid and kept are means over the games in which the company floated; round 0 is before the first one."
        return make_section("companies", "Companies", words, picture, make_table(heads, rows))

    def share(self, frame: pl.DataFrame, name: str) -> float:
        """In which part of the games a company floated."""
        mine = frame.filter((pl.col("company") == name) & pl.col("floated").is_not_null())
        return mine.height / len(self.good)

    def company_row(self, mine: pl.DataFrame, name: str) -> tuple[str, ...]:
        """One company in figures."""
        games = len(self.good)
        floats = mine.filter(pl.col("floated").is_not_null())
        runs, payments = sum(floats["runs"]), sum(floats["payments"])
        return (
            name,
            f"{mine.filter(pl.col('started').is_not_null()).height / games:.0%}",
            f"{floats.height / games:.0%}",
            show_number(floats["floated"].median()),
            show_number(floats["paid"].mean()),
            show_number(floats["kept"].mean()),
            f"{payments / runs:.0%} of runs" if runs else "",
            show_number(floats["trains"].mean()),
            f"{mine['acquired_by'].is_not_null().sum() / games:.0%}",
        )

    def phases(self) -> str:
        """When phases begin."""
        frame = self.frames["phases"]
        names = [name for name in self.rules.phases if name in set(frame["phase"])]
        rows = [self.phase_row(frame.filter(pl.col("phase") == name)["round"], name) for name in names]
        heads = ("phase", "in games", "earliest", "median", "latest")
        words = "By the number of the operating round in which a phase began."
        return make_section("phases", "Phases", words, "", make_table(heads, rows)) if any(frame["round"]) else ""

    def phase_row(self, rounds: pl.Series, name: str) -> tuple[str, ...]:
        """One phase in figures."""
        part = f"{rounds.len() / len(self.good):.0%}"
        return (name, part, *map(show_number, (rounds.min(), rounds.median(), rounds.max())))

    def events(self) -> str:
        """How often what happened, and what its numbers came to."""
        frame, games = self.frames["events"], len(self.good)
        summed = frame.group_by("event", "number").agg(pl.col("times", "gained", "lost").sum()).sort("event", "number")
        rows = [
            (
                event,
                f"{times / games:.1f}",
                number,
                f"{gained / games:.1f}" if number else "",
                f"{lost / games:.1f}" if lost else "",
            )
            for event, number, times, gained, lost in summed.iter_rows()
        ]
        heads = ("event", "a game", "number", "came to, a game", "and below nothing")
        words = "Everything that happens is counted, by the names it has in the log of a game; means."
        return make_section("events", "What happened", words, "", make_folded(make_table(heads, rows)))

    def length(self) -> str:
        """How long games are."""
        moves, rounds = [record.moves for record in self.good], [record.rounds for record in self.good]
        heads = ("", "shortest", "median", "longest")
        rows = [range_row("moves", moves), *([range_row("operating rounds", rounds)] if any(rounds) else [])]
        picture = plots.plot_lengths("lengths", moves, rounds if any(rounds) else [])
        return make_section("length", "Length", "", picture, make_table(heads, rows))

    def ends(self) -> str:
        """How games ended."""
        counts = Counter((record.ended, record.ended_in) for record in self.records)
        rows = [(*how, str(count), f"{count / len(self.records):.0%}") for how, count in counts.most_common()]
        words = "The kind of round is that in which the bank broke, or else the last one."
        return make_section("ends", "How games ended", words, "", make_table(("end", "in", "games", "part"), rows))

    def times(self) -> str:
        """How long bots think."""
        rows = [self.time_row(line) for line in tally_wins(self.records)]
        words = "Of one move. Medians and 95% points are exact to a fifth. Only these figures differ from run to run."
        heads = ("bot", "moves", "median", "mean", "95% below", "slowest")
        return make_section("times", "Time", words, "", make_table(heads, rows))

    def time_row(self, line: Tally) -> tuple[str, ...]:
        """How long one bot thinks."""
        times = [show_seconds(time) for time in (line.median, line.seconds, line.late)]
        return (line.name, str(line.moves), *times, self.worst(line))

    def worst(self, line: Tally) -> str:
        """The longest a bot thought."""
        mine = ((record, seat) for record in self.good for seat in record.seats if seat.bot == line.name)
        return show_seconds(
            slowest_move(record.times[seat.player] for record, seat in mine if seat.player in record.times)
        )


def won_table(what: str, lines: Sequence[Tally]) -> str:
    """Wins in figures."""
    return make_table((what, "seats in games", "wins", "rate", "95% interval", "mean worth"), map(won_row, lines))


def won_row(line: Tally) -> tuple[str, ...]:
    """Wins of a bot or a place in figures."""
    rates = (f"{line.rate:.1%}", f"{line.low:.1%} to {line.high:.1%}")
    return (line.name, str(line.games), f"{line.wins:.4g}", *rates, f"{line.worth:.0f}")


def range_row(what: str, numbers: Sequence[int]) -> tuple[str, ...]:
    """The ends and the middle of some numbers."""
    series = pl.Series(numbers)
    return (what, str(min(numbers)), show_number(series.median()), str(max(numbers)))


def make_section(name: str, heading: str, words: str, picture: str, figures: str) -> str:
    """A section of the page; its words and its table say what the picture shows."""
    text = f"<p>{escape(words)}</p>" if words else ""
    shown = f"<figure>{picture}</figure>" if picture else ""
    return f'<section id="{name}"><h2>{escape(heading)}</h2>{text}{shown}{figures}</section>'


def make_table(heads: Iterable[str], rows: Iterable[Sequence[str]]) -> str:
    """A table."""
    top = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def make_folded(content: str) -> str:
    """Something long that opens when it is wanted."""
    return f"<details><summary>In figures</summary>{content}</details>"


def show_number(value: object) -> str:
    """A mean or median, or nothing."""
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, int | float) else ""


def last_line(text: str | None) -> str:
    """What an error says."""
    return ((text or "").strip().splitlines() or [""])[-1]


def show_seconds(value: float) -> str:
    """A short time."""
    return f"{value * 1000:.1f} ms" if value < 1 else f"{value:.2f} s"
