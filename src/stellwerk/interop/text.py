"""Actions in words: every action has a one-line form that a person can read and that parses back.

`FORMS` is the whole grammar, one row a form. In braces stand the fields of the action; fields that the words
themselves tell (`pays out`) are given beside them. A name that is no plain word is written in double quotes, as in
JSON, so that any name parses back: `"Ada L." buys 20% of BN`.

>>> from_text("MW lays 57@2 on F22")
LayTile(company='MW', hex='F22', tile='57', rotation=2, private=None)
>>> to_text(actions.Answer("Ada L.", agrees=True))
'"Ada L." agrees'
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from difflib import SequenceMatcher
from functools import cache
from typing import Any, NamedTuple

import msgspec

from stellwerk import actions
from stellwerk.actions import Action
from stellwerk.errors import BadInput

LONGEST = 10_000
"""Characters in the longest line that is read."""

PLAIN = r"\w[\w+./'&-]*"
WORD = rf'(?:{PLAIN}|"(?:[^"\\]|\\.)*")'
NUMBER = r"-?[0-9]{1,15}"
ROUTE = rf"(?:{WORD}(?:>{WORD})*|-)"


class Form(NamedTuple):
    """One way of saying an action: its words, and the fields that the words settle."""

    action: type[Action]
    words: str
    settles: Mapping[str, Any] = {}


FORMS: tuple[Form, ...] = (
    Form(actions.Draw, "chance draws nothing for {what}", {"result": ()}),
    Form(actions.Draw, "chance draws {what}: {result}"),
    Form(actions.Pass, "{who} passes"),
    Form(actions.BuyPrivate, "{player} buys {private}"),
    Form(actions.Bid, "{player} puts {lot} up without a bid", {"amount": 0}),
    Form(actions.Bid, "{player} bids {amount} for {lot}"),
    Form(actions.StartCompany, "{player} starts {company} at {price}"),
    Form(actions.BuyShare, "{player} buys {percent}% of {company}", {"source": "offering"}),
    Form(actions.BuyShare, "{player} buys {percent}% of {company} from the pool", {"source": "pool"}),
    Form(actions.BuyShare, "{player} buys {percent}% of {company} from {source}"),
    Form(actions.SellShares, "{player} sells {percent}% of {company}"),
    Form(actions.GiveCertificates, "{player} gives nothing of {company}", {"percents": ()}),
    Form(actions.GiveCertificates, "{player} gives {percents} of {company}"),
    Form(actions.Repay, "{player} repays {amount}"),
    Form(actions.LayTile, "{company} lays {tile}@{rotation} on {hex}", {"private": None}),
    Form(actions.LayTile, "{company} lays {tile}@{rotation} on {hex} with {private}"),
    Form(actions.PlaceStation, "{company} places a station in city {city} of {hex}"),
    Form(actions.ChooseCity, "{company} chooses city {city} of {hex}"),
    Form(actions.Run, "{company} runs for {revenue}", {"routes": (), "recorded": False}),
    Form(actions.Run, "{company} runs for {revenue} on {routes}", {"recorded": False}),
    Form(actions.Run, "{company} runs for {revenue} as recorded", {"routes": (), "recorded": True}),
    Form(actions.Run, "{company} runs for {revenue} as recorded on {routes}", {"recorded": True}),
    Form(actions.Dividend, "{company} pays out", {"kind": "pay"}),
    Form(actions.Dividend, "{company} retains", {"kind": "retain"}),
    Form(actions.Dividend, "{company} splits its revenue", {"kind": "split"}),
    Form(actions.Dividend, "{company} decides on {kind}"),
    Form(actions.Acquire, "{company} acquires {target} for {price} a share"),
    Form(actions.RemoveStation, "{company} removes its station from city {city} of {hex}"),
    Form(actions.TurnTrain, "{company} turns {card} to {face}"),
    Form(actions.ScrapTrain, "{company} scraps {card}"),
    Form(actions.BuyTrain, "{company} buys {face} ({card}) from the bank for {price}", {"source": "bank"}),
    Form(actions.BuyTrain, "{company} buys {face} ({card}) from the pool for {price}", {"source": "pool"}),
    Form(actions.BuyTrain, "{company} buys {face} ({card}) from {source} for {price}"),
    Form(actions.ReturnTrain, "{company} returns {card}"),
    Form(actions.TakeOverPrivate, "{company} takes over {private} for {price}"),
    Form(actions.SellPrivate, "{company} sells {private} to the bank"),
    Form(actions.UsePrivate, "{company} uses {private}"),
    Form(actions.BuyToken, "{company} buys a token from the pool", {"source": "pool"}),
    Form(actions.BuyToken, "{company} buys a token from {source}"),
    Form(actions.ExchangePrivate, "{player} exchanges {private} for shares"),
    Form(actions.Answer, "{player} agrees", {"agrees": True}),
    Form(actions.Answer, "{player} declines", {"agrees": False}),
)


def to_text(action: Action) -> str:
    """An action as one line."""
    for form in _forms_of(type(action)):
        if all(getattr(action, field) == value for field, value in form.settles.items()):
            return _FIELD.sub(lambda match: _written(getattr(action, match[1])), form.words)
    raise BadInput(f"{type(action).__name__} has no form in words.")


def from_text(line: str) -> Action:
    """The action that a line says; refuses with a sentence that names the closest form."""
    text = line.strip()
    if len(text) > LONGEST:
        raise BadInput(f"An action is one line of at most {LONGEST} characters, not {len(text)}.")
    for form in FORMS:
        match = _pattern(form.words).fullmatch(text)
        if match:
            return _read(form, match)
    shown = text if len(text) <= 60 else f"{text[:57]}..."
    raise BadInput(f"{shown!r} is no action; the closest form is: {_shown(_closest(text))}.")


_FIELD = re.compile(r"\{(\w+)\}")


@cache
def _forms_of(kind: type[Action]) -> tuple[Form, ...]:
    return tuple(form for form in FORMS if form.action is kind)


def _written(value: Any) -> str:
    """A field as it stands in a line."""
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return value if re.fullmatch(PLAIN, value) else json.dumps(value, ensure_ascii=False)
    return ", ".join(map(_part, value))


def _part(part: Any) -> str:
    """One entry of a list: a share in percent, a name, or a route."""
    if isinstance(part, int):
        return f"{part}%"
    return _written(part) if isinstance(part, str) else ">".join(map(_written, part)) or "-"


class _Kind(NamedTuple):
    """How fields of one type stand in a line, and how they are read."""

    pattern: str
    read: Callable[[str], Any]


def _word(text: str) -> str:
    if not text.startswith('"'):
        return text
    try:
        return str(json.loads(text))
    except ValueError:
        raise BadInput(f"{text[:60]} is no name: write it as a JSON string.") from None


def _words(text: str) -> tuple[str, ...]:
    return tuple(_word(word) for word in re.findall(WORD, text))


def _routes(text: str) -> tuple[tuple[str, ...], ...]:
    return tuple(() if route == "-" else _words(route) for route in re.findall(ROUTE, text))


def _percents(text: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(NUMBER, text))


_KINDS: dict[Any, _Kind] = {
    int: _Kind(NUMBER, int),
    str: _Kind(WORD, _word),
    str | None: _Kind(WORD, _word),
    tuple[int, ...]: _Kind(rf"{NUMBER}%(?:, *{NUMBER}%)*", _percents),
    tuple[str, ...]: _Kind(rf"{WORD}(?:, *{WORD})*", _words),
    tuple[actions.Route, ...]: _Kind(rf"{ROUTE}(?:, *{ROUTE})*", _routes),
}


@cache
def _kinds(action: type[Action]) -> dict[str, _Kind]:
    """Field to how it is written, for the fields that are not settled by words alone."""
    types = {field.name: field.type for field in msgspec.structs.fields(action)}
    return {name: _KINDS[type_] for name, type_ in types.items() if type_ in _KINDS}


@cache
def _pattern(words: str) -> re.Pattern[str]:
    """The words of a form as a pattern: spaces may be wider, fields take their own shapes."""
    form = next(form for form in FORMS if form.words == words)
    parts = _FIELD.split(words)
    for i, part in enumerate(parts):
        if i % 2:
            parts[i] = f"(?P<{part}>{_kinds(form.action)[part].pattern})"
        else:
            parts[i] = re.escape(part).replace(r"\ ", " +")
    return re.compile("".join(parts))


def _read(form: Form, match: re.Match[str]) -> Action:
    fields = {name: _kinds(form.action)[name].read(text) for name, text in match.groupdict().items()}
    return form.action(**fields, **form.settles)


def _closest(line: str) -> Form:
    """The form whose own words are best found in a line; among equals the one of like length."""
    said = _TOKEN.findall(line)[:40]

    def likeness(form: Form) -> float:
        own = _TOKEN.findall(_FIELD.sub("", form.words))
        found = [max((_alike(word, other) for other in said), default=0.0) for word in own]
        length = abs(len(_TOKEN.findall(form.words)) - len(said))
        return sum(found) / len(own) - 0.1 * length

    return max(FORMS, key=likeness)


_TOKEN = re.compile(r"[^\s@%:(){}]+")


def _alike(one: str, other: str) -> float:
    return float(SequenceMatcher(None, one, other[:40].lower()).ratio() ** 3)


def _shown(form: Form) -> str:
    """A form as a person reads it: fields in capitals."""
    return _FIELD.sub(lambda match: match[1].upper(), form.words)
