"""What goes out with the package, and what it is installed with: licences of others' files, and the lock file."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "stellwerk"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

OF_OTHERS = ("*.woff2", "*.woff", "*.ttf", "*.otf", "*.min.js", "*.min.css")
LICENCE = "-LICENSE.txt"

LOCKED = re.compile(r"(?P<name>[\w.-]+)==(?P<version>\S+)(?: ; [^\\]+?)?(?P<hashes>(?: --hash=sha256:[0-9a-f]{64})+)")


def files_of_others() -> list[Path]:
    """Fonts and minified scripts: nothing of the kind is written here."""
    return sorted(file for pattern in OF_OTHERS for file in SOURCE.rglob(pattern))


def licence_of(file: Path) -> Path | None:
    """The licence beside a file: `inter-LICENSE.txt` is for all whose names begin with `inter-` or `inter.`."""
    for licence in file.parent.glob(f"*{LICENCE}"):
        name = licence.name.removesuffix(LICENCE)
        if file.name.startswith((f"{name}-", f"{name}.")):
            return licence
    return None


def is_package_data(file: Path) -> bool:
    """Whether pyproject.toml puts the file into the wheel."""
    patterns: list[str] = PROJECT["tool"]["setuptools"]["package-data"]["stellwerk"]
    return any(fnmatch(file.relative_to(SOURCE).as_posix(), pattern) for pattern in patterns)


@pytest.mark.parametrize("file", files_of_others(), ids=lambda file: file.name)
def test_a_file_of_others_goes_out_with_its_licence(file: Path) -> None:
    licence = licence_of(file)

    assert licence is not None, f"{file.name} has no licence beside it"
    assert "permission" in licence.read_text(encoding="utf-8").lower()
    assert is_package_data(file)
    assert is_package_data(licence)


def test_the_credits_name_every_licence() -> None:
    static = SOURCE / "table" / "web" / "static"
    credits = (static / "CREDITS.md").read_text(encoding="utf-8")

    assert len(files_of_others()) >= 7
    for licence in SOURCE.rglob(f"*{LICENCE}"):
        assert f"`{licence.relative_to(static).as_posix()}`" in credits


def test_the_licence_of_a_font_has_its_copyright_line() -> None:
    fonts = SOURCE / "table" / "web" / "static" / "fonts"

    for licence in fonts.glob(f"*{LICENCE}"):
        text = licence.read_text(encoding="utf-8")
        assert text.startswith("Copyright 20")
        assert "SIL OPEN FONT LICENSE Version 1.1" in text


def test_a_font_without_licence_is_found(tmp_path: Path) -> None:
    (tmp_path / f"inter{LICENCE}").touch()

    assert licence_of(tmp_path / "inter-latin.woff2")
    assert licence_of(tmp_path / "interstate.woff2") is None


def lock_lines(text: str) -> list[str]:
    """The requirements of a lock file, each on one line, without comments."""
    lines = re.sub(r"\s*\\\n\s*", " ", text).splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def locked() -> dict[str, str]:
    """What the lock file holds: package -> version."""
    lines = lock_lines((ROOT / "requirements.lock").read_text(encoding="utf-8"))
    found = [match for line in lines if (match := LOCKED.fullmatch(line))]
    return {canonicalize_name(match["name"]): match["version"] for match in found}


def wanted() -> Iterator[Requirement]:
    """All that pyproject.toml asks for: to build, to run, and every extra."""
    project = PROJECT["project"]
    extras = project["optional-dependencies"].values()
    for line in [
        *PROJECT["build-system"]["requires"],
        *project["dependencies"],
        *(line for extra in extras for line in extra),
    ]:
        requirement = Requirement(line)
        if requirement.name != project["name"]:
            yield requirement


def test_every_line_of_the_lock_file_has_a_version_and_hashes() -> None:
    lines = lock_lines((ROOT / "requirements.lock").read_text(encoding="utf-8"))

    assert len(lines) > 50
    assert [line for line in lines if not LOCKED.fullmatch(line)] == []


@pytest.mark.parametrize("requirement", list(wanted()), ids=str)
def test_the_lock_file_holds_what_the_project_asks_for(requirement: Requirement) -> None:
    version = locked().get(canonicalize_name(requirement.name))

    assert version is not None, f"{requirement.name} is missing: make lock"
    assert version in requirement.specifier


def test_the_environment_is_set_up_by_hashes_alone() -> None:
    setup = (ROOT / "tools" / "setup-venv").read_text(encoding="utf-8")
    installs = [line.strip() for line in setup.splitlines() if line.strip().startswith('"${pip[@]}"')]

    assert len(installs) == 2
    assert all("--require-hashes" in line or "--no-deps --no-build-isolation" in line for line in installs)


@pytest.mark.parametrize("line", ["click==8.1", "click>=8.1 --hash=sha256:" + "0" * 64, "--index-url x", "-e ."])
def test_a_line_without_version_or_hash_is_found(line: str) -> None:
    assert not LOCKED.fullmatch(line)
