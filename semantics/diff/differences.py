"""What differs between two documents: in what they mean, then in what else they say."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import zip_longest
from math import radians
from typing import TYPE_CHECKING, Any, Literal

from ...diagnostics.records import dataclass, field, replace
from ...runtime.element import Element
from ...runtime.source import Source
from ..core.location import Location, LocationIndex
from ..core.traversal import elements_in, members
from ..document.document import get_options, get_parsed
from ..document.loader import load_lenient, open_document
from ..formats.registry import FORMATS
from ..scene.scene import get_world
from .areas import AREAS, Area, area_of, area_of_part
from .elements import ElementComparison
from .equal_records import SHARED_PROPERTIES, find_equal_records, find_passed_elements
from .fact_places import ATTACHMENT, SILENT, find_element, paths_by_fact
from .facts import (
    NO_NAMES,
    NONE_PASSED,
    PRECISE,
    LocalNames,
    Thing,
    collect_things,
    compare_filters,
    find_outer_model,
)
from .materials import MATERIAL, find_definitions, find_named_material, has_look
from .values import alike, is_number

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..document.document import Document, DocumentOrPath
    from ..ir.source_ref import Place
    from ..scene.scene import Scene
    from .elements import PartDifference, Path

Change = Literal["added", "removed", "changed"]

SHAPES = ("visual", "collision")
WRITTEN = ("written pose",)
"""Facts that say no more than what is written, where it has no effect."""
NAMED = ("model", "link", "joint", "frame", *SHAPES)
"""Things that are called as their elements are."""
OF_ONE_FORMAT = ("canonical_link", "fixed frame", "written pose")
"""Facts that formats choose differently where nothing is written."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that two documents say differently.

    Attributes:
        kind: of what: ``"link"``, ``"joint"``, ``"frame"``, ``"visual"``, ``"MimicConstraint"`` …
        name: its scoped name; without the model around everything where both documents have one.
        change: ``"added"``: only the second has it; ``"removed"``: only the first; ``"changed"``.
        what: what was changed: ``"mass"``, ``"pose"``, ``"upper"`` …, or the path of an element or attribute inside of it,
            such as ``"sensor[imu]/update_rate"``; None where the thing itself is added or removed.
        old: what the first document says, as the scene has it: SI units, ``Transform`` …
        new: what the second one says.
        old_place: where that is in the first; None where it is in no text.
        new_place: where it is in the second.
        area: what it concerns: one of ``"kinematics"``, ``"limits"``, ``"inertia"``, ``"collision"``, ``"visual"``,
            ``"sensors"``, ``"control"``, ``"simulation"``, ``"other"``.

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
    change: Change
    what: str | None = None
    old: Any = None
    new: Any = None
    old_place: Location | None = None
    new_place: Location | None = None
    area: Area = "other"


def diff(
    a: DocumentOrPath, b: DocumentOrPath, tolerance: float = 1e-6, *, only: Iterable[Area] | None = None
) -> tuple[Difference, ...]:
    """What two documents say differently, whatever format and version they are written in.

    What they mean is compared first: links (mass, centre of mass, inertia, shapes), how joints connect and move them,
    limits, frames, constraints, motors and collision filters. Links are placed by their joints: a link that moves does not
    move what is attached to it. Whatever else documents of one format say is compared element by element: colours,
    surfaces, sensors, plugins, transmissions … Of documents of two formats it is what both can say. Layout, order, the
    spelling of values and defaults that are written do not count.

    Args:
        a: a document, or the path of one for ``load``.
        b: the other.
        tolerance: how far numbers may be apart: m and rad, or in parts of the larger number where that is more than one.
            Masses and inertias, and what is no part of the scene, are always compared in parts of themselves.
        only: areas that alone count, such as ``["kinematics", "inertia"]``; see ``Difference.area``.

    Returns:
        The differences in the order of the first document, then what only the second has.

    Raises:
        LoadError: a document has errors.
        TypeError: ``a`` or ``b`` is neither a document nor a path.
        ValueError: ``only`` has what is no area.

    Example:
        >>> found = bodyplan.diff("examples/arm.urdf", "examples/arm.sdf", only=["kinematics"])
        >>> [(difference.kind, difference.name, difference.change) for difference in found][:2]
        [('link', 'tool', 'removed'), ('joint', 'tool_mount', 'removed')]
    """
    wanted = None if only is None else set(only)
    if wanted is not None and not wanted <= set(AREAS):
        raise ValueError(f"{min(wanted - set(AREAS))!r} is no area; there are {', '.join(AREAS)}")
    found = compare_documents(open_document(a, "diff"), open_document(b, "diff"), tolerance)
    return tuple(each for each in found if wanted is None or each.area in wanted)


def compare_documents(
    a: Document[Any], b: Document[Any], tolerance: float, renamed: Mapping[str, str] = NO_NAMES
) -> list[Difference]:
    """What two documents say differently; see ``diff``. ``renamed`` has full names of the first with those of the second."""
    found = _compare_roots(a, b, tolerance)
    for one, other in zip_longest(a.scenes, b.scenes):
        if other is None:
            found.append(Difference("world", one.world_name, "removed"))
        elif one is None:
            found.append(Difference("world", other.world_name, "added"))
        else:
            found += _compare_worlds((a, b), (one, other), tolerance, renamed)
    return found


def _compare_roots(a: Document[Any], b: Document[Any], tolerance: float) -> list[Difference]:
    """What documents say around their worlds."""
    roots = get_parsed(a).root, get_parsed(b).root
    if not isinstance(roots[0], Element) or type(roots[0]) is not type(roots[1]):
        return []
    owned: list[Place] = []
    for document, root in zip((a, b), roots):
        described = [get_world(scene).description for scene in document.scenes]
        if any(type(world.element) is type(root) for world in described):
            return []
        worlds = [world.element for world in described]
        owned += worlds
        alike_ones = [each for _, each in members(root) if any(type(each) is type(world) for world in worlds)]
        if len(alike_ones) == len(worlds):  # described are copies of them where something is included
            owned += alike_ones
    locations = [LocationIndex([get_parsed(document).source]) for document in (a, b)]
    return [
        Difference(
            "document",
            a.format,
            part.change,
            part.label,
            part.old,
            part.new,
            locations[0](part.old_place),
            locations[1](part.new_place),
            area_of_part("document", part.label),
        )
        for part in ElementComparison(owned, tolerance).compare(*roots)
        if part.path != ("@version",)
    ]


def compare_meanings(a: Document[Any], b: Document[Any], tolerance: float) -> bool:
    """Whether the scenes of two documents are the same."""
    if len(a.scenes) != len(b.scenes):
        return False
    return not any(compare_scenes(one, other, tolerance) for one, other in zip(a.scenes, b.scenes))


def compare_scenes(one: Scene, other: Scene, tolerance: float) -> list[Difference]:
    """What two worlds mean differently, without what else their documents say."""
    return _SceneComparison((one, other), tolerance).differences(meaning=True, elements=False)


def _compare_worlds(
    documents: tuple[Document[Any], Document[Any]],
    scenes: tuple[Scene, Scene],
    tolerance: float,
    renamed: Mapping[str, str],
) -> list[Difference]:
    comparison = _SceneComparison(scenes, tolerance, renamed)
    if documents[0].format != documents[1].format or FORMATS[documents[0].format].described_expanded:
        return comparison.differences()
    # classes and includes are followed where elements are compared; where these were written the things say
    expanded = [_expand(document) for document in documents]
    if all(made is given for made, given in zip(expanded, documents)):
        return comparison.differences()
    inner = _SceneComparison((expanded[0].scene, expanded[1].scene), tolerance, renamed)
    rest = inner.differences(meaning=False)
    return [*comparison.differences(elements=False), *(comparison.place(each) for each in rest)]


def _expand(document: Document[Any]) -> Document[Any]:
    """A document without includes, whose elements say what their classes give them; itself where it has neither."""
    tags = {type(each).Meta.name for each in elements_in(get_parsed(document).root)}  # type: ignore[attr-defined]
    if tags.isdisjoint(("default", "include")):
        return document
    text, _ = document.export(expand=True)
    made, _ = load_lenient(Source(document.path, text.encode("utf-8")), get_options(document), document.format)
    return document if made is None or not made.scenes else made


@dataclass(slots=True, eq=False)
class _Pair:
    """A thing that both scenes have."""

    things: tuple[Thing, Thing]
    differing: dict[str, bool] = field(default_factory=dict)
    """By fact that was compared, whether they say it differently."""
    found: list[Difference] = field(default_factory=list)
    has_one_basis: bool = False
    """Whether all other facts that both say are the same."""

    @property
    def elements(self) -> tuple[Place, Place]:
        return self.things[0].element, self.things[1].element

    def has_fact(self, fact: str) -> bool:
        """Whether both say a fact."""
        return fact in self.differing or (self.has_one_basis and all(fact in each.facts for each in self.things))


class _SceneComparison:
    def __init__(self, scenes: tuple[Scene, Scene], tolerance: float, renamed: Mapping[str, str] = NO_NAMES) -> None:
        self._formats = [FORMATS[scene.format] for scene in scenes]
        self._is_one_format = self._formats[0] is self._formats[1]
        self._tolerance = tolerance
        wholes = find_outer_model(scenes[0]), find_outer_model(scenes[1])
        if None in wholes:
            wholes = None, None
        filters = compare_filters(scenes, wholes, renamed)
        self._scenes = scenes
        self._passed = NONE_PASSED, NONE_PASSED
        if not self._is_one_format:
            self._passed = find_equal_records(scenes, (LocalNames(wholes[0], renamed), LocalNames(wholes[1])))
        self._things = [
            {(each.kind, each.name): each for each in collect_things(scene, whole, wholes[0], own, names, passed)}
            for scene, whole, own, names, passed in zip(scenes, wholes, filters, (renamed, NO_NAMES), self._passed)
        ]
        self._locations = [LocationIndex(get_world(scene).description.sources) for scene in scenes]
        self._defined = [
            find_definitions(each.element for each in things.values() if each.kind == "model")
            for things in self._things
        ]
        self._common = self._defined[0].keys() & self._defined[1].keys()
        """Names of materials that both documents define for shapes to share."""
        self._rows: list[_Pair | Difference] = []
        self._pair_all()

    def differences(self, *, meaning: bool = True, elements: bool = True) -> list[Difference]:
        """Those of the first scene in its order, then what only the second has."""
        inside: dict[int, list[Difference]] = {}
        if elements:
            inside = self._compare_elements()
        found: list[Difference] = []
        for row in self._rows:
            if isinstance(row, Difference):
                found += [row] if meaning else []
            else:
                found += (each for each in row.found if meaning and (elements or each.what not in WRITTEN))
                found += inside.get(id(row), [])
        return found

    def place(self, difference: Difference) -> Difference:
        """A difference with the places of its thing in the documents of these scenes."""
        key = difference.kind, difference.name
        places = [
            None if key not in things else self._locations[side](things[key].element)
            for side, things in enumerate(self._things)
        ]
        return replace(difference, old_place=places[0], new_place=places[1])

    def _pair_all(self) -> None:
        old, new = self._things
        for key, thing in old.items():
            if key in new:
                self._pair(thing, new[key])
                for kind, shapes in thing.shapes.items():
                    self._pair_shapes(shapes, new[key].shapes[kind])
            elif self._counts(thing, 1):
                self._rows.append(self._lone(thing, 0))
        for key, thing in new.items():
            if key not in old and self._counts(thing, 0):
                self._rows.append(self._lone(thing, 1))

    def _counts(self, thing: Thing, side: int) -> bool:
        """Whether it is a difference that a scene does not have a thing of the other's."""
        if thing.kind == "initial position":
            return ("joint", thing.name) in self._things[side]
        return self._is_one_format or thing.kind not in self._formats[side].unstated

    def _lone(self, thing: Thing, side: int) -> Difference:
        """The difference where only one scene has a thing."""
        area = area_of(thing.kind)
        if side == 0:
            return Difference(thing.kind, thing.name, "removed", old_place=self._locate(thing, 0), area=area)
        return Difference(thing.kind, thing.name, "added", new_place=self._locate(thing, 1), area=area)

    def _pair(self, one: Thing, other: Thing) -> None:
        pair = _Pair((one, other), has_one_basis=one.basis is not None and one.basis == other.basis)
        self._rows.append(pair)
        before, after = (one.stated, other.stated) if pair.has_one_basis else (one.facts, other.facts)
        for what, value in before.items():
            if what not in after:  # it follows from something else that differs
                continue
            if what in OF_ONE_FORMAT and not self._is_one_format:
                continue
            self._add(pair, what, value, after[what], 0.0 if what in PRECISE else 1.0)
        if not self._is_one_format and one.kind in SHAPES:
            said = one.find_properties(), other.find_properties()
            for what, suffices in SHARED_PROPERTIES.items() if any(said) else ():
                if suffices((what in said[0], what in said[1])):
                    self._add(pair, what, said[0].get(what), said[1].get(what), 1.0)

    def _add(self, pair: _Pair, what: str, before: Any, after: Any, floor: float) -> None:
        """Notes whether a fact differs."""
        one, other = pair.things
        differs = pair.differing[what] = not alike(before, after, self._tolerance, floor) and not (
            what == MATERIAL and self._is_compared_as_definition(pair)
        )
        if differs:
            places = self._locate(one, 0, what), self._locate(other, 1, what)
            area = area_of(one.kind, what)
            pair.found.append(Difference(one.kind, one.name, "changed", what, before, after, *places, area))

    def _pair_shapes(self, before: Sequence[Thing], after: Sequence[Thing]) -> None:
        """Compares shapes that have one name; those that are left in their order, since formats make names up."""
        if [each.name for each in before] == [each.name for each in after]:
            for one, other in zip(before, after):
                self._pair(one, other)
            return
        there = list(after)
        left: list[Thing] = []
        for shape in before:
            same = next((each for each in there if each.name == shape.name), None)
            if same is None:
                left.append(shape)
            else:
                there = [each for each in there if each is not same]
                self._pair(shape, same)
        for one, other in zip(left, there):
            self._pair(one, other)
        self._rows += (self._lone(each, 0) for each in left[len(there) :])
        self._rows += (self._lone(each, 1) for each in there[len(left) :])

    def _locate(self, thing: Thing, side: int, what: str = "") -> Location | None:
        """Where a thing is described, or what says something of it."""
        rows = _fact_paths(self._formats[side].name, thing)
        paths = rows.get(what) or rows.get(what.partition(" of axis")[0], [])
        return self._locations[side](find_element(thing.element, paths))

    def _compare_elements(self) -> dict[int, list[Difference]]:
        """What the elements of things say differently that no fact says, by the id of the pair that it belongs to."""
        together: dict[tuple[int, int], list[_Pair]] = {}
        for pair in self._rows:
            if isinstance(pair, _Pair):
                one, other = pair.elements
                if isinstance(one, Element) and type(one) is type(other):
                    together.setdefault((id(one), id(other)), []).append(pair)
        if not together:  # as in documents of two formats
            return {}
        owned = [thing.element for thing in self._all_things()]
        owned += (
            each for scene, passed in zip(self._scenes, self._passed) for each in find_passed_elements(scene, passed)
        )
        comparison = ElementComparison([*owned, *self._find_materials_of_shapes()], self._tolerance)
        found: dict[int, list[Difference]] = {}
        for group in together.values():
            # a robot is its world, too
            first = next((pair for pair in group if pair.things[0].kind != "world"), group[0])
            one, other = first.elements
            assert isinstance(one, Element)
            assert isinstance(other, Element)
            found[id(first)] = [
                self._part(first.things[0], part)
                for part in comparison.compare(one, other)
                if not self._is_covered(part, group, comparison)
            ]
        return found

    def _all_things(self) -> Iterable[Thing]:
        for things in self._things:
            for thing in things.values():
                yield thing
                for shapes in thing.shapes.values():
                    yield from shapes

    def _find_materials_of_shapes(self) -> Iterable[Place]:
        """Definitions of materials that shapes name and only one document has: they are compared where the shapes have them."""
        for scene, passed, things, defined in zip(self._scenes, self._passed, self._things, self._defined):
            shapes = [shape.element for thing in things.values() for shape in thing.shapes.get("visual", ())]
            shapes += find_passed_elements(scene, passed)
            used = {found.name for shape in shapes if (found := find_named_material(shape)) is not None}
            yield from (defined[name] for name in defined.keys() & used - self._common)

    def _is_compared_as_definition(self, pair: _Pair) -> bool:
        """Whether two shapes say of their material nothing but its name, of which both documents have a definition."""
        materials = [find_named_material(element) for element in pair.elements]
        names = {each.name for each in materials}
        return len(names) == 1 and names <= self._common and not any(map(has_look, materials))

    def _part(self, thing: Thing, part: PartDifference) -> Difference:
        places = self._locations[0](part.old_place), self._locations[1](part.new_place)
        area = area_of_part(thing.kind, part.label)
        return Difference(thing.kind, thing.name, part.change, part.label, part.old, part.new, *places, area)

    def _is_covered(self, part: PartDifference, group: list[_Pair], comparison: ElementComparison) -> bool:
        """Whether facts of things say what a part says, so that it is no difference by itself."""
        if not part.is_known:
            return False
        if part.change == "changed":
            return self._is_path_covered(part.path, group, part)
        lone = part.old if part.change == "removed" else part.new
        return isinstance(lone, Element) and all(
            written.is_usual or self._is_path_covered(written.path, group, None)
            for written in comparison.find_written_parts(lone, part.path)
        )

    def _is_path_covered(self, path: Path, group: list[_Pair], part: PartDifference | None) -> bool:
        is_same = False
        for pair in group:
            one, other = pair.things
            if part is not None and path == ("@name",) and (one.kind in NAMED or "owner" in one.stated):
                # formats make names of shapes up; others are what things are matched by
                return not (one.kind in SHAPES and part.old and part.new)
            rows = _fact_paths(self._formats[0].name, one)
            for fact, paths in rows.items():
                if not any(path[: len(each)] == each for each in paths):
                    continue
                if fact == SILENT or pair.differing.get(fact):
                    return True
                is_same |= pair.has_fact(fact) and (
                    part is None or _may_be(part, one.facts[fact], other.facts[fact], self._tolerance)
                )
            if not rows and any(pair.differing.values()):
                return True
        return is_same


def _fact_paths(format: str, thing: Thing) -> dict[str, list[Path]]:
    return paths_by_fact(format, thing.kind) or (paths_by_fact(format, ATTACHMENT) if "owner" in thing.stated else {})


def _may_be(part: PartDifference, one: Any, other: Any, tolerance: float) -> bool:
    """Whether numbers that are written may be what a fact, the same in both documents, was made of.

    They are not where the fact is another number than either: then nothing looks at them, as at limits of a continuous joint.
    """
    if not (is_number(one) and is_number(other)):
        return True
    return _holds_number(part.old, one, tolerance) or _holds_number(part.new, other, tolerance)


def _holds_number(written: Any, number: float, tolerance: float) -> bool:
    """Whether a number may be what a value, or one of several, says, in its unit or in degrees."""
    values = written if isinstance(written, tuple) else (written,)
    numbers = [each for each in values if is_number(each)]
    return not numbers or any(
        alike(each, number, tolerance) or alike(radians(each), number, tolerance) for each in numbers
    )
