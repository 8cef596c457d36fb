"""The panel's part about a proposal before a board: what is proposed, who says what to it, what it would do."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from stellwerk.actions import Choice
from stellwerk.draw.board_pieces import sheet_of
from stellwerk.game import Game
from stellwerk.steps.objection import Proposal, Vote
from stellwerk.table.view.game import proposals, runs
from stellwerk.table.view.game.choices import Effect
from stellwerk.table.view.game.effects import TriedAction, effect_lines, show_change
from stellwerk.table.view.game.proposals import BoardSeat, OpenVote
from stellwerk.table.view.scene import Scene
from stellwerk.table.view.words.choice_labels import label_choice


class BoardQuestion(msgspec.Struct, frozen=True, kw_only=True):
    """A proposal before the board."""

    company: str
    heading: str
    hex: str
    """The hex a tile is proposed for; empty for other proposals."""
    place: str
    tile: str
    around: str
    seats: tuple[BoardSeat, ...]
    voting: bool
    agreeing: int
    against: int
    open: int
    ballots: tuple[str, ...]
    """Every vote of the board: `for`, `against` or `open`, those for it first, those against it last."""
    effects: tuple[Effect, ...]
    explained: str
    clause: str
    outcomes: tuple[OpenVote, ...]
    next_vote: str
    """Whose vote the outcomes are about."""


def make_board_question(scene: Scene) -> BoardQuestion | None:
    """The proposal that waits in a scene."""
    step = proposals.question_of(scene)
    if step is None or scene.game.over:
        return None
    turn, lay = proposals.turn_of_proposal(scene), proposals.proposed_lay(step)
    agreeing, against, open_votes = proposals.count_votes(scene, step)
    proposer = scene.rules.decides(scene.position, turn.company)
    what = label_choice(scene, Choice(step.proposal), 0).label
    return BoardQuestion(
        company=turn.company,
        heading=scene.say("{player} proposes: {what}", player=proposer, what=what),
        hex=lay.hex if lay is not None else "",
        place=scene.place(lay.hex) if lay is not None else "",
        tile=lay.tile if lay is not None else "",
        around=sheet_of(scene.game).around(lay.hex, 3.1, 1.3) if lay is not None else "",
        seats=proposals.seats_of(scene, step),
        voting=isinstance(step, Vote),
        agreeing=agreeing,
        against=against,
        open=open_votes,
        ballots=proposals.ballots_of(agreeing, against, open_votes),
        effects=tuple(_effects(scene, step)),
        explained=proposals.explain_board(scene, step),
        clause=scene.rules.clause("voted-down") or "",
        outcomes=tuple(proposals.list_outcomes(scene, step)),
        next_vote=_say_next_vote(scene, step),
    )


def _say_next_vote(scene: Scene, step: Proposal) -> str:
    if not isinstance(step, Vote):
        return ""
    if scene.decides:
        return scene.say("What your vote does")
    return scene.say("What {player}’s vote does", player=scene.game.turn)


def _effects(scene: Scene, step: Proposal) -> Iterator[Effect]:
    """What the proposal does if it is done."""
    after, happened = proposals.if_it_passes(scene, step)
    company = proposals.turn_of_proposal(scene).company
    yield from (proposals.say_join(scene, part) for part in proposals.lost_parts(scene, after, company))
    yield from _runs_line(scene, after, company)
    then = scene.say("Then")
    made = TriedAction(step.proposal, scene.position, after, happened, ())
    yield from (line for line in effect_lines(scene, made) if line.label != then)


def _runs_line(scene: Scene, after: Game, company: str) -> Iterator[Effect]:
    """The company's best runs before and after, where they change."""
    rules = scene.rules
    known = [runs.best_runs_in_time(rules, at, company) for at in (scene.position, after.position)]
    before, then = (answer.total for answer in known)
    if all(answer.proven for answer in known) and before != then:
        tone = "up" if then > before else "down"
        yield Effect(scene.say("Best runs"), show_change(scene, before, then), tone, before=before, after=then)
