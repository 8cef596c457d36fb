"""The tool that keeps the catalogues of other languages."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from tools import catalogue


def test_to_renew_a_catalogue_loses_no_translation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(catalogue.LOCALES / "de.po", tmp_path / "de.po")
    monkeypatch.setattr(catalogue, "LOCALES", tmp_path)
    monkeypatch.setattr(sys, "argv", ["catalogue.py"])
    before = len(catalogue.faults("de"))

    assert catalogue.main() == 0

    assert len(catalogue.faults("de")) == before
    assert any(message.string == "Gesellschaft" for message in catalogue.catalogue("de"))
