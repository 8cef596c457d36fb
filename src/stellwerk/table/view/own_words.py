"""What a title itself says on the table page: the words of its actions, events and steps, in the reader's language.

Every action, event and step has a plain sentence of its own, which goes through the catalogue. A title may bring better
ones in the module `words` of its folder: functions and dictionaries, called with a `Talk` (docs/adding-a-title.md).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from stellwerk.actions import COMMON, Action
from stellwerk.events import Event
from stellwerk.interop.text import to_text
from stellwerk.position import Position
from stellwerk.referee import Referee
from stellwerk.rules import Rules
from stellwerk.steps.base import Task
from stellwerk.table.view.scene import Scene
from stellwerk.table.view.words.texts import Speech
from stellwerk.titles import words_of
from stellwerk.vocabulary import tag_of

LABELS, EVENTS, QUESTIONS, NOTES, REMARKS, TEXTS = "LABELS", "EVENTS", "QUESTIONS", "NOTES", "REMARKS", "TEXTS"
HEXES = "HEXES"
"""What a title's `words` may have: kind of action, event or step to a function that says it better; kind of action to
one that tells what it would mean or bring; kind of step to one that gives remarks for the share table; and, by
language, English texts to what is said for them; and a function that gives remarks on a hex, for a company."""

MONEY = ("price", "amount", "cost", "revenue")
"""Fields that hold money."""

Money = Callable[[int], str]


class Talk:
    """What a title's own words are made with: one position, told to one reader."""

    def __init__(self, scene: Scene, money: Money | None = None):
        self._scene = scene
        self.rules: Rules = scene.rules
        self.position: Position = scene.position
        self.me: str | None = scene.me
        """The player the reader looks as."""
        self.money: Money = money or scene.money
        """An amount with its unit."""

    def say(self, text: str, **fields: Any) -> str:
        """A text in the reader's language, the names in braces filled in."""
        return self._scene.say(text, **fields)

    def place(self, hex: str) -> str:
        """A hex with the name of the place."""
        return self._scene.place(hex)


class Blanks(dict[str, Any]):
    """Fields of a record; what there is none of stays as it is written."""

    def __missing__(self, name: str) -> str:
        return f"{{{name}}}"


def better(scene: Scene, table: str, record: object, money: Money | None = None) -> Any:
    """What a title's own module says of a record; nothing, if it says nothing, or fails."""
    words: Mapping[type, Callable[[Talk, Any], Any]] = getattr(words_of(scene.rules.title), table, {})
    speak = words.get(type(record))
    if speak is None:
        return None
    try:
        return speak(Talk(scene, money), record)
    except Exception:
        return None


def spoken(say: Speech, title: str) -> Speech:
    """A language with what a title says in it; as it is, if the title brings nothing sound."""
    return _spoken(say.language, title) or say


@cache
def _spoken(language: str, title: str) -> Speech | None:
    try:
        texts = getattr(words_of(title), TEXTS, {})
        return Speech(language).with_own(texts) if texts.get(language) else None
    except Exception:
        return None


def own_word(scene: Scene, text: str) -> str | UnsetType:
    """What the title itself says for a text; nothing where it says what everybody says."""
    said = scene.say(text)
    return said if said != Speech(scene.say.language)(text) else UNSET


def in_step(scene: Scene, step: Task, text: str) -> str:
    """What a step says of itself, its fields filled in."""
    if text == step.question and (told := better(scene, QUESTIONS, step)):
        return str(told)
    return filled(scene, text, step)


def in_words(scene: Scene, action: Action, money: Money | None = None) -> str:
    """An action that nobody has put into words here: as its label says, else its text form."""
    return filled(scene, action.label, action, money) if action.label else to_text(action)


def event_text(scene: Scene, event: Event) -> str:
    """An event that nobody has put into words here."""
    return str(better(scene, EVENTS, event) or scene.say.sentence(str(event)))


def filled(scene: Scene, text: str, record: msgspec.Struct, money: Money | None = None) -> str:
    """A text of a record with the record's fields, as a reader knows them, in its blanks."""
    fields = Blanks(msgspec.structs.asdict(record))
    private = scene.rules.privates.get(str(fields.get("private", "")))
    hex = fields.get("hex", private.hex if private is not None else None)
    if isinstance(hex, str) and hex:
        fields["place"] = scene.place(hex)
    if private is not None:
        fields["name"] = private.name
    for name in MONEY:
        if isinstance(fields.get(name), int):
            fields[name] = (money or scene.money)(fields[name])
    return scene.say.find(text).format_map(fields)


def doing(scene: Scene, group: str) -> str:
    """What somebody may do who has choices in a kind of group of a title's own."""
    for kind in scene.rules.shapes.actions.kinds:
        if group == (kind.group[0] or tag_of(kind)) and kind.doing:
            return scene.say(kind.doing)
    return group


def own_candidates(scene: Scene, step: Task) -> Iterator[Action]:
    """Actions of the title's own that come into question in a step, whether they may be played or not."""
    referee = Referee(scene.rules, scene.position)
    for act in step.acts(referee):
        if act.action not in COMMON.kinds:
            for option in act.options(referee, step):
                yield option if isinstance(option, Action) else option.action


# What a choice would mean or bring


class Sum(msgspec.Struct, frozen=True):
    """An amount; where a number is free it may depend on it: `base` and so many times the number."""

    base: int
    per: int = 0

    def at(self, number: int) -> int:
        """The amount for a number."""
        return self.base + self.per * number


class NoteRow(msgspec.Struct, frozen=True):
    """A line of a note: what it is about, a few words, an amount or the least and the most."""

    label: str
    text: str = ""
    low: Sum | None = None
    high: Sum | None = None


class Note(msgspec.Struct, frozen=True, kw_only=True):
    """What a choice would mean or bring, as its title tells it.

    In `heading` a `#` stands for the free number with its unit. `mark` is what stands on the certificate, `lines` is a
    list of things, `rows` a table below `columns`, `sums` figures below it, `usual` numbers that are often chosen.
    """

    heading: str
    mark: str = ""
    lines: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    rows: tuple[NoteRow, ...] = ()
    sums: tuple[NoteRow, ...] = ()
    usual: tuple[int, ...] = ()


def note_of(scene: Scene, action: Action) -> Note | UnsetType:
    """What the title says an action would mean or bring."""
    told = better(scene, NOTES, action)
    try:
        return UNSET if told is None else msgspec.convert(told, type=Note)
    except msgspec.ValidationError:
        return UNSET


def remarks_on_hex(scene: Scene, hex: str, company: str) -> tuple[str, ...]:
    """What the title remarks on a hex, for the company that acts if one does."""
    tell = getattr(words_of(scene.rules.title), HEXES, None)
    try:
        return tuple(map(str, tell(Talk(scene), hex, company))) if tell is not None else ()
    except Exception:
        return ()


def lines_of(scene: Scene, step: object) -> tuple[str, ...]:
    """What the title remarks on a step."""
    told = better(scene, REMARKS, step)
    return tuple(map(str, told)) if isinstance(told, list | tuple) else ()
