"""Positions of the recorded games as networks and trains: what the tests and the benchmark run on."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from stellwerk.board.board import Board
from stellwerk.figures import BoardFigure, TileFigure, common_tiles
from stellwerk.routes import Bonus, Network, TrainSpec, build_network

SHARED = Path(__file__).resolve().parents[2].parent / "shared"
TRACES = SHARED / "traces"
FACTS = SHARED / "facts"
CZ_HOMES = {
    "SX": ("A7", "B4"),
    "PR": ("A21", "B18"),
    "BY": ("F2", "H4"),
    "kk": ("I17", "J14"),
    "Ug": ("G27", "I23"),
}
CZ_COLOURS = {**dict.fromkeys("abc", "yellow"), **dict.fromkeys("def", "green"), "g": "brown", "h": "brown"}


def facts(title: str) -> Any:
    """A fact file."""
    return json.loads((FACTS / f"{title}.json").read_text(encoding="utf-8"))


def _plan(boards: Any, name: str) -> tuple[str, dict[str, Any]]:
    """Layout and hexes of a board that may be a part of another one."""
    plan = boards[name]
    layout, hexes = _plan(boards, plan["base"]) if "base" in plan else (plan["layout"], {})
    kept = {at: hex for at, hex in hexes.items() if at not in plan.get("remove", [])}
    return layout, {**kept, **{hex["at"]: hex for hex in plan.get("hexes", [])}}


@cache
def board(title: str, name: str) -> Board:
    """A board of the fact files."""
    data = facts(title)
    own = msgspec.convert(data["tile_definitions"], type=tuple[TileFigure, ...])
    tiles = {**common_tiles(), **{tile.id: tile for tile in own}}
    layout, hexes = _plan(data["boards"], name)
    figure = msgspec.convert({"layout": layout, "hexes": list(hexes.values())}, type=BoardFigure)
    counts = {id: None if n == "unlimited" else 99 for id, n in data["tiles"].items()}
    return Board(figure, tiles, counts)


@cache
def lines(title: str, fixture: str) -> tuple[Any, ...]:
    """The states of a trace, one a line."""
    with gzip.open(TRACES / title / f"{fixture}.jsonl.gz", "rt", encoding="utf-8") as file:
        return tuple(json.loads(line) for line in file)


def cases(title: str) -> list[Any]:
    """The route-running positions with their known optimum."""
    found: list[Any] = json.loads((TRACES / title / "routes.json").read_text(encoding="utf-8"))
    return found


def shifted(name: str) -> str:
    """18CZ hex names: a recorded column is the rule book's plus one."""
    return f"{name[0]}{int(name[1:]) - 1}"


def cz_network(state: Mapping[str, Any], company: str) -> Network:
    """The network of a company in a recorded 18CZ position."""
    plan = board("18CZ", "czechia")
    tiles = {shifted(name): (tile, rotation) for name, (tile, rotation) in state["map"].items()}
    stations = {
        shifted(name): tuple((who, city) for city, places in enumerate(cities) for who in places if who)
        for name, cities in state["tokens"].items()
    }
    plus = dict.fromkeys(CZ_HOMES.get(company, ()), 50)
    colour = CZ_COLOURS.get(state["phase"], "gray")
    return build_network(plan, tiles, company, stations, colour=colour, plus=plus)


def cz_train(name: str) -> TrainSpec:
    """`3Ed`, `4+4f` or `5j` as the reference program runs it."""
    digits = re.findall(r"\d+", name)
    if "E" in name:
        return TrainSpec.dearest(int(digits[0]))
    if "+" in name:
        return TrainSpec.plus(int(digits[0]), int(digits[1]))
    return TrainSpec.plain(int(digits[0]))


def runs(title: str, fixture: str) -> Iterator[tuple[Any, Any]]:
    """Each run of a trace: the state before it and the line itself."""
    before = None
    for line in lines(title, fixture):
        if before is not None and line["action"] and line["action"]["type"] == "run_routes":
            yield before, line
        before = line


RHL_COAL_LINKS = (("C12", 4), ("E14", 3))
RHL_STEEL_LINKS = (("D13", 3), ("D13", 4))
RHL_METROPOLES = ("D9", "F9", "I10")


def rhl_network(state: Mapping[str, Any], company: str) -> Network:
    """The network of a company in a recorded 18Rhl position, by the reference program's rules."""
    plan = board("18Rhl", "rheinland")
    tiles = {name: (tile.removeprefix("X"), rotation) for name, (tile, rotation) in state["map"].items()}
    stations = {
        name: tuple((who, city) for city, places in enumerate(cities) for who in places if who)
        for name, cities in state["tokens"].items()
    }
    late = state["phase"] in ("5", "6", "8")
    links = sum(edge in plan.ground(tiles, name).exits for name, edge in (*RHL_COAL_LINKS, *RHL_STEEL_LINKS))

    def value(name: str, kind: str, index: int) -> int | None:
        if name in ("C14", "D15"):
            return 10 + 10 * links
        taken = any(who != company for who, _ in stations.get(name, ()))
        return 0 if name in ("A14", "B15", "C2") and taken else None

    montan = 40 if late else 20
    return build_network(
        plan,
        tiles,
        company,
        stations,
        colour="brown" if late else "yellow",
        value=value,
        group=lambda name, city: None,
        tags=rhl_tags(plan, tiles, state["extra"]),
        bonuses=(
            Bonus("Montan", montan, (("coal", 1), ("steel", 1))),
            Bonus("Montan twice", montan, (("coal", 2), ("steel", 2))),
            Bonus("Eiserner Rhein", 80, (("Roermond", 1), ("Ruhr", 1))),
        ),
        ferry_shares_station=False,
    )


def rhl_tags(plan: Board, tiles: Mapping[str, tuple[str, int]], extra: Mapping[str, Any]) -> dict[str, Any]:
    """Mines and mills by hex or by the link used (R42, R43), borders and metropolises."""
    coal = {
        *([extra["coal_hex"]] if extra["coal_hex"] else []),
        *(["D7"] if tiles.get("D7", "")[:1] == ("947",) else []),
    }
    steel = {"J15", *([extra["steel_hex"]] if extra["steel_hex"] else [])}
    return {
        "coal": [*({name} for name in sorted(coal)), *({plan.side(*link)} for link in RHL_COAL_LINKS)],
        "steel": [*({name} for name in sorted(steel)), *({plan.side(*link)} for link in RHL_STEEL_LINKS)],
        "north": [{"A4"}, {"A6"}],
        "south": [{"L11"}, {"L13"}],
        "metropolis": [{name} for name in RHL_METROPOLES],
        "Roermond": [{"G2"}],
        "Ruhr": [{"C14", "D15"}],
    }


def rhl_train(name: str) -> TrainSpec:
    """`2` to `6`, or the Rheingold-Express `8`, as the reference program runs them."""
    if name != "8":
        return TrainSpec.halts_free(int(name))
    without = ("Montan", "Montan twice")
    return TrainSpec.cities_skipped(8, "north", "south", "metropolis", without=without, far_ends=("city", "town"))
