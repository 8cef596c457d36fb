"""Stations that are bought from other companies: who has a way there and a marker left asks for them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from stellwerk.actions import Action, Choice
from stellwerk.events import TRACK, Event
from stellwerk.referee import Referee
from stellwerk.steps.deals import Deal, lowest_offer, refuse_repeated
from stellwerk.steps.operating_round import OperatingTurn
from stellwerk.steps.stations import within_reach
from stellwerk.vocabulary import Form, Forms, Names


class BuyDepot(Action, frozen=True, tag="buy-depot"):
    """A company buys a depot of another one, at an agreed price."""

    by: ClassVar[str] = "company"
    forms: ClassVar[Forms] = (Form("{company} buys the depot of {owner} in city {city} of {hex} for {price}"),)
    told_by: ClassVar[Names] = ("owner", "hex", "city")
    number: ClassVar[str] = "price"
    group: ClassVar[tuple[str, str]] = ("depot", "owner")
    liking: ClassVar[float] = 0.1
    label: ClassVar[str] = "Buy the depot of {owner}"

    company: str
    owner: str
    hex: str
    city: int
    price: int


class DepotSold(Event, frozen=True, tag="depot-sold"):
    """A depot has changed hands."""

    sentence: ClassVar[str] = "{company} takes over the depot of {owner} in {hex} for {price}"
    heading: ClassVar[str] = TRACK

    company: str
    owner: str
    hex: str
    price: int


class StationPurchase(Deal):
    """A station bought from another company, for an own marker and at an agreed price."""

    action = BuyDepot

    def has_station_there(self, ref: Referee, company: str, hex: str, city: int) -> bool:
        """Has the company a station that counts as being there already?"""
        return any(owner == company for owner, _ in ref.pos.stations.get(hex, ()))

    def refuse_buyer(self, ref: Referee, company: str) -> None:
        """Refuse a company that may have no other station now."""

    def refuse_station(self, ref: Referee, action: BuyDepot) -> None:
        """Refuse a station that cannot be bought, or not by this company."""

    def options(self, ref: Referee, task: OperatingTurn) -> Iterator[Choice]:
        """Each depot in reach that is not the owner's first, for any price the treasury can pay."""
        cash, reached = ref.cash(task.company), within_reach(ref, task)
        if not ref.pos.unplaced[task.company]:
            return
        for hex, city in sorted(reached):
            for owner, place in ref.pos.stations.get(hex, ()):
                offer = BuyDepot(task.company, owner, hex, city, 1)
                low = lowest_offer(task, offer)
                if place == city and owner != task.company and low <= cash:
                    yield Choice(BuyDepot(task.company, owner, hex, city, low), "price", low, cash)

    def check(self, ref: Referee, task: OperatingTurn, action: BuyDepot) -> None:
        """A token, a way there, a depot that may be sold to this kind of company, the money."""
        pos, company, place = ref.pos, task.company, (action.hex, action.city)
        self.refuse_buyer(ref, company)
        if (action.owner, action.city) not in pos.stations.get(action.hex, ()) or action.owner == company:
            ref.refuse("no-depot", f"{action.owner} has no depot there.")
        if place not in within_reach(ref, task):
            ref.refuse("no-way", f"{company} has no open connection to a city {action.city} in {action.hex}.", "depot")
        self.refuse_station(ref, action)
        if self.has_station_there(ref, company, action.hex, action.city):
            ref.refuse("one-per-hex", f"{company} has a depot in {action.hex} already.")
        if not ref.rules.may_sell_train(pos, action.owner):
            ref.refuse("nobody-asked", f"Nobody can agree for {action.owner}.")
        if not 1 <= action.price <= ref.cash(company):
            ref.refuse("train-price", f"The price must be between 1 and {ref.cash(company)}.", "depot")
        refuse_repeated(ref, task, action)

    def asked(self, ref: Referee, action: BuyDepot) -> str:
        """Whoever decides for the owner."""
        return ref.director(action.owner)

    def words(self, action: BuyDepot) -> str:
        """The offer."""
        return f"{action.price} for the depot of {action.owner} in {action.hex}"

    def conclude(self, ref: Referee, action: BuyDepot) -> None:
        """Markers and money change hands; each uses and gets back the marker that comes next by its price."""
        pos, buyer, seller = ref.pos, action.company, action.owner
        ref.pay(buyer, seller, action.price, f"depot in {action.hex}")
        here = tuple((buyer if s == (seller, action.city) else s[0], s[1]) for s in pos.stations[action.hex])
        pos.put("stations", action.hex, here)
        pos.put("unplaced", buyer, pos.unplaced[buyer] - 1)
        pos.put("unplaced", seller, pos.unplaced[seller] + 1)
        ref.say(DepotSold(buyer, seller, action.hex, action.price))
        turn = ref.task
        assert isinstance(turn, OperatingTurn), "a depot is bought in a turn"
        turn.leave(ref, "station")
