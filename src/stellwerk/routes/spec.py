"""Trains and bonuses as data: what a train may pass, what it counts, and what it earns besides.

A train has one mode or several and runs in the best of them (a shuttle or a plain run, with or without a
trailer). The constructors of `TrainSpec` name the trains of the rule books.
"""

from __future__ import annotations

import msgspec

UNLIMITED = 99
"""More stops than any route can have."""

KINDS = ("city", "town", "offboard", "other")
"""What a stop can be; red tiles are cities, a stop of neither kind is `other`."""


class Bonus(msgspec.Struct, frozen=True):
    """Money for places on a route: `needs` lists tags and how many of their places the route must touch.

    `across` looks at all runs of the company together and pays once; `once` pays for one run at most.
    """

    name: str
    amount: int
    needs: tuple[tuple[str, int], ...]
    across: bool = False
    once: bool = False


class Mode(msgspec.Struct, frozen=True, kw_only=True):
    """One way in which a train may run."""

    stops: int = UNLIMITED
    """The most stops it counts (with `free_towns`: towns aside)."""
    cities: int = UNLIMITED
    """The most cities and red areas it counts."""
    towns: int = UNLIMITED
    """The most towns it counts."""
    most_cities: int = UNLIMITED
    """The most cities and red areas on its way, counted or not."""
    free_towns: bool = False
    """Towns count without using up the range."""
    skips: tuple[str, ...] = ()
    """Which stops (`town`, `city`) it may pass without counting them."""
    counted: tuple[str, ...] = ()
    """Kinds or tags of stops that always count, whatever may be skipped."""
    one_city: bool = False
    """Exactly one city, and it holds a station of the company."""
    red_areas: bool = True
    """May it run to off-board areas and red tiles?"""
    ends: tuple[tuple[str, str], ...] = ()
    """Pairs of kinds or tags that the two ends of the route must be (either way round); none: any stops."""
    only: str | None = None
    """All stops and hex sides must carry this tag."""
    factors: tuple[tuple[str, int], ...] = ()
    """Kinds or tags of stops and how many times they count; several multiply."""
    inner: int = 1
    """How many times the stops between the ends count."""
    bonuses: tuple[Bonus, ...] = ()
    """Bonuses of this mode, beside those of the network."""
    without: tuple[str, ...] = ()
    """Names of the network's bonuses that this mode does not earn."""
    needs: tuple[tuple[str, int], ...] = ()
    """Tags and how many of their places the route must touch."""
    uses: tuple[tuple[str, int], ...] = ()
    """What it takes from the company's supplies (a trailer, beer cubes)."""


CITY_ENDS = (("city", "city"), ("city", "offboard"), ("offboard", "offboard"))
"""A route that may not start or end at a town."""

HALT_ENDS = (("city", "town"), ("town", "offboard"))
"""A route that starts or ends at a town."""


class TrainSpec(msgspec.Struct, frozen=True):
    """A train: its name and the modes it can run in."""

    name: str
    modes: tuple[Mode, ...]
    apart: bool = False
    """Does it run beside the other trains, on their track if need be? Such a train uses no supplies."""
    must: bool = False
    """Must it run where it can, before the others and whatever that earns?"""

    def urged(self, amount: int) -> TrainSpec:
        """The same train, with so much more for running at all."""
        pay = Bonus("urged", amount, ())
        modes = (msgspec.structs.replace(mode, bonuses=(*mode.bonuses, pay)) for mode in self.modes)
        return msgspec.structs.replace(self, modes=tuple(modes))

    @classmethod
    def plain(cls, n: int) -> TrainSpec:
        """At most `n` stops, none left out (18CZ VIII.7, 18BL 8.5.2a, 18DO 4.5.5b)."""
        return cls(str(n), (Mode(stops=n),))

    @classmethod
    def plus(cls, cities: int, towns: int) -> TrainSpec:
        """At most `cities + towns` stops, at most `cities` of them cities or red (18CZ VIII.7)."""
        return cls(f"{cities}+{towns}", (Mode(stops=cities + towns, cities=cities),))

    @classmethod
    def express(cls, n: int) -> TrainSpec:
        """All cities and red areas count, at most `n`; the best towns fill the rest (18CZ VIII.7, R37)."""
        return cls(f"{n}E", (Mode(stops=n, skips=("town",)),))

    @classmethod
    def dearest(cls, n: int, towns: int = 3) -> TrainSpec:
        """The `n` dearest stops count, at most `towns` of them towns; at most `n` cities (18CZ R37 Replay)."""
        return cls(f"{n}E", (Mode(stops=n, towns=towns, most_cities=n, skips=("town", "city")),))

    @classmethod
    def halts_free(cls, n: int, *, halt_ends: bool = False) -> TrainSpec:
        """At most `n` cities, towns between them (and at one end if `halt_ends`) free (18Rhl 10.1d, 1881 8.5)."""
        ends = (*CITY_ENDS, *HALT_ENDS) if halt_ends else CITY_ENDS
        return cls(str(n), (Mode(stops=n, free_towns=True, ends=ends),))

    @classmethod
    def cities_skipped(
        cls,
        n: int,
        north: str,
        south: str,
        doubled: str,
        *,
        without: tuple[str, ...] = (),
        far_ends: tuple[str, ...] = ("city",),
    ) -> TrainSpec:
        """From a hex of one border towards the other, cities skipped at will (18Rhl 10.3d-f, 11.6, R39, R40).

        `north`, `south` and `doubled` are tags: the stops of both borders, and those that count double
        between them. Towns earn nothing.
        """
        nothing = ("town", 0)
        base = Mode(
            stops=n,
            free_towns=True,
            skips=("city",),
            counted=(north, south),
            factors=(nothing,),
            without=without,
        )
        ends = tuple((border, end) for border in (north, south) for end in far_ends)
        across = msgspec.structs.replace(base, ends=((north, south),), factors=(nothing, (doubled, 2)))
        return cls(str(n), (msgspec.structs.replace(base, ends=ends), across))

    @classmethod
    def rail_bus(cls, n: int, *, trailer: str | None = None) -> TrainSpec:
        """At most `n` stops, one city (with an own station), no red areas (18BL 8.5.2c, R63).

        `trailer` names the supply a trailer comes from; with it towns count double (18BL 8.6.1c).
        """
        alone = Mode(stops=n, one_city=True, red_areas=False)
        if trailer is None:
            return cls(f"SB{n}", (alone,))
        pulling = msgspec.structs.replace(alone, factors=(("town", 2),), uses=((trailer, 1),))
        return cls(f"SB{n}", (alone, pulling))

    @classmethod
    def twice(cls, n: int) -> TrainSpec:
        """At most `n` stops, everything counted twice (18BL 8.5.2b, 8.6.1b)."""
        factors = tuple((kind, 2) for kind in KINDS)
        return cls(f"{n}+{n}", (Mode(stops=n, factors=factors),))

    @classmethod
    def shuttle(cls, n: int, double: str, *, halt_ends: bool = False) -> TrainSpec:
        """A tram that may shuttle where all is double track: the stops between the ends twice (1881 14)."""
        single = cls.halts_free(n, halt_ends=halt_ends).modes[0]
        both_ways = msgspec.structs.replace(single, only=double, inner=2, ends=CITY_ENDS)
        return cls(str(n), (single, both_ways))

    def loaded(
        self, capacity: int, supply: str, needs: tuple[tuple[str, int], ...], pays: tuple[Bonus, ...]
    ) -> TrainSpec:
        """The train with up to `capacity` loads tied to its route (18DO 4.5.5.1, 4.5.6.1).

        Each load takes one of `supply`. `needs` makes a route fit for loads; `pays` says what one load earns
        and where: of several areas on the route the best one counts. A bonus named `trip` pays once a route.
        """
        modes = list(self.modes)
        for mode in self.modes:
            for load in range(1, capacity + 1):
                modes += [_with_load(mode, load, supply, needs, pay, pays) for pay in pays if pay.name != TRIP]
        return msgspec.structs.replace(self, modes=tuple(modes))


TRIP = "trip"
"""The bonus of `loaded` that is paid once for a route, not for each load."""


def _with_load(
    mode: Mode,
    load: int,
    supply: str,
    needs: tuple[tuple[str, int], ...],
    pay: Bonus,
    pays: tuple[Bonus, ...],
) -> Mode:
    amount = load * pay.amount + sum(bonus.amount for bonus in pays if bonus.name == TRIP)
    bonus = Bonus(f"{load} x {pay.name}", amount, ())
    return msgspec.structs.replace(
        mode,
        bonuses=(*mode.bonuses, bonus),
        needs=(*mode.needs, *needs, *pay.needs),
        uses=(*mode.uses, (supply, load)),
    )
