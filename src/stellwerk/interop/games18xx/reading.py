"""From a recorded action to ours: one small function for each kind of action.

A `Reader` follows the game: it knows which tile copy lies where and which train card a recorded train is.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from stellwerk import actions
from stellwerk.actions import Action
from stellwerk.game import Game
from stellwerk.interop.games18xx.files import Record
from stellwerk.interop.games18xx.names import TILE, Names
from stellwerk.position import BANK, POOL
from stellwerk.steps.acquisition import Clash, TrainsTaken
from stellwerk.steps.operating import OperatingTurn
from stellwerk.steps.stations import CityChoice
from stellwerk.steps.stock import StockRound

CITY = re.compile(r"(.+)-(\d{1,2})")
PRICE = re.compile(r"(\d{1,5}),\d{1,3},\d{1,3}")
SHARE = re.compile(r"(\w+)_(\d{1,2})")

Readings = list[Action]


class Reader:
    """Turns records into actions of the game they are played in."""

    def __init__(self, game: Game, names: Names):
        self.game = game
        self.names = names
        self.tiles: dict[str, str] = {}
        """Recorded tile id to the hex it lies on."""
        self.cards: dict[str, str] = {}
        """Recorded train id to our card, once it is sold."""
        self.kinds: dict[str, Callable[[Record], Readings]] = {
            "bid": self.bid,
            "par": self.par,
            "buy_shares": self.buy_shares,
            "sell_shares": self.sell_shares,
            "special_buy": self.repay,
            "lay_tile": self.lay_tile,
            "place_token": self.place_token,
            "remove_token": self.remove_token,
            "dividend": self.dividend,
            "buy_train": self.buy_train,
            "discard_train": self.discard_train,
            "swap_train": self.swap_train,
            "buy_company": self.buy_company,
            "sell_company": self.sell_company,
            "buy_corporation": self.buy_corporation,
        }

    def read(self, record: Record) -> Readings:
        """What a record means now; nothing where our game does it by itself."""
        return self.kinds[record.type](record)

    # Who and what

    def player(self, record: Record) -> str:
        """The player who acts."""
        player = self.names.player(record.entity) if record.entity_type == "player" else None
        return player or record.bad(f"there is no player {record.entity!r}.")

    def company(self, record: Record) -> str:
        """The company that acts, itself or through the private company it owns."""
        if record.entity_type == "company":
            owner = self.game.position.privates.get(str(record.entity))
            if owner in self.game.rules.companies:
                return str(owner)
            record.bad(f"no company owns {record.entity!r}.")
        company = self.names.company(record.entity) if record.entity_type == "corporation" else None
        return company or record.bad(f"there is no company {record.entity!r}.")

    def named_company(self, record: Record) -> str:
        """The company a record speaks of."""
        word = record.word("corporation")
        return self.names.company(word) or record.bad(f"there is no company {word!r}.")

    def private(self, record: Record) -> str:
        """The local railway a record speaks of."""
        word = record.word("company")
        return word if word in self.game.rules.privates else record.bad(f"there is no private company {word!r}.")

    def hex(self, record: Record, word: str) -> str:
        """Our name of a hex."""
        return self.names.hex(word) or record.bad(f"there is no hex {word!r}.")

    # Draft and stock rounds

    def bid(self, record: Record) -> Readings:
        """A private company bought at its printed price."""
        private = self.private(record)
        price = self.game.rules.privates[private].price
        if record.whole("price") != price:
            record.bad(f"{private} costs {price}.")
        return [actions.BuyPrivate(self.player(record), private)]

    def par(self, record: Record) -> Readings:
        """A company started; of the price cell only the price matters."""
        cell = PRICE.fullmatch(record.word("share_price"))
        if cell is None:
            record.bad("its field 'share_price' must read like '50,0,2'.")
        return [actions.StartCompany(self.player(record), self.named_company(record), int(cell[1]))]

    def shares(self, record: Record) -> tuple[str, int]:
        """Company and percentage of a bundle of shares."""
        found = [SHARE.fullmatch(word) for word in record.words("shares")]
        companies = {self.names.company(match[1]) if match else None for match in found}
        if len(companies) != 1 or None in companies:
            record.bad("its field 'shares' must name certificates of one company, like 'BN_1'.")
        company = str(companies.pop())
        cards = self.game.rules.register.of[company]
        numbers = [int(match[2]) for match in found if match]
        if len(set(numbers)) < len(numbers) or max(numbers) >= len(cards):
            record.bad(f"{company} has no such certificates.")
        total = sum(cards[number].percent for number in numbers)
        return company, record.whole("percent") if record.fields.get("percent") is not None else total

    def buy_shares(self, record: Record) -> Readings:
        """One certificate bought; all lie with the bank."""
        return [actions.BuyShare(self.player(record), *self.shares(record))]

    def sell_shares(self, record: Record) -> Readings:
        """Shares sold."""
        return [actions.SellShares(self.player(record), *self.shares(record))]

    def repay(self, record: Record) -> Readings:
        """A loan repaid."""
        return [actions.Repay(self.player(record), record.whole("cost"))]

    def passes(self, record: Record) -> Readings:
        """A player passes, unless his turn has ended by itself."""
        player = self.player(record)
        return [] if self.has_bought(player) else [actions.Pass(player)]

    def has_bought(self, player: str) -> bool:
        """Has a purchase just ended this player's turn in the stock round?"""
        last = self.game.log[-1].action
        bought = isinstance(last, actions.BuyShare | actions.StartCompany) and last.actor == player
        return bought and isinstance(self.game.position.agenda[-1], StockRound) and self.game.actor != player

    # Track and stations

    def lay_tile(self, record: Record) -> Readings:
        """A tile laid; by a private company: its special tile, or an ordinary one at no cost."""
        found = TILE.fullmatch(record.word("tile"))
        if found is None or found[1] not in self.game.rules.board.counts:
            record.bad(f"there is no tile {record.word('tile')!r}.")
        hex = self.hex(record, record.word("hex"))
        if self.tiles.get(record.word("tile"), hex) != hex:
            record.bad(f"tile {record.word('tile')!r} lies on the map already.")
        private = str(record.entity) if record.entity_type == "company" else None
        return [actions.LayTile(self.company(record), hex, found[1], record.whole("rotation"), private)]

    def note_tile(self, record: Record) -> None:
        """A tile was laid: remember its copy."""
        hex = self.hex(record, record.word("hex"))
        self.tiles = {tile: place for tile, place in self.tiles.items() if place != hex}
        self.tiles[record.word("tile")] = hex

    def city(self, record: Record) -> tuple[str, int]:
        """Hex and number of a city: `621-0-0` on a tile, `B9-0-1` on a printed hex."""
        word = record.word("city")
        found = CITY.fullmatch(word)
        if found is None:
            record.bad(f"there is no city {word!r}.")
        hex = self.tiles.get(found[1])
        if hex is None and found[1].endswith("-0"):
            printed = self.names.hex(found[1][:-2])
            hex = printed if printed not in self.game.position.tiles else None
        return hex or record.bad(f"there is no city {word!r} on the map."), int(found[2])

    def place_token(self, record: Record) -> Readings:
        """A station placed, or the city of a waiting home station chosen."""
        hex, city = self.city(record)
        company = self.company(record)
        task = self.game.position.agenda[-1]
        if isinstance(task, CityChoice) and task.hex == hex:
            return [actions.ChooseCity(task.company, hex, city)]
        if (company, -1) in self.game.position.stations.get(hex, ()):
            return []
        return [actions.PlaceStation(company, hex, city)]

    def remove_token(self, record: Record) -> Readings:
        """One of two stations of a hex taken off, unless that was no choice."""
        hex, city = self.city(record)
        task = self.game.position.agenda[-1]
        return [actions.RemoveStation(self.company(record), hex, city)] if isinstance(task, Clash) else []

    # Running and trains

    def dividend(self, record: Record) -> Readings:
        """Paid out or withheld; without revenue there is nothing to decide."""
        kinds = {"payout": "pay", "withhold": "retain"}
        kind = kinds.get(record.word("kind"))
        if kind is None:
            record.bad("a dividend is 'payout' or 'withhold'.")
        return [actions.Dividend(self.company(record), kind)]

    def card(self, record: Record) -> str:
        """Our card of a recorded train that was sold before."""
        word = record.word("train")
        return self.cards.get(word) or record.bad(f"nobody has a train {word!r}.")

    def buy_train(self, record: Record) -> Readings:
        """A train bought from the bank, the pool or a company; copies of a letter are alike."""
        word, company = record.word("train"), self.company(record)
        position, cards = self.game.position, self.game.rules.cards
        letter = self.names.letter(word)
        if letter is None:
            record.bad(f"there is no train {word!r}.")
        card = self.cards.get(word)
        if card is None:
            card = next((c for c in position.stack if cards.letter(c) == letter), None)
            if card is None:
                record.bad(f"the bank has no train {word!r} any more.")
        owner, shown = position.trains.get(card, (BANK, cards.faces(card)[0].name))
        face = self.face(record, card) if owner in (BANK, POOL) and record.fields.get("variant") else shown
        return [actions.BuyTrain(company, owner, card, face, record.whole("price"))]

    def face(self, record: Record, card: str) -> str:
        """The face a record names."""
        word = record.word("variant")
        return self.names.face(card, word) or record.bad(f"the card has no side {word!r}.")

    def note_train(self, record: Record, action: actions.BuyTrain) -> None:
        """A train was sold: remember its card."""
        self.cards[record.word("train")] = action.card

    def discard_train(self, record: Record) -> Readings:
        """A train just taken over is scrapped, or one beyond the limit returned."""
        card, company = self.card(record), self.company(record)
        task = self.game.position.agenda[-1]
        if isinstance(task, TrainsTaken):
            return [actions.ScrapTrain(company, card)]
        return [actions.ReturnTrain(company, card)]

    def swap_train(self, record: Record) -> Readings:
        """A train just taken over is turned to the buyer's own size; a file of ours may name another side."""
        card, company = self.card(record), self.company(record)
        if record.fields.get("variant"):
            return [actions.TurnTrain(company, card, self.face(record, card))]
        size = self.game.rules.companies[company].size
        face = next((face.name for face in self.game.rules.cards.faces(card) if face.size == size), None)
        if face is None:
            record.bad(f"the card has no side for {company}.")
        return [actions.TurnTrain(company, card, face)]

    # Deals

    def buy_company(self, record: Record) -> Readings:
        """A private company bought from a player."""
        return [actions.TakeOverPrivate(self.company(record), self.private(record), record.whole("price"))]

    def sell_company(self, record: Record) -> Readings:
        """A private company sold to the bank at its present price."""
        task = next((s for s in reversed(self.game.position.agenda) if isinstance(s, OperatingTurn)), None)
        if task is not None and record.whole("price") != self.game.rules.private_price(self.game.position):
            record.bad(f"private companies sell for {self.game.rules.private_price(self.game.position)} now.")
        return [actions.SellPrivate(self.company(record), self.private(record))]

    def buy_corporation(self, record: Record) -> Readings:
        """A smaller company acquired."""
        return [actions.Acquire(self.company(record), self.named_company(record), record.whole("price"))]
