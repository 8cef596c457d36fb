"""Programmed choices: pass for the rest of a stock round, buy until a company floats, let pass what is proposed to a
board while a turn lasts; and what stops them.

Everything is computed from positions and events, so it holds for every title. A program that has stopped stays stored
with its reason until the round is over or its player dismisses it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from stellwerk.actions import Action, BuyShare, Pass
from stellwerk.errors import BadInput, Illegal
from stellwerk.events import CertificateMoved, CompanyStarted, DirectorChanged, Event, Floated
from stellwerk.game import Game
from stellwerk.position import OFFERING, POOL, Position, Round
from stellwerk.rules import Rules
from stellwerk.rules.parts import newly_reached
from stellwerk.steps.objection import CallVote, Contested, LetPass, Veto
from stellwerk.steps.operating_round import OperatingTurn
from stellwerk.steps.stock_round import StockRound
from stellwerk.table.db.archive import STEPS
from stellwerk.table.db.records import Logged
from stellwerk.vocabulary import tag_of

PASSING, FLOATING, LETTING = "pass", "float", "let"
"""Pass for the rest of the stock round; buy a company's certificates until it floats; object to nothing that is
proposed to a board in a company's turn."""

SOLD, DANGER, FLOATS, DIRECTOR, BOUGHT = "sold", "danger", "floated", "director", "bought"
STOPS = (SOLD, DANGER, FLOATS, DIRECTOR, BOUGHT)
"""What can stop a program: shares of a company one holds are sold, one's directorship is in danger, a company floats,
somebody takes a directorship, somebody buys. A program also stops when something is undone, when its player moves
himself, is asked something else or cannot go on."""
USUAL = (SOLD, DANGER, FLOATS, DIRECTOR)


class StopReason(msgspec.Struct, frozen=True):
    """Why a program stopped: a code, and who and what it was about; `sentence` is the engine's refusal."""

    code: str
    player: str = ""
    company: str = ""
    sentence: str = ""


class Programmed(msgspec.Struct, frozen=True, kw_only=True):
    """A programmed choice of a seat: what to do, in which round, and after which entry it was made."""

    kind: str
    company: str = ""
    stops: tuple[str, ...] = USUAL
    round: Round
    since: int
    reason: StopReason | None = None

    def stopped(self, reason: StopReason) -> Programmed:
        """The same, at its end."""
        return msgspec.structs.replace(self, reason=reason)


class ProgramStep(msgspec.Struct, frozen=True):
    """One entry of the log with the positions before and after it, and what happened."""

    line: Logged
    before: Position
    after: Position
    events: tuple[Event, ...]


def new_program(kind: str, company: str, stops: Iterable[str], game: Game, number: int) -> Programmed:
    """A program made now; refuses what cannot be."""
    if kind == LETTING:
        turn = contested_turn(game.rules, game.position)
        if turn is None:
            raise Illegal("no-proposals", "Nothing is proposed to a board now.")
        return Programmed(kind=kind, company=turn.company, stops=(), round=game.position.round, since=number)
    if not in_stock_round(game.position):
        raise Illegal("no-stock-round", "Choices can be programmed in a stock round only.")
    if kind not in (PASSING, FLOATING):
        raise BadInput("A programmed choice is to pass or to buy until a company floats.")
    if kind == FLOATING and company not in to_float(game.rules, game.position):
        raise Illegal("no-float", f"{company[:20]} is no company that waits to float by its initial offering.")
    chosen = tuple(stop for stop in STOPS if stop in set(stops)) if kind == PASSING else USUAL
    named = company if kind == FLOATING else ""
    return Programmed(kind=kind, company=named, stops=chosen, round=game.position.round, since=number)


def in_stock_round(position: Position) -> bool:
    """Do players buy and sell shares now (an auction before it is none)?"""
    return any(isinstance(step, StockRound) and step.skippable for step in position.agenda)


def turn_has_bought(position: Position) -> bool:
    """Has the player on turn bought, so that he only ends his turn?"""
    step = position.agenda[-1] if position.agenda else None
    return isinstance(step, StockRound) and step.has_bought


def contested_turn(rules: Rules, position: Position) -> OperatingTurn | None:
    """The turn that goes on now, if a board may object to what is done in it."""
    turn = next((step for step in reversed(position.agenda) if isinstance(step, OperatingTurn)), None)
    acts = [act for stage in rules.stages(position, turn.company) for act in stage.acts] if turn is not None else []
    return turn if any(isinstance(act, Contested) for act in acts) else None


def is_over(program: Programmed, rules: Rules, position: Position) -> bool:
    """Has the round or the turn ended that a program was made for?"""
    if program.round != position.round:
        return True
    turn = contested_turn(rules, position) if program.kind == LETTING else None
    return program.kind == LETTING and (turn is None or turn.company != program.company)


def encode_program(program: Programmed) -> dict[str, Any]:
    """A program as it is stored."""
    data: dict[str, Any] = msgspec.to_builtins(program)
    return data


def decode_program(stored: object) -> Programmed | None:
    """A stored program; None if it is none of ours."""
    try:
        return msgspec.convert(stored, type=Programmed)
    except msgspec.ValidationError:
        return None


def to_float(rules: Rules, position: Position) -> tuple[str, ...]:
    """The started companies that have not floated and have certificates in the initial offering."""
    return tuple(
        company
        for company in rules.companies_in_play(position)
        if not has_floated(rules, position, company) and rules.register.at(position, company, OFFERING)
        if rules.available(position, company)
    )


def has_floated(rules: Rules, position: Position, company: str) -> bool:
    """Has a company floated, or will it when the round ends?"""
    return company in position.floated or rules.floats(position, company)


def companies_held(rules: Rules, position: Position, player: str) -> tuple[str, ...]:
    """The companies a player holds shares of."""
    return tuple(c for c in rules.companies_in_play(position) if rules.register.percent(position, c, player))


def companies_directed(rules: Rules, position: Position, player: str) -> tuple[str, ...]:
    """The companies a player directs."""
    return tuple(c for c in rules.companies_in_play(position) if rules.register.director(position, c) == player)


def concern_of(program: Programmed, player: str, rules: Rules, step: ProgramStep) -> StopReason | None:
    """What in a step stops the program, if anything does."""
    if step.line.kind not in STEPS:
        return StopReason("undone", step.line.who)
    if step.line.who == player:
        return None if is_expected(program, step.line.action, step.before) else StopReason("own")
    if program.kind == LETTING:
        return None
    watched = set(rules.companies_in_play(step.after))
    if program.company:
        watched = {*companies_held(rules, step.before, player), program.company}
    for event in step.events:
        reason = _concern_in_event(program, player, event, watched, rules, step.before)
        if reason is not None:
            return reason
    if program.company and has_floated(rules, step.after, program.company):
        return StopReason("enough", company=program.company)
    return director_in_danger(player, rules, step) if DANGER in program.stops else None


def is_expected(program: Programmed, action: dict[str, Any] | None, before: Position) -> bool:
    """Is this move of the player's what the program does, too?"""
    kind = (action or {}).get("type")
    if program.kind == LETTING:
        return kind != tag_of(CallVote)
    if program.kind == PASSING or turn_has_bought(before):
        return kind == "pass"
    return kind == "buy-share" and (action or {}).get("company") == program.company


def _concern_in_event(
    program: Programmed, player: str, event: Event, watched: set[str], rules: Rules, before: Position
) -> StopReason | None:
    """What in one event concerns the player; `watched` are the companies he cares for."""
    match event:
        case CertificateMoved(company=company, giver=giver, taker=taker) if giver != player:
            own = company == program.company or rules.register.percent(before, company, player) > 0
            if own and SOLD in program.stops and giver in before.players and taker not in before.players:
                return StopReason("sold", giver, company)
            if BOUGHT in program.stops and giver not in before.players and taker in before.players:
                return StopReason("bought", taker, company)
        case DirectorChanged(company=company, player=director) if DIRECTOR in program.stops and company in watched:
            return StopReason("director", director, company)
        case DirectorChanged(company=company, player=director) if company in companies_directed(rules, before, player):
            return StopReason("director", director, company)
        case CompanyStarted(company=company, player=founder) if DIRECTOR in program.stops and not program.company:
            return StopReason("started", founder, company)
        case Floated(company=company) if FLOATS in program.stops and program.company in ("", company):
            return StopReason("floated", company=company)
    return None


def director_in_danger(player: str, rules: Rules, step: ProgramStep) -> StopReason | None:
    """Has somebody come so near that one more certificate makes him director of a company of the player's?"""
    for company in companies_directed(rules, step.after, player):
        rival, lead = _lead_of_director(rules, step.after, company, player)
        if (
            lead < _largest_on_sale(rules, step.after, company)
            and lead < _lead_of_director(rules, step.before, company, player)[1]
        ):
            return StopReason("danger", rival, company)
    return None


def _lead_of_director(rules: Rules, position: Position, company: str, player: str) -> tuple[str, int]:
    """The nearest rival of a director, and by how much the director holds more."""
    top, rivals = rules.register.largest_holders(position, company, besides=player)
    return rivals[0] if rivals else "", rules.register.standing(position, company, player) - top


def _largest_on_sale(rules: Rules, position: Position, company: str) -> int:
    """The largest certificate of a company somebody could buy."""
    cards = [c for place in (OFFERING, POOL) for c in rules.register.at(position, company, place)]
    return max((card.percent for card in cards), default=0)


def choose_by_program(program: Programmed, player: str, game: Game) -> Action | StopReason | None:
    """What the program plays in its player's turn, or why it stops; nothing where it waits for the next question."""
    if program.kind == LETTING:
        return let_pass(player, game)
    if program.kind == PASSING or turn_has_bought(game.position):
        passes = Pass(player)
        return passes if passes in game.legal() else StopReason("other")
    if has_floated(game.rules, game.position, program.company):
        return StopReason("enough", company=program.company)
    offered = sorted(game.rules.register.offered_percents(game.position, program.company, OFFERING))
    refusal = StopReason("none-left", company=program.company)
    for percent in offered:
        action = BuyShare(player, program.company, percent, OFFERING)
        try:
            game.check(action)
        except Illegal as error:
            refusal = StopReason("refused", company=program.company, sentence=error.sentence)
        else:
            return action
    return refusal


def let_pass(player: str, game: Game) -> Action | StopReason | None:
    """Object to nothing; but a proposal by which a part of the player's is swallowed he decides about himself."""
    step = game.position.agenda[-1]
    if not isinstance(step, Veto):
        return None
    lost = swallowed(player, game, step)
    return StopReason("swallowed", company=lost[0]) if lost else LetPass(step.asked[0])


def swallowed(player: str, game: Game, step: Veto) -> list[str]:
    """The parts a player decides for that a proposal joins with the first part of their company."""
    rules, before = game.rules, game.position
    after = step.carried_out(rules, before).pos
    return [
        part.company
        for company in rules.companies_in_play(before)
        for part in newly_reached(rules.standing_of_parts(before, company), rules.standing_of_parts(after, company))
        if part.decider == player
    ]
