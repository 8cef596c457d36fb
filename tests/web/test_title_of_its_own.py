"""A title from a package of its own at the table: played by forms to the end, told in its own words, also in German."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests import tinykit
from tests.web.pagekit import form_to, forms
from tests.web.player import LIKES, Player, play_on
from tests.web.test_whole_games import checked, look_at_the_end
from tests.web.webkit import Browser, app_on, local_actor, service_on

from stellwerk import actions
from stellwerk.table.db.records import Actor
from stellwerk.table.service.service import Service
from stellwerk.vocabulary import tag_of


@pytest.fixture(scope="module", autouse=True)
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The tiny title of docs/adding-a-title.md is installed."""
    folder = tinykit.install(tmp_path_factory.mktemp("tiny"), tmp_path_factory.mktemp("installed"))
    with tinykit.beside_ours(folder):
        yield folder


class AtTheFair:
    """A table of two at one screen, where a company has its turn after it has laid track, or where a fair waits."""

    def __init__(self, file: Path):
        self.service: Service = service_on(file)
        self.browser = Browser(app_on(self.service))
        self.me: Actor = local_actor(self.browser.app)  # type: ignore[arg-type]
        seats = [{"kind": "account", "name": "Ada"}, {"kind": "screen", "name": "Bo"}]
        self.table = self.service.tables.create_table("Tiny", seats, actor=self.me, seed=1)
        self.service.tables.start(self.table, actor=self.me)

    def play(self, action: actions.Action | dict[str, object]) -> None:
        """Play for whoever decides."""
        game = self.service.games.game(self.table, actor=self.me)
        seats = self.service.tables.table(self.table, actor=self.me).seats
        seat = next(seat.seat for seat in seats if seat.name == game.turn)
        self.service.moves.play(
            self.table, seat, action, self.service.games.head(self.table, actor=self.me).number, actor=self.me
        )

    def go_on(self, until: str) -> None:
        """Play the first sensible choice until an action of this kind is on offer."""
        for _ in range(100):
            choices = [choice.action for choice in self.service.games.game(self.table, actor=self.me).legal()]
            if any(tag_of(action) == until for action in choices):
                return
            wanted = ("start-company", "buy-share", "lay-tile", "place-station", "run", "dividend", "pass")
            self.play(min(choices, key=lambda a: wanted.index(tag_of(a)) if tag_of(a) in wanted else 99))
        raise AssertionError(f"there never was a {until}")

    def panel(self, language: str = "en", pick: str = "") -> str:
        """The page of the table."""
        self.browser.submit("/settings", {"language": language})
        return str(self.browser.get(f"/tables/{self.table}", params={"pick": pick} if pick else {}).text)


@pytest.fixture
def fair(tmp_path: Path) -> Iterator[AtTheFair]:
    """A company may hold a fair."""
    made = AtTheFair(tmp_path / "games.sqlite")
    made.go_on("hold-fair")
    yield made
    made.service.store.close()


def test_a_whole_game_is_played_by_forms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LIKES, "fair", 30.0)

    async def play() -> None:
        players, table, service = await begun(tmp_path)
        count, over = await play_on(players, table, 1500)
        assert over and count > 20
        assert {"fair", "judge-fair"} <= {kind for player in players for kind in player.played}
        await look_at_the_end(players, table)
        checked(service, table, count)

    asyncio.run(play())


async def begun(folder: Path) -> tuple[list[Player], str, Service]:
    """Two people at a new table of a club: one sets it up, the other follows the invitation."""
    service = service_on(folder / "games.sqlite")
    app = app_on(service, local=False)
    host, guest = players = [Player(app, name, 3) for name in ("Ada", "Bohuslav")]
    for player in players:
        await player.sign_up()
    setup = form_to(await host.get("/tables/new?title=Tiny&players=2"), "/tables/new")
    page = await host.send(setup.filled(**{"seed": "7", "seat1-kind": "free"}))
    table, link = host.address, page.by_id("link")
    assert link is not None
    page = await guest.get(link.get("value"))
    await guest.send(next(form for form in forms(page) if form.action.endswith("/join")))
    await host.send(form_to(await host.get(table), f"{table}/start"))
    return players, table, service


def test_its_action_has_a_button_with_its_plain_sentence(fair: AtTheFair) -> None:
    page = fair.panel(pick="fair:A1")
    assert "Hold a fair in A1 West for" in page
    assert "Messe in A1 West für" in fair.panel("de", pick="fair:A1")


def test_why_not_asks_the_engine_about_its_actions(fair: AtTheFair) -> None:
    assert "AA has no station in A5 to hold a fair." in fair.panel(pick="whynot")
    assert "AA hat in A5 keinen Bahnhof für eine Messe." in fair.panel("de", pick="whynot")


def test_its_step_its_event_and_its_pass_speak(fair: AtTheFair) -> None:
    fair.play({"type": "hold-fair", "company": "AA", "hex": "A1", "amount": 20})
    page = fair.panel()
    for text in (
        "AA has spent 20\u00a0T on a fair: how was it?",
        "A splendid fair!",
        "A dull fair.",
        "Say nothing of it",
    ):
        assert text in page
    page = fair.panel("de")
    for text in (
        "AA hat 20\u00a0T für eine Messe ausgegeben: Wie war sie?",
        "Eine prächtige Messe!",
        "Nichts dazu sagen",
    ):
        assert text in page
    assert "The fair is forgotten." in fair.panel(pick="pass")
    game = fair.service.games.game(fair.table, actor=fair.me)
    fair.play({"type": "judge-fair", "player": game.turn, "verdict": "splendid"})
    assert "AA holds a splendid fair in A1 West" in fair.panel()
    assert "AA hält eine prächtige Messe in A1 West ab" in fair.panel("de")


def test_what_happens_is_told_before(fair: AtTheFair) -> None:
    fair.play({"type": "hold-fair", "company": "AA", "hex": "A1", "amount": 20})
    page = fair.panel(pick="judge-fair")
    assert "What happens" in page and "AA holds a splendid fair in A1 West" in page and "Treasury of AA" in page


def test_every_page_of_the_title_and_the_game_opens(fair: AtTheFair) -> None:
    table = f"/tables/{fair.table}"
    copy = fair.service.what_ifs.create_what_if(fair.table, actor=fair.me).id
    fair.service.what_ifs.play_what_if(
        copy, {"type": "hold-fair", "company": "AA", "hex": "A1", "amount": 20}, 0, actor=fair.me
    )
    pages = ["/", "/titles", "/titles/Tiny", "/tables/new?title=Tiny", "/boards"]
    pages += [table, f"{table}/log", f"{table}/at/3", f"{table}/game.json", f"/what-ifs/{copy}"]
    for page in pages:
        assert fair.browser.get(page).status_code == 200, page
        if page != "/" and "?" not in page and not page.endswith(".json"):
            assert fair.browser.get(f"{page}.json").status_code == 200, page


def test_a_strange_action_is_refused_in_one_sentence(fair: AtTheFair) -> None:
    game = fair.service.games.game(fair.table, actor=fair.me)
    seat = 0 if game.turn == "Ada" else 1
    number = fair.service.games.head(fair.table, actor=fair.me).number
    form = {"action": '{"type": "burn-down"}', "at": str(number), "seat": str(seat)}
    answer = fair.browser.submit(f"/tables/{fair.table}/moves", form)
    assert answer.status_code in (400, 422)
    assert "there is no kind of action" in answer.text


def test_without_its_package_a_table_says_so_and_all_others_go_on(fair: AtTheFair, installed: Path) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "path", [path for path in sys.path if path != str(installed)])
        tinykit.forget()
        fair.service.archive.forget()
        for page in ("/", "/titles", "/tables/new"):
            assert fair.browser.get(page).status_code == 200, page
        answer = fair.browser.get(f"/tables/{fair.table}")
        assert answer.status_code in (200, 409, 422) and "There is no title" in answer.text
    tinykit.forget()
