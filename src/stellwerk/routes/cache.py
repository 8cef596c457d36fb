"""A small memory of answers, the least recently asked forgotten first."""

from __future__ import annotations

from collections.abc import Hashable

from stellwerk.routes.answer import Answer


class Cache:
    """Answers by everything they depend on."""

    def __init__(self, size: int):
        self.size = size
        self.answers: dict[Hashable, Answer] = {}

    def get(self, key: Hashable) -> Answer | None:
        """A known answer, which counts as new again."""
        answer = self.answers.pop(key, None)
        if answer is not None:
            self.answers[key] = answer
        return answer

    def put(self, key: Hashable, answer: Answer) -> None:
        """Remember an answer."""
        if len(self.answers) >= self.size:
            for oldest in list(self.answers)[: 1 + self.size // 8]:  # a copy: threads may share the memory
                self.answers.pop(oldest, None)
        self.answers[key] = answer

    def clear(self) -> None:
        """Forget everything."""
        self.answers.clear()
