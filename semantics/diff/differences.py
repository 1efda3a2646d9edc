"""What differs in the meaning of two documents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Literal

from ...runtime.element import Element
from ..core.location import Location
from ..document.loader import open_document
from ..document.location import LocationIndex
from ..formats.registry import FORMATS
from ..scene.scene import get_world
from .equality import alike
from .facts import PRECISE, Thing, collect_things, find_outer_model
from .filters import compare_filters

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
    not move what hangs from it. Layout, order and the spelling of values do not count.

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


class _ComparedScene:
    """One of the scenes that are compared."""

    def __init__(self, scene: Scene, whole: str | None, called: str | None, filters: Iterable[Thing]) -> None:
        self.things = {(each.kind, each.name): each for each in collect_things(scene, whole, called, filters)}
        self._spots = LocationIndex(get_world(scene).description.sources)

    def locate(self, thing: Thing, what: str | None = None) -> Location | None:
        """Where a thing is described, or what says something of it."""
        found = (_inside(thing.element, path) for path in _PATHS.get((what or "").partition(" ")[0], ()))
        return self._spots(next((each for each in found if each is not None), thing.element))


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
    wholes = find_outer_model(one), find_outer_model(other)
    if None in wholes:
        wholes = None, None
    filters = compare_filters((one, other), wholes)
    old, new = (
        _ComparedScene(scene, whole, wholes[0], own) for scene, whole, own in zip((one, other), wholes, filters)
    )
    for key, thing in old.things.items():
        there = new.things.get(key)
        if there is None:
            if _counts(thing, other, new):
                yield Difference(thing.kind, thing.name, "removed", old_place=old.locate(thing))
            continue
        yield from _changes(thing, there, old, new, tolerance)
        for kind, shapes in thing.shapes.items():
            yield from _shapes(shapes, there.shapes[kind], old, new, tolerance)
    for key, thing in new.things.items():
        if key not in old.things and _counts(thing, one, old):
            yield Difference(thing.kind, thing.name, "added", new_place=new.locate(thing))


def _counts(thing: Thing, scene: Scene, side: _ComparedScene) -> bool:
    """Whether it is a difference that a scene does not have a thing of the other's."""
    if thing.kind == "initial position":
        return ("joint", thing.name) in side.things
    return thing.kind not in FORMATS[scene.format].unstated


def _changes(
    one: Thing, other: Thing, old: _ComparedScene, new: _ComparedScene, tolerance: float
) -> Iterator[Difference]:
    for what, before in one.says.items():
        if what not in other.says:  # it follows from something else that differs
            continue
        after = other.says[what]
        if not alike(before, after, tolerance, 0.0 if what in PRECISE else 1.0):
            yield Difference(
                one.kind, one.name, "changed", what, before, after, old.locate(one, what), new.locate(other, what)
            )


def _shapes(
    before: Iterable[Thing], after: Iterable[Thing], old: _ComparedScene, new: _ComparedScene, tolerance: float
) -> Iterator[Difference]:
    """Compares shapes that have one name; those that are left in their order, since formats make names up."""
    there = list(after)
    left: list[Thing] = []
    for shape in before:
        twin = next((each for each in there if each.name == shape.name), None)
        if twin is None:
            left.append(shape)
        else:
            there = [each for each in there if each is not twin]
            yield from _changes(shape, twin, old, new, tolerance)
    for one, other in zip_longest(left, there):
        if other is None:
            yield Difference(one.kind, one.name, "removed", old_place=old.locate(one))
        elif one is None:
            yield Difference(other.kind, other.name, "added", new_place=new.locate(other))
        else:
            yield from _changes(one, other, old, new, tolerance)
