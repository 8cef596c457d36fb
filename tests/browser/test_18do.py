"""18DO's Railway Game by clicks: a stock round, a link, a run with beer, its dividend; on a wide screen and a phone."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest
from playwright.sync_api import Page, expect
from tests.browser import kit
from tests.browser.conftest import Visit
from tests.browser.kit import Server
from tests.browser.test_axe import findings

import stellwerk
from stellwerk.bots.casual import CasualBot
from stellwerk.game import Game
from stellwerk.vocabulary import tag_of

NAMES = ("Ada", "Bo", "Cy")
LONGEST = 900
"""A game that has not come to where it should by then is another one's affair."""


# Games to begin with


def kinds(game: Game) -> set[str]:
    """The kinds of actions that are open."""
    return {tag_of(type(choice.action)) for choice in game.legal()}


def played_until(met: Callable[[Game], bool]) -> Game:
    """A game of casual players as far as it meets a condition; the first seed that comes to it."""
    for seed in range(1, 12):
        game, bot = stellwerk.new_game("18DO", NAMES, seed=seed), CasualBot(seed)
        while not game.over and len(game.log) < LONGEST:
            if met(game):
                return game
            game.play(bot.choose(game))
    pytest.fail("no game comes to where the story begins")


@cache
def before_beer() -> Game:
    """A company may build a link now, and carry beer in the same turn."""
    return played_until(lambda game: {"build-link", "carry-beer"} <= kinds(game))


@cache
def first_stock_round() -> Game:
    """The breweries are sold, the first stock round begins."""
    return played_until(lambda game: game.position.round.kind == "stock")


def game_at(server: Server, table: int) -> Game:
    """The game as the server has it."""
    return server.service.games.game(table, actor=server.me)


def seated(server: Server, page: Page, game: Game) -> int:
    """A table with this game, everybody at one screen; its page is open."""
    table = server.service.game_import.import_table(game.as_json(), actor=server.me)
    kit.open_table(page, table)
    kit.wait_for_turn(page)
    return table


# Stories


def test_a_stock_round_founds_a_railway(local: Server, visit: Visit) -> None:
    """Given the first stock round, when railways are founded and bought until one floats, then its turn begins."""
    page = visit(local)
    table = seated(local, page, first_stock_round())
    _found_a_railway(page)
    buyable = "#s-shares [data-pick^='buy:'], #action [data-pick^='buy:']"
    for _ in range(24):
        if game_at(local, table).position.round.kind != "stock":
            break
        if not game_at(local, table).position.floated and page.locator(buyable).count():
            kit.press(page, page.locator(buyable).first)
            kit.confirm(page)
        else:
            kit.pass_turn(page)
    game = game_at(local, table)
    assert game.position.round.kind == "operating"
    assert game.position.floated
    company = game.position.floated[0]
    expect(page.locator("#h-act")).to_contain_text(company)
    expect(page.locator(".chart-box.folds .chart-scroll")).to_be_hidden()
    page.locator(".chart-box .unfold input").check()
    expect(page.locator(".chart-box.folds .chart-scroll")).to_be_visible()
    expect(page.locator("svg.board .worth-capsule").first).to_be_attached()


def _found_a_railway(page: Page) -> None:
    """The first railway that can be founded, at the first value."""
    start = page.locator("#s-shares [data-pick^='start:'], #action [data-pick^='start:']").first
    kit.press(page, start)
    kit.confirm(page, page.locator("#action form[data-play] button[type=submit]").first)


def test_a_link_and_a_run_with_beer(local: Server, visit: Visit) -> None:
    """Given a mine to be linked and cubes on the brewery, then the link is built, beer is carried and paid for."""
    page = visit(local)
    table = seated(local, page, before_beer())
    company = game_at(local, table).actor
    _build_a_link(page)
    expect(page.locator("svg.board .link-capsule").first).to_be_attached()
    if "run" in kit.offered(page) and not page.locator("#action .load-runs").count():
        kit.pick(page, "run")
    expect(page.locator("#action .load-runs")).to_be_visible()
    _change_the_plan(page)
    button = page.locator("#action .confirm-row [data-main]")
    expect(button).to_contain_text("Run for")
    kit.confirm(page, button)
    revenue = game_at(local, table).position.revenues[company]
    assert revenue > 0
    expect(page.locator("#log-lines")).to_contain_text("cubes delivered from brewery")
    expect(page.locator(".legend .cubes").first).to_be_visible()
    pay = page.locator("#action .option-cards form").first
    expect(pay).to_contain_text(f"Price of {company}")
    kit.confirm(page, pay.locator("button[type=submit]"))
    assert game_at(local, table).position.revenues[company] == revenue


def _build_a_link(page: Page) -> None:
    """On the first mine or mill that is offered, picked in the panel."""
    group = next(group for group in kit.offered(page) if group.startswith("link:"))
    kit.pick(page, group)
    expect(page.locator("#action [data-main]")).to_contain_text("ink")
    kit.confirm(page)


def _change_the_plan(page: Page) -> None:
    """One cube less by the keyboard changes the button; the best loads come back by Escape."""
    button = page.locator("#action .confirm-row [data-main]")
    best = " ".join(str(button.text_content()).split())
    stepper = page.locator("#action .stepper:has([data-step-to='-'])").first
    stepper.locator("[data-step-to='-']").focus()
    before = kit.settled(page)
    page.keyboard.press("ArrowDown")
    kit.wait_settled(page, before)
    expect(button).not_to_have_text(best)
    page.locator("#action [data-clear]").first.wait_for()
    before = kit.settled(page)
    page.keyboard.press("Escape")
    kit.wait_settled(page, before)
    expect(button).to_have_text(best)


def test_beer_on_a_phone_and_in_the_dark(local: Server, visit: Visit) -> None:
    """Given the panel of runs with beer, then nothing is cut or hidden: 390 wide, dark, German; axe finds nothing."""
    page = visit(local, viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    table = seated(local, page, before_beer())
    page.goto(f"/tables/{table}?pick=run")
    expect(page.locator("#action .load-runs")).to_be_visible()
    assert kit.overflow(page) <= 0
    stepper = page.locator("#action .stepper .button").first
    box = stepper.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 43
    expect(page.locator(".phone-bar .primary")).to_contain_text("Run for")
    found = list(findings(page, "a run with beer", 4))
    assert not found, "\n" + "\n".join(found)


def test_a_run_with_beer_in_german(local: Server, visit: Visit) -> None:
    page = visit(local, locale="de-DE")
    table = seated(local, page, before_beer())
    page.goto(f"/tables/{table}?pick=run")
    expect(page.locator("#action .ask h2").first).to_have_text("Fahren und Bier mitnehmen")
    expect(page.locator("#action .confirm-row")).to_contain_text("fahren")
    page.set_viewport_size({"width": 390, "height": 844})
    assert kit.overflow(page) <= 0
