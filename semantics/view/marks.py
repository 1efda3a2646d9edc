"""What has a pose and is no shape: frames, sensors, contacts, forces, lights."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..constraints.forces import LinearBushing, Spring
from ..ir.scoped_names import SEPARATOR
from ..scene.scene import get_kinematics
from ..spatial.transform import Transform
from .json_data import number, pose, vector

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ..scene.frames import Attachment
    from ..scene.scene import Scene
    from .source_locations import SourceFileTable
    from .tree_data import Bodies

LIGHTS = ("point", "spot", "directional")


def frames(scene: Scene, bodies: Bodies, places: SourceFileTable, short: Callable[[str], str]) -> list[dict[str, Any]]:
    """The frames that are not links: those of models and joints, and named ones."""
    rows = []
    for vertex, record in enumerate(get_kinematics(scene).graph.records):
        if record.kind in ("world", "link"):
            continue
        link, placed = bodies.on_link(vertex)
        made = pose(placed)
        if made is not None:
            own = {"name": record.name, "short": short(record.name), "place": places.of(record.element)}
            rows.append({**own, "link": link, "pose": made, "kind": record.kind})
    return rows


def marks(scene: Scene, bodies: Bodies, places: SourceFileTable) -> list[dict[str, Any]]:
    """Sensors and markers where they stand, contact sensors at what touches, forces at both ends."""
    rows = [row for attachment in scene.attachments.values() for row in _marks(attachment, scene, bodies, places)]
    for element in scene.force_elements:
        ends: tuple[tuple[str, Transform], ...] = ()
        if isinstance(element, Spring):
            points = (element.body_a, element.point_a), (element.body_b, element.point_b)
            ends = tuple((body, Transform.from_quaternion(point, (1.0, 0.0, 0.0, 0.0))) for body, point in points)
        elif isinstance(element, LinearBushing):
            ends = (element.frame_a, Transform()), (element.frame_c, Transform())
        kind = type(element).__name__
        for frame, inside in ends:
            rows += _mark("force", kind, f"{kind} on {frame}", None, frame, inside, scene, bodies)
    return rows


def lights(scene: Scene, bodies: Bodies, places: SourceFileTable) -> list[dict[str, Any]]:
    """Lights of the world and of links."""
    rows = []
    for attachment in scene.attachments.values():
        element: Any = attachment.element
        if attachment.kind != "light" or element is None:
            continue
        placed = _place_on_link(scene, bodies, attachment.owner, attachment.pose)
        if placed is None:
            continue
        type = str(getattr(element, "type", None) or "point")
        reach = getattr(getattr(element, "attenuation", None), "range", None)
        rows.append(
            {
                "name": attachment.name,
                "type": type if type in LIGHTS else "point",
                "link": placed[0],
                "pose": placed[1],
                "direction": _direction(element),
                "diffuse": [min(max(number(part) or 0.0, 0.0), 1.0) for part in element.diffuse],
                "range": None if reach is None else number(reach),
                "angle": _angle(element) if type == "spot" else None,
                "place": places.of(element),
            }
        )
    return rows


def _direction(element: Any) -> list[float]:
    direction = np.array(getattr(element, "direction", (0.0, 0.0, -1.0)), dtype=np.float64)
    length = float(np.linalg.norm(direction))
    return vector(direction / length) if 0 < length < np.inf else [0.0, 0.0, -1.0]


def _angle(element: Any) -> float | None:
    """From the direction of a spot to where its light ends, rad."""
    outer = number(getattr(getattr(element, "spot", None), "outer_angle", None) or 0.0)
    return outer / 2 if outer is not None and 0 < outer < np.pi else None


def _marks(attachment: Attachment, scene: Scene, bodies: Bodies, places: SourceFileTable) -> Iterator[dict[str, Any]]:
    element: Any = attachment.element
    if attachment.kind == "light":
        return
    type, place = str(getattr(element, "type", None) or attachment.kind), places.of(element)
    if type == "contact":
        link = scene.links.get(attachment.owner)
        named = _find_watched_collisions(element)
        for shape in () if link is None else link.collisions:
            if shape.name in named:
                name = f"{attachment.name}{SEPARATOR}{shape.name}"
                yield from _mark("contact", type, name, place, attachment.owner, shape.pose, scene, bodies)
        return
    kind = "sensor" if attachment.kind in ("sensor", "camera") else attachment.kind
    yield from _mark(kind, type, attachment.name, place, attachment.owner, attachment.pose, scene, bodies)


def _find_watched_collisions(sensor: Any) -> set[str]:
    """Names of the collisions that a contact sensor watches."""
    written = getattr(getattr(sensor, "contact", None), "collision", None) or ()
    names = [written] if isinstance(written, str) else list(written)
    return {str(name).rpartition(SEPARATOR)[2] for name in names}


def _mark(
    kind: str,
    type: str,
    name: str,
    place: dict[str, Any] | None,
    owner: str,
    inside: Transform,
    scene: Scene,
    bodies: Bodies,
) -> Iterator[dict[str, Any]]:
    placed = _place_on_link(scene, bodies, owner, inside)
    if placed is not None:
        yield {"kind": kind, "type": type, "name": name, "place": place, "link": placed[0], "pose": placed[1]}


def _place_on_link(scene: Scene, bodies: Bodies, owner: str, inside: Transform) -> tuple[int, list[float]] | None:
    """The link that something stands on, and its pose there."""
    vertex = get_kinematics(scene).graph.index.get(owner, 0)
    link, placed = bodies.on_link(vertex)
    made = pose(placed @ inside)
    return None if made is None else (link, made)
