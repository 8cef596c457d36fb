"""Actions that only one title knows: said, read, told apart and refused by what they say of themselves."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import msgspec
import pytest

from stellwerk import BadInput
from stellwerk.actions import COMMON, Action, Answer, Bid, Form, LayTile
from stellwerk.events import Event
from stellwerk.interop.text import from_text, to_text
from stellwerk.position import Position
from stellwerk.rules import Rules
from stellwerk.rules.shapes import shapes_of
from stellwerk.steps.base import Act, Task
from stellwerk.steps.operating_round import OperatingTurn
from stellwerk.titles import rules_of, titles
from stellwerk.vocabulary import Vocabulary, telling


class Brew(Action, frozen=True, tag="brew"):
    """A company brews; how it is said it does not say."""

    by: ClassVar[str] = "company"
    company: str
    kind: Literal["lager", "ale"]
    barrels: tuple[int, ...] = ()
    cellar: str | None = None
    strong: bool = False
    note: dict[str, Any] = msgspec.field(default_factory=dict)


class Rebrew(Action, frozen=True, tag="brew"):
    """What another title calls brewing."""

    player: str
    hex: str


class Happened(Event, frozen=True, tag="beer-spilt"):
    """An event without a sentence."""

    company: str
    litres: int


def own(*kinds: type[Action]) -> Vocabulary:
    """What can be said where a title has these kinds."""
    return COMMON.with_own(kinds)


@pytest.mark.parametrize(
    "action",
    [
        Brew("AA", "lager"),
        Brew("Ada L.", "ale", (3, 4), "deep cellar", True, {"a b": [1, None, "c d"]}),
        Brew('B"o', "ale", (), None),
    ],
)
def test_an_action_without_forms_is_said_by_its_fields(action: Brew) -> None:
    words = own(Brew)
    assert from_text(to_text(action), words) == action
    assert words.decode({"type": "brew", "company": "AA", "kind": "ale"}) == Brew("AA", "ale")
    assert telling(Brew) == ("kind", "barrels", "cellar", "strong", "note")


def test_lines_that_are_no_such_action_are_refused() -> None:
    for line in ("AA brew stout [] null false {}", "AA brew lager [ null false {}", "AA brew lager x null false {}"):
        with pytest.raises(BadInput) as refused:
            from_text(line, own(Brew))
        assert "\n" not in str(refused.value)


def test_two_titles_may_call_different_things_the_same() -> None:
    data = {"type": "brew", "player": "Ada", "hex": "A1"}
    assert own(Rebrew).decode(data) == Rebrew("Ada", "A1")
    with pytest.raises(BadInput, match="This is no action: Object missing required field `company`"):
        own(Brew).decode(data)
    with pytest.raises(BadInput, match="Two kinds of actions are called 'brew'"):
        own(Brew, Rebrew)


def test_what_a_title_says_itself_comes_before_what_all_say() -> None:
    class Buy(Action, frozen=True, tag="buy-beer"):
        """Sounds like the purchase of a private company."""

        forms: ClassVar[tuple[Form, ...]] = (Form("{player} buys beer", {}),)
        player: str

    assert from_text("Ada buys beer", own(Buy)) == Buy("Ada")
    assert from_text("Ada buys beer").actor == "Ada" and type(from_text("Ada buys beer")) is not Buy


def test_a_title_may_put_its_own_in_the_place_of_a_common_action() -> None:
    class OwnBid(Action, frozen=True, tag="bid"):
        """Another kind of bid."""

        player: str
        beers: int

    words = own(OwnBid)
    assert words.by_tag["bid"] is OwnBid and Bid not in words.kinds
    assert words.decode({"type": "bid", "player": "Ada", "beers": 2}) == OwnBid("Ada", 2)


def test_fields_that_would_hide_what_every_kind_says_are_refused() -> None:
    class Labelled(Action, frozen=True, tag="labelled"):
        """Has a field that every kind of action has."""

        player: str
        label: str  # type: ignore[misc]

    with pytest.raises(BadInput, match="The action 'labelled' may not have a field called 'label'"):
        own(Labelled)

    class Judging(Task, frozen=True, tag="judging"):
        """Has a field that hides a method of every step."""

        judge: str  # type: ignore[assignment]

    class Title(Rules):
        """A title with that step."""

        tasks = (Judging,)

    with pytest.raises(BadInput, match="The step 'judging' may not have a field called 'judge'"):
        shapes_of(Title.__new__(Title))


def test_passing_is_the_same_everywhere() -> None:
    class OwnPass(Action, frozen=True, tag="pass"):
        """Another pass."""

        player: str

    class Passing(Act):
        """Pass otherwise."""

        action = OwnPass

    class Title(Rules):
        """A title with that act."""

        tasks = rules_of("18CZ").tasks
        any_time = (Passing(),)

    with pytest.raises(BadInput, match="No action of a title's own may be called 'pass'"):
        shapes_of(Title.__new__(Title))


def test_an_event_without_a_sentence_tells_its_fields() -> None:
    assert str(Happened("AA", 40)) == "Beer spilt: company AA, litres 40"


@pytest.mark.parametrize("title", titles())
def test_an_offer_on_the_agenda_is_read_with_the_title_s_own_words(title: str) -> None:
    rules = rules_of(title)
    position = rules.new_position([f"P{i}" for i in range(min(rules.figures.player_counts()))], 1)
    (step,) = (kind for kind in rules.tasks if issubclass(kind, OperatingTurn))
    turn = {"step": str(step.__struct_config__.tag), "company": rules.figures.companies[0].id}
    offers = [LayTile("X", "A1", "57", 1), Answer("Ada", True)]
    from stellwerk.actions import encode

    data = {**position.as_json(), "agenda": [{**turn, "declined": [encode(offer) for offer in offers]}]}
    read = Position.from_json(data, rules.shapes)
    assert read.agenda[0].declined == tuple(offers)  # type: ignore[attr-defined]
    strange = {**data, "agenda": [{**turn, "declined": [{"type": "brew"}]}]}
    with pytest.raises(BadInput) as refused:
        Position.from_json(strange, rules.shapes)
    sentence = "This is no position: there is no kind of action 'brew' in this game - at `$[0].declined[0]`."
    assert str(refused.value) == sentence
