"""Rules have editions: how the class and the figures of an old one are put together from those of today."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

import pytest

from stellwerk import BadInput, new_game
from stellwerk.position import Position
from stellwerk.rules import Rules
from stellwerk.rules.editions import OldEdition, class_in_edition, read_data_in_edition
from stellwerk.titles import newest_edition, rules_of, t18cz, titles
from stellwerk.titles.as_18xx_games.cz import T18CZAsPlayedOnline
from stellwerk.titles.t18cz import editions
from stellwerk.titles.t18cz.bohemia import Bohemia
from stellwerk.titles.t18cz.rules import T18CZ

NEXT = T18CZ.newest_edition + 1
"""The edition that this test mends 18CZ to."""


class Poorer(T18CZ):
    """An old answer of the title."""

    def yellow_tiles(self, position: Position, company: str, first_turn: bool) -> int:
        """Ten less than today."""
        return super().yellow_tiles(position, company, first_turn) - 10


class PoorerOnline(T18CZAsPlayedOnline):
    """An old answer of another program's rules, over that of the title."""

    def yellow_tiles(self, position: Position, company: str, first_turn: bool) -> int:
        """A further hundred less."""
        return super().yellow_tiles(position, company, first_turn) - 100


CHANGE = {"18CZ.json": {"privates": {"S2": {"income": 5000}}}, "bohemia.json": {"about": "An old board."}}


@pytest.fixture
def mended(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """18CZ after one more mended rule: the edition before it allowed ten tiles less and had another S2."""
    folder = import_module("stellwerk.titles")
    caches = (folder._printed_rules, folder._rules_with_own, t18cz.figures)
    old = {**editions.OLD, NEXT - 1: OldEdition((Poorer, PoorerOnline), CHANGE)}
    monkeypatch.setattr(T18CZ, "newest_edition", NEXT)
    monkeypatch.setattr(t18cz, "OLD", old)
    for kept in caches:
        kept.cache_clear()
    yield
    for kept in caches:
        kept.cache_clear()


@pytest.mark.parametrize("title", titles())
def test_every_old_edition_of_a_title_is_told_and_can_be_played(title: str) -> None:
    newest = newest_edition(title)
    assert rules_of(title) is rules_of(title, edition=newest)
    assert rules_of(title).edition == rules_of(title).newest_edition == newest
    for edition in range(1, newest + 1):
        rules = rules_of(title, edition=edition)
        position = rules.new_position(["Ada", "Bo", "Cy"], 7)
        assert rules.edition == edition and rules.newest_edition == newest
        assert position.as_json().get("edition", 1) == edition
        assert ("edition" in position.as_json()) == (edition > 1)


@pytest.mark.parametrize("title", titles())
@pytest.mark.parametrize("edition", [0, -1, 99, 2**53])
def test_an_unknown_edition_is_refused(title: str, edition: int) -> None:
    with pytest.raises(BadInput, match="have no such edition; the newest is number"):
        rules_of(title, edition=edition)


@pytest.mark.parametrize("edition", ["1", 1.0, True, [1]])
def test_an_edition_is_a_whole_number(edition: object) -> None:
    with pytest.raises(BadInput, match="whole number"):
        new_game("18CZ", ["Ada", "Bo", "Cy"], edition=edition)  # type: ignore[arg-type]


@pytest.mark.usefixtures("mended")
def test_an_old_answer_goes_before_the_classes_below_its_base() -> None:
    for variant, program, less in (("base", "book", 10), ("bohemia", "book", 10), ("base", "18xx-games", 110)):
        now, before = (rules_of("18CZ", variant, program, edition=number) for number in (NEXT, NEXT - 1))
        position = now.new_position(["Ada", "Bo"], 1) if variant == "bohemia" else now.new_position(["A", "B", "C"], 1)
        assert before.yellow_tiles(position, "OFE", True) == now.yellow_tiles(position, "OFE", True) - less
        assert isinstance(before, type(now)), "everything else is answered as today"


@pytest.mark.usefixtures("mended")
def test_an_old_figure_holds_in_the_old_edition_only() -> None:
    now, before = (rules_of("18CZ", edition=number) for number in (NEXT, NEXT - 1))
    assert before.privates["S2"].income == 5000 > now.privates["S2"].income
    assert before.privates["S3"] == now.privates["S3"]
    assert rules_of("18CZ", "bohemia", edition=NEXT - 1).figures.about == "An old board."
    assert rules_of("18CZ", "bohemia").figures.about != "An old board."


@pytest.mark.usefixtures("mended")
def test_all_editions_after_an_old_one_are_undone_for_it() -> None:
    oldest = rules_of("18CZ", edition=1)
    assert oldest.privates["S2"].income == 5000 and isinstance(oldest, Poorer)


def test_answers_about_other_classes_are_left_out() -> None:
    old = dict.fromkeys(range(1, T18CZ.newest_edition), OldEdition())
    assert class_in_edition(T18CZ, T18CZ.newest_edition, old) is T18CZ
    found: type[Rules] = class_in_edition(Bohemia, 1, {**old, 1: OldEdition((PoorerOnline,))})
    assert found is Bohemia


def test_a_file_without_changes_is_read_as_it_is() -> None:
    package = "stellwerk.titles.t18cz"
    assert read_data_in_edition(package, "18CZ.json", 1, 2, {1: OldEdition()}) == read_data_in_edition(
        package, "18CZ.json", 2, 2, {}
    )
