"""Everything a player can say, as frozen records with plain ids in them.

An action holds what was decided and nothing that follows from it. `decode` and `encode` are the one codec. What each
kind says of itself (its text forms, how programs tell its choices apart, ...) is explained in `vocabulary.Action`.
These are the actions that many titles share; a title may bring its own.
"""

from __future__ import annotations

from typing import ClassVar

from msgspec import UNSET, UnsetType

from stellwerk.vocabulary import Action, AnyAction, Choice, Form, Forms, Names, Vocabulary, encode

__all__ = [
    "CHANCE", "COMMON", "Acquire", "Action", "Answer", "AnyAction", "Bid", "BuyPrivate", "BuyShare", "BuyToken",
    "BuyTrain", "Choice", "ChooseCity", "Dividend", "Draw", "ExchangePrivate", "Form", "GiveCertificates", "LayTile",
    "Pass", "PlaceStation", "RemoveStation", "Repay", "ReturnTrain", "Route", "Run", "ScrapTrain", "SellPrivate",
    "SellShares", "StartCompany", "TakeOverPrivate", "TurnTrain", "UsePrivate", "decode", "encode",
]  # fmt: skip

Route = tuple[str, ...]
"""One run: the nodes it passes, in order: stops (`E11.0`) and hex sides (`E11/5`)."""

CHANCE = "chance"
"""The player who makes the draws."""


class Draw(Action, frozen=True, tag="draw"):
    """Chance decides: the outcome of a draw, in order."""

    forms: ClassVar[Forms] = (
        Form("chance draws nothing for {what}", {"result": ()}),
        Form("chance draws {what}: {result}"),
    )

    what: str
    result: tuple[str, ...]

    @property
    def actor(self) -> str:
        """Chance."""
        return CHANCE


class Pass(Action, frozen=True, tag="pass"):
    """A player (in a stock round) or company (at the end of its turn) does nothing more."""

    by: ClassVar[str] = "who"
    forms: ClassVar[Forms] = (Form("{who} passes"),)
    liking: ClassVar[float] = 2

    who: str


class BuyPrivate(Action, frozen=True, tag="buy-private"):
    """A player buys a private company from the offering at its printed price."""

    forms: ClassVar[Forms] = (Form("{player} buys {private}"),)
    group: ClassVar[tuple[str, str]] = ("private", "private")
    liking: ClassVar[float] = 8

    player: str
    private: str


class Bid(Action, frozen=True, tag="bid"):
    """A player bids for something that is auctioned; who puts a lot up may bid 0."""

    forms: ClassVar[Forms] = (
        Form("{player} puts {lot} up without a bid", {"amount": 0}),
        Form("{player} bids {amount} for {lot}"),
    )
    number: ClassVar[str] = "amount"
    group: ClassVar[tuple[str, str]] = ("bid", "lot")
    liking: ClassVar[float] = 2

    player: str
    lot: str
    amount: int


class StartCompany(Action, frozen=True, tag="start-company"):
    """A player buys a director's certificate and sets the company's first price."""

    forms: ClassVar[Forms] = (Form("{player} starts {company} at {price}"),)
    group: ClassVar[tuple[str, str]] = ("start", "company")
    liking: ClassVar[float] = 4

    player: str
    company: str
    price: int


class BuyShare(Action, frozen=True, tag="buy-share"):
    """A player buys one certificate of `percent` from `source`."""

    forms: ClassVar[Forms] = (
        Form("{player} buys {percent}% of {company}", {"source": "offering", "card": UNSET}),
        Form("{player} buys {percent}% of {company} from the pool", {"source": "pool", "card": UNSET}),
        Form("{player} buys {percent}% of {company} from {source}", {"card": UNSET}),
        Form("{player} buys {percent}% of {company} from {source} as {card}"),
    )
    group: ClassVar[tuple[str, str]] = ("buy", "company")
    liking: ClassVar[float] = 20

    player: str
    company: str
    percent: int
    source: str = "offering"
    card: str | UnsetType = UNSET
    """Which one, where the certificates of the company are not alike."""


class SellShares(Action, frozen=True, tag="sell-shares"):
    """A player sells shares of one company, `percent` in all."""

    forms: ClassVar[Forms] = (
        Form("{player} sells {percent}% of {company}", {"card": UNSET}),
        Form("{player} sells {percent}% of {company} as {card}"),
    )
    group: ClassVar[tuple[str, str]] = ("sell", "company")
    liking: ClassVar[float] = 0.4

    player: str
    company: str
    percent: int
    card: str | UnsetType = UNSET
    """The certificate, if it is one that is not like the others."""


class GiveCertificates(Action, frozen=True, tag="give-certificates"):
    """A new director gives certificates of these sizes for the director's."""

    forms: ClassVar[Forms] = (
        Form("{player} gives nothing of {company}", {"percents": ()}),
        Form("{player} gives {percents} of {company}"),
    )
    told_by: ClassVar[Names] = ("percents",)
    group: ClassVar[tuple[str, str]] = ("give", "company")

    player: str
    company: str
    percents: tuple[int, ...]


class Repay(Action, frozen=True, tag="repay"):
    """A player repays (part of) his loan."""

    forms: ClassVar[Forms] = (Form("{player} repays {amount}"),)
    number: ClassVar[str] = "amount"
    liking: ClassVar[float] = 5

    player: str
    amount: int


class LayTile(Action, frozen=True, tag="lay-tile"):
    """A company lays or promotes a tile; `private` is the railway whose power it uses, if any."""

    by: ClassVar[str] = "company"
    forms: ClassVar[Forms] = (
        Form("{company} lays {tile}@{rotation} on {hex}", {"private": None}),
        Form("{company} lays {tile}@{rotation} on {hex} with {private}"),
    )
    told_by: ClassVar[Names] = ("hex", "tile", "rotation")
    group: ClassVar[tuple[str, str]] = ("tile", "hex")
    liking: ClassVar[float] = 30

    company: str
    hex: str
    tile: str
    rotation: int
    private: str | None = None


class PlaceStation(Action, frozen=True, tag="place-station"):
    """A company puts a station marker into a city."""

    by: ClassVar[str] = "company"
    forms: ClassVar[Forms] = (Form("{company} places a station in city {city} of {hex}"),)
    group: ClassVar[tuple[str, str]] = ("station", "hex")
    liking: ClassVar[float] = 3

    company: str
    hex: str
    city: int


class ChooseCity(Action, frozen=True, tag="choose-city"):
    """A company chooses the city of a hex that takes its waiting home station."""

    by: ClassVar[str] = "company"
    forms: ClassVar[Forms] = (Form("{company} chooses city {city} of {hex}"),)
    group: ClassVar[tuple[str, str]] = ("city", "hex")

    company: str
    hex: str
    city: int


class Run(Action, frozen=True, tag="run", omit_defaults=True):
    """A company runs its trains and claims a revenue; where the rules leave the runs open it may name its routes."""

    by: ClassVar[str] = "company"
    forms: ClassVar[Forms] = (
        Form("{company} runs for {revenue}", {"routes": (), "recorded": False}),
        Form("{company} runs for {revenue} on {routes}", {"recorded": False}),
        Form("{company} runs for {revenue} as recorded", {"routes": (), "recorded": True}),
        Form("{company} runs for {revenue} as recorded on {routes}", {"recorded": True}),
    )
    told_by: ClassVar[Names] = ()
    liking: ClassVar[float] = 4

    company: str
    revenue: int
    routes: tuple[Route, ...] = ()
    recorded: bool = False
    """Is the revenue what the record of another program says? Nobody can play such a run, it is only read."""


class Dividend(Action, frozen=True, tag="dividend"):
    """A company pays its revenue out (`pay`) or keeps it (`retain`)."""

    by: ClassVar[str] = "company"
    forms: ClassVar[Forms] = (
        Form("{company} pays out", {"kind": "pay"}),
        Form("{company} retains", {"kind": "retain"}),
        Form("{company} splits its revenue", {"kind": "split"}),
        Form("{company} decides on {kind}"),
    )

    company: str
    kind: str


class Acquire(Action, frozen=True, tag="acquire"):
    """A company offers to take over a smaller one for a price per share."""

    by: ClassVar[str] = "company"
    forms: ClassVar[Forms] = (Form("{company} acquires {target} for {price} a share"),)
    number: ClassVar[str] = "price"
    group: ClassVar[tuple[str, str]] = ("acquire", "target")
    liking: ClassVar[float] = 0.3

    company: str
    target: str
    price: int


class RemoveStation(Action, frozen=True, tag="remove-station"):
    """After an acquisition: the station of a doubly occupied hex that goes back to the charter."""

    by: ClassVar[str] = "company"
    forms: ClassVar[Forms] = (Form("{company} removes its station from city {city} of {hex}"),)
    group: ClassVar[tuple[str, str]] = ("remove", "hex")

    company: str
    hex: str
    city: int


class TurnTrain(Action, frozen=True, tag="turn-train"):
    """A train just taken over is turned to another face of its card."""

    by: ClassVar[str] = "company"
    forms: ClassVar[Forms] = (Form("{company} turns {card} to {face}"),)
    group: ClassVar[tuple[str, str]] = ("turn", "card")
    liking: ClassVar[float] = 4

    company: str
    card: str
    face: str


class ScrapTrain(Action, frozen=True, tag="scrap-train"):
    """A train just taken over is scrapped."""

    by: ClassVar[str] = "company"
    forms: ClassVar[Forms] = (Form("{company} scraps {card}"),)
    group: ClassVar[tuple[str, str]] = ("scrap", "card")
    liking: ClassVar[float] = 0.5

    company: str
    card: str


class BuyTrain(Action, frozen=True, tag="buy-train"):
    """A company buys a card, `face` up, from the bank's stack (`bank`), the `pool` or another company."""

    by: ClassVar[str] = "company"
    forms: ClassVar[Forms] = (
        Form("{company} buys {face} ({card}) from the bank for {price}", {"source": "bank"}),
        Form("{company} buys {face} ({card}) from the pool for {price}", {"source": "pool"}),
        Form("{company} buys {face} ({card}) from {source} for {price}"),
    )
    told_by: ClassVar[Names] = ("card", "face")
    number: ClassVar[str] = "price"
    group: ClassVar[tuple[str, str]] = ("train", "source")
    liking: ClassVar[float] = 8

    company: str
    source: str
    card: str
    face: str
    price: int


class ReturnTrain(Action, frozen=True, tag="return-train"):
    """A company over its train limit returns a train to the pool, unpaid."""

    by: ClassVar[str] = "company"
    forms: ClassVar[Forms] = (Form("{company} returns {card}"),)
    group: ClassVar[tuple[str, str]] = ("return", "card")

    company: str
    card: str


class TakeOverPrivate(Action, frozen=True, tag="take-over-private"):
    """A company offers a player a price for one of his private companies."""

    by: ClassVar[str] = "company"
    forms: ClassVar[Forms] = (Form("{company} takes over {private} for {price}"),)
    number: ClassVar[str] = "price"
    group: ClassVar[tuple[str, str]] = ("private", "private")
    liking: ClassVar[float] = 1.5

    company: str
    private: str
    price: int


class SellPrivate(Action, frozen=True, tag="sell-private"):
    """A company sells one of its private companies to the bank."""

    by: ClassVar[str] = "company"
    forms: ClassVar[Forms] = (Form("{company} sells {private} to the bank"),)
    group: ClassVar[tuple[str, str]] = ("private", "private")
    liking: ClassVar[float] = 0.1

    company: str
    private: str


class UsePrivate(Action, frozen=True, tag="use-private"):
    """A company takes what a private company of its director brings it."""

    by: ClassVar[str] = "company"
    forms: ClassVar[Forms] = (Form("{company} uses {private}"),)

    company: str
    private: str


class BuyToken(Action, frozen=True, tag="buy-token"):
    """A company buys a token that opens a place of the map to it, from the `pool` or from a company that sells some."""

    by: ClassVar[str] = "company"
    forms: ClassVar[Forms] = (
        Form("{company} buys a token from the pool", {"source": "pool"}),
        Form("{company} buys a token from {source}"),
    )

    company: str
    source: str


class ExchangePrivate(Action, frozen=True, tag="exchange-private"):
    """A player gives a private company away for the shares it stands for."""

    forms: ClassVar[Forms] = (Form("{player} exchanges {private} for shares"),)

    player: str
    private: str


class Answer(Action, frozen=True, tag="answer"):
    """A player agrees to an offer, or not."""

    forms: ClassVar[Forms] = (Form("{player} agrees", {"agrees": True}), Form("{player} declines", {"agrees": False}))

    player: str
    agrees: bool


COMMON = Vocabulary((
    Draw, Pass, BuyPrivate, Bid, StartCompany, BuyShare, SellShares, GiveCertificates, Repay,
    LayTile, PlaceStation, ChooseCity, Run, Dividend, Acquire, RemoveStation, TurnTrain, ScrapTrain,
    BuyTrain, ReturnTrain, TakeOverPrivate, SellPrivate, UsePrivate, BuyToken, ExchangePrivate, Answer,
))  # fmt: skip
"""The actions every title understands; what else can be said in a game its rules tell (`Rules.shapes.actions`)."""


def decode(data: object, vocabulary: Vocabulary = COMMON) -> Action:
    """An action from plain data (as JSON gives it), checked; refuses with one sentence."""
    return vocabulary.decode(data)
