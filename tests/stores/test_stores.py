"""Stores that earlier versions wrote: each is opened, every page of it shown, every game verified and played on.

`tools/record_store.py` wrote them, one for each edition of the rules. They are never written again.
"""

from __future__ import annotations

import lzma
import re
import shutil
import sqlite3
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from tests.web.tablesets import gets
from tests.web.test_pages import judge
from tests.web.webkit import Browser, app_on

from stellwerk.table.db.records import OVER, PLAYING, WAITING, Actor
from stellwerk.table.db.store import Store
from stellwerk.table.service.service import Service
from stellwerk.titles import newest_edition, titles

FOLDER = Path(__file__).parent
STORES = sorted(file.name.removesuffix(".sqlite.xz") for file in FOLDER.glob("*.sqlite.xz"))
BOTS = Actor(bot=True)
GROUPS = 16
"""The tables of a store are looked at in so many tests, so that they run side by side."""
ELSEWHERE = ("/events", "/join/{token}", "/boards/kept/{digest}.json", "/sign-in", "/sign-up")


@cache
def tables_in(name: str) -> list[tuple[int, str]]:
    """The tables of a store and their states, as they lie on the disk."""
    database = sqlite3.connect(":memory:")
    database.deserialize(unpack(name))
    found = list(database.execute("SELECT id, state FROM tables ORDER BY id"))
    database.close()
    return found


def editions_in(name: str, title: str) -> set[int]:
    """The editions of a title's rules that games of a store began with; before there were any it was the first."""
    database = sqlite3.connect(":memory:")
    database.deserialize(unpack(name))
    rows = database.execute("SELECT * FROM tables WHERE title = ? AND state IN ('playing', 'over')", (title,))
    columns = [column[0] for column in rows.description]
    found = {dict(zip(columns, row, strict=True)).get("edition", 1) for row in rows}
    database.close()
    return found


@cache
def unpack(name: str) -> bytes:
    """A store's bytes."""
    return lzma.decompress((FOLDER / f"{name}.sqlite.xz").read_bytes())


class OldClub:
    """A copy of an old store, opened by the program as it is now."""

    def __init__(self, name: str, folder: Path):
        self.file = folder / "games.sqlite"
        self.file.write_bytes(unpack(name))
        self.service = Service(Store(f"sqlite:///{self.file}", durable=False))
        self.app = app_on(self.service, local=False)
        self.ada = Browser(self.app)
        assert self.ada.sign_in("Ada").status_code == 200


@pytest.fixture(scope="module")
def clubs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, OldClub]]:
    """Every store, opened once for this module."""
    opened = {name: OldClub(name, tmp_path_factory.mktemp(name)) for name in STORES}
    yield opened
    for club in opened.values():
        club.service.store.close()
        shutil.rmtree(club.file.parent)


def tables_of(name: str, group: int, *states: str) -> list[int]:
    """The tables of one group that are in one of these states."""
    return [table for table, state in tables_in(name)[group::GROUPS] if state in states]


by_group = pytest.mark.parametrize("group", range(GROUPS))
by_store = pytest.mark.parametrize("name", STORES)


@by_store
def test_the_store_has_games_of_every_state(name: str) -> None:
    states = [state for _, state in tables_in(name)]
    assert {WAITING, PLAYING, OVER, "closed"} == set(states)
    kept = sum(bool(editions_in(name, title)) for title in titles())
    assert states.count(OVER) >= kept
    assert states.count(PLAYING) >= 5 * kept


@pytest.mark.parametrize("title", titles())
def test_there_is_a_store_of_each_edition(title: str) -> None:
    stored = set().union(*(editions_in(name, title) for name in STORES))
    assert stored == set(range(1, newest_edition(title) + 1)), "tools/record_store.py writes a store"


@by_store
@by_group
def test_every_hash_of_an_old_store_is_verified(clubs: dict[str, OldClub], name: str, group: int) -> None:
    for table in tables_of(name, group, PLAYING, OVER):
        assert clubs[name].service.games.verify(table) > 0


@by_store
@by_group
def test_every_page_of_an_old_store_is_shown(clubs: dict[str, OldClub], name: str, group: int) -> None:
    club = clubs[name]
    for table in tables_of(name, group, PLAYING, OVER, WAITING, "closed"):
        for path, address in addresses(club, table):
            answer = club.ada.get(address, follow_redirects=False)
            assert answer.status_code in (200, *allowed(club, table, path)), f"{address}: {answer.text[:300]}"
            if answer.status_code == 200:
                assert not judge(path, answer), address


@by_store
def test_the_copies_of_an_old_store_open_and_the_lobby_lists_its_games(clubs: dict[str, OldClub], name: str) -> None:
    club = clubs[name]
    lobby = club.ada.get("/lobby.json").json()
    assert lobby["total"] >= 10
    copies = club.service.overviews.copies(actor=Actor(account=1))
    assert copies
    for copy in copies:
        assert club.ada.get(f"/what-ifs/{copy.id}").status_code == 200


@by_store
@by_group
def test_every_running_game_of_an_old_store_goes_on(clubs: dict[str, OldClub], name: str, group: int) -> None:
    service = clubs[name].service
    for table in tables_of(name, group, PLAYING):
        game = service.games.game(table, actor=BOTS)
        info = service.tables.table(table, actor=BOTS)
        seat = next(seat for seat in info.seats if seat.name == game.turn)
        who = BOTS if seat.kind == "bot" else Actor(account=seat.account)
        at = service.games.head(table, actor=BOTS).number
        played = service.moves.play(table, seat.seat, game.legal().actions()[0], at, actor=who)
        assert played.number == at + 1
        assert service.games.game(table, actor=BOTS).position.hash() == played.hash


def addresses(club: OldClub, table: int) -> Iterator[tuple[str, str]]:
    """Every page about one table: its route and its address."""
    head = club.service.games.head(table, actor=BOTS).number
    known = {"table": table, "number": max(1, head // 2), "hex": next(iter(board_of(club, table)))}
    for path in gets(club.app):
        names = re.findall(r"\{(\w+)(?::\w+)?\}", path)
        if "table" in names and not path.endswith(ELSEWHERE) and set(names) <= set(known):
            yield path, re.sub(r"\{(\w+)(?::\w+)?\}", lambda found: str(known[found[1]]), path)


def board_of(club: OldClub, table: int) -> list[str]:
    """The hexes of the board a table is played on."""
    info = club.service.tables.table(table, actor=BOTS)
    if info.state not in (PLAYING, OVER):
        return ["A1"]
    return list(club.service.games.game(table, actor=BOTS).rules.board.hexes)


def allowed(club: OldClub, table: int, path: str) -> tuple[int, ...]:
    """What a page may answer beside 200: not begun, not over yet, no own board."""
    info = club.service.tables.table(table, actor=BOTS)
    if path.endswith("/board.json"):
        return (404,) if not info.own else ()
    if info.state in (WAITING, "closed"):
        return (303, 404, 422)
    return (422,) if path.endswith(("/end/game.json", "/hint")) else ()
