"""What companies earn and pay, in the words of the log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from stellwerk import events as ev
from stellwerk.position import BANK

if TYPE_CHECKING:
    from stellwerk.table.view.words.event_text import EventTeller


def tell_run(t: EventTeller, e: ev.Ran) -> str:
    """What a company ran for, and with what."""
    if not e.revenue:
        return t.does(e.company, t.say("does not run"))
    revenue = t.money(e.revenue)
    runs = [_name_stops_of_run(t, route) for route in e.routes]
    if len(e.trains) == len(runs):
        runs = [f"{train}: {run}" if run else "" for train, run in zip(e.trains, runs, strict=True)]
    runs = [run for run in runs if run]
    if e.recorded:
        return t.does(e.company, t.say("runs for {revenue}, as the record says", revenue=revenue))
    if not runs:
        return t.does(e.company, t.say("runs for {revenue}", revenue=revenue))
    return t.does(e.company, t.say("runs {routes}; {revenue} in all", routes="; ".join(runs), revenue=revenue))


def _name_stops_of_run(t: EventTeller, nodes: Sequence[str]) -> str:
    """The stops of a run by name."""
    hexes = [node.rpartition(".")[0] for node in nodes if "." in node]
    board = t.scene.rules.board.hexes
    return " – ".join((board[hex].name if hex in board else None) or hex for hex in hexes)


def tell_dividend(t: EventTeller, e: ev.DividendDecided) -> str:
    """What was paid to whom, and what was kept."""
    whom, kept = [], 0
    while (paid := t.take(payer=BANK)) is not None:
        if paid.reason == "revenue retained":
            kept += paid.amount
        else:
            whom.append((paid.payee, paid.amount))
    if e.kind == "retain":
        return t.does(e.company, t.say("keeps {revenue}", revenue=t.money(e.revenue))) if e.revenue else ""
    fields = {"revenue": t.money(e.revenue - kept), "kept": t.money(kept), "whom": t.each(whom)}
    if kept:
        return t.does(e.company, t.say("keeps {kept} and pays out {revenue}: {whom}", **fields))
    return t.does(e.company, t.say("pays out {revenue}: {whom}", **fields))
