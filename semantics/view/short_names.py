"""Names as people say them: without the models that everything stands in."""

from __future__ import annotations

from collections.abc import Iterable

from ..ir.scoped_names import SEPARATOR, WORLD


class NameShortener:
    """Drops what all names begin with.

    Args:
        names: scoped names of links and joints.
    """

    def __init__(self, names: Iterable[str]) -> None:
        shared: list[str] | None = None
        for name in names:
            if name == WORLD:
                continue
            parts = name.split(SEPARATOR)[:-1]
            if shared is None:
                shared = parts
            else:
                same = next((i for i, (a, b) in enumerate(zip(shared, parts)) if a != b), min(len(shared), len(parts)))
                shared = shared[:same]
        self._prefix = "".join(part + SEPARATOR for part in shared or ())

    def __call__(self, name: str) -> str:
        """The name as it is shown."""
        return name.removeprefix(self._prefix)
