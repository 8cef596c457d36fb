"""Put the style sheets in order: one declaration a line, long values broken at their commas.

Run by `make format`; with `--check`, as in `make test`, it changes nothing and fails where something would change.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import cssbeautifier

SHEETS = Path(__file__).parents[1] / "src/stellwerk/table/web/static"
WIDTH = 120
COMMENT = re.compile(r"(/\*.*?\*/)", re.DOTALL)
BREAK = re.compile(r"([,:])\n +")
UNFINISHED = re.compile(r"([^\s{};/])\n(?= *\})")
DECLARATION = re.compile(r"^( +)([\w-]+:) (.+;)$", re.MULTILINE)


def format_sheet(text: str) -> str:
    """A style sheet in order."""
    options = cssbeautifier.default_options()
    options.indent_size = 2
    options.space_around_combinator = True
    options.end_with_newline = True
    parts = COMMENT.split(text)
    parts[::2] = [BREAK.sub(r"\1 ", part) for part in parts[::2]]
    laid_out = str(cssbeautifier.beautify("".join(parts), options))
    return DECLARATION.sub(break_declaration, UNFINISHED.sub(r"\1;\n", laid_out))


def break_declaration(found: re.Match[str]) -> str:
    """A declaration; where it is too long, its values stand on lines of their own."""
    if len(found[0]) <= WIDTH:
        return found[0]
    indent, name, values = found.groups()
    lines = [f"{indent}{name}"]
    for number, value in enumerate(values.split(", ")):
        if number and len(lines[-1]) + len(value) + 3 <= WIDTH:
            lines[-1] += f", {value}"
        else:
            lines[-1] += "," if number else ""
            lines.append(f"{indent}  {value}")
    return "\n".join(lines)


def main() -> int:
    """Format all style sheets, or say which would change."""
    check = "--check" in sys.argv[1:]
    changed = []
    for sheet in sorted(SHEETS.glob("*.css")):
        before = sheet.read_text(encoding="utf-8")
        after = format_sheet(before)
        if after != before:
            changed.append(sheet.name)
            if not check:
                sheet.write_text(after, encoding="utf-8")
    if check and changed:
        print(f"Not in order (make format puts them so): {', '.join(changed)}")
    return 1 if check and changed else 0


if __name__ == "__main__":
    sys.exit(main())
