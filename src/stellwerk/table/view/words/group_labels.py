"""Groups of choices in words: what each is about, and what somebody else may do now."""

from __future__ import annotations

from collections.abc import Callable

from stellwerk import actions
from stellwerk.actions import Action, Choice
from stellwerk.position import BANK, POOL
from stellwerk.table.view.game import standing_facts
from stellwerk.table.view.game.choices import key_of, legal_choices
from stellwerk.table.view.game.loading import plan_of
from stellwerk.table.view.own_words import doing
from stellwerk.table.view.scene import Scene
from stellwerk.table.view.words import vehicle_text
from stellwerk.table.view.words.choice_labels import face_shown, full_name, label_choice, private_name


def label_group(scene: Scene, action: Action) -> str:
    """A group in words, from one of its actions."""
    say, (kind, about) = scene.say, key_of(action)
    words: dict[str, Callable[[], str]] = {
        "tile": lambda: scene.place(about),
        "station": lambda: say("Station in {place}", place=scene.place(about)),
        "city": lambda: say("Station in {place}", place=scene.place(about)),
        "remove": lambda: say("Station in {place}", place=scene.place(about)),
        "sell": lambda: say("Sell {company}", company=about),
        "buy": lambda: say("Buy {company}", company=about),
        "start": lambda: say("Start {company}", company=about),
        "give": lambda: say("Give certificates of {company}", company=about),
        "private": lambda: _private_group(scene, action, about),
        "bid": lambda: full_name(scene, about),
        "train": lambda: _train_group(scene, about),
        "acquire": lambda: say("Take over {company}", company=about),
        "run": lambda: _run_group(scene, action),
        "dividend": lambda: say("Pay out or keep"),
        "buy-token": lambda: label_choice(scene, Choice(action), 0).label,
        "exchange-private": lambda: label_choice(scene, Choice(action), 0).label,
        "use-private": lambda: label_choice(scene, Choice(action), 0).label,
        "cast-vote": lambda: say("Vote"),
        "answer": lambda: say("Answer the offer"),
        "repay": lambda: say("Repay the loan"),
        "return": lambda: vehicle_text.say_return_vehicle(scene, face_shown(scene, about)),
        "turn": lambda: say("Turn the {train}", train=face_shown(scene, about)),
        "scrap": lambda: say("Scrap the {train}", train=face_shown(scene, about)),
        "pass": lambda: label_choice(scene, Choice(action), 0).label,
    }
    return words[kind]() if kind in words else _own_group(scene, action)


def _own_group(scene: Scene, action: Action) -> str:
    """A group of a title's own actions: what is done, and what about; a single choice without a number says it all."""
    about = key_of(action)[1]
    alike = [choice for choice in legal_choices(scene) if key_of(choice.action) == key_of(action)]
    if not action.doing or (len(alike) < 2 and not alike[0].field):
        return label_choice(scene, Choice(action), 0).label
    place = scene.place(about) if action.group[1] == "hex" else about
    what = scene.say(action.doing)
    return ": ".join(filter(None, (what[:1].upper() + what[1:], place)))


def _run_group(scene: Scene, action: Action) -> str:
    """Running; where trains carry something, with the best loads."""
    plan = plan_of(scene)
    if plan is None or not plan.answer.runs:
        return label_choice(scene, Choice(action), 0).label
    return scene.say("Run for {revenue}", revenue=scene.money(plan.answer.total))


def _private_group(scene: Scene, action: Action, private: str) -> str:
    owner = scene.position.privates.get(private, "")
    if isinstance(action, actions.TakeOverPrivate):
        return scene.say("Buy {name} of {owner}", name=private_name(scene, private), owner=owner)
    if isinstance(action, actions.SellPrivate):
        return scene.say("Sell {name} to the bank", name=private_name(scene, private))
    return full_name(scene, private)


def _train_group(scene: Scene, source: str) -> str:
    say, several = scene.say, len(standing_facts.bank_piles(scene.rules)) > 1
    if source == BANK:
        return say("Buy a train or rail bus") if several else say("Buy a train")
    if source == POOL:
        return say("Buy from the bank pool") if several else say("Buy a train from the bank pool")
    return scene.say("Buy from {company}", company=source)


def say_may(scene: Scene, kind: str) -> str:
    """What somebody may do, as a few words after "may"."""
    say = scene.say
    words = {
        "tile": say("lay track"), "station": say("place a station"), "city": say("choose a city"),
        "remove": say("take a station off"), "sell": say("sell shares"), "buy": say("buy a certificate"),
        "start": say("start a company"), "give": say("choose certificates"), "private": say("trade a private company"),
        "bid": say("bid"), "train": say("buy a train"), "acquire": say("take over a company"),
        "run": say("run trains"), "dividend": say("pay out or keep the revenue"), "answer": say("answer an offer"),
        "repay": say("repay a loan"), "return": say("return a train"), "turn": say("turn a train"),
        "scrap": say("scrap a train"), "pass": say("pass"), "buy-token": say("buy an access token"),
        "exchange-private": say("exchange a private company"), "use-private": say("use a private company"),
        "let-pass": say("let the proposal pass"), "call-vote": say("call a vote"), "cast-vote": say("vote"),
    }  # fmt: skip
    return words[kind] if kind in words else doing(scene, kind)
