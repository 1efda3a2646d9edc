"""What differs in the meaning of two documents."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from ...runtime.element import Element
from ..core.location import Location, LocationIndex
from ..document.loader import open_document
from ..formats.registry import FORMATS
from ..ir.geometry import Mesh
from ..scene.scene import get_world
from ..spatial.transform import Transform
from .facts import PRECISE, Thing, collect_things, compare_filters, find_outer_model

if TYPE_CHECKING:
    from ..document.document import DocumentOrPath
    from ..scene.scene import Scene


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that two documents say differently.

    Attributes:
        kind: of what: ``"link"``, ``"joint"``, ``"frame"``, ``"visual"``, ``"MimicConstraint"`` …
        name: its scoped name; without the model around everything where both documents have one.
        change: ``"added"``: only the second has it; ``"removed"``: only the first; ``"changed"``.
        what: what was changed: ``"mass"``, ``"pose"``, ``"upper"`` …; None where the thing itself is added or removed.
        old: what the first document says, as the scene has it: SI units, ``Transform`` …
        new: what the second one says.
        old_place: where that is in the first; None where it is in no text.
        new_place: where it is in the second.

    Example:
        >>> arm = bodyplan.load("examples/arm.urdf")
        >>> heavier = bodyplan.load("examples/arm.urdf")
        >>> heavier.root.link[0].inertial.mass.value = 5.0
        >>> (difference,) = bodyplan.diff(arm, heavier)
        >>> difference.kind, difference.name, difference.what, difference.old, difference.new
        ('link', 'base', 'mass', 4.0, 5.0)
    """

    kind: str
    name: str
    change: Literal["added", "removed", "changed"]
    what: str | None = None
    old: Any = None
    new: Any = None
    old_place: Location | None = None
    new_place: Location | None = None


def diff(a: DocumentOrPath, b: DocumentOrPath, tolerance: float = 1e-6) -> tuple[Difference, ...]:
    """What two documents mean differently, whatever format and version they are written in.

    Compared are links (mass, centre of mass, inertia, shapes), how joints connect and move them, limits, frames, sensors and
    lights, constraints, motors and collision filters. Links are placed by their joints: a link that moves does
    not move what is attached to it. Layout, order and the spelling of values do not count.

    Args:
        a: a document, or the path of one for ``load``.
        b: the other.
        tolerance: how far numbers may be apart: m and rad, or in parts of the larger number where that is more than one.
            Masses and inertias are always compared in parts of themselves.

    Returns:
        The differences in the order of the first document, then what only the second has.

    Raises:
        LoadError: a document has errors.
        TypeError: ``a`` or ``b`` is neither a document nor a path.

    Example:
        >>> found = bodyplan.diff("examples/arm.urdf", "examples/arm.sdf")
        >>> [(difference.kind, difference.name, difference.change) for difference in found][:2]
        [('link', 'tool', 'removed'), ('joint', 'tool_mount', 'removed')]
    """
    scenes = [open_document(each, "diff").scenes for each in (a, b)]
    found: list[Difference] = []
    for one, other in zip_longest(*scenes):
        if other is None:
            found.append(Difference("world", one.world_name, "removed"))
        elif one is None:
            found.append(Difference("world", other.world_name, "added"))
        else:
            found += compare_scenes(one, other, tolerance)
    return tuple(found)


_PATHS: dict[str, tuple[tuple[str, ...], ...]] = {
    "mass": (("inertial", "mass"), ("inertial",)),
    "com": (("inertial", "pose"), ("inertial", "origin"), ("inertial",)),
    "inertia": (("inertial", "inertia"), ("inertial",)),
    **dict.fromkeys(("pose", "frame"), (("pose",), ("origin",))),
    **{name: ((name,),) for name in ("geometry", "parent", "child", "axis")},
    **dict.fromkeys(("lower", "upper", "velocity", "effort"), (("limit",), ("axis", "limit"))),
    **dict.fromkeys(("damping", "friction"), (("dynamics",), ("axis", "dynamics"))),
}
"""Where formats say something inside of a thing's element, the nearest place first."""


def _inside(element: Any, path: tuple[str, ...]) -> Element | None:
    """The element that a path of fields leads to; None where it was not written."""
    for name in path:
        element = vars(element).get(name) if isinstance(element, Element) else None
    return element if isinstance(element, Element) else None


def compare_scenes(one: Scene, other: Scene, tolerance: float) -> Iterator[Difference]:
    """What two worlds mean differently; see ``diff``."""
    return _SceneComparison((one, other), tolerance).differences()


class _SceneComparison:
    def __init__(self, scenes: tuple[Scene, Scene], tolerance: float) -> None:
        self._formats = [FORMATS[scene.format] for scene in scenes]
        self._tolerance = tolerance
        wholes = find_outer_model(scenes[0]), find_outer_model(scenes[1])
        if None in wholes:
            wholes = None, None
        filters = compare_filters(scenes, wholes)
        self._things = [
            {(each.kind, each.name): each for each in collect_things(scene, whole, wholes[0], own)}
            for scene, whole, own in zip(scenes, wholes, filters)
        ]
        self._locations = [LocationIndex(get_world(scene).description.sources) for scene in scenes]

    def differences(self) -> Iterator[Difference]:
        """Those of the first scene in its order, then what only the second has."""
        old, new = self._things
        for key, thing in old.items():
            if key in new:
                yield from self._changes(thing, new[key])
                for kind, shapes in thing.shapes.items():
                    yield from self._shapes(shapes, new[key].shapes[kind])
            elif self._counts(thing, 1):
                yield self._lone(thing, 0)
        for key, thing in new.items():
            if key not in old and self._counts(thing, 0):
                yield self._lone(thing, 1)

    def _counts(self, thing: Thing, side: int) -> bool:
        """Whether it is a difference that a scene does not have a thing of the other's."""
        if thing.kind == "initial position":
            return ("joint", thing.name) in self._things[side]
        return thing.kind not in self._formats[side].unstated

    def _lone(self, thing: Thing, side: int) -> Difference:
        """The difference where only one scene has a thing."""
        if side == 0:
            return Difference(thing.kind, thing.name, "removed", old_place=self._locate(thing, 0))
        return Difference(thing.kind, thing.name, "added", new_place=self._locate(thing, 1))

    def _changes(self, one: Thing, other: Thing) -> Iterator[Difference]:
        for what, before in one.says.items():
            if what not in other.says:  # it follows from something else that differs
                continue
            after = other.says[what]
            if not alike(before, after, self._tolerance, 0.0 if what in PRECISE else 1.0):
                places = self._locate(one, 0, what), self._locate(other, 1, what)
                yield Difference(one.kind, one.name, "changed", what, before, after, *places)

    def _shapes(self, before: Iterable[Thing], after: Iterable[Thing]) -> Iterator[Difference]:
        """Compares shapes that have one name; those that are left in their order, since formats make names up."""
        there = list(after)
        left: list[Thing] = []
        for shape in before:
            same = next((each for each in there if each.name == shape.name), None)
            if same is None:
                left.append(shape)
            else:
                there = [each for each in there if each is not same]
                yield from self._changes(shape, same)
        for one, other in zip(left, there):
            yield from self._changes(one, other)
        yield from (self._lone(each, 0) for each in left[len(there) :])
        yield from (self._lone(each, 1) for each in there[len(left) :])

    def _locate(self, thing: Thing, side: int, what: str = "") -> Location | None:
        """Where a thing is described, or what says something of it."""
        found = (_inside(thing.element, path) for path in _PATHS.get(what.partition(" ")[0], ()))
        return self._locations[side](next((each for each in found if each is not None), thing.element))


def alike(one: Any, other: Any, tolerance: float, floor: float = 1.0) -> bool:
    """Whether two numbers, arrays, transforms, texts, records of these … mean the same.

    The tolerance is relative to the larger number, or to the largest in an array, and to no less than ``floor``: 1 makes it
    absolute near zero.
    """
    if isinstance(one, Transform) and isinstance(other, Transform):
        turn = one.rotation.T @ other.rotation
        # the sine is exact for small angles, where the cosine has no digits left
        sine = np.linalg.norm([turn[2, 1] - turn[1, 2], turn[0, 2] - turn[2, 0], turn[1, 0] - turn[0, 1]]) / 2
        is_turned = sine > tolerance or np.trace(turn) < 1
        return not is_turned and alike(one.translation, other.translation, tolerance, floor)
    if _is_number(one) and _is_number(other):
        return _near(np.array([one], dtype=float), np.array([other], dtype=float), tolerance, floor)
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        return one.shape == other.shape and _near(one, other, tolerance, floor)
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(alike(one[key], other[key], tolerance, floor) for key in one)
    if isinstance(one, (list, tuple)) and isinstance(other, (list, tuple)):
        return len(one) == len(other) and all(alike(a, b, tolerance, floor) for a, b in zip(one, other))
    if is_dataclass(one) and type(one) is type(other):
        names = {each.name for each in fields(one)}
        if isinstance(one, Mesh) and isinstance(other, Mesh):
            paths = [each.path and os.path.realpath(each.path) for each in (one, other)]
            if one.uri != other.uri and (None in paths or paths[0] != paths[1]):
                return False
            names -= {"uri", "path"}
        return all(alike(getattr(one, name), getattr(other, name), tolerance, floor) for name in names)
    if isinstance(one, np.ndarray) or isinstance(other, np.ndarray):
        return False
    return bool(one == other)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool)


def _near(one: np.ndarray[Any, Any], other: np.ndarray[Any, Any], tolerance: float, floor: float) -> bool:
    same = (one == other) | (np.isnan(one) & np.isnan(other))
    if same.all():
        return True
    if not (np.isfinite(one[~same]).all() and np.isfinite(other[~same]).all()):
        return False
    both = np.abs(np.concatenate([one[np.isfinite(one)], other[np.isfinite(other)]]))
    return bool(np.abs(one[~same] - other[~same]).max() <= tolerance * max(floor, float(both.max())))
