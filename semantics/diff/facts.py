"""What a scene says, thing by thing, in terms in which descriptions of other formats can be compared with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

from ..constraints.poses import LoopJointConstraint
from ..ir.joints import Motion
from ..ir.scoped_names import SEPARATOR, WORLD

if TYPE_CHECKING:
    from ..ir.source_ref import Place
    from ..scene.joints import Joint
    from ..scene.links import Link, Shape
    from ..scene.scene import Scene

PRECISE = ("mass", "inertia", "rotor_inertia")
"""What has no natural size: compared in parts of itself, however small."""

LIMITS = ("lower", "upper", "velocity", "effort", "acceleration", "damping", "friction", "stiffness", "rest_position")


@dataclass(slots=True)
class Thing:
    """A link, joint, frame … of a scene."""

    kind: str
    name: str
    """Scoped; without the model around everything where documents have one each."""
    element: Place
    says: dict[str, Any]
    """What is compared, by name."""
    shapes: dict[str, list[Thing]] = field(default_factory=dict)
    """Of a link, the visual and collision ones, by kind."""


def collect_things(
    scene: Scene, whole: str | None, called: str | None, filters: Iterable[Thing] = ()
) -> Iterator[Thing]:
    """All things of a scene in the order in which they are described, with those of its collision ``filters``.

    ``whole`` is the one model around everything, which names are given without, and which is itself ``called`` so.
    """
    names = LocalNames(whole)
    if scene.gravity is not None:
        yield Thing("world", WORLD, None, {"gravity": scene.gravity})
    children = {joint.child for joint in scene.joints.values()}
    static = {name for name, model in scene.models.items() if model.static}
    for name, model in scene.models.items():
        frame = scene.frames[name]
        says: dict[str, Any] = {"name": name} if name == whole else {}
        own = called if name == whole and called is not None else names(name)
        yield Thing("model", own, frame.element, says | {"static": model.static})
    for link in scene.links.values():
        yield _link(link, scene, names, link.name in children)
    for joint in scene.joints.values():
        yield _joint(joint, names)
    for name, frame in scene.frames.items():
        if frame.kind == "frame" or (frame.kind == "model" and name != whole and name in static):
            body = scene.frames.get(frame.attached_to)
            pose = frame.pose if body is None else body.pose.inverse() @ frame.pose
            says = {"attached_to": names(frame.attached_to), "pose": pose}
            yield Thing(frame.kind, names(name), frame.element, says)
    for name, attachment in scene.attachments.items():
        says = {"owner": names(attachment.owner), "pose": attachment.pose}
        yield Thing(attachment.kind, names(name), attachment.element, says)
    counts: Counter[str] = Counter()
    for each in (*scene.constraints, *scene.force_elements, *scene.actuators):
        if not isinstance(each, LoopJointConstraint):  # the joint says it
            yield _record(each, scene, names, counts)
    yield from filters
    for name, value in scene.default_configuration.items():
        yield Thing("initial position", names(name), None, {"value": value})


def find_outer_model(scene: Scene) -> str | None:
    """The one model that everything in a scene is in; None where there are several, or other things."""
    outer = [name for name in scene.frames if SEPARATOR not in name and name != WORLD]
    return outer[0] if len(outer) == 1 and outer[0] in scene.models else None


class LocalNames:
    """Names without the model around everything."""

    def __init__(self, whole: str | None) -> None:
        self._prefix = None if whole is None else whole + SEPARATOR

    def __call__(self, name: str) -> str:
        """One of them."""
        return name if self._prefix is None else name.removeprefix(self._prefix)

    def inside(self, value: Any) -> Any:
        """A value with such names."""
        if isinstance(value, str):
            return self(value)
        if isinstance(value, tuple) and type(value) is tuple:
            return tuple(map(self.inside, value))
        return value


def _link(link: Link, scene: Scene, names: LocalNames, has_joint: bool) -> Thing:
    says: dict[str, Any] = {"mass": link.mass}
    if link.mass:
        says |= {"com": link.com, "inertia": link.inertia}
    if not has_joint:
        says["pose"] = scene.frames[link.name].pose
    shapes = {
        "visual": [_shape("visual", each, link, names) for each in link.visuals],
        "collision": [_shape("collision", each, link, names) for each in link.collisions],
    }
    return Thing("link", names(link.name), link.element, says, shapes)


def _shape(kind: str, shape: Shape, link: Link, names: LocalNames) -> Thing:
    name = f"{names(link.name)}{SEPARATOR}{shape.name}"
    return Thing(kind, name, shape.element, {"pose": shape.pose, "geometry": shape.geometry})


def _joint(joint: Joint, names: LocalNames) -> Thing:
    says: dict[str, Any] = {"motion": joint.motion.value, "parent": names(joint.parent), "child": names(joint.child)}
    says["pose"] = joint.X_PF @ joint.X_BM.inverse()
    if joint.motion is Motion.FIXED:
        return Thing("joint", names(joint.name), joint.element, says)
    says["frame"] = joint.X_PF
    for number, axis in enumerate(joint.axes):
        which = f" of axis {number + 1}" if len(joint.axes) > 1 else ""
        says[f"axis{which}"] = joint.X_PF.rotation @ axis.xyz
        says |= {
            f"{limit}{which}": getattr(axis, limit) for limit in LIMITS if limit != "rest_position" or axis.stiffness
        }
    says["pitch"] = joint.pitch
    return Thing("joint", names(joint.name), joint.element, says)


def _record(record: Any, scene: Scene, names: LocalNames, counts: Counter[str]) -> Thing:
    """A constraint, force element or motor, named by what it acts on."""
    joint = scene.joints.get(getattr(record, "joint", ""))
    says = {each.name: names.inside(getattr(record, each.name)) for each in fields(record)}
    own = next((value for value in says.values() if isinstance(value, str) and value), "")
    kind = type(record).__name__
    counts[f"{kind} {own}"] += 1
    number = counts[f"{kind} {own}"]
    return Thing(kind, own if number == 1 else f"{own} ({number})", None if joint is None else joint.element, says)
