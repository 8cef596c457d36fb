"""What a choice gives away: said once, in the panel, before it is made.

An act of a later stage of a company's turn ends the stages before it. What these still had on offer is given up with
it. That is told with every such choice; it is a warning where it is worth one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from stellwerk import actions, events, ledger
from stellwerk.actions import Action
from stellwerk.position import BANK, Position
from stellwerk.referee import Referee
from stellwerk.rules.limits import limited_trains
from stellwerk.steps.forced_purchase import ForcedSale
from stellwerk.steps.operating_round import OperatingTurn, has_runnable_train
from stellwerk.steps.train_purchase import in_need
from stellwerk.table.view.game.choices import Effect, task_of
from stellwerk.table.view.game.effects import TriedAction, director_changes
from stellwerk.table.view.game.forecast import need_for_train
from stellwerk.table.view.scene import Scene


class Warning(msgspec.Struct, frozen=True):
    """A sentence; where something is lost for good, what the button says; and whether a tick is asked for."""

    text: str
    loss: str = ""
    confirm: bool = False


def list_warnings(scene: Scene, made: TriedAction, label: str, given_up: Sequence[str]) -> list[Warning]:
    """Everything a choice gives away, the worst first."""
    found = [*_warn_of_bankruptcy(scene, made, label), *_warn_of_closings(scene, made, label)]
    found += [*_warn_of_lost_directorships(scene, made, label), *_own_money(scene, made, label)]
    return [
        *found,
        *_warn_of_empty_treasury(scene, made),
        *_own_trains(scene, made),
        *_warn_of_unused_rights(scene, made, label, given_up),
    ]


def _warn_of_bankruptcy(scene: Scene, made: TriedAction, label: str) -> Iterator[Warning]:
    for ruined in made.told(events.Bankrupt):
        if ruined.player == scene.me:
            text = scene.say("You cannot raise the money. You are bankrupt and leave the game.")
            yield Warning(text, scene.say("{action}, and go bankrupt", action=label), True)


def _warn_of_closings(scene: Scene, made: TriedAction, label: str) -> Iterator[Warning]:
    """Companies that leave the game by it, and what the reader loses with them."""
    say, ruined = scene.say, bool(made.told(events.Bankrupt))
    for gone in made.told(events.CompanyClosed):
        own = scene.rules.register.percent(made.before, gone.company, str(scene.me))
        text = say("{company} is closed. Its shares are worth nothing then; you hold {own}%.", company=gone.company,
                   own=own)  # fmt: skip
        yield Warning(text, "" if ruined else say("{action}, and close {company}", action=label, company=gone.company))


def _warn_of_lost_directorships(scene: Scene, made: TriedAction, label: str) -> Iterator[Warning]:
    say, register = scene.say, scene.rules.register
    for company, (before, after) in director_changes(scene, made).items():
        if before != scene.me or company not in scene.rules.companies_in_play(made.after) or after is None:
            continue
        trains = len(limited_trains(scene.rules, made.after, company))
        goods = say.n("{n} train", "{n} trains", trains)
        theirs, yours = (register.percent(made.after, company, who) for who in (after, str(before)))
        text = say(
            "You lose {company} to {player}, who then holds {theirs}%, you {yours}%. {goods} and {money} go with it.",
            company=company, player=after, theirs=theirs, yours=yours, goods=goods,
            money=scene.money(made.after.cash.get(company, 0)),
        )  # fmt: skip
        yield Warning(text, say("{action}, give up {company}", action=label, company=company))


def _own_money(scene: Scene, made: TriedAction, label: str) -> Iterator[Warning]:
    """Money of the director for a train the company must have."""
    if not isinstance(made.action, actions.BuyTrain):
        return
    say, company = scene.say, made.action.company
    paid = sum(p.amount for p in made.told(events.Paid) if (p.payer, p.payee) == (scene.me, company))
    loan = sum(taken.amount for taken in made.told(events.LoanTaken) if taken.player == scene.me)
    forced = next((step for step in made.after.agenda if isinstance(step, ForcedSale)), None)
    if loan:
        text = say("You pay {paid} and borrow {loan} of it. A penalty of {loan} counts against you at the end.",
                   paid=scene.money(paid), loan=scene.money(loan))  # fmt: skip
        yield Warning(text, say("{action}, borrow {loan}", action=label, loan=scene.money(loan)))
    elif forced is not None:
        short = forced.short(Referee(scene.rules, made.after))
        text = say("You lack {short} for this train. You must sell shares for it.", short=scene.money(short))
        yield Warning(text, say("{action}, then sell shares", action=label))
    elif paid:
        text = say("The treasury does not reach. You pay {paid} of your own.", paid=scene.money(paid))
        yield Warning(text, say("{action}, pay {paid} yourself", action=label, paid=scene.money(paid)))


def missing_for_train(scene: Scene, position: Position, company: str) -> int:
    """What a company lacks for the cheapest train that it must buy in this turn; 0 if it need not or can."""
    if company not in position.floated:
        return 0
    referee = Referee(scene.rules, position)
    return need_for_train(scene.rules, position, company).missing if in_need(referee, company) else 0


def _warn_of_empty_treasury(scene: Scene, made: TriedAction) -> Iterator[Warning]:
    """The treasury gets too small for the train the company must buy."""
    task = task_of(scene)
    if not isinstance(task, OperatingTurn) or isinstance(made.action, actions.BuyTrain | actions.Run):
        return
    if made.game.actor != task.company:
        return
    after = missing_for_train(scene, made.after, task.company)
    before = missing_for_train(scene, _with_revenue(made.before, task), task.company)
    if after > before:
        text = scene.say(
            "{company} must buy a train in this turn. {short} will be missing, and you pay that.",
            company=task.company, short=scene.money(after),
        )  # fmt: skip
        yield Warning(text)


def _with_revenue(position: Position, task: OperatingTurn) -> Position:
    """The position with the revenue kept, if one waits."""
    kept = position.copy()
    ledger.pay(kept, BANK, task.company, task.revenue, "revenue retained", lambda _: None)
    return kept


def _own_trains(scene: Scene, made: TriedAction) -> Iterator[Warning]:
    """Trains of one's own companies that a purchase scraps."""
    director = scene.rules.register.director
    lost = [
        f"{gone.owner} {gone.face}"
        for gone in made.told(events.TrainScrapped)
        if gone.owner in scene.rules.companies and director(made.before, gone.owner) == scene.me
    ]
    if lost and not isinstance(made.action, actions.ScrapTrain):
        yield Warning(scene.say("Your companies lose trains: {trains}.", trains=", ".join(lost)))


def _warn_of_unused_rights(scene: Scene, made: TriedAction, label: str, given_up: Sequence[str]) -> Iterator[Warning]:
    """What could still be done in this turn and is not."""
    say, task = scene.say, task_of(scene)
    if task is not None and task.lost_by_passing[0] and isinstance(made.action, actions.Pass):
        text, loss = task.lost_by_passing
        yield Warning(say(text), say(loss))
    if not isinstance(task, OperatingTurn):
        return
    if "track" in given_up and task.first:
        text = say(
            "{company} lays no more track in its first turn. What it could still lay is lost.", company=task.company
        )
        yield Warning(text, say("{action}, lay no more track", action=label))
    if "run" in given_up:
        yield Warning(say("The trains do not run."), say("{action}, without a run", action=label))
    if "trains" in given_up and not has_runnable_train(Referee(scene.rules, scene.position), task.company):
        yield Warning(say("{company} goes on without a train and earns nothing.", company=task.company),
                      say("{action} without a train", action=label))  # fmt: skip


def given_up_line(scene: Scene, action: Action, given_up: Sequence[str]) -> tuple[Effect, ...]:
    """The stages that end with a choice, though something could still be done in them."""
    if not given_up:
        return ()
    names = ", ".join(stage_words(scene, name) for name in given_up)
    return (Effect(scene.say("No longer in this turn"), names, "warn"),)


def stage_words(scene: Scene, stage: str) -> str:
    """A stage of a company's turn, as what is done in it."""
    say = scene.say
    words = {
        "track": say("laying track"), "station": say("placing a station"), "run": say("running trains"),
        "dividend": say("deciding about the revenue"), "acquire": say("taking over a company"),
        "trains": say("buying a train"),
    }  # fmt: skip
    return words.get(stage, stage)
