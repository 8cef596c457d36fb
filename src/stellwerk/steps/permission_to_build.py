"""Track that needs somebody's leave: the director of another company is asked."""

from __future__ import annotations

from stellwerk.actions import LayTile
from stellwerk.referee import Referee
from stellwerk.steps.deals import Deal
from stellwerk.steps.operating_round import OperatingTurn, turn_now
from stellwerk.steps.track import LayTrack


class LayByLeave(Deal, LayTrack):
    """The company's track action; on a hex that is another company's to give away its director is asked first."""

    def check(self, ref: Referee, task: OperatingTurn, action: LayTile) -> None:
        """All that a tile needs; a leave that was refused is not asked for again in the same turn."""
        LayTrack.check(self, ref, task, action)
        refused = any(isinstance(offer, LayTile) and offer.hex == action.hex for offer in task.declined)
        if refused and self.asked(ref, action) != task.decider(ref):
            ref.refuse("declined-lay-tile", f"{action.company} has been refused leave to build on {action.hex}.")

    def asked(self, ref: Referee, action: LayTile) -> str:
        """Who gives leave: the company's own director where it needs none."""
        return ref.director(action.company)

    def words(self, action: LayTile) -> str:
        """The offer."""
        return f"leave to lay {action.tile} on {action.hex}"

    def conclude(self, ref: Referee, action: LayTile) -> None:
        """Lay it."""
        LayTrack.apply(self, ref, turn_now(ref), action)
