"""The parts of the table page that show the state of the game, against positions made by hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from tests.kit import company, given
from tests.rhlkit import rhl
from tests.web.webkit import Browser, play_some, table_of

from stellwerk.actions import Bid, BuyPrivate, BuyShare, SellShares, StartCompany
from stellwerk.game import Game
from stellwerk.table.db.records import Actor, Head, TableInfo, TableSeat
from stellwerk.table.service.service import Service
from stellwerk.table.view.game.chart import make_chart_part
from stellwerk.table.view.game.companies import make_companies_part
from stellwerk.table.view.game.forecast import ForecastPart, Loss
from stellwerk.table.view.game.players import PlayerRow, liquid_worth, make_players_part
from stellwerk.table.view.game.round_line import make_round_line
from stellwerk.table.view.game.shares import No, ShareDeal, Shares, make_share_table
from stellwerk.table.view.game.trains import make_trains_part
from stellwerk.table.view.scene import Pick, Scene, plain_data
from stellwerk.table.view.words.texts import Speech

PARTS = "players,trains,chart,companies,shares"


def scene(game: Game, me: str | None = None, bots: tuple[str, ...] = ()) -> Scene:
    """A game as a player sees it who sits alone at the table; the one who decides, unless said."""
    names = game.position.players
    seats = tuple(TableSeat(1, i, name, "bot" if name in bots else "account", i + 1) for i, name in enumerate(names))
    table = TableInfo(
        1, 1, game.position.title, "base", "book", {}, 0, "private", "", 0.0, "playing", seats
    )  # fmt: skip
    me = me or game.turn
    seen = game.seen_by(me)
    mine = (names.index(me),)
    return Scene(table=table, game=seen, head=Head(), number=0, line=(), say=Speech(), base="/tables/1", mine=mine)


def friday(**more: Any) -> Game:
    """The position of the mock-ups: 18CZ, operating round 5.2, the BN acts."""
    return given(
        **{
            "players": ("East", "North", "West", "South"),
            "phase": "e",
            "next_card": "e3",
            "round": {"kind": "operating", "set": 5, "number": 2},
            "cash": {
                "East": 92, "North": 186, "West": 228, "South": 143, "VBW": 96, "kk": 190, "BN": 55, "KFN": 112,
                "BCB": 74, "BTE": 208, "NWB": 131,
            },
            "companies": {
                "VBW": company(60, 115, North=75, East=25),
                "kk": company(100, 110, East=50, South=10, North=10),
                "BN": company(70, 90, North=60, East=20),
                "KFN": company(70, 85, West=60, East=20, South=20),
                "BCB": company(60, 80, West=50, East=25),
                "BTE": company(70, 80, South=40, North=20, West=20),
                "NWB": company(70, 60, South=60, North=20),
            },
            "operated": ["VBW", "kk", "BN", "KFN", "BCB", "BTE", "NWB"],
            "absorbed": {"kk": ["MW"], "BTE": ["EKJ"]},
            "privates": {"L1": "East", "L2": "North", "S1": "VBW"},
            "used": ["S1"],
            "stations": {"BN": ["E11.1"]},
            "trains": {
                "VBW": ["3", "2"], "kk": ["3E", "3E"], "BN": ["3+3", "2+2"], "KFN": ["2+2"], "BCB": ["2", "2"],
                "BTE": ["3+3"], "NWB": ["2+2"], "pool": ["2"],
            },
            "turn": {"company": "BN", "after": ["KFN", "BCB", "BTE", "NWB"]},
            **more,
        }
    )  # fmt: skip


def evening(**more: Any) -> Game:
    """18Rhl, phase 4, the BME acts, the last 4-train is sold."""
    return rhl(
        **{
            "phase": "4",
            "next_card": "5-1",
            "round": {"kind": "operating", "set": 4, "number": 1},
            "cash": {"Ada": 100, "Bo": 50, "Cy": 70, "BME": 620, "CME": 40},
            "companies": {"BME": company(75, 90, Ada=50, Bo=20), "CME": company(80, 80, Bo=30, Cy=30, Ada=20)},
            "operated": ["BME", "CME"],
            "privates": {"No1": "Ada", "No4": "Bo"},
            "trains": {"BME": ["3", "3", "4"], "CME": ["3"]},
            "turn": {"company": "BME", "stage": "trains"},
            **more,
        }
    )


def player(game: Game, name: str) -> PlayerRow:
    """One player's card."""
    return next(card for card in make_players_part(scene(game), Pick()).players if card.name == name)


def coming(game: Game, kind: str, letter: str = "") -> ForecastPart:
    """What comes next of one kind."""
    found = make_trains_part(scene(game), Pick()).comes
    return next(one for one in found if one.kind == kind and one.letter == letter)


# Players


def test_liquid_worth_is_cash_and_what_the_largest_sales_bring() -> None:
    game = friday()
    found = {name: player(game, name).liquid for name in game.position.players}
    assert found == {"East": 792, "North": 641, "West": 393, "South": 398}


def test_a_director_who_can_hand_over_may_sell_all() -> None:
    """Bo holds as much as the director's certificate: he takes it, and Cy sells what he gets for it too."""
    held = {"BN": company(70, 80, Cy=60, Bo=40)}
    game = given(companies=held, cash={"Cy": 0}, round={"kind": "stock", "set": 3}, turn={"player": "Cy"})
    assert SellShares("Cy", "BN", 60) in game.legal()
    assert liquid_worth(game.rules, game.position, "Cy") == 3 * 80


def test_nothing_can_be_sold_before_the_rules_allow_it() -> None:
    held = {"EKJ": company(50, Ada=75)}
    first = given(companies=held, cash={"Ada": 20}, round={"kind": "stock", "set": 1})
    then = given(companies=held, cash={"Ada": 20}, operated=["EKJ"], turn={"company": "EKJ"})
    assert liquid_worth(first.rules, first.position, "Ada") == 20
    assert liquid_worth(then.rules, then.position, "Ada") == 70  # the next stock round allows it


def test_a_full_pool_takes_no_shares() -> None:
    """Half of a corporation may lie in the pool: with 40% there, 10% more can be sold."""
    game = evening()
    rules, position = game.rules, game.position
    for card in rules.register.ordinary(position, "CME", "Bo")[:1]:
        position.put("certificates", card.id, "pool")
    offering = rules.register.at(position, "CME", "offering")
    for card in (*offering, *rules.register.ordinary(position, "CME", "Cy")[:1]):
        position.put("certificates", card.id, "pool")
    assert rules.register.percent(position, "CME", "pool") == 40
    assert rules.register.percent(position, "CME", "Ada") == 20
    assert liquid_worth(rules, position, "Ada") == 100 + 80 + 5 * 90  # one CME; all BME, for Bo could direct it


@pytest.mark.parametrize("game", [friday(), evening()], ids=["18CZ", "18Rhl"])
def test_worth_is_what_the_rules_count(game: Game) -> None:
    cards = make_players_part(scene(game), Pick()).players
    assert {card.name: card.worth for card in cards} == {
        name: game.rules.wealth(game.position, name) for name in game.position.players
    }


def test_a_player_card_says_who_and_what() -> None:
    made = make_players_part(scene(friday(), "North", bots=("West",)), Pick())
    north, west = made.players[1], made.players[2]
    assert (north.letter, north.you, north.turn, north.certificates, north.limit) == ("N", True, True, 8, 12)
    assert [(held.company, held.percent) for held in north.holdings if held.director] == [("VBW", 75), ("BN", 60)]
    assert [(held.company, held.percent) for held in north.holdings[2:]] == [("BTE", 20), ("NWB", 20), ("kk", 10)]
    assert [private.id for private in north.privates] == ["L2"]
    assert west.bot and not west.turn


def test_loans_and_certificates_over_the_limit_are_told() -> None:
    many = {name: company(50, Ada=75) for name in ("EKJ", "OFE", "BCB", "MW", "VBW")}
    many |= {name: company(60, Ada=60) for name in ("BN", "NWB", "ATE")}
    game = given(
        companies=many, loans={"Ada": 30}, penalties={"Ada": 30}, privates={f"S{i}": "Ada" for i in range(1, 7)},
        phase="b", round={"kind": "stock", "set": 3},
    )  # fmt: skip
    ada = player(game, "Ada")
    assert (ada.over, ada.loan, ada.penalty) == (ada.certificates > ada.limit, 30, 30)
    assert ada.over


def test_who_has_passed_is_marked() -> None:
    game = given(round={"kind": "stock", "set": 2}, turn={"player": "Ada", "passed": ["Cy"]})
    assert [card.passed for card in make_players_part(scene(game), Pick()).players] == [False, False, True]


# Trains and what comes next


def test_the_supply_begins_with_the_card_on_sale() -> None:
    made = make_trains_part(scene(friday()), Pick())
    first, second = made.supply[:2]
    assert (first.letter, first.left, first.on) == ("e", 2, True)
    assert [face.name if face else None for face in first.faces] == ["4", "3+3", "3E"]
    assert (second.letter, second.left, second.on) == ("f", 4, False)
    assert made.supply[-1].left is None
    assert [(train.face, train.price) for train in made.pool] == [("2", 70)]
    assert [(limit.kind, limit.trains) for limit in made.limits] == [("small", 2), ("medium", 3), ("large", 3)]


def test_the_next_train_names_what_it_scraps_and_whose() -> None:
    made = coming(friday(), "train", "e")
    as_small = made.outcomes[0]
    assert set(as_small.losses) == {Loss("2", "BCB", 2), Loss("2", "VBW", 1), Loss("2", "pool", 1)}
    assert [need.company for need in as_small.needs] == ["BCB"]
    assert (as_small.needs[0].train, as_small.needs[0].price, as_small.needs[0].missing) == ("4", 250, 176)
    assert as_small.needs[0].director == "West"
    assert not made.outcomes[1].losses and not made.outcomes[2].losses
    assert "As 4 it scraps every 2 (" in made.text and "As 3+3 or 3E it scraps nothing." in made.text
    assert "BCB has no train then." in made.text and "West adds 176" in made.text.replace("\u00a0", " ")
    assert made.soon  # the BTE has 208 and a place


def test_the_next_phase_names_limits_and_losses() -> None:
    made = coming(friday(), "phase", "f")
    assert made.head == "First f:"
    assert "Limit for medium companies: 2 trains." in made.text
    assert {loss.owner for loss in made.outcomes[1].losses} == {"BN", "KFN", "NWB"}
    assert made.outcomes[1].phase == "f"


def test_the_export_ends_the_last_round_of_a_set() -> None:
    last, before = coming(friday(), "export"), friday(round={"kind": "operating", "set": 5, "number": 1})
    assert last.head == "Export after OR 5.2:" and last.soon
    assert {(loss.train, loss.owner) for loss in last.outcomes[0].losses} == {("2", "BCB"), ("2", "VBW"), ("2", "pool")}
    assert not coming(before, "export").soon


def test_after_the_last_set_the_game_ends() -> None:
    game = friday(round={"kind": "operating", "set": 8, "number": 3})
    assert coming(game, "end").soon
    assert not [one for one in make_trains_part(scene(game), Pick()).comes if one.kind == "export"]


def test_looking_ahead_changes_nothing() -> None:
    game = friday()
    before = game.position.hash()
    make_trains_part(scene(game), Pick())
    assert game.position.hash() == before


def test_a_new_phase_closes_private_companies_where_the_title_says_so() -> None:
    made = coming(evening(), "phase", "5")
    assert made.outcomes[0].closed == ("No1", "No4")
    assert made.outcomes[0].surplus == ("BME",)
    assert "Limit for companies: 2 trains." in made.text and "BME is over the limit then." in made.text
    assert "Tiles: brown." in made.text and "The private companies close." in made.text


def test_soon_is_what_treasuries_and_places_allow_in_this_round() -> None:
    full, free = evening(), evening(trains={"BME": ["3", "4"], "CME": ["3"]})
    assert not coming(full, "phase", "5").soon  # the BME has no place, the CME no money
    assert coming(free, "phase", "5").soon


def test_a_company_without_a_train_is_named_with_its_price() -> None:
    game = evening(trains={"BME": ["4"]}, turn={"company": "BME", "stage": "trains", "after": ["CME"]})
    made = coming(game, "need")
    assert [(need.company, need.price, need.missing, need.director) for need in made.needs] == [("CME", 500, 460, "Bo")]
    assert made.soon


# Chart, companies, rounds


def test_the_chart_shows_stacks_and_the_acting_company() -> None:
    made = make_chart_part(scene(friday()), Pick())
    assert made.acting == "BN"
    assert [(m.company, m.price) for m in made.markers[:3]] == [("VBW", 115), ("kk", 110), ("BN", 90)]
    stacked = {m.company: m.rank for m in made.markers if m.price == 80}
    assert stacked == {"BCB": 0, "BTE": 1}
    assert 'class="station co-BN"' in made.svg and "style=" not in made.svg
    assert [(move.arrow, move.text) for move in made.moves] == [
        ("→", "pays (large twice)"), ("←", "keeps"), ("↙", "sold"), ("↗", "sold out"),
    ]  # fmt: skip


def test_a_grid_says_which_dividends_move_the_price() -> None:
    made = make_chart_part(scene(evening()), Pick())
    assert [(move.arrow, move.text) for move in made.moves] == [
        ("→", "pays its price or more"), ("←", "keeps"), ("↓", "sold"), ("↑", "sold out"),
    ]  # fmt: skip


def test_company_cards_stand_in_operating_order() -> None:
    made = make_companies_part(scene(friday()), Pick())
    assert made.shown
    assert [(c.id, c.state) for c in made.companies] == [
        ("VBW", "done"), ("kk", "done"), ("BN", "now"), ("KFN", "later"), ("BCB", "later"), ("BTE", "later"),
        ("NWB", "later"),
    ]  # fmt: skip
    north = made.companies[2]
    assert (north.cash, north.price, north.stations, north.markers) == (55, 90, 1, 3)
    assert [(part.letter, part.percent, part.kind) for part in north.shares] == [
        ("N", 60, "director"), ("E", 20, "player"), ("", 20, "bank"),
    ]  # fmt: skip
    assert [train.frame for train in north.trains] == ["M", "M"]
    assert {(taken.id, taken.by) for taken in made.taken} == {("MW", "kk"), ("EKJ", "BTE")}
    assert {idle.id for idle in made.idle} == {"OFE", "ATE", "Sx", "Pr", "By", "Ug"}


def test_a_company_nobody_directs_is_in_receivership() -> None:
    game = evening(extra={"debts": {"CME": 120}})
    position, register = game.position, game.rules.register
    for card in register.of["CME"][:1]:
        position.put("certificates", card.id, "pool")
    shown = next(c for c in make_companies_part(scene(game, "Ada"), Pick()).companies if c.id == "CME")
    assert (shown.receivership, shown.director, shown.debt) == (True, None, 120)


def test_the_round_line_of_a_fixed_game() -> None:
    line = make_round_line(scene(friday()))
    kinds = [stop.kind for stop in line.stops]
    assert (kinds.count("stock"), kinds.count("operating"), kinds.count("export")) == (8, 13, 7)
    now = next(stop for stop in line.stops if stop.state == "now")
    assert (now.kind, now.set, now.number, now.label, line.now) == ("operating", 5, 2, "OR 5.2", "OR 5.2")
    assert [stop.label for stop in line.stops if stop.kind == "operating"][-1] == "120"
    assert all(a.x < b.x for a, b in zip(line.stops, line.stops[1:], strict=False))
    assert not line.open


def test_the_round_line_of_an_open_game() -> None:
    line = make_round_line(scene(evening()))
    assert [(stop.kind, stop.set, stop.state) for stop in line.stops[3:]] == [
        ("stock", 4, "done"), ("operating", 4, "now"), ("operating", 4, "later"), ("stock", 5, "later"),
    ]  # fmt: skip
    assert line.open and all(stop.kind != "export" for stop in line.stops)


# Shares


def groups(game: Game) -> Iterator[str]:
    """The groups of choices a stock round offers."""
    for choice in game.legal():
        action = choice.action
        if isinstance(action, SellShares):
            yield f"sell:{action.company}"
        elif isinstance(action, BuyShare):
            yield f"buy:{action.company}"
        elif isinstance(action, StartCompany):
            yield f"start:{action.company}"
        elif isinstance(action, BuyPrivate):
            yield f"private:{action.private}"
        elif isinstance(action, Bid):
            yield f"bid:{action.lot}"


def picks(made: Shares) -> set[str]:
    """What can be picked in a share table."""
    deals = [deal for row in made.rows for deal in (row.sell, row.buy) if isinstance(deal, ShareDeal)]
    return {
        *(deal.pick for deal in deals),
        *(start.pick for start in made.starts),
        *(lot.pick for lot in made.lots if lot.pick),
    }


def stock_rounds() -> list[Game]:
    """Players to act, in both titles."""
    held = {
        "VBW": company(60, 115, Ada=75, Bo=25),
        "BN": company(70, 100, Ada=60, Cy=20),
        "BTE": company(70, 90, Bo=60),
    }
    cz = given(companies=held, phase="d", round={"kind": "stock", "set": 4}, cash={"Ada": 228})
    shared = {"BME": company(75, 90, Ada=30, Bo=20), "CME": company(80, 80, Bo=30, Cy=30, Ada=20)}
    west = rhl(companies=shared, operated=["BME"], round={"kind": "stock", "set": 3}, cash={"Ada": 300})
    return [cz, west, given(), rhl()]


@pytest.mark.parametrize("game", stock_rounds(), ids=["18CZ", "18Rhl", "18CZ start", "18Rhl start"])
def test_what_can_be_picked_is_what_is_legal(game: Game) -> None:
    made = make_share_table(scene(game), Pick())
    assert made.shown and picks(made) == set(groups(game))


def test_a_sale_tells_what_it_brings_and_a_missing_one_why() -> None:
    game = stock_rounds()[0]
    rows = {row.company: row for row in make_share_table(scene(game), Pick("sell:BN")).rows}
    sell = rows["BN"].sell
    assert isinstance(sell, ShareDeal)
    assert (sell.percents, sell.money, sell.chosen, rows["BN"].chosen) == ((20,), 100, True, True)
    buy, sold_out = rows["BTE"].buy, rows["VBW"].buy
    assert isinstance(buy, ShareDeal) and (buy.percents, buy.money) == ((20,), 90)
    assert isinstance(sold_out, No) and sold_out.text == "sold out"
    assert rows["VBW"].rises and not rows["BTE"].rises
    assert isinstance(rows["BTE"].sell, No)


def test_the_limit_of_ownership_is_given_as_reason() -> None:
    game = given(
        companies={"BN": company(70, 100, Ada=60)}, phase="d", round={"kind": "stock", "set": 4}, cash={"Ada": 500}
    )
    buy = make_share_table(scene(game), Pick()).rows[0].buy
    assert isinstance(buy, No)
    assert (buy.text, buy.why) == ("limit reached", "A player may hold 60% of BN.")


def test_those_who_wait_get_no_links() -> None:
    game = stock_rounds()[0]
    made = make_share_table(scene(game, "Bo"), Pick())
    assert made.rows and not made.decides and not picks(made)


def test_lots_show_their_bids() -> None:
    game = rhl()
    first = game.turn
    game.play(Bid(first, "No3", 60))
    lot = next(lot for lot in make_share_table(scene(game), Pick()).lots if lot.id == "No3")
    assert [(bid.player, bid.amount) for bid in lot.bids] == [(first, 60)]
    assert (lot.pick, lot.least, lot.price) == ("bid:No3", 65, 50)


def test_the_table_is_shown_while_players_act_the_cards_while_companies_act() -> None:
    for game in (friday(), stock_rounds()[0]):
        seen = scene(game)
        assert make_share_table(seen, Pick()).shown != make_companies_part(seen, Pick()).shown


# Pages


@pytest.mark.parametrize("title", ["18CZ", "18Rhl"])
def test_the_parts_are_served_and_say_what_the_json_says(
    service: Service, browser: Browser, me: Actor, title: str
) -> None:
    table = table_of(service, me, title, bots=1)
    for _ in range(3):
        page = browser.get(f"/tables/{table}/parts?only={PARTS}")
        assert page.status_code == 200 and " style=" not in page.text
        game = service.games.game(table, actor=me)
        for name in game.position.players:
            assert name in page.text
        for pick in set(groups(game)) if game.turn != "Di" and game.position.round.kind != "operating" else ():
            assert f'data-pick="{pick}"' in page.text
        play_some(service, table, me, 40)


def test_names_are_escaped(service: Service, browser: Browser, me: Actor) -> None:
    seats = [{"kind": "account", "name": "<i>Eve"}, *({"kind": "bot", "name": name} for name in ("Bo", "Cy"))]
    table = service.tables.create_table("18CZ", seats, actor=me, seed=7)
    service.tables.start(table, actor=me)
    page = browser.get(f"/tables/{table}/parts?only={PARTS}").text
    assert "&lt;i&gt;Eve" in page and "<i>Eve" not in page


def test_the_views_are_plain_data() -> None:
    for game in (friday(), evening(), *stock_rounds()):
        seen = scene(game)
        for made in (
            make_players_part(seen, Pick()),
            make_trains_part(seen, Pick()),
            make_chart_part(seen, Pick()),
            make_companies_part(seen, Pick()),
        ):
            assert isinstance(plain_data(made), dict)
        assert isinstance(plain_data(make_share_table(seen, Pick())), dict) and isinstance(
            plain_data(make_round_line(seen)), dict
        )
