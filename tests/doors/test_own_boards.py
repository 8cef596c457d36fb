"""Own boards, charts and tiles: good and bad files, `stellwerk board`, and games that carry their figures with them."""

from __future__ import annotations

import copy
import doctest
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import stellwerk
from stellwerk import BadInput
from stellwerk.board.own_figures import normal_form, read_own
from stellwerk.bots.casual import play_out
from stellwerk.cli import main
from stellwerk.draw.own_figures import draw_own_figures
from stellwerk.interop.check_position import position_with_own
from stellwerk.interop.files import load_game, save_game
from stellwerk.interop.games18xx import export_game
from stellwerk.interop.own_figures_file import CheckedFigures, check_file, printed_own_file
from stellwerk.interop.protocol import Session
from stellwerk.titles import rules_of, titles

PAGE = Path(__file__).resolve().parents[2] / "docs" / "own-boards.md"
TITLE = "18BL"
NAMES = ("Ada", "Bo", "Cy")
Change = Callable[[dict[str, Any]], None]

VARIANTS = [(title, variant) for title in titles() for variant in rules_of(title).variants]


def file(title: str = TITLE) -> dict[str, Any]:
    """The printed figures of a title as a board file, to be changed."""
    data: dict[str, Any] = json.loads(normal_form(printed_own_file(rules_of(title))))
    return data


def hex_at(data: dict[str, Any], name: str) -> dict[str, Any]:
    """A hex of a file."""
    found: dict[str, Any] = next(hex for hex in data["board"]["hexes"] if hex["at"] == name)
    return found


def dearer(title: str = TITLE) -> dict[str, Any]:
    """A file with a name of its own, and a chart on which every price is 5 more."""
    data = {**file(title), "name": "Dearer", "source": "own"}
    for row in data["chart"]["rows"]:
        for cell in row:
            if cell is not None:
                cell["value"] += 5
    return data


def told(data: dict[str, Any]) -> list[tuple[str, str, str]]:
    """The mistakes of a file: part, place, code."""
    return [(problem.part, problem.at, problem.code) for problem in check_file(data).problems]


def test_the_examples_of_the_page_are_so() -> None:
    result = doctest.testfile(str(PAGE), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert result.attempted > 10 and result.failed == 0


# The check


@pytest.mark.parametrize(("title", "variant"), VARIANTS)
def test_printed_figures_are_a_good_file_and_stay_what_they_are(title: str, variant: str) -> None:
    rules = rules_of(title, variant)
    found = check_file(normal_form(printed_own_file(rules)))
    assert found.problems == () and found.own is not None
    again = rules.on(found.own)
    assert again.board.hexes == rules.board.hexes
    assert again.board.tiles == rules.board.tiles and again.board.counts == rules.board.counts
    assert again.figures.chart == rules.figures.chart and again.companies == rules.companies


def no_j4(data: dict[str, Any]) -> None:
    data["board"]["hexes"].remove(hex_at(data, "J4"))


def one_city_in_f6(data: dict[str, Any]) -> None:
    f6 = hex_at(data, "F6")
    f6["cities"], f6["home"] = f6["cities"][:1], [{"company": "DEE"}, {"company": "BME"}]


def homeless(data: dict[str, Any]) -> None:
    del hex_at(data, "B10")["home"]


def two_homes(data: dict[str, Any]) -> None:
    hex_at(data, "C5")["home"] = [{"company": "WEG"}]


def falling_price(data: dict[str, Any]) -> None:
    data["chart"]["rows"][0][6]["value"] = 10


def no_start(data: dict[str, Any]) -> None:
    for cell in (cell for row in data["chart"]["rows"] for cell in row if cell):
        cell.pop("par", None)


def start_twice(data: dict[str, Any]) -> None:
    data["chart"]["rows"][1][5].update(value=80)
    data["chart"]["rows"][1][4].update(value=80)


def no_red_zone(data: dict[str, Any]) -> None:
    for cell in (cell for row in data["chart"]["rows"] for cell in row if cell and cell.get("zone") == "red"):
        del cell["zone"]


def pink_zone(data: dict[str, Any]) -> None:
    data["chart"]["rows"][2][1]["zone"] = "pink"


def other_kind(data: dict[str, Any]) -> None:
    data["chart"]["kind"] = "zigzag"


def bad_arrow(data: dict[str, Any]) -> None:
    data["chart"]["rows"][0][0]["arrow"] = "away"


def unknown_company_kind(data: dict[str, Any]) -> None:
    data["chart"]["rows"][0][1]["par"] = ["giant"]


def pink_tile(data: dict[str, Any]) -> None:
    data["tiles"]["definitions"][0]["color"] = "pink"


def undescribed(data: dict[str, Any]) -> None:
    data["tiles"]["counts"]["9999"] = 2


def uncounted(data: dict[str, Any]) -> None:
    del data["tiles"]["counts"]["1961"]
    data["tiles"]["upgrades"] = {}


def none_of_it(data: dict[str, Any]) -> None:
    data["tiles"]["counts"]["7"] = 0


def lost_upgrade(data: dict[str, Any]) -> None:
    data["tiles"]["upgrades"]["7"] = ["9999"]


def wrong_colour_next(data: dict[str, Any]) -> None:
    data["tiles"]["upgrades"]["7"] = ["8"]


def seventh_side(data: dict[str, Any]) -> None:
    data["tiles"]["definitions"][0]["towns"][0]["exits"] = [7]


def slip(data: dict[str, Any]) -> None:
    data["tiles"]["definitions"][1]["colour"] = "green"


def another_slip(data: dict[str, Any]) -> None:
    data["bord"] = {}


@pytest.mark.parametrize(
    ("change", "part", "at", "code"),
    [
        (no_j4, "board", "J4", "named"),
        (one_city_in_f6, "board", "F6", "named"),
        (homeless, "board", "B10", "home"),
        (two_homes, "board", "C5", "home"),
        (falling_price, "chart", "row 1, column 7", "price"),
        (no_start, "chart", "", "start"),
        (start_twice, "chart", "row 3, column 6", "start"),
        (no_red_zone, "chart", "", "zone"),
        (pink_zone, "chart", "row 3, column 2", "zone"),
        (other_kind, "chart", "", "kind"),
        (bad_arrow, "chart", "row 1, column 1", "arrow"),
        (unknown_company_kind, "chart", "row 1, column 2", "start"),
        (pink_tile, "tiles", "1", "color"),
        (undescribed, "tiles", "9999", "unknown"),
        (uncounted, "tiles", "1961", "count"),
        (none_of_it, "tiles", "7", "count"),
        (lost_upgrade, "tiles", "7", "upgrade"),
        (wrong_colour_next, "tiles", "7", "upgrade"),
        (seventh_side, "tiles", "1", "side"),
        (slip, "tiles", "2", "field"),
        (another_slip, "", "", "field"),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_a_mistake_is_told_where_it_is(change: Change, part: str, at: str, code: str) -> None:
    data = file()
    change(data)
    assert (part, at, code) in told(data)
    assert all(problem.sentence.endswith(".") for problem in check_file(data).problems)


def test_a_tile_the_rules_need_is_missed() -> None:
    data = file("18CZ")
    del data["tiles"]["counts"]["8894"]
    data["tiles"]["definitions"] = [tile for tile in data["tiles"]["definitions"] if tile["id"] != "8894"]
    assert told(data) == [("tiles", "", "named")]


def test_tiles_alone_are_checked_against_the_printed_board() -> None:
    data = file("18CZ")
    del data["board"], data["chart"]
    cities = {"5", "6", "57"}
    data["tiles"]["counts"] = {tile: count for tile, count in data["tiles"]["counts"].items() if tile not in cities}
    assert any(part == "board" and code == "tile" for part, _, code in told(data))


def test_a_home_may_move_to_another_hex() -> None:
    data = file()
    del hex_at(data, "B10")["home"]
    hex_at(data, "C5")["home"] = [{"company": "WEG"}]
    found = check_file(data)
    assert found.problems == () and found.own is not None
    company = rules_of(TITLE, own=found.own).companies["WEG"]
    assert [place.hex for place in company.home] == ["C5"] and company.home_name == "Velbert"


@pytest.mark.parametrize(
    "bad",
    [
        b"", b"7", b"[]", b"{}", b'{"title": "18BL"}', b'{"title": "18XX", "chart": {}}', b"[" * 100_000, b"\xff\xfe",
        b" " * 1_100_000, b'{"title": "18BL", "variant": "none", "board": {}}', b'{"title": 7, "board": []}',
        b'{"title": "18BL", "format": "x", "chart": {"kind": "grid", "rows": []}}',
        b'{"title": "18BL", "version": 9, "chart": {"kind": "grid", "rows": []}}',
        b'{"title": "18BL", "name": "\\u0007", "chart": {"kind": "grid", "rows": []}}',
    ],
)  # fmt: skip
def test_what_is_no_board_file_is_refused_in_a_sentence(bad: bytes) -> None:
    (problem,) = check_file(bad).problems
    assert problem.code == "unreadable" and problem.sentence.endswith(".")


def edits(data: Any, dice: random.Random) -> None:
    """Spoil something somewhere in plain data."""
    while True:
        keys = list(data) if isinstance(data, dict) else list(range(len(data)))
        if not keys:
            return
        key = dice.choice(keys)
        if isinstance(data[key], dict | list) and data[key] and dice.random() < 0.8:
            data = data[key]
            continue
        odd: list[Any] = [None, -1, 10**9, "", "x" * 70, [], {}, [[]], True, 1.5, "A1", ["", 3], {"yellow": -5}, [7, 7]]
        if dice.random() < 0.25:
            del data[key]
        else:
            data[key] = dice.choice(odd)
        return


@pytest.mark.parametrize("title", titles())
def test_no_spoiled_file_crashes_the_check_or_the_drawing(title: str) -> None:
    whole_file, dice = file(title), random.Random(title)
    refused = 0
    for _ in range(60):
        data = copy.deepcopy(whole_file)
        for _ in range(dice.randint(1, 4)):
            edits(data, dice)
        found = check_file(json.dumps(data))
        refused += not found.good
        assert all(problem.code != "rules" for problem in found.problems)
        if found.own is not None and found.rules is not None:
            assert all(
                svg.startswith("<svg") for svg in draw_own_figures(found.rules, found.own, found.problems).values()
            )
    assert refused > 30


# The command line


def run(*words: str) -> Any:
    """What a command says."""
    return CliRunner().invoke(main, words)


def test_the_printed_figures_can_be_exported_and_checked(tmp_path: Path) -> None:
    out, svg = tmp_path / "bl.json", tmp_path / "bl.svg"
    assert run("board", "export", TITLE, "-o", str(out)).exit_code == 0
    done = run("board", "check", str(out), "--picture", str(svg))
    assert done.exit_code == 0 and "can be played with its board and chart and tiles" in done.output
    assert {path.name for path in tmp_path.glob("*.svg")} == {"bl.svg", "bl-chart.svg", "bl-tiles.svg"}
    assert list(json.loads(run("board", "export", TITLE, "--parts", "chart").output)) == [
        "format", "version", "title", "name", "source", "chart",
    ]  # fmt: skip


def test_mistakes_are_told_by_the_command_and_dotted_in_the_pictures(tmp_path: Path) -> None:
    data, bad, svg = file(), tmp_path / "bad.json", tmp_path / "bad.svg"
    for change in (homeless, falling_price, slip):
        change(data)
    bad.write_text(json.dumps(data))
    done = run("board", "check", str(bad), "--picture", str(svg))
    assert done.exit_code == 1
    assert "board, hex B10: WEG is at home in B10, but no hex says so." in done.output
    assert "chart, row 1, column 7: To the right prices rise, but 10 follows 100." in done.output
    assert "tiles, tile 2: 'colour' is no field of a tile." in done.output
    assert svg.read_text().count("has a mistake") == 1
    assert (tmp_path / "bad-chart.svg").read_text().count('class="dotted"') == 1
    assert (tmp_path / "bad-tiles.svg").read_text().count('class="dotted"') == 1


def test_commands_refuse_in_sentences(tmp_path: Path) -> None:
    nothing = tmp_path / "nothing.json"
    nothing.write_text("{}")
    assert run("board", "check", str(nothing)).exit_code == 1
    for words in (("check", "no-file"), ("export", "18XX"), ("export", TITLE, "--parts", "lid")):
        done = run("board", *words)
        assert done.exit_code == 2 and done.output.startswith("stellwerk: ") and done.output.endswith(".\n")


def test_a_bare_board_is_checked_for_the_title_that_is_named(tmp_path: Path) -> None:
    bare = tmp_path / "bare.json"
    bare.write_text(json.dumps(file()["board"]))
    assert run("board", "check", str(bare), "--title", TITLE).exit_code == 0
    assert run("board", "check", str(bare)).exit_code == 1


# Games


def test_a_printed_game_says_nothing_of_own_figures() -> None:
    game = stellwerk.new_game(TITLE, NAMES, seed=1)
    assert "own" not in game.as_json() and "own" not in game.position.as_json()


@pytest.mark.parametrize("title", titles())
def test_a_whole_game_on_own_figures_is_saved_and_loaded_without_the_file(title: str) -> None:
    game = stellwerk.new_game(title, NAMES, seed=3, own=dearer(title))
    kind = game.rules.figures.sizes[0]
    assert set(game.rules.chart.starts(kind)) == {price + 5 for price in rules_of(title).chart.starts(kind)}
    play_out(game, 3)
    assert game.over
    loaded = load_game(save_game(game))
    assert loaded.position.hash() == game.position.hash()
    assert loaded.rules.own == game.rules.own and loaded.rules.own is not None
    assert loaded.position.own == loaded.rules.own.digest()


def test_another_chart_makes_another_position() -> None:
    own, other = (stellwerk.new_game(TITLE, NAMES, seed=1, own=data) for data in (file(), dearer()))
    assert own.position.hash() != other.position.hash()
    assert {price - 5 for price in other.rules.chart.starts("")} == set(own.rules.chart.starts(""))


def test_a_game_whose_figures_were_spoiled_is_refused() -> None:
    saved = stellwerk.new_game(TITLE, NAMES, seed=1, own=dearer()).as_json()
    no_j4(saved["own"])
    with pytest.raises(BadInput, match=r"has mistakes[.] I5: Track leads to side 1, where no hex lies"):
        stellwerk.load(saved)


def test_a_game_whose_figures_were_changed_is_found_out() -> None:
    saved = stellwerk.new_game(TITLE, NAMES, seed=1, own=dearer()).as_json()
    hex_at(saved["own"], "C5")["name"] = "Elsewhere"
    with pytest.raises(BadInput, match="the position is another one than when the game was saved"):
        stellwerk.load(saved)


def test_a_position_goes_with_its_figures_and_not_without() -> None:
    game = stellwerk.new_game(TITLE, NAMES, seed=1, own=dearer())
    again = stellwerk.load(position_with_own(game))
    assert again.position.hash() == game.position.hash() and again.rules.own == game.rules.own
    with pytest.raises(BadInput, match="own board, which did not come with it"):
        stellwerk.load(game.position.as_json())
    with pytest.raises(BadInput, match="on another board"):
        stellwerk.load({**position_with_own(game), "figures": file()})
    with pytest.raises(BadInput, match="on another board"):
        stellwerk.load({**stellwerk.new_game(TITLE, NAMES, seed=1).position.as_json(), "figures": file()})


def test_a_position_file_may_bring_its_figures() -> None:
    spec = {"format": "stellwerk-position", "title": TITLE, "players": list(NAMES), "own": dearer()}
    game = stellwerk.load({**spec, "companies": {"RhE": {"par": 105, "holders": {"Ada": 50}}}})
    assert game.position.pars == {"RhE": 105}


def test_the_protocol_plays_and_gives_own_figures() -> None:
    session = Session()
    new = {"command": "new", "title": TITLE, "players": NAMES, "own": dearer()}
    assert json.loads(session.answer(json.dumps(new)))["ok"]
    given = json.loads(session.answer('{"command": "position"}'))
    assert given["position"]["figures"]["name"] == "Dearer"
    again = {"command": "setup", "position": given["position"]}
    assert json.loads(session.answer(json.dumps(again)))["hash"] == given["hash"]
    saved = json.loads(session.answer('{"command": "save"}'))["game"]
    assert not json.loads(session.answer(json.dumps({**new, "own": {"title": TITLE}})))["ok"]
    assert read_own(saved.get("own") or given["position"]["figures"]).name == "Dearer"


def test_18xx_games_takes_no_game_on_an_own_board() -> None:
    game = stellwerk.new_game("18CZ", NAMES, seed=1, own=dearer("18CZ"))
    with pytest.raises(BadInput, match="knows no own boards"):
        export_game(game)


def test_a_check_tells_what_it_read() -> None:
    found: CheckedFigures = check_file(dearer())
    assert found.own is not None and found.own.parts == ("board", "chart", "tiles") and found.own.name == "Dearer"
