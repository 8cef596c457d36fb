"""What is kept: questions to the program and its answers, in groups; and how each is asked anew.

A question is a line: `page READER LANGUAGE ADDRESS` (or `part`, as htmx asks), `program WORDS`, `engine FILE MOVES
COMPANY`, `encoding FILE MOVES`, `blocks FILE`, `log LANGUAGE FILE`. Files are games of `tests/games`.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import re
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from tests.pages.doors import LOCAL, Club, Statement, encoding, encoding_blocks, run_program
from tests.pages.normal import json_form, page_form, sheet_form

FILE = Path(__file__).parent / "kept.json.xz"
GAMES = Path(__file__).parents[1] / "games"
TOLD = ("location", "content-disposition", "x-stellwerk-at", "hx-redirect")
"""Headers that are kept where they are sent."""
LONGEST = 40_000
"""Pictures that the command line writes are kept by their digest if they are longer."""
MOST_LOOKS = 60
Answers = dict[str, str]


class Kept:
    """Everything that is kept: how the store is changed first, and the groups of questions with their answers."""

    def __init__(self, statements: list[Statement], groups: dict[str, Answers]):
        self.statements = statements
        self.groups = groups

    def write(self) -> int:
        """Write the file; its size."""
        data = json.dumps([self.statements, self.groups], ensure_ascii=False, separators=(",", ":"))
        FILE.write_bytes(lzma.compress(data.encode(), preset=9))
        return FILE.stat().st_size


@cache
def kept() -> Kept:
    """What lies in the file."""
    statements, groups = json.loads(lzma.decompress(FILE.read_bytes()))
    return Kept([(statement, values) for statement, values in statements], groups)


def ask(club: Club, question: str) -> str:
    """The program's answer now, in its normal form."""
    kind, _, rest = question.partition(" ")
    return ASKED[kind](club, rest)


def _page(club: Club, rest: str, fragment: bool = False) -> str:
    reader, language, address = rest.split(" ", 2)
    if re.fullmatch(r"/(lobby)?(\.json)?(\?.*)?", address) and reader != LOCAL:
        _settle(club, reader)
    answer = club.get(reader, language, address, fragment)
    kind = answer.headers.get("content-type", "-").partition(";")[0]
    head = [
        f"{answer.status_code} {kind}",
        *(f"{name}: {answer.headers[name]}" for name in TOLD if name in answer.headers),
    ]
    return "\n".join([*head, _form(kind, answer.text)])


def _form(kind: str, text: str) -> str:
    if kind in ("text/html", "image/svg+xml"):
        return page_form(text)
    if kind == "application/json":
        return json_form(text)
    return sheet_form(text) if kind == "text/css" else text


def _settle(club: Club, reader: str) -> None:
    """Look at the list of games until it knows where all of them stand: a look has little time to look that up."""
    before = ""
    for _ in range(MOST_LOOKS):
        now = club.get(reader, "en", "/lobby.json?all=1", False).text
        if now == before:
            return
        before = now
    raise AssertionError("the list of games does not come to rest")


def _program(club: Club, rest: str) -> str:
    """A command; OUT in it is a file that it writes, which is shown too."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out"
        words = [_word(word, out) for word in rest.split()]
        said = run_program(*words).replace(folder, "").replace(str(GAMES), "")
        written = out.read_text(encoding="utf-8") if out.exists() else ""
    if len(written) > LONGEST:
        written = f"{len(written)} letters, {_digest(page_form(written) if written.startswith('<') else written)}"
    return said + written


def _word(word: str, out: Path) -> str:
    if word == "OUT":
        return str(out)
    return str(GAMES / word) if word.endswith(".json") else word


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@cache
def _recorded(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((GAMES / name).read_text(encoding="utf-8"))
    return found


def cut(name: str, moves: str) -> dict[str, Any]:
    """A recorded game after so many actions."""
    file, count = _recorded(name), int(moves)
    return {**file, "actions": file["actions"][:count], "hashes": file["hashes"][:count]}


def _engine(club: Club, rest: str) -> str:
    """A conversation with the engine about a position."""
    name, moves, company = rest.split()
    file = cut(name, moves)
    requests: list[dict[str, Any]] = [
        {"command": "load", "game": file},
        {"command": "legal"},
        {"command": "position"},
        *({"command": "view", "seat": seat} for seat in file["players"][:2]),
        {"command": "log", "start": max(1, int(moves) - 3)},
    ]
    if company != "-":
        requests.append({"command": "runs", "company": company})
    said = "".join(f"{json.dumps(request)}\n" for request in requests)
    return run_program("engine", said=said)


def _encoding(club: Club, rest: str) -> str:
    return json.dumps(encoding(cut(*rest.split())), ensure_ascii=False)


def _blocks(club: Club, rest: str) -> str:
    return "\n".join(encoding_blocks(cut(rest, "5")))


def _log(club: Club, rest: str) -> str:
    """Everything that the log says about a recorded game."""
    language, name = rest.split()
    table = _brought(club, name)
    lines: list[str] = []
    before = ""
    while before != "None":
        page = club.get("Ada", language, f"/tables/{table}/log.json?before={before}", False).json()
        lines += [json.dumps(block, ensure_ascii=False) for block in page["blocks"]]
        before = str(page["before"])
    return "\n".join(line.replace(f"/tables/{table}/", "/tables/N/") for line in lines)


def _brought(club: Club, name: str) -> int:
    """The table of a recorded game; it is brought when it is first asked for."""
    if name not in club.brought:
        browser = club.browser("Ada")
        sent = {"file": (name, (GAMES / name).read_bytes(), "application/json")}
        answer = browser.post("/tables/bring.json", files=sent, headers={"X-CSRF-Token": browser.csrf})
        club.brought[name] = answer.json()["table"]
    return club.brought[name]


ASKED: dict[str, Callable[[Club, str], str]] = {
    "page": _page,
    "part": lambda club, rest: _page(club, rest, fragment=True),
    "program": _program,
    "engine": _engine,
    "encoding": _encoding,
    "blocks": _blocks,
    "log": _log,
}
