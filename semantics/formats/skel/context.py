"""What the parts of the SKEL front end share while a document is read."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ....diagnostics.records import NamedTuple, dataclass, field
from ...spatial.raw_pose import RawPose, pose_from_moved_axes

if TYPE_CHECKING:
    from ....diagnostics.rule import Rule, Severity
    from ....runtime.sink import Sink
    from ...core.options import Options
    from ...ir.world import WorldIR
    from ...resources.named_files import NamedFiles, Where

Box = tuple[tuple[float, float, float], tuple[float, float, float]]
"""Smallest and largest coordinates."""


class SkelAdapter(NamedTuple):
    """Where targets differ; by default what the document says, and what DART does where the text is silent."""

    unbuilt_types: frozenset[str] = frozenset()
    """Types of joints at which the building of a skeleton ends."""
    has_unbuilt: bool = True
    """Whether what the joints do not reach, and what has no place or name, is described and checked nonetheless."""
    strips_names: bool = True
    """Whether blanks around a reference do not count where nothing has that very name."""
    scales_axes: bool = True
    """Whether every axis is taken to be of unit length."""
    keeps_soft_markers: bool = True
    """Whether soft bodies have markers."""
    severity_of: Callable[[Rule, dict[str, Any]], Severity | None] = lambda rule, about: None
    """How bad a fault is, by what it is about; None: as bad as the rule has it."""


PLAIN = SkelAdapter()


@dataclass(slots=True)
class SkelContext:
    """The document that is being described, and what its parts need to know of each other."""

    description: WorldIR
    sink: Sink
    options: Options
    adapter: SkelAdapter
    """What the target makes of the document where targets differ."""
    files: NamedFiles | None = None
    """Looks up the files of meshes, as soon as there is one."""
    boxes: dict[str, Box | None] = field(default_factory=dict)
    """The box around each mesh file that was read."""

    def find_file(self, uri: str, where: Where) -> str | None:
        """The path of the file of a mesh; one that is missing is reported."""
        if self.options.base_dir is None:
            return None
        if self.files is None:
            from ...resources.named_files import NamedFiles

            self.files = NamedFiles(self.options, (self.options.base_dir,), self.sink)
        return self.files.find(uri, where)


def pose_of(written: Any) -> RawPose:
    """The raw pose of a ``transformation``: a translation, then turns about x, the moved y and the twice moved z."""
    x, y, z, a, b, c = written[:6]
    if a == b == c == 0.0:
        return (x, y, z, 1.0, 0.0, 0.0, 0.0)
    return pose_from_moved_axes(x, y, z, a, b, c)
