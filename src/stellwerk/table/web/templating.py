"""How the templates are read: strictly, safely, and without the indentation that is for their readers only."""

from __future__ import annotations

import json
import re
from urllib.parse import quote

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from jinja2.ext import Extension

from stellwerk.errors import BadInput
from stellwerk.table.view.words.names import clause_anchor, css_name
from stellwerk.table.web.site import static_address
from stellwerk.titles import first_variant

HTMX = {
    "allowEval": False,
    "includeIndicatorStyles": False,
    "selfRequestsOnly": True,
    "historyCacheSize": 0,
    "defaultSettleDelay": 0,
    "attributesToSettle": [],
    "responseHandling": [
        {"code": "204", "swap": False},
        {"code": "[23]..", "swap": True},
        {"code": "[45]..", "swap": True, "error": True},
    ],
}
"""How htmx behaves on every page: no code from strings, nothing foreign, refusals are shown, and what is put in is true
and wired at once: a form sent in the moment before would load the whole page, and the focus would be gone."""
_EXACT = re.compile(r"(<pre\b.*?</pre>|<textarea\b.*?</textarea>)", re.DOTALL)
_INDENTATION = re.compile(r"\n[ \t]+")
_BLOCK = (
    r"(?:article|caption|dd|details|dialog|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header"
    r"|legend|li|main|nav|ol|p|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)"
)
_EDGE = re.compile(
    rf"(<{_BLOCK}\b(?:[^<>{{}}]|\{{\{{.*?\}}\}}|\{{%.*?%\}})*>)\n[ \t]*|\n[ \t]*(?=</{_BLOCK}>)", re.DOTALL
)
"""A line break the formatter puts at the edge of a block: `:empty` would see it, and a flex box with a hidden word."""


class Unindented(Extension):
    """Leaves the indentation of templates out of the pages, and line breaks at the edges of blocks."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """The text of a template without indentation, except where white space is seen; lines keep their numbers."""
        parts = _EXACT.split(source)
        parts[::2] = [_INDENTATION.sub("\n", _EDGE.sub(r"\1{#\n#}", part)) for part in parts[::2]]
        return "".join(parts)


def make_environment() -> Environment:
    """The templates of the pages.

    Blocks are not trimmed: the formatter takes white space around a block for white space of the page, and so it is.
    """
    made = Environment(
        loader=PackageLoader("stellwerk.table.web"),
        autoescape=select_autoescape(default=True),
        undefined=StrictUndefined,
        extensions=[Unindented],
    )
    made.globals.update(static=static_address, css_name=css_name, anchor=clause_anchor, variant_query=variant_query)
    made.globals["htmx_settings"] = json.dumps(HTMX, separators=(",", ":"))
    made.tests["first_variant"] = is_first_variant
    return made


def is_first_variant(variant: str, title: str) -> bool:
    """Is it the variant that goes without saying? One of a title that is not here is not."""
    try:
        return variant == first_variant(title)
    except BadInput:
        return False


def variant_query(title: str, variant: str) -> str:
    """What stands behind the address of a title for this variant: nothing for the one that goes without saying."""
    return "" if is_first_variant(variant, title) else f"?variant={quote(variant)}"
