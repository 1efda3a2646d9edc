"""A mapping whose values are made when they are asked for, and what to say of a name that it does not have."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, Generic, TypeVar

from ...diagnostics.errors import NameNotFound
from ...runtime.spelling import SpellingIndex, format_count

T = TypeVar("T")


class LazyMapping(Mapping[str, T], Generic[T]):
    """Names in document order, with their values; each value is made once, on first use. Reversible, as dicts are."""

    __slots__ = ("_index", "_made", "_make", "_what")

    def __init__(self, what: str, index: Mapping[str, int], make: Callable[[int], T]) -> None:
        """Takes what values are called in messages, the number of each name, and what makes the value of a number."""
        self._what = what
        self._index = index
        self._make = make
        self._made: dict[int, T] = {}

    def __getitem__(self, name: str) -> T:
        number = self._index.get(name)
        if number is None:
            raise NameNotFound(unknown(self._what, name, self._index))
        value = self._made.get(number)
        if value is None:
            value = self._made[number] = self._make(number)
        return value

    def __reversed__(self) -> Iterator[str]:
        return reversed(list(self._index))

    def __reduce__(self) -> tuple[Any, ...]:
        return LazyMapping, (self._what, {name: i for i, name in enumerate(self)}, list(self.values()).__getitem__)

    def __contains__(self, name: object) -> bool:
        return name in self._index

    def __iter__(self) -> Iterator[str]:
        return iter(self._index)

    def __len__(self) -> int:
        return len(self._index)

    def __repr__(self) -> str:
        names = [*islice(self._index, 5), *("…" for _ in range(len(self) > 5))]
        return f"<{format_count(len(self), self._what)}{': ' if names else ''}{', '.join(names)}>"


def unknown(what: str, name: str, names: Iterable[str]) -> str:
    """What to say of a name that is not there."""
    near = SpellingIndex(names).nearest(name)
    return f"there is no {what} {name!r}" + (f"; did you mean {near!r}?" if near else "")
