"""Words: everything a page says passes through `Speech`, which speaks the reader's language.

A text is written in English where it is used, with names in braces: `say("Buy {percent}% of {company}", ...)`. The
catalogues (`locale/*.po`) hold the other languages; `tools/catalogue.py` keeps them complete. What the engine says in
whole sentences is found there as a pattern, its blanks numbered: `It is {0}'s turn, not {1}'s.`
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files
from string import Formatter
from typing import Any, NamedTuple

LANGUAGES = {"en": "English", "de": "Deutsch"}
"""The languages there are, each by its own name."""

ENGINE = "engine"
"""The context of the engine's sentences in a catalogue."""

BLANK = re.compile(r"\{(\d+)\}")
NAMED = re.compile(r"\{(\w+)\}")
CERTAIN = 6
"""Patterns with fewer letters beside their blanks (`{0} for {1}`): the blank they begin with is one word."""
DRAWN = re.compile(r'(<title>|<desc>|aria-label=")([^<"]+)')
"""Words in a drawing: the titles of its parts, and its own."""
PART = re.compile(r"([;,.] |\.$)")
"""Between two parts of a list."""


def N_(text: str) -> str:  # noqa: N802  (the name the catalogue tool looks for)
    """Mark a text of a table, which is said later, for the catalogue."""
    return text


class Pattern(NamedTuple):
    """A sentence of the engine with blanks, and how it is said in another language."""

    english: re.Pattern[str]
    said: str


class Words(NamedTuple):
    """A catalogue, ready for use."""

    texts: Mapping[str, str]
    plurals: Mapping[str, tuple[str, str]]
    sentences: Mapping[str, str]
    patterns: tuple[Pattern, ...]


@cache
def words_of(language: str) -> Words:
    """The catalogue of a language; English has an empty one."""
    if language == "en":
        return Words({}, {}, {}, ())
    from babel.messages.pofile import read_po

    path = files("stellwerk.table.view").joinpath("locale", f"{language}.po")
    texts: dict[str, str] = {}
    plurals: dict[str, tuple[str, str]] = {}
    sentences: dict[str, str] = {}
    with path.open("rb") as file:
        for message in read_po(file):
            english, said = message.id, message.string
            if isinstance(english, str) and isinstance(said, str):
                (sentences if message.context == ENGINE else texts).update({english: said} if said else {})
            elif said and all(said):
                plurals[english[0]] = (said[0], said[1])
    blank = [entry for entry in sentences.items() if BLANK.search(entry[0])]
    patterns = (_sentence_pattern(*entry) for entry in sorted(blank, key=_pattern_certainty))
    return Words(texts, plurals, sentences, tuple(patterns))


def _pattern_certainty(entry: tuple[str, str]) -> int:
    """Patterns that say most beside their blanks are tried first."""
    return -len(BLANK.sub("", entry[0]))


def _sentence_pattern(english: str, said: str) -> Pattern:
    parts = BLANK.split(english)
    blanks = [f"(?P<b{number}>.+?)" for number in parts[1::2]]
    if not parts[0] and -_pattern_certainty((english, said)) < CERTAIN:
        blanks[0] = blanks[0].replace(".", r"\S")
    body = re.escape(parts[0]) + "".join(
        blank + re.escape(text) for blank, text in zip(blanks, parts[2::2], strict=True)
    )
    return Pattern(re.compile(body, re.DOTALL), said)


@lru_cache(4096)
def translate_sentence(language: str, english: str) -> str:
    """A sentence of the engine in a language; English where the catalogue does not know it."""
    words = words_of(language)
    if english in words.sentences:
        return words.sentences[english]
    for pattern in words.patterns:
        match = pattern.english.fullmatch(english)
        if match is not None:
            return BLANK.sub(lambda blank, m=match: _translate_blank(language, m[f"b{blank[1]}"]), pattern.said)  # type: ignore[misc]
    return english


def _translate_blank(language: str, text: str) -> str:
    """What stands in a blank: a name, or words of the engine again."""
    return translate_sentence(language, text) if " " in text else words_of(language).sentences.get(text, text)


@lru_cache(4096)
def _translate_parts(language: str, english: str) -> str:
    """Words of a drawing, a list: each part by itself."""
    return "".join(translate_sentence(language, part) for part in PART.split(english))


def _has_same_blanks(english: str, said: str) -> bool:
    """Can one text stand for the other, whatever is filled in?"""
    blanks = [sorted({name for _, name, *_ in Formatter().parse(text) if name is not None}) for text in (english, said)]
    return blanks[0] == blanks[1] == sorted(set(NAMED.findall(said)))


def _named_pattern(english: str, said: str) -> Pattern:
    """A text of a title as a sentence of the engine, its blanks named; one that comes again says the same."""
    body, known = "", set[str]()
    for i, part in enumerate(NAMED.split(english)):
        if i % 2 == 0:
            body += re.escape(part)
        else:
            body += f"(?P={part})" if part in known else f"(?P<{part}>.+)"
            known.add(part)
    return Pattern(re.compile(body, re.DOTALL), said)


class Speech:
    """Speaks one language."""

    def __init__(self, language: str = "en", own: Mapping[str, str] | None = None):
        self.language = language if language in LANGUAGES else "en"
        self._words = words_of(self.language)
        self._own = dict(own or {})
        self._patterns = tuple(_named_pattern(english, said) for english, said in self._own.items())

    def with_own(self, texts: Mapping[str, Mapping[str, str]]) -> Speech:
        """The same language with the texts a title brings, language to English to what is said."""
        own = texts.get(self.language, {})
        return Speech(
            self.language, {english: said for english, said in own.items() if _has_same_blanks(english, said)}
        )

    def __call__(self, text: str, /, **fields: Any) -> str:
        """A text, with the names in braces filled in."""
        return self.find(text).format(**fields) if fields else self.find(text)

    def n(self, one: str, many: str, n: int, /, **fields: Any) -> str:
        """A text about a number of things; `{n}` is the number."""
        return self._words.plurals.get(one, (one, many))[n != 1].format(n=n, **fields)

    def sentence(self, english: str, /) -> str:
        """What the engine says (a refusal, an event, an offer), in this language."""
        for pattern in self._patterns:
            match = pattern.english.fullmatch(english)
            if match is not None:
                return pattern.said.format_map(match.groupdict())
        return translate_sentence(self.language, english)

    def picture(self, svg: str, /) -> str:
        """A drawing with its words (see `pictures`) in this language."""
        if self.language == "en":
            return svg
        return DRAWN.sub(lambda found: found[1] + _translate_parts(self.language, found[2]), svg)

    def find(self, text: str) -> str:
        """A text of the catalogue (or of a title), names still in braces."""
        return self._own.get(text) or self._words.texts.get(text, text)
