"""What a user with strict type checkers might write. test_packaging.py compares the types named here with those that
mypy and pyright reveal, and runs the program.

usage: user_program.py FOLDER-OF-EXAMPLES
"""

from __future__ import annotations

import copy
import math
import sys
from pathlib import Path

import bodyplan
import numpy as np
import numpy.typing as npt
from bodyplan import dmd, mjcf, sdformat, skel, urdf
from bodyplan.geometry import Box
from bodyplan.interface import LinkInterface, ModelInterface, NestedInclude
from bodyplan.sdformat import v1_4, v1_12
from typing_extensions import reveal_type


def lowest(model: sdformat.Model) -> dict[str, float]:
    """Lower limit of each joint of an SDFormat model."""
    limits: dict[str, float] = {}
    for joint in model.joint:
        reveal_type(joint)  # -> "Joint"
        reveal_type(joint.type)  # -> "JointType"
        reveal_type(joint.axis)  # -> "Axis | None"
        if joint.axis is not None:
            reveal_type(joint.axis.xyz.value)  # -> "Vector3"
            reveal_type(joint.axis.limit.lower)  # -> "float"
            limits[joint.name] = joint.axis.limit.lower
        reveal_type(joint.drake_gear_ratio)  # -> "float"
    return limits


def build() -> v1_12.Sdf:
    """A document made in Python."""
    link = v1_12.Link(name="ball", self_collide=True)
    reveal_type(link.inertial)  # -> "Inertial | None"
    return v1_12.Sdf(model=v1_12.Model(name="toy", link=[link]))


def hinge(offset: npt.NDArray[np.float64]) -> urdf.Joint:
    """A joint made of texts, lists and arrays."""
    joint = urdf.Joint(name="hinge", type="revolute", axis=urdf.Axis(xyz=[0, 0, 1]))
    reveal_type(joint.type)  # -> "JointType"
    joint.type = "continuous"
    joint.origin = urdf.Origin(xyz=offset)
    reveal_type(joint.origin.xyz)  # -> "Vector3"
    reveal_type(2 * joint.origin.xyz + offset)  # -> "Vector3"
    return copy.deepcopy(joint)


def raised(pose: sdformat.Pose) -> sdformat.Pose:
    """A pose one metre higher."""
    reveal_type(pose.value)  # -> "Pose"
    pose.value = pose.value.replace(z=pose.value.z + 1.0, yaw=0.5)
    return pose


def old(model: v1_4.Model) -> list[str]:
    """Names of the links of a model of an older version."""
    reveal_type(model.link[0])  # -> "Link"
    return [link.name for link in model.link]


def describe(path: Path) -> str:
    """Reads a document of any format."""
    doc = bodyplan.load(path, search_paths=[path.parent])
    reveal_type(doc)  # -> "Document[Sdf] | Document[Robot] | Document[Skel] | Document[Mujoco] | Document[Directives]"
    reveal_type(doc.version)  # -> "str"
    reveal_type(doc.root)  # -> "Sdf | Robot | Skel | Mujoco | Directives"
    if isinstance(doc.root, sdformat.Sdf):
        reveal_type(doc.root.model)  # -> "Model | None"
    root = doc.root
    if isinstance(root, sdformat.Sdf):
        reveal_type(root.model)  # -> "Model | None"
        return str(lowest(root.model)) if root.model else ""
    if isinstance(root, urdf.Robot):
        reveal_type(root.link)  # -> "list[Link]"
        reveal_type(root.joint[0].limit)  # -> "Limit | None"
        return root.name
    reveal_type(root)  # -> "Skel | Mujoco | Directives"
    return root.world.name if isinstance(root, skel.Skel) else ""


def first_link(doc: bodyplan.Document) -> str:
    """Name of the first link of a document of any format."""
    match doc.root:
        case sdformat.Sdf(model=sdformat.Model(link=[first, *_])):
            reveal_type(first)  # -> "Link"
            return first.name
        case urdf.Robot() as robot:
            reveal_type(robot.link[0].inertial)  # -> "Inertial | None"
            return robot.link[0].name
        case skel.Skel(world=world):
            reveal_type(world.skeleton)  # -> "list[Skeleton]"
            return world.skeleton[0].body[0].name or ""
        case mjcf.Mujoco(worldbody=[world, *_]):
            reveal_type(world.body)  # -> "list[Body]"
            return world.body[0].name or ""
        case dmd.Directives(directives=directives):
            return type(directives[0]).__name__
        case _:
            return ""


def doors(examples: Path) -> None:
    """Reads documents whose format is known."""
    arm = sdformat.load(examples / "arm.sdf", strict=False, target="drake", search_paths=[examples])
    reveal_type(arm)  # -> "Document[Sdf]"
    model = arm.root.model
    assert model is not None
    axis, pose = model.joint[0].axis, model.joint[0].pose
    if axis is not None and pose is not None:
        reveal_type(axis.limit.upper)  # -> "float"
        reveal_type(axis.xyz.value.x)  # -> "float"
        reveal_type(pose.value.x)  # -> "float"
    reveal_type([finding.line for finding in arm.diagnostics])  # -> "list[int]"
    robot = urdf.load(examples / "arm.urdf")
    reveal_type(robot)  # -> "Document[Robot]"
    reveal_type(robot.root.link[0].name)  # -> "str"
    reveal_type(skel.load(examples / "pendulum.skel").root.world)  # -> "World"
    reveal_type(dmd.loads("directives: []").root.directives[:0] == [])  # -> "bool"
    robot.root = urdf.Robot(name="other", link=[urdf.Link(name="base")])
    documents: list[bodyplan.AnyDocument] = [arm, robot]
    print([first_link(document) for document in documents])
    try:
        urdf.load(examples / "arm.sdf")
    except bodyplan.LoadError as error:
        print(error)


def edited(examples: Path) -> str:
    """An arm with another mass, without its last joint, and with a comment."""
    arm = sdformat.load(examples / "arm.sdf")
    reveal_type(bodyplan.find(arm, sdformat.Link, "base"))  # -> "Link | None"
    reveal_type(bodyplan.find(arm, "link", "base"))  # -> "Element | None"
    reveal_type(bodyplan.find_all(bodyplan.load(examples / "arm.urdf"), urdf.Link))  # -> "list[Link]"
    joints = bodyplan.find_all(arm, sdformat.Joint)
    reveal_type(joints)  # -> "list[Joint]"
    bodyplan.comments(joints[0], "above").append("the first")
    reveal_type(bodyplan.parent_of(joints[0]))  # -> "Element | None"
    reveal_type(bodyplan.location_of(joints[0], "name").line)  # -> "int"
    bodyplan.remove(joints[-1])
    for path, element in bodyplan.walk(arm):
        reveal_type(path)  # -> "str"
        reveal_type(element)  # -> "Element"
    reveal_type(bodyplan.new("urdf", name="r"))  # -> "Document[Robot]"
    return arm.dumps() + bodyplan.dumps(arm.root)


def composed(examples: Path) -> str:
    """What is made of paths and documents alike."""
    arm = urdf.load(examples / "arm.urdf")
    reveal_type(bodyplan.load(arm))  # -> "Document[Robot]"
    to: bodyplan.Format = "sdformat"
    target: bodyplan.Target = "drake"
    made = bodyplan.convert(arm, "sdformat", target=target)
    reveal_type(made)  # -> "Conversion[Sdf]"
    reveal_type(made.document.root.model)  # -> "Model | None"
    reveal_type(bodyplan.convert(examples / "arm.sdf", "urdf").document.root)  # -> "Robot"
    print(bodyplan.convert(examples / "arm.urdf", to).losses)
    wrong = "urfd"
    try:
        bodyplan.convert(arm, "urfd")  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue, reportArgumentType]
        bodyplan.check(arm, target=wrong)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    except ValueError as error:
        print(error)
    joint = bodyplan.attach(examples / "arm.urdf", arm, "forearm", prefix="second_")
    reveal_type(joint)  # -> "Element"
    element = bodyplan.element_of(arm, "arm::elbow")
    reveal_type(element)  # -> "Element | None"
    if element is not None:
        print(bodyplan.location_of(element), len(bodyplan.scene_objects(arm, element)))
    return bodyplan.dumps(examples / "arm.urdf")


def parse(include: NestedInclude) -> ModelInterface:
    """A custom parser of included files."""
    return ModelInterface(
        name=include.local_model_name or "post", canonical_link_name="top", links=[LinkInterface(name="top")]
    )


def places(path: Path) -> npt.NDArray[np.float64]:
    """Where the last frame of a document goes when its first joint turns."""
    scene = bodyplan.load(path).scene
    reveal_type(scene)  # -> "Scene"
    name, joint = next(iter(scene.joints.items()))
    reveal_type(joint)  # -> "Joint"
    reveal_type(joint.axes)  # -> "tuple[Axis, ...]"
    reveal_type(joint.X_PF)  # -> "Transform"
    reveal_type(scene.links)  # -> "LazyMapping[Link]"
    reveal_type(list(reversed(scene.forward_kinematics())))  # -> "list[str]"
    frame = scene.frames[next(reversed(scene.frames))]
    reveal_type(frame.pose.inverse() @ frame.pose)  # -> "Transform"
    translation: npt.NDArray[np.float64] = scene.pose(frame.name, q={name: math.pi / 2}).translation
    return translation


def parts(path: Path) -> list[str]:
    """What the links of a document look like, and what couples and drives its joints."""
    scene = bodyplan.load(path).scene
    found: list[str] = []
    for link in scene.links.values():
        reveal_type(link.mass)  # -> "float"
        for shape in link.visuals:
            geometry = shape.geometry
            reveal_type(shape.properties)  # -> "Mapping[str, object]"
            if isinstance(geometry, Box):
                reveal_type(geometry.size)  # -> "tuple[float, float, float]"
                found.append(f"box {geometry.size[0]:g}")
            elif isinstance(geometry, bodyplan.geometry.Mesh):
                reveal_type(geometry.path)  # -> "str | None"
                found.append(geometry.uri)
    for constraint in scene.constraints:
        reveal_type(constraint)  # -> "Constraint"
        if isinstance(constraint, bodyplan.MimicConstraint):
            reveal_type(constraint.multiplier)  # -> "float"
            found.append(f"{constraint.joint} follows {constraint.leader}")
    for actuator in scene.actuators:
        reveal_type(actuator.gains)  # -> "tuple[float, float] | None"
        found.append(actuator.joint or "")
    reveal_type(scene.gravity)  # -> "tuple[float, float, float] | None"
    return found


def complain(path: Path) -> int:
    """Prints what is wrong with a file."""
    report = bodyplan.check(path, strict=True, target="drake")
    reveal_type(report)  # -> "Report"
    for finding in report.diagnostics:
        reveal_type(finding.code)  # -> "str"
        reveal_type(finding.line)  # -> "int"
        reveal_type(finding.hint)  # -> "str | None"
        print(finding.file, finding.severity, finding)
    try:
        bodyplan.load(path)
    except bodyplan.LoadError as error:
        reveal_type(error.diagnostics)  # -> "tuple[Diagnostic, ...]"
        return len(error.diagnostics)
    return 0


def main(examples: Path) -> None:
    for name in ("arm.sdf", "arm.urdf", "pendulum.skel"):
        print(describe(examples / name), places(examples / name), parts(examples / name))
    doors(examples)
    print(build().version, old(v1_4.Model(name="small", link=[v1_4.Link(name="body")])))
    print(hinge(np.zeros(3)), raised(sdformat.Pose(value=bodyplan.Pose.euler(z=1.0))))
    assert bodyplan.load(examples / "arm.sdf").check().ok
    assert "the first" in edited(examples)
    assert composed(examples)
    assert bodyplan.load(examples / "arm.urdf", parsers=[parse]).ok
    assert complain(examples / "faulty.urdf") > 0


main(Path(sys.argv[1]))
