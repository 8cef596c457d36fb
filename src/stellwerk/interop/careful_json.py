"""JSON read with care, and written so that people can read it."""

from __future__ import annotations

import json
import math
from typing import Any, NoReturn

import msgspec

from stellwerk.errors import BadInput

MOST_BYTES = 20_000_000
DEEPEST = 64
LARGEST = 2**53
"""Beyond this, not every program reads the same number."""


def read_json(data: bytes | str) -> Any:
    """What a JSON text says; anything that is no sound JSON is refused with one sentence."""
    text = _decode_text(data)
    try:
        found = json.loads(
            text,
            parse_int=_read_whole_number,
            parse_float=_read_finite_number,
            parse_constant=_no_number,
            object_pairs_hook=_read_object,
        )
    except json.JSONDecodeError as error:
        raise BadInput(f"This is no JSON: line {error.lineno}, column {error.colno}: {error.msg}.") from None
    except RecursionError:
        _too_deep()
    _check_depth(found)
    if "\\u" in text:
        _check_letters(found)
    return found


def _decode_text(data: bytes | str) -> str:
    if len(data) > MOST_BYTES:
        raise BadInput(f"This is too large: {MOST_BYTES // 1_000_000} MB at most are read.")
    if isinstance(data, str):
        _check_letters(data)
        return data
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput("This is no text in UTF-8, so it is no JSON file.") from None
    if "\0" in text:
        raise BadInput("This is a binary file, no JSON text.")
    return text


def _read_whole_number(digits: str) -> int:
    if len(digits) > 17 or abs(int(digits)) > LARGEST:
        raise BadInput(f"The number {digits[:20]}{'...' if len(digits) > 20 else ''} is too large.")
    return int(digits)


def _read_finite_number(digits: str) -> float:
    number = float(digits)
    if math.isinf(number):
        raise BadInput(f"The number {digits[:20]} is too large.")
    return number


def _no_number(name: str) -> NoReturn:
    raise BadInput(f"JSON knows no number {name}.")


def _read_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise BadInput(f"The name {twice[:60]!r} stands twice in one object.")
    return found


def _too_deep() -> NoReturn:
    raise BadInput(f"This JSON is nested too deep: {DEEPEST} levels at most are read.")


def _check_depth(found: Any) -> None:
    """Level by level, so that no depth can overturn it."""
    level = [found]
    for _ in range(DEEPEST + 1):
        inner: list[Any] = []
        for part in level:
            if isinstance(part, dict):
                inner += part.values()
            elif isinstance(part, list):
                inner += part
        if not inner:
            return
        level = inner
    _too_deep()


def _check_letters(found: Any) -> None:
    """Half of a surrogate pair is no letter."""
    try:
        json.dumps(found, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise BadInput("This text holds half a letter (a lone surrogate).") from None


def write_json(data: Any) -> bytes:
    """JSON as it is written to files: indented at the top, a line for each action."""
    return laid_out(data).encode()


def laid_out(data: dict[str, Any]) -> str:
    """JSON as it is written to files, as text."""
    rows = []
    for key, value in data.items():
        if isinstance(value, list) and value:
            body = ",\n  ".join(_plain_value(entry) for entry in value)
            rows.append(f"{_plain_value(key)}: [\n  {body}\n ]")
        else:
            rows.append(f"{_plain_value(key)}: {_plain_value(value)}")
    return "{\n " + ",\n ".join(rows) + "\n}\n"


def _plain_value(value: Any) -> str:
    return msgspec.json.encode(value).decode()
