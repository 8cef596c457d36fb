"""From an action of ours to a record: one small function for each kind of action."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from stellwerk import actions
from stellwerk.actions import Action
from stellwerk.interop.games18xx.names import Names
from stellwerk.interop.games18xx.read_file import Id
from stellwerk.interop.games18xx.route_records import RunWriter
from stellwerk.position import Position
from stellwerk.referee import Referee
from stellwerk.rules import Rules
from stellwerk.rules.privates import price_of_privates
from stellwerk.steps.waterfall import Packet

Fields = dict[str, Any]


class Writer:
    """Writes records; it remembers which copy of a tile lies where."""

    def __init__(self, rules: Rules, names: Names, ids: Mapping[str, Id]):
        self.rules = rules
        self.names = names
        self.ids = ids
        self.tiles: dict[str, str] = {}
        """Hex to the tile copy that lies there."""
        self.kinds: dict[type[Action], Callable[[Any, Position], Fields]] = {
            actions.Pass: lambda action, before: {"type": "pass"},
            actions.BuyPrivate: self.buy_private,
            actions.Bid: self.bid,
            actions.StartCompany: self.par,
            actions.BuyShare: self.buy_shares,
            actions.SellShares: self.sell_shares,
            actions.Repay: self.special_buy,
            actions.LayTile: self.lay_tile,
            actions.PlaceStation: self.place_token,
            actions.ChooseCity: self.place_token,
            actions.RemoveStation: self.remove_token,
            actions.Run: self.run_routes,
            actions.Dividend: self.dividend,
            actions.Acquire: self.buy_corporation,
            actions.TurnTrain: self.swap_train,
            actions.ScrapTrain: self.discard_train,
            actions.ReturnTrain: self.discard_train,
            actions.BuyTrain: self.buy_train,
            actions.TakeOverPrivate: self.buy_company,
            actions.SellPrivate: self.sell_company,
        }

    def record(self, action: Action, before: Position, after: Position) -> Fields:
        """The record of an action."""
        fields = self.kinds[type(action)](action, before)
        return {"type": fields["type"], **self.entity(action), **fields}

    def entity(self, action: Action) -> Fields:
        """Who acts."""
        if isinstance(action, actions.LayTile) and action.private is not None:
            return {"entity": self.names.their_private(action.private), "entity_type": "company"}
        if action.actor in self.ids:
            return {"entity": self.ids[action.actor], "entity_type": "player"}
        return {"entity": self.names.their_company(action.actor), "entity_type": "corporation"}

    def company_pass(self, company: str) -> Fields:
        """A company declines a step."""
        return {"type": "pass", **self.entity(actions.Pass(company))}

    def bankrupt(self, company: str) -> Fields:
        """A director cannot pay for a train and leaves the game."""
        return {"type": "bankrupt", **self.entity(actions.Pass(company))}

    def linked(self, company: str, owner: str | None) -> Fields:
        """What follows a track step by itself while a bonus for a link is open: has it been made?"""
        made = [] if owner is None else [self.names.their_company(owner)]
        return {"type": "destination_connection", **self.entity(actions.Pass(company)), "corporations": made}

    # Draft, auction and stock rounds

    def buy_private(self, action: actions.BuyPrivate, before: Position) -> Fields:
        """A private company bought at its price, which in an auction may have fallen."""
        task, price = before.agenda[-1], self.rules.privates[action.private].price
        if isinstance(task, Packet):
            price = task.price(Referee(self.rules, before), action.private)
        return {"type": "bid", "company": self.names.their_private(action.private), "price": price}

    def bid(self, action: actions.Bid, before: Position) -> Fields:
        """A bid in an auction."""
        return {"type": "bid", "company": self.names.their_private(action.lot), "price": action.amount}

    def par(self, action: actions.StartCompany, before: Position) -> Fields:
        """A company started; the price with its cell."""
        row, column = self.names.their_cell(*self.rules.starting_prices(before, action.company)[action.price])
        company = self.names.their_company(action.company)
        return {"type": "par", "corporation": company, "share_price": f"{action.price},{row},{column}"}

    def buy_shares(self, action: actions.BuyShare, before: Position) -> Fields:
        """The first certificate of that size where it is bought."""
        cards = self.rules.register.at(before, action.company, action.source)
        card = next(card for card in cards if card.percent == action.percent)
        return {"type": "buy_shares", "shares": [self.names.their_certificate(card)], "percent": action.percent}

    def sell_shares(self, action: actions.SellShares, before: Position) -> Fields:
        """Ordinary certificates first; the director's where they are not enough."""
        register = self.rules.register
        bundle = register.bundle(before, action.company, action.player, action.percent)
        if bundle is None:
            own = register.ordinary(before, action.company, action.player)
            bundle = [*own, register.of[action.company][0]]
        shares = [self.names.their_certificate(card) for card in bundle]
        return {"type": "sell_shares", "shares": shares, "percent": action.percent}

    def special_buy(self, action: actions.Repay, before: Position) -> Fields:
        """A loan repaid; the other program repays all of it."""
        return {"type": "special_buy", "description": "Payoff all debt", "cost": action.amount}

    # Track and stations

    def lay_tile(self, action: actions.LayTile, before: Position) -> Fields:
        """The lowest copy of the tile that is not on the map."""
        self.tiles.pop(action.hex, None)
        lying, copy, name = set(self.tiles.values()), 0, self.names.their_tile(action.tile)
        while f"{name}-{copy}" in lying:
            copy += 1
        tile = self.tiles[action.hex] = f"{name}-{copy}"
        hex = self.names.their_hex(action.hex)
        return {"type": "lay_tile", "hex": hex, "tile": tile, "rotation": action.rotation}

    def city(self, hex: str, city: int) -> str:
        """Their id of a city."""
        tile = self.tiles.get(hex, f"{self.names.their_hex(hex)}-0")
        return f"{tile}-{city}"

    def place_token(self, action: actions.PlaceStation | actions.ChooseCity, before: Position) -> Fields:
        """A station goes into the next place of a city."""
        slot = sum(1 for _, city in before.stations.get(action.hex, ()) if city == action.city)
        return {"type": "place_token", "city": self.city(action.hex, action.city), "slot": slot}

    def waiting_station(self, company: str, hex: str) -> Fields:
        """A home station that waits in its bare hex: the other program puts it into the first city."""
        entity = self.entity(actions.Pass(company))
        return {"type": "place_token", **entity, "city": self.city(hex, 0), "slot": 0}

    def remove_token(self, action: actions.RemoveStation, before: Position) -> Fields:
        """A station taken off after an acquisition."""
        there = [company for company, city in before.stations[action.hex] if city == action.city]
        slot = there.index(action.company)
        return {"type": "remove_token", "city": self.city(action.hex, action.city), "slot": slot}

    # Running and trains

    def run_routes(self, action: actions.Run, before: Position) -> Fields:
        """The routes with all the other program writes about them."""
        routes = RunWriter(self.rules, before, self.names, action.company).write(action.revenue, action.routes)
        return {"type": "run_routes", "routes": routes, "extra_revenue": 0, "subsidy": 0}

    def dividend(self, action: actions.Dividend, before: Position) -> Fields:
        """Paid or withheld."""
        return {"type": "dividend", "kind": "payout" if action.kind == "pay" else "withhold"}

    def buy_train(self, action: actions.BuyTrain, before: Position) -> Fields:
        """A train bought, wherever it was."""
        variant = self.names.their_face(action.card, action.face)
        train = self.names.their_card(action.card)
        return {"type": "buy_train", "train": train, "price": action.price, "variant": variant}

    def swap_train(self, action: actions.TurnTrain, before: Position) -> Fields:
        """A train turned; the other program knows only the company's own size, so another side is named."""
        fields: Fields = {"type": "swap_train", "train": self.names.their_card(action.card)}
        face = self.rules.cards.face(action.card, action.face)
        if face is not None and face.size != self.rules.companies[action.company].size:
            fields["variant"] = self.names.their_face(action.card, action.face)
        return fields

    def discard_train(self, action: actions.ScrapTrain | actions.ReturnTrain, before: Position) -> Fields:
        """A train scrapped or returned."""
        return {"type": "discard_train", "train": self.names.their_card(action.card)}

    # Deals

    def buy_corporation(self, action: actions.Acquire, before: Position) -> Fields:
        """A company acquired."""
        company = self.names.their_company(action.target)
        return {"type": "buy_corporation", "corporation": company, "price": action.price}

    def buy_company(self, action: actions.TakeOverPrivate, before: Position) -> Fields:
        """A private company bought from a player."""
        return {"type": "buy_company", "company": self.names.their_private(action.private), "price": action.price}

    def sell_company(self, action: actions.SellPrivate, before: Position) -> Fields:
        """A private company sold to the bank."""
        company, price = self.names.their_private(action.private), price_of_privates(self.rules, before)
        return {"type": "sell_company", "company": company, "price": price}
