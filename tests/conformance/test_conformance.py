"""Seeded random play of every title: after every action everything that must always hold is checked."""

from __future__ import annotations

import json
import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import pytest

import stellwerk
from stellwerk import BadInput, Illegal, actions, ledger
from stellwerk.actions import Action, Answer, BuyTrain, Choice
from stellwerk.events import Exported
from stellwerk.game import Game
from stellwerk.position import BANK, OFFERING, OUT, PLACES, POOL, Position, Round
from stellwerk.rules.homes import in_places
from stellwerk.rules.limits import limited_trains
from stellwerk.titles import rules_of

GAMES, MANY = 3, 100
"""Games of each player count in a normal run and in `make sweep`; of variants a third and a fifth of that."""
TRIED = 5
"""Listed choices played on a copy at each position; as many are bent out of shape."""
LONGEST = 6_000
"""No game may have more decisions."""

TABLES = [
    (title, variant, count)
    for title in stellwerk.titles()
    for variant in rules_of(title).variants
    for count in rules_of(title, variant).figures.player_counts()
]
LAST_ROUNDS = {("18CZ", "base"): Round("operating", 8, 3, 3)}
"""Title and variant to the round after which it ends."""
TRANSIENT = ("surplus", "trains-taken", "clash")
"""Steps that exist because something is too much for a moment."""
EAGER = {"lay-tile": 6, "place-station": 3, "new-train": 9, "start-company": 3, "buy-share": 4}
"""How much rather a kind of action is chosen than another by players who build."""
TIRED = {"bid": 0.02, "buy-private": 20}
"""What everybody prefers after a while, so that no auction goes on while all money is bound by bids."""


@pytest.mark.parametrize(
    ("title", "variant", "count", "seed"),
    [(*table, seed) for table in TABLES for seed in range(GAMES if table[1] == "base" else GAMES // 3)],
)
def test_a_random_game_keeps_every_promise(title: str, variant: str, count: int, seed: int) -> None:
    """A few games in every run, every fourth position looked at closely."""
    RandomGame(title, variant, count, seed, closely=0.25).play()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("title", "variant", "count", "seed"),
    [(*table, GAMES + seed) for table in TABLES for seed in range(MANY if table[1] == "base" else MANY // 5)],
)
def test_many_random_games_keep_every_promise(title: str, variant: str, count: int, seed: int) -> None:
    """Many games in the sweep."""
    RandomGame(title, variant, count, seed).play()


def test_every_title_is_played() -> None:
    """The list of tables covers every title, and 18CZ with 3 to 6 players."""
    assert {title for title, _, _ in TABLES} == set(stellwerk.titles())
    assert [count for title, variant, count in TABLES if (title, variant) == ("18CZ", "base")] == [3, 4, 5, 6]


class RandomGame:
    """One game by random players; of each kind of action on offer one is taken as likely as another, or by weights."""

    def __init__(self, title: str, variant: str, count: int, seed: int, closely: float = 1.0):
        self.random = random.Random(f"{title} {variant} {count} {seed}")
        self.game = stellwerk.new_game(title, [f"P{i + 1}" for i in range(count)], seed, variant)
        self.weights: Mapping[str, float] = EAGER if seed % 2 else {}
        self.closely = closely
        self.exported: list[str] = []
        self.money = ledger.total_money(self.game.position)

    def play(self) -> None:
        """To the end, checking all the way."""
        game = self.game
        for decision in range(LONGEST):
            if game.over:
                break
            choices = list(iter(game.legal()))
            assert choices, f"dead end at {game.position.agenda}"
            assert decision % 20 or (game.legal() and game.legal().count() == len(choices))
            if self.random.random() < self.closely:
                self.check_copy(choices)
                self.check_choices(choices)
                self.check_bent(choices)
            self.step(choices)
            check_position(game, self.money)
            check_cards(game, self.exported)
        assert game.over, f"no end after {LONGEST} decisions"
        check_end(game)
        check_log(game)

    def step(self, choices: list[Choice]) -> None:
        """Play something; take it back and play it again."""
        game = self.game
        before = game.position.hash()
        game.play(self.pick(choices))
        self.exported += [event.card for event in game.log[-1].events if isinstance(event, Exported)]
        after = game.position.hash()
        game.undo()
        assert game.position.hash() == before
        game.redo()
        assert game.position.hash() == after
        assert reread(game).hash() == after

    def pick(self, choices: list[Choice]) -> Action:
        """A kind of action, then a choice of that kind, then a number."""
        kinds: dict[str, list[Choice]] = defaultdict(list)
        for choice in choices:
            kinds[manner(choice.action)].append(choice)
        names = list(kinds)
        weights = TIRED if len(self.game.log) > 200 else {}
        kind = self.random.choices(names, [{**self.weights, **weights}.get(name, 1) for name in names])[0]
        choice = self.random.choice(kinds[kind])
        if choice.field is None:
            return choice.action
        steps = (choice.high - choice.low) // choice.step
        return choice.at(choice.low + choice.step * self.random.randint(0, steps))

    def some(self, choices: list[Choice]) -> list[Choice]:
        """A sample, of every kind at least one where there is room."""
        shuffled = self.random.sample(choices, len(choices))
        firsts = {tag(choice.action): choice for choice in shuffled}
        return [*firsts.values(), *shuffled][:TRIED]

    def check_copy(self, choices: list[Choice]) -> None:
        """A copy is equal and goes its own way."""
        game, twin = self.game, self.game.copy()
        before, length = game.position.hash(), len(game.log)
        assert twin.position == game.position and twin.position.hash() == before
        twin.play(self.pick(choices))
        assert game.position.hash() == before and len(game.log) == length
        assert twin.position.hash() != before

    def check_choices(self, choices: list[Choice]) -> None:
        """What is listed is accepted, at both ends of its range."""
        for choice in self.some(choices):
            ends = [choice.action] if choice.field is None else [choice.at(choice.low), choice.at(choice.high)]
            for action in ends:
                assert choice.covers(action)
                assert action in self.game.legal(), f"listed but refused: {action}"
                self.game.copy().play(action)

    def check_bent(self, choices: list[Choice]) -> None:
        """What is a little different is accepted if and only if it is listed too."""
        for choice in self.some(choices):
            bent = list(bend(self.game, choice, self.random))
            for action in self.random.sample(bent, min(TRIED, len(bent))):
                listed = any(other.covers(action) for other in choices)
                assert accepted(self.game, action) == listed, f"listed: {listed}, but not so played: {action}"


def tag(action: Action) -> str:
    """The kind of an action."""
    return str(actions.encode(action)["type"])


def manner(action: Action) -> str:
    """The kind of an action; new trains are a kind of their own, so that games get on."""
    return "new-train" if isinstance(action, BuyTrain) and action.source == BANK else tag(action)


def accepted(game: Game, action: Action) -> bool:
    """Does play accept it, and do `in legal` and a refusal without effect go with that?"""
    twin, before = game.copy(), game.position.hash()
    try:
        twin.play(action)
    except Illegal as refusal:
        assert refusal.sentence.endswith(".") and refusal.code
        assert action not in game.legal()
        assert twin.position.hash() == before and len(twin.log) == len(game.log)
        return False
    assert action in game.legal()
    return True


def bend(game: Game, choice: Choice, dice: random.Random) -> Iterator[Action]:
    """Actions that differ from a choice in one field."""
    if choice.field is not None:
        for number in (choice.low - 1, choice.high + 1, 0, -1):
            yield choice.at(number)
        if choice.step > 1:
            yield choice.at(choice.low + 1)
    if isinstance(choice.action, BuyTrain):
        for card, (owner, face) in game.position.trains.items():
            yield BuyTrain(choice.action.company, owner, card, face, 1)
    for field in choice.action.__struct_fields__:
        value = getattr(choice.action, field)
        if isinstance(value, tuple):
            continue
        if isinstance(value, int) and not isinstance(value, bool):
            yield from (msgspec.structs.replace(choice.action, **{field: value + by}) for by in (-1, 1))
        others = [other for other in domain(game, field) if other != value]
        for other in dice.sample(others, min(2, len(others))):
            yield msgspec.structs.replace(choice.action, **{field: other})


def domain(game: Game, field: str) -> list[Any]:
    """What might stand in a field of an action."""
    rules, position = game.rules, game.position
    cards = [*position.trains, *position.stack[:2]]
    return {
        "player": [*position.players, "Nobody"],
        "who": [*position.players, *rules.companies],
        "company": list(rules.companies),
        "target": list(rules.companies),
        "source": [BANK, POOL, OFFERING, OUT, *rules.companies],
        "hex": [*rules.board.hexes, "Z99"],
        "tile": [*rules.board.counts, "no tile"],
        "rotation": [-1, *range(7)],
        "city": [-1, *range(4)],
        "private": [None, *rules.privates],
        "card": [*cards, "z1"],
        "face": [*rules.cards.by_name, "9"],
        "kind": ["pay", "retain", "half"],
        "agrees": [True, False],
    }.get(field, [])


def reread(game: Game) -> Position:
    """The position after a journey through JSON."""
    return Position.from_json(json.loads(json.dumps(game.position.as_json())), game.rules.shapes)


def check_position(game: Game, money: int) -> None:
    """What holds at every moment of every game."""
    position = game.position
    assert ledger.total_money(position) == money
    may_owe = {BANK, *(position.players if game.rules.players_may_owe else ())}
    assert all(amount >= 0 for who, amount in position.cash.items() if who not in may_owe)
    assert all(amount >= 0 for amount in (*position.loans.values(), *position.penalties.values()))
    check_shares(game)
    check_tiles(game)
    check_stations(game)
    check_state(game)


def check_state(game: Game) -> None:
    """What only the title knows can be, reads back, owes what is owed and counts what there is."""
    position, rules = game.position, game.rules
    state, start = position.state, game.start
    assert isinstance(state, rules.state)
    state.check(rules, position)
    assert rules.state.read(msgspec.to_builtins(state)) == state
    owed = {**state.money_owed(), **state.money_promised()}
    assert set(owed) <= {*position.players, *rules.companies} and min(owed.values(), default=0) >= 0
    told, at_first = (it.state.counted_things(rules, it) for it in (position, start))
    assert {thing: sum(lie.values()) for thing, lie in told.items()} == {
        thing: sum(lie.values()) for thing, lie in at_first.items()
    }
    assert all(count >= 0 for lie in told.values() for count in lie.values())


def check_shares(game: Game) -> None:
    """All of every company lies somewhere; a director holds at least as much as anybody."""
    position, register = game.position, game.rules.register
    assert set(position.certificates) == {card.id for card in register.all()}
    places = {
        *position.players,
        *register.silent_partners,
        *game.rules.companies,
        *game.rules.privates,
        OFFERING,
        POOL,
        OUT,
    }
    assert set(position.certificates.values()) <= places
    gone = {company for taken in position.absorbed.values() for company in taken}
    for company in game.rules.companies:
        percents = {place: register.percent(position, company, place) for place in places}
        if company in register.main_of:  # a part of a company has no shares
            assert not register.of[company] and (company not in gone or company not in position.floated)
            continue
        assert sum(percents.values()) == 100
        if company in gone:
            assert percents[OUT] == 100 and company not in position.markers and company not in position.floated
        director = register.director(position, company)
        changing = any(tag_of_step(step) == "exchange-choice" for step in position.agenda)
        if director is not None and not changing:
            assert percents[director] == max(percents[holder] for holder in register.holders(position, company))
    cells = Counter(marker[:2] for marker in position.markers.values())
    for cell, count in cells.items():
        assert sorted(m[2] for m in position.markers.values() if m[:2] == cell) == list(range(count))
        assert game.rules.chart.has(cell)


def check_tiles(game: Game) -> None:
    """No more tiles lie on the map than there are, and each may lie where it lies."""
    board, position = game.rules.board, game.position
    for tile, count in Counter(tile for tile, _ in position.tiles.values()).items():
        most = board.counts[tile]
        assert most is None or count <= most
        assert board.left(position.tiles, tile) == (None if most is None else most - count)
    assert all(board.may_lie(hex, tile, rotation) for hex, (tile, rotation) in position.tiles.items())


def check_stations(game: Game) -> None:
    """Stations have places; markers are on the map or on a charter, also after acquisitions."""
    position, rules = game.position, game.rules
    placed: Counter[str] = Counter()
    settling = any(tag_of_step(step) in ("clash", "city-choice", "home-tile") for step in position.agenda)
    for hex, here in position.stations.items():
        cities = rules.board.ground(position.tiles, hex).cities
        placed.update(company for company, _ in here)
        for city, count in Counter(city for _, city in in_places(rules, position, hex)).items():
            if city == -1:
                assert hex not in position.tiles or settling
            else:
                assert count <= cities[city].slots
        apart = not rules.is_one_station(hex)
        assert settling or len({(company, apart and city) for company, city in here}) == len(here)
    for company in rules.companies:
        taken_over = any(company in taken for taken in position.absorbed.values())
        markers = 0 if taken_over else rules.station_markers(position)[company]
        assert placed[company] + position.unplaced[company] == markers


def tag_of_step(step: object) -> str:
    """The name of a step of the agenda."""
    return str(msgspec.to_builtins(step)["step"])


def check_cards(game: Game, exported: list[str]) -> None:
    """Every train card is with the bank, with one owner, or sold abroad; limits hold; scrapped trains are gone."""
    position, rules = game.position, game.rules
    everywhere = Counter([*position.stack, *position.trains, *exported])
    assert max(everywhere.values()) == 1
    assert set(rules.cards.stack()) <= set(everywhere)
    assert all(rules.cards.knows(card) for card in everywhere)
    for card, (owner, face) in position.trains.items():
        assert owner in position.floated or owner in (POOL, OUT)
        assert rules.cards.face(card, face) is not None
        assert owner == OUT or face not in position.scrapped
    if not any(tag_of_step(step) in TRANSIENT for step in position.agenda):
        for company in position.floated:
            assert len(limited_trains(rules, position, company)) <= rules.train_limit(position, company)


def check_end(game: Game) -> None:
    """The game ends where the rules say, with everybody's wealth as its result."""
    position, rules = game.position, game.rules
    last = LAST_ROUNDS.get((position.title, position.variant))
    assert last is None or position.round == last
    assert position.result == {player: rules.wealth(position, player) for player in position.players}
    assert not game.legal() and list(game.legal()) == [] and game.turn == ""
    assert not accepted(game, actions.Pass(position.players[0]))


def check_log(game: Game) -> None:
    """The log replays to the same game, and can be taken back to the start and played again."""
    position, end = game.position, game.position.hash()
    fresh = stellwerk.new_game(
        position.title, position.players, position.seed, position.variant, position.rules, draws=False
    )
    fresh.replay([entry.action for entry in game.log])
    assert fresh.position.hash() == end
    start, count = game.start.hash(), 0
    while game.log and not all(isinstance(entry.action, actions.Draw) for entry in game.log):
        game.undo()
        count += 1
    assert game.start.hash() == start
    for _ in range(count):
        game.redo()
    assert game.position.hash() == end
    with pytest.raises(BadInput):
        game.redo()


def test_answers_come_from_the_asked_player_only() -> None:
    """An offer waits for one named player; nobody else can answer for him."""
    dice, seen = random.Random(5), 0
    game = stellwerk.new_game("18CZ", ["P1", "P2", "P3"], 5)
    while not game.over and seen < 20:
        choices = list(game.legal())
        if isinstance(choices[0].action, Answer):
            seen += 1
            assert {choice.action for choice in choices} == {Answer(game.turn, True), Answer(game.turn, False)}
            assert not any(accepted(game, Answer(p, True)) for p in game.position.players if p != game.turn)
        game.play(dice.choice(choices).action)
    assert seen == 20


def test_the_places_of_things_are_no_names_of_players() -> None:
    """Nobody can be called like a place, so a place always means one thing."""
    for place in PLACES:
        with pytest.raises(BadInput):
            stellwerk.new_game("18CZ", [place, "Bo", "Cy"])
