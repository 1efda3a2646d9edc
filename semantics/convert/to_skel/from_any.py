"""Other formats to SKEL: the writers make skeletons of the description; what that does not hold is carried here."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from ....runtime.element import Element
from ...compose.transplant import folder_of
from ...formats.registry import FORMATS
from ...ir.scoped_names import WORLD
from ..coverage.ledger import Ledger
from ..coverage.tables import loss_reasons
from ..moved_zeros import move_zeros
from ..round_trip.comments import carry_comments, pair_blocks
from ..surroundings import SurroundingWords, find_roots, mark_robot, mark_surroundings
from ..targets import NewRoot
from .skeletons import SkeletonWriter
from .workspace import SkelWorkspace

if TYPE_CHECKING:
    from ....runtime.sink import Sink
    from ...document.document import Document
    from ...ir.world import WorldIR
    from ..targets import ConversionRequest

WORDS = SurroundingWords(
    place="a part of the places of skeletons and bodies", static="a skeleton that does not move", world="the world"
)


def skel_of(doc: Document[Any], description: WorldIR, sink: Sink, wanted: ConversionRequest) -> NewRoot:
    """A world of skeletons with all that another document describes.

    Raises:
        ValueError: it is asked to hold what it has no place for, or there is nothing to hold.
    """
    if wanted.keep:
        raise ValueError("readers of SKEL take no elements that they do not know: nothing can be stored in it (keep)")
    ledger = Ledger(doc.root.source_element, sink, FORMATS["skel"].title, can_store=False)
    for each in find_roots(description):
        ledger.add_root(each)
    moved = move_zeros(description, ledger)
    work = SkelWorkspace(description=moved, ledger=ledger, target=wanted.target, folder=folder_of(doc))
    for each in work.resolved_roots():
        ledger.add_root(each)
    writer = SkeletonWriter(work)
    mark_surroundings(doc, moved, work, WORDS, writer.whole)
    root = work.make("Skel", version=FORMATS["skel"].newest_version())
    root.world = work.make("World", name=_name(doc, description), physics=_physics(work), skeleton=writer.write())
    if not root.world.skeleton:
        raise ValueError("a world of SKEL is made of robots and models, and there is none in the document")
    mark_robot(doc.root, work, WORDS)
    writer.report_left()
    pairs = [(doc.root, root), *writer.pairs]
    blocks = pair_blocks(doc.root, writer.pairs)
    carry_comments([*pairs, *blocks], doc.root.source_element, parts=writer.shapes)
    ledger.report_misreadings(doc.root)
    ledger.report_losses(loss_reasons(doc.format, "skel"), stored=False)
    return NewRoot(root)


def _name(doc: Document[Any], description: WorldIR) -> str:
    if description.world_name not in ("", WORLD, "default"):
        return description.world_name
    return WORLD if doc.path is None else PurePath(doc.path).name.partition(".")[0]


def _physics(work: SkelWorkspace) -> Any:
    """Gravity and time step, where the document says them."""
    description, said = work.description, work.make("Physics")
    if isinstance(description.element, Element):
        taking = work.takings.of(description.element)
        taking.mark("world", description.element)
        step = taking.read_number("time_step", description.element)
        if step is not None and step > 0:
            said.time_step = step
    if description.gravity is not None:
        said.gravity = description.gravity
    return said if any(name[:1] != "_" for name in vars(said)) else None
