"""Refusals: bad input and illegal actions, each one sentence for a person."""

from __future__ import annotations


class StellwerkError(ValueError):
    """Something from outside that cannot be accepted; its text is one sentence."""


class BadInput(StellwerkError):
    """Input that does not say anything we can read."""


class Illegal(StellwerkError):
    """An action the rules forbid: a code for programs, a sentence for people, the clause for lawyers."""

    def __init__(self, code: str, sentence: str, clause: str | None = None) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.clause = clause

    def __str__(self) -> str:
        return f"{self.sentence} [{self.clause}]" if self.clause else self.sentence

    def as_json(self) -> dict[str, str | None]:
        """The refusal as plain data."""
        return {"code": self.code, "sentence": self.sentence, "clause": self.clause}
