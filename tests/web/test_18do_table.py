"""The operating page of 18DO's Railway Game: runs with beer, dividends, links, trains, signs on the board."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.dokit import EAST, HARBOUR, SOUTH_WEST, do, stock, turn_of
from tests.kit import company, play_on
from tests.web.test_state import scene
from tests.web.webkit import Browser, app_on, local_actor, service_on

from stellwerk import actions
from stellwerk.actions import Dividend, Run
from stellwerk.bots.casual import CasualBot
from stellwerk.draw.board_pieces import sheet_of
from stellwerk.errors import BadInput, Illegal
from stellwerk.game import Game
from stellwerk.rules.stages import find_act
from stellwerk.steps.links import BuildLink
from stellwerk.steps.running import RunTrains
from stellwerk.table.db.records import Logged
from stellwerk.table.view.game import board, chart, companies, hexes, options, panel, turn_question
from stellwerk.table.view.game.choices import by_group
from stellwerk.table.view.game.load_panel import LoadPanel
from stellwerk.table.view.game.loading import read_plan, write_plan
from stellwerk.table.view.game.why_not import list_reasons
from stellwerk.table.view.own_words import spoken
from stellwerk.table.view.scene import Pick, Scene, plain_data
from stellwerk.table.view.words.texts import Speech
from stellwerk.titles.t18do.beer import CarryBeer
from stellwerk.titles.t18do.breweries import AssignMarker
from stellwerk.vocabulary import tag_of

MINE = {"F12": "K4@0"}
"""Tremonia, between GBF Süd and Dortmund City."""


def rhe(stage: str = "run", *fleet: str, on: int = 4, **parts: Any) -> Game:
    """The RhE (Ada 50%) in phase 5 with two 5-trains, marker 5, four cubes, and track west, east and north."""
    known: dict[str, Any] = {
        "companies": {"RhE": company(75, 135, Ada=50, Bo=20), "KWE": company(65, 80, Cy=50)},
        "cash": {"RhE": 182},
        "phase": "5",
        "next_card": "6-1",
        "stations": {"RhE": ("H2", "E13", "G11"), "KWE": ("E21",)},
        "tiles": {**EAST, **SOUTH_WEST, **HARBOUR, **MINE},
        "trains": {"RhE": fleet or ("5", "5"), "KWE": ("3",)},
        "privates": {"PB5": "Ada", "PB2": "Cy"},
        "used": ("PB5",),
        "extra": {"cubes": {"PB5": on}, "markers": {"PB5": "RhE"}},
        "round": {"kind": "operating", "set": 5, "number": 2},
        "turn": {"company": "RhE", "stage": stage, "revenue": parts.pop("revenue", 0)},
    }
    return do(**{**known, **parts})


def loads(game: Game, plan: str = "", me: str = "Ada") -> LoadPanel:
    """The panel of runs with loads, for a plan."""
    shown = panel.make_panel(scene(game, me), Pick("run", plan) if plan else Pick())
    assert isinstance(shown.loading, LoadPanel), "there is something to carry"
    return shown.loading


def effects_of(load: LoadPanel) -> dict[str, str]:
    """What a run would bring, by label."""
    return {effect.label: effect.text for effect in load.effects}


# Runs with beer


def test_the_best_loads_are_preset_and_proven() -> None:
    """Given four cubes and room for three, then two go to Bochum with marker 5, one to Unna, and one is held back."""
    load = loads(rhe())
    assert [(run.train, run.count, run.goal) for run in load.runs] == [("5", 2, "H2 Bochum"), ("5", 1, "E21 Unna")]
    assert (load.held, load.supply, load.total, load.proven) == (1, 4, 440, True)
    assert load.label == "Run for 440\u00a0Mark, hold back 1"
    assert load.heading == "Run, and carry beer"
    assert load.runs[0].room == "of 2: 1 square, 1 by marker 5, to H2 Bochum at 50"
    assert load.runs[1].room == "of 1, to E21 Unna at 40"
    assert [(run.value, run.gain) for run in load.runs] == [(160, 100), (140, 40)]


def test_what_is_named_is_played_before_the_run() -> None:
    """Given the panel, when its actions are played in order, then the revenue is the one on the button."""
    game, load = rhe(), loads(rhe())
    decode = game.rules.shapes.actions.decode
    play_on(game, *(decode(action) for action in (*load.first, load.action)))
    assert game.position.revenues["RhE"] == load.total
    assert [type(decode(action)) for action in load.first] == [CarryBeer, CarryBeer]
    assert isinstance(decode(load.action), Run)


def test_a_plan_of_the_reader_changes_everything() -> None:
    load = loads(rhe(), "plan-1H2-0")
    assert [run.count for run in load.runs] == [1, 0]
    assert load.label.endswith("hold back 3")
    assert not load.best
    assert not load.proven
    assert len(load.first) == 1


def test_carrying_none_is_one_click_away() -> None:
    load = loads(rhe())
    assert load.none_label == "Carry none: 300"
    none = loads(rhe(), load.none)
    assert (none.held, none.total, none.first, none.none) == (4, 300, (), "")


def test_marker_5_goes_where_a_stepper_takes_it() -> None:
    """Given marker 5 on the first train, one more on the second takes it there: nothing is carried twice."""
    load = loads(rhe())
    assert load.runs[0].more == ""
    moved = loads(rhe(), load.runs[1].more)
    assert [run.count for run in moved.runs] == [1, 2]
    assert moved.held == load.held


def test_less_and_more_lead_back_to_each_other() -> None:
    load = loads(rhe())
    less = loads(rhe(), load.runs[0].less)
    assert less.runs[0].count == 1
    assert loads(rhe(), less.runs[0].more).total == load.total


def test_of_two_red_areas_on_a_route_the_dearer_is_preset() -> None:
    """Given one train from Bochum (50) by Dortmund City to Unna (40), then both are offered with their payments."""
    load = loads(rhe("run", "8", phase="8", next_card="8-2", tiles={**EAST, **SOUTH_WEST}))
    (run,) = load.runs
    assert [(goal.hex, goal.amount, goal.chosen) for goal in run.goals] == [("H2", 50, True), ("E21", 40, False)]
    other = loads(rhe("run", "8", phase="8", next_card="8-2", tiles={**EAST, **SOUTH_WEST}), run.goals[1].plan)
    assert other.runs[0].goal == "E21 Unna"
    assert other.runs[0].gain < run.gain


def test_a_run_that_misses_dortmund_city_says_so() -> None:
    """Given a train that only runs from Bochum to Witten, then one line says why it carries nothing."""
    load = loads(rhe("run", "6", "5", tiles={**SOUTH_WEST, "F12": "K4@0"}, on=2, phase="6", next_card="6-2"))
    reasons = [run.reason for run in load.runs if run.reason]
    carried = [run for run in load.runs if run.count]
    assert carried
    for reason in reasons:
        assert reason.startswith("no beer: ")


def test_why_a_route_carries_nothing() -> None:
    game = rhe("run", "5", "5", tiles={**SOUTH_WEST, "H12": "9@0"}, stations={"RhE": ("H2", "I11"), "KWE": ("E21",)})
    shown = panel.make_panel(scene(game, "Ada"), Pick())
    load = shown.loading
    assert isinstance(load, LoadPanel)
    assert "no beer: the route misses Dortmund City" in [run.reason for run in load.runs]


@pytest.mark.parametrize("cubes", [0, 4])
def test_without_cubes_on_the_back_there_is_no_beer_to_carry(cubes: int) -> None:
    """Given no cubes, or cubes on the front of the director's brewery, then runs are shown as everywhere."""
    extra = {"cubes": {"PB5": cubes}, "markers": {}} if cubes else {"cubes": {}, "markers": {"PB5": "RhE"}}
    game = rhe(used=() if cubes else ("PB5",), extra=extra)
    shown = panel.make_panel(scene(game, "Ada"), Pick())
    assert not shown.loading
    assert shown.picked is not None
    assert shown.picked.kind == "run"


def test_the_hhw_never_carries_beer() -> None:
    game = turn_of("HHW", "run", trains={"HHW": ("5",)}, phase="5", next_card="6-1", privates={"PB3": "Ada"},
                   used=("PB3",), extra={"cubes": {"PB3": 3}, "markers": {"PB3": "out"}},
                   stations={"HHW": ("H20", "E13")})  # fmt: skip
    assert not panel.make_panel(scene(game, "Ada"), Pick()).loading


def test_loads_that_are_on_trains_already_stay_there() -> None:
    """Given a train that was loaded before, then it has no stepper and is not loaded again."""
    game = rhe()
    game.play(CarryBeer("RhE", "5-1", 1, "E21"))
    load = loads(game)
    assert [run.room for run in load.runs if run.room == "loaded already"]
    assert all(action["card"] != "5-1" for action in load.first)


def test_a_plan_that_cannot_be_read_is_no_plan() -> None:
    game = rhe()
    here, loading = scene(game, "Ada"), loads(game)
    assert loading.best
    for wrong in ("plan", "plan-9H2-0", "plan-1H2", "plan-1Z9-0", "plan-2H2-2E21", "plan-x-y", "plan-" + "9" * 30):
        assert loads(game, wrong).total == loading.total, wrong
    plan = panel.make_panel(here, Pick("run", "plan-1H2-0")).loading
    assert isinstance(plan, LoadPanel)
    assert write_plan(["a", "b"], {"a": (2, "H2")}) == "plan-2H2-0"
    assert read_plan(here, "RhE", _loading(game), "plan-0-0") == {}


def _loading(game: Game) -> Any:
    act = find_act(game.rules, RunTrains, game.position, "RhE")
    assert act is not None
    return act.loading(game.rules, game.position, "RhE")


def test_the_actions_that_load_are_not_offered_apart() -> None:
    shown = panel.make_panel(scene(rhe(), "Ada"), Pick())
    assert shown.aside == "beer"
    assert "beer" in {group.kind for group in shown.groups}
    assert options.pick_default(scene(rhe(), "Ada"), shown.groups) == "run"


def test_what_a_run_would_pay_is_told_with_its_reason() -> None:
    told = effects_of(loads(rhe()))
    assert told["Income"] == "300 + 140 = 440"
    assert told["If paid"] == "44 a share"
    assert told["Price of RhE, three times reached"] == "135 → 165"
    assert told["Your part, 50%"] == "220"


def test_a_remainder_is_spelled_out_before_the_run() -> None:
    """Given a mine that counts 15 and its link, then a multiple of ten is paid, and 5 go to the treasury."""
    told = effects_of(loads(rhe(tiles={**EAST, **SOUTH_WEST, **HARBOUR, "F12": "K142@0"}, extra={
        "cubes": {"PB5": 4}, "markers": {"PB5": "RhE"}, "links": {"F12": 10}})))  # fmt: skip
    label = next(label for label in told if label.startswith("If paid"))
    assert label.endswith("and 5 to the treasury")


# The strip and the board


def test_the_strip_of_runs_shows_the_cubes() -> None:
    part = board.make_board_part(scene(rhe(), "Ada"), Pick())
    assert part.strip is not None
    assert [(line.value, line.load, line.goal, line.gain, line.squares) for line in part.strip.lines] == [
        (160, 2, "H2", 100, 1),
        (140, 1, "E21", 40, 1),
    ]
    assert part.strip.proven
    assert part.strip.total == 440
    assert "run-loads" in part.ends
    assert "2×" in part.over


def test_the_board_follows_the_plan() -> None:
    planned = board.make_board_part(scene(rhe(), "Ada"), Pick("run", "plan-0-0"))
    assert planned.strip is not None
    assert planned.strip.total == 300
    assert planned.strip.planned
    assert not planned.strip.past
    assert "run-loads" not in planned.ends
    assert "2×" not in planned.over


def test_after_the_run_the_strip_still_shows_what_was_carried() -> None:
    game, load = rhe(), loads(rhe())
    played = [*load.first, load.action]
    play_on(game, *(game.rules.shapes.actions.decode(action) for action in played))
    line = tuple(
        Logged(number=n, kind="move", parent=n - 1, node=n, depth=n, action=action, hash="", who="Ada", account=None,
               at=0.0, key=None)
        for n, action in enumerate(played, start=1)
    )  # fmt: skip
    after: Scene = msgspec.structs.replace(scene(game, "Ada"), line=line)
    part = board.make_board_part(after, Pick())
    assert part.strip is not None
    assert part.strip.past
    assert [(run.load, run.goal) for run in part.strip.lines] == [(2, "H2"), (1, "E21")]
    assert part.strip.total == 440


def test_a_hex_says_link_yard_and_what_beer_brings() -> None:
    game = rhe(extra={"cubes": {"PB5": 4}, "markers": {"PB5": "RhE"}, "links": {"F12": 20}})
    here = scene(game, "Ada")
    assert "coal mine, link 20" in hexes.speak_hex(here, "F12")
    assert "each load brings 50" in hexes.speak_hex(here, "H2")
    assert "a circle kept for B2" in hexes.speak_hex(here, "E13")
    assert "counts 30 for RhE" in hexes.speak_hex(here, "G11")
    assert "orange frame" in hexes.speak_hex(here, "C17")
    yard = hexes.describe_hex(here, "G11")
    assert yard.remarks == ("Counts 20, and 10 for each station here to whoever has one.",)
    mine = hexes.describe_hex(here, "F12")
    assert mine.remarks == ("The link adds 20 for everybody; 30 from the brown phase on.",)
    assert hexes.describe_hex(here, "D8").remarks == ("No link yet: one costs 30\u00a0Mark and adds 10.",)


def test_the_signs_speak_german() -> None:
    here = msgspec.structs.replace(scene(rhe(), "Ada"), say=spoken(Speech("de"), "18DO"))
    assert "ein Kreis für B2 freigehalten" in hexes.speak_hex(here, "E13")
    load = panel.make_panel(here, Pick()).loading
    assert isinstance(load, LoadPanel)
    assert load.label == "Für 440\u00a0Mark fahren, 1 zurückhalten"
    assert load.heading == "Fahren und Bier mitnehmen"


def test_the_board_is_drawn_for_the_company_at_its_turn() -> None:
    assert "counts 30 for RhE" in sheet_of(rhe()).over()
    assert "counts" not in sheet_of(stock(companies={"RhE": company(65, Ada=60)})).over()


def test_whoever_looks_at_a_company_sees_what_yards_count_for_it() -> None:
    """Given the RhE's turn and the KWE looked at, then GBF Süd counts 20 for the KWE, on the board and in words."""
    here = scene(rhe(), "Ada")
    looked = board.make_board_part(here, Pick("look:KWE"))
    assert "counts 20 for KWE" in looked.over
    assert "for RhE" not in looked.over
    assert "counts 20 for KWE" in next(mark.spoken for mark in looked.hexes if mark.hex == "G11")
    usual = board.make_board_part(here, Pick())
    assert "counts 30 for RhE" in next(mark.spoken for mark in usual.hexes if mark.hex == "G11")
    assert looked.key != usual.key
    cards = companies.make_companies_part(here, Pick()).companies
    assert [card.look for card in cards] == ["look:RhE", "look:KWE"]


# Income


def test_the_dividend_spells_out_what_is_paid_and_why_the_price_moves() -> None:
    """Given 585, then 580 is paid, 5 go to the treasury, and three times 135 is reached."""
    shown = panel.make_panel(scene(rhe("dividend", revenue=585), "Ada"), Pick())
    assert shown.picked is not None
    pay, keep = shown.picked.options
    assert pay.label == "Pay out 580\u00a0Mark, 5 to the treasury"
    told = {effect.label: effect.text for effect in pay.effects}
    assert told["Paid out"] == "580, and 5 to the treasury"
    assert told["A share gets"] == "58\u00a0Mark"
    assert told["Price of RhE, three times reached"].startswith("135 → 165")
    assert next(e for e in keep.effects if e.label.startswith("Price")).label == "Price of RhE, nothing paid"


def test_where_nothing_is_left_over_nothing_is_said_about_it() -> None:
    shown = panel.make_panel(scene(rhe("dividend", revenue=130), "Ada"), Pick())
    assert shown.picked is not None
    pay = shown.picked.options[0]
    assert pay.label == "Pay out 130\u00a0Mark"
    labels = [effect.label for effect in pay.effects]
    assert "Paid out" not in labels
    assert "Price of RhE, less than the value paid" in labels


def test_what_is_paid_is_what_the_panel_says() -> None:
    game = rhe("dividend", revenue=585)
    game.play(Dividend("RhE", "pay"))
    assert game.position.cash["RhE"] == 182 + 5 + 580 * 30 // 100


# Links


def test_a_mine_that_can_be_linked_is_picked_on_the_board() -> None:
    here = scene(rhe("link"), "Ada")
    assert board.groups_by_hex(here, Pick())["F12"] == "link:F12"
    mark = next(mark for mark in board.make_board_part(here, Pick()).hexes if mark.hex == "F12")
    assert mark.legal
    assert "you can build a link here" in mark.spoken
    shown = panel.make_panel(here, Pick("link:F12"))
    assert shown.option is not None
    assert shown.option.label == "Link F12 Tremonia at 10: 30\u00a0Mark"
    assert shown.heading == "Build or extend a link"
    assert shown.option.note
    assert shown.option.note.lines == (
        "adds 10 to every route that stops there, whoever runs it",
        "cubes for your brewery 5: 1",
    )
    assert "Treasury of RhE" in [effect.label for effect in shown.option.effects]
    assert "What happens" not in [effect.label for effect in shown.option.effects]


def test_the_first_mine_of_the_kwe_is_free() -> None:
    """Given the KWE's token for a mine, then its link costs nothing, and the button says so."""
    game = turn_of("KWE", "link", tiles={**EAST, "F20": "K4@0"}, extra={"free_links": ["KWE"]})
    option = panel.make_panel(scene(game, "Ada"), Pick("link:F20")).option
    assert option is not None
    assert option.label == "Link F20 Schürbank & Charlottenburg at 10: free"
    assert option.note
    assert "no cube: the director has no brewery" in option.note.lines


def test_a_link_is_extended_as_far_as_the_phase_goes() -> None:
    extra = {"cubes": {"PB5": 4}, "markers": {"PB5": "RhE"}, "links": {"F12": 20}}
    label = panel.make_panel(scene(rhe("link", extra=extra), "Ada"), Pick("link:F12")).option
    assert label is not None
    assert label.label == "Extend the link of F12 Tremonia to 30: 30\u00a0Mark"
    early = rhe("link", "3", extra=extra, phase="3", next_card="3-4")
    assert "link:F12" not in by_group(scene(early, "Ada"))
    reasons = {reason.what: reason for reason in list_reasons(scene(early, "Ada"))}
    link = next(reason for what, reason in reasons.items() if "F12" in what)
    assert link.clause.startswith("18DO/4.5.4")
    assert "cannot be extended in phase 3" in link.why


def test_the_last_step_of_a_link_gives_two_cubes_from_the_first_6_train_on() -> None:
    extra = {"cubes": {"PB5": 1}, "markers": {"PB5": "RhE"}, "links": {"F12": 20}}
    game = rhe("link", "6", extra=extra, phase="6", next_card="6-2")
    option = panel.make_panel(scene(game, "Ada"), Pick("link:F12")).option
    assert option is not None
    assert option.note
    assert "cubes for your brewery 5: 2" in option.note.lines
    game.play(BuildLink("RhE", "F12"))
    assert game.position.state.cubes_on("PB5") == 3  # type: ignore[attr-defined]


# Trains


@pytest.mark.parametrize(("phase", "card", "most"), [("2", "2-4", 2), ("3", "3-2", 1)])
def test_how_many_trains_a_turn_is_said_by_phase(phase: str, card: str, most: int) -> None:
    game = turn_of("KWE", "trains", phase=phase, next_card=card, tiles=EAST)
    here = scene(game, "Ada")
    made = options.make_groups(here)
    assert turn_question.make_question(here, made)[1] == f"0 of {most} new trains this turn"


def test_a_train_one_gave_up_is_not_bought_back() -> None:
    game = rhe("trains", trains={"RhE": ("5",), "KWE": ("3",), "pool": ("4",)}, cash={"RhE": 700})
    card = next(card for card, (owner, _) in game.position.trains.items() if owner == "pool")
    game.position.put("returned", card, "RhE")
    reasons = list_reasons(scene(game, "Ada"))
    assert any("gave this train up" in reason.why for reason in reasons)


def test_an_early_train_has_a_stop_of_its_own_only_where_it_can_be_bought() -> None:
    early = turn_of("BME", "start", first=True, phase="2", next_card="2-2")
    shown = panel.make_panel(scene(early, "Ada"), Pick())
    assert shown.stops[0].name == "Early"
    assert shown.heading == "Buy a train early, or go on"
    assert panel.make_panel(scene(rhe("track"), "Ada"), Pick()).stops[0].name == "Track"


# The page


def test_the_chart_folds_while_companies_have_their_turns() -> None:
    assert chart.make_chart_part(scene(rhe(), "Ada"), Pick()).folds is True
    assert not chart.make_chart_part(scene(stock(companies={"RhE": company(65, Ada=60)}), "Ada"), Pick()).folds


def test_the_twin_tells_the_loads() -> None:
    told = plain_data(panel.make_panel(scene(rhe(), "Ada"), Pick()))
    assert told["loading"]["total"] == 440
    assert told["loading"]["runs"][0]["count"] == 2
    assert told["aside"] == "beer"
    assert "loading" not in plain_data(panel.make_panel(scene(rhe("track"), "Ada"), Pick()))
    assert companies.make_companies_part(scene(rhe(), "Ada"), Pick())


# Several actions that belong together


@pytest.fixture
def table(tmp_path: Path) -> Any:
    """A game of 18DO at a table of three, where a company may be founded and a marker be given to it."""
    service = service_on(tmp_path / "games.sqlite")
    app = app_on(service)
    actor = local_actor(app)
    seats = [{"kind": "account", "name": "Ada"}, {"kind": "screen", "name": "Bo"}, {"kind": "screen", "name": "Cy"}]
    number = service.tables.create_table("18DO", seats, actor=actor, seed=3)
    service.tables.start(number, actor=actor)
    bot = CasualBot(3)

    def game() -> Game:
        return service.games.game(number, actor=actor)

    while "assign-marker" not in {id.partition(":")[0] for id in _kinds(game())}:
        now = game()
        _play(service, number, actor, now, bot.choose(now))
    yield service, app, number, actor
    service.store.close()


def _kinds(game: Game) -> set[str]:
    return {tag_of(type(choice.action)) for choice in game.legal()}


def _play(service: Any, number: int, actor: Any, game: Game, action: Any, **more: Any) -> Any:
    seats = service.tables.table(number, actor=actor).seats
    seat = next(seat.seat for seat in seats if seat.name == game.turn)
    return service.moves.play(number, seat, action, service.games.head(number, actor=actor).number, actor=actor, **more)


def _marker_and_then(game: Game) -> tuple[dict[str, Any], dict[str, Any]]:
    """Giving a marker, and then something else, as plain data."""
    marker = next(choice.action for choice in game.legal() if isinstance(choice.action, AssignMarker))
    after = game.copy()
    after.draws = False
    after.play(marker)
    other = next(action for action in after.legal().actions() if not isinstance(action, AssignMarker))
    return actions.encode(marker), actions.encode(other)


def test_actions_that_belong_together_are_written_together(table: Any) -> None:
    """Given two actions of one turn, when they are sent at once, then both are in the log; again: the same answer."""
    service, _, number, actor = table
    game = service.games.game(number, actor=actor)
    first, then = _marker_and_then(game)
    head = service.games.head(number, actor=actor).number
    seat = next(s.seat for s in service.tables.table(number, actor=actor).seats if s.name == game.turn)
    played = service.moves.play(number, seat, then, head, actor=actor, key="once", first=[first])
    assert (played.number, played.now) == (head + 1, head + 2)
    again = service.moves.play(number, seat, then, head, actor=actor, key="once", first=[first])
    assert again == played
    with pytest.raises(BadInput):
        service.moves.play(number, seat, first, head, actor=actor, key="once", first=[first])


def test_if_one_of_them_is_refused_none_is_played(table: Any) -> None:
    service, _, number, actor = table
    game = service.games.game(number, actor=actor)
    first, _then = _marker_and_then(game)
    with pytest.raises(Illegal):
        _play(service, number, actor, game, first, first=[first])
    assert service.games.game(number, actor=actor).position.hash() == game.position.hash()
    with pytest.raises(BadInput):
        _play(service, number, actor, game, first, first=[first] * 9)


def test_a_form_says_them_as_a_list(table: Any) -> None:
    service, app, number, actor = table
    game = service.games.game(number, actor=actor)
    first, then = _marker_and_then(game)
    head = service.games.head(number, actor=actor).number
    seat = next(s.seat for s in service.tables.table(number, actor=actor).seats if s.name == game.turn)
    form = {"at": str(head), "seat": str(seat), "action": json.dumps(then), "first": json.dumps([first])}
    browser = Browser(app)
    for wrong in ("{}", "[1]", "nonsense"):
        assert browser.submit(f"/tables/{number}/moves.json", {**form, "first": wrong}).status_code == 400
    answer = browser.submit(f"/tables/{number}/moves.json", form)
    assert answer.json() == {"number": head + 1, "now": head + 2}


def test_they_are_played_on_a_copy_too(table: Any) -> None:
    service, _, number, actor = table
    copy = service.what_ifs.create_what_if(number, actor=actor)
    game = service.what_ifs.what_if_game(copy.id, actor=actor)
    first, then = _marker_and_then(game)
    changed = service.what_ifs.play_what_if(copy.id, then, 0, actor=actor, first=[first])
    assert len(changed.actions) == 2
