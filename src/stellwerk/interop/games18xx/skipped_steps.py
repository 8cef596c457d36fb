"""Which steps of a company's turn the other program stops at: it skips those that allow no choice.

The conditions are those of its steps, as far as the recorded games show them; they decide where a recorded pass is
expected, never what is legal.
"""

from __future__ import annotations

from collections.abc import Sequence

from stellwerk.actions import Pass
from stellwerk.position import Position
from stellwerk.referee import Referee
from stellwerk.rules import Rules
from stellwerk.rules.limits import may_acquire
from stellwerk.rules.privates import price_of_privates
from stellwerk.steps.connection_cache import reach_of, stations_of
from stellwerk.steps.operating_round import OperatingTurn
from stellwerk.steps.running import running_trains
from stellwerk.steps.stations import free_places
from stellwerk.steps.train_purchase import on_sale
from stellwerk.trains import trains_of


def may_decline(rules: Rules, position: Position) -> bool:
    """Is a company asked for something that it may decline, in the middle of its turn?"""
    ref = Referee(rules, position)
    turn = next((step for step in position.agenda[:-1] if isinstance(step, OperatingTurn)), None)
    if turn is None or ref.task.actor(ref) != turn.company:
        return False
    return any(act.action is Pass for act in ref.task.acts(ref))


def station_may_follow(position: Position, company: str, hex: str) -> bool:
    """Does the program ask for a station right after a private company's tile: a marker, and none there yet?"""
    return bool(position.unplaced[company]) and all(c != company for c, _ in position.stations.get(hex, ()))


class Steps:
    """The other program's view of a company's turn."""

    def __init__(self, rules: Rules, position: Position, turn: OperatingTurn, spent: bool = False):
        self.rules = rules
        self.position = position
        self.turn = turn
        self.company = turn.company
        self.spent = spent
        """Has a private company's tile taken the place of the ordinary one?"""

    @property
    def cash(self) -> int:
        """The treasury."""
        return self.position.cash[self.company]

    def offers(self) -> list[str]:
        """The private companies players could sell to this company now, whatever their size, if it could find money."""
        owners = self.position.privates
        means = self.cash > 0 or self.company in owners.values()
        open = means and self.rules.allows(self.position, "privates-to-companies")
        return [private for private, owner in owners.items() if open and owner in self.position.players]

    def tiles_left(self) -> bool:
        """Is the track action of the turn not used up?"""
        laid = self.turn.laid
        most = self.rules.yellow_tiles(self.position, self.company, self.turn.first)
        return not self.spent and "upgrade" not in laid and len(laid) < most

    def track(self) -> bool:
        """Track: tiles left, or a power that is there or could be bought."""
        if self.rules.runs_itself(self.position, self.company):
            return False
        unused = any(o == self.company and p not in self.position.used for p, o in self.position.privates.items())
        return self.tiles_left() or unused or bool(self.offers())

    def station(self) -> bool:
        """A station: a marker, a place, and the money, counting what private companies would bring."""
        position = self.position
        if self.rules.runs_itself(position, self.company):
            return False
        if not position.unplaced[self.company] or self.rules.station_cost(position, self.company) > self.means():
            return False
        referee = Referee(self.rules, position)
        return any(
            free_places(referee, hex, city, self.company) > 0
            for hex, city in reach_of(self.rules, position, self.company).cities
            if all(c != self.company for c, _ in position.stations.get(hex, ()))
        )

    def means(self) -> int:
        """The treasury and what could be made of private companies."""
        means = self.cash
        if not self.rules.allows(self.position, "privates-to-companies"):
            return means
        price = price_of_privates(self.rules, self.position)
        for owner in self.position.privates.values():
            if owner == self.company:
                means += price
            elif owner in self.position.players and self.cash > 0:
                means += price - 1
        return means

    def run(self) -> bool:
        """A run: trains, and a stop of any kind that is linked with a station."""
        if not running_trains(self.rules, self.position, self.company):
            return False
        own = stations_of(self.position, self.company)
        return any(self.stops_there(*entry, own) for entry in reach_of(self.rules, self.position, self.company).entries)

    def stops_there(self, hex: str, edge: int, own: Sequence[tuple[str, int]]) -> bool:
        """Does track over an edge lead to a stop other than the company's own stations?"""
        ground = self.rules.board.ground(self.position.tiles, hex)
        cities = [city.exits for i, city in enumerate(ground.cities) if (hex, i) not in own]
        areas = [ground.offboard.exits] if ground.offboard else []
        return any(edge in exits for exits in (*cities, *(town.exits for town in ground.towns), *areas))

    def acquire(self) -> bool:
        """An acquisition: there is a smaller floated company, whatever it costs."""
        return any(may_acquire(self.rules, self.company, c) for c in self.position.floated)

    def trains(self) -> bool:
        """Trains: a place, and money for the cheapest; a train of another company may cost 1."""
        rules, position = self.rules, self.position
        if len(trains_of(position, self.company)) >= rules.train_limit(position, self.company):
            return False
        prices = [face.price for _, _, face in on_sale(Referee(rules, position), self.company)]
        others = any(owner in position.floated and owner != self.company for owner, _ in position.trains.values())
        return self.cash >= min([*prices, *([1] if others else [])], default=0)

    def privates(self) -> bool:
        """Private companies: the company has one to sell, or could buy one of a player."""
        return self.company in self.position.privates.values() or bool(self.offers())

    def stops_at(self, step: str) -> bool:
        """Does the program stop there for a pass?"""
        stops = {
            "track": self.track,
            "station": self.station,
            "acquire": self.acquire,
            "trains": self.trains,
            "privates": self.privates,
        }
        return step in stops and stops[step]()
