"""`Rules` stays small: what one step asks and one title answers is a parameter of an act, or the title's own act.

`tools/shape.py` counts, from the syntax trees: a question is a public method of `Rules` or of a class it is made of; a
module asks it that reads the name off something that is the rules (`ref.rules`, `rules`, `self` in a class of rules).
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tools.shape import LIMITS, Package, Question, find_questions, measure_shape

from stellwerk.rules import Rules

SOURCE = Path(__file__).parents[2] / "src" / "stellwerk"


@pytest.fixture(scope="module")
def questions() -> list[Question]:
    """The questions of `Rules`."""
    return find_questions(Package(SOURCE))


def test_the_questions_are_few(questions: list[Question]) -> None:
    print(f"Rules has {len(questions)} public methods.")
    assert len(questions) <= LIMITS["methods of Rules"], f"Rules has {len(questions)} public methods."
    assert all(callable(getattr(Rules, question.name)) for question in questions)


def test_no_question_has_one_asker_and_one_answer(questions: list[Question]) -> None:
    lonely = [f"{q.name} ({q.askers[0]} asks, {q.answers[0]} answers)" for q in questions if q.is_lonely]
    assert not lonely, f"These belong into an act: {'; '.join(lonely)}."


def test_every_question_is_asked(questions: list[Question]) -> None:
    assert not [question.name for question in questions if not question.askers]


def write_package(folder: Path, step: str) -> Package:
    """A small house: one question, one title that answers it, and a step."""
    files = {
        "rules/share_questions.py": (
            "class ShareRules:\n    def limit(self):\n        return 1\n    def _own(self): ...\n"
        ),
        "rules/__init__.py": "class Rules(ShareRules):\n    @cached_property\n    def cards(self): ...\n",
        "titles/one/rules.py": "class One(Rules):\n    def limit(self):\n        return super().limit() + 1\n",
        "titles/one/acts.py": "class Buy(Act):\n    def limit(self):\n        return event.limit\n",
        "steps/stock_round.py": step,
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return Package(folder)


@pytest.mark.parametrize("asked", ["ref.rules.limit()", "rules.limit()", "map(RULES.limit, x)", "rules_of(x).limit()"])
def test_an_asker_is_found(tmp_path: Path, asked: str) -> None:
    package = write_package(tmp_path, f"def check(ref):\n    return {asked}\n")
    (question,) = find_questions(package)
    assert question == Question("limit", ("steps/stock_round.py",), ("titles/one/rules.py:One",)) and question.is_lonely


@pytest.mark.parametrize("other", ["event.limit", "self.limit()", "figures.limit", "super().limit()"])
def test_what_is_no_question_is_not_counted(tmp_path: Path, other: str) -> None:
    (question,) = find_questions(write_package(tmp_path, f"def check(self):\n    return {other}\n"))
    assert question.askers == () and not question.is_lonely


def test_the_rules_ask_themselves(tmp_path: Path) -> None:
    package = write_package(tmp_path, "def check(ref):\n    return ref.rules.limit()\n")
    (tmp_path / "rules/track_questions.py").write_text(
        "class ShareRules:\n    def more(self):\n        return self.limit()\n"
    )
    assert [len(q.askers) for q in find_questions(Package(package.folder)) if q.name == "limit"] == [2]


HOUSE = {
    "steps/base.py": "class Task(Step):\n    pass\n",
    "titles/one/steps.py": 'class FreeStation(Task, frozen=True, tag="free-station"):\n    pass\n',
    "table/view/words/choice_labels.py": 'def say():\n    return "free-station", FreeStation\nclass Seat:\n    pass\n',
    "table/web/templates/a.html": "{% if x == 'free-station' %}\n" + "x" * 141 + "\n",
    "other.py": "class Seat:\n    pass\n\n\ndef tell_all():\n" + "    x = 1\n" * 60 + "\n" * 340,
}


def test_the_other_measures_count(tmp_path: Path) -> None:
    for name, text in HOUSE.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    values = {measure.name: measure.value for measure in measure_shape(tmp_path)}
    assert values == {
        "methods of Rules": 0,
        "questions with one asker and one answer": 0,
        "one-word functions, %": 50,
        "class names used twice": 1,
        "title step names in views": 3,
        "template lines over 140": 1,
        "modules over 400 lines": 1,
        "functions over 60 lines": 1,
    }
