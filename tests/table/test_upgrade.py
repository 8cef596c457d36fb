"""An older file is copied before it is brought up to date, a newer one refused; `stellwerk verify` only reads."""

from __future__ import annotations

import logging
import sqlite3
import stat
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from sqlalchemy import create_engine, text
from tests.rules.test_old_editions import NEXT
from tests.rules.test_old_editions import mended as mended
from tests.table.damagekit import change_hash, edited
from tests.table.tablekit import BOTS, Club, person, service_on, url

from stellwerk.cli import main
from stellwerk.errors import BadInput
from stellwerk.table.db.migrations import database_version, newest_version, upgrade_database
from stellwerk.table.db.records import Actor
from stellwerk.table.db.store import Store
from stellwerk.table.service.service import Service
from stellwerk.titles import newest_edition

OLDER = "0003"
SEATS = [{"kind": "account", "name": "Ada"}, {"kind": "screen", "name": "Bo"}, {"kind": "screen", "name": "Cy"}]


def older_file(file: Path) -> Path:
    """A file as the version before editions wrote it, with one table."""
    engine = create_engine(url(file))
    upgrade_database(engine, OLDER)
    with engine.begin() as connection:
        connection.execute(text("INSERT INTO accounts VALUES (1, 'Ada', 'ada', NULL, 0, 0)"))
        row = "1, 1, '18CZ', 'base', 'book', '{}', 7, 'private', 'token', 0, 'waiting', NULL"
        connection.execute(text(f"INSERT INTO tables VALUES ({row})"))
        for seat, name in enumerate(("Ada", "Bo", "Cy")):
            connection.execute(text(f"INSERT INTO seats VALUES (1, {seat}, '{name}', 'screen', 1, NULL)"))
    engine.dispose()
    return file


def rows_of(file: Path) -> list[tuple[object, ...]]:
    """The tables of a file."""
    with sqlite3.connect(file) as raw:
        rows = raw.execute("SELECT * FROM tables").fetchall()
    raw.close()
    return rows


def verified(file: Path, *more: str) -> Result:
    """What `stellwerk verify` says."""
    return CliRunner().invoke(main, ["verify", str(file), *more])


# Copies


def test_an_older_file_is_copied_first_and_games_have_the_first_edition(tmp_path: Path) -> None:
    file = older_file(tmp_path / "club.sqlite")
    file.chmod(0o600)
    before = rows_of(file)
    Store(url(file)).close()
    copy = tmp_path / f"club.sqlite.before-{newest_version()}"
    assert rows_of(copy) == before and database_version(create_engine(url(copy))) == OLDER
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert rows_of(file) == [(*before[0], 1)]


def test_an_earlier_copy_is_never_written_over(tmp_path: Path) -> None:
    earlier = tmp_path / f"club.sqlite.before-{newest_version()}"
    earlier.write_text("of another day")
    Store(url(older_file(tmp_path / "club.sqlite"))).close()
    assert earlier.read_text() == "of another day"
    assert rows_of(tmp_path / f"club.sqlite.before-{newest_version()}.2")


def test_a_new_file_and_one_that_is_up_to_date_are_not_copied(tmp_path: Path) -> None:
    for _ in range(2):
        Store(url(tmp_path / "club.sqlite")).close()
    assert not list(tmp_path.glob("*.before-*"))


def test_without_a_copy_nothing_is_brought_up_to_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = older_file(tmp_path / "club.sqlite")

    def full(*_: object) -> None:
        raise OSError("No space left on device")

    monkeypatch.setattr(import_module("stellwerk.table.db.migrations"), "copy_database", full)
    with pytest.raises(BadInput, match="no copy of it could be made"):
        Store(url(file))
    assert database_version(create_engine(url(file))) == OLDER


def test_a_file_of_a_newer_version_is_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "club.sqlite"
    store = Store(url(file))
    with store.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0999'"))
    store.close()
    with pytest.raises(BadInput, match="newer version"):
        Store(url(file))
    for command in (["serve", "--file", str(file), "--port", "18999"], ["verify", str(file)]):
        said = CliRunner().invoke(main, command)
        assert said.exit_code == 2
        assert f"{file} was written by a newer version of Stellwerk (0999;" in said.output
        assert "Traceback" not in said.output


# Editions


def test_a_table_that_still_waits_begins_with_the_newest_edition(tmp_path: Path, mended: Iterator[None]) -> None:
    service = service_on(older_file(tmp_path / "club.sqlite"))
    ada = service.tables.table(1, actor=BOTS).owner
    assert service.tables.table(1, actor=BOTS).edition == 1
    service.tables.start(1, actor=Actor(account=ada))
    assert service.tables.table(1, actor=BOTS).edition == newest_edition("18CZ") == NEXT


def test_a_game_keeps_its_edition_in_store_file_and_copy(service: Service, mended: Iterator[None]) -> None:
    ada = person(service, "Ada")
    made = {}
    for edition in (NEXT, NEXT - 1):
        table = service.tables.create_table("18CZ", SEATS, actor=ada, seed=7)
        service.tables.start(table, actor=ada)
        if edition != NEXT:
            file = {**service.games.export(table, actor=ada), "seed": 7}
            file.pop("edition")
            table = service.game_import.import_table(
                {**file, **({"edition": edition} if edition > 1 else {})}, actor=ada
            )
        made[edition] = table
    for edition, table in made.items():
        service.archive.forget()
        assert service.tables.table(table, actor=ada).edition == edition
        assert service.games.game(table, actor=ada).rules.edition == edition
        assert service.games.export(table, actor=ada).get("edition", 1) == edition
        copy = service.what_ifs.create_what_if(table, actor=ada)
        assert service.what_ifs.what_if_game(copy.id, actor=ada).rules.edition == edition
        assert service.what_ifs.export_what_if(copy.id, actor=ada).get("edition", 1) == edition
        assert service.games.verify(table) == 1


def test_an_edition_that_is_not_here_stops_the_game(club: Club) -> None:
    with edited(club.service) as connection:
        connection.execute(text("UPDATE tables SET edition = 99"))
    found = club.service.games.sound(club.table, actor=BOTS)
    assert found.game is None and found.damage is not None and found.damage.cause == "rules"


# stellwerk verify


def test_verify_says_that_all_is_well_and_changes_nothing(club: Club, tmp_path: Path) -> None:
    for _ in range(8):
        club.move()
    file = tmp_path / "games.sqlite"
    before = file.read_bytes()
    for more in ((), ("--thorough",)):
        said = verified(file, *more)  # while the service has the file open
        assert (said.exit_code, said.output) == (0, "1 games with 9 steps lead where they led.\n")
    club.service.store.close()
    closed = file.read_bytes(), sorted(path.name for path in tmp_path.iterdir())
    assert verified(file).exit_code == 0
    assert (file.read_bytes(), sorted(path.name for path in tmp_path.iterdir())) == closed
    assert before[:16] == closed[0][:16]


def test_verify_tells_each_game_that_differs(club: Club, tmp_path: Path) -> None:
    for _ in range(8):
        club.move()
    found = club.service.games.game(club.table, 5, actor=BOTS).position.hash()
    change_hash(club.service, club.table, 5)
    said = verified(tmp_path / "games.sqlite")
    assert said.exit_code == 1
    line, summary = said.output.splitlines()
    where = f"table {club.table} (18CZ, edition {newest_edition('18CZ')})"
    assert line.startswith(f"{where}: entry 5: expected {'0' * 16}, found {found}.")
    assert summary == "1 of 1 games differ."


def test_the_log_speaks_again_after_verify(club: Club, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(8):
        club.move()
    change_hash(club.service, club.table, 9)
    with caplog.at_level(logging.ERROR):
        assert verified(tmp_path / "games.sqlite").exit_code == 1
        assert not caplog.records, "verify says it in its own line"
        club.service.games.sound(club.table, actor=BOTS)
    assert [record.levelname for record in caplog.records] == ["ERROR"]


def test_verify_takes_an_older_file_as_it_is(tmp_path: Path) -> None:
    file = older_file(tmp_path / "club.sqlite")
    before = file.read_bytes()
    assert verified(file).output == "0 games with 0 steps lead where they led.\n"
    assert file.read_bytes() == before and [path.name for path in tmp_path.iterdir()] == ["club.sqlite"]


def test_verify_refuses_what_is_no_file_of_games(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear club")
    said = verified(tmp_path / "letter.txt")
    assert said.exit_code == 2 and "is no file of games" in said.output
