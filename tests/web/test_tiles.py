"""Tiles that fit on a hex, and the tile list."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from xml.etree import ElementTree

import pytest
from tests.kit import given
from tests.web.test_board import at_track, page_of, seen
from tests.web.webkit import Browser, play_some, table_of

from stellwerk import actions
from stellwerk.actions import Choice, LayTile
from stellwerk.game import Game
from stellwerk.table.db.records import Actor
from stellwerk.table.service.service import Service
from stellwerk.table.view.game import tiles
from stellwerk.table.view.game.tile_list import make_tile_list
from stellwerk.table.view.scene import Pick


def building(service: Service, me: Actor, title: str = "18CZ") -> tuple[int, Game]:
    """A table where a company may build, and its game."""
    table = table_of(service, me, title)
    for _ in range(80):
        play_some(service, table, me, 5)
        game = service.games.game(table, actor=me)
        if any(isinstance(choice.action, LayTile) for choice in game.legal()):
            return table, game
    raise AssertionError("nobody built")


def lays(game: Game) -> dict[str, list[Choice]]:
    """Hex to the choices that lay a tile there."""
    found: dict[str, list[Choice]] = {}
    for choice in game.legal():
        if isinstance(choice.action, LayTile):
            found.setdefault(choice.action.hex, []).append(choice)
    return found


@pytest.mark.parametrize("title", ["18CZ", "18Rhl"])
def test_what_fits_is_what_is_legal(service: Service, me: Actor, title: str) -> None:
    _, game = building(service, me, title)
    for hex, choices in lays(game).items():
        fits = tiles.tiles_that_fit(seen(game), hex, choices, Pick(f"tile:{hex}"))
        offered = [actions.decode(json.loads(turn.action)) for tile in fits.tiles for turn in tile.turns]
        legal = [choice.action for choice in choices if isinstance(choice.action, LayTile)]
        assert set(offered) <= set(legal)
        assert shapes(game, offered) == shapes(game, legal)
        assert len(offered) == len(shapes(game, offered))
        for tile in fits.tiles:
            assert tile.left == game.rules.board.left(game.position.tiles, tile.tile)
            assert len(tile.pictures) == len(tile.turns)
            assert [turn.number for turn in tile.turns] == list(range(1, len(tile.turns) + 1))


def shapes(game: Game, lays: Sequence[actions.Action]) -> set[object]:
    """What the lays lead to, rotations that look the same being one."""
    found = [lay for lay in lays if isinstance(lay, LayTile)]
    return {
        (lay.tile, lay.private, tiles.look_of_ground(game.rules.board.as_laid(lay.tile, lay.rotation))) for lay in found
    }


def test_a_straight_track_has_three_positions() -> None:
    board = given(title="18CZ").rules.board
    assert len({tiles.look_of_ground(board.as_laid("9", turn)) for turn in range(6)}) == 3
    assert len({tiles.look_of_ground(board.as_laid("8", turn)) for turn in range(6)}) == 6


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is time enough for all tiles, however busy the machine is."""
    monkeypatch.setattr(tiles, "BUDGET", 60.0)


@pytest.mark.usefixtures("patient")
def test_the_gain_is_what_the_best_runs_bring_more() -> None:
    """Given a company with a train, then each position says the revenue that the engine finds after it."""
    game = at_track()
    assert lays(game)
    for hex, choices in lays(game).items():
        fits = tiles.tiles_that_fit(seen(game), hex, choices, Pick())
        assert fits.before == game.best_runs("BN").total
        for turn in (turn for tile in fits.tiles for turn in tile.turns):
            after = game.copy()
            after.play(actions.decode(json.loads(turn.action)))
            assert turn.revenue == after.best_runs("BN").total
            assert turn.gain == turn.revenue - fits.before
        for tile in fits.tiles:
            assert tile.gain == max(turn.gain or 0 for turn in tile.turns)


@pytest.mark.usefixtures("patient")
def test_previews_show_each_position_and_its_runs() -> None:
    game = at_track()
    hex, choices = next(iter(lays(game).items()))
    fits = tiles.tiles_that_fit(seen(game), hex, choices, Pick())
    drawn = tiles.draw_tiles_in_place(seen(game), fits, choices)
    keys = {turn.key for tile in fits.tiles for turn in tile.turns}
    assert {key for tile in drawn.tiles for key in tile.keys.split()} == keys
    assert {key for run in drawn.runs for key in run.keys.split()} == keys
    for run in drawn.runs:
        assert run.strip is not None
        assert run.strip.proven
        assert run.lines.count("data-run=") == len(run.strip.lines)
        ElementTree.fromstring(f"<g>{run.lines}{run.ends}</g>")


def test_what_takes_too_long_is_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tiles, "BUDGET", -1.0)
    game = at_track(cash={"BN": 437})
    hex, choices = next(iter(lays(game).items()))
    fits = tiles.tiles_that_fit(seen(game), hex, choices, Pick())
    assert all(turn.revenue is None for tile in fits.tiles for turn in tile.turns)


def test_the_address_can_name_tile_and_turn() -> None:
    game = at_track()
    hex, choices = max(lays(game).items(), key=lambda pair: len(pair[1]))
    first = tiles.tiles_that_fit(seen(game), hex, choices, Pick())
    wanted = first.tiles[-1]
    again = tiles.tiles_that_fit(seen(game), hex, choices, Pick("", wanted.id, wanted.turns[-1].rotation))
    assert again.chosen == wanted.id
    shown = again.tile(wanted.id)
    assert shown is not None
    assert shown.first == len(wanted.turns) - 1


@pytest.mark.parametrize("title", ["18CZ", "18Rhl"])
def test_the_tile_list_counts_and_links(title: str) -> None:
    game = given(title=title)
    listed = make_tile_list(seen(game))
    by_id = {tile.id: tile for color in listed.colors for tile in color.tiles}
    assert set(by_id) == set(game.rules.board.counts)
    for tile in by_id.values():
        assert tile.left == tile.count
        assert all(tile.id in by_id[other].comes_from for other in tile.becomes)
        assert tile.picture.startswith("<svg")
        assert tile.spoken


def test_a_laid_tile_is_missing_from_the_box() -> None:
    listed = make_tile_list(seen(given(title="18CZ", tiles={"B12": "202@0"})))
    tile = next(tile for color in listed.colors for tile in color.tiles if tile.id == "202")
    assert tile.count is not None
    assert (tile.left, tile.lies_on) == (tile.count - 1, ("B12",))


def test_the_tile_list_is_a_page_a_part_and_data(browser: Browser, service: Service, me: Actor) -> None:
    table = table_of(service, me)
    page = page_of(browser, f"/tables/{table}/tiles")
    part = browser.get(f"/tables/{table}/tiles", headers={"HX-Request": "true"}).text
    data = browser.get(f"/tables/{table}/tiles.json").json()
    assert page.startswith("<!DOCTYPE html>")
    assert not part.lstrip().startswith("<!DOCTYPE")
    ids = [tile["id"] for color in data["colors"] for tile in color["tiles"]]
    for text in (page, part):
        assert re.findall(r'<li class="tile-card[^"]*" id="tile-([^"]+)"', text) == ids
        assert "style=" not in text
