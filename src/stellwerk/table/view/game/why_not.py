"""Why can I not ...? Every kind of action a player might expect now and does not have, with reason and clause.

The engine is asked about sensible candidates and refuses them: its sentences are the reasons.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from stellwerk import actions
from stellwerk.actions import Action, Choice
from stellwerk.errors import Illegal, StellwerkError
from stellwerk.position import OFFERING, POOL
from stellwerk.referee import Referee
from stellwerk.rules.stages import find_act
from stellwerk.steps.bidding import BoxBidding, PlaceToken
from stellwerk.steps.connection_cache import reach_of
from stellwerk.steps.operating_round import OperatingTurn
from stellwerk.steps.privates import BuyFromPlayer
from stellwerk.steps.stock_round import StockRound
from stellwerk.steps.track import hexes_near
from stellwerk.steps.train_purchase import from_bank
from stellwerk.steps.waterfall import lots_left
from stellwerk.table.view.game.choices import by_group, id_of, task_of
from stellwerk.table.view.own_words import own_candidates
from stellwerk.table.view.scene import Scene
from stellwerk.table.view.words.choice_labels import label_choice, private_name, token_figure

MOST = 8
ONE_BY_ONE = (actions.BuyTrain, PlaceToken)
"""Of these each choice is asked for itself, even where others of its group are possible."""


class WhyNotReason(msgspec.Struct, frozen=True):
    """Something that cannot be done now, why not, and the clause behind it."""

    what: str
    why: str
    clause: str = ""
    more: int = 0
    """How many more there are with the same reason."""


def list_reasons(scene: Scene) -> tuple[WhyNotReason, ...]:
    """The most useful reasons; what has the same reason stands together."""
    if not scene.decides:
        return ()
    known = by_group(scene)
    found: dict[tuple[str, str], WhyNotReason] = {}
    also: Counter[tuple[str, str]] = Counter()
    for what, action in expected_actions(scene):
        refusal = None if id_of(action) in known and not isinstance(action, ONE_BY_ONE) else ask_why_not(scene, action)
        if refusal is None:
            continue
        key = (refusal.code, refusal.clause or "")
        also[key] += key in found
        found.setdefault(key, WhyNotReason(what, scene.say.sentence(refusal.sentence), refusal.clause or ""))
    told = [msgspec.structs.replace(reason, more=also[key]) for key, reason in found.items()]
    return (*stages_over_and_to_come(scene), *told, *no_passing(scene))[:MOST]


def no_passing(scene: Scene) -> Iterator[WhyNotReason]:
    """Nobody passes or withdraws while boxes are bid on."""
    if isinstance(task_of(scene), BoxBidding):
        why = scene.say("Who has no token on a box, or is outbid, puts it on one.")
        yield WhyNotReason(scene.say("pass"), why, scene.rules.clause("not-your-turn", "box-bidding") or "")


def ask_why_not(scene: Scene, action: Action) -> Illegal | None:
    """Why an action cannot be played; None if it can, or if the engine only says that it is not the time."""
    try:
        scene.game.check(action)
    except Illegal as refusal:
        return None if refusal.code in ("not-now", "not-your-turn") else refusal
    except (StellwerkError, KeyError):
        return None
    return None


def stages_over_and_to_come(scene: Scene) -> Iterator[WhyNotReason]:
    """The steps of a company's turn that are over, and those that come only after one that must be done."""
    task, say = task_of(scene), scene.say
    if not isinstance(task, OperatingTurn):
        return
    stages = scene.rules.stages(scene.position, task.company)
    names = [stage.name for stage in stages]
    must = next((i for i, stage in enumerate(stages) if i >= task.stage and stage.must), len(names))
    clause = scene.rules.clause("not-now") or ""
    words = {"track": say("lay track"), "station": say("place a station"), "trains": say("buy a train")}
    for name, what in words.items():
        if name in names[: task.stage]:
            yield WhyNotReason(what, say("The steps of a turn have an order, and this one is over."), clause)
        elif name in names[must + 1 :]:
            yield WhyNotReason(what, say("The steps of a turn have an order, and this one comes later."), clause)


def expected_actions(scene: Scene) -> Iterator[tuple[str, Action]]:
    """What a player might want, the most useful first."""
    task = task_of(scene)
    if task is not None:
        yield from ((label_choice(scene, Choice(action), 0).label, action) for action in own_candidates(scene, task))
    if isinstance(task, OperatingTurn):
        names = [stage.name for stage in scene.rules.stages(scene.position, task.company)]
        over = {_expected_track: "track", _expected_stations: "station"}
        for wanted in (_expected_track, _expected_stations, _expected_trains, _expected_trades, _expected_end):
            if over.get(wanted) not in names[: task.stage]:
                yield from wanted(scene, task.company)
    elif isinstance(task, StockRound):
        yield from _expected_shares(scene, scene.game.actor)
    elif task is not None and "pass" in by_group(scene):
        yield from _expected_lots(scene, scene.game.actor)


def _expected_track(scene: Scene, company: str) -> Iterator[tuple[str, Action]]:
    """A tile on hexes near the company, and one of the next colour."""
    board, position = scene.rules.board, scene.position
    referee = Referee(scene.rules, position)
    for hex in hexes_near(referee, company):
        for tile, rotation in board.fitting(position.tiles, hex)[:1]:
            what = scene.say("lay a tile on {place}", place=scene.place(hex))
            yield what, actions.LayTile(company, hex, tile, rotation)
    task = task_of(scene)
    if isinstance(task, OperatingTurn) and task.laid:
        for hex in hexes_near(referee, company):
            for tile, rotation in board.fitting(position.tiles, hex)[:1]:
                yield scene.say("lay another tile"), actions.LayTile(company, hex, tile, rotation)
                return


def _expected_stations(scene: Scene, company: str) -> Iterator[tuple[str, Action]]:
    """Cities the company reaches, then others."""
    reached = sorted(reach_of(scene.rules, scene.position, company).cities)
    named = [(hex, 0) for hex, figure in scene.rules.board.hexes.items() if figure.cities and figure.name]
    for hex, city in (*reached[:6], *named[:1]):
        what = scene.say("place a station in {place}", place=scene.place(hex))
        yield what, actions.PlaceStation(company, hex, city)


def _expected_trains(scene: Scene, company: str) -> Iterator[tuple[str, Action]]:
    """Each face on sale, and the trains of others."""
    say, rules = scene.say, scene.rules
    for source, card in from_bank(Referee(rules, scene.position)):
        for face in rules.cards.faces(card):
            yield say("buy a {train}", train=face.name), actions.BuyTrain(company, source, card, face.name, face.price)
    for card, (owner, name) in scene.position.trains.items():
        if owner in rules.companies and owner != company:
            what = say("buy the {train} of {company}", train=name, company=owner)
            yield what, actions.BuyTrain(company, owner, card, name, 1)


def _expected_trades(scene: Scene, company: str) -> Iterator[tuple[str, Action]]:
    """Companies to take over, private companies to buy."""
    say, position = scene.say, scene.position
    for target in position.floated:
        if target != company:
            low = ((scene.rules.price_of(position, target) or 0) + 1) // 2
            yield say("take over {company}", company=target), actions.Acquire(company, target, low)
    for private, owner in position.privates.items():
        if owner in position.players:
            price = _least_price(scene, company, private)
            what = say("buy {name} of {owner}", name=private_name(scene, private), owner=owner)
            yield what, actions.TakeOverPrivate(company, private, price)
    tokens = token_figure(scene)
    if tokens is not None:
        owner = position.privates[tokens.id]
        seller = owner if owner in scene.rules.companies else POOL
        yield say("buy an access token to {hex}", hex=tokens.hex), actions.BuyToken(company, seller)


def _least_price(scene: Scene, company: str, private: str) -> int:
    """The lowest price of a private company, as far as companies may buy it now."""
    rules, position = scene.rules, scene.position
    act = find_act(rules, BuyFromPlayer, position, company)
    for_sale = act is not None and act.is_on_sale(rules, position, private)
    return act.price_range(rules, position, private)[0] if act is not None and for_sale else 1


def _expected_end(scene: Scene, company: str) -> Iterator[tuple[str, Action]]:
    yield scene.say("end the turn"), actions.Pass(company)


def _expected_shares(scene: Scene, player: str) -> Iterator[tuple[str, Action]]:
    """Selling what one has, buying what there is, starting what is not started, passing."""
    say, rules, position = scene.say, scene.rules, scene.position
    for company in position.markers:
        if rules.register.percent(position, company, player):
            unit = rules.register.unit[company]
            yield say("sell {company}", company=company), actions.SellShares(player, company, unit)
    yield say("pass"), actions.Pass(player)
    for private in position.privates:
        if position.privates[private] == player and _knows_exchange(scene):
            what = say("exchange {name}", name=private_name(scene, private))
            yield what, actions.ExchangePrivate(player, private)
    for company in position.markers:
        for source in (OFFERING, POOL):
            for percent in sorted(rules.register.offered_percents(position, company, source))[:1]:
                what = say("buy {company}", company=company)
                yield what, actions.BuyShare(player, company, percent, source)
    for company in rules.companies:
        if company not in position.pars and company not in rules.register.unpriced:
            price = min(rules.starting_prices(position, company), default=0)
            yield say("start {company}", company=company), actions.StartCompany(player, company, price)


def _knows_exchange(scene: Scene) -> bool:
    """Does the title know an exchange of private companies for shares?"""
    acts = scene.rules.acts_by_step.get(StockRound, ())
    return any(act.action is actions.ExchangePrivate for act in acts)


def _expected_lots(scene: Scene, player: str) -> Iterator[tuple[str, Action]]:
    """Buying or bidding for what is on offer."""
    make: tuple[Callable[[str], Any], ...] = (
        lambda lot: actions.BuyPrivate(player, lot),
        lambda lot: actions.Bid(player, lot, scene.rules.privates[lot].price + 5),
    )
    for lot in lots_left(Referee(scene.rules, scene.position)):
        name = private_name(scene, lot)
        for build, what in zip(
            make, (scene.say("buy {name}", name=name), scene.say("bid for {name}", name=name)), strict=True
        ):
            yield what, build(lot)
    yield scene.say("pass"), actions.Pass(player)
