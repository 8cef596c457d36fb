"""Events in words: what happened by a step, as the lines a person reads in the log.

Money that only carries out what another event says (the price of a train, the cost of a tile) is said with it; what is
left over is gathered by reason. In a company's own turn its lines do without its name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import msgspec

from stellwerk import events as ev
from stellwerk.events import MONEY, Event, Paid
from stellwerk.position import BANK, OFFERING, OUT, POOL
from stellwerk.steps.objection import Proposed
from stellwerk.steps.sealed_bids import BidSealed, BidsOpened
from stellwerk.table.view.own_words import event_text
from stellwerk.table.view.scene import Scene
from stellwerk.table.view.words import revenue_text, share_text, vehicle_text
from stellwerk.table.view.words.proposal_text import say_proposal

E = TypeVar("E", bound=Event)


class EventLine(msgspec.Struct, frozen=True):
    """One thing that happened: its kind (for the filter) and its words."""

    kind: str
    text: str


class EventTeller:
    """Tells the events of one step, in somebody's turn, to one reader."""

    def __init__(self, scene: Scene, turn: str = "", was: str = ""):
        self.scene, self.say, self.turn, self.was = scene, scene.say, turn, was
        mine = [scene.table.seats[seat].name for seat in scene.mine]
        self.me = mine[0] if len(mine) == 1 else None
        self.paid: list[Paid] = []
        self.rest: list[Event] = []

    def tell(self, events: Sequence[Event]) -> list[EventLine]:
        """The lines for some events."""
        self.paid = [event for event in events if isinstance(event, Paid)]
        self.rest = [event for event in events if not isinstance(event, Paid)]
        found: list[EventLine] = []
        while self.rest:
            event = self.rest.pop(0)
            told = WORDS.get(type(event), _tell_unknown)(self, event)
            lines = (told,) if isinstance(told, str) else told
            found += [EventLine(event.heading, line) for line in lines if line]
        return found + _tell_payments(self)

    # Names

    def name(self, who: str) -> str:
        """Somebody or something by name, in the middle of a sentence."""
        if who == self.me:
            return self.say("you")
        places = {
            BANK: self.say("the bank"),
            OFFERING: self.say("the initial offering"),
            POOL: self.say("the bank pool"),
            OUT: self.say("the box"),
        }
        return places.get(who, who)

    def money(self, amount: int) -> str:
        """An amount with its unit."""
        return self.scene.money(amount)

    def does(self, who: str, phrase: str) -> str:
        """A company does something: its name is left out in its own turn."""
        if who == self.turn:
            return phrase
        return self.say("{who}: {what}", who=self.name(who), what=phrase)

    def person(self, player: str, you: str, other: str) -> str:
        """A sentence about a player: one for the reader himself, one for others."""
        return you if player == self.me else other

    def each(self, shares: Sequence[tuple[str, int]]) -> str:
        """Who gets how much: East 115, you 23."""
        return ", ".join(f"{self.name(who)} {amount}" for who, amount in shares)

    def take(self, payer: str = "", payee: str = "", amount: int | None = None, reason: str = "") -> Paid | None:
        """Take out a payment that another event tells."""
        for index, paid in enumerate(self.paid):
            fits = payer in ("", paid.payer) and payee in ("", paid.payee) and amount in (None, paid.amount)
            if fits and reason in ("", paid.reason):
                return self.paid.pop(index)
        return None

    def gather(self, kind: type[E], like: Callable[[E], bool]) -> list[E]:
        """Take out the events of a kind that follow at once and are told together with one."""
        found: list[E] = []
        while self.rest and isinstance(self.rest[0], kind) and like(self.rest[0]):
            found.append(self.rest.pop(0))  # type: ignore[arg-type]
        return found


Words = Callable[[EventTeller, Any], str | tuple[str, ...]]
"""Words for an event: a line, or several."""


def _tell_unknown(t: EventTeller, e: Event) -> str:
    return event_text(t.scene, e)


def _tell_payments(t: EventTeller) -> list[EventLine]:
    """Payments that no other event tells, those of one reason together."""
    incomes: dict[str, int] = {}
    others: dict[tuple[str, str], list[tuple[str, int]]] = {}
    for paid in t.paid:
        if paid.payer == BANK and paid.reason.startswith("income of "):
            incomes[paid.payee] = incomes.get(paid.payee, 0) + paid.amount
        else:
            others.setdefault((paid.payer, paid.reason), []).append((paid.payee, paid.amount))
    lines = [t.say("private companies pay: {whom}", whom=t.each(list(incomes.items())))] if incomes else []
    for (payer, reason), whom in others.items():
        why = t.say.sentence(reason)
        if payer == BANK:
            lines.append(t.say("{reason}: {whom}", reason=_is_large(why), whom=t.each(whom)))
        else:
            lines.append(t.say("{payer} to {whom}: {reason}", payer=t.name(payer), whom=t.each(whom), reason=why))
    return [EventLine(MONEY, line) for line in lines]


def _is_large(text: str) -> str:
    return text[:1].upper() + text[1:]


def _tell_pass(t: EventTeller, e: ev.Passed) -> str:
    if e.who in t.scene.rules.companies:
        return ""
    return t.person(e.who, t.say("You pass"), t.say("{player} passes", player=e.who))


def _tell_order(t: EventTeller, e: ev.OrderDealt) -> str:
    return t.say("Playing order: {names}", names=", ".join(map(t.name, e.order)))


def _tell_private(t: EventTeller, e: ev.PrivateMoved) -> str:
    private, companies = e.private, t.scene.rules.companies
    paid = t.take(payer=e.owner)
    if e.owner in companies:
        giver = t.name(paid.payee) if paid else ""
        if paid:
            words = t.say(
                "buys {private} from {giver} for {price}", private=private, giver=giver, price=t.money(paid.amount)
            )
            return t.does(e.owner, words)
        return t.does(e.owner, t.say("takes over {private}", private=private))
    if paid:
        fields = {"player": e.owner, "private": private, "price": t.money(paid.amount)}
        you = t.say("You buy {private} for {price}", **fields)
        return t.person(e.owner, you, t.say("{player} buys {private} for {price}", **fields))
    sold = t.take(payer=BANK, reason=f"local railway {private} sold")
    if sold:
        words = t.say("sells {private} to the bank for {price}", private=private, price=t.money(sold.amount))
        return t.does(sold.payee, words)
    if e.owner == OUT and not t.scene.rules.figures.has_money:
        return ""
    if e.owner == OUT:
        closed = [private, *(other.private for other in t.gather(ev.PrivateMoved, lambda other: other.owner == OUT))]
        return t.say.n("{privates} is closed", "{privates} are closed", len(closed), privates=", ".join(closed))
    return t.say("{private} goes to {owner}", private=private, owner=t.name(e.owner))


def _tell_start(t: EventTeller, e: ev.CompanyStarted) -> str:
    for other in t.rest:
        if isinstance(other, ev.CertificateMoved) and (other.company, other.taker) == (e.company, e.player):
            t.rest.remove(other)
            break
    paid = t.take(payer=e.player)
    cost = t.money(paid.amount if paid else 0)
    fields = {"player": e.player, "company": e.company, "price": t.money(e.price), "cost": cost}
    you = t.say("You start {company} at {price}, for {cost}", **fields)
    return t.person(e.player, you, t.say("{player} starts {company} at {price}, for {cost}", **fields))


def _tell_director(t: EventTeller, e: ev.DirectorChanged) -> str:
    you = t.say("You become director of {company}", company=e.company)
    other = t.say("{player} becomes director of {company}", player=e.player, company=e.company)
    return t.person(e.player, you, other)


def _tell_float(t: EventTeller, e: ev.Floated) -> str:
    t.take(payer=BANK, payee=e.company, amount=e.capital)
    return t.say("{company} floats with {amount}", company=e.company, amount=t.money(e.capital))


def _tell_price(t: EventTeller, e: ev.PriceMoved) -> str:
    last = [e, *t.gather(ev.PriceMoved, lambda other: other.company == e.company)][-1]
    return t.does(e.company, t.say("price {before} → {price}", before=e.before, price=t.money(last.price)))


def _tell_tile(t: EventTeller, e: ev.TileLaid) -> str:
    if e.cost:
        t.take(payer=e.company, amount=e.cost)
    fields = {"place": t.scene.place(e.hex), "tile": e.tile, "old": t.was, "cost": t.money(e.cost)}
    if t.was and e.cost:
        words = t.say("promotes {place}, {old} to {tile}, {cost}", **fields)
    elif t.was:
        words = t.say("promotes {place}, {old} to {tile}", **fields)
    elif e.cost:
        words = t.say("lays {tile} on {place}, {cost}", **fields)
    else:
        words = t.say("lays {tile} on {place}", **fields)
    return t.does(e.company, words)


def _tell_station(t: EventTeller, e: ev.StationPlaced) -> str:
    place = t.scene.place(e.hex)
    if not e.cost:
        return t.does(e.company, t.say("station in {place}", place=place))
    t.take(payer=e.company, amount=e.cost)
    return t.does(e.company, t.say("station in {place}, {cost}", place=place, cost=t.money(e.cost)))


def _tell_removed_station(t: EventTeller, e: ev.StationRemoved) -> str:
    return t.does(e.company, t.say("takes its station off {place}", place=t.scene.place(e.hex)))


def _tell_train_bought(t: EventTeller, e: ev.TrainBought) -> str:
    t.take(payer=e.company, amount=e.price)
    return t.does(e.company, vehicle_text.tell_vehicle_bought(t.say, t.scene.rules, e.face, e.source, t.money(e.price)))


def _tell_train_returned(t: EventTeller, e: ev.TrainReturned) -> str:
    return t.does(e.company, vehicle_text.tell_vehicle_returned(t.say, t.scene.rules, e.face))


def _tell_train_turned(t: EventTeller, e: ev.TrainTurned) -> str:
    return t.does(e.company, t.say("turns a {before} into a {train}", before=e.before, train=e.face))


def _tell_train_scrapped(t: EventTeller, e: ev.TrainScrapped) -> str:
    return t.does(e.owner, vehicle_text.tell_vehicle_scrapped(t.say, t.scene.rules, e.face))


def _tell_loan(t: EventTeller, e: ev.LoanTaken) -> str:
    t.take(payer=BANK, payee=e.player, amount=e.amount)
    fields = {"player": e.player, "amount": t.money(e.amount), "penalty": t.money(e.penalty)}
    you = t.say("You borrow {amount}; {penalty} are added", **fields)
    return t.person(e.player, you, t.say("{player} borrows {amount}; {penalty} are added", **fields))


def _tell_offer(t: EventTeller, e: ev.Offered) -> str:
    fields = {"asked": t.name(e.asked), "text": t.say.sentence(e.text)}
    leave = e.text.startswith("leave to ")
    return t.does(
        e.who, t.say("asks {asked} for {text}", **fields) if leave else t.say("offers {asked}: {text}", **fields)
    )


def _tell_answer(t: EventTeller, e: ev.Answered) -> str:
    if e.answer == "agrees":
        return t.person(e.player, t.say("You agree"), t.say("{player} agrees", player=e.player))
    if e.answer == "declines":
        return t.person(e.player, t.say("You decline"), t.say("{player} declines", player=e.player))
    return _tell_unknown(t, e)


def _tell_acquisition(t: EventTeller, e: ev.Acquired) -> str:
    return t.does(e.company, t.say("takes over {target}, {price} a share", target=e.target, price=t.money(e.price)))


def _tell_game_end(t: EventTeller, e: ev.GameEnded) -> str:
    return t.say("The game is over; won by {winners}", winners=", ".join(map(t.name, e.winners)))


def _tell_bid(t: EventTeller, e: ev.BidPlaced) -> str:
    fields = {"player": e.player, "amount": t.money(e.amount), "lot": e.lot}
    you = t.say("You bid {amount} for {lot}", **fields)
    return t.person(e.player, you, t.say("{player} bids {amount} for {lot}", **fields))


def _put_up(t: EventTeller, e: ev.LotPutUp) -> str:
    you = t.say("You put {lot} up for auction", lot=e.lot)
    return t.person(e.player, you, t.say("{player} puts {lot} up for auction", player=e.player, lot=e.lot))


def _tell_train_given(t: EventTeller, e: ev.TrainGiven) -> str:
    if not t.scene.rules.figures.has_money:
        return t.does(e.company, t.say("now has train {train}", train=e.face))
    return t.does(e.company, t.say("gets a {train} for nothing", train=e.face))


def _tell_bankruptcy(t: EventTeller, e: ev.Bankrupt) -> str:
    you = t.say("You are bankrupt and leave the game")
    return t.person(e.player, you, t.say("{player} is bankrupt and leaves the game", player=e.player))


def _tell_token(t: EventTeller, e: ev.TokenMoved) -> str:
    paid = t.take(payer=e.taker, reason="access token")
    if paid:
        words = t.say("buys an access token of {giver} for {price}", giver=t.name(e.giver), price=t.money(paid.amount))
        return t.does(e.taker, words)
    return t.say("{what} goes from {giver} to {taker}", what=e.what, giver=t.name(e.giver), taker=t.name(e.taker))


def _tell_exchange(t: EventTeller, e: ev.PrivateExchanged) -> str:
    you = t.say("You exchange {private} for shares", private=e.private)
    other = t.say("{player} exchanges {private} for shares", player=e.player, private=e.private)
    return t.person(e.player, you, other)


def _tell_sealed(t: EventTeller, e: BidSealed) -> str:
    return t.person(e.player, t.say("You seal your envelope"), t.say("{player} seals an envelope", player=e.player))


def _tell_opened(t: EventTeller, e: BidsOpened) -> tuple[str, ...]:
    """All bids, then who exchanges and who keeps his."""
    told, lines = set[str](), [_is_large(t.each(e.bids))]
    for player, amount in e.bids:
        gives = t.take(payer=player, amount=amount) if player not in told else None
        gets = t.take(payer=gives.payee, payee=player) if gives else None
        if gives and gets:
            told |= {player, gives.payee}
            who = t.say("{one} and {other} exchange {more} and {less}", one=t.name(player), other=t.name(gives.payee),
                        more=gives.amount, less=gets.amount)  # fmt: skip
            lines.append(_is_large(who))
        elif player not in told:
            keeps = t.person(player, t.say("You keep {amount}", amount=amount), t.say("{player} keeps {amount}",
                             player=player, amount=amount))  # fmt: skip
            lines.append(keeps)
    return tuple(lines)


WORDS: dict[type[Event], Words] = {
    ev.Passed: _tell_pass,
    BidSealed: _tell_sealed,
    BidsOpened: _tell_opened,
    ev.OrderDealt: _tell_order,
    ev.RoundBegan: lambda t, e: "",
    ev.PhaseBegan: lambda t, e: t.say("Phase {phase} begins", phase=t.say.find(e.phase)),
    ev.PrivateMoved: _tell_private,
    ev.PowerUsed: lambda t, e: t.does(e.company, t.say("uses {private}", private=e.private)),
    ev.BidPlaced: _tell_bid,
    ev.LotPutUp: _put_up,
    ev.PriceCut: lambda t, e: t.say("{lot} is offered for {price}", lot=e.lot, price=t.money(e.price)),
    ev.Bankrupt: _tell_bankruptcy,
    ev.InReceivership: lambda t, e: t.say("The bank runs {company} now", company=e.company),
    ev.CompanyClosed: lambda t, e: t.say("{company} is closed and leaves the game", company=e.company),
    ev.TokenMoved: _tell_token,
    ev.PrivateExchanged: _tell_exchange,
    ev.BankBroken: lambda t, e: t.say("The bank is broken"),
    ev.CompanyStarted: _tell_start,
    ev.CertificateMoved: share_text.tell_certificate,
    ev.DirectorChanged: _tell_director,
    ev.Floated: _tell_float,
    ev.PriceMoved: _tell_price,
    ev.TileLaid: _tell_tile,
    ev.StationPlaced: _tell_station,
    ev.StationRemoved: _tell_removed_station,
    ev.Ran: revenue_text.tell_run,
    ev.DividendDecided: revenue_text.tell_dividend,
    ev.TrainBought: _tell_train_bought,
    ev.TrainGiven: _tell_train_given,
    ev.TrainReturned: _tell_train_returned,
    ev.TrainTurned: _tell_train_turned,
    ev.TrainScrapped: _tell_train_scrapped,
    ev.TypeScrapped: lambda t, e: vehicle_text.all_scrapped(t.say, t.scene.rules, e.face),
    ev.Exported: lambda t, e: t.say("Train card {card} is sold abroad", card=e.card),
    ev.LoanTaken: _tell_loan,
    ev.Offered: _tell_offer,
    ev.Answered: _tell_answer,
    ev.Acquired: _tell_acquisition,
    ev.GameEnded: _tell_game_end,
    Proposed: lambda t, e: t.does(e.company, t.say("proposes: {what}", what=say_proposal(t.scene, e.proposal))),
}
"""What is better said here than by the event's own sentence."""
