"""MJCF to SDFormat: the writer makes a model of all bodies; the world gets what belongs to no body, and what is said of physics."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....runtime.sink import Sink
from ...compose.transplant import folder_of
from ...document.document import Document
from ...formats.registry import FORMATS
from ...ir.scoped_names import WORLD
from ..coverage.ledger import Ledger
from ..coverage.tables import loss_reasons
from ..element_builder import empty_sdformat, make_pose
from ..mocap_links import hold_mocap_links
from ..moved_zeros import move_zeros
from ..round_trip.comments import carry_comments
from ..round_trip.store import store_losses
from ..targets import NewRoot
from ..to_urdf.chains import split_joints
from ..workspace import Workspace
from .cameras import make_camera
from .contact_writer import ContactWriter
from .free_names import ModelNames, UsedNames, free_name
from .lights import make_light
from .loops import LoopWriter
from .model_writer import ModelWriter

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...ir.frames import AttachmentRecord
    from ...ir.world import WorldIR
    from ..targets import ConversionRequest

EARTH = (0.0, 0.0, -9.81)
"""Gravity of a model that says none."""
TIME_STEP = 0.002
"""Of a model that says none, s."""
NAME = "default"
"""Of the world, which has none in MJCF."""
SHAPES = "world_shapes"
"""Name of the model that stands for what the world itself has."""


def sdformat_of_bodies(doc: Document[Any], description: WorldIR, sink: Sink, wanted: ConversionRequest) -> NewRoot:
    """An SDFormat document in the newest version: a model, in a world where the document says more than bodies."""
    source: Any = doc.root
    ledger = Ledger(source.source_element, sink, FORMATS["sdformat"].title)
    root = empty_sdformat()
    has_world = _has_world(description)
    shown = split_joints(move_zeros(hold_mocap_links(description, ledger), ledger), ledger, wanted.target)
    work = Workspace(format="sdformat", description=shown, ledger=ledger, target=wanted.target, folder=folder_of(doc))
    writer = ModelWriter(work, in_world=has_world)
    work.contacts = contacts = ContactWriter(work)
    work.resolve("resolved_in_sdformat", "resolved")
    model = writer.model()
    if contacts.touches_itself and not wanted.target.speaks_drake:
        model.self_collide = True
    LoopWriter(work, writer).add(model)
    _add_lights_and_cameras(work, writer)
    holder = root
    if has_world:
        holder = work.make("World", name=NAME)
        root.world.append(holder)
        _write_world(work, writer, holder, model)
    else:
        root.model = model
    pairs = [(source, holder), *writer.links, *writer.joints, *writer.shapes, *writer.frames]
    carry_comments(pairs, source.source_element)
    ledger.report_misreadings(source)
    store_losses(model if model.link else holder, ledger, loss_reasons("mjcf", "sdformat"), wanted.keep)
    return NewRoot(root, wanted.target.speaks_drake)


def _has_world(description: WorldIR) -> bool:
    """Whether there is more than a model can say."""
    return (
        any(link.name == WORLD for link in description.links)
        or any(each.scope == WORLD and each.kind == "frame" for each in description.frames)
        or any(each.owner == WORLD for each in description.attachments)
        or description.gravity not in (None, EARTH)
    )


def _write_world(work: Workspace, writer: ModelWriter, world: Any, model: Any) -> None:
    make, description = work.make, work.description
    world.gravity = description.gravity or EARTH
    step = description.properties.get("timestep", TIME_STEP)
    for root in work.resolved_roots():
        for option in root.iterchildren("option"):
            work.ledger.mark(option, "timestep", "gravity")
    world.physics.append(make("Physics", type="ode", max_step_size=step))
    for record in description.links:
        if record.name != WORLD:
            continue
        link = make("Link", name="shapes")
        writer.add_shapes(link, record)
        _add_cameras(work, writer, link, WORLD)
        ground = make("Model", name=free_name(SHAPES, {model.name}) if model.link else model.name, static=True)
        ground.link.append(link)
        world.model.append(ground)
    taken = UsedNames((model.name, *(each.name for each in world.model)))
    for frame in description.frames:
        if frame.kind == "frame" and frame.scope == WORLD:
            made = make("Frame", name=taken.free(ModelNames.make_allowed(writer.plain(frame.name), taken)))
            taken.add(made.name)
            made.pose = make_pose(frame.pose, frame.pose_element or frame.element)
            world.frame.append(made)
            writer.frames.append((frame.element, made))
            work.takings.of(frame.element).mark("frame", frame.element)
    for light in _lights_on(work, WORLD):
        name = taken.free(ModelNames.make_allowed(writer.plain(light.name), taken))
        made = make_light(work, light, name)
        if made is not None:
            taken.add(name)
            world.light.append(made)
    if model.link or not world.model:
        world.model.append(model)


def _lights_on(work: Workspace, owner: str) -> Iterator[AttachmentRecord]:
    return _find_attachments(work, owner, "light")


def _find_attachments(work: Workspace, owner: str, kind: str) -> Iterator[AttachmentRecord]:
    return (each for each in work.description.attachments if each.kind == kind and each.owner == owner)


def _add_lights_and_cameras(work: Workspace, writer: ModelWriter) -> None:
    """Adds those of links."""
    for record in work.description.links:
        link = writer.link_named(writer.plain(record.name)) if record.name != WORLD else None
        if link is None:
            continue
        taken = UsedNames(each.name for each in (*link.visual, *link.collision))
        for light in _lights_on(work, record.name):
            name = taken.free(ModelNames.make_allowed(writer.plain(light.name), taken))
            made = make_light(work, light, name)
            if made is not None:
                taken.add(name)
                link.light.append(made)
        _add_cameras(work, writer, link, record.name)


def _add_cameras(work: Workspace, writer: ModelWriter, link: Any, owner: str) -> None:
    """Adds the cameras of a link, or of the world, to a link that has its lights."""
    taken = UsedNames(each.name for each in (*link.visual, *link.collision, *link.light))
    for camera in _find_attachments(work, owner, "camera"):
        name = taken.free(ModelNames.make_allowed(writer.plain(camera.name), taken))
        made = make_camera(work, camera, name)
        if made is not None:
            taken.add(name)
            link.sensor.append(made)
