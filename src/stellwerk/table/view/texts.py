"""Words: everything a page says passes through `Say`, which speaks the reader's language.

A text is written in English where it is used, with names in braces: `say("Buy {percent}% of {company}", ...)`. The
catalogues (`locale/`) hold the other languages. What the engine says in whole sentences is translated by `sentence`.
"""

from __future__ import annotations

from typing import Any

LANGUAGES = {"en": "English", "de": "Deutsch"}


class Say:
    """Speaks one language."""

    def __init__(self, language: str = "en"):
        self.language = language

    def __call__(self, text: str, /, **fields: Any) -> str:
        """A text, with the names in braces filled in."""
        return self.find(text).format(**fields) if fields else self.find(text)

    def n(self, one: str, many: str, n: int, /, **fields: Any) -> str:
        """A text about a number of things; `{n}` is the number."""
        return self.find(one if n == 1 else many).format(n=n, **fields)

    def sentence(self, english: str, /) -> str:
        """What the engine says (a refusal, an event, an offer), in this language."""
        return english

    def find(self, text: str) -> str:
        """A text of the catalogue, names still in braces."""
        return text
