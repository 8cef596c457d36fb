"""What a choice changes in a game without money: what would count if it ended then."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.game import Game
from stellwerk.position import Position
from stellwerk.table.view.game.choices import Effect
from stellwerk.table.view.scene import Scene


def lines_if_over(scene: Scene, old_position: Position, then: Game) -> Iterator[Effect]:
    """What companies and the reader would have if the game ended then, where only that counts."""
    rules, say = scene.rules, scene.say
    before, after = rules.incomes_if_over(old_position), rules.incomes_if_over(then.position)
    for company in after if not then.over else ():
        old, new = before.get(company, 0), after[company]
        if old != new:
            yield _line_of_figure(say("{company} would earn", company=company), old, new)
    if after and scene.me is not None and not then.over:
        old, new = (rules.wealth(position, scene.me) for position in (old_position, then.position))
        yield _line_of_figure(say("Your dividends if it ended now"), old, new)


def _line_of_figure(label: str, before: int, after: int) -> Effect:
    """A figure before and after."""
    if before == after:
        return Effect(label, str(after), before=before, after=after)
    return Effect(label, f"{before} → {after}", "up" if after > before else "down", before=before, after=after)
