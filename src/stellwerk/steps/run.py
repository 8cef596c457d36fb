"""Running trains and deciding about the income."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stellwerk.actions import Action, Choice, Dividend, Run
from stellwerk.errors import Illegal
from stellwerk.events import DividendDecided, Ran
from stellwerk.position import BANK, Position
from stellwerk.referee import Referee
from stellwerk.routes import Answer, TrainSpec, best_runs, evaluate
from stellwerk.rules import Rules
from stellwerk.steps.base import Act
from stellwerk.steps.operating import OperatingTurn
from stellwerk.trains import owned

HIGHEST_CLAIM = 100_000


def running_trains(rules: Rules, pos: Position, company: str) -> list[tuple[str, str]]:
    """Cards and faces a company can run, the dearest face first."""
    trains = [(c, f) for c, f in owned(pos, company) if rules.may_run(company, rules.cards.by_name[f])]
    return sorted(trains, key=lambda train: (-rules.cards.by_name[train[1]].price, train))


def specs_of(rules: Rules, pos: Position, company: str) -> Sequence[TrainSpec]:
    """The company's trains as the route finder wants them."""
    return [rules.train_spec(rules.cards.by_name[face]) for _, face in running_trains(rules, pos, company)]


def best_for(rules: Rules, pos: Position, company: str) -> Answer:
    """The best set of runs of a company, proven."""
    return best_runs(rules.network(pos, company), specs_of(rules, pos, company))


class RunTrains(Act):
    """Run for the highest revenue anybody can show, or (where the book leaves it open) on any legal routes."""

    action = Run

    def options(self, ref: Referee, task: OperatingTurn) -> Iterator[Action | Choice]:
        """The best claim; in recorded games any amount."""
        if ref.rules.claims_are_free():
            yield Choice(Run(task.company, 0), "revenue", 0, HIGHEST_CLAIM, 1)
        else:
            best = Run(task.company, best_for(ref.rules, ref.pos, task.company).total)
            free = best.revenue and not ref.rules.must_run_best()
            yield Choice(best, "routes", 1, best.revenue) if free else best

    def check(self, ref: Referee, task: OperatingTurn, action: Run) -> None:
        """The claim is the maximum, or what the named routes earn."""
        if ref.rules.claims_are_free():
            if not 0 <= action.revenue <= HIGHEST_CLAIM:
                ref.refuse("not-the-maximum", f"No company earns {action.revenue}.")
            return
        if action.routes and not ref.rules.must_run_best():
            self.check_routes(ref, task.company, action)
            return
        best = best_for(ref.rules, ref.pos, task.company).total
        if action.revenue != best or action.routes:
            ref.refuse("not-the-maximum", f"{task.company} must run for the highest revenue, {best}.")

    def check_routes(self, ref: Referee, company: str, action: Run) -> None:
        """Routes stand in the order of the trains, dearest first; an empty one is a train that does not run."""
        specs = specs_of(ref.rules, ref.pos, company)
        named = [(i, route) for i, route in enumerate(action.routes) if route]
        if len(action.routes) > len(specs) or not named:
            ref.refuse("route-too-many", f"{company} can run {len(specs)} trains and must run one.")
        try:
            worth = evaluate(ref.rules.network(ref.pos, company), specs, named).total
        except Illegal as refusal:
            ref.refuse(refusal.code, refusal.sentence)
        if worth != action.revenue:
            ref.refuse("not-the-sum", f"These routes earn {worth}, not {action.revenue}.")

    def apply(self, ref: Referee, task: OperatingTurn, action: Run) -> None:
        """Note the revenue; without any there is nothing to decide."""
        routes = action.routes
        if not routes and not ref.rules.claims_are_free():
            routes = tuple(run.nodes for run in best_for(ref.rules, ref.pos, task.company).runs)
        trains = tuple(face for _, face in running_trains(ref.rules, ref.pos, task.company))
        ref.say(Ran(task.company, action.revenue, routes, trains))
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
    ref.rules.after_income(ref, task.company)
    task.leave(ref, "dividend")


def pay_out(ref: Referee, task: OperatingTurn) -> None:
    """Every player gets his part, rounded once on his whole holding; the price rises."""
    ref.say(DividendDecided(task.company, "pay", task.revenue))
    for player in ref.pos.players:
        amount = ref.rules.dividend(task.revenue, ref.percent(task.company, player))
        ref.pay(BANK, player, amount, f"dividend of {task.company}")
    own = ref.rules.dividend(task.revenue, ref.rules.treasury_part(ref.pos, task.company))
    ref.pay(BANK, task.company, own, "dividend of its own shares")
    ref.rules.price_after_run(ref, task.company, task.revenue)
    ref.rules.after_income(ref, task.company)
    task.leave(ref, "dividend")


class DecideDividend(Act):
    """Pay all of it or keep all of it."""

    action = Dividend

    def options(self, ref: Referee, task: OperatingTurn) -> Iterator[Action]:
        """Both."""
        yield Dividend(task.company, "pay")
        yield Dividend(task.company, "retain")

    def check(self, ref: Referee, task: OperatingTurn, action: Dividend) -> None:
        """No split, nothing else."""
        if action.kind not in ("pay", "retain"):
            ref.refuse("all-or-nothing", "A company pays its whole revenue (pay) or keeps it (retain).")

    def apply(self, ref: Referee, task: OperatingTurn, action: Dividend) -> None:
        """Do it."""
        (pay_out if action.kind == "pay" else retain)(ref, task)
