"""A hex in words: what lies there, what it can become, and why nothing can be built there now."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from stellwerk.actions import LayTile
from stellwerk.board.ground import COLORS, Ground
from stellwerk.draw import capsules, sign_marks
from stellwerk.draw.game import company_at_turn
from stellwerk.draw.hex_parts import value_at
from stellwerk.errors import Illegal
from stellwerk.figures import HexFigure, Revenue
from stellwerk.rules.homes import is_settled
from stellwerk.table.view.game.choices import by_group
from stellwerk.table.view.game.networks import name_of_owner
from stellwerk.table.view.game.runs import turn_of
from stellwerk.table.view.own_words import remarks_on_hex
from stellwerk.table.view.scene import OLD, Scene
from stellwerk.table.view.words.names import color_word, join_with_and, terrain_word


class Becomes(msgspec.Struct, frozen=True):
    """A tile that could follow on a hex."""

    tile: str
    color: str
    left: int | None


class Why(msgspec.Struct, frozen=True):
    """A reason, with its clause."""

    sentence: str
    clause: str | None


class HexInfo(msgspec.Struct, frozen=True):
    """All about one hex."""

    hex: str
    place: str
    lies: tuple[str, ...]
    """What is to be seen there, in words."""
    becomes: tuple[Becomes, ...]
    """Tiles that could follow by colour, mark, stops and track."""
    why: Why | None
    """Why nothing can be built there now; None if something can, or nobody builds."""
    group: str
    """What may be done here now, if anything."""
    address: str
    """Of the table in this position."""
    remarks: tuple[str, ...] | UnsetType = UNSET
    """What the title says of it, in sentences."""


def page_address(scene: Scene) -> str:
    """The address of the page of this position."""
    return f"{scene.base}/at/{scene.number}" if scene.mode == OLD else scene.base


def speak_hex(scene: Scene, hex: str, company: str | None = None) -> str:
    """What lies on a hex, in one line; what it counts for a company, the acting one if none is named."""
    return ", ".join([scene.place(hex), *_hex_lines(scene, hex, company)])


def describe_hex(scene: Scene, hex: str) -> HexInfo:
    """All about one hex."""
    board, laid = scene.rules.board, scene.position.tiles
    following = dict.fromkeys(tile for tile, _ in board.fitting(laid, hex))
    open_to = next((id for id in by_group(scene) if id == f"tile:{hex}"), "") if scene.decides else ""
    return HexInfo(
        hex=hex,
        place=scene.place(hex),
        lies=(*_hex_lines(scene, hex), *_stop_values_line(scene, hex)),
        remarks=remarks_on_hex(scene, hex, company_at_turn(scene.game)) or UNSET,
        becomes=tuple(Becomes(tile, board.tiles[tile].color, board.left(laid, tile)) for tile in following),
        why=None if open_to else why_not(scene, hex),
        group=open_to,
        address=page_address(scene),
    )


def _hex_lines(scene: Scene, hex: str, company: str | None = None) -> list[str]:
    say, figure, laid = scene.say, scene.rules.board.hexes[hex], scene.position.tiles.get(hex)
    ground = scene.rules.board.ground(scene.position.tiles, hex)
    if laid:
        color = color_word(say, ground.color)
        lines = [say("{colour} tile {number}", colour=color, number=laid[0])]
    else:
        lines = _printed_line(scene, figure)
    label = _hex_label(figure, ground)
    terrain = scene.rules.board.terrain(scene.position.tiles, hex)
    signs = scene.rules.signs(scene.position)
    markers = capsules.join_links((*figure.icons, *signs.hexes.get(hex, ())))
    stations = [name_of_owner(scene, company) for company, _ in scene.position.stations.get(hex, ())]
    return [
        *lines,
        *([say("hex of the second network")] if figure.sbahn else []),
        *([say("marked {letters}", letters=label)] if label else []),
        *([say("{colour} frame", colour=color_word(say, figure.frame))] if figure.frame else []),
        *([f"{terrain_word(say, terrain.terrain)} {terrain.amount}"] if terrain else []),
        *(_say_sign(scene, sign) for sign in markers),
        *([say("each load brings {amount}", amount=signs.deliveries[hex])] if hex in signs.deliveries else []),
        *([say("a circle kept for {letters}", letters=signs.circles[hex])] if hex in signs.circles else []),
        *_worth_line(scene, hex, company),
        *_homes_line(scene, figure),
        *_stations_line(scene, stations),
    ]


def _say_sign(scene: Scene, sign: str) -> str:
    """A sign; a mine or mill with its link."""
    if not sign_marks.is_linked(sign):
        return scene.say.sentence(sign_marks.speak_sign(sign))
    name, _, value = sign.partition("+")
    return scene.say("{sign}, link {value}", sign=scene.say.sentence(sign_marks.speak_sign(name)), value=value)


def _worth_line(scene: Scene, hex: str, company: str | None = None) -> list[str]:
    """What a stop counts for a company, where that is not what is printed."""
    company = company_at_turn(scene.game) if company is None else company
    worth = scene.rules.stop_values(scene.position, company).get(hex)
    if worth is None or scene.rules.board.hexes[hex].offboard is not None:
        return []
    return [scene.say("counts {value} for {company}", value=worth, company=company)]


def _homes_line(scene: Scene, figure: HexFigure) -> list[str]:
    """The homes in a red area that wait for their companies."""
    if figure.offboard is None:
        return []
    waiting = [home.company for home in figure.home if not is_settled(scene.rules, scene.position, home.company)]
    return [scene.say("home of {company}", company=join_with_and(scene.say, waiting))] if waiting else []


def _hex_label(figure: HexFigure, ground: Ground) -> str:
    """The letters of a hex; of a tile that fits several hexes, the hex's own."""
    label = ground.label or ""
    return (figure.label or "") if "/" in label else label


def _stations_line(scene: Scene, companies: list[str]) -> list[str]:
    if not companies:
        return []
    if len(companies) == 1:
        return [scene.say("station {company}", company=companies[0])]
    return [scene.say("stations {companies}", companies=join_with_and(scene.say, companies))]


def _printed_line(scene: Scene, figure: HexFigure) -> list[str]:
    """What is printed on a hex without a tile."""
    say = scene.say
    if "red-edged" in figure.flags:
        return [say("red-edged, for {company}", company=" / ".join(home.company for home in figure.home))]
    if figure.offboard:
        worth = scene.rules.stop_values(scene.position).get(figure.at)
        return [
            say(
                "off-board area, {value}",
                value=_value_now_line(scene, figure.offboard.revenue) if worth is None else worth,
            )
        ]
    stops = []
    if figure.cities:
        stops.append(say.n("city", "{n} cities", len(figure.cities)))
    if figure.towns:
        stops.append(say.n("town", "{n} towns", len(figure.towns)))
    if figure.track and not stops:
        stops.append(say("printed track"))
    if figure.color == "white":
        return [*stops, say("no tile")] if stops else [say("open land")]
    return [say("{colour} printed", colour=color_word(say, figure.color)), *stops]


def _value_now_line(scene: Scene, revenue: Revenue) -> int:
    return value_at(revenue, scene.rules.phases[scene.position.phase].values)


def _stop_values_line(scene: Scene, hex: str) -> list[str]:
    """What the stops of a hex are worth."""
    if _worth_line(scene, hex):
        return []
    ground, say = scene.rules.board.ground(scene.position.tiles, hex), scene.say
    cities = [_value_now_line(scene, city.revenue) for city in ground.cities]
    towns = [_value_now_line(scene, town.revenue) for town in ground.towns]
    told = [say("city worth {value}", value=worth) for worth in dict.fromkeys(cities) if worth]
    return [*told, *(say("town worth {value}", value=worth) for worth in dict.fromkeys(towns) if worth)]


def why_not(scene: Scene, hex: str) -> Why | None:
    """Why the company in turn cannot build on a hex: the refusal that stands nearest to success."""
    turn = turn_of(scene.position)
    if turn is None or not scene.decides:
        return None
    refusals = []
    for tile, rotation in _tiles_to_ask_about(scene, hex):
        try:
            scene.game.check(LayTile(turn.company, hex, tile, rotation))
        except Illegal as refusal:
            refusals.append(refusal)
        else:
            return None
    if not refusals:
        return Why(scene.say("No tile of this game can be laid here."), None)
    last = max(refusals, key=lambda refusal: _LATE.index(refusal.code) if refusal.code in _LATE else -1)
    return Why(scene.say.sentence(last.sentence), last.clause)


_LATE = ("no-tile", "not-connected", "track-used", "no-cash-terrain")
"""Refusals of tiles that would fit, in the order in which they are found: the later, the nearer."""


def _tiles_to_ask_about(scene: Scene, hex: str) -> list[tuple[str, int]]:
    """Tiles to ask about: those that fit, else one of the next colour."""
    board, laid = scene.rules.board, scene.position.tiles
    fitting = [(tile, turn) for tile, turn in board.fitting(laid, hex) if not scene.rules.special_tile(tile)]
    if fitting:
        return fitting[:40]
    color = board.ground(laid, hex).color
    after = COLORS[COLORS.index(color) + 1 :] if color in COLORS else COLORS[1:2]
    return [(tile, 0) for tile in board.counts if board.tiles[tile].color in after[:1]][:1]
