"""1881, chapter 2: money, the initial bid, the envelopes."""

from __future__ import annotations

import json

import pytest
from tests.kit import allowed, choices, events, play_on, refused
from tests.tramsharekit import NAMES, bids, cash, fresh

from stellwerk.actions import CHANCE, Draw
from stellwerk.events import Paid
from stellwerk.game import Game
from stellwerk.interop.check_position import read_position
from stellwerk.interop.files import load_game
from stellwerk.interop.text import from_text, to_text
from stellwerk.position import BANK, Position
from stellwerk.steps.sealed_bids import BidSealed, BidsOpened, SealBid, SealedBids
from stellwerk.titles import rules_of

RULES = rules_of("1881")
FIVE = ("Ada", "Bo", "Cy", "Di", "Ed")


def opened(game: Game) -> list[tuple[str, int]]:
    """The bids as all hear them."""
    (event,) = events(game, BidsOpened)
    return list(event.bids)


# Money and players


@pytest.mark.clause("1881/1.b", "1881/T1a", "1881/T1b")
def test_cash_and_limit_by_the_number_of_players() -> None:
    assert RULES.figures.player_counts() == [3, 4, 5, 6]
    for count, money, limit in ((3, 720, 21), (4, 620, 18), (5, 520, 15), (6, 420, 12)):
        game = fresh(players=tuple(f"P{n}" for n in range(count)))
        assert {game.cash(player) for player in game.players} == {money}
        assert game.certificate_limit() == limit


@pytest.mark.clause("1881/C.a", "1881/2.2")
def test_the_money_comes_from_a_bank_of_10320_before_the_bid() -> None:
    assert cash(fresh(), "Ada", "Bo", "Cy", BANK) == (720, 720, 720, 10_320 - 3 * 720)


# Bids


@pytest.mark.clause("1881/2.5")
def test_everybody_bids_before_the_bids_are_opened() -> None:
    """Given two bids of three, when the third is made, then all hear all of them, the highest first."""
    game = fresh(*bids(Ada=50, Bo=200))
    assert game.turn == "Cy" and not list(events(game, BidsOpened))
    game.play(SealBid("Cy", 90))
    assert opened(game) == [("Bo", 200), ("Cy", 90), ("Ada", 50)]


@pytest.mark.clause("1881/2.5")
def test_the_money_stays_until_the_opening() -> None:
    assert cash(fresh(*bids(Ada=700, Bo=20)), "Ada", "Bo") == (720, 720)


@pytest.mark.clause("1881/2.5")
def test_nobody_bids_twice_or_out_of_turn() -> None:
    game = fresh(*bids(Ada=50))
    refused(game, SealBid("Ada", 60), code="not-your-turn")
    refused(game, SealBid("Cy", 60), code="not-your-turn")


@pytest.mark.clause("1881/2.5")
def test_a_bid_is_seen_by_its_bidder_only() -> None:
    game = fresh(*bids(Ada=440, Bo=270))
    for seat, seen in (("Ada", (("Ada", 440), ("Bo", None))), ("Bo", (("Ada", None), ("Bo", 270)))):
        step = game.position.seen_by(seat).agenda[-1]
        assert isinstance(step, SealedBids) and step.sealed == seen
    for other in ("Cy", None):
        told = json.dumps(game.position.seen_by(other).as_json())
        assert "440" not in told and "270" not in told
    assert [entry.action.seen_by("Bo") for entry in game.log] == [SealBid("Ada"), SealBid("Bo", 270)]
    assert [str(event) for entry in game.log for event in entry.events] == ["Ada seals a bid", "Bo seals a bid"]


@pytest.mark.clause("1881/2.6")
def test_at_least_20_multiples_of_10_at_most_the_cash() -> None:
    game = fresh()
    (choice,) = choices(game, SealBid)
    assert (choice.low, choice.high, choice.step) == (20, 720, 10)
    assert all(allowed(game, SealBid("Ada", amount)) for amount in (20, 30, 720))
    refused(game, SealBid("Ada", 10), clause="1881/2.6", code="bid-low")
    refused(game, SealBid("Ada", 25), clause="1881/2.6", code="bid-step")
    refused(game, SealBid("Ada", 730), clause="1881/2.6", code="no-cash-bid")
    refused(game, SealBid("Ada"), clause="1881/2.5", code="bid-unsaid")


@pytest.mark.clause("1881/H.1")
def test_the_house_bids_from_0_by_fives() -> None:
    game = fresh(variant="house")
    assert all(allowed(game, SealBid("Ada", amount)) for amount in (0, 5, 720))
    refused(game, SealBid("Ada", 3), clause="1881/H.1")
    game = play_on(game, *bids(Ada=0, Bo=0, Cy=15))
    assert game.position.order == ("Cy", "Ada", "Bo") and cash(game, "Cy", "Bo") == (705, 735)


# The opening


@pytest.mark.clause("1881/2.4b", "1881/2.7a")
def test_the_order_of_bids_is_the_order_of_play() -> None:
    game = fresh(*bids(Ada=50, Bo=200, Cy=90))
    assert game.position.order == ("Bo", "Cy", "Ada")


@pytest.mark.clause("1881/2.4a", "1881/2.8")
def test_equal_bids_rank_by_the_way_from_the_auctioneer() -> None:
    """The first seat is the auctioneer, and the closest to himself (R11)."""
    game = fresh(*bids(Ada=50, Bo=50, Cy=80, Di=50, Ed=80), players=FIVE)
    assert [player for player, _ in opened(game)] == ["Cy", "Ed", "Ada", "Bo", "Di"]


@pytest.mark.clause("1881/2.7b", "1881/2.7c")
def test_the_highest_changes_envelopes_with_the_lowest() -> None:
    """Given bids of 100, 90, 60, 40 and 20, the first and last swap, so do the second and fourth (R12)."""
    game = fresh(*bids(Ada=60, Bo=100, Cy=20, Di=90, Ed=40), players=FIVE)
    assert cash(game, "Bo", "Cy", "Di", "Ed", "Ada") == (520 - 80, 520 + 80, 520 - 50, 520 + 50, 520)
    paid = [(event.payer, event.payee, event.amount) for event in events(game, Paid) if event.amount > 20]
    assert paid == [("Bo", "Cy", 100), ("Di", "Ed", 90), ("Ed", "Di", 40)], "each gives his own bid"


@pytest.mark.clause("1881/2.7b")
def test_with_an_even_number_everybody_exchanges() -> None:
    game = fresh(*bids(Ada=60, Bo=100, Cy=20, Di=90), players=FIVE[:4])
    assert cash(game, "Bo", "Cy", "Di", "Ada") == (620 - 80, 620 + 80, 620 - 30, 620 + 30)
    assert sum(cash(game, *FIVE[:4])) == 4 * 620


@pytest.mark.clause("1881/2.5")
def test_the_opening_is_an_entry_of_its_own() -> None:
    """An undo of the last bid takes it back, too; a record may not tell another order."""
    game = fresh(*bids(Ada=50, Bo=200, Cy=90))
    last = game.log[-1]
    assert last.action == Draw("bids", ("Bo", "Cy", "Ada")) and list(events(game, BidSealed))
    assert game.undo() == SealBid("Cy", 90) and game.turn == "Cy" and cash(game, "Bo") == (720,)
    waiting = Game(RULES, last.before, draws=False)
    assert waiting.turn == CHANCE and [c.action for c in waiting.legal()] == [last.action]
    refused(waiting, Draw("bids", ("Cy", "Bo", "Ada")), code="bids")


# What one player knows, played on


def as_seen(game: Game, seat: str) -> Game:
    """A game that goes on from what one player sees."""
    return Game(RULES, read_position(RULES, game.position.seen_by(seat).as_json()))


@pytest.mark.clause("1881/2.5")
def test_in_a_copy_the_bids_one_does_not_know_are_asked_for() -> None:
    """Given what Bo sees before the last bid, when Cy bids, then Ada is asked once more, and all are opened."""
    copy = as_seen(fresh(*bids(Ada=440, Bo=270)), "Bo")
    assert copy.turn == "Cy"
    copy.play(SealBid("Cy", 30))
    assert copy.turn == "Ada" and allowed(copy, SealBid("Ada", 100))
    copy.play(SealBid("Ada", 100))
    assert opened(copy) == [("Bo", 270), ("Ada", 100), ("Cy", 30)]


@pytest.mark.clause("1881/2.5")
def test_a_copy_of_the_moment_before_the_opening_tells_nothing() -> None:
    game = fresh(*bids(Ada=440, Bo=270, Cy=30))
    before: Position = game.log[-1].before
    copy = as_seen(Game(RULES, before, draws=False), "Bo")
    assert copy.turn == "Ada", "and not chance, which knows the bids"


@pytest.mark.clause("1881/2.5")
def test_a_file_that_keeps_bids_for_itself_can_be_loaded() -> None:
    game = fresh(*bids(Ada=440, Bo=270))
    file = game.as_json(hashes=False)
    hidden = {**file, "actions": [{"type": "seal-bid", "player": "Ada"}, file["actions"][1]]}
    loaded = play_on(load_game(hidden), SealBid("Cy", 30))
    assert loaded.turn == "Ada"
    loaded.play(SealBid("Ada", 40))
    assert load_game(loaded.as_json()).position.hash() == loaded.position.hash()


def test_bids_in_words() -> None:
    vocabulary = RULES.shapes.actions
    for action, line in ((SealBid("Ada", 50), "Ada seals a bid of 50"), (SealBid("Ada"), "Ada seals a bid")):
        assert to_text(action) == line and from_text(line, vocabulary) == action


@pytest.mark.parametrize(
    "sealed", [[["Ada", 15]], [["Ada", 800]], [["Zed", 50]], [["Ada", 50], ["Ada", 60]], [["Ada", -20]]]
)
def test_bids_nobody_can_have_made_are_refused(sealed: list[object]) -> None:
    position = fresh(*bids(Ada=50), players=NAMES).position.as_json()
    position["agenda"][-1]["sealed"] = sealed
    with pytest.raises(Exception, match=r"bid|player"):
        read_position(RULES, position)
