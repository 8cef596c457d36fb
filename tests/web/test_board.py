"""The board of the table page: marks, names, picture, runs, previews."""

from __future__ import annotations

import re
from time import perf_counter
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest
from starlette.applications import Starlette
from tests.kit import given
from tests.trackkit import turn_of
from tests.web.webkit import Browser, play_some, table_of

from stellwerk import actions
from stellwerk.actions import LayTile, PlaceStation
from stellwerk.draw.board_pieces import sheet_of
from stellwerk.game import Game
from stellwerk.position import Round
from stellwerk.table.db.records import Actor, Head, Logged, TableInfo, TableSeat
from stellwerk.table.service.service import Service
from stellwerk.table.view.game import runs
from stellwerk.table.view.game.board import BoardPart, fresh_tiles, groups_by_hex, make_board_part
from stellwerk.table.view.game.hexes import describe_hex, speak_hex, why_not
from stellwerk.table.view.scene import COPY, LIVE, OLD, Pick, Scene
from stellwerk.table.view.words.texts import Speech

SVG = "{http://www.w3.org/2000/svg}"


def seen(game: Game, mode: str = LIVE, mine: tuple[int, ...] | None = None, line: tuple[Logged, ...] = ()) -> Scene:
    """A scene of a game whose players all sit at this screen."""
    seats = tuple(TableSeat(1, i, name, "screen", 1) for i, name in enumerate(game.position.players))
    pos = game.position
    table = TableInfo(1, 1, pos.title, pos.variant, pos.rules, {}, 0, "open", "", 0.0, "playing", seats)
    return Scene(
        table=table,
        game=game,
        head=Head(number=9),
        number=9,
        line=line,
        say=Speech("en"),
        mode=mode,
        base="/tables/1",
        mine=tuple(range(len(seats))) if mine is None else mine,
    )


def at_track(**parts: Any) -> Game:
    """A company of 18CZ with a train has its turn, track first: a yellow line from Liberec to a town."""
    tiles = {"B12": "202@5", "C13": "58@2"}
    return turn_of("BN", tiles=tiles, stations={"BN": ["B12.0"]}, trains={"BN": ["2+2"]}, **parts)


@pytest.fixture
def operating() -> Scene:
    """The same as a scene."""
    return seen(at_track())


def legal_hexes(game: Game, *kinds: type) -> set[str]:
    """The hexes that actions of these kinds are about."""
    return {str(getattr(choice.action, "hex", "")) for choice in game.legal() if isinstance(choice.action, kinds)}


def test_the_marked_hexes_are_those_of_legal(operating: Scene) -> None:
    made = make_board_part(operating, Pick())
    marked = {mark.hex for mark in made.hexes if mark.legal}
    assert marked == legal_hexes(operating.game, LayTile, PlaceStation, actions.ChooseCity, actions.RemoveStation)
    assert marked
    for mark in made.hexes:
        assert mark.group == (groups_by_hex(operating, Pick()).get(mark.hex) or f"hex:{mark.hex}")


def test_nothing_is_marked_for_those_who_do_not_decide(operating: Scene) -> None:
    for scene in (seen(operating.game, mine=()), seen(operating.game, OLD)):
        made = make_board_part(scene, Pick())
        assert not [mark for mark in made.hexes if mark.legal]
        assert not made.previews


def test_every_hex_has_a_spoken_name(operating: Scene) -> None:
    made = make_board_part(operating, Pick())
    assert len(made.hexes) == len(operating.rules.board.hexes)
    for mark in made.hexes:
        assert mark.spoken.startswith(operating.place(mark.hex))
        assert ("you can build here" in mark.spoken) == mark.group.startswith("tile:")


def test_spoken_names_say_tile_letters_and_stations() -> None:
    words = speak_hex(seen(at_track()), "B12")
    assert words == "B12 Liberec, yellow tile 202, marked Y, station BN"
    assert speak_hex(seen(given(title="18CZ")), "J12") == "J12, open land"


def test_the_same_position_gives_the_same_picture(operating: Scene) -> None:
    first, again = make_board_part(operating, Pick()), make_board_part(seen(operating.game.copy()), Pick())
    assert (first.key, first.under, first.over) == (again.key, again.under, again.over)
    chosen = next(mark for mark in first.hexes if mark.group.startswith("tile:"))
    picked = make_board_part(operating, Pick(chosen.group))
    assert (picked.key, picked.under) == (first.key, first.under)


def test_another_tile_gives_another_picture() -> None:
    bare, laid = sheet_of(given(title="18CZ")), sheet_of(given(title="18CZ", tiles={"B12": "202@0"}))
    assert bare.key != laid.key
    assert bare.pieces["B12"].ground != laid.pieces["B12"].ground
    assert bare.pieces["C13"] is laid.pieces["C13"]


def test_the_picture_does_not_speak_a_language(operating: Scene) -> None:
    german = Scene(
        **{name: getattr(operating, name) for name in Scene.__struct_fields__ if name != "say"}, say=Speech("de")
    )
    assert make_board_part(german, Pick()).over == make_board_part(operating, Pick()).over


def test_a_picked_hex_is_selected_and_its_tiles_are_previewed(operating: Scene) -> None:
    group = next(mark.group for mark in make_board_part(operating, Pick()).hexes if mark.group.startswith("tile:"))
    made = make_board_part(operating, Pick(group))
    hex = group.partition(":")[2]
    assert [mark.hex for mark in made.hexes if mark.selected] == [hex] == [made.selected]
    assert made.previews is not None
    assert sum(not tile.hidden for tile in made.previews.tiles) == 1
    assert f'data-hex="{hex}"' not in made.over
    assert all(f'data-hex="{hex}"' in tile.ground for tile in made.previews.tiles)


def test_a_pick_that_is_not_legal_previews_nothing(operating: Scene) -> None:
    for group in ("tile:Z99", "tile:", "hex:Q1", "station:nowhere", "tile:A7", "<b>"):
        made = make_board_part(operating, Pick(group))
        assert made.previews is None
        assert made.cities == ()


def test_tiles_laid_since_my_last_move_are_new(operating: Scene) -> None:
    def step(number: int, who: str, hex: str) -> Logged:
        action = actions.encode(LayTile("BN", hex, "9", 0))
        return Logged(number, "move", 0, number, number, action, "", who, None, 0.0)

    line = (step(1, "Ada", "B10"), step(2, "Bo", "B12"), step(3, "Cy", "C13"))
    assert fresh_tiles(seen(operating.game, mine=(0,), line=line)) == {"B12", "C13"}
    assert fresh_tiles(seen(operating.game, mine=(1,), line=line)) == {"C13"}
    assert fresh_tiles(seen(operating.game, mine=(), line=line)) == frozenset()
    made = make_board_part(seen(operating.game, mine=(0,), line=line), Pick())
    assert {mark.hex for mark in made.hexes if mark.fresh} == {"B12", "C13"}
    assert all("new since your last turn" in mark.spoken for mark in made.hexes if mark.fresh)


def test_old_positions_and_copies_are_stamped(operating: Scene) -> None:
    assert make_board_part(operating, Pick()).stamp == ""
    assert make_board_part(seen(operating.game, OLD), Pick()).stamp == "Old position: action 9"
    assert "only you" in make_board_part(seen(operating.game, COPY), Pick()).stamp
    assert make_board_part(seen(operating.game, OLD), Pick()).address == "/tables/1/at/9"


def test_the_box_about_a_hex_says_what_it_can_become_and_why_not_now(operating: Scene) -> None:
    closed = next(mark.hex for mark in make_board_part(operating, Pick()).hexes if not mark.legal)
    info = describe_hex(operating, closed)
    assert info.place == operating.place(closed)
    assert info.lies
    assert info.why is not None
    assert info.why.sentence.endswith(".")
    fitting = {tile for tile, _ in operating.rules.board.fitting(operating.position.tiles, closed)}
    assert {tile.tile for tile in info.becomes} == fitting


def test_before_a_run_the_best_runs_are_shown(operating: Scene) -> None:
    made = make_board_part(operating, Pick())
    best = operating.game.best_runs("BN")
    assert made.strip is not None
    assert (made.strip.total, made.strip.proven, made.strip.past) == (best.total, True, False)
    assert [line.value for line in made.strip.lines] == [run.value for run in best.runs]
    assert made.strip.lines[0].path == "Liberec – C13"
    assert made.lines.count("data-run=") == made.ends.count("data-run=") == len(best.runs)


def test_after_a_run_the_runs_that_were_made_are_shown() -> None:
    game = at_track()
    game.play(actions.Run("BN", 40))
    made = make_board_part(seen(game), Pick())
    assert made.strip is not None
    assert (made.strip.total, made.strip.past) == (40, True)


def test_runs_that_were_named_are_shown_as_named() -> None:
    game = at_track()
    routes = tuple(run.nodes for run in game.best_runs("BN").runs)
    game.play(actions.Run("BN", 40))
    action = actions.encode(actions.Run("BN", 40, routes))
    step = Logged(1, "move", 0, 1, 1, action, "", "Ada", None, 0.0)
    shown = runs.runs_shown(seen(game, line=(step,)))
    assert shown is not None
    assert shown.routes == routes


def test_cities_to_choose_are_shown_at_a_free_place() -> None:
    game = turn_of("BN", "station", tiles={"B12": "202@5", "B10": "57@1"}, stations={"BN": ["B12.0"]})
    made = make_board_part(seen(game), Pick("station:B10"))
    assert [mark.hex for mark in made.hexes if mark.legal] == ["B10"]
    (city,) = made.cities
    middle = next(mark for mark in made.hexes if mark.hex == "B10")
    assert (city.id, city.x, city.y) == ("B10.0", middle.x, middle.y)
    assert "you can place a station here" in middle.spoken


def test_a_reconstructed_board_says_so(operating: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    assert make_board_part(operating, Pick()).note == ""
    figure = msgspec.structs.replace(operating.rules.board.figure, source="reconstructed")
    monkeypatch.setattr(operating.rules.board, "figure", figure)
    assert "reconstructed" in make_board_part(operating, Pick()).note


def test_there_is_no_reason_where_nobody_builds() -> None:
    game = given(title="18CZ")
    assert game.position.round.kind != Round("operating").kind
    assert why_not(seen(game), "B12") is None


def page_of(browser: Browser, path: str) -> str:
    answer = browser.get(path)
    assert answer.status_code == 200, answer.text[:400]
    return str(answer.text)


def drawing(text: str) -> ElementTree.Element:
    """The board of a page as a tree: fails if it is not well-formed."""
    found = re.search(r'<svg\s+class="board".*?</svg>\s*(?=<p class="stamp|<div id="hexinfo)', text, re.S)
    assert found
    return ElementTree.fromstring(found[0].replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1))


@pytest.fixture
def at_work(service: Service, me: Actor) -> int:
    """A table where a company may build."""
    table = table_of(service, me)
    for _ in range(60):
        play_some(service, table, me, 5)
        if any(isinstance(choice.action, LayTile) for choice in service.games.game(table, actor=me).legal()):
            return table
    raise AssertionError("nobody built")


def test_the_board_of_the_page_is_a_list_of_hexes(browser: Browser, service: Service, me: Actor, at_work: int) -> None:
    text = page_of(browser, f"/tables/{at_work}/parts?only=board")
    root = drawing(text)
    assert (root.get("role"), root.get("tabindex")) == ("listbox", "0")
    assert root.get("aria-label")
    options = [e for e in root.iter() if e.get("role") == "option"]
    game = service.games.game(at_work, actor=me)
    assert {e.get("data-hex") for e in options} == set(game.rules.board.hexes)
    assert all(e.get("aria-label") and e.get("href") for e in options)
    marked = {e.get("data-hex") for e in options if "legal" in (e.get("class") or "").split()}
    assert marked == legal_hexes(game, LayTile, PlaceStation)
    assert all(e.get("style") is None for e in root.iter())
    assert not [e for e in root.iter() if e.tag in (f"{SVG}style", f"{SVG}script")]


def test_a_hex_is_picked_by_address(browser: Browser, service: Service, me: Actor, at_work: int) -> None:
    hex = sorted(legal_hexes(service.games.game(at_work, actor=me), LayTile))[0]
    root = drawing(page_of(browser, f"/tables/{at_work}/parts?only=board&pick=tile:{hex}"))
    assert root.get("data-selected") == hex
    chosen = [e for e in root.iter() if e.get("aria-selected") == "true"]
    assert [e.get("data-hex") for e in chosen] == [hex]


def test_a_hex_is_told_as_page_and_data(browser: Browser, at_work: int) -> None:
    assert "Praha" in page_of(browser, f"/tables/{at_work}/hexes/E11")
    data: dict[str, Any] = browser.get(f"/tables/{at_work}/hexes/E11.json").json()
    assert data["hex"] == "E11"
    assert browser.get(f"/tables/{at_work}/hexes/Z99").status_code == 404


def test_a_known_board_is_quick(operating: Scene) -> None:
    make_board_part(operating, Pick())
    times = []
    for _ in range(5):
        begun = perf_counter()
        made: BoardPart = make_board_part(operating, Pick())
        times.append(perf_counter() - begun)
    assert made.over
    assert min(times) < 0.04


def test_a_whole_board_part_is_quick(app: Starlette, browser: Browser, at_work: int) -> None:
    path = f"/tables/{at_work}/parts?only=board"
    page_of(browser, path)
    times = []
    for _ in range(4):
        begun = perf_counter()
        page_of(browser, path)
        times.append(perf_counter() - begun)
    assert min(times) < 0.15
