"""Best runs: every route-running position of the traces, and full boards.

    python -m bench.routes [--plain] [--stress] [--all]

For each position: trains, steps of the search, time to proof, revenue. `--plain` measures without numba, `--stress`
adds the full boards. The last line is `routes: worst W ms, median M ms, proven P/N, below reference B`.
"""

from __future__ import annotations

import resource
import statistics
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from tests.routes import stress, traces  # noqa: E402

from stellwerk.routes import Network, TrainSpec, best_runs, engine, warm_up  # noqa: E402
from stellwerk.routes.answer import Answer  # noqa: E402
from stellwerk.routes.best import forget_answers  # noqa: E402

TITLES = {"18CZ": (traces.cz_network, traces.cz_train), "18Rhl": (traces.rhl_network, traces.rhl_train)}
REPEATS = 3
STRESS_SECONDS = 2.0


def measured(network: Network, trains: list[TrainSpec], limit: float | None = None) -> tuple[Answer, float]:
    """The answer and the best of a few times to it, in milliseconds, with nothing remembered."""
    times = []
    for _ in range(1 if limit else REPEATS):
        forget_answers()
        start = time.perf_counter()
        answer = best_runs(network, trains, limit=limit, now=time.perf_counter)
        times.append(1000 * (time.perf_counter() - start))
    return answer, min(times)


def position(title: str, case: Any) -> tuple[Network, list[TrainSpec]]:
    """A benchmark position as a network and trains."""
    build, train = TITLES[title]
    state = traces.lines(title, case["fixture"])[case["action_index"] - 1]
    return build(state, case["corporation"]), [train(name) for name in case["trains"]]


def run_traces() -> str:
    """The table of the traces, and the line that sums it up."""
    times, proven, below = [], 0, 0
    print(f"{'position':22} {'trains':14} {'steps':>7} {'ms':>8} {'revenue':>8} {'reference':>9} {'its s':>7}")
    for title in TITLES:
        for case in traces.cases(title):
            answer, spent = measured(*position(title, case))
            times.append(spent)
            proven += answer.proven
            below += answer.total < case["optimum"]
            name = f"{title} {case['action_index']} {case['corporation']}"
            print(
                f"{name:22} {' '.join(case['trains']):14} {answer.considered:7} {spent:8.1f} {answer.total:8} "
                f"{case['optimum']:9} {case['reference_seconds']:7.2f}"
            )
    worst, median = max(times), statistics.median(times)
    return (
        f"routes: worst {worst:.1f} ms, median {median:.1f} ms, proven {proven}/{len(times)}, below reference {below}"
    )


def run_stress() -> None:
    """Full boards; where the proof is not reached in time, the bound is given."""
    print(f"\n{'full board':22} {'trains':14} {'steps':>9} {'ms':>8} {'revenue':>8} {'bound':>7}")
    for title, name in stress.BOARDS:
        network, trains = stress.case(title, name)
        answer, spent = measured(network, trains, STRESS_SECONDS)
        bound = "proven" if answer.proven else str(answer.bound)
        print(
            f"{title + ' ' + name:22} {f'{len(trains)} x {trains[0].name}':14} {answer.considered:9} {spent:8.1f} "
            f"{answer.total:8} {bound:>7}"
        )


def main(arguments: list[str]) -> None:
    """Measure what was asked for."""
    if not traces.TRACES.is_dir():
        print("The shared traces are not here; nothing to measure.")
        return
    compiled = "--plain" not in arguments and warm_up()
    print(f"engine: {engine.current_engine().name if compiled else 'python'}")
    line = run_traces()
    if "--stress" in arguments:
        run_stress()
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"\nmemory: {memory:.0f} MB at most\n{line}")


if __name__ == "__main__":
    main(sys.argv[1:])
