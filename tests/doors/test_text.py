"""Actions in words: every one can be said, and what is said parses back."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.doors.made import KINDS, actions_of, any_action, played

import stellwerk
from stellwerk import BadInput, actions
from stellwerk.actions import Action
from stellwerk.interop.text import from_text, to_text
from stellwerk.titles import rules_of

NAMES = ("Ada", "Bo", "Cy")

SAID = {
    "chance draws seating: Ada, Bo, Cy": actions.Draw("seating", ("Ada", "Bo", "Cy")),
    "Ada passes": actions.Pass("Ada"),
    "Ada buys S1": actions.BuyPrivate("Ada", "S1"),
    "Ada bids 25 for No.1": actions.Bid("Ada", "No.1", 25),
    "Ada starts BN at 80": actions.StartCompany("Ada", "BN", 80),
    "Ada buys 20% of BN": actions.BuyShare("Ada", "BN", 20),
    "Ada buys 20% of BN from the pool": actions.BuyShare("Ada", "BN", 20, "pool"),
    "Ada sells 40% of BN": actions.SellShares("Ada", "BN", 40),
    "Ada gives 10%, 20% of BN": actions.GiveCertificates("Ada", "BN", (10, 20)),
    "Ada repays 30": actions.Repay("Ada", 30),
    "MW lays 57@2 on F22": actions.LayTile("MW", "F22", "57", 2),
    "MW lays 57@2 on F22 with S1": actions.LayTile("MW", "F22", "57", 2, "S1"),
    "MW places a station in city 0 of F22": actions.PlaceStation("MW", "F22", 0),
    "ATE chooses city 1 of B8": actions.ChooseCity("ATE", "B8", 1),
    "BN runs for 190": actions.Run("BN", 190),
    "BN runs for 40 on F22.0>F22/5>G23.0, -": actions.Run("BN", 40, (("F22.0", "F22/5", "G23.0"), ())),
    "BN pays out": actions.Dividend("BN", "pay"),
    "BN retains": actions.Dividend("BN", "retain"),
    "BN splits its revenue": actions.Dividend("BN", "split"),
    "kk acquires BN for 95 a share": actions.Acquire("kk", "BN", 95),
    "kk removes its station from city 1 of E11": actions.RemoveStation("kk", "E11", 1),
    "kk turns e2 to 3E": actions.TurnTrain("kk", "e2", "3E"),
    "kk scraps e2": actions.ScrapTrain("kk", "e2"),
    "BN buys 3+3 (e2) from the bank for 180": actions.BuyTrain("BN", "bank", "e2", "3+3", 180),
    "BN buys 3+3 (e2) from kk for 7": actions.BuyTrain("BN", "kk", "e2", "3+3", 7),
    "BN returns e2": actions.ReturnTrain("BN", "e2"),
    "BN takes over M2 for 45": actions.TakeOverPrivate("BN", "M2", 45),
    "BN sells M2 to the bank": actions.SellPrivate("BN", "M2"),
    "BN buys a token from the pool": actions.BuyToken("BN", "pool"),
    "BN buys a token from kk": actions.BuyToken("BN", "kk"),
    "Ada exchanges M2 for shares": actions.ExchangePrivate("Ada", "M2"),
    "kk uses 3E": actions.UsePrivate("kk", "3E"),
    "Ada puts MW up without a bid": actions.Bid("Ada", "MW", 0),
    "Ada agrees": actions.Answer("Ada", True),
    "Ada declines": actions.Answer("Ada", False),
    '"Ada L." passes': actions.Pass("Ada L."),
    '"B\\"o" passes': actions.Pass('B"o'),
}


@pytest.mark.parametrize(("line", "action"), SAID.items())
def test_actions_as_people_say_them(line: str, action: Action) -> None:
    assert to_text(action) == line
    assert from_text(line) == action


def test_every_kind_of_action_has_a_form() -> None:
    assert all(kind.forms for kind in KINDS)
    assert {type(action) for action in SAID.values()} == set(KINDS)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_action_parses_back_whatever_the_names(kind: type[Action]) -> None:
    @settings(max_examples=60, deadline=None, derandomize=True)
    @given(actions_of(kind))
    def parses_back(action: Action) -> None:
        line = to_text(action)
        assert "\n" not in line
        assert from_text(line) == action

    parses_back()


def test_what_is_legal_can_be_said() -> None:
    for decisions in (0, 30, 120, 250, 400):
        for choice in played(5, decisions).legal():
            assert from_text(to_text(choice.action)) == choice.action


@pytest.mark.parametrize("title", stellwerk.titles())
def test_what_begins_a_game_of_any_variant_can_be_said_at_the_front_door(title: str) -> None:
    for variant in rules_of(title).variants:
        players = NAMES[: rules_of(title, variant).figures.player_counts()[0]]
        game = stellwerk.new_game(title, players, seed=1, variant=variant)
        for choice in list(game.legal())[:20]:
            action = choice.action if choice.field is None else choice.at(choice.low)
            assert stellwerk.from_text(stellwerk.to_text(action), title, variant) == action


def test_spaces_may_be_wider() -> None:
    assert from_text("  MW   lays 57@2  on F22 \n") == actions.LayTile("MW", "F22", "57", 2)


@pytest.mark.parametrize(
    ("line", "form"),
    [
        ("MW lais 57@2 on F22", "COMPANY lays TILE@ROTATION on HEX"),
        ("Ada sells BN", "PLAYER sells PERCENT% of COMPANY"),
        ("Ada start BN 80", "PLAYER starts COMPANY at PRICE"),
        ("BN pay out", "COMPANY pays out"),
        ("BN pays out 190", "COMPANY pays out"),
        ("", "WHO passes"),
    ],
)
def test_a_refusal_names_the_closest_form(line: str, form: str) -> None:
    with pytest.raises(BadInput, match=f"the closest form is: {form}") as caught:
        from_text(line)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "line", ['"Ada passes', '"\\q" passes', "Ada repays " + "9" * 400, "x" * 20_000, "Ada\x00 passes"]
)
def test_broken_names_and_numbers_are_refused(line: str) -> None:
    with pytest.raises(BadInput) as caught:
        from_text(line)
    assert len(str(caught.value)) < 300


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.text(max_size=80) | any_action.map(to_text).flatmap(lambda line: st.permutations(line.split()).map(" ".join)))
def test_any_line_is_an_action_or_refused(line: str) -> None:
    try:
        assert isinstance(from_text(line), Action)
    except BadInput as error:
        assert "\n" not in str(error)
