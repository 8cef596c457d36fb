"""A tile that is proposed to a board: drawn on the board before it lies, with the runs it would bring."""

from __future__ import annotations

from time import perf_counter

from stellwerk.actions import LayTile
from stellwerk.draw.board_pieces import sheet_of
from stellwerk.game import Game
from stellwerk.steps.running import best_for, running_trains
from stellwerk.table.view.game import proposals, runs
from stellwerk.table.view.game.tiles import Preview, Previews
from stellwerk.table.view.scene import Scene


def draw_proposed_tile(scene: Scene) -> Previews | None:
    """The proposed tile in its place, and the best runs of the company if it lay there."""
    step = proposals.question_of(scene)
    lay = proposals.proposed_lay(step)
    if step is None or lay is None:
        return None
    after, _ = proposals.if_it_passes(scene, step)
    piece = sheet_of(after).pieces[lay.hex]
    tile = Preview("", piece.ground, piece.over, hidden=False)
    return Previews(lay.hex, (tile,), tuple(_runs_with(scene, after, lay)))


def _runs_with(scene: Scene, after: Game, lay: LayTile) -> list[Preview]:
    if not running_trains(scene.rules, after.position, lay.company):
        return []
    answer = best_for(scene.rules, after.position, lay.company, limit=runs.PATIENCE, now=perf_counter)
    if not answer.proven or not answer.runs:
        return []
    told = runs.tell_runs(scene.rules, after.position, lay.company, answer, scene.say("If it lies"))
    lines, ends = sheet_of(after).runs(told.routes, told.values)
    return [Preview("", lines=lines, ends=ends, strip=told.strip, hidden=False)]


def describe_proposal(scene: Scene, hex: str) -> list[str]:
    """What is proposed for a hex, in words."""
    lay = proposals.proposed_lay(proposals.question_of(scene))
    if lay is None or lay.hex != hex:
        return []
    return [scene.say("proposed: tile {tile}, does not lie yet", tile=lay.tile)]
