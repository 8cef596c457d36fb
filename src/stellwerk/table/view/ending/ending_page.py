"""The end of a game, or how it stands: ranking, scoring, worth and revenue over the rounds."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

import msgspec
from msgspec import UNSET, UnsetType

from stellwerk.position import Position
from stellwerk.rules import Rules
from stellwerk.table.db.records import BOT, TableInfo
from stellwerk.table.view.ending.game_timeline import GameTimeline, RoundRecord, label_of
from stellwerk.table.view.ending.plots import PlotLine, line_plot
from stellwerk.table.view.ending.scoring import ScoreRow, score_rows
from stellwerk.table.view.words.names import css_name, group_digits, join_with_and, money_of
from stellwerk.table.view.words.texts import Speech
from stellwerk.titles import rules_of


class FinalRank(msgspec.Struct, frozen=True):
    """A player's place."""

    rank: int
    player: str
    letter: str
    bot: bool
    worth: int
    note: str
    moves: int


class RevenueRow(msgspec.Struct, frozen=True):
    """A company's revenue in each operating round; None where it did not run. `kept`: not paid out."""

    company: str
    css: str
    revenues: tuple[int | None, ...]
    kept: tuple[bool, ...]
    total: int


class DividendRow(msgspec.Struct, frozen=True):
    """A player's dividends in each operating round."""

    player: str
    dividends: tuple[int, ...]
    total: int


class TrainRow(msgspec.Struct, frozen=True):
    """The trains bought in a round."""

    round: str
    phases: tuple[str, ...]
    trains: tuple[tuple[str, str, str, int], ...]
    """Company, its class name, train, price."""
    happened: tuple[str, ...]


class Ending(msgspec.Struct, frozen=True):
    """The whole page."""

    table: int
    title: str
    variant: str
    variant_name: str | UnsetType
    """The same as people write it."""
    over: bool
    heading: str
    how: str
    """How the game ended, or where it stands."""
    currency: str | UnsetType
    """Nothing, as the charts of worth and of rounds, where there is no money."""
    players: tuple[FinalRank, ...]
    """In the order of the seats."""
    ranking: tuple[FinalRank, ...]
    moves: int
    minutes: int
    columns: tuple[str, ...] | UnsetType
    """Names of the points of the worth chart: the start, then operating rounds."""
    worth: tuple[PlotLine, ...] | UnsetType
    score: tuple[ScoreRow, ...]
    operating: tuple[str, ...] | UnsetType
    """Names of the operating rounds."""
    revenue: tuple[RevenueRow, ...] | UnsetType
    dividends: tuple[DividendRow, ...] | UnsetType
    trains: tuple[TrainRow, ...]
    rounds: tuple[RoundRecord, ...]
    downloads: dict[str, str]
    note: str = ""
    """What is wrong with a game that can no longer be followed."""


def make_ending_page(
    table: TableInfo, rules: Rules, position: Position, course: GameTimeline, seconds: float, say: Speech
) -> Ending:
    """The end (or the interim standing) of a table's game."""
    operating = [record for record in course.rounds if rules.round_kinds[record.kind].companies_act]
    worth = _plot_worth(course, operating, say)
    score = score_rows(rules, position, say)
    ranks = _rank_players(table, rules, position, course, score[-1].amounts, operating, say)
    money = rules.figures.has_money
    base = f"/tables/{table.id}/end"
    return Ending(
        table=table.id,
        title=table.title,
        variant=table.variant,
        variant_name=_name_of_game(table, rules, say),
        over=course.over,
        heading=_ending_heading(ranks, course.over, say),
        how=_how_it_ended(rules, course, position, say),
        currency=rules.figures.currency if money else UNSET,
        players=ranks,
        ranking=tuple(sorted(ranks, key=lambda rank: rank.rank)),
        moves=course.moves,
        minutes=int(seconds // 60),
        columns=worth[0] if money else UNSET,
        worth=worth[1] if money else UNSET,
        score=score,
        operating=tuple(record.label for record in operating) if money else UNSET,
        revenue=tuple(_revenue_table(operating)) if money else UNSET,
        dividends=tuple(_dividend_table(position.players, operating)) if money else UNSET,
        trains=tuple(_train_table(course.rounds, say)),
        rounds=course.rounds,
        downloads=_list_downloads(base, course.over),
    )


def _name_of_game(table: TableInfo, rules: Rules, say: Speech) -> str | UnsetType:
    """Which game of its title it was, where each has a name of its own."""
    named = rules_of(table.title).figures.variant_name
    return say.sentence(rules.figures.variant_name) if named else UNSET


def _list_downloads(base: str, over: bool) -> dict[str, str]:
    known = {"json": f"{base}.json", "csv": f"{base}.csv", "revenue": f"{base}/revenue.csv"}
    known["board"] = f"{base}/board.svg"
    return {**known, "game": f"{base}/game.json"} if over else known


def _plot_worth(
    course: GameTimeline, operating: Sequence[RoundRecord], say: Speech
) -> tuple[tuple[str, ...], tuple[PlotLine, ...]]:
    """Points of the chart: the start, every operating round, and now if that is neither."""
    points = [(say("start"), course.start), *((record.label, record.players) for record in operating)]
    last = course.rounds[-1] if course.rounds else None
    if last is not None and last not in operating:
        points.append((say("now"), last.players))
    names = tuple(name for name, _ in points)
    players = [entry.player for entry in course.start]
    lines = (PlotLine(player, tuple(entries[i].worth for _, entries in points)) for i, player in enumerate(players))
    return names, tuple(lines)


def _rank_players(
    table: TableInfo,
    rules: Rules,
    position: Position,
    course: GameTimeline,
    totals: Sequence[int],
    operating: Sequence[RoundRecord],
    say: Speech,
) -> tuple[FinalRank, ...]:
    best = sorted(totals, reverse=True)
    names = [seat.name for seat in table.seats]
    counts = [(worth, rules.tie_break(position, name)) for name, worth in zip(names, totals, strict=True)]
    ranks = []
    for seat, worth, count in zip(table.seats, totals, counts, strict=True):
        ranks.append(
            FinalRank(
                rank=sorted(counts, reverse=True).index(count) + 1,
                player=seat.name,
                letter=letter_of(table.players, seat.name),
                bot=seat.kind == BOT,
                worth=worth,
                note=_note_on_player(rules, course, seat.name, worth, best, operating, say),
                moves=course.moves_of.get(seat.name, 0),
            )
        )
    return tuple(ranks)


def _note_on_player(
    rules: Rules,
    course: GameTimeline,
    player: str,
    worth: int,
    best: Sequence[int],
    operating: Sequence[RoundRecord],
    say: Speech,
) -> str:
    """One line about a player's place."""
    if player in course.bankrupt:
        return say("bankrupt")
    if worth < best[0]:
        return say("{amount} behind", amount=_amount_of(rules, best[0] - worth))
    since = _ahead_since(player, operating)
    lead = _amount_of(rules, best[0] - best[1]) if len(best) > 1 else ""
    return (
        say("by {amount}; ahead since {round}", amount=lead, round=since) if since else say("by {amount}", amount=lead)
    )


def _amount_of(rules: Rules, amount: int) -> str:
    """An amount, with its unit where there is money."""
    return money_of(rules, amount) if rules.figures.has_money else group_digits(amount)


def _ahead_since(player: str, operating: Sequence[RoundRecord]) -> str:
    """The operating round since whose end a player has been ahead without a break."""
    since = ""
    for record in reversed(operating):
        worths = {entry.player: entry.worth for entry in record.players}
        if worths[player] < max(worths.values()):
            break
        since = record.label
    return since


def _ending_heading(ranks: Sequence[FinalRank], over: bool, say: Speech) -> str:
    if not over:
        return say("Not over yet")
    winners = [rank.player for rank in ranks if rank.rank == 1]
    if len(winners) > 1:
        return say("{players} win together", players=join_with_and(say, winners))
    return say("{player} wins", player=winners[0])


def _how_it_ended(rules: Rules, course: GameTimeline, position: Position, say: Speech) -> str:
    here = say.sentence(label_of(rules, position.round))
    turns = rules.turn_count(position)
    if turns is not None and course.over:
        return say("Ended after {n} turns: every company ran once.", n=turns[1])
    if turns is not None:
        return say("This is how it would end in turn {n} of {of}; the game goes on.", n=turns[0], of=turns[1])
    if not course.over:
        return say("This is how it stands in round {round}; the game goes on.", round=here)
    if len(position.order) < 2:
        return say("Ended in round {round}: only one player was left.", round=here)
    if course.broken:
        return say(
            "The bank broke in round {broken}; the game ended after round {round}.",
            broken=say.sentence(course.broken),
            round=here,
        )
    return say("Ended after round {round}, the last one.", round=here)


def _revenue_table(operating: Sequence[RoundRecord]) -> Iterable[RevenueRow]:
    companies = dict.fromkeys(entry.company for record in operating for entry in record.companies)
    for company in companies:
        found = [next((e for e in record.companies if e.company == company), None) for record in operating]
        revenues = tuple(entry.revenue if entry else None for entry in found)
        kept = tuple(bool(entry and entry.decision == "kept" and entry.revenue) for entry in found)
        yield RevenueRow(company, css_name(company), revenues, kept, sum(revenue or 0 for revenue in revenues))


def _dividend_table(players: Sequence[str], operating: Sequence[RoundRecord]) -> Iterable[DividendRow]:
    for index, player in enumerate(players):
        paid = tuple(record.players[index].dividends for record in operating)
        yield DividendRow(player, paid, sum(paid))


def _train_table(rounds: Iterable[RoundRecord], say: Speech) -> Iterable[TrainRow]:
    for record in rounds:
        if record.trains or record.phases or record.happened:
            trains = tuple((sale.company, css_name(sale.company), sale.train, sale.price) for sale in record.trains)
            label = say.sentence(record.label)
            yield TrainRow(label, record.phases, trains, tuple(say.sentence(text) for text in record.happened))


def letter_of(names: Sequence[str], player: str) -> str:
    """One or two letters that stand for a player and for no other."""
    short = player[:1].upper()
    alone = sum(name[:1].upper() == short for name in names) == 1
    return short if alone else f"{short}{names.index(player) + 1}"


def worth_chart(model: Ending, say: Speech) -> str:
    """The chart of everybody's worth."""
    if isinstance(model.columns, UnsetType) or isinstance(model.worth, UnsetType):
        return ""
    label = say("Worth of each player after every operating round; the table below has the figures")
    return line_plot(model.columns, model.worth, label, str(model.currency))


def players_csv(model: Ending) -> str:
    """One row a player and round."""
    if isinstance(model.currency, UnsetType):
        return _write_csv(("player", "dividends"), [(rank.player, rank.worth) for rank in model.players])
    rows = [
        (record.label, record.kind, entry.player, entry.worth, entry.cash, entry.dividends)
        for record in model.rounds
        for entry in record.players
    ]
    return _write_csv(("round", "kind", "player", "worth", "cash", "dividends"), rows)


def revenue_csv(model: Ending) -> str:
    """One row a company and operating round."""
    if isinstance(model.currency, UnsetType):
        incomes = ((row.company, row.each) for row in model.score if row.company)
        return _write_csv(("company", "income"), incomes)
    rows = [
        (record.label, entry.company, entry.revenue, entry.decision, entry.price)
        for record in model.rounds
        for entry in record.companies
    ]
    return _write_csv(("round", "company", "revenue", "decision", "price"), rows)


def _write_csv(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(head)
    writer.writerows([_safe_csv_cell(cell) for cell in row] for row in rows)
    return text.getvalue()


def _safe_csv_cell(value: object) -> object:
    """A name that a spreadsheet would take for a formula gets an apostrophe in front."""
    return f"'{value}" if isinstance(value, str) and value[:1] in "=+-@\t\r" and value else value
