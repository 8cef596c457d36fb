"""What becomes of a company until the end of the game: a sketch of its rounds, one line of thought for each.

In every round its trains earn, it pays out or saves for the next train, buys what it can pay, and its price moves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from stellwerk.bots.horizon import BEST, Horizon, Outlook, outlook_of, potential_of_trains
from stellwerk.figures import FaceFigure
from stellwerk.market import Cell
from stellwerk.memory import Memory
from stellwerk.position import OFFERING, POOL, Position
from stellwerk.referee import Referee
from stellwerk.rules import Rules
from stellwerk.rules.privates import price_of_privates

CERTAIN = 0.95
"""What comes a round later is this much less certain."""
LEARNS, STUCK = 0.85, 0.95
"""Track grows: this part of its distance from good track is left after a round; this, if there is no money for it."""
BUILDING = 10.0
"""What track costs a round."""
FORESIGHT = 1.0
"""So many rounds earlier than needed a company saves for its next train."""
FRESH = 0.9
"""A further train finds no track for this part of what it could earn, at first."""
PAYBACK = 2
"""A further train is bought when it still runs so many rounds."""
RESALE = 0.9
"""A company's private companies are worth this part of the price the bank gives for them."""
MULTIPLES = 4
"""A dividend moves the price by how many times the price it is; no book looks at more times than so many."""
SUBSCRIBED = 0.4
"""So many of its own shares a company sells in a round, where it gets the money."""

_REMEMBERED = 20_000


Portfolios = Mapping[str, Sequence[tuple[str, int]]]
"""Company to the other companies of which it holds shares, and how many."""


class State(NamedTuple):
    """All a sketch depends on."""

    company: str
    cell: Cell
    treasury: int
    income: int
    unsold: int
    """Percent whose dividend goes to the treasury."""
    trains: tuple[tuple[FaceFigure, float], ...]
    """Trains it can run and how many rounds they live, the dearest first."""
    quality: float
    horizon: Horizon
    limit: int
    rounds: int
    subscribed: int = 0
    """Percent whose price goes to the treasury when they are sold."""


class CompanyForecast(NamedTuple):
    """What a company will pay for 100%, what its share will be worth, and what it will cost its director."""

    dividends: float
    price: float
    burden: float
    left: float
    """Money in the treasury at the end, of use to nobody."""


class ForecastFleet:
    """A company's trains in a sketch, and by how much they earn less than they could."""

    def __init__(self, state: State):
        self.state = state
        self.trains = list(state.trains)
        self.could = potential_of_trains([face for face, _ in self.trains])
        self.lost = 1.0 - state.quality
        """The part of what the trains could earn that is lost to poor track."""

    def revenue(self, t: int) -> float:
        """What the trains earn in a round."""
        if any(life <= t for _, life in self.trains):
            self.trains = [train for train in self.trains if train[1] > t]
            self.could = potential_of_trains([face for face, _ in self.trains])
        return self.could * (1.0 - self.lost)

    def builds(self, treasury: float) -> float:
        """Track grows with every round in which the company can pay for it; returns what that costs."""
        self.lost *= LEARNS if treasury >= BUILDING else STUCK
        return BUILDING if treasury >= BUILDING else 0.0

    def saves(self, treasury: float, revenue: float, t: int) -> bool:
        """Is it time to save for the train that replaces the last one?"""
        state, face = self.state, self.state.horizon.next(t)
        if face is None or treasury >= face.price or t + 1 >= state.rounds:
            return False
        last = max((life for _, life in self.trains), default=0.0)
        return last < state.rounds - PAYBACK and (last - t - FORESIGHT) * revenue < face.price - treasury

    def buys(self, treasury: float, t: int) -> int:
        """Buy a train if it must, or can; returns the price."""
        state, face = self.state, self.state.horizon.next(t)
        left = state.rounds - t - 1
        if face is None or left < 1:
            return 0
        alive = any(life > t + 1 for _, life in self.trains)
        lives = state.horizon.lives[face.name]
        if alive and (len(self.trains) >= state.limit or treasury < face.price or min(left, lives) < PAYBACK):
            return 0
        self.add(face, lives + t, alive)
        return face.price

    def add(self, face: FaceFigure, until: float, further: bool) -> None:
        """One train more; beside others it finds little track at first."""
        self.trains.append((face, until))
        self.trains.sort(key=lambda train: -train[0].price)
        could = potential_of_trains([face for face, _ in self.trains])
        if further and could > 0:
            self.lost = (self.lost * self.could + FRESH * max(0.0, could - self.could)) / could
        self.could = could


class Forecaster:
    """Sketches companies' futures by the rules of one title, each once."""

    def __init__(self, rules: Rules, outlook: Outlook):
        self.rules = rules
        self.outlook = outlook
        self._known: Memory[State, CompanyForecast] = Memory(_REMEMBERED)
        self._outcomes: Memory[tuple[object, ...], CompanyForecast] = Memory(_REMEMBERED)
        self.some_hold = any(rules.register.holding_companies.values())
        """Can a company hold shares of another?"""
        self._portfolios: tuple[Mapping[str, str], Portfolios] = ({}, {})
        self._privates: tuple[Mapping[str, str], Mapping[str, Sequence[str]]] = ({}, {})
        self._moves: dict[tuple[str, Cell, int, str], Cell | None] = {}

    def outcome(
        self, pos: Position, company: str, held: Mapping[str, int], quality: float, rounds: float, pace: float
    ) -> CompanyForecast:
        """What becomes of a company; of one that has floated the little that decides it is enough to know it again."""
        horizon = self.outlook.horizon(pos, company, pace)
        if company not in pos.floated:
            return self.of(pos, self.state(pos, company, quality, rounds, horizon))
        key = (
            company, pos.markers[company][:2], self.money(pos, company), quality, int(rounds), pos.phase, horizon,
            held[OFFERING], held[POOL], self.outlook.to_run(pos, company),
            *[face.name for face in self.outlook.fleet(pos, company)],
            *self.privates(pos).get(company, ()),
        )  # fmt: skip
        known = self._outcomes.find(key)
        if known is None:
            known = self.of(pos, self.state(pos, company, quality, rounds, horizon))
            self._outcomes.put(key, known)
        return known

    def of(self, pos: Position, state: State) -> CompanyForecast:
        """The sketch of one company."""
        return self._known.get(state, lambda: self.sketch(pos, state))

    def money(self, pos: Position, company: str) -> float:
        """What a company and its parts have, with shares of others that it could sell."""
        rules = self.rules
        money = 0.0
        for one in self.outlook.family(pos, company):
            money += pos.cash.get(one, 0)
        if not self.some_hold:
            return money
        for other, shares in self.portfolios(pos).get(company, ()):
            if other in pos.markers:
                money += RESALE * shares * rules.chart.value(pos.markers[other][:2])
        return money

    def portfolios(self, pos: Position) -> Portfolios:
        """Company to the shares of others that it holds."""
        known = self._portfolios
        if known[0] is not pos.certificates:
            found: dict[str, list[tuple[str, int]]] = {}
            register = self.rules.register
            for company, able in register.holding_companies.items():
                for holder in able:
                    if percent := register.percent(pos, company, holder):
                        found.setdefault(holder, []).append((company, register.shares(company, percent)))
            known = self._portfolios = (pos.certificates, found)  # replaced as a whole: several threads may ask
        return known[1]

    def privates(self, pos: Position) -> Mapping[str, Sequence[str]]:
        """Owner to his private companies."""
        known = self._privates
        if known[0] is not pos.privates:
            found: dict[str, list[str]] = {}
            for private, owner in pos.privates.items():
                found.setdefault(owner, []).append(private)
            known = self._privates = (pos.privates, found)
        return known[1]

    def sketch(self, pos: Position, state: State) -> CompanyForecast:
        """Round by round until the end."""
        fleet = ForecastFleet(state)
        cell, treasury, value = state.cell, float(state.treasury), self.rules.chart.value
        dividends, burden, weight = 0.0, 0.0, 1.0
        for t in range(state.rounds):
            weight *= CERTAIN
            revenue = fleet.revenue(t)
            treasury += state.income
            if t * SUBSCRIBED * self.rules.register.unit[state.company] < state.subscribed:
                treasury += SUBSCRIBED * value(cell)
            treasury -= fleet.builds(treasury)
            pays = revenue > 0 and not fleet.saves(treasury, revenue, t)
            dividends += weight * revenue if pays else 0.0
            treasury += revenue * state.unsold / 100 if pays else revenue
            after = self.moved(pos, state.company, cell, revenue if pays else 0.0)
            if after is None:
                return CompanyForecast(dividends, 0.0, burden, 0.0)
            cell = after
            paid = fleet.buys(treasury, t)
            treasury, lacking = max(0.0, treasury - paid), max(0.0, paid - treasury)
            burden += weight * lacking
        now, then = value(state.cell), value(cell)
        return CompanyForecast(dividends, now + (then - now) * CERTAIN**3, burden, treasury)

    def moved(self, pos: Position, company: str, cell: Cell, paid: float) -> Cell | None:
        """Where the marker goes after a dividend or none (None: the company closes); asked once for each case."""
        price = self.rules.chart.value(cell)
        times = min(MULTIPLES, int(paid // price)) if price else 0
        case = 0 if paid <= 0 else times * price or 1
        key = (company, cell, case, pos.phase)
        if key not in self._moves:
            alone = pos.copy()
            alone.markers = {company: (*cell, 0)}
            self.rules.price_after_run(Referee(self.rules, alone), company, case)
            marker = alone.markers.get(company)
            self._moves[key] = marker[:2] if marker else None
        return self._moves[key]

    def state(self, pos: Position, company: str, quality: float, rounds: float, horizon: Horizon) -> State:
        """All a sketch depends on."""
        outlook, rules = self.outlook, self.rules
        floated = company in pos.floated
        mine = self.privates(pos).get(company, ())
        resale = int(RESALE * len(mine) * price_of_privates(rules, pos)) if mine and rules.figures.sets else 0
        trains = tuple((face, horizon.lives[face.name]) for face in outlook.fleet(pos, company))
        part = rules.treasury_part(pos, company)
        sells = not floated or any(rules.payee(pos, company, place) == company for place in rules.sources)
        return State(
            company, pos.markers[company][:2],
            int(self.money(pos, company)) + resale if floated else expected_capital(rules, pos, company),
            sum(rules.private_income(pos, private) for private in mine),
            part,
            trains, min(BEST, round(quality, 3)), horizon,
            sum(rules.train_limit(pos, one) for one in outlook.family(pos, company)),
            int(rounds) + outlook.to_run(pos, company),
            part if sells else 0,
        )  # fmt: skip


@lru_cache(8)
def forecaster_of(rules: Rules) -> Forecaster:
    """Who sketches by the rules of a title, the same for all decisions."""
    return Forecaster(rules, outlook_of(rules))


def expected_capital(rules: Rules, pos: Position, company: str) -> int:
    """The capital a company will float with: at least what its mark asks to be sold, where that decides."""
    if rules.floats(pos, company):
        return rules.capital(pos, company)
    percent = rules.companies[company].float_percent or rules.figures.float_percent
    capital = rules.capital(pos, company) * (1 + len(rules.register.parts_of(company)))
    return max(capital, pos.pars[company] * percent // rules.register.unit[company])
