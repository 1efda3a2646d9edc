"""How urdfdom reads numbers: strictly, and by the characters in the file."""

from __future__ import annotations

from math import isinf
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeVar, cast

from ....runtime.numbers import FINITE
from ....runtime.patterns import compile_pattern
from ....runtime.source import literal_tag
from ..facts import facts_of
from ..registry import URDFDOM
from ..written_values import find_written_value

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from lxml.etree import _Element

    from ....runtime.source import Source

T = TypeVar("T")
Vector = tuple[float, float, float]
_NOT_ASKED = object()
_BROKEN_NUMBER = compile_pattern(r"""[\t\r\n](?!\s*<)[\d\s.eE+-]*["']""")
"""The end of a value behind a tab or a line end in it, where the value may be numbers."""
_BROKEN_BY_LINE = compile_pattern(r"""\n(?! *<)[\d\s.eE+-]*["']""")
"""The same in a text without tabs and returns, which is found in a fifth of the time."""
_SPACED_NUMBER = compile_pattern(r"""[\d.] +["']""")
"""The end of a value with a blank behind a number, which urdfdom does not read where it is the only one."""
_DEFAULT_NAMESPACE = compile_pattern(r"xmlns\s*=")


class Values:
    """Reads the attributes of one document.

    An XML reader turns tabs and line ends inside attributes into blanks; urdfdom's does not, and only blanks separate
    numbers for it.
    """

    def __init__(self, source: Source) -> None:
        self._source = source
        self._has_breaks = _has_broken_numbers(source.text)
        self._name_of: Callable[[_Element], str] = literal_tag if source.mentions("xmlns") else attrgetter("tag")
        # a robot writes the same few texts thousands of times
        self._numbers: dict[str, bool] = {}
        self._vectors: dict[tuple[str, int], bool] = {}
        self._faults: dict[_Element, Any] = {}
        self._parts: dict[_Element, dict[str, _Element]] = {}
        self.sound_links: dict[_Element, Any] = {}
        """Links that urdfdom is known to read to their end, with their typed elements."""
        self.sound_joints: dict[_Element, Any] = {}
        """The same of joints, but for what they connect: there may be no such link."""
        name_of = self._name_of
        self._tops: dict[str, list[_Element]] = {}
        for child in source.root if source.root is not None else ():
            self._tops.setdefault(name_of(child), []).append(child)

    @property
    def are_plain(self) -> bool:
        """Whether urdfdom reads each finite number that a decoder of URDF reads without a finding, at the same places."""
        text = self._source.text
        return not (
            self._has_breaks
            or "&#" in text  # may be a break
            or ((' "' in text or " '" in text) and _SPACED_NUMBER.search(text))
            or (self._name_of is literal_tag and _DEFAULT_NAMESPACE.search(text))
        )

    def ends_of(self, joint: _Element) -> tuple[str, str]:
        """The names of the links that a joint connects, empty where it names none: that above and that below."""
        sound = self.sound_joints.get(joint)
        if sound is not None:
            return sound.parent.link, sound.child.link
        parts = self.parts(joint)
        above, below = parts.get("parent"), parts.get("child")
        return ("" if above is None else above.get("link") or "", "" if below is None else below.get("link") or "")

    def places_of_ends(self, joint: _Element) -> tuple[_Element, _Element]:
        """The elements that name them; the joint itself where one is not there."""
        sound = self.sound_joints.get(joint)
        if sound is not None:
            return sound.parent.source_element, sound.child.source_element
        parts = self.parts(joint)
        return parts.get("parent", joint), parts.get("child", joint)

    def axis_of(self, joint: _Element) -> tuple[_Element, Vector] | None:
        """The axis of a joint that is read; no ``xyz`` is three zeros. None where the joint has none."""
        sound = self.sound_joints.get(joint)
        if sound is not None:
            axis = sound.__dict__.get("axis")
            return None if axis is None else (axis.source_element, axis.xyz)
        place = self.parts(joint).get("axis")
        if place is None:
            return None
        x, y, z = map(float, place.get("xyz", "0 0 0").split())
        return place, (x, y, z)

    def numbers_of(self, joint: _Element, tag: str) -> tuple[_Element, Mapping[str, float]] | None:
        """An element of a joint that is read, with those of its attributes that are numbers to urdfdom."""
        sound = self.sound_joints.get(joint)
        if sound is not None:
            part = sound.__dict__.get(tag)
            return None if part is None else (part.source_element, part.__dict__)
        place = self.parts(joint).get(tag)
        if place is None:
            return None
        own = facts_of(URDFDOM.name).own["numbers"][tag]
        names = (*own.get("needed", ()), *own["optional"])
        return place, {name: float(place.get(name, "")) for name in names if place.get(name) is not None}

    def tops(self, tag: str) -> Sequence[_Element]:
        """The children of the root of a name: links, joints and materials are gone through several times."""
        return self._tops.get(tag, ())

    def parts(self, element: _Element) -> dict[str, _Element]:
        """The first child of each name, sorted once: links and joints are asked for a dozen names."""
        known = self._parts.get(element)
        if known is None:
            name_of = self._name_of
            known = self._parts[element] = {name_of(child): child for child in element[::-1]}
        return known

    def find_once(self, element: _Element, find: Callable[[_Element, Values], T]) -> T:
        """What ``find`` answers of a part of a link: who judges a robot and who reads it ask the same."""
        fault = self._faults.get(element, _NOT_ASKED)
        if fault is _NOT_ASKED:
            fault = self._faults[element] = find(element, self)
        return cast("T", fault)

    def is_number(self, element: _Element, attribute: str, *, is_needed: bool = False) -> bool:
        """Whether an attribute is one number, if it is written; one that ``is_needed`` has to be."""
        # without further calls: each number of a robot is asked for, most of them by texts that were read before
        text = element.get(attribute)
        if text is None:
            return not is_needed
        if self._has_breaks and " " in text:
            text = self._find_written(element, attribute, text)
        known = self._numbers.get(text)
        return self._reads(text) if known is None else known

    def is_vector(self, element: _Element, attribute: str, size: int = 3) -> bool:
        """Whether an attribute is so many numbers, if it is written."""
        text = element.get(attribute)
        if text is None:
            return True
        if self._has_breaks and " " in text:
            text = self._find_written(element, attribute, text)
        known = self._vectors.get((text, size))
        if known is None:
            parts = [part for part in text.split(" ") if part]
            known = self._vectors[text, size] = len(parts) == size and all(map(self._reads, parts))
        return known

    def is_color(self, element: _Element, attribute: str) -> bool:
        """Whether an attribute is four numbers from 0 to 1."""
        if not self.is_vector(element, attribute, 4):
            return False
        return all(0 <= float(part) <= 1 for part in element.get(attribute, "").split())

    def _reads(self, text: str) -> bool:
        known = self._numbers.get(text)
        if known is None:
            known = self._numbers[text] = _is_number(text)
        return known

    def _find_written(self, element: _Element, attribute: str, read: str) -> str:
        written = find_written_value(self._source, element, attribute)
        # References have been resolved in what was read; only texts without any are compared as they are written.
        return read if written is None or "&" in written else written


def _is_number(text: str) -> bool:
    return FINITE.fullmatch(text) is not None and not isinf(float(text))


def _has_broken_numbers(text: str) -> bool:
    """Whether there may be tabs or line ends inside attributes that are numbers."""
    pattern = _BROKEN_NUMBER if "\t" in text or "\r" in text else _BROKEN_BY_LINE
    return pattern.search(text) is not None
