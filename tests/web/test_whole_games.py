"""Four people play whole games by the pages alone."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.web.pagekit import form_to, forms
from tests.web.player import Player, play_on
from tests.web.webkit import app_on, service_on

NAMES = ("Ada", "Bohuslav", "Cyril", "Dita")


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
