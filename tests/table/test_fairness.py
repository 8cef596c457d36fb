"""Nobody crowds the others out: limits of tables, a fair list, people before bots, guests one did not ask for."""

from __future__ import annotations

import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from tests.table.tablekit import BOTS, NAMES, Clock, bot_table, person, service_on
from tests.table.test_seating import refused

from stellwerk.actions import Action
from stellwerk.bots.casual import Casual
from stellwerk.game import Game
from stellwerk.table import runner as background
from stellwerk.table.allowance import ALONE, Allowance
from stellwerk.table.records import Request
from stellwerk.table.runner import Runner
from stellwerk.table.service import Service

SEATS = [{"kind": "account", "name": "Ada"}, {"kind": "free"}, {"kind": "free"}]


def test_open_tables_of_one_account_are_few_and_do_not_fill_the_list(service: Service) -> None:
    ada, bo, cy = (person(service, name) for name in NAMES)
    service.create_table("18CZ", SEATS, actor=bo, visibility="open")
    for _ in range(service.allowance.open):
        service.create_table("18CZ", SEATS, actor=ada, visibility="open")
    with refused("too-many-tables"):
        service.create_table("18CZ", SEATS, actor=ada, visibility="open")
    assert service.create_table("18CZ", SEATS, actor=ada, visibility="private")
    listed = [one.host for one in service.open_overview(actor=cy, limit=2)]
    assert sorted(listed) == ["Ada", "Bo"]


def test_running_games_of_bots_alone_are_few(service: Service) -> None:
    ada = person(service, "Ada")
    service.allowance = Allowance(running=4, bots_only=2)
    for _ in range(2):
        bot_table(service, "18CZ", ada)
    with refused("too-many-tables"):
        bot_table(service, "18CZ", ada)
    mixed = [{"kind": "account", "name": "Ada"}, *({"kind": "bot", "name": name} for name in ("Bo", "Cy"))]
    for _ in range(2):
        service.start(service.create_table("18CZ", mixed, actor=ada), actor=ada)
    with refused("too-many-tables"):
        service.start(service.create_table("18CZ", mixed, actor=ada), actor=ada)
    service.allowance = ALONE
    bot_table(service, "18CZ", ada)


def test_the_owner_removes_a_guest_who_cannot_come_back(service: Service) -> None:
    ada, bo, cy = (person(service, name) for name in NAMES)
    table = service.create_table("18CZ", SEATS, actor=ada, visibility="open")
    service.join(table, 1, "Bo", actor=bo)
    with refused("forbidden"):
        service.remove(table, 1, actor=cy)
    assert service.remove(table, 1, actor=ada).seats[1].kind == "free"
    with refused("removed"):
        service.join(table, 2, "Bo", actor=bo)
    service.join(table, 1, "Cy", actor=cy)
    with refused("unknown-seat"):
        service.remove(table, 0, actor=ada)


def test_a_new_invitation_makes_the_old_one_void(service: Service) -> None:
    ada, bo = person(service, "Ada"), person(service, "Bo")
    table = service.create_table("18CZ", SEATS, actor=ada)
    old = service.table(table, actor=ada).invitation
    with refused("unknown-table"):
        service.renew_invitation(table, actor=bo)
    new = service.renew_invitation(table, actor=ada).invitation
    assert new != old
    with refused("unknown-invitation"):
        service.table_invited(old)
    assert service.table_invited(new) == table


def test_a_chosen_seed_is_told_and_a_drawn_one_is_not(service: Service) -> None:
    ada = person(service, "Ada")
    chosen = service.table(service.create_table("18CZ", SEATS, actor=ada, seed=7), actor=ada)
    drawn = service.table(service.create_table("18CZ", SEATS, actor=ada), actor=ada)
    assert chosen.seed_was_chosen and not drawn.seed_was_chosen
    assert chosen.seed == 0


def test_a_bots_move_is_taken_back_only_if_the_other_people_agree(service: Service) -> None:
    ada, bo = person(service, "Ada"), person(service, "Bo")
    seats = [{"kind": "account", "name": "Ada"}, {"kind": "bot", "name": "Cy"}, {"kind": "free"}]
    table = service.create_table("18CZ", seats, actor=ada, visibility="open", seed=3)
    service.join(table, 2, "Bo", actor=bo)
    service.start(table, actor=ada)
    people = {"Ada": ada, "Bo": bo, "Cy": BOTS}
    bot, last = Casual(1), ["", ""]
    while last != ["Ada", "Cy"]:  # Ada moved, and then the bot
        game = service.game(table, actor=BOTS)
        seat = service.table(table, actor=BOTS).players.index(game.turn)
        at = service.head(table, actor=BOTS).number
        service.play(table, seat, bot.choose(game), at, actor=people[game.turn])
        last = [last[1], game.turn]
    asked = service.undo(table, 0, service.head(table, actor=BOTS).number, actor=ada)
    assert isinstance(asked, Request)
    assert asked.asked == (2,)


def test_a_clock_that_is_set_back_blocks_no_chat(tmp_path: Path) -> None:
    service, clock = service_on(tmp_path / "games.sqlite"), Clock()
    service.clock = clock
    ada = person(service, "Ada")
    table = service.create_table("18CZ", SEATS, actor=ada)
    for number in range(30):
        service.say(table, f"line {number}", actor=ada)
    clock.now -= 86_400
    assert service.say(table, "yesterday again", actor=ada).id


def test_a_bot_at_a_table_with_people_moves_before_games_of_bots_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given 24 games of slow bots alone, when a person's bot is to move, then it does not wait for them all."""
    service = service_on(tmp_path / "games.sqlite")
    service.allowance = ALONE
    ada, bo = person(service, "Ada"), person(service, "Bo")
    slow = 0.1

    def think(game: Game, table: object, seat: object, number: int) -> Action:
        time.sleep(slow)
        return Casual(number).choose(game)

    monkeypatch.setattr(background, "choose", think)
    for seed in range(24):
        bot_table(service, "18CZ", ada, seed)
    seats = [{"kind": "account", "name": "Bo"}, *({"kind": "bot", "name": name} for name in ("Cy", "Di"))]
    runner = Runner(service, SimpleNamespace(bot_delay=0.0))
    runner.start()
    time.sleep(24 * slow)
    table = service.create_table("18CZ", seats, actor=bo, seed=4)
    begun = time.monotonic()
    service.start(table, actor=bo)
    number = service.head(table, actor=bo).number
    while service.head(table, actor=bo).number == number and service.game(table, actor=BOTS).turn != "Bo":
        assert time.monotonic() - begun < 24 * slow, "the bot waited for games nobody sits at"
        time.sleep(0.01)
    runner.stop()
    service.store.close()
