"""What is built of the viewer: in step with its sources, small enough, and free to be passed on."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

VIEWER = Path(__file__).resolve().parents[2] / "viewer"
BUNDLE = VIEWER / "bundle"


def test_the_bundle_is_what_its_sources_give() -> None:
    node = shutil.which("node")
    if node is None or not (VIEWER / "node_modules" / "esbuild").is_dir():
        pytest.skip("node or the packages that build the viewer are not there: `npm ci` in viewer/ brings them")
    answer = subprocess.run([node, "build.mjs", "--check"], cwd=VIEWER, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stderr


def test_the_page_leaves_room_for_a_scene() -> None:
    # of the 4 MB that a page of UR5e may have
    assert (BUNDLE / "page.html").stat().st_size < 1_000_000


def test_nothing_in_the_page_names_another_place() -> None:
    text = (BUNDLE / "page.html").read_text(encoding="utf-8")
    named = re.findall(r"""<(?:script|link|img|iframe)[^>]*\s(?:src|href)="([^"]*)\"""", text)
    assert named == ["data:,"]
    assert "default-src 'none'" in text


def test_licences_of_all_that_is_in_the_page_are_beside_it() -> None:
    text = (BUNDLE / "LICENSES.txt").read_text(encoding="utf-8")
    assert re.search(r"^three \d", text, re.MULTILINE)
    assert "Permission is hereby granted" in text


def test_the_lock_file_names_no_registry() -> None:
    assert "resolved" not in (VIEWER / "package-lock.json").read_text(encoding="utf-8")
