"""Functions that are reported where an interface model stands once all poses are known; libsdformat's name for them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    from ..spatial.transform import Transform


class ModelPoses(Protocol):
    """Where an interface model came to stand; what its ``reposture`` function is given."""

    def model_pose(self) -> Transform:
        """``X_WM``: pose of the model frame in the world."""
        ...

    def pose(self, frame: str, relative_to: str = "world") -> Transform:
        """Pose of a frame of the model.

        Args:
            frame: name of the frame.
            relative_to: the world, or the name of another frame of the model.
        """
        ...


Reposture: TypeAlias = Callable[[ModelPoses], None]
