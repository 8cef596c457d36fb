"""What pages, JSON twins, files and programs say is what they said when `tools/record_pages.py` kept it.

Differences that are wanted are listed in `wanted.tsv`, each with its reason; every other one fails here.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from tests.pages.differences import Wanted, compare, lines_of, read_wanted
from tests.pages.doors import Club
from tests.pages.kept import ask, kept
from tests.pages.normal import page_form, sheet_form

OUR_TITLES = import_module("stellwerk.titles")

LIST = Path(__file__).parent / "wanted.tsv"
TITLES_KEPT = ("18CZ", "18Rhl", "18BL")
"""Every list of titles grows with a new one; what was kept knew these."""
MOST_SHOWN = 3
"""So many answers of a group are shown with their differences; the others are named."""


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """The store, as it was changed for the recording, in a program with the titles there were."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(OUR_TITLES, "_MODULES", {title: OUR_TITLES._MODULES[title] for title in TITLES_KEPT})
        opened = Club(tmp_path_factory.mktemp("kept"), kept().statements)
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def wanted() -> list[Wanted]:
    """The differences that are wanted."""
    return read_wanted(LIST.read_text(encoding="utf-8"))


@pytest.mark.parametrize("group", kept().groups)
def test_the_program_says_what_it_said(club: Club, wanted: list[Wanted], group: str) -> None:
    wrong: dict[str, str] = {}
    for question, answer in kept().groups[group].items():
        difference = compare(question, answer, ask(club, question), wanted)
        if difference:
            wrong[question] = difference
    shown = [f"{question}\n{difference}" for question, difference in list(wrong.items())[:MOST_SHOWN]]
    assert not wrong, "\n\n".join(["Another answer than was kept:", *shown, *list(wrong)[MOST_SHOWN:]])


def test_every_wanted_difference_is_somewhere(wanted: list[Wanted]) -> None:
    """A line of the list that fits nothing is a mistake, or is over."""
    answers = [(question, answer) for group in kept().groups.values() for question, answer in group.items()]
    for entry in wanted:
        asked = [answer for question, answer in answers if entry.is_about(question)]
        assert any(entry.fits(line) for answer in asked for line in lines_of(answer)), f"nothing fits {entry}"


def test_enough_is_kept() -> None:
    groups = kept().groups
    names = " ".join(groups)
    assert sum(name.startswith(("table ", "copy ")) for name in groups) >= 80
    assert all(word in names for word in ("18CZ", "18Rhl", "18BL", "bohemia", "moravia", "lower-capital", "18xx-games"))
    assert all(len(answers) >= 1 and all(answers.values()) for answers in groups.values())


# The normal form and the list themselves


def test_layout_and_classes_of_a_page_do_not_count() -> None:
    here = '<div class="a" id="x"><p>Ada <b class="c">pays</b>, <i>now</i></p><ul><li>one</li></ul></div>'
    there = """
        <div id="x"
             class="other">
          <p>
            Ada <b>pays</b>,
            <i>now</i>
          </p>
          <ul>  <li> one </li>
          </ul>
        </div>"""
    assert page_form(here) == page_form(there)
    assert sheet_form(".a { x: 0.5 }") == sheet_form(".b  {\n x: 0.5 }")


@pytest.mark.parametrize(
    "other",
    [
        '<p id="x">Ada <b>pays</b> you!</p>',
        '<p id="x">Ada<b>pays</b> you</p>',
        '<p id="x">Ada <b>pays</b>you</p>',
        '<p id="x">Ada <i>pays</i> you</p>',
        '<p id="y">Ada <b>pays</b> you</p>',
        '<p id="x" hidden>Ada <b>pays</b> you</p>',
        '<p id="x">Ada <b>pays</b> you</p><br>',
        '<p id="x" style="color:red">Ada <b>pays</b> you</p>',
    ],
)
def test_everything_else_of_a_page_counts(other: str) -> None:
    assert page_form('<p id="x" class="y">Ada <b>pays</b> you</p>') != page_form(other)


def test_a_wanted_difference_is_the_only_one_allowed() -> None:
    entry = read_wanted("question\twas\tnow\treason\npage * /a*\tp \\| (.*) old\tp | \\1 new\tIt is new.\n")
    assert not compare("page Ada en /ab", "div\n p | so old\n b", "div\n p | so new\n b", entry)
    assert compare("page Ada en /ab", "div\n p | so old\n b", "div\n p | so old\n b", entry)
    assert compare("page Ada en /ab", "div\n p | so old\n b", "div\n p | so new\n i", entry)
    assert compare("page Ada en /b", "div\n p | so old\n b", "div\n p | so new\n b", entry)


def test_a_wanted_line_may_stand_further_out() -> None:
    entry = read_wanted("question\twas\tnow\treason\n*\ttd\ttd\\n^tr\\n td\tA row more.\n")
    assert not compare("page Ada en /", "  tr\n   td", "  tr\n   td\n  tr\n    td", entry)
    assert compare("page Ada en /", "  tr\n   td", "  tr\n   td\n   tr\n    td", entry)


def test_differences_of_data_name_the_field() -> None:
    assert "a.b[1] = 3" in compare("page x", '{"a":{"b":[1,2]}}', '{"a":{"b":[1,3]}}', [])
