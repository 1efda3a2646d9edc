"""Drake's plants of documents: what is in them by name, with shapes where those can be loaded, a mesh being a box."""

from __future__ import annotations

import logging
from collections.abc import Callable, Container, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from lxml import etree

MANY = 600
"""Bodies with shapes from which on pairs of them are too many to ask for."""
STEP = 1e-3
"""How long a step of the simulation is that shows what follows what, s."""


class Refused(Exception):
    """Drake does not load a document."""


class Plant(NamedTuple):
    """A finished plant.

    Attributes:
        plant: it.
        scene: the graph of its shapes; None where they cannot be loaded.
        add: what tells a parser to add the same.
    """

    plant: Any
    scene: Any
    add: Callable[[Any], Any]


def plant_of(add: Callable[[Any], Any], *, shapes: bool = False, step: float = 0.0) -> Plant:
    """The plant with what a parser was told to add.

    Raises:
        Refused: it makes nothing of it.
    """
    from pydrake.multibody.parsing import Parser
    from pydrake.multibody.plant import AddMultibodyPlantSceneGraph, DiscreteContactApproximation, MultibodyPlant
    from pydrake.systems.framework import DiagramBuilder

    logging.getLogger("drake").setLevel(logging.ERROR)
    plant, scene = AddMultibodyPlantSceneGraph(DiagramBuilder(), step) if shapes else (MultibodyPlant(step), None)
    if step:
        plant.set_discrete_contact_approximation(DiscreteContactApproximation.kSap)
    parser = Parser(plant)
    parser.SetAutoRenaming(True)
    try:
        add(parser)
        plant.Finalize()
    except (RuntimeError, ValueError, MemoryError) as error:
        raise Refused(str(error).splitlines()[0]) from error
    return Plant(plant, scene, add)


def of_text(text: str, kind: str, shapes: bool | None = False) -> Plant:
    """The plant of a text: ``"sdf"``, ``"urdf"`` or ``"dmd.yaml"``; with its shapes, or where that is None with those that can be loaded.

    Raises:
        Refused: it makes nothing of it.
    """
    if shapes is None:
        try:
            return of_text(text, kind, shapes=True)
        except Refused:
            return of_text(text, kind)
    given = _boxed(text)
    return plant_of(lambda parser: parser.AddModelsFromString(given, kind), shapes=shapes)


def of_file(path: Path) -> Plant:
    """The plant of a file, with what it includes and the shapes that can be loaded; the folder that it stands in may be a package.

    Raises:
        Refused: it makes nothing of it.
    """

    def packages(parser: Any) -> None:
        parser.package_map().PopulateFromFolder(str(path.parent))

    def add(parser: Any) -> None:
        packages(parser)
        parser.AddModels(str(path))

    def add_boxed(parser: Any) -> None:
        packages(parser)
        parser.AddModelsFromString(_boxed(text), "urdf" if path.suffix == ".urdf" else "sdf")

    text = path.read_text(encoding="utf-8", errors="surrogateescape")
    plain = plant_of(add)
    alone = path.suffix in (".urdf", ".sdf") and "<include" not in text
    try:
        return plant_of(add_boxed if alone else add, shapes=True)._replace(add=add)
    except (Refused, UnicodeError):
        return plain


def _boxed(text: str) -> str:
    """A text with boxes in place of meshes that are files, and a colour in place of textures."""
    if not any(tag in text for tag in ("<mesh", "<texture", "<pbr", "diffuse_map")):
        return text
    try:
        root = etree.fromstring(text.encode(), etree.XMLParser(huge_tree=True))
    except etree.XMLSyntaxError as error:
        if error.code != etree.ErrorTypes.NS_ERR_UNDEFINED_NAMESPACE:
            return text
        root = etree.fromstring(text.encode(), etree.XMLParser(huge_tree=True, recover=True))
    except UnicodeError:
        return text
    for mesh in [*root.iter("mesh")]:
        box = etree.Element("box")
        if mesh.get("filename"):
            box.set("size", "1 1 1")
        elif mesh.findtext("uri"):
            etree.SubElement(box, "size").text = "1 1 1"
        else:
            continue
        box.tail = mesh.tail
        _replace(mesh, box)
    for picture in [*root.iter("texture", "pbr", "{*}diffuse_map")]:
        _replace(picture, etree.Element("color", rgba="1 1 1 1") if root.tag == "robot" else None)
    return etree.tostring(root, encoding="unicode")


def _replace(element: etree._Element, other: etree._Element | None) -> None:
    around = element.getparent()
    if around is not None and (other is None or around.find(str(other.tag)) is not None):
        around.remove(element)
    elif around is not None and other is not None:
        around.replace(element, other)


def full_name(plant: Any, each: Any, known: Container[str] = ()) -> str:
    """The name of a body or joint as robots have it: that of the outermost model is in it only where there are several."""
    instance = plant.GetModelInstanceName(each.model_instance())
    name = "_".join((*instance.split("::")[1:], each.name())).replace("::", "_")
    longer = f"{instance}_{each.name()}".replace("::", "_")
    return longer if name not in known and longer in known else name


def bodies_of(plant: Any, known: Container[str] = ()) -> dict[str, Any]:
    """All bodies but the world, by the names that robots have for them."""
    from pydrake.multibody.tree import BodyIndex

    found = [plant.get_body(BodyIndex(index)) for index in range(1, plant.num_bodies())]
    return {full_name(plant, body, known): body for body in found}


def joints_of(plant: Any) -> Iterator[Any]:
    """All joints."""
    return map(plant.get_joint, plant.GetJointIndices())


def moving_pairs(old: Any, new: Any) -> Iterator[tuple[Any, Any]]:
    """Joints that move with those of their names, or those of the same children: where a link has a joint's name, that gets another."""
    by_name = {full_name(new, joint): joint for joint in joints_of(new)}
    by_child = {full_name(new, joint.child_body()): joint for joint in joints_of(new)}
    for joint in joints_of(old):
        if not joint.num_positions():
            continue
        known, count = full_name(old, joint, by_name), joint.num_positions()
        child = by_child.get(full_name(old, joint.child_body(), by_child))
        alike = [each for name, each in by_name.items() if name.endswith(f"_{joint.name()}")]
        found = [None if count == 7 else by_name.get(known), child, alike[0] if len(alike) == 1 else None]
        yield joint, next((each for each in found if each is not None and each.num_positions() == count), None)


class Contacts(NamedTuple):
    """What touches.

    Attributes:
        friction: of each body that has shapes to touch with, the coefficients of these, at rest and in motion.
        apart: pairs of these bodies that Drake lets pass through each other; None where there are too many to ask for.
    """

    friction: dict[str, list[tuple[float, float]]]
    apart: set[tuple[str, ...]] | None


def contacts_of(made: Plant, bodies: dict[str, Any]) -> Contacts:
    """What touches in a plant with a scene, by the names of bodies."""
    from pydrake.geometry import Role

    inspector = made.scene.model_inspector()
    names = {body.index(): name for name, body in bodies.items()} | {made.plant.world_body().index(): "world"}
    shapes: dict[str, Any] = {}
    friction = {}
    for frame in inspector.GetAllFrameIds():
        found = inspector.GetGeometries(frame, Role.kProximity)
        body = made.plant.GetBodyFromFrameId(frame)
        if found and body is not None:
            name = names[body.index()]
            shapes[name] = found[0]
            friction[name] = sorted(map(_friction, map(inspector.GetProximityProperties, found)))
    if len(shapes) > MANY:
        return Contacts(friction, None)
    pairs = combinations(sorted(shapes), 2)
    return Contacts(friction, {pair for pair in pairs if inspector.CollisionFiltered(*map(shapes.__getitem__, pair))})


def _friction(properties: Any) -> tuple[float, float]:
    found = properties.GetProperty("material", "coulomb_friction")
    return (found.static_friction(), found.dynamic_friction())


def after_a_step(made: Plant, names: dict[Any, str]) -> dict[str, Any] | None:
    """Velocities of joints after a step without gravity, by name, from such as nothing follows anything with.

    None where Drake does not simulate it.
    """
    from pydrake.systems.analysis import Simulator

    def weightless(parser: Any) -> None:
        made.add(parser)
        parser.plant().mutable_gravity_field().set_gravity_vector(np.zeros(3))

    try:
        plant = plant_of(weightless, step=STEP).plant
        context = plant.CreateDefaultContext()
        q, v = plant.GetPositions(context), plant.GetVelocities(context)
        for joint in joints_of(plant):
            if joint.index() not in names:
                continue
            seed, count = np.random.default_rng([*names[joint.index()].encode()]), joint.num_velocities()
            if count in (1, 6):
                v[joint.velocity_start() :][:count] = seed.uniform(-0.1, 0.1, count)
                place = seed.uniform(-0.1, 0.1, count)
                q[joint.position_start() :][: joint.num_positions()] = (1, 0, 0, 0, *place[3:]) if count == 6 else place
        plant.SetPositions(context, q)
        plant.SetVelocities(context, v)
        Simulator(plant, context).AdvanceTo(STEP)
    except (RuntimeError, ValueError):
        return None
    v = plant.GetVelocities(context)
    return {
        names[joint.index()]: v[joint.velocity_start() :][: joint.num_velocities()]
        for joint in joints_of(plant)
        if joint.index() in names
    }
