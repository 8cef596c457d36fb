"""Companies of other shapes, through every door: the variant of the tiny game in docs/adding-a-title.md.

It has a company without a price whose turn has another shape and lies in a round of its own kind, a company that is
a part of another, one that holds shares of another, a certificate that is not like the others, and a piece of state.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests import tinykit
from tests.web.webkit import Browser, app_on, local_actor, service_on

from stellwerk import BadInput, Illegal, bots, ledger
from stellwerk.actions import Action, BuyShare, BuyToken, Pass, SellShares
from stellwerk.game import Game
from stellwerk.interop.check_position import read_position
from stellwerk.interop.files import load_game
from stellwerk.interop.position_file import set_up
from stellwerk.interop.protocol import Session
from stellwerk.interop.text import from_text, to_text
from stellwerk.lab.encoding_actions import action_code
from stellwerk.lab.encoding_view import view_code
from stellwerk.rules import Rules
from stellwerk.titles import rules_of

PLAYERS = ("Ada", "Bo", "Cy")


@pytest.fixture(scope="module", autouse=True)
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The package of the page is there."""
    with tinykit.beside_ours(tinykit.install(tmp_path_factory.mktemp("tiny"), tmp_path_factory.mktemp("installed"))):
        yield


@pytest.fixture
def rules() -> Rules:
    """The page's variant."""
    return rules_of("Tiny", "carts")


class Randomly:
    """Plays one kind of choice as gladly as another."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)

    def choose(self, game: Game) -> Action:
        """What to play now."""
        kinds: dict[type[Action], list[Any]] = {}
        for choice in game.legal():
            kinds.setdefault(type(choice.action), []).append(choice)
        some = [kind for kind in kinds if kind is not Pass] or list(kinds)
        kind = self.random.choice(some if self.random.random() < 0.8 else list(kinds))
        choice = self.random.choice(kinds[kind])
        found: Action = choice.action if choice.field is None else choice.at(choice.low)
        return found


def begun(rules: Rules, seed: int = 1, players: tuple[str, ...] = PLAYERS) -> Game:
    """A new game."""
    return Game(rules, rules.new_position(players, seed))


def played(rules: Rules, seed: int, look: Any = lambda game: None) -> Game:
    """A whole game by chance."""
    game, chance = begun(rules, seed), Randomly(seed)
    while not game.over:
        game.play(chance.choose(game))
        look(game)
        assert len(game.log) < 3000
    return game


def until(rules: Rules, wanted: Any, seeds: int = 60) -> Game:
    """A game by chance, at the first position where something holds."""
    for seed in range(seeds):
        game, chance = begun(rules, seed), Randomly(seed)
        while not game.over:
            if wanted(game):
                return game
            game.play(chance.choose(game))
    raise AssertionError("this never happens")


def check(game: Game) -> None:
    """What always holds."""
    pos, rules = game.position, game.rules
    assert ledger.total_money(pos) == 0
    lamps = pos.state.counted_things(rules, pos)["lamp"]
    assert sum(lamps.values()) == 3 and min(lamps.values()) >= 0
    assert rules.companies_in_play(pos)[: len(pos.markers)] == tuple(pos.markers)
    assert ("BB2" in pos.floated) == ("BB" in pos.floated)
    assert {who for who in pos.certificates.values() if who in rules.companies} <= {"BB"}


@pytest.mark.parametrize("seed", range(6))
def test_it_is_played_to_the_end_and_every_position_is_read_again(rules: Rules, seed: int) -> None:
    def look(game: Game) -> None:
        check(game)
        again = read_position(rules, json.loads(json.dumps(game.position.as_json())))
        assert again.hash() == game.position.hash()

    game = played(rules, seed, look)
    assert game.position.result == {p: rules.wealth(game.position, p) for p in game.position.players}


def test_everything_of_it_happens(rules: Rules) -> None:
    rounds, actors, cards, turns = set(), set(), set(), set()
    directors: set[tuple[str, str | None]] = set()
    for seed in range(12):

        def look(game: Game) -> None:
            pos = game.position
            rounds.add(pos.round.kind)
            actors.add(game.actor)
            directors.update((c, rules.register.director(pos, c)) for c in rules.companies_in_play(pos))
            last = game.log[-1].action
            cards.add((type(last), getattr(last, "card", None)))
            turns.add(type(last))

        played(rules, seed, look)
    assert {"stock", "operating", "market"} <= rounds
    assert {"AA", "BB", "BB2", "CC"} <= actors
    assert ("AA", "BB") in directors and ("BB2", None) in directors
    assert (BuyShare, "BB_4") in cards and (SellShares, "BB_4") in cards
    assert BuyToken in turns


def test_a_company_without_a_price_is_in_play_and_counts_nothing(rules: Rules) -> None:
    game = begun(rules)
    owner = game.position.order[0]
    assert rules.companies_in_play(game.position) == ("CC",) and rules.price_of(game.position, "CC") is None
    assert rules.decides(game.position, "CC") == owner
    assert rules.wealth(game.position, owner) == game.position.cash[owner]
    assert rules.starting_prices(game.position, "CC") == {} == rules.starting_prices(game.position, "BB2")
    assert [stage.name for stage in rules.stages(game.position, "CC")] == ["light", "trains", "end"]


def test_a_company_that_directs_another_is_asked_through_its_own_director(rules: Rules) -> None:
    game = until(rules, lambda game: rules.register.director(game.position, "AA") == "BB")
    pos = game.position
    assert rules.decides(pos, "AA") == rules.decides(pos, "BB") == rules.decides(pos, "BB2")
    assert rules.decides(pos, "AA") in pos.players
    with pytest.raises(Illegal):
        game.check(BuyShare("BB2", "AA", 20))


def test_every_action_has_a_text_and_a_number(rules: Rules) -> None:
    code = action_code(rules)
    views = view_code(rules, len(PLAYERS))
    names = {block.name: block for block in views.blocks}
    assert names["counted"].size == 2 + len(PLAYERS) + len(rules.companies) and names["held by companies"].size == 1
    assert names["stage"].size == len(
        {"track", "station", "fair", "run", "dividend", "trains", "invest", "light", "end"}
    )
    seen = set()

    def look(game: Game) -> None:
        if game.over:
            return
        choices = list(game.legal())
        assert all(from_text(to_text(choice.action), rules.shapes.actions) == choice.action for choice in choices)
        offers = code.offers(game.position)
        assert not [action for index, action in offers.items() if code.block_of(index).name == "other"]
        assert {choice.action for choice in choices if choice.field is None} <= set(offers.values())
        seen.add(views.vector(game.position, "Ada").tobytes())

    played(rules, 3, look)
    assert len(seen) > 50


def test_the_protocol_and_game_files_play_it(rules: Rules) -> None:
    session, chance = Session(), Randomly(5)

    def ask(**request: Any) -> dict[str, Any]:
        reply: dict[str, Any] = json.loads(session.answer(json.dumps(request)))
        assert reply["ok"], reply
        return reply

    reply = ask(command="new", title="Tiny", variant="carts", players=list(PLAYERS), seed=5)
    while not reply["over"]:
        action = chance.choose(session.game)
        reply = ask(command="play", action=to_text(action))
    told = ask(command="save")["game"]
    assert load_game(json.dumps(told)).position.hash() == reply["hash"]


FILE = {
    "format": "stellwerk-position",
    "title": "Tiny",
    "variant": "carts",
    "players": PLAYERS,
    "companies": {
        "AA": {"par": 20, "holders": {"Bo": 40, "BB": 20}},
        "BB": {"par": 20, "holders": {"Ada": 60}},
        "CC": {"holders": {"Cy": 100}},
    },
    "floated": ["AA", "BB", "BB2", "CC"],
    "cash": {"CC": 20, "BB": 50},
    "trains": {"BB2": ["2"]},
}


def test_a_position_file_tells_of_all_of_it(rules: Rules) -> None:
    turn = {"company": "CC", "stage": "light"}
    game = set_up(
        {**FILE, "round": {"kind": "market", "set": 1, "number": 1}, "turn": turn, "extra": {"lamps": {"CC": 2}}}
    )
    assert game.turn == "Cy" and game.actor == "CC"
    game.play(BuyToken("CC", "pool"))
    assert game.position.state.counted_things(rules, game.position) == {"lamp": {"CC": 3, "pool": 0}}
    part = set_up({**FILE, "turn": {"company": "BB2"}})
    assert part.turn == "Ada" and part.actor == "BB2"


@pytest.mark.parametrize(
    "junk",
    [
        {"extra": {"foo": 1}},
        {"extra": {"lamps": 5}},
        {"extra": {"lamps": {"CC": 9}}},
        {"extra": {"lamps": {"Ada": 1}}},
        {"companies": {"CC": {"par": 20, "holders": {"Cy": 100}}}},
        {"companies": {"BB2": {"holders": {"Cy": 100}}}},
        {"companies": {**FILE["companies"], "BB": {"par": 20, "holders": {"Ada": 40, "AA": 20}}}},  # type: ignore[dict-item]
        {"round": {"kind": "feast", "set": 1, "number": 1}},
        {"turn": {"company": "CC", "stage": "run"}},
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(rules: Rules, junk: dict[str, Any]) -> None:
    with pytest.raises(BadInput) as caught:
        set_up({**FILE, "turn": {"company": "BB"}, **junk})
    assert str(caught.value).endswith(".")


@pytest.mark.parametrize("bot", bots.NAMES)
def test_bots_play_it(rules: Rules, bot: str) -> None:
    game = begun(rules, 2)
    seats = {player: bots.make_bot(bot, seed, 0.05) for seed, player in enumerate(PLAYERS)}
    for _ in range(60):
        if not game.over:
            game.play(seats[game.turn].choose(game))


def test_its_table_is_shown_over_http(rules: Rules, tmp_path: Path) -> None:
    service = service_on(tmp_path / "games.sqlite")
    app = app_on(service)
    browser = Browser(app)
    holding = until(rules, lambda game: rules.register.director(game.position, "AA") == "BB")
    market = until(rules, lambda game: game.actor == "CC")
    for game in (holding, market):
        table = service.game_import.import_table(game.as_json(), actor=local_actor(app))
        page, twin = browser.get(f"/tables/{table}"), browser.get(f"/tables/{table}.json")
        assert page.status_code == twin.status_code == 200
        assert "Carts and Carriages" in page.text and "None" not in re.sub(
            r"<script.*?</script>", "", page.text, flags=re.S
        )
        assert browser.get(f"/tables/{table}/end").status_code == 200
        assert "Tiny" in browser.get("/").text
    assert re.search(r"M \d\.\d", page.text)
    service.store.close()
