"""What the fields of a board file mean."""

from __future__ import annotations

from stellwerk.table.view.texts import N_

MEANINGS = {
    "board.layout": N_("pointy: a corner on top; flat: a side on top."),
    "board.hexes": N_("All hexes of the board, in any order."),
    "board.source": N_("Where the board comes from: rules, public, reconstructed or own."),
    "board.note": N_("A remark for people."),
    "hex.at": N_("Its name: the letter of the row and the number of the column, E11."),
    "hex.color": N_(
        "What is printed: white for open land, a colour of tiles, gray, red or blue for hexes nobody builds on."
    ),
    "hex.name": N_("The name of the place."),
    "hex.label": N_("Letters; only tiles with the same letters lie here."),
    "hex.label_from": N_("The colour of the first tile that needs the letters; tiles before it carry none."),
    "hex.only_tiles": N_("The only tiles that may lie here, if the hex names them."),
    "hex.cities": N_("Cities, in the order the homes count them."),
    "hex.towns": N_("Towns."),
    "hex.offboard": N_("A red area at the rim."),
    "hex.track": N_("Plain track, each a pair of sides: [0, 3]."),
    "hex.cost": N_("What the first tile costs."),
    "hex.borders": N_("Sides with a rule of their own."),
    "hex.stubs": N_("Sides with printed ends of track that a tile must continue."),
    "hex.icons": N_("Signs, by name."),
    "hex.home": N_("Companies that are at home here."),
    "hex.home_tile": N_("The tile a company lays here when it starts."),
    "hex.flags": N_(
        "empty: to be built on in spite of its colour; red-edged: kept for a home tile; terminus: routes end here."
    ),
    "hex.links": N_("Stops that are joined inside the hex."),
    "hex.sbahn": N_("Track of a second kind."),
    "hex.source": N_("Where this hex comes from, if not like the board."),
    "hex.note": N_("A remark for people."),
    "city.slots": N_("Places for stations."),
    "city.revenue": N_('Its value: a number, or by the colour of the phase: "yellow" to 20, "brown" to 40.'),
    "city.exits": N_("The sides its track reaches, 0 to 5."),
    "city.group": N_("Cities of one group count as one place for a route."),
    "city.ferry_revenue": N_("Its value for a route that comes by the ferry."),
    "city.sexits": N_("Sides its track of the second kind reaches."),
    "city.s_slots": N_("Places for the second kind of railway only."),
    "town.revenue": N_("Its value, as of a city."),
    "town.exits": N_("The sides its track reaches."),
    "town.sexits": N_("Sides its track of the second kind reaches."),
    "offboard.revenue": N_("Its value, mostly by the colour of the phase."),
    "offboard.exits": N_("The sides its track reaches."),
    "offboard.group": N_("Areas of one group count as one place for a route."),
    "offboard.slots": N_("Places for stations."),
    "cost.amount": N_("How much."),
    "cost.terrain": N_("What asks for it: river, hill, mountain."),
    "home.company": N_("The company."),
    "home.city": N_("Which city, from 0; null: the company chooses."),
    "border.edge": N_("The side."),
    "border.kind": N_("impassable: no track crosses; crossing: track may cross."),
    "link.from": N_("A stop: city0, town1."),
    "link.to": N_("Another stop."),
    "link.kind": N_("track or ferry."),
    "sbahn.track": N_("Plain track of the second kind."),
    "sbahn.route": N_("Sides kept for it."),
}
"""Record and field to its meaning."""
