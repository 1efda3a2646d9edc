"""What is read: files of the corpus, picked by rule, and worlds made here."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from lxml import etree
from readers import Format

CORPUS = Path(__file__).parent.parent.parent / "shared" / "corpus"
SHAPES = "3k_shapes.sdf"
FEWEST_JOINTS = 5
"""A robot has as many joints, and a prop does not."""

_ROOTS: dict[str, Format] = {"sdf": "sdformat", "gazebo": "sdformat", "robot": "urdf", "skel": "skel", "mujoco": "mjcf"}
_ENDINGS = (".sdf", ".world", ".urdf", ".skel", ".xml")


@dataclass(frozen=True)
class File:
    """A file of the corpus."""

    path: Path
    format: Format
    size: int
    joints: int


def corpus(folder: Path = CORPUS) -> list[File]:
    """Every file that a bare parser reads and whose root is that of a format."""
    return [file for path in sorted(folder.rglob("*")) if (file := _file(path)) is not None]


def _file(path: Path) -> File | None:
    if path.suffix not in _ENDINGS or not path.is_file():
        return None
    try:
        root = etree.parse(path).getroot()
    except etree.XMLSyntaxError:
        return None
    format = _ROOTS.get(str(root.tag))
    if format is None:
        return None
    return File(path, format, path.stat().st_size, sum(1 for _ in root.iter("joint")))


def files_of(path: Path) -> list[Path]:
    """A document of MJCF and the files that it includes, each of which is part of what a reader reads."""
    found, ahead = [], [path]
    while ahead:
        found.append(ahead.pop(0))
        ahead += [path.parent / each.get("file", "") for each in etree.parse(found[-1]).iter("include")]
    return found


def shapes(files: list[File]) -> File | None:
    """The world of many simple models."""
    return next((file for file in files if file.path.name == SHAPES), None)


def largest_robot(files: list[File], format: Format) -> File | None:
    """The largest file of a format with several joints."""
    robots = [file for file in files if file.format == format and file.joints >= FEWEST_JOINTS]
    return max(robots, key=lambda file: file.size, default=None)


def by_size(files: list[File], format: Format) -> list[File]:
    """The files of a format, the smallest first."""
    return sorted((file for file in files if file.format == format), key=lambda file: file.size)


def world(models: int) -> Iterator[str]:
    """A world of simple models that differ in name, place, shape and numbers, in pieces of text."""
    yield '<?xml version="1.0"?>\n<sdf version="1.6">\n  <world name="generated">\n'
    side = math.isqrt(models) + 1
    for i in range(models):
        mass = 1 + i % 7 / 4
        shape = (
            f"<box><size>0.{1 + i % 9} 0.2 0.3</size></box>",
            f"<sphere><radius>0.{1 + i % 9}</radius></sphere>",
            f"<cylinder><radius>0.1</radius><length>0.{1 + i % 9}</length></cylinder>",
        )[i % 3]
        geometry = f"<geometry>\n            {shape}\n          </geometry>"
        yield f"""    <model name="shape_{i}">
      <pose>{i % side} {i // side} 0.5 0 0 {i % 63 / 10}</pose>
      <link name="body">
        <inertial>
          <mass>{mass}</mass>
          <inertia>
            <ixx>0.1</ixx> <ixy>0</ixy> <ixz>0</ixz>
            <iyy>0.11</iyy> <iyz>0</iyz>
            <izz>0.12</izz>
          </inertia>
        </inertial>
        <collision name="outside">
          {geometry}
        </collision>
        <visual name="look">
          {geometry}
          <material>
            <ambient>0.{i % 10} 0.2 0.3 1</ambient>
            <diffuse>0.{i % 10} 0.2 0.3 1</diffuse>
            <specular>0.1 0.1 0.1 1</specular>
          </material>
        </visual>
      </link>
    </model>
"""
    yield "  </world>\n</sdf>\n"


def write_world(models: int, folder: Path) -> Path:
    """The same in a file."""
    path = folder / f"world_{models}.sdf"
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(world(models))
    return path
