"""The table of 1881: what no other title has, on the page, in files and in words."""

from __future__ import annotations

import json

from msgspec import UNSET, structs
from tests.kit81 import at_turn
from tests.tablekit81 import SWALLOWS, at_net, before_board
from tests.tramsharekit import bids, fresh, shared_out
from tests.web.test_panel import seen

from stellwerk.game import Game
from stellwerk.interop.files import load_game
from stellwerk.steps.objection import CastVote, LetPass
from stellwerk.table.view.game import (
    board,
    board_question,
    chart,
    companies,
    joining,
    options,
    parts,
    sealed_bids,
    share_extras,
    standing_facts,
    trains,
)
from stellwerk.table.view.own_words import spoken
from stellwerk.table.view.scene import Pick, Scene


def spoken_by(game: Game, *mine: str) -> Scene:
    """A game as somebody sees it, in the title's own words."""
    scene = seen(game, *mine)
    return structs.replace(scene, say=spoken(scene.say, "1881"))


# Files


def test_a_game_with_a_veto_and_a_vote_is_read_from_its_file() -> None:
    """Given a vote that a veto has brought, when its file is loaded, then the vote goes on where it stood."""
    game = before_board()
    game.play(LetPass("GBS"))
    game.play(next(action for action in game.legal().actions() if action != LetPass("BESTAG")))
    game.play(CastVote("GBS", agrees=False))
    loaded = load_game(json.loads(json.dumps(game.as_json())))

    assert loaded.position.hash() == game.position.hash()
    assert loaded.legal().actions() == game.legal().actions() != []


# Bids


def test_what_a_bid_would_mean_follows_from_one_s_own_figures() -> None:
    """Given 720 TM, a bid of 60 leaves 680 to 720 TM to whoever bids most or second, all of it to the middle one."""
    game = fresh()
    scene = spoken_by(game)
    option = options.open_group(scene, options.make_groups(scene)[0], 0).options[0]

    assert option.note is not UNSET and option.note is not None
    amounts = {row.label: (row.low, row.high) for row in option.note.rows}
    assert [tuple(end.at(60) for end in ends if end) for ends in amounts.values()] == [(680, 720), (720,), (720, 1380)]
    assert option.note.usual[:3] == (20, 40, 60) and (option.low, option.high, option.step) == (20, 720, 10)


def test_envelopes_tell_who_has_sealed_and_one_s_own_amount_only() -> None:
    game = fresh(*bids(Ada=60, Bo=80))
    told = {name: sealed_bids.make_envelopes(seen(game, name)) for name in ("Ada", "Bo", "Cy")}

    for name, made in told.items():
        assert made is not None and made.sealed == 2
        shown = {one.player: (one.state, one.amount) for one in made.envelopes}
        assert shown["Ada"] == ("sealed", 60 if name == "Ada" else None)
        assert shown["Bo"] == ("sealed", 80 if name == "Bo" else None)
        assert shown["Cy"] == ("yours" if name == "Cy" else "missing", None)


def test_first_prices_stand_below_the_board_while_bids_are_made() -> None:
    part = companies.make_companies_part(spoken_by(fresh()), Pick())

    assert part.first_prices is not UNSET and not part.shown
    prices = {one.company: (one.price, one.about) for one in part.first_prices}
    assert prices["GBS"] == (92, "Alexanderplatz") and prices["S"] == (84, "from phase green")
    assert [one.company for one in part.first_prices if one.later] == ["S"]
    after = companies.make_companies_part(spoken_by(shared_out()), Pick())
    assert after.first_prices is UNSET


# Stock rounds


def test_the_s_bahn_s_cards_are_a_line_with_seats_and_its_start() -> None:
    """12.1, 12.5: nr. 1 is the president's, 6, 10 and 14 carry nets; the S-Bahn starts when 30% are sold."""
    (line,) = share_extras.card_lines(spoken_by(at_net("S-III")))

    assert [(card.number, card.seat) for card in line.cards if card.seat] == [
        (1, "I"),
        (6, "II"),
        (10, "III"),
        (14, "IV"),
    ]
    assert (line.starts_at, line.starts_after, line.price) == (30, 5, 84)
    assert {card.holder for card in line.cards if card.state == "sold"} >= {"Ada", "GBS", "BESTAG"}


def test_companies_that_hold_shares_stand_in_a_row_with_seat_and_decider() -> None:
    scene = spoken_by(at_net("S-III"))
    held = standing_facts.holdings_by_place(scene.rules, scene.position)["S"]
    row = {one.company: one for one in share_extras.companies_as_holders(scene, "S", held)}

    assert (row["GBS"].seats, row["GBS"].decides) == (("II",), "Bo")
    assert (row["BESTAG"].seats, row["BESTAG"].decides) == (("III",), "Cy")


# The bank


def test_the_bank_s_two_stacks_stand_side_by_side_with_phase_and_number() -> None:
    """3: trams and S-trains are sold side by side; a 6 comes after the 5s."""
    part = trains.make_trains_part(spoken_by(at_net()), Pick())

    assert part.piles is not UNSET and [pile.heading for pile in part.piles] == ["tram", "S-Bahn"]
    told = [{line.face.name: (line.rank, line.face.left, line.face.on) for line in pile.lines} for pile in part.piles]
    assert told[0]["2"] == (1, 0, False) and told[0]["6"] == (4, 4, False)
    assert told[0]["3"][::2] == (2, True) and told[1] == {"4S": (2, 1, True), "7S": (3, 1, False), "9S": (4, 1, False)}
    assert (part.bank, part.rounds) == (at_net().position.cash["bank"], 2)


# The board


def test_the_acting_kind_of_track_stands_out() -> None:
    for game, kind in ((at_net(), "s"), (at_turn("GBS"), "tram")):
        part = board.make_board_part(spoken_by(game), Pick())
        assert part.kind == kind and part.two_networks is True
    assert board.make_board_part(spoken_by(shared_out()), Pick()).kind is UNSET


def test_depots_that_stop_the_acting_company_are_marked_and_told() -> None:
    """7.6, R44: a full station of others stops a tram company; it stops no net."""
    depots = {"GBS": ["H20.0"], "SSC": ["K29.0"], "NBSN": ["F24.0"]}
    game = at_turn("GBS", companies={name: {"Ada": 60} for name in depots}, stations=depots)
    part = board.make_board_part(spoken_by(game), Pick())

    assert part.blocked is not UNSET and [mark.hex for mark in part.blocked] == ["F24"]
    spoken = {mark.hex: mark.spoken for mark in part.hexes}
    assert "blocks GBS: NBSN" in spoken["F24"] and "blocks" not in spoken["K29"]
    assert part.hint == "blocks GBS"
    net = board.make_board_part(spoken_by(at_net()), Pick())
    assert net.blocked is UNSET and net.hint == "No depot blocks an S-Bahn net."


def test_hexes_are_spoken_with_their_network_depots_and_signs() -> None:
    part = board.make_board_part(spoken_by(at_net()), Pick())
    spoken = {mark.hex: mark.spoken for mark in part.hexes}

    assert "S-Bahn hex" in spoken["F8"] and "S-Bahn hex" not in spoken["F10"]
    assert "station S, net II" in spoken["H10"]
    assert "ferry pier 40" in spoken["J4"] and "first connection 100" in spoken["J4"]
    assert "building bonus 50" in spoken["I5"]


def test_a_tile_that_swallows_a_net_says_so_before_it_is_laid() -> None:
    scene = spoken_by(at_net())
    part = board.make_board_part(scene, Pick())
    joins = [mark.hex for mark in part.hexes if mark.joins is True]

    assert SWALLOWS.hex in joins
    assert "joins a net with the main net" in next(mark.spoken for mark in part.hexes if mark.hex == SWALLOWS.hex)
    warning = joining.warn_of_joining(scene, SWALLOWS)
    assert warning.startswith("Net III joins net I when the last one is done, for good")
    assert "BESTAG keeps the certificate and its vote." in warning
    assert joining.say_loss(scene, SWALLOWS) == f"Lay {SWALLOWS.tile} on {SWALLOWS.hex}, give up net III"


def test_a_proposed_tile_is_on_the_board_before_it_lies() -> None:
    part = board.make_board_part(spoken_by(before_board()), Pick())

    assert part.proposed == SWALLOWS.hex and part.previews is not None
    spoken = next(mark.spoken for mark in part.hexes if mark.hex == SWALLOWS.hex)
    assert f"proposed: tile {SWALLOWS.tile}, does not lie yet" in spoken


# Nets


def test_the_s_bahn_s_card_tells_who_decides_for_each_net_and_why() -> None:
    (card,) = parts.make_parts_cards(spoken_by(at_net("S-III")))

    told = {row.sign: (row.decider, row.why, row.state) for row in card.rows}
    assert told["I"] == ("Ada", "president", "done")
    assert told["II"][:2] == ("Bo", "for GBS") and told["IV"] == ("Di", "card 14", "later")
    assert told["III"] == ("You", "for BESTAG", "now")
    assert [row.mine for row in card.rows] == [False, False, True, False]


def test_a_vote_tells_what_each_open_vote_leads_to() -> None:
    """12.6b: a proposal is voted down by more than half; at a tie the president decides."""
    made = board_question.make_board_question(spoken_by(before_board(voting=True)))

    assert made is not None and made.voting
    assert (made.agreeing, made.against, made.open) == (1, 1, 2)
    assert made.next_vote == "What your vote does"
    assert [one.vote for one in made.outcomes] == ["against", "for"]
    asked = board_question.make_board_question(spoken_by(before_board()))
    assert asked is not None and asked.next_vote == "" and "at a tie Ada decides" in asked.explained


# The chart


def test_the_chart_stands_upright_and_says_that_down_is_up() -> None:
    part = chart.make_chart_part(spoken_by(at_net()), Pick())

    assert part.tall is True and part.downwards is True
    assert [(move.arrow, move.text) for move in part.moves] == [
        ("↓", "pays"), ("↑", "keeps"), ("←", "sold"), ("→", "sold out"),
    ]  # fmt: skip
    assert 'aria-label="Share chart: a price rises downwards"' in part.svg
    assert "GBS, Große Berliner Straßenbahn AG: 92" in part.svg
