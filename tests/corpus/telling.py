"""Whether what a document means otherwise after its way there and back was told: at that place, of that field.

This knows nothing of the converter: only which words of formats say a field of a scene, and how findings name what becomes of a
thing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import bodyplan
from bodyplan.semantics.core.location import LocationIndex
from bodyplan.semantics.diff.facts import collect_things, find_outer_model
from lxml import etree

POSES = r"pose|origin|xyz|rpy|frame|place|link|joint|turn|transformation"
BOUNDS = r"limit|lower|upper|continuous|periodic"
FIELDS = {
    "mass": r"mass|inerti|kg",
    "inertia": rf"inerti|moment|i[xyz][xyz]|{POSES}",
    **dict.fromkeys(("com", "pose", "frame", "p_AP", "p_BQ"), rf"inerti|{POSES}"),
    "motion": r"type|joint|static|fixed|chain",
    "axis": rf"axis|xyz|{POSES}",
    "lower": BOUNDS,
    "upper": BOUNDS,
    "effort": "effort|limit|motor|actuator",
    "effort_limit": "effort|limit|motor|actuator",
    "velocity": "velocity|limit",
    "acceleration": "acceleration",
    "damping": "damping|dynamics",
    "friction": "friction|dynamics",
    "geometry": r"geometry|box|sphere|cylinder|capsule|mesh|ellipsoid|plane|filename|uri|submesh",
    "static": "static|fixed",
    "gains": "gains|p|d",
    "value": "initial|position|axis|joint",
}
"""By field of a scene, what a finding about it speaks of: in its path or in its words."""
WHOLE = ("BP920", "BP923", "BP924", "BP925")
"""Findings about an element with all that stands in it."""
FRAME = "frame is that of the joint"
"""What is told of a link that all poses on it are measured from another place."""
NAMELESS = {
    "DistanceConstraint": "distance_constraint",
    "BallConstraint": "ball_constraint",
    "Spring": "linear_spring",
    "LinearBushing": "linear_bushing",
    "TendonConstraint": "tendon_constraint",
    "world": "<world>",
}
"""What kinds of things that stand at no place of their own are called where they are told."""
SHAPES = ("visual", "collision")
WELDS = "sdformat_model_static_"
"""How names of joints begin by which Drake holds static models."""
ONES = re.compile(r"'([^']*)'")


class Told(NamedTuple):
    """A finding and the element that it is about."""

    element: Any
    path: str
    message: str
    code: str


class Side:
    """A document with what was told of it."""

    def __init__(self, document: Any, findings: Iterable[bodyplan.Diagnostic]) -> None:
        self.elements: dict[tuple[str, str], Any] = {}
        self.children: dict[str, Any] = {}
        scenes = document.scenes
        self.root = document.root.source_element
        for scene in scenes:
            spots = LocationIndex(scene._validated.description.sources)
            for thing in collect_things(scene, find_outer_model(scene), find_outer_model(scene)):
                self._learn(thing, spots)
                for inner in (each for shapes in thing.shapes.values() for each in shapes):
                    self._learn(inner, spots)
        roots = {None: self.root} | {
            source.name: source._root for scene in scenes for source in scene._validated.description.sources
        }
        self.told = [
            Told(element, each.xpath or "", each.message, each.code)
            for each in findings
            for element in (*_found(roots.get(each.file), each.xpath), None)[:1]
        ]

    def _learn(self, thing: Any, spots: LocationIndex) -> None:
        found = spots.element(thing.element)
        if found is not None:
            self.elements.setdefault((thing.kind, thing.name), found[1])
        if thing.kind == "joint":
            self.children[thing.name] = thing.facts.get("child")

    def about(self, kind: str, name: str) -> Iterator[tuple[Told, bool]]:
        """Findings about a thing, and whether they are about it as a whole or what stands around it."""
        there = self.elements.get((kind, name))
        if there is None and kind in SHAPES:  # without a name of its own it may have another one on the way
            link = self.elements.get(("link", name.rpartition("::")[0]))
            inside = [] if link is None else list(link.iterchildren(kind))
            yield from ((each, each.code in WHOLE) for each in self.told if each.element in inside)
        if there is None:
            return
        if self.root not in there.iterancestors():  # it is included
            yield from ((each, False) for each in self.told if each.path.endswith("/include"))
        around = {there, *there.iterancestors()}
        for each in self.told:
            if each.element is None:
                continue
            if each.element in around:
                yield each, each.code in WHOLE and (each.element is there or each.code != "BP925")
            elif there in each.element.iterancestors():
                yield each, False

    def tells_frame(self, link: str) -> bool:
        """Whether a link was told to be measured from another place."""
        return any(FRAME in told.message for told, _ in self.about("link", link))


def _found(root: Any, xpath: str | None) -> list[Any]:
    if root is None or not xpath:
        return []
    spaces = {prefix: uri for node in root.iter("*") for prefix, uri in node.nsmap.items() if prefix}
    path = xpath.partition("/@")[0]
    while path:  # a prefix that is declared nowhere is one of something that stands in what is meant
        try:
            return list(root.xpath(path, namespaces=spaces))
        except etree.XPathEvalError:
            path = path.rpartition("/")[0]
    return []


def is_told(difference: bodyplan.Difference, sides: list[Side]) -> bool:
    """Whether a difference was told on the way there or back.

    Args:
        difference: of the first document and the last.
        sides: the first document with what was told on its way, and the second with what was on its way back.
    """
    kind, name, what = difference.kind, difference.name, difference.what
    if difference.change == "added":
        return any(_speaks_of_new(told.message, kind, name) for side in sides for told in side.told)
    if kind in NAMELESS and any(NAMELESS[kind] in told.message for side in sides for told in side.told):
        return True
    if kind == "joint" and name.rpartition("::")[2].startswith(WELDS):
        model = name.rpartition("::")[0]
        lost = any(is_whole for _, is_whole in sides[0].about("model", model))
        return lost or any(told.path.endswith("/static") for told in sides[0].told)
    if isinstance(difference.old, str) and what not in ("name", "motion"):
        named = (
            told for side in sides for other in ("link", "joint", "frame") for told in side.about(other, difference.old)
        )
        if any("name" in told.path for told, _ in named):
            return True
    if kind == "joint" and what is None:  # Drake counts it to the model of its child
        ends = (told.path for side in sides for told, _ in side.about(kind, name))
        if any(path.endswith(("/child", "/parent")) for path in ends):
            return True
    if what == "material" and isinstance(difference.old, tuple):  # a robot defines it once for all shapes
        defined = f"<material> {difference.old[0]!r} "
        if any(defined in told.message for side in sides for told in side.told):
            return True
    words = re.compile(FIELDS.get((what or "").partition(" ")[0], re.escape(what or "")))
    for side in sides:
        for told, is_whole in side.about(kind, name):
            if is_whole or (what is None and _is_own(told, side.elements[kind, name])):
                return True
            if what is not None and words.search(f"{told.path.rpartition('/')[2]} {told.message}"):
                return True
        links = [name.rpartition("::")[0], side.children.get(name) or "", name]
        if what in ("com", "inertia", "pose", "frame", "axis") and any(map(side.tells_frame, links)):
            return True
    return False


def _is_own(told: Told, element: Any) -> bool:
    """Whether a finding says that a thing is another one, or has another name."""
    return told.element is element or told.element in element.iterancestors() or told.path.endswith("/include")


def _speaks_of_new(message: str, kind: str, name: str) -> bool:
    """Whether a message names what is new: by its name, or as one of several that are named from the first to the last."""
    names = ONES.findall(message)
    if name in names or name.rpartition("::")[2] in names:
        return True
    if kind not in ("link", "joint", "frame") and name.rpartition("::")[0] in names:  # it stands on what is new
        return True
    stem = re.sub(r"(_link)?_\d+$|_joint$|(_child)?_frame$", "", name)
    stems = (stem, stem.rpartition("::")[2], stem.replace("::", "_"))
    return any(each in names or f"{each}_1" in names for each in stems)
