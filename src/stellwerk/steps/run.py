"""Running trains and deciding about the income."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from stellwerk.actions import Action, Choice, Dividend, Route, Run
from stellwerk.errors import Illegal
from stellwerk.events import DividendDecided, Ran
from stellwerk.position import BANK, Position
from stellwerk.referee import Referee
from stellwerk.routes import Answer, Network, TrainSpec, best_runs, evaluate, evaluate_each
from stellwerk.rules import Rules
from stellwerk.steps.base import Act
from stellwerk.steps.operating import OperatingTurn
from stellwerk.trains import owned

HIGHEST_CLAIM = 100_000

_FIELDS = Position.__struct_fields__
_last: tuple[tuple[Rules, str, Position] | None, Answer] = (None, Answer((), 0, True, 0))
"""The last question and its answer: a claim is offered, checked and played, three times the same question."""


def running_trains(rules: Rules, pos: Position, company: str) -> list[tuple[str, str]]:
    """Cards and faces a company can run, the dearest face first."""
    trains = [(c, f) for c, f in owned(pos, company) if rules.may_run(company, rules.cards.by_name[f])]
    return sorted(trains, key=lambda train: (-rules.cards.by_name[train[1]].price, train))


def specs_of(rules: Rules, pos: Position, company: str) -> Sequence[TrainSpec]:
    """The company's trains as the route finder wants them."""
    return [rules.train_spec(rules.cards.by_name[face]) for _, face in running_trains(rules, pos, company)]


def best_for(rules: Rules, pos: Position, company: str, **search: Any) -> Answer:
    """The best set of runs of a company, proven; its total is what the company may claim.

    `search` is handed to the route finder: how long it may take, how many sets are wanted.
    """
    global _last
    before, known = _last
    if not search and before is not None and before[:2] == (rules, company) and unchanged(before[2], pos):
        return known
    answer = best_on(rules.network(pos, company), rules, pos, company, **search)
    if not search:
        _last = ((rules, company, pos.copy()), answer)
    return answer


def unchanged(before: Position, now: Position) -> bool:
    """Is nothing in a position other than it was? What its fields hold never changes in place."""
    return all(getattr(before, field) is getattr(now, field) for field in _FIELDS)


def best_on(network: Network, rules: Rules, pos: Position, company: str, **search: Any) -> Answer:
    """The same on a network that is known already."""
    supplies = rules.supplies(pos, company)
    return as_claimed(rules, best_runs(network, specs_of(rules, pos, company), supplies=supplies, **search))


def worth_of(rules: Rules, pos: Position, company: str, routes: Sequence[Route], claimed: int | None = None) -> Answer:
    """What routes earn that are named in the order of the trains; an empty one is a train that does not run.

    Where supplies may rest there are several answers: the one that is claimed, else the best.
    """
    named = [(i, route) for i, route in enumerate(routes) if route]
    supplies = rules.supplies(pos, company)
    network, specs = rules.network(pos, company), specs_of(rules, pos, company)
    if claimed is None or not rules.supplies_may_rest():
        return as_claimed(rules, evaluate(network, specs, named, supplies=supplies))
    ways = [as_claimed(rules, answer) for answer in evaluate_each(network, specs, named, supplies=supplies)]
    return next((answer for answer in ways if answer.total == claimed), ways[0])


def runs_made(rules: Rules, pos: Position, action: Run) -> Answer | None:
    """The runs of a claim: those it names, else the best; nobody asks if it is taken at its word or nothing runs."""
    taken = action.recorded or rules.claims_are_free()
    if (taken and not rules.routes_matter(pos, action.company)) or (not action.revenue and rules.may_run_nothing()):
        return None
    if action.routes:
        return worth_of(rules, pos, action.company, action.routes, action.revenue)
    return best_for(rules, pos, action.company)


def as_claimed(rules: Rules, answer: Answer) -> Answer:
    """The same runs with the revenue that the rules make of their sum."""
    claimed = rules.revenue(answer.total)
    return answer if claimed == answer.total else replace(answer, total=claimed)


class RunTrains(Act):
    """Run for the highest revenue anybody can show, or (where the book leaves it open) on any legal routes."""

    action = Run

    def options(self, ref: Referee, task: OperatingTurn) -> Iterator[Action | Choice]:
        """The best claim, with other routes where the rules leave them open; where claims are free, any after it."""
        rules = ref.rules
        best, least = best_for(rules, ref.pos, task.company).total, 0 if rules.may_run_nothing() else 1
        run = Run(task.company, best)
        yield Choice(run, "routes", least, best) if best >= least and not rules.must_run_best() else run
        if rules.claims_are_free():
            yield Choice(Run(task.company, 0), "revenue", 0, HIGHEST_CLAIM, 1)

    def check(self, ref: Referee, task: OperatingTurn, action: Run) -> None:
        """The claim is the maximum, what the named routes earn, or what a record says."""
        rules = ref.rules
        if action.recorded and not (ref.reading and rules.reads_records()):
            ref.refuse("not-recorded", "Only a game recorded by another program is read with the amounts it states.")
        if action.recorded or rules.claims_are_free():
            if not 0 <= action.revenue <= HIGHEST_CLAIM:
                ref.refuse("not-the-maximum", f"No company earns {action.revenue}.")
        elif action.routes and not rules.must_run_best():
            self.check_routes(ref, task.company, action)
        elif action.routes or action.revenue or not rules.may_run_nothing():
            self.check_best(ref, task.company, action)

    def check_best(self, ref: Referee, company: str, action: Run) -> None:
        """The claim is the maximum, and names no routes."""
        best = best_for(ref.rules, ref.pos, company).total
        if action.revenue != best or action.routes:
            ref.refuse("not-the-maximum", f"{company} must run for the highest revenue, {best}.")

    def check_routes(self, ref: Referee, company: str, action: Run) -> None:
        """Routes stand in the order of the trains, dearest first; an empty one is a train that does not run."""
        specs = specs_of(ref.rules, ref.pos, company)
        if len(action.routes) > len(specs) or not any(action.routes):
            ref.refuse("route-too-many", f"{company} can run {len(specs)} trains and must run one.")
        try:
            worth = worth_of(ref.rules, ref.pos, company, action.routes, action.revenue).total
        except Illegal as refusal:
            ref.refuse(refusal.code, refusal.sentence)
        if worth != action.revenue:
            ref.refuse("not-the-sum", f"These routes earn {worth}, not {action.revenue}.")

    def apply(self, ref: Referee, task: OperatingTurn, action: Run) -> None:
        """Note the revenue; without any there is nothing to decide."""
        routes, company = action.routes, task.company
        trains = tuple(face for _, face in running_trains(ref.rules, ref.pos, company))
        answer = runs_made(ref.rules, ref.pos, action)
        if answer is not None:
            routes = routes or tuple(run.nodes for run in answer.runs)
            ref.rules.ran(ref, company, answer)
        ref.say(Ran(task.company, action.revenue, routes, trains, action.recorded))
        ref.pos.put("revenues", task.company, action.revenue)
        task = task.leave(ref, "run")
        ref.amend(task, revenue=action.revenue)
        if action.revenue == 0:
            retain(ref, task.renewed(ref))


def retain(ref: Referee, task: OperatingTurn) -> None:
    """All revenue into the treasury; the price falls."""
    ref.say(DividendDecided(task.company, "retain", task.revenue))
    ref.pay(BANK, task.company, task.revenue, "revenue retained")
    ref.rules.price_after_run(ref, task.company, 0)
    close_income(ref, task)


def pay_out(ref: Referee, task: OperatingTurn) -> None:
    """Every player gets his part; the price rises."""
    ref.say(DividendDecided(task.company, "pay", task.revenue))
    distribute(ref, task.company, task.revenue)
    ref.rules.price_after_run(ref, task.company, task.revenue)
    close_income(ref, task)


def split(ref: Referee, task: OperatingTurn) -> None:
    """The company keeps a part, the rest is paid out."""
    ref.say(DividendDecided(task.company, "split", task.revenue))
    kept = ref.rules.withheld(task.revenue)
    ref.pay(BANK, task.company, kept, "revenue retained")
    distribute(ref, task.company, task.revenue - kept)
    ref.rules.price_after_split(ref, task.company, task.revenue - kept)
    close_income(ref, task)


def distribute(ref: Referee, company: str, amount: int) -> None:
    """Every player gets his part of a dividend, rounded once on his whole holding; so does the treasury."""
    for player in ref.rules.paid_dividends(ref.pos):
        ref.pay(BANK, player, ref.rules.dividend(amount, ref.percent(company, player)), f"dividend of {company}")
    own = ref.rules.dividend(amount, ref.rules.treasury_part(ref.pos, company))
    ref.pay(BANK, company, own, "dividend of its own shares")


def close_income(ref: Referee, task: OperatingTurn) -> None:
    """The income is decided about; a company that has closed by it has no turn any more."""
    if task in ref.pos.agenda:
        ref.rules.after_income(ref, task.company)
        task.leave(ref, "dividend")


_DECISIONS = {"pay": pay_out, "retain": retain, "split": split}


class DecideDividend(Act):
    """Pay all of it or keep all of it, or (where the book knows it) a part."""

    action = Dividend

    def options(self, ref: Referee, task: OperatingTurn) -> Iterator[Action]:
        """All that is open to the company."""
        for kind in self.kinds(ref, task.company):
            yield Dividend(task.company, kind)

    def kinds(self, ref: Referee, company: str) -> tuple[str, ...]:
        """All that the book knows, unless the company always pays."""
        return ("pay",) if ref.rules.always_pays(ref.pos, company) else ref.rules.dividend_kinds()

    def check(self, ref: Referee, task: OperatingTurn, action: Dividend) -> None:
        """Nothing else."""
        if action.kind not in self.kinds(ref, task.company):
            ref.refuse("all-or-nothing", "A company pays its whole revenue (pay) or keeps it (retain).")

    def apply(self, ref: Referee, task: OperatingTurn, action: Dividend) -> None:
        """Do it."""
        _DECISIONS[action.kind](ref, task)
