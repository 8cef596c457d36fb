"""Programmed choices in the panel: what runs, what stopped and why, and what can be programmed now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from stellwerk.table import programs
from stellwerk.table.programs import Programmed, Reason
from stellwerk.table.records import Seat
from stellwerk.table.view.scene import LIVE, Scene
from stellwerk.table.view.texts import Say


class Stop(msgspec.Struct, frozen=True):
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


class Offer(msgspec.Struct, frozen=True):
    """A program that could be made now."""

    kind: str
    text: str
    button: str
    stops: tuple[Stop, ...]
    company: str = ""


class Program(msgspec.Struct, frozen=True):
    """The programmed choices of the reader's seats; offers are for the seat he looks from."""

    seat: int
    player: str
    action: str
    """Where the forms go."""
    running: tuple[Running, ...] = ()
    stopped: tuple[Running, ...] = ()
    passing: Offer | None = None
    floating: tuple[Offer, ...] = ()


def program(scene: Scene, stored: Mapping[int, Any]) -> Program | None:
    """The programmed choices in a running stock round; None where there are none."""
    seat = scene.seat
    if seat is None or scene.mode != LIVE or not programs.in_stock_round(scene.position):
        return None
    shown = [_shown(scene, number, data) for number, data in sorted(stored.items())]
    known = [one for one in shown if one is not None]
    busy = any(one.seat == seat.seat and not one.reason for one in known)
    return Program(
        seat=seat.seat,
        player=seat.name,
        action=f"{scene.base}/program",
        running=tuple(one for one in known if not one.reason),
        stopped=tuple(one for one in known if one.reason),
        passing=None if busy else _passing(scene, seat),
        floating=() if busy else tuple(_floating(scene, company) for company in _wanted(scene)),
    )


def _shown(scene: Scene, seat: int, data: Any) -> Running | None:
    found = programs.decode(data)
    if found is None or found.round != scene.position.round or seat not in scene.mine:
        return None
    player = scene.table.seats[seat].name
    stops = tuple(stop.text for stop in _stops(scene, player, found))
    reason = why(scene.say, found.reason) if found.reason is not None else ""
    return Running(seat, player, found.kind, found.company, _text(scene.say, found), stops, reason)


def _text(say: Say, found: Programmed) -> str:
    if found.kind == programs.PASSING:
        return say("Passing for the rest of this stock round.")
    return say("Buying {company} until it floats.", company=found.company)


def _passing(scene: Scene, seat: Seat) -> Offer:
    say = scene.say
    button = say("Pass now, and until then") if scene.decides else say("Pass until then")
    stops = tuple(Stop(_stop(scene, seat.name, code), code, code in programs.USUAL) for code in programs.STOPS)
    return Offer(programs.PASSING, say("Pass for the rest of this round …"), button, stops)


def _wanted(scene: Scene) -> list[str]:
    """The companies that wait to float and can be bought at all in this phase."""
    waiting = programs.to_float(scene.rules, scene.position)
    return [company for company in waiting if scene.rules.available(scene.position, company)]


def _floating(scene: Scene, company: str) -> Offer:
    say = scene.say
    return Offer(
        programs.FLOATING,
        say("Buy {company} until it floats …", company=company),
        say("Buy {company} until then", company=company),
        tuple(Stop(text) for text in _float_stops(scene, company)),
        company,
    )


def _stops(scene: Scene, player: str, found: Programmed) -> tuple[Stop, ...]:
    if found.kind == programs.FLOATING:
        return tuple(Stop(text) for text in _float_stops(scene, found.company))
    return tuple(Stop(_stop(scene, player, code), code) for code in found.stops)


def _float_stops(scene: Scene, company: str) -> tuple[str, ...]:
    """When buying to float stops; it is the same for every company."""
    say = scene.say
    return (
        say("{company} has floated, or has enough shares sold for it", company=company),
        say("no certificate is left in the initial offering, or you cannot buy it"),
        say("shares of {company} or of a company you hold are sold", company=company),
        say("a directorship of such a company changes or comes in danger"),
    )


def _stop(scene: Scene, player: str, code: str) -> str:
    """One thing that stops passing, with the companies it is about now."""
    say = scene.say
    about = {
        programs.SOLD: programs.held(scene.rules, scene.position, player),
        programs.DANGER: programs.directed(scene.rules, scene.position, player),
    }.get(code, ())
    text = {
        programs.SOLD: say("shares of a company I hold are sold"),
        programs.DANGER: say("one of my directorships is in danger"),
        programs.FLOATS: say("a company floats"),
        programs.DIRECTOR: say("somebody takes a directorship"),
        programs.BOUGHT: say("anybody buys"),
    }[code]
    return f"{text} ({', '.join(about)})" if about else text


def why(say: Say, reason: Reason) -> str:
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
    }
    return texts.get(reason.code, reason.code)
