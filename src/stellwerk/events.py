"""Everything that can happen, as frozen records: the log a person reads is a rendering of these."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

TRACK, SHARES, TRAINS, DIRECTORS, DEALS, MONEY, OTHER = (
    "track", "shares", "trains", "directors", "deals", "money", "other"
)  # fmt: skip
"""The headings under which a log can be asked for what happened."""


class Event(msgspec.Struct, frozen=True, tag_field="event"):
    """Something that happened. `str()` says it in one line."""

    sentence: ClassVar[str] = ""
    """The event in plain words, its fields in braces; without it, its tag and fields are told."""
    heading: ClassVar[str] = OTHER

    def __str__(self) -> str:
        fields = msgspec.structs.asdict(self)
        lists = {name: ", ".join(map(str, value)) for name, value in fields.items() if isinstance(value, tuple)}
        if self.sentence:
            return self.sentence.format(**{**fields, **lists})
        told = ", ".join(f"{name} {value}" for name, value in {**fields, **lists}.items())
        name = str(self.__struct_config__.tag).replace("-", " ").capitalize()
        return f"{name}: {told}" if told else name

    def while_secret(self) -> Event | None:
        """What those hear of it from whom the action is hidden that it followed: as a rule nothing."""
        return None

    def as_json(self) -> dict[str, Any]:
        """The event as plain data, with its line of text."""
        data: dict[str, Any] = msgspec.to_builtins(self)
        return {**data, "text": str(self)}


class Paid(Event, frozen=True, tag="paid"):
    sentence: ClassVar[str] = "{payer} pays {payee} {amount} ({reason})"

    payer: str
    payee: str
    amount: int
    reason: str


class Passed(Event, frozen=True, tag="passed"):
    sentence: ClassVar[str] = "{who} passes"

    who: str


class OrderDealt(Event, frozen=True, tag="order-dealt"):
    sentence: ClassVar[str] = "New playing order: {order}"

    order: tuple[str, ...]


class RoundBegan(Event, frozen=True, tag="round-began"):
    sentence: ClassVar[str] = "{name} begins"

    name: str


class PhaseBegan(Event, frozen=True, tag="phase-began"):
    sentence: ClassVar[str] = "Phase {phase} begins"
    heading: ClassVar[str] = TRAINS

    phase: str


class PrivateMoved(Event, frozen=True, tag="private-moved"):
    sentence: ClassVar[str] = "{private} goes to {owner}"
    heading: ClassVar[str] = DEALS

    private: str
    owner: str


class PowerUsed(Event, frozen=True, tag="power-used"):
    sentence: ClassVar[str] = "{company} uses the power of {private}"
    heading: ClassVar[str] = TRACK

    private: str
    company: str


class BidPlaced(Event, frozen=True, tag="bid-placed"):
    sentence: ClassVar[str] = "{player} bids {amount} for {lot}"
    heading: ClassVar[str] = DEALS

    player: str
    lot: str
    amount: int


class LotPutUp(Event, frozen=True, tag="lot-put-up"):
    sentence: ClassVar[str] = "{player} puts {lot} up for auction"
    heading: ClassVar[str] = DEALS

    player: str
    lot: str


class PriceCut(Event, frozen=True, tag="price-cut"):
    sentence: ClassVar[str] = "{lot} is offered for {price}"
    heading: ClassVar[str] = DEALS

    lot: str
    price: int


class Bankrupt(Event, frozen=True, tag="bankrupt"):
    sentence: ClassVar[str] = "{player} is bankrupt and leaves the game"
    heading: ClassVar[str] = DIRECTORS

    player: str


class InReceivership(Event, frozen=True, tag="in-receivership"):
    sentence: ClassVar[str] = "{company} is run by the bank"
    heading: ClassVar[str] = DIRECTORS

    company: str


class BankBroken(Event, frozen=True, tag="bank-broken"):
    """The bank has paid more than it had."""

    sentence: ClassVar[str] = "The bank is broken"
    heading: ClassVar[str] = MONEY


class CompanyClosed(Event, frozen=True, tag="company-closed"):
    sentence: ClassVar[str] = "{company} is closed and leaves the game"
    heading: ClassVar[str] = SHARES

    company: str


class TokenMoved(Event, frozen=True, tag="token-moved"):
    sentence: ClassVar[str] = "{what} goes from {giver} to {taker}"
    heading: ClassVar[str] = TRACK

    what: str
    giver: str
    taker: str


class PrivateExchanged(Event, frozen=True, tag="private-exchanged"):
    sentence: ClassVar[str] = "{player} exchanges {private} for shares"
    heading: ClassVar[str] = DEALS

    private: str
    player: str


class CompanyStarted(Event, frozen=True, tag="company-started"):
    sentence: ClassVar[str] = "{player} starts {company} at {price}"
    heading: ClassVar[str] = SHARES

    company: str
    player: str
    price: int


class CertificateMoved(Event, frozen=True, tag="certificate-moved"):
    sentence: ClassVar[str] = "{percent}% of {company} goes from {giver} to {taker}"
    heading: ClassVar[str] = SHARES

    company: str
    percent: int
    giver: str
    taker: str


class DirectorChanged(Event, frozen=True, tag="director-changed"):
    sentence: ClassVar[str] = "{player} becomes director of {company}"
    heading: ClassVar[str] = DIRECTORS

    company: str
    player: str


class Floated(Event, frozen=True, tag="floated"):
    sentence: ClassVar[str] = "{company} floats with a capital of {capital}"
    heading: ClassVar[str] = SHARES

    company: str
    capital: int


class PriceMoved(Event, frozen=True, tag="price-moved"):
    sentence: ClassVar[str] = "The price of {company} moves from {before} to {price}"
    heading: ClassVar[str] = SHARES

    company: str
    price: int
    before: int


class TileLaid(Event, frozen=True, tag="tile-laid"):
    sentence: ClassVar[str] = "{company} lays {tile}@{rotation} on {hex} for {cost}"
    heading: ClassVar[str] = TRACK

    company: str
    hex: str
    tile: str
    rotation: int
    cost: int


class StationPlaced(Event, frozen=True, tag="station-placed"):
    sentence: ClassVar[str] = "{company} places a station in {hex} (city {city}) for {cost}"
    heading: ClassVar[str] = TRACK

    company: str
    hex: str
    city: int
    cost: int


class StationRemoved(Event, frozen=True, tag="station-removed"):
    sentence: ClassVar[str] = "{company} takes its station off {hex} (city {city})"
    heading: ClassVar[str] = TRACK

    company: str
    hex: str
    city: int


class Ran(Event, frozen=True, tag="ran", omit_defaults=True):
    sentence: ClassVar[str] = "{company} runs for {revenue}"
    heading: ClassVar[str] = MONEY

    company: str
    revenue: int
    routes: tuple[tuple[str, ...], ...]
    trains: tuple[str, ...]
    recorded: bool = False


class DividendDecided(Event, frozen=True, tag="dividend-decided"):
    sentence: ClassVar[str] = "{company} decides to {kind} {revenue}"
    heading: ClassVar[str] = MONEY

    company: str
    kind: str
    revenue: int


class TrainBought(Event, frozen=True, tag="train-bought"):
    sentence: ClassVar[str] = "{company} buys train {face} (card {card}) from {source} for {price}"
    heading: ClassVar[str] = TRAINS

    company: str
    card: str
    face: str
    source: str
    price: int


class TrainGiven(Event, frozen=True, tag="train-given"):
    sentence: ClassVar[str] = "{company} receives train {face} (card {card})"
    heading: ClassVar[str] = TRAINS

    company: str
    card: str
    face: str


class TrainReturned(Event, frozen=True, tag="train-returned"):
    sentence: ClassVar[str] = "{company} returns train {face} (card {card}) to the pool"
    heading: ClassVar[str] = TRAINS

    company: str
    card: str
    face: str


class TrainTurned(Event, frozen=True, tag="train-turned"):
    sentence: ClassVar[str] = "{company} turns train {before} (card {card}) to {face}"
    heading: ClassVar[str] = TRAINS

    company: str
    card: str
    face: str
    before: str


class TrainScrapped(Event, frozen=True, tag="train-scrapped"):
    sentence: ClassVar[str] = "Train {face} (card {card}) of {owner} is scrapped"
    heading: ClassVar[str] = TRAINS

    owner: str
    card: str
    face: str


class TypeScrapped(Event, frozen=True, tag="type-scrapped"):
    sentence: ClassVar[str] = "All {face}-trains are scrapped"
    heading: ClassVar[str] = TRAINS

    face: str


class Exported(Event, frozen=True, tag="exported"):
    sentence: ClassVar[str] = "Train card {card} is sold abroad"
    heading: ClassVar[str] = TRAINS

    card: str


class LoanTaken(Event, frozen=True, tag="loan-taken"):
    sentence: ClassVar[str] = "{player} borrows {amount}; a penalty of {penalty} is noted"
    heading: ClassVar[str] = MONEY

    player: str
    amount: int
    penalty: int


class Offered(Event, frozen=True, tag="offered"):
    sentence: ClassVar[str] = "{who} offers {asked}: {text}"
    heading: ClassVar[str] = DEALS

    who: str
    asked: str
    text: str


class Answered(Event, frozen=True, tag="answered"):
    sentence: ClassVar[str] = "{player} {answer}"
    heading: ClassVar[str] = DEALS

    player: str
    answer: str


class Acquired(Event, frozen=True, tag="acquired"):
    sentence: ClassVar[str] = "{company} acquires {target} for {price} per share"
    heading: ClassVar[str] = DEALS

    company: str
    target: str
    price: int


class GameEnded(Event, frozen=True, tag="game-ended"):
    sentence: ClassVar[str] = "The game is over; won by {winners}"

    winners: tuple[str, ...]
    result: dict[str, int]


class Say(msgspec.Struct):
    """Where events are collected while an action is carried out."""

    events: list[Event] = []

    def __call__(self, event: Event) -> None:
        self.events.append(event)
