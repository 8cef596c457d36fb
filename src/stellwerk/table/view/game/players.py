"""The players part of the table page: order, certificates, cash, worth, what could be turned into cash, holdings."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from stellwerk.position import Position, Round
from stellwerk.referee import Referee
from stellwerk.rules import Rules
from stellwerk.rules.limits import certificates_of, limit_of_certificates
from stellwerk.steps.share_sales_and_directors import sale_is_possible
from stellwerk.steps.stock_round import STOCK
from stellwerk.table.db.records import BOT
from stellwerk.table.view.game import standing_facts
from stellwerk.table.view.game.box_bidding import say_token
from stellwerk.table.view.game.private_cards import PrivateCard, make_private_cards
from stellwerk.table.view.game.standing_facts import Held, Holding
from stellwerk.table.view.scene import Pick, Scene


class PrivateChip(msgspec.Struct, frozen=True):
    """A private company somebody owns."""

    id: str
    short: str
    name: str
    used: bool = False


class PlayerRow(msgspec.Struct, frozen=True, kw_only=True):
    """One player. `worth` is what the game would count now; `liquid` is cash and what sales would bring at most."""

    name: str
    letter: str
    bot: bool
    you: bool
    turn: bool
    passed: bool
    out: bool
    certificates: int
    limit: int
    over: bool
    cash: int | UnsetType = UNSET
    """Nothing, as `liquid`, `loan` and `penalty`, where there is no money."""
    worth: int
    liquid: int | UnsetType = UNSET
    loan: int | UnsetType = UNSET
    penalty: int | UnsetType = UNSET
    holdings: tuple[Holding, ...]
    privates: tuple[PrivateChip, ...]
    cards: tuple[PrivateCard, ...] | UnsetType = UNSET
    """Private companies whose certificates show more than a name."""
    bid: str | UnsetType = UNSET
    """Where his token lies, while boxes are bid on."""
    must_move: bool | UnsetType = UNSET
    """Is that token outbid?"""


class Players(msgspec.Struct, frozen=True):
    """All players in playing order, those who have left the game last."""

    order: str
    """What the order is called."""
    players: tuple[PlayerRow, ...]
    if_over: bool | UnsetType = UNSET
    """Is the worth of a player what he would have if the game ended now, because only that counts?"""


def make_players_part(scene: Scene, pick: Pick) -> Players:
    """The players of a scene."""
    position = scene.position
    gone = [player for player in position.players if player not in position.order]
    shares = standing_facts.holdings_by_place(scene.rules, position)
    cards = tuple(_make_player_row(scene, player, shares, pick) for player in (*position.order, *gone))
    order = scene.say("turn order") if standing_facts.in_stock_round(scene) else scene.say("stock order")
    return Players(order, cards, UNSET if scene.rules.figures.has_money else not scene.game.over)


def _make_player_row(scene: Scene, name: str, shares: dict[str, dict[str, Held]], pick: Pick) -> PlayerRow:
    rules, position, seat = scene.rules, scene.position, scene.seat_of(name)
    certificates, limit = certificates_of(rules, position, name), limit_of_certificates(rules, position)
    cards, (bid, must_move) = make_private_cards(scene, name, pick), say_token(scene, name)
    return PlayerRow(
        name=name,
        letter=scene.letter(name),
        bot=seat is not None and seat.kind == BOT,
        you=seat is not None and seat.seat in scene.mine and name == scene.me,
        turn=scene.game.turn == name,
        passed=name in standing_facts.players_passed(position),
        out=name not in position.order,
        certificates=certificates,
        limit=limit,
        over=certificates > limit,
        worth=rules.wealth(position, name),
        **(_money_of(rules, position, name) if rules.figures.has_money else {}),
        holdings=list_holdings(rules, position, name, shares),
        privates=list_privates(rules, position, name) if not cards else (),
        cards=cards or UNSET,
        bid=bid or UNSET,
        must_move=must_move or UNSET,
    )


def _money_of(rules: Rules, position: Position, name: str) -> dict[str, int]:
    """What a player has and owes, and what he could have."""
    return {
        "cash": position.cash.get(name, 0),
        "liquid": liquid_worth(rules, position, name),
        "loan": position.loans.get(name, 0),
        "penalty": position.penalties.get(name, 0),
    }


def list_holdings(
    rules: Rules, position: Position, owner: str, shares: dict[str, dict[str, Held]]
) -> tuple[Holding, ...]:
    """What somebody holds: what he directs first, then by size and price."""
    order = {company: place for place, company in enumerate(rules.companies_by_price(position))}
    found = [
        Holding(c, places[owner].percent, places[owner].director) for c, places in shares.items() if owner in places
    ]
    return tuple(sorted(found, key=lambda one: (not one.director, -one.percent, order.get(one.company, len(order)))))


def list_privates(rules: Rules, position: Position, owner: str) -> tuple[PrivateChip, ...]:
    """The private companies somebody owns."""
    return tuple(
        PrivateChip(
            private,
            standing_facts.private_label(rules, private),
            rules.privates[private].name,
            private in position.used,
        )
        for private, place in position.privates.items()
        if place == owner
    )


def liquid_worth(rules: Rules, position: Position, player: str) -> int:
    """Cash, and what selling all he can sell would bring before any price falls.

    In an operating round the question is what the next stock round would allow.
    """
    then = position.copy()
    if not rules.kind_of(position.round).shares_trade:
        then.round = Round(STOCK.name, position.round.set + 1)
    referee = Referee(rules, then)
    held = position.cash.get(player, 0)
    return held + sum(sale_proceeds(referee, player, company) for company in position.markers)


def sale_proceeds(referee: Referee, player: str, company: str) -> int:
    """What the largest sale of one company's shares would bring that the rules allow a player."""
    rules, position = referee.rules, referee.pos
    held = referee.percent(company, player)
    if not held or player not in position.order or not rules.may_sell_now(position, company):
        return 0
    room = rules.figures.pool_limit - referee.percent(company, rules.sales_go_to)
    unit = rules.register.unit[company]
    most = min(held, room) // unit * unit
    sizes = range(most, 0, -unit)
    percent = next((size for size in sizes if sale_is_possible(referee, player, company, size)), 0)
    return rules.register.shares(company, percent) * referee.price(company)
