"""Pages of the titles: figures, clauses with their anchors, drawings, colours, JSON twins."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from tests.web.webkit import Browser

from stellwerk.draw.style import ink_on
from stellwerk.table.view.title.tile_growth import find_growth
from stellwerk.table.view.title.title_page import title_page
from stellwerk.table.view.words.names import clause_anchor, colours_css, css_name, money_of
from stellwerk.table.view.words.texts import Speech
from stellwerk.titles import rules_of, titles

TITLES = titles()


class Page(HTMLParser):
    """What a test asks of a page: its ids, its links, its text, its attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.names: set[str] = set()
        self.words = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = dict(attrs)
        self.names |= set(known)
        if known.get("id"):
            self.ids.append(str(known["id"]))
        if tag in ("a", "use") and known.get("href"):
            self.links.append(str(known["href"]))

    def handle_data(self, data: str) -> None:
        self.words += data


@pytest.fixture
def pages(browser: Browser) -> dict[str, Page]:
    return {title: Page(browser.get(f"/titles/{title}").text) for title in TITLES}


def test_the_list_names_every_title(browser: Browser) -> None:
    listed = browser.get("/titles.json").json()["titles"]
    assert [line["title"] for line in listed] == list(TITLES)
    text = browser.get("/titles").text
    assert all(f'href="/titles/{title}"' in text for title in TITLES)


@pytest.mark.parametrize("title", TITLES)
def test_every_clause_of_a_refusal_has_its_anchor_once(title: str, pages: dict[str, Page]) -> None:
    ids = pages[title].ids
    for clause in rules_of(title).figures.clauses.values():
        assert ids.count(clause_anchor(clause)) == 1, clause
    assert "c-VIII.5f" in pages["18CZ"].ids


@pytest.mark.parametrize("title", TITLES)
def test_ids_are_unique_and_inner_links_lead_somewhere(title: str, pages: dict[str, Page]) -> None:
    page = pages[title]
    assert len(page.ids) == len(set(page.ids))
    assert {link[1:] for link in page.links if link.startswith("#")} <= set(page.ids)


@pytest.mark.parametrize("title", TITLES)
def test_no_style_and_no_script_stands_in_the_page(title: str, pages: dict[str, Page]) -> None:
    assert not [name for name in pages[title].names if name == "style" or name.startswith("on")]


@pytest.mark.parametrize("title", TITLES)
def test_every_refusal_has_a_sentence_of_its_own(title: str) -> None:
    rules = rules_of(title)
    facts = [fact for section in title_page(rules, Speech("en")).facts for fact in section.facts]
    assert {code for fact in facts for code in fact.codes} == set(rules.figures.clauses)
    assert not [fact.text for fact in facts if "{" in fact.text or "refuses by this clause" in fact.text]


@pytest.mark.parametrize("title", TITLES)
def test_an_unknown_refusal_still_gets_its_anchor(title: str) -> None:
    import msgspec

    rules = rules_of(title)
    more = {**rules.figures.clauses, "brand-new": "99.9z"}
    other = type(rules)(msgspec.structs.replace(rules.figures, clauses=more))
    sections = title_page(other, Speech("en")).facts
    assert sections[-1].facts[0].clauses[0].anchor == "c-99.9z"


@pytest.mark.parametrize("title", TITLES)
def test_figures_of_the_twin_are_those_of_the_title(title: str, browser: Browser) -> None:
    figures, page = rules_of(title).figures, browser.get(f"/titles/{title}.json").json()
    assert {str(start["players"]): start["cash"] for start in page["starts"]} == figures.starting_cash
    assert {str(start["players"]): start["certificate_limit"] for start in page["starts"]} == figures.certificate_limit
    assert [(train["letter"], train["count"]) for train in page["trains"]] == [
        (t.letter, t.count) for t in figures.trains
    ]
    prices = [[face["price"] for face in train["faces"]] for train in page["trains"]]
    assert prices == [[face.price for face in train.faces] for train in figures.trains]
    assert [tuple(company["shares"]) for company in page["companies"]] == [c.shares for c in figures.companies]
    assert [p["price"] for p in page["privates"]] == [p.price for p in figures.privates]
    assert {tile: card["count"] for tile, card in page["tiles"]["cards"].items()} == figures.tiles


@pytest.mark.parametrize("title", TITLES)
def test_figures_stand_on_the_page(title: str, pages: dict[str, Page]) -> None:
    figures, words = rules_of(title).figures, pages[title].words
    for name in [c.name for c in figures.companies] + [p.name for p in figures.privates]:
        assert name in words
    assert figures.designer in words and figures.publisher in words
    for cash in figures.starting_cash.values():
        assert money_of(rules_of(title), cash) in words


@pytest.mark.parametrize("title", TITLES)
def test_tiles_lie_where_the_board_says_so(title: str) -> None:
    board, grown = rules_of(title).board, find_growth(rules_of(title))
    for hex in board.hexes:
        for tile, _ in board.fitting({}, hex):
            assert hex in grown.hexes[tile]
    for tile, hexes in grown.hexes.items():
        assert all(any(board.may_lie(hex, tile, turn) for turn in range(6)) for hex in hexes) or board.upgrades


def test_the_upgrade_chart_tells_from_and_to() -> None:
    cards = title_page(rules_of("18CZ"), Speech("en")).tiles.cards
    assert cards["14"].comes_from == ("5", "6", "57")
    assert cards["14"].becomes == ("611", "611p")
    assert cards["611p"].special and not cards["14"].special
    assert "B10 Děčín" in cards["14"].places
    assert cards["8896"].hexes == ("A7", "B4")


def test_letters_that_count_from_a_colour_on_are_kept_in_the_upgrade_chart() -> None:
    cards = title_page(rules_of("18BL"), Speech("en")).tiles.cards
    assert {"12", "15", "205", "206"} <= set(cards["1963"].comes_from) and cards["1963"].hexes == ("C5", "Q3")
    assert {"C5", "Q3"} <= set(cards["15"].hexes) and not {"C5", "Q3"} & {*cards["63"].hexes, *cards["611"].hexes}


def test_a_reconstructed_board_says_so_where_it_is_shown(pages: dict[str, Page]) -> None:
    words = "Figures of this board are reconstructed."
    assert words in pages["18BL"].words and words not in pages["18CZ"].words
    sources = title_page(rules_of("18BL"), Speech("en")).sources
    told = {line.figure: line.source for line in sources}
    assert told["Certificate limits"] == "reconstructed" and told["Private companies"] == "rules"
    assert sources[0].reconstructed and not sources[-1].reconstructed


def test_two_kinds_of_cards_begin_a_phase_and_trailers_come_with_it() -> None:
    brings = {train.letter: train.brings for train in title_page(rules_of("18BL"), Speech("en")).trains}
    assert "Begins phase 4, too." in brings["SB4"] and "SB4 scraps 2." in brings["SB4"]
    assert brings["BW-A"] == ("On sale from phase 3 on.",)
    assert not any("phase" in text for text in brings["4"])


def test_a_home_is_called_by_its_city() -> None:
    homes = {company.id: company.home for company in title_page(rules_of("18BL"), Speech("en")).companies}
    assert (homes["BME"], homes["DEE"]) == ("F6 Barmen", "F6 Elberfeld")


def test_a_small_map_tells_what_it_is_and_who_is_not_in_the_game() -> None:
    told = {variant.name: variant.changes for variant in title_page(rules_of("18CZ"), Speech("en")).variants}
    assert told["bohemia"][0] == rules_of("18CZ", "bohemia").figures.about
    assert "Companies that are not in the game: OFE, MW, KFN, Pr and Ug." in told["bohemia"]
    assert "It has trains of its own: 3E, 2, 3, 4, 4+4 and 5+5." in told["moravia"]
    assert "It is played on the board Moravia-Silesia." in told["moravia"]


def test_the_page_of_a_small_map_shows_its_own_figures(browser: Browser) -> None:
    page = browser.get("/titles/18CZ.json?variant=moravia").json()
    assert page["starts_at"]["large"] == [50, 55, 60, 65, 70]
    assert "reconstructed" in page["board"]["note"] and not browser.get("/titles/18CZ.json").json()["board"]["note"]
    assert [company["id"] for company in page["companies"]] == ["Sx", "Pr", "By", "kk", "Ug"]
    fewer = {train["letter"]: text for train in page["trains"] for text in train["brings"] if "2 players" in text}
    assert fewer["a"] == "With 2 players there are 5 of them." and set(fewer) == {"a", "d", "g"}


def test_a_variant_tells_what_it_changes_and_can_be_shown(browser: Browser) -> None:
    page = browser.get("/titles/18Rhl.json").json()
    changed = {variant["name"]: " ".join(variant["changes"]) for variant in page["variants"]}
    assert "500 Mark" in changed["lower-capital"] and "949" in changed["promotion-tiles"]
    shown = browser.get("/titles/18Rhl.json?variant=lower-capital").json()
    assert shown["starts"][0]["cash"] == 500
    assert browser.get("/titles/18Rhl?variant=none").status_code == 400


def test_places_of_a_tile_are_marked_on_the_board(browser: Browser) -> None:
    plain, marked = browser.get("/titles/18CZ").text, browser.get("/titles/18CZ?tile=14").text
    assert "Dotted: where tile 14 can lie." in marked and "Dotted" not in plain
    assert browser.get("/titles/18CZ?tile=%3Cscript%3E").status_code == 200


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("name", ["board", "tiles", "chart"])
def test_drawings_can_be_downloaded(title: str, name: str, browser: Browser) -> None:
    got = browser.get(f"/titles/{title}/{name}.svg")
    assert got.headers["content-type"].startswith("image/svg+xml") and "max-age" in got.headers["cache-control"]
    assert ElementTree.fromstring(got.text).tag.endswith("svg")
    assert browser.get(f"/titles/{title}/{name}.svg", headers={"If-None-Match": got.headers["etag"]}).status_code == 304


@pytest.mark.parametrize("title", TITLES)
def test_colours_are_a_valid_sheet_for_all_companies(title: str, browser: Browser) -> None:
    got = browser.get(f"/titles/{title}/colours.css")
    assert got.headers["content-type"].startswith("text/css") and "max-age" in got.headers["cache-control"]
    rules = got.text.splitlines()[1:]
    assert all(re.fullmatch(r"\.co-[A-Za-z0-9_-]+ \{ --co: #\w+; --co-ink: #\w+; \}", rule) for rule in rules)
    for company, rule in zip(rules_of(title).figures.companies, rules, strict=True):
        assert rule.startswith(f".co-{css_name(company.id)} ") and ink_on(company.color) in rule
    assert got.text == colours_css(rules_of(title))


def test_class_names_are_safe_and_differ() -> None:
    names = ["B&O", "B_26_O", "a b", "a.b", "Ö", "</style>", "x{y}"]
    made = [css_name(name) for name in names]
    assert len(set(made)) == len(names)
    assert all(re.fullmatch(r"[A-Za-z0-9_-]+", name) for name in made)


def test_an_unknown_title_is_answered_in_words(browser: Browser) -> None:
    got = browser.get("/titles/1830.json")
    assert got.status_code == 404 and "18CZ" in got.json()["error"]["sentence"]
    assert browser.get("/titles/%3Cscript%3E").status_code == 404
