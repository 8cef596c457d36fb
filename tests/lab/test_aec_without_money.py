"""PettingZoo and a game without money: what it does not have vanishes, and every choice has its own index."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import numpy as np
import pytest
from tests.dokit import EAST, dealt, turn_of

from stellwerk.lab.aec import raw_env
from stellwerk.lab.encoding_actions import PAID, action_code
from stellwerk.lab.encoding_view import DEALT, view_code
from stellwerk.steps.bidding import PlaceToken
from stellwerk.titles import rules_of
from stellwerk.titles.t18do.beer import CarryBeer

pytest.importorskip("pettingzoo.test")

INTRODUCTION = rules_of("18DO", "introduction")
RAILWAY = rules_of("18DO", "railway")


def play_at_random(variant: str, players: int, steps: int, seed: int) -> dict[str, float]:
    """Masked random play: no choice is without an index of its own; every agent's rewards together."""
    table = raw_env("18DO", players, variant, seed=seed, max_steps=steps)
    table.reset()
    chance = random.Random(seed)
    sums = dict.fromkeys(table.possible_agents, 0.0)
    for agent in table.agent_iter():
        seen, reward, termination, truncation, _ = table.last()
        sums[agent] += reward
        offered = np.flatnonzero(seen["action_mask"])
        assert not len(offered) or offered[-1] < table.actions.others
        assert table.observation_space(agent).contains(seen)
        table.step(None if termination or truncation else chance.choice(offered))
    return sums


@cache
def whole_game() -> dict[str, float]:
    """A whole Introduction Game."""
    return play_at_random("introduction", 3, 10_000, 1)


def test_every_choice_of_a_whole_game_has_an_index_of_its_own() -> None:
    assert whole_game()


def test_rewards_are_the_lead_in_dividends() -> None:
    rewards = whole_game().values()
    assert sum(rewards) == pytest.approx(0) and any(rewards)


@pytest.mark.parametrize("players", [3, 5])
def test_in_the_railway_game_nothing_is_unforeseen_either(players: int) -> None:
    play_at_random("railway", players, 250, players)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_the_last_block_is_never_needed_in_twenty_games(seed: int) -> None:
    play_at_random("introduction", 3 + seed % 3, 10_000, seed)
    play_at_random("railway", 3 + seed % 3, 1_000, seed)


def test_without_money_there_are_no_blocks_of_deals() -> None:
    names = {block.name for block in action_code(INTRODUCTION).blocks}
    assert names.isdisjoint(PAID) and names >= {"pass", "lay-tile", "take-certificate", "swap-trains"}
    assert {block.name for block in action_code(RAILWAY).blocks} >= PAID


def test_what_is_seen_says_nothing_of_money_and_nothing_that_never_changes() -> None:
    """Given a whole game, there is no block in which a number never differs from 0."""
    names = {block.name for block in view_code(INTRODUCTION, 3).blocks}
    assert names.isdisjoint(DEALT) and names >= {"phase", "shares", "card", "hex", "station"}
    table = raw_env("18DO", 3, "introduction", seed=2)
    table.reset()
    chance, rows = random.Random(1), []
    while not table.game.over:
        rows.append(table.observe("player_0")["observation"])
        table.step(chance.choice(sorted(table.offers)))
    moves = np.ptp(np.array(rows), axis=0) > 0
    still = {block.name for block in table.views.blocks if not moves[block.start : block.start + block.size].any()}
    assert still <= {"order", "round", "worth"}  # the order differs from game to game


def test_tokens_on_boxes_and_what_was_done_in_a_turn_are_seen() -> None:
    game = dealt("PB1", "PB3", "PB5")
    code = view_code(RAILWAY, 3)
    before = code.vector(game.position, "Ada")
    game.play(PlaceToken("Ada", "PB3", 65))
    (bid,) = (block for block in code.blocks if block.name == "bid")
    after = code.vector(game.position, "Ada")
    assert before[bid.start : bid.start + bid.size].sum() == 0
    assert after[bid.start : bid.start + bid.size].sum() == pytest.approx(0.065)


def test_a_tile_laid_for_one_company_is_not_the_same_as_for_another() -> None:
    """A player lays for whichever he likes; in the Railway Game the company follows from the position."""
    sizes = {}
    for rules in (RAILWAY, INTRODUCTION):
        sizes[rules.variant] = {block.name: block.size for block in action_code(rules).blocks}
    for name in ("lay-tile", "place-station", "build-link"):
        assert sizes["introduction"][name] == 7 * sizes["railway"][name]


def test_every_load_to_every_area_has_an_index() -> None:
    parts: dict[str, Any] = {"privates": {"PB3": "Ada"}, "used": ("PB3",), "extra": {"cubes": {"PB3": 5}}}
    game = turn_of("KWE", "run", tiles=EAST, trains={"KWE": ("8",)}, phase="8", next_card="8-3", **parts)
    code = action_code(game.rules)
    loads = {action: index for index, action in code.offers(game.position).items() if isinstance(action, CarryBeer)}
    assert {action.cubes for action in loads} == {1, 2, 3}
    assert all(index < code.others and code.decode(game.position, index) == load for load, index in loads.items())
