"""The text of what was made, as people write it: parts in the order that they are used to, numbers spelled as in the source."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cached_property, lru_cache
from math import copysign, pi, ulp
from typing import TYPE_CHECKING, Any

from ...diagnostics.records import NamedTuple
from ...runtime.numbers import FINITE
from ...runtime.source import literal_tag

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping

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
_Place = tuple[str, str]
"""The link or joint that numbers are about, and what they are called; empty for all."""
VERBATIM = ("plugin", "kept")
"""What is in these is as it was."""
_BEGINNINGS = tuple("0123456789.+-")
"""What decimal numbers begin with."""


def format_layout(tree: PrefixedTree, source: _Element) -> None:
    """Arranges a document as it is handed out; one that lacks names for prefixes stays as it is."""
    if tree.find_undeclared():
        return
    spelled = NumberSpelling(source)
    order = FIRST.get(literal_tag(tree.root), {})
    attribute_order = ATTRIBUTES_FIRST.get(literal_tag(tree.root), {})
    passed = set[Any]()
    for element in list(tree.root.iter("*")):
        if element in passed:
            continue
        tag = literal_tag(element)
        if tag.rpartition(":")[2] in VERBATIM and element is not tree.root:
            passed.update(element.iter("*"))
            continue
        if tag in order:
            _sort(element, order[tag])
        if tag in attribute_order:
            _sort_attributes(element, attribute_order[tag])
        _spell(element, tag, spelled)


class NumberSpelling:
    """How numbers are spelled in a document: rows of them as they stand there, single ones as it mostly has them.

    What the same link or joint calls the same comes first, as a mass of ``1`` beside a size of ``1.0``.
    """

    def __init__(self, root: _Element) -> None:
        self._texts: dict[_Place, list[str]] = defaultdict(list)
        self._spellings: dict[_Place, _PlaceSpelling] = {}
        for element, tag, owner in _walk_owned(root, ("kept",)):
            if (text := element.text) and text.lstrip().startswith(_BEGINNINGS):
                self._learn(text, owner, tag)
            for name, text in element.items():
                if text.lstrip().startswith(_BEGINNINGS) and name != "version":
                    self._learn(text, owner, tag if name == "value" else name)

    def _learn(self, text: str, owner: str, called: str) -> None:
        """Notes a text that may be numbers at the places where it is looked for."""
        self._texts["", called].append(text)
        self._texts["", ""].append(text)
        if owner:
            self._texts[owner, called].append(text)
            self._texts[owner, ""].append(text)

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
        known = self._everywhere.rows
        if (written := known.usual.get(row)) is not None:
            if row not in known.varied:
                return written
            nearest = self._find_nearest(owner_of(element), called)
            return next(found for each in nearest if (found := each.rows.usual.get(row)))
        if len(words) in (4, 6):  # a colour may be said without its alpha
            halves = ("xyz", "rpy") if called in _PLACES else (called, called)
            return " ".join(
                self.of(" ".join(half), element, name) for half, name in zip((words[:3], words[3:]), halves)
            )
        return " ".join(self._find_spelling(number, word, element, called) for number, word in zip(row, words))

    def _find_spelling(self, number: float, word: str, element: _Element, called: str) -> str:
        known = self._everywhere.words
        written, opposite = known.usual.get(number), known.usual.get(-number) if number else None
        if written is not None and opposite is None and number not in known.varied:
            return written
        if written is None and opposite is None:
            return _round(number, word)
        for each in self._find_nearest(owner_of(element), called):
            if found := each.words.usual.get(number):
                return found
            if number and (found := each.words.usual.get(-number)):
                return _negate(found)
        return _round(number, word)

    def _find_nearest(self, owner: str, called: str) -> Iterator[_PlaceSpelling]:
        """What is looked through for numbers, the nearest first."""
        alike = ALIKE.get(called, (called,))
        for around in (owner, ""):
            for name in (*alike, ""):
                if (place := (around, name)) in self._texts:
                    yield self._spellings.get(place) or self._add(place)

    @cached_property
    def _everywhere(self) -> _PlaceSpelling:
        return self._add(("", ""))

    def _add(self, place: _Place) -> _PlaceSpelling:
        """Looks through a place, when somebody asks for it first: of most nobody does."""
        found = self._spellings[place] = _PlaceSpelling(self._texts[place])
        return found


class _Spellings(NamedTuple):
    """How numbers, or rows of them, are spelled.

    Most are spelled in one way wherever they stand, and need not be looked for at each place.
    """

    usual: Mapping[Any, str]
    varied: set[Any]
    """Those that are spelled in several ways."""


class _PlaceSpelling:
    """How numbers are spelled at one place.

    Args:
        texts: of the place, in order; of spellings that are there as often the first counts.

    Attributes:
        rows: of whole texts, and of the halves of those with six numbers.
    """

    def __init__(self, texts: list[str]) -> None:
        self._counts = Counter(texts)
        self.rows = _find_spellings(
            (row, said, count) for text, count in self._counts.items() for row, said in _read_rows(text)
        )

    @cached_property
    def words(self) -> _Spellings:
        """The same of single numbers."""
        return _find_spellings(
            (number, word, count) for text, count in self._counts.items() for number, word in zip(*_read_row(text))
        )


def _find_spellings(found: Iterable[tuple[Any, str, int]]) -> _Spellings:
    """The spellings of numbers that were found, each with how often it was."""
    spelled: dict[Any, dict[str, int]] = {}
    for number, said, count in found:
        counts = spelled.setdefault(number, {})
        counts[said] = counts.get(said, 0) + count
    usual = {number: max(counts, key=counts.__getitem__) for number, counts in spelled.items()}
    return _Spellings(usual, {number for number, counts in spelled.items() if len(counts) > 1})


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
    ahead = [(root, literal_tag(root), "")]
    while ahead:
        element, tag, around = ahead.pop()
        owner = (_owned_name(element, tag) if tag in OWNERS else None) or around
        yield element, tag, owner
        if len(element):
            for child in element.iterchildren("*", reversed=True):
                tag = literal_tag(child)
                if tag.rpartition(":")[2] not in without:
                    ahead.append((child, tag, owner))


def _spell(element: _Element, tag: str, spelled: NumberSpelling) -> None:
    text = element.text
    if text and tag in IN_TEXTS and not len(element):
        said = spelled.of(text, element, tag)
        if said != text:
            element.text = text = said
    if not text or text.isspace():
        for name, value in element.items():
            if name in IN_ATTRIBUTES:
                said = spelled.of(value, element, tag if name == "value" else name)
                if said != value:
                    element.set(name, said)


def _sort_attributes(element: _Element, first: tuple[str, ...]) -> None:
    """Puts attributes first that are to be."""
    said = dict(element.attrib)
    element.attrib.clear()
    element.attrib.update({name: said.pop(name) for name in first if name in said} | said)


def _sort(element: _Element, first: tuple[str, ...]) -> None:
    """Puts children first that are to be; comments stay in front of what they stood in front of."""
    ranks = {tag: rank for rank, tag in enumerate(first)}
    places = [ranks.get(literal_tag(child), len(first)) for child in element.iterchildren("*")]
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
