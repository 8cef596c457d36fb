"""Commands about own boards; their heavy imports live inside them."""

from __future__ import annotations

import click

from stellwerk.terminal import read_file, write_file


@click.group()
def board() -> None:
    """Own boards, charts and tiles in place of the printed ones (docs/own-boards.md)."""


@board.command(name="check")
@click.argument("file")
@click.option("--title", default="", metavar="TITLE", help="For a file that holds nothing but a board.")
@click.option("--variant", default="", metavar="NAME", help="Check it for this variant, not for the file's own.")
@click.option("--picture", metavar="OUT", help="Draw it (SVG), mistakes dotted; further parts beside it.")
def board_check(file: str, title: str, variant: str, picture: str | None) -> None:
    """Check a board file hex by hex, space by space, tile by tile; exit code 1 if anything is wrong."""
    from stellwerk.interop import board_command

    if not board_command.check_board_file(read_file(file), title, variant, picture, click.echo, write_file):
        raise SystemExit(1)


@board.command(name="export")
@click.argument("title")
@click.option("--variant", default="", metavar="NAME", help="The variant of the title; its first one unless said.")
@click.option("--parts", default="board,chart,tiles", show_default=True, metavar="A,B", help="What to write.")
@click.option("-o", "--output", metavar="OUT", help="Where to write it; standard output unless said.")
def board_export(title: str, variant: str, parts: str, output: str | None) -> None:
    """Write the board, chart and tiles of a title as a board file, to begin with."""
    from stellwerk.interop import board_command

    text = board_command.export_board_file(title, variant, parts)
    if output:
        write_file(output, text)
    else:
        click.echo(text, nl=False)
