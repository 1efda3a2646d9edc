"""Other formats to MJCF: the writers make a tree of bodies of the description; what that does not hold is carried here."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from ....runtime.element import Element
from ...compose.transplant import folder_of
from ...document.document import get_options
from ...formats.mjcf.options import GRAVITY
from ...formats.registry import FORMATS
from ...ir.scoped_names import SEPARATOR, WORLD
from ..coverage.ledger import Ledger
from ..coverage.tables import loss_reasons
from ..round_trip.comments import carry_comments, pair_blocks
from ..surroundings import SurroundingWords, find_roots, mark_robot, mark_surroundings
from ..targets import NewRoot
from .assets import MaterialAssets, MeshAssets
from .bodies import BodyWriter
from .classes import ClassWriter
from .geoms import GeomWriter
from .motions import BodyJointWriter
from .places import PlaceWriter
from .relations import RelationWriter
from .workspace import MjcfWorkspace

if TYPE_CHECKING:
    from ....runtime.sink import Sink
    from ...document.document import Document
    from ...ir.world import WorldIR
    from ..targets import ConversionRequest

FIXED_ANGLES = "XYZ"
"""The order of angles about axes that stand still, as URDF and SDFormat have them."""
WORDS = SurroundingWords(
    place="a part of the places of bodies",
    static="bodies without joints in the world",
    world="the world, which is there without a body",
)


def mjcf_of(doc: Document[Any], description: WorldIR, sink: Sink, wanted: ConversionRequest) -> NewRoot:
    """A document of MJCF with all that another one describes.

    Raises:
        ValueError: MJCF cannot hold it, or is asked to hold what it has no place for.
    """
    if wanted.keep:
        raise ValueError("MuJoCo refuses elements that it does not know: nothing can be stored in MJCF (keep)")
    ledger = Ledger(doc.root.source_element, sink, FORMATS["mjcf"].title, can_store=False)
    for root in find_roots(description):
        ledger.add_root(root)
    tops = [model for model in description.models if model.scope == WORLD]
    scope = tops[0].name if len(tops) == 1 else WORLD
    work = MjcfWorkspace(
        description=description, ledger=ledger, target=wanted.target, folder=folder_of(doc), scope=scope
    )
    for root in work.resolved_roots():
        ledger.add_root(root)
    root = work.make("Mujoco", model=_name(doc, description, scope))
    root.compiler.append(work.make("Compiler", angle="radian", eulerseq=FIXED_ANGLES))
    materials, motions = MaterialAssets(work, doc), BodyJointWriter(work)
    meshes = MeshAssets(work, get_options(doc), sink)
    geoms = GeomWriter(work, meshes, materials)
    bodies = BodyWriter(work, motions, geoms)
    mark_surroundings(doc, description, work, WORDS, (scope,))
    bodies.write()
    materials.write()
    places = PlaceWriter(work, bodies)
    places.write(root)
    RelationWriter(work, bodies, motions, doc.scene).write(root)
    _add_options(root, work)
    _add_classes(root, work, bodies, geoms, motions)
    if meshes.assets or materials.materials:
        root.asset.append(
            work.make("Asset", texture=materials.textures, material=materials.materials, mesh=meshes.assets)
        )
    root.worldbody.append(bodies.world)
    mark_robot(doc.root, work, WORDS)
    pairs = [(doc.root, root), *((each.element, root) for each in description.models)]
    parts = (*motions.joints, *bodies.places, *geoms.shapes, *places.frames)
    blocks = pair_blocks(doc.root, (*bodies.links, *motions.joints))
    carry_comments((*pairs, *bodies.links, *blocks), doc.root.source_element, parts=parts)
    ledger.report_misreadings(doc.root)
    ledger.report_losses(loss_reasons(doc.format, "mjcf"), stored=False)
    return NewRoot(root)


def _name(doc: Document[Any], description: WorldIR, scope: str) -> str:
    if scope != WORLD:
        return scope.rpartition(SEPARATOR)[2]
    if description.world_name not in ("", WORLD, "default"):
        return description.world_name
    return WORLD if doc.path is None else PurePath(doc.path).name.partition(".")[0]


def _add_options(root: Any, work: MjcfWorkspace) -> None:
    """Gravity and time step, where the document says them."""
    description = work.description
    option = work.make("Option")
    if description.gravity is not None and tuple(description.gravity) != GRAVITY:
        option.gravity = description.gravity
    if isinstance(description.element, Element):
        taking = work.takings.of(description.element)
        taking.mark("world", description.element)
        step = taking.read_number("time_step", description.element)
        if step is not None and step > 0:
            option.timestep = step
    if any(name[:1] != "_" for name in vars(option)):
        root.option.append(option)


def _add_classes(
    root: Any, work: MjcfWorkspace, bodies: BodyWriter, geoms: GeomWriter, motions: BodyJointWriter
) -> None:
    classes = ClassWriter(work.make, root.model)
    made = classes.write(geoms.made, [joint for _, joint in motions.joints if type(joint).__name__ == "Joint"])
    if made is None:
        return
    root.default.append(made)
    for body in bodies.tops:
        body.childclass = classes.top.class_
