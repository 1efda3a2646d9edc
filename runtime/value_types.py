"""Types of fields that take more than they read as."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar, overload

R = TypeVar("R")
W = TypeVar("W")

if TYPE_CHECKING:
    import numpy.typing as npt

    Numbers: TypeAlias = Sequence[float] | npt.NDArray[Any]
    """What a field of several numbers takes: a sequence or an array of as many."""

    Texts: TypeAlias = Sequence[str]
    """What a field of several words takes."""

    class Convertible(Generic[R, W]):
        """A field that reads as an ``R`` and can be given a ``W`` as well, which is converted."""

        @overload
        def __get__(self, element: None, owner: type) -> Any: ...
        @overload
        def __get__(self, element: object, owner: type) -> R: ...
        def __get__(self, element: object, owner: type) -> Any: ...
        def __set__(self, element: Any, value: R | W) -> None: ...

else:
    Numbers, Texts = Sequence[float], Sequence[str]

    class Convertible:
        """At run time a field has the type that it reads as: ``Convertible[R, W]`` is ``R``."""

        def __class_getitem__(cls, kinds: tuple[Any, Any]) -> Any:
            return kinds[0]
