"""The board part of the table page: the picture in its layers, a mark and a spoken name for each hex, runs, previews.

The picture (`under`, `over`) depends on what lies on the board only; marks, runs and words lie in layers of their own.
"""

from __future__ import annotations

from functools import partial

import msgspec
from msgspec import UNSET, UnsetType

from stellwerk.draw.board_pieces import Lies, Sheet, sheet_of
from stellwerk.draw.borders import LIMIT
from stellwerk.memory import Memory
from stellwerk.rules import Rules
from stellwerk.table.view.game import joining, networks, runs, standing_facts, tiles
from stellwerk.table.view.game import proposed_tile as proposed
from stellwerk.table.view.game.choices import by_group, stage_of_groups
from stellwerk.table.view.game.hexes import HexInfo, describe_hex, page_address, speak_hex
from stellwerk.table.view.game.networks import BlockMark
from stellwerk.table.view.game.runs import Strip
from stellwerk.table.view.game.tiles import Previews
from stellwerk.table.view.own_words import doing
from stellwerk.table.view.scene import COPY, OLD, Pick, Scene
from stellwerk.table.view.title.figure_sources import own_line

KINDS = ("tile", "station", "city", "remove")
"""Groups of choices that are picked on the board, the usual one first."""
UPRIGHT = 0.75
"""A board that is at least so high, measured by its width, gets more of the page's height."""
LOOK_AT = "look"
"""The group of a company for which the reader wants to see what stops count."""
LOOK = "hex"
"""The group of a hex on which nothing can be done: it is only looked at."""


_spoken: Memory[tuple[Rules, str, str, Lies], str] = Memory(16384)


class HexMark(msgspec.Struct, frozen=True):
    """A hex as it can be picked."""

    hex: str
    x: float
    y: float
    spoken: str
    """What lies there and what can be done, in words."""
    group: str
    """What a click picks."""
    legal: bool
    """Can something be done here?"""
    fresh: bool
    """Was a tile laid here since the reader's last turn?"""
    selected: bool
    tile: str
    """The number of the tile that lies here, if one does."""
    joins: bool | UnsetType = UNSET
    """Would a tile here have a part of the acting company swallowed?"""


class CityMark(msgspec.Struct, frozen=True):
    """A city that can be chosen, at the place that would be taken."""

    id: str
    """Hex and number of the city: `B12.0`."""
    number: int
    x: float
    y: float
    radius: float


class BoardPart(msgspec.Struct, frozen=True, kw_only=True):
    """The board of a scene."""

    heading: str
    label: str
    layout: str
    """How hexes stand: `pointy` or `flat`."""
    upright: bool
    """Is the board nearly as high as it is wide?"""
    view_box: str
    key: str
    """Stands for the picture: the same key, the same picture."""
    under: str
    """SVG: rim, ground and track."""
    over: str
    """SVG: stops, stations, names and values."""
    lines: str
    """SVG: the runs."""
    ends: str
    """SVG: what the runs earn."""
    outline: str
    """The corners of a hex, around its middle."""
    inner: str
    """The same a little smaller, for marks."""
    flag: str
    """The corners of the pennant."""
    address: str
    """Of the table in this position; what is asked about it begins so."""
    selected: str
    """The hex that is picked or looked at, if one is."""
    hexes: tuple[HexMark, ...]
    cities: tuple[CityMark, ...]
    strip: Strip | None
    previews: Previews | None
    info: HexInfo | None
    """About the hex that is looked at."""
    stamp: str
    """What is written over a board that is not the one being played on."""
    note: str
    """Where figures of the board come from, if that must be said."""
    kind: str | UnsetType = UNSET
    """The kind of track the acting company uses, where the board has two: `tram` or `s`."""
    proposed: str | UnsetType = UNSET
    """The hex of a tile that is proposed and does not lie yet."""
    two_networks: bool | UnsetType = UNSET
    """Has the board track of two kinds?"""
    corner: bool | UnsetType = UNSET
    """Does a hex lie in the corner at the lower left, and none at the upper left?"""
    blocked: tuple[BlockMark, ...] | UnsetType = UNSET
    """Where depots stop the acting company."""
    limit: bool | UnsetType = UNSET
    """Is the limit of a city drawn on it?"""
    hint: str | UnsetType = UNSET
    """What the legend says about that."""


def make_board_part(scene: Scene, pick: Pick) -> BoardPart:
    """The board of a scene with what is picked."""
    say, shown = scene.say, None if scene.mode == OLD or scene.game.over else runs.runs_shown(scene, pick)
    looked = _subject_picked(pick) if _kind_picked(pick) == LOOK_AT else None
    sheet = sheet_of(scene.game, shown.goals if shown is not None else None, looked)
    waiting = proposed.draw_proposed_tile(scene)
    ahead = waiting or _draw_previews(scene, pick)
    lines, ends = sheet.runs(shown.routes, shown.values, shown.loads) if shown and not ahead else ("", "")
    return BoardPart(
        heading=say("Board"),
        label=say("Board of {title}. Arrow keys move, Enter picks.", title=scene.rules.title),
        layout=sheet.look.layout,
        upright=sheet.box[3] > UPRIGHT * sheet.box[2],
        view_box=sheet.view_box,
        key=sheet.key,
        under=sheet.under(),
        over=sheet.over(ahead.hex if ahead else ""),
        lines=lines,
        ends=ends,
        outline=sheet.outline(),
        inner=sheet.outline(0.95),
        flag=sheet.pennant(),
        address=page_address(scene),
        selected=_selected_hex(scene, sheet, pick),
        hexes=_make_hex_marks(scene, sheet, pick),
        cities=_cities_to_choose(scene, sheet, pick),
        strip=shown.strip if shown and not ahead else None,
        previews=ahead,
        info=describe_hex(scene, _subject_picked(pick))
        if _kind_picked(pick) == LOOK and _subject_picked(pick) in sheet.pieces
        else None,
        stamp=_picture_stamp(scene),
        note=_note_on_figures(scene),
        kind=networks.kind_of_track(scene) or UNSET,
        two_networks=standing_facts.has_two_networks(scene.rules) or UNSET,
        corner=_has_low_corner(sheet) or UNSET,
        blocked=networks.mark_blocked_cities(scene, sheet) or UNSET,
        limit=_has_limit(scene) or UNSET,
        hint=_hint_on_blocks(scene) or UNSET,
        proposed=waiting.hex if waiting is not None else UNSET,
    )


def _has_low_corner(sheet: Sheet) -> bool:
    """Is the corner at the lower left taken by a hex, and that at the upper left free?"""
    left, top, width, height = sheet.box
    near = [piece.cell.at[1] for piece in sheet.pieces.values() if piece.cell.at[0] < left + width / 8]
    return any(y > top + height * 7 / 8 for y in near) and not any(y < top + height / 4 for y in near)


def _has_limit(scene: Scene) -> bool:
    return any(border.kind == LIMIT for figure in scene.rules.board.hexes.values() for border in figure.borders)


def _hint_on_blocks(scene: Scene) -> str:
    """What depots do to the acting company."""
    kind, company = networks.kind_of_track(scene), standing_facts.acting_company(scene.position)
    if kind == networks.SECOND:
        return scene.say("No depot blocks this network.")
    if kind and company is not None and any(networks.blocked_cities(scene)):
        return scene.say("blocks {company}", company=company)
    return ""


def _kind_picked(pick: Pick) -> str:
    return pick.group.partition(":")[0]


def _subject_picked(pick: Pick) -> str:
    return pick.group.partition(":")[2]


def _selected_hex(scene: Scene, sheet: Sheet, pick: Pick) -> str:
    """The hex that is picked: one on which something can be done, or one that is only looked at."""
    looked = _kind_picked(pick) == LOOK and _subject_picked(pick) in sheet.pieces
    return _subject_picked(pick) if looked or pick.group in groups_by_hex(scene, pick).values() else ""


def groups_by_hex(scene: Scene, pick: Pick) -> dict[str, str]:
    """Hex to the group a click on it picks: the kind that is picked already, else that of the earliest step."""
    if not scene.decides:
        return {}
    when, found = stage_of_groups(scene), dict[str, str]()
    for group in sorted(
        groups_on_board(scene), key=lambda group: _rank_group(group, when.get(group), _kind_picked(pick))
    ):
        found.setdefault(group.partition(":")[2], group)
    return found


def groups_on_board(scene: Scene) -> list[str]:
    """The groups that are picked on the board: those about a hex, a title's own among them."""
    listed = by_group(scene).items()
    return [id for id, choices in listed if id.partition(":")[0] in KINDS or choices[0].action.group[1] == "hex"]


def _rank_group(group: str, stage: int | None, picked: str) -> tuple[bool, int, int]:
    kind = group.partition(":")[0]
    return kind != picked, 99 if stage is None else stage, KINDS.index(kind) if kind in KINDS else len(KINDS)


def _make_hex_marks(scene: Scene, sheet: Sheet, pick: Pick) -> tuple[HexMark, ...]:
    open_to, new = groups_by_hex(scene, pick), fresh_tiles(scene)
    joined = joining.joining_hexes(scene) if scene.decides else {}
    chosen = _selected_hex(scene, sheet, pick)
    blocked = frozenset(hex for hex, _ in networks.blocked_cities(scene))
    marks = []
    for lies, (hex, piece) in zip(sheet.lies, sheet.pieces.items(), strict=True):
        group = open_to.get(hex, "")
        key = (scene.rules, scene.say.language, scene.position.phase, lies)
        words = [_spoken.get(key, partial(speak_hex, scene, hex, lies.whose))]
        marks.append(
            HexMark(
                hex=hex,
                x=round(piece.cell.at[0], 2),
                y=round(piece.cell.at[1], 2),
                spoken="; ".join(
                    [
                        *words,
                        *networks.describe_block(scene, hex, blocked),
                        *proposed.describe_proposal(scene, hex),
                        *_describe_group(scene, group),
                        *([scene.say("a tile here would swallow a part")] if hex in joined else []),
                        *_describe_new_tile(scene, hex in new),
                    ]
                ),
                group=group or f"{LOOK}:{hex}",
                legal=bool(group),
                fresh=hex in new,
                selected=hex == chosen,
                tile=scene.position.tiles.get(hex, ("", 0))[0],
                joins=hex in joined or UNSET,
            )
        )
    return tuple(marks)


def _describe_group(scene: Scene, group: str) -> list[str]:
    """What can be done on a hex, in words."""
    words = {
        "tile": scene.say("you can build here"),
        "station": scene.say("you can place a station here"),
        "city": scene.say("you choose a city here"),
        "remove": scene.say("a station can leave here"),
    }
    kind = group.partition(":")[0]
    if not group or kind in words:
        return [words[kind]] if group else []
    return [scene.say("you can {what} here", what=doing(scene, kind))]


def _describe_new_tile(scene: Scene, new: bool) -> list[str]:
    return [scene.say("new since your last turn")] if new else []


def fresh_tiles(scene: Scene) -> frozenset[str]:
    """The hexes with tiles laid since the reader's last move; a visitor has none."""
    steps = scene.since if scene.mine else ()
    laid = [step.action for step in steps if step.action is not None and step.action.get("type") == "lay-tile"]
    return frozenset(str(action["hex"]) for action in laid)


def _cities_to_choose(scene: Scene, sheet: Sheet, pick: Pick) -> tuple[CityMark, ...]:
    """The cities of the picked hex that can be chosen, if there is a choice to make."""
    if _kind_picked(pick) not in KINDS[1:] or not scene.decides or _subject_picked(pick) not in sheet.pieces:
        return ()
    cell = sheet.pieces[_subject_picked(pick)].cell
    choices = by_group(scene).get(pick.group, [])
    numbers = sorted({int(getattr(choice.action, "city", -1)) for choice in choices})
    stops = [stop for stop in cell.plan.stops if stop.kind == "city" and stop.number in numbers]
    taken = {seat.at for seat in (*cell.seating.placed, *cell.seating.kept)}
    marks = []
    for stop in stops:
        x, y = next((place for place in stop.places if (place in taken) == (_kind_picked(pick) == "remove")), stop.at)
        at = round(cell.at[0] + x, 2), round(cell.at[1] + y, 2)
        marks.append(CityMark(f"{cell.name}.{stop.number}", stop.number + 1, *at, radius=stop.radius + 1))
    return tuple(marks)


def _draw_previews(scene: Scene, pick: Pick) -> Previews | None:
    """The tiles that fit on the picked hex, drawn in place."""
    choices = by_group(scene).get(pick.group, []) if scene.decides and _kind_picked(pick) == "tile" else []
    if not choices:
        return None
    return tiles.draw_tiles_in_place(scene, tiles.tiles_that_fit(scene, _subject_picked(pick), choices, pick), choices)


def _picture_stamp(scene: Scene) -> str:
    if scene.mode == OLD:
        return scene.say("Old position: action {number}", number=scene.number)
    return scene.say("What if: only you see this") if scene.mode == COPY else ""


def _note_on_figures(scene: Scene) -> str:
    if scene.rules.own is not None:
        return own_line(scene.rules, scene.table.brought_by, scene.say)
    if scene.rules.board.figure.source in ("public", ""):
        return ""
    return scene.say("Figures of this board are reconstructed.")
