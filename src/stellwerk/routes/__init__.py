"""The best set of runs for a company: specifications of trains, the network, search and proof."""

from stellwerk.routes.answer import Answer, Route, RunResult
from stellwerk.routes.best import best_runs
from stellwerk.routes.check import evaluate, evaluate_each
from stellwerk.routes.engine import warm_up
from stellwerk.routes.legs import route_from_hexes, routes_from_hexes
from stellwerk.routes.network import Network, network
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
    "evaluate",
    "evaluate_each",
    "network",
    "route_from_hexes",
    "routes_from_hexes",
    "warm_up",
]
