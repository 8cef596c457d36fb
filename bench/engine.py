"""The engine's speed: copies, random play, replay of recorded games, memory."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

import stellwerk
from bench.measure import Figure, figure, peak_kb, repeat, seconds, yardstick
from stellwerk.actions import Action
from stellwerk.game import Game
from stellwerk.titles import rules_of

ROOT = Path(__file__).parents[1]
TRACES = ROOT.parent / "shared" / "traces"


def random_game(title: str, players: int, seed: int, most: int = 10_000) -> Game:
    """A whole game of random play, all legal actions listed each time."""
    chance = random.Random(seed)
    game = stellwerk.new_game(title, [f"P{i + 1}" for i in range(players)], seed)
    while not game.over and len(game.log) < most:
        choice = chance.choice(list(game.legal()))
        free = choice.field is not None
        game.play(choice.at(chance.randint(choice.low, choice.high)) if free else choice.action)
    return game


def bench_copy() -> Figure:
    """A late position copied, against `copy.deepcopy` of it."""
    position = random_game(stellwerk.titles()[0], 4, 1, most=700).position
    fast = repeat(lambda: 20_000 / seconds(lambda: [position.copy() for _ in range(20_000)]), 7)
    slow = repeat(lambda: 30 / seconds(lambda: [copy.deepcopy(position) for _ in range(30)]), 7)
    return figure("copy a position", "copies/s", fast, slow[len(slow) // 2], "copy.deepcopy")


def bench_random_play() -> Figure:
    """Actions a second when every legal action is listed before each."""
    title = stellwerk.titles()[0]
    seeds = iter(range(100))

    def once() -> float:
        seed = next(seeds)
        games: list[Game] = []
        took = seconds(lambda: games.append(random_game(title, 3 + seed % 4, seed)))
        return len(games[0].log) / took

    readings = repeat(once, 7)
    memory = peak_kb(lambda: random_game(title, 4, 3))
    return figure(
        "random play, all legal actions listed", "actions/s", readings, 1 / yardstick(), "yardstick/s", memory
    )


def recorded() -> Iterator[tuple[str, Game]]:
    """Recorded games: those of ../shared/traces that we import, and our own."""
    if TRACES.exists():
        from stellwerk.interop.games18xx import import_game

        for path in sorted(TRACES.glob("*/*.json")):
            data: Any = msgspec.json.decode(path.read_bytes())
            known = isinstance(data, dict) and data.get("title") in stellwerk.titles()
            if known and len(data["players"]) in rules_of(data["title"]).figures.player_counts():
                yield path.stem, import_game(data).game
    else:
        from stellwerk.interop.files import load_game

        print("../shared/traces is not here: replaying our own recorded games instead.")
        for path in sorted((ROOT / "tests" / "games").glob("*.json")):
            yield path.stem, load_game(path.read_bytes())


def replayed(game: Game, actions: list[Action]) -> Game:
    """The same game played again from the start, every action checked."""
    again = Game(game.rules, game.start.copy(), draws=False)
    again.replay(actions)
    return again


def bench_replay() -> list[Figure]:
    """Actions a second when recorded games are played again, each action checked."""
    figures = []
    for name, game in recorded():
        actions = [entry.action for entry in game.log]

        def once(game: Game = game, actions: list[Action] = actions) -> float:
            return len(actions) / seconds(lambda: replayed(game, actions))

        memory = peak_kb(lambda game=game, actions=actions: replayed(game, actions))  # type: ignore[misc]
        readings = repeat(once, 5)
        figures.append(figure(f"replay {name}", "actions/s", readings, 1 / yardstick(), "yardstick/s", memory))
    return figures


def run() -> list[Figure]:
    """All benchmarks of the engine."""
    return [bench_copy(), bench_random_play(), *bench_replay()]
