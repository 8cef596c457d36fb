"""The figures of the report: SVG by matplotlib, made so that several can stand in one page."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from typing import Any

import matplotlib as mpl
import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, PercentFormatter

from stellwerk.lab.stats import Tally

INK, GREY, GOOD, BAD = "#1f2933", "#9aa5b1", "#1b6ca8", "#b5462f"
COLOURS = ("#1b6ca8", "#b5462f", "#2f7d4f", "#8a5a9e", "#b8860b", "#4a4e57", "#00838f", "#ad1457")
WIDE = 7.2
"""Inches."""

STYLE: Any = {
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": GREY,
    "text.color": INK,
    "axes.labelcolor": INK,
    "xtick.color": INK,
    "ytick.color": INK,
}


def make_axes(height: float) -> tuple[Figure, Axes]:
    """A figure of our width with one plot."""
    figure = Figure(figsize=(WIDE, height), layout="constrained")
    return figure, figure.subplots()


def figure_as_svg(figure: Figure, name: str) -> str:
    """A figure as an element of a page; all its ids begin with its name."""
    file = io.StringIO()
    with mpl.rc_context({**STYLE, "svg.hashsalt": name}):
        figure.savefig(file, format="svg", metadata={"Date": None, "Creator": None}, transparent=True)
    text = file.getvalue()
    text = re.sub(r"<metadata>.*?</metadata>", "", text[text.index("<svg") :], flags=re.DOTALL)
    text = re.sub(r'(\bid="|url\(#|href="#)', rf"\g<1>{name}-", text)
    return text.replace("<svg ", '<svg role="img" aria-hidden="true" ', 1).strip()


def plot_rates(name: str, lines: Sequence[Tally], chance: float, what: str) -> str:
    """Win rates with their intervals; the dashed line is chance."""
    with mpl.rc_context(STYLE):
        figure, plot = make_axes(0.9 + 0.32 * len(lines))
        places = range(len(lines))
        spans = (
            [max(0.0, line.rate - line.low) for line in lines],
            [max(0.0, line.high - line.rate) for line in lines],
        )
        plot.errorbar([line.rate for line in lines], list(places), xerr=spans, fmt="o", color=GOOD, capsize=4)
        plot.axvline(chance, color=GREY, linestyle="--")
        plot.set_yticks(list(places), [shorten_name(line.name) for line in lines])
        plot.set_ylim(len(lines) - 0.5, -0.5)
        plot.set_xlim(0, 1)
        plot.xaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
        plot.set_xlabel(f"games won, by {what}, with 95% intervals")
        return figure_as_svg(figure, name)


def plot_worths(name: str, frame: pl.DataFrame) -> str:
    """The median worth of each bot after each operating round, and where 8 of 10 lie."""
    spread = frame.group_by("bot", "round").agg(
        pl.col("worth").median().alias("middle"),
        pl.col("worth").quantile(0.1, "linear").alias("low"),
        pl.col("worth").quantile(0.9, "linear").alias("high"),
    )
    with mpl.rc_context(STYLE):
        figure, plot = make_axes(3.4)
        for number, bot in enumerate(sorted(spread["bot"].unique())):
            line = spread.filter(pl.col("bot") == bot).sort("round")
            rounds, colour = line["round"].to_list(), COLOURS[number % len(COLOURS)]
            plot.plot(rounds, line["middle"].to_list(), color=colour, marker=".", label=shorten_name(bot))
            plot.fill_between(rounds, line["low"].to_list(), line["high"].to_list(), color=colour, alpha=0.15, lw=0)
        set_whole_axes(plot, "after operating round", "worth")
        if spread.height:
            plot.legend(frameon=False)
        return figure_as_svg(figure, name)


def plot_trains(name: str, frame: pl.DataFrame, order: Sequence[str]) -> str:
    """When each type was bought (every purchase) and when it rusted: the range, and the middle half."""
    types = [train for train in order if train in set(frame["train"])]
    with mpl.rc_context(STYLE):
        figure, plot = make_axes(1.0 + 0.3 * max(1, len(types)))
        for place, train in enumerate(types):
            for what, colour, shift in (("bought", GOOD, -0.15), ("rusted", BAD, 0.15)):
                rounds = frame.filter((pl.col("train") == train) & (pl.col("what") == what))["round"]
                if rounds.len():
                    draw_quartiles(plot, rounds, place + shift, colour)
        plot.plot([], [], color=GOOD, lw=4, label="bought from the bank")
        plot.plot([], [], color=BAD, lw=4, label="rusted")
        plot.set_yticks(range(len(types)), types)
        plot.set_ylim(len(types) - 0.5, -0.5)
        plot.legend(frameon=False, loc="lower left", bbox_to_anchor=(0, 1), ncols=2, borderaxespad=0)
        plot.xaxis.set_major_locator(MaxNLocator(integer=True))
        plot.set_xlabel("operating round: thin from first to last, thick the middle half, dot the median")
        return figure_as_svg(figure, name)


def draw_quartiles(plot: Axes, numbers: pl.Series, at: float, colour: str) -> None:
    """A thin line for the range, a thick one for the middle half, a dot for the median."""
    low, first, middle, third, high = (numbers.quantile(part, "linear") or 0.0 for part in (0, 0.25, 0.5, 0.75, 1))
    plot.plot([low, high], [at, at], color=colour, lw=1, solid_capstyle="butt")
    plot.plot([first, third], [at, at], color=colour, lw=5, solid_capstyle="butt", alpha=0.5)
    plot.plot([middle], [at], "o", color=colour, markersize=4)


def plot_companies(name: str, names: Sequence[str], floated: Sequence[float], paid: Sequence[float]) -> str:
    """How often each company floated, and what it paid in such a game."""
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(WIDE, 1.0 + 0.24 * max(1, len(names))), layout="constrained")
        left, right = figure.subplots(1, 2, sharey=True)
        places = range(len(names))
        left.barh(places, floated, color=GOOD)
        left.set_xlim(0, 1)
        left.xaxis.set_major_formatter(PercentFormatter(1.0, decimals=0))
        left.set_xlabel("floated, of all games")
        left.set_yticks(places, names)
        left.set_ylim(len(names) - 0.5, -0.5)
        right.barh(places, paid, color=COLOURS[2])
        right.set_xlabel("paid out, when it floated")
        return figure_as_svg(figure, name)


def plot_lengths(name: str, moves: Sequence[int], rounds: Sequence[int]) -> str:
    """How long games are: in moves, and in operating rounds, where there are any."""
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(WIDE, 2.4), layout="constrained")
        left, *others = figure.subplots(1, 2 if rounds else 1, squeeze=False)[0]
        left.hist(moves, bins=min(30, max(1, len(set(moves)))), color=GOOD)
        set_whole_axes(left, "moves", "games")
        for right in others:
            right.hist(rounds, bins=[number - 0.5 for number in range(min(rounds), max(rounds) + 2)], color=GOOD)
            set_whole_axes(right, "operating rounds", "games")
        return figure_as_svg(figure, name)


def set_whole_axes(plot: Axes, below: str, beside: str) -> None:
    """Axes of whole numbers with names."""
    plot.set_xlabel(below)
    plot.set_ylabel(beside)
    plot.xaxis.set_major_locator(MaxNLocator(integer=True))
    plot.yaxis.set_major_locator(MaxNLocator(integer=True))


def shorten_name(name: str) -> str:
    """A name that fits beside a plot."""
    return name if len(name) <= 28 else name[:13] + "..." + name[-12:]
