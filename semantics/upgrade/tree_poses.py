"""Poses and bodies of what is in the tree of a document of the newest version.

Ends of joints, poses and frames attached to others are followed through the tree. What is in included files is not looked
at: a reference into one is unknown.

Spec: http://sdformat.org/tutorials?tut=pose_frame_semantics
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, TypeAlias

from ...runtime.source import literal_tag
from ..spatial.raw_pose import IDENTITY, RawPose, compose, inverse, pose_from_quaternion, pose_from_rpy
from .unit_equivalents import pose_numbers
from .xml_tree import children, elements, first, text_of

if TYPE_CHECKING:
    from lxml.etree import _Element

SCOPES = ("model", "world", "sdf", "actor")
NAMED = ("link", "frame", "joint", "model", "include")
"""Elements whose names are those of frames."""


class Unknown(Exception):
    """A pose that cannot be computed: a reference to nothing, into an included file, or to itself."""


class ScopeNames:
    """The elements of each model and world of a tree by name, as long as none is renamed."""

    def __init__(self) -> None:
        self._known: dict[_Element, dict[str, _Element]] = {}

    def find(self, name: str, scope: _Element) -> _Element:
        """The element with the name of a frame in a model or world; raises ``Unknown`` where there is none."""
        known = self._known.get(scope)
        if known is None:
            known = self._known[scope] = {}
            for kind in NAMED:
                for child in children(scope, kind):
                    name_element = first(child, "name") if kind == "include" else None
                    called = child.get("name") if kind != "include" else None
                    known.setdefault((called if name_element is None else text_of(name_element)) or "", child)
        if name not in known:
            raise Unknown
        return known[name]

    def kind_of(self, name: str, element: _Element) -> str | None:
        """The tag of what a name means beside an element; None where nothing has it."""
        try:
            return literal_tag(self.find(name, scope_of(element)))
        except Unknown:
            return None


Steps: TypeAlias = "Generator[_Element, RawPose, RawPose]"
"""Works a pose out: gives each element whose pose it needs, is sent that, and returns the result."""


class Frames:
    """Poses of what is in a document, asked for before anything of it changes.

    All methods raise ``Unknown`` where there is no such pose or body.
    """

    def __init__(self) -> None:
        self.called = ScopeNames()
        self._found: dict[_Element, RawPose] = {}
        self._asked: set[_Element] = set()
        self._bodies: dict[tuple[_Element, str], str] = {}
        self._sought: set[tuple[_Element, str]] = set()

    def in_parent(self, element: _Element) -> RawPose:
        """Pose of an element in what its pose is relative to in a version without names of frames."""
        return compose(inverse(self._worked_out(self._usual(element))), self.of(element))

    def of(self, element: _Element) -> RawPose:
        """Pose of an element in the model or world that it is in."""
        return self._worked_out(_just(element))

    def resolve_reference(self, reference: str, scope: _Element) -> RawPose:
        """Pose in a model or world of what a reference in it means."""
        return self._worked_out(self._inside(scope, reference))

    def _worked_out(self, wanted: Steps) -> RawPose:
        # not by recursion: poses may be relative to one another in chains longer than the interpreter's stack allows
        running: list[tuple[_Element | None, Steps]] = [(None, wanted)]
        value: RawPose | None = None
        while True:
            element, steps = running[-1]
            try:
                needed = steps.send(value)  # type: ignore[arg-type]  # None starts a generator
            except StopIteration as done:
                value = done.value
                assert value is not None, "steps return a pose"
                running.pop()
                if element is None:
                    return value
                self._found[element] = value
                continue
            value = self._found.get(needed)
            if value is None:
                if needed in self._asked:
                    raise Unknown
                self._asked.add(needed)
                running.append((needed, self._of(needed)))

    def _of(self, element: _Element) -> Steps:
        pose = first(element, "pose")
        reference = pose.get("relative_to") if pose is not None else None
        if not reference and literal_tag(element) == "frame":
            reference = element.get("attached_to")
        if literal_tag(element) == "include" and pose is None:
            raise Unknown
        start = yield from self._inside(scope_of(element), reference) if reference else self._usual(element)
        found = compose(start, written_pose(pose))
        placed = element.get("placement_frame")
        if placed:
            if literal_tag(element) != "model":
                raise Unknown
            found = compose(found, inverse((yield from self._inside(element, placed))))
        return found

    def _inside(self, scope: _Element, reference: str) -> Steps:
        if reference in ("__model__", "world"):
            return IDENTITY
        name, _, rest = reference.partition("::")
        target = self.called.find(name, scope)
        found = yield target
        return compose(found, (yield from self._inside(target, rest))) if rest else found

    def _usual(self, element: _Element) -> Steps:
        """What a pose is relative to where it does not say so: what the element is in; for a joint, its child."""
        if literal_tag(element) == "joint":
            child = first(element, "child")
            name = text_of(child) if child is not None else None
            if not name:
                raise Unknown
            return (yield from self._inside(scope_of(element), name))
        parent = element.getparent()
        if parent is None or literal_tag(parent) in SCOPES:
            return IDENTITY
        return (yield parent)

    def body(self, reference: str, scope: _Element) -> str:
        """Name of the link that moves with what a reference in a model or world means."""
        passed: list[tuple[_Element, str]] = []
        while (scope, reference) not in self._bodies:
            if (scope, reference) in self._sought:
                raise Unknown
            passed.append((scope, reference))
            self._sought.add((scope, reference))
            found, reference = self._one_on(reference, scope)
            if found is not None:
                break
        else:
            found = self._bodies[scope, reference]
        self._bodies.update(dict.fromkeys(passed, found))
        return found

    def _one_on(self, reference: str, scope: _Element) -> tuple[str | None, str]:
        """The link that moves with what has a name; or None, and the name of what else that is attached to."""
        name, _, rest = reference.partition("::")
        if name == "__model__":
            return self._canonical(scope), ""
        if name == "world":
            return name, ""
        target = self.called.find(name, scope)
        kind = literal_tag(target)
        if rest:
            return f"{name}::{self.body(rest, target)}", ""
        if kind == "link":
            return name, ""
        if kind == "model":
            return f"{name}::{self._canonical(target)}", ""
        if kind == "include":
            raise Unknown
        child = first(target, "child") if kind == "joint" else None
        return None, (text_of(child) if child is not None else target.get("attached_to")) or "__model__"

    def _canonical(self, model: _Element) -> str:
        written = model.get("canonical_link")
        if written:
            return self.body(written, model)
        for link in children(model, "link"):
            return link.get("name", "")
        for nested in children(model, "model"):
            return f"{nested.get('name', '')}::{self._canonical(nested)}"
        raise Unknown


def _just(element: _Element) -> Steps:
    return (yield element)


def foreign_joints(element: _Element) -> list[_Element]:
    """Joints in another vocabulary, such as ``<drake:joint>``, in an element."""
    return [child for child in elements(element) if literal_tag(child).endswith(":joint")]


def ends_of(joint: _Element) -> list[str]:
    """What a joint of any vocabulary names as its parent and child."""
    prefix = literal_tag(joint).removesuffix("joint")
    tagged = {literal_tag(child): child for child in reversed(elements(joint))}
    found = (tagged.get(f"{prefix}{name}") for name in ("parent", "child"))
    return [text for end in found if end is not None and (text := text_of(end))]


def written_pose(pose: _Element | None) -> RawPose:
    """The numbers of a ``<pose>``, as they are written; raises ``Unknown`` where they are none."""
    if pose is None or not text_of(pose):
        return IDENTITY
    found = pose_numbers(pose)
    if found is None:
        raise Unknown
    x, y, z, *rotation = found
    if len(rotation) == 4:
        qx, qy, qz, qw = rotation
        return pose_from_quaternion(x, y, z, qw, qx, qy, qz)
    return pose_from_rpy(x, y, z, *rotation)


def scope_of(element: _Element) -> _Element:
    """The model or world that an element is in; raises ``Unknown`` where it is in none."""
    current = element.getparent()
    while current is not None and literal_tag(current) not in SCOPES:
        current = current.getparent()
    if current is None:
        raise Unknown
    return current
