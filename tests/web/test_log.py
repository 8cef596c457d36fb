"""The log: turns told in sentences, rounds, branches, pages, and nothing in it that is not to be known."""

from __future__ import annotations

import time
from typing import Any

import msgspec
import pytest
from starlette.applications import Starlette
from tests.web.test_history import Club
from tests.web.webkit import Browser, play_some, table_of

from stellwerk import actions, events
from stellwerk.table.db.records import Actor
from stellwerk.table.service.service import Service
from stellwerk.table.view.words import event_text


@pytest.fixture
def table(club: Starlette, service: Service) -> Club:
    """Three people at a table."""
    return Club(club, service)


@pytest.fixture
def played(service: Service, me: Actor) -> int:
    """A game of 18CZ in an operating round, all seats at one screen."""
    number = table_of(service, me)
    play_some(service, number, me, 160)
    return number


def log_of(browser: Browser, number: int) -> dict[str, Any]:
    found: dict[str, Any] = browser.get(f"/tables/{number}.json").json()["log"]
    return found


def test_every_kind_of_event_has_words() -> None:
    kinds = {kind for kind in vars(events).values() if isinstance(kind, type) and issubclass(kind, events.Event)}
    assert kinds - {events.Event, events.Paid} <= set(event_text.WORDS)


def test_blocks_are_turns_newest_first_under_their_rounds(browser: Browser, played: int) -> None:
    blocks = log_of(browser, played)["blocks"]
    numbers = [block["number"] for block in blocks]
    assert numbers == sorted(numbers, reverse=True)
    companies = [block for block in blocks if block["kind"] == "company" and block["lines"]]
    assert companies and all(block["round"].startswith("Operating round") for block in companies)
    results = {block["result"] for block in companies}
    assert any(result.endswith((" K paid", " K kept")) or result == "no run" for result in results)
    lines = [line for block in companies for line in block["lines"]]
    assert any(line["kind"] == "track" and line["text"].startswith(("lays", "promotes")) for line in lines)
    assert any(line["kind"] == "shares" and "→" in line["text"] for line in lines)


def test_at_most_sixty_entries_and_the_rest_in_pages(browser: Browser, played: int) -> None:
    log = log_of(browser, played)
    assert log["older"] > 0
    first = browser.get(f"/tables/{played}/log.json").json()
    assert first["before"] is not None
    second = browser.get(f"/tables/{played}/log.json?before={first['before']}").json()
    assert second["before"] is None and second["blocks"][-1]["kind"] in ("course", "player")
    assert max(block["number"] for block in second["blocks"]) < first["before"]
    page = browser.get(f"/tables/{played}/log").text
    assert "Older entries" in page


def test_the_log_is_asked_for_one_kind(browser: Browser, played: int) -> None:
    blocks = browser.get(f"/tables/{played}/log.json?log=trains").json()["blocks"]
    assert all(line["kind"] == "trains" for block in blocks for line in block["lines"])
    assert browser.get(f"/tables/{played}/log?log=track").status_code == 200


def test_what_others_did_since_my_last_turn_is_new(table: Club) -> None:
    first = table.move()
    second = table.turn
    table.move()
    blocks = table.browsers[first].get(f"{table.base}.json").json()["log"]["blocks"]
    assert [block["new"] for block in blocks[:2]] == [True, False]
    assert blocks[0]["id"] == second and blocks[0]["head"].startswith(second)
    assert blocks[1]["head"].startswith("You ")


def test_an_undone_turn_stays_struck_with_its_link(table: Club) -> None:
    who = table.move()
    gone = table.at
    table.send(who, "undo", at=table.at, seat=("Ada", "Bo", "Cy").index(who))
    page = table.browsers["Eve"].get(table.base).text
    assert f"1 action undone by {who}" in page and 'class="branch"' in page and f"{table.base}/at/{gone}" in page
    old = table.browsers["Eve"].get(f"{table.base}/at/{gone}.json").json()
    assert old["header"]["travel"]["branch"] is True


def test_offers_and_refusals_are_kept(service: Service, me: Actor, browser: Browser) -> None:
    number = table_of(service, me)
    for _ in range(60):
        play_some(service, number, me, 10)
        if any(line.action and line.action["type"] == "answer" for line in service.history.log(number, actor=me)):
            break
    play_some(service, number, me, 1)
    deals = browser.get(f"/tables/{number}/log.json?log=deals").json()["blocks"]
    texts = [line["text"] for block in deals for line in block["lines"]]
    assert any("offers" in text for text in texts)
    assert any(text.endswith(("agrees", "declines")) for text in texts)


def test_numbers_of_accounts_keys_hashes_and_the_seed_are_not_told(table: Club) -> None:
    for _ in range(5):
        table.move()
    hashes = [line.hash for line in table.service.history.log(table.table, actor=table.actors["Ada"])]
    for address in (table.base, f"{table.base}.json", f"{table.base}/log.json", f"{table.base}/game.json"):
        text = table.browsers["Bo"].get(address).text
        assert not any(hash in text for hash in hashes), address
    log = table.browsers["Bo"].get(f"{table.base}.json").json()["log"]
    assert not {"key", "account", "hash"} & set(msgspec.json.encode(log).decode().split('"'))


def test_a_secret_action_is_hidden_from_others(table: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    def seen_by(self: actions.BuyPrivate, seat: str | None) -> actions.Action:
        return self if seat == self.player else actions.BuyPrivate(self.player, "hidden")

    who = table.move()
    entry = table.service.history.log(table.table, actor=table.actors["Ada"])[-1]
    assert entry.action is not None and entry.action["type"] == "buy-private"
    monkeypatch.setattr(actions.BuyPrivate, "seen_by", seen_by)
    other = next(name for name in ("Ada", "Bo", "Cy") if name != who)
    told = table.browsers[other].get(f"{table.base}.json").json()["log"]
    assert not told["blocks"][0]["lines"] and "buys" not in told["blocks"][0]["head"]
    own = table.browsers[who].get(f"{table.base}.json").json()["log"]
    assert "buy" in own["blocks"][0]["head"]
    file = table.browsers[other].get(f"{table.base}/game.json").json()
    assert file["actions"][-1]["private"] == "hidden"


def test_the_log_is_quick_once_it_was_read(service: Service, me: Actor, browser: Browser) -> None:
    number = table_of(service, me)
    play_some(service, number, me, 400)
    service.archive.forget()
    service.history.of_table(number, actor=me)
    begin = time.process_time()
    for _ in range(10):
        service.history.of_table(number, actor=me)
    assert (time.process_time() - begin) / 10 < 0.02
