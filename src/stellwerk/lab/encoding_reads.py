"""Reading numbers off a position as a seat sees it: a function for each block of an observation.

Players come in seating order, the one who looks first, so that the same network can play every seat. Money is
counted in thousands, shares as parts of a whole, the rest as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations

from stellwerk.actions import Action
from stellwerk.board.ground import COLORS, Ground
from stellwerk.figures import Revenue
from stellwerk.lab.encoding import Catalogue
from stellwerk.position import OFFERING, POOL, Position, value_or
from stellwerk.referee import Referee
from stellwerk.rules import Rules
from stellwerk.rules.limits import certificates_of, limit_of_certificates
from stellwerk.steps.operating_round import OperatingTurn
from stellwerk.trains import trains_of

THOUSAND = 1000
"""Money is counted in thousands."""

Row = Iterable[float]
"""The numbers of one block."""


class Seen:
    """A position as one seat sees it, with what several blocks ask for."""

    def __init__(self, things: Catalogue, position: Position, seat: str):
        self.things = things
        self.rules = things.rules
        self.pos = position
        first = position.players.index(seat)
        self.players = position.players[first:] + position.players[:first]
        self.step = position.agenda[-1] if position.agenda else None
        self.turn = next((step for step in reversed(position.agenda) if hasattr(step, "stage")), None)
        ref = Referee(self.rules, position)
        self.decider = ref.task.decider(ref) if position.agenda else ""
        self.actor = ref.task.actor(ref) if position.agenda else ""
        waiting = getattr(self.step, "offer", None) or getattr(self.step, "train", None)
        self.waiting: Action | None = waiting if isinstance(waiting, Action) else None

    def each(self, numbers: Mapping[str, float], names: Sequence[str], unit: float = 1) -> list[float]:
        """A mapping's numbers for these names, 0 where it has none."""
        return [numbers.get(name, 0) / unit for name in names]

    def holdings(self, holder: str) -> list[float]:
        """Which part of each company somebody holds."""
        register = self.rules.register
        return [register.percent(self.pos, company, holder) / 100 for company in self.things.companies]


def one_of(names: Sequence[object], name: object) -> list[float]:
    """1 for one of the names, 0 for the others."""
    return [float(other == name) for other in names]


def flag_chosen(names: Sequence[str], chosen: Iterable[str]) -> list[float]:
    """1 for each name that was chosen."""
    held = set(chosen)
    return [float(name in held) for name in names]


# The course of the game


def read_step(seen: Seen) -> Row:
    """The present step."""
    return one_of(seen.rules.tasks, type(seen.step))


def read_stage(seen: Seen) -> Row:
    """The stage of a company's turn, or of a player's where companies have none."""
    if not isinstance(seen.turn, OperatingTurn):
        named = getattr(seen.turn, "stage_names", ())
        return one_of(seen.things.stages, named[getattr(seen.turn, "stage", 0)] if named else None)
    return one_of(seen.things.stages, seen.rules.stages(seen.pos, seen.turn.company)[seen.turn.stage].name)


def round_now(seen: Seen) -> Row:
    """Set, number in the set, rounds in the set."""
    now = seen.pos.round
    return now.set, now.number, now.of


def turn_so_far(seen: Seen) -> Row:
    """Tiles laid, promotions among them, what the run earned."""
    laid = getattr(seen.turn, "laid", ())
    return len(laid), laid.count("upgrade"), getattr(seen.turn, "revenue", 0) / THOUSAND


def read_purchases(seen: Seen) -> Row:
    """What was bought in this turn, and a deal in own shares; nothing in games whose turns do not count them."""
    names = ("bought", "dealt") if seen.things.counts_purchases else ()
    turn = seen.turn or seen.step
    return [float(value_or(getattr(turn, name, 0), 0)) for name in names]


def read_passes(seen: Seen) -> Row:
    """Who has passed since the last purchase, or has sealed a bid."""
    sealed = [player for player, _ in getattr(seen.step, "sealed", ())]
    return flag_chosen(seen.players, [*getattr(seen.step, "passed", ()), *sealed])


def read_waiting_action(seen: Seen) -> Row:
    """The action that waits: its price, who acts, and which company, private company or train it is about."""
    action, things = seen.waiting, seen.things
    return (
        getattr(action, "price", 0) / THOUSAND,
        *one_of(things.companies, getattr(action, "company", None)),
        *one_of(things.companies, getattr(action, "target", None)),
        *one_of(things.privates, getattr(action, "private", None)),
        *one_of(things.faces, getattr(action, "face", None)),
    )


def read_declined(seen: Seen) -> Row:
    """The highest price that was declined in this turn, for each thing a company can ask for."""
    things = seen.things
    refused: dict[str, int] = {}
    for offer in (offer for step in seen.pos.agenda for offer in getattr(step, "declined", ())):
        asked = next((getattr(offer, name) for name in ("target", "private", "card") if hasattr(offer, name)), "")
        refused[asked] = max(refused.get(asked, 0), getattr(offer, "price", 0))
    return seen.each(refused, (*things.companies, *things.privates, *things.cards), THOUSAND)


# Players


def read_places(seen: Seen) -> Row:
    """Place in the playing order, from 1; 0 for who has left."""
    order = seen.pos.order
    return [order.index(player) + 1 if player in order else 0 for player in seen.players]


def read_certificates(seen: Seen) -> Row:
    """Certificates that count, and how many may be held."""
    held = [certificates_of(seen.rules, seen.pos, player) for player in seen.players]
    return (*held, limit_of_certificates(seen.rules, seen.pos))


def read_worths(seen: Seen) -> Row:
    """What each is worth."""
    return [seen.rules.wealth(seen.pos, player) / THOUSAND for player in seen.players]


def read_shares(seen: Seen) -> Row:
    """Player by company."""
    return [part for player in seen.players for part in seen.holdings(player)]


def read_sales(seen: Seen) -> Row:
    """Player by company: sold in this stock round."""
    sold = seen.pos.sold
    return [flag for player in seen.players for flag in flag_chosen(seen.things.companies, sold.get(player, ()))]


def read_directors(seen: Seen) -> Row:
    """Player by company: holds the director's certificate."""
    held = [seen.rules.register.director(seen.pos, company) for company in seen.things.companies]
    return [float(director == player) for player in seen.players for director in held]


def private_owners(seen: Seen) -> Row:
    """Private company by owner: the offering, players, companies."""
    owners = (OFFERING, *seen.players, *seen.things.companies)
    return [flag for p in seen.things.privates for flag in one_of(owners, seen.pos.privates.get(p))]


def read_bids(seen: Seen) -> Row:
    """Private company by player: the bid that stands."""
    made = _standing_bids(seen)
    return [made.get((lot, player), 0) / THOUSAND for lot in seen.things.privates for player in seen.players]


def _standing_bids(seen: Seen) -> dict[tuple[str, str], int]:
    """Lot and player to the bid, over all steps that collect bids."""
    found: dict[tuple[str, str], int] = {}
    for step in seen.pos.agenda:
        made = getattr(step, "bids", ())
        lots = made if isinstance(made, Mapping) else {getattr(step, "lot", ""): made}
        found.update(((lot, player), amount) for lot, row in lots.items() for player, amount in row)
        tokens = getattr(step, "tokens", {})
        found.update(((lot, player), amount) for player, (lot, amount) in tokens.items())
    return found


# Companies


def read_company_states(seen: Seen) -> Row:
    """Started, floated, operated, taken over: a row of companies each."""
    pos, companies = seen.pos, seen.things.companies
    gone = [company for taken in pos.absorbed.values() for company in taken]
    started = (*pos.pars, *seen.rules.companies_in_play(pos))
    return [flag for group in (started, pos.floated, pos.operated, gone) for flag in flag_chosen(companies, group)]


def read_prices(seen: Seen) -> Row:
    """Present price, first price: a row of companies each."""
    pos, companies = seen.pos, seen.things.companies
    now = {company: seen.rules.price_of(pos, company) or 0 for company in seen.rules.companies_in_play(pos)}
    return seen.each(now, companies, THOUSAND) + seen.each(pos.pars, companies, THOUSAND)


def read_markers(seen: Seen) -> Row:
    """Row and column on the chart and place in the stack, each from 1: three numbers a company."""
    nowhere = (-1, -1, -1)
    return [n + 1 for company in seen.things.companies for n in seen.pos.markers.get(company, nowhere)]


def read_debts(seen: Seen) -> Row:
    """What a company owes, where a title keeps such a book."""
    return seen.each(seen.pos.state.money_owed(), seen.things.companies, THOUSAND)


def counted(seen: Seen) -> Row:
    """Thing in limited number by place: how many lie there."""
    told = seen.pos.state.counted_things(seen.rules, seen.pos)
    owners = (OFFERING, POOL, *seen.players, *seen.things.companies)
    return [count for name in seen.things.counted for count in seen.each(told.get(name, {}), owners)]


def held_by_companies(seen: Seen) -> Row:
    """Company by company that may hold its shares: part held."""
    register = seen.rules.register
    pairs = ((company, holder) for company, able in register.holding_companies.items() for holder in able)
    return [register.percent(seen.pos, company, holder) / 100 for company, holder in pairs]


def read_trains(seen: Seen) -> Row:
    """Owner by train: how many; the owners are the companies and the pool."""
    owners = (*seen.things.companies, POOL)
    held = {owner: [face for _, face in trains_of(seen.pos, owner)] for owner in owners}
    return [held[owner].count(face) for owner in owners for face in seen.things.faces]


def read_cards(seen: Seen) -> Row:
    """Two numbers a card: its place (0 nowhere, 1 stack, 2 pool, 3 and up the companies) and the face that shows."""
    codes = {POOL: 2, **{company: 3 + i for i, company in enumerate(seen.things.companies)}}
    stack, held = set(seen.pos.stack), seen.pos.trains
    row: list[float] = []
    for card in seen.things.cards:
        owner, face = held.get(card, ("", ""))
        names = [figure.name for figure in seen.rules.cards.faces(card)]
        row += (1, 0) if card in stack else (codes.get(owner, 0), names.index(face) + 1 if owner in codes else 0)
    return row


# The board

PAIRS = tuple(combinations(range(6), 2))


def read_hexes(seen: Seen) -> Row:
    """See `ground_row`, a row a hex."""
    pos, rules = seen.pos, seen.rules
    colour = rules.phases[pos.phase].values
    laid = pos.tiles
    return [n for hex in seen.things.hexes for n in _hex_row(rules, hex, *laid.get(hex, ("", 0)), colour)]


@cache
def _hex_row(rules: Rules, hex: str, tile: str, rotation: int, colour: str) -> tuple[float, ...]:
    board = rules.board
    cost = board.tiles[tile].cost if tile else board.hexes[hex].cost
    number = list(board.counts).index(tile) + 1 if tile else 0
    ground = board.ground({hex: (tile, rotation)} if tile else {}, hex)
    return (number, rotation, (cost.amount if cost else 0) / THOUSAND, *ground_row(ground, colour))


def ground_row(ground: Ground, colour: str) -> tuple[float, ...]:
    """Colour, worth, places for stations, and for each pair of edges whether track joins them."""
    revenues = [city.revenue for city in ground.cities] + [town.revenue for town in ground.towns]
    revenues += [ground.offboard.revenue] if ground.offboard else []
    best = max((_printed_worth(revenue, colour) for revenue in revenues), default=0)
    shade = COLORS.index(ground.color) if ground.color in COLORS else -1
    ways = [{other for kind, other in ways if kind == "side"} for ways in ground.ways]
    ends = [{way for way in ways if way[0] != "side"} for ways in ground.ways]
    joined = [float(b in ways[a] or bool(ends[a] & ends[b])) for a, b in PAIRS]
    return (shade, best / THOUSAND, sum(city.slots for city in ground.cities), *joined)


def _printed_worth(revenue: Revenue, colour: str) -> int:
    if isinstance(revenue, int):
        return revenue
    return revenue.get(colour, 0)


def read_signs(seen: Seen) -> Row:
    """How many signs lie on each hex."""
    lying = seen.rules.signs(seen.pos).hexes
    return [len(lying.get(hex, ())) for hex in seen.things.hexes]


def read_stations(seen: Seen) -> Row:
    """Place by company: a station stands there (in a hex without a city yet: the first place)."""
    standing = {(hex, max(0, city), who) for hex, here in seen.pos.stations.items() for who, city in here}
    return [
        float((hex, city, company) in standing) for hex, city in seen.things.places for company in seen.things.companies
    ]
