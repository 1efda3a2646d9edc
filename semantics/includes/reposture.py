"""Calls the reposture functions of interface models."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..ir.scoped_names import MODEL_FRAME, SEPARATOR, WORLD

if TYPE_CHECKING:
    from ..ir.world import WorldIR
    from ..scene.scene import Scene
    from ..spatial.transform import Transform


def call_reposture_functions(description: WorldIR, scene: Scene) -> None:
    """Tells the parsers of interface models where their models stand in the scene of the description."""
    for model, reposture in description.reposture_functions:
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
        return self._model if frame == MODEL_FRAME else f"{self._model}{SEPARATOR}{frame}"
