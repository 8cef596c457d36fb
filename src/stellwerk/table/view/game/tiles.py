"""The tiles that fit on a hex: what each costs and earns in each of its positions, and how it looks in place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from time import perf_counter

import msgspec
from msgspec import UNSET, UnsetType

from stellwerk import actions
from stellwerk.actions import Choice, LayTile
from stellwerk.board.ground import Ground
from stellwerk.draw.board_pieces import sheet_of
from stellwerk.draw.tiles import tile_svg
from stellwerk.events import TileLaid
from stellwerk.game import Game
from stellwerk.memory import Memory
from stellwerk.position import Position
from stellwerk.routes import Answer
from stellwerk.rules import Rules
from stellwerk.steps.running import running_trains
from stellwerk.table.view.game import joining, runs
from stellwerk.table.view.game.proposals import let_everything_pass
from stellwerk.table.view.game.runs import Strip
from stellwerk.table.view.scene import Pick, Scene
from stellwerk.table.view.words.names import tile_words

BUDGET = 0.3
"""Seconds for the revenues of all tiles on one hex."""
REMEMBERED = 2000
"""So many tried tiles are remembered."""


class TileRotation(msgspec.Struct, frozen=True):
    """A tile in one of its positions."""

    key: str
    rotation: int
    number: int
    """Its place among the positions of the tile, from 1 on."""
    action: str
    """What to play, as JSON."""
    revenue: int | None
    """The best runs of the company with the tile; None: not known yet."""
    gain: int | None
    """What that is more than now."""
    warning: str | UnsetType = UNSET
    """What is given away with it for good."""
    loss: str | UnsetType = UNSET
    """What the button says then."""


class FitTile(msgspec.Struct, frozen=True):
    """A tile that fits, with or without a power that helps."""

    id: str
    tile: str
    private: str | None
    """The private company whose power is used."""
    color: str
    spoken: str
    left: int | None
    """How many are in the box; None: as many as are asked for."""
    cost: int
    gain: int | None
    """Of its best position."""
    turns: tuple[TileRotation, ...]
    first: int
    """The position it is shown in first, from 0 on: the one asked for, else the one that earns most."""
    pictures: tuple[str, ...]
    """The tile alone in each of its positions, as SVG."""


class Fits(msgspec.Struct, frozen=True):
    """Everything that may be laid on a hex now."""

    hex: str
    place: str
    label: str | None
    """The letters printed on the hex."""
    company: str
    group: str
    before: int | None
    """The best runs without a new tile; None: the company has no train, or they are not known."""
    tiles: tuple[FitTile, ...]
    chosen: str
    """The tile that is shown first."""
    around: str
    """The part of the board to show beside the tiles."""
    clause: str | None
    """The clause behind a cost."""

    def tile(self, id: str) -> FitTile | None:
        """A tile by its id."""
        return next((tile for tile in self.tiles if tile.id == id), None)


class Preview(msgspec.Struct, frozen=True):
    """A tile in place: the ground below the runs, the stops above them; and the runs there would be."""

    keys: str
    """The positions it stands for, as `Turn.key`, with spaces between."""
    ground: str = ""
    over: str = ""
    lines: str = ""
    ends: str = ""
    strip: Strip | None = None
    hidden: bool = True


class Previews(msgspec.Struct, frozen=True):
    """All positions of the tiles that fit on a hex, drawn."""

    hex: str
    tiles: tuple[Preview, ...]
    runs: tuple[Preview, ...]


class Tried(msgspec.Struct, frozen=True):
    """What a tile in a position leads to: its cost, the board with it, the runs there would be."""

    position: Position
    cost: int
    ground: str
    over: str
    answer: Answer | None = None
    """The best runs then; None: there was no time to find them."""
    lines: str = ""
    ends: str = ""


_tried: Memory[tuple[Rules, str, LayTile], Tried] = Memory(REMEMBERED)


def tiles_that_fit(scene: Scene, hex: str, choices: Sequence[Choice], pick: Pick) -> Fits:
    """The tiles that fit on a hex: `choices` are those of `legal()` that lay one there."""
    lays = ways_to_lay(scene, hex, choices)
    tried = try_all(scene, lays)
    company = lays[0].company if lays else scene.game.actor
    before = now_earned(scene, company)
    tiles = tuple(_make_fitting_tile(scene, kind, tried, before, pick) for kind in _lays_by_tile(lays))
    terrain = scene.rules.board.terrain(scene.position.tiles, hex)
    return Fits(
        hex=hex,
        place=scene.place(hex),
        label=scene.rules.board.hexes[hex].label,
        company=company,
        group=f"tile:{hex}",
        before=before,
        tiles=tiles,
        chosen=_chosen_tile(tiles, pick),
        around=sheet_of(scene.game).around(hex),
        clause=scene.rules.clause("no-cash-terrain", terrain.terrain) if terrain else None,
    )


def ways_to_lay(scene: Scene, hex: str, choices: Sequence[Choice]) -> list[LayTile]:
    """The ways to lay a tile on a hex; of rotations that look the same, only the first."""
    found: dict[object, LayTile] = {}
    for choice in choices:
        lay = choice.action
        if isinstance(lay, LayTile) and lay.hex == hex:
            look = look_of_ground(scene.rules.board.as_laid(lay.tile, lay.rotation))
            found.setdefault((lay.tile, lay.private, look), lay)
    return list(found.values())


def look_of_ground(ground: Ground) -> object:
    """What tells one rotation of a tile from another: where its track and stops lie."""
    cities = [(city.slots, str(city.revenue), frozenset(city.exits), frozenset(city.sexits)) for city in ground.cities]
    towns = [(0, str(town.revenue), frozenset(town.exits), frozenset(town.sexits)) for town in ground.towns]
    return frozenset(map(frozenset, ground.track)), frozenset(Counter([*cities, *towns]).items())


def _lays_by_tile(lays: Iterable[LayTile]) -> list[list[LayTile]]:
    """The lays of each tile, those with a power apart."""
    kinds: dict[tuple[str, str | None], list[LayTile]] = {}
    for lay in lays:
        kinds.setdefault((lay.tile, lay.private), []).append(lay)
    return [sorted(kind, key=lambda lay: lay.rotation) for kind in kinds.values()]


def id_of(lay: LayTile) -> str:
    """A name for a tile and the power it is laid with."""
    return f"{lay.tile}.{lay.private}" if lay.private else lay.tile


def key_of(lay: LayTile) -> str:
    """A name for a tile in a position."""
    return f"{id_of(lay)}-{lay.rotation}"


def _make_fitting_tile(
    scene: Scene, lays: Sequence[LayTile], tried: dict[LayTile, Tried], before: int | None, pick: Pick
) -> FitTile:
    first, rules = lays[0], scene.rules
    turns = tuple(_make_rotation(scene, lay, number, tried[lay], before) for number, lay in enumerate(lays, start=1))
    figure = rules.board.tiles[first.tile]
    best = max(range(len(turns)), key=lambda i: (turns[i].gain if turns[i].gain is not None else -1, -i))
    asked = [i for i, turn in enumerate(turns) if pick.tile == id_of(first) and turn.rotation == pick.turn]
    values = rules.phases[scene.position.phase].values
    return FitTile(
        id=id_of(first),
        tile=first.tile,
        private=first.private,
        color=figure.color,
        spoken=tile_words(scene.say, figure),
        left=rules.board.left(scene.position.tiles, first.tile),
        cost=tried[first].cost,
        gain=turns[best].gain,
        turns=turns,
        first=asked[0] if asked else best,
        pictures=tuple(draw_tile_alone(rules, lay.tile, lay.rotation, values, 42.0) for lay in lays),
    )


def _make_rotation(scene: Scene, lay: LayTile, number: int, tried: Tried, before: int | None) -> TileRotation:
    known = tried.answer is not None and tried.answer.proven and before is not None
    revenue = tried.answer.total if known and tried.answer is not None else None
    return TileRotation(
        key=key_of(lay),
        rotation=lay.rotation,
        number=number,
        action=msgspec.json.encode(actions.encode(lay)).decode(),
        revenue=revenue,
        gain=None if revenue is None or before is None else revenue - before,
        warning=joining.warn_of_joining(scene, lay) or UNSET,
        loss=joining.say_loss(scene, lay) or UNSET,
    )


def _chosen_tile(tiles: Sequence[FitTile], pick: Pick) -> str:
    """The tile asked for, else the one that earns most."""
    if any(tile.id == pick.tile for tile in tiles):
        return pick.tile
    ranked = sorted(tiles, key=lambda tile: (-(tile.gain or 0), tile.private is not None, tile.cost))
    return ranked[0].id if ranked else ""


def now_earned(scene: Scene, company: str) -> int | None:
    """What the best runs of a company earn as things stand; None without a train, or where it takes too long."""
    if company not in scene.rules.companies or not running_trains(scene.rules, scene.position, company):
        return None
    answer = runs.best_runs_in_time(scene.rules, scene.position, company)
    return answer.total if answer.proven else None


def try_all(scene: Scene, lays: Sequence[LayTile]) -> dict[LayTile, Tried]:
    """Lay each tile on a copy, and look for the best runs as long as the budget lasts."""
    until = perf_counter() + BUDGET
    runs_too = bool(lays) and bool(running_trains(scene.rules, scene.position, lays[0].company))
    at = scene.position.hash()
    return {lay: _try_lay(scene, at, lay, until if runs_too else 0.0) for lay in lays}


def _try_lay(scene: Scene, at: str, lay: LayTile, until: float) -> Tried:
    key = (scene.rules, at, lay)
    known = _tried.get(key, lambda: _play_lay(scene.game, lay))
    left = until - perf_counter()
    if known.answer is None and left > 0:
        known = _with_runs(scene.game, lay, known, left)
        _tried.put(key, known)
    return known


def _play_lay(game: Game, lay: LayTile) -> Tried:
    copy = game.copy()
    copy.draws = False
    events = [*copy.play(lay), *let_everything_pass(copy)[0]]
    cost = next((event.cost for event in events if isinstance(event, TileLaid)), 0)
    piece = sheet_of(copy).pieces[lay.hex]
    return Tried(copy.position, cost, piece.ground, piece.over)


def _with_runs(game: Game, lay: LayTile, tried: Tried, patience: float) -> Tried:
    """The same with the best runs, if they can be found in this time."""
    answer = runs.best_runs_in_time(game.rules, tried.position, lay.company, patience)
    if not answer.proven:
        return tried
    after = game.copy()
    after.position = tried.position
    lines, ends = sheet_of(after).runs([run.nodes for run in answer.runs], [run.value for run in answer.runs])
    return msgspec.structs.replace(tried, answer=answer, lines=lines, ends=ends)


def draw_tiles_in_place(scene: Scene, fitting: Fits, choices: Sequence[Choice]) -> Previews:
    """The tiles of a hex drawn in place, and the runs with each; those that are shown first are not hidden."""
    lays = ways_to_lay(scene, fitting.hex, choices)
    chosen = fitting.tile(fitting.chosen)
    first = chosen.turns[chosen.first].key if chosen else ""
    drawn: dict[tuple[str, str], list[str]] = {}
    earned: dict[tuple[str, str, Strip], list[str]] = {}
    for lay, tried in try_all(scene, lays).items():
        drawn.setdefault((tried.ground, tried.over), []).append(key_of(lay))
        told = _tell_tried_runs(scene, lay, tried)
        if told is not None:
            earned.setdefault((tried.lines, tried.ends, told.strip), []).append(key_of(lay))
    return Previews(
        fitting.hex,
        tuple(Preview(" ".join(keys), g, o, hidden=first not in keys) for (g, o), keys in drawn.items()),
        tuple(
            Preview(" ".join(keys), lines=lines, ends=ends, strip=strip, hidden=first not in keys)
            for (lines, ends, strip), keys in earned.items()
        ),
    )


def _tell_tried_runs(scene: Scene, lay: LayTile, tried: Tried) -> runs.Shown | None:
    if tried.answer is None or not tried.answer.runs:
        return None
    return runs.tell_runs(scene.rules, tried.position, lay.company, tried.answer, scene.say("With this tile"))


@lru_cache(4096)
def draw_tile_alone(rules: Rules, tile: str, rotation: int, values: str, size: float) -> str:
    """A tile alone, as SVG; `values` is the colour that decides what it is worth."""
    return tile_svg(rules.board.tiles[tile], rotation, size, layout=rules.board.layout, values=values)
