"""The pages say what is so: every example of the protocol and every position file on them is run."""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec
import pytest
from tests.doors.pages import DOCS, alike, conversation, files

from stellwerk import BadInput
from stellwerk.actions import COMMON
from stellwerk.interop.position_fields import PositionFile, Share, Turn
from stellwerk.interop.position_file import set_up
from stellwerk.interop.protocol import COMMANDS, Session
from stellwerk.interop.text import lines_of
from stellwerk.vocabulary import tag_of


def test_every_example_of_the_protocol_page_is_so() -> None:
    session = Session()
    for request, expected in conversation("protocol.md"):
        reply = json.loads(session.answer(request))
        assert alike(reply, expected), f"{request}\n{json.dumps(reply)[:3000]}"
    assert session.over


def test_every_command_has_an_example() -> None:
    shown = {json.loads(request)["command"] for request, _ in conversation("protocol.md") if request[0] == "{"}
    assert shown == set(COMMANDS)


def test_every_form_of_an_action_is_on_the_page() -> None:
    page = (DOCS / "protocol.md").read_text(encoding="utf-8")
    for kind, form in lines_of(COMMON):
        words = re.sub(r"\{(\w+)\}", lambda match: match[1].upper(), form.words)
        assert f"| `{tag_of(kind)}` | {words} |" in page


@pytest.mark.parametrize("spec", files("positions.md"), ids=lambda spec: spec.get("note", "example"))
def test_every_position_file_on_the_page_is_playable(spec: dict[str, Any]) -> None:
    game = set_up(spec)
    assert game.over or game.legal()
    assert sum(game.position.cash.values()) == (game.rules.figures.bank or 0)


def test_every_field_of_a_position_file_is_on_the_page() -> None:
    page = (DOCS / "positions.md").read_text(encoding="utf-8")
    for record in (PositionFile, Share, Turn):
        for field in msgspec.structs.fields(record):
            assert f"`{field.name}`" in page, f"positions.md does not explain {field.name}"


def test_the_refusals_on_the_page_are_so() -> None:
    page = (DOCS / "positions.md").read_text(encoding="utf-8")
    rows = [line.strip("| ").split(" | ") for line in page.splitlines() if line.startswith("| `{")]
    assert rows
    base = files("positions.md")[0]
    for change, sentence in rows:
        with pytest.raises(BadInput) as caught:
            set_up({**base, **json.loads(change.strip("`"))})
        assert str(caught.value) == sentence


@pytest.mark.parametrize(
    ("found", "expected", "agree"),
    [
        ([1, 2, 3], [1, "..."], True),
        ([1], [1, "..."], True),
        ([], [1, "..."], False),
        ({"a": 1, "b": 2}, {"a": 1, "...": "..."}, True),
        ({"a": 1, "b": 2}, {"a": 1}, False),
        ({"a": 1}, {"a": 2, "...": "..."}, False),
    ],
)
def test_the_comparison_knows_what_is_left_out(found: Any, expected: Any, agree: bool) -> None:
    assert alike(found, expected) is agree
