"""What the writers of one document have in common."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..frames import graph as frame_graph
from .coverage.markers import CoverageMarkers
from .element_builder import maker
from .frame_poses import FramePoses
from .to_urdf.names import RobotNames

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..frames.graph import FrameGraph
    from ..ir.world import WorldIR
    from .coverage.ledger import Ledger
    from .targets import ConversionTarget


@dataclass(slots=True, kw_only=True)
class Workspace:
    """One document that is being made.

    Attributes:
        format: of the document.
        description: what it is made of.
        ledger: learns what has its place, and what becomes of the rest.
        target: the reader that it is for.
        make: makes typed elements: ``make("Link", name="base")``.
        takings: apply the tables of what has its place.
    """

    format: str
    description: WorldIR
    ledger: Ledger
    target: ConversionTarget
    make: Callable[..., Any] = field(init=False)
    takings: CoverageMarkers = field(init=False)

    def __post_init__(self) -> None:
        self.make = maker(self.format)
        self.takings = CoverageMarkers(self.ledger)


@dataclass(slots=True, kw_only=True)
class RobotWorkspace(Workspace):
    """One robot (URDF) that is being made.

    Attributes:
        scope: full name of its model; ``"world"`` where several models are one robot.
        version: of URDF.
        has_drake: whether the prefix of Drake's tags is declared in it.
        names: of its links and joints.
        graph, places: of the frames of the description.
    """

    format: str = "urdf"
    scope: str
    version: str
    has_drake: bool
    names: RobotNames = field(init=False)
    graph: FrameGraph = field(init=False)
    places: FramePoses = field(init=False)

    def __post_init__(self) -> None:
        self.make = maker(self.format)
        self.takings = CoverageMarkers(self.ledger)
        self.names = RobotNames(self.description, self.scope)
        self.graph = frame_graph.build(self.description)
        self.places = FramePoses(self.graph)
