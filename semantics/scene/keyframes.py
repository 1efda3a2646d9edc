"""States of a scene that the document has names for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from ...diagnostics.records import dataclass, field

if TYPE_CHECKING:
    from ..ir.frames import KeyframeRecord
    from ..spatial.so3 import Array


@dataclass(frozen=True, eq=False, repr=False)
class Keyframe:
    """A state of the scene with a name. Arrays are read-only.

    Attributes:
        name: as written; may be empty.
        time: in the unit s.
        qpos: shape (dofs,), in the order of ``Scene.coordinates``, rad or m.
        qvel: in the order of ``Scene.velocities``, shape (velocities,), rad/s or m/s.
        act: activations of actuators that have one, shape (activations,), each in a unit of its own.
        ctrl: controls, shape (actuators,), in the order of ``Scene.actuators``; units are those of the actuators.
        properties: what else the document says of it.

    Example:
        >>> bodyplan.load("examples/arm.urdf").scene.keyframes
        ()
    """

    name: str
    time: float
    qpos: Array
    qvel: Array
    act: Array
    ctrl: Array
    properties: Mapping[str, object] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"<Keyframe {self.name or '(without a name)'}: {self.time:g} s>"


def make_keyframe(record: KeyframeRecord) -> Keyframe:
    """The keyframe of a record."""
    qpos, qvel, act, ctrl = (_freeze(numbers) for numbers in (record.qpos, record.qvel, record.act, record.ctrl))
    return Keyframe(record.name, record.time, qpos, qvel, act, ctrl, record.properties)


def _freeze(numbers: tuple[float, ...]) -> Array:
    result = np.array(numbers, dtype=np.float64)
    result.flags.writeable = False
    return result
