"""Secrets planted at a table, and looked for in everything others can get: pages, JSON, parts, events, files, copies.

What is asked for are all routes of the application, so that one that is added later is searched too. A kind of bid that
only this test knows is sealed: its action and the step that keeps it hide it by `seen_by`, as titles to come may do.
"""

from __future__ import annotations

import asyncio
import html
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, Protocol

import msgspec
import pytest
from starlette.applications import Starlette
from tests.web.tablesets import gets
from tests.web.webkit import HTMX, Browser, app_on, service_on

from stellwerk import events
from stellwerk.actions import Action, Pass
from stellwerk.position import Position
from stellwerk.referee import Referee
from stellwerk.steps.base import Act, Task
from stellwerk.steps.stock_round import StockRound
from stellwerk.table.custom_boards.board_page import example_file
from stellwerk.table.db.records import Actor
from stellwerk.table.live import programmed_choices
from stellwerk.table.service.service import Service
from stellwerk.table.web import cookies
from stellwerk.titles import rules_of

SEED = 8_675_309_012_345
BID, BID_ON_COPY = 7_340_033, 5_550_123
NOTE, PROGRAM, KEY = "planted-note", "planted-program", "planted-key"
TABLE_NAME, SAID = "Planted Name", "planted-words-at-the-table"
BOARD_NAME = "planted-board"
SPACES = re.compile(r"(?<=\d)[\s,.'\u00a0\u202f](?=\d)")
EVENTS = "/tables/{table:int}/events"


# A bid that is sealed


class SealBid(Action, frozen=True, tag="seal-bid"):
    """A player makes a bid that nobody else may see."""

    player: str
    amount: int

    def seen_by(self, seat: str | None) -> Action:
        """Others see that there is one."""
        return self if seat == self.player else SealBid(self.player, 0)


class Sealed(Task, frozen=True, tag="sealed"):
    """Keeps sealed bids until they are opened (which does not happen here)."""

    bids: tuple[tuple[str, int], ...]

    def seen_by(self, seat: str | None) -> Sealed:
        """One's own."""
        return Sealed(tuple((player, amount if player == seat else 0) for player, amount in self.bids))


class Seal(Act):
    """Make a sealed bid."""

    action: ClassVar[type[Action]] = SealBid

    def options(self, ref: Referee, task: Any) -> Iterator[Action]:
        """Any amount; none is offered on the pages."""
        yield from ()

    def check(self, ref: Referee, task: Any, action: SealBid) -> None:
        """Whoever acts may."""

    def apply(self, ref: Referee, task: Any, action: SealBid) -> None:
        """Keep it at the bottom of the agenda, and say so (to those who may hear it)."""
        kept = (Sealed(((action.player, action.amount),)),)
        ref.pos.agenda = kept + ref.pos.agenda
        ref.events.append(events.BidPlaced(action.player, "sealed", action.amount))


@pytest.fixture(scope="module")
def sealing() -> Iterator[None]:
    """Stock rounds with sealed bids."""
    with pytest.MonkeyPatch.context() as patch:
        usual = StockRound.acts
        patch.setattr(StockRound, "acts", lambda task, ref: (*usual(task, ref), Seal()))
        patch.setattr(StockRound, "takes", (SealBid,))
        known = rules_of("18CZ").shapes
        patch.setitem(vars(rules_of("18CZ")), "shapes", known._replace(actions=known.actions.with_own((SealBid,))))
        yield


# A club with a private and an open table


class Planted(NamedTuple):
    """A table with secrets."""

    id: int
    invitation: str
    copy: int
    """A private copy of Ada's."""
    hashes: frozenset[str]
    board: str = "nothing"
    """An own board that Ada keeps."""
    hex: str = "B12"
    """A hex of its board."""


class Club(Protocol):
    """People around an application."""

    service: Service
    app: Starlette
    ada: Actor
    """Who may look at everything of her own."""


class World:
    """Ada has planted; Bo plays against her; Ida has the invitation; Zoe looks on; Zed knows nothing of it."""

    def __init__(self, folder: Path):
        self.service = service_on(folder / "games.sqlite")
        self.app = app_on(self.service, local=False)
        self.people = {name: Browser(self.app) for name in ("Ada", "Bo", "Ida", "Zoe", "Zed")}
        for name, browser in self.people.items():
            browser.sign_up(name)
        self.ada, self.bo = Actor(account=1), Actor(account=2)
        self.private, self.open = self.planted("private"), self.planted("open")
        self.guest, self.nobody = Browser(self.app), Browser(self.app)
        for browser in (self.people["Ida"], self.guest):
            browser.get(f"/join/{self.private.invitation}")

    def planted(self, visibility: str) -> Planted:
        """A table in its first stock round, with everything that is to stay secret."""
        seats = [{"kind": "account", "name": "Ada"}, {"kind": "free"}, {"kind": "bot", "name": "Cy"}]
        table = self.service.tables.create_table(
            "18CZ",
            seats,
            actor=self.ada,
            seed=SEED,
            visibility=visibility,
            options={"name": f"{TABLE_NAME} {visibility}"},
        )
        invitation = self.service.tables.table(table, actor=self.ada).invitation
        self.service.seats.join(table, 1, "Bo", actor=msgspec.structs.replace(self.bo, invitation=invitation))
        self.service.tables.start(table, actor=self.ada)
        self.plant(table)
        log = self.service.history.log(table, actor=self.ada)
        copy = self.service.what_ifs.create_what_if(table, actor=self.ada).id
        file = {**json.loads(example_file(rules_of("18CZ"))), "name": BOARD_NAME}
        board = self.service.boards.keep_board(file, actor=self.ada).digest
        return Planted(table, invitation, copy, frozenset(e.hash for e in log), board)

    def plant(self, table: int) -> None:
        """Play on to Ada's turn in a stock round; then a sealed bid, notes, words and a programmed choice of hers."""
        while not (isinstance(self.task(table), StockRound) and self.turn(table) == "Ada"):
            self.play(table, Pass(self.turn(table)))
        self.play(table, SealBid("Ada", BID), key=KEY)
        made = self.service.what_ifs.create_what_if(table, actor=self.ada)
        self.service.what_ifs.play_what_if(made.id, SealBid("Ada", BID_ON_COPY), 0, actor=self.ada)
        self.play(table, Pass("Ada"))
        if self.turn(table) == "Cy":
            self.play(table, Pass("Cy"))
        self.service.notes.write_note(table, NOTE, actor=self.ada)
        self.service.chat.say(table, SAID, actor=self.ada)
        where = self.service.games.game(table, actor=self.ada).position.round
        reason = programmed_choices.StopReason("refused", sentence=PROGRAM)
        stored = programmed_choices.Programmed(kind="pass", round=where, since=1, reason=reason)
        self.service.programs.set_program(table, 0, programmed_choices.encode_program(stored), actor=self.ada)

    def task(self, table: int) -> Any:
        """The present step of a game."""
        return self.service.games.game(table, actor=self.ada).position.agenda[-1]

    def turn(self, table: int) -> str:
        """Who decides."""
        return self.service.games.game(table, actor=self.ada).turn

    def play(self, table: int, action: Action, key: str | None = None) -> None:
        """Play for whoever it is."""
        seat = ("Ada", "Bo", "Cy").index(self.turn(table))
        at = self.service.games.head(table, actor=self.ada).number
        who = (self.ada, self.bo, Actor(bot=True))[seat]
        self.service.moves.play(table, seat, action, at, actor=who, key=key)


@pytest.fixture(scope="module")
def world(sealing: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """The club."""
    made = World(tmp_path_factory.mktemp("secrets"))
    yield made
    made.service.store.close()


# What is looked for


def of_game(world: World) -> dict[str, str]:
    """What nobody may know while the game runs: the seed, and hashes, from which it could be found."""
    hashes = {f"hash of entry ({hash})": hash for table in (world.private, world.open) for hash in table.hashes}
    return {"seed": str(SEED), "seed in hex": f"{SEED:x}", **hashes}


def of_ada(world: World) -> dict[str, str]:
    """What only Ada may know, and what nobody is ever told."""
    session = world.people["Ada"].cookies[cookies.full_name(world.app.state.site.settings, cookies.SESSION)]
    return {
        **of_game(world),
        "sealed bid": str(BID),
        "bid on a copy": str(BID_ON_COPY),
        "note": NOTE,
        "program": PROGRAM,
        "own board": BOARD_NAME,
        "key of a request": KEY,
        "session": session,
        "hash of a password": "$argon2",
        "the site's secret": world.app.state.site.secret.hex(),
    }


def of_table(planted: Planted, visibility: str) -> dict[str, str]:
    """What only those who know of a private table may see."""
    return {"invitation": planted.invitation, "name": f"{TABLE_NAME} {visibility}"}


def addresses(app: Starlette, table: Planted, numbers: range) -> Iterator[str]:
    """Everything there is to read about a table, and about nothing; every old position."""
    known = {"table": table.id, "title": "18CZ", "token": "nothing", "hex": table.hex, "copy": table.copy}
    known["digest"] = table.board
    for path in gets(app):
        names = re.findall(r"\{(\w+)(?::\w+)?\}", path)
        assert set(names) <= {*known, "number"}, f"{path}: say in this test what {names} may be"
        if path == EVENTS:
            continue
        for number in numbers if "number" in names else (0,):
            values = {**known, "number": number}
            yield re.sub(r"\{(\w+)(?::\w+)?\}", lambda found, values=values: str(values[found[1]]), path)  # type: ignore[misc]


def gathered(world: Club, browser: Browser, table: Planted) -> dict[str, str]:
    """Everything a browser gets about a table, headers too."""
    head = world.service.games.head(table.id, actor=world.ada).number
    got: dict[str, str] = {}
    for address in addresses(world.app, table, range(max(1, head - 3), head + 1)):
        for headers in (None, HTMX) if address.endswith(("/parts", "/tiles", "/log")) else (None,):
            answer = browser.get(address, headers=headers, follow_redirects=False)
            assert answer.status_code < 500, f"{address}: {answer.status_code}"
            got[f"{address} {headers or ''}"] = f"{answer.headers} {answer.text}"
    got["events"] = stream(world, browser, f"/tables/{table.id}/events?after=0")
    return got


def stream(world: Club, browser: Browser, address: str, seconds: float = 0.4) -> str:
    """What an event stream says in some time, from its beginning."""
    path, _, query = address.partition("?")
    cookie = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    scope = {
        "type": "http", "http_version": "1.1", "method": "GET", "path": path, "raw_path": path.encode(),
        "root_path": "", "scheme": "http", "query_string": query.encode(), "server": ("testserver", 80),
        "client": ("testclient", 1), "headers": [(b"host", b"testserver"), (b"cookie", cookie.encode())],
    }  # fmt: skip
    said: list[bytes] = []

    async def listen() -> None:
        gone = asyncio.Event()
        asked = False

        async def receive() -> dict[str, Any]:
            nonlocal asked
            if not asked:
                asked = True
                return {"type": "http.request", "body": b"", "more_body": False}
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            said.append(message.get("body", b""))

        task = asyncio.create_task(world.app(scope, receive, send))
        await asyncio.wait([task], timeout=seconds)
        gone.set()
        await asyncio.wait([task], timeout=5)

    asyncio.run(listen())
    return b"".join(said).decode()


def leaks(got: dict[str, str], secrets: dict[str, str]) -> list[str]:
    """Where which secret is found; numbers also as people read them, with spaces or commas in them."""
    plain = {where: SPACES.sub("", html.unescape(text)) for where, text in got.items()}
    return [f"{name} in {where}" for where, text in plain.items() for name, secret in secrets.items() if secret in text]


# Nobody gets what is not his


def test_the_bid_is_hidden_by_what_it_is_made_of(world: World) -> None:
    position: Position = world.service.games.game(world.private.id, actor=world.ada).position
    mine, others = (msgspec.json.encode(position.seen_by(seat)).decode() for seat in ("Ada", "Bo"))
    assert str(BID) in mine and str(BID) not in others and str(SEED) not in mine + others


def test_ada_finds_her_own_secrets(world: World) -> None:
    """What is looked for is there to be found; the seed, hashes, sessions and passwords are not even for her."""
    got = gathered(world, world.people["Ada"], world.private)
    mine = {"sealed bid": str(BID), "note": NOTE, "program": PROGRAM, "name": TABLE_NAME, "said": SAID}
    mine["own board"] = BOARD_NAME
    assert {name for name, secret in mine.items() if not leaks(got, {name: secret})} == set()
    assert str(BID) in got["events"] and leaks({"log": got[f"/tables/{world.private.id}/log "]}, {"bid": str(BID)})
    own = ("sealed bid", "bid on a copy", "note", "program", "own board", "key of a request")
    assert leaks(got, {name: secret for name, secret in of_ada(world).items() if name not in own}) == []


def test_an_opponent(world: World) -> None:
    got = gathered(world, world.people["Bo"], world.private)
    assert "seal-bid" in got["events"] and SAID in got["events"]
    assert leaks(got, of_ada(world)) == []


@pytest.mark.parametrize("name", ["Ida", "guest"])
def test_the_invited(world: World, name: str) -> None:
    browser = world.people.get(name) or world.guest
    got = gathered(world, browser, world.private)
    assert TABLE_NAME in got[f"/tables/{world.private.id} "]
    assert leaks(got, of_ada(world)) == []


@pytest.mark.parametrize("name", ["Zoe", "nobody"])
def test_a_spectator_of_an_open_table(world: World, name: str) -> None:
    browser = world.people.get(name) or world.nobody
    got = gathered(world, browser, world.open)
    assert TABLE_NAME in got[f"/tables/{world.open.id} "]
    secrets = {**of_ada(world), "invitation": world.open.invitation, **of_table(world.private, "private")}
    assert leaks(got, secrets) == []


@pytest.mark.parametrize("name", ["Zed", "nobody"])
def test_a_stranger_at_a_private_table(world: World, name: str) -> None:
    browser = world.people.get(name) or world.nobody
    got = gathered(world, browser, world.private)
    there = {where: text for where, text in got.items() if f"/tables/{world.private.id}" in where}
    assert there and all(SAID not in text for text in there.values())
    assert leaks(got, {**of_ada(world), **of_table(world.private, "private")}) == []
    assert SAID not in got["events"]


# What is sent and answered


def test_copies_of_others(world: World) -> None:
    """A copy that Bo makes, of now and of right after the bid, knows nothing of it; its file neither."""
    bo, table = world.people["Bo"], world.private
    got: dict[str, str] = {}
    for number in range(1, world.service.games.head(table.id, actor=world.ada).number + 1):
        made = bo.submit(f"/tables/{table.id}/what-if.json", {"number": number}).json()["id"]
        for end in ("", ".json", "/parts", "/export.json", "/tiles.json"):
            got[f"{number} {end}"] = bo.get(f"/what-ifs/{made}{end}").text
        got[f"{number} dropped"] = bo.submit(f"/what-ifs/{made}/drop.json").text
    assert leaks(got, of_ada(world)) == []


def test_ada_s_copies_and_programs_are_not_there_for_others(world: World) -> None:
    for name in ("Bo", "Ida", "Zoe", "Zed"):
        browser, table, copy = world.people[name], world.private, world.private.copy
        assert browser.get(f"/what-ifs/{copy}.json").status_code == 404
        for deed in ("drop.json", "moves", "undo"):
            form = {"at": "0", "action": '{"type":"pass","who":"Ada"}'}
            assert browser.submit(f"/what-ifs/{copy}/{deed}", form).status_code == 404
        asked = browser.submit(f"/tables/{table.id}/program.json", {"seat": "0", "kind": "stop"})
        assert asked.status_code in (403, 404) and PROGRAM not in asked.text


def test_the_answer_to_a_move_tells_no_hash(world: World) -> None:
    """Moves, undo, redo: by JSON and as parts."""
    bo, table = world.people["Bo"], world.open
    if world.turn(table.id) != "Bo":
        world.play(table.id, Pass(world.turn(table.id)))
    assert world.turn(table.id) == "Bo"
    at = world.service.games.head(table.id, actor=world.ada).number
    form: dict[str, Any] = {"seat": "1", "at": str(at), "action": '{"type":"pass","who":"Bo"}'}
    got = {"refused": bo.submit(f"/tables/{table.id}/moves.json", {**form, "at": "1"}).text}
    got["move"] = bo.submit(f"/tables/{table.id}/moves.json", form).text
    got["undo"] = bo.submit(f"/tables/{table.id}/undo.json", {"seat": "1", "at": str(at + 1)}).text
    got["redo"] = bo.submit(f"/tables/{table.id}/redo.json", {"seat": "1", "at": str(at + 2)}).text
    got["parts"] = bo.ask(f"/tables/{table.id}/undo", {"seat": "1", "at": str(at + 3)}).text
    assert '"number"' in got["move"] and "part-panel" in got["parts"]
    hashes = {f"hash {line.number}": line.hash for line in world.service.history.log(table.id, actor=world.ada)}
    assert leaks(got, {**of_ada(world), **hashes}) == []


def test_answers_about_seats_tell_no_invitation_to_strangers(world: World) -> None:
    """Whatever a stranger or onlooker sends, the refusal tells nothing."""
    got: dict[str, str] = {}
    for route in world.app.routes:
        path = getattr(route, "path", "")
        if "POST" not in (getattr(route, "methods", None) or ()) or not path.startswith("/tables/{table:int}"):
            continue
        for name in ("Zed", "Ida"):
            address = path.replace("{table:int}", str(world.private.id)).replace("{request:int}", "1")
            if name == "Ida" and path.removesuffix(".json").endswith(("note", "what-if")):
                continue
            form = {"seat": "0", "name": "X", "at": "1", "text": "x", "answer": "agree", "action": "{}"}
            answer = world.people[name].submit(address, form, follow_redirects=False)
            assert 400 <= answer.status_code < 500, f"{name} {address}: {answer.status_code} {answer.text[:200]}"
            got[f"{name} {address}"] = answer.text
    assert leaks(got, {**of_ada(world), "invitation": world.private.invitation}) == []


def test_once_it_is_over_the_game_may_be_told(tmp_path: Path) -> None:
    """The seed is in the file of a game that is over, and nowhere before."""
    from tests.web.tablesets import Club, over

    club = Club(tmp_path)
    table = club.playing("18CZ", over)
    service: Service = club.service
    assert club.browsers["Zoe"].get(f"/tables/{table}/game.json").json()["seed"] == 4
    assert service.tables.table(table, actor=club.actors["Ada"]).state == "over"
    club.close()
