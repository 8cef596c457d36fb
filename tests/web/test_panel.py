"""The action panel: complete, only what is legal, each choice with its price, its effects and its losses."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import msgspec
import pytest
from httpx import Response
from tests import rhlkit
from tests.kit import company, given
from tests.web.webkit import HTMX, Browser, play_some, table_of

import stellwerk
from stellwerk import actions
from stellwerk.actions import BuyTrain, Choice
from stellwerk.bots.casual import CasualBot
from stellwerk.game import Game
from stellwerk.interop.text import to_text
from stellwerk.steps.deals import Consent
from stellwerk.table.db.records import Actor, Head, TableInfo, TableSeat
from stellwerk.table.service.chat import ChatLine
from stellwerk.table.service.history import Past
from stellwerk.table.service.service import Service
from stellwerk.table.view.game import choices, offers, options, why_not
from stellwerk.table.view.game.choices import ChoiceOption, Group
from stellwerk.table.view.game.panel import Panel, make_panel
from stellwerk.table.view.scene import OLD, Pick, Scene, plain_data
from stellwerk.table.view.words.texts import Speech

TITLES = ("18CZ", "18Rhl", "18BL")


def seen(game: Game, *mine: str, bots: tuple[str, ...] = (), **more: Any) -> Scene:
    """A game as somebody sees it who plays for some of the players; for the one who decides, unless said."""
    names = game.position.players
    seats = tuple(TableSeat(1, i, name, "bot" if name in bots else "account", i + 1) for i, name in enumerate(names))
    table = TableInfo(1, 1, game.position.title, "base", "book", {}, 0, "private", "", 0.0, "playing", seats)
    mine = mine or (game.turn,)
    shown = game.seen_by(game.turn if game.turn in mine else mine[0])
    places = tuple(names.index(name) for name in mine if name)
    return Scene(
        table=table, game=shown, head=Head(), number=0, line=(), say=Speech(), base="/tables/1", mine=places, **more
    )  # fmt: skip


def positions(title: str, seed: int, every: int, most: int = 600) -> Iterator[Game]:
    """Positions of a random game, from its start on."""
    game = stellwerk.new_game(title, players=["Ada", "Bo", "Cy", "Di"], seed=seed)
    bot = CasualBot(seed)
    count = 0
    while not game.over and count < most:
        if count % every == 0 or isinstance(game.position.agenda[-1], Consent):
            yield game
        game.play(bot.choose(game))
        count += 1


def says(option: ChoiceOption, choice: Choice) -> bool:
    """Does an option say this choice, with the same numbers free?"""
    action = actions.decode(option.action)
    if choice.field in (None, "routes"):
        return action == choice.action and not option.field
    same = (option.field, option.low, option.high, option.step) == (choice.field, choice.low, choice.high, choice.step)
    return same and choice.covers(action) and option.value == getattr(action, str(choice.field))


@pytest.mark.parametrize("title", TITLES)
def test_the_groups_hold_exactly_what_is_legal(title: str) -> None:
    """Over a stretch of a random game: nothing is missing, said twice or illegal, and each group opens."""
    kinds = set()
    for game in positions(title, seed=5, every=6, most=320):
        scene = seen(game)
        groups = options.make_groups(scene)
        legal = list(game.legal())
        told = [option for group in groups for option in group.options]
        assert len(told) == len(legal)
        by_id = {group.id: group for group in groups}
        for choice in legal:
            group = by_id[choices.id_of(choice.action)]
            assert sum(says(option, choice) for option in group.options) == 1
        for group in groups:
            kinds.add(group.kind)
            check_opened(scene, game, group)
    assert {"pass", "tile", "run", "dividend", "train", "buy", "start"} <= kinds


def check_opened(scene: Scene, game: Game, group: Group) -> None:
    """All options of an open group are legal, and have words."""
    opened = options.open_group(scene, group, 0) if group.kind != "tile" else group
    for option in opened.options:
        game.check(actions.decode(option.action))
        assert option.label and option.short
        assert not option.loss or option.warning
    if group.kind in ("sell", "buy", "start", "dividend") and len(opened.options) <= options.IN_VIEW:
        assert all(option.effects for option in opened.options)


@pytest.mark.parametrize("title", TITLES)
def test_every_part_of_the_panel_is_plain_data(title: str) -> None:
    """The JSON twin holds everything, for the one who decides and for the others."""
    for game in positions(title, seed=2, every=40, most=240):
        others = [player for player in game.position.players if player != game.turn]
        for scene in (seen(game), seen(game, others[0]), seen(game, ""), seen(game, mode=OLD)):
            for pick in (Pick(), Pick("whynot"), Pick("pass"), Pick("nonsense:9")):
                assert msgspec.json.encode(plain_data(make_panel(scene, pick)))


# Whose turn


def stock_round(**more: Any) -> Game:
    """Ada's turn in the second stock round: she directs the BN, Bo holds as much of it as she would keep."""
    return given(
        **{
            "phase": "d",
            "next_card": "d1",
            "round": {"kind": "stock", "set": 2},
            "companies": {"BN": company(70, 90, Ada=60, Bo=40), "OFE": company(60, 60, Cy=50)},
            "cash": {"Ada": 100, "Bo": 50, "Cy": 500, "BN": 55, "OFE": 100},
            **more,
        }
    )


def group_of(scene: Scene, id: str, option: int | None = None) -> tuple[Panel, Group]:
    """The panel with a group picked."""
    made = make_panel(scene, Pick(id, "" if option is None else str(option)))
    assert made.picked is not None and made.picked.id == id
    return made, made.picked


def test_the_turn_bar_says_how_the_reader_stands_to_the_turn() -> None:
    game = stock_round()
    assert make_panel(seen(game), Pick()).turn.state == "mine"
    assert make_panel(seen(game, "Ada", "Bo"), Pick()).turn.title == "Ada decides"
    assert make_panel(seen(game, "Bo"), Pick()).turn.state == "other"
    assert make_panel(seen(game, "Bo", bots=("Ada",)), Pick()).turn.state == "bot"
    assert make_panel(seen(game, ""), Pick()).turn.state == "watching"
    assert make_panel(seen(game, "Ada", mode=OLD), Pick()).turn.state == "old"
    assert make_panel(seen(game, "Ada", mode="what-if"), Pick()).turn.state == "what-if"


def test_who_does_not_decide_has_nothing_to_play_but_reads_what_the_other_may_do() -> None:
    made = make_panel(seen(stock_round(), "Bo"), Pick("sell:BN"))
    assert made.groups == () and made.picked is None and made.option is None
    assert "sell shares" in made.may and "pass" in made.may


def test_a_stock_round_has_two_stops() -> None:
    made = make_panel(seen(stock_round()), Pick())
    assert [(stop.name, stop.state) for stop in made.stops] == [("Sell any", "now"), ("Buy one or pass", "later")]


# Effects and warnings


def test_a_sale_tells_cash_price_certificates_and_what_may_not_be_bought_again() -> None:
    made, group = group_of(seen(stock_round()), "sell:BN")
    told = {effect.label: effect for effect in group.options[0].effects}
    assert group.options[0].label == "Sell 20% of BN for 90\u00a0K"
    assert (told["Your cash"].before, told["Your cash"].after) == (100, 190)
    assert told["Price of BN"].tone == "down"
    assert told["Buy BN again this round"].clause == "18CZ/VII.3g"
    assert not group.options[0].warning
    assert made.cards


def test_giving_up_a_directorship_is_said_once_and_the_button_names_it() -> None:
    _, group = group_of(seen(stock_round()), "sell:BN")
    lost = group.options[1]
    assert lost.warning.startswith("You lose BN to Bo, who then holds 40%, you 20%.")
    assert lost.loss == "Sell 40% of BN for 180\u00a0K, give up BN"
    assert any(effect.label == "Director of BN" and effect.text == "you → Bo" for effect in lost.effects)


def test_a_company_that_floats_is_told_with_its_capital() -> None:
    game = stock_round(companies={"BN": company(70, 90, Bo=40)}, cash={"Ada": 300})
    _, group = group_of(seen(game), "buy:BN")
    assert any(effect.label == "BN floats" for effect in group.options[0].effects)


def turn_of(stage: str, **more: Any) -> Game:
    """BN's turn, Ada deciding."""
    return given(
        **{
            "phase": "d",
            "next_card": "d1",
            "round": {"kind": "operating", "set": 4, "number": 1},
            "companies": {"BN": company(70, 90, Ada=60, Bo=40), "OFE": company(60, 60, Cy=50, Ada=50)},
            "cash": {"Ada": 100, "Bo": 50, "Cy": 500, "BN": 55, "OFE": 100},
            "turn": {"company": "BN", "stage": stage},
            **more,
        }
    )


def test_money_of_the_director_for_a_train_is_a_loss_with_its_amount() -> None:
    game = turn_of("trains")
    _, group = group_of(seen(game), "train:bank")
    price = next(option.price for option in group.options if option.warning)
    dear = next(option for option in group.options if option.warning)
    assert isinstance(price, int) and price > 155
    assert f"borrow {price - 155}" in dear.warning
    assert dear.loss.endswith(f"borrow {price - 155}\u00a0K")


def test_paying_out_warns_when_the_train_that_must_be_bought_gets_out_of_reach() -> None:
    game = turn_of("dividend", cash={"Ada": 100, "BN": 90})
    turn = msgspec.structs.replace(game.position.agenda[-1], revenue=200)
    game.position.agenda = (*game.position.agenda[:-1], turn)
    made, group = group_of(seen(game), "dividend")
    pay, keep = group.options
    assert pay.label == "Pay out 200\u00a0K" and keep.label == "Keep 200\u00a0K"
    assert "BN must buy a train" in pay.warning and not keep.warning
    assert made.cards


def test_a_later_step_tells_what_it_ends() -> None:
    """Running in the step of track ends the track; in a first turn that is a loss."""
    found = next(game for game in positions("18Rhl", 1, 1) if can_skip_first_track(game))
    _, group = group_of(seen(found), "run")
    assert group.when == "later"
    assert any(effect.label == "No longer in this turn" for effect in group.options[0].effects)
    assert "first turn" in group.options[0].warning and group.options[0].loss


def can_skip_first_track(game: Game) -> bool:
    """Is it the first turn of a company that could lay track?"""
    task: Any = game.position.agenda[-1]
    ids = {choices.id_of(choice.action) for choice in game.legal()}
    return getattr(task, "first", False) and "run" in ids and any(id.startswith("tile:") for id in ids)


# Runs


def test_the_best_runs_come_first_and_others_where_the_book_leaves_the_choice() -> None:
    found = next(game for game in positions("18Rhl", 1, 1) if runs_of(game) > 100)
    _, group = group_of(seen(found), "run")
    first, *others = group.options
    assert first.proven and sum(run.value for run in first.runs) <= -(first.price or 0)
    assert others and all((option.price or 0) >= (first.price or 0) for option in others)
    for option in others:
        found.check(actions.decode(option.action))


def runs_of(game: Game) -> int:
    """What the company in turn could run for now, if it may."""
    return next((c.action.revenue for c in game.legal() if isinstance(c.action, actions.Run)), 0)


# Offers


def asked() -> Game:
    """BN offers OFE 40 for its train, and Cy is asked."""
    game = turn_of("trains", trains={"OFE": ["2"], "BN": []}, companies={
        "BN": company(70, 90, Ada=60, Bo=40), "OFE": company(60, 60, Cy=75),
    })  # fmt: skip
    offer = next(c for c in game.legal() if isinstance(c.action, BuyTrain) and c.action.source == "OFE")
    game.play(offer.at(40))
    return game


def test_an_offer_shows_both_sides_and_a_counter_within_what_could_be_paid() -> None:
    game = asked()
    made = make_panel(seen(game), Pick())
    offer = made.offer
    assert made.turn.state == "asked" and made.turn.title == "Ada asks you"
    assert offer is not None and offer.what == "BN would pay 40\u00a0K to OFE for its 2"
    both = {line.label: (line.before, line.after) for line in offer.both if line.before is not None}
    assert both == {"Treasury of BN": (55, 15), "Treasury of OFE": (100, 140)}
    assert offer.counter is not None and (offer.counter.low, offer.counter.high) == (41, 55)
    assert [option.label for option in made.picked.options] == ["Accept 40\u00a0K", "Decline"]  # type: ignore[union-attr]


def test_a_counter_is_the_first_number_of_the_next_offer() -> None:
    game = asked()
    offer = game.position.agenda[-1].offer  # type: ignore[attr-defined]
    line = offers.counter_line(seen(game), offer, 50)
    assert line.endswith(to_text(offer))
    game.play(actions.Answer("Cy", False))
    scene = seen(game, past=Past(chat=(ChatLine(1, "Cy", line, 0.0, 1),)))
    made, group = group_of(scene, "train:OFE")
    assert (group.options[0].value, group.options[0].low) == (50, 41)
    assert made.declined == ("Declined: BN would pay 40\u00a0K to OFE for its 2. Would be agreed to for 50\u00a0K.",)


def test_a_counter_counts_only_from_the_one_who_was_asked() -> None:
    game = asked()
    line = offers.counter_line(seen(game), game.position.agenda[-1].offer, 50)  # type: ignore[attr-defined]
    game.play(actions.Answer("Cy", False))
    scene = seen(game, past=Past(chat=(ChatLine(1, "Bo", line, 0.0, 1),)))
    assert make_panel(scene, Pick()).declined == ("Declined: BN would pay 40\u00a0K to OFE for its 2.",)


def test_an_offer_declined_by_a_company_that_is_gone_is_still_told() -> None:
    """Declined first, accepted for more, taken over: nobody speaks for OFE any more."""
    game = turn_of("acquire", phase="d", companies={
        "BN": company(70, 90, Ada=60, Bo=40), "OFE": company(60, 60, Cy=75),
    }, cash={"Ada": 100, "Bo": 50, "Cy": 500, "BN": 900, "OFE": 100})  # fmt: skip
    offer = next(c for c in game.legal() if isinstance(c.action, actions.Acquire) and c.action.target == "OFE")
    game.play(offer.at(offer.low))
    game.play(actions.Answer("Cy", False))
    game.play(offer.at(offer.low + 1))
    game.play(actions.Answer("Cy", True))
    assert len(make_panel(seen(game), Pick()).declined) == 1


# Why can I not ...?


@pytest.mark.parametrize("title", TITLES)
def test_reasons_are_few_and_never_about_what_is_legal(title: str) -> None:
    for game in positions(title, seed=2, every=25, most=240):
        reasons = why_not.list_reasons(seen(game))
        assert len(reasons) <= why_not.MOST
        assert len({reason.why for reason in reasons}) >= len(reasons) - 2
        assert all(reason.why.endswith(".") for reason in reasons)
    assert make_panel(seen(stock_round()), Pick()).whynot is None


def test_a_share_one_cannot_buy_has_a_reason_with_its_clause() -> None:
    game = stock_round(cash={"Ada": 0, "Bo": 50})
    found = {reason.clause for reason in why_not.list_reasons(seen(game))}
    assert "18CZ/VII.3f" in found


# Through the pages


class Forms(HTMLParser):
    """The forms of a page that play, with their fields; radios give one form each."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[dict[str, str]] = []
        self.picks: list[str] = []
        self.radios: list[str] = []
        self.inside: dict[str, str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note forms, fields and picks."""
        given = {name: value or "" for name, value in attrs}
        if tag == "form" and given.get("action", "").endswith("/moves"):
            self.inside, self.radios = {}, []
        if "data-pick" in given:
            self.picks.append(given["data-pick"])
        if tag == "input" and self.inside is not None:
            if given.get("type") == "radio":
                self.radios.append(given.get("value", ""))
            elif given.get("type") != "checkbox":
                self.inside[given.get("name", "")] = given.get("value", "")

    def handle_endtag(self, tag: str) -> None:
        """A form is complete."""
        if tag == "form" and self.inside is not None:
            forms = [{**self.inside, "action": value} for value in self.radios] or [self.inside]
            self.forms += [form for form in forms if form.get("action")]
            self.inside = None


def forms_of(browser: Browser, table: int, pick: str = "") -> Forms:
    """What the panel of a table has, with something picked."""
    answer = browser.get(f"/tables/{table}/parts", params={"only": "panel", "pick": pick})
    assert answer.status_code == 200, answer.text[:400]
    read = Forms()
    read.feed(answer.text)
    return read


def send(browser: Browser, address: str, form: dict[str, str], token: str) -> Response:
    """Send a form of the panel as htmx does, and get the panel back."""
    answer: Response = browser.post(f"{address}?only=panel", data=form, headers={**HTMX, "X-CSRF-Token": token})
    return answer


@pytest.mark.parametrize("title", TITLES)
def test_a_game_goes_on_by_forms_and_picks_alone(browser: Browser, service: Service, me: Actor, title: str) -> None:
    """Only what the panel holds is used; each form that is sent is accepted."""
    table = table_of(service, me, title)
    bot = CasualBot(4)
    play_some(service, table, me, 30)
    token = browser.csrf
    for _ in range(30):
        game = service.games.game(table, actor=me)
        wanted = choices.id_of(bot.choose(game))
        every = forms_of(browser, table)
        assert wanted in every.picks or any(form_group(form) == wanted for form in every.forms)
        found = forms_of(browser, table, wanted)
        form = next(form for form in found.forms if form_group(form) == wanted)
        answer = send(browser, f"/tables/{table}/moves", form, token)
        assert answer.status_code == 200, answer.text[:300]


def form_group(form: dict[str, str]) -> str:
    """The group a form belongs to."""
    return choices.id_of(actions.decode(msgspec.json.decode(form["action"])))


def test_every_form_of_a_position_would_be_accepted(browser: Browser, service: Service, me: Actor) -> None:
    """Each form of each group, on a private copy of its own."""
    table = table_of(service, me)
    play_some(service, table, me, 60)
    game, token = service.games.game(table, actor=me), browser.csrf
    for group in dict.fromkeys(choices.id_of(choice.action) for choice in game.legal()):
        for form in forms_of(browser, table, group).forms[:4]:
            copy = service.what_ifs.create_what_if(table, actor=me).id
            answer = send(browser, f"/what-ifs/{copy}/moves", {**form, "at": "0"}, token)
            assert answer.status_code == 200, answer.text[:300]


def test_an_old_position_is_locked_and_leads_back(browser: Browser, service: Service, me: Actor) -> None:
    table = table_of(service, me)
    play_some(service, table, me, 12)
    text = browser.get(f"/tables/{table}/at/5/parts", params={"only": "panel"}).text
    assert "/moves" not in text
    assert "Back to live" in text and "What if from here" in text


def test_a_finished_game_shows_the_ranking() -> None:
    game = stellwerk.new_game("18CZ", players=["Ada", "Bo", "Cy"], seed=1)
    bot = CasualBot(1)
    while not game.over:
        game.play(bot.choose(game))
    made = make_panel(seen(game, "Ada"), Pick())
    assert made.turn.state == "over" and made.groups == ()
    assert made.ranking[0].place == 1
    assert {rank.player for rank in made.ranking} == {"Ada", "Bo", "Cy"}


# Other titles


def test_another_title_has_the_same_panel() -> None:
    game = rhlkit.turn_of("RhE", stage="trains", cash={"Ada": 500, "RhE": 900})
    made = make_panel(seen(game), Pick())
    assert [stop.name for stop in made.stops] == ["Track", "Station", "Run", "Income", "Trains"]
    assert any(group.kind == "train" for group in made.groups)
