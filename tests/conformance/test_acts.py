"""Acts have parameters: a title's turn names them, another title swaps them, and who wants to know finds them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from tests.kit import company, given

from stellwerk.actions import SellShares
from stellwerk.figures import FaceFigure
from stellwerk.game import Game
from stellwerk.position import Position
from stellwerk.referee import Referee
from stellwerk.routes import TrainSpec
from stellwerk.rules import Rules, Stage
from stellwerk.rules.stages import acts_of, find_act, swap_acts, usual_act
from stellwerk.steps.forced_purchase import ForcedSale, SellForTrain
from stellwerk.steps.operating_round import EndTurn
from stellwerk.steps.running import DecideDividend, RunTrains, specs_of
from stellwerk.steps.stock_round import Sell, StockRound
from stellwerk.steps.track import LayTrack
from stellwerk.titles import rules_of, titles
from stellwerk.titles.t18cz import figures
from stellwerk.titles.t18cz.rules import T18CZ
from stellwerk.titles.t18rhl import map as land
from stellwerk.titles.t18rhl import powers


class Loud(RunTrains):
    """A title's own act."""


TURN = (Stage("run", (Loud(), RunTrains())), Stage("end", (EndTurn(),), must=True))


def test_an_act_takes_the_place_of_its_own_kind_first() -> None:
    quiet, loud = RunTrains(may_run_nothing=True), Loud(may_run_nothing=True)
    for new in ((quiet, loud), (loud, quiet)):
        run, end = swap_acts(TURN, *new)
        assert run.acts == (loud, quiet) and run.name == "run"
        assert end == TURN[1], "what is not named stays, and so does what must be done"


def test_a_title_s_own_act_takes_the_place_of_the_common_one() -> None:
    (stage,) = swap_acts((Stage("run", (RunTrains(), LayTrack())),), Loud())
    assert [type(act) for act in stage.acts] == [Loud, LayTrack]
    (same,) = swap_acts((Stage("run", (Loud(),)),), RunTrains())
    assert [type(act) for act in same.acts] == [Loud], "not the other way round"


@pytest.mark.parametrize("title", titles())
def test_the_acts_of_a_turn_are_found(title: str) -> None:
    rules = rules_of(title)
    position = rules.new_position(["Ada", "Bo", "Cy"], 1)
    name = next(iter(rules.companies))
    for kind in (RunTrains, DecideDividend, EndTurn):
        found = find_act(rules, kind, position, name)
        assert found is not None and found is usual_act(rules, kind)
        assert found in list(acts_of(rules, position, name))
    assert find_act(rules, Loud, position, name) is None is usual_act(rules, Loud)


def test_a_company_s_own_turn_is_asked() -> None:
    rules = rules_of("18CZ", "bohemia")
    position = rules.new_position(["Ada", "Bo"], 1)
    his, other, *_ = rules.companies
    for card in rules.register.of[his]:
        position.put("certificates", card.id, "Vaclav")
    acts = [find_act(rules, DecideDividend, position, name) for name in (his, other)]
    assert [act.kinds for act in acts if act] == [("pay",), ("pay", "retain")]


class Curious(T18CZ):
    """18CZ, noting with what it is asked."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.asked: dict[str, Sequence[Any]] = {}

    def price_after_sale(self, ref: Referee, company: str, shares: int, seller: str) -> None:
        """Who sold."""
        self.asked["price_after_sale"] = (company, shares, seller)
        super().price_after_sale(ref, company, shares, seller)

    def ownership_limit(self, position: Position, player: str, company: str, source: str) -> int:
        """For whom, and from where."""
        self.asked["ownership_limit"] = (player, company, source)
        return super().ownership_limit(position, player, company, source)

    def train_spec(self, position: Position, company: str, face: FaceFigure, card: str = "") -> TrainSpec:
        """Whose train, and on which card."""
        self.asked["train_spec"] = (company, face.name, card)
        return super().train_spec(position, company, face, card)

    def yellow_tiles(self, position: Position, company: str, first_turn: bool) -> int:
        """Whose turn."""
        self.asked["yellow_tiles"] = (company, first_turn)
        return super().yellow_tiles(position, company, first_turn)


def curious(game: Game) -> tuple[Curious, Game]:
    """The same position in the hands of rules that note what they are asked."""
    rules = Curious(figures("base", T18CZ.newest_edition))
    return rules, Game(rules, game.position)


def test_questions_are_told_who_and_what_they_are_about() -> None:
    stock = {"companies": {"OFE": company(60, Ada=50, Bo=25)}}
    rules, game = curious(given(**stock, round={"kind": "stock", "set": 3}, turn={"player": "Bo"}))
    game.play(SellShares("Bo", "OFE", 25))
    assert rules.asked["price_after_sale"] == ("OFE", 1, "Bo")
    assert list(game.legal()) and rules.asked["ownership_limit"][::2] == ("Bo", "offering")
    operating = {**stock, "turn": {"company": "OFE", "first": True}, "trains": {"OFE": ("2",)}, "phase": "b"}
    rules, game = curious(given(**operating))
    assert list(game.legal()) and rules.asked["yellow_tiles"] == ("OFE", True)
    specs_of(rules, game.position, "OFE")
    assert rules.asked["train_spec"][::2] == ("OFE", next(iter(game.position.trains)))


def test_what_happens_is_told_to_the_title() -> None:
    heard: list[str] = []

    class Listening(T18CZ):
        def follow_event(self, ref: Referee, event: Any) -> None:
            heard.append(type(event).__name__)

    rules: Rules = Listening(figures("base", T18CZ.newest_edition))
    game = Game(rules, rules.new_position(["Ada", "Bo", "Cy"], 1))
    game.play(next(iter(game.legal())).action)
    assert heard == [type(event).__name__ for entry in game.log for event in entry.events] != []


def strings_in(thing: Any) -> set[str]:
    """All strings in a constant."""
    if isinstance(thing, str):
        return {thing}
    return set().union(*map(strings_in, thing)) if isinstance(thing, (tuple, list, set, frozenset)) else set()


def test_the_data_file_of_18rhl_names_the_places_its_modules_speak_of() -> None:
    rules, modules = rules_of("18Rhl"), (land, powers)
    said = set().union(
        *(strings_in(value) for module in modules for name, value in vars(module).items() if name.isupper())
    )
    assert said & rules.board.hexes.keys() == set(rules.figures.named_hexes)
    assert said & rules.board.tiles.keys() - set(rules.figures.named_tiles) <= {"947", "950"}, (
        "the tiles of Moers may miss"
    )


@pytest.mark.parametrize("edition", [1, 2])
def test_an_old_edition_changes_only_the_steps_it_names(edition: int) -> None:
    rules = rules_of("18Rhl", "base", "18xx-games", edition=edition)
    sell, *_ = rules.acts_by_step[StockRound]
    (forced,) = rules.acts_by_step[ForcedSale]
    assert isinstance(sell, Sell) and sell.again, "what the other program does otherwise stays (R23)"
    assert isinstance(forced, SellForTrain) and forced.must_suffice == (edition > 1), "R76"
