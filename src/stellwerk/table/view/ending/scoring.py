"""Scoring step by step: what a player's worth is made of. The sum is always what the rules say."""

from __future__ import annotations

import msgspec

from stellwerk.position import Position
from stellwerk.rules import Rules
from stellwerk.table.view.words.names import css_name, group_digits
from stellwerk.table.view.words.texts import Speech

DIVIDEND = "dividend"
CASH, HOLDING, LOAN, PENALTY, PRIVATES, OTHER, TOTAL = (
    "cash", "holding", "loan", "penalty", "privates", "other", "total",
)  # fmt: skip


class ScoreRow(msgspec.Struct, frozen=True):
    """One step of the scoring: an amount for each player, in the order of the seats, and a word to each."""

    kind: str
    label: str
    amounts: tuple[int, ...]
    details: tuple[str, ...]
    company: str = ""
    css: str = ""
    each: int | None = None
    """What one share or one private company counts."""


def score_rows(rules: Rules, position: Position, say: Speech) -> tuple[ScoreRow, ...]:
    """All steps, and the total."""
    players = position.players
    none = ("",) * len(players)
    if not rules.figures.has_money:
        return _dividend_rows(rules, position, say)
    rows = [ScoreRow(CASH, say("Cash"), tuple(position.cash[player] for player in players), none)]
    rows += [_holding_row(rules, position, say, company) for company in rules.companies_by_price(position)]
    rows.append(_minus_row(LOAN, say("Unpaid loans"), position.loans, players))
    rows.append(_minus_row(PENALTY, say("Penalties for loans"), position.penalties, players))
    total = tuple((position.result or {}).get(player, rules.wealth(position, player)) for player in players)
    rows.append(_rest_row(position, say, total, rows))
    kept = [row for row in rows if row.kind == CASH or any(row.amounts) or any(row.details)]
    return (*kept, ScoreRow(TOTAL, say("Total"), total, none))


def _dividend_rows(rules: Rules, position: Position, say: Speech) -> tuple[ScoreRow, ...]:
    """What each company brought (or would bring now) to those who hold it, where nothing else counts."""
    incomes, players = rules.incomes_if_over(position), position.players
    rows = []
    for company, income in sorted(incomes.items(), key=lambda entry: -entry[1]):
        percents = [rules.register.percent(position, company, player) for player in players]
        director = rules.register.director(position, company)
        rows.append(
            ScoreRow(
                kind=DIVIDEND,
                label=rules.companies[company].name,
                amounts=tuple(income * percent // 100 for percent in percents),
                details=tuple(
                    _describe_held(say, percent, player == director)
                    for player, percent in zip(players, percents, strict=True)
                ),
                company=company,
                css=css_name(company),
                each=income,
            )
        )
    total = tuple((position.result or {}).get(player, rules.wealth(position, player)) for player in players)
    return (*rows, ScoreRow(TOTAL, say("Dividends"), total, ("",) * len(players)))


def _holding_row(rules: Rules, position: Position, say: Speech, company: str) -> ScoreRow:
    price = rules.price_of(position, company) or 0
    percents = [rules.register.percent(position, company, player) for player in position.players]
    director = rules.register.director(position, company)
    return ScoreRow(
        kind=HOLDING,
        label=rules.companies[company].name,
        amounts=tuple(rules.register.shares(company, percent) * price for percent in percents),
        details=tuple(
            _describe_held(say, percent, player == director)
            for player, percent in zip(position.players, percents, strict=True)
        ),
        company=company,
        css=css_name(company),
        each=price,
    )


def _describe_held(say: Speech, percent: int, director: bool) -> str:
    if not percent:
        return ""
    return say("{percent}%, director", percent=percent) if director else f"{percent}%"


def _minus_row(kind: str, label: str, owed: object, players: tuple[str, ...]) -> ScoreRow:
    amounts = dict(owed)  # type: ignore[call-overload]
    return ScoreRow(kind, label, tuple(-int(amounts.get(player, 0)) for player in players), ("",) * len(players))


def _rest_row(position: Position, say: Speech, total: tuple[int, ...], rows: list[ScoreRow]) -> ScoreRow:
    """What the title counts beside that: private companies, if they explain it."""
    rest = tuple(total[i] - sum(row.amounts[i] for row in rows) for i in range(len(total)))
    owned = [sum(owner == player for owner in position.privates.values()) for player in position.players]
    values = {amount / count for amount, count in zip(rest, owned, strict=True) if count}
    explained = all(count or not amount for amount, count in zip(rest, owned, strict=True))
    if not explained:
        return ScoreRow(OTHER, say("Other things the title counts"), rest, ("",) * len(rest))
    each = int(next(iter(values))) if len(values) == 1 and next(iter(values)).is_integer() else None
    details = tuple(say.n("{n} piece", "{n} pieces", count) if count and any(rest) else "" for count in owned)
    return ScoreRow(PRIVATES, say("Private companies"), rest, details, each=each)


def show_amount(amount: int) -> str:
    """An amount of a table; nothing is a dot."""
    return group_digits(amount) if amount else "·"
