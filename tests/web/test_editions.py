"""The pages of a game tell the edition of its rules where it is not the newest."""

from __future__ import annotations

from collections.abc import Iterator

from tests.rules.test_old_editions import NEXT
from tests.rules.test_old_editions import mended as mended
from tests.web.webkit import Browser, table_of

from stellwerk.table.db.records import Actor
from stellwerk.table.service.service import Service


def test_a_game_of_the_newest_edition_says_nothing(
    service: Service, browser: Browser, me: Actor, mended: Iterator[None]
) -> None:
    table = table_of(service, me)
    assert browser.get(f"/tables/{table}.json").json()["header"]["edition"] == ""
    seats = browser.get(f"/tables/{table}/seats.json").json()
    assert (seats["edition"], seats["by_edition"]) == (NEXT, "")


def test_an_older_one_is_named_on_the_table_and_at_the_seats(
    service: Service, browser: Browser, me: Actor, mended: Iterator[None]
) -> None:
    file = {**service.games.export(table_of(service, me), actor=me), "edition": NEXT - 1}
    table = service.game_import.import_table(file, actor=me)
    words = f"Played by the rules of edition {NEXT - 1}; the newest is {NEXT}."
    assert words in browser.get(f"/tables/{table}").text and words in browser.get(f"/tables/{table}/seats").text
    assert browser.get(f"/tables/{table}.json").json()["header"]["edition"] == words
    assert browser.get(f"/tables/{table}/seats.json").json()["by_edition"] == words
