"""The sentences of "what comes next"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from stellwerk.figures import PhaseFigure
from stellwerk.position import POOL
from stellwerk.table.view import stand, vehicles
from stellwerk.table.view.scene import Scene

if TYPE_CHECKING:
    from stellwerk.table.view.forecast import Need, Outcome


def either(scene: Scene, names: Sequence[str]) -> str:
    """Names with "or" before the last."""
    *some, last = names
    return scene.say("{first} or {last}", first=", ".join(some), last=last) if some else last


def prices(scene: Scene, needs: Sequence[Need]) -> str:
    """What trains cost those who have none, and who adds what the treasury lacks."""
    offers = dict.fromkeys((need.train, need.price) for need in needs if need.train)
    parts = [vehicles.costs(scene.say, scene.rules, name, scene.money(price)) for name, price in offers]
    if not offers:
        parts.append(scene.say("No train it could run is on sale."))
    return " ".join([*parts, *(shortage(scene, need) for need in needs if need.missing)])


def shortage(scene: Scene, need: Need) -> str:
    """A treasury that is not enough."""
    cash, missing = scene.money(need.cash), scene.money(need.missing)
    if need.director is None:
        return scene.say(
            "{company} has {cash}: the bank adds {missing}.", company=need.company, cash=cash, missing=missing
        )
    return scene.say(
        "{company} has {cash}: {director} adds {missing}.",
        company=need.company,
        cash=cash,
        director=need.director,
        missing=missing,
    )


def losses(scene: Scene, made: Outcome) -> str:
    """Which trains go, and whose they are."""
    parts = []
    for train in dict.fromkeys(loss.train for loss in made.losses):
        owners = ", ".join(_owner(scene, loss.owner, loss.count) for loss in made.losses if loss.train == train)
        parts.append(scene.say("every {train} ({owners})", train=train, owners=owners))
    return ", ".join(parts)


def _owner(scene: Scene, owner: str, count: int) -> str:
    name = scene.say("pool") if owner == POOL else owner
    return f"{count} {name}" if count > 1 else name


def as_face(scene: Scene, face: str, made: Outcome, several: bool) -> str:
    """What a card scraps when it is sold as one of its trains."""
    gone = losses(scene, made)
    if several:
        text = scene.say("As {train} it scraps {trains}.", train=face, trains=gone)
    else:
        text = scene.say("It scraps {trains}.", trains=gone)
    return " ".join([text, stripped(scene, made)]).strip()


def stripped(scene: Scene, made: Outcome) -> str:
    """Who then has no train, and what one costs."""
    if not made.needs:
        return ""
    names = ", ".join(need.company for need in made.needs)
    head = scene.say.n("{names} has no train then.", "{names} have no train then.", len(made.needs), names=names)
    return f"{head} {prices(scene, made.needs)}"


def phase(scene: Scene, made: Outcome) -> str:
    """What a new phase changes for these companies."""
    if made.phase is None:
        return ""
    old, new = scene.rules.phases[scene.position.phase], scene.rules.phases[made.phase]
    parts = [*_limits(scene, old, new), *_surplus(scene, made), *_colours(scene, old, new)]
    parts += [*_rounds(scene, old, new), *_allowed(scene, old, new)]
    if made.closed:
        parts.append(scene.say("The private companies close."))
    return " ".join(parts)


def _limits(scene: Scene, old: PhaseFigure, new: PhaseFigure) -> list[str]:
    say, several = scene.say, len(scene.rules.figures.sizes) > 1
    found = []
    for size, limit in new.train_limit.items():
        if old.train_limit.get(size, limit) == limit:
            continue
        if several:
            kind = stand.kind_word(say, size)
            found.append(
                say.n(
                    "Limit for {kind} companies: {n} train.",
                    "Limit for {kind} companies: {n} trains.",
                    limit,
                    kind=kind,
                )
            )
        else:
            found.append(say.n("Limit for companies: {n} train.", "Limit for companies: {n} trains.", limit))
    return found


def _surplus(scene: Scene, made: Outcome) -> list[str]:
    names = ", ".join(made.surplus)
    if not names:
        return []
    return [
        scene.say.n(
            "{names} is over the limit then.", "{names} are over the limit then.", len(made.surplus), names=names
        )
    ]


def _colours(scene: Scene, old: PhaseFigure, new: PhaseFigure) -> list[str]:
    fresh = [stand.colour_word(scene.say, colour) for colour in new.tiles if colour not in old.tiles]
    return [scene.say("Tiles: {colours}.", colours=", ".join(fresh))] if fresh else []


def _rounds(scene: Scene, old: PhaseFigure, new: PhaseFigure) -> list[str]:
    number = new.operating_rounds
    if not number or number == old.operating_rounds:
        return []
    return [
        scene.say.n("{n} operating round after a stock round.", "{n} operating rounds after a stock round.", number)
    ]


def _allowed(scene: Scene, old: PhaseFigure, new: PhaseFigure) -> list[str]:
    say = scene.say
    known = {
        "trains-between-companies": say("Companies may sell each other trains."),
        "privates-to-companies": say("Companies may buy private companies."),
    }
    found = []
    for what in new.allows:
        if what in old.allows:
            continue
        if what in scene.rules.figures.sizes:
            found.append(say("{kind} companies may start.", kind=stand.kind_word(say, what).capitalize()))
        elif what in known:
            found.append(known[what])
    return found


def exported(scene: Scene, letter: str, made: Outcome) -> str:
    """A card that leaves without a buyer and counts as all its trains."""
    parts = [scene.say("the top card, now {letter}, leaves and counts as all its trains.", letter=letter)]
    gone = losses(scene, made)
    if gone:
        parts.append(scene.say("It scraps {trains}, even if nobody buys.", trains=gone))
    parts.append(stripped(scene, made))
    if made.phase is not None:
        parts += [scene.say("Phase {phase} begins.", phase=made.phase), *_surplus(scene, made)]
    return " ".join(part for part in parts if part)
