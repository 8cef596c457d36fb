"""What goes out with the package, and what it is installed with: licences of others' files, and the lock file."""

from __future__ import annotations

import tomllib
from fnmatch import fnmatch
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "stellwerk"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

OF_OTHERS = ("*.woff2", "*.woff", "*.ttf", "*.otf", "*.min.js", "*.min.css")
LICENCE = "-LICENSE.txt"


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
