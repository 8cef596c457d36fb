"""The panel of the table page: whose turn it is, and everything that may be done, with prices and effects."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from stellwerk.referee import Referee
from stellwerk.steps.bidding import PlaceToken
from stellwerk.table.view.game import options, sealed_bids, turn_bar, turn_question, turn_steps
from stellwerk.table.view.game import why_not as asking
from stellwerk.table.view.game.board_question import BoardQuestion, make_board_question
from stellwerk.table.view.game.box_bidding import BidPanel, make_bid_panel
from stellwerk.table.view.game.choices import ChoiceOption, Group, by_group, task_of
from stellwerk.table.view.game.income import IncomePanel, make_income
from stellwerk.table.view.game.load_panel import LoadPanel, make_load_panel
from stellwerk.table.view.game.loading import kind_of_loads
from stellwerk.table.view.game.offers import Offer, declined_offers, make_offer
from stellwerk.table.view.game.own_deals import OwnDeals, make_own_deals
from stellwerk.table.view.game.sealed_bids import OpeningLink, SealedBid
from stellwerk.table.view.game.turn_bar import TurnBar
from stellwerk.table.view.game.turn_steps import TurnStop
from stellwerk.table.view.game.why_not import WhyNotReason
from stellwerk.table.view.scene import LIVE, Pick, Scene
from stellwerk.table.view.words import group_labels
from stellwerk.vocabulary import tag_of

WHY_NOT = "whynot"
"""The pick that opens the reasons why something cannot be done."""

CARDS = 3
"""Up to how many options stand beside each other, each with its effects; of more, one is chosen first."""


class PanelRank(msgspec.Struct, frozen=True):
    """A player's place in a finished game."""

    place: int
    player: str
    letter: str
    worth: int
    mine: bool


class Reminder(msgspec.Struct, frozen=True):
    """Something to know, and the clause behind it."""

    text: str
    clause: str


class Panel(msgspec.Struct, frozen=True, kw_only=True):
    """Everything the panel shows."""

    heading: str
    """What is to be decided."""
    turn: TurnBar
    stops: tuple[TurnStop, ...] = ()
    possible: str = ""
    """How many hexes or cities come into question."""
    groups: tuple[Group, ...] = ()
    """Everything that may be played, sorted; empty for those who do not decide."""
    picked: Group | None = None
    """The group that is open, with effects."""
    by_hand: bool = False
    """Has the reader picked it (or was it the only one)?"""
    chosen: int | None = None
    """The option of it that is ready to be played."""
    option: ChoiceOption | None = None
    cards: bool = False
    """Are the options of the picked group shown beside each other?"""
    fits: Any = None
    """Of a picked hex: the tiles that fit (see `tiles`)."""
    passing: ChoiceOption | None = None
    """Passing, told in full; where it gives something away it is asked for first."""
    offer: Offer | None = None
    declined: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    whynot: tuple[WhyNotReason, ...] | None = None
    """None: not asked for yet."""
    may: tuple[str, ...] = ()
    """What the one who decides may do, in words, for the others."""
    ranking: tuple[PanelRank, ...] = ()
    program: Any = None
    """Programmed choices of the reader (see `program`)."""
    seat: int = 0
    """The seat that plays."""
    income: IncomePanel | UnsetType = UNSET
    """The income of runs and bonuses that is decided about."""
    loading: LoadPanel | UnsetType = UNSET
    """The decision about runs with loads."""
    aside: str | UnsetType = UNSET
    """A kind of group that is not offered apart, for the panel offers its actions together with others."""
    reminders: tuple[Reminder, ...] | UnsetType = UNSET
    """What whoever decides should know."""
    board: BoardQuestion | UnsetType = UNSET
    """The proposal that waits for a board."""
    sealed: SealedBid | UnsetType = UNSET
    """The reader's own sealed bid, while the others make theirs."""
    own_deals: OwnDeals | UnsetType = UNSET
    """A company's deal in its own certificates."""
    bids: BidPanel | UnsetType = UNSET
    """The boxes the reader may bid on."""
    opening: OpeningLink | UnsetType = UNSET
    """Where the opening of the bids is shown again, while players act."""


def make_panel(scene: Scene, pick: Pick) -> Panel:
    """The panel for one reader."""
    turn = turn_bar.turn_bar(scene)
    if scene.game.over and turn.state == turn_bar.OVER:
        return Panel(heading=scene.say("The game is over"), turn=turn, ranking=make_ranking(scene))
    made = options.make_groups(scene) if not scene.game.over else ()
    heading, possible = turn_question.make_question(scene, made)
    common = Panel(
        heading=heading,
        turn=turn,
        stops=turn_steps.turn_stops(scene, made),
        program=make_programmed(scene),
        board=make_board_question(scene) or UNSET,
        reminders=list_reminders(scene) or UNSET,
        sealed=sealed_bids.own_bid(scene) or UNSET,
        opening=sealed_bids.link_to_opening(scene, pick) or UNSET,
    )
    if scene.damage is not None:
        return msgspec.structs.replace(common, stops=(), program=None)
    if not scene.decides:
        return msgspec.structs.replace(common, may=what_others_may_do(scene, made))
    assert scene.turn is not None
    picked, chosen = _picked_option(scene, made, pick)
    option = picked.options[chosen] if picked is not None and chosen is not None else None
    return msgspec.structs.replace(
        common,
        possible=possible,
        groups=made,
        picked=picked,
        by_hand=bool(picked is not None and picked.id == pick.group),
        chosen=chosen,
        option=option,
        cards=picked is not None and _as_cards(picked),
        fits=fitting_tiles(scene, picked, pick),
        passing=make_passing(scene, made),
        offer=make_offer(scene),
        declined=declined_offers(scene),
        warnings=(option.warning,) if option is not None and option.warning else (),
        whynot=asking.list_reasons(scene) if pick.group == WHY_NOT else None,
        seat=scene.turn.seat,
        income=make_income(scene, picked) or UNSET,
        loading=make_load_panel(scene, picked, pick) or UNSET,
        aside=kind_of_loads(scene) or UNSET,
        own_deals=make_own_deals(scene) or UNSET,
        bids=make_bid_panel(scene, picked, chosen) or UNSET,
    )


def _picked_option(scene: Scene, made: Sequence[Group], pick: Pick) -> tuple[Group | None, int | None]:
    """The group that is open, and which of its options is chosen."""
    known = {group.id: group for group in made}
    group = known.get(pick.group) or known.get(options.pick_default(scene, made))
    if group is None:
        return None, None
    if group.kind == "tile":
        return group, _tile_index(group, pick)
    chosen = int(pick.tile) if pick.tile.isdecimal() and group.id == pick.group else 0
    full = options.open_group(scene, group, chosen)
    if chosen >= len(full.options):
        chosen = 0
    if _as_cards(full) and not (pick.tile and group.id == pick.group):
        return full, None
    return full, chosen


def list_reminders(scene: Scene) -> tuple[Reminder, ...]:
    """What the present step reminds of."""
    task = task_of(scene)
    told = task.reminders(Referee(scene.rules, scene.position)) if task is not None else ()
    return tuple(Reminder(scene.say.sentence(text), scene.rules.clause(code) or "") for text, code in told)


def make_passing(scene: Scene, made: Sequence[Group]) -> ChoiceOption | None:
    """Passing, with what it gives away."""
    group = next((group for group in made if group.kind == "pass"), None)
    return options.open_group(scene, group, 0).options[0] if group is not None else None


def _as_cards(group: Group) -> bool:
    """Few options that are worth comparing stand beside each other."""
    return group.kind != "tile" and not _is_bid_on_box(group) and 1 < len(group.options) <= CARDS


def _is_bid_on_box(group: Group) -> bool:
    """Is it about boxes that are picked where they lie?"""
    return bool(group.options) and group.options[0].action["type"] == tag_of(PlaceToken)


def _tile_index(group: Group, pick: Pick) -> int | None:
    """The lay of a hex that is picked: tile, and its turn if it fits so."""
    lays = [option.action for option in group.options]
    same = [i for i, lay in enumerate(lays) if lay["tile"] == pick.tile]
    return next((i for i in same if lays[i]["rotation"] == pick.turn), same[0] if same else 0)


def fitting_tiles(scene: Scene, group: Group | None, pick: Pick) -> Any:
    """The tiles that fit on a picked hex, as the board's part shows them."""
    if group is None or group.kind != "tile" or find_spec("stellwerk.table.view.game.tiles") is None:
        return None
    from stellwerk.table.view.game import tiles

    return tiles.tiles_that_fit(scene, group.about, by_group(scene)[group.id], pick)


def make_programmed(scene: Scene) -> Any:
    """Programmed choices, where there is something to say about them."""
    if scene.mode != LIVE or not scene.mine or find_spec("stellwerk.table.view.game.programmed_choices") is None:
        return None
    from stellwerk.table.view.game.programmed_choices import make_program_part

    return make_program_part(scene, getattr(scene, "programs", {}))


def what_others_may_do(scene: Scene, made: Sequence[Group]) -> tuple[str, ...]:
    """What somebody else may do now, each kind once."""
    kinds = dict.fromkeys(group.kind for group in made)
    return tuple(group_labels.say_may(scene, kind) for kind in kinds)


def make_ranking(scene: Scene) -> tuple[PanelRank, ...]:
    """The result, the richest first; equals share a place."""
    result = scene.position.result or {}
    names = {scene.table.seats[seat].name for seat in scene.mine}
    ties = {player: scene.rules.tie_break(scene.position, player) for player in result}
    counts = {player: (worth, ties[player]) for player, worth in result.items()}
    return tuple(
        PanelRank(
            place=1 + sum(1 for other in counts.values() if other > counts[player]),
            player=player,
            letter=scene.letter(player),
            worth=worth,
            mine=player in names,
        )
        for player, worth in sorted(result.items(), key=lambda entry: counts[entry[0]], reverse=True)
    )
