"""The fact sheets of the titles: every clause in its place, every figure that of the title."""

from __future__ import annotations

import csv
import re
from collections import Counter
from difflib import SequenceMatcher
from pathlib import Path

import msgspec
import pytest
from tests.blkit import withheld
from tests.web.webkit import Browser

from stellwerk.rules import Rules
from stellwerk.table.view.title.fact_lines import CHAPTERS
from stellwerk.table.view.title.fact_sheet import Fact, fact_sheet, first_prices
from stellwerk.table.view.words.names import clause_anchor, money_of
from stellwerk.table.view.words.texts import Speech
from stellwerk.titles import rules_of, titles

TITLES = titles()
TELLING = [title for title in TITLES if rules_of(title).figures.facts]
"""Titles that bring sentences of their own along; the others have the shared ones."""
SHEETS = [(title, variant) for title in TELLING for variant in rules_of(title).variants]
"""Every sheet: that of a variant differs from the base game's."""
SHARING = ("18DO",)
"""Titles that bring some sentences along, and for the rest have the shared ones."""
CLAUSES = Path(__file__).resolve().parents[1] / "rules"


def sections_of(title: str) -> dict[str, str]:
    """The sections of a rule book, with what the list of its clauses says."""
    with (CLAUSES / title / "clauses.tsv").open(encoding="utf-8") as file:
        return {row["id"].partition("/")[2]: row["clause"] for row in csv.DictReader(file, delimiter="\t")}


def own(rules: Rules) -> dict[str, str]:
    """The sentences a title brings along, by section."""
    return {section: text for chapter in rules.figures.facts.values() for section, text in chapter.items()}


def facts(rules: Rules, language: str = "en") -> list[Fact]:
    return [fact for section in fact_sheet(rules, Speech(language)) for fact in section.facts]


def line(rules: Rules, section: str) -> str:
    """What the sheet says under a section."""
    return next(fact.text for fact in facts(rules) if any(clause.id == section for clause in fact.clauses))


def holds(text: str, numbers: object) -> bool:
    """Do these numbers stand in the text, as numbers of their own and in this order?"""
    assert isinstance(numbers, list | tuple)
    found = iter(re.findall(r"\d+", text))
    return all(str(number) in found for number in numbers)


@pytest.mark.parametrize("title", TITLES)
def test_every_clause_of_a_refusal_has_exactly_one_anchor(title: str, browser: Browser) -> None:
    ids = Counter(re.findall(r'id="(c-[^"]*)"', browser.get(f"/titles/{title}").text))
    for section in rules_of(title).figures.clauses.values():
        assert ids[clause_anchor(section)] == 1, section
    assert set(ids.values()) == {1}


@pytest.mark.parametrize(("title", "variant"), SHEETS)
def test_every_fact_stands_on_a_clause_of_the_book_and_in_a_chapter_of_the_sheet(title: str, variant: str) -> None:
    rules = rules_of(title, variant)
    assert set(rules.figures.facts) <= {chapter.key for chapter in CHAPTERS}
    assert set(own(rules)) <= set(sections_of(title))
    assert len(own(rules)) == sum(map(len, rules.figures.facts.values())), "a section is in one chapter only"


def test_the_first_titles_bring_their_own_sentences() -> None:
    assert {"18CZ", "18Rhl", "18BL"} <= set(TELLING)


@pytest.mark.parametrize(("title", "variant"), [one for one in SHEETS if one[0] not in SHARING])
def test_a_title_says_itself_what_its_refusals_stand_on(title: str, variant: str) -> None:
    rules = rules_of(title, variant)
    assert set(rules.figures.clauses.values()) <= set(own(rules))
    assert {code for fact in facts(rules) for code in fact.codes} == set(rules.figures.clauses)


@pytest.mark.parametrize(("title", "variant"), [one for one in SHEETS if one[0] in SHARING])
def test_what_a_title_does_not_say_itself_the_shared_sentences_say(title: str, variant: str) -> None:
    """Given a game that leaves most of the book out, its sheet speaks of the sections that hold in it only."""
    rules = rules_of(title, variant)
    told, held = facts(rules), rules.figures.sections
    clauses = {clause.id for fact in told for clause in fact.clauses}
    left = {code for code, section in rules.figures.clauses.items() if not held or section.startswith(held)}
    free = set() if rules.figures.has_money else {code for code in left if code.startswith("no-cash")}
    assert {code for fact in told for code in fact.codes} == left - free
    assert not held or all(clause.startswith(held) for clause in clauses)
    assert all("it calls" not in fact.text for fact in told), "nothing is left without a sentence"


@pytest.mark.parametrize(("title", "variant"), SHEETS)
def test_the_words_are_our_own(title: str, variant: str) -> None:
    listed = sections_of(title)
    for section, text in own(rules_of(title, variant)).items():
        likeness = SequenceMatcher(None, text.lower(), listed[section].lower()).ratio()
        assert likeness < 0.86, (section, text)


@pytest.mark.parametrize("title", TITLES)
def test_the_sheet_credits_the_game_and_leaves_the_law_to_the_book(title: str) -> None:
    rules = rules_of(title)
    head = fact_sheet(rules, Speech("en"))[0]
    words = " ".join(fact.text for fact in head.facts)
    assert rules.figures.designer in words and rules.figures.publisher in words
    assert "The rule book is the law." in words


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("language", ["en", "de"])
def test_no_blank_stays_empty(title: str, language: str) -> None:
    rules = rules_of(title)
    for variant in rules.variants:
        texts = [fact.text for fact in facts(rules_of(title, variant), language)]
        assert all(texts) and not [text for text in texts if re.search(r"[{}]|: \.|  ", text)]


MONEY = {"18CZ": ("III.2a", "VII.4a", "XII.9a"), "18Rhl": ("2.3", "16.3a", "13.1a"), "18BL": ("2.2", "7.2a", "8.8.1a")}
"""Where starting cash, certificate limits and prices of trains stand."""


@pytest.mark.parametrize("title", MONEY)
def test_cash_limits_and_prices_are_those_of_the_title(title: str) -> None:
    rules = rules_of(title)
    cash, limit, trains = (line(rules, section) for section in MONEY[title])
    assert all(f"{n}: {money_of(rules, amount)}" in cash for n, amount in rules.figures.starting_cash.items())
    assert all(f"{n}: {most}" in limit for n, most in rules.figures.certificate_limit.items())
    faces = [face for train in rules.figures.trains for face in train.faces]
    assert all(f"{face.name} for {money_of(rules, face.price)}" in trains for face in faces)


def test_a_variant_has_its_own_figures() -> None:
    sheet = rules_of("18Rhl", "lower-capital")
    assert "3: 500 Mark" in line(sheet, "2.3")
    assert "7\u202f500 Mark" in line(sheet, "1b")


def test_figures_written_out_for_18cz() -> None:
    rules = rules_of("18CZ")
    figures = rules.figures
    factor = {company.size: company.capital_factor for company in figures.companies}
    assert holds(line(rules, "VII.5.a"), [factor["small"], factor["medium"], factor["large"]])
    assert holds(line(rules, "VIII.6e"), [figures.station_costs["first"], figures.station_costs["further"]])
    assert holds(line(rules, "IV.1a"), sorted({private.income for private in figures.privates}))
    assert holds(line(rules, "IV.1c"), [figures.sets[0][0], figures.sets[-1][-1]])
    assert holds(line(rules, "X.2b"), [figures.sets[-1][-1]])
    assert holds(line(rules, "VIII.8c"), [figures.home_bonus])
    for section, size in (("IV.2.b-d", "small"), ("IV.2.c-d", "medium"), ("IV.2.d-d", "large")):
        company = next(company for company in figures.companies if company.size == size)
        assert holds(line(rules, section), [len(company.token_costs)])
    red = next(tile for tile in rules.board.tiles.values() if tile.color == "red").cities[0].revenue
    assert isinstance(red, dict)
    assert holds(line(rules, "VIII.8b"), [red["green"], red["brown"], red["gray"]])


def test_figures_written_out_for_18rhl() -> None:
    rules = rules_of("18Rhl")
    figures = rules.figures
    incomes = {private.id: private.income for private in figures.privates}
    assert holds(line(rules, "4.1a"), [incomes["No1"], 3, incomes["No3"], 4, incomes["No4"], 5, incomes["No5"]])
    assert holds(line(rules, "16.5b"), [rules.figures.pool_limit])
    kkk = rules.companies["KKK"]
    assert holds(line(rules, "5.2c"), [kkk.float_percent]) and kkk.shares.count(20) == 3 and kkk.shares.count(10) == 4
    homes = {c.id: (c.home[0].hex, len(c.token_costs)) for c in figures.companies}
    text = line(rules, "5.1b")
    assert all(re.search(rf"{name} [\w-]+ \({hex}\) {count}\b", text) for name, (hex, count) in homes.items())
    costs = {hex: cost for hex in ("D9", "F9", "I10", "C8") if (cost := rules.board.hexes[hex].cost)}
    upgrades = {tile.cost.amount for tile in rules.board.tiles.values() if tile.cost and tile.cost.terrain == "river"}
    assert {cost.amount for cost in costs.values()} == {30} and upgrades == {50}
    assert holds(line(rules, "7.2b"), [30, 50, 8, 30])
    hexes = rules.board.hexes.values()
    assert {hex.cost.amount for hex in hexes if hex.cost and hex.cost.terrain == "mountain"} == {30, 60}


def test_figures_written_out_for_18bl() -> None:
    rules = rules_of("18BL")
    figures = rules.figures
    counts = rules.figures.player_counts()
    assert holds(line(rules, "1a"), [counts[0], counts[-1], len(figures.privates), len(figures.companies)])
    numbered = [n for pair in enumerate((p.income for p in figures.privates), start=1) for n in pair]
    assert holds(line(rules, "5.1a"), numbered)
    homes = {c.id: (c.home[0].hex, len(c.token_costs)) for c in figures.companies}
    text = line(rules, "6.1c")
    assert all(re.search(rf"{name} \w+ \({hex}\) {count}\b", text) for name, (hex, count) in homes.items())
    assert holds(line(rules, "7.2c"), [figures.ownership_limit[""]])
    assert holds(line(rules, "7.2d"), [figures.ownership_limit[""], figures.ownership_limit["offering"]])
    assert holds(line(rules, "5.2.4c"), [rules.privates["EHG"].token_price])
    assert holds(line(rules, "6.1a"), [figures.float_percent]) and {c.capital_factor for c in figures.companies} == {5}
    kept, of = 10, 40
    assert holds(line(rules, "8.6.2c"), [75, kept, of]) and withheld(of) == kept and not withheld(of - 10)
    rounds = {phase.phase: phase.operating_rounds for phase in figures.phases}
    assert holds(line(rules, "8"), [3, 3, 5, 5]) and (rounds["2"], rounds["3"], rounds["5"]) == (1, 2, 3)


def test_a_private_company_of_18bl_is_on_sale_from_the_phase_its_line_names() -> None:
    rules = rules_of("18BL")
    for number, private in enumerate(rules.figures.privates, start=1):
        colour = rules.phases[private.from_phase].values
        section = f"5.2.{number}a" if number < 6 else "5.2.6e"
        assert f"the {colour} phase on" in line(rules, section).replace("From the", "the")


def test_figures_written_out_for_bohemia() -> None:
    rules = rules_of("18CZ", "bohemia")
    sizes = Counter(company.size for company in rules.figures.companies)
    assert holds(line(rules, "IIb"), [sum(sizes.values()), *(sizes[size] for size in ("small", "medium", "large"))])
    railways = Counter(private.size for private in rules.figures.privates)
    assert holds(line(rules, "XI.1b"), [sum(railways.values()), railways["small"]]) and len(set(railways.values())) == 1
    assert holds(line(rules, "XI.1g"), [min(first_prices(rules, size)) for size in ("small", "medium", "large")])
    pairs = {hex.at for hex in rules.board.hexes.values() if hex.label == "OO"}
    assert all(hex in line(rules, "VIII.4b") for hex in pairs) and "D26" not in line(rules, "VIII.4b")


def test_figures_written_out_for_moravia() -> None:
    rules = rules_of("18CZ", "moravia")
    figures = rules.figures
    faces = {face.name: face.price for train in figures.trains for face in train.faces if face.price}
    assert all(f"{name} for {price} K" in line(rules, "XII.9a") for name, price in faces.items())
    assert holds(line(rules, "XI.2d"), figures.companies[0].token_costs[1:])
    assert holds(line(rules, "IV.1c"), [figures.sets[0][0], figures.sets[-1][-1]])
    values = rules.board.tiles["8896"].cities[0].revenue
    assert isinstance(values, dict) and holds(line(rules, "VIII.8b"), list(values.values()))
    westbahn = rules.privates["MW"].hex
    assert f"{rules.board.hexes[westbahn].name} ({westbahn})" in line(rules, "XI.2.papers-d")


@pytest.mark.parametrize("players", [2, 3])
def test_the_sheet_of_moravia_counts_the_trains_of_the_game(players: int) -> None:
    rules = rules_of("18CZ", "moravia")
    stack = rules.new_position(["Ada", "Bo", "Cy"][:players], 1).stack
    counts = Counter(rules.cards.faces(card)[0].name for card in stack)
    words = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}
    told = line(rules, "XI.2f").partition("with 3 players")[0 if players == 2 else 2]
    assert re.findall("two|three|four|five|six", told) == [words[counts[name]] for name in ("2", "3", "4", "4+4")]


@pytest.mark.parametrize("title", TITLES)
def test_every_refusal_has_a_shared_sentence_too(title: str) -> None:
    rules = rules_of(title)
    bare = type(rules)(msgspec.structs.replace(rules.figures, facts={}))
    texts = [fact.text for fact in facts(bare)]
    assert not [text for text in texts if re.search(r"[{}]|: \.|  |–|refuses by this clause", text)]


def test_without_sentences_of_its_own_a_title_has_the_shared_ones() -> None:
    rules = rules_of("18Rhl")
    bare = type(rules)(msgspec.structs.replace(rules.figures, facts={}))
    texts = " ".join(fact.text for fact in facts(bare))
    assert "The bank pool" not in texts and "At most 50% of a company may lie in the bank pool." in texts
    assert {code for fact in facts(bare) for code in fact.codes} == set(bare.figures.clauses)
