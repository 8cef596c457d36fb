"""The steps of a position from outside: do they follow each other as in play, and speak of things that are so?"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from stellwerk.errors import BadInput, Illegal
from stellwerk.position import Position
from stellwerk.referee import Referee
from stellwerk.rules import Rules
from stellwerk.steps.acquisition import Clash, TrainsTaken
from stellwerk.steps.auction import Auctions
from stellwerk.steps.base import Task
from stellwerk.steps.course import Chance, Course, Finished, Seating
from stellwerk.steps.deals import Consent, Deal
from stellwerk.steps.draft import SnakeDraft
from stellwerk.steps.operating import OperatingRound, OperatingTurn
from stellwerk.steps.rusting import Surplus
from stellwerk.steps.stations import CityChoice, HomeTile
from stellwerk.steps.stock import StockRound
from stellwerk.steps.waterfall import LotAuction, Packet
from stellwerk.trains import owned

ON_TOP_OF: dict[type[Task], tuple[type[Task], ...]] = {
    Seating: (Course, Chance),
    SnakeDraft: (Course,),
    Packet: (Course,),
    Auctions: (Course,),
    LotAuction: (Packet,),
    StockRound: (Course,),
    OperatingRound: (Course,),
    OperatingTurn: (OperatingRound,),
    HomeTile: (OperatingTurn,),
    CityChoice: (OperatingTurn, TrainsTaken, CityChoice),
    Consent: (OperatingTurn, TrainsTaken),
    TrainsTaken: (OperatingTurn,),
    Clash: (OperatingTurn, TrainsTaken, Clash),
    Surplus: (Course, OperatingRound, OperatingTurn, Surplus, TrainsTaken),
}
"""Which step lies directly on which; steps a title brings along lie where they like."""

ROUND_OF: dict[type[Task], str] = {
    Seating: "setup",
    SnakeDraft: "draft",
    Auctions: "draft",
    StockRound: "stock",
    OperatingRound: "operating",
}


def check_agenda(rules: Rules, pos: Position) -> None:
    """Refuse an agenda that cannot be."""
    steps = [step for step in pos.agenda if isinstance(step, Task)]
    if [type(step) for step in steps] == [Finished]:
        _unless(pos.result is not None, "A finished game has a result.")
        return
    _unless(pos.result is None, "Only a finished game has a result.")
    _unless(bool(steps) and isinstance(steps[0], Course), "The agenda begins with the course of the game.")
    for below, step in pairwise(steps):
        allowed = ON_TOP_OF.get(type(step))
        own = type(below) not in ON_TOP_OF and not isinstance(below, Course | Finished | Chance)
        fits = own or isinstance(below, allowed) if allowed else not isinstance(step, Course | Finished)
        _unless(fits, f"The step {_name(step)} does not follow {_name(below)}.")
        kind = ROUND_OF.get(type(step), pos.round.kind)
        _unless(
            kind == pos.round.kind, f"The step {_name(step)} does not belong in a round of kind {pos.round.kind!r}."
        )
    for index, step in enumerate(steps):
        check = _CHECKS.get(type(step))
        if check is not None:
            check(rules, pos, step, steps[:index])
        _unless(step.sound(rules, pos), f"The step {_name(step)} speaks of something that is not so.")


def _unless(right: bool, sentence: str) -> None:
    if not right:
        raise BadInput(sentence)


def _name(step: Task) -> str:
    return repr(type(step).__struct_config__.tag)


def _players(pos: Position, names: tuple[str, ...]) -> None:
    _unless(set(names) <= set(pos.players) and len(set(names)) == len(names), "Players who passed are named once each.")


def _draft(rules: Rules, pos: Position, step: SnakeDraft, below: list[Task]) -> None:
    _players(pos, step.passed)
    _unless(0 <= step.turn <= 1_000_000, "The draft has had no such number of turns.")


def _stock(rules: Rules, pos: Position, step: StockRound, below: list[Task]) -> None:
    _players(pos, step.passed)
    _unless(0 <= step.seat < len(pos.order), f"There is no seat {step.seat}.")
    _unless(set(step.selling) <= set(rules.companies), "Only shares of started companies are sold.")


def _round(rules: Rules, pos: Position, step: OperatingRound, below: list[Task]) -> None:
    _unless(set(step.queue) <= set(pos.pars), "Only started companies wait for their turn.")
    _unless(len(set(step.queue)) == len(step.queue), "A company has one turn in a round.")


def _turn(rules: Rules, pos: Position, step: OperatingTurn, below: list[Task]) -> None:
    _unless(step.company in pos.floated and step.company in pos.operated, f"{step.company} cannot have its turn now.")
    queue = below[-1].queue if isinstance(below[-1], OperatingRound) else ()
    _unless(step.company not in queue, f"{step.company} has one turn in a round.")
    _unless(0 <= step.stage < len(rules.turn), f"There is no stage {step.stage} of a turn.")
    _unless(set(step.laid) <= {"yellow", "upgrade"} and len(step.laid) < 10, "Tiles laid are 'yellow' or 'upgrade'.")
    _unless(0 <= step.revenue <= 1_000_000, f"{step.company} cannot have earned {step.revenue}.")


def _home_tile(rules: Rules, pos: Position, step: HomeTile, below: list[Task]) -> None:
    figure = rules.companies.get(step.company)
    bare = figure is not None and figure.home_tile not in [tile for tile, _ in pos.tiles.values()]
    _unless(bare and figure is not None and figure.home_tile is not None, f"{step.company} has no home tile to lay.")
    _unless(step.company == _turn_below(below).company, "A home tile is laid at the start of the company's own turn.")


def _turn_below(below: list[Task]) -> OperatingTurn:
    return next(step for step in reversed(below) if isinstance(step, OperatingTurn))


def _city_choice(rules: Rules, pos: Position, step: CityChoice, below: list[Task]) -> None:
    waits = (step.company, -1) in pos.stations.get(step.hex, ())
    _unless(waits and step.chooser in pos.floated, f"No station of {step.company} waits in {step.hex}.")
    others = [s for s in below if isinstance(s, CityChoice) and (s.company, s.hex) == (step.company, step.hex)]
    _unless(not others, "A station is placed once.")


def _consent(rules: Rules, pos: Position, step: Consent, below: list[Task]) -> None:
    before = pos.copy()
    before.agenda = tuple(below)
    referee = Referee(rules, before)
    try:
        deal = referee.task.judge(referee, step.offer)
    except Illegal as error:
        raise BadInput(f"The offer that waits for an answer is not legal: {error}") from None
    asked = deal.asked(referee, step.offer) if isinstance(deal, Deal) else None
    _unless(step.asked == asked, f"{step.asked} is not the one to answer this offer.")


def _clash(rules: Rules, pos: Position, step: Clash, below: list[Task]) -> None:
    here = [company for company, _ in pos.stations.get(step.hex, ()) if company == step.company]
    _unless(len(here) == 2, f"{step.company} has no two stations in {step.hex}.")
    others = [s for s in below if isinstance(s, Clash) and s.hex == step.hex]
    _unless(
        not others and step.company == _turn_below(below).company, "Stations clash once, in the company's own turn."
    )


def _trains_taken(rules: Rules, pos: Position, step: TrainsTaken, below: list[Task]) -> None:
    own = {card for card, _ in owned(pos, step.company)}
    _unless(step.company == _turn_below(below).company, "Trains are taken over in the company's own turn.")
    _unless(set(step.cards) <= own and len(set(step.cards)) == len(step.cards), "Trains taken over are the company's.")
    kept = len(own) - len(step.cards)
    _unless(kept <= rules.train_limit(pos, step.company), f"{step.company} has too many trains of its own.")


def _surplus(rules: Rules, pos: Position, step: Surplus, below: list[Task]) -> None:
    _unless(step.company in pos.floated, f"{step.company} has not floated.")
    own = [card for card, _ in owned(pos, step.company)]
    _unless(step.keep is None or step.keep in own, f"{step.company} has no train {step.keep} to keep.")
    _unless(rules.train_limit(pos, step.company) >= 1, f"{step.company} cannot own trains in phase {pos.phase}.")


_CHECKS: dict[type[Task], Callable[[Rules, Position, Any, list[Task]], None]] = {
    SnakeDraft: _draft,
    StockRound: _stock,
    OperatingRound: _round,
    OperatingTurn: _turn,
    HomeTile: _home_tile,
    CityChoice: _city_choice,
    Consent: _consent,
    Clash: _clash,
    TrainsTaken: _trains_taken,
    Surplus: _surplus,
}
