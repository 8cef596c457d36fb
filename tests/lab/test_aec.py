"""Every title as a PettingZoo environment: the library's own tests, the encodings, the page and the notebook."""

from __future__ import annotations

import doctest
import json
import random
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import stellwerk
from stellwerk.actions import COMMON, Bid, Choice, Draw
from stellwerk.errors import BadInput
from stellwerk.game import Game
from stellwerk.lab.aec import ILLEGAL_REWARD, env, raw_env
from stellwerk.lab.encoding import Catalogue, EncodingBlock
from stellwerk.lab.encoding_actions import OTHERS, POINTS, ActionCode, Unforeseen, action_code, points_of_range
from stellwerk.lab.encoding_tables import renew_page
from stellwerk.lab.encoding_view import BOUND, ViewCode, view_code
from stellwerk.position import Position
from stellwerk.referee import Referee
from stellwerk.titles import rules_of, titles

pettingzoo_test = pytest.importorskip("pettingzoo.test")

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "research.md"
NOTEBOOK = ROOT / "examples" / "play_a_game.ipynb"
RECORDED = sorted((ROOT / "tests" / "games").glob("*.json"))[::2]
TITLES = pytest.mark.parametrize("title", titles())


def code_of(title: str) -> ActionCode:
    """The actions of a title."""
    return action_code(rules_of(title))


@cache
def record(number: int = 0) -> Game:
    """A recorded game."""
    return stellwerk.load(RECORDED[number].read_bytes())


def recorded(apart: int = 40) -> Iterator[tuple[Game, Position]]:
    """Positions of recorded games, so many actions apart."""
    for number in range(len(RECORDED)):
        for entry in record(number).log[3::apart]:
            yield record(number), entry.before


def choices(game: Game, position: Position) -> list[Choice]:
    """What may be played in a position."""
    ref = Referee(game.rules, position)
    return list(ref.task.choices(ref))


def play_out(table: Any, steps: int = 10**6) -> dict[str, float]:
    """Play at random; every agent's rewards together."""
    chance = random.Random(5)
    sums = dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter(steps):
        seen, reward, termination, truncation, _ = table.last()
        sums[agent] += reward
        done = termination or truncation
        table.step(None if done else chance.choice(np.flatnonzero(seen["action_mask"])))
    return sums


# The library's own tests


@TITLES
def test_it_passes_the_tests_of_the_library(title: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it prefers observations without a mask
        pettingzoo_test.api_test(env(title, players=4), num_cycles=60)
        pettingzoo_test.seed_test(lambda: env(title, players=3), num_cycles=15)


@TITLES
def test_every_variant_and_number_of_players_can_be_played(title: str) -> None:
    for variant in rules_of(title).variants:
        for players in rules_of(title, variant, "book").figures.player_counts():
            table = raw_env(title, players, variant, seed=1)
            table.reset()
            play_out(table, 8)
            assert table.observation_space("player_0").contains(table.observe("player_0"))


# Actions


def test_every_kind_of_action_has_a_table() -> None:
    assert set(COMMON.by_tag) - {"draw"} <= {block.name for block in code_of("18CZ").blocks}


def test_choices_that_no_table_foresees_are_never_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without its tables a turn with many choices has more of them than the last block holds: that is told."""
    game, position = next((g, p) for g, p in recorded() if len(choices(g, p)) > OTHERS)
    code = ActionCode(game.rules)
    monkeypatch.setattr(code, "index", {})
    with pytest.raises(Unforeseen, match="choices have no index, 64 can have one: of "):
        code.offers(position)


def test_every_choice_of_recorded_games_has_an_index() -> None:
    for game, position in recorded():
        code = code_of(position.title)
        offered = set(code.offers(position).values())
        for choice in choices(game, position):
            assert choice.action in offered or any(choice.covers(action) for action in offered), choice


def test_every_index_on_offer_stands_for_a_legal_action_and_leads_back() -> None:
    for game, position in recorded(160):
        code, ref = code_of(position.title), Referee(game.rules, position)
        for index, action in code.offers(position).items():
            assert 0 <= index < code.size
            ref.task.judge(ref, action)
            assert code.encode(position, action) == index
            assert code.decode(position, index) == action


def test_the_tables_foresee_all_that_was_recorded() -> None:
    for _, position in recorded():
        code = code_of(position.title)
        assert not [a for i, a in code.offers(position).items() if i >= code.others and not isinstance(a, Draw)]


@TITLES
def test_every_tile_that_can_follow_has_an_index(title: str) -> None:
    code, board = code_of(title), rules_of(title).board
    for hex in list(board.hexes)[::9]:
        found: set[tuple[str, int]] = set()
        waiting: list[dict[str, tuple[str, int]]] = [{}]
        while waiting:
            new = {*board.fitting(waiting.pop(), hex)} - found
            found |= new
            waiting += [{hex: laid} for laid in new]
        assert all(("lay-tile", hex, *laid) in code.index for laid in found)


@TITLES
def test_what_no_table_foresees_is_counted_one_by_one(title: str) -> None:
    code = ActionCode(rules_of(title))
    code.index = {}
    game = stellwerk.new_game(title, ["player_0", "player_1", "player_2"], seed=1)
    offers = code.offers(game.position)
    assert list(offers) == list(range(code.others, code.others + len(offers))) and len(offers) <= OTHERS
    assert all(action in game.legal() for action in offers.values())
    assert {type(action) for action in offers.values()} == {type(choice.action) for choice in game.legal()}


@pytest.mark.parametrize(
    ("low", "high", "step", "expected"),
    [
        (5, 5, 1, {0: 5}),
        (5, 6, 1, {0: 5, 6: 6}),
        (0, 4, 1, {0: 0, 3: 1, 4: 2, 5: 3, 6: 4}),
        (1, 161, 1, {0: 1, 1: 11, 2: 21, 3: 41, 4: 81, 5: 121, 6: 161}),
        (10, 100, 10, {0: 10, 2: 20, 3: 30, 4: 50, 5: 70, 6: 100}),
        (10, 19, 10, {0: 10}),
    ],
)
def test_points_of_a_range(low: int, high: int, step: int, expected: dict[int, int]) -> None:
    choice = Choice(Bid("Ada", "x", low), "amount", low, high, step)
    assert dict(points_of_range(choice)) == expected
    assert all(choice.covers(choice.at(number)) for number in expected.values())


def bidding() -> tuple[ActionCode, Position, Choice]:
    """A position with a free number."""
    for game, position in recorded():
        for choice in choices(game, position):
            if choice.field in ("amount", "price") and choice.high - choice.low > 40:
                return code_of(position.title), position, choice
    raise AssertionError("no recorded position has a free number")


def test_a_number_between_two_points_goes_to_the_nearer_one() -> None:
    code, position, choice = bidding()
    first = code.encode(position, choice.at(choice.low))
    assert code.encode(position, choice.at(choice.low + 1)) == first
    assert code.encode(position, choice.at(choice.high - 1)) == first + len(POINTS) - 1


def test_what_may_not_be_played_has_no_index() -> None:
    table = raw_env("18CZ", players=3, seed=1)
    table.reset()
    with pytest.raises(BadInput, match="may not be played"):
        table.index_of(Bid("player_0", "S1", 5))
    with pytest.raises(BadInput, match="stands for nothing"):
        table.actions.decode(table.game.position, table.actions.size)


@TITLES
def test_blocks_follow_each_other_without_gaps(title: str) -> None:
    rules = rules_of(title)
    codes = (action_code(rules), view_code(rules, 3))
    for blocks, size in [(code.blocks, code.size) for code in codes]:
        assert ends(blocks) == [*(block.start for block in blocks[1:]), size]
        assert blocks[0].start == 0 and len({block.name for block in blocks}) == len(blocks)
    assert all(codes[0].block_of(block.start + block.size - 1) == block for block in codes[0].blocks if block.size)


def ends(blocks: list[EncodingBlock]) -> list[int]:
    """Where each block ends."""
    return [block.start + block.size for block in blocks]


# Observations


def part(code: ViewCode, row: Any, name: str) -> list[float]:
    """One block of an observation."""
    block = next(block for block in code.blocks if block.name == name)
    return [round(float(number), 4) for number in row[block.start : block.start + block.size]]


def test_the_one_who_looks_comes_first() -> None:
    game = record()
    pos = game.log[300].before
    code = view_code(game.rules, len(pos.players))
    for i, seat in enumerate(pos.players):
        players = pos.players[i:] + pos.players[:i]
        row = code.vector(pos, seat)
        assert part(code, row, "cash") == [pos.cash[player] / 1000 for player in players]
        held = [game.rules.register.percent(pos, c, p) / 100 for p in players for c in game.rules.companies]
        assert part(code, row, "shares") == held
        assert part(code, row, "decider").index(1.0) == players.index(Game(game.rules, pos.copy()).turn)
    assert (code.state(pos) == code.vector(pos, pos.players[0])).all()


def test_observations_are_in_bounds_and_tell_positions_apart() -> None:
    for game, pos in recorded():
        code = view_code(game.rules, len(pos.players))
        row = code.vector(pos, pos.players[0])
        assert row.shape == (code.size,) and row.dtype == np.float32
        assert np.isfinite(row).all() and np.abs(row).max() < BOUND
    game = record()
    code = view_code(game.rules, len(game.position.players))
    rows = [code.vector(entry.before, game.position.players[0]).tobytes() for entry in game.log[:200]]
    assert len(set(rows)) == 200


def test_what_is_kept_between_calls_does_not_show() -> None:
    rules, late = record().rules, record().log[-1].before
    seat, kept = late.players[1], ViewCode(rules, len(late.players))
    for entry in record().log[200::40]:
        for position in (entry.before, late, entry.before):
            fresh = ViewCode(rules, len(late.players))
            assert (kept.vector(position, seat) == fresh.vector(position, seat)).all()


def test_the_seed_cannot_be_seen() -> None:
    table = raw_env("18Rhl", players=4, seed=1)
    table.reset()
    other = table.game.position.copy()
    other.seed = 99
    assert (table.views.vector(other, "player_0") == table.observe("player_0")["observation"]).all()


def test_only_who_decides_has_a_mask() -> None:
    table = raw_env("18CZ", players=4, seed=1)
    table.reset()
    masks = {agent: int(table.observe(agent)["action_mask"].sum()) for agent in table.agents}
    assert masks.pop(table.agent_selection) == len(table.offers) > 0
    assert set(masks.values()) == {0}


# Rewards, ends, seeds


def test_rewards_are_the_final_lead_however_they_are_paid() -> None:
    sums = []
    for pays in ("step", "end"):
        table = raw_env("18CZ", players=3, seed=4, rewards=pays)
        table.reset()
        sums.append(play_out(table))
        assert table.game.over and not table.agents
    final = table.game.position.result
    assert final is not None
    lead = {p: (final[p] - sum(final[q] for q in final if q != p) / 2) / 1000 for p in final}
    assert sums[0] == pytest.approx(lead) and sums[1] == pytest.approx(lead)
    assert sum(lead.values()) == pytest.approx(0)


def test_infos_tell_worths_and_the_last_action() -> None:
    table = raw_env("18CZ", players=3, seed=4)
    table.reset()
    index = min(table.offers)
    table.step(index)
    info = table.infos["player_0"]
    assert info["wealth"] == {p: table.rules.wealth(table.game.position, p) for p in table.possible_agents}
    assert str(info["last"]).endswith("passes")


def test_a_forbidden_index_is_refused_or_ends_the_game() -> None:
    bare = raw_env("18CZ", players=3, seed=4)
    bare.reset()
    before = bare.game.position
    with pytest.raises(BadInput, match="stands for nothing"):
        bare.step(bare.actions.size - 1)
    assert bare.game.position is before
    table = env("18CZ", players=3, seed=4)
    table.reset()
    agent = table.agent_selection
    table.step(table.action_space(agent).n - 1)
    assert all(table.terminations.values()) and table.rewards[agent] == ILLEGAL_REWARD
    with pytest.raises(AssertionError):
        table.reset()
        table.step(table.action_space(agent).n)


def test_a_long_game_is_cut_off() -> None:
    sums = []
    for pays in ("step", "end"):
        table = env("18CZ", players=3, seed=4, max_steps=5, rewards=pays)
        table.reset()
        early = play_out(table, 5)
        assert all(table.truncations.values()) and not any(table.terminations.values())
        late = play_out(table)
        assert not table.agents
        sums.append({agent: early[agent] + late[agent] for agent in early})
    assert sums[0] == pytest.approx(sums[1])


def test_seeds_make_games() -> None:
    table = raw_env("18CZ", players=3, seed=11)
    starts = []
    for seed in (None, None, 11, None):
        table.reset(seed=seed)
        starts.append(table.game.start.seed)
    assert starts[0] == starts[2] == 11 and starts[1] == starts[3] != 11
    again = stellwerk.new_game("18CZ", table.possible_agents, seed=starts[3])
    assert again.position.hash() == table.game.position.hash()


def test_an_episode_can_begin_anywhere() -> None:
    table = raw_env("18CZ", players=3)
    game = stellwerk.new_game("18CZ", table.possible_agents, seed=2)
    game.play(game.legal().actions()[0])
    table.start(game)
    assert table.agent_selection == game.turn and set(table.rewards.values()) == {0.0}
    for other in (stellwerk.new_game("18CZ", ["A", "B", "C"]), stellwerk.new_game("18Rhl", table.possible_agents)):
        with pytest.raises(BadInput, match="no game of"):
            table.start(other)


@pytest.mark.parametrize("options", [{"players": 9}, {"rewards": "often"}, {"render_mode": "human"}])
def test_options_are_checked(options: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        env("18CZ", **options)


def test_pictures() -> None:
    shown = {}
    for mode in ("svg", "ansi", None):
        table = env("18CZ", players=3, seed=1, render_mode=mode)
        table.reset()
        shown[mode] = table.render()
        table.close()
    assert shown["svg"].startswith("<svg") and "player_0" in shown["ansi"] and shown[None] is None
    assert "\x1b" not in shown["ansi"]


def test_powers_are_named_only_where_they_can_help() -> None:
    things = Catalogue(rules_of("18CZ"))
    covered = {power: set(things.power_layings(power)) for power in ("S1", "M1", "L1")}
    assert covered["S1"] < covered["M1"] < covered["L1"] < set(things.layings)


# The page and the notebook


def test_the_examples_of_the_page_are_so() -> None:
    result = doctest.testfile(str(PAGE), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert result.attempted > 20 and result.failed == 0


def test_the_tables_of_the_page_are_so() -> None:
    page = PAGE.read_text(encoding="utf-8")
    how = "renew it: python -m stellwerk.lab.encoding_tables docs/research.md"
    assert "`lay-tile`" in page and "`station`" in page
    assert page == renew_page(page), how


def cells(kind: str) -> list[str]:
    """The sources of the notebook's cells."""
    notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    assert notebook["nbformat"] == 4 and not any(cell.get("outputs") for cell in notebook["cells"])
    assert len({cell["id"] for cell in notebook["cells"]}) == len(notebook["cells"])
    return ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == kind]


def test_the_notebook_runs(capsys: pytest.CaptureFixture[str]) -> None:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    names: dict[str, Any] = {}
    for cell in cells("code"):
        exec(compile(cell.replace('"steady"', '"random"'), str(NOTEBOOK), "exec"), names)  # quicker bots
    game = names["game"]
    assert game.over and game._repr_svg_().startswith("<svg") and len(names["worth_rows"]) == len(names["rounds"])
    assert names["worth_rows"][-1] == game.position.result
    assert len(names["upper"].lines) == 3 and len(names["lower"].lines) == len(game.position.markers)
    assert "legal actions" in capsys.readouterr().out
    names["plt"].close("all")
