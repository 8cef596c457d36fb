"""A steady player: of everything it may do it takes what leaves it best off, one step ahead.

It goes through a turn in the order of the rule book. Of each kind of act it takes the best, if that is worth more than
doing nothing; what a position is worth to whom is in `worth`, and nothing here knows a title.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cached_property
from typing import Any

from msgspec.structs import replace

from stellwerk import actions
from stellwerk.actions import Action, Choice
from stellwerk.bots.base import WHIM, Bot, Decision, Prospect, play_if_seen
from stellwerk.bots.casual import sensible_choices
from stellwerk.bots.early_trains import is_early, weigh_early_train
from stellwerk.bots.evaluation import DIVIDENDS, MONEY, PRIVATES, SHARES, STORES, TRAINS, Evaluation
from stellwerk.bots.final_runs import make_evaluation
from stellwerk.bots.offers import DEALS, best_offer
from stellwerk.bots.proposals import as_if_agreed, reason_for_answer, reason_for_seal, seal, weigh_proposal
from stellwerk.bots.reachable_area import nearby_board
from stellwerk.bots.sell_to_buy import for_something_better
from stellwerk.bots.track import most_promising
from stellwerk.game import Game
from stellwerk.position import Position
from stellwerk.referee import Referee
from stellwerk.steps.bidding import PlaceToken
from stellwerk.steps.deals import Deal
from stellwerk.steps.objection import CallVote, CastVote, LetPass
from stellwerk.steps.sealed_bids import SealBid

ENVY = 0.3
"""What others gain counts so much against it."""
LOOKS = 12
"""So many places for a tile it looks at, the most promising at first sight."""
PRICES = 4
"""So many prices of a range it tries."""
HUNCH = 25.0
"""What a stop within reach counts beside what trains earn today."""
TOMORROW = 7.0
"""When fewer rounds than this are left, a hunch counts less."""
VAIN = 1e6
"""What is done in vain is worse than anything else."""
HOPE = 0.5
"""How much of a lot's gain a bid for it is worth."""
EARLY = 3.0
"""Money before the first company runs grows so much until the end: nobody bids more than a lot's worth by this."""
STRIDE, RAISE = 3, 5
"""A bid goes this part of the way to the limit, in steps so high."""
LEAST = 5.0
"""A gain below this is none."""
DEBT = 10.0
"""What it is worth to be free of a loan."""
WAIT = 20.0
"""What it costs to let an auction drag on."""

SHY = 300.0
"""What it costs to spend on private companies the money that a first company needs."""

FINISH = 160.0
"""What it is worth to go on with a company that does not float yet: it earns nothing until it does."""

MUST = (actions.Run, actions.Dividend)
"""What must be done when its time has come."""
FREE = (actions.TakeOverPrivate, actions.SellPrivate)
"""What may be done at any time of a turn."""

REASONS: dict[str, str] = {
    MONEY: "It brings {0} in hand.",
    SHARES: "Shares will be worth {0} more.",
    DIVIDENDS: "About {0} more in dividends are to be expected.",
    PRIVATES: "The private company should bring {0}.",
    STORES: "What it puts in store should bring {0}.",
    TRAINS: "It spares about {0} for trains to come.",
    "only": "Nothing else can be done.",
    "rest": "Nothing better is in sight.",
    "track": "The track opens the way to more stops.",
    "sale": "It makes room, or money, for something better.",
    "run": "The trains run for the most they can.",
    "least": "Something must be done, and this costs least.",
    "bid": "The lot is worth a bid of up to {0}.",
}
"""Why a move was made; the amount is the valuation that changed most."""


class Steady(Bot):
    """Rules of thumb, one step ahead."""

    name = "steady"

    def decide(self, game: Game) -> Decision:
        """The best act of the first kind that is worth doing."""
        return SteadyMind(game, self.chance(game)).decision()


class SteadyMind:
    """One decision: the position, who decides, and what things are worth."""

    def __init__(self, game: Game, chance: random.Random, looks: int = LOOKS, late: Callable[[], bool] | None = None):
        self.game = game
        self.chance = chance
        self.late = late
        self.found: list[Prospect] = []
        """Everything looked at so far."""
        self.me = game.turn
        self.looks = looks
        self.hasty = looks < LOOKS
        """Is this but one of many moves that are played on? Then nobody is asked for a deal, nothing sold to buy."""
        self.company = game.actor if game.actor in game.rules.companies else ""
        self.worth = make_evaluation(game.rules, game.position, self.company)
        self.least = LEAST * self.worth.grain
        self.whim = WHIM * self.worth.grain

    @cached_property
    def start(self) -> float:
        """What the position is worth as it stands."""
        return self.value(self.game.position, self.me)

    @cached_property
    def now(self) -> float:
        """The same with what its track promises."""
        return self.start + self.hunch(self.game.position)

    def decision(self) -> Decision:
        """What to do, and why."""
        only = self.only()
        if only is not None:
            return only
        best = self.best()
        return Decision(best.action, self.why(best))

    @cached_property
    def choices(self) -> Sequence[Choice]:
        """Everything that may be done."""
        return list(sensible_choices(self.game.legal()))

    def only(self) -> Decision | None:
        """What to do if there is no choice."""
        one = len(self.choices) == 1 and self.choices[0].field is None
        return Decision(self.choices[0].action, REASONS["only"]) if one else None

    def best(self) -> Prospect:
        """The best of the first kind worth doing; where all kinds stand side by side, the best of all."""
        kinds = by_kind(self.choices)
        step: Any = self.game.position.agenda[-1]
        if not self.company and not step.in_order:
            return max((self.best_of(group) for group in kinds), key=lambda prospect: prospect.value)
        kinds = in_order(kinds)
        last: Prospect | None = None
        for number, group in enumerate(kinds):
            found = self.best_of(group)
            if found.value > self.now + self.least or isinstance(found.action, MUST):
                return found if self.company else self.best_of_rivals(found, kinds[number + 1 :])
            last = found if last is None or isinstance(found.action, actions.Pass) or found.value > last.value else last
        assert last is not None
        return last

    def best_of_rivals(self, found: Prospect, later: Sequence[Sequence[Choice]]) -> Prospect:
        """What was found, or something of a later kind that it would shut out, if that is worth more."""
        after = play_if_seen(self.game, found.action)
        still = {type(choice.action) for choice in after.legal()} if after is not None else set()
        rivals = [self.best_of(group) for group in later if type(group[0].action) not in still]
        return max((found, *rivals), key=lambda prospect: prospect.value)

    def best_of(self, group: Sequence[Choice]) -> Prospect:
        """The best of one kind."""
        prospects: list[Prospect] = []
        for choice in self.candidates(group):
            prospects += self.prospects(choice)
            if self.late is not None and self.late():
                break
        if isinstance(group[0].action, actions.SellShares) and not self.hasty:
            prospects = for_something_better(self, prospects)
        self.found += prospects
        return max(prospects, key=lambda prospect: prospect.value)

    def ranked(self) -> list[Prospect]:
        """What it would do, then all else that is not in vain, the best first."""
        chosen = self.best()
        known = {type(prospect.action) for prospect in self.found}
        for group in by_kind(self.choices):
            if type(group[0].action) not in known:
                self.best_of(group)
        rest = [found for found in self.found if found.action != chosen.action and found.value > self.now - VAIN / 2]
        return [chosen, *sorted(rest, key=lambda found: -found.value)]

    def candidates(self, group: Sequence[Choice]) -> Sequence[Choice]:
        """The choices of one kind that are looked at: of many tiles those most promising at first sight."""
        if not isinstance(group[0].action, actions.LayTile) or len(group) <= self.looks:
            return group
        return most_promising(self.game.rules, self.game.position, group, self.looks)

    def prospects(self, choice: Choice) -> list[Prospect]:
        """Where a choice leads, with a few of its numbers."""
        action = choice.action
        if isinstance(action, actions.Pass):
            return [self.passing(action)]
        if isinstance(action, actions.Bid):
            return [self.bid(choice)]
        if isinstance(action, SealBid):
            return [seal(self, choice)]
        if isinstance(action, LetPass | CallVote | CastVote):
            return [weigh_proposal(self, action)]
        if isinstance(action, PlaceToken):
            return [self.token(action)]
        if isinstance(action, actions.Repay):
            return [Prospect(choice.at(choice.high), self.game.position, self.now + DEBT)]
        if isinstance(action, actions.BuyTrain) and not choice.field and not self.hasty and is_early(self):
            return [weigh_early_train(self, action)]
        if isinstance(action, self.deals) and choice.field:
            return [best_offer(self, choice)]
        return [self.prospect(number) for number in numbers_to_try(choice)]

    @cached_property
    def deals(self) -> tuple[type[Action], ...]:
        """What another player may have to agree to, or what moves money between companies of its own."""
        referee = Referee(self.game.rules, self.game.position)
        return (*DEALS, *(act.action for act in referee.task.acts(referee) if isinstance(act, Deal)))

    def passing(self, action: Action) -> Prospect:
        """To pass changes nothing; but an auction should not drag on."""
        drags = any(isinstance(choice.action, actions.BuyPrivate) for choice in self.choices)
        return Prospect(action, self.game.position, self.now - (WAIT if drags else 0))

    @cached_property
    def unfinished(self) -> Collection[str]:
        """Companies that do not float yet: its own, and those that would be its own once they float by its money."""
        pos, rules, worth = self.game.position, self.game.rules, self.worth
        waiting = [company for company in pos.markers if company not in pos.floated and not rules.floats(pos, company)]
        led = [company for company in waiting if rules.register.director(pos, company) is not None]
        return [company for company in led if self.me in worth.finishers(pos, company, worth.held(pos)[company])]

    def finishing(self, action: Action) -> float:
        """What it is worth to go on with a company of its own that does not float yet."""
        return FINISH if isinstance(action, actions.BuyShare) and action.company in self.unfinished else 0.0

    def prospect(self, action: Action) -> Prospect:
        """Where an action leads."""
        after = play_if_seen(self.game, action)
        if after is None:
            return self.vain(action)
        self.follow_up(after)
        found = self.valued(action, as_if_agreed(after))
        return self.thrifty(found) if isinstance(action, actions.BuyPrivate) else found

    def vain(self, action: Action) -> Prospect:
        """An action that leads nowhere."""
        return Prospect(action, self.game.position, self.now - VAIN)

    def thrifty(self, found: Prospect) -> Prospect:
        """Before the first company operates there should be money left to found one."""
        pos, rules = found.after, self.game.rules
        open_to_all = [c for c in rules.companies if rules.available(pos, c) and rules.starting_prices(pos, c)]
        costs = [self.founding(company) for company in open_to_all]
        lasts = hasattr(self.game.position.agenda[-1], "bids")  # until everything is sold: waiting only feeds others
        short = not lasts and not pos.operated and pos.cash[self.me] < min(costs, default=0)
        return replace(found, value=found.value - SHY) if short else found

    def founding(self, company: str) -> float:
        """The least money that makes a company float."""
        rules = self.game.rules
        percent = rules.companies[company].float_percent or rules.figures.float_percent
        return min(rules.starting_prices(self.game.position, company)) * percent / rules.register.unit[company]

    def valued(self, action: Action, after: Position) -> Prospect:
        """An action with what it leads to, and a whim: nobody reckons to the last coin."""
        whim = self.chance.uniform(-self.whim, self.whim)
        return Prospect(action, after, self.value(after, self.me) + self.hunch(after) + self.finishing(action) + whim)

    def follow_up(self, after: Game) -> None:
        """Where an action opens a question to the same player (a first price, a city), answer it well."""
        if after.turn == self.me and len(after.position.agenda) > len(self.game.position.agenda):
            after.play(SteadyMind(after, self.chance, self.looks, self.late).decision().action)

    def bid(self, choice: Choice) -> Prospect:
        """A bid on the way to what the lot is worth; none while one's own is the highest."""
        action: Any = choice.action
        step: Any = self.game.position.agenda[-1]
        bids = dict(step.bids if isinstance(step.bids, tuple) else step.bids.get(action.lot, ()))
        after = self.game.copy()
        after.log = []
        after.rules.lot_sold(Referee(after.rules, after.position), self.me, action.lot, 0)
        self.follow_up(after)
        limit = min(choice.high, int((self.value(after.position, self.me) - self.start) / EARLY))
        if limit < choice.low or 0 < bids.get(self.me, 0) == max(bids.values()):
            return self.vain(action)
        amount = choice.low + (limit - choice.low) // STRIDE // RAISE * RAISE
        return Prospect(choice.at(amount), after.position, self.now + HOPE * (limit + 1 - amount))

    def token(self, action: PlaceToken) -> Prospect:
        """A token on a box: what the lot brings, if nobody bids more, and what its price would have grown to."""
        after = self.game.copy()
        after.rules.lot_sold(Referee(after.rules, after.position), self.me, action.lot, action.amount)
        gain = self.value(after.position, self.me) + action.amount - self.start
        found = Prospect(action, after.position, self.now + HOPE * (gain / EARLY - action.amount))
        return self.thrifty(found)

    def hunch(self, pos: Position) -> float:
        """Track that earns nothing today may tomorrow: what it brings near counts a little."""
        if not self.company or self.company not in pos.operated:
            return 0.0
        return HUNCH * self.fades * nearby_board(self.game.rules, pos, self.company).stops

    @cached_property
    def fades(self) -> float:
        """How much of a hunch is left: near the end there is no tomorrow."""
        return min(1.0, self.worth.rounds(self.game.position) / TOMORROW)

    def value(self, pos: Position, player: str) -> float:
        """What a position is worth to a player, others' gain held against it."""
        return value_for(self.worth, pos, player)

    def why(self, chosen: Prospect) -> str:
        """The valuation that changed most, as a sentence."""
        if isinstance(chosen.action, actions.Bid | PlaceToken):
            return REASONS["bid"].format(max(0, round((chosen.value - self.now) / HOPE) + chosen.action.amount))
        if isinstance(chosen.action, SealBid):
            return reason_for_seal(self, chosen.action)
        if isinstance(chosen.action, LetPass | CallVote | CastVote):
            return reason_for_answer(self, chosen)
        before, after = self.worth.parts(self.game.position, self.me), self.worth.parts(chosen.after, self.me)
        if (
            isinstance(chosen.action, actions.SellShares)
            and self.value(chosen.after, self.me) < self.start - self.least
        ):
            return REASONS["sale"]
        gains = {part: after.get(part, 0.0) - before.get(part, 0.0) for part in after}
        part = max(gains, key=lambda name: gains[name])
        if gains[part] >= self.least:
            return REASONS[part].format(round(gains[part]))
        return REASONS[self.kind_of_reason(chosen)]

    def kind_of_reason(self, chosen: Prospect) -> str:
        """Why something was done that gains nothing as it stands."""
        action = chosen.action
        if isinstance(action, actions.LayTile) or self.hunch(chosen.after) > self.hunch(self.game.position):
            return "track"
        if isinstance(action, actions.Run) and action.revenue:
            return "run"
        may_pass = any(isinstance(choice.action, actions.Pass | actions.Answer) for choice in self.choices)
        return "rest" if may_pass or isinstance(action, MUST) else "least"


def value_for(worth: Evaluation, pos: Position, player: str) -> float:
    """What a position is worth to a player, others' gain held against it."""
    others = [other for other in pos.players if other != player]
    theirs = sum(worth.of(pos, other) for other in others)
    return worth.of(pos, player) - ENVY * theirs / max(1, len(others))


def by_kind(choices: Iterable[Choice]) -> list[list[Choice]]:
    """The choices sorted by kind of action, in the order they are offered; of like trains of one owner only one."""
    kinds: dict[type[Action], list[Choice]] = {}
    trains: set[tuple[str, str, int]] = set()
    for choice in choices:
        action = choice.action
        if isinstance(action, actions.BuyTrain):
            train = (action.source, action.face, action.price)
            if train in trains:
                continue
            trains.add(train)
        kinds.setdefault(type(action), []).append(choice)
    return list(kinds.values())


def in_order(kinds: list[list[Choice]]) -> list[list[Choice]]:
    """Acts of any time first, ending the turn last; between them the order of the rule book."""

    def rank(group: list[Choice]) -> int:
        action = group[0].action
        return 2 if isinstance(action, actions.Pass) else 0 if isinstance(action, FREE) else 1

    return sorted(kinds, key=rank)


def numbers_to_try(choice: Choice) -> list[Action]:
    """A choice with a few numbers of its range."""
    if choice.field is None or choice.field == "routes":
        return [choice.action]
    steps = (choice.high - choice.low) // choice.step
    few = sorted({round(steps * index / (PRICES - 1)) for index in range(PRICES)})
    return [choice.at(choice.low + choice.step * index) for index in few]
