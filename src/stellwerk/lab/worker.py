"""One game from its number to its record: what a worker does."""

from __future__ import annotations

import contextlib
import traceback
from functools import cache

from stellwerk import ledger, new_game
from stellwerk.actions import Run
from stellwerk.errors import StellwerkError
from stellwerk.game import Entry, Game
from stellwerk.lab.game_observer import GameObserver
from stellwerk.lab.plan import COMMAND, RunPlan
from stellwerk.lab.record import CRASH, GameRecord, SeatRecord
from stellwerk.lab.seated_bots import SeatedBot
from stellwerk.position import BANK
from stellwerk.routes.engine import warm_up
from stellwerk.rules import Rules
from stellwerk.steps.running import best_for


@cache
def make_ready() -> None:
    """Once in a process: compile what can be compiled; the games are the same without it, only slower."""
    with contextlib.suppress(Exception):
        warm_up()


def play_game(plan: RunPlan, number: int) -> GameRecord:
    """Play game `number` of a plan; whatever goes wrong is in its record."""
    make_ready()
    seed = plan.number_for("game", number)
    try:
        game = new_game(plan.title, plan.players, seed, plan.variant, plan.rules, edition=plan.edition)
        players = seat_bots(plan, number, game)
        try:
            return play_to_end(plan, number, game, players)
        finally:
            for player in players.values():
                player.leave()
    except Exception as error:
        return record_crash(plan, number, error)


def seat_bots(plan: RunPlan, number: int, game: Game) -> dict[str, SeatedBot]:
    """The bots on their places, in the playing order the game has drawn."""
    return {
        name: SeatedBot(name, plan.bot_at(place, number), plan.number_for(f"bot {place}", number), plan)
        for place, name in enumerate(game.position.order)
    }


def play_to_end(plan: RunPlan, number: int, game: Game, players: dict[str, SeatedBot]) -> GameRecord:
    """Play to the end, or as far as the plan allows; a failure of the engine ends the game there."""
    watch = GameObserver(game)
    money = ledger.total_money(game.position)
    moves = 0
    error = None
    try:
        while not game.over and moves < plan.most:
            player, since = players[game.turn], len(game.log)
            game.play(player.choose(game))
            moves += 1
            check_books(game, money)
            if not player.bot.startswith(COMMAND):
                check_claim(game.rules, game.log[since])
            watch.look()
    except Exception:
        error = traceback.format_exc(limit=-6)
    return record_game(number, watch, players, moves, error)


def check_claim(rules: Rules, entry: Entry) -> None:
    """Our bots run for what the route finder proves, whatever the rules would leave them to claim."""
    run = entry.action
    if isinstance(run, Run) and run.revenue != (best := best_for(rules, entry.before, run.company).total):
        raise StellwerkError(f"{run.company} claims {run.revenue}, but its routes earn {best}.")


def check_books(game: Game, money: int) -> None:
    """No money comes from nowhere or is lost, and only the bank may owe any, or a treasury where the rules say so."""
    cash = game.position.cash
    rules, players = game.rules, game.position.players
    may_owe = {
        BANK,
        *(rules.companies if rules.treasuries_may_owe else ()),
        *(players if rules.players_may_owe else ()),
    }
    if ledger.total_money(game.position) != money or any(
        amount < 0 for who, amount in cash.items() if who not in may_owe
    ):
        raise StellwerkError(f"The books do not balance: there were {money}, now there are {cash}.")


def record_game(
    number: int, watch: GameObserver, players: dict[str, SeatedBot], moves: int, error: str | None
) -> GameRecord:
    """What is kept of it."""
    game = watch.game
    result = dict(game.position.result or {})
    winners = watch.winners
    return GameRecord(
        game=number,
        seed=game.start.seed,
        seats=tuple(record_seat(player, place, result, winners) for place, player in enumerate(players.values(), 1)),
        ended=CRASH if error else watch.how_it_ended(),
        ended_in="" if error else watch.where_it_ended(),
        winners=winners,
        result=result,
        moves=moves,
        rounds=watch.rounds,
        worths=watch.worths,
        trains=watch.trains,
        companies=watch.companies,
        phases=watch.phases,
        events=watch.events,
        faults=tuple(fault for player in players.values() for fault in player.faults),
        error=error,
        hash=game.position.hash(),
        times={name: player.time for name, player in players.items()},
    )


def record_seat(player: SeatedBot, place: int, result: dict[str, int], winners: tuple[str, ...]) -> SeatRecord:
    """How a player did."""
    won = round(1 / len(winners), 6) if player.name in winners else 0.0
    return SeatRecord(player.name, player.bot, place, result.get(player.name, 0), won, player.moves)


def record_crash(plan: RunPlan, number: int, error: BaseException) -> GameRecord:
    """The record of a game that could not be played."""
    seats = tuple(SeatRecord(name, plan.bot_at(place, number), place + 1) for place, name in enumerate(plan.players))
    words = "".join(traceback.format_exception(error, limit=-6))
    return GameRecord(game=number, seed=plan.number_for("game", number), seats=seats, ended=CRASH, error=words)
