"""A game as one page of HTML that stands alone: board, share chart, result, log. Nothing is fetched, no script runs."""

from __future__ import annotations

from html import escape

from stellwerk.draw.game import board_picture, chart_picture, credit_line
from stellwerk.game import Game

STYLE = """
body { margin: 0 auto; padding: 1.5rem; max-width: 90rem; background: #f4f1ea; color: #14181a;
  font: 16px/1.5 Inter, 'Segoe UI', system-ui, 'Liberation Sans', sans-serif; }
h1 { font-size: 1.6rem; margin: 0; } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
figure { margin: 0; overflow-x: auto; background: #fff; border: 1px solid #cfc8ba; border-radius: 6px; }
figure svg { display: block; width: 100%; height: auto; min-width: 40rem; }
table { border-collapse: collapse; background: #fff; } td, th { padding: .3rem .8rem; border: 1px solid #cfc8ba; }
th { text-align: left; background: #e9e3d6; } td.n { text-align: right; font-variant-numeric: tabular-nums; }
ol.log { max-height: 32rem; overflow: auto; background: #fff; border: 1px solid #cfc8ba; border-radius: 6px;
  padding: .5rem 1rem .5rem 4rem; margin: 0; } ol.log li.round { font-weight: 600; list-style: none; }
p.credit { color: #4b5357; margin: .2rem 0 1rem; }
"""


def game_page(game: Game) -> str:
    """The whole page."""
    parts = [
        f"<h1>A game of {escape(game.rules.title)}</h1>",
        f'<p class="credit">{escape(credit_line(game.rules))}. Played by Stellwerk, seed {game.start.seed}.</p>',
        _result_table(game),
        "<h2>Board</h2>",
        f"<figure>{board_picture(game)}</figure>",
        "<h2>Share chart</h2>",
        f"<figure>{chart_picture(game)}</figure>",
        "<h2>Log</h2>",
        _log_list(game),
    ]
    title = escape(f"{game.rules.title}: a game")
    head = f'<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title}</title>'
    body = "\n".join(parts)
    return (
        f'<!doctype html>\n<html lang="en"><head>{head}<style>{STYLE}</style></head>\n<body>\n{body}\n</body></html>\n'
    )


def _result_table(game: Game) -> str:
    pos, rules = game.position, game.rules
    worth = pos.result or {player: rules.wealth(pos, player) for player in pos.players}
    rows = []
    for player in sorted(worth, key=lambda p: -worth[p]):
        held = {c: rules.register.percent(pos, c, player) for c in rules.companies_by_price(pos)}
        shares = ", ".join(f"{company} {percent}%" for company, percent in held.items() if percent)
        cash = f'<td class="n">{pos.cash[player]}</td>' if pos.cash else ""
        cells = f'<td>{escape(player)}</td><td class="n">{worth[player]}</td>{cash}'
        rows.append(f"<tr>{cells}<td>{escape(shares)}</td></tr>")
    money = "<th>Cash</th>" if pos.cash else ""
    head = f"<tr><th>Player</th><th>Worth</th>{money}<th>Shares</th></tr>"
    return f"<h2>{'Result' if game.over else 'Standing'}</h2>\n<table>{head}{''.join(rows)}</table>"


def _log_list(game: Game) -> str:
    lines = []
    for entry in game.log:
        for event in entry.events:
            kind = ' class="round"' if type(event).__name__ in ("RoundBegan", "PhaseBegan") else ""
            lines.append(f"<li{kind}>{escape(str(event))}</li>")
    return f'<ol class="log">{"".join(lines)}</ol>'
