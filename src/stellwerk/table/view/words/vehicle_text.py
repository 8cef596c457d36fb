"""Vehicles in words: a train goes by its name, a rail bus or a trailer by what it is and its name."""

from __future__ import annotations

from collections.abc import Callable

from stellwerk.actions import BuyTrain
from stellwerk.position import BANK, POOL
from stellwerk.rules import Rules
from stellwerk.table.view.scene import Scene
from stellwerk.table.view.words.texts import N_, Speech

RAIL_BUS, TRAILER = "rail-bus", N_("trailer")
"""Kinds of vehicles that are no trains."""

Money = Callable[[int], str]


def vehicle_kind(rules: Rules, face: str) -> str:
    """What a vehicle is: a rail bus, a trailer, or a train (nothing)."""
    found = rules.cards.by_name[face].kind
    return found if found in (RAIL_BUS, TRAILER) else ""


def say_a_vehicle(say: Speech, rules: Rules, face: str) -> str:
    """A rail bus or a trailer that somebody gets."""
    words = {RAIL_BUS: say("a rail bus {name}", name=face), TRAILER: say("a trailer {name}", name=face)}
    return words[vehicle_kind(rules, face)]


def say_the_vehicle(say: Speech, rules: Rules, face: str) -> str:
    """A rail bus or a trailer that somebody has."""
    words = {RAIL_BUS: say("the rail bus {name}", name=face), TRAILER: say("the trailer {name}", name=face)}
    return words[vehicle_kind(rules, face)]


def pile_name(say: Speech, pile: str) -> str:
    """One of the bank's stacks."""
    known = {"trains": say("Trains"), "rail-busses": say("Rail busses"), "trailers": say("Trailers")}
    return known.get(pile) or (say.find(pile) if pile else pile)


def say_buy_vehicle(scene: Scene, action: BuyTrain, money: Money) -> str:
    """What the button for a purchase says."""
    say, rules, price = scene.say, scene.rules, money(action.price)
    if vehicle_kind(rules, action.face):
        if action.source == BANK:
            return say("Buy {vehicle} for {price}", vehicle=say_a_vehicle(say, rules, action.face), price=price)
        if action.source == POOL:
            words = say_a_vehicle(say, rules, action.face)
            return say("Buy {vehicle} from the bank pool for {price}", vehicle=words, price=price)
        words = say_the_vehicle(say, rules, action.face)
        return say("Buy {vehicle} of {company} for {price}", vehicle=words, company=action.source, price=price)
    if action.source == BANK:
        return say("Buy a {train} for {price}", train=action.face, price=price)
    if action.source == POOL:
        return say("Buy a {train} from the bank pool for {price}", train=action.face, price=price)
    return say("Buy the {train} of {company} for {price}", train=action.face, company=action.source, price=price)


def say_return_vehicle(scene: Scene, face: str) -> str:
    """What the button says that gives a vehicle up."""
    if vehicle_kind(scene.rules, face):
        return scene.say("Return {vehicle} to the bank pool", vehicle=say_the_vehicle(scene.say, scene.rules, face))
    return scene.say("Return the {train} to the bank pool", train=face)


def tell_vehicle_bought(say: Speech, rules: Rules, face: str, source: str, price: str) -> str:
    """A purchase in the log."""
    if vehicle_kind(rules, face):
        words = say_a_vehicle(say, rules, face)
        if source == BANK:
            return say("buys {vehicle} for {price}", vehicle=words, price=price)
        if source == POOL:
            return say("buys {vehicle} from the bank pool for {price}", vehicle=words, price=price)
        return say("buys {vehicle} of {owner} for {price}", vehicle=words, owner=source, price=price)
    if source == BANK:
        return say("buys a {train} for {price}", train=face, price=price)
    if source == POOL:
        return say("buys a {train} from the bank pool for {price}", train=face, price=price)
    return say("buys a {train} of {owner} for {price}", train=face, owner=source, price=price)


def tell_vehicle_returned(say: Speech, rules: Rules, face: str) -> str:
    """A vehicle given up, in the log."""
    if vehicle_kind(rules, face):
        return say("returns {vehicle} to the bank pool", vehicle=say_a_vehicle(say, rules, face))
    return say("returns a {train} to the bank pool", train=face)


def tell_vehicle_scrapped(say: Speech, rules: Rules, face: str) -> str:
    """A vehicle that leaves the game, in the log."""
    known = {
        RAIL_BUS: say("a rail bus {train} is scrapped", train=face),
        TRAILER: say("a trailer {train} is scrapped", train=face),
    }
    return known.get(vehicle_kind(rules, face)) or say("a {train} is scrapped", train=face)


def all_scrapped(say: Speech, rules: Rules, face: str) -> str:
    """A whole type that leaves the game."""
    known = {
        RAIL_BUS: say("All rail busses {train} are scrapped", train=face),
        TRAILER: say("All trailers {train} are scrapped", train=face),
    }
    return known.get(vehicle_kind(rules, face)) or say("All {train}-trains are scrapped", train=face)


def say_vehicle_cost(say: Speech, rules: Rules, face: str, price: str) -> str:
    """What a vehicle costs, in a sentence."""
    if vehicle_kind(rules, face) == RAIL_BUS:
        return say("A rail bus {train} costs {price}.", train=face, price=price)
    return say("A {train} costs {price}.", train=face, price=price)


def asked_for(scene: Scene, action: BuyTrain) -> str:
    """An offer for a vehicle of another company, in a sentence."""
    say = scene.say
    fields = {"company": action.company, "price": scene.money(action.price), "seller": action.source}
    if vehicle_kind(scene.rules, action.face):
        words = say_the_vehicle(say, scene.rules, action.face)
        return say("{company} would pay {price} to {seller} for {vehicle}", vehicle=words, **fields)
    return say("{company} would pay {price} to {seller} for its {train}", train=action.face, **fields)
