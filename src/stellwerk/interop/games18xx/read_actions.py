"""From a recorded action to ours: one small function for each kind of action.

A `Reader` follows the game: it knows which tile copy lies where and which train card a recorded train is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from stellwerk import actions
from stellwerk.actions import Action
from stellwerk.certificates import Certificate
from stellwerk.events import Event, TrainBought, TrainGiven
from stellwerk.game import Game
from stellwerk.interop.games18xx.names import Names
from stellwerk.interop.games18xx.read_file import RecordedAction
from stellwerk.position import BANK, OFFERING, POOL
from stellwerk.referee import Referee
from stellwerk.rules.privates import price_of_privates
from stellwerk.steps.acquisition import Clash, TrainsTaken
from stellwerk.steps.draft import SnakeDraft
from stellwerk.steps.operating_round import OperatingTurn
from stellwerk.steps.stations import CityChoice
from stellwerk.steps.stock_round import StockRound
from stellwerk.steps.waterfall import Packet, lots_left

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
        self.users: dict[int, str] = {}
        """Number of a record of a private company to the company in whose turn it is."""
        self.kinds: dict[str, Callable[[RecordedAction], Readings]] = {
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
            "bankrupt": self.bankrupt,
        }

    def read(self, record: RecordedAction) -> Readings:
        """What a record means now; nothing where our game does it by itself."""
        return self.kinds[record.type](record)

    # Who and what

    def player(self, record: RecordedAction) -> str:
        """The player who acts."""
        player = self.names.player(record.entity) if record.entity_type == "player" else None
        return player or record.bad(f"there is no player {record.entity!r}.")

    def company(self, record: RecordedAction) -> str:
        """The company that acts, itself or through the private company it owns."""
        if record.entity_type == "company":
            return self.user_of(record) or record.bad(f"no company can use {record.entity!r} now.")
        company = self.names.company(record.entity) if record.entity_type == "corporation" else None
        return company or record.bad(f"there is no company {record.entity!r}.")

    def user_of(self, record: RecordedAction) -> str:
        """The company that uses a private company: its owner, or the next one to act if a player owns it."""
        position, register = self.game.position, self.game.rules.register
        owner = position.privates.get(self.names.private(record.entity) or "", "")
        if owner in self.game.rules.companies:
            return owner
        next_one = self.users.get(record.number, "")
        turns = [step.company for step in position.agenda if isinstance(step, OperatingTurn)]
        directed = [c for c in (next_one, *turns) if c and register.director(position, c) == owner]
        return directed[0] if directed else next_one

    def note_users(self, records: Sequence[RecordedAction]) -> None:
        """Whose turn it is when a private company is used: the next company that acts in its own name says it."""
        company = ""
        for record in reversed(records):
            if record.entity_type == "corporation":
                company = self.names.company(record.entity) or ""
            elif record.entity_type == "company":
                self.users[record.number] = company

    def named_company(self, record: RecordedAction) -> str:
        """The company a record speaks of."""
        word = record.word("corporation")
        return self.names.company(word) or record.bad(f"there is no company {word!r}.")

    def private(self, record: RecordedAction) -> str:
        """The private company a record speaks of."""
        word = record.word("company")
        return self.names.private(word) or record.bad(f"there is no private company {word!r}.")

    def hex(self, record: RecordedAction, word: str) -> str:
        """Our name of a hex."""
        return self.names.hex(word) or record.bad(f"there is no hex {word!r}.")

    # Draft and stock rounds

    def bid(self, record: RecordedAction) -> Readings:
        """A private company bought at its price; in an auction a bid."""
        private, task = self.private(record), self.game.position.agenda[-1]
        ref = Referee(self.game.rules, self.game.position)
        if isinstance(task, Packet) and private == lots_left(ref)[0]:
            price = task.price(ref, private)
        elif isinstance(task, SnakeDraft):
            price = self.game.rules.privates[private].price
        else:
            return [actions.Bid(self.player(record), private, record.whole("price"))]
        if record.whole("price") != price:
            record.bad(f"{private} costs {price}.")
        return [actions.BuyPrivate(self.player(record), private)]

    def par(self, record: RecordedAction) -> Readings:
        """A company started; of the price cell only the price matters."""
        cell = PRICE.fullmatch(record.word("share_price"))
        if cell is None:
            record.bad("its field 'share_price' must read like '50,0,2'.")
        return [actions.StartCompany(self.player(record), self.named_company(record), int(cell[1]))]

    def shares(self, record: RecordedAction) -> tuple[str, int, Certificate]:
        """Company and percentage of a bundle of shares, and its first certificate."""
        found = [SHARE.fullmatch(word) for word in record.words("shares")]
        companies = {self.names.company(match[1]) if match else None for match in found}
        if len(companies) != 1 or None in companies:
            record.bad("its field 'shares' must name certificates of one company, like 'BN_1'.")
        company = str(companies.pop())
        cards = [self.names.certificate(company, int(match[2])) for match in found if match]
        real = [card for card in cards if card is not None]
        if len({card.id for card in real}) < len(cards):
            record.bad(f"{company} has no such certificates.")
        total = sum(card.percent for card in real)
        return company, record.whole("percent") if record.fields.get("percent") is not None else total, real[0]

    def buy_shares(self, record: RecordedAction) -> Readings:
        """One certificate bought; new ones are sold in order, so the number tells where it lies."""
        company, percent, card = self.shares(record)
        new = self.game.position.certificates[card.id] == OFFERING
        sources = self.game.rules.sources
        source = POOL if POOL in sources and not new else sources[0]
        return [actions.BuyShare(self.player(record), company, percent, source)]

    def sell_shares(self, record: RecordedAction) -> Readings:
        """Shares sold."""
        company, percent, _ = self.shares(record)
        return [actions.SellShares(self.player(record), company, percent)]

    def asks_for_certificates(self) -> bool:
        """Does the game ask which certificates are given?"""
        ref = Referee(self.game.rules, self.game.position)
        return any(act.action is actions.GiveCertificates for act in ref.task.acts(ref))

    def certificates(self, record: RecordedAction) -> tuple[int, ...]:
        """The sizes of the certificates of a record, largest first; where they are no choice, the first choice."""
        company, _, _ = self.shares(record)
        found = (SHARE.fullmatch(word) for word in record.words("shares"))
        cards = (self.names.certificate(company, int(match[2])) for match in found if match)
        named = tuple(sorted((card.percent for card in cards if card is not None), reverse=True))
        gives = [choice.action for choice in self.game.legal()]
        offered = [give.percents for give in gives if isinstance(give, actions.GiveCertificates)]
        return named if named in offered else offered[0]

    def repay(self, record: RecordedAction) -> Readings:
        """A loan repaid."""
        return [actions.Repay(self.player(record), record.whole("cost"))]

    def passes(self, record: RecordedAction) -> Readings:
        """A player passes, unless his turn has ended by itself."""
        player = self.player(record)
        return [] if self.has_bought(player) else [actions.Pass(player)]

    def has_bought(self, player: str) -> bool:
        """Has a purchase just ended this player's turn in the stock round?"""
        last = self.game.log[-1].action
        bought = isinstance(last, actions.BuyShare | actions.StartCompany) and last.actor == player
        return bought and isinstance(self.game.position.agenda[-1], StockRound) and self.game.actor != player

    # Track and stations

    def lay_tile(self, record: RecordedAction) -> Readings:
        """A tile laid; by a private company: its special tile, or an ordinary one at no cost."""
        tile = self.names.tile(record.word("tile")) or record.bad(f"there is no tile {record.word('tile')!r}.")
        hex = self.hex(record, record.word("hex"))
        if self.tiles.get(record.word("tile"), hex) != hex:
            record.bad(f"tile {record.word('tile')!r} lies on the map already.")
        private = self.names.private(record.entity) if record.entity_type == "company" else None
        return [actions.LayTile(self.company(record), hex, tile, record.whole("rotation"), private)]

    def note_tile(self, record: RecordedAction) -> None:
        """A tile was laid: remember its copy."""
        hex = self.hex(record, record.word("hex"))
        self.tiles = {tile: place for tile, place in self.tiles.items() if place != hex}
        self.tiles[record.word("tile")] = hex

    def city(self, record: RecordedAction) -> tuple[str, int]:
        """Hex and number of a city: `621-0-0` on a tile, `B9-0-1` on a printed hex."""
        word = record.word("city")
        found = CITY.fullmatch(word)
        if found is None:
            record.bad(f"there is no city {word!r}.")
        return self.place(found[1]) or record.bad(f"there is no city {word!r} on the map."), int(found[2])

    def place(self, ground: str) -> str | None:
        """The hex of a recorded tile, or of a printed hex that shows (`B9-0`)."""
        hex = self.tiles.get(ground)
        if hex is None and ground.endswith("-0"):
            printed = self.names.hex(ground[:-2])
            hex = printed if printed not in self.game.position.tiles else None
        return hex

    def city_on(self, record: RecordedAction, hexes: Sequence[str]) -> bool:
        """Is the city of a record on one of these hexes?"""
        found = CITY.fullmatch(str(record.fields.get("city")))
        return found is not None and self.place(found[1]) in hexes

    def place_token(self, record: RecordedAction) -> Readings:
        """A station placed, or the city of a waiting home station chosen."""
        hex, city = self.city(record)
        company = self.company(record)
        task = self.game.position.agenda[-1]
        if isinstance(task, CityChoice) and task.hex == hex:
            return [actions.ChooseCity(task.company, hex, city)]
        if (company, -1) in self.game.position.stations.get(hex, ()):
            return []
        return [actions.PlaceStation(company, hex, city)]

    def remove_token(self, record: RecordedAction) -> Readings:
        """One of two stations of a hex taken off, unless that was no choice."""
        hex, city = self.city(record)
        task = self.game.position.agenda[-1]
        return [actions.RemoveStation(self.company(record), hex, city)] if isinstance(task, Clash) else []

    # Running and trains

    def dividend(self, record: RecordedAction) -> Readings:
        """Paid out or withheld; without revenue there is nothing to decide."""
        kinds = {"payout": "pay", "withhold": "retain"}
        kind = kinds.get(record.word("kind"))
        if kind is None:
            record.bad("a dividend is 'payout' or 'withhold'.")
        return [actions.Dividend(self.company(record), kind)]

    def card(self, record: RecordedAction) -> str:
        """Our card of a recorded train that was sold before."""
        word = record.word("train")
        return self.cards.get(word) or record.bad(f"nobody has a train {word!r}.")

    def buy_train(self, record: RecordedAction) -> Readings:
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

    def face(self, record: RecordedAction, card: str) -> str:
        """The face a record names."""
        word = record.word("variant")
        return self.names.face(card, word) or record.bad(f"the card has no side {word!r}.")

    def note_train(self, record: RecordedAction, action: actions.BuyTrain) -> None:
        """A train was sold: remember its card."""
        self.cards[record.word("train")] = action.card

    def note_sales(self, events: Iterable[Event]) -> None:
        """Trains that the bank bought for a company have no record of their own: copies are sold in order."""
        for event in events:
            if isinstance(event, TrainBought) and event.source == BANK:
                self.cards.setdefault(self.names.their_card(event.card), event.card)

    def note_given(self, events: Iterable[Event]) -> None:
        """Nor have trains that companies receive from the stack."""
        for event in events:
            if isinstance(event, TrainGiven):
                self.cards[self.names.their_card(event.card)] = event.card

    def discard_train(self, record: RecordedAction) -> Readings:
        """A train just taken over is scrapped, or one beyond the limit returned."""
        card, company = self.card(record), self.company(record)
        task = self.game.position.agenda[-1]
        if isinstance(task, TrainsTaken):
            return [actions.ScrapTrain(company, card)]
        return [actions.ReturnTrain(company, card)]

    def swap_train(self, record: RecordedAction) -> Readings:
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

    def buy_company(self, record: RecordedAction) -> Readings:
        """A private company bought from a player."""
        return [actions.TakeOverPrivate(self.company(record), self.private(record), record.whole("price"))]

    def sell_company(self, record: RecordedAction) -> Readings:
        """A private company sold to the bank at its present price."""
        task = next((s for s in reversed(self.game.position.agenda) if isinstance(s, OperatingTurn)), None)
        if task is not None and record.whole("price") != price_of_privates(self.game.rules, self.game.position):
            record.bad(f"private companies sell for {price_of_privates(self.game.rules, self.game.position)} now.")
        return [actions.SellPrivate(self.company(record), self.private(record))]

    def buy_corporation(self, record: RecordedAction) -> Readings:
        """A smaller company acquired."""
        return [actions.Acquire(self.company(record), self.named_company(record), record.whole("price"))]

    def bankrupt(self, record: RecordedAction) -> Readings:
        """A director cannot pay for a train and gives up."""
        return [actions.Pass(self.game.rules.decides(self.game.position, self.company(record)))]
