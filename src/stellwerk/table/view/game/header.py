"""The header: where we are, the rounds, undo, history, what-if and the menu; under it the bars of a special state."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from stellwerk.table.view.game.damage import Banner, make_damage_banner
from stellwerk.table.view.game.history import (
    Copy,
    ShownUndoRequest,
    Tool,
    Travel,
    make_private_copies,
    make_travel,
    make_undo_request,
    redo_tool,
    restart_tool,
    undo_tool,
)
from stellwerk.table.view.game.log import blocks_of, round_name
from stellwerk.table.view.game.round_line import RoundLine, make_round_line, name_of_now
from stellwerk.table.view.scene import COPY, LIVE, OLD, Pick, Scene
from stellwerk.table.view.title.title_card import edition_line
from stellwerk.titles import rules_of

SEP = " · "


class Bar(msgspec.Struct, frozen=True, kw_only=True):
    """A bar that says what kind of position this is."""

    kind: str
    """`old`, `what-if` or `watching`."""
    head: str
    text: str


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """Everything above the table."""

    page_title: str
    title: str
    name: str
    """What its people call the table."""
    variant: str | UnsetType
    """Which of the title's games it is, where it has several; empty where it has one."""
    edition: str
    """Which edition of the rules it is played by, in a sentence; empty for the newest."""
    round: str
    """The round, short."""
    roundline: RoundLine
    mode: str
    undo: Tool
    restart: Tool | None
    redo: Tool | None
    travel: Travel
    what_if: int | None
    """The entry a private copy would start from; None, if the reader can keep none."""
    bar: Bar | None
    damage: Banner | None
    """What is wrong with a game that can no longer be followed."""
    asking: ShownUndoRequest | None
    copies: tuple[Copy, ...]
    links: tuple[tuple[str, str], ...]
    """The menu: addresses and their names."""
    table: str
    """The address of the table."""


def make_header(scene: Scene, pick: Pick) -> Header:
    """The header of a scene."""
    where = make_travel(scene)
    copied = scene.copied.number if scene.copied is not None else scene.stands
    return Header(
        page_title=page_title(scene),
        title=scene.table.title,
        name=scene.table.name,
        variant=_variant_of(scene),
        edition=edition_line(scene.table, scene.say),
        round=name_of_now(scene),
        roundline=make_round_line(scene),
        mode=scene.mode,
        undo=undo_tool(scene),
        restart=restart_tool(scene),
        redo=redo_tool(scene),
        travel=where,
        what_if=copied if scene.past.may_copy else None,
        bar=_make_state_bar(scene, where),
        damage=make_damage_banner(scene),
        asking=make_undo_request(scene),
        copies=make_private_copies(scene),
        links=_header_links(scene),
        table=f"/tables/{scene.table.id}",
    )


def _variant_of(scene: Scene) -> str | UnsetType:
    """Which game of its title is played, where each has a name of its own."""
    named = rules_of(scene.table.title).figures.variant_name
    return scene.say.sentence(scene.rules.figures.variant_name) if named else UNSET


def page_title(scene: Scene) -> str:
    """Whose turn it is, at which table: what a tab of the browser shows."""
    say = scene.say
    table = say("{title}, {round}", title=scene.table.title, round=name_of_now(scene))
    return SEP.join((_whose_turn(scene), table, "Stellwerk"))


def _whose_turn(scene: Scene) -> str:
    say, game = scene.say, scene.game
    if scene.mode == OLD:
        return say("Old position {number}", number=scene.number)
    if scene.mode == COPY:
        return say("What if: {actor}", actor=game.actor or scene.table.title)
    if scene.damage is not None:
        return say("The game has stopped")
    if scene.turn is None:
        return say("The game is over") if game.over else scene.table.title
    acts = game.actor if game.actor != game.turn else ""
    if scene.decides and len(scene.mine) == 1:
        return say("Your turn: {company}", company=acts) if acts else say("Your turn")
    if acts:
        return say("{player}'s turn: {company}", player=game.turn, company=acts)
    return say("{player}'s turn", player=game.turn)


def _make_state_bar(scene: Scene, where: Travel) -> Bar | None:
    say = scene.say
    if scene.mode == OLD:
        parts = [
            say("After action {number}", number=scene.number),
            round_name(scene, scene.position.round),
            _last_event_line(scene),
        ]
        text = ", ".join(part for part in parts if part)
        if where.branch:
            text = say("{text}. It was undone later", text=text)
        return Bar(kind=OLD, head=say("Old position."), text=say("{text}. Nothing here changes the game.", text=text))
    if scene.mode == COPY and scene.copied is not None:
        text = say("A private copy from action {number}.", number=scene.copied.number)
        more = say("Only you see it; the game goes on without it.")
        return Bar(kind=COPY, head=say("What if."), text=f"{text} {more}")
    if scene.mode == LIVE and not scene.mine:
        return Bar(kind="watching", head=say("You are watching."), text=say("You have no seat at this table."))
    return None


def _last_event_line(scene: Scene) -> str:
    """The last thing that happened before an old position."""
    entries = [entry for entry in scene.past.entries if entry.number == scene.number]
    blocks = [block for block in blocks_of(scene, entries) if block.kind != "course"]
    if not blocks:
        return ""
    block = blocks[-1]
    return f"{block.id}: {block.lines[-1].text}" if block.lines else block.head


def _header_links(scene: Scene) -> tuple[tuple[str, str], ...]:
    say, table = scene.say, f"/tables/{scene.table.id}"
    return (
        (f"{table}/tiles", say("Tiles and how many are left")),
        (f"{table}/log", say("The whole log")),
        (f"{table}/end", say("Standing and charts")),
        (f"{table}/seats", say("Seats and invitation")),
        (f"/titles/{scene.table.title}", say("About {title}", title=scene.table.title)),
        (f"{table}/game.json", say("Download this game")),
        (f"/settings?next={table}", say("Language and colours")),
    )
