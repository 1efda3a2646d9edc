"""Which mesh a reader opens for a URDF: ``uri_worker.py READER`` takes a line of JSON for each and answers the mesh's size.

Input: ``{"path": …, "given": […]}``, one in a line. Output: the largest coordinate of the mesh, or null where none is read.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from typing import Any


def drake(path: str, given: list[str]) -> float | None:
    """The mesh that Drake names; it is not opened before it is drawn."""
    from pydrake.geometry import Mesh, Role, SceneGraph
    from pydrake.multibody.parsing import Parser
    from pydrake.multibody.plant import MultibodyPlant

    plant, graph = MultibodyPlant(0.0), SceneGraph()
    plant.RegisterAsSourceForSceneGraph(graph)
    parser = Parser(plant)
    for folder in given:
        parser.package_map().PopulateFromFolder(folder)
    parser.package_map().PopulateFromRosPackagePath()
    parser.AddModels(path)
    inspector = graph.model_inspector()
    for each in inspector.GetAllGeometryIds(Role.kIllustration):
        shape = inspector.GetShape(each)
        if isinstance(shape, Mesh):
            return _largest(str(shape.source().path()))
    return None


def pinocchio(path: str, given: list[str]) -> float | None:
    """The mesh that pinocchio loads."""
    import pinocchio as pin

    model = pin.buildModelFromUrdf(path)
    found = pin.buildGeomFromUrdf(model, path, pin.GeometryType.COLLISION, given)
    return _largest(found.geometryObjects[0].meshPath)


def mujoco(path: str, given: list[str]) -> float | None:
    """The mesh that MuJoCo loads, before it is moved to its centre."""
    import mujoco as mj

    model = mj.MjSpec.from_file(path)
    model.compile()
    return _largest(os.path.join(model.modelfiledir, model.meshes[0].file))


def dart(path: str, given: list[str]) -> float | None:
    """The mesh that DART loads."""
    import dartpy

    loader = dartpy.utils.DartLoader()
    for folder in given:
        loader.addPackageDirectory(folder.rpartition("/")[2], folder)
    robot = loader.parseSkeleton(path)
    shapes = robot.getBodyNode(0).getShapeNodes() if robot is not None else []
    if not shapes:
        return None
    size = shapes[0].getShape().getBoundingBox().getMax()
    return round(float(max(size)), 3)


def _largest(path: str) -> float | None:
    with open(path, encoding="utf-8") as file:
        return max(float(word) for line in file if line.startswith("v ") for word in line.split()[1:])


READERS: dict[str, Callable[[str, list[str]], float | None]] = {
    "Drake": drake,
    "pinocchio": pinocchio,
    "MuJoCo": mujoco,
    "DART": dart,
}

if __name__ == "__main__":
    read = READERS[sys.argv[1]]
    answers = sys.stdout
    for line in sys.stdin:
        asked: dict[str, Any] = json.loads(line)
        try:
            answer = read(asked["path"], asked["given"])
        except Exception as error:  # noqa: BLE001 - a reader that refuses reads no mesh
            print(type(error).__name__, error, file=sys.stderr)
            answer = None
        print("answer", json.dumps(answer), file=answers, flush=True)
