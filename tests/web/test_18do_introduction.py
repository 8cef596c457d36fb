"""The Introduction Game on the page: stacks, turns, two ways at the limit, swaps; and nothing of money anywhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from tests.dokit import NAMES, dealt
from tests.dokit import intro_turn as turn
from tests.kit import offered
from tests.web import test_state
from tests.web.pagekit import parse
from tests.web.webkit import Browser, app_on, local_actor, service_on

import stellwerk
from stellwerk.bots.casual import CasualBot
from stellwerk.errors import BadInput
from stellwerk.game import Game
from stellwerk.interop.position_file import set_up
from stellwerk.position import POOL
from stellwerk.table.view.ending.scoring import score_rows
from stellwerk.table.view.game.companies import make_companies_part
from stellwerk.table.view.game.display import Display
from stellwerk.table.view.game.panel import make_panel
from stellwerk.table.view.game.players import make_players_part
from stellwerk.table.view.game.round_line import make_round_line
from stellwerk.table.view.game.shares import make_share_table
from stellwerk.table.view.own_words import spoken
from stellwerk.table.view.scene import Pick, Scene
from stellwerk.table.view.words.texts import Speech
from stellwerk.titles.t18do.intro_turn import CERTIFICATE, TRAINS, DiscardCertificate, TakeCertificate

NOTHING = Pick()
MONEY = re.compile(r"cash|price|liquid|loan|penalt|treasur|capital|debt|currency|\bbank|\bpar$|offered|income_bar")
"""Keys of a twin that speak of money."""
WORDS = ("Mark", "Treasury", "Share chart", "Liquid", "Worth", "Cash", "price", "for nothing", "Beer")
"""Words of a page that speak of what there is not."""


def scene(game: Game, me: str | None = None) -> Scene:
    """A position as a player sees it, in the words of 18DO."""
    return replace(test_state.scene(game, me), say=spoken(Speech(), "18DO"))


def display(game: Game, pick: Pick = NOTHING) -> Display:
    """The stacks."""
    shown = make_share_table(scene(game), pick).display
    assert isinstance(shown, Display)
    return shown


@cache
def played(entries: int) -> Game:
    """A game of casual players after so many entries, or at its end."""
    game, bot = stellwerk.new_game("18DO", NAMES, seed=5, variant="introduction"), CasualBot(3)
    while not game.over and len(game.log) < entries:
        game.play(bot.choose(game))
    return game


def at_the_limit() -> Game:
    """The first moment at which somebody must set a certificate aside."""
    game, bot = stellwerk.new_game("18DO", NAMES, seed=5, variant="introduction"), CasualBot(3)
    while not offered(game, DiscardCertificate):
        game.play(bot.choose(game))
    return game


# Stacks


@pytest.mark.clause("18DO/3.1b", "18DO/3.2.1a")
def test_stacks_show_their_top_certificate_and_how_deep_they_are() -> None:
    game = dealt("PB1", "PB2", "PB3", variant="introduction")
    shown = display(game)
    assert shown.left == 60 and not shown.aside and len(shown.stacks) == 7
    kwe = next(stack for stack in shown.stacks if stack.company == "KWE")
    assert (kwe.percent, kwe.directs, kwe.left, kwe.share) == (20, True, 9, kwe.share) and kwe.pick == "take:KWE"
    game.play(TakeCertificate("Ada", "KWE"))
    kwe = next(stack for stack in display(game).stacks if stack.company == "KWE")
    assert (kwe.percent, kwe.directs, kwe.left, kwe.share, kwe.pick) == (10, False, 8, 0, "")
    option = make_panel(scene(dealt("PB1", "PB2", "PB3", variant="introduction")), Pick("take:KWE")).option
    assert option and option.label == "Found KWE with 20 %"


@pytest.mark.clause("18DO/3.2.1e", "18DO/3.2.1f")
def test_at_the_limit_there_are_two_ways_and_what_is_set_aside_is_public() -> None:
    game = at_the_limit()
    made = make_panel(scene(game), NOTHING)
    assert made.heading.startswith("You hold 17 of 17")
    sections = dict.fromkeys(group.section for group in made.groups)
    assert list(sections) == ["Set aside one of yours", "Set aside one from the display"] or len(sections) == 2
    assert all(stack.aside for stack in display(game).stacks if stack.pick)
    own = next(action for action in offered(game, DiscardCertificate) if action.source == "own")
    option = make_panel(scene(game), Pick(f"aside:own-{own.company}")).option
    assert option is None or option.label.endswith("aside, then take one")
    game.play(own)
    (gone,) = display(game).aside
    assert (gone.company, gone.percent, gone.count) == (own.company, own.percent, 1)
    assert POOL in game.position.certificates.values()


# Turns


@pytest.mark.clause("18DO/3.2b", "18DO/3.3a")
def test_the_line_of_rounds_has_sixty_stops() -> None:
    line = make_round_line(scene(at_the_limit()))
    assert len(line.stops) == 60 and line.turns and not line.open
    now = [stop.number for stop in line.stops if stop.state == "now"]
    assert line.now == f"Turn {now[0]} of 60" and 40 < now[0] < 60
    over = make_round_line(scene(played(10_000), NAMES[0]))
    assert {stop.state for stop in over.stops} == {"done"}


@pytest.mark.clause("18DO/3.2b")
def test_the_steps_of_a_turn_are_shown_and_asked_for() -> None:
    stops = [(stop.name, stop.state) for stop in make_panel(scene(turn(TRAINS)), NOTHING).stops]
    assert stops == [("Certificate", "done"), ("Track", "done"), ("Station or link", "done"), ("Swap", "now")]
    assert make_panel(scene(turn(CERTIFICATE)), NOTHING).heading == "Take a certificate"


@pytest.mark.clause("18DO/3.2.3a", "18DO/3.2.3d", "18DO/3.2.3f")
def test_a_swap_is_the_last_step_with_what_both_kinds_would_bring() -> None:
    """Given an obsolete 2 and a 4, they can be exchanged, or the 2 renewed."""
    founded = {"KWE": {"Ada": 20}, "BME": {"Ada": 20}}
    game = turn(TRAINS, founded=founded, phase="4", trains={"KWE": ["2"], "BME": ["4"]}, next_card="5-1")
    groups = [group for group in make_panel(scene(game), NOTHING).groups if group.kind == "swap"]
    assert {group.section for group in groups} == {"Last step of the turn: swap trains, once"}
    told = {group.label: group.hint for group in groups}
    assert told == {
        "Swap the 4 of BME and the 2 of KWE": "BME 0 → 0, KWE 0 → 0",
        "Take the 5 for the obsolete 2 of KWE": "KWE 0 → 0",
    }
    marks = {
        card.id: [train.mark for train in card.trains] for card in make_companies_part(scene(game), NOTHING).companies
    }
    assert marks["KWE"] == ["obsolete"] and "obsolete" not in marks["BME"]


def test_no_program_passes_for_a_player() -> None:
    assert make_panel(scene(at_the_limit()), NOTHING).program is None


# What would count


@pytest.mark.clause("18DO/3.3b", "18DO/3.3d")
def test_players_and_companies_show_what_would_count_if_it_ended_now() -> None:
    game = played(150)
    incomes = game.rules.incomes_if_over(game.position)
    shown = make_companies_part(scene(game), NOTHING)
    assert shown.shown and {card.id: card.would_earn for card in shown.companies} == dict(incomes)
    assert any(incomes.values())
    players = make_players_part(scene(game), NOTHING)
    assert players.if_over is True
    held = game.rules.register.percent
    for row in players.players:
        parts = (income * held(game.position, company, row.name) // 100 for company, income in incomes.items())
        assert row.worth == sum(parts)


@pytest.mark.clause("18DO/3.3d", "18DO/3.3e")
def test_the_score_is_the_dividends_and_only_they() -> None:
    game = played(10_000)
    *rows, total = score_rows(game.rules, game.position, Speech())
    assert {row.kind for row in rows} == {"dividend"} and len(rows) == 7
    assert dict(zip(game.position.players, total.amounts, strict=True)) == game.position.result
    for n in range(len(NAMES)):
        assert sum(row.amounts[n] for row in rows) == total.amounts[n]
    assert make_players_part(scene(game, NAMES[0]), NOTHING).if_over is False


# Nothing of money


class Table:
    """Three at one screen at a table of the Introduction Game."""

    def __init__(self, folder: Path):
        self.service = service_on(folder / "games.sqlite")
        self.app = app_on(self.service)
        self.me = local_actor(self.app)
        self.browser = Browser(self.app)

    def bring(self, game: Game) -> str:
        """A game as a table; its address."""
        return f"/tables/{self.service.game_import.import_table(game.as_json(), actor=self.me)}"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A new one."""
    made = Table(tmp_path)
    yield made
    made.service.store.close()


def keys(data: Any) -> Iterator[str]:
    """All keys of a twin; actions that could be said in other games have their own."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield str(key)
            yield from keys(value)
    elif isinstance(data, list):
        for value in data:
            yield from keys(value)


@pytest.mark.clause("18DO/3.1d", "18DO/2.8a")
@pytest.mark.parametrize("entries", [1, 40, 150, 10_000])
def test_page_and_twin_say_nothing_of_money(table: Table, entries: int) -> None:
    address = table.bring(played(entries))
    for where in (address, f"{address}/end", f"{address}/log"):
        page = parse(table.browser.get(where).text)
        main = next(node for node in page.walk() if node.tag == "main")
        text = main.text
        assert not [word for word in WORDS if re.search(rf"\b{word}\b", text)], where
        assert page.by_id("s-chart") is None
    twin = table.browser.get(f"{address}.json").json()
    assert "chart" not in twin and not twin["position"]["cash"]
    del twin["position"]
    told = {key for key in keys(twin) if MONEY.search(key)}
    assert not told


@pytest.mark.clause("18DO/3.1d")
def test_the_end_page_and_its_files_tell_dividends(table: Table) -> None:
    game = played(10_000)
    address = table.bring(game)
    twin = table.browser.get(f"{address}/end.json").json()
    assert not {"currency", "worth", "columns", "revenue", "dividends", "operating"} & set(twin)
    result = game.position.result or {}
    assert {rank["player"]: rank["worth"] for rank in twin["players"]} == result
    rows = table.browser.get(f"{address}/end.csv").text.splitlines()
    assert rows == ["player,dividends", *(f"{name},{result[name]}" for name in NAMES)]
    incomes = table.browser.get(f"{address}/end/revenue.csv").text.splitlines()
    assert incomes[0] == "company,income" and len(incomes) == 8
    page = parse(table.browser.get(f"{address}/end").text).text
    assert "every company ran once" in page and "earns" in page


@pytest.mark.clause("18DO/3.1d")
def test_a_position_file_may_not_bring_money() -> None:
    start = {"format": "stellwerk-position", "title": "18DO", "variant": "introduction", "players": list(NAMES)}
    with pytest.raises(BadInput, match="no money"):
        set_up({**start, "round": {"kind": "introduction", "set": 1}, "cash": {"Ada": 10}})


def test_the_title_page_of_each_game(table: Table) -> None:
    railway, intro = (table.browser.get(f"/titles/18DO.json{more}") for more in ("", "?variant=introduction"))
    assert railway.json()["currency"] == "Mark" and railway.json()["starts"][0]["cash"] == 375
    told = intro.json()
    assert "currency" not in told and "chart_kind" not in told and "chart" not in told["pictures"]
    assert not told["privates"] and {"players", "certificate_limit"} == set(told["starts"][0])
    for answer in (railway, intro):
        assert (
            "Wolfram Janich, Michael Scharf" in answer.json()["designer"]
            and answer.json()["publisher"] == "Marflow Games"
        )
        assert {one["heading"] for one in answer.json()["variants"]} == {"The Railway Game", "The Introduction Game"}
    page = parse(table.browser.get("/titles/18DO?variant=introduction").text)
    assert "reconstructed" in page.text and "sixtieth" in page.text and page.by_id("c-3.2.1e") is not None
    assert page.by_id("chart") is None and page.by_id("privates") is None


def test_the_set_up_page_offers_both_games_the_railway_game_first(table: Table) -> None:
    page = parse(table.browser.get("/tables/new?title=18DO&players=4").text)
    radios = [node for node in page.all("input") if node.get("name") == "variant"]
    assert [(node.get("type"), node.get("value"), "checked" in node) for node in radios] == [
        ("radio", "railway", True),
        ("radio", "introduction", False),
    ]
