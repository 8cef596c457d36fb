"""Record games of ours: seeded random play by the book, with the hash of each position.

    python tools/record_games.py TITLE [COUNT[:SEED] ...]

One game for each player count; the seed is the count where none is given. The games we keep are made by

    python tools/record_games.py 18CZ 3
    python tools/record_games.py 18Rhl 3 5:8
    python tools/record_games.py 18BL 3 6:5
    python tools/record_games.py 18DO 3:1 5

The files are kept under tests/games, one set for each edition of a title; those of an old edition are never recorded
anew. Add a set with each edition.
"""

from __future__ import annotations

import random
import sys
from collections import defaultdict
from pathlib import Path

import stellwerk
from stellwerk.actions import Action, BuyTrain, Choice
from stellwerk.game import Game
from stellwerk.interop.files import save_game
from stellwerk.position import BANK
from stellwerk.titles import rules_of

FOLDER = Path(__file__).resolve().parents[1] / "tests" / "games"
NAMES = ("Ada", "Bo", "Cy", "Dan", "Eva", "Finn")
LONGEST = 6_000
EAGER = {"LayTile": 8, "PlaceStation": 3, "StartCompany": 6, "BuyShare": 6, "Acquire": 3, "TurnTrain": 4}
"""How much rather a kind of action is chosen than another, so that something happens in the games."""
NEW_TRAIN = 6


def kind_of(action: Action) -> str:
    """The kind of an action; new trains are a kind of their own."""
    return "new train" if isinstance(action, BuyTrain) and action.source == BANK else type(action).__name__


def pick(dice: random.Random, choices: list[Choice]) -> Action:
    """A kind of action by weight, then one of that kind, then a number in its range."""
    kinds: dict[str, list[Choice]] = defaultdict(list)
    for choice in choices:
        kinds[kind_of(choice.action)].append(choice)
    weights = [NEW_TRAIN if kind == "new train" else EAGER.get(kind, 1) for kind in kinds]
    choice = dice.choice(kinds[dice.choices(list(kinds), weights)[0]])
    if choice.field is None:
        return choice.action
    return choice.at(choice.low + choice.step * dice.randint(0, (choice.high - choice.low) // choice.step))


def random_game(title: str, count: int, seed: int) -> Game:
    """A whole game of random play."""
    game = stellwerk.new_game(title, NAMES[:count], seed)
    dice = random.Random(f"{title} {count} {seed}")
    while not game.over:
        assert len(game.log) < LONGEST, "the game has no end"
        game.play(pick(dice, list(game.legal())))
    return game


def main() -> None:
    """Write the games asked for."""
    title, *wanted = sys.argv[1:] or stellwerk.titles()[:1]
    for word in wanted or map(str, rules_of(title).figures.player_counts()):
        count, _, seed = word.partition(":")
        game = random_game(title, int(count), int(seed or count))
        edition = game.rules.edition
        file = FOLDER / f"{title}-{count}p{f'-edition-{edition}' if edition > 1 else ''}.json"
        file.write_bytes(save_game(game))
        sys.stdout.write(f"{file.name}: {len(game.log)} actions, {dict(game.position.result or {})}\n")


if __name__ == "__main__":
    main()
