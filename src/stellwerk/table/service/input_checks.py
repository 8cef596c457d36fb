"""Everything that comes from outside is measured here before it is used."""

from __future__ import annotations

import unicodedata
from typing import Any

import msgspec

from stellwerk.actions import Action
from stellwerk.errors import BadInput

NAME = 40
CHAT = 1_000
NOTE = 20_000
KEY = 64
ACTION_BYTES = 20_000
JSON_BYTES = 4_000
LARGEST = 2**53


def check_name(text: object, what: str = "name") -> str:
    """A name: 1 to 40 printable characters, in composed form."""
    if not isinstance(text, str):
        raise BadInput(f"A {what} is a text.")
    text = unicodedata.normalize("NFC", text)
    if not 0 < len(text) <= NAME or not text.isprintable() or text != text.strip():
        raise BadInput(f"A {what} has 1 to {NAME} printable characters and no spaces around it.")
    return text


def check_words(text: object, what: str, most: int, *, empty: bool = False) -> str:
    """A text of limited length; line ends and tabs are fine, other control characters are not."""
    if not isinstance(text, str):
        raise BadInput(f"A {what} is a text.")
    if len(text) > most:
        raise BadInput(f"A {what} has at most {most} characters, not {len(text)}.")
    if not empty and not text.strip():
        raise BadInput(f"A {what} says something.")
    if any(unicodedata.category(letter) in ("Cc", "Cs") and letter not in "\n\r\t" for letter in text):
        raise BadInput(f"A {what} has no control characters.")
    return text


def check_number(value: object, what: str, most: int = 2**31 - 1) -> int:
    """A whole number from 0 on."""
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        raise BadInput(f"A {what} is a whole number from 0 on.")
    return value


def check_seed(value: object) -> int:
    """The seed of a game."""
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > LARGEST:
        raise BadInput("The seed of a game is a whole number of at most 2^53.")
    return value


def check_key(text: object) -> str | None:
    """The key a program gives a request, so that sending it twice does nothing twice."""
    if text is None:
        return None
    if not isinstance(text, str) or not 0 < len(text) <= KEY or not text.isascii() or not text.isprintable():
        raise BadInput(f"The key of a request has 1 to {KEY} plain characters.")
    return text


def check_action(data: object) -> Action | dict[str, Any]:
    """An action, as a record or as plain data that has yet to be read."""
    if not isinstance(data, Action):
        return check_plain_object(data, "action", ACTION_BYTES)
    if len(msgspec.json.encode(data)) > ACTION_BYTES:
        raise BadInput(f"The action has at most {ACTION_BYTES} bytes.")
    return data


def check_plain_object(data: object, what: str, most: int = JSON_BYTES) -> dict[str, Any]:
    """A small JSON object."""
    if not isinstance(data, dict):
        raise BadInput(f"The {what} is a JSON object.")
    try:
        size = len(msgspec.json.encode(data))
    except (TypeError, ValueError, OverflowError, RecursionError, msgspec.MsgspecError):
        raise BadInput(f"The {what} is a JSON object.") from None
    if size > most:
        raise BadInput(f"The {what} has at most {most} bytes.")
    return data
