"""18DO's better words for the table page, and its texts in German."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from stellwerk.referee import Referee
from stellwerk.steps.links import BuildLink, LinkBuilt
from stellwerk.titles.t18do import intro_words, sale_words
from stellwerk.titles.t18do.beer import CarryBeer
from stellwerk.titles.t18do.breweries import CubesMoved, brewery_of
from stellwerk.titles.t18do.land import YARD
from stellwerk.titles.t18do.links import Link, is_place, next_value
from stellwerk.titles.t18do.printed import printed_of
from stellwerk.titles.t18do.state import DoState

# Hexes


def remarks_on_hex(talk: Any, hex: str, company: str) -> Iterator[str]:
    """Why a freight yard counts what it counts, and how far a link may go."""
    printed, figure = printed_of(talk.rules.variant), talk.rules.board.hexes[hex]
    if YARD in figure.flags:
        yield talk.say("Counts {base}, and {each} for each station here to whoever has one.",
                       base=printed.yard.base, each=printed.yard.each)  # fmt: skip
    if is_place(talk.rules, hex):
        yield from _remarks_on_link(talk, hex)


def _remarks_on_link(talk: Any, hex: str) -> Iterator[str]:
    """The link of a mine or mill: what it adds, and its next step."""
    now, after = DoState.of(talk.position).link(hex), next_value(talk.rules, talk.position, hex)
    if after is None:
        yield talk.say("The link adds {value} for everybody, and goes no further.", value=now)
    elif now:
        yield talk.say("The link adds {value} for everybody; {more} from the {colour} phase on.",
                       value=now, more=after[1], colour=talk.say(after[0]))  # fmt: skip
    else:
        yield talk.say(
            "No link yet: one costs {cost} and adds {value}.",
            cost=talk.money(printed_of(talk.rules.variant).links.cost),
            value=after[1],
        )


# Links (4.5.4)


def linking(talk: Any, action: BuildLink) -> dict[str, Any]:
    """A link: where, to what value, for what price."""
    step, cost = next_value(talk.rules, talk.position, action.hex), _cost_of_link(talk, action)
    value = step[1] if step is not None else DoState.of(talk.position).link(action.hex)
    fields = {"place": talk.place(action.hex), "value": value, "cost": talk.money(cost) if cost else talk.say("free")}
    if not talk.rules.figures.has_money:
        return {"label": talk.say("Link {place} at {value}", **fields), "short": str(value)}
    build = talk.say("Link {place} at {value}: {cost}", **fields)
    extend = talk.say("Extend the link of {place} to {value}: {cost}", **fields)
    begun = DoState.of(talk.position).link(action.hex)
    return {"label": extend if begun else build, "short": str(value), "price": cost}


def _cost_of_link(talk: Any, action: BuildLink) -> int:
    return Link().cost(Referee(talk.rules, talk.position), action)


def gain_of_link(talk: Any, action: BuildLink) -> dict[str, Any]:
    """What a link brings: more for every route, a cube for the director's brewery."""
    step = next_value(talk.rules, talk.position, action.hex)
    assert step is not None, "what is offered has a next step"
    adds = talk.say("adds {value} to every route that stops there, whoever runs it", value=step[1])
    return {"heading": talk.say("The link"), "lines": (adds, *_cubes_of_link(talk, action, step[1]))}


def _cubes_of_link(talk: Any, action: BuildLink, value: int) -> Iterator[str]:
    """The cubes it gives to the director's brewery (4.5.4.3)."""
    director = talk.rules.register.director(talk.position, action.company)
    private = brewery_of(talk.position, director) if director else ""
    if not private:
        yield talk.say("no cube: the director has no brewery")
        return
    count = min(talk.rules.cubes_of_link(talk.position, value), DoState.of(talk.position).stock(talk.position))
    told = {"n": count, "number": private.removeprefix("PB"), "player": director}
    if director == talk.me:
        yield talk.say("cubes for your brewery {number}: {n}", **told)
    else:
        yield talk.say("cubes for brewery {number} of {player}: {n}", **told)


def tell_link(talk: Any, event: LinkBuilt) -> str:
    """A link was built or extended."""
    fields = {"company": event.company, "place": talk.place(event.hex), "value": event.value}
    if not talk.rules.figures.has_money:
        return str(talk.say("{company} links {place} at {value}", **fields))
    if event.cost:
        return str(talk.say("{company} links {place} at {value} for {cost}", cost=talk.money(event.cost), **fields))
    return str(talk.say("{company} links {place} at {value}, free of charge", **fields))


def tell_cubes(talk: Any, event: CubesMoved) -> str:
    """Cubes come to a brewery, or leave it in a run."""
    number = event.private.removeprefix("PB")
    if event.count > 0:
        return str(talk.say("cubes to brewery {number}: {n}", number=number, n=event.count))
    return str(talk.say("cubes delivered from brewery {number}: {n}", number=number, n=-event.count))


# Beer (4.5.5.1)


def carrying(talk: Any, action: CarryBeer) -> dict[str, Any]:
    """Cubes on a train, and where they go."""
    face = talk.position.trains[action.card][1]
    fields = {"n": action.cubes, "place": talk.place(action.hex), "train": face}
    label = talk.say("Put {n} beer cubes for {place} on the {train}", **fields)
    return {"label": label, "short": talk.say("{n} to {place}", n=action.cubes, place=action.hex)}


LABELS: dict[type, Any] = {BuildLink: linking, CarryBeer: carrying, **sale_words.LABELS, **intro_words.LABELS}
NOTES: dict[type, Any] = {BuildLink: gain_of_link, **sale_words.NOTES}
QUESTIONS: dict[type, Any] = {**sale_words.QUESTIONS, **intro_words.QUESTIONS}
REMARKS: dict[type, Any] = {**sale_words.REMARKS, **intro_words.REMARKS}
EVENTS = {LinkBuilt: tell_link, CubesMoved: tell_cubes}
HEXES = remarks_on_hex
TEXTS = {
    "en": {"Link": "Link", **sale_words.SAID["en"], **intro_words.SAID["en"]},
    "de": {
        **sale_words.SAID["de"],
        **intro_words.SAID["de"],
        "beer": "Bier",
        "marker {number}": "Marker {number}",
        "Link": "Anschluss",
        "Link {place} at {value}": "{place} anschließen auf {value}",
        "{company} links {place} at {value}": "{company} schließt {place} auf {value} an",
        "Link {place} at {value}: {cost}": "{place} anschließen auf {value}: {cost}",
        "Extend the link of {place} to {value}: {cost}": "Anschluss von {place} auf {value} erhöhen: {cost}",
        "adds {value} to every route that stops there, whoever runs it": (
            "bringt jeder Fahrt mit Halt dort {value} mehr, wer immer fährt"
        ),
        "The link": "Der Anschluss",
        "cubes for your brewery {number}: {n}": "Würfel für deine Brauerei {number}: {n}",
        "cubes for brewery {number} of {player}: {n}": "Würfel für Brauerei {number} von {player}: {n}",
        "no cube: the director has no brewery": "kein Würfel: der Direktor hat keine Brauerei",
        "{company} links {place} at {value} for {cost}": "{company} schließt {place} auf {value} an, für {cost}",
        "{company} links {place} at {value}, free of charge": "{company} schließt {place} auf {value} an, kostenlos",
        "cubes to brewery {number}: {n}": "Würfel an Brauerei {number}: {n}",
        "cubes delivered from brewery {number}: {n}": "Würfel aus Brauerei {number} geliefert: {n}",
        "Put {n} beer cubes for {place} on the {train}": "{n} Bierwürfel nach {place} auf den {train} laden",
        "{n} to {place}": "{n} nach {place}",
        "Counts {base}, and {each} for each station here to whoever has one.": (
            "Zählt {base} und {each} für jeden Bahnhof hier für die, die selbst einen haben."
        ),
        "The link adds {value} for everybody, and goes no further.": (
            "Der Anschluss bringt allen {value} mehr und geht nicht weiter."
        ),
        "The link adds {value} for everybody; {more} from the {colour} phase on.": (
            "Der Anschluss bringt allen {value} mehr; {more} ab der Phase {colour}."
        ),
        "No link yet: one costs {cost} and adds {value}.": (
            "Noch kein Anschluss: einer kostet {cost} und bringt {value}."
        ),
    },
}
