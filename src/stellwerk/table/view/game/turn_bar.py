"""Whose turn it is: the bar on top of the panel."""

from __future__ import annotations

import msgspec

from stellwerk.referee import Referee
from stellwerk.rules.limits import certificates_of, limit_of_certificates
from stellwerk.rules.parts import PartStanding
from stellwerk.steps.deals import Consent
from stellwerk.steps.distribution import Distribution
from stellwerk.steps.objection import Proposal, Vote
from stellwerk.steps.operating_round import OperatingRound, OperatingTurn
from stellwerk.steps.sealed_bids import SealedBids
from stellwerk.steps.stations import CityChoice
from stellwerk.steps.stock_round import StockRound
from stellwerk.table.db.records import BOT
from stellwerk.table.view.game.choices import task_of
from stellwerk.table.view.game.parts import say_why, standing_around
from stellwerk.table.view.game.proposals import count_votes, own_parts
from stellwerk.table.view.game.turn_steps import turn_of
from stellwerk.table.view.scene import COPY, OLD, Scene

MINE, OTHER, THINKS, ASKED, WHAT_IF, OLD_ONE, OVER, WATCHING, STOPPED = (
    "mine", "other", "bot", "asked", "what-if", "old", "over", "watching", "stopped",
)  # fmt: skip
"""What the turn bar can say."""


class TurnBar(msgspec.Struct, frozen=True, kw_only=True):
    """Whose turn it is."""

    state: str
    title: str
    line: str = ""
    player: str = ""
    letter: str = ""
    is_bot: bool = False
    company: str = ""
    money: str = ""


def acting_company(scene: Scene) -> str:
    """The company that acts, if one does; while an offer is answered, the one whose turn it is."""
    actor = scene.game.actor
    if actor in scene.rules.companies and not isinstance(task_of(scene), Proposal):
        return actor
    turn = turn_of(scene)
    return turn.company if turn is not None else ""


def state_of(scene: Scene) -> str:
    """How the reader stands to the turn."""
    if scene.mode == OLD:
        return OLD_ONE
    if scene.damage is not None:
        return STOPPED
    if scene.game.over:
        return OVER
    if scene.mode == COPY:
        return WHAT_IF
    if scene.decides:
        return ASKED if isinstance(task_of(scene), Consent) else MINE
    if not scene.mine:
        return WATCHING
    return THINKS if scene.bot_thinks else OTHER


def turn_bar(scene: Scene) -> TurnBar:
    """The bar on top of the panel."""
    state, player, company = state_of(scene), scene.game.turn, acting_company(scene)
    purse = company if company and scene.game.actor == company else player
    turn = scene.turn
    return TurnBar(
        state=state,
        title=_turn_title(scene, state, player, company),
        line=_turn_line(scene, state, company),
        player=player,
        letter=scene.letter(player) if player else "",
        is_bot=turn is not None and turn.kind == BOT,
        company=company,
        money=_amount_of_bar(scene, purse),
    )


def _amount_of_bar(scene: Scene, purse: str) -> str:
    """Whose money the decision is about; of a vote, how it stands."""
    step = task_of(scene)
    if isinstance(step, Proposal):
        agreeing, against, _ = count_votes(scene, step)
        return f"{agreeing} : {against}" if isinstance(step, Vote) else ""
    if not scene.rules.figures.has_money:
        held = certificates_of(scene.rules, scene.position, scene.game.turn) if scene.game.turn else 0
        return f"{held}/{limit_of_certificates(scene.rules, scene.position)}" if scene.game.turn else ""
    return scene.money(scene.position.cash[purse]) if purse in scene.position.cash else ""


def _turn_title(scene: Scene, state: str, player: str, company: str) -> str:
    say = scene.say
    if state == OVER:
        return say("The game is over")
    if state == STOPPED:
        return say("The game has stopped")
    if state == ASKED:
        asker = scene.rules.register.director(scene.position, company) or company
        if len(scene.mine) > 1:
            return say("{asker} asks {player}", asker=asker, player=player)
        return say("{asker} asks you", asker=asker)
    step = task_of(scene)
    if isinstance(step, Proposal) and state != THINKS:
        return _board_title(scene, step, state, player, company)
    about = name_of_company(scene, company)
    owner = silent_owner(scene, company)
    if state == MINE and len(scene.mine) == 1:
        if owner:
            return _for_another(scene, owner, company)
        return say("Your turn: {about}", about=about or round_name(scene))
    if state == THINKS:
        return say("{player} thinks", player=player)
    if company and scene.game.actor == company:
        if owner:
            return say("{player} decides for {owner}'s {company}", player=player, owner=owner, company=company)
        return say("{player} decides for {company}", player=player, company=about)
    return say("{player} decides", player=player) if player else say("Nobody decides")


def _board_title(scene: Scene, step: Proposal, state: str, player: str, company: str) -> str:
    """Who is asked about a proposal, or votes on it."""
    say = scene.say
    if state == MINE and len(scene.mine) == 1:
        if isinstance(step, Vote):
            return say("Your vote")
        return say("{asker} asks the board", asker=scene.rules.decides(scene.position, company))
    if isinstance(step, Vote):
        return say("{player} votes", player=player)
    return say("{player} may object", player=player)


def name_of_company(scene: Scene, company: str) -> str:
    """A company, or the part of one that acts for itself, as the turn bar calls it."""
    standing = standing_around(scene, company)
    part = standing.part(company) if standing is not None else None
    if part is None or standing is None:
        return company
    return scene.say("{company}, part {sign}", company=standing.company, sign=part.sign)


def silent_owner(scene: Scene, company: str) -> str:
    """Who directs a company without a seat at the table, so that others decide for it; nobody as a rule."""
    director = scene.rules.register.director(scene.position, company) if company else None
    return director if director and director in scene.rules.silent_partners else ""


def _for_another(scene: Scene, owner: str, company: str) -> str:
    """What the reader decides for a company that is not his."""
    step, say = task_of(scene), scene.say
    stage = ""
    if isinstance(step, OperatingTurn):
        stage = scene.rules.stages(scene.position, step.company)[step.stage].name
    if stage == "station" or isinstance(step, CityChoice):
        return say("You place stations for {owner}'s {company}", owner=owner, company=company)
    return say("You build for {owner}'s {company}", owner=owner, company=company)


def round_name(scene: Scene) -> str:
    """The round being played, in words; which turn of how many it is, where there are so many."""
    now, turns = scene.position.round, scene.rules.turn_count(scene.position)
    if turns is not None:
        return scene.say("turn {n} of {of}", n=turns[0], of=turns[1])
    return scene.say(scene.rules.kind_of(now).phrase or now.kind, set=now.set, number=now.number)


def _turn_line(scene: Scene, state: str, company: str) -> str:
    """The small line of the turn bar."""
    say = scene.say
    if state == OLD_ONE:
        return say("as it was after action {number}", number=scene.number)
    if state == WHAT_IF:
        return say("what if; only you see this")
    if state == WATCHING:
        return say("you are watching")
    if state == STOPPED:
        return say("after action {number}", number=scene.stands)
    if state == THINKS:
        return say("it moves by itself")
    step = task_of(scene)
    if isinstance(step, Proposal):
        return _line_of_seat(scene, step, company)
    standing = standing_around(scene, company)
    part = standing.part(company) if standing is not None else None
    if part is not None:
        return _line_of_part(scene, part)
    if company:
        name = scene.rules.companies[company].name
        place, of = place_in_round(scene, company)
        return say("{name} · {place} of {of}", name=name, place=place, of=of) if place else name
    task = task_of(scene)
    if isinstance(task, SealedBids):
        return say("secret until all are in")
    if isinstance(task, Distribution):
        return _visits_line(scene, task)
    passed = getattr(task, "passed", ())
    if isinstance(task, StockRound) and task.selling:
        return say("you have sold {companies}", companies=", ".join(task.selling))
    return say("passed: {players}", players=", ".join(passed)) if passed else round_name(scene)


def _line_of_seat(scene: Scene, step: Proposal, company: str) -> str:
    """As whom somebody is asked: by which seats, and why they are his."""
    actor, say = step.actor(Referee(scene.rules, scene.position)), scene.say
    own = own_parts(scene, company, actor)
    if not own:
        return round_name(scene)
    signs = ", ".join(part.sign for part in own)
    return say("seat {signs}, {why}", signs=signs, why=say_why(scene, own[0]))


def _line_of_part(scene: Scene, part: PartStanding) -> str:
    """Why somebody decides for a part."""
    say = scene.say
    if part.owner is not None and part.owner in scene.rules.companies:
        if not part.card:
            return say("for {company}, which presides", company=part.owner)
        return say("for {company}, which holds card {number}", company=part.owner, number=part.card)
    return say_why(scene, part)


def _visits_line(scene: Scene, task: Distribution) -> str:
    """How many the player has bought, and who follows."""
    say, after = scene.say, scene.position.order[task.seat + 1 :]
    bought = say("{n} of {most} bought", n=task.taken, most=task.most)
    names = ", ".join(say("you") if name == scene.me else name for name in after)
    return say("{bought}; then {names}", bought=bought, names=names) if names else bought


def place_in_round(scene: Scene, company: str) -> tuple[int, int]:
    """As which of how many companies it operates; 0 where it does not."""
    going_on = next((step for step in scene.position.agenda if isinstance(step, OperatingRound)), None)
    if going_on is None or turn_of(scene) is None:
        return 0, 0
    every = scene.rules.operating_order(scene.position)
    return len(every) - sum(1 for other in every if other in going_on.queue), len(every)
