"""What sensors see, for a page to draw: the frusta of cameras, the rays of lidars."""

from __future__ import annotations

from math import atan, degrees, pi, radians, tan
from typing import Any

from .json_data import number

HALF_TURN = pi - 1e-3
FIELD_OF_VIEW = 45.0
"""Of a camera of MJCF that does not say its own, degrees."""


def sight_of(element: Any) -> dict[str, Any] | None:
    """What a sensor sees as Scene JSON has it; None where that is not known."""
    camera = getattr(element, "camera", None)
    camera = camera[0] if isinstance(camera, (list, tuple)) and camera else camera
    if getattr(camera, "horizontal_fov", None) is not None:
        return _camera(camera)
    scanner = getattr(element, "lidar", None) or getattr(element, "ray", None)
    if getattr(scanner, "scan", None) is not None:
        return _rays(scanner)
    if hasattr(element, "fovy") and hasattr(element, "resolution"):
        return _camera_by_height(element)
    return None


def _camera(camera: Any) -> dict[str, Any] | None:
    image, clip = getattr(camera, "image", None), getattr(camera, "clip", None)
    wide, high = (number(getattr(image, side, None) or 1) or 1.0 for side in ("width", "height"))
    horizontal = number(camera.horizontal_fov)
    if horizontal is None or not 0 < horizontal < 2 * pi:
        return None
    flat = min(horizontal, HALF_TURN)
    vertical = 2 * atan(tan(flat / 2) * high / wide)
    near, far = number(getattr(clip, "near", None) or 0.0), number(getattr(clip, "far", None) or 0.0)
    return _sight("x", horizontal, vertical, near or 0.0, far or None)


def _camera_by_height(camera: Any) -> dict[str, Any] | None:
    """That of MJCF, which says how much it sees from top to bottom."""
    height = number(camera.fovy if camera.fovy is not None else FIELD_OF_VIEW)
    if height is None or not 0 < height < degrees(HALF_TURN):
        return None
    wide, high = (*(number(side) or 1.0 for side in camera.resolution or ()), 1.0, 1.0)[:2]
    vertical = radians(height)
    return _sight("-z", 2 * atan(tan(vertical / 2) * wide / high), vertical, 0.0, None)


def _sight(forward: str, horizontal: float, vertical: float, near: float, far: float | None) -> dict[str, Any]:
    angles = {"horizontal": horizontal, "vertical": vertical}
    return {"kind": "camera", "forward": forward, **angles, "near": near, "far": far}


def _rays(scanner: Any) -> dict[str, Any] | None:
    spans = []
    for name in ("horizontal", "vertical"):
        scan = getattr(scanner.scan, name, None)
        first, last = (number(getattr(scan, end, None) or 0.0) for end in ("min_angle", "max_angle"))
        if first is None or last is None:
            return None
        spans.append(([first, last], max(int(getattr(scan, "samples", None) or 1), 1)))
    (horizontal, columns), (vertical, rows) = spans
    reach = getattr(scanner, "range", None)
    near, far = number(getattr(reach, "min", None) or 0.0), number(getattr(reach, "max", None) or 0.0)
    angles = {"horizontal": horizontal, "vertical": vertical}
    return {"kind": "rays", **angles, "range": [near or 0.0, far or None], "samples": [columns, rows]}
