"""A proposal that waits for a board: who may object or vote, what it would do, what each open vote leads to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import msgspec

from stellwerk.actions import Action, LayTile
from stellwerk.events import Event
from stellwerk.game import Game
from stellwerk.referee import Referee
from stellwerk.rules.parts import PartStanding, newly_reached
from stellwerk.steps.base import Task
from stellwerk.steps.objection import LetPass, Proposal, Veto, Vote
from stellwerk.steps.operating_round import OperatingTurn, turn_below
from stellwerk.table.view.game import parts
from stellwerk.table.view.game.choices import Effect, task_of
from stellwerk.table.view.scene import Scene

PROPOSES, PASSES, NOW, LATER, SILENT, FOR, AGAINST, OPEN = (
    "proposes", "passes", "now", "later", "silent", "for", "against", "open",
)  # fmt: skip


class BoardSeat(msgspec.Struct, frozen=True, kw_only=True):
    """A member of the board: its seats in one row, who decides, what was said."""

    signs: tuple[str, ...]
    letter: str
    player: str
    why: str
    mine: bool
    votes: int
    state: str
    text: str


class OpenVote(msgspec.Struct, frozen=True):
    """What a vote that is still open leads to."""

    vote: str
    text: str


def question_of(scene: Scene) -> Proposal | None:
    """The proposal that waits, if one does."""
    step = task_of(scene)
    return step if isinstance(step, Proposal) else None


def let_everything_pass(game: Game) -> tuple[list[Event], tuple[str, ...]]:
    """A game goes on as if nobody objected to what was proposed; gives also who could have."""
    told: list[Event] = []
    asked: list[str] = []
    while game.position.agenda and isinstance(step := game.position.agenda[-1], Veto):
        asked.append(step.asked[0])
        told += game.play(LetPass(step.asked[0]))
    return told, tuple(asked)


def if_it_passes(scene: Scene, step: Proposal) -> tuple[Game, tuple[Event, ...]]:
    """The game as it would be if the proposal were carried out now."""
    referee = step.carried_out(scene.rules, scene.position)
    return Game(scene.rules, referee.pos, draws=False), tuple(referee.events)


def turn_of_proposal(scene: Scene) -> OperatingTurn:
    """The turn in which something is proposed."""
    return turn_below(scene.position.agenda)


def lost_parts(scene: Scene, game: Game, company: str) -> tuple[PartStanding, ...]:
    """The parts that join the first part by what leads to a position."""
    before, after = (parts.standing_around(scene, company, at) for at in (scene.position, game.position))
    return newly_reached(before, after)


def say_join(scene: Scene, part: PartStanding) -> Effect:
    """A part that joins, as an effect."""
    whose = scene.say("{part} (yours)", part=parts.name_of_part(scene, part))
    label = whose if part.decider == scene.me else parts.name_of_part(scene, part)
    return Effect(label, scene.say("joins {first}", first=_first(scene, part)), "down")


def _first(scene: Scene, part: PartStanding) -> str:
    standing = parts.standing_around(scene, part.company)
    return parts.name_of_part(scene, standing.parts[0]) if standing is not None else ""


def seats_of(scene: Scene, step: Proposal) -> tuple[BoardSeat, ...]:
    """The members of the board in their order."""
    return tuple(_make_seat(scene, step, who, votes) for who, votes in voters_of(scene, step).items())


def voters_of(scene: Scene, step: Proposal) -> dict[str, int]:
    """Everybody with a vote, and how many he has; the proposer first."""
    referee = Referee(scene.rules, scene.position.copy())
    turn = turn_of_proposal(scene)
    return step.act_of(referee, turn).voters(referee, turn)


def _make_seat(scene: Scene, step: Proposal, who: str, votes: int) -> BoardSeat:
    own = own_parts(scene, turn_of_proposal(scene).company, who)
    player = who if who in scene.position.players else scene.rules.decides(scene.position, who)
    state = _state_of_seat(scene, step, who)
    return BoardSeat(
        signs=tuple(part.sign for part in own),
        letter=scene.letter(player),
        player=scene.say("You") if player == scene.me else player,
        why=parts.say_why(scene, own[0]) if own else "",
        mine=player == scene.me,
        votes=votes,
        state=state,
        text=_say_state(scene, step, state, player == scene.me),
    )


def own_parts(scene: Scene, company: str, who: str) -> tuple[PartStanding, ...]:
    """The parts whose owner somebody is."""
    standing = parts.standing_around(scene, company)
    return tuple(part for part in standing.parts if part.owner == who) if standing is not None else ()


def _state_of_seat(scene: Scene, step: Proposal, who: str) -> str:
    voters = list(voters_of(scene, step))
    if isinstance(step, Vote):
        voted = dict(step.votes)
        if who in voted:
            return FOR if voted[who] else AGAINST
        return NOW if who == step.actor(Referee(scene.rules, scene.position)) else OPEN
    assert isinstance(step, Veto), "a proposal waits for an objection or for votes"
    if who == voters[0]:
        return PROPOSES
    if who in step.asked:
        return NOW if who == step.asked[0] else LATER
    before = scene.position.copy()
    before.agenda = before.agenda[:-1]
    referee = Referee(scene.rules, before)
    turn = cast("Task", before.agenda[-1])
    may = step.act_of(referee, turn).objectors(referee, turn, step.proposal)
    return PASSES if who in may else SILENT


def _say_state(scene: Scene, step: Proposal, state: str, mine: bool) -> str:
    say = scene.say
    if state == NOW:
        return say("votes now") if isinstance(step, Vote) else say("veto?") if mine else say("is asked")
    return {
        PROPOSES: say("proposes it"), PASSES: say("lets it pass"), LATER: say("is asked later"),
        SILENT: say("cannot object"), FOR: say("for"), AGAINST: say("against"), OPEN: say("votes later"),
    }[state]  # fmt: skip


def count_votes(scene: Scene, step: Proposal) -> tuple[int, int, int]:
    """Votes for a proposal, against it, and open ones."""
    voters = voters_of(scene, step)
    given = dict(step.votes) if isinstance(step, Vote) else {}
    agreeing = sum(votes for who, votes in voters.items() if given.get(who) is True)
    against = sum(votes for who, votes in voters.items() if given.get(who) is False)
    return agreeing, against, sum(voters.values()) - agreeing - against


def list_outcomes(scene: Scene, step: Proposal) -> Iterator[OpenVote]:
    """What the next vote leads to, either way."""
    if not isinstance(step, Vote):
        return
    say, voters = scene.say, voters_of(scene, step)
    own = voters[step.actor(Referee(scene.rules, scene.position))]
    agreeing, against, open_votes = count_votes(scene, step)
    for vote, yes, no in ((say("against"), agreeing, against + own), (say("for"), agreeing + own, against)):
        yield OpenVote(vote, _say_result(scene, name_of_voter(scene, next(iter(voters))), yes, no, open_votes - own))


def name_of_voter(scene: Scene, who: str) -> str:
    """A member of the board: the player, who may speak for a company."""
    player = who if who in scene.position.players else scene.rules.decides(scene.position, who)
    return player if player == who else scene.say("{player} for {company}", player=player, company=who)


def _say_result(scene: Scene, proposer: str, yes: int, no: int, open_votes: int) -> str:
    say, counted = scene.say, scene.say("{yes} to {no}", yes=yes, no=no)
    if no > yes + open_votes:
        return say("{counted}: it is voted down; something else may be proposed, not this", counted=counted)
    if yes > no + open_votes or (yes == no + open_votes and open_votes):
        return say("{counted}: it is done", counted=counted)
    if open_votes:
        return say.n("{counted}, {n} vote open", "{counted}, {n} votes open", open_votes, counted=counted)
    return say("{counted}: {player} decides, it is done", counted=counted, player=proposer)


def explain_board(scene: Scene, step: Proposal) -> str:
    """What an objection brings, and how many votes bring the proposal down."""
    voters = voters_of(scene, step)
    total = sum(voters.values())
    return scene.say(
        "One veto brings a vote: {total} votes. It is voted down by {down} against; at a tie {player} decides.",
        total=total,
        down=total // 2 + 1,
        player=name_of_voter(scene, next(iter(voters))),
    )


def ballots_of(agreeing: int, against: int, open_votes: int) -> tuple[str, ...]:
    """The votes in a row."""
    return (*[FOR] * agreeing, *[OPEN] * open_votes, *[AGAINST] * against)


def proposed_lay(step: Proposal | None) -> LayTile | None:
    """The tile that is proposed, if it is one."""
    action: Action | None = step.proposal if step is not None else None
    return action if isinstance(action, LayTile) else None
