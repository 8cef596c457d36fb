"""Actions in words: every action has a one-line form that a person can read and that parses back.

Each kind of action says its own forms (`Action.forms`); this is how they are written and read. In braces stand the
fields of the action; fields that the words themselves tell (`pays out`) are given beside them. A name that is no plain
word is written in double quotes, as in JSON, so that any name parses back: `"Ada L." buys 20% of BN`.

>>> from_text("MW lays 57@2 on F22")
LayTile(company='MW', hex='F22', tile='57', rotation=2, private=None)
>>> to_text(actions.Answer("Ada L.", agrees=True))
'"Ada L." agrees'
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher
from functools import cache, lru_cache
from typing import Any, Literal, NamedTuple, get_args, get_origin

import msgspec
from msgspec import UnsetType

from stellwerk import actions
from stellwerk.actions import CHANCE, COMMON, Action
from stellwerk.errors import BadInput
from stellwerk.vocabulary import Form, Forms, Vocabulary, tag_of

LONGEST = 10_000
"""Characters in the longest line that is read."""

PLAIN = r"\w[\w+./'&-]*"
WORD = rf'(?:{PLAIN}|"(?:[^"\\]|\\.)*")'
NUMBER = r"-?[0-9]{1,15}"
ROUTE = rf"(?:{WORD}(?:>{WORD})*|-)"
JSON = r"\S+"
"""Whatever has no shape of its own in a line stands there as JSON."""


class Line(NamedTuple):
    """A form of a kind of action."""

    kind: type[Action]
    form: Form


def to_text(action: Action) -> str:
    """An action as one line."""
    for form in forms_of(type(action)):
        if all(getattr(action, field) == value for field, value in form.settles.items()):
            return _FIELD.sub(lambda match: _write_field(action, match[1]), form.words)
    raise BadInput(f"{type(action).__name__} has no form in words for this.")


def from_text(line: str, vocabulary: Vocabulary = COMMON) -> Action:
    """The action that a line says; refuses with a sentence that names the closest form."""
    text = line.strip()
    if len(text) > LONGEST:
        raise BadInput(f"An action is one line of at most {LONGEST} characters, not {len(text)}.")
    for kind, form in lines_of(vocabulary):
        match = _pattern_of(kind, form.words).fullmatch(text)
        if match:
            return _read_match(kind, form, match)
    shown = text if len(text) <= 60 else f"{text[:57]}..."
    closest = _closest_form(text, lines_of(vocabulary))
    raise BadInput(f"{shown!r} is no action; the closest form is: {_show_form(closest)}.")


def read_action(said: object, vocabulary: Vocabulary) -> Action:
    """An action given in words or as plain data."""
    return from_text(said, vocabulary) if isinstance(said, str) else vocabulary.decode(said)


@lru_cache(32)
def lines_of(vocabulary: Vocabulary) -> tuple[Line, ...]:
    """All that can be said with a vocabulary, a title's own forms first."""
    return tuple(Line(kind, form) for kind in vocabulary.kinds for form in forms_of(kind))


@cache
def forms_of(kind: type[Action]) -> Forms:
    """How a kind of action is said: as it says itself, else who acts, its tag, and its other fields."""
    if kind.forms:
        return kind.forms
    names = [field.name for field in msgspec.structs.fields(kind)]
    others = "".join(f" {{{name}}}" for name in names if name != kind.by)
    who = f"{{{kind.by}}}" if kind.by in names else CHANCE
    return (Form(f"{who} {tag_of(kind)}{others}"),)


_FIELD = re.compile(r"\{(\w+)\}")


def _write_field(action: Action, field: str) -> str:
    """A field of an action as it stands in a line."""
    value = getattr(action, field)
    if _field_kinds(type(action))[field].pattern == JSON:
        return msgspec.json.encode(value).decode().replace(" ", r"\u0020")
    return ", ".join(map(_write_part, value)) if isinstance(value, tuple) else _word_for(value)


def _word_for(value: Any) -> str:
    """A number, or a name, in quotes where it is no plain word."""
    if isinstance(value, int):
        return str(value)
    return value if re.fullmatch(PLAIN, value) else json.dumps(value, ensure_ascii=False)


def _write_part(part: Any) -> str:
    """One entry of a list: a share in percent, a name, or a route."""
    if isinstance(part, int):
        return f"{part}%"
    return _word_for(part) if isinstance(part, str) else ">".join(map(_word_for, part)) or "-"


class _Kind(NamedTuple):
    """How fields of one type stand in a line, and how they are read."""

    pattern: str
    read: Callable[[str], Any]


def _read_word(text: str) -> str:
    if not text.startswith('"'):
        return text
    try:
        return str(json.loads(text))
    except ValueError:
        raise BadInput(f"{text[:60]} is no name: write it as a JSON string.") from None


def _read_words(text: str) -> tuple[str, ...]:
    return tuple(_read_word(word) for word in re.findall(WORD, text))


def _read_routes(text: str) -> tuple[tuple[str, ...], ...]:
    return tuple(() if route == "-" else _read_words(route) for route in re.findall(ROUTE, text))


def _read_percents(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(NUMBER, text))


_KINDS: dict[Any, _Kind] = {
    int: _Kind(NUMBER, int),
    int | None: _Kind(NUMBER, int),
    str: _Kind(WORD, _read_word),
    str | None: _Kind(WORD, _read_word),
    str | UnsetType: _Kind(WORD, _read_word),
    tuple[int, ...]: _Kind(rf"{NUMBER}%(?:, *{NUMBER}%)*", _read_percents),
    tuple[str, ...]: _Kind(rf"{WORD}(?:, *{WORD})*", _read_words),
    tuple[actions.Route, ...]: _Kind(rf"{ROUTE}(?:, *{ROUTE})*", _read_routes),
}


@cache
def _field_kinds(action: type[Action]) -> dict[str, _Kind]:
    """Field to how it is written; an action without forms of its own says lists as JSON."""
    known = _KINDS if action.forms else {type_: _KINDS[type_] for type_ in (int, str)}
    types = {field.name: field.type for field in msgspec.structs.fields(action)}
    return {name: known[type_] if type_ in known else _other_kind(type_) for name, type_ in types.items()}


def _other_kind(type_: Any) -> _Kind:
    """How a field of any other type stands in a line: one of a few words, or JSON."""
    words = get_args(type_) if get_origin(type_) is Literal else ()
    if words and all(isinstance(word, str) and re.fullmatch(PLAIN, word) for word in words):
        return _Kind("|".join(map(re.escape, words)), str)
    return _Kind(JSON, lambda text: msgspec.json.decode(text, type=type_))


@cache
def _pattern_of(kind: type[Action], words: str) -> re.Pattern[str]:
    """The words of a form as a pattern: spaces may be wider, fields take their own shapes."""
    parts = _FIELD.split(words)
    for i, part in enumerate(parts):
        if i % 2:
            parts[i] = f"(?P<{part}>{_field_kinds(kind)[part].pattern})"
        else:
            parts[i] = re.escape(part).replace(r"\ ", " +")
    return re.compile("".join(parts))


def _read_match(kind: type[Action], form: Form, match: re.Match[str]) -> Action:
    try:
        fields = {name: _field_kinds(kind)[name].read(text) for name, text in match.groupdict().items()}
    except msgspec.MsgspecError as error:
        raise BadInput(f"This is no action: {error}.") from None
    return kind(**fields, **form.settles)


def _closest_form(text: str, lines: Sequence[Line]) -> Form:
    """The form whose own words are best found in a line; among equals the one of like length."""
    said = _TOKEN.findall(text)[:40]

    def likeness(line: Line) -> float:
        own = _TOKEN.findall(_FIELD.sub("", line.form.words))
        found = [max((_likeness_of(word, other) for other in said), default=0.0) for word in own]
        length = abs(len(_TOKEN.findall(line.form.words)) - len(said))
        return sum(found) / max(1, len(own)) - 0.1 * length

    return max(lines, key=likeness).form


_TOKEN = re.compile(r"[^\s@%:(){}]+")


def _likeness_of(one: str, other: str) -> float:
    return float(SequenceMatcher(None, one, other[:40].lower()).ratio() ** 3)


def _show_form(form: Form) -> str:
    """A form as a person reads it: fields in capitals."""
    return _FIELD.sub(lambda match: match[1].upper(), form.words)
