"""German: the catalogue is complete and fits, the engine's sentences are found in it, pages have no English left."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from starlette.applications import Starlette
from tests.web.pagekit import Node, parse
from tests.web.tablesets import recorded
from tests.web.webkit import Browser, play_some, table_of

from stellwerk.table.db.records import Actor
from stellwerk.table.service.service import Service
from stellwerk.table.view.words.texts import Speech
from stellwerk.titles import rules_of, titles
from tools import catalogue

GERMAN = {"Accept-Language": "de"}
ENGLISH = re.compile(
    r"\b(the|your|you|company|companies|and|with|of|for|trains?|shares?|tiles?|buy|sell|price|turn|not|is|are|has|have|"
    r"city|town|stations?|yellow|green|brown|gray|grey|undo|players|best|runs?|from|or|open|marked|printed|worth|"
    r"director's|nobody|everything|between|cannot|must)\b",
    re.IGNORECASE,
)
"""Words that no German text has."""
SAID = ("title", "aria-label", "placeholder", "alt", "data-l", "data-safe", "data-again", "data-close-label")
"""Attributes that are shown or read out."""
LOOKS = {"18CZ": (0, 45, 120), "18Rhl": (0, 90), "18BL": (0, 30, 150)}
"""After how many moves the tables of a title are looked at."""
LAID_OUT = ("script", "style", "code", "pre", "head")


@cache
def renewed() -> Catalog:
    """The German catalogue with exactly the texts there are now."""
    return catalogue.renewed("de")


@pytest.fixture
def german(app: Starlette) -> Browser:
    """A browser whose reader prefers German."""
    return Browser(app, headers=GERMAN)


def said(node: Node) -> Iterator[str]:
    """Everything a page says, in text and in attributes."""
    if node.tag in LAID_OUT:
        return
    yield from (node.get(name) for name in SAID if name in node)
    for child in node.children:
        if isinstance(child, str):
            yield child
        else:
            yield from said(child)


def names() -> set[str]:
    """Names of titles, which stay as they are in every language."""
    found = {"English", "Fox in the Box", "By"}
    for title in titles():
        rules = rules_of(title)
        found |= {rules.figures.designer, rules.figures.publisher}
        found |= {hex.name for hex in rules.board.hexes.values() if hex.name}
        found |= {company.name for company in rules.companies.values()}
    return found


def english_in(html: str) -> list[str]:
    """The texts of a page with English words in them, names aside."""
    known = sorted(names(), key=len, reverse=True)
    skip = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in known))
    texts = (re.sub(r"\s+", " ", text).strip() for text in said(parse(html)))
    return sorted({text for text in texts if ENGLISH.search(skip.sub("", text))})


# The catalogue


def test_every_text_is_translated_and_its_blanks_fit() -> None:
    faults = [fault for message in renewed() if message.id for fault in catalogue.fault_of(message)]
    assert faults == []


def test_the_catalogue_that_is_used_is_the_one_of_now() -> None:
    stored = {(message.context, message.id) for message in catalogue.catalogue("de") if message.id}
    now = {(message.context, message.id) for message in renewed() if message.id}
    assert now <= stored


def test_to_renew_the_catalogue_loses_no_translation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copy = tmp_path / "de.po"
    copy.write_bytes((catalogue.LOCALES / "de.po").read_bytes())
    monkeypatch.setattr(catalogue, "LOCALES", tmp_path)
    monkeypatch.setattr(sys, "argv", ["catalogue.py"])
    before = {(m.context, m.id): m.string for m in renewed() if m.id}

    catalogue.main()

    assert {(m.context, m.id): m.string for m in catalogue.catalogue("de") if m.id} == before


def test_every_refusal_of_the_engine_is_found_as_it_is_said() -> None:
    """A sentence with something in its blanks is said by its own entry, not by one that is less exact."""
    say, wrong = Speech("de"), []
    for message in renewed():
        if message.context != "engine" or not message.string or "{0}" not in message.id:
            continue
        words = [f"Q{number}" for number in range(message.id.count("{"))]
        english, expected = str(message.id).format(*words), str(message.string).format(*words)
        if say.sentence(english) != expected:
            wrong.append((english, say.sentence(english)))
    assert wrong == []


def test_fields_of_a_text_can_be_filled_in() -> None:
    for message in renewed():
        if not message.id or message.context or not all(_strings(message.string)):
            continue
        ids = (message.id,) if isinstance(message.id, str) else tuple(message.id)
        fields = {field.strip("{}"): "x" for text in ids for field in catalogue.FIELD.findall(text)} | {"n": 1}
        for text in _strings(message.string):
            assert text.format(**fields)


def test_no_german_text_shouts() -> None:
    texts = [text for message in renewed() if message.id for text in _strings(message.string)]
    assert not [text for text in texts if "!" in text]


def _strings(string: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    return (string,) if isinstance(string, str) else tuple(string or ("",))


# Sentences of the engine


@pytest.mark.parametrize(
    ("english", "german"),
    [
        ("There is nothing to undo.", "Es gibt nichts zurückzunehmen."),
        ("It is Ada's turn, not Bo's.", "Ada ist am Zug, nicht Bo."),
        ("A 3 costs 120; BN has 40.", "Ein 3 kostet 120; BN hat 40."),
        (
            "Tile 57@2 does not fit on C5: it does not follow on what lies there (yellow).",
            "Plättchen 57@2 passt nicht auf C5: es folgt nicht auf das, was dort liegt (gelb).",
        ),
        ("BN cannot do this now: a stock round is played.", "BN kann das jetzt nicht tun: eine Aktienrunde läuft."),
        ("22 for the 2-train of VBW", "22 für den 2-Zug von VBW"),
        ("Stock round 3 begins", "Aktienrunde 3 beginnt"),
        ("A name of a table is a text.", "Erwartet wird ein Text: Name eines Tisches."),
        ("Something nobody has ever said.", "Something nobody has ever said."),
    ],
)
def test_a_sentence_is_said_in_german(english: str, german: str) -> None:
    assert Speech("de").sentence(english) == german


def test_english_stays_english() -> None:
    say = Speech("en")
    assert say("Board of {title}. Arrow keys move, Enter picks.", title="X").startswith("Board of X.")
    assert say.sentence("It is Ada's turn, not Bo's.") == "It is Ada's turn, not Bo's."
    assert say.picture("<title>open land</title>") == "<title>open land</title>"


def test_words_of_a_drawing_are_said_part_by_part() -> None:
    drawing = '<svg aria-label="A9, town, no tile, river 10"><title>Values: yellow 40, brown 60; now 40</title></svg>'
    assert Speech("de").picture(drawing) == (
        '<svg aria-label="A9, Ort, kein Plättchen, Fluss 10"><title>Werte: gelb 40, braun 60; jetzt 40</title></svg>'
    )


def test_names_of_steps_fit_into_the_line_of_steps() -> None:
    say = Speech("de")
    steps = [say("Track"), say("Station"), say("Run"), say("Income"), say("Acquire"), say("Trains"), say("End")]
    assert steps == ["Gleisbau", "Bahnhof", "Fahren", "Ertrag", "Übernahme", "Züge", "Ende"]
    assert max(map(len, steps)) <= 9


# Pages


@pytest.mark.parametrize("address", ["/", "/?all=1", "/tables/new", "/titles", "/settings", "/nowhere"])
def test_a_page_is_german(german: Browser, address: str) -> None:
    html = german.get(address).text
    assert '<html lang="de"' in html
    assert english_in(html) == []


@pytest.mark.parametrize("title", titles())
def test_the_page_of_a_title_is_german(german: Browser, title: str) -> None:
    for variant in rules_of(title).variants:
        assert english_in(german.get(f"/titles/{title}?variant={variant}").text) == [], variant


@pytest.mark.parametrize(("title", "moves"), [(title, moves) for title in LOOKS for moves in LOOKS[title]])
def test_a_table_is_german(german: Browser, service: Service, me: Actor, title: str, moves: int) -> None:
    table = table_of(service, me, title)
    play_some(service, table, me, moves)
    look_at(german, table)


@pytest.mark.parametrize(("variant", "players", "moves"), [("bohemia", 2, 60), ("moravia", 3, 4), ("moravia", 2, 90)])
def test_a_table_of_a_small_map_is_german(
    german: Browser, service: Service, me: Actor, variant: str, players: int, moves: int
) -> None:
    kinds = ("account", "screen", "screen")[:players]
    seats = [{"kind": kind, "name": name} for kind, name in zip(kinds, ("Ada", "Bo", "Cy"), strict=False)]
    table = service.tables.create_table("18CZ", seats, actor=me, variant=variant, seed=7)
    service.tables.start(table, actor=me)
    play_some(service, table, me, moves)
    look_at(german, table)


@pytest.mark.parametrize("count", [2, 4, 40, 480, 537, 540, 549])
def test_a_recorded_table_of_1881_is_german(german: Browser, service: Service, me: Actor, count: int) -> None:
    """Bids under seal, the opening, shares, the S-Bahn with its nets, a proposal before its board, an income."""
    file, _game = recorded("1881")
    cut = {**file, "actions": file["actions"][:count], "hashes": file["hashes"][:count]}
    look_at(german, service.game_import.import_table(cut, actor=me))


def look_at(german: Browser, table: int) -> None:
    """All pages of a table are in German."""
    for address in ("", "/log", "/tiles", "/end"):
        html = german.get(f"/tables/{table}{address}").text
        assert '<html lang="de"' in html
        assert english_in(html) == []


def test_a_refused_move_says_why_in_german(german: Browser, service: Service, me: Actor) -> None:
    table = table_of(service, me)
    action = '{"type":"buy-private","player":"Ada","private":"nothing"}'
    form = {"at": service.games.head(table, actor=me).number, "seat": 0, "key": "k1", "action": action}
    answer = german.ask(f"/tables/{table}/moves", form)
    assert answer.status_code in (409, 422)
    assert english_in(f"<!DOCTYPE html><html><body>{answer.text}</body></html>") == []


def test_a_wrong_sign_in_is_refused_in_german(club: Starlette) -> None:
    answer = Browser(club, headers=GERMAN).sign_in("Nobody", "wrong password")
    assert "Name und Passwort passen nicht zusammen." in answer.text
    assert english_in(answer.text) == []
