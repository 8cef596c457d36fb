"""The sentences of the fact sheet: what each refusal of the program stands on, in our words, figures left blank.

A line begins with the code of a refusal (`train-limit`), or with a code and its case (`tile-stops hexes`); `reserved *`
is for all cases of a code, which are kinds of companies or hexes and fill the blanks {size} and {place}. A title names
the clause behind each code; lines whose code it does not name are left out. So they are where the title has a sentence
of its own for that clause (`facts` in its data file, by chapters): these lines must fit every title, its own need not.
"""

from __future__ import annotations

from typing import NamedTuple

from stellwerk.table.view.words.texts import N_


class Chapter(NamedTuple):
    """Lines that belong together: its name in a title's `facts`, its heading, and code and text of each line."""

    key: str
    heading: str
    lines: tuple[tuple[str, str], ...]


CHAPTERS = (
    Chapter(
        "start",
        N_("Players and money"),
        (),
    ),
    Chapter(
        "course",
        N_("Course of the game"),
        (
            ("seating", N_("Chance decides who sits or plays in which order at the start.")),
            ("mines", N_("One draw at the start decides where the extra markers lie on the board.")),
            ("not-your-turn", N_("In a stock round players act one after the other, in playing order.")),
            ("not-your-turn operating-turn", N_("In an operating round companies act by price, the highest first.")),
            ("not-your-turn snake-draft", N_("At the first sale the order runs up and down by turns.")),
            (
                "not-your-turn packet",
                N_("While lots of the start packet remain, a turn is one purchase, bid or pass."),
            ),
            ("not-now", N_("A company's turn has fixed steps: {steps}. There is no way back.")),
        ),
    ),
    Chapter(
        "first",
        N_("First sale"),
        (
            ("not-on-offer", N_("A player buys one of the {privates} private companies still there, or passes.")),
            ("no-cash-lot", N_("Each costs its printed price: {private_prices}.")),
            ("lowest-lot", N_("Only the lowest lot left can be bought at once; the packet has {privates} lots.")),
            ("bid-lot", N_("On the other lots players bid.")),
            ("no-cash packet", N_("It is paid in cash.")),
            ("bid-low", N_("A bid is higher than the print and than the bids before it by a fixed step.")),
            ("bid-step", N_("Bids go up in equal steps.")),
            ("bid-now", N_("While a lot is offered for less and less nobody bids on others.")),
            ("bid-aside", N_("Money of a bid lies apart until its lot has an owner.")),
            ("must-take", N_("Whoever is offered a lot for nothing must take it.")),
            ("not-your-turn lot-auction", N_("In the auction of a lot its bidders speak one after the other.")),
        ),
    ),
    Chapter(
        "shares",
        N_("Shares"),
        (
            ("unknown-company", N_("There are {companies} companies.")),
            ("director-first", N_("The first certificate to be sold of a company is its director's.")),
            ("started", N_("A company is started once; the director's certificate counts {director_percents}.")),
            ("initial-price", N_("Whoever starts a company chooses its first price: {pars}.")),
            ("not-available", N_("Not every company's shares can be bought at all times.")),
            ("not-available large", N_("Shares of large companies open with a phase of their own.")),
            ("no-certificate *", N_("Certificates of one company may have an order of their own.")),
            ("no-certificate", N_("What is on sale: certificates from {share_places}, at the price of the day.")),
            ("no-cash", N_("A share is paid in full out of the player's own cash.")),
            ("loan", N_("Who owes the bank buys no shares.")),
            ("no-loan", N_("A loan can be paid back in a stock round, up to what is owed.")),
            ("certificate-limit", N_("A player holds so many certificates at most: {certificate_limits}.")),
            ("over-limit", N_("Who comes to hold more must sell in his next turn.")),
            ("ownership-limit", N_("Of one company a player may hold at most {ownership_limits}.")),
            ("sold-before", N_("A company whose shares a player has sold is closed to him for that stock round.")),
        ),
    ),
    Chapter(
        "selling",
        N_("Selling shares"),
        (
            ("no-sale-yet stock 1", N_("In the first stock round nothing is sold.")),
            ("no-sale-yet", N_("Shares of some companies cannot be sold yet, above all at the beginning.")),
            ("no-shares", N_("Players sell what they hold; sold shares lie in {sales_place}.")),
            ("one-sale", N_("One sale lowers the price by one step, whatever the number of shares.")),
            ("pool-limit", N_("At most {pool_limit}% of a company may lie in the bank pool.")),
            (
                "director-stays",
                N_("A director leaves only if another holds enough to follow: {director_percents}."),
            ),
            ("exchange", N_("For the director's certificate its new owner gives ordinary ones of the same size.")),
        ),
    ),
    Chapter(
        "floating",
        N_("Floating and directors"),
        (),
    ),
    Chapter(
        "prices",
        N_("Share prices"),
        (),
    ),
    Chapter(
        "privates",
        N_("Private companies"),
        (
            ("no-private-trade", N_("Companies buy private companies from players from phase {private_trade} on.")),
            ("private-price", N_("The price lies within bounds the book sets.")),
            ("no-cash-private", N_("The company pays it out of its treasury.")),
            ("declined-take-over-private", N_("Its owner must agree.")),
            ("not-a-players", N_("Players cannot give theirs to the bank.")),
            ("not-its-private", N_("A company gives away its own only, where the book lets it.")),
            ("private-size", N_("Which of them a company may own depends on its kind.")),
            ("private-size *", N_("For {size} companies the book says so by itself.")),
            ("no-power", N_("A power works once, and only for those who may use it.")),
            (
                "power-color",
                N_("Which special tiles a power lays depends on the card: see private companies."),
            ),
            ("power-terrain", N_("Which terrain a power makes free depends on the card: see the same table.")),
            ("power-hex", N_("A power that lays track works only on the hexes it is meant for.")),
            ("special-tile", N_("Special tiles ({special_tiles}) are laid by a power only.")),
            ("kept-hex", N_("Some hexes are closed to track as long as a player owns a private company.")),
            ("declined-lay-tile", N_("On some hexes the owner of a private company must agree to a tile.")),
            ("no-token", N_("Tokens that come with a private company are sold one by one, while there are any.")),
            ("one-token", N_("A company needs one of them at most.")),
            ("no-cash-token", N_("It pays for it out of its treasury.")),
            ("no-exchange", N_("Who owns a private company that stands for shares may exchange it.")),
            ("exchange-time", N_("That is not possible from the beginning.")),
            ("exchange-shares", N_("There must be shares to give for it.")),
            ("exchange-half", N_("Who holds more than half of that company already gets no more by exchange.")),
            ("exchange-sold", N_("Nor does who has sold shares of it in this stock round.")),
            ("pwb-hex", N_("On some hexes the first tile is kept for the owner of a private company.")),
        ),
    ),
    Chapter(
        "track",
        N_("Track"),
        (
            ("track-used", N_("In a turn a company lays {yellow_tiles}, or replaces one tile.")),
            ("unknown-hex", N_("Tiles lie on the {hexes} hexes of the board.")),
            ("off-map", N_("Nothing lies beside the board.")),
            ("unknown-tile", N_("The set has {tile_kinds} kinds of tiles.")),
            ("no-tile", N_("The number of tiles is limited: {tile_counts}.")),
            ("tile-color", N_("Colours open with the phases: {colors}.")),
            ("tile-order", N_("Colours follow each other one by one: {color_order}.")),
            ("tile-order closed", N_("Some hexes take no ordinary tiles.")),
            ("tile-order hexes", N_("Not every hex takes a yellow tile first; what is printed on it counts.")),
            ("tile-fit", N_("A tile must fit the hex in the rotation chosen.")),
            ("tile-turn", N_("Some tiles lie in certain rotations only.")),
            ("tile-track", N_("Replacing a tile keeps every piece of its track.")),
            ("tile-stops", N_("Replacing a tile keeps its stops and what joins them.")),
            ("tile-stops tiles", N_("An upgrade never turns plain track, a town or a city into something else.")),
            ("tile-stops hexes", N_("The first tile has the stops its hex shows: plain track, towns or cities.")),
            (
                "tile-mark",
                N_("A hex with letters takes tiles with the same letters, others take none: {labels}."),
            ),
            ("tile-mark tiles", N_("Letters stay the same when a tile is replaced.")),
            ("tile-table", N_("What may replace what stands in the upgrade chart above.")),
            ("tile-rim", N_("Track does not lead off the board or against a closed side.")),
            ("tile-only", N_("Some hexes take one certain tile.")),
            ("tile-stub", N_("Printed ends of track must be continued: {stubs}.")),
            (
                "not-connected",
                N_("A new tile joins track that leads to a station of the company past no full city."),
            ),
            ("not-connected promotion", N_("A replaced tile must touch the company's network, too.")),
            ("no-cash-terrain", N_("Terrain is paid from the treasury: {terrain}.")),
            (
                "no-cash-terrain river",
                N_("Rivers are paid, too, and tiles with a price on them when they are replaced: {tile_costs}."),
            ),
            ("home-first", N_("The first tile of a company goes to its home, if nothing lies there.")),
            ("home-tile", N_("A company with a home tile of its own lays it on one of its hexes.")),
        ),
    ),
    Chapter(
        "stations",
        N_("Stations"),
        (
            ("no-place", N_("A station needs a free place in a city.")),
            ("no-way", N_("Track must lead to it from another station of the company, past no full city.")),
            ("one-per-hex", N_("A company has one station in a hex.")),
            ("no-cash-station", N_("Markers cost, in their order: {station_costs}.")),
            ("no-marker", N_("So many markers does a company have: {markers}.")),
            ("no-marker *", N_("For {size} companies the book says so by itself.")),
            ("reserved", N_("A home keeps its place until its company has come.")),
            ("reserved *", N_("{place} is closed to others until the company at home there has chosen.")),
            ("home-city", N_("Where a home hex has several cities, its company may choose one.")),
        ),
    ),
    Chapter(
        "running",
        N_("Running trains"),
        (
            ("not-the-maximum", N_("What a company claims must be earned by its trains; the program reckons it.")),
            ("not-the-sum", N_("Named routes earn what their stops and bonuses come to.")),
            ("route-too-many", N_("Every train runs one route at most.")),
            ("route-one-stop", N_("A route has two stops or more.")),
            ("route-not-connected", N_("Track joins all its stops.")),
            ("route-wrong-ends", N_("It ends where such a train may end; a town is no end.")),
            ("route-visits-twice", N_("No stop comes twice in a route.")),
            ("route-through-blocked-city", N_("It may end in a city full of others' stations, but not pass.")),
            ("route-shares-track", N_("No two routes of a company use the same track.")),
            ("route-too-long", N_("The number of a train limits its stops: {train_names}.")),
            ("route-without-station", N_("A station of the company lies on every route.")),
            ("route-not-one-city", N_("Some vehicles have exactly one city on their route.")),
            ("route-to-red-area", N_("And some do not run to red areas.")),
            ("route-through-closed-hex", N_("Some hexes are open only to companies with leave to use them.")),
            ("supplies-exhausted", N_("What helps one train does not help another in the same turn.")),
        ),
    ),
    Chapter(
        "income",
        N_("Income"),
        (("all-or-nothing", N_("All of the revenue is paid out, or all of it stays in the treasury.")),),
    ),
    Chapter(
        "acquisitions",
        N_("Acquisitions"),
        (
            ("not-smaller", N_("After its income a company may take over a smaller kind of company.")),
            ("not-floated", N_("Both must have floated.")),
            ("acquisition-price", N_("The price of a share lies within bounds around its current price.")),
            ("no-cash-acquisition", N_("Its own treasury pays for all of it.")),
            ("declined-acquire", N_("Both directors must agree to an acquisition.")),
            ("clash", N_("Where both have a station in one hex, one of the two is taken off.")),
            ("turn-face", N_("Trains that came along may be turned to a larger side.")),
            ("no-cash-turn", N_("Turning costs the difference of the prices.")),
            ("not-taken-over", N_("Only trains that have just come along can be turned or given away.")),
        ),
    ),
    Chapter(
        "trains",
        N_("Trains"),
        (
            ("printed-price", N_("The bank sells trains for the printed price.")),
            ("not-on-sale", N_("Cards come in order: {train_cards}.")),
            ("no-such-face", N_("A card can be bought for what is printed on it, unless that kind is scrapped.")),
            ("gave-it-up", N_("A train in the bank pool is for others than the company that gave it up.")),
            ("train-size", N_("Which trains a company may own depends on its kind.")),
            ("train-size *", N_("For {size} companies the book says so by itself.")),
            ("train-limit", N_("The limit follows the phase: {train_limits}. At the limit a company buys none.")),
            ("train-limit-runnable", N_("The last place is for a train the company can run.")),
            ("limit-met", N_("Who has met the limit in a turn buys nothing more in it.")),
            ("one-trailer", N_("Trailers have a limit of their own.")),
            ("no-rail-bus", N_("A trailer is sold to those who have something to pull it.")),
            ("never-traded", N_("Some vehicles are never sold on.")),
            ("return-another", N_("What is above the limit goes back to the bank, unpaid.")),
            ("must-own-train", N_("At the end of its turn a company owns a train, if the rules ask for one.")),
            ("no-train-trade", N_("Companies sell trains to each other from phase {train_trade} on.")),
            ("train-price", N_("Between companies the price is free, but never nothing.")),
            ("not-its-train", N_("A company sells only what it owns.")),
            ("declined-buy-train", N_("Both directors must agree.")),
        ),
    ),
    Chapter(
        "phases",
        N_("Phases"),
        (),
    ),
    Chapter(
        "forced",
        N_("Forced purchase"),
        (
            ("no-cash-train", N_("What the treasury lacks for a train it must have, the director adds.")),
            ("keeps-directorship", N_("Shares sold for a train must not change who directs the company.")),
            ("sells-too-much", N_("For a train a director sells no more than is needed.")),
            ("sells-too-little", N_("And he sells nothing that leaves him short where he could pay.")),
            ("sells-too-little unable", N_("Who cannot raise the money sells all he can.")),
            ("closes-itself", N_("The company itself must not close by such a sale.")),
        ),
    ),
    Chapter(
        "end",
        N_("End of the game"),
        (),
    ),
)
"""Every code a title may name, in the order of the sheet."""

OTHER = N_("Further refusals")
UNSAID = N_("The program refuses by this clause what it calls “{code}”.")
