"""The encodings of all titles as tables of a page: `python -m stellwerk.lab.encoding_tables docs/research.md`.

A table stands between `<!-- actions -->` (or `<!-- observations -->`) and `<!-- end -->`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from stellwerk.lab.encoding import EncodingBlock
from stellwerk.lab.encoding_actions import action_code
from stellwerk.lab.encoding_view import view_code
from stellwerk.titles import rules_of, titles

PLAYERS = 4
"""The tables are for so many players; where players are counted, a block's size depends on it."""


def encoding_table(columns: Mapping[str, Sequence[EncodingBlock]]) -> str:
    """A row for each block: where it starts (and how long it is) in every title, and its meaning."""
    names = list(dict.fromkeys(block.name for blocks in columns.values() for block in blocks))
    meanings = {block.name: block.meaning for blocks in columns.values() for block in blocks}
    starts = [{block.name: f"{block.start} ({block.size})" for block in blocks} for blocks in columns.values()]
    rows = [[f"`{name}`", *(column.get(name, "") for column in starts), meanings[name]] for name in names]
    ends = [str(blocks[-1].start + blocks[-1].size) for blocks in columns.values()]
    head = ["name", *columns, "meaning"]
    lines = [head, ["---"] * len(head), *rows, ["all", *ends, ""]]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def actions_table() -> str:
    """The indices of actions."""
    return encoding_table({title: action_code(rules_of(title)).blocks for title in titles()})


def views_table() -> str:
    """The numbers of an observation."""
    return encoding_table({title: view_code(rules_of(title), PLAYERS).blocks for title in titles()})


def renew_page(page: str) -> str:
    """A page with its tables as they are now."""
    for name, now in (("actions", actions_table()), ("observations", views_table())):
        place = re.compile(rf"(<!-- {name} -->\n).*?(?=<!-- end -->)", re.DOTALL)
        page = place.sub(lambda match, now=now: f"{match[1]}{now}\n", page)  # type: ignore[misc]  # a default binds it
    return page


if __name__ == "__main__":
    file = Path(sys.argv[1])
    file.write_text(renew_page(file.read_text(encoding="utf-8")), encoding="utf-8")
