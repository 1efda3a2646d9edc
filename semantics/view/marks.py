"""What has a pose and is no shape: frames, sensors, contacts, forces, lights."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..constraints.points import Spring
from ..constraints.poses import LinearBushing
from ..ir.scoped_names import SEPARATOR
from ..ir.source_ref import Place
from ..spatial.transform import Transform
from .json_data import number, vector
from .json_text import JsonText, list_text, numbers_text, place_text, quote
from .page_scene import PageScene
from .sights import sight_of

LIGHTS = ("point", "spot", "directional")


def frames_text(page: PageScene) -> JsonText:
    """The frames that are not links: those of models and joints, and named ones."""
    rows = []
    for vertex, record in enumerate(page.kinematics.graph.records):
        if record.kind in ("world", "link"):
            continue
        link, made = page.pose_on_link(vertex)
        if made is not None:
            name, place = record.name, place_text(page.find_place(record.element)[1])
            rows.append(
                f'{{"name":{quote(name)},"short":{quote(page.short_name(name))},"place":{place},"link":{link},'
                f'"pose":{numbers_text(made)},"kind":{quote(record.kind)}}}'
            )
    return list_text(rows)


def marks(page: PageScene) -> Iterator[dict[str, Any]]:
    """Sensors and markers where they are, contact sensors at what touches, forces at both ends."""
    for kind, type, name, element, owner, inside in (*_sensor_marks(page), *_force_marks(page)):
        placed = page.place_on_link(owner, inside)
        place = page.place_of(element)
        if placed is not None:
            row = {"kind": kind, "type": type, "name": name, "place": place, "link": placed[0], "pose": placed[1]}
            sight = sight_of(element) if kind == "sensor" else None
            yield row if sight is None else {**row, "sight": sight}


Mark = tuple[str, str, str, Place, str, Transform]
"""Kind and type, name, element, frame, and the pose in that."""


def _sensor_marks(page: PageScene) -> Iterator[Mark]:
    for attachment in page.scene.attachments.values():
        element: Any = attachment.element
        if attachment.kind == "light":
            continue
        type = str(getattr(element, "type", None) or attachment.kind)
        if type == "contact":
            link = page.scene.links.get(attachment.owner)
            watched = _find_watched_collisions(element)
            for shape in () if link is None else link.collisions:
                if shape.name in watched:
                    name = f"{attachment.name}{SEPARATOR}{shape.name}"
                    yield "contact", type, name, element, attachment.owner, shape.pose
            continue
        kind = "sensor" if attachment.kind in ("sensor", "camera") else attachment.kind
        yield kind, type, attachment.name, element, attachment.owner, attachment.pose


def _find_watched_collisions(sensor: Any) -> set[str]:
    written = getattr(getattr(sensor, "contact", None), "collision", None) or ()
    names = [written] if isinstance(written, str) else list(written)
    return {str(name).rpartition(SEPARATOR)[2] for name in names}


def _force_marks(page: PageScene) -> Iterator[Mark]:
    for force in page.scene.force_elements:
        ends: tuple[tuple[str, Transform], ...] = ()
        if isinstance(force, Spring):
            points = (force.body_a, force.point_a), (force.body_b, force.point_b)
            ends = tuple((body, Transform.from_quaternion(point)) for body, point in points)
        elif isinstance(force, LinearBushing):
            ends = (force.frame_a, Transform()), (force.frame_c, Transform())
        kind = type(force).__name__
        for frame, inside in ends:
            yield "force", kind, f"{kind} on {frame}", None, frame, inside


def lights(page: PageScene) -> Iterator[dict[str, Any]]:
    """Lights of the world and of links."""
    for attachment in page.scene.attachments.values():
        element: Any = attachment.element
        if attachment.kind != "light" or element is None:
            continue
        placed = page.place_on_link(attachment.owner, attachment.pose)
        if placed is None:
            continue
        type = str(getattr(element, "type", None) or "point")
        reach = getattr(getattr(element, "attenuation", None), "range", None)
        yield {
            "name": attachment.name,
            "type": type if type in LIGHTS else "point",
            "link": placed[0],
            "pose": placed[1],
            "direction": _direction(element),
            "diffuse": [min(max(number(part) or 0.0, 0.0), 1.0) for part in element.diffuse],
            "range": None if reach is None else number(reach),
            "angle": _angle(element) if type == "spot" else None,
            "place": page.place_of(element),
        }


def _direction(element: Any) -> list[float]:
    direction = np.array(getattr(element, "direction", (0.0, 0.0, -1.0)), dtype=np.float64)
    length = float(np.linalg.norm(direction))
    return vector(direction / length) if 0 < length < np.inf else [0.0, 0.0, -1.0]


def _angle(element: Any) -> float | None:
    """From the direction of a spot to where its light ends, rad."""
    outer = number(getattr(getattr(element, "spot", None), "outer_angle", None) or 0.0)
    return outer / 2 if outer is not None and 0 < outer < np.pi else None
