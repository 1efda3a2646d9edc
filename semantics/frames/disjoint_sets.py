"""Sets of vertices that grow together, such as bodies that joints connect: which of them one is in."""

from __future__ import annotations


class DisjointSets:
    """Sets of vertices, each known by one of them; whatever was not joined is a set by itself."""

    def __init__(self) -> None:
        self._above: dict[int, int] = {}

    def find(self, vertex: int) -> int:
        """The vertex that the set is known by; long chains are shortened on the way."""
        passed = []
        while (above := self._above.get(vertex, vertex)) != vertex:
            passed.append(vertex)
            vertex = above
        self._above.update(dict.fromkeys(passed, vertex))
        return vertex

    def join(self, vertex: int, other: int) -> None:
        """Makes one set of two, which is known by what the other one's was."""
        self._above[self.find(vertex)] = self.find(other)
