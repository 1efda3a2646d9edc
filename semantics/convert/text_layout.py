"""The text of what was made, as people write it: parts in the order that they are used to, numbers spelled as in the source."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cached_property, lru_cache
from math import copysign, pi, ulp
from typing import TYPE_CHECKING, Any

from ...runtime.numbers import FINITE
from ...runtime.source import literal_tag

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator

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
OWNERS = {**dict.fromkeys(("link", "joint", "drake:joint", "frame", "body"), "name"), "gazebo": "reference"}
"""Elements that are, or are about, a link, joint or frame, with the attribute that names it."""
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
VERBATIM = ("plugin", "kept")
"""What is in these is as it was."""
_BEGINNINGS = frozenset("0123456789.+-")
"""What decimal numbers begin with."""


def format_layout(tree: PrefixedTree, source: _Element, *, is_sorted: bool = False) -> None:
    """Arranges a document as it is handed out; one that lacks names for prefixes stays as it is.

    Args:
        tree: the document.
        source: root of the document that it was made of.
        is_sorted: whether its parts are in order already.
    """
    if tree.find_undeclared():
        return
    spelled = NumberSpelling(source)
    order = {} if is_sorted else FIRST.get(literal_tag(tree.root), {})
    attribute_order = ATTRIBUTES_FIRST.get(literal_tag(tree.root), {})
    passed = set[Any]()
    elements: Any = list(tree.root.iter("*"))
    for element in elements:
        if passed and element in passed:
            continue
        tag = element.tag  # as it is written, where it has no prefix
        if tag[0] == "{":
            tag = literal_tag(element)
        if (tag in VERBATIM or (":" in tag and tag.rpartition(":")[2] in VERBATIM)) and element is not tree.root:
            passed.update(element.iter("*"))
            continue
        if tag in order:
            sort_children(element, order[tag])
        if tag in attribute_order:
            _sort_attributes(element, attribute_order[tag])
        if tag in IN_TEXTS and not len(element) and (text := element.text):
            said = spelled.of(text, element, tag)
            if said != text:
                element.text = said
        for name, value in element.items():
            if name in IN_ATTRIBUTES and not (element.text or "").strip():
                said = spelled.of(value, element, tag if name == "value" else name)
                if said != value:
                    element.set(name, said)


class NumberSpelling:
    """How numbers are spelled in a document: rows of them as they stand there, single ones as it mostly has them.

    What the same link or joint calls the same comes first, as a mass of ``1`` beside a size of ``1.0``.
    """

    def __init__(self, root: _Element) -> None:
        self._texts: list[tuple[str, str, str]] = []
        """What may be numbers, the link or joint that it is about, and what it is called."""
        for element, tag, owner in _walk_owned(root, ("kept",)):
            if (text := element.text) and text.lstrip()[:1] in _BEGINNINGS:
                self._texts.append((text, owner, tag))
            for name, text in element.items():
                if text.lstrip()[:1] in _BEGINNINGS and name != "version":
                    self._texts.append((text, owner, tag if name == "value" else name))

    @cached_property
    def _rows(self) -> _Spellings:
        """Of whole texts, and of the halves of those with six numbers."""
        return _Spellings(self._texts, _read_rows)

    @cached_property
    def _words(self) -> _Spellings:
        """Of single numbers."""
        return _Spellings(self._texts, lambda text: list(zip(*_read_row(text))), have_opposites=True)

    def of(self, text: str, element: _Element, called: str) -> str:
        """Numbers as the document has them, in a link or joint if they are there; six of a pose as two times three.

        Args:
            text: the numbers.
            element: which they are in, which says what link or joint they are about.
            called: the tag or attribute that they are in.
        """
        row, words = _read_row(text)
        if not row:
            return text
        if (found := self._rows.find(row, element, called)) is not None:
            return found
        if len(words) in (4, 6):  # a colour may be said without its alpha
            halves = ("xyz", "rpy") if called in _PLACES else (called, called)
            return " ".join(
                self.of(" ".join(half), element, name) for half, name in zip((words[:3], words[3:]), halves)
            )
        said = (self._words.find(number, element, called) or _round(number, word) for number, word in zip(row, words))
        return " ".join(said)


class _Spellings:
    """How numbers, or rows of them, are spelled.

    Most are spelled in one way wherever they stand; others are looked for where they are, the nearest first.

    Args:
        texts: of a document, each with the link or joint that it is about and with what it is called, in order: of spellings that are
            there as often the first counts.
        read: the numbers of a text, each with its spelling.
        have_opposites: whether a number may be spelled as that of the other sign is.
    """

    def __init__(
        self,
        texts: list[tuple[str, str, str]],
        read: Callable[[str], list[tuple[Any, str]]],
        *,
        have_opposites: bool = False,
    ) -> None:
        self._texts, self._read, self._have_opposites = texts, read, have_opposites
        self._known = dict.fromkeys(text for text, _, _ in texts)
        spelled: dict[Any, str] = {}
        several = set[Any]()
        for text in self._known:
            for number, said in read(text):
                if spelled.setdefault(number, said) != said:
                    several.add(number)
        if have_opposites:
            several.update(number for number in spelled if number and -number in spelled)
        self._several = several
        self._usual: dict[tuple[Any, str, str], str | None] = {}
        self._single = {number: said for number, said in spelled.items() if number not in several}

    def find(self, number: Any, element: _Element, called: str) -> str | None:
        """How a number is spelled, for an element that it is in and what it is called there; None where it is nowhere."""
        if (single := self._single.get(number)) is not None:
            return single
        if number in self._several:
            return self._find_nearest(number, owner_of(element), called)
        if self._have_opposites and number and (single := self._single.get(-number)) is not None:
            return _negate(single)
        if self._have_opposites and -number in self._several:
            return self._find_nearest(number, owner_of(element), called)
        return None

    def _find_nearest(self, number: Any, owner: str, called: str) -> str | None:
        """What is mostly written at the nearest place where anything is."""
        for around in (owner, ""):
            for name in (*ALIKE.get(called, (called,)), ""):
                if (found := self._find_usual(number, around, name)) is not None:
                    return found
                if self._have_opposites and number and (found := self._find_usual(-number, around, name)) is not None:
                    return _negate(found)
        return None

    def _find_usual(self, number: Any, owner: str, called: str) -> str | None:
        """The usual spelling in a link or joint, or anywhere, of what is called so, or of anything."""
        place = number, owner, called
        if place not in self._usual:
            there = self._places.get((number, owner), ())
            counts = Counter(said for name, said in there if called in ("", name))
            self._usual[place] = max(counts, key=counts.__getitem__) if counts else None
        return self._usual[place]

    @cached_property
    def _places(self) -> dict[tuple[Any, str], list[tuple[str, str]]]:
        """What each of several spellings is called, by the number and the link or joint that it is in; all without one."""
        found: dict[tuple[Any, str], list[tuple[str, str]]] = defaultdict(list)
        several = {
            text: numbers
            for text in self._known
            if (numbers := [each for each in self._read(text) if each[0] in self._several])
        }
        for text, owner, called in self._texts:
            for number, said in several.get(text, ()):
                found[number, ""].append((called, said))
                if owner:
                    found[number, owner].append((called, said))
        return found


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


@lru_cache(maxsize=4096)  # documents repeat their numbers, and each is looked at in several places
def _read_row(text: str) -> tuple[Row, list[str]]:
    """The numbers of a text, and the words that they are; no numbers where one word is no decimal one."""
    words = text.split()
    return (tuple(map(float, words)) if all(map(FINITE.fullmatch, words)) else ()), words


@lru_cache(maxsize=4096)
def _read_rows(text: str) -> list[tuple[Row, str]]:
    """The numbers of a text as they are spelled, of six those of both halves, too."""
    row, words = _read_row(text)
    spans = [slice(None)] if len(row) != 6 else [slice(None), slice(3), slice(3, None)]
    return [(row[span], " ".join(words[span])) for span in spans if row]


def owner_of(element: _Element) -> str:
    """The name of the link, joint or frame that an element is about; empty where it is about the whole."""
    at: _Element | None = element
    while at is not None:
        if (name := _owned_name(at, literal_tag(at))) is not None:
            return name
        at = at.getparent()
    return ""


def _owned_name(element: _Element, tag: str) -> str | None:
    """The name of the link, joint or frame that an element is, or is about; None where it is none."""
    return (element.get(OWNERS[tag]) or None) if tag in OWNERS else None


def _walk_owned(root: _Element, without: Container[str]) -> Iterator[tuple[_Element, str, str]]:
    """All elements, each before those in it, with its tag, and the link, joint or frame that it is about.

    Args:
        root: of the document.
        without: names without a prefix of elements that are passed over.
    """
    ahead: list[tuple[Any, str]] = [(root, "")]
    while ahead:
        element, owner = ahead.pop()
        tag = element.tag  # as it is written, where it has no prefix
        if tag[0] == "{":
            tag = literal_tag(element)
        if (tag in without or (":" in tag and tag.rpartition(":")[2] in without)) and element is not root:
            continue
        if tag in OWNERS:
            owner = _owned_name(element, tag) or owner
        yield element, tag, owner
        if len(element):
            ahead += [(child, owner) for child in element.iterchildren("*", reversed=True)]


def _sort_attributes(element: _Element, first: tuple[str, ...]) -> None:
    """Puts attributes first that are to be."""
    said = dict(element.attrib)
    element.attrib.clear()
    element.attrib.update({name: said.pop(name) for name in first if name in said} | said)


def sort_children(element: _Element, first: tuple[str, ...]) -> None:
    """Puts children first that are to be; comments stay in front of what they stood in front of."""
    ranks, last_rank = {tag: rank for rank, tag in enumerate(first)}, len(first)
    children: Iterator[Any] = element.iterchildren("*")
    places = [ranks.get(child.tag, last_rank) for child in children]
    if places == sorted(places):
        return
    nodes = list(element)
    if any((text or "").strip() for text in (element.text, *(node.tail for node in nodes))):
        return
    groups: list[list[_Element]] = [[]]
    for node in nodes:
        groups[-1].append(node)
        if isinstance(node.tag, str):
            groups.append([])
    last = groups.pop()
    ordered = [group for _, group in sorted(zip(places, groups), key=lambda each: each[0])]
    element[:] = [node for group in (*ordered, last) for node in group]
