"""Entry points of the checkout, where it runs without being installed or was installed before it had them."""

from __future__ import annotations

import importlib.metadata
import re
from pathlib import Path


def entry_points(checkout: Path, folder: Path) -> Path:
    """Makes a folder for PYTHONPATH with the plugin of pytest as an install declares it, if it is not installed already."""
    if any(point.name == "bodyplan" for point in importlib.metadata.entry_points(group="pytest11")):
        return folder
    text = (checkout / "pyproject.toml").read_text(encoding="utf-8")
    declared = re.search(r"^\[project\.entry-points\.pytest11\]\n(.*\n)", text, re.MULTILINE)
    assert declared
    notes = folder / "bodyplan_pytest-0.dist-info"
    notes.mkdir()
    (notes / "METADATA").write_text("Metadata-Version: 2.1\nName: bodyplan-pytest\nVersion: 0\n")
    (notes / "entry_points.txt").write_text("[pytest11]\n" + declared[1].replace('"', ""))
    return folder
