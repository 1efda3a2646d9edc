"""The gallery has a page of each robot that is there."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from tests.docs.test_site import ROOT, part


def test_each_robot_that_is_there_has_a_page(tmp_path: Path) -> None:
    gallery = part("gallery")
    (tmp_path / "robots").mkdir()
    shutil.copy(ROOT / "examples" / "arm.urdf", tmp_path / "robots")
    wanted = tuple(gallery.GalleryRobot(name, f"<{name}>", f"{name}.urdf") for name in ("arm", "leg"))
    made = list(gallery.make_pages(tmp_path / "robots", tmp_path / "site", wanted))
    assert [each.robot.name for each in made] == ["arm"]
    assert made[0].about == "6 links, 4 moving joints, 6.04 kg"
    shown = gallery.show_pages(made)
    assert '<a href="arm.html">' in shown
    assert "&lt;arm&gt;" in shown
    assert ("arm.png" in shown) == (tmp_path / "site" / "arm.png").is_file()


def test_robots_of_the_package_have_pages(tmp_path: Path) -> None:
    gallery = part("gallery")
    robots = gallery.find_robots()
    if robots is None:
        pytest.skip("the site needs the extra 'docs'")
    made = list(gallery.make_pages(robots, tmp_path, gallery.ROBOTS[:1]))
    assert re.match(r"\d+ links, \d+ moving joints, ", made[0].about)


def test_without_robots_the_page_says_so() -> None:
    gallery = part("gallery")
    assert gallery.show_pages([]) == gallery.MISSING
