"""18DO's words for the turns of the Introduction Game."""

from __future__ import annotations

from typing import Any

from stellwerk.position import OFFERING, OUT
from stellwerk.rules.limits import certificates_of, limit_of_certificates
from stellwerk.titles.t18do.intro_building import RenewTrain, SwapTrains
from stellwerk.titles.t18do.intro_turn import (
    CERTIFICATE,
    OWN,
    PLACE,
    TILE,
    TRAINS,
    DiscardCertificate,
    PlayerTurn,
    TakeCertificate,
)
from stellwerk.trains import trains_of

# The Introduction Game (3.2)


def asking_in_turn(talk: Any, step: PlayerTurn) -> str:
    """The question of each step of a turn; at the limit a certificate is set aside first."""
    say = talk.say
    if step.stage == CERTIFICATE:
        held, limit = certificates_of(talk.rules, talk.position, talk.me or ""), _limit(talk)
        return str(say("You hold {n} of {limit}", n=held, limit=limit) if held >= limit else say("Take a certificate"))
    questions = {
        TILE: say("Lay or promote a tile"),
        PLACE: say("Place a station or build a link"),
        TRAINS: say("Swap trains, or end the turn"),
    }
    return str(questions[step.stage])


def _limit(talk: Any) -> int:
    return limit_of_certificates(talk.rules, talk.position)


def remarks_on_end(talk: Any, step: PlayerTurn) -> list[str]:
    """How the game ends (3.3)."""
    last = talk.rules.turn_count(talk.position)[1]
    return [
        talk.say(
            "Last certificate taken, turn {last}: every company runs its best route once; that is the only income. "
            "Most dividends win.",
            last=last,
        ),
        talk.say("Tie: the better best company of the tied directors."),
    ]


def taking(talk: Any, action: TakeCertificate) -> dict[str, Any]:
    """The top certificate of a stack."""
    (card, *_) = talk.rules.register.on_sale(talk.position, action.company, OFFERING)
    fields = {"company": action.company, "percent": card.percent}
    label = talk.say("Found {company} with {percent} %" if card.director else "Take {company} {percent} %", **fields)
    return {"label": label, "short": f"{card.percent} %"}


def setting_aside(talk: Any, action: DiscardCertificate) -> dict[str, Any]:
    """A certificate that leaves the game; after one's own a top one is taken."""
    own = action.source == OWN
    text = "Set {company} {percent} % aside, then take one" if own else "Set {company} {percent} % aside, take nothing"
    cards = talk.rules.register.ordinary(talk.position, action.company, action.player) if own else []
    count = sum(1 for card in cards if card.percent == action.percent)
    short = f"{action.percent} %" + (f" × {count}" if count > 1 else "")
    return {"label": talk.say(text, company=action.company, percent=action.percent), "short": short}


def swapping(talk: Any, action: SwapTrains) -> dict[str, Any]:
    """The trains of two corporations, and what each would earn with the other's."""
    mine, other = (trains_of(talk.position, c)[0] for c in (action.company, action.target))
    after = talk.position.copy()
    after.put("trains", mine[0], (action.target, mine[1]))
    after.put("trains", other[0], (action.company, other[1]))
    fields = {"train": mine[1], "company": action.company, "other": other[1], "target": action.target}
    label = talk.say("Swap the {train} of {company} and the {other} of {target}", **fields)
    return {"label": label, "short": _change(talk, after, action.company, action.target)}


def renewing(talk: Any, action: RenewTrain) -> dict[str, Any]:
    """An obsolete train for the next one, and what the corporation would earn with it."""
    after, new = talk.position.copy(), talk.position.stack[0]
    old = [face for card, face in trains_of(talk.position, action.company)]
    for card, face in trains_of(talk.position, action.company):
        after.put("trains", card, (OUT, face))
    after.put("trains", new, (action.company, talk.rules.cards.faces(new)[0].name))
    fields = {"new": talk.rules.cards.faces(new)[0].name, "train": ", ".join(old), "company": action.company}
    label = talk.say("Take the {new} for the obsolete {train} of {company}", **fields)
    return {"label": label, "short": _change(talk, after, action.company)}


def _change(talk: Any, after: Any, *companies: str) -> str:
    """What corporations would earn before and after."""
    old, new = talk.rules.incomes_if_over(talk.position), talk.rules.incomes_if_over(after)
    return ", ".join(f"{company} {old.get(company, 0)} → {new.get(company, 0)}" for company in companies)


LABELS: dict[type, Any] = {
    TakeCertificate: taking,
    DiscardCertificate: setting_aside,
    SwapTrains: swapping,
    RenewTrain: renewing,
}
QUESTIONS: dict[type, Any] = {PlayerTurn: asking_in_turn}
REMARKS: dict[type, Any] = {PlayerTurn: remarks_on_end}
SAID = {
    "en": {},
    "de": {
        "You hold {n} of {limit}": "Du hast {n} von {limit}",
        "Take a certificate": "Nimm ein Zertifikat",
        "Lay or promote a tile": "Lege oder erweitere ein Plättchen",
        "Place a station or build a link": "Baue einen Bahnhof oder einen Anschluss",
        "Swap trains, or end the turn": "Tausche Züge oder beende den Zug",
        "Last certificate taken, turn {last}: every company runs its best route once; that is the only "
        "income. Most dividends win.": (
            "Letztes Zertifikat genommen, Zug {last}: jede Gesellschaft fährt einmal ihre beste Strecke; das"
            " ist der einzige Ertrag. Wer die meisten Dividenden hat, gewinnt."
        ),
        "Tie: the better best company of the tied directors.": (
            "Gleichstand: es entscheidet die beste Gesellschaft der gleichauf liegenden Direktoren."
        ),
        "Take {company} {percent} %": "{company} {percent} % nehmen",
        "Found {company} with {percent} %": "{company} mit {percent} % gründen",
        "Set {company} {percent} % aside, then take one": "{company} {percent} % ablegen, dann eines nehmen",
        "Set {company} {percent} % aside, take nothing": "{company} {percent} % ablegen, nichts nehmen",
        "Swap the {train} of {company} and the {other} of {target}": (
            "{train} der {company} gegen {other} der {target} tauschen"
        ),
        "Take the {new} for the obsolete {train} of {company}": (
            "Den {new} für den veralteten {train} der {company} nehmen"
        ),
        "Set aside one of yours": "Lege eines von dir ab",
        "Set aside one from the display": "Lege eines aus der Auslage ab",
        "Last step of the turn: swap trains, once": "Letzter Schritt: Züge tauschen, einmal",
        "Certificate": "Zertifikat",
        "Station or link": "Bahnhof, Anschl.",
        "Swap": "Tausch",
        "obsolete": "veraltet",
        "Players' turns": "Züge der Spieler",
        "the players' turns": "die Züge der Spieler",
    },
}
"""What is said for English texts, by language."""
