"""Everything a player can say, as frozen records with plain ids in them.

An action holds what was decided and nothing that follows from it. `decode` and `encode` are the one codec; the
text form of each action is in `interop.text`.
"""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from stellwerk.errors import BadInput

Route = tuple[str, ...]
"""One run: the nodes it passes, in order: stops (`E11.0`) and hex sides (`E11/5`)."""

CHANCE = "chance"
"""The player who makes the draws."""


class Action(msgspec.Struct, frozen=True, tag_field="type"):
    """What somebody decided. `by` tells the field that names the one who acts."""

    by: ClassVar[str] = "player"

    @property
    def actor(self) -> str:
        """The player or company that acts."""
        return str(getattr(self, self.by))

    def seen_by(self, seat: str | None) -> Action:
        """What one player may see of it; an action that is secret for a while hides here what it says."""
        return self


class Draw(Action, frozen=True, tag="draw"):
    """Chance decides: the outcome of a draw, in order."""

    what: str
    result: tuple[str, ...]

    @property
    def actor(self) -> str:
        """Chance."""
        return CHANCE


class Pass(Action, frozen=True, tag="pass"):
    """A player (in a stock round) or company (at the end of its turn) does nothing more."""

    by: ClassVar[str] = "who"
    who: str


class BuyPrivate(Action, frozen=True, tag="buy-private"):
    """A player buys a private company from the offering at its printed price."""

    player: str
    private: str


class Bid(Action, frozen=True, tag="bid"):
    """A player bids for something that is auctioned; who puts a lot up may bid 0."""

    player: str
    lot: str
    amount: int


class StartCompany(Action, frozen=True, tag="start-company"):
    """A player buys a director's certificate and sets the company's first price."""

    player: str
    company: str
    price: int


class BuyShare(Action, frozen=True, tag="buy-share"):
    """A player buys one certificate of `percent` from `source`."""

    player: str
    company: str
    percent: int
    source: str = "offering"


class SellShares(Action, frozen=True, tag="sell-shares"):
    """A player sells shares of one company, `percent` in all."""

    player: str
    company: str
    percent: int


class GiveCertificates(Action, frozen=True, tag="give-certificates"):
    """A new director gives certificates of these sizes for the director's."""

    player: str
    company: str
    percents: tuple[int, ...]


class Repay(Action, frozen=True, tag="repay"):
    """A player repays (part of) his loan."""

    player: str
    amount: int


class LayTile(Action, frozen=True, tag="lay-tile"):
    """A company lays or promotes a tile; `private` is the railway whose power it uses, if any."""

    by: ClassVar[str] = "company"
    company: str
    hex: str
    tile: str
    rotation: int
    private: str | None = None


class PlaceStation(Action, frozen=True, tag="place-station"):
    """A company puts a station marker into a city."""

    by: ClassVar[str] = "company"
    company: str
    hex: str
    city: int


class ChooseCity(Action, frozen=True, tag="choose-city"):
    """A company chooses the city of a hex that takes its waiting home station."""

    by: ClassVar[str] = "company"
    company: str
    hex: str
    city: int


class Run(Action, frozen=True, tag="run", omit_defaults=True):
    """A company runs its trains and claims a revenue; where the rules leave the runs open it may name its routes."""

    by: ClassVar[str] = "company"
    company: str
    revenue: int
    routes: tuple[Route, ...] = ()
    recorded: bool = False
    """Is the revenue what the record of another program says? Nobody can play such a run, it is only read."""


class Dividend(Action, frozen=True, tag="dividend"):
    """A company pays its revenue out (`pay`) or keeps it (`retain`)."""

    by: ClassVar[str] = "company"
    company: str
    kind: str


class Acquire(Action, frozen=True, tag="acquire"):
    """A company offers to take over a smaller one for a price per share."""

    by: ClassVar[str] = "company"
    company: str
    target: str
    price: int


class RemoveStation(Action, frozen=True, tag="remove-station"):
    """After an acquisition: the station of a doubly occupied hex that goes back to the charter."""

    by: ClassVar[str] = "company"
    company: str
    hex: str
    city: int


class TurnTrain(Action, frozen=True, tag="turn-train"):
    """A train just taken over is turned to another face of its card."""

    by: ClassVar[str] = "company"
    company: str
    card: str
    face: str


class ScrapTrain(Action, frozen=True, tag="scrap-train"):
    """A train just taken over is scrapped."""

    by: ClassVar[str] = "company"
    company: str
    card: str


class BuyTrain(Action, frozen=True, tag="buy-train"):
    """A company buys a card, `face` up, from the bank's stack (`bank`), the `pool` or another company."""

    by: ClassVar[str] = "company"
    company: str
    source: str
    card: str
    face: str
    price: int


class ReturnTrain(Action, frozen=True, tag="return-train"):
    """A company over its train limit returns a train to the pool, unpaid."""

    by: ClassVar[str] = "company"
    company: str
    card: str


class TakeOverPrivate(Action, frozen=True, tag="take-over-private"):
    """A company offers a player a price for one of his private companies."""

    by: ClassVar[str] = "company"
    company: str
    private: str
    price: int


class SellPrivate(Action, frozen=True, tag="sell-private"):
    """A company sells one of its private companies to the bank."""

    by: ClassVar[str] = "company"
    company: str
    private: str


class UsePrivate(Action, frozen=True, tag="use-private"):
    """A company takes what a private company of its director brings it."""

    by: ClassVar[str] = "company"
    company: str
    private: str


class BuyToken(Action, frozen=True, tag="buy-token"):
    """A company buys a token that opens a place of the map to it, from the `pool` or from a company that sells some."""

    by: ClassVar[str] = "company"
    company: str
    source: str


class ExchangePrivate(Action, frozen=True, tag="exchange-private"):
    """A player gives a private company away for the shares it stands for."""

    player: str
    private: str


class Answer(Action, frozen=True, tag="answer"):
    """A player agrees to an offer, or not."""

    player: str
    agrees: bool


AnyAction = (
    Draw | Pass | BuyPrivate | Bid | StartCompany | BuyShare | SellShares | GiveCertificates | Repay
    | LayTile | PlaceStation | ChooseCity | Run | Dividend | Acquire | RemoveStation | TurnTrain | ScrapTrain
    | BuyTrain | ReturnTrain | TakeOverPrivate | SellPrivate | UsePrivate | BuyToken | ExchangePrivate | Answer
)  # fmt: skip

_decoder = msgspec.json.Decoder(AnyAction)


def encode(action: Action) -> dict[str, Any]:
    """An action as plain data, fields that say nothing left out."""
    data: dict[str, Any] = msgspec.to_builtins(action)
    return {key: value for key, value in data.items() if value is not None and value != ()}


def decode(data: object) -> Action:
    """An action from plain data (as JSON gives it), checked; refuses with one sentence."""
    try:
        return msgspec.convert(data, type=AnyAction)  # type: ignore[no-any-return]
    except (msgspec.ValidationError, RecursionError) as error:
        raise BadInput(f"This is no action: {error}.") from None


class Choice(msgspec.Struct, frozen=True):
    """One thing that may be played now; where a number is free, its field, range and step.

    With the field `routes` any legal set of routes may be named, its revenue within the range; from 0 on the company
    may also run nothing.
    """

    action: Action
    field: str | None = None
    low: int = 0
    high: int = 0
    step: int = 1

    def at(self, number: int) -> Action:
        """The action with the free number set."""
        if self.field is None or self.field == "routes":
            return self.action
        return msgspec.structs.replace(self.action, **{self.field: number})

    def covers(self, action: Action) -> bool:
        """Is this action the choice, with a number in range?"""
        if self.field is None:
            return action == self.action
        if type(action) is not type(self.action):
            return False
        if self.field == "routes":
            return action == self.action or self._covers_routes(action)
        number = getattr(action, self.field)
        in_range = self.low <= number <= self.high and (number - self.low) % self.step == 0
        return in_range and self.at(number) == action

    def _covers_routes(self, action: Action) -> bool:
        """Is this a run on named routes, or on none where the range begins at 0?"""
        if not isinstance(action, Run) or action.recorded:
            return False
        return self.low <= action.revenue <= self.high and bool(action.routes or not action.revenue)
