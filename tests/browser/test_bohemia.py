"""18CZ's Bohemia with two people: for Vaclav's company one lays the track and the other places the station."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import update
from tests.browser import kit
from tests.browser.conftest import Visit
from tests.browser.kit import Server

import stellwerk
from stellwerk.actions import Draw, Pass
from stellwerk.interop.files import save_game
from stellwerk.table.db.records import PERSON
from stellwerk.table.db.schema import seats


@pytest.fixture
def pair(club: Server, visit: Visit) -> tuple[Page, Page]:
    """Ada and Bo, signed in."""
    pages = visit(club), visit(club)
    for page, name in zip(pages, ("Ada", "Bo"), strict=True):
        kit.sign_up(page, name)
    return pages


def first_operating_round(server: Server) -> int:
    """A table where nobody has bought anything, so that Vaclav's VBW begins the first operating round."""
    game = stellwerk.new_game("18CZ", ("Ada", "Bo"), 1, "bohemia", draws=False)
    game.play(Draw("seating", ("Ada", "Bo")))
    game.play(Draw("vaclav", ("VBW",)))
    game.draws = True
    while game.position.round.kind != "operating":
        game.play(Pass(game.turn))
    table = server.service.game_import.import_table(save_game(game), actor=server.person("Ada"))
    with server.service.store.writing() as connection:
        row = update(seats).where(seats.c.table == table, seats.c.seat == 1)
        connection.execute(row.values(kind=PERSON, account=server.person("Bo").account))
    return table


def test_one_builds_for_vaclav_and_the_other_places_his_station(club: Server, pair: tuple[Page, Page]) -> None:
    ada, bo = pair
    table = first_operating_round(club)
    for page in pair:
        kit.open_table(page, table)
    expect(ada.locator("#action")).to_contain_text("You build for Vaclav's VBW")
    expect(bo.locator("#action")).to_contain_text("Ada decides for Vaclav's VBW")
    expect(ada.locator("#s-co .share-bar").first).to_have_attribute(
        "aria-label", "Vaclav 50% director; initial offering 50%"
    )

    lay(ada, "I9", "57")
    lay(ada, "I11", "621")

    kit.wait_for_turn(bo)
    expect(bo.locator("#action")).to_contain_text("You place stations for Vaclav's VBW")
    expect(ada.locator("#action")).to_contain_text("Bo decides for Vaclav's VBW")
    assert kit.offered(bo) == ["station:I11", "pass"]
    kit.pick(bo, "station:I11")
    kit.confirm(bo)

    position = club.service.games.game(table, actor=club.person("Ada")).position
    assert position.tiles["I9"] == ("57", 1) and position.stations["I11"] == (("VBW", 0),)
    assert position.revenues["VBW"] == 50 and position.round.kind == "stock"
    expect(ada.locator("#s-log")).to_contain_text("gets a 2 for nothing")


def lay(page: Page, hex_: str, tile: str) -> None:
    """Pick a hex and a tile as it is offered first, and lay it."""
    kit.pick_hex(page, hex_)
    page.locator(f'#tileform label.tile-choice:not(.other-turn):has(input[data-tile="{tile}"])').click()
    kit.confirm(page)
