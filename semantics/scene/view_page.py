"""A scene as a page in a browser; the page itself is made by ``semantics.view``, once somebody looks."""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..kinematics.configuration import Configuration

HEIGHT = 480
"""Pixels of a page in a notebook."""


class View:
    """A scene at one configuration, as a page: notebooks draw it, ``save`` writes it to a file.

    The page needs nothing besides itself: no network, no server. Meshes are in it, up to 20 MB of them.

    Example:
        >>> view = bodyplan.load("examples/arm.urdf").scene.view(q={"arm::elbow": 0.5})
        >>> view.save("arm.html")
    """

    def __init__(self, scene: Any, q: Configuration | None, height: int) -> None:
        self._scene = scene  # a Scene, which makes these
        self._q = q
        self._height = height

    @property
    def html(self) -> str:
        """The page, as text."""
        text: str = _import_view_api().page_of_scene(self._scene, self._q)
        return text

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the page to a file.

        Args:
            path: the file.

        Raises:
            OSError: it cannot be written.
        """
        from ...runtime.atomic_write import write_atomically

        write_atomically(path, self.html.encode("utf-8"))

    def _repr_html_(self) -> str:
        drawn = _import_view_api()
        framed: str = drawn.wrap_in_frame(drawn.page_of_scene(self._scene, self._q, drawn.IN_NOTEBOOK), self._height)
        return framed

    def __repr__(self) -> str:
        return f"<View of {self._scene!r}>"


def _import_view_api() -> Any:
    """What makes pages; imported by name, since it is on a higher floor than scenes, and most programs do without."""
    return import_module("...view.page", __name__)
