"""Reads models with pydrake, in a process that may abort.

An answer is ``{"status": "ok", "bodies": …, "joints": …}`` or ``{"status": "error", "error": …}``.
"""

from __future__ import annotations

import logging
import random
from typing import Any

import pydrake.all as drake  # type: ignore[import-not-found]
from serving import serve

WORLD = "world"


def read(path: str) -> dict[str, Any]:
    """What Drake makes of a file."""
    warnings = _Warnings()
    logging.getLogger("drake").addHandler(warnings)
    try:
        builder = drake.DiagramBuilder()
        plant, scene_graph = drake.AddMultibodyPlantSceneGraph(builder, 0.0)
        drake.Parser(plant).AddModels(path)
        before = _excluded(plant, scene_graph)
        plant.Finalize()
        diagram = builder.Build()
        context = diagram.CreateDefaultContext()
    except Exception as error:  # noqa: BLE001 - each of them is a refusal
        return {"status": "error", "error": f"{type(error).__name__}: {error}"[:400]}
    finally:
        logging.getLogger("drake").removeHandler(warnings)
    inspector = scene_graph.model_inspector()
    own = plant.GetMyContextFromRoot(context)
    return {
        "status": "ok",
        "warnings": warnings.lines,
        "bodies": {_name(plant, body): _body(plant, own, body) for body in _bodies(plant)},
        "joints": {_name(plant, joint): _joint(plant, joint) for joint in _joints(plant)},
        "actuators": {
            _name(plant, actuator.joint()): [
                actuator.effort_limit(),
                actuator.default_gear_ratio(),
                actuator.default_rotor_inertia(),
            ]
            for actuator in map(plant.get_joint_actuator, plant.GetJointActuatorIndices())
        },
        "constraints": plant.num_constraints(),
        "configuration": _moved(plant, own),
        "declared": before,
        "excluded": _excluded(plant, scene_graph),
        "collisions": sorted(_colliding(plant, inspector)),
    }


class _Warnings(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


def _name(plant: Any, element: Any) -> str:
    instance = plant.GetModelInstanceName(element.model_instance())
    return WORLD if instance == "WorldModelInstance" else f"{instance}::{element.name()}"


def _bodies(plant: Any) -> list[Any]:
    return [plant.get_body(index) for index in map(drake.BodyIndex, range(1, plant.num_bodies()))]


def _joints(plant: Any) -> list[Any]:
    joints = [plant.get_joint(index) for index in plant.GetJointIndices()]
    return [joint for joint in joints if joint.type_name() != "quaternion_floating"]


def _body(plant: Any, context: Any, body: Any) -> dict[str, Any]:
    inertia = body.default_spatial_inertia()
    com = inertia.get_com()
    about_com = inertia.Shift(com).CalcRotationalInertia().CopyToFullMatrix3()
    return {
        "mass": inertia.get_mass(),
        "com": com.tolist(),
        "inertia": about_com.tolist(),
        "pose": plant.EvalBodyPoseInWorld(context, body).GetAsMatrix4().tolist(),
    }


def _joint(plant: Any, joint: Any) -> dict[str, Any]:
    return {
        "type": joint.type_name(),
        "parent": _name(plant, joint.parent_body()),
        "child": _name(plant, joint.child_body()),
        "lower": joint.position_lower_limits().tolist(),
        "upper": joint.position_upper_limits().tolist(),
        "velocity": joint.velocity_upper_limits().tolist(),
        "acceleration": joint.acceleration_upper_limits().tolist(),
        "damping": joint.default_damping_vector().tolist() if joint.num_velocities() else [],
    }


def _moved(plant: Any, context: Any) -> dict[str, Any]:
    """Poses at a configuration that leaves free bodies where they are."""
    rng = random.Random(plant.num_positions())
    q = {}
    positions = plant.GetPositions(context)
    for joint in _joints(plant):
        values = [round(rng.uniform(-1, 1), 6) for _ in range(joint.num_positions())]
        if values:
            start = joint.position_start()
            positions[start : start + len(values)] = values
            q[_name(plant, joint)] = values
    plant.SetPositions(context, positions)
    poses = {
        _name(plant, body): plant.EvalBodyPoseInWorld(context, body).GetAsMatrix4().tolist() for body in _bodies(plant)
    }
    return {"q": q, "poses": poses}


def _colliding(plant: Any, inspector: Any) -> set[str]:
    found = set()
    for body in [plant.world_body(), *_bodies(plant)]:
        if plant.GetCollisionGeometriesForBody(body):
            found.add(_name(plant, body))
    return found


def _excluded(plant: Any, scene_graph: Any) -> list[list[str]]:
    """Pairs of bodies with collision geometry that never collide."""
    inspector = scene_graph.model_inspector()
    first = {
        _name(plant, body): plant.GetCollisionGeometriesForBody(body)[0]
        for body in [plant.world_body(), *_bodies(plant)]
        if plant.GetCollisionGeometriesForBody(body)
    }
    names = sorted(first)
    return [
        [a, b] for i, a in enumerate(names) for b in names[i + 1 :] if inspector.CollisionFiltered(first[a], first[b])
    ]


if __name__ == "__main__":
    serve(read, processor_seconds=30)
