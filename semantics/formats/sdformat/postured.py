"""A description of which parsers of included files want to know how it came out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ...description.description import Description
from ...description.names import SEPARATOR, WORLD

if TYPE_CHECKING:
    from ...includes.interface import Reposture
    from ...scene.scene import Scene
    from ...transform import Transform


@dataclass(slots=True)
class Postured(Description):
    """A description with what is to be called once its poses are known."""

    repostures: list[tuple[str, Reposture]] = field(default_factory=list)
    """Full name of each interface model, and its function."""


def tell_poses(description: Description, scene: Scene) -> None:
    """Tells the parsers of interface models where these came to stand."""
    if isinstance(description, Postured):
        for model, reposture in description.repostures:
            reposture(_Poses(scene, model))


class _Poses:
    """The ``ModelPoses`` of one interface model."""

    def __init__(self, scene: Scene, model: str) -> None:
        self._scene = scene
        self._model = model

    def model_pose(self) -> Transform:
        """``X_WM``: pose of the model frame in the world."""
        return self._scene.pose(self._model)

    def pose(self, frame: str, relative_to: str = WORLD) -> Transform:
        """Pose of a frame of the model, relative to the world or to another frame of the model."""
        other = WORLD if relative_to == WORLD else self._full(relative_to)
        return self._scene.pose(self._full(frame), relative_to=other)

    def _full(self, frame: str) -> str:
        return self._model if frame == "__model__" else f"{self._model}{SEPARATOR}{frame}"
