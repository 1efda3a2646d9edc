"""SKEL to SDFormat: the writer makes a model of every skeleton; what the description does not hold is carried here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....runtime.element import Element, is_written
from ....runtime.sink import Sink
from ...document.document import Document
from ...formats.registry import FORMATS
from ..coverage.ledger import Ledger
from ..coverage.tables import loss_reasons, mark_paths
from ..coverage.unparsed_text import number_of
from ..element_builder import empty_sdformat, maker, set_path
from ..moved_zeros import move_zeros
from ..round_trip.comments import carry_comments
from ..round_trip.store import store_losses
from ..split_models import split_models
from ..targets import NewRoot
from ..to_urdf.chains import split_joints
from ..workspace import Workspace
from .model_writer import ModelWriter
from .start import add_start

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...ir.world import WorldIR
    from ..targets import ConversionRequest

USUAL = (0.0, 0.0, -9.8)
"""Gravity of a world of SDFormat that says none."""
CONTACTS = {
    "friction_coefficient": ("surface/friction/ode/mu", "surface/friction/ode/mu2"),
    "restitution_coefficient": ("surface/bounce/restitution_coefficient",),
}
"""What bodies say of contacts, and where shapes of SDFormat say it."""
DETECTORS = ("bullet", "dart", "fcl", "ode")
"""Collision detectors of DART that SDFormat names."""


def sdformat_of_skeletons(doc: Document[Any], description: WorldIR, sink: Sink, wanted: ConversionRequest) -> NewRoot:
    """An SDFormat document of a world of skeletons, in the newest version: a model where the skeleton stands alone."""
    title = FORMATS["sdformat"].title
    source: Any = doc.root
    ledger = Ledger(source.source_element, sink, title)
    ledger.mark(source, "version")
    root = empty_sdformat()
    holder = root
    pairs: list[tuple[Any, Any]] = [(source, root)]
    if is_written(source, "world"):
        make = maker("sdformat")
        holder = make("World", name=source.world.name)
        root.world.append(holder)
        _write_world(source.world, description, holder, make, ledger)
        pairs.append((source.world, holder))
    for model, alone in split_models(description):
        part = split_joints(move_zeros(alone, ledger), ledger, wanted.target)
        work = Workspace(format="sdformat", description=part, ledger=ledger, target=wanted.target)
        writer = ModelWriter(work, in_world=holder is not root)
        written = writer.model()
        pairs += [(model.element, written), *writer.links, *writer.joints, *writer.shapes]
        ledger.mark(model.element, "name")
        mark_paths(ledger, model.element, "transformation")
        _write_links(part, writer, ledger)
        if holder is not root:
            add_start(holder, written.name, alone, writer)
        if holder is root:
            root.model = written
        else:
            holder.model.append(written)
    carry_comments(pairs, source.source_element)
    ledger.report_misreadings(source)
    models = [root.model] if holder is root else holder.model
    store_losses(models[0] if models else holder, ledger, loss_reasons("skel", "sdformat"), wanted.keep)
    return NewRoot(root, wanted.target.speaks_drake, [each for each in pairs if hasattr(each[1], "name")])


def _write_world(source: Any, description: WorldIR, world: Any, make: Callable[..., Any], ledger: Ledger) -> None:
    ledger.mark(source, "name")
    physics = source.physics
    if description.gravity is not None and tuple(description.gravity) != USUAL:
        world.gravity = description.gravity
    if physics is None:
        return
    mark_paths(ledger, physics, "gravity", "time_step")
    step = description.properties["time_step"]
    for each in physics.source_element.iterchildren("time_step"):
        if number_of((each.text or "").strip()) != step:
            ledger.read_as(each, each.text or "", f"{step:.12g}", "DART takes no such step")
    said = make("Physics", type="dart")
    if is_written(physics, "time_step"):
        said.max_step_size = description.properties["time_step"]
    detector = description.properties["collision_detector"]
    if is_written(physics, "collision_detector") and detector in DETECTORS:
        said.dart = make("PhysicsDart", collision_detector=detector)
        mark_paths(ledger, physics, "collision_detector")
    world.physics.append(said)


def _write_links(description: WorldIR, writer: ModelWriter, ledger: Ledger) -> None:
    """What bodies say of gravity and of themselves."""
    for record in description.links:
        body: Any = record.element
        link = writer.link_named(writer.plain(record.name))
        if link is None or not isinstance(body, Element):
            continue
        for name in ("gravity", "self_collide"):
            if is_written(body, name):
                setattr(link, name, getattr(body, name))
                mark_paths(ledger, body, name)
        for name, paths in CONTACTS.items():
            if is_written(body, name) and vars(link).get("collision"):
                for collision in link.collision:
                    for path in paths:
                        set_path(collision, path, f"{getattr(body, name):.12g}")
                mark_paths(ledger, body, name)
