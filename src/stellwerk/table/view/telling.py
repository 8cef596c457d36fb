"""Events in words: what happened by a step, as the lines a person reads in the log.

Money that only carries out what another event says (the price of a train, the cost of a tile) is said with it; what is
left over is gathered by reason. In a company's own turn its lines do without its name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import msgspec

from stellwerk import events as ev
from stellwerk.events import Event, Paid
from stellwerk.position import BANK, OFFERING, OUT, POOL
from stellwerk.table.view import telling_revenue, vehicles
from stellwerk.table.view.scene import Scene

TRACK, SHARES, TRAINS, DIRECTORS, DEALS, MONEY, OTHER = (
    "track", "shares", "trains", "directors", "deals", "money", "other"
)  # fmt: skip


E = TypeVar("E", bound=Event)


class Line(msgspec.Struct, frozen=True):
    """One thing that happened: its kind (for the filter) and its words."""

    kind: str
    text: str


class Teller:
    """Tells the events of one step, in somebody's turn, to one reader."""

    def __init__(self, scene: Scene, turn: str = "", was: str = ""):
        self.scene, self.say, self.turn, self.was = scene, scene.say, turn, was
        mine = [scene.table.seats[seat].name for seat in scene.mine]
        self.me = mine[0] if len(mine) == 1 else None
        self.paid: list[Paid] = []
        self.rest: list[Event] = []

    def tell(self, events: Sequence[Event]) -> list[Line]:
        """The lines for some events."""
        self.paid = [event for event in events if isinstance(event, Paid)]
        self.rest = [event for event in events if not isinstance(event, Paid)]
        found: list[Line] = []
        while self.rest:
            event = self.rest.pop(0)
            kind, words = WORDS.get(type(event), (OTHER, _unknown))
            text = words(self, event)
            if text:
                found.append(Line(kind, text))
        return found + _money(self)

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


Words = Callable[[Teller, Any], str]


def _unknown(t: Teller, e: Event) -> str:
    return t.say.sentence(str(e))


def _money(t: Teller) -> list[Line]:
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
            lines.append(t.say("{reason}: {whom}", reason=_large(why), whom=t.each(whom)))
        else:
            lines.append(t.say("{payer} to {whom}: {reason}", payer=t.name(payer), whom=t.each(whom), reason=why))
    return [Line(MONEY, line) for line in lines]


def _large(text: str) -> str:
    return text[:1].upper() + text[1:]


def _passed(t: Teller, e: ev.Passed) -> str:
    if e.who in t.scene.rules.companies:
        return ""
    return t.person(e.who, t.say("You pass"), t.say("{player} passes", player=e.who))


def _order(t: Teller, e: ev.OrderDealt) -> str:
    return t.say("Playing order: {names}", names=", ".join(map(t.name, e.order)))


def _private(t: Teller, e: ev.PrivateMoved) -> str:
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
    if e.owner == OUT:
        closed = [private, *(other.private for other in t.gather(ev.PrivateMoved, lambda other: other.owner == OUT))]
        return t.say.n("{privates} is closed", "{privates} are closed", len(closed), privates=", ".join(closed))
    return t.say("{private} goes to {owner}", private=private, owner=t.name(e.owner))


def _started(t: Teller, e: ev.CompanyStarted) -> str:
    for other in t.rest:
        if isinstance(other, ev.CertificateMoved) and (other.company, other.taker) == (e.company, e.player):
            t.rest.remove(other)
            break
    paid = t.take(payer=e.player)
    cost = t.money(paid.amount if paid else 0)
    fields = {"player": e.player, "company": e.company, "price": t.money(e.price), "cost": cost}
    you = t.say("You start {company} at {price}, for {cost}", **fields)
    return t.person(e.player, you, t.say("{player} starts {company} at {price}, for {cost}", **fields))


def _certificate(t: Teller, e: ev.CertificateMoved) -> str:
    players = t.scene.table.players
    more = t.gather(ev.CertificateMoved, lambda o: (o.company, o.giver, o.taker) == (e.company, e.giver, e.taker))
    fields = {"percent": e.percent + sum(other.percent for other in more), "company": e.company}
    fields |= {"giver": t.name(e.giver), "taker": t.name(e.taker)}
    if e.taker in players and e.giver not in players and (paid := t.take(payer=e.taker)):
        fields |= {"price": t.money(paid.amount), "player": e.taker}
        you = t.say("You buy {percent}% of {company} from {giver} for {price}", **fields)
        return t.person(e.taker, you, t.say("{player} buys {percent}% of {company} from {giver} for {price}", **fields))
    if e.giver in players and e.taker in (POOL, OFFERING, BANK) and (paid := t.take(payee=e.giver)):
        fields |= {"price": t.money(paid.amount), "player": e.giver}
        you = t.say("You sell {percent}% of {company} for {price}", **fields)
        return t.person(e.giver, you, t.say("{player} sells {percent}% of {company} for {price}", **fields))
    return t.say("{percent}% of {company}: {giver} to {taker}", **fields)


def _director(t: Teller, e: ev.DirectorChanged) -> str:
    you = t.say("You become director of {company}", company=e.company)
    other = t.say("{player} becomes director of {company}", player=e.player, company=e.company)
    return t.person(e.player, you, other)


def _floated(t: Teller, e: ev.Floated) -> str:
    t.take(payer=BANK, payee=e.company, amount=e.capital)
    return t.say("{company} floats with {amount}", company=e.company, amount=t.money(e.capital))


def _price(t: Teller, e: ev.PriceMoved) -> str:
    last = [e, *t.gather(ev.PriceMoved, lambda other: other.company == e.company)][-1]
    return t.does(e.company, t.say("price {before} → {price}", before=e.before, price=t.money(last.price)))


def _tile(t: Teller, e: ev.TileLaid) -> str:
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


def _station(t: Teller, e: ev.StationPlaced) -> str:
    place = t.scene.place(e.hex)
    if not e.cost:
        return t.does(e.company, t.say("station in {place}", place=place))
    t.take(payer=e.company, amount=e.cost)
    return t.does(e.company, t.say("station in {place}, {cost}", place=place, cost=t.money(e.cost)))


def _removed(t: Teller, e: ev.StationRemoved) -> str:
    return t.does(e.company, t.say("takes its station off {place}", place=t.scene.place(e.hex)))


def _bought(t: Teller, e: ev.TrainBought) -> str:
    t.take(payer=e.company, amount=e.price)
    return t.does(e.company, vehicles.bought(t.say, t.scene.rules, e.face, e.source, t.money(e.price)))


def _returned(t: Teller, e: ev.TrainReturned) -> str:
    return t.does(e.company, vehicles.returned(t.say, t.scene.rules, e.face))


def _turned(t: Teller, e: ev.TrainTurned) -> str:
    return t.does(e.company, t.say("turns a {before} into a {train}", before=e.before, train=e.face))


def _scrapped(t: Teller, e: ev.TrainScrapped) -> str:
    return t.does(e.owner, vehicles.scrapped(t.say, t.scene.rules, e.face))


def _loan(t: Teller, e: ev.LoanTaken) -> str:
    t.take(payer=BANK, payee=e.player, amount=e.amount)
    fields = {"player": e.player, "amount": t.money(e.amount), "penalty": t.money(e.penalty)}
    you = t.say("You borrow {amount}; {penalty} are added", **fields)
    return t.person(e.player, you, t.say("{player} borrows {amount}; {penalty} are added", **fields))


def _offered(t: Teller, e: ev.Offered) -> str:
    fields = {"asked": t.name(e.asked), "text": t.say.sentence(e.text)}
    leave = e.text.startswith("leave to ")
    return t.does(
        e.who, t.say("asks {asked} for {text}", **fields) if leave else t.say("offers {asked}: {text}", **fields)
    )


def _answered(t: Teller, e: ev.Answered) -> str:
    if e.answer == "agrees":
        return t.person(e.player, t.say("You agree"), t.say("{player} agrees", player=e.player))
    if e.answer == "declines":
        return t.person(e.player, t.say("You decline"), t.say("{player} declines", player=e.player))
    return _unknown(t, e)


def _acquired(t: Teller, e: ev.Acquired) -> str:
    return t.does(e.company, t.say("takes over {target}, {price} a share", target=e.target, price=t.money(e.price)))


def _ended(t: Teller, e: ev.GameEnded) -> str:
    return t.say("The game is over; won by {winners}", winners=", ".join(map(t.name, e.winners)))


def _bid(t: Teller, e: ev.BidPlaced) -> str:
    fields = {"player": e.player, "amount": t.money(e.amount), "lot": e.lot}
    you = t.say("You bid {amount} for {lot}", **fields)
    return t.person(e.player, you, t.say("{player} bids {amount} for {lot}", **fields))


def _put_up(t: Teller, e: ev.LotPutUp) -> str:
    you = t.say("You put {lot} up for auction", lot=e.lot)
    return t.person(e.player, you, t.say("{player} puts {lot} up for auction", player=e.player, lot=e.lot))


def _given(t: Teller, e: ev.TrainGiven) -> str:
    return t.does(e.company, t.say("gets a {train} for nothing", train=e.face))


def _bankrupt(t: Teller, e: ev.Bankrupt) -> str:
    you = t.say("You are bankrupt and leave the game")
    return t.person(e.player, you, t.say("{player} is bankrupt and leaves the game", player=e.player))


def _token(t: Teller, e: ev.TokenMoved) -> str:
    paid = t.take(payer=e.taker, reason="access token")
    if paid:
        words = t.say("buys an access token of {giver} for {price}", giver=t.name(e.giver), price=t.money(paid.amount))
        return t.does(e.taker, words)
    return t.say("{what} goes from {giver} to {taker}", what=e.what, giver=t.name(e.giver), taker=t.name(e.taker))


def _exchanged(t: Teller, e: ev.PrivateExchanged) -> str:
    you = t.say("You exchange {private} for shares", private=e.private)
    other = t.say("{player} exchanges {private} for shares", player=e.player, private=e.private)
    return t.person(e.player, you, other)


WORDS: dict[type[Event], tuple[str, Words]] = {
    ev.Passed: (OTHER, _passed),
    ev.OrderDealt: (OTHER, _order),
    ev.RoundBegan: (OTHER, lambda t, e: ""),
    ev.PhaseBegan: (TRAINS, lambda t, e: t.say("Phase {phase} begins", phase=e.phase)),
    ev.PrivateMoved: (DEALS, _private),
    ev.PowerUsed: (
        TRACK,
        lambda t, e: t.does(e.company, t.say("uses {private}", private=e.private)),
    ),
    ev.BidPlaced: (DEALS, _bid),
    ev.LotPutUp: (DEALS, _put_up),
    ev.PriceCut: (DEALS, lambda t, e: t.say("{lot} is offered for {price}", lot=e.lot, price=t.money(e.price))),
    ev.Bankrupt: (DIRECTORS, _bankrupt),
    ev.InReceivership: (DIRECTORS, lambda t, e: t.say("The bank runs {company} now", company=e.company)),
    ev.CompanyClosed: (SHARES, lambda t, e: t.say("{company} is closed and leaves the game", company=e.company)),
    ev.TokenMoved: (TRACK, _token),
    ev.PrivateExchanged: (DEALS, _exchanged),
    ev.BankBroken: (MONEY, lambda t, e: t.say("The bank is broken")),
    ev.CompanyStarted: (SHARES, _started),
    ev.CertificateMoved: (SHARES, _certificate),
    ev.DirectorChanged: (DIRECTORS, _director),
    ev.Floated: (SHARES, _floated),
    ev.PriceMoved: (SHARES, _price),
    ev.TileLaid: (TRACK, _tile),
    ev.StationPlaced: (TRACK, _station),
    ev.StationRemoved: (TRACK, _removed),
    ev.Ran: (MONEY, telling_revenue.ran),
    ev.DividendDecided: (MONEY, telling_revenue.dividend),
    ev.TrainBought: (TRAINS, _bought),
    ev.TrainGiven: (TRAINS, _given),
    ev.TrainReturned: (TRAINS, _returned),
    ev.TrainTurned: (TRAINS, _turned),
    ev.TrainScrapped: (TRAINS, _scrapped),
    ev.TypeScrapped: (TRAINS, lambda t, e: vehicles.all_scrapped(t.say, t.scene.rules, e.face)),
    ev.Exported: (TRAINS, lambda t, e: t.say("Train card {card} is sold abroad", card=e.card)),
    ev.LoanTaken: (MONEY, _loan),
    ev.Offered: (DEALS, _offered),
    ev.Answered: (DEALS, _answered),
    ev.Acquired: (DEALS, _acquired),
    ev.GameEnded: (OTHER, _ended),
}
"""What each kind of event says, and under which heading the log can be asked for it."""
