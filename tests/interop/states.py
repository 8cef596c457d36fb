"""Our position and a line of a recorded trace in the same words, so that they can be compared."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from stellwerk.actions import Draw
from stellwerk.interop.games18xx import Imported
from stellwerk.interop.games18xx.names import Names
from stellwerk.position import BANK, OFFERING, OUT, POOL, Position
from stellwerk.rules import Rules
from stellwerk.rules.limits import certificates_of
from stellwerk.steps.game_flow import Finished
from stellwerk.steps.operating_round import OperatingRound, OperatingTurn
from stellwerk.steps.waterfall import LotAuction, Packet, ParChoice
from stellwerk.titles.t18rhl import map as land
from stellwerk.titles.t18rhl.state import RhlState
from stellwerk.trains import trains_of

TRACES = Path(__file__).resolve().parents[2].parent / "shared" / "traces"
MISSING = "no recorded games: the folder shared/traces beside the project is missing"
"""Why tests with recorded games are skipped."""

State = dict[str, Any]


def lines(title: str, game: str) -> list[State]:
    """The lines of a trace."""
    with gzip.open(TRACES / title / f"{game}.jsonl.gz", "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def file_of(title: str, game: str) -> State:
    """The game file of a trace."""
    data: State = json.loads((TRACES / title / f"{game}.json").read_text(encoding="utf-8"))
    return data


def position_after(imported: Imported, number: int) -> Position:
    """Our position after the recorded action of a number (0: before the first)."""
    draws = [entry for entry in imported.game.log if isinstance(entry.action, Draw)]
    return imported.position_after(number) if number else imported.game.log[len(draws)].before


class Ours:
    """Our position in the words of a trace."""

    def __init__(self, imported: Imported, position: Position):
        self.rules: Rules = imported.game.rules
        self.position = position
        self.names = Names(self.rules, imported.names)
        self.ids = {name: str(id) for id, name in imported.names.items()}
        self.cards = {ours: theirs for theirs, ours in imported.cards.items()}

    def state(self) -> State:
        """Everything that is compared."""
        position = self.position
        return {
            "phase": position.phase,
            "round": self.round(),
            "players": {self.ids[player]: self.player(player) for player in position.players},
            "player_order": [self.ids[player] for player in position.order],
            "companies": {self.names.their_company(c): self.company(c) for c in self.rules.companies if self.open(c)},
            "privates": {self.names.their_private(p): self.owner(owner) for p, owner in position.privates.items()},
            "map": {self.names.their_hex(h): [self.names.their_tile(t), r] for h, (t, r) in position.tiles.items()},
            "pool": sorted(self.names.their_face(card, face) for card, face in trains_of(position, POOL)),
            "stack": self.stack(),
            "finished": isinstance(position.agenda[-1], Finished),
            "order": self.order(),
            "bank": position.cash[BANK] if self.rules.figures.bank else None,
            "extra": self.extra(),
        }

    def plain(self, path: str) -> str:
        """A path with our player's name in the place of his id."""
        names = {id: name for name, id in self.ids.items()}
        room, _, rest = path.partition(".")
        who, _, field = rest.rpartition(".")
        return f"players.{names[who]}.{field}" if room == "players" else path

    def extra(self) -> State:
        """What only one title has: mine and mill, the links of the Eastern Ruhr, the bonus for a company's link."""
        position, link = self.position, self.names.naming.link
        if link is None:
            return {}
        mines = RhlState.of(position).mines
        assert isinstance(mines, tuple), "the draw was made"
        mine, mill = mines
        ruhr = [*land.COAL_LINKS, *land.STEEL_LINKS]
        built = [[hex, edge] for hex, edge in ruhr if edge in self.rules.board.ground(position.tiles, hex).exits]
        bonus = position.state.money_promised().get(link.company, 0)
        return {"mines": [mine, mill], "ruhr": sorted(built), "bonus": bonus}

    def round(self) -> list[Any]:
        """Kind, set and number of the round."""
        now = self.position.round
        if any(isinstance(step, Packet | LotAuction | ParChoice) for step in self.position.agenda):
            return ["Auction", 1, 1]
        kind = {"draft": "Draft", "stock": "Stock", "operating": "Operating"}.get(now.kind, now.kind)
        return [kind, max(1, now.set), now.number or 1]

    def player(self, player: str) -> State:
        """Money, debts and holdings of a player."""
        position = self.position
        register = self.rules.register
        held = {self.names.their_company(c): register.percent(position, c, player) for c in self.rules.companies}
        return {
            "cash": position.cash[player],
            "debt": position.loans.get(player, 0),
            "penalty": position.penalties.get(player, 0),
            "shares": {company: percent for company, percent in held.items() if percent},
            "privates": sorted(
                self.names.their_private(p) for p, owner in position.privates.items() if owner == player
            ),
            "bankrupt": player not in position.order,
            "certificates": certificates_of(self.rules, position, player),
        }

    def company(self, company: str) -> State:
        """All about a company."""
        position = self.position
        director = self.rules.register.director(position, company)
        trains = sorted([self.cards[card], self.names.their_face(card, f)] for card, f in trains_of(position, company))
        return {
            "cash": position.cash[company],
            "price": self.price(company),
            "par": position.pars.get(company),
            "floated": company in position.floated,
            "director": self.ids[director] if director else self.nobody(company),
            "unsold": sum(
                self.rules.register.percent(position, company, place) for place in (OFFERING, *self.rules.privates)
            ),
            "pooled": self.rules.register.percent(position, company, POOL),
            "trains": trains,
            "privates": sorted(p for p, owner in position.privates.items() if owner == company),
            "markers": position.unplaced[company],
            "stations": self.stations(company),
        }

    def open(self, company: str) -> bool:
        """Has the company not been taken over?"""
        return all(company not in taken for taken in self.position.absorbed.values())

    def price(self, company: str) -> list[int] | None:
        """Price, cell in their counting, place in the stack."""
        if company not in self.position.markers:
            return None
        row, column, rank = self.position.markers[company]
        return [self.rules.chart.value((row, column)), *self.names.their_cell(row, column), rank]

    def nobody(self, company: str) -> str | None:
        """Who directs a company without a director: the bank, once it is started."""
        return "market" if company in self.position.floated else None

    def stations(self, company: str) -> list[list[Any]]:
        """Hexes and cities of a company's stations."""
        found = self.position.stations.items()
        return sorted([self.names.their_hex(hex), city] for hex, here in found for c, city in here if c == company)

    def owner(self, owner: str) -> str | None:
        """The owner of a private company, as the trace names it."""
        if owner in (OFFERING, OUT):
            return None
        return self.ids.get(owner) or self.names.their_company(owner)

    def stack(self) -> dict[str, int]:
        """Cards left by first name."""
        left: dict[str, int] = {}
        for card in self.position.stack:
            name = self.names.their_card(card).split("-")[0]
            left[name] = left.get(name, 0) + 1
        return left

    def order(self) -> list[str] | None:
        """The company on turn and those to come, in order; None outside operating rounds."""
        position = self.position
        if position.round.kind != "operating" or isinstance(position.agenda[-1], Finished):
            return None
        queue = next(s.queue for s in position.agenda if isinstance(s, OperatingRound))
        turn = next(s.company for s in position.agenda if isinstance(s, OperatingTurn))
        coming = [c for c in self.rules.operating_order(position) if c in queue]
        return [self.names.their_company(c) for c in (turn, *coming)]


def recorded(line: State) -> State:
    """A line of a trace in the same words."""
    now = line["round"]
    return {
        "phase": line["phase"],
        "round": [now["kind"], now["turn"], now["num"]],
        "players": {str(id): recorded_player(player) for id, player in line["players"].items()},
        "player_order": [str(id) for id in line["player_order"] if not line["players"][str(id)]["bankrupt"]],
        "companies": {id: recorded_company(id, company, line) for id, company in line["corporations"].items()},
        "privates": {id: recorded_owner(company) for id, company in line["companies"].items()},
        "map": line["map"],
        "pool": sorted(name for name, count in line["depot"]["discarded"].items() for _ in range(count)),
        "stack": {name: count for name, count in line["depot"]["upcoming"].items() if count},
        "finished": line["finished"],
        "order": recorded_order(line),
        "bank": line["bank"],
        "extra": recorded_extra(line["extra"]),
    }


def recorded_extra(extra: State) -> State:
    """What only one title has."""
    if "coal_hex" not in extra:
        return {}
    mines = [extra["coal_hex"], extra["steel_hex"]]
    return {"mines": mines, "ruhr": sorted(extra["eastern_ruhr_links"]), "bonus": extra["aachen_koeln_bonus"]}


def recorded_player(player: State) -> State:
    """A player of a line."""
    return {
        "cash": player["cash"],
        "debt": player["debt"],
        "penalty": player["penalty"],
        "shares": {company: percent for company, percent in player["shares"].items() if percent},
        "privates": sorted(player["companies"]),
        "bankrupt": player["bankrupt"],
        "certificates": player["certs"],
    }


def recorded_company(id: str, company: State, line: State) -> State:
    """A company of a line."""
    price, closed = company["price"], company["closed"]
    return {
        "cash": company["cash"],
        "price": [price["price"], price["row"], price["col"], price["stack"]] if price and not closed else None,
        "par": company["par"] if not closed else None,
        "floated": company["floated"] and not closed,
        "director": str(company["president"]) if company["president"] is not None and not closed else None,
        "unsold": (company["own"] + (0 if line["bank"] is not None else company["market"])) if not closed else None,
        "pooled": (company["market"] if line["bank"] is not None else 0) if not closed else None,
        "trains": sorted(company["trains"]),
        "privates": sorted(company["companies"]),
        "markers": company["tokens"]["unused"] if not closed else 0,
        "stations": recorded_stations(id, line),
    }


def recorded_stations(id: str, line: State) -> list[list[Any]]:
    """Hexes and cities of a company's stations."""
    cities = ((hex, city, places) for hex, cities in line["tokens"].items() for city, places in enumerate(cities))
    return sorted([hex, city] for hex, city, places in cities for owner in places if owner == id)


def recorded_owner(company: State) -> str | None:
    """The owner of a private company."""
    owner = None if company["closed"] else company["owner"]
    return None if owner is None else str(owner["id"] if isinstance(owner, dict) else owner)


def recorded_order(line: State) -> list[str] | None:
    """The companies of an operating round in order, also those that have had their turn."""
    if line["round"]["kind"] != "Operating" or line["finished"]:
        return None
    return [company for company in line["operating_order"] if company in line["corporations"]]


def paths(state: State, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every value of a state with its path."""
    for key, value in state.items():
        if isinstance(value, dict) and value and path.count(".") < 2:
            yield from paths(value, f"{path}{key}.")
        else:
            yield f"{path}{key}", value


def unlike(ours: State, theirs: State) -> dict[str, tuple[Any, Any]]:
    """Where two states differ: path to our value and theirs."""
    left, right = dict(paths(ours)), dict(paths(theirs))
    if left["order"] and right["order"]:
        at = right["order"].index(left["order"][0])
        right["order"] = right["order"][at:]
    return {p: (left.get(p), right.get(p)) for p in sorted({*left, *right}) if left.get(p) != right.get(p)}
