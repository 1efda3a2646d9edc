"""The text of what was made, as people write it: parts in the order that they are used to, numbers spelled as in the source."""

from __future__ import annotations

from collections import Counter, defaultdict
from math import copysign, pi, ulp
from typing import TYPE_CHECKING

from ...runtime.numbers import FINITE
from ...runtime.source import literal_tag

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from lxml.etree import _Element

    from .prefixed_tree import PrefixedTree

FIRST = {
    "sdf": {
        "model": ("static", "self_collide", "pose"),
        "link": ("pose", "inertial"),
        "joint": ("pose", "parent", "child"),
        "visual": ("pose", "geometry", "material"),
        "collision": ("pose", "geometry", "surface"),
        "inertial": ("pose", "mass", "inertia"),
        "light": ("pose",),
    },
    "robot": {
        "inertial": ("origin", "mass", "inertia"),
        "visual": ("origin", "geometry", "material"),
        "collision": ("origin", "geometry"),
        "joint": ("origin", "parent", "child", "axis", "limit", "dynamics", "mimic"),
    },
    "mujoco": {
        "mujoco": ("compiler", "option", "default", "asset", "worldbody", "contact", "tendon", "equality", "actuator"),
        "default": ("joint", "geom", "default"),
        "asset": ("texture", "material", "mesh"),
        "worldbody": ("light", "camera", "geom", "site", "body"),
        "body": ("inertial", "freejoint", "joint", "geom", "site", "camera", "light", "body"),
    },
}
"""What stands first in elements of a document, by its root, in this order; all else follows as the schema has it."""
ATTRIBUTES_FIRST = {
    "mujoco": {
        "joint": ("name", "class", "type", "pos", "axis", "range"),
        "light": ("name", "type", "pos", "dir"),
        "motor": ("name", "joint"),
    },
}
"""What stands first in a tag, likewise."""
OWNERS = ("link", "joint", "drake:joint", "frame", "body")
IN_TEXTS = frozenset(
    [
        "pose",
        "mass",
        "ixx",
        "ixy",
        "ixz",
        "iyy",
        "iyz",
        "izz",
        "xyz",
        "lower",
        "upper",
        "effort",
        "velocity",
        "damping",
        "friction",
        "spring_stiffness",
        "spring_reference",
        "screw_thread_pitch",
        "multiplier",
        "offset",
        "reference",
        "size",
        "radius",
        "length",
        "radii",
        "scale",
        "normal",
        "ambient",
        "diffuse",
        "specular",
        "emissive",
        "drake:acceleration",
        "drake:damping",
        "drake:length",
        "drake:radius",
        "drake:angle",
        "transformation",
        "offset",
        "height",
        "color",
        "spring_rest_position",
        "time_step",
        "max_step_size",
        "gravity",
        "mu",
        "mu2",
        "specular",
        "constant",
        "linear",
        "quadratic",
    ]
)
"""Elements of SDFormat and SKEL whose text is numbers."""
IN_ATTRIBUTES = frozenset(
    [
        "xyz",
        "rpy",
        "quat_xyzw",
        "value",
        "ixx",
        "ixy",
        "ixz",
        "iyy",
        "iyz",
        "izz",
        "lower",
        "upper",
        "effort",
        "velocity",
        "damping",
        "friction",
        "multiplier",
        "offset",
        "size",
        "radius",
        "length",
        "angle",
        "scale",
        "rgba",
        "soft_lower_limit",
        "soft_upper_limit",
        "k_position",
        "k_velocity",
        "pos",
        "euler",
        "mass",
        "diaginertia",
        "fullinertia",
        "axis",
        "range",
        "actuatorfrcrange",
        "ctrlrange",
        "forcerange",
        "frictionloss",
        "armature",
        "stiffness",
        "springref",
        "polycoef",
        "dir",
        "attenuation",
        "diffuse",
        "specular",
        "timestep",
        "gravity",
    ]
)
"""Attributes of URDF and MJCF that are numbers."""
_PLACES = ("xyz", "rpy", "pose", "pos", "euler", "transformation", "offset")
_MOMENTS = ("ixx", "iyy", "izz", "ixy", "ixz", "iyz", "diaginertia", "fullinertia")
_EFFORTS = ("effort", "actuatorfrcrange", "forcerange", "ctrlrange")
_SIZES = ("size", "radius", "length", "height")
ALIKE: dict[str, tuple[str, ...]] = {
    **{each: tuple(dict.fromkeys((each, *_PLACES))) for each in _PLACES},
    **dict.fromkeys(_MOMENTS, _MOMENTS),
    **dict.fromkeys(_EFFORTS, _EFFORTS),
    **dict.fromkeys(_SIZES, _SIZES),
    "range": ("lower", "upper"),
    "lower": ("lower", "range"),
    "upper": ("upper", "range"),
    "axis": ("xyz",),
    "rgba": ("rgba", "diffuse", "color"),
    "color": ("rgba", "diffuse", "color"),
    "frictionloss": ("friction",),
    "friction": ("friction", "frictionloss"),
    "polycoef": ("multiplier", "offset"),
    "springref": ("spring_reference", "spring_rest_position"),
    "timestep": ("max_step_size", "time_step"),
    "max_step_size": ("timestep", "time_step"),
    "mu": ("mu", "friction"),
    "mu2": ("mu2", "friction"),
    **dict.fromkeys(("constant", "linear", "quadratic"), ("attenuation",)),
}
"""By what a number of the result is called: what the formats call the same. All else is called as it is."""
Row = tuple[float, ...]
DIGITS = 12
"""Of numbers that were computed, where these are all but what computing left behind."""
MOST_STEPS = 4
"""How many floating-point numbers apart what was computed may be from what is written."""
TURNS = (pi / 4, pi / 2, 3 * pi / 4, pi)
"""Eighths of a turn, by which most frames are turned: computing misses them by a step or two."""
_Place = tuple[str, str]
"""The link or joint that numbers are about, and what they are called; empty for all."""
VERBATIM = ("plugin", "kept")
"""What is in these is as it was."""


def format_layout(tree: PrefixedTree, source: _Element) -> None:
    """Arranges a document as it is handed out; one that lacks names for prefixes stays as it is."""
    if tree.find_undeclared():
        return
    spelled = NumberSpelling(source)
    order = FIRST.get(literal_tag(tree.root), {})
    attribute_order = ATTRIBUTES_FIRST.get(literal_tag(tree.root), {})
    for element, owner in _walk_owned(tree.root, VERBATIM):
        first = order.get(literal_tag(element))
        if first is not None:
            _sort(element, first)
        if literal_tag(element) in attribute_order:
            _sort_attributes(element, attribute_order[literal_tag(element)])
        _spell(element, owner, spelled)


class NumberSpelling:
    """How numbers are spelled in a document: rows of them as they stand there, single ones as it mostly has them.

    What the same link or joint calls the same comes first, as a mass of ``1`` beside a size of ``1.0``.
    """

    def __init__(self, root: _Element) -> None:
        self._rows: dict[_Place, dict[Row, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
        self._words: dict[_Place, dict[float, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
        for element, owner in _walk_owned(root, ("kept",)):
            tag = literal_tag(element)
            self._learn((element.text or "").split(), owner, tag)
            for name, text in element.attrib.items():
                if name != "version":
                    self._learn(str(text).split(), owner, tag if name == "value" else str(name))

    def _learn(self, words: list[str], owner: str, called: str) -> None:
        row = _row(words)
        if not row:
            return
        spans = [slice(None)] if len(words) != 6 else [slice(None), slice(3), slice(3, None)]
        for place in {(owner, called), (owner, ""), ("", called), ("", "")}:
            for span in spans:
                self._rows[place][row[span]][" ".join(words[span])] += 1
            for number, word in zip(row, words):
                self._words[place][number][word] += 1

    def of(self, text: str, owner: str, called: str) -> str:
        """Numbers as the document has them, in a link or joint if they are there; six of a pose as two times three.

        Args:
            text: the numbers.
            owner: the link or joint that they are about.
            called: the tag or attribute that they are in.
        """
        words = text.split()
        row = _row(words)
        if not row:
            return text
        alike = ALIKE.get(called, (called,))
        places = [*((owner, each) for each in alike), (owner, ""), *(("", each) for each in alike), ("", "")]
        for place in places:
            if place in self._rows and (found := self._rows[place].get(row)):
                return found.most_common(1)[0][0]
        if len(words) in (4, 6):  # a colour may be said without its alpha
            halves = ("xyz", "rpy") if called in _PLACES else (called, called)
            return " ".join(self.of(" ".join(half), owner, name) for half, name in zip((words[:3], words[3:]), halves))
        return " ".join(self._find_spelling(number, word, places) for number, word in zip(row, words))

    def _find_spelling(self, number: float, word: str, places: list[_Place]) -> str:
        for place in places:
            known = self._words.get(place, {})
            if found := known.get(number):
                return found.most_common(1)[0][0]
            if number and (found := known.get(-number)):
                return _negate(found.most_common(1)[0][0])
        return _round(number, word)


def _negate(word: str) -> str:
    return word[1:] if word[0] == "-" else f"-{word.removeprefix('+')}"


def _round(number: float, word: str) -> str:
    """A number that was computed, without what is nothing but what computing it left behind."""
    for turn in TURNS:
        if abs(abs(number) - turn) <= MOST_STEPS * ulp(turn):
            return str(copysign(turn, number))
    rounded = f"{number:.{DIGITS}g}"
    is_near = abs(float(rounded) - number) <= MOST_STEPS * ulp(number)
    return rounded if is_near and len(rounded) < len(word) else word


def _row(words: list[str]) -> Row:
    """The numbers that words are; none where one is no decimal number."""
    return tuple(map(float, words)) if all(map(FINITE.fullmatch, words)) else ()


def owner_of(element: _Element) -> str:
    """The name of the link, joint or frame that an element is about; empty where it is about the whole."""
    at: _Element | None = element
    while at is not None:
        if (name := _owned_name(at)) is not None:
            return name
        at = at.getparent()
    return ""


def _owned_name(element: _Element) -> str | None:
    """The name of the link, joint or frame that an element is, or is about; None where it is none."""
    tag = literal_tag(element)
    if tag in OWNERS and element.get("name"):
        return element.get("name")
    return (element.get("reference") or None) if tag == "gazebo" else None


def _walk_owned(root: _Element, without: Container[str]) -> Iterator[tuple[_Element, str]]:
    """All elements, each before those in it, with the link, joint or frame that it is about.

    Args:
        root: of the document.
        without: names without a prefix of elements that are passed over.
    """
    ahead = [(root, "")]
    while ahead:
        element, around = ahead.pop()
        owner = _owned_name(element) or around
        yield element, owner
        inner = [child for child in element.iterchildren("*") if literal_tag(child).rpartition(":")[2] not in without]
        ahead += [(child, owner) for child in reversed(inner)]


def _spell(element: _Element, owner: str, spelled: NumberSpelling) -> None:
    if literal_tag(element) in IN_TEXTS and not len(element) and element.text:
        element.text = spelled.of(element.text, owner, literal_tag(element))
    if element.text is None or not element.text.strip():
        for name in IN_ATTRIBUTES & {str(each) for each in element.attrib}:
            called = literal_tag(element) if name == "value" else name
            element.set(name, spelled.of(str(element.get(name)), owner, called))


def _sort_attributes(element: _Element, first: tuple[str, ...]) -> None:
    """Puts attributes first that are to be."""
    said = dict(element.attrib)
    element.attrib.clear()
    element.attrib.update({name: said.pop(name) for name in first if name in said} | said)


def _sort(element: _Element, first: tuple[str, ...]) -> None:
    """Puts children first that are to be; comments stay in front of what they stood in front of."""
    nodes = list(element)
    if any((text or "").strip() for text in (element.text, *(node.tail for node in nodes))):
        return
    groups: list[list[_Element]] = [[]]
    for node in nodes:
        groups[-1].append(node)
        if isinstance(node.tag, str):
            groups.append([])
    last = groups.pop()
    ranks = {tag: rank for rank, tag in enumerate(first)}
    ordered = sorted(groups, key=lambda group: ranks.get(literal_tag(group[-1]), len(first)))
    if ordered != groups:
        element[:] = [node for group in (*ordered, last) for node in group]
