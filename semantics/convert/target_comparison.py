"""What is read in the result of a conversion otherwise than in the source, and nothing has told yet.

Both documents are read by the rules of the target, the source by its own format's where the target does not read that, and
compared as ``diff`` compares them. So whatever a writer forgets, and whatever a target makes of what was written, is reported.
Then both are read by the rules of their formats alone, as who knows no target does.
"""

from __future__ import annotations

from copy import deepcopy
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from ...diagnostics import rules
from ...diagnostics.records import dataclass, replace
from ...runtime.sink import Sink
from ..core.location import LocationIndex
from ..diff.differences import compare_documents
from ..diff.fact_places import paths_by_fact
from ..diff.facts import find_outer_model
from ..diff.values import alike, format_change, is_number
from ..document.analysis import check_meaning
from ..document.document import Document, get_options, get_parsed
from ..ir.geometry import Mesh, Plane
from ..ir.scoped_names import SEPARATOR, number_names, plain_name
from ..scene.scene import get_world
from ..spatial.transform import Transform
from ..targets.policies import sink_for
from .coverage.ledger import xml_of
from .round_trip.node_paths import element_at
from .uris import OF_FOLDERS

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping, Sequence

    from lxml.etree import _Element

    from ...diagnostics.rule import Rule
    from ...runtime.lazy_finding import LazyFinding
    from ...runtime.source import Source
    from ..core.location import Location
    from ..core.options import Options
    from ..diff.differences import Difference
    from ..ir.links import LinkRecord
    from ..ir.source_ref import Place
    from ..scene.scene import Scene

TOLERANCE = 1e-6
ROUNDED = 1e-5
"""How far numbers are apart after a target rewrote them, with six digits."""
TURNED = 7e-3
"""The same of rotations: urdfdom takes what is near a quarter turn for one."""
DRAKE = "drake:"
SHAPES = ("visual", "collision")
SHAPE_TAGS = (*SHAPES, "visualization_shape", "collision_shape", "geom")
"""Tags of shapes."""
THINGS = ("model", "robot", "link", "joint", "frame", "sensor", *SHAPES)
"""Elements of which an attribute says little."""
CHOSEN = ("canonical_link", "@canonical_link")
"""What readers choose themselves where nothing says it."""
OLDER = ("physics/ode/provide_feedback",)
"""What libsdformat writes for older readers beside what the newest version has."""
OLDER_SPRING = "physics/ode/cfm_damping"
"""The same, where ``implicit_spring_damper`` is true."""
OF_NO_MASS = ("inertial/pose",)
"""What links say in which no mass is: of others that is known from where it is."""
HARMLESS = ("frame", "model", "sensor", "camera", "light")
"""Things that move nothing: where the result has more of them, they are other words for what the source says."""
DRAKE_FACTS = ("acceleration", "gains")
"""Facts that Drake's tags alone say."""
OF_JOINTS = ("Actuator", "MimicConstraint", "initial position")
"""Things that are called as their joint is."""
INSIDE_LINKS = {"link": ("com", "inertia"), **dict.fromkeys(("sensor", "camera", "light", *SHAPES), ("pose",))}
"""Facts by kind that are said in the frame of a link: they change with it."""
BALL = "ball"
"""What motions about all axes begin with, which formats give other coordinates."""
UNLIMITED = 1e16
"""What stands for a limit where none is meant."""
UNLIMITED_BELOW = ("limit/velocity", "limit/effort")
"""Limits of which there is none where they are negative."""


@dataclass(frozen=True, slots=True)
class TargetReading:
    """A document as a target reads it.

    Attributes:
        document: what it reads, in the format that it reads it in.
        source: the text, or what the target makes of it first.
        is_plain: whether that is what its own format says.
    """

    document: Document[Any]
    source: Source
    is_plain: bool = False


def read_as(document: Document[Any], options: Options, *, keeps_links: bool = False) -> TargetReading | None:
    """A document as a target reads it; as its own format says where the target does not read that, or refuses it.

    Args:
        document: read already, whoever for.
        options: how it was read, with the target.
        keeps_links: whether the links of a robot stay apart where the target makes one of several.
    """
    profile = options.target
    assert profile is not None, "it is asked for one"
    found = _read(document, options, keeps_links) if document.format in profile.formats else None
    return read_plainly(document, options) if found is None else found


def read_plainly(document: Document[Any], options: Options, known: Document[Any] | None = None) -> TargetReading | None:
    """A document as its own format says; None where that has errors.

    Args:
        document: read already, whoever for.
        options: how it was read.
        known: the same as nobody in particular reads it, where that is known.
    """
    document = known or document
    parsed = get_parsed(document)
    if parsed.meaning and get_options(document).target is None and document.ok:
        return TargetReading(document, parsed.source, is_plain=True)
    found = _describe(document, replace(options, target=None))
    return None if found is None else replace(found, is_plain=True)


def _read(document: Document[Any], options: Options, keeps_links: bool) -> TargetReading | None:
    """What a target makes of a document; None where it refuses it."""
    profile, parsed = options.target, get_parsed(document)
    if profile is None or not profile.rewrite:
        return _describe(document, options)
    made = profile.call(profile.rewrite, parsed, options, keeps_links)
    if made is parsed:
        return _describe(document, options)
    if made is None:
        return None
    sink = Sink()
    for source in (parsed.source, made.source):
        sink.add_source(source)
    check_meaning(made, sink, options)
    return TargetReading(Document(made, document.path, options, ()), made.source) if made.meaning else None


def _describe(document: Document[Any], options: Options) -> TargetReading | None:
    """What a document describes to a reader; None where that has errors."""
    parsed = get_parsed(document)
    sink = sink_for(options)
    sink.add_source(parsed.source)
    parsed = replace(parsed, meaning=None, root=deepcopy(parsed.root))
    with sink.within_budget():
        check_meaning(parsed, sink, options)
    if not parsed.meaning or not sink.ok:
        return None
    return TargetReading(Document(parsed, document.path, options, ()), parsed.source)


PathKey = tuple[str | None, str]
"""The file of an element, and its path as findings print it."""
PlaceKey: TypeAlias = "PathKey | _Element"
"""The same; of the text that is read on both sides the element itself, whose path takes longer to find."""


class TargetComparison:
    """Compares what a target reads in a source and in what was made of it.

    Args:
        source: the document that was converted.
        result: the one that was made.
        sink: has what was reported of the conversion, and receives the rest.
        format: in which the source is written.
        pairs: typed elements of the source with the links, joints, frames and shapes that were made of them.
        ignored: what begins the names of parts that the target passes over.
        unread: kinds of things, and facts of kinds, that it reads nowhere.
        is_exact: whether what formats choose, such as the coordinates of balls and sizes of planes, counts as well.
    """

    def __init__(
        self,
        source: TargetReading,
        result: TargetReading,
        sink: Sink,
        format: str,
        pairs: Iterable[tuple[Any, Any]],
        ignored: tuple[str, ...] = (),
        unread: Container[str | tuple[str, str]] = (),
        *,
        is_exact: bool = False,
    ) -> None:
        self._source, self._result = source, result
        self._unread = unread
        self._is_exact = is_exact
        self._is_rewritten = source.document.format != format
        self._sink = sink
        self._ignored = ignored
        self._reported = _ReportedPaths(sink.found, format)
        self._finder = _ElementFinder(source)
        sources = sink.sources
        self._shared = next((each for each in sources if each is source.source and not each.origins), None)
        """The text whose elements are those of the pairs."""
        self._made: dict[tuple[str, PlaceKey | None], list[Any]] = {}
        """What was made, by kind and by what it was made of."""
        self._origins: dict[tuple[str, str], PlaceKey] = {}
        """What it was made of, by its kind and name."""
        self._called: dict[str, str] = {}
        """Names of shapes in the source, with those that the target gives them."""
        self._keys: dict[int, PlaceKey] = {}
        """The same by its ``id``."""
        self._elements = set[Any]()
        """Those keys that are elements."""
        for element, made in pairs:
            there = xml_of(element)
            text = None if there is None else sink.source_of(there)
            if there is not None and text is not None:
                cls: Any = type(made)
                key, kind = self._key_of(text, there), _kind_of(cls)
                self._made.setdefault((kind, key), []).append(made)
                self._keys[id(made)] = key
                if text is self._shared:
                    self._elements.add(there)
                if kind not in SHAPES:
                    self._origins.setdefault((kind, made.name), key)
        for (kind, origin), joints in self._made.items():
            for joint in joints if kind == "joint" else ():
                for end in (getattr(joint, name, None) for name in ("parent", "child")):
                    link = getattr(end, "link", end)
                    if origin is not None and isinstance(link, str):  # between the joints of a chain
                        self._origins.setdefault(("link", link), origin)

    def report(self, root: _Element, rule: Rule, reader: str) -> None:
        """Reports the differences that were not told.

        Args:
            root: of the source.
            rule: by which they are reported.
            reader: what the target, or whoever knows none, is called.
        """
        documents = self._source.document, self._result.document
        reported = {
            tuple(map(each.arguments.get, ("kind", "thing", "change", "what")))
            for each in self._sink.found
            if each.code == rules.READ_OTHERWISE.code
        }
        for each in compare_documents(*documents, TOLERANCE, self._find_names()):
            path = self._find_path(each)
            if (each.kind, each.name, each.change, each.what) in reported:
                continue
            if self._is_chosen(each) or (path is not None and self._reported.covers(each, path)):
                continue
            if self._is_of_moved_link(each):
                continue
            if path is not None and each.change == "added" and each.what is None:
                continue  # the source says it, and the target knows it in the result alone
            old, new = format_change(each.old, each.new)
            place = None if path is None else element_at(root, path, root.nsmap)
            self._sink.report(
                rule,
                root if place is None else place,
                reader=reader,
                kind=each.kind,
                thing=each.name,
                change=each.change,
                what=each.what,
                old=old,
                new=new,
            )

    def _find_names(self) -> Mapping[str, str]:
        """Full names in the source with those in the result, where these differ."""
        found: dict[str, str] = {}
        for scene, other in zip(self._source.document.scenes, self._result.document.scenes):
            wholes = find_outer_model(scene), find_outer_model(other)
            prefix = "" if wholes[0] is None or wholes[1] is None else f"{wholes[1]}{SEPARATOR}"
            locations = LocationIndex(get_world(scene).description.sources)
            named, links = _things_of(scene), scene.links
            for (kind, things), (_, others) in zip(named, _things_of(other)):
                there: dict[str, list[str]] = {}
                for name in others:
                    there.setdefault(plain_name(name), []).append(name)
                for name, thing in things.items():
                    made = self._find_made(kind, self._key_at(locations, thing.element), name)
                    fitting = [] if made is None else there.get(made.name, [])
                    if not fitting:
                        continue
                    alike = name.removesuffix(plain_name(name)) + plain_name(fitting[0])
                    full = alike if alike in fitting else fitting[0]
                    if name != full:
                        called = f"joint {name}" if kind == "joint" and name in links else name
                        found.setdefault(called, full.removeprefix(prefix))
                    if kind == "link":
                        found |= self._find_shape_names(thing, made, others[full], locations)
        return found

    def _find_made(self, kind: str, key: PlaceKey | None, name: str) -> Any:
        """What was made of a thing; of a file that is included twice, what has the most similar name."""
        made = self._made.get((kind, key), [])
        alike = name.replace(SEPARATOR, "_")
        return next((each for each in made if alike.endswith(each.name)), made[0] if made else None)

    def _find_shape_names(
        self, link: LinkRecord, made: Any, read: LinkRecord, locations: LocationIndex
    ) -> dict[str, str]:
        """Names of the shapes of a link, by which the target calls what was made of them."""
        found: dict[str, str] = {}
        for kind in SHAPES:
            called: dict[PlaceKey | None, str] = {}
            for each, shape in zip(vars(made).get(kind, ()), getattr(read, f"{kind}s")):
                key = self._keys.get(id(each))
                called.setdefault(key, shape.name)
                if key is not None:
                    self._origins.setdefault((kind, shape.name), key)
            for shape in getattr(link, f"{kind}s"):
                key = self._key_at(locations, shape.element)
                name = None if key is None else called.get(key)
                if name is not None and name != shape.name:
                    found[f"{kind} {link.name}{SEPARATOR}{shape.name}"] = self._called[shape.name] = name
        return found

    def _is_chosen(self, difference: Difference) -> bool:
        """Whether a difference is one of what readers choose, or of what the target passes over."""
        what = difference.what or ""
        if difference.change == "added" and (difference.kind in HARMLESS or what in OF_NO_MASS):
            return True
        if what == OLDER_SPRING and difference.new is True:
            return True
        if difference.kind in self._unread or (difference.kind, what) in self._unread:
            return True
        if difference.change == "changed" and difference.old is None and difference.kind in SHAPES:
            return True  # the result says what its reader takes where nothing is written
        if what in CHOSEN or what in OLDER or (difference.kind in SHAPES and what == "@name"):
            return True
        if self._ignored and (
            what in DRAKE_FACTS or any(step.startswith(self._ignored) for step in what.replace("@", "").split("/"))
        ):
            return True
        old, new = difference.old, difference.new
        if what.endswith(UNLIMITED_BELOW) and is_number(old) and is_number(new):
            old, new = (UNLIMITED if each < 0 else each for each in (old, new))
        if what.endswith("contact/collision") and self._called.get(_only_text(old)) == _only_text(new):
            return True
        if is_number(old) and is_number(new):
            return bool(min(abs(old), abs(new)) >= UNLIMITED and (old > 0) == (new > 0))
        if not self._is_exact and what == "motion" and str(old).startswith(BALL) and str(new).startswith(BALL):
            return True
        if not self._is_exact and isinstance(old, Plane) and isinstance(new, Plane):
            return alike(replace(old, size=new.size), new, TOLERANCE)
        if isinstance(old, Transform) and isinstance(new, Transform):
            return self._is_rewritten and _is_rounded(old, new)
        if self._is_rewritten and what in ("com", "inertia"):
            return alike(old, new, ROUNDED, 0.0 if what == "inertia" else 1.0)
        if isinstance(old, Mesh) and isinstance(new, Mesh):
            return alike(_without_scheme(old), _without_scheme(new), TOLERANCE)
        return False

    def _is_of_moved_link(self, difference: Difference) -> bool:
        """Whether it is where a joint puts a link of which it was told that its frame is another one."""
        if (difference.kind, difference.what) != ("joint", "pose"):
            return False
        for scene in self._source.document.scenes:
            locations = LocationIndex(get_world(scene).description.sources)
            for name, joint in scene.joints.items():
                if plain_name(name) == plain_name(difference.name) and joint.child in scene.links:
                    key = self._key_at(locations, scene.links[joint.child].element)
                    return key is not None and self._reported.has_other_report(self._path_of(key))
        return False

    def _find_path(self, difference: Difference) -> str | None:
        """The path of the element of the source that a difference is about."""
        place = difference.old_place
        if place is not None:
            found = self._finder.find(place)
            return None if found is None else found[0].xpath(found[1])
        kind, name = "joint" if difference.kind in OF_JOINTS else difference.kind, plain_name(difference.name)
        key = self._origins.get((kind, name))
        return None if key is None else self._path_of(key)

    def _key_at(self, locations: LocationIndex, element: Place) -> PlaceKey | None:
        origin: _Element | None = getattr(element, "_origin", None)
        if origin in self._elements:
            return origin
        place = locations.element(element)
        return None if place is None else self._key_of(*place)

    def _key_of(self, text: Source, element: _Element) -> PlaceKey:
        return element if text is self._shared else (text.name, text.xpath(element))

    def _path_of(self, key: PlaceKey) -> str:
        if isinstance(key, tuple):
            return key[1]
        assert self._shared is not None, "its elements are keys"
        return self._shared.xpath(key)


class _ReportedPaths:
    """What was reported of a conversion, by the paths of what it is about."""

    def __init__(self, findings: Iterable[LazyFinding], format: str) -> None:
        self._format = format
        self._parts: set[str] = set()
        """Those of which all inside is."""
        self._things: set[str] = set()
        """Those that are said in another way."""
        self._names: set[str] = set()
        """Those that have another name."""
        self._tags: set[str] = set()
        """Tags of what is lost in blocks."""
        for each in findings:
            path, mark, name = each.xpath.partition("/@")
            if each.code == rules.LOST.code and "/gazebo" in path:
                self._tags.add(plain_tag(path).rpartition(":")[2])
            if each.code == rules.REPRESENTED.code:
                (self._names if name == "name" else self._things).add(path if name == "name" else each.xpath)
            else:
                self._parts.add(path if mark and plain_tag(path) not in THINGS else each.xpath)

    def has_other_report(self, path: str) -> bool:
        """Whether an element was told to be said in another way."""
        return path in self._things

    def covers(self, difference: Difference, path: str) -> bool:
        """Whether a difference of an element was told."""
        if difference.what is None and path in self._names:
            return True
        steps = path.split("/")
        around = ["/".join(steps[:end]) for end in range(len(steps), 1, -1)]
        fact = (difference.what or "").partition(" of axis")[0]
        places = paths_by_fact(self._format, difference.kind).get(fact, [])
        own = {f"{path}/{mark}{name}" for name in (fact, *(each[-1] for each in places)) for mark in ("", "@")}
        if own & self._parts or own & self._things or any(each in self._parts for each in around):
            return True
        tag = (difference.what or "").rpartition("/")[2]
        if difference.change == "removed" and tag and "[" not in tag and tag in self._tags:
            return True  # blocks are said of links, and are not where these are
        if difference.kind in SHAPES and difference.what != "pose":
            return any(
                each in self._things
                for each in around
                if any(plain_tag(step) in SHAPE_TAGS for step in each.split("/"))
            )
        inside = difference.what in INSIDE_LINKS.get(difference.kind, ())
        return any(each in self._things for each in (around if inside else around[:1]))


def plain_tag(path: str) -> str:
    """The tag that a path ends with."""
    return path.rpartition("/")[2].partition("[")[0]


@cache
def _kind_of(cls: Any) -> str:
    return str(cls.__name__).removeprefix("Drake").lower()


def _is_rounded(old: Transform, new: Transform) -> bool:
    """Whether two poses are as far apart at most as rewriting leaves them."""
    turn = np.linalg.norm(old.rotation - new.rotation)
    return bool(turn <= TURNED) and alike(old.translation, new.translation, ROUNDED)


def _only_text(value: Any) -> str:
    """A text, or that of a list of one; empty of anything else."""
    if isinstance(value, (list, tuple)) and len(value) == 1:
        value = value[0]
    return value.strip() if isinstance(value, str) else ""


def _without_scheme(mesh: Mesh) -> Mesh:
    """A mesh by what its URI has searched: schemes for that lead to the same files where a target knows several."""
    scheme, mark, rest = mesh.uri.partition("://")
    return replace(mesh, uri=rest.lstrip("/") if mark and scheme in OF_FOLDERS else mesh.uri, path=None)


def _things_of(scene: Scene) -> Sequence[tuple[str, Mapping[str, Any]]]:
    """The records of the things in a scene whose names others use, by kind and name."""
    world = get_world(scene)
    described, graph = world.description, world.graph
    records = (("joint", described.joints), ("link", described.links))
    named = ((name, graph.records[vertex]) for name, vertex in graph.index.items())
    return (
        *(
            (kind, {name: of_kind[number] for name, number in number_names(of_kind).items()})
            for kind, of_kind in records
        ),
        ("frame", {name: record for name, record in named if record.kind == "frame"}),
    )


class _ElementFinder:
    """Finds elements of all texts of a document, each with its text, by where they begin."""

    def __init__(self, reading: TargetReading) -> None:
        scenes = reading.document.scenes
        sources = [each for scene in scenes for each in get_world(scene).description.sources]
        texts = {id(each): each for each in (reading.source, *sources)}.values()
        self._texts = [getattr(each, "original", each) for each in texts]
        self._by_place: dict[int, dict[tuple[int, int], _Element]] = {}

    def find(self, place: Location) -> tuple[Source, _Element] | None:
        """The element that begins at a place, and its text."""
        for text in self._texts:
            if text.name == place.file and (found := self._find_in(text, place.line, place.column)) is not None:
                return text, found
        return None

    def _find_in(self, text: Source, line: int, column: int) -> _Element | None:
        if not text.origins and text.counts_all_tags():
            return text.element_at(line, column)
        # several elements of a document that was converted from an older version begin at one place
        known = self._by_place.get(id(text))
        if known is None:
            known = self._by_place[id(text)] = {}
            for element in () if text.root is None else text.root.iter("*"):
                known.setdefault(text.position(element), element)
        return known.get((line, column))
