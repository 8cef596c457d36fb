"""Refusals: bad input and illegal actions, each one sentence for a person."""

from __future__ import annotations


class StellwerkError(ValueError):
    """Something from outside that cannot be accepted; its text is one sentence."""


class BadInput(StellwerkError):
    """Input that does not say anything we can read."""


def refuse_unless(right: bool, sentence: str) -> None:
    """Refuse what comes from outside with a sentence unless it is right."""
    if not right:
        raise BadInput(sentence)


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


def explain_file_error(error: OSError) -> str:
    """What a file system says, as a sentence."""
    name = error.filename or "the file"
    if isinstance(error, FileNotFoundError):
        return f"There is no file {name}."
    if isinstance(error, IsADirectoryError):
        return f"{name} is a directory; a file is needed."
    return f"{name} cannot be used: {error.strerror or type(error).__name__}."
