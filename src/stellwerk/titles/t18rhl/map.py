"""The Rhineland: names of places, the links of the Eastern Ruhr, mines and mills, the way from Köln to Aachen."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from stellwerk.board.board import Board, Laid
from stellwerk.board.reach import reach_over
from stellwerk.position import Position
from stellwerk.routes import Bonus, TrainSpec

KOELN, DUEREN, AACHEN = "I10", "K6", "K2"
METROPOLISES = ("D9", "F9", "I10")
ROERMOND = "G2"
RUHR = ("C14", "D15")
NORTH, SOUTH = ("A4", "A6"), ("L11", "L13")
LONG_DISTANCE = ("A14", "B15", "C2")
"""Red hexes whose value a station takes from the others (9, R35)."""
COAL_LINKS, STEEL_LINKS = (("C12", 4), ("E14", 3)), (("D13", 3), ("D13", 4))
"""The sides by which track reaches the Eastern Ruhr, by the sign that stands there (11.2, R43)."""
SIEGERLAND, MOERS, MOERS_TILES = "J15", "D7", ("947", "950")

MINES = (
    ("J3", "E6"), ("K4", "D9"), ("D9", "E6"), ("D9", "D13"), ("C12", "E6"),
    ("C12", "D9"), ("J3", "D13"), ("D11", "E6"), ("D11", "D9"),
)  # fmt: skip
"""By the number of the ADR share drawn: where the extra coal mine and the extra steel mill lie (2.2)."""

MONTAN = ("Montan", "Montan twice")


def ruhr_value(board: Board, tiles: Laid) -> int:
    """10, and 10 more for every link built (11.3, R41)."""
    links = sum(edge in board.ground(tiles, hex).exits for hex, edge in (*COAL_LINKS, *STEEL_LINKS))
    return 10 + 10 * links


def place_tags(board: Board, position: Position, mines: tuple[str, str]) -> dict[str, Sequence[Collection[str]]]:
    """Places that bonuses and trains speak of."""
    mine, mill = mines
    moers = [{MOERS}] if position.tiles.get(MOERS, ("",))[0] in MOERS_TILES else []
    inner = [
        f"{hex}.{i}"
        for hex in board.hexes
        if not (ground := board.ground(position.tiles, hex)).terminus
        for i in range(len(ground.cities))
    ]
    return {
        "coal": [{mine}, *moers, *({board.side(*link)} for link in COAL_LINKS)],
        "steel": [{mill}, {SIEGERLAND}, *({board.side(*link)} for link in STEEL_LINKS)],
        "north": [{hex} for hex in NORTH],
        "south": [{hex} for hex in SOUTH],
        "metropolis": [{hex} for hex in METROPOLISES],
        "inner": [{city} for city in inner],
        "Roermond": [{ROERMOND}],
        "Ruhr": [set(RUHR)],
    }


def route_bonuses(montan: int, iron_rhine: bool) -> tuple[Bonus, ...]:
    """The Montan bonus, doubled with two of each (11.2), and the Iron Rhine (11.4)."""
    both = (
        Bonus(MONTAN[0], montan, (("coal", 1), ("steel", 1))),
        Bonus(MONTAN[1], montan, (("coal", 2), ("steel", 2))),
    )
    return (*both, Bonus("Eiserner Rhein", 80, (("Roermond", 1), ("Ruhr", 1)))) if iron_rhine else both


def rheingold_express(*far_ends: str) -> TrainSpec:
    """The Rheingold-Express: from a hex of one border towards the other, cities skipped at will (10.3, 11.6)."""
    return TrainSpec.cities_skipped(8, "north", "south", "metropolis", without=MONTAN, far_ends=far_ends or ("inner",))


def is_rhe_linked(board: Board, tiles: Mapping[str, tuple[str, int]], spur: bool = False) -> bool:
    """Is there track from Köln to Aachen that enters and leaves Düren by different track (4.2, R12)?

    With `spur` it is enough that both are linked with Düren.
    """
    ends = {}
    for edge in board.ground(tiles, DUEREN).exits:
        ends[edge] = {hex for hex, _ in reach_over(board, tiles, (DUEREN, edge), lambda hex, _: hex != DUEREN).cities}
    return any(KOELN in ends[a] and AACHEN in ends[b] for a in ends for b in ends if spur or a != b)
