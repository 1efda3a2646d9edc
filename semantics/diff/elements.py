"""What two typed elements say differently, part by part: by their fields, whatever the element is.

Parts of one name that repeat are matched by what they are called, others in their order. Whatever has the value that it has
of itself says the same as what was not written. Elements that stand for a thing of their own are left to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from ...diagnostics.records import NamedTuple, dataclass
from ...runtime.element import IMPLIED, Element, written_fields
from ...runtime.field_tables import parts_of
from ...runtime.poses import Pose
from ...runtime.unknown_elements import is_generic, place_of
from ..formats.extension_names import SPACES
from .blocks import join_blocks
from .values import alike

if TYPE_CHECKING:
    from ..ir.source_ref import Place

SMALLEST = 1e-6
"""Numbers that are less differ by the tolerance as this one does: what calculation leaves of a zero is none."""
NAMES = ("name", "reference", "class_", "file", "filename", "joint", "link", "type")
"""Fields and attributes that distinguish elements of one name, the surest first."""

Path: TypeAlias = "tuple[str, ...]"
"""Names of elements from an element on, without what distinguishes those of one name; an attribute begins with ``@``."""


@dataclass(frozen=True, slots=True)
class PartDifference:
    """A part of an element that another says otherwise, or that only one of them has."""

    change: Literal["added", "removed", "changed"]
    path: Path
    label: str
    """The path, with what distinguishes elements of one name."""
    old: Any
    new: Any
    old_place: Place
    new_place: Place
    is_known: bool = True
    """Whether the description of the format has it."""


class WrittenPart(NamedTuple):
    """A value that is written in an element."""

    path: Path
    is_usual: bool
    """Whether it is the one that is meant where nothing is written."""


class ElementComparison:
    """Compares elements of two documents.

    ``owned`` are elements, of either document, that are things of their own.
    """

    def __init__(self, owned: Iterable[Place], tolerance: float) -> None:
        # what is included is a copy, which was read from the same place
        self._owned = {key for element in owned for key in _keys_of(element)}
        self._tolerance = tolerance

    def compare(self, one: Element, other: Element, path: Path = (), label: str = "") -> Iterator[PartDifference]:
        """What two elements of one class say differently."""
        parts = parts_of(type(one)).by_field
        names = [name for name in parts if name in vars(one) or name in vars(other)]
        pose = self._pose_fields(one, other)
        for name in names:
            if name in pose:
                continue
            part = parts[name]
            before, after = getattr(one, name), getattr(other, name)
            inner, title = (*path, part.place), _join(label, part.place)
            if part.repeats:
                yield from self._lists(before or [], after or [], inner, title, (one, other))
            elif isinstance(before, Element) or isinstance(after, Element):
                yield from self._singles(before, after, inner, title, (one, other))
            elif not self._is_same(before, after):
                yield PartDifference("changed", inner, title or "text", before, after, one, other)
        if pose and not alike(_read_pose(one), _read_pose(other), self._tolerance):
            place = _join(label, "")
            yield PartDifference("changed", path, place or "pose", one.value, other.value, one, other)  # type: ignore[attr-defined]
        yield from self._attributes(
            one.any_attributes if "any_attributes" in vars(one) else {},
            other.any_attributes if "any_attributes" in vars(other) else {},
            path,
            label,
            (one, other),
        )
        if vars(one).keys() & {"_kept", "any_elements"} or vars(other).keys() & {"_kept", "any_elements"}:
            yield from self._generics(one.any_elements, other.any_elements, path, label, (one, other))

    def find_written_parts(self, element: Element, path: Path) -> Iterator[WrittenPart]:
        """All that is written in an element that only one document has; the element itself where nothing is."""
        found = False
        for name in written_fields(element):
            part = parts_of(type(element)).by_field.get(name)
            values = vars(element).get(name)
            for value in values if isinstance(values, list) else [values]:
                if self._is_owned(value):
                    continue
                found = True
                inner = path if part is None else (*path, part.place)
                if isinstance(value, Element):
                    yield from self.find_written_parts(value, inner)
                else:
                    yield WrittenPart(inner, self._is_usual(element, name, value))
        if not found:
            yield WrittenPart(path, is_usual=False)

    def _is_usual(self, element: Element, name: str, value: Any) -> bool:
        """Whether a field has the value that it has where nothing is written: a number that has none is zero then."""
        usual = getattr(type(element).implied(), name)
        if usual is None:
            return value is not None and not isinstance(value, str) and alike(value, 0.0, 0.0)
        return self._is_same(usual, value)

    def _is_owned(self, value: Any) -> bool:
        return isinstance(value, Element) and not self._owned.isdisjoint(_keys_of(value))

    def _pose_fields(self, one: Element, other: Element) -> tuple[str, ...]:
        """The fields that say one pose together, in degrees or by a quaternion or neither."""
        is_pose = all(isinstance(getattr(each, "value", None), Pose) for each in (one, other))
        return ("value", "degrees", "rotation_format") if is_pose else ()

    def _is_same(self, before: Any, after: Any) -> bool:
        if isinstance(before, str) and isinstance(after, str) and not isinstance(before, Enum):
            return before.split() == after.split()
        return alike(before, after, self._tolerance, SMALLEST)

    def _singles(
        self, before: Any, after: Any, path: Path, label: str, around: tuple[Element, Element]
    ) -> Iterator[PartDifference]:
        if self._is_owned(before) or self._is_owned(after):
            return
        if before is None:
            yield PartDifference("added", path, label, None, after, around[0], after)
        elif after is None:
            yield PartDifference("removed", path, label, before, None, before, around[1])
        elif type(before) is type(after):
            yield from self.compare(before, after, path, label)
        else:
            yield PartDifference("changed", path, label, before, after, before, after)

    def _lists(
        self, before: Sequence[Any], after: Sequence[Any], path: Path, label: str, around: tuple[Element, Element]
    ) -> Iterator[PartDifference]:
        old = [each for each in before if not self._is_owned(each)]
        new = [each for each in after if not self._is_owned(each)]
        old, new = join_blocks(old), join_blocks(new)
        if not all(isinstance(each, Element) for each in (*old, *new)):
            if not self._is_same(tuple(old), tuple(new)):
                yield PartDifference("changed", path, label, tuple(old), tuple(new), *around)
            return
        yield from self._match(
            old,
            new,
            _name_of,
            lambda a, b, called: self._singles(a, b, path, f"{label}[{called}]" if called else label, around),
        )

    def _match(
        self,
        old: Sequence[Any],
        new: Sequence[Any],
        name: Callable[[Any], str],
        compare: Callable[[Any, Any, str], Iterator[PartDifference]],
    ) -> Iterator[PartDifference]:
        """Compares what has one name; of several those that say the same, then the others in their order."""
        groups: dict[str, tuple[list[Any], list[Any]]] = {}
        for side, items in enumerate((old, new)):
            for each in items:
                groups.setdefault(name(each), ([], []))[side].append(each)
        for called, (before, after) in groups.items():
            if len(before) == len(after) == 1:
                yield from compare(before[0], after[0], called)
                continue
            left, there = [], list(after)
            for each in before:
                twin = next((at for at, other in enumerate(there) if not any(compare(each, other, called))), None)
                if twin is None:
                    left.append(each)
                else:
                    del there[twin]
            pairs = min(len(left), len(there))
            numbered = f"{called} #" if called else "#"
            for number, (a, b) in enumerate(zip(left, there), start=1):
                yield from compare(a, b, called if pairs == 1 else f"{numbered}{number}")
            for each in left[pairs:]:
                yield from compare(each, None, called)
            for each in there[pairs:]:
                yield from compare(None, each, called)

    def _attributes(
        self, before: Any, after: Any, path: Path, label: str, around: tuple[Any, Any]
    ) -> Iterator[PartDifference]:
        for name in dict.fromkeys((*before, *after)):
            old, new = before.get(name), after.get(name)
            if old is None or new is None or not _is_same_text(old, new, self._tolerance):
                place = f"@{_local(name)}"
                yield PartDifference("changed", (*path, place), _join(label, place), old, new, *around, is_known=False)

    def _generics(
        self, before: Iterable[Any], after: Iterable[Any], path: Path, label: str, around: tuple[Any, Any]
    ) -> Iterator[PartDifference]:
        """Compares elements and texts that no description has."""
        old, new = ([each for each in given if is_generic(each)] for given in (before, after))
        texts = [
            " ".join(each.text for each in given if each.qname is None and each.text).split() for given in (old, new)
        ]
        if texts[0] != texts[1]:
            old_text, new_text = map(" ".join, texts)
            yield PartDifference("changed", path, label or "text", old_text, new_text, *around, is_known=False)
        old, new = ([each for each in given if each.qname is not None] for given in (old, new))

        def compare(a: Any, b: Any, called: str) -> Iterator[PartDifference]:
            tag, _, rest = called.partition(" ")
            title = _join(label, f"{tag}[{rest}]" if rest else tag)
            inner = (*path, tag)
            if a is None:
                yield PartDifference("added", inner, title, None, b, around[0], place_of(b), is_known=False)
            elif b is None:
                yield PartDifference("removed", inner, title, a, None, place_of(a), around[1], is_known=False)
            else:
                places = (place_of(a), place_of(b))
                if not _is_same_text(a.text or "", b.text or "", self._tolerance):
                    yield PartDifference("changed", inner, title, a.text, b.text, *places, is_known=False)
                yield from self._attributes(a.attributes, b.attributes, inner, title, places)
                yield from self._generics(a.children, b.children, inner, title, places)

        yield from self._match(old, new, _generic_name, compare)


def _keys_of(element: Place) -> list[int]:
    """What an element, and copies of it, are known by."""
    if not isinstance(element, Element):
        return []
    origin = element._origin
    return [id(element)] if origin is None or origin is IMPLIED or type(origin) is int else [id(element), id(origin)]


def _read_pose(element: Any) -> Any:
    """The matrix of an element that holds a pose."""
    return element.value.matrix(degrees=bool(getattr(element, "degrees", False)))


def _name_of(element: Element) -> str:
    """What distinguishes an element from others of its name; empty where nothing does."""
    for name in NAMES:
        if name in element._specs:
            value = vars(element).get(name)
            if isinstance(value, str) and value:
                return value
    return ""


def _generic_name(extra: Any) -> str:
    called = next((extra.attributes[name] for name in NAMES if extra.attributes.get(name)), "")
    tag = _local(extra.qname or "")
    return f"{tag} {called}" if called else tag


def _local(name: str) -> str:
    space, _, local = name[1:].rpartition("}")
    prefix = next((each.prefix for each in SPACES.values() if each.namespace == space), None)
    return name.rpartition("}")[2] if prefix is None else f"{prefix}:{local}"


def _join(label: str, place: str) -> str:
    return f"{label}/{place}" if label and place else label or place


def _is_same_text(one: str, other: str, tolerance: float) -> bool:
    """Whether two texts have the same words, numbers among them by their value."""
    words = one.split(), other.split()
    if words[0] == words[1]:
        return True
    if len(words[0]) != len(words[1]):
        return False
    return all(a == b or _are_same_numbers(a, b, tolerance) for a, b in zip(*words))


def _are_same_numbers(one: str, other: str, tolerance: float) -> bool:
    if "_" in one or "_" in other:
        return False
    try:
        return alike(float(one), float(other), tolerance, SMALLEST)
    except ValueError:
        return False
