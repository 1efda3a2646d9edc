"""Whether a value fits a field of an element: what ``Joint(type="fixed")`` and ``limit.upper = 2`` take and refuse.

For each class the checks of its fields are made from its annotations when a value is first set.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Sequence
from enum import Enum
from functools import cache, partial
from typing import Any

from .patterns import compile_pattern
from .spelling import nearest
from .values import SHAPES, EulerPose, Pose, QuaternionPose

Fit = Callable[[Any], Any]
"""Answers a value as a field holds it, or raises ``Misfit``."""

_NOT_IN_XML = compile_pattern("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_FLOAT = frozenset((float,))
_COUNTS = {2: "two", 3: "three", 4: "four", 6: "six", 7: "seven"}


class Misfit(Exception):
    """A value does not fit a field.

    Attributes:
        wanted: what does fit.
        error: the class of the exception for users: ``TypeError`` or ``ValueError``.
        value: what does not fit, and ``index`` where it is in a list.
    """

    def __init__(self, value: Any, wanted: str, error: type[Exception] = TypeError, index: int | None = None) -> None:
        super().__init__(value, wanted)
        self.value = value
        self.wanted = wanted
        self.error = error
        self.index = index

    def format_message(self, owner: str, field: str) -> str:
        """The message, about a field of ``owner``."""
        place = field if self.index is None else f"{field}[{self.index}]"
        return f"{owner}.{place} cannot be {_format_value(self.value)}: it takes {self.wanted}"


@cache
def fits_of(cls: Any) -> dict[str, Fit]:
    """For each field of a class of elements what makes a value one that the field holds."""
    hints = typing.get_type_hints(cls)
    specs: dict[str, Any] = cls._specs
    own: dict[str, Fit] = {"any_attributes": _attributes, "any_elements": partial(_list_of, _unknown)}
    fits = {name: own.get(name) or _fit(hints[name]) for name in specs}
    for name, spec in specs.items():
        if spec.metadata.get("unsigned"):
            fits[name] = partial(_fit_unsigned, fits[name])
    return fits


def misfits(element: Any) -> list[tuple[str, Misfit]]:
    """The fields of ``element`` that hold what does not fit, since lists can be changed in place.

    Items that can be converted are. Nested elements are validated by themselves.
    """
    found = []
    cls: Any = type(element)
    fits = fits_of(cls)
    fields = element.__dict__
    for name in [name for name, value in fields.items() if isinstance(value, (list, dict)) and name in fits]:
        try:
            fields[name] = fits[name](fields[name])
        except Misfit as misfit:
            found.append((name, misfit))
    return found


def refuse_misfits(element: Any) -> None:
    """What is to be done before an element is written; see ``misfits``.

    Raises:
        ValueError: a field holds what does not fit; the message names the element and the field.
    """
    for name, misfit in misfits(element):
        raise ValueError(misfit.format_message(describe_element(element), name))


def describe_element(element: Any) -> str:
    """An element by its class, and by its name if it has one."""
    name = element.__dict__.get("name")
    return type(element).__name__ if name is None else f"{type(element).__name__}(name={name!r})"


def _fit(hint: Any) -> Fit:
    arguments = typing.get_args(hint)
    if isinstance(hint, types.UnionType) or typing.get_origin(hint) is typing.Union:
        kinds = [kind for kind in arguments if kind is not type(None)]
        fit = _fit(kinds[0]) if len(kinds) == 1 else _any_of(kinds)
        return partial(_or_none, fit) if len(kinds) < len(arguments) else fit
    if typing.get_origin(hint) is tuple:  # words of an enumeration, in one value
        return partial(_words_of, _fit(arguments[0]))
    if typing.get_origin(hint) is list:
        return partial(_list_of, _fit(arguments[0]))
    if hint in _SCALARS:
        return _SCALARS[hint]
    if issubclass(hint, Enum):
        return partial(_member, hint, False)
    if hint in _SHAPE:
        return partial(_tuple_of, hint, *_SHAPE[hint])
    return partial(_instance, hint)


def _any_of(kinds: list[Any]) -> Fit:
    if set(kinds) == {EulerPose, QuaternionPose}:
        return _pose
    enums = [kind for kind in kinds if issubclass(kind, Enum)]
    return partial(_member, enums[0], True)


def _or_none(fit: Fit, value: Any) -> Any:
    return None if value is None else fit(value)


def _number(value: Any) -> float:
    kind = type(value)
    if kind is float:
        return value  # type: ignore[no-any-return]
    if kind is not int and not isinstance(value, (float, int)):
        value = _plain(value)
    if isinstance(value, bool) or not isinstance(value, (float, int)):
        raise Misfit(value, "a number")
    try:
        return float(value)
    except OverflowError:
        raise Misfit(value, "a number that a double can hold", ValueError) from None


def _fit_unsigned(whole: Fit, value: Any) -> int | None:
    number: int | None = whole(value)
    if number is not None and number < 0:
        raise Misfit(value, "a whole number that is not negative", ValueError)
    return number


def _fit_integer(value: Any) -> int:
    if type(value) is int:
        return value
    value = _plain(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise Misfit(value, "a whole number")
    return int(value)


def _truth(value: Any) -> bool:
    value = _plain(value)
    if not isinstance(value, bool):
        raise Misfit(value, "True or False")
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise Misfit(value, "a text")
    if isinstance(value, Enum):
        value = value.value
    if _NOT_IN_XML.search(value):
        raise Misfit(value, "a text of characters that XML can hold", ValueError)
    return value if type(value) is str else str(value)


def _member(kind: type[Enum], is_open: bool, value: Any) -> Any:
    if type(value) is kind:
        return value
    if not isinstance(value, str):
        raise Misfit(value, f"a text or a {kind.__name__}" if is_open else f"a {kind.__name__} or its text")
    text = _text(value)
    try:
        return kind(text)
    except ValueError:
        if is_open:
            return text
        words = tuple(str(member.value) for member in kind)
        near = nearest(text, words)
        listed = f"one of {', '.join(map(repr, words))}"
        raise Misfit(value, listed if near is None else f"{listed}; did you mean {near!r}?", ValueError) from None


def _tuple_of(kind: Any, part: type, sizes: range, value: Any) -> Any:
    made: Sequence[Any]
    if part is float and type(value) in (tuple, kind) and len(value) in sizes and _FLOAT.issuperset(map(type, value)):
        made = value  # as most are that were calculated
    else:
        parts = _sequence(value, kind, part, sizes)
        fit = _SCALARS[part]
        try:
            made = [fit(each) for each in parts]
        except Misfit:
            raise Misfit(value, _shape(kind, part, sizes)) from None
    if type(value) is kind and (made is value or all(map(_is, made, value))):
        return value
    return kind(*made) if hasattr(kind, "_fields") else kind(made)


def _words_of(fit: Fit, value: Any) -> tuple[Any, ...]:
    if isinstance(value, (str, bytes, dict)) or not hasattr(value, "__iter__"):
        raise Misfit(value, "a tuple")
    return tuple(fit(each) for each in value)


def _pose(value: Any) -> Any:
    if isinstance(value, Pose):
        kind: Any = type(value)
    else:
        parts = _sequence(value, Pose, float, range(6, 8))
        kind = EulerPose if len(parts) == 6 else QuaternionPose
    return _tuple_of(kind, *_SHAPE[kind], value)


def _sequence(value: Any, kind: Any, part: type, sizes: range) -> Sequence[Any]:
    if hasattr(value, "tolist"):
        value = value.tolist()
    if not isinstance(value, Sequence) or isinstance(value, (str, bytes)):
        raise Misfit(value, _shape(kind, part, sizes))
    if len(value) not in sizes:
        raise Misfit(value, _shape(kind, part, sizes), ValueError)
    return value


def _shape(kind: Any, part: type, sizes: range) -> str:
    what = {int: "whole numbers", str: "texts"}.get(part, "numbers")
    if kind is Pose:
        return "a Pose, or six or seven numbers"
    counts = " or ".join(_COUNTS[size] for size in sizes) if len(sizes) < 9 else "any number of"
    return f"a {kind.__name__}, or {counts} {what}"


def _instance(kind: type, value: Any) -> Any:
    if isinstance(value, kind):
        return value
    if type(value).__name__ == kind.__name__:
        raise Misfit(value, f"the {kind.__name__} of {kind.__module__}, which that of {type(value).__module__} is not")
    raise Misfit(value, f"an object of class {kind.__name__}")


def _list_of(fit: Fit, value: Any) -> list[Any]:
    if type(value) is not list:
        if isinstance(value, (str, bytes, dict)) or not hasattr(value, "__iter__"):
            raise Misfit(value, "a list")
        value = list(value)
    made = []
    for index, item in enumerate(value):
        try:
            made.append(fit(item))
        except Misfit as misfit:
            misfit.index = index
            raise
    # the list that was given goes on being the field's, unless an item had to be converted
    return value if all(map(_is, made, value)) else made


def _attributes(value: Any) -> dict[str, str]:
    if not isinstance(value, dict):
        raise Misfit(value, "a dict of texts")
    for name, text in value.items():
        if not isinstance(name, str) or not isinstance(text, str) or _NOT_IN_XML.search(text):
            raise Misfit({name: text}, "names and texts")
    return value


def _unknown(value: Any) -> Any:
    """One of xsdata's generic elements, all the way down."""
    texts = [getattr(value, name, 0) for name in ("qname", "text", "tail")]
    if not all(text is None or isinstance(text, str) for text in texts):
        raise Misfit(value, "xsdata's AnyElement, with texts for its name, text and tail")
    _attributes(value.attributes)
    for child in value.children:
        _unknown(child)
    return value


def _plain(value: Any) -> Any:
    """A number of numpy as Python's own."""
    return value.item() if getattr(value, "ndim", None) == 0 and hasattr(value, "item") else value


def _is(left: Any, right: Any) -> bool:
    return left is right


def _format_value(value: Any) -> str:
    text = " ".join(repr(value).split())
    return text if len(text) <= 60 else f"{text[:57]}..."


_SCALARS: dict[Any, Fit] = {float: _number, int: _fit_integer, bool: _truth, str: _text, Pose: _pose}
_SHAPE: dict[Any, tuple[type, range]] = {kind: (part, sizes) for kind, part, sizes in SHAPES}
