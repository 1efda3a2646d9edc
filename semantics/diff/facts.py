"""What scenes say, thing by thing, in terms in which descriptions of different formats can be compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import fields
from functools import cache, partial
from math import copysign, inf
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from ...diagnostics.records import NamedTuple, dataclass, field
from ..constraints.poses import LoopJointConstraint
from ..ir.joints import Motion
from ..ir.scoped_names import SEPARATOR, WORLD
from ..scene.joints import Actuator, Axis
from ..scene.keyframes import Keyframe
from ..scene.scene import get_kinematics, get_world
from .materials import find_named_material

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..ir.joints import JointRecord
    from ..ir.links import LinkRecord, ShapeRecord
    from ..ir.source_ref import Place
    from ..scene.frames import Attachment
    from ..scene.joints import Joint
    from ..scene.links import Link, Shape
    from ..scene.scene import Scene
    from ..spatial.raw_pose import RawPose
    from ..spatial.so3 import Array

PRECISE = ("mass", "inertia", "rotor_inertia")
"""What has no natural size: compared in parts of itself, however small."""

AXIS = tuple(each.name for each in fields(Axis) if each.name != "xyz")
"""What is said of a coordinate beside its direction."""
read_axis = attrgetter(*AXIS)
"""The same of an axis, or of the record of one."""
LIMITS = ("lower", "upper", "velocity", "effort")
NO_LIMIT = 1e16
"""Limits that are as large say that there is none."""
KEYFRAME = tuple(each.name for each in fields(Keyframe) if each.name not in ("name", "properties"))

OF_JOINTS = ("joint", "leader", "joints", "leaders")
"""Fields of records that name joints."""

NO_NAMES: Mapping[str, str] = {}

Links = frozenset[str]
Part = frozenset[Links]
"""Two sets of links of which none of one collides with one of the other, or one set of which no two collide."""

MOST_PAIRS = 10_000
"""Pairs of links that are reported one by one; where more differ, groups are."""


@dataclass(slots=True)
class Thing:
    """A link, joint, frame … of a scene."""

    kind: str
    name: str
    """Scoped; without the model around everything where documents have one each."""
    element: Place
    stated: dict[str, Any]
    """What is compared, by name, but for what follows from ``basis``."""
    shapes: dict[str, list[Thing]] = field(default_factory=dict)
    """Of a link, the visual and collision ones, by kind."""
    find_properties: Callable[[], Mapping[str, Any]] = dict
    """What else front ends found out, by names that formats share."""
    basis: tuple[Any, ...] | None = None
    """What the other facts follow from, as it is in records: things of which it is equal say these alike.

    So it is with most things of documents that are compared, whose facts are then never made.
    """
    find_facts: Callable[[], dict[str, Any]] = dict
    """What makes these facts."""
    _facts: dict[str, Any] | None = None

    @property
    def facts(self) -> dict[str, Any]:
        """All that is compared, by name."""
        if self._facts is None:
            self._facts = {**self.find_facts(), **self.stated}
        return self._facts


class PassedNames(NamedTuple):
    """Full names of what is left out of the things of a scene."""

    links: Collection[str] = ()
    joints: Collection[str] = ()
    """Without what they start from, too."""


NONE_PASSED = PassedNames()


def collect_things(
    scene: Scene,
    whole: str | None,
    called: str | None,
    filters: Iterable[Thing] = (),
    renamed: Mapping[str, str] = NO_NAMES,
    passed: PassedNames = NONE_PASSED,
) -> Iterator[Thing]:
    """All things of a scene in the order in which they are described, with those of its collision ``filters``.

    ``whole`` is the one model around everything, which names are given without, and which is itself ``called`` so;
    ``renamed`` has full names with those that stand for them; what is ``passed`` is left out.
    """
    names = LocalNames(whole, renamed)
    world = get_world(scene)
    gravity = {} if scene.gravity is None else {"gravity": scene.gravity}
    yield Thing("world", WORLD, world.description.element, gravity)
    has_more_links, has_more_joints = len(scene.links) > len(passed.links), len(scene.joints) > len(passed.joints)
    ends = {}
    if has_more_links or has_more_joints:
        ends = {name: (joint.parent, joint.child) for name, joint in scene.joints.items()}
    children = {child for _, child in ends.values()}
    static = {name for name, model in scene.models.items() if model.static}
    elements = {record.name: record.element for record in world.description.models}
    for name, model in scene.models.items():
        says: dict[str, Any] = {"name": name} if name == whole else {}
        own = called if name == whole and called is not None else names(name)
        says["static"] = model.static
        if model.canonical_link is not None:
            says["canonical_link"] = names(model.canonical_link)
        elif not (model.links or model.models):  # no link says where it is
            says["pose"] = scene.frames[name].pose
        yield Thing("model", own, elements[name], says)
    placed = _links_of_own_frames(scene)
    link_records = {record.name: record for record in reversed(world.description.links)} if has_more_links else {}
    for name in scene.links if has_more_links else ():
        if name in passed.links:
            continue
        thing = _link(scene.links[name], link_records[name], scene, names, name in children)
        if name in placed:
            thing.stated["written pose"] = placed[name]
        yield thing
    if has_more_joints:
        kinematics = get_kinematics(scene)
        placed_axes = zip(kinematics.x_pf, kinematics.x_bm, kinematics.axes)
        described = zip(ends.items(), world.description.joints, placed_axes)
        for (name, (parent, child)), joint_record, (x_pf, x_bm, axes) in described:
            if name not in passed.joints:
                arrays = x_pf, x_bm, *axes
                yield _joint(scene.joints[name], joint_record, (names(parent), names(child)), arrays, names)
    frame_records = world.graph.records
    for name, vertex in world.graph.index.items():
        kind = frame_records[vertex].kind
        if kind == "frame" or (kind == "model" and name != whole and name in static):
            frame = scene.frames[name]
            body = scene.frames.get(frame.attached_to)
            pose = frame.pose if body is None else body.pose.inverse() @ frame.pose
            says = {"attached_to": names(frame.attached_to), "pose": pose}
            yield Thing(frame.kind, names(name), frame.element, says)
    for name, attachment in scene.attachments.items():
        owner = names(attachment.owner)
        own = name.removeprefix(attachment.owner + SEPARATOR)
        yield Thing(
            attachment.kind,
            names(name) if own == name else f"{owner}{SEPARATOR}{own}",
            attachment.element,
            {"owner": owner},
            find_facts=partial(_find_place, attachment, owner),
        )
    counts: Counter[str] = Counter()
    references = world.references
    made = scene.constraints if references.constraints else ()
    made = tuple(each for each in made if not isinstance(each, LoopJointConstraint))  # joints say these
    places = [each.record.element for each in (*references.constraints, *references.force_elements)]
    places += [motor.element for motor, _ in references.actuators]
    for each, place in zip((*made, *scene.force_elements, *scene.actuators), places):
        yield _record(each, place, names, counts)
    for keyframe, record in zip(scene.keyframes, world.description.keyframes):
        counts[f"keyframe {keyframe.name}"] += 1
        number = counts[f"keyframe {keyframe.name}"]
        name = keyframe.name if number == 1 else f"{keyframe.name} ({number})"
        yield Thing("keyframe", name, record.element, {each: getattr(keyframe, each) for each in KEYFRAME})
    yield from filters
    for name, value in scene.default_configuration.items() if has_more_joints else ():
        if name not in passed.joints:
            yield Thing("initial position", names.of_joint(name), scene.joints[name].element, {"value": value})


def _find_place(attachment: Attachment, owner: str) -> dict[str, Any]:
    return {"owner": owner, "pose": attachment.pose}


def _links_of_own_frames(scene: Scene) -> dict[str, RawPose]:
    """Where links are written to be that their joints move elsewhere, since these name frames on both."""
    description = get_world(scene).description
    moved = {scene.joints[record.name].child for record in description.joints if record.own_frames}
    return {frame.name: frame.pose for frame in description.frames if frame.name in moved} if moved else {}


def find_outer_model(scene: Scene) -> str | None:
    """The one model that everything in a scene is in; None where there are several, or other things."""
    outer = [name for name in scene.frames if SEPARATOR not in name and name != WORLD]
    return outer[0] if len(outer) == 1 and outer[0] in scene.models else None


class LocalNames:
    """Names without the model around everything."""

    def __init__(self, whole: str | None, renamed: Mapping[str, str] = NO_NAMES) -> None:
        self._prefix = None if whole is None else whole + SEPARATOR
        self._renamed = renamed

    def __call__(self, name: str) -> str:
        """One of them."""
        if name in self._renamed:
            return self._renamed[name]
        return name if self._prefix is None else name.removeprefix(self._prefix)

    def of_shape(self, kind: str, link: str, shape: str) -> str:
        """The plain name of a shape in a link; ``renamed`` has it with its kind before it."""
        return self._renamed.get(f"{kind} {link}{SEPARATOR}{shape}", shape) if self._renamed else shape

    def of_joint(self, name: str) -> str:
        """The name of a joint; ``renamed`` has it with its kind before it where a link has the same."""
        return self._renamed.get(f"joint {name}") or self(name)

    def inside(self, value: Any, called: Callable[[str], str] | None = None) -> Any:
        """A value with such names, or as they are ``called``."""
        called = called or self
        if isinstance(value, str):
            return called(value)
        if isinstance(value, tuple) and type(value) is tuple:
            return tuple(self.inside(each, called) for each in value)
        return value


def _link(link: Link, record: LinkRecord, scene: Scene, names: LocalNames, has_joint: bool) -> Thing:
    def find_facts() -> dict[str, Any]:
        says: dict[str, Any] = {"mass": link.mass}
        if link.mass:
            says |= {"com": link.com, "inertia": link.inertia}
        if not has_joint:
            says["pose"] = scene.frames[link.name].pose
        return says

    inertial = record.inertial
    is_plain = has_joint and inertial.relative_to is None
    basis = (inertial.mass, inertial.pose, inertial.moments) if is_plain else None
    own = names(record.name)
    shapes = {
        kind: [
            _shape(kind, each, number, link, f"{own}{SEPARATOR}{names.of_shape(kind, record.name, each.name)}")
            for number, each in enumerate(records)
        ]
        for kind, records in (("visual", record.visuals), ("collision", record.collisions))
    }
    return Thing("link", own, link.element, {}, shapes, basis=basis, find_facts=find_facts)


def _shape(kind: str, record: ShapeRecord, number: int, link: Link, name: str) -> Thing:
    def find_facts() -> dict[str, Any]:
        shape: Shape = getattr(link, f"{kind}s")[number]
        return {"pose": shape.pose, "geometry": shape.geometry}

    says: dict[str, Any] = {}
    material = find_named_material(record.element) if kind == "visual" else None
    if material is not None:
        look = record.find_properties()
        says["material"] = material.name, look.get("diffuse"), look.get("diffuse_map")
    basis = (record.pose, record.geometry) if record.relative_to is None else None
    return Thing(
        kind,
        name,
        record.element,
        says,
        find_properties=record.find_properties,
        basis=basis,
        find_facts=find_facts,
    )


def _joint(
    joint: Joint, record: JointRecord, ends: tuple[str, str], arrays: Iterable[Array], names: LocalNames
) -> Thing:
    basis = (
        record.motion,
        ends,
        [each.tobytes() for each in arrays],
        [read_axis(axis) for axis in record.axes],
        record.pitch,
        record.curve,
        record.axis_order,
    )
    return Thing(
        "joint",
        names.of_joint(joint.name),
        joint.element,
        {},
        basis=basis,
        find_facts=lambda: _find_facts_of_joint(joint, record, *ends),
    )


def _find_facts_of_joint(joint: Joint, record: JointRecord, parent: str, child: str) -> dict[str, Any]:
    says: dict[str, Any] = {"motion": joint.motion.value, "parent": parent, "child": child}
    says["pose"] = joint.X_PF @ joint.X_BM.inverse()
    if joint.motion is Motion.FIXED:
        says["fixed frame"] = joint.X_PF
        return says
    says["frame"] = joint.X_PF
    for number, axis in enumerate(joint.axes):
        which = f" of axis {number + 1}" if len(joint.axes) > 1 else ""
        if record.curve is None:  # else the curve says its normal, and nothing reads a written axis
            says[f"axis{which}"] = joint.X_PF.rotation @ axis.xyz
        says |= {
            f"{limit}{which}": _limit_value(limit, getattr(axis, limit))
            for limit in AXIS
            if limit != "rest_position" or axis.stiffness
        }
    says["pitch"] = joint.pitch
    if record.curve is not None:
        says["curve"] = record.curve
    if joint.motion is Motion.EULER:
        says["axis_order"] = record.axis_order
    return says


def _limit_value(name: str, value: Any) -> Any:
    """A value of an axis; infinite for a limit that says by its size that there is none."""
    return copysign(inf, value) if name in LIMITS and abs(value) >= NO_LIMIT else value


@cache
def _compared_fields(cls: Any) -> tuple[str, ...]:
    return tuple(each.name for each in fields(cls) if each.name != "properties")


def _record(record: Any, place: Place, names: LocalNames, counts: Counter[str]) -> Thing:
    """A constraint, force element or motor, named by what it acts on."""
    cls: Any = type(record)
    compared = _compared_fields(cls)

    def name_inside(name: str, value: Any) -> Any:
        return names.inside(value, names.of_joint if name in OF_JOINTS else names)

    def find_facts() -> dict[str, Any]:
        values = ((name, getattr(record, name)) for name in compared)
        says = {name: name_inside(name, value) if isinstance(value, (str, tuple)) else value for name, value in values}
        if isinstance(record, Actuator) and record.transmission.kind == "joint":
            del says["transmission"]  # the joint says it
        return says

    texts = ((name, getattr(record, name)) for name in compared)
    own: str = next((said for name, text in texts if isinstance(text, str) and (said := name_inside(name, text))), "")
    kind = cls.__name__
    counts[f"{kind} {own}"] += 1
    number = counts[f"{kind} {own}"]
    return Thing(kind, own if number == 1 else f"{own} ({number})", place, {}, find_facts=find_facts)


class _ComparedFilter:
    def __init__(self, scene: Scene, whole: str | None, renamed: Mapping[str, str] = NO_NAMES) -> None:
        names = LocalNames(whole, renamed)
        found = self._filter = scene.collision_filter
        self.links = {names(name): name for name in scene.links if name != WORLD}
        self.joined = {frozenset(map(names, (joint.parent, joint.child))) for joint in scene.joints.values()}
        parts = [*({group} for group in found.groups), *found.group_pairs]
        parts += [[frozenset({link}) for link in pair] for pair in found.single_pairs]
        self._parts = [[frozenset(map(names, links)) for links in part] for part in parts]

    def parts(self, links: Links) -> dict[Part, None]:
        """What the filter says of some links."""
        found = (frozenset(part & links for part in parts) for parts in self._parts)
        return dict.fromkeys(part for part in found if all(part) and len(frozenset().union(*part)) > 1)

    def excludes(self, pair: tuple[str, str]) -> bool:
        """Whether the filter excludes a pair of links that no joint joins."""
        return frozenset(pair) not in self.joined and self._filter.excludes(*(self.links[link] for link in pair))


def compare_filters(
    scenes: tuple[Scene, Scene], wholes: tuple[str | None, str | None], renamed: Mapping[str, str] = NO_NAMES
) -> tuple[list[Thing], list[Thing]]:
    """What only the first scene excludes of the links that both have, and what only the second one does."""
    basis = _find_filter_basis(scenes[0], LocalNames(wholes[0], renamed))
    if basis is not None and basis == _find_filter_basis(scenes[1], LocalNames(wholes[1])):
        return [], []
    one, other = _ComparedFilter(scenes[0], wholes[0], renamed), _ComparedFilter(scenes[1], wholes[1])
    links = frozenset(one.links) & frozenset(other.links)
    own, others = one.parts(links), other.parts(links)
    left = [part for part in own if part not in others], [part for part in others if part not in own]
    count = 0
    pairs = {tuple(sorted(pair)) for pair in one.joined ^ other.joined if len(pair) == 2 and pair <= links}
    for members, differing in _candidates(left):
        count += len(members) * len(differing)
        if count > 2 * MOST_PAIRS:
            return [_group(part) for part in left[0]], [_group(part) for part in left[1]]
        pairs.update((a, b) if a < b else (b, a) for a in members for b in differing if a != b)
    found: tuple[list[Thing], list[Thing]] = [], []
    for a, b in sorted(pairs):
        said = one.excludes((a, b)), other.excludes((a, b))
        if said[0] != said[1]:
            found[said[1]].append(Thing("collision filter", f"{a}, {b}", None, {}))
    return found


def _find_filter_basis(scene: Scene, names: LocalNames) -> tuple[set[str], set[tuple[str, str, Motion]]] | None:
    """The links and the joints that a filter follows from; None where anything else has a say in it."""
    world, kinematics = get_world(scene), get_kinematics(scene)
    described, references, graph = world.description, world.references, kinematics.graph
    if described.contact_rules is not None or references.groups.direct or references.ignored:
        return None
    connections = kinematics.connections
    if any(model.static for model in described.models) or not all(each.valid for each in connections):
        return None
    called = {vertex: names(graph.body_name(vertex)) for each in connections for vertex in (each.parent, each.child)}
    joints = {(called[each.parent], called[each.child], each.record.motion) for each in connections}
    return {names(record.name) for record in described.links}, joints


def _candidates(left: tuple[list[Part], list[Part]]) -> Iterator[tuple[list[str], Links]]:
    """Links of which the parts say the same on each side, with those of which they say so on one side only."""
    own: dict[str, tuple[list[Links], list[Links]]] = {}
    for side, parts in enumerate(left):
        for part in parts:
            a, b = part if len(part) == 2 else (*part, *part)
            for members, excluded in {(a, b), (b, a)}:
                for link in members:
                    own.setdefault(link, ([], []))[side].append(excluded)
    alike: dict[tuple[frozenset[int], frozenset[int]], list[str]] = {}
    for link, (before, after) in own.items():
        alike.setdefault((frozenset(map(id, before)), frozenset(map(id, after))), []).append(link)
    for links in alike.values():
        before, after = own[links[0]]
        yield links, frozenset().union(*before) ^ frozenset().union(*after)


def _group(part: Iterable[Links]) -> Thing:
    """A part as a thing that is reported of as a whole."""
    names = [sorted(links) for links in part]
    labels = sorted(f"{links[0]}, … ({len(links)} links)" if len(links) > 1 else links[0] for links in names)
    return Thing("collision filter", " with ".join(labels), None, {})
