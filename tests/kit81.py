"""Words for tests of 1881: positions made by hand, companies and nets at their turns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stellwerk import ledger, market
from stellwerk.game import Game
from stellwerk.position import BANK, OFFERING, POOL, Position, Round
from stellwerk.referee import Referee
from stellwerk.rules import Rules
from stellwerk.steps.base import Task
from stellwerk.steps.game_flow import GameFlow
from stellwerk.steps.operating_round import OPERATING, OperatingRound
from stellwerk.titles import rules_of
from stellwerk.titles.t1881 import nets
from stellwerk.titles.t1881.joint_turn import JointTurn
from stellwerk.titles.t1881.state import STADTBAHN
from stellwerk.titles.t1881.turn import CompanyTurn

NAMES = ("Ada", "Bo", "Cy", "Di")
TRAMS = ("GBS", "BChSt", "BESTAG", "SSC", "NBSN", "SBV", "SHG", "SpS")


def holders(**percent: int) -> dict[str, int]:
    """Who holds how much of a company, the director first."""
    return percent


def position_of(
    rules: Rules,
    players: Sequence[str] = NAMES,
    phase: str = "yellow",
    companies: Mapping[str, Mapping[str, int]] | None = None,
    seats: Mapping[str, str] | None = None,
    cells: Mapping[str, tuple[int, int]] | None = None,
    cash: Mapping[str, int] | None = None,
    tiles: Mapping[str, str] | None = None,
    stations: Mapping[str, Sequence[str]] | None = None,
    trains: Mapping[str, Sequence[str]] | None = None,
    state: Mapping[str, Any] | None = None,
    round: Round | None = None,
) -> Position:
    """A position of 1881; a company of which 60% (the S-Bahn: 30%) are named has begun, its director is named first.

    `seats` says who holds the seats of nets, beside what `companies` says of plain S-Bahn shares.
    """
    pos = rules.new_position(players, 1)
    pos.phase = phase
    pos.round = round or Round(OPERATING.name, 2, 1, rules.phases[phase].operating_rounds)
    _put_markers(rules, pos, cells or {})
    for company, held in (companies or {}).items():
        _deal(rules, pos, company, held)
    for net, holder in (seats or {}).items():
        pos.put("certificates", nets.seat_of(rules, net), holder)
        _begin(pos, net)
    pos.stack = tuple(card for card in pos.stack if _is_left(rules, pos, card, trains or {}))
    for owner, faces in (trains or {}).items():
        for face in faces:
            letter, taken = face, [c for c in pos.trains if rules.cards.letter(c) == face]
            pos.put("trains", rules.cards.name(letter, len(taken) + 1), (owner, face))
    pos.scrapped = ("2",) if phase == "brown" else ("2", "3", "4S") if phase == "gray" else ()
    for hex, tile in (tiles or {}).items():
        name, turn = tile.split("@")
        pos.put("tiles", hex, (name, int(turn)))
    for company in pos.floated:
        for place in (stations or {}).get(company, _homes(rules, company)):
            hex, _, city = place.partition(".")
            pos.put("stations", hex, (*pos.stations.get(hex, ()), (company, int(city or 0))))
            pos.put("unplaced", company, pos.unplaced[company] - 1)
    _pay(rules, pos, cash or {})
    if state:
        pos.update_state(**state)
    return pos


def _homes(rules: Rules, company: str) -> list[str]:
    return [f"{place.hex}.{place.city}" for place in rules.companies[company].home]


def _put_markers(rules: Rules, pos: Position, cells: Mapping[str, tuple[int, int]]) -> None:
    """All markers on their first cells, the S-Bahn's from the green phase on."""
    pos.pars, pos.markers = {}, {}
    for company in TRAMS if pos.phase == "yellow" else (*TRAMS, STADTBAHN):
        ((par, start),) = rules.starting_prices(pos, company).items()
        pos.put("pars", company, par)
        market.put_on(pos, company, cells.get(company, start))


def _deal(rules: Rules, pos: Position, company: str, held: Mapping[str, int]) -> None:
    """The director's certificate to the first one named, as far as the company has one; plain ones to the others."""
    register = rules.register
    first = next(iter(held))
    for holder, percent in held.items():
        left = percent
        for card in register.of[company]:
            free = pos.certificates[card.id] == OFFERING and not card.mark and card.percent <= left
            if free and (holder == first or not card.director):
                pos.put("certificates", card.id, holder)
                left -= card.percent
        assert left == 0, f"{holder} cannot hold {percent}% of {company}"
    sold = 100 - register.percent(pos, company, OFFERING)
    if sold >= (rules.companies[company].float_percent or 0):
        _begin(pos, company)


def _begin(pos: Position, company: str) -> None:
    pos.floated = (*pos.floated, company)
    pos.operated = (*pos.operated, company)


def _is_left(rules: Rules, pos: Position, card: str, trains: Mapping[str, Sequence[str]]) -> bool:
    """Is a card still with the bank: of an open type, and not among the first ones, which are owned?"""
    letter, number = rules.cards.letter(card), int(card.rpartition("-")[2])
    gone = {"yellow": "", "green": "2", "brown": "23", "gray": "234"}[pos.phase]
    owned = sum(list(faces).count(letter) for faces in trains.values())
    rusted = letter == "4S" and pos.phase == "gray"
    begun = {"green": "3", "brown": "4", "gray": "5"}.get(pos.phase) == letter and number == 1
    return letter not in gone and number > owned and not rusted and not begun


def _pay(rules: Rules, pos: Position, cash: Mapping[str, int]) -> None:
    for player in pos.players:
        ledger.pay(pos, BANK, player, cash.get(player, 500), "test", lambda _: None)
    for company in (c for c in rules.companies if c in pos.floated):
        ledger.pay(pos, BANK, company, cash.get(company, 500), "test", lambda _: None)


def at_turn(
    company: str,
    stage: str = "track",
    after: Sequence[str] = (),
    variant: str = "base",
    turn: Mapping[str, Any] | None = None,
    joint: Mapping[str, Any] | None = None,
    **parts: Any,
) -> Game:
    """A company or a net at a stage of its turn; the director of a tram company is Ada (60%) unless said.

    `turn` sets fields of its turn, `joint` those of the S-Bahn's (nets to come in `queue`).
    """
    rules = rules_of("1881", variant)
    companies = dict(parts.pop("companies", {}))
    if not nets.is_net(rules, company):
        companies.setdefault(company, holders(Ada=60))
    pos = position_of(rules, companies=companies, **{"phase": "green", **parts})
    names = [one.name for one in rules.stages(pos, company)]
    steps: list[Task] = [GameFlow(), OperatingRound(tuple(after))]
    if nets.is_net(rules, company):
        done = {"operated": (company,), **(joint or {})}
        steps.append(JointTurn(STADTBAHN, **done))
    steps.append(CompanyTurn(company, names.index(stage), **(turn or {})))
    pos.agenda = tuple(steps)
    return Game(rules, pos)


def referee_of(game: Game) -> Referee:
    """A referee at the present position, to ask or to try."""
    return Referee(game.rules, game.position.copy())


def cash(game: Game, who: str) -> int:
    """What somebody has."""
    return game.position.cash[who]


def lie(game: Game, company: str, place: str = POOL) -> int:
    """How many percent of a company lie somewhere."""
    return game.rules.register.percent(game.position, company, place)
