"""The command line. Heavy imports live inside the commands that need them, so that `stellwerk --help` is quick."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from stellwerk import __version__
from stellwerk.board_commands import board
from stellwerk.errors import BadInput, StellwerkError, explain_file_error
from stellwerk.table.commands import verify
from stellwerk.terminal import console_of, read_file, show_progress, write_file

if TYPE_CHECKING:
    from stellwerk.game import Game

NAMES = ("Ada", "Bo", "Cy", "Di", "Eli", "Fay", "Gus", "Hana")
"""Names for machine players."""

BOT_DELAY = 0.5
"""Seconds a bot waits before it moves, so that people can follow."""


LOG_LEVEL = click.Choice(("debug", "info", "warning", "error"))
"""`info` is a line for every request, `debug` one for static files too."""


class Refused(click.ClickException):
    """Something from outside that cannot be accepted: one sentence, exit code 2."""

    exit_code = 2

    def show(self, file: Any = None) -> None:
        """The sentence, on standard error."""
        click.echo(f"stellwerk: {self.format_message()}", err=True)


class Commands(click.Group):
    """Commands whose refusals are sentences, never tracebacks."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command."""
        try:
            return super().invoke(ctx)
        except StellwerkError as error:
            raise Refused(str(error)) from None
        except BrokenPipeError:
            raise
        except OSError as error:
            raise Refused(explain_file_error(error)) from None


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, message="stellwerk %(version)s")
def main() -> None:
    """18xx railway games: play, show, replay and check them."""


@main.command()
def titles() -> None:
    """List the games that can be played."""
    from rich.table import Table

    from stellwerk.titles import rules_of
    from stellwerk.titles import titles as known

    table = Table("title", "designer", "publisher", "players", "variants", "rules", "edition")
    for name in known():
        rules = rules_of(name)
        counts = ", ".join(map(str, rules.figures.player_counts()))
        credit = (rules.figures.designer, rules.figures.publisher)
        kinds = (", ".join(rules.variants), ", ".join(rules.programs), str(rules.edition))
        table.add_row(name, *credit, counts, *kinds)
    console_of().print(table)
    _tell_origins(known())


def _tell_origins(known: tuple[str, ...]) -> None:
    """Which package brings which titles, and what is left out."""
    from stellwerk.titles import origins

    others = origins()
    packages = {origin.title: f"{origin.package} {origin.version}" for origin in others}
    brings: dict[str, list[str]] = {}
    for name in known:
        brings.setdefault(packages.get(name, f"stellwerk {__version__}"), []).append(name)
    for package, names in brings.items():
        click.echo(f"From {package}: {', '.join(names)}.")
    for origin in others:
        if origin.left_out:
            click.echo(f"Left out: {origin.title} of {origin.package} {origin.version}, for {origin.left_out}.")


def with_picture_options(command: Callable[..., None]) -> Callable[..., None]:
    """The options that draw."""
    for option, what in (("--tiles", "the tile set"), ("--chart", "the share chart"), ("--svg", "the board")):
        command = click.option(option, metavar="OUT", help=f"Write a picture of {what} (SVG).")(command)
    return command


@main.command()
@click.argument("file")
@with_picture_options
def show(file: str, svg: str | None, chart: str | None, tiles: str | None) -> None:
    """Show a game or a position: FILE is a file of ours or of 18xx.games, or - for standard input."""
    from stellwerk.interop.files import load_any

    with show_progress("Replaying") as told:
        game = load_any(read_file(file), told)
    _print_game(game, svg, chart, tiles)


def _print_game(game: Game, svg: str | None, chart: str | None, tiles: str | None) -> None:
    from stellwerk.draw.game import board_picture, chart_picture, tile_set_picture
    from stellwerk.draw.terminal_tables import show_game as tell

    tell(console_of(), game)
    if svg:
        write_file(svg, board_picture(game))
    if chart:
        write_file(chart, chart_picture(game))
    if tiles:
        write_file(tiles, tile_set_picture(game.rules, game))


@main.command()
@click.argument("file")
@with_picture_options
def setup(file: str, svg: str | None, chart: str | None, tiles: str | None) -> None:
    """Check a position file (docs/positions.md) and show the position."""
    from stellwerk.interop.files import read_json
    from stellwerk.interop.position_file import set_up

    _print_game(set_up(read_json(read_file(file))), svg, chart, tiles)


@main.command()
@click.argument("file")
@click.option("--to", type=click.IntRange(min=0), metavar="N", help="Stop after action N.")
@click.option("--events", is_flag=True, help="Show what happened, not only what was decided.")
def replay(file: str, to: int | None, events: bool) -> None:
    """Replay a game, checking every action and every hash, and print its log."""
    from stellwerk.interop.files import load_any
    from stellwerk.interop.text import to_text

    with show_progress("Replaying") as told:
        game = load_any(read_file(file), told, to)
    for number, entry in enumerate(game.log[:to], 1):
        click.echo(f"{number:5}  {to_text(entry.action)}")
        for event in entry.events if events else ():
            click.echo(f"       . {event}")
    click.echo(f"{len(game.log[:to])} actions replayed, position {game.position.hash()}.", err=True)


@main.command(name="import")
@click.argument("file")
@click.option("-o", "--output", required=True, metavar="OUT", help="Where to write the game.")
def import_(file: str, output: str) -> None:
    """Turn a game of 18xx.games into a game file of ours, and tell where the two programs differ."""
    from stellwerk.interop.files import read_json, save_game
    from stellwerk.interop.games18xx import import_game

    imported = import_game(read_json(read_file(file)))
    for difference in imported.differences:
        click.echo(difference)
    click.echo(f"{len(imported.game.log)} actions, {len(imported.differences)} differences.", err=True)
    write_file(output, save_game(imported.game))


@main.command()
@click.argument("file")
@click.option("-o", "--output", required=True, metavar="OUT", help="Where to write the game.")
def export(file: str, output: str) -> None:
    """Turn a game file of ours into a game of 18xx.games."""
    from stellwerk.interop.files import load_any, write_json
    from stellwerk.interop.games18xx import export_game

    with show_progress("Replaying") as told:
        game = load_any(read_file(file), told)
    write_file(output, write_json(export_game(game)))


@main.command()
def engine() -> None:
    """Speak the engine protocol on standard input and output (docs/protocol.md)."""
    from stellwerk.interop.protocol import Session, reply_to_failure

    session = Session()
    while not session.over and (line := _line_of(sys.stdin.buffer)):
        if not line.strip():
            continue
        try:
            reply = session.answer(line)
        except Exception as error:
            reply = reply_to_failure(error)
        sys.stdout.write(reply + "\n")
        sys.stdout.flush()


def _line_of(stream: Any) -> bytes:
    """One line; of one that is too long only as much as shows that it is."""
    from stellwerk.interop.files import MOST_BYTES

    line: bytes = stream.readline(MOST_BYTES + 2)
    rest = line
    while rest and not rest.endswith(b"\n"):
        rest = stream.readline(MOST_BYTES)
    return line


@main.command()
@click.option("--title", metavar="TITLE", help="What to play; the first title unless said.")
@click.option("--players", type=click.IntRange(2, len(NAMES)), default=4, show_default=True, help="How many play.")
@click.option("--seed", type=click.IntRange(0, 2**53), default=1, show_default=True, help="Seed of all chance.")
@click.option("--out", default="out", show_default=True, metavar="DIR", help="Where the game and its pictures go.")
def demo(title: str | None, players: int, seed: int, out: str) -> None:
    """Play a whole game by machine and draw it."""
    from stellwerk import new_game
    from stellwerk import titles as known
    from stellwerk.bots.casual import play_out
    from stellwerk.draw.game import board_picture, chart_picture
    from stellwerk.draw.page import game_page
    from stellwerk.draw.terminal_tables import companies_table, result_table, round_name, standing_line
    from stellwerk.interop.files import save_game

    game = new_game(title or known()[0], NAMES[:players], seed)
    with console_of(stderr=True).status("Playing") as line:
        play_out(game, seed, lambda g: line.update(f"{round_name(g.rules, g.position.round)}: {len(g.log)} actions"))
    folder = Path(out)
    write_file(folder / "game.json", save_game(game))
    write_file(folder / "board.svg", board_picture(game))
    write_file(folder / "chart.svg", chart_picture(game))
    write_file(folder / "game.html", game_page(game))
    console = console_of()
    console.print(standing_line(game))
    console.print(companies_table(game))
    console.print(result_table(game))
    click.echo(f"Open {(folder / 'game.html').resolve()} to see the game.")


@main.command()
@click.option("--file", type=click.Path(dir_okay=False, path_type=Path), help="Where the games lie.")
@click.option("--port", type=click.IntRange(1, 65535), help="The port; unless said 8018, or any that is free.")
@click.option("--bot-delay", type=click.FloatRange(0, 60), default=BOT_DELAY, help="Seconds a bot waits for.")
@click.option("--no-open", is_flag=True, help="Only print the address, open no browser.")
@click.option("--log-level", type=LOG_LEVEL, default="warning", show_default=True, help="What the log tells.")
def play(file: Path | None, port: int | None, bot_delay: float, no_open: bool, log_level: str) -> None:
    """Play in the browser, on this machine; no account is needed."""
    with needs_table():
        from stellwerk.table.web import server
    server.play_alone(
        file or server.own_file(), port, click.echo, show=not no_open, bot_delay=bot_delay, log_level=log_level
    )


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on; 0.0.0.0 is every one.")
@click.option("--port", type=click.IntRange(1, 65535), default=8018, show_default=True, help="The port.")
@click.option(
    "--file", type=click.Path(dir_okay=False, path_type=Path), required=True, help="Where the games are kept."
)
@click.option("--url-name", default="", metavar="NAME", help="The name people type, as games.example.org.")
@click.option("--secure", is_flag=True, help="People come by HTTPS (a proxy does it): cookies go that way only.")
@click.option("--proxy", default="", metavar="ADDRESS", help="Behind a proxy at this address, which names visitors.")
@click.option("--bot-delay", type=click.FloatRange(0, 60), default=BOT_DELAY, help="Seconds a bot waits for.")
@click.option("--log-level", type=LOG_LEVEL, default="info", show_default=True, help="What the log tells.")
@click.option("--log-file", type=click.Path(dir_okay=False, path_type=Path), help="Where the log goes, not to stderr.")
@click.option("--metrics", default="", metavar="[ADDRESS:]PORT", help="Serve figures for Prometheus there.")
def serve(
    host: str, port: int, url_name: str, secure: bool, proxy: str, bot_delay: float, file: Path, **operating: Any
) -> None:
    """Serve a club: people sign up, set up tables and invite each other."""
    with needs_table():
        from stellwerk.table.web import server
        from stellwerk.table.web.site import Settings
    hosts = server.host_names(host, url_name)
    if hosts[0] != "127.0.0.1" and not secure:
        click.echo("Without HTTPS passwords can be read on the way: put a proxy before it and say --secure.", err=True)
    settings = Settings(local=False, secure=secure, hosts=hosts, bot_delay=bot_delay)
    plan = server.ServerPlan(
        file=file, settings=settings, host=host, port=port, proxy=proxy, name=url_name, **operating
    )
    server.start_server(plan, click.echo)


main.add_command(verify)
main.add_command(board)


@contextmanager
def needs_table() -> Iterator[None]:
    """Say in a sentence that the web's libraries are missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise BadInput(f"The table needs {error.name}: pip install 'stellwerk[table]' brings it.") from None


@main.group()
def lab() -> None:
    """The laboratory: many games between bots, and a report on them (docs/lab.md)."""


@lab.command(name="play")
@click.option("--title", metavar="TITLE", help="What to play; the first title unless said.")
@click.option("--variant", default="", metavar="NAME", help="The variant of the title; its first one unless said.")
@click.option("--rules", default="book", show_default=True, metavar="NAME", help="The book, or 18xx-games.")
@click.option("--players", type=click.IntRange(2, len(NAMES)), help="How many play; else as many as there are bots.")
@click.option(
    "--bots", required=True, metavar="A,B,...", help='One for each player, or one for all; "cmd:./mybot" too.'
)
@click.option("--games", type=click.IntRange(min=1), default=100, show_default=True, help="How many games.")
@click.option("--seed", type=click.IntRange(0, 2**53), default=1, show_default=True, help="Seed of all games.")
@click.option("--rotate/--no-rotate", default=True, show_default=True, help="Seats change from game to game.")
@click.option("--seconds", type=float, default=2.0, show_default=True, help="For a move of a bot that searches.")
@click.option("--limit", type=float, default=10.0, show_default=True, help="Seconds for a move of a program (cmd:).")
@click.option("--workers", type=click.IntRange(1, 1024), help="Processes; every core unless said.")
@click.option("--cluster", metavar="ADDRESS", help="Play on dask: the address of its scheduler.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), metavar="FOLDER", help="Where games are kept.")
def lab_play(**settings: Any) -> None:
    """Play many games by machine; the same command goes on where it was interrupted."""
    from stellwerk.lab import command

    command.play_run(console_of(stderr=True), **settings)


@lab.command(name="sweep")
@click.option("--title", metavar="TITLE", help="Only this title.")
@click.option("--variant", metavar="NAME", help="Only this variant.")
@click.option("--bots", default="steady", show_default=True, metavar="A,B,...", help="They go round the seats.")
@click.option("--games", type=click.IntRange(min=1), default=10, show_default=True, help="Games of each kind.")
@click.option("--seed", type=click.IntRange(0, 2**53), default=1, show_default=True, help="Seed of all games.")
@click.option("--seconds", type=float, default=2.0, show_default=True, help="For a move of a bot that searches.")
@click.option("--workers", type=click.IntRange(1, 1024), help="Processes; every core unless said.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), metavar="FOLDER", help="Where games are kept.")
def lab_sweep(**settings: Any) -> None:
    """Play every title, variant and number of players; fails if a bot or a rule does."""
    from stellwerk.lab import command

    command.play_sweep(console_of(stderr=True), **settings)


@lab.command(name="report")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
def lab_report(folder: Path) -> None:
    """Write a page about the games in FOLDER, and their tables as Parquet and CSV."""
    from stellwerk.lab import command

    command.write_report_of(console_of(stderr=True), folder)
