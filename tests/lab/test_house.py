"""Where the laboratory stands in the house: the server does not know it, and playing needs no heavy library."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.lab.labkit import ROOT

from stellwerk.lab.record import CompanyRecord, Fault, GameRecord, SeatRecord, Timing, TrainRecord

SOURCE = ROOT / "src" / "stellwerk"


def loaded(module: str) -> set[str]:
    """The packages that are loaded with a module."""
    code = f"import sys, json, {module}; print(json.dumps(sorted({{name.split('.')[0] for name in sys.modules}})))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, timeout=60)
    return set(json.loads(found.stdout))


def test_the_server_does_not_import_the_laboratory() -> None:
    files = [*(SOURCE / "table").rglob("*.py"), *(SOURCE / "bots").rglob("*.py")]
    assert files
    assert not [path.name for path in files if "stellwerk.lab" in path.read_text(encoding="utf-8")]


def test_playing_needs_no_heavy_library() -> None:
    assert not {"polars", "matplotlib", "dask", "distributed", "starlette"} & loaded("stellwerk.lab.command")


def test_the_page_explains_every_field_of_a_record() -> None:
    page = (ROOT / "docs" / "lab.md").read_text(encoding="utf-8")
    for record in (GameRecord, SeatRecord, TrainRecord, CompanyRecord, Fault, Timing):
        for field in record.__struct_fields__:
            assert f"`{field}`" in page, f"docs/lab.md does not explain {field} of {record.__name__}"


def test_the_page_explains_every_option() -> None:
    page = (ROOT / "docs" / "lab.md").read_text(encoding="utf-8")
    from stellwerk.cli import lab_play

    for option in lab_play.params:
        assert any(f"`{name}" in page for name in option.opts), option.name


def test_examples_are_there() -> None:
    assert Path(ROOT / "examples" / "mybot.py").exists()
