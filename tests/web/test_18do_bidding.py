"""18DO's starting round on the page: boxes, what a bid causes, why one cannot; breweries as cards, markers."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.dokit import dealt, fresh, stock, turn_of
from tests.kit import company, play_on
from tests.web import test_state
from tests.web.pagekit import form_to, parse
from tests.web.webkit import Browser, app_on, local_actor, service_on, table_of

from stellwerk.game import Game
from stellwerk.position import OUT
from stellwerk.steps.bidding import PlaceToken
from stellwerk.table.view.game.box_bidding import FREE, LOCKED, LOW, BidBox, BidPanel, BoxBids
from stellwerk.table.view.game.panel import WHY_NOT, make_panel
from stellwerk.table.view.game.players import make_players_part
from stellwerk.table.view.game.private_cards import PrivateCard
from stellwerk.table.view.game.shares import make_share_table
from stellwerk.table.view.game.trains import make_trains_part
from stellwerk.table.view.own_words import spoken
from stellwerk.table.view.scene import Pick, Scene
from stellwerk.table.view.words.texts import Speech
from stellwerk.titles.t18do.breweries import AssignMarker


def scene(game: Game, me: str | None = None) -> Scene:
    """A position as a player sees it, in the words of 18DO."""
    return replace(test_state.scene(game, me), say=spoken(Speech(), "18DO"))


NOTHING = Pick()
FOUR = ("Ada", "Bo", "Cy", "Di")


def outbid() -> Game:
    """The mock-up's bidding: Di has outbid Bo on brewery 3, Cy Ada on 5; Ada went to 1, and Bo must move."""
    game = dealt("PB1", "PB2", "PB3", "PB5", players=FOUR)
    bids = (("Ada", "PB5", 105), ("Bo", "PB3", 65), ("Cy", "PB5", 115), ("Di", "PB3", 75), ("Ada", "PB1", 25))
    return play_on(game, *(PlaceToken(*bid) for bid in bids))


def boxes(game: Game, me: str | None = None, pick: Pick = NOTHING) -> BoxBids:
    """What is shown of the boxes."""
    shown = make_share_table(scene(game, me), pick).bidding
    assert isinstance(shown, BoxBids)
    return shown


def box(shown: BoxBids, lot: str, amount: int) -> BidBox:
    """One of them."""
    row = next(row for row in shown.rows if row.lot == lot)
    return next(box for box in row.boxes if box.amount == amount)


def panel(game: Game, pick: Pick = NOTHING) -> BidPanel:
    """What the panel says of the bids."""
    shown = make_panel(scene(game), pick).bids
    assert isinstance(shown, BidPanel)
    return shown


# Boxes


@pytest.mark.clause("18DO/4.2.2c")
def test_boxes_are_free_above_the_tokens_and_say_why_they_are_not_below() -> None:
    shown = boxes(outbid())
    assert [row.sign for row in shown.rows] == ["1", "2", "3", "5"] and shown.gone == ("4",)
    states = [(box.amount, box.state) for box in next(row for row in shown.rows if row.lot == "PB3").boxes]
    assert states == [(60, LOW), (65, LOW), (70, LOW), (75, LOW), *((amount, FREE) for amount in range(80, 101, 5))]
    assert "75" in box(shown, "PB3", 70).why and not box(shown, "PB3", 80).why
    assert all(box.state == FREE for box in shown.rows[1].boxes), "nobody bids on 2"


@pytest.mark.clause("18DO/4.2.2d")
def test_tokens_lie_on_their_boxes_and_an_outbid_one_is_marked() -> None:
    shown = boxes(outbid())
    mine, highest = box(shown, "PB3", 65).token, box(shown, "PB3", 75).token
    assert mine and (mine.player, mine.you, mine.outbid) == ("Bo", True, True)
    assert highest and (highest.player, highest.you, highest.outbid) == ("Di", False, False)
    assert shown.must_move and not boxes(outbid(), "Di").must_move
    told = {row.name: (row.bid, bool(row.must_move)) for row in make_players_part(scene(outbid()), Pick()).players}
    assert told["Bo"] == ("65 on PB3", True) and told["Cy"] == ("115 on PB5", False)


def test_boxes_are_locked_in_the_turn_of_others() -> None:
    shown = boxes(outbid(), "Di")
    assert not shown.decides and shown.mover == "Bo"
    states = {box.state for row in shown.rows for box in row.boxes}
    assert states == {LOCKED, LOW} and not any(box.option for row in shown.rows for box in row.boxes)


def test_a_picked_box_is_the_one_that_is_played() -> None:
    shown = boxes(outbid(), pick=Pick("bid:PB3", "1"))
    assert [box.amount for row in shown.rows for box in row.boxes if box.chosen] == [85]
    made = make_panel(scene(outbid()), Pick("bid:PB3", "1"))
    assert made.option and made.option.action == {"type": "place-token", "player": "Bo", "lot": "PB3", "amount": 85}
    assert made.option.label == "Bid 85 on brewery 3" and not made.cards


# The panel


@pytest.mark.clause("18DO/4.2.2d", "18DO/4.2.2f")
def test_the_panel_says_what_a_bid_causes() -> None:
    shown = panel(outbid())
    assert {way.sign: (way.least, way.then) for way in shown.ways} == {
        "1": (30, "then Ada must move"),
        "2": (40, "ends the bidding"),
        "3": (80, "then Di must move"),
        "5": (120, "then Cy must move"),
    }
    assert shown.reason == "Di outbid you on PB3"


@pytest.mark.clause("18DO/4.2.2h")
def test_the_panel_says_what_the_picked_bid_means() -> None:
    shown = panel(outbid(), Pick("bid:PB3", "1"))
    assert shown.amounts == (80, 85, 90, 95, 100)
    told = {line.label: line.text for line in shown.effects}
    assert told["Your cash if it stays"].startswith("340 → 255") and told["Next to move"] == "Di"
    assert told["Priority deal so far"] == "Ada, with PB1"


def test_at_the_start_the_panel_says_who_bids_first_next() -> None:
    shown = panel(dealt("PB1", "PB2", "PB3"))
    assert {way.then for way in shown.ways} == {"then Bo bids first"} and not shown.amounts


@pytest.mark.clause("18DO/4.2.2c", "18DO/4.2.2d")
def test_why_not_names_low_boxes_lots_out_of_the_game_and_passing() -> None:
    reasons = make_panel(scene(outbid()), Pick(WHY_NOT)).whynot or ()
    clauses = {reason.clause for reason in reasons}
    assert {"18DO/4.2.2b", "18DO/4.2.2c", "18DO/4.2.2d"} <= clauses
    assert any(reason.what == "pass" for reason in reasons)


# Breweries as cards


def cards(game: Game, owner: str, pick: Pick = NOTHING) -> PrivateCard:
    """The brewery of a player."""
    row = next(row for row in make_players_part(scene(game), pick).players if row.name == owner)
    assert row.cards and not row.privates, "what is a card is no chip"
    (card,) = row.cards
    return card


@pytest.mark.clause("18DO/4.3.1a", "18DO/4.3.1c")
def test_a_brewery_is_a_card_with_its_side_its_income_and_its_marker() -> None:
    one, two = (cards(fresh(), player) for player in ("Ada", "Bo"))
    assert (one.sign, one.back, one.income, one.cubes, one.marker) == ("1", False, 5, 2, None)
    assert two.marker and (two.back, two.income, two.cubes, two.marker.state) == (False, 10, 0, "free")


@pytest.mark.clause("18DO/4.3.1d", "18DO/4.3.1.1a")
def test_a_marker_is_picked_in_the_card_and_then_lies_on_a_charter() -> None:
    game = stock(companies={"KWE": company(65, Ada=60)}, privates={"PB3": "Ada", "PB2": "Bo"})
    picked = cards(game, "Ada", Pick("marker:PB3"))
    assert picked.pick == "marker:PB3" and picked.chosen and not cards(game, "Bo").pick
    option = make_panel(scene(game), Pick("marker:PB3")).option
    assert option and option.label == "Put marker 3 on KWE" and option.note
    game.play(AssignMarker("Ada", "PB3", "KWE"))
    after = cards(game, "Ada")
    assert after.marker and (after.back, after.income, after.marker.company) == (True, 0, "KWE") and not after.pick
    game.position.update_state(markers={"PB3": OUT})
    gone = cards(game, "Ada").marker
    assert gone and gone.state == "gone" and gone.text == "left the game"


@pytest.mark.clause("18DO/4.1c")
def test_the_beer_stock_is_told_as_long_as_there_are_breweries() -> None:
    assert make_trains_part(scene(fresh()), Pick()).stock == (("Beer stock", 18),)


# Stock rounds, own certificates


@pytest.mark.clause("18DO/4.5e")
def test_a_company_may_deal_in_its_own_certificates_once() -> None:
    game = turn_of("KWE")
    own = make_panel(scene(game), Pick()).own_deals
    assert own and not own.done
    sell, buy = own.deals
    assert sell.option and sell.treasury.startswith("500 → 5") and sell.falls
    assert not buy.option and buy.clause == "18DO/4.5e"
    game.play(next(choice.action for choice in game.legal() if choice.action.group[0] == "sell"))
    after = make_panel(scene(game), Pick()).own_deals
    assert after and after.done and not after.deals


@pytest.mark.clause("18DO/4.4.3b")
def test_a_larger_certificate_can_be_bought_for_a_smaller_one() -> None:
    held = {"DHB": company(65, Ada=30, Bo=10), "KWE": company(65, Bo=60), "DGEE": company(65, Cy=60)}
    game = stock(companies=held, cash={"Ada": 500})
    row = next(row for row in make_share_table(scene(game), Pick()).rows if row.company == "DHB")
    assert row.trade and row.trade.percents == (20,) and row.trade.pick == "trade:DHB"
    option = make_panel(scene(game), Pick("trade:DHB")).option
    assert option and option.price == row.trade.money == 65


@pytest.mark.clause("18DO/4.3.2b")
def test_companies_not_founded_say_what_they_wait_for() -> None:
    game = fresh()
    shown = make_share_table(scene(game), Pick())
    assert {one.id: one.text for one in shown.closed} == dict.fromkeys(
        ("DGEE", "DHB", "HHW"), "in order: KWE, DGEE, then DHB or HHW"
    )
    assert shown.offering == "Charter" and [one.company for one in shown.starts] == ["BME", "CME", "RhE", "KWE"]


# The page itself


def test_a_bid_is_played_by_a_form_of_the_page(tmp_path: Path) -> None:
    """Without any script: the box is a link, the panel's form plays it."""
    service = service_on(tmp_path / "games.sqlite")
    app = app_on(service)
    table = table_of(service, local_actor(app), "18DO")
    browser, address = Browser(app), f"/tables/{table}"
    page = parse(browser.get(address).text)
    link = next(node for node in page.having("data-bid") if node.tag == "a")
    picked = parse(browser.get(link.get("href")).text)
    form = form_to(picked, f"{address}/moves")
    lot, amount = link.get("data-bid").split("-")
    assert browser.submit(form.action, dict(form.fields)).status_code == 200
    step = service.games.game(table, actor=local_actor(app)).position.agenda[-1]
    assert (lot, int(amount)) in getattr(step, "tokens", {}).values()
    service.store.close()
