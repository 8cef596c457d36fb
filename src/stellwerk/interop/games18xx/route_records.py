"""Runs: recorded routes checked and valued by our rules, and ours written as records."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import permutations, product
from typing import Any

from stellwerk.errors import Illegal
from stellwerk.game import Game
from stellwerk.interop.games18xx.names import Names
from stellwerk.interop.games18xx.read_file import RecordedAction, is_word
from stellwerk.position import Position
from stellwerk.routes import Answer, Network, Route, evaluate_routes
from stellwerk.routes.check import read_path
from stellwerk.routes.recorded_legs import route_from_hexes
from stellwerk.rules import Rules
from stellwerk.steps.running import HIGHEST_CLAIM, best_for, running_trains, specs_of

NODE = re.compile(r"([A-Z]\d{1,2})-(\d{1,2})")
MOST_SETS = 2_000

Routes = tuple[Route, ...]


def stops_of(nodes: Route) -> list[str]:
    """The stops of a route, hex sides left out."""
    return [node for node in nodes if "/" not in node]


def in_order_of_trains(trains: Sequence[int], routes: Routes) -> Routes:
    """Routes as a run of ours names them: one for each train, an empty one for a train that does not run."""
    of = dict(zip(trains, routes, strict=True))
    return tuple(of.get(train, ()) for train in range(max(of, default=-1) + 1))


class RunReader:
    """Reads the routes of one recorded run."""

    def __init__(self, game: Game, names: Names, company: str, record: RecordedAction):
        self.rules, self.position = game.rules, game.position
        self.names = names
        self.company = company
        self.record = record
        self.network = self.rules.network(self.position, company)

    def read(self, cards: dict[str, str]) -> tuple[int, Routes, list[str]]:
        """The recorded revenue, the routes as ours, and what is to be said about them."""
        given = self.record.objects("routes")
        recorded = sum(self.revenue(route) for route in given)
        running = [card for card, _ in running_trains(self.rules, self.position, self.company)]
        trains = []
        for route in given:
            card = cards.get(str(route.get("train")))
            if card not in running:
                self.record.bad(f"{self.company} cannot run a train {route.get('train')!r}.")
            trains.append(running.index(card))
        options = [self.options(route) for route in given]
        if not all(options):
            return recorded, (), [f"recorded {recorded}; one of its routes is not on the map as it lies"]
        routes, answer = self.choose(trains, options, recorded)
        if answer == recorded:
            return recorded, in_order_of_trains(trains, routes), []
        return recorded, routes, [f"our value {answer}, recorded {recorded}"]

    def revenue(self, route: dict[str, Any]) -> int:
        """What a route is recorded to pay."""
        revenue = route.get("revenue")
        if isinstance(revenue, bool) or not isinstance(revenue, int) or not 0 <= revenue <= HIGHEST_CLAIM:
            self.record.bad("every route needs its 'revenue'.")
        return revenue

    def options(self, route: dict[str, Any]) -> list[Route]:
        """The readings of one recorded route; where it names its stops, those with just these."""
        connections = route.get("connections")
        if not isinstance(connections, list) or len(connections) >= 100:
            self.record.bad("every route needs its 'connections'.")
        legs = [self.leg(leg) for leg in connections]
        found, stops = route_from_hexes(self.network, legs), self.stops(route.get("nodes"))
        named = [nodes for nodes in found if stops in (stops_of(nodes), stops_of(nodes)[::-1])]
        return named or found

    def leg(self, leg: object) -> list[str]:
        """The hexes of a leg; inside one hex it may name the two cities (`F9 0.1`)."""
        if not isinstance(leg, list) or not 1 <= len(leg) < 100 or not all(is_word(name) for name in leg):
            self.record.bad("a connection is a list of hexes.")
        hexes = [self.names.hex(name.split(" ")[0]) for name in leg]
        return [hex or self.record.bad(f"there is no hex {name!r}.") for hex, name in zip(hexes, leg, strict=True)]

    def stops(self, nodes: object) -> list[str] | None:
        """The stops by our names, where the record has them."""
        if nodes is None:
            return None
        if not isinstance(nodes, list) or not all(is_word(node) for node in nodes):
            self.record.bad("the 'nodes' of a route are a list of texts.")
        return [self.stop(str(node)) for node in nodes]

    def stop(self, node: str) -> str:
        """Our name of a stop: towns count on after the cities."""
        found = NODE.fullmatch(node)
        hex = self.names.hex(found[1]) if found else None
        if found is None or hex is None:
            self.record.bad(f"there is no stop {node!r}.")
        ground = self.rules.board.ground(self.position.tiles, hex)
        cities, number = len(ground.cities), int(found[2])
        if ground.offboard:
            return f"{hex}.o"
        return f"{hex}.{number}" if number < cities else f"{hex}.t{number - cities}"

    def choose(
        self, trains: Sequence[int], options: Sequence[Sequence[Route]], recorded: int
    ) -> tuple[Routes, int | str]:
        """Of all readings the set that is worth what was recorded, else the best legal one, else any."""
        specs = specs_of(self.rules, self.position, self.company)
        best: tuple[int, Routes] | None = None
        refusal = ""
        for number, routes in enumerate(product(*options)):
            try:
                total = evaluate_routes(self.network, specs, list(zip(trains, routes, strict=True))).total
            except Illegal as error:
                refusal = refusal or f"none (illegal here: {error.sentence})"
            else:
                if total == recorded:
                    return routes, total
                best = max(best or (total, routes), (total, routes), key=lambda pair: pair[0])
            if number >= MOST_SETS:
                break
        if best is not None:
            return best[1], best[0]
        return tuple(option[0] for option in options), refusal


def read_routes(
    game: Game, names: Names, cards: dict[str, str], company: str, record: RecordedAction
) -> tuple[int, Routes, list[str]]:
    """The recorded revenue, the routes as ours, and what is to be said about them."""
    return RunReader(game, names, company, record).read(cards)


class RunWriter:
    """Writes the routes of a run as a record."""

    def __init__(self, rules: Rules, position: Position, names: Names, company: str):
        self.rules, self.position = rules, position
        self.names = names
        self.company = company
        self.network: Network = rules.network(position, company)
        self.running = [card for card, _ in running_trains(rules, position, company)]

    def write(self, revenue: int, routes: Routes) -> list[dict[str, Any]]:
        """The routes with their trains; in games by the book the best ones are looked up."""
        if not routes and revenue:
            return self.best(revenue)
        trains, values = self.assign(revenue, routes)
        made = (route for route in routes if route)
        return [self.route(*route) for route in zip(trains, made, values, strict=True)]

    def best(self, revenue: int) -> list[dict[str, Any]]:
        """Routes for a revenue that came without: the best ones; a claim of another sum stands without its way."""
        answer = best_for(self.rules, self.position, self.company)
        if answer.total == revenue:
            return [self.route(run.train, run.nodes, run.value) for run in answer.runs]
        trains = [self.names.their_card(card) for card in self.running[:1]]
        return [{"train": train, "connections": [], "hexes": [], "revenue": revenue, "nodes": []} for train in trains]

    def assign(self, revenue: int, routes: Routes) -> tuple[Sequence[int], list[int]]:
        """Which train runs which route, so that the sum is right; what is missing is put on the first route."""
        specs = specs_of(self.rules, self.position, self.company)
        named = tuple(train for train, route in enumerate(routes) if route)
        made = tuple(route for route in routes if route)
        best, most = (named, [0] * len(made)), -1
        for trains in (named, *permutations(range(len(specs)), len(made))):
            values = [run.value for run in self.answer(specs, trains, made)]
            if values and sum(values) == revenue:
                return trains, values
            if values and sum(values) > most:
                best, most = (trains, values), sum(values)
        values = best[1]
        return best[0], [values[0] + revenue - sum(values), *values[1:]] if values else []

    def answer(self, specs: Sequence[Any], trains: Sequence[int], routes: Routes) -> Iterator[Any]:
        """The runs, valued; nothing if they are not legal."""
        try:
            answer: Answer = evaluate_routes(self.network, specs, list(zip(trains, routes, strict=True)))
        except Illegal:
            return iter(())
        return iter(answer.runs)

    def route(self, train: int, nodes: Sequence[str], revenue: int) -> dict[str, Any]:
        """One route as the other program writes it."""
        legs, stops = self.legs(nodes), stops_of(tuple(nodes))
        numbers = [self.number(nodes, place) for place, node in enumerate(nodes) if node in stops]
        hexes = [self.names.their_hex(stop.split(".")[0]) for stop in stops]
        return {
            "train": self.names.their_card(self.running[train]),
            "connections": [[self.names.their_hex(hex) for hex in leg] for leg in legs],
            "hexes": hexes,
            "revenue": revenue,
            "revenue_str": "-".join(hexes),
            "nodes": [f"{hex}-{number}" for hex, number in zip(hexes, numbers, strict=True)],
        }

    def legs(self, nodes: Sequence[str]) -> list[list[str]]:
        """The hexes of a route from stop to stop."""
        path, track = read_path(self.network, nodes), self.network.track
        legs, leg = [], [track.stops[path.stops[0]].hex]
        for number in path.arcs:
            arc = track.arcs[number]
            leg += arc.hexes
            if self.network.is_stop(arc.to):
                hex = track.stops[arc.to].hex
                legs.append([*leg, hex] if leg != [hex] else [hex])
                leg = [hex]
        return legs

    def number(self, nodes: Sequence[str], place: int) -> int:
        """Their number of a stop: towns count on after the cities; some off-board hexes count by the way in."""
        hex, stop = nodes[place].split(".")
        ground = self.rules.board.ground(self.position.tiles, hex)
        if ground.offboard:
            side = nodes[1 if place == 0 else -2].split("/")
            exits = sorted(ground.offboard.exits)
            return self.way_in(hex, side, exits) if hex in self.names.naming.split else 0
        return int(stop[1:]) + len(ground.cities) if stop.startswith("t") else int(stop)

    def way_in(self, hex: str, side: Sequence[str], exits: Sequence[int]) -> int:
        """Which of the exits of an off-board hex a side is, seen from either hex."""
        for number, edge in enumerate(exits):
            if self.rules.board.side(hex, edge) == "/".join(side):
                return number
        return 0
