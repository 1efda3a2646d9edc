"""Vectors that a text can hold: named tuples that count as numpy's arrays do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import add, sub
from typing import TYPE_CHECKING, Any

from ..diagnostics.records import NamedTuple

if TYPE_CHECKING:
    from typing_extensions import Self

    from .value_types import Numbers


class Vector:
    """Sums, differences and multiples of a named tuple of numbers.

    The other side of a sum may be any sequence, or an array of shape (n,), of as many numbers. An array on the left, or
    one of another shape, makes an array of the result.
    """

    __slots__ = ()

    if TYPE_CHECKING:

        @classmethod
        def _make(cls, iterable: Iterable[Any], /) -> Self: ...

    def __add__(self, other: Numbers) -> Self:
        """The sum, part by part."""
        made: Self = _combine_parts(self, add, self, other)
        return made

    def __radd__(self, other: Numbers) -> Self:
        """The sum, part by part."""
        made: Self = _combine_parts(self, add, other, self)
        return made

    def __sub__(self, other: Numbers) -> Self:
        """The difference, part by part."""
        made: Self = _combine_parts(self, sub, self, other)
        return made

    def __rsub__(self, other: Numbers) -> Self:
        """The difference, part by part."""
        made: Self = _combine_parts(self, sub, other, self)
        return made

    def __mul__(self, factor: float) -> Self:
        """Each part times a number."""
        scale = _number(factor)
        if scale is None:
            return NotImplemented
        return self._of(part * scale for part in self)

    def __rmul__(self, factor: float) -> Self:
        """Each part times a number."""
        return self.__mul__(factor)

    def __truediv__(self, divisor: float) -> Self:
        """Each part divided by a number.

        Raises:
            ZeroDivisionError: the number is 0.
        """
        scale = _number(divisor)
        if scale is None:
            return NotImplemented
        return self._of(part / scale for part in self)

    def __neg__(self) -> Self:
        """The opposite."""
        return self._of(-part for part in self)

    def __pos__(self) -> Self:
        """The same."""
        return self

    def _of(self, parts: Iterable[float]) -> Self:
        return self._make(parts)

    if TYPE_CHECKING:

        def __iter__(self) -> Iterator[float]: ...


def _combine_parts(vector: Any, operation: Callable[[Any, Any], Any], left: Any, right: Any) -> Any:
    """A vector like ``vector`` of what ``operation`` makes of each pair of parts."""
    sides = [_parts(left), _parts(right)]
    if sides[0] is None or sides[1] is None:
        return NotImplemented
    if len(sides[0]) != len(sides[1]):
        other = sides[1] if left is vector else sides[0]
        raise ValueError(f"a {type(vector).__name__} has {len(vector)} parts, the other side has {len(other)}")
    return vector._of(map(operation, *sides))


def _parts(side: Any) -> Any:
    if isinstance(side, (tuple, list)):
        return side
    return side.tolist() if getattr(side, "ndim", None) == 1 else None


def _number(value: Any) -> Any:
    if type(value) in (int, float):
        return value
    # numbers of numpy; an array of any other shape is numpy's business
    return value.item() if getattr(value, "ndim", None) == 0 else None


class _Vector2i(NamedTuple):
    x: int
    y: int


class _Vector2d(NamedTuple):
    x: float
    y: float


class _Vector3(NamedTuple):
    x: float
    y: float
    z: float


class _Vector4(NamedTuple):
    x: float
    y: float
    z: float
    w: float


class _Color(NamedTuple):
    r: float
    g: float
    b: float
    a: float = 1.0


class Vector2d(Vector, _Vector2d):  # type: ignore[misc]  # sums instead of a tuple's joins
    """Two numbers; shape (2,) as an array.

    Attributes:
        x: the first.
        y: the second; their unit is the field's.

    Example:
        >>> bodyplan.sdformat.Plane(size=(4, 2)).size / 2
        Vector2d(x=2.0, y=1.0)
    """

    __slots__ = ()


class Vector2i(Vector, _Vector2i):  # type: ignore[misc]
    """Two whole numbers; shape (2,) as an array. What is not whole any more is a ``Vector2d``.

    Attributes:
        x: the first.
        y: the second.

    Example:
        >>> bodyplan.Vector2i(1, 2) * 3, bodyplan.Vector2i(1, 2) * 0.5
        (Vector2i(x=3, y=6), Vector2d(x=0.5, y=1.0))
    """

    __slots__ = ()

    def _of(self, parts: Iterable[float]) -> Any:
        made = tuple(parts)
        return (Vector2i if all(isinstance(part, int) for part in made) else Vector2d)._make(made)

    if TYPE_CHECKING:

        def __truediv__(self, divisor: float) -> Vector2d: ...  # type: ignore[override]


class Vector3(Vector, _Vector3):  # type: ignore[misc]
    """Three numbers; shape (3,) as an array. Sums, differences and multiples are vectors, too.

    Attributes:
        x: the first, along the x axis where the field has axes; its unit is the field's, which its class names.
        y: likewise.
        z: likewise.

    Example:
        >>> origin = bodyplan.load("examples/arm.urdf").root.joint[0].origin
        >>> origin.xyz, origin.xyz + (0.1, 0, 0)
        (Vector3(x=0.0, y=0.0, z=0.3), Vector3(x=0.1, y=0.0, z=0.3))
    """

    __slots__ = ()


class Vector4(Vector, _Vector4):  # type: ignore[misc]
    """Four numbers; shape (4,) as an array.

    Attributes:
        x: the first.
        y: the second.
        z: the third.
        w: the fourth.

    Example:
        >>> bodyplan.Vector4(1, 0, 0, 2) - (1, 0, 0, 1)
        Vector4(x=0, y=0, z=0, w=1)
    """

    __slots__ = ()


class Quaternion(Vector, _Vector4):  # type: ignore[misc]
    """A rotation as written: x, y, z, w; not necessarily of unit length.

    Sums and multiples are those of its parts; rotations are composed by ``bodyplan.Transform``, which takes w first.

    Attributes:
        x: of the vector part.
        y: of the vector part.
        z: of the vector part.
        w: the scalar part.

    Example:
        >>> x, y, z, w = bodyplan.Quaternion(0, 0, 1, 1)
        >>> bodyplan.Transform.from_quaternion((0, 0, 0), (w, x, y, z)).rpy.round(3).tolist()
        [0.0, 0.0, 1.571]
    """

    __slots__ = ()


class Color(Vector, _Color):  # type: ignore[misc]
    """Red, green, blue and opacity, each from 0 to 1; sums and multiples count opacity in, and are not cut off.

    Attributes:
        r: red.
        g: green.
        b: blue.
        a: opacity; 1 where it is left out.

    Example:
        >>> bodyplan.load("examples/arm.urdf").root.material[0].color.rgba
        Color(r=0.3, g=0.3, b=0.35, a=1.0)
    """

    __slots__ = ()
