"""The clause report, tried on a small project of its own."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

CLAUSES = """\
id	section	kind	variant	clause
18XX/Ia	I	setup	base	There are "two" players.
18XX/Ib	I	setup	base	Nobody may [look].
18XX/IIa	II	stock	base	Shares are bought.
18XX/IIb	II	stock	base	Shares are sold.
18XX/Va	V	stock	short	Shares are burnt.
"""

GOOD = """
import pytest

@pytest.mark.clause("18XX/Ia", "18XX/IIa")
def test_two_in_one():
    pass

@pytest.mark.clause("18XX/Ia")
@pytest.mark.parametrize("n", [1, 2, 3])
def test_again(n):
    pass
"""

SKIPPED = """
import pytest

@pytest.mark.skip
@pytest.mark.clause("18XX/Ib")
def test_later():
    pass

@pytest.mark.xfail
@pytest.mark.clause("18XX/IIb")
def test_not_yet():
    assert False
"""

FAILED = """
import pytest

@pytest.mark.clause("18XX/IIa")
def test_wrong():
    assert False

@pytest.fixture
def broken():
    yield
    raise RuntimeError

@pytest.mark.clause("18XX/IIb")
def test_breaks_afterwards(broken):
    pass
"""

UNKNOWN = """
import pytest

class TestGroup:
    @pytest.mark.clause("18XX/IXz")
    def test_nothing(self):
        pass
"""

EMPTY_MARK = """
import pytest

@pytest.mark.clause()
def test_nothing():
    pass
"""

SLOW = """
import pytest

@pytest.mark.slow
@pytest.mark.clause("18XX/Ia")
def test_slowly():
    pass
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with one title, five clauses and no tests yet."""
    rules = tmp_path / "tests" / "rules" / "18XX"
    rules.mkdir(parents=True)
    (rules / "clauses.tsv").write_text(CLAUSES, encoding="utf-8")
    shutil.copy(ROOT / "tests" / "conftest.py", tmp_path / "tests")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def add(project: Path, **files: str) -> None:
    """Write test files into the project."""
    for name, text in files.items():
        (project / "tests" / "rules" / "18XX" / f"test_{name}.py").write_text(text, encoding="utf-8")


def report(project: Path, workers: int = 0) -> subprocess.CompletedProcess[str]:
    """Run the report on the project."""
    command = [sys.executable, str(ROOT / "tools" / "clauses.py"), "--root", str(project)]
    command += ["--workers", str(workers)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def run_pytest(project: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run plain pytest in the project."""
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments]
    return subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)


def last_lines(result: subprocess.CompletedProcess[str]) -> list[str]:
    """The two lines a report on the project ends with."""
    return result.stdout.splitlines()[-2:]


def test_counts_clauses_with_a_passing_test(project: Path) -> None:
    add(project, good=GOOD)
    result = report(project, workers=2)
    assert result.returncode == 0, result.stdout
    assert last_lines(result) == ["18XX base 2/4", "18XX short 0/1 (not built)"]


def test_lists_clauses_without_a_test_only_in_variants_that_are_tested(project: Path) -> None:
    add(project, good=GOOD)
    lines = [line.strip() for line in report(project).stdout.splitlines()]
    assert "18XX/Ib  Nobody may [look]." in lines
    assert "18XX/IIb  Shares are sold." in lines
    assert not any(line.startswith(("18XX/Ia", "18XX/Va")) for line in lines)


def test_table_has_a_row_for_each_kind(project: Path) -> None:
    add(project, good=GOOD)
    rows = [line.replace("│", " ").split() for line in report(project).stdout.splitlines()]
    assert ["setup", "1/2"] in rows
    assert ["stock", "1/2", "0/1"] in rows


def test_skipped_and_expected_failures_prove_nothing(project: Path) -> None:
    add(project, skipped=SKIPPED)
    result = report(project)
    assert result.returncode == 0, result.stdout
    assert last_lines(result) == ["18XX base 0/4", "18XX short 0/1 (not built)"]


def test_a_failing_test_takes_its_clause_away_and_fails_the_report(project: Path) -> None:
    add(project, good=GOOD, failed=FAILED)
    result = report(project)
    assert result.returncode == 1
    assert last_lines(result) == ["18XX base 1/4", "18XX short 0/1 (not built)"]
    assert "failed: tests/rules/18XX/test_failed.py::test_wrong" in result.stdout


def test_an_unknown_clause_fails_the_report_but_the_rest_is_counted(project: Path) -> None:
    add(project, good=GOOD, unknown=UNKNOWN)
    result = report(project, workers=2)
    assert result.returncode == 1
    assert "no clause '18XX/IXz'" in result.stdout
    assert last_lines(result) == ["18XX base 2/4", "18XX short 0/1 (not built)"]


def test_no_tests_at_all_is_a_report_of_zeros(project: Path) -> None:
    result = report(project)
    assert result.returncode == 0, result.stdout
    assert last_lines(result) == ["18XX base 0/4 (not built)", "18XX short 0/1 (not built)"]


def test_slow_tests_count(project: Path) -> None:
    add(project, slow=SLOW)
    assert last_lines(report(project))[0] == "18XX base 1/4"


def test_a_clause_id_twice_is_refused(project: Path) -> None:
    file = project / "tests" / "rules" / "18XX" / "clauses.tsv"
    file.write_text(CLAUSES + CLAUSES.splitlines()[1] + "\n", encoding="utf-8")
    result = report(project)
    assert result.returncode == 1
    assert "has a clause id twice" in result.stderr


@pytest.mark.parametrize("text", [UNKNOWN, EMPTY_MARK])
@pytest.mark.parametrize("workers", ["0", "2"])
def test_a_wrong_mark_is_a_collection_error_of_an_ordinary_run(project: Path, text: str, workers: str) -> None:
    add(project, wrong=text)
    result = run_pytest(project, "-n", workers)
    assert result.returncode not in (0, 5)
    assert "clause" in result.stdout
    assert "test_wrong.py" in result.stdout


@pytest.mark.parametrize("workers", ["0", "2"])
def test_the_json_names_each_test_and_its_outcome(project: Path, workers: str) -> None:
    add(project, good=GOOD, failed=FAILED)
    run_pytest(project, "-n", workers, "--clauses=out.json")
    here = "tests/rules/18XX"
    assert json.loads((project / "out.json").read_text(encoding="utf-8")) == {
        "18XX/Ia": [
            [f"{here}/test_good.py::test_again[1]", "passed"],
            [f"{here}/test_good.py::test_again[2]", "passed"],
            [f"{here}/test_good.py::test_again[3]", "passed"],
            [f"{here}/test_good.py::test_two_in_one", "passed"],
        ],
        "18XX/IIa": [
            [f"{here}/test_failed.py::test_wrong", "failed"],
            [f"{here}/test_good.py::test_two_in_one", "passed"],
        ],
        "18XX/IIb": [[f"{here}/test_failed.py::test_breaks_afterwards", "failed"]],
    }
