"""Offers: what one side asks of the other, what both would have then, and what would be agreed to instead.

An offer is answered with yes or no. A counter-offer is a no that says for how much it would be a yes: it is said as a
line of chat that ends with the offer in its text form, so that the one who asked finds it as the first number of
his next offer, whatever language it was said in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from stellwerk import actions
from stellwerk.actions import Action, Answer
from stellwerk.interop.text import to_text
from stellwerk.referee import Referee
from stellwerk.steps.deals import Consent, Deal
from stellwerk.table.view.game.choices import Effect, id_of, task_of
from stellwerk.table.view.game.effects import cash_changes, try_action
from stellwerk.table.view.own_words import in_words
from stellwerk.table.view.scene import Scene
from stellwerk.table.view.words import vehicle_text
from stellwerk.table.view.words.choice_labels import private_name
from stellwerk.trains import trains_of
from stellwerk.vocabulary import tag_of


class Counter(msgspec.Struct, frozen=True):
    """For how much an offer could be agreed to instead."""

    low: int
    high: int
    value: int
    step: int = 1


class Offer(msgspec.Struct, frozen=True):
    """An offer that waits for an answer."""

    asker: str
    """The player who asks."""
    company: str
    """The company he asks for."""
    what: str
    both: tuple[Effect, ...]
    """What both sides have before and after."""
    clause: str
    again: str
    """What a no means for the rest of the turn."""
    counter: Counter | None


def make_offer(scene: Scene) -> Offer | None:
    """The offer that waits for an answer now."""
    task = task_of(scene)
    if not isinstance(task, Consent):
        return None
    asked: Any = task.offer
    company = str(getattr(asked, "company", ""))
    return Offer(
        asker=scene.rules.register.director(scene.position, company) or company,
        company=company,
        what=say_offer(scene, asked),
        both=tuple(_both_purses(scene, task, asked)),
        clause=scene.rules.clause(f"declined-{tag_of(asked)}") or "",
        again=say_again(scene, asked),
        counter=make_counter_offer(scene, task),
    )


def say_again(scene: Scene, asked: Action) -> str:
    """What a no means for the rest of the turn."""
    if isinstance(asked, actions.LayTile):
        return scene.say("Once refused, it is not asked for again in this turn.")
    return scene.say("A declined offer can be made again in this turn only for more.")


def say_offer(scene: Scene, asked: Action) -> str:
    """What is offered, in a sentence."""
    say = scene.say
    if isinstance(asked, actions.BuyTrain):
        return vehicle_text.asked_for(scene, asked)
    if isinstance(asked, actions.TakeOverPrivate):
        return say("{company} would pay {price} to {owner} for {name}", company=asked.company,
                   price=scene.money(asked.price), owner=scene.position.privates[asked.private],
                   name=private_name(scene, asked.private))  # fmt: skip
    if isinstance(asked, actions.Acquire):
        return say("{company} would take over {target} for {price} a share", company=asked.company,
                   price=scene.money(asked.price), target=asked.target)  # fmt: skip
    if isinstance(asked, actions.LayTile):
        return say("{company} asks for leave to lay tile {tile} on {place}", company=asked.company,
                   tile=asked.tile, place=scene.place(asked.hex))  # fmt: skip
    return say.sentence(in_words(scene, asked))


def _both_purses(scene: Scene, task: Consent, asked: Action) -> Iterator[Effect]:
    """Both purses, and what the seller keeps."""
    made = try_action(scene, Answer(task.asked, True))
    for who, change in cash_changes(made.happened).items():
        before = made.before.cash.get(who, 0)
        if who in scene.rules.companies:
            label = scene.say("Treasury of {company}", company=who)
        elif who in made.before.players:
            label = scene.say("Your cash") if who == task.asked else scene.say("Cash of {player}", player=who)
        else:
            continue
        text = f"{before} → {scene.money(before + change)}"
        yield Effect(label, text, before=before, after=before + change)
    if isinstance(asked, actions.BuyTrain):
        left = [face for _, face in trains_of(made.after, asked.source)]
        yield Effect(scene.say("{company} keeps", company=asked.source), ", ".join(left) or scene.say("no train"))
        yield Effect(
            scene.say("Bank price of a {train}", train=asked.face), scene.money(_bank_price(scene, asked.face))
        )


def _bank_price(scene: Scene, face: str) -> int:
    return scene.rules.cards.by_name[face].price


def make_counter_offer(scene: Scene, task: Consent) -> Counter | None:
    """What the other side could offer next: it is asked as if this offer had been declined."""
    asked: Any = task.offer
    if getattr(asked, "price", None) is None:
        return None
    game = scene.game.copy()
    game.draws = False
    game.play(Answer(task.asked, False))
    for choice in game.legal():
        same = choice.field == "price" and id_of(choice.action) == id_of(asked)
        if same and choice.at(asked.price) == asked:
            middle = asked.price + max(choice.step, asked.price // 4)
            value = min(choice.high, max(choice.low, middle))
            return Counter(choice.low, choice.high, value, choice.step)
    return None


def counter_line(scene: Scene, offer: Action, amount: int) -> str:
    """What the one who declines says when he names another price (a line of chat)."""
    text = to_text(offer)
    return scene.say("No, but I would agree to {amount}. {offer}", amount=scene.money(amount), offer=text)


_NUMBER = re.compile(r"\d[\d\u202f]*")


def suggested_price(scene: Scene, offer: Action) -> int | None:
    """The price that the other side said it would agree to, if it declined the same offer in this turn."""
    refused = [old for old in getattr(task_of(scene), "declined", ()) if _is_same_offer(old, offer)]
    for old in reversed(refused):
        asked = asked_for(scene, old)
        for line in reversed(scene.past.chat):
            if _speaks_for(scene, line.who, asked) and line.text.endswith(to_text(old)):
                number = _NUMBER.search(line.text)
                return int(number[0].replace("\u202f", "")) if number else None
    return None


def _speaks_for(scene: Scene, name: str, player: str) -> bool:
    """Does somebody at the table play for a player? One person may have several seats."""
    accounts = {seat.name: seat.account for seat in scene.table.seats}
    return name == player or (accounts.get(name) is not None and accounts.get(name) == accounts.get(player))


def asked_for(scene: Scene, offer: Action) -> str:
    """The player who speaks for the other side of an offer; nobody, if that company is gone by now."""
    sides = [getattr(offer, field, "") for field in ("target", "source")]
    if any(side in scene.rules.companies and not scene.rules.register.director(scene.position, side) for side in sides):
        return ""
    ref, task = Referee(scene.rules, scene.position), task_of(scene)
    for act in task.acts(ref) if task is not None else ():
        if isinstance(act, Deal) and act.covers(ref, offer):
            return act.asked(ref, offer)
    return ""


def _is_same_offer(one: Any, other: Any) -> bool:
    """Are two offers the same but for the price?"""
    if type(one) is not type(other) or not hasattr(one, "price"):
        return False
    return bool(msgspec.structs.replace(one, price=0) == msgspec.structs.replace(other, price=0))


def _is_settled(scene: Scene, old: Action) -> bool:
    """Has the company got by now what it was refused at first?"""
    return isinstance(old, actions.TakeOverPrivate) and scene.position.privates[old.private] == old.company


def declined_offers(scene: Scene) -> tuple[str, ...]:
    """What was declined in this turn, and for how much it would be agreed to."""
    told = []
    for old in getattr(task_of(scene), "declined", ()):
        if _is_settled(scene, old):
            continue
        said = suggested_price(scene, old)
        if said is not None and said > getattr(old, "price", said):
            text = scene.say("Declined: {offer}. Would be agreed to for {amount}.", offer=say_offer(scene, old),
                             amount=scene.money(said))  # fmt: skip
        else:
            text = scene.say("Declined: {offer}.", offer=say_offer(scene, old))
        told.append(text)
    return tuple(told)
