"""The decision about an income of runs and bonuses: what came in by which cause, and what each choice does."""

from __future__ import annotations

import msgspec

from stellwerk.actions import Dividend
from stellwerk.events import Paid, PriceMoved
from stellwerk.rules.parts import PartsStanding
from stellwerk.rules.stages import find_act
from stellwerk.steps.operating_round import OperatingTurn
from stellwerk.steps.running import DecideDividend
from stellwerk.table.view.game import parts
from stellwerk.table.view.game.choices import Group, RunLine, task_of
from stellwerk.table.view.game.effects import TriedAction, try_action
from stellwerk.table.view.game.options import run_lines
from stellwerk.table.view.game.runs import last_run
from stellwerk.table.view.scene import Scene

BAR, BAR_GAP, BAR_LEAST = 320, 3, 40
"""The bar of a choice: how long it is, between its parts, and the shortest part."""


class IncomeBar(msgspec.Struct, frozen=True):
    """A part of an income in the bar of a choice: how much, where in a bar of 320 units, paid or kept, run or bonus."""

    amount: int
    x: int
    width: int
    paid: bool
    bonus: bool


class IncomeChoice(msgspec.Struct, frozen=True, kw_only=True):
    """One of the choices: what goes to the holders, what stays, what the price does."""

    option: int
    """Which option of the group it is."""
    label: str
    bars: tuple[IncomeBar, ...]
    share: int
    """What one share gets."""
    yours: int | None
    """What the reader gets; nothing for whoever has no seat."""
    treasury: int
    treasury_after: int
    price: int | None
    price_after: int | None
    price_text: str
    """What the price does; where others decide too, what it may do."""
    up: bool
    down: bool


class IncomePanel(msgspec.Struct, frozen=True, kw_only=True):
    """An income, and what may be done with it."""

    company: str
    holding: int | None
    """How many percent the reader holds."""
    runs: tuple[RunLine, ...]
    run: int
    bonuses: tuple[tuple[str, int], ...]
    total: int
    choices: tuple[IncomeChoice, ...]
    held: str = ""
    """Where what is paid waits for others: until when."""
    tendency: tuple[str, ...] = ()
    clause: str = ""


def make_income(scene: Scene, group: Group | None) -> IncomePanel | None:
    """The income that is to be decided about, where bonuses count apart."""
    turn = task_of(scene)
    if group is None or group.kind != "dividend" or not isinstance(turn, OperatingTurn):
        return None
    act = find_act(scene.rules, DecideDividend, scene.position, turn.company)
    if act is None or not act.counts_bonuses:
        return None
    standing = parts.standing_around(scene, turn.company)
    payer = standing.company if standing is not None else turn.company
    ran = last_run(scene, turn.company)
    return IncomePanel(
        company=turn.company,
        holding=scene.rules.register.percent(scene.position, payer, scene.me) if scene.me else None,
        runs=run_lines(scene, turn.company, ran) if ran is not None else (),
        run=turn.revenue,
        bonuses=tuple((scene.say(cause), amount) for cause, amount in act.bonuses(turn)),
        total=act.income(turn),
        choices=tuple(
            _make_choice(scene, act, turn, standing, index, Dividend(turn.company, option.action["kind"]), option.label)
            for index, option in enumerate(group.options)
        ),
        held=_held_until(scene, standing),
        tendency=tuple(parts.say_tendency(scene, standing)) if standing is not None else (),
        clause=scene.rules.clause("nothing-apart") or "",
    )


def _held_until(scene: Scene, standing: PartsStanding | None) -> str:
    last = standing.part(standing.last) if standing is not None else None
    return scene.say("held until {part} is done", part=parts.name_of_part(scene, last)) if last is not None else ""


def _make_choice(
    scene: Scene,
    act: DecideDividend,
    turn: OperatingTurn,
    standing: PartsStanding | None,
    option: int,
    action: Dividend,
    label: str,
) -> IncomeChoice:
    rules, position, company = scene.rules, scene.position, turn.company
    made, paid = try_action(scene, action), act.paid(rules, position, turn, action.kind)
    payer = standing.company if standing is not None else company
    before, after, text = _price_of_choice(scene, made, company, standing)
    return IncomeChoice(
        option=option,
        label=label,
        bars=_bars(turn.revenue, act.income(turn) - turn.revenue, paid),
        share=act.part(paid, rules.register.unit[payer]),
        yours=_gain(scene, act, made, standing, payer, paid),
        treasury=position.cash[company],
        treasury_after=position.cash[company] + _into(made, company) - _out_of(made, company),
        price=before,
        price_after=after,
        price_text=text,
        up=bool(before and after and after > before),
        down=bool(before and after is not None and after < before),
    )


def _bars(run: int, bonus: int, paid: int) -> tuple[IncomeBar, ...]:
    """The run and the bonuses, each paid or kept."""
    parts_of_it = [(amount, bonus_too) for amount, bonus_too in ((run, False), (bonus, True)) if amount]
    room, x, found = BAR - BAR_GAP * (len(parts_of_it) - 1), 0, []
    for amount, is_bonus in parts_of_it:
        width = max(BAR_LEAST, min(room - BAR_LEAST * (len(parts_of_it) - 1), room * amount // (run + bonus)))
        found.append(IncomeBar(amount, x, width, paid == run + bonus or (paid == run and not is_bonus), is_bonus))
        x += width + BAR_GAP
    return tuple(found)


def _into(made: TriedAction, who: str) -> int:
    return sum(event.amount for event in made.told(Paid) if event.payee == who)


def _out_of(made: TriedAction, who: str) -> int:
    return sum(event.amount for event in made.told(Paid) if event.payer == who)


def _gain(
    scene: Scene, act: DecideDividend, made: TriedAction, standing: PartsStanding | None, payer: str, paid: int
) -> int | None:
    """What the reader gets: at once, or of what is held, together with what is held already."""
    if scene.me is None:
        return None
    if standing is None:
        return _into(made, scene.me) - _out_of(made, scene.me)
    percent = scene.rules.register.percent(scene.position, payer, scene.me)
    return act.part(standing.held + paid, percent) - act.part(standing.held, percent)


def _price_of_choice(
    scene: Scene, made: TriedAction, company: str, standing: PartsStanding | None
) -> tuple[int | None, int | None, str]:
    """The price before and after; where others decide too, the only outcome that is left, or what it hangs on."""
    say = scene.say
    if standing is not None and standing.tally is not None:
        before, payer = standing.tally.price, standing.company
        moved = [event for event in made.told(PriceMoved) if event.company == payer]
        then = scene.rules.standing_of_parts(made.after, payer)
        tally = then.tally if then is not None else None
        after = moved[-1].price if moved else tally.settled() if tally is not None else before
        if after is None and tally is not None:
            return before, None, say("{n} of {of} pay so far", n=tally.paying, of=tally.of)
        return before, after, _say_move(scene, before, after)
    price = scene.rules.price_of(scene.position, company)
    if price is None:
        return None, None, ""
    after = next((event.price for event in reversed(made.told(PriceMoved)) if event.company == company), price)
    return price, after, _say_move(scene, price, after)


def _say_move(scene: Scene, before: int, after: int | None) -> str:
    if after == before:
        return scene.say("price stays at {price}", price=before)
    return f"{before} → {after}"
