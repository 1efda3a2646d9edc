"""Everything that DART has after reading a file of any of the formats that it reads, as JSON."""

from __future__ import annotations

from typing import Any

import dartpy  # type: ignore[import-not-found]

from .dumping import plain, serve

OF_BODY = [
    "getMass",
    "getLocalCOM",
    "getGravityMode",
    "isCollidable",
    "getRestitutionCoeff",
    "getFrictionCoeff",
    "getNumShapeNodes",
    "getName",
    "getColor",
    "isReactive",
    "getVisualizationShape",
]
OF_DOF = [
    "getName",
    "getPosition",
    "getVelocity",
    "getPositionLowerLimit",
    "getPositionUpperLimit",
    "getVelocityLowerLimit",
    "getVelocityUpperLimit",
    "getAccelerationLowerLimit",
    "getAccelerationUpperLimit",
    "getForceLowerLimit",
    "getForceUpperLimit",
    "getDampingCoefficient",
    "getCoulombFriction",
    "getSpringStiffness",
    "getRestPosition",
    "getInitialPosition",
    "getInitialVelocity",
]
OF_JOINT = [
    "getName",
    "getType",
    "getNumDofs",
    "getActuatorType",
    "areLimitsEnforced",
    "isPositionLimitEnforced",
    "getAxis",
    "getPitch",
    "getAxis1",
    "getAxis2",
    "getAxisOrder",
    "getPlaneType",
    "getTranslationalAxis1",
    "getTranslationalAxis2",
    "getRotationalAxis",
    "getMimicJoint",
    "getMimicMultiplier",
    "getMimicOffset",
]
OF_SHAPE = [
    "getType",
    "getSize",
    "getRadius",
    "getHeight",
    "getDiameters",
    "getScale",
    "getMeshUri",
    "getNormal",
    "getOffset",
    "getNumSpheres",
    "getVolume",
]


def read(path: str) -> dict[str, Any]:
    """What DART makes of a file."""
    try:
        if path.endswith(".skel"):
            world = dartpy.utils.SkelParser.readWorld(f"file://{path}")
        elif path.endswith(".sdf"):
            world = dartpy.utils.SdfParser.readWorld(f"file://{path}") or _alone(
                dartpy.utils.SdfParser.readSkeleton(f"file://{path}")
            )
        else:
            world = _alone(dartpy.utils.DartLoader().parseSkeleton(f"file://{path}"))
    except Exception as error:  # noqa: BLE001 - each of them is a refusal
        return {"status": "error", "error": f"{type(error).__name__}: {error}"[:300]}
    if world is None:
        return {"status": "error", "error": "nothing is read"}
    return {
        "status": "ok",
        "warnings": [],
        "all": {
            "name": world.getName(),
            "step": world.getTimeStep(),
            "gravity": plain(world.getGravity()),
            "detector": type(world.getConstraintSolver().getCollisionDetector()).__name__,
            "frames": world.getNumSimpleFrames(),
            "skeletons": [_skeleton(world.getSkeleton(i)) for i in range(world.getNumSkeletons())],
        },
    }


def _alone(skeleton: Any) -> Any:
    if skeleton is None:
        return None
    world = dartpy.simulation.World()
    world.addSkeleton(skeleton)
    return world


def _skeleton(skeleton: Any) -> list[Any]:
    bodies = [skeleton.getBodyNode(i) for i in range(skeleton.getNumBodyNodes())]
    return [
        *_asked(
            skeleton,
            [
                "getName",
                "isMobile",
                "isEnabledSelfCollisionCheck",
                "isEnabledAdjacentBodyCheck",
                "getNumSoftBodyNodes",
                "getNumMarkers",
            ],
        ),
        [_body(body) for body in bodies],
        [[*_asked(skeleton.getDof(i), OF_DOF)] for i in range(skeleton.getNumDofs())],
    ]


def _body(body: Any) -> list[Any]:
    joint = body.getParentJoint()
    shapes = [body.getShapeNode(i) for i in range(body.getNumShapeNodes())]
    return [
        *_asked(body, OF_BODY),
        plain(body.getInertia().getMoment()),
        plain(body.getWorldTransform().matrix()),
        getattr(body.getParentBodyNode(), "getName", str)(),
        [
            *_asked(joint, OF_JOINT),
            plain(joint.getTransformFromParentBodyNode().matrix()),
            plain(joint.getTransformFromChildBodyNode().matrix()),
        ],
        [_shape(each) for each in shapes],
        [body.getMarker(i).getName() for i in range(body.getNumMarkers())] if hasattr(body, "getNumMarkers") else None,
        _asked(
            body, ("getNumPointMasses", "getVertexSpringStiffness", "getEdgeSpringStiffness", "getDampingCoefficient")
        ),
    ]


def _shape(node: Any) -> list[Any]:
    found: list[Any] = [node.getName(), plain(node.getRelativeTransform().matrix())]
    visual, dynamics = node.getVisualAspect(), node.getDynamicsAspect()
    found += [node.hasCollisionAspect()]
    found += _asked(visual, ("getRGBA", "isHidden")) if visual is not None else []
    found += _asked(dynamics, ("getFrictionCoeff", "getRestitutionCoeff")) if dynamics is not None else []
    return [*found, *_asked(node.getShape(), OF_SHAPE)]


def _asked(thing: Any, names: Any) -> list[Any]:
    found = []
    for name in names:
        if hasattr(thing, name):
            try:
                found.append([name, plain(getattr(thing, name)())])
            except Exception:  # noqa: BLE001 - a type without bindings
                found.append([name, "?"])
    return found


if __name__ == "__main__":
    serve(read)
