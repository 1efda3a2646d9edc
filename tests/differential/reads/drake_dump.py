"""Everything that Drake has after reading a file, as JSON."""

from __future__ import annotations

import logging
from typing import Any

import pydrake.all as drake  # type: ignore[import-not-found]

from .dumping import plain, serve


def read(path: str) -> dict[str, Any]:
    """What Drake makes of a file."""
    warnings: list[str] = []
    handler = logging.Handler(logging.WARNING)
    handler.emit = lambda record: warnings.append(record.getMessage().split(": ", 2)[-1])  # type: ignore[method-assign]
    log = logging.getLogger("drake")
    log.addHandler(handler)
    log.propagate = False
    try:
        builder = drake.DiagramBuilder()
        plant, scene_graph = drake.AddMultibodyPlantSceneGraph(builder, 0.001)
        drake.Parser(plant).AddModels(path)
        plant.Finalize()
        diagram = builder.Build()
        context = diagram.CreateDefaultContext()
        return {"status": "ok", "warnings": sorted(warnings), "all": _all(plant, scene_graph, context)}
    except Exception as error:  # noqa: BLE001 - each of them is a refusal
        return {"status": "error", "error": f"{type(error).__name__}: {error}"[:300]}
    finally:
        log.removeHandler(handler)


def _all(plant: Any, scene_graph: Any, context: Any) -> dict[str, Any]:
    own = plant.GetMyContextFromRoot(context)
    inspector = scene_graph.model_inspector()
    joints = [plant.get_joint(index) for index in plant.GetJointIndices()]
    frames = [plant.get_frame(drake.FrameIndex(i)) for i in range(plant.num_frames())]
    bodies = [plant.get_body(drake.BodyIndex(i)) for i in range(plant.num_bodies())]
    return {
        "models": [
            [
                plant.GetModelInstanceName(drake.ModelInstanceIndex(i)),
                plant.is_gravity_enabled(drake.ModelInstanceIndex(i)),
            ]
            for i in range(plant.num_model_instances())
        ],
        "gravity": plain(plant.gravity_field().gravity_vector()),
        "bodies": [
            [
                body.name(),
                plain(body.default_mass()),
                plain(body.default_com()) if body.index() else None,
                plain(body.default_spatial_inertia().CalcRotationalInertia().CopyToFullMatrix3())
                if body.index()
                else None,
                plain(plant.EvalBodyPoseInWorld(own, body).GetAsMatrix4()),
                body.is_floating_base_body(),
            ]
            for body in bodies
        ],
        "frames": [
            [frame.name(), frame.body().name(), plain(frame.CalcPoseInWorld(own).GetAsMatrix4())] for frame in frames
        ],
        "joints": [_joint(joint) for joint in joints],
        "motion": plain(_moved(plant, own, bodies)),
        "actuators": [
            [
                each.name(),
                each.joint().name(),
                each.effort_limit(),
                each.default_gear_ratio(),
                each.default_rotor_inertia(),
            ]
            + (
                [str(each.get_controller_gains().p), str(each.get_controller_gains().d)]
                if each.has_controller()
                else []
            )
            for each in map(plant.get_joint_actuator, plant.GetJointActuatorIndices())
        ],
        "forces": _forces(plant),
        "constraints": _constraints(plant),
        "geometry": [_geometry(inspector, id) for id in sorted(inspector.GetAllGeometryIds(), key=inspector.GetName)],
        "excluded": len(inspector.GetCollisionCandidates()),
        "deformable": plain(_deformable(plant)),
    }


def _joint(joint: Any) -> list[Any]:
    found = [joint.name(), joint.type_name(), joint.parent_body().name(), joint.child_body().name()]
    found += [
        plain(each())
        for each in (
            joint.position_lower_limits,
            joint.position_upper_limits,
            joint.velocity_lower_limits,
            joint.velocity_upper_limits,
            joint.acceleration_lower_limits,
            joint.acceleration_upper_limits,
            joint.default_damping_vector,
            joint.default_positions,
            joint.frame_on_parent().GetFixedPoseInBodyFrame().GetAsMatrix4,
            joint.frame_on_child().GetFixedPoseInBodyFrame().GetAsMatrix4,
        )
    ]
    for name in ("revolute_axis", "translation_axis", "screw_axis", "screw_pitch"):
        if hasattr(joint, name):
            found.append(plain(getattr(joint, name)()))
    return found


def _moved(plant: Any, context: Any, bodies: list[Any]) -> list[Any]:
    """Where bodies are, how they move and what accelerates them away from the start."""
    positions = plant.GetPositions(context)
    for index in plant.GetJointIndices():
        joint = plant.get_joint(index)
        if joint.num_positions() and joint.type_name() != "quaternion_floating":
            start = joint.position_start()
            positions[start : start + joint.num_positions()] += 0.3
    plant.SetPositions(context, positions)
    plant.SetVelocities(context, [0.4] * plant.num_velocities())
    for joint in map(plant.get_joint, plant.GetJointIndices()):
        if joint.num_velocities() == 1:
            plant.SetVelocities(context, [0.4] * plant.num_velocities())
    if plant.num_actuators():
        plant.get_actuation_input_port().FixValue(context, [0.0] * plant.num_actuators())
    forces = drake.MultibodyForces(plant)
    try:
        plant.CalcForceElementsContribution(context, forces)
        applied = [forces.generalized_forces()]
    except RuntimeError:
        applied = []
    return [[plant.EvalBodyPoseInWorld(context, body).GetAsMatrix4() for body in bodies], applied]


def _forces(plant: Any) -> list[Any]:
    found = []
    for i in range(plant.num_force_elements()):
        element = plant.get_force_element(drake.ForceElementIndex(i))
        for name in dir(element):
            if not name.startswith("_") and name not in ("index", "model_instance", "is_ephemeral"):
                try:
                    value = getattr(element, name)()
                    found.append([name, plain(value.name() if hasattr(value, "name") else value)])
                except Exception:  # noqa: BLE001,S112 - what wants arguments tells nothing
                    continue
    return found


def _constraints(plant: Any) -> list[Any]:
    found: list[Any] = [plant.num_constraints()]
    for id in plant.GetConstraintIds():
        try:
            params = plant.GetDefaultDistanceConstraintParams()[id]
            found.append([[name, plain(getattr(params, name)())] for name in dir(params) if name[0] != "_"])
        except Exception:  # noqa: BLE001 - it is of another kind
            found.append("?")
    return found


def _geometry(inspector: Any, id: Any) -> list[Any]:
    found = [inspector.GetName(id), inspector.GetName(inspector.GetFrameId(id))]
    shape = inspector.GetShape(id)
    found += [repr(shape), plain(inspector.GetPoseInFrame(id).GetAsMatrix4())]
    for role, properties in (
        ("proximity", inspector.GetProximityProperties(id)),
        ("perception", inspector.GetPerceptionProperties(id)),
        ("illustration", inspector.GetIllustrationProperties(id)),
    ):
        if properties is None:
            continue
        for group in sorted(properties.GetGroupNames()):
            for name in sorted(properties.GetPropertiesInGroup(group)):
                try:
                    value = plain(properties.GetProperty(group, name))
                except Exception:  # noqa: BLE001 - a type without bindings
                    value = "?"
                found.append([role, group, name, value])
    return found


def _deformable(plant: Any) -> list[Any]:
    model = plant.deformable_model()
    return [model.num_bodies()]


if __name__ == "__main__":
    serve(read)
