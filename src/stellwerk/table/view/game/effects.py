"""What a choice does, before it is made: it is played on a copy of the game, and what happened there is told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

import msgspec
from msgspec import UNSET

from stellwerk import events, market
from stellwerk.actions import (
    COMMON,
    Action,
    Answer,
    BuyTrain,
    Choice,
    ChooseCity,
    Dividend,
    PlaceStation,
    RemoveStation,
)
from stellwerk.events import Event
from stellwerk.game import Game
from stellwerk.position import OUT, POOL, Position
from stellwerk.rules.limits import certificates_of, limit_of_certificates
from stellwerk.rules.parts import Tally
from stellwerk.rules.stages import find_act
from stellwerk.steps.deals import Consent
from stellwerk.steps.objection import CallVote, LetPass
from stellwerk.steps.operating_round import OperatingTurn
from stellwerk.steps.running import DecideDividend
from stellwerk.steps.rusting import Surplus
from stellwerk.steps.share_sales_and_directors import ExchangeChoice
from stellwerk.table.view.game import standing_facts
from stellwerk.table.view.game.choices import Effect
from stellwerk.table.view.game.if_over import lines_if_over
from stellwerk.table.view.game.proposals import let_everything_pass
from stellwerk.table.view.own_words import event_text, note_of
from stellwerk.table.view.scene import Scene
from stellwerk.table.view.words import vehicle_text
from stellwerk.table.view.words.choice_labels import private_name
from stellwerk.table.view.words.event_text import WORDS
from stellwerk.table.view.words.names import color_word

E = TypeVar("E", bound=Event)
MOST_LINES = 9


class TriedAction(msgspec.Struct, frozen=True):
    """What an action would do: the game after it, what happens until the next round begins, who has to agree."""

    action: Action
    before: Position
    game: Game
    happened: tuple[Event, ...]
    then: tuple[Event, ...]
    """What happens once the next round has begun."""
    asked: str = ""
    may_object: tuple[str, ...] = ()
    """Who may object to it; nobody has."""

    @property
    def after(self) -> Position:
        """The position after it."""
        return self.game.position

    def told(self, kind: type[E]) -> list[E]:
        """The events of a kind."""
        return [event for event in self.happened if isinstance(event, kind)]


def try_action(scene: Scene, action: Action) -> TriedAction:
    """Play an action on a copy; where another side is asked, it agrees. Draws are not made: nobody knows them."""
    game = scene.game.copy()
    game.draws = False
    told, asked = game.play(action), ""
    top = game.position.agenda[-1] if game.position.agenda else None
    if isinstance(top, Consent) and not isinstance(action, Answer):
        asked = top.asked
        told += game.play(Answer(asked, True))
    passed, may_object = let_everything_pass(game) if not isinstance(action, LetPass | CallVote) else ([], ())
    told = (*told, *passed)
    cut = next((i for i, event in enumerate(told) if isinstance(event, events.RoundBegan)), len(told))
    return TriedAction(action, scene.position, game, told[:cut], told[cut:], asked, may_object)


def effects_of_choice(scene: Scene, choice: Choice) -> tuple[Effect, ...]:
    """What a choice does; with a free number, from its lowest to its highest."""
    low = list(effect_lines(scene, try_action(scene, choice.at(choice.low))))
    if not choice.field or choice.field == "routes" or choice.low == choice.high:
        return tuple(low[:MOST_LINES])
    high = {line.label: line for line in effect_lines(scene, try_action(scene, choice.at(choice.high)))}
    return tuple(_line_of_range(scene, line, high.get(line.label, line)) for line in low[:MOST_LINES])


def _line_of_range(scene: Scene, low: Effect, high: Effect) -> Effect:
    """One line for the whole range."""
    if low.text == high.text:
        return low
    if low.before is not None and low.after is not None and high.after is not None:
        text = scene.say(
            "{before} → {low} to {high}", before=low.before, low=scene.money(low.after), high=scene.money(high.after)
        )
        return msgspec.structs.replace(low, text=text, tone="")
    return msgspec.structs.replace(low, text=scene.say("{low} to {high}", low=low.text, high=high.text), tone="")


def effect_lines(scene: Scene, made: TriedAction) -> Iterator[Effect]:
    """Everything worth telling, the most important first."""
    yield from _agreement_line(scene, made)
    yield from _city_direction(scene, made)
    yield from _director_lines(scene, made)
    yield from _share_lines(scene, made)
    yield from _money_lines(scene, made)
    yield from _price_lines(scene, made)
    yield from _holding_lines(scene, made)
    yield from _float_lines(scene, made)
    yield from _train_lines(scene, made)
    yield from _private_lines(scene, made)
    yield from _ban_lines(scene, made)
    yield from lines_if_over(scene, made.before, made.game)
    yield from _own(scene, made)
    if not made.action.secret_until:
        yield from _next_decider_line(scene, made)


def show_change(scene: Scene, before: int, after: int) -> str:
    """A sum before and after: 228 → 428 K."""
    return f"{before:,} → ".replace(",", "\u202f") + scene.money(after)


def _agreement_line(scene: Scene, made: TriedAction) -> Iterator[Effect]:
    if made.asked:
        yield Effect(scene.say("Needs the consent of"), made.asked)
    if made.may_object:
        yield Effect(scene.say("May be vetoed by"), ", ".join(made.may_object))


def _city_direction(scene: Scene, made: TriedAction) -> Iterator[Effect]:
    """Where the track of a city leads, where a hex has several."""
    action = made.action
    if not isinstance(action, ChooseCity | PlaceStation | RemoveStation):
        return
    board = scene.rules.board
    cities = board.ground(made.before.tiles, action.hex).cities
    if len(cities) > 1 and 0 <= action.city < len(cities):
        near = (board.across.get((action.hex, edge)) for edge in cities[action.city].exits)
        places = [scene.place(found[0]) for found in near if found]
        yield Effect(scene.say("Track towards"), ", ".join(places) or scene.say("nowhere yet"))


def cash_changes(told: Sequence[Event]) -> dict[str, int]:
    """Who has how much more or less after these events."""
    change: dict[str, int] = {}
    for event in told:
        if isinstance(event, events.Paid):
            change[event.payer] = change.get(event.payer, 0) - event.amount
            change[event.payee] = change.get(event.payee, 0) + event.amount
    return {who: amount for who, amount in change.items() if amount}


def _money_lines(scene: Scene, made: TriedAction) -> Iterator[Effect]:
    change = cash_changes(made.happened)
    companies = [who for who in change if who in scene.rules.companies]
    own = [scene.me] if scene.me in change else []
    for who in (*own, *companies):
        before = made.before.cash[str(who)]
        after = before + change[str(who)]
        label = scene.say("Your cash") if who == scene.me else scene.say("Treasury of {company}", company=who)
        tone = "down" if after < 0 else ""
        yield Effect(label, show_change(scene, before, after), tone, before=before, after=after)
    others = [f"{who} {change[who]:+d}" for who in made.before.players if who in change and who != scene.me]
    if others:
        yield Effect(scene.say("Other players"), ", ".join(others))
    for loan in made.told(events.LoanTaken):
        text = scene.say("{amount}, and a penalty of {penalty}", amount=loan.amount, penalty=scene.money(loan.penalty))
        yield Effect(scene.say("Loan of {player}", player=loan.player), text, "down")


def _price_lines(scene: Scene, made: TriedAction) -> Iterator[Effect]:
    first: dict[str, int] = {}
    last: dict[str, int] = {}
    for moved in made.told(events.PriceMoved):
        first.setdefault(moved.company, moved.before)
        last[moved.company] = moved.price
    for company, before in first.items():
        after = last[company]
        tone = "up" if after > before else "down" if after < before else ""
        label = scene.say("Price of {company}", company=company) + _why_price_moves(scene, made, company)
        text = ", ".join([show_change(scene, before, after), *_zone_change(scene, made, company)])
        yield Effect(label, text, tone, before=before, after=after)
    company = getattr(made.action, "company", "")
    standing = scene.rules.standing_of_parts(made.after, company) if isinstance(made.action, Dividend) else None
    if standing is not None and standing.tally is not None and not first:
        yield _joint_price_line(scene, standing.tally, company)
    elif isinstance(made.action, Dividend) and company not in first and company in made.after.markers:
        label = scene.say("Price of {company}", company=company) + _why_price_moves(scene, made, company)
        yield Effect(label, _price_stays_line(scene, made, company))


def _why_price_moves(scene: Scene, made: TriedAction, company: str) -> str:
    """The reason a dividend has for moving a price, where the rules name it."""
    turn, action = turn_in(made.before), made.action
    if not isinstance(action, Dividend) or action.company != company or turn is None:
        return ""
    act = find_act(scene.rules, DecideDividend, made.before, company)
    if act is None:
        return ""
    paid = act.paid(scene.rules, made.before, turn, action.kind)
    why = act.explain(scene.rules, made.before, company, paid)
    return f", {scene.say.sentence(why)}" if why else ""


def _share_lines(scene: Scene, made: TriedAction) -> Iterator[Effect]:
    """What a share gets, where not all of a revenue is paid that is to be paid."""
    turn, action = turn_in(made.before), made.action
    act = find_act(scene.rules, DecideDividend, made.before, action.company) if isinstance(action, Dividend) else None
    if act is None or turn is None or not isinstance(action, Dividend) or action.kind != "pay":
        return
    paid, income = act.paid(scene.rules, made.before, turn, action.kind), act.income(turn)
    if paid != income:
        share = act.part(paid, scene.rules.register.unit[action.company])
        text = scene.say("{paid}, and {kept} to the treasury", paid=paid, kept=income - paid)
        yield Effect(scene.say("Paid out"), text)
        yield Effect(scene.say("A share gets"), scene.money(share))


def turn_in(position: Position) -> OperatingTurn | None:
    """The turn of a company that goes on."""
    return next((step for step in reversed(position.agenda) if isinstance(step, OperatingTurn)), None)


def _joint_price_line(scene: Scene, tally: Tally, company: str) -> Effect:
    """What becomes of a price about which several parts decide together."""
    label, after = scene.say("Price of {company}", company=company), tally.settled()
    if after is None:
        return Effect(label, scene.say("{n} of {of} pay so far", n=tally.paying, of=tally.of))
    if after == tally.price:
        return Effect(label, scene.say("stays"))
    return Effect(label, show_change(scene, tally.price, after), "up" if after > tally.price else "down")


def _zone_change(scene: Scene, made: TriedAction, company: str) -> Iterator[str]:
    """The zone of the chart that a price leaves or enters."""
    if company not in made.after.markers:
        return
    chart, say = scene.rules.chart, scene.say
    before, after = (chart.zone(market.cell_of(position, company)) for position in (made.before, made.after))
    if after and after != before:
        yield say("into the {colour} zone", colour=standing_facts.colour_word(say, after))
    elif before != after:
        yield say("out of the {colour} zone", colour=standing_facts.colour_word(say, before))


def _price_stays_line(scene: Scene, made: TriedAction, company: str) -> str:
    """A price that stays; its marker may still go below others."""
    passed = sorted(set(_markers_above(made.after, company)) - set(_markers_above(made.before, company)))
    return scene.say("stays, now below {companies}", companies=", ".join(passed)) if passed else scene.say("stays")


def _markers_above(position: Position, company: str) -> list[str]:
    """The companies whose markers lie on that of a company."""
    row, column, rank = position.markers[company]
    return [other for other, (r, c, k) in position.markers.items() if (r, c) == (row, column) and k < rank]


def _holding_lines(scene: Scene, made: TriedAction) -> Iterator[Effect]:
    if scene.me is None or scene.me not in made.after.players:
        return
    register, rules = scene.rules.register, scene.rules
    for company in rules.companies:
        before, after = (register.percent(position, company, scene.me) for position in (made.before, made.after))
        if before != after:
            label = scene.say("Your part of {company}", company=company)
            yield Effect(label, f"{before} → {after}%", before=before, after=after)
    before, after = (certificates_of(rules, position, scene.me) for position in (made.before, made.after))
    if before != after:
        label = scene.say("Certificates, limit {limit}", limit=limit_of_certificates(rules, made.after))
        yield Effect(label, f"{before} → {after}", before=before, after=after)


def director_changes(scene: Scene, made: TriedAction) -> dict[str, tuple[str | None, str | None]]:
    """Companies that change hands: who directs them before and after."""
    register = scene.rules.register
    heirs = {step.company: step.new for step in made.after.agenda if isinstance(step, ExchangeChoice)}
    found = {}
    for company in scene.rules.companies_in_play(made.before):
        before = register.director(made.before, company)
        after = heirs.get(company, register.director(made.after, company))
        if before != after:
            found[company] = (before, after)
    return found


def _director_lines(scene: Scene, made: TriedAction) -> Iterator[Effect]:
    say, rules = scene.say, scene.rules
    for gone in made.told(events.CompanyClosed):
        yield Effect(gone.company, say("is closed, its shares are worth nothing"), "down")
    closed = {gone.company for gone in made.told(events.CompanyClosed)}
    for company, (before, after) in director_changes(scene, made).items():
        label = say("Director of {company}", company=company)
        if company in closed:
            continue
        if company not in rules.companies_in_play(made.after):
            yield Effect(label, say("the company is gone"))
        elif after is None:
            yield Effect(label, say("nobody"), "down")
        elif scene.me in (before, after):
            yield Effect(label, say("you → {player}", player=after) if before == scene.me else say("you"),
                         "down" if before == scene.me else "up")  # fmt: skip
        else:
            yield Effect(label, f"{before} → {after}" if before else after)


def _float_lines(scene: Scene, made: TriedAction) -> Iterator[Effect]:
    say, rules = scene.say, scene.rules
    for floated in made.told(events.Floated):
        yield Effect(say("{company} floats", company=floated.company), scene.money(floated.capital), "up")
    if rules.floats_at_once:
        return
    for company in rules.companies_in_play(made.after):
        if company in made.after.floated or not rules.floats(made.after, company):
            continue
        if company not in rules.companies_in_play(made.before) or not rules.floats(made.before, company):
            text = say("when the round ends, {capital}", capital=scene.money(rules.capital(made.after, company)))
            yield Effect(say("{company} floats", company=company), text, "up")


def _train_lines(scene: Scene, made: TriedAction) -> Iterator[Effect]:
    say, action = scene.say, made.action
    if isinstance(action, BuyTrain) and not scene.rules.may_run(action.company, scene.rules.cards.by_name[action.face]):
        yield Effect(say("{company} can run it", company=action.company), say("no"), "warn")
    for phase in made.told(events.PhaseBegan):
        figure = scene.rules.phases[phase.phase]
        known = scene.rules.phases[made.before.phase].tiles
        new = [color_word(say, color) for color in figure.tiles if color not in known]
        text = say("begins; {colors} tiles", colors=", ".join(new)) if new else say("begins")
        yield Effect(say("Phase {phase}", phase=say.find(phase.phase)), text, "warn")
    gone: dict[str, list[str]] = {}
    for scrapped in made.told(events.TrainScrapped):
        owner = say("bank pool") if scrapped.owner == POOL else scrapped.owner
        gone.setdefault(scrapped.face, []).append(owner)
    for kind in made.told(events.TypeScrapped):
        owners = ", ".join(gone.get(kind.face, ())) or say("nobody has one")
        yield Effect(vehicle_text.all_scrapped(say, scene.rules, kind.face), owners, "warn")
    for step in made.after.agenda:
        if isinstance(step, Surplus):
            yield Effect(say("Too many trains, one goes"), step.company, "warn")


def _private_lines(scene: Scene, made: TriedAction) -> Iterator[Effect]:
    say = scene.say
    for moved in made.told(events.PrivateMoved):
        if moved.owner == OUT:
            yield Effect(private_name(scene, moved.private), say("leaves the game"))
        elif moved.owner in (scene.me, scene.game.actor):
            income = scene.rules.private_income(scene.position, moved.private)
            yield Effect(say("Income of {name}", name=private_name(scene, moved.private)), scene.money(income), "up")


def _ban_lines(scene: Scene, made: TriedAction) -> Iterator[Effect]:
    for company in made.after.sold.get(str(scene.me), ()):
        if company not in made.before.sold.get(str(scene.me), ()):
            label = scene.say("Buy {company} again this round", company=company)
            yield Effect(label, scene.say("no"), clause=scene.rules.clause("sold-before", company) or "")


def _own(scene: Scene, made: TriedAction) -> Iterator[Effect]:
    """What happens that only the title knows, unless it has said so of the action itself."""
    if type(made.action) not in COMMON.kinds and note_of(scene, made.action) is not UNSET:
        return
    for event in made.happened:
        if type(event) not in WORDS and not isinstance(event, events.Paid):
            yield Effect(scene.say("What happens"), event_text(scene, event))


def _next_decider_line(scene: Scene, made: TriedAction) -> Iterator[Effect]:
    """Who decides then, where that changes."""
    say, game = scene.say, made.game
    began = [event for event in made.then if isinstance(event, events.RoundBegan)]
    if game.over:
        yield Effect(say("Then"), say("the game is over"))
    elif began:
        yield Effect(say("Then"), say.sentence(str(began[-1])))
    elif game.turn and game.actor and (game.turn, game.actor) != (scene.game.turn, scene.game.actor):
        actor = game.actor
        who = say("you") if game.turn == scene.me else game.turn
        yield Effect(say("Then"), who if actor == game.turn else say("{company}, {player}", company=actor, player=who))
