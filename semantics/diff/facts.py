"""What scenes say, thing by thing, in terms in which descriptions of different formats can be compared."""

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


class _ComparedFilter:
    def __init__(self, scene: Scene, whole: str | None) -> None:
        names = LocalNames(whole)
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
    scenes: tuple[Scene, Scene], wholes: tuple[str | None, str | None]
) -> tuple[list[Thing], list[Thing]]:
    """What only the first scene excludes of the links that both have, and what only the second one does."""
    one, other = (_ComparedFilter(scene, whole) for scene, whole in zip(scenes, wholes))
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
