"""A rule is changed under running games, in a copy of the package and without an old answer: nobody is shut out."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.changedkit import CHANGES, PACKAGE, changed_copy
from tests.web.webkit import app_on, local_actor, play_some, service_on, table_of

ROOT = Path(__file__).parents[2]
GAMES = (("18CZ", 30), ("18CZ", 130), ("18CZ", 249), ("18CZ", 10_000), ("18Rhl", 120), ("18BL", 60))
"""Titles, and how many moves were played: before the first income, in the middle, to the end."""


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of games, as the unchanged program writes it."""
    file = tmp_path_factory.mktemp("store") / "club.sqlite"
    service = service_on(file)
    me = local_actor(app_on(service))
    for seed, (title, moves) in enumerate(GAMES, 5):
        play_some(service, table_of(service, me, title, seed=seed), me, moves, seed=seed)
    service.store.close()
    return file


def visited(program: Path, file: Path) -> dict[str, Any]:
    """What a program meets that opens a file."""
    path = os.pathsep.join((str(program.parent), str(ROOT)))
    command = [sys.executable, str(ROOT / "tests" / "web" / "visitor.py"), str(file)]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": path}, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    found: dict[str, Any] = json.loads(done.stdout)
    assert found["program"] == str(program)
    return {**found, "log": done.stderr}


@pytest.mark.parametrize("change", CHANGES)
def test_every_page_opens_and_other_tables_are_untouched(store: Path, tmp_path: Path, change: str) -> None:
    shutil.copy(store, tmp_path / "before.sqlite")
    shutil.copy(store, tmp_path / "after.sqlite")
    before = visited(PACKAGE, tmp_path / "before.sqlite")
    after = visited(changed_copy(tmp_path, change), tmp_path / "after.sqlite")
    assert all(table["damage"] is None for table in before["tables"].values())
    stopped = {number for number, table in after["tables"].items() if table["damage"] is not None}
    assert stopped and all(after["tables"][number]["title"] == "18CZ" for number in stopped)
    assert after["first"] == 200
    for number, table in after["tables"].items():
        assert set(table["statuses"].values()) == {200}, (number, table["statuses"])
        assert table["actions"] == before["tables"][number]["actions"]
        assert (after["lobby"][number] == "stopped") == (number in stopped)
        if number in stopped:
            assert table["move"] == [409, "damaged"]
            assert table["went_on"]["status"] == 200 and table["went_on"]["damage"] is None
            assert table["went_on"]["played"] >= 5
            assert f"Table {number} can no longer be followed at entry {table['damage']['entry']} " in after["log"]
        elif table["title"] != "18CZ":
            assert table["shown"] == before["tables"][number]["shown"]
