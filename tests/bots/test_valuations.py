"""What `steady` thinks: selling for something better, finishing what was begun, saving, building, richer stops."""

from __future__ import annotations

from functools import cache

import stellwerk
from stellwerk.actions import Action, BuyShare, LayTile, SellShares, StartCompany
from stellwerk.bots.evaluation import Evaluation
from stellwerk.bots.forecast import State, forecaster_of
from stellwerk.bots.horizon import Horizon
from stellwerk.bots.steady import REASONS, Steady, SteadyMind
from stellwerk.bots.track import TWINS, most_promising, richness_of_hex
from stellwerk.game import Game
from stellwerk.rules import Rules
from stellwerk.titles import rules_of

PLAYERS = ("Ada", "Bo", "Cy")
Move = tuple[Game, Action, str]


@cache
def moves(until: int = 7) -> tuple[Move, ...]:
    """What steady players of 18CZ do before a set of rounds begins: the game before each move, the move, and why."""
    game, bot, made = stellwerk.new_game("18CZ", players=PLAYERS, seed=5), Steady(5), []
    while game.position.round.set < until:
        decision = bot.decide(game)
        made.append((game.copy(), decision.action, decision.why))
        game.play(decision.action)
    return tuple(made)


def sketched(rules: Rules, **given: object) -> State:
    """A company with one train that lives long, in a game of ten rounds; no other train is worth waiting for."""
    cards = rules.cards.by_name
    horizon = Horizon((cards["4+4"],) * 16, dict.fromkeys(cards, 99.0))
    plain = State("NWB", (1, 5), 0, 0, 0, ((cards["3+3"], 99.0),), 0.5, horizon, 3, 10)
    return plain._replace(**given)  # type: ignore[arg-type]


def test_who_sells_for_something_better_buys_in_the_same_turn_what_he_could_not_buy_before() -> None:
    made = moves()
    sales = [number for number, (_, action, why) in enumerate(made) if why == REASONS["sale"]]
    assert sales
    for number in sales:
        before, seller = made[number][0], made[number][0].turn
        then = next(action for _, action, _ in made[number + 1 :] if not isinstance(action, SellShares))
        assert isinstance(then, BuyShare | StartCompany)
        assert then.player == seller
        assert then not in before.legal()


def test_hardly_a_company_is_begun_and_left() -> None:
    left = started = 0
    for (before, _, _), (after, _, _) in zip(moves(), moves()[1:], strict=False):
        if before.position.round.kind == "stock" != after.position.round.kind:
            started = len(after.position.markers)
            left += sum(company not in after.position.floated for company in after.position.markers)
    assert started > 8
    assert left <= 1


def test_nobody_saves_for_a_train_that_would_run_in_the_last_round_only() -> None:
    """Given a train that rusts before the last round; then its company pays out as if it lived."""
    rules = rules_of("18CZ")
    forecaster, pos = forecaster_of(rules), moves()[0][0].position
    train = rules.cards.by_name["3+3"]
    lives = forecaster.sketch(pos, sketched(rules))
    rusts = forecaster.sketch(pos, sketched(rules, trains=((train, 8.5),)))
    assert rusts.price > 0.9 * lives.price
    assert rusts.dividends > 0.85 * lives.dividends


def test_money_in_the_treasury_is_worth_the_track_it_pays_for() -> None:
    rules = rules_of("18CZ")
    forecaster, pos = forecaster_of(rules), moves()[0][0].position
    poor, rich = forecaster.sketch(pos, sketched(rules)), forecaster.sketch(pos, sketched(rules, treasury=100))
    assert rich.dividends > poor.dividends + 20
    assert rich.left < 20


def test_what_is_expected_of_a_company_does_not_change_when_another_floats() -> None:
    """The number of companies sets the pace at which trains are sold; but not within one decision."""
    seen = 0
    for before, action, _ in moves():
        after = before.copy()
        after.play(action)
        floated = set(after.position.floated) - set(before.position.floated)
        if not isinstance(action, BuyShare | StartCompany) or not floated:
            continue
        worth = Evaluation(before.rules, before.position)
        for company in before.position.floated:
            first, then = (
                worth.forecast(pos, company, worth.held(pos)[company], 8.0) for pos in (before.position, after.position)
            )
            assert first == then
            seen += 1
    assert seen > 5


def test_of_many_tiles_few_in_one_hex_are_looked_at_and_those_that_make_stops_richer() -> None:
    found = 0
    for game, _, _ in moves():
        lays = [choice for choice in game.legal() if isinstance(choice.action, LayTile)]
        if len(lays) < 60:
            continue
        looks = [choice.action for choice in most_promising(game.rules, game.position, lays, 12)]
        assert len(looks) <= 12
        hexes = [action.hex for action in looks if isinstance(action, LayTile)]
        assert max(map(hexes.count, hexes)) <= TWINS
        found += sum(gain(game, action) >= 10 for action in looks)
    assert found > 20


def gain(game: Game, action: Action) -> int:
    """By how much a tile makes the stops of its hex richer."""
    assert isinstance(action, LayTile)
    rules, pos = game.rules, game.position
    old, new = rules.board.ground(pos.tiles, action.hex), rules.board.as_laid(action.tile, action.rotation)
    return richness_of_hex(new, rules, pos) - richness_of_hex(old, rules, pos)


def test_a_hunch_fades_towards_the_end() -> None:
    early = next(game for game, _, _ in moves() if game.position.round.kind == "operating")
    late = moves()[-1][0]
    chance = Steady(1).chance(early)
    assert SteadyMind(early, chance).fades == 1.0
    assert SteadyMind(late, chance).fades <= 1.0
    late.position.round = stellwerk.position.Round("operating", 8, 3, 3)
    assert SteadyMind(late, chance).fades == 0.0
