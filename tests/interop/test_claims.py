"""What may be claimed for a run under `rules = 18xx-games`: what the routes prove; another amount only in a record."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests import rhlkit, trackkit
from tests.interop.made import random_game
from tests.kit import refused
from tests.web.webkit import Browser, app_on, local_actor, service_on

from stellwerk import bots
from stellwerk.actions import Action, Choice, Dividend, Run, decode, encode
from stellwerk.errors import BadInput, Illegal
from stellwerk.events import Ran
from stellwerk.game import Game
from stellwerk.interop.files import load_game, save_game
from stellwerk.interop.games18xx import export_game, import_game
from stellwerk.interop.protocol import Session
from stellwerk.interop.text import from_text, to_text

PROGRAM = "18xx-games"
COMPANY = {"18CZ": "MW", "18Rhl": "ADR"}
BEST = {"18CZ": 40, "18Rhl": 70}


def at_its_run(title: str, rules: str = PROGRAM) -> Game:
    """A company with one train, about to run: MW for at most 40, ADR for at most 70."""
    if title == "18CZ":
        tiles = {"F22": "57@2", "G23": "57@2"}
        return trackkit.turn_of("MW", "run", rules=rules, tiles=tiles, stations={"MW": ("F22",)}, trains={"MW": ("2",)})
    tiles = {"K4": "4@1", "K8": "9@1", "K10": "5@1", "J9": "8@3"}
    return rhlkit.turn_of("ADR", rules=rules, tiles=tiles, stations={"ADR": ("K2",)}, trains={"ADR": ("3",)})


def runs_of(game: Game) -> list[Choice]:
    """The runs on offer."""
    return [choice for choice in game.legal() if isinstance(choice.action, Run)]


@pytest.mark.parametrize("title", COMPANY)
def test_the_proven_run_is_what_is_offered(title: str) -> None:
    game, company = at_its_run(title), COMPANY[title]
    best = game.best_runs(company)
    assert best.proven and best.total == BEST[title]
    assert runs_of(game) == [Choice(Run(company, best.total), "routes", 0, best.total)]


@pytest.mark.parametrize("title", COMPANY)
@pytest.mark.parametrize("more", [-10, 10, 99_000])
def test_a_bare_claim_of_another_amount_is_refused(title: str, more: int) -> None:
    refused(at_its_run(title), Run(COMPANY[title], BEST[title] + more), code="not-the-maximum")


@pytest.mark.parametrize("title", COMPANY)
def test_named_routes_earn_what_they_are_worth(title: str) -> None:
    game, company = at_its_run(title), COMPANY[title]
    routes = tuple(run.nodes for run in game.best_runs(company).runs)
    refused(game, Run(company, BEST[title] + 10, routes))
    assert Run(company, BEST[title], routes) in game.legal()
    game.play(Run(company, BEST[title], routes))
    assert game.position.revenues[company] == BEST[title]


@pytest.mark.parametrize("title", COMPANY)
def test_an_empty_run_is_admitted_and_earns_nothing(title: str) -> None:
    game, company = at_its_run(title), COMPANY[title]
    empty = Run(company, 0)
    assert empty in game.legal() and any(choice.covers(empty) for choice in game.legal())
    told = [event for event in game.play(empty) if isinstance(event, Ran)]
    assert [(ran.revenue, ran.routes) for ran in told] == [(0, ())]


@pytest.mark.parametrize("title", COMPANY)
def test_nobody_can_play_a_recorded_amount(title: str) -> None:
    stated = Run(COMPANY[title], 990, recorded=True)
    refused(at_its_run(title), stated, code="not-recorded")
    refused(at_its_run(title), Run(COMPANY[title], BEST[title], recorded=True), code="not-recorded")
    session = Session()
    session.answer('{"command": "new", "players": ["Ada", "Bo", "Cy"], "rules": "18xx-games"}')
    session._game = at_its_run(title)
    for action in (encode(stated), to_text(stated)):
        request = {"command": "play", "action": action}
        assert '"not-recorded"' in session.answer(json.dumps(request))


def test_by_the_book_not_even_a_record_states_an_amount() -> None:
    game = at_its_run("18CZ", "book")
    with pytest.raises(Illegal) as refusal:
        game.replay((Run("MW", 990, recorded=True),))
    assert refusal.value.code == "not-recorded"


@pytest.mark.parametrize("title", COMPANY)
def test_a_log_that_is_read_may_state_a_recorded_amount(title: str) -> None:
    game, stated = at_its_run(title), Run(COMPANY[title], 990, recorded=True)
    game.replay((stated, Dividend(COMPANY[title], "retain")))
    assert game.position.revenues[COMPANY[title]] == 990
    before = game.position.hash()
    game.undo()
    game.undo()
    game.redo()
    game.redo()
    assert game.position.hash() == before
    assert load_game(save_game(game)).position.hash() == before


def test_old_actions_are_written_as_ever() -> None:
    assert encode(Run("MW", 40)) == {"type": "run", "company": "MW", "revenue": 40}
    assert "recorded" not in encode(Run("MW", 40, (("F22.0", "G23/2", "G23.0"),)))
    assert decode({"type": "run", "company": "MW", "revenue": 40}) == Run("MW", 40)


@pytest.mark.parametrize("routes", [(), (("F22.0", "G23/2", "G23.0"), ()), ((), ("F22.0", "G23/2", "G23.0"))])
@pytest.mark.parametrize("recorded", [False, True])
def test_a_recorded_run_has_a_form_in_words(routes: tuple[tuple[str, ...], ...], recorded: bool) -> None:
    run = Run("MW", 40, routes, recorded)
    assert from_text(to_text(run)) == run and ("as recorded" in to_text(run)) == recorded
    assert decode(encode(run)) == run


@pytest.mark.parametrize("title", COMPANY)
@pytest.mark.parametrize("name", ["random", "casual", "steady"])
def test_bots_claim_what_is_proven(title: str, name: str) -> None:
    for seed in range(5):
        decided: Action = bots.make_bot(name, seed).choose(at_its_run(title))
        if isinstance(decided, Run):
            assert decided == Run(COMPANY[title], BEST[title])


# A recorded game in which one amount is not what its routes are worth


def overstated(title: str) -> tuple[dict[str, Any], int]:
    """A game as another program recorded it, up to its first run that earns something; ten more are recorded."""
    data: dict[str, Any] = json.loads(json.dumps(export_game(random_game(title, 3, seed=3, most=350))))
    for place, record in enumerate(data["actions"]):
        if record["type"] == "run_routes" and any(route["revenue"] for route in record["routes"]):
            record["routes"][0]["revenue"] += 10
            return {**data, "status": "active", "actions": data["actions"][: place + 1]}, record["id"]
    raise AssertionError("nobody runs in this game")


@pytest.mark.parametrize("title", COMPANY)
def test_the_importer_takes_the_recorded_amount_and_tells_the_difference(title: str) -> None:
    data, number = overstated(title)
    imported = import_game(data)
    assert [line for line in imported.differences if line.startswith(f"Action {number} ")]
    stated = [entry.action for entry in imported.game.log if isinstance(entry.action, Run)]
    assert [run.recorded for run in stated if run.revenue] == [True]


@pytest.mark.parametrize("title", COMPANY)
def test_a_game_with_a_recorded_amount_goes_through_every_door(title: str, tmp_path: Path) -> None:
    data, _ = overstated(title)
    game = import_game(data).game
    assert load_game(save_game(game)).position.hash() == game.position.hash()
    again = import_game(export_game(game))
    assert again.game.position.hash() == game.position.hash()
    # At the table: brought, shown, verified, exported, undone and played on.
    service = service_on(tmp_path / "games.sqlite")
    app = app_on(service)
    browser, actor = Browser(app), local_actor(app)
    table = service.game_import.import_table(data, actor=actor)
    assert service.games.verify(table) == len(game.log)
    assert "as the record says" in browser.get(f"/tables/{table}/log").text
    assert load_game(service.games.export(table, actor=actor)).position.revenues == game.position.revenues
    for page in ("", "/rounds.json", "/game.json", "/log.json", "/hint.json"):
        assert browser.get(f"/tables/{table}{page}").status_code == 200
    stated = next(e.action for e in game.log if isinstance(e.action, Run) and e.action.recorded)
    head = len(service.history.log(table, actor=actor))
    with pytest.raises((Illegal, BadInput)):
        service.moves.play(table, 0, stated, head, actor=actor)
