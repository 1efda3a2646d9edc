"""Reads SKEL files with dartpy, in a process that may crash or hang.

An answer is ``{"status": "ok", "skeletons": […]}`` or ``{"status": "error", "error": …}``.
"""

from __future__ import annotations

import random
from typing import Any

import dartpy  # type: ignore[import-not-found]
from serving import serve

CONFIGURATIONS = 3


def read(path: str) -> dict[str, Any]:
    """What DART makes of a file."""
    try:
        world = dartpy.utils.SkelParser.readWorld(f"file://{path}")
    except Exception as error:  # noqa: BLE001 - each of them is a refusal
        return {"status": "error", "error": f"{type(error).__name__}: {error}"}
    if world is None:
        return {"status": "error", "error": "no world"}
    return {"status": "ok", "skeletons": [_skeleton(world.getSkeleton(i)) for i in range(world.getNumSkeletons())]}


def _skeleton(skeleton: Any) -> dict[str, Any]:
    bodies = [skeleton.getBodyNode(i) for i in range(skeleton.getNumBodyNodes())]
    found = {
        "name": skeleton.getName(),
        "bodies": [_body(body) for body in bodies],
        "joints": [_joint(body.getParentJoint(), body) for body in bodies],
        "configurations": [],
    }
    rng = random.Random(skeleton.getNumDofs())
    dofs = [skeleton.getDof(i) for i in range(skeleton.getNumDofs())]
    for _ in range(CONFIGURATIONS if dofs else 0):
        for dof in dofs:
            dof.setPosition(round(rng.uniform(-1, 1), 6))
        joints = [body.getParentJoint() for body in bodies]
        q = {
            joint.getName(): [dofs[joint.getIndexInSkeleton(i)].getPosition() for i in range(joint.getNumDofs())]
            for joint in joints
        }
        found["configurations"].append({"q": q, "poses": [_matrix(body.getWorldTransform()) for body in bodies]})
    return found


def _body(body: Any) -> dict[str, Any]:
    inertia = body.getInertia()
    return {
        "name": body.getName(),
        "mass": body.getMass(),
        "com": body.getLocalCOM().ravel().tolist(),
        "inertia": inertia.getMoment().tolist(),
        "pose": _matrix(body.getWorldTransform()),
        "gravity": body.getGravityMode(),
    }


def _joint(joint: Any, child: Any) -> dict[str, Any]:
    parent = child.getParentBodyNode()
    skeleton = child.getSkeleton()
    dofs = [skeleton.getDof(joint.getIndexInSkeleton(i)) for i in range(joint.getNumDofs())]
    return {
        "name": joint.getName(),
        "parent": None if parent is None else parent.getName(),
        "child": child.getName(),
        "X_PF": _matrix(joint.getTransformFromParentBodyNode()),
        "X_BM": _matrix(joint.getTransformFromChildBodyNode()),
        "start": [dof.getPosition() for dof in dofs],
        "start_velocity": [dof.getVelocity() for dof in dofs],
        "lower": [dof.getPositionLowerLimit() for dof in dofs],
        "upper": [dof.getPositionUpperLimit() for dof in dofs],
        "damping": [dof.getDampingCoefficient() for dof in dofs],
        "friction": [dof.getCoulombFriction() for dof in dofs],
        "stiffness": [dof.getSpringStiffness() for dof in dofs],
        "rest_position": [dof.getRestPosition() for dof in dofs],
    }


def _matrix(transform: Any) -> list[list[float]]:
    rows: list[list[float]] = transform.matrix().tolist()
    return rows


if __name__ == "__main__":
    serve(read, processor_seconds=10)
