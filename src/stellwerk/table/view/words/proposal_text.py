"""What is proposed to a board, in a few words for the log: also long after, when the position is another one."""

from __future__ import annotations

from stellwerk import actions
from stellwerk.actions import Action
from stellwerk.table.view.own_words import in_words
from stellwerk.table.view.scene import Scene
from stellwerk.table.view.words import vehicle_text


def say_proposal(scene: Scene, action: Action) -> str:
    """A proposal in words."""
    say = scene.say
    if isinstance(action, actions.LayTile):
        return say("Lay {tile} on {place}", tile=action.tile, place=scene.place(action.hex))
    if isinstance(action, actions.PlaceStation):
        return say("Station in {place}", place=scene.place(action.hex))
    if isinstance(action, actions.BuyTrain):
        return vehicle_text.say_buy_vehicle(scene, action, scene.money)
    if isinstance(action, actions.Dividend):
        kinds = {"pay": say("Pay out"), "retain": say("Keep"), "split": say("Pay run, keep bonuses")}
        return kinds.get(action.kind, action.kind)
    return in_words(scene, action)
