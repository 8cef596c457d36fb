"""Positions from outside: a position that cannot be is refused with the reason, before anybody plays on it.

`check_position` asks, part by part, whether the cards, markers, tiles, stations, trains and steps of a position add
up: whether the box can give them and the steps can go on from there. Positions that arose in play always do; those
written or edited elsewhere may not. It does not ask whether play could lead there: a large company in the first
phase, or a train too large for its owner, is a fine question for a puzzle or a test.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from stellwerk import ledger
from stellwerk.errors import BadInput, refuse_unless
from stellwerk.game import Game
from stellwerk.interop.check_agenda import check_agenda
from stellwerk.interop.own_figures_file import checked_rules
from stellwerk.position import BANK, OFFERING, OUT, POOL, Position
from stellwerk.rules import Rules
from stellwerk.rules.homes import in_places
from stellwerk.rules.limits import limited_trains, may_acquire
from stellwerk.rules.players import check_player_names
from stellwerk.steps.acquisition import Clash, TrainsTaken
from stellwerk.steps.rusting import Surplus
from stellwerk.steps.stations import CityChoice

MOST = 1_000_000
"""More than any purse, debt or revenue ever holds."""


def read_position(rules: Rules, data: object) -> Position:
    """A position from plain data (`Position.as_json`), checked."""
    position = Position.from_json(data, rules.shapes)
    check_position(rules, position)
    return position


def game_at(data: object) -> Game:
    """A game that goes on from a position given as plain data."""
    if not isinstance(data, dict):
        raise BadInput("A position is a JSON object.")
    names = [data.get("title"), data.get("variant", ""), data.get("rules", "book")]
    title, variant, program = (name if isinstance(name, str) else "" for name in names)
    own = data.get("figures")
    if own is None and data.get("own") is not None:
        raise BadInput("This position is one on an own board, which did not come with it (as `figures`).")
    edition = data.get("edition", 1)
    if not isinstance(edition, int):
        raise BadInput("The edition of a position is a whole number.")
    rules = checked_rules(title, variant, program, own, edition)
    return make_playable(rules, read_position(rules, data))


def position_with_own(game: Game) -> dict[str, Any]:
    """The position of a game as plain data, with the own figures it needs: `game_at` reads it."""
    own = game.rules.own
    return {**game.position.as_json(), **({"figures": own.as_json()} if own is not None else {})}


def make_playable(rules: Rules, position: Position) -> Game:
    """A game at a position where somebody can act, or which is over."""
    game = Game(rules, position)
    if not game.over and not game.legal():
        raise BadInput(f"In this position {game.actor} must act but can do nothing.")
    return game


def check_position(rules: Rules, position: Position) -> None:
    """Refuse a position that cannot be."""
    for check in (
        _check_names,
        _check_time,
        _check_money,
        _check_shares,
        _check_chart,
        _check_companies,
        _check_privates,
        _check_map,
        _check_stations,
        _check_markers,
        _check_trains,
    ):
        check(rules, position)
    check_agenda(rules, position)
    position.state.check(rules, position)


def _check_names_known(names: Iterable[str], known: Collection[str], what: str) -> None:
    """All names are known, and none stands twice."""
    listed = list(names)
    for name in listed:
        refuse_unless(name in known, f"There is no {what} {name!r}.")
    refuse_unless(len(set(listed)) == len(listed), f"A {what} stands twice where once is right.")


def _check_amounts(amounts: Mapping[str, int], known: Collection[str], what: str) -> None:
    for name, amount in amounts.items():
        refuse_unless(name in known and 0 <= amount <= MOST, f"{name!r} cannot have {amount} as {what}.")


def _check_names(rules: Rules, pos: Position) -> None:
    told = (pos.title, pos.variant, pos.rules)
    refuse_unless(told == (rules.title, rules.variant, rules.program), "This is a position of another game.")
    refuse_unless(pos.edition == rules.edition_named, "This is a position of another edition of the rules.")
    refuse_unless(pos.own == rules.own_digest, "This is a position on another board than that of the game.")
    check_player_names(rules, pos.players)
    _check_names_known(pos.order, pos.players, "player")
    complete = rules.players_may_leave or len(pos.order) == len(pos.players)
    refuse_unless(bool(pos.order) and complete, "The playing order names every player once.")
    refuse_unless(abs(pos.seed) <= 2**53 and 0 <= pos.draws <= MOST, "The seed or the count of draws is too large.")


def _check_time(rules: Rules, pos: Position) -> None:
    refuse_unless(pos.phase in rules.phases, f"There is no phase {pos.phase!r}.")
    now = pos.round
    kind = rules.round_kinds.get(now.kind)
    if kind is None:
        raise BadInput(f"There is no round called {now.kind!r}.")
    if not kind.in_set:
        refuse_unless((now.set, now.number, now.of) == (0, 0, 0), f"The {now.kind} belongs to no set of rounds.")
        return
    rounds = rules.rounds_of_set(pos, now.set)
    refuse_unless(rounds > 0, f"There is no such round: set {now.set} is not played.")
    fixed = now.of == rounds or (not rules.figures.sets and 1 <= now.of <= rounds)
    right = (fixed and 1 <= now.number <= now.of) if kind.companies_act else now.number == now.of == 0
    refuse_unless(right, f"Set {now.set} has {rounds} operating rounds.")


def _check_money(rules: Rules, pos: Position) -> None:
    start = rules.new_position(pos.players, 0)
    refuse_unless(pos.cash.keys() == start.cash.keys(), "Cash is told for the bank, every player and every company.")
    owing = pos.players if rules.players_may_owe else ()
    purses = {who: abs(cash) if who in owing else cash for who, cash in pos.cash.items() if who != BANK}
    _check_amounts(purses, pos.cash, "cash")
    refuse_unless(
        ledger.total_money(pos) == ledger.total_money(start), "Money was made or lost: the purses do not add up."
    )
    _check_amounts(pos.loans, pos.players, "a loan")
    _check_amounts(pos.penalties, pos.players, "a penalty")
    _check_amounts(pos.revenues, rules.companies, "a revenue")
    for player, companies in pos.sold.items():
        _check_names_known((player,), pos.players, "player")
        _check_names_known(companies, rules.companies, "company")
    refuse_unless(pos.result is None or set(pos.result) == set(pos.players), "A result names every player.")


def _check_shares(rules: Rules, pos: Position) -> None:
    cards = {card.id for card in rules.register.all()}
    refuse_unless(pos.certificates.keys() == cards, "The certificates are not those of the game.")
    gone, in_play = absorbed_companies(pos), rules.companies_in_play(pos)
    for company, of_it in rules.register.of.items():
        places = {*rules.register.holders(pos, company), OFFERING, POOL}
        lie = {pos.certificates[card.id] for card in of_it}
        if company in in_play:
            refuse_unless(lie <= places, f"A certificate of {company} lies where none can lie.")
            _check_director(rules, pos, company)
        else:
            may_lie = {OUT} if company in gone else rules.places_before_start(pos, company)
            refuse_unless(lie <= may_lie, f"{company} has no price, so its certificates have not been sold.")


def _check_director(rules: Rules, pos: Position, company: str) -> None:
    director = rules.register.director(pos, company)
    if (director is None and rules.receivership) or rules.companies[company].part_of:
        return
    if director is None:
        raise BadInput(f"A started company has a director; nobody holds the director's certificate of {company}.")
    most, _ = rules.register.largest_holders(pos, company, besides=director)
    enough = rules.register.percent(pos, company, director) >= most
    refuse_unless(enough, f"{director} cannot direct {company}: another player holds more.")


def absorbed_companies(pos: Position) -> list[str]:
    """The companies that others have taken over."""
    return [target for taken in pos.absorbed.values() for target in taken]


def _check_chart(rules: Rules, pos: Position) -> None:
    _check_names_known(pos.pars, rules.companies, "company")
    for company, par in pos.pars.items():
        refuse_unless(par in rules.starting_prices(pos, company), f"{company} cannot have started at {par}.")
    priced = set(pos.pars) - set(absorbed_companies(pos))
    refuse_unless(set(pos.markers) == priced, "Every company that was started and not taken over has a price marker.")
    stacks: dict[tuple[int, int], list[int]] = {}
    for company, (row, column, rank) in pos.markers.items():
        refuse_unless(rules.chart.has((row, column)), f"The share chart has no cell for the price of {company}.")
        stacks.setdefault((row, column), []).append(rank)
    sound = all(sorted(ranks) == list(range(len(ranks))) for ranks in stacks.values())
    refuse_unless(sound, "The price markers on one cell lie one below the other, numbered from 0.")


def _check_companies(rules: Rules, pos: Position) -> None:
    gone = absorbed_companies(pos)
    _check_names_known(gone, rules.companies, "company")
    for company, taken in pos.absorbed.items():
        had_begun = company in pos.floated or rules.register.has_left(pos, company)
        refuse_unless(had_begun or not taken, f"{company} cannot take over a company without floating.")
        for target in taken:
            had_price = target in pos.pars or target in rules.register.unpriced
            refuse_unless(had_price, f"{target} was taken over, so it had an initial price.")
            refuse_unless(may_acquire(rules, company, target), f"{company} cannot have taken over {target}.")
    _check_names_known(pos.floated, rules.companies_in_play(pos), "started company")
    _check_names_known(pos.operated, rules.companies, "company")
    for company in rules.companies_in_play(pos):
        late = rules.floats_at_once and company not in pos.floated and rules.floats(pos, company)
        refuse_unless(not late, f"So much of {company} is sold that it floats.")


def _check_privates(rules: Rules, pos: Position) -> None:
    refuse_unless(pos.privates.keys() == rules.privates.keys(), "The private companies are not those of the game.")
    for private, owner in pos.privates.items():
        owners = (*pos.players, *pos.floated, OFFERING, OUT)
        refuse_unless(owner in owners, f"{owner!r} cannot own {private}.")
    _check_names_known(pos.used, rules.privates, "private company")


def _check_map(rules: Rules, pos: Position) -> None:
    board = rules.board
    for hex, (tile, rotation) in pos.tiles.items():
        refuse_unless(hex in board.hexes, f"There is no hex {hex!r}.")
        refuse_unless(tile in board.counts and 0 <= rotation <= 5, f"There is no tile {tile}@{rotation}.")
        fits = board.may_lie(hex, tile, rotation)
        refuse_unless(fits, f"Tile {tile}@{rotation} cannot lie on {hex}: its mark, stops or track do not fit the hex.")
    for tile, count in Counter(tile for tile, _ in pos.tiles.values()).items():
        most = board.counts[tile]
        refuse_unless(most is None or count <= most, f"There are only {most} tiles {tile}, not {count}.")


def _check_stations(rules: Rules, pos: Position) -> None:
    clashes = {(step.company, step.hex) for step in pos.agenda if isinstance(step, Clash)}
    choices = {(step.company, step.hex) for step in pos.agenda if isinstance(step, CityChoice)}
    others = rules.station_markers(pos).keys() - rules.companies.keys()
    for hex, here in pos.stations.items():
        refuse_unless(hex in rules.board.hexes, f"There is no hex {hex!r}.")
        ground = rules.board.ground(pos.tiles, hex)
        waits = len(ground.cities) > 1 and not ground.exits
        for company, city in here:
            stands = company in rules.companies_in_play(pos) or company in others
            refuse_unless(stands, f"{company} has not been started and has no station.")
            may_wait = waits or (company, hex) in choices
            sound = 0 <= city < len(ground.cities) if city != -1 else may_wait
            refuse_unless(sound, f"{hex} has no city {city} for {company}.")
        single_city = not rules.is_one_station(hex)
        for (company, _), count in Counter((company, single_city and city) for company, city in here).items():
            single = count == 1 or (count == 2 and (company, hex) in clashes)
            refuse_unless(single, f"{company} cannot have two stations in {hex}.")
        for city, count in Counter(city for _, city in in_places(rules, pos, hex) if city >= 0).items():
            refuse_unless(count <= ground.cities[city].slots, f"There are too many stations in city {city} of {hex}.")


def _check_markers(rules: Rules, pos: Position) -> None:
    refuse_unless(pos.unplaced.keys() == rules.companies.keys(), "Station markers are told for every company.")
    placed = Counter(company for here in pos.stations.values() for company, _ in here)
    gone, all_markers = absorbed_companies(pos), rules.station_markers(pos)
    for company in rules.companies:
        markers = 0 if company in gone else all_markers[company]
        sound = pos.unplaced[company] >= 0 and pos.unplaced[company] + placed[company] == markers
        refuse_unless(sound, f"{company} has {markers} station markers, on the map and on its charter.")


def _check_trains(rules: Rules, pos: Position) -> None:
    cards = rules.cards
    _check_names_known(pos.scrapped, cards.by_name, "train")
    for card in (*pos.stack, *pos.trains):
        refuse_unless(cards.knows(card), f"There is no train card {card!r}.")
    places = [place_of(rules, card) for card in pos.stack]
    refuse_unless(places == sorted(set(places)), "The bank's train cards are not in order.")
    endless = cards.figures[cards.letters[-1]].count is None
    complete = not endless or (bool(pos.stack) and places[-1][0] == len(cards.letters) - 1)
    refuse_unless(complete, f"The last cards of the stack, {cards.letters[-1]}, never run out.")
    for card, (owner, face) in pos.trains.items():
        refuse_unless(card not in pos.stack, f"Card {card} lies in the bank's stack, so nobody has it.")
        refuse_unless(cards.face(card, face) is not None, f"There is no train {face!r} on card {card}.")
        refuse_unless(owner == OUT or face not in pos.scrapped, f"All {face}-trains are scrapped.")
        refuse_unless(owner in (*pos.floated, POOL, OUT), f"{owner!r} cannot own a {face}.")
    for card, company in pos.returned.items():
        right = card in pos.trains and company in rules.companies
        refuse_unless(right, f"{company!r} cannot have returned card {card!r}.")
    busy = {step.company for step in pos.agenda if isinstance(step, Surplus | TrainsTaken)}
    for company in pos.floated:
        limit, count = rules.train_limit(pos, company), len(limited_trains(rules, pos, company))
        refuse_unless(count <= max(1, limit) or company in busy, f"{company} may own {limit} trains, not {count}.")


def place_of(rules: Rules, card: str) -> tuple[int, int]:
    """Where a card comes in the stack: the rank of its letter, and its number."""
    letter = rules.cards.letter(card)
    return rules.cards.rank(letter), int(card[len(letter) :].lstrip("-"))


def stack_from(rules: Rules, first: str | None) -> tuple[str, ...]:
    """The bank's stack when this card is the next one."""
    if first is None:
        return ()
    if not rules.cards.knows(first):
        raise BadInput(f"There is no card {first[:20]!r}.")
    later = [card for card in rules.cards.stack() if place_of(rules, card) > place_of(rules, first)]
    return (first, *later)
