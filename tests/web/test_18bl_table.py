"""The table page of 18BL: what the other titles do not have, in words and figures that are true."""

from __future__ import annotations

from typing import Any

from tests.blkit import bl, stock, token, turn_of
from tests.kit import company
from tests.web.test_panel import seen

from stellwerk.actions import Answer, BuyToken, SellShares, TakeOverPrivate
from stellwerk.game import Game
from stellwerk.table.view.game import chart, companies, forecast, options, runs, shares, trains, why_not
from stellwerk.table.view.game.choices import ChoiceOption
from stellwerk.table.view.game.offers import declined_offers
from stellwerk.table.view.scene import Pick
from stellwerk.table.view.words import event_text


def plain(text: str) -> str:
    """With ordinary spaces before the unit of money."""
    return text.replace("\u00a0", " ")


def opened(game: Game, group: str) -> tuple[ChoiceOption, ...]:
    """The options of a group, with their effects."""
    scene = seen(game)
    found = next(one for one in options.make_groups(scene) if one.id == group)
    return options.open_group(scene, found, 0).options


def effect(option: ChoiceOption, label: str) -> str:
    """What an option does to something."""
    return plain(next(line.text for line in option.effects if line.label == label))


def test_a_share_costs_par_in_the_offering_and_the_stock_value_in_the_pool() -> None:
    """7.1d"""
    game = stock(companies={"RhE": token(70, 1, 8, Bo=50, pool=10)}, cash={"Ada": 500})
    offered = [one for group in options.make_groups(seen(game)) if group.id == "buy:RhE" for one in group.options]
    row = shares.make_share_table(seen(game), Pick()).rows[0]

    assert {one.action["source"]: one.price for one in offered} == {"offering": 70, "pool": 120}
    assert (row.price, row.offered, getattr(row.buy, "money", 0)) == (120, 70, 70)


def test_a_quarter_kept_says_what_is_paid_and_that_the_price_stays() -> None:
    """8.6.2c, 8.7d"""
    game = turn_of("RhE", "dividend", revenue=100)
    part = next(o for o in opened(game, "dividend") if o.action["kind"] == "split")

    assert (part.short, plain(part.label)) == ("Pay out 75%", "Pay out 75% (80 Mark), keep 20 Mark")
    assert effect(part, "Treasury of RhE") == "500 → 520 Mark"
    assert effect(part, "Price of RhE") == "stays"


def test_the_chart_names_its_zones_and_what_holds_there() -> None:
    """7.2b, 7.2e, 7.5d, 8.7c"""
    made = chart.make_chart_part(seen(stock()), Pick())

    assert [(zone.letter, zone.text) for zone in made.zones] == [
        ("Y", "certificates do not count"),
        ("B", "certificates do not count, no limit for one player"),
        ("R", "the company is closed"),
    ]
    assert "pays 75%, 1.5 times its price or more" in [move.text for move in made.moves]


def test_a_sale_that_closes_a_company_is_a_loss_that_is_named() -> None:
    """7.5b, 7.5d"""
    game = stock(companies={"RhE": token(65, 8, 2, Ada=20, Bo=40)}, cash={"Ada": 10}, operated=["RhE"])
    sale = SellShares("Ada", "RhE", 10)
    assert sale in game.legal()
    told = next(o for o in opened(game, "sell:RhE") if o.action["percent"] == 10)

    assert plain(told.loss) == "Sell 10% of RhE for 30 Mark, and close RhE"
    assert effect(told, "RhE") == "is closed, its shares are worth nothing"


def test_vehicles_stand_in_the_stacks_they_are_sold_from() -> None:
    """2.3, 8.8.2: the trailer of No. 5 is not for sale"""
    lines = trains.make_trains_part(
        seen(bl(phase="2", round={"kind": "stock", "set": 1}, privates={"DEB": "Ada"})), Pick()
    )
    third = next(line for line in lines.supply if line.letter == "3")

    assert lines.columns == ("Trains", "Rail busses", "Trailers")
    assert [(face.name, face.left) for face in third.faces if face] == [("3", 4), ("SB3", 3), ("BW-A", 2)]
    assert lines.uncounted == ("Trailers",)


def test_either_kind_begins_the_next_phase() -> None:
    """9c: what the first 4 or SB4 does is told once"""
    game = turn_of("RhE", "trains", trains={"RhE": ["2"]}, next_card=["3-1", "SB3-1"])
    told = next(one for one in forecast.make_forecast(seen(game)) if one.kind == "phase")

    assert told.head == "First 4 or SB4:"
    assert "It scraps every 2 (RhE)." in told.text


def test_trailers_do_not_fill_the_places_for_trains() -> None:
    """8.8.1b"""
    game = turn_of("RhE", "trains", trains={"RhE": ["SB3", "BW-A"]})
    card = companies.make_companies_part(seen(game), Pick()).companies[0]

    assert (card.counted, card.limit) == (1, 4)
    assert [train.frame for train in card.trains] == ["bus", "trailer"]


def test_an_access_token_is_offered_in_words_and_told_in_one_line() -> None:
    """5.2.4c"""
    game = turn_of("RhE", stations={"CME": ["O3"]}, privates={"EHG": "CME"}, extra={"access": ["CME"]})
    (told,) = opened(game, "buy-token")
    assert plain(told.label) == "Buy an access token to P12 from CME for 60 Mark"

    happened = game.play(BuyToken("RhE", "CME"))
    assert [plain(line.text) for line in event_text.EventTeller(seen(game, "")).tell(happened)] == [
        "RhE: buys an access token of CME for 60 Mark"
    ]
    assert "buy an access token to P12" in [one.what for one in why_not.list_reasons(seen(game))]


def test_an_offer_that_was_taken_up_later_is_not_told_as_declined() -> None:
    """5.1c, R12"""
    game = turn_of("RhE", privates={"MBG": "Bo"}, companies={"RhE": company(80, Ada=60)})
    game.play(TakeOverPrivate("RhE", "MBG", 40))
    game.play(Answer("Bo", False))
    assert [plain(text) for text in declined_offers(seen(game))] == ["Declined: RhE would pay 40 Mark to Bo for MBG."]

    game.play(TakeOverPrivate("RhE", "MBG", 60))
    game.play(Answer("Bo", True))
    assert declined_offers(seen(game)) == ()


def test_the_strip_tells_what_is_rounded() -> None:
    """8.6.1d"""
    game = turn_of("RhE", "run", tiles={"D2": "3@1"}, stations={"RhE": ("E1",)}, trains={"RhE": ("3",)})
    strip = strip_of(game)

    assert (strip.sum, strip.total, [line.value for line in strip.lines]) == (75, 70, [75])


def test_the_strip_names_the_rail_bus_that_pulls_the_trailer() -> None:
    """8.5.2d"""
    tiles = {"M3": "57@0", "K3": "4@0", "I3": "4@0"}
    cards = ("3-1 3", "SB3-2 SB3", "BW-A-1 BW-A")
    parts: dict[str, Any] = {"stations": {"CME": ("O3", "M3")}, "phase": "3", "next_card": ("3-2", "SB3-3", "BW-A-2")}
    strip = strip_of(turn_of("CME", "run", tiles=tiles, trains={"CME": cards}, **parts))

    assert {line.train: line.pulls for line in strip.lines}["SB3"] == ("trailer",)


def strip_of(game: Game) -> runs.Strip:
    """The runs shown under the board."""
    found = runs.runs_shown(seen(game))
    assert found is not None
    return found.strip
