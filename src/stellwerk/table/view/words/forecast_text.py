"""The sentences of "what comes next"."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from stellwerk.figures import PhaseFigure
from stellwerk.position import POOL
from stellwerk.table.view.game import standing_facts
from stellwerk.table.view.scene import Scene
from stellwerk.table.view.words import vehicle_text

if TYPE_CHECKING:
    from stellwerk.table.view.game.forecast import Need, NewCardOutcome


def join_with_or(scene: Scene, names: Sequence[str]) -> str:
    """Names with "or" before the last."""
    *some, last = names
    return scene.say("{first} or {last}", first=", ".join(some), last=last) if some else last


def say_prices(scene: Scene, needs: Sequence[Need]) -> str:
    """What trains cost those who have none, and who adds what the treasury lacks."""
    offers = dict.fromkeys((need.train, need.price) for need in needs if need.train)
    parts = [vehicle_text.say_vehicle_cost(scene.say, scene.rules, name, scene.money(price)) for name, price in offers]
    if not offers:
        parts.append(scene.say("No train it could run is on sale."))
    return " ".join([*parts, *(say_shortage(scene, need) for need in needs if need.missing)])


def say_shortage(scene: Scene, need: Need) -> str:
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


def say_losses(scene: Scene, made: NewCardOutcome) -> str:
    """Which trains go, and whose they are."""
    parts = []
    for train in dict.fromkeys(loss.train for loss in made.losses):
        owners = ", ".join(_say_owner(scene, loss.owner, loss.count) for loss in made.losses if loss.train == train)
        parts.append(scene.say("every {train} ({owners})", train=train, owners=owners))
    return ", ".join(parts)


def _say_owner(scene: Scene, owner: str, count: int) -> str:
    name = scene.say("pool") if owner == POOL else owner
    return f"{count} {name}" if count > 1 else name


def as_face(scene: Scene, face: str, made: NewCardOutcome, several: bool) -> str:
    """What a card scraps when it is sold as one of its trains."""
    gone = say_losses(scene, made)
    if several:
        text = scene.say("As {train} it scraps {trains}.", train=face, trains=gone)
    else:
        text = scene.say("It scraps {trains}.", trains=gone)
    return " ".join([text, say_trainless(scene, made)]).strip()


def say_trainless(scene: Scene, made: NewCardOutcome) -> str:
    """Who then has no train, and what one costs."""
    if not made.needs:
        return ""
    names = ", ".join(need.company for need in made.needs)
    head = scene.say.n("{names} has no train then.", "{names} have no train then.", len(made.needs), names=names)
    return f"{head} {say_prices(scene, made.needs)}"


def say_new_phase(scene: Scene, made: NewCardOutcome) -> str:
    """What a new phase changes for these companies."""
    if made.phase is None:
        return ""
    old, new = scene.rules.phases[scene.position.phase], scene.rules.phases[made.phase]
    parts = [*_say_new_limits(scene, old, new), *_say_surplus(scene, made), *_say_new_colours(scene, old, new)]
    parts += [*_say_more_rounds(scene, old, new), *_say_newly_allowed(scene, old, new)]
    if made.closed:
        parts.append(scene.say("The private companies close."))
    return " ".join(parts)


def _say_new_limits(scene: Scene, old: PhaseFigure, new: PhaseFigure) -> list[str]:
    say, several = scene.say, len(scene.rules.figures.sizes) > 1
    found = []
    for size, limit in new.train_limit.items():
        if old.train_limit.get(size, limit) == limit:
            continue
        if several:
            kind = standing_facts.kind_word(say, size)
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


def _say_surplus(scene: Scene, made: NewCardOutcome) -> list[str]:
    names = ", ".join(made.surplus)
    if not names:
        return []
    return [
        scene.say.n(
            "{names} is over the limit then.", "{names} are over the limit then.", len(made.surplus), names=names
        )
    ]


def _say_new_colours(scene: Scene, old: PhaseFigure, new: PhaseFigure) -> list[str]:
    fresh = [standing_facts.colour_word(scene.say, colour) for colour in new.tiles if colour not in old.tiles]
    return [scene.say("Tiles: {colours}.", colours=", ".join(fresh))] if fresh else []


def _say_more_rounds(scene: Scene, old: PhaseFigure, new: PhaseFigure) -> list[str]:
    number = new.operating_rounds
    if not number or number == old.operating_rounds:
        return []
    return [
        scene.say.n("{n} operating round after a stock round.", "{n} operating rounds after a stock round.", number)
    ]


def _say_newly_allowed(scene: Scene, old: PhaseFigure, new: PhaseFigure) -> list[str]:
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
            kind = standing_facts.kind_word(say, what)
            found.append(say("{kind} companies may start.", kind=kind[:1].upper() + kind[1:]))
        elif what in known:
            found.append(known[what])
    return found


def say_export(scene: Scene, letter: str, made: NewCardOutcome) -> str:
    """A card that leaves without a buyer and counts as all its trains."""
    parts = [scene.say("the top card, now {letter}, leaves and counts as all its trains.", letter=letter)]
    gone = say_losses(scene, made)
    if gone:
        parts.append(scene.say("It scraps {trains}, even if nobody buys.", trains=gone))
    parts.append(say_trainless(scene, made))
    if made.phase is not None:
        parts += [scene.say("Phase {phase} begins.", phase=scene.say.find(made.phase)), *_say_surplus(scene, made)]
    return " ".join(part for part in parts if part)
