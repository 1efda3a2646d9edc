"""What the writers of one document have in common."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any, Protocol

from ...diagnostics.records import dataclass, field
from ..frames import graph as frame_graph
from .coverage.markers import CoverageMarkers
from .element_builder import maker
from .frame_poses import FramePoses
from .to_urdf.names import RobotNames

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from lxml.etree import _Element

    from ..formats.mjcf.mesh_fitness import MeshFiles
    from ..frames.graph import FrameGraph
    from ..ir.links import ShapeRecord
    from ..ir.world import WorldIR
    from .coverage.ledger import Ledger
    from .targets import ConversionTarget


class ShapeContacts(Protocol):
    """What knows what single shapes touch."""

    def is_exact(self, record: ShapeRecord) -> bool:
        """Whether a shape touches just what it touches in the document."""
        ...

    def write(self, made: Any, record: ShapeRecord) -> None:
        """Gives a collision what is said of its contacts."""
        ...


@dataclass(slots=True, kw_only=True)
class Workspace:
    """One document that is being made.

    Attributes:
        format: of the document.
        description: what it is made of.
        ledger: learns what has its place, and what becomes of the rest.
        target: the reader that it is for.
        folder: of the document that it is made of; None where that has none.
        make: makes typed elements: ``make("Link", name="base")``.
        takings: apply the tables of what has its place.
        contacts: writes what shapes touch; None where that is not said of single shapes.
        shown: part of a colour that the target takes for all of it, where what it is made of is read by it, too.
    """

    format: str
    description: WorldIR
    ledger: Ledger
    target: ConversionTarget
    folder: Path | None = None
    make: Callable[..., Any] = field(init=False)
    takings: CoverageMarkers = field(init=False)
    contacts: ShapeContacts | None = None
    shown: float = 1.0

    def __post_init__(self) -> None:
        self.make = maker(self.format)
        self.takings = CoverageMarkers(self.ledger)

    def resolved_roots(self) -> list[_Element]:
        """Roots of documents that were read, with parts that are found again in others: what has no record is in them, too."""
        roots = (source.root for source in self.description.sources)
        return [root for root in roots if root is not None and self.takings.of(root).resolves()]

    def resolve(self, *sections: str) -> None:
        """Takes what is found again in other elements, by sections of the table of its format."""
        roots = self.resolved_roots()
        used: dict[str, set[str]] = defaultdict(set)
        for element in (element for root in roots for element in root.iter("*")):
            for attribute, name in element.items():
                used[str(attribute)].add(str(name))
        for root in roots:
            self.ledger.add_root(root)
            for section in sections:
                self.takings.of(root).resolve(root, used, section)


@dataclass(slots=True, kw_only=True)
class RobotWorkspace(Workspace):
    """One robot (URDF) that is being made.

    Attributes:
        scope: full name of its model; ``"world"`` where several models are one robot.
        version: of URDF.
        has_drake: whether the prefix of Drake's tags is declared in it.
        names: of its links and joints.
        graph, places: of the frames of the description.
        meshes: judges files of meshes where the target refuses some of them.
    """

    format: str = "urdf"
    scope: str
    meshes: MeshFiles | None = None
    version: str
    has_drake: bool
    names: RobotNames = field(init=False)
    graph: FrameGraph = field(init=False)
    places: FramePoses = field(init=False)

    def __post_init__(self) -> None:
        self.make = maker(self.format)
        self.takings = CoverageMarkers(self.ledger)
        self.names = RobotNames(self.description, self.scope, parts_kinds=not self.target.is_gazebo)
        self.graph = frame_graph.build(self.description)
        self.places = FramePoses(self.graph)
