"""Every title as a PettingZoo environment: agents take turns, an action mask says what is legal (docs/research.md).

>>> from stellwerk.lab.aec import env
>>> table = env("18CZ", players=3, seed=7)
>>> table.reset()
>>> table.possible_agents
['player_0', 'player_1', 'player_2']
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from gymnasium.utils.seeding import np_random
from pettingzoo import AECEnv  # type: ignore[import-untyped]  # the library has no types
from pettingzoo.utils import wrappers  # type: ignore[import-untyped]  # the library has no types

from stellwerk import new_game
from stellwerk.actions import Action
from stellwerk.errors import BadInput
from stellwerk.game import Game
from stellwerk.interop.text import to_text
from stellwerk.lab.encoding_actions import action_code
from stellwerk.lab.encoding_reads import THOUSAND
from stellwerk.lab.encoding_view import BOUND, Vector, view_code
from stellwerk.rules.players import check_player_names
from stellwerk.titles import rules_of

BOOK = "book"
"""Games are played by the rule book, not as some program plays them."""

PICTURES = ("svg", "ansi")
"""What `render` can return: the board, or the state of the game in words."""

REWARDS = ("step", "end")
"""When rewards are paid: what changed with every step, or everything at the end."""

ILLEGAL_REWARD = -1.0
"""What `env` gives an agent whose action the mask forbids; the game ends with it."""

MAX_STEPS = 10_000
"""After so many steps a game is cut off: chance players can bid for ever; others need a tenth of it."""

SEEDS = 2**53
"""Seeds of games lie below."""

Observation = dict[str, Any]


class TitleEnv(AECEnv):  # type: ignore[misc]  # the library has no types
    """A game of a title; the agents are its players, `player_0` and so on in seating order."""

    def __init__(
        self,
        title: str,
        players: int = 4,
        variant: str = "",
        seed: int | None = None,
        *,
        rewards: str = "step",
        max_steps: int | None = MAX_STEPS,
        render_mode: str | None = None,
        edition: int | None = None,
    ):
        super().__init__()
        if rewards not in REWARDS:
            raise BadInput(f"Rewards are paid by {' or '.join(REWARDS)}, not {rewards!r}.")
        if render_mode not in (None, *PICTURES):
            raise BadInput(f"A picture is {' or '.join(PICTURES)}, not {render_mode!r}.")
        self.metadata = {"name": f"stellwerk_{title}", "render_modes": list(PICTURES), "is_parallelizable": False}
        self.title, self.render_mode = title, render_mode
        self.pays, self.max_steps = rewards, max_steps
        self.possible_agents = [f"player_{i}" for i in range(players)]
        self.rules = rules_of(title, variant, BOOK, edition=edition)
        self.variant = self.rules.variant
        check_player_names(self.rules, self.possible_agents)
        self.actions, self.views = action_code(self.rules), view_code(self.rules, players)
        self._spaces = {agent: self._make_spaces() for agent in self.possible_agents}
        self._chance, self._first_seed = np_random(seed)[0], seed
        self.agents: list[str] = []

    def _make_spaces(self) -> tuple[Dict, Discrete]:
        seen = Box(-BOUND, BOUND, (self.views.size,), np.float32)
        mask = Box(0, 1, (self.actions.size,), np.int8)
        return Dict({"observation": seen, "action_mask": mask}), Discrete(self.actions.size)

    def observation_space(self, agent: str) -> Dict:
        """`observation` and `action_mask`."""
        return self._spaces[agent][0]

    def action_space(self, agent: str) -> Discrete:
        """The indices of the title's actions."""
        return self._spaces[agent][1]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game from this seed; without one, from the environment's own row of seeds."""
        if seed is None and self._first_seed is not None:
            seed, self._first_seed = self._first_seed, None
        elif seed is not None:
            self._chance, self._first_seed = np_random(seed)[0], None
        game_seed = int(self._chance.integers(SEEDS)) if seed is None else int(seed)
        edition = self.rules.edition
        self.start(new_game(self.title, self.possible_agents, game_seed, self.variant, BOOK, edition=edition))

    def start(self, game: Game) -> None:
        """Go on with this game, at whatever point it is; its players are the agents."""
        pos = game.position
        same = (pos.title, pos.variant, pos.rules) == (self.title, self.variant, BOOK)
        if not same or list(pos.players) != self.possible_agents:
            raise BadInput(f"This is no game of {self.title} ({self.variant}) between the agents.")
        if game.rules.edition != self.rules.edition:
            raise BadInput(
                f"This game is of edition {game.rules.edition} of the rules: env(..., edition=...) takes it."
            )
        self.game = game
        self.steps = 0
        self.worths = self._count()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._paid = self._leads()
        self._look_around()

    def step(self, action: int | None) -> None:
        """The agent whose turn it is plays the action of an index."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        chosen = self.offers.get(-1 if action is None else int(action))
        if chosen is None:
            raise BadInput(f"Index {action} stands for nothing that {agent} may play now.")
        self._cumulative_rewards[agent] = 0.0
        self.game.play(chosen)
        self.steps += 1
        self.worths = self._count()
        self._pay()
        self._look_around()

    def _pay(self) -> None:
        """Rewards: by how much each agent's lead has grown since the last payment."""
        due = self.pays == "step" or self.game.over or self._late()
        now = self._leads() if due else self._paid
        self.rewards = {agent: now[agent] - self._paid[agent] for agent in self.agents}
        self._paid = now
        self._accumulate_rewards()

    def _late(self) -> bool:
        """Is the game cut off?"""
        return not self.game.over and self.max_steps is not None and self.steps >= self.max_steps

    def _count(self) -> dict[str, int]:
        """What every player is worth; the final worths once the game is over."""
        pos = self.game.position
        final = pos.result or {}
        return {p: final.get(p, self.rules.wealth(pos, p)) for p in self.possible_agents}

    def _leads(self) -> dict[str, float]:
        """How far each player is ahead of the mean of the others, in thousands."""
        total, others = sum(self.worths.values()), len(self.worths) - 1
        return {p: (worth - (total - worth) / others) / THOUSAND for p, worth in self.worths.items()}

    def _look_around(self) -> None:
        """After a change: what may be played, whose turn it is, who is done, what there is to tell."""
        over, late = self.game.over, self._late()
        self.offers: dict[int, Action] = {} if over else self.actions.offers(self.game.position)
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, late)
        self.agent_selection = self.agents[0] if over or late else self.game.turn
        self.infos = {agent: {"wealth": self.worths, "last": self._last(agent)} for agent in self.agents}

    def _last(self, agent: str) -> str:
        """The last action in words, as an agent may see it."""
        return to_text(self.game.log[-1].action.seen_by(agent)) if self.game.log else ""

    def observe(self, agent: str) -> Observation:
        """What an agent sees; its mask is empty unless it is its turn."""
        mask = np.zeros(self.actions.size, dtype=np.int8)
        if agent == self.game.turn:
            mask[list(self.offers)] = 1
        return {"observation": self.views.vector(self.game.position, agent), "action_mask": mask}

    def state(self) -> Vector:
        """What a spectator sees, players in seating order."""
        return self.views.state(self.game.position)

    def index_of(self, action: Action) -> int:
        """The index of an action, or of the nearest one where a number is free: so a bot of ours takes a seat."""
        return self.actions.encode(self.game.position, action)

    def render(self) -> str | None:
        """The board as SVG, or the state of the game as text."""
        if self.render_mode == "svg":
            from stellwerk.draw.game import board_picture

            return board_picture(self.game)
        return _game_text(self.game) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing stays open."""


def _game_text(game: Game) -> str:
    """The state of a game as plain text."""
    from rich.console import Console

    from stellwerk.draw.terminal_tables import show_game

    console = Console(width=120, color_system=None)
    with console.capture() as captured:
        show_game(console, game)
    return captured.get()


def raw_env(title: str, players: int = 4, variant: str = "", seed: int | None = None, **options: Any) -> TitleEnv:
    """The bare environment; an index that the mask forbids is refused with `BadInput`."""
    return TitleEnv(title, players, variant, seed, **options)


def env(title: str, players: int = 4, variant: str = "", seed: int | None = None, **options: Any) -> AECEnv:
    """The environment with PettingZoo's usual guards; a forbidden index ends the game, a wrong order is an error.

    Options: `rewards` ("step" or "end"), `max_steps`, `render_mode` ("svg" or "ansi"), `edition` of the rules.
    """
    guarded = wrappers.TerminateIllegalWrapper(raw_env(title, players, variant, seed, **options), ILLEGAL_REWARD)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(guarded))
