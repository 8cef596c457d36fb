"""A game in the terminal: players, companies, private companies, trains, whose turn it is."""

from __future__ import annotations

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from stellwerk.draw.game import credit_line
from stellwerk.game import Game
from stellwerk.position import OFFERING, OUT, POOL, Round
from stellwerk.rules import Rules
from stellwerk.rules.limits import certificates_of
from stellwerk.trains import trains_of


def show_game(console: Console, game: Game) -> None:
    """The whole state of a game."""
    played = f"{game.position.variant}, rules: {game.position.rules}{old_edition(game.rules)}"
    console.print(f"[bold]{escape(credit_line(game.rules))}[/] ({played})")
    console.print(escape(standing_line(game)))
    console.print(players_table(game))
    if game.position.markers:
        console.print(companies_table(game))
    for line in (privates_table(game), trains_table(game)):
        console.print(escape(line))


def old_edition(rules: Rules) -> str:
    """What is said of rules that have been mended since."""
    old = rules.edition < rules.newest_edition
    return f", edition {rules.edition} of {rules.newest_edition}" if old else ""


def standing_line(game: Game) -> str:
    """Where the game stands, in one line."""
    pos = game.position
    now = f"{round_name(game.rules, pos.round)}, phase {pos.phase}, {len(game.log)} actions played"
    if game.over:
        return f"{now}. The game is over."
    actor = game.actor if game.actor == game.turn else f"{game.turn} for {game.actor}"
    return f"{now}. It is the turn of {actor}: {game.legal().count()} legal actions."


def round_name(rules: Rules, round: Round) -> str:
    """A round in words."""
    kind = rules.kind_of(round)
    if kind.companies_act or kind.shares_trade:
        return kind.title.format(set=round.set, number=round.number)
    return f"Round: {round.kind}"


def players_table(game: Game) -> Table:
    """A row for each player, in playing order; the richest first once the game is over."""
    pos, rules = game.position, game.rules
    money = ("cash", "loan") if pos.cash else ()
    table = Table("player", *money, "certificates", "holdings", "worth")
    for column in table.columns[1:]:
        column.justify = "left" if column.header == "holdings" else "right"
    order = sorted(pos.order, key=lambda p: -(pos.result or {}).get(p, 0))
    for player in order:
        held = {c: rules.register.percent(pos, c, player) for c in rules.companies_by_price(pos)}
        shares = ", ".join(f"{c} {percent}%" for c, percent in held.items() if percent)
        own = [p for p, owner in pos.privates.items() if owner == player]
        worth = (pos.result or {}).get(player, rules.wealth(pos, player))
        debt = pos.loans.get(player, 0) + pos.penalties.get(player, 0)
        owned = (str(pos.cash[player]), str(debt or "")) if pos.cash else ()
        numbers = (*owned, str(certificates_of(rules, pos, player)))
        table.add_row(escape(player), *numbers, ", ".join(filter(None, (shares, *own))), str(worth))
    return table


def companies_table(game: Game) -> Table:
    """A row for each started company, in operating order."""
    pos, rules = game.position, game.rules
    money = rules.figures.has_money
    heads = ("company", "price", "par", "director", "treasury", "trains", "stations", "last run")
    table = Table(*(head for head in heads if money or head not in ("price", "par", "treasury")))
    for company in rules.companies_by_price(pos):
        director = rules.register.director(pos, company) or ""
        faces = ", ".join(face for _, face in trains_of(pos, company))
        places = [hex for hex, here in pos.stations.items() for c, _ in here if c == company]
        name = company if company in pos.floated else f"({company})"
        price = rules.price_of(pos, company)
        value = ("" if price is None else str(price), str(pos.pars.get(company, ""))) if money else ()
        table.add_row(
            name,
            *value,
            escape(director),
            *((str(pos.cash[company]),) if money else ()),
            faces,
            " ".join(places),
            str(pos.revenues.get(company, "")),
        )
    return table


def privates_table(game: Game) -> str:
    """Who owns which private company."""
    pos = game.position
    owners: dict[str, list[str]] = {}
    for private, owner in pos.privates.items():
        owners.setdefault(owner, []).append(f"{private} (used)" if private in pos.used else private)
    parts = [f"{owner}: {', '.join(own)}" for owner, own in owners.items() if owner != OUT]
    parts = [part.replace(f"{OFFERING}:", "on offer:") for part in parts]
    return f"Private companies: {'; '.join(parts) or 'none left'}"


def trains_table(game: Game) -> str:
    """What the bank sells."""
    pos, cards = game.position, game.rules.cards
    bank = "none"
    if pos.stack:
        open_faces = [face for face in cards.faces(pos.stack[0]) if face.name not in pos.scrapped]
        faces = " or ".join(f"{face.name} for {face.price}" for face in open_faces)
        bank = f"next card {pos.stack[0]} ({faces}), {len(pos.stack) - 1} below it"
    pool = ", ".join(face for _, face in trains_of(pos, POOL)) or "none"
    return f"Trains: {bank}; pool: {pool}; scrapped: {', '.join(pos.scrapped) or 'none'}"


def result_table(game: Game) -> Table:
    """The final table."""
    table = Table("place", "player", "worth", title="Result")
    ranked = sorted((game.position.result or {}).items(), key=lambda item: -item[1])
    for player, worth in ranked:
        place = 1 + sum(1 for _, other in ranked if other > worth)
        table.add_row(str(place), escape(player), str(worth))
    return table
