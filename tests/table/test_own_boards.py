"""Own boards at a table: kept by an account, played on, written to the database, carried elsewhere in a game file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, func, select, text
from tests.table.tablekit import person, same, service_on, url

from stellwerk import BadInput, Illegal
from stellwerk.board.own_figures import normal_form
from stellwerk.bots.casual import CasualBot
from stellwerk.interop.own_figures_file import printed_own_file
from stellwerk.table.custom_boards.kept_boards import MOST_KEPT
from stellwerk.table.db.migrations import newest_version, upgrade_database
from stellwerk.table.db.records import OVER, Actor
from stellwerk.table.db.schema import own_figures
from stellwerk.table.service.service import Service
from stellwerk.titles import rules_of

TITLE = "18BL"
SEATS = [{"kind": "account", "name": "Ada"}, {"kind": "screen", "name": "Bo"}, {"kind": "screen", "name": "Cy"}]


def own_file(name: str = "True board", title: str = TITLE) -> dict[str, Any]:
    """A board file with dearer prices."""
    data: dict[str, Any] = {**json.loads(normal_form(printed_own_file(rules_of(title)))), "name": name, "source": "own"}
    for cell in (cell for row in data["chart"]["rows"] for cell in row if cell):
        cell["value"] += 5
    return data


def play(service: Service, table: int, actor: Actor, most: int) -> None:
    """Casual moves for whoever decides."""
    bot = CasualBot(3)
    for _ in range(most):
        game = service.games.game(table, actor=actor)
        if game.over:
            return
        seat = service.tables.table(table, actor=actor).players.index(game.turn)
        service.moves.play(table, seat, bot.choose(game), service.games.head(table, actor=actor).number, actor=actor)


def begun(service: Service, actor: Actor, name: str = "True board") -> int:
    """A table on an own board, its game begun."""
    kept = service.boards.keep_board(own_file(name), actor=actor)
    table = service.tables.create_table(TITLE, SEATS, actor=actor, seed=5, own=kept.digest)
    service.tables.start(table, actor=actor)
    return table


def figures_stored(service: Service) -> int:
    """How many own figures the database holds."""
    with service.store.reading() as connection:
        return connection.scalar(select(func.count()).select_from(own_figures)) or 0


def test_a_whole_game_on_an_own_board_outlives_the_server_and_moves_elsewhere(tmp_path: Path) -> None:
    service = service_on(tmp_path / "games.sqlite")
    ada = person(service, "Ada")
    table = begun(service, ada)
    play(service, table, ada, 2000)
    game = service.games.game(table, actor=ada)
    assert service.tables.table(table, actor=ada).state == OVER and game.rules.own is not None
    service.store.close()

    again = service_on(tmp_path / "games.sqlite")
    assert again.games.game(table, actor=ada).position.hash() == game.position.hash()
    assert again.boards.rules_at(again.tables.table(table, actor=ada)).own == game.rules.own
    assert again.tables.table(table, actor=ada).brought_by == "Ada"
    assert again.games.verify(table) > 100
    saved = again.games.export(table, actor=ada)
    assert saved["own"]["name"] == "True board"

    elsewhere = service_on(tmp_path / "elsewhere.sqlite")
    zoe = person(elsewhere, "Zoe")
    brought = elsewhere.game_import.import_table(json.dumps(saved), actor=zoe)
    assert elsewhere.boards.boards_kept(actor=zoe) == []
    assert elsewhere.games.game(brought, actor=zoe).position.hash() == game.position.hash()
    assert elsewhere.tables.table(brought, actor=zoe).brought_by == "Zoe"
    assert elsewhere.boards.board_at(brought, actor=zoe) == game.rules.own
    again.store.close()
    elsewhere.store.close()


def test_old_positions_undo_and_copies_are_on_the_own_board(service: Service) -> None:
    ada = person(service, "Ada")
    table = begun(service, ada)
    play(service, table, ada, 60)
    service.archive.forget()
    own = service.boards.board_at(table, actor=ada)
    assert service.games.game(table, 20, actor=ada).rules.own == own
    copy = service.what_ifs.create_what_if(table, actor=ada)
    assert service.what_ifs.what_if_game(copy.id, actor=ada).rules.own == own
    assert service.what_ifs.export_what_if(copy.id, actor=ada)["own"]["name"] == own.name


def test_a_running_game_is_exported_with_its_board_and_without_its_seed(service: Service) -> None:
    ada = person(service, "Ada")
    table = begun(service, ada)
    play(service, table, ada, 10)
    saved = service.games.export(table, actor=ada)
    assert "seed" not in saved and saved["own"]["title"] == TITLE
    brought = service.game_import.import_table(saved, actor=ada)
    assert same(service.games.game(brought, actor=ada), service.games.game(table, actor=ada))


def test_a_bad_file_is_not_kept(service: Service) -> None:
    ada, data = person(service, "Ada"), own_file()
    data["board"]["hexes"] = [hex for hex in data["board"]["hexes"] if hex["at"] != "P12"]
    with pytest.raises(BadInput):
        service.boards.keep_board(data, actor=ada)
    with pytest.raises(Illegal, match="Only somebody with an account"):
        service.boards.keep_board(own_file(), actor=Actor())
    assert figures_stored(service) == 0 and service.boards.boards_kept(actor=Actor()) == []


def test_an_account_keeps_so_many_and_each_once(service: Service) -> None:
    ada = person(service, "Ada")
    small = {"title": "18CZ", "chart": own_file(title="18CZ")["chart"]}
    for number in range(MOST_KEPT):
        service.boards.keep_board({**small, "name": f"Board {number}"}, actor=ada)
    service.boards.keep_board({**small, "name": "Board 0"}, actor=ada)
    assert len(service.boards.boards_kept(actor=ada)) == MOST_KEPT == figures_stored(service)
    with pytest.raises(Illegal) as refused:
        service.boards.keep_board({**small, "name": "One more"}, actor=ada)
    assert refused.value.code == "too-many-boards" and figures_stored(service) == MOST_KEPT


def test_nobody_plays_on_a_board_that_another_keeps_or_that_is_for_another_title(service: Service) -> None:
    ada, bo = person(service, "Ada"), person(service, "Bo")
    kept = service.boards.keep_board(own_file(), actor=ada)
    for who, digest in ((bo, kept.digest), (ada, "0" * 32), (ada, "'; drop")):
        with pytest.raises(Illegal) as refused:
            service.tables.create_table(TITLE, SEATS, actor=who, own=digest)
        assert refused.value.code == "unknown-board"
    with pytest.raises(BadInput, match="This file is for 18BL, not for 18CZ"):
        service.tables.create_table("18CZ", SEATS, actor=ada, own=kept.digest)
    with pytest.raises(Illegal):
        service.boards.board_kept(kept.digest, actor=bo)


def test_a_board_thrown_away_stays_for_the_tables_on_it(service: Service) -> None:
    ada = person(service, "Ada")
    table = begun(service, ada)
    unused = service.boards.keep_board(own_file("Unused"), actor=ada)
    for kept in service.boards.boards_kept(actor=ada):
        service.boards.drop_board(kept.digest, actor=ada)
    assert service.boards.boards_kept(actor=ada) == [] and figures_stored(service) == 1
    service.archive.forget()
    assert service.games.game(table, actor=ada).rules.own is not None
    with pytest.raises(Illegal):
        service.boards.drop_board(unused.digest, actor=ada)


def test_a_table_on_the_printed_board_has_no_board_file(service: Service) -> None:
    ada = person(service, "Ada")
    table = service.tables.create_table(TITLE, SEATS, actor=ada)
    with pytest.raises(Illegal, match="played on the printed board"):
        service.boards.board_at(table, actor=ada)


def test_a_database_from_before_own_boards_is_brought_up_to_date_with_its_games(tmp_path: Path) -> None:
    engine = create_engine(url(tmp_path / "old.sqlite"))
    upgrade_database(engine, "0002")
    with engine.begin() as connection:
        connection.execute(text("INSERT INTO accounts VALUES (1, 'Ada', 'ada', NULL, 0, 1.0)"))
        connection.execute(
            text(
                "INSERT INTO tables (id, owner, title, variant, rules, options, seed, visibility, invitation, created,"
                " state) VALUES (1, 1, '18CZ', 'base', 'book', '{}', 7, 'private', 'x', 1.0, 'waiting')"
            )
        )
        for seat, name in enumerate(("Ada", "Bo", "Cy")):
            connection.execute(text(f"INSERT INTO seats VALUES (1, {seat}, '{name}', 'screen', 1, NULL)"))
    engine.dispose()
    service = service_on(tmp_path / "old.sqlite")
    with service.store.reading() as connection:
        assert MigrationContext.configure(connection).get_current_revision() == newest_version()
    ada = Actor(account=1)
    service.tables.start(1, actor=ada)
    assert service.tables.table(1, actor=ada).own is None and service.games.game(1, actor=ada).rules.own is None
    service.store.close()
