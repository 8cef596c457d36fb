"""Programmed choices in the panel: what runs, what stopped and why, and what can be programmed now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from stellwerk.rules.parts import JOINED
from stellwerk.table.db.records import TableSeat
from stellwerk.table.live import programmed_choices
from stellwerk.table.live.programmed_choices import Programmed, StopReason
from stellwerk.table.view.game.parts import name_of_part, standing_around
from stellwerk.table.view.scene import LIVE, Scene
from stellwerk.table.view.words.texts import Speech


class ProgramStop(msgspec.Struct, frozen=True):
    """Something that stops a program, to be chosen where it has a code: `usual` is what is ticked at first."""

    text: str
    code: str = ""
    usual: bool = True


class Running(msgspec.Struct, frozen=True):
    """A program of a seat of the reader's: what it does and when it stops, or why it has stopped."""

    seat: int
    player: str
    kind: str
    company: str
    text: str
    stops: tuple[str, ...] = ()
    reason: str = ""


class ProgramOffer(msgspec.Struct, frozen=True):
    """A program that could be made now."""

    kind: str
    text: str
    button: str
    stops: tuple[ProgramStop, ...]
    company: str = ""


class ShownProgram(msgspec.Struct, frozen=True):
    """The programmed choices of the reader's seats; offers are for the seat he looks from."""

    seat: int
    player: str
    action: str
    """Where the forms go."""
    running: tuple[Running, ...] = ()
    stopped: tuple[Running, ...] = ()
    passing: ProgramOffer | None = None
    floating: tuple[ProgramOffer, ...] = ()
    letting: ProgramOffer | UnsetType = UNSET


def make_program_part(scene: Scene, stored: Mapping[int, Any]) -> ShownProgram | None:
    """The programmed choices in a running stock round, or in a turn with a board; None where there are none."""
    seat = scene.seat
    if seat is None or scene.mode != LIVE:
        return None
    if not programmed_choices.in_stock_round(scene.position):
        return _make_letting_part(scene, seat, stored)
    shown = [_show_program(scene, number, data) for number, data in sorted(stored.items())]
    known = [one for one in shown if one is not None]
    busy = any(one.seat == seat.seat and not one.reason for one in known)
    return ShownProgram(
        seat=seat.seat,
        player=seat.name,
        action=f"{scene.base}/program",
        running=tuple(one for one in known if not one.reason),
        stopped=tuple(one for one in known if one.reason),
        passing=None if busy else _passing_program(scene, seat),
        floating=()
        if busy
        else tuple(_floating_program(scene, company) for company in _companies_waiting_to_float(scene)),
    )


def _make_letting_part(scene: Scene, seat: TableSeat, stored: Mapping[int, Any]) -> ShownProgram | None:
    """What may be programmed in a turn in which a board may object: for whoever is asked, or will be."""
    turn = programmed_choices.contested_turn(scene.rules, scene.position)
    if turn is None:
        return None
    shown = [one for one in (_show_program(scene, number, data) for number, data in sorted(stored.items())) if one]
    busy = any(one.seat == seat.seat and not one.reason for one in shown)
    asked = _is_asked(scene, seat, turn.company)
    if not shown and not asked:
        return None
    offer = ProgramOffer(
        programmed_choices.LETTING,
        scene.say("Or once for all"),
        scene.say("Let everything pass this turn"),
        tuple(ProgramStop(text) for text in _letting_stops(scene, seat.name, turn.company)),
        turn.company,
    )
    return ShownProgram(
        seat=seat.seat,
        player=seat.name,
        action=f"{scene.base}/program",
        running=tuple(one for one in shown if not one.reason),
        stopped=tuple(one for one in shown if one.reason),
        letting=offer if asked and not busy else UNSET,
    )


def _is_asked(scene: Scene, seat: TableSeat, company: str) -> bool:
    """Does a player decide for a part other than the first, so that he may object, and is somebody else's turn?"""
    standing = standing_around(scene, company)
    if standing is None or not standing.parts or standing.parts[0].decider == seat.name:
        return False
    return any(part.decider == seat.name for part in standing.parts[1:])


def _letting_stops(scene: Scene, player: str, company: str) -> tuple[str, ...]:
    standing = standing_around(scene, company)
    own = [p for p in standing.parts if p.decider == player and p.state != JOINED] if standing is not None else []
    names = ", ".join(name_of_part(scene, part) for part in own)
    return (scene.say("a proposal would swallow {parts}", parts=names),) if names else ()


def _show_program(scene: Scene, seat: int, data: Any) -> Running | None:
    found = programmed_choices.decode_program(data)
    if found is None or seat not in scene.mine or programmed_choices.is_over(found, scene.rules, scene.position):
        return None
    player = scene.table.seats[seat].name
    stops = tuple(stop.text for stop in _list_stops(scene, player, found))
    reason = say_why_stopped(scene.say, found.reason) if found.reason is not None else ""
    return Running(seat, player, found.kind, found.company, _say_program(scene.say, found), stops, reason)


def _say_program(say: Speech, found: Programmed) -> str:
    if found.kind == programmed_choices.LETTING:
        return say("Letting everything pass in this turn of {company}.", company=found.company)
    if found.kind == programmed_choices.PASSING:
        return say("Passing for the rest of this stock round.")
    return say("Buying {company} until it floats.", company=found.company)


def _passing_program(scene: Scene, seat: TableSeat) -> ProgramOffer:
    say = scene.say
    button = say("Pass now, and until then") if scene.decides else say("Pass until then")
    stops = tuple(
        ProgramStop(_describe_stop(scene, seat.name, code), code, code in programmed_choices.USUAL)
        for code in programmed_choices.STOPS
    )
    return ProgramOffer(programmed_choices.PASSING, say("Pass for the rest of this round …"), button, stops)


def _companies_waiting_to_float(scene: Scene) -> list[str]:
    """The companies that wait to float and can be bought at all in this phase."""
    waiting = programmed_choices.to_float(scene.rules, scene.position)
    return [company for company in waiting if scene.rules.available(scene.position, company)]


def _floating_program(scene: Scene, company: str) -> ProgramOffer:
    say = scene.say
    return ProgramOffer(
        programmed_choices.FLOATING,
        say("Buy {company} until it floats …", company=company),
        say("Buy {company} until then", company=company),
        tuple(ProgramStop(text) for text in _float_stops(scene, company)),
        company,
    )


def _list_stops(scene: Scene, player: str, found: Programmed) -> tuple[ProgramStop, ...]:
    if found.kind == programmed_choices.LETTING:
        return tuple(ProgramStop(text) for text in _letting_stops(scene, player, found.company))
    if found.kind == programmed_choices.FLOATING:
        return tuple(ProgramStop(text) for text in _float_stops(scene, found.company))
    return tuple(ProgramStop(_describe_stop(scene, player, code), code) for code in found.stops)


def _float_stops(scene: Scene, company: str) -> tuple[str, ...]:
    """When buying to float stops; it is the same for every company."""
    say = scene.say
    return (
        say("{company} has floated, or has enough shares sold for it", company=company),
        say("no certificate is left in the initial offering, or you cannot buy it"),
        say("shares of {company} or of a company you hold are sold", company=company),
        say("a directorship of such a company changes or comes in danger"),
    )


def _describe_stop(scene: Scene, player: str, code: str) -> str:
    """One thing that stops passing, with the companies it is about now."""
    say = scene.say
    about = {
        programmed_choices.SOLD: programmed_choices.companies_held(scene.rules, scene.position, player),
        programmed_choices.DANGER: programmed_choices.companies_directed(scene.rules, scene.position, player),
    }.get(code, ())
    text = {
        programmed_choices.SOLD: say("shares of a company I hold are sold"),
        programmed_choices.DANGER: say("one of my directorships is in danger"),
        programmed_choices.FLOATS: say("a company floats"),
        programmed_choices.DIRECTOR: say("somebody takes a directorship"),
        programmed_choices.BOUGHT: say("anybody buys"),
    }[code]
    return f"{text} ({', '.join(about)})" if about else text


def say_why_stopped(say: Speech, reason: StopReason) -> str:
    """Why a program stopped, in a sentence."""
    fields = {"player": reason.player, "company": reason.company}
    texts = {
        "sold": say("{player} sold shares of {company}.", **fields),
        "danger": say("{player} comes within one certificate of directing {company}.", **fields),
        "floated": say("{company} has floated.", **fields),
        "enough": say("{company} has enough shares sold to float.", **fields),
        "director": say("{player} became director of {company}.", **fields),
        "started": say("{player} started {company}.", **fields),
        "bought": say("{player} bought {company}.", **fields),
        "undone": say("Something was undone or restored."),
        "own": say("You moved yourself."),
        "other": say("You cannot just pass now."),
        "none-left": say("No certificate of {company} is left in the initial offering.", **fields),
        "refused": say.sentence(reason.sentence),
        "swallowed": say("This proposal would swallow {company}: you decide.", **fields),
    }
    return texts.get(reason.code, reason.code)
