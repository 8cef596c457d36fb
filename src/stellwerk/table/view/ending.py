"""The end of a game, or how it stands: ranking, scoring, worth and revenue over the rounds."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

import msgspec

from stellwerk.position import Position
from stellwerk.rules import Rules
from stellwerk.table.records import BOT, TableInfo
from stellwerk.table.view.gamecourse import Course, RoundRecord, label_of
from stellwerk.table.view.naming import css_name, listed, money_of
from stellwerk.table.view.plots import Line, line_plot
from stellwerk.table.view.scoring import ScoreRow, score_rows
from stellwerk.table.view.texts import Say


class Rank(msgspec.Struct, frozen=True):
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
    over: bool
    heading: str
    how: str
    """How the game ended, or where it stands."""
    currency: str
    players: tuple[Rank, ...]
    """In the order of the seats."""
    ranking: tuple[Rank, ...]
    moves: int
    minutes: int
    columns: tuple[str, ...]
    """Names of the points of the worth chart: the start, then operating rounds."""
    worth: tuple[Line, ...]
    score: tuple[ScoreRow, ...]
    operating: tuple[str, ...]
    """Names of the operating rounds."""
    revenue: tuple[RevenueRow, ...]
    dividends: tuple[DividendRow, ...]
    trains: tuple[TrainRow, ...]
    rounds: tuple[RoundRecord, ...]
    downloads: dict[str, str]
    note: str = ""
    """What is wrong with a game that can no longer be followed."""


def ending(table: TableInfo, rules: Rules, position: Position, course: Course, seconds: float, say: Say) -> Ending:
    """The end (or the interim standing) of a table's game."""
    operating = [record for record in course.rounds if record.kind == "operating"]
    worth = _worth(course, operating, say)
    score = score_rows(rules, position, say)
    ranks = _ranks(table, rules, course, score[-1].amounts, operating, say)
    base = f"/tables/{table.id}/end"
    return Ending(
        table=table.id,
        title=table.title,
        variant=table.variant,
        over=course.over,
        heading=_heading(ranks, course.over, say),
        how=_how(course, position, say),
        currency=rules.figures.currency,
        players=ranks,
        ranking=tuple(sorted(ranks, key=lambda rank: rank.rank)),
        moves=course.moves,
        minutes=int(seconds // 60),
        columns=worth[0],
        worth=worth[1],
        score=score,
        operating=tuple(record.label for record in operating),
        revenue=tuple(_revenue(operating)),
        dividends=tuple(_dividends(position.players, operating)),
        trains=tuple(_trains(course.rounds, say)),
        rounds=course.rounds,
        downloads=_downloads(base, course.over),
    )


def _downloads(base: str, over: bool) -> dict[str, str]:
    known = {"json": f"{base}.json", "csv": f"{base}.csv", "revenue": f"{base}/revenue.csv"}
    known["board"] = f"{base}/board.svg"
    return {**known, "game": f"{base}/game.json"} if over else known


def _worth(course: Course, operating: Sequence[RoundRecord], say: Say) -> tuple[tuple[str, ...], tuple[Line, ...]]:
    """Points of the chart: the start, every operating round, and now if that is neither."""
    points = [(say("start"), course.start), *((record.label, record.players) for record in operating)]
    last = course.rounds[-1] if course.rounds else None
    if last is not None and last.kind != "operating":
        points.append((say("now"), last.players))
    names = tuple(name for name, _ in points)
    players = [entry.player for entry in course.start]
    lines = (Line(player, tuple(entries[i].worth for _, entries in points)) for i, player in enumerate(players))
    return names, tuple(lines)


def _ranks(
    table: TableInfo,
    rules: Rules,
    course: Course,
    totals: Sequence[int],
    operating: Sequence[RoundRecord],
    say: Say,
) -> tuple[Rank, ...]:
    best = sorted(totals, reverse=True)
    ranks = []
    for seat, worth in zip(table.seats, totals, strict=True):
        ranks.append(
            Rank(
                rank=best.index(worth) + 1,
                player=seat.name,
                letter=letter_of(table.players, seat.name),
                bot=seat.kind == BOT,
                worth=worth,
                note=_note(rules, course, seat.name, worth, best, operating, say),
                moves=course.moves_of.get(seat.name, 0),
            )
        )
    return tuple(ranks)


def _note(
    rules: Rules,
    course: Course,
    player: str,
    worth: int,
    best: Sequence[int],
    operating: Sequence[RoundRecord],
    say: Say,
) -> str:
    """One line about a player's place."""
    if player in course.bankrupt:
        return say("bankrupt")
    if worth < best[0]:
        return say("{amount} behind", amount=money_of(rules, best[0] - worth))
    since = _ahead_since(player, operating)
    lead = money_of(rules, best[0] - best[1]) if len(best) > 1 else ""
    return (
        say("by {amount}; ahead since {round}", amount=lead, round=since) if since else say("by {amount}", amount=lead)
    )


def _ahead_since(player: str, operating: Sequence[RoundRecord]) -> str:
    """The operating round since whose end a player has been ahead without a break."""
    since = ""
    for record in reversed(operating):
        worths = {entry.player: entry.worth for entry in record.players}
        if worths[player] < max(worths.values()):
            break
        since = record.label
    return since


def _heading(ranks: Sequence[Rank], over: bool, say: Say) -> str:
    if not over:
        return say("Not over yet")
    winners = [rank.player for rank in ranks if rank.rank == 1]
    if len(winners) > 1:
        return say("{players} win together", players=listed(say, winners))
    return say("{player} wins", player=winners[0])


def _how(course: Course, position: Position, say: Say) -> str:
    here = say.sentence(label_of(position.round))
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


def _revenue(operating: Sequence[RoundRecord]) -> Iterable[RevenueRow]:
    companies = dict.fromkeys(entry.company for record in operating for entry in record.companies)
    for company in companies:
        found = [next((e for e in record.companies if e.company == company), None) for record in operating]
        revenues = tuple(entry.revenue if entry else None for entry in found)
        kept = tuple(bool(entry and entry.decision == "kept" and entry.revenue) for entry in found)
        yield RevenueRow(company, css_name(company), revenues, kept, sum(revenue or 0 for revenue in revenues))


def _dividends(players: Sequence[str], operating: Sequence[RoundRecord]) -> Iterable[DividendRow]:
    for index, player in enumerate(players):
        paid = tuple(record.players[index].dividends for record in operating)
        yield DividendRow(player, paid, sum(paid))


def _trains(rounds: Iterable[RoundRecord], say: Say) -> Iterable[TrainRow]:
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


def worth_chart(model: Ending, say: Say) -> str:
    """The chart of everybody's worth."""
    label = say("Worth of each player after every operating round; the table below has the figures")
    return line_plot(model.columns, model.worth, label, model.currency)


def players_csv(model: Ending) -> str:
    """One row a player and round."""
    rows = [
        (record.label, record.kind, entry.player, entry.worth, entry.cash, entry.dividends)
        for record in model.rounds
        for entry in record.players
    ]
    return _csv(("round", "kind", "player", "worth", "cash", "dividends"), rows)


def revenue_csv(model: Ending) -> str:
    """One row a company and operating round."""
    rows = [
        (record.label, entry.company, entry.revenue, entry.decision, entry.price)
        for record in model.rounds
        for entry in record.companies
    ]
    return _csv(("round", "company", "revenue", "decision", "price"), rows)


def _csv(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(head)
    writer.writerows([_cell(cell) for cell in row] for row in rows)
    return text.getvalue()


def _cell(value: object) -> object:
    """A name that a spreadsheet would take for a formula gets an apostrophe in front."""
    return f"'{value}" if isinstance(value, str) and value[:1] in "=+-@\t\r" and value else value
