"""Nobody crowds the others out: limits of tables, a fair list, people before bots, guests one did not ask for."""

from __future__ import annotations

import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from tests.table.tablekit import BOTS, NAMES, Clock, bot_table, person, service_on
from tests.table.test_moves import refused

from stellwerk.actions import Action
from stellwerk.bots.casual import CasualBot
from stellwerk.game import Game
from stellwerk.table.db.records import UndoRequest
from stellwerk.table.live import background_player as background
from stellwerk.table.live.background_player import Runner
from stellwerk.table.service.service import Service
from stellwerk.table.service.table_limits import ALONE, Allowance

SEATS = [{"kind": "account", "name": "Ada"}, {"kind": "free"}, {"kind": "free"}]


def test_open_tables_of_one_account_are_few_and_do_not_fill_the_list(service: Service) -> None:
    ada, bo, cy = (person(service, name) for name in NAMES)
    service.tables.create_table("18CZ", SEATS, actor=bo, visibility="open")
    for _ in range(service.desk.allowance.open):
        service.tables.create_table("18CZ", SEATS, actor=ada, visibility="open")
    with refused("too-many-tables"):
        service.tables.create_table("18CZ", SEATS, actor=ada, visibility="open")
    assert service.tables.create_table("18CZ", SEATS, actor=ada, visibility="private")
    listed = [one.host for one in service.overviews.open_overview(actor=cy, limit=2)]
    assert sorted(listed) == ["Ada", "Bo"]


def test_running_games_of_bots_alone_are_few(service: Service) -> None:
    ada = person(service, "Ada")
    service.desk.allowance = Allowance(running=4, bots_only=2)
    for _ in range(2):
        bot_table(service, "18CZ", ada)
    with refused("too-many-tables"):
        bot_table(service, "18CZ", ada)
    mixed = [{"kind": "account", "name": "Ada"}, *({"kind": "bot", "name": name} for name in ("Bo", "Cy"))]
    for _ in range(2):
        service.tables.start(service.tables.create_table("18CZ", mixed, actor=ada), actor=ada)
    with refused("too-many-tables"):
        service.tables.start(service.tables.create_table("18CZ", mixed, actor=ada), actor=ada)
    service.desk.allowance = ALONE
    bot_table(service, "18CZ", ada)


def test_games_left_to_bots_count_as_games_of_bots_alone(service: Service) -> None:
    ada = person(service, "Ada")
    mixed = [{"kind": "account", "name": "Ada"}, *({"kind": "bot", "name": name} for name in ("Bo", "Cy"))]
    left = [service.tables.create_table("18CZ", mixed, actor=ada) for _ in range(3)]
    for table in left:
        service.tables.start(table, actor=ada)
    service.desk.allowance = Allowance(bots_only=2)
    for table in left[:2]:
        service.seat_transfers.replace(table, 0, actor=ada)
    with refused("too-many-tables"):
        service.seat_transfers.replace(left[2], 0, actor=ada)
    assert service.tables.table(left[2], actor=ada).seats[0].kind == "account"


def test_a_game_that_is_brought_counts_as_one_that_runs(service: Service) -> None:
    ada = person(service, "Ada")
    file = service.games.export(bot_table(service, "18CZ", ada), actor=ada)
    service.desk.allowance = Allowance(running=2)
    service.game_import.import_table(file, actor=ada)
    with refused("too-many-tables"):
        service.game_import.import_table(file, actor=ada)


def test_the_owner_removes_a_guest_who_cannot_come_back(service: Service) -> None:
    ada, bo, cy = (person(service, name) for name in NAMES)
    table = service.tables.create_table("18CZ", SEATS, actor=ada, visibility="open")
    service.seats.join(table, 1, "Bo", actor=bo)
    with refused("forbidden"):
        service.seats.remove(table, 1, actor=cy)
    assert service.seats.remove(table, 1, actor=ada).seats[1].kind == "free"
    with refused("removed"):
        service.seats.join(table, 2, "Bo", actor=bo)
    service.seats.join(table, 1, "Cy", actor=cy)
    with refused("unknown-seat"):
        service.seats.remove(table, 0, actor=ada)


def test_a_new_invitation_makes_the_old_one_void(service: Service) -> None:
    ada, bo = person(service, "Ada"), person(service, "Bo")
    table = service.tables.create_table("18CZ", SEATS, actor=ada)
    old = service.tables.table(table, actor=ada).invitation
    with refused("unknown-table"):
        service.tables.renew_invitation(table, actor=bo)
    new = service.tables.renew_invitation(table, actor=ada).invitation
    assert new != old
    with refused("unknown-invitation"):
        service.tables.table_invited(old)
    assert service.tables.table_invited(new) == table


def test_a_chosen_seed_is_told_and_a_drawn_one_is_not(service: Service) -> None:
    ada = person(service, "Ada")
    chosen = service.tables.table(service.tables.create_table("18CZ", SEATS, actor=ada, seed=7), actor=ada)
    drawn = service.tables.table(service.tables.create_table("18CZ", SEATS, actor=ada), actor=ada)
    assert chosen.seed_was_chosen and not drawn.seed_was_chosen
    assert chosen.seed == 0


def test_a_bots_move_is_taken_back_only_if_the_other_people_agree(service: Service) -> None:
    ada, bo = person(service, "Ada"), person(service, "Bo")
    seats = [{"kind": "account", "name": "Ada"}, {"kind": "bot", "name": "Cy"}, {"kind": "free"}]
    table = service.tables.create_table("18CZ", seats, actor=ada, visibility="open", seed=3)
    service.seats.join(table, 2, "Bo", actor=bo)
    service.tables.start(table, actor=ada)
    people = {"Ada": ada, "Bo": bo, "Cy": BOTS}
    bot, last = CasualBot(1), ["", ""]
    while last != ["Ada", "Cy"]:  # Ada moved, and then the bot
        game = service.games.game(table, actor=BOTS)
        seat = service.tables.table(table, actor=BOTS).players.index(game.turn)
        at = service.games.head(table, actor=BOTS).number
        service.moves.play(table, seat, bot.choose(game), at, actor=people[game.turn])
        last = [last[1], game.turn]
    asked = service.undo.undo(table, 0, service.games.head(table, actor=BOTS).number, actor=ada)
    assert isinstance(asked, UndoRequest)
    assert asked.asked == (2,)


def test_a_clock_that_is_set_back_blocks_no_chat(tmp_path: Path) -> None:
    service, clock = service_on(tmp_path / "games.sqlite"), Clock()
    service.desk.clock = clock
    ada = person(service, "Ada")
    table = service.tables.create_table("18CZ", SEATS, actor=ada)
    for number in range(30):
        service.chat.say(table, f"line {number}", actor=ada)
    clock.now -= 86_400
    assert service.chat.say(table, "yesterday again", actor=ada).id


def test_a_bot_at_a_table_with_people_moves_before_games_of_bots_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Given 24 games of slow bots alone, when a person's bot is to move, then it does not wait for them all."""
    service = service_on(tmp_path / "games.sqlite")
    service.desk.allowance = ALONE
    ada, bo = person(service, "Ada"), person(service, "Bo")
    slow = 0.1

    def think(game: Game, table: object, seat: object, number: int) -> Action:
        time.sleep(slow)
        return CasualBot(number).choose(game)

    monkeypatch.setattr(background, "choose_for_bot", think)
    for seed in range(24):
        bot_table(service, "18CZ", ada, seed)
    seats = [{"kind": "account", "name": "Bo"}, *({"kind": "bot", "name": name} for name in ("Cy", "Di"))]
    runner = Runner(service, SimpleNamespace(bot_delay=0.0))
    runner.start()
    time.sleep(24 * slow)
    table = service.tables.create_table("18CZ", seats, actor=bo, seed=4)
    begun = time.monotonic()
    service.tables.start(table, actor=bo)
    number = service.games.head(table, actor=bo).number
    while service.games.head(table, actor=bo).number == number and service.games.game(table, actor=BOTS).turn != "Bo":
        assert time.monotonic() - begun < 24 * slow, "the bot waited for games nobody sits at"
        time.sleep(0.01)
    runner.stop()
    service.store.close()
