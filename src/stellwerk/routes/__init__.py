"""The best set of runs for a company: specifications of trains, the network, search and proof."""

from stellwerk.routes.answer import Answer, Route, RunResult
from stellwerk.routes.best import best_runs
from stellwerk.routes.check import evaluate_each, evaluate_routes, runs_beside
from stellwerk.routes.engine import warm_up
from stellwerk.routes.network import Network, build_network
from stellwerk.routes.recorded_legs import route_from_hexes, routes_from_hexes
from stellwerk.routes.spec import Bonus, Mode, TrainSpec

__all__ = [
    "Answer",
    "Bonus",
    "Mode",
    "Network",
    "Route",
    "RunResult",
    "TrainSpec",
    "best_runs",
    "build_network",
    "evaluate_each",
    "evaluate_routes",
    "route_from_hexes",
    "routes_from_hexes",
    "runs_beside",
    "warm_up",
]
