"""Is this tree as fast as an earlier commit? Both play the same work in turn, in one run; CPU seconds are compared.

    python -m bench.beside REVISION        # exit status 1 where a ratio is below 0.95

Each piece of work runs in a process of its own and uses the front door only, so that any two commits can be compared.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.table import Table

ROOT = Path(__file__).resolve().parents[1]
ROUNDS = 7
LEAST = 0.95
"""What the ratio (their seconds by ours) must reach."""

TITLES = ("18CZ", "18Rhl", "18BL")
"""What every commit since the beginning of the comparison plays."""

WORK = {
    "random play": """
import random, stellwerk
def work():
    for title in TITLES:
        for seed in range(2):
            dice = random.Random(seed)
            game = stellwerk.new_game(title, players=["Ada", "Bo", "Cy", "Di"], seed=seed)
            while not game.over and len(game.log) < 250:
                choice = dice.choice(list(game.legal()))
                game.play(choice.at(choice.low) if choice.field else choice.action)
""",
    "replay": """
import json, pathlib, stellwerk
games = [(pathlib.Path(GAMES) / f"{title}-3p.json").read_bytes() for title in TITLES]
def work():
    for data in games:
        assert stellwerk.load(data).over
""",
    "a steady game": """
import stellwerk, stellwerk.bots as bots
make = getattr(bots, "make_bot", None) or bots.make
def work():
    game = stellwerk.new_game("18CZ", players=["Ada", "Bo", "Cy"], seed=5)
    players = {name: make("steady", seed=1) for name in game.position.players}
    while not game.over and len(game.log) < 260:
        game.play(players[game.turn].choose(game))
""",
}
"""What is compared: the source of a function `work`."""

CLOCK = """
import time
work()
before = time.process_time()
work()
print(time.process_time() - before, stellwerk.__file__)
"""


def measure_seconds(source: Path, work: str) -> float:
    """The CPU seconds of a piece of work in a process of its own, the second time it is done there."""
    text = f"GAMES, TITLES = {str(ROOT / 'tests' / 'games')!r}, {TITLES!r}\n{work}\n{CLOCK}"
    env = {**os.environ, "PYTHONPATH": str(source), "PYTHONHASHSEED": "0"}
    done = subprocess.run([sys.executable, "-c", text], env=env, capture_output=True, text=True, check=True)
    seconds, file = done.stdout.split()
    assert file.startswith(str(source)), file
    return float(seconds)


def check_out(revision: str, folder: Path) -> Path:
    """The sources of a commit in a folder."""
    packed = subprocess.run(["git", "archive", revision, "src"], cwd=ROOT, capture_output=True, check=True).stdout
    subprocess.run(["tar", "-x", "-C", folder], input=packed, check=True)
    return folder / "src"


def compare(revision: str) -> dict[str, tuple[float, float]]:
    """Piece of work to the fastest of theirs and of ours, measured in turn."""
    with tempfile.TemporaryDirectory() as folder:
        theirs, ours = check_out(revision, Path(folder)), ROOT / "src"
        turns = [(name, work) for _ in range(ROUNDS) for name, work in WORK.items()]
        found: dict[str, tuple[float, float]] = {}
        for name, work in track(turns, "measuring", console=Console(stderr=True)):
            best = found.get(name, (float("inf"), float("inf")))
            found[name] = (min(best[0], measure_seconds(theirs, work)), min(best[1], measure_seconds(ours, work)))
    return found


def main() -> None:
    """Print the table; fail where this tree is slower."""
    revision = sys.argv[1]
    found = compare(revision)
    table = Table(title=f"Beside {revision}: CPU seconds, the fastest of {ROUNDS}")
    for head in ("work", "theirs", "ours", "ratio"):
        table.add_column(head, justify="left" if head == "work" else "right")
    for name, (theirs, ours) in found.items():
        table.add_row(name, f"{theirs:.2f}", f"{ours:.2f}", f"{theirs / ours:.2f}")
    Console().print(table)
    sys.exit(any(theirs / ours < LEAST for theirs, ours in found.values()))


if __name__ == "__main__":
    main()
