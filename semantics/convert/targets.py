"""The readers that a document may be made for, and what is written otherwise for each."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversionTarget:
    """A reader of SDFormat or URDF.

    Attributes:
        profile: who judges the result; None: no reader in particular.
        speaks_drake: whether it has its own tags for mimics and textures, gives a joint in SDFormat an actuator by its
            effort, and refuses a second coefficient of friction that is larger than the first. It mends moments that no
            body has itself, which others refuse. In URDF it has joints and frames of its own, and limits that say nothing
            of some of their numbers.
        moves_massless: whether links without mass may hang on joints that move.
        is_held: whether it holds the first link of a robot that nothing says it is held.
        schemes: of URIs of files in packages and models, those that it knows, that to be written first; none: any.
        reads_blocks: whether it reads ``<gazebo>`` in URDF, or what it makes of a robot is for one that does.
        is_gazebo: whether it refuses floating joints in URDF.
    """

    profile: str | None = None
    speaks_drake: bool = False
    moves_massless: bool = True
    is_held: bool = False
    reads_blocks: bool = True
    schemes: tuple[str, ...] = ()
    is_gazebo: bool = False


ANY = ConversionTarget()
TARGETS: dict[str, dict[str, ConversionTarget]] = {
    "sdformat": {
        "libsdformat": ConversionTarget(profile="libsdformat"),
        "gazebo": ConversionTarget(profile="libsdformat", schemes=("model",)),
        "drake": ConversionTarget(profile="drake", speaks_drake=True, schemes=("package", "model")),
    },
    "urdf": {
        "ros": ConversionTarget(profile="urdfdom", schemes=("package",)),
        "urdfdom": ConversionTarget(profile="urdfdom"),
        "gazebo": ConversionTarget(profile="libsdformat", moves_massless=False, is_gazebo=True),
        "libsdformat": ConversionTarget(profile="libsdformat", moves_massless=False, is_gazebo=True),
        "drake": ConversionTarget(profile="drake", speaks_drake=True, reads_blocks=False, schemes=("package", "model")),
        "mujoco": ConversionTarget(profile="urdfdom", moves_massless=False, is_held=True, reads_blocks=False),
    },
}
"""By format that is made, and by the names that users give."""
NAMES = sorted({name for row in TARGETS.values() for name in row})
"""All of these names."""
