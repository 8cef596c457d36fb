"""Everything that can happen, as frozen records: the log a person reads is a rendering of these."""

from __future__ import annotations

from typing import Any

import msgspec


class Event(msgspec.Struct, frozen=True, tag_field="event"):
    """Something that happened. `str()` says it in one line."""

    def __str__(self) -> str:
        fields = msgspec.structs.asdict(self)
        lists = {name: ", ".join(map(str, value)) for name, value in fields.items() if isinstance(value, tuple)}
        return TEXTS[type(self)].format(**{**fields, **lists})

    def as_json(self) -> dict[str, Any]:
        """The event as plain data, with its line of text."""
        data: dict[str, Any] = msgspec.to_builtins(self)
        return {**data, "text": str(self)}


class Paid(Event, frozen=True, tag="paid"):
    payer: str
    payee: str
    amount: int
    reason: str


class Passed(Event, frozen=True, tag="passed"):
    who: str


class OrderDealt(Event, frozen=True, tag="order-dealt"):
    order: tuple[str, ...]


class RoundBegan(Event, frozen=True, tag="round-began"):
    name: str


class PhaseBegan(Event, frozen=True, tag="phase-began"):
    phase: str


class PrivateMoved(Event, frozen=True, tag="private-moved"):
    private: str
    owner: str


class PowerUsed(Event, frozen=True, tag="power-used"):
    private: str
    company: str


class BidPlaced(Event, frozen=True, tag="bid-placed"):
    player: str
    lot: str
    amount: int


class LotPutUp(Event, frozen=True, tag="lot-put-up"):
    player: str
    lot: str


class PriceCut(Event, frozen=True, tag="price-cut"):
    lot: str
    price: int


class Bankrupt(Event, frozen=True, tag="bankrupt"):
    player: str


class InReceivership(Event, frozen=True, tag="in-receivership"):
    company: str


class BankBroken(Event, frozen=True, tag="bank-broken"):
    """The bank has paid more than it had."""


class CompanyClosed(Event, frozen=True, tag="company-closed"):
    company: str


class TokenMoved(Event, frozen=True, tag="token-moved"):
    what: str
    giver: str
    taker: str


class PrivateExchanged(Event, frozen=True, tag="private-exchanged"):
    private: str
    player: str


class CompanyStarted(Event, frozen=True, tag="company-started"):
    company: str
    player: str
    price: int


class CertificateMoved(Event, frozen=True, tag="certificate-moved"):
    company: str
    percent: int
    giver: str
    taker: str


class DirectorChanged(Event, frozen=True, tag="director-changed"):
    company: str
    player: str


class Floated(Event, frozen=True, tag="floated"):
    company: str
    capital: int


class PriceMoved(Event, frozen=True, tag="price-moved"):
    company: str
    price: int
    before: int


class TileLaid(Event, frozen=True, tag="tile-laid"):
    company: str
    hex: str
    tile: str
    rotation: int
    cost: int


class StationPlaced(Event, frozen=True, tag="station-placed"):
    company: str
    hex: str
    city: int
    cost: int


class StationRemoved(Event, frozen=True, tag="station-removed"):
    company: str
    hex: str
    city: int


class Ran(Event, frozen=True, tag="ran", omit_defaults=True):
    company: str
    revenue: int
    routes: tuple[tuple[str, ...], ...]
    trains: tuple[str, ...]
    recorded: bool = False


class DividendDecided(Event, frozen=True, tag="dividend-decided"):
    company: str
    kind: str
    revenue: int


class TrainBought(Event, frozen=True, tag="train-bought"):
    company: str
    card: str
    face: str
    source: str
    price: int


class TrainGiven(Event, frozen=True, tag="train-given"):
    company: str
    card: str
    face: str


class TrainReturned(Event, frozen=True, tag="train-returned"):
    company: str
    card: str
    face: str


class TrainTurned(Event, frozen=True, tag="train-turned"):
    company: str
    card: str
    face: str
    before: str


class TrainScrapped(Event, frozen=True, tag="train-scrapped"):
    owner: str
    card: str
    face: str


class TypeScrapped(Event, frozen=True, tag="type-scrapped"):
    face: str


class Exported(Event, frozen=True, tag="exported"):
    card: str


class LoanTaken(Event, frozen=True, tag="loan-taken"):
    player: str
    amount: int
    penalty: int


class Offered(Event, frozen=True, tag="offered"):
    who: str
    asked: str
    text: str


class Answered(Event, frozen=True, tag="answered"):
    player: str
    answer: str


class Acquired(Event, frozen=True, tag="acquired"):
    company: str
    target: str
    price: int


class GameEnded(Event, frozen=True, tag="game-ended"):
    winners: tuple[str, ...]
    result: dict[str, int]


TEXTS: dict[type[Event], str] = {
    Paid: "{payer} pays {payee} {amount} ({reason})",
    Passed: "{who} passes",
    OrderDealt: "New playing order: {order}",
    RoundBegan: "{name} begins",
    PhaseBegan: "Phase {phase} begins",
    PrivateMoved: "{private} goes to {owner}",
    PowerUsed: "{company} uses the power of {private}",
    BidPlaced: "{player} bids {amount} for {lot}",
    LotPutUp: "{player} puts {lot} up for auction",
    PriceCut: "{lot} is offered for {price}",
    Bankrupt: "{player} is bankrupt and leaves the game",
    InReceivership: "{company} is run by the bank",
    BankBroken: "The bank is broken",
    CompanyClosed: "{company} is closed and leaves the game",
    TokenMoved: "{what} goes from {giver} to {taker}",
    PrivateExchanged: "{player} exchanges {private} for shares",
    CompanyStarted: "{player} starts {company} at {price}",
    CertificateMoved: "{percent}% of {company} goes from {giver} to {taker}",
    DirectorChanged: "{player} becomes director of {company}",
    Floated: "{company} floats with a capital of {capital}",
    PriceMoved: "The price of {company} moves from {before} to {price}",
    TileLaid: "{company} lays {tile}@{rotation} on {hex} for {cost}",
    StationPlaced: "{company} places a station in {hex} (city {city}) for {cost}",
    StationRemoved: "{company} takes its station off {hex} (city {city})",
    Ran: "{company} runs for {revenue}",
    DividendDecided: "{company} decides to {kind} {revenue}",
    TrainBought: "{company} buys train {face} (card {card}) from {source} for {price}",
    TrainGiven: "{company} receives train {face} (card {card})",
    TrainReturned: "{company} returns train {face} (card {card}) to the pool",
    TrainTurned: "{company} turns train {before} (card {card}) to {face}",
    TrainScrapped: "Train {face} (card {card}) of {owner} is scrapped",
    TypeScrapped: "All {face}-trains are scrapped",
    Exported: "Train card {card} is sold abroad",
    LoanTaken: "{player} borrows {amount}; a penalty of {penalty} is noted",
    Offered: "{who} offers {asked}: {text}",
    Answered: "{player} {answer}",
    Acquired: "{company} acquires {target} for {price} per share",
    GameEnded: "The game is over; won by {winners}",
}


class Say(msgspec.Struct):
    """Where events are collected while an action is carried out."""

    events: list[Event] = []

    def __call__(self, event: Event) -> None:
        self.events.append(event)
