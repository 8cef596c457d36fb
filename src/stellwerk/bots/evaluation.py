"""What a position is worth to a player: his wealth at the end of the game, as far as a decent player would guess.

Six valuations, each a line one can argue about: money in hand, shares at the price they will have, dividends to come,
private companies, things in store, and the trains his companies will make him pay for.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar

from stellwerk.bots.forecast import CompanyForecast, forecaster_of
from stellwerk.bots.horizon import Holdings, holdings_by_company
from stellwerk.bots.reachable_area import nearby_board
from stellwerk.position import OFFERING, POOL, Position
from stellwerk.rules import Rules
from stellwerk.rules.limits import certificates_of, limit_of_certificates
from stellwerk.steps.running import best_for, specs_of

THRIFT = 0.1
"""What money left in a treasury is worth to its shareholders."""
CONTROL = 0.04
"""What a directorship is worth: this part of the company's price for all its shares."""
DREAD = 1.0
"""What a director must pay for trains beyond his money in hand costs so much more: loans, forced sales, ruin."""
SURE, RARE = 0.95, 0.4
"""How likely a company floats whose director can pay what is missing, and one whose director cannot."""
ROOM, SLOT, PLACE = 3, 100, 20.0
"""Money for so many certificates at this price should find a place; one that is missing costs so much a round."""
SQUEEZE = 50.0
"""What it costs to sell a certificate only to have a place for one that is needed."""
CLOSING = 5
"""Private companies that are worth nothing at the end live about so many rounds."""
POWER = 0.5
"""What a private company is worth at least, for its power and its sale: this part of its price."""
LIKELY = 0.5
"""Things in limited number bring this part of what they could."""

MONEY, SHARES, DIVIDENDS, PRIVATES, STORES, TRAINS = "money", "shares", "dividends", "privates", "stores", "trains"
Parts = dict[str, float]


class Evaluation:
    """Values positions for players; made for one decision.

    The track of the acting company is measured in every position, that of the others once.
    """

    grain: ClassVar[float] = 1.0
    """How much a small difference is, against one where everything is paid in money."""

    def __init__(self, rules: Rules, base: Position, acting: str = ""):
        self.rules = rules
        self.base = base
        self.measured = rules.register.main_of.get(acting, acting)
        """The company whose track is measured in every position: the acting one, or that it is a part of."""
        self.forecaster = forecaster_of(rules)
        self.outlook = self.forecaster.outlook
        self.pace = self.outlook.pace(base)
        self._quality: dict[str, float] = {}
        self._held: tuple[Mapping[str, str], Holdings] = ({}, {})
        self._frame: tuple[object, ...] = ()
        self._forecasts: dict[tuple[object, ...], CompanyForecast] = {}
        self._private: dict[str, float] = {}
        self._room: dict[str, int] = {}
        self._valued: dict[int, tuple[Position, dict[str, Parts]]] = {}

    def of(self, pos: Position, player: str) -> float:
        """What a position is worth to a player."""
        return sum(self.parts(pos, player).values())

    def parts(self, pos: Position, player: str) -> Parts:
        """The valuations."""
        known = self._valued.get(id(pos))
        if known is None:  # the position is kept with it, so that no other one gets its id
            known = self._valued[id(pos)] = (pos, self.everyone(pos))
        return known[1][player]

    def everyone(self, pos: Position) -> dict[str, Parts]:
        """The valuations of all players."""
        if pos.result is not None:
            return {player: {MONEY: float(pos.result[player])} for player in pos.players}
        rounds = self.rounds(pos)
        self._note_frame(pos, rounds)
        found: dict[str, Parts] = {}
        stores = self.stores(pos, rounds)
        for player in pos.players:
            debts = pos.loans.get(player, 0) + pos.penalties.get(player, 0)
            found[player] = {MONEY: float(pos.cash.get(player, 0) - debts), SHARES: 0.0, DIVIDENDS: 0.0}
            found[player][PRIVATES] = self.privates(pos, player, rounds)
            found[player][MONEY] -= self.cramped(pos, player, rounds)
            found[player][STORES] = stores.get(player, 0.0)
            found[player][TRAINS] = 0.0
        players = frozenset(found)
        for company, held in self.held(pos).items():
            if not players.isdisjoint(held):
                self.company(pos, company, held, rounds, found)
        return found

    def rounds(self, pos: Position) -> float:
        """How many rounds follow the present one; a single payment does not make the bank break sooner."""
        same = pos.round == self.base.round and not self.rules.figures.sets
        return self.outlook.rounds(self.base if same else pos)

    def held(self, pos: Position) -> Holdings:
        """Who holds what; remembered while no certificate moves."""
        if self._held[0] is not pos.certificates or self._held[1].keys() != pos.markers.keys():
            self._held = (pos.certificates, holdings_by_company(self.rules, pos))
        return self._held[1]

    def company(
        self, pos: Position, company: str, held: dict[str, int], rounds: float, found: dict[str, Parts]
    ) -> None:
        """What one company means to everybody."""
        forecast = self._known_forecast(pos, company, held, rounds)
        chance = self.floats(pos, company, held)
        carried = self.carried(pos, company) if company == self.measured else 0
        unit = self.rules.register.unit[company]
        price = self.price(pos, company)
        then = price + chance * (forecast.price - price) if chance > 0.5 else chance * forecast.price
        held_back, moves = (0, 0.0) if company in self.outlook.whole else self.of_parts(pos, company)
        then += moves
        for player, percent in held.items():
            if player not in found:
                continue
            parts = found[player]
            if held_back:
                parts[MONEY] += percent / 100 * held_back
            parts[SHARES] += percent / unit * then
            parts[DIVIDENDS] += chance * percent / 100 * (forecast.dividends + carried + THRIFT * forecast.left)
        register = self.rules.register
        direct = register.director(pos, company)
        director = register.director(pos, direct) if direct in self.rules.companies else direct
        if director in found:
            burden = chance * forecast.burden if director == direct else 0.0
            spare = max(0.0, pos.cash.get(director, 0) + found[director][TRAINS])
            found[director][TRAINS] -= burden + DREAD * max(0.0, burden - spare)
            found[director][SHARES] += CONTROL * chance * price * 100 / unit
            found[director][MONEY] -= chance * SQUEEZE * self.squeezed(pos, company, held, director)

    def of_parts(self, pos: Position, company: str) -> tuple[int, float]:
        """What parts of a company have paid that is given to the holders later, and what they do to its price."""
        if all(getattr(step, "company", "") != company for step in pos.agenda):
            return 0, 0.0
        standing = self.rules.standing_of_parts(pos, company)
        if standing is None or standing.tally is None:
            return 0, 0.0
        tally = standing.tally
        lead = (tally.paying - tally.silent) / (1 + tally.waiting)
        if lead > 0:
            return standing.held, min(1.0, lead) * (tally.if_paid - tally.price)
        return standing.held, min(1.0, -lead) * (tally.if_kept - tally.price)

    def forecast(self, pos: Position, company: str, held: Mapping[str, int], rounds: float) -> CompanyForecast:
        """What becomes of a company."""
        self._note_frame(pos, rounds)
        return self._known_forecast(pos, company, held, rounds)

    def _known_forecast(self, pos: Position, company: str, held: Mapping[str, int], rounds: float) -> CompanyForecast:
        """What becomes of a company; known while its own figures, and those of the frame, stay."""
        quality = self.quality(pos, company)
        alone = company in self.outlook.whole and not self.forecaster.some_hold
        if not alone or company not in pos.floated:
            return self.forecaster.outcome(pos, company, held, quality, rounds, self.pace)
        still = self.outlook.to_run(pos, company)
        key = (company, pos.markers[company], pos.cash[company], held[OFFERING], held[POOL], still, quality)
        known = self._forecasts.get(key)
        if known is None:
            known = self.forecaster.outcome(pos, company, held, quality, rounds, self.pace)
            self._forecasts[key] = known
        return known

    def _note_frame(self, pos: Position, rounds: float) -> None:
        """Forget the forecasts when something has changed that concerns all companies; few actions change it."""
        frame = (pos.trains, pos.privates, pos.stack, pos.scrapped, pos.phase, int(rounds))
        if frame != self._frame:
            self._frame, self._forecasts = frame, {}

    def carried(self, pos: Position, company: str) -> int:
        """What the trains of the acting company earn in the coming run beyond what such trains earn on its track."""
        if not self.outlook.to_run(pos, company):
            return 0
        faces = self.outlook.runnable(pos, company)
        specs = specs_of(self.rules, pos, company)
        if list(specs) == [self.rules.train_spec(pos, company, face) for face in faces]:
            return 0
        return best_for(self.rules, pos, company).total - nearby_board(self.rules, pos, company).run(
            self.rules, pos, company, faces
        )

    def quality(self, pos: Position, company: str) -> float:
        """How good a company's track is."""
        if company == self.measured:
            return self.outlook.quality(pos, company)
        if company not in self._quality:
            self._quality[company] = self.outlook.quality(self.base, company)
        return self._quality[company]

    def price(self, pos: Position, company: str) -> int:
        """The present price of a share."""
        return self.rules.price_of(pos, company) or 0

    def squeezed(self, pos: Position, company: str, held: dict[str, int], director: str) -> int:
        """For how many certificates that are missing to float a company its director has no place."""
        if company in pos.floated:
            return 0
        needed = self.missing(company, held) // self.rules.register.unit[company]
        return max(0, needed - max(0, self.room(pos, director)))

    def missing(self, company: str, held: dict[str, int]) -> int:
        """How many percent are still to be bought before a company floats."""
        figure = self.rules.companies[company].float_percent or self.rules.figures.float_percent
        return max(0, figure - (100 - held[OFFERING]))

    def floats(self, pos: Position, company: str, held: dict[str, int]) -> float:
        """How likely a company comes to operate."""
        if company in pos.floated:
            return 1.0
        if self.rules.floats(pos, company):
            return SURE
        cost = max(1.0, self.missing(company, held) / self.rules.register.unit[company]) * self.price(pos, company)
        own = max((self.to_spend(pos, player) for player in self.finishers(pos, company, held)), default=0.0)
        if self.rules.register.director(pos, company) is None:
            own = max(own, sum(pos.cash[player] for player in pos.order) / max(1, self.waiting_for(pos, None)))
        return SURE if own >= cost else max(0.02, RARE * own / cost)

    def finishers(self, pos: Position, company: str, held: dict[str, int]) -> list[str]:
        """Who may float a company: its director, and others with shares who would direct it by what is missing."""
        director = self.rules.register.director(pos, company)
        missing, most = self.missing(company, held), held.get(director or "", 0)
        others = [p for p in pos.players if held.get(p, 0) and held[p] + missing > most and p != director]
        return [director, *others] if director else others

    def to_spend(self, pos: Position, player: str) -> float:
        """A player's money for each company that waits for him to float it."""
        return pos.cash.get(player, 0) / max(1, self.waiting_for(pos, player))

    def waiting_for(self, pos: Position, director: str | None) -> int:
        """How many companies somebody directs of which something is sold and that do not operate yet."""
        everything, register = self.held(pos), self.rules.register
        begun = [c for c in pos.markers if c not in pos.floated and everything[c][OFFERING] < 100]
        return sum(register.director(pos, company) == director for company in begun)

    def privates(self, pos: Position, player: str, rounds: float) -> float:
        """What a player's private companies bring: their income while they live, and what counts at the end."""
        base = self.base
        same = pos.privates is base.privates and pos.round is base.round and pos.used is base.used
        known = self._private if same else {}
        if player not in known:
            mine = [name for name, owner in pos.privates.items() if owner == player]
            known[player] = sum(self.private(pos, name, rounds) for name in mine)
        return known[player]

    def private(self, pos: Position, name: str, rounds: float) -> float:
        """What one private company brings."""
        last = self.at_the_end
        lives = rounds if last else min(rounds, CLOSING)
        power = POWER * self.rules.privates[name].price * min(1.0, lives / 3)
        return lives * self.rules.private_income(pos, name) + max(last, power)

    def stores(self, pos: Position, rounds: float) -> dict[str, float]:
        """What players' things in limited number may still bring them."""
        part = LIKELY * min(1.0, rounds / CLOSING)
        return {player: part * could for player, could in pos.state.could_bring(self.rules, pos).items()}

    def cramped(self, pos: Position, player: str, rounds: float) -> float:
        """What it costs to have money and (almost) no place left for a certificate."""
        money = min(ROOM * SLOT, pos.cash.get(player, 0))
        if money < SLOT or rounds < 2:
            return 0.0
        return max(0.0, money / SLOT - max(0, self.room(pos, player))) * PLACE * (rounds - 1)

    def room(self, pos: Position, player: str) -> int:
        """How many certificates more a player may hold."""
        known = self._room if pos.certificates is self.base.certificates and pos.phase == self.base.phase else {}
        if player not in known:
            known[player] = limit_of_certificates(self.rules, pos) - certificates_of(self.rules, pos, player)
        return known[player]

    @cached_property
    def at_the_end(self) -> int:
        """What a private company counts in its owner's final wealth."""
        player, without = self.base.players[0], self.base.copy()
        without.privates = dict.fromkeys(self.base.privates, OFFERING)
        owning = without.copy()
        owning.put("privates", next(iter(owning.privates)), player)
        return self.rules.wealth(owning, player) - self.rules.wealth(without, player)
