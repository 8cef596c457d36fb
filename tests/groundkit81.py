"""Words for tests of 1881's ground: a company at its turn on a board made by hand, without shares and prices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import ClassVar

from tests.kit import offered

from stellwerk import ledger
from stellwerk.actions import LayTile
from stellwerk.game import Game
from stellwerk.position import BANK, Position
from stellwerk.rules import Stage
from stellwerk.steps.base import Task
from stellwerk.steps.operating_round import EndTurn, OperatingRound
from stellwerk.steps.running import DecideDividend, RunTrains
from stellwerk.steps.stations import CityChoice, Station
from stellwerk.steps.track import LayTrack
from stellwerk.titles.t1881 import figures
from stellwerk.titles.t1881.rules import T1881
from stellwerk.titles.t1881.turn import CompanyTurn

NAMES = ("Ada", "Bo", "Cy")
TURN = (
    Stage("track", (LayTrack(),)),
    Stage("station", (Station(),)),
    Stage("run", (RunTrains(must_be_best=False, may_run_nothing=True),), must=True),
    Stage("dividend", (DecideDividend(),), must=True),
    Stage("end", (EndTurn(needs_train=False),)),
)


class Ground1881(T1881):
    """1881 as far as track, depots and runs go: Ada decides for every company."""

    tasks: ClassVar[tuple[type[Task], ...]] = (OperatingRound, CompanyTurn, CityChoice)
    turn: ClassVar[tuple[Stage, ...]] = TURN

    def opening(self) -> tuple[Task, ...]:
        """Nothing."""
        return ()

    def stages(self, position: Position, company: str) -> tuple[Stage, ...]:
        """The same for trams and nets."""
        return TURN

    def decides(self, position: Position, company: str, stage: str = "") -> str:
        """Ada."""
        return NAMES[0]


@cache
def ground_rules(variant: str = "base") -> Ground1881:
    """The rules of the ground in a variant."""
    return Ground1881(figures(variant), variant, "book", 1)


def on_ground(
    company: str,
    stations: Mapping[str, Sequence[str]] | None = None,
    tiles: Mapping[str, str] | None = None,
    *,
    phase: str = "green",
    stage: str = "track",
    cash: int = 500,
    trains: Mapping[str, Sequence[str]] | None = None,
    variant: str = "base",
) -> Game:
    """A company at a stage of its turn; `stations` says `hex` or `hex.city` of every company, `tiles` are `57@2`."""
    rules = ground_rules(variant)
    pos = rules.new_position(NAMES, 1)
    pos.phase = phase
    for hex, tile in (tiles or {}).items():
        name, turn = tile.split("@")
        assert rules.board.may_lie(hex, name, int(turn)), f"{tile} cannot lie on {hex}"
        pos.put("tiles", hex, (name, int(turn)))
    homes = [f"{place.hex}.{place.city}" for place in rules.companies[company].home]
    for owner, places in {company: homes, **(stations or {})}.items():
        for place in places:
            hex, _, city = place.partition(".")
            pos.put("stations", hex, (*pos.stations.get(hex, ()), (owner, int(city or 0))))
            pos.put("unplaced", owner, max(0, pos.unplaced[owner] - 1))
        pos.floated = (*pos.floated, owner)
        pos.operated = (*pos.operated, owner)
    for owner, faces in (trains or {}).items():
        for face in faces:
            card = next(c for c in rules.cards.stack() if c not in pos.trains and rules.cards.face(c, face))
            pos.put("trains", card, (owner, face))
    ledger.pay(pos, BANK, company, cash, "test", lambda _: None)
    names = [one.name for one in TURN]
    pos.agenda = (OperatingRound(), CompanyTurn(company, names.index(stage)))
    return Game(rules, pos)


def lays(game: Game, hex: str) -> dict[str, list[int]]:
    """The tiles on offer for a hex, and their rotations."""
    found: dict[str, list[int]] = {}
    for action in offered(game, LayTile):
        if action.hex == hex:
            found.setdefault(action.tile, []).append(action.rotation)
    return {tile: sorted(turns) for tile, turns in found.items()}
