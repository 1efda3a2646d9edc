"""What the page shows is what other programs show: MuJoCo of URDF, Drake of SDFormat."""

from __future__ import annotations

import shutil
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import bodyplan
import pytest

from .browsing import SIZE, Camera, Opened, a_browser, overlap, page_of
from .rendering import drake_silhouette, mujoco_silhouette

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.browser, pytest.mark.oracle, pytest.mark.slow]

ROOT = Path(__file__).resolve().parents[2]
ENOUGH = 0.97
CAMERAS: list[Camera] = [
    ((1.6, -1.2, 1.1), (0.2, 0.0, 0.3), 0.7),
    ((-0.9, 1.4, 0.2), (0.2, 0.0, 0.3), 0.7),
    ((0.3, 0.1, 2.6), (0.2, 0.0, 0.3), 0.6),
]

KNOT = """v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 1 1 0.5\nvn 0 0 1\nf 1//1 3//1 2//1\nf 1//1 2//1 4//1\nf 1//1 4//1 3//1\nf 2//1 3//1 4//1\nf 2//1 3//1 5//1\nf 3//1 4//1 5//1\nf 4//1 2//1 5//1\n"""


def _leaf() -> bytes:
    """A pyramid, as binary STL."""
    corners = [(0.0, 0.0, 0.0), (1.0, 0.0, 0.1), (0.2, 1.0, 0.0), (0.3, 0.3, 0.6)]
    faces = [(0, 2, 1), (0, 1, 3), (1, 2, 3), (2, 0, 3)]
    data = b"".join(
        struct.pack("<12fH", 0, 0, 0, *(number for corner in face for number in corners[corner]), 0) for face in faces
    )
    return b"\0" * 80 + struct.pack("<I", len(faces)) + data


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with a_browser() as made:
        yield made


def robot(folder: Path) -> Path:
    """A robot with each shape that URDF has, meshes of two kinds, and joints that are turned."""
    (folder / "knot.obj").write_text(KNOT, encoding="utf-8")
    (folder / "leaf.stl").write_bytes(_leaf())
    path = folder / "robot.urdf"
    shapes = {
        "base": '<box size="0.3 0.2 0.1"/>',
        "post": '<cylinder radius="0.04" length="0.5"/>',
        "ball": '<sphere radius="0.1"/>',
        "knot": '<mesh filename="knot.obj" scale="0.3 0.2 0.25"/>',
        "leaf": '<mesh filename="leaf.stl" scale="0.4 0.4 0.4"/>',
    }
    poses = {
        "base": "", "post": '<origin xyz="0 0 0.25" rpy="0.2 0 0"/>', "ball": '<origin xyz="0.05 0 0"/>',
        "knot": '<origin xyz="0 0.1 0" rpy="0.3 0.2 0.1"/>', "leaf": '<origin rpy="0 1 0"/>',
    }  # fmt: skip
    links = "".join(
        f'<link name="{name}"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/>'
        f"</inertial><visual>{poses[name]}<geometry>{shape}</geometry></visual></link>"
        for name, shape in shapes.items()
    )
    joints = "".join(
        f'<joint name="j{n}" type="{kind}"><parent link="{a}"/><child link="{b}"/><origin xyz="{xyz}" rpy="{rpy}"/>'
        f'<axis xyz="{axis}"/><limit lower="-2" upper="2" effort="1" velocity="1"/></joint>'
        for n, (kind, a, b, xyz, rpy, axis) in enumerate(
            [
                ("revolute", "base", "post", "0.1 0 0.05", "0 0.3 0", "0 0 1"),
                ("prismatic", "post", "ball", "0 0 0.5", "0 0 0", "1 1 0"),
                ("revolute", "post", "knot", "0 0 0.3", "0 0 1", "0 1 0"),
                ("continuous", "base", "leaf", "-0.1 0 0.1", "0 0 0", "1 0 0"),
            ]
        )
    )
    path.write_text(f'<robot name="r">{links}{joints}</robot>', encoding="utf-8")
    return path


CONFIGURATIONS = [{}, {"j0": 0.7, "j1": 0.15, "j2": -0.9, "j3": 1.1}]


@pytest.mark.parametrize("q", CONFIGURATIONS, ids=["at rest", "moved"])
def test_a_robot_looks_as_in_mujoco(q: dict[str, float], browser: Browser, tmp_path: Path) -> None:
    path = robot(tmp_path)
    opened = Opened(browser, page_of(tmp_path, path) + "#bare")
    opened.set({f"r::{name}": value for name, value in q.items()})
    for camera in CAMERAS:
        ours, theirs = opened.silhouette(camera), mujoco_silhouette(path, q, camera, SIZE)
        assert theirs.sum() > 5000
        assert overlap(ours, theirs) >= ENOUGH
    assert opened.told == []
    opened.close()


def test_the_arm_of_the_examples_looks_as_in_mujoco(browser: Browser, tmp_path: Path) -> None:
    path = Path(shutil.copy(ROOT / "examples" / "arm.urdf", tmp_path))
    opened = Opened(browser, page_of(tmp_path, path) + "#bare")
    q = {"shoulder": 0.6, "elbow": -0.8}
    opened.set({f"arm::{name}": value for name, value in q.items()})
    for camera in CAMERAS:
        assert overlap(opened.silhouette(camera), mujoco_silhouette(path, q, camera, SIZE)) >= ENOUGH
    opened.close()


@pytest.mark.parametrize("q", CONFIGURATIONS, ids=["at rest", "moved"])
def test_a_model_looks_as_in_drake(q: dict[str, float], browser: Browser, tmp_path: Path) -> None:
    path = model(tmp_path)
    opened = Opened(browser, page_of(tmp_path, path) + "#bare")
    opened.set({f"m::{name}": value for name, value in q.items() if name != "j3"})
    for camera in CAMERAS:
        theirs = drake_silhouette(path, q, camera, SIZE)
        assert theirs.sum() > 5000
        assert overlap(opened.silhouette(camera), theirs) >= ENOUGH
    assert opened.told == []
    opened.close()


def model(folder: Path) -> Path:
    """A model with the shapes and joints that Drake draws."""
    (folder / "knot.obj").write_text(KNOT, encoding="utf-8")
    path = folder / "model.sdf"
    shapes = {
        "base": "<box><size>0.3 0.2 0.1</size></box>",
        "post": "<capsule><radius>0.05</radius><length>0.4</length></capsule>",
        "ball": "<ellipsoid><radii>0.1 0.15 0.05</radii></ellipsoid>",
        "knot": "<mesh><uri>knot.obj</uri><scale>0.3 0.3 0.3</scale></mesh>",
    }
    links = "".join(
        f'<link name="{name}"><pose>{0.15 * n} {0.05 * n} {0.2 * n} {0.2 * n} 0.1 0</pose><visual name="v">'
        f"<pose>0 0 0.05 0.1 0.2 0.3</pose><geometry>{shape}</geometry></visual></link>"
        for n, (name, shape) in enumerate(shapes.items())
    )
    joints = "".join(
        f'<joint name="j{n}" type="{kind}"><pose>0 0 -0.1 0 0.2 0</pose><parent>{a}</parent><child>{b}</child>'
        f"<axis><xyz>{axis}</xyz></axis></joint>"
        for n, (kind, a, b, axis) in enumerate(
            [
                ("revolute", "base", "post", "0 0 1"),
                ("prismatic", "post", "ball", "1 1 0"),
                ("screw", "post", "knot", "0 1 0"),
            ]
        )
    )
    joints += '<joint name="stand" type="fixed"><parent>world</parent><child>base</child></joint>'
    path.write_text(
        f'<sdf version="1.9"><model name="m"><pose>0 0 0.1 0 0 0.4</pose>{links}{joints}</model></sdf>',
        encoding="utf-8",
    )
    return path


def test_a_free_body_of_each_version_of_sdformat_looks_as_in_drake(browser: Browser, tmp_path: Path) -> None:
    document = bodyplan.load(model(tmp_path))
    for version in ("1.7", "1.9"):
        path = tmp_path / f"model_{version}.sdf"
        path.write_text(document.dumps(version=version), encoding="utf-8")
        opened = Opened(browser, page_of(tmp_path, path) + "#bare")
        assert overlap(opened.silhouette(CAMERAS[0]), drake_silhouette(path, {}, CAMERAS[0], SIZE)) >= ENOUGH
        opened.close()
