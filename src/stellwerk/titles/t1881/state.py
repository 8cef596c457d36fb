"""What a game of 1881 remembers beside what every game does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import UNSET, UnsetType

from stellwerk.errors import refuse_unless
from stellwerk.position import Position, TitleState, value_or
from stellwerk.rules import Rules
from stellwerk.titles.t1881.connection import edge_stations_connected

STADTBAHN = "S"
"""The S-Bahn, and its main net."""
TRAM, NET = "tram", "sbahn"
"""The kinds of companies: tram companies, the S-Bahn's nets."""


class State1881(TitleState, frozen=True):
    """The state of the title."""

    connected: tuple[str, ...] | UnsetType = UNSET
    """The edge stations whose connection bonus is used up (9.4, R53)."""
    debts: Mapping[str, int] | UnsetType = UNSET
    """Company to what it owes the bank for its vehicle, which bears a clip (15.2)."""
    emptied: tuple[str, ...] | UnsetType = UNSET
    """The tram companies whose offering has been empty and has opened another company (4.12, R19)."""
    joined: Mapping[str, str] | UnsetType = UNSET
    """The nets that have joined the main net, and the hex of the depot they brought (12.5, R62)."""
    lapsed: tuple[str, ...] | UnsetType = UNSET
    """The seat cards that are plain shares for good (R63, R80, R82)."""
    last_buyer: str | UnsetType = UNSET
    """Who bought last in the present or last stock round; nobody, if nothing was bought in it (4.7, R78)."""
    last_round: bool | UnsetType = UNSET
    """Does the game end with the present round: is the bank empty, or has a price reached 400 (13.1, R72, H.50)?"""
    openings: int | UnsetType = UNSET
    """How many companies may still be opened (4.12, R19)."""
    seats: tuple[str, ...] | UnsetType = UNSET
    """How the players sit, as long as they act in the order of their bids (2.4, R10)."""
    seniority: Mapping[str, tuple[str, ...]] | UnsetType = UNSET
    """Company to its holders, the one first whose number of shares has not changed for longest (4.25, R23)."""

    def check(self, rules: Rules, position: Position) -> None:
        """Refuse what cannot be in this position."""
        seats = {card.id for card in rules.register.all() if card.mark}
        refuse_unless(set(value_or(self.lapsed, ())) <= seats, "Only seats on the board of the S-Bahn lapse.")
        refuse_unless(0 <= value_or(self.openings, 0) <= len(rules.companies), "Nobody may open so many companies.")
        emptied = set(value_or(self.emptied, ()))
        refuse_unless(emptied <= set(rules.companies), "Only the offerings of companies are sold out.")
        refuse_unless(value_or(self.last_buyer, position.players[0]) in position.players, "Only players buy last.")
        same = sorted(value_or(self.seats, position.order)) == sorted(position.order)
        refuse_unless(same, "Every player who plays has a seat.")
        for company, line in value_or(self.seniority, {}).items():
            refuse_unless(company in rules.companies, f"There is no company {company!r}.")
            held = [rules.register.percent(position, company, holder) for holder in line]
            known = set(line) <= set(rules.register.holders(position, company)) and all(held)
            refuse_unless(known and len(set(line)) == len(line), f"Others hold shares of {company} than its list says.")
        debts, trams = value_or(self.debts, {}), {c for c in position.floated if rules.companies[c].size == TRAM}
        refuse_unless(set(debts) <= trams and min(debts.values(), default=1) > 0, "Only tram companies owe money.")
        nets = {company for company, figure in rules.companies.items() if figure.part_of == STADTBAHN}
        refuse_unless(set(value_or(self.joined, {})) <= nets - {*position.floated}, "Only subnets join the main net.")
        connected = set(edge_stations_connected(rules, position.tiles)) == set(value_or(self.connected, ()))
        refuse_unless(connected, "The stations connected with the centre are those that track leads to.")

    def run_key(self, hexes: Sequence[str]) -> bytes:
        """Runs depend on nothing in it."""
        return b""

    def money_owed(self) -> Mapping[str, int]:
        """What companies owe for vehicles on credit."""
        return value_or(self.debts, {})
