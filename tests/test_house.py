"""docs/house.svg is drawn from the imports: it shows the rooms there are and what they import now."""

from __future__ import annotations

from pathlib import Path

from tests.test_layers import LEVELS
from tools.draw_house import PICTURE, downward_lines, draw_house, read_imports


def test_the_picture_shows_the_imports_as_they_are() -> None:
    drawn = PICTURE.read_text(encoding="utf-8")
    assert drawn == draw_house(read_imports()), "python -m tools.draw_house draws it anew"


def test_every_room_stands_in_it_once() -> None:
    drawn = PICTURE.read_text(encoding="utf-8")
    rooms = {room for level in LEVELS.values() for room in level if not room.startswith("_")}
    assert all(drawn.count(f'data-room="{room}"') == 1 for room in rooms)


def test_an_import_for_the_type_checker_only_is_no_line(tmp_path: Path) -> None:
    (tmp_path / "game.py").write_text(
        "from typing import TYPE_CHECKING\nimport stellwerk.market\nif TYPE_CHECKING:\n    import stellwerk.ledger\n",
        encoding="utf-8",
    )
    (tmp_path / "market.py").write_text("from stellwerk.errors import Illegal\n", encoding="utf-8")
    found = read_imports(tmp_path)
    assert found["game"] == {"market"} and found["market"] == {"errors"}


def test_what_follows_from_other_lines_is_left_out() -> None:
    imports = {room: frozenset[str]() for level in LEVELS.values() for room in level}
    imports |= {"game": frozenset({"market", "errors"}), "market": frozenset({"errors"})}
    assert downward_lines(imports) == [("game", "market"), ("market", "errors")]
