"""What comes next: what the next train, the export and the next phase do to these companies, by name.

The rules themselves are asked: the sale or the export is carried out on a copy of the position, and what happened
there is told. Nothing here knows which trains a title has.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from stellwerk.events import Event, Exported, PrivateMoved, TrainScrapped
from stellwerk.figures import FaceFigure
from stellwerk.position import BANK, OUT, Position, Round
from stellwerk.referee import Referee
from stellwerk.rules import Rules
from stellwerk.rules.limits import limited_trains, may_own
from stellwerk.rules.phases import rank_of_phase
from stellwerk.steps.operating_round import OPERATING
from stellwerk.steps.rusting import Surplus, train_sold
from stellwerk.steps.train_purchase import on_sale
from stellwerk.table.view.game import standing_facts
from stellwerk.table.view.own_words import lines_of
from stellwerk.table.view.scene import Scene
from stellwerk.table.view.words import forecast_text as words

TRAIN, PHASE, EXPORT, END, NEED = "train", "phase", "export", "end", "need"


class Loss(msgspec.Struct, frozen=True):
    """Trains that leave the game: their kind, whose they are (a company or `pool`), how many."""

    train: str
    owner: str
    count: int


class Need(msgspec.Struct, frozen=True):
    """A company without a train: the cheapest one it could run, its price, the treasury, who adds what is missing."""

    company: str
    train: str
    price: int
    cash: int
    missing: int
    director: str | None


class NewCardOutcome(msgspec.Struct, frozen=True, kw_only=True):
    """What an event would do: the phase it begins, losses, who is over the limit, who has no train then."""

    phase: str | None
    losses: tuple[Loss, ...]
    surplus: tuple[str, ...]
    needs: tuple[Need, ...]
    closed: tuple[str, ...]
    """Private companies that close."""


class ForecastPart(msgspec.Struct, frozen=True):
    """One thing to come. `soon`: it can happen in this round (while players act: in the next operating round)."""

    kind: str
    head: str
    text: str
    soon: bool
    letter: str = ""
    outcomes: tuple[NewCardOutcome, ...] = ()
    needs: tuple[Need, ...] = ()


def make_forecast(scene: Scene) -> tuple[ForecastPart, ...]:
    """What comes next, the nearest first."""
    if scene.game.over:
        return ()
    if not scene.rules.figures.has_money:
        return (*_next_cards(scene), *_remarks_of_title(scene))
    return (*_without_train(scene), *_next_cards(scene), *_set_ends(scene))


def _remarks_of_title(scene: Scene) -> list[ForecastPart]:
    """What the title remarks on the end of a game that is played without money; the first words are the head."""
    step = scene.position.agenda[-1] if scene.position.agenda else None
    told = (line.partition(": ") for line in lines_of(scene, step))
    return [ForecastPart(END, f"{head}:", text, False) for head, _, text in told]


def outcome_between(rules: Rules, old: Position, after: Position, events: Sequence[Event]) -> NewCardOutcome:
    """What happened between two positions."""
    counts: dict[tuple[str, str], int] = {}
    for event in events:
        if isinstance(event, TrainScrapped):
            counts[event.face, event.owner] = counts.get((event.face, event.owner), 0) + 1
    stripped = [
        company
        for company in rules.operating_order(old)
        if standing_facts.has_train(rules, old, company) and not standing_facts.has_train(rules, after, company)
    ]
    return NewCardOutcome(
        phase=after.phase if after.phase != old.phase else None,
        losses=tuple(Loss(train, owner, count) for (train, owner), count in counts.items()),
        surplus=tuple(step.company for step in reversed(after.agenda) if isinstance(step, Surplus)),
        needs=tuple(need_for_train(rules, after, company) for company in stripped),
        closed=tuple(event.private for event in events if isinstance(event, PrivateMoved) and event.owner == OUT),
    )


def if_sold(rules: Rules, position: Position, card: str, faces: Iterable[FaceFigure]) -> NewCardOutcome:
    """What the sale of a card as these trains would do; cards that lie before it are gone by then."""
    after = position.copy()
    if card not in rules.on_stack(position):
        after.stack = tuple(other for other in position.stack if other not in cards_before(rules, position, card))
    referee = Referee(rules, after)
    rules.cards.take(after, card)
    counts = rules.sale_counts(BANK) and not rules.figures.trains_stay
    train_sold(referee, card, tuple(faces) if counts else ())
    return outcome_between(rules, position, after, referee.events)


def cards_before(rules: Rules, position: Position, card: str) -> frozenset[str]:
    """The cards that must be sold before a card is on sale: those of one type, of the rarest that will do, if any."""
    types: dict[str, list[str]] = {}
    for other in position.stack:
        types.setdefault(rules.cards.letter(other), []).append(other)
    open_now = {rules.cards.letter(other) for other in rules.on_stack(position)}
    for sold in sorted((cards for letter, cards in types.items() if letter in open_now), key=len):
        then = position.copy()
        then.stack = tuple(other for other in position.stack if other not in sold)
        if card in rules.on_stack(then):
            return frozenset(sold)
    return frozenset(position.stack[: position.stack.index(card)])


def need_for_train(rules: Rules, position: Position, company: str) -> Need:
    """What a company without a train would have to pay for one: out of its treasury, else with its director's help."""
    referee = Referee(rules, position)
    sale = [(source, face) for source, _, face in on_sale(referee, company) if rules.may_run(company, face)]
    cash, director = position.cash.get(company, 0), standing_facts.directed_by(rules, position, company)
    if director is not None and all(face.price > cash for _, face in sale):
        sale = [(source, face) for source, face in sale if rules.emergency_choice(referee, company, source, face)]
    cheapest = min((face for _, face in sale), key=lambda face: face.price, default=None)
    if cheapest is None:
        return Need(company, "", 0, cash, 0, director)
    return Need(company, cheapest.name, cheapest.price, cash, max(0, cheapest.price - cash), director)


def cards_in_reach(rules: Rules, position: Position) -> int:
    """How many cards may leave the bank before the operating round ends, with treasuries and last revenues."""
    kind = rules.kind_of(position.round)
    if not (kind.shares_trade or kind.companies_act) or not rules.figures.has_money:
        return 0
    return sum(_possible_purchases(rules, position, company) for company in standing_facts.to_act(rules, position))


def _possible_purchases(rules: Rules, position: Position, company: str) -> int:
    faces = [face for card in rules.on_stack(position) for face in rules.cards.faces(card)]
    prices = [face.price for face in faces if may_own(rules, company, face) and rules.counts_as_train(face)]
    if not prices:
        return 0
    room = max(0, rules.train_limit(position, company) - len(limited_trains(rules, position, company)))
    money = position.cash.get(company, 0) + position.revenues.get(company, 0)
    bought = min(room, money // min(prices))
    return bought if standing_facts.has_train(rules, position, company) else max(1, bought)


def _without_train(scene: Scene) -> list[ForecastPart]:
    """Companies that have none now and act yet."""
    rules, position = scene.rules, scene.position
    bare = [c for c in standing_facts.to_act(rules, position) if not standing_facts.has_train(rules, position, c)]
    needs = tuple(need_for_train(rules, position, company) for company in bare)
    if not needs:
        return []
    head = scene.say("No train: {companies}.", companies=", ".join(bare))
    return [ForecastPart(NEED, head, words.say_prices(scene, needs), True, needs=needs)]


def _next_cards(scene: Scene) -> list[ForecastPart]:
    """The cards on sale, and the first cards of the next phase; what does nothing is told together."""
    rules, position = scene.rules, scene.position
    within, on_sale = cards_in_reach(rules, position), set(rules.on_stack(position))
    first = {rules.cards.letter(card): card for card in reversed(position.stack)}
    first |= {rules.cards.letter(card): card for card in on_sale}
    shown: dict[str, list[str]] = {}
    next_phase = ""
    for card in sorted(first.values(), key=position.stack.index):
        phase = new_phase(rules, position, card)
        begins = phase == (next_phase or phase) and any(map(rules.counts_as_train, rules.cards.faces(card)))
        if card not in on_sale and not (phase and begins):
            continue
        next_phase = next_phase or phase
        shown.setdefault(phase, []).append(card)
    found = []
    for phase, cards in shown.items():
        for same in _group_like_cards(scene, cards):
            soon = any(card in on_sale or within > len(cards_before(rules, position, card)) for card in same)
            found.append(_forecast_card(scene, same, bool(phase), within > 0 and soon))
    return found


def new_phase(rules: Rules, position: Position, card: str) -> str:
    """The phase that the sale of a card would begin; empty if it is there already."""
    letter = rules.cards.letter(card)
    phase = rules.cards.figures[letter].phase or letter
    later = phase in rules.phases and rank_of_phase(rules, phase) > rank_of_phase(rules, position.phase)
    return phase if later else ""


def _group_like_cards(scene: Scene, cards: Sequence[str]) -> list[list[str]]:
    """Cards with one face each that would do the same, together."""
    rules, position = scene.rules, scene.position
    groups: dict[object, list[str]] = {}
    for card in cards:
        faces = rules.cards.faces(card)
        does: object = if_sold(rules, position, card, faces) if len(faces) == 1 else card
        groups.setdefault(does, []).append(card)
    return list(groups.values())


def _forecast_card(scene: Scene, cards: Sequence[str], new: bool, soon: bool) -> ForecastPart:
    """What cards do that do the same: each as its only train, or one as each of its trains."""
    rules, card = scene.rules, cards[0]
    faces = rules.cards.faces(card)
    letter = words.join_with_or(scene, [rules.cards.letter(card) for card in cards])
    told = [(face, if_sold(rules, scene.position, card, (face,))) for face in faces]
    losing = [(face.name, made) for face, made in told if made.losses]
    text = [words.say_new_phase(scene, told[0][1])] if new else []
    text += [words.as_face(scene, name, made, len(faces) > 1) for name, made in losing]
    harmless = [face.name for face, made in told if not made.losses]
    if losing and harmless:
        text.append(scene.say("As {trains} it scraps nothing.", trains=words.join_with_or(scene, harmless)))
    old = list(dict.fromkeys(train for face in faces for train in face.scraps)) if rules.figures.trains_stay else []
    if old and new:
        text.append(scene.say("It makes every {trains} obsolete.", trains=words.join_with_or(scene, old)))
    if not new and not losing:
        text.append(scene.say("changes nothing.") if rules.figures.trains_stay else scene.say("scraps nothing."))
    head = scene.say("First {letter}:", letter=letter) if new else scene.say("Next {letter}:", letter=letter)
    shown = " ".join(part for part in text if part) or scene.say("changes nothing for these companies.")
    return ForecastPart(PHASE if new else TRAIN, head, shown, soon, letter, tuple(made for _, made in told))


def _set_ends(scene: Scene) -> list[ForecastPart]:
    """What the end of this set of rounds brings: an exported train, the end of the game, or nothing of note."""
    rules, position = scene.rules, scene.position
    now = position.round
    kind = rules.kind_of(now)
    of = now.of if kind.companies_act else rules.rounds_of_set(position, now.set)
    if not of or not (kind.shares_trade or kind.companies_act):
        return []
    after = position.copy()
    after.round, after.agenda = Round(OPERATING.name, now.set, of, of), ()
    referee = Referee(rules, after)
    rules.next_round(referee)
    soon = kind.companies_act and now.number == of
    last = scene.say("OR {set}.{number}", set=now.set, number=of)
    if after.result is not None:
        return [ForecastPart(END, scene.say("After {round}", round=last), scene.say("the game ends."), soon)]
    card = next((event.card for event in referee.events if isinstance(event, Exported)), None)
    if card is None:
        return []
    made = outcome_between(rules, position, after, referee.events)
    head = scene.say("Export after {round}:", round=last)
    return [ForecastPart(EXPORT, head, words.say_export(scene, rules.cards.letter(card), made), soon, outcomes=(made,))]
