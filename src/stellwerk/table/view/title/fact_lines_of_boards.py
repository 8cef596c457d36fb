"""More sentences of the fact sheet: sealed bids, companies with a board and parts, depots that are sold, credit."""

from __future__ import annotations

from collections.abc import Mapping

from stellwerk.table.view.words.texts import N_

MORE: Mapping[str, tuple[tuple[str, str], ...]] = {
    "course": (
        ("not-your-turn company-turn", N_("Whoever decides for a company does all its actions.")),
        ("not-your-turn consent", N_("An offer is answered by the one to whom it is made.")),
        ("not-your-turn surplus", N_("Whoever decides for a company says what it gives up.")),
        ("not-your-turn forced-sale", N_("In a forced purchase the director raises the money before all goes on.")),
    ),
    "first": (
        ("bid-unsaid", N_("Nobody is told a sealed bid before all are sealed.")),
        ("no-cash-bid", N_("A sealed bid is not higher than the player's cash.")),
        ("not-your-turn sealed-bids", N_("Every player seals one bid.")),
        ("not-your-turn distribution", N_("Then shares are distributed, one visit a player.")),
    ),
    "shares": (
        ("closed", N_("A company of which nothing was sold waits until an offering is sold out.")),
        ("director-first sbahn", N_("The certificates of the S-Bahn are sold in the order of their numbers.")),
        ("not-available sbahn", N_("The shares of the S-Bahn open with a phase.")),
        ("one-purchase", N_("In one turn a player buys one share at most.")),
        ("ownership-limit sbahn", N_("The S-Bahn has a limit of its own.")),
        ("one-trade", N_("A company deals in one share of the S-Bahn in a turn.")),
        ("no-cash shares", N_("It pays for the share out of its treasury.")),
        ("no-shares shares", N_("It sells what lies in its own hands.")),
    ),
    "selling": (("director-stays sbahn", N_("The president's share changes hands only with the majority.")),),
    "track": (
        ("tile-kind", N_("Tiles of the S-Bahn lie on the hexes of the S-Bahn, and only they do.")),
        ("tile-route", N_("Track of the S-Bahn follows the route printed on the board.")),
    ),
    "stations": (
        ("kept-place", N_("Some circles are kept for the S-Bahn.")),
        ("s-circle", N_("A depot of the S-Bahn goes to no tram company.")),
        ("net-depot", N_("A net places its first depot free of charge, anywhere on its route.")),
        ("not-your-turn depot-choice", N_("Whoever decides for the net chooses the place.")),
        ("no-depot", N_("A depot may be bought of the company that owns it.")),
        ("no-way depot", N_("It must be within reach of another depot of the buyer.")),
        ("first-depot", N_("A company's first depot stays its own.")),
        ("nobody-asked", N_("Somebody must be able to agree for the seller.")),
        ("train-price depot", N_("The price of a depot is agreed, and paid from treasury to treasury.")),
        ("declined-buy-depot", N_("An offer for a depot that was declined is repeated in that turn only for more.")),
    ),
    "trains": (
        ("smallest-first", N_("From the bank a company buys the smallest vehicle there is.")),
        ("no-older", N_("With a purchase a net may discard a smaller train of its own.")),
        ("train-limit sbahn", N_("For a net the limit counts by itself.")),
        ("must-own-train sbahn", N_("A net needs a train, too, as far as its owner can pay for it.")),
        ("not-its-train surplus", N_("Who has too many vehicles gives up some of his choice.")),
        ("help", N_("A director may always add a quarter of the price.")),
        ("no-credit", N_("Credit is for a company without a vehicle whose cash and shares do not suffice.")),
        ("takes-credit", N_("Nobody is ruined for a company that can take credit.")),
        ("in-debt", N_("Who owes for a vehicle spends nothing on other vehicles, depots and shares.")),
        ("on-credit", N_("A vehicle that is not paid for is not sold.")),
    ),
    "running": (("route-off-its-track", N_("A shuttle stays on double track from end to end.")),),
    "income": (
        ("nothing-apart", N_("Bonuses can be kept when the income of the runs is paid out.")),
        ("in-debt dividend", N_("Who owes for a vehicle keeps its whole income.")),
        ("no-success", N_("The owner of a subnet that pays may take a success bonus.")),
        ("no-cash success-bonus", N_("It is taken if the subnet's treasury holds it.")),
        ("voted-down", N_("What the board has voted down is not proposed again in that turn.")),
        ("not-your-turn veto", N_("The members of the board are asked one after the other whether they object.")),
        ("not-your-turn vote", N_("After an objection the board votes, one after the other.")),
    ),
    "forced": (
        ("sells-shares-first", N_("A company sells its shares before its director pays.")),
        ("keeps-directorship sbahn", N_("The owner of a net sells nothing by which the net would change hands.")),
    ),
}
"""Chapter to the codes and sentences that come after those of every title."""
