"""Setting up a table: what is wished for, what goes together and what does not, and who will sit there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from stellwerk.errors import BadInput
from stellwerk.rules import Rules
from stellwerk.rules.players import check_player_names
from stellwerk.table.db.records import BOT, FREE, PERSON, SCREEN, OwnBoard
from stellwerk.table.service import input_checks
from stellwerk.table.service.tables import USUAL_BOT
from stellwerk.table.view.title.figure_sources import RECONSTRUCTED
from stellwerk.table.view.title.title_card import (
    TitleCard,
    VariantCard,
    counts_of,
    make_title_cards,
    variant_changes,
    variant_label,
)
from stellwerk.table.view.words.texts import Speech
from stellwerk.titles import rules_of, titles

LEVELS = ("casual", "steady", "keen")
"""The bots one can choose, the weakest first."""

BOT_NAMES = ("Berta", "Emil", "Frieda", "Gustav", "Hanna", "Ludwig", "Olga", "Rosa", "Theo", "Viktor")
"""What bots are called; their initials differ."""

BOOK = "book"
MOST_SEATS = 10


class SeatWish(msgspec.Struct, frozen=True):
    """A seat as it is wished for: `account` (me), `screen`, `free` (a friend) or `bot`; an empty name gets filled."""

    kind: str = ""
    name: str = ""


class Wish(msgspec.Struct, frozen=True, kw_only=True):
    """A table as somebody wants it."""

    title: str = ""
    players: int = 4
    variants: tuple[str, ...] = ()
    rules: str = BOOK
    name: str = ""
    visibility: str = "private"
    seed: str = ""
    bots: str = USUAL_BOT
    """How strong the bots are: which program plays for them."""
    seats: tuple[SeatWish, ...] = ()
    own: str = ""
    """The own board to play on, by its digest; empty: the printed one."""


class SetUpChoice(msgspec.Struct, frozen=True):
    """One of several."""

    value: str
    label: str
    text: str = ""
    chosen: bool = False


class SeatLine(msgspec.Struct, frozen=True):
    """A seat of the page: what it is, what it could be, and the name of the one who plays there."""

    seat: int
    kind: str
    kinds: tuple[SetUpChoice, ...]
    name: str


class SetUpPage(msgspec.Struct, frozen=True, kw_only=True):
    """The page on which a table is set up."""

    titles: tuple[TitleCard, ...]
    wish: Wish
    counts: tuple[int, ...]
    variants: tuple[VariantCard, ...]
    programs: tuple[SetUpChoice, ...]
    seats: tuple[SeatLine, ...]
    visibilities: tuple[SetUpChoice, ...]
    levels: tuple[SetUpChoice, ...] = ()
    """How strong the bots can be."""
    boards: tuple[SetUpChoice, ...] = ()
    """The printed board, and the reader's own ones for the title."""
    reconstructed: bool = False
    """Is the printed board reconstructed?"""
    problems: tuple[str, ...] = ()
    """Why the table cannot be set up so."""
    advice: tuple[str, ...] = ()
    """What should be known before it is."""
    starts: bool = False
    """Does the game begin at once, because nobody is waited for?"""


def make_set_up_page(
    wish: Wish, me: str, local: bool, say: Speech, *, complain: bool = True, kept: Sequence[OwnBoard] = ()
) -> SetUpPage:
    """The page for a wish; `me` is the reader's name, `local` a site without accounts, `kept` his own boards."""
    shown = _fit_wish(wish, me, local)
    lines = seat_lines(shown, me, local, say)
    found = set_up_problems(wish, me, local, say) if complain else ()
    rules = _rules_or_base(shown)
    return SetUpPage(
        titles=make_title_cards(say),
        wish=shown,
        counts=counts_of(shown.title),
        variants=_variant_choices(shown, say),
        programs=_program_choices(shown, say),
        seats=lines,
        levels=bot_levels(say, shown.bots),
        visibilities=_visibility_choices(shown, say),
        boards=_board_choices(shown, kept, say),
        reconstructed=rules.board.figure.source == RECONSTRUCTED,
        problems=found,
        advice=_advice_lines(rules, shown, say),
        starts=all(line.kind != FREE for line in lines),
    )


def variant_of(wish: Wish) -> str:
    """The variants in the title's own order, joined; the first one goes without saying."""
    first, *others = rules_of(wish.title).variants
    order = sorted(set(wish.variants) - {first}, key=lambda name: (others.index(name) if name in others else 99, name))
    return "+".join(order) or first


def seat_specs(wish: Wish, me: str, local: bool, say: Speech) -> list[dict[str, Any]]:
    """The seats as the service wants them."""
    found = []
    for line in seat_lines(wish, me, local, say):
        named = {} if line.kind == FREE else {"name": line.name}
        program = {"bot": wish.bots} if line.kind == BOT and wish.bots in LEVELS else {}
        found.append({"kind": line.kind, **named, **program})
    return found


def set_up_problems(wish: Wish, me: str, local: bool, say: Speech) -> tuple[str, ...]:
    """Why a table cannot be as it is wished for; nothing, if it can."""
    found, lines = [], seat_lines(wish, me, local, say)
    twice = sum(line.kind == PERSON for line in lines) > 1
    if twice:
        found.append(
            say("You sit on one seat only. For others who play at this screen choose “somebody at this screen”.")
        )
    try:
        rules = rules_of(wish.title, variant_of(wish), wish.rules)
        if not twice:
            check_player_names(rules, [_read_player_line(line) for line in lines])
    except BadInput as error:
        found.append(say.sentence(str(error)))
    try:
        if wish.name:
            input_checks.check_name(wish.name, "name of a table")
        seed_of(wish)
    except BadInput as error:
        found.append(say.sentence(str(error)))
    return tuple(found)


def seed_of(wish: Wish) -> int | None:
    """The seed that is wished for, if one is."""
    if not wish.seed:
        return None
    if not wish.seed.removeprefix("-").isdecimal() or len(wish.seed) > 17:
        raise BadInput("The seed of a game is a whole number of at most 2^53.")
    return input_checks.check_seed(int(wish.seed))


def seat_lines(wish: Wish, me: str, local: bool, say: Speech) -> tuple[SeatLine, ...]:
    """All seats, those not spoken of as they are by default, with names filled in."""
    kinds = _seat_kinds(local)
    seats = [*wish.seats, *(SeatWish() for _ in range(MOST_SEATS))][: max(0, min(wish.players, MOST_SEATS))]
    chosen = [seat.kind if seat.kind in kinds else _usual_kind(number, local) for number, seat in enumerate(seats)]
    names = _fill_names([seat.name.strip() for seat in seats], chosen, me, say)
    return tuple(
        SeatLine(number, kind, tuple(SetUpChoice(one, _kind_label(one, say), "", one == kind) for one in kinds), name)
        for number, (kind, name) in enumerate(zip(chosen, names, strict=True))
    )


def bots_for(title: str, me: str, players: int, say: Speech, level: str = USUAL_BOT) -> list[dict[str, Any]]:
    """Seats for the reader and bots, for a game that starts at once."""
    return seat_specs(Wish(title=title, players=players, bots=level), free_name(title, me), True, say)


def bot_levels(say: Speech, chosen: str = USUAL_BOT) -> tuple[SetUpChoice, ...]:
    """How strong bots can be."""
    known = {
        "casual": (say("Learner"), say("plays by taste and chance")),
        "steady": (say("Club"), say("rules of thumb a decent player would recognise")),
        "keen": (say("Strong"), say("looks ahead, and thinks for seconds")),
    }
    return tuple(SetUpChoice(name, *known[name], name == chosen) for name in LEVELS)


def free_name(title: str, name: str) -> str:
    """A player's name; another one if something in the game is called so."""
    rules = rules_of(title)
    rest = [f"Player {number}" for number in range(1, rules.figures.player_counts()[0])]
    try:
        check_player_names(rules, [name, *(other for other in rest if other != name)])
    except BadInput:
        return f"{name[:36]} 1"
    return name


def _read_player_line(line: SeatLine) -> str:
    return line.name or f"Seat {line.seat + 1}"


def _fill_names(given: Sequence[str], kinds: Sequence[str], me: str, say: Speech) -> list[str]:
    """A name for each seat that has none; the initials of bots differ from those of people."""
    initials = {name[:1].upper() for name in (*given, me) if name}
    friendly = iter([name for name in BOT_NAMES if name[0] not in initials])
    found = []
    for number, (name, kind) in enumerate(zip(given, kinds, strict=True), 1):
        if kind == FREE:
            name = ""
        elif not name:
            usual = {PERSON: me, SCREEN: say("Player {n}", n=number)}
            name = usual[kind] if kind in usual else next(friendly, f"Bot {number}")
        found.append(name)
    return found


def _usual_kind(number: int, local: bool) -> str:
    if number == 0:
        return PERSON
    return BOT if local else FREE


def _seat_kinds(local: bool) -> tuple[str, ...]:
    return (PERSON, SCREEN, BOT) if local else (PERSON, FREE, SCREEN, BOT)


def _kind_label(kind: str, say: Speech) -> str:
    known = {
        PERSON: say("me"),
        SCREEN: say("somebody at this screen"),
        FREE: say("a friend, by invitation"),
        BOT: say("a bot"),
    }
    return known[kind]


def _fit_wish(wish: Wish, me: str, local: bool) -> Wish:
    """The wish as far as it can be shown: a title there is, its variants, a number of players it allows."""
    title = wish.title if wish.title in titles() else titles()[0]
    rules = rules_of(title)
    counts = counts_of(title)
    return msgspec.structs.replace(
        wish,
        title=title,
        players=min(counts, key=lambda count: abs(count - wish.players)),
        variants=tuple(name for name in wish.variants if name in rules.variants[1:]),
        rules=wish.rules if wish.rules in rules.programs else BOOK,
        visibility=wish.visibility if not local and wish.visibility == "open" else "private",
    )


def _rules_or_base(wish: Wish) -> Rules:
    try:
        return rules_of(wish.title, variant_of(wish), wish.rules)
    except BadInput:
        return rules_of(wish.title)


def _variant_choices(wish: Wish, say: Speech) -> tuple[VariantCard, ...]:
    rules = rules_of(wish.title)
    names = rules.variants if rules.figures.variant_name else rules.variants[1:]
    return tuple(_variant_choice(name, wish, say) for name in names)


def _variant_choice(name: str, wish: Wish, say: Speech) -> VariantCard:
    """A variant, and why it does not go together with those chosen already."""
    alone, of_its_own = rules_of(wish.title, name), bool(rules_of(wish.title).figures.variant_name)
    joined = variant_of(msgspec.structs.replace(wish, variants=(name,) if of_its_own else (*wish.variants, name)))
    clash = ""
    try:
        if wish.players not in rules_of(wish.title, joined, wish.rules).figures.player_counts():
            clash = say("Not for {n} players.", n=wish.players)
    except BadInput as error:
        clash = say("Does not go together with what is chosen: {reason}", reason=say.sentence(str(error)))
    return VariantCard(
        name,
        variant_label(wish.title, name, say),
        variant_changes(alone, wish.players, say),
        name in wish.variants or (not wish.variants and name == alone.variants[0]),
        clash,
        of_its_own,
    )


def _program_choices(wish: Wish, say: Speech) -> tuple[SetUpChoice, ...]:
    found = []
    for program in rules_of(wish.title).programs:
        label = say("By the book") if program == BOOK else say("As {program} plays it", program=program)
        text = (
            ""
            if program == BOOK
            else say("Only to go on with games recorded there: it differs from the book in places.")
        )
        found.append(SetUpChoice(program, label, text, program == wish.rules))
    return tuple(found)


def _visibility_choices(wish: Wish, say: Speech) -> tuple[SetUpChoice, ...]:
    return (
        SetUpChoice("private", say("Private"), say("Only those you invite see it."), wish.visibility != "open"),
        SetUpChoice(
            "open", say("Open to all"), say("Everybody here may look on and sit down."), wish.visibility == "open"
        ),
    )


def _board_choices(wish: Wish, kept: Sequence[OwnBoard], say: Speech) -> tuple[SetUpChoice, ...]:
    mine = [board for board in kept if board.title == wish.title]
    here = wish.own if any(board.digest == wish.own for board in mine) else ""
    own = (SetUpChoice(board.digest, board.name, say("my own board"), board.digest == here) for board in mine)
    return (SetUpChoice("", say("The built-in board"), "", not here), *own)


def _advice_lines(rules: Rules, wish: Wish, say: Speech) -> tuple[str, ...]:
    text = rules.figures.advice.get(str(wish.players))
    return () if text is None else (say.sentence(text),)
