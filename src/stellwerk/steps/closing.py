"""A company leaves the game: its stations, markers, certificates and what it owned."""

from __future__ import annotations

from msgspec.structs import replace

from stellwerk import market
from stellwerk.events import CompanyClosed, StationRemoved
from stellwerk.position import OUT, POOL
from stellwerk.referee import Referee
from stellwerk.steps.operating_round import OperatingRound, OperatingTurn
from stellwerk.steps.privates import close_private
from stellwerk.trains import trains_of


def close_company(ref: Referee, company: str) -> None:
    """Certificates and markers go without compensation, the treasury to the bank, trains to the pool; so do parts."""
    pos = ref.pos
    for part in ref.rules.register.parts_of(company):
        if part in pos.floated:
            close_company(ref, part)
    ref.say(CompanyClosed(company))
    ref.charge(company, ref.cash(company), "treasury of a closed company")
    for card, face in trains_of(pos, company):
        pos.put("trains", card, (POOL, face))
    for private, owner in pos.privates.items():
        if owner == company:
            close_private(ref, private)
    take_stations_off(ref, company)
    pos.certificates = {**pos.certificates, **{card.id: OUT for card in ref.rules.register.of[company]}}
    if company in pos.markers:
        market.take_off(pos, company)
        pos.drop("pars", company)
    pos.floated = tuple(other for other in pos.floated if other != company)
    pos.operated = tuple(other for other in pos.operated if other != company)
    end_its_turns(ref, company)


def take_stations_off(ref: Referee, company: str) -> None:
    """Its markers go back to the charter; their places are free."""
    pos = ref.pos
    for hex, here in pos.stations.items():
        for city in (city for who, city in here if who == company):
            ref.say(StationRemoved(company, hex, city))
    left = {hex: tuple(s for s in here if s[0] != company) for hex, here in pos.stations.items()}
    pos.stations = {hex: here for hex, here in left.items() if here}
    pos.put("unplaced", company, ref.rules.station_markers(pos)[company])


def end_its_turns(ref: Referee, company: str) -> None:
    """A turn it has ends at once, and one it would have had is not played."""
    steps = [s for s in ref.pos.agenda if not (isinstance(s, OperatingTurn) and s.company == company)]
    ref.pos.agenda = tuple(
        replace(s, queue=tuple(c for c in s.queue if c != company)) if isinstance(s, OperatingRound) else s
        for s in steps
    )
