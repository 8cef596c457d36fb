"""Four people play whole games by the pages alone: they sign up, sit down by invitation, and play what is offered.

Whatever a page offers must be accepted: a player fails at the first answer that is not 200 and well-formed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.web.pagekit import form_to, forms
from tests.web.player import Player, is_over, play_on
from tests.web.tablesets import cut_before, seat_people
from tests.web.webkit import app_on, service_on

from stellwerk.table.db.records import Actor
from stellwerk.table.service.service import Service

NAMES = ("Ada", "Bohuslav", "Cyril", "Dita")
MOVES = 40
"""So many moves of a game's beginning are played; whole games are played by `make sweep`."""
LEFT = 6
"""So many moves before its end a recorded game is taken up."""


async def sit_down(players: Sequence[Player], title: str, seed: str = "7") -> str:
    """Sign up, set a table up, follow the invitation, begin; the address of the table."""
    host, guests = players[0], players[1:]
    for player in players:
        await player.sign_up()
    setup = form_to(await host.get("/tables/new"), "/tables/new")
    wish = setup.filled(title=title, seed=seed, **{f"seat{n}-kind": "free" for n in range(1, len(players))})
    page = await host.send(wish)
    table, link = host.address, page.by_id("link")
    assert link is not None
    for guest in guests:
        page = await guest.get(link.get("value"))
        seats = [form for form in forms(page) if form.action.endswith("/join")]
        await guest.send(seats[0])
    page = await host.get(table)
    await host.send(form_to(page, f"{table}/start"))
    return table


async def begun(folder: Path, title: str, seed: int) -> tuple[list[Player], str, Service]:
    """Four people at a new table of a club."""
    service = service_on(folder / "games.sqlite")
    app = app_on(service, local=False)
    players = [Player(app, name, seed) for name in NAMES]
    return players, await sit_down(players, title), service


async def nearly_over(folder: Path, title: str, left: int) -> tuple[list[Player], str, Service]:
    """The recorded game of a title, so many moves before its end; everybody signed in."""
    service = service_on(folder / "games.sqlite")
    app = app_on(service, local=False)
    file = cut_before(title, left)
    players = [Player(app, name, 1) for name in file["players"]]
    for player in players:
        await player.sign_up()
    table = service.game_import.import_table(file, actor=Actor(account=1))
    seat_people(service, table, range(1, len(players) + 1))
    return players, f"/tables/{table}", service


async def look_at_the_end(players: Sequence[Player], table: str) -> None:
    """Everybody sees the result: in the panel, and counted on the page of the end, to which a link leads."""
    for player in players:
        page = await player.get(table)
        assert is_over(page)
        end = next(node for node in page.all("a") if node.get("href") == f"{table}/end")
        counted = await player.get(end.get("href"))
        assert all(other.name in counted.text for other in players)


def checked(service: Service, table: str, moves: int) -> None:
    """What was sent is what the log holds, and it can be played again."""
    number = int(table.rpartition("/")[2])
    log = service.history.log(number, actor=Actor(bot=True))
    assert sum(line.kind == "move" for line in log) >= moves
    assert service.games.verify(number) == len(log)
    service.store.close()


@pytest.mark.parametrize("title", ["18CZ", "18Rhl", "18BL"])
def test_the_beginning_of_a_game(tmp_path: Path, title: str) -> None:
    """From signing up into the first rounds."""

    async def play() -> None:
        players, table, service = await begun(tmp_path, title, 1)
        count, _ = await play_on(players, table, MOVES)
        assert count == MOVES and all(player.played for player in players)
        checked(service, table, count)

    asyncio.run(play())


@pytest.mark.parametrize("title", ["18CZ", "18Rhl", "18BL"])
def test_the_end_of_a_game(tmp_path: Path, title: str) -> None:
    """The last moves of a recorded game, played otherwise than recorded; then the result."""

    async def play() -> None:
        players, table, service = await nearly_over(tmp_path, title, LEFT)
        count, over = await play_on(players, table, 300)
        assert over and count
        await look_at_the_end(players, table)
        checked(service, table, count)

    asyncio.run(play())


@pytest.mark.slow
@pytest.mark.parametrize("title", ["18CZ", "18Rhl", "18BL"])
def test_a_whole_game(tmp_path: Path, title: str) -> None:
    """From signing up to the result."""

    async def play() -> None:
        players, table, service = await begun(tmp_path, title, 1)
        count, over = await play_on(players, table, 5000)
        assert over and count > 200
        await look_at_the_end(players, table)
        checked(service, table, count)

    asyncio.run(play())
