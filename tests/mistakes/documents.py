"""Seventy-two documents without a mistake, of all formats."""

from __future__ import annotations

import random
from pathlib import Path

from .mjcf_writing import write_mjcf
from .robots import make_robot
from .writing import write_directives, write_sdf, write_skel, write_urdf, write_world, write_xacro

OBJ = """v -0.05 -0.05 -0.05
v 0.05 -0.05 -0.05
v 0.05 0.05 -0.05
v -0.05 0.05 -0.05
v -0.05 -0.05 0.05
v 0.05 -0.05 0.05
v 0.05 0.05 0.05
v -0.05 0.05 0.05
f 1 3 2
f 1 4 3
f 5 6 7
f 5 7 8
f 1 2 6
f 1 6 5
f 2 3 7
f 2 7 6
f 3 4 8
f 3 8 7
f 4 1 5
f 4 5 8
"""
"""A cube of 10 cm."""

PACKAGE = "<package><name>workcell</name><version>1.0.0</version></package>\n"
CONFIG = """<?xml version="1.0"?>
<model>
  <name>guest</name>
  <version>1.0</version>
  <sdf version="1.9">model.sdf</sdf>
  <author><name>The workshop</name></author>
  <description>A crane that worlds include.</description>
</model>
"""


def write_documents(folder: Path) -> list[Path]:
    """Writes all documents into a package in ``folder``, with what they name, and returns them in a fixed order."""
    package = folder / "workcell"
    (package / "meshes").mkdir(parents=True)
    (package / "models" / "guest").mkdir(parents=True)
    (package / "package.xml").write_text(PACKAGE, encoding="utf-8")
    (package / "meshes" / "cover.obj").write_text(OBJ, encoding="utf-8")
    (package / "models" / "guest" / "model.config").write_text(CONFIG, encoding="utf-8")
    guest = write_sdf(make_robot("crane", 99), "1.9")
    (package / "models" / "guest" / "model.sdf").write_text(guest, encoding="utf-8")
    documents: dict[str, str] = {}
    for seed in range(4):
        extras = ("", "gazebo", "control", "")[seed]
        mesh = "package://workcell/meshes/cover.obj" if seed == 3 else ""
        for kind in ("arm", "rover", "legs", "crane"):
            documents[f"{kind}_{seed}.urdf"] = write_urdf(make_robot(kind, seed), extras, mesh)
    for seed in range(4, 8):
        documents[f"legs_{seed}.urdf.xacro"] = write_xacro(make_robot("legs", seed))
    versions = ("1.5", "1.6", "1.7", "1.8", "1.9", "1.10", "1.11", "1.12")
    for number, version in enumerate(versions):
        for offset in (0, 2):
            kind = ("arm", "rover", "legs", "crane")[(number + offset) % 4]
            robot = make_robot(kind, 10 + number + offset)
            mesh = "package://workcell/meshes/cover.obj" if number % 4 == 1 else ""
            documents[f"{robot.name}_{version}.sdf"] = write_sdf(
                robot, version, sensors=number % 2 == 0, mesh=mesh, plugin=number % 3 == 0, mimic=number >= 6
            )
    for seed in range(30, 33):
        documents[f"arm_{seed}_drake.sdf"] = write_sdf(make_robot("arm", seed), "1.9", drake=True)
    for seed, version in ((33, "1.6"), (34, "1.7"), (35, "1.8"), (36, "1.9"), (37, "1.10"), (38, "1.11"), (39, "1.12")):
        robots = [make_robot("rover", seed), make_robot("legs", seed + 10)]
        include = "model://guest" if seed != 33 else ""
        documents[f"yard_{seed}.sdf"] = write_world(robots, version, random.Random(seed), include)
    for seed in range(50, 60):
        kind = ("arm", "rover", "legs", "crane")[seed % 4]
        documents[f"{kind}_{seed}.skel"] = write_skel(make_robot(kind, seed))
    for seed in range(60, 72):
        kind = ("arm", "rover", "legs", "crane")[seed % 4]
        mesh = "meshes/cover.obj" if seed % 3 == 0 else ""
        robot = make_robot(kind, seed)
        documents[f"{kind}_{seed}.xml"] = write_mjcf(robot, radian=seed % 2 == 0, inertial=seed > 63, mesh=mesh)
    for number in range(4):
        models = [
            ("left", f"arm_{number}.urdf", "pedestal"),
            ("cart", f"rover_{number}.urdf", "chassis"),
            ("crane", "crane_17_1.12.sdf" if number % 2 else "models/guest/model.sdf", "rail"),
        ][: 2 + number % 2]
        documents[f"cell_{number}.dmd.yaml"] = write_directives(f"cell_{number}", models, ("shoulder_joint", "0.3"))
    for name, text in documents.items():
        (package / name).write_text(text, encoding="utf-8")
    return [package / name for name in documents]
