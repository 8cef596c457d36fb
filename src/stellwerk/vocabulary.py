"""What an action is: the record, all that a kind of action says of itself, and the kinds of one title taken together.

Whoever deals with actions (text, JSON, the table, bots, encodings) asks the kind and needs to know no list of them. So
a title's own actions go through every door, and two titles may call different things by the same tag.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import msgspec

from stellwerk.errors import BadInput


class Form(NamedTuple):
    """One way of saying an action: its words, and the fields that the words settle."""

    words: str
    settles: Mapping[str, Any] = {}


Forms = tuple[Form, ...]
Names = tuple[str, ...]


class Said:
    """Stands in the type of a field that holds an action of whichever title: it is read with the title's vocabulary."""

    __slots__ = ()


class Action(Said, msgspec.Struct, frozen=True, tag_field="type"):
    """What somebody decided. `by` tells the field that names the one who acts."""

    by: ClassVar[str] = "player"
    forms: ClassVar[Forms] = ()
    """How it is said in one line; the first form that fits is taken. Without any it is said by its tag and fields."""
    label: ClassVar[str] = ""
    """What a button says, a verb with its object (`Dig on {hex} for {price}`); without it, the text form."""
    doing: ClassVar[str] = ""
    """What somebody may do, as a few words after "may" (`dig for coal`)."""
    group: ClassVar[tuple[str, str]] = ("", "")
    """What its choices are picked by: a kind of group, and the field that names what the group is about."""
    number: ClassVar[str] = ""
    """The field that may be a free number (`Choice.field`)."""
    told_by: ClassVar[Names | None] = None
    """The fields that tell its choices apart, where others follow from the position: as a rule all but the one that
    names who acts and the free number."""
    liking: ClassVar[float] = 1
    """How much a casual player likes it beside the other kinds on offer."""
    secret_until: ClassVar[str] = ""
    """The draw after which everybody may see all of it; without one, what `seen_by` hides stays hidden."""

    @property
    def actor(self) -> str:
        """The player or company that acts."""
        return str(getattr(self, self.by))

    def section(self) -> str:
        """The heading its choices stand below, where a step offers several ways."""
        return ""

    @classmethod
    def known_choices(cls, rules: Any) -> Iterable[tuple[Hashable, ...]] | None:
        """All that the fields which tell its choices apart can ever be in a title, together, for encodings; None:
        they are companies, hexes, cards and the like, known by the names of the fields, or a few words."""
        return None

    def seen_by(self, seat: str | None) -> Action:
        """What one player may see of it; an action that is secret for a while hides here what it says."""
        return self


if TYPE_CHECKING:
    AnyAction = Action
else:
    AnyAction = Said
"""The type of a field that holds an action of whichever title."""

OWN_NAMES = frozenset(name for name in vars(Action) if not name.startswith("_"))
"""What every kind of action says of itself; no field may be called so."""

SHOWN = 40
"""So many characters of a tag that nobody knows are repeated."""


def tag_of(kind: object) -> str:
    """The tag of a record or of its class: what its JSON calls it."""
    return str(kind.__struct_config__.tag)  # type: ignore[attr-defined]  # every record has one


def telling(kind: type[Action]) -> Names:
    """The fields that tell the choices of a kind of action apart."""
    if kind.told_by is not None:
        return kind.told_by
    names = (field.name for field in msgspec.structs.fields(kind))
    return tuple(name for name in names if name not in (kind.by, kind.number))


def encode(action: Action) -> dict[str, Any]:
    """An action as plain data, fields that say nothing left out."""
    data: dict[str, Any] = msgspec.to_builtins(action)
    return {key: value for key, value in data.items() if value is not None and value != ()}


class Choice(msgspec.Struct, frozen=True):
    """One thing that may be played now; where a number is free, its field, range and step.

    With the field `routes` any legal set of routes may be named, its revenue within the range; from 0 on the company
    may also run nothing.
    """

    action: Action
    field: str | None = None
    low: int = 0
    high: int = 0
    step: int = 1

    def at(self, number: int) -> Action:
        """The action with the free number set."""
        if self.field is None or self.field == "routes":
            return self.action
        return msgspec.structs.replace(self.action, **{self.field: number})

    def covers(self, action: Action) -> bool:
        """Is this action the choice, with a number in range?"""
        if self.field is None:
            return action == self.action
        if type(action) is not type(self.action):
            return False
        if self.field == "routes":
            return action == self.action or self._covers_routes(action)
        number = getattr(action, self.field)
        if number is None:
            return False
        in_range = self.low <= number <= self.high and (number - self.low) % self.step == 0
        return in_range and self.at(number) == action

    def _covers_routes(self, action: Any) -> bool:
        """Is this a run of the same company on named routes, or on none where the range begins at 0?"""
        if action.recorded or action.actor != self.action.actor:
            return False
        return self.low <= action.revenue <= self.high and bool(action.routes or not action.revenue)


class Vocabulary:
    """The kinds of actions that can be said in a game."""

    def __init__(self, kinds: Iterable[type[Action]]):
        self.kinds = tuple(dict.fromkeys(kinds))
        self.by_tag = {tag_of(kind): kind for kind in self.kinds}
        self._check()
        self._union: Any = reduce(or_, self.kinds)

    def _check(self) -> None:
        """Kinds that can be told apart, and fields that can be told from what a kind says of itself."""
        for kind in self.kinds:
            if self.by_tag[tag_of(kind)] is not kind:
                raise BadInput(f"Two kinds of actions are called {tag_of(kind)!r}.")
            taken = OWN_NAMES & {field.name for field in msgspec.structs.fields(kind)}
            if taken:
                raise BadInput(f"The action {tag_of(kind)!r} may not have a field called {min(taken)!r}.")

    def with_own(self, own: Iterable[type[Action]]) -> Vocabulary:
        """This vocabulary with a title's own kinds before it; they take the place of others with the same tag."""
        kinds = tuple(dict.fromkeys(kind for kind in own if kind not in self.kinds))
        tags = {tag_of(kind) for kind in kinds}
        return Vocabulary((*kinds, *(kind for kind in self.kinds if tag_of(kind) not in tags))) if kinds else self

    def decode(self, data: object) -> Action:
        """An action from plain data (as JSON gives it), checked; refuses with one sentence."""
        try:
            return self.convert(data)
        except (msgspec.ValidationError, RecursionError) as error:
            raise BadInput(f"This is no action: {error}.") from None

    def convert(self, data: object) -> Action:
        """The same, refusing as msgspec does: with what is wrong, and where."""
        tag = data.get("type") if isinstance(data, dict) else None
        if isinstance(tag, str) and tag not in self.by_tag:
            shown = tag if len(tag) <= SHOWN else f"{tag[:SHOWN]}..."
            raise msgspec.ValidationError(f"there is no kind of action {shown!r} in this game")
        return msgspec.convert(data, type=self._union, dec_hook=self.read_said)  # type: ignore[no-any-return]

    def read_said(self, kind: type, data: object) -> Any:
        """An action that stands in a field of another record (`msgspec.convert` asks for it)."""
        if kind is not Said:
            raise TypeError(f"Nothing is known of {kind.__name__}")
        try:
            return self.convert(data)
        except msgspec.ValidationError as error:
            raise ValueError(str(error)) from None
