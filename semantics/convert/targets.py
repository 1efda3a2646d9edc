"""The readers that a document may be made for, what is written otherwise for each, and what a caller wants."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ...diagnostics.records import NamedTuple, dataclass, field
from ..core.options import Options
from ..formats.extension_names import ExtensionSpace
from ..targets.registry import list_releases

PATHS = ("",)
"""Schemes of MuJoCo, which knows paths from the document, and no URIs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversionTarget:
    """A reader of SDFormat or URDF.

    Attributes:
        profile: who judges the result; None: no reader in particular.
        speaks_drake: whether it has its own tags for mimics and textures, gives a joint in SDFormat an actuator by its
            effort, and refuses a second coefficient of friction that is larger than the first. It corrects moments that no
            body has itself, which others refuse. In URDF it has joints and frames of its own, and limits that say nothing
            of some of their numbers.
        moves_massless: whether links without mass may hang on joints that move.
        is_held: whether it holds the first link of a robot that nothing says it is held.
        schemes: of URIs of files in packages and models, those that it knows, that to be written first; none: any;
            an empty one: it knows paths from the document.
        reads_blocks: whether it reads ``<gazebo>`` in URDF, or what it makes of a robot is for one that does.
        is_gazebo: whether it refuses floating joints in URDF.
        is_exact: whether it refuses moments that rounding alone makes impossible.
        needs_volume: whether it refuses meshes that have no volume.
        unread: kinds of things, and facts of kinds, that it reads in no document.
    """

    profile: str | None = None
    speaks_drake: bool = False
    moves_massless: bool = True
    is_held: bool = False
    reads_blocks: bool = True
    schemes: tuple[str, ...] = ()
    is_gazebo: bool = False
    is_exact: bool = False
    needs_volume: bool = False
    unread: tuple[str | tuple[str, str], ...] = ()


OF_LIBSDFORMAT = ("collision filter", ("Actuator", "gear"))
OF_URDFDOM = ("collision filter", "sensor", "light", "camera", "Actuator", ("collision", "friction"))
ANY = ConversionTarget()
TARGETS: dict[str, dict[str, ConversionTarget]] = {
    "sdformat": {
        **{name: ConversionTarget(profile=name, unread=OF_LIBSDFORMAT) for name in list_releases("libsdformat")},
        "gazebo": ConversionTarget(profile="libsdformat", schemes=("model",), unread=OF_LIBSDFORMAT),
        **{
            name: ConversionTarget(profile=name, speaks_drake=True, schemes=("package", "model"))
            for name in list_releases("drake")
        },
    },
    "urdf": {
        "ros": ConversionTarget(profile="urdfdom", schemes=("package",), unread=OF_URDFDOM),
        "urdfdom": ConversionTarget(profile="urdfdom", unread=OF_URDFDOM),
        "gazebo": ConversionTarget(profile="libsdformat", moves_massless=False, is_gazebo=True, unread=OF_LIBSDFORMAT),
        "libsdformat": ConversionTarget(
            profile="libsdformat", moves_massless=False, is_gazebo=True, unread=OF_LIBSDFORMAT
        ),
        **{
            name: ConversionTarget(profile=name, speaks_drake=True, reads_blocks=False, schemes=("package", "model"))
            for name in list_releases("drake")
        },
        "mujoco": ConversionTarget(
            profile="mujoco",
            moves_massless=False,
            is_held=True,
            reads_blocks=False,
            is_exact=True,
            needs_volume=True,
            schemes=PATHS,
        ),
    },
    "mjcf": {"mujoco": ConversionTarget(profile="mujoco", moves_massless=False)},
    "skel": {"dart": ConversionTarget(profile="dart")},
    "dmd": {name: ConversionTarget(profile=name, speaks_drake=True) for name in list_releases("drake")},
}
"""By format that is made, and by the names that users give."""
NAMES = sorted({name for row in TARGETS.values() for name in row})
"""All of these names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversionRequest:
    """How a document is to be made.

    Attributes:
        target: the reader that it is for.
        version: of the format that is made; None: the one that documents have that name none.
        keep: whether what has no place is stored in it, for the way back.
        lump_fixed: whether links that are fixed to each other become one.
        model: name of the model that becomes the robot; None: the one that moves.
        output: the file that the result will be in, where that matters; None: beside the document.
        options: how the result is judged.
    """

    target: ConversionTarget = ANY
    version: str | None = None
    keep: bool = False
    lump_fixed: bool = False
    model: str | None = None
    output: Path | None = None
    options: Options = field(default_factory=Options)

    @property
    def has_extensions(self) -> bool:
        """Whether what only the source's format says is there under names of that: not where it is stored, lumped or for Drake, which warns."""
        return not (self.keep or self.lump_fixed or self.target.speaks_drake)


class NewRoot(NamedTuple):
    """What a direction of conversion makes."""

    root: Any
    """The typed root element."""
    declares_drake: bool = False
    """Whether the document declares the prefix of Drake's tags, whether or not it has any."""
    pairs: Sequence[tuple[Any, Any]] = ()
    """Typed elements of the source with the links, joints, frames and shapes that were made of them."""
    extensions: ExtensionSpace | None = None
    """Names under which parts may have come along that belong to the format that is made."""
