"""Chat and notes through the pages."""

from __future__ import annotations

import pytest
from starlette.applications import Starlette
from tests.web.test_history import Club

from stellwerk.table.service.service import Service


@pytest.fixture
def table(club: Starlette, service: Service) -> Club:
    """Three people at a table."""
    return Club(club, service)


def test_what_is_said_is_read_by_all_and_escaped(table: Club) -> None:
    table.send("Ada", "chat", text="Good <b>luck</b>")
    lines = table.browsers["Bo"].get(f"{table.base}/chat.json").json()["lines"]
    assert [(line["who"], line["text"], line["mine"]) for line in lines] == [("Ada", "Good <b>luck</b>", False)]
    assert set(lines[0]) == {"id", "who", "text", "when", "clock", "number", "mine"}
    page = table.browsers["Bo"].get(table.base).text
    assert "Good &lt;b&gt;luck&lt;/b&gt;" in page and "<b>luck</b>" not in page
    assert table.browsers["Bo"].get(f"{table.base}/chat.json?after={lines[0]['id']}").json()["lines"] == []
    assert table.browsers["Bo"].get(f"{table.base}/chat.json?after=x").status_code == 400


def test_new_lines_are_counted_until_one_speaks(table: Club) -> None:
    table.send("Ada", "chat", text="Hello")
    talk = table.browsers["Bo"].get(f"{table.base}.json").json()["log"]["talk"]
    assert talk["new"] == 1
    table.send("Bo", "chat", text="Hello yourself")
    assert table.browsers["Bo"].get(f"{table.base}.json").json()["log"]["talk"]["new"] == 0


def test_a_line_is_answered_with_the_chat_only_and_what_is_typed_stays(table: Club) -> None:
    answer = table.browsers["Ada"].ask(f"{table.base}/chat", {"text": "Quick"})
    assert 'id="chat-lines"' in answer.text and "Quick" in answer.text and 'id="part-log"' not in answer.text
    part = " ".join(table.browsers["Ada"].get(f"{table.base}/parts?only=log").text.split())
    assert (
        'id="chat-form" class="chat-form" hx-preserve' in part
        and 'id="note-form" class="note-form" hx-preserve' in part
    )


def test_a_watcher_reads_but_does_not_speak(table: Club) -> None:
    assert table.send("Eve", "chat", text="May I?").status_code == 403
    page = table.browsers["Eve"].get(table.base).text
    assert 'id="chat-lines"' in page and 'id="chat-form"' not in page
    assert table.send("Ada", "chat", text="   ").status_code == 400
    assert table.send("Ada", "chat", text="x" * 1001).status_code == 400


def test_notes_are_private_and_kept(table: Club) -> None:
    answer = table.browsers["Ada"].ask(f"{table.base}/note", {"text": "Watch Bo's shares"})
    assert answer.text.strip() == "Saved"
    assert table.browsers["Ada"].get(f"{table.base}/note.json").json() == {"text": "Watch Bo's shares"}
    assert table.browsers["Bo"].get(f"{table.base}/note.json").json() == {"text": ""}
    assert "Watch Bo" in table.browsers["Ada"].get(table.base).text
    assert "Watch Bo" not in table.browsers["Bo"].get(table.base).text
    page = table.browsers["Ada"].submit(f"{table.base}/note", {"text": "Second"})
    assert page.url.path == f"{table.base}/log" and "Second" in page.text
